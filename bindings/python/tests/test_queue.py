"""Queued writes and reads: in their order, copied, and with failures that are raised."""

import os
import signal
import sys
import threading
import time

import numpy as np
import pytest
from kept import Kept

from libzarr import _queue
from libzarr import Builder, Error, Queue, Store


@pytest.fixture
def array():
    with Store("memory://") as store:
        yield store.create("a", Builder("int32", (8, 10), chunks=(3, 4)))


def test_what_is_queued_is_read_in_its_order(array):
    values = np.arange(80, dtype="i4").reshape(8, 10)
    with Queue(bytes=100000, threads=2) as queue:
        queue.write(array, values)
        first = queue.read(array, (2, 3), (2, 2))
        block = np.full((1, 2), -1, "i4")
        queue.write(array, block, (2, 3))
        block[:] = 7
        second = queue.read(array, (2, 3))
        assert first.result().tolist() == [[23, 24], [33, 34]] and first.done()
        assert second.result()[0, :2].tolist() == [-1, -1] and second.result().shape == (6, 7)
        queue.wait()
        assert queue.pending == (0, 0)
    assert array[2, 3] == -1


def test_failures_are_raised(array):
    with Queue(full="refuse", bytes=1000) as queue:
        for wrong in [lambda: queue.write(array, np.zeros((1, 1), "i4"), (8, 0)), lambda: queue.read(array, (0, 0), (9, 1)),
                      lambda: queue.write(array, np.zeros(3, "i4")), lambda: Queue(full="drop")]:
            with pytest.raises(Error):
                wrong()
    with pytest.raises(Error):
        queue.wait()
    with pytest.raises(Error):
        queue.write(array, np.zeros((8, 10), "i4"))


def test_the_end_of_a_block_tells_what_was_not_told(array):
    """A write that failed would be taken for one that is stored."""
    array.store["a/c/0/0"] = b"damaged"  # a part of a chunk can't be written into it
    part = np.zeros((1, 1), "i4")
    with pytest.raises(ValueError, match="ZARR_ERROR_"):
        with Queue() as queue:
            queue.write(array, part)
    assert queue.handle is None
    with pytest.raises(KeyError, match="mine") as raised:
        with Queue() as queue:
            queue.write(array, part)
            raise KeyError("mine")
    assert sys.version_info < (3, 11) or "ZARR_ERROR_" in raised.value.__notes__[0]
    assert queue.handle is None
    with Queue() as queue:
        queue.write(array, part)
        with pytest.raises(ValueError, match="ZARR_ERROR_"):
            queue.wait()
    with Queue() as queue:
        queue.close()


def test_a_queue_that_is_closed_or_dropped_tells_what_was_not_told(array):
    """A user who forgets to wait would take lost values for stored ones."""
    array.store["a/c/0/0"] = b"damaged"
    part = np.zeros((1, 1), "i4")
    queue = Queue()
    queue.write(array, part)
    with pytest.raises(ValueError, match="ZARR_ERROR_"):
        queue.close()
    queue.close()
    assert queue.handle is None
    told = []
    hook, sys.unraisablehook = sys.unraisablehook, lambda failure: told.append(failure.exc_value)
    try:
        queue = Queue()
        queue.write(array, part)
        del queue
    finally:
        sys.unraisablehook = hook
    assert [type(failure).__name__ for failure in told] == ["DamagedError"]


@pytest.mark.parametrize("wrong", [[], [5], [5, 0, 0]], ids=str)
def test_a_start_or_count_of_other_dimensions_is_refused(array, wrong):
    """The library would take the missing numbers from the memory behind the list."""
    with Queue() as queue:
        for refused in [lambda: queue.write(array, np.ones((1, 1), "i4"), wrong), lambda: queue.read(array, wrong),
                        lambda: queue.read(array, wrong, [1, 1]), lambda: queue.read(array, [0, 0], wrong)]:
            with pytest.raises(ValueError, match="for an array of 2 dimensions"):
                refused()
        with pytest.raises(TypeError, match="a list of numbers"):
            queue.read(array, 5)


@pytest.mark.parametrize("data_type, values", [
    ("int8", np.array([300, 1, 2])), ("int8", np.array([1.5e9, 0, 0])), ("int8", np.array([np.nan, 0, 0])),
    ("float32", np.array([1 + 2j, 1, 1])), ("float32", np.array([1e300, 1, 1])), ("float32", np.array(["2020"] * 3, "M8[s]")),
    ("U2", np.array(["long"] * 3)), ("S2", np.array([b"long"] * 3))], ids=str)
def test_what_is_no_element_is_refused_as_by_an_assignment(data_type, values):
    """300 would become 44, and a time the count of its seconds."""
    with Store("memory://") as store, Queue() as queue:
        array = store.create_array("a", data_type, (3,), chunks=(3,))
        before = array[...].tolist()
        with pytest.raises((ValueError, TypeError, ArithmeticError)):
            array[...] = values
        with pytest.raises((ValueError, TypeError, ArithmeticError)):
            queue.write(array, values)
        queue.wait()
        assert str(array[...].tolist()) == str(before)
        queue.write(array, array[...][::-1])
        queue.wait()


def test_readings_outlive_their_queue_and_are_let_go_of_once_they_are_there():
    with Store("memory://") as store:
        array = store.create("a", Builder("int32", (4, 5), chunks=(1, 5)))
        array[...] = np.arange(20).reshape(4, 5)
        with Queue(threads=2) as queue:
            kept = [queue.read(array, (row, 0), (1, 5)) for row in range(4)]
            queue.wait()
            assert not queue._reading, "what was waited for is the reader's alone"
            late = queue.read(array)
        assert late.done() and (late.result() == np.arange(20).reshape(4, 5)).all()
        for row, reading in enumerate(kept):
            assert reading.done() and (reading.result() == np.arange(5 * row, 5 * row + 5)).all()


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_child_of_fork_waits_for_no_read_of_its_parent():
    """A loop until a read is done would never end there: the parent has it alone."""
    with Store("memory://") as store, Queue(threads=1) as queue:
        array = store.create_array("a", "uint8", 1000, chunks=10)
        array[...] = 1
        reading, other = queue.read(array), queue.read(array)
        child = os.fork()
        if child == 0:
            signal.alarm(60)
            good = False
            try:
                good = reading.done() and "forked" in str(pytest.raises(Error, reading.result).value)
                queue.close()
            finally:
                os._exit(0 if good and other.done() else 1)
        assert os.waitpid(child, 0)[1] == 0
        assert (reading.result() == 1).all() and (other.result() == 1).all()


def test_ctrl_c_leaves_the_memory_of_a_read_to_the_library():
    """The library would fill memory that others have by then."""
    ask, (begun, stopped) = threading.Event(), (threading.Event(), threading.Event())

    class Slow(Kept):
        thread_safe = True

        def get(self, key, start, length):
            if ask.is_set() and key.startswith("a/c/"):
                begun.set()
                assert stopped.wait(20)
            return super().get(key, start, length)

    array = Store(Slow()).create_array("a", "uint8", 8000, chunks=1000)
    array[...] = np.arange(8000) % 251
    ask.set()
    queue = Queue(bytes=1000, threads=1)
    first = queue.read(array, [0], [1000])
    assert begun.wait(20)

    def press():
        time.sleep(0.3)  # the queue is full, so that the next read waits in C
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        stopped.set()

    # A program that was started in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=press).start()
        with pytest.raises(KeyboardInterrupt):
            queue.read(array, [1000], [1000])
            time.sleep(20)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(queue._reading) == 2
    (other,) = queue._reading - {first}
    queue.wait()
    assert not queue._reading and (other.result() == array[1000:2000]).all() and (first.result() == array[:1000]).all()


def test_ctrl_c_hides_no_failure_of_a_read(monkeypatch):
    """What was never filled would be taken for the elements."""
    with Store("memory://") as store, Queue() as queue:
        array = store.create_array("a", "uint8", 1000, chunks=1000, codecs="zstd")
        array[...] = 1
        store["a/c/0"] = b"damaged"
        reading = queue.read(array)

        def interrupted(*given, **named):
            with pytest.raises(Error):
                call(*given, **named)
            raise KeyboardInterrupt

        call = _queue.call
        monkeypatch.setattr(_queue, "call", interrupted)
        with pytest.raises(KeyboardInterrupt):
            reading.result()
        monkeypatch.setattr(_queue, "call", call)
        for _ in range(2):
            with pytest.raises(ValueError, match="magic number"):
                reading.result()
