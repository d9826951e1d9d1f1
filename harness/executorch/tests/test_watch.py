"""A watch sees every lowering, and changes nothing of it."""

from __future__ import annotations

import inspect
import json
from typing import final

import pytest
import torch
from conftest import AddRelu, ByName, TwoOutputs, edge_of, loses_meta
from executorch.exir import to_edge_transform_and_lower
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult
from executorch.exir.backend.partitioner import (
    DelegationSpec,
    Partitioner,
    PartitionResult,
)

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


def test_a_partitioner_that_was_not_seen_is_told(add_relu):
    class OwnCall(Partitioner):
        partition = None

        def __call__(self, exported_program):
            return ByName(**SINGLE).partition(exported_program)

    OwnCall.__abstractmethods__ = frozenset()
    with watch() as watched:
        to_backend(add_relu.exported_program(), OwnCall())
    with pytest.raises(CouldNotCheck, match="OwnCall has a __call__ of its own"):
        watched.assert_no_meta_lost()


@final
class MutatingBackend(BackendDetails):
    @staticmethod
    def preprocess(edge_program, compile_specs):
        for node in edge_program.graph.nodes:
            if "custom" in node.meta:
                node.meta["custom"]["seen"] = True
        return PreprocessResult(processed_bytes=b"")


def test_a_backend_that_changes_a_shared_object(two_outputs):
    """Copies of programs share what is in their metadata."""

    class Tag(Partitioner):
        def partition(self, exported_program):
            for node in exported_program.graph.nodes:
                if node.name == "aten_mul_tensor":
                    node.meta["delegation_tag"] = "t0"
            tags = {"t0": DelegationSpec("MutatingBackend", [])}
            return PartitionResult(exported_program, tags)

    program = two_outputs.exported_program()
    shared = {"site": 1}
    for node in program.graph.nodes:
        node.meta["custom"] = shared
    with watch() as watched:
        to_backend(program, Tag())
    assert "alias-mutated" in {found.rule for found in watched.findings}


# What a refactoring of create_submodule_from_nodes can get wrong: what is
# replaced in its text, by what, and the rule and key that have to say so.
FAULTY = {
    "a source key stays": (
        """pop("nn_module_stack", None)""",
        """pop("no_such_key", None)""",
        ("getitem-leaked", "nn_module_stack"),
    ),
    "everything goes": (
        """user_node.meta.pop("nn_module_stack", None)""",
        """[user_node.meta.pop(key) for key in set(user_node.meta) - {"val"}]""",
        ("getitem-lost", "stack_trace"),
    ),
    "a key goes that should stay": (
        """pop("source_fn_stack", None)""",
        """pop("torch_fn", None)""",
        ("getitem-lost", "torch_fn"),
    ),
    "a key gets another value": (
        """user_node.meta.pop("nn_module_stack", None)""",
        """user_node.meta.update(nn_module_stack=None, seq_nr=12345)""",
        ("getitem-changed", "seq_nr"),
    ),
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_copy_of_create_submodule_is_caught(name, two_outputs, monkeypatch):
    from executorch.exir import lowered_backend_module as module
    from executorch.exir.backend import backend_api

    old, new, fault = FAULTY[name]
    text = inspect.getsource(module.create_submodule_from_nodes)
    assert old in text, "upstream has changed: the mutant has to be written anew"
    names = dict(vars(module))
    exec(text.replace(old, new), names)
    faulty = names["create_submodule_from_nodes"]
    monkeypatch.setattr(backend_api, "create_submodule_from_nodes", faulty)
    with watch() as watched:
        to_backend(
            two_outputs.exported_program(),
            ByName(t0="aten_add_tensor aten_mul_tensor"),
        )
    assert fault in {(found.rule, found.key) for found in watched.findings}
