! Every kind, and several ranks, through a queue: copied from a variable and from a section with gaps, borrowed, read. What a user would
! lose: numbers, or their places.
! Made of tests/fortran/queued_kinds.fypp by fortran/generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
program queued_kinds
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_queue) :: queue
    integer(int64) :: i

    call store%open("memory://")
    call queue%open(threads=2)
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
    call queue%close()
    call store%close()
    call conclude("queued_kinds")

contains

    subroutine int8_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int8, rank 0: "
        integer(int8) :: written
        integer(int8), target, asynchronous :: found

        i = 7
        written = int(mod(i, 100_int64), int8)
        call array%create(store, "int8/0", zarr_int8, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine int8_0

    subroutine int8_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int8, rank 3: "
        integer(int8) :: list(60)
        integer(int8), allocatable :: written(:, :, :), wide(:, :, :)
        integer(int8), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = int(mod(i, 100_int64), int8)
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "int8/3", zarr_int8, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine int8_3

    subroutine int16_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 0: "
        integer(int16) :: written
        integer(int16), target, asynchronous :: found

        i = 7
        written = int(i - 700, int16)
        call array%create(store, "int16/0", zarr_int16, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine int16_0

    subroutine int16_1()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 1: "
        integer(int16) :: list(5)
        integer(int16), allocatable :: written(:), wide(:)
        integer(int16), allocatable, target, asynchronous :: found(:), lent(:)

        do i = 1, 5
            list(i) = int(i - 700, int16)
        end do
        allocate (written, source=reshape(list, [5]))
        allocate (found(5), lent(5))
        allocate (wide(11))
        call array%create(store, "int16/1", zarr_int16, shape(written), chunks=[2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11], list)
        written = wide(10:2:-2)
        call queue%write(array, wide(10:2:-2))
        wide = wide(11:1:-1)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1))), what//"as it was")
        call array%close()
    end subroutine int16_1

    subroutine int16_2()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 2: "
        integer(int16) :: list(20)
        integer(int16), allocatable :: written(:, :), wide(:, :)
        integer(int16), allocatable, target, asynchronous :: found(:, :), lent(:, :)

        do i = 1, 20
            list(i) = int(i - 700, int16)
        end do
        allocate (written, source=reshape(list, [5, 4]))
        allocate (found(5, 4), lent(5, 4))
        allocate (wide(11, 9))
        call array%create(store, "int16/2", zarr_int16, shape(written), chunks=[2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9], list)
        written = wide(10:2:-2, 2:8:2)
        call queue%write(array, wide(10:2:-2, 2:8:2))
        wide = wide(11:1:-1, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :))), what//"as it was")
        call array%close()
    end subroutine int16_2

    subroutine int16_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 3: "
        integer(int16) :: list(60)
        integer(int16), allocatable :: written(:, :, :), wide(:, :, :)
        integer(int16), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = int(i - 700, int16)
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "int16/3", zarr_int16, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine int16_3

    subroutine int16_5()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 5: "
        integer(int16) :: list(360)
        integer(int16), allocatable :: written(:, :, :, :, :), wide(:, :, :, :, :)
        integer(int16), allocatable, target, asynchronous :: found(:, :, :, :, :), lent(:, :, :, :, :)

        do i = 1, 360
            list(i) = int(i - 700, int16)
        end do
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3]))
        allocate (found(5, 4, 3, 2, 3), lent(5, 4, 3, 2, 3))
        allocate (wide(11, 9, 7, 5, 7))
        call array%create(store, "int16/5", zarr_int16, shape(written), chunks=[2, 2, 2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7, 5, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2))
        wide = wide(11:1:-1, :, :, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :, :, :))), what//"as it was")
        call array%close()
    end subroutine int16_5

    subroutine int16_7()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int16, rank 7: "
        integer(int16) :: list(1440)
        integer(int16), allocatable :: written(:, :, :, :, :, :, :), wide(:, :, :, :, :, :, :)
        integer(int16), allocatable, target, asynchronous :: found(:, :, :, :, :, :, :), lent(:, :, :, :, :, :, :)

        do i = 1, 1440
            list(i) = int(i - 700, int16)
        end do
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3, 2, 2]))
        allocate (found(5, 4, 3, 2, 3, 2, 2), lent(5, 4, 3, 2, 3, 2, 2))
        allocate (wide(11, 9, 7, 5, 7, 5, 5))
        call array%create(store, "int16/7", zarr_int16, shape(written), chunks=[2, 2, 2, 2, 2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7, 5, 7, 5, 5], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        wide = wide(11:1:-1, :, :, :, :, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :, :, :, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :, :, :, :, :))), what//"as it was")
        call array%close()
    end subroutine int16_7

    subroutine int32_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int32, rank 0: "
        integer(int32) :: written
        integer(int32), target, asynchronous :: found

        i = 7
        written = int(i - 700, int32)*1000003
        call array%create(store, "int32/0", zarr_int32, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine int32_0

    subroutine int32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int32, rank 3: "
        integer(int32) :: list(60)
        integer(int32), allocatable :: written(:, :, :), wide(:, :, :)
        integer(int32), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = int(i - 700, int32)*1000003
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "int32/3", zarr_int32, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine int32_3

    subroutine int64_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int64, rank 0: "
        integer(int64) :: written
        integer(int64), target, asynchronous :: found

        i = 7
        written = (i - 700)*1000000000039_int64
        call array%create(store, "int64/0", zarr_int64, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine int64_0

    subroutine int64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "int64, rank 3: "
        integer(int64) :: list(60)
        integer(int64), allocatable :: written(:, :, :), wide(:, :, :)
        integer(int64), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = (i - 700)*1000000000039_int64
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "int64/3", zarr_int64, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine int64_3

    subroutine real32_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real32, rank 0: "
        real(real32) :: written
        real(real32), target, asynchronous :: found

        i = 7
        written = real(i, real32)/3
        call array%create(store, "real32/0", zarr_float32, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine real32_0

    subroutine real32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real32, rank 3: "
        real(real32) :: list(60)
        real(real32), allocatable :: written(:, :, :), wide(:, :, :)
        real(real32), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = real(i, real32)/3
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "real32/3", zarr_float32, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine real32_3

    subroutine real64_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real64, rank 0: "
        real(real64) :: written
        real(real64), target, asynchronous :: found

        i = 7
        written = real(i, real64)/3
        call array%create(store, "real64/0", zarr_float64, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine real64_0

    subroutine real64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "real64, rank 3: "
        real(real64) :: list(60)
        real(real64), allocatable :: written(:, :, :), wide(:, :, :)
        real(real64), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = real(i, real64)/3
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "real64/3", zarr_float64, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine real64_3

    subroutine complex32_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex32, rank 0: "
        complex(real32) :: written
        complex(real32), target, asynchronous :: found

        i = 7
        written = cmplx(i, -i, real32)/3
        call array%create(store, "complex32/0", zarr_complex64, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine complex32_0

    subroutine complex32_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex32, rank 3: "
        complex(real32) :: list(60)
        complex(real32), allocatable :: written(:, :, :), wide(:, :, :)
        complex(real32), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = cmplx(i, -i, real32)/3
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "complex32/3", zarr_complex64, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine complex32_3

    subroutine complex64_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex64, rank 0: "
        complex(real64) :: written
        complex(real64), target, asynchronous :: found

        i = 7
        written = cmplx(i, -i, real64)/3
        call array%create(store, "complex64/0", zarr_complex128, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found == written), what//"copied")
        call array%close()
    end subroutine complex64_0

    subroutine complex64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "complex64, rank 3: "
        complex(real64) :: list(60)
        complex(real64), allocatable :: written(:, :, :), wide(:, :, :)
        complex(real64), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = cmplx(i, -i, real64)/3
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "complex64/3", zarr_complex128, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found == lent)), what//"borrowed")
        call expect(logical(all(found == written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine complex64_3

    subroutine logical_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 0: "
        logical :: written
        logical(c_bool), target, asynchronous :: found

        i = 7
        written = mod(i*i, 3_int64) == 1
        call array%create(store, "logical/0", zarr_bool, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found .eqv. written), what//"copied")
        call array%close()
    end subroutine logical_0

    subroutine logical_1()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 1: "
        logical :: list(5)
        logical, allocatable :: written(:), wide(:)
        logical(c_bool), allocatable, target, asynchronous :: found(:), lent(:)

        do i = 1, 5
            list(i) = mod(i*i, 3_int64) == 1
        end do
        allocate (written, source=reshape(list, [5]))
        allocate (found(5), lent(5))
        allocate (wide(11))
        call array%create(store, "logical/1", zarr_bool, shape(written), chunks=[2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11], list)
        written = wide(10:2:-2)
        call queue%write(array, wide(10:2:-2))
        wide = wide(11:1:-1)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied from a section")
        lent = found(5:1:-1)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. lent)), what//"borrowed")
        call expect(logical(all(found .eqv. written(5:1:-1))), what//"as it was")
        call array%close()
    end subroutine logical_1

    subroutine logical_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 3: "
        logical :: list(60)
        logical, allocatable :: written(:, :, :), wide(:, :, :)
        logical(c_bool), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = mod(i*i, 3_int64) == 1
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "logical/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. lent)), what//"borrowed")
        call expect(logical(all(found .eqv. written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine logical_3

    subroutine logical_7()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical, rank 7: "
        logical :: list(1440)
        logical, allocatable :: written(:, :, :, :, :, :, :), wide(:, :, :, :, :, :, :)
        logical(c_bool), allocatable, target, asynchronous :: found(:, :, :, :, :, :, :), lent(:, :, :, :, :, :, :)

        do i = 1, 1440
            list(i) = mod(i*i, 3_int64) == 1
        end do
        allocate (written, source=reshape(list, [5, 4, 3, 2, 3, 2, 2]))
        allocate (found(5, 4, 3, 2, 3, 2, 2), lent(5, 4, 3, 2, 3, 2, 2))
        allocate (wide(11, 9, 7, 5, 7, 5, 5))
        call array%create(store, "logical/7", zarr_bool, shape(written), chunks=[2, 2, 2, 2, 2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7, 5, 7, 5, 5], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2, 2:4:2, 6:2:-2, 2:4:2, 4:2:-2))
        wide = wide(11:1:-1, :, :, :, :, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied from a section")
        lent = found(5:1:-1, :, :, :, :, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. lent)), what//"borrowed")
        call expect(logical(all(found .eqv. written(5:1:-1, :, :, :, :, :, :))), what//"as it was")
        call array%close()
    end subroutine logical_7

    subroutine logical64_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical64, rank 0: "
        logical(int64) :: written
        logical(c_bool), target, asynchronous :: found

        i = 7
        written = logical(mod(i*i, 3_int64) == 1, int64)
        call array%create(store, "logical64/0", zarr_bool, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found .eqv. written), what//"copied")
        call array%close()
    end subroutine logical64_0

    subroutine logical64_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "logical64, rank 3: "
        logical(int64) :: list(60)
        logical(int64), allocatable :: written(:, :, :), wide(:, :, :)
        logical(c_bool), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = logical(mod(i*i, 3_int64) == 1, int64)
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "logical64/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. lent)), what//"borrowed")
        call expect(logical(all(found .eqv. written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine logical64_3

    subroutine bool_0()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "bool, rank 0: "
        logical(c_bool) :: written
        logical(c_bool), target, asynchronous :: found

        i = 7
        written = logical(mod(i*i, 3_int64) == 1, c_bool)
        call array%create(store, "bool/0", zarr_bool, [integer ::])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(found .eqv. written), what//"copied")
        call array%close()
    end subroutine bool_0

    subroutine bool_3()
        type(zarr_array) :: array
        character(len=*), parameter :: what = "bool, rank 3: "
        logical(c_bool) :: list(60)
        logical(c_bool), allocatable :: written(:, :, :), wide(:, :, :)
        logical(c_bool), allocatable, target, asynchronous :: found(:, :, :), lent(:, :, :)

        do i = 1, 60
            list(i) = logical(mod(i*i, 3_int64) == 1, c_bool)
        end do
        allocate (written, source=reshape(list, [5, 4, 3]))
        allocate (found(5, 4, 3), lent(5, 4, 3))
        allocate (wide(11, 9, 7))
        call array%create(store, "bool/3", zarr_bool, shape(written), chunks=[2, 2, 2])
        call queue%write(array, written)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied")
        ! A section with gaps, some dimensions backwards: the copy is made before the variable changes.
        wide = reshape(list, [11, 9, 7], list)
        written = wide(10:2:-2, 2:8:2, 6:2:-2)
        call queue%write(array, wide(10:2:-2, 2:8:2, 6:2:-2))
        wide = wide(11:1:-1, :, :)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. written)), what//"copied from a section")
        lent = found(5:1:-1, :, :)
        call queue%write_borrowed(array, lent)
        call queue%read(array, found)
        call queue%wait()
        call expect(logical(all(found .eqv. lent)), what//"borrowed")
        call expect(logical(all(found .eqv. written(5:1:-1, :, :))), what//"as it was")
        call array%close()
    end subroutine bool_3
end program queued_kinds
