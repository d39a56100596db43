! Shared by all parts of the module zarr, between them and the C API: errors as in allocate, texts as C has them, and
! numbers along dimensions, which C counts from 0 and from the slowest dimension on, Fortran from 1 and from the fastest.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_common
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_f_pointer, c_int8_t, c_int32_t, c_int64_t, c_intptr_t, c_loc, &
        c_null_char, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64
    use zarr_constants, only: zarr_error_cancelled, zarr_language_fortran, zarr_ok
    use zarr_c, only: zarr_bytes_data, zarr_bytes_free, zarr_bytes_size, zarr_error, zarr_error_translate, zarr_status_name, &
        zarr_strings_count, zarr_strings_free, zarr_strings_get, zarr_strings_size
    implicit none
    private
    public :: c_text, progress_box, zarr_progress
    public :: address, at_address, bytes_of, c_string, conclude, fail, finish, index_numbers, list_of, message_of, name_list
    public :: progress_stops
    public :: reversed, set_message, status_text, terminated, text_of
    ! Of zarr_descriptors.c.
    public :: set_integers, take_integers

    interface
        function take_integers(list, numbers) bind(c, name="zarr_f_take_integers") result(good)
            import :: c_int32_t, c_int64_t
            type(*), intent(in) :: list(..)
            integer(c_int64_t), intent(inout) :: numbers(*)
            integer(c_int32_t) :: good
        end function take_integers

        function set_integers(list, numbers) bind(c, name="zarr_f_put_integers") result(fit)
            import :: c_int32_t, c_int64_t
            type(*), intent(inout) :: list(..)
            integer(c_int64_t), intent(in) :: numbers(*)
            integer(c_int32_t) :: fit
        end function set_integers
    end interface

    abstract interface
        ! Get the numbers of finished and of all steps, chunks or nodes. .false. ends the call with zarr_error_cancelled.
        function zarr_progress(done, total) result(go_on)
            import :: int64
            integer(int64), intent(in) :: done, total
            logical :: go_on
        end function zarr_progress
    end interface

    ! The procedure of Fortran that the library hands back to progress_stops.
    type :: progress_box
        procedure(zarr_progress), pointer, nopass :: call => null()
    end type progress_box

    ! A text that C may be given as NULL: an optional argument.
    type :: c_text
        character(kind=c_char), allocatable :: characters(:)
    contains
        procedure :: set => c_text_set
        procedure :: place => c_text_place
    end type c_text

contains

    ! ----------------------------------------------------------------------------------------------------------------
    ! Errors
    ! ----------------------------------------------------------------------------------------------------------------

    ! End a procedure with stat and errmsg: sets them for a failure, or stops the program with it.
    subroutine finish(status, error, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        type(zarr_error), intent(in) :: error
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        if (status /= zarr_ok) then
            call fail(status, message_of(error), stat, errmsg)
        else if (present(stat)) then
            call set_stat(status, stat)
        end if
    end subroutine finish

    ! As finish, with a message of this module.
    subroutine conclude(status, message, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        character(len=*), intent(in) :: message
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        if (status /= zarr_ok) then
            call fail(status, message, stat, errmsg)
        else if (present(stat)) then
            call set_stat(status, stat)
        end if
    end subroutine conclude

    ! Report a failure that this module finds itself.
    subroutine fail(status, message, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        character(len=*), intent(in) :: message
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        if (present(errmsg)) errmsg = message
        if (present(stat)) then
            call set_stat(status, stat)
            return
        end if
        write (error_unit, '(3a)') status_text(status), ": ", message
        ! In a file the message would come behind what the compiler's library writes.
        flush (error_unit)
        error stop 1
    end subroutine fail

    ! stat is an integer of any kind, as in allocate.
    subroutine set_stat(status, stat)
        integer(c_int32_t), intent(in) :: status
        class(*), intent(inout) :: stat

        select type (stat)
        type is (integer(int32))
            stat = int(status, int32)
        type is (integer(int64))
            stat = int(status, int64)
        type is (integer(int16))
            stat = int(min(status, int(huge(stat), c_int32_t)), int16)
        type is (integer(int8))
            stat = int(min(status, int(huge(stat), c_int32_t)), int8)
        class default
            write (error_unit, '(a)') "zarr: stat has to be an integer"
            error stop 1
        end select
    end subroutine set_stat

    ! The message with the names and counts of this module.
    function message_of(error) result(message)
        type(zarr_error), intent(in) :: error
        character(len=:), allocatable :: message
        type(zarr_error) :: translated

        translated = error
        call zarr_error_translate(translated, zarr_language_fortran)
        message = c_message(translated)
    end function message_of

    ! The message as the library has written it.
    pure function c_message(error) result(message)
        type(zarr_error), intent(in) :: error
        character(len=:), allocatable :: message
        integer :: i, length

        length = 0
        do while (length < size(error%message))
            if (error%message(length + 1) == c_null_char) exit
            length = length + 1
        end do
        allocate (character(len=length) :: message)
        do i = 1, length
            message(i:i) = error%message(i)
        end do
    end function c_message

    ! Name the argument in the message about a list of another length than the array has dimensions, which C passes as ndim.
    pure subroutine name_list(name, status, error)
        character(len=*), intent(in) :: name
        integer(c_int32_t), intent(in) :: status
        type(zarr_error), intent(inout) :: error
        character(len=*), parameter :: c_words = "ndim is "
        character(len=:), allocatable :: message
        integer :: i, comma

        if (status == zarr_ok) return
        message = c_message(error)
        i = index(message, c_words)
        comma = index(message, ", but the array has ")
        if (i > 0 .and. comma > i) call set_message(error, message(:i - 1)//name//" has "// &
            counted(message(i + len(c_words):comma - 1))//message(comma:))
    contains
        pure function counted(number)
            character(len=*), intent(in) :: number
            character(len=:), allocatable :: counted

            counted = number//trim(merge(" entry  ", " entries", number == "1"))
        end function counted
    end subroutine name_list

    ! Write the message that a callback leaves for the caller of the library.
    pure subroutine set_message(error, message)
        type(zarr_error), intent(inout) :: error
        character(len=*), intent(in) :: message
        integer :: i, length

        length = min(len_trim(message), size(error%message) - 1)
        do i = 1, length
            error%message(i) = message(i:i)
        end do
        error%message(length + 1) = c_null_char
    end subroutine set_message

    function status_text(status) result(text)
        integer(c_int32_t), intent(in) :: status
        character(len=:), allocatable :: text

        text = c_string(zarr_status_name(status))
    end function status_text

    ! The C callback of every `progress`; a result other than 0 cancels.
    function progress_stops(user_data, done, total) bind(c) result(answer)
        type(c_ptr), value :: user_data
        integer(c_int64_t), value :: done, total
        integer(c_int32_t) :: answer
        type(progress_box), pointer :: box

        call c_f_pointer(user_data, box)
        answer = 0
        if (.not. box%call(done, total)) answer = zarr_error_cancelled
    end function progress_stops

    ! ----------------------------------------------------------------------------------------------------------------
    ! Texts
    ! ----------------------------------------------------------------------------------------------------------------

    ! A path, key or name for C, without the blanks that pad a variable.
    pure function terminated(text) result(with_null)
        character(len=*), intent(in) :: text
        character(kind=c_char, len=:), allocatable :: with_null

        with_null = trim(text)//c_null_char
    end function terminated

    subroutine c_text_set(self, text)
        class(c_text), intent(inout) :: self
        character(len=*), intent(in), optional :: text
        integer :: i, length

        if (allocated(self%characters)) deallocate (self%characters)
        if (.not. present(text)) return
        length = len_trim(text)
        allocate (self%characters(length + 1))
        do i = 1, length
            self%characters(i) = text(i:i)
        end do
        self%characters(length + 1) = c_null_char
    end subroutine c_text_set

    ! The address of the text, valid while the variable, which needs TARGET, does not change; NULL without a text.
    function c_text_place(self) result(place)
        class(c_text), intent(in), target :: self
        type(c_ptr) :: place

        place = c_null_ptr
        if (allocated(self%characters)) place = c_loc(self%characters(1))
    end function c_text_place

    ! The text at a place: up to its NUL, or of a size.
    function c_string(place, size) result(text)
        type(c_ptr), intent(in) :: place
        integer(c_size_t), intent(in), optional :: size
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: characters(:)
        integer(c_size_t) :: i, length

        length = 0
        if (c_associated(place)) then
            if (present(size)) then
                length = size
                call c_f_pointer(place, characters, [length])
            else
                call c_f_pointer(place, characters, [huge(0_c_int32_t)])
                do while (characters(length + 1) /= c_null_char)
                    length = length + 1
                end do
            end if
        end if
        allocate (character(len=length) :: text)
        do i = 1, length
            text(i:i) = characters(i)
        end do
    end function c_string

    ! The text of a zarr_bytes, which is freed; empty for NULL.
    subroutine text_of(bytes, text)
        type(c_ptr), intent(in) :: bytes
        character(len=:), allocatable, intent(out) :: text

        text = c_string(zarr_bytes_data(bytes), zarr_bytes_size(bytes))
        call zarr_bytes_free(bytes)
    end subroutine text_of

    ! The bytes themselves.
    subroutine bytes_of(bytes, values)
        type(c_ptr), intent(in) :: bytes
        integer(int8), allocatable, intent(out) :: values(:)
        integer(c_int8_t), pointer :: there(:)

        if (zarr_bytes_size(bytes) > 0) then
            call c_f_pointer(zarr_bytes_data(bytes), there, [zarr_bytes_size(bytes)])
            values = there
        else
            allocate (values(0))
        end if
        call zarr_bytes_free(bytes)
    end subroutine bytes_of

    ! The entries of a zarr_strings, which is freed, with the length of the longest; absent ones are blank. Names of dimensions
    ! are reversed.
    subroutine list_of(strings, list, backwards)
        type(c_ptr), intent(in) :: strings
        character(len=:), allocatable, intent(out) :: list(:)
        logical, intent(in), optional :: backwards
        integer(c_size_t) :: i, j, n, longest

        ! gfortran 12 does not do this itself behind a generic procedure.
        if (allocated(list)) deallocate (list)
        n = zarr_strings_count(strings)
        longest = 0
        do i = 1, n
            longest = max(longest, zarr_strings_size(strings, i - 1))
        end do
        allocate (character(len=longest) :: list(n))
        do i = 1, n
            j = i
            if (present(backwards)) then
                if (backwards) j = n + 1 - i
            end if
            list(j) = c_string(zarr_strings_get(strings, i - 1), zarr_strings_size(strings, i - 1))
        end do
        call zarr_strings_free(strings)
    end subroutine list_of

    ! ----------------------------------------------------------------------------------------------------------------
    ! Numbers along dimensions, and places in memory
    ! ----------------------------------------------------------------------------------------------------------------

    ! Convert a list of integers of any kind, or one of them, to 64 bits. `good` is false for other types.
    subroutine index_numbers(given, numbers, good)
        type(*), intent(in) :: given(..)
        integer(int64), allocatable, intent(out) :: numbers(:)
        logical, intent(out) :: good

        allocate (numbers(size(given)))
        good = rank(given) < 2
        if (good) good = take_integers(given, numbers) == 1
        if (.not. good) numbers(:) = 0
    end subroutine index_numbers

    pure function reversed(numbers) result(others)
        integer(int64), intent(in) :: numbers(:)
        integer(int64) :: others(size(numbers))
        integer :: i

        do i = 1, size(numbers)
            others(i) = numbers(size(numbers) + 1 - i)
        end do
    end function reversed

    pure function address(place) result(number)
        type(c_ptr), intent(in) :: place
        integer(c_intptr_t) :: number

        number = transfer(place, number)
    end function address

    pure function at_address(number) result(place)
        integer(c_intptr_t), intent(in) :: number
        type(c_ptr) :: place

        place = transfer(number, place)
    end function at_address
end module zarr_common
