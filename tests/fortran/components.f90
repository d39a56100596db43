! Components of arrays of derived types, as values and as lists of numbers, in every procedure that takes them: their
! elements are not one behind the other, and gfortran describes them wrongly to arguments of class(*). What a user would
! lose: other numbers, without a word.
! SPDX-License-Identifier: MIT OR Apache-2.0
program components
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use zarr
    implicit none
    type :: cell
        logical(c_bool) :: wet = .false.
        integer(int8) :: small = 1
        integer(int16) :: short = 2
        integer(int32) :: number = -1
        integer(int64) :: long = 4
        real(real32) :: level = 5
        real(real64) :: depth(3) = 6
        complex(real32) :: wave = 7
        complex(real64) :: tide = 8
        logical :: dry = .true.
    end type cell
    ! Numbers along a dimension.
    type :: axis
        character(len=3) :: name = "abc"
        integer(int16) :: chunk = 2
        integer(int32) :: length = 0
        integer(int64) :: start = 1
        integer(int8) :: count = 0
    end type axis
    type(zarr_store) :: store
    type(zarr_queue) :: queue
    character(len=300) :: errmsg = ""
    integer :: stat, i

    call store%open("memory://")
    call queue%open(threads=1)
    call copied()
    call lent()
    call lists()
    call sets()
    call queue%close()
    call store%close()
    call conclude("components")

contains

    ! A queued write copies the elements that were named, of every kind.
    subroutine copied()
        type(cell), target :: cells(6), grid(3, 2)
        integer(int32), pointer :: view(:)
        type(zarr_array) :: array
        integer(int32) :: found(6), square(2, 2)
        real(real64) :: depths(6)
        logical(c_bool) :: truths(6)

        do i = 1, 6
            cells(i)%number = 10*i
            cells(i)%small = int(i, int8)
            cells(i)%short = int(-i, int16)
            cells(i)%long = 2_int64**40 + i
            cells(i)%level = real(i, real32)/4
            cells(i)%depth = [real(real64) :: i, 100*i, 10000*i]
            cells(i)%wave = cmplx(i, -i, real32)
            cells(i)%tide = cmplx(-i, i, real64)
            cells(i)%wet = logical(i > 3, c_bool)
            cells(i)%dry = i <= 2
        end do
        call array%create(store, "number", zarr_int32, [6])
        call queue%write(array, cells%number)
        call queue%wait()
        call array%read(found)
        call expect(all(found == cells%number), "a component")
        call queue%write(array, cells(6:1:-1)%number)
        call queue%wait()
        call array%read(found)
        call expect(all(found == [(10*i, i = 6, 1, -1)]), "backwards")
        call queue%write(array, cells(2:2)%number, start=[2])
        call queue%write(array, cells(4)%number, start=[4])
        view => cells(5:6)%number
        call queue%write(array, view, start=[5])
        call queue%wait()
        call array%read(found)
        call expect(all(found == [60, 20, 40, 40, 50, 60]), "one element, a scalar, a pointer")
        grid = reshape(cells, [3, 2])
        call array%create(store, "grid", zarr_int32, [2, 2])
        call queue%write(array, grid(3:1:-2, :)%number)
        call queue%wait()
        call array%read(square)
        call expect(all(square == reshape([30, 10, 60, 40], [2, 2])), "of a matrix")
        call array%create(store, "small", zarr_int8, [6])
        call queue%write(array, cells%small)
        call queue%wait()
        call array%read(found)
        call expect(all(found == [(i, i = 1, 6)]), "int8")
        call array%create(store, "short", zarr_int16, [6])
        call queue%write(array, cells%short)
        call queue%wait()
        call array%read(found)
        call expect(all(found == [(-i, i = 1, 6)]), "int16")
        call array%create(store, "long", zarr_int64, [6])
        call queue%write(array, cells%long)
        call queue%wait()
        call array%read(depths)
        call expect(all(nint(depths - 2._real64**40) == [(i, i = 1, 6)]), "int64")
        call array%create(store, "level", zarr_float32, [6])
        call queue%write(array, cells%level)
        call queue%wait()
        call array%read(depths)
        call expect(all(nint(4*depths) == [(i, i = 1, 6)]), "real32")
        call array%create(store, "depth", zarr_float64, [6])
        call queue%write(array, cells%depth(2))
        call queue%wait()
        call array%read(found)
        call expect(all(found == [(100*i, i = 1, 6)]), "an element of a component")
        call queue%write(array, real(cells%tide))
        call queue%write(array, cells(3)%depth, start=[4])
        call queue%wait()
        call array%read(found)
        call expect(all(found == [-1, -2, -3, 3, 300, 30000]), "an expression, and the array of one element")
        call array%create(store, "wave", zarr_complex64, [6])
        call queue%write(array, cells%wave)
        call queue%wait()
        call expect(same_waves(array, cells), "complex of 32 bits")
        call array%create(store, "tide", zarr_complex128, [6])
        call queue%write(array, -cells%tide)
        call queue%write(array, cells%tide, start=[1])
        call queue%wait()
        call expect(.not. same_waves(array, cells), "complex of 64 bits")
        call array%create(store, "wet", zarr_bool, [6])
        call queue%write(array, cells%wet)
        call queue%wait()
        call array%read(truths)
        call expect(logical(all(truths .eqv. cells%wet)), "logical of one byte")
        call queue%write(array, cells%dry)
        call queue%wait()
        call array%read(truths)
        call expect(logical(all(truths .eqv. cells%dry)), "logical")
    end subroutine copied

    function same_waves(array, cells) result(same)
        type(zarr_array), intent(in) :: array
        type(cell), intent(in) :: cells(:)
        complex(real32) :: found(6)
        logical :: same

        call array%read(found)
        same = all(found == cells%wave)
    end function same_waves

    ! Where nothing is copied, a component is refused, also of one element, and nothing is written to other places.
    subroutine lent()
        type(cell), target, asynchronous :: cells(4), grid(2, 2)
        integer(int32), target, asynchronous :: found(4)
        integer(int32), pointer, asynchronous :: view(:), one
        complex(real64), target, asynchronous :: waves(4)
        type(zarr_array) :: array, reals

        call array%create(store, "lent", zarr_int32, [4])
        call array%write([1, 2, 3, 4])
        call queue%read(array, cells%number, stat=stat, errmsg=errmsg)
        call refused("a component")
        call queue%read(array, cells(4:1:-1)%number, stat=stat, errmsg=errmsg)
        call refused("backwards")
        view => cells%number
        call queue%read(array, view, stat=stat, errmsg=errmsg)
        call refused("by a pointer")
        call queue%write_borrowed(array, cells%number, stat=stat, errmsg=errmsg)
        call refused("borrowed")
        call queue%read(array, grid(1, :)%number, count=[2], stat=stat, errmsg=errmsg)
        call refused("a row")
        call reals%create(store, "reals", zarr_float64, [4])
        call queue%read(reals, waves%im, stat=stat, errmsg=errmsg)
        call refused("imaginary parts")
        nullify (view)
        call queue%read(array, view, stat=stat, errmsg=errmsg)
        call expect(stat /= zarr_ok .or. queue%pending_bytes() == 0, "a pointer to nothing")
        call queue%wait()
        call expect(all(cells%number == -1) .and. all(cells%small == 1) .and. all(grid%number == -1), "nothing changed")
        ! One element has no gap; gfortran 12 gives its address wrongly, and it is refused.
        call queue%read(array, cells(2:2)%number, start=[2], stat=stat, errmsg=errmsg)
        call queue%wait()
        call one_element(cells(2)%number == 2, "of one element")
        cells%number = -1
        call queue%write_borrowed(array, cells(3:3)%number, start=[1], stat=stat, errmsg=errmsg)
        call queue%wait()
        call array%read(found)
        call one_element(found(1) == -1, "one borrowed")
        waves = (4, 5)
        call queue%write_borrowed(reals, waves(1:1)%re, start=[1], stat=stat, errmsg=errmsg)
        call queue%wait()
        call array%write([1, 2, 3, 4])
        call one_element(.true., "a real part")
        call reals%write([0, 0, 0, 0])
        ! What is contiguous is taken: scalars, arrays in one element, and pointers to such.
        call queue%read(array, cells(3)%number, start=[2])
        one => cells(4)%number
        call queue%read(array, one, start=[4])
        call queue%read(reals, cells(2)%depth, start=[1])
        call queue%read(array, found(2:3), start=[2])
        call queue%wait()
        call expect(all(cells%number == [-1, -1, 2, 4]) .and. all(found(2:3) == [2, 3]), "scalars")
        call expect(all(nint(cells(2)%depth) == 0), "an array in an element")
        call expect(all(nint(cells(3)%depth) == 6), "beside it")
        call queue%write_borrowed(array, cells(4)%number, start=[1])
        call queue%wait()
        call queue%read(array, found)
        call queue%wait()
        call expect(all(found == [4, 2, 3, 4]), "a scalar that is borrowed")
    end subroutine lent

    ! Done, or refused.
    subroutine one_element(done, what)
        logical, value :: done
        character(len=*), intent(in) :: what

        if (stat /= zarr_ok) then
            call refused(what)
        else
            call expect(done, what)
        end if
    end subroutine one_element

    subroutine refused(what)
        character(len=*), intent(in) :: what

        call expect_status(stat, zarr_error_invalid_argument, errmsg, what)
        call expect(index(errmsg, "dimension 1") > 0, what//": "//trim(errmsg))
    end subroutine refused

    ! Shapes, chunks, starts, counts, strides, indices and points are of any kind of integer, and lists that are set.
    subroutine lists()
        type :: point
            real(real64) :: weight = 0
            integer(int16) :: index = 0
        end type point
        type(axis) :: axes(2), parts(2)
        type(axis), target :: others(2)
        type(point) :: points(2, 2)
        integer(int64), pointer :: starts(:)
        type(zarr_array) :: array, made
        integer(int32) :: values(8, 6), part(4, 3), two(2)
        integer(int32), allocatable :: loaded(:, :)
        integer(int64), allocatable :: first(:), length(:)
        integer :: j

        axes%length = [8, 6]
        axes%chunk = [4_int16, 3_int16]
        values = reshape([((i + 10*j, i = 1, 8), j = 1, 6)], [8, 6])
        call array%create(store, "lists", zarr_int32, axes%length, chunks=axes%chunk, fill_value=axes(1)%length, &
            dimension_names=axes%name)
        call expect(all(array%shape() == [8, 6]) .and. all(array%chunks() == [4, 3]), "shape and chunks")
        call array%read(part)
        call expect(all(part == 8), "a fill value")
        call array%write(values)
        parts%start = [2, 3]
        parts%count = [4_int8, 3_int8]
        parts%chunk = [1_int16, 1_int16]
        call array%read(part, start=parts%start, count=parts%count, stride=parts%chunk)
        call expect(all(part == values(2:5, 3:5)), "start, count and stride")
        call array%read(part, start=parts(2:1:-1)%start, count=parts%count)
        call expect(all(part == values(3:6, 2:4)), "backwards")
        others = parts
        starts => others%start
        call array%load(loaded, start=starts, count=parts%count)
        call expect(all(loaded == values(2:5, 3:5)), "a pointer to a component")
        call queue%write(array, -part, start=parts%start, count=parts%count)
        call queue%wait()
        call array%read(part, start=parts%start)
        call expect(all(part == -values(3:6, 2:4)), "start of a queued write")
        call array%write(values)
        call array%chunk_bounds(parts%chunk, first, length)
        call expect(all(first == [1, 1]) .and. all(length == [4, 3]), "the position of a chunk")
        call array%read_orthogonal(part(:2, :), along1=parts%start, along2=[1, 2, 3])
        call expect(all(part(:2, :) == values(2:3, 1:3)), "indices")
        points%index = reshape([1_int16, 2_int16, 8_int16, 6_int16], [2, 2])
        call array%read_points(two, points%index)
        call expect(all(two == [values(1, 2), values(8, 6)]), "points")
        axes%length = [9, 7]
        call array%resize(axes%length)
        call expect(all(array%shape() == [9, 7]), "resize")
        call array%append(reshape([(i, i = 1, 9)], [9, 1]), position=axes(2)%start)
        call expect(axes(2)%start == 8 .and. axes(1)%start == 1, "a position in a component")
        call made%create(store, "one", zarr_int32, [4], chunks=2)
        call expect(all(made%chunks() == [2]), "a number is a list of one")
        axes%chunk = [2_int16, 2_int16]
        call zarr_propose_decomposition(axes%length, 4, axes%chunk, parts%count, parts%start, shards=others%length, &
            stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_ok, errmsg, "a decomposition")
        call expect(all(parts%count >= 4) .and. all(parts%start >= 1) .and. all(others%length >= 1), "what it returns")
        call expect(all(parts%chunk == 1) .and. all(others%count == [4_int8, 3_int8]), "beside what it returns")
        two = 1
        call expect(zarr_array_regions_exclusive(array, points%index, spread(two, 2, 2)), "regions")
        call array%resize(["a", "b"], stat, errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "texts in the place of numbers")
        call array%read(part, start=[1., 2.], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "reals in the place of numbers")
        call array%read(part, start=points%index, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a matrix in the place of a list")
    end subroutine lists

    ! Datasets and attributes.
    subroutine sets()
        type(zarr_dataset) :: set
        type(zarr_array) :: array
        type(axis), target :: axes(2)
        type(cell) :: cells(2)
        complex(real64) :: waves(2)
        integer, allocatable :: got(:)
        integer(int64), pointer :: ticket
        real(real64) :: found(2)
        integer :: status(2)

        axes%length = [4, 2]
        axes%chunk = [2_int16, 1_int16]
        call set%create(store, "set")
        call set%define_dimension("x", axes(1)%length)
        call set%define_dimension("y", axes(2)%length)
        call set%define_array("a", zarr_int32, "x,y", chunks=axes%chunk, fill_value=axes(2)%length)
        call set%commit()
        call array%open(store, "set/a")
        call expect(all(array%shape() == [4, 2]) .and. all(array%chunks() == [2, 1]), "an array of a dataset")
        call array%set_attribute("lengths", axes%length)
        call array%get_attribute("lengths", got)
        call expect(all(got == [4, 2]), "a list in an attribute")
        call array%get_attribute("lengths", got, stat=status(2))
        call expect(status(2) == zarr_ok, "stat in an element")
        ! Scalars: a part of a complex number, a component, a pointer to one.
        waves = [(3._real64, 4._real64), (3._real64, 5._real64)]
        cells%dry = [.false., .true.]
        call array%create(store, "scalars", zarr_float64, [2], fill_value=waves(1)%im, big_endian=cells(2)%dry)
        call array%read(found)
        call expect(all(nint(found) == 4) .and. index(array%metadata(), "big") > 0, "scalars")
        ticket => axes(2)%start
        call queue%write(array, waves%re, ticket=axes(1)%start)
        call queue%write(array, aimag(waves(2:1:-1)), ticket=ticket)
        call expect(axes(2)%start == axes(1)%start + 1 .and. all(axes%count == 0), "tickets in components")
        call queue%wait(axes(1)%start)
        call queue%wait(ticket)
        call array%read(found)
        call expect(all(nint(found) == [5, 4]), "the imaginary parts, which were queued last")
        call array%close()
        call set%close()
    end subroutine sets
end program components
