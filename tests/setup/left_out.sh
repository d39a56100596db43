#!/bin/sh
# left_out.sh: scripts/left-out names every test that cargo, CTest or tests/interop did not run. The environment: SOURCES.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/log" <<'LOG'
test array::one ... ok
test servers::s3 ... ignored, needs servers: make test-cloud
test servers::quiet ... ignored
test result: ok. 1 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s
  1/3 Test  #7: docs.blocks ......................***Skipped   0.00 sec
  2/3 Test  #8: c.arrays .........................   Passed    0.01 sec
  3/3 Test  #9: package.consumer.a_very_long_name_of_a_place ***Skipped   0.00 sec
SKIPPED zarr-python 1: building it takes most of a minute
LOG
cat >"$work/reasons" <<'LOG'
7/9 Testing: docs.blocks
7/9 Test: docs.blocks
Output:
----------------------------------------------------------
skipped: there is no Fortran compiler
<end of output>
8/9 Testing: c.arrays
Output:
LOG
cat >"$work/expected" <<'LOG'
servers::s3: needs servers: make test-cloud
servers::quiet: it says no reason
docs.blocks: there is no Fortran compiler
package.consumer.a_very_long_name_of_a_place: it says no reason
zarr-python 1: building it takes most of a minute
LOG
"$SOURCES/scripts/left-out" "$work/log" "$work/reasons" | diff "$work/expected" -
grep -v -e docs.blocks -e '^test' -e '^SK' -e a_very "$work/log" >"$work/clean"
[ -z "$("$SOURCES/scripts/left-out" "$work/clean")" ] || { echo "left_out: a step without skipped tests has some"; exit 1; }
echo ok
