"""pytest --metagate: watches every lowering in a test-suite, as it is.

No test is edited, and none changes its result: what was found is told at the
end. `--metagate-out DIR` keeps the captures, one folder a test; those of an
earlier run are removed from it. Under pytest-xdist the workers watch, and the
process that runs them tells.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import pathlib
import re
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

_KEY = pytest.StashKey["_Session"]()
_FROM_WORKER = "metagate"  # in what pytest-xdist carries to and from a worker
_WORKER = "gw"  # how pytest-xdist names workers
_LONGEST_FOLDER = 120  # file systems take 255 bytes


@dataclasses.dataclass
class _Session:
    """What was seen. `captures` and `failed` grow; the rest is settled first."""

    folder: pathlib.Path
    policy: str | None
    captures: int = 0
    tests: int = 0
    failed: list[str] = dataclasses.field(default_factory=list)
    unwatched: str | None = None  # why nothing is watched
    folders: set[str] = dataclasses.field(default_factory=set)

    def folder_of(self, test: str) -> pathlib.Path:
        """A folder for one run of one test: readable, and nobody else's."""
        name = re.sub(r"[^A-Za-z0-9_.-]+", "_", test)
        if len(name) > _LONGEST_FOLDER:
            digest = hashlib.sha256(test.encode("utf-8", "replace")).hexdigest()
            name = f"{name[:_LONGEST_FOLDER]}-{digest[:8]}"
        number, unique = 1, name
        while unique in self.folders:
            number += 1
            unique = f"{name}-{number}"
        self.folders.add(unique)
        return self.folder / unique


def pytest_addoption(parser: Any) -> None:
    group = parser.getgroup("metagate", "metadata of lowerings")
    group.addoption(
        "--metagate",
        action="store_true",
        help="watch every to_backend of ExecuTorch, and tell what it loses",
    )
    group.addoption(
        "--metagate-out",
        metavar="DIR",
        help="keep the captures of the lowerings in DIR (turns --metagate on)",
    )
    group.addoption(
        "--metagate-policy", metavar="FILE", help="what is owed to which meta key"
    )


def pytest_configure(config: Any) -> None:
    out = config.getoption("--metagate-out")
    if not config.getoption("--metagate") and not out:
        return
    policy = config.getoption("--metagate-policy")
    if hasattr(config, "workerinput"):
        folder = pathlib.Path(config.workerinput[_FROM_WORKER])
    elif out:
        folder = pathlib.Path(out).absolute()
        folder.mkdir(parents=True, exist_ok=True)
        _remove_captures(folder)
    else:
        temporary = tempfile.TemporaryDirectory(prefix="metagate-")
        config.add_cleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
    config.stash[_KEY] = _Session(folder, policy)


def _remove_captures(folder: pathlib.Path) -> None:
    for pattern in ("*/lowering_*.json", f"{_WORKER}*/*/lowering_*.json"):
        for old in folder.glob(pattern):
            old.unlink()
            with contextlib.suppress(OSError):  # something else is there, too
                old.parent.rmdir()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> Iterator[None]:
    session = item.config.stash.get(_KEY, None)
    if session is None or session.unwatched:
        yield
        return
    from metagate.executorch import watch

    with contextlib.ExitStack() as stack:
        try:
            folder = session.folder_of(item.nodeid)
            watched = stack.enter_context(watch(folder))
        except Exception as error:  # of an import, or of a full disk
            session.unwatched = f"{type(error).__name__}: {error}"
            watched = None
        yield
    if watched is None:
        return
    if not watched.lowerings:
        folder.rmdir()
        session.folders.discard(folder.name)
        return
    session.tests += 1
    session.captures += len(watched.captures)
    session.failed += [
        f"{item.nodeid}: {seen.name}: {seen.failed}"
        for seen in watched.lowerings
        if seen.failed is not None
    ]


# --- pytest-xdist ------------------------------------------------------------


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    session = node.config.stash.get(_KEY, None)
    if session is not None:
        folder = session.folder / node.workerinput["workerid"]
        node.workerinput[_FROM_WORKER] = str(folder)


def pytest_sessionfinish(session: Any) -> None:
    seen = session.config.stash.get(_KEY, None)
    if seen is not None and hasattr(session.config, "workeroutput"):
        session.config.workeroutput[_FROM_WORKER] = {
            "captures": seen.captures,
            "tests": seen.tests,
            "failed": seen.failed,
            "unwatched": seen.unwatched,
        }


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: Any) -> None:
    session = node.config.stash.get(_KEY, None)
    if session is None:
        return
    seen = getattr(node, "workeroutput", {}).get(_FROM_WORKER)
    if seen is None:
        session.failed.append(f"worker {node.gateway.id} ended without a word")
        return
    session.captures += seen["captures"]
    session.tests += seen["tests"]
    session.failed += seen["failed"]
    session.unwatched = session.unwatched or seen["unwatched"]


# --- what is told ------------------------------------------------------------


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    session = config.stash.get(_KEY, None)
    if session is None:
        return
    tell = terminalreporter
    tell.section("metagate")
    if session.unwatched:
        tell.line(f"nothing was watched: {session.unwatched}", red=True)
    for line in session.failed:
        tell.line(f"not captured: {line}", red=True)
    if not session.captures:
        tell.line("nothing was lowered")
        return
    from metagate.check import CouldNotCheck, check_files

    try:
        report = check_files([session.folder], policy=session.policy, step="lowering")
    except CouldNotCheck as error:
        tell.line(f"not checked: {error}", red=True)
        return
    for line in _grouped(report.findings):
        tell.line(line)
    counted = report.coverage
    tell.line(
        f"{session.captures} lowerings in {session.tests} tests: "
        f"{len(report.findings)} findings; compared {counted['nodes']} nodes, "
        f"{counted['keys']} keys in {counted['delegates']} delegates",
        red=bool(report.findings),
        green=not report.findings,
    )


def _grouped(findings: list[Any]) -> list[str]:
    """One line a rule and key, with the first of them and how many there are."""
    groups: dict[tuple[str, str | None], list[Any]] = {}
    for found in findings:
        groups.setdefault((found.rule, found.key), []).append(found)
    lines = []
    for (rule, _), group in sorted(
        groups.items(), key=lambda item: (item[0][0], item[0][1] or "")
    ):
        more = f", and {len(group) - 1} more" if len(group) > 1 else ""
        first = group[0]
        lines.append(f"{rule}: {first.message} ({first.case}{more})")
    return lines
