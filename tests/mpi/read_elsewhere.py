"""Random arrays that ranks wrote together, read by zarr-python: read_elsewhere.py WORKDIR MPIEXEC MODEL CASES

Otherwise a user of MPI would have data that only this library reads.
"""

import collections
import json
import shutil
import subprocess
import sys
from pathlib import Path

import zarr

FIRST = 7000
work, mpiexec, model, cases = Path(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])
KNOWS_RECTILINEAR = zarr.config.get("array.rectilinear_chunks", None) is not None
zarr.config.set({"array.rectilinear_chunks": True})

shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
subprocess.run([mpiexec, "-n", "2", model, str(work), str(cases), str(FIRST)], check=True, timeout=250)

counts = collections.Counter()
for number in range(FIRST, FIRST + cases):
    folder = work / f"case{number}"
    documents = {path.name for path in folder.iterdir()}
    document = next((folder / name for name in ("zarr.json", ".zarray") if name in documents), None)
    if not document or "meta" in documents:
        counts["N5, v1 or a draft"] += 1
        continue
    metadata = json.loads(document.read_text())
    if metadata.get("data_type") == "r24":
        counts["elements of 24 bits, which zarr-python does not know"] += 1
        continue
    if metadata.get("chunk_grid", {}).get("name") == "rectilinear" and not KNOWS_RECTILINEAR:
        counts["rectilinear, which this zarr-python does not know"] += 1
        continue
    array = zarr.open_array(folder, mode="r")
    values = array[...]
    # The model has the bytes of this machine's order.
    assert values.astype(values.dtype.newbyteorder("=")).tobytes() == (work / f"case{number}.values").read_bytes(), number
    kind = f"v{array.metadata.zarr_format}{', shards' if array.shards else ''}"
    counts[kind] += 1
print(dict(counts))
assert min(counts["v2"], counts["v3"], counts["v3, shards"]) > 1
