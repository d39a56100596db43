#!/bin/sh
# environment.sh FOLDER LIST: a Python environment in FOLDER with the packages of tests/interop/LIST, pinned; made once, and again when
# the list has changed. --no-deps: a missing pin is an error and not a surprise. The copy of the list that marks the environment as
# complete comes last. zarr 1 is built from source, with the tools that are in the environment by then.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
venv=$1
list=$here/$2
! cmp -s "$list" "$venv/requirements.txt" || exit 0
rm -rf "$venv"
mkdir -p "$(dirname "$venv")"
python3 -m venv "$venv"
pip="$venv/bin/python -m pip --quiet --disable-pip-version-check"
if grep -q "^zarr==1" "$list"; then
    grep -v "^zarr==" "$list" >"$venv/tools.txt"
    $pip install --no-deps -r "$venv/tools.txt"
    $pip install --no-deps --no-build-isolation --no-binary zarr "$(grep "^zarr==" "$list")" >"$venv/build.txt" 2>&1 ||
        { tail -30 "$venv/build.txt"; exit 1; }
else
    $pip install --no-deps -r "$list"
fi
"$venv/bin/python" -m pip check
cp "$list" "$venv/requirements.txt"
