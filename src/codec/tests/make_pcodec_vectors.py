"""Makes pcodec.txt: what numcodecs 0.16 encodes with pcodec, for the tests of that codec.

A line has the data type, the parameters, the data and the encoded bytes with tabs between; bytes are hexadecimal digits.
Usage: make_pcodec_vectors.py > pcodec.txt
"""

import json
import warnings

import numpy as np
from numcodecs.registry import get_codec

warnings.simplefilter("ignore")
STEPS = np.cumsum(np.arange(300) % 7 - 2)
PARAMETERS = [{}, {"level": 3, "mode_spec": "classic", "equal_pages_up_to": 100}, {"delta_encoding_order": 2}]
TYPES = ["uint16", "uint32", "uint64", "int16", "int32", "int64", "float16", "float32", "float64"]

for name in TYPES:
    data = (STEPS / 8 if name.startswith("float") else STEPS + 10).astype(name)
    for parameters in PARAMETERS:
        encoded = bytes(get_codec({"id": "pcodec", **parameters}).encode(data))
        print(name, json.dumps(parameters), data.tobytes().hex(), encoded.hex(), sep="\t")
