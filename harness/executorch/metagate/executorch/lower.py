"""Runs the real `to_backend` on a program that has its tags."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from typing import final

from executorch.exir.backend import utils
from executorch.exir.backend.backend_api import to_backend
from executorch.exir.backend.backend_details import BackendDetails, PreprocessResult
from executorch.exir.backend.partitioner import (
    DelegationSpec,
    Partitioner,
    PartitionResult,
)
from executorch.exir.delegate import executorch_call_delegate
from torch import fx
from torch.export import ExportedProgram

__all__ = ["Failed", "TagsAsTheyAre", "lower"]

# What to_backend says where it refuses a program, and the code for it.
_REFUSALS = (
    ("found dependency cycles", "non-convex"),
    ("placeholder node for non-params", "tagged-input"),
    ("output node ", "tagged-output"),
)


_EXIR = os.path.join("executorch", "exir") + os.sep


class Failed(Exception):
    """`to_backend` gave no program. The code tells what it refused, or which
    exception came from where: two that have one code are one fault."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@final
class DoNothing(BackendDetails):
    """A backend that makes nothing of what it gets."""

    @staticmethod
    def preprocess(edge_program, compile_specs):
        return PreprocessResult(processed_bytes=b"")


class TagsAsTheyAre(Partitioner):
    """Partitions by the tags that the program has.

    Partitions come in the order of their first nodes, the outer graph first.
    What an earlier round left on its delegates and their getitems is no
    partition of this one.
    """

    def partition(self, exported_program: ExportedProgram) -> PartitionResult:
        spec = DelegationSpec(DoNothing.__name__, [])
        tags = {tag: spec for tag in _tags(exported_program.graph_module)}
        return PartitionResult(exported_program, tags)


def _tags(module: fx.GraphModule) -> Iterator[str]:
    bodies = []
    for node in module.graph.nodes:
        tag = node.meta.get("delegation_tag")
        if isinstance(tag, str) and not _is_of_delegate(node):
            yield tag
        if node.op == "get_attr":
            named = getattr(module, node.target, None)
            if isinstance(named, fx.GraphModule):
                bodies.append(named)
    for body in bodies:
        yield from _tags(body)


def _is_of_delegate(node: fx.Node) -> bool:
    """Is it a call of a delegate, or reads one of its outputs?"""
    if utils._get_item_from_executorch_call_delegate(node):
        return True
    return node.op == "call_function" and node.target is executorch_call_delegate


def lower(program: ExportedProgram) -> ExportedProgram:
    """The lowered program. Raises Failed with a code of the driver protocol."""
    try:
        return to_backend(program, TagsAsTheyAre())
    except Exception as error:
        raise _failure(error) from error
    finally:
        # It keeps every node of every program that it has ever seen.
        utils.is_same_node.cache_clear()


def _failure(error: Exception) -> Failed:
    text = str(error).strip()
    for said, code in _REFUSALS:
        if said in text:
            return Failed(code, text.split("\n")[0])
    return Failed(f"{type(error).__name__}@{_function(error)}", text.split("\n")[0])


def _function(error: Exception) -> str:
    """The innermost function of ExecuTorch that the exception came through."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame.name for frame in frames if _EXIR in frame.filename]
    return inside[-1] if inside else frames[-1].name
