"""The C API as ctypes sees it: its structs, and one way to call its functions."""

from __future__ import annotations

import ctypes
import json
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import INVALID_HANDLE, OK, Error, raised
from ._library import LIBRARY

if TYPE_CHECKING:
    from typing_extensions import Self

# How many texts are looked at at once.
PART = 2048


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


class Handle:
    """Owns a handle, and frees it when it is closed, leaves a `with`, or goes."""

    free = ""
    handle: Any = None

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def close(self) -> None:
        handle, self.handle = self.handle, None
        if handle is not None:
            getattr(LIBRARY, self.free)(handle)

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def call(name: str, *arguments: Any) -> None:
    """Calls a function that takes an error last: texts and handles become what they stand for."""
    error = CError()
    if getattr(LIBRARY, name)(*map(argument, arguments), ctypes.byref(error)) != OK:
        raise raised.error(error.status, error.message.decode("utf-8", "replace"), error.system_code)


def argument(value: Any) -> Any:
    if isinstance(value, str):
        if "\0" in value:
            raise ValueError("a text for C has no NUL in it")
        return value.encode()
    if not isinstance(value, Handle):
        return value
    if value.handle is None:
        raise Error(INVALID_HANDLE, f"the {type(value).__name__.lower()} is closed")
    return value.handle


def new(name: str, *arguments: Any) -> ctypes.c_void_p:
    """Calls a function whose last output is a new handle."""
    handle = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle


def take_bytes(handle: Any) -> bytes:
    """The bytes of a zarr_bytes, which is freed."""
    try:
        return ctypes.string_at(LIBRARY.zarr_bytes_data(handle), LIBRARY.zarr_bytes_size(handle))
    finally:
        LIBRARY.zarr_bytes_free(handle)


def take_strings(handle: Any) -> list[str]:
    """The entries of a zarr_strings, which is freed, as texts."""
    return take_entries(handle, True)


def take_entries(handle: Any, text: bool) -> list[Any]:
    """The entries of a zarr_strings, which is freed."""
    return [entry for part in entries_by_parts(handle, text) for entry in part]


def entries_by_parts(handle: Any, text: bool) -> Iterator[list[Any]]:
    """The entries of a zarr_strings, which is freed, so many at a time that they stay in the processor's cache. They are one block
    with offsets, in which each has its final NUL, and an absent one has none."""
    try:
        count: int = LIBRARY.zarr_strings_count(handle)
        offsets = np.ctypeslib.as_array((ctypes.c_size_t * (count + 1)).from_address(LIBRARY.zarr_strings_offsets(handle)))
        data: int = LIBRARY.zarr_strings_data(handle) or 0
        for first in range(0, count, PART):
            within = offsets[first : first + PART + 1]
            begin, end = int(within[0]), int(within[-1])
            block = (ctypes.c_char * (end - begin)).from_address(data + begin)
            if bool((within[1:] > within[:-1]).all()):
                entries: list[Any] = str(block, "utf-8").split("\0") if text else bytes(block).split(b"\0")
                if len(entries) == len(within):  # no entry has another NUL
                    entries.pop()
                    yield entries
                    continue
            places: list[int] = (within - within[0]).tolist()
            held = bytes(block)
            found = (held[a : b - 1] if b > a else None for a, b in zip(places, places[1:]))
            yield [entry.decode() if text and entry is not None else entry for entry in found]
    finally:
        LIBRARY.zarr_strings_free(handle)


def text(name: str, *arguments: Any) -> str:
    return take_bytes(new(name, *arguments)).decode()


def strings(name: str, *arguments: Any) -> list[str]:
    return take_strings(new(name, *arguments))


def to_json(value: Any) -> bytes | None:
    """An argument in JSON, which may be given as text already; None is NULL."""
    return None if value is None else value.encode() if isinstance(value, str) else json.dumps(value).encode()


def c_texts(texts: Sequence[str | None]) -> Any:
    """A list of texts, some of which may be None."""
    return (ctypes.c_char_p * len(texts))(*map(argument, texts))


def lengths(values: Iterable[Any]) -> Any:
    numbers = [int(value) for value in values]
    return (ctypes.c_int64 * len(numbers))(*numbers) if numbers else None
