! parallel_fortran <prefix of stores>: a model of several ranks in Fortran, which knows nothing of Zarr: each rank has
! some columns of a field, which it writes step by step.
program parallel
    use mpi
    use netcdf
    implicit none

    integer, parameter :: nx = 11, ny = 7, steps = 3
    integer :: code, rank, ranks, ncid, dims(3), field, scalar, first, last, step, length, i
    real(8) :: part(nx, ny), back(nx, ny, steps)
    character(len=1000) :: prefix

    call get_command_argument(1, prefix)
    call MPI_Init(code)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, code)
    first = ny * rank / ranks + 1
    last = ny * (rank + 1) / ranks

    call check(nf90_create("file://" // trim(prefix) // "-fortran.zarr#mode=udf0", nf90_netcdf4, ncid, &
        comm=MPI_COMM_WORLD, info=MPI_INFO_NULL))
    call check(nf90_def_dim(ncid, "x", nx, dims(1)))
    call check(nf90_def_dim(ncid, "y", ny, dims(2)))
    call check(nf90_def_dim(ncid, "time", nf90_unlimited, dims(3)))
    call check(nf90_def_var(ncid, "field", nf90_double, dims, field))
    call check(nf90_def_var(ncid, "scalar", nf90_int, scalar))
    call check(nf90_put_att(ncid, field, "units", "K"))
    call check(nf90_enddef(ncid))
    call check(nf90_var_par_access(ncid, field, nf90_collective))
    do step = 1, steps
        do i = first, last
            part(:, i) = 100 * step + i
        end do
        call check(nf90_put_var(ncid, field, part(:, first:last), start=[1, first, step], &
            count=[nx, last - first + 1, 1]))
        call check(nf90_inquire_dimension(ncid, dims(3), len=length))
        if (length /= step) call wrong("the length of time")
    end do
    if (rank == 0) call check(nf90_put_var(ncid, scalar, 5))
    call check(nf90_close(ncid))

    call check(nf90_open(place(), nf90_nowrite, ncid, comm=MPI_COMM_WORLD, info=MPI_INFO_NULL))
    call check(nf90_inq_varid(ncid, "field", field))
    call check(nf90_get_var(ncid, field, back))
    do step = 1, steps
        do i = 1, ny
            if (any(back(:, i, step) /= 100 * step + i)) call wrong("an element")
        end do
    end do
    call check(nf90_inq_varid(ncid, "scalar", scalar))
    call check(nf90_get_var(ncid, scalar, i))
    if (i /= 5) call wrong("the scalar")
    call check(nf90_close(ncid))
    call MPI_Barrier(MPI_COMM_WORLD, code)
    if (rank == 0) print '(i0, a)', ranks, " ranks: all elements are there"
    call MPI_Finalize(code)

contains

    ! From 4.9.2 on netCDF opens no directory.
    function place() result(path)
        character(len=:), allocatable :: path

        path = "file://" // trim(prefix) // "-fortran.zarr#mode=udf0"
        if (index(nf90_inq_libvers(), "4.9.0") /= 1) path = trim(prefix) // "-fortran.zarr/zarr.json"
    end function place

    subroutine wrong(what)
        character(len=*), intent(in) :: what

        print '(a, i0, 2a)', "rank ", rank, ": wrong: ", what
        call MPI_Abort(MPI_COMM_WORLD, 1, code)
    end subroutine wrong

    subroutine check(status)
        integer, intent(in) :: status

        if (status == nf90_noerr) return
        print '(a, i0, 2a)', "rank ", rank, ": ", trim(nf90_strerror(status))
        call MPI_Abort(MPI_COMM_WORLD, 1, code)
    end subroutine check
end program parallel
