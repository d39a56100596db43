"""How many functions of Python a small read or write calls: they take longer than the elements do, and a program that
goes through an array in small steps would lose that time. The numbers do not depend on the machine."""

import gc
import sys

import numpy as np
import pytest

from libzarr import Error, Store


def calls(work):
    """Count the calls of Python's functions, those of C left out."""
    found = []

    def count(frame, event, argument):
        if event == "call":
            found.append(frame.f_code.co_qualname if hasattr(frame.f_code, "co_qualname") else frame.f_code.co_name)

    gc.disable()  # an object that is freed meanwhile would add its own
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(None)
        gc.enable()
    return found[1:]


@pytest.mark.parametrize("key", [np.s_[10:12, 20:23], np.s_[10, 20], np.s_[::2, 3], ..., np.s_[5]])
def test_a_small_read_or_write_takes_few_calls(key):
    array = Store("memory://").create_array("a", "float32", (100, 100), chunks=(10, 10), fill=1)
    same = np.asarray(array[key])
    for given, most in [(same, 40), (same.astype("f8"), 50), (2.5, 60)]:
        array[key] = given
        found = calls(lambda: array.__setitem__(key, given))
        assert len(found) <= most, found
        np.testing.assert_array_equal(array[key], given)
    found = calls(lambda: array[key])
    assert len(found) <= 40, found


def test_what_an_open_array_keeps_stays_true(tmp_path):
    """An assignment must not go by a shape, or a type, that another handle has changed."""
    other = Store(tmp_path / "s.zarr").create_array("a", "int16", (4, 4), chunks=2, fill=1)
    array = Store(tmp_path / "s.zarr").open("a")
    array[3, 3] = 5
    other.resize((2, 6))
    assert array[...].shape == (2, 6)
    array[1, 5] = 7
    other.append([[3] * 6])
    array[2:, ::5] = [[8, 9]]
    assert other[...].tolist() == [[1] * 6, [1] * 5 + [7], [8, 3, 3, 3, 3, 9]]
    with pytest.raises(IndexError, match="dimension 0, which has 3 elements"):
        array[3] = 0
    for data_type, shape in (("int16", 5), ("float32", (2, 2))):
        other.store.create_array("a", data_type, shape, replace=True)
        with pytest.raises(Error, match="opened again"):
            array.refresh()
        assert array.ndim == 2 and array.dtype == "int16"
        with pytest.raises(Error, match="ZARR_ERROR_CONFLICT"):
            array[0, 0] = 1
