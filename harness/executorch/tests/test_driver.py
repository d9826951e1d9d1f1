"""The driver builds what it is sent, lowers it for real, and answers with that."""

from __future__ import annotations

import inspect
import json
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import loses_meta
from executorch.exir import lowered_backend_module
from executorch.exir.backend import backend_api

from metagate.check import binary, check_files
from metagate.executorch.driver import Driver

TENSOR = {"$tensor": {"dtype": "float32", "shape": [2, 3]}}


@pytest.fixture(scope="module")
def driver():
    return Driver()


def node(name, target, *args, tag=None, **meta):
    """A call; args that are strings are nodes."""
    named = [{"$node": arg} if isinstance(arg, str) else arg for arg in args]
    meta.setdefault("val", TENSOR)
    if tag is not None:
        meta["delegation_tag"] = tag
    return {
        "name": name,
        "op": "call_function",
        "target": target,
        "args": named,
        "meta": meta,
    }


def placeholder(name, **meta):
    meta.setdefault("val", TENSOR)
    return {"name": name, "op": "placeholder", "target": name, "meta": meta}


def output(*names):
    returned = {"$tuple": [{"$node": name} for name in names]}
    return {"name": "output", "op": "output", "target": "output", "args": [returned]}


def document(nodes, objects=(), modules=None, kinds=None, mutated=None, graphs=()):
    """One program. `kinds` says what inputs are that users do not give, `mutated`
    which outputs are values of a buffer."""
    inputs = [
        {
            "kind": (kinds or {}).get(n["name"], "user_input"),
            "arg": n["name"],
            "target": n["name"] if n["name"] in (kinds or {}) else None,
        }
        for n in nodes
        if n["op"] == "placeholder"
    ]
    outputs = [
        {
            "kind": "buffer_mutation" if name in (mutated or {}) else "user_output",
            "arg": name,
            "target": (mutated or {}).get(name),
        }
        for name in (arg["$node"] for arg in nodes[-1]["args"][0]["$tuple"])
    ]
    main = {
        "name": "main",
        "nodes": nodes,
        "signature": {"inputs": inputs, "outputs": outputs},
    }
    if modules:
        main["modules"] = modules
    program = {"stage": "before", "graphs": [main, *graphs]}
    made = {"format": "metagate/1", "programs": [program]}
    if objects:
        made["objects"] = list(objects)
    return made


def chain(**meta):
    """x -> relu, in one partition, returned."""
    return document(
        [
            placeholder("x"),
            node("relu", "aten.relu.default", "x", tag="t0", **meta),
            output("relu"),
        ]
    )


def ask(driver, sent, number=1):
    return json.loads(driver.answer(json.dumps({"id": number, "document": sent})))


def lowered(driver, sent):
    answer = ask(driver, sent)
    assert "document" in answer, answer
    return answer["document"]


def refusal(driver, sent):
    return ask(driver, sent)["error"]


def graph(made, name="main"):
    (found,) = [g for g in made["programs"][0]["graphs"] if g["name"] == name]
    return {n["name"]: n for n in found["nodes"]}


def value(made, spelt):
    """A value with the tables of the document looked up, at every depth."""
    if isinstance(spelt, list):
        return [value(made, item) for item in spelt]
    if not isinstance(spelt, dict):
        return spelt
    if "$ref" in spelt:
        return value(made, made["objects"][spelt["$ref"]])
    if "$s" in spelt:
        return made["strings"][spelt["$s"]]
    return {key: value(made, item) for key, item in spelt.items()}


def findings(tmp_path, sent, made):
    """Of `metagate check`, as (rule, key, node)."""
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text(json.dumps(sent))
    after.write_text(json.dumps(made))
    report = check_files([before, after], step="lowering")
    return {(found.rule, found.key, found.node) for found in report.findings}


# --- what is built and answered --------------------------------------------------


def test_a_partition_becomes_a_delegate(driver, tmp_path):
    sent = chain(stack_trace="File model.py", debug_handle=3)
    made = lowered(driver, sent)
    assert list(graph(made)) == [
        "x",
        "lowered_module_0",
        "executorch_call_delegate",
        "getitem",
        "output",
    ]
    inside = graph(made, "main.lowered_module_0")
    assert inside["relu"]["target"] == "aten.relu.default"
    assert inside["relu"]["meta"]["debug_handle"] == 3
    found = findings(tmp_path, sent, made)
    lost = {("getitem-lost", key, "getitem") for key in ("stack_trace", "debug_handle")}
    assert found == (lost if loses_meta() else set())


SPELLINGS = [
    None,
    False,
    -7,
    0.1,
    1e-05,
    "",
    '\u043a \U0001f600 "q"\n',
    "/usr/lib/python3.11/site-packages/x.py at 0x7f0123456789",
    [],
    [1, [2, None]],
    {},
    {"a": {"": 1}, "12345678901": 2},
    {"$tuple": []},
    {"$tuple": [1, {"$tuple": [True]}]},
    {"$dict": [[1, "one"], [None, "none"]]},
    {"$dict": [["$node", 1]]},
    {"$set": [3]},
    {"$slice": [None, 3, None]},
    {"$range": [0, 8, 2]},
    {"$ellipsis": True},
    {"$int": "9007199254740993"},
    {"$float": "nan"},
    {"$float": "-0.0"},
    {"$float": "-inf"},
    {"$complex": [1.0, -2.5]},
    {"$bytes": {"size": 16, "sha256": "a" * 64}},
    {"$wtf8": "6162ff"},
    {"$tensor": {"dtype": "int8", "shape": [4, 7], "stride": [1, 1], "storage": 38}},
    {
        "$tensor": {
            "dtype": "float16",
            "shape": [{"$sym": {"kind": "int", "expr": "s1"}}],
        }
    },
    {"$sym": {"kind": "int", "expr": "2*s0", "exact": "Mul(2, s0)", "hint": 6}},
    {"$sym": {"kind": "bool", "expr": "s0 > 3"}},
    {"$expr": {"expr": "2*s0", "exact": "Mul(2, s0)"}},
    {"$dtype": "uint8"},
    {"$device": "cpu"},
    {"$layout": "strided"},
    {"$memory_format": "contiguous_format"},
    {"$op": "aten.add.Tensor"},
    {"$op": {"name": "aten.mul.Tensor", "kind": "op"}},
    {"$enum": {"class": "torch.ao.QuantType", "name": "STATIC"}},
    {"$data": {"class": "exir.CompileSpec", "fields": [["key", "k"], ["v", [1]]]}},
    {"$opaque": {"class": "demo.Note", "repr": "Note()", "sha256": "a" * 64}},
    {"$node": {"name": "x", "graph": None}},
]


@pytest.mark.parametrize("spelt", SPELLINGS, ids=lambda spelt: json.dumps(spelt)[:40])
def test_values_come_back_as_they_were_sent(driver, spelt):
    made = lowered(driver, chain(note=spelt))
    inside = graph(made, "main.lowered_module_0")["relu"]
    assert value(made, inside["meta"]["note"]) == spelt


def test_objects_are_the_same_ones_in_the_same_places(driver):
    sent = document(
        [
            placeholder("x", custom={"$ref": 1}),
            node("relu", "aten.relu.default", "x", tag="t0", custom={"$ref": 1}),
            node("sin", "aten.sin.default", "relu", custom={"$ref": 3}),
            output("sin"),
        ],
        objects=[
            {"nobody": "mentions it"},
            {"other": {"$ref": 2}},
            {"other": {"$ref": 1}},
            [1, {"$tuple": [{"$ref": 1}]}],
            None,
        ],
    )
    answer = ask(driver, sent)
    assert answer["same_objects"] is True
    made = answer["document"]
    assert made["objects"][: len(sent["objects"])] == sent["objects"]
    inside = graph(made, "main.lowered_module_0")
    assert inside["relu"]["meta"]["custom"] == {"$ref": 1}
    assert graph(made)["sin"]["meta"]["custom"] == {"$ref": 3}


def test_nodes_in_meta_are_nodes(driver):
    sent = document(
        [
            placeholder("x"),
            node("relu", "aten.relu.default", "x"),
            node("sin", "aten.sin.default", "relu", tag="t0", partner={"$node": "x"}),
            output("sin"),
        ]
    )
    # The copy that to_backend begins with leaves them in the caller's program.
    inside = graph(lowered(driver, sent), "main.lowered_module_0")
    assert inside["sin"]["meta"]["partner"] == {"$node": {"name": "x", "graph": None}}


def test_an_operator_that_nothing_has_keeps_its_name(driver):
    sent = document(
        [
            placeholder("x"),
            node("one", "demo.op.default", "x", tag="t0"),
            node("two", "nothing", "one"),
            output("two"),
        ]
    )
    made = lowered(driver, sent)
    assert graph(made)["two"]["target"] == "nothing"
    inside = graph(made, "main.lowered_module_0")
    assert inside["one"]["target"] == "demo.op.default"


def body(name, tag=None):
    call = node("relu", "aten.relu.default", "y", tag=tag, note=name)
    return {"name": name, "nodes": [placeholder("y"), call, output("relu")]}


def with_cond(tag=None):
    branches = [
        {"name": name, "op": "get_attr", "target": name} for name in ("yes", "no")
    ]
    call = node("cond", "cond", "x", "yes", "no", [{"$node": "x"}])
    call["meta"]["val"] = {"$tuple": [TENSOR]}
    read = node("getitem", "getitem", "cond", 0)
    modules = {n: {"kind": "graph", "graph": f"main.{n}"} for n in ("yes", "no")}
    graphs = [body("main.yes", tag), body("main.no")]
    nodes = [placeholder("x"), *branches, call, read, output("getitem")]
    return document(nodes, modules=modules, graphs=graphs)


def test_bodies_are_lowered(driver):
    made = lowered(driver, with_cond(tag="t0"))
    assert "executorch_call_delegate" in graph(made, "main.yes")
    assert "main.yes.lowered_module_0" in [
        g["name"] for g in made["programs"][0]["graphs"]
    ]
    assert "relu" in graph(made, "main.no")


def test_a_buffer_that_is_owned_and_mutated_is_consumed(driver):
    nodes = [
        placeholder("b", delegation_tag="t0"),
        placeholder("x"),
        node("add", "aten.add.Tensor", "b", "x", tag="t0"),
        node("mul", "aten.mul.Tensor", "add", "x", tag="t0"),
        output("add", "mul"),
    ]
    sent = document(nodes, kinds={"b": "buffer"}, mutated={"add": "b"})
    made = lowered(driver, sent)
    main, inside = made["programs"][0]["graphs"]
    assert [entry["kind"] for entry in main["signature"]["inputs"]] == ["user_input"]
    assert [entry["kind"] for entry in inside["signature"]["outputs"]] == [
        "buffer_mutation",
        "user_output",
    ]


def test_every_kind_of_input(driver):
    kinds = {"p": "parameter", "c": "constant_tensor", "o": "custom_obj"}
    nodes = [
        placeholder("p"),
        placeholder("c"),
        placeholder("o"),
        placeholder("x"),
        node("add", "aten.add.Tensor", "p", "c", tag="t0"),
        node("sub", "aten.sub.Tensor", "add", "o"),
        node("mul", "aten.mul.Tensor", "sub", "x"),
        output("mul"),
    ]
    made = lowered(driver, document(nodes, kinds=kinds))
    (main, _) = made["programs"][0]["graphs"]
    assert {entry["kind"] for entry in main["signature"]["inputs"]} == {
        "parameter",
        "constant_tensor",
        "custom_obj",
        "user_input",
    }


def test_a_program_without_signature_stays_without(driver, tmp_path):
    sent = chain()
    del sent["programs"][0]["graphs"][0]["signature"]
    made = lowered(driver, sent)
    assert "signature" not in made["programs"][0]["graphs"][0]
    assert not findings(tmp_path, sent, made)


def test_an_answer_can_be_lowered_again(driver):
    sent = document(
        [
            placeholder("x"),
            node("relu", "aten.relu.default", "x", tag="t0", note={"$ref": 0}),
            node("sin", "aten.sin.default", "relu", note={"$ref": 0}),
            output("sin"),
        ],
        objects=[{"scale": 0.5}],
    )
    first = lowered(driver, sent)
    sin = graph(first)["sin"]
    sin["meta"] = {**sin["meta"], "delegation_tag": "t0"}
    second = lowered(driver, first)
    assert [g["name"] for g in second["programs"][0]["graphs"]] == [
        "main",
        "main.lowered_module_0",
        "main.lowered_module_1",
    ]
    assert "relu" in graph(second, "main.lowered_module_0")
    assert "sin" in graph(second, "main.lowered_module_1")


def test_equal_requests_have_equal_answers(driver):
    line = json.dumps({"id": 1, "document": with_cond(tag="t0")})
    assert driver.answer(line) == driver.answer(line) == Driver().answer(line)


# --- why there is no program -------------------------------------------------------


def test_what_cannot_be_built_is_unsupported(driver):
    without = chain()
    del without["programs"][0]["graphs"][0]["nodes"][1]["meta"]["val"]
    assert refusal(driver, without)["code"] == "unsupported"
    assert "missing val" in refusal(driver, without)["message"]

    method = chain()
    method["programs"][0]["graphs"][0]["nodes"][1]["op"] = "call_method"
    assert refusal(driver, method) == {
        "code": "unsupported",
        "message": "the edge dialect has no call_method",
    }
    assert refusal(driver, chain(val=[{"$set": [[]]}]))["code"] == "unsupported"
    odd = document([placeholder("x"), node("m", "operator.mul"), output("m")])
    assert refusal(driver, odd)["code"] == "unsupported"
    assert "IndexError" in refusal(driver, odd)["message"]
    # And the driver goes on.
    assert "document" in ask(driver, chain())


def test_refusals_have_the_code_that_the_reference_gives(driver):
    tagged_input = document([placeholder("x", delegation_tag="t0"), output("x")])
    assert refusal(driver, tagged_input)["code"] == "tagged-input"
    cyclic = document(
        [
            placeholder("x"),
            node("a", "aten.relu.default", "x", tag="t0"),
            node("b", "aten.sin.default", "a"),
            node("c", "aten.add.Tensor", "a", "b", tag="t0"),
            output("c"),
        ]
    )
    assert refusal(driver, cyclic)["code"] == "non-convex"


def test_an_exception_is_told_by_type_and_place(driver):
    dead = document(
        [placeholder("x"), node("a", "aten.relu.default", "x", tag="t0"), output("x")]
    )
    error = refusal(driver, dead)
    assert error["code"] == "AssertionError@create_submodule_from_nodes"
    assert "insertion point" in error["message"]


# --- the process -------------------------------------------------------------------


def test_the_process_speaks_the_protocol():
    lines = [json.dumps({"id": i, "document": chain(), "more": 1}) for i in (3, 9)]
    package = pathlib.Path(__file__).parent.parent
    done = subprocess.run(
        [sys.executable, "-m", "metagate.executorch.driver"],
        input="\n".join(lines) + "\n",
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(package)},
    )
    assert done.returncode == 0, done.stderr
    hello, *answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert hello["metagate-driver"] == 1 and hello["window"] > 1
    assert [answer["id"] for answer in answers] == [3, 9]
    assert answers[0]["document"] == answers[1]["document"]


# --- what it is for ----------------------------------------------------------------


def test_fuzz_finds_the_loss_of_a_release_that_has_it(tmp_path):
    package = pathlib.Path(__file__).parent.parent
    command = f"'{sys.executable}' -m metagate.executorch.driver"
    done = subprocess.run(
        [binary(), "fuzz", "--cases", "16", "--lowering", command, "--save", "found"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(package)},
    )
    assert done.returncode == 1, done.stderr  # both have other faults
    lost = list((tmp_path / "found").glob("getitem-lost-*.json"))
    if not loses_meta():
        assert not lost
        return
    assert lost
    for path in lost:
        nodes = graph(json.loads(path.read_text())).values()
        calls = [n for n in nodes if n["op"] == "call_function"]
        assert [bool(n["meta"]["delegation_tag"]) for n in calls] == [True]


def two_partitions():
    """One with one output and one with two, and more meta than `val`."""
    meta = {"custom": {"a": 1}, "q": {"$dtype": "int8"}, "nn_module_stack": {"m": 1}}
    return document(
        [
            placeholder("x"),
            node("relu", "aten.relu.default", "x", tag="t0", label="relu", **meta),
            node("sin", "aten.sin.default", "relu", label="sin", **meta),
            node("cos", "aten.cos.default", "sin", tag="t1", label="cos", **meta),
            node("tanh", "aten.tanh.default", "sin", tag="t1", label="tanh", **meta),
            output("relu", "cos", "tanh"),
        ]
    )


POP_STACK = 'user_node.meta.pop("nn_module_stack", None)'
GIVE_ALL = "submodule_node.replace_all_uses_with(proxy_out, propagate_meta=True)"
# A change to create_submodule_from_nodes, and one thing that is wrong then.
COPIES = [
    (POP_STACK, "pass", ("getitem-leaked", "nn_module_stack")),
    (POP_STACK, 'user_node.meta.pop("q", None)', ("getitem-lost", "q")),
    (
        POP_STACK,
        'user_node.meta = {"val": user_node.meta["val"]}',
        ("getitem-lost", "custom"),
    ),
    (POP_STACK, 'user_node.meta["label"] = "sin"', ("getitem-changed", "label")),
    (POP_STACK, 'user_node.meta["extra"] = 1', ("getitem-leaked", "extra")),
    (
        POP_STACK,
        'user_node.meta["custom"]["a"] = 2',
        ("getitem-changed", "custom"),
    ),
    (
        GIVE_ALL,
        "submodule_node.replace_all_uses_with(proxy_out); "
        'proxy_out.meta["val"] = submodule_node.meta["val"]',
        ("getitem-lost", "q"),
    ),
    (
        'proxy_out.meta.pop("nn_module_stack", None)',
        "pass",
        ("getitem-leaked", "nn_module_stack"),
    ),
    (
        'proxy_out.meta.pop("nn_module_stack", None)',
        "proxy_out.meta = submodule_node.meta",
        ("getitem-leaked", "nn_module_stack"),
    ),
]


SOURCE = inspect.getsource(lowered_backend_module.create_submodule_from_nodes)


# A copy can be made faulty only where the release has the line.
@pytest.mark.parametrize(
    "old, new, expected", [copy for copy in COPIES if copy[0] in SOURCE]
)
def test_a_faulty_copy_is_caught(driver, tmp_path, monkeypatch, old, new, expected):
    scope = dict(vars(lowered_backend_module))
    exec(SOURCE.replace(old, new), scope)
    sent = two_partitions()
    known = findings(tmp_path, sent, lowered(driver, sent))
    monkeypatch.setattr(
        backend_api,
        "create_submodule_from_nodes",
        scope["create_submodule_from_nodes"],
    )
    added = findings(tmp_path, sent, lowered(driver, sent)) - known
    assert expected in {(rule, key) for rule, key, _ in added}
