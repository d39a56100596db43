"""Elements move between an array and memory of any layout: with gaps, backwards, in Fortran's order, by any protocol, in
the other byte order. A user would find elements at the places of others, or memory overwritten beside them."""

import array as arrays
import ctypes

import numpy as np
import pytest

import libzarr
from libzarr import Queue, Store

SHAPE = (4, 6)
WANTED = np.arange(24, dtype="i4").reshape(SHAPE)

LAYOUTS = {
    "C": lambda: np.full(SHAPE, -1, "i4"),
    "Fortran": lambda: np.full(SHAPE, -1, "i4", order="F"),
    "transposed": lambda: np.full(SHAPE[::-1], -1, "i4").T,
    "backwards": lambda: np.full(SHAPE, -1, "i4")[::-1, ::-1],
    "backwards in columns": lambda: np.full(SHAPE, -1, "i4", order="F")[:, ::-1],
    "inside a halo": lambda: np.full((6, 8), -1, "i4")[1:-1, 1:-1],
    "every other": lambda: np.full((8, 18), -1, "i4")[::2, ::-3],
    "a field of structs": lambda: np.full(SHAPE, -1, [("a", "i1"), ("b", "i4")])["b"],
    "a part of complex numbers": lambda: np.zeros(SHAPE, "c16").imag,
    "of three dimensions": lambda: np.full((4, 3, 6), -1, "i4")[:, 1, :],
    "other numbers": lambda: np.full(SHAPE, -1, "f8", order="F"),
    "unaligned": lambda: np.zeros(4 * 24 + 1, "u1")[1:].view("i4").reshape(SHAPE),
    "the other byte order": lambda: np.full(SHAPE, -1, np.dtype("i4").newbyteorder()),
    "the other byte order, with gaps": lambda: np.full((8, 6), -1, np.dtype("f4").newbyteorder())[::2],
}


@pytest.fixture
def store():
    with Store("memory://") as opened:
        yield opened


@pytest.fixture
def array(store):
    array = store.create_array("a", "i4", SHAPE, chunks=(3, 4))
    array[...] = WANTED
    return array


def base(values):
    """The whole memory of a view."""
    while values.base is not None:
        values = values.base
    return values


@pytest.mark.parametrize("layout", LAYOUTS)
def test_memory_of_every_layout(store, array, layout):
    memory = LAYOUTS[layout]()
    around = base(memory).copy()
    assert array.read(out=memory) is memory
    assert (memory == WANTED).all()
    # Only the elements of the view were written.
    was = LAYOUTS[layout]()
    was[...] = memory
    assert base(was).tobytes() == base(memory).tobytes() and around.shape == base(memory).shape
    # Into a part, with steps, and backwards.
    memory[...] = -1
    array.read(start=(3, 1), count=(2, 3), step=(-2, 2), out=memory[1:3, 2:5])
    assert (memory[1:3, 2:5] == WANTED[3::-2, 1:6:2]).all() and (memory[0] == -1).all() and (memory[3] == -1).all()

    memory[...] = WANTED
    for way in (lambda to: to.write(memory), lambda to: to.__setitem__(..., memory), lambda to: to.oindex.__setitem__(([0, 1, 2, 3],), memory),
                lambda to: to.vindex.__setitem__(np.ix_(range(4), range(6)), memory), lambda to: to.blocks.__setitem__(..., memory)):
        new = store.create_array("b", "i4", SHAPE, chunks=(3, 4), replace=True)
        way(new)
        assert (new[...] == WANTED).all()
    with Queue() as queue:
        queue.write(store.create_array("q", "i4", SHAPE, replace=True), memory)
    assert (store.open_array("q")[...] == WANTED).all()
    new.append(memory)
    assert (new[4:] == WANTED).all()


def test_values_by_other_protocols(store, array):
    class Interface:
        def __init__(self, values):
            self.values, self.__array_interface__ = values, values.__array_interface__

    class DLPack:
        def __init__(self, values):
            self.values = values

        def __dlpack__(self, **how):
            return self.values.__dlpack__(**how)

        def __dlpack_device__(self):
            return self.values.__dlpack_device__()

    for layout in ("C", "Fortran", "backwards", "inside a halo", "every other"):
        values = LAYOUTS[layout]()
        values[...] = WANTED
        for given in (memoryview(values), Interface(values), DLPack(values)):
            array[...] = 0
            array[...] = given
            assert (array[...] == WANTED).all(), (layout, given)
            with Queue() as queue:
                array[...] = 0
                queue.write(array, given)
            assert (array[...] == WANTED).all(), (layout, given)
    array[0] = arrays.array("h", range(6))
    array[1] = (ctypes.c_float * 6)(*range(6))
    assert (array[:2] == np.arange(6)).all()
    # Memory of others is read into as NumPy sees it.
    buffer = bytearray(24)
    array.read((1, 0), out=np.frombuffer(buffer, "i4").reshape(1, 6))
    assert np.frombuffer(buffer, "i4").tolist() == list(range(6))
    assert (np.from_dlpack(array) == array[...]).all()
    with pytest.raises(TypeError, match=r"np\.asarray\(out\)"):
        array.read(out=memoryview(np.zeros(SHAPE, "i4")))


def test_memory_that_can_not_be_read_into(array):
    fixed = np.zeros(SHAPE, "i4")
    fixed.flags.writeable = False
    swapped = np.zeros(SHAPE, ">i4" if np.little_endian else "<i4")
    swapped.flags.writeable = False
    for memory in (fixed, swapped, np.broadcast_to(np.zeros(6, "i4"), SHAPE)):
        with pytest.raises(ValueError, match="read-only"):
            array.read(out=memory)
    # Two elements at one place.
    overlapping = np.lib.stride_tricks.as_strided(np.zeros(12, "i4"), SHAPE, (4, 4))
    with pytest.raises(ValueError, match="one place"):
        array.read(out=overlapping)
    array[...] = fixed
    array[...] = np.broadcast_to(np.arange(6), SHAPE)
    assert (array[...] == np.arange(6)).all()


@pytest.mark.parametrize("dtype", ["i2", "u8", "f4", "c8", "M8[s]", "U3", [("a", "i2"), ("b", "f8")]])
def test_the_other_byte_order(store, dtype):
    native = np.dtype(dtype)
    swapped = native.newbyteorder()
    values = np.array([(1, 2.5), (3, 4.5)], native) if native.names else np.array([1, 2]).astype(native)
    array = store.create_array("a", native, (2,), format="v2", replace=True)
    array[...] = values.astype(swapped)
    out = np.zeros(2, swapped)
    assert array.read(out=out) is out
    assert out.tolist() == values.tolist()
    assert array.read(dtype=swapped).dtype == swapped and array.read(dtype=swapped).tolist() == values.tolist()
    assert array.astype(swapped)[:1].tolist() == values[:1].tolist()
    assert array.astype(swapped)[:1].dtype == swapped


def test_the_other_byte_order_converts_and_checks(store):
    array = store.create_array("a", "i4", (2,))
    array[...] = [1, 70000]
    swapped = np.dtype("i2").newbyteorder()
    with pytest.raises(OverflowError):
        array.read(out=np.zeros(2, swapped))
    assert array.read(dtype=swapped, conversion=libzarr.CLAMP).tolist() == [1, 32767]
