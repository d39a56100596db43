#!/bin/sh
# copies.sh <folder> <form> <keys> <plug-in>: each text becomes HDF5 by ncgen, Zarr by nccopy, HDF5 again, and has to be
# the text it was.
# A program would lose names, order, types, attributes, values or unlimited dimensions, on either way.
set -eu
folder=$1 form=$2 keys=$3 plugin=$4
here=$(dirname "$0")
rm -rf "$folder"
mkdir -p "$folder"
end=zarr
[ "$form" != zip ] || end=zip
for text in "$here"/texts/*.cdl; do
    name=$(basename "$text" .cdl)
    ncgen -4 -o "$folder/$name.nc" "$text"
    ncdump -n "$name" "$folder/$name.nc" >"$folder/$name.expected"
    LD_PRELOAD=$plugin nccopy "$folder/$name.nc" "file://$folder/$name.$end#mode=udf0&$keys"
    LD_PRELOAD=$plugin ncdump -n "$name" "file://$folder/$name.$end#mode=udf0" >"$folder/$name.zarr.cdl"
    cmp "$folder/$name.expected" "$folder/$name.zarr.cdl"
    # HDF5 has no zstd where its plug-ins are not installed.
    LD_PRELOAD=$plugin nccopy -4 -F none "file://$folder/$name.$end#mode=udf0" "$folder/$name.back.nc"
    ncdump -n "$name" "$folder/$name.back.nc" >"$folder/$name.back.cdl"
    cmp "$folder/$name.expected" "$folder/$name.back.cdl"
done
