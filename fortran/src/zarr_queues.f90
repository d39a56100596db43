! Queue: threads of the library write and read while the program goes on. docs/queue.md explains them.
! Made of templates/zarr_queues.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_queues
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_f_pointer, c_int32_t, c_int64_t, c_intptr_t, &
        c_loc, &
        c_null_funptr, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: no_integer, no_logical, put_integer
    use zarr_arrays, only: zarr_array
    use zarr_common, only: at_address, c_text, describe, fail, finish, reversed
    use zarr_elements, only: box_of, check_type, memory, refuse
    use zarr_messages, only: decimal
    use zarr_c, only: zarr_error, zarr_queue_cancel, zarr_queue_free, zarr_queue_is_done, zarr_queue_new, &
        zarr_queue_pending, &
        zarr_queue_read_region, zarr_queue_wait, zarr_queue_write_region, zarr_queue_write_region_then
    implicit none
    private
    public :: zarr_queue

    ! Where the elements of an operation are: in a copy of the queue, lent by the caller, or about to be read.
    integer, parameter :: copied = 1, borrowed = 2, filled = 3

    ! A queue of writes and reads. It can't be assigned: one variable is one queue.
    type :: zarr_queue
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        procedure :: open => queue_open
        procedure :: close => queue_close
        procedure :: is_open => queue_is_open
        ! Queueing: a copy is written, the variable itself is written, the variable is read into
        generic :: write => write_int8, write_int16, write_int32, write_int64, write_real32, write_real64, &
            write_complex32, write_complex64, write_bool, write_logical32, write_logical64
        procedure, private :: write_int8, write_int16, write_int32, write_int64, write_real32, write_real64, &
            write_complex32, write_complex64, write_bool, write_logical32, write_logical64
        generic :: write_borrowed => write_borrowed_int8, write_borrowed_int16, write_borrowed_int32, &
            write_borrowed_int64, write_borrowed_real32, write_borrowed_real64, write_borrowed_complex32, &
            write_borrowed_complex64, write_borrowed_bool
        procedure, private :: write_borrowed_int8, write_borrowed_int16, write_borrowed_int32, write_borrowed_int64, &
            write_borrowed_real32, write_borrowed_real64, write_borrowed_complex32, write_borrowed_complex64, &
            write_borrowed_bool
        generic :: read => read_int8, read_int16, read_int32, read_int64, read_real32, read_real64, read_complex32, &
            read_complex64, read_bool
        procedure, private :: read_int8, read_int16, read_int32, read_int64, read_real32, read_real64, &
            read_complex32, read_complex64, read_bool
        ! Operations that were queued
        procedure :: wait => queue_wait
        procedure :: is_done => queue_is_done
        procedure :: cancel => queue_cancel
        procedure :: pending_operations => queue_pending_operations
        procedure :: pending_bytes => queue_pending_bytes
        ! The handle for functions of zarr_c
        procedure :: c_handle => queue_c_handle
        generic :: assignment(=) => refuse
        procedure, private :: refuse => queue_refuse
        final :: queue_final
    end type zarr_queue

contains

    ! Make a queue with at most so many bytes of memory (268435456) and so many threads (as many as a call has). A call on a
    ! full queue waits, or with refuse=.true. is zarr_error_limit.
    subroutine queue_open(self, bytes, threads, refuse, stat, errmsg)
        class(zarr_queue), intent(inout) :: self
        class(*), intent(in), optional :: bytes, threads, refuse
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(zarr_error) :: error
        character(len=1016) :: message
        integer(int64) :: most, workers
        integer(c_int32_t) :: status
        logical :: refuses

        most = 268435456_int64
        workers = 0
        refuses = .false.
        if (no_logical(refuse, "refuse", refuses, stat, errmsg)) return
        if (no_integer(bytes, "bytes", most, stat, errmsg)) return
        if (no_integer(threads, "threads", workers, stat, errmsg)) return
        call self%close(status, message)
        if (status /= zarr_ok) then
            call fail(status, trim(message), stat, errmsg)
            return
        end if
        call json%set('{"bytes": '//decimal(most)//', "threads": '//decimal(workers)//', "full": "'// &
            trim(merge("refuse", "wait  ", refuses))//'"}')
        call finish(zarr_queue_new(json%place(), self%handle, error), error, stat, errmsg)
    end subroutine queue_open

    ! Wait for all operations, close the queue, if it is open, and return the first unreported failure.
    subroutine queue_close(self, stat, errmsg)
        class(zarr_queue), intent(inout) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_ok
        if (self%is_open()) status = zarr_queue_wait(self%handle, -1_int64, error)
        call zarr_queue_free(self%handle)
        self%handle = c_null_ptr
        call finish(status, error, stat, errmsg)
    end subroutine queue_close

    subroutine queue_final(self)
        type(zarr_queue), intent(inout) :: self
        character(len=1016) :: errmsg
        integer :: stat

        call self%close(stat, errmsg)
        if (stat == zarr_ok) return
        write (error_unit, '(a)') "zarr: a queue was not waited for: "//trim(errmsg)
        flush (error_unit)
    end subroutine queue_final

    ! True while the queue is open.
    function queue_is_open(self) result(open)
        class(zarr_queue), intent(in) :: self
        logical :: open

        open = c_associated(self%handle)
    end function queue_is_open

    ! The handle for functions of zarr_c, valid as long as the variable is open and not assigned.
    function queue_c_handle(self) result(handle)
        class(zarr_queue), intent(in) :: self
        type(c_ptr) :: handle

        handle = self%handle
    end function queue_c_handle

    subroutine queue_refuse(self, other)
        class(zarr_queue), intent(inout) :: self
        class(zarr_queue), intent(in) :: other

        if (.not. self%is_open() .and. .not. other%is_open()) return
        write (error_unit, '(a)') "zarr: an open queue can't be assigned: one variable is one queue"
        flush (error_unit)
        error stop 1
    end subroutine queue_refuse

    ! Wait until the operation of a ticket is finished, and return its failure. Without a ticket, waits for all operations and
    ! returns the first unreported failure: call it until stat is zarr_ok.
    subroutine queue_wait(self, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        class(*), intent(in), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(int64) :: number

        number = -1
        if (no_integer(ticket, "ticket", number, stat, errmsg)) return
        call finish(zarr_queue_wait(self%handle, number, error), error, stat, errmsg)
    end subroutine queue_wait

    ! Cancel the operation of a ticket, or all, without waiting. A begun operation ends after its current chunks.
    subroutine queue_cancel(self, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        class(*), intent(in), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(int64) :: number

        number = -1
        if (no_integer(ticket, "ticket", number, stat, errmsg)) return
        call finish(zarr_queue_cancel(self%handle, number, error), error, stat, errmsg)
    end subroutine queue_cancel

    ! True when the operation of a ticket is finished; .false. for a ticket that the queue has not issued.
    function queue_is_done(self, ticket) result(done)
        class(zarr_queue), intent(in) :: self
        class(*), intent(in) :: ticket
        logical :: done
        integer(int64) :: number
        integer(int32) :: ignored

        number = 0
        done = .not. no_integer(ticket, "ticket", number, ignored)
        if (done) done = zarr_queue_is_done(self%handle, number) == 1
    end function queue_is_done

    ! The number of unfinished operations; -1 for a queue that is not open.
    function queue_pending_operations(self) result(operations)
        class(zarr_queue), intent(in) :: self
        integer(int64) :: operations, bytes
        type(zarr_error) :: error

        if (zarr_queue_pending(self%handle, operations, bytes, error) /= zarr_ok) operations = -1
    end function queue_pending_operations

    ! The bytes of memory of the unfinished operations; -1 for a queue that is not open.
    function queue_pending_bytes(self) result(bytes)
        class(zarr_queue), intent(in) :: self
        integer(int64) :: operations, bytes
        type(zarr_error) :: error

        if (zarr_queue_pending(self%handle, operations, bytes, error) /= zarr_ok) bytes = -1
    end function queue_pending_bytes

    ! Queue an operation on a variable.
    subroutine queue_elements(queue, array, way, there, start, count, ticket, stat, errmsg)
        type(c_ptr), intent(in) :: queue
        type(zarr_array), intent(in) :: array
        integer, intent(in) :: way
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:), steps(:)
        integer(c_int64_t), target :: number
        type(zarr_error) :: error
        type(c_ptr) :: place, buffer
        integer(c_size_t) :: bytes
        integer(c_int64_t) :: whole
        integer(c_int32_t) :: status, n
        character(len=:), allocatable :: message
        integer(int8), allocatable, target :: packed(:)
        integer :: d
        logical :: fits, has_gaps

        call box_of(array%c_handle(), there%extents(:there%rank), start, count, first=first, lengths=lengths, &
            steps=steps, &
            status=status, message=message)
        if (status == zarr_ok) call check_type(array%c_handle(), there, "a queue", &
            "write and read of the array convert", status, &
            message)
        if (status == zarr_ok .and. is_wide(there) .and. way /= copied) then
            status = zarr_error_type_mismatch
            message = "truth values that are not copied have one byte each: logical(c_bool)"
        end if
        whole = there%item
        has_gaps = .false.
        do d = 1, there%rank
            has_gaps = has_gaps .or. there%extents(d) > 1 .and. there%strides(d) /= whole
            ! Also of one element: gfortran 12 gives the first address of a component of an array of a derived type wrongly.
            has_gaps = has_gaps .or. way /= copied .and. d == 1 .and. there%strides(d) /= whole
            if (status == zarr_ok .and. way /= copied .and. has_gaps) then
                status = zarr_error_invalid_argument
                message = "the elements of the variable do not lie one behind the other along its dimension "// &
                    decimal(int(d, int64))//", as they have to where no copy is made: hand over a(:, k) of it, or all"
            end if
            whole = whole*there%extents(d)
        end do
        if (status /= zarr_ok) then
            call refuse(array%c_handle(), status, message, stat, errmsg)
            return
        end if
        n = size(first, kind=c_int32_t)
        first = reversed(first - 1)
        lengths = reversed(lengths)
        bytes = int(max(whole, 0_c_int64_t), c_size_t)
        buffer = c_null_ptr
        if (bytes > 0) buffer = at_address(there%first)
        if (bytes > 0 .and. (has_gaps .or. is_wide(there))) then
            call pack_elements(there, packed)
            bytes = size(packed, kind=c_size_t)
            buffer = c_loc(packed)
        end if
        number = 0
        place = c_null_ptr
        if (present(ticket)) place = c_loc(number)
        select case (way)
        case (copied)
            status = zarr_queue_write_region(queue, array%c_handle(), n, first, lengths, buffer, bytes, place, error)
        case (borrowed)
            status = zarr_queue_write_region_then(queue, array%c_handle(), n, first, lengths, buffer, bytes, &
                c_null_funptr, &
                c_null_ptr, place, error)
        case default
            status = zarr_queue_read_region(queue, array%c_handle(), n, first, lengths, buffer, bytes, place, error)
        end select
        call finish(status, error, stat, errmsg, n)
        if (.not. present(ticket) .or. status /= zarr_ok) return
        call put_integer(number, ticket, fits)
        if (.not. fits) call fail(zarr_error_range, "ticket "//decimal(number)//" needs a variable of 64 bits", &
            stat, errmsg)
    end subroutine queue_elements

    ! True for truth values of more than one byte each.
    pure function is_wide(there)
        type(memory), intent(in) :: there
        logical :: is_wide

        is_wide = there%data_type == zarr_bool .and. there%item > 1
    end function is_wide

    ! Copy the elements of a variable without gaps, truth values to one byte each.
    subroutine pack_elements(there, packed)
        type(memory), intent(in) :: there
        integer(int8), allocatable, target, intent(out) :: packed(:)
        integer(int64) :: element(size(there%extents)), elements, row, item, at, stride
        integer(c_intptr_t) :: place
        integer :: d, inner

        ! Rows are copied at once: the contiguous dimensions up to `inner` as bytes, or the first dimension with its stride.
        row = 1
        inner = 0
        do d = 1, there%rank
            if (is_wide(there) .or. there%extents(d) > 1 .and. there%strides(d) /= row*there%item) exit
            row = row*there%extents(d)
            inner = d
        end do
        stride = there%item
        if (row == 1 .and. there%rank > 0) then
            inner = 1
            row = there%extents(1)
            if (row > 1) stride = there%strides(1)
        end if
        elements = product(there%extents(:there%rank))
        item = merge(1_int64, there%item, is_wide(there))
        allocate (packed(elements*item))
        element = 0
        do at = 0, elements - row, row
            place = there%first + int(sum(element(:there%rank)*there%strides(:there%rank)), c_intptr_t)
            call copy_row(place, stride, row, there%item, is_wide(there), packed(at*item + 1:))
            do d = inner + 1, there%rank
                element(d) = element(d) + 1
                if (element(d) < there%extents(d)) exit
                element(d) = 0
            end do
        end do
    end subroutine pack_elements

    ! Copy `count` elements of `item` bytes, `stride` bytes apart, in the widest words that size and stride allow.
    subroutine copy_row(place, stride, count, item, wide, packed)
        integer(c_intptr_t), intent(in) :: place
        integer(int64), intent(in) :: stride, count, item
        logical, intent(in) :: wide
        integer(int8), target, contiguous, intent(inout) :: packed(:)
        integer(int8), pointer, contiguous :: bytes(:)
        logical(int32), pointer :: truths32(:)
        logical(int64), pointer :: truths64(:)
        integer(int8), pointer :: from_int8(:), to_int8(:)
        integer(int16), pointer :: from_int16(:), to_int16(:)
        integer(int32), pointer :: from_int32(:), to_int32(:)
        integer(int64), pointer :: from_int64(:), to_int64(:)
        integer(int64) :: word, words, step, length, first, last, i
        integer(c_intptr_t) :: low

        low = place + int(min(0_int64, stride*(count - 1)), c_intptr_t)
        word = 8
        do while (mod(item, word) /= 0 .or. mod(stride, word) /= 0)
            word = word/2
        end do
        step = max(abs(stride)/word, 1_int64)
        words = item/word
        length = step*(count - 1) + words
        first = merge(1_int64, step*(count - 1) + 1, stride > 0)
        last = step*(count - 1) + 2 - first
        if (stride < 0) step = -step
        if (wide .and. item == 4) then
            call c_f_pointer(at_address(low), truths32, [length])
            packed(:count) = merge(1_int8, 0_int8, truths32(first:last:step))
        else if (wide) then
            call c_f_pointer(at_address(low), truths64, [length])
            packed(:count) = merge(1_int8, 0_int8, truths64(first:last:step))
        else if (stride == item) then
            call c_f_pointer(at_address(low), bytes, [count*item])
            packed(:count*item) = bytes
        else if (word == 1) then
            call c_f_pointer(at_address(low), from_int8, [length])
            call c_f_pointer(c_loc(packed), to_int8, [count*words])
            do i = 0, words - 1
                to_int8(1 + i::words) = from_int8(first + i:last + i:step)
            end do
        else if (word == 2) then
            call c_f_pointer(at_address(low), from_int16, [length])
            call c_f_pointer(c_loc(packed), to_int16, [count*words])
            do i = 0, words - 1
                to_int16(1 + i::words) = from_int16(first + i:last + i:step)
            end do
        else if (word == 4) then
            call c_f_pointer(at_address(low), from_int32, [length])
            call c_f_pointer(c_loc(packed), to_int32, [count*words])
            do i = 0, words - 1
                to_int32(1 + i::words) = from_int32(first + i:last + i:step)
            end do
        else if (word == 8) then
            call c_f_pointer(at_address(low), from_int64, [length])
            call c_f_pointer(c_loc(packed), to_int64, [count*words])
            do i = 0, words - 1
                to_int64(1 + i::words) = from_int64(first + i:last + i:step)
            end do
        end if
    end subroutine copy_row

    ! Queue a write and copy the elements, of exactly the type of the array, logicals of any kind: the variable is free again.
    ! start and count are those of write of an array. wait of the ticket reports a failure; without a ticket the next call does.
    subroutine write_int8(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int8
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8

    subroutine write_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int16
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16

    subroutine write_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32

    subroutine write_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64

    subroutine write_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32

    subroutine write_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64

    subroutine write_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32

    subroutine write_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex128
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64

    subroutine write_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_bool
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool

    subroutine write_logical32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_bool
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_logical32

    subroutine write_logical64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_bool
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_logical64

    ! Queue a write without a copy: the variable, a target or a pointer, is asynchronous and contiguous, and must not change until
    ! the operation was waited for. The other arguments are those of write.
    subroutine write_borrowed_int8(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int8
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_int8

    subroutine write_borrowed_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int16
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_int16

    subroutine write_borrowed_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_int32

    subroutine write_borrowed_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_int64

    subroutine write_borrowed_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_real32

    subroutine write_borrowed_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_real64

    subroutine write_borrowed_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_complex32

    subroutine write_borrowed_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex128
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_complex64

    subroutine write_borrowed_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_bool
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine write_borrowed_bool

    ! Queue a read of elements, of exactly the type of the array, into a variable, a target or a pointer, that is asynchronous and
    ! contiguous, and must not be used until the operation was waited for.
    subroutine read_int8(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int8
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8

    subroutine read_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int16
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16

    subroutine read_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32

    subroutine read_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_int64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64

    subroutine read_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float32
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32

    subroutine read_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_float64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64

    subroutine read_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex64
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32

    subroutine read_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_complex128
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64

    subroutine read_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%data_type = zarr_bool
        there%rank = describe(values, there%item, there%extents, there%strides, there%first)
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool

end module zarr_queues
