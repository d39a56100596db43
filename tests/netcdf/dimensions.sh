#!/bin/sh
# dimensions.sh <folder> <plug-in>: names of dimensions that other software writes. A program would take one length for
# another's, or not open the dataset at all.
set -eu
folder=$1 plugin=$2
rm -rf "$folder"

group() { # <path> <attributes>
    mkdir -p "$folder/$1"
    printf '{"zarr_format": 3, "node_type": "group", "attributes": %s}' "$2" >"$folder/$1/zarr.json"
}
array() { # <path> <length> <names> [<attributes>]
    mkdir -p "$folder/$1"
    cat >"$folder/$1/zarr.json" <<END
{"zarr_format": 3, "node_type": "array", "shape": [$2], "data_type": "int16", "fill_value": 0,
 "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [4]}},
 "chunk_key_encoding": {"name": "default"}, "codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
 "attributes": ${4:-"{}"}, "dimension_names": $3}
END
}
expect() { # <store>: ncdump -h prints the standard input
    cat >"$folder/expected"
    LD_PRELOAD=$plugin ncdump -h -n store "file://$folder/$1#mode=udf0" >"$folder/found"
    diff "$folder/expected" "$folder/found"
}

# Unequal lengths under one name; a name of a group above; no name; a dimension that grew since the group was written.
group names '{"_nczarr_group": {"dimensions": {"time": {"size": 2, "unlimited": 1}, "z": 7, "x": 3}}}'
array names/a 5 '["x"]'
array names/b 6 '["x"]'
array names/c 9 '["time"]'
array names/d 4 '[null]'
group names/g '{}'
array names/g/e 5 '["x"]'
array names/g/f 8 '["x"]'
expect names <<'END'
netcdf store {
dimensions:
	time = UNLIMITED ; // (9 currently)
	z = 7 ;
	x = 5 ;
	x_6 = 6 ;
	_zdim_4 = 4 ;
variables:
	short a(x) ;
	short b(x_6) ;
		b:zarr_warning = "dimension \"x\" has another length than the 6 elements of this array" ;
	short c(time) ;
	short d(_zdim_4) ;

group: g {
  dimensions:
  	x = 8 ;
  variables:
  	short e(/x) ;
  	short f(x) ;
  } // group g
}
END

# Attributes in the place of NCZarr's that are something else.
for wrong in 5 '"text"' '[]' '["a", "b"]' '{"dimensions": ["x", 5], "arrays": {"a": 1}, "groups": 7, "types": [1, {"name": 5}]}' \
    '{"dimensions": {"x": {"size": "long"}, "y": -1, "": 2}, "types": [{"name": "t", "size": 4, "fields": [{"name": "f"}]}]}'; do
    rm -rf "$folder/wrong"
    group wrong "{\"_nczarr_group\": $wrong, \"_nczarr_attr\": $wrong, \"k\": 1}"
    array wrong/a 5 '["x"]' "{\"_nczarr_array\": $wrong, \"_nczarr_attr\": {\"types\": $wrong}, \"units\": {\"a\": [1, null]}}"
    LD_PRELOAD=$plugin ncdump "file://$folder/wrong#mode=udf0" >"$folder/found"
    grep -q 'a:units = "{' "$folder/found"
    grep -q 'short a(x)' "$folder/found"
done
