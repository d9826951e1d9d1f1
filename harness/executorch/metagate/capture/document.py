"""Writes a capture as one document: decides what goes to its tables."""

from __future__ import annotations

import collections
import functools
import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import torch

from metagate import __version__
from metagate.capture.pieces import Encoded, Name, Ref, Storage, Text, quote, refs_in

if TYPE_CHECKING:
    from metagate.capture.capture import Capture, CapturedNode, CapturedStage

# Deeper than this an object goes to the table even if it is mentioned once: a
# reader takes 512 levels, and chains of from_node can be any length.
_DEEPEST_INLINE = 24


def document(capture: Capture, first: Iterable[int] = ()) -> str:
    """The text of a capture.

    `first` are numbers of objects (`Values.oid`) that are to be the first
    entries of the table of objects, in this order, mentioned or not; all of them
    have been met in the last stage.
    """
    return _Writer(capture, first).write()


def _json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


class _Writer:
    def __init__(self, capture: Capture, first: Iterable[int]) -> None:
        self.capture = capture
        self.strings: dict[str, int] = {}
        self.objects: dict[int, int] = {}  # by version: its place in the table
        self.queue: list[tuple[int, dict[int, int]]] = []
        self.storages: dict[int, int] = {}
        self.graph: str | None = None  # that is being written
        self.here: dict[int, int] = {}  # of the stage that is being written
        self.shared, self.viewed = _shared(capture)
        for oid in first:
            self.shared.add(oid)
            self.here = capture.stages[-1].version_of
            self._number(self.here[oid])

    def write(self) -> str:
        programs = [self._stage(stage) for stage in self.capture.stages]
        objects = self._objects()
        out = ['{"format":"metagate/1",\n"producer":', _json(self._producer())]
        out.append(',\n"programs":[\n' + ",\n".join(programs) + "\n]")
        same = self._same_objects()
        if same:
            out.append(f',\n"same_object":{_json(same)}')
        if self.strings:
            texts = ",\n".join(quote(text) for text in self.strings)
            out.append(f',\n"strings":[\n{texts}\n]')
        if objects:
            out.append(',\n"objects":[\n' + ",\n".join(objects) + "\n]")
        out.append("}\n")
        return "".join(out)

    def _stage(self, stage: CapturedStage) -> str:
        self.here = stage.version_of
        graphs = []
        for graph in stage.graphs:
            self.graph = graph.name
            nodes = ",\n".join(self._node(node) for node in graph.nodes)
            text = f'{{"name":{quote(graph.name)},"nodes":[\n{nodes}\n]'
            if graph.modules:
                text += f',"modules":{_json(graph.modules)}'
            if graph.signature is not None:
                text += f',"signature":{_json(graph.signature)}'
            graphs.append(text + "}")
        joined = ",\n".join(graphs)
        return f'{{"stage":{quote(stage.name)},"graphs":[\n{joined}\n]}}'

    def _node(self, node: CapturedNode) -> str:
        out = [
            f'{{"name":{quote(node.name)},"op":"{node.op}",'
            f'"target":{quote(node.target)}'
        ]
        if node.args:
            out.append(',"args":')
            self._value(node.args, 0, out)
        if node.kwargs:
            out.append(',"kwargs":')
            self._value(node.kwargs, 0, out)
        meta: list[str] = []
        self._ref(Ref(node.meta, 0), 0, meta)
        if meta != ["{}"]:
            out.append(',"meta":')
            out += meta
        out.append("}")
        return "".join(out)

    def _value(self, encoded: Encoded, base: int, out: list[str]) -> None:
        for piece in encoded:
            if type(piece) is str:
                out.append(piece)
            elif type(piece) is Ref:
                self._ref(piece, base, out)
            elif type(piece) is Text:
                number = self.strings.setdefault(piece.text, len(self.strings))
                out.append(f'{{"$s":{number}}}')
            elif type(piece) is Name:
                out.append(self._name(piece))
            elif piece.key in self.viewed:
                number = self.storages.setdefault(piece.key, len(self.storages))
                out.append(f',"storage":{number}')

    def _ref(self, ref: Ref, base: int, out: list[str]) -> None:
        depth = base + ref.depth
        version = self.here[ref.oid]
        if ref.oid not in self.shared and depth <= _DEEPEST_INLINE:
            self._value(self.capture.versions[version], depth + 1, out)
            return
        out.append(f'{{"$ref":{self._number(version)}}}')

    def _number(self, version: int) -> int:
        """Its place in the table of objects, which it is given if it has none."""
        number = self.objects.get(version)
        if number is None:
            number = self.objects[version] = len(self.objects)
            self.queue.append((version, self.here))
        return number

    def _name(self, name: Name) -> str:
        if self.graph is not None and name.graph == self.graph:
            return f'{{"$node":{quote(name.node)}}}'
        graph = "null" if name.graph is None else quote(name.graph)
        return f'{{"$node":{{"name":{quote(name.node)},"graph":{graph}}}}}'

    def _objects(self) -> list[str]:
        self.graph = None
        texts = []
        # Writing one can put others on the queue.
        for version, here in self.queue:
            self.here = here
            out: list[str] = []
            self._value(self.capture.versions[version], 0, out)
            texts.append("".join(out))
        return texts

    def _producer(self) -> dict[str, Any]:
        producer = {
            "name": "metagate-capture",
            "version": __version__,
            "torch": torch.__version__,
        }
        executorch = _version_of("executorch")
        if executorch:
            producer["executorch"] = executorch
        producer.update(self.capture.producer)
        if self.capture.opaque_classes:
            producer["opaque_classes"] = self.capture.opaque_classes
        extra = {
            stage.name: {graph: more for graph, more in stage.extra.items() if more}
            for stage in self.capture.stages
        }
        extra = {stage: graphs for stage, graphs in extra.items() if graphs}
        if extra:
            producer["extra"] = extra
        return producer

    def _same_objects(self) -> list[list[int]]:
        """Pairs of entries of the table that are one object, with its next value."""
        pairs = []
        for versions in self.capture.versions_of.values():
            numbers = [self.objects[v] for v in versions if v in self.objects]
            pairs += [[a, b] for a, b in zip(numbers, numbers[1:])]
        return sorted(pairs)


def _shared(capture: Capture) -> tuple[set[int], set[int]]:
    """Objects that are mentioned more than once, over all stages; and storages
    that more than one tensor has."""
    refs: dict[int, list[Ref]] = {}

    def refs_of(version: int) -> list[Ref]:
        known = refs.get(version)
        if known is None:
            known = refs[version] = refs_in(capture.versions[version])
        return known

    metas = [
        collections.Counter(node.meta for g in stage.graphs for node in g.nodes)
        for stage in capture.stages
    ]
    held_twice = {oid for times in metas for oid, n in times.items() if n > 1}
    mentions: collections.Counter[int] = collections.Counter()
    used: dict[int, int] = {}  # by version: its object
    walked: set[int] = set()
    for stage in capture.stages:
        here = stage.version_of
        work: list[int] = []
        for graph in stage.graphs:
            for node in graph.nodes:
                work += [ref.oid for ref in refs_in(node.args + node.kwargs)]
                if node.meta in held_twice:
                    work.append(node.meta)
                else:  # written at its node, in every stage
                    work += [ref.oid for ref in refs_of(here[node.meta])]
                    used[here[node.meta]] = node.meta
        mentions.update(work)
        while work:
            oid = work.pop()
            version = here[oid]
            if version in walked:
                continue
            walked.add(version)
            used[version] = oid
            below = [ref.oid for ref in refs_of(version)]
            mentions.update(below)
            work += below
    # The dict of a node goes to the table where it is a value, too.
    is_meta = set().union(*metas) if metas else set()
    shared = {oid for oid, n in mentions.items() if n > 1 or oid in is_meta}
    holders: dict[int, set[int]] = collections.defaultdict(set)
    for version, oid in used.items():
        for piece in capture.versions[version]:
            if type(piece) is Storage:
                holders[piece.key].add(oid)
    return shared, {key for key, oids in holders.items() if len(oids) > 1}


@functools.cache
def _version_of(package: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return None
