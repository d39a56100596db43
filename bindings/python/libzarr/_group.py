"""Groups: mappings of names to arrays and groups."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._array import Array
from ._builder import Builder
from ._c import new, to_json
from ._node import Node, Options, check_attributes

if TYPE_CHECKING:
    from ._store import Store


class Group(Node, Mapping[str, "Array | Group"]):
    """A group: a mapping of the names of its members to its arrays and groups, each opened when it is asked for.
    Paths are relative to the group."""

    free, type = "zarr_group_free", "group"
    _around: Store | None = None

    def __repr__(self) -> str:
        return f"<libzarr.Group {'closed' if self.handle is None else json.dumps('/' + self.path)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (*self.picklable(), self.path, self.options)

    def _inside(self, path: Any) -> tuple[Store, str]:
        """Return the store, which the group keeps open, and a path in it."""
        if not isinstance(path, str):
            raise TypeError(f"a path is a text, not {path!r} of type {type(path).__name__}")
        self._around = self._around or self.store
        return self._around, f"{self.path}/{path.strip('/')}"

    def open(self, path: str, **options: Any) -> Array | Group:
        """Open the array or group at a path.

        Raises KeyError where no node exists.
        """
        store, path = self._inside(path)
        return store.open(path, **options)

    def open_array(self, path: str, **options: Any) -> Array:
        """Open the array at a path.

        Raises KeyError where no node exists, TypeError for a group.
        """
        return self.own(Array(new("zarr_group_open_array", self, path, to_json(options))), options)

    def open_group(self, path: str, **options: Any) -> Group:
        """Open the group at a path.

        Raises KeyError where no node exists, TypeError for an array.
        """
        return self.own(Group(new("zarr_group_open_group", self, path, to_json(options))), options)

    def create(self, path: str, builder: Builder, replace: bool = False, options: Options | None = None) -> Array:
        """Create an array by a Builder, in the place of an existing node with `replace`. `options` are those of the new
        array, such as {"grow": True}.

        Raises FileExistsError where a node exists.
        """
        if not replace:
            array = new("zarr_group_create_array", self, path.strip("/"), builder, to_json(options))
            return self.own(Array(array), options)
        store, path = self._inside(path)
        return store.create(path, builder, replace, options)

    def create_array(self, path: str, data_type: Any = None, shape: Any = None, replace: bool = False, options: Options | None = None,
                     **description: Any) -> Array:
        """Create an array; `description` are further arguments of Builder (format, chunks, shards, fill, order, attributes,
        names, codecs ...), and the rest is for `create`.

        Raises FileExistsError where a node exists, TypeError for an unknown argument.
        """
        return self.create(path, Builder(data_type, shape, **description), replace, options)

    def create_group(self, path: str, attributes: Mapping[str, Any] | None = None, replace: bool = False) -> Group:
        """Create a group, in the place of an existing node with `replace`.

        Raises FileExistsError where a node exists.
        """
        if attributes is not None:
            check_attributes(attributes)
        if not replace:
            return self.own(Group(new("zarr_group_create_group", self, path.strip("/"), to_json(attributes))))
        store, path = self._inside(path)
        return store.create_group(path, 0, attributes, replace)

    def children(self) -> list[str]:
        """Return the names of the members."""
        return self._inside("")[0].children(self.path)

    def __getitem__(self, path: str) -> Array | Group:
        """Open the array or group at a path.

        Raises KeyError where no node exists.
        """
        return self.open(path)

    def __contains__(self, path: object) -> bool:
        """Return True if a node exists at a path."""
        if not isinstance(path, str):
            return False
        store, inside = self._inside(path)
        try:
            return store.kind(inside) is not None
        except ValueError:  # a text that is no path
            return False

    def __iter__(self) -> Iterator[str]:
        return iter(self.children())

    def __len__(self) -> int:
        return len(self.children())

    def __bool__(self) -> bool:
        """Return True, also for an empty group."""
        return True

    def __eq__(self, other: object) -> bool:
        """Compare by identity: comparing members would open all of them."""
        return self is other

    def __hash__(self) -> int:
        return id(self)

    def refresh(self) -> None:
        """Do nothing: a group reads its document each time."""


def _reopen(url: Any, options: Options, path: str, node_options: Options) -> Group:
    """Open a pickled group in another process."""
    from ._store import Store

    with Store(url, **options) as store:
        return store.open_group(path, **node_options)
