#!/usr/bin/env python3
"""Makes libzarr/_functions.py of include/zarr.h: every function with the types of what it takes and gives, so that ctypes checks them.

    generate.py           writes it (make header)
    generate.py --check   compares, and fails if it is not what it would write (a test)
"""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MADE = HERE / "libzarr" / "_functions.py"
HEAD = '''"""The functions of zarr.h: what each gives, and what it takes. Made of the header by generate.py (make header)."""

from __future__ import annotations

from ctypes import Structure, c_char_p, c_double, c_int32, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any


class Range(Structure):
    """zarr_range"""

    start: int
    length: int
    _fields_ = [("start", c_int64), ("length", c_int64)]


FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
'''
TYPES = {"int32_t": "c_int32", "zarr_status": "c_int32", "int64_t": "c_int64", "uint64_t": "c_uint64", "size_t": "c_size_t",
         "double": "c_double", "void": "None", "const char *": "c_char_p", "zarr_range": "Range"}
# Functions that return a block of many texts: ctypes would make bytes of the first.
BLOCKS = {"zarr_strings_data"}


def kind(text):
    """The type of C as ctypes has it: a text that may be given as bytes, and any other pointer."""
    text = " ".join(text.replace("*", " * ").split())
    return TYPES[text] if text in TYPES else "c_void_p" if text.endswith("*") else sys.exit(f"generate.py: which type is {text}?")


def made():
    text = re.sub(r"/\*.*?\*/", "", (ROOT / "include" / "zarr.h").read_text(), flags=re.S)
    TYPES.update(dict.fromkeys(re.findall(r"^typedef \w+ \(\*(\w+)\)", text, flags=re.M), "c_void_p"))  # types of functions
    text = re.sub(r"typedef struct \w+ \{.*?\} \w+;", "", text, flags=re.S)
    text = re.sub(r"^#.*?(?<!\\)$", "", text, flags=re.M | re.S)
    lines = []
    for returned, name, arguments in re.findall(r"^([\w ]+?[ *]+)(zarr_\w+)\(([^;]*)\);", text, flags=re.M):
        arguments = [] if arguments.strip() == "void" else arguments.split(",")
        takes = ", ".join(kind(re.sub(r"\w+\s*$", "", part)) for part in arguments)
        gives = "c_void_p" if name in BLOCKS else kind(returned)
        lines.append(f'    "{name}": ({gives}, [{takes}]),\n')
    return HEAD + "".join(lines) + "}\n"


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    if not check:
        MADE.write_text(made())
    elif not MADE.exists() or MADE.read_text() != made():
        sys.exit(f"{MADE.relative_to(ROOT)} is not what generate.py makes: run `make header`")


if __name__ == "__main__":
    main()
