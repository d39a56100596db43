! Stores that other software wrote, read by Fortran: fixtures <folder>. The expected elements lie in files, the last dimension
! of the document fastest, which is the first of Fortran: read into a variable, the bytes are the same.
! SPDX-License-Identifier: MIT OR Apache-2.0
program fixtures
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use zarr
    implicit none
    character(len=1000) :: folder
    character(len=300) :: errmsg = ""
    integer :: stat

    call get_command_argument(1, folder)
    call v2()
    call v3()
    call draft()
    call texts()
    call conclude("fixtures")

contains

    function public(name) result(path)
        character(len=*), intent(in) :: name
        character(len=:), allocatable :: path

        path = trim(folder)//"/public/"//name
    end function public

    subroutine open_array(array, store_name, node)
        type(zarr_array), intent(inout) :: array
        character(len=*), intent(in) :: store_name, node
        type(zarr_store) :: store

        call store%open(public(store_name), options='{"mode": "r"}', stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, store_name)
        call array%open(store, node, stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, store_name//" "//node)
    end subroutine open_array

    subroutine expect_bytes(bytes, file)
        integer(int8), intent(in) :: bytes(:)
        character(len=*), intent(in) :: file
        integer(int8) :: wanted(size(bytes))
        integer :: unit, length

        open (newunit=unit, file=public(file), access="stream", form="unformatted", status="old", action="read")
        inquire (unit, size=length)
        call expect(length == size(bytes), file//": length")
        read (unit) wanted
        close (unit)
        call expect(all(wanted == bytes), file)
    end subroutine expect_bytes

    subroutine v2()
        type(zarr_array) :: array
        integer(int32), allocatable :: plane(:, :)
        real(real64), allocatable :: volume(:, :, :)

        call open_array(array, "zarr-2.18.3/nested.zarr", "a")
        call expect(array%format() == zarr_format_v2 .and. all_equal(array%shape(), [7_int64, 5_int64]), "v2: [5, 7] is (7, 5)")
        call array%load(plane)
        call expect_bytes(transfer(plane, [0_int8]), "zarr-2.18.3/expected/171_a.bin")
        call open_array(array, "zarr-2.18.3/nested.zarr", "g/b")
        call array%load(volume)
        call expect_bytes(transfer(volume, [0_int8]), "zarr-2.18.3/expected/172_g_b.bin")
    end subroutine v2

    subroutine v3()
        type(zarr_array) :: array
        real(real32), allocatable :: reals(:)
        integer(int16), allocatable :: volume(:, :, :)
        complex(real32), allocatable :: numbers(:, :)
        character(len=:), allocatable :: names(:)

        call open_array(array, "zarr-3.1.6/dtypes.zarr", "float32_be")
        call array%load(reals)
        call expect_bytes(transfer(reals, [0_int8]), "zarr-3.1.6/expected/019_float32_be.bin")
        call open_array(array, "zarr-3.1.6/shards.zarr", "d3_blosc")
        call array%load(volume)
        call expect_bytes(transfer(volume, [0_int8]), "zarr-3.1.6/expected/077_d3_blosc.bin")
        call open_array(array, "zarr-3.1.6/shards.zarr", "one_inner")
        call array%load(numbers)
        call expect_bytes(transfer(numbers, [0_int8]), "zarr-3.1.6/expected/090_one_inner.bin")
        call open_array(array, "zarr-3.1.6/shapes.zarr", "dimnames")
        call array%dimension_names(names)
        call expect(size(names) == 3, "three names")
        call expect(names(1) == "" .and. names(2) == "x" .and. names(3) == "y", "names: [y, x, null] is (null, x, y)")
    end subroutine v3

    subroutine draft()
        type(zarr_store) :: store
        type(zarr_group) :: group
        character(len=:), allocatable :: names(:)

        call store%open(public("spec-v3-2022/root_group.zr3"), options='{"mode": "r"}', stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "v3-2022")
        call group%open(store, "", stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "a group of v3-2022")
        call group%children(names)
        call expect(size(names) > 0, "its children")
    end subroutine draft

    subroutine texts()
        type(zarr_array) :: array
        character(len=:), allocatable :: values(:)

        call open_array(array, "zarr-2.18.3/strings.zarr", "categorize_obj")
        call array%load(values)
        call expect(size(values) == 10 .and. len(values) == 2, "texts: size")
        call expect(any(values == "aa") .and. any(values == "b"), "texts")
    end subroutine texts
end program fixtures
