"""Takes out of texts what is different on every machine and in every run."""

from __future__ import annotations

import os
import re
import sys

_ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}\b")
_EVAL = re.compile(r"<eval_with_key>\.\d+")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def has_lone_surrogate(text: str) -> bool:
    """Is it a string that is not valid Unicode?"""
    return not text.isascii() and _LONE_SURROGATE.search(text) is not None


def _prefixes() -> list[tuple[str, str]]:
    """Paths of this machine and what is written for them, the longest first.

    What is imported comes from a folder of `sys.path`; in which folder a
    program was started does not show.
    """
    found = [(os.path.dirname(os.__file__), "<python>")]
    for entry in sys.path:
        path = os.path.abspath(entry)
        name = "<site>" if path.endswith("site-packages") else "<src>"
        found += [(os.path.realpath(path), name), (path, name)]
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    if main:
        found.append((os.path.dirname(os.path.abspath(main)), "<src>"))
    found.append((os.path.expanduser("~"), "<home>"))
    usable = {pair for pair in found if len(pair[0]) > 1}
    return sorted(usable, key=lambda pair: (-len(pair[0]), pair))


class Cleaner:
    """Cleans texts: paths, addresses, and the counters in names of code."""

    def __init__(self) -> None:
        self._prefixes = _prefixes()
        self._known: dict[str, str] = {}

    def __call__(self, text: str) -> str:
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self._clean(text)
        return known

    def _clean(self, text: str) -> str:
        if "/" in text:
            for path, name in self._prefixes:
                if path in text:
                    text = text.replace(path, name)
        if "0x" in text:
            text = _ADDRESS.sub("0x", text)
        if "<eval_with_key>." in text:
            text = _EVAL.sub("<eval_with_key>", text)
        return text
