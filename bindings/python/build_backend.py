"""Build wheels with the shared library inside and without a compiled extension: one for every Python.

The library is the file that LIBZARR_SHIP names, or is built by cargo of the sources in a source distribution (`rust/`).
In the project's own tree neither is there, and the wheel is the package alone, which finds a library that is installed.
"""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

from setuptools import build_meta

HERE = pathlib.Path(__file__).resolve().parent
LIB = HERE / "libzarr" / "lib"
NAMES = {"darwin": "libzarr.dylib", "win32": "zarr.dll"}

get_requires_for_build_sdist = build_meta.get_requires_for_build_sdist
get_requires_for_build_wheel = build_meta.get_requires_for_build_wheel
prepare_metadata_for_build_wheel = build_meta.prepare_metadata_for_build_wheel
build_sdist = build_meta.build_sdist


def _built():
    """Return the path of the library for the wheel; None if the package is for one that is installed."""
    name = NAMES.get(sys.platform, "libzarr.so")
    if os.environ.get("LIBZARR_SHIP"):
        return pathlib.Path(os.environ["LIBZARR_SHIP"])
    if not (HERE / "rust" / "Cargo.toml").exists():
        return None
    target = HERE / "rust" / "target"
    command = ["cargo", "rustc", "--release", "--locked", "--package", "libzarr", "--lib", "--crate-type", "cdylib"]
    try:
        subprocess.run([*command, "--target-dir", str(target)], cwd=HERE / "rust", check=True)
    except FileNotFoundError:
        sys.exit("libzarr is written in Rust: building it needs cargo, from https://rustup.rs. Wheels do not.")
    return target / "release" / name


@contextlib.contextmanager
def _shipped(library):
    LIB.mkdir(exist_ok=True)
    shutil.copy2(library, LIB / NAMES.get(sys.platform, "libzarr.so"))
    try:
        yield
    finally:
        shutil.rmtree(LIB)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    library = _built()
    if library is None:
        return build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    platform = os.environ.get("LIBZARR_PLATFORM") or sysconfig.get_platform().replace("-", "_").replace(".", "_")
    settings = {**(config_settings or {}), "--build-option": ["--plat-name", platform]}
    with _shipped(library):
        return build_meta.build_wheel(wheel_directory, settings, metadata_directory)
