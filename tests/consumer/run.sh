#!/bin/sh
# run.sh <build tree of libzarr> <version> <lib folder, relative>
# Installs the package, and builds and runs the consumer against it in every way that the README names: CMake and pkg-config,
# shared and static, from where it was installed, after it was moved, and by way of DESTDIR. Nothing refers to the sources.
set -eu
build=$1 version=$2 lib=$3
here=$(cd "$(dirname "$0")" && pwd)
: "${CC:=cc}" "${CMAKE:=cmake}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/source"
cp "$here/CMakeLists.txt" "$here/consumer.c" "$work/source"
cd "$work"
unset DESTDIR PKG_CONFIG_PATH CMAKE_PREFIX_PATH zarr_DIR LD_LIBRARY_PATH || true

quietly() {
    "$@" >"$work/log" 2>&1 || { echo "consumer: failed: $*"; cat "$work/log"; exit 1; }
}

use() { # <name> <prefix>
    for linkage in shared static zarr; do
        quietly "$CMAKE" -S source -B "$1-$linkage" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$2" -DLINKAGE=$linkage
        quietly "$CMAKE" --build "$1-$linkage"
        quietly "./$1-$linkage/consumer" "$version"
        echo "ok: $1, find_package, zarr::$linkage"
    done
    quietly "$CMAKE" -S source -B "$1-default" -DCMAKE_C_COMPILER="$CC" -DCMAKE_PREFIX_PATH="$2" -DBUILD_SHARED_LIBS=OFF
    quietly "$CMAKE" --build "$1-default"
    quietly env -i "./$1-default/consumer" "$version"
    echo "ok: $1, find_package, BUILD_SHARED_LIBS=OFF"

    command -v pkg-config >/dev/null || { echo "skipped: $1, pkg-config is not installed"; return; }
    export PKG_CONFIG_PATH="$2/$lib/pkgconfig"
    [ "$(pkg-config --modversion zarr)" = "$version" ] || { echo "pkg-config names another version"; exit 1; }
    # shellcheck disable=SC2046
    quietly "$CC" source/consumer.c $(pkg-config --cflags --libs zarr) -o "$1-pc-shared"
    quietly env "LD_LIBRARY_PATH=$2/$lib" "DYLD_LIBRARY_PATH=$2/$lib" "./$1-pc-shared" "$version"
    echo "ok: $1, pkg-config"
    # The static library is named by its path, since the linker prefers the shared one of two that lie together;
    # the system libraries behind it are the private ones.
    # shellcheck disable=SC2046
    quietly "$CC" source/consumer.c $(pkg-config --cflags zarr) "$(pkg-config --variable=static_library zarr)" \
        $(pkg-config --static --libs-only-l zarr | sed 's/-lzarr//') -o "$1-pc-static-path"
    quietly env -i "./$1-pc-static-path" "$version"
    # Where only the static library is installed, pkg-config --static is enough.
    mkdir -p "$1-only-static"
    cp -R "$2/." "$1-only-static"
    rm -f "$1-only-static/$lib"/libzarr.so* "$1-only-static/$lib"/libzarr*.dylib
    export PKG_CONFIG_PATH="$work/$1-only-static/$lib/pkgconfig"
    # shellcheck disable=SC2046
    quietly "$CC" source/consumer.c $(pkg-config --static --cflags --libs zarr) -o "$1-pc-static"
    quietly env -i "./$1-pc-static" "$version"
    echo "ok: $1, pkg-config --static"
    unset PKG_CONFIG_PATH
}

quietly "$CMAKE" --install "$build" --prefix "$work/installed"
if [ -e "installed/$lib/libzarr.so" ]; then
    major=${version%%.*}
    for link in "libzarr.so:libzarr.so.$major" "libzarr.so.$major:libzarr.so.$version"; do
        [ "$(readlink "installed/$lib/${link%%:*}")" = "${link#*:}" ] || { echo "wrong link: $link"; ls -l "installed/$lib"; exit 1; }
    done
    if command -v readelf >/dev/null; then
        readelf -d "installed/$lib/libzarr.so" | grep -q "SONAME.*\[libzarr.so.$major\]" || { echo "wrong SONAME"; exit 1; }
        echo "ok: SONAME and links"
    fi
fi
use installed "$work/installed"
mv installed moved
use moved "$work/moved"

quietly env "DESTDIR=$work/stage" "$CMAKE" --install "$build" --prefix /opt/libzarr-consumer
[ -e "stage/opt/libzarr-consumer/$lib/libzarr.a" ] && [ ! -e /opt/libzarr-consumer/include/zarr.h ] || { echo "DESTDIR is not honoured"; exit 1; }
use staged "$work/stage/opt/libzarr-consumer"
