"""What stores, groups and arrays have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from ._attributes import Attributes, plain
from ._c import Handle, call, new, strings, text

if TYPE_CHECKING:
    from ._custom import CustomStore
    from ._store import Store

Options = Mapping[str, Any]


class Opened(Handle):
    """What knows how it was opened, so that another process can open it anew."""

    # The URL, or CustomStore, and the options of the store; and the options of the node.
    recipe: tuple[str | CustomStore, Options] | None = None
    options: Options = {}

    def own(self, node: OpenedT, options: Options | None = None) -> OpenedT:
        node.recipe, node.options = self.recipe, options or {}
        return node

    def picklable(self) -> tuple[str | CustomStore, Options]:
        if self.handle is None or self.recipe is None:
            raise TypeError("what is closed, or was made of a handle, can't be pickled")
        url = self.recipe[0]
        if isinstance(url, str) and url.startswith("memory:"):
            raise TypeError(f"a store in memory can't be pickled: {url} of another process is another store")
        return self.recipe


OpenedT = TypeVar("OpenedT", bound=Opened)


class Node(Opened):
    """A group or an array."""

    type = ""

    @property
    def path(self) -> str:
        return text(f"zarr_{self.type}_path", self)

    @property
    def attributes_json(self) -> str:
        return text(f"zarr_{self.type}_attributes", self)

    @property
    def attributes(self) -> Attributes:
        """A mapping: what is set in it is written."""
        return Attributes(self)

    @attributes.setter
    def attributes(self, value: Mapping[str, Any] | str) -> None:
        call(f"zarr_{self.type}_set_attributes", self, value if isinstance(value, str) else json.dumps(dict(value), default=plain))

    def set_attribute(self, name: str, value: Any) -> None:
        """Changes one attribute; the others stay as they were written."""
        self.attributes[name] = value

    @property
    def store(self) -> Store:
        """The store that the node was opened in."""
        from ._store import Store

        store = Store.__new__(Store)
        store.handle, store.recipe = new(f"zarr_{self.type}_store", self), self.recipe
        return store

    @property
    def warnings(self) -> list[str]:
        return strings(f"zarr_{self.type}_warnings", self)
