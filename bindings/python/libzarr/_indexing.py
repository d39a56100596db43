"""Arithmetic on shapes, and NumPy's indexing as boxes and lists of indices."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import INVALID_ARGUMENT, Error
from ._kinds import is_slice, is_tuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


def along(lengths_: Any, ndim: int) -> tuple[int, ...]:
    """Return one length for each dimension; a single number stands for all."""
    return (lengths_,) * ndim if np.ndim(lengths_) == 0 else tuple(lengths_)


def _counted(number: int, one: str, several: str) -> str:
    return f"{number} {one if number == 1 else several}"


def of_rank(name: str, given: Sequence[Any], ndim: int) -> None:
    """Raise Error of status INVALID_ARGUMENT for a list that has not one entry for each dimension."""
    if len(given) != ndim:
        entries, dimensions = _counted(len(given), "entry", "entries"), _counted(ndim, "dimension", "dimensions")
        raise Error(INVALID_ARGUMENT, f"{name} has {entries}, {tuple(given)}, for an array of {dimensions}")


def first_of(shape: Sequence[int], step: Sequence[int] | None) -> tuple[int, ...]:
    """Return the first element along each dimension, the last one where steps lead backwards."""
    steps = (1,) * len(shape) if step is None else step
    return tuple(max(length - 1, 0) if by < 0 else 0 for length, by in zip(shape, steps))


def to_the_end(shape: Sequence[int], start: Sequence[int], step: Sequence[int] | None) -> tuple[int, ...]:
    """Return how many elements there are along each dimension from `start` on, in steps, which may lead backwards."""
    axes = zip(shape, start, (1,) * len(shape) if step is None else step)
    return tuple(len(range(first, length if by > 0 else -1, by or 1)) if first < length else 0 for length, first, by in axes)


def spread(values: NDArray[Any], shape: Sequence[int]) -> NDArray[Any]:
    """Return values that are broadcast to a shape as NumPy assigns them: further dimensions in front have the length 1.

    Raises ValueError for another shape.
    """
    if values.shape == tuple(shape):
        return values
    more = max(values.ndim - len(shape), 0)
    try:
        return np.broadcast_to(values[(0,) * more + (...,)] if values.shape[:more] == (1,) * more else values, tuple(shape))
    except ValueError:
        raise ValueError(f"values of shape {values.shape} do not fit a selection of shape {tuple(shape)}") from None


def full(key: Any, ndim: int) -> tuple[Any, ...]:
    """Return an index for each dimension, with full slices for an ellipsis and for dimensions without an index.

    Raises IndexError for more indices than dimensions.
    """
    indices: tuple[Any, ...] = key if is_tuple(key) else (key,)
    # Arrays among them would compare element by element with `in`.
    ellipses = [at for at, index in enumerate(indices) if index is Ellipsis]
    if len(ellipses) > 1:
        raise IndexError("an index has one ellipsis (...) at most")
    for at in ellipses:
        indices = indices[:at] + (slice(None),) * (ndim - len(indices) + 1) + indices[at + 1 :]
    if len(indices) > ndim:
        raise IndexError(f"{len(indices)} indices for {ndim} dimensions")
    return indices + (slice(None),) * (ndim - len(indices))


def mask_shape(mask: NDArray[Any], shape: Sequence[int], first: int) -> None:
    """Check that a mask has the lengths of its dimensions.

    Raises IndexError.
    """
    for dimension, (given, length) in enumerate(zip(mask.shape, shape), first):
        if given != length:
            raise IndexError(f"a mask of {given} for dimension {dimension}, which has {length} elements")


def index_numbers(given: Any, dimension: int, length: int) -> NDArray[np.int64]:
    """Convert integers, or a mask, to indices from 0 on. Negative ones count from the end.

    Raises IndexError outside of the dimension and for other types.
    """
    numbers: NDArray[Any] = np.asarray(given)
    if numbers.size == 0 and numbers.dtype.kind == "f":
        numbers = numbers.astype(np.int64)  # what NumPy makes of a list of nothing
    if numbers.dtype.kind == "b" and numbers.ndim == 1:
        mask_shape(numbers, [length], dimension)
        return np.flatnonzero(numbers)
    if numbers.dtype.kind == "b":
        raise IndexError(f"dimension {dimension}: a mask has one dimension here, not {numbers.ndim}; vindex takes a mask of the whole array")
    if numbers.dtype.kind not in "iu":
        raise IndexError(f"dimension {dimension}: indices are integers or a mask, not {numbers.dtype}")
    outside = (numbers < -length) | (numbers >= length)
    if outside.any():
        raise IndexError(f"index {numbers[outside].flat[0]} is outside of dimension {dimension}, which has {length} elements")
    numbers = numbers.astype(np.int64)
    return np.where(numbers < 0, numbers + length, numbers)


class Box:
    """The box of a key of integers, slices and an ellipsis, and the shape of the result. Along a growing dimension it
    may reach past the end.

    Raises IndexError outside of the array, TypeError for lists and masks.
    """

    def __init__(self, key: Any, lengths: tuple[int, ...], growing: int | None = None) -> None:
        self.start: list[int] = []
        self.count: list[int] = []
        step: list[int] = []
        self.shape: list[int] = []
        for dimension, (index, length) in enumerate(zip(full(key, len(lengths)), lengths)):
            if is_slice(index):
                places = _places(index, length, dimension == growing)
                self.shape.append(len(places))
                self.start.append(places.start if places else 0)
                self.count.append(len(places))
                step.append(places.step if len(places) > 1 else 1)
            else:
                index = index if type(index) is int else _integer(index)
                if not -length <= index or (index >= length and dimension != growing):
                    raise IndexError(f"index {index} is outside of dimension {dimension}, which has {length} elements")
                self.start.append(index if index >= 0 else index + length)
                self.count.append(1)
                step.append(1)
        # None if all steps are 1.
        self.steps = None if step == [1] * len(step) else step


def _integer(index: Any) -> int:
    """Return an index that is no slice as an integer.

    Raises TypeError for lists, masks and other types.
    """
    if np.ndim(index) > 0:
        raise TypeError("lists of indices, and masks, are for oindex and vindex")
    if isinstance(index, (bool, np.bool_)):
        raise TypeError("a truth value is no index; masks are for oindex and vindex")
    if not hasattr(index, "__index__"):
        field = "; a field of structs is array.fields[...]" if isinstance(index, str) else ""
        raise TypeError(f"an index is an integer, a slice or an ellipsis, not {index!r}{field}")
    return operator.index(index)


def _places(index: slice[Any, Any, Any], length: int, growing: bool) -> range:
    """Return the indices of a slice. Past the end of a growing dimension, a slice with an explicit end is not cut."""
    first, last, step = index.indices(length)
    if growing and step > 0 and index.stop is not None and operator.index(index.stop) > length:
        begin = 0 if index.start is None else operator.index(index.start)
        return range(begin if begin >= 0 else first, operator.index(index.stop), step)
    return range(first, last, step)
