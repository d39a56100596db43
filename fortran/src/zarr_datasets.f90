! Datasets: arrays of one group with shared dimensions, which are defined and grown together.
! Made of templates/zarr_datasets.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_datasets
    use, intrinsic :: iso_c_binding, only: c_associated, c_f_pointer, c_int32_t, c_int64_t, c_loc, c_null_ptr, &
        c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: narrow, no_integer, put_integer, put_integers, text_list
    use zarr_common, only: c_text, fail, finish, list_of, terminated
    use zarr_elements, only: check_memory, described, gather, list_texts, memory
    use zarr_stores, only: zarr_store
    use zarr_nodes, only: zarr_group
    use zarr_arrays, only: describe_array, new_builder, point_at_names, zarr_array
    use zarr_c, only: zarr_array_builder_free, zarr_bytes_data, zarr_bytes_free, zarr_dataset_append, &
        zarr_dataset_array, &
        zarr_dataset_arrays, zarr_dataset_commit, zarr_dataset_create, zarr_dataset_define_array, &
        zarr_dataset_define_coordinate, zarr_dataset_define_dimension, zarr_dataset_dimension_length, &
            zarr_dataset_dimensions, &
        zarr_dataset_discard, &
        zarr_dataset_free, zarr_dataset_group, zarr_dataset_open, zarr_dataset_refresh, zarr_dataset_resize_dimension, &
        zarr_dataset_share, zarr_error, zarr_strings_count
    implicit none
    private
    public :: zarr_dataset

    ! The arrays directly in one group, which share dimensions by name. `a = b` makes both variables handles of one open dataset;
    ! each is closed by itself.
    type :: zarr_dataset
        type(c_ptr), private :: handle = c_null_ptr
    contains
        procedure :: open => dataset_open
        procedure :: create => dataset_create
        procedure :: close => dataset_close
        procedure :: is_open => dataset_is_open
        procedure :: refresh => dataset_refresh
        ! Arrays in it
        procedure :: group => dataset_group
        procedure :: arrays => dataset_arrays
        procedure :: array => dataset_array
        generic :: dimensions => dimensions_int32, dimensions_int64
        procedure, private :: dimensions_int32 => dataset_dimensions_int32
        procedure, private :: dimensions_int64 => dataset_dimensions_int64
        procedure :: length => dataset_length
        ! Defining arrays
        procedure :: define_dimension => dataset_define_dimension
        procedure :: define_array => dataset_define_array
        generic :: define_coordinate => coordinate_int8, coordinate_int16, coordinate_int32, coordinate_int64, &
            coordinate_real32, coordinate_real64
        procedure :: commit => dataset_commit
        procedure :: discard => dataset_discard
        ! Changing lengths
        procedure :: resize => dataset_resize
        procedure :: grow => dataset_grow
        procedure, private :: coordinate_int8, coordinate_int16, coordinate_int32, coordinate_int64, &
            coordinate_real32, coordinate_real64
        ! For functions of zarr_c
        procedure :: c_handle => dataset_c_handle
        procedure :: adopt => dataset_adopt
        generic :: assignment(=) => share
        procedure, private :: share => dataset_share
        final :: dataset_final
    end type zarr_dataset

contains

    ! ----------------------------------------------------------------------------------------------------------------
    ! Handles
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine dataset_final(self)
        type(zarr_dataset), intent(inout) :: self

        call self%close()
    end subroutine dataset_final

    ! Close the dataset, if it is open. Definitions that are not committed are discarded.
    subroutine dataset_close(self)
        class(zarr_dataset), intent(inout) :: self

        call zarr_dataset_free(self%handle)
        self%handle = c_null_ptr
    end subroutine dataset_close

    ! True while the variable is open.
    function dataset_is_open(self) result(open)
        class(zarr_dataset), intent(in) :: self
        logical :: open

        open = c_associated(self%handle)
    end function dataset_is_open

    ! The handle for functions of zarr_c, valid as long as the variable is open and not assigned.
    function dataset_c_handle(self) result(handle)
        class(zarr_dataset), intent(in) :: self
        type(c_ptr) :: handle

        handle = self%handle
    end function dataset_c_handle

    ! Own a handle that a function of zarr_c has made, and close the variable's former one.
    subroutine dataset_adopt(self, handle)
        class(zarr_dataset), intent(inout) :: self
        type(c_ptr), intent(in) :: handle

        call self%close()
        self%handle = handle
    end subroutine dataset_adopt

    ! Make the variable a handle of the dataset that is open in `other`, and close its former one.
    impure elemental subroutine dataset_share(self, other)
        class(zarr_dataset), intent(inout) :: self
        class(zarr_dataset), intent(in) :: other
        type(c_ptr) :: handle
        type(zarr_error) :: error

        handle = c_null_ptr
        if (other%is_open()) then
            if (zarr_dataset_share(other%handle, handle, error) /= zarr_ok) handle = c_null_ptr
        end if
        call self%adopt(handle)
    end subroutine dataset_share

    ! Open a group as a dataset, with all arrays in it. zarr_error_metadata: one dimension has two lengths, unless the option is
    ! {"unequal_dimensions": "keep"}.
    subroutine dataset_open(self, store, path, options, stat, errmsg)
        class(zarr_dataset), intent(inout) :: self
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
        status = zarr_dataset_open(store%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_open

    ! Open a group as a dataset, and create the group if there is none.
    subroutine dataset_create(self, store, path, format, options, stat, errmsg)
        class(zarr_dataset), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(in), optional :: format
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code

        format_code = zarr_format_default
        if (no_integer(format, "format", format_code, stat, errmsg)) return
        call json%set(options)
        status = zarr_dataset_create(store%c_handle(), terminated(path), narrow(format_code), json%place(), handle, &
            error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_create

    ! Read the group again, to see arrays that others have created, resized or erased.
    subroutine dataset_refresh(self, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_dataset_refresh(self%handle, error), error, stat, errmsg)
    end subroutine dataset_refresh

    ! ----------------------------------------------------------------------------------------------------------------
    ! Arrays in it
    ! ----------------------------------------------------------------------------------------------------------------

    ! The group, for its attributes.
    subroutine dataset_group(self, group, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        class(zarr_group), intent(inout) :: group
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_dataset_group(self%handle, handle, error)
        call group%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_group

    ! The names of the existing arrays, without those that are only defined.
    subroutine dataset_arrays(self, names, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_dataset_arrays(self%handle, strings, error)
        call list_of(strings, names)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_arrays

    ! An existing array, which the dataset has open already.
    subroutine dataset_array(self, name, array, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        class(zarr_array), intent(inout) :: array
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_dataset_array(self%handle, terminated(name), handle, error)
        call array%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_array

    ! The names and lengths of the dimensions: those of arrays, then those that are only defined.
    subroutine dataset_dimensions_int32(self, names, lengths, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        integer(int32), allocatable, intent(out) :: lengths(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), pointer :: there(:)
        type(c_ptr) :: strings, bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(c_size_t) :: count
        logical :: fits

        status = zarr_dataset_dimensions(self%handle, strings, bytes, error)
        count = zarr_strings_count(strings)
        allocate (lengths(count))
        fits = .true.
        if (count > 0) then
            call c_f_pointer(zarr_bytes_data(bytes), there, [count])
            call put_integers(there, lengths, fits)
        end if
        call list_of(strings, names)
        call zarr_bytes_free(bytes)
        if (fits) then
            call finish(status, error, stat, errmsg)
        else
            call fail(zarr_error_range, "a length does not fit the kind of integer", stat, errmsg)
        end if
    end subroutine dataset_dimensions_int32

    subroutine dataset_dimensions_int64(self, names, lengths, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        integer(int64), allocatable, intent(out) :: lengths(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int64_t), pointer :: there(:)
        type(c_ptr) :: strings, bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(c_size_t) :: count
        logical :: fits

        status = zarr_dataset_dimensions(self%handle, strings, bytes, error)
        count = zarr_strings_count(strings)
        allocate (lengths(count))
        fits = .true.
        if (count > 0) then
            call c_f_pointer(zarr_bytes_data(bytes), there, [count])
            call put_integers(there, lengths, fits)
        end if
        call list_of(strings, names)
        call zarr_bytes_free(bytes)
        if (fits) then
            call finish(status, error, stat, errmsg)
        else
            call fail(zarr_error_range, "a length does not fit the kind of integer", stat, errmsg)
        end if
    end subroutine dataset_dimensions_int64

    ! The length of a dimension; -1 after a failure.
    function dataset_length(self, dimension, stat, errmsg) result(length)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: dimension
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: length
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        length = -1
        status = zarr_dataset_dimension_length(self%handle, terminated(dimension), length, error)
        call finish(status, error, stat, errmsg)
    end function dataset_length

    ! ----------------------------------------------------------------------------------------------------------------
    ! Defining arrays
    ! ----------------------------------------------------------------------------------------------------------------

    ! Define a dimension for arrays that are defined later. Every dimension can grow: give time the length 0.
    subroutine dataset_define_dimension(self, name, length, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(in) :: length
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(int64) :: elements

        elements = 0
        if (no_integer(length, "length", elements, stat, errmsg)) return
        call finish(zarr_dataset_define_dimension(self%handle, terminated(name), elements, error), error, stat, errmsg)
    end subroutine dataset_define_dimension

    ! Define an array over dimensions, which commit creates. Data types as for zarr_array%create: a constant, a name or JSON.
    ! Dimensions are a list of names, or one text with commas, in the order of Fortran; an empty text means none. Chunks are in that
    ! order too, and a chunk length of 0 is the whole dimension.
    subroutine dataset_define_array(self, name, data_type, dimensions, chunks, shards, codecs, fill_value, &
        attributes, order, &
        separator, chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        class(*), intent(in) :: data_type
        character(len=*), intent(in) :: dimensions(..)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(text_list) :: names
        type(c_text), allocatable, target :: texts(:)
        type(c_ptr), allocatable, target :: pointers(:)
        type(c_ptr) :: builder
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n
        logical :: failed, good

        call list_texts(dimensions, ",", names, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "dimensions: a text or a list of texts is expected", stat, errmsg)
            return
        end if
        call point_at_names(names, texts, pointers)
        n = size(pointers, kind=c_int32_t)
        call new_array(data_type, int(n), chunks, shards, codecs, fill_value, attributes, order, separator, &
            chunk_keys, &
            big_endian, no_fill_value, builder, status, error, failed, stat, errmsg)
        if (failed) return
        if (status == zarr_ok) status = zarr_dataset_define_array(self%handle, terminated(name), n, pointers, &
            builder, error)
        call zarr_array_builder_free(builder)
        call finish(status, error, stat, errmsg)
    end subroutine dataset_define_array

    ! Make a builder of so many dimensions from the arguments; NULL after a failure, which is reported.
    subroutine new_array(data_type, ndim, chunks, shards, codecs, fill_value, attributes, order, separator, &
        chunk_keys, big_endian, &
        no_fill_value, builder, status, error, failed, stat, errmsg)
        class(*), intent(in) :: data_type
        integer, intent(in) :: ndim
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        type(c_ptr), intent(out) :: builder
        integer(c_int32_t), intent(out) :: status
        type(zarr_error), intent(inout) :: error
        logical, intent(out) :: failed
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: shape(ndim)

        builder = c_null_ptr
        status = zarr_ok
        failed = .true.
        shape(:) = 0
        call new_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call describe_array(builder, chunks, shards, codecs, fill_value, attributes, order=order, &
            separator=separator, chunk_keys=chunk_keys, &
            big_endian=big_endian, no_fill_value=no_fill_value, status=status, error=error, failed=failed, &
                stat=stat, errmsg=errmsg)
        if (failed) call zarr_array_builder_free(builder)
    end subroutine new_array

    ! Define a coordinate: an array of one dimension of its name, with values that commit writes. A new dimension gets the
    ! number of values as its length. The other arguments are those of define_array.
    subroutine coordinate_int8(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int8), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_int8, 1), attributes, chunks, shards, codecs, fill_value, &
            order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_int8

    subroutine coordinate_int16(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int16), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_int16, 2), attributes, chunks, shards, codecs, &
            fill_value, order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_int16

    subroutine coordinate_int32(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int32), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_int32, 4), attributes, chunks, shards, codecs, &
            fill_value, order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_int32

    subroutine coordinate_int64(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        integer(int64), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_int64, 8), attributes, chunks, shards, codecs, &
            fill_value, order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_int64

    subroutine coordinate_real32(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real32), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_float32, 4), attributes, chunks, shards, codecs, &
            fill_value, order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_real32

    subroutine coordinate_real64(self, name, values, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        real(real64), intent(in), target :: values(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call coordinate(self, name, described(values, zarr_float64, 8), attributes, chunks, shards, codecs, &
            fill_value, order, separator, &
            chunk_keys, big_endian, no_fill_value, stat, errmsg)
    end subroutine coordinate_real64

    subroutine coordinate(self, name, there, attributes, chunks, shards, codecs, fill_value, order, separator, &
        chunk_keys, &
        big_endian, no_fill_value, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: name
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(..)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int8), allocatable, target :: packed(:)
        type(c_ptr) :: builder, buffer
        integer(c_size_t) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        character(len=:), allocatable :: message
        logical :: failed

        status = zarr_ok
        allocate (character(len=0) :: message)
        call check_memory(there, status, message)
        if (status /= zarr_ok) then
            call fail(status, "values: "//message, stat, errmsg)
            return
        end if
        call new_array(there%data_type, 1, chunks, shards, codecs, fill_value, attributes, order, separator, &
            chunk_keys, &
            big_endian, no_fill_value, builder, status, error, failed, stat, errmsg)
        if (failed) return
        call gather(there, packed, buffer, bytes)
        if (status == zarr_ok) &
            status = zarr_dataset_define_coordinate(self%handle, terminated(name), builder, buffer, bytes, error)
        call zarr_array_builder_free(builder)
        call finish(status, error, stat, errmsg)
    end subroutine coordinate

    ! Create all defined arrays and write the values of coordinates: all of them, or none.
    subroutine dataset_commit(self, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_dataset_commit(self%handle, error), error, stat, errmsg)
    end subroutine dataset_commit

    ! Discard definitions that are not committed.
    subroutine dataset_discard(self, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_dataset_discard(self%handle, error), error, stat, errmsg)
    end subroutine dataset_discard

    ! ----------------------------------------------------------------------------------------------------------------
    ! Changing lengths
    ! ----------------------------------------------------------------------------------------------------------------

    ! Change the length of a dimension in all arrays that have it. After a failure halfway, repeat the call to finish.
    subroutine dataset_resize(self, dimension, length, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: dimension
        class(*), intent(in) :: length
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(int64) :: elements

        elements = 0
        if (no_integer(length, "length", elements, stat, errmsg)) return
        call finish(zarr_dataset_resize_dimension(self%handle, terminated(dimension), elements, error), error, stat, &
            errmsg)
    end subroutine dataset_resize

    ! Grow a dimension by count elements, by default one, in all arrays that have it. Returns the position of the first new
    ! element, where the program then writes the step of each array. Several processes and threads may grow it at once: each gets
    ! its own place.
    subroutine dataset_grow(self, dimension, position, count, stat, errmsg)
        class(zarr_dataset), intent(in) :: self
        character(len=*), intent(in) :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(in), optional :: count
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: nothing(1)
        type(zarr_error) :: error
        integer(int64) :: elements
        integer(c_int64_t) :: start
        integer(c_int32_t) :: status
        logical :: fits

        elements = 1
        if (no_integer(count, "count", elements, stat, errmsg)) return
        nothing(1) = c_null_ptr
        start = -1
        fits = .true.
        status = zarr_dataset_append(self%handle, terminated(dimension), elements, 0_c_size_t, nothing, nothing, &
            c_null_ptr, start, &
            error)
        if (present(position)) call put_integer(start + 1, position, fits)
        if (status == zarr_ok .and. .not. fits) then
            call fail(zarr_error_range, "the dimension has grown, and its old length does not fit position", stat, &
                errmsg)
        else
            call finish(status, error, stat, errmsg)
        end if
    end subroutine dataset_grow
end module zarr_datasets
