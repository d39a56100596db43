"""What zarr-python 3.4 has and 3.1 had not: grids of chunks of unequal lengths, cast_value, scale_offset, structs of v3
by their name in the registry. It and the library read what the other wrote.

    zarr_python_3.py SCRATCH
"""

import itertools
import json
import pathlib
import sys
import warnings

import numpy as np
import zarr
from zarr.codecs import CastValue, GzipCodec, ScaleOffset

import libzarr
from tally import Tally, check

THEIRS, OURS = "theirs", "ours"
GRIDS = [((25, 12), ((5, 10, 10), (4, 8))), ((25, 12), ((1, 1, 23), (6, 6))), ((30,), ((30,),)),
         ((9, 10, 4), ((2, 3, 4), (10,), (1, 3)))]
STRUCT = np.dtype([("a", "i4"), ("b", "f8"), ("c", "U3")])


def values_of(dtype, shape):
    if np.dtype(dtype) == STRUCT:
        values = np.zeros(shape, STRUCT)
        values["a"], values["b"], values["c"] = np.arange(values.size).reshape(shape), 0.5, "\u00fc\u2713"
        return values
    return (np.arange(np.prod(shape)).reshape(shape) % 100).astype(dtype)


def described():
    """What zarr.create_array takes, for each array."""
    for (shape, chunks), dtype, packed in itertools.product(GRIDS, ("i4", "f8"), ((), (GzipCodec(level=1),))):
        yield {"shape": shape, "chunks": chunks, "dtype": dtype, "compressors": packed or None}
    for source, target in itertools.product(("f8", "f4", "i8", "i2"), ("int8", "uint8", "int32", "float32", "float64")):
        yield {"shape": (25, 12), "chunks": (10, 5), "dtype": source, "filters": [CastValue(data_type=target)]}
    for dtype, offset, scale in itertools.product(("f8", "f4", "i4"), (0, 5, -3), (1, 2, 4)):
        yield {"shape": (25, 12), "chunks": (10, 5), "dtype": dtype, "filters": [ScaleOffset(offset=offset, scale=scale)]}
    yield {"shape": (25, 12), "chunks": (10, 5), "dtype": "f8",
           "filters": [ScaleOffset(offset=5, scale=2), CastValue(data_type="int16", rounding="nearest-even")]}
    for shards in (None, (20, 10)):
        yield {"shape": (25, 12), "chunks": (10, 5), "dtype": STRUCT, "shards": shards}


def theirs(at, description):
    array = zarr.create_array(str(at), **description)
    values = values_of(array.dtype, array.shape)
    array[...] = values
    check(array[...].tobytes() == values.tobytes(), "it does not read back what it wrote")
    with libzarr.Store(at, mode="r") as store:
        mine = store.open()
        check(not mine.warnings, f"warnings {mine.warnings}")
        check(mine.read().tobytes() == values.tobytes(), "elements differ")
        part = tuple(slice(n // 3, n - n // 4) for n in array.shape)
        check(mine[part].tobytes() == np.ascontiguousarray(values[part]).tobytes(), "a region differs")


def ours(at, from_them):
    """Its document, and the elements written by the library."""
    document = json.loads((from_them / "zarr.json").read_text())
    with libzarr.Store(at) as store:
        array = store.create_json("/", libzarr.V3, document)
        values = values_of(zarr.open_array(str(from_them), mode="r").dtype, array.shape)
        array.write(values.view(array.dtype) if values.dtype.names else values)
    check(zarr.open_array(str(at), mode="r")[...].tobytes() == values.tobytes(), "it finds other elements")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    scratch = pathlib.Path(sys.argv[1]).resolve()
    scratch.mkdir(parents=True)
    tally = Tally("zarr_python_3")
    zarr.config.set({"array.rectilinear_chunks": True})
    for number, description in enumerate(described()):
        at = scratch / f"theirs-{number}"
        if tally.run(THEIRS, number, description, theirs, at, description):
            tally.run(OURS, number, description, ours, scratch / f"ours-{number}", at)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
