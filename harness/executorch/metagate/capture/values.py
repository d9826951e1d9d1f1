"""Encodes values of metadata and of arguments, as FORMAT.md spells them.

An encoder is chosen once a type. What has an identity (lists, dicts, tensors,
instances) becomes a ``Ref`` and is encoded by itself, from a list of work; so a
cycle has an end, and two nodes that hold one object are seen to hold one.
"""

from __future__ import annotations

import collections
import dataclasses
import enum
import hashlib
import math
from collections.abc import Callable, Iterator
from typing import Any

import sympy
import torch
from torch import fx

from metagate.capture.operators import is_operator_type, operator_name, qualified
from metagate.capture.pieces import Encoded, Name, Piece, Ref, Storage, Text, quote
from metagate.capture.texts import Cleaner, has_lone_surrogate

_LONGEST_PLAIN_INTEGER = 2**53
_TABLE_STRING = 24  # shorter strings are written in place
_LONGEST_REPR = 4096
_LARGEST_HASHED_TENSOR = 1 << 20
_SYMBOLIC = (torch.SymInt, torch.SymFloat, torch.SymBool)
# What says nothing by its repr, or much too much.
_NAME_ONLY = {
    "Graph",
    "GraphModule",
    "ExportedProgram",
    "FakeTensorMode",
    "ShapeEnv",
    "GraphArg",
    "TracingContext",
    "Module",
}
_TORCH_CONSTANTS = (
    (torch.dtype, "$dtype"),
    (torch.layout, "$layout"),
    (torch.memory_format, "$memory_format"),
    (torch.device, "$device"),
)

Write = Callable[[Any, list[Piece], int], None]


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


class Values:
    """The encoder of one capture; numbers objects by when they are first met."""

    def __init__(self, clean: Callable[[str], str] | None = None) -> None:
        self.clean = clean or Cleaner()
        self.opaque_classes: set[str] = set()
        # Of the stage that is being taken: the nodes of its graphs.
        self.graph_of_node: dict[fx.Node, str] = {}
        self._oids: dict[int, int] = {}
        # An object that has a number stays alive, so that its address, which
        # the number was given to, is no other object's later.
        self._alive: list[Any] = []
        self._work: collections.deque[tuple[int, Any]] = collections.deque()
        self._queued: set[int] = set()
        self._writers: dict[type, Write] = {}
        self._object_writers: dict[type, Write] = {}
        self._texts: dict[str, Piece | None] = {}
        self._trace_graphs: dict[Any, int] = {}
        self._module_keys: dict[str, int] = {}

    # --- what a capture calls ------------------------------------------------

    def begin_stage(self, graph_of_node: dict[fx.Node, str]) -> None:
        """Forgets what was encoded: every object is looked at anew."""
        self.graph_of_node = graph_of_node
        self._queued = set()

    def keep(self, thing: Any) -> None:
        """Keeps a thing alive as long as the capture."""
        self._alive.append(thing)

    def encoded_arguments(self, args: tuple) -> Encoded:
        """The args of a node; the objects in them are put on the list of work."""
        out: list[Piece] = []
        if args:
            self._list(args, out, -1)
        return tuple(out)

    def encoded_keywords(self, kwargs: Any) -> Encoded:
        """The kwargs of a node, likewise."""
        out: list[Piece] = []
        before = "{"
        for name, value in kwargs.items():
            out.append(f"{before}{quote(name)}:")
            self.write(value, out, 0)
            before = ","
        if out:
            out.append("}")
        return tuple(out)

    def oid(self, thing: Any) -> int:
        """The number of an object, which is put on the list of work."""
        number = self._oids.get(id(thing))
        if number is None:
            number = self._oids[id(thing)] = len(self._oids)
            self._alive.append(thing)
        if number not in self._queued:
            self._queued.add(number)
            self._work.append((number, thing))
        return number

    def objects(self) -> Iterator[tuple[int, Encoded]]:
        """Encodes the objects on the list of work, and those in them."""
        while self._work:
            number, thing = self._work.popleft()
            out: list[Piece] = []
            kind = type(thing)
            writer = self._object_writers.get(kind)
            if writer is None:
                writer = self._object_writers[kind] = self._object_writer(kind)
            writer(thing, out, 0)
            yield number, tuple(out)

    # --- values --------------------------------------------------------------

    def write(self, value: Any, out: list[Piece], depth: int) -> None:
        kind = type(value)
        writer = self._writers.get(kind)
        if writer is None:
            writer = self._writers[kind] = self._writer(kind)
        writer(value, out, depth)

    def _writer(self, kind: type) -> Write:
        if kind is type(None):
            return lambda value, out, depth: out.append("null")
        if kind is bool:
            return lambda value, out, depth: out.append("true" if value else "false")
        if kind is int:
            return self._integer
        if kind is float:
            return self._real
        if issubclass(kind, str) and not issubclass(kind, enum.Enum):
            return self._text
        if kind is complex:
            return self._complex
        if kind in (bytes, bytearray):
            return self._bytes
        if kind is type(Ellipsis):
            return lambda value, out, depth: out.append('{"$ellipsis":true}')
        if issubclass(kind, fx.Node):
            return self._node
        if issubclass(kind, _SYMBOLIC):
            return self._symbolic
        for cls, tag in _TORCH_CONSTANTS:
            if issubclass(kind, cls):
                return self._torch_constant(tag)
        if issubclass(kind, enum.Enum):
            return self._enumeration
        if issubclass(kind, sympy.Basic):
            return self._expression
        if is_operator_type(kind):
            return self._operator
        if issubclass(kind, torch.Size) or kind is tuple:
            return self._tuple
        if kind is slice:
            return self._slice
        if kind is range:
            return self._range
        if kind.__module__.startswith("torch.fx"):
            # Arguments of nodes: plain values without an identity.
            if kind.__name__ == "immutable_list":
                return self._list
            if kind.__name__ == "immutable_dict":
                return self._mapping
        return lambda value, out, depth: out.append(Ref(self.oid(value), depth))

    def _integer(self, value: int, out: list[Piece], depth: int) -> None:
        if abs(value) <= _LONGEST_PLAIN_INTEGER:
            out.append(str(value))
        else:
            out.append(f'{{"$int":"{value}"}}')

    def _real(self, value: float, out: list[Piece], depth: int) -> None:
        if math.isnan(value):
            out.append('{"$float":"nan"}')
        elif math.isinf(value):
            out.append('{"$float":"inf"}' if value > 0 else '{"$float":"-inf"}')
        elif value == 0 and math.copysign(1, value) < 0:
            out.append('{"$float":"-0.0"}')
        else:
            out.append(repr(value))

    def _text(self, value: str, out: list[Piece], depth: int) -> None:
        piece = self._texts.get(value)
        if piece is None:
            piece = self._texts[value] = self._text_piece(value)
        out.append(piece)

    def _text_piece(self, value: str) -> Piece:
        text = self.clean(str(value))
        if has_lone_surrogate(text):
            return f'{{"$wtf8":"{text.encode("utf-8", "surrogatepass").hex()}"}}'
        return Text(text) if len(text) >= _TABLE_STRING else quote(text)

    def _complex(self, value: complex, out: list[Piece], depth: int) -> None:
        out.append('{"$complex":[')
        self._real(value.real, out, depth)
        out.append(",")
        self._real(value.imag, out, depth)
        out.append("]}")

    def _bytes(self, value: bytes, out: list[Piece], depth: int) -> None:
        out.append(f'{{"$bytes":{{"size":{len(value)},"sha256":"{_digest(value)}"}}}}')

    def _node(self, value: fx.Node, out: list[Piece], depth: int) -> None:
        out.append(Name(self.graph_of_node.get(value), value.name))

    def _symbolic(self, value: Any, out: list[Piece], depth: int) -> None:
        node = value.node
        try:
            expression = node.expr
            text = str(expression)
            exact = (
                sympy.srepr(expression) if isinstance(expression, sympy.Basic) else None
            )
        except Exception:
            text, exact = self.clean(str(node)), None
        kind = type(value).__name__.removeprefix("Sym").lower()
        out.append(f'{{"$sym":{{"kind":"{kind}","expr":{quote(text)}')
        if exact is not None:
            out.append(f',"exact":{quote(exact)}')
        # The cached field: asking for `hint` may evaluate, and add guards.
        hint = getattr(node, "_hint", None)
        if type(hint) in (int, float, bool):
            out.append(',"hint":')
            self.write(hint, out, depth)
        out.append("}}")

    def _torch_constant(self, tag: str) -> Write:
        def write(value: Any, out: list[Piece], depth: int) -> None:
            out.append(f'{{"{tag}":{quote(str(value).removeprefix("torch."))}}}')

        return write

    def _enumeration(self, value: enum.Enum, out: list[Piece], depth: int) -> None:
        cls = quote(qualified(type(value)))
        name = quote(value.name or str(value.value))  # no flag at all has no name
        out.append(f'{{"$enum":{{"class":{cls},"name":{name}}}}}')

    def _expression(self, value: sympy.Basic, out: list[Piece], depth: int) -> None:
        text, exact = quote(str(value)), quote(sympy.srepr(value))
        out.append(f'{{"$expr":{{"expr":{text},"exact":{exact}}}}}')

    def _operator(self, value: Any, out: list[Piece], depth: int) -> None:
        name, kind, weak = operator_name(value, self.clean)
        tail = ',"weak":true' if weak else ""
        out.append(f'{{"$op":{{"name":{quote(name)},"kind":"{kind}"{tail}}}}}')

    def _tuple(self, value: tuple, out: list[Piece], depth: int) -> None:
        out.append('{"$tuple":')
        self._list(value, out, depth + 1)
        out.append("}")

    def _list(self, value: Any, out: list[Piece], depth: int) -> None:
        before = "["
        for element in value:
            out.append(before)
            self.write(element, out, depth + 1)
            before = ","
        out.append("[]" if before == "[" else "]")

    def _slice(self, value: slice, out: list[Piece], depth: int) -> None:
        out.append('{"$slice":')
        self._list((value.start, value.stop, value.step), out, depth + 1)
        out.append("}")

    def _range(self, value: range, out: list[Piece], depth: int) -> None:
        out.append(f'{{"$range":[{value.start},{value.stop},{value.step}]}}')

    def _mapping(self, value: Any, out: list[Piece], depth: int) -> None:
        names = self._plain_keys(value)
        if names is None:
            out.append('{"$dict":')
            self._pairs(value.items(), out, depth + 1)
            out.append("}")
            return
        before = "{"
        for name, element in zip(names, value.values()):
            out.append(f"{before}{quote(name)}:")
            self.write(element, out, depth + 1)
            before = ","
        out.append("{}" if before == "{" else "}")

    def _pairs(self, items: Any, out: list[Piece], depth: int) -> None:
        before = "["
        for key, element in items:
            out.append(before)
            self._list((key, element), out, depth + 1)
            before = ","
        out.append("[]" if before == "[" else "]")

    def _plain_keys(self, value: Any) -> list[str] | None:
        """How the keys are written in a JSON object; None where they can't be."""
        keys = list(value)
        if not all(isinstance(key, str) for key in keys):
            return None
        if keys and all(len(key) > 8 and key.isdigit() for key in keys):
            # The keys of nn_module_stack are addresses.
            numbers = self._module_keys
            return [str(numbers.setdefault(key, len(numbers))) for key in keys]
        if any(key.startswith("$") or has_lone_surrogate(key) for key in keys):
            return None
        names = [self.clean(key) for key in keys]
        return names if len(set(names)) == len(names) else None

    # --- objects with an identity --------------------------------------------

    def _object_writer(self, kind: type) -> Write:
        if issubclass(kind, torch.Tensor):
            return self._tensor
        if issubclass(kind, tuple):
            return self._named_tuple if hasattr(kind, "_fields") else self._tuple
        if issubclass(kind, list):
            return self._list
        if issubclass(kind, dict):
            return self._mapping
        if issubclass(kind, (set, frozenset)):
            return self._set
        if kind.__name__ == "NodeSource":
            return self._node_source
        if dataclasses.is_dataclass(kind):
            return self._dataclass
        return self._opaque

    def _set(self, value: Any, out: list[Piece], depth: int) -> None:
        out.append('{"$set":[')
        for i, element in enumerate(sorted(value, key=self._place_in_set)):
            if i:
                out.append(",")
            self.write(element, out, depth + 2)
        out.append("]}")

    def _place_in_set(self, element: Any) -> str:
        """A text to sort by, made of the element alone: what has an identity is
        numbered from 0, whatever was met before."""
        alone = Values()
        alone.clean = self.clean
        alone.graph_of_node = self.graph_of_node
        out: list[Piece] = []
        alone.write(element, out, 0)
        return repr((out, list(alone.objects())))

    def _data(self, cls: str, fields: Any, out: list[Piece], depth: int) -> None:
        out.append(f'{{"$data":{{"class":{quote(cls)},"fields":[')
        for i, (name, value) in enumerate(fields):
            out.append(f'{"," if i else ""}[{quote(name)},')
            self.write(value, out, depth + 4)
            out.append("]")
        out.append("]}}")

    def _named_tuple(self, value: Any, out: list[Piece], depth: int) -> None:
        self._data(qualified(type(value)), zip(value._fields, value), out, depth)

    def _dataclass(self, value: Any, out: list[Piece], depth: int) -> None:
        fields = [
            (field.name, getattr(value, field.name))
            for field in dataclasses.fields(value)
            if hasattr(value, field.name)
        ]
        self._data(qualified(type(value)), fields, out, depth)

    def _node_source(self, value: Any, out: list[Piece], depth: int) -> None:
        """torch.fx.traceback.NodeSource; the id of its graph is an address."""
        graph = value.graph_id
        if graph != -1:
            graph = self._trace_graphs.setdefault(graph, len(self._trace_graphs))
        fields = (
            ("name", value.name),
            ("target", str(value.target)),
            ("pass_name", value.pass_name),
            ("action", value.action),
            ("graph", graph),
            ("from_node", value.from_node),
        )
        self._data(qualified(type(value)), fields, out, depth)

    def _opaque(self, value: Any, out: list[Piece], depth: int) -> None:
        cls = type(value)
        self.opaque_classes.add(qualified(cls))
        text = ""
        if not any(base.__name__ in _NAME_ONLY for base in cls.__mro__):
            try:
                text = self.clean(repr(value))
            except Exception as error:
                text = f"<repr failed: {type(error).__name__}>"
        digest = _digest(text.encode("utf-8", "replace"))
        shown = text[:_LONGEST_REPR].encode("utf-8", "replace").decode()
        out.append(
            f'{{"$opaque":{{"class":{quote(qualified(cls))},'
            f'"repr":{quote(shown)},"sha256":"{digest}"}}}}'
        )

    # --- tensors -------------------------------------------------------------

    def _sizes(self, sizes: Any, out: list[Piece], depth: int) -> None:
        before = "["
        for size in sizes:
            out.append(before)
            if type(size) is int:
                out.append(str(size))
            else:
                self.write(size, out, depth)
            before = ","
        out.append("[]" if before == "[" else "]")

    def _tensor(self, value: torch.Tensor, out: list[Piece], depth: int) -> None:
        dtype = str(value.dtype).removeprefix("torch.")
        out.append(f'{{"$tensor":{{"dtype":"{dtype}","shape":')
        self._sizes(value.shape, out, depth + 3)
        try:
            stride = value.stride()
        except Exception:  # sparse layouts have none
            stride = None
        if stride is not None:
            out.append(',"stride":')
            self._sizes(stride, out, depth + 3)
        out.append(f',"device":"{value.device}"')
        if value.layout is not torch.strided:
            layout = str(value.layout).removeprefix("torch.")
            out.append(f',"layout":"{layout}"')
        if value.requires_grad:
            out.append(',"requires_grad":true')
        try:
            offset = value.storage_offset()
        except Exception:
            offset = 0
        if type(offset) is not int or offset != 0:
            out.append(',"storage_offset":')
            self.write(offset, out, depth + 2)
        out.append(f',"class":{quote(qualified(type(value)))}')
        try:
            out.append(Storage(value.untyped_storage()._cdata))
        except Exception:
            pass
        digest = _content_digest(value)
        out.append(f',"sha256":"{digest}"}}}}' if digest else "}}")


def _content_digest(value: torch.Tensor) -> str | None:
    """The SHA-256 of what a tensor holds; None where it holds nothing."""
    if type(value).__name__ == "FakeTensor" or value.device.type == "meta":
        return None
    try:
        if value.numel() * value.element_size() > _LARGEST_HASHED_TENSOR:
            return None
        data = value.detach().cpu().contiguous().reshape(-1).view(torch.uint8)
        return _digest(bytes(data.tolist()))
    except Exception:  # a subclass that can't be looked into
        return None
