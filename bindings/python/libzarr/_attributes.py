"""Attributes of a node as a mapping that writes through."""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterator, KeysView, MutableMapping, ValuesView
from typing import TYPE_CHECKING, Any

from ._c import call, plain
from ._errors import About
from ._words import Hinted

if TYPE_CHECKING:
    from ._node import Node


class Attributes(Hinted, MutableMapping[str, Any]):
    """Attributes of a group or an array. `array.attributes["units"] = "K"` writes the document and keeps the other
    attributes as they are. A value that was read is a copy: to change a part of it, set the whole value."""

    def __init__(self, node: Node) -> None:
        self._node = node

    def _all(self) -> dict[str, Any]:
        """Parse the whole document, since a name may have characters that a text for C can't have."""
        attributes: dict[str, Any] = json.loads(self._node.attributes_json)
        return attributes

    def __getitem__(self, name: str) -> Any:
        return self._all()[name]

    def __setitem__(self, name: str, value: Any) -> None:
        call("zarr_attribute_set_json", self._node, name, self.encoded(name, value))

    def encoded(self, name: Any, value: Any) -> str:
        """Encode the value of an attribute in JSON.

        Raises TypeError for a name that is no text, and for a value that JSON can't hold.
        """
        with About(lambda: f"{self._node.type} \"/{self._node.path}\": attribute {name!r}"):
            if not isinstance(name, str):
                raise TypeError(f"the name of an attribute is a text, not {name!r} of type {type(name).__name__}")
            return json.dumps(value, default=plain)

    def update(self, /, *given: Any, **named: Any) -> None:
        """Write several attributes, once all of them are known to be JSON."""
        attributes = dict(*given, **named)
        for name, value in attributes.items():
            self.encoded(name, value)
        super().update(attributes)

    def __delitem__(self, name: str) -> None:
        self[name]
        call("zarr_attribute_erase", self._node, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def keys(self) -> KeysView[str]:
        """Return the names, read at once."""
        return self._all().keys()

    def values(self) -> ValuesView[Any]:
        """Return the values, read at once."""
        return self._all().values()

    def items(self) -> ItemsView[str, Any]:
        """Return names with values, read at once."""
        return self._all().items()

    def clear(self) -> None:
        """Erase all attributes."""
        self._node.attributes = {}

    def __repr__(self) -> str:
        return "<attributes of a closed node>" if self._node.handle is None else repr(self._all())
