! Stores: the keys and bytes of groups and arrays, and the nodes by their paths.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_stores
    use, intrinsic :: iso_c_binding, only: c_associated, c_funloc, c_funptr, c_int32_t, c_loc, &
        c_null_funptr, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int32, int64
    use zarr_constants, only: zarr_format_default, zarr_ok
    use zarr_arguments, only: narrow, no_integer
    use zarr_common, only: bytes_of, c_text, fail, finish, list_of, progress_box, progress_stops, terminated, zarr_progress
    use zarr_c, only: zarr_error, zarr_node_children, &
        zarr_node_consolidate, zarr_node_copy, zarr_node_erase_watched, zarr_node_kind, zarr_node_move, zarr_node_walk_watched, &
        zarr_store_erase, zarr_store_erase_prefix, zarr_store_exists, zarr_store_flush, zarr_store_free, &
        zarr_store_get, zarr_store_list_prefix, zarr_store_open, zarr_store_set, zarr_store_share, zarr_store_size, &
        zarr_store_wrap_cache, zarr_store_wrap_overlay, zarr_store_wrap_prefix, zarr_store_wrap_read_only
    implicit none
    private
    public :: zarr_store

    ! An open store. `a = b` makes both variables handles of one open store; each is closed by itself, and the store with the last.
    type :: zarr_store
        private
        type(c_ptr) :: handle = c_null_ptr
    contains
        generic :: assignment(=) => share
        procedure, private :: share => store_share
        procedure :: open => store_open
        procedure :: close => store_close
        procedure :: is_open => store_is_open
        procedure :: flush => store_flush
        ! Nodes
        procedure :: kind => store_kind
        procedure :: children => store_children
        generic :: walk => walk_int32, walk_int64
        procedure, private :: walk_int32 => store_walk_int32
        procedure, private :: walk_int64 => store_walk_int64
        procedure :: copy => store_copy
        procedure :: move => store_move
        procedure :: remove => store_remove
        procedure :: consolidate => store_consolidate
        ! Keys
        procedure :: get => store_get
        procedure :: set => store_set
        procedure :: erase => store_erase
        procedure :: erase_prefix => store_erase_prefix
        procedure :: exists => store_exists
        procedure :: size => store_size
        procedure :: keys => store_keys
        ! Store around others
        procedure :: wrap_prefix => store_wrap_prefix
        procedure :: wrap_read_only => store_wrap_read_only
        procedure :: wrap_cache => store_wrap_cache
        procedure :: wrap_overlay => store_wrap_overlay
        ! The handle of the C API, and owning one that a function of the C API has made.
        procedure :: c_handle => store_c_handle
        procedure :: adopt => store_adopt
        final :: store_final
    end type zarr_store

contains

    ! ----------------------------------------------------------------------------------------------------------------
    ! Handles
    ! ----------------------------------------------------------------------------------------------------------------

    ! Make the variable a handle of the store that is open in `other`, and close its former one.
    impure elemental subroutine store_share(self, other)
        class(zarr_store), intent(inout) :: self
        class(zarr_store), intent(in) :: other
        type(c_ptr) :: handle
        type(zarr_error) :: error

        handle = c_null_ptr
        if (other%is_open()) then
            if (zarr_store_share(other%handle, handle, error) /= zarr_ok) handle = c_null_ptr
        end if
        call self%adopt(handle)
    end subroutine store_share

    ! Open a store: a directory, a zip file, memory://. The options are a JSON object, see docs/options.md.
    subroutine store_open(self, url, options, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        character(len=*), intent(in) :: url
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(zarr_error) :: error
        character(len=1016) :: message
        integer(c_int32_t) :: status

        call self%close(status, message)
        if (status /= zarr_ok) then
            call fail(status, trim(message), stat, errmsg)
            return
        end if
        call json%set(options)
        call finish(zarr_store_open(terminated(url), json%place(), self%handle, error), error, stat, errmsg)
    end subroutine store_open

    ! Flush and close the store, if it is open, also where flushing fails. A variable that goes out of scope can't tell that.
    subroutine store_close(self, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_ok
        if (self%is_open()) status = zarr_store_flush(self%handle, error)
        call zarr_store_free(self%handle)
        self%handle = c_null_ptr
        call finish(status, error, stat, errmsg)
    end subroutine store_close

    subroutine store_final(self)
        type(zarr_store), intent(inout) :: self

        call self%adopt(c_null_ptr)
    end subroutine store_final

    ! True while the variable is open.
    function store_is_open(self) result(open)
        class(zarr_store), intent(in) :: self
        logical :: open

        open = c_associated(self%handle)
    end function store_is_open

    ! The handle for functions of zarr_c, valid as long as the variable is open and not assigned.
    function store_c_handle(self) result(handle)
        class(zarr_store), intent(in) :: self
        type(c_ptr) :: handle

        handle = self%handle
    end function store_c_handle

    ! Own a handle that a function of zarr_c has made, and close the variable's former one.
    subroutine store_adopt(self, handle)
        class(zarr_store), intent(inout) :: self
        type(c_ptr), intent(in) :: handle

        call zarr_store_free(self%handle)
        self%handle = handle
    end subroutine store_adopt

    ! Complete all earlier writes.
    subroutine store_flush(self, stat, errmsg)
        class(zarr_store), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_store_flush(self%handle, error), error, stat, errmsg)
    end subroutine store_flush

    ! ----------------------------------------------------------------------------------------------------------------
    ! Nodes
    ! ----------------------------------------------------------------------------------------------------------------

    ! The kind of the node at a path, one of zarr_node_...; a path without a node is no failure.
    function store_kind(self, path, stat, errmsg) result(kind)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int32_t) :: kind
        type(zarr_error) :: error

        kind = 0
        call finish(zarr_node_kind(self%handle, terminated(path), kind, error), error, stat, errmsg)
    end function store_kind

    ! The names of the nodes directly in a group, sorted by bytes.
    subroutine store_children(self, path, names, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_node_children(self%handle, terminated(path), strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine store_children

    ! The paths and kinds of the nodes below a group, each group before its content. The depth is the number of levels: 1
    ! for the children alone, by default all. A step of progress is a node; the total is the number of nodes known so far.
    subroutine store_walk_int32(self, path, paths, kinds, depth, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        character(len=:), allocatable, intent(out) :: paths(:)
        integer(int32), allocatable, intent(out) :: kinds(:)
        class(*), intent(in), optional :: depth
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int8), allocatable :: bytes(:)

        call find_nodes(self, path, paths, bytes, depth, progress, stat, errmsg)
        allocate (kinds(size(bytes)))
        kinds(:) = int(bytes, int32)
    end subroutine store_walk_int32

    subroutine store_walk_int64(self, path, paths, kinds, depth, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        character(len=:), allocatable, intent(out) :: paths(:)
        integer(int64), allocatable, intent(out) :: kinds(:)
        class(*), intent(in), optional :: depth
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int8), allocatable :: bytes(:)

        call find_nodes(self, path, paths, bytes, depth, progress, stat, errmsg)
        allocate (kinds(size(bytes)))
        kinds(:) = int(bytes, int64)
    end subroutine store_walk_int64

    subroutine find_nodes(self, path, paths, kinds, depth, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        character(len=:), allocatable, intent(out) :: paths(:)
        integer(int8), allocatable, intent(out) :: kinds(:)
        class(*), intent(in), optional :: depth
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(progress_box), target :: box
        type(c_ptr) :: strings, kind_bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: levels

        levels = -1
        if (no_integer(depth, "depth", levels, stat, errmsg)) then
            call list_of(c_null_ptr, paths)
            allocate (kinds(0))
            return
        end if
        if (present(progress)) box%call => progress
        status = zarr_node_walk_watched(self%handle, terminated(path), narrow(levels), teller(box), c_loc(box), strings, &
            kind_bytes, error)
        call list_of(strings, paths)
        call bytes_of(kind_bytes, kinds)
        call finish(status, error, stat, errmsg)
    end subroutine find_nodes

    ! Copy a node, with everything below it, to a path of the same or another store.
    subroutine store_copy(self, path, to, to_path, format, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        class(zarr_store), intent(in) :: to
        character(len=*), intent(in) :: to_path
        class(*), intent(in), optional :: format
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(progress_box), target :: box
        type(zarr_error) :: error
        integer(int64) :: format_code

        format_code = zarr_format_default
        if (no_integer(format, "format", format_code, stat, errmsg)) return
        if (present(progress)) box%call => progress
        call finish(zarr_node_copy(self%handle, terminated(path), to%handle, terminated(to_path), narrow(format_code), &
            teller(box), c_loc(box), error), error, stat, errmsg)
    end subroutine store_copy

    ! Move a node, with everything below it, to a path without a node.
    subroutine store_move(self, path, to_path, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path, to_path
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(progress_box), target :: box
        type(zarr_error) :: error

        if (present(progress)) box%call => progress
        call finish(zarr_node_move(self%handle, terminated(path), terminated(to_path), teller(box), c_loc(box), error), &
            error, stat, errmsg)
    end subroutine store_move

    function teller(box) result(callback)
        type(progress_box), intent(in) :: box
        type(c_funptr) :: callback

        callback = c_null_funptr
        if (associated(box%call)) callback = c_funloc(progress_stops)
    end function teller

    ! Erase a node, with everything below it. If progress cancels it at first, nothing is erased; later, the node is gone, and
    ! unreachable values remain.
    subroutine store_remove(self, path, progress, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(progress_box), target :: box
        type(zarr_error) :: error

        if (present(progress)) box%call => progress
        call finish(zarr_node_erase_watched(self%handle, terminated(path), teller(box), c_loc(box), error), error, stat, &
            errmsg)
    end subroutine store_remove

    ! Write a copy of all documents below a group into the group.
    subroutine store_consolidate(self, path, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: path
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_node_consolidate(self%handle, terminated(path), error), error, stat, errmsg)
    end subroutine store_consolidate

    ! ----------------------------------------------------------------------------------------------------------------
    ! Keys
    ! ----------------------------------------------------------------------------------------------------------------

    ! The bytes under a key.
    subroutine store_get(self, key, bytes, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: key
        integer(int8), allocatable, intent(out) :: bytes(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: value
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_store_get(self%handle, terminated(key), value, error)
        call bytes_of(value, bytes)
        call finish(status, error, stat, errmsg)
    end subroutine store_get

    ! Replace the bytes under a key.
    subroutine store_set(self, key, bytes, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: key
        integer(int8), intent(in), contiguous, target :: bytes(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        type(c_ptr) :: place

        place = c_null_ptr
        if (size(bytes) > 0) place = c_loc(bytes(1))
        call finish(zarr_store_set(self%handle, terminated(key), place, size(bytes, kind=c_size_t), error), error, &
            stat, errmsg)
    end subroutine store_set

    ! Remove a key; a missing one is no failure.
    subroutine store_erase(self, key, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: key
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_store_erase(self%handle, terminated(key), error), error, stat, errmsg)
    end subroutine store_erase

    ! Remove every key that begins with a prefix, which ends in "/"; "" removes all keys.
    subroutine store_erase_prefix(self, prefix, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: prefix
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_store_erase_prefix(self%handle, terminated(prefix), error), error, stat, errmsg)
    end subroutine store_erase_prefix

    ! True when the store has the key.
    function store_exists(self, key, stat, errmsg) result(exists)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: key
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: exists
        type(zarr_error) :: error
        integer(c_int32_t) :: there

        there = 0
        call finish(zarr_store_exists(self%handle, terminated(key), there, error), error, stat, errmsg)
        exists = there /= 0
    end function store_exists

    ! The number of bytes under a key.
    function store_size(self, key, stat, errmsg) result(size)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: key
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: size
        type(zarr_error) :: error

        size = 0
        call finish(zarr_store_size(self%handle, terminated(key), size, error), error, stat, errmsg)
    end function store_size

    ! List every key that begins with a prefix, sorted by bytes; "" lists all keys.
    subroutine store_keys(self, prefix, keys, stat, errmsg)
        class(zarr_store), intent(in) :: self
        character(len=*), intent(in) :: prefix
        character(len=:), allocatable, intent(out) :: keys(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_store_list_prefix(self%handle, terminated(prefix), strings, error)
        call list_of(strings, keys)
        call finish(status, error, stat, errmsg)
    end subroutine store_keys

    ! ----------------------------------------------------------------------------------------------------------------
    ! Stores around others: self becomes the new one
    ! ----------------------------------------------------------------------------------------------------------------

    ! Make a store of the keys below a prefix, which ends in "/".
    subroutine store_wrap_prefix(self, store, prefix, options, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: prefix
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: made
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        status = zarr_store_wrap_prefix(store%handle, terminated(prefix), json%place(), made, error)
        call self%adopt(made)
        call finish(status, error, stat, errmsg)
    end subroutine store_wrap_prefix

    ! Make a read-only store of this one.
    subroutine store_wrap_read_only(self, store, options, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: made
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        status = zarr_store_wrap_read_only(store%handle, json%place(), made, error)
        call self%adopt(made)
        call finish(status, error, stat, errmsg)
    end subroutine store_wrap_read_only

    ! Make a store whose arrays keep at most `bytes` bytes of the chunks that were read last.
    subroutine store_wrap_cache(self, store, bytes, options, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        class(*), intent(in) :: bytes
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: made
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: most

        if (no_integer(bytes, "bytes", most, stat, errmsg)) return
        call json%set(options)
        status = zarr_store_wrap_cache(store%handle, int(max(most, 0_int64), c_size_t), json%place(), made, error)
        call self%adopt(made)
        call finish(status, error, stat, errmsg)
    end subroutine store_wrap_cache

    ! Combine stores, the uppermost first; only that one is changed.
    subroutine store_wrap_overlay(self, stores, options, stat, errmsg)
        class(zarr_store), intent(inout) :: self
        type(zarr_store), intent(in) :: stores(:)
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handles(size(stores)), made
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer :: i

        do i = 1, size(stores)
            handles(i) = stores(i)%handle
        end do
        call json%set(options)
        status = zarr_store_wrap_overlay(handles, size(stores, kind=c_size_t), json%place(), made, error)
        call self%adopt(made)
        call finish(status, error, stat, errmsg)
    end subroutine store_wrap_overlay
end module zarr_stores
