! A model that writes steps and reads them back, through netCDF for Fortran.
program model
    use netcdf
    implicit none
    character(len=1000) :: path
    integer :: ncid, x, time, field, step, lengths(2)
    real :: values(5), back(5, 4)
    character(len=20) :: units

    call get_command_argument(1, path)
    call check(nf90_create(trim(path), nf90_netcdf4, ncid))
    call check(nf90_def_dim(ncid, "x", 5, x))
    call check(nf90_def_dim(ncid, "time", nf90_unlimited, time))
    call check(nf90_def_var(ncid, "field", nf90_float, [x, time], field, chunksizes=[5, 2], deflate_level=3))
    call check(nf90_put_att(ncid, field, "units", "K"))
    call check(nf90_enddef(ncid))
    do step = 1, 4
        values = 10.0 * step
        call check(nf90_put_var(ncid, field, values, start=[1, step], count=[5, 1]))
    end do
    call check(nf90_close(ncid))

    call check(nf90_open(trim(path), nf90_nowrite, ncid))
    call check(nf90_inq_varid(ncid, "field", field))
    call check(nf90_inquire_variable(ncid, field, chunksizes=lengths))
    if (any(lengths /= [5, 2])) error stop "other chunks"
    call check(nf90_get_att(ncid, field, "units", units))
    if (units /= "K") error stop "other units"
    call check(nf90_get_var(ncid, field, back))
    do step = 1, 4
        if (any(back(:, step) /= 10.0 * step)) error stop "other values"
    end do
    call check(nf90_close(ncid))
    print '(a)', "all values are there"

contains

    subroutine check(status)
        integer, intent(in) :: status

        if (status /= nf90_noerr) then
            print '(a)', nf90_strerror(status)
            error stop 1
        end if
    end subroutine check
end program model
