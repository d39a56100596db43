#!/bin/sh
# exports.sh <nm> <list> shared|static <library>: the library defines the symbols of the list for others, and no more.
set -eu
case $3 in
shared) names=$("$1" -D --defined-only "$4") ;;
static) names=$("$1" -g --defined-only "$4") ;;
esac
printf '%s\n' "$names" | awk 'NF == 3 { print $3 }' | LC_ALL=C sort | diff "$2" - || {
    echo "$4: defines (>) or lacks (<) these; the list is $2, made of the header by \`make header\`"
    exit 1
}
echo "$(wc -l <"$2") symbols and no more"
