! Assignment: a copy of a store, group or array is a handle of its own to what is open. What a user would lose: an array that is closed
! behind its back, or memory that is freed twice.
! SPDX-License-Identifier: MIT OR Apache-2.0
program copies
    use check
    use zarr
    implicit none

    type :: model
        integer :: step = 0
        type(zarr_store) :: output
        type(zarr_array) :: temperature
    end type model

    call originals_go()
    call components()
    call in_arrays()
    call results_of_functions()
    call closed_ones()
    call many_threads()
    call conclude("copies")

contains

    subroutine new(store, array)
        type(zarr_store), intent(inout) :: store
        type(zarr_array), intent(inout) :: array

        call store%open("memory://")
        call array%create(store, "g/a", zarr_int32, [3])
        call array%write([1, 2, 3])
    end subroutine new

    subroutine originals_go()
        type(zarr_store) :: store, other_store
        type(zarr_group) :: group, other_group
        type(zarr_array) :: array, other
        integer :: values(3)

        call new(store, array)
        call group%open(store, "g")
        other_store = store
        other_group = group
        other = array
        call store%close()
        call group%close()
        call array%close()
        call other%read(values)
        call expect(all(values == [1, 2, 3]), "an array whose original is closed")
        call expect(other_group%path() == "g" .and. other_store%exists("g/zarr.json"), "a group, and a store")
        ! Both are one thing: what one of them changes, the other has.
        array = other
        call array%resize([5])
        call expect(all(other%shape() == [5]), "what is changed is changed for both")
        ! In the place of what was open, and of itself.
        call array%create(other_store, "b", zarr_int32, [7])
        other = array
        other = other
        call expect(all(other%shape() == [7]), "in the place of another, and of itself")
    end subroutine originals_go

    subroutine components()
        type(model) :: first, second
        integer :: values(3)

        call new(first%output, first%temperature)
        first%step = 4
        second = first
        call first%temperature%close()
        call first%output%close()
        call second%temperature%read(values)
        call expect(all(values == [1, 2, 3]) .and. second%step == 4, "components of a type")
        call expect(second%output%is_open(), "a store among them")
    end subroutine components

    subroutine in_arrays()
        type(zarr_store) :: store
        type(zarr_array) :: arrays(2), others(2)
        integer :: values(3), i

        call new(store, arrays(1))
        call arrays(2)%open(store, "g/a")
        others = arrays
        do i = 1, 2
            call arrays(i)%close()
            call others(i)%read(values)
            call expect(all(values == [1, 2, 3]), "elements of an array")
        end do
        arrays = others(2)
        call others(2)%close()
        call arrays(1)%read(values)
        call arrays(2)%read(values)
        call expect(all(values == [1, 2, 3]), "one for all")
        do i = 1, 2
            call arrays(i)%close()
            call others(i)%close()
        end do
    end subroutine in_arrays

    function opened(store) result(array)
        type(zarr_store), intent(in) :: store
        type(zarr_array) :: array

        call array%open(store, "g/a")
    end function opened

    subroutine results_of_functions()
        type(zarr_store) :: store
        type(zarr_array) :: array
        integer :: values(3)

        call new(store, array)
        array = opened(store)
        call array%read(values)
        call expect(all(values == [1, 2, 3]), "what a function gives")
    end subroutine results_of_functions

    subroutine closed_ones()
        type(zarr_store) :: store
        type(zarr_array) :: array, nothing
        integer :: values(3), stat
        character(len=200) :: errmsg

        call new(store, array)
        array = nothing
        call expect(.not. array%is_open(), "a copy of what is closed is closed")
        call array%read(values, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "and fails as that does")
    end subroutine closed_ones

    ! Copies that many threads make of one variable are each their own.
    subroutine many_threads()
        type(zarr_store) :: store
        type(zarr_array) :: array
        integer :: i, right

        call new(store, array)
        right = 0
        !$omp parallel do reduction(+:right)
        do i = 1, 200
            right = right + one(array)
        end do
        call expect(right == 200, "copies made at once")
    end subroutine many_threads

    function one(array) result(right)
        type(zarr_array), intent(in) :: array
        type(zarr_array) :: mine
        integer :: right, values(3)

        mine = array
        call mine%read(values, threads=1)
        right = merge(1, 0, all(values == [1, 2, 3]))
    end function one
end program copies
