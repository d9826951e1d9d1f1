"""The names of what a node calls, as FORMAT.md spells them."""

from __future__ import annotations

import types
from typing import Any

import torch
from torch import fx

_FUNCTIONS = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodDescriptorType,
    types.WrapperDescriptorType,
    types.MethodWrapperType,
)
# Of executorch.exir.dialects; named, since executorch need not be there.
_EDGE_OPERATORS = ("EdgeOpOverload", "BackendOpOverload")
_EDGE_PACKET = "EdgeOpOverloadPacket"


def qualified(cls: type) -> str:
    """Module and name of a class."""
    return f"{cls.__module__}.{cls.__qualname__}"


def is_operator_type(cls: type) -> bool:
    """Are its objects operators or functions?"""
    return (
        issubclass(cls, type)
        or issubclass(cls, (torch._ops.OperatorBase, torch._ops.OpOverloadPacket))
        or issubclass(cls, _FUNCTIONS)
        or cls.__name__ in (*_EDGE_OPERATORS, _EDGE_PACKET)
    )


def operator_name(target: Any, clean) -> tuple[str, str, bool]:
    """Name, kind, and whether the name is weak: another thing can have it, too."""
    kind = type(target).__name__
    if kind in _EDGE_OPERATORS:
        return target.__name__.removeprefix("edge."), "op", False
    if isinstance(target, torch._ops.OpOverload):
        return str(target), "op", False
    if isinstance(target, torch._ops.OpOverloadPacket) or kind == _EDGE_PACKET:
        return str(target), "packet", False
    if isinstance(target, torch._ops.HigherOrderOperator):
        return target.name(), "hop", False
    if isinstance(target, type):
        return qualified(target), "type", False
    try:
        name = fx.node._get_qualified_name(target)
    except Exception:
        return clean(repr(target)), "fn", True
    if getattr(target, "__name__", "") == "<lambda>":
        return name, "fn", True
    if name == "_operator.getitem":
        return "getitem", "fn", False
    return name.replace("_operator.", "operator."), "fn", False
