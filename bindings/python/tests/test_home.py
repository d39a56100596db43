"""What makes the package at home in Python: a user would lose a habit, or learn another exception."""

import asyncio
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
from kept import Kept

import libzarr
from libzarr import Error, Store

VALUES = np.arange(48, dtype="i4").reshape(6, 8)


@pytest.fixture
def array(tmp_path):
    array = Store(tmp_path / "s.zarr").create_array("g/a", "int32", (6, 8), chunks=(4, 3), fill=7)
    assert array[5, 5] == 7
    array[...] = VALUES
    return array


def test_failures_are_those_of_python(tmp_path, array):
    store = array.store
    for expected, call in [(KeyError, lambda: store["absent"]), (FileNotFoundError, lambda: libzarr.open(tmp_path / "no", mode="r")),
                           (FileExistsError, lambda: store.create_group("g/a")), (IndexError, lambda: array.read((6, 0), (1, 1))),
                           (OverflowError, lambda: (array.append(np.full((1, 8), 300)), array.read(dtype="i1"))),
                           (PermissionError, lambda: Store(tmp_path / "s.zarr", mode="r").create_group("x")),
                           (ValueError, lambda: Store(tmp_path, no_such_option=1)), (TypeError, lambda: store.open_array("g"))]:
        with pytest.raises(expected) as raised:
            call()
        assert isinstance(raised.value, Error) and raised.value.status and str(raised.value).startswith("ZARR_ERROR_")


def test_blocks(array):
    assert array.blocks.shape == (2, 3)
    np.testing.assert_array_equal(array.blocks[1, -1], VALUES[4:, 6:])
    np.testing.assert_array_equal(array.blocks[0, 1:], VALUES[:4, 3:])
    array.blocks[0, 0] = 0
    assert array[:4, :3].sum() == 0 and array[4, 0] == 32
    for wrong in [(2, 0), np.s_[::2], (0, 0, 0)]:
        with pytest.raises(IndexError):
            array.blocks[wrong]


def test_fields_and_other_types(array):
    structs = array.store.create_array("p", [("x", "<f4"), ("n", "<i8")], 5, chunks=2)
    structs[:] = np.array([(n / 2, n) for n in range(5)], structs.dtype)
    assert structs.fields["x"][1:4].tolist() == [0.5, 1, 1.5] and list(structs.fields) == ["x", "n"] and len(structs.fields) == 2
    structs.fields["n"][3:] = 9
    assert structs[3].tolist() == (1.5, 9) and np.asarray(structs.fields["n"]).tolist() == [0, 1, 2, 9, 9]
    with pytest.raises(KeyError, match="no structs"):
        array.fields["x"]
    halves = array.astype("float32")
    assert halves[1:3, ::2].dtype == "f4" and np.asarray(halves).sum() == VALUES.sum() and halves.shape == (6, 8)


def test_dlpack(array):
    np.testing.assert_array_equal(np.from_dlpack(array), VALUES)


def test_waiting_in_a_loop(array):
    async def both():
        await array.aset(np.s_[0], 5)
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0)
                ticks += 1

        ticker = asyncio.ensure_future(tick())
        rows = await asyncio.gather(*(array.aget(n) for n in range(6)))
        ticker.cancel()
        return ticks, rows

    ticks, rows = asyncio.run(both())
    assert ticks > 0 and rows[0].tolist() == [5] * 8 and rows[5].tolist() == VALUES[5].tolist()


def test_a_child_of_a_fork_reads_and_writes(array):
    array[0]
    child = os.fork()
    if child == 0:
        array[1] = 0
        os._exit(int(array[...].sum() - (VALUES.sum() - VALUES[1].sum())) and 1)
    assert os.waitpid(child, 0)[1] == 0 and array[1].sum() == 0


def test_a_store_of_python_is_asked_for_many_values_at_once():
    class Many(Kept):
        thread_safe = True
        most = 0

        def get_many(self, requests):
            self.most = max(self.most, len(requests))
            return [self.part(self.values[key], start, length) if key in self.values else None for key, start, length in requests]

    mine = Many()
    array = Store(mine).create_array("a", "uint8", 1000, chunks=10, fill=3)
    array[:500] = 1
    assert array[:].sum() == 500 + 3 * 500 and mine.most >= 16


def test_the_module_tells_what_it_is():
    command = [sys.executable, "-m", "libzarr"]
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(libzarr.__file__).parents[1])}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    assert libzarr.version() in told and "n5" in told and "zstd" in told


def test_a_web_server_is_read_where_the_system_has_no_certificates(array):
    """A small container has none: a user would lose every URL, also those without TLS."""
    program = """
import functools, http.server, sys, threading
import libzarr
handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=sys.argv[1])
http.server.SimpleHTTPRequestHandler.log_message = lambda *told: None
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(libzarr.open(f"http://127.0.0.1:{server.server_port}", "g/a", mode="r")[5, 5])"""
    folder = array.store.recipe[0]
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(libzarr.__file__).parents[1]), "SSL_CERT_FILE": os.devnull,
                   "SSL_CERT_DIR": "/nonexistent"}
    told = subprocess.run([sys.executable, "-c", program, folder], env=environment, capture_output=True, text=True)
    assert told.stdout == "45\n", told.stderr


def test_setting_a_field_keeps_what_another_process_has_set(tmp_path):
    """The other fields are written back: as a cache keeps them, the work of the other process would be lost."""
    folder = str(tmp_path / "s.zarr")
    array = Store(folder).create_array("a", [("x", "<i4"), ("y", "<i4")], 10, chunks=10, codecs=["zstd"])
    array.fields["x"][:], array.fields["y"][:] = 1, 1
    keeping = Store(folder, cache_bytes=1 << 20).open("a")
    assert keeping[:]["y"].sum() == 10
    environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(libzarr.__file__).parents[1])}
    program = "import sys, libzarr; libzarr.open(sys.argv[1], 'a').fields['y'][:] = 5"
    subprocess.run([sys.executable, "-c", program, folder], env=environment, check=True)
    keeping.fields["x"][:] = 2
    assert libzarr.open(folder, "a")[:].tolist() == [(2, 5)] * 10
