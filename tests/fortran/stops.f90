! Without stat a failure stops the program with its message: an array that is not there.
! SPDX-License-Identifier: MIT OR Apache-2.0
program stops
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_array) :: array

    call store%open("memory://")
    call array%open(store, "nothing-there")
    print '(a)', "went on"
end program stops
