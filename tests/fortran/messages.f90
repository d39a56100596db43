! Messages in the program's own numbers: dimensions from 1 with the fastest first, elements and chunks from 1; arguments and
! procedures by their names in Fortran. What a user would lose: the place of the mistake.
! SPDX-License-Identifier: MIT OR Apache-2.0
program messages
    use, intrinsic :: iso_fortran_env, only: int8, int64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store, closed
    type(zarr_array) :: array
    type(zarr_group) :: group
    real :: values(2, 2, 2), texts_of(1), plane(2, 2)
    real, allocatable :: loaded(:, :, :)
    character(len=4) :: words(1), broken(2, 2)
    logical :: exclusive
    integer(int64), allocatable :: first(:), count(:)
    integer(int8) :: small(4, 3, 2)
    character(len=400) :: errmsg
    integer :: stat

    call store%open("memory://")
    call array%create(store, "a [1, 2]", zarr_float32, [4, 3, 2], chunks=[2, 3, 1])

    call array%read(values, start=[4, 1, 1], stat=stat, errmsg=errmsg)
    call says("dimension 1: 2 elements from 4 on reach outside the length 4", zarr_error_out_of_bounds)
    call says('"/a [1, 2]"', zarr_error_out_of_bounds)
    call array%write(values, start=[1, 1, 2], stat=stat, errmsg=errmsg)
    call says("dimension 3: 2 elements from 2 on reach outside the length 2", zarr_error_out_of_bounds)
    call array%read(values, start=[1, 1, 1], stride=[1, 2, 1], count=[2, 2, 2], stat=stat)
    call expect(stat == zarr_ok, "a stride that fits")
    call array%read(values, start=[1, 2, 1], stride=[1, 2, 1], stat=stat, errmsg=errmsg)
    call says("dimension 2: 2 elements from 2 on in steps of 2", zarr_error_out_of_bounds)
    call array%chunk_bounds([1, 1, 3], first, count, stat=stat, errmsg=errmsg)
    call says("dimension 3", zarr_error_out_of_bounds)
    call says("there are 2 chunks, and none is 3", zarr_error_out_of_bounds)
    call array%append(values, stat=stat, errmsg=errmsg)
    call says("dimension 2: the block has 2 elements, the array 3", zarr_error_invalid_argument)
    call array%append(values, dimension=4, stat=stat, errmsg=errmsg)
    call says("no dimension 4", zarr_error_out_of_bounds)

    ! A region that begins before the first element or chunk lies outside: a loop from 0 to n - 1 is told so.
    call array%read(values, start=[0, 1, 1], stat=stat, errmsg=errmsg)
    call says("dimension 1: elements count from 1, but 0 is given", zarr_error_out_of_bounds)
    call array%write(values, start=[1, 1, -1], stat=stat, errmsg=errmsg)
    call says("dimension 3: elements count from 1, but -1 is given", zarr_error_out_of_bounds)
    allocate (loaded(1, 1, 1))
    call array%load(loaded, start=[1, 0, 1], stat=stat, errmsg=errmsg)
    call says("dimension 2: elements count from 1, but 0 is given", zarr_error_out_of_bounds)
    call expect(allocated(loaded), "a variable stays as it is where nothing is loaded")
    call array%chunk_bounds([1, 0, 1], first, count, stat=stat, errmsg=errmsg)
    call says("dimension 2: chunks count from 1, but 0 is given", zarr_error_out_of_bounds)
    exclusive = zarr_array_regions_exclusive(array, reshape([1, 1, 1, 3, 0, 1], [3, 2]), reshape([2, 1, 1, 2, 1, 1], [3, 2]), &
        stat=stat, errmsg=errmsg)
    call says("region 2: dimension 2: elements count from 1, but 0 is given", zarr_error_out_of_bounds)
    exclusive = zarr_array_regions_exclusive(array, reshape([1, 1, 1, 3, 1, 1], [3, 2]), reshape([2, 1, 1, 3, 1, 1], [3, 2]), &
        stat=stat, errmsg=errmsg)
    call says("region 2: dimension 1: 3 elements from 3 on reach outside the length 4", zarr_error_out_of_bounds)

    ! One number of several that were given: the one that the program has to change, by the name of its argument.
    call array%read(values, count=[-2, 2, 2], stat=stat, errmsg=errmsg)
    call says("count is [-2, 2, 2]", zarr_error_buffer_size)
    call array%load(loaded, count=[-2, 2, 2], stat=stat, errmsg=errmsg)
    call says("count is [-2, 2, 2]", zarr_error_invalid_argument)
    call array%resize([-4, 3, 2], stat=stat, errmsg=errmsg)
    call says("shape(1) is negative: -4", zarr_error_invalid_argument)
    call array%read(values, stride=[1, 1, 0], stat=stat, errmsg=errmsg)
    call says("dimension 3: the stride is 0", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [-5], stat=stat, errmsg=errmsg)
    call says("shape(1) is negative: -5", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [4, 3, 2], chunks=[2, 3, -1], stat=stat, errmsg=errmsg)
    call says("chunks(3) is negative: -1", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [4, 3, 2], shards=[-2, 3, 1], chunks=[2, 3, 1], stat=stat, errmsg=errmsg)
    call says("shards(1) is negative: -2", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [4, 3, 2], chunks=[2, 3], stat=stat, errmsg=errmsg)
    call says("chunks has 2 entries, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [4, 3, 2], chunks=[2, 3, 1], shards=[4], stat=stat, errmsg=errmsg)
    call says("shards has 1 entry, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%create(store, "n", zarr_float32, [4, 3, 2], dimension_names="x,y", stat=stat, errmsg=errmsg)
    call says("dimension_names has 2 entries, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%create(store, "taken", zarr_float32, [4, 3, 2])
    call array%resize([4, 3], stat=stat, errmsg=errmsg)
    call says("shape has 2 entries, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%set_dimension_names(["x", "y"], stat=stat, errmsg=errmsg)
    call says("names has 2 entries, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%chunk_bounds([1, 1], first, count, stat=stat, errmsg=errmsg)
    call says("position has 2 entries, but the array has 3 dimensions", zarr_error_invalid_argument)
    call array%create(store, "taken", zarr_float32, [4], stat=stat, errmsg=errmsg)
    call says("open opens it, create of a zarr_array with replace=.true. replaces it", zarr_error_already_exists)
    call array%create(store, "taken", zarr_float32, [4], replace=.true.)
    call group%create(store, "taken", stat=stat, errmsg=errmsg)
    call says("create of a zarr_group with replace=.true. replaces it", zarr_error_already_exists)
    call group%open(store, "taken", stat=stat, errmsg=errmsg)
    call says("it is an array; open of a zarr_array opens it", zarr_error_node_type)
    call array%create(store, "n", zarr_float32, [4], fill_value=1.0d300, stat=stat, errmsg=errmsg)
    call says("fill_value: ", zarr_error_type_mismatch)
    call array%create(store, "n", "real", [4], stat=stat, errmsg=errmsg)
    call says('did you mean "float32"?', zarr_error_unsupported)
    call array%create(closed, "n", zarr_float32, [4], stat=stat, errmsg=errmsg)
    call says("the variable of type zarr_store is not open", zarr_error_invalid_handle)
    call array%create(store, "n", "string", [2, 2])
    broken = "fine"
    broken(1, 2) = char(255)
    call array%write(broken, stat=stat, errmsg=errmsg)
    call says("element 3: it is not valid UTF-8", zarr_error_invalid_argument)
    call array%set_attribute("words", broken(1, :), stat=stat, errmsg=errmsg)
    call says("value(2)", zarr_error_invalid_argument)
    call array%set_dimension_names(broken(:, 2), stat=stat, errmsg=errmsg)
    call says("dimension_names(1)", zarr_error_invalid_argument)

    ! The message advises a procedure of the module.
    call array%read(plane, stat=stat, errmsg=errmsg)
    call says("use read with a character variable", zarr_error_type_mismatch)
    call array%write(plane, stat=stat, errmsg=errmsg)
    call says("use write with a character variable", zarr_error_type_mismatch)

    ! The option grow is a text of JSON, in which dimensions count as in C: the message has the number that the program wrote.
    call array%create(store, "g", zarr_float32, [2, 2], options='{"grow": 2}')
    call array%write(plane, start=[1, 3], stat=stat, errmsg=errmsg)
    call says("the option grow is 2, counted from 0, and the array has 2 dimensions", zarr_error_invalid_argument)
    call array%read(words, start=[1, 1], count=[1, 1], stat=stat, errmsg=errmsg)
    call says("use read with a variable of numbers", zarr_error_type_mismatch)
    call array%append(broken, stat=stat, errmsg=errmsg)
    call says("use append with a variable of numbers", zarr_error_type_mismatch)
    call array%open(store, "a [1, 2]")

    ! The element that does not fit, and the chunk that can't be read.
    values = 1
    values(2, 1, 2) = 1e9
    call array%write(values)
    call array%read(small, stat=stat, errmsg=errmsg)
    call says("element [2, 1, 2]", zarr_error_range)
    call array%create(store, "z", zarr_float32, [4, 3, 2], chunks=[2, 3, 1], codecs="zstd")
    call array%write(values)
    call store%set("z/c/1/0/0", [1_int8, 2_int8])
    call array%read(values, stat=stat, errmsg=errmsg)
    call says("chunk [1, 1, 2]", zarr_error_data)
    call array%create(store, "t", "string", [3, 2])
    call array%read(texts_of, start=[1, 3], count=[1, 1], stat=stat, errmsg=errmsg)
    call expect(stat /= zarr_ok, "numbers of texts")
    call array%create(store, "d", zarr_float32, [4, 3], chunks=[2, 3, 1], stat=stat, errmsg=errmsg)
    call says("3", zarr_error_invalid_argument)
    call array%create(store, "d", zarr_float32, [4, 3], chunks=[5, 2], shards=[8, 4], stat=stat, errmsg=errmsg)
    call says("dimension 1: the length of a chunk in it, 5, does not divide that of the shard, 8", zarr_error_invalid_argument)
    if (allocated(first)) deallocate (first)
    if (allocated(count)) deallocate (count)
    if (allocated(loaded)) deallocate (loaded)
    call array%close()
    call store%close()
    call conclude("messages")

contains

    subroutine says(text, wanted)
        character(len=*), intent(in) :: text
        integer, intent(in) :: wanted

        call expect_status(stat, wanted, errmsg, text)
        call expect(index(errmsg, text) > 0, text//" is not in: "//trim(errmsg))
    end subroutine says
end program messages
