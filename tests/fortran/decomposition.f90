! Dividing an array among processes in Fortran's order: what is proposed can be created, its blocks share no chunk, and what
! meets in a chunk is found.
program decomposition
    use, intrinsic :: iso_fortran_env, only: int64
    use check
    use zarr
    implicit none
    integer, parameter :: lengths(3) = [97, 200, 300], processes(3) = [1, 2, 3]
    type(zarr_store) :: store
    type(zarr_array) :: array
    integer(int64) :: block(3), chunks(3), shards(3), starts(3, 6), counts(3, 6), few(2)
    integer :: i, j, rank, first, second, stat
    character(len=300) :: errmsg

    call zarr_propose_decomposition(lengths, 8, processes, block, chunks, shards, chunk_bytes=16384_int64, &
        shard_bytes=262144_int64)
    call expect(all(mod(shards, chunks) == 0) .and. all(mod(block, shards) == 0), "whole shards of whole chunks")
    call expect(all(block*processes >= lengths), "everything belongs to a process")
    call expect(product(chunks)*8 <= 16384, "small chunks")
    call expect(chunks(1) >= chunks(3), "the first dimension is the fastest, and divided last")

    call store%open("memory://")
    call array%create(store, "a", zarr_float64, lengths, chunks=chunks, shards=shards)
    do j = 0, 2
        do i = 0, 1
            rank = 2*j + i + 1
            starts(:, rank) = [1_int64, i*block(2) + 1, j*block(3) + 1]
            counts(:, rank) = min(block, lengths - starts(:, rank) + 1)
        end do
    end do
    call expect(zarr_array_regions_exclusive(array, starts, counts), "the blocks")
    starts(3, 4) = starts(3, 4) - 1
    call expect(.not. zarr_array_regions_exclusive(array, starts, counts, first=first, second=second), "one reaches too far")
    call expect(first == 2 .and. second == 4, "which processes meet")
    starts(3, 4) = starts(3, 4) - chunks(3) + 1
    call expect(.not. zarr_array_regions_exclusive(array, starts, counts, unit=zarr_unit_chunk), "in chunks, too")

    starts(3, 4) = 301
    first = -1
    call expect(.not. zarr_array_regions_exclusive(array, starts, counts, first=first, stat=stat, errmsg=errmsg), "outside")
    call expect_status(stat, zarr_error_out_of_bounds, errmsg, "outside")
    call expect(first == 0, "no process meets in a failure")
    call expect(.not. zarr_array_regions_exclusive(array, starts(:, :5), counts, stat=stat, errmsg=errmsg), "another number")
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "another number")
    call zarr_propose_decomposition(lengths, 8, processes, few, chunks, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a block of two dimensions")
    call zarr_propose_decomposition(lengths, 8, [1, 0, 1], block, chunks, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "no process")
    call zarr_propose_decomposition(lengths, 8, [1.0, 1.0, 1.0], block, chunks, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a process and a half")
    call array%close()
    call store%close()
    call conclude("decomposition")
end program decomposition
