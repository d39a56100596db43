"""zarr-python 2.18 and the library, each reading what the other wrote: v1 through its migration, v2, and the shape of v3 of
2020 with its experimental API switched on, shards included.

    zarr_python_2.py SCRATCH [EVERY]

Every EVERY-th cell is tried, all of them by default. Elements are compared as bytes.
"""

import dataclasses
import json
import os
import pathlib
import sys
import types
import warnings

os.environ["ZARR_V3_EXPERIMENTAL_API"] = "1"
os.environ["ZARR_V3_SHARDING"] = "1"

# To read a transformer it imports a test of its own, and with it pytest, which is not installed for this.
sys.modules["zarr.tests.test_storage_v3"] = types.SimpleNamespace(
    DummyStorageTransfomer=types.SimpleNamespace(extension_uri="no such transformer"))

import numcodecs
import numpy as np
import zarr
from zarr._storage.v3 import DirectoryStoreV3
from zarr._storage.v3_storage_transformers import ShardingStorageTransformer
from zarr.storage import migrate_1to2

import libzarr
from cells import (ALL_TYPES, ATTRIBUTES, COMPLEX, COMPRESSORS, NESTED, NUMBERS, RAW, SHAPES, V1_CODECS, Cell, blosc, cells,
                   compare_ours, compare_theirs, fill_cells, make_ours, negative_zero, not_finite, snappy)
from tally import Tally, check


def times_in_struct(cell):
    return cell.kind == "V" and "M8" in str(cell.dtype)


V1_OURS, V1_UNDEFINED, V2_OURS, V2_THEIRS, V3_OURS, V3_THEIRS = (
    "v1, ours read by its migration", "v1, ours without a fill value", "v2, ours", "v2, theirs", "v3-2020, ours", "v3-2020, theirs")
GAPS = [(who, "error", snappy, "the numcodecs wheels are built without snappy")
        for who in (V1_OURS, V1_UNDEFINED, V2_OURS, V2_THEIRS, V3_OURS, V3_THEIRS)]
GAPS += [
    *((who, "error", lambda c: c.dtype in NESTED, "its v1 reader takes fields of two members only")
      for who in (V1_OURS, V1_UNDEFINED)),
    (V1_OURS, "error", not_finite, "its migration takes bare NaN and Infinity, which are no JSON; ours are the strings of v2"),
    (V1_OURS, "error", lambda c: c.kind in "cSVmM",
     "v1 says nothing of these fill values; its migration hands those of v2 on without decoding them"),
]
for ours, theirs in ((V2_OURS, V2_THEIRS), (V3_OURS, V3_THEIRS)):
    GAPS += [
        (ours, "differs", lambda c: c.kind == "c" and negative_zero(c), "adds the parts of complex fill values up: -0.0 is lost"),
        (theirs, "differs", negative_zero, "takes a fill value of -0.0 for 0.0"),
        (theirs, "error", times_in_struct, "compressors that want a buffer refuse structs with times"),
    ]
GAPS += [
    (V3_OURS, "error", lambda c: c.dtype in RAW, "does not know r24, which the text has, and has no name of its own for it"),
    (V3_OURS, "error", lambda c: "25s" in c.dtype, "knows units of time only without a factor"),
    (V3_THEIRS, "error", lambda c: "25s" in c.dtype, "knows units of time only without a factor"),
]


def their_options(cell):
    """What zarr.create needs besides the store."""
    codecs = [numcodecs.get_codec({"id": name, **configuration}) for name, configuration in cell.codecs]
    return {"shape": cell.shape, "chunks": cell.chunks, "dtype": cell.numpy, "order": cell.order,
            "compressor": codecs[-1] if codecs else None, "filters": codecs[:-1] or None,
            "fill_value": cell.fill_value}


def fill_theirs(cell, array):
    part, whole = cell.content()
    if cell.attributes:
        array.attrs.put(cell.attributes)
    if cell.write != "nothing":
        start, count = cell.region()
        array[tuple(slice(s, s + c) for s, c in zip(start, count))] = part
    return whole


def read_theirs(cell, array, whole):
    check(array.shape == tuple(cell.shape) and array.chunks == tuple(cell.chunks), f"{array.shape} {array.chunks}")
    check(array.order == cell.order or len(cell.shape) < 2, f"order {array.order}")
    compare_theirs(cell, array.dtype, array[...], array.fill_value, whole, array.attrs.asdict())


def migrated(directory):
    store = zarr.storage.KVStore({item.name: item.read_bytes() for item in directory.iterdir()})
    migrate_1to2(store)
    return zarr.open_array(store, mode="r")


def v1(tally, scratch, every):
    plan = [*cells(ALL_TYPES, V1_CODECS), *fill_cells(ALL_TYPES)]
    for number, cell in enumerate(plan[::every]):
        directory = scratch / "v1" / str(number)
        with libzarr.Store(directory) as store:
            whole = make_ours(cell, store, "/", libzarr.V1)
        tally.run(V1_OURS, directory.name, cell, lambda: read_theirs(cell, migrated(directory), whole))
        if cell.kind in "cSVmM" and cell.fill is None:
            tally.run(V1_UNDEFINED, directory.name, cell, undefined_fill, cell, directory, scratch / "v1-null" / str(number))


def undefined_fill(cell, model, directory):
    """The same array without a fill value, which the migration can read for every type."""
    document = json.loads((model / "meta").read_text()) | {"fill_value": None}
    cell = dataclasses.replace(cell, write="all")
    part, _ = cell.content()
    with libzarr.Store(directory) as store, store.create_json("/", libzarr.V1, document) as array:
        if cell.attributes:
            array.attributes = cell.attributes
        array.write(part)
    array = migrated(directory)
    check(array.fill_value is None, f"fill value {array.fill_value}")
    compare_theirs(cell, array.dtype, array[...], None, part, array.attrs.asdict())


def v2(tally, scratch, every):
    plan = [*cells(ALL_TYPES, COMPRESSORS, separators="./"), *fill_cells(ALL_TYPES, separator="/"), *filter_cells()]
    ours = libzarr.Store(scratch / "v2-ours")
    theirs = zarr.open_group(str(scratch / "v2-theirs"), "w")
    store = libzarr.Store(scratch / "v2-theirs", mode="r")
    for number, cell in enumerate(plan[::every]):
        path = f"g{number % 5}/a{number}"

        def one_way():
            whole = make_ours(cell, ours, path, libzarr.V2)
            read_theirs(cell, zarr.open_array(str(scratch / "v2-ours"), path=path, mode="r"), whole)

        def other_way():
            array = theirs.create(path, dimension_separator=cell.separator, **their_options(cell))
            whole = fill_theirs(cell, array)
            compare_ours(cell, store.open(path), whole)

        tally.run(V2_OURS, path, cell, one_way)
        tally.run(V2_THEIRS, path, cell, other_way)
    ours.close()


def filter_cells():
    zlib = ("zlib", {"level": 1})
    for dtype in ("<i2", ">i4", "<i8", "|u1", "<f8"):
        if dtype != "<f8":  # sums of differences of floats of any bits are others
            yield Cell(dtype, (("delta", {"dtype": dtype}), zlib), "F", write="part")
        yield Cell(dtype, (("shuffle", {"elementsize": int(dtype[-1])}), ("lz4", {"acceleration": 2})))
        for name in ("crc32", "adler32", "fletcher32", "jenkins_lookup3"):
            yield Cell(dtype, ((name, {}), zlib), "C", 0, write="part")
    yield Cell("|b1", (("packbits", {}), zlib), "F", 0, write="part")
    yield Cell("<f8", (("astype", {"encode_dtype": "<f8", "decode_dtype": "<f8"}), zlib))


def v3_2020(tally, scratch, every):
    plan = [*cells(ALL_TYPES, COMPRESSORS, separators="/."), *fill_cells(ALL_TYPES, separator="/"), *shard_cells()]
    ours_at, theirs_at = scratch / "v3-2020-ours", scratch / "v3-2020-theirs"
    ours = libzarr.Store(ours_at, format="v3-2020")
    zarr.open_group(DirectoryStoreV3(str(theirs_at)), mode="w", path="/", zarr_version=3)
    store = libzarr.Store(theirs_at, mode="r")
    for number, cell in enumerate(plan[::every]):
        path = f"g{number % 5}/a{number}"

        def one_way():
            whole = make_ours(cell, ours, path, libzarr.V3_2020)
            read_theirs(cell, zarr.open_array(DirectoryStoreV3(str(ours_at)), path=path, mode="r", zarr_version=3), whole)

        def other_way():
            more = {}
            if cell.shards:
                per = [s // c for s, c in zip(cell.shards, cell.chunks)]
                more["storage_transformers"] = [ShardingStorageTransformer("indexed", chunks_per_shard=per)]
            array = zarr.create(store=DirectoryStoreV3(str(theirs_at)), path=path, zarr_version=3,
                                dimension_separator=cell.separator, **more, **their_options(cell))
            whole = fill_theirs(cell, array)
            compare_ours(cell, store.open(path), whole)

        tally.run(V3_OURS, path, cell, one_way)
        tally.run(V3_THEIRS, path, cell, other_way)


def shard_cells():
    gzip = (("gzip", {"level": 1}),)
    for t, dtype in enumerate(NUMBERS + COMPLEX):
        for c, codecs in enumerate([(), gzip, (blosc("zstd", 2),)]):
            for order in "CF":
                shape, chunks = SHAPES[(t + c) % len(SHAPES)]
                shards = tuple(n * (1 + (t + i) % 3) for i, n in enumerate(chunks))
                yield Cell(dtype, codecs, order, 0 if t % 2 else None, shape, chunks, "/.."[c],
                           ("all", "part", "nothing")[(t + c) % 3], shards)


def hierarchies(tally, scratch, _):
    """Groups, attributes, consolidated metadata, nested stores, arrays of no dimension, resizing."""

    def v2_ours():
        at = scratch / "tree-ours"
        with libzarr.Store(at) as store:
            store.create_group("/", libzarr.V2, ATTRIBUTES)
            store.create_group("a/b", attributes={"x": 1})
            for dtype in ("<i4", "<f8"):
                make_ours(Cell(dtype), store, f"a/b/{dtype[1:]}", libzarr.V2)
            store.consolidate()
        for group in (zarr.open_group(str(at), "r"), zarr.open_consolidated(str(at))):
            check(group.attrs.asdict() == ATTRIBUTES, f"{group.attrs.asdict()}")
            found = []
            group.visit(found.append)
            check(found == ["a", "a/b", "a/b/f8", "a/b/i4"], f"{found}")
            check(group["a/b"].attrs.asdict() == {"x": 1}, "attributes below")
            check((group["a/b/i4"][...] == Cell("<i4").content()[1]).all(), "elements below")

    def v2_theirs(kind):
        at = scratch / f"tree-theirs-{kind.__name__}.zip"
        root = zarr.group(kind(str(at)), overwrite=True)
        root.attrs.update(ATTRIBUTES)
        root.create_group("a/b").attrs["x"] = 1
        for dtype in ("<i4", "<f8"):
            cell = Cell(dtype)
            fill_theirs(cell, root.create(f"a/b/{dtype[1:]}", **their_options(cell)))
        zarr.consolidate_metadata(root.store)
        root.store.close()
        for options in ({}, {"consolidated": "require"}):
            with libzarr.Store(at, mode="r", **options) as store:
                check(store.open_group().attributes == ATTRIBUTES, "attributes")
                check(store.open_group("a/b").attributes == {"x": 1}, "attributes below")
                check(store.children("a/b") == ["f8", "i4"], f"{store.children('a/b')}")
                for dtype in ("<i4", "<f8"):
                    compare_ours(Cell(dtype), store.open(f"a/b/{dtype[1:]}"), Cell(dtype).content()[1])

    def nested_without_a_word():
        """Old nested stores have a "/" in their keys, and no member that says so."""
        at, cell = scratch / "nested-silent", Cell("<i4", separator="/")
        whole = fill_theirs(cell, zarr.create(store=zarr.NestedDirectoryStore(str(at)), **their_options(cell)))
        document = json.loads((at / ".zarray").read_text())
        check(document.pop("dimension_separator") == "/", "NestedDirectoryStore does not nest")
        (at / ".zarray").write_text(json.dumps(document))
        compare_ours(cell, libzarr.Store(at, mode="r").open(), whole)

    def v3_ours():
        at = scratch / "tree3-ours"
        with libzarr.Store(at, format="v3-2020") as store:
            store.create_group("/", libzarr.V3_2020, ATTRIBUTES)
            store.create_group("a/b", attributes={"x": 1})
            make_ours(Cell("<i4"), store, "a/b/i4", libzarr.V3_2020)
        group = zarr.open_group(DirectoryStoreV3(str(at)), "r", zarr_version=3)
        check(group.attrs.asdict() == ATTRIBUTES, f"{group.attrs.asdict()}")
        check(group["a/b"].attrs.asdict() == {"x": 1}, "attributes below")
        check(sorted(group["a/b"].array_keys()) == ["i4"], "children")
        check((group["a/b/i4"][...] == Cell("<i4").content()[1]).all(), "elements below")

    def v3_theirs():
        at = scratch / "tree3-theirs"
        root = zarr.open_group(DirectoryStoreV3(str(at)), "w", path="/", zarr_version=3)
        root.attrs.put(ATTRIBUTES)
        root.create_group("a/b").attrs.put({"x": 1})
        cell = Cell("<i4", separator="/")
        fill_theirs(cell, root.create("a/b/i4", **their_options(cell)))
        with libzarr.Store(at, mode="r") as store:
            check(store.open_group().attributes == ATTRIBUTES, f"{store.open_group().attributes}")
            check(store.open_group("a/b").attributes == {"x": 1}, "attributes below")
            check(store.kind("a") == "group" or store.kind("a") == "implicit group", f"{store.kind('a')}")
            check(store.children("a/b") == ["i4"], f"{store.children('a/b')}")
            compare_ours(cell, store.open("a/b/i4"), cell.content()[1])

    def no_dimension(version, ours_first):
        at, cell = scratch / f"scalar-{version}-{ours_first}", Cell(">f8", (), fill=0, shape=(), chunks=(), separator="/")
        format = libzarr.V2 if version == 2 else libzarr.V3_2020
        store = str(at) if version == 2 else DirectoryStoreV3(str(at))
        if ours_first:
            with libzarr.Store(at, format=format) as ours:
                whole = make_ours(cell, ours, "x", format)
            read_theirs(cell, zarr.open_array(store, path="x", mode="r", zarr_version=version), whole)
        else:
            array = zarr.create(store=store, path="x", zarr_version=version, **their_options(cell))
            whole = fill_theirs(cell, array)
            compare_ours(cell, libzarr.Store(at, mode="r").open("x"), whole)

    def resized(version):
        at, cell = scratch / f"resized-{version}", Cell("<u2", fill=0, shape=(9, 9), chunks=(4, 4), separator="/")
        format = libzarr.V2 if version == 2 else libzarr.V3_2020
        store = str(at) if version == 2 else DirectoryStoreV3(str(at))
        with libzarr.Store(at, format=format) as ours:
            whole = make_ours(cell, ours, "x", format)
            ours.open("x").resize((4, 12))
            array = zarr.open_array(store, path="x", mode="r+", zarr_version=version)
            wanted = np.full((4, 12), cell.fill_value)
            wanted[:, :9] = whole[:4]
            check((array[...] == wanted).all(), "elements after our resize")
            array.resize(2, 5)
            check((ours.open("x").read() == wanted[:2, :5]).all(), "elements after their resize")

    tally.skip("v3-2020, ours: arrays of no dimension", "it looks for their chunk at c0, the text and the library have c")
    tally.run("objects", "texts and bytes", None, objects, scratch)
    for function, *arguments in ((v2_ours,), (v2_theirs, zarr.DirectoryStore), (v2_theirs, zarr.NestedDirectoryStore),
                                 (v2_theirs, zarr.ZipStore), (nested_without_a_word,), (v3_ours,), (v3_theirs,),
                                 (no_dimension, 2, True), (no_dimension, 2, False), (no_dimension, 3, False), (resized, 2), (resized, 3)):
        tally.run("hierarchies", f"{function.__name__} {arguments}", None, function, *arguments)


def objects(scratch):
    """Elements of any length, which are objects for NumPy: they write, we read and change, they read."""
    texts = ["", "a", "\u00fc \u2713 \U0001f600", "x" * 300, "b\0c"]
    for version, store in ((2, str(scratch / "objects")), (3, DirectoryStoreV3(str(scratch / "objects3")))):
        at = scratch / ("objects" if version == 2 else "objects3")
        codecs = (numcodecs.VLenUTF8(), numcodecs.VLenBytes(), numcodecs.JSON(), numcodecs.Categorize(texts[1:], dtype=object))
        for number, codec in enumerate(codecs):
            pool = [t.encode() for t in texts] if isinstance(codec, numcodecs.VLenBytes) else texts
            # Of JSON in order F it mixes up the elements itself: lists by rows are taken for lists by columns.
            for order in "C" if isinstance(codec, numcodecs.JSON) else "CF":
                path, values = f"a{number}{order}", np.empty((5, 7), object)
                values.ravel()[:] = [pool[i * i % len(pool)] for i in range(35)]
                fill = b"" if isinstance(codec, numcodecs.VLenBytes) else ""
                array = zarr.create((5, 7), chunks=(2, 3), dtype=object, object_codec=codec, order=order, store=store, path=path,
                                    zarr_version=version, fill_value=None if version == 3 or fill == b"" else fill)
                array[:4] = values[:4]
                array[4:] = values[4:]
                with libzarr.Store(at) as ours:
                    node = ours.open(path)
                    check((node.read() == values).all(), f"{path}: {codec} of version {version}, as they wrote it")
                    check((node.read((1, 2), (3, 4)) == values[1:4, 2:6]).all(), f"{path}: a region")
                    node.write(values[2:5, 1:6][::-1], (1, 0))
                values[1:4, 0:5] = values[2:5, 1:6][::-1].copy()
                found = zarr.open_array(store, path=path, mode="r", zarr_version=version)[...]
                check((found == values).all(), f"{path}: {codec} of version {version}, after we wrote")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    scratch = pathlib.Path(sys.argv[1]).resolve()
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tally = Tally("zarr_python_2", GAPS, everything=every == 1)
    for part in (v1, v2, v3_2020, hierarchies):
        part(tally, scratch, every)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
