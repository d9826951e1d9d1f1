"""The signature of a graph (torch.export's ExportGraphSignature)."""

from __future__ import annotations

from typing import Any


def signature_json(signature: Any) -> dict[str, list[dict[str, str | None]]]:
    """The `signature` of FORMAT.md."""
    return {
        "inputs": [_entry(spec) for spec in signature.input_specs],
        "outputs": [_entry(spec) for spec in signature.output_specs],
    }


def _entry(spec: Any) -> dict[str, str | None]:
    return {
        "kind": spec.kind.name.lower(),
        "arg": getattr(spec.arg, "name", None) or None,
        "target": spec.target,
    }
