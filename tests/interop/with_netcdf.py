"""netCDF (NCZarr) and the library, each reading what the other wrote in v2.

    with_netcdf.py SCRATCH [EVERY]

The wheel of netCDF4 brings the codecs of NCZarr; Debian's build has none, and hands encoded bytes on as if they were
elements.
Each array is read in a process of its own: of data types and shapes that it does not know some builds die.
"""

import itertools
import os
import pathlib
import pickle
import signal
import sys

import netCDF4
import numpy as np

import libzarr
from cells import ALL_TYPES, COMPRESSORS, Cell, bytes_of, cells, compare_ours, fill_cells, make_ours, native
from tally import Difference, Tally, check

OURS, THEIRS, MORE = "v2, ours", "v2, theirs", "texts, groups, growing"
PLUGINS = pathlib.Path(netCDF4.__file__).parent / "plugins"
CODECS = PLUGINS.is_dir() and any(PLUGINS.glob("*.so"))
NAMES = ["z", "y", "x"]

# Of plain Zarr with the names of dimensions for xarray (the default) and without, and NCZarr with its own members.
PLAIN = "zarr,noxarray,file"
MODES = ["zarr,file", "nczarr,file", PLAIN]
NUMBERS = ["|i1", "<i2", ">i2", "<i4", ">i4", "<i8", ">i8", "|u1", "<u2", "<u4", "<u8", ">u8", "<f4", ">f4", "<f8", ">f8"]
CHAINS = [{}, {"compression": "zlib"}, {"compression": "zlib", "shuffle": False, "complevel": 9}, {"shuffle": True},
          {"fletcher32": True}, {"compression": "zlib", "fletcher32": True}, {"compression": "zstd", "shuffle": False},
          {"compression": "zstd", "shuffle": True}, {"compression": "bzip2", "shuffle": False}]
CHAINS += [{"compression": f"blosc_{name}", "blosc_shuffle": shuffle, "shuffle": False}
           for name in ("lz", "lz4", "lz4hc", "zlib", "zstd") for shuffle in range(3)]

SMOOTH_SHAPES = [((700,), (300,)), ((25, 31), (10, 20)), ((12, 20, 11), (4, 10, 6)), ((600,), (600,))]


class Smooth(Cell):
    """An array that compresses: its blosc gives up on chunks that do not become smaller."""

    def content(self):
        start, count = self.region()
        whole = np.full(self.shape, self.fill_value, self.numpy)
        part = (np.arange(np.prod(count)).reshape(count) // 9 % 60).astype(self.numpy)
        whole[tuple(slice(s, s + c) for s, c in zip(start, count))] = part
        return part, whole


def six_digits(cell):
    """A floating-point number that its documents have no more digits for."""
    value = cell.fill_value
    return cell.kind == "f" and cell.numpy.type(f"{value:g}") != value


def codec(cell):
    return cell.codecs[0][0] if cell.codecs else None


GAPS = [
    (OURS, "error", lambda c: c.kind in "bcUV" or c.numpy.newbyteorder("<") == np.dtype("<f2"), "has no such type"),
    (OURS, "error", lambda c: c.kind in "mM", "has no times"),
    (OURS, "error", lambda c: c.kind == "S", "has texts of its own in place of S"),
    (OURS, "differs", lambda c: c.order == "F" and len(c.shape) > 1, "takes every chunk for C order"),
]
if CODECS:
    GAPS += [
        (THEIRS, "differs", lambda c: c.dtype[0] == ">" and c.write == "part",
         "stores the fill values of big-endian arrays in the other order"),
        (THEIRS, "differs", six_digits, "has six digits of a fill value in its documents"),
        (THEIRS, "error", lambda c: c.numpy.itemsize <= 2, "its blosc gives up on chunks that do not become smaller"),
        (OURS, "differs", lambda c: c.kind == "S", "has texts of its own in place of S"),
        (OURS, "error", lambda c: codec(c) in ("gzip", "lzma", "lz4"), "has no such codec"),
        (OURS, "differs", lambda c: c.dtype[0] == ">" and c.write != "all", "swaps the bytes of fill values once too often"),
    ]
else:
    GAPS += [
        (OURS, "differs", lambda c: c.dtype == "<U1", "takes U1 for characters"),
        (OURS, "differs", codec, "has no codecs in this build, and takes encoded bytes for elements"),
    ]


def apart(function, *arguments):
    """What a function returns or raises, in a process of its own."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, Difference(str(error)) if isinstance(error, Difference) else RuntimeError(
                f"{type(error).__name__}: {error}")
        with os.fdopen(writer, "wb") as out:
            pickle.dump(answer, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        answer = answer.read()
    status = os.waitpid(child, 0)[1]
    if not answer:
        raise RuntimeError(f"it died of {signal.Signals(status & 127).name}")
    good, value = pickle.loads(answer)
    if not good:
        raise value
    return value


def same(data, whole):
    """It reads native order, though its dtype has the order of the file."""
    return bytes_of(whole) in (bytes_of(data), np.ascontiguousarray(data).tobytes())


def read(cell, at, name, whole):
    with netCDF4.Dataset(f"file://{at}#mode=zarr,file") as dataset:
        dataset.set_auto_maskandscale(False)
        array = dataset[name]
        check(array.shape == cell.shape and tuple(array.chunking()) == cell.chunks, f"{array.shape} {array.chunking()}")
        check(array.dimensions == tuple(f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)), f"{array.dimensions}")
        data = array[...]
        dtype = whole.dtype.newbyteorder("=")
        check(data.dtype.newbyteorder("=") == dtype, f"data type {data.dtype}")
        check(same(data, whole), "elements differ")
        check(array.getncattr("text") == "height", f"attribute {array.getncattr('text')!r}")


def open_netcdf(at, mode, how="r"):
    dataset = netCDF4.Dataset(f"file://{at}#mode={mode}", how)
    dataset.set_auto_maskandscale(False)
    return dataset


def write(cell, at, mode, options):
    """Writes the array of a cell, and reads it: a writer that does not read its own data back would prove nothing."""
    part, whole = cell.content()
    start, count = cell.region()
    names = [f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)]
    with open_netcdf(at, mode, "w") as dataset:
        for name, length in zip(names, cell.shape):
            dataset.createDimension(name, length)
        array = dataset.createVariable("a", native(whole).dtype, names, chunksizes=cell.chunks, fill_value=cell.fill_value,
                                       endian="big" if cell.dtype[0] == ">" else "little", **options)
        array.set_auto_maskandscale(False)
        array.text = "height"
        array[tuple(slice(s, s + c) for s, c in zip(start, count))] = native(part)
    with open_netcdf(at, mode) as dataset:
        check(same(dataset["a"][...], whole), "it does not read back what it wrote")


def write_and_read(cell, at, mode, options):
    apart(write, cell, at, mode, options)
    with libzarr.Store(at, mode="r") as store:
        array = store.open("a")
        compare_ours(cell, array, cell.content()[1], attributes=False)
        names = [f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)]
        check(array.dimension_names == ([] if mode == PLAIN else names), f"names of dimensions {array.dimension_names}")
        check(array.attributes["text"] == "height", f"attributes {dict(array.attributes)}")


def theirs(tally, scratch, every):
    """Each type with each chain of codecs; the modes and the other choices go round."""
    for number, (t, c) in enumerate(itertools.product(range(len(NUMBERS)), range(len(CHAINS)))):
        if number % every:
            continue
        shape, chunks = SMOOTH_SHAPES[(t + c) % 4]
        cell = Smooth(NUMBERS[t], fill=c % 3 if NUMBERS[t][1] in "iu" else (0, 5, 6)[c % 3], shape=shape, chunks=chunks,
                      write=("all", "part")[(t + c) % 2])
        mode = MODES[(t + c) % len(MODES)]
        tally.run(THEIRS, f"{number} {mode} {CHAINS[c]}", cell, write_and_read, cell, scratch / f"theirs-{number}", mode,
                  CHAINS[c])


def write_texts(at, mode, texts):
    with open_netcdf(at, mode, "w") as dataset:
        dataset.title = "\u00fc \u2713"
        group = dataset.createGroup("deep").createGroup("er")
        for name, length in (("y", 5), ("x", 7)):
            dataset.createDimension(name, length)
        group.createVariable("texts", str, ("y", "x"))[...] = texts
        group.createVariable("characters", "S1", ("y", "x"))[...] = np.array(b"q")
        dataset.createVariable("scalar", "f8", ())[...] = 3.5


def texts_and_groups(scratch, mode):
    at = scratch / f"texts-{mode.replace(',', '-')}"
    texts = np.array([("\u00fc\u2713"[n % 2] + str(n))[: n % 4] for n in range(35)], object).reshape(5, 7)
    apart(write_texts, at, mode, texts)
    with libzarr.Store(at, mode="r") as store:
        found = dict(store.walk("/"))
        check(found == {"scalar": "array", "deep": "group", "deep/er": "group", "deep/er/texts": "array",
                        "deep/er/characters": "array"}, f"{found}")
        check(store.open().attributes["title"] == "\u00fc \u2713", f"attributes {dict(store.open().attributes)}")
        check(np.char.decode(store.open("deep/er/texts").read(), "utf-8").tolist() == texts.tolist(), "texts differ")
        check((store.open("deep/er/characters").read() == b"q").all(), "characters differ")
        check(store.open("scalar").read().tolist() == [3.5], "the scalar differs")


def write_growing(at, mode, values):
    with open_netcdf(at, mode, "w") as dataset:
        dataset.createDimension("t", None)
        dataset.createDimension("x", values.shape[1])
        dataset.createVariable("a", "i4", ("t", "x"), chunksizes=(2, 4), zlib=True)[:5] = values[:5]
        dataset["a"][5:8] = values[5:8]


def read_grown(at, mode, values):
    with open_netcdf(at, mode) as dataset:
        check(np.asarray(dataset["a"][...]).tobytes() == values.tobytes(), "it finds other elements after the library appended")


def growing(scratch, mode):
    at = scratch / f"growing-{mode.replace(',', '-')}"
    values = np.arange(90, dtype="i4").reshape(15, 6)
    apart(write_growing, at, mode, values)
    with libzarr.Store(at) as store:
        array = store.open("a")
        check(array.shape == (8, 6) and array.read().tobytes() == values[:8].tobytes(), f"elements of {array.shape} differ")
        # In its own mode it keeps the lengths of dimensions a second time, and knows nothing of others' appending.
        if "nczarr" not in mode:
            array.append(values[8:])
            apart(read_grown, at, mode, values)


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    scratch, every = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print("netCDF", netCDF4.__netcdf4libversion__, "with codecs" if CODECS else "without codecs")
    tally = Tally("with_netcdf", GAPS, every == 1)
    if CODECS:
        scratch.mkdir(parents=True)
        theirs(tally, scratch, every)
        for mode in MODES:
            tally.run(MORE, f"{mode} texts", None, texts_and_groups, scratch, mode)
            tally.run(MORE, f"{mode} growing", None, growing, scratch, mode)
    plan = [*cells(ALL_TYPES, COMPRESSORS, separators="./"), *fill_cells(ALL_TYPES)]
    for number, cell in enumerate(plan[:: 3 * every]):
        at = scratch / f"ours-{number}"
        names = [f"{axis}{n}" for axis, n in zip(NAMES, cell.shape)]
        with libzarr.Store(at) as store:
            store.create_group("/", libzarr.V2)
            whole = make_ours(cell, store, "a", libzarr.V2)
            store.open("a").attributes = {"_ARRAY_DIMENSIONS": names, "text": "height"}
        tally.run(OURS, number, cell, apart, read, cell, at, "a", whole)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
