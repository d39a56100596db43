! Collective calls from Fortran beside the module MPI_MODULE, which is mpi or mpi_f08. A user would lose sections that are
! written from where they do not lie, and an error that only some ranks are told.
! SPDX-License-Identifier: MIT OR Apache-2.0
program fortran
    use, intrinsic :: iso_fortran_env, only: error_unit, int8, int32, int64, real32, real64
    use MPI_MODULE
    use zarr
    use zarr_mpi
    implicit none
    integer, parameter :: nx = 23, ny = 31
#ifdef MPI_COMMUNICATOR_TYPE
    type(MPI_Comm) :: world
#else
    integer :: world
#endif
    type(zarr_store) :: store
    type(zarr_group) :: group
    type(zarr_array) :: field, flags, series, copy, unopened
    type(zarr_queue) :: queue
    real(real64), allocatable :: mine(:, :), all(:, :), layers(:, :, :)
    integer(int32), allocatable :: numbers(:)
    integer(int8) :: small
    real(real32) :: single(2, 2)
    integer(int64) :: lengths(2), lengths3(3), chunks, damaged
    integer :: problem, rank, ranks, first, last, i, j, stat, complete, position
    character(len=512) :: path, message

    call MPI_Init(problem)
    world = MPI_COMM_WORLD
    call MPI_Comm_rank(world, rank, problem)
    call MPI_Comm_size(world, ranks, problem)
    call get_command_argument(1, path)
    call zarr_set_threads(1)

    call zarr_mpi_store_open(world, store, path)
    call zarr_mpi_set_options(world, buffer_bytes=4096_int64, overlap=zarr_mpi_overlap_error)
    call zarr_mpi_group_create(world, group, store, "", replace=.true.)
    call zarr_mpi_set_attribute(world, group, "title", "of all ranks")
    call zarr_mpi_array_create(world, field, store, "field", zarr_float64, [nx, ny], chunks=[5, 7], codecs="zstd", &
        dimension_names="x,y", attributes='{"units": "K"}')

    ! Columns of this rank, inside a halo, backwards.
    first = ny*rank/ranks + 1
    last = ny*(rank + 1)/ranks
    allocate (mine(0:nx + 1, first - 1:last + 1), source=-1.0_real64)
    do j = first, last
        do i = 1, nx
            mine(nx + 1 - i, j) = value(i, j)
        end do
    end do
    call zarr_mpi_write(world, field, mine(nx:1:-1, first:last), start=[1, first])
    allocate (all(nx, ny))
    call field%read(all)
    call expect(is_field(all), "what all have written")
    all = 0
    call zarr_mpi_read(world, field, all)
    call expect(is_field(all), "what all have read")
    mine = -1
    call zarr_mpi_read(world, field, mine(nx:1:-1, first:last), start=[1, first])
    call expect(all_of(mine(nx:1:-1, first:last), first), "a part, backwards")
    call expect(count(abs(mine + 1) < 0.5) == (nx + 2)*(last - first + 3) - nx*(last - first + 1), "nothing beside it")
    ! One rank alone has something.
    call zarr_mpi_write(world, field, all(1:merge(nx, 0, rank == ranks - 1), 1:ny))

    call zarr_mpi_set_attribute(world, field, "complete", 12)
    call field%get_attribute("complete", complete)
    call expect(complete == 12, "an attribute on every rank")
    call zarr_mpi_set_attribute(world, field, "scale", 0.5_real64)
    call zarr_mpi_erase_attribute(world, field, "scale")
    call zarr_mpi_array_resize(world, field, [nx, ny + 4])
    lengths = field%shape()
    call expect(lengths(2) == ny + 4, "the shape on every rank")
    call zarr_mpi_array_refresh(world, field)

    ! One dimension, and another type.
    call zarr_mpi_array_create(world, flags, store, "flags", zarr_int32, [10*ranks], chunks=[4])
    allocate (numbers(10), source=rank)
    call zarr_mpi_write(world, flags, numbers, start=[10_int64*rank + 1])
    numbers = -1
    call zarr_mpi_read(world, flags, numbers, start=[10_int64*modulo(rank + 1, ranks) + 1])
    call expect(all_equal(numbers, modulo(rank + 1, ranks)), "the numbers of the next rank")

    call components()

    ! A dimension that grows, by all ranks: one layer, then two.
    call zarr_mpi_array_create(world, series, store, "series", "float64", [nx, ny, 0], chunks=[8, 8, 2], order="F", &
        dimension_names="x,y,time", separator=".")
    call zarr_mpi_append(world, series, all(:, first:last), start=[1, first, 1], position=position)
    call expect(position == 1, "the first layer")
    call zarr_mpi_append(world, series, all(:, first:last), length=2_int64, start=[1, first, 2], dimension=3, &
        position=position)
    call expect(position == 2, "two layers more")
    lengths3 = series%shape()
    call expect(lengths3(3) == 3, "three layers")
    allocate (layers(nx, ny, 3), source=-1.0_real64)
    call zarr_mpi_read(world, series, layers)
    call expect(is_field(layers(:, :, 1)) .and. is_field(layers(:, :, 3)), "what was appended")
    call expect(maxval(abs(layers(:, :, 2))) < 0.1, "a layer that no rank has written")

    ! Output by queues: what a later call writes lies over what an earlier one wrote.
    call queue%open(bytes=10000000)
    all = -all
    call zarr_mpi_queue_write(world, queue, field, all(:, first:last), start=[1, first])
    all = -all
    call zarr_mpi_queue_write(world, queue, field, all(:, first:last), start=[1, first])
    call zarr_mpi_queue_wait(world, queue)
    layers(:, :, 1) = 0
    call zarr_mpi_read(world, field, layers(:, :, 1))
    call expect(is_field(layers(:, :, 1)), "what was queued last")
    call queue%close()
    call zarr_mpi_queue_write(world, queue, field, all, stat=stat)
    call expect(stat == zarr_error_invalid_handle, "a closed queue")
    call zarr_mpi_queue_wait(world, queue, stat=stat)
    call expect(stat == zarr_error_invalid_handle, "waiting for a closed queue")

    ! The whole hierarchy.
    call zarr_mpi_set_attribute_json(world, group, "levels", "[1, 2.5, true]")
    call zarr_mpi_store_flush(world, store)
    call zarr_mpi_copy(world, store, "field", store, "copy")
    call zarr_mpi_verify(world, store, "copy", chunks, damaged)
    call expect(chunks == 25 .and. damaged == 0, "the chunks of a copy")
    call zarr_mpi_array_open(world, copy, store, "copy")
    layers(:, :, 1) = 0
    call zarr_mpi_read(world, copy, layers(:, :, 1))
    call expect(is_field(layers(:, :, 1)), "a copy")
    call copy%close()
    call zarr_mpi_consolidate(world, store, "")

    ! Failures.
    single = 0
    call zarr_mpi_write(world, field, single, stat=stat, errmsg=message)
    call expect(stat == zarr_error_type_mismatch, "another type: "//trim(message))
    call zarr_mpi_array_create(world, copy, store, "counted", zarr_int32, [2])
    call zarr_mpi_write(world, copy, [.true., .false.], stat=stat, errmsg=message)
    call expect(stat == zarr_error_type_mismatch, "truth values for numbers of their size: "//trim(message))
    call zarr_mpi_write(world, copy, ["four", "byte"], stat=stat, errmsg=message)
    call expect(stat == zarr_error_type_mismatch, "texts for numbers of their size: "//trim(message))
    call copy%close()
    call zarr_mpi_write(world, field, all(1:0, 1:0), start=[nx + 2, 1], stat=stat, errmsg=message)
    call expect(stat == zarr_error_out_of_bounds, "outside: "//trim(message))
    call zarr_mpi_write(world, field, all(1:1, 1:1), start=[0, 1], stat=stat, errmsg=message)
    call expect(stat == zarr_error_out_of_bounds .and. index(message, "dimension 1: elements count from 1, but 0 is given") > 0, &
        "the number that is given: "//trim(message))
    call zarr_mpi_write(world, field, all(1:1, 1:1), start=[3, 4], stat=stat, errmsg=message)
    call expect(stat == merge(zarr_error_conflict, zarr_ok, ranks > 1), "one element of all ranks")
    call expect(ranks == 1 .or. index(message, "ranks 0 and 1 write the same elements, the first is element [3, 4]") > 0, &
        "the element that two ranks write: "//trim(message))
    call zarr_mpi_write(world, field, all(1:1, 1:1), start=[merge(nx + 1, rank + 1, rank == ranks - 1), 1], stat=stat, &
        errmsg=message)
    call expect(stat == zarr_error_out_of_bounds, "outside on the last rank")
    call expect(ranks == 1 .or. index(message, "rank") == 1, "which rank: "//trim(message))
    call expect(index(message, 'array "/field": dimension 1') > 0, "which array and dimension: "//trim(message))
    ! The message counts the dimensions of the rank that has failed first.
    if (ranks > 1 .and. rank == ranks - 1) then
        call zarr_mpi_write(world, unopened, all(1:1, 1:1), start=[nx + 1, 1], stat=stat, errmsg=message)
    else
        call zarr_mpi_write(world, field, all(1:1, 1:1), start=[nx + 1, 1], stat=stat, errmsg=message)
    end if
    call expect(index(message, 'array "/field": dimension 1: 1 element') > 0, "the same on all ranks: "//trim(message))
    call zarr_mpi_append(world, field, all, dimension=3, stat=stat, errmsg=message)
    call expect(stat == zarr_error_invalid_argument, "no such dimension: "//trim(message))
    call expect(index(message, "is 3") > 0, "the number of the dimension: "//trim(message))
    call zarr_mpi_append(world, field, all, length=-1, stat=stat, errmsg=message)
    call expect(stat /= zarr_ok, "a negative length: "//trim(message))
    call zarr_mpi_write(world, field, mine, start=[1.0, 2.0], stat=stat, errmsg=message)
    call expect(stat == zarr_error_invalid_argument, "start: "//trim(message))
    ! An argument that is refused on one rank only: the others would wait for it.
    ! A variable keeps no earlier array, which the next write would overwrite.
    call zarr_mpi_array_open(world, copy, store, "field")
    call zarr_mpi_array_create(world, copy, store, "refused", zarr_int8, [8, 8], codecs="zsdt", stat=stat, errmsg=message)
    if (stat == zarr_ok .or. copy%is_open()) error stop "an array is open after a create that failed"
    call zarr_mpi_array_create(world, copy, store, "refused", zarr_int8, [merge(-1, 8, rank == ranks - 1), 8], stat=stat, &
        errmsg=message)
    call expect_refusal("shape", "-1")
    call zarr_mpi_array_create(world, copy, store, "refused", zarr_int8, [8, 8], chunks=[4, merge(-1, 4, rank == ranks - 1)], &
        stat=stat, errmsg=message)
    call expect_refusal("chunks", "-1")
    call zarr_mpi_array_create(world, copy, store, "refused", trim(merge("flaot32", "float32", rank == ranks - 1)), [8], &
        stat=stat, errmsg=message)
    call expect_refusal("data type", "flaot32")
    call zarr_mpi_array_create(world, copy, store, "refused", "int8", [8], codecs=merge("zsdt", "zstd", rank == ranks - 1), &
        stat=stat, errmsg=message)
    call expect_refusal("codecs", "zsdt")
    call zarr_mpi_array_create(world, copy, store, "refused", merge(777, zarr_int8, rank == ranks - 1), [8], stat=stat, &
        errmsg=message)
    call expect_refusal("data type's number", "777")
    if (rank == ranks - 1) then
        call zarr_mpi_set_options(world, overlap=.true., stat=stat, errmsg=message)
        call expect_refusal("options", "overlap: an integer is expected")
        call zarr_mpi_append(world, field, all, length=1.5, stat=stat, errmsg=message)
        call expect_refusal("length", "length: an integer is expected")
        call zarr_mpi_append(world, field, all, dimension="2", stat=stat, errmsg=message)
        call expect_refusal("dimension", "dimension: an integer is expected")
        call zarr_mpi_copy(world, store, "field", store, "refused", format="v3", stat=stat, errmsg=message)
        call expect_refusal("format", "format: an integer is expected")
        call zarr_mpi_array_resize(world, field, [12.0, 12.0], stat=stat, errmsg=message)
        call expect_refusal("shape", "shape: integers are expected")
    else
        call zarr_mpi_set_options(world, overlap=zarr_mpi_overlap_error, stat=stat, errmsg=message)
        call expect_refusal("options", "overlap: an integer is expected")
        call zarr_mpi_append(world, field, all, length=2, stat=stat, errmsg=message)
        call expect_refusal("length", "length: an integer is expected")
        call zarr_mpi_append(world, field, all, dimension=2, stat=stat, errmsg=message)
        call expect_refusal("dimension", "dimension: an integer is expected")
        call zarr_mpi_copy(world, store, "field", store, "refused", stat=stat, errmsg=message)
        call expect_refusal("format", "format: an integer is expected")
        call zarr_mpi_array_resize(world, field, [nx, ny], stat=stat, errmsg=message)
        call expect_refusal("shape", "shape: integers are expected")
    end if
    ! No rank goes on alone where the variable of one of them can't hold the position.
    call zarr_mpi_append(world, flags, numbers(1:0), length=200)
    if (rank == ranks - 1) then
        call zarr_mpi_append(world, flags, numbers(1:0), position=small, stat=stat, errmsg=message)
    else
        call zarr_mpi_append(world, flags, numbers(1:0), stat=stat, errmsg=message)
    end if
    call expect_refusal("position", "is too large for the variable")
    call zarr_mpi_append(world, field, all, dimension=0, stat=stat, errmsg=message)
    call expect(index(message, "dimension is 0; the array has 2 dimensions") > 0, "no dimension: "//trim(message))
    call zarr_mpi_array_create(world, copy, store, "empty", zarr_int32, [4, 0])
    call zarr_mpi_write(world, copy, numbers(1:0))
    call copy%close()
    call zarr_mpi_verify(world, store, "refused", chunks, damaged, stat=stat, errmsg=message)
    call expect(stat == zarr_error_not_found .and. chunks == 0 .and. damaged == 0, "nothing to verify: "//trim(message))
    call field%close()
    call zarr_mpi_read(world, field, all, stat=stat)
    call expect(stat == zarr_error_invalid_handle, "a closed array")
    call zarr_mpi_array_open(world, field, store, "nothing", stat=stat, errmsg=message)
    call expect(stat == zarr_error_not_found, "no array: "//trim(message))
    call zarr_mpi_group_open(world, group, store, "field", stat=stat)
    call expect(stat == zarr_error_node_type, "no group")

    call flags%close()
    call series%close()
    call group%close()
    call store%close()
    call MPI_Finalize(problem)
    if (rank == 0) print '(a, i0, a)', "Fortran, ", ranks, " ranks"

contains

    ! Components of arrays of derived types, of which the elements are not one behind the other: as values and as numbers along
    ! dimensions.
    subroutine components()
        type :: cell
            integer(int8) :: mark = 7
            integer(int32) :: number = -1
        end type cell
        type :: axis
            real(real64) :: spacing = 0.5_real64
            integer(int32) :: start = 1, length = 0, chunk = 4
        end type axis
        type(cell) :: cells(10)
        type(axis) :: axes(1)
        type(zarr_array) :: array

        axes%length = 10*ranks
        axes%start = 10*rank + 1
        call zarr_mpi_array_create(world, array, store, "components", zarr_int32, axes%length, chunks=axes%chunk)
        call expect(all_equal(int(array%shape(), int32), 10*ranks), "a shape of components")
        cells%number = [(rank + 100*i, i = 1, 10)]
        call zarr_mpi_write(world, array, cells(10:1:-1)%number, start=axes%start)
        call zarr_mpi_read(world, array, numbers, start=axes%start)
        call expect(all_equal(numbers - [(100*i, i = 10, 1, -1)], rank), "a component that was written")
        call zarr_mpi_read(world, array, cells%number, start=axes%start)
        call expect(all_equal(cells%number - [(100*i, i = 10, 1, -1)], rank), "a component that was read")
        call expect(all_equal(int(cells%mark, int32), 7), "nothing beside it")
        call queue%open()
        call zarr_mpi_queue_write(world, queue, array, cells(10:1:-1)%number, start=axes%start)
        call zarr_mpi_queue_wait(world, queue)
        call queue%close()
        call zarr_mpi_read(world, array, numbers, start=axes%start)
        call expect(all_equal(numbers - [(100*i, i = 1, 10)], rank), "a component that was queued")
        axes%length = 10*ranks + 3
        call zarr_mpi_array_resize(world, array, axes%length)
        call expect(all_equal(int(array%shape(), int32), 10*ranks + 3), "a length of components")
        call array%close()
    end subroutine components

    real(real64) function value(i, j)
        integer, intent(in) :: i, j

        value = 100*j + i
    end function value

    logical function all_of(values, from)
        real(real64), intent(in) :: values(:, :)
        integer, intent(in) :: from
        integer :: i, j

        all_of = .true.
        do j = 1, size(values, 2)
            do i = 1, size(values, 1)
                all_of = all_of .and. abs(values(i, j) - value(i, from + j - 1)) < 0.1
            end do
        end do
    end function all_of

    logical function is_field(values)
        real(real64), intent(in) :: values(:, :)

        is_field = all_of(values, 1)
    end function is_field

    logical function all_equal(values, wanted)
        integer(int32), intent(in) :: values(:)
        integer, intent(in) :: wanted

        all_equal = count(values == wanted) == size(values)
    end function all_equal

    subroutine expect_refusal(what, value)
        character(len=*), intent(in) :: what, value
        character(len=1) :: number

        write (number, '(i1)') ranks - 1
        call expect(stat /= zarr_ok, "refused on one rank: "//what)
        call expect(index(message, value) > 0, "the refused value: "//trim(message))
        call expect(ranks == 1 .or. index(message, "rank "//number//": ") == 1, what//": "//trim(message))
    end subroutine expect_refusal

    subroutine expect(condition, what)
        logical, intent(in) :: condition
        character(len=*), intent(in) :: what
        integer :: problem

        if (condition) return
        write (error_unit, '(a, i0, 2a)') "rank ", rank, " failed: ", what
        call MPI_Abort(world, 1, problem)
        error stop 1
    end subroutine expect
end program fortran
