"""Makes numcodecs.txt: what numcodecs 0.16 encodes, for the tests of its byte codecs and filters.

A line has id, parameters, NumPy type, data, encoded and decoded (empty: the data) with tabs between; bytes are
hexadecimal digits.
Usage: make_numcodecs_vectors.py > numcodecs.txt
"""

import json
import warnings

import numpy as np
from numcodecs.registry import get_codec

warnings.simplefilter("ignore")
LZMA1 = 0x4000000000000001
DATA = bytes(((at // 4 // 8 * 259) >> (8 * (at % 4))) & 255 for at in range(128))
ODD = bytes((at * 7 + at // 251) % 256 for at in range(1501))
F8 = np.array([0.0, -0.0, 1.05, -2.25, 2.5, 3.5, 1e3, -999.95, 0.125, 123456.789], "f8")
INTS = np.array([5, 3, -7, 127, -128, 100, 0, 1], "i8")

BYTES = [
    ("lz4", {}, DATA),
    ("lz4", {"acceleration": 10}, ODD),
    ("bz2", {"level": 1}, DATA),
    ("bz2", {"level": 9}, ODD),
    ("lzma", {"format": 1, "check": -1, "preset": None, "filters": None}, DATA),
    ("lzma", {"format": 1, "check": 0, "preset": 1}, DATA),
    ("lzma", {"format": 1, "check": 1, "preset": 0}, DATA),
    ("lzma", {"format": 1, "check": 10, "preset": 2}, DATA),
    ("lzma", {"format": 2, "preset": 1}, DATA),
    ("lzma", {"format": 2, "filters": [{"id": LZMA1, "preset": 0}]}, DATA),
    ("lzma", {"format": 3, "filters": [{"id": 3, "dist": 4}, {"id": 33, "preset": 1}]}, DATA),
    ("lzma", {"format": 3, "filters": [{"id": LZMA1, "preset": 1, "lc": 0, "lp": 2}]}, DATA),
    ("lzma", {"format": 1, "filters": [{"id": 4}, {"id": 33, "dict_size": 65536}]}, DATA),
    ("lzma", {"format": 3, "filters": [{"id": 7, "start_offset": 16}, {"id": 33, "preset": 1}]}, DATA),
    ("shuffle", {"elementsize": 4}, DATA),
    ("shuffle", {"elementsize": 8}, DATA),
    ("shuffle", {"elementsize": 1}, DATA[30:41]),
    ("base64", {}, DATA[30:43]),
    ("base64", {}, DATA[30:42]),
    ("crc32", {}, ODD),
    ("crc32", {"location": "end"}, DATA),
    ("adler32", {}, ODD),
    ("adler32", {"location": "end"}, DATA),
    ("fletcher32", {}, ODD),
    ("fletcher32", {}, DATA),
    ("jenkins_lookup3", {}, ODD),
    ("jenkins_lookup3", {"initval": 7}, DATA),
] + [("jenkins_lookup3", {}, ODD[:length]) for length in (1, 11, 12, 13, 23, 24, 25)]

FILTERS = [
    ("delta", {"dtype": "<i4"}, INTS.astype("<i4")),
    ("delta", {"dtype": ">i4", "astype": "<i2"}, INTS.astype(">i4")),
    ("delta", {"dtype": "|u1"}, INTS.astype("u1")),
    ("delta", {"dtype": "|i1"}, INTS.astype("i1")),
    ("delta", {"dtype": "<u8", "astype": "<i4"}, np.array([9, 0, 1, 2**31], "<u8")),
    ("delta", {"dtype": "<f8"}, F8),
    ("delta", {"dtype": "<f4"}, F8.astype("f4")),
    ("delta", {"dtype": "<f2"}, F8[:8].astype("f2")),
    ("fixedscaleoffset", {"scale": 10, "offset": -1000, "dtype": "<f8", "astype": "<u2"}, F8[:9]),
    ("fixedscaleoffset", {"scale": 4, "offset": 0, "dtype": "<f4", "astype": "|i1"}, F8[:6].astype("f4")),
    ("fixedscaleoffset", {"scale": 0.1, "offset": 0.3, "dtype": "<f4"}, F8.astype("f4")),
    ("fixedscaleoffset", {"scale": 3.7, "offset": 1.1, "dtype": "<f2", "astype": ">i4"}, F8[:8].astype("f2")),
    ("fixedscaleoffset", {"scale": 3, "offset": 1, "dtype": "<i4", "astype": "<i2"}, INTS.astype("<i4")),
    ("fixedscaleoffset", {"scale": 0.5, "offset": 1, "dtype": "<i4", "astype": "|i1"}, INTS.astype("<i4")),
    ("quantize", {"digits": 2, "dtype": "<f8"}, F8),
    ("quantize", {"digits": 1, "dtype": "<f8", "astype": "<f4"}, F8),
    ("quantize", {"digits": 0, "dtype": "<f4"}, F8.astype("f4")),
    ("quantize", {"digits": -2, "dtype": ">f4"}, F8.astype(">f4")),
    ("quantize", {"digits": 3, "dtype": "<f2"}, F8[:8].astype("f2")),
    ("bitround", {"keepbits": 5}, F8.astype("f4")),
    ("bitround", {"keepbits": 0}, F8),
    ("bitround", {"keepbits": 52}, F8),
    ("bitround", {"keepbits": 3}, F8[:8].astype("f2")),
    ("packbits", {}, np.array([1, 0, 1, 1, 0, 0, 0, 1, 1, 1], "?")),
    ("packbits", {}, np.array([1, 0, 1, 1, 0, 0, 0, 1], "?")),
    ("packbits", {}, np.array([1], "?")),
    ("astype", {"encode_dtype": "<f4", "decode_dtype": "<f8"}, F8),
    ("astype", {"encode_dtype": "<i2", "decode_dtype": ">i8"}, np.array([5, -7, 32767, 70000], ">i8")),
    ("astype", {"encode_dtype": "|u1", "decode_dtype": "<f4"}, np.array([0, 1.9, 2.5, 255], "<f4")),
    ("astype", {"encode_dtype": "|b1", "decode_dtype": "<i4"}, INTS.astype("<i4")),
    ("astype", {"encode_dtype": "<f2", "decode_dtype": "<u4"}, np.array([0, 1, 2049, 65519], "<u4")),
]

for name, parameters, data in BYTES + FILTERS:
    array = np.frombuffer(data, "u1") if isinstance(data, bytes) else data
    codec = get_codec({"id": name, **parameters})
    encoded = np.asarray(memoryview(codec.encode(array)))
    decoded = b"" if array is not data else np.asarray(memoryview(codec.decode(encoded.copy()))).tobytes()
    decoded = "" if decoded == array.tobytes() else decoded.hex()
    fields = [name, json.dumps(parameters), array.dtype.str, array.tobytes().hex(), encoded.tobytes().hex(), decoded]
    print("\t".join(fields))
