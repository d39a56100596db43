! Stores and the nodes in them: groups, walks, copies, keys, stores around stores. What a user would lose: the way to the data.
! SPDX-License-Identifier: MIT OR Apache-2.0
program nodes
    use, intrinsic :: iso_fortran_env, only: int8, int32, int64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store, other, around
    type(zarr_group) :: root, group
    type(zarr_array) :: array
    character(len=:), allocatable :: names(:), paths(:), messages(:)
    integer, allocatable :: kinds(:)
    integer(int8), allocatable :: bytes(:)
    integer(int32) :: values(4)
    character(len=300) :: errmsg = ""
    integer :: stat

    call expect(index(zarr_version(), ".") > 0 .and. zarr_version() == zarr_header_version, "the version")
    call zarr_set_threads(2)
    call expect(zarr_threads() == 2, "threads")
    call zarr_set_threads(0)
    call zarr_supported_formats(names)
    call expect(any(names == "v3"), "formats")
    call zarr_supported_codecs(names, zarr_format_v2)
    call expect(any(names == "zstd"), "codecs")
    call zarr_supported_data_types(names)
    call expect(any(names == "float64"), "data types")

    call expect(.not. store%is_open(), "not open yet")
    call store%open("memory://")
    call expect(store%is_open(), "open")
    call root%create(store, "", format=zarr_format_v2)
    call group%create(store, "a/b", attributes='{"x": 1}')
    call array%create(store, "a/b/t", zarr_int32, [4], chunks=[2])
    call array%write([1, 2, 3, 4])
    call expect(array%path() == "a/b/t" .and. group%path() == "a/b" .and. root%path() == "", "paths")
    call expect(array%format() == zarr_format_v2, "the format of the hierarchy")
    call expect(array%is_array() .and. .not. group%is_array(), "which is which")
    call array%warnings(messages)
    call expect(size(messages) == 0, "no warnings")
    call root%children(names)
    call expect(size(names) == 1 .and. names(1) == "a", "children of a group")
    call store%children("a/b", names)
    call expect(size(names) == 1 .and. names(1) == "t", "children of a path")
    call root%walk(paths, kinds)
    call expect(size(paths) == 3 .and. paths(3) == "a/b/t", "a walk")
    call expect(all(kinds == [zarr_node_group, zarr_node_group, zarr_node_array]), "the kinds of a walk")
    call store%walk("a", paths, kinds, depth=1)
    call expect(size(paths) == 1, "a short walk")
    call expect(store%kind("a/b/t") == zarr_node_array .and. store%kind("nowhere") == zarr_node_none, "kinds")
    call array%close()
    call array%close()
    call array%open(group, "t")
    call array%read(values)
    call expect(all(values == [1, 2, 3, 4]), "an array opened from a group")
    call array%store(around)
    call expect(around%exists("a/b/t/.zarray"), "the store of an array")
    call group%open(root, "a")
    call expect(group%path() == "a", "a group opened from a group")

    call other%open("memory://")
    call store%copy("a", other, "copied", format=zarr_format_v3)
    call array%open(other, "copied/b/t")
    call array%read(values)
    call expect(all(values == [1, 2, 3, 4]) .and. array%format() == zarr_format_v3, "a copy in another format")
    call other%move("copied/b", "moved")
    call expect(other%kind("moved/t") == zarr_node_array .and. other%kind("copied/b") == zarr_node_none, "moved")
    call other%consolidate("")
    call other%remove("moved")
    call expect(other%kind("moved") == zarr_node_none, "removed")
    call other%remove("moved", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "removed twice")

    call store%set("note.txt", transfer("hello", [0_int8]))
    call expect(store%size("note.txt") == 5_int64, "the size of a value")
    call store%get("note.txt", bytes)
    call expect(transfer(bytes, "hello") == "hello", "a value")
    call store%set("nothing", bytes(1:0))
    call store%get("nothing", bytes)
    call expect(size(bytes) == 0, "an empty value")
    call store%keys("a/b/t/", names)
    call expect(any(names == "a/b/t/0"), "keys")
    call store%erase("note.txt")
    call expect(.not. store%exists("note.txt"), "erased")
    call store%get("note.txt", bytes, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "an erased key")
    call store%erase_prefix("a/b/")
    call expect(store%kind("a/b/t") == zarr_node_none, "a prefix erased")

    call array%create(store, "c/t", zarr_int32, [4])
    call around%wrap_prefix(store, "c/")
    call array%open(around, "t")
    call around%wrap_read_only(store)
    call array%open(around, "c/t")
    call array%write([1, 2, 3, 4], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_read_only, errmsg, "read only")
    call around%wrap_cache(store, 1000000_int64)
    call array%open(around, "c/t")
    call array%write([5, 6, 7, 8])
    call array%read(values)
    call expect(all(values == [5, 6, 7, 8]), "through a cache")
    call overlay()
    call store%flush()
    call store%close()
    call array%open(store, "c/t", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_handle, errmsg, "a store that is closed")
    ! Variables of a main program are never freed by themselves.
    if (allocated(names)) deallocate (names)
    if (allocated(paths)) deallocate (paths)
    if (allocated(messages)) deallocate (messages)
    if (allocated(kinds)) deallocate (kinds)
    if (allocated(bytes)) deallocate (bytes)
    call conclude("nodes")

contains

    ! Handles that are not closed are freed at the end of the procedure.
    subroutine overlay()
        type(zarr_store) :: layers(2), both
        type(zarr_array) :: covered

        call layers(1)%open("memory://")
        call layers(2)%wrap_read_only(store)
        call both%wrap_overlay(layers)
        call covered%open(both, "c/t")
        call covered%write([9, 9, 9, 9])
        call covered%read(values)
        call expect(all(values == 9), "an overlay")
        call covered%open(store, "c/t")
        call covered%read(values)
        call expect(all(values == [5, 6, 7, 8]), "below the overlay")
        call layers(1)%close()
        call layers(2)%close()
    end subroutine overlay
end program nodes
