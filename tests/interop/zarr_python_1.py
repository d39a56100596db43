"""zarr-python 1.1.0, the only program that ever wrote v1, and the library, each reading what the other wrote.

    zarr_python_1.py SCRATCH [EVERY]

In chunks of order F that blosc did not compress, that program keeps C order for every `order`. The library is told by the
option "v1_f_order", without which it follows the text; both are tried.
"""

import collections
import collections.abc
import dataclasses
import pathlib
import sys
import warnings

# It is of the time of Python 2 and 3.5, where this name lay here.
collections.MutableMapping = collections.abc.MutableMapping

import zarr

import libzarr
from cells import (ALL_TYPES, NESTED, V1_CODECS, Cell, cells, compare_ours, compare_theirs, fill_cells, make_ours,
                   not_finite)
from tally import Tally, check

OURS, THEIRS = "v1, ours read by 1.1.0", "v1, 1.1.0's read by us"


def c_order_in_fact(cell):
    return cell.order == "F" and len(cell.shape) > 1 and not (cell.codecs and cell.codecs[0][0] == "blosc")


def old_zstd(cell):
    return any(c.get("cname") == "zstd" for _, c in cell.codecs)


GAPS = [
    (OURS, "error", lambda c: c.dtype in NESTED, "writes fields that are arrays or structs, and can't read them"),
    (OURS, "error", lambda c: c.kind == "c", "knows no complex fill values; the library writes those of v2"),
    (OURS, "error", old_zstd, "its zstd 0.7.4 is older than the format of zstd (the library reads it all the same)"),
    (OURS, "error", lambda c: c.kind in "SV", "takes the text of the document for the fill value, undecoded"),
    (OURS, "differs", lambda c: c.kind == "S", "takes the text of the document for the fill value, undecoded"),
    (THEIRS, "error", lambda c: c.kind in "cSVmM" and c.fill is not None, "can't write these fill values"),
    (THEIRS, "error", lambda c: c.dtype in NESTED, "writes fields that are arrays or structs, and can't read them"),
]


def options(cell):
    name, opts = "none", None
    if cell.codecs:
        name, opts = cell.codecs[0]
        opts = opts["level"] if "level" in opts else {k: v for k, v in opts.items() if k != "blocksize"}
        if name == "lzma" and opts["preset"] is None and opts["filters"] is None:
            opts["preset"] = 6
    fill = cell.fill_value
    # A number goes into the document as it is. Left open by a cell it is 0, but for texts, which that would fill with "0".
    fill = (None if cell.kind in "SU" else 0) if cell.fill is None else fill.item() if cell.kind in "biuf" else fill
    return {"shape": cell.shape, "chunks": cell.chunks, "dtype": cell.numpy, "order": cell.order, "compression": name,
            "compression_opts": opts, "fill_value": fill}


def one_way(cell, directory):
    """In C order in fact: as that program keeps it, and as the text says, which is then something else."""
    for told in ("zarr-python-1", "spec") if c_order_in_fact(cell) else ("spec",):
        at = directory / told
        with libzarr.Store(at, v1_f_order=told) as store:
            whole = make_ours(cell, store, "/", libzarr.V1)
        array = zarr.open(str(at), "r")
        check(array.shape == cell.shape and array.chunks == cell.chunks and array.order == cell.order, "shape, chunks, order")
        if told == "spec" and c_order_in_fact(cell) and cell.write == "all":
            check(array[:].tobytes() != whole.tobytes(), "order F was kept as the text says, but found in C order")
        elif told != "spec" or not c_order_in_fact(cell):
            compare_theirs(cell, array.dtype, array[:], None, whole, dict(array.attrs))


def other_way(cell, directory):
    if cell.kind in "SUV" and cell.fill is None:
        # Without a fill value nothing is known of the rest; opaque bytes it can't fill with 0.
        cell = dataclasses.replace(cell, write="all", chunks=cell.shape)
    array = zarr.open(str(directory), "w", **options(cell))
    part, whole = cell.content()
    if cell.attributes:
        array.attrs.update(cell.attributes)
    start, count = cell.region()
    if cell.write != "nothing":
        array[tuple(slice(s, s + c) for s, c in zip(start, count))] = part
    told = "zarr-python-1" if c_order_in_fact(cell) else "spec"
    with libzarr.Store(directory, v1_f_order=told) as store:
        compare_ours(cell, store.open(), whole)
        # zarr-python reads what the library writes into its array.
        if cell.write == "all" and not old_zstd(cell):
            other = dataclasses.replace(cell, shape=cell.shape).content()[0][::-1]
            store.open().write(other)
            compare_theirs(cell, zarr.open(str(directory), "r").dtype, zarr.open(str(directory), "r")[:], None, other,
                           cell.attributes or {})


def resized(directory):
    cell = Cell("<u2", fill=0, shape=(9, 9), chunks=(4, 4))
    with libzarr.Store(directory) as store:
        whole = make_ours(cell, store, "/", libzarr.V1)
        store.open().resize((4, 12))
        array = zarr.open(str(directory), "r+")
        check(array.shape == (4, 12) and (array[:, :9] == whole[:4]).all() and (array[:, 9:] == 7).all(), "our resize")
        array.resize(2, 5)
        check((store.open().read() == whole[:2, :5]).all(), "their resize")


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    scratch = pathlib.Path(sys.argv[1]).resolve()
    scratch.mkdir(parents=True, exist_ok=True)
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    tally = Tally("zarr_python_1", GAPS, everything=every == 1)
    plan = [*cells(ALL_TYPES, V1_CODECS), *fill_cells(ALL_TYPES)]
    for number, cell in enumerate(plan[::every]):
        tally.run(OURS, number, cell, one_way, cell, scratch / f"ours-{number}")
        tally.run(THEIRS, number, cell, other_way, cell, scratch / f"theirs-{number}")
    tally.run("v1, resized by both", "", None, resized, scratch / "resized")
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
