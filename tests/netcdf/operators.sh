#!/bin/sh
# operators.sh <folder> <plug-in> cdo|nco: the programs of CDO or NCO read and write Zarr v3 in shards as they do HDF5. A
# climate scientist's scripts would lose names, attributes, records or values.
set -eu
folder=$1 plugin=$2 programs=$3
rm -rf "$folder"
mkdir -p "$folder"
cd "$folder"

awk 'BEGIN {
    print "netcdf weather { dimensions: time = UNLIMITED ; lat = 6 ; lon = 12 ; variables:"
    print "double time(time) ; time:standard_name = \"time\" ; time:units = \"days since 2000-01-01\" ; time:calendar = \"standard\" ;"
    print "double lat(lat) ; lat:standard_name = \"latitude\" ; lat:units = \"degrees_north\" ;"
    print "double lon(lon) ; lon:standard_name = \"longitude\" ; lon:units = \"degrees_east\" ;"
    print "float t(time, lat, lon) ; t:units = \"K\" ; t:_FillValue = -999.f ;"
    print "short p(time, lat, lon) ; p:units = \"hPa\" ; p:scale_factor = 0.5 ; p:add_offset = 1000. ;"
    print ":title = \"weather\" ; data:"
    line = " time ="; for (i = 0; i < 8; i++) line = line (i ? ", " : " ") i + 0.5; print line " ;"
    print " lat = -75, -45, -15, 15, 45, 75 ; lon = 0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330 ;"
    line = " t ="; for (i = 0; i < 576; i++) line = line (i ? ", " : " ") (i % 37 == 5 ? "_" : 250 + (i * 7919) % 600 / 10); print line " ;"
    line = " p ="; for (i = 0; i < 576; i++) line = line (i ? ", " : " ") (i * 104729) % 201 - 100; print line " ; }"
}' >weather.cdl
ncgen -4 -o weather.nc weather.cdl
# NCO gives its results the filters of what it reads, and HDF5 may have no zstd.
case $programs in cdo) codec=zstd:3 ;; nco) codec=gzip:3 ;; esac
export LD_PRELOAD="$plugin"
nccopy -c time/2,lat/3,lon/6 weather.nc "file://$folder/weather.zarr#mode=udf0&codec=$codec&shard_bytes=2000"

# The text of a dataset, without the history, which has the time of day, and without what tells one storage from another.
text() { # <path>
    ncdump -n same "$1" | grep -v -e ':history' -e ':history_of_appended_files' -e ':NCO' -e ':CDO'
}
expect_same() { # <name> <path of HDF5> <path of Zarr>
    text "$2" >"$1.expected"
    text "$3" >"$1.found"
    diff "$1.expected" "$1.found"
    grep -q ' t =' "$1.found"
}
expect_same whole weather.nc "file://$folder/weather.zarr#mode=udf0"

case $programs in
cdo)
    # A dataset of Zarr is read, and where the operator writes one, written.
    url="file://$folder/weather.zarr#mode=udf0"
    cdo -s sinfon "$url" >sinfon
    grep -q 'points=72 (12x6)' sinfon
    for operator in timmean monmax fldmean remapbil,r4x3 seltimestep,3/5 "selindexbox,2,7,1,4"; do
        name=$(echo "$operator" | tr ',/' '__')
        cdo -s -f nc4 "$operator" weather.nc "$name.nc"
        cdo -s -f nc4 "$operator" "$url" "$name.of-zarr.nc"
        cdo -s diffn "$name.nc" "$name.of-zarr.nc"
        expect_same "$name" "$name.nc" "$name.of-zarr.nc"
        cdo -s -f nc4 "$operator" "$url" "file://$folder/$name.zarr#mode=udf0"
        expect_same "$name" "$name.nc" "file://$folder/$name.zarr#mode=udf0"
    done ;;
nco)
    document=weather.zarr/zarr.json
    ncks -O -h -d time,2,5 -d lon,1,9,2 weather.nc part.nc
    ncks -O -h -d time,2,5 -d lon,1,9,2 "$document" part.of-zarr.nc
    expect_same part part.nc part.of-zarr.nc
    ncra -O -h weather.nc mean.nc
    ncra -O -h "$document" mean.of-zarr.nc
    expect_same mean mean.nc mean.of-zarr.nc
    ncwa -O -h -a lat weather.nc zonal.nc
    ncwa -O -h -a lat "$document" zonal.of-zarr.nc
    expect_same zonal zonal.nc zonal.of-zarr.nc
    # HDF5 moves an attribute that is replaced behind the others, which netCDF does not ask for.
    ncatted -h -a units,t,o,c,kelvin "$document"
    text "file://$folder/weather.zarr#mode=udf0" >changed
    sed 's/t:units = "K"/t:units = "kelvin"/' whole.expected | diff - changed ;;
esac
