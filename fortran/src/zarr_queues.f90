! Queue: threads of the library write and read while the program goes on. docs/queue.md explains them.
! Made of templates/zarr_queues.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_queues
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int32_t, c_int64_t, c_loc, c_null_funptr, &
        c_null_ptr, c_ptr, &
        c_size_t
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: no_integer, no_logical, put_integer
    use zarr_arrays, only: zarr_array
    use zarr_common, only: c_text, fail, finish, reversed
    use zarr_elements, only: box_of, check_type, described, gather, has_gaps, is_wide, memory, refuse
    use zarr_numbers, only: decimal
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
        integer(c_int32_t) :: status, n
        character(len=:), allocatable :: message
        integer(int8), allocatable, target :: packed(:)
        integer :: gap
        logical :: fits

        call box_of(array%c_handle(), there, start, count, first=first, lengths=lengths, steps=steps, status=status, &
            message=message)
        if (status == zarr_ok) call check_type(array%c_handle(), there, "a queue", &
            "write and read of the array convert", status, message)
        if (status == zarr_ok .and. way /= copied) then
            gap = has_gaps(there)
            ! Also of one element: gfortran 12 gives the first address of a component of an array of a derived type wrongly.
            if (there%rank > 0 .and. there%strides(1) /= there%item) gap = 1
            if (gap > 0) then
                status = zarr_error_invalid_argument
                message = "the elements of the variable do not lie one behind the other along its dimension "// &
                    decimal(int(gap, int64))// &
                    ", as they have to where no copy is made: hand over a(:, k) of it, or all"
            end if
        end if
        if (status /= zarr_ok) then
            call refuse(array%c_handle(), status, message, stat, errmsg)
            return
        end if
        n = size(first, kind=c_int32_t)
        first = reversed(first - 1)
        lengths = reversed(lengths)
        call gather(there, packed, buffer, bytes)
        number = 0
        place = c_null_ptr
        if (present(ticket)) place = c_loc(number)
        select case (way)
        case (copied)
            status = zarr_queue_write_region(queue, array%c_handle(), n, first, lengths, buffer, bytes, place, error)
        case (borrowed)
            status = zarr_queue_write_region_then(queue, array%c_handle(), n, first, lengths, buffer, bytes, &
                c_null_funptr, c_null_ptr, place, error)
        case default
            status = zarr_queue_read_region(queue, array%c_handle(), n, first, lengths, buffer, bytes, place, error)
        end select
        call finish(status, error, stat, errmsg)
        if (.not. present(ticket) .or. status /= zarr_ok) return
        call put_integer(number, ticket, fits)
        if (.not. fits) call fail(zarr_error_range, "ticket "//decimal(number)//" needs a variable of 64 bits", &
            stat, errmsg)
    end subroutine queue_elements

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

        call queue_elements(self%handle, array, copied, described(values, zarr_int8, 1), start, count, ticket, stat, &
            errmsg)
    end subroutine write_int8

    subroutine write_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_int16, 2), start, count, ticket, &
            stat, errmsg)
    end subroutine write_int16

    subroutine write_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_int32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine write_int32

    subroutine write_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_int64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine write_int64

    subroutine write_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_float32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine write_real32

    subroutine write_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_float64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine write_real64

    subroutine write_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_complex64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine write_complex32

    subroutine write_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_complex128, 16), start, count, &
            ticket, stat, errmsg)
    end subroutine write_complex64

    subroutine write_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_bool, 1), start, count, ticket, stat, &
            errmsg)
    end subroutine write_bool

    subroutine write_logical32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_bool, 4), start, count, ticket, stat, &
            errmsg)
    end subroutine write_logical32

    subroutine write_logical64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, copied, described(values, zarr_bool, 8), start, count, ticket, stat, &
            errmsg)
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

        call queue_elements(self%handle, array, borrowed, described(values, zarr_int8, 1), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_int8

    subroutine write_borrowed_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_int16, 2), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_int16

    subroutine write_borrowed_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_int32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_int32

    subroutine write_borrowed_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_int64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_int64

    subroutine write_borrowed_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_float32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_real32

    subroutine write_borrowed_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_float64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine write_borrowed_real64

    subroutine write_borrowed_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_complex64, 8), start, count, &
            ticket, stat, errmsg)
    end subroutine write_borrowed_complex32

    subroutine write_borrowed_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_complex128, 16), start, count, &
            ticket, stat, errmsg)
    end subroutine write_borrowed_complex64

    subroutine write_borrowed_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, borrowed, described(values, zarr_bool, 1), start, count, ticket, &
            stat, errmsg)
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

        call queue_elements(self%handle, array, filled, described(values, zarr_int8, 1), start, count, ticket, stat, &
            errmsg)
    end subroutine read_int8

    subroutine read_int16(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_int16, 2), start, count, ticket, &
            stat, errmsg)
    end subroutine read_int16

    subroutine read_int32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_int32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine read_int32

    subroutine read_int64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_int64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine read_int64

    subroutine read_real32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_float32, 4), start, count, ticket, &
            stat, errmsg)
    end subroutine read_real32

    subroutine read_real64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_float64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine read_real64

    subroutine read_complex32(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_complex64, 8), start, count, ticket, &
            stat, errmsg)
    end subroutine read_complex32

    subroutine read_complex64(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_complex128, 16), start, count, &
            ticket, stat, errmsg)
    end subroutine read_complex64

    subroutine read_bool(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), pointer, asynchronous, intent(in) :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call queue_elements(self%handle, array, filled, described(values, zarr_bool, 1), start, count, ticket, stat, &
            errmsg)
    end subroutine read_bool

end module zarr_queues
