"""zarr-python writes through the library. The library makes the writes to arrays of all writers, and a write that it
refuses is not made without its locks. A user would lose elements that other programs write to the same chunks."""

import collections
import errno
import json
import pathlib
import subprocess
import sys
import tarfile
import warnings

import numpy as np
import pytest
import tensorstore
import zarr

import libzarr
from libzarr import zarr_pipeline

FIXTURES = pathlib.Path(__file__).resolve().parents[3] / "tests" / "data" / "fixtures.tar.xz"


@pytest.fixture(autouse=True)
def ours():
    with zarr.config.set({"codec_pipeline.path": "libzarr.Pipeline"}), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def reasons(monkeypatch):
    """What was handed over, and how often."""
    counted = collections.Counter()
    hand_over = zarr_pipeline.Pipeline._hand_over

    def count(pipeline, reason):
        counted[str(reason)] += 1
        return hand_over(pipeline, reason)

    monkeypatch.setattr(zarr_pipeline.Pipeline, "_hand_over", count)
    return counted


def chunks_of(folder):
    """The files of an array that are no documents."""
    return sorted(str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file() and file.name not in ("zarr.json", ".zarray", ".zattrs"))


def write_part(path):
    """Write a part of a chunk by zarr-python, and read it back."""
    array = zarr.open_array(path, mode="r+")
    values = np.zeros(3, array.dtype)
    if array.dtype.kind in "iuf":
        values[:] = 5
    array[1:4] = values
    return (array[1:4] == values).all()


OURS = {
    "raw": {}, "zstd": {"codecs": "zstd"}, "gzip": {"codecs": "gzip"}, "blosc": {"codecs": "blosc"}, "crc32c": {"codecs": "crc32c"},
    "shards": {"codecs": "zstd", "shards": (40,)}, "raw shards": {"shards": (40,)}, "NaN": {"dtype": "float64", "fill": float("nan")},
    "names": {"names": ("x",)}, "attributes": {"attributes": {"a": 1}}, "bytes": {"dtype": "uint8"}, "big": {"big_endian": True},
    "separator": {"separator": "."}, "shuffle": {"codecs": ["shuffle", "zstd"]}, "F": {"order": "F"}, "bool": {"dtype": "bool"},
    "half": {"dtype": "float16"}, "complex": {"dtype": "complex64"}, "times": {"dtype": "<M8[s]"},
    **{f"v2 {name}": {"format": "v2", **how} for name, how in {
        "raw": {}, "zlib": {"codecs": "zlib"}, "blosc": {"codecs": "blosc"}, "zstd": {"codecs": "zstd"}, "names": {"names": ("x",)},
        "NaN": {"dtype": "float64", "fill": float("nan")}, "big": {"big_endian": True}, "/": {"separator": "/"},
        "delta": {"codecs": ["delta", "zlib"]}}.items()},
}


def test_arrays_of_the_library_are_written_by_it(tmp_path, reasons):
    for name, how in OURS.items():
        with libzarr.Store(tmp_path / "a") as store:
            store.create_array("/", how.get("dtype", "int32"), (40,), chunks=(20,), replace=True, **{k: v for k, v in how.items() if k != "dtype"})
        assert write_part(tmp_path / "a"), name
    assert not reasons


SPELLINGS = [
    (2, "i4", lambda document: document.pop("dimension_separator")),
    (2, "f8", lambda document: document.update(fill_value=0)),
    (2, "i4", lambda document: document.update(filters=[])),
    (2, "i4", lambda document: document.pop("filters")),
    (2, "i4", lambda document: document.update(compressor={"id": "zlib"})),
    (2, "i4", lambda document: document.update(compressor={"id": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1})),
    (2, "i4", lambda document: document.update(note="x")),
    (3, "i4", lambda document: document.pop("storage_transformers")),
    (3, "i4", lambda document: document.pop("attributes")),
    (3, "f8", lambda document: document.update(fill_value=0)),
    (3, "i4", lambda document: document.update(fill_value=0.0)),
    (3, "i4", lambda document: document["chunk_key_encoding"].pop("configuration")),
    (3, "u1", lambda document: document["codecs"].__setitem__(0, {"name": "bytes"})),
    (3, "i4", lambda document: document["codecs"][1]["configuration"].pop("checksum")),
    (3, "i4", lambda document: document.update(dimension_names=[None])),
    (3, "i4", lambda document: document.update(ext={"must_understand": False, "name": "x"})),
    (3, "f8", lambda document: document.update(fill_value="0x7ff8000000000000")),
]


def test_documents_of_any_spelling_are_one_array(tmp_path, reasons):
    for version, data_type, spell in SPELLINGS:
        zarr.create_array(tmp_path, shape=(40,), chunks=(20,), dtype=data_type, zarr_format=version, overwrite=True)
        file = tmp_path / ("zarr.json" if version == 3 else ".zarray")
        document = json.loads(file.read_text())
        spell(document)
        file.write_text(json.dumps(document))
        assert write_part(tmp_path), document
    assert not reasons


def test_arrays_of_tensorstore_and_zarrs_are_written_by_the_library(tmp_path, reasons):
    grid = {"name": "regular", "configuration": {"chunk_shape": [20]}}
    codecs = [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "zstd", "configuration": {"level": 1}}]
    for number, (driver, metadata) in enumerate([
            ("zarr3", {"shape": [40], "data_type": "int32", "chunk_grid": grid}),
            ("zarr3", {"shape": [40], "data_type": "int32", "chunk_grid": grid, "codecs": codecs}),
            ("zarr", {"shape": [40], "dtype": "<i4", "chunks": [20]})]):
        place = {"driver": "file", "path": f"{tmp_path / str(number)}/"}
        tensorstore.open({"driver": driver, "kvstore": place, "metadata": metadata}, create=True).result().write(7).result()
        assert write_part(tmp_path / str(number)), metadata
    pytest.importorskip("zarrs")
    with zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"}):
        zarr.create_array(tmp_path / "zarrs", shape=(40,), chunks=(10,), shards=(20,), dtype="i4")[:] = 7
    assert write_part(tmp_path / "zarrs")
    assert not reasons


def test_arrays_that_other_software_left_are_written_by_the_library(tmp_path, reasons):
    left = tuple(f"public/{one}/" for one in ("tensorstore-0.1.86/v3.zarr", "zarr-2.18.3/filters.zarr", "zarr-2.4.0/dtypes.zarr"))
    with tarfile.open(FIXTURES) as archive:
        archive.extractall(tmp_path, [one for one in archive if one.name.removeprefix("./").startswith(left)], filter="data")
    written = 0
    for document in [*tmp_path.rglob(".zarray"), *tmp_path.rglob("zarr.json")]:
        try:
            array = zarr.open_array(document.parent, mode="r+")
        except (ValueError, TypeError, zarr.errors.NodeTypeValidationError):  # a group, or of a type that zarr-python lacks
            continue
        part = tuple(slice(0, max(1, length // 2)) for length in array.shape)
        values = np.asarray(array[part])
        array[part] = values
        again = np.asarray(zarr.open_array(document.parent)[part])
        assert again.tolist() == values.tolist() if values.dtype.hasobject else again.tobytes() == values.tobytes(), document
        written += 1
    assert written > 80 and not reasons


@pytest.mark.parametrize("happens, expected", [("erased", KeyError), ("moved", FileNotFoundError), ("shorter", IndexError), ("another", RuntimeError)])
def test_a_write_that_is_refused_is_an_error(tmp_path, reasons, happens, expected):
    """It was done by zarr-python, without a lock: below an erased array chunks were left, which the next array there showed."""
    group = zarr.open_group(tmp_path, mode="w")
    array = group.create_array("a", shape=(40,), chunks=(10,), dtype="i4")
    array[:] = 1
    with libzarr.Store(tmp_path) as store:
        if happens == "erased":
            store.remove("a")
        elif happens == "moved":
            store.move("a", "b")
        elif happens == "shorter":
            store.open("a").resize((20,))
        else:
            store.create_array("a", "float64", (40,), chunks=(10,), codecs="zstd", replace=True)[...] = 2.5
    before = chunks_of(tmp_path / "a")
    for _ in range(2):
        with pytest.raises(expected) as raised:
            array[25:35] = 7
        assert isinstance(raised.value, libzarr.Error) and "zarr_" not in str(raised.value)
    assert chunks_of(tmp_path / "a") == before and not reasons
    if happens == "another":
        assert (libzarr.open(tmp_path, "a")[...] == 2.5).all()


def test_a_write_follows_the_array_that_took_the_place_of_its_own(tmp_path, reasons):
    """zarr-python's metadata is older than the document, whose chunks and codecs count."""
    array = zarr.create_array(tmp_path, shape=(40,), chunks=(10,), dtype="i4")
    array[:] = 1
    with libzarr.Store(tmp_path) as store:
        store.create_array("/", "int32", (40,), chunks=(8,), codecs="gzip", replace=True)[...] = 2
    array[5:25] = 7
    assert libzarr.open(tmp_path)[...].tolist() == [2] * 5 + [7] * 20 + [2] * 15
    assert array[4:26].tolist() == [2] + [7] * 20 + [2] and not reasons


def test_where_locks_are_refused_parts_are_not_written_without_one(tmp_path, monkeypatch, reasons):
    array = zarr.create_array(tmp_path, shape=(8,), chunks=(4,), dtype="i4")
    array[:] = 1
    refuse = lambda *_: (_ for _ in ()).throw(libzarr.Error(11, "cannot lock its directory", errno.EOPNOTSUPP))  # noqa: E731
    with monkeypatch.context() as refused:
        refused.setattr(zarr_pipeline, "write", refuse)
        with pytest.raises(NotImplementedError, match="cannot lock"):
            array[1:3] = 2
    assert array[:].tolist() == [1] * 8 and not reasons
    with zarr.config.set({"codec_pipeline.lock": "none"}):
        without = zarr.open_array(tmp_path)
        without[1:3] = 2
        opened, _ = next(iter(without.async_array.codec_pipeline._node.arrays.values()))
        assert opened.store.recipe[1]["lock"] == "none"
    assert array[:].tolist() == [1, 2, 2, 1, 1, 1, 1, 1]


WRITER = """
import libzarr, sys
array = libzarr.open(sys.argv[1])
print("ready", flush=True)
lost = 0
for number in range(int(sys.argv[2])):
    array[10:14] = number
    lost += bool((array[10:14] != number).any())
print(lost)
"""


def test_parts_of_a_chunk_that_two_programs_write_stay(tmp_path, reasons):
    with libzarr.Store(tmp_path) as store:
        store.create_array("/", "int32", (40,), chunks=(20,))
    program = [sys.executable, "-c", WRITER, str(tmp_path), "250"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "ready\n"
        array = zarr.open_array(tmp_path, mode="r+")
        lost = 0
        for number in range(250):
            array[2:7] = number
            lost += bool((array[2:7] != number).any())
        assert other.communicate()[0] == "0\n" and lost == 0
    assert array[...].tolist() == [0] * 2 + [249] * 5 + [0] * 3 + [249] * 4 + [0] * 26 and not reasons


def test_the_reason_of_a_warning_is_the_one_that_the_library_gives(tmp_path):
    """Reading is handed over; a warning that named another reason would have a user look for the fault in the wrong place."""
    zarr_pipeline._told.clear()
    group = zarr.open_group(tmp_path, mode="w")
    array = group.create_array("a", shape=(8,), chunks=(4,), dtype="i4")
    array[:] = 1
    with libzarr.Store(tmp_path) as store:
        store.open("a").resize((4,))
    with pytest.warns(libzarr.HandedOver, match=r'array "/a": element \[7\] is outside of the shape \[4\] in the stored document'):
        assert array[7] == 0
    with libzarr.Store(tmp_path) as store:
        store.remove("a")
    with pytest.warns(libzarr.HandedOver, match='array "/a": the array is not there any more'):
        assert array[7] == 0
