#!/bin/sh
# installs.sh: scripts/setup installs missing tools for root, and none with SETUP=name. The environment: SOURCES.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Everything but CMake; what asks for rights or installs is of our own, and only tells.
for tool in sh cat cksum grep sed tr cc gcc pkg-config xz cargo; do
    at=$(command -v "$tool") && ln -s "$at" "$work/$tool" || true
done
for tool in pkg-config xz cargo cc; do
    [ -e "$work/$tool" ] || { echo '#!/bin/sh' >"$work/$tool"; chmod +x "$work/$tool"; }
done
printf '#!/bin/sh\necho 0\n' >"$work/id"
printf '#!/bin/sh\necho "$@" >>"%s/asked"\n' "$work" >"$work/apt-get"
chmod +x "$work/id" "$work/apt-get"

fail() {
    echo "installs: $*"
    exit 1
}

cd "$SOURCES"
if PATH=$work SETUP=name /bin/sh scripts/setup build >"$work/said" 2>&1; then fail "a missing tool is no failure"; fi
grep -q '^setup: missing:.* cmake' "$work/said" || fail "CMake is not named: $(cat "$work/said")"
[ ! -e "$work/asked" ] || fail "it has installed: $(cat "$work/asked")"
PATH=$work /bin/sh scripts/setup build >"$work/said" 2>&1 || fail "root: $(cat "$work/said")"
grep -q 'install.* cmake' "$work/asked" || fail "CMake was not installed: $(cat "$work/asked")"
echo ok
