#!/usr/bin/env python3
"""zarr-python by itself, with zarrs, and with libzarr below it: the same stores and chunks, one after the other in every round.

    pipelines.py FOLDER [--rounds N] [--size MIB] [--latency MS] [--only TEXT] [--processor]

FOLDER is made anew. A row has the median of each in milliseconds, and how many times as long as libzarr each took; with --processor, of
the time of the processor in all threads and in the system, which other programs on the machine disturb less. Python 3.11 or newer with
zarr, zarrs, aiohttp, fsspec and libzarr (LIBZARR names its library).
"""

import argparse
import asyncio
import multiprocessing
import pathlib
import shutil
import statistics
import time
import warnings

import numpy as np
import zarr

PIPELINES = {"zarr-python": "zarr.core.codec_pipeline.BatchedCodecPipeline", "zarrs": "zarrs.ZarrsCodecPipeline", "libzarr": "libzarr.Pipeline"}


def serve(folder, latency, port):
    """A web server that thinks for a while before each answer."""
    from aiohttp import web

    async def answer(request):
        await asyncio.sleep(latency)
        path = pathlib.Path(folder, request.path.lstrip("/"))
        if not path.is_file():
            return web.Response(status=404)
        data, given = path.read_bytes(), request.headers.get("Range", "")
        if not given.startswith("bytes="):
            return web.Response(body=data, headers={"Accept-Ranges": "bytes"})
        first, last = given[6:].split("-")
        start = int(first) if first else max(len(data) - int(last), 0)
        end = min(int(last) + 1, len(data)) if first and last else len(data)
        headers = {"Content-Range": f"bytes {start}-{end - 1}/{len(data)}"}
        return web.Response(status=206, body=data[start:end], headers=headers)

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    web.run_app(application, host="127.0.0.1", port=port, print=None)


def cases(folder, size, url):
    """The name of each measurement, and a function that gives what is timed; what it does before is not."""
    edge = round((size * 2**18) ** (1 / 3) / 64) * 64
    shape = (edge, edge, edge)
    smooth = np.add.outer(np.add.outer(np.arange(edge), np.arange(edge)), np.arange(edge)).astype("f4")
    values = smooth + np.random.default_rng(1).integers(0, 8, shape).astype("f4")
    texts = np.array([f"station {n} of {n % 7}" for n in range(200_000)], dtype=np.dtypes.StringDType())
    zstd = zarr.codecs.ZstdCodec(level=1)

    def create(name, path=folder, **how):
        return zarr.create_array(f"{path}/{name}", overwrite=True, fill_value=0, **how)

    plain = dict(shape=shape, chunks=(64, 64, 64), dtype="f4", compressors=zstd)
    sharded = dict(shape=shape, chunks=(16, 16, 16), shards=(64, 64, 64), dtype="f4", compressors=zstd)
    rows = np.arange(10_000 * 100, dtype="i4").reshape(10_000, 100)
    create("plain", **plain)[...] = values
    create("shards", **sharded)[...] = values
    create("rows", shape=rows.shape, chunks=(1, 100), dtype="i4", compressors=None)[...] = rows
    create("texts", shape=texts.shape, chunks=(10_000,), dtype=str, compressors=zstd)[...] = texts

    def opened(name, base=folder):
        return zarr.open_array(f"{base}/{name}", mode="r")

    def write(name, data, **how):
        array = create(name, **how)
        return lambda: array.__setitem__(..., data)

    def read(name, key=..., base=folder):
        array = opened(name, base)
        return lambda: array[key]

    def small(count, base=folder):
        array = opened("rows", base)
        return lambda: [array[n] for n in range(count)]

    def points(name):
        array, places = opened(name), np.random.default_rng(2).integers(0, edge, (3, 1000))
        return lambda: array.vindex[tuple(places)]

    part = np.s_[10 : edge - 30, 50:120, 3 : edge : 2]
    inner = np.s_[5:70, 60:130, 20:40]
    mib = f"{values.nbytes >> 20} MiB"
    yield f"write {mib}, 1 MiB chunks", lambda: write("w", values, **plain)
    yield f"read {mib}, 1 MiB chunks", lambda: read("plain")
    yield "read a part, with a step", lambda: read("plain", part)
    yield f"write {mib}, 16 KiB chunks in 1 MiB shards", lambda: write("ws", values, **sharded)
    yield f"read {mib}, 16 KiB chunks in 1 MiB shards", lambda: read("shards")
    yield "read a part of shards", lambda: read("shards", inner)
    yield "1000 points of shards", lambda: points("shards")
    yield "write 200,000 strings", lambda: write("wt", texts, shape=texts.shape, chunks=(10_000,), dtype=str, compressors=zstd)
    yield "read 200,000 strings", lambda: read("texts")
    yield "10,000 reads of a 400 byte chunk", lambda: small(10_000)
    yield "one read of 10,000 chunks of 400 bytes", lambda: read("rows")
    if url:
        yield f"far away: read {mib}, 1 MiB chunks", lambda: read("plain", base=url)
        yield "far away: read a part of shards", lambda: read("shards", inner, base=url)
        yield "far away: 50 reads of a 400 byte chunk", lambda: small(50, base=url)
        yield "far away: one read of 2,000 chunks of 400 bytes", lambda: read("rows", np.s_[:2000], base=url)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--size", type=int, default=64)
    parser.add_argument("--latency", type=float, default=20, help="milliseconds of the web server; 0: none")
    parser.add_argument("--only", default="", help="rows that have this text in their name")
    parser.add_argument("--processor", action="store_true", help="measure processor time in place of the clock's")
    given = parser.parse_args()
    clock = time.process_time if given.processor else time.perf_counter
    warnings.simplefilter("ignore")
    shutil.rmtree(given.folder, ignore_errors=True)
    pathlib.Path(given.folder).mkdir(parents=True)
    url, server = None, None
    if given.latency:
        port = 18080 + time.time_ns() % 1000
        server = multiprocessing.get_context("spawn").Process(target=serve, args=(given.folder, given.latency / 1000, port), daemon=True)
        server.start()
        url = f"http://127.0.0.1:{port}"
        time.sleep(3)
    what = "processor time" if given.processor else "time"
    print(f"zarr-python {zarr.__version__}, {what}, medians of {given.rounds} rounds in ms; {given.latency:g} ms latency where far away\n")
    print("| what | " + " | ".join(PIPELINES) + " | " + " | ".join(f"{name} / libzarr" for name in list(PIPELINES)[:-1]) + " |")
    print("|---|" + "---|" * (2 * len(PIPELINES) - 1))
    for what, prepare in cases(given.folder, given.size, url):
        if given.only not in what:
            continue
        times = {name: [] for name in PIPELINES}
        for turn in range(given.rounds):
            names = list(PIPELINES)
            for name in names[turn % 3 :] + names[: turn % 3]:
                with zarr.config.set({"codec_pipeline.path": PIPELINES[name]}):
                    run = prepare()
                    begin = clock()
                    run()
                    times[name].append(clock() - begin)
        middle = {name: statistics.median(taken) * 1000 for name, taken in times.items()}
        ours = middle["libzarr"]
        print(f"| {what} | " + " | ".join(f"{middle[name]:.1f}" for name in PIPELINES) + " | "
              + " | ".join(f"{middle[name] / ours:.2f}" for name in list(PIPELINES)[:-1]) + " |", flush=True)
    if server:
        server.terminate()
    shutil.rmtree(given.folder)


if __name__ == "__main__":
    main()
