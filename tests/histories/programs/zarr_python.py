"""zarr-python takes part in histories: `zarr_python.py pipeline` writes and reads by libzarr.Pipeline, `zarr_python.py zarr` by zarr-python
alone, which takes no locks. program.h says how a program is asked and what it tells."""

import os
import pathlib
import sys
import time
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "bindings" / "python"))

import zarr  # noqa: E402

OUT_OF_BOUNDS, WRONG = 6, 994
warnings.simplefilter("ignore")
handed_over = []
if sys.argv[1] == "pipeline":
    import libzarr
    from libzarr import zarr_pipeline

    zarr.config.set({"codec_pipeline.path": "libzarr.Pipeline"})
    hand_over = zarr_pipeline.Pipeline._hand_over
    zarr_pipeline.Pipeline._hand_over = lambda pipeline, reason: (handed_over.append(str(reason)), hand_over(pipeline, reason))[1]


class OutOfBounds(Exception):
    """zarr-python cuts a region that reaches outside of an array."""


def region(node, start, count):
    """Return a region as a slice."""
    if int(start) + int(count) > node.shape[0]:
        raise OutOfBounds(f"the shape is {node.shape}")
    return slice(int(start), int(start) + int(count))


class History:
    """The nodes that are open in a history."""

    def __init__(self, url):
        self.url, self.slots = url, {}

    def node(self, path):
        """Open a node as its document says."""
        return zarr.open(self.url, path=path.strip("/"), mode="r+", use_consolidated=False)

    def open(self, slot, store, path):
        self.slots[slot] = self.node(path)

    def read(self, slot, start, count):
        array = self.slots[slot]
        values = array[region(array, start, count)].tolist()
        if handed_over:  # without the library's promises
            raise OutOfBounds(handed_over[0])
        return values

    def write(self, slot, start, count, value):
        array = self.slots[slot]
        array[region(array, start, count)] = int(value)

    def set(self, slot, name, value):
        self.node(self.slots[slot].path).attrs[name] = int(value)

    def get(self, slot, name):
        return [self.node(self.slots[slot].path).attrs.get(name, -1)]

    def pause(self, microseconds):
        time.sleep(int(microseconds) / 1e6)


def run_line(history, journal, line):
    """Carry out one operation, and tell of it."""
    number, verb, *words = line.split()
    handed_over.clear()
    os.write(journal, f"S {number} {time.monotonic_ns()}\n".encode())
    try:
        told = " ".join(map(str, [0, *(getattr(history, verb)(*words) or ())]))
    except OutOfBounds as failure:
        told = f"{OUT_OF_BOUNDS} {failure}"
    except Exception as failure:
        message = " ".join(f"{type(failure).__name__}: {failure}".split())
        told = f"{getattr(failure, 'status', WRONG)} {message}"
    os.write(journal, f"E {number} {time.monotonic_ns()} {told}\n".encode())


def main():
    for asked in sys.stdin:
        operations, journal, url, options, pauses = asked.removesuffix("\n").split("\t")
        os.environ["ZARR_TEST_PAUSES"] = pauses
        zarr.config.set({"codec_pipeline.lock": "fcntl" if "fcntl" in options else "auto"})
        history = History(url)
        told = os.open(journal, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with open(operations) as lines:
            for line in lines:
                if line == "gate\n":
                    print("ready", flush=True)
                    sys.stdin.readline()
                elif line[0].isdigit():
                    run_line(history, told, line)
        os.close(told)
        print("done", flush=True)


main()
