"""Arrays, groups and stores: each leads to the others."""

from __future__ import annotations

import ctypes
import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from ._array import ArrayBase
from ._builder import Builder, format_number
from ._c import call, new, strings, take_bytes, take_strings, to_json
from ._custom import CustomStore, open_custom
from ._errors import Error
from ._functions import Range
from ._kinds import is_a
from ._node import Node, Opened, Options, Recipe, check_attributes, name_of
from ._views import AsType, Blocks, Fields, OrthogonalIndexer, PointIndexer
from ._words import is_url, shown

KINDS = [None, "array", "group", "implicit group"]


class Array(ArrayBase):
    """An array in a store. Elements are read into and written from NumPy arrays of any layout, without copies;
    numbers are converted on the way. Elements of any length are arrays of dtype object."""

    @property
    def store(self) -> Store:
        """The store of the node."""
        return _store_of(self)

    @property
    def vindex(self) -> PointIndexer:
        """Elements by their positions, `array.vindex[[0, 5], [3, 3]]`, or by a mask."""
        return PointIndexer(self)

    @property
    def oindex(self) -> OrthogonalIndexer:
        """The elements at all combinations of indices, `array.oindex[[7, 2], :, mask]`."""
        return OrthogonalIndexer(self)

    @property
    def blocks(self) -> Blocks:
        """Chunks by their positions in the grid, `array.blocks[1, 2]`."""
        return Blocks(self)

    @property
    def fields(self) -> Fields:
        """The fields of structs, `array.fields["x"][2:5]`."""
        return Fields(self)

    def astype(self, dtype: Any) -> AsType:
        """Return a view that converts elements to another type as they are read.

        Reading raises RangeError for a value that the type can't hold.
        """
        return AsType(self, dtype)

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_array, (*self.picklable(), self.path, self.document, self.options)


class Group(Node, Mapping[str, "Array | Group"]):
    """A group: a mapping of the names of its members to its arrays and groups, each opened when it is asked for.
    Paths are relative to the group."""

    free, type = "zarr_group_free", "group"
    _around: Store | None = None

    def __repr__(self) -> str:
        return f"<libzarr.Group {'closed' if self.handle is None else json.dumps('/' + self.path)}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_group, (*self.picklable(), self.path, self.options)

    @property
    def store(self) -> Store:
        """The store of the node."""
        return _store_of(self)

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


class Store(Opened):
    """A store, opened by URL or over a CustomStore, with its nodes by path and its values by key. `options` are
    those of docs/options.md. A store is pickled as its URL, with an absolute path, and options; one in memory is
    refused, since no other process has it."""

    free = "zarr_store_free"

    def __init__(self, url: str | os.PathLike[str] | CustomStore, **options: Any) -> None:
        if isinstance(url, CustomStore):
            # Without a further call, in which a signal could raise while nothing holds the handle.
            self.__dict__["handle"] = open_custom(url, options)
            self.recipe = Recipe(url, options)
        else:
            if is_a(url, Opened):
                raise TypeError(f"a URL or a path is expected, not {url!r}; its open(path) opens what is in it")
            if not is_a(url, (str, bytes, os.PathLike)):
                raise TypeError(f"a URL, a path or a CustomStore is expected, not {url!r} of type {type(url).__name__}")
            url = _absolute(os.fsdecode(url))
            try:
                super().__init__(new("zarr_store_open", url, to_json(options)))
            except OSError as failure:
                failure.filename = shown(url)
                raise
            self.recipe = Recipe(url, options)

    def __reduce__(self) -> tuple[Any, ...]:
        return _open_store, self.picklable()

    def __repr__(self) -> str:
        name = repr(None) if self.recipe is None else name_of(self.recipe.url)
        return f"<libzarr.Store {'closed' if self.handle is None else name}>"

    def open(self, path: str = "/", **options: Any) -> Array | Group:
        """Open the array or group at a path.

        Raises KeyError where no node exists.
        """
        if not is_a(path, str):
            raise TypeError(f"a path is a text, not {path!r} of type {type(path).__name__}")
        array, group = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_node_open", self, path, to_json(options), ctypes.byref(array), ctypes.byref(group))
        return self.own(Array(array), options) if array else self.own(Group(group), options)

    def open_array(self, path: str = "/", **options: Any) -> Array:
        """Open the array at a path.

        Raises KeyError where no node exists, TypeError for a group.
        """
        return self.own(Array(new("zarr_array_open_with", self, path, to_json(options))), options)

    def open_from_document(self, path: str, document: str | bytes, **options: Any) -> Array:
        """Open an array by its `document`, without a request to the store.

        The first write, and the first chunk that is missing, look for the array: FileNotFoundError where the store of
        this process does not have it.
        """
        document = document.encode() if isinstance(document, str) else document
        array = new("zarr_array_open_from_document", self, path, document, len(document), to_json(options))
        return self.own(Array(array), options)

    def create(self, path: str, builder: Builder, replace: bool = False, options: Options | None = None) -> Array:
        """Create an array by a Builder, in the place of an existing node with `replace`. `options` are those of the new
        array, such as {"grow": True}.

        Raises FileExistsError where a node exists.
        """
        if not replace:
            return self.own(Array(new("zarr_array_create_with", self, path, builder, to_json(options))), options)
        array = self.own(Array(new("zarr_array_create_or_replace", self, path, builder)))
        return self.open_from_document(path, array.document, **options) if options else array

    def create_array(self, path: str, data_type: Any = None, shape: Any = None, replace: bool = False, options: Options | None = None,
                     **description: Any) -> Array:
        """Create an array; `description` are further arguments of Builder (format, chunks, shards, fill, order, attributes,
        names, codecs ...), and the rest is for `create`.

        Raises FileExistsError where a node exists, TypeError for an unknown argument.
        """
        return self.create(path, Builder(data_type, shape, **description), replace, options)

    def create_json(self, path: str, format: int | str, metadata: Mapping[str, Any] | str) -> Array:
        """Create an array by a document of a format.

        Raises FileExistsError where a node exists, ValueError for a document that breaks a rule.
        """
        return self.own(Array(new("zarr_array_create_json", self, path, format_number(format), to_json(metadata))))

    def create_group(self, path: str, format: int | str = 0, attributes: Mapping[str, Any] | None = None, replace: bool = False) -> Group:
        """Create a group, in the place of an existing node with `replace`.

        Raises FileExistsError where a node exists.
        """
        if attributes is not None:
            check_attributes(attributes)
        name = "zarr_group_create_or_replace" if replace else "zarr_group_create"
        return self.own(Group(new(name, self, path, format_number(format), to_json(attributes))))

    def open_group(self, path: str = "/", **options: Any) -> Group:
        """Open the group at a path.

        Raises KeyError where no node exists, TypeError for an array.
        """
        return self.own(Group(new("zarr_group_open_with", self, path, to_json(options))), options)

    def kind(self, path: str) -> str | None:
        """Return "array", "group", "implicit group" (without a document), or None where no node exists."""
        kind = ctypes.c_int32()
        call("zarr_node_kind", self, path, ctypes.byref(kind))
        return KINDS[kind.value]

    def children(self, path: str = "/") -> list[str]:
        """Return the names of the nodes directly below a path."""
        return strings("zarr_node_children", self, path)

    def walk(self, path: str = "/", depth: int = -1) -> list[tuple[str, str | None]]:
        """Return the path and kind of each node below a path, `depth` levels deep (-1: all). Paths begin at the root
        of the store."""
        paths, kinds = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_node_walk", self, path, depth, ctypes.byref(paths), ctypes.byref(kinds))
        return [(path, KINDS[kind]) for path, kind in zip(take_strings(paths), take_bytes(kinds))]

    def copy(self, path: str, to: Store, to_path: str, format: int | str = 0) -> None:
        """Copy a node with all below it to another store, as stored, in the target's format or in `format`.

        Raises FileExistsError where a node exists, NotImplementedError for a property that the format lacks.
        """
        call("zarr_node_copy", self, path, to, to_path, format_number(format), None, None)

    def move(self, path: str, to_path: str) -> None:
        """Move a node with all below it to another path.

        Raises FileExistsError where something exists.
        """
        call("zarr_node_move", self, path, to_path, None, None)

    def remove(self, path: str) -> None:
        """Erase a node with all below it.

        Raises KeyError where no node exists.
        """
        call("zarr_node_erase", self, path)

    def consolidate(self, path: str = "/") -> None:
        """Write a copy of all documents below a group into its document, so that it opens with one request."""
        call("zarr_node_consolidate", self, path)

    def close(self) -> None:
        """Flush the store and free its handle, also where flushing fails. Closing twice does nothing.

        Raises the failure of flush: the elements that were written since the last one are not in a zip file. A store
        that is not closed is flushed as well, and can't tell that it failed.
        """
        try:
            if self.handle is not None:
                self.flush()
        finally:
            super().close()

    def __del__(self) -> None:
        # A failure has no caller.
        super().close()

    def flush(self) -> None:
        """Complete all earlier writes. A zip file has none of them before."""
        call("zarr_store_flush", self)

    def __getitem__(self, key: str) -> bytes:
        """Return the bytes under a key.

        Raises KeyError where there are none; for a node, `open` is the call.
        """
        try:
            return take_bytes(new("zarr_store_get", self, key))
        except Error as failure:
            try:
                kind = self.kind(key)
            except Error:
                kind = None
            if kind is None:
                raise
            raise Error(failure.status, f'{failure.message}; "{key}" is an {kind}'.replace("an group", "a group")
                        + f': store.open("{key}") opens it, store[...] has the bytes of keys', failure.system_code) from None

    def get(self, key: str, start: int = 0, length: int = -1) -> bytes:
        """Return `length` bytes of a value from `start` on: a negative `start` counts from the end, a `length` of -1
        reaches to it.

        Raises KeyError where there are none.
        """
        return take_bytes(new("zarr_store_get_range", self, key, Range(start, length)))

    def __contains__(self, key: str) -> bool:
        """Return True if there is a value under a key, or a node at it as a path."""
        there = ctypes.c_int32()
        call("zarr_store_exists", self, key, ctypes.byref(there))
        if there.value:
            return True
        try:
            return self.kind(key) is not None
        except Error:  # a key that is no path of a node
            return False

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the nodes at the root; `keys` has those of all values."""
        return iter(self.children())

    def size(self, key: str) -> int:
        """Return the size of a value in bytes.

        Raises KeyError where there is none.
        """
        size = ctypes.c_int64()
        call("zarr_store_size", self, key, ctypes.byref(size))
        return size.value

    def __setitem__(self, key: str, data: bytes) -> None:
        """Replace the bytes under a key.

        Raises TypeError for what is no bytes.
        """
        if not is_a(data, (bytes, bytearray, memoryview)):
            made = f'; store.create_array("{key}", values.dtype, values.shape)[...] = values makes an array' if hasattr(data, "__array__") else ""
            raise TypeError(f"a value under a key is bytes, not of type {type(data).__name__}{made}")
        value = bytes(data)
        call("zarr_store_set", self, key, value, len(value))

    def __delitem__(self, key: str) -> None:
        """Erase the bytes under a key.

        Raises OSError for a node, which `remove` erases.
        """
        try:
            call("zarr_store_erase", self, key)
        except OSError as failure:
            if not isinstance(failure, Error) or self.kind(key) is None:
                raise
            raise Error(failure.status, f'{failure.message}; store.remove("{key}") erases a node', failure.system_code) from None

    def erase_prefix(self, prefix: str) -> None:
        """Erase all values whose keys begin with a prefix."""
        call("zarr_store_erase_prefix", self, prefix)

    def keys(self, prefix: str = "") -> list[str]:
        """Return the keys of all values that begin with a prefix."""
        return strings("zarr_store_list_prefix", self, prefix)

    def list_dir(self, prefix: str = "") -> tuple[list[str], list[str]]:
        """Return the keys and the prefixes directly below a prefix."""
        keys, prefixes = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_store_list_dir", self, prefix, ctypes.byref(keys), ctypes.byref(prefixes))
        return take_strings(keys), take_strings(prefixes)


def open(url: str | os.PathLike[str] | CustomStore, path: str = "/", **options: Any) -> Array | Group:
    """Open the array or group at a path of a store, which stays open with it. `options` are those of Store.

    Raises KeyError where no node exists.
    """
    return Store(url, **options).open(path)


def _absolute(url: str) -> str:
    """Return a URL as it is, and a path so that it names one place in every process."""
    return os.path.join(os.getcwd(), os.path.expanduser(url)) if url and not is_url(url) else url


def _store_of(node: Node) -> Store:
    """Return the store of a group or an array."""
    store = Store.__new__(Store)
    store.handle, store.recipe = new(f"zarr_{node.type}_store", node), node.recipe
    return store


def _open_store(url: Any, options: Options) -> Store:
    """Open a pickled store in another process."""
    return Store(url, **options)


def _open_group(url: Any, options: Options, path: str, node_options: Options) -> Group:
    """Open a pickled group in another process."""
    with Store(url, **options) as store:
        return store.open_group(path, **node_options)


def _open_array(url: Any, options: Options, path: str, document: bytes, node_options: Options) -> Array:
    """Open a pickled array in another process."""
    with Store(url, **options) as store:
        return store.open_from_document(path, document, **node_options)
