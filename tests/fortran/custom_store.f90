! A store made of Fortran: keys and values in a list in memory. What a user would lose: data kept where only the program can.
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
            if (self%entries(place)%key == key) return
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
            if (index(self%entries(place)%key, prefix) == 1) call keys%add(self%entries(place)%key)
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

program custom_store
    use, intrinsic :: iso_fortran_env, only: int32, int64
    use check
    use listed_store
    use zarr
    implicit none
    type(listed), target :: mine
    type(zarr_store) :: store
    type(zarr_array) :: array
    type(zarr_group) :: group
    integer(int32) :: values(8, 6), found(8, 6), some(2, 3)
    character(len=:), allocatable :: names(:)
    character(len=300) :: errmsg = ""
    integer :: stat, i

    values = reshape([(i, i=1, 48)], [8, 6])
    mine%measurable = .true.
    mine%flushable = .true.
    call zarr_open_custom_store(store, mine)
    call group%create(store, "g", attributes='{"kept": "in a list"}')
    call array%create(store, "g/t", zarr_int32, shape(values), chunks=[2, 2], shards=[4, 6], codecs=["zstd"])
    call array%write(values)
    call array%read(found)
    call expect(all(found == values), "there and back")
    call array%read(some, start=[3, 2])
    call expect(all(some == values(3:4, 2:4)), "a part of a shard, by ranges")
    call array%write(-some, start=[3, 2])
    call array%read(found)
    call expect(found(3, 2) == -values(3, 2) .and. found(1, 1) == 1, "a part written")
    call group%children(names)
    call expect(size(names) == 1 .and. names(1) == "t", "children are listed")
    call expect(group%attribute_text("kept") == "in a list", "attributes")
    call store%flush()
    call expect(mine%flushes > 0 .and. mine%gets > 0 .and. mine%sets > 0, "the procedures were called")
    call expect(store%exists("g/zarr.json") .and. .not. store%exists("h"), "keys")
    call expect(store%size("g/zarr.json") > 0_int64, "sizes")
    mine%broken = .true.
    call array%read(found, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_status_user + 7, errmsg, "a failure of the program's own")
    call expect(index(errmsg, "torn") > 0, "its message")
    mine%broken = .false.
    call store%remove("g")
    call expect(mine%find("g/zarr.json") == 0 .and. mine%used <= 1, "erased")
    call array%close()
    call group%close()
    call store%close()

    mine%writable = .false.
    mine%listable = .false.
    call zarr_open_custom_store(store, mine)
    call group%create(store, "g", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_read_only, errmsg, "a store without set")
    call store%keys("", names, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_unsupported, errmsg, "a store without list")
    call store%close()
    ! What a main program allocates stays for ever.
    if (allocated(names)) deallocate (names)
    call conclude("custom_store")
end program custom_store
