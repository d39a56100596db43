"""Reads with zarr-python the arrays of texts, times and structs that write_types.c made.

    read_types.py DIRECTORY

zarr-python 3 knows no v2 struct with fields that are structs or arrays, which zarr-python 2 wrote: those are decoded by
numcodecs and NumPy, chunk by chunk.  Data type, elements and fill value must be what was written, and the documents of v2 must say the very data type that was
asked for, the byte order of each field included.
"""

import base64
import json
import pathlib
import sys
import warnings

import numcodecs
import numpy as np
import zarr


def dtype_of(spelled):
    if isinstance(spelled, str):
        return np.dtype(spelled)
    return np.dtype([(name, dtype_of(kind), *map(tuple, shape)) for name, kind, *shape in spelled])


def nested(spelled):
    return isinstance(spelled, list) and any(shape or isinstance(kind, list) for _, kind, *shape in spelled)


def by_hand(node):
    """All elements and the fill value of a v2 array of two dimensions."""
    document = json.loads((node / ".zarray").read_text())
    dtype, shape, chunks = dtype_of(document["dtype"]), document["shape"], document["chunks"]
    fill = np.frombuffer(base64.b64decode(document["fill_value"]), dtype)[0]
    whole = np.full(shape, fill, dtype)
    for key in node.glob("*.*"):
        if key.name.startswith("."):
            continue
        value = key.read_bytes()
        if document["compressor"]:
            value = numcodecs.get_codec(document["compressor"]).decode(value)
        chunk = np.frombuffer(value, dtype).reshape(chunks, order=document["order"])
        start = [int(index) * length for index, length in zip(key.name.split("."), chunks)]
        part = tuple(slice(first, min(first + length, end)) for first, length, end in zip(start, chunks, shape))
        whole[part] = chunk[tuple(slice(0, axis.stop - axis.start) for axis in part)]
    return whole, fill


def failures(entry, directory):
    """What is wrong with one array."""
    store = directory / entry["store"]
    wanted = dtype_of(entry["numpy"])
    if nested(entry["given"]):
        data, fill = by_hand(store / entry["node"])
    else:
        array = zarr.open_array(str(store), path=entry["node"], mode="r")
        data, fill = np.ascontiguousarray(array[...]), array.fill_value
    if data.dtype != wanted and data.dtype != dtype_of(entry["given"]):
        yield f"data type {data.dtype}"
    # Between the byte orders of one type nothing is converted but the order.
    if data.astype(wanted).tobytes() != bytes.fromhex(entry["expected"]):
        yield "the elements differ"
    if np.asarray(fill, dtype=data.dtype).astype(wanted).tobytes() != bytes.fromhex(entry["fill"]):
        yield f"fill value {fill!r}"
    if entry["store"] == "types-v2.zarr":
        stored = json.loads((store / entry["node"] / ".zarray").read_text())["dtype"]
        if stored != entry["given"]:
            yield f"the document says {stored}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    warnings.simplefilter("ignore")  # zarr-python warns of every v3 type outside the core
    directory = pathlib.Path(sys.argv[1])
    passed = failed = 0
    for line in (directory / "types.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        try:
            wrong = list(failures(entry, directory))
        except Exception as error:  # any exception of another program is its answer
            wrong = [f"{type(error).__name__}: {str(error)[:400]}"]
        passed += not wrong
        failed += bool(wrong)
        for why in wrong:
            print(f"FAIL {entry['store']} {entry['node']} {entry['given']}: {why}")
    print(f"read_types: {passed} passed, {failed} failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
