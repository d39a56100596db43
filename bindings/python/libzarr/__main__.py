"""`python -m libzarr`: prints the version of the library, where it was found, and its formats, data types and
codecs."""

from __future__ import annotations

import platform
import sys

import numpy as np

from . import __version__, version
from ._c import strings
from ._library import LIBRARY, PATH


def main() -> None:
    """Print one line for each property of the library."""
    rows = [("package", f"{__version__} in {_folder()}"), ("library", f"{version()} in {PATH}"),
            ("Python", f"{platform.python_version()} with NumPy {np.__version__}, {sys.platform} {platform.machine()}"),
            ("threads", str(LIBRARY.zarr_threads())), ("formats", ", ".join(strings("zarr_supported_formats"))),
            ("URLs", ", ".join(strings("zarr_supported_url_schemes"))), ("data types", ", ".join(strings("zarr_supported_data_types", 0))),
            ("codecs", ", ".join(strings("zarr_supported_codecs", 0)))]
    for name, value in rows:
        print(f"{name}: {value}")


def _folder() -> str:
    return __file__.rpartition("/")[0]


if __name__ == "__main__":
    main()
