"""Common parts of stores, groups and arrays, and the attributes of the latter two."""

from __future__ import annotations

import json
from collections.abc import ItemsView, Iterator, KeysView, Mapping, MutableMapping, ValuesView
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ._c import Handle, call, plain, strings, text
from ._custom import CustomStore
from ._errors import About
from ._kinds import is_a
from ._words import Elsewhere, Hinted, shown

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
    def warnings(self) -> list[str]:
        """Remarks on the document that kept the node from nothing."""
        return strings(f"zarr_{self.type}_warnings", self)
