! Messages in the program's own numbers: dimensions from 1 with the fastest first, elements and chunks from 1. What a user would lose: the
! place of the mistake.
! SPDX-License-Identifier: MIT OR Apache-2.0
program messages
    use, intrinsic :: iso_fortran_env, only: int8, int64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array
    real :: values(2, 2, 2), texts_of(1)
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
    call says("none is 3", zarr_error_out_of_bounds)
    call array%append(values, stat=stat, errmsg=errmsg)
    call says("dimension 2: the block has 2 elements, the array 3", zarr_error_invalid_argument)
    call array%append(values, dimension=4, stat=stat, errmsg=errmsg)
    call says("no dimension 4", zarr_error_out_of_bounds)

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
    call says("[5, 2]", zarr_error_invalid_argument)
    call says("[8, 4]", zarr_error_invalid_argument)
    if (allocated(first)) deallocate (first)
    if (allocated(count)) deallocate (count)
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
