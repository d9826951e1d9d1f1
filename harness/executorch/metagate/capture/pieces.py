"""What an encoded value is: pieces of JSON text, and what is known only later.

The number of an object or of a text in its table, and how a node is named from
where it is mentioned, are known when the whole document is. Until then a token
holds the place. Two values are the same if their pieces are equal.
"""

from __future__ import annotations

from collections.abc import Iterable
from json.encoder import encode_basestring_ascii as quote
from typing import NamedTuple

__all__ = ["Encoded", "Name", "Piece", "Ref", "Storage", "Text", "quote", "refs_in"]


class Ref(NamedTuple):
    """An object with an identity, `depth` levels below the value that holds it."""

    oid: int
    depth: int


class Text(NamedTuple):
    """A string that goes to the table of strings."""

    text: str


class Name(NamedTuple):
    """A node; `graph` is None where it is no node of this program."""

    graph: str | None
    node: str


class Storage(NamedTuple):
    """The storage of a tensor: named only where another tensor has it, too."""

    key: int


Piece = str | Ref | Text | Name | Storage
Encoded = tuple[Piece, ...]


def refs_in(encoded: Iterable[Piece]) -> list[Ref]:
    """Every mention of an object, in order."""
    return [piece for piece in encoded if type(piece) is Ref]
