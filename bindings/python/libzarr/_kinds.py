"""The data types of zarr.h by their numbers, and narrowing of arguments of any type, for type checkers, to which the
parts of a generic class are unknown after `isinstance`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import TypeIs

# The numbers that NumPy has, and types that are treated on their own.
NUMPY: list[str | None] = [None, "?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
CODES: dict[np.dtype[Any], int] = {np.dtype(name): code for code, name in enumerate(NUMPY) if name}
STRUCT, STRING, BYTES = 20, 21, 22


def is_array(value: object) -> TypeIs[NDArray[Any]]:
    return isinstance(value, np.ndarray)


def is_integer(value: object) -> TypeIs[int | np.integer[Any]]:
    return isinstance(value, (int, np.integer))


def is_list(value: object) -> TypeIs[list[Any]]:
    return isinstance(value, list)


def is_mapping(value: object) -> TypeIs[Mapping[Any, Any]]:
    return isinstance(value, Mapping)


def is_slice(value: object) -> TypeIs[slice[Any, Any, Any]]:
    return isinstance(value, slice)


def is_tuple(value: object) -> TypeIs[tuple[Any, ...]]:
    return isinstance(value, tuple)


def is_a(value: object, kind: Any) -> bool:
    """Return True for a value of a type, also where its annotation promises that: a program may have none."""
    return isinstance(value, kind)
