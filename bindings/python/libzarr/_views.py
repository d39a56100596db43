"""Views of an array: as another type, by fields, blocks, points or lists of indices (`vindex` and `oindex`, as in
NumPy and zarr-python)."""

from __future__ import annotations

import ctypes
import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._array import ArrayBase
from ._c import call
from ._elements import exactly, of_field
from ._errors import TYPE_MISMATCH, Error
from ._indexing import Box, full, index_numbers, mask_shape, spread
from ._kinds import is_tuple

if TYPE_CHECKING:
    from numpy.typing import NDArray


class View:
    """A way to look at an array, which reads and writes the array itself."""

    def __init__(self, array: ArrayBase) -> None:
        self._array = array

    def __repr__(self) -> str:
        return f"<libzarr.{self._named()} of {self._array!r}>"

    def _named(self) -> str:
        return type(self).__name__


class AsType(View):
    """`array.astype("float32")[2:5]`: elements are converted as they are read, each of them checked."""

    def __init__(self, array: ArrayBase, dtype: Any) -> None:
        super().__init__(array)
        self.dtype = np.dtype(dtype)

    def _named(self) -> str:
        return f"AsType {self.dtype}"

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions, in elements."""
        return self._array.shape

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._array.ndim

    @property
    def chunks(self) -> tuple[int, ...]:
        """The lengths of a chunk, in elements."""
        return self._array.chunks

    def __getitem__(self, key: Any) -> Any:
        with self._array.naming():
            box = Box(key, self._array.shape)
        return self._array.read(box.start, box.count, box.steps, dtype=self.dtype).reshape(box.shape)[()]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = self._array.read(dtype=self.dtype)
        return values if dtype is None else values.astype(dtype, copy=False)


class Field(View):
    """`array.fields["x"][2:5]`: one field of structs. Setting it keeps the other fields."""

    def __init__(self, array: ArrayBase, name: str) -> None:
        super().__init__(array)
        self.name, self.dtype = name, array.dtype[name]

    def _named(self) -> str:
        return f"Field {self.name!r}"

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions, in elements."""
        return self._array.shape

    def __getitem__(self, key: Any) -> Any:
        return self._array[key][self.name]

    def __setitem__(self, key: Any, values: Any) -> None:
        with self._array.naming():
            box = Box(key, self._array.shape)
        # The other fields are written back: as they are stored, not as a cache keeps them.
        self._array.clear_cache()
        structs = self._array.read(box.start, box.count, box.steps)
        with self._array.naming():
            structs.reshape(box.shape)[self.name] = of_field(values, self.name, self.dtype)
        self._array.write(structs, box.start, box.steps)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        values = self._array.read()[self.name]
        return values if dtype is None else values.astype(dtype, copy=False)


class Fields(View):
    """The fields of an array of structs, by name."""

    def __getitem__(self, name: str) -> Field:
        names = self._array.dtype.names or ()
        if name not in names:
            there = f"it has {', '.join(names)}" if names else "its elements are no structs"
            raise KeyError(f'array "/{self._array.path}" has no field {name!r}; {there}')
        return Field(self._array, name)

    def __iter__(self) -> Any:
        return iter(self._array.dtype.names or ())

    def __len__(self) -> int:
        return len(self._array.dtype.names or ())


class Blocks(View):
    """`array.blocks[1, 2]`: chunks by their positions in the grid; with shards, the inner chunks. Slices select
    several."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of chunks along each dimension."""
        return tuple(-(-length // chunk) for length, chunk in zip(self._array.shape, self._array.chunks))

    def _elements(self, key: Any) -> tuple[slice, ...]:
        """Return the slices of elements that chunks cover.

        Raises IndexError for a step and outside of the grid.
        """
        indices: list[slice] = []
        grid, shape, chunks = self.shape, self._array.shape, self._array.chunks
        with self._array.naming():
            for dimension, index in enumerate(full(key, self._array.ndim)):
                if isinstance(index, slice):
                    first, last, step = index.indices(grid[dimension])
                    if step != 1:
                        raise IndexError("blocks have no steps")
                else:
                    first = operator.index(index)
                    if not -grid[dimension] <= first < grid[dimension]:
                        raise IndexError(f"block {first} is outside of dimension {dimension}, which has {grid[dimension]} blocks")
                    first %= grid[dimension]
                    last = first + 1
                indices.append(slice(first * chunks[dimension], min(last * chunks[dimension], shape[dimension])))
        return tuple(indices)

    def __getitem__(self, key: Any) -> Any:
        return self._array[self._elements(key)]

    def __setitem__(self, key: Any, values: Any) -> None:
        self._array[self._elements(key)] = values


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
            mask_shape(np.asarray(key[0]), shape, 0)
            if not shape:  # one point without indices, or none
                return np.empty((int(bool(key[0])), 0), np.int64), (int(bool(key[0])),)
            key = np.nonzero(key[0])
        if len(key) != len(shape) or any(index is Ellipsis or isinstance(index, slice) for index in key):
            raise IndexError(f"vindex takes integers for each of the {len(shape)} dimensions, or a mask; slices: oindex")
        numbers = np.broadcast_arrays(*(index_numbers(*given) for given in zip(key, range(len(shape)), shape)))
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
                numbers = index_numbers(index, dimension, length)
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
