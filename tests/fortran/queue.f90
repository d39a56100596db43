! Queued writes and reads. What a user would lose: elements that the compiler keeps in registers while the library reads them
! into memory, without the attribute asynchronous.
! SPDX-License-Identifier: MIT OR Apache-2.0
program queue
    use, intrinsic :: iso_c_binding
    use check
    use zarr_c
    use zarr_constants
    implicit none
    type(zarr_error), target :: error
    type(c_ptr) :: store, builder, array, jobs
    integer(c_int64_t) :: start(2), count(2), ticket, operations, bytes
    real(c_double), target :: field(6, 4)
    real(c_double), target, asynchronous :: ahead(6, 4)
    integer :: step

    call expect(zarr_store_open("memory://"//c_null_char, c_null_ptr, store, error) == zarr_ok, "open")
    call expect(zarr_array_builder_new(zarr_float64, 2, [20_c_int64_t, 24_c_int64_t], builder, error) == zarr_ok, "builder")
    call expect(zarr_array_create(store, "a"//c_null_char, builder, array, error) == zarr_ok, "create")
    call expect(zarr_queue_new(c_null_ptr, jobs, error) == zarr_ok, "a queue")
    count = [1, 24]
    do step = 0, 19
        field = step
        field(2, 1) = -step
        start = [step, 0]
        call expect(zarr_queue_write_region(jobs, array, 2, start, count, c_loc(field), c_sizeof(field), ticket, error) &
            == zarr_ok, "write")
        call expect(ticket == int(2*step + 1, c_int64_t), "its ticket")
        ahead = -1
        call expect(zarr_queue_read_region(jobs, array, 2, start, count, c_loc(ahead), c_sizeof(ahead), ticket, error) &
            == zarr_ok, "read")
        call expect(zarr_queue_wait(jobs, ticket, error) == zarr_ok, "wait for it")
        call expect(all(ahead == field), "what was written before is read")
    end do
    call expect(zarr_queue_wait(jobs, -1_c_int64_t, error) == zarr_ok, "wait for all")
    call expect(zarr_queue_wait(jobs, 99_c_int64_t, error) == zarr_error_invalid_argument, "a ticket that was not given")
    call expect(zarr_queue_pending(jobs, operations, bytes, error) == zarr_ok, "pending")
    call expect(operations == 0 .and. bytes == 0, "nothing is left")
    start = [20, 0]
    call expect(zarr_queue_write_region(jobs, array, 2, start, count, c_loc(field), c_sizeof(field), ticket, error) &
        == zarr_error_out_of_bounds, "outside")
    call zarr_queue_free(jobs)
    call zarr_array_builder_free(builder)
    call zarr_array_free(array)
    call zarr_store_free(store)
    call conclude("queue")
end program queue
