#!/bin/sh
# The programs that the README shows must be those that are compiled and tested.
set -eu
cd "$(dirname "$0")/../.."
for shown in c:c_examples/quickstart.c fortran:fortran/examples/first.f90; do
    sed -n "/^\`\`\`${shown%%:*}\$/,/^\`\`\`\$/p" README.md | sed '1d;$d' | diff - "${shown#*:}" || {
        echo "README.md shows another program than ${shown#*:}"
        exit 1
    }
done
