"""The package by itself: what a program would lose if the way between C and NumPy were wrong."""

import gc
import json
import threading
import zipfile

import numpy as np
import pytest
from kept import Kept

import libzarr
from libzarr import Builder, CustomStore, Error, Store

VALUES = np.arange(6 * 8 * 10, dtype="i4").reshape(6, 8, 10)


@pytest.fixture
def store():
    with Store("memory://") as opened:
        yield opened


@pytest.fixture
def array(store):
    array = store.create("a", Builder("int32", VALUES.shape, chunks=(4, 3, 4), codecs=["zstd", ("crc32c", {})], names=["z", "y", None]))
    array.write(VALUES)
    return array


@pytest.mark.parametrize("name", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16",
                                  "float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("ndim", range(5))
def test_there_and_back(store, name, ndim):
    shape = (3, 4, 2, 5)[:ndim]
    values = np.random.default_rng(ndim).integers(0, 2, shape).astype(name)
    array = store.create("x", Builder(name, shape, chunks=(2,) * ndim))
    array.write(values)
    assert array.dtype == values.dtype and array.shape == shape
    np.testing.assert_array_equal(array.read(), values)


def test_a_single_file_of_ome_zarr_is_one_for_others(tmp_path):
    with Store(str(tmp_path / "x.ozx")) as store:
        for path in ("labels/a/0", "0"):
            store.create(path, Builder("uint8", 4, chunks=2)).write(np.arange(4, dtype="u1"))
        store.open_group("/").attributes = {"ome": {"version": "0.5"}}
    with zipfile.ZipFile(tmp_path / "x.ozx") as archive:
        assert json.loads(archive.comment) == {"ome": {"version": "0.5", "zipFile": {"centralDirectory": {"jsonFirst": True}}}}
        names = archive.namelist()
        assert names[:5] == ["zarr.json", "0/zarr.json", "labels/zarr.json", "labels/a/zarr.json", "labels/a/0/zarr.json"]
        assert len(names) == 9 and archive.testzip() is None
        assert {member.compress_type for member in archive.infolist()} == {zipfile.ZIP_STORED}


def test_a_zip_file_that_is_not_written_is_an_error_at_its_close(tmp_path):
    # Two writers: without the error the elements of one of them would be lost in silence.
    path = tmp_path / "two.zip"
    with pytest.raises(libzarr.Error, match="another handle or program"):
        with libzarr.Store(path) as one, libzarr.Store(path) as two:
            one.create_array("a", "i4", 3)[...] = 1
            two.create_array("b", "i4", 3)[...] = 2
    store = libzarr.Store(path)
    assert store.children() == ["b"]
    store.create_array("c", "i4", 3)
    path.unlink()
    with pytest.raises(KeyError, match="of the block") as told:
        with store:
            raise KeyError("of the block")
    assert not hasattr(told.value, "__notes__") or "a store was closed meanwhile" in told.value.__notes__[0]
    store.close()
    assert repr(store) == "<libzarr.Store closed>"


def test_chunks_lie_under_the_keys_that_are_asked_for(store):
    for number, (given, key) in enumerate([("fanout", "c/0/003"), (("fanout", {"max_children": 100}), "c/0/03"), ("v2", "3"),
                                           ({"name": "suffix", "configuration": {"suffix": ".x", "base_encoding": "v2"}}, "3.x")]):
        array = store.create(f"x{number}", Builder("uint8", 4, chunks=1, chunk_keys=given))
        array.write(np.arange(4, dtype="u1"))
        assert bytes(store.get(f"x{number}/{key}")) == b"\x03"


@pytest.mark.parametrize("key", [np.s_[:], np.s_[2], np.s_[-1, 3:, ::-1], np.s_[..., 4], np.s_[5:1:-2, 1:7:3, -8], np.s_[3, 3, 3],
                                 np.s_[4:4], np.s_[1:, ..., ::4]])
def test_indexing_is_that_of_numpy(array, key):
    np.testing.assert_array_equal(array[key], VALUES[key])
    expected = VALUES.copy()
    expected[key] = -1
    array[key] = -1
    np.testing.assert_array_equal(array.read(), expected)


def test_views_are_filled_where_they_lie(array):
    wide = np.full((10, 8, 20), -5, "i4")
    array.read(out=wide[8:2:-1, :, ::2])
    np.testing.assert_array_equal(wide[8:2:-1, :, ::2], VALUES)
    wide[8:2:-1, :, ::2] = -5
    assert (wide == -5).all()
    fortran = np.empty(VALUES.shape, "f8", order="F")
    assert array.read(out=fortran) is fortran
    np.testing.assert_array_equal(fortran, VALUES)
    array.write(np.asfortranarray(VALUES * 2))
    np.testing.assert_array_equal(array[::-1, :, ::3], VALUES[::-1, :, ::3] * 2)
    array.write((VALUES * 3).astype(">i4"))
    np.testing.assert_array_equal(array.read(), VALUES * 3)


def test_buffers_that_do_not_fit(array):
    with pytest.raises(ValueError, match="shape"):
        array.read(out=np.empty((1, 2, 3), "i4"), count=(1, 2, 2))
    fixed = np.empty(VALUES.shape, "i4")
    fixed.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        array.read(out=fixed)
    with pytest.raises(IndexError):
        array[6]
    with pytest.raises(IndexError):
        array[0, 0, 0, 0]


def test_conversion(array):
    with pytest.raises(Error) as raised:
        array.read(dtype="i1")
    assert raised.value.status == 9 and "ZARR_ERROR_RANGE" in str(raised.value)
    assert array.read(dtype="i1", conversion=libzarr.CLAMP).max() == 127
    assert array.read(dtype="i1", conversion=libzarr.WRAP)[5, 7, 9] == np.int32(479).astype("i1")
    out = np.zeros(VALUES.shape, "i1")
    with pytest.raises(OverflowError):
        array.read(out=out, conversion=libzarr.ALL)
    assert np.array_equal(out, VALUES.astype("i1"))


def test_progress(array):
    seen = []
    array.read(progress=lambda done, total: seen.append((done, total)), threads=2)
    assert seen[0][0] == 0 and seen[-1] == (18, 18)
    with pytest.raises(Error) as raised:
        array.read(progress=lambda *_: False)
    assert raised.value.status == 17
    with pytest.raises(ZeroDivisionError):
        array.read(progress=lambda *_: 1 // 0)


@pytest.mark.parametrize("odd", ["", "a\0b", "\0", "ä\0", "日本", None])
def test_many_texts_with_odd_ones_among_them(store, odd):
    """Texts are looked at by parts of some thousands: one with a NUL of its own, or none at all, shifts no other."""
    values = np.array([f"text {n}" for n in range(5000)], object)
    values[[0, 2047, 2048, 3000, 4999]] = odd
    array = store.create("t", Builder("string", (5000,), chunks=(700,), **({"format": "v2", "codecs": ["json2"]} if odd is None else {})))
    array[:] = values
    assert list(array[:]) == list(values) and list(array[1:4998:7]) == list(values[1:4998:7])
    if odd is not None and hasattr(getattr(np, "dtypes", None), "StringDType"):
        array[:] = ""
        array[:] = values.astype(np.dtypes.StringDType())
        assert list(array.read(dtype=np.dtypes.StringDType())) == list(values)
        blobs = store.create("b", Builder("bytes", (5000,), chunks=(700,)))
        blobs[:] = [value.encode() for value in values]
        assert list(blobs[:]) == [value.encode() for value in values]


def test_texts(store):
    values = np.array([["north", "süd", ""], ["a\0b", "x" * 1000, "z"]], object)
    array = store.create("s", Builder("string", (2, 3), chunks=(1, 2)))
    array.write(values)
    assert (array.read() == values).all() and array[1, 1] == "x" * 1000
    assert (array[::-1, ::2] == values[::-1, ::2]).all()
    array[0] = "same"
    assert list(array[0]) == ["same"] * 3
    one = store.create("one", Builder("string", ()))
    assert one[()] == "" and one[...] == ""
    one[()] = "a title"
    assert one[()] == one[...] == "a title" and one.read().shape == () and one.read()[()] == "a title"
    blobs = store.create("b", Builder("bytes", (2,)))
    blobs.write(np.array([b"\0\xff", b""], object))
    assert list(blobs.read()) == [b"\0\xff", b""]
    fixed = store.create("f", Builder("|S5", (2,)))
    fixed.write(np.array(["ab", "abcde"]))
    assert list(fixed.read()) == [b"ab", b"abcde"]


def test_nodes_and_attributes(store, array):
    store.create_group("g/h", attributes={"title": "ü", "n": [1, 2.5, None]})
    assert store.walk() == [("a", "array"), ("g", "group"), ("g/h", "group")]
    assert store.children("g") == ["h"] and store.kind("nowhere") is None
    group = store.open_group("g").open_group("h")
    assert group.attributes == {"title": "ü", "n": [1, 2.5, None]} and group.path == "g/h"
    group.set_attribute("n", 3)
    assert group.attributes == {"title": "ü", "n": 3}
    assert array.dimension_names == ["z", "y", None] and array.metadata["zarr_format"] == 3
    store.move("a", "g/a")
    np.testing.assert_array_equal(store.open_group("g").open("a")[:], VALUES)
    store.remove("g")
    assert store.walk() == [] or store.kind("g") is None
    store["k"] = b"value"
    assert store["k"] == b"value" and "k" in store.keys()
    del store["k"]
    with pytest.raises(Error) as raised:
        store["k"]
    assert raised.value.status == 3


def test_append(store):
    array = store.create("t", Builder("float32", (0, 3), chunks=(2, 3)))
    assert [array.append([[n, n, n]]) for n in range(3)] == [0, 1, 2]
    np.testing.assert_array_equal(array[:, 0], [0, 1, 2])


def test_closed_handles_are_refused(store, array):
    array.close()
    array.close()
    with pytest.raises(Error) as raised:
        array.read((0, 0, 0), (1, 1, 1))
    assert raised.value.status == 2


class Listed(Kept):
    broken, flushed = False, 0

    def get(self, key, start, length):
        if self.broken:
            raise OSError("the tape is torn")
        return super().get(key, start, length)

    def erase(self, key):
        self.values.pop(key, None)

    def list_prefix(self, prefix):
        return [key for key in self.values if key.startswith(prefix)]

    def flush(self):
        self.flushed += 1


def test_a_store_of_python():
    mine = Listed()
    with Store(mine) as store:
        array = store.create("g/a", Builder("int32", VALUES.shape, chunks=(2, 2, 2), shards=(6, 4, 10), codecs=["zstd"]))
        array.write(VALUES)
        gc.collect()
        np.testing.assert_array_equal(array[1:, ::2, 3], VALUES[1:, ::2, 3])
        assert store.children("g") == ["a"] and "g/zarr.json" in mine.values
        store.flush()
        assert mine.flushed
        threads = [threading.Thread(target=lambda: array.read()) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        mine.broken = True
        with pytest.raises(Error, match="the tape is torn") as raised:
            array.read()
        assert raised.value.status == 13
        mine.broken = False
        array.close()
    from libzarr import _custom

    assert not _custom._alive


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), SystemExit(3), GeneratorExit()], ids=repr)
def test_what_ends_a_program_ends_the_call_in_a_store_of_python(failure):
    """An interrupted write that is acknowledged is a lost one."""
    mine = Listed()
    array = Store(mine).create_array("a", "int32", (4,), chunks=(4,))
    array[...] = 1

    def refuse(*_):
        raise failure

    for name in ("set", "get"):
        setattr(mine, name, refuse)
        with pytest.raises(type(failure)) as raised:
            array[:2] = 2
        assert raised.value is failure
        delattr(mine, name)
    assert array[...].tolist() == [1] * 4


@pytest.mark.parametrize("failure", [OSError(28, "full", "/\udcff"), ValueError("\ud800"), Error(0, "no failure"), Error(13, "\ud800")], ids=repr)
def test_every_exception_of_a_store_of_python_is_a_failure(failure):
    mine = Listed()
    array = Store(mine).create_array("a", "int32", (4,), chunks=(4,))
    array[...] = 1

    def refuse(*_):
        raise failure

    mine.set = refuse
    with pytest.raises(OSError, match='chunk .*: method set: [^\uf5a1]*$') as raised:
        array[...] = 2
    assert raised.value.status == 13 and raised.value.__cause__ is failure
    assert array[...].tolist() == [1] * 4


@pytest.fixture(params=["memory", "folder", "python"])
def any_store(request, tmp_path):
    with Store({"memory": "memory://", "folder": tmp_path / "new", "python": Listed()}[request.param]) as opened:
        yield opened


def missing(call, *arguments):
    with pytest.raises(Error) as raised:
        call(*arguments)
    return raised.value.status == 3


def test_what_another_process_has_changed_is_seen_after_a_refresh(tmp_path):
    with Store(tmp_path) as store:
        array = store.create("a", Builder("int32", (4,), chunks=(2,)))
        document = tmp_path / "a" / "zarr.json"
        document.write_text(json.dumps(json.loads(document.read_text()) | {"shape": [6]}))  # as another process does
        assert array.shape == (4,)
        array.refresh()
        assert array.shape == (6,)
        array.write(np.arange(6, dtype="i4"))
        document.unlink()
        assert missing(array.refresh) and array.shape == (6,)


def test_values_of_every_store(any_store):
    store = any_store
    assert "a/b" not in store and missing(store.get, "a/b") and missing(store.size, "a/b")
    store["a/b"] = b"first"
    store["a/b"] = b"0123456789"
    store["empty"] = b""
    assert store["a/b"] == b"0123456789" and store["empty"] == b"" and "empty" in store
    assert store.size("a/b") == 10 and store.size("empty") == 0
    assert missing(store.get, "A/b") and missing(store.get, "a/b/c")
    parts = {(3, 4): b"3456", (8, 100): b"89", (10, 5): b"", (11, -1): b"", (-3, -1): b"789", (-11, -1): b"0123456789"}
    assert {asked: store.get("a/b", *asked) for asked in parts} == parts
    assert store.get("a/b", 11, 1) == b""
    for wrong in ("", "/a", "a/", "a//b", "../a", "a/.", "a\\b"):
        with pytest.raises(Error) as raised:
            store[wrong] = b"x"
        assert raised.value.status == 1
    large = np.arange(750_000, dtype="u4").tobytes()
    store["large"] = large
    assert store["large"] == large


def test_keys_of_every_store(any_store):
    store = any_store
    assert store.list_dir() == ([], [])
    for key in ("top", "a/x", "a/b/deep/y", "a/b0", "a/b-c/z", "ab/x", "a.b/x", "a0", "日本/ü ö", "%2e/'\"$*?[]{}"):
        store[key] = key.encode()
    assert store.keys("a/") == ["a/b-c/z", "a/b/deep/y", "a/b0", "a/x"]
    assert store.list_dir("a/") == (["a/b0", "a/x"], ["a/b-c/", "a/b/"])
    assert store.list_dir() == (["a0", "top"], ["%2e/", "a.b/", "a/", "ab/", "日本/"])
    assert store.keys("top/") == [] and store.list_dir("absent/") == ([], [])
    del store["a/x"]
    del store["a/x"]
    store.erase_prefix("a/b/")
    assert store.keys("a/") == ["a/b-c/z", "a/b0"] and store["日本/ü ö"] == "日本/ü ö".encode()
    store.erase_prefix("")
    assert store.keys() == []


def test_a_store_of_python_that_only_reads():
    class Fixed(CustomStore):
        def get(self, key, start, length):
            return self.part({"zarr.json": b'{"zarr_format": 3, "node_type": "group"}'}[key], start, length)

    with Store(Fixed()) as store:
        assert store.kind("/") == "group"
        with pytest.raises(Error) as raised:
            store.create_group("g")
        assert raised.value.status == 14
        with pytest.raises(Error) as raised:
            store.keys()
        assert raised.value.unsupported
