"""Writes the capture of a lowered program as the answer to its request.

Values that were in the request are spelt as they were sent, and its table of
objects comes first in the answer's, entry for entry the same objects.
"""

from __future__ import annotations

from typing import Any

import torch

from metagate.capture import Capture
from metagate.capture.document import document
from metagate.capture.pieces import Piece, Ref
from metagate.capture.texts import has_lone_surrogate
from metagate.capture.values import Values as CaptureValues
from metagate.capture.values import Write
from metagate.executorch.targets import Targets
from metagate.executorch.values import SYMBOLIC, Record, Token, Values

__all__ = ["answer_document"]


def answer_document(
    program: Any, sent: Values, targets: Targets, has_signature: bool = True
) -> str:
    """The `document` of an answer, in one line."""
    values = _AnswerValues(sent)
    taken = Capture(values=values)
    taken.stage("after", program)
    for graph in taken.stages[0].graphs:
        for node in graph.nodes:
            node.target = targets.stand_ins.get(node.target, node.target)
    if not has_signature:
        taken.stages[0].graphs[0].signature = None
    # A line feed in a text is escaped: these are between lines of the document.
    return document(taken, values.first).replace("\n", "")


class _AnswerValues(CaptureValues):
    """Encodes values that came with a request, and those that a lowering made."""

    def __init__(self, sent: Values) -> None:
        # Nothing of this machine is in a request.
        super().__init__(clean=lambda text: text)
        self._texts_sent = sent.texts
        self._table = sent.table()
        self._in_table = {id(thing) for thing in self._table}
        self.first: list[int] = []

    def begin_stage(self, graph_of_node: dict[torch.fx.Node, str]) -> None:
        super().begin_stage(graph_of_node)
        self.first = [self.oid(thing) for thing in self._table]

    def _writer(self, kind: type) -> Write:
        if kind is Token:
            return self._token
        if issubclass(kind, torch.Tensor) or kind in SYMBOLIC:
            return self._as_sent(super()._writer(kind))
        return super()._writer(kind)

    def _object_writer(self, kind: type) -> Write:
        if kind is Token:
            return self._token
        if kind is Record:
            return self._record
        if issubclass(kind, torch.Tensor):
            return self._as_sent(super()._object_writer(kind), is_entry=True)
        return super()._object_writer(kind)

    def _as_sent(self, otherwise: Write, is_entry: bool = False):
        def write(value: Any, out: list[Piece], depth: int) -> None:
            text = self._texts_sent.get(id(value))
            if text is None:
                otherwise(value, out, depth)
            elif id(value) in self._in_table and not is_entry:
                out.append(Ref(self.oid(value), depth))
            else:
                out.append(text)

        return write

    def _token(self, value: Token, out: list[Piece], depth: int) -> None:
        out.append(value.text)

    def _record(self, value: Record, out: list[Piece], depth: int) -> None:
        self._data(value.cls, value.fields, out, depth)

    def _plain_keys(self, value: dict[Any, Any]) -> list[str] | None:
        keys = list(value)
        for key in keys:
            if not isinstance(key, str) or key.startswith("$"):
                return None
            if has_lone_surrogate(key):
                return None
        return keys
