! Queued writes and reads. What a user would lose: time steps, failures that nothing tells, and elements that the compiler keeps in
! registers while the library reads them into memory, without the attribute asynchronous.
! SPDX-License-Identifier: MIT OR Apache-2.0
program queue
    use, intrinsic :: iso_c_binding, only: c_associated, c_int64_t, c_loc, c_null_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int64, real32, real64
    use check
    use zarr
    use zarr_c, only: zarr_error, zarr_queue_read_region, zarr_queue_wait
    implicit none
    character(len=300) :: errmsg
    integer :: stat

    call steps()
    call raw()
    call misuse()
    call nothing()
    call failures()
    call full()
    call conclude("queue")

contains

    ! Output of a simulation, and the next step of an input while this one is worked on.
    subroutine steps()
        integer, parameter :: nx = 6, ny = 4, n = 20
        type(zarr_store) :: store
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        real(real64) :: field(nx, ny)
        real(real64), allocatable, target, asynchronous :: ahead(:, :, :)
        integer(int64) :: tickets(0:1)
        integer :: step, slot

        call store%open("memory://")
        call array%create(store, "a", zarr_float64, [nx, ny, n], chunks=[nx, ny, 1])
        call queue%open(bytes=100000, threads=2)
        call expect(queue%is_open() .and. c_associated(queue%c_handle()), "it is open")
        do step = 1, n
            field = step
            field(2, 1) = -step
            call queue%write(array, field, start=[1, 1, step])
        end do
        call queue%wait()
        call expect(queue%pending_operations() == 0 .and. queue%pending_bytes() == 0, "nothing is left")

        allocate (ahead(nx, ny, 0:1))
        call queue%read(array, ahead(:, :, 1), start=[1, 1, 1], ticket=tickets(1))
        do step = 1, n
            slot = mod(step, 2)
            if (step < n) call queue%read(array, ahead(:, :, 1 - slot), start=[1, 1, step + 1], ticket=tickets(1 - slot))
            call queue%wait(tickets(slot))
            call expect(queue%is_done(tickets(slot)), "it is done")
            call expect(count(ahead(:, :, slot) == step) == nx*ny - 1, "a step that was read ahead")
            call expect(ahead(2, 1, slot) == -step, "its second element")
        end do
        ! A column of the array, by start and count.
        call queue%write(array, [1._real64, 2._real64, 3._real64], start=[3, 4, 7], count=[3, 1, 1])
        call queue%read(array, ahead(:, 4, 0), start=[1, 4, 7], count=[nx, 1, 1])
        call queue%wait()
        call expect(all(ahead(:, 4, 0) == [7, 7, 1, 2, 3, 7]), "count")
        call queue%close()
        call expect(.not. queue%is_open(), "it is closed")
        call expect(queue%pending_operations() == -1, "what is left of a closed queue")
        call array%close()
        call store%close()
    end subroutine steps

    ! The functions of C take what the types have.
    subroutine raw()
        type(zarr_store) :: store
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        type(zarr_error) :: error
        integer(int8), target, asynchronous :: back(4)
        integer(int64) :: ticket

        call store%open("memory://")
        call array%create(store, "a", zarr_int8, [4])
        call queue%open()
        call queue%write(array, [1_int8, 2_int8, 3_int8, 4_int8], ticket=ticket)
        call expect(read_raw(queue, array, back) == zarr_ok, "read without a ticket")
        call expect(zarr_queue_wait(queue%c_handle(), -1_c_int64_t, error) == zarr_ok, "wait by C")
        call expect(all(back == [1, 2, 3, 4]), "read by C")
        call queue%close()
    end subroutine raw

    function read_raw(queue, array, buffer) result(status)
        type(zarr_queue), intent(in) :: queue
        type(zarr_array), intent(in) :: array
        integer(int8), intent(inout), target, asynchronous :: buffer(4)
        type(zarr_error) :: error
        integer :: status

        status = zarr_queue_read_region(queue%c_handle(), array%c_handle(), 1, [0_c_int64_t], [4_c_int64_t], c_loc(buffer), &
            4_c_size_t, c_null_ptr, error)
    end function read_raw

    subroutine misuse()
        type(zarr_store) :: store
        type(zarr_array) :: array, closed
        type(zarr_queue) :: queue, other
        real(real32) :: values(4, 3)
        real(real64) :: wrong(4, 3)
        real(real32), target, asynchronous :: large(8, 3)
        integer(int8) :: small
        integer :: i, ticket

        call store%open("memory://")
        call array%create(store, "a", zarr_float32, [4, 3])
        values = 1
        wrong = 1
        call queue%write(array, values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "a queue that is not open")
        call queue%open(threads=-1, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "threads")
        call queue%open(bytes="many", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "bytes")
        call queue%open(threads=1)
        call queue%write(closed, values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "an array that is not open")
        call queue%write(array, wrong, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "another type")
        call queue%write(array, values, start=[2, 1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_out_of_bounds, errmsg, "outside")
        call queue%write(array, values, count=[4, 4], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_buffer_size, errmsg, "another count")
        call queue%read(array, large(1:7:2, :), stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a section with gaps")
        call expect(index(errmsg, "dimension 1") > 0, trim(errmsg))
        call queue%write_borrowed(array, large(2:5, :), stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "rows of a larger variable")
        call expect(index(errmsg, "dimension 2") > 0, trim(errmsg))
        call queue%wait(99, stat, errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a ticket that was not given")
        call expect(.not. queue%is_done(99), "it is not done")
        do i = 1, 200
            call queue%write(array, values, ticket=ticket)
        end do
        call expect(ticket == 200, "tickets")
        call queue%write(array, values, ticket=small, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, "a ticket in 8 bits")
        call queue%cancel()
        call queue%cancel(ticket, stat, errmsg)
        call expect_status(stat, zarr_ok, errmsg, "cancel what is done")
        call queue%wait()
        other = closed_queue()
        call expect(.not. other%is_open(), "a closed queue may be assigned")
        call queue%close()
        call queue%close()
    end subroutine misuse

    ! A variable without elements is no failure.
    subroutine nothing()
        type(zarr_store) :: store
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        real(real32), target, asynchronous :: none(0), values(4)

        call store%open("memory://")
        call array%create(store, "a", zarr_float32, [4])
        call queue%open()
        call queue%write(array, none, start=[3], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_ok, errmsg, "a copy of nothing")
        call queue%read(array, none, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_ok, errmsg, "reading nothing")
        values = 5
        call queue%wait()
        call queue%read(array, values)
        call queue%wait()
        call expect(all(values == 0), "nothing was written")
        call queue%close()
    end subroutine nothing

    function closed_queue() result(made)
        type(zarr_queue) :: made

        call made%close()
    end function closed_queue

    ! The failure of a write to a directory that has gone is told by the next call, by the ticket, and by waiting for all.
    subroutine failures()
        type(zarr_store) :: store
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        real(real32) :: values(4)
        integer(int64) :: ticket
        integer :: told

        call store%open("memory://")
        call array%create(store, "a", zarr_float32, [400], chunks=[4])
        call queue%open(threads=1)
        values = 1
        call array%resize([8])
        call queue%write(array, values, start=[5], ticket=ticket)
        call queue%wait(ticket)
        call store%remove("a")
        call queue%write(array, values, start=[1], ticket=ticket, stat=stat, errmsg=errmsg)
        if (stat == zarr_ok) then
            call queue%wait(ticket, stat, errmsg)
            call expect(stat /= zarr_ok .and. index(errmsg, "ticket") > 0, "told by its ticket: "//trim(errmsg))
            call queue%wait(ticket, stat, errmsg)
            call expect_status(stat, zarr_ok, errmsg, "once")
            call queue%write(array, values, start=[1])
            told = 0
            do
                call queue%wait(stat=stat, errmsg=errmsg)
                if (stat == zarr_ok) exit
                told = told + 1
            end do
            call expect(told == 1, "told by waiting for all")
            call queue%write(array, values, start=[1])
            call queue%close(stat, errmsg)
            call expect(stat /= zarr_ok .and. .not. queue%is_open(), "told by close: "//trim(errmsg))
            call queue%close(stat, errmsg)
            call expect_status(stat, zarr_ok, errmsg, "once by close")
            call queue%open(threads=1)
        else
            call expect(len_trim(errmsg) > 0, "told by the call: "//trim(errmsg))
        end if
        call queue%close()
    end subroutine failures

    ! A full queue refuses, where it was asked to.
    subroutine full()
        type(zarr_store) :: store
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        real(real32) :: values(400)

        call store%open("memory://")
        call array%create(store, "a", zarr_float32, [400])
        values = 1
        call queue%open(bytes=1000_int64, threads=1, refuse=.true.)
        call queue%write(array, values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_limit, errmsg, "larger than all")
        call queue%open(bytes=1000_int64, threads=1)
        call queue%write(array, values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_ok, errmsg, "done by the call")
        call queue%close()
    end subroutine full
end program queue
