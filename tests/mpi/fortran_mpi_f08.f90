! Collective calls from Fortran beside the module mpi_f08. What a user would lose: sections that are written from where
! they do not lie, an error that only some ranks are told.
! SPDX-License-Identifier: MIT OR Apache-2.0
program fortran_mpi_f08
    use, intrinsic :: iso_fortran_env, only: error_unit, int32, int64, real32, real64
    use mpi_f08
    use zarr
    use zarr_mpi
    implicit none
    integer, parameter :: nx = 23, ny = 31
    type(MPI_Comm) :: world
    type(zarr_store) :: store
    type(zarr_group) :: group
    type(zarr_array) :: field, flags
    real(real64), allocatable :: mine(:, :), all(:, :)
    integer(int32), allocatable :: numbers(:)
    real(real32) :: single(2, 2)
    integer(int64) :: lengths(2)
    integer :: problem, rank, ranks, first, last, i, j, stat, complete
    character(len=512) :: path, message

    call MPI_Init(problem)
    world = MPI_COMM_WORLD
    call MPI_Comm_rank(world, rank, problem)
    call MPI_Comm_size(world, ranks, problem)
    call get_command_argument(1, path)
    call zarr_set_threads(1)

    call zarr_mpi_store_open(world, store, path)
    call zarr_mpi_set_options(world, buffer_bytes=4096_int64, overlap=zarr_mpi_overlap_error)
    call zarr_mpi_group_create(world, group, store, "", replace=.true.)
    call zarr_mpi_set_attribute(world, group, "title", "of all ranks")
    call zarr_mpi_array_create(world, field, store, "field", zarr_float64, [nx, ny], chunks=[5, 7], codecs="zstd", &
        dimension_names="x,y", attributes='{"units": "K"}')

    ! Columns of this rank, inside a halo, backwards.
    first = ny*rank/ranks + 1
    last = ny*(rank + 1)/ranks
    allocate (mine(0:nx + 1, first - 1:last + 1), source=-1.0_real64)
    do j = first, last
        do i = 1, nx
            mine(nx + 1 - i, j) = value(i, j)
        end do
    end do
    call zarr_mpi_write(world, field, mine(nx:1:-1, first:last), start=[1, first])
    allocate (all(nx, ny))
    call field%read(all)
    call expect(is_field(all), "what all have written")
    all = 0
    call zarr_mpi_read(world, field, all)
    call expect(is_field(all), "what all have read")
    mine = -1
    call zarr_mpi_read(world, field, mine(nx:1:-1, first:last), start=[1, first])
    call expect(all_of(mine(nx:1:-1, first:last), first), "a part, backwards")
    call expect(count(abs(mine + 1) < 0.5) == (nx + 2)*(last - first + 3) - nx*(last - first + 1), "nothing beside it")
    ! One rank alone has something.
    call zarr_mpi_write(world, field, all(1:merge(nx, 0, rank == ranks - 1), 1:ny))

    call zarr_mpi_set_attribute(world, field, "complete", 12)
    call field%get_attribute("complete", complete)
    call expect(complete == 12, "an attribute on every rank")
    call zarr_mpi_set_attribute(world, field, "scale", 0.5_real64)
    call zarr_mpi_erase_attribute(world, field, "scale")
    call zarr_mpi_array_resize(world, field, [nx, ny + 4])
    lengths = field%shape()
    call expect(lengths(2) == ny + 4, "the shape on every rank")
    call zarr_mpi_array_refresh(world, field)

    ! One dimension, and another type.
    call zarr_mpi_array_create(world, flags, store, "flags", zarr_int32, [10*ranks], chunks=[4])
    allocate (numbers(10), source=rank)
    call zarr_mpi_write(world, flags, numbers, start=[10_int64*rank + 1])
    numbers = -1
    call zarr_mpi_read(world, flags, numbers, start=[10_int64*modulo(rank + 1, ranks) + 1])
    call expect(all_equal(numbers, modulo(rank + 1, ranks)), "the numbers of the next rank")

    ! Failures.
    single = 0
    call zarr_mpi_write(world, field, single, stat=stat, errmsg=message)
    call expect(stat == zarr_error_type_mismatch, "another type: "//trim(message))
    call zarr_mpi_write(world, field, all(1:0, 1:0), start=[nx + 2, 1], stat=stat, errmsg=message)
    call expect(stat == zarr_error_out_of_bounds, "outside: "//trim(message))
    call zarr_mpi_write(world, field, mine, start=[1.0, 2.0], stat=stat, errmsg=message)
    call expect(stat == zarr_error_invalid_argument, "start: "//trim(message))
    call field%close()
    call zarr_mpi_read(world, field, all, stat=stat)
    call expect(stat == zarr_error_invalid_handle, "a closed array")
    call zarr_mpi_array_open(world, field, store, "nothing", stat=stat, errmsg=message)
    call expect(stat == zarr_error_not_found, "no array: "//trim(message))
    call zarr_mpi_group_open(world, group, store, "field", stat=stat)
    call expect(stat == zarr_error_node_type, "no group")

    call flags%close()
    call group%close()
    call store%close()
    call MPI_Finalize(problem)
    if (rank == 0) print '(a, i0, a)', "Fortran beside mpi_f08, ", ranks, " ranks"

contains

    real(real64) function value(i, j)
        integer, intent(in) :: i, j

        value = 100*j + i
    end function value

    logical function all_of(values, from)
        real(real64), intent(in) :: values(:, :)
        integer, intent(in) :: from
        integer :: i, j

        all_of = .true.
        do j = 1, size(values, 2)
            do i = 1, size(values, 1)
                all_of = all_of .and. abs(values(i, j) - value(i, from + j - 1)) < 0.1
            end do
        end do
    end function all_of

    logical function is_field(values)
        real(real64), intent(in) :: values(:, :)

        is_field = all_of(values, 1)
    end function is_field

    logical function all_equal(values, wanted)
        integer(int32), intent(in) :: values(:)
        integer, intent(in) :: wanted

        all_equal = count(values == wanted) == size(values)
    end function all_equal

    subroutine expect(condition, what)
        logical, intent(in) :: condition
        character(len=*), intent(in) :: what
        integer :: problem

        if (condition) return
        write (error_unit, '(a, i0, 2a)') "rank ", rank, " failed: ", what
        call MPI_Abort(world, 1, problem)
        error stop 1
    end subroutine expect
end program fortran_mpi_f08
