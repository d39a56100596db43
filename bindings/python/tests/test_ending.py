"""Programs that end while threads of theirs read stores written in Python: a user would lose the exit status, or the last results."""

import os
import pathlib
import subprocess
import sys
import time

import pytest

import libzarr

BEGIN = """
import atexit, sys, threading, time
import libzarr
import numpy as np

class Mine(libzarr.CustomStore):
    def __init__(self, safe=False): self.values, self.thread_safe = {}, safe
    def get(self, key, start, length): return self.part(self.values[key], start, length)
    def set(self, key, value): self.values[key] = value
    def list_prefix(self, prefix): return [key for key in self.values if key.startswith(prefix)]

def array_in(store, **options):
    array = libzarr.Store(store, **options).create_array("a", "f8", (200, 200), chunks=(20, 20), codecs="zstd")
    array[:] = 1
    return array

def threads(work, count=4):
    def forever():
        while True: work()
    for _ in range(count): threading.Thread(target=forever, daemon=True).start()
    time.sleep(0.2)
"""
PROGRAMS = {
    "own store": "mine = array_in(Mine()); threads(lambda: mine[:])",
    "own store for many threads": "mine = array_in(Mine(True), threads=3); threads(lambda: mine[:])",
    "writing": "mine = array_in(Mine()); threads(lambda: mine.write(np.ones((150, 150)), (7, 7)))",
    "progress": "near = array_in('memory://'); threads(lambda: near.read(progress=lambda done, total: True))",
    "opening": "threads(lambda: array_in(Mine()).read())",
    "queue": "mine = array_in(Mine(True)); queue = libzarr.Queue(); threads(lambda: queue.write(mine, np.ones((200, 200))), 1)",
    "zarr-python": """
import libzarr.zarr_pipeline
import zarr
from zarr.storage import MemoryStore
zarr.config.set({"codec_pipeline.path": "libzarr.Pipeline"})
theirs = zarr.create_array(MemoryStore(), shape=(200, 200), chunks=(20, 20), dtype="f8"); theirs[:] = 1
threads(lambda: theirs[:])""",
}


def run(program, timeout=60):
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(libzarr.__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([sys.executable, "-W", "ignore", "-c", program], env=environment, capture_output=True, text=True, timeout=timeout)


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_ends_well_while_threads_read(program):
    if "import zarr\n" in program:
        pytest.importorskip("zarr", "3.1")
    for _ in range(5):
        ended = run(BEGIN + program + "\nprint('leaving', flush=True)")
        assert (ended.returncode, ended.stdout) == (0, "leaving\n"), ended.stderr
        # zarr-python's own loop tells its daemon threads that it is closed, and a queue which writes the end has lost.
        assert not ended.stderr or "import zarr\n" in program or ("libzarr.Queue" in program and "the program has ended calls" in ended.stderr)


def test_what_runs_at_the_end_still_reads_and_writes_an_own_store():
    """Also a function that was registered before the package was imported, and so runs after all of the package's own."""
    early = """
import atexit
def last():
    mine[0, 0] = 5
    other = array_in(Mine())
    print(mine[0, :2], other[:].sum(), flush=True)
atexit.register(last)
"""
    for store in ("Mine()", "Mine(True), threads=3"):
        ended = run(early + BEGIN + f"mine = array_in({store}); threads(lambda: mine[5:])")
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "[5. 1.] 40000.0\n", "")


def test_a_thread_that_is_waited_for_goes_on():
    """Python waits for threads that are no daemons, which use their stores until they are done."""
    program = BEGIN + """
mine = array_in(Mine())
def work():
    time.sleep(0.5)
    mine[0] = 7
    print(mine[0].sum(), flush=True)
threading.Thread(target=work).start()"""
    ended = run(program)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "1400.0\n", "")


def test_a_store_that_does_not_answer_delays_the_end_for_seconds_only():
    program = BEGIN + """
class Slow(Mine):
    def get(self, key, start, length):
        if threading.current_thread() is not threading.main_thread(): time.sleep(600)
        return super().get(key, start, length)
mine = array_in(Slow()); threads(lambda: mine[:], 1)"""
    begin = time.monotonic()
    ended = run(program)
    assert (ended.returncode, ended.stderr) == (0, "") and time.monotonic() - begin < 20
