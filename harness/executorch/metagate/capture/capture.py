"""A capture: the same program at several stages, encoded when each is taken."""

from __future__ import annotations

import collections
import dataclasses
import gzip
import io
import os
import tempfile
from typing import Any

from metagate.capture.extras import extras_of
from metagate.capture.graphs import FoundGraph, graphs_of, one_program
from metagate.capture.operators import operator_name
from metagate.capture.pieces import Encoded, refs_in
from metagate.capture.signatures import signature_json
from metagate.capture.values import Values

__all__ = ["Capture", "CapturedGraph", "CapturedNode", "CapturedStage"]


@dataclasses.dataclass
class CapturedNode:
    name: str
    op: str
    target: str
    args: Encoded  # a list; empty where there are none
    kwargs: Encoded  # a dict, likewise
    meta: int  # the number of its dict


@dataclasses.dataclass
class CapturedGraph:
    name: str
    nodes: list[CapturedNode]
    modules: dict[str, dict[str, str]]
    signature: dict[str, Any] | None


@dataclasses.dataclass
class CapturedStage:
    name: str
    graphs: list[CapturedGraph]
    # Which of its values an object had, by number of the object.
    version_of: dict[int, int]
    extra: dict[str, Any]


class Capture:
    """Takes stages and gives the document; a case and more go to `producer`."""

    def __init__(
        self, case: str | None = None, *, values: Values | None = None, **producer: Any
    ) -> None:
        self.producer = {**({"case": case} if case else {}), **producer}
        self.stages: list[CapturedStage] = []
        # All values of all objects, in the order in which they were seen.
        self.versions: list[Encoded] = []
        # By number of an object: its values, as indices of `versions`.
        self.versions_of: dict[int, list[int]] = {}
        self.values = values or Values()

    @property
    def opaque_classes(self) -> list[str]:
        """Classes of which only the repr is in the capture."""
        return sorted(self.values.opaque_classes)

    def stage(self, name: str, program: Any, method: str | None = None) -> Capture:
        """Encodes a program as it is now.

        `program` is an ExportedProgram, a GraphModule, or an EdgeProgramManager
        or ExecutorchProgramManager; of several methods `method` says which.
        Raises ValueError where there is a stage of that name, or no such method.
        """
        if any(stage.name == name for stage in self.stages):
            raise ValueError(f"two stages named {name!r}")
        found = graphs_of(one_program(program, method))
        values = self.values
        values.begin_stage(
            {node: graph.name for graph in found for node in graph.module.graph.nodes}
        )
        seen: dict[int, Encoded] = {}
        graphs = []
        for graph in found:
            graphs.append(self._graph(graph, seen))
            values.keep(graph.module)
            values.keep(graph.module.graph)
        extra = {graph.name: extras_of(graph, values.clean) for graph in found}
        self._settle(seen)
        version_of = {oid: self.versions_of[oid][-1] for oid in seen}
        self.stages.append(CapturedStage(name, graphs, version_of, extra))
        return self

    def _graph(self, graph: FoundGraph, seen: dict[int, Encoded]) -> CapturedGraph:
        values = self.values
        nodes = []
        for node in graph.module.graph.nodes:
            target = node.target
            if not isinstance(target, str):
                target = operator_name(target, values.clean)[0]
            nodes.append(
                CapturedNode(
                    name=node.name,
                    op=node.op,
                    target=target,
                    args=values.encoded_arguments(node.args),
                    kwargs=values.encoded_keywords(node.kwargs),
                    meta=values.oid(node.meta),
                )
            )
            seen.update(values.objects())
        signature = None
        if graph.program is not None:
            signature = signature_json(graph.program.graph_signature)
        return CapturedGraph(graph.name, nodes, graph.modules, signature)

    def _settle(self, seen: dict[int, Encoded]) -> None:
        """Gives every object of a stage the value it has: a known one, or a new."""
        other: list[int] = []  # objects that had another value before
        new: list[int] = []
        for oid, encoded in seen.items():
            known = self.versions_of.get(oid)
            if known is None:
                new.append(oid)
            elif self.versions[known[-1]] != encoded:
                other.append(oid)
        marked = self._with_holders(other, seen)
        marked.update(new)
        for oid, encoded in seen.items():
            if oid not in marked:
                continue
            self.versions_of.setdefault(oid, []).append(len(self.versions))
            self.versions.append(encoded)

    @staticmethod
    def _with_holders(changed: list[int], seen: dict[int, Encoded]) -> set[int]:
        """Those objects, and all that hold one of them: in the document these
        mention another entry of the table, and so are another value, too."""
        if not changed:
            return set()
        holders = collections.defaultdict(list)
        for oid, encoded in seen.items():
            for ref in refs_in(encoded):
                holders[ref.oid].append(oid)
        marked, work = set(changed), list(changed)
        while work:
            for holder in holders[work.pop()]:
                if holder not in marked:
                    marked.add(holder)
                    work.append(holder)
        return marked

    # --- the document --------------------------------------------------------

    def dumps(self) -> str:
        """The text of the capture, in ASCII, one node a line."""
        from metagate.capture.document import document

        return document(self)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the capture; gzip, without a clock in it, where the name ends
        in `.gz`. The file is there as a whole or not at all."""
        data = self.dumps().encode("ascii")
        if str(path).endswith(".gz"):
            buffer = io.BytesIO()
            with gzip.GzipFile("", "wb", fileobj=buffer, mtime=0) as out:
                out.write(data)
            data = buffer.getvalue()
        folder = os.path.dirname(os.path.abspath(path))
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=".metagate-")
        try:
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            os.chmod(temporary, 0o666 & ~_umask())
            os.replace(temporary, path)
        except BaseException:
            os.unlink(temporary)
            raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
