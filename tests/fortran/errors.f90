! Failures: stat and errmsg as in allocate, and handles that are closed or never opened. What a user would lose: the
! program, or the reason.
! SPDX-License-Identifier: MIT OR Apache-2.0
program errors
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array
    type(zarr_group) :: group
    real(real64) :: values(3)
    real(real64), allocatable :: loaded(:)
    character(len=:), allocatable :: names(:), texts(:)
    character(len=300) :: errmsg = ""
    character(len=10) :: short
    integer :: stat

    errmsg = "untouched"
    stat = 77
    call store%open("memory://", stat=stat, errmsg=errmsg)
    call expect(stat == 0 .and. errmsg == "untouched", "success sets stat, and leaves errmsg alone")
    call array%open(store, "a/b", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "no such array")
    call expect(index(errmsg, "a/b") > 0, "the message names the node")
    call expect(.not. array%is_open(), "a failed open leaves nothing open")
    call array%open(store, "a/b", stat=stat, errmsg=short)
    call expect(len_trim(short) > 0, "a short errmsg gets the beginning")
    call array%open(store, "a/b", stat=stat)
    call expect(stat == zarr_error_not_found, "stat alone")
    call expect(zarr_status_name(stat) == "ZARR_ERROR_NOT_FOUND", "the name of a status")

    call array%create(store, "huge", zarr_float64, [10_int64**14], stat=stat)
    call array%load(loaded, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_no_memory, errmsg, "a variable that finds no memory")
    call expect(index(errmsg, "there is no memory for a variable of shape [100000000000000]") > 0, "which: "//errmsg)
    call array%close()
    call expect(array%path(stat=stat, errmsg=errmsg) == "", "the path of what is not open")
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "the path of what is not open")
    call expect(index(errmsg, "the variable of type zarr_array is not open") > 0, "which variable: "//errmsg)
    call array%read(values, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "read of what is not open")
    call array%write(values, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "write of what is not open")
    call array%append(values, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "append to what is not open")
    call array%load(loaded, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "load of what is not open")
    call array%load(texts, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "load of texts of what is not open")
    call array%resize([3], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "resize of what is not open")
    call array%dimension_names(names, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "names of what is not open")
    call group%children(names, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "children of what is not open")
    call expect(size(array%shape(stat=stat)) == 0 .and. stat == zarr_error_invalid_handle, "the shape of what is not open")
    call expect(array%rank() == -1 .and. array%format() == -1 .and. array%data_type() == -1, "plain values of what is not open")
    call expect(array%path(stat=stat) == "" .and. stat /= 0, "the path of what is not open")

    call group%create(store, "", stat=stat)
    call array%open(store, "", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_node_type, errmsg, "a group is no array")
    call array%create(store, "t", zarr_float64, [3], chunks=[1.0], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "chunks are integers")
    call array%create(store, "t", zarr_float64, [3.0], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a shape is of integers")
    call array%create(store, "t", zarr_float64, [-3], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a shape is not negative")
    call array%create(store, "t", "no such type", [3], stat=stat, errmsg=errmsg)
    call expect(stat /= 0 .and. len_trim(errmsg) > 0, "a data type that is none")
    call array%create(store, "t", zarr_float64, [3], codecs=["no such codec"], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_unsupported, errmsg, "a codec that is none")
    call array%create(store, "t", zarr_int8, [3], fill_value=300, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_type_mismatch, errmsg, "a fill value that does not fit")
    call array%create(store, "t", zarr_int32, [3], fill_value="text", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_type_mismatch, errmsg, "a fill value of another type")
    call expect(store%kind("t") == zarr_node_none, "nothing was created")

    call array%create(store, "t", zarr_float64, [3], fill_value=huge(1.0_real64))
    call array%read(values)
    call expect(all(values == huge(1.0_real64)), "a large fill value")
    call array%read(values, start=[2], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_out_of_bounds, errmsg, "beyond the end")
    call array%read(values, start=[0], stat=stat, errmsg=errmsg)
    call expect(stat /= 0, "before the beginning")
    call array%read(values, start=[1, 1], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "too many numbers")
    call array%read(values, stride=[0], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a stride of 0")
    call array%read(values, count=[-1], stat=stat, errmsg=errmsg)
    call expect(stat /= 0, "a negative count")
    call array%load(loaded, count=[-1], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a negative count to load")
    call array%load(loaded, stride=[0], stat=stat, errmsg=errmsg)
    call expect(stat /= 0, "a stride of 0 to load")
    call copies()
    ! Variables of a main program are never freed by themselves.
    if (allocated(names)) deallocate (names)
    if (allocated(loaded)) deallocate (loaded)
    call conclude("errors")

contains

    ! A copy is a handle of its own: it goes on when the original is closed, and each is closed twice without harm.
    subroutine copies()
        type(zarr_array) :: original, copy

        call original%open(store, "t")
        copy = original
        call original%close()
        call original%close()
        call copy%read(values)
        call expect(all(values == huge(1.0_real64)), "a copy of what is closed")
        call copy%close()
        call copy%close()
        call copy%read(values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "a closed copy")
    end subroutine copies
end program errors
