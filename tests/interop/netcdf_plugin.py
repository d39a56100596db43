"""The plug-in for netCDF in the netCDF-C of the wheel of netCDF4, which loads it as its .ncrc says.

    netcdf_plugin.py PLUGIN FIXTURES SCRATCH

A program that is given the path of what zarr-python wrote, with shards, zstd, blosc and other codecs, would read other
elements than zarr-python has; and other software something else than a program of netCDF wrote.
"""

import os
import pathlib
import sys

import numpy as np

import libzarr
from tally import Tally, check

plugin, fixtures, scratch = (pathlib.Path(argument).resolve() for argument in sys.argv[1:])
scratch.mkdir(parents=True, exist_ok=True)
(scratch / ".ncrc").write_text("".join(
    f"NETCDF.UDF{number}.LIBRARY={plugin}\nNETCDF.UDF{number}.INIT=zarr_netcdf_udf{number}\n"
    f"NETCDF.UDF{number}.MAGIC={magic}\n" for number, magic in ((0, "{"), (1, "PK"))))
# netCDF-C reads the file when it is loaded, here or in the home directory.
os.chdir(scratch)
os.environ["HOME"] = str(scratch)
import netCDF4  # noqa: E402

STORES = ["codecs", "shards", "numcodecs", "shapes", "v2"]
# Without a type of netCDF, and what the library itself does not read.
NUMBERS = "biuf"


def same(found, expected):
    expected = np.asarray(expected)
    check(found.shape == expected.shape, f"shape {found.shape}, not {expected.shape}")
    if expected.dtype.kind == "b":
        expected = expected.astype("u1")
    check(np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f"), "other elements")


def reads(path, name, array):
    with netCDF4.Dataset(path) as dataset:
        dataset.set_auto_maskandscale(False)
        same(dataset[name][...], array[...])


def writes(name, keys, options):
    values = np.arange(5 * 40 * 30, dtype="f4").reshape(5, 40, 30)
    url = f"file://{scratch}/{name}.zarr"
    with netCDF4.Dataset(f"{url}#mode=udf0{keys}", "w") as dataset:
        for dimension, length in (("time", None), ("y", 40), ("x", 30)):
            dataset.createDimension(dimension, length)
        variable = dataset.createVariable("t", "f4", ("time", "y", "x"), chunksizes=(1, 10, 30), **options)
        variable.units = "K"
        for record in range(5):
            variable[record] = values[record]
    array = libzarr.open(f"{scratch}/{name}.zarr", "t", mode="r")
    same(array[...], values)
    check(array.attributes["units"] == "K" and list(array.dimension_names) == ["time", "y", "x"], "other metadata")
    document = ".zgroup" if "v2" in keys else "zarr.json"
    reads(f"{scratch}/{name}.zarr/{document}", "t", array)


def main():
    tally = Tally("netcdf_plugin")
    for store in STORES:
        folder = fixtures / "public" / "zarr-3.1.6" / f"{store}.zarr"
        document = ".zgroup" if (folder / ".zgroup").exists() else "zarr.json"
        for path in sorted(path for path in folder.iterdir() if path.is_dir()):
            node = libzarr.open(str(folder), path.name, mode="r")
            if isinstance(node, libzarr.Array) and np.dtype(node.dtype).kind in NUMBERS:
                tally.run(f"netCDF-C {netCDF4.__netcdf4libversion__}", f"reads {store}", path.name, reads,
                          str(folder / document), path.name, node)
    for name, keys, options in (("plain", "", {}), ("sharded", "&codec=zstd:3&shard_bytes=10000", {}),
                                ("zlib", "", {"zlib": True, "shuffle": True}),
                                ("zstd", "", {"compression": "zstd"}), ("v2", "&format=v2", {"zlib": True})):
        tally.run(f"netCDF-C {netCDF4.__netcdf4libversion__}", "writes", name, writes, name, keys, options)
    return tally.finish()


if __name__ == "__main__":
    sys.exit(main())
