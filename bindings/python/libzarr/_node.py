"""Common parts of stores, groups and arrays."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ._attributes import Attributes
from ._c import call, Handle, new, strings, text
from ._errors import About
from ._kinds import is_a
from ._words import Elsewhere, shown

if TYPE_CHECKING:
    from ._custom import CustomStore
    from ._store import Store

Options = Mapping[str, Any]


class Recipe(NamedTuple):
    """How a store was opened. Its text shows no secret: of the options, it has the names."""

    url: str | CustomStore
    options: Options

    def __repr__(self) -> str:
        return f"<{name_of(self.url)}{' with ' * bool(self.options)}{', '.join(self.options)}>"


def name_of(url: str | CustomStore) -> str:
    """Return the place of a store as texts show it."""
    return json.dumps(shown(url)) if isinstance(url, str) else repr(url)


class Opened(Handle):
    """An object that knows how it was opened, so that another process can open it."""

    # How the store was opened, and the options of the node.
    recipe: Recipe | None = None
    options: Options = {}

    # Names of zarr-python are refused, and not set in vain.
    if not TYPE_CHECKING:
        attrs = Elsewhere()

    def own(self, node: OpenedT, options: Options | None = None) -> OpenedT:
        """Give a node of this store the store's recipe and its own options."""
        node.recipe, node.options = self.recipe, options or {}
        return node

    def picklable(self) -> tuple[str | CustomStore, Options]:
        """Return the URL, or CustomStore, and the options.

        Raises TypeError for a closed object and for a store in memory.
        """
        if self.handle is None:
            raise TypeError(f"the {type(self).__name__.lower()} is closed, and can't be pickled")
        if self.recipe is None:
            raise TypeError("what was made of a handle can't be pickled")
        url = self.recipe[0]
        if isinstance(url, str) and url.startswith("memory:"):
            raise TypeError(f"a store in memory can't be pickled: {url} of another process is another store")
        return self.recipe.url, self.recipe.options


OpenedT = TypeVar("OpenedT", bound=Opened)


def check_attributes(value: object) -> None:
    """Refuse attributes that are neither a mapping nor its text in JSON.

    Raises TypeError.
    """
    if not is_a(value, (str, Mapping)):
        raise TypeError(f"attributes are a dictionary, not {value!r} of type {type(value).__name__}")


class Node(Opened):
    """A group or an array."""

    type = ""

    def naming(self) -> About:
        """Return a context that names this node in exceptions."""
        return About(lambda: f'{self.type} "/{self.path}"')

    @property
    def path(self) -> str:
        """The path from the root of the store, without a "/" at either end."""
        return text(f"zarr_{self.type}_path", self)

    @property
    def attributes_json(self) -> str:
        """The attributes as a text in JSON."""
        return text(f"zarr_{self.type}_attributes", self)

    @property
    def attributes(self) -> Attributes:
        """The attributes, as a mapping that writes through. Setting it replaces all of them."""
        return Attributes(self)

    @attributes.setter
    def attributes(self, value: Mapping[str, Any] | str) -> None:
        check_attributes(value)
        if not isinstance(value, str):
            value = "{" + ",".join(f"{json.dumps(name)}:{self.attributes.encoded(name, one)}" for name, one in dict(value).items()) + "}"
        call(f"zarr_{self.type}_set_attributes", self, value)

    def set_attribute(self, name: str, value: Any) -> None:
        """Write one attribute and keep the others."""
        self.attributes[name] = value

    @property
    def store(self) -> Store:
        """The store of the node."""
        from ._store import Store

        store = Store.__new__(Store)
        store.handle, store.recipe = new(f"zarr_{self.type}_store", self), self.recipe
        return store

    @property
    def warnings(self) -> list[str]:
        """Remarks on the document that kept the node from nothing."""
        return strings(f"zarr_{self.type}_warnings", self)
