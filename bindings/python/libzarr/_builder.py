"""Descriptions of new arrays, in the words of Python and NumPy."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import Handle, c_texts, call, lengths, new, to_json
from ._kinds import is_list, is_mapping, is_tuple
from ._library import LIBRARY

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The data types of zarr.h that NumPy has, by their numbers.
NUMPY: list[str | None] = [None, "?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
CODES: dict[np.dtype[Any], int] = {np.dtype(name): code for code, name in enumerate(NUMPY) if name}


FORMATS = {LIBRARY.zarr_format_name(number).decode(): number for number in (0, 1, 2, 3, 31, 32, 33, 34, 50)}


def format_number(format: int | str) -> int:
    """A format by its number or its name, "v2"."""
    if not isinstance(format, str):
        return format
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}: {', '.join(FORMATS)}")
    return FORMATS[format]


def described(data_type: Any) -> tuple[Any, np.dtype[Any] | None]:
    """A data type as the library takes it, in JSON's terms, and the NumPy type of its elements, if there is one."""
    if data_type is str:
        return "string", None
    if data_type is bytes:
        return "bytes", None
    if isinstance(data_type, str) or is_list(data_type) or is_mapping(data_type):
        fields: Any = [tuple(field) for field in data_type] if is_list(data_type) else data_type
        try:
            # NumPy has texts of one length by this name.
            return data_type, None if data_type in ("bytes", "str") else np.dtype(fields)
        except (TypeError, ValueError, KeyError):
            return data_type, None
    dtype = np.dtype(data_type)
    if dtype == object:
        raise TypeError('elements of any length are of data type "string" or "bytes"')
    if dtype.newbyteorder("=") in CODES:
        return dtype.name, dtype
    return [list(field) for field in dtype.descr] if dtype.names else dtype.str, dtype


def fill_bytes(fill: Any, data_type: Any, dtype: np.dtype[Any] | None) -> bytes:
    """A fill value as it lies in memory, or the text that it is. Numbers are rounded to floating-point ones, and to no others."""
    if isinstance(fill, bytes):
        return fill
    if isinstance(fill, bytearray) or type(fill) is memoryview:
        return bytes(fill)
    if isinstance(fill, str) and dtype is None:
        return fill.encode()
    if dtype is None:
        raise TypeError(f"a fill value of data type {data_type!r} is given as the bytes of an element")
    try:
        native = dtype.newbyteorder("=")
        element = np.array(fill, native) if native.names else _element(np.asarray(fill), native)
    except (OverflowError, TypeError, ValueError):
        element = None
    if element is None:
        raise ValueError(f"the fill value {fill!r} is none of data type {data_type!r}")
    return element.tobytes()


def _element(given: NDArray[Any], native: np.dtype[Any]) -> NDArray[Any] | None:
    """A value as an element; none if it would become another one. A floating-point number may be rounded, but not to infinity."""
    if given.shape != ():
        return None
    if native.kind not in "?biufc":
        element = given.astype(native) if given.dtype.kind != "O" else np.array(given.item(), native)
        cut = native.kind in "SU" and len(element.item()) < len(given.item())
        return None if cut else element
    if given.dtype.kind == "c" and native.kind != "c":
        whole: Any = given
        if whole.imag != 0:
            return None
        given = np.asarray(whole.real)
    with np.errstate(all="ignore"):
        element = given.astype(native)
    same = np.isfinite(element) == np.isfinite(given) if native.kind in "fc" else element.item() == given.item()
    return element if same else None


def along(lengths_: Any, ndim: int) -> tuple[int, ...]:
    """One length for each dimension; a single number stands for all."""
    return (lengths_,) * ndim if np.ndim(lengths_) == 0 else tuple(lengths_)


def codec(entry: Any) -> tuple[str, Any]:
    """A name and a configuration, of a name, a pair, or an entry of a document of v3 or v2."""
    if isinstance(entry, str):
        return entry, None
    if is_mapping(entry):
        rest = {key: value for key, value in entry.items() if key not in ("name", "id", "configuration")}
        return entry.get("name", entry.get("id")), {**rest, **entry.get("configuration", {})} or None
    name, configuration = entry
    return name, configuration


def _is_pair(codecs: Any) -> bool:
    return is_tuple(codecs) and list(map(type, codecs)) == [str, dict] and not {"name", "id"} & set(codecs[1])


class Builder(Handle):
    """Describes an array to be created; every argument but the first two may be left out.

    The data type is a name ("float32"), a type of Python or NumPy, or JSON; a fill value is a value of that type, or its
    bytes; with fill_defined=False there is none. One length stands for all dimensions. A codec is a name, a name with its
    configuration, or an entry of a document; one codec needs no list. The encoding of chunk keys ("fanout", ("suffix",
    {...})) is given as a codec is."""

    free = "zarr_array_builder_free"

    def __init__(self, data_type: Any, shape: int | Sequence[int], format: int | str = 0, chunks: int | Sequence[int] | None = None,
                 shards: int | Sequence[int] | None = None, fill: Any = None, order: str = "C", big_endian: bool | None = None,
                 separator: str | None = None, attributes: Mapping[str, Any] | str | None = None,
                 names: str | Sequence[str | None] | None = None, codecs: Any = (), fill_defined: bool = True,
                 chunk_keys: Any = None) -> None:
        shape = along(shape, 1)
        named = isinstance(data_type, (str, list, Mapping))
        data_type, dtype = described(data_type)
        super().__init__(new("zarr_array_builder_new_json", json.dumps(data_type), len(shape), lengths(shape)))
        self._set("format", format_number(format))
        for name, given in (("chunk_shape", chunks), ("shard_shape", shards)):
            if given is not None:
                given = along(given, len(shape))
                self._set(name, len(given), lengths(given))
        if fill is not None:
            fill = fill_bytes(fill, data_type, dtype)
            self._set("fill_value", fill, len(fill))
        if not fill_defined:
            if fill is not None:
                raise ValueError("a fill value is given, and left open")
            self._set("no_fill_value")
        self._set("order", ord(order))
        if big_endian is None and not named and dtype is not None and dtype.byteorder == ">":
            big_endian = True
        if big_endian is not None:
            self._set("big_endian", int(big_endian))
        if separator is not None:
            self._set("separator", ord(separator))
        if chunk_keys is not None:
            name, configuration = codec(chunk_keys)
            self._set("chunk_key_encoding", name, to_json(configuration))
        if attributes is not None:
            self._set("attributes", to_json(attributes))
        if names is not None:
            names = [names] if isinstance(names, str) else names
            self._set("dimension_names", len(names), c_texts(names))
        # A name and its configuration are one codec, though a name and an entry of a document would be two.
        entries: Sequence[Any] = [codecs] if _is_pair(codecs) or isinstance(codecs, str) or is_mapping(codecs) else codecs or ()
        for name, configuration in map(codec, entries):
            self._set("codec", name, to_json(configuration))

    def _set(self, name: str, *arguments: Any) -> None:
        call(f"zarr_array_builder_{name}", self, *arguments)
