! Arguments of any kind: integers and logicals of all kinds, also where a compiler changes the default kinds, and lists of texts in
! one text.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_arguments
    use, intrinsic :: iso_c_binding, only: c_int32_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64
    use zarr_constants, only: zarr_error_invalid_argument, zarr_error_out_of_bounds, zarr_ok
    use zarr_common, only: fail, set_integers, take_integers
    use zarr_numbers, only: decimal
    implicit none
    private
    public :: check_from_one, narrow, no_integer, no_logical, put_integer, put_integers, region_numbers, split, text_list

    ! Some compilers take it for the begin of an escape.
    character(len=1), parameter :: backslash = achar(92)

    ! One text of a list.
    type :: text_item
        character(len=:), allocatable :: text
    end type text_item

    type :: text_list
        type(text_item), allocatable :: texts(:)
    end type text_list

contains

    ! Take an optional integer of any kind; a missing one leaves `number` unchanged. .true.: the argument is no integer, and the
    ! failure is reported.
    function no_integer(given, name, number, stat, errmsg) result(failed)
        class(*), intent(in), optional :: given
        character(len=*), intent(in) :: name
        integer(int64), intent(inout) :: number
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: failed

        failed = .false.
        if (.not. present(given)) return
        select type (given)
        type is (integer(int32))
            number = given
        type is (integer(int64))
            number = given
        type is (integer(int16))
            number = given
        type is (integer(int8))
            number = given
        class default
            failed = .true.
            call fail(zarr_error_invalid_argument, name//": an integer is expected", stat, errmsg)
        end select
    end function no_integer

    ! Take an optional truth value, as no_integer takes an integer.
    function no_logical(given, name, truth, stat, errmsg) result(failed)
        class(*), intent(in), optional :: given
        character(len=*), intent(in) :: name
        logical, intent(inout) :: truth
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: failed

        failed = .false.
        if (.not. present(given)) return
        select type (given)
        type is (logical(int32))
            truth = given
        type is (logical(int64))
            truth = logical(given)
        type is (logical(int8))
            truth = logical(given)
        class default
            failed = .true.
            call fail(zarr_error_invalid_argument, name//": a logical is expected", stat, errmsg)
        end select
    end function no_logical

    ! Refuse numbers along dimensions below 1, in the words of the library for those behind the last.
    pure subroutine check_from_one(numbers, things, status, message)
        integer(int64), intent(in) :: numbers(:)
        character(len=*), intent(in) :: things
        integer(c_int32_t), intent(inout) :: status
        character(len=:), allocatable, intent(inout) :: message
        integer :: d

        if (status /= zarr_ok) return
        do d = 1, size(numbers)
            if (numbers(d) >= 1) cycle
            status = zarr_error_out_of_bounds
            message = "dimension "//decimal(int(d, int64))//": "//things//" count from 1, but "//decimal(numbers(d))//" is given"
            return
        end do
    end subroutine check_from_one

    ! A number for an argument of C of 32 bits, clamped to its range: the library refuses the bound as well.
    elemental function narrow(number) result(small)
        integer(int64), intent(in) :: number
        integer(c_int32_t) :: small

        small = int(max(min(number, int(huge(small), int64)), -int(huge(small), int64)), c_int32_t)
    end function narrow

    ! Set a variable of any kind of integer to a number, if the kind has it.
    subroutine put_integer(number, place, fits)
        integer(int64), intent(in) :: number
        class(*), intent(inout) :: place
        logical, intent(out) :: fits

        fits = .true.
        select type (place)
        type is (integer(int32))
            fits = abs(number) <= huge(place)
            if (fits) place = int(number, int32)
        type is (integer(int64))
            place = number
        type is (integer(int16))
            fits = abs(number) <= huge(place)
            if (fits) place = int(number, int16)
        type is (integer(int8))
            fits = abs(number) <= huge(place)
            if (fits) place = int(number, int8)
        class default
            fits = .false.
        end select
    end subroutine put_integer

    ! Set a list of any kind of integer to numbers.
    subroutine put_integers(numbers, places, fits)
        integer(int64), intent(in) :: numbers(:)
        type(*), intent(inout) :: places(..)
        logical, intent(out) :: fits

        fits = size(places) == size(numbers)
        if (fits) fits = set_integers(places, numbers) == 1
    end subroutine put_integers

    ! One column of integers of any kind for each region, as those of 64 bits.
    subroutine region_numbers(given, numbers, good)
        type(*), intent(in) :: given(:, :)
        integer(int64), allocatable, intent(out) :: numbers(:, :)
        logical, intent(out) :: good

        allocate (numbers(size(given, 1), size(given, 2)))
        good = take_integers(given, numbers) == 1
        if (.not. good) numbers(:, :) = 0
    end subroutine region_numbers

    ! Split a text at separators, and trim blanks. A separator in quotes or braces, as in JSON, does not count.
    subroutine split(text, separator, list)
        character(len=*), intent(in) :: text
        character(len=1), intent(in) :: separator
        type(text_list), intent(out) :: list
        integer :: ends(len(text) + 1), i, n, first, depth
        logical :: quoted

        n = 0
        depth = 0
        quoted = .false.
        i = 1
        do while (i <= len(text))
            if (quoted) then
                if (text(i:i) == backslash) then
                    i = i + 1
                else if (text(i:i) == '"') then
                    quoted = .false.
                end if
            else if (text(i:i) == '"') then
                quoted = .true.
            else if (text(i:i) == "{" .or. text(i:i) == "[") then
                depth = depth + 1
            else if (text(i:i) == "}" .or. text(i:i) == "]") then
                depth = depth - 1
            else if (text(i:i) == separator .and. depth == 0) then
                n = n + 1
                ends(n) = i
            end if
            i = i + 1
        end do
        ends(n + 1) = len(text) + 1
        allocate (list%texts(merge(n + 1, 0, len_trim(text) > 0)))
        first = 1
        do i = 1, size(list%texts)
            list%texts(i)%text = trim(adjustl(text(first:ends(i) - 1)))
            first = ends(i) + 1
        end do
    end subroutine split
end module zarr_arguments
