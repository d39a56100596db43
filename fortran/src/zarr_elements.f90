! Transfers elements between arrays and variables of Fortran: a variable is described by the addresses of its elements, and the
! library reads and writes them there, also in a section of a larger variable, without a copy.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_elements
    use, intrinsic :: iso_c_binding, only: c_bool, c_funloc, c_int32_t, c_int64_t, c_intptr_t, c_loc, c_null_ptr, c_ptr, c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: check_from_one, narrow, no_integer, put_integer, region_numbers, split, text_list
    use zarr_numbers, only: decimal_of_64 => decimal, list => listed
    use zarr_common, only: address, at_address, c_string, c_text, conclude, fail, finish, index_numbers, message_of, &
        progress_box, progress_stops, reversed, text_of, zarr_progress
    use zarr_c, only: zarr_array_append, zarr_array_append_strings, zarr_array_data_type, zarr_data_type_name, &
        zarr_array_ndim, zarr_array_path, zarr_array_read, zarr_array_read_orthogonal, zarr_array_read_points, &
        zarr_array_read_strings, zarr_array_shape, zarr_array_write, zarr_array_write_orthogonal, zarr_array_write_points, &
        zarr_array_write_strings, zarr_error, zarr_region, zarr_region_init, zarr_strings_free, &
        zarr_strings_get, zarr_strings_size, zarr_transfer, zarr_transfer_init
    implicit none
    private
    public :: memory, append_elements, append_texts, as_stored, box_of, check_memory, check_type, described, described_texts, &
        find_texts, gather, has_gaps, has_memory, is_wide, list_texts, load_box, move_elements, move_orthogonal, move_points, &
        read_texts, refuse, take_texts, write_texts

    integer, parameter :: most = 15, most_loaded = 7
    integer(int8), parameter :: bytes_mold(1) = 0

    ! A variable: its shape and the places of its elements, as in zarr_descriptors.c, which has negative ranks for variables that
    ! can't be used.
    type, bind(c) :: memory
        integer(c_int32_t) :: rank = 0
        ! One of zarr_bool and so on, and the bytes of one of them. Logical variables of each kind are of zarr_bool.
        integer(c_int32_t) :: data_type = 0
        integer(c_int64_t) :: item = 0
        integer(c_int64_t) :: extents(most) = 1
        ! From each element to the next along a dimension, in bytes, and the first element.
        integer(c_int64_t) :: strides(most) = 0
        integer(c_intptr_t) :: first = 0
    end type memory

    interface
        subroutine describe(values, there) bind(c, name="zarr_f_describe")
            import :: memory
            type(*), intent(in) :: values(..)
            type(memory), intent(inout) :: there
        end subroutine describe

        subroutine move(there, packed, packs, truths) bind(c, name="zarr_f_move")
            import :: c_int32_t, c_ptr, memory
            type(memory), intent(in) :: there
            type(c_ptr), value :: packed
            integer(c_int32_t), value :: packs, truths
        end subroutine move
    end interface

    ! Indices along one dimension, counted from 0; not allocated: all of them.
    type :: index_list
        integer(c_int64_t), allocatable :: numbers(:)
    end type index_list

contains

    ! ----------------------------------------------------------------------------------------------------------------
    ! Memory of a variable
    ! ----------------------------------------------------------------------------------------------------------------

    ! Describe a variable of any rank, whose elements are of a data type and have `item` bytes: gfortran 12 takes those of the
    ! derived type for a component of one.
    function described(values, data_type, item) result(there)
        type(*), intent(in) :: values(..)
        integer(c_int32_t), intent(in) :: data_type
        integer, intent(in) :: item
        type(memory) :: there

        call describe(values, there)
        there%data_type = data_type
        there%item = item
    end function described

    ! Describe texts. gfortran 12 takes the length of the whole text for a substring.
    function described_texts(values) result(there)
        character(len=*), intent(in) :: values(..)
        type(memory) :: there

        call describe(values, there)
        there%item = len(values)
        there%data_type = zarr_string
    end function described_texts

    ! Refuse a variable whose elements the program can't hand over.
    subroutine check_memory(there, status, message)
        type(memory), intent(in) :: there
        integer(c_int32_t), intent(inout) :: status
        character(len=:), allocatable, intent(inout) :: message

        if (status /= zarr_ok .or. there%rank >= 0) return
        status = zarr_error_invalid_argument
        select case (there%rank)
        case (-1)
            message = "zarr_descriptors.c was compiled with ISO_Fortran_binding.h of another compiler"
        case (-2)
            message = "the variable is not allocated, or a pointer without a target"
        case default
            message = "the variable has an assumed size: hand over a section of it, such as values(1:n)"
        end select
    end subroutine check_memory

    ! True for logical variables whose elements have more than one byte each.
    pure function is_wide(there)
        type(memory), intent(in) :: there
        logical :: is_wide

        is_wide = there%data_type == zarr_bool .and. there%item > 1
    end function is_wide

    ! The first dimension along which there are gaps between the elements; 0: there are none.
    pure function has_gaps(there) result(dimension)
        type(memory), intent(in) :: there
        integer :: dimension
        integer(c_int64_t) :: whole

        whole = there%item
        do dimension = 1, there%rank
            if (there%extents(dimension) > 1 .and. there%strides(dimension) /= whole) return
            whole = whole*there%extents(dimension)
        end do
        dimension = 0
    end function has_gaps

    ! The bytes of a variable without gaps: where they are, or in a copy, with truth values of one byte.
    subroutine gather(there, packed, buffer, bytes)
        type(memory), intent(in) :: there
        integer(int8), allocatable, target, intent(out) :: packed(:)
        type(c_ptr), intent(out) :: buffer
        integer(c_size_t), intent(out) :: bytes

        bytes = int(product(there%extents(:there%rank)), c_size_t)
        if (.not. is_wide(there)) bytes = bytes*int(there%item, c_size_t)
        buffer = c_null_ptr
        if (bytes == 0) return
        buffer = at_address(there%first)
        if (has_gaps(there) == 0 .and. .not. is_wide(there)) return
        allocate (packed(bytes))
        buffer = c_loc(packed)
        call move(there, buffer, 1_c_int32_t, merge(1_c_int32_t, 0_c_int32_t, is_wide(there)))
    end subroutine gather

    ! Put a copy of gather back into the variable, after reading.
    subroutine scatter(there, packed)
        type(memory), intent(in) :: there
        integer(int8), allocatable, target, intent(in) :: packed(:)

        if (allocated(packed)) call move(there, c_loc(packed), 0_c_int32_t, merge(1_c_int32_t, 0_c_int32_t, is_wide(there)))
    end subroutine scatter

    ! ----------------------------------------------------------------------------------------------------------------
    ! Failures that are known before the library is called
    ! ----------------------------------------------------------------------------------------------------------------

    ! Report one, with the path of the array as the library does it.
    subroutine refuse(array, status, message, stat, errmsg)
        type(c_ptr), intent(in) :: array
        integer(c_int32_t), intent(in) :: status
        character(len=*), intent(in) :: message
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: path
        type(c_ptr) :: bytes
        type(zarr_error) :: error

        if (zarr_array_path(array, bytes, error) == zarr_ok) then
            call text_of(bytes, path)
            call fail(status, 'array "/'//path//'": '//message, stat, errmsg)
        else
            call fail(status, message, stat, errmsg)
        end if
    end subroutine refuse

    ! .false.: `allocate` has found no memory for a variable of a shape, and the failure is reported.
    function has_memory(problem, array, extents, stat, errmsg)
        integer, intent(in) :: problem
        type(c_ptr), intent(in) :: array
        integer(int64), intent(in) :: extents(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: has_memory

        has_memory = problem == 0
        if (.not. has_memory) call refuse(array, zarr_error_no_memory, "there is no memory for a variable of shape "// &
            list(extents)//": start and count load a part", stat, errmsg)
    end function has_memory

    ! ----------------------------------------------------------------------------------------------------------------
    ! Regions
    ! ----------------------------------------------------------------------------------------------------------------

    ! The box of elements of start, count and stride, in the order of Fortran, for a variable of a shape. Defaults: start 1,
    ! stride 1, count the shape of the variable and 1 along dimensions that it lacks. Dimensions of one element may be
    ! missing in the variable.
    subroutine box_of(array, there, start, count, stride, first, lengths, steps, status, message)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        integer(int64), allocatable, intent(out) :: first(:), lengths(:), steps(:)
        integer(c_int32_t), intent(out) :: status
        character(len=:), allocatable, intent(out) :: message
        integer :: n

        call numbers_along(array, start, "start", first, status, message)
        if (status == zarr_ok) call check_from_one(first, "elements", status, message)
        if (status == zarr_ok) call numbers_along(array, stride, "stride", steps, status, message)
        if (status == zarr_ok) call numbers_along(array, count, "count", lengths, status, message)
        if (status == zarr_ok) call check_memory(there, status, message)
        if (status /= zarr_ok) return
        n = size(first)
        associate (extents => there%extents(:there%rank))
            if (present(count)) then
                if (alike(lengths, extents)) return
                status = zarr_error_buffer_size
                message = "count is "//list(lengths)//", but the variable has the shape "//list(extents)// &
                    ": hand over a section of it, or leave count out"
            else if (size(extents) > n) then
                status = zarr_error_buffer_size
                message = "a variable of rank "//decimal(size(extents))//" for an array of "//decimal(n)//" dimensions"
            else
                lengths(:size(extents)) = extents
            end if
        end associate
    end subroutine box_of

    ! True when two shapes are equal without their lengths of 1.
    pure function alike(lengths, extents) result(answer)
        integer(int64), intent(in) :: lengths(:), extents(:)
        logical :: answer

        answer = count(lengths /= 1) == count(extents /= 1)
        if (answer) answer = all(pack(lengths, lengths /= 1) == pack(extents, extents /= 1))
    end function alike

    ! The numbers of an optional argument, or 1 for each dimension.
    subroutine numbers_along(array, given, name, numbers, status, message)
        type(c_ptr), intent(in) :: array
        type(*), intent(in), optional :: given(..)
        character(len=*), intent(in) :: name
        integer(int64), allocatable, intent(out) :: numbers(:)
        integer(c_int32_t), intent(out) :: status
        character(len=:), allocatable, intent(out) :: message
        integer :: n
        logical :: good

        status = zarr_ok
        message = ""
        n = int(zarr_array_ndim(array))
        if (n < 0) then
            status = zarr_error_invalid_handle
            message = "the variable of type zarr_array is not open: open or create it, and look at its stat"
            return
        end if
        if (.not. present(given)) then
            allocate (numbers(n))
            numbers(:) = 1
            return
        end if
        call index_numbers(given, numbers, good)
        if (.not. good) then
            status = zarr_error_invalid_argument
            message = name//": integers are expected"
        else if (size(numbers) /= n) then
            status = zarr_error_invalid_argument
            message = name//" has "//decimal(size(numbers))//trim(merge(" number ", " numbers", size(numbers) == 1))// &
                ", the array "//decimal(n)//" dimensions"
        end if
    end subroutine numbers_along

    ! The box of load: without a count, up to the end of the array. `extents` is the shape of a variable of a rank that holds it,
    ! without dimensions of one element where there are too many, the last ones first. .false.: the failure is reported.
    function load_box(array, rank, start, count, stride, lengths, extents, stat, errmsg) result(good)
        type(c_ptr), intent(in) :: array
        integer, intent(in) :: rank
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        integer(int64), allocatable, intent(out) :: lengths(:), extents(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: good
        integer(c_int32_t) :: status
        character(len=:), allocatable :: message
        integer(int64), allocatable :: first(:), steps(:), shape_of(:)
        type(zarr_error) :: error
        integer :: i

        call numbers_along(array, start, "start", first, status, message)
        if (status == zarr_ok) call check_from_one(first, "elements", status, message)
        if (status == zarr_ok) call numbers_along(array, stride, "stride", steps, status, message)
        if (status == zarr_ok) call numbers_along(array, count, "count", lengths, status, message)
        if (status == zarr_ok .and. .not. present(count)) then
            allocate (shape_of(size(lengths)))
            status = zarr_array_shape(array, size(lengths, kind=c_int32_t), shape_of, error)
            shape_of = reversed(shape_of)
            do i = 1, size(lengths)
                if (steps(i) > 0) then
                    lengths(i) = max(shape_of(i) - first(i) + steps(i), 0_int64)/steps(i)
                else if (steps(i) < 0) then
                    lengths(i) = max(first(i) - 1 - steps(i), 0_int64)/(-steps(i))
                end if
            end do
        end if
        if (status == zarr_ok) then
            if (any(lengths < 0)) then
                status = zarr_error_invalid_argument
                message = "count is "//list(lengths)
            else if (rank > most_loaded) then
                status = zarr_error_invalid_argument
                message = "load allocates variables of up to "//decimal(most_loaded)//" dimensions: allocate and read it"
            end if
        end if
        good = status == zarr_ok
        if (.not. good) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        extents = lengths
        i = size(extents)
        do while (size(extents) > rank .and. i > 0)
            if (extents(i) == 1) extents = [extents(:i - 1), extents(i + 1:)]
            i = i - 1
        end do
        do while (size(extents) < rank)
            extents = [extents, 1_int64]
        end do
        good = size(extents) == rank
        if (.not. good) call refuse(array, zarr_error_buffer_size, "a variable of rank "//decimal(rank)// &
            " for elements of shape "//list(lengths), stat, errmsg)
    end function load_box

    pure function decimal(number) result(text)
        integer, intent(in) :: number
        character(len=:), allocatable :: text

        text = decimal_of_64(int(number, int64))
    end function decimal

    ! ----------------------------------------------------------------------------------------------------------------
    ! Numbers
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read into the variable, or write from it.
    subroutine move_elements(array, writes, there, start, count, stride, conversion, threads, progress, stat, errmsg)
        type(c_ptr), intent(in) :: array
        logical, intent(in) :: writes
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:), steps(:)
        integer(c_int64_t), allocatable, target :: c_start(:), c_count(:), c_step(:), c_strides(:)
        integer(c_int64_t) :: below, above, reach
        type(zarr_region) :: region
        type(zarr_transfer), target :: how
        type(progress_box), target :: box
        type(zarr_error) :: error
        type(c_ptr) :: buffer
        integer(c_size_t) :: bytes
        integer(c_int32_t) :: status
        character(len=:), allocatable :: message
        integer(int64) :: rule, workers
        integer :: n, i, j

        rule = 0
        workers = 0
        if (no_integer(conversion, "conversion", rule, stat, errmsg)) return
        if (no_integer(threads, "threads", workers, stat, errmsg)) return
        call box_of(array, there, start, count, stride, first, lengths, steps, status, message)
        if (status == zarr_ok .and. is_wide(there) .and. .not. writes) then
            if (zarr_array_data_type(array) /= zarr_bool) then
                status = zarr_error_type_mismatch
                message = "logical variables are read from arrays of type bool"
            end if
        end if
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        ! The strides of the variable belong to the dimensions of more than one element, in their order.
        n = size(first)
        allocate (c_strides(n))
        c_strides(:) = there%item
        below = 0
        above = there%item
        j = 0
        do i = 1, n
            if (lengths(i) == 1) cycle
            j = j + 1
            do while (there%extents(j) == 1)
                j = j + 1
            end do
            c_strides(n + 1 - i) = there%strides(j)
            reach = there%strides(j)*(lengths(i) - 1)
            below = below + min(reach, 0_c_int64_t)
            above = above + max(reach, 0_c_int64_t)
        end do
        buffer = c_null_ptr
        bytes = 0
        if (all(lengths /= 0)) then
            buffer = at_address(there%first + int(below, c_intptr_t))
            bytes = int(above - below, c_size_t)
        else
            below = 0
        end if
        allocate (c_start, source=reversed(first - 1))
        allocate (c_count, source=reversed(lengths))
        allocate (c_step, source=reversed(steps))

        call zarr_region_init(region)
        region%ndim = int(n, c_int32_t)
        if (n > 0) then
            region%start = c_loc(c_start)
            region%count = c_loc(c_count)
            region%step = c_loc(c_step)
            region%strides = c_loc(c_strides)
        end if
        region%offset = -below
        call zarr_transfer_init(how)
        how%data_type = memory_type(array, there)
        ! Logical variables of more than a byte are moved as integers of their size, 0 or 1.
        if (is_wide(there)) how%data_type = merge(zarr_int32, zarr_int64, there%item == 4)
        if (present(conversion)) how%conversion = narrow(rule)
        if (present(threads)) how%threads = narrow(workers)
        if (present(progress)) then
            box%call => progress
            how%progress = c_funloc(progress_stops)
            how%user_data = c_loc(box)
        end if
        if (writes) then
            status = zarr_array_write(array, region, buffer, bytes, c_loc(how), error)
        else
            status = zarr_array_read(array, region, buffer, bytes, c_loc(how), error)
        end if
        call finish(status, error, stat, errmsg)
    end subroutine move_elements

    ! The type of the variable: a number of 64 bits for times, which the library converts from nothing else.
    function memory_type(array, there) result(data_type)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        integer(c_int32_t) :: data_type, stored

        data_type = there%data_type
        stored = zarr_array_data_type(array)
        if (data_type == zarr_int64 .and. (stored == zarr_datetime64 .or. stored == zarr_timedelta64)) data_type = 0
    end function memory_type

    ! Refuse a variable of another type than the array, for calls that do not convert.
    subroutine check_type(array, there, what, instead, status, message)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        character(len=*), intent(in) :: what, instead
        integer(c_int32_t), intent(inout) :: status
        character(len=:), allocatable, intent(inout) :: message

        call check_memory(there, status, message)
        if (status /= zarr_ok) return
        if (any(memory_type(array, there) == [0_c_int32_t, zarr_array_data_type(array)])) return
        status = zarr_error_type_mismatch
        message = what//" takes variables of the data type of the array, "// &
            c_string(zarr_data_type_name(zarr_array_data_type(array)))//", not of "// &
            c_string(zarr_data_type_name(there%data_type))//"; "//instead
    end subroutine check_type

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements that form no region
    ! ----------------------------------------------------------------------------------------------------------------

    ! The shape of the array in the order of Fortran.
    subroutine find_shape(array, lengths, status, message)
        type(c_ptr), intent(in) :: array
        integer(int64), allocatable, intent(out) :: lengths(:)
        integer(c_int32_t), intent(out) :: status
        character(len=:), allocatable, intent(out) :: message
        type(zarr_error) :: error
        integer(c_int32_t) :: n

        message = ""
        n = max(zarr_array_ndim(array), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_shape(array, n, lengths, error)
        if (status /= zarr_ok) message = message_of(error)
        lengths = reversed(lengths)
    end subroutine find_shape

    ! Refuse an index before the first one; the library refuses one behind the last, after reading the document again.
    subroutine check_first(index, length, dimension, what, status, message)
        integer(int64), intent(in) :: index, length
        integer, intent(in) :: dimension
        character(len=*), intent(in) :: what
        integer(c_int32_t), intent(inout) :: status
        character(len=:), allocatable, intent(inout) :: message

        if (status /= zarr_ok .or. index >= 1) return
        status = zarr_error_out_of_bounds
        message = what//": "//decimal_of_64(index)//" is outside the length "//decimal_of_64(length)//" of dimension "// &
            decimal(dimension)
    end subroutine check_first

    ! Read or write single elements, one column of `points` for each.
    subroutine move_points(array, writes, there, points, stat, errmsg)
        type(c_ptr), intent(in) :: array
        logical, intent(in) :: writes
        type(memory), intent(in) :: there
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: numbers(:, :), lengths(:)
        integer(int8), allocatable, target :: packed(:)
        type(c_ptr) :: buffer
        integer(c_size_t) :: bytes
        integer(c_int32_t) :: status
        type(zarr_error) :: error
        character(len=:), allocatable :: message
        integer :: n, d, i
        logical :: good

        call find_shape(array, lengths, status, message)
        n = size(lengths)
        if (status == zarr_ok) then
            call region_numbers(points, numbers, good)
            if (.not. good) then
                status = zarr_error_invalid_argument
                message = "points: integers are expected"
            else if (size(numbers, 1) /= n) then
                status = zarr_error_invalid_argument
                message = "points has "//decimal(size(numbers, 1))//" rows, for an array of "//decimal(n)// &
                    " dimensions; each column of it is a point"
            else if (there%rank == 1 .and. size(numbers, 2, kind=int64) /= there%extents(1)) then
                status = zarr_error_buffer_size
                message = "the list of points has the length "//decimal(size(numbers, 2))//", the variable "// &
                    decimal_of_64(there%extents(1))
            else
                call check_type(array, there, "an access by points", "read and write convert", status, message)
            end if
        end if
        if (status == zarr_ok) then
            do i = 1, size(numbers, 2)
                do d = 1, n
                    if (numbers(d, i) < 1) call check_first(numbers(d, i), lengths(d), d, "point "//decimal(i), status, message)
                end do
                numbers(:, i) = reversed(numbers(:, i) - 1)
            end do
        end if
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        call gather(there, packed, buffer, bytes)
        if (writes) then
            status = zarr_array_write_points(array, int(n, c_int32_t), size(numbers, 2, kind=c_size_t), numbers, buffer, bytes, &
                error)
        else
            status = zarr_array_read_points(array, int(n, c_int32_t), size(numbers, 2, kind=c_size_t), numbers, buffer, bytes, &
                error)
            if (status == zarr_ok) call scatter(there, packed)
        end if
        call finish(status, error, stat, errmsg)
    end subroutine move_points

    ! Read or write the elements at all combinations of indices; along a dimension without a list, of all indices.
    subroutine move_orthogonal(array, writes, there, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        type(c_ptr), intent(in) :: array
        logical, intent(in) :: writes
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(index_list), target :: lists(most)
        type(c_ptr), allocatable :: places(:)
        integer(c_size_t), allocatable :: counts(:)
        integer(int64), allocatable :: lengths(:)
        integer(int8), allocatable, target :: packed(:)
        type(c_ptr) :: buffer
        integer(c_size_t) :: bytes
        integer(c_int32_t) :: status
        type(zarr_error) :: error
        character(len=:), allocatable :: message
        integer :: n, d

        call find_shape(array, lengths, status, message)
        n = size(lengths)
        call take(1, along1)
        call take(2, along2)
        call take(3, along3)
        call take(4, along4)
        call take(5, along5)
        call take(6, along6)
        call take(7, along7)
        if (status == zarr_ok) call check_memory(there, status, message)
        if (status == zarr_ok .and. .not. alike(lengths, there%extents(:there%rank))) then
            status = zarr_error_buffer_size
            message = "the indices name elements of shape "//list(lengths)//", but the variable has the shape "// &
                list(there%extents(:there%rank))
        end if
        if (status == zarr_ok) &
            call check_type(array, there, "an access by indices", "read and write convert", status, message)
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        allocate (places(n), counts(n))
        places(:) = c_null_ptr
        counts(:) = int(reversed(lengths), c_size_t)
        do d = 1, min(n, most)
            if (allocated(lists(d)%numbers)) places(n + 1 - d) = c_loc(lists(d)%numbers(1))
        end do
        call gather(there, packed, buffer, bytes)
        if (writes) then
            status = zarr_array_write_orthogonal(array, int(n, c_int32_t), counts, places, buffer, bytes, error)
        else
            status = zarr_array_read_orthogonal(array, int(n, c_int32_t), counts, places, buffer, bytes, error)
            if (status == zarr_ok) call scatter(there, packed)
        end if
        call finish(status, error, stat, errmsg)

    contains

        subroutine take(dimension, given)
            integer, intent(in) :: dimension
            type(*), intent(in), optional :: given(..)
            integer(int64), allocatable :: numbers(:)
            character(len=:), allocatable :: name
            integer :: i
            logical :: good

            if (status /= zarr_ok .or. .not. present(given)) return
            name = "along"//decimal(dimension)
            call index_numbers(given, numbers, good)
            if (.not. good) then
                status = zarr_error_invalid_argument
                message = name//": integers are expected"
            else if (dimension > n) then
                status = zarr_error_invalid_argument
                message = name//" is given, for an array of "//decimal(n)//" dimensions"
            else
                ! An empty list has an address too, as NULL means all indices.
                allocate (lists(dimension)%numbers(max(size(numbers), 1)))
                do i = 1, size(numbers)
                    call check_first(numbers(i), lengths(dimension), dimension, "index "//decimal(i), status, message)
                    lists(dimension)%numbers(i) = numbers(i) - 1
                end do
                lengths(dimension) = size(numbers, kind=int64)
            end if
        end subroutine take
    end subroutine move_orthogonal

    ! ----------------------------------------------------------------------------------------------------------------
    ! Arrays that grow
    ! ----------------------------------------------------------------------------------------------------------------

    ! Append a variable, of the type of the array, along a dimension. Its rank is that of the array, or one less
    ! for one layer. Sets the position of its first layer, counted from 1.
    subroutine append_elements(array, there, dimension, position, stat, errmsg)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        integer(int8), allocatable, target :: packed(:)
        integer(c_int64_t) :: start
        integer(c_int32_t) :: status, axis
        integer(c_size_t) :: bytes
        type(zarr_error) :: error
        type(c_ptr) :: buffer
        character(len=:), allocatable :: message

        call appended_box(array, there, dimension, lengths, axis, status, message)
        if (status == zarr_ok) then
            call check_type(array, there, "append", "resize and write convert", status, message)
        end if
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        call gather(there, packed, buffer, bytes)
        start = -1
        status = zarr_array_append(array, axis, size(lengths, kind=c_int32_t), reversed(lengths), buffer, bytes, start, error)
        call conclude_append(status, error, start, position, stat, errmsg)
    end subroutine append_elements

    ! Set the position where the block begins, counted from 1; 0 where it was not appended.
    subroutine conclude_append(status, error, start, position, stat, errmsg)
        integer(c_int32_t), intent(in) :: status
        type(zarr_error), intent(in) :: error
        integer(c_int64_t), intent(in) :: start
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: fits

        fits = .true.
        if (present(position)) call put_integer(start + 1, position, fits)
        if (status == zarr_ok .and. .not. fits) then
            call fail(zarr_error_range, "the block was appended, and its position, "//decimal_of_64(start + 1)// &
                ", does not fit the variable", stat, errmsg)
        else
            call finish(status, error, stat, errmsg)
        end if
    end subroutine conclude_append

    ! The shape of the appended block in the order of Fortran, and the dimension counted from 0: by default the last.
    subroutine appended_box(array, there, dimension, lengths, axis, status, message)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        class(*), intent(in), optional :: dimension
        integer(int64), allocatable, intent(out) :: lengths(:)
        integer(c_int32_t), intent(out) :: axis, status
        character(len=:), allocatable, intent(out) :: message
        integer(int64) :: wanted
        integer :: n, along, failed

        status = zarr_ok
        message = ""
        axis = 0
        n = int(zarr_array_ndim(array))
        wanted = n
        failed = 0
        if (n < 0) then
            status = zarr_error_invalid_handle
            message = "the variable of type zarr_array is not open: open or create it, and look at its stat"
            return
        end if
        if (no_integer(dimension, "dimension", wanted, failed)) then
            status = zarr_error_invalid_argument
            message = "dimension: an integer is expected"
            return
        end if
        call check_memory(there, status, message)
        if (status /= zarr_ok) return
        along = int(narrow(wanted))
        if (along < 1 .or. along > n) then
            status = zarr_error_out_of_bounds
            message = "an array of "//decimal(n)//" dimensions has no dimension "//decimal(along)
        else if (there%rank /= n .and. there%rank /= n - 1) then
            status = zarr_error_buffer_size
            message = "a variable of rank "//decimal(int(there%rank))//" for an array of "//decimal(n)//" dimensions"
        else
            axis = int(n - along, c_int32_t)
            lengths = there%extents(:there%rank)
            if (there%rank < n) lengths = [lengths(:along - 1), 1_int64, lengths(along:)]
        end if
    end subroutine appended_box

    ! ----------------------------------------------------------------------------------------------------------------
    ! Texts, in the order of their elements
    ! ----------------------------------------------------------------------------------------------------------------

    ! The numbers of the texts that a stride selects among the `total` texts of a box: one for each element, in their order.
    subroutine places(lengths, steps, wanted)
        integer(int64), intent(in) :: lengths(:), steps(:)
        integer(int64), allocatable, intent(out) :: wanted(:)
        integer(int64) :: index(size(lengths)), factor, at
        integer(int64) :: i
        integer :: d

        allocate (wanted(product(lengths)))
        index(:) = 0
        do i = 1, size(wanted, kind=int64)
            at = 1
            factor = 1
            do d = 1, size(lengths)
                if (steps(d) > 0) then
                    at = at + factor*index(d)*steps(d)
                else
                    at = at + factor*(lengths(d) - 1 - index(d))*(-steps(d))
                end if
                factor = factor*((lengths(d) - 1)*abs(steps(d)) + 1)
            end do
            wanted(i) = at
            do d = 1, size(lengths)
                index(d) = index(d) + 1
                if (index(d) < lengths(d)) exit
                index(d) = 0
            end do
        end do
    end subroutine places

    ! Read the box of the wanted texts: `wanted` has the numbers of the elements in `strings`, which the caller frees.
    subroutine fetch_texts(array, there, start, count, stride, strings, wanted, status, message)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        type(c_ptr), intent(out) :: strings
        integer(int64), allocatable, intent(out) :: wanted(:)
        integer(c_int32_t), intent(out) :: status
        character(len=:), allocatable, intent(out) :: message
        integer(int64), allocatable :: first(:), lengths(:), steps(:), low(:), span(:)
        type(zarr_error) :: error

        strings = c_null_ptr
        call box_of(array, there, start, count, stride, first, lengths, steps, status, message)
        if (status == zarr_ok .and. any(steps == 0)) then
            status = zarr_error_invalid_argument
            message = "stride is "//list(steps)
        end if
        if (status /= zarr_ok) return
        low = first - 1 + min(steps*(lengths - 1), 0_int64)
        span = (lengths - 1)*abs(steps) + 1
        where (lengths == 0)
            low = first - 1
            span = 0
        end where
        status = zarr_array_read_strings(array, size(low, kind=c_int32_t), reversed(low), reversed(span), strings, error)
        if (status /= zarr_ok) then
            message = message_of(error)
            return
        end if
        call places(lengths, steps, wanted)
    end subroutine fetch_texts

    ! Read texts, each padded with blanks. A text that is longer than the variable is zarr_error_range.
    subroutine read_texts(array, there, start, count, stride, stat, errmsg)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=there%item), allocatable, target :: values(:)
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(c_int32_t) :: status
        integer(c_size_t) :: bytes, longest
        character(len=:), allocatable :: message
        integer(int64) :: i

        longest = 0
        call fetch_texts(array, there, start, count, stride, strings, wanted, status, message)
        if (status == zarr_ok) then
            allocate (values(size(wanted)))
            do i = 1, size(wanted, kind=int64)
                bytes = zarr_strings_size(strings, wanted(i) - 1)
                values(i) = c_string(zarr_strings_get(strings, wanted(i) - 1), bytes)
                longest = max(longest, bytes)
            end do
            if (size(values) > 0 .and. there%item > 0) call move(there, c_loc(values), 0_c_int32_t, 0_c_int32_t)
        end if
        call zarr_strings_free(strings)
        if (longest > there%item) then
            call refuse(array, zarr_error_range, "a text has "//decimal(int(longest))//" bytes, but the variable "// &
                decimal_of_64(there%item)//"; load makes it as long as the longest", stat, errmsg)
            return
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine read_texts

    ! Read texts for a variable of a rank, which gets a shape and the length of the longest. .false.: the failure is reported.
    function find_texts(array, rank, start, count, stride, extents, strings, wanted, longest, stat, errmsg) result(found)
        type(c_ptr), intent(in) :: array
        integer, intent(in) :: rank
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        integer(int64), allocatable, intent(out) :: extents(:), wanted(:)
        type(c_ptr), intent(out) :: strings
        integer(int64), intent(out) :: longest
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical :: found
        integer(int64), allocatable :: lengths(:)
        type(memory) :: there
        integer(c_int32_t) :: status
        character(len=:), allocatable :: message
        integer(int64) :: i

        longest = 0
        strings = c_null_ptr
        found = load_box(array, rank, start, count, stride, lengths, extents, stat, errmsg)
        if (.not. found) return
        there%rank = size(lengths, kind=c_int32_t)
        there%extents(:size(lengths)) = lengths
        call fetch_texts(array, there, start, lengths, stride, strings, wanted, status, message)
        call conclude(status, message, stat, errmsg)
        found = status == zarr_ok
        if (.not. found) return
        do i = 1, size(wanted, kind=int64)
            longest = max(longest, int(zarr_strings_size(strings, wanted(i) - 1), int64))
        end do
    end function find_texts

    ! Copy texts to a variable of any rank, and free them.
    subroutine take_texts(strings, wanted, n, values)
        type(c_ptr), intent(in) :: strings
        integer, intent(in) :: n
        integer(int64), intent(in) :: wanted(n)
        character(len=*), intent(inout) :: values(n)
        integer :: i

        do i = 1, n
            values(i) = c_string(zarr_strings_get(strings, wanted(i) - 1), zarr_strings_size(strings, wanted(i) - 1))
        end do
        call zarr_strings_free(strings)
    end subroutine take_texts

    ! Write texts, without trailing blanks, to a box.
    subroutine write_texts(array, there, start, count, stat, errmsg)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:), steps(:)
        type(c_text), allocatable, target :: texts(:)
        type(c_ptr), allocatable :: pointers(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        character(len=:), allocatable :: message

        call box_of(array, there, start, count, first=first, lengths=lengths, steps=steps, status=status, message=message)
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        call point_at(there, texts, pointers)
        status = zarr_array_write_strings(array, size(first, kind=c_int32_t), reversed(first - 1), reversed(lengths), &
            pointers, c_null_ptr, size(pointers, kind=c_size_t), error)
        call finish(status, error, stat, errmsg)
    end subroutine write_texts

    subroutine append_texts(array, there, dimension, position, stat, errmsg)
        type(c_ptr), intent(in) :: array
        type(memory), intent(in) :: there
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(c_text), allocatable, target :: texts(:)
        type(c_ptr), allocatable :: pointers(:)
        integer(c_int64_t) :: begin
        type(zarr_error) :: error
        integer(c_int32_t) :: status, axis
        character(len=:), allocatable :: message

        call appended_box(array, there, dimension, lengths, axis, status, message)
        if (status /= zarr_ok) then
            call refuse(array, status, message, stat, errmsg)
            return
        end if
        call point_at(there, texts, pointers)
        begin = -1
        status = zarr_array_append_strings(array, axis, size(lengths, kind=c_int32_t), reversed(lengths), pointers, &
            c_null_ptr, size(pointers, kind=c_size_t), begin, error)
        call conclude_append(status, error, begin, position, stat, errmsg)
    end subroutine append_texts

    ! The texts of a list, or of one text with separators. `good` is false where it is neither. Without SELECT RANK: gfortran 12
    ! passes its case of rank 0 on as another text.
    subroutine list_texts(given, separator, list, good)
        character(len=*), intent(in), target :: given(..)
        character(len=1), intent(in) :: separator
        type(text_list), intent(out) :: list
        logical, intent(out) :: good
        type(memory) :: there

        there = described_texts(given)
        good = there%rank == 0 .or. there%rank == 1
        if (good) then
            call take_list(there, separator, list)
        else
            allocate (list%texts(0))
        end if
    end subroutine list_texts

    subroutine take_list(there, separator, list)
        type(memory), intent(in) :: there
        character(len=1), intent(in) :: separator
        type(text_list), intent(inout) :: list
        character(len=there%item), allocatable, target :: values(:)
        integer :: i

        allocate (values(product(there%extents(:there%rank))))
        call copy_texts(there, values)
        if (there%rank == 0) then
            call split(values(1), separator, list)
        else
            allocate (list%texts(size(values)))
            do i = 1, size(values)
                list%texts(i)%text = values(i)
            end do
        end if
    end subroutine take_list

    ! Copy the texts of a variable.
    subroutine copy_texts(there, values)
        type(memory), intent(in) :: there
        character(len=*), intent(inout), target :: values(:)

        if (size(values)*there%item > 0) call move(there, c_loc(values), 1_c_int32_t, 0_c_int32_t)
    end subroutine copy_texts

    ! The texts of a variable as C takes them.
    subroutine point_at(there, texts, pointers)
        type(memory), intent(in) :: there
        type(c_text), allocatable, target, intent(out) :: texts(:)
        type(c_ptr), allocatable, intent(out) :: pointers(:)
        character(len=there%item), allocatable, target :: values(:)
        integer :: i

        allocate (values(product(there%extents(:there%rank))))
        call copy_texts(there, values)
        allocate (texts(size(values)), pointers(size(values)))
        do i = 1, size(values)
            call texts(i)%set(values(i))
            pointers(i) = texts(i)%place()
        end do
    end subroutine point_at

    ! ----------------------------------------------------------------------------------------------------------------
    ! Single values
    ! ----------------------------------------------------------------------------------------------------------------

    ! A value of any intrinsic type as one element of a data type, of so many bytes. Not allocated: the type does not have it.
    subroutine as_stored(value, data_type, item, bytes)
        class(*), intent(in) :: value
        integer(c_int32_t), intent(in) :: data_type
        integer(c_size_t), intent(in) :: item
        integer(int8), allocatable, intent(out) :: bytes(:)
        complex(real64) :: number
        integer(int64) :: whole
        logical :: exact, is_real

        ! As a whole number where it is one: not every one of 64 bits is a real64.
        exact = .true.
        whole = 0
        number = 0
        select type (value)
        type is (integer(int8))
            whole = value
        type is (integer(int16))
            whole = value
        type is (integer(int32))
            whole = value
        type is (integer(int64))
            whole = value
        type is (logical)
            whole = merge(1, 0, value)
        type is (logical(c_bool))
            whole = merge(1, 0, logical(value))
        type is (character(len=*))
            select case (data_type)
            case (zarr_string, zarr_bytes)
                bytes = text_bytes(trim(value))
            case (zarr_fixed_bytes)
                if (len_trim(value) <= item) bytes = padded(text_bytes(trim(value)), int(item))
            case (zarr_fixed_utf32)
                if (size(code_points(trim(value))) <= item/4 .and. all(code_points(trim(value)) >= 0)) &
                    bytes = padded(transfer(code_points(trim(value)), bytes_mold), int(item))
            case (zarr_raw)
                if (len(value) == item) bytes = text_bytes(value)
            end select
            return
        type is (real(real32))
            number = cmplx(value, kind=real64)
            exact = .false.
        type is (real(real64))
            number = cmplx(value, kind=real64)
            exact = .false.
        type is (complex(real32))
            number = value
            exact = .false.
        type is (complex(real64))
            number = value
            exact = .false.
        class default
            return
        end select
        is_real = exact .or. .not. abs(aimag(number)) > 0
        if (exact) then
            number = cmplx(real(whole, real64), kind=real64)
        else if (is_real .and. abs(real(number)) < 2.0_real64**63) then
            whole = int(real(number), int64)
            exact = .not. abs(real(whole, real64) - real(number)) > 0
        end if

        select case (data_type)
        case (zarr_float32)
            if (is_real .and. fits_real32(real(number))) bytes = transfer(real(number, real32), bytes_mold)
        case (zarr_float64)
            if (is_real) bytes = transfer(real(number, real64), bytes_mold)
        case (zarr_complex64)
            if (fits_real32(real(number)) .and. fits_real32(aimag(number))) &
                bytes = transfer(cmplx(number, kind=real32), bytes_mold)
        case (zarr_complex128)
            bytes = transfer(number, bytes_mold)
        case default
            if (.not. exact) return
            select case (data_type)
            case (zarr_bool)
                if (within(0_int64, 1_int64)) bytes = transfer(int(whole, int8), bytes_mold)
            case (zarr_int8)
                if (within(-128_int64, 127_int64)) bytes = transfer(int(whole, int8), bytes_mold)
            case (zarr_uint8)
                if (within(0_int64, 255_int64)) bytes = low_bytes(1)
            case (zarr_int16)
                if (within(-32768_int64, 32767_int64)) bytes = transfer(int(whole, int16), bytes_mold)
            case (zarr_uint16)
                if (within(0_int64, 65535_int64)) bytes = low_bytes(2)
            case (zarr_int32)
                if (within(-2147483648_int64, 2147483647_int64)) bytes = transfer(int(whole, int32), bytes_mold)
            case (zarr_uint32)
                if (within(0_int64, 4294967295_int64)) bytes = low_bytes(4)
            case (zarr_int64, zarr_datetime64, zarr_timedelta64)
                bytes = transfer(whole, bytes_mold)
            case (zarr_uint64)
                if (whole >= 0) bytes = transfer(whole, bytes_mold)
            end select
        end select

    contains

        ! False for a finite number that would become infinite.
        pure function fits_real32(part) result(fits)
            real(real64), intent(in) :: part
            logical :: fits

            fits = .not. (abs(part) > real(huge(1.0_real32), real64) .and. abs(part) <= huge(part))
        end function fits_real32

        pure function within(lowest, highest) result(fits)
            integer(int64), intent(in) :: lowest, highest
            logical :: fits

            fits = whole >= lowest .and. whole <= highest
        end function within

        ! The low bytes of the number, in the byte order of the machine.
        function low_bytes(n) result(low)
            integer, intent(in) :: n
            integer(int8) :: low(n)
            integer(int8) :: all(8)

            all = transfer(whole, all)
            if (transfer([1_int8, 0_int8], 0_int16) == 1_int16) then
                low = all(:n)
            else
                low = all(9 - n:)
            end if
        end function low_bytes
    end subroutine as_stored

    ! Bytes with zeros behind them.
    pure function padded(bytes, length)
        integer(int8), intent(in) :: bytes(:)
        integer, intent(in) :: length
        integer(int8) :: padded(length)

        padded = 0
        padded(:size(bytes)) = bytes
    end function padded

    ! The characters of a text in UTF-8, by their numbers; -1 for what is none.
    pure function code_points(text) result(points)
        character(len=*), intent(in) :: text
        integer(int32), allocatable :: points(:)
        ! By the number of bytes behind the first: the least character, and the bits of the first byte.
        integer(int32), parameter :: lowest(0:3) = [0_int32, 128_int32, 2048_int32, 65536_int32]
        integer(int32), parameter :: bits(0:3) = [127_int32, 31_int32, 15_int32, 7_int32]
        integer(int32) :: byte, point
        integer :: i, j, more

        allocate (points(0))
        i = 1
        do while (i <= len(text))
            byte = byte_at(i)
            more = merge(0, merge(1, merge(2, 3, byte < 240), byte < 224), byte < 128)
            point = iand(byte, bits(more))
            if ((byte >= 128 .and. byte < 194) .or. byte > 244 .or. i + more > len(text)) point = -1
            do j = 1, more
                if (point < 0) exit
                byte = byte_at(i + j)
                point = merge(64_int32*point + iand(byte, 63_int32), -1_int32, byte >= 128 .and. byte < 192)
            end do
            if (point < lowest(more) .or. point > 1114111 .or. (point >= 55296 .and. point < 57344)) point = -1
            points = [points, point]
            i = i + merge(more, 0, point >= 0) + 1
        end do

    contains

        pure function byte_at(place) result(number)
            integer, intent(in) :: place
            integer(int32) :: number

            number = iand(int(iachar(text(place:place)), int32), 255_int32)
        end function byte_at
    end function code_points

    pure function text_bytes(text) result(bytes)
        character(len=*), intent(in) :: text
        integer(int8) :: bytes(len(text))
        integer :: i

        do i = 1, len(text)
            bytes(i) = transfer(text(i:i), bytes(i))
        end do
    end function text_bytes
end module zarr_elements
