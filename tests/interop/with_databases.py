"""The stores of zarr-python 2 over SQLite and LMDB, and those of c_examples/databases: each reads what the other wrote.

    with_databases.py KEEP SCRATCH

KEEP is the example that copies keys into a database and out of it.
"""

import pathlib
import subprocess
import sys
import warnings

import numpy as np
import zarr

from tally import Tally, check

warnings.simplefilter("ignore", FutureWarning)  # both are deprecated
VALUES = np.arange(40 * 30, dtype="f4").reshape(40, 30)


def write(store):
    root = zarr.group(store, overwrite=True)
    root.attrs["title"] = "Übersicht"
    array = root.create_dataset("deep/er/a", shape=VALUES.shape, chunks=(16, 16), dtype="f4", fill_value=0)
    array[:] = VALUES
    root.create_dataset("texts", data=np.array(["one", "", "drei"], dtype=object), object_codec=zarr.codecs.VLenUTF8())


def read(store):
    root = zarr.open_group(store, mode="r")
    check(root.attrs["title"] == "Übersicht", root.attrs.asdict())
    check(sorted(root) == ["deep", "texts"], sorted(root))
    np.testing.assert_array_equal(root["deep/er/a"][:], VALUES)
    check(list(root["texts"]) == ["one", "", "drei"], list(root["texts"]))


def main():
    keep, work = sys.argv[1], pathlib.Path(sys.argv[2])
    work.mkdir(parents=True)
    tally = Tally("with_databases")
    kinds = {"sqlite": lambda path: zarr.SQLiteStore(str(path)),
             "lmdb": lambda path: zarr.LMDBStore(str(path), map_size=1 << 30)}

    def copy(kind, way, database, folder):
        done = subprocess.run([keep, kind, way, str(database), str(folder)], capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)

    def theirs(kind):
        database, folder = work / f"theirs.{kind}", work / f"theirs.{kind}.zarr"
        store = kinds[kind](database)
        write(store)
        store.close()
        copy(kind, "out", database, folder)
        read(zarr.DirectoryStore(str(folder)))

    def ours(kind):
        database, folder = work / f"ours.{kind}", work / f"ours.{kind}.zarr"
        write(zarr.DirectoryStore(str(folder)))
        copy(kind, "in", database, folder)
        store = kinds[kind](database)
        read(store)
        store.close()

    for kind in kinds:
        if "built without" in subprocess.run([keep, kind, "in", str(work / "none"), "memory://"], capture_output=True, text=True).stderr:
            tally.skip(kind, "it was not there when the tests were built")
            continue
        tally.run("theirs", kind, None, theirs, kind)
        tally.run("ours", kind, None, ours, kind)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
