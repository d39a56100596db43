"""The order of dimensions by numbers: what Fortran writes is read by zarr-python, and the other way round.

    fortran_numbers.py PROGRAM DIRECTORY

PROGRAM is tests/fortran/numbers.f90. a(x, y, z) of Fortran, counted from 1, is a[z-1, y-1, x-1] here.
"""

import pathlib
import subprocess
import sys
import warnings

import numpy as np
import zarr

from tally import Tally, check

Z, Y, X = np.meshgrid(np.arange(1, 7), np.arange(1, 9), np.arange(1, 11), indexing="ij")
NUMBERS = (X + 100 * Y + 10000 * Z).astype("i4")
TEXTS = [["a", "bc"], ["def", ""], ["ghi", "j"]]


def run(*arguments):
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True)
    check(done.returncode == 0, done.stdout + done.stderr)


def theirs(folder, version):
    """What Fortran wrote as a(10, 8, 6) and names(2, 3)."""
    a = zarr.open_array(folder / "a", mode="r")
    check(a.shape == (6, 8, 10), f"(10, 8, 6) is the shape {a.shape}")
    check(a.chunks == (2, 3, 4), f"chunks (4, 3, 2) are {a.chunks}")
    check((a[:] == NUMBERS).all(), "a(x, y, z) is not a[z-1, y-1, x-1]")
    check(a[5, 1, 6] == 60207, f"a(7, 2, 6) = 60207, a[5, 1, 6] = {a[5, 1, 6]}")
    names = a.metadata.dimension_names if version == "v3" else a.attrs["_ARRAY_DIMENSIONS"]
    check(list(names) == ["z", "y", "x"], f"names are {names}")
    check(a.attrs["origin"] == [1.5, 2.5], "attributes keep their order")
    texts = zarr.open_array(folder / "names", mode="r")[:]
    texts = [[text.decode() if isinstance(text, bytes) else str(text) for text in row] for row in texts]
    check(texts == TEXTS, f"texts are {texts}")


def write(folder):
    group = zarr.open_group(folder, mode="w", zarr_format=3)
    names = ["z", "y", "x"]
    b = group.create_array("b", shape=NUMBERS.shape, chunks=(2, 3, 4), dtype="i4", dimension_names=names, attributes={"units": "K"})
    b[:] = NUMBERS
    texts = group.create_array("names", shape=(3, 2), dtype="U4")
    texts[:] = np.array(TEXTS, "U4")


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")
    program, scratch = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
    tally = Tally("fortran_numbers")
    if tally.run("fortran", "Fortran writes", "", run, program, "write", scratch / "ours"):
        for version in ("v2", "v3"):
            tally.run("zarr-python", "Fortran writes, Python reads", version, theirs, scratch / "ours" / version, version)
    write(scratch / "theirs")
    tally.run("fortran", "Python writes, Fortran reads", "v3", run, program, "read", scratch / "theirs")
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
