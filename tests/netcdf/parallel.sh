#!/bin/sh
# parallel.sh build <folder>: compiles libzarr-netcdf-mpi.so and the tests with the MPI of a parallel netCDF.
# parallel.sh run <folder> <ranks> <program> [<arguments>]: runs a test with it.
# parallel.sh refused <folder>: a program whose MPI is another than that of the library gets NC_ENOPAR, and a sentence.
# parallel.sh no-locks <folder>: on a file system without locks collective writes lose nothing, and others are refused
# with advice.
# The environment names MPICC, MPIFORT (or nothing), MPIEXEC, INCLUDE and LIBRARY of netCDF, FORTRAN_INCLUDE and
# FORTRAN_LIBRARY of its Fortran interface, PLUGIN, SOURCES of libzarr, and INCLUDES and ZARR of libzarr.
set -eu
step=$1 folder=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
flags="-g -pedantic -Wall -Wextra -Wstrict-prototypes -Werror"

start() { # <ranks> <program> [<arguments>]: PRELOAD names a library that is loaded before the plug-in
    ranks=$1
    shift
    "$MPIEXEC" -n "$ranks" env "LD_PRELOAD=${PRELOAD:+$PRELOAD:}$PLUGIN" "$@"
}

case $step in
build)
    rm -rf "$folder"
    mkdir -p "$folder"
    # The library is asked for by its variable, as the one beside the plug-in may be for another MPI.
    # shellcheck disable=SC2086
    "$MPICC" -std=c99 -O1 -fPIC -shared -fvisibility=hidden $flags -D_POSIX_C_SOURCE=200809L \
        -I"$SOURCES/mpi/include" $INCLUDES "$SOURCES"/netcdf/mpi/*.c "$SOURCES"/mpi/src/*.c "$ZARR" \
        -Wl,-rpath,"$(dirname "$ZARR")" -o "$folder/libzarr-netcdf-mpi.so"
    for program in parallel parallel_again; do
        # shellcheck disable=SC2086
        "$MPICC" -std=c99 $flags -I"$INCLUDE" $INCLUDES "$here/$program.c" "$LIBRARY" "$ZARR" \
            -Wl,-rpath,"$(dirname "$LIBRARY")" -Wl,-rpath,"$(dirname "$ZARR")" -o "$folder/$program"
    done
    if [ -n "${MPIFORT:-}" ]; then
        # The parallel library first, so that the interface, which was linked with another one, calls it; and folders of
        # this MPI before one where another may have the name libmpi.so.
        folders=$("$MPICC" -show | tr ' ' '\n' | grep '^-L' | tr '\n' ' ')
        # shellcheck disable=SC2086
        "$MPIFORT" -I"$FORTRAN_INCLUDE" "$here/parallel.f90" -Wl,--no-as-needed "$LIBRARY" "$FORTRAN_LIBRARY" \
            $folders -Wl,-rpath,"$(dirname "$LIBRARY")" -o "$folder/parallel_fortran"
    fi
    ;;
run)
    ranks=$1 program=$2
    shift 2
    rm -rf "$folder/$program-$ranks"
    mkdir -p "$folder/$program-$ranks"
    export ZARR_NETCDF_MPI="$folder/libzarr-netcdf-mpi.so"
    start "$ranks" "$folder/$program" "$folder/$program-$ranks/store" "$@"
    ;;
no-locks)
    export ZARR_NETCDF_MPI="$folder/libzarr-netcdf-mpi.so" ZARR_NETCDF_LOG=1
    cc -shared -fPIC "$SOURCES/tests/mpi/no_locks.c" -ldl -o "$folder/no_locks.so"
    PRELOAD=$folder/no_locks.so
    rm -rf "$folder/no-locks"
    mkdir "$folder/no-locks"
    start 2 "$folder/parallel" "$folder/no-locks/store" -1 >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
    grep -q 'variable "v": use NC_COLLECTIVE, or regions of whole chunks' "$folder/said"
    grep -q "without locks nothing is lost" "$folder/said"
    ;;
refused)
    export ZARR_NETCDF_MPI=/nowhere/libzarr-netcdf-mpi.so ZARR_NETCDF_LOG=1
    start 2 "$folder/parallel" "$folder/refused" 0 >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
    grep -q "parallel access needs libzarr-netcdf-mpi.so, compiled with the MPI of the program" "$folder/said"
    if [ -n "${OTHER:-}" ]; then
        export ZARR_NETCDF_MPI="$OTHER"
        start 2 "$folder/parallel" "$folder/refused" 0 >"$folder/said" 2>&1 || { cat "$folder/said"; exit 1; }
        grep -q "it is compiled for .*, and the program has another MPI" "$folder/said"
    fi
    ;;
esac
