"""Habits of NumPy and of other packages for Zarr that work here as well. A user would lose an attribute, an array, or an hour."""

import collections.abc
import copy
import multiprocessing
import os
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from kept import Kept

import libzarr
from libzarr import Builder, CustomStore, Error, Queue, Store

VALUES = np.arange(24, dtype="i4").reshape(4, 6)


@pytest.fixture
def store():
    with Store("memory://") as opened:
        yield opened


@pytest.fixture
def array(store):
    array = store.create_array("a", np.int32, (4, 6), chunks=3)
    array[:] = VALUES
    return array


def test_attributes_write_through(store, array):
    array.attributes["units"] = "K"
    array.attributes.update(scale=np.float32(0.5), range=np.array([1, 2]), nested={"a": [None, True]})
    again = store.open("a").attributes
    assert again == {"units": "K", "scale": 0.5, "range": [1, 2], "nested": {"a": [None, True]}}
    assert again["range"] == [1, 2] and again.get("absent", 7) == 7 and "units" in again and len(again) == 4
    assert list(again) == ["units", "scale", "range", "nested"] and repr(again).startswith("{'units': 'K'")
    del array.attributes["units"]
    assert array.attributes.pop("scale") == 0.5 and "units" not in again
    for absent in (lambda: again["units"], lambda: again.pop("units"), lambda: again.__delitem__("units")):
        with pytest.raises(KeyError):
            absent()
    with pytest.raises(TypeError, match="set"):
        array.attributes["x"] = {1, 2}
    array.attributes = {"only": 1}
    assert dict(array.attributes) == {"only": 1}
    array.attributes.clear()
    assert not array.attributes
    group = store.create_group("g", attributes={"title": "t"})
    group.attributes["n"] = 1
    assert store.open_group("g").attributes == {"title": "t", "n": 1}
    group.close()
    with pytest.raises(Error) as raised:
        group.attributes["n"]
    assert raised.value.status == 2


def test_an_array_is_one_of_numpy_where_one_is_wanted(array):
    np.testing.assert_array_equal(np.asarray(array), VALUES)
    assert np.asarray(array, "f8").dtype == "f8" and np.mean(array) == VALUES.mean() and (VALUES + array == 2 * VALUES).all()
    assert len(array) == 4 and array.size == 24 and array.nbytes == 96
    assert [row.sum() for row in array] == list(VALUES.sum(axis=1))
    with pytest.raises(ValueError, match="copy"):
        array.__array__(copy=False)
    with pytest.raises(ValueError, match="ambiguous"):
        bool(array)


def test_an_array_without_dimensions(store):
    scalar = store.create_array("s", "float64", (), fill=2.5)
    assert np.asarray(scalar) == 2.5 and scalar.size == 1 and bool(scalar)
    with pytest.raises(TypeError):
        len(scalar)


def test_objects_say_what_they_are(store, array):
    group = store.create_group("g/h")
    assert repr(store) == '<libzarr.Store "memory://">' and repr(group) == '<libzarr.Group "/g/h">'
    assert repr(array) == '<libzarr.Array "/a" int32 (4, 6)>'
    assert repr(array.oindex) == '<libzarr.OrthogonalIndexer of <libzarr.Array "/a" int32 (4, 6)>>'
    assert repr(array.blocks) == '<libzarr.Blocks of <libzarr.Array "/a" int32 (4, 6)>>'
    assert repr(array.astype("f4")) == '<libzarr.AsType float32 of <libzarr.Array "/a" int32 (4, 6)>>'
    structs = store.create_array("p", [("x", "f4"), ("y", "f4")], (3,))
    assert repr(structs.fields["x"]).startswith("<libzarr.Field 'x' of <libzarr.Array \"/p\"")
    with libzarr.Queue() as queue:
        queue.write(array, np.zeros((4, 6), "i4"))
        reading = queue.read(array)
        queue.wait()
        assert repr(queue) == "<libzarr.Queue 0 unfinished, 0 bytes>" and repr(reading) == "<libzarr.Reading int32 (4, 6)>"
    assert repr(queue) == "<libzarr.Queue closed>"
    array.close()
    assert repr(array) == "<libzarr.Array closed>"
    assert re.fullmatch(r"\d+\.\d+\.\d+", libzarr.__version__) and libzarr.version() == libzarr.__version__


@pytest.mark.parametrize("given, name", [(np.float32, "float32"), (np.dtype("u2"), "uint16"), (float, "float64"), (int, "int64"),
                                         (bool, "bool"), (complex, "complex128"), (str, "string"), (bytes, "bytes"), (np.dtype(">f4"), "float32"),
                                         ("int8", "int8")])
def test_types_of_numpy_and_python(store, given, name):
    array = store.create_array("x", given, 3)
    assert array.data_type == name and array.shape == (3,)
    assert ('"big"' in str(array.metadata).replace("'", '"')) == (getattr(given, "byteorder", "=") == ">")


def test_types_with_parameters(store):
    assert store.create_array("t", np.dtype("M8[ns]"), 2).dtype == "M8[ns]"
    assert store.create_array("s", np.dtype("S5"), 2).dtype == "S5"
    points = store.create_array("p", np.dtype([("x", "<f4"), ("n", "<i8")]), 2, fill=(0.5, 7))
    assert points.dtype.itemsize == 12 and points.fill_bytes == np.array((0.5, 7), [("x", "<f4"), ("n", "<i8")]).tobytes()
    with pytest.raises(TypeError, match="any length"):
        Builder(object, 3)


@pytest.mark.parametrize("data_type, fill", [("int32", 7), ("float32", 0.1), ("float64", float("nan")), ("bool", True), ("float32", -999),
                                             (np.float32, float("inf")), ("uint64", 2**64 - 1), ("int64", -2**63), ("complex64", 1 - 2j),
                                             ("float32", 2 + 0j), ("int8", np.int64(-128)), ("int16", 300.0), ("|S3", b"abc"), ("<U4", "süd"),
                                             ("<M8[s]", np.datetime64("2000-01-01"))])
def test_fill_values(store, data_type, fill):
    array = store.create_array("x", data_type, (2,), fill=fill)
    wanted = np.full(2, fill.real if isinstance(fill, complex) and array.dtype.kind != "c" else fill, array.dtype)
    np.testing.assert_array_equal(array[:], wanted)
    np.testing.assert_array_equal(array.fill_value, wanted[0])


def test_fill_values_of_texts_and_bytes(store):
    texts, blobs = store.create_array("s", "string", 1, fill="ü"), store.create_array("b", bytes, 1, fill=b"\0")
    assert texts[0] == texts.fill_value == "ü" and blobs[0] == blobs.fill_value == b"\0"
    assert store.create_array("n", "int32", 1, fill=np.int32(5).tobytes())[0] == 5


@pytest.mark.parametrize("data_type, fill", [("int8", 128), ("uint8", -1), ("int32", 0.5), ("int32", float("nan")), ("bool", 2),
                                             ("float32", 1e300), ("int64", 2**63), ("float64", 1j), ("int32", [1]), ("int32", "text"),
                                             ("|S2", b"abc"[:3].decode())])
def test_fill_values_that_do_not_fit(data_type, fill):
    with pytest.raises((ValueError, Error)) as raised:
        Builder(data_type, 3, fill=fill)
    assert "fill value" in str(raised.value)


def test_one_number_one_codec(store):
    array = store.create_array("a", "float32", (6, 8), chunks=2, shards=4, codecs="zstd")
    assert array.chunks == (2, 2) and array.shards == (4, 4) and "zstd" in str(array.metadata)
    for codecs in (("gzip", {"level": 3}), [("gzip", {"level": 3})], {"name": "gzip", "configuration": {"level": 3}}, {"id": "gzip", "level": 3}):
        array = store.create_array("a", "float32", 6, replace=True, codecs=codecs)
        assert {"name": "gzip", "configuration": {"level": 3}} in array.metadata["codecs"]
    array = store.create_array("a", "float32", 6, replace=True, codecs=("zstd", "crc32c"), names="x")
    assert len(array.metadata["codecs"]) == 3 and array.dimension_names == ["x"]


def test_a_node_is_no_value(tmp_path):
    for store in (Store("memory://"), Store(tmp_path)):
        store.create_array("g/t", "int8", 1)
        with pytest.raises(Error, match='"g/t" is an array: store.open\\("g/t"\\) opens it'):
            store["g/t"]
        with pytest.raises(Error, match='"g" is a group'):
            store["g"]
        with pytest.raises(Error) as raised:
            store["nothing"]
        assert raised.value.status == 3 and "opens it" not in str(raised.value)
        assert isinstance(store.open("g/t"), libzarr.Array) and isinstance(store.open("g"), libzarr.Group)
        with pytest.raises(Error):
            store.open_array("g")


def test_groups_hold_what_is_below_them(store):
    group = store.create_group("g", attributes={"a": 1})
    group.create_array("deep/x", "int8", 2)[:] = 5
    group.create_group("h", attributes={"b": 2})
    assert group["deep/x"][1] == 5 and group["h"].attributes["b"] == 2 and group["deep"].path == "g/deep"
    assert sorted(group) == group.children() == ["deep", "h"] and len(group) == 2 and "h" in group and "i" not in group
    with pytest.raises(KeyError):
        group["i"]
    assert store.open("/")["g"].attributes == {"a": 1}
    group.refresh()
    assert group["h"].store.kind("g/h") == "group" and len(group["h"]) == 0 and group["h"]


def test_a_group_is_replaced(store):
    store.create_group("g").create_array("x", "int8", 1)
    with pytest.raises(Error) as raised:
        store.create_group("g")
    assert raised.value.status == 4
    assert store.create_group("g", attributes={"new": True}, replace=True).attributes["new"] and store.children("g") == []
    store.create_group("/", replace=True)
    assert store.children() == []


def total(array):
    return int(array[:].sum())


def test_arrays_go_to_other_processes(tmp_path):
    with Store(tmp_path / "p.zarr", threads=1) as store:
        array = store.create_array("g/a", "int32", 4)
        array[:] = 3
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            assert pool.map(total, [array, array]) == [12, 12]
        again, group = pickle.loads(pickle.dumps((array, store.open("g"))))
        again[0] = 10
        assert array[0] == 10 and group["a"].path == "g/a" and copy.copy(store).kind("g") == "group"
        reader = pickle.loads(pickle.dumps(Store(tmp_path / "p.zarr", mode="r").open("g/a", cache_bytes=1000)))
        with pytest.raises(Error) as raised:
            reader[0] = 1
        assert raised.value.status == 14
        failure = pickle.loads(pickle.dumps(raised.value))
        assert failure.status == 14 and str(failure) == str(raised.value)
        array.close()
        with pytest.raises(TypeError, match="closed"):
            pickle.dumps(array)


def test_a_relative_path_is_that_of_the_process_that_pickled(tmp_path, monkeypatch):
    """In another folder the array would read as fill values."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()
    with Store("here.zarr") as store:
        array = store.create_array("a", "int8", 3)
        array[:] = [1, 2, 3]
        pickled = pickle.dumps([store, array, Store("here.zarr").open("a")])
    monkeypatch.chdir(tmp_path / "elsewhere")
    again, *arrays = pickle.loads(pickled)
    assert again.children() == ["a"]
    for array in arrays:
        assert array[:].tolist() == [1, 2, 3]


def test_what_another_process_can_not_have_is_not_pickled(store, array):
    for one in (store, array, array.store, store.open("/")):
        with pytest.raises(TypeError, match="memory"):
            pickle.dumps(one)
    with Store(Kept()) as custom:
        custom.create_array("a", "int8", 2)[:] = 1
        assert pickle.loads(pickle.dumps(custom)).open("a")[1] == 1


def test_one_call_opens_a_node(tmp_path):
    with Store(tmp_path) as store:
        store.create_array("a", "int8", 2, fill=4)
    assert libzarr.open(tmp_path, "a", mode="r")[0] == 4 and libzarr.open(tmp_path)["a"].size == 2


def test_a_length_that_is_not_whole_is_refused(store, array):
    """A shape of 3.7 would become 3, and the last row would be lost."""
    for wrong in (lambda: store.create_array("x", "int32", 3.7), lambda: store.create_array("x", "int32", (4, 3.0)),
                  lambda: store.create_array("x", "int32", (4, 6), chunks=2.5), lambda: store.create_array("x", "int32", "4"),
                  lambda: array.resize((4, np.float64(8))), lambda: array.read((0.5, 0), (1, 1)), lambda: array.read((0, 0), (1, 1.5)),
                  lambda: array.write(VALUES, (0.0, 0))):
        with pytest.raises(TypeError, match="whole numbers|as an integer"):
            wrong()
    assert "x" not in store and store.create_array("x", "int32", np.array([3, np.int8(4)])).shape == (3, 4)


def test_groups_are_mappings(store, array):
    group = store.create_group("g", attributes={"n": 1})
    group.create_array("b", "int32", 2)
    group.create_group("c/d")
    assert isinstance(group, collections.abc.Mapping) and len(group) == 2 and set(group) == set(group.keys()) == {"b", "c"}
    assert {name: type(member) for name, member in group.items()} == {"b": libzarr.Array, "c": libzarr.Group}
    assert {member.path for member in group.values()} == {"g/b", "g/c"} and dict(**group).keys() == {"b", "c"}
    assert "b" in group and "c/d" in group and "e" not in group and 3 not in group
    assert group.get("b").shape == (2,) and group.get("e") is None and group.get("e", 5) == 5
    with pytest.raises(KeyError):
        group["e"]
    assert group != store.open("g") and group == group and len({group, group}) == 1 and bool(store.create_group("empty"))


@pytest.mark.parametrize("theirs, ours", [
    (dict(dtype="f4", fill_value=7), dict(data_type="f4", fill=7)), (dict(dimension_names=["y", "x"]), dict(names=["y", "x"])),
    (dict(zarr_format=2, dimension_separator="/"), dict(format="v2", separator="/")),
    (dict(compressors="gzip"), dict(codecs="gzip")), (dict(compressor={"id": "zstd", "level": 3}), dict(codecs=("zstd", {"level": 3}))),
    (dict(compressors=[{"name": "gzip", "configuration": {"level": 5}}]), dict(codecs=("gzip", {"level": 5}))),
    (dict(chunk_key_encoding={"name": "v2", "separator": "."}), dict(chunk_keys=("v2", {"separator": "."}))),
    (dict(chunks=(2, 3), shards=(4, 6), attributes={"a": 1}), dict(chunks=(2, 3), shards=(4, 6), attributes={"a": 1})),
], ids=str)
def test_arguments_of_zarr_python_are_taken_where_they_mean_one_of_ours(store, theirs, ours):
    made = [store.create_array(name, shape=(4, 6), **{"data_type": "int32", **given} if "dtype" not in given else given)
            for name, given in (("theirs", theirs), ("ours", ours))]
    assert made[0].metadata == made[1].metadata


def test_other_arguments_of_zarr_python_tell_what_is_for_them(store):
    for wrong, told in [(dict(filters="delta"), "codecs="), (dict(overwrite=True), "replace is"), (dict(data=[1]), "write"),
                        (dict(colour=3), "'colour'$"), (dict(fill=1, fill_value=2), "fill and fill_value"), (dict(serializer="bytes"), "codecs=")]:
        with pytest.raises(TypeError, match=told):
            store.create_array("x", "int32", 3, **wrong)
    with pytest.raises(TypeError, match="a data_type and a shape"):
        store.create_array("x", dtype="int32")
    assert "x" not in store


@pytest.mark.parametrize("given, known", [("datetime64[s]", {"unit": "s", "scale_factor": 1}), ("timedelta64[25us]", {"unit": "us", "scale_factor": 25}),
                                          ("float", "float64"), ("int", "int64"), ("complex", "complex128"), ("str", "string")])
def test_names_of_numpys_times_and_of_pythons_types(store, given, known):
    """`str(values.dtype)` is a name as good as another, and so is that of `float`."""
    array = store.create_array("x", given, 2)
    assert (array.data_type if isinstance(known, str) else array.data_type["configuration"]) == known
    if given.endswith("]"):
        assert array.dtype == given and store.create_array("f", given, 2, fill=np.array(5, given)).fill_value == np.array(5, given)


@pytest.mark.skipif(not hasattr(np.dtypes, "StringDType"), reason="NumPy before 2.0 has no such type")
def test_the_type_of_numpys_own_texts_is_a_type_of_texts(store):
    values = np.array(["a", "bé"], np.dtypes.StringDType())
    array = store.create_array("x", values.dtype, 2, fill="-")
    assert array.data_type == "string" and list(array[:]) == ["-", "-"]
    array[:] = values
    assert list(array[:]) == ["a", "bé"]


def test_what_is_no_path_makes_no_store(tmp_path, monkeypatch):
    """`Store(None)` would write into a folder of the name None."""
    monkeypatch.chdir(tmp_path)
    for wrong in (None, 5, ["a"], object()):
        with pytest.raises(TypeError):
            Store(wrong)
        with pytest.raises(TypeError):
            libzarr.open(wrong)
    Store(b"of-bytes").create_group("/")
    Store(tmp_path / "of-a-path").create_group("/")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["of-a-path", "of-bytes"]


def test_what_is_no_text_is_no_name(store, array):
    group = store.create_group("g")
    for wrong in (lambda: store.open(5), lambda: store[5], lambda: 5 in store, lambda: store.create_array(5, "int8", 3), lambda: group[5],
                  lambda: array.attributes.__setitem__(5, 1), lambda: array.set_attribute(5, 1)):
        with pytest.raises(TypeError, match="text.* 5 of type int"):
            wrong()
    with pytest.raises(TypeError, match="number.*'x' of type str"):
        array.append(VALUES, axis="x")


def test_lists_of_another_length_than_the_rank_are_named(store):
    for name, given in (("chunks", (2,)), ("shards", (4, 4, 4)), ("names", "x"), ("names", ["x", "y", "z"])):
        with pytest.raises(ValueError, match=f"^ZARR_ERROR_INVALID_ARGUMENT: {name} has [13] entr.* of 2 dimensions"):
            store.create_array("x", "int8", (4, 6), **{name: given})
    assert "x" not in store


def test_attributes_of_new_nodes_may_be_numpys(store):
    given = {"range": np.array([1, 2]), "scale": np.float32(0.5), "n": np.int64(3)}
    made = store.create_array("x", "int8", 2, attributes=given), store.create_group("g", attributes=given)
    assert all(one.attributes == {"range": [1, 2], "scale": 0.5, "n": 3} for one in made)


def test_what_is_no_index_is_named(store, array):
    for key in (None, 1.0, "x", (0, "x"), (None, 0)):
        with pytest.raises(TypeError, match="an integer, a slice or an ellipsis, not"):
            array[key]
    points = store.create_array("p", np.dtype([("x", "<f4")]), 2)
    with pytest.raises(TypeError, match="'x'; a field of structs is array.fields"):
        points["x"]
    for wrong in (lambda: array[..., ...], lambda: array.oindex[..., [1], ...]):
        with pytest.raises(IndexError, match="one ellipsis"):
            wrong()


def test_a_library_that_does_not_load_is_named():
    program = [sys.executable, "-c", "import libzarr"]
    failed = subprocess.run(program, env={**os.environ, "LIBZARR": "/nowhere/libzarr.so"}, capture_output=True, text=True)
    assert "ImportError: the library /nowhere/libzarr.so (named by the environment variable LIBZARR)" in failed.stderr


def test_mistakes_in_a_store_of_ones_own_are_named(store):
    class Table(Kept):
        def __init__(self, gives):
            super().__init__()
            self.gives = gives

        def get(self, key, start, length):
            return self.gives(self.values[key], start, length)

    def whole(value, start, length):
        return value

    opened = Store(Table(whole))
    opened.create_array("a", "int8", 8, chunks=2, shards=8)[:] = 3
    with pytest.raises(Error) as raised:
        opened.open("a")[2:4]
    assert re.search(r"method get: .*\d+", raised.value.message) and "get: ZARR" not in raised.value.message
    for gives, told in ((lambda *_: None, "None; a key that does not exist is a KeyError"), (lambda *_: "text", "a text, not bytes")):
        table = Table(gives)
        table.values = opened.recipe[0].values
        with pytest.raises(OSError, match=told):
            Store(table).open("a")
    with pytest.raises(TypeError, match="Empty has no method get"):
        Store(type("Empty", (CustomStore,), {})())


def test_numbers_in_the_place_of_lists_are_named(store):
    array = store.create_array("a", "int8", 4)
    with pytest.raises(TypeError, match="start is a list of numbers, one for each dimension, not 1"):
        array.read(start=1, count=1)
    with pytest.raises(TypeError, match="codecs are a list, or one codec, not 5"):
        store.create_array("b", "int8", 4, codecs=5)
    with pytest.raises(TypeError, match="a codec is a name, a pair of name and configuration, or a dict, not None"):
        store.create_array("b", "int8", 4, codecs=[None])
    with pytest.raises(NotImplementedError, match='did you mean "zstd"'):
        store.create_array("b", "int8", 4, codecs="zsdt")


def test_what_is_pickled_is_found_from_another_folder(tmp_path, monkeypatch):
    """A worker in another folder would read fill values."""
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    with Store("p.zarr") as store:
        store.create_array("g/a", "int32", 3)[...] = [1, 2, 3]
        pickled = pickle.dumps((store, store.open("g"), store.open("g/a")))
    monkeypatch.chdir("other")
    store, group, array = pickle.loads(pickled)
    assert [one[...].tolist() for one in (store.open("g/a"), group["a"], array)] == [[1, 2, 3]] * 3


def test_the_home_directory_is_written_as_in_a_shell(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    Store("~/home.zarr").create_array("a", "int8", 3)
    assert (tmp_path / "home.zarr/a/zarr.json").exists() and not os.path.exists("~")


def test_a_number_is_the_shape_of_one_dimension(store, array):
    line = store.create_array("line", "int8", 3)
    line.resize(6)
    assert line.shape == (6,)
    with pytest.raises(ValueError):
        array.resize(6)


def test_a_truth_value_is_no_length(store):
    for given in ({"chunks": True}, {"shards": False}):
        with pytest.raises(TypeError, match="are lengths, not"):
            store.create_array("b", "int8", 3, **given)


def test_an_index_outside_names_the_dimension(array):
    with pytest.raises(IndexError, match="index 20 is outside of dimension 1, which has 6 elements"):
        array[0, 20]


def test_a_url_is_no_store(tmp_path):
    """`Store.open` is a method of an open store; its message spoke of a freed handle."""
    with pytest.raises(TypeError, match="is a text where an open store.*libzarr.Store"):
        libzarr.Store.open(str(tmp_path / "a.zarr"))


def test_what_is_given_is_told_in_the_words_of_the_call(tmp_path):
    """A program would look for the wrong argument."""
    with libzarr.Store(tmp_path / "s") as store:
        array = store.create_array("a", "int32", (2, 3))
        for wrong, told in [
            (lambda: array.read(strat=(0, 0)), "read has no argument strat"),
            (lambda: array.read(conversion="clamp"), "CHECK, CLAMP, WRAP or ALL, not 'clamp'"),
            (lambda: array.read(out=[1]), "array of NumPy"),
            (lambda: store.copy("a", "elsewhere", "a"), "'elsewhere' is a text where an open store"),
            (lambda: store.create_group("g", {"k": 1}), r"format is .*, not \{'k': 1\}"),
            (lambda: store.create_group("g", attributes=2), "attributes are a dictionary, not 2"),
            (lambda: store.__setitem__("key", "text"), "a value under a key is bytes, not of type str"),
            (lambda: store.open(None), "a path is a text, not None"),
            (lambda: libzarr.open(store, "a"), r"a URL or a path is expected"),
            (lambda: setattr(array, "attributes", [1]), r"attributes are a dictionary, not \[1\]"),
            (lambda: store.create_array("b", "int8", 3, chunk=1), "did you mean 'chunks'"),
            (lambda: store.create_array("b", "int8", 3, code="zstd"), "did you mean 'codecs'"),
            (lambda: store.create_array("b", "int8", 3, grow=True), 'options={"grow": True} is for that'),
        ]:
            with pytest.raises(TypeError, match=told):
                wrong()
        for wrong in (lambda: array.resize((4,)), lambda: array.append([1, 2])):
            with pytest.raises(ValueError, match='array "/a": .*, for an array of 2 dimensions'):
                wrong()
    attributes = array.attributes
    array.close()
    assert repr(attributes) == "<attributes of a closed node>"
    with pytest.raises(TypeError, match="the array is closed"):
        pickle.dumps(array)


def test_what_does_not_fit_names_the_array_and_the_value(store):
    """A program that writes many arrays would not tell which one, nor which value."""
    array = store.create_array("g/count", "uint8", (2, 3))
    times, structs = store.create_array("times", "datetime64[s]", 2), store.create_array("structs", [["x", "int16"], ["y", "float32"]], 2)
    queue = Queue()
    for wrong, kind, told in [
        (lambda: array.append(np.full((1, 3), 300)), OverflowError, "300 does not fit uint8"),
        (lambda: queue.write(array, [[1, 2, 3], [4, -5, 6]]), OverflowError, "-5 does not fit uint8"),
        (lambda: queue.write(array, np.zeros(3, "u1")), ValueError, r"the shape of the values has 1 entry, \(3,\), for an array of 2 dimensions"),
        (lambda: array.__setitem__((0, 0), "x"), ValueError, "'x' is not a number of type uint8"),
        (lambda: array.__setitem__(0, None), TypeError, "None of type NoneType"),
        (lambda: array.__setitem__(0, [1, 2]), ValueError, r"values of shape \(2,\) do not fit a selection of shape \(3,\)"),
        (lambda: array.append(np.zeros((1, 3)), axis=7), ValueError, "there is no dimension 7"),
        (lambda: array.resize((4, -1)), ValueError, r"shape\[1\] is negative: -1"),
        (lambda: times.__setitem__(0, "yesterday"), ValueError, "yesterday"),
        (lambda: structs.__setitem__(0, (70000, 1)), OverflowError, "field 'x': 70000 does not fit int16"),
        (lambda: array.attributes.__setitem__("units", {1}), TypeError, "attribute 'units': a value of type set can't be stored as JSON"),
        (lambda: setattr(array, "attributes", {"a": 1, "b": open}), TypeError, "attribute 'b': "),
    ]:
        with pytest.raises(kind, match=f"{told}") as raised:
            wrong()
        assert re.search(r'array "/(g/count|times|structs)": ', str(raised.value)), raised.value


def test_properties_are_not_set_in_vain(store):
    array = store.create_array("a", "int8", 2)
    for name in ("dtype", "ndim", "shape", "format", "fill_value"):
        with pytest.raises(AttributeError):
            setattr(array, name, 1)
    array[...] = 3
    assert array[:].tolist() == [3, 3]
    with pytest.raises(AttributeError, match="reads an array of NumPy, which has it"):
        array.mean


def test_a_dictionary_of_codecs_is_no_codec(store):
    with pytest.raises(TypeError, match='"name" or "id"'):
        store.create_array("a", "int8", 2, codecs={"zstd": {"level": 3}})
    assert store.create_array("a", "int8", 2, chunks="auto").chunks == (2,)
    with pytest.raises(TypeError, match="chunks are lengths, not 'large'"):
        store.create_array("b", "int8", 2, chunks="large")
    for wrong in ({}, dict, 5, None):
        with pytest.raises(TypeError, match="a URL, a path or a CustomStore is expected"):
            Store(wrong)


def test_attributes_and_fill_values_change_nothing_in_silence(store):
    """A time became a number, a masked value another one, and a name that was set was lost."""
    array = store.create_array("a", "float64", 3)
    for wrong in (np.datetime64("2024-01-01", "ns"), np.timedelta64(3, "ns"), np.array(["2024"], "M8[ns]"), np.ma.masked,
                  np.ma.array([1, 2], mask=[0, 1]), np.longdouble(1), [np.longdouble(1)]):
        with pytest.raises(TypeError, match="attribute 'x': .* can't be stored as JSON"):
            array.attributes["x"] = wrong
        with pytest.raises(TypeError, match="can't be stored as JSON"):
            array.attributes = {"x": wrong}
    with pytest.raises(TypeError):
        array.attributes.update({"p": 1, "q": {1}})
    assert array.attributes == {}
    for data_type, fill in (("int64", np.datetime64("2024", "ns")), ("float32", np.datetime64("2024")), ("float32", np.timedelta64(5, "D")),
                            ("float64", np.ma.masked), ("float32", np.ma.array(5, mask=True))):
        with pytest.raises(ValueError, match="fill value"):
            store.create_array("b", data_type, 1, fill=fill)
    for owner, name in ((array, "unit"), (array, "fill"), (array.attributes, "units"), (store, "mode")):
        with pytest.raises(AttributeError, match=f"no attribute '{name}'"):
            setattr(owner, name, "K")
    with pytest.raises(TypeError, match="dimensions of its own"):
        store.create_array("b", np.dtype(("f4", (2,))), 3)


def test_converting_to_an_array_of_numpy_is_checked(store):
    for data_type, values, dtype in (("int16", [300, -1], "u1"), ("datetime64[s]", np.array(["3000-01-01"], "M8[s]"), "M8[ns]")):
        array = store.create_array("a", data_type, len(values), replace=True)
        array[...] = values
        with pytest.raises(OverflowError):
            np.asarray(array, dtype)
    array = store.create_array("a", "int16", 2, replace=True)
    assert np.asarray(array, "f8").dtype == np.float64


def test_structs_and_shards_are_told_how_they_are_given(store):
    structs = store.create_array("structs", [["x", "float32"], ["n", "int16"]], 2)
    for wrong in ([1, 2], {"x": 1, "n": 2}):
        with pytest.raises(TypeError, match='array "/structs": a struct is a tuple'):
            structs[0] = wrong
    structs[...] = [(1, 2), (3, 4)]
    for codecs in ("sharding_indexed", {"name": "sharding_indexed", "configuration": {}}):
        with pytest.raises(TypeError, match="shards= has their lengths"):
            store.create_array("b", "int8", 4, codecs=codecs)
    with pytest.raises(TypeError, match='store.create_array."new", values.dtype'):
        store["new"] = np.zeros((20, 30))
    with pytest.raises(TypeError, match="None of type NoneType"):
        store.create_array("c", "float64", 2)[:] = [1, None]
    with pytest.raises(IndexError, match="vindex takes a mask"):
        store.create_array("m", "int8", (2, 3)).oindex[np.ones((2, 3), bool)]


def test_what_numpy_and_json_hold_is_taken(store):
    """Programs that hand an array to NumPy, h5py or JSON in another form would end."""
    array = store.create_array("a", "int32", 3, chunks=np.array([2]))
    array[...] = [1, 2, 3]
    assert array.chunks == (2,)
    for dtype in (">f8", ">i4", np.longdouble, "U5", "S3"):
        assert np.asarray(array, dtype).dtype == np.dtype(dtype)
        assert np.asarray(array, dtype).astype("f8").tolist() == [1, 2, 3]
    big = np.zeros(3, ">f4")
    big[:] = array
    assert big.tolist() == [1, 2, 3]
    for value, read in ((np.array(["a", None], object), ["a", None]), (np.ma.array([1, 2]), [1, 2]), (np.float32(2), 2.0), (np.bool_(True), True),
                        (np.array([(1, 2.5)], [("x", "i4"), ("y", "f4")]), [[1, 2.5]]), (np.array(3), 3)):
        array.attributes["x"] = value
        assert array.attributes["x"] == read
    array.attributes.update(self=1)
    assert store.create_array("b", "float32", 1, fill=np.ma.array(5)).fill_value == 5

    class Mine(ValueError):
        code = 7

    class Odd:
        def __array__(self, *given, **named):
            raise Mine("own")

    with pytest.raises(Mine) as raised:
        array[...] = Odd()
    assert raised.value.code == 7
