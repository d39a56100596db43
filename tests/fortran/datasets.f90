! Datasets: arrays over shared dimensions. What a user would lose: variables that agree about their dimensions, and whole steps.
! SPDX-License-Identifier: MIT OR Apache-2.0
program datasets
    use, intrinsic :: iso_fortran_env, only: int64, real64
    use check
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_dataset) :: weather, again
    type(zarr_array) :: temperature, times, x
    type(zarr_group) :: group
    character(len=:), allocatable :: names(:)
    character(len=300) :: errmsg = ""
    integer, allocatable :: lengths(:)
    real :: field(4, 3), slab(4, 3, 2)
    real(real64) :: longitudes(4), read(4)
    integer :: i, position, stat
    integer(int64) :: long

    longitudes = [(90.0_real64*i, i=0, 3)]
    call store%open("memory://")
    call expect(.not. weather%is_open(), "not open yet")
    call weather%create(store, "weather", format=zarr_format_v2)
    call weather%define_dimension("time", 0)
    call weather%define_coordinate("x", longitudes, attributes='{"units": "degrees_east"}')
    call weather%define_coordinate("y", [-60.0, 0.0, 60.0])
    call weather%define_array("time", zarr_float64, "time")
    call weather%define_array("temperature", zarr_float32, "x, y, time", chunks=[0, 0, 1], codecs="zstd")
    call weather%define_array("pressure", "float32", [character(len=4) :: "x", "y", "time"], fill_value=-1.0, &
        attributes='{"units": "hPa"}')
    call weather%define_array("height", 10_int64, ["x", "y"], codecs=["gzip"])
    call weather%define_array("gravity", zarr_float64, "", fill_value=9.81_real64)
    call weather%arrays(names)
    call expect(size(names) == 0, "nothing is written before the commit")
    call weather%array("temperature", temperature, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "an array that is not there yet")
    call weather%define_array("wind", zarr_float32, "x, level", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "a dimension that is not there")
    call weather%define_dimension("x", 5, stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_already_exists, errmsg, "another length")
    call weather%define_array("wind", "nonsense", "x", stat=stat, errmsg=errmsg)
    call expect(stat /= 0, "no data type")
    call weather%define_array("wind", zarr_float32, "x", chunks=[1, 1], stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "chunks of another rank")
    call weather%define_array("wind", 1.5, "x", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_invalid_argument, errmsg, "a data type that is a real")
    call weather%commit()
    call weather%arrays(names)
    call expect(size(names) == 7, "all arrays")
    call weather%array("temperature", temperature)
    call expect(all_equal(temperature%shape(), [4_int64, 3_int64, 0_int64]), "the shape is that of the dimensions")
    call expect(all_equal(temperature%chunks(), [4_int64, 3_int64, 1_int64]), "a chunk is a step")
    call temperature%dimension_names(names)
    call expect(names(1) == "x" .and. names(3) == "time", "names in the order of Fortran")
    call weather%array("time", times)

    do i = 1, 2
        call weather%grow("time", position)
        call expect(position == i, "the position of a step")
        field = real(i)
        call temperature%write(field, start=[1, 1, position])
        call times%write(6.0_real64*i, start=[position])
    end do
    call weather%grow("time", long, count=3_int64)
    call expect(long == 3, "the position of three steps")
    call weather%resize("time", 2)
    call expect(weather%length("time") == 2, "resized")

    call again%open(store, "weather")
    call again%dimensions(names, lengths)
    call expect(size(names) == 3 .and. all(names == [character(len=4) :: "y", "x", "time"]), "the names of the dimensions")
    call expect(all(lengths == [3, 4, 2]), "the lengths of the dimensions")
    call again%array("temperature", temperature)
    call temperature%read(slab)
    call expect(all(slab(:, :, 1) == 1.0) .and. all(slab(:, :, 2) == 2.0), "steps are read back")
    call again%array("x", x)
    call x%read(read)
    call expect(all(abs(read - longitudes) < 1e-9_real64), "a coordinate is read back")
    call again%group(group)
    call expect(group%path() == "weather", "the group")
    weather = again
    call again%close()
    call expect(weather%is_open() .and. .not. again%is_open(), "a copy is closed by itself")
    call expect(weather%length("x") == 4, "the copy is open")
    long = weather%length("level", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "no such dimension")
    call expect(long == -1, "no length")
    call weather%refresh()
    call again%open(store, "nowhere", stat=stat, errmsg=errmsg)
    call expect_status(stat, zarr_error_not_found, errmsg, "no group")
    call weather%close()
    call temperature%close()
    call times%close()
    call x%close()
    call group%close()
    call describe_coordinates()
    call store%close()
    if (allocated(names)) deallocate (names)
    if (allocated(lengths)) deallocate (lengths)
    call conclude("datasets")

contains

    ! Zeros that xarray takes for missing values, and one file for each step, unless a coordinate can say otherwise.
    subroutine describe_coordinates()
        type(zarr_dataset) :: model
        type(zarr_array) :: axis
        character(len=:), allocatable :: codecs(:)

        call model%create(store, "model", format=zarr_format_v2)
        call model%define_dimension("time", 0)
        call model%define_coordinate("x", longitudes, no_fill_value=.true., chunks=[3], codecs="shuffle | zstd")
        call model%define_coordinate("y", [-60.0, 0.0, 60.0], fill_value=-999, codecs=["gzip"], &
            attributes='{"units": "degrees_north"}')
        call model%define_coordinate("time", [real(real64) ::], chunks=[1024], big_endian=.true.)
        call model%define_array("count", zarr_int32, "time", no_fill_value=.true.)
        call model%define_coordinate("z", [1, 2], chunks=[1, 1], stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "chunks of two dimensions")
        call model%define_coordinate("z", [1, 2], fill_value=0.5, stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_type_mismatch, errmsg, "a fill value that is none of an integer")
        call model%define_coordinate("z", [1, 2], fill_value=0, no_fill_value=.true., stat=stat, errmsg=errmsg)
        call expect_status(stat, zarr_error_invalid_argument, errmsg, "a fill value that is given and left open")
        call model%commit()
        call model%array("x", axis)
        call expect(is_left_open(axis), "a coordinate without a fill value")
        call expect(all_equal(axis%chunks(), [3_int64]), "chunks of a coordinate")
        call axis%codecs(codecs)
        call expect(size(codecs) >= 2, "codecs of a coordinate")
        call axis%read(read)
        call expect(all(abs(read - longitudes) < 1e-9_real64), "the values of a coordinate that is described")
        call model%array("y", axis)
        call expect(.not. is_left_open(axis), "the fill value of a coordinate")
        call expect(axis%attribute_text("units") == "degrees_north", "the attribute of a coordinate")
        call model%array("time", axis)
        call expect(all_equal(axis%chunks(), [1024_int64]), "many steps in a chunk of the time")
        call weather%open(store, "weather")
        call weather%array("x", axis)
        call expect(is_left_open(axis), "the zero of a coordinate is no missing value")
        call weather%close()
        call model%array("count", axis)
        call expect(is_left_open(axis), "an array without a fill value")
        call axis%close()
        call model%close()
    end subroutine describe_coordinates

    ! True when the document has null for the fill value.
    function is_left_open(array)
        type(zarr_array), intent(in) :: array
        logical :: is_left_open
        character(len=:), allocatable :: document
        integer :: at

        document = array%metadata()
        at = index(document, '"fill_value":') + len('"fill_value":')
        is_left_open = index(adjustl(document(at:)), "null") == 1
    end function is_left_open
end program datasets
