! Arrays: open, create, describe, read and write. There is a procedure for each type, which describes its variable of any rank;
! zarr_elements does the rest.
! Made of templates/zarr_arrays.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_arrays
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int32_t, c_int64_t, c_loc, c_null_ptr, c_ptr, &
        c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: check_from_one, narrow, no_integer, no_logical, put_integers, text_list
    use zarr_common, only: c_string, c_text, conclude, fail, finish, index_numbers, list_of, name_list, reversed, &
        set_message, terminated, &
        text_of, zarr_progress
    use zarr_elements, only: append_elements, append_texts, as_stored, described, described_texts, find_texts, &
        has_memory, list_texts, load_box, &
        move_elements, move_orthogonal, move_points, read_texts, refuse, take_texts, write_texts
    use zarr_nodes, only: place_below, zarr_group, zarr_node
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_array_builder_attributes, zarr_array_builder_big_endian, zarr_array_builder_chunk_shape, &
        zarr_array_builder_codec, zarr_array_builder_data_type, zarr_array_builder_item_size, &
            zarr_array_builder_dimension_names, zarr_array_builder_fill_value, &
        zarr_array_builder_format, zarr_array_builder_free, zarr_array_builder_new, zarr_array_builder_new_json, &
        zarr_array_builder_chunk_key_encoding, zarr_array_builder_no_fill_value, zarr_array_builder_order, &
        zarr_array_builder_separator, zarr_array_builder_shard_shape, zarr_array_chunk_bounds, &
        zarr_array_chunk_shape, zarr_array_codecs, zarr_data_type_name, zarr_array_count_chunks, &
            zarr_array_create_json, &
        zarr_array_create_or_replace, zarr_array_create_with, zarr_array_data_type, zarr_array_data_type_json, &
        zarr_array_dimension_names, zarr_array_document, zarr_array_format, zarr_array_free, zarr_array_grid_shape, &
        zarr_array_item_size, zarr_array_metadata, zarr_array_ndim, zarr_array_open_from_document, &
            zarr_array_open_with, &
        zarr_array_refresh, zarr_array_resize, zarr_array_set_dimension_names, zarr_array_shape, &
            zarr_array_shard_shape, &
        zarr_array_share, zarr_bytes_data, zarr_bytes_free, zarr_bytes_size, zarr_error, zarr_group_open_array, &
        zarr_strings_free
    implicit none
    private
    public :: zarr_array
    ! For the definitions of zarr_datasets.
    public :: describe_array, new_builder, point_at_names

    ! An open array. `a = b` makes both variables handles of one open array; each is closed by itself.
    type, extends(zarr_node) :: zarr_array
    contains
        generic :: open => open_in_store, open_in_group
        procedure :: open_from_document => array_open_from_document
        generic :: create => create_in_store, create_in_group
        procedure :: create_json => array_create_json
        ! Properties
        procedure :: rank => array_rank
        procedure :: shape => array_shape
        procedure :: chunks => array_chunks
        procedure :: shards => array_shards
        procedure :: format => array_format
        procedure :: data_type => array_data_type
        procedure :: data_type_json => array_data_type_json
        procedure :: item_size => array_item_size
        procedure :: dimension_names => array_dimension_names
        procedure :: codecs => array_codecs
        procedure :: metadata => array_metadata
        procedure :: document => array_document
        ! Division into chunks
        procedure :: grid_shape => array_grid_shape
        generic :: chunk_bounds => chunk_bounds_int32, chunk_bounds_int64
        procedure, private :: chunk_bounds_int32 => array_chunk_bounds_int32
        procedure, private :: chunk_bounds_int64 => array_chunk_bounds_int64
        procedure :: stored_chunks => array_stored_chunks
        ! Change
        procedure :: refresh => array_refresh
        procedure :: resize => array_resize
        procedure :: set_dimension_names => array_set_dimension_names
        ! Elements: read into an existing variable, load into one that is allocated, write, append
        generic :: read => read_text, read_int8, read_int16, read_int32, read_int64, read_real32, read_real64, &
            read_complex32, read_complex64, read_logical32, read_logical64, read_bool
        generic :: write => write_text, write_int8, write_int16, write_int32, write_int64, write_real32, &
            write_real64, write_complex32, write_complex64, write_logical32, write_logical64, write_bool
        generic :: append => append_text, append_int8, append_int16, append_int32, append_int64, append_real32, &
            append_real64, append_complex32, append_complex64, append_logical32, append_logical64, append_bool
        generic :: load => load_text_1, load_text_2, load_text_3, load_text_4, load_text_5, load_text_6, &
            load_text_7, load_int8, load_int16, load_int32, load_int64, load_real32, load_real64, load_complex32, &
            load_complex64, load_logical32, load_logical64, load_bool
        ! Elements that form no region: single ones, and those at indices along each dimension
        generic :: read_points => read_points_int8, read_points_int16, read_points_int32, read_points_int64, &
            read_points_real32, read_points_real64, read_points_complex32, read_points_complex64, &
            read_points_logical32, read_points_logical64, read_points_bool
        generic :: write_points => write_points_int8, write_points_int16, write_points_int32, write_points_int64, &
            write_points_real32, write_points_real64, write_points_complex32, write_points_complex64, &
            write_points_logical32, write_points_logical64, write_points_bool
        generic :: read_orthogonal => read_orthogonal_int8, read_orthogonal_int16, read_orthogonal_int32, &
            read_orthogonal_int64, read_orthogonal_real32, read_orthogonal_real64, read_orthogonal_complex32, &
            read_orthogonal_complex64, read_orthogonal_logical32, read_orthogonal_logical64, read_orthogonal_bool
        generic :: write_orthogonal => write_orthogonal_int8, write_orthogonal_int16, write_orthogonal_int32, &
            write_orthogonal_int64, write_orthogonal_real32, write_orthogonal_real64, write_orthogonal_complex32, &
            write_orthogonal_complex64, write_orthogonal_logical32, write_orthogonal_logical64, write_orthogonal_bool
        procedure, private :: read_text, write_text, append_text, load_text_1, load_text_2, load_text_3, &
            load_text_4, load_text_5, load_text_6, load_text_7
        procedure, private :: read_int8, write_int8, append_int8, load_int8, read_points_int8, write_points_int8, &
            read_orthogonal_int8, write_orthogonal_int8
        procedure, private :: read_int16, write_int16, append_int16, load_int16, read_points_int16, &
            write_points_int16, read_orthogonal_int16, write_orthogonal_int16
        procedure, private :: read_int32, write_int32, append_int32, load_int32, read_points_int32, &
            write_points_int32, read_orthogonal_int32, write_orthogonal_int32
        procedure, private :: read_int64, write_int64, append_int64, load_int64, read_points_int64, &
            write_points_int64, read_orthogonal_int64, write_orthogonal_int64
        procedure, private :: read_real32, write_real32, append_real32, load_real32, read_points_real32, &
            write_points_real32, read_orthogonal_real32, write_orthogonal_real32
        procedure, private :: read_real64, write_real64, append_real64, load_real64, read_points_real64, &
            write_points_real64, read_orthogonal_real64, write_orthogonal_real64
        procedure, private :: read_complex32, write_complex32, append_complex32, load_complex32, &
            read_points_complex32, write_points_complex32, read_orthogonal_complex32, write_orthogonal_complex32
        procedure, private :: read_complex64, write_complex64, append_complex64, load_complex64, &
            read_points_complex64, write_points_complex64, read_orthogonal_complex64, write_orthogonal_complex64
        procedure, private :: read_logical32, write_logical32, append_logical32, load_logical32, &
            read_points_logical32, write_points_logical32, read_orthogonal_logical32, write_orthogonal_logical32
        procedure, private :: read_logical64, write_logical64, append_logical64, load_logical64, &
            read_points_logical64, write_points_logical64, read_orthogonal_logical64, write_orthogonal_logical64
        procedure, private :: read_bool, write_bool, append_bool, load_bool, read_points_bool, write_points_bool, &
            read_orthogonal_bool, write_orthogonal_bool
        procedure, private :: open_in_store => array_open_in_store
        procedure, private :: open_in_group => array_open_in_group
        procedure, private :: create_in_store => array_create_in_store
        procedure, private :: create_in_group => array_create_in_group
        generic :: assignment(=) => share
        procedure, private :: share => array_share
        final :: array_final
    end type zarr_array

contains

    subroutine array_final(self)
        type(zarr_array), intent(inout) :: self

        call self%close()
    end subroutine array_final

    ! Open an array of any format.
    subroutine array_open_in_store(self, store, path, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
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
        status = zarr_array_open_with(store%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_in_store

    ! Open an array below a group.
    subroutine array_open_in_group(self, group, path, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
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
        status = zarr_group_open_array(group%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_in_group

    ! Open an array from the text of document, in this process or another one, without a request to the store: where
    ! thousands of processes open one array, one reads its document and sends it to the others.
    subroutine array_open_from_document(self, store, path, document, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path, document
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json, text
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        call text%set(document)
        status = zarr_array_open_from_document(store%c_handle(), terminated(path), text%place(), &
            len_trim(document, kind=c_size_t), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_from_document

    ! Make the variable a handle of the array that is open in `other`, and close its former one.
    impure elemental subroutine array_share(self, other)
        class(zarr_array), intent(inout) :: self
        class(zarr_array), intent(in) :: other
        type(c_ptr) :: handle
        type(zarr_error) :: error

        handle = c_null_ptr
        if (other%is_open()) then
            if (zarr_array_share(other%c_handle(), handle, error) /= zarr_ok) handle = c_null_ptr
        end if
        call self%adopt(handle)
    end subroutine array_share

    ! Create an array. The data type is a constant, zarr_float64 and so on, for types without parameters, and for all types a name,
    ! "float64", or JSON: "[[""x"", ""<f4""], [""id"", ""<i8""]]". Shapes are in the order of Fortran. The names of dimensions are a
    ! list, or one text with commas; codecs are a list, or one text with |. Each codec is a name, with its configuration behind it
    ! if it has one. `replace` erases an existing node, with everything below it. `no_fill_value` leaves the fill value undefined.
    ! The options are those for opening the new array. With a group, the path begins at the group. A length of 0 among the chunks or
    ! shards is the whole dimension, or 1 if that has no elements yet.
    subroutine array_create_in_store(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(..)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call new_builder(data_type, shape, builder, stat, errmsg)
        if (c_associated(builder)) call build(self, store%c_handle(), path, builder, chunks, &
            shards, codecs, fill_value, attributes, dimension_names, format, order, separator, chunk_keys, big_endian, &
            replace, no_fill_value, options, stat, errmsg)
    end subroutine array_create_in_store

    subroutine array_create_in_group(self, group, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        class(*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(..)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call place_below(group, path, store, place)
        call self%create(store, place, data_type, shape, chunks, shards, codecs, fill_value, attributes, &
            dimension_names, &
            format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group

    ! Make a builder for a data type: the code of one without parameters, a name or JSON. NULL after a failure, which is reported.
    subroutine new_builder(data_type, shape, builder, stat, errmsg)
        class(*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(c_ptr), intent(out) :: builder
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        character(len=:), allocatable :: json
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: code
        logical :: good

        builder = c_null_ptr
        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        select type (data_type)
        type is (character(len=*))
            json = trim(adjustl(data_type))
            if (scan(json, '"{[') /= 1) json = '"'//json//'"'
            status = zarr_array_builder_new_json(terminated(json), size(lengths, kind=c_int32_t), reversed(lengths), &
                builder, error)
        class default
            if (no_integer(data_type, "data_type", code, stat, errmsg)) return
            status = zarr_array_builder_new(narrow(code), size(lengths, kind=c_int32_t), reversed(lengths), builder, &
                error)
        end select
        call finish(status, error, stat, errmsg)
    end subroutine new_builder

    ! Set up a builder from the arguments, create the array, and free the builder.
    subroutine build(self, store, path, builder, chunks, shards, codecs, fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(c_ptr), intent(in) :: store, builder
        character(len=*), intent(in) :: path
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(..)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: settings
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        logical :: replaces, failed

        call self%close()
        replaces = .false.
        failed = no_logical(replace, "replace", replaces, stat, errmsg)
        if (.not. failed) call describe_array(builder, chunks, shards, codecs, fill_value, attributes, &
            dimension_names, &
            format, order, separator, chunk_keys, big_endian, no_fill_value, status, error, failed, stat, errmsg)
        if (failed) then
            call zarr_array_builder_free(builder)
            return
        end if
        handle = c_null_ptr
        call settings%set(options)
        if (status == zarr_ok) then
            if (replaces) then
                status = zarr_array_create_or_replace(store, terminated(path), builder, handle, error)
                if (status == zarr_ok .and. present(options)) call open_again()
            else
                status = zarr_array_create_with(store, terminated(path), builder, settings%place(), handle, error)
            end if
        end if
        call zarr_array_builder_free(builder)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)

    contains

        ! Open the array that has replaced another node, with its options and without a request to the store.
        subroutine open_again()
            type(c_ptr) :: made, document

            made = handle
            handle = c_null_ptr
            status = zarr_array_document(made, document, error)
            if (status == zarr_ok) status = zarr_array_open_from_document(store, terminated(path), &
                zarr_bytes_data(document), &
                zarr_bytes_size(document), settings%place(), handle, error)
            call zarr_bytes_free(document)
            call zarr_array_free(made)
        end subroutine open_again
    end subroutine build

    ! Set up a builder from the arguments. A failure is in status and error, or reported already, with failed set.
    subroutine describe_array(builder, chunks, shards, codecs, fill_value, attributes, dimension_names, format, order, &
        separator, chunk_keys, big_endian, no_fill_value, status, error, failed, stat, errmsg)
        type(c_ptr), intent(in) :: builder
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(..)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        integer(c_int32_t), intent(out) :: status
        type(zarr_error), intent(inout) :: error
        logical, intent(out) :: failed
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int8), allocatable, target :: element(:)
        type(c_text), target :: configuration
        integer :: at
        integer(int64) :: format_code
        logical :: swapped, left_open

        status = zarr_ok
        format_code = zarr_format_default
        swapped = .false.
        left_open = .false.
        failed = no_integer(format, "format", format_code, stat, errmsg)
        if (.not. failed) failed = no_logical(big_endian, "big_endian", swapped, stat, errmsg)
        if (.not. failed) failed = no_logical(no_fill_value, "no_fill_value", left_open, stat, errmsg)
        if (failed) return
        if (present(format)) status = zarr_array_builder_format(builder, narrow(format_code), error)
        if (present(chunks)) call set_lengths(chunks, "chunks", .false.)
        if (present(shards)) call set_lengths(shards, "shards", .true.)
        if (status == zarr_ok .and. present(fill_value)) then
            call as_stored(fill_value, zarr_array_builder_data_type(builder), zarr_array_builder_item_size(builder), &
                element)
            if (.not. allocated(element)) then
                call refuse(zarr_error_type_mismatch, "fill_value: "//spelled(fill_value)//" does not fit "// &
                    c_string(zarr_data_type_name(zarr_array_builder_data_type(builder))))
            else if (size(element) > 0) then
                status = zarr_array_builder_fill_value(builder, c_loc(element), size(element, kind=c_size_t), error)
            else
                status = zarr_array_builder_fill_value(builder, c_null_ptr, 0_c_size_t, error)
            end if
        end if
        if (status == zarr_ok .and. left_open) then
            if (present(fill_value)) then
                call refuse(zarr_error_invalid_argument, "fill_value is given, and left open by no_fill_value")
            else
                status = zarr_array_builder_no_fill_value(builder, error)
            end if
        end if
        if (status == zarr_ok .and. present(order)) &
            status = zarr_array_builder_order(builder, int(ichar(order), c_int32_t), error)
        if (status == zarr_ok .and. present(separator)) &
            status = zarr_array_builder_separator(builder, int(ichar(separator), c_int32_t), error)
        if (status == zarr_ok .and. present(chunk_keys)) then
            call divide(chunk_keys, at, configuration)
            status = zarr_array_builder_chunk_key_encoding(builder, terminated(adjustl(chunk_keys(:at - 1))), &
                configuration%place(), error)
        end if
        if (status == zarr_ok .and. present(big_endian)) &
            status = zarr_array_builder_big_endian(builder, merge(1_c_int32_t, 0_c_int32_t, swapped), error)
        if (status == zarr_ok .and. present(attributes)) &
            status = zarr_array_builder_attributes(builder, terminated(attributes), error)
        if (status == zarr_ok .and. present(dimension_names)) call set_names(dimension_names)
        if (status == zarr_ok .and. present(codecs)) call set_codecs(codecs)

    contains

        subroutine refuse(code, text)
            integer(c_int32_t), intent(in) :: code
            character(len=*), intent(in) :: text

            status = code
            error%status = code
            call set_message(error, text)
        end subroutine refuse

        ! The value in a message; a value without a short spelling is named by its kind.
        function spelled(value) result(text)
            class(*), intent(in) :: value
            character(len=:), allocatable :: text
            character(len=80) :: line

            select type (value)
            type is (integer(int8))
                write (line, '(g0)') value
            type is (integer(int16))
                write (line, '(g0)') value
            type is (integer(int32))
                write (line, '(g0)') value
            type is (integer(int64))
                write (line, '(g0)') value
            type is (real(real32))
                write (line, '(g0)') value
            type is (real(real64))
                write (line, '(g0)') value
            type is (character(len=*))
                line = '"'//value(:min(len(value), 70))//'"'
            type is (complex(real32))
                write (line, '("(", g0, ", ", g0, ")")') value
            type is (complex(real64))
                write (line, '("(", g0, ", ", g0, ")")') value
            class default
                line = "what was given"
            end select
            text = trim(line)
        end function spelled

        ! Split a codec into its name and its configuration.
        subroutine divide(text, at, configuration)
            character(len=*), intent(in) :: text
            integer, intent(out) :: at
            type(c_text), intent(inout) :: configuration

            at = index(text, "{")
            if (at == 0) at = len(text) + 1
            call configuration%set()
            if (at <= len(text)) call configuration%set(text(at:))
        end subroutine divide

        subroutine set_lengths(given, name, of_shards)
            type(*), intent(in) :: given(..)
            character(len=*), intent(in) :: name
            logical, intent(in) :: of_shards
            integer(int64), allocatable :: lengths(:)
            logical :: good

            if (status /= zarr_ok) return
            call index_numbers(given, lengths, good)
            if (.not. good) then
                call refuse(zarr_error_invalid_argument, name//": integers are expected")
            else if (of_shards) then
                status = zarr_array_builder_shard_shape(builder, size(lengths, kind=c_int32_t), reversed(lengths), &
                    error)
            else
                status = zarr_array_builder_chunk_shape(builder, size(lengths, kind=c_int32_t), reversed(lengths), &
                    error)
            end if
            if (good) call name_list(name, status, error)
        end subroutine set_lengths

        subroutine set_names(given)
            character(len=*), intent(in) :: given(..)
            type(text_list) :: names
            type(c_text), allocatable, target :: texts(:)
            type(c_ptr), allocatable, target :: pointers(:)
            logical :: good

            call list_texts(given, ",", names, good)
            if (.not. good) then
                call refuse(zarr_error_invalid_argument, "dimension_names: a text or a list of texts is expected")
                return
            end if
            call point_at_names(names, texts, pointers)
            status = zarr_array_builder_dimension_names(builder, size(pointers, kind=c_int32_t), pointers, error)
            call name_list("dimension_names", status, error)
        end subroutine set_names

        ! Each is a name, with its configuration behind it if it has one.
        subroutine set_codecs(given)
            character(len=*), intent(in) :: given(..)
            type(text_list) :: list
            integer :: i
            logical :: good

            call list_texts(given, "|", list, good)
            if (.not. good) &
                call refuse(zarr_error_invalid_argument, "codecs: a text or a list of texts is expected")
            do i = 1, size(list%texts)
                if (status /= zarr_ok) exit
                call divide(list%texts(i)%text, at, configuration)
                status = zarr_array_builder_codec(builder, terminated(adjustl(list%texts(i)%text(:at - 1))), &
                    configuration%place(), error)
            end do
        end subroutine set_codecs
    end subroutine describe_array

    ! The names of dimensions in the order of C; a blank name is NULL.
    subroutine point_at_names(names, texts, pointers)
        type(text_list), intent(in) :: names
        type(c_text), allocatable, target, intent(out) :: texts(:)
        type(c_ptr), allocatable, target, intent(out) :: pointers(:)
        integer :: i, n

        n = size(names%texts)
        allocate (texts(n), pointers(n))
        do i = 1, n
            if (len_trim(names%texts(i)%text) > 0) call texts(i)%set(names%texts(i)%text)
            pointers(n + 1 - i) = texts(i)%place()
        end do
    end subroutine point_at_names

    ! Create an array from a metadata document in the spelling of the format, with dimensions in the document's order.
    subroutine array_create_json(self, store, path, format, metadata, stat, errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(in) :: format
        character(len=*), intent(in) :: metadata
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code

        if (no_integer(format, "format", format_code, stat, errmsg)) return
        status = zarr_array_create_json(store%c_handle(), terminated(path), narrow(format_code), &
            terminated(metadata), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_create_json

    ! ----------------------------------------------------------------------------------------------------------------
    ! Properties
    ! ----------------------------------------------------------------------------------------------------------------

    ! The number of dimensions; -1 if the array is not open.
    function array_rank(self) result(rank)
        class(zarr_array), intent(in) :: self
        integer :: rank

        rank = int(zarr_array_ndim(self%c_handle()))
    end function array_rank

    ! The format, one of zarr_format_...; -1 if the array is not open.
    function array_format(self) result(format)
        class(zarr_array), intent(in) :: self
        integer(c_int32_t) :: format

        format = zarr_array_format(self%c_handle())
    end function array_format

    ! The data type, one of zarr_bool and so on; -1 if the array is not open.
    function array_data_type(self) result(data_type)
        class(zarr_array), intent(in) :: self
        integer(c_int32_t) :: data_type

        data_type = zarr_array_data_type(self%c_handle())
    end function array_data_type

    ! The bytes of one element in memory; 0 for types of variable length.
    function array_item_size(self) result(item_size)
        class(zarr_array), intent(in) :: self
        integer(c_size_t) :: item_size

        item_size = zarr_array_item_size(self%c_handle())
    end function array_item_size

    ! The number of elements along each dimension.
    function array_shape(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_shape

    ! The shape of what is encoded, in elements.
    function array_chunks(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_chunk_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_chunks

    ! The shape of what is stored as a whole, in elements: the chunks, where there are no shards.
    function array_shards(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_shard_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_shards

    ! The data type in JSON, as create takes it.
    function array_data_type_json(self, stat, errmsg) result(json)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_data_type_json(self%c_handle(), bytes, error)
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function array_data_type_json

    ! The document that open_from_document takes, in this process or another one.
    function array_document(self, stat, errmsg) result(document)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: document
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_document(self%c_handle(), bytes, error)
        call text_of(bytes, document)
        call finish(status, error, stat, errmsg)
    end function array_document

    ! The codecs of the chunks in the order of encoding: their common names in all formats, and the configuration of each,
    ! a JSON object.
    subroutine array_codecs(self, names, configurations, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        character(len=:), allocatable, intent(out), optional :: configurations(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: of_names, of_configurations
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_codecs(self%c_handle(), of_names, of_configurations, error)
        call list_of(of_names, names)
        if (present(configurations)) then
            call list_of(of_configurations, configurations)
        else
            call zarr_strings_free(of_configurations)
        end if
        call finish(status, error, stat, errmsg)
    end subroutine array_codecs

    ! The metadata document, in the spelling of the array's format.
    function array_metadata(self, stat, errmsg) result(json)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_metadata(self%c_handle(), bytes, error)
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function array_metadata

    ! The names of the dimensions: an empty list, or one for each, blank for a dimension without a name.
    subroutine array_dimension_names(self, names, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_dimension_names(self%c_handle(), strings, error)
        call list_of(strings, names, backwards=.true.)
        call finish(status, error, stat, errmsg)
    end subroutine array_dimension_names

    ! ----------------------------------------------------------------------------------------------------------------
    ! Division: `unit` is zarr_unit_shard, the stored unit, or zarr_unit_chunk, the unit of encoding
    ! ----------------------------------------------------------------------------------------------------------------

    ! The number of chunks along each dimension. `unit` is zarr_unit_shard (default), the stored unit, or zarr_unit_chunk,
    ! the unit of encoding.
    function array_grid_shape(self, unit, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n
        integer(int64) :: which

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_array_grid_shape(self%c_handle(), narrow(which), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_grid_shape

    ! The first element of a chunk and its length along each dimension; chunks count from 1. `unit` is zarr_unit_shard
    ! (default), the stored unit, or zarr_unit_chunk, the unit of encoding.
    subroutine array_chunk_bounds_int32(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int32), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:)
        logical :: fits

        call chunk_bounds(self, position, first, lengths, unit, stat, errmsg)
        allocate (start(size(first)), count(size(first)))
        call put_integers(first, start, fits)
        if (fits) call put_integers(lengths, count, fits)
        if (.not. fits) call fail(zarr_error_range, "start or count does not fit the kind of integer", stat, errmsg)
    end subroutine array_chunk_bounds_int32

    subroutine array_chunk_bounds_int64(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int64), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:)
        logical :: fits

        call chunk_bounds(self, position, first, lengths, unit, stat, errmsg)
        allocate (start(size(first)), count(size(first)))
        call put_integers(first, start, fits)
        if (fits) call put_integers(lengths, count, fits)
        if (.not. fits) call fail(zarr_error_range, "start or count does not fit the kind of integer", stat, errmsg)
    end subroutine array_chunk_bounds_int64

    subroutine chunk_bounds(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int64), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: chunk(:)
        character(len=:), allocatable :: message
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: which
        logical :: good

        call index_numbers(position, chunk, good)
        allocate (start(size(chunk)), count(size(chunk)))
        start(:) = 0
        count(:) = 0
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "position: integers are expected", stat, errmsg)
            return
        end if
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_ok
        call check_from_one(chunk, "chunks", status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        status = zarr_array_chunk_bounds(self%c_handle(), narrow(which), size(chunk, kind=c_int32_t), &
            reversed(chunk - 1), start, count, error)
        start = reversed(start) + 1
        count = reversed(count)
        call name_list("position", status, error)
        call finish(status, error, stat, errmsg)
    end subroutine chunk_bounds

    ! The number of chunks that are stored. `unit` is zarr_unit_shard (default), the stored unit, or zarr_unit_chunk, the
    ! unit of encoding.
    function array_stored_chunks(self, unit, stat, errmsg) result(chunks)
        class(zarr_array), intent(in) :: self
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: chunks, which
        integer(c_size_t) :: count
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        count = 0
        chunks = 0
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_array_count_chunks(self%c_handle(), narrow(which), count, error)
        chunks = int(count, int64)
        call finish(status, error, stat, errmsg)
    end function array_stored_chunks

    ! ----------------------------------------------------------------------------------------------------------------
    ! Changes
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read the metadata document again, to see changes by other processes.
    subroutine array_refresh(self, stat, errmsg)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_array_refresh(self%c_handle(), error), error, stat, errmsg)
    end subroutine array_refresh

    ! Change the shape of the array; the number of dimensions stays.
    subroutine array_resize(self, shape, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: shape(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        logical :: good

        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        status = zarr_array_resize(self%c_handle(), size(lengths, kind=c_int32_t), reversed(lengths), error)
        call name_list("shape", status, error)
        call finish(status, error, stat, errmsg)
    end subroutine array_resize

    ! Name the dimensions: a list, or one text with commas. A dimension with a blank name has none; an empty list or text
    ! removes all names.
    subroutine array_set_dimension_names(self, names, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: names(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(text_list) :: list
        logical :: good
        type(c_text), allocatable, target :: texts(:)
        type(c_ptr), allocatable, target :: pointers(:)
        type(c_ptr) :: first
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        call list_texts(names, ",", list, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "names: a text or a list of texts is expected", stat, errmsg)
            return
        end if
        call point_at_names(list, texts, pointers)
        n = zarr_array_ndim(self%c_handle())
        first = c_null_ptr
        if (size(pointers) > 0) then
            n = size(pointers, kind=c_int32_t)
            first = c_loc(pointers)
        end if
        status = zarr_array_set_dimension_names(self%c_handle(), n, first, error)
        call name_list("names", status, error)
        call finish(status, error, stat, errmsg)
    end subroutine array_set_dimension_names

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read elements into an existing variable or any section of one, without a copy. Defaults: start 1, stride 1, count the shape
    ! of the variable, and 1 along dimensions that it lacks. Numbers are converted to the type of the variable and checked, or as
    ! conversion says; texts are padded with blanks.
    subroutine read_int8(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_int8, 1), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_int8

    ! Write elements from a variable or any section of one, without a copy; the other arguments are those of read. Texts are
    ! written without trailing blanks.
    subroutine write_int8(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_int8, 1), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_int8

    ! Grow the array along a dimension, by default the last, by a block of its rank or one layer of a rank less, of exactly the
    ! type of its elements. Returns the position of its first layer. Several processes and threads may append at once.
    subroutine append_int8(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_int8, 1), dimension, position, stat, errmsg)
    end subroutine append_int8

    ! Allocates a variable and reads into it as read does: count elements, or all from start on. Texts get the length of the
    ! longest.
    subroutine load_int8(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8

    subroutine read_int16(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_int16, 2), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_int16

    subroutine write_int16(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_int16, 2), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_int16

    subroutine append_int16(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_int16, 2), dimension, position, stat, errmsg)
    end subroutine append_int16

    subroutine load_int16(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16

    subroutine read_int32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_int32, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_int32

    subroutine write_int32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_int32, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_int32

    subroutine append_int32(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_int32, 4), dimension, position, stat, errmsg)
    end subroutine append_int32

    subroutine load_int32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32

    subroutine read_int64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_int64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_int64

    subroutine write_int64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_int64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_int64

    subroutine append_int64(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_int64, 8), dimension, position, stat, errmsg)
    end subroutine append_int64

    subroutine load_int64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64

    subroutine read_real32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_float32, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_real32

    subroutine write_real32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_float32, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_real32

    subroutine append_real32(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_float32, 4), dimension, position, stat, errmsg)
    end subroutine append_real32

    subroutine load_real32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32

    subroutine read_real64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_float64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_real64

    subroutine write_real64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_float64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_real64

    subroutine append_real64(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_float64, 8), dimension, position, stat, errmsg)
    end subroutine append_real64

    subroutine load_real64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64

    subroutine read_complex32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_complex64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_complex32

    subroutine write_complex32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_complex64, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_complex32

    subroutine append_complex32(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_complex64, 8), dimension, position, stat, errmsg)
    end subroutine append_complex32

    subroutine load_complex32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32

    subroutine read_complex64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_complex128, 16), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_complex64

    subroutine write_complex64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_complex128, 16), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_complex64

    subroutine append_complex64(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_complex128, 16), dimension, position, stat, errmsg)
    end subroutine append_complex64

    subroutine load_complex64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64

    subroutine read_logical32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_bool, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_logical32

    subroutine write_logical32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_bool, 4), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_logical32

    subroutine append_logical32(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_bool, 4), dimension, position, stat, errmsg)
    end subroutine append_logical32

    subroutine load_logical32(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32

    subroutine read_logical64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_bool, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_logical64

    subroutine write_logical64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_bool, 8), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_logical64

    subroutine append_logical64(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_bool, 8), dimension, position, stat, errmsg)
    end subroutine append_logical64

    subroutine load_logical64(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64

    subroutine read_bool(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .false., described(values, zarr_bool, 1), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine read_bool

    subroutine write_bool(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_elements(self%c_handle(), .true., described(values, zarr_bool, 1), start, count, stride, &
            conversion, threads, &
            progress, stat, errmsg)
    end subroutine write_bool

    subroutine append_bool(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_elements(self%c_handle(), described(values, zarr_bool, 1), dimension, position, stat, errmsg)
    end subroutine append_bool

    subroutine load_bool(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable, target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:), n(:)
        integer :: problem

        if (.not. load_box(self%c_handle(), rank(values), start, count, stride, lengths, n, stat, errmsg)) return
        select rank (values)
        rank (0)
            if (allocated(values)) deallocate (values)
            allocate (values, stat=problem)
        rank (1)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1)), stat=problem)
        rank (2)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2)), stat=problem)
        rank (3)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3)), stat=problem)
        rank (4)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        rank (5)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        rank (6)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        rank (7)
            if (allocated(values)) deallocate (values)
            allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        end select
        if (has_memory(problem, self%c_handle(), n, stat, errmsg)) &
            call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements that form no region
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read single elements in any order, each named by a column of `points` with an index for each dimension, into a
    ! variable of the data type of the array.
    subroutine read_points_int8(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_int8, 1), points, stat, errmsg)
    end subroutine read_points_int8

    ! Read the elements at all combinations of indices along dimensions, as a(along1, along2, ...) with vector subscripts;
    ! along a dimension without a list, all of them. The variable has the data type of the array, and as many
    ! elements along each dimension as there are indices; dimensions of one element may be missing in it.
    subroutine read_orthogonal_int8(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_int8, 1), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_int8

    ! Write single elements, named as in read_points. An element that is named several times gets its last value.
    subroutine write_points_int8(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_int8, 1), points, stat, errmsg)
    end subroutine write_points_int8

    ! Write the elements at all combinations of indices along dimensions, named as in read_orthogonal.
    subroutine write_orthogonal_int8(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_int8, 1), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_int8

    subroutine read_points_int16(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_int16, 2), points, stat, errmsg)
    end subroutine read_points_int16

    subroutine read_orthogonal_int16(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_int16, 2), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_int16

    subroutine write_points_int16(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_int16, 2), points, stat, errmsg)
    end subroutine write_points_int16

    subroutine write_orthogonal_int16(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_int16, 2), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_int16

    subroutine read_points_int32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_int32, 4), points, stat, errmsg)
    end subroutine read_points_int32

    subroutine read_orthogonal_int32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_int32, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_int32

    subroutine write_points_int32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_int32, 4), points, stat, errmsg)
    end subroutine write_points_int32

    subroutine write_orthogonal_int32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_int32, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_int32

    subroutine read_points_int64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_int64, 8), points, stat, errmsg)
    end subroutine read_points_int64

    subroutine read_orthogonal_int64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_int64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_int64

    subroutine write_points_int64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_int64, 8), points, stat, errmsg)
    end subroutine write_points_int64

    subroutine write_orthogonal_int64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_int64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_int64

    subroutine read_points_real32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_float32, 4), points, stat, errmsg)
    end subroutine read_points_real32

    subroutine read_orthogonal_real32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_float32, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_real32

    subroutine write_points_real32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_float32, 4), points, stat, errmsg)
    end subroutine write_points_real32

    subroutine write_orthogonal_real32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_float32, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_real32

    subroutine read_points_real64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_float64, 8), points, stat, errmsg)
    end subroutine read_points_real64

    subroutine read_orthogonal_real64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_float64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_real64

    subroutine write_points_real64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_float64, 8), points, stat, errmsg)
    end subroutine write_points_real64

    subroutine write_orthogonal_real64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_float64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_real64

    subroutine read_points_complex32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_complex64, 8), points, stat, errmsg)
    end subroutine read_points_complex32

    subroutine read_orthogonal_complex32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_complex64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_complex32

    subroutine write_points_complex32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_complex64, 8), points, stat, errmsg)
    end subroutine write_points_complex32

    subroutine write_orthogonal_complex32(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_complex64, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_complex32

    subroutine read_points_complex64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_complex128, 16), points, stat, errmsg)
    end subroutine read_points_complex64

    subroutine read_orthogonal_complex64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_complex128, 16), along1, along2, &
            along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_complex64

    subroutine write_points_complex64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_complex128, 16), points, stat, errmsg)
    end subroutine write_points_complex64

    subroutine write_orthogonal_complex64(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_complex128, 16), along1, along2, &
            along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_complex64

    subroutine read_points_logical32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_bool, 4), points, stat, errmsg)
    end subroutine read_points_logical32

    subroutine read_orthogonal_logical32(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_bool, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_logical32

    subroutine write_points_logical32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_bool, 4), points, stat, errmsg)
    end subroutine write_points_logical32

    subroutine write_orthogonal_logical32(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_bool, 4), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32

    subroutine read_points_logical64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_bool, 8), points, stat, errmsg)
    end subroutine read_points_logical64

    subroutine read_orthogonal_logical64(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_bool, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_logical64

    subroutine write_points_logical64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_bool, 8), points, stat, errmsg)
    end subroutine write_points_logical64

    subroutine write_orthogonal_logical64(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_bool, 8), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64

    subroutine read_points_bool(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .false., described(values, zarr_bool, 1), points, stat, errmsg)
    end subroutine read_points_bool

    subroutine read_orthogonal_bool(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .false., described(values, zarr_bool, 1), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine read_orthogonal_bool

    subroutine write_points_bool(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_points(self%c_handle(), .true., described(values, zarr_bool, 1), points, stat, errmsg)
    end subroutine write_points_bool

    subroutine write_orthogonal_bool(self, values, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(..)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call move_orthogonal(self%c_handle(), .true., described(values, zarr_bool, 1), along1, along2, along3, &
            along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_bool

    ! ----------------------------------------------------------------------------------------------------------------
    ! Texts
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_text(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call read_texts(self%c_handle(), described_texts(values), start, count, stride, stat, errmsg)
    end subroutine read_text

    subroutine write_text(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in), target :: values(..)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), described_texts(values), start, count, stat, errmsg)
    end subroutine write_text

    subroutine append_text(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in), target :: values(..)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), described_texts(values), dimension, position, stat, errmsg)
    end subroutine append_text

    subroutine load_text_1(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 1, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_1

    subroutine load_text_2(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 2, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_2

    subroutine load_text_3(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 3, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2), n(3)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_3

    subroutine load_text_4(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 4, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_4

    subroutine load_text_5(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 5, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_5

    subroutine load_text_6(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 6, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5), n(6)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_6

    subroutine load_text_7(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: n(:), wanted(:)
        integer(int64) :: longest
        type(c_ptr) :: strings

        if (.not. find_texts(self%c_handle(), 7, start, count, stride, n, strings, wanted, longest, stat, &
            errmsg)) return
        ! gfortran 12 does not do this itself for a generic procedure.
        if (allocated(values)) deallocate (values)
        allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)))
        call take_texts(strings, wanted, size(wanted), values)
    end subroutine load_text_7
end module zarr_arrays
