"""The base of all views of an array: as another type, by fields, blocks, points or lists of indices."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._array import Array


class View:
    """A way to look at an array, which reads and writes the array itself."""

    def __init__(self, array: Array) -> None:
        self._array = array

    def __repr__(self) -> str:
        return f"<libzarr.{self._named()} of {self._array!r}>"

    def _named(self) -> str:
        return type(self).__name__
