! Integers and logicals of any kind wherever numbers are given, and lists of texts without padding. What a user would lose: the
! evening in which kinds are converted by hand.
! SPDX-License-Identifier: MIT OR Apache-2.0
program arguments
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store, cached
    type(zarr_group) :: group
    type(zarr_array) :: array
    character(len=:), allocatable :: names(:)
    character(len=300) :: errmsg
    real :: values(4, 3), one

    call store%open("memory://")
    call kinds_of_calls()
    call kinds_of_results()
    call regions()
    call attributes()
    call lists()
    call wrong_ones()
    if (allocated(names)) deallocate (names)
    call group%close()
    call array%close()
    call cached%close()
    call store%close()
    call conclude("arguments")

contains

    subroutine kinds_of_calls()
        integer(int8) :: stat8
        integer(int16) :: stat16
        integer(int64) :: stat64, type64

        type64 = zarr_float32
        call array%create(store, "a", type64, [4_int8, 3_int8], chunks=[2_int16, 3_int16], format=3_int64, &
            replace=.true._c_bool, big_endian=logical(.false., int64), stat=stat64)
        call expect(stat64 == 0, "create")
        values = 1
        call array%write(values, [1_int16, 1_int16], [4_int64, 3_int64], [1_int8, 1_int8], threads=1_int8, &
            conversion=int(zarr_convert_check, int16), stat=stat8)
        call array%read(one, [9, 9], stat=stat8)
        call expect(stat8 == zarr_error_out_of_bounds, "stat of 8 bits")
        call array%read(one, [9, 9], stat=stat16)
        call expect(stat16 == zarr_error_out_of_bounds, "stat of 16 bits")
        call array%read(one, [9, 9], stat=stat64)
        call expect(stat64 == zarr_error_out_of_bounds, "stat of 64 bits")
        call expect(zarr_status_name(stat64) == "ZARR_ERROR_OUT_OF_BOUNDS", "the name of a status of 64 bits")
        call expect(zarr_status_name(stat8) == "ZARR_ERROR_OUT_OF_BOUNDS", "the name of a status of 8 bits")
        call cached%wrap_cache(store, 1000)
        call cached%wrap_cache(store, 1000_int64)
        call group%create(store, "g", format=int(zarr_format_v3, int8), replace=logical(.true., int64))
        call store%copy("a", store, "copy", format=int(zarr_format_v3, int64))
        call zarr_set_threads(2_int64)
        call zarr_set_threads(0_int8)
        call zarr_supported_codecs(names, format=2_int16)
        call expect(size(names) > 0, "the codecs of a format")
    end subroutine kinds_of_calls

    subroutine kinds_of_results()
        character(len=:), allocatable :: paths(:)
        integer(int64), allocatable :: kinds(:), first(:), count(:)
        integer(int32), allocatable :: short_kinds(:), short_first(:), short_count(:)
        integer(int16) :: position
        integer(int8) :: tiny

        call store%walk("", paths, kinds, depth=1_int64)
        call store%walk("", paths, short_kinds, depth=1_int8)
        call expect(size(kinds) == 3 .and. all(kinds == short_kinds), "kinds of nodes")
        call group%open(store, "")
        call group%walk(paths, kinds, depth=1_int16)
        call expect(size(kinds) == 3, "below a group")
        call array%chunk_bounds([2_int8, 1_int8], first, count, unit=int(zarr_unit_chunk, int64))
        call array%chunk_bounds([2, 1], short_first, short_count)
        call expect(all(first == [3, 1]) .and. all(count == [2, 3]), "a chunk, counted from 1")
        call expect(all(first == short_first) .and. all(count == short_count), "as shorter integers")
        call expect(array%stored_chunks(unit=int(zarr_unit_chunk, int8)) == 2, "stored chunks")
        call expect(all(array%grid_shape(unit=int(zarr_unit_chunk, int64)) == [2, 1]), "the grid")
        call array%append(values, dimension=2_int64, position=position)
        call expect(position == 4, "where it was appended")
        call array%resize([4_int16, 300_int16])
        call array%append(values, dimension=2_int8, position=tiny, stat=position, errmsg=errmsg)
        call expect_status(int(position), zarr_error_range, errmsg, "a place that the variable does not have")
        call expect(index(errmsg, "301") > 0 .and. all(array%shape() == [4, 303]), "and the block is there")
        call array%resize([4, 3])
    end subroutine kinds_of_results

    subroutine regions()
        integer :: starts(2, 2), counts(2, 2), block(2), first
        integer(int64) :: chunks(2), second
        integer(int16) :: shards(2)

        starts = reshape([1, 1, 3, 1], [2, 2])
        counts = reshape([2, 3, 2, 3], [2, 2])
        call expect(zarr_array_regions_exclusive(array, starts, counts), "exclusive regions")
        counts(1, 1) = 3
        call expect(.not. zarr_array_regions_exclusive(array, int(starts, int64), int(counts, int8), first=first, second=second, &
            unit=int(zarr_unit_chunk, int64)), "regions that meet")
        call expect(first == 1 .and. second == 2, "the two")
        call zarr_propose_decomposition([100, 200], 8_int64, [1_int8, 2_int8], block, chunks, shards, chunk_bytes=4096, &
            shard_bytes=16384_int16)
        call expect(all(block > 0) .and. all(chunks > 0) .and. all(mod(int(shards, int64), chunks) == 0), "a proposal")
    end subroutine regions

    subroutine attributes()
        integer(int8) :: tiny
        integer(int16), allocatable :: short(:)
        logical(c_bool) :: small
        logical(int64) :: large
        character(len=8) :: units
        integer :: stat

        call array%set_attribute("tiny", 7_int8)
        call array%get_attribute("tiny", tiny)
        call array%set_attribute("short", [1_int16, -300_int16])
        call array%get_attribute("short", short)
        call expect(tiny == 7 .and. all(short == [1_int16, -300_int16]), "integers of 8 and 16 bits")
        call array%set_attribute("tiny", 300)
        call array%get_attribute("tiny", tiny, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, "too large for 8 bits")
        call array%set_attribute("flag", .true._c_bool)
        call array%get_attribute("flag", large)
        call array%set_attribute("flag", large)
        call array%get_attribute("flag", small)
        call expect(logical(small) .and. logical(large), "logicals of any kind")
        call array%set_attribute("units", "K")
        units = array%attribute_text("units")
        call expect(units == "K", "a text for a variable of a fixed length")
    end subroutine attributes

    subroutine lists()
        type(zarr_store) :: old

        call old%open("memory://")
        call array%create(old, "l", zarr_float32, [4, 3, 2], dimension_names="x,y,time", codecs='delta | zstd {"level": 3}', &
            format=zarr_format_v2)
        call array%dimension_names(names)
        call expect(size(names) == 3 .and. names(1) == "x" .and. names(3) == "time", "names in one text")
        call expect(index(array%metadata(), '"delta"') > 0 .and. index(array%metadata(), '"zstd"') > 0, "codecs in one text")
        call array%create(store, "m", "float64", [4, 3], dimension_names=" x , ", codecs=[character(len=20) :: "zstd"], &
            replace=.true.)
        call array%dimension_names(names)
        call expect(names(1) == "x" .and. names(2) == "", "a dimension without a name")
        call array%create(store, "n", zarr_float32, [4, 3], dimension_names=["x", "y"], codecs='gzip {"level": 1} | crc32c')
        call expect(index(array%metadata(), '"gzip"') < index(array%metadata(), '"crc32c"'), "in the order of encoding")
        call array%create(store, "none", zarr_float32, [4], codecs="")
        call expect(index(array%metadata(), "zstd") == 0, "no codec")
        call array%create(store, "json", "|S4", [4], &
            codecs='blosc {"cname": "lz4", "typesize": 4, "shuffle": "noshuffle", "clevel": 1, "blocksize": 0}')
        call expect(index(array%metadata(), "noshuffle") > 0, "commas and braces belong to a configuration")
        call array%create(store, "comma", zarr_float32, [4], dimension_names=["a,b"])
        call array%dimension_names(names)
        call expect(size(names) == 1 .and. names(1) == "a,b", "a list is taken as it is")
    end subroutine lists

    subroutine wrong_ones()
        integer :: stat

        call array%read(values, threads=1.0, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "threads is an integer")
        call expect(index(errmsg, "threads") > 0, "the message names the argument")
        call array%create(store, "w", zarr_float32, [4], replace=1, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "replace is a logical")
        call array%append(values, dimension="x", stat=stat, errmsg=errmsg)
        call expect(stat /= zarr_ok, "a dimension is an integer")
        call expect(.not. zarr_array_regions_exclusive(array, reshape([1.0], [1, 1]), reshape([1], [1, 1]), stat=stat, &
            errmsg=errmsg), "regions are of integers")
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "regions are of integers")
        call cached%wrap_cache(store, "all", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "bytes are an integer")
        call array%open(store, "a")
        call array%read(values, threads=huge(1_int64), stat=stat, errmsg=errmsg)
        call expect(stat == zarr_ok .or. len_trim(errmsg) > 0, "as many threads as can be said")
    end subroutine wrong_ones
end program arguments
