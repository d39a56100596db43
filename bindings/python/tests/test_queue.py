"""Queued writes and reads: in their order, copied, and with failures that are raised."""

import numpy as np
import pytest

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
