! The order of dimensions by numbers, with Python on the other side (tests/interop/fortran_numbers.py):
!     numbers write <store>   a(x, y, z) = x + 100*y + 10000*z of shape (10, 8, 6), for Python to read
!     numbers read <store>    what Python wrote as b[z-1, y-1, x-1], and its texts and attributes
! SPDX-License-Identifier: MIT OR Apache-2.0
program numbers
    use, intrinsic :: iso_fortran_env, only: int32, int64, real64
    use check
    use zarr
    implicit none
    integer, parameter :: nx = 10, ny = 8, nz = 6
    character(len=1000) :: what, path

    call get_command_argument(1, what)
    call get_command_argument(2, path)
    if (what == "write") then
        call write_them()
    else
        call read_them()
    end if
    call conclude("numbers")

contains

    subroutine fill(a)
        integer(int32), intent(out) :: a(nx, ny, nz)
        integer :: x, y, z

        do z = 1, nz
            do y = 1, ny
                do x = 1, nx
                    a(x, y, z) = int(x + 100*y + 10000*z, int32)
                end do
            end do
        end do
    end subroutine fill

    subroutine write_them()
        type(zarr_store) :: store
        type(zarr_array) :: array
        integer(int32) :: a(nx, ny, nz)
        integer :: format
        integer, parameter :: formats(2) = [zarr_format_v2, zarr_format_v3]

        call fill(a)
        do format = 1, 2
            call store%open(trim(path)//"/"//merge("v2", "v3", format == 1))
            call array%create(store, "a", zarr_int32, shape(a), chunks=[4, 3, 2], codecs=["zstd"], &
                dimension_names=["x", "y", "z"], format=formats(format))
            call array%write(a)
            call array%set_attribute("origin", [1.5_real64, 2.5_real64])
            call array%create(store, "names", merge("|S8   ", "string", format == 1), [2, 3], format=formats(format))
            call array%write(reshape([character(len=8) :: "a", "bc", "def", "", "ghi", "j"], [2, 3]))
            call array%close()
            call store%close()
        end do
        call expect(.true., "written")
    end subroutine write_them

    subroutine read_them()
        type(zarr_store) :: store
        type(zarr_array) :: array
        integer(int32) :: a(nx, ny, nz)
        integer(int32), allocatable :: b(:, :, :)
        integer(int32) :: point, row(nx)
        character(len=:), allocatable :: names(:), texts(:, :)

        call fill(a)
        call store%open(path)
        call array%open(store, "b")
        call expect(all_equal(array%shape(), [10_int64, 8_int64, 6_int64]), "the shape [6, 8, 10] is (10, 8, 6)")
        call array%load(b)
        call expect(all(b == a), "b(x, y, z) is b[z-1, y-1, x-1]")
        call array%read(point, start=[7, 2, 6])
        call expect(point == 60207, "b(7, 2, 6) is b[5, 1, 6], 60207")
        call array%read(row, start=[1, 2, 6])
        call expect(all(row == a(:, 2, 6)), "b(:, 2, 6) is b[5, 1, :]")
        call array%dimension_names(names)
        call expect(all(names == ["x", "y", "z"]), "names")
        call expect(array%attribute_text("units") == "K", "attributes")
        call array%open(store, "names")
        call array%load(texts)
        call expect(all(shape(texts) == [2, 3]), "the shape of texts")
        call expect(texts(2, 1) == "bc" .and. texts(1, 3) == "ghi" .and. texts(2, 2) == "", "texts")
        call array%close()
        call store%close()
    end subroutine read_them
end program numbers
