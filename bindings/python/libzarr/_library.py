"""Finding and loading the shared library."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import pathlib
import sys

from ._functions import FUNCTIONS

_NAMES = {"darwin": "libzarr.dylib", "win32": "zarr.dll"}


def find() -> str:
    """Return the path of the library: from LIBZARR, else from the wheel, else from the system.

    Raises ImportError if there is none.
    """
    shipped = pathlib.Path(__file__).parent / "lib" / _NAMES.get(sys.platform, "libzarr.so")
    name = os.environ.get("LIBZARR") or (str(shipped) if shipped.exists() else ctypes.util.find_library("zarr"))
    if not name:
        raise ImportError("the library libzarr is not found: let the environment variable LIBZARR name its file")
    return name


def load(path: str) -> ctypes.CDLL:
    """Load the library and declare the types of its functions.

    Raises ImportError if it can't be loaded.
    """
    # Its symbols are its own: another zstd or HDF5 in the process is neither used nor replaced.
    try:
        library = ctypes.CDLL(path)
    except OSError as failure:
        named = " (named by the environment variable LIBZARR)" if os.environ.get("LIBZARR") else ""
        raise ImportError(f"the library {path}{named} can't be loaded: {failure}") from failure
    for name, (given, taken) in FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = given, taken
    return library


PATH = find()
LIBRARY = load(PATH)
