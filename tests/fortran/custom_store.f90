! A store made of Fortran, under arrays and groups. What a user would lose: data kept where only the program can.
! SPDX-License-Identifier: MIT OR Apache-2.0
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
    ! Variables of a main program are never freed by themselves.
    if (allocated(names)) deallocate (names)
    call conclude("custom_store")
end program custom_store
