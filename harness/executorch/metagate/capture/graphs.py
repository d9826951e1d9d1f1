"""The graphs of a program: its own, bodies of control flow, lowered modules."""

from __future__ import annotations

import dataclasses
from typing import Any

import torch
from torch import fx

__all__ = ["FoundGraph", "graphs_of", "is_lowered_module", "named_by", "one_program"]


def is_lowered_module(module: Any) -> bool:
    """Is it a LoweredBackendModule (executorch/exir/lowered_backend_module.py)?"""
    return type(module).__name__ == "LoweredBackendModule"


def named_by(module: fx.GraphModule, target: str) -> Any:
    """What a get_attr or call_module of that target gives; None if nothing."""
    found: Any = module
    for part in target.split("."):
        found = getattr(found, part, None)
    return found


def one_program(program: Any, method: str | None) -> Any:
    """The program of a method, where `program` manages several; else itself."""
    if not (hasattr(program, "methods") and hasattr(program, "exported_program")):
        if method is not None:
            raise ValueError(f"a {type(program).__name__} has no methods")
        return program
    methods = sorted(program.methods)
    if method is None and len(methods) == 1:
        method = methods[0]
    if method not in methods:
        raise ValueError(f"which method? There are: {', '.join(methods)}")
    return program.exported_program(method)


@dataclasses.dataclass
class FoundGraph:
    """A graph with what its get_attr and call_module nodes name."""

    name: str
    module: fx.GraphModule
    # The program it belongs to, where it is the top graph of one.
    program: Any = None
    # Of a lowered graph, its LoweredBackendModule.
    lowered: Any = None
    # The `modules` of FORMAT.md.
    modules: dict[str, dict[str, str]] = dataclasses.field(default_factory=dict)


def graphs_of(program: Any) -> list[FoundGraph]:
    """Every graph that can be reached, depth first in node order, `main` first.

    `program` is an ExportedProgram or a GraphModule. A graph that two nodes
    name is one graph.
    """
    is_module = isinstance(program, fx.GraphModule)
    top = program if is_module else program.graph_module
    found: list[FoundGraph] = []
    known: dict[int, str] = {}

    def visit(graph: FoundGraph) -> None:
        known[id(graph.module.graph)] = graph.name
        found.append(graph)
        for node in graph.module.graph.nodes:
            if node.op not in ("get_attr", "call_module"):
                continue
            if node.target in graph.modules:
                continue
            named = named_by(graph.module, node.target)
            child = f"{graph.name}.{node.target}"
            if is_lowered_module(named):
                inner = named.original_module
                name = known.get(id(inner.graph_module.graph))
                graph.modules[node.target] = {
                    "kind": "lowered",
                    "backend": named.backend_id,
                    "graph": name or child,
                }
                if name is None:
                    visit(FoundGraph(child, inner.graph_module, inner, named))
            elif isinstance(named, fx.GraphModule):
                name = known.get(id(named.graph))
                graph.modules[node.target] = {"kind": "graph", "graph": name or child}
                if name is None:
                    visit(FoundGraph(child, named))
            elif isinstance(named, torch.Tensor):
                graph.modules[node.target] = {"kind": "tensor"}

    visit(FoundGraph("main", top, None if is_module else program))
    return found
