"""netCDF (NCZarr) reads what the library wrote in v2.

    with_netcdf.py SCRATCH

The wheel of netCDF4 brings the codecs of NCZarr; Debian's build has none, and hands encoded bytes on as if they were elements.
Each array is read in a process of its own: of data types and shapes that it does not know some builds die.
"""

import os
import pathlib
import pickle
import signal
import sys

import netCDF4
import numpy as np

import libzarr
from cells import ALL_TYPES, COMPRESSORS, bytes_of, cells, fill_cells, make_ours
from tally import Difference, Tally, check

OURS = "v2, ours"
PLUGINS = pathlib.Path(netCDF4.__file__).parent / "plugins"
CODECS = PLUGINS.is_dir() and any(PLUGINS.glob("*.so"))
NAMES = ["z", "y", "x"]


def codec(cell):
    return cell.codecs[0][0] if cell.codecs else None


GAPS = [
    (OURS, "error", lambda c: c.kind in "bcUV" or c.numpy.newbyteorder("<") == np.dtype("<f2"), "has no such type"),
    (OURS, "error", lambda c: c.kind in "mM", "has no times"),
    (OURS, "error", lambda c: c.kind == "S", "has texts of its own in place of S"),
    (OURS, "differs", lambda c: c.order == "F" and len(c.shape) > 1, "takes every chunk for C order"),
]
if CODECS:
    GAPS += [
        (OURS, "differs", lambda c: c.kind == "S", "has texts of its own in place of S"),
        (OURS, "error", lambda c: codec(c) in ("gzip", "lzma", "lz4"), "has no such codec"),
        (OURS, "differs", lambda c: c.dtype[0] == ">" and c.write != "all", "swaps the bytes of fill values once too often"),
    ]
else:
    GAPS += [
        (OURS, "differs", lambda c: c.dtype == "<U1", "takes U1 for characters"),
        (OURS, "differs", codec, "has no codecs in this build, and takes encoded bytes for elements"),
    ]


def apart(function, *arguments):
    """What a function returns or raises, in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, Difference(str(error)) if isinstance(error, Difference) else RuntimeError(
                f"{type(error).__name__}: {error}")
        with os.fdopen(writer, "wb") as out:
            pickle.dump(answer, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        answer = answer.read()
    status = os.waitpid(child, 0)[1]
    if not answer:
        raise RuntimeError(f"it died of {signal.Signals(status & 127).name}")
    good, value = pickle.loads(answer)
    if not good:
        raise value
    return value


def read(cell, at, name, whole):
    with netCDF4.Dataset(f"file://{at}#mode=zarr,file") as dataset:
        dataset.set_auto_maskandscale(False)
        array = dataset[name]
        check(array.shape == cell.shape and tuple(array.chunking()) == cell.chunks, f"{array.shape} {array.chunking()}")
        check(array.dimensions == tuple(f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)), f"{array.dimensions}")
        data = array[...]
        # What it reads is in native order, whatever its dtype says of the file.
        dtype = whole.dtype.newbyteorder("=")
        check(data.dtype.newbyteorder("=") == dtype, f"data type {data.dtype}")
        found = bytes_of(data)
        check(found == bytes_of(whole) or np.ascontiguousarray(data).tobytes() == bytes_of(whole), "elements differ")
        check(array.getncattr("text") == "height", f"attribute {array.getncattr('text')!r}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    scratch = pathlib.Path(sys.argv[1]).resolve()
    print("netCDF", netCDF4.__netcdf4libversion__, "with codecs" if CODECS else "without codecs")
    tally = Tally("with_netcdf", GAPS)
    plan = [*cells(ALL_TYPES, COMPRESSORS, separators="./"), *fill_cells(ALL_TYPES)]
    for number, cell in enumerate(plan[::3]):
        at = scratch / f"ours-{number}"
        names = [f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)]
        with libzarr.Store(at) as store:
            store.create_group("/", libzarr.V2)
            whole = make_ours(cell, store, "a", libzarr.V2)
            store.open("a").attributes = {"_ARRAY_DIMENSIONS": names, "text": "height"}
        tally.run(OURS, number, cell, apart, read, cell, at, "a", whole)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
