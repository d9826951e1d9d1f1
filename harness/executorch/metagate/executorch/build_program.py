"""Builds the real thing, an ExportedProgram of the edge dialect, from a document.

Names, arguments, metadata, signatures, nested graphs and delegates of earlier
rounds are those of the document. Parameters, buffers and constants get tensors
of the right type and shape, with nothing in them. What the verifier of the edge
dialect refuses is `Unsupported`, as is what has no counterpart in torch.fx.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import torch
import torch.utils._pytree as pytree
from executorch.exir import EdgeCompileConfig
from executorch.exir.lowered_backend_module import LoweredBackendModule
from executorch.exir.verification.verifier import EXIREdgeDialectVerifier
from torch import fx
from torch._export.verifier import SpecViolationError
from torch.export.exported_program import (
    ExportedProgram,
    ModuleCallEntry,
    ModuleCallSignature,
)
from torch.export.graph_signature import (
    ConstantArgument,
    CustomObjArgument,
    ExportGraphSignature,
    InputKind,
    InputSpec,
    OutputKind,
    OutputSpec,
    SymBoolArgument,
    SymFloatArgument,
    SymIntArgument,
    TensorArgument,
    TokenArgument,
)

from metagate.executorch.targets import Targets
from metagate.executorch.values import Json, Token, Unsupported, Values, World

__all__ = ["Builder", "BuiltProgram"]

# As `to_edge` gives it with the configuration that backends use.
_VERIFIER = EXIREdgeDialectVerifier(
    edge_compile_config=EdgeCompileConfig(_check_ir_validity=False), class_only=True
)
_SYMBOLIC_ARGUMENTS = (
    (torch.SymInt, SymIntArgument),
    (torch.SymFloat, SymFloatArgument),
    (torch.SymBool, SymBoolArgument),
)


@dataclasses.dataclass
class BuiltProgram:
    """A program, and what knows how its values were sent."""

    program: ExportedProgram
    values: Values
    has_signature: bool  # else it was given one, which is not to be answered


class Builder:
    """Builds program after program; what is costly is kept from one to the next."""

    def __init__(self) -> None:
        self.world = World()
        self.targets = Targets()

    def build(self, document: Json) -> BuiltProgram:
        """The only program of a document. Raises Unsupported."""
        self.world.tidy()
        values = Values(self.world, document.get("objects", []))
        (described,) = document["programs"]
        building = _Building(described["graphs"], values, self.targets)
        try:
            program = building.program()
        except Unsupported:
            raise
        except Exception as error:
            # torch.fx has rules of its own, such as how many operands an
            # operator of Python takes.
            line = str(error).strip().split("\n")[0]
            reason = f"torch does not build it: {type(error).__name__}: {line}"
            raise Unsupported(reason) from error
        return BuiltProgram(program, values, "signature" in described["graphs"][0])


class _Building:
    """One program under construction."""

    def __init__(self, described: Json, values: Values, targets: Targets) -> None:
        self.described = {graph["name"]: graph for graph in described}
        self.values = values
        self.targets = targets
        self.graphs: dict[str, fx.Graph] = {}
        self.modules: dict[str, fx.GraphModule] = {}

    def program(self) -> ExportedProgram:
        for name in self.described:
            self._add_nodes(name)
        # Metadata can name any node of any graph.
        for name in self.described:
            self._add_meta(name)
        top = next(iter(self.described))
        return self._exported(top)

    # --- nodes ---------------------------------------------------------------

    def _add_nodes(self, name: str) -> None:
        graph = self.graphs[name] = fx.Graph()
        nodes = self.values.nodes[name] = {}
        for described in self.described[name]["nodes"]:
            nodes[described["name"]] = self._add_node(graph, described, name)

    def _add_node(self, graph: fx.Graph, described: Json, name: str) -> fx.Node:
        op, target = described["op"], described["target"]
        if op in ("call_method", "call_module"):
            raise Unsupported(f"the edge dialect has no {op}")
        args = described.get("args")
        kwargs = described.get("kwargs")
        node = graph.create_node(
            op,
            self.targets(target) if op == "call_function" else target,
            tuple(self.values.value(arg, name) for arg in args) if args else (),
            self.values.value(kwargs, name) if kwargs else {},
            described["name"],
        )
        if node.name != described["name"]:
            raise Unsupported(f"torch.fx has no node named {described['name']!r}")
        return node

    def _add_meta(self, name: str) -> None:
        nodes = self.values.nodes[name]
        for described in self.described[name]["nodes"]:
            meta = described.get("meta")
            if meta:
                # A dict that several nodes hold is an entry of the table.
                nodes[described["name"]].meta = self.values.value(meta, name)

    # --- modules -------------------------------------------------------------

    def _root(self, name: str) -> torch.nn.Module:
        """A module that has what the graph's get_attr nodes name."""
        root = torch.nn.Module()
        for target, described in self.described[name].get("modules", {}).items():
            owner = root
            *path, last = target.split(".")
            for part in path:
                if not hasattr(owner, part):
                    owner.add_module(part, torch.nn.Module())
                owner = getattr(owner, part)
            if described["kind"] == "graph":
                owner.add_module(last, self._body(described["graph"]))
            elif described["kind"] == "lowered":
                owner.add_module(last, self._lowered(described))
            else:
                owner.register_buffer(last, self._attribute(name, target))
        return root

    def _body(self, name: str) -> fx.GraphModule:
        module = self.modules.get(name)
        if module is None:
            module = fx.GraphModule(self._root(name), self.graphs[name])
            self.modules[name] = module
        return module

    def _lowered(self, described: Json) -> LoweredBackendModule:
        module = LoweredBackendModule(
            edge_program=self._exported(described["graph"]),
            backend_id=described["backend"],
            processed_bytes=b"",
            compile_specs=[],
        )
        module.meta = {"debug_handle_map": {}}
        return module

    def _attribute(self, graph: str, target: str) -> torch.Tensor:
        """A tensor such as a get_attr node of that target says, if it says so."""
        for node in self.graphs[graph].nodes:
            if node.op == "get_attr" and node.target == target:
                return _like(node.meta.get("val"))
        return torch.zeros(1)

    # --- programs ------------------------------------------------------------

    def _exported(self, name: str) -> ExportedProgram:
        described = self.described[name].get("signature") or self._users_own(name)
        state: dict[str, torch.Tensor] = {}
        constants: dict[str, Any] = {}
        nodes = self.values.nodes[name]
        inputs = [
            self._input(entry, nodes, state, constants) for entry in described["inputs"]
        ]
        outputs = [self._output(entry, nodes) for entry in described["outputs"]]
        signature = ExportGraphSignature(inputs, outputs)
        try:
            return ExportedProgram(
                root=self._root(name),
                graph=self.graphs[name],
                graph_signature=signature,
                state_dict=state,
                range_constraints={},
                module_call_graph=[_call_of(signature)],
                constants=constants,
                verifiers=[_VERIFIER],
            )
        except (SpecViolationError, AssertionError) as error:
            line = str(error).strip().split("\n")[0]
            raise Unsupported(f"the edge verifier refuses it: {line}") from error

    def _users_own(self, name: str) -> Json:
        """The signature of a graph that has none: all is its user's."""
        graph = self.graphs[name]
        inputs = [node.name for node in graph.nodes if node.op == "placeholder"]
        outputs = [node.name for node in graph.output_node().args[0]]
        return {
            side: [{"kind": kind, "arg": arg, "target": None} for arg in names]
            for side, kind, names in (
                ("inputs", "user_input", inputs),
                ("outputs", "user_output", outputs),
            )
        }

    def _input(
        self,
        entry: Json,
        nodes: dict[str, fx.Node],
        state: dict[str, torch.Tensor],
        constants: dict[str, Any],
    ) -> InputSpec:
        kind, target = InputKind[entry["kind"].upper()], entry["target"]
        node = nodes.get(entry["arg"])
        value = node.meta.get("val") if node is not None else None
        if kind is InputKind.PARAMETER:
            state[target] = torch.nn.Parameter(_like(value), requires_grad=False)
        elif kind is InputKind.BUFFER:
            state[target] = _like(value)
        elif kind is InputKind.CONSTANT_TENSOR:
            constants[target] = _like(value)
        elif kind is InputKind.CUSTOM_OBJ:
            constants[target] = Token("custom object")
        persistent = True if kind is InputKind.BUFFER else None
        return InputSpec(kind, _argument(entry, value), target, persistent)

    def _output(self, entry: Json, nodes: dict[str, fx.Node]) -> OutputSpec:
        node = nodes.get(entry["arg"])
        value = node.meta.get("val") if node is not None else None
        kind = OutputKind[entry["kind"].upper()]
        return OutputSpec(kind, _argument(entry, value), entry["target"])


def _like(value: Any) -> torch.Tensor:
    """A real tensor of that type and shape; its elements are one in memory."""
    if not isinstance(value, torch.Tensor):
        return torch.zeros(1)
    sizes = [size if type(size) is int else 8 for size in value.shape]
    return torch.zeros((), dtype=value.dtype).expand(sizes)


def _argument(entry: Json, value: Any) -> Any:
    name = entry["arg"]
    if name is None:
        return ConstantArgument("", None)
    if entry["kind"] == "custom_obj":
        return CustomObjArgument(name, "metagate.CustomObject")
    if entry["kind"] == "token":
        return TokenArgument(name)
    for cls, argument in _SYMBOLIC_ARGUMENTS:
        if isinstance(value, cls):
            return argument(name)
    return TensorArgument(name)


def _call_of(signature: ExportGraphSignature) -> ModuleCallEntry:
    """How the program is called: to_backend copies it, and looks at no more."""
    inputs = pytree.tree_flatten((tuple(signature.user_inputs), {}))[1]
    outputs = pytree.tree_flatten(signature.user_outputs)[1]
    return ModuleCallEntry("", ModuleCallSignature([], [], inputs, outputs))
