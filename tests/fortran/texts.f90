! Texts of fixed and of variable length, of every rank. What a user would lose: names.
! SPDX-License-Identifier: MIT OR Apache-2.0
program texts
    use, intrinsic :: iso_fortran_env, only: int64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array
    character(len=8) :: flat(24), grid(3, 2), found(3, 2), one, wide(3, 2, 2, 2, 1, 1, 1), again(3, 2, 2, 2, 1, 1, 1)
    character(len=:), allocatable :: loaded(:), plane(:, :)
    character(len=300) :: errmsg = ""
    character(len=2) :: short(3, 2)
    integer(int64) :: position
    integer :: stat, i
    character(len=12), parameter :: types(4) = [character(len=12) :: "string", "bytes", "|S8", "<U8"]

    call store%open("memory://")
    grid = reshape([character(len=8) :: "north", "south", "", "east", "west", "zenith"], [3, 2])
    do i = 1, size(types)
        call array%create(store, "t"//achar(48 + i), types(i), [3, 2], chunks=[2, 2])
        call array%write(grid)
        call array%read(found)
        call expect(all(found == grid), types(i)//": there and back")
        call array%load(plane)
        call expect(len(plane) == 6 .and. all(plane == grid), types(i)//": loaded as long as the longest")
        call array%read(one, start=[3, 2])
        call expect(one == "zenith", types(i)//": one")
        call array%load(loaded, start=[3, 1], count=[2, 2], stride=[-2, 1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_buffer_size, errmsg, types(i)//": two dimensions for one")
        call array%load(plane, start=[3, 1], count=[2, 2], stride=[-2, 1])
        call expect(all(plane == grid(3:1:-2, :)), types(i)//": backwards")
        call array%read(short, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, types(i)//": too long for the variable")
        call array%write(["up  ", "down"], start=[2, 1], count=[1, 2])
        call array%read(found)
        call expect(found(2, 2) == "down" .and. found(1, 1) == "north", types(i)//": a row")
        call array%append([character(len=4) :: "a", "b", "c"], position=position)
        call expect(position == 3, types(i)//": append")
        call array%read(one, start=[2, 3])
        call expect(one == "b", types(i)//": appended")
    end do

    do i = 1, 24
        flat(i) = repeat(achar(64 + i), 1 + mod(i, 5))
    end do
    wide = reshape(flat, shape(wide))
    call array%create(store, "seven", "string", shape(wide), fill_value="none")
    call array%read(again)
    call expect(all(again == "none"), "a text as fill value")
    call array%write(wide)
    call array%read(again)
    call expect(all(again == wide), "seven dimensions")
    call array%create(store, "scalar", "string", [integer ::])
    call array%write("a text longer than before")
    one = ""
    call array%read(one, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_range, errmsg, "a scalar that is too long")
    call array%write("ä ö")
    call array%read(one)
    call expect(one == "ä ö", "UTF-8")
    call array%create(store, "numbers", "int32", [2])
    call array%read(found(1:2, 1), stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_type_mismatch, errmsg, "numbers are no texts")
    call fill_values()
    ! Variables of a main program are never freed by themselves.
    if (allocated(loaded)) deallocate (loaded)
    if (allocated(plane)) deallocate (plane)
    call conclude("texts")

contains

    ! Types that NumPy and JSON spell have fill values as those of a name have. A user would lose what marks a missing value.
    subroutine fill_values()
        character(len=10), parameter :: numbers(6) = [character(len=10) :: "<f4", "f8", ">i2", "|b1", "<c8", '"<u8"']
        character(len=8) :: text
        real :: number
        integer(int64) :: count

        do i = 1, size(numbers)
            call array%create(store, "n", trim(numbers(i)), [3], fill_value=1, replace=.true.)
            if (array%data_type() == zarr_bool .or. array%data_type() == zarr_complex64) cycle
            number = 0
            call array%read(number, start=[2])
            call expect(abs(number - 1) <= 0, numbers(i)//" has a fill value")
        end do
        do i = 1, size(types)
            call array%create(store, "t", types(i), [3], fill_value="äb", replace=.true.)
            call array%read(text, start=[2])
            call expect(text == "äb", types(i)//" has a fill value: "//text)
        end do
        call array%create(store, "t", "<U4", [3], fill_value="äbcde", replace=.true., stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "five characters for four")
        do i = 1, 2
            text = merge("caf"//char(233), char(237)//char(160)//char(128)//"x", i == 1)
            call array%create(store, "t", "<U4", [3], fill_value=text, replace=.true., stat=stat, errmsg=errmsg)
            call expect_status(stat, zarr_error_type_mismatch, errmsg, "no UTF-8")
        end do
        call array%create(store, "t", "<M8[s]", [3], fill_value=7_int64, replace=.true.)
        call array%read(count, start=[2])
        call expect(count == 7, "times have a fill value")
        call array%create(store, "t", "|b1", [3], fill_value=.true., replace=.true., stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_ok, errmsg, "logicals have a fill value")
    end subroutine fill_values
end program texts
