#!/bin/sh
# run.sh <place>
# Uses the package as a stranger does, from an empty folder: a program in C, one in C++ and one in Fortran, each with the shared
# and the static library, have to be built and to print the same. The place says where the package is:
#     installed moved build-tree subproject   by CMake, from where it was installed, from where that was moved to, from the
#                                             build tree, and with the sources inside the project
#     pkg-config                              by pkg-config, from a moved prefix
#     staged                                  installed by way of DESTDIR
#     tgz deb                                 from an archive, unpacked where there is no Rust: a new one, or the ARCHIVE
#     netcdf                                  by the plug-in for netCDF, from a moved prefix, and built alone beside it
#     fpm                                     as a dependency of a Fortran package, by fpm
#     prebuilt                                with the sources inside the project, and the library from an archive: without Rust
# The environment names BUILD and SOURCES of libzarr, its VERSION, the folder LIBDIR, the folder CARGO_TARGET that may be shared,
# LANGUAGES (C;CXX;Fortran), and the programs C_COMPILER, CXX_COMPILER, FORTRAN_COMPILER, CMAKE and CPACK. (Not by the names CC
# and CXX: crates that compile C look at them, so cargo would build everything anew here, and once more afterwards.) For another
# machine: CROSS, more arguments for cmake, and RUNNER, an emulator.
set -eu
place=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
cp "$here/CMakeLists.txt" "$here"/consumer.* "$work/source"
cd "$work"
unset DESTDIR PKG_CONFIG_PATH CMAKE_PREFIX_PATH zarr_DIR LD_LIBRARY_PATH || true
expected="$VERSION 7 -7"

fail() {
    echo "consumer: $*"
    exit 1
}

quietly() {
    "$@" >"$work/log" 2>&1 || { cat "$work/log"; fail "failed: $*"; }
}

says() { # <program and arguments>: it has to print what is expected
    said=$("$@" 2>&1) || fail "failed: $*: $said"
    [ "$said" = "$expected" ] || fail "$* says $said, not $expected"
}

each_language() { # <function>: called with CMake's name for the language
    for language in $(echo "$LANGUAGES" | tr ';' ' '); do
        "$1" "$language"
    done
}

# shellcheck disable=SC2086
with_cmake() { # <more arguments for cmake>
    for linkage in shared static; do
        shared=ON type=Debug
        [ $linkage = shared ] || { shared=OFF type=Release; }
        quietly "$CMAKE" -S source -B "$linkage" "-DLANGUAGES=$LANGUAGES" "-DCMAKE_C_COMPILER=$C_COMPILER" "-DCMAKE_CXX_COMPILER=$CXX_COMPILER" \
            "-DCMAKE_Fortran_COMPILER=$FORTRAN_COMPILER" -DBUILD_SHARED_LIBS=$shared -DCMAKE_BUILD_TYPE=$type ${CROSS:-} \
            -DCMAKE_Fortran_FLAGS_RELEASE=-O0 "$@" # an optimised module takes three times as long
        quietly "$CMAKE" --build "$linkage"
        each_language run_built
        echo "ok: $place, $linkage: $LANGUAGES"
    done
}

# shellcheck disable=SC2086
run_built() {
    if [ "$linkage" = static ]; then
        says env -i ${RUNNER:-} "./static/consumer_$1"
        ! readelf -d "static/consumer_$1" 2>/dev/null | grep -q 'NEEDED.*libzarr' || fail "consumer_$1 needs the shared library"
    else
        says ${RUNNER:-} "./shared/consumer_$1"
    fi
}

refused() { # <sed command for the project> <text> <more arguments for cmake>: it can't be configured, and the reason names the text
    change=$1 reason=$2
    shift 2
    rm -rf wrong wrong-build
    mkdir wrong
    sed "$change" source/CMakeLists.txt >wrong/CMakeLists.txt
    ! "$CMAKE" -S wrong -B wrong-build "-DCMAKE_C_COMPILER=$C_COMPILER" "-DCMAKE_PREFIX_PATH=$work/prefix" "$@" >"$work/log" 2>&1 ||
        fail "accepted: $change"
    tr '\n' ' ' <"$work/log" | tr -s ' ' | grep -q "$reason" || { cat "$work/log"; fail "refused for another reason: $change"; }
}

install_to() {
    quietly "$CMAKE" --install "$BUILD" --prefix "$1"
}

compile() { # <language> <output> <flags>
    language=$1 output=$2
    shift 2
    case $language in
    C) quietly "$C_COMPILER" source/consumer.c "$@" -o "$output" ;;
    CXX) quietly "$CXX_COMPILER" -std=c++17 source/consumer.cpp "$@" -o "$output" ;;
    Fortran) quietly "$FORTRAN_COMPILER" source/consumer.f90 "$@" -o "$output" ;;
    esac
}

# The name of the pkg-config file that a language asks for.
module() {
    if [ "$1" = Fortran ]; then echo zarr-fortran; else echo zarr; fi
}

# shellcheck disable=SC2046
pc_shared() {
    compile "$1" "shared-$1" $(pkg-config --cflags --libs "$(module "$1")")
    says env "LD_LIBRARY_PATH=$work/moved/$LIBDIR" "DYLD_LIBRARY_PATH=$work/moved/$LIBDIR" "./shared-$1"
}

# The static library is named by its path, since the linker prefers the shared one of two that lie together; the system
# libraries behind it are the private ones.
# shellcheck disable=SC2046
pc_static_path() {
    [ "$1" = Fortran ] || {
        compile "$1" "path-$1" $(pkg-config --cflags zarr) "$(pkg-config --variable=static_library zarr)" \
            $(pkg-config --static --libs-only-l zarr | sed 's/-lzarr//')
        says env -i "./path-$1"
    }
}

# shellcheck disable=SC2046
pc_static() {
    compile "$1" "static-$1" $(pkg-config --static --cflags --libs "$(module "$1")")
    says env -i "./static-$1"
}

# Where there is no Rust: cargo is not on the path, and its usual places are not looked at.
without_rust() {
    export PATH=/usr/bin:/bin HOME="$work" CARGO_HOME="$work"
    ! command -v cargo >/dev/null || fail "there is cargo even in /usr/bin"
}

archive() { # <generator>
    (cd "$BUILD" && quietly "$CPACK" -G "$1" -B "$work/packages")
}

case $place in
installed)
    install_to "$work/prefix"
    if [ -e "prefix/$LIBDIR/libzarr.so" ]; then
        major=${VERSION%%.*}
        for link in "libzarr.so:libzarr.so.$major" "libzarr.so.$major:libzarr.so.$VERSION"; do
            [ "$(readlink "prefix/$LIBDIR/${link%%:*}")" = "${link#*:}" ] || fail "wrong link: $link"
        done
        if command -v readelf >/dev/null; then
            readelf -d "prefix/$LIBDIR/libzarr.so" | grep -q "SONAME.*\[libzarr.so.$major\]" || fail "wrong SONAME"
        fi
    fi
    with_cmake "-DCMAKE_PREFIX_PATH=$work/prefix"
    # A version that is too new is refused, and so is a component that there is none of.
    refused "s/zarr 0.1/zarr 99.0/" "99.0"
    refused 's/${components}/Pascal/' "not Pascal"
    # A header with the descriptors of another Fortran compiler, as flang's would be for gfortran.
    if "$FORTRAN_COMPILER" --version 2>/dev/null | grep -q 'GNU Fortran'; then
        mkdir other
        echo '#define CFI_VERSION 20240719' >other/ISO_Fortran_binding.h
        refused 's/"C"/"Fortran"/' "ISO_Fortran_binding.h is not of GNU Fortran" "-DCMAKE_Fortran_COMPILER=$FORTRAN_COMPILER" \
            "-DZARR_FORTRAN_BINDING=$work/other"
    fi
    # Of the two libraries only the component that is asked for.
    LANGUAGES=C
    sed 's/COMPONENTS ${components}/COMPONENTS static/' source/CMakeLists.txt >"$work/changed" && cp "$work/changed" source/CMakeLists.txt
    quietly "$CMAKE" -S source -B component "-DCMAKE_C_COMPILER=$C_COMPILER" "-DCMAKE_PREFIX_PATH=$work/prefix"
    quietly "$CMAKE" --build component
    says env -i ./component/consumer_C
    ! readelf -d component/consumer_C 2>/dev/null | grep -q 'NEEDED.*libzarr' || fail "the component static is the shared library"
    ;;
moved)
    install_to "$work/prefix"
    mv prefix moved
    with_cmake "-DCMAKE_PREFIX_PATH=$work/moved"
    ;;
build-tree)
    with_cmake "-Dzarr_DIR=$BUILD"
    ;;
subproject)
    with_cmake "-DSOURCE=$SOURCES" "-DZARR_CARGO_TARGET_DIR=$CARGO_TARGET"
    ;;
pkg-config)
    command -v pkg-config >/dev/null || { echo "skipped: pkg-config is not installed"; exit 0; }
    install_to "$work/prefix"
    mv prefix moved
    export PKG_CONFIG_PATH="$work/moved/$LIBDIR/pkgconfig"
    [ "$(pkg-config --modversion zarr)" = "$VERSION" ] || fail "pkg-config names another version"
    each_language pc_shared
    each_language pc_static_path
    # Where only the static library is installed, pkg-config --static is enough.
    rm -f "moved/$LIBDIR"/libzarr.so* "moved/$LIBDIR"/libzarr*.dylib
    each_language pc_static
    echo "ok: pkg-config, shared and static: $LANGUAGES"
    ;;
staged)
    quietly env "DESTDIR=$work/stage" "$CMAKE" --install "$BUILD" --prefix /opt/libzarr-consumer
    [ -e "stage/opt/libzarr-consumer/$LIBDIR/libzarr.a" ] && [ ! -e /opt/libzarr-consumer/include/zarr.h ] || fail "DESTDIR is not honoured"
    LANGUAGES=C
    with_cmake "-DCMAKE_PREFIX_PATH=$work/stage/opt/libzarr-consumer"
    ;;
tgz)
    if [ -n "${ARCHIVE:-}" ]; then mkdir packages && cp "$ARCHIVE" packages; else archive TGZ; fi
    without_rust
    tar xzf packages/*.tar.gz
    with_cmake "-DCMAKE_PREFIX_PATH=$(echo "$work"/libzarr-*)"
    ;;
deb)
    command -v dpkg-deb >/dev/null || { echo "skipped: dpkg-deb is not installed"; exit 0; }
    command -v file >/dev/null || { echo "skipped: cpack makes no Debian package without the program file"; exit 0; }
    archive DEB
    without_rust
    dpkg-deb -x packages/*.deb unpacked
    dpkg-deb -f packages/*.deb Depends | grep -q libc6 || fail "the package does not say what it needs"
    with_cmake "-DCMAKE_PREFIX_PATH=$work/unpacked/usr"
    ;;
prebuilt)
    archive TGZ
    without_rust
    tar xzf packages/*.tar.gz
    with_cmake "-DSOURCE=$SOURCES" "-DZARR_PREBUILT=$(echo "$work"/libzarr-*)"
    ;;
netcdf)
    install_to "$work/prefix"
    if [ ! -e "prefix/$LIBDIR/pkgconfig/zarr-netcdf.pc" ]; then echo "skipped: the plug-in for netCDF was not built"; exit 0; fi
    command -v pkg-config >/dev/null || { echo "skipped: pkg-config is not installed"; exit 0; }
    mv prefix moved
    expected="7 -7"
    export PKG_CONFIG_PATH="$work/moved/$LIBDIR/pkgconfig" LD_LIBRARY_PATH="$work/moved/$LIBDIR"
    # shellcheck disable=SC2046
    quietly "$C_COMPILER" "$here/netcdf.c" $(pkg-config --cflags --libs zarr-netcdf netcdf) -o registered
    says ./registered "file://$work/registered.zarr#mode=udf0"
    unset LD_LIBRARY_PATH
    quietly "$CMAKE" -S "$work/moved/share/zarr/netcdf" -B alone "-DCMAKE_C_COMPILER=$C_COMPILER" "-DCMAKE_PREFIX_PATH=$work/moved"
    quietly "$CMAKE" --build alone
    quietly "$CMAKE" --install alone --prefix "$work/alone-prefix"
    # A program that knows nothing of the plug-in: it is preloaded.
    for plugin in "$work/moved/$LIBDIR" "$(dirname "$(find "$work/alone-prefix" -name 'libzarr-netcdf.so')")"; do
        quietly "$C_COMPILER" -DPRELOADED "$here/netcdf.c" $(pkg-config --cflags --libs netcdf) -o preloaded
        says env "LD_PRELOAD=$plugin/libzarr-netcdf-preload.so" ./preloaded "file://$work/preloaded.zarr#mode=udf0"
    done
    echo "ok: netcdf: registered, preloaded, and built alone"
    ;;
fpm)
    # The Fortran Package Manager, of a fixed version, in an environment that stays beside the build tree.
    case $LANGUAGES in *Fortran*) ;; *) echo "skipped: no Fortran compiler"; exit 0 ;; esac
    fpm=$BUILD/fpm/bin/fpm
    if [ ! -x "$fpm" ]; then
        quietly python3 -m venv "$BUILD/fpm"
        quietly "$BUILD/fpm/bin/python" -m pip --quiet --disable-pip-version-check install fpm==0.12.0
    fi
    install_to "$work/prefix"
    mkdir -p project/app
    cp source/consumer.f90 project/app/main.f90
    ln -s "$SOURCES/fortran" fortran # fpm knows relative paths only
    printf 'name = "stranger"\n[dependencies]\nzarr = { path = "../fortran" }\n' >project/fpm.toml
    cd project
    quietly "$fpm" install --prefix "$work/made" --compiler "$FORTRAN_COMPILER" --link-flag "-L$work/prefix/$LIBDIR"
    says env "LD_LIBRARY_PATH=$work/prefix/$LIBDIR" "$work/made/bin/stranger"
    echo "ok: fpm, shared: Fortran"
    ;;
*)
    fail "no such place: $place"
    ;;
esac
