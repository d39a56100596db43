"""Stores written in Python: subclasses of CustomStore."""

from __future__ import annotations

import ctypes
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from . import _c, _ending
from ._errors import IO, NOT_FOUND, OK, Error, raised
from ._functions import Range
from ._library import LIBRARY

_POINTER = ctypes.c_void_p
_ERROR = ctypes.POINTER(_c.CError)


def _function(*arguments: Any) -> Any:
    """Return the ctypes type of a function of a table."""
    return ctypes.CFUNCTYPE(ctypes.c_int32, _POINTER, *arguments, _ERROR)


_TEXT = ctypes.c_char_p
_MANY = _function(ctypes.c_size_t, ctypes.POINTER(_TEXT), ctypes.POINTER(Range), ctypes.POINTER(_POINTER))
_SLOTS: list[tuple[str, Any]] = [
    ("get", _function(_TEXT, Range, _POINTER)), ("get_partial_values", _MANY), ("set", _function(_TEXT, _POINTER, ctypes.c_size_t)),
    ("set_partial_values", _POINTER), ("erase", _function(_TEXT)), ("erase_values", _POINTER), ("erase_prefix", _POINTER),
    ("list", _POINTER), ("list_prefix", _function(_TEXT, _POINTER)), ("list_dir", _POINTER),
    ("size", _function(_TEXT, ctypes.POINTER(ctypes.c_int64))), ("exists", _POINTER), ("set_if", _POINTER), ("flush", _function()),
    ("destroy", ctypes.CFUNCTYPE(None, _POINTER))]
_TYPES = dict(_SLOTS)
# A signal may raise before the first line of a function: its result is undefined then, and its status must not be.
_STATUS_IN_ERROR = 2


class _Callbacks(ctypes.Structure):
    """zarr_store_callbacks"""

    _fields_ = [("struct_size", ctypes.c_size_t), ("flags", ctypes.c_uint32), *_SLOTS]


class CustomStore:
    """A store to derive from. Only `get` is required; methods that are not overridden are operations that the store
    lacks.

    Raise KeyError for a key that does not exist in `get` and `size`, and if you like in `erase`. An Error reaches the
    caller of the library unchanged, any other exception as ZARR_ERROR_IO with its text and with itself as the cause;
    KeyboardInterrupt and SystemExit are raised again in the caller. Methods are called one at a time, on threads that
    have called the library, unless `thread_safe` is True. While the program ends they are called on the ending thread
    only.
    """

    thread_safe = False

    def get(self, key: str, start: int, length: int) -> Any:
        """Return the bytes from `start` on, at most `length`; with a negative `start` the last -start bytes, with a
        `length` of -1 all that follow."""
        raise NotImplementedError

    def get_many(self, requests: Sequence[tuple[str, int, int]]) -> Iterable[Any]:
        """Return the bytes for each (key, start, length), as `get` does, or None for a key that does not exist.
        Request all at once."""
        raise NotImplementedError

    def set(self, key: str, data: bytes) -> None:
        """Replace the value of a key."""

    def erase(self, key: str) -> None:
        """Remove a key. Removing a key that does not exist succeeds."""

    def list_prefix(self, prefix: str) -> Iterable[str]:
        """Return the keys that begin with the prefix."""
        raise NotImplementedError

    def size(self, key: str) -> int:
        """Return the size of a value in bytes."""
        raise NotImplementedError

    def flush(self) -> None:
        """Complete all earlier writes."""

    @staticmethod
    def part(value: bytes, start: int, length: int) -> bytes:
        """Return the part of a whole value that `get` asks for."""
        start = max(len(value) + start, 0) if start < 0 else start
        return value[start:] if length < 0 else value[start : start + length]


def _write(sink: Any, value: Any) -> None:
    """Write bytes, or any contiguous buffer, to a sink.

    Raises TypeError for anything else, Error for bytes that are not those that were asked for.
    """
    if value is None or isinstance(value, str):
        told = "None; a key that does not exist is a KeyError" if value is None else "a text, not bytes"
        raise TypeError(f"a value is {told}")
    data = np.frombuffer(value, np.uint8) if len(value) else np.empty(0, np.uint8)
    error = _c.CError()
    if LIBRARY.zarr_sink_write(sink, data.ctypes.data, data.nbytes, ctypes.byref(error)) != OK:
        LIBRARY.zarr_error_translate(ctypes.byref(error), _c.PYTHON)
        raise Error(error.status, error.message.decode("utf-8", "replace"), error.system_code)


# The tables of functions, until the library calls `destroy`. That function itself stays, as it can't be freed while it runs.
_alive: dict[int, tuple[Any, CustomStore]] = {}


def _let_go(token: int) -> None:
    """Forget a store that the library no longer uses."""
    _ending.gone(token)
    _alive.pop(token, None)


class _Destroy(_c.Function):
    """`destroy` of all tables."""

    def body(self, *given: Any) -> None:
        _let_go(*given)

    def lost(self, failure: BaseException, given: Sequence[Any]) -> None:
        _let_go(*given)
        _c.Handle.interrupts.append(failure)


_DESTROY = _TYPES["destroy"](_Destroy())


def open_custom(store: CustomStore, options: Mapping[str, Any]) -> Any:
    """Open a store of the library over the object, and return its handle."""
    if getattr(store.get, "__func__", None) is CustomStore.get:
        raise TypeError(f"{type(store).__name__} has no method get, which a store needs")
    callbacks = _Callbacks()
    LIBRARY.zarr_store_callbacks_init(ctypes.byref(callbacks))
    callbacks.flags = int(store.thread_safe) | _STATUS_IN_ERROR

    def slot(name: str, method: str | None = None) -> Callable[[Callable[..., int | None]], None]:
        method = method or name

        def register(body: Callable[..., int | None]) -> None:
            if name == "get" or getattr(type(store), method) is not getattr(CustomStore, method):
                setattr(callbacks, name, _TYPES[name](_Guarded(body, name in ("get", "size", "erase"))))

        return register

    @slot("get")
    def _get(key: bytes, range_: Range, sink: Any) -> None:
        _write(sink, store.get(key.decode(), range_.start, range_.length))

    @slot("get_partial_values", "get_many")
    def _get_many(count: int, keys: Any, ranges: Any, sinks: Any) -> None:
        requests = [(keys[at].decode(), ranges[at].start, ranges[at].length) for at in range(count)]
        for at, value in enumerate(store.get_many(requests)):
            if value is not None:
                _write(sinks[at], value)

    @slot("set")
    def _set(key: bytes, data: Any, size: int) -> None:
        store.set(key.decode(), ctypes.string_at(data, size) if size else b"")

    @slot("erase")
    def _erase(key: bytes) -> None:
        store.erase(key.decode())

    @slot("list_prefix")
    def _list(prefix: bytes, listing: Any) -> int | None:
        for key in store.list_prefix(prefix.decode()):
            status: int = LIBRARY.zarr_listing_add_key(listing, key.encode(), None)
            if status != OK:
                return status
        return None

    @slot("size")
    def _size(key: bytes, size: Any) -> None:
        length = store.size(key.decode())
        if not 0 <= length < 2**63:
            raise ValueError(f"the size of a value is {length}; it is at least 0 and below 2^63")
        size[0] = length

    @slot("flush")
    def _flush() -> None:
        store.flush()

    token = id(callbacks)
    callbacks.destroy = _DESTROY
    _alive[token] = callbacks, store
    try:
        _ending.given(token)
        return _c.new("zarr_store_open_callbacks", ctypes.byref(callbacks), token, _c.to_json(options))
    except BaseException:
        _let_go(token)
        raise


class _Guarded(_c.Function):
    """A function of a store for C, where no exception may pass: it becomes a status and a message in the zarr_error
    that is the last argument, which is a failure until then. KeyError is an answer where a key is asked for."""

    def __init__(self, work: Callable[..., int | None], may_miss: bool) -> None:
        super().__init__()
        self._work, self._may_miss = work, may_miss

    def body(self, *given: Any) -> int:
        _, *arguments, error = given
        try:
            error.contents.status = self._work(*arguments) or OK
        except KeyError:
            if not self._may_miss:
                raise
            error.contents.status = NOT_FOUND
        return OK

    def lost(self, failure: BaseException, given: Sequence[Any]) -> int:
        error, status, text = given[-1].contents, IO, ""
        if isinstance(failure, Error):
            status, text = failure.status if failure.status != OK else IO, failure.message
        else:  # goes on where the call returns
            text = "".join(traceback.format_exception_only(type(failure), failure)).strip()
            if isinstance(failure, OSError) and isinstance(failure.errno, int):
                error.system_code = failure.errno
        error.message, error.status = _told(failure, text), status
        return OK


def _told(failure: BaseException, text: str) -> bytes:
    """Return the message of an exception for the library, with the mark that leads back to it. It is as short as the
    end that the library keeps of a long message, in which paths stand in front."""
    return (raised.keep(failure) + text).encode("utf-8", "replace")[:500]
