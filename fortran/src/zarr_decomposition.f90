! Divides an array among processes. The module zarr gives these procedures the names of the C functions behind them; dimensions
! are in Fortran's order, and elements count from 1.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_decomposition
    use, intrinsic :: iso_c_binding, only: c_int32_t, c_size_t
    use, intrinsic :: iso_fortran_env, only: int64
    use zarr_arrays, only: zarr_array
    use zarr_arguments, only: check_from_one, narrow, no_integer, put_integer, put_integers, region_numbers
    use zarr_numbers, only: decimal
    use zarr_common, only: fail, finish, index_numbers, reversed
    use zarr_constants, only: zarr_error_invalid_argument, zarr_error_range, zarr_ok, zarr_unit_shard
    use zarr_c, only: zarr_array_regions_exclusive, zarr_error, zarr_propose_decomposition
    implicit none
    private
    public :: propose_decomposition, regions_exclusive

contains

    ! Propose a division of an array of a shape, with elements of item_size bytes, among processes(d) processes along each
    ! dimension: process (i, j, ...), counted from 0, writes the block that begins at element 1 + i*block(1), 1 + j*block(2), ...
    ! A chunk has at most chunk_bytes bytes, a shard about shard_bytes; without it there are no shards.
    subroutine propose_decomposition(shape, item_size, processes, block, chunks, shards, chunk_bytes, shard_bytes, stat, &
        errmsg)
        type(*), intent(in) :: shape(:), processes(:)
        class(*), intent(in) :: item_size
        type(*), intent(inout) :: block(:), chunks(:)
        type(*), intent(inout), optional :: shards(..)
        class(*), intent(in), optional :: chunk_bytes, shard_bytes
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), among(:)
        integer(int64) :: blocks(size(shape)), of_chunks(size(shape)), of_shards(size(shape))
        integer(int64) :: item, chunk_size, shard_size
        integer(c_int32_t) :: status
        type(zarr_error) :: error
        logical :: integers, fits, given

        chunk_size = 0
        shard_size = 0
        if (no_integer(item_size, "item_size", item, stat, errmsg)) return
        if (no_integer(chunk_bytes, "chunk_bytes", chunk_size, stat, errmsg)) return
        if (no_integer(shard_bytes, "shard_bytes", shard_size, stat, errmsg)) return
        call index_numbers(shape, lengths, integers)
        call index_numbers(processes, among, given)
        blocks(:) = 0
        of_chunks(:) = 0
        of_shards(:) = 0
        call give(blocks, of_chunks, of_shards, block, chunks, shards, fits)
        fits = fits .and. given .and. integers .and. item > 0 .and. size(among) == size(lengths)
        if (.not. fits) then
            call fail(zarr_error_invalid_argument, "one integer for each dimension is expected, and elements of some bytes", &
                stat, errmsg)
            return
        end if
        status = zarr_propose_decomposition(size(lengths, kind=c_int32_t), reversed(lengths), int(item, c_size_t), &
            reversed(among), int(chunk_size, c_size_t), int(shard_size, c_size_t), blocks, of_shards, of_chunks, error)
        call give(blocks, of_chunks, of_shards, block, chunks, shards, fits)
        if (status == 0 .and. .not. fits) then
            call fail(zarr_error_range, "block, chunks or shards do not fit the kind of integer", stat, errmsg)
        else
            call finish(status, error, stat, errmsg)
        end if
    end subroutine propose_decomposition

    ! Set the lists of the caller. An internal procedure would not do: flang 22 ends with an internal error where one uses an
    ! argument of assumed rank of its host.
    subroutine give(blocks, of_chunks, of_shards, block, chunks, shards, fits)
        integer(int64), intent(in) :: blocks(:), of_chunks(:), of_shards(:)
        type(*), intent(inout) :: block(:), chunks(:)
        type(*), intent(inout), optional :: shards(..)
        logical, intent(out) :: fits
        logical :: fit_chunks, fit_shards

        fit_shards = .true.
        call put_integers(reversed(blocks), block, fits)
        call put_integers(reversed(of_chunks), chunks, fit_chunks)
        if (present(shards)) call put_integers(reversed(of_shards), shards, fit_shards)
        fits = fits .and. fit_chunks .and. fit_shards
    end subroutine give

    ! True when no shard (or chunk, as unit says) has elements of two of the regions: region i begins at starts(:, i), and has
    ! counts(:, i) elements along the dimensions. If not, first and second become the numbers of two that meet, counted from 1.
    function regions_exclusive(array, starts, counts, unit, first, second, stat, errmsg) result(exclusive)
        type(zarr_array), intent(in) :: array
        type(*), intent(in) :: starts(:, :), counts(:, :)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: first, second
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: exclusive
        integer(int64), allocatable :: begins(:, :), lengths(:, :)
        integer(int64) :: which
        integer(c_int32_t) :: status, answer, n
        integer(c_size_t) :: one, other
        type(zarr_error) :: error
        character(len=:), allocatable :: message
        integer :: i
        logical :: good, fits

        exclusive = .false.
        which = zarr_unit_shard
        call tell(0_int64, 0_int64, good)
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        call region_numbers(starts, begins, fits)
        good = good .and. fits
        call region_numbers(counts, lengths, fits)
        if (.not. (good .and. fits)) then
            call fail(zarr_error_invalid_argument, "starts, counts, first and second: integers are expected", stat, errmsg)
            return
        end if
        if (any(shape(begins) /= shape(lengths))) then
            call fail(zarr_error_invalid_argument, "starts and counts need the same shape", stat, errmsg)
            return
        end if
        status = zarr_ok
        do i = 1, size(begins, 2)
            call check_from_one(begins(:, i), "elements", status, message)
            if (status /= zarr_ok) then
                call fail(status, "region "//decimal(int(i, int64))//": "//message, stat, errmsg)
                return
            end if
        end do
        answer = 0
        one = 0
        other = 0
        n = size(begins, 1, c_int32_t)
        status = zarr_array_regions_exclusive(array%c_handle(), narrow(which), n, size(begins, 2, c_size_t), &
            begins(n:1:-1, :) - 1, lengths(n:1:-1, :), answer, one, other, error)
        exclusive = answer == 1
        if (.not. exclusive .and. status == 0) call tell(int(one, int64) + 1, int(other, int64) + 1, good)
        if (.not. good) then
            call fail(zarr_error_range, "first or second does not fit its kind of integer", stat, errmsg)
        else
            call finish(status, error, stat, errmsg)
        end if

    contains

        subroutine tell(one_number, other_number, fits)
            integer(int64), intent(in) :: one_number, other_number
            logical, intent(out) :: fits
            logical :: second_fits

            fits = .true.
            second_fits = .true.
            if (present(first)) call put_integer(one_number, first, fits)
            if (present(second)) call put_integer(other_number, second, second_fits)
            fits = fits .and. second_fits
        end subroutine tell
    end function regions_exclusive
end module zarr_decomposition
