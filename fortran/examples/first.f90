! Creates a compressed array, appends steps of a simulation, and reads every other point back.
program first
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: temperature
    real :: plate(0:101, 0:51)
    real, allocatable :: points(:, :)
    integer :: step

    call store%open("first.zarr")
    call temperature%create(store, "temperature", zarr_float32, shape=[100, 50, 0], chunks=[50, 50, 4], &
        codecs=["zstd"], dimension_names=["x   ", "y   ", "time"], replace=.true.)
    call temperature%set_attribute("units", "K")
    do step = 1, 10
        plate = 273.15 + step
        call temperature%resize([100, 50, step])
        call temperature%write(plate(1:100, 1:50), start=[1, 1, step])   ! the inside of a halo, without a copy
    end do
    call temperature%load(points, start=[1, 1, 10], count=[50, 25, 1], stride=[2, 2, 1])
    print '(3(i0, 1x), f6.2)', temperature%shape(), maxval(points)
end program first
