"""Asks the command `metagate` what a lowering lost, and gives Python objects."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

__all__ = ["CouldNotCheck", "Finding", "Report", "binary", "check_files"]


class CouldNotCheck(RuntimeError):
    """Something was not checked: no command, or files that can't be read."""


@dataclasses.dataclass(frozen=True)
class Finding:
    """A fault of a lowering (REPORT.md); `raw` has all fields of the report."""

    rule: str  # "getitem-lost", ...
    case: str
    graph: str
    node: str
    key: str | None
    message: str
    raw: dict[str, Any] = dataclasses.field(repr=False, compare=False)

    @property
    def is_loss(self) -> bool:
        """Is something gone that was there?"""
        return self.rule.endswith(("-lost", "-vanished"))

    def __str__(self) -> str:
        return f"{self.case}: {self.rule}: {self.message} ({self.graph}/{self.node})"


@dataclasses.dataclass(frozen=True)
class Report:
    """What a run of the command says."""

    findings: list[Finding]
    coverage: dict[str, Any]
    raw: dict[str, Any] = dataclasses.field(repr=False)


def binary() -> str:
    """The command: $METAGATE, or on PATH, or in a build folder of this tree.

    Raises CouldNotCheck where there is none.
    """
    named = os.environ.get("METAGATE")
    if named:
        if not shutil.which(named):
            raise CouldNotCheck(f"METAGATE is {named!r}, which can't be run")
        return named
    found = shutil.which("metagate")
    if found:
        return found
    for root in pathlib.Path(__file__).resolve().parents:
        for preset in ("ci", "release", "dev"):
            built = root / "build" / preset / "metagate"
            if built.is_file():
                return str(built)
    raise CouldNotCheck("the command metagate is not on PATH; METAGATE can name it")


def check_files(
    paths: Sequence[str | os.PathLike[str]],
    *,
    policy: str | os.PathLike[str] | None = None,
    step: str = "auto",
) -> Report:
    """Checks captures. Raises CouldNotCheck where one was not checked."""
    command = [binary(), "check", "--out", "json", "--step", step]
    if policy is not None:
        command += ["--policy", os.fspath(policy)]
    command += [os.fspath(path) for path in paths]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        raw = json.loads(run.stdout)
    except ValueError:
        raise CouldNotCheck(run.stderr.strip() or f"exit code {run.returncode}")
    if run.returncode not in (0, 1):
        raise CouldNotCheck(
            "\n".join(problem["message"] for problem in raw["problems"])
            or run.stderr.strip()
        )
    findings = [
        Finding(
            rule=found["rule"],
            case=found["case"],
            graph=found["at"]["graph"],
            node=found["at"]["node"],
            key=found["key"],
            message=found["message"],
            raw=found,
        )
        for found in raw["findings"]
    ]
    return Report(findings, raw["coverage"], raw)
