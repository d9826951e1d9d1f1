"""What is in a capture, and that equal runs give equal bytes."""

from __future__ import annotations

import enum
import gzip
import json
import os
import pathlib
import subprocess
import sys

import pytest
import torch
from conftest import AddRelu, ByName, TwoOutputs
from executorch.exir import to_edge
from executorch.exir.backend.backend_api import to_backend

from metagate.capture import Capture
from metagate.check import check_files


def taken(*stages):
    capture = Capture()
    for name, program in stages:
        capture.stage(name, program)
    return json.loads(capture.dumps())


def nodes_of(document, stage=0, graph=0):
    nodes = document["programs"][stage]["graphs"][graph]["nodes"]
    return {node["name"]: node for node in nodes}


def resolved(document, value):
    while isinstance(value, dict) and "$ref" in value:
        value = document["objects"][value["$ref"]]
    return value


def graph_with(meta, name="x"):
    graph = torch.fx.Graph()
    node = graph.placeholder(name)
    node.meta = meta
    graph.output(node)
    return torch.fx.GraphModule({}, graph)


def meta_of(meta):
    document = taken(("only", graph_with(meta)))
    return resolved(document, nodes_of(document)["x"]["meta"])


@pytest.mark.parametrize(
    "value, spelt",
    [
        (None, None),
        (True, True),
        (1, 1),
        (2**53, 2**53),
        (2**53 + 1, {"$int": str(2**53 + 1)}),
        (0.5, 0.5),
        (-0.0, {"$float": "-0.0"}),
        (float("nan"), {"$float": "nan"}),
        (float("-inf"), {"$float": "-inf"}),
        ("short", "short"),
        ("\ud800", {"$wtf8": "eda080"}),
        (1 + 2j, {"$complex": [1.0, 2.0]}),
        ((), {"$tuple": []}),
        ((1, (2,)), {"$tuple": [1, {"$tuple": [2]}]}),
        ([1, None], [1, None]),
        ({"a": 1}, {"a": 1}),
        ({}, {}),
        ({"$a": 1}, {"$dict": [["$a", 1]]}),
        ({1: 2}, {"$dict": [[1, 2]]}),
        ({3, 1, 2}, {"$set": [1, 2, 3]}),
        (slice(1, None, 2), {"$slice": [1, None, 2]}),
        (range(1, 9, 2), {"$range": [1, 9, 2]}),
        (..., {"$ellipsis": True}),
        (torch.int8, {"$dtype": "int8"}),
        (torch.strided, {"$layout": "strided"}),
        (torch.channels_last, {"$memory_format": "channels_last"}),
        (torch.device("cpu"), {"$device": "cpu"}),
        (torch.Size([2, 3]), {"$tuple": [2, 3]}),
        (
            torch.ops.aten.relu.default,
            {"$op": {"name": "aten.relu.default", "kind": "op"}},
        ),
        (
            torch.nn.ReLU,
            {"$op": {"name": torch.nn.ReLU.__module__ + ".ReLU", "kind": "type"}},
        ),
    ],
)
def test_a_value_is_spelt_as_the_format_says(value, spelt):
    assert meta_of({"k": value})["k"] == spelt


def test_a_long_string_goes_to_the_table():
    document = taken(("only", graph_with({"k": "a" * 24})))
    assert nodes_of(document)["x"]["meta"]["k"] == {"$s": 0}
    assert document["strings"] == ["a" * 24]


def test_a_cycle_has_an_end():
    loop: list = []
    loop.append(loop)
    document = taken(("only", graph_with({"k": loop})))
    assert nodes_of(document)["x"]["meta"]["k"] == {"$ref": 0}
    assert document["objects"] == [[{"$ref": 0}]]


def test_one_object_in_two_places_is_one():
    shared = {"scale": 1.0}
    document = taken(("only", graph_with({"a": shared, "b": shared})))
    meta = nodes_of(document)["x"]["meta"]
    assert meta["a"] == meta["b"] == {"$ref": 0}


def test_two_nodes_that_hold_one_dict():
    graph = torch.fx.Graph()
    x, y = graph.placeholder("x"), graph.placeholder("y")
    x.meta = y.meta = {"k": 1}
    graph.output((x, y))
    document = taken(("only", torch.fx.GraphModule({}, graph)))
    nodes = nodes_of(document)
    assert nodes["x"]["meta"] == nodes["y"]["meta"] == {"$ref": 0}


def test_a_stage_shows_what_was_when_it_was_taken():
    kept = {"scale": 1}
    module = graph_with({"k": kept, "l": kept})
    capture = Capture().stage("before", module)
    kept["scale"] = 2
    document = json.loads(capture.stage("after", module).dumps())
    values = [
        resolved(document, nodes_of(document, stage)["x"]["meta"]["k"])
        for stage in (0, 1)
    ]
    assert values == [{"scale": 1}, {"scale": 2}]
    assert document["same_object"] == [[0, 1]]


def test_two_stages_of_one_name_are_refused():
    module = graph_with({})
    capture = Capture().stage("before", module)
    with pytest.raises(ValueError, match="two stages named 'before'"):
        capture.stage("before", module)


def test_a_real_lowering(two_outputs, tmp_path):
    program = two_outputs.exported_program()
    capture = Capture(case="real")
    partitioner = ByName(t0="aten_add_tensor aten_mul_tensor")
    tagged = partitioner.partition(program).tagged_exported_program
    capture.stage("before", tagged)
    capture.stage("after", to_backend(program, partitioner))
    path = tmp_path / "real.json.gz"
    capture.write(path)
    document = json.loads(gzip.open(path).read())
    graphs = document["programs"][1]["graphs"]
    assert [graph["name"] for graph in graphs] == ["main", "main.lowered_module_0"]
    assert graphs[0]["modules"]["lowered_module_0"]["backend"] == "NothingBackend"
    # Two outputs: nothing is lost in any version.
    report = check_files([path])
    assert report.coverage["getitems"] == 2
    assert not [found for found in report.findings if found.is_loss]


class Flags(enum.Flag):
    ONE = 1


def test_a_flag_without_a_name():
    spelt = meta_of({"k": Flags(0)})["k"]["$enum"]
    assert spelt["name"] == "0"


SETS = """
import sys
sys.path[:0] = {paths!r}
import torch
from metagate.capture import Capture
graph = torch.fx.Graph()
x = graph.placeholder("x")
graph.output(x)
names = ["a", "b", "c", "d", "e", "f"]
x.meta["k"] = {{frozenset([name, (name, 1)]) for name in names}} | set(names)
sys.stdout.write(Capture().stage("only", torch.fx.GraphModule({{}}, graph)).dumps())
"""

LOWERED = """
import sys
sys.path[:0] = {paths!r}
from conftest import ByName, TwoOutputs, edge_of, torch
from executorch.exir.backend.backend_api import to_backend
from metagate.capture import Capture
edge = edge_of(TwoOutputs(), torch.ones(2, 3), torch.ones(2, 3)).exported_program()
capture = Capture().stage("edge", edge)
capture.stage("after", to_backend(edge, ByName(t0="aten_add_tensor")))
sys.stdout.write(capture.dumps())
"""


@pytest.mark.parametrize("script", [LOWERED, SETS], ids=["lowered", "sets"])
def test_equal_runs_give_equal_bytes(script, tmp_path):
    here = pathlib.Path(__file__).parent
    script = script.format(paths=[str(here), str(here.parent)])
    texts = set()
    for seed, folder in (("1", tmp_path), ("2", here)):
        run = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=folder,
            capture_output=True,
            check=True,
        )
        texts.add(run.stdout)
    assert len(texts) == 1


def test_a_manager_of_one_method_and_of_several(add_relu, two_outputs):
    plain = taken(("edge", add_relu.exported_program()))
    assert taken(("edge", add_relu))["programs"] == plain["programs"]
    both = to_edge(
        {
            "one": torch.export.export(AddRelu().eval(), (torch.ones(2),) * 2),
            "two": torch.export.export(TwoOutputs().eval(), (torch.ones(2),) * 2),
        }
    )
    with pytest.raises(ValueError, match="which method. There are: one, two"):
        Capture().stage("edge", both)
    capture = Capture().stage("edge", both, method="two")
    names = [node.name for node in capture.stages[0].graphs[0].nodes]
    assert "aten_cos_default" in names
