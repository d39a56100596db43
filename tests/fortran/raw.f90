! The raw layer: its structs have the size that the library knows, its functions are those of C. What a user would lose: a
! program that calls what the module zarr does not wrap. That none is missing is fortran.generated's to say.
! SPDX-License-Identifier: MIT OR Apache-2.0
program raw
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: int64
    use check
    use zarr_c
    use zarr_constants
    implicit none
    type(zarr_error), target :: error
    type(zarr_store_callbacks) :: callbacks
    type(zarr_tracer) :: tracer
    type(zarr_region) :: region
    type(zarr_transfer), target :: how
    type(zarr_codec_callbacks) :: codec
    type(c_ptr) :: store, builder, array, other, strings
    integer(c_int64_t), target :: start(2), count(2), position(2), first(2), lengths(2)
    real(c_double), target :: values(3, 2), back(3, 2)
    integer(c_int32_t) :: kind
    integer :: i

    call expect(c_sizeof(error) == 1024, "zarr_error")
    call zarr_store_callbacks_init(callbacks)
    call expect(callbacks%struct_size == c_sizeof(callbacks), "zarr_store_callbacks")
    call zarr_tracer_init(tracer)
    call expect(tracer%struct_size == c_sizeof(tracer), "zarr_tracer")
    call zarr_region_init(region)
    call expect(region%struct_size == c_sizeof(region) .and. region%order == ichar("C"), "zarr_region")
    call zarr_transfer_init(how)
    call expect(how%struct_size == c_sizeof(how), "zarr_transfer")
    call zarr_codec_callbacks_init(codec)
    call expect(codec%struct_size == c_sizeof(codec) .and. codec%kind == zarr_codec_bytes_to_bytes, "zarr_codec_callbacks")

    values = reshape([(real(i, c_double), i=1, 6)], [3, 2])
    start = [0, 0]
    count = [2, 3]
    call expect(zarr_store_open("memory://"//c_null_char, c_null_ptr, store, error) == zarr_ok, "open")
    call expect(zarr_array_builder_new(zarr_float64, 2, [2_c_int64_t, 3_c_int64_t], builder, error) == zarr_ok, "builder")
    call expect(zarr_array_create(store, "t"//c_null_char, builder, array, error) == zarr_ok, "create")
    call expect(zarr_array_write_region(array, 2, start, count, c_loc(values), c_sizeof(values), error) == zarr_ok, "write")
    region%ndim = 2
    region%start = c_loc(start)
    region%count = c_loc(count)
    call expect(zarr_array_read(array, region, c_loc(back), c_sizeof(back), c_null_ptr, error) == zarr_ok, "read")
    call expect(all(back == values), "there and back")
    position = 0
    call expect(zarr_array_chunk_bounds(array, zarr_unit_chunk, 2, position, first, lengths, error) == zarr_ok, "bounds")
    call expect(all(lengths == count) .and. all(first == 0), "the bounds of a chunk")
    call expect(zarr_node_kind(store, "u"//c_null_char, kind, error) == zarr_ok, "the kind of no node")
    call expect(kind == zarr_node_none, "no node")
    call expect(zarr_array_dimension_names(array, strings, error) == zarr_ok, "names")
    call expect(zarr_strings_count(strings) == 0, "no names")
    call zarr_strings_free(strings)
    call expect(zarr_array_open(store, "u"//c_null_char, other, error) == zarr_error_not_found, "what is not there")
    call expect(.not. c_associated(other) .and. error%status == zarr_error_not_found, "its error")
    call zarr_array_builder_free(builder)
    call zarr_array_free(array)
    call zarr_store_free(store)
    call conclude("raw")
end program raw
