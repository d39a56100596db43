! The twin of c_examples/quickstart.c: creates a compressed array, writes a part of it, and reads the part back.
program first
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: temperature
    real :: values(3, 2) = reshape([1, 2, 3, 4, 5, 6], [3, 2])

    call store%open("first.zarr")
    call temperature%create(store, "temperature", zarr_float32, shape=[1000, 1000], chunks=[100, 100], codecs=["zstd"], &
        replace=.true.)
    call temperature%write(values, start=[21, 11])
    values = 0
    call temperature%read(values, start=[21, 11])
    print '(i0, 1x, i0, 1x, i0)', nint(values)
    call temperature%close()
    call store%close()
end program first
