"""`vindex` and `oindex` of an array, as in NumPy and zarr-python."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import call
from ._elements import exactly
from ._errors import TYPE_MISMATCH, Error
from ._indexing import full, spread
from ._kinds import is_tuple
from ._view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray


def _mask_shape(mask: NDArray[Any], shape: Sequence[int], first: int) -> None:
    """Check that a mask has the lengths of its dimensions.

    Raises IndexError.
    """
    for dimension, (given, length) in enumerate(zip(mask.shape, shape), first):
        if given != length:
            raise IndexError(f"a mask of {given} for dimension {dimension}, which has {length} elements")


def _numbers(given: Any, dimension: int, length: int) -> NDArray[np.int64]:
    """Convert integers, or a mask, to indices from 0 on. Negative ones count from the end.

    Raises IndexError outside of the dimension and for other types.
    """
    numbers: NDArray[Any] = np.asarray(given)
    if numbers.size == 0 and numbers.dtype.kind == "f":
        numbers = numbers.astype(np.int64)  # what NumPy makes of a list of nothing
    if numbers.dtype.kind == "b" and numbers.ndim == 1:
        _mask_shape(numbers, [length], dimension)
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


class _Selection(View):
    def __getitem__(self, key: Any) -> Any:
        with self._array.naming():
            lists, shape = self._lists(key)
        if self._array.dtype == object:
            return self.texts(lists).reshape(shape)[()]
        values: NDArray[Any] = np.empty(shape, self._array.dtype)
        self.transfer("read", lists, values)
        return values[()]

    def __setitem__(self, key: Any, values: Any) -> None:
        if self._array.dtype == object:
            raise Error(TYPE_MISMATCH, f'array "/{self._array.path}": elements of any length are written as boxes, not at lists or points')
        with self._array.naming():
            lists, shape = self._lists(key)
        values = spread(exactly(values, self._array.dtype), shape)
        self.transfer("write", lists, np.ascontiguousarray(values))

    def _lists(self, key: Any) -> tuple[Any, tuple[int, ...]]:
        raise NotImplementedError

    def transfer(self, what: str, lists: Any, values: NDArray[Any]) -> None:
        """Read into, or write from, values in C order."""
        raise NotImplementedError

    def texts(self, lists: Any) -> NDArray[Any]:
        """Read elements of any length, which the library reads as boxes only."""
        raise NotImplementedError


class PointIndexer(_Selection):
    """`array.vindex[rows, columns]`: indices for each dimension, broadcast against each other, one element for each;
    or one mask of the array's shape."""

    def _lists(self, key: Any) -> tuple[Any, tuple[int, ...]]:
        key = key if is_tuple(key) else (key,)
        shape = self._array.shape
        if len(key) == 1 and np.asarray(key[0]).dtype.kind == "b" and np.ndim(key[0]) == len(shape):
            _mask_shape(np.asarray(key[0]), shape, 0)
            if not shape:  # one point without indices, or none
                return np.empty((int(bool(key[0])), 0), np.int64), (int(bool(key[0])),)
            key = np.nonzero(key[0])
        if len(key) != len(shape) or any(index is Ellipsis or isinstance(index, slice) for index in key):
            raise IndexError(f"vindex takes integers for each of the {len(shape)} dimensions, or a mask; slices: oindex")
        numbers = np.broadcast_arrays(*(_numbers(*given) for given in zip(key, range(len(shape)), shape)))
        points: NDArray[np.int64] = np.ascontiguousarray(np.stack(numbers, axis=-1)) if numbers else np.empty((0,), np.int64)
        return points, points.shape[:-1]

    def transfer(self, what: str, lists: Any, values: NDArray[Any]) -> None:
        """Move elements in C order, one for each point."""
        points: NDArray[np.int64] = lists
        count = math.prod(points.shape[:-1])
        if not count:
            return
        call(f"zarr_array_{what}_points", self._array, self._array.ndim, count, points.ctypes.data, values.ctypes.data,
             values.nbytes)

    def texts(self, lists: Any) -> NDArray[Any]:
        """Read the box around the points of each chunk."""
        ndim = self._array.ndim
        points: NDArray[np.int64] = lists.reshape(math.prod(lists.shape[:-1]), ndim)
        values: NDArray[Any] = np.empty(len(points), object)
        chunks, of = np.unique(points // np.array(self._array.chunks, np.int64), axis=0, return_inverse=True)
        order = np.argsort(of.ravel(), kind="stable")
        for these in np.split(order, np.cumsum(np.bincount(of.ravel(), minlength=len(chunks)))[:-1]) if len(points) else ():
            low, high = points[these].min(axis=0), points[these].max(axis=0)
            values[these] = self._array.read(low.tolist(), (high - low + 1).tolist())[tuple((points[these] - low).T)]
        return values


class OrthogonalIndexer(_Selection):
    """`array.oindex[[7, 2], :, mask]`: all combinations of an integer, a slice, a list or a mask for each dimension."""

    def _lists(self, key: Any) -> tuple[Any, tuple[int, ...]]:
        shape = self._array.shape
        lists: list[NDArray[np.int64] | None] = []
        left: list[int] = []
        for dimension, (index, length) in enumerate(zip(full(key, self._array.ndim), shape)):
            if isinstance(index, slice):
                places = range(*index.indices(length))
                # A whole dimension needs no list of its indices.
                numbers = None if places == range(length) else np.array(places, np.int64)
                left.append(len(places))
            else:
                numbers = _numbers(index, dimension, length)
                if numbers.ndim > 1:
                    raise IndexError(f"dimension {dimension}: a list of integers is expected, of one dimension")
                left += numbers.shape
            lists.append(numbers)
        return lists, tuple(left)

    def transfer(self, what: str, lists: Any, values: NDArray[Any]) -> None:
        """Move elements in C order; a list that is None stands for a whole dimension."""
        shape = self._array.shape
        counts = [length if numbers is None else numbers.size for numbers, length in zip(lists, shape)]
        addresses = (None if numbers is None else numbers.ctypes.data for numbers in lists)
        places = (ctypes.c_void_p * len(lists))(*addresses)
        call(f"zarr_array_{what}_orthogonal", self._array, len(lists), (ctypes.c_size_t * len(counts))(*counts), places,
             values.ctypes.data, values.nbytes)

    def texts(self, lists: Any) -> NDArray[Any]:
        """Read the box around the lists, and pick from it."""
        given = [np.arange(length) if numbers is None else numbers.ravel() for numbers, length in zip(lists, self._array.shape)]
        low = [int(numbers.min()) if numbers.size else 0 for numbers in given]
        count = [int(numbers.max()) + 1 - first if numbers.size else 0 for numbers, first in zip(given, low)]
        values: NDArray[Any] = self._array.read(low, count)
        picked: NDArray[Any] = values[np.ix_(*(numbers - first for numbers, first in zip(given, low)))] if given else values
        return picked
