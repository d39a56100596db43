! Variables of all shapes and states: of up to 15 dimensions, with any lower bounds, with gaps, without elements, without memory,
! components of derived types, also of polymorphic ones. What a user would lose: numbers beside the variable, or the program.
! SPDX-License-Identifier: MIT OR Apache-2.0
program variables
    use check
    use zarr
    implicit none
    type :: cell
        integer :: number = -1
    end type cell
    type, extends(cell) :: deep_cell
        integer :: depth = -2
        logical :: wet = .false.
        character(len=3) :: name = "..."
    end type deep_cell
    type(zarr_store) :: store
    type(zarr_array) :: array
    character(len=300) :: errmsg = ""
    integer :: stat, i

    call store%open("memory://")
    call many_dimensions()
    call nothing()
    call gaps()
    call expressions()
    call lists_of_lists()
    call array%close()
    call store%close()
    call conclude("variables")

contains

    subroutine many_dimensions()
        integer, dimension(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3) :: written, found
        integer :: last(2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1)
        integer :: wide(5, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 6)
        integer, allocatable :: loaded(:, :, :, :, :, :, :, :)

        written = reshape([(i, i = 1, size(written))], shape(written))
        call array%create(store, "many", zarr_int32, shape(written))
        wide = 0
        wide(4:2:-2, :, :, :, :, :, :, :, :, :, :, :, :, :, 2::2) = written
        call array%write(wide(4:2:-2, :, :, :, :, :, :, :, :, :, :, :, :, :, 2::2))
        call array%read(found)
        call expect(all(found == written), "15 dimensions")
        call array%append(wide(4:2:-2, :, :, :, :, :, :, :, :, :, :, :, :, :, 2))
        call array%read(last, start=[(1, i = 1, 14), 4])
        call expect(all(last == written(:, :, :, :, :, :, :, :, :, :, :, :, :, :, 1)), "a layer of 14 dimensions")
        call array%load(loaded, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "load of 8 dimensions")
    end subroutine many_dimensions

    ! Each procedure refuses a variable without memory, and takes one without elements.
    subroutine nothing()
        ! Saved, since gfortran leaves the bounds of automatic ones undefined, which memcheck reports.
        integer, allocatable, save :: unset(:), empty(:, :)
        logical, allocatable, save :: truths(:)
        character(len=:), allocatable, save :: text, texts(:)
        integer :: points(1, 0)

        call array%create(store, "nothing", zarr_int32, [0])
        call array%read(unset, stat=stat, errmsg=errmsg)
        call refused("read")
        call array%write(unset, stat=stat, errmsg=errmsg)
        call refused("write")
        call array%append(unset, stat=stat, errmsg=errmsg)
        call refused("append")
        call array%append(truths, stat=stat, errmsg=errmsg)
        call refused("append of truths")
        call array%read_orthogonal(unset, stat=stat, errmsg=errmsg)
        call refused("read_orthogonal")
        call array%append(text, stat=stat, errmsg=errmsg)
        call refused("append of a text")
        call array%write(texts, stat=stat, errmsg=errmsg)
        call refused("write of texts")
        call array%set_dimension_names(texts, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "names that are not allocated")
        allocate (empty(0, 3), unset(0))
        call array%write(unset)
        call array%append(unset)
        call array%write([integer ::])
        call array%read_points(unset, points)
        call array%create(store, "nothing", zarr_int32, [0, 3], replace=.true.)
        call array%write(empty)
        call array%write(empty(:, 3:1:-1))
        call array%append(empty, dimension=1)
        call array%load(empty)
        call expect(all(shape(empty) == [0, 3]), "variables without elements")
    end subroutine nothing

    subroutine refused(what)
        character(len=*), intent(in) :: what

        call expect_status(stat, zarr_error_invalid_argument, errmsg, what)
        call expect(index(errmsg, "the variable is not allocated") > 0, what//": "//trim(errmsg))
    end subroutine refused

    ! Elements with gaps, in the procedures that the library has no strides for.
    subroutine gaps()
        type(deep_cell), target :: cells(-2:1)
        integer, target :: low(-3:2, 5:6)
        integer, pointer :: view(:)
        logical, allocatable :: truths(:)

        call array%create(store, "gaps", zarr_int32, [4])
        do i = -2, 1
            cells(i)%number = 10*i
        end do
        call array%write(cells%number)
        cells%number = 0
        call array%read(cells(1:-2:-1)%number)
        call expect(all(cells%number == [10, 0, -10, -20]) .and. all(cells%depth == -2), "a component, backwards")
        call polymorphic(cells)
        call expect(all(cells%number == [-20, -10, 0, 10]) .and. all(cells%depth == -2), "of a polymorphic variable")
        low = 7
        call array%read(low(-2:1, 6), start=[1])
        call expect(all(low(-2:1, 6) == [-20, -10, 0, 10]) .and. count(low == 7) == 8, "lower bounds")
        call array%read_orthogonal(low(-3:0:3, 5), along1=[4, 1])
        call expect(all(low(:, 5) == [10, 7, 7, -20, 7, 7]), "indices into a section")
        call array%read_points(low(2:-3:-5, 5), reshape([2, 3], [1, 2]))
        call expect(all(low(:, 5) == [0, 7, 7, -20, 7, -10]), "points into a section")
        view => low(::5, 5)
        call array%append(view)
        call array%write_orthogonal(view, along1=[1, 2])
        call array%read(low(:, 6))
        call expect(all(low(:, 6) == [0, -10, 0, 10, 0, -10]), "by a pointer with gaps")
        call array%create(store, "truths", zarr_bool, [4])
        cells([-2, 1])%wet = .true.
        call array%write_orthogonal(cells%wet)
        cells%wet = .false.
        call array%read_points(cells(1:-1:-2)%wet, reshape([1, 2], [1, 2]))
        call expect(all(cells%wet .eqv. [.false., .false., .false., .true.]), "truth values")
        call array%load(truths)
        call expect(all(truths .eqv. [.true., .false., .false., .true.]), "truth values with gaps")
        call array%create(store, "names", "string", [4])
        call array%write(["ab", "cd", "ef", "gh"])
        call array%read(cells(1:-2:-1)%name)
        call expect(all(cells%name == ["gh ", "ef ", "cd ", "ab "]) .and. all(cells%depth == -2), "texts")
        call array%append(cells%name(2:2))
        call array%read(cells%name, start=[5])
        call expect(all(cells%name == ["h", "f", "d", "b"]), "substrings")
    end subroutine gaps

    subroutine polymorphic(cells)
        class(cell), intent(inout) :: cells(:)

        call array%read(cells%number)
    end subroutine polymorphic

    ! Expressions, and allocatable and pointer components.
    subroutine expressions()
        type :: holder
            integer, allocatable :: list(:)
            character(len=:), allocatable :: texts(:)
            integer, pointer :: view(:) => null()
        end type holder
        integer, parameter :: constant(4) = [4, 3, 2, 1]
        type(holder) :: holders(2)
        integer, target :: many(8)
        integer :: found(4)

        call array%create(store, "expressions", zarr_int32, [4])
        call array%write(constant)
        call array%read(found)
        call expect(all(found == constant), "a constant")
        call array%write(twice(found))
        call array%read(found)
        call expect(all(found == 2*constant), "the result of a function")
        call array%write(constant([2, 4, 1, 3]))
        call array%read(found)
        call expect(all(found == [3, 1, 4, 2]), "a vector subscript")
        call array%write(merge(found, 7, found > 2))
        call array%load(holders(2)%list)
        call expect(all(holders(2)%list == [3, 7, 4, 7]), "an allocatable component")
        many = 0
        holders(1)%view => many(1:8:2)
        call array%read(holders(1)%view)
        call expect(all(many == [3, 0, 7, 0, 4, 0, 7, 0]), "a pointer component with gaps")
        call of_unknown_size(many)
        call expect(all(many(:4) == [3, 7, 4, 7]), "of an argument of unknown size")
        call array%create(store, "expressions", "string", [2], replace=.true.)
        allocate (character(len=2) :: holders(1)%texts(2))
        holders(1)%texts = ["ab", "cd"]
        call array%write(holders(1)%texts)
        call array%load(holders(1)%texts)
        call expect(len(holders(1)%texts) == 2 .and. all(holders(1)%texts == ["ab", "cd"]), "texts of a component")
    end subroutine expressions

    function twice(numbers)
        integer, intent(in) :: numbers(:)
        integer :: twice(size(numbers))

        twice = 2*numbers
    end function twice

    subroutine of_unknown_size(values)
        integer, intent(inout) :: values(*)

        call array%read(values(1:4))
    end subroutine of_unknown_size

    ! A table of texts in the place of a list.
    subroutine lists_of_lists()
        character(len=4) :: table(2, 2) = "zstd"

        call array%create(store, "table", zarr_int8, [1], codecs=table, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a table of codecs")
        call array%create(store, "table", zarr_int8, [1], dimension_names=table, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a table of names")
        call array%create(store, "table", 1.5, [1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a data type that is a real")
    end subroutine lists_of_lists
end program variables
