"""The examples that follow a run: following.py WORKDIR WRITER READER...

Readers are started before there is anything to read. In the middle the writer is stopped, wherever it happens to be: the readers
then have seen exactly the frames that it had announced, whole. In the end they have seen all of them, and so does zarr-python.
"""

import json
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy
import zarr

FRAMES, STATIONS, PATIENCE = 300, 500, 60
work, writer, readers = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
store = work / "run.zarr"
shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)


def announced():
    try:
        return json.loads((store / "level" / "zarr.json").read_text())["attributes"]["complete_frames"]
    except FileNotFoundError:
        return 0


def wait_until(holds, what):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, what
        time.sleep(0.001)


def lines(index):
    return (work / f"{index}.txt").read_text().splitlines()


expected = [f"frame {f}: {f * 1000} to {f * 1000 + STATIONS - 1}" for f in range(FRAMES)]
started = []
for index, reader in enumerate(readers):
    with open(work / f"{index}.txt", "w") as output:
        started.append(subprocess.Popen([reader, "read", str(store)], stdout=output))
time.sleep(0.1)
process = subprocess.Popen([writer, "write", str(store), str(FRAMES)])
try:
    wait_until(lambda: announced() >= 20, "the writer writes nothing")
    process.send_signal(signal.SIGSTOP)
    half = announced()
    assert half < FRAMES, "the writer was too fast to be met in the middle"
    for index in range(len(readers)):
        wait_until(lambda: len(lines(index)) >= half, f"reader {index} does not follow")
        assert lines(index) == expected[:half]
    process.send_signal(signal.SIGCONT)
    assert process.wait(PATIENCE) == 0
    for index, reader in enumerate(started):
        assert reader.wait(PATIENCE) == 0
        assert lines(index) == expected, index
finally:
    for one in [process, *started]:
        one.kill()
array = zarr.open_group(store, mode="r")["level"]
assert array.attrs["finished"] is True and array.shape == (FRAMES, STATIONS)
assert numpy.array_equal(array[:], numpy.add.outer(1000 * numpy.arange(FRAMES), numpy.arange(STATIONS)))
print(f"{len(readers)} readers had seen {half} of {FRAMES} frames when the writer was stopped, and all in the end")
