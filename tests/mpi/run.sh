#!/bin/sh
# run.sh <folder> <mpiexec> <ranks> <program> [<arguments>]: runs a program by so many ranks with an empty folder as its first argument.
# PRELOAD names a library that its ranks load first.
set -eu
folder=$1 mpiexec=$2 ranks=$3 program=$4
shift 4
rm -rf "$folder"
mkdir -p "$folder"
if [ -n "${PRELOAD:-}" ]; then
    exec "$mpiexec" -n "$ranks" env "LD_PRELOAD=$PRELOAD" "$program" "$folder/store" "$@"
fi
exec "$mpiexec" -n "$ranks" "$program" "$folder/store" "$@"
