"""The examples that convert: converted.py WORKDIR MAKE_SOURCE CONVERT netcdf|hdf5

A file that another library made, chunk by chunk into Zarr, read by zarr-python.
"""

import base64
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy
import zarr

work, make, convert, kind = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4]
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
source, store = work / "source.file", work / "converted.zarr"
subprocess.run([make, source], check=True)


def converts(name):
    return subprocess.run([convert, source, name, store], capture_output=True, text=True, timeout=60)


for name in ("t", "level", "one"):
    done = converts(name)
    print(done.stderr)
    assert done.returncode == 0, done.stderr
    assert "100 %" in done.stderr and "MiB/s" in done.stderr
hierarchy = zarr.open_group(store, mode="r")

# The last time step was never written.
t = hierarchy["t"]
z, y, x = numpy.mgrid[0:6, 0:50, 0:70]
expected = numpy.where(z < 5, 1000 * z + 10 * y + 0.25 * x, -999).astype("float32")
assert t.shape == (6, 50, 70) and t.dtype == "float32" and t.chunks == (2, 20, 30) and t.fill_value == -999
assert numpy.array_equal(t[:], expected)
# xarray masks what `_FillValue` marks, and takes that of floats in base64 only.
missing = base64.b64encode(struct.pack("<d", -999)).decode()
assert dict(t.attrs) == {
    "units": "K", "valid_range": [0.5, 6000.0], "level": 850, "flags": [1, 2, 4], "_FillValue": missing,
    "most": 2**64 - 1,
}, dict(t.attrs)
# Big-endian in the file, and in one piece.
level = hierarchy["level"]
assert level.dtype == "int16" and numpy.array_equal(level[:], numpy.arange(-500, 500, dtype="int16").reshape(10, 100))
assert dict(level.attrs) == {"_FillValue": -32768}, dict(level.attrs)
one = hierarchy["one"]
assert one.shape == () and one.dtype == "uint8" and one[()] == 42
if kind == "netcdf":
    assert t.metadata.dimension_names == ("time", "y", "x") and level.metadata.dimension_names == ("a", "b")

done = converts("nothing")
assert done.returncode == 1 and "nothing" in done.stderr, done.stderr
done = converts("text")
assert done.returncode == 1 and ("type" in done.stderr), done.stderr
print(f"{kind}: three variables as they were")
