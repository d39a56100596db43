! Queues: writes and reads that threads of the library do while the program goes on. docs/queue.md teaches them.
! Made of templates/zarr_queues.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_queues
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int32_t, c_int64_t, c_loc, c_null_ptr, c_ptr, &
        c_size_t, c_null_funptr
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: no_integer, no_logical, put_integer
    use zarr_arrays, only: zarr_array
    use zarr_common, only: c_text, fail, finish, at_address, reversed
    use zarr_elements, only: box_of, check_type, memory
    use zarr_messages, only: decimal
    use zarr_c, only: zarr_error, zarr_queue_cancel, zarr_queue_free, zarr_queue_is_done, zarr_queue_new, &
        zarr_queue_pending, &
        zarr_queue_read_region, zarr_queue_wait, zarr_queue_write_region, zarr_queue_write_region_then
    implicit none
    private
    public :: zarr_queue

    ! What becomes of the elements of an operation.
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
        generic :: write => write_int8_0, write_int16_0, write_int32_0, write_int64_0, write_real32_0, &
            write_real64_0, write_complex32_0, write_complex64_0, write_bool_0, write_logical32_0, write_logical64_0
        generic :: write_borrowed => borrow_int8_0, borrow_int16_0, borrow_int32_0, borrow_int64_0, borrow_real32_0, &
            borrow_real64_0, borrow_complex32_0, borrow_complex64_0, borrow_bool_0
        generic :: read => read_int8_0, read_int16_0, read_int32_0, read_int64_0, read_real32_0, read_real64_0, &
            read_complex32_0, read_complex64_0, read_bool_0
        generic :: write => write_int8_1, write_int16_1, write_int32_1, write_int64_1, write_real32_1, &
            write_real64_1, write_complex32_1, write_complex64_1, write_bool_1, write_logical32_1, write_logical64_1
        generic :: write_borrowed => borrow_int8_1, borrow_int16_1, borrow_int32_1, borrow_int64_1, borrow_real32_1, &
            borrow_real64_1, borrow_complex32_1, borrow_complex64_1, borrow_bool_1
        generic :: read => read_int8_1, read_int16_1, read_int32_1, read_int64_1, read_real32_1, read_real64_1, &
            read_complex32_1, read_complex64_1, read_bool_1
        generic :: write => write_int8_2, write_int16_2, write_int32_2, write_int64_2, write_real32_2, &
            write_real64_2, write_complex32_2, write_complex64_2, write_bool_2, write_logical32_2, write_logical64_2
        generic :: write_borrowed => borrow_int8_2, borrow_int16_2, borrow_int32_2, borrow_int64_2, borrow_real32_2, &
            borrow_real64_2, borrow_complex32_2, borrow_complex64_2, borrow_bool_2
        generic :: read => read_int8_2, read_int16_2, read_int32_2, read_int64_2, read_real32_2, read_real64_2, &
            read_complex32_2, read_complex64_2, read_bool_2
        generic :: write => write_int8_3, write_int16_3, write_int32_3, write_int64_3, write_real32_3, &
            write_real64_3, write_complex32_3, write_complex64_3, write_bool_3, write_logical32_3, write_logical64_3
        generic :: write_borrowed => borrow_int8_3, borrow_int16_3, borrow_int32_3, borrow_int64_3, borrow_real32_3, &
            borrow_real64_3, borrow_complex32_3, borrow_complex64_3, borrow_bool_3
        generic :: read => read_int8_3, read_int16_3, read_int32_3, read_int64_3, read_real32_3, read_real64_3, &
            read_complex32_3, read_complex64_3, read_bool_3
        generic :: write => write_int8_4, write_int16_4, write_int32_4, write_int64_4, write_real32_4, &
            write_real64_4, write_complex32_4, write_complex64_4, write_bool_4, write_logical32_4, write_logical64_4
        generic :: write_borrowed => borrow_int8_4, borrow_int16_4, borrow_int32_4, borrow_int64_4, borrow_real32_4, &
            borrow_real64_4, borrow_complex32_4, borrow_complex64_4, borrow_bool_4
        generic :: read => read_int8_4, read_int16_4, read_int32_4, read_int64_4, read_real32_4, read_real64_4, &
            read_complex32_4, read_complex64_4, read_bool_4
        generic :: write => write_int8_5, write_int16_5, write_int32_5, write_int64_5, write_real32_5, &
            write_real64_5, write_complex32_5, write_complex64_5, write_bool_5, write_logical32_5, write_logical64_5
        generic :: write_borrowed => borrow_int8_5, borrow_int16_5, borrow_int32_5, borrow_int64_5, borrow_real32_5, &
            borrow_real64_5, borrow_complex32_5, borrow_complex64_5, borrow_bool_5
        generic :: read => read_int8_5, read_int16_5, read_int32_5, read_int64_5, read_real32_5, read_real64_5, &
            read_complex32_5, read_complex64_5, read_bool_5
        generic :: write => write_int8_6, write_int16_6, write_int32_6, write_int64_6, write_real32_6, &
            write_real64_6, write_complex32_6, write_complex64_6, write_bool_6, write_logical32_6, write_logical64_6
        generic :: write_borrowed => borrow_int8_6, borrow_int16_6, borrow_int32_6, borrow_int64_6, borrow_real32_6, &
            borrow_real64_6, borrow_complex32_6, borrow_complex64_6, borrow_bool_6
        generic :: read => read_int8_6, read_int16_6, read_int32_6, read_int64_6, read_real32_6, read_real64_6, &
            read_complex32_6, read_complex64_6, read_bool_6
        generic :: write => write_int8_7, write_int16_7, write_int32_7, write_int64_7, write_real32_7, &
            write_real64_7, write_complex32_7, write_complex64_7, write_bool_7, write_logical32_7, write_logical64_7
        generic :: write_borrowed => borrow_int8_7, borrow_int16_7, borrow_int32_7, borrow_int64_7, borrow_real32_7, &
            borrow_real64_7, borrow_complex32_7, borrow_complex64_7, borrow_bool_7
        generic :: read => read_int8_7, read_int16_7, read_int32_7, read_int64_7, read_real32_7, read_real64_7, &
            read_complex32_7, read_complex64_7, read_bool_7
        procedure, private :: write_int8_0, borrow_int8_0, read_int8_0
        procedure, private :: write_int16_0, borrow_int16_0, read_int16_0
        procedure, private :: write_int32_0, borrow_int32_0, read_int32_0
        procedure, private :: write_int64_0, borrow_int64_0, read_int64_0
        procedure, private :: write_real32_0, borrow_real32_0, read_real32_0
        procedure, private :: write_real64_0, borrow_real64_0, read_real64_0
        procedure, private :: write_complex32_0, borrow_complex32_0, read_complex32_0
        procedure, private :: write_complex64_0, borrow_complex64_0, read_complex64_0
        procedure, private :: write_bool_0, borrow_bool_0, read_bool_0
        procedure, private :: write_logical32_0
        procedure, private :: write_logical64_0
        procedure, private :: write_int8_1, borrow_int8_1, read_int8_1
        procedure, private :: write_int16_1, borrow_int16_1, read_int16_1
        procedure, private :: write_int32_1, borrow_int32_1, read_int32_1
        procedure, private :: write_int64_1, borrow_int64_1, read_int64_1
        procedure, private :: write_real32_1, borrow_real32_1, read_real32_1
        procedure, private :: write_real64_1, borrow_real64_1, read_real64_1
        procedure, private :: write_complex32_1, borrow_complex32_1, read_complex32_1
        procedure, private :: write_complex64_1, borrow_complex64_1, read_complex64_1
        procedure, private :: write_bool_1, borrow_bool_1, read_bool_1
        procedure, private :: write_logical32_1
        procedure, private :: write_logical64_1
        procedure, private :: write_int8_2, borrow_int8_2, read_int8_2
        procedure, private :: write_int16_2, borrow_int16_2, read_int16_2
        procedure, private :: write_int32_2, borrow_int32_2, read_int32_2
        procedure, private :: write_int64_2, borrow_int64_2, read_int64_2
        procedure, private :: write_real32_2, borrow_real32_2, read_real32_2
        procedure, private :: write_real64_2, borrow_real64_2, read_real64_2
        procedure, private :: write_complex32_2, borrow_complex32_2, read_complex32_2
        procedure, private :: write_complex64_2, borrow_complex64_2, read_complex64_2
        procedure, private :: write_bool_2, borrow_bool_2, read_bool_2
        procedure, private :: write_logical32_2
        procedure, private :: write_logical64_2
        procedure, private :: write_int8_3, borrow_int8_3, read_int8_3
        procedure, private :: write_int16_3, borrow_int16_3, read_int16_3
        procedure, private :: write_int32_3, borrow_int32_3, read_int32_3
        procedure, private :: write_int64_3, borrow_int64_3, read_int64_3
        procedure, private :: write_real32_3, borrow_real32_3, read_real32_3
        procedure, private :: write_real64_3, borrow_real64_3, read_real64_3
        procedure, private :: write_complex32_3, borrow_complex32_3, read_complex32_3
        procedure, private :: write_complex64_3, borrow_complex64_3, read_complex64_3
        procedure, private :: write_bool_3, borrow_bool_3, read_bool_3
        procedure, private :: write_logical32_3
        procedure, private :: write_logical64_3
        procedure, private :: write_int8_4, borrow_int8_4, read_int8_4
        procedure, private :: write_int16_4, borrow_int16_4, read_int16_4
        procedure, private :: write_int32_4, borrow_int32_4, read_int32_4
        procedure, private :: write_int64_4, borrow_int64_4, read_int64_4
        procedure, private :: write_real32_4, borrow_real32_4, read_real32_4
        procedure, private :: write_real64_4, borrow_real64_4, read_real64_4
        procedure, private :: write_complex32_4, borrow_complex32_4, read_complex32_4
        procedure, private :: write_complex64_4, borrow_complex64_4, read_complex64_4
        procedure, private :: write_bool_4, borrow_bool_4, read_bool_4
        procedure, private :: write_logical32_4
        procedure, private :: write_logical64_4
        procedure, private :: write_int8_5, borrow_int8_5, read_int8_5
        procedure, private :: write_int16_5, borrow_int16_5, read_int16_5
        procedure, private :: write_int32_5, borrow_int32_5, read_int32_5
        procedure, private :: write_int64_5, borrow_int64_5, read_int64_5
        procedure, private :: write_real32_5, borrow_real32_5, read_real32_5
        procedure, private :: write_real64_5, borrow_real64_5, read_real64_5
        procedure, private :: write_complex32_5, borrow_complex32_5, read_complex32_5
        procedure, private :: write_complex64_5, borrow_complex64_5, read_complex64_5
        procedure, private :: write_bool_5, borrow_bool_5, read_bool_5
        procedure, private :: write_logical32_5
        procedure, private :: write_logical64_5
        procedure, private :: write_int8_6, borrow_int8_6, read_int8_6
        procedure, private :: write_int16_6, borrow_int16_6, read_int16_6
        procedure, private :: write_int32_6, borrow_int32_6, read_int32_6
        procedure, private :: write_int64_6, borrow_int64_6, read_int64_6
        procedure, private :: write_real32_6, borrow_real32_6, read_real32_6
        procedure, private :: write_real64_6, borrow_real64_6, read_real64_6
        procedure, private :: write_complex32_6, borrow_complex32_6, read_complex32_6
        procedure, private :: write_complex64_6, borrow_complex64_6, read_complex64_6
        procedure, private :: write_bool_6, borrow_bool_6, read_bool_6
        procedure, private :: write_logical32_6
        procedure, private :: write_logical64_6
        procedure, private :: write_int8_7, borrow_int8_7, read_int8_7
        procedure, private :: write_int16_7, borrow_int16_7, read_int16_7
        procedure, private :: write_int32_7, borrow_int32_7, read_int32_7
        procedure, private :: write_int64_7, borrow_int64_7, read_int64_7
        procedure, private :: write_real32_7, borrow_real32_7, read_real32_7
        procedure, private :: write_real64_7, borrow_real64_7, read_real64_7
        procedure, private :: write_complex32_7, borrow_complex32_7, read_complex32_7
        procedure, private :: write_complex64_7, borrow_complex64_7, read_complex64_7
        procedure, private :: write_bool_7, borrow_bool_7, read_bool_7
        procedure, private :: write_logical32_7
        procedure, private :: write_logical64_7
        ! What becomes of it
        procedure :: wait => queue_wait
        procedure :: is_done => queue_is_done
        procedure :: cancel => queue_cancel
        procedure :: pending_operations => queue_pending_operations
        procedure :: pending_bytes => queue_pending_bytes
        ! The handle for functions of zarr_c
        procedure :: c_handle => queue_c_handle
        generic, private :: assignment(=) => refuse
        procedure, private :: refuse => queue_refuse
        final :: queue_final
    end type zarr_queue

contains

    ! Makes a queue: of at most so many bytes of memory (268435456), of so many threads (as many as a call has). A call that
    ! finds no room waits, or with refuse=.true. ends with zarr_error_limit.
    subroutine queue_open(self, bytes, threads, refuse, stat, errmsg)
        class(zarr_queue), intent(inout) :: self
        class(*), intent(in), optional :: bytes, threads, refuse
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(zarr_error) :: error
        integer(int64) :: most, workers
        logical :: refuses

        most = 268435456_int64
        workers = 0
        refuses = .false.
        if (no_logical(refuse, "refuse", refuses, stat, errmsg)) return
        if (no_integer(bytes, "bytes", most, stat, errmsg)) return
        if (no_integer(threads, "threads", workers, stat, errmsg)) return
        call self%close()
        call json%set('{"bytes": '//decimal(most)//', "threads": '//decimal(workers)//', "full": "'// &
            trim(merge("refuse", "wait  ", refuses))//'"}')
        call finish(zarr_queue_new(json%place(), self%handle, error), error, stat, errmsg)
    end subroutine queue_open

    ! Waits for everything. What fails then is told to nothing: call wait before. A queue that is not open is fine.
    subroutine queue_close(self)
        class(zarr_queue), intent(inout) :: self

        call zarr_queue_free(self%handle)
        self%handle = c_null_ptr
    end subroutine queue_close

    subroutine queue_final(self)
        type(zarr_queue), intent(inout) :: self

        call self%close()
    end subroutine queue_final

    ! Whether the queue is open.
    function queue_is_open(self) result(open)
        class(zarr_queue), intent(in) :: self
        logical :: open

        open = c_associated(self%handle)
    end function queue_is_open

    ! The handle for functions of zarr_c, lent as long as the variable stays as it is.
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
        error stop 1
    end subroutine queue_refuse

    ! Waits until the operation of a ticket is finished, and gives its failure; without a ticket for all that was queued
    ! before. Then it gives the first failure that was not told yet: call it until stat is zarr_ok.
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

    ! Cancels the operation of a ticket, or all, and does not wait for that. One that has begun ends after the chunks that it is at.
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

    ! Whether the operation of a ticket is finished; .false. for a ticket that the queue has not given.
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

    ! The operations that are not finished; -1 for a queue that is not open.
    function queue_pending_operations(self) result(operations)
        class(zarr_queue), intent(in) :: self
        integer(int64) :: operations, bytes
        type(zarr_error) :: error

        if (zarr_queue_pending(self%handle, operations, bytes, error) /= zarr_ok) operations = -1
    end function queue_pending_operations

    ! The bytes of memory that they have; -1 for a queue that is not open.
    function queue_pending_bytes(self) result(bytes)
        class(zarr_queue), intent(in) :: self
        integer(int64) :: operations, bytes
        type(zarr_error) :: error

        if (zarr_queue_pending(self%handle, operations, bytes, error) /= zarr_ok) bytes = -1
    end function queue_pending_bytes

    ! Queues an operation on a variable.
    subroutine queue_elements(queue, array, way, there, start, count, ticket, stat, errmsg)
        type(c_ptr), intent(in) :: queue
        type(zarr_array), intent(in) :: array
        integer, intent(in) :: way
        type(memory), intent(in) :: there
        class(*), intent(in), optional :: start(:), count(:)
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
        integer :: d
        logical :: fits

        call box_of(array%c_handle(), there%extents(:there%rank), start, count, first=first, lengths=lengths, &
            steps=steps, &
            status=status, message=message)
        if (status == zarr_ok) call check_type(array%c_handle(), there, "a queue", &
            "write and read of the array convert", status, &
            message)
        whole = there%item
        do d = 1, there%rank
            if (status == zarr_ok .and. there%extents(d) > 1 .and. there%strides(d) /= whole .and. way /= copied) then
                status = zarr_error_invalid_argument
                message = "the elements of the variable do not lie one behind the other along its dimension "// &
                    decimal(int(d, int64))//", as they have to where no copy is made"
            end if
            whole = whole*there%extents(d)
        end do
        if (status /= zarr_ok) then
            call fail(status, message, stat, errmsg)
            return
        end if
        n = size(first, kind=c_int32_t)
        first = reversed(first - 1)
        lengths = reversed(lengths)
        bytes = int(max(whole, 0_c_int64_t), c_size_t)
        buffer = c_null_ptr
        if (bytes > 0) buffer = at_address(there%first)
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

    ! Queues the writing of elements, of exactly the type of the array, and copies them: the variable is free again. start and count
    ! are those of write of an array. Of a ticket wait gives the failure; without one the next call does.
    subroutine write_int8_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_0

    ! As write, without a copy: the variable stays as it is until the operation was waited for, and is asynchronous. Its elements lie
    ! one behind the other.
    subroutine borrow_int8_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_0

    ! Queues the reading of elements, of exactly the type of the array, into a variable that is asynchronous: it stays, and is not looked
    ! at, until the operation was waited for. Its elements lie one behind the other.
    subroutine read_int8_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_0

    subroutine write_int16_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_0

    subroutine borrow_int16_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_0

    subroutine read_int16_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_0

    subroutine write_int32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_0

    subroutine borrow_int32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_0

    subroutine read_int32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_0

    subroutine write_int64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_0

    subroutine borrow_int64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_0

    subroutine read_int64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_0

    subroutine write_real32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_0

    subroutine borrow_real32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_0

    subroutine read_real32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_0

    subroutine write_real64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_0

    subroutine borrow_real64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_0

    subroutine read_real64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_0

    subroutine write_complex32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_0

    subroutine borrow_complex32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_0

    subroutine read_complex32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_0

    subroutine write_complex64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_0

    subroutine borrow_complex64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_0

    subroutine read_complex64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_0

    subroutine write_bool_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_0

    subroutine borrow_bool_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_0

    subroutine read_bool_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_0

    subroutine write_logical32_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes

        allocate (bytes)
        bytes = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_0

    subroutine write_logical64_0(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes

        allocate (bytes)
        bytes = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_0

    subroutine write_int8_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_1

    subroutine borrow_int8_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_1

    subroutine read_int8_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_1

    subroutine write_int16_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_1

    subroutine borrow_int16_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_1

    subroutine read_int16_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_1

    subroutine write_int32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_1

    subroutine borrow_int32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_1

    subroutine read_int32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_1

    subroutine write_int64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_1

    subroutine borrow_int64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_1

    subroutine read_int64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_1

    subroutine write_real32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_1

    subroutine borrow_real32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_1

    subroutine read_real32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_1

    subroutine write_real64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_1

    subroutine borrow_real64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_1

    subroutine read_real64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_1

    subroutine write_complex32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_1

    subroutine borrow_complex32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_1

    subroutine read_complex32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_1

    subroutine write_complex64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_1

    subroutine borrow_complex64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_1

    subroutine read_complex64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_1

    subroutine write_bool_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_1

    subroutine borrow_bool_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_1

    subroutine read_bool_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_1

    subroutine write_logical32_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_1

    subroutine write_logical64_1(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_1

    subroutine write_int8_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_2

    subroutine borrow_int8_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_2

    subroutine read_int8_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_2

    subroutine write_int16_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_2

    subroutine borrow_int16_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_2

    subroutine read_int16_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_2

    subroutine write_int32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_2

    subroutine borrow_int32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_2

    subroutine read_int32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_2

    subroutine write_int64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_2

    subroutine borrow_int64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_2

    subroutine read_int64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_2

    subroutine write_real32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_2

    subroutine borrow_real32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_2

    subroutine read_real32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_2

    subroutine write_real64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_2

    subroutine borrow_real64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_2

    subroutine read_real64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_2

    subroutine write_complex32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_2

    subroutine borrow_complex32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_2

    subroutine read_complex32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_2

    subroutine write_complex64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_2

    subroutine borrow_complex64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_2

    subroutine read_complex64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_2

    subroutine write_bool_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_2

    subroutine borrow_bool_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_2

    subroutine read_bool_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_2

    subroutine write_logical32_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_2

    subroutine write_logical64_2(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_2

    subroutine write_int8_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_3

    subroutine borrow_int8_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_3

    subroutine read_int8_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_3

    subroutine write_int16_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_3

    subroutine borrow_int16_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_3

    subroutine read_int16_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_3

    subroutine write_int32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_3

    subroutine borrow_int32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_3

    subroutine read_int32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_3

    subroutine write_int64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_3

    subroutine borrow_int64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_3

    subroutine read_int64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_3

    subroutine write_real32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_3

    subroutine borrow_real32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_3

    subroutine read_real32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_3

    subroutine write_real64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_3

    subroutine borrow_real64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_3

    subroutine read_real64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_3

    subroutine write_complex32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_3

    subroutine borrow_complex32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_3

    subroutine read_complex32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_3

    subroutine write_complex64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_3

    subroutine borrow_complex64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_3

    subroutine read_complex64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_3

    subroutine write_bool_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_3

    subroutine borrow_bool_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_3

    subroutine read_bool_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_3

    subroutine write_logical32_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_3

    subroutine write_logical64_3(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_3

    subroutine write_int8_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_4

    subroutine borrow_int8_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_4

    subroutine read_int8_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_4

    subroutine write_int16_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_4

    subroutine borrow_int16_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_4

    subroutine read_int16_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_4

    subroutine write_int32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_4

    subroutine borrow_int32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_4

    subroutine read_int32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_4

    subroutine write_int64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_4

    subroutine borrow_int64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_4

    subroutine read_int64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_4

    subroutine write_real32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_4

    subroutine borrow_real32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_4

    subroutine read_real32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_4

    subroutine write_real64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_4

    subroutine borrow_real64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_4

    subroutine read_real64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_4

    subroutine write_complex32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_4

    subroutine borrow_complex32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_4

    subroutine read_complex32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_4

    subroutine write_complex64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_4

    subroutine borrow_complex64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_4

    subroutine read_complex64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_4

    subroutine write_bool_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_4

    subroutine borrow_bool_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_4

    subroutine read_bool_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_4

    subroutine write_logical32_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_4

    subroutine write_logical64_4(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_4

    subroutine write_int8_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_5

    subroutine borrow_int8_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_5

    subroutine read_int8_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_5

    subroutine write_int16_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_5

    subroutine borrow_int16_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_5

    subroutine read_int16_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_5

    subroutine write_int32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_5

    subroutine borrow_int32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_5

    subroutine read_int32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_5

    subroutine write_int64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_5

    subroutine borrow_int64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_5

    subroutine read_int64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_5

    subroutine write_real32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_5

    subroutine borrow_real32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_5

    subroutine read_real32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_5

    subroutine write_real64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_5

    subroutine borrow_real64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_5

    subroutine read_real64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_5

    subroutine write_complex32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_5

    subroutine borrow_complex32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_5

    subroutine read_complex32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_5

    subroutine write_complex64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_5

    subroutine borrow_complex64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_5

    subroutine read_complex64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_5

    subroutine write_bool_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_5

    subroutine borrow_bool_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_5

    subroutine read_bool_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_5

    subroutine write_logical32_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_5

    subroutine write_logical64_5(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_5

    subroutine write_int8_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_6

    subroutine borrow_int8_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_6

    subroutine read_int8_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_6

    subroutine write_int16_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_6

    subroutine borrow_int16_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_6

    subroutine read_int16_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_6

    subroutine write_int32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_6

    subroutine borrow_int32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_6

    subroutine read_int32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_6

    subroutine write_int64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_6

    subroutine borrow_int64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_6

    subroutine read_int64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_6

    subroutine write_real32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_6

    subroutine borrow_real32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_6

    subroutine read_real32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_6

    subroutine write_real64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_6

    subroutine borrow_real64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_6

    subroutine read_real64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_6

    subroutine write_complex32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_6

    subroutine borrow_complex32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_6

    subroutine read_complex32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_6

    subroutine write_complex64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_6

    subroutine borrow_complex64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_6

    subroutine read_complex64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_6

    subroutine write_bool_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_6

    subroutine borrow_bool_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_6

    subroutine read_bool_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_6

    subroutine write_logical32_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_6

    subroutine write_logical64_6(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_6

    subroutine write_int8_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int8_7

    subroutine borrow_int8_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int8_7

    subroutine read_int8_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int8_7

    subroutine write_int16_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int16_7

    subroutine borrow_int16_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int16_7

    subroutine read_int16_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int16), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int16_7

    subroutine write_int32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int32_7

    subroutine borrow_int32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int32_7

    subroutine read_int32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int32_7

    subroutine write_int64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_int64_7

    subroutine borrow_int64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_int64_7

    subroutine read_int64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        integer(int64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_int64_7

    subroutine write_real32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real32_7

    subroutine borrow_real32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real32_7

    subroutine read_real32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real32_7

    subroutine write_real64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_real64_7

    subroutine borrow_real64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_real64_7

    subroutine read_real64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        real(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_real64_7

    subroutine write_complex32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex32_7

    subroutine borrow_complex32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex32_7

    subroutine read_complex32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real32), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex32_7

    subroutine write_complex64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_complex64_7

    subroutine borrow_complex64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_complex64_7

    subroutine read_complex64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        complex(real64), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_complex64_7

    subroutine write_bool_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, copied, there, start, count, ticket, stat, errmsg)
    end subroutine write_bool_7

    subroutine borrow_bool_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(in), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, borrowed, there, start, count, ticket, stat, errmsg)
    end subroutine borrow_bool_7

    subroutine read_bool_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(c_bool), intent(inout), target, asynchronous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call queue_elements(self%handle, array, filled, there, start, count, ticket, stat, errmsg)
    end subroutine read_bool_7

    subroutine write_logical32_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int32), intent(in) :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical32_7

    subroutine write_logical64_7(self, array, values, start, count, ticket, stat, errmsg)
        class(zarr_queue), intent(in) :: self
        type(zarr_array), intent(in) :: array
        logical(int64), intent(in) :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: start(:), count(:)
        class(*), intent(inout), optional :: ticket
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%write(array, bytes, start, count, ticket, stat, errmsg)
    end subroutine write_logical64_7

end module zarr_queues
