"""How many functions of Python a small read or write calls: they take longer than the elements do, and a program that
goes through an array in small steps would lose that time. The numbers do not depend on the machine."""

import gc
import sys

import numpy as np
import pytest

from libzarr import Store


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
