"""URLs as messages show them, and names that other packages have for what this package offers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

# A text that the library takes for a URL, or refuses as one that is misspelled, and not for a path.
_URL = re.compile("[^/]*?:/")
_PARTS = re.compile("([^?#]*)([?#]?)(.*)", re.DOTALL)


def is_url(text: str) -> bool:
    """Return True for a URL, and False for a path."""
    return _URL.match(text) is not None


def shown(url: str) -> str:
    """Return a URL as the library's messages show it: a user before the host, and what follows "?" or "#", may be
    secrets. A path is returned as it is."""
    parts = _PARTS.fullmatch(url)
    if parts is None or not is_url(url):
        return url
    before, sign, query = parts.groups()
    scheme, colon, rest = before.partition("://") if "://" in before else ("", "", before)
    _, at, place = rest.rpartition("@")
    return scheme + colon + ("***" + at if at else "") + place + sign + ("***" if query else "")


_CREATES = {
    **{name: "create_array" for name in ("create_dataset", "array", "empty", "full", "ones", "zeros", "empty_like", "full_like",
                                         "ones_like", "zeros_like", "create_variable")},
    **{name: "create_array(path, ...) where open(path) finds none" for name in ("require_dataset", "require_array")},
    "require_group": "create_group(path) where open(path) finds none",
}

# Attributes of zarr-python and h5py, by those that are for them here.
_INSTEAD: dict[str, dict[str, str]] = {
    "libzarr": {
        **{name: "Store" for name in ("storage", "DirectoryStore", "LocalStore", "MemoryStore", "ZipStore", "FsspecStore", "FSStore",
                                      "ObjectStore", "open_store")},
        **{name: f"Store.{own}" for name, own in _CREATES.items() if own == "create_array"},
        "open_like": "Store.create_array", "config": "Store(url, **options)", "codecs": "Store.create_array(..., codecs=...)",
        "create": "Store.create_array", "create_array": "Store.create_array", "create_group": "Store.create_group",
        "consolidate_metadata": "Store.consolidate", "group": "Store.create_group", "open_array": "open",
        "open_consolidated": "open", "open_group": "open", "load": "open", "save": "Store.create_array",
        "File": "Store", "Dataset": "Array",
    },
    "Store": {
        **_CREATES,
        "attrs": 'open("/").attributes', "attributes": 'open("/").attributes', "list": "keys", "list_prefix": "keys",
        "items": 'open("/").items', "values": 'open("/").values', "members": "walk", "tree": "walk", "visit": "walk",
        "visititems": "walk", "delete": "remove", "filename": "recipe", "path": "recipe", "root": "open", "url": "recipe",
        "mode": "recipe", "read_only": "recipe", "group": "create_group", "list_prefix": "keys",
    },
    "Group": {
        **_CREATES,
        "attrs": "attributes", "arrays": "items", "array_keys": "keys", "group_keys": "keys", "groups": "items",
        "members": "items", "nmembers": "len(group)", "name": "path", "parent": "store.open", "file": "store",
        "info": "attributes", "update": "attributes.update",
        "tree": "store.walk", "visit": "store.walk", "visititems": "store.walk", "copy": "store.copy",
        "move": "store.move", "update_attributes": "attributes.update",
    },
    "Array": {
        "attrs": "attributes", "basename": "path", "name": "path", "parent": "store.open", "file": "store",
        "info": "metadata", "cdata_shape": "blocks.shape", "compression": "codecs", "compressor": "codecs",
        "compressors": "codecs", "filters": "codecs", "serializer": "codecs", "dims": "dimension_names",
        "dimensions": "dimension_names", "fillvalue": "fill_value", "get_basic_selection": "array[...]",
        "set_basic_selection": "array[...] = values", "get_orthogonal_selection": "oindex",
        "set_orthogonal_selection": "oindex", "get_coordinate_selection": "vindex",
        "set_coordinate_selection": "vindex", "get_mask_selection": "vindex", "set_mask_selection": "vindex",
        "get_block_selection": "blocks", "set_block_selection": "blocks", "itemsize": "dtype.itemsize",
        "iter_chunks": "blocks", "maxshape": "resize", "read_direct": "read(out=...)", "write_direct": "write",
        "update_attributes": "attributes.update", "zarr_format": "format", "order": "metadata", "fletcher32": "codecs",
        "shuffle": "codecs", "nchunks": "blocks.shape", "store_path": "path", "scale": "attributes", "maxlen": "shape",
        "asstr": "array[...]", "encoding": "codecs",
    },
    "Attributes": {
        "asdict": "dict(attributes)", "create": "attributes[name] = value", "modify": "attributes[name] = value",
        "put": "update",
    },
}


def instead(owner: str, name: str) -> str:
    """Return the end of a message on an attribute that does not exist: the one that is for the same purpose, if any."""
    own = _INSTEAD.get(owner, {}).get(name)
    if own is None and owner == "Array" and hasattr(np.ndarray, name):
        return "; array[...] reads an array of NumPy, which has it"
    return f"; {own} is for that" if own else ""


class Elsewhere:
    """An attribute of another package, which can't be set; `Hinted` tells of it where it is read."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, given: object, owner: type | None = None) -> Any:
        raise AttributeError(self._name)

    def __set__(self, given: object, value: object) -> None:
        owner = type(given).__name__
        raise AttributeError(f"{owner!r} object has no attribute {self._name!r}{instead(owner, self._name)}", name=self._name, obj=given)


class Hinted:
    """An object that names its own attribute to a program that asks for that of another package."""

    # Type checkers would take any attribute of a class with this method for present.
    if not TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None:
            """Refuse names that would be set in vain, but for classes of programs."""
            owner = type(self)
            if not name.startswith("_") and owner.__module__ == "libzarr" and not hasattr(owner, name):
                raise AttributeError(f"{owner.__name__!r} object has no attribute {name!r}{instead(owner.__name__, name)}", name=name, obj=self)
            super().__setattr__(name, value)

        def __getattr__(self, name: str) -> Any:
            owner = type(self).__name__
            raise AttributeError(f"{owner!r} object has no attribute {name!r}{instead(owner, name)}", name=name, obj=self)
