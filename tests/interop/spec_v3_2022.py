"""An independent reader of the Zarr v3 core draft of 25 May 2022 (format `v3-2022`).

No released software reads this format, so nothing outside could contradict the library.  This reader is written from
the text of the draft alone, shares no code with the library, and refuses everything that the text does not allow.

    spec_v3_2022.py FIXTURES    proves the reader on the hand-made stores spec-v3-2022 and bad/spec-drafts

`canonical=True` also refuses what is accepted only in order to read (data type aliases of the draft's prose, absent
separators, other spellings of codec and transformer URIs): what the library writes has to pass that.
"""

import hashlib
import itertools
import json
import math
import pathlib
import re
import struct
import sys
import zlib

import numpy as np

from blosc_frame import decode_blosc

ENTRY_FORMAT = re.compile(r"https?://purl\.org/zarr/spec/core/3\.(\d+)")
CODEC_URI = re.compile(r"https?://purl\.org/zarr/spec/codecs?/([a-z0-9_-]+)(?:/1\.0)?")
CODEC_URI_CANONICAL = "https://purl.org/zarr/spec/codecs/{}/1.0"
SHARDING_CANONICAL = "https://purl.org/zarr/spec/extensions/storage-transformers/sharding/1.0"
SHARDING = re.compile(
    r"https?://purl\.org/zarr/spec/(?:extensions/storage[-_]transformers|storage_transformers)/sharding/1\.0"
)
NODE_NAME = re.compile(r"[a-zA-Z0-9._-]+")
ARRAY_MANDATORY = {
    "shape", "data_type", "chunk_grid", "chunk_memory_layout", "fill_value", "extensions", "attributes",
}
ARRAY_NAMES = ARRAY_MANDATORY | {"codecs", "storage_transformers"}
NUMPY = {
    "bool": "u1", "int8": "i1", "int16": "<i2", "int32": "<i4", "int64": "<i8", "uint8": "u1", "uint16": "<u2",
    "uint32": "<u4", "uint64": "<u8", "float16": "<f2", "float32": "<f4", "float64": "<f8", "complex64": "<c8",
    "complex128": "<c16",
}
ALIAS = {"bool": "bool", "i1": "int8", "u1": "uint8"}
for _kind, _name, _sizes in (("i", "int", (2, 4, 8)), ("u", "uint", (2, 4, 8)), ("f", "float", (2, 4, 8)),
                             ("c", "complex", (8, 16))):
    for _size in _sizes:
        ALIAS[f"{_kind}{_size}"] = f"{_name}{8 * _size}"
CHUNK_LIMIT = 1 << 31  # bytes; no document in a test needs a larger chunk or array
EMPTY = 2**64 - 1


class SpecError(Exception):
    """The stored document or chunk contradicts the draft."""


class Number(str):
    """A JSON number with a fraction or an exponent, kept as its text: an integer fill value must not be one."""


def require(condition, message):
    if not condition:
        raise SpecError(message)


def parse_json(data, what):
    def constant(token):
        raise SpecError(f"{what}: {token} is not JSON")

    try:
        value = json.loads(data.decode("utf-8"), parse_float=Number, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise SpecError(f"{what}: not JSON: {type(error).__name__}") from error
    require(isinstance(value, dict), f"{what}: not an object")
    return value


def plain(value):
    """Attributes are any JSON: give fractions back as floats."""
    if isinstance(value, Number):
        return float(value)
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def is_int(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_uri(value):
    return isinstance(value, str) and not isinstance(value, Number) and value != ""


def check_members(value, mandatory, allowed, what):
    require(isinstance(value, dict), f"{what}: not an object")
    for name in sorted(mandatory - value.keys()):
        raise SpecError(f"{what}: mandatory name {name} is missing")
    for name in sorted(value.keys() - allowed):
        raise SpecError(f"{what}: unknown name {name}")


def check_extensions(value, what):
    require(isinstance(value, list), f"{what}: extensions is not an array")
    for item in value:
        check_members(item, {"extension", "must_understand"}, {"extension", "must_understand", "configuration"}, what)
        require(is_uri(item["extension"]), f"{what}: extension is not a URI")
        require(isinstance(item["must_understand"], bool), f"{what}: must_understand is not true or false")
        require(not item["must_understand"], f"{what}: extension {item['extension']} must be understood")


def lengths(value, ndim, least, what):
    require(isinstance(value, list) and all(is_int(n) and least <= n < 2**63 for n in value),
            f"{what}: not an array of integers of at least {least}")
    require(ndim is None or len(value) == ndim, f"{what}: {len(value)} entries for {ndim} dimensions")
    return tuple(value)


def bits(text, size, what):
    """The bytes, most significant first, of a "0x" or "0b" string with exactly as many digits as the size has."""
    base, width, digits = {"0x": (16, 2, "0-9a-fA-F"), "0b": (2, 8, "01")}[text[:2]]
    require(re.fullmatch(f"[{digits}]{{{width * size}}}", text[2:]) is not None,
            f"{what}: {text[:40]!r} does not have {width * size} digits")
    return int(text[2:], base).to_bytes(size, "big")


def fill_bytes(value, name, dtype, what):
    """One element, little-endian, from the JSON fill value."""
    size = dtype.itemsize
    if name.startswith("complex"):
        half = np.dtype(f"<f{size // 2}")
        if isinstance(value, list):
            require(len(value) == 2, f"{what}: a complex number has two parts")
            return b"".join(fill_bytes(part, f"float{4 * size}", half, what) for part in value)
        require(is_uri(value) and value[:2] in ("0x", "0b"), f"{what}: not a complex number")
        both = bits(value, size, what)
        return both[: size // 2][::-1] + both[size // 2:][::-1]
    if isinstance(value, str) and not isinstance(value, Number) and value[:2] in ("0x", "0b"):
        stored = bits(value, size, what)
        return stored if name.startswith("r") else stored[::-1]
    if name == "bool":
        require(isinstance(value, bool), f"{what}: not true or false")
        return bytes([value])
    if "int" in name:
        require(is_int(value), f"{what}: {value!r} is not an integer without fraction and exponent")
        limits = np.iinfo(dtype)
        require(limits.min <= value <= limits.max, f"{what}: {value} is out of range for {name}")
        return value.to_bytes(size, "little", signed=dtype.kind == "i")
    if name.startswith("float"):
        special = {"NaN": "nan", "+Infinity": "inf", "-Infinity": "-inf"}
        if isinstance(value, str) and not isinstance(value, Number):
            require(value in special, f"{what}: {value!r} is not a number")
            return np.array(float(special[value]), dtype).tobytes()
        require(is_int(value) or isinstance(value, Number), f"{what}: not a number")
        with np.errstate(over="ignore"):
            number = np.array(float(value), dtype)
        require(bool(np.isfinite(number)), f"{what}: {value} is too large for {name}")
        return number.tobytes()
    raise SpecError(f"{what}: no fill value of this form for {name}")


class Array:
    """One array document, checked, and the means to read all its elements."""

    def __init__(self, hierarchy, path, document, canonical):
        self.hierarchy, self.path, self.canonical = hierarchy, path, canonical
        what = f"array {path}"
        check_members(document, ARRAY_MANDATORY, ARRAY_NAMES, what)
        self.document = document
        self.shape = lengths(document["shape"], None, 0, f"{what}: shape")
        self.name, self.dtype = self.data_type(document["data_type"], what)
        self.grid(document["chunk_grid"], what)
        self.layout = document["chunk_memory_layout"]
        require(self.layout in ("C", "F") and isinstance(self.layout, str), f"{what}: unknown memory layout")
        size = math.prod(self.chunk_shape) * self.dtype.itemsize
        require(size <= CHUNK_LIMIT and math.prod(self.shape) * self.dtype.itemsize <= CHUNK_LIMIT,
                f"{what}: too large")
        self.fill = fill_bytes(document["fill_value"], self.name, self.dtype, f"{what}: fill_value")
        check_extensions(document["extensions"], what)
        require(isinstance(document["attributes"], dict), f"{what}: attributes is not an object")
        self.attributes = plain(document["attributes"])
        self.codec_chain(document.get("codecs", []), what)
        self.transformers(document.get("storage_transformers", []), what)

    def data_type(self, value, what):
        require(not isinstance(value, dict), f"{what}: data type extensions are not known here")
        require(isinstance(value, str) and not isinstance(value, Number), f"{what}: data_type is not a string")
        raw = re.fullmatch(r"r([1-9][0-9]*)", value)
        if raw:
            size = int(raw[1])
            require(size % 8 == 0 and size < 2**24, f"{what}: {value} is not a whole number of bytes")
            return value, np.dtype(f"V{size // 8}")
        if value not in NUMPY and not self.canonical:
            value = ALIAS.get(value.lstrip("<"), value)
        require(value in NUMPY, f"{what}: unknown data type {value}")
        return value, np.dtype(NUMPY[value])

    def grid(self, value, what):
        mandatory = {"type", "chunk_shape"} | ({"separator"} if self.canonical else set())
        check_members(value, mandatory, {"type", "chunk_shape", "separator"}, f"{what}: chunk_grid")
        require(value["type"] == "regular", f"{what}: unknown chunk grid {value['type']!r}")
        self.chunk_shape = lengths(value["chunk_shape"], len(self.shape), 0, f"{what}: chunk_shape")
        for whole, chunk in zip(self.shape, self.chunk_shape):
            require(chunk > 0 or whole == 0, f"{what}: a chunk length is zero")
        self.separator = value.get("separator", "/")
        require(self.separator in ("/", ".") and self.separator != "", f"{what}: unknown separator")

    def codec_chain(self, value, what):
        require(isinstance(value, list), f"{what}: codecs is not an array")
        self.codecs = []
        for item in value:
            check_members(item, {"type"}, {"type", "configuration"}, f"{what}: codec")
            match = CODEC_URI.fullmatch(item["type"]) if is_uri(item["type"]) else None
            require(match is not None, f"{what}: unknown codec {item['type']!r}")
            name = match[1]
            if self.canonical:
                require(item["type"] == CODEC_URI_CANONICAL.format(name), f"{what}: codec URI {item['type']}")
            settings = item.get("configuration", {})
            members = {
                "endian": {"endian"}, "gzip": {"level"}, "zlib": {"level"},
                "blosc": {"cname", "clevel", "shuffle", "blocksize"},
            }.get(name)
            require(members is not None, f"{what}: unknown codec {name}")
            check_members(settings, members, members, f"{what}: codec {name}")
            if name == "endian":
                require(settings["endian"] in ("big", "little"), f"{what}: endian {settings['endian']!r}")
                require(not self.codecs, f"{what}: endian after a codec that gives bytes")
            elif name == "blosc":
                require(settings["cname"] in ("blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"),
                        f"{what}: blosc cname {settings['cname']!r}")
                require(is_int(settings["clevel"]) and 0 <= settings["clevel"] <= 9, f"{what}: blosc clevel")
                require(is_int(settings["shuffle"]) and -1 <= settings["shuffle"] <= 2, f"{what}: blosc shuffle")
                require(is_int(settings["blocksize"]) and settings["blocksize"] >= 0, f"{what}: blosc blocksize")
            else:
                require(is_int(settings["level"]) and 0 <= settings["level"] <= 9, f"{what}: {name} level")
            self.codecs.append((name, settings))

    def transformers(self, value, what):
        require(isinstance(value, list) and len(value) <= 1, f"{what}: at most one storage transformer is read here")
        self.per_shard = None
        for item in value:
            check_members(item, {"extension", "type"}, {"extension", "type", "configuration"}, f"{what}: transformer")
            known = is_uri(item["extension"]) and SHARDING.fullmatch(item["extension"])
            if self.canonical:
                known = item["extension"] == SHARDING_CANONICAL
            require(known and item["type"] == "indexed", f"{what}: unknown storage transformer")
            settings = item.get("configuration")
            check_members(settings, {"chunks_per_shard"}, {"chunks_per_shard"}, f"{what}: sharding")
            self.per_shard = lengths(settings["chunks_per_shard"], len(self.shape), 1, f"{what}: chunks_per_shard")
            require(math.prod(self.per_shard) <= 1 << 20, f"{what}: too many chunks in a shard")

    def chunk_key(self, position):
        identifier = "c" + self.separator.join(str(index) for index in position)
        return "data" + ("" if self.path == "/" else self.path) + "/" + identifier

    def stored_chunk(self, position):
        """The encoded bytes of one chunk, or None where nothing was stored."""
        if self.per_shard is None:
            return self.hierarchy.get(self.chunk_key(position))
        shard = self.hierarchy.get(self.chunk_key([p // n for p, n in zip(position, self.per_shard)]))
        if shard is None:
            return None
        count = math.prod(self.per_shard)
        require(len(shard) >= 16 * count, f"shard of {self.path}: shorter than its index")
        within = 0
        for p, n in zip(position, self.per_shard):
            within = within * n + p % n
        start, size = struct.unpack_from("<QQ", shard, len(shard) - 16 * count + 16 * within)
        if start == EMPTY and size == EMPTY:
            return None
        require(start != EMPTY and size != EMPTY, f"shard of {self.path}: half of an index entry is the empty mark")
        require(start + size <= len(shard), f"shard of {self.path}: an index entry points past the end")
        return shard[start: start + size]

    def decode(self, data, position):
        what = f"chunk {self.chunk_key(position)}"
        order = "little"
        size = math.prod(self.chunk_shape) * self.dtype.itemsize
        for name, settings in reversed(self.codecs):
            if name == "endian":
                order = settings["endian"]
            elif name == "blosc":
                data = decode_blosc(data, size + 65536, SpecError)
            else:
                engine = zlib.decompressobj(31 if name == "gzip" else 15)
                try:
                    data = engine.decompress(data, size + 65536)
                except zlib.error as error:
                    raise SpecError(f"{what}: {name}: {error}") from error
                require(engine.eof and not engine.unused_data, f"{what}: {name}: stream does not end with the value")
        require(len(data) == size, f"{what}: {len(data)} bytes instead of {size}")
        dtype = self.dtype.newbyteorder(">" if order == "big" else "<")
        shape = self.chunk_shape if self.layout == "C" else self.chunk_shape[::-1]
        chunk = np.frombuffer(data, dtype).reshape(shape)
        if self.layout == "F":
            chunk = chunk.transpose()
        if self.name == "bool":
            chunk = (chunk != 0).astype("u1")
        # Byte swaps keep every bit; astype could quiet a signalling NaN.
        return chunk if chunk.dtype == self.dtype else chunk.byteswap().view(self.dtype)

    def read(self):
        """All elements: C order, little-endian bytes."""
        out = np.empty(self.shape, self.dtype)
        out[...] = np.frombuffer(self.fill, self.dtype)[0]
        if math.prod(self.shape) == 0:
            return out.tobytes()
        counts = [-(-whole // chunk) for whole, chunk in zip(self.shape, self.chunk_shape)]
        for position in itertools.product(*map(range, counts)):
            data = self.stored_chunk(position)
            if data is None:
                continue
            chunk = self.decode(data, position)
            target = tuple(slice(p * c, min((p + 1) * c, n))
                           for p, c, n in zip(position, self.chunk_shape, self.shape))
            inside = tuple(slice(0, t.stop - t.start) for t in target)
            out[target] = chunk[inside]
        return out.tobytes()


class Hierarchy:
    """A hierarchy in a directory, opened at its root as the draft demands."""

    def __init__(self, root, canonical=False):
        self.root, self.canonical = pathlib.Path(root), canonical
        data = self.get("zarr.json")
        require(data is not None, "zarr.json is missing")
        entry = parse_json(data, "zarr.json")
        version = entry.get("zarr_format")
        match = ENTRY_FORMAT.fullmatch(version) if is_uri(version) else None
        require(match is not None, f"zarr.json: zarr_format {version!r}")
        names = {"zarr_format", "metadata_encoding", "extensions"}
        # A later 3.x may add names, which a reader ignores; 3.0 has exactly these.
        later = int(match[1]) > 0 and not canonical
        check_members(entry, names, names | (entry.keys() if later else set()), "zarr.json")
        encoding = entry["metadata_encoding"]
        require(encoding == {"type": "json", "metadata_key_suffix": ".json"}, f"zarr.json: encoding {encoding!r}")
        check_extensions(entry["extensions"], "zarr.json")

    def get(self, key):
        try:
            return (self.root / key).read_bytes()
        except (FileNotFoundError, NotADirectoryError):
            return None

    def key(self, path, kind):
        for name in path.strip("/").split("/") if path != "/" else []:
            require(NODE_NAME.fullmatch(name) and name.strip("."), f"{path}: {name!r} is not a node name")
        return f"meta/{kind}.json" if path == "/" else f"meta{path}.{kind}.json"

    def kind(self, path):
        if self.get(self.key(path, "array")) is not None:
            return "array"
        if self.get(self.key(path, "group")) is not None:
            return "group"
        folder = self.root / ("meta" + ("" if path == "/" else path))
        return "implicit" if folder.is_dir() and any(folder.iterdir()) else None

    def array(self, path):
        data = self.get(self.key(path, "array"))
        require(data is not None, f"{path}: no array")
        return Array(self, path, parse_json(data, f"array {path}"), self.canonical)

    def group_attributes(self, path):
        data = self.get(self.key(path, "group"))
        if data is None:
            require(self.kind(path) == "implicit" or path == "/", f"{path}: no group")
            return {}
        document = parse_json(data, f"group {path}")
        check_members(document, {"attributes"}, {"attributes"}, f"group {path}")
        require(isinstance(document["attributes"], dict), f"group {path}: attributes is not an object")
        return plain(document["attributes"])

    def children(self, path):
        folder = self.root / ("meta" + ("" if path == "/" else path))
        names = set()
        for item in folder.iterdir() if folder.is_dir() else []:
            if item.is_dir():
                names.add(item.name)
                continue
            for ending in (".array.json", ".group.json"):
                if item.name.endswith(ending) and item.name != ending:
                    names.add(item.name.removesuffix(ending))
        return sorted(names, key=lambda name: name.encode())


def prove(fixtures):
    """Run the reader over the hand-made good and bad stores; returns (passed, failures)."""
    passed, failures = 0, []
    good = fixtures / "public" / "spec-v3-2022"
    for entry in json.loads((good / "manifest.json").read_text()):
        label = f"{entry['store']}{entry['node']}"
        try:
            hierarchy = Hierarchy(good / entry["store"])
            if entry["kind"] == "group":
                require(hierarchy.group_attributes(entry["node"]) == entry["attributes"], "attributes differ")
                require(hierarchy.children(entry["node"]) == sorted(entry["children"], key=str.encode),
                        f"children {hierarchy.children(entry['node'])}")
                require((hierarchy.kind(entry["node"]) == "group") != bool(entry.get("implicit")), "implicit")
            else:
                array = hierarchy.array(entry["node"])
                require(array.attributes == entry["attributes"], "attributes differ")
                require(list(array.shape) == entry["shape"], "shape differs")
                data = array.read()
                require(data == (good / entry["expected"]).read_bytes(), "data differ")
                require(hashlib.sha256(data).hexdigest() == entry["sha256"], "hash differs")
            passed += 1
        except SpecError as error:
            failures.append(f"{label}: {error}")
    for folder in (fixtures / "bad" / "spec-drafts",):
        for entry in json.loads((folder / "manifest.json").read_text()):
            if entry["format"] != "v3-2022":
                continue
            label, stage = f"bad {entry['store']}", "open"
            try:
                hierarchy = Hierarchy(folder / entry["store"])
                if entry["kind"] == "group":
                    hierarchy.group_attributes(entry["node"])
                else:
                    array = hierarchy.array(entry["node"])
                    stage = "read"
                    array.read()
                failures.append(f"{label}: accepted ({entry['why']})")
            except SpecError as error:
                # A fault of the documents has to be found before any chunk is read, and the reverse.
                if entry["stage"] in ("any", stage):
                    passed += 1
                else:
                    failures.append(f"{label}: found at {stage} instead of {entry['stage']}: {error}")
    return passed, failures


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    passed, failures = prove(pathlib.Path(sys.argv[1]))
    for failure in failures:
        print("FAIL", failure)
    print(f"independent v3-2022 reader on the fixtures: {passed} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
