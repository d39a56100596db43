#!/bin/sh
# The program that the README shows must be the one that is compiled and tested.
set -eu
cd "$(dirname "$0")/../.."
sed -n '/^```c$/,/^```$/p' README.md | sed '1d;$d' | diff - c_examples/quickstart.c || {
    echo "README.md shows another program than c_examples/quickstart.c"
    exit 1
}
