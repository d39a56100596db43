"""Elements of any length, which are texts or bytes."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import PART, call, entries_by_parts, lengths, new
from ._kinds import is_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._array import Array

# The data types of zarr.h, by their numbers.
STRING, BYTES = 21, 22


def read_texts(array: Array, start: Sequence[int], count: Sequence[int], step: Sequence[int] | None, memory: np.dtype[Any],
               flat: NDArray[Any] | None = None) -> NDArray[Any]:
    """Read a box of texts, of which `step` picks; into flat memory, if that is given."""
    step = (1,) * array.ndim if step is None else step
    low = tuple(s + min(d * (n - 1), 0) if n else s for s, n, d in zip(start, count, step))
    span = tuple((n - 1) * abs(d) + 1 if n else 0 for n, d in zip(count, step))
    # Texts of NumPy's own are made of texts at once, of which those of Python need not be kept.
    values: NDArray[Any] = np.empty(math.prod(span), memory if memory.kind == "T" else object) if flat is None else flat
    first = 0
    for part in entries_by_parts(new("zarr_array_read_strings", array, array.ndim, lengths(low), lengths(span)), array.code == STRING):
        values[first : first + len(part)] = part
        first += len(part)
    # With the ellipsis NumPy gives an array also of no dimensions, not its element.
    picks: tuple[Any, ...] = (..., *(slice(None, None, d) for d in step))
    picked: NDArray[Any] = values.reshape(span)[picks]
    return picked


def write_texts(array: Array, values: NDArray[Any], start: Sequence[int], step: Sequence[int] | None) -> None:
    """Write a box of texts.

    Raises ValueError for steps.
    """
    if step is not None and any(d != 1 for d in step):
        raise ValueError("elements of any length are written without steps")
    call("zarr_array_write_strings", array, array.ndim, lengths(start), lengths(values.shape), *c_form(array, values))


def c_form(array: Array, values: NDArray[Any]) -> tuple[Any, Any, int]:
    """Return texts for an array as C takes them: their addresses, their sizes, and their number."""
    return joined(values.ravel(), lambda: any(name in ("json2", "msgpack2") for name, _ in array.codecs))


def joined(flat: NDArray[Any], absent: Callable[[], bool]) -> tuple[Any, Any, int]:
    """Return texts as C takes them: their addresses, their sizes, and their number. None may stand for an element in
    arrays that can hold it, which `absent` tells."""
    count = flat.size
    missing: NDArray[np.bool_] | None = None
    try:
        block = "\0".join("\0".join(flat[first : first + PART].tolist()) for first in range(0, count, PART)).encode()
    except TypeError:
        values: list[Any] = flat.tolist()
        if any(value is None for value in values) and absent():
            missing = np.array([value is None for value in values])
            values = [b"" if value is None else value for value in values]
        flat = np.empty(count, object)
        flat[:] = list(map(_text_bytes, values))
        block = b"\0".join(flat.tolist())
    # Where each begins, and where one behind the last would.
    addresses: NDArray[np.uintp] = np.empty(count + 1, np.uintp)
    ends = np.flatnonzero(np.frombuffer(block, np.uint8) == 0)
    if len(ends) == count - 1:
        addresses[1:-1], addresses[-1] = ends, len(block)
    else:  # some have a NUL of their own
        own = (len(value.encode() if isinstance(value, str) else value) for value in flat.tolist())
        np.cumsum(np.fromiter(own, np.uintp, count), out=addresses[1:])
        addresses[1:] += np.arange(count, dtype=np.uintp)
    addresses[1:] += 1
    addresses[0] = 0
    sizes: NDArray[np.uintp] = np.diff(addresses) - np.uintp(1)
    addresses += np.uintp(ctypes.cast(ctypes.c_char_p(block), ctypes.c_void_p).value or 0)
    if missing is not None:
        addresses[:-1][missing] = 0
    places = (ctypes.c_void_p * (count + 1)).from_buffer(addresses.data)
    setattr(places, "block", block)  # keeps the texts where they are
    return places, (ctypes.c_size_t * count).from_buffer(sizes.data) if count else None, count


def _text_bytes(value: Any) -> bytes:
    """Return the bytes of an element.

    Raises TypeError for values other than texts and bytes.
    """
    if isinstance(value, str):
        return value.encode()
    if isinstance(value, (bytes, bytearray)) or is_array(value) or type(value) is memoryview:
        return bytes(value)
    raise TypeError(f"elements are texts or bytes, not {value!r}, which is of type {type(value).__name__}")
