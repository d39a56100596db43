"""Reads the arrays of the matrix with other people's software: what the library wrote must be what they find.

    read_back.py FIXTURES MATRIX SCRATCH

MATRIX is the directory that the program `matrix` filled; FIXTURES holds the public stores, on which the independent
v3-2022 reader is proven first.  v2 and v3 are read by zarr-python and by tensorstore, v3-2022 by that reader.  Elements are
compared as bytes (payloads of NaNs and the sign of zero count), with fill value, attributes, names, chunk shape, and
that the documents really record the order, byte order, separator and codecs that were asked for.

What a reader cannot read stands in GAPS with the reason.  Every row is counted and printed; a row that no array needs
any more is a failure, so that the table stays true.
"""

import json
import pathlib
import sys
import traceback
import warnings

import numpy as np
import tensorstore
import zarr

import spec_v3_2022

NUMPY = dict(spec_v3_2022.NUMPY, bool="bool", r24="V3")


class Difference(Exception):
    """The reader works, but finds something else."""


def has(entry, name, **members):
    return any(codec == name and all((config or {}).get(k) == v for k, v in members.items())
               for codec, config in entry["codecs"])


def payload(entry):
    """Whether a float16 fill value is a NaN other than the canonical one."""
    bits = int.from_bytes(bytes.fromhex(entry["fill"]), "little")
    return entry["dtype"] == "float16" and (bits & 0x7FFF) > 0x7C00 and bits != 0x7E00


# The names that only numcodecs defines, without the ones that tensorstore's v2 has as well.
NUMCODECS = ["lz4", "lzma", "shuffle", "crc32", "adler32", "fletcher32", "jenkins_lookup3", "delta"]

# reader, what may happen ("error": it refuses; "differs": it finds other data), which arrays, why.
GAPS = [
    ("zarr-python", "error", lambda e: has(e, "blosc", cname="snappy"),
     "the numcodecs wheels are built without snappy"),
    ("zarr-python", "differs", lambda e: e["format"] == "v3" and payload(e),
     "takes hexadecimal fill values through a Python float, which loses the payload of a float16 NaN"),
    ("tensorstore", "differs", lambda e: e["format"] == "v2" and e["dtype"] == "r24",
     "v2: shows opaque bytes as one more dimension of single bytes"),
    ("tensorstore", "error", lambda e: e["dtype"] == "r24",
     "v2: gives opaque bytes no fill value; v3: wants their fill value as base64, the registry's r24 has a list"),
    ("tensorstore", "error", lambda e: e["format"] == "v2" and len(e["codecs"]) > 1,
     "v2: no filters"),
    ("tensorstore", "error", lambda e: e["format"] == "v2" and any(has(e, name) for name in NUMCODECS + ["crc32c"]),
     "v2: of numcodecs' codecs few as compressor"),
    ("tensorstore", "error", lambda e: e["format"] == "v2" and has(e, "zstd", checksum=True),
     "v2: does not know the member checksum of zstd"),
    ("tensorstore", "error", lambda e: e["format"] == "v3" and any(has(e, name) for name in NUMCODECS + ["zlib", "bz2"]),
     "v3: no numcodecs.*"),
]
if tuple(map(int, zarr.__version__.split(".")[:2])) < (3, 4):
    GAPS.append(("zarr-python", "error", lambda e: e["format"] == "v3" and e["dtype"] == "r24" and e["shards"] is not None,
                 "3.1 wants to hash the fill value of a sharded array, which opaque bytes of NumPy can't"))


def same(a, b):
    """Equality of JSON values that tells 1 from 1.0 and from true."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return a == b


def check(condition, message):
    if not condition:
        raise Difference(message)


def little(value):
    """The elements as little-endian bytes; bytes are swapped, never converted."""
    array = np.ascontiguousarray(value)
    if array.dtype.byteorder == ">" or (array.dtype.byteorder == "=" and sys.byteorder == "big"):
        array = array.byteswap()
    return array.tobytes()


def compare(entry, expected, shape, dtype, data, fill):
    check(list(shape) == entry["shape"], f"shape {list(shape)}")
    check(np.dtype(dtype).newbyteorder("<") == np.dtype(NUMPY[entry["dtype"]]).newbyteorder("<"), f"data type {dtype}")
    check(fill == bytes.fromhex(entry["fill"]), f"fill value {fill.hex()} instead of {entry['fill']}")
    if data != expected:
        size = np.dtype(dtype).itemsize
        wrong = [i for i in range(0, len(expected), size) if data[i:i + size] != expected[i:i + size]]
        raise Difference(f"{len(wrong)} of {len(expected) // size} elements differ, the first at {wrong[0] // size}: "
                         f"{data[wrong[0]:wrong[0] + size].hex()} instead of {expected[wrong[0]:wrong[0] + size].hex()}")


# --- the readers ---------------------------------------------------------------------------------------------------


def read_zarr_python(entry, expected, store, scratch):
    path = entry["node"].strip("/")
    if entry["dtype"] == "r24" and entry["format"] == "v3":
        store, path = respell(entry, store, scratch), ""
    array = zarr.open_array(str(store), path=path, mode="r")
    compare(entry, expected, array.shape, array.dtype, little(array[...]), little(array.fill_value))
    check(list(array.chunks) == entry["chunks"], f"chunks {array.chunks}")
    check((None if array.shards is None else list(array.shards)) == entry["shards"], f"shards {array.shards}")
    check(same(array.attrs.asdict(), entry["attributes"]), f"attributes {array.attrs.asdict()}")
    if entry["format"] == "v3":
        names = array.metadata.dimension_names
        check((list(names) if names else None) == entry["dimension_names"], f"dimension names {names}")


def respell(entry, store, scratch):
    """zarr-python knows opaque bytes only by its own name raw_bytes with a base64 fill value: give it a copy of the
    document that says so, beside links to the chunks.  The standard spelling is checked here by hand."""
    import base64

    source = (store / entry["node"].strip("/")).resolve()
    target = scratch / "respelled" / entry["node"].strip("/")
    target.mkdir(parents=True)
    document = json.loads((source / "zarr.json").read_text())
    fill = bytes.fromhex(entry["fill"])
    check(document["data_type"] == "r24", f"data_type {document['data_type']}")
    check(document["fill_value"] == list(fill), f"fill_value {document['fill_value']}")
    document["data_type"] = {"name": "raw_bytes", "configuration": {"length_bytes": 3}}
    document["fill_value"] = base64.b64encode(fill).decode()
    (target / "zarr.json").write_text(json.dumps(document))
    for item in source.iterdir():
        if item.name != "zarr.json":
            (target / item.name).symlink_to(item)
    return target


def read_tensorstore(entry, expected, store, scratch):
    driver = {"v2": "zarr", "v3": "zarr3"}[entry["format"]]
    path = str(store / entry["node"].strip("/")) + "/"
    array = tensorstore.open({"driver": driver, "kvstore": {"driver": "file", "path": path}}, read=True).result()
    check(list(array.shape) == entry["shape"], f"shape {list(array.shape)}")
    if array.fill_value is None:
        raise ValueError("no fill value")
    compare(entry, expected, array.shape, array.dtype.numpy_dtype, little(array.read().result()),
            little(array.fill_value))
    # A 0-d read chunk has no extent to compare.
    check(list(array.chunk_layout.read_chunk.shape or ()) == entry["chunks"],
          f"chunks {array.chunk_layout.read_chunk.shape}")
    check(list(array.chunk_layout.write_chunk.shape or ()) == (entry["shards"] or entry["chunks"]),
          f"shards {array.chunk_layout.write_chunk.shape}")
    if entry["format"] == "v3":
        labels = [name or "" for name in entry["dimension_names"] or [""] * len(entry["shape"])]
        check(list(array.domain.labels) == labels, f"dimension names {array.domain.labels}")
        attributes = array.spec().to_json()["metadata"].get("attributes", {})
        check(same(attributes, entry["attributes"]), f"attributes {attributes}")


def read_spec_2022(entry, expected, store, scratch):
    array = spec_v3_2022.Hierarchy(store, canonical=True).array(entry["node"])
    check(array.name == entry["dtype"], f"data type {array.name}")
    compare(entry, expected, array.shape, NUMPY[entry["dtype"]], array.read(), array.fill)
    check(list(array.chunk_shape) == entry["chunks"], f"chunks {array.chunk_shape}")
    shards = None
    if array.per_shard is not None:
        shards = [count * length for count, length in zip(array.per_shard, array.chunk_shape)]
    check(shards == entry["shards"], f"shards {shards}")
    check(same(array.attributes, entry["attributes"]), f"attributes {array.attributes}")


READERS = {
    "v2": {"zarr-python": read_zarr_python, "tensorstore": read_tensorstore},
    "v3": {"zarr-python": read_zarr_python, "tensorstore": read_tensorstore},
    "v3-2022": {"independent reader": read_spec_2022},
}


# --- the documents -------------------------------------------------------------------------------------------------

SHUFFLES = ["noshuffle", "shuffle", "bitshuffle"]


def recorded(entry, store):
    """Order, byte order, separator and bytes-to-bytes codecs as the stored document says them, in one form."""
    node = entry["node"].strip("/")
    if entry["format"] == "v2":
        document = json.loads((store / node / ".zarray").read_text())
        codecs = (document["filters"] or []) + ([document["compressor"]] if document["compressor"] else [])
        return (document["order"], document["dtype"][0] == ">", document["dimension_separator"],
                [(codec["id"], {k: v for k, v in codec.items() if k != "id"}) for codec in codecs])
    if entry["format"] == "v3":
        document = json.loads((store / node / "zarr.json").read_text())
        order, endian, codecs, stored = "C", None, [], document["codecs"]
        if entry["shards"] is not None:
            check([codec["name"] for codec in stored] == ["sharding_indexed"], f"{stored} around the shards")
            stored = stored[0]["configuration"]["codecs"]
        for codec in stored:
            config = codec.get("configuration", {})
            if codec["name"] == "transpose":
                check(config["order"] == list(range(len(entry["shape"])))[::-1], f"transpose {config['order']}")
                order = "F"
            elif codec["name"] == "bytes":
                endian = config.get("endian")
            else:
                codecs.append((codec["name"].removeprefix("numcodecs."), config))
        return order, endian == "big", document["chunk_key_encoding"]["configuration"]["separator"], codecs
    document = json.loads((store / "meta" / (f"{node}.array.json" if node else "array.json")).read_text())
    codecs = [(codec["type"].split("/")[-2], codec.get("configuration", {})) for codec in document.get("codecs", [])]
    endian = codecs.pop(0)[1]["endian"] if codecs and codecs[0][0] == "endian" else "little"
    return document["chunk_memory_layout"], endian == "big", document["chunk_grid"]["separator"], codecs


def check_document(entry, store):
    order, big, separator, codecs = recorded(entry, store)
    if len(entry["shape"]) > 1:  # otherwise C and F are one order
        check(order == entry["order"], f"order {order} recorded")
    size = np.dtype(NUMPY[entry["dtype"]]).itemsize
    if size > 1 and entry["dtype"] != "r24":
        check(big == entry["big_endian"], f"byte order recorded as {'big' if big else 'little'}")
    check(separator == entry["separator"], f"separator {separator!r} recorded")
    check([name for name, _ in codecs] == [name for name, _ in entry["codecs"]], f"codecs {codecs} recorded")
    for (name, stored), (_, given) in zip(codecs, entry["codecs"]):
        for member, value in (given or {}).items():
            if member == "typesize":
                continue
            found = stored.get(member, False if member == "checksum" else None)
            if member == "shuffle":
                value = SHUFFLES.index(value) if isinstance(value, str) else value
                value = (2 if size == 1 else 1) if value == -1 else value
                found = SHUFFLES.index(found) if isinstance(found, str) else found
            check(same(found, value), f"{name}: {member} {found!r} recorded, {value!r} asked for")


# --- groups and listings -------------------------------------------------------------------------------------------


def ancestors(nodes):
    """The nodes and every group above them, as paths without the leading slash; the root is left out."""
    out = set()
    for node in nodes:
        parts = node.strip("/").split("/")
        out |= {"/".join(parts[:n]) for n in range(1, len(parts) + 1)}
    return out - {""}


def check_groups(name, entries, store):
    """Group attributes, and that a listing shows the nodes that were made and nothing else."""
    wanted = ancestors(e["node"] for e in entries)
    if name == "v3-2022":
        hierarchy, found, todo = spec_v3_2022.Hierarchy(store, canonical=True), set(), [""]
        while todo:
            node = todo.pop()
            if hierarchy.kind(node or "/") != "array":
                children = [f"{node}/{child}" for child in hierarchy.children(node or "/")]
                found |= {child.strip("/") for child in children}
                todo += children
        attributes = hierarchy.group_attributes
    else:
        found, todo = set(), [zarr.open_group(str(store), mode="r")]
        while todo:
            group = todo.pop()
            if name == "v3" and group.path.endswith("/r24"):
                # zarr-python gives up a whole listing for one data type it does not know.
                found |= {f"{group.path}/{item.parent.name}" for item in (store / group.path).glob("*/zarr.json")}
                continue
            for child, node in group.members(max_depth=0):
                found.add(f"{group.path}/{child}".strip("/"))
                todo += [node] if isinstance(node, zarr.Group) else []
        attributes = lambda path: zarr.open_group(str(store), path=path.strip("/"), mode="r").attrs.asdict()  # noqa: E731
    check(found == wanted, f"listed but not made: {sorted(found - wanted)[:5]}, "
                           f"made but not listed: {sorted(wanted - found)[:5]}")
    for entry in entries:
        if entry["kind"] == "group":
            check(same(attributes(entry["node"]), entry["attributes"]), f"attributes of {entry['node']}")


# --- all of it -----------------------------------------------------------------------------------------------------


class Tally:
    def __init__(self):
        self.passed, self.failed, self.by = 0, 0, {}

    def good(self, label):
        self.passed += 1
        self.by[label] = self.by.get(label, 0) + 1

    def bad(self, label, why):
        self.failed += 1
        print(f"FAIL {label}: {why}")


def one_array(tally, gaps, unread, entry, expected, store, scratch):
    before = sum(gaps), tally.failed
    text = " ".join(f"{k}={entry[k]}" for k in ("dtype", "chain", "order", "big_endian", "separator", "shape", "chunks", "shards"))
    label = f"{entry['format']} {entry['node']} ({text} fill={entry['fill']})"
    try:
        check_document(entry, store)
        tally.good(f"{entry['format']}: documents record what was asked for")
    except (Difference, KeyError, ValueError, OSError) as error:
        tally.bad(f"document of {label}", f"{type(error).__name__}: {error}")
    for reader, read in READERS[entry["format"]].items():
        rows = [i for i, (who, _, which, _) in enumerate(GAPS) if who == reader and which(entry)]
        try:
            read(entry, expected, store, scratch)
            tally.good(f"{entry['format']}: {reader} reads exactly what was written")
        except Exception as error:  # any exception of another program is its answer
            kind = "differs" if isinstance(error, Difference) else "error"
            row = next((i for i in rows if GAPS[i][1] == kind), None)
            if row is not None:
                gaps[row] += 1
            else:
                tally.bad(f"{reader}: {label}", f"{type(error).__name__}: {str(error)[:400]}")
    if sum(gaps) - before[0] == len(READERS[entry["format"]]) and tally.failed == before[1]:
        unread.append(f"{entry['format']} {entry['dtype']} {entry['chain']}")


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    fixtures, matrix, scratch = map(pathlib.Path, sys.argv[1:])
    warnings.simplefilter("ignore")  # zarr-python warns of every v3 type and codec outside the core
    tally, gaps, unread = Tally(), [0] * len(GAPS), []
    passed, failures = spec_v3_2022.prove(fixtures)
    for failure in failures:
        tally.bad("independent v3-2022 reader on the fixtures", failure)
    tally.passed += passed
    tally.by["independent v3-2022 reader on the fixtures"] = passed
    entries = [json.loads(line) for line in (matrix / "manifest.jsonl").read_text("utf-8").splitlines()]
    for name in READERS:
        part = [e for e in entries if e["format"] == name]
        if not part:
            tally.bad(name, "no node of this format in the manifest")
            continue
        expected = (matrix / "expected" / f"{name}.bin").read_bytes()
        try:
            # The stores of root arrays hold no group.
            check_groups(name, [e for e in part if e["store"] == f"{name}.zarr"], matrix / f"{name}.zarr")
            tally.good(f"{name}: groups and listing")
        except Exception as error:
            tally.bad(f"groups and listing of {name}", f"{type(error).__name__}: {str(error)[:400]}")
        for entry in part:
            if entry["kind"] == "array":
                data = expected[entry["offset"]:entry["offset"] + entry["size"]]
                one_array(tally, gaps, unread, entry, data, matrix / entry["store"], scratch)
    for label, count in sorted(tally.by.items()):
        print(f"{count:6d}  {label}")
    print("Not read, because of the reader (these arrays are not counted as passed):")
    for (reader, kind, _, why), count in zip(GAPS, gaps):
        print(f"{count:6d}  {reader:12s} {kind:8s} {why}")
        if count == 0:
            tally.bad(f"gap of {reader}", f"no array needs it any more: {why}")
    print(f"{sum(gaps):6d}  in all; {len(unread)} arrays were read by none of the readers: {', '.join(unread) or '-'}")
    print(f"read_back: {tally.passed} passed, {tally.failed} failed")
    return tally.failed != 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Exception:
        traceback.print_exc()
        print("read_back: 0 passed, 1 failed")
        sys.exit(1)
