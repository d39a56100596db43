"""Makes the seeds of the corpora: documents, small stores and archives of the fixtures, and a few bytes that choose each case.

    seeds.py <unpacked fixtures> <output folder>
"""

import hashlib
import pathlib
import sys

fixtures, output = map(pathlib.Path, sys.argv[1:])
# The number of a format in the first byte of a document, by the name of a file that only it has.
FORMATS = {"meta": 0, ".zarray": 1, ".zgroup": 1, ".zmetadata": 1, "zarr.json": 2, "attributes.json": 7}
MOST = 900


def write(target, data):
    folder = output / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / hashlib.sha1(data).hexdigest()[:12]).write_bytes(data)


def pick(items, count):
    items = sorted(items, key=lambda item: hashlib.sha1(item).digest())
    return items[:count]


documents = {}
for path in fixtures.rglob("*"):
    if not path.is_file() or path.stat().st_size > MOST or path.is_symlink():
        continue
    data = path.read_bytes()
    code = FORMATS.get(path.name)
    if path.name.endswith((".array.json", ".group.json")):
        code = 5 if b"chunk_memory_layout" in data and b"purl.org/zarr/spec/codecs" not in data else 6
    elif path.name in (".array", ".group"):
        code = 3
    if code is not None and data.lstrip()[:1] == b"{":
        # Of documents of one kind, length and fate, one is enough.
        shape = (code, len(data) // 60, "bad" in path.parts)
        documents.setdefault(shape, []).append(bytes([code]) + data)
for found in documents.values():
    for data in pick(found, 2):
        write("documents", data)

stores = []
for root in sorted([*(fixtures / "bad").iterdir(), *(fixtures / "public").glob("*/*")]):
    if not root.is_dir():
        continue
    files = [path for path in sorted(root.rglob("*")) if path.is_file() and not path.is_symlink()]
    parts = []
    for path in files[:12]:
        value = path.read_bytes()
        if len(value) > MOST or b"\xff\xfe" in value:
            continue
        parts += [str(path.relative_to(root)).encode(), value]
    data = b"\xff\xfe".join(parts)
    if parts and len(data) < 3000:
        stores.append(data)
for data in pick(stores, 60):
    write("hierarchy", data)

archives = [path.read_bytes() for path in fixtures.rglob("*.zip") if path.stat().st_size < 6000]
for data in pick(archives, 30):
    write("zip", data)

for number in range(0, 240):
    own = bytes([number & 255, number >> 8, 1]) + bytes(12) + b"some elements that have to be encoded, \0 twice" * 3
    damaged = own[:3] + bytes([2, number & 15, 0, 0, 1, 9, 0, 0, 5]) + own[12:]
    if number % 2 == 0:
        write("decoders", own)
    else:
        write("decoders", damaged)
for number in range(48):
    choice = bytes([number % 3, number // 3 % 4, number // 12 % 2, number // 24])
    write("shards", choice + b"\x01seed\x02\x21\0\0\x07\x90\0\x02")
    write("shards", choice + b"\0" + bytes(range(200)))
    write("differential", bytes([1 + number % 3, number % 7, 5, 6, number % 3, number % 11, number % 8, 2, 1, 3, number & 1, 1, 2, 1, number % 2, 0, 0, 2, number % 16, 3])
          + bytes([0, 1, 0, 3, 2, 4, 1, 7, 7, 7, 7, 1] * 6))
# A builder of each type, then an array, a write, a read.
for code in range(1, 24):
    write("calls", bytes([12, 0, code + 1, 2, 5, 4, 0, 0, 18, 0, 0, 2, 2, 3, 0, 0, 29, 0, 0, 0, 2, 0, 0, 0, 50, 0, 0, 51, 0, 0,
                          48, 2, 0, 0, 0, 0, 1, 1, 0, 0, 4, 0, 0, 0, 47, 0, 0, 2, 3, 3, 0, 0, 66, 0, 0, 2, 0, 0, 3, 0, 38, 0, 0]))
