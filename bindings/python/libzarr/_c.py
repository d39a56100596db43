"""The C API as ctypes sees it: the library, its structs, one way to call its functions, and the exception they raise."""

import ctypes
import ctypes.util
import json
import os

from ._functions import FUNCTIONS

OK, INVALID_HANDLE, NOT_FOUND, TYPE_MISMATCH, UNSUPPORTED, IO, READ_ONLY, CANCELLED, USER = 0, 2, 3, 8, 11, 13, 14, 17, 1000


def _load():
    name = os.environ.get("LIBZARR") or ctypes.util.find_library("zarr")
    if not name:
        raise ImportError("the library libzarr is not found: let the environment variable LIBZARR name its file")
    return ctypes.CDLL(name)


LIBRARY = _load()
for _name, (_given, _taken) in FUNCTIONS.items():
    _function = getattr(LIBRARY, _name)
    _function.restype, _function.argtypes = _given, _taken


class CError(ctypes.Structure):
    """zarr_error"""

    _fields_ = [("status", ctypes.c_int32), ("system_code", ctypes.c_int32), ("message", ctypes.c_char * 1016)]


class Region(ctypes.Structure):
    """zarr_region"""

    _fields_ = [("struct_size", ctypes.c_size_t), ("ndim", ctypes.c_int32), ("order", ctypes.c_int32),
                ("start", ctypes.c_void_p), ("count", ctypes.c_void_p), ("step", ctypes.c_void_p),
                ("strides", ctypes.c_void_p), ("offset", ctypes.c_int64)]


PROGRESS = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)


class Transfer(ctypes.Structure):
    """zarr_transfer"""

    _fields_ = [("struct_size", ctypes.c_size_t), ("progress", PROGRESS), ("user_data", ctypes.c_void_p),
                ("threads", ctypes.c_int32), ("data_type", ctypes.c_int32), ("conversion", ctypes.c_int32),
                ("reserved", ctypes.c_int32)]


class Error(Exception):
    """What a function of the library answered instead of success."""

    def __init__(self, status, message, system_code=0):
        super().__init__(f"{status_name(status)}: {message}")
        self.status, self.message, self.system_code = status, message, system_code

    def __reduce__(self):
        return Error, (self.status, self.message, self.system_code)

    @property
    def unsupported(self):
        return self.status == UNSUPPORTED


def status_name(status):
    return LIBRARY.zarr_status_name(status).decode()


def call(name, *arguments):
    """Calls a function that takes an error last: texts and handles become what they stand for."""
    error = CError()
    if getattr(LIBRARY, name)(*map(_argument, arguments), ctypes.byref(error)) != OK:
        raise Error(error.status, error.message.decode("utf-8", "replace"), error.system_code)


def _argument(value):
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("a text for C has no NUL in it")
        return value.encode()
    if not isinstance(value, Handle):
        return value
    if value.handle is None:
        raise Error(INVALID_HANDLE, f"the {type(value).__name__.lower()} is closed")
    return value.handle


def new(name, *arguments):
    """Calls a function whose last output is a new handle."""
    handle = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle


def take_bytes(handle):
    """The bytes of a zarr_bytes, which is freed."""
    try:
        return ctypes.string_at(LIBRARY.zarr_bytes_data(handle), LIBRARY.zarr_bytes_size(handle))
    finally:
        LIBRARY.zarr_bytes_free(handle)


def take_strings(handle, text=True):
    """The entries of a zarr_strings, which is freed: one block with offsets, in which an absent entry has no NUL."""
    try:
        count = LIBRARY.zarr_strings_count(handle)
        offsets = (ctypes.c_size_t * (count + 1)).from_address(LIBRARY.zarr_strings_offsets(handle))[:]
        block = ctypes.string_at(LIBRARY.zarr_strings_data(handle), offsets[-1])
    finally:
        LIBRARY.zarr_strings_free(handle)
    entries = [block[a : b - 1] if b > a else None for a, b in zip(offsets, offsets[1:])]
    return [entry.decode() if text and entry is not None else entry for entry in entries]


def text(name, *arguments):
    return take_bytes(new(name, *arguments)).decode()


def strings(name, *arguments, text=True):
    return take_strings(new(name, *arguments), text)


def to_json(value):
    """An argument in JSON, which may be given as text already; None is NULL."""
    return None if value is None else value.encode() if isinstance(value, str) else json.dumps(value).encode()


def c_texts(texts):
    """A list of texts, some of which may be None."""
    return (ctypes.c_char_p * len(texts))(*map(_argument, texts))


def lengths(values):
    values = [int(value) for value in values]
    return (ctypes.c_int64 * len(values))(*values) if values else None


class Handle:
    """Owns a handle, and frees it when it is closed, leaves a `with`, or goes."""

    free = None
    handle = None

    def __init__(self, handle):
        self.handle = handle

    def close(self):
        handle, self.handle = self.handle, None
        if handle is not None:
            getattr(LIBRARY, self.free)(handle)

    __del__ = close

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
