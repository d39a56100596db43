"""Elements that form no region, by the habits of NumPy and zarr-python; options of new arrays. A user would lose the
elements that were named, or the place of the one that is not there."""

import pickle

import numpy as np
import pytest
from kept import Kept

import libzarr
from libzarr import Builder, Error, Store

SHAPE = (6, 8, 10)
VALUES = np.arange(6 * 8 * 10, dtype="i4").reshape(SHAPE)


@pytest.fixture
def store():
    with Store("memory://") as opened:
        yield opened


@pytest.fixture
def array(store):
    array = store.create_array("a", "int32", SHAPE, chunks=(4, 3, 4), codecs="zstd", names=["z", "y", "x"])
    array[:] = VALUES
    return array


ROWS = np.array([5, 0, 5, -1])
MASK = VALUES % 7 == 3
POINTS = [(ROWS, [1, 2, 1, 0], [9, 0, 9, -10]), (ROWS[:, None], [0, 7], 3), (np.uint8(2), 3, 4), (0, ROWS, ROWS),
          (MASK,), ([], [], []), (np.arange(6) % 2 == 0, [1, 2, 3], 0)]
LISTS = [np.s_[ROWS, :, [1, 1]], np.s_[:, [7, 2]], np.s_[[3]], np.s_[..., [9, -1]], np.s_[2, ::-3, [4, 0]],
         np.s_[1:3, 2, np.arange(10) > 6], np.s_[:, :, :], np.s_[...], np.s_[[], :, 0], np.s_[4:4, [1], 0],
         np.s_[np.zeros(6, bool)]]


def outer(key):
    """The lists of `oindex` as NumPy takes them, and the dimensions of single integers, which go."""
    at = next((at for at, index in enumerate(key) if index is Ellipsis), None)
    key = key if at is None else key[:at] + (slice(None),) * (len(SHAPE) - len(key) + 1) + key[at + 1 :]
    key += (slice(None),) * (len(SHAPE) - len(key))
    full = [np.arange(length)[np.asarray(index, int) if np.size(index) == 0 and not isinstance(index, slice) else index]
            for index, length in zip(key, SHAPE)]
    return np.ix_(*map(np.atleast_1d, full)), tuple(np.size(one) for one in full if np.ndim(one))


@pytest.mark.parametrize("key", POINTS)
def test_points_are_those_of_numpy(array, key):
    wanted = VALUES[tuple(np.asarray(one, int) if np.size(one) == 0 else one for one in key)]
    found = array.vindex[key]
    np.testing.assert_array_equal(found, wanted)
    assert np.shape(found) == wanted.shape and found.dtype == wanted.dtype
    expected = VALUES.copy()
    expected[tuple(np.asarray(one, int) if np.size(one) == 0 else one for one in key)] = -1
    array.vindex[key] = -1
    np.testing.assert_array_equal(array[:], expected)


@pytest.mark.parametrize("key", LISTS)
def test_all_combinations_of_indices(array, key):
    key = key if isinstance(key, tuple) else (key,)
    at, shape = outer(key)
    np.testing.assert_array_equal(array.oindex[key], VALUES[at].reshape(shape))
    assert array.oindex[key].shape == shape
    expected, new = VALUES.copy(), np.arange(np.prod(shape, dtype=int)).reshape(shape)
    expected[at] = new.reshape(expected[at].shape)
    array.oindex[key] = new
    np.testing.assert_array_equal(array[:], expected)


def test_they_agree_with_zarr_python(tmp_path):
    zarr = pytest.importorskip("zarr", minversion="3")
    theirs = zarr.create_array(tmp_path / "z", name="a", shape=SHAPE, chunks=(4, 3, 4), shards=(4, 6, 8), dtype="i4")
    theirs[:] = VALUES
    ours = libzarr.open(tmp_path / "z", "a")
    for key in [np.s_[ROWS, :, 2], np.s_[:, [0, 7], [3, 4]], np.s_[1, np.arange(8) > 5]]:
        np.testing.assert_array_equal(ours.oindex[key], theirs.oindex[key])
    for key in [(ROWS, ROWS, ROWS), (ROWS[:, None], [0, 7], 3), MASK]:
        np.testing.assert_array_equal(ours.vindex[key], theirs.vindex[key])
    ours.vindex[[0, 5], [0, 7], [0, 9]] = [-5, -6]
    assert theirs[0, 0, 0] == -5 and theirs[5, 7, 9] == -6


WRONG_POINTS = [
    (([6], [0], [0]), "index 6 is outside of dimension 0, which has 6 elements"), (([0], [-9], [0]), "index -9 is outside of dimension 1, which has 8 elements"),
    (([0], [0]), "each of the 3 dimensions"), (([0], slice(None), [0]), "slices: oindex"),
    (([0.5], [0], [0]), "dimension 0: indices are integers"), ((MASK[:, :7],), "a mask of 7 for dimension 1, which has 8 elements"),
    ((np.ones(5, bool), [0], [0]), "a mask of 5 for dimension 0, which has 6 elements"),
]
WRONG_LISTS = [
    (np.s_[:, [0, 8]], "index 8 is outside of dimension 1, which has 8 elements"), (np.s_[:, :, np.ones(9, bool)], "a mask of 9 for dimension 2, which has 10 elements"),
    (np.s_[0, 0, 0, 0], "4 indices for 3 dimensions"), (np.s_[[[0]]], "dimension 0: a list of integers"),
    (np.s_[["x"]], "dimension 0: indices are integers"), (np.s_[-7], "index -7 is outside of dimension 0, which has 6 elements"),
]


@pytest.mark.parametrize("key, said", WRONG_POINTS)
def test_points_that_are_not_there(array, key, said):
    for use in (lambda: array.vindex[key], lambda: array.vindex.__setitem__(key, 1)):
        with pytest.raises(IndexError, match=said):
            use()
    np.testing.assert_array_equal(array[:], VALUES)


@pytest.mark.parametrize("key, said", WRONG_LISTS)
def test_lists_that_can_not_be(array, key, said):
    for use in (lambda: array.oindex[key], lambda: array.oindex.__setitem__(key, 1)):
        with pytest.raises(IndexError, match=said):
            use()
    np.testing.assert_array_equal(array[:], VALUES)


def test_lists_belong_to_oindex_and_vindex(array):
    for key in ([0, 2], np.s_[:, [1]], MASK, np.s_[0, np.array([1, 2])]):
        with pytest.raises(TypeError, match="oindex and vindex"):
            array[key]


def test_values_become_elements_or_are_refused(store, array):
    array.oindex[[0], [0]] = 2.9
    assert (array[0, 0] == 2).all()
    for wrong in (2**31, -(2**31) - 1, float("nan"), float("inf"), 1e10):
        with pytest.raises(OverflowError, match="ZARR_ERROR_RANGE"):
            array.vindex[0, 0, 0] = wrong
    with pytest.raises(TypeError, match="do not become"):
        array.vindex[0, 0, 0] = 1j
    with pytest.raises(ValueError):
        array.vindex[[0, 1], 0, 0] = [1, 2, 3]
    floats = store.create_array("f", "float32", 3)
    floats.vindex[[2, 0]] = np.array([0.1, 2], ">f8")
    np.testing.assert_array_equal(floats[:], np.array([2, 0, 0.1], "f4"))
    with pytest.raises(OverflowError):
        floats.vindex[0] = 1e300
    flags = store.create_array("b", bool, 4)
    flags.vindex[np.array([True, False, True, False])] = [1, 0]
    assert list(flags[:]) == [True, False, False, False]
    fixed = store.create_array("s", "|S4", 3)
    fixed.oindex[[2, 1]] = "ab"
    assert list(fixed.vindex[[0, 1, 2]]) == [b"", b"ab", b"ab"]
    pairs = store.create_array("p", np.dtype([("x", "<f4"), ("n", "<i8")]), 2)
    pairs.vindex[[1]] = np.array([(0.5, 7)], [("x", "<f4"), ("n", "<i8")])
    assert pairs.vindex[1].tobytes() == np.array((0.5, 7), [("x", "<f4"), ("n", "<i8")]).tobytes()
    texts = store.create_array("t", str, 2)
    for use in (lambda: texts.vindex.__setitem__([0], "a"), lambda: texts.oindex.__setitem__([0], "a")):
        with pytest.raises(Error) as raised:
            use()
        assert raised.value.status == 8


def test_an_array_without_dimensions(store):
    scalar = store.create_array("s", "float64", (), fill=2.5)
    assert scalar.vindex[()] == 2.5 and scalar.oindex[()] == 2.5
    scalar.vindex[()] = 3
    assert scalar.oindex[...] == 3 and scalar.vindex[np.array(True)] == 3


def test_names_of_dimensions_are_set(store, array):
    array.dimension_names = ["time", None, "x"]
    assert array.dimension_names == ["time", None, "x"] and store.open("a").dimension_names == ["time", None, "x"]
    array.dimension_names = None
    assert array.dimension_names == []
    with pytest.raises(Error) as raised:
        array.dimension_names = ["x"]
    assert raised.value.status == 1
    with pytest.raises(ValueError, match="NUL"):
        array.dimension_names = ["a\0b", "y", "z"]
    line = store.create_array("line", "int8", 3, format=libzarr.V3)
    line.dimension_names = "x"
    assert line.dimension_names == ["x"]


def test_codecs_are_told_in_the_words_of_every_format(tmp_path):
    codecs = {}
    for format in (libzarr.V2, libzarr.V3):
        with Store(tmp_path / str(format)) as store:
            array = store.create_array("a", "int32", 4, format=format, codecs=("zstd", {"level": 3}))
            codecs[format] = [name for name, configuration in array.codecs]
            assert dict(array.codecs)["zstd"]["level"] == 3
    assert codecs[libzarr.V2] == codecs[libzarr.V3] == ["bytes", "zstd"]
    sharded = Store("memory://").create_array("s", "int32", 4, chunks=2, shards=4, codecs="gzip")
    assert [name for name, _ in sharded.codecs] == ["sharding_indexed", "bytes", "gzip"]


def test_new_arrays_that_grow(store):
    for where in (store, store.create_group("g")):
        series = where.create_array("t", "float32", (0, 3), chunks=(2, 3), options={"grow": True})
        series.write(np.ones((4, 3)), start=(2, 0))
        assert series.shape == (6, 3) and series[:, 0].tolist() == [0, 0, 1, 1, 1, 1]
        with pytest.raises(Error) as raised:
            series.write(np.ones((1, 4)))
        assert raised.value.status == 6
        anew = where.create_array("t", "int8", 1, replace=True, options={"grow": 0})
        anew.write(np.ones(2, "i1"), start=(1,))
        assert anew.shape == (3,)
        with pytest.raises(Error) as raised:
            where.create_array("u", "int8", 1, options={"grown": True})
        assert raised.value.status == 1 and "u" not in store.children()
    assert store.children("g") == ["t"]


def test_fill_values_that_are_left_open(store):
    store.create_group("/", format=libzarr.V2)
    array = store.create_array("a", "int32", 2, fill_defined=False)
    assert not array.fill_defined and array.metadata["fill_value"] is None and array[0] == 0
    assert store.create_array("b", "int32", 2).fill_defined
    with pytest.raises(ValueError, match="left open"):
        Builder("int32", 2, fill=1, fill_defined=False)


def test_groups_create_below_themselves(store):
    store.create_group("/", format=libzarr.V2)
    group = store.create_group("g")
    inner = group.create_group("h/i", attributes={"a": 1})
    assert inner.path == "g/h/i" and inner.attributes == {"a": 1}
    assert group.create_array("/y/", "int8", 1).path == "g/y" and group.create_group("/k").path == "g/k"
    assert inner.create_array("x", "int8", 1).format == libzarr.V2 and store.kind("g/h/i/x") == "array"
    with pytest.raises(Error) as raised:
        group.create_group("h")
    assert raised.value.status == 4
    assert group.create_group("h", replace=True).children() == []


class Counting(Kept):
    values, asked = {}, []

    def __init__(self):
        """Keep the values with the class, where the store of another process would find them."""

    def get(self, key, start, length):
        self.asked.append(key)
        return super().get(key, start, length)


@pytest.mark.parametrize("format", [libzarr.V2, libzarr.V3])
def test_an_array_that_is_pickled_takes_its_document_along(format):
    Counting.values.clear()
    with Store(Counting()) as store:
        array = store.create_array("a", "int8", 4, format=format, attributes={"n": 1})
        array[:] = 5
        array.attributes["n"] = 2
        pickled = pickle.dumps(store.open("a", write_empty_chunks=False))
        Counting.asked.clear()
        again = pickle.loads(pickled)
        assert Counting.asked == []
        assert again.shape == (4,) and again.attributes == {"n": 2} and again.path == "a" and again.format == format
        assert again[3] == 5 and again.options == {"write_empty_chunks": False}
        array.resize((8,))
        assert again.shape == (4,)
        again.refresh()
        assert again.shape == (8,)


def test_a_document_of_something_else_is_refused(store, array):
    again = store.open_from_document("a", array.document, threads=1)
    np.testing.assert_array_equal(again[:], VALUES)
    assert store.open_from_document("a", array.document.decode()).shape == SHAPE
    for path, document in (("b", array.document), ("a", b""), ("a", b"{}"), ("a", array.document[:-1])):
        with pytest.raises(Error) as raised:
            store.open_from_document(path, document)
        assert raised.value.status == 1


def test_a_worker_that_has_another_disk_at_the_path_is_told_so(tmp_path):
    with libzarr.Store(tmp_path / "a.zarr") as store:
        sent = pickle.dumps(store.create_array("a", np.int32, (6,), chunks=(2,), fill_value=-1))
        assert pickle.loads(sent)[:].tolist() == [-1] * 6  # it looks, and finds its array
    (tmp_path / "a.zarr").rename(tmp_path / "b.zarr")
    array = pickle.loads(sent)
    with pytest.raises(FileNotFoundError, match="another process has found it"):
        array[:]
    with pytest.raises(FileNotFoundError):
        array[:] = 1
    assert not (tmp_path / "a.zarr").exists()


@pytest.mark.parametrize("dtype", [str, bytes])
@pytest.mark.parametrize("shape, chunks", [((7, 9), (2, 4)), ((7, 9), (20, 20)), ((0, 3), (1, 1)), ((5,), (2,)), ((), ())])
def test_texts_are_read_at_lists_and_points(dtype, shape, chunks):
    values = np.array([dtype(str(n) * (n % 3), *(["utf-8"] if dtype is bytes else [])) for n in range(int(np.prod(shape)))], object).reshape(shape)
    with libzarr.Store("memory://") as store:
        array = store.create_array("t", dtype, shape, chunks=chunks or None)
        if values.size:
            array[...] = values
        rng = np.random.default_rng(5)
        for count in (0, 1, 4, 30):
            lists = [rng.integers(-n, n, count) if n else np.empty(0, np.int64) for n in shape]
            assert array.oindex[tuple(lists)].tolist() == values[np.ix_(*lists)].tolist() if shape else array.oindex[()] == values[()]
            if values.size and shape:
                points = array.vindex[tuple(lists)]
                assert points.dtype == object and points.shape == (count,) and points.tolist() == values[tuple(lists)].tolist()
        if len(shape) == 2 and values.size:
            mask = values == values[0, 1]
            assert array.vindex[mask].tolist() == values[mask].tolist() and array.oindex[3, 1:8:3].tolist() == values[3, 1:8:3].tolist()
            assert array.vindex[[[0], [6]], [1, 8]].tolist() == values[[[0], [6]], [1, 8]].tolist() and array.vindex[2, 3] == values[2, 3]
            assert array.oindex[[3], 4].tolist() == values[[3], 4].tolist() and array.oindex[3, 4] == values[3, 4]
        if shape == (5,):
            for indexer in (array.oindex, array.vindex):
                with pytest.raises(TypeError, match="written as boxes"):
                    indexer[[0, 2]] = ["a", "b"]
            array[4:0:7], array[3:9:4] = ["x"], ["y"] if dtype is str else b"y"
