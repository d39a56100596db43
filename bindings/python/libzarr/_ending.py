"""The end of the program. Python ends a thread that enters it too late, which inside of the library aborts the
process; so from then on the library calls functions of Python on the ending thread only."""

from __future__ import annotations

import asyncio
import atexit
import threading
import time

from ._errors import CANCELLED, Error
from ._library import LIBRARY

# Seconds that the end waits for functions of Python that the library has called.
PATIENCE = 2.0

_given: set[int] = set()
# The pointer of all functions of progress, which do not use it.
PROGRESS = id(_given)
_ending: int | None = None


def given(user_data: int) -> None:
    """Remember a pointer that the library passes to functions of Python.

    While the program ends, other threads than the ending one end here, as in leave, or raise Error if they run a loop.
    """
    _given.add(user_data)
    if _ending is not None:
        if not on_ending_thread():
            leave()
            raise Error(CANCELLED, "the program ends")
        LIBRARY.zarr_callbacks_end(user_data, 0, None)


def gone(user_data: int) -> None:
    """Forget a pointer that the library no longer has."""
    _given.discard(user_data)


def on_ending_thread() -> bool:
    """Return True on the thread that ends the program."""
    return _ending == threading.get_ident()


def leave() -> None:
    """End a thread whose call was cancelled by the end of the program, as silently as Python ends it. A thread with
    a running loop goes on, since others may wait for the loop."""
    if _ending is None or on_ending_thread():
        return
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        raise SystemExit from None


def _end() -> None:
    """Close the way into Python for other threads, and wait for functions that run."""
    global _ending
    _ending = threading.get_ident()
    for user_data in list(_given):
        LIBRARY.zarr_callbacks_end(user_data, 0, None)
    last = time.monotonic() + PATIENCE
    for user_data in list(_given):
        LIBRARY.zarr_callbacks_end(user_data, max(int(1000 * (last - time.monotonic())), 0), None)


given(PROGRESS)
atexit.register(_end)
