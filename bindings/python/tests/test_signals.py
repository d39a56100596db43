"""Ctrl-C while the library calls a function of Python: no call succeeds by it, and KeyboardInterrupt is raised."""

import gc
import signal
import threading
import time

import numpy as np
import pytest

from kept import Kept

from libzarr import Store, _custom


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
    """A failure of another kind hides what the user has asked for, and a success data that no function has stored. Another
    thread must not get it in the place of the one that was interrupted."""
    how = {"progress": lambda done, total: None} if progress else {}
    beside, stopped, others = Store("memory://").create_array("b", "int32", 4), threading.Event(), []

    def use():
        while not stopped.is_set():
            try:
                assert beside.shape == (4,)
            except BaseException as failure:
                others.append(failure)

    thread = threading.Thread(target=use)
    thread.start()
    with Store("memory://" if progress else Kept()) as store, Interrupts() as interrupts:
        array = store.create_array("a", "int32", (400, 100), chunks=(1, 100), codecs=["zstd"])
        values = np.arange(40_000, dtype="i4").reshape(400, 100)
        raised, end = 0, time.monotonic() + 2
        try:
            while time.monotonic() < end:
                try:
                    interrupts.armed = True
                    array.write(values, **how)
                    interrupts.armed = False
                except KeyboardInterrupt:
                    raised += 1
        finally:
            interrupts.armed = False
            stopped.set()
            thread.join()
        assert raised > 20 and not others
        array.write(values)
        assert (array[...] == values).all()
    assert "Exception ignored" not in capfd.readouterr().err


def test_ctrl_c_while_a_store_is_freed():
    """The store would be kept for ever, and KeyboardInterrupt be lost."""

    class Freed(Kept):
        pass

    with Interrupts() as interrupts:
        raised, end = 0, time.monotonic() + 2
        while time.monotonic() < end:
            try:
                interrupts.armed = True
                for _ in range(50):
                    Store(Freed()).close()
                interrupts.armed = False
            except KeyboardInterrupt:
                raised += 1
        interrupts.armed = False
    gc.collect()
    assert raised > 20 and not [store for _, store in _custom._alive.values() if isinstance(store, Freed)]


def test_a_close_that_is_interrupted_is_done_again(monkeypatch):
    """The store would be kept for ever: nothing else has its handle."""
    mine = Kept()
    store = Store(mine)

    class Interrupted:
        def __getattr__(self, name):
            raise KeyboardInterrupt

    monkeypatch.setattr(Store, "_library", Interrupted())
    with pytest.raises(KeyboardInterrupt):
        store.close()
    monkeypatch.undo()
    store.close()
    assert mine not in [one for _, one in _custom._alive.values()]
