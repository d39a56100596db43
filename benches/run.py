#!/usr/bin/env python3
"""Measures the library beside a floor written by hand and, if asked, beside its peers, on the same stores.

    run.py --library DIRECTORY [--size 256] [--rounds 3] [--peers] [--only REGEX] [--work DIRECTORY]

DIRECTORY holds libzarr.so. Everything else is made here: programs, data (`field.c`), stores (the library's own, through
`driver.c`) and the report, a table in Markdown. Every number is a median over the rounds; contenders take turns, another one
first in each round, and a sample during which others used the processors is taken again, and left out where enough
quiet ones are left. A peer that is many times as slow as the fastest is measured once. With --smoke a few seconds do for a
check that all of it works: sums are compared, times are not.
"""
import argparse
import json
import os
import pathlib
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
DISTURBED = 0.25  # of the processors, used by others
SLOW = 8  # times as long as the fastest: measured in the first round only


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", dest="built", required=True, type=pathlib.Path)
    parser.add_argument("--include", default=ROOT / "include", type=pathlib.Path)
    parser.add_argument("--work", default=ROOT / "build" / "bench", type=pathlib.Path)
    parser.add_argument("--size", default=256, type=int, help="elements along each axis, a multiple of 64")
    parser.add_argument("--rounds", default=3, type=int)
    parser.add_argument("--only", default="", help="workloads whose name this regular expression finds")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--smoke", action="store_true")
    given = parser.parse_args()
    if given.size < 64 or given.size % 64:
        parser.error("the size must be a multiple of 64")
    return given


# ---------------------------------------------------------------------------------------------------------- programs


def compiled(work, name, source, flags=()):
    """A C program; None where the compiler, or a library that it needs, does not make it."""
    program = work / "bin" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    command = [os.environ.get("CC", "cc"), "-O3", "-o", program, source, *flags]
    done = subprocess.run(command, capture_output=True, text=True)
    return program if done.returncode == 0 else None


def codec_flags(work):
    """How the floor is built with the codec libraries that this machine has, and which codecs these are."""
    flags, codecs = [], ["none"]
    for codec, header, library, define in [
        ("blosc", "blosc.h", "blosc", "WITH_BLOSC"),
        ("zstd", "zstd.h", "zstd", "WITH_ZSTD"),
        ("gzip", "libdeflate.h", "deflate", "WITH_DEFLATE"),
    ]:
        probe = work / "probe.c"
        probe.write_text(f"#include <{header}>\nint main(void) {{ return 0; }}\n")
        if compiled(work, "probe", probe, [f"-l{library}"]):
            flags += [f"-D{define}", f"-l{library}"]
            codecs.append(codec)
        else:
            print(f"no {library} on this machine: the floor has no {codec}", file=sys.stderr)
    return flags, codecs


def contenders(given):
    """Their names and commands: the floor, the library, and the peers that can be had."""
    work = given.work
    library = given.built.resolve()
    flags, _ = codec_flags(work)
    link = [f"-I{given.include}", f"-L{library}", "-lzarr", f"-Wl,-rpath,{library}", "-lm"]
    programs = {
        "floor": compiled(work, "floor", HERE / "floor.c", [*flags, "-lpthread"]),
        "libzarr": compiled(work, "driver", HERE / "driver.c", link),
        "field": compiled(work, "field", HERE / "field.c", ["-lm"]),
    }
    for name, program in programs.items():
        if program is None:
            sys.exit(f"the program of {name} could not be compiled")
    commands = {name: [str(program)] for name, program in programs.items() if name != "field"}
    if given.peers:
        sys.path.insert(0, str(HERE / "peers"))
        sys.dont_write_bytecode = True
        import install

        commands |= install.peers(work)
    return commands, programs["field"]


# -------------------------------------------------------------------------------------------------------------- data


def workloads(given):
    """What is measured: name, operation, arguments, threads."""
    n = given.size
    edge = 64 if n >= 256 else 16

    def lengths(*values):
        return ",".join(str(value) for value in values)

    plain = {"dtype": "f4", "chunk": lengths(edge, edge, edge), "codec": "none"}
    small = {"dtype": "u2"}
    shards = {"chunk": lengths(*[edge // 2] * 3), "shard": lengths(edge, 2 * edge, 2 * edge)}
    stores = {
        "raw": plain,
        "raw_small": plain | {"chunk": lengths(edge // 2, edge // 2, edge)},
        "raw_large": plain | {"chunk": lengths(*[2 * edge] * 3)},
        "blosc": plain | {"codec": "blosc"},
        "blosc_u2": plain | small | {"codec": "blosc"},
        "zstd": plain | {"codec": "zstd3"},
        "zstd_u2": plain | small | {"codec": "zstd3"},
        "gzip1": plain | {"codec": "gzip1"},
        "gzip5": plain | {"codec": "gzip5"},
        "shard_zstd": plain | shards | {"codec": "zstd3"},
        "shard_blosc": plain | shards | {"codec": "blosc"},
    }
    table = []

    def add(name, op, store, threads=2, **arguments):
        table.append({"name": name, "op": op, "store": store, "threads": threads, "arguments": arguments})

    reads = ["raw_small", "raw", "raw_large", "blosc", "blosc_u2", "zstd", "zstd_u2", "gzip1", "gzip5", "shard_zstd", "shard_blosc"]
    families = {"raw": "W1", "blosc": "W2", "zstd": "W3", "gzip": "W4", "shard": "W5"}
    for store in reads:
        family = next(family for start, family in families.items() if store.startswith(start))
        add(f"{family}.{store}.read.t2", "read", store, reps=3)
    for store, family in [("raw", "W1"), ("blosc", "W2"), ("zstd", "W3"), ("shard_zstd", "W5")]:
        add(f"{family}.{store}.read.t1", "read", store, threads=1, reps=3)
    for store in ["raw", "blosc", "zstd", "gzip5", "shard_zstd", "shard_blosc"]:
        add(f"W6.{store}.write.t2", "write", store)
    add("W6.raw.write.t1", "write", "raw", threads=1)
    for store in ["raw", "blosc", "shard_zstd", "shard_blosc"]:
        add(f"W7.{store}.boxes", "rboxes", store, threads=1, boxes="boxes")
    for axis in range(3):
        for store in ["raw", "blosc", "shard_zstd"]:
            add(f"W8.{store}.plane{axis}", "rboxes", store, boxes=f"planes{axis}")
    add("W9.open", "open", "blosc", threads=1, n=2000 if n >= 256 else 50, reps=3)
    add("W9.list", "list", "hierarchy", reps=2)
    for store in ["raw", "blosc", "shard_zstd"]:
        add(f"W10.{store}.rewrite", "wboxes", store, boxes="slabs")
    add("W13.blosc.process", "one", "blosc", threads=1, at=lengths(n // 5, 2 * n // 5, 3 * n // 7))
    return stores, [workload for workload in table if re.search(given.only, workload["name"])]


def make_boxes(path, size, kind):
    chance = random.Random(1)
    if kind == "boxes":
        edge = 16
        lines = [[chance.randrange(size - edge) for _ in range(3)] + [edge] * 3 for _ in range(300)]
    elif kind == "slabs":
        shape = [size // 6, size // 3, size // 3 + 5]
        lines = [[chance.randrange(size - length) for length in shape] + shape for _ in range(8)]
    else:
        axis = int(kind[-1])
        lines = []
        for k in range(8):
            start, count = [0] * 3, [size] * 3
            start[axis], count[axis] = (k * size // 8 + size // 17) % size, 1
            lines.append(start + count)
    path.write_text("".join(" ".join(map(str, line)) + "\n" for line in lines))


def make_hierarchy(path, side):
    """`side` groups with as many arrays each, as other software writes them: indented, with a few attributes."""

    def write(directory, document):
        directory.mkdir(parents=True)
        (directory / "zarr.json").write_text(json.dumps(document, indent=2))

    group = {"zarr_format": 3, "node_type": "group", "attributes": {}}
    write(path, group)
    for i in range(side):
        write(path / f"g{i:03}", group)
        for j in range(side):
            codecs = [
                {"name": "bytes", "configuration": {"endian": "little"}},
                {"name": "zstd", "configuration": {"level": 3, "checksum": False}},
            ]
            array = {"zarr_format": 3, "node_type": "array", "shape": [100, 200 + i, 300 + j], "data_type": "float32"}
            array["chunk_grid"] = {"name": "regular", "configuration": {"chunk_shape": [10, 50, 60]}}
            array["chunk_key_encoding"] = {"name": "default", "configuration": {"separator": "/"}}
            array |= {"fill_value": 0, "codecs": codecs, "attributes": {"units": "K", "long_name": f"variable {i} {j}"}}
            write(path / f"g{i:03}" / f"a{j:03}", array)


def prepare(given, stores, field, driver):
    """The data of this size, made once: the fields, the boxes, the stores, and the hierarchy."""
    data = given.work / f"data-{given.size}"
    if (data / "complete").exists():
        return data
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    sums = subprocess.run([field, str(given.size), data / "f4.raw", data / "u2.raw"], check=True, capture_output=True)
    (data / "sums.json").write_bytes(sums.stdout)
    for kind in ["boxes", "slabs", "planes0", "planes1", "planes2"]:
        make_boxes(data / f"{kind}.txt", given.size, kind)
    for name, layout in stores.items():
        arguments = layout | {"path": data / name, "raw": data / f"{layout['dtype']}.raw", "shape": shape_of(given), "threads": 2}
        subprocess.run(command_line(driver, "write", arguments), check=True, stdout=subprocess.DEVNULL)
        (data / f"{name}_r0").rename(data / name)
    make_hierarchy(data / "hierarchy", 10 if given.smoke else 100)
    (data / "complete").touch()
    return data


def shape_of(given):
    return f"{given.size},{given.size},{given.size}"


def command_line(program, op, arguments):
    return [*program, op, *(f"{key}={value}" for key, value in arguments.items())]


# --------------------------------------------------------------------------------------------------------- measuring


def busy():
    """Seconds that all processors have worked for any process, and that were stolen from this machine."""
    fields = [int(field) for field in open("/proc/stat").readline().split()[1:9]]
    user, nice, system, _, _, irq, softirq, steal = fields
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def target_for(given):
    """Where arrays are written: in memory where there is room, since a disk would be what is measured."""
    memory = pathlib.Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > 12 * given.size**3
    return memory / f"libzarr-bench-{os.getpid()}" if roomy else given.work / "written"


def sum_read(driver, path, layout, shape):
    """The sum of an array, as the library reads it."""
    line = command_line(driver, "read", layout | {"path": path, "shape": shape, "check": 1})
    done = subprocess.run(line, capture_output=True, text=True)
    return next((json.loads(text)["sum"] for text in done.stdout.splitlines() if '"sum"' in text), None)


def sample(given, data, workload, layout, program, driver, check):
    """One run of one contender: the time, the sum of what was read or written, the memory, and how much others worked meanwhile.
    A text: why there is none."""
    arguments = dict(layout, path=data / workload["store"], shape=shape_of(given), threads=workload["threads"], **workload["arguments"])
    if "boxes" in arguments:
        arguments["boxes"] = data / f"{arguments['boxes']}.txt"
    if workload["op"] in ("write", "wboxes"):
        arguments["raw"] = data / f"{layout['dtype']}.raw"
    target = target_for(given)
    shutil.rmtree(target, ignore_errors=True)
    if workload["op"] == "write":
        target.mkdir()
        arguments["path"] = target / "a"
    elif workload["op"] == "wboxes":
        shutil.copytree(data / workload["store"], target)
        arguments["path"] = target
    pin = (lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})) if workload["threads"] == 1 else None
    before, own, start = busy(), resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    line = command_line(program, workload["op"], arguments | {"check": int(check)})
    done = subprocess.run(line, capture_output=True, text=True, preexec_fn=pin)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - own.ru_utime - own.ru_stime
    others = max(0.0, busy() - before - used) / (wall * os.cpu_count()) if wall > 0.3 else 0.0
    written = None
    if check and workload["op"] == "write":
        # The floor writes no document; the document of the prepared store fits its chunks.
        if not (target / "a_r0" / "zarr.json").exists():
            shutil.copy(data / workload["store"] / "zarr.json", target / "a_r0")
        written = sum_read(driver, target / "a_r0", layout, shape_of(given))
    shutil.rmtree(target, ignore_errors=True)
    lines = [json.loads(text) for text in done.stdout.splitlines() if text.startswith("{")]
    if any("unsupported" in line for line in lines):
        return "unsupported"
    if done.returncode:
        return (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    times = [line["t"] for line in lines if "t" in line]
    sums = [line["sum"] for line in lines if "sum" in line]
    peak = next((line["hwm_kb"] * 1024 for line in lines if "hwm_kb" in line), None)
    return {"time": times[-1] if times else wall, "sum": sums[-1] if sums else written, "others": others, "peak": peak}


def is_slow(samples, name, contender):
    """Whether the first round has shown that the time of a peer need not be known more precisely. What all others are compared
    with is measured in every round: it was the first to read what it read, so that one round says little of it."""
    if contender in ("floor", "libzarr"):
        return False
    first = {library: taken[0]["time"] for (what, library), taken in samples.items() if what == name}
    return contender in first and first[contender] > SLOW * min(first.values())


def measure(given, data, stores, table, commands):
    """The samples by workload and contender, and what went wrong."""
    samples, wrong = {}, {}
    for number in range(given.rounds):
        for workload in table:
            name, layout = workload["name"], stores.get(workload["store"], {})
            order = list(commands)
            first = number % len(order)
            for contender in order[first:] + order[:first]:
                if (name, contender) in wrong or is_slow(samples, name, contender):
                    continue
                take = lambda check: sample(given, data, workload, layout, commands[contender], commands["libzarr"], check)
                taken = take(False)
                if isinstance(taken, dict) and taken["others"] > DISTURBED:
                    again = take(False)
                    taken = again if isinstance(again, dict) and again["others"] < taken["others"] else taken
                if isinstance(taken, dict) and number == 0:
                    # The sum is taken apart, since it costs time.
                    checked = take(True)
                    taken["sum"] = checked["sum"] if isinstance(checked, dict) else None
                if isinstance(taken, dict):
                    samples.setdefault((name, contender), []).append(taken)
                else:
                    wrong[name, contender] = taken
        print(f"round {number + 1} of {given.rounds}", file=sys.stderr, flush=True)
    # Whole arrays have the sum of the field; of the rest, contenders must have read the same, and most of them are right.
    field = json.loads((data / "sums.json").read_text())
    for workload in table:
        sums = {contender: samples[workload["name"], contender][0]["sum"] for contender in commands if (workload["name"], contender) in samples}
        known = [value for value in sums.values() if value is not None]
        whole = workload["op"] in ("read", "write")
        right = field[stores[workload["store"]]["dtype"]] if whole else statistics.mode(known) if known else None
        for contender, value in sums.items():
            if value != right and (whole or value is not None):
                wrong[workload["name"], contender] = f"the sum is {value}, not {right}"
                del samples[workload["name"], contender]
    return samples, wrong


# ---------------------------------------------------------------------------------------------------------- reporting


def median(taken):
    quiet = [one for one in taken if one["others"] <= DISTURBED]
    return statistics.median(one["time"] for one in (quiet if len(quiet) >= 3 else taken))


def spell(seconds):
    for unit, scale in [("s", 1), ("ms", 1e3), ("µs", 1e6)]:
        if seconds * scale >= 1:
            break
    return f"{seconds * scale:.3g} {unit}"


def report(given, table, commands, samples, wrong):
    times = {key: median(taken) for key, taken in samples.items()}
    lines = [
        f"# {given.size}³ elements, {given.rounds} rounds, {os.cpu_count()} processors",
        "",
        f"Medians; in brackets multiples of the floor's time. `t1`, `t2`: threads. Peers that took {SLOW} times as long as the "
        "fastest were measured once.",
        "",
        "| workload | " + " | ".join(commands) + " |",
        "|---" * (len(commands) + 1) + "|",
    ]
    for workload in table:
        cells = []
        for contender in commands:
            took, floor = times.get((workload["name"], contender)), times.get((workload["name"], "floor"))
            ratio = f" ({took / floor:.2f})" if took and floor and contender != "floor" else ""
            cells.append(spell(took) + ratio if took else "–")
        lines.append(f"| {workload['name']} | " + " | ".join(cells) + " |")
    lines += ["", "Time with one thread over time with two (W11):", "", "| workload | " + " | ".join(commands) + " |", "|---" * (len(commands) + 1) + "|"]
    for workload in (one for one in table if one["name"].endswith(".t1")):
        pair = [workload["name"], workload["name"][:-1] + "2"]
        cells = [f"{times[pair[0], c] / times[pair[1], c]:.2f}" if all((name, c) in times for name in pair) else "–" for c in commands]
        lines.append(f"| {workload['name'][:-3]} | " + " | ".join(cells) + " |")
    lines += ["", "Most memory during a read, over the bytes of the array (W12):", "", "| workload | " + " | ".join(commands) + " |", "|---" * (len(commands) + 1) + "|"]
    for workload in (one for one in table if one["op"] == "read"):
        size = given.size**3 * (2 if workload["store"].endswith("u2") else 4)
        peaks = [samples.get((workload["name"], c), [{}])[0].get("peak") for c in commands]
        lines.append(f"| {workload['name']} | " + " | ".join(f"{peak / size:.2f}" if peak else "–" for peak in peaks) + " |")
    faults = [f"- {name}, {contender}: {why}" for (name, contender), why in wrong.items() if why != "unsupported"]
    lines += ["", "What went wrong:", "", *faults] if faults else []
    return "\n".join(lines) + "\n"


def main():
    given = options()
    given.work.mkdir(parents=True, exist_ok=True)
    commands, field = contenders(given)
    stores, table = workloads(given)
    data = prepare(given, stores, field, commands["libzarr"])
    samples, wrong = measure(given, data, stores, table, commands)
    text = report(given, table, commands, samples, wrong)
    path = given.work / f"{given.size}.md"
    path.write_text(text)
    print(text, end="")
    print(f"written to {path}", file=sys.stderr)
    ours = {key: why for key, why in wrong.items() if key[1] in ("floor", "libzarr") and why != "unsupported"}
    missing = [one["name"] for one in table if (one["name"], "libzarr") not in samples]
    if ours or missing:
        sys.exit(f"failed: {ours or missing}")


if __name__ == "__main__":
    main()
