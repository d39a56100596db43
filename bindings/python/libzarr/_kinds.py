"""Narrowing of arguments of any type, for type checkers, to which the parts of a generic class are unknown after
`isinstance`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import TypeIs


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
