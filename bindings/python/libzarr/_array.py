"""Arrays without their views: their properties, and moving elements between boxes of them and NumPy's memory."""

from __future__ import annotations

import asyncio
import ctypes
import json
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _ending
from ._c import (PROGRESS, Function, Region, Transfer, c_texts, call, entries_by_parts, lengths, new, take_bytes,
                 take_entries, take_strings, text, whole)
from ._elements import as_it_lies, byte_bounds, elements, exactly, joined, numpy_type, struct_type
from ._indexing import Box, along, first_of, of_rank, spread, to_the_end
from ._kinds import BYTES, CODES, NUMPY, STRING, STRUCT, is_a, is_integer
from ._library import LIBRARY
from ._node import Node

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHECK, CLAMP, WRAP, ALL = 0, 1, 2, 3


class _Progress(Function):
    """A function of progress, and what it has raised."""

    def __init__(self, progress: Any) -> None:
        super().__init__()
        self._progress = progress
        self.raised: list[BaseException] = []

    def body(self, *given: Any) -> bool:
        _, done, total = given
        # The undefined result of a function that was ended early may have let the call go on.
        return bool(self.raised) or self._progress(done, total) is False

    def lost(self, failure: BaseException, given: Sequence[Any]) -> int:
        self.raised.append(failure)
        return 1


class ArrayBase(Node):
    """An array without its views and its store."""

    free, type = "zarr_array_free", "array"

    def __init__(self, handle: Any) -> None:
        super().__init__(handle)
        # A refresh takes over another shape and other chunks, but refuses another number of dimensions or data type.
        self._ndim: int = LIBRARY.zarr_array_ndim(handle)
        self._code: int = LIBRARY.zarr_array_data_type(handle)
        self._format: int = LIBRARY.zarr_array_format(handle)
        self._element: np.dtype[Any] = np.dtype(object if self._code in (STRING, BYTES) else self._dtype())
        # The number of the data type if the library converts it, else 0.
        self._number = CODES.get(self._element, 0)

    def __repr__(self) -> str:
        if self.handle is None:
            return "<libzarr.Array closed>"
        return f"<libzarr.Array {json.dumps('/' + self.path)} {json.dumps(self.data_type).strip(chr(34))} {self.shape}>"

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Read all elements, for functions that take NumPy arrays, as `read` converts them.

        Raises ValueError with copy=False.
        """
        if copy is False:
            raise ValueError("elements are read into memory of their own: there is no way without a copy")
        if dtype is None:
            return self.read()
        wanted = np.dtype(dtype)
        own, native = self.dtype, wanted.newbyteorder("=")
        is_known = (own in CODES and native in CODES) or (own.kind in "mM" and own.kind == native.kind) or (
            own.kind in "SUO" and native.kind in "SU")
        return (self.read(dtype=native) if is_known else self.read()).astype(wanted, copy=False)

    def __dlpack__(self, **how: Any) -> Any:
        """Read all elements, for libraries that take them by DLPack."""
        return self.read().__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        """Return the device of DLPack: the memory of the CPU."""
        return 1, 0  # the memory of the CPU

    def __len__(self) -> int:
        """Return the length of the first dimension.

        Raises TypeError without dimensions.
        """
        if self.ndim == 0:
            raise TypeError("len() of an array without dimensions")
        return self.shape[0]

    def __bool__(self) -> bool:
        """Return the truth of the only element.

        Raises ValueError for another number of elements.
        """
        if self.size != 1:
            raise ValueError("the truth of an array of more or less than one element is ambiguous: ask for its size")
        return bool(self.read().reshape(())[()])

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return self._ndim

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the elements in NumPy; object for elements of any length."""
        return self._element

    @property
    def code(self) -> int:
        """The number of the data type in zarr.h."""
        return self._code

    @property
    def format(self) -> int:
        """The number of the format, such as libzarr.V3."""
        return self._format

    @property
    def size(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """The size of all elements in memory, in bytes; for elements of any length, that of references to them."""
        return self.size * self.dtype.itemsize

    def _dtype(self) -> Any:
        if self.code < len(NUMPY):
            return NUMPY[self.code]
        size: int = LIBRARY.zarr_array_item_size(self.handle)
        if self.code == STRUCT:
            return struct_type(self, size)
        known = numpy_type(self.data_type)
        return f"V{size}" if known is None else known

    @property
    def data_type(self) -> Any:
        """The data type, as documents of v3 spell it: a name, or a dictionary with a name and a configuration."""
        return json.loads(text("zarr_array_data_type_json", self))

    @property
    def metadata(self) -> dict[str, Any]:
        """The document of the array, as it is stored."""
        document: dict[str, Any] = json.loads(text("zarr_array_metadata", self))
        return document

    def _lengths(self, name: str) -> tuple[int, ...]:
        """Return one number for each dimension."""
        values = (ctypes.c_int64 * self._ndim)()
        call(name, self, self._ndim, values)
        return tuple(values)

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the dimensions, in elements."""
        return self._lengths("zarr_array_shape")

    @property
    def chunks(self) -> tuple[int, ...]:
        """The lengths of a chunk, in elements; with shards, of an inner chunk."""
        return self._lengths("zarr_array_chunk_shape")

    @property
    def shards(self) -> tuple[int, ...]:
        """The lengths of a shard, in elements; without shards, of a chunk."""
        return self._lengths("zarr_array_shard_shape")

    @property
    def dimension_names(self) -> list[str | None]:
        """The names of the dimensions, None for a dimension without a name; empty where the array has none. Setting
        them writes the document."""
        return take_entries(new("zarr_array_dimension_names", self), True)

    @dimension_names.setter
    def dimension_names(self, names: str | Sequence[str | None] | None) -> None:
        given = [names] if isinstance(names, str) else list(names or ())
        self.of_rank("dimension_names", given or self.shape)
        call("zarr_array_set_dimension_names", self, len(given) or self.ndim, c_texts(given) if given else None)

    @property
    def codecs(self) -> list[tuple[str, dict[str, Any]]]:
        """The codecs of the chunks in the order of encoding, each as its name in all formats and its configuration."""
        names, configurations = ctypes.c_void_p(), ctypes.c_void_p()
        call("zarr_array_codecs", self, ctypes.byref(names), ctypes.byref(configurations))
        return [(name, json.loads(json_)) for name, json_ in zip(take_strings(names), take_strings(configurations))]

    @property
    def fill_bytes(self) -> bytes:
        """The fill value in bytes, in the byte order of this machine."""
        return take_bytes(new("zarr_array_fill_value_bytes", self))

    @property
    def fill_value(self) -> Any:
        """The value of elements that were never written."""
        if self.dtype == object:
            return self.fill_bytes.decode() if self.code == STRING else self.fill_bytes
        return np.frombuffer(self.fill_bytes, self.dtype)[0]

    @property
    def fill_defined(self) -> bool:
        """False if the document leaves the fill value open."""
        return bool(LIBRARY.zarr_array_fill_value_defined(self.handle) == 1)

    @property
    def document(self) -> bytes:
        """The text that `store.open_from_document` needs to open the array in another process without a request."""
        return take_bytes(new("zarr_array_document", self))

    def refresh(self) -> None:
        """Read the document again, to see changes by other processes, and drop cached chunks."""
        call("zarr_array_refresh", self)

    def clear_cache(self) -> None:
        """Drop cached chunks without a request, to see what other processes have written."""
        call("zarr_array_clear_cache", self)

    def resize(self, shape: int | Sequence[int]) -> None:
        """Set the shape, in elements, and erase chunks that are then entirely outside: elements of other chunks are there
        again where the array becomes longer. A number is the length of the only dimension.

        Raises TypeError for a length that is not whole.
        """
        with self.naming():
            shape = along(shape, 1)
            self.of_rank("the new shape", shape)
            call("zarr_array_resize", self, len(shape), lengths(shape))

    def of_rank(self, name: str, given: Sequence[Any]) -> None:
        """Check that a list has one entry for each dimension.

        Raises ValueError.
        """
        if len(given) != self._ndim:
            with self.naming():
                of_rank(name, given, self._ndim)

    def _axis(self, axis: Any) -> int:
        given = whole(axis)
        return given + self.ndim if -self.ndim <= given < 0 else given

    def lengthen(self, length: int, axis: int = 0) -> None:
        """Make the array at least this long along an axis, and never shorter, also where other programs make it longer."""
        with self.naming():
            call("zarr_array_lengthen", self, self._axis(axis), *lengths((length,)))

    def reserve(self, count: int, axis: int = 0) -> int:
        """Make the array longer along an axis without writing, and return the old length. Each caller gets its own place."""
        start = ctypes.c_int64()
        with self.naming():
            call("zarr_array_reserve", self, self._axis(axis), *lengths((count,)), ctypes.byref(start))
        return start.value

    def append(self, values: Any, axis: int = 0) -> int:
        """Append a block along an axis, from the last one where it is negative, and return its first index there. Values
        are converted as by `write`."""
        axis = self._axis(axis)
        start = ctypes.c_int64()
        with self.naming():
            values = np.asarray(values, object) if self.dtype == object else np.ascontiguousarray(exactly(values, self.dtype))
        self.of_rank("the shape of the block", values.shape)
        if self.dtype == object:
            call("zarr_array_append_strings", self, axis, values.ndim, lengths(values.shape), *self._c_texts(values), ctypes.byref(start))
        else:
            call("zarr_array_append", self, axis, values.ndim, lengths(values.shape), values.ctypes.data, values.nbytes, ctypes.byref(start))
        return start.value

    def check_region(self, start: Any, count: Any, step: Any) -> None:
        """Check that each list has one number for each dimension, since the library takes one rank for all of them."""
        for name, given in (("start", start), ("count", count), ("step", step)):
            if given is None:
                continue
            if not hasattr(given, "__len__"):
                raise TypeError(f"{name} is a list of numbers, one for each dimension, not {given!r}")
            self.of_rank(name, given)

    def read(self, start: Sequence[int] | None = None, count: Sequence[int] | None = None, step: Sequence[int] | None = None,
             dtype: Any = None, out: NDArray[Any] | None = None, **how: Any) -> NDArray[Any]:
        """Read `count` elements along each dimension, from `start` on and `step` apart; by default all, from the end where
        a step is negative.

        `out` is an array of any layout to read into, of shape `count`. `dtype` is the type of a new one: another
        number, another unit of times, longer texts, the other byte order, or another view of bytes. `how` is `threads` (a number),
        `conversion` (CHECK, CLAMP, WRAP, or ALL, which raises OverflowError as CHECK does, but when all elements are in
        `out`) and `progress` (a function of the chunks that are done and their total; returning False cancels the call).

        Raises IndexError outside of the array, OverflowError for a value that the type can't hold, TypeError for a type
        that elements do not convert to.
        """
        self.check_region(start, count, step)
        start = first_of(self.shape, step) if start is None else start
        if out is not None and not is_a(out, np.ndarray):
            raise TypeError(f"out is an array of NumPy, not of type {type(out).__name__}; np.asarray(out) is one over memory that has a buffer")
        if count is None:
            count = to_the_end(self.shape, start, step) if out is None else out.shape
        self.of_rank("the shape of out", count)
        if out is not None and tuple(out.shape) != tuple(count):
            raise ValueError(f"out has shape {out.shape}, where {tuple(count)} is expected")
        memory: np.dtype[Any] = self.dtype if out is None and dtype is None else np.dtype(dtype) if out is None else out.dtype
        return self._take(start, count, step, memory, out, how)

    def _take(self, start: Sequence[int], count: Sequence[int], step: Sequence[int] | None, memory: np.dtype[Any],
              out: NDArray[Any] | None, how: dict[str, Any]) -> NDArray[Any]:
        """Read a box as elements of a type, into memory of that type if it is given. The lists have one number for each
        dimension."""
        if not memory.isnative:
            values = self._take(start, count, step, memory.newbyteorder("="), None, how)
            if out is None:
                return values.astype(memory)
        elif self._element == object:
            entire = memory.kind in "OT" and (step is None or all(one == 1 for one in step))
            direct = out is not None and out.flags.c_contiguous and out.size and entire
            values = self._read_texts(start, count, step, memory, out.reshape(-1) if direct and out is not None else None)
            if direct and out is not None:
                return out
            values = values if memory.kind in "OT" else elements(values, memory)
        elif as_it_lies(self._element, memory):
            values = np.empty(count, memory) if out is None else out
            self.move("zarr_array_read", values, start, count, step, how)
            return values
        else:
            values = np.empty(count, self._element)
            self.move("zarr_array_read", values, start, count, step, how)
            values = elements(values, memory)
            if memory.kind in "mM" and values.dtype == np.int64:  # counts of the unit
                values = values.view(memory)
        if out is None:
            return values
        out[...] = values
        return out

    def write(self, values: Any, start: Sequence[int] | None = None, step: Sequence[int] | None = None, **how: Any) -> None:
        """Write values of any layout into the box that begins at `start`, by default at the first element, `step`
        apart.

        Numbers are converted to numbers, times to the array's unit; whole numbers are counts of that unit. `how` is as
        in `read`.

        Raises TypeError for values that do not convert, OverflowError for those that the type can't hold, IndexError
        outside of the array.
        """
        with self.naming():
            values = elements(values, self.dtype)
            self.check_region(start, None, step)
            self.of_rank("the shape of the values", values.shape)
        self._put(values, first_of(self.shape, step) if start is None else start, step, how)

    def _put(self, values: NDArray[Any], start: Sequence[int], step: Sequence[int] | None, how: dict[str, Any]) -> None:
        """Write a box of elements. The lists have one number for each dimension."""
        if self._element == object:
            self._write_texts(values, start, step)
        else:
            self.move("zarr_array_write", values, start, values.shape, step, how)

    def _read_texts(self, start: Sequence[int], count: Sequence[int], step: Sequence[int] | None, memory: np.dtype[Any],
                    flat: NDArray[Any] | None = None) -> NDArray[Any]:
        """Read a box of elements of any length, of which `step` picks; into flat memory, if that is given."""
        step = (1,) * self.ndim if step is None else step
        low = tuple(s + min(d * (n - 1), 0) if n else s for s, n, d in zip(start, count, step))
        span = tuple((n - 1) * abs(d) + 1 if n else 0 for n, d in zip(count, step))
        # Texts of NumPy's own are made of texts at once, of which those of Python need not be kept.
        values: NDArray[Any] = np.empty(math.prod(span), memory if memory.kind == "T" else object) if flat is None else flat
        first = 0
        entries = new("zarr_array_read_strings", self, self.ndim, lengths(low), lengths(span))
        for part in entries_by_parts(entries, self.code == STRING):
            values[first : first + len(part)] = part
            first += len(part)
        # With the ellipsis NumPy gives an array also of no dimensions, not its element.
        picks: tuple[Any, ...] = (..., *(slice(None, None, d) for d in step))
        picked: NDArray[Any] = values.reshape(span)[picks]
        return picked

    def _write_texts(self, values: NDArray[Any], start: Sequence[int], step: Sequence[int] | None) -> None:
        """Write a box of elements of any length.

        Raises ValueError for steps.
        """
        if step is not None and any(d != 1 for d in step):
            raise ValueError("elements of any length are written without steps")
        call("zarr_array_write_strings", self, self.ndim, lengths(start), lengths(values.shape), *self._c_texts(values))

    def _c_texts(self, values: NDArray[Any]) -> tuple[Any, Any, int]:
        """Return elements of any length as C takes them: their addresses, their sizes, and their number."""
        return joined(values.ravel(), lambda: any(name in ("json2", "msgpack2") for name, _ in self.codecs))

    def move(self, name: str, values: NDArray[Any], start: Sequence[int], count: Sequence[int], step: Sequence[int] | None,
             how: dict[str, Any]) -> None:
        """Move elements between the array and memory: the buffer reaches from the lowest byte of `values` to the
        highest."""
        if not values.dtype.isnative:
            raise ValueError(f"an array in native byte order is expected, not {values.dtype}")
        if name == "zarr_array_read" and not values.flags.writeable:
            raise ValueError("the array is read-only")
        memory = CODES.get(values.dtype, 0) if self._number else 0
        address = values.ctypes.data
        if values.flags.c_contiguous:
            low, high = address, address + values.nbytes
        else:
            low, high = byte_bounds(values)
        ndim, size = self._ndim, self._ndim * ctypes.sizeof(ctypes.c_int64)
        lists = lengths((*start, *count, *((1,) * ndim if step is None else step), *values.strides))
        at = ctypes.addressof(lists) if ndim else 0
        region = Region(ctypes.sizeof(Region), ndim, ord("C"), at, at + size, at + 2 * size, at + 3 * size, address - low)
        if not how and memory in (0, self._number):
            call(name, self, ctypes.byref(region), low, high - low, None)
            return
        progress: Any = how.pop("progress", None)
        told = _Progress(progress)
        conversion = how.pop("conversion", CHECK)
        threads = how.pop("threads", 0)
        if not is_integer(conversion):
            raise TypeError(f"conversion is CHECK, CLAMP, WRAP or ALL, not {conversion!r}")
        if not is_integer(threads):
            raise TypeError(f"threads is a whole number, not {threads!r}")
        transfer = Transfer(ctypes.sizeof(Transfer), PROGRESS(told) if progress is not None else PROGRESS(), _ending.PROGRESS,
                            threads, memory, conversion, 0)
        if how:
            raise TypeError(f"{name.removeprefix('zarr_array_')} has no argument {', '.join(how)}; it takes threads, conversion and progress")
        try:
            call(name, self, ctypes.byref(region), low, high - low, ctypes.byref(transfer))
        finally:
            if told.raised:
                raise told.raised[0]

    def _growing(self) -> int | None:
        """Return the dimension that writes past the end make longer; None without the option `grow`."""
        options: dict[str, Any] = {}
        for given in (self.recipe and self.recipe[1], self.options):
            options.update(json.loads(given) if isinstance(given, str) else given or {})
        grow = options.get("grow", False)
        return 0 if grow is True else None if grow is False else grow

    def __getitem__(self, key: Any) -> Any:
        with self.naming():
            box = Box(key, self.shape)
        return self._take(box.start, box.count, box.steps, self._element, None, {}).reshape(box.shape)[()]

    def __setitem__(self, key: Any, values: Any) -> None:
        with self.naming():
            box = Box(key, self.shape, self._growing())
            # One value for all of them has strides of 0, and is not spread out either.
            values = spread(elements(values, self._element), box.shape).reshape(box.count)
        self._put(values, box.start, box.steps, {})

    async def aget(self, key: Any = ...) -> Any:
        """Read `array[key]` on a thread of the loop's pool, so that the loop goes on."""
        return await asyncio.get_running_loop().run_in_executor(None, self.__getitem__, key)

    async def aset(self, key: Any, values: Any) -> None:
        """Write `array[key] = values` on a thread of the loop's pool. The values must not change until it is done."""
        await asyncio.get_running_loop().run_in_executor(None, self.__setitem__, key, values)
