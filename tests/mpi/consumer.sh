#!/bin/sh
# consumer.sh <folder>: zarr_mpi in programs of others: the header alone, by pkg-config, by find_package, in C and Fortran, and by the
# other MPI where there are two. The environment names MPICC, MPIEXEC, CMAKE, SOURCES, PREFIX, LIBDIR and FORTRAN.
set -eu
work=$1
here=$(cd "$(dirname "$0")" && pwd)
rm -rf "$work"
mkdir -p "$work"
cd "$work"
export PKG_CONFIG_PATH="$PREFIX/$LIBDIR/pkgconfig" LD_LIBRARY_PATH="$PREFIX/$LIBDIR"

fail() {
    echo "consumer: $*"
    exit 1
}

quietly() {
    "$@" >log 2>&1 || { cat log; fail "failed: $*"; }
}

says() { # <mpiexec> <program>: two ranks have written and read
    rm -rf rows.zarr
    said=$("$1" -n 2 "$2" rows.zarr 2>&1) || fail "failed: $*: $said"
    [ "$said" = "the sum is 52" ] || fail "$* says $said"
}

# The header by itself, as C99 and as C++, under strict warnings.
printf '#include <zarr_mpi.h>\nint main(void) { return 0; }\n' >alone.c
cp alone.c alone.cpp
# Warnings about the header of MPI itself do not count.
systems=$("$MPICC" -show | tr ' ' '\n' | sed -n 's/^-I/-isystem /p' | tr '\n' ' ')
# shellcheck disable=SC2046,SC2086
quietly gcc -std=c99 -pedantic-errors -Wall -Wextra -Wconversion -Wstrict-prototypes -Wshadow -Wundef -Werror -fsyntax-only $systems \
    $(pkg-config --cflags zarr-mpi) alone.c
if command -v g++ >/dev/null; then
    # shellcheck disable=SC2046,SC2086
    quietly g++ -std=c++11 -pedantic-errors -Wall -Wextra -Wconversion -Wshadow -Wold-style-cast -Werror -fsyntax-only $systems \
        -DOMPI_SKIP_MPICXX -DMPICH_SKIP_MPICXX $(pkg-config --cflags zarr-mpi) alone.cpp
fi
echo "ok: the header"

# shellcheck disable=SC2046
quietly "$MPICC" "$here/consumer.c" $(pkg-config --cflags --libs zarr-mpi) -o by-pkg-config
says "$MPIEXEC" ./by-pkg-config
echo "ok: pkg-config"

mkdir source
cp "$here/consumer.c" source
languages=C components=MPI
if [ "${FORTRAN:-0}" = 1 ]; then
    languages="C Fortran" components="Fortran MPI"
    cp "$here/fortran_mpi.f90" source
fi
cat >source/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.16)
project(consumer LANGUAGES $languages)
find_package(zarr REQUIRED COMPONENTS $components)
add_executable(consumer consumer.c)
target_link_libraries(consumer PRIVATE zarr::mpi)
if(TARGET zarr::mpi_fortran)
  add_executable(fortran fortran_mpi.f90)
  target_link_libraries(fortran PRIVATE zarr::mpi_fortran)
endif()
END
by_cmake() { # <folder> <mpicc> <mpiexec>
    quietly "$CMAKE" -S source -B "$1" "-DCMAKE_PREFIX_PATH=$PREFIX" "-DMPI_C_COMPILER=$2"
    quietly "$CMAKE" --build "$1"
    says "$3" "$1/consumer"
}
by_cmake built "$MPICC" "$MPIEXEC"
if [ "${FORTRAN:-0}" = 1 ]; then
    rm -rf fields.zarr
    quietly "$MPIEXEC" -n 2 built/fortran fields.zarr
fi
echo "ok: find_package"

# The other MPI: what zarr-mpi.pc names is told to be for another one when the program is linked, and sources are compiled for it.
languages=C components=MPI
case $(readlink -f "$(command -v "$MPICC")") in *openmpi* | *opal_wrapper*) other=mpich ;; *) other=openmpi ;; esac
if command -v "mpicc.$other" >/dev/null && command -v "mpiexec.$other" >/dev/null; then
    # shellcheck disable=SC2046
    if "mpicc.$other" "$here/consumer.c" $(pkg-config --cflags --libs zarr-mpi) -o mixed >log 2>&1; then
        fail "a program for $other is linked with a library for another MPI"
    fi
    grep -q 'zarr_mpi_is_for_' log || fail "$(cat log)"
    sed -i 's/LANGUAGES .*)/LANGUAGES C)/; s/COMPONENTS .*)/COMPONENTS MPI)/' source/CMakeLists.txt
    by_cmake "built-$other" "mpicc.$other" "mpiexec.$other"
    # All of the tests in C, compiled for it from the sources.
    for name in model failures requests whole; do
        # shellcheck disable=SC2046
        quietly "mpicc.$other" -std=c99 "$here/$name.c" "$here/support.c" "$SOURCES"/mpi/src/*.c "-I$SOURCES/mpi/include" \
            $(pkg-config --cflags --libs zarr) -o "$name"
        arguments=
        [ "$name" = model ] && arguments="8 4000"
        # shellcheck disable=SC2086
        quietly "mpiexec.$other" -n 2 "./$name" "$name.zarr" $arguments
    done
    echo "ok: $other"
else
    echo "not run: there is one MPI only (Debian: mpich libmpich-dev, libopenmpi-dev openmpi-bin)"
fi
