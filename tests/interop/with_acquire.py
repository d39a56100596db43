"""acquire-zarr writes images from a microscope as they come, and the library reads them: final v3, always in shards,
or v2 by versions up to 0.6.0.

    with_acquire.py SCRATCH [EVERY]

Frames are appended along the first dimension, in pieces that do not fit the chunks.
"""

import importlib.metadata
import itertools
import pathlib
import sys

import acquire_zarr as aqz
import numpy as np

import libzarr
from cells import Cell, compare_ours
from tally import Tally, check

MORE = "groups, pyramids, gaps"
VERSION = 2 if "V2" in aqz.ZarrVersion.__members__ else 3
KINDS = {
    "t": aqz.DimensionType.TIME,
    "c": aqz.DimensionType.CHANNEL,
    "z": aqz.DimensionType.SPACE,
    "y": aqz.DimensionType.SPACE,
    "x": aqz.DimensionType.SPACE,
}
TYPES = ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8", "f4", "f8"]
CODECS = [None] + [
    (codec, level, shuffle)
    for codec, level in ((aqz.CompressionCodec.BLOSC_LZ4, 1), (aqz.CompressionCodec.BLOSC_ZSTD, 3))
    for shuffle in range(3)
]
# Names, lengths of chunks, and chunks in a shard; the lengths of the dimensions, the first one as far as it is written.
LAYOUTS = [
    ("tyx", (3, 8, 10), (2, 2, 1), (8, 16, 30)),
    ("tcyx", (2, 1, 8, 8), (1, 2, 1, 2), (5, 2, 20, 27)),
    ("tzcyx", (2, 3, 1, 6, 7), (3, 1, 1, 2, 1), (7, 4, 2, 9, 14)),
    ("tyx", (1, 12, 9), (1, 1, 1), (3, 12, 9)),
]


def settings(dtype, layout, codec, **more):
    names, chunks, shards, shape = layout
    dimensions = [
        aqz.Dimension(
            name=name,
            kind=KINDS[name],
            array_size_px=length if axis else 0,
            chunk_size_px=chunk,
            shard_size_chunks=shard,
        )
        for axis, (name, chunk, shard, length) in enumerate(zip(names, chunks, shards, shape))
    ]
    compression = codec and aqz.CompressionSettings(
        compressor=aqz.Compressor.BLOSC1, codec=codec[0], level=codec[1], shuffle=codec[2]
    )
    return aqz.ArraySettings(dimensions=dimensions, data_type=np.dtype(dtype), compression=compression, **more)


def images(dtype, shape):
    values = np.arange(np.prod(shape)).reshape(shape)
    return (values * 7 // 5 % 251 - (100 if dtype[0] != "u" else 0)).astype(dtype)


def stream(at, *arrays):
    described = aqz.StreamSettings(store_path=str(at), arrays=list(arrays), overwrite=True, max_threads=2)
    if VERSION == 2:
        described.version = aqz.ZarrVersion.V2
    return aqz.ZarrStream(described)


def compare(array, layout, values):
    names, chunks, shards, _ = layout
    cell = Cell(
        values.dtype.str,
        shape=values.shape,
        chunks=chunks,
        shards=tuple(chunk * shard for chunk, shard in zip(chunks, shards)) if VERSION == 3 else None,
    )
    compare_ours(cell, array, values, attributes=False)
    check(
        array.dimension_names == (list(names) if VERSION == 3 else []), f"names of dimensions {array.dimension_names}"
    )
    check(not array.warnings, f"warnings {array.warnings}")


def one(at, dtype, layout, codec):
    values = images(dtype, layout[3])
    writer = stream(at, settings(dtype, layout, codec, output_key="a"))
    writer.append(values[:1])
    for frame in values[1:3]:
        writer.append(frame)
    writer.append(values[3:])
    writer.close()
    with libzarr.Store(at, mode="r") as store:
        compare(store.open("a"), layout, values)


def groups(at):
    """Two arrays in groups, filled in turn, with attributes."""
    values = {
        key: images(dtype, LAYOUTS[n][3]) for n, (key, dtype) in enumerate((("s/bright", "u2"), ("s/dark/er", "f4")))
    }
    writer = stream(
        at,
        *[
            settings(data.dtype.str[1:], LAYOUTS[n], CODECS[3 * n + 1], output_key=key)
            for n, (key, data) in enumerate(values.items())
        ],
    )
    for frame in range(5):
        for key, data in values.items():
            writer.append(data[frame : frame + 1], key=key)
    check(
        writer.write_custom_metadata(
            {"text": "\u00fc \u2713", "list": [1, 2.5]}, array_key="s/bright", metadata_key="mine"
        ),
        "it takes no attributes",
    )
    writer.close()
    with libzarr.Store(at, mode="r") as store:
        check(
            dict(store.walk()) == {"s": "group", "s/bright": "array", "s/dark": "group", "s/dark/er": "array"},
            f"{store.walk()}",
        )
        for n, (key, data) in enumerate(values.items()):
            compare(store.open(key), LAYOUTS[n], data[:5])
        attributes = store.open("s/bright").attributes["mine"]
        check(attributes == {"text": "\u00fc \u2713", "list": [1, 2.5]}, f"attributes {attributes}")


def pyramid(at):
    """Every second pixel of the level before."""
    layout = ("tyx", (1, 16, 16), (2, 2, 2), (4, 64, 64))
    values = images("u2", layout[3])
    writer = stream(
        at, settings("u2", layout, CODECS[2], output_key="p", downsampling_method=aqz.DownsamplingMethod.DECIMATE)
    )
    writer.append(values)
    writer.close()
    with libzarr.Store(at, mode="r") as store:
        levels = [entry["path"] for entry in store.open("p").attributes["ome"]["multiscales"][0]["datasets"]]
        check(len(levels) > 1 and levels == store.children("p"), f"levels {levels}, children {store.children('p')}")
        for level, path in enumerate(levels):
            wanted = values[:, :: 2**level, :: 2**level]
            check(
                store.open(f"p/{path}").read().tobytes() == np.ascontiguousarray(wanted).tobytes(),
                f"level {level} differs",
            )


def gaps(at):
    """Frames that were skipped are zero."""
    layout = LAYOUTS[0]
    values = images("i2", layout[3])
    values[2:5] = 0
    writer = stream(at, settings("i2", layout, None, output_key="a"))
    writer.append(values[:2])
    writer.skip(values[2:5].nbytes)
    writer.append(values[5:])
    writer.close()
    with libzarr.Store(at, mode="r") as store:
        compare(store.open("a"), layout, values)


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    scratch, every = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 1
    scratch.mkdir(parents=True)
    print("acquire-zarr", importlib.metadata.version("acquire-zarr"))
    aqz.set_log_level(aqz.LogLevel.ERROR)
    tally = Tally("with_acquire", everything=every == 1)
    for number, (t, c) in enumerate(itertools.product(range(len(TYPES)), range(len(CODECS)))):
        if number % every == 0:
            layout = LAYOUTS[(t + c) % len(LAYOUTS)]
            tally.run(
                f"v{VERSION}, theirs",
                f"{number} {TYPES[t]} {CODECS[c]} {layout[0]}",
                None,
                one,
                scratch / f"a{number}",
                TYPES[t],
                layout,
                CODECS[c],
            )
    for function in (groups, pyramid, gaps) if VERSION == 3 else ():
        tally.run(MORE, function.__name__, None, function, scratch / function.__name__)
    sys.exit(tally.finish())


if __name__ == "__main__":
    main()
