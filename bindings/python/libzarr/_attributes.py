"""Attributes of a node as a mapping that is the node's own: what is set is written."""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterator, KeysView, MutableMapping, ValuesView
from typing import TYPE_CHECKING, Any

from ._c import call
from ._kinds import is_array

if TYPE_CHECKING:
    from ._node import Node


def plain(value: Any) -> Any:
    """What JSON has no word for: numbers, arrays and texts of NumPy as those of Python."""
    if is_array(value) or type(value).__module__ == "numpy":
        return value.tolist()
    raise TypeError(f"a value of type {type(value).__name__} is no JSON")


class Attributes(MutableMapping[str, Any]):
    """`array.attributes["units"] = "K"` writes the document of the array; the other attributes stay as they were written. What is read
    is what the document says now, and a dictionary of its own: to change a part of a value, set the whole value."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def _all(self) -> dict[str, Any]:
        """The whole document, as a name may hold what no text for C does."""
        attributes: dict[str, Any] = json.loads(self._node.attributes_json)
        return attributes

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        call("zarr_attribute_set_json", self._node, name, json.dumps(value, default=plain))

    def __delitem__(self, name: str) -> None:
        self[name]
        call("zarr_attribute_erase", self._node, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def keys(self) -> KeysView[str]:
        return self._all().keys()

    def values(self) -> ValuesView[Any]:
        return self._all().values()

    def items(self) -> ItemsView[str, Any]:
        return self._all().items()

    def clear(self) -> None:
        self._node.attributes = {}

    def __repr__(self) -> str:
        return repr(self._all())
