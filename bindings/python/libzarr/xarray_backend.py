"""The xarray engine: `xarray.open_dataset(path, engine="libzarr")` for every format, lazily."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
from xarray import Dataset, DataTree, Variable
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.backends.common import AbstractDataStore
from xarray.backends.store import StoreBackendEntrypoint
from xarray.backends.zarr import FillValueCoder
from xarray.coding import strings as coding
from xarray.core import indexing

from ._hierarchy import Array, Group, Store
from ._kinds import STRING, is_array, is_slice
from ._words import is_url, shown

# Attributes of formats, not of the user; those of NCZarr begin with _nc.
_NOT_ATTRIBUTES = ("_ARRAY_DIMENSIONS",)
_V3 = 3
_open: Any = getattr(StoreBackendEntrypoint, "open_dataset")
_texts: Any = getattr(coding, "create_vlen_dtype")
_decoded_fill: Any = getattr(FillValueCoder, "decode")
_of_groups: Any = getattr(DataTree, "from_dict")


class _Elements(BackendArray):
    """An array that xarray reads lazily."""

    def __init__(self, array: Array) -> None:
        self._array = array
        self.shape = array.shape
        self.dtype: np.dtype[Any] = _texts(str) if array.code == STRING else array.dtype

    def __getitem__(self, key: indexing.ExplicitIndexer) -> Any:
        points = isinstance(key, indexing.VectorizedIndexer) and not any(is_slice(index) for index in key.tuple)
        if points and self._array.dtype != object:
            return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.VECTORIZED, self._points)
        return indexing.explicit_indexing_adapter(key, self.shape, indexing.IndexingSupport.OUTER, self._outer)

    def _points(self, key: tuple[Any, ...]) -> Any:
        return self._array.vindex[key]

    def _outer(self, key: tuple[Any, ...]) -> Any:
        if all(isinstance(index, (int, np.integer)) or is_slice(index) for index in key):
            found = self._array[key]
            if self._array.dtype != object or is_array(found):
                return found
            # NumPy would take a text for one of fixed length.
            element: np.ndarray[Any, Any] = np.empty((), object)
            element[()] = found
            return element
        if self._array.dtype != object:
            return self._array.oindex[key]
        # Elements of any length are read as a box, of which the lists pick.
        firsts = [0 if is_slice(index) or not np.size(index) else int(np.min(index)) for index in key]
        box: tuple[Any, ...] = tuple(index if is_slice(index) else slice(first, int(np.max(index)) + 1 if np.size(index) else first)
                    for index, first in zip(key, firsts))
        values = self._array[box]
        for dimension in reversed(range(len(key))):
            index = key[dimension]
            if not is_slice(index):
                values = values.take(np.asarray(index) - firsts[dimension], axis=dimension)
        return values


class DataStore(AbstractDataStore):
    """A group for xarray: its arrays are variables, with shared names of dimensions."""

    def __init__(self, group: Group, use_fill_value_as_mask: bool | None = None) -> None:
        self._group, self._mask = group, use_fill_value_as_mask

    def get_variables(self) -> Mapping[str, Variable]:
        """Return the arrays of the group by name."""
        store = self._group.store
        below = (f"{self._group.path}/{name}".lstrip("/") for name in self._group.children())
        arrays = (store.open_array(path, **self._group.options) for path in below if store.kind(path) == "array")
        return {array.path.rpartition("/")[2]: self._variable(array) for array in arrays}

    def _variable(self, array: Array) -> Variable:
        name = array.path.rpartition("/")[2]
        given = array.dimension_names or [None for _ in range(array.ndim)]
        dimensions = [one if one is not None else f"{name}_{axis}" for axis, one in enumerate(given)]
        attributes = _user_attributes(array.attributes)
        encoding: dict[str, Any] = {"chunks": array.chunks, "shards": array.shards if array.shards != array.chunks else None,
                                    "preferred_chunks": dict(zip(dimensions, array.chunks))}
        # v3 tells what is missing by an attribute; the formats before it by the fill value.
        if array.format != _V3 if self._mask is None else self._mask:
            # xarray compares elements with it, which it can't do with structs and bytes without a meaning.
            if array.fill_defined and array.dtype.kind != "V":
                attributes["_FillValue"] = array.fill_value
        else:
            encoding["fill_value"] = array.fill_value
            if "_FillValue" in attributes:
                attributes["_FillValue"] = _missing(attributes["_FillValue"], array)
        return Variable(dimensions, indexing.LazilyIndexedArray(_Elements(array)), attributes, encoding)

    def get_attrs(self) -> Mapping[str, Any]:
        """Return the attributes of the group that are the user's."""
        return _user_attributes(self._group.attributes)

    def get_dimensions(self) -> Mapping[str, int]:
        """Raise NotImplementedError: xarray takes the dimensions from the variables."""
        raise NotImplementedError("xarray takes the dimensions from the variables")

    def close(self) -> None:
        """Do nothing: variables may be read later, and keep their arrays open."""


def _missing(value: Any, array: Array) -> Any:
    """Return what an attribute _FillValue means: a number, which netCDF-C writes, or a text of base64, as xarray has it.

    Raises ValueError that names the array for anything else.
    """
    if array.dtype.kind in "fc" and isinstance(value, (int, float)):
        return array.dtype.type(value)
    try:
        return _decoded_fill(value, array.dtype)
    except (TypeError, ValueError, struct.error) as failure:
        raise ValueError(f'array "/{array.path}": the attribute _FillValue is {value!r}, which is no value of {array.dtype}; '
                         f'drop_variables="{array.path.rpartition("/")[2]}" leaves the array out, and '
                         "use_zarr_fill_value_as_mask=True takes its fill value instead") from failure


def _user_attributes(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if name not in _NOT_ATTRIBUTES and not name.lower().startswith("_nc")}


def _group(source: Any, path: str | None, options: Mapping[str, Any] | None) -> Group:
    """Return the group of a path or URL, of a Store, or below a Group."""
    if isinstance(source, Group):
        return source.open_group(path.strip("/")) if path else source
    if isinstance(source, Store):
        return source.open_group(path or "/")
    return Store(source, **{"mode": "r", **(options or {})}).open_group(path or "/")


class Backend(BackendEntrypoint):
    """The engine "libzarr", which xarray finds by its entry point."""

    description: ClassVar[str] = "Open every Zarr format and N5, in files, archives and clouds, through libzarr"
    supports_groups: ClassVar[bool] = True
    open_dataset_parameters: ClassVar[tuple[str, ...] | None] = (
        "filename_or_obj", "mask_and_scale", "decode_times", "concat_characters", "decode_coords", "drop_variables", "use_cftime",
        "decode_timedelta", "group", "storage_options", "use_zarr_fill_value_as_mask")

    def guess_can_open(self, filename_or_obj: Any) -> bool:
        """Return False: xarray's own engine opens .zarr, and this one is asked for by name."""
        return False

    def open_dataset(self, filename_or_obj: Any, *, drop_variables: str | Iterable[str] | None = None, group: str | None = None,
                     storage_options: Mapping[str, Any] | None = None, use_zarr_fill_value_as_mask: bool | None = None,
                     **decoding: Any) -> Dataset:
        """Open one group. `storage_options` are options of the library, such as {"anonymous": True};
        `use_zarr_fill_value_as_mask` masks the fill value (None: in all formats but v3)."""
        for name in decoding:
            if name not in (self.open_dataset_parameters or ()):
                raise TypeError(f'engine="libzarr" has no argument {name}. The format and consolidated metadata are found without one; '
                                "storage_options takes the options of the library")
        store = DataStore(_group(filename_or_obj, group, storage_options), use_zarr_fill_value_as_mask)
        dataset: Dataset = _open(StoreBackendEntrypoint(), store, drop_variables=drop_variables, **decoding)
        if isinstance(filename_or_obj, str) and is_url(filename_or_obj):
            # Otherwise xarray adds the URL, which may have secrets.
            dataset.encoding["source"] = shown(filename_or_obj)
        return dataset

    def open_groups_as_dict(self, filename_or_obj: Any, *, drop_variables: str | Iterable[str] | None = None, group: str | None = None,
                            storage_options: Mapping[str, Any] | None = None, **decoding: Any) -> dict[str, Dataset]:
        """Open a group and all groups below it, by path."""
        root = _group(filename_or_obj, group, storage_options)
        store, above = root.store, root.path
        below = [path for path, kind in store.walk(above or "/") if kind != "array"]
        names = {"/": root, **{f"/{path[len(above):].strip('/')}": store.open_group(path) for path in below}}
        return {name: self.open_dataset(one, drop_variables=drop_variables, **decoding) for name, one in names.items()}

    def open_datatree(self, filename_or_obj: Any, *, drop_variables: str | Iterable[str] | None = None, **options: Any) -> DataTree:
        """Open a group and all groups below it as a tree."""
        tree: DataTree = _of_groups(self.open_groups_as_dict(filename_or_obj, drop_variables=drop_variables, **options))
        return tree
