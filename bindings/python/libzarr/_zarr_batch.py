"""A selection of zarr-python, which arrives chunk by chunk, as one request to the library."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._kinds import is_array, is_integer, is_slice, is_tuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

class NotOurs(Exception):
    """A request that the library can't do, so that zarr-python does it."""


class Keys:
    """The keys of an array's chunks, and the path and chunk that a key belongs to."""

    def __init__(self, separator: str, begins_with_c: bool, ndim: int) -> None:
        self._separator, self._begins_with_c, self._ndim = separator, begins_with_c, ndim

    @classmethod
    def of(cls, document: dict[str, Any], ndim: int) -> Keys:
        """Return the keys of an array with this document.

        Raises NotOurs for an encoding that is neither default nor v2.
        """
        if document["zarr_format"] == 2:
            return cls(document.get("dimension_separator", "."), False, ndim)
        given = document["chunk_key_encoding"]
        encoding: dict[str, Any] = {"name": given} if isinstance(given, str) else given
        default = {"default": "/", "v2": "."}.get(encoding["name"])
        if default is None:
            raise NotOurs(f"the chunk key encoding {encoding['name']}")
        return cls(encoding.get("configuration", {}).get("separator", default), encoding["name"] == "default", ndim)

    def path(self, key: str) -> str:
        """Return the path of the array that has this key."""
        parts = self._begins_with_c + max(self._ndim, not self._begins_with_c)
        rest = key.rsplit("/", parts if self._separator == "/" else 1)
        return rest[0] if len(rest) == (parts if self._separator == "/" else 1) + 1 else ""

    def places(self, keys: Sequence[str], path: str) -> list[tuple[int, ...]]:
        """Return the position in the grid for each key."""
        if self._ndim == 0:
            return [()] * len(keys)
        first = len(path) + (1 if path else 0) + (2 if self._begins_with_c else 0)
        separator = self._separator
        return [tuple(map(int, key[first:].split(separator))) for key in keys]


class Along:
    """The selection along one dimension: for each chunk the index in it, and the index in the buffer."""

    def __init__(self) -> None:
        self.parts: dict[int, tuple[Any, Any]] = {}

    def add(self, place: int, selected: Any, goes: Any) -> None:
        """Add the selection in a chunk.

        Raises NotOurs if another chunk at this position has another one.
        """
        known = self.parts.get(place)
        if known is None:
            self.parts[place] = selected, goes
        elif not (_same(known[0], selected) and _same(known[1], goes)):
            raise NotOurs("a selection that is no product of its dimensions")


def _same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if is_array(one) or is_array(other):
        return np.array_equal(one, other)
    return bool(one == other)


class Box:
    """A box of the array, and the part of the buffer for it."""

    def __init__(self, start: list[int], count: list[int], step: list[int], goes: tuple[Any, ...]) -> None:
        self.start, self.count, self.step, self.goes = start, count, step, goes


class Product:
    """All combinations of indices, and their indices along each dimension of the buffer."""

    def __init__(self, indices: list[NDArray[np.int64]], goes: list[NDArray[np.int64]], dropped: tuple[int, ...]) -> None:
        self.indices, self.goes, self.dropped = indices, goes, dropped


class Points:
    """Elements by position, and the index of each in a buffer of one dimension."""

    def __init__(self, points: NDArray[np.int64], goes: list[tuple[Any, int, int]]) -> None:
        self.points, self.goes = points, goes


class Chunks:
    """The selection in each chunk and its part of the buffer, for selections of no other kind."""

    def __init__(self, places: Sequence[tuple[int, ...]], selections: Sequence[tuple[Any, Any]], chunk_shape: Sequence[int],
                 dropped: tuple[int, ...]) -> None:
        self.selections, self.dropped = selections, dropped
        self.starts = [[place * length for place, length in zip(one, chunk_shape)] for one in places]
        self.chunk_shape = chunk_shape

    def last(self) -> list[int]:
        """Return the greatest selected index along each dimension; the last of the chunk for selections of unknown
        form."""
        ends: list[list[int]] = []
        for start, (selected, _) in zip(self.starts, self.selections):
            selected = _tuple(selected)
            known = selected if len(selected) == len(start) else [slice(None)] * len(start)
            ends.append([first + _last(index, length) for first, index, length in zip(start, known, self.chunk_shape)])
        return [max(along) for along in zip(*ends)]

    def boxes(self, shape: Sequence[int]) -> Iterator[tuple[list[int], list[int], Any, Any]]:
        """Iterate over the chunks: start, lengths within the array, selection, and part of the buffer."""
        for start, (selected, goes) in zip(self.starts, self.selections):
            # A mask is as long as a whole chunk, also where the array ends within it.
            selected = tuple(np.flatnonzero(one) if is_array(one) and one.dtype == bool else one for one in _tuple(selected))
            yield start, [min(one, end - first) for one, end, first in zip(self.chunk_shape, shape, start)], selected, goes

    def spread(self, values: NDArray[Any], selected: Any, goes: Any) -> NDArray[Any]:
        """Return the values for a chunk, with all dimensions of the chunk."""
        if values.ndim == 0 or selected == ():
            return values
        part: NDArray[Any] = values[goes]
        if self.dropped:
            part = part[tuple(None if axis in self.dropped else slice(None) for axis in range(len(self.chunk_shape)))]
        return part


Request = Box | Chunks | Points | Product


def plan(places: Sequence[tuple[int, ...]], selections: Sequence[tuple[Any, Any]], chunk_shape: Sequence[int],
         dropped: tuple[int, ...]) -> Request:
    """Return one request for a batch of chunk positions and selections."""
    try:
        return _as_one(places, selections, chunk_shape, dropped)
    except NotOurs:
        return Chunks(places, selections, chunk_shape, dropped)


def _as_one(places: Sequence[tuple[int, ...]], selections: Sequence[tuple[Any, Any]], chunk_shape: Sequence[int],
            dropped: tuple[int, ...]) -> Request:
    ndim = len(chunk_shape)
    selected = _tuple(selections[0][0])
    if len(selected) != ndim:
        raise NotOurs("a selection of other dimensions than the array has")
    if ndim and all(is_array(index) and index.dtype != bool for index in selected) and not _is_open_mesh(selected, ndim):
        return _points(places, selections, chunk_shape)
    along = [Along() for _ in range(ndim)]
    for place, (selected, goes) in zip(places, selections):
        selected, goes = _tuple(selected), iter(_tuple(goes))
        for dimension in range(ndim):
            index = selected[dimension]
            kept = not (is_integer(index) or dimension in dropped)
            along[dimension].add(place[dimension], index, next(goes) if kept else None)
    if math.prod(len(one.parts) for one in along) != len(places):
        raise NotOurs("a selection that is no product of its dimensions")
    box = _box(along, chunk_shape)
    return box if box is not None else _product(along, chunk_shape, dropped)


def _tuple(selection: Any) -> tuple[Any, ...]:
    return selection if is_tuple(selection) else (selection,)


def _is_open_mesh(selected: Sequence[NDArray[Any]], ndim: int) -> bool:
    """Return True for the arrays of `np.ix_`, each of which varies along its own dimension only."""
    return all(index.ndim == ndim and index.size == index.shape[dimension] for dimension, index in enumerate(selected))


def _box(along: Sequence[Along], chunk_shape: Sequence[int]) -> Box | None:
    """Return the box that the parts make together; None for parts with gaps or lists."""
    start: list[int] = []
    count: list[int] = []
    step: list[int] = []
    goes: list[Any] = []
    for one, length in zip(along, chunk_shape):
        total, first, end, stride, begin, dimension = 0, 0, 0, 1, 0, True
        for place in sorted(one.parts):
            index, where = one.parts[place]
            if is_slice(index):
                low, high, by = index.indices(length)
                number = len(range(low, high, by))
                if by < 1 or not is_slice(where) or where.step not in (None, 1):
                    return None
            elif is_integer(index):
                low, by, number, dimension = int(index), 1, 1, False
            else:
                return None
            low += place * length
            if total == 0:
                first, stride, begin = low, by, where.start if dimension else 0
            elif low != end or by != stride or not dimension or where.start != begin + total:
                return None
            total += number
            end = first + total * stride
        start.append(first)
        count.append(total)
        step.append(stride)
        goes.append(slice(begin, begin + total) if dimension else None)
    return Box(start, count, step, tuple(goes))


def _numbers(index: Any, length: int) -> NDArray[np.int64]:
    if is_slice(index):
        return np.arange(*index.indices(length), dtype=np.int64)
    return np.flatnonzero(index) if np.asarray(index).dtype == bool else np.asarray(index, np.int64).reshape(-1)


def _product(along: Sequence[Along], chunk_shape: Sequence[int], dropped: tuple[int, ...]) -> Product:
    indices: list[NDArray[np.int64]] = []
    goes: list[NDArray[np.int64]] = []
    gone = list(dropped)
    for dimension, (one, length) in enumerate(zip(along, chunk_shape)):
        parts = [(_numbers(index, length) + place * length, where) for place, (index, where) in one.parts.items()]
        indices.append(np.concatenate([numbers for numbers, _ in parts]))
        if parts[0][1] is None:
            if dimension not in gone:
                gone.append(dimension)
            continue
        goes.append(np.concatenate([_goes(where, len(numbers)) for numbers, where in parts]))
    return Product(indices, goes, tuple(gone))


def _last(index: Any, length: int) -> int:
    """Return the greatest selected index; a negative number if there is none."""
    if is_integer(index):
        return int(index)
    numbers = _numbers(index, length)
    return int(numbers.max()) if numbers.size else -length


def _goes(where: Any, number: int) -> NDArray[np.int64]:
    if is_slice(where):
        if where.start is None or where.stop is None:
            raise NotOurs("a place in the buffer that has no beginning")
        return np.arange(where.start, where.stop, where.step or 1, dtype=np.int64)
    return np.flatnonzero(where) if np.asarray(where).dtype == bool else np.asarray(where, np.int64).reshape(-1)


def _points(places: Sequence[tuple[int, ...]], selections: Sequence[tuple[Any, Any]], chunk_shape: Sequence[int]) -> Points:
    parts: list[NDArray[np.int64]] = []
    goes: list[tuple[Any, int, int]] = []
    total = 0
    for place, (selected, where) in zip(places, selections):
        where = _tuple(where)
        if any(index.ndim != 1 for index in selected) or len(where) != 1:
            raise NotOurs("positions of more than one dimension")
        part = np.stack(selected, axis=-1).astype(np.int64)
        part += np.multiply(place, chunk_shape)
        parts.append(part)
        goes.append((where[0], total, total + len(part)))
        total += len(part)
    return Points(np.concatenate(parts), goes)
