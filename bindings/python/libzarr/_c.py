"""The C API for ctypes: its structs, and calling its functions."""

from __future__ import annotations

import ctypes
import json
import operator
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from . import _ending
from ._errors import CANCELLED, INVALID_HANDLE, OK, RANGE, Error, raised
from ._functions import FUNCTIONS
from ._kinds import is_a, is_array
from ._library import LIBRARY
from ._words import Hinted

if TYPE_CHECKING:
    from typing_extensions import Self

NoneType = type(None)

# ZARR_LANGUAGEPYTHON
PYTHON = 3

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


class Function:
    """A function of Python for C, which gives what it raises to `lost`. A signal may end it before its first statement:
    ctypes leaves the result undefined then, and tells `sys.unraisablehook` only."""

    _hook: Callable[[sys.UnraisableHookArgs], Any] | None = None

    def __init__(self) -> None:
        if Function._hook is None:
            Function._hook, sys.unraisablehook = sys.unraisablehook, Function._escaped

    def __call__(self, *given: Any) -> Any:
        try:
            return self.body(*given)
        except BaseException as failure:
            return self.lost(failure, given)

    def body(self, *given: Any) -> Any:
        """Do the work, and return the result."""
        raise NotImplementedError

    def lost(self, failure: BaseException, given: Sequence[Any]) -> Any:
        """Keep an exception for the caller of the library, and return the result of a failure."""
        raise NotImplementedError

    @staticmethod
    def _escaped(told: sys.UnraisableHookArgs) -> None:
        frame = told.exc_traceback and told.exc_traceback.tb_frame
        if frame is not None and frame.f_code is Function.__call__.__code__ and told.exc_value is not None:
            frame.f_locals["self"].lost(told.exc_value, frame.f_locals["given"])
        elif Function._hook is not None:
            Function._hook(told)


class Handle(Hinted):
    """Owner of a handle, which is freed by `close`, at the end of a `with`, or with the object."""

    free = ""
    handle: Any = None
    # At the end of a program the names of a module may be gone before its objects.
    _library: Any = LIBRARY
    # Exceptions of signals in `destroy` of a store, which has no way to tell them.
    interrupts: list[BaseException] = []

    def __init__(self, handle: Any) -> None:
        self.handle = handle

    def close(self) -> None:
        """Free the handle. Closing twice does nothing."""
        if self.handle is not None:
            free = getattr(self._library, self.free)
            # A signal may raise where a call returns: before this one the handle stays, after it the handle goes.
            try:
                free(self.handle)
            finally:
                self.__dict__["handle"] = None
            if self.interrupts:
                raise self.interrupts.pop()

    def __del__(self) -> None:
        self.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: Any) -> None:
        """Close it. An exception of the block goes before that of closing."""
        try:
            self.close()
        except Exception as failure:
            if not any(exception):
                raise
            if hasattr(exception[1], "add_note"):  # Python 3.11
                exception[1].add_note(f"a {type(self).__name__.lower()} was closed meanwhile, and told: {failure}")

    def __reduce__(self) -> Any:
        """Raise TypeError: two objects can't own one handle. Those that can be opened again say how."""
        raise TypeError(f"a {type(self).__name__} can't be copied or pickled")


def call(name: str, *arguments: Any, error: CError | None = None) -> None:
    """Call a function whose last argument is a zarr_error, by default one of its own, and convert texts and handles
    for it.

    Raises Error if it fails.
    """
    error = CError() if error is None else error
    try:
        status = getattr(LIBRARY, name)(*map(argument, arguments, FUNCTIONS[name][1]), ctypes.byref(error))
    except ctypes.ArgumentError as wrong:
        raise _wrong(name, arguments, wrong) from None
    if status == INVALID_HANDLE:
        for given, kind in zip(arguments, FUNCTIONS[name][1]):
            if isinstance(given, str) and kind is ctypes.c_void_p:
                raise TypeError(f"{given!r} is a text where an open store, group or array is expected: "
                                "libzarr.Store(url) opens a store, libzarr.open(url, path) an array or a group")
    if status != OK:
        fail(error)


def fail(error: CError) -> NoReturn:
    """Raise the failure that a zarr_error tells."""
    if error.status == CANCELLED:
        _ending.leave()
    LIBRARY.zarr_error_translate(ctypes.byref(error), PYTHON)
    raise raised.error(error.status, error.message.decode("utf-8", "replace"), error.system_code)


def _wrong(name: str, arguments: Sequence[Any], failure: ctypes.ArgumentError) -> TypeError:
    """Return the error for an argument that C does not take; ctypes tells only its number."""
    at = int(str(failure).split()[1].rstrip(":")) - 1
    value = arguments[at]
    expected = "a text" if FUNCTIONS[name][1][at] is ctypes.c_char_p else "a number"
    return TypeError(f"{expected} is expected, not {value!r} of type {type(value).__name__}")


# The integers of C, which ctypes cuts to their size without a word.
_BITS: dict[Any, tuple[int, int]] = {
    ctypes.c_int32: (-2**31, 2**31), ctypes.c_int64: (-2**63, 2**63), ctypes.c_uint32: (0, 2**32), ctypes.c_uint64: (0, 2**64)}


def _outside(number: int, kind: Any) -> Error:
    """Return the error for a number that a type of C does not have."""
    return Error(RANGE, f"{number} does not fit an integer of {ctypes.sizeof(kind) * 8} bits")


def argument(value: Any, kind: Any = None) -> Any:
    """Convert a text or a handle for C.

    Raises ValueError for a text with NUL, Error for a closed handle and for a number that the type does not have.
    """
    if type(value) is int:
        low, high = _BITS.get(kind, (value, value + 1))
        if not low <= value < high:
            raise _outside(value, kind)
        return value
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
    """Call a function whose last output is a new handle, and return that."""
    handle = ctypes.c_void_p()
    call(name, *arguments, ctypes.byref(handle))
    return handle


def take_bytes(handle: Any) -> bytes:
    """Copy and free a zarr_bytes."""
    try:
        return ctypes.string_at(LIBRARY.zarr_bytes_data(handle), LIBRARY.zarr_bytes_size(handle))
    finally:
        LIBRARY.zarr_bytes_free(handle)


def take_strings(handle: Any) -> list[str]:
    """Copy and free a zarr_strings of texts."""
    return take_entries(handle, True)


def take_entries(handle: Any, text: bool) -> list[Any]:
    """Copy and free a zarr_strings; an absent entry is None."""
    return [entry for part in entries_by_parts(handle, text) for entry in part]


def entries_by_parts(handle: Any, text: bool) -> Iterator[list[Any]]:
    """Copy and free a zarr_strings, a part at a time that fits the processor's cache. The entries are one block with
    offsets; each ends in NUL, and an absent one is empty."""
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
    """Call a function that gives a zarr_bytes, and return its text."""
    return take_bytes(new(name, *arguments)).decode()


def strings(name: str, *arguments: Any) -> list[str]:
    """Call a function that gives a zarr_strings, and return its texts."""
    return take_strings(new(name, *arguments))


def plain(value: Any) -> Any:
    """Convert numbers, arrays and texts of NumPy to those of Python, for JSON.

    Raises TypeError for other values.
    """
    if is_array(value) or is_a(value, np.generic):
        dtype = value.dtype
        kinds = {dtype[name].base.kind for name in dtype.names} if dtype.names else {dtype.kind}
        if kinds & {"m", "M"}:
            raise TypeError("a time can't be stored as JSON; str(time) is its text")
        if is_a(value, np.ma.MaskedArray) and np.ma.is_masked(value):
            raise TypeError("masked values can't be stored as JSON; values.filled(...) gives them a value")
        # NumPy leaves long numbers as they are, and JSON would ask for them again.
        if dtype not in (np.longdouble, np.clongdouble):
            return value.tolist()
    raise TypeError(f"a value of type {type(value).__name__} can't be stored as JSON")


def to_json(value: Any) -> bytes | None:
    """Encode an argument in JSON, unless it is a text already; None stays None."""
    return None if value is None else value.encode() if isinstance(value, str) else json.dumps(value, default=plain).encode()


def c_texts(texts: Sequence[str | None]) -> Any:
    """Return a list of texts for C, in which None is NULL.

    Raises TypeError for anything else, which C would take for an address.
    """
    wrong = [text for text in texts if not is_a(text, (str, NoneType))]
    if wrong:
        raise TypeError(f"a name is a text or None, not {wrong[0]!r} of type {type(wrong[0]).__name__}")
    return (ctypes.c_char_p * len(texts))(*map(argument, texts))


def lengths(values: Iterable[Any]) -> Any:
    """Return a list of numbers for C.

    Raises TypeError for one that is not whole.
    """
    numbers: list[int] = []
    for value in values:
        number = value if type(value) is int else whole(value)
        if not -2**63 <= number < 2**63:
            raise _outside(number, ctypes.c_int64)
        numbers.append(number)
    return (ctypes.c_int64 * len(numbers))(*numbers) if numbers else None


def whole(value: Any) -> int:
    """Return a number as int.

    Raises TypeError for one that is not whole.
    """
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"lengths and positions are whole numbers, not {value!r} of type {type(value).__name__}") from None
