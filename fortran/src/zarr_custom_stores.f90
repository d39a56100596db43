! Stores in Fortran: a type that extends zarr_custom_store keeps keys and bytes in any place.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_custom_stores
    use, intrinsic :: iso_c_binding, only: c_f_pointer, c_funloc, c_int8_t, c_null_char, c_int32_t, c_int64_t, c_loc, c_null_ptr, &
        c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int64
    use zarr_constants, only: zarr_error_unsupported, zarr_ok, zarr_store_thread_safe
    use zarr_common, only: c_string, c_text, finish, message_of, set_message
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_error, zarr_listing_add_key, zarr_range, zarr_sink_write, zarr_store_callbacks, &
        zarr_store_callbacks_init, zarr_store_open_callbacks
    implicit none
    private
    public :: zarr_custom_store, zarr_key_list, zarr_value, open_custom_store

    ! A requested value, which get fills with bytes.
    type :: zarr_value
        private
        type(c_ptr) :: sink = c_null_ptr
        integer(int64) :: start = 0, length = -1
        integer :: status = 0
    contains
        procedure :: put => value_put
        procedure :: put_whole => value_put_whole
    end type zarr_value

    ! A requested list of keys, to which list adds them in any order.
    type :: zarr_key_list
        private
        type(c_ptr) :: listing = c_null_ptr
        integer :: status = 0
    contains
        procedure :: add => key_list_add
    end type zarr_key_list

    ! The type that a program extends. Only get is required; the components writable, listable, measurable and flushable say
    ! which others there are. A procedure sets stat to zarr_ok, to zarr_error_not_found for a missing key, or to another
    ! status, from zarr_status_user on also one of its own, and errmsg to the reason: the caller of the library gets both.
    !
    ! Keys look like "a/b/zarr.json". Unless thread_safe is set, procedures are called one at a time, on threads that have
    ! called the library. They may be called while other procedures of the module run, and never after the store and
    ! everything opened in it is closed.
    type, abstract :: zarr_custom_store
        logical :: writable = .true.     ! set and erase are there
        logical :: listable = .true.     ! list is there
        logical :: measurable = .false.  ! measure is there; else values are read to know their size
        logical :: flushable = .false.   ! flush is there
        logical :: thread_safe = .false.
    contains
        procedure(get_interface), deferred :: get
        procedure :: set => no_set
        procedure :: erase => no_erase
        procedure :: list => no_list
        procedure :: measure => no_measure
        procedure :: flush => no_flush
    end type zarr_custom_store

    abstract interface
        ! Give the value of a key: all of it by value%put_whole, or only the wanted bytes: length bytes from start, which counts
        ! from 0. A negative start counts from the end, a length of -1 means all that follow.
        subroutine get_interface(self, key, start, length, value, stat, errmsg)
            import :: int64, zarr_custom_store, zarr_value
            class(zarr_custom_store), intent(inout) :: self
            character(len=*), intent(in) :: key
            integer(int64), intent(in) :: start, length
            type(zarr_value), intent(inout) :: value
            integer, intent(inout) :: stat
            character(len=*), intent(inout) :: errmsg
        end subroutine get_interface
    end interface

    integer, parameter :: longest_message = 1015

    ! The library keeps one of these for each store.
    type :: custom_box
        class(zarr_custom_store), pointer :: store => null()
    end type custom_box

contains

    ! Open a store in Fortran. `custom` needs TARGET, and must stay valid until the store, and every group and array opened
    ! in it, is closed.
    subroutine open_custom_store(store, custom, options, stat, errmsg)
        class(zarr_store), intent(inout) :: store
        class(zarr_custom_store), intent(inout), target :: custom
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store_callbacks) :: callbacks
        type(custom_box), pointer :: box
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        allocate (box)
        box%store => custom
        call zarr_store_callbacks_init(callbacks)
        if (custom%thread_safe) callbacks%flags = zarr_store_thread_safe
        callbacks%get = c_funloc(call_get)
        if (custom%writable) then
            callbacks%set = c_funloc(call_set)
            callbacks%erase = c_funloc(call_erase)
        end if
        if (custom%listable) callbacks%list_prefix = c_funloc(call_list)
        if (custom%measurable) callbacks%size = c_funloc(call_measure)
        if (custom%flushable) callbacks%flush = c_funloc(call_flush)
        callbacks%destroy = c_funloc(call_destroy)
        status = zarr_store_open_callbacks(callbacks, c_loc(box), json%place(), handle, error)
        if (status /= zarr_ok) deallocate (box)
        call store%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine open_custom_store

    ! Append the bytes to the value.
    subroutine value_put(self, bytes)
        class(zarr_value), intent(inout) :: self
        integer(int8), intent(in), contiguous, target :: bytes(:)
        type(c_ptr) :: place
        type(zarr_error) :: error

        place = c_null_ptr
        if (size(bytes) > 0) place = c_loc(bytes(1))
        if (self%status == zarr_ok) self%status = int(zarr_sink_write(self%sink, place, size(bytes, kind=c_size_t), error))
    end subroutine value_put

    ! Take the wanted range from the whole value.
    subroutine value_put_whole(self, bytes)
        class(zarr_value), intent(inout) :: self
        integer(int8), intent(in), contiguous, target :: bytes(:)
        integer(int64) :: first, last

        last = size(bytes, kind=int64)
        if (self%start < 0) then
            first = max(last + self%start, 0_int64)
        else
            first = min(self%start, last)
        end if
        if (self%length >= 0) last = min(first + min(self%length, last), last)
        call self%put(bytes(first + 1:last))
    end subroutine value_put_whole

    ! Trailing blanks are those of a text of fixed length, unless they are declared to belong to the key.
    subroutine key_list_add(self, key, blanks)
        class(zarr_key_list), intent(inout) :: self
        character(len=*), intent(in) :: key
        logical, intent(in), optional :: blanks
        type(zarr_error) :: error
        character(len=:), allocatable :: name

        name = trim(key)
        if (present(blanks)) then
            if (blanks) name = key
        end if
        if (self%status == zarr_ok) self%status = int(zarr_listing_add_key(self%listing, name//c_null_char, error))
    end subroutine key_list_add

    ! ----------------------------------------------------------------------------------------------------------------
    ! Defaults of the procedures that a store does not override
    ! ----------------------------------------------------------------------------------------------------------------

    ! Replace the value under a key.
    subroutine no_set(self, key, bytes, stat, errmsg)
        class(zarr_custom_store), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer(int8), intent(in), contiguous :: bytes(:)
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        call refuse(self, "can't write "//key, stat, errmsg)
        if (size(bytes) < 0) stat = zarr_ok
    end subroutine no_set

    ! Remove a key; a missing one is no failure.
    subroutine no_erase(self, key, stat, errmsg)
        class(zarr_custom_store), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        call refuse(self, "can't erase "//key, stat, errmsg)
    end subroutine no_erase

    ! Add every key that begins with the prefix.
    subroutine no_list(self, prefix, keys, stat, errmsg)
        class(zarr_custom_store), intent(inout) :: self
        character(len=*), intent(in) :: prefix
        type(zarr_key_list), intent(inout) :: keys
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        keys%status = zarr_ok
        call refuse(self, "can't list "//prefix, stat, errmsg)
    end subroutine no_list

    ! The number of bytes under a key.
    subroutine no_measure(self, key, bytes, stat, errmsg)
        class(zarr_custom_store), intent(inout) :: self
        character(len=*), intent(in) :: key
        integer(int64), intent(inout) :: bytes
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        bytes = 0
        call refuse(self, "can't measure "//key, stat, errmsg)
    end subroutine no_measure

    ! Complete all earlier writes.
    subroutine no_flush(self, stat, errmsg)
        class(zarr_custom_store), intent(inout) :: self
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        call refuse(self, "can't flush", stat, errmsg)
    end subroutine no_flush

    subroutine refuse(self, what, stat, errmsg)
        class(zarr_custom_store), intent(in) :: self
        character(len=*), intent(in) :: what
        integer, intent(inout) :: stat
        character(len=*), intent(inout) :: errmsg

        stat = zarr_error_unsupported
        errmsg = "the store of the program "//what
        if (self%writable) errmsg = trim(errmsg)//", though its components say so"
    end subroutine refuse

    ! ----------------------------------------------------------------------------------------------------------------
    ! Procedures that the library calls
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine answer_with(stat, errmsg, error)
        integer, intent(in) :: stat
        character(len=*), intent(in) :: errmsg
        type(zarr_error), intent(inout) :: error

        if (stat /= zarr_ok .and. len_trim(errmsg) > 0) call set_message(error, errmsg)
    end subroutine answer_with

    function call_get(user_data, key, range, value, error) bind(c) result(answer)
        type(c_ptr), value :: user_data, key, value
        type(zarr_range), value :: range
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        type(zarr_value) :: wanted
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        wanted%sink = value
        wanted%start = range%start
        wanted%length = range%length
        call box%store%get(c_string(key), range%start, range%length, wanted, stat, errmsg)
        if (stat == zarr_ok) stat = wanted%status
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_get

    function call_set(user_data, key, data, bytes, error) bind(c) result(answer)
        type(c_ptr), value :: user_data, key, data
        integer(c_size_t), value :: bytes
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        integer(c_int8_t), pointer :: there(:)
        integer(c_int8_t), target :: nothing(0)
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        there => nothing
        if (bytes > 0) call c_f_pointer(data, there, [bytes])
        call box%store%set(c_string(key), there, stat, errmsg)
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_set

    function call_erase(user_data, key, error) bind(c) result(answer)
        type(c_ptr), value :: user_data, key
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        call box%store%erase(c_string(key), stat, errmsg)
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_erase

    function call_list(user_data, prefix, listing, error) bind(c) result(answer)
        type(c_ptr), value :: user_data, prefix, listing
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        type(zarr_key_list) :: keys
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        keys%listing = listing
        call box%store%list(c_string(prefix), keys, stat, errmsg)
        if (stat == zarr_ok) stat = keys%status
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_list

    function call_measure(user_data, key, bytes, error) bind(c) result(answer)
        type(c_ptr), value :: user_data, key
        integer(c_int64_t), intent(inout) :: bytes
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        call box%store%measure(c_string(key), bytes, stat, errmsg)
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_measure

    function call_flush(user_data, error) bind(c) result(answer)
        type(c_ptr), value :: user_data
        type(zarr_error), intent(inout) :: error
        integer(c_int32_t) :: answer
        type(custom_box), pointer :: box
        character(len=longest_message) :: errmsg
        integer :: stat

        call c_f_pointer(user_data, box)
        stat = zarr_ok
        errmsg = ""
        call box%store%flush(stat, errmsg)
        call answer_with(stat, errmsg, error)
        answer = int(stat, c_int32_t)
    end function call_flush

    subroutine call_destroy(user_data) bind(c)
        type(c_ptr), value :: user_data
        type(custom_box), pointer :: box

        call c_f_pointer(user_data, box)
        deallocate (box)
    end subroutine call_destroy
end module zarr_custom_stores
