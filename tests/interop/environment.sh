#!/bin/sh
# environment.sh FOLDER LIST: a Python environment in FOLDER with the packages of tests/interop/LIST, pinned; made once,
# and again when the list or the Python has changed. A list that has other versions for newer Pythons goes to one from
# 3.12 on, if there is one: python3 itself, python3.12 to python3.14 on the path, or one of pyenv's. --no-deps: a
# missing pin is an error and not a surprise. The copy of the list that marks the environment as complete comes last.
# zarr 1 is built from source, with the tools that are in it by then.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
venv=$1
list=$here/$2

# The first Python from 3.12 on that can make environments, else python3.
newest() {
    pyenv=${PYENV_ROOT:-$HOME/.pyenv}/versions
    for candidate in python3 python3.12 python3.13 python3.14 "$pyenv"/3.1[234]*/bin/python3; do
        if "$candidate" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    echo python3
}

python=python3
! grep -q "python_version" "$list" || python=$(newest)
made="$venv/made-of.txt"
wanted=$("$python" --version && cat "$list")
[ "$wanted" != "$(cat "$made" 2>/dev/null)" ] || exit 0
rm -rf "$venv"
mkdir -p "$(dirname "$venv")"
"$python" -m venv "$venv"
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
echo "$wanted" >"$made"
