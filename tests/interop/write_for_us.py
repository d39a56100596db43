"""The other way round: zarr-python, zarrs under it, and tensorstore write random arrays, and read_theirs.c reads them
through the C ABI.

    write_for_us.py DIRECTORY [SEED [COUNT]]

COUNT arrays for each of the three writers and of the formats v2 and v3. Everything is drawn from SEED: type, shape, chunks, codecs,
order or permutation, byte order, separator, fill value, shards (v3), and the regions that are written. DIRECTORY/theirs.bin holds the
elements (C order, little-endian), DIRECTORY/theirs.txt one line an array:

    store-path data-type fill-value-hex offset size ndim shape...
"""

import math
import pathlib
import random
import sys
import warnings

import numcodecs
import numpy as np
import tensorstore
import zarr
from zarr.codecs import BloscCodec, BytesCodec, Crc32cCodec, GzipCodec, TransposeCodec, ZstdCodec

from read_back import NUMPY, little

TYPES = [name for name in NUMPY if name != "r24"]
SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"]


def any_bits(rng, dtype, shape):
    """Elements of any bits, with runs so that codecs find something to do."""
    count = math.prod(shape)
    data = rng.randbytes(dtype.itemsize * (count // 3 + 1))
    pool = np.frombuffer(data, dtype if dtype.kind != "b" else "u1")
    pool = (pool & 1).astype(bool) if dtype.kind == "b" else pool
    return pool[np.arange(count) // 2 % len(pool)].reshape(shape).copy()


def draw(rng):
    """What does not depend on the writer."""
    ndim = rng.randrange(5)
    most = {0: 1, 1: 3000, 2: 60, 3: 14, 4: 7}[ndim]
    shape = [rng.choice([rng.randint(1, most), rng.randint(1, most), 0 if rng.random() < 0.1 else 1]) for _ in range(ndim)]
    chunks = [rng.randint(1, max(1, n + n // 3)) for n in shape]
    name = rng.choice(TYPES)
    dtype = np.dtype(NUMPY[name])
    fill = any_bits(rng, dtype, (1,))[0] if rng.random() < 0.7 else dtype.type(0)
    if dtype.kind in "fc":
        parts = np.array([rng.choice([0.0, -0.0, 1.5, math.inf, -math.inf, math.nan, -2.25e-5]) for _ in range(2)])
        half = np.dtype(f"f{dtype.itemsize // (2 if dtype.kind == 'c' else 1)}")
        fill = parts.astype(half)[: 2 if dtype.kind == "c" else 1].view(dtype)[0]
    return shape, chunks, name, dtype, fill


def blosc(rng, snappy):
    names = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"] + (["snappy"] if snappy else [])
    return {"cname": rng.choice(names), "clevel": rng.randint(0, 9), "shuffle": rng.randrange(3),
            "blocksize": rng.choice([0, 0, 256, 4096])}


def shard_of(rng, chunks):
    """Shards of one to three chunks along each axis; None: no shards."""
    return [n * rng.randint(1, 3) for n in chunks] if rng.random() < 0.4 else None


def json_fill(value):
    def part(x):
        return "NaN" if math.isnan(x) else ("Infinity" if x > 0 else "-Infinity") if math.isinf(x) else float(x)

    if value.dtype.kind == "c":
        return [part(value.real), part(value.imag)]
    return part(value) if value.dtype.kind == "f" else value.item()


def by_zarr_python(rng, path, version, shape, chunks, dtype, fill):
    kwargs = {}
    choice = rng.choice(["none", "gzip", "zstd", "blosc", "zlib", "bz2", "lz4", "lzma"])
    level = rng.randint(0, 9)
    checksum = rng.choice([None, None, "crc32c", "crc32", "adler32", "fletcher32"])
    if version == 2:
        dtype = dtype.newbyteorder(rng.choice("<>"))
        kwargs["compressors"] = {
            "bz2": numcodecs.BZ2(level or 1), "lz4": numcodecs.LZ4(level), "lzma": numcodecs.LZMA(preset=level % 3),
            "none": None, "gzip": numcodecs.GZip(level), "zlib": numcodecs.Zlib(level),
            "zstd": numcodecs.Zstd(level, checksum=rng.random() < 0.5), "blosc": numcodecs.Blosc(**blosc(rng, False)),
        }[choice]
        filters = {
            "i": [numcodecs.Delta(dtype.str)], "u": [numcodecs.Delta(dtype.str)], "b": [numcodecs.PackBits()],
            "f": [numcodecs.AsType(dtype.newbyteorder("S").str, dtype.str)] if dtype.itemsize == 8 else [],
        }.get(dtype.kind, []) if rng.random() < 0.4 else []
        filters += [numcodecs.Shuffle(rng.choice([1, 2, 4]))] if dtype.itemsize % 4 == 0 and rng.random() < 0.3 else []
        filters += [numcodecs.get_codec({"id": checksum})] if checksum else []
        kwargs["filters"] = filters or None
        kwargs["order"] = rng.choice("CF")
        kwargs["chunk_key_encoding"] = {"name": "v2", "separator": rng.choice("./")}
    else:
        theirs = zarr.codecs.numcodecs
        setting = blosc(rng, False)
        setting["shuffle"] = SHUFFLES[setting["shuffle"]]
        codecs = {
            "bz2": [theirs.BZ2(level=level or 1)], "lz4": [theirs.LZ4(acceleration=level)],
            "lzma": [theirs.LZMA(preset=level % 3, format=1, check=rng.choice([0, 1, 4, 10]))],
            "none": [], "gzip": [GzipCodec(level=level)], "zstd": [ZstdCodec(level=level, checksum=rng.random() < 0.5)],
            "blosc": [BloscCodec(typesize=dtype.itemsize, **setting)], "zlib": [theirs.Zlib(level=level)],
        }[choice]
        sums = {"crc32c": Crc32cCodec, "crc32": theirs.CRC32, "adler32": theirs.Adler32, "fletcher32": theirs.Fletcher32}
        kwargs["compressors"] = codecs + ([sums[checksum]()] if checksum else [])
        order = rng.sample(range(len(shape)), len(shape))
        kwargs["filters"] = [TransposeCodec(order=order)] if len(shape) > 1 and rng.random() < 0.6 else []
        endian = rng.choice(["little", "big"])
        # zarr-python reads differences back in one byte order only, and forgets a transpose in front of them.
        if dtype.kind in "iu" and endian == "little" and not kwargs["filters"] and rng.random() < 0.7:
            kwargs["filters"] = [theirs.Delta(dtype=dtype.str)]
        kwargs["serializer"] = BytesCodec(endian=endian)
        kwargs["chunk_key_encoding"] = {"name": rng.choice(["default", "v2"]), "separator": rng.choice("./")}
        if chunks:  # it has no shards of no dimensions
            kwargs["shards"] = shard_of(rng, chunks)
    array = zarr.create_array(str(path), shape=shape, chunks=chunks, dtype=dtype, fill_value=fill, zarr_format=version,
                              config={"write_empty_chunks": rng.random() < 0.5}, **kwargs)
    return array.__setitem__, lambda: array[...]


def by_zarrs(rng, path, *described):
    """zarr-python describes the array, zarrs makes the chunks, or zarr-python what zarrs has no codec for. It does not read
    big-endian elements: zarr-python does."""
    with zarr.config.set({"codec_pipeline.path": "zarrs.ZarrsCodecPipeline"}):
        put, _ = by_zarr_python(rng, path, *described)
    return put, lambda: zarr.open_array(str(path), mode="r")[...]


def by_tensorstore(rng, path, version, shape, chunks, dtype, fill):
    choice = rng.choice(["none", "gzip", "zstd", "blosc", "blosc"])
    level = rng.randint(0, 9)
    if version == 2:
        compressor = {"none": None, "gzip": {"id": "gzip", "level": level}, "zstd": {"id": "zstd", "level": level},
                      "blosc": {"id": "blosc", **blosc(rng, True)}}[choice]
        text = dtype.newbyteorder(rng.choice("<>")).str
        metadata = {"shape": shape, "chunks": chunks, "dtype": text, "fill_value": json_fill(fill),
                    "order": rng.choice("CF") if len(shape) > 1 else "C",
                    "compressor": compressor, "dimension_separator": rng.choice("./")}
    else:
        setting = blosc(rng, True)
        setting = {**setting, "shuffle": SHUFFLES[setting["shuffle"]], "typesize": dtype.itemsize}
        codecs = [{"name": "bytes", "configuration": {"endian": rng.choice(["little", "big"])}}]
        if len(shape) > 1 and rng.random() < 0.6:
            codecs.insert(0, {"name": "transpose", "configuration": {"order": rng.sample(range(len(shape)), len(shape))}})
        if choice != "none":
            codecs.append({"name": choice, "configuration": setting if choice == "blosc" else {"level": level}})
        if rng.random() < 0.3:
            codecs.append({"name": "crc32c"})
        shard = shard_of(rng, chunks)
        if shard is not None:
            order = rng.sample(range(len(shape)), len(shape))
            around = rng.random() < 0.4 and len(shape) > 1
            index = [{"name": "bytes", "configuration": {"endian": rng.choice(["little", "big"])}}, {"name": "crc32c"}]
            inner = [chunks[axis] for axis in order] if around else chunks
            codecs = [{"name": "sharding_indexed", "configuration": {
                "chunk_shape": inner, "codecs": codecs, "index_codecs": index[:rng.randint(1, 2)],
                "index_location": rng.choice(["start", "end"])}}]
            if around:
                codecs.insert(0, {"name": "transpose", "configuration": {"order": order}})
            chunks = shard
        metadata = {"shape": shape, "data_type": dtype.name, "fill_value": json_fill(fill), "codecs": codecs,
                    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunks}},
                    "chunk_key_encoding": {"name": rng.choice(["default", "v2"]),
                                           "configuration": {"separator": rng.choice("./")}}}
    array = tensorstore.open({"driver": {2: "zarr", 3: "zarr3"}[version], "metadata": metadata, "create": True,
                              "kvstore": {"driver": "file", "path": f"{path}/"}}).result()
    return lambda where, data: array[where].write(data).result(), lambda: array.read().result()


def main():
    if not 2 <= len(sys.argv) <= 4:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    root = pathlib.Path(sys.argv[1]).resolve()
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 120
    rng = random.Random(seed)
    root.mkdir(parents=True, exist_ok=True)
    offset = 0
    with open(root / "theirs.bin", "wb") as values, open(root / "theirs.txt", "w", encoding="utf-8") as lines:
        for writer in (by_zarr_python, by_tensorstore, by_zarrs):
            for version in (2, 3):
                for number in range(count):
                    shape, chunks, name, dtype, fill = draw(rng)
                    if writer is by_tensorstore and name == "bool":
                        fill = np.bool_(fill)
                    path = root / f"{writer.__name__[3:]}-v{version}" / f"a{number:03d}"
                    put, get = writer(rng, path, version, shape, chunks, np.dtype(NUMPY[name]), fill)
                    whole = np.full(shape, fill, dtype)
                    for _ in range(rng.choice([0, 1, 1, 2, 3])):
                        start = [rng.randrange(n) if n else 0 for n in shape]
                        where = tuple(slice(s, rng.randint(s, n)) for s, n in zip(start, shape))
                        where = tuple(slice(0, n) for n in shape) if rng.random() < 0.4 else where
                        part = any_bits(rng, dtype, [s.stop - s.start for s in where])
                        whole[where] = part
                        if part.size:
                            put(where, part)
                    # A writer that does not read its own data back would prove nothing about us.
                    if little(get()) != little(whole):
                        sys.exit(f"FAIL {path}: {writer.__name__} does not read back what it wrote")
                    data = little(whole)
                    values.write(data)
                    print(path.relative_to(root), name, little(fill).hex(), offset, len(data), len(shape), *shape,
                          file=lines)
                    offset += len(data)
    print(f"write_for_us: {6 * count} arrays from seed {seed}")


if __name__ == "__main__":
    main()
