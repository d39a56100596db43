#!/usr/bin/env python3
"""A model of many ranks that open one array at once, at a server that serves some requests in parallel.

    open_storm.py --library DIRECTORY [--include DIRECTORY] [--servers 32] [--message 20e-6] [--drawing FILE.svg]

How many requests one open takes is counted with the library in DIRECTORY (`open_requests.c`). Then events are played
through: each rank asks for its documents one after the other, a request waits for a free place at the server and takes
a fixed time there. Beside it one rank asks, and hands what it has read down a binary tree of messages. Prints a table in
Markdown, and draws it.
"""
import argparse
import heapq
import math
import os
import pathlib
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
RANKS = (16, 256, 4096)
TIMES = (0.0002, 0.002, 0.02)


def requests_of_one_open(library, include):
    """Format, requests, bytes: counted, not assumed."""
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "open_requests"
        compiler = [os.environ.get("CC", "cc"), "-std=c99", "-O2", f"-I{include}", HERE / "open_requests.c", "-o", program]
        subprocess.run([*compiler, f"-L{library}", f"-Wl,-rpath,{library}", "-lzarr"], check=True)
        lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    counted = {name: tuple(map(int, numbers)) for name, *numbers in map(str.split, lines)}
    for name, (_, _, from_document) in counted.items():
        assert from_document == 0, f"{name}: an open from a document asked the store"
    return counted


def each_asks(ranks, requests, seconds, servers):
    """When the last of the ranks has its array open. A free place goes to the request that has waited longest."""
    waiting = [(0.0, rank, requests) for rank in range(ranks)]
    places = [0.0] * servers
    last = 0.0
    while waiting:
        asked, rank, left = heapq.heappop(waiting)
        ends = max(asked, heapq.heappop(places)) + seconds
        heapq.heappush(places, ends)
        last = max(last, ends)
        if left > 1:
            heapq.heappush(waiting, (ends, rank, left - 1))
    return last


def one_asks(ranks, requests, seconds, message):
    """One rank reads, and the text goes down a binary tree, each rank telling another one at each step."""
    return requests * seconds + math.ceil(math.log2(ranks)) * message


def shown(seconds):
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


def draw(rows, path, servers):
    """Both axes are logarithmic: ranks across, seconds up."""
    width, height, left, bottom, top = 640, 400, 70, 50, 20
    low, high = 1e-4, 10 ** math.ceil(math.log10(max(max(row[2], row[3]) for row in rows)))

    def across(ranks):
        return left + math.log(ranks / RANKS[0]) / math.log(RANKS[-1] / RANKS[0]) * (width - left - 150)

    def up(seconds):
        return height - bottom - math.log10(seconds / low) / math.log10(high / low) * (height - bottom - top)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    seconds = low
    while seconds <= high * 1.01:
        at = up(seconds)
        label = f"{seconds * 1000:g} ms" if seconds < 0.999 else f"{seconds:g} s"
        parts.append(f'<line x1="{left}" x2="{width - 150}" y1="{at:.1f}" y2="{at:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{left - 8}" y="{at + 4:.1f}" text-anchor="end">{label}</text>')
        seconds *= 10
    for ranks in RANKS:
        parts.append(f'<text x="{across(ranks):.1f}" y="{height - bottom + 18}" text-anchor="middle">{ranks}</text>')
    middle = (left + width - 150) / 2
    parts.append(f'<text x="{middle}" y="{height - 10}" text-anchor="middle">ranks that open one array</text>')
    for time, colour in zip(TIMES, ("#1b6ca8", "#c2571a", "#7a2048")):
        for column, dash, what in ((2, "", "each asks"), (3, ' stroke-dasharray="5 4"', "one asks")):
            points = [(across(row[0]), up(row[column])) for row in rows if row[1] == time]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
            x, y = points[-1]
            parts.append(f'<text x="{x + 8:.1f}" y="{y + 4:.1f}" fill="{colour}">{time * 1000:g} ms, {what}</text>')
    parts.append("</svg>")
    path.write_text("\n".join(parts) + "\n")
    print(f"\ndrawn for a server with {servers} places: {path}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", dest="libzarr", required=True, type=pathlib.Path)
    parser.add_argument("--include", default=HERE.parent / "include", type=pathlib.Path)
    parser.add_argument("--servers", default=32, type=int, help="requests that are served at once")
    parser.add_argument("--message", default=20e-6, type=float, help="seconds for one message of the tree")
    parser.add_argument("--drawing", type=pathlib.Path)
    given = parser.parse_args()
    counted = requests_of_one_open(given.libzarr, given.include)
    for name, (requests, size, _) in counted.items():
        print(f"one open of an array of {name}: {requests} requests, {size} bytes")
    requests = counted["v3"][0]
    rows = [
        (ranks, time, each_asks(ranks, requests, time, given.servers), one_asks(ranks, requests, time, given.message))
        for time in TIMES
        for ranks in RANKS
    ]
    print(f"\n| a request takes | ranks | each asks: requests | until all have it | one asks: requests | until all have it |")
    print("|---|---|---|---|---|---|")
    for ranks, time, each, one in rows:
        print(f"| {shown(time)} | {ranks} | {ranks * requests} | {shown(each)} | {requests} | {shown(one)} |")
    if given.drawing:
        draw(rows, given.drawing, given.servers)


if __name__ == "__main__":
    main()
