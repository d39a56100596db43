"""Views of an array: as another type, one field of its structs, block by block."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from ._elements import of_field
from ._indexing import Box, full
from ._view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._array import Array


class AsType(View):
    """`array.astype("float32")[2:5]`: elements are converted as they are read, each of them checked."""

    def __init__(self, array: Array, dtype: Any) -> None:
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

    def __init__(self, array: Array, name: str) -> None:
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
