#!/bin/sh
# The newcomer's path: nothing but README.md, in an empty folder, and an installed package. The programs are those that the page shows,
# the commands and the project of CMake those that it names.
# The environment: SOURCES, PREFIX, LIBDIR, CC, FC, CMAKE.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$SOURCES/README.md" "$work"
cd "$work"
unset CMAKE_PREFIX_PATH zarr_DIR CFLAGS LDFLAGS || true
export PKG_CONFIG_PATH="$PREFIX/$LIBDIR/pkgconfig" LD_LIBRARY_PATH="$PREFIX/$LIBDIR" DYLD_LIBRARY_PATH="$PREFIX/$LIBDIR"

block() { # <language> <what it contains>: the first such block of the page
    awk -v fence="\`\`\`$1" -v wanted="$2" '
        $0 == fence { inside = 1; text = ""; next }
        inside && /^```/ { inside = 0; if (index(text, wanted)) { printf "%s", text; exit } next }
        inside { text = text $0 "\n" }' README.md
}

fail() {
    echo "newcomer: $*"
    exit 1
}

says() { # <program...>: what the page says that it prints
    said=$("$@") || fail "$* failed: $said"
    [ "$said" = "$(block text "1 2 3")" ] || fail "$* prints: $said"
    echo "ok: $*"
}

block c 'int main(' >program.c
block fortran 'program ' >program.f90
[ -s program.c ] && [ -s program.f90 ] || fail "the page shows no programs"

# Without CMake.
block sh 'pkg-config' >commands.sh
[ -s commands.sh ] || fail "the page names no commands"
sh -eu commands.sh
says ./program
# Run it twice to see what an error looks like.
if ./program 2>again.txt; then fail "the second run should meet what the first has made"; fi
grep -q ZARR_ERROR_ALREADY_EXISTS again.txt || fail "another error than the page promises: $(cat again.txt)"
rm -rf quickstart.zarr
says env -u LD_LIBRARY_PATH ./program_static
says ./program_fortran

# With CMake.
rm -rf quickstart.zarr
block cmake 'find_package(zarr' >CMakeLists.txt
"$CMAKE" -S . -B build "-DCMAKE_C_COMPILER=$CC" "-DCMAKE_PREFIX_PATH=$PREFIX" >log.txt 2>&1 || { cat log.txt; fail "CMake"; }
"$CMAKE" --build build >log.txt 2>&1 || { cat log.txt; fail "the build"; }
says env -u LD_LIBRARY_PATH ./build/my_program
