"""Ctrl-C while the library calls a function of Python: no call succeeds by it, and KeyboardInterrupt is raised."""

import signal
import threading
import time

import numpy as np
import pytest

from libzarr import CustomStore, Store


class Kept(CustomStore):
    """A store of many short functions: a signal often comes before the first line of one."""

    def __init__(self):
        self.values = {}

    def get(self, key, start, length):
        return self.part(self.values[key], start, length)

    def set(self, key, data):
        self.values[key] = data

    def size(self, key):
        return len(self.values[key])


class Interrupts:
    """SIGINT for the main thread every few milliseconds, which raises KeyboardInterrupt once each time it is armed."""

    def __init__(self):
        self.armed = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._send)

    def _send(self):
        while not self._stop.wait(0.003):
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

    def _receive(self, *_):
        if self.armed:
            self.armed = False
            raise KeyboardInterrupt

    def __enter__(self):
        self._before = signal.signal(signal.SIGINT, self._receive)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.armed = False
        self._stop.set()
        self._thread.join()
        signal.signal(signal.SIGINT, self._before)


@pytest.mark.parametrize("progress", [False, True], ids=["store", "progress"])
def test_ctrl_c_is_raised_where_the_call_returns(progress, capfd):
    """A failure of another kind hides what the user has asked for, and a success data that no function has stored."""
    how = {"progress": lambda done, total: None} if progress else {}
    with Store("memory://" if progress else Kept()) as store, Interrupts() as interrupts:
        array = store.create_array("a", "int32", (400, 100), chunks=(1, 100), codecs=["zstd"])
        values = np.arange(40_000, dtype="i4").reshape(400, 100)
        raised, end = 0, time.monotonic() + 2
        while time.monotonic() < end:
            try:
                interrupts.armed = True
                array.write(values, **how)
                interrupts.armed = False
            except KeyboardInterrupt:
                raised += 1
        interrupts.armed = False
        assert raised > 20
        array.write(values)
        assert (array[...] == values).all()
    assert "Exception ignored" not in capfd.readouterr().err
