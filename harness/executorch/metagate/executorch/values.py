"""The values of a request: what they stand for, and how they were sent.

A value of FORMAT.md becomes the object that it describes, as far as torch and
Python can make it: lists, dicts, tuples, dtypes, fake tensors, symbolic
integers, nodes. An entry of the table of objects is one object wherever it is
mentioned. What can't be made here (an instance of an unknown class, of which
there is only a digest) is a `Token`. Tensors, symbolic numbers and tokens are
written in the answer exactly as they were sent; see `answer.py`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import torch
from torch import fx
from torch._dynamo.source import ConstantSource
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import DimDynamic, ShapeEnv

__all__ = ["SYMBOLIC", "Json", "Record", "Token", "Unsupported", "Values", "World"]

Json = Any  # what json.loads gives
SYMBOLIC = (torch.SymInt, torch.SymFloat, torch.SymBool)
text_of = json.JSONEncoder(separators=(",", ":"), ensure_ascii=True).encode


class Unsupported(Exception):
    """This driver can't build that program: the lowering has not seen it."""


class Token:
    """A value that can't be made here: it is only carried."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text  # JSON, as it was sent

    def __repr__(self) -> str:
        return f"Token({self.text!r})"


class Record:
    """A `$data` value: its class is not here, its fields are."""

    __slots__ = ("cls", "fields")

    def __init__(self, cls: str) -> None:
        self.cls = cls
        self.fields: list[tuple[str, Any]] = []

    def __repr__(self) -> str:
        return f"Record({self.cls!r})"


_WITH_IDENTITY = (list, dict, set, tuple, Record, torch.Tensor)


class World:
    """What lives as long as the driver: one fake mode, and what was made in it.

    Tensors and symbolic numbers that are described by the same text are one
    object. They are never changed, so nobody can tell; making one costs more
    than all the rest of a node.
    """

    _MOST_KEPT = 1 << 14

    def __init__(self) -> None:
        self.shapes = ShapeEnv()
        self.mode = FakeTensorMode(shape_env=self.shapes, allow_non_fake_inputs=True)
        self._made: dict[str, Any] = {}

    def tidy(self) -> None:
        """To be called between two requests: what is kept has a limit."""
        if len(self._made) > self._MOST_KEPT:
            self._made.clear()

    def tensor(self, text: str, described: Json) -> torch.Tensor:
        """A fake tensor: a `$tensor`, by its text and its fields."""
        return self._known(text, self._make_tensor, described)

    def symbol(self, text: str, described: Json) -> Any:
        """A symbolic number: a `$sym`, likewise."""
        return self._known(text, self._make_symbol, described)

    def _known(self, text: str, make: Callable[[Json], Any], described: Json) -> Any:
        made = self._made.get(text)
        if made is None:
            try:
                made = make(described)
            except Exception as error:
                raise Unsupported(
                    f"no such tensor or symbol: {text}: {error}"
                ) from error
            self._made[text] = made
        return made

    def _sizes(self, sizes: Json) -> list[Any]:
        return [
            size if type(size) is int else self.symbol(text_of(size), size["$sym"])
            for size in sizes
        ]

    def _make_tensor(self, described: Json) -> torch.Tensor:
        sizes = self._sizes(described["shape"])
        options = {
            "dtype": getattr(torch, described["dtype"]),
            "device": described.get("device", "cpu"),
            "requires_grad": described.get("requires_grad", False),
        }
        if described.get("layout", "strided") != "strided":
            raise ValueError("only strided tensors can be made")
        with self.mode:
            if "stride" not in described:
                return torch.empty(sizes, **options)
            strides = self._sizes(described["stride"])
            if len(strides) != len(sizes):
                raise ValueError("a stride for each dimension is needed")
            return torch.empty_strided(sizes, strides, **options)

    def _make_symbol(self, described: Json) -> Any:
        """A new symbol for each text: of an expression only its name matters to
        a lowering, and the answer tells it as it was sent."""
        hint = described.get("hint")
        value = hint if type(hint) is int and hint >= 2 else 8
        name = f"driver_{len(self._made)}"
        source = ConstantSource(name)
        symbol = self.shapes.create_symbol(value, source, DimDynamic.DYNAMIC)
        made = self.shapes.create_symintnode(symbol, hint=value, source=source)
        if described["kind"] == "float":
            return torch.sym_float(made)
        return made >= value if described["kind"] == "bool" else made


class Values:
    """Decodes the values of one request."""

    def __init__(self, world: World, objects: list[Json]) -> None:
        self.world = world
        # By graph, then by name: to be filled before a value is decoded.
        self.nodes: dict[str, dict[str, fx.Node]] = {}
        # By id: the text of a tensor or symbolic number.
        self.texts: dict[int, str] = {}
        self._described = objects
        self._objects: dict[int, Any] = {}
        self._decoders: dict[str, Callable[[Json, str], Any]] = {
            "$node": self._node,
            "$ref": lambda index, graph: self.object(index),
            "$tensor": self._tensor,
            "$sym": self._symbol,
            "$tuple": lambda items, graph: tuple(self._list(items, graph)),
            "$dict": self._dict,
            "$set": self._set,
            "$slice": lambda items, graph: slice(*self._list(items, graph)),
            "$range": lambda items, graph: range(*items),
            "$ellipsis": lambda _, graph: ...,
            "$int": lambda digits, graph: int(digits),
            "$float": lambda name, graph: float(name),
            "$complex": lambda parts, graph: complex(*self._list(parts, graph)),
            "$dtype": self._constant("$dtype", torch.dtype),
            "$layout": self._constant("$layout", torch.layout),
            "$memory_format": self._constant("$memory_format", torch.memory_format),
            "$data": self._record,
        }

    def value(self, described: Json, graph: str) -> Any:
        """The object that is described; `graph` is where a short `$node` is."""
        kind = type(described)
        if kind is list:
            return self._list(described, graph)
        if kind is not dict:
            return described
        if len(described) == 1:
            (tag,) = described
            if tag.startswith("$"):
                decoder = self._decoders.get(tag)
                if decoder is None:
                    return Token(text_of(described))
                return decoder(described[tag], graph)
        return {key: self.value(item, graph) for key, item in described.items()}

    def object(self, index: int) -> Any:
        """Entry `index` of the table of objects: always the same object."""
        if index in self._objects:
            return self._objects[index]
        described = self._described[index]
        if type(described) is list:
            made: Any = []
            self._objects[index] = made
            made += self._list(described, "")
        elif type(described) is dict and "$data" in described:
            made = self._objects[index] = Record(described["$data"]["class"])
            self._fill(made, described["$data"], "")
        elif type(described) is dict and not _is_tagged(described):
            made = self._objects[index] = {}
            for key, item in described.items():
                made[key] = self.value(item, "")
        elif type(described) is dict and "$dict" in described:
            made = self._objects[index] = {}
            self._fill_dict(made, described["$dict"], "")
        else:  # nothing that can be in a circle
            made = self._objects[index] = self.value(described, "")
        return made

    def table(self) -> list[Any]:
        """The entries of the table of objects, in order, no two the same object;
        a token stands for what has no identity in Python, such as None."""
        entries: list[Any] = []
        taken: set[int] = set()
        for index, described in enumerate(self._described):
            thing = self.object(index)
            if id(thing) in taken or not isinstance(thing, _WITH_IDENTITY):
                thing = Token(text_of(described))
            taken.add(id(thing))
            entries.append(thing)
        return entries

    def _list(self, items: Json, graph: str) -> list[Any]:
        return [self.value(item, graph) for item in items]

    def _node(self, named: Json, graph: str) -> Any:
        if type(named) is dict:
            graph, named = named["graph"], named["name"]
        found = self.nodes.get(graph, {}).get(named)
        if found is None:  # of a graph that is not in the document
            return Token(text_of({"$node": {"name": named, "graph": graph}}))
        return found

    def _tensor(self, described: Json, graph: str) -> torch.Tensor:
        text = text_of({"$tensor": described})
        made = self.world.tensor(text, described)
        self.texts[id(made)] = text
        return made

    def _symbol(self, described: Json, graph: str) -> Any:
        text = text_of({"$sym": described})
        made = self.world.symbol(text, described)
        self.texts[id(made)] = text
        return made

    def _dict(self, pairs: Json, graph: str) -> dict[Any, Any]:
        made: dict[Any, Any] = {}
        self._fill_dict(made, pairs, graph)
        return made

    def _fill_dict(self, made: dict[Any, Any], pairs: Json, graph: str) -> None:
        try:
            for key, item in pairs:
                made[self.value(key, graph)] = self.value(item, graph)
        except TypeError as error:
            raise Unsupported(f"no dict in Python: {error}") from error
        if len(made) != len(pairs):
            raise Unsupported("no dict in Python: two keys are equal there")

    def _set(self, items: Json, graph: str) -> set[Any]:
        try:
            made = set(self._list(items, graph))
        except TypeError as error:
            raise Unsupported(f"no set in Python: {error}") from error
        if len(made) != len(items):
            raise Unsupported("no set in Python: two elements are equal there")
        return made

    def _record(self, described: Json, graph: str) -> Record:
        made = Record(described["class"])
        self._fill(made, described, graph)
        return made

    def _fill(self, record: Record, described: Json, graph: str) -> None:
        for name, item in described["fields"]:
            record.fields.append((name, self.value(item, graph)))

    @staticmethod
    def _constant(tag: str, cls: type) -> Callable[[Json, str], Any]:
        def decode(name: str, graph: str) -> Any:
            found = getattr(torch, name, None)
            return found if isinstance(found, cls) else Token(text_of({tag: name}))

        return decode


def _is_tagged(described: dict[str, Json]) -> bool:
    return len(described) == 1 and next(iter(described)).startswith("$")
