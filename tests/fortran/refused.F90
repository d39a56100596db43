! Compiled with REFUSED as a variable that a queue must not use after the call has returned, and not run: they do not
! compile, as the queue would read into a temporary copy, or write from one that is gone.
! SPDX-License-Identifier: MIT OR Apache-2.0
subroutine refused(queue, array)
    use zarr
    implicit none
    type :: point
        real :: x
    end type point
    type(zarr_queue), intent(in) :: queue
    type(zarr_array), intent(in) :: array
    real, target, asynchronous :: values(4)
    real :: no_target(4)
    logical, target, asynchronous :: truths(4)
    type(point), target, asynchronous :: points(4)

    call queue%PROCEDURE(array, REFUSED)
end subroutine refused
