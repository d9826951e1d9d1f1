"""pytest --metagate on somebody else's tests."""

from __future__ import annotations

import pathlib

import pytest
from conftest import loses_meta

TESTS = """
import sys
sys.path.insert(0, {here!r})
from conftest import AddRelu, ByName, edge_of, torch

def lowered():
    edge = edge_of(AddRelu(), torch.ones(2, 3), torch.ones(2, 3))
    return edge.to_backend(ByName(t0="aten_add_tensor aten_relu_default"))

def test_passes():
    assert lowered() is not None

def test_fails():
    lowered()
    assert False

def test_lowers_nothing():
    pass
"""


HERE = pathlib.Path(__file__).parent


@pytest.fixture(autouse=True)
def package_is_found(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(HERE.parent))


def run(pytester, *options):
    pytester.makepyfile(TESTS.format(here=str(HERE)))
    return pytester.runpytest_subprocess("-p", "metagate.pytest_plugin", *options)


def test_results_stay_and_findings_are_told(pytester):
    plain = run(pytester)
    plain.assert_outcomes(passed=2, failed=1)
    plain.stdout.no_fnmatch_line("*lowerings in*")
    watched = run(pytester, "--metagate")
    watched.assert_outcomes(passed=2, failed=1)
    assert watched.ret == plain.ret
    watched.stdout.fnmatch_lines(["*2 lowerings in 2 tests: * findings; compared *"])
    if loses_meta():
        watched.stdout.fnmatch_lines(["getitem-lost: `stack_trace` was lost on *"])


def test_captures_are_kept(pytester):
    run(pytester, "--metagate-out", "kept").assert_outcomes(passed=2, failed=1)
    kept = sorted(path.name for path in pytester.path.glob("kept/*/*.json"))
    assert kept == ["lowering_1.json", "lowering_1.json"]


def test_nothing_lowered_is_told(pytester):
    pytester.makepyfile("def test_nothing(): pass")
    result = pytester.runpytest_subprocess("-p", "metagate.pytest_plugin", "--metagate")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["nothing was lowered"])


def test_executorch_own_tests_keep_their_results(pytester):
    """Some of the tests that the wheel ships: mutated buffers, compile specs."""
    executorch = pytest.importorskip("executorch.exir").__path__[0]
    tests = f"{executorch}/backend/test/test_partitioner.py"
    outcomes = []
    for options in ([], ["-p", "metagate.pytest_plugin", "--metagate"]):
        result = pytester.runpytest_subprocess(
            *("-p", "no:cacheprovider", "--import-mode=importlib", "--show-capture=no"),
            *("-rA", "-k", "mutation or with_spec", tests),
            *options,
        )
        lines = result.stdout.str().splitlines()
        outcomes.append(
            sorted(line for line in lines if line.startswith(("PASSED", "FAILED")))
        )
    assert outcomes[0] == outcomes[1]
    assert any(line.startswith("PASSED") for line in outcomes[0])
    result.stdout.fnmatch_lines(["* lowerings in * tests: * findings; compared *"])
    result.stdout.no_fnmatch_line("not captured*")


def test_captures_of_an_earlier_run_do_not_count(pytester):
    run(pytester, "--metagate-out", "kept")
    (pytester.path / "kept" / "mine.json").write_text("not a capture")
    stale = pytester.path / "kept" / "test_gone" / "lowering_1.json"
    stale.parent.mkdir()
    stale.write_text("not a capture")
    again = run(pytester, "--metagate-out", "kept", "-k", "passes")
    again.assert_outcomes(passed=1, deselected=2)
    assert not stale.exists()
    assert (pytester.path / "kept" / "mine.json").exists()


def test_names_of_tests_that_no_folder_can_have(pytester):
    pytester.makepyfile(
        TESTS.format(here=str(HERE)).split("def test_passes")[0]
        + """
import pytest
@pytest.mark.parametrize("name", ["a/b", "a+b", "long " * 90])
def test_lowers(name):
    assert lowered() is not None
"""
    )
    result = pytester.runpytest_subprocess(
        "-p", "metagate.pytest_plugin", "--metagate-out", "kept"
    )
    result.assert_outcomes(passed=3)
    result.stdout.fnmatch_lines(["*3 lowerings in 3 tests: *"])
    assert len(list(pytester.path.glob("kept/*/lowering_1.json"))) == 3


def test_without_executorch_tests_run_as_ever(pytester):
    pytester.makeconftest("import sys; sys.modules['executorch'] = None")
    pytester.makepyfile("def test_nothing(): pass")
    result = pytester.runpytest_subprocess("-p", "metagate.pytest_plugin", "--metagate")
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["nothing was watched: *executorch*"])
