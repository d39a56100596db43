! The work of consumer.c, in Fortran.
program consumer
    use, intrinsic :: iso_fortran_env, only: int32
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array
    integer(int32) :: values(2)

    call store%open("memory://")
    call array%create(store, "a", zarr_int32, shape=[3], codecs=["zstd"])
    call array%write([7_int32, -7_int32], start=[2])
    call array%read(values, start=[2])
    print '(a, 2(1x, i0))', zarr_version(), values
end program consumer
