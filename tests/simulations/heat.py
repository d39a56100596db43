"""The heat examples under MPI: heat.py WORKDIR MPIEXEC PROGRAM...

What the ranks write together is what one process computes, whether they keep to chunks of their own or not; and a run that goes on
from a frame, with another number of ranks and in another language, ends as one that was never interrupted.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy
import zarr

HEIGHT, WIDTH, STEPS = 203, 151, 10
work, mpiexec, programs = Path(sys.argv[1]), sys.argv[2], sys.argv[3:]


def frames(count):
    """What the plate does, by numpy: the same sums in the same order."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    hot = ((y - 70) ** 2 + (x - 50) ** 2 < 900) | ((y > 120) & (y < 160) & (x > 60) & (x < 140))
    now = numpy.zeros((HEIGHT + 2, WIDTH + 2))
    now[1:-1, 1:-1] = numpy.where(hot, 100.0, 0.0)
    for frame in range(count):
        for _ in range(STEPS if frame else 0):
            inside = now[1:-1, 1:-1]
            around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
            now[1:-1, 1:-1] = inside + 0.2 * (around - 4 * inside)
        yield now[1:-1, 1:-1].copy()


def run(ranks, *arguments):
    """Runs a program on so many ranks; on none: by itself, without the launcher."""
    command = [*([mpiexec, "-n", str(ranks)] if ranks else []), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    print("$", " ".join(command), "\n" + done.stdout, done.stderr)
    return done


def runs(ranks, *arguments):
    done = run(ranks, *arguments)
    assert done.returncode == 0, done.returncode
    return done.stdout


def opened(store):
    return zarr.open_group(store, mode="r+")["temperature"]


def same(store, count):
    array = opened(store)
    assert array.shape == (count, HEIGHT, WIDTH) and array.dtype == numpy.float64
    assert array.metadata.dimension_names == ("time", "y", "x")
    assert array.attrs["complete_frames"] == count and array.attrs["units"] == "degC"
    values = array[:]
    for frame, expected in enumerate(frames(count)):
        assert numpy.allclose(values[frame], expected, rtol=0, atol=1e-9), frame
    return values


shutil.rmtree(work, ignore_errors=True)
work.mkdir(parents=True)
for number, program in enumerate(programs):
    aligned, even = work / f"aligned{number}.zarr", work / f"even{number}.zarr"
    assert "4 ranks, no chunk has two writers" in runs(4, program, aligned, "aligned", 5)
    assert "write in one chunk" in runs(4, program, even, "even", 7)
    whole = same(even, 7)
    assert numpy.array_equal(same(aligned, 5), whole[:5])
    # The remains of a run that was stopped in the middle of frame 3, and a restart from a frame long before, in the next language.
    opened(aligned)[2:] = numpy.nan
    opened(aligned).attrs["complete_frames"] = 3
    other = programs[(number + 1) % len(programs)]
    assert "frames 2 to 6" in runs(3, other, aligned, "even", 7, 1)
    assert numpy.allclose(same(aligned, 7), whole, rtol=0, atol=1e-9)
    # An unfinished frame is nothing to begin from.
    assert run(2, program, aligned, "aligned", 9, 7).returncode != 0
    # Output before MPI_Abort does not always get through the launcher.
    refused = run(0, program, aligned, "aligned", 9, 7)
    assert refused.returncode != 0 and "there is no such frame" in refused.stderr
    assert opened(aligned).shape[0] == 7
print(f"{len(programs)} programs: all frames as computed")
