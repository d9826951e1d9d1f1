"""A watch sees every lowering, and changes nothing of it."""

from __future__ import annotations

import json

import pytest
import torch
from conftest import AddRelu, ByName, TwoOutputs, edge_of, loses_meta
from executorch.exir import to_edge_transform_and_lower
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.partitioner import Partitioner

from metagate.capture import Capture
from metagate.check import CouldNotCheck
from metagate.executorch import watch

SINGLE = dict(t0="aten_add_tensor aten_relu_default")


def stages_of(path):
    return [program["stage"] for program in json.loads(path.read_text())["programs"]]


def test_one_program(add_relu):
    with watch() as watched:
        add_relu.to_backend(ByName(**SINGLE))
    assert [seen.name for seen in watched.lowerings] == ["lowering_1"]
    assert stages_of(watched.captures[0]) == ["before", "after"]
    lost = {found.key for found in watched.findings if found.rule == "getitem-lost"}
    if loses_meta():
        assert {"stack_trace", "debug_handle", "torch_fn"} <= lost
        with pytest.raises(AssertionError, match="getitem-lost"):
            watched.assert_no_meta_lost()
    else:
        assert not lost
        watched.assert_no_meta_lost()


def test_what_is_lowered_is_the_same(two_outputs):
    program = two_outputs.exported_program()
    other = edge_of(TwoOutputs(), torch.ones(2, 3), torch.ones(2, 3))
    partitioner = ByName(t0="aten_mul_tensor")
    plain = to_backend(program, partitioner)
    with watch():
        watched = to_backend(other.exported_program(), partitioner)
    texts = []
    for lowered in (plain, watched):
        text = Capture().stage("after", lowered).dumps()
        texts.append(json.loads(text)["programs"])
    assert texts[0] == texts[1]


def test_several_methods():
    programs = {
        "one": torch.export.export(AddRelu().eval(), (torch.ones(2), torch.ones(2))),
        "two": torch.export.export(TwoOutputs().eval(), (torch.ones(2), torch.ones(2))),
    }
    partitioners = {
        "one": [ByName(**SINGLE)],
        "two": [ByName(t0="aten_add_tensor aten_mul_tensor")],
    }
    with watch() as watched:
        to_edge_transform_and_lower(programs, partitioner=partitioners)
    names = [seen.name for seen in watched.lowerings]
    assert names == ["lowering_1.one", "lowering_1.two"]
    assert watched.check().coverage["delegates"] == 2


def test_rounds_are_lowerings_of_their_own(two_outputs):
    with watch() as watched:
        first = two_outputs.to_backend(ByName(t0="aten_add_tensor"))
        first.to_backend(ByName(t0="aten_mul_tensor"))
    assert len(watched.lowerings) == 2
    assert watched.check().coverage["delegates"] == 3


def test_a_whole_program(add_relu):
    with watch() as watched:
        to_backend("NothingBackend", add_relu.exported_program(), [])
    assert stages_of(watched.captures[0]) == ["before", "after"]
    watched.assert_clean()


def test_an_error_of_the_lowering_is_the_tests_own(add_relu):
    class Wrong(Partitioner):
        def partition(self, exported_program):
            raise KeyError("no backend")

    with watch() as watched:
        with pytest.raises(KeyError):
            add_relu.to_backend(Wrong())
        add_relu.to_backend(ByName(**SINGLE))
    assert len(watched.lowerings) == 1


def test_everything_is_as_it_was_afterwards(add_relu):
    before = dict(to_backend.registry), Partitioner.__call__
    with watch():
        pass
    assert (dict(to_backend.registry), Partitioner.__call__) == before
    with pytest.raises(RuntimeError):
        with watch():
            raise RuntimeError
    assert (dict(to_backend.registry), Partitioner.__call__) == before


def test_a_watch_that_saw_nothing_is_not_clean():
    with watch() as watched:
        pass
    with pytest.raises(CouldNotCheck, match="nothing was lowered"):
        watched.assert_clean()


def test_captures_stay_where_they_are_asked_for(add_relu, tmp_path):
    with watch(tmp_path / "kept"):
        add_relu.to_backend(ByName(**SINGLE))
    assert (tmp_path / "kept" / "lowering_1.json").is_file()


def test_a_faulty_copy_of_create_submodule_is_caught(two_outputs, monkeypatch):
    """A refactoring that drops what the getitems should carry."""
    from executorch.exir.backend import backend_api

    original = backend_api.create_submodule_from_nodes

    def faulty(gm, node_list, tag, *rest, **named):
        submodule, call = original(gm, node_list, tag, *rest, **named)
        for user in call.users:
            user.meta.pop("stack_trace", None)
        return submodule, call

    monkeypatch.setattr(backend_api, "create_submodule_from_nodes", faulty)
    with watch() as watched:
        to_backend(
            two_outputs.exported_program(),
            ByName(t0="aten_add_tensor aten_mul_tensor"),
        )
    lost = {(found.rule, found.key) for found in watched.findings if found.is_loss}
    assert ("getitem-lost", "stack_trace") in lost
