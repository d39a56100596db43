"""Descriptions of new arrays, in terms of Python and NumPy."""

from __future__ import annotations

import difflib
import json
import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ._c import Handle, c_texts, call, lengths, new, to_json
from ._elements import elements
from ._errors import Error
from ._indexing import along, of_rank
from ._kinds import CODES, is_a, is_integer, is_list, is_mapping, is_tuple
from ._library import LIBRARY

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Names of Python's types; NumPy's own names are those of the library, but for times.
_PYTHON = {"str": "string", "int": "int64", "float": "float64", "complex": "complex128"}

_OBJECTS = 'elements of any length are of data type "string" or "bytes"'

FORMATS = {LIBRARY.zarr_format_name(number).decode(): number for number in (0, 1, 2, 3, 31, 32, 33, 34, 50)}


def format_number(format: int | str) -> int:
    """Return the number of a format, which is given by number or by name ("v2").

    Raises ValueError for an unknown name.
    """
    if not isinstance(format, str):
        try:
            return operator.index(format)
        except TypeError:
            raise TypeError(f"a format is a name, such as \"v2\", or a number, not {format!r}") from None
    if format not in FORMATS:
        raise ValueError(f"there is no format {format!r}: {', '.join(FORMATS)}")
    return FORMATS[format]


def described(data_type: Any) -> tuple[Any, np.dtype[Any] | None]:
    """Return a data type in JSON's terms, as the library takes it, and the NumPy type of its elements or None.

    Raises TypeError for dtype object.
    """
    if data_type is str:
        return "string", None
    if data_type is bytes:
        return "bytes", None
    if isinstance(data_type, str):
        data_type = _PYTHON.get(data_type, data_type)
        if data_type.startswith(("datetime64", "timedelta64")):
            data_type = np.dtype(data_type).str
    if isinstance(data_type, str) or is_list(data_type) or is_mapping(data_type):
        known = _known(data_type)
        # NumPy has more names for its types than the library, such as "d" and "intp"; byte orders are told the library.
        if known is not None and known in CODES and isinstance(data_type, str) and data_type[0] not in "<>|=":
            return known.name, known
        if known == object:
            raise TypeError(_OBJECTS)
        return data_type, known
    if is_tuple(data_type) and all(is_integer(length) for length in data_type):
        raise TypeError(f"a data type is expected, not {data_type!r}: the order is path, data_type, shape")
    dtype = np.dtype(data_type)
    if dtype.subdtype is not None:
        raise TypeError(f"{dtype} has dimensions of its own, which belong to the shape of the array")
    if dtype.kind == "T":
        return "string", None
    if dtype == object:
        raise TypeError(_OBJECTS)
    if dtype.newbyteorder("=") in CODES:
        return dtype.name, dtype
    return [list(field) for field in dtype.descr] if dtype.names else dtype.str, dtype


def _known(description: Any) -> np.dtype[Any] | None:
    """Return the NumPy type of a name, a list of fields or a mapping; None where NumPy has none, or another one."""
    # NumPy has texts of one length by these names, and a number by none.
    if description in ("bytes", "str", ""):
        return None
    try:
        return np.dtype([tuple(field) for field in description] if is_list(description) else description)
    except (TypeError, ValueError, KeyError):
        return None


def fill_bytes(fill: Any, data_type: Any, dtype: np.dtype[Any] | None) -> bytes:
    """Return the bytes of a fill value in memory. Numbers are rounded to floating-point types, and to no others.

    Raises ValueError for a value that the data type lacks.
    """
    if isinstance(fill, bytes):
        return fill.ljust(dtype.itemsize, b"\0") if dtype is not None and dtype.kind == "S" else fill
    if isinstance(fill, bytearray) or type(fill) is memoryview:
        return bytes(fill)
    if isinstance(fill, str) and dtype is None:
        return fill.encode()
    if is_a(fill, np.ma.MaskedArray) and np.ma.is_masked(fill):
        raise ValueError("the fill value is masked: filled(...) gives it a value")
    if dtype is None:
        raise TypeError(f"a fill value of data type {data_type!r} is given as the bytes of an element")
    try:
        native = dtype.newbyteorder("=")
        # NumPy has no type for large integers.
        given: NDArray[Any] = np.asarray(float(fill) if type(fill) is int and native.kind in "fc" else fill)
        if given.dtype.kind in "mM" and native.kind not in "mM":
            raise TypeError
        element = _element(given, native) if native.kind in "?biufc" else elements(fill, native)
    except (Error, OverflowError, TypeError, ValueError):
        element = None
    if element is None or element.shape != ():
        raise ValueError(f"the fill value {fill!r} does not fit the data type {data_type!r}")
    return element.tobytes()


def _element(given: NDArray[Any], native: np.dtype[Any]) -> NDArray[Any] | None:
    """Convert a value to an element; None if that changes it. A floating-point number may be rounded, but not to
    infinity."""
    if given.shape != ():
        return None
    if given.dtype.kind == "c" and native.kind != "c":
        whole: Any = given
        if whole.imag != 0:
            return None
        given = np.asarray(whole.real)
    with np.errstate(all="ignore"):
        element = given.astype(native)
    same = np.isfinite(element) == np.isfinite(given) if native.kind in "fc" else element.item() == given.item()
    return element if same else None


def codec(entry: Any) -> tuple[str, Any]:
    """Return the name and the configuration of a codec, which is given by name, pair, entry of a document of v3 or
    v2, or object of zarr-python or numcodecs."""
    if isinstance(entry, str):
        return entry, None
    entry = _entry(entry)
    if is_mapping(entry):
        rest = {key: value for key, value in entry.items() if key not in ("name", "id", "configuration")}
        if not {"name", "id"} & set(entry):
            raise TypeError(f'a codec as a dictionary has the entry "name" or "id": {entry!r}')
        return entry.get("name", entry.get("id")), {**rest, **entry.get("configuration", {})} or None
    if not (is_tuple(entry) or is_list(entry)) or len(entry) != 2:
        raise TypeError(f"a codec is a name, a pair of name and configuration, or a dict, not {entry!r}")
    name, configuration = entry
    return name, configuration


def _entry(codec: Any) -> Any:
    """Return the description of a codec of zarr-python or numcodecs; anything else unchanged."""
    describe = getattr(codec, "to_dict", None) or getattr(codec, "get_config", None)
    return codec if describe is None else describe()


# Arguments of zarr-python that mean one of ours, and what to give for those that do not.
_MEANS = {"dtype": "data_type", "zarr_format": "format", "fill_value": "fill", "dimension_names": "names", "compressors": "codecs",
          "compressor": "codecs", "chunk_key_encoding": "chunk_keys", "dimension_separator": "separator"}
_INSTEAD = {"filters": "codecs=[filter, compressor]", "serializer": "codecs=[serializer, compressor]", "overwrite": "replace",
            "data": "array.write(values) afterwards", "config": 'order="F", options={"write_empty_chunks": True}',
            "write_empty_chunks": 'options={"write_empty_chunks": True}', "name": "path", "storage_options": "options of Store",
            "grow": 'options={"grow": True}', "cache_bytes": "options of Store", "mode": "an option of Store"}


def _ours(theirs: Mapping[str, Any], ours: dict[str, Any]) -> dict[str, Any]:
    """Merge arguments with zarr-python's names into those with ours.

    Raises TypeError for one that is unknown or given twice.
    """
    for name, value in theirs.items():
        known = _MEANS.get(name)
        if known is None:
            near = difflib.get_close_matches(name, [*ours, *_MEANS, "chunks", "shards", "attributes", "order"], 1)
            instead = f"; {_INSTEAD[name]} is for that" if name in _INSTEAD else f"; did you mean {near[0]!r}?" if near else ""
            raise TypeError(f"a new array has no argument {name!r}{instead}")
        if ours[known] is not None:
            raise TypeError(f"{known} and {name} are one argument, and both are given")
        ours[known] = value
    return ours


def _is_pair(codecs: Any) -> bool:
    """Return True for one codec with its configuration, which looks like a list of two codecs."""
    return is_tuple(codecs) and list(map(type, codecs)) == [str, dict] and not {"name", "id"} & set(codecs[1])


class Builder(Handle):
    """Describe an array to be created; every argument but the first two may be left out.

    The data type is a name ("float32"), a type of Python or NumPy, or JSON; a fill value is a value of that type, or its
    bytes; with fill_defined=False there is none. One length stands for all dimensions, and a length of chunks or shards of
    0 for the whole dimension. A codec is a name, a name with its configuration, an entry of a document, or a codec of
    zarr-python or numcodecs; one codec needs no list. The encoding of chunk keys ("fanout", ("suffix", {...})) is given as
    a codec is. The names that zarr-python has for these arguments are taken as well: dtype, zarr_format, fill_value,
    dimension_names, compressors, chunk_key_encoding, dimension_separator.

    Raises TypeError for an argument that is unknown, or given by both names, and for a length that is not whole; ValueError for a
    fill value that the data type lacks."""

    free = "zarr_array_builder_free"

    def __init__(self, data_type: Any = None, shape: int | Sequence[int] | None = None, format: int | str | None = None,
                 chunks: int | Sequence[int] | Literal["auto"] | None = None, shards: int | Sequence[int] | None = None, fill: Any = None,
                 order: str = "C", big_endian: bool | None = None, separator: str | None = None,
                 attributes: Mapping[str, Any] | str | None = None, names: str | Sequence[str | None] | None = None,
                 codecs: Any = None, fill_defined: bool = True, chunk_keys: Any = None, **theirs: Any) -> None:
        given = _ours(theirs, {"data_type": data_type, "format": format, "fill": fill, "separator": separator, "names": names,
                               "codecs": codecs, "chunk_keys": chunk_keys})
        data_type, format, fill, separator, names, codecs, chunk_keys = given.values()
        if data_type is None or shape is None:
            raise TypeError("a new array needs a data_type and a shape")
        shape = along(shape, 1)
        named = isinstance(data_type, (str, list, Mapping))
        data_type, dtype = described(data_type)
        super().__init__(new("zarr_array_builder_new_json", json.dumps(data_type), len(shape), lengths(shape)))
        self._set("format", format_number(format or 0))
        for name, grid in (("chunk_shape", None if isinstance(chunks, str) and chunks == "auto" else chunks), ("shard_shape", shards)):
            if grid is not None:
                if isinstance(grid, (bool, str)):
                    raise TypeError(f"{'chunks' if name == 'chunk_shape' else 'shards'} are lengths, not {grid!r}")
                grid = along(grid, len(shape))
                of_rank("chunks" if name == "chunk_shape" else "shards", grid, len(shape))
                self._set(name, len(grid), lengths(grid))
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
            of_rank("names", names, len(shape))
            self._set("dimension_names", len(names), c_texts(names))
        # A name and its configuration are one codec, though a name and an entry of a document would be two.
        codecs = _entry(codecs)
        if codecs and not hasattr(codecs, "__iter__"):
            raise TypeError(f"codecs are a list, or one codec, not {codecs!r}")
        entries: Sequence[Any] = [codecs] if _is_pair(codecs) or isinstance(codecs, str) or is_mapping(codecs) else codecs or ()
        for name, configuration in map(codec, entries):
            if name == "sharding_indexed":
                raise TypeError("shards are no codec here: shards= has their lengths, chunks= those of the chunks in them")
            self._set("codec", name, to_json(configuration))

    def _set(self, name: str, *arguments: Any) -> None:
        call(f"zarr_array_builder_{name}", self, *arguments)
