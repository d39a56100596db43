#!/usr/bin/env python3
"""wheel.py LIBRARY WORKDIR: makes the wheel and the source distribution with this library, installs the wheel into a folder, and uses it
from there: what a user of pip would lose."""

import functools
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
# Other software with its own Blosc, zstd and LZ4 in the process, before and after.
BESIDE = """
import {first}
import libzarr, numpy, {last}, zarr
zarr.config.set({{"codec_pipeline.path": "libzarr.Pipeline", "codec_pipeline.strict": True}})
for codec in (zarr.codecs.BloscCodec(), zarr.codecs.ZstdCodec(), zarr.codecs.GzipCodec()):
    array = zarr.create_array({store!r}, shape=(1000,), dtype="i4", compressors=codec, overwrite=True)
    array[...] = range(1000)
    assert array[...].sum() == 499500 and type(array.async_array.codec_pipeline) is libzarr.Pipeline
    assert numcodecs.Zstd().decode(numcodecs.Zstd().encode(b"abc" * 100)) == b"abc" * 100
import xarray
assert "libzarr" in xarray.backends.list_engines()
print("well", libzarr.LIBRARY._name)
"""


def main():
    library, work = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    shutil.rmtree(work, ignore_errors=True)
    platform = f"linux_{os.uname().machine}"
    subprocess.run([ROOT / "scripts" / "wheel", library, platform, work], check=True, stdout=subprocess.DEVNULL)
    (wheel,), (source,) = work.glob("*.whl"), work.glob("*.tar.gz")
    assert wheel.name.endswith(f"-py3-none-{platform}.whl"), wheel.name
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in ("libzarr/py.typed", "libzarr/lib/libzarr.so", "licenses/LICENSE-THIRD-PARTY", "entry_points.txt"):
        assert any(name.endswith(wanted) for name in names), wanted
    sources = {name.split("/", 1)[-1] for name in tarfile.open(source).getnames()}
    for wanted in ("rust/Cargo.lock", "rust/src/lib.rs", "rust/include/zarr.h", "build_backend.py", "LICENSE-THIRD-PARTY", "libzarr/py.typed"):
        assert wanted in sources, wanted
    zipfile.ZipFile(wheel).extractall(work / "site")

    environment = {name: value for name, value in os.environ.items() if name != "LIBZARR"}
    environment |= {"PYTHONPATH": str(work / "site"), "PYTHONDONTWRITEBYTECODE": "1"}
    # From another folder than the package's own, in which it would be found first.
    python = functools.partial(subprocess.run, cwd=work, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    told = python([sys.executable, "-m", "libzarr"]).stdout
    assert str(work / "site" / "libzarr" / "lib") in told, told
    for first, last in (("numcodecs, tensorstore", "os"), ("os", "numcodecs, tensorstore")):
        program = BESIDE.format(first=first, last=last, store=str(work / "x.zarr"))
        told = python([sys.executable, "-W", "ignore", "-c", program]).stdout
        assert told.startswith("well " + str(work / "site")), told
    print("the wheel is well")


if __name__ == "__main__":
    main()
