"""Gets the peers that this machine can have, below the working directory of run.py: Python packages from PyPI into an
environment of their own, and the crate zarrs. What can't be had is named, and left out."""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def worked(what, command, **more):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **more)
    if done.returncode:
        print(f"{what} is left out: {(done.stderr.strip().splitlines() or ['?'])[-1]}", file=sys.stderr)
    return done.returncode == 0


def peers(work):
    """Names and commands."""
    found = {}
    python = work / "python" / "bin" / "python"
    if (python.exists() or worked("Python", [sys.executable, "-m", "venv", python.parent.parent])) and worked(
        "the Python packages", [python, "-m", "pip", "install", "-q", "-r", HERE / "requirements.txt"]
    ):
        for name in ["tensorstore", "zarr-python"]:
            found[name] = [str(python), str(HERE / "python.py"), name]
    target = work / "cargo"
    build = ["cargo", "build", "-q", "--locked", "--release", "--manifest-path", HERE / "zarrs" / "Cargo.toml"]
    if worked("zarrs", build, env=dict(os.environ, CARGO_TARGET_DIR=str(target))):
        found["zarrs"] = [str(target / "release" / "zarrs-peer")]
    return found
