! Two variables for one queue would be closed twice: the assignment stops the program.
! SPDX-License-Identifier: MIT OR Apache-2.0
program assigned
    use zarr
    implicit none
    type(zarr_queue) :: queue, other

    call queue%open()
    other = queue
    print '(a)', "went on"
end program assigned
