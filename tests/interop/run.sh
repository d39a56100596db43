#!/bin/sh
# Interoperability: writes the matrix through the C ABI and lets other people's software read it.
#
#     run.sh MATRIX FIXTURES WORKDIR [READ_THEIRS]
#
# MATRIX is the program built from matrix*.c; FIXTURES the folder with public/ and bad/; READ_THEIRS (the other way
# round) is built from read_theirs.c, matrix_plan.c and matrix_values.c. WORKDIR keeps the Python environment between
# runs; the rest of it is made anew. Without READ_THEIRS a program read_theirs beside MATRIX is taken, if there is one. The
# last line is "N passed, N failed".
set -u
if [ $# -lt 3 ] || [ $# -gt 4 ] || { [ $# -eq 4 ] && [ ! -x "$4" ]; } || [ ! -x "$1" ] || [ ! -d "$2/public" ]; then
    echo "usage: run.sh MATRIX FIXTURES WORKDIR [READ_THEIRS]" >&2
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
matrix=$1
fixtures=$2
mkdir -p "$3" || exit 2
work=$(CDPATH='' cd -- "$3" && pwd) || exit 2
venv=$work/venv
log=$work/log.txt
theirs=${4:-$(dirname -- "$matrix")/read_theirs}

if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    # The copy that marks the environment as complete comes last.
    if ! { python3 -m venv "$venv" \
            && "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
                -r "$here/requirements.txt" \
            && "$venv/bin/python" -m pip check \
            && cp "$here/requirements.txt" "$venv/requirements.txt"; }; then
        echo "FAIL the Python environment can't be made (python3 with venv, and access to the package index?)"
        echo "0 passed, 1 failed"
        exit 1
    fi
fi

rm -rf "$work/matrix" "$work/scratch" "$work/theirs"
mkdir -p "$work/matrix/expected" "$work/scratch" || exit 2
: >"$log"

# A step that ends without its line of counts (a crash, say) is one failure more.
step() {
    name=$1
    shift
    "$@" >"$work/step.txt" 2>&1
    code=$?
    cat "$work/step.txt"
    if grep -q "^$name: [0-9]* passed, [0-9]* failed\$" "$work/step.txt"; then
        cat "$work/step.txt" >>"$log"
    else
        echo "FAIL $name ended with code $code and without its counts"
        echo "$name: 0 passed, 1 failed" >>"$log"
    fi
}

step matrix "$matrix" "$work/matrix"
step read_back env PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$here/read_back.py" "$fixtures" "$work/matrix" "$work/scratch"
types=$(dirname -- "$matrix")/write_types
if [ ! -x "$types" ]; then
    echo "NOT RUN: texts, times and structs (no program write_types beside the matrix)"
else
    rm -rf "$work/types"
    mkdir "$work/types" || exit 2
    step write_types "$types" "$work/types"
    step read_types env PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$here/read_types.py" "$work/types"
fi
if [ ! -x "$theirs" ]; then
    echo "NOT RUN: arrays that others write, read by us (no program read_theirs)"
else
    if env PYTHONDONTWRITEBYTECODE=1 "$venv/bin/python" "$here/write_for_us.py" "$work/theirs"; then
        step read_theirs "$theirs" "$work/theirs"
    else
        echo "FAIL write_for_us could not write its arrays"
        echo "write_for_us: 0 passed, 1 failed" >>"$log"
    fi
fi

awk '/^[a-z_]+: [0-9]+ passed, [0-9]+ failed$/ { good += $2; bad += $4 }
     END { printf "%d passed, %d failed\n", good, bad; exit bad != 0 || good == 0 }' "$log"
