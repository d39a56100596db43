! Every kind, and several ranks, there and back: whole variables, sections with gaps and backwards, and conversions. What a user
! would lose: numbers, or their places.
! Made of tests/fortran/kinds.fypp by fortran/generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
program kinds
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    integer(int64) :: i

    call store%open("memory://")
    call int8_0()
    call int8_3()
    call int16_0()
    call int16_1()
    call int16_2()
    call int16_3()
    call int16_5()
    call int16_7()
    call int32_0()
    call int32_3()
    call int64_0()
    call int64_3()
    call real32_0()
    call real32_3()
    call real64_0()
    call real64_3()
    call complex32_0()
    call complex32_3()
    call complex64_0()
    call complex64_3()
    call logical_0()
    call logical_1()
    call logical_3()
    call logical_7()
    call logical64_0()
    call logical64_3()
    call bool_0()
    call bool_3()
    call store%close()
    call conclude("kinds")

contains

    subroutine int8_0()
        type(zarr_array) :: array
        integer(int8) :: written, found

        i = 7
        written = int(mod(i, 100_int64), int8)
        call array%create(store, "int8/0", zarr_int8, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "int8, rank 0")
        call array%close()
    end subroutine int8_0

    subroutine int8_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int8, rank 3: "
        integer(int8) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        integer(int8), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = int(mod(i, 100_int64), int8)
        end do
        i = 2
        blank = int(mod(i, 100_int64), int8)
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "int8/3", zarr_int8, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine int8_3

    subroutine int16_0()
        type(zarr_array) :: array
        integer(int16) :: written, found

        i = 7
        written = int(i - 700, int16)
        call array%create(store, "int16/0", zarr_int16, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "int16, rank 0")
        call array%close()
    end subroutine int16_0

    subroutine int16_1()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 1: "
        integer(int16) :: list(5), blank, corners(2)
        integer, parameter :: at(1, 2) = reshape([1, 5], [1, 2])
        integer(int16), allocatable :: written(:), found(:), loaded(:), more(:), wide(:)

        do i = 1, 5
            list(i) = int(i - 700, int16)
        end do
        i = 2
        blank = int(i - 700, int16)
        allocate (written, source=reshape(list, [5]))
        allocate (found, mold=written)
        allocate (wide(11))
        call array%create(store, "int16/1", zarr_int16, shape(written), chunks=[2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2) = written
        call array%write(wide(10:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2))
        call expect(logical(all(wide(10:2:-2) == written)), what//"read into a section")
        wide(10:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1) == written)), what//"read along indices")
        call array%write_orthogonal(found, along1=[1, 2, 3, 4, 5])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1)), what//"the first point")
        call expect(logical(corners(2) == found(5)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(6:) == written)), what//"append")
        call array%close()
    end subroutine int16_1

    subroutine int16_2()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 2: "
        integer(int16) :: list(20), blank, corners(2)
        integer, parameter :: at(2, 2) = reshape([1, 1, 5, 4], [2, 2])
        integer(int16), allocatable :: written(:, :), found(:, :), loaded(:, :), more(:, :), wide(:, :)

        do i = 1, 20
            list(i) = int(i - 700, int16)
        end do
        i = 2
        blank = int(i - 700, int16)
        allocate (written, source=reshape(list, [5, 4]))
        allocate (found, mold=written)
        allocate (wide(11, 9))
        call array%create(store, "int16/2", zarr_int16, shape(written), chunks=[2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2) = written
        call array%write(wide(10:2:-2, 2:8:2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2))
        call expect(logical(all(wide(10:2:-2, 2:8:2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along2=[1, 2, 3, 4])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, 5:) == written)), what//"append")
        call array%close()
    end subroutine int16_2

    subroutine int16_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 3: "
        integer(int16) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        integer(int16), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = int(i - 700, int16)
        end do
        i = 2
        blank = int(i - 700, int16)
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "int16/3", zarr_int16, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine int16_3

    subroutine int16_5()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 5: "
        integer(int16) :: list(360), blank, corners(2)
        integer, parameter :: at(5, 2) = reshape([1, 1, 1, 1, 1, 5, 4, 3, 2, 3], [5, 2])
        integer(int16), allocatable :: written(:, :, :, :, :), found(:, :, :, :, :), loaded(:, :, :, :, :), more(:, &
            :, :, :, :), wide(:, :, :, :, :)

        do i = 1, 360
            list(i) = int(i - 700, int16)
        end do
        i = 2
        blank = int(i - 700, int16)
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7, 5, 7))
        call array%create(store, "int16/5", zarr_int16, shape(written), chunks=[2, 2, 2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along5=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3, 2, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, :, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine int16_5

    subroutine int16_7()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 7: "
        integer(int16) :: list(1440), blank, corners(2)
        integer, parameter :: at(7, 2) = reshape([1, 1, 1, 1, 1, 1, 1, 5, 4, 3, 2, 3, 2, 2], [7, 2])
        integer(int16), allocatable :: written(:, :, :, :, :, :, :), found(:, :, :, :, :, :, :), loaded(:, :, :, :, &
            :, :, :), more(:, :, :, :, :, :, :), wide(:, :, :, :, :, :, :)

        do i = 1, 1440
            list(i) = int(i - 700, int16)
        end do
        i = 2
        blank = int(i - 700, int16)
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3, 2, 2]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7, 5, 7, 5, 5))
        call array%create(store, "int16/7", zarr_int16, shape(written), chunks=[2, 2, 2, 2, 2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) == written)), &
            what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :, :, :, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along7=[1, 2])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1, 1, 1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3, 2, 3, 2, 2)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1, 1, 1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, :, :, :, :, 3:) == written)), what//"append")
        call array%close()
    end subroutine int16_7

    subroutine int32_0()
        type(zarr_array) :: array
        integer(int32) :: written, found

        i = 7
        written = int(i - 700, int32)*1000003
        call array%create(store, "int32/0", zarr_int32, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "int32, rank 0")
        call array%close()
    end subroutine int32_0

    subroutine int32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int32, rank 3: "
        integer(int32) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        integer(int32), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = int(i - 700, int32)*1000003
        end do
        i = 2
        blank = int(i - 700, int32)*1000003
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "int32/3", zarr_int32, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine int32_3

    subroutine int64_0()
        type(zarr_array) :: array
        integer(int64) :: written, found

        i = 7
        written = (i - 700)*1000000000039_int64
        call array%create(store, "int64/0", zarr_int64, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "int64, rank 0")
        call array%close()
    end subroutine int64_0

    subroutine int64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int64, rank 3: "
        integer(int64) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        integer(int64), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = (i - 700)*1000000000039_int64
        end do
        i = 2
        blank = (i - 700)*1000000000039_int64
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "int64/3", zarr_int64, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine int64_3

    subroutine real32_0()
        type(zarr_array) :: array
        real(real32) :: written, found

        i = 7
        written = real(i, real32)/3
        call array%create(store, "real32/0", zarr_float32, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "real32, rank 0")
        call array%close()
    end subroutine real32_0

    subroutine real32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real32, rank 3: "
        real(real32) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        real(real32), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = real(i, real32)/3
        end do
        i = 2
        blank = real(i, real32)/3
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "real32/3", zarr_float32, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine real32_3

    subroutine real64_0()
        type(zarr_array) :: array
        real(real64) :: written, found

        i = 7
        written = real(i, real64)/3
        call array%create(store, "real64/0", zarr_float64, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "real64, rank 0")
        call array%close()
    end subroutine real64_0

    subroutine real64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real64, rank 3: "
        real(real64) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        real(real64), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = real(i, real64)/3
        end do
        i = 2
        blank = real(i, real64)/3
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "real64/3", zarr_float64, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine real64_3

    subroutine complex32_0()
        type(zarr_array) :: array
        complex(real32) :: written, found

        i = 7
        written = cmplx(i, -i, real32)/3
        call array%create(store, "complex32/0", zarr_complex64, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "complex32, rank 0")
        call array%close()
    end subroutine complex32_0

    subroutine complex32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex32, rank 3: "
        complex(real32) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        complex(real32), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = cmplx(i, -i, real32)/3
        end do
        i = 2
        blank = cmplx(i, -i, real32)/3
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "complex32/3", zarr_complex64, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine complex32_3

    subroutine complex64_0()
        type(zarr_array) :: array
        complex(real64) :: written, found

        i = 7
        written = cmplx(i, -i, real64)/3
        call array%create(store, "complex64/0", zarr_complex128, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found == written), "complex64, rank 0")
        call array%close()
    end subroutine complex64_0

    subroutine complex64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex64, rank 3: "
        complex(real64) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        complex(real64), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = cmplx(i, -i, real64)/3
        end do
        i = 2
        blank = cmplx(i, -i, real64)/3
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "complex64/3", zarr_complex128, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found == written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded == written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) == written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide == blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) == written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) == found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) == found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) == found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) == written)), what//"append")
        call array%close()
    end subroutine complex64_3

    subroutine logical_0()
        type(zarr_array) :: array
        logical :: written, found

        i = 7
        written = mod(i*i, 3_int64) == 1
        call array%create(store, "logical/0", zarr_bool, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found .eqv. written), "logical, rank 0")
        call array%close()
    end subroutine logical_0

    subroutine logical_1()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 1: "
        logical :: list(5), blank, corners(2)
        integer, parameter :: at(1, 2) = reshape([1, 5], [1, 2])
        logical, allocatable :: written(:), found(:), loaded(:), more(:), wide(:)

        do i = 1, 5
            list(i) = mod(i*i, 3_int64) == 1
        end do
        i = 2
        blank = mod(i*i, 3_int64) == 1
        allocate (written, source=reshape(list, [5]))
        allocate (found, mold=written)
        allocate (wide(11))
        call array%create(store, "logical/1", zarr_bool, shape(written), chunks=[2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found .eqv. written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2) = written
        call array%write(wide(10:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded .eqv. written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2))
        call expect(logical(all(wide(10:2:-2) .eqv. written)), what//"read into a section")
        wide(10:2:-2) = blank
        call expect(logical(all(wide .eqv. blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1) .eqv. written)), what//"read along indices")
        call array%write_orthogonal(found, along1=[1, 2, 3, 4, 5])
        call array%read_points(corners, at)
        call expect(logical(corners(1) .eqv. found(1)), what//"the first point")
        call expect(logical(corners(2) .eqv. found(5)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) .eqv. found(1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(6:) .eqv. written)), what//"append")
        call array%close()
    end subroutine logical_1

    subroutine logical_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 3: "
        logical :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        logical, allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = mod(i*i, 3_int64) == 1
        end do
        i = 2
        blank = mod(i*i, 3_int64) == 1
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "logical/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found .eqv. written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded .eqv. written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) .eqv. written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide .eqv. blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) .eqv. written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) .eqv. found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) .eqv. found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) .eqv. found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) .eqv. written)), what//"append")
        call array%close()
    end subroutine logical_3

    subroutine logical_7()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 7: "
        logical :: list(1440), blank, corners(2)
        integer, parameter :: at(7, 2) = reshape([1, 1, 1, 1, 1, 1, 1, 5, 4, 3, 2, 3, 2, 2], [7, 2])
        logical, allocatable :: written(:, :, :, :, :, :, :), found(:, :, :, :, :, :, :), loaded(:, :, :, :, :, :, &
            :), more(:, :, :, :, :, :, :), wide(:, :, :, :, :, :, :)

        do i = 1, 1440
            list(i) = mod(i*i, 3_int64) == 1
        end do
        i = 2
        blank = mod(i*i, 3_int64) == 1
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3, 2, 2]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7, 5, 7, 5, 5))
        call array%create(store, "logical/7", zarr_bool, shape(written), chunks=[2, 2, 2, 2, 2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found .eqv. written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded .eqv. written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) .eqv. written)), &
            what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2) = blank
        call expect(logical(all(wide .eqv. blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :, :, :, :, :) .eqv. written)), what//"read along indices")
        call array%write_orthogonal(found, along7=[1, 2])
        call array%read_points(corners, at)
        call expect(logical(corners(1) .eqv. found(1, 1, 1, 1, 1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) .eqv. found(5, 4, 3, 2, 3, 2, 2)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) .eqv. found(1, 1, 1, 1, 1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, :, :, :, :, 3:) .eqv. written)), what//"append")
        call array%close()
    end subroutine logical_7

    subroutine logical64_0()
        type(zarr_array) :: array
        logical(int64) :: written, found

        i = 7
        written = logical(mod(i*i, 3_int64) == 1, int64)
        call array%create(store, "logical64/0", zarr_bool, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found .eqv. written), "logical64, rank 0")
        call array%close()
    end subroutine logical64_0

    subroutine logical64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical64, rank 3: "
        logical(int64) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        logical(int64), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = logical(mod(i*i, 3_int64) == 1, int64)
        end do
        i = 2
        blank = logical(mod(i*i, 3_int64) == 1, int64)
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "logical64/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found .eqv. written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded .eqv. written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) .eqv. written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide .eqv. blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) .eqv. written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) .eqv. found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) .eqv. found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) .eqv. found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) .eqv. written)), what//"append")
        call array%close()
    end subroutine logical64_3

    subroutine bool_0()
        type(zarr_array) :: array
        logical(c_bool) :: written, found

        i = 7
        written = logical(mod(i*i, 3_int64) == 1, c_bool)
        call array%create(store, "bool/0", zarr_bool, [integer ::])
        call array%write(written)
        call array%read(found)
        call expect(logical(found .eqv. written), "bool, rank 0")
        call array%close()
    end subroutine bool_0

    subroutine bool_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "bool, rank 3: "
        logical(c_bool) :: list(60), blank, corners(2)
        integer, parameter :: at(3, 2) = reshape([1, 1, 1, 5, 4, 3], [3, 2])
        logical(c_bool), allocatable :: written(:, :, :), found(:, :, :), loaded(:, :, :), more(:, :, :), wide(:, :, :)

        do i = 1, 60
            list(i) = logical(mod(i*i, 3_int64) == 1, c_bool)
        end do
        i = 2
        blank = logical(mod(i*i, 3_int64) == 1, c_bool)
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found, mold=written)
        allocate (wide(11, 9, 7))
        call array%create(store, "bool/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call expect(all_equal(array%shape(), int(shape(written), int64)), what//"shape")
        call array%write(written)
        call array%read(found)
        call expect(logical(all(found .eqv. written)), what//"whole")
        ! A section with gaps, some dimensions backwards, written and read; what lies between stays.
        wide = blank
        wide(10:2:-2, 2:8:2, 6:2:-2) = written
        call array%write(wide(10:2:-2, 2:8:2, 6:2:-2))
        call array%load(loaded)
        call expect(logical(all(loaded .eqv. written)), what//"written from a section")
        wide = blank
        call array%read(wide(10:2:-2, 2:8:2, 6:2:-2))
        call expect(logical(all(wide(10:2:-2, 2:8:2, 6:2:-2) .eqv. written)), what//"read into a section")
        wide(10:2:-2, 2:8:2, 6:2:-2) = blank
        call expect(logical(all(wide .eqv. blank)), what//"beside the section")
        ! Indices along the first dimension backwards, and the two elements at the corners, exchanged.
        call array%read_orthogonal(found, along1=[5, 4, 3, 2, 1])
        call expect(logical(all(found(5:1:-1, :, :) .eqv. written)), what//"read along indices")
        call array%write_orthogonal(found, along3=[1, 2, 3])
        call array%read_points(corners, at)
        call expect(logical(corners(1) .eqv. found(1, 1, 1)), what//"the first point")
        call expect(logical(corners(2) .eqv. found(5, 4, 3)), what//"the last point")
        call array%write_points(corners, at(:, 2:1:-1))
        call array%read(found)
        call expect(logical(corners(2) .eqv. found(1, 1, 1)), what//"what was written to a point")
        call array%write(written)
        ! Growing.
        call array%append(written)
        call array%load(more)
        call expect(logical(all(more(:, :, 4:) .eqv. written)), what//"append")
        call array%close()
    end subroutine bool_3
end program kinds
