"""What a program has and FORMAT.md has no field for: it goes to `producer.extra`.

Nothing is compared with it; it is there for people, and so that nothing of a
real program is lost: range constraints, details of the signature, what a
lowered module holds, types of nodes, and users in an order of their own.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import torch
from torch import fx

from metagate.capture.graphs import FoundGraph, is_lowered_module, named_by
from metagate.capture.operators import operator_name, qualified

_LONGEST_REPR = 4096
Clean = Callable[[str], str]


def extras_of(graph: FoundGraph, clean: Clean) -> dict[str, Any]:
    """Empty where there is nothing."""
    extra: dict[str, Any] = {}
    if graph.program is not None:
        _add_program(graph.program, clean, extra)
    if graph.lowered is not None:
        _add_lowered(graph.lowered, clean, extra)
    _add_attributes(graph, extra)
    _add_nodes(graph, clean, extra)
    if getattr(graph.module, "meta", None):
        extra["meta"] = _plain(graph.module.meta, clean)
    return extra


def _digest(data: Any) -> dict[str, Any]:
    # Bytes, by their type; but nobody holds a compile spec to that.
    if not isinstance(data, (bytes, bytearray, memoryview)):
        data = str(data).encode("utf-8", "surrogatepass")
    return {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def _plain(value: Any, clean: Clean) -> Any:
    if isinstance(value, dict):
        return {clean(str(key)): _plain(item, clean) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, clean) for item in value]
    if value is None or type(value) in (bool, int):
        return value
    return clean(value if type(value) is str else repr(value))[:_LONGEST_REPR]


def _add_program(program: Any, clean: Clean, extra: dict[str, Any]) -> None:
    ranges = getattr(program, "range_constraints", None) or {}
    if ranges:
        extra["range_constraints"] = {
            str(symbol): [str(limits.lower), str(limits.upper)]
            for symbol, limits in ranges.items()
        }
    signature = program.graph_signature
    passing = [
        spec.arg.name
        for spec in signature.input_specs
        if getattr(spec, "persistent", None) is False
    ]
    if passing:
        extra["non_persistent"] = sorted(passing)
    sides = {"inputs": signature.input_specs, "outputs": signature.output_specs}
    for side, specs in sides.items():
        kinds = {
            str(i): _argument(spec.arg, clean)
            for i, spec in enumerate(specs)
            if type(spec.arg).__name__ != "TensorArgument"
        }
        if kinds:
            extra[f"{side}_that_are_not_tensors"] = kinds


def _argument(argument: Any, clean: Clean) -> list[Any]:
    described = [type(argument).__name__]
    if hasattr(argument, "value"):
        described.append(_plain(argument.value, clean))
    return described


def _add_lowered(lowered: Any, clean: Clean, extra: dict[str, Any]) -> None:
    extra["backend"] = lowered.backend_id
    extra["processed_bytes"] = _digest(lowered.processed_bytes)
    if lowered.compile_specs:
        extra["compile_specs"] = [
            [spec.key, _digest(spec.value)] for spec in lowered.compile_specs
        ]
    if getattr(lowered, "meta", None):
        extra["lowered_meta"] = _plain(lowered.meta, clean)


def _add_attributes(graph: FoundGraph, extra: dict[str, Any]) -> None:
    attributes: dict[str, Any] = {}
    for node in graph.module.graph.nodes:
        if node.op not in ("get_attr", "call_module"):
            continue
        kind = graph.modules.get(node.target, {}).get("kind")
        if kind in ("lowered", "graph"):
            continue
        attributes[node.target] = _described(named_by(graph.module, node.target))
    if attributes:
        extra["attributes"] = attributes
    left = {
        name: type(module).__name__
        for name, module in graph.module.named_children()
        if name not in graph.modules
        and (isinstance(module, fx.GraphModule) or is_lowered_module(module))
    }
    if left:
        extra["modules_without_node"] = left


def _described(thing: Any) -> Any:
    if not isinstance(thing, torch.Tensor):
        return qualified(type(thing))
    return {
        "class": qualified(type(thing)),
        "dtype": str(thing.dtype).removeprefix("torch."),
        "shape": [size if type(size) is int else str(size) for size in thing.shape],
    }


def _add_nodes(graph: FoundGraph, clean: Clean, extra: dict[str, Any]) -> None:
    order = {node: i for i, node in enumerate(graph.module.graph.nodes)}
    for node in order:
        if not isinstance(node.target, str):
            name, _, is_weak = operator_name(node.target, clean)
            if is_weak:
                extra.setdefault("weak_targets", {})[node.name] = name
        if node.type is not None:
            text = clean(fx.node._type_repr(node.type))
            extra.setdefault("types", {})[node.name] = text
        users = list(node.users)
        places = [order.get(user, -1) for user in users]
        if places != sorted(places):
            names = [user.name for user in users]
            extra.setdefault("users", {})[node.name] = names
