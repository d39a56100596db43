"""GDAL and the library, each reading what the other wrote: v2, and the v3 of 2020, which is what GDAL 3.4 to 3.7 call v3.

    with_gdal.py SCRATCH

For a Python that has osgeo, such as Debian's with python3-gdal.
"""

import dataclasses
import pathlib
import sys

import numpy as np
from osgeo import gdal

import libzarr
from cells import (ALL_TYPES, COMPRESSORS, NUMBERS, SHAPES, Cell, bytes_of, cells, compare_ours, fill_cells, make_ours,
                   native)
from tally import Tally, check

OURS, THEIRS = "ours", "theirs"
TYPES = {gdal.GDT_Byte: "u1", gdal.GDT_UInt16: "u2", gdal.GDT_Int16: "i2", gdal.GDT_UInt32: "u4", gdal.GDT_Int32: "i4",
         gdal.GDT_UInt64: "u8", gdal.GDT_Int64: "i8", gdal.GDT_Float32: "f4", gdal.GDT_Float64: "f8"}
COMPRESSION = ["NONE", "ZLIB", "GZIP", "LZMA", "ZSTD", "LZ4", "BLOSC"]
ATTRIBUTES = {"z": 1, "text": "\u00fc \u2713", "list": [1.5, 2.5]}


def more_digits(cell):
    """A fill value whose shortest decimal is another number in double precision."""
    value = cell.fill_value
    return cell.kind == "f" and np.isfinite(value) and float(repr(value.item())) != float(str(value))


GAPS = [
    (OURS, "error", lambda c: c.kind in "mM", "no times"),
    (OURS, "error", lambda c: c.kind == "c", "v2: wants another spelling of complex fill values than [0.0, 0.0]; v3: no complex"),
    (OURS, "error", lambda c: c.kind in "SU", "its Python module can't hand out texts"),
    (OURS, "error", lambda c: c.kind == "V", "no opaque bytes, and no structs through its Python module"),
    (OURS, "error", lambda c: any(name == "bz2" for name, _ in c.codecs), "no bz2"),
    (OURS, "error", lambda c: any(p.get("format", 1) != 1 for _, p in c.codecs), "of lzma the container xz only"),
    (OURS, "differs", lambda c: c.kind == "u" and c.fill_value > 2**63, "cuts fill values off at the largest int64"),
    (OURS, "differs", more_digits, "takes the decimal of a fill value in double precision, without rounding to the type"),
    (THEIRS, "differs", lambda c: c.codecs and c.write == "part", "does not read back what it wrote of a part with deltas"),
]


def read(cell, at, path, whole, fill_too=True):
    array = gdal.OpenEx(str(at), gdal.OF_MULTIDIM_RASTER).GetRootGroup().OpenMDArrayFromFullname(path)
    check(array is not None, "no such array")
    shape = tuple(d.GetSize() for d in array.GetDimensions())
    check(shape == cell.shape and tuple(array.GetBlockSize()) == cell.chunks, f"{shape} {array.GetBlockSize()}")
    data = array.ReadAsArray()
    check(data.dtype == TYPES[array.GetDataType().GetNumericDataType()], "its type and that of its elements")
    # What it has no type for (bool, int8, float16) it converts to a larger one.
    wanted = native(whole).astype(data.dtype)
    check(bytes_of(data) == bytes_of(wanted), f"elements differ ({data.dtype})")
    if data.dtype == whole.dtype.newbyteorder("=") and fill_too:
        fill = array.GetNoDataValueAsRaw()
        check(fill is not None and bytes(fill) == cell.fill_memory, f"fill value {fill}")
    if cell.attributes:
        found = {a.GetName(): a.Read() for a in array.GetAttributes()}
        check({k: list(v) if isinstance(v, tuple) else v for k, v in found.items()} == cell.attributes, f"attributes {found}")


def write(cell, group, name, code, compression):
    dimensions = [group.CreateDimension(f"{name}d{i}", None, None, n) for i, n in enumerate(cell.shape)]
    options = [f"COMPRESS={compression}", f"BLOCKSIZE={','.join(map(str, cell.chunks))}",
               f"CHUNK_MEMORY_LAYOUT={cell.order}", f"DIM_SEPARATOR={cell.separator}"]
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


def ours(tally, scratch, format, name):
    at = scratch / f"ours-{name}"
    store = libzarr.Store(at, format=name)
    store.create_group("/", format, {"title": "a"})
    plan = [*cells(ALL_TYPES, COMPRESSORS, separators="./" if name == "v2" else "/."), *fill_cells(ALL_TYPES)]
    for number, cell in enumerate(plan):
        cell = dataclasses.replace(cell, attributes=ATTRIBUTES if cell.attributes else None)

        def one():
            whole = make_ours(cell, store, f"g/a{number}", format)
            read(cell, at, f"/g/a{number}", whole)

        tally.run(OURS, f"{name} {number}", cell, one)


def theirs(tally, scratch, format, name):
    at = scratch / f"theirs-{name}"
    dataset = gdal.GetDriverByName("Zarr").CreateMultiDimensional(
        str(at), options=[f"FORMAT=ZARR_V{2 if format == libzarr.V2 else 3}"])
    group = dataset.GetRootGroup()
    made = []
    for t, (code, numpy) in enumerate(TYPES.items()):
        dtype = f"{'|' if numpy == 'u1' else '<'}{numpy}"
        for c, compression in enumerate(COMPRESSION):
            shape, chunks = SHAPES[(t + c) % len(SHAPES)]
            filters = (("delta", {}),) if name == "v2" and dtype[1] in "iu" and c % 2 == 0 else ()
            cell = Cell(dtype, filters, "CF"[(t + c) % 2], None if c % 2 else 0, shape, chunks, "./"[t % 2 or name != "v2"],
                        "part" if c % 3 else "all")
            made.append((cell, f"a{t}-{c}", write(cell, group, f"a{t}-{c}", code, compression)))
    # Written when no reference is left.
    del group, dataset
    with libzarr.Store(at, mode="r") as store:
        for cell, path, whole in made:
            tally.run(THEIRS, f"{name} {path}", cell, compare_written, cell, at, store, path, whole)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    scratch = pathlib.Path(sys.argv[1]).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    gdal.UseExceptions()
    gdal.PushErrorHandler("CPLQuietErrorHandler")
    print("GDAL", gdal.VersionInfo("RELEASE_NAME"))
    tally = Tally("with_gdal", GAPS)
    for format, name in ((libzarr.V2, "v2"), (libzarr.V3_2020, "v3-2020")):
        ours(tally, scratch, format, name)
        theirs(tally, scratch, format, name)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
