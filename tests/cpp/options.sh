#!/bin/sh
# options.sh PAGE HEADER: each option of stores and nodes that the tables of the page name has a member in the types of
# options, and so has each limit.
set -eu
page=$1 header=$2
names=$(sed '/^## Of queues/,$d' "$page" | sed -n 's/^| *\(`[a-z0-9_`, ]*`\) *|.*/\1/p' | tr -d '`,'; grep '^| `limits`' "$page" | grep -o '{"[a-z_]*"' | tr -d '{"')
count=0
for name in $names; do
    grep -q "\"$name\"" "$header" || { echo "$header lacks the option $name of $page" >&2; exit 1; }
    count=$((count + 1))
done
[ "$count" -ge 40 ] || { echo "$page: only $count options were found" >&2; exit 1; }
echo "$count options"
