"""pytest --metagate: watches every lowering in a test-suite, as it is.

No test is edited, and none changes its result: what was found is told at the
end. `--metagate-out DIR` keeps the captures, one folder a test.
"""

from __future__ import annotations

import pathlib
import re
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

_KEY = pytest.StashKey["_Session"]()


class _Session:
    def __init__(self, folder: pathlib.Path, policy: str | None) -> None:
        self.folder = folder
        self.policy = policy
        self.captures: list[pathlib.Path] = []
        self.failed: list[str] = []
        self.tests = 0


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
    if out:
        folder = pathlib.Path(out)
        folder.mkdir(parents=True, exist_ok=True)
    else:
        temporary = tempfile.TemporaryDirectory(prefix="metagate-")
        config.add_cleanup(temporary.cleanup)
        folder = pathlib.Path(temporary.name)
    policy = config.getoption("--metagate-policy")
    config.stash[_KEY] = _Session(folder, policy)


def _folder_of(test: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "_", test)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item: Any, nextitem: Any) -> Iterator[None]:
    session = item.config.stash.get(_KEY, None)
    if session is None:
        yield
        return
    from metagate.executorch import watch

    with watch(session.folder / _folder_of(item.nodeid)) as watched:
        yield
    if not watched.lowerings:
        watched.folder.rmdir()
        return
    session.tests += 1
    session.captures += watched.captures
    session.failed += [
        f"{item.nodeid}: {seen.name}: {seen.failed}"
        for seen in watched.lowerings
        if seen.failed is not None
    ]


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    session = config.stash.get(_KEY, None)
    if session is None:
        return
    tell = terminalreporter
    tell.section("metagate")
    for line in session.failed:
        tell.line(f"not captured: {line}", yellow=True)
    if not session.captures:
        tell.line("nothing was lowered")
        return
    from metagate.check import CouldNotCheck, check_files

    try:
        report = check_files([session.folder], policy=session.policy)
    except CouldNotCheck as error:
        tell.line(f"not checked: {error}", red=True)
        return
    for line in _grouped(report.findings):
        tell.line(line)
    counted = report.coverage
    tell.line(
        f"{len(session.captures)} lowerings in {session.tests} tests: "
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
