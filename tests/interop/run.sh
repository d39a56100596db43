#!/bin/sh
# Interoperability: what the library writes is read by other people's software, and the other way round.
#
#     run.sh BUILD FIXTURES WORKDIR core|full
#
# BUILD is the CMake build tree, with the library in lib/ and the programs matrix, read_theirs and write_types; FIXTURES the
# folder with public/ and bad/. WORKDIR keeps the Python environments between runs; the rest of it is made anew. "core" is
# what `make test` has time for: each part of the tests, some of them with a sample of their cells. What is not run says why.
# The last line is "N passed, N failed".
set -u
if [ $# -ne 4 ] || [ ! -x "$1/matrix" ] || [ ! -d "$2/public" ] || { [ "$4" != core ] && [ "$4" != full ]; }; then
    echo "usage: run.sh BUILD FIXTURES WORKDIR core|full" >&2
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
build=$(CDPATH='' cd -- "$1" && pwd) || exit 2
fixtures=$2
mkdir -p "$3" || exit 2
work=$(CDPATH='' cd -- "$3" && pwd) || exit 2
mode=$4
log=$work/log.txt
for library in "$build/lib/libzarr.so" "$build/lib/libzarr.dylib"; do
    [ ! -e "$library" ] || export LIBZARR="$library"
done
export PYTHONDONTWRITEBYTECODE=1
export PYTHONPATH="$here/../../bindings/python"
: >"$log"

skip() { # <what> <why>
    echo "SKIPPED $1: $2"
}

# A step that ends without its line of counts (a crash, say) is one failure more.
step() { # <name> <command...>
    name=$1
    shift
    begin=$(date +%s)
    "$@" >"$work/step.txt" 2>&1
    code=$?
    cat "$work/step.txt"
    if grep -q "^$name: [0-9]* passed, [0-9]* failed\$" "$work/step.txt"; then
        cat "$work/step.txt" >>"$log"
    else
        echo "FAIL $name ended with code $code and without its counts"
        echo "$name: 0 passed, 1 failed" >>"$log"
    fi
    echo "$name took $(($(date +%s) - begin)) s"
}

environment() { # <name> <list>
    sh "$here/environment.sh" "$work/$1" "$2"
}

no_environment() { # <what>
    echo "FAIL $1: the Python environment can't be made (python3 with venv, and access to the package index?)"
    echo "environment: 0 passed, 1 failed" >>"$log"
}

# The tests of the Python package by itself, with the line of counts that steps end with.
python_package() {
    "$python" -m pytest -q -p no:cacheprovider "$PYTHONPATH" >"$work/pytest.txt" 2>&1
    code=$?
    [ "$code" = 0 ] || cat "$work/pytest.txt"
    awk '{ for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) good = $(i - 1); if ($i ~ /^(failed|error)/) bad += $(i - 1) } }
         END { printf "python_package: %d passed, %d failed\n", good, bad }' "$work/pytest.txt"
    return $code
}

sample() { # <every in core>: which cells are tried
    if [ "$mode" = full ]; then echo 1; else echo "$1"; fi
}

# Succeeds when an environment has the packages that need Python 3.12; else names it.
newest() { # <environment> <what>
    "$work/$1/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 12))' && return
    skip "$2" "no Python 3.12 or newer was found; an older version was tried"
    return 1
}

rm -rf "$work/matrix" "$work/scratch" "$work/theirs" "$work/types" "$work/zarr1" "$work/zarr2" "$work/n5" \
    "$work/hypothesis" "$work/shards" "$work/fortran" "$work/acquire" "$work/acquire2"
mkdir -p "$work/matrix/expected" "$work/scratch" "$work/types" "$work/zarr2" "$work/fortran" || exit 2

# zarr-python 3, zarrs, TensorStore, acquire-zarr, and the independent reader of the draft of 2022.
if environment venv requirements.txt; then
    python=$work/venv/bin/python
    rm -rf "$work/zarr3"
    ! newest venv "zarr-python 3.4.2" || step zarr_python_3 "$python" "$here/zarr_python_3.py" "$work/zarr3"
    step python_package python_package
    step matrix "$build/matrix" "$work/matrix"
    step read_back "$python" "$here/read_back.py" "$fixtures" "$work/matrix" "$work/scratch"
    step write_types "$build/write_types" "$work/types"
    step read_types "$python" "$here/read_types.py" "$work/types"
    step n5_tensorstore "$python" "$here/n5.py" tensorstore "$work/n5" "$(sample 9)"
    step nested_shards "$python" "$here/nested_shards.py" "$work/shards"
    step with_acquire "$python" "$here/with_acquire.py" "$work/acquire" "$(sample 5)"
    if "$python" "$here/write_for_us.py" "$work/theirs"; then
        step read_theirs "$build/read_theirs" "$work/theirs"
    else
        echo "FAIL write_for_us could not write its arrays"
        echo "write_for_us: 0 passed, 1 failed" >>"$log"
    fi
    if [ -x "$build/tests/fortran/fortran_numbers" ]; then
        step fortran_numbers "$python" "$here/fortran_numbers.py" "$build/tests/fortran/fortran_numbers" "$work/fortran"
    else
        skip fortran_numbers "the library was built without a Fortran compiler"
    fi
    # In core always the same examples; in full others each time, whose seed is printed.
    if [ "$mode" = full ]; then
        step hypothesis_ctypes "$python" "$here/hypothesis_ctypes.py" "$work/hypothesis"
    else
        step hypothesis_ctypes "$python" "$here/hypothesis_ctypes.py" "$work/hypothesis" 200 1
    fi
else
    no_environment "zarr-python 3 and TensorStore"
fi

# zarr-python 2.18: v1 by migration, v2, the v3 of 2020; and acquire-zarr while it wrote v2.
if environment venv2 requirements-zarr2.txt; then
    step zarr_python_2 "$work/venv2/bin/python" "$here/zarr_python_2.py" "$work/zarr2" "$(sample 5)"
    if [ -x "$build/tests/databases/keep" ]; then
        rm -rf "$work/databases"
        step with_databases "$work/venv2/bin/python" "$here/with_databases.py" "$build/tests/databases/keep" "$work/databases"
    else
        skip with_databases "neither LMDB nor SQLite was there when the tests were built"
    fi
    step with_acquire "$work/venv2/bin/python" "$here/with_acquire.py" "$work/acquire2" "$(sample 10)"
    step n5_zarr "$work/venv2/bin/python" "$here/n5.py" zarr "$work/n5" "$(sample 9)"
else
    no_environment "zarr-python 2"
fi

# zarr-python 1.1.0, built from source.
if [ "$mode" = core ]; then
    skip "zarr-python 1" "building it takes most of a minute; make interop does"
elif ! python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 13))'; then
    skip "zarr-python 1" "it can be built with NumPy 1 only, for which there are no wheels for $(python3 --version)"
elif environment venv1 requirements-zarr1.txt; then
    step zarr_python_1 "$work/venv1/bin/python" "$here/zarr_python_1.py" "$work/zarr1"
else
    no_environment "zarr-python 1"
fi

# GDAL and netCDF: of the wheels of rasterio and netCDF4, and Debian's own, which are older and have other codecs.
packaged() { # <environment> <script> <every in core> <what>
    if environment "$1" "requirements-${1#venv-}.txt"; then
        [ -z "$4" ] || newest "$1" "$4" || true
        rm -rf "${work:?}/$2"
        step "$2" "$work/$1/bin/python" -W ignore "$here/$2.py" "$work/$2" "$(sample "$3")"
    else
        no_environment "$2"
    fi
}

debian() { # <module> <script>
    rm -rf "${work:?}/$2"
    if /usr/bin/python3 -c "import $1" >/dev/null 2>&1; then
        step "$2" /usr/bin/python3 "$here/$2.py" "$work/$2"
    else
        skip "Debian's $1" "/usr/bin/python3 has no such module (Debian: python3-gdal, python3-netcdf4)"
    fi
}

packaged venv-gdal with_gdal 12 "GDAL 3.12"
packaged venv-netcdf with_netcdf 12 ""
if [ ! -e "$build/netcdf/libzarr-netcdf.so" ]; then
    skip netcdf_plugin "the plug-in for netCDF was not built"
elif environment venv-netcdf requirements-netcdf.txt; then
    rm -rf "$work/netcdf_plugin"
    step netcdf_plugin "$work/venv-netcdf/bin/python" -W ignore "$here/netcdf_plugin.py" "$build/netcdf/libzarr-netcdf.so" "$fixtures" \
        "$work/netcdf_plugin"
fi
if [ "$mode" = core ]; then
    skip "anndata" "it is a large package; make interop does"
    skip "Debian's GDAL and netCDF" "they are large packages; make interop does"
else
    packaged venv-anndata with_anndata 1 "anndata 0.13"
    debian osgeo with_gdal
    debian netCDF4 with_netcdf
fi

awk '/^[a-z_0-9]+: [0-9]+ passed, [0-9]+ failed$/ { good += $2; bad += $4 }
     END { printf "%d passed, %d failed\n", good, bad; exit bad != 0 || good == 0 }' "$log"
