"""Moving the elements of a request between an array of the library and zarr-python's memory."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._errors import OUT_OF_BOUNDS, Error
from ._hierarchy import Array
from ._kinds import STRING
from ._views import OrthogonalIndexer, PointIndexer
from ._zarr_batch import Box, Chunks, NotOurs, Product, Request

if TYPE_CHECKING:
    from numpy.typing import NDArray


def fit(array: Array, request: Request) -> None:
    """Read the document again where a request reaches past the array's end: zarr-python does not tell pipelines of
    growth.

    Raises Error for elements outside of the shape in the stored document.
    """
    last: list[int]
    if isinstance(request, Box):
        last = [start + step * (count - 1) for start, count, step in zip(request.start, request.count, request.step)]
    elif isinstance(request, Product):
        last = [int(one.max()) if one.size else -1 for one in request.indices]
    elif isinstance(request, Chunks):
        last = request.last()
    else:
        last = request.points.max(axis=0).tolist() if request.points.size else []
    if any(map(operator.ge, last, array.shape)):
        array.refresh()
        if any(map(operator.ge, last, array.shape)):
            told = f'array "/{array.path}": element {last} is outside of the shape {list(array.shape)} in the stored document'
            raise Error(OUT_OF_BOUNDS, told)


def _held(array: Array, native: np.dtype[Any], buffer: NDArray[Any]) -> bool:
    """Return True if the buffer has elements in the library's layout."""
    return buffer.dtype == native and native.isnative and not native.hasobject and native.kind != "T" and array.dtype != object


def _of_this_machine(native: np.dtype[Any]) -> np.dtype[Any]:
    if native.kind in "mM" and not native.isnative and np.datetime_data(native)[0] == "generic":
        raise NotOurs("times without a unit in the other byte order")  # NumPy does not turn them
    return native.newbyteorder("=")


def _memory(array: Array, native: np.dtype[Any], shape: Sequence[int]) -> NDArray[Any]:
    if array.dtype == object:
        return np.empty(shape, object)
    made = _of_this_machine(native)
    if made.itemsize != array.dtype.itemsize:
        raise NotOurs(f"elements of type {array.data_type} as {native}")
    return np.empty(shape, made)


def read(array: Array, request: Request, buffer: NDArray[Any], native: np.dtype[Any]) -> None:
    if isinstance(request, Box):
        part = buffer[tuple(None if goes is None else goes for goes in request.goes)] if request.goes else buffer[...]
        if part.shape != tuple(request.count):
            raise ValueError(f"a selection of shape {tuple(request.count)} does not fit a buffer of shape {buffer.shape}")
        steps = None if all(step == 1 for step in request.step) else request.step
        if _held(array, native, buffer):
            array.move("zarr_array_read", part, request.start, request.count, steps, {})
        elif array.dtype == object:
            array.read(request.start, request.count, steps, out=part)
        else:
            values = _memory(array, native, request.count)
            array.move("zarr_array_read", values, request.start, request.count, steps, {})
            part[...] = values
        return
    if isinstance(request, Chunks):
        for start, count, selected, goes in request.boxes(array.shape):
            part = array.read(start, count)[selected]
            buffer[goes] = part.squeeze(request.dropped) if request.dropped else part
        return
    if isinstance(request, Product):
        values = _memory(array, native, [len(one) for one in request.indices])
        OrthogonalIndexer(array).transfer("read", list(request.indices), values)
        buffer[np.ix_(*request.goes) if request.goes else ()] = values.squeeze(request.dropped) if request.dropped else values
        return
    values = _memory(array, native, [len(request.points)])
    PointIndexer(array).transfer("read", request.points, values)
    for goes, first, end in request.goes:
        buffer[goes] = values[first:end]


def write(array: Array, request: Request, values: NDArray[Any], native: np.dtype[Any]) -> None:
    if isinstance(request, Box):
        if values.ndim:
            values = values[tuple(request.goes)] if None not in request.goes else values[tuple(goes for goes in request.goes if goes)]
            values = values[tuple(None if goes is None else slice(None) for goes in request.goes)]
        steps = None if all(step == 1 for step in request.step) else request.step
        part = np.broadcast_to(values, request.count)
        if array.dtype == object:
            _write_texts(array, part, request.start)
        else:
            array.move("zarr_array_write", _lent(array, part, native), request.start, request.count, steps, {})
        return
    if isinstance(request, Chunks):
        for start, count, selected, goes in request.boxes(array.shape):
            chunk = array.read(start, count)
            chunk[selected] = request.spread(values, selected, goes)
            _write_texts(array, chunk, start)
        return
    if isinstance(request, Product):
        if values.ndim:
            values = values[np.ix_(*request.goes)] if request.goes else values
            for dimension in sorted(request.dropped):
                values = np.expand_dims(values, dimension)
        part = np.broadcast_to(values, [len(one) for one in request.indices])
        OrthogonalIndexer(array).transfer("write", list(request.indices), np.ascontiguousarray(_lent(array, part, native)))
        return
    if values.ndim:
        values = np.concatenate([np.atleast_1d(values[goes]) for goes, _, _ in request.goes])
    part = np.broadcast_to(values, [len(request.points)])
    PointIndexer(array).transfer("write", request.points, np.ascontiguousarray(_lent(array, part, native)))


def _write_texts(array: Array, values: NDArray[Any], start: Sequence[int]) -> None:
    """Write elements of any length. None and 0, of which zarr-python makes new memory, are empty, as for numcodecs."""
    try:
        array.write(values, start)
    except TypeError:
        given: list[Any] = values.ravel().tolist()
        empty: Any = "" if array.code == STRING else b""
        filled: NDArray[Any] = np.empty(len(given), object)
        filled[:] = [empty if value is None or (type(value) is int and value == 0) else value for value in given]
        array.write(filled.reshape(values.shape), start)


def _lent(array: Array, values: NDArray[Any], native: np.dtype[Any]) -> NDArray[Any]:
    """Return values in the library's layout."""
    wanted = _of_this_machine(native)
    if wanted.itemsize != array.dtype.itemsize:
        raise NotOurs(f"elements of type {array.data_type} as {native}")
    return values if values.dtype == wanted and values.dtype.isnative else values.astype(wanted)
