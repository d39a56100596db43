! Groups, and the properties that arrays share with them: a path, a store, attributes.
! Made of templates/zarr_nodes.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_nodes
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_double, c_int32_t, c_int64_t, c_loc, c_null_ptr, &
        c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use zarr_constants, only: zarr_error_range, zarr_format_default, zarr_ok
    use zarr_arguments, only: narrow, no_integer, no_logical
    use zarr_common, only: c_text, fail, finish, list_of, terminated, text_of, zarr_progress
    use zarr_numbers, only: decimal, scientific
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_array_attributes, zarr_array_free, zarr_array_ndim, zarr_array_path, &
        zarr_array_set_attributes, &
        zarr_array_store, zarr_array_warnings, zarr_attribute_erase, zarr_attribute_get_bool, &
        zarr_attribute_get_double, zarr_attribute_get_doubles, zarr_attribute_get_int64, zarr_attribute_get_int64s, &
        zarr_attribute_get_json, zarr_attribute_get_string, zarr_attribute_get_strings, zarr_attribute_kind, &
        zarr_attribute_names, zarr_attribute_set_bool, zarr_attribute_set_double, zarr_attribute_set_doubles, &
        zarr_attribute_set_int64, zarr_attribute_set_int64s, zarr_attribute_set_json, zarr_attribute_set_string, &
        zarr_attribute_set_strings, zarr_error, zarr_group_attributes, zarr_group_create, &
        zarr_group_create_or_replace, zarr_group_free, zarr_group_open_group, zarr_group_open_with, zarr_group_path, &
        zarr_group_set_attributes, zarr_group_share, zarr_group_store, zarr_group_warnings
    implicit none
    private
    public :: zarr_node, zarr_group, place_below

    ! An open group or array. `a = b` makes both variables handles of one open node; each is closed by itself.
    type, abstract :: zarr_node
        type(c_ptr), private :: handle = c_null_ptr
    contains
        procedure, non_overridable :: is_array => node_is_array
        procedure :: close => node_close
        procedure :: is_open => node_is_open
        procedure :: path => node_path
        procedure :: store => node_store
        procedure :: warnings => node_warnings
        ! Attributes: all of them as JSON, or one by one
        procedure :: attributes => node_attributes
        procedure :: set_attributes => node_set_attributes
        procedure :: attribute_names => node_attribute_names
        procedure :: attribute_kind => node_attribute_kind
        procedure :: attribute_count => node_attribute_count
        procedure :: attribute_json => node_attribute_json
        procedure :: attribute_text => node_attribute_text
        procedure :: set_attribute_json => node_set_attribute_json
        procedure :: erase_attribute => node_erase_attribute
        generic :: get_attribute => get_text, get_texts, &
            get_bool, get_logical32, get_logical64, &
            get_int8, get_int8s, get_int16, get_int16s, get_int32, get_int32s, get_int64, get_int64s, get_real32, &
                get_real32s, get_real64, get_real64s
        generic :: set_attribute => set_text, set_texts, &
            set_bool, set_logical32, set_logical64, &
            set_int8, set_int8s, set_int16, set_int16s, set_int32, set_int32s, set_int64, set_int64s, set_real32, &
                set_real32s, set_real64, set_real64s
        procedure, private :: get_text, get_texts, set_text, set_texts
        procedure, private :: get_bool, set_bool
        procedure, private :: get_logical32, set_logical32
        procedure, private :: get_logical64, set_logical64
        procedure, private :: get_int8, get_int8s, set_int8, set_int8s
        procedure, private :: get_int16, get_int16s, set_int16, set_int16s
        procedure, private :: get_int32, get_int32s, set_int32, set_int32s
        procedure, private :: get_int64, get_int64s, set_int64, set_int64s
        procedure, private :: get_real32, get_real32s, set_real32, set_real32s
        procedure, private :: get_real64, get_real64s, set_real64, set_real64s
        ! The handle of the C API, and owning one that a function of the C API has made.
        procedure :: c_handle => node_c_handle
        procedure :: adopt => node_adopt
    end type zarr_node

    ! An open group.
    type, extends(zarr_node) :: zarr_group
    contains
        generic :: open => open_in_store, open_in_group
        procedure, private :: open_in_store => group_open_in_store
        procedure, private :: open_in_group => group_open_in_group
        generic :: create => create_in_store, create_in_group
        procedure, private :: create_in_store => group_create_in_store
        procedure, private :: create_in_group => group_create_in_group
        procedure :: children => group_children
        generic :: walk => walk_int32, walk_int64
        procedure, private :: walk_int32 => group_walk_int32
        procedure, private :: walk_int64 => group_walk_int64
        generic :: assignment(=) => share
        procedure, private :: share => group_share
        final :: group_final
    end type zarr_group

contains

    ! ----------------------------------------------------------------------------------------------------------------
    ! Handles
    ! ----------------------------------------------------------------------------------------------------------------

    ! Close the node, if it is open.
    subroutine node_close(self)
        class(zarr_node), intent(inout) :: self

        if (self%is_array()) then
            call zarr_array_free(self%handle)
        else
            call zarr_group_free(self%handle)
        end if
        self%handle = c_null_ptr
    end subroutine node_close

    ! True for an array. A variable that is not open answers by its type.
    function node_is_array(self) result(answer)
        class(zarr_node), intent(in) :: self
        logical :: answer

        answer = zarr_array_ndim(self%handle) >= 0
        if (c_associated(self%handle)) return
        select type (self)
        class is (zarr_group)
            answer = .false.
        class default
            answer = .true.
        end select
    end function node_is_array

    ! True while the variable is open.
    function node_is_open(self) result(open)
        class(zarr_node), intent(in) :: self
        logical :: open

        open = c_associated(self%handle)
    end function node_is_open

    ! The handle for functions of zarr_c, valid as long as the variable is open and not assigned.
    function node_c_handle(self) result(handle)
        class(zarr_node), intent(in) :: self
        type(c_ptr) :: handle

        handle = self%handle
    end function node_c_handle

    ! Own a handle that a function of zarr_c has made, and close the variable's former one.
    subroutine node_adopt(self, handle)
        class(zarr_node), intent(inout) :: self
        type(c_ptr), intent(in) :: handle

        call self%close()
        self%handle = handle
    end subroutine node_adopt

    ! The path in the store, without a / in front; empty for the root.
    function node_path(self, stat, errmsg) result(path)
        class(zarr_node), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: path
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (self%is_array()) then
            status = zarr_array_path(self%handle, bytes, error)
        else
            status = zarr_group_path(self%handle, bytes, error)
        end if
        call text_of(bytes, path)
        call finish(status, error, stat, errmsg)
    end function node_path

    ! The store that the node was opened in.
    subroutine node_store(self, store, stat, errmsg)
        class(zarr_node), intent(in) :: self
        class(zarr_store), intent(inout) :: store
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (self%is_array()) then
            status = zarr_array_store(self%handle, handle, error)
        else
            status = zarr_group_store(self%handle, handle, error)
        end if
        call store%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine node_store

    ! List the deviations from the format that were accepted on opening.
    subroutine node_warnings(self, messages, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=:), allocatable, intent(out) :: messages(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (self%is_array()) then
            status = zarr_array_warnings(self%handle, strings, error)
        else
            status = zarr_group_warnings(self%handle, strings, error)
        end if
        call list_of(strings, messages)
        call finish(status, error, stat, errmsg)
    end subroutine node_warnings

    ! ----------------------------------------------------------------------------------------------------------------
    ! Attributes
    ! ----------------------------------------------------------------------------------------------------------------

    ! All attributes: a JSON object.
    function node_attributes(self, stat, errmsg) result(json)
        class(zarr_node), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (self%is_array()) then
            status = zarr_array_attributes(self%handle, bytes, error)
        else
            status = zarr_group_attributes(self%handle, bytes, error)
        end if
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function node_attributes

    ! Replace all attributes by those of a JSON object.
    subroutine node_set_attributes(self, json, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: json
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (self%is_array()) then
            status = zarr_array_set_attributes(self%handle, terminated(json), error)
        else
            status = zarr_group_set_attributes(self%handle, terminated(json), error)
        end if
        call finish(status, error, stat, errmsg)
    end subroutine node_set_attributes

    ! The names of the attributes, in the order of the document.
    subroutine node_attribute_names(self, names, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_names(self%handle, strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine node_attribute_names

    ! The kind of an attribute, one of zarr_attribute_...; a missing attribute is no failure.
    function node_attribute_kind(self, name, stat, errmsg) result(kind)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int32_t) :: kind
        integer(c_size_t) :: count
        type(zarr_error) :: error

        kind = 0
        call finish(zarr_attribute_kind(self%handle, terminated(name), kind, count, error), error, stat, errmsg)
    end function node_attribute_kind

    ! The number of elements of a list or members of an object, 1 for other values, 0 for a missing attribute.
    function node_attribute_count(self, name, stat, errmsg) result(count)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_size_t) :: count
        integer(c_int32_t) :: kind
        type(zarr_error) :: error

        count = 0
        call finish(zarr_attribute_kind(self%handle, terminated(name), kind, count, error), error, stat, errmsg)
    end function node_attribute_count

    ! An attribute of any kind, as JSON.
    function node_attribute_json(self, name, stat, errmsg) result(json)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_json(self%handle, terminated(name), bytes, error)
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function node_attribute_json

    ! Set an attribute to any JSON.
    subroutine node_set_attribute_json(self, name, json, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name, json
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_set_json(self%handle, terminated(name), terminated(json), error), error, stat, &
            errmsg)
    end subroutine node_set_attribute_json

    ! Remove an attribute; a missing one is no failure.
    subroutine node_erase_attribute(self, name, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_erase(self%handle, terminated(name), error), error, stat, errmsg)
    end subroutine node_erase_attribute

    subroutine get_bool(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(c_bool), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status, number

        status = zarr_attribute_get_bool(self%handle, terminated(name), number, error)
        if (status == zarr_ok) value = number /= 0
        call finish(status, error, stat, errmsg)
    end subroutine get_bool

    subroutine get_logical32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(int32), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status, number

        status = zarr_attribute_get_bool(self%handle, terminated(name), number, error)
        if (status == zarr_ok) value = number /= 0
        call finish(status, error, stat, errmsg)
    end subroutine get_logical32

    subroutine get_logical64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(int64), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status, number

        status = zarr_attribute_get_bool(self%handle, terminated(name), number, error)
        if (status == zarr_ok) value = number /= 0
        call finish(status, error, stat, errmsg)
    end subroutine get_logical64

    ! A text attribute, for variables of any length: a longer one is padded with blanks, a shorter one gets the beginning.
    function node_attribute_text(self, name, stat, errmsg) result(value)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: value

        call self%get_attribute(name, value, stat, errmsg)
        if (.not. allocated(value)) value = ""
    end function node_attribute_text

    subroutine set_bool(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(c_bool), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_set_bool(self%handle, terminated(name), merge(1_c_int32_t, 0_c_int32_t, &
            logical(value)), error), &
            error, stat, errmsg)
    end subroutine set_bool

    subroutine set_logical32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(int32), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_set_bool(self%handle, terminated(name), merge(1_c_int32_t, 0_c_int32_t, &
            logical(value)), error), &
            error, stat, errmsg)
    end subroutine set_logical32

    subroutine set_logical64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        logical(int64), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_set_bool(self%handle, terminated(name), merge(1_c_int32_t, 0_c_int32_t, &
            logical(value)), error), &
            error, stat, errmsg)
    end subroutine set_logical64

    ! Get an attribute as a value of the variable's type; lists and texts are allocated. For a text in a variable of a fixed
    ! length, assign attribute_text. zarr_error_type_mismatch: the attribute has another type. zarr_error_range: the variable's
    ! kind does not have the number. After a failure a variable that is not allocatable is unchanged.
    subroutine get_text(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        character(len=:), allocatable, intent(out) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (allocated(value)) deallocate (value)
        status = zarr_attribute_get_string(self%handle, terminated(name), bytes, error)
        if (status == zarr_ok) call text_of(bytes, value)
        call finish(status, error, stat, errmsg)
    end subroutine get_text

    ! Set an attribute to a value or a list; the spelling of the others stays. Texts are written without trailing blanks.
    subroutine set_text(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        character(len=*), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_attribute_set_string(self%handle, terminated(name), terminated(value), error), error, stat, &
            errmsg)
    end subroutine set_text

    ! A list of texts, as long as the longest of them.
    subroutine get_texts(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        character(len=:), allocatable, intent(out) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        if (allocated(value)) deallocate (value)
        status = zarr_attribute_get_strings(self%handle, terminated(name), strings, error)
        if (status == zarr_ok) call list_of(strings, value)
        call finish(status, error, stat, errmsg)
    end subroutine get_texts

    subroutine set_texts(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        character(len=*), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: texts(size(value))
        type(c_ptr) :: places(size(value))
        type(zarr_error) :: error
        integer :: i

        do i = 1, size(value)
            call texts(i)%set(value(i))
            places(i) = texts(i)%place()
        end do
        call finish(zarr_attribute_set_strings(self%handle, terminated(name), size(value, kind=c_size_t), places, &
            error), &
            error, stat, errmsg)
    end subroutine set_texts

    subroutine get_int8(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int8), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_int64(self%handle, terminated(name), number, error)
        if (status == zarr_ok) then
            if (number > huge(value) .or. number < -huge(value) - 1_int64) then
                call too_large(self, name, decimal(number), "an integer of 8 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(number, int8)
        call finish(status, error, stat, errmsg)
    end subroutine get_int8

    subroutine get_int8s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int8), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error
        integer :: wrong

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_int64s(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) then
            wrong = findloc(numbers > huge(value) .or. numbers < -huge(value) - 1_int64, .true., dim=1)
            if (wrong > 0) then
                call too_large(self, name, decimal(numbers(wrong)), "an integer of 8 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(numbers, int8)
        call finish(status, error, stat, errmsg)
    end subroutine get_int8s

    subroutine set_int8(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int8), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int64_t) :: number

        number = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_int8

    subroutine set_int8s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int8), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64s(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_int8s

    subroutine get_int16(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int16), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_int64(self%handle, terminated(name), number, error)
        if (status == zarr_ok) then
            if (number > huge(value) .or. number < -huge(value) - 1_int64) then
                call too_large(self, name, decimal(number), "an integer of 16 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(number, int16)
        call finish(status, error, stat, errmsg)
    end subroutine get_int16

    subroutine get_int16s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int16), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error
        integer :: wrong

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_int64s(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) then
            wrong = findloc(numbers > huge(value) .or. numbers < -huge(value) - 1_int64, .true., dim=1)
            if (wrong > 0) then
                call too_large(self, name, decimal(numbers(wrong)), "an integer of 16 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(numbers, int16)
        call finish(status, error, stat, errmsg)
    end subroutine get_int16s

    subroutine set_int16(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int16), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int64_t) :: number

        number = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_int16

    subroutine set_int16s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int16), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64s(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_int16s

    subroutine get_int32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int32), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_int64(self%handle, terminated(name), number, error)
        if (status == zarr_ok) then
            if (number > huge(value) .or. number < -huge(value) - 1_int64) then
                call too_large(self, name, decimal(number), "an integer of 32 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(number, int32)
        call finish(status, error, stat, errmsg)
    end subroutine get_int32

    subroutine get_int32s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int32), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error
        integer :: wrong

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_int64s(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) then
            wrong = findloc(numbers > huge(value) .or. numbers < -huge(value) - 1_int64, .true., dim=1)
            if (wrong > 0) then
                call too_large(self, name, decimal(numbers(wrong)), "an integer of 32 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = int(numbers, int32)
        call finish(status, error, stat, errmsg)
    end subroutine get_int32s

    subroutine set_int32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int32), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int64_t) :: number

        number = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_int32

    subroutine set_int32s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int32), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64s(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_int32s

    subroutine get_int64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int64), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_int64(self%handle, terminated(name), number, error)
        if (status == zarr_ok) value = int(number, int64)
        call finish(status, error, stat, errmsg)
    end subroutine get_int64

    subroutine get_int64s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int64), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_int64s(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) value = int(numbers, int64)
        call finish(status, error, stat, errmsg)
    end subroutine get_int64s

    subroutine set_int64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int64), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int64_t) :: number

        number = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_int64

    subroutine set_int64s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int64), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = int(value, c_int64_t)
        call finish(zarr_attribute_set_int64s(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_int64s

    subroutine get_real32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real32), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_double(self%handle, terminated(name), number, error)
        if (status == zarr_ok) then
            if (abs(number) > huge(value) .and. abs(number) <= huge(number)) then
                call too_large(self, name, scientific(number), "a real of 32 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = real(number, real32)
        call finish(status, error, stat, errmsg)
    end subroutine get_real32

    subroutine get_real32s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real32), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error
        integer :: wrong

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_doubles(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) then
            wrong = findloc(abs(numbers) > huge(value) .and. abs(numbers) <= huge(numbers), .true., dim=1)
            if (wrong > 0) then
                call too_large(self, name, scientific(numbers(wrong)), "a real of 32 bits", stat, errmsg)
                return
            end if
        end if
        if (status == zarr_ok) value = real(numbers, real32)
        call finish(status, error, stat, errmsg)
    end subroutine get_real32s

    subroutine set_real32(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real32), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        real(c_double) :: number

        number = real(value, c_double)
        call finish(zarr_attribute_set_double(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_real32

    subroutine set_real32s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real32), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = real(value, c_double)
        call finish(zarr_attribute_set_doubles(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_real32s

    subroutine get_real64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real64), intent(inout) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double) :: number
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_attribute_get_double(self%handle, terminated(name), number, error)
        if (status == zarr_ok) value = real(number, real64)
        call finish(status, error, stat, errmsg)
    end subroutine get_real64

    subroutine get_real64s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real64), allocatable, intent(inout) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double), allocatable :: numbers(:)
        integer(c_size_t) :: count
        integer(c_int32_t) :: status, kind
        type(zarr_error) :: error

        status = zarr_attribute_kind(self%handle, terminated(name), kind, count, error)
        if (status == zarr_ok) then
            allocate (numbers(count))
            status = zarr_attribute_get_doubles(self%handle, terminated(name), count, numbers, error)
        end if
        if (status == zarr_ok) value = real(numbers, real64)
        call finish(status, error, stat, errmsg)
    end subroutine get_real64s

    subroutine set_real64(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real64), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        real(c_double) :: number

        number = real(value, c_double)
        call finish(zarr_attribute_set_double(self%handle, terminated(name), number, error), error, stat, errmsg)
    end subroutine set_real64

    subroutine set_real64s(self, name, value, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real64), intent(in) :: value(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        real(c_double) :: numbers(size(value))
        type(zarr_error) :: error

        numbers(:) = real(value, c_double)
        call finish(zarr_attribute_set_doubles(self%handle, terminated(name), size(value, kind=c_size_t), &
            numbers, error), error, stat, errmsg)
    end subroutine set_real64s

    ! Report a number of an attribute that the kind of the variable does not have.
    subroutine too_large(self, name, number, kind, stat, errmsg)
        class(zarr_node), intent(in) :: self
        character(len=*), intent(in) :: name, number, kind
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: status

        call fail(zarr_error_range, merge("array", "group", &
            self%is_array())//' "/'//self%path(status)//'": attribute "'// &
            trim(name)//'": '//number//" does not fit "//kind, stat, errmsg)
    end subroutine too_large

    ! ----------------------------------------------------------------------------------------------------------------
    ! Groups
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine group_final(self)
        type(zarr_group), intent(inout) :: self

        call self%close()
    end subroutine group_final

    ! Make the variable a handle of the group that is open in `other`, and close its former one.
    impure elemental subroutine group_share(self, other)
        class(zarr_group), intent(inout) :: self
        class(zarr_group), intent(in) :: other
        type(c_ptr) :: handle
        type(zarr_error) :: error

        handle = c_null_ptr
        if (other%is_open()) then
            if (zarr_group_share(other%c_handle(), handle, error) /= zarr_ok) handle = c_null_ptr
        end if
        call self%adopt(handle)
    end subroutine group_share

    ! Open a group, explicit or implicit.
    subroutine group_open_in_store(self, store, path, options, stat, errmsg)
        class(zarr_group), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        status = zarr_group_open_with(store%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine group_open_in_store

    ! Open a group below a group.
    subroutine group_open_in_group(self, group, path, options, stat, errmsg)
        class(zarr_group), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        status = zarr_group_open_group(group%handle, terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine group_open_in_group

    ! Create a group, and the groups above it that its format needs; with a group, the path begins at that group. The
    ! attributes are a JSON object. `replace` erases an existing node, with everything below it.
    subroutine group_create_in_store(self, store, path, attributes, format, replace, stat, errmsg)
        class(zarr_group), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: attributes
        class(*), intent(in), optional :: format, replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call group_create(self, store%c_handle(), path, attributes, format, replace, stat, errmsg)
    end subroutine group_create_in_store

    subroutine group_create_in_group(self, group, path, attributes, format, replace, stat, errmsg)
        class(zarr_group), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: attributes
        class(*), intent(in), optional :: format, replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call place_below(group, path, store, place)
        call group_create(self, store%c_handle(), place, attributes, format, replace, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine group_create_in_group

    ! The path in the store of a path below a group. The store of a group that is not open is not open either.
    subroutine place_below(group, path, store, place)
        class(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        type(zarr_store), intent(inout) :: store
        character(len=:), allocatable, intent(out) :: place
        integer(c_int32_t) :: status

        call group%store(store, stat=status)
        place = group%path(stat=status)
        if (len(place) > 0) place = place//"/"
        place = place//trim(path)
    end subroutine place_below

    subroutine group_create(self, store, path, attributes, format, replace, stat, errmsg)
        class(zarr_group), intent(inout) :: self
        type(c_ptr), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: attributes
        class(*), intent(in), optional :: format, replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code
        logical :: replaces

        format_code = zarr_format_default
        replaces = .false.
        if (no_integer(format, "format", format_code, stat, errmsg)) return
        if (no_logical(replace, "replace", replaces, stat, errmsg)) return
        call json%set(attributes)
        if (replaces) then
            status = zarr_group_create_or_replace(store, terminated(path), narrow(format_code), json%place(), &
                handle, error)
        else
            status = zarr_group_create(store, terminated(path), narrow(format_code), json%place(), handle, error)
        end if
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine group_create

    ! The names of the nodes directly in the group.
    subroutine group_children(self, names, stat, errmsg)
        class(zarr_group), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store) :: store
        character(len=:), allocatable :: path
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_group_store(self%handle, handle, error)
        if (status /= zarr_ok) then
            call list_of(c_null_ptr, names)
            call finish(status, error, stat, errmsg)
            return
        end if
        call store%adopt(handle)
        path = self%path()
        call store%children(path, names, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine group_children

    ! The nodes below the group, as zarr_store%walk gives them: their paths begin at the root of the store.
    subroutine group_walk_int32(self, paths, kinds, depth, progress, stat, errmsg)
        class(zarr_group), intent(in) :: self
        character(len=:), allocatable, intent(out) :: paths(:)
        integer(int32), allocatable, intent(out) :: kinds(:)
        class(*), intent(in), optional :: depth
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store) :: store
        character(len=:), allocatable :: path
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_group_store(self%handle, handle, error)
        if (status /= zarr_ok) then
            call list_of(c_null_ptr, paths)
            allocate (kinds(0))
            call finish(status, error, stat, errmsg)
            return
        end if
        call store%adopt(handle)
        path = self%path()
        call store%walk(path, paths, kinds, depth, progress, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine group_walk_int32

    subroutine group_walk_int64(self, paths, kinds, depth, progress, stat, errmsg)
        class(zarr_group), intent(in) :: self
        character(len=:), allocatable, intent(out) :: paths(:)
        integer(int64), allocatable, intent(out) :: kinds(:)
        class(*), intent(in), optional :: depth
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store) :: store
        character(len=:), allocatable :: path
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_group_store(self%handle, handle, error)
        if (status /= zarr_ok) then
            call list_of(c_null_ptr, paths)
            allocate (kinds(0))
            call finish(status, error, stat, errmsg)
            return
        end if
        call store%adopt(handle)
        path = self%path()
        call store%walk(path, paths, kinds, depth, progress, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine group_walk_int64

end module zarr_nodes
