! Elements that form no region, and what else an array is asked for and told by name: codecs, names of dimensions,
! documents, options of new arrays. What a user would lose: elements that were named, or the place of one that is not.
! SPDX-License-Identifier: MIT OR Apache-2.0
program selections
    use, intrinsic :: iso_c_binding, only: c_bool
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use check
    use zarr
    implicit none
    integer, parameter :: nx = 10, ny = 8, nz = 6
    type(zarr_store) :: store
    type(zarr_array) :: array
    integer(int32) :: values(nx, ny, nz)
    character(len=300) :: errmsg = ""
    integer :: stat

    call store%open("memory://")
    call make()
    call points()
    call lists()
    call truths()
    call what_is_refused()
    call described()
    call documents()
    call options_of_new_arrays()
    call below_groups()
    call array%close()
    call store%close()
    call conclude("selections")

contains

    subroutine make()
        integer :: x, y, z

        do z = 1, nz
            do y = 1, ny
                do x = 1, nx
                    values(x, y, z) = int(x + 100*y + 10000*z, int32)
                end do
            end do
        end do
        call array%create(store, "a", zarr_int32, shape(values), chunks=[4, 3, 4], codecs="zstd", dimension_names="x,y,z")
        call array%write(values)
    end subroutine make

    subroutine points()
        integer(int32) :: found(3), wide(6)
        integer(int32) :: none(0)
        integer :: at(3, 3), z

        at = reshape([10, 8, 6, 1, 2, 3, 10, 8, 6], [3, 3])
        call array%read_points(found, at)
        call expect(all(found == [values(10, 8, 6), values(1, 2, 3), values(10, 8, 6)]), "points, one of them twice")
        call array%read_points(found, int(at, int8))
        call expect(found(2) == values(1, 2, 3), "points of integers of 8 bits")
        call array%read_points(found, int(at, int16))
        call array%read_points(found, int(at, int64), stat=stat)
        call expect(stat == zarr_ok .and. found(2) == values(1, 2, 3), "points of integers of 64 bits")
        wide = -1
        call array%read_points(wide(6:2:-2), at)
        call expect(all(wide == [-1, found(3), -1, found(2), -1, found(1)]), "points into a section, backwards")
        ! A column of a grid, as a model's station has it.
        call array%read_points(wide, reshape([([3, 4, z], z=nz, 1, -1)], [3, nz]))
        call expect(all(wide == values(3, 4, nz:1:-1)), "a column from the top")
        call array%read_points(none, reshape([integer ::], [3, 0]))

        call array%write_points([-1_int32, -2_int32, -3_int32], at)
        values(1, 2, 3) = -2
        values(10, 8, 6) = -3
        call same("what was written to points, the last value of two")
    end subroutine points

    subroutine same(what)
        character(len=*), intent(in) :: what
        integer(int32) :: all_of(nx, ny, nz)

        call array%read(all_of)
        call expect(all(all_of == values), what)
    end subroutine same

    subroutine lists()
        integer(int32) :: found(3, ny, 2), plane(3, 2), column(2), none(0, ny, nz), new(nx, 1, 2)
        integer, parameter :: xs(3) = [10, 1, 10], zs(2) = [6, 2]
        integer :: nowhere(0)

        call array%read_orthogonal(found, along1=xs, along3=zs)
        call expect(all(found == values(xs, :, zs)), "lists along two dimensions")
        call array%read_orthogonal(found, xs, along3=int(zs, int16))
        call expect(all(found == values(xs, :, zs)), "lists of other kinds")
        call array%read_orthogonal(plane, along1=xs, along2=[5_int8], along3=int(zs, int64))
        call expect(all(plane == values(xs, 5, zs)), "a variable without the dimension of one element")
        call array%read_orthogonal(column, along1=[7], along2=[8], along3=zs)
        call expect(all(column == values(7, 8, zs)), "a column")
        call array%read_orthogonal(none, along1=nowhere)
        call array%write_orthogonal(none, along1=pack(found(:, 1, 1), found(:, 1, 1) < 0))
        call same("nothing was written")

        new = -5
        new(:, 1, 1) = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
        call array%write_orthogonal(new, along2=[3], along3=zs)
        values(:, [3], zs) = new
        call array%write_orthogonal(new(2:1:-1, 1, :), along1=[1, 2], along2=[1], along3=zs)
        values([1, 2], 1, zs) = new(2:1:-1, 1, :)
        call same("what was written to lists")
    end subroutine lists

    subroutine truths()
        type(zarr_array) :: mask
        logical :: few(2), plane(3, 2)
        logical(c_bool) :: bytes(2)
        logical(int64) :: long(2)

        call mask%create(store, "mask", zarr_bool, [3, 2])
        call mask%write_points([.true., .true.], reshape([3, 1, 1, 2], [2, 2]))
        call mask%read_orthogonal(plane)
        call expect(all(plane .eqv. reshape([.false., .false., .true., .true., .false., .false.], [3, 2])), "logical variables")
        call mask%read_points(few, reshape([3, 1, 3, 2], [2, 2]))
        call mask%read_points(bytes, reshape([3, 1, 3, 2], [2, 2]))
        call mask%read_points(long, reshape([3, 1, 3, 2], [2, 2]))
        call expect(all(few .eqv. [.true., .false.]) .and. all(few .eqv. logical(bytes)) .and. all(few .eqv. logical(long)), &
            "logical variables of any kind")
        call mask%write_orthogonal(logical(plane, int64), along1=[1, 2, 3])
        few = .true.
        call mask%read_points(few, reshape([3, 1, 4, 2], [2, 2]), stat=stat)
        call expect(stat == zarr_error_out_of_bounds .and. all(few), "logical variables after a failure")
    end subroutine truths

    subroutine what_is_refused()
        integer(int32) :: two(2), plane(2, 2), seven(7)
        real(real64) :: real_values(2)
        type(zarr_array) :: other

        two = 7
        call array%read_points(two, reshape([1, 1, 1, 1, 9, 1], [3, 2]), stat=stat, errmsg=errmsg)
        call says("point 2: 9 is outside the length 8 of dimension 2", zarr_error_out_of_bounds)
        call array%write_points(two, reshape([1, 1, 0, 1, 1, 1], [3, 2]), stat=stat, errmsg=errmsg)
        call says("point 1: 0 is outside the length 6 of dimension 3", zarr_error_out_of_bounds)
        call array%read_points(two, reshape([1, 1, 1, 1], [2, 2]), stat=stat, errmsg=errmsg)
        call says("points has 2 rows, for an array of 3 dimensions; each column of it is a point", zarr_error_invalid_argument)
        call array%read_points(two, reshape([1, 1, 1], [3, 1]), stat=stat, errmsg=errmsg)
        call says("array ""/a"": the list of points has the length 1, the variable 2", zarr_error_buffer_size)
        call array%read_points(two, reshape([1., 1., 1., 1., 1., 1.], [3, 2]), stat=stat, errmsg=errmsg)
        call says("points: integers are expected", zarr_error_invalid_argument)
        call array%read_points(real_values, reshape([1, 1, 1, 1, 1, 1], [3, 2]), stat=stat, errmsg=errmsg)
        call says("the data type of the array", zarr_error_type_mismatch)

        call array%read_orthogonal(plane, along1=[1, 2], along2=[1], along3=[2, 7], stat=stat, errmsg=errmsg)
        call says("index 2: 7 is outside the length 6 of dimension 3", zarr_error_out_of_bounds)
        call array%write_orthogonal(plane, along1=[2, -1], along2=[1], along3=[2, 6], stat=stat, errmsg=errmsg)
        call says("index 2: -1 is outside the length 10 of dimension 1", zarr_error_out_of_bounds)
        call array%read_orthogonal(plane, along1=[1, 2], along3=[2, 6], stat=stat, errmsg=errmsg)
        call says("elements of shape [2, 8, 2], but the variable has the shape [2, 2]", zarr_error_buffer_size)
        call array%read_orthogonal(plane, along1=[1, 2], along2=[1, 2], along3=[1], along4=[1], stat=stat, errmsg=errmsg)
        call says("along4 is given, for an array of 3 dimensions", zarr_error_invalid_argument)
        call array%read_orthogonal(plane, along1=[1., 2.], stat=stat, errmsg=errmsg)
        call says("along1: integers are expected", zarr_error_invalid_argument)
        call array%write_orthogonal(real_values, along1=[1, 2], along2=[1], along3=[1], stat=stat, errmsg=errmsg)
        call says("the data type of the array", zarr_error_type_mismatch)
        call expect(all(two == 7), "nothing was read")
        call same("nothing was written by what is refused")

        call other%create(store, "texts", "string", [7])
        call other%read_points(seven, reshape([1, 2, 3, 4, 5, 6, 7], [1, 7]), stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "texts by points")
        call other%close()
        call other%read_points(two, reshape([1, 2], [1, 2]), stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "points of an array that is closed")
        call other%read_orthogonal(two, along1=[1, 2], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "lists of an array that is closed")
    end subroutine what_is_refused

    subroutine says(words, status)
        character(len=*), intent(in) :: words
        integer, intent(in) :: status

        call expect_status(stat, status, errmsg, words)
        call expect(index(errmsg, words) > 0, words//", not "//trim(errmsg))
    end subroutine says

    subroutine described()
        type(zarr_array) :: again
        character(len=:), allocatable :: names(:), configurations(:)

        call array%codecs(names, configurations)
        call expect(size(names) == 2 .and. names(1) == "bytes" .and. names(2) == "zstd", "the names of the codecs")
        call expect(index(configurations(2), '"level"') > 0, "the configuration of a codec: "//configurations(2))
        call array%codecs(names)
        call expect(size(names) == 2, "the names alone")

        call array%set_dimension_names("lon, lat,time")
        call again%open(store, "a")
        call again%dimension_names(names)
        call expect(all(names == ["lon ", "lat ", "time"]), "names from one text")
        call array%set_dimension_names([character(len=4) :: "x", "", "t"])
        call array%dimension_names(names)
        call expect(all(names == ["x", " ", "t"]), "names from a list, one of them blank")
        call array%set_dimension_names("x,y", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "too few names")
        call array%set_dimension_names([character(len=1) ::])
        call array%dimension_names(names)
        call expect(size(names) == 0, "no names any more")
        call array%set_dimension_names("x,y,z")
        call array%set_dimension_names("")
        call again%refresh()
        call again%dimension_names(names)
        call expect(size(names) == 0, "no names by a text of nothing")
    end subroutine described

    subroutine documents()
        type(zarr_array) :: again
        character(len=20000) :: sent
        integer(int32) :: all_of(nx, ny, nz)

        ! As a broadcast has it: in a variable that is longer.
        sent = array%document()
        call again%open_from_document(store, "a", sent, options='{"threads": 1}')
        call again%read(all_of)
        call expect(all(all_of == values) .and. again%path() == "a", "an array from its document")
        call again%open_from_document(store, "b", sent, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a document of another array")
        call again%open_from_document(store, "a", "", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a document of nothing")
        call expect(.not. again%is_open(), "closed after a failure")
    end subroutine documents

    subroutine options_of_new_arrays()
        type(zarr_store) :: old
        type(zarr_array) :: series
        real(real32) :: layer(3) = [1., 2., 3.]

        call series%create(store, "series", zarr_float32, [3, 0], chunks=[3, 2], options='{"grow": 1}', stat=stat)
        call expect(stat == zarr_ok, "an array with options")
        call series%resize([0, 0])
        call series%create(store, "series", zarr_float32, [3, 0], chunks=[3, 2], options='{"grow": true}', replace=.true.)
        call series%write(layer, start=[1, 3])
        call expect(all(series%shape() == [3, 3]), "a write past the end of the last dimension")
        call series%write(layer, start=[2, 1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_out_of_bounds, errmsg, "past the end of the first one")
        call series%create(store, "other", zarr_float32, [3, 0], options='{"grown": true}', stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "an option that is none")
        call expect(store%kind("other") == zarr_node_none, "nothing was created")

        call old%open("memory://")
        call series%create(old, "v2", zarr_float32, [3], format=zarr_format_v2, no_fill_value=.true._c_bool)
        call expect(index(series%metadata(), '"fill_value":null') > 0 .or. index(series%metadata(), '"fill_value": null') > 0, &
            "a fill value that is left open")
        call series%create(old, "v2", zarr_float32, [3], fill_value=1., no_fill_value=.true., stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a fill value that is given and left open")
        call series%create(old, "v2", zarr_float32, [3], no_fill_value=1, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a truth value that is a number")
    end subroutine options_of_new_arrays

    subroutine below_groups()
        type(zarr_group) :: root, group, inner
        type(zarr_array) :: new
        real(real32) :: two(2)

        call root%open(store, "")
        call group%create(root, "g")
        call inner%create(group, "h/i", attributes='{"a": 1}')
        call expect(inner%path() == "g/h/i" .and. inner%attribute_count("a") == 1, "a group below a group")
        call new%create(inner, "t", zarr_float32, [0], options='{"grow": true}')
        call new%write([1._real32, 2._real32])
        call expect(new%path() == "g/h/i/t" .and. all(new%shape() == [2]), "an array below a group")
        call new%create(inner, "t", "float32", [2_int8], codecs="zstd", dimension_names="x", replace=.true.)
        call new%read(two)
        call expect(all(two == 0), "an array that replaces one below a group")
        call new%create(inner, "t", zarr_float32, [2], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_already_exists, errmsg, "an array that is there")
        call group%create(root, "g", replace=.true.)
        call expect(store%kind("g/h") == zarr_node_none, "a group that replaces one below a group")
        call inner%close()
        call new%create(inner, "t", zarr_float32, [2], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "an array below a group that is closed")
        call group%create(inner, "x", stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_handle, errmsg, "a group below a group that is closed")
    end subroutine below_groups
end program selections
