"""GDAL and the library, each reading what the other wrote: v2, and what the GDAL at hand calls v3, which is the v3 of
2020 up to 3.7.

    with_gdal.py SCRATCH [EVERY]

For a Python that has osgeo, such as Debian's with python3-gdal, or the wheel of rasterio.
"""

import dataclasses
import pathlib
import sys

import numpy as np

try:
    import rasterio
    import gdal_c as gdal
except ImportError:
    rasterio = None
    from osgeo import gdal

import libzarr
from cells import (ALL_TYPES, COMPRESSORS, SHAPES, STRUCTS, Cell, bytes_of, cells, compare_ours, fill_cells, make_ours,
                   native, not_finite, snappy)
from tally import Tally, check

OURS, OURS_V3, THEIRS, MORE = "ours", "ours, v3", "theirs", "hierarchies, texts, growing, pictures"
VERSION = int(gdal.VersionInfo("VERSION_NUM")) // 10000
TYPES = {gdal.GDT_Byte: "u1", gdal.GDT_UInt16: "u2", gdal.GDT_Int16: "i2", gdal.GDT_UInt32: "u4", gdal.GDT_Int32: "i4",
         gdal.GDT_UInt64: "u8", gdal.GDT_Int64: "i8", gdal.GDT_Float32: "f4", gdal.GDT_Float64: "f8"}
if rasterio:
    TYPES |= {gdal.GDT_CFloat32: "c8", gdal.GDT_CFloat64: "c16", gdal.GDT_Int8: "i1"}
if VERSION >= 311:
    TYPES |= {gdal.GDT_Float16: "f2"}
ATTRIBUTES = {"z": 1, "text": "\u00fc \u2713", "list": [1.5, 2.5]}
V3 = (libzarr.V3, "v3") if VERSION >= 308 else (libzarr.V3_2020, "v3-2020")
# Its final v3 before 3.11 has no codec "bytes", and is the only one that it reads.
READS_V3 = VERSION >= 311
# A text, its type in v2, and how GDAL is asked for it.
TEXTS = [("|S9", "STRING"), ("<U9", "UNICODE")]
# The compression of fill_cells.
ZLIB = (("zlib", {"level": 1}),)
STRUCT = np.dtype([("a", "<i4"), ("b", "<f8"), ("c", "<u2")])


def compressions(driver, format):
    """What this GDAL can be told of compressing: options of an array."""
    known = driver.GetMetadataItem("COMPRESSORS").upper().split(",")
    yield ["COMPRESS=NONE"]
    for name in ("GZIP", "ZLIB", "LZMA", "ZSTD", "LZ4"):
        if name in known and (format != libzarr.V3 or name == "GZIP" or (name == "ZSTD" and VERSION >= 312)):
            yield [f"COMPRESS={name}"]
            if name == "LZMA":
                yield ["COMPRESS=LZMA", "LZMA_DELTA=4"]
            if name == "ZSTD" and VERSION >= 312:
                yield ["COMPRESS=ZSTD", "ZSTD_LEVEL=1", "ZSTD_CHECKSUM=YES"]
    if "BLOSC" in known:
        for cname in driver.GetMetadataItem("BLOSC_COMPRESSORS").split(","):
            for shuffle in ("NONE", "BYTE", "BIT"):
                yield ["COMPRESS=BLOSC", f"BLOSC_CNAME={cname}", f"BLOSC_SHUFFLE={shuffle}"]


def more_digits(cell):
    """A fill value whose shortest decimal is another number in double precision."""
    value = cell.fill_value
    return cell.kind == "f" and np.isfinite(value) and float(repr(value.item())) != float(str(value))


def has(cell, codec):
    return any(name == codec for name, _ in cell.codecs)


GAPS = [
    (OURS, "error", lambda c: c.kind in "mM", "no times"),
    (OURS, "error", lambda c: has(c, "bz2"), "no bz2"),
    (OURS, "error", lambda c: any((p or {}).get("format", 1) != 1 for _, p in c.codecs), "of lzma the container xz only"),
    (OURS, "differs", lambda c: c.kind == "u" and c.fill_value > 2**63, "cuts fill values off at the largest int64"),
]
if rasterio is None:
    GAPS += [
        (OURS, "differs", more_digits, "takes the decimal of a fill value in double precision, without rounding to the type"),
        (THEIRS, "differs", lambda c: c.codecs and c.write == "part", "does not read back what it wrote of a part with deltas"),
        (OURS, "error", lambda c: c.kind == "c", "v2: wants another spelling of complex fill values than [0.0, 0.0]; v3: no complex"),
        (OURS, "error", lambda c: c.kind in "SU", "its Python module can't hand out texts"),
        (OURS, "error", lambda c: c.kind == "V", "no opaque bytes, and no structs through its Python module"),
    ]
else:
    GAPS += [
        (OURS, "error", lambda c: c.kind == "c", "wants another spelling of complex fill values than [0.0, 0.0]"),
        (OURS, "error", lambda c: c.kind == "V", "no opaque bytes, and in structs no arrays, structs or times"),
        (OURS, "error", snappy, "its blosc is built without snappy"),
        (OURS, "error", lambda c: has(c, "lz4"), "no lz4 in this build"),
        (OURS, "differs", lambda c: c.kind == "U" and c.fill is not None, "finds other texts where a text is the fill value"),
        (THEIRS, "differs", lambda c: c.kind == "c" and c.fill is not None, "v2: writes the real part of a fill value"),
        (THEIRS, "differs", lambda c: c.kind == "u" and c.fill_value > 2**63, "cuts fill values off at the largest int64"),
    ]
if READS_V3:
    GAPS += [
        (OURS_V3, "error", lambda c: c.kind in "mMSUV", "no texts, times, structs and opaque bytes"),
        (OURS_V3, "error", lambda c: any(has(c, name) for name in ("zlib", "lzma", "lz4", "bz2")), "no codecs of numcodecs"),
        (OURS_V3, "error", snappy, "its blosc is built without snappy"),
        (OURS_V3, "differs", lambda c: c.kind == "u" and c.fill_value > 2**63, "cuts fill values off at the largest int64"),
        (OURS_V3, "error", lambda c: c.shards, "no shards"),
    ]
if VERSION >= 311:
    GAPS += [(OURS, "error", lambda c: c.numpy.itemsize == 2 and not_finite(c), "no fill value of float16 that is not finite")]


def read(cell, at, path, whole, fill_too=True):
    array = gdal.OpenEx(str(at), gdal.OF_MULTIDIM_RASTER).GetRootGroup().OpenMDArrayFromFullname(path)
    check(array is not None, "no such array")
    shape = tuple(d.GetSize() for d in array.GetDimensions())
    check(shape == cell.shape and tuple(array.GetBlockSize()) == (cell.shards or cell.chunks), f"{shape} {array.GetBlockSize()}")
    data = array.ReadAsArray()
    if data.dtype == object:
        check(data.tolist() == texts_of(whole), "texts differ")
        return
    if data.dtype.names:
        for name in data.dtype.names:
            same = (data[name].tolist() == texts_of(whole[name]) if data[name].dtype == object
                    else bytes_of(data[name]) == bytes_of(whole[name]))
            check(same, f"the fields {name} differ")
        return
    check(data.dtype == TYPES[array.GetDataType().GetNumericDataType()], "its type and that of its elements")
    # Types that it lacks (bool, and int8 and float16 in older versions) it converts to larger ones.
    wanted = native(whole).astype(data.dtype)
    check(bytes_of(data) == bytes_of(wanted), f"elements differ ({data.dtype})")
    if data.dtype == whole.dtype.newbyteorder("=") and fill_too:
        fill = array.GetNoDataValueAsRaw()
        check(fill is not None and bytes(fill) == cell.fill_memory, f"fill value {fill}")
    if cell.attributes:
        found = {a.GetName(): a.Read() for a in array.GetAttributes()}
        check({k: list(v) if isinstance(v, tuple) else v for k, v in found.items()} == cell.attributes, f"attributes {found}")


def texts_of(whole):
    """Elements of fixed length as Python's texts; GDAL's end at the first NUL, as C's do."""
    if whole.dtype.kind == "S":
        texts = [value.partition(b"\0")[0].decode("utf-8", "surrogateescape") for value in whole.ravel().tolist()]
        whole = np.array(texts, object).reshape(whole.shape)
    return whole.tolist()


def write(cell, group, name, code, options):
    dimensions = [group.CreateDimension(f"{name}d{i}", None, None, n) for i, n in enumerate(cell.shape)]
    options = options + [f"BLOCKSIZE={','.join(map(str, cell.chunks))}", f"CHUNK_MEMORY_LAYOUT={cell.order}",
                         f"DIM_SEPARATOR={cell.separator}"]
    options += ["FILTER=DELTA"] if cell.codecs else []
    array = group.CreateMDArray(name, dimensions, gdal.ExtendedDataType.Create(code), options)
    part, whole = cell.content()
    start, count = cell.region()
    if cell.fill is not None:
        array.SetNoDataValueRaw(cell.fill_memory)
    array.Write(part.tobytes(), list(start), list(count))
    return whole


def compare_written(cell, at, store, path, whole):
    # A writer that does not read its own data back would prove nothing about us.
    read(dataclasses.replace(cell, attributes=None), at, f"/{path}", whole, cell.fill is not None)
    compare_ours(cell, store.open(path), whole, attributes=False)
    # Versions before 3.8 keep them to themselves.
    names = [f"{path.rpartition('/')[2]}d{i}" for i in range(len(cell.shape))] if VERSION >= 308 else []
    check(store.open(path).dimension_names == names, f"names of dimensions {store.open(path).dimension_names}")


def shard_cells():
    for n, codecs in enumerate([(), (("zstd", {"level": 1}),), (("gzip", {"level": 1}), ("crc32c", {}))]):
        yield Cell("<f4", codecs, fill=n, chunks=(5, 4), shards=(10, 16), separator="/", write=("all", "part")[n % 2])


def ours(tally, scratch, format, name, every):
    at = scratch / f"ours-{name}"
    store = libzarr.Store(at, format=name)
    store.create_group("/", format, {"title": "a"})
    # The fields of a struct have one byte order in final v3.
    final = name == "v3"
    types = [dtype for dtype in ALL_TYPES if not final or dtype == STRUCTS[1] or isinstance(dtype, str)]
    plan = [*cells(types, COMPRESSORS, separators="./" if name == "v2" else "/."), *fill_cells(types)]
    if final:
        plan = [dataclasses.replace(cell, codecs=(("gzip", {"level": 1}),)) if cell.codecs == ZLIB else cell for cell in plan]
        plan += shard_cells()
    for number, cell in enumerate(plan[::every]):
        cell = dataclasses.replace(cell, attributes=ATTRIBUTES if cell.attributes else None)

        def one():
            whole = make_ours(cell, store, f"g/a{number}", format)
            read(cell, at, f"/g/a{number}", whole)

        tally.run(OURS_V3 if final else OURS, f"{name} {number}", cell, one)


def create(at, format):
    return gdal.GetDriverByName("Zarr").CreateMultiDimensional(
        str(at), options=[f"FORMAT=ZARR_V{2 if format == libzarr.V2 else 3}"])


def theirs(tally, scratch, format, name, every):
    at = scratch / f"theirs-{name}"
    dataset = create(at, format)
    group = dataset.GetRootGroup().CreateGroup("deep").CreateGroup("er")
    made = []
    for t, (code, numpy) in enumerate(TYPES.items()):
        dtype = f"{'|' if numpy[1:] == '1' else '<'}{numpy}"
        for c, options in enumerate(compressions(gdal.GetDriverByName("Zarr"), format)):
            if (t + c) % min(every, 4):
                continue
            shape, chunks = SHAPES[(t + c) % len(SHAPES)]
            filters = (("delta", {}),) if name == "v2" and dtype[1] in "iu" and c % 2 == 0 else ()
            # Without a fill value it writes NaN as that of floats in final v3. Older versions don't read all that they
            # write.
            several = VERSION >= 308 and dtype[1] != "c" and dtype != "<f2"
            fill = None if c % 2 and (format != libzarr.V3 or dtype[1] != "f") else c // 2 % 3 if several else 0
            cell = Cell(dtype, filters, "CF"[(t + c) % 2], fill, shape, chunks, "./"[t % 2 or name != "v2"],
                        "part" if c % 3 else "all")
            made.append((cell, f"deep/er/a{t}-{c}", write(cell, group, f"a{t}-{c}", code, options)))
    # Written when no reference is left.
    del group, dataset
    with libzarr.Store(at, mode="r") as store:
        for cell, path, whole in made:
            tally.run(THEIRS, f"{name} {path}", cell, compare_written, cell, at, store, path, whole)

        def walk():
            kinds = dict(store.walk("/"))
            check(kinds == {"deep": "group", "deep/er": "group", **{path: "array" for _, path, _ in made}}, f"{kinds}")

        tally.run(MORE, name, None, walk)


def texts_and_structs(scratch):
    """Of v2 only, and only through the functions of C: texts of a fixed length, and structs."""
    at, shape = scratch / "theirs-texts", (5, 7)
    values = np.array([("\u00fc\u2713"[n % 2] + str(n))[: n % 4] for n in range(35)], object).reshape(shape)
    structs = Cell([list(field) for field in STRUCT.descr], shape=shape, chunks=(2, 3))
    dataset = create(at, libzarr.V2)
    group = dataset.GetRootGroup()
    dimensions = [group.CreateDimension(name, None, None, length) for name, length in zip("yx", shape)]
    for dtype, option in TEXTS:
        array = group.CreateMDArray(option, dimensions, gdal.ExtendedDataType.CreateString(int(dtype[2:])),
                                    ["BLOCKSIZE=2,3", f"STRING_FORMAT={option}"])
        array.WriteStrings(values)
    numbers = {numpy: code for code, numpy in TYPES.items()}
    fields = [gdal.EDTComponent.Create(name, STRUCT.fields[name][1], gdal.ExtendedDataType.Create(numbers[kind[1:]]))
              for name, kind in STRUCT.descr]
    array = group.CreateMDArray("structs", dimensions, gdal.ExtendedDataType.CreateCompound("s", STRUCT.itemsize, fields),
                                ["BLOCKSIZE=2,3", "COMPRESS=ZLIB"])
    array.Write(structs.content()[0].tobytes(), [0, 0], list(shape))
    del array, group, dataset
    with libzarr.Store(at, mode="r") as store:
        for dtype, option in TEXTS:
            found = store.open(option)
            check(found.dtype == np.dtype(dtype), f"data type {found.dtype}")
            wanted = np.char.encode(values.astype(str), "utf-8") if dtype[1] == "S" else values.astype(str)
            check((found.read() == wanted).all(), f"texts differ ({option})")
        compare_ours(structs, store.open("structs"), structs.content()[1], attributes=False)


def grow(scratch, format, name):
    """An array that each makes longer in turn."""
    at = scratch / f"grow-{name}"
    values = np.arange(90, dtype="i4").reshape(15, 6)
    dataset = create(at, format)
    group = dataset.GetRootGroup()
    dimensions = [group.CreateDimension(axis, None, None, length) for axis, length in (("t", 5), ("x", 6))]
    array = group.CreateMDArray("a", dimensions, gdal.ExtendedDataType.Create(gdal.GDT_Int32), ["BLOCKSIZE=2,4"])
    array.Write(values[:5].tobytes(), [0, 0], [5, 6])
    del array, group, dataset, dimensions
    with libzarr.Store(at) as store:
        store.open("a").append(values[5:8])
    dataset = gdal.OpenEx(str(at), gdal.OF_MULTIDIM_RASTER | gdal.OF_UPDATE)
    array = dataset.GetRootGroup().OpenMDArrayFromFullname("/a")
    array.Resize([15, 6])
    array.Write(values[8:].tobytes(), [8, 0], [7, 6])
    del array, dataset
    with libzarr.Store(at, mode="r") as store:
        check(store.open("a").shape == (15, 6), f"shape {store.open('a').shape}")
        check(store.open("a").read().tobytes() == values.tobytes(), "elements differ")
    read(Cell("<i4", shape=(15, 6), chunks=(2, 4)), at, "/a", values, False)


def pictures(scratch, format, name):
    """Rasters of one and of three bands by rasterio, with their coordinates."""
    for bands in (1, 3):
        at = scratch / f"picture{bands}-{name}"
        values = np.arange(bands * 25 * 31, dtype="i2").reshape(bands, 25, 31)
        with rasterio.open(at, "w", driver="Zarr", width=31, height=25, count=bands, dtype="int16",
                           nodata=-7 if bands == 1 else None, compress="GZIP", crs="EPSG:4326",
                           format=f"ZARR_V{2 if format == libzarr.V2 else 3}",
                           transform=rasterio.transform.from_origin(100, 50, 0.5, 0.25)) as picture:
            picture.write(values)
            picture.update_tags(title="\u00fc")
        with libzarr.Store(at, mode="r") as store:
            found = [array for array in map(store.open, store.children()) if array.ndim >= 2]
            data = np.concatenate([array.read().reshape(-1, 25, 31) for array in found])
            check(data.tobytes() == values.tobytes(), f"elements of {bands} bands differ")
            check(bands > 1 or found[0].fill_value == -7, f"fill value {found[0].fill_value}")
            check((store.open("X").read() == 100.25 + 0.5 * np.arange(31)).all(), "coordinates differ")
        if format == libzarr.V3 and not READS_V3:
            continue
        ours = scratch / f"our-picture{bands}-{name}"
        with libzarr.Store(ours) as store:
            store.create_group("/", format)
            shape, chunks = (values.shape, (1, 10, 20)) if bands > 1 else (values.shape[1:], (10, 20))
            store.create_array("p", "int16", shape, format=format, chunks=chunks, fill=-7).write(values.reshape(shape))
        with rasterio.open(f'ZARR:"{ours}":/p') as picture:
            same = picture.count == bands and picture.read().tobytes() == values.tobytes()
            check(same, f"rasterio finds other elements of {bands} bands")
            check(picture.nodata == -7, f"fill value {picture.nodata}")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    scratch, every = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    scratch.mkdir(parents=True, exist_ok=True)
    gdal.UseExceptions()
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    print("GDAL", gdal.VersionInfo("RELEASE_NAME"))
    tally = Tally("with_gdal", GAPS, every == 1)
    for format, name in ((libzarr.V2, "v2"), V3):
        if format == libzarr.V3 and not READS_V3:
            tally.skip("what the library writes in v3", f"GDAL {gdal.VersionInfo('RELEASE_NAME')} reads no v3 but its own")
        else:
            ours(tally, scratch, format, name, every)
        theirs(tally, scratch, format, name, every)
        if rasterio:
            tally.run(MORE, f"{name} growing", None, grow, scratch, format, name)
            tally.run(MORE, f"{name} pictures", None, pictures, scratch, format, name)
    if rasterio:
        tally.run(MORE, "texts and structs", None, texts_and_structs, scratch)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
