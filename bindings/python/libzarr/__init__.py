"""Every Zarr format, through the C library libzarr: stores, groups and arrays; elements as NumPy arrays, without copies.

    import libzarr
    with libzarr.Store("weather.zarr") as store:
        print(store.open("surface/temperature")[0, ::2])

The library is the file that the environment variable LIBZARR names, the one in the wheel, or the one that the system finds. A
failure raises Error with the status and the message of the library. Objects free their handles when they are closed or go; any
number of threads may use one, but for closing it. LIBRARY has every function of zarr.h, for what the classes leave out: they lend
their handles as `handle`. `Pipeline` puts the library below zarr-python.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING, Any

from ._array import ALL, CHECK, CLAMP, WRAP
from ._builder import Builder
from ._custom import CustomStore
from ._errors import Error
from ._hierarchy import Array, Group, Store, open
from ._library import LIBRARY
from ._node import Attributes
from ._queue import Queue
from ._version import __version__
from ._words import instead

if TYPE_CHECKING:
    from .zarr_pipeline import HandedOver, Pipeline

__all__ = ["ALL", "CHECK", "CLAMP", "DEFAULT", "LIBRARY", "N5", "V1", "V2", "V3", "V3_2019A", "V3_2019B", "V3_2020", "V3_2022", "WRAP",
           "Array", "Attributes", "Builder", "CustomStore", "Error", "Group", "HandedOver", "Pipeline", "Queue", "Store",
           "__version__", "open", "version"]

DEFAULT, V1, V2, V3, V3_2019A, V3_2019B, V3_2020, V3_2022, N5 = 0, 1, 2, 3, 31, 32, 33, 34, 50


def version() -> str:
    """Return the version of the library, such as "0.1.0"."""
    name: bytes = LIBRARY.zarr_version()
    return name.decode()


def __getattr__(name: str) -> Any:
    """Import the pipeline when it is asked for: it needs zarr-python, which the rest does not."""
    if name in ("HandedOver", "Pipeline"):
        from . import zarr_pipeline

        return getattr(zarr_pipeline, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}{instead(__name__, name)}")


def __dir__() -> list[str]:
    """Return the public names: without zarr-python, those without the pipeline."""
    needs_zarr = () if importlib.util.find_spec("zarr") else ("HandedOver", "Pipeline")
    return sorted(set(__all__).difference(needs_zarr))


# They are named, shown and pickled by the place that programs have them from.
for _public in (Array, Attributes, Builder, CustomStore, Error, Group, Queue, Store, open):
    _public.__module__ = __name__
