"""Writes and reads that threads of the library do while the program goes on."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._c import Handle, call, lengths, new, to_json
from ._elements import exactly
from ._errors import Error
from ._library import LIBRARY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ._array import Array


class Reading:
    """A reading that was queued."""

    def __init__(self, queue: Queue, ticket: int, values: NDArray[Any]) -> None:
        self._queue: Queue | None = queue
        self._ticket, self._values = ticket, values
        self._error: Error | None = None

    def done(self) -> bool:
        return self._queue is None or bool(LIBRARY.zarr_queue_is_done(self._queue.handle, self._ticket) == 1)

    def result(self) -> NDArray[Any]:
        """The elements, once they are there; raises what went wrong, also a second time, and when the queue is closed."""
        self.settle()
        if self._error is not None:
            raise self._error
        return self._values

    def settle(self) -> None:
        """Waits for the elements, and lets the queue forget them."""
        queue = self._queue
        if queue is None:
            return
        try:
            call("zarr_queue_wait", queue, self._ticket)
        except Error as error:
            self._error = error
        queue.forget(self._ticket)
        self._queue = None


class Queue(Handle):
    """A queue of writes and reads: at most so many bytes of memory, and so many threads of the library (0: as many as a call has).
    A call on a full queue waits, or with full="refuse" raises. Closing it waits for all, and tells of no failure: `wait` before."""

    free, type = "zarr_queue_free", "queue"

    def __init__(self, bytes: int = 268435456, threads: int = 0, full: str = "wait") -> None:
        super().__init__(new("zarr_queue_new", to_json({"bytes": bytes, "threads": threads, "full": full})))
        # What the library reads into stays until it is there.
        self._reading: dict[int, Reading] = {}

    def close(self) -> None:
        for reading in list(self.__dict__.get("_reading", {}).values()):
            reading.settle()
        super().close()

    def forget(self, ticket: int) -> None:
        """Lets go of a reading whose elements are there."""
        self._reading.pop(ticket, None)

    def write(self, array: Array, values: Any, start: Sequence[int] | None = None) -> None:
        """Writes a copy of the elements, which become elements as in `array.append`, from `start` on. What goes wrong later is raised
        by the next call, or by `wait`."""
        values = np.asarray(exactly(values, array.dtype), order="C")
        call("zarr_queue_write_region", self, array, values.ndim, None if start is None else lengths(start), lengths(values.shape),
             values.ctypes.data, values.nbytes, None)

    def read(self, array: Array, start: Sequence[int] | None = None, count: Sequence[int] | None = None) -> Reading:
        """Reads a region, by default to the end. The Reading has the elements when they are there."""
        start = [0] * array.ndim if start is None else start
        count = [length - first for length, first in zip(array.shape, start)] if count is None else count
        values: NDArray[Any] = np.empty(tuple(count), array.dtype)
        ticket = ctypes.c_int64()
        call("zarr_queue_read_region", self, array, array.ndim, lengths(start), lengths(count), values.ctypes.data, values.nbytes,
             ctypes.byref(ticket))
        self._reading[ticket.value] = reading = Reading(self, ticket.value, values)
        return reading

    def wait(self) -> None:
        """Waits for all, and raises the first failure that was not raised yet."""
        call("zarr_queue_wait", self, -1)
        for reading in list(self._reading.values()):
            if reading.done():
                reading.settle()

    def cancel(self) -> None:
        """Ends what is queued, without waiting for that."""
        call("zarr_queue_cancel", self, -1)

    @property
    def pending(self) -> tuple[int, int]:
        """The operations that are not finished, and the bytes of memory that they have."""
        operations, held = ctypes.c_int64(), ctypes.c_int64()
        call("zarr_queue_pending", self, ctypes.byref(operations), ctypes.byref(held))
        return operations.value, held.value
