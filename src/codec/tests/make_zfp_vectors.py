"""Makes zfp.txt: what numcodecs 0.15 encodes with zfpy 1.0, and zfpy alone without a header, for the tests of those codecs.

A line has the codec, the data type, the shape, the parameters, the data, the encoded bytes and what they decode to with tabs
between; bytes are hexadecimal digits, little-endian, and what is decoded stands there where it is not the data.
Usage: make_zfp_vectors.py > zfp.txt
"""

import json

import numpy as np
import zfpy
from numcodecs.registry import get_codec

SHAPES = [(1,), (13,), (5, 6), (3, 4, 5), (2, 3, 2, 5)]
TYPES = ["int32", "int64", "float32", "float64"]
# Parameters of the codec `zfp` and what zfpy calls them.
PLAIN = [
    ({"mode": "reversible"}, {}),
    ({"mode": "fixed_accuracy", "tolerance": 0.25}, {"tolerance": 0.25}),
    ({"mode": "fixed_rate", "rate": 9.5}, {"rate": 9.5}),
    ({"mode": "fixed_precision", "precision": 14}, {"precision": 14}),
]
HEADED = [{"mode": 4, "tolerance": 0.01}, {"mode": 2, "rate": 16}, {"mode": 3, "precision": 20}, {}]


def numbers(name, shape):
    at = np.arange(np.prod(shape), dtype="f8").reshape(shape)
    values = np.sin(at / 3) * 1000 + at / 7
    return values.astype(name) if name.startswith("float") else (values * 16).astype(name)


def line(codec, data, parameters, encoded, decoded):
    back = decoded.tobytes()
    back = "" if back == data.tobytes() else back.hex()
    shape = ",".join(map(str, data.shape))
    print(codec, data.dtype.name, shape, json.dumps(parameters), data.tobytes().hex(), encoded.hex(), back, sep="\t")


for name in TYPES:
    for shape in SHAPES:
        data = numbers(name, shape)
        kind = {"int32": 1, "int64": 2, "float32": 3, "float64": 4}[name]
        for parameters, keywords in PLAIN:
            if "tolerance" in keywords and kind < 3:
                continue
            encoded = zfpy.compress_numpy(data, write_header=False, **keywords)
            back = zfpy._decompress(encoded, kind, shape, **keywords)
            line("zfp", data, parameters, encoded, np.asarray(back))
        for parameters in HEADED:
            if parameters.get("mode") == 4 and kind < 3:
                continue
            codec = get_codec({"id": "zfpy", **parameters})
            encoded = bytes(codec.encode(data))
            config = {name: value for name, value in codec.get_config().items() if name != "id"}
            line("zfpy", data, config, encoded, np.asarray(codec.decode(encoded)))
