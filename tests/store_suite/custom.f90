! A store that is a type of Fortran, through the suite of all stores.
! SPDX-License-Identifier: MIT OR Apache-2.0
module suite_of_stores
    use, intrinsic :: iso_c_binding, only: c_char, c_funptr, c_int, c_int32_t, c_null_char, c_null_ptr, c_ptr, c_size_t
    use listed_store, only: listed
    use zarr, only: zarr_open_custom_store, zarr_store
    use zarr_c, only: zarr_error, zarr_store_wrap_prefix
    implicit none
    private
    public :: open_new, zarr_store_suite

    ! The suite is done with one store before it asks for the next.
    type(listed), target, save :: mine

    interface
        function zarr_store_suite(open, user_data, longest_key, flags) bind(c) result(failed)
            import :: c_funptr, c_int, c_ptr, c_size_t
            type(c_funptr), value :: open
            type(c_ptr), value :: user_data
            integer(c_size_t), value :: longest_key
            integer(c_int), value :: flags
            integer(c_int) :: failed
        end function zarr_store_suite
    end interface

contains

    function open_new(user_data, number, store, error) bind(c) result(status)
        type(c_ptr), value :: user_data
        integer(c_int), value :: number
        type(c_ptr), intent(out) :: store
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: status
        type(zarr_store) :: opened
        character(kind=c_char), parameter :: no_prefix(1) = [c_null_char]

        mine%used = 0
        mine%measurable = mod(number, 2) == 0
        call zarr_open_custom_store(opened, mine)
        ! The object gives its handle back when it goes, so the suite gets one of its own: all that lies below no prefix.
        status = zarr_store_wrap_prefix(opened%c_handle(), no_prefix, c_null_ptr, store, error)
    end function open_new
end module suite_of_stores

program custom
    use, intrinsic :: iso_c_binding, only: c_funloc, c_int, c_null_ptr, c_size_t
    use suite_of_stores
    implicit none

    if (zarr_store_suite(c_funloc(open_new), c_null_ptr, 0_c_size_t, 0_c_int) /= 0) stop 1
end program custom
