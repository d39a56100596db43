"""N5: the library and another program, each reading what the other wrote, blocks at the border included.

    n5.py tensorstore|zarr SCRATCH [EVERY]

"zarr" is the N5Store of zarr-python 2. Every EVERY-th case is tried, all of them by default. Elements are compared as bytes, documents by what the other program makes of them.
"""

import itertools
import json
import pathlib
import shutil
import sys

import numpy as np

import libzarr
from tally import Tally, check

TYPES = ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8"]
# Shape, chunks, and the region that is written: all of it, with blocks cut at the border; a part; nothing of one axis.
SHAPES = [
    ((11,), (4,), ((0,), (11,))),
    ((5, 7), (2, 3), ((0, 0), (5, 7))),
    ((5, 7), (2, 3), ((1, 2), (3, 4))),
    ((4, 3, 5), (2, 2, 2), ((0, 1, 0), (4, 2, 5))),
    ((2, 3, 2, 3), (2, 2, 2, 2), ((0, 0, 0, 0), (2, 3, 2, 3))),
]
# The builder's codecs, and N5's names of them.
COMPRESSIONS = [
    ((), {"type": "raw"}),
    ((("gzip", {"level": 3}),), {"type": "gzip", "level": 3, "useZlib": False}),
    ((("zlib", {"level": 3}),), {"type": "gzip", "level": 3, "useZlib": True}),
    ((("bz2", {"level": 4}),), {"type": "bzip2", "blockSize": 4}),
    ((("lzma", {"preset": 2}),), {"type": "xz", "preset": 2}),
    ((("zstd", {"level": 2}),), {"type": "zstd", "level": 2}),
    ((("blosc", {"cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}),),
     {"type": "blosc", "cname": "lz4", "clevel": 5, "shuffle": 1, "blocksize": 0}),
]
ATTRIBUTES = {"scales": [[1, 1], [2, 2]], "origin": "µm"}


def elements(dtype, shape):
    return (np.arange(1, np.prod(shape) + 1, dtype="u8") * 2654435761 % 100003).astype(dtype).reshape(shape)


class TensorStore:
    name = "TensorStore"

    def __init__(self):
        import tensorstore
        self.ts = tensorstore

    def spec(self, path):
        return {"driver": "n5", "kvstore": {"driver": "file", "path": f"{path}/"}}

    def read(self, path):
        # It has the axes as N5 lists them.
        array = self.ts.open(self.spec(path), open=True).result()
        return np.asarray(array.read().result()).T, None

    def write(self, path, dtype, shape, chunks, compression, start, values):
        metadata = {"dimensions": shape[::-1], "blockSize": chunks[::-1], "dataType": np.dtype(dtype).name,
                    "compression": compression, **ATTRIBUTES}
        array = self.ts.open({**self.spec(path), "metadata": metadata}, create=True).result()
        region = tuple(slice(s, s + c) for s, c in zip(start, values.shape))
        array[region[::-1]].write(values.T).result()


class Zarr:
    name = "zarr-python 2"

    def __init__(self):
        import warnings
        warnings.simplefilter("ignore")
        import numcodecs
        import zarr
        self.zarr, self.numcodecs = zarr, numcodecs

    def open(self, path):
        path = pathlib.Path(path)
        return self.zarr.n5.N5Store(str(path.parent)), path.name

    def read(self, path):
        store, name = self.open(path)
        array = self.zarr.open_array(store=store, path=name, mode="r")
        return array[...], array.attrs.asdict()

    def write(self, path, dtype, shape, chunks, compression, start, values):
        ids = {"gzip": "zlib" if compression.get("useZlib") else "gzip", "bzip2": "bz2", "xz": "lzma"}
        configuration = {k: v for k, v in compression.items() if k not in ("type", "useZlib")}
        if compression["type"] == "bzip2":
            configuration = {"level": compression["blockSize"]}
        codec = None
        if compression["type"] != "raw":
            codec = self.numcodecs.get_codec({"id": ids.get(compression["type"], compression["type"]), **configuration})
        store, name = self.open(path)
        array = self.zarr.open_array(store=store, path=name, mode="w", shape=shape, chunks=chunks, dtype=dtype,
                                     compressor=codec, fill_value=0)
        array.attrs.put(ATTRIBUTES)
        array[tuple(slice(s, s + c) for s, c in zip(start, values.shape))] = values


def whole(dtype, shape, start, values):
    expected = np.zeros(shape, dtype)
    expected[tuple(slice(s, s + c) for s, c in zip(start, values.shape))] = values
    return expected


def same(found, expected):
    found = np.ascontiguousarray(found)
    check(found.dtype.newbyteorder("=") == expected.dtype, f"the type is {found.dtype}, not {expected.dtype}")
    check(found.shape == expected.shape, f"the shape is {found.shape}, not {expected.shape}")
    check(found.astype(expected.dtype).tobytes() == expected.tobytes(), "the elements differ")


def ours(other, root, dtype, shape, chunks, region, compression):
    codecs, words = compression
    start, count = region
    values = elements(dtype, count)
    with libzarr.Store(root) as store:
        builder = libzarr.Builder(np.dtype(dtype).name, shape, libzarr.N5, chunks, attributes=ATTRIBUTES, codecs=codecs)
        store.create("a", builder).write(values, start)
    found, attributes = other.read(root / "a")
    same(found, whole(dtype, shape, start, values))
    document = json.loads((root / "a/attributes.json").read_text())
    check(document["compression"] == words, f"the compression is {document['compression']}")
    check(attributes in (None, ATTRIBUTES), f"the attributes are {attributes}")


def theirs(other, root, dtype, shape, chunks, region, compression):
    start, count = region
    values = elements(dtype, count)
    other.write(root / "a", dtype, shape, chunks, compression[1], start, values)
    with libzarr.Store(root) as store:
        array = store.open("a")
        expected = whole(dtype, shape, start, values)
        same(array.read(), expected)
        check((array.chunks, array.format) == (tuple(chunks), libzarr.N5), f"chunks {array.chunks}, format {array.format}")
        check(array.attributes == ATTRIBUTES, f"the attributes are {array.attributes}")
        # One element changed by us in the middle of what they wrote, and read by them.
        at = tuple(length // 2 for length in shape)
        array.write(np.full((1,) * len(shape), 7, dtype), at)
        expected[at] = 7
    same(other.read(root / "a")[0], expected)


def main():
    which, scratch = sys.argv[1], pathlib.Path(sys.argv[2])
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    other = {"tensorstore": TensorStore, "zarr": Zarr}[which]()
    tally = Tally(f"n5_{which}")
    for way in (ours, theirs):
        cases = itertools.islice(itertools.product(TYPES, SHAPES, COMPRESSIONS), 0, None, every)
        for number, (dtype, case, compression) in enumerate(cases):
            root = scratch / f"{way.__name__}{number}"
            root.mkdir(parents=True)
            label = f"{dtype} {case[0]} {compression[1]['type']}"
            tally.run(f"{other.name}, {way.__name__}", label, None, way, other, root, dtype, *case, compression)
            shutil.rmtree(root)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
