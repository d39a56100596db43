! Heat spreads over a plate that the ranks of an MPI program divide among themselves: the twin of c_examples/mpi_heat.c.
! All ranks write a frame in one call, and a later run goes on from any frame, with any number of ranks. docs/mpi.md has
! the rules.
!
!     mpiexec -n 4 mpi_heat STORE aligned|even FRAMES [RESTART]
!
! aligned: each rank has whole chunks, so that nothing is sent. even: the plate is divided as evenly as possible, and a
! chunk that belongs to two ranks is written by one of them. RESTART: the frame of an earlier run to begin from; the
! first is 0.
program mpi_heat
    use, intrinsic :: iso_fortran_env, only: error_unit, int64, real64
    use mpi_f08
    use zarr
    use zarr_mpi
    implicit none
    integer, parameter :: nx = 151, ny = 203, steps = 10
    integer(int64), parameter :: chunk_bytes = 32*1024
    type(MPI_Comm) :: plane
    type(zarr_store) :: store
    type(zarr_array) :: temperature
    real(real64), allocatable :: t(:, :)
    integer :: ranks, rank, processes(2), before(2), behind(2), d
    integer(int64) :: start(2), count(2)
    integer :: frames, restart, frame
    character(len=512) :: path, how

    call MPI_Init()
    call arguments()
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    processes(:) = 0
    call MPI_Dims_create(ranks, 2, processes)
    call MPI_Cart_create(MPI_COMM_WORLD, 2, processes, [.false., .false.], .false., plane)
    call MPI_Comm_rank(plane, rank)
    do d = 1, 2
        call MPI_Cart_shift(plane, d - 1, 1, before(d), behind(d))
    end do

    call zarr_set_threads(1)                              ! the ranks are the threads
    call zarr_mpi_store_open(plane, store, path)
    if (restart < 0) call create()
    if (restart >= 0) call reopen()

    call divide()
    call report()
    if (restart < 0) then
        call ignite()
    else
        call zarr_mpi_read(plane, temperature, t(1:count(1), 1:count(2)), start=[start, int(restart + 1, int64)])
    end if
    do frame = restart + 1, frames - 1
        if (frame > 0) call advance()
        ! The part inside the halo, where it lies. When all have written, the frame counts.
        call zarr_mpi_write(plane, temperature, t(1:count(1), 1:count(2)), start=[start, int(frame + 1, int64)])
        call zarr_mpi_set_attribute(plane, temperature, "complete_frames", frame + 1)
    end do
    if (rank == 0) print '(a, i0, a, i0, a, i0, a, i0)', "frames ", restart + 1, " to ", frames - 1, " of ", ny, " x ", nx

    call temperature%close()
    call store%close()
    call MPI_Finalize()

contains

    subroutine arguments()
        character(len=20) :: number
        integer :: problem

        restart = -1
        call get_command_argument(1, path)
        call get_command_argument(2, how)
        call get_command_argument(3, number)
        read (number, *, iostat=problem) frames
        if (problem /= 0 .or. (how /= "aligned" .and. how /= "even")) &
            call stop_all("usage: mpi_heat STORE aligned|even FRAMES [RESTART]")
        if (command_argument_count() < 4) return
        call get_command_argument(4, number)
        read (number, *, iostat=problem) restart
        if (problem /= 0) call stop_all("RESTART is no number")
    end subroutine arguments

    subroutine stop_all(what)
        character(len=*), intent(in) :: what

        write (error_unit, '(2a)') "mpi_heat: ", what
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine stop_all

    ! A chunk for each frame, in shapes by which the ranks can divide the plate.
    subroutine create()
        integer(int64) :: block(2), chunks(2)

        call zarr_propose_decomposition([nx, ny], 8, processes, block, chunks, chunk_bytes=chunk_bytes)
        call zarr_mpi_array_create(plane, temperature, store, "temperature", zarr_float64, [nx, ny, frames], &
            chunks=[chunks, 1_int64], codecs="zstd", dimension_names="x,y,time", &
            attributes='{"units": "degC", "complete_frames": 0}', replace=.true.)
    end subroutine create

    ! For a restart the frames from there on no longer count, and there is room for all that are wanted.
    subroutine reopen()
        integer :: complete
        integer(int64) :: lengths(3)

        call zarr_mpi_array_open(plane, temperature, store, "temperature")
        call temperature%get_attribute("complete_frames", complete)
        lengths(:) = temperature%shape()
        if (restart >= complete .or. restart >= frames .or. lengths(1) /= nx .or. lengths(2) /= ny) &
            call stop_all("there is no such frame to begin from")
        call zarr_mpi_set_attribute(plane, temperature, "complete_frames", restart + 1)
        call zarr_mpi_array_resize(plane, temperature, [nx, ny, frames])
    end subroutine reopen

    ! Which part of the plate this rank has: a number of whole units, each of them a chunk or a point.
    subroutine divide()
        integer(int64) :: chunks(3), unit, units, length
        integer :: place(2)

        chunks(:) = temperature%chunks()
        call MPI_Cart_coords(plane, rank, 2, place)
        do d = 1, 2
            length = merge(nx, ny, d == 1)
            unit = merge(chunks(d), 1_int64, how == "aligned")
            units = (length + unit - 1)/unit
            start(d) = unit*(units*place(d)/processes(d)) + 1
            count(d) = min(unit*(units*(place(d) + 1)/processes(d)), length) - start(d) + 1
            if (count(d) <= 0) call stop_all("a rank would have nothing to do: take fewer ranks")
        end do
        allocate (t(0:count(1) + 1, 0:count(2) + 1), source=0.0_real64)
    end subroutine divide

    ! Says whether two ranks write in one chunk.
    subroutine report()
        integer(int64) :: starts(3, ranks), counts(3, ranks)
        integer :: first, second

        call MPI_Gather([start, 1_int64], 3, MPI_INTEGER8, starts, 3, MPI_INTEGER8, 0, plane)
        call MPI_Gather([count, 1_int64], 3, MPI_INTEGER8, counts, 3, MPI_INTEGER8, 0, plane)
        if (rank /= 0) return
        if (zarr_array_regions_exclusive(temperature, starts, counts, first=first, second=second)) then
            print '(i0, a)', ranks, " ranks, no chunk has two writers"
        else
            print '(i0, a, i0, a, i0, a)', ranks, " ranks, ", first - 1, " and ", second - 1, " write in one chunk"
        end if
    end subroutine report

    subroutine ignite()
        integer(int64) :: i, j, x, y

        do j = 1, count(2)
            do i = 1, count(1)
                x = start(1) + i - 2
                y = start(2) + j - 2
                if ((y - 70)**2 + (x - 50)**2 < 900 .or. (y > 120 .and. y < 160 .and. x > 60 .and. x < 140)) t(i, j) = 100
            end do
        end do
    end subroutine ignite

    ! The frame that follows: each point moves towards the mean of its neighbours; outside the plate it stays cold.
    subroutine advance()
        integer :: step, n, m

        n = int(count(1))
        m = int(count(2))
        do step = 1, steps
            call swap(1, t(1, 1:m), t(n + 1, 1:m), t(n, 1:m), t(0, 1:m), m)
            call swap(2, t(1:n, 1), t(1:n, m + 1), t(1:n, m), t(1:n, 0), n)
            t(1:n, 1:m) = t(1:n, 1:m) + 0.2_real64*(t(1:n, 0:m - 1) + t(1:n, 2:m + 1) + t(0:n - 1, 1:m) + t(2:n + 1, 1:m) &
                - 4*t(1:n, 1:m))
        end do
    end subroutine advance

    ! Gives the first line of points to the rank before and the last one to the rank behind, and takes theirs.
    subroutine swap(along, first, from_behind, last, from_before, points)
        integer, intent(in) :: along, points
        real(real64), intent(in) :: first(points), last(points)
        real(real64), intent(inout) :: from_behind(points), from_before(points)

        call MPI_Sendrecv(first, points, MPI_DOUBLE_PRECISION, before(along), 0, from_behind, points, MPI_DOUBLE_PRECISION, &
            behind(along), 0, plane, MPI_STATUS_IGNORE)
        call MPI_Sendrecv(last, points, MPI_DOUBLE_PRECISION, behind(along), 1, from_before, points, MPI_DOUBLE_PRECISION, &
            before(along), 1, plane, MPI_STATUS_IGNORE)
    end subroutine swap
end program mpi_heat
