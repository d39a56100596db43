#!/bin/sh
# later_tools.sh: `make demo` on a machine without a compiler for Fortran and C++, then `make test`, which installs both: a tree that
# was configured without them must become the tree that is configured with them at once.
# The environment: SOURCES, CMAKE, CTEST, CARGO_TARGET.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset FC CXX || true

fail() {
    echo "later_tools: $*"
    exit 1
}

configure() { # <tree> <more arguments for cmake>
    tree=$1
    shift
    "$CMAKE" -S "$SOURCES" -B "$work/$tree" -DCMAKE_BUILD_TYPE=Release "-DZARR_CARGO_TARGET_DIR=$CARGO_TARGET" "$@" >"$work/log" 2>&1 ||
        { cat "$work/log"; fail "$tree can't be configured"; }
}

tests() { # <tree>: the names of its tests
    (cd "$work/$1" && "$CTEST" -N | sed -n 's/^ *Test *#[0-9]*: //p' | LC_ALL=C sort)
}

# A compiler that the environment names and that does not exist is how CMake finds none.
(
    export FC="$work/none" CXX="$work/none"
    configure demo_first
    [ ! -e "$work/demo_first/fortran" ] || fail "a compiler that is hidden was found"
    configure demo_first -DZARR_BUILD_TESTS=ON
)
tests demo_first >"$work/before"
grep -qx docs.blocks "$work/before" && grep -qx fortran "$work/before" && grep -qx cpp "$work/before" ||
    fail "what a missing compiler leaves out is no test that is skipped by name: $(cat "$work/before")"
configure demo_first -DZARR_BUILD_TESTS=ON
configure test_first -DZARR_BUILD_TESTS=ON
tests demo_first >"$work/demo"
tests test_first >"$work/test"
cmp -s "$work/demo" "$work/test" || { diff "$work/demo" "$work/test"; fail "after a demo without compilers, other tests are run"; }
! grep -qx docs.blocks "$work/demo" || fail "the pages are still left out"
grep -q '^ZARR_FORTRAN:STRING=AUTO$' "$work/demo_first/CMakeCache.txt" || fail "ZARR_FORTRAN was changed"
echo "ok: $(wc -l <"$work/before") tests without the compilers, $(wc -l <"$work/demo") with them"
