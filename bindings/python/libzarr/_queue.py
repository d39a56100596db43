"""Writes and reads by threads of the library while the program goes on."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import CError, Handle, call, fail, lengths, new, to_json
from ._elements import exactly
from ._errors import OK, Error
from ._hierarchy import Array
from ._library import LIBRARY

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Reading:
    """A queued read."""

    def __init__(self, queue: Queue, values: NDArray[Any]) -> None:
        self._queue: Queue | None = queue
        self._values = values
        self._error: Error | None = None
        # The library sets it where it has queued the read; 0 is no ticket.
        self.ticket = ctypes.c_int64()
        # The library tells a failure once, and Ctrl-C may end the function that asks for it.
        self._told = CError()

    def __repr__(self) -> str:
        return f"<libzarr.Reading {self._values.dtype} {self._values.shape}{', not done' * (not self.done())}>"

    def done(self) -> bool:
        """Return True if the elements, or a failure, are there."""
        return self._queue is None or bool(LIBRARY.zarr_queue_is_done(self._queue.handle, self.ticket.value) == 1)

    def result(self) -> NDArray[Any]:
        """Wait for the elements and return them.

        Raises the failure of the read, each time, also after the queue is closed.
        """
        self.settle()
        if self._error is not None:
            raise self._error
        return self._values

    def settle(self) -> None:
        """Wait for the elements, and let the queue forget them."""
        queue = self._queue
        if queue is None:
            return
        try:
            if self._told.status == OK:
                call("zarr_queue_wait", queue, self.ticket.value, error=self._told)
            else:
                fail(self._told)
        except Error as error:
            self._error = error
        queue.forget(self)
        self._queue = None


def _check(array: object) -> None:
    """Refuse what is no open array.

    Raises TypeError.
    """
    if not hasattr(array, "check_region"):
        raise TypeError(f"an array of libzarr is expected, not {array!r} of type {type(array).__name__}")


class Queue(Handle):
    """A queue of writes and reads with at most `bytes` of memory and `threads` threads of the library (0: as many as
    a call has). A call on a full queue waits, or raises with full="refuse". At the end of a
    `with` block, and in `close`, it waits for all operations and raises the first failure that was not raised yet."""

    free, type = "zarr_queue_free", "queue"

    def __init__(self, bytes: int = 268435456, threads: int = 0, full: str = "wait") -> None:
        super().__init__(new("zarr_queue_new", to_json({"bytes": bytes, "threads": threads, "full": full})))
        # Keeps the memory of each read until the library has filled it.
        self._reading: set[Reading] = set()

    def __repr__(self) -> str:
        return f"<libzarr.Queue {'closed' if self.handle is None else '%d unfinished, %d bytes' % self.pending}>"

    def close(self) -> None:
        """Wait for all operations and free the queue.

        Raises the first failure that was not raised yet.
        """
        if self.handle is None:
            return
        try:
            self.wait()
        finally:
            for reading in list(self.__dict__.get("_reading", ())):
                reading.settle()
            super().close()

    def forget(self, reading: Reading) -> None:
        """Drop a read whose elements are there."""
        self._reading.discard(reading)

    def write(self, array: Array, values: Any, start: Sequence[int] | None = None) -> None:
        """Queue a copy of the values, converted as by `array.append`, to be written from `start` on.

        Raises the failure of an earlier write, ValueError for a start without one number for each dimension.
        """
        _check(array)
        with array.naming():
            array.check_region(start, None, None)
            values = np.asarray(exactly(values, array.dtype), order="C")
        array.of_rank("the shape of the values", values.shape)
        call("zarr_queue_write_region", self, array, values.ndim, None if start is None else lengths(start), lengths(values.shape),
             values.ctypes.data, values.nbytes, None)

    def read(self, array: Array, start: Sequence[int] | None = None, count: Sequence[int] | None = None) -> Reading:
        """Queue a read of `count` elements from `start` on, by default to the end, and return a Reading.

        Raises ValueError for a start or count without one number for each dimension.
        """
        _check(array)
        array.check_region(start, count, None)
        start = [0] * array.ndim if start is None else start
        count = [max(length - first, 0) for length, first in zip(array.shape, start)] if count is None else count
        values: NDArray[Any] = np.empty(tuple(count), array.dtype)
        box = lengths(start), lengths(count)
        reading = Reading(self, values)
        # Ctrl-C may end this function when the read is queued already: the memory must outlast it.
        self._reading.add(reading)
        try:
            call("zarr_queue_read_region", self, array, array.ndim, *box, values.ctypes.data, values.nbytes,
                 ctypes.byref(reading.ticket))
        except BaseException:
            if reading.ticket.value == 0:
                self.forget(reading)
            raise
        return reading

    def wait(self) -> None:
        """Wait for all operations.

        Raises the first failure that was not raised yet.
        """
        call("zarr_queue_wait", self, -1)
        for reading in list(self._reading):
            if reading.done():
                reading.settle()

    def cancel(self) -> None:
        """Cancel queued operations, without waiting."""
        call("zarr_queue_cancel", self, -1)

    @property
    def pending(self) -> tuple[int, int]:
        """The number of unfinished operations, and the memory that they hold, in bytes."""
        operations, held = ctypes.c_int64(), ctypes.c_int64()
        call("zarr_queue_pending", self, ctypes.byref(operations), ctypes.byref(held))
        return operations.value, held.value
