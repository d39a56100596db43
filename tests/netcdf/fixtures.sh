#!/bin/sh
# fixtures.sh <fixtures> <plug-in>: ncdump lists every store that other software wrote, and meets damaged ones with an
# error, not a crash.
set -eu
fixtures=$1 plugin=$2
[ -d "$fixtures/public" ] || { echo "skipped: no fixtures at $fixtures"; exit 0; }
failed=0 read=0 refused=0
stores() { # <folder>: those that have a document of their own, and no store above them
    find "$1" \( -name zarr.json -o -name .zgroup -o -name .zarray -o -name attributes.json \) -printf '%h\n' |
        LC_ALL=C sort -u |
        awk '{ for (k in seen) if (index($0, k "/") == 1) next; seen[$0] = 1; print }'
}
for store in $(stores "$fixtures/public"); do
    status=0
    LD_PRELOAD=$plugin ncdump -h "file://$store#mode=udf0" >/dev/null 2>&1 || status=$?
    case $store in
    # Its document is no JSON: libzarr refuses it, too.
    */zarrita-0.2.7/z.zarr/fill_nan) [ "$status" = 1 ] || failed=1 ;;
    *)
        [ "$status" = 0 ] || { echo "$store: status $status"; failed=1; }
        read=$((read + 1))
        ;;
    esac
done
for store in "$fixtures"/bad/*; do
    status=0
    LD_PRELOAD=$plugin ncdump "file://$store#mode=udf0" >/dev/null 2>&1 || status=$?
    [ "$status" -lt 128 ] || { echo "$store: status $status"; failed=1; }
    [ "$status" = 0 ] || refused=$((refused + 1))
done
echo "$read stores read, $refused damaged ones refused"
[ "$read" -gt 100 ] && [ "$refused" -gt 10 ] || failed=1
exit $failed
