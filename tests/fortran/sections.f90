! Compiled with -Warray-temporaries -Werror, and never run: no call here may make the compiler copy a section.
! SPDX-License-Identifier: MIT OR Apache-2.0
subroutine sections(array, queue, start, count, halo, planes, corners)
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use zarr
    implicit none
    type(zarr_array), intent(in) :: array
    type(zarr_queue), intent(in) :: queue
    integer(int64), intent(in) :: start(3), count(3), corners(:, :)
    real(real64), intent(inout) :: halo(0:101, 0:101, 0:101), planes(:, :)

    call array%read(halo(1:100, 1:100, 1:100))
    call array%write(halo(1:100, 1:100, 1:100))
    call array%read(halo(1:100:3, 100:1:-1, 1:100))
    call array%write(halo(7, 1:100, 1:100), start, count)
    call array%read(planes(::2, :), start, count)
    call array%read(halo(3, 4, :))
    call array%read(halo(:, :, 1:1), corners(1, :), corners(3:1:-1, 2))
    call queue%write(array, halo(1:100:3, 100:1:-1, 1:100), corners(:, 1))
end subroutine sections
