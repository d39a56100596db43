"""TensorStore and zarr-python behind the protocol of run.py (protocol.h says what it is).

    python.py tensorstore|zarr-python OP key=value ...

Driven through Python, a call of TensorStore costs some 10 µs more than it would in C++.
"""
import json
import os
import sys
import time

import numpy

name, op = sys.argv[1:3]
given = dict(argument.split("=", 1) for argument in sys.argv[3:])
path, threads, reps = given["path"], int(given.get("threads", 1)), int(given.get("reps", 1))
wide = given.get("dtype", "f4") == "f4"
element, word = (numpy.float32, numpy.uint32) if wide else (numpy.uint16, numpy.uint16)


def lengths(key):
    return [int(value) for value in given[key].split(",")] if key in given else None


def high_water():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))


def emit(**line):
    print(json.dumps(line), flush=True)


def total(array):
    return int(numpy.ascontiguousarray(array).view(word).sum(dtype=numpy.uint64))


def document():
    """The document of an array as the driver makes it."""
    codec, chunk, shard = given.get("codec", "none"), lengths("chunk"), lengths("shard")
    little = {"name": "bytes", "configuration": {"endian": "little"}}
    codecs = [little]
    if codec == "blosc":
        shuffled = {"cname": "lz4", "clevel": 5, "shuffle": "shuffle", "typesize": 4 if wide else 2, "blocksize": 0}
        codecs.append({"name": "blosc", "configuration": shuffled})
    elif codec.startswith("zstd"):
        codecs.append({"name": "zstd", "configuration": {"level": int(codec[4:]), "checksum": False}})
    elif codec.startswith("gzip"):
        codecs.append({"name": "gzip", "configuration": {"level": int(codec[4:])}})
    if shard:
        index = [little, {"name": "crc32c"}]
        inside = {"chunk_shape": chunk, "codecs": codecs, "index_codecs": index, "index_location": "end"}
        codecs = [{"name": "sharding_indexed", "configuration": inside}]
    return {
        "zarr_format": 3,
        "node_type": "array",
        "shape": lengths("shape"),
        "data_type": "float32" if wide else "uint16",
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": shard or chunk}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": 0,
        "codecs": codecs,
        "attributes": {},
    }


class TensorStore:
    def __init__(self):
        import tensorstore

        self.module = tensorstore
        limits = {"data_copy_concurrency": {"limit": threads}, "file_io_concurrency": {"limit": threads}}
        # No other process waits for the disk.
        self.context = tensorstore.Context(limits | {"file_io_sync": False})

    def open(self, at, **more):
        spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": str(at)}, "recheck_cached_data": "open"}
        return self.module.open(spec | (more or {"open": True}), context=self.context)

    def array(self, at):
        return self.open(at).result()

    def create(self, at):
        return self.open(at, metadata=document(), create=True).result()

    def read_into(self, array, memory):
        self.module.array(memory, context=self.context).write(array).result()

    def get(self, array, box):
        return array[box].read().result()

    def put(self, array, box, values):
        array[box].write(values).result()

    def count(self):
        store = self.module.KvStore.open({"driver": "file", "path": path + "/"}).result()
        keys = [key.decode() for key in store.list().result()]
        arrays = [key[: -len("/zarr.json")] for key in keys if key.endswith("/zarr.json") and key.count("/") == 2]
        return sum(1 for array in [self.open(os.path.join(path, below)) for below in arrays] if array.result().shape)


class ZarrPython:
    def __init__(self):
        import zarr
        from zarr.core.buffer.cpu import NDBuffer

        self.module, self.buffer = zarr, NDBuffer
        zarr.config.set({"threading.max_workers": threads, "async.concurrency": max(threads, 2)})

    def array(self, at):
        return self.module.open_array(at, mode="r+", zarr_format=3)

    def create(self, at):
        os.makedirs(at)
        with open(os.path.join(at, "zarr.json"), "w") as file:
            json.dump(document(), file)
        return self.array(at)

    def read_into(self, array, memory):
        array.get_basic_selection(Ellipsis, out=self.buffer.from_numpy_array(memory))

    def get(self, array, box):
        return array[box]

    def put(self, array, box, values):
        array[box] = values

    def count(self):
        members = self.module.open_group(path, mode="r", zarr_format=3).members(max_depth=None)
        return sum(1 for _, member in members if hasattr(member, "shape"))


def boxes():
    rows = [[int(value) for value in line.split()] for line in open(given["boxes"])]
    return [tuple(slice(row[axis], row[axis] + row[axis + 3]) for axis in range(3)) for row in rows]


def timed(work):
    """Repeats what is timed; gives what the last repetition gave."""
    emit(base_kb=high_water())
    for rep in range(reps):
        start = time.perf_counter()
        result = work(rep)
        emit(rep=rep, t=(time.perf_counter() - start) / int(given.get("n", 1)), hwm_kb=high_water())
    return result


def main():
    peer = {"tensorstore": TensorStore, "zarr-python": ZarrPython}[name]()
    check = given.get("check") == "1"
    if op == "read":
        array, memory = peer.array(path), numpy.empty(lengths("shape"), element)
        timed(lambda rep: peer.read_into(array, memory))
        if check:
            emit(sum=total(memory))
    elif op == "write":
        values = numpy.fromfile(given["raw"], element).reshape(lengths("shape"))
        timed(lambda rep: peer.put(peer.create(f"{path}_r{rep}"), ..., values))
    elif op == "rboxes":
        array, wanted = peer.array(path), boxes()
        sums = timed(lambda rep: [total(part) if check else 0 for part in (peer.get(array, box) for box in wanted)])
        if check:
            emit(sum=sum(sums) % 2**64)
    elif op == "wboxes":
        array, wanted = peer.array(path), boxes()
        shapes = [[axis.stop - axis.start for axis in box] for box in wanted]
        values = numpy.fromfile(given["raw"], element)
        parts = [values[: numpy.prod(shape)].reshape(shape) for shape in shapes]
        timed(lambda rep: [peer.put(array, box, part) for box, part in zip(wanted, parts)])
        if check:
            emit(sum=total(peer.get(peer.array(path), ...)))
    elif op == "open":
        timed(lambda rep: [peer.array(path).shape for _ in range(int(given.get("n", 1)))])
    elif op == "list":
        emit(sum=timed(lambda rep: peer.count()))
    elif op == "one":
        emit(sum=total(peer.get(peer.array(path), tuple(slice(at, at + 1) for at in lengths("at")))))
    else:
        emit(unsupported=1)
        sys.exit(4)


main()
sys.stdout.flush()
# Threads of a library that are still at work need not be waited for.
os._exit(0)
