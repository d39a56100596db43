"""The data types of zarr.h that NumPy has, by their numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

NUMPY: list[str | None] = [None, "?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
CODES: dict[np.dtype[Any], int] = {np.dtype(name): code for code, name in enumerate(NUMPY) if name}
