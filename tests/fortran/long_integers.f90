! A program whose default integers and logicals have 64 bits (-fdefault-integer-8), with the module as everybody has it. What a user
! would lose: a generic procedure that the compiler does not find.
! SPDX-License-Identifier: MIT OR Apache-2.0
program long_integers
    use zarr
    implicit none
    type(zarr_store) :: store
    type(zarr_group) :: group
    type(zarr_array) :: array
    integer :: stat, i, n, first, second, block(2), chunks(2), starts(2, 2), counts(2, 2), values(4, 3), failures
    integer :: list_of_two(2)
    integer, allocatable :: kinds(:), begin(:), count(:), list(:), loaded(:, :)
    character(len=:), allocatable :: paths(:), text
    character(len=200) :: errmsg
    logical :: flag, mask(4), back(4)

    failures = 0
    call expect(storage_size(stat) == 64, "the test is compiled as it says")
    call store%open("memory://", stat=stat, errmsg=errmsg)
    call expect(stat == zarr_ok, "open")
    call group%create(store, "", attributes='{"title": "long"}', format=zarr_format_v3, replace=.false., stat=stat)
    n = zarr_int64
    call array%create(store, "a", n, [4, 0], chunks=[2, 3], codecs="zstd", fill_value=-1, dimension_names="x,y", &
        big_endian=.false., replace=.true., stat=stat, errmsg=errmsg)
    call expect(stat == 0, "create: "//errmsg)
    call array%resize([4, 3])
    values = reshape([(i, i=1, 12)], [4, 3])
    call array%write(values, start=[1, 1], count=[4, 3], threads=2, conversion=zarr_convert_check)
    call array%load(loaded, stride=[1, 2])
    call expect(all(loaded == values(:, 1::2)), "written and loaded")
    call array%read_points(list_of_two, reshape([4, 3, 1, 1], [2, 2]))
    call array%read_orthogonal(loaded, along1=[4, 2, 3, 1], along2=[1, 3])
    call expect(all(list_of_two == [values(4, 3), values(1, 1)]) .and. all(loaded == values([4, 2, 3, 1], [1, 3])), "chosen")
    call array%append(values(:, 1), dimension=2, position=i)
    call expect(i == 4 .and. all(array%shape() == [4, 4]), "appended")
    call array%read(values, start=[1, 3], stat=stat, errmsg=errmsg)
    call expect(stat == zarr_error_out_of_bounds .and. index(errmsg, "dimension 2") > 0, "a failure: "//errmsg)
    call expect(zarr_status_name(stat) == "ZARR_ERROR_OUT_OF_BOUNDS", "its name")
    call array%chunk_bounds([2, 1], begin, count, unit=zarr_unit_chunk)
    call expect(all(begin == [3, 1]), "a chunk")

    call array%set_attribute("flag", .true.)
    call array%get_attribute("flag", flag)
    call array%set_attribute("n", 12)
    call array%get_attribute("n", n)
    call array%set_attribute("list", [1, 2])
    call array%get_attribute("list", list)
    call array%get_attribute("list", text, stat=stat)
    call expect(flag .and. n == 12 .and. all(list == [1, 2]) .and. stat == zarr_error_type_mismatch, "attributes")

    call array%create(store, "mask", zarr_bool, [4])
    mask = [.true., .false., .true., .true.]
    call array%write(mask)
    call array%read(back)
    call expect(all(mask .eqv. back), "logicals")
    call array%append(mask)

    call store%walk("", paths, kinds, depth=1)
    call expect(all(kinds == zarr_node_array) .and. size(kinds) == 2, "nodes")
    call array%open(store, "a")
    starts = reshape([1, 1, 3, 1], [2, 2])
    counts = reshape([3, 3, 2, 3], [2, 2])
    ! Functions of the module give logicals of 32 bits, which serve wherever a condition stands.
    if (zarr_array_regions_exclusive(array, starts, counts, first=first, second=second, stat=stat)) failures = failures + 1
    call expect(first == 1 .and. second == 2, "the two that meet")
    call zarr_propose_decomposition([100, 100], 8, [1, 2], block, chunks, chunk_bytes=4096)
    call expect(all(block > 0), "a proposal")
    call zarr_set_threads(2)
    call expect(zarr_threads() == 2, "threads")
    if (failures > 0) error stop 1
    print '(a)', "long_integers: passed"

contains

    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(len=*), intent(in) :: what

        if (holds) return
        failures = failures + 1
        print '(2a)', "FAILED: ", what
    end subroutine expect
end program long_integers
