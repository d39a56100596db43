! Which elements: start, count and stride in the order of Fortran, variables of lower rank, conversions, threads, progress; and
! arrays that grow. What a user would lose: the right elements.
! SPDX-License-Identifier: MIT OR Apache-2.0
module watching
    use, intrinsic :: iso_fortran_env, only: int64
    implicit none
    integer(int64) :: calls = 0, last_done = -1, last_total = -1, patience = huge(0_int64)

contains

    function watch(done, total) result(go_on)
        integer(int64), intent(in) :: done, total
        logical :: go_on

        calls = calls + 1
        last_done = done
        last_total = total
        go_on = done < patience
    end function watch
end module watching

program regions
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use watching
    use zarr
    implicit none
    integer, parameter :: nx = 10, ny = 8, nz = 6
    type(zarr_store) :: store
    character(len=300) :: errmsg = ""
    integer :: stat

    call store%open("memory://")
    call order()
    call boxes()
    call lower_ranks()
    call layouts()
    call conversions()
    call told()
    call growing()
    call shards()
    call empty()
    call store%close()
    call conclude("regions")

contains

    pure function value(x, y, z) result(number)
        integer, intent(in) :: x, y, z
        integer(int32) :: number

        number = int(x + 100*y + 10000*z, int32)
    end function value

    subroutine make(array, path)
        type(zarr_array), intent(inout) :: array
        character(len=*), intent(in) :: path
        integer(int32) :: values(nx, ny, nz)
        integer :: x, y, z

        do z = 1, nz
            do y = 1, ny
                do x = 1, nx
                    values(x, y, z) = value(x, y, z)
                end do
            end do
        end do
        call array%create(store, path, zarr_int32, shape(values), chunks=[4, 3, 2], dimension_names=["x", "y", "z"])
        call array%write(values)
    end subroutine make

    ! The first dimension of Fortran is the last one of the document, and the fastest in both.
    subroutine order()
        type(zarr_array) :: array
        character(len=:), allocatable :: names(:), document
        integer(int8), allocatable :: chunk(:)
        integer(int64), allocatable :: start(:), count(:)

        call make(array, "order")
        document = array%metadata()
        call expect(before(document, '"z"', '"y"') .and. before(document, '"y"', '"x"'), "names are reversed")
        call expect(before(document, "6,", "8,") .and. before(document, "8,", "10"), "the shape is reversed")
        call expect(all_equal(array%shape(), [10_int64, 8_int64, 6_int64]), "shape")
        call expect(all_equal(array%chunks(), [4_int64, 3_int64, 2_int64]), "chunks")
        call expect(all_equal(array%grid_shape(), [3_int64, 3_int64, 3_int64]), "grid")
        call array%dimension_names(names)
        call expect(size(names) == 3, "three names")
        call expect(all(names == ["x", "y", "z"]), "names")
        ! The chunk of x 5 to 8, y 1 to 3, z 3 and 4 is under z/y/x, counted from 0; its first elements follow x.
        call array%chunk_bounds([2, 1, 2], start, count)
        call expect(all_equal(start, [5_int64, 1_int64, 3_int64]), "the first element of a chunk")
        call expect(all_equal(count, [4_int64, 3_int64, 2_int64]), "the shape of a chunk")
        call expect(array%stored_chunks() == 27, "stored chunks")
        call store%get("order/c/1/0/1", chunk)
        call expect(size(chunk) == 4*4*3*2, "the size of a chunk")
        call expect(all(transfer(chunk(:16), [0_int32]) == [value(5, 1, 3), value(6, 1, 3), value(7, 1, 3), value(8, 1, 3)]), &
            "bytes are not moved")
    end subroutine order

    pure function before(text, first, second) result(answer)
        character(len=*), intent(in) :: text, first, second
        logical :: answer

        answer = index(text, first) > 0 .and. index(text, second, back=.true.) > index(text, first)
    end function before

    subroutine boxes()
        type(zarr_array) :: array
        integer(int32) :: box(3, 2, 2), all_of_it(nx, ny, nz), some(4, 1, 3)
        integer(int32), allocatable :: loaded(:, :, :)
        integer :: x, y, z
        logical :: good

        call make(array, "boxes")
        call array%read(box, start=[4, 3, 2])
        good = .true.
        do z = 1, 2
            do y = 1, 2
                do x = 1, 3
                    good = good .and. box(x, y, z) == value(x + 3, y + 2, z + 1)
                end do
            end do
        end do
        call expect(good, "a box with a start of default integers")
        call array%read(box, start=[4_int64, 3_int64, 2_int64], count=[3, 2, 2])
        call expect(box(3, 2, 2) == value(6, 4, 3), "numbers of mixed kinds")
        call array%read(some, start=[10, 8, 1], count=[4, 1, 3], stride=[-3, 1, 2])
        call expect(all(some(:, 1, 1) == [value(10, 8, 1), value(7, 8, 1), value(4, 8, 1), value(1, 8, 1)]), "backwards")
        call expect(some(2, 1, 3) == value(7, 8, 5), "every other one")
        some = -some
        call array%write(some, start=[10, 8, 1], count=[4, 1, 3], stride=[-3, 1, 2])
        call array%read(all_of_it)
        call expect(count(all_of_it < 0) == 12, "a write with a stride touches its elements")
        call expect(all_of_it(4, 8, 3) == -value(4, 8, 3), "a write with a stride")
        call array%load(loaded)
        call expect(all(loaded == all_of_it), "load takes everything")
        call array%load(loaded, start=[2, 1, 6], stride=[3, 2, -5])
        call expect(all(shape(loaded) == [3, 4, 2]), "load takes all that a stride reaches")
        call expect(loaded(3, 4, 2) == all_of_it(8, 7, 1), "load with a stride")
    end subroutine boxes

    ! A plane of a volume is a variable of two dimensions, a point one of none.
    subroutine lower_ranks()
        type(zarr_array) :: array
        integer(int32) :: plane(nx, ny), column(nz), point, row(1, nx, 1)
        integer(int32), allocatable :: loaded(:, :), line(:)

        call make(array, "ranks")
        call array%read(plane, start=[1, 1, 4])
        call expect(plane(3, 5) == value(3, 5, 4), "a plane: the last dimensions are 1")
        call array%read(column, start=[7, 2, 1], count=[1, 1, nz])
        call expect(column(6) == value(7, 2, 6), "a column")
        call array%read(point, start=[3, 4, 5])
        call expect(point == value(3, 4, 5), "a point")
        call array%read(row, start=[1, 2, 3], count=[nx, 1, 1])
        call expect(row(1, 9, 1) == value(9, 2, 3), "dimensions of 1 stand where they like")
        call array%load(loaded, start=[1, 3, 1], count=[nx, 1, nz])
        call expect(all(shape(loaded) == [nx, nz]), "the shape of a plane that is loaded")
        call expect(loaded(2, 6) == value(2, 3, 6), "a plane that is loaded")
        call array%load(line, start=[1, 3, 2], count=[nx, 1, 1])
        call expect(size(line) == nx .and. line(9) == value(9, 3, 2), "a line that is loaded")
        plane = -1
        call array%write(plane, start=[1, 1, 2])
        call array%read(column, start=[7, 2, 1], count=[1, 1, nz])
        call expect(all(column(1:3) == [value(7, 2, 1), -1, value(7, 2, 3)]), "a plane that is written")
        call array%read(plane, start=[1, 1, 1], count=[nx, 1, nz], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_buffer_size, errmsg, "another shape")
        call array%load(line, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_buffer_size, errmsg, "a line for a volume")
    end subroutine lower_ranks

    ! Elements of variables that are not contiguous are at their places, and those between them stay.
    subroutine layouts()
        type :: cell
            integer(int8) :: mark = 7
            integer(int32) :: number = -1
            real(real64) :: other(2) = -1
        end type cell
        type :: field
            integer(int32), allocatable :: values(:, :, :)
            integer(int32), pointer :: plane(:, :) => null()
            type(cell), allocatable :: cells(:)
        end type field
        type(zarr_array) :: array
        type(zarr_queue) :: queue
        type(cell) :: cells(nx, ny, nz)
        type(field), target :: fields(2)
        integer(int32), target :: wanted(nx, ny, nz), halo(0:2*nx + 1, 0:ny + 1, nz), other(nz, ny, nx)
        integer(int32), pointer :: view(:, :, :), line(:)
        complex(real64) :: waves(nx, ny, nz)
        integer :: x

        call make(array, "layouts")
        call array%read(wanted)
        ! A component of an array of derived types, and an element of an array in them.
        call array%read(cells%number)
        call expect(all(cells%number == wanted) .and. all(cells%mark == 7) .and. all(cells%other(1) < 0), "a component")
        call array%read(cells(nx:1:-1, :, :)%other(2))
        call expect(all(nint(cells(nx:1:-1, :, :)%other(2)) == wanted), "an element of a component, backwards")
        call expect(all(cells%other(1) < 0) .and. all(cells%number == wanted), "beside a component")
        call array%write(-wanted)
        call array%write(cells%number)
        call expect(stored(array, wanted), "a component that is written")
        ! The parts of complex numbers.
        waves = (0._real64, -1._real64)
        call array%read(waves%re)
        call expect(all(nint(real(waves)) == wanted) .and. all(nint(aimag(waves)) == -1), "real parts")
        call array%write(-wanted)
        call array%write(waves(:, ny:1:-1, :)%re)
        call expect(stored(array, wanted(:, ny:1:-1, :)), "real parts that are written, backwards")
        call array%write(wanted)
        ! Pointers to sections with gaps and negative strides.
        halo = -1
        view => halo(2*nx:2:-2, 1:ny, nz:1:-1)
        call array%read(view)
        call expect(all(view == wanted) .and. all(halo(1::2, :, :) == -1) .and. all(halo(:, 0, :) == -1), "a pointer to a section")
        call array%write(-wanted)
        call array%write(view)
        call expect(stored(array, wanted), "a pointer to a section that is written")
        line => halo(4, 3, :)
        call array%read(line, start=[3, 4, 1], count=[1, 1, nz])
        call expect(all(line == wanted(3, 4, :)) .and. halo(5, 3, 1) == -1, "a line across a section")
        ! Allocatable and pointer components, alone and in arrays.
        allocate (fields(1)%values(-1:nx - 2, ny, nz), fields(2)%cells(nz))
        fields(2)%plane => halo(1:nx, ny:1:-1, 2)
        call array%read(fields(1)%values)
        call expect(all(fields(1)%values == wanted) .and. lbound(fields(1)%values, 1) == -1, "an allocatable component")
        call array%read(fields(2)%plane, start=[1, 1, 5])
        call expect(all(fields(2)%plane == wanted(:, :, 5)), "a pointer component")
        call array%read(fields(2)%cells%number, start=[9, 8, 1], count=[1, 1, nz])
        call expect(all(fields(2)%cells%number == wanted(9, 8, :)), "a component of an allocatable component")
        call array%write(fields(2)%plane, start=[1, 1, 1])
        call array%read(fields(1)%values)
        call expect(all(fields(1)%values(:, :, 1) == wanted(:, :, 5)), "a pointer component that is written")
        call array%write(wanted)
        ! Expressions and vector subscripts, of which the compiler makes copies.
        call array%write(reshape(wanted, shape(wanted)) + 0)
        call array%write(wanted([(x, x = nx, 1, -1)], :, :))
        call expect(stored(array, wanted(nx:1:-1, :, :)), "a vector subscript")
        call array%write(wanted)
        ! A section without elements, and an array that is transposed by its reader.
        call array%read(halo(1:0, 1:ny, :), start=[1, 1, 1], count=[0, ny, nz])
        other = -1
        call array%read(other(nz:1:-1, 1, 1), start=[2, 2, 1], count=[1, 1, nz])
        call expect(all(other(nz:1:-1, 1, 1) == wanted(2, 2, :)) .and. all(other(:, 2, :) == -1), "a section of a section")
        ! A queue copies sections; those of components are the test components.
        call queue%open()
        call queue%write(array, cells(nx:1:-1, :, :)%number)
        call queue%write(array, view(1:2, :, :), start=[1, 1, 1])
        call queue%wait()
        call queue%close()
        call expect(stored(array, wanted, from=3, reversed=nx), "sections in a queue")
    end subroutine layouts

    ! True if an array has these values; from x on and reversed: those of a queue in `layouts`.
    function stored(array, wanted, from, reversed) result(equal)
        type(zarr_array), intent(in) :: array
        integer(int32), intent(in) :: wanted(:, :, :)
        integer, intent(in), optional :: from, reversed
        logical :: equal
        integer(int32) :: values(nx, ny, nz)

        call array%read(values)
        equal = .true.
        if (present(from) .and. present(reversed)) then
            equal = all(values(:from - 1, :, :) == wanted(:from - 1, :, :)) .and. &
                all(values(from:, :, :) == wanted(reversed + 1 - from:1:-1, :, :))
        else
            equal = all(values == wanted)
        end if
    end function stored

    subroutine conversions()
        type(zarr_array) :: array, flags, moments
        real(real64) :: reals(nx, ny, nz)
        integer(int8) :: small(nx, ny, nz)
        integer(int64) :: times(4)
        logical :: yes(3)

        call make(array, "converted")
        call array%read(reals)
        call expect(abs(reals(3, 2, 1) - 10203) < 0.1, "integers become reals")
        call array%read(small, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, "what does not fit")
        call array%read(small, conversion=zarr_convert_clamp)
        call expect(all(small == 127), "clamped")
        call array%read(small, conversion=zarr_convert_all, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_range, errmsg, "what does not fit, when all are read")
        call expect(small(3, 2, 1) == -37 .and. small(1, 1, 1) == 117, "all elements are read")
        call array%write(reals + 0.5_real64)
        call array%read(reals)
        call expect(abs(reals(3, 2, 1) - 10203) < 0.1, "reals become integers by leaving out the fraction")
        call flags%create(store, "flags", "bool", [3], fill_value=.true.)
        call flags%read(yes)
        call expect(all(yes), "a logical fill value")
        call flags%write([.true., .false., .true.])
        call flags%read(yes)
        call expect(all(yes .eqv. [.true., .false., .true.]), "logicals")
        call array%read(yes, start=[1, 1, 1], count=[3, 1, 1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "numbers are not logical")
        call moments%create(store, "moments", &
            '{"name": "numpy.datetime64", "configuration": {"unit": "s", "scale_factor": 1}}', [4])
        call moments%write([0_int64, 1_int64, -1_int64, 1700000000_int64])
        call moments%read(times)
        call expect(times(4) == 1700000000_int64, "times are integers of 64 bits")
    end subroutine conversions

    subroutine told()
        type(zarr_array) :: array
        integer(int32) :: values(nx, ny, nz)

        call make(array, "told")
        calls = 0
        call array%read(values, progress=watch, threads=2)
        call expect(calls >= 2 .and. last_done == 27 .and. last_total == 27, "progress of 27 chunks")
        patience = 0
        call array%write(values, progress=watch, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_cancelled, errmsg, "cancelled")
        patience = huge(patience)
        call array%write(values, progress=watch, stat=stat)
        call expect(stat == 0, "not cancelled")
    end subroutine told

    subroutine growing()
        type(zarr_array) :: array, side
        real(real32) :: frame(nx, ny), history(nx, ny, 3)
        integer(int64) :: position
        integer :: step

        call array%create(store, "grown", zarr_float32, [nx, ny, 0], chunks=[nx, ny, 2])
        do step = 1, 3
            frame = real(step)
            call array%append(frame, position=position)
            call expect(position == step, "an appended layer is told its place")
        end do
        call array%read(history)
        call expect(all(abs(history(:, :, 2) - 2) < 1e-6), "appended layers")
        call array%append(history(:, :, 2:3))
        call expect(all_equal(array%shape(), [10_int64, 8_int64, 5_int64]), "several layers at once")
        call side%create(store, "side", zarr_int16, [2, 3])
        call side%append([7_int16, 8_int16, 9_int16], dimension=1)
        call expect(all_equal(side%shape(), [3_int64, 3_int64]), "a row along the first dimension")
        call side%append([7_int16, 8_int16], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a layer of another length")
        call side%append([7, 8, 9], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "a layer of another kind")
        call side%append([7_int16], dimension=3, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_out_of_bounds, errmsg, "no such dimension")
        call array%resize([nx, ny, 1])
        call expect(all_equal(array%shape(), [10_int64, 8_int64, 1_int64]), "shrunk")
    end subroutine growing

    subroutine shards()
        type(zarr_array) :: array
        integer(int32) :: values(16, 8), found(16, 8)
        integer :: i

        values = reshape([(i, i=1, 128)], [16, 8])
        call array%create(store, "shards", zarr_int32, [16, 8], chunks=[4, 2], shards=[8, 8], &
            codecs=[character(len=30) :: 'zstd {"level": 1}', "crc32c"], attributes='{"a": 1}', format=zarr_format_v3, &
            separator=".", fill_value=-9)
        call expect(all_equal(array%shards(), [8_int64, 8_int64]), "shards")
        call expect(all_equal(array%chunks(), [4_int64, 2_int64]), "chunks in shards")
        call array%read(found)
        call expect(all(found == -9), "the fill value")
        call array%write(values)
        call expect(array%stored_chunks() == 2 .and. array%stored_chunks(zarr_unit_chunk) == 16, "chunks and shards")
        call array%read(found)
        call expect(all(found == values), "shards there and back")
        call array%create(store, "shards", zarr_int32, [4], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_already_exists, errmsg, "not replaced")
        call array%create(store, "shards", "<i4", [4], format=zarr_format_v3, replace=.true., stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "replaced")
        call array%create(store, "fan", zarr_int32, [40], chunks=[1], chunk_keys='fanout {"max_children": 100}', fill_value=7)
        call expect(index(array%metadata(), '"max_children": 100') > 0, "the keys of chunks: "//array%metadata())
        call array%create(store, "fans", zarr_int32, [4], chunk_keys="fan", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_unsupported, errmsg, "no such keys of chunks")
        call array%create(store, "half", "int32", [4], fill_value=1.5, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "a fill value of another kind")
        call expect(index(errmsg, "1.5") > 0 .and. index(errmsg, "int32") > 0, "the value is named: "//errmsg)
    end subroutine shards

    subroutine empty()
        type(zarr_array) :: array
        real(real64) :: nothing(0, 3), some(2, 3)
        real(real64), allocatable :: loaded(:, :)

        call array%create(store, "empty", zarr_float64, [0, 3])
        call array%read(nothing, stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "nothing to read")
        call array%write(some(1:0, :), stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "nothing to write")
        call array%load(loaded, stat=stat, errmsg=errmsg)
        call expect_status(stat, 0, errmsg, "nothing to load")
        call expect(all(shape(loaded) == [0, 3]), "the shape of nothing")
        some = 0
        call array%read(some, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_out_of_bounds, errmsg, "more than there is")
    end subroutine empty
end program regions
