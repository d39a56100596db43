! Dividing an array among processes. The module zarr gives these procedures the names of the C functions behind them; dimensions
! are in Fortran's order, and elements count from 1.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_decomposition
    use, intrinsic :: iso_c_binding, only: c_int32_t, c_size_t
    use, intrinsic :: iso_fortran_env, only: int64
    use zarr_arrays, only: zarr_array
    use zarr_common, only: fail, finish, index_numbers, reversed
    use zarr_constants, only: zarr_error_invalid_argument, zarr_unit_shard
    use zarr_c, only: zarr_array_regions_exclusive, zarr_error, zarr_propose_decomposition
    implicit none
    private
    public :: propose_decomposition, regions_exclusive

contains

    ! Proposes how to divide an array of a shape, with elements of item_size bytes, among processes(d) processes along each
    ! dimension: process (i, j, ...), counted from 0, writes the block that begins at element 1 + i*block(1), 1 + j*block(2), ...
    ! A chunk has at most chunk_bytes bytes, a shard about shard_bytes; without it there are no shards.
    subroutine propose_decomposition(shape, item_size, processes, block, chunks, shards, chunk_bytes, shard_bytes, stat, &
        errmsg)
        class(*), intent(in) :: shape(:), processes(:)
        integer, intent(in) :: item_size
        integer(int64), intent(out) :: block(:), chunks(:)
        integer(int64), intent(out), optional :: shards(:)
        integer(int64), intent(in), optional :: chunk_bytes, shard_bytes
        integer, intent(out), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), among(:)
        integer(int64) :: blocks(size(shape)), of_chunks(size(shape)), of_shards(size(shape))
        integer(c_size_t) :: chunk_size, shard_size
        integer(c_int32_t) :: status
        type(zarr_error) :: error
        logical :: integers, fits

        block(:) = 0
        chunks(:) = 0
        if (present(shards)) shards(:) = 0
        call index_numbers(shape, lengths, integers)
        call index_numbers(processes, among, fits)
        fits = fits .and. integers .and. item_size > 0 .and. size(among) == size(lengths) .and. &
            size(block) == size(lengths) .and. size(chunks) == size(lengths)
        if (present(shards)) fits = fits .and. size(shards) == size(lengths)
        if (.not. fits) then
            call fail(zarr_error_invalid_argument, "one integer for each dimension is expected, and elements of some bytes", &
                stat, errmsg)
            return
        end if
        chunk_size = 0
        shard_size = 0
        if (present(chunk_bytes)) chunk_size = int(chunk_bytes, c_size_t)
        if (present(shard_bytes)) shard_size = int(shard_bytes, c_size_t)
        blocks(:) = 0
        of_chunks(:) = 0
        of_shards(:) = 0
        status = zarr_propose_decomposition(size(lengths, kind=c_int32_t), reversed(lengths), int(item_size, c_size_t), &
            reversed(among), chunk_size, shard_size, blocks, of_shards, of_chunks, error)
        block(:) = reversed(blocks)
        chunks(:) = reversed(of_chunks)
        if (present(shards)) shards(:) = reversed(of_shards)
        call finish(status, error, stat, errmsg)
    end subroutine propose_decomposition

    ! Whether no shard (or chunk, as unit says) has elements of two of the regions: region i begins at starts(:, i), and has
    ! counts(:, i) elements along the dimensions. If not, first and second become the numbers of two that meet.
    function regions_exclusive(array, starts, counts, unit, first, second, stat, errmsg) result(exclusive)
        type(zarr_array), intent(in) :: array
        integer(int64), intent(in) :: starts(:, :), counts(:, :)
        integer(c_int32_t), intent(in), optional :: unit
        integer, intent(out), optional :: first, second
        integer, intent(out), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: exclusive
        integer(c_int32_t) :: status, answer, which
        integer(c_size_t) :: one, other
        type(zarr_error) :: error

        exclusive = .false.
        if (present(first)) first = 0
        if (present(second)) second = 0
        if (any(shape(starts) /= shape(counts))) then
            call fail(zarr_error_invalid_argument, "starts and counts need the same shape", stat, errmsg)
            return
        end if
        which = zarr_unit_shard
        if (present(unit)) which = unit
        answer = 0
        one = 0
        other = 0
        status = zarr_array_regions_exclusive(array%c_handle(), which, size(starts, 1, c_int32_t), &
            size(starts, 2, c_size_t), starts(size(starts, 1):1:-1, :) - 1, counts(size(counts, 1):1:-1, :), answer, one, &
            other, error)
        exclusive = answer == 1
        if (.not. exclusive .and. status == 0) then
            if (present(first)) first = int(one) + 1
            if (present(second)) second = int(other) + 1
        end if
        call finish(status, error, stat, errmsg)
    end function regions_exclusive
end module zarr_decomposition
