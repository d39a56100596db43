! A simulation that keeps its history in Zarr: heat spreads over a plate with halo cells, and every frame is appended to one
! compressed array, straight from the inner part of the plate. Then the file is opened again, as a stranger would, and a
! region is read back and compared.
!
!     heat [path of the store]
program heat
    use, intrinsic :: iso_fortran_env, only: int64, real32
    use zarr
    implicit none
    integer, parameter :: nx = 96, ny = 48, frames = 40, steps = 8
    real(real32) :: plate(0:nx + 1, 0:ny + 1), again(0:nx + 1, 0:ny + 1)
    real(real32), allocatable :: region(:, :, :)
    type(zarr_store) :: store
    type(zarr_array) :: temperature
    character(len=256) :: path
    integer :: frame
    real(real32) :: worst

    path = "heat.zarr"
    if (command_argument_count() > 0) call get_command_argument(1, path)

    ! temperature(x, y, time): chunks of 8 frames, which grow with the run.
    call store%open(path)
    call temperature%create(store, "plate/temperature", zarr_float32, [nx, ny, 0], chunks=[32, 32, 8], &
        codecs='blosc {"cname": "zstd", "clevel": 5, "shuffle": "shuffle"}', &
        dimension_names="x,y,time", replace=.true.)
    call temperature%set_attribute("units", "degC")
    call ignite(plate)
    do frame = 1, frames
        ! resize and write take the inner part of the plate where it lies; append would copy it.
        call temperature%resize([nx, ny, frame])
        call temperature%write(plate(1:nx, 1:ny), start=[1, 1, frame])
        call advance(plate)
    end do
    call temperature%close()
    call store%close()

    call store%open(path, options='{"mode": "r"}')
    call temperature%open(store, "plate/temperature")
    print '(a, 3(1x, i0))', "shape:", temperature%shape()
    print '(2a)', "units: ", temperature%attribute_text("units")
    ! The right half of every other one of the last ten frames.
    call temperature%load(region, start=[nx/2 + 1, 1, frames - 9], stride=[1, 1, 2])
    print '(a, 3(1x, i0))', "read back:", shape(region)
    worst = 0
    call ignite(again)
    do frame = 1, frames
        if (frame >= frames - 9 .and. mod(frame - (frames - 9), 2) == 0) &
            worst = max(worst, maxval(abs(region(:, :, (frame - (frames - 9))/2 + 1) - again(nx/2 + 1:nx, 1:ny))))
        call advance(again)
    end do
    if (worst > 0) error stop "what was read is not what was computed"
    print '(a)', "every value as computed"

contains

    subroutine ignite(t)
        real(real32), intent(out) :: t(0:, 0:)
        integer :: x, y

        t(:, :) = 0
        do y = 1, ny
            do x = 1, nx
                if ((y - 16)**2 + (x - 30)**2/4 < 64 .or. (y > 30 .and. y < 40 .and. x > 56 .and. x < 84)) t(x, y) = 100
            end do
        end do
    end subroutine ignite

    ! Each point moves towards the mean of its neighbours; the halo stays cold.
    subroutine advance(t)
        real(real32), intent(inout) :: t(0:, 0:)
        real(real32) :: old(0:nx + 1, 0:ny + 1)
        integer :: step

        do step = 1, steps
            old(:, :) = t
            t(1:nx, 1:ny) = old(1:nx, 1:ny) + 0.2_real32*(old(0:nx - 1, 1:ny) + old(2:nx + 1, 1:ny) &
                + old(1:nx, 0:ny - 1) + old(1:nx, 2:ny + 1) - 4*old(1:nx, 1:ny))
        end do
    end subroutine advance
end program heat
