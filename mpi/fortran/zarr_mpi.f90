! Zarr for the ranks of an MPI program: `use zarr_mpi` beside `use zarr`, and beside `use mpi_f08` or `use mpi`.
! docs/mpi.md explains it.
!
! Every procedure is called by all ranks of a communicator, an integer or a type(MPI_Comm), and sets equal stat
! and errmsg on all of them; without stat a failure stops the program. Arguments other than elements and their positions
! are equal on all ranks.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_mpi
    use, intrinsic :: iso_c_binding, only: c_associated, c_char, c_double, c_int32_t, c_int64_t, c_null_ptr, c_ptr
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: split
    use zarr_common, only: c_text, fail, finish, index_numbers, reversed, terminated
    use zarr_arrays, only: coded_builder, describe_array, zarr_array
    use zarr_nodes, only: zarr_group, zarr_node
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_array_builder_free, zarr_array_ndim, zarr_error
    implicit none
    private
    public :: zarr_mpi_array_create, zarr_mpi_array_open, zarr_mpi_array_refresh, zarr_mpi_array_resize
    public :: zarr_mpi_erase_attribute, zarr_mpi_group_create, zarr_mpi_group_open, zarr_mpi_read
    public :: zarr_mpi_set_attribute, zarr_mpi_set_options, zarr_mpi_store_open, zarr_mpi_write
    public :: zarr_mpi_overlap_error, zarr_mpi_overlap_last

    integer, parameter :: zarr_mpi_overlap_error = 0, zarr_mpi_overlap_last = 1

    ! Sets an attribute of an array or a group; rank 0 writes the document.
    interface zarr_mpi_set_attribute
        procedure set_int32, set_int64, set_real32, set_real64, set_text
    end interface zarr_mpi_set_attribute

    interface
        function f_store_open(comm, url, options, store, error) result(status) &
            bind(c, name="zarr_mpi_f_store_open")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            character(kind=c_char), intent(in) :: url(*)
            type(c_ptr), value :: options
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_store_open

        function f_group(comm, store, path, format, attributes, how, group, error) result(status) &
            bind(c, name="zarr_mpi_f_group")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store, attributes
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format, how
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_group

        function f_array_open(comm, store, path, options, array, error) result(status) &
            bind(c, name="zarr_mpi_f_array_open")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store, options
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_array_open

        function f_array_create(comm, store, path, builder, replace, array, error) result(status) &
            bind(c, name="zarr_mpi_f_array_create")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store, builder
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: replace
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_array_create

        function f_array_resize(comm, array, ndim, shape, error) result(status) &
            bind(c, name="zarr_mpi_f_array_resize")
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_array_resize

        function f_array_refresh(comm, array, error) result(status) &
            bind(c, name="zarr_mpi_f_array_refresh")
            import :: c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_array_refresh

        function f_set_int64(comm, node, name, value, error) result(status) &
            bind(c, name="zarr_mpi_f_set_int64")
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_set_int64

        function f_set_double(comm, node, name, value, error) result(status) &
            bind(c, name="zarr_mpi_f_set_double")
            import :: c_char, c_double, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_set_double

        function f_set_string(comm, node, name, value, error) result(status) &
            bind(c, name="zarr_mpi_f_set_string")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*), value(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_set_string

        function f_erase(comm, node, name, error) result(status) &
            bind(c, name="zarr_mpi_f_erase")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_erase

        function f_set_options(comm, aggregators_per_node, overlap, buffer_bytes, error) result(status) &
            bind(c, name="zarr_mpi_f_set_options")
            import :: c_int32_t, c_int64_t, zarr_error
            type(*), intent(in) :: comm
            integer(c_int32_t), value :: aggregators_per_node, overlap
            integer(c_int64_t), value :: buffer_bytes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_set_options

        function f_transfer(comm, array, values, start, starts, writes, error) result(status) &
            bind(c, name="zarr_mpi_f_transfer")
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: array
            type(*), intent(in) :: values(..)
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int32_t), value :: starts, writes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_transfer
    end interface

contains

    ! Sets the options of collective reads and writes on a communicator; missing ones get their defaults.
    subroutine zarr_mpi_set_options(comm, aggregators_per_node, overlap, buffer_bytes, stat, errmsg)
        type(*), intent(in) :: comm
        integer, intent(in), optional :: aggregators_per_node, overlap
        integer(int64), intent(in), optional :: buffer_bytes
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(c_int32_t) :: aggregators, overlaps
        integer(c_int64_t) :: bytes
        type(zarr_error) :: error

        aggregators = 0
        overlaps = zarr_mpi_overlap_error
        bytes = 0
        if (present(aggregators_per_node)) aggregators = int(aggregators_per_node, c_int32_t)
        if (present(overlap)) overlaps = int(overlap, c_int32_t)
        if (present(buffer_bytes)) bytes = buffer_bytes
        call finish(f_set_options(comm, aggregators, overlaps, bytes, error), error, stat, errmsg)
    end subroutine zarr_mpi_set_options

    subroutine zarr_mpi_store_open(comm, store, url, options, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_store), intent(inout) :: store
        character(len=*), intent(in) :: url
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        handle = c_null_ptr
        status = f_store_open(comm, terminated(url), json%place(), handle, error)
        call store%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_store_open

    subroutine zarr_mpi_group_open(comm, group, store, path, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_group), intent(inout) :: group
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call get_group(comm, group, store, path, c_null_ptr, zarr_format_default, 0_c_int32_t, stat, errmsg)
    end subroutine zarr_mpi_group_open

    ! Creates a group. `replace` erases an existing node, with everything below it.
    subroutine zarr_mpi_group_create(comm, group, store, path, attributes, format, replace, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_group), intent(inout) :: group
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: attributes
        integer(int32), intent(in), optional :: format
        logical, intent(in), optional :: replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        integer(c_int32_t) :: code, how

        call json%set(attributes)
        code = zarr_format_default
        if (present(format)) code = format
        how = 1
        if (present(replace)) how = merge(2_c_int32_t, 1_c_int32_t, replace)
        call get_group(comm, group, store, path, json%place(), code, how, stat, errmsg)
    end subroutine zarr_mpi_group_create

    subroutine get_group(comm, group, store, path, attributes, format, how, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_group), intent(inout) :: group
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        type(c_ptr), intent(in) :: attributes
        integer(c_int32_t), intent(in) :: format, how
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        handle = c_null_ptr
        status = f_group(comm, store%c_handle(), terminated(path), format, attributes, how, handle, error)
        call group%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine get_group

    subroutine zarr_mpi_array_open(comm, array, store, path, options, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(inout) :: array
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
        handle = c_null_ptr
        status = f_array_open(comm, store%c_handle(), terminated(path), json%place(), handle, error)
        call array%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_array_open

    ! Creates an array. The arguments are those of `create` of a zarr_array: codecs as "zstd|crc32c", names as "x,y,time".
    subroutine zarr_mpi_array_create(comm, array, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, dimension_names, format, replace, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(inout) :: array
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        class(*), intent(in) :: shape(:)
        class(*), intent(in), optional :: chunks(:), shards(:), fill_value
        character(len=*), intent(in), optional :: codecs, attributes, dimension_names
        integer(int32), intent(in), optional :: format
        logical, intent(in), optional :: replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: codec_list(:), name_list(:)
        type(c_ptr) :: builder, handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status, replaces
        logical :: failed

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        if (present(codecs)) codec_list = split(codecs, "|")
        if (present(dimension_names)) name_list = split(dimension_names, ",")
        call describe_array(builder, data_type, chunks, shards, codec_list, fill_value, attributes, name_list, format, &
            status=status, error=error, failed=failed, stat=stat, errmsg=errmsg)
        handle = c_null_ptr
        if (.not. failed) then
            replaces = 0
            if (present(replace)) replaces = merge(1_c_int32_t, 0_c_int32_t, replace)
            if (status == zarr_ok) &
                status = f_array_create(comm, store%c_handle(), terminated(path), builder, replaces, handle, error)
        end if
        call zarr_array_builder_free(builder)
        if (failed) return
        call array%adopt(handle)
        call finish(status, error, stat, errmsg, size(shape, kind=c_int32_t))
    end subroutine zarr_mpi_array_create

    ! Reads the metadata document again on rank 0, for the handles of all ranks.
    subroutine zarr_mpi_array_refresh(comm, array, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_array_refresh(comm, array%c_handle(), error), error, stat, errmsg)
    end subroutine zarr_mpi_array_refresh

    subroutine zarr_mpi_array_resize(comm, array, shape, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        class(*), intent(in) :: shape(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        logical :: good

        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        call finish(f_array_resize(comm, array%c_handle(), size(lengths, kind=c_int32_t), reversed(lengths), error), &
            error, stat, errmsg, zarr_array_ndim(array%c_handle()))
    end subroutine zarr_mpi_array_resize

    ! Writes the part of each rank, also a section of a variable: its first element is at `start` in the array, by default 1
    ! along each dimension. A rank without elements gives an array of size 0. The type is that of the array.
    subroutine zarr_mpi_write(comm, array, values, start, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        type(*), intent(in) :: values(..)
        class(*), intent(in), optional :: start(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        type(zarr_error) :: error

        call take_start(start, first)
        call finish(f_transfer(comm, array%c_handle(), values, first, size(first, kind=c_int32_t), 1_c_int32_t, &
            error), error, stat, errmsg, zarr_array_ndim(array%c_handle()))
    end subroutine zarr_mpi_write

    ! Reads the part of each rank into a variable, also a section of one. Parts may overlap; arguments as in zarr_mpi_write.
    subroutine zarr_mpi_read(comm, array, values, start, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        type(*), intent(inout) :: values(..)
        class(*), intent(in), optional :: start(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        type(zarr_error) :: error

        call take_start(start, first)
        call finish(f_transfer(comm, array%c_handle(), values, first, size(first, kind=c_int32_t), 0_c_int32_t, &
            error), error, stat, errmsg, zarr_array_ndim(array%c_handle()))
    end subroutine zarr_mpi_read

    ! An empty list means the first element. A start that is no integer becomes more numbers than an array has dimensions, so
    ! that all ranks get the failure.
    subroutine take_start(start, first)
        class(*), intent(in), optional :: start(:)
        integer(int64), allocatable, intent(out) :: first(:)
        logical :: good

        if (.not. present(start)) then
            allocate (first(0))
            return
        end if
        call index_numbers(start, first, good)
        if (.not. good) first = spread(0_int64, 1, 1000)
    end subroutine take_start

    subroutine zarr_mpi_erase_attribute(comm, node, name, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_erase(comm, node%c_handle(), terminated(name), error), error, stat, errmsg)
    end subroutine zarr_mpi_erase_attribute

    subroutine set_int32(comm, node, name, value, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name
        integer(int32), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call set_int64(comm, node, name, int(value, int64), stat, errmsg)
    end subroutine set_int32

    subroutine set_int64(comm, node, name, value, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name
        integer(int64), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_set_int64(comm, node%c_handle(), terminated(name), value, error), error, stat, errmsg)
    end subroutine set_int64

    subroutine set_real32(comm, node, name, value, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name
        real(real32), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call set_real64(comm, node, name, real(value, real64), stat, errmsg)
    end subroutine set_real32

    subroutine set_real64(comm, node, name, value, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name
        real(real64), intent(in) :: value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_set_double(comm, node%c_handle(), terminated(name), value, error), error, stat, errmsg)
    end subroutine set_real64

    subroutine set_text(comm, node, name, value, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name, value
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_set_string(comm, node%c_handle(), terminated(name), terminated(value), error), error, stat, &
            errmsg)
    end subroutine set_text
end module zarr_mpi
