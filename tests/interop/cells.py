"""What the tests share that drive the library by ctypes: the arrays to be made, elements of any bits for them, and how they
are made and compared through the library.
"""

import dataclasses
import math
import random
import zlib

import numpy as np

import libzarr
from tally import check

# NumPy's spelling, as the documents of v1, v2 and the shape of 2020 have it.
NUMBERS = ["|b1", "|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "|u1", "<u2", ">u2", "<u4", ">u4", "<u8", ">u8",
           "<f2", ">f2", "<f4", ">f4", "<f8", ">f8"]
COMPLEX = ["<c8", ">c8", "<c16", ">c16"]
TEXTS = ["|S1", "|S5", "<U1", "<U3", ">U3"]
TIMES = ["<M8[ns]", ">M8[D]", "<M8[25s]", "<m8[us]", ">m8[h]"]
RAW = ["|V3", "|V8"]
STRUCTS = [
    [["a", "<i4"], ["b", ">f8"], ["c", "|S3"]],
    [["r", "|u1"], ["g", "|u1"]],
]
NESTED = [
    [["m", "<f4", [2, 2]], ["k", ">u2"]],
    [["p", [["x", "<i2"], ["y", ">c16"]]], ["q", "|u1"], ["t", ">M8[s]"]],
]
ALL_TYPES = NUMBERS + COMPLEX + TEXTS + TIMES + RAW + STRUCTS + NESTED
SHAPES = [((70,), (30,)), ((25, 31), (10, 20)), ((9, 10, 11), (4, 6, 5)), ((60,), (60,))]


def dtype_of(spelled):
    if isinstance(spelled, str):
        return np.dtype(spelled)
    return np.dtype([(name, dtype_of(kind), *map(tuple, shape)) for name, kind, *shape in spelled])


def native(array):
    """The elements in the byte order of the machine; bytes are swapped, never converted."""
    array = np.asarray(array)
    return array.astype(array.dtype.newbyteorder("="), order="C", copy=True)


def any_bits(rng, dtype, shape):
    """Elements of any bits that the type allows, with runs so that codecs find something to do."""
    dtype = np.dtype(dtype)
    count = math.prod(shape)
    if dtype.fields:
        values = np.zeros(count, dtype)
        for name in dtype.names:
            part = dtype[name]
            base, inner = part.subdtype or (part, ())
            values[name] = any_bits(rng, base, (count, *inner))
        return values.reshape(shape)
    few = count // 2 + 1
    if dtype.kind == "b":
        pool = np.array([rng.random() < 0.5 for _ in range(few)])
    elif dtype.kind == "U":
        text = np.array([rng.randrange(1, 0xD800) for _ in range(few * dtype.itemsize // 4)], np.uint32)
        pool = text.astype(text.dtype.newbyteorder(dtype.byteorder)).view(dtype)
    else:
        pool = np.frombuffer(rng.randbytes(dtype.itemsize * few), dtype)
    return pool[np.arange(count) // 2 % few].reshape(shape)


def fills_of(dtype):
    """Fill values worth trying: one of ordinary bits, and the corners of the type."""
    dtype = np.dtype(dtype)
    kind, size = dtype.kind, dtype.itemsize
    if kind == "b":
        return [np.bool_(True)]
    if kind in "iu":
        limits = np.iinfo(dtype)
        return [dtype.type(v) for v in (7, limits.min, limits.max)]
    if kind == "f":
        return [dtype.type(v) for v in (-1.5, math.nan, math.inf, -math.inf, -0.0, 0.1)] + [np.finfo(dtype).max]
    if kind == "c":
        return [dtype.type(v) for v in (complex(1, -2), complex(math.nan, math.inf), complex(-0.0, 0.1))]
    if kind == "S":
        return [np.array(b"abcdefgh"[:size], dtype)[()], np.array(b"", dtype)[()]]
    if kind == "U":
        return [np.array("h\u00e9\u2713"[:size // 4], dtype)[()], np.array("", dtype)[()]]
    if kind in "mM":
        return [np.array(v, "i8").view(dtype.newbyteorder("="))[()] for v in (12345, -1, -2**63)]
    rng = random.Random(size)
    return [any_bits(rng, dtype, ()).reshape(())[()]]


@dataclasses.dataclass(frozen=True)
class Cell:
    """One array to be made. `fill` is an index into fills_of, None for the default of the format; `write` is "all",
    "part" or "nothing"."""

    dtype: object
    codecs: tuple = ()
    order: str = "C"
    fill: object = None
    shape: tuple = (25, 31)
    chunks: tuple = (10, 20)
    separator: str = "."
    write: str = "all"
    shards: tuple = None
    attributes: object = None

    @property
    def numpy(self):
        return dtype_of(self.dtype)

    @property
    def kind(self):
        return self.numpy.kind

    @property
    def fill_value(self):
        return np.zeros((), self.numpy)[()] if self.fill is None else fills_of(self.numpy)[self.fill]

    @property
    def fill_memory(self):
        """The bytes of the fill value in the byte order of the machine."""
        return native(np.array(self.fill_value, self.numpy)).tobytes()

    def rng(self):
        return random.Random(zlib.crc32(repr(dataclasses.astuple(self)).encode()))

    def region(self):
        """Where elements are written, as start and count."""
        if self.write == "all":
            return (0,) * len(self.shape), self.shape
        rng = self.rng()
        start = tuple(rng.randrange(n) if n else 0 for n in self.shape)
        return start, tuple(rng.randint(1, n - s) if n else 0 for n, s in zip(self.shape, start))

    def content(self):
        """What is written, and the whole array that must be read afterwards."""
        start, count = self.region()
        whole = np.full(self.shape, self.fill_value, self.numpy)
        part = any_bits(self.rng(), self.numpy, count)
        if self.write != "nothing":
            whole[tuple(slice(s, s + c) for s, c in zip(start, count))] = part
        return part, whole


def make_ours(cell, store, path, format):
    """Creates the array of a cell through the library, and returns what must be read."""
    fill = None if cell.fill is None else cell.fill_memory
    with libzarr.Builder(cell.dtype, cell.shape, format, chunks=cell.chunks, shards=cell.shards, fill=fill,
                         order=cell.order, separator=cell.separator if format != libzarr.V1 else None,
                         attributes=cell.attributes, codecs=cell.codecs) as builder:
        array = store.create(path, builder)
    with array:
        part, whole = cell.content()
        if cell.write != "nothing":
            array.write(part, cell.region()[0])
    return whole


def bytes_of(array):
    return native(array).tobytes()


def with_one_nan(cell, data):
    """The elements, with one NaN in the parts of those that equal a complex fill value with a NaN. zarr-python 2 adds the parts up,
    as `nan + 1j * inf`, and the compiler of Python decides about the sign of that NaN (3.11.2 of Debian: negative; others: positive).
    Other elements keep the NaN that they were written with."""
    data = native(data)
    if cell.kind != "c" or not np.isnan(cell.fill_value):
        return data
    fill, parts = cell.fill_value, np.atleast_1d(data).view(data.real.dtype).reshape(*data.shape, 2)
    filled = np.ones(data.shape, bool)
    for index, part in enumerate((fill.real, fill.imag)):
        filled &= np.isnan(parts[..., index]) if np.isnan(part) else parts[..., index] == part
    for index, part in enumerate((fill.real, fill.imag)):
        if np.isnan(part):
            parts[..., index][filled] = np.nan
    return data


def compare_ours(cell, array, whole, regions=4, fill=True, attributes=True):
    """The elements that the library reads from an array of another writer."""
    check(array.shape == tuple(cell.shape), f"shape {array.shape}")
    check(array.chunks == tuple(cell.chunks), f"chunks {array.chunks}")
    check(array.shards == tuple(cell.shards or cell.chunks), f"shards {array.shards}")
    dtype = whole.dtype.newbyteorder("=")
    if whole.dtype.kind != "V":
        check(array.dtype == dtype, f"data type {array.dtype}")
    if fill:
        check(array.fill_bytes == cell.fill_memory, f"fill value {array.fill_bytes.hex()}")
    if attributes:
        check(array.attributes == (cell.attributes or {}), f"attributes {array.attributes}")
    data = with_one_nan(cell, whole)
    check(with_one_nan(cell, array.read()).tobytes() == data.tobytes(), "elements differ")
    rng = cell.rng()
    for _ in range(regions):
        start = tuple(rng.randrange(n) if n else 0 for n in cell.shape)
        count = tuple(rng.randint(0, n - s) for n, s in zip(cell.shape, start))
        where = tuple(slice(s, s + c) for s, c in zip(start, count))
        part = with_one_nan(cell, array.read(start, count))
        check(part.tobytes() == np.ascontiguousarray(data[where]).tobytes(), f"region {where} differs")


def compare_theirs(cell, dtype, data, fill, whole, attributes):
    """The elements that another reader read from an array of the library; `fill` None: not compared."""
    check(dtype == whole.dtype, f"data type {dtype}")
    check(bytes_of(with_one_nan(cell, data)) == bytes_of(with_one_nan(cell, whole)), "elements differ")
    if fill is not None:
        fill, wanted = (with_one_nan(cell, np.array(value, whole.dtype)) for value in (fill, cell.fill_value))
        check(bytes_of(fill) == bytes_of(wanted), f"fill value {fill!r}")
    check(attributes == (cell.attributes or {}), f"attributes {attributes}")


ATTRIBUTES = {"z": 1, "a": [1.5, None, {"deep": True}], "text": "\u00fc \u2713", "big": 2**63}
BLOSC = ["blosclz", "lz4", "lz4hc", "zlib", "zstd"]


def blosc(cname, shuffle, clevel=5):
    return ("blosc", {"cname": cname, "clevel": clevel, "shuffle": shuffle, "blocksize": 0})


def lzma(**members):
    return ("lzma", {"format": 1, "check": -1, "preset": None, "filters": None} | members)


RAW_LZMA = [{"id": 3, "dist": 4}, {"id": 33, "preset": 1}]
V1_CODECS = [(), (("zlib", {"level": 1}),), (("zlib", {"level": 9}),), (("bz2", {"level": 1}),),
             (lzma(check=0, preset=1),), (lzma(format=2, check=0, preset=1),), (lzma(check=4),),
             (lzma(format=3, check=0, filters=RAW_LZMA),), (blosc("snappy", 1),)]
V1_CODECS += [(blosc(cname, shuffle),) for cname in BLOSC for shuffle in range(3)]
COMPRESSORS = V1_CODECS + [(("gzip", {"level": 1}),), (("zstd", {"level": 3}),), (("lz4", {"acceleration": 1}),)]


def cells(types, chains, shapes=SHAPES, separators="."):
    """Each type with each chain; the other choices go round, so that all of their pairs occur over a few hundred cells."""
    for t, dtype in enumerate(types):
        fills = [None, *range(len(fills_of(Cell(dtype).numpy)))]
        for c, codecs in enumerate(chains):
            for order in "CF":
                n = 3 * t + 5 * c + (order == "F")
                shape, chunks = shapes[n % len(shapes)]
                yield Cell(dtype, codecs, order, fills[(t + c) % len(fills)], shape, chunks,
                           separators[(n // 2) % len(separators)], ("all", "part", "all", "nothing")[n // 3 % 4],
                           attributes=ATTRIBUTES if n % 3 == 0 else None)


def fill_cells(types, **more):
    """Each type with each of its fill values, partly written."""
    for dtype in types:
        for fill in range(len(fills_of(Cell(dtype).numpy))):
            yield Cell(dtype, (("zlib", {"level": 1}),), fill=fill, write="part", **more)


def snappy(cell):
    return any(name == "blosc" and c["cname"] == "snappy" for name, c in cell.codecs)


def not_finite(cell):
    return cell.kind in "fc" and not np.isfinite(cell.fill_value)


def negative_zero(cell):
    value = cell.fill_value
    return cell.kind in "fc" and any(part == 0 and np.signbit(part) for part in (value.real, value.imag))
