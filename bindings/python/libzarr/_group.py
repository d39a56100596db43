"""Groups."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ._array import Array
from ._builder import Builder
from ._c import new, to_json
from ._errors import NOT_FOUND, Error
from ._node import Node, Options

if TYPE_CHECKING:
    from ._store import Store


class Group(Node):
    """A group. Paths begin at it."""

    free, type = "zarr_group_free", "group"
    _around: Store | None = None

    def __repr__(self) -> str:
        return f"<libzarr.Group {'closed' if self.handle is None else json.dumps('/' + self.path)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopen, (*self.picklable(), self.path, self.options)

    def _inside(self, path: str) -> tuple[Store, str]:
        """The store, which the group keeps, and the path in it."""
        self._around = self._around or self.store
        return self._around, f"{self.path}/{path.strip('/')}"

    def open(self, path: str, **options: Any) -> Array | Group:
        """The array or group at a path."""
        store, path = self._inside(path)
        return store.open(path, **options)

    def open_array(self, path: str, **options: Any) -> Array:
        return self.own(Array(new("zarr_group_open_array", self, path, to_json(options))), options)

    def open_group(self, path: str, **options: Any) -> Group:
        return self.own(Group(new("zarr_group_open_group", self, path, to_json(options))), options)

    def create(self, path: str, builder: Builder, replace: bool = False, options: Options | None = None) -> Array:
        if not replace:
            array = new("zarr_group_create_array", self, path.strip("/"), builder, to_json(options))
            return self.own(Array(array), options)
        store, path = self._inside(path)
        return store.create(path, builder, replace, options)

    def create_array(self, path: str, data_type: Any, shape: Any, replace: bool = False, options: Options | None = None,
                     **description: Any) -> Array:
        return self.create(path, Builder(data_type, shape, **description), replace, options)

    def create_group(self, path: str, attributes: Mapping[str, Any] | None = None, replace: bool = False) -> Group:
        if not replace:
            return self.own(Group(new("zarr_group_create_group", self, path.strip("/"), to_json(attributes))))
        store, path = self._inside(path)
        return store.create_group(path, 0, attributes, replace)

    def children(self) -> list[str]:
        return self._inside("")[0].children(self.path)

    def __getitem__(self, path: str) -> Array | Group:
        try:
            return self.open(path)
        except Error as failure:
            if failure.status == NOT_FOUND:
                raise KeyError(path) from None
            raise

    def __contains__(self, path: object) -> bool:
        store, inside = self._inside(str(path))
        return store.kind(inside) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.children())

    def __len__(self) -> int:
        return len(self.children())

    def __bool__(self) -> bool:
        return True

    def refresh(self) -> None:
        """Nothing to do: a group reads its document anew each time."""


def _reopen(url: Any, options: Options, path: str, node_options: Options) -> Group:
    from ._store import Store

    with Store(url, **options) as store:
        return store.open_group(path, **node_options)
