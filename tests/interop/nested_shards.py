"""Shards within shards, with their index at either end and in either byte order: the library, zarr-python 3 and tensorstore read
what each of them wrote.

    nested_shards.py SCRATCH
"""

import itertools
import json
import pathlib
import random
import sys
import warnings

import numpy as np
import tensorstore
import zarr
from zarr.storage import LocalStore

import libzarr
from cells import any_bits, bytes_of
from tally import Tally, check

SHAPE, SHARD, MIDDLE, CHUNK = [13, 18], [8, 12], [4, 6], [2, 3]
INNER = [[], [{"name": "gzip", "configuration": {"level": 1}}], [{"name": "crc32c"}],
         [{"name": "zstd", "configuration": {"level": 1, "checksum": True}}, {"name": "crc32c"}]]


def little(endian="little"):
    return {"name": "bytes", "configuration": {"endian": endian}}


def sharding(chunk_shape, codecs, location, endian, checksum):
    index = [little(endian)] + ([{"name": "crc32c"}] if checksum else [])
    return {"name": "sharding_indexed", "configuration": {
        "chunk_shape": chunk_shape, "codecs": codecs, "index_codecs": index, "index_location": location}}


def documents():
    ends = ("start", "end")
    for n, (outer, inner, codecs, transposed) in enumerate(itertools.product(ends, ends, INNER, (False, True))):
        endian, checksum = ("little", "big")[n % 3 == 0], n % 4 != 1
        chain = [little(("little", "big")[n % 2])] + codecs
        if transposed:
            chain.insert(0, {"name": "transpose", "configuration": {"order": [1, 0]}})
        middle = sharding(CHUNK, chain, inner, endian, checksum)
        yield {"zarr_format": 3, "node_type": "array", "shape": SHAPE, "data_type": "int32", "fill_value": -7,
               "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": SHARD}},
               "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
               "codecs": [sharding(MIDDLE, [middle], outer, ("little", "big")[n % 5 == 0], n % 3 != 2)], "attributes": {}}


def regions(rng):
    """One small region, one across shards, then everything again: inner chunks are added and replaced."""
    yield (5, 7), (2, 3)
    start = rng.randrange(6), rng.randrange(8)
    yield start, (rng.randint(3, 7), rng.randint(4, 10))
    if rng.random() < 0.5:
        yield (0, 0), tuple(SHAPE)


class Ours:
    def create(self, at, document):
        self.array = libzarr.Store(at).create_json("/", libzarr.V3, document)

    def write(self, start, part):
        self.array.write(part, start)

    def read(self, at, start, count):
        return libzarr.Store(at, mode="r").open().read(start, count)


class ZarrPython:
    def create(self, at, document):
        at.mkdir(parents=True)
        (at / "zarr.json").write_text(json.dumps(document))
        self.array = zarr.open_array(LocalStore(at), mode="r+")

    def write(self, start, part):
        self.array[tuple(slice(s, s + n) for s, n in zip(start, part.shape))] = part

    def read(self, at, start, count):
        return zarr.open_array(LocalStore(at), mode="r")[tuple(slice(s, s + n) for s, n in zip(start, count))]


class TensorStore:
    def create(self, at, document):
        metadata = {k: v for k, v in document.items() if k not in ("zarr_format", "node_type")}
        self.array = self.open(at, create=True, metadata=metadata)

    def open(self, at, **more):
        return tensorstore.open({"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{at}/"}} | (
            {"metadata": more.pop("metadata")} if "metadata" in more else {}), **more).result()

    def write(self, start, part):
        self.array[tuple(slice(s, s + n) for s, n in zip(start, part.shape))].write(part).result()

    def read(self, at, start, count):
        return self.open(at, read=True)[tuple(slice(s, s + n) for s, n in zip(start, count))].read().result()


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    scratch = pathlib.Path(sys.argv[1]).resolve()
    tally = Tally("nested_shards")
    programs = {"the library": Ours(), "zarr-python": ZarrPython(), "tensorstore": TensorStore()}
    for number, document in enumerate(documents()):
        rng = random.Random(number)
        for name, writer in programs.items():
            at, whole = scratch / f"{name.replace(' ', '-')}-{number}", np.full(SHAPE, -7, "i4")

            def write():
                writer.create(at, document)
                for start, count in regions(rng):
                    part = any_bits(rng, "i4", count)
                    writer.write(start, part)
                    whole[tuple(slice(s, s + n) for s, n in zip(start, count))] = part

            if not tally.run(f"{name} writes", number, document, write):
                continue
            for other, reader in programs.items():

                def read():
                    check(bytes_of(reader.read(at, (0, 0), SHAPE)) == bytes_of(whole), "elements differ")
                    check(bytes_of(reader.read(at, (3, 5), (6, 9))) == bytes_of(whole[3:9, 5:14]), "a region differs")

                tally.run(f"{name} writes, {other} reads", number, document, read)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
