! Translates the library's messages for Fortran: dimensions and elements counted from 1, the fastest dimension first, and
! arguments and procedures under their names in the module.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_messages
    use, intrinsic :: iso_fortran_env, only: int64, real64
    implicit none
    private
    public :: as_fortran_counts, decimal, listed, scientific

    character(len=*), parameter :: word_characters = "abcdefghijklmnopqrstuvwxyz_"

contains

    ! Translate a message about an array of so many dimensions; below 0 they are not known, and only positions are translated.
    ! Words in quotes are names or texts of a document, and stay.
    pure function as_fortran_counts(message, ndim) result(told)
        character(len=*), intent(in) :: message
        integer, intent(in) :: ndim
        character(len=:), allocatable :: told, name
        integer(int64), allocatable :: numbers(:)
        integer :: i, next

        told = ""
        i = 1
        do while (i <= len(message))
            if (starts_with(message(i:), "ndim is ")) then
                ! A list has as many numbers as it has elements; nothing in Fortran is called ndim.
                next = i + 8 + verify(message(i + 8:)//" ", "-0123456789") - 1
                told = told//"the list has "//message(i + 8:next - 1)//" numbers"
                i = next
                cycle
            else if (starts_with(message(i:), "the handle of type zarr_")) then
                next = i + 19 + verify(message(i + 19:)//".", word_characters) - 1
                told = told//"the variable of type "//message(i + 19:next - 1)
                if (starts_with(message(next:), " is NULL")) then
                    told = told//" is not open: open or create it, and look at its stat"
                    next = next + 8
                end if
                i = next
                cycle
            end if
            if (starts_with(message(i:), "the node is neither an open array nor an open group: it is NULL")) then
                told = told//"the variable is not open: open or create it, and look at its stat"
                i = i + 63
                cycle
            else if (starts_with(message(i:), "the step is ")) then
                told = told//"the stride is "
                i = i + 12
                cycle
            end if
            select case (message(i:i))
            case ('"')
                next = after_quotes(message, i)
                told = told//message(i:next - 1)
            case ("[")
                call read_list(message, i, numbers, next)
                name = ""
                if (allocated(numbers)) name = argument(last_word(told), numbers(1), ndim)
                if (name /= "") then
                    told = told(:len(told) - len(last_word(told)))//name
                else if (allocated(numbers) .and. (is_position(told) .or. size(numbers) == ndim)) then
                    numbers = numbers(size(numbers):1:-1)
                    if (is_position(told)) numbers = numbers + 1
                    told = told//listed(numbers)
                else
                    told = told//message(i:next - 1)
                end if
            case ("-", "0":"9")
                call read_list(message, i, numbers, next)
                if (allocated(numbers)) numbers = counted(numbers, told, message(next:), ndim)
                if (allocated(numbers)) then
                    told = told//decimal(numbers(1))
                else
                    told = told//message(i:next - 1)
                end if
            case ("z")
                next = i + verify(message(i:)//".", word_characters) - 1
                told = told//procedure_of(message(i:next - 1))
            case default
                next = i + 1
                told = told//message(i:i)
            end select
            i = next
        end do
    end function as_fortran_counts

    ! Translate a number by the words around it: a dimension, the first element of a range, a missing chunk or element.
    pure function counted(number, before, after, ndim) result(told)
        integer(int64), intent(in) :: number(:)
        character(len=*), intent(in) :: before, after
        integer, intent(in) :: ndim
        integer(int64) :: told(size(number))

        told = number
        if (ends_in(before, "dimension ") .or. ends_in(before, "axis ")) then
            if (ndim >= 0) told = ndim - number
        else if (ends_in(before, " from ") .and. index(after, " on") == 1) then
            told = number + 1
        else if (ends_in(before, "none is ") .or. index(after, " lies outside the length ") == 1) then
            told = number + 1
        else if (ends_in(before, "element ")) then
            told = number + 1
        else if ((ends_in(before, "point ") .or. ends_in(before, "index ") .or. ends_in(before, "region ")) &
            .and. index(after, ": ") == 1) then
            told = number + 1
        end if
    end function counted

    ! Translate an element of a list argument of C to the element of the argument of Fortran; empty for other lists.
    pure function argument(list, at, ndim) result(name)
        character(len=*), intent(in) :: list
        integer(int64), intent(in) :: at
        integer, intent(in) :: ndim
        character(len=:), allocatable :: name

        name = ""
        if (list == "values") name = "value("//decimal(at + 1)//")"
        if (ndim < 0) return
        select case (list)
        case ("start", "count", "shape", "processes")
            name = list//"("//decimal(ndim - at)//")"
        case ("counts")
            name = "counts("//decimal(ndim - at)//", :)"
        case ("step")
            name = "stride("//decimal(ndim - at)//")"
        case ("chunk_shape")
            name = "chunks("//decimal(ndim - at)//")"
        case ("shard_shape")
            name = "shards("//decimal(ndim - at)//")"
        case ("names")
            name = "dimension_names("//decimal(ndim - at)//")"
        end select
    end function argument

    ! The procedure that a program calls in the place of a function of C that a message advises; other words stay as they are.
    pure function procedure_of(word) result(told)
        character(len=*), intent(in) :: word
        character(len=:), allocatable :: told

        select case (word)
        case ("zarr_array_open", "zarr_group_open_array")
            told = "open of a zarr_array"
        case ("zarr_group_open", "zarr_group_open_group")
            told = "open of a zarr_group"
        case ("zarr_node_open")
            told = "open"
        case ("zarr_store_open")
            told = "open of a zarr_store"
        case ("zarr_array_set_dimension_names")
            told = "set_dimension_names"
        case ("zarr_array_builder_codec")
            told = 'each part of codecs between "|"'
        case ("zarr_array_create_or_replace")
            told = "create of a zarr_array with replace=.true."
        case ("zarr_group_create_or_replace")
            told = "create of a zarr_group with replace=.true."
        case ("zarr_array_builder_new_json")
            told = "create"
        case ("zarr_mpi_array_append")
            told = "zarr_mpi_append"
        case ("zarr_array_document")
            told = "document"
        case ("zarr_array_read_region")
            told = "read with a variable of numbers"
        case ("zarr_array_write_region")
            told = "write with a variable of numbers"
        case ("zarr_array_append")
            told = "append with a variable of numbers"
        case ("zarr_array_refresh")
            told = "refresh"
        case ("zarr_array_read_strings")
            told = "read with a character variable"
        case ("zarr_array_write_strings")
            told = "write with a character variable"
        case ("zarr_array_append_strings")
            told = "append with a character variable"
        case default
            told = word
        end select
    end function procedure_of

    pure function last_word(text) result(word)
        character(len=*), intent(in) :: text
        character(len=:), allocatable :: word

        word = text(verify(text, word_characters, back=.true.) + 1:)
    end function last_word

    ! True when the list behind these words is the place of something, which counts from 0.
    pure function is_position(before) result(answer)
        character(len=*), intent(in) :: before
        logical :: answer

        answer = ends_in(before, "chunk ") .or. ends_in(before, "shard ") .or. ends_in(before, "element ")
    end function is_position

    pure function ends_in(text, words) result(answer)
        character(len=*), intent(in) :: text, words
        logical :: answer

        answer = len(text) >= len(words)
        if (answer) answer = text(len(text) - len(words) + 1:) == words
    end function ends_in

    pure function starts_with(text, words) result(answer)
        character(len=*), intent(in) :: text, words
        logical :: answer

        answer = len(text) >= len(words)
        if (answer) answer = text(:len(words)) == words
    end function starts_with

    ! The place behind a quoted text.
    pure function after_quotes(text, first) result(next)
        character(len=*), intent(in) :: text
        integer, intent(in) :: first
        integer :: next

        next = first + 1
        do while (next <= len(text))
            if (text(next:next) == '"') exit
            if (text(next:next) == achar(92)) next = next + 1
            next = next + 1
        end do
        next = min(next, len(text)) + 1
    end function after_quotes

    ! Parses a whole number, or a list of numbers in brackets, and gives the place behind it. Not allocated: another text, of which
    ! one character is skipped; digits with letters or points are a word.
    pure subroutine read_list(text, first, numbers, next)
        character(len=*), intent(in) :: text
        integer, intent(in) :: first
        integer(int64), allocatable, intent(out) :: numbers(:)
        integer, intent(out) :: next
        integer(int64) :: number
        integer :: last, status

        next = first + 1
        if (text(first:first) == "[") then
            last = verify(text(next:), "-0123456789, ") + next - 1
            if (last < next) return
            if (text(last:last) /= "]" .or. last == next) return
            numbers = [integer(int64) ::]
            do while (next < last)
                read (text(next:last - 1), *, iostat=status) number
                if (status /= 0) then
                    deallocate (numbers)
                    next = first + 1
                    return
                end if
                numbers = [numbers, number]
                status = index(text(next:last - 1), ",")
                if (status == 0) exit
                next = next + status
            end do
            next = last + 1
        else
            if (first > 1) then
                if (verify(text(first - 1:first - 1), " (") /= 0) return
            end if
            last = verify(text(next:), "0123456789") + next - 2
            if (last < first) last = len(text)
            if (last < len(text)) then
                if (scan(text(last + 1:last + 1), " ,:;)") == 0) return
            end if
            read (text(first:last), *, iostat=status) number
            if (status /= 0) return
            numbers = [number]
            next = last + 1
        end if
    end subroutine read_list

    pure function decimal(number) result(text)
        integer(int64), intent(in) :: number
        character(len=:), allocatable :: text
        character(len=24) :: buffer

        write (buffer, '(i0)') number
        text = trim(buffer)
    end function decimal

    pure function scientific(number) result(text)
        real(real64), intent(in) :: number
        character(len=:), allocatable :: text
        character(len=24) :: buffer

        write (buffer, '(es24.8e3)') number
        text = trim(adjustl(buffer))
    end function scientific

    pure function listed(numbers) result(text)
        integer(int64), intent(in) :: numbers(:)
        character(len=:), allocatable :: text
        integer :: i

        text = "["
        do i = 1, size(numbers)
            if (i > 1) text = text//", "
            text = text//decimal(numbers(i))
        end do
        text = text//"]"
    end function listed
end module zarr_messages
