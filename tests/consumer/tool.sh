#!/bin/sh
# tool.sh: what -DZARR_TOOL=ON installs: the program, its manual and its completions. The program is the one that cargo's tests have
# built; it is not built again here.
# The environment: SOURCES, VERSION, CARGO_TARGET, CMAKE.
set -eu
program=$CARGO_TARGET/debug/zarrtool
[ -x "$program" ] || { echo "skipped: cargo test has not built zarrtool"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset DESTDIR || true

fail() {
    echo "tool: $*"
    exit 1
}

mkdir -p "$work/cargo/zarrtool/debug"
cp "$program" "$work/cargo/zarrtool/debug"
"$CMAKE" -S "$SOURCES" -B "$work/build" -DZARR_TOOL=ON -DZARR_CARGO_PROFILE=dev "-DZARR_CARGO_TARGET_DIR=$work/cargo" \
    -DZARR_FORTRAN=OFF >"$work/log" 2>&1 || { cat "$work/log"; fail "it can't be configured"; }
"$CMAKE" --install "$work/build" --component zarrtool --prefix "$work/prefix" >"$work/log" 2>&1 || { cat "$work/log"; fail "it can't be installed"; }
cd "$work/prefix"
[ "$(bin/zarrtool --version)" = "zarrtool $VERSION" ] || fail "bin/zarrtool is another version"
grep -q '^\.TH zarrtool 1' share/man/man1/zarrtool.1 || fail "zarrtool.1 is no manual page"
for command in info tree dump stats plot copy convert rechunk verify repair diff bench ls cat rm attrs consolidate; do
    grep -q "^\.TH zarrtool-$command 1" "share/man/man1/zarrtool-$command.1" || fail "there is no manual page of $command"
done
for file in bash-completion/completions/zarrtool zsh/site-functions/_zarrtool fish/vendor_completions.d/zarrtool.fish; do
    grep -q rechunk "share/$file" || fail "$file completes nothing"
done
if command -v bash >/dev/null; then
    # The completions of a shell behind "zarrtool rec".
    # shellcheck disable=SC2016
    offered=$(bash --norc -c '. share/bash-completion/completions/zarrtool
        COMP_WORDS=(zarrtool rec) COMP_CWORD=1 && _zarrtool zarrtool rec zarrtool && echo "${COMPREPLY[*]}"') || fail "bash does not take its completions"
    [ "$offered" = rechunk ] || fail "bash offers $offered"
fi
find . -type f | LC_ALL=C sort >"$work/files"
! grep -vE '^\./(bin/zarrtool|share/(man/man1/zarrtool(-[a-z-]+)?\.1|bash-completion/completions/zarrtool|zsh/site-functions/_zarrtool|fish/vendor_completions\.d/zarrtool\.fish))$' "$work/files" ||
    fail "something else is installed, too"
echo "ok: $(wc -l <"$work/files") files"
