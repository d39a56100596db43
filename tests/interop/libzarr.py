"""The library as Python sees it: its C functions through ctypes, elements as NumPy arrays.

    import libzarr
    with libzarr.Store("weather.zarr") as store:
        print(store.open("surface/temperature").read())

No more than the tests of this folder need. The shared library is that of the environment variable LIBZARR. A failure
raises Error with the status and the message of the library. Objects free their handles when they go.
"""

import ctypes
import json
import math
import os

import numpy as np

DEFAULT, V1, V2, V3, V3_2019A, V3_2019B, V3_2020, V3_2022, N5 = 0, 1, 2, 3, 31, 32, 33, 34, 50
RAW, FIXED_BYTES, FIXED_UTF32, DATETIME, TIMEDELTA, STRUCT, STRING, BYTES = range(15, 23)
KINDS = [None, "array", "group", "implicit group"]

_NUMPY = [None, "?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
_UNSUPPORTED = 11


class _CError(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int32), ("system_code", ctypes.c_int32), ("message", ctypes.c_char * 1016)]


class Error(Exception):
    """What a function of the library answered instead of success."""

    def __init__(self, status, message):
        super().__init__(f"{_name(status)}: {message}")
        self.status, self.message = status, message

    @property
    def unsupported(self):
        return self.status == _UNSUPPORTED


_lib = ctypes.CDLL(os.environ["LIBZARR"])
_lib.zarr_status_name.restype = ctypes.c_char_p
_lib.zarr_bytes_data.restype = ctypes.c_void_p
_lib.zarr_bytes_size.restype = ctypes.c_size_t
_lib.zarr_strings_count.restype = ctypes.c_size_t
_lib.zarr_strings_get.restype = ctypes.c_void_p
_lib.zarr_strings_size.restype = ctypes.c_size_t
_lib.zarr_array_item_size.restype = ctypes.c_size_t


def _name(status):
    return _lib.zarr_status_name(ctypes.c_int32(status)).decode()


def _call(name, *arguments):
    """Calls a function that takes an error last."""
    error = _CError()
    if getattr(_lib, name)(*map(_argument, arguments), ctypes.byref(error)) != 0:
        raise Error(error.status, error.message.decode())


def _argument(value):
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, int):
        return ctypes.c_int32(value)
    return value.handle if isinstance(value, _Handle) else value


def _new(name, *arguments):
    """Calls a function whose last output is a new handle."""
    handle = ctypes.c_void_p()
    _call(name, *arguments, ctypes.byref(handle))
    return handle


def _text(name, *arguments):
    return _bytes(name, *arguments).decode()


def _bytes(name, *arguments):
    handle = _new(name, *arguments)
    try:
        return ctypes.string_at(_lib.zarr_bytes_data(handle), _lib.zarr_bytes_size(handle))
    finally:
        _lib.zarr_bytes_free(handle)


def _strings(name, *arguments, text=True):
    handle = _new(name, *arguments)
    try:
        values = []
        for index in map(ctypes.c_size_t, range(_lib.zarr_strings_count(handle))):
            at = _lib.zarr_strings_get(handle, index)
            value = None if at is None else ctypes.string_at(at, _lib.zarr_strings_size(handle, index))
            values.append(value.decode() if text and value is not None else value)
        return values
    finally:
        _lib.zarr_strings_free(handle)


def _json(value):
    return None if value is None else value.encode() if isinstance(value, str) else json.dumps(value).encode()


def _lengths(values):
    return (ctypes.c_int64 * len(values))(*values) if len(values) else None


class _Handle:
    free = None

    def __init__(self, handle):
        self.handle = handle

    def close(self):
        handle, self.handle = self.handle, None
        if handle is not None:
            getattr(_lib, self.free)(handle)

    __del__ = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Store(_Handle):
    """A store and the nodes in it."""

    free = "zarr_store_free"
    handle = None

    def __init__(self, url, **options):
        super().__init__(_new("zarr_store_open", str(url), _json(options)))

    def open(self, path="/", **options):
        return Array(_new("zarr_array_open_with", self, path, _json(options)))

    def create(self, path, builder):
        return Array(_new("zarr_array_create", self, path, builder))

    def create_json(self, path, format, metadata):
        return Array(_new("zarr_array_create_json", self, path, format, _json(metadata)))

    def create_group(self, path, format=DEFAULT, attributes=None):
        return Group(_new("zarr_group_create", self, path, format, _json(attributes)))

    def open_group(self, path="/"):
        return Group(_new("zarr_group_open", self, path))

    def kind(self, path):
        kind = ctypes.c_int32()
        _call("zarr_node_kind", self, path, ctypes.byref(kind))
        return KINDS[kind.value]

    def children(self, path="/"):
        return _strings("zarr_node_children", self, path)

    def copy(self, path, to, to_path, format=DEFAULT):
        _call("zarr_node_copy", self, path, to, to_path, format, None, None)

    def consolidate(self, path="/"):
        _call("zarr_node_consolidate", self, path)

    def flush(self):
        _call("zarr_store_flush", self)


class _Node(_Handle):
    type = None

    @property
    def attributes_json(self):
        return _text(f"zarr_{self.type}_attributes", self)

    @property
    def attributes(self):
        return json.loads(self.attributes_json)

    @attributes.setter
    def attributes(self, value):
        _call(f"zarr_{self.type}_set_attributes", self, _json(value))

    @property
    def warnings(self):
        return _strings(f"zarr_{self.type}_warnings", self)


class Group(_Node):
    free, type = "zarr_group_free", "group"


class Array(_Node):
    """An array; reads and writes NumPy arrays, of dtype object where elements have any length."""

    free, type = "zarr_array_free", "array"

    def __init__(self, handle):
        super().__init__(handle)
        self.ndim = _lib.zarr_array_ndim(handle)
        self.code = _lib.zarr_array_data_type(handle)
        self.format = _lib.zarr_array_format(handle)
        self.dtype = np.dtype(object if self.code in (STRING, BYTES) else self._dtype())

    def _dtype(self):
        if self.code < len(_NUMPY):
            return _NUMPY[self.code]
        size = _lib.zarr_array_item_size(self.handle)
        if self.code in (DATETIME, TIMEDELTA):
            unit = self.data_type["configuration"]
            text = unit["unit"] if unit["scale_factor"] == 1 else f"{unit['scale_factor']}{unit['unit']}"
            kind = "M8" if self.code == DATETIME else "m8"
            return kind if text == "generic" else f"{kind}[{text}]"
        return {FIXED_BYTES: f"S{size}", FIXED_UTF32: f"U{size // 4}"}.get(self.code, f"V{size}")

    @property
    def data_type(self):
        return json.loads(_text("zarr_array_data_type_json", self))

    @property
    def metadata(self):
        return json.loads(_text("zarr_array_metadata", self))

    def _three(self, name):
        lengths = (ctypes.c_int64 * self.ndim)()
        _call(name, self, self.ndim, lengths)
        return tuple(lengths)

    @property
    def shape(self):
        return self._three("zarr_array_shape")

    @property
    def chunks(self):
        return self._three("zarr_array_chunk_shape")

    @property
    def shards(self):
        return self._three("zarr_array_shard_shape")

    @property
    def dimension_names(self):
        return _strings("zarr_array_dimension_names", self)

    @property
    def fill_bytes(self):
        """The fill value as it lies in memory; of any length, its bytes."""
        return _bytes("zarr_array_fill_value_bytes", self)

    @property
    def fill_defined(self):
        return bool(_lib.zarr_array_fill_value_defined(self.handle))

    def resize(self, shape):
        _call("zarr_array_resize", self, len(shape), _lengths(shape))

    def _region(self, start, count):
        start = (0,) * self.ndim if start is None else start
        count = tuple(n - s for n, s in zip(self.shape, start)) if count is None else count
        return count, (self, self.ndim, _lengths(start), _lengths(count))

    def read(self, start=None, count=None, dtype=None):
        """A region, all of it by default; `dtype` is another view of the same bytes, of a struct for one."""
        count, region = self._region(start, count)
        if self.dtype == object:
            values = np.empty(math.prod(count), object)
            values[:] = _strings("zarr_array_read_strings", *region, text=self.code == STRING)
            return values.reshape(count)
        values = np.empty(count, dtype or self.dtype)
        _call("zarr_array_read_region", *region, ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))
        return values

    def write(self, values, start=None):
        values = np.asarray(values)
        _, region = self._region(start, values.shape)
        if self.dtype == object:
            parts = [v.encode() if isinstance(v, str) else bytes(v) for v in values.ravel()]
            pointers = (ctypes.c_char_p * len(parts))(*parts)
            sizes = (ctypes.c_size_t * len(parts))(*map(len, parts))
            _call("zarr_array_write_strings", *region, pointers, sizes, ctypes.c_size_t(len(parts)))
            return
        # Bytes as they lie in memory: native, and in C order.
        values = np.array(values.astype(values.dtype.newbyteorder("="), copy=False), order="C", copy=True)
        _call("zarr_array_write_region", *region, ctypes.c_void_p(values.ctypes.data), ctypes.c_size_t(values.nbytes))


class Builder(_Handle):
    """Describes an array to be created; every argument but the first two may be left out."""

    free = "zarr_array_builder_free"
    handle = None

    def __init__(self, data_type, shape, format=DEFAULT, chunks=None, shards=None, fill=None, order="C",
                 big_endian=None, separator=None, attributes=None, names=None, codecs=()):
        super().__init__(_new("zarr_array_builder_new_json", json.dumps(data_type), len(shape), _lengths(shape)))
        self._set("format", format)
        if chunks is not None:
            self._set("chunk_shape", len(chunks), _lengths(chunks))
        if shards is not None:
            self._set("shard_shape", len(shards), _lengths(shards))
        if fill is not None:
            self._set("fill_value", bytes(fill), ctypes.c_size_t(len(fill)))
        self._set("order", ord(order))
        if big_endian is not None:
            self._set("big_endian", int(big_endian))
        if separator is not None:
            self._set("separator", ord(separator))
        if attributes is not None:
            self._set("attributes", _json(attributes))
        if names is not None:
            texts = (ctypes.c_char_p * len(names))(*[name and name.encode() for name in names])
            self._set("dimension_names", len(names), texts)
        for name, configuration in codecs:
            self._set("codec", name, _json(configuration))

    def _set(self, name, *arguments):
        _call(f"zarr_array_builder_{name}", self, *arguments)
