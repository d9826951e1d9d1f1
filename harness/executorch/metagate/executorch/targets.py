"""What a node of the edge dialect calls, by the name that captures give it."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import torch
import torch.ao.quantization.fx._decomposed  # registers quantized_decomposed
from executorch.exir.delegate import executorch_call_delegate
from executorch.exir.dialects._ops import ops as exir_ops

__all__ = ["Targets"]

# Those stay operators of ATen in the edge dialect.
_SYMBOLIC = ("aten.sym_size.", "aten.sym_stride.", "aten.sym_numel.")
_MODULES = {"operator": operator, "math": math, "torch": torch}


class Targets:
    """Finds targets. A name that nothing has is given to a stand-in: a function
    that nobody calls, since a lowering runs no program. The edge dialect takes
    functions for operators, such as those that backends make."""

    def __init__(self) -> None:
        self._found: dict[str, Callable[..., Any]] = {
            "getitem": operator.getitem,
            "executorch_call_delegate": executorch_call_delegate,
        }
        # By the name in captures: the name that a stand-in was made for.
        self.stand_ins: dict[str, str] = {}

    def __call__(self, name: str) -> Callable[..., Any]:
        found = self._found.get(name)
        if found is None:
            found = _resolve(name) or self._stand_in(name)
            self._found[name] = found
        return found

    def _stand_in(self, name: str) -> Callable[..., Any]:
        def stand_in(*args: Any, **kwargs: Any) -> Any:
            raise NotImplementedError(name)

        module, number = "metagate.stand_ins", f"operator_{len(self.stand_ins)}"
        stand_in.__module__, stand_in.__name__ = module, number
        stand_in.__qualname__ = number
        self.stand_ins[f"{module}.{number}"] = name
        return stand_in


def _resolve(name: str) -> Callable[..., Any] | None:
    first, *rest = name.split(".")
    if not rest:
        return getattr(torch.ops.higher_order, name, None)
    if first in _MODULES:
        return getattr(_MODULES[first], ".".join(rest), None)
    if len(rest) != 2:
        return None
    library = torch.ops if name.startswith(_SYMBOLIC) else exir_ops.edge
    found: Any = library
    try:
        for part in (first, *rest):
            found = getattr(found, part)
    except (AttributeError, RuntimeError, KeyError):
        return None
    return found
