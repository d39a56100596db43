! Zarr for the ranks of an MPI program: `use zarr_mpi` beside `use zarr`, and beside `use mpi_f08` or `use mpi`.
! docs/mpi.md explains it.
!
! Every procedure is called by all ranks of a communicator, an integer or a type(MPI_Comm), and sets equal stat
! and errmsg on all of them; without stat a failure stops the program. Arguments other than elements and their positions
! are equal on all ranks.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_mpi
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_int32_t, c_int64_t, c_null_ptr, c_ptr
    use, intrinsic :: iso_fortran_env, only: int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: no_integer, put_integer
    use zarr_common, only: c_text, fail, finish, index_numbers, reversed, set_message, terminated
    use zarr_arrays, only: describe_array, new_builder, zarr_array
    use zarr_numbers, only: decimal
    use zarr_nodes, only: zarr_group, zarr_node
    use zarr_queues, only: zarr_queue
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_array_builder_free, zarr_array_ndim, zarr_error
    implicit none
    private
    public :: zarr_mpi_append, zarr_mpi_array_create, zarr_mpi_array_open, zarr_mpi_array_refresh
    public :: zarr_mpi_array_resize, zarr_mpi_consolidate, zarr_mpi_copy, zarr_mpi_erase_attribute
    public :: zarr_mpi_group_create, zarr_mpi_group_open, zarr_mpi_queue_wait, zarr_mpi_queue_write, zarr_mpi_read
    public :: zarr_mpi_set_attribute, zarr_mpi_set_attribute_json, zarr_mpi_set_options, zarr_mpi_store_flush
    public :: zarr_mpi_store_open, zarr_mpi_verify, zarr_mpi_write
    public :: zarr_mpi_overlap_error, zarr_mpi_overlap_last

    integer, parameter :: zarr_mpi_overlap_error = 0, zarr_mpi_overlap_last = 1
    ! The message of an error, without the NUL at its end.
    integer, parameter :: most_text = 1015

    ! Set an attribute of an array or a group; rank 0 writes the document.
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

        function f_agree(comm, error) result(status) bind(c, name="zarr_mpi_f_agree")
            import :: c_int32_t, zarr_error
            type(*), intent(in) :: comm
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_agree

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

        function f_set_json(comm, node, name, json, error) result(status) &
            bind(c, name="zarr_mpi_f_set_json")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*), json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_set_json

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

        function f_transfer(comm, queue, array, values, start, starts, how, error) result(status) &
            bind(c, name="zarr_mpi_f_transfer")
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: queue, array
            type(*), intent(in) :: values(..)
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int32_t), value :: starts, how
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_transfer

        function f_append(comm, array, axis, length, values, start, starts, first, error) result(status) &
            bind(c, name="zarr_mpi_f_append")
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: array
            integer(c_int32_t), value :: axis, starts
            integer(c_int64_t), value :: length
            type(*), intent(in) :: values(..)
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(out) :: first
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_append

        function f_queue_wait(comm, queue, error) result(status) bind(c, name="zarr_mpi_f_queue_wait")
            import :: c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: queue
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_queue_wait

        function f_flush(comm, store, error) result(status) bind(c, name="zarr_mpi_f_flush")
            import :: c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_flush

        function f_copy(comm, from, from_path, to, to_path, format, error) result(status) &
            bind(c, name="zarr_mpi_f_copy")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: from, to
            character(kind=c_char), intent(in) :: from_path(*), to_path(*)
            integer(c_int32_t), value :: format
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_copy

        function f_consolidate(comm, store, path, error) result(status) bind(c, name="zarr_mpi_f_consolidate")
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_consolidate

        function f_verify(comm, store, path, chunks, damaged, error) result(status) &
            bind(c, name="zarr_mpi_f_verify")
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(*), intent(in) :: comm
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int64_t), intent(out) :: chunks, damaged
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: status
        end function f_verify
    end interface

contains

    ! Set the options of collective reads and writes on a communicator; missing ones get their defaults.
    subroutine zarr_mpi_set_options(comm, aggregators_per_node, overlap, buffer_bytes, stat, errmsg)
        type(*), intent(in) :: comm
        class(*), intent(in), optional :: aggregators_per_node, overlap, buffer_bytes
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: aggregators, overlaps, bytes
        integer(c_int32_t) :: problem
        character(len=most_text) :: message
        type(zarr_error) :: error
        logical :: failed

        aggregators = 0
        overlaps = zarr_mpi_overlap_error
        bytes = 0
        problem = zarr_ok
        failed = no_integer(aggregators_per_node, "aggregators_per_node", aggregators, problem, message)
        if (.not. failed) failed = no_integer(overlap, "overlap", overlaps, problem, message)
        if (.not. failed) failed = no_integer(buffer_bytes, "buffer_bytes", bytes, problem, message)
        if (any_refuses(comm, problem, message, stat, errmsg)) return
        call finish(f_set_options(comm, narrow(aggregators), narrow(overlaps), bytes, error), error, stat, errmsg)
    end subroutine zarr_mpi_set_options

    ! True on all ranks if one of them refuses its arguments with `problem` and `message`: the others would wait for it in
    ! the collective call.
    function any_refuses(comm, problem, message, stat, errmsg) result(refused)
        type(*), intent(in) :: comm
        integer(c_int32_t), intent(in) :: problem
        character(len=*), intent(in) :: message
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        logical :: refused

        error%status = problem
        if (problem /= zarr_ok) call set_message(error, message)
        status = f_agree(comm, error)
        refused = status /= zarr_ok
        if (refused) call finish(status, error, stat, errmsg)
    end function any_refuses

    ! A number for an argument of 32 bits, which refuses what is as large as one that does not fit.
    pure function narrow(number)
        integer(int64), intent(in) :: number
        integer(c_int32_t) :: narrow

        narrow = int(max(-huge(narrow) + 0_int64, min(number, huge(narrow) + 0_int64)), c_int32_t)
    end function narrow

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

    ! Flush the stores of all ranks; what was written before is on disk then.
    subroutine zarr_mpi_store_flush(comm, store, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_store), intent(in) :: store
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_flush(comm, store%c_handle(), error), error, stat, errmsg)
    end subroutine zarr_mpi_store_flush

    subroutine zarr_mpi_group_open(comm, group, store, path, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_group), intent(inout) :: group
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call get_group(comm, group, store, path, c_null_ptr, zarr_format_default, 0_c_int32_t, stat, errmsg)
    end subroutine zarr_mpi_group_open

    ! Create a group. `replace` erases an existing node, with everything below it.
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

    ! Create an array. The arguments are those of `create` of a zarr_array.
    subroutine zarr_mpi_array_create(comm, array, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, stat, &
        errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(inout) :: array
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
        class(*), intent(in), optional :: big_endian, no_fill_value
        logical, intent(in), optional :: replace
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder, handle
        type(zarr_error) :: error
        integer(c_int32_t) :: problem, status, replaces
        character(len=most_text) :: message
        logical :: failed

        call new_builder(data_type, shape, builder, problem, message)
        if (problem == zarr_ok) then
            call describe_array(builder, chunks, shards, codecs, fill_value, attributes, dimension_names, &
                format, order, separator, chunk_keys, big_endian, no_fill_value, status, error, failed, problem, message)
            if (.not. failed) call finish(status, error, problem, message)
        end if
        if (any_refuses(comm, problem, message, stat, errmsg)) then
            ! As after any other failure no rank has an array, least of all an earlier one.
            call zarr_array_builder_free(builder)
            call array%adopt(c_null_ptr)
            return
        end if
        replaces = 0
        if (present(replace)) replaces = merge(1_c_int32_t, 0_c_int32_t, replace)
        handle = c_null_ptr
        status = f_array_create(comm, store%c_handle(), terminated(path), builder, replaces, handle, error)
        call zarr_array_builder_free(builder)
        call array%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_array_create

    ! Read the metadata document again on rank 0, for the handles of all ranks.
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
        type(*), intent(in) :: shape(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        integer(c_int32_t) :: problem
        character(len=most_text) :: message
        type(zarr_error) :: error
        logical :: good

        call index_numbers(shape, lengths, good)
        problem = merge(zarr_ok, zarr_error_invalid_argument, good)
        message = "shape: integers are expected"
        if (any_refuses(comm, problem, message, stat, errmsg)) return
        call finish(f_array_resize(comm, array%c_handle(), size(lengths, kind=c_int32_t), reversed(lengths), error), &
            error, stat, errmsg)
    end subroutine zarr_mpi_array_resize

    ! Write the part of each rank, also a section of a variable: its first element is at `start` in the array, by
    ! default 1 along each dimension. A rank without elements gives an array of size 0. The type is that of the array.
    subroutine zarr_mpi_write(comm, array, values, start, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        type(*), intent(in) :: values(..)
        type(*), intent(in), optional :: start(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        integer(c_int32_t) :: status
        type(zarr_error) :: error

        call take_start(start, first)
        status = f_transfer(comm, c_null_ptr, array%c_handle(), values, first, size(first, kind=c_int32_t), &
            1_c_int32_t, error)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_write

    ! Read the part of each rank into a variable, also a section of one. Parts may overlap; arguments as in
    ! zarr_mpi_write.
    subroutine zarr_mpi_read(comm, array, values, start, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        type(*), intent(inout) :: values(..)
        type(*), intent(in), optional :: start(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        integer(c_int32_t) :: status
        type(zarr_error) :: error

        call take_start(start, first)
        status = f_transfer(comm, c_null_ptr, array%c_handle(), values, first, size(first, kind=c_int32_t), &
            0_c_int32_t, error)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_read

    ! Write as zarr_mpi_write does, by a queue of each rank: the elements have been copied when it returns, and a
    ! failure may be that of an earlier write. zarr_mpi_queue_wait says that they are stored.
    subroutine zarr_mpi_queue_write(comm, queue, array, values, start, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_queue), intent(in) :: queue
        class(zarr_array), intent(in) :: array
        type(*), intent(in) :: values(..)
        type(*), intent(in), optional :: start(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        integer(c_int32_t) :: status
        type(zarr_error) :: error

        call take_start(start, first)
        status = f_transfer(comm, queue%c_handle(), array%c_handle(), values, first, size(first, kind=c_int32_t), &
            2_c_int32_t, error)
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_queue_write

    ! Wait until the queues of all ranks have stored everything. stat is the first failure that was not reported yet.
    subroutine zarr_mpi_queue_wait(comm, queue, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_queue), intent(in) :: queue
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_queue_wait(comm, queue%c_handle(), error), error, stat, errmsg)
    end subroutine zarr_mpi_queue_wait

    ! Grow the array by `length` elements, by default one, along a dimension, by default the last, and write the
    ! part of each rank into the new elements: `start` counts from the first of them, whose position is returned.
    subroutine zarr_mpi_append(comm, array, values, length, start, dimension, position, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_array), intent(in) :: array
        type(*), intent(in) :: values(..)
        type(*), intent(in), optional :: start(..)
        class(*), intent(in), optional :: length, dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:)
        integer(int64) :: elements, along, begin
        integer(c_int32_t) :: ndim, status, problem
        character(len=most_text) :: message
        type(zarr_error) :: error
        logical :: failed, fits

        ndim = zarr_array_ndim(array%c_handle())
        elements = 1
        along = ndim
        problem = zarr_ok
        failed = no_integer(length, "length", elements, problem, message)
        if (.not. failed) failed = no_integer(dimension, "dimension", along, problem, message)
        if (.not. failed .and. ndim >= 0 .and. (along < 1 .or. along > ndim)) then
            problem = zarr_error_invalid_argument
            message = "dimension is "//decimal(along)//"; the array has "//decimal(int(ndim, int64))//" dimensions"
        end if
        if (any_refuses(comm, problem, message, stat, errmsg)) return
        call take_start(start, first)
        begin = -1
        status = f_append(comm, array%c_handle(), narrow(ndim - along), elements, values, first, &
            size(first, kind=c_int32_t), begin, error)
        fits = .true.
        if (begin >= 0 .and. present(position)) call put_integer(begin + 1, position, fits)
        if (status == zarr_ok) then
            ! The elements are there, and all ranks learn of a variable that can't tell where.
            problem = merge(zarr_ok, zarr_error_range, fits)
            message = "position "//decimal(begin + 1)//" is too large for the variable; the elements were appended"
            if (any_refuses(comm, problem, message, stat, errmsg)) return
        end if
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_append

    ! Copy a node with everything below it: rank 0 copies the documents, and the ranks share the chunks.
    subroutine zarr_mpi_copy(comm, from, from_path, to, to_path, format, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_store), intent(in) :: from, to
        character(len=*), intent(in) :: from_path, to_path
        class(*), intent(in), optional :: format
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: code
        integer(c_int32_t) :: problem
        character(len=most_text) :: message
        type(zarr_error) :: error
        logical :: failed

        code = zarr_format_default
        problem = zarr_ok
        failed = no_integer(format, "format", code, problem, message)
        if (any_refuses(comm, problem, message, stat, errmsg)) return
        call finish(f_copy(comm, from%c_handle(), terminated(from_path), to%c_handle(), terminated(to_path), &
            narrow(code), error), error, stat, errmsg)
    end subroutine zarr_mpi_copy

    ! Write a copy of all documents below a group into the group; the ranks read them together.
    subroutine zarr_mpi_consolidate(comm, store, path, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_consolidate(comm, store%c_handle(), terminated(path), error), error, stat, errmsg)
    end subroutine zarr_mpi_consolidate

    ! Decode every chunk at a path and below it, each rank a part of them. Returns how many are stored, and how many of
    ! them can't be read; zarr_error_data says that there are such.
    subroutine zarr_mpi_verify(comm, store, path, chunks, damaged, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int64), intent(out), optional :: chunks, damaged
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: stored, unreadable
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        stored = 0
        unreadable = 0
        status = f_verify(comm, store%c_handle(), terminated(path), stored, unreadable, error)
        if (present(chunks)) chunks = stored
        if (present(damaged)) damaged = unreadable
        call finish(status, error, stat, errmsg)
    end subroutine zarr_mpi_verify

    ! An empty list means the first element. A start that is no integer becomes more numbers than an array has dimensions,
    ! so that all ranks get the failure.
    subroutine take_start(start, first)
        type(*), intent(in), optional :: start(..)
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

    ! Set an attribute to any value of JSON, such as a list.
    subroutine zarr_mpi_set_attribute_json(comm, node, name, json, stat, errmsg)
        type(*), intent(in) :: comm
        class(zarr_node), intent(in) :: node
        character(len=*), intent(in) :: name, json
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(f_set_json(comm, node%c_handle(), terminated(name), terminated(json), error), error, stat, errmsg)
    end subroutine zarr_mpi_set_attribute_json

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
