! A store made of Fortran: keys and values in a list in memory.
! SPDX-License-Identifier: MIT OR Apache-2.0
module listed_store
    use, intrinsic :: iso_fortran_env, only: int8, int64
    use zarr
    implicit none
    private
    public :: listed

    type :: entry
        character(len=:), allocatable :: key
        integer(int8), allocatable :: bytes(:)
    end type entry

    type, extends(zarr_custom_store) :: listed
        type(entry) :: entries(200)
        integer :: used = 0
        integer :: gets = 0, sets = 0, flushes = 0
        logical :: broken = .false.
    contains
        procedure :: get
        procedure :: set
        procedure :: erase
        procedure :: list
        procedure :: measure
        procedure :: flush
        procedure :: find
    end type listed

contains

    function find(self, key) result(place)
        class(listed), intent(in) :: self
        character(len=*), intent(in) :: key
        integer :: place

        do place = 1, self%used
            ! Fortran takes texts for the same that differ by blanks at their ends.
            if (len(self%entries(place)%key) == len(key) .and. self%entries(place)%key == key) return
        end do
        place = 0
    end function find

    subroutine get(self, key, start, length, value, stat, errmsg)
        class(listed), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer(int64), intent(in) :: start, length
        type(zarr_value), intent(inout) :: value
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        integer :: place

        self%gets = self%gets + 1
        if (self%broken) then
            stat = zarr_status_user + 7
            errmsg = "the tape of "//key//" is torn"
            return
        end if
        place = self%find(key)
        if (place == 0) then
            stat = zarr_error_not_found
        else if (start == 0 .and. length == -1) then
            call value%put(self%entries(place)%bytes)
        else
            call value%put_whole(self%entries(place)%bytes)
        end if
    end subroutine get

    subroutine set(self, key, bytes, stat, errmsg)
        class(listed), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer(int8), intent(in), contiguous :: bytes(:)
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        integer :: place

        self%sets = self%sets + 1
        place = self%find(key)
        if (place == 0) then
            if (self%used == size(self%entries)) then
                stat = zarr_error_io
                errmsg = "the list is full"
                return
            end if
            self%used = self%used + 1
            place = self%used
            self%entries(place)%key = key
        end if
        if (allocated(self%entries(place)%bytes)) deallocate (self%entries(place)%bytes)
        allocate (self%entries(place)%bytes(size(bytes)))
        self%entries(place)%bytes(:) = bytes
    end subroutine set

    subroutine erase(self, key, stat, errmsg)
        class(listed), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        integer :: place

        stat = zarr_ok
        errmsg = ""
        place = self%find(key)
        if (place == 0) return
        self%entries(place) = self%entries(self%used)
        self%used = self%used - 1
    end subroutine erase

    subroutine list(self, prefix, keys, stat, errmsg)
        class(listed), intent(inout) :: self
        character(len=*), intent(in) :: prefix
        type(zarr_key_list), intent(inout) :: keys
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        integer :: place

        stat = zarr_ok
        errmsg = ""
        do place = 1, self%used
            if (index(self%entries(place)%key, prefix) == 1) call keys%add(self%entries(place)%key, blanks=.true.)
        end do
    end subroutine list

    subroutine measure(self, key, bytes, stat, errmsg)
        class(listed), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer(int64), intent(inout) :: bytes
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg
        integer :: place

        errmsg = ""
        place = self%find(key)
        if (place == 0) stat = zarr_error_not_found
        if (place > 0) bytes = size(self%entries(place)%bytes, kind=int64)
    end subroutine measure

    subroutine flush(self, stat, errmsg)
        class(listed), intent(inout) :: self
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        stat = zarr_ok
        errmsg = ""
        self%flushes = self%flushes + 1
    end subroutine flush
end module listed_store
