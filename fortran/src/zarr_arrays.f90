! Arrays: open, create, describe, read and write. The procedures for one kind and rank each describe their variable;
! zarr_elements does the rest.
! Made of templates/zarr_arrays.fypp by generate.py (make fortran).
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_arrays
    use, intrinsic :: iso_c_binding, only: c_associated, c_bool, c_int32_t, c_int64_t, c_loc, c_null_ptr, c_ptr, &
        c_size_t
    use, intrinsic :: iso_fortran_env, only: int8, int16, int32, int64, real32, real64
    use zarr_constants
    use zarr_arguments, only: check_from_one, narrow, no_integer, no_logical, put_integers, split
    use zarr_common, only: c_string, c_text, conclude, fail, finish, index_numbers, list_of, name_list, reversed, &
        set_message, terminated, &
        text_of, zarr_progress
    use zarr_elements, only: append_elements, append_texts, as_stored, find_texts, load_box, memory, move_elements, &
        move_orthogonal, move_points, no_memory_for, read_texts, refuse, take_texts, write_texts
    use zarr_nodes, only: place_below, zarr_group, zarr_node
    use zarr_stores, only: zarr_store
    use zarr_c, only: zarr_array_builder_attributes, zarr_array_builder_big_endian, zarr_array_builder_chunk_shape, &
        zarr_array_builder_codec, zarr_array_builder_data_type, zarr_array_builder_item_size, &
            zarr_array_builder_dimension_names, zarr_array_builder_fill_value, &
        zarr_array_builder_format, zarr_array_builder_free, zarr_array_builder_new, zarr_array_builder_new_json, &
        zarr_array_builder_chunk_key_encoding, zarr_array_builder_no_fill_value, zarr_array_builder_order, &
        zarr_array_builder_separator, zarr_array_builder_shard_shape, zarr_array_chunk_bounds, &
        zarr_array_chunk_shape, zarr_array_codecs, zarr_data_type_name, zarr_array_count_chunks, &
            zarr_array_create_json, &
        zarr_array_create_or_replace, zarr_array_create_with, zarr_array_data_type, zarr_array_data_type_json, &
        zarr_array_dimension_names, zarr_array_document, zarr_array_format, zarr_array_free, zarr_array_grid_shape, &
        zarr_array_item_size, zarr_array_metadata, zarr_array_ndim, zarr_array_open_from_document, &
            zarr_array_open_with, &
        zarr_array_refresh, zarr_array_resize, zarr_array_set_dimension_names, zarr_array_shape, &
            zarr_array_shard_shape, &
        zarr_array_share, zarr_bytes_data, zarr_bytes_free, zarr_bytes_size, zarr_error, zarr_group_open_array, &
        zarr_strings_free
    implicit none
    private
    public :: zarr_array
    ! For the definitions of zarr_datasets.
    public :: coded_builder, describe_array, named_builder

    ! An open array. `a = b` makes both variables handles of one open array; each is closed by itself.
    type, extends(zarr_node) :: zarr_array
    contains
        generic :: open => open_in_store, open_in_group
        procedure :: open_from_document => array_open_from_document
        generic :: create => create_code, create_code_codecs, create_code_names, create_code_texts, create_long, &
            create_long_codecs, create_long_names, create_long_texts, create_name, create_name_codecs, &
            create_name_names, create_name_texts, create_in_group_code, create_in_group_code_codecs, &
            create_in_group_code_names, create_in_group_code_texts, create_in_group_long, &
            create_in_group_long_codecs, create_in_group_long_names, create_in_group_long_texts, &
            create_in_group_name, create_in_group_name_codecs, create_in_group_name_names, create_in_group_name_texts
        procedure :: create_json => array_create_json
        ! Properties
        procedure :: rank => array_rank
        procedure :: shape => array_shape
        procedure :: chunks => array_chunks
        procedure :: shards => array_shards
        procedure :: format => array_format
        procedure :: data_type => array_data_type
        procedure :: data_type_json => array_data_type_json
        procedure :: item_size => array_item_size
        procedure :: dimension_names => array_dimension_names
        procedure :: codecs => array_codecs
        procedure :: metadata => array_metadata
        procedure :: document => array_document
        ! Division into chunks
        procedure :: grid_shape => array_grid_shape
        generic :: chunk_bounds => chunk_bounds_int32, chunk_bounds_int64
        procedure, private :: chunk_bounds_int32 => array_chunk_bounds_int32
        procedure, private :: chunk_bounds_int64 => array_chunk_bounds_int64
        procedure :: stored_chunks => array_stored_chunks
        ! Change
        procedure :: refresh => array_refresh
        procedure :: resize => array_resize
        generic :: set_dimension_names => set_dimension_names_list, set_dimension_names_text
        procedure, private :: set_dimension_names_list => array_set_dimension_names_list
        procedure, private :: set_dimension_names_text => array_set_dimension_names_text
        ! Elements: read into an existing variable, load into one that is allocated, write, append
        generic :: read => read_text_0, read_int8_0, read_int16_0, read_int32_0, read_int64_0, read_real32_0, &
            read_real64_0, read_complex32_0, read_complex64_0, read_logical32_0, read_logical64_0, read_bool_0
        generic :: write => write_text_0, write_int8_0, write_int16_0, write_int32_0, write_int64_0, write_real32_0, &
            write_real64_0, write_complex32_0, write_complex64_0, write_logical32_0, write_logical64_0, write_bool_0
        generic :: append => append_text_0, append_int8_0, append_int16_0, append_int32_0, append_int64_0, &
            append_real32_0, append_real64_0, append_complex32_0, append_complex64_0, append_logical32_0, &
            append_logical64_0, append_bool_0
        generic :: read => read_text_1, read_int8_1, read_int16_1, read_int32_1, read_int64_1, read_real32_1, &
            read_real64_1, read_complex32_1, read_complex64_1, read_logical32_1, read_logical64_1, read_bool_1
        generic :: write => write_text_1, write_int8_1, write_int16_1, write_int32_1, write_int64_1, write_real32_1, &
            write_real64_1, write_complex32_1, write_complex64_1, write_logical32_1, write_logical64_1, write_bool_1
        generic :: load => load_text_1, load_int8_1, load_int16_1, load_int32_1, load_int64_1, load_real32_1, &
            load_real64_1, load_complex32_1, load_complex64_1, load_logical32_1, load_logical64_1, load_bool_1
        generic :: append => append_text_1, append_int8_1, append_int16_1, append_int32_1, append_int64_1, &
            append_real32_1, append_real64_1, append_complex32_1, append_complex64_1, append_logical32_1, &
            append_logical64_1, append_bool_1
        generic :: read => read_text_2, read_int8_2, read_int16_2, read_int32_2, read_int64_2, read_real32_2, &
            read_real64_2, read_complex32_2, read_complex64_2, read_logical32_2, read_logical64_2, read_bool_2
        generic :: write => write_text_2, write_int8_2, write_int16_2, write_int32_2, write_int64_2, write_real32_2, &
            write_real64_2, write_complex32_2, write_complex64_2, write_logical32_2, write_logical64_2, write_bool_2
        generic :: load => load_text_2, load_int8_2, load_int16_2, load_int32_2, load_int64_2, load_real32_2, &
            load_real64_2, load_complex32_2, load_complex64_2, load_logical32_2, load_logical64_2, load_bool_2
        generic :: append => append_text_2, append_int8_2, append_int16_2, append_int32_2, append_int64_2, &
            append_real32_2, append_real64_2, append_complex32_2, append_complex64_2, append_logical32_2, &
            append_logical64_2, append_bool_2
        generic :: read => read_text_3, read_int8_3, read_int16_3, read_int32_3, read_int64_3, read_real32_3, &
            read_real64_3, read_complex32_3, read_complex64_3, read_logical32_3, read_logical64_3, read_bool_3
        generic :: write => write_text_3, write_int8_3, write_int16_3, write_int32_3, write_int64_3, write_real32_3, &
            write_real64_3, write_complex32_3, write_complex64_3, write_logical32_3, write_logical64_3, write_bool_3
        generic :: load => load_text_3, load_int8_3, load_int16_3, load_int32_3, load_int64_3, load_real32_3, &
            load_real64_3, load_complex32_3, load_complex64_3, load_logical32_3, load_logical64_3, load_bool_3
        generic :: append => append_text_3, append_int8_3, append_int16_3, append_int32_3, append_int64_3, &
            append_real32_3, append_real64_3, append_complex32_3, append_complex64_3, append_logical32_3, &
            append_logical64_3, append_bool_3
        generic :: read => read_text_4, read_int8_4, read_int16_4, read_int32_4, read_int64_4, read_real32_4, &
            read_real64_4, read_complex32_4, read_complex64_4, read_logical32_4, read_logical64_4, read_bool_4
        generic :: write => write_text_4, write_int8_4, write_int16_4, write_int32_4, write_int64_4, write_real32_4, &
            write_real64_4, write_complex32_4, write_complex64_4, write_logical32_4, write_logical64_4, write_bool_4
        generic :: load => load_text_4, load_int8_4, load_int16_4, load_int32_4, load_int64_4, load_real32_4, &
            load_real64_4, load_complex32_4, load_complex64_4, load_logical32_4, load_logical64_4, load_bool_4
        generic :: append => append_text_4, append_int8_4, append_int16_4, append_int32_4, append_int64_4, &
            append_real32_4, append_real64_4, append_complex32_4, append_complex64_4, append_logical32_4, &
            append_logical64_4, append_bool_4
        generic :: read => read_text_5, read_int8_5, read_int16_5, read_int32_5, read_int64_5, read_real32_5, &
            read_real64_5, read_complex32_5, read_complex64_5, read_logical32_5, read_logical64_5, read_bool_5
        generic :: write => write_text_5, write_int8_5, write_int16_5, write_int32_5, write_int64_5, write_real32_5, &
            write_real64_5, write_complex32_5, write_complex64_5, write_logical32_5, write_logical64_5, write_bool_5
        generic :: load => load_text_5, load_int8_5, load_int16_5, load_int32_5, load_int64_5, load_real32_5, &
            load_real64_5, load_complex32_5, load_complex64_5, load_logical32_5, load_logical64_5, load_bool_5
        generic :: append => append_text_5, append_int8_5, append_int16_5, append_int32_5, append_int64_5, &
            append_real32_5, append_real64_5, append_complex32_5, append_complex64_5, append_logical32_5, &
            append_logical64_5, append_bool_5
        generic :: read => read_text_6, read_int8_6, read_int16_6, read_int32_6, read_int64_6, read_real32_6, &
            read_real64_6, read_complex32_6, read_complex64_6, read_logical32_6, read_logical64_6, read_bool_6
        generic :: write => write_text_6, write_int8_6, write_int16_6, write_int32_6, write_int64_6, write_real32_6, &
            write_real64_6, write_complex32_6, write_complex64_6, write_logical32_6, write_logical64_6, write_bool_6
        generic :: load => load_text_6, load_int8_6, load_int16_6, load_int32_6, load_int64_6, load_real32_6, &
            load_real64_6, load_complex32_6, load_complex64_6, load_logical32_6, load_logical64_6, load_bool_6
        generic :: append => append_text_6, append_int8_6, append_int16_6, append_int32_6, append_int64_6, &
            append_real32_6, append_real64_6, append_complex32_6, append_complex64_6, append_logical32_6, &
            append_logical64_6, append_bool_6
        generic :: read => read_text_7, read_int8_7, read_int16_7, read_int32_7, read_int64_7, read_real32_7, &
            read_real64_7, read_complex32_7, read_complex64_7, read_logical32_7, read_logical64_7, read_bool_7
        generic :: write => write_text_7, write_int8_7, write_int16_7, write_int32_7, write_int64_7, write_real32_7, &
            write_real64_7, write_complex32_7, write_complex64_7, write_logical32_7, write_logical64_7, write_bool_7
        generic :: load => load_text_7, load_int8_7, load_int16_7, load_int32_7, load_int64_7, load_real32_7, &
            load_real64_7, load_complex32_7, load_complex64_7, load_logical32_7, load_logical64_7, load_bool_7
        generic :: append => append_text_7, append_int8_7, append_int16_7, append_int32_7, append_int64_7, &
            append_real32_7, append_real64_7, append_complex32_7, append_complex64_7, append_logical32_7, &
            append_logical64_7, append_bool_7
        ! Elements that form no region: single ones, and those at indices along each dimension
        generic :: read_points => read_points_int8, read_points_int16, read_points_int32, read_points_int64, &
            read_points_real32, read_points_real64, read_points_complex32, read_points_complex64, &
            read_points_logical32, read_points_logical64, read_points_bool
        generic :: read_orthogonal => read_orthogonal_int8_1, read_orthogonal_int16_1, read_orthogonal_int32_1, &
            read_orthogonal_int64_1, read_orthogonal_real32_1, read_orthogonal_real64_1, &
            read_orthogonal_complex32_1, read_orthogonal_complex64_1, read_orthogonal_logical32_1, &
            read_orthogonal_logical64_1, read_orthogonal_bool_1
        generic :: read_orthogonal => read_orthogonal_int8_2, read_orthogonal_int16_2, read_orthogonal_int32_2, &
            read_orthogonal_int64_2, read_orthogonal_real32_2, read_orthogonal_real64_2, &
            read_orthogonal_complex32_2, read_orthogonal_complex64_2, read_orthogonal_logical32_2, &
            read_orthogonal_logical64_2, read_orthogonal_bool_2
        generic :: read_orthogonal => read_orthogonal_int8_3, read_orthogonal_int16_3, read_orthogonal_int32_3, &
            read_orthogonal_int64_3, read_orthogonal_real32_3, read_orthogonal_real64_3, &
            read_orthogonal_complex32_3, read_orthogonal_complex64_3, read_orthogonal_logical32_3, &
            read_orthogonal_logical64_3, read_orthogonal_bool_3
        generic :: read_orthogonal => read_orthogonal_int8_4, read_orthogonal_int16_4, read_orthogonal_int32_4, &
            read_orthogonal_int64_4, read_orthogonal_real32_4, read_orthogonal_real64_4, &
            read_orthogonal_complex32_4, read_orthogonal_complex64_4, read_orthogonal_logical32_4, &
            read_orthogonal_logical64_4, read_orthogonal_bool_4
        generic :: read_orthogonal => read_orthogonal_int8_5, read_orthogonal_int16_5, read_orthogonal_int32_5, &
            read_orthogonal_int64_5, read_orthogonal_real32_5, read_orthogonal_real64_5, &
            read_orthogonal_complex32_5, read_orthogonal_complex64_5, read_orthogonal_logical32_5, &
            read_orthogonal_logical64_5, read_orthogonal_bool_5
        generic :: read_orthogonal => read_orthogonal_int8_6, read_orthogonal_int16_6, read_orthogonal_int32_6, &
            read_orthogonal_int64_6, read_orthogonal_real32_6, read_orthogonal_real64_6, &
            read_orthogonal_complex32_6, read_orthogonal_complex64_6, read_orthogonal_logical32_6, &
            read_orthogonal_logical64_6, read_orthogonal_bool_6
        generic :: read_orthogonal => read_orthogonal_int8_7, read_orthogonal_int16_7, read_orthogonal_int32_7, &
            read_orthogonal_int64_7, read_orthogonal_real32_7, read_orthogonal_real64_7, &
            read_orthogonal_complex32_7, read_orthogonal_complex64_7, read_orthogonal_logical32_7, &
            read_orthogonal_logical64_7, read_orthogonal_bool_7
        generic :: write_points => write_points_int8, write_points_int16, write_points_int32, write_points_int64, &
            write_points_real32, write_points_real64, write_points_complex32, write_points_complex64, &
            write_points_logical32, write_points_logical64, write_points_bool
        generic :: write_orthogonal => write_orthogonal_int8_1, write_orthogonal_int16_1, write_orthogonal_int32_1, &
            write_orthogonal_int64_1, write_orthogonal_real32_1, write_orthogonal_real64_1, &
            write_orthogonal_complex32_1, write_orthogonal_complex64_1, write_orthogonal_logical32_1, &
            write_orthogonal_logical64_1, write_orthogonal_bool_1
        generic :: write_orthogonal => write_orthogonal_int8_2, write_orthogonal_int16_2, write_orthogonal_int32_2, &
            write_orthogonal_int64_2, write_orthogonal_real32_2, write_orthogonal_real64_2, &
            write_orthogonal_complex32_2, write_orthogonal_complex64_2, write_orthogonal_logical32_2, &
            write_orthogonal_logical64_2, write_orthogonal_bool_2
        generic :: write_orthogonal => write_orthogonal_int8_3, write_orthogonal_int16_3, write_orthogonal_int32_3, &
            write_orthogonal_int64_3, write_orthogonal_real32_3, write_orthogonal_real64_3, &
            write_orthogonal_complex32_3, write_orthogonal_complex64_3, write_orthogonal_logical32_3, &
            write_orthogonal_logical64_3, write_orthogonal_bool_3
        generic :: write_orthogonal => write_orthogonal_int8_4, write_orthogonal_int16_4, write_orthogonal_int32_4, &
            write_orthogonal_int64_4, write_orthogonal_real32_4, write_orthogonal_real64_4, &
            write_orthogonal_complex32_4, write_orthogonal_complex64_4, write_orthogonal_logical32_4, &
            write_orthogonal_logical64_4, write_orthogonal_bool_4
        generic :: write_orthogonal => write_orthogonal_int8_5, write_orthogonal_int16_5, write_orthogonal_int32_5, &
            write_orthogonal_int64_5, write_orthogonal_real32_5, write_orthogonal_real64_5, &
            write_orthogonal_complex32_5, write_orthogonal_complex64_5, write_orthogonal_logical32_5, &
            write_orthogonal_logical64_5, write_orthogonal_bool_5
        generic :: write_orthogonal => write_orthogonal_int8_6, write_orthogonal_int16_6, write_orthogonal_int32_6, &
            write_orthogonal_int64_6, write_orthogonal_real32_6, write_orthogonal_real64_6, &
            write_orthogonal_complex32_6, write_orthogonal_complex64_6, write_orthogonal_logical32_6, &
            write_orthogonal_logical64_6, write_orthogonal_bool_6
        generic :: write_orthogonal => write_orthogonal_int8_7, write_orthogonal_int16_7, write_orthogonal_int32_7, &
            write_orthogonal_int64_7, write_orthogonal_real32_7, write_orthogonal_real64_7, &
            write_orthogonal_complex32_7, write_orthogonal_complex64_7, write_orthogonal_logical32_7, &
            write_orthogonal_logical64_7, write_orthogonal_bool_7
        procedure, private :: read_points_int8, write_points_int8
        procedure, private :: read_orthogonal_int8_1, write_orthogonal_int8_1
        procedure, private :: read_orthogonal_int8_2, write_orthogonal_int8_2
        procedure, private :: read_orthogonal_int8_3, write_orthogonal_int8_3
        procedure, private :: read_orthogonal_int8_4, write_orthogonal_int8_4
        procedure, private :: read_orthogonal_int8_5, write_orthogonal_int8_5
        procedure, private :: read_orthogonal_int8_6, write_orthogonal_int8_6
        procedure, private :: read_orthogonal_int8_7, write_orthogonal_int8_7
        procedure, private :: read_points_int16, write_points_int16
        procedure, private :: read_orthogonal_int16_1, write_orthogonal_int16_1
        procedure, private :: read_orthogonal_int16_2, write_orthogonal_int16_2
        procedure, private :: read_orthogonal_int16_3, write_orthogonal_int16_3
        procedure, private :: read_orthogonal_int16_4, write_orthogonal_int16_4
        procedure, private :: read_orthogonal_int16_5, write_orthogonal_int16_5
        procedure, private :: read_orthogonal_int16_6, write_orthogonal_int16_6
        procedure, private :: read_orthogonal_int16_7, write_orthogonal_int16_7
        procedure, private :: read_points_int32, write_points_int32
        procedure, private :: read_orthogonal_int32_1, write_orthogonal_int32_1
        procedure, private :: read_orthogonal_int32_2, write_orthogonal_int32_2
        procedure, private :: read_orthogonal_int32_3, write_orthogonal_int32_3
        procedure, private :: read_orthogonal_int32_4, write_orthogonal_int32_4
        procedure, private :: read_orthogonal_int32_5, write_orthogonal_int32_5
        procedure, private :: read_orthogonal_int32_6, write_orthogonal_int32_6
        procedure, private :: read_orthogonal_int32_7, write_orthogonal_int32_7
        procedure, private :: read_points_int64, write_points_int64
        procedure, private :: read_orthogonal_int64_1, write_orthogonal_int64_1
        procedure, private :: read_orthogonal_int64_2, write_orthogonal_int64_2
        procedure, private :: read_orthogonal_int64_3, write_orthogonal_int64_3
        procedure, private :: read_orthogonal_int64_4, write_orthogonal_int64_4
        procedure, private :: read_orthogonal_int64_5, write_orthogonal_int64_5
        procedure, private :: read_orthogonal_int64_6, write_orthogonal_int64_6
        procedure, private :: read_orthogonal_int64_7, write_orthogonal_int64_7
        procedure, private :: read_points_real32, write_points_real32
        procedure, private :: read_orthogonal_real32_1, write_orthogonal_real32_1
        procedure, private :: read_orthogonal_real32_2, write_orthogonal_real32_2
        procedure, private :: read_orthogonal_real32_3, write_orthogonal_real32_3
        procedure, private :: read_orthogonal_real32_4, write_orthogonal_real32_4
        procedure, private :: read_orthogonal_real32_5, write_orthogonal_real32_5
        procedure, private :: read_orthogonal_real32_6, write_orthogonal_real32_6
        procedure, private :: read_orthogonal_real32_7, write_orthogonal_real32_7
        procedure, private :: read_points_real64, write_points_real64
        procedure, private :: read_orthogonal_real64_1, write_orthogonal_real64_1
        procedure, private :: read_orthogonal_real64_2, write_orthogonal_real64_2
        procedure, private :: read_orthogonal_real64_3, write_orthogonal_real64_3
        procedure, private :: read_orthogonal_real64_4, write_orthogonal_real64_4
        procedure, private :: read_orthogonal_real64_5, write_orthogonal_real64_5
        procedure, private :: read_orthogonal_real64_6, write_orthogonal_real64_6
        procedure, private :: read_orthogonal_real64_7, write_orthogonal_real64_7
        procedure, private :: read_points_complex32, write_points_complex32
        procedure, private :: read_orthogonal_complex32_1, write_orthogonal_complex32_1
        procedure, private :: read_orthogonal_complex32_2, write_orthogonal_complex32_2
        procedure, private :: read_orthogonal_complex32_3, write_orthogonal_complex32_3
        procedure, private :: read_orthogonal_complex32_4, write_orthogonal_complex32_4
        procedure, private :: read_orthogonal_complex32_5, write_orthogonal_complex32_5
        procedure, private :: read_orthogonal_complex32_6, write_orthogonal_complex32_6
        procedure, private :: read_orthogonal_complex32_7, write_orthogonal_complex32_7
        procedure, private :: read_points_complex64, write_points_complex64
        procedure, private :: read_orthogonal_complex64_1, write_orthogonal_complex64_1
        procedure, private :: read_orthogonal_complex64_2, write_orthogonal_complex64_2
        procedure, private :: read_orthogonal_complex64_3, write_orthogonal_complex64_3
        procedure, private :: read_orthogonal_complex64_4, write_orthogonal_complex64_4
        procedure, private :: read_orthogonal_complex64_5, write_orthogonal_complex64_5
        procedure, private :: read_orthogonal_complex64_6, write_orthogonal_complex64_6
        procedure, private :: read_orthogonal_complex64_7, write_orthogonal_complex64_7
        procedure, private :: read_points_logical32, write_points_logical32
        procedure, private :: read_orthogonal_logical32_1, write_orthogonal_logical32_1
        procedure, private :: read_orthogonal_logical32_2, write_orthogonal_logical32_2
        procedure, private :: read_orthogonal_logical32_3, write_orthogonal_logical32_3
        procedure, private :: read_orthogonal_logical32_4, write_orthogonal_logical32_4
        procedure, private :: read_orthogonal_logical32_5, write_orthogonal_logical32_5
        procedure, private :: read_orthogonal_logical32_6, write_orthogonal_logical32_6
        procedure, private :: read_orthogonal_logical32_7, write_orthogonal_logical32_7
        procedure, private :: read_points_logical64, write_points_logical64
        procedure, private :: read_orthogonal_logical64_1, write_orthogonal_logical64_1
        procedure, private :: read_orthogonal_logical64_2, write_orthogonal_logical64_2
        procedure, private :: read_orthogonal_logical64_3, write_orthogonal_logical64_3
        procedure, private :: read_orthogonal_logical64_4, write_orthogonal_logical64_4
        procedure, private :: read_orthogonal_logical64_5, write_orthogonal_logical64_5
        procedure, private :: read_orthogonal_logical64_6, write_orthogonal_logical64_6
        procedure, private :: read_orthogonal_logical64_7, write_orthogonal_logical64_7
        procedure, private :: read_points_bool, write_points_bool
        procedure, private :: read_orthogonal_bool_1, write_orthogonal_bool_1
        procedure, private :: read_orthogonal_bool_2, write_orthogonal_bool_2
        procedure, private :: read_orthogonal_bool_3, write_orthogonal_bool_3
        procedure, private :: read_orthogonal_bool_4, write_orthogonal_bool_4
        procedure, private :: read_orthogonal_bool_5, write_orthogonal_bool_5
        procedure, private :: read_orthogonal_bool_6, write_orthogonal_bool_6
        procedure, private :: read_orthogonal_bool_7, write_orthogonal_bool_7
        procedure, private :: read_text_0, write_text_0, append_text_0
        procedure, private :: read_int8_0, write_int8_0, append_int8_0
        procedure, private :: read_int16_0, write_int16_0, append_int16_0
        procedure, private :: read_int32_0, write_int32_0, append_int32_0
        procedure, private :: read_int64_0, write_int64_0, append_int64_0
        procedure, private :: read_real32_0, write_real32_0, append_real32_0
        procedure, private :: read_real64_0, write_real64_0, append_real64_0
        procedure, private :: read_complex32_0, write_complex32_0, append_complex32_0
        procedure, private :: read_complex64_0, write_complex64_0, append_complex64_0
        procedure, private :: read_logical32_0, write_logical32_0, append_logical32_0
        procedure, private :: read_logical64_0, write_logical64_0, append_logical64_0
        procedure, private :: read_bool_0, write_bool_0, append_bool_0
        procedure, private :: read_text_1, write_text_1, append_text_1
        procedure, private :: load_text_1
        procedure, private :: read_int8_1, write_int8_1, append_int8_1
        procedure, private :: load_int8_1
        procedure, private :: read_int16_1, write_int16_1, append_int16_1
        procedure, private :: load_int16_1
        procedure, private :: read_int32_1, write_int32_1, append_int32_1
        procedure, private :: load_int32_1
        procedure, private :: read_int64_1, write_int64_1, append_int64_1
        procedure, private :: load_int64_1
        procedure, private :: read_real32_1, write_real32_1, append_real32_1
        procedure, private :: load_real32_1
        procedure, private :: read_real64_1, write_real64_1, append_real64_1
        procedure, private :: load_real64_1
        procedure, private :: read_complex32_1, write_complex32_1, append_complex32_1
        procedure, private :: load_complex32_1
        procedure, private :: read_complex64_1, write_complex64_1, append_complex64_1
        procedure, private :: load_complex64_1
        procedure, private :: read_logical32_1, write_logical32_1, append_logical32_1
        procedure, private :: load_logical32_1
        procedure, private :: read_logical64_1, write_logical64_1, append_logical64_1
        procedure, private :: load_logical64_1
        procedure, private :: read_bool_1, write_bool_1, append_bool_1
        procedure, private :: load_bool_1
        procedure, private :: read_text_2, write_text_2, append_text_2
        procedure, private :: load_text_2
        procedure, private :: read_int8_2, write_int8_2, append_int8_2
        procedure, private :: load_int8_2
        procedure, private :: read_int16_2, write_int16_2, append_int16_2
        procedure, private :: load_int16_2
        procedure, private :: read_int32_2, write_int32_2, append_int32_2
        procedure, private :: load_int32_2
        procedure, private :: read_int64_2, write_int64_2, append_int64_2
        procedure, private :: load_int64_2
        procedure, private :: read_real32_2, write_real32_2, append_real32_2
        procedure, private :: load_real32_2
        procedure, private :: read_real64_2, write_real64_2, append_real64_2
        procedure, private :: load_real64_2
        procedure, private :: read_complex32_2, write_complex32_2, append_complex32_2
        procedure, private :: load_complex32_2
        procedure, private :: read_complex64_2, write_complex64_2, append_complex64_2
        procedure, private :: load_complex64_2
        procedure, private :: read_logical32_2, write_logical32_2, append_logical32_2
        procedure, private :: load_logical32_2
        procedure, private :: read_logical64_2, write_logical64_2, append_logical64_2
        procedure, private :: load_logical64_2
        procedure, private :: read_bool_2, write_bool_2, append_bool_2
        procedure, private :: load_bool_2
        procedure, private :: read_text_3, write_text_3, append_text_3
        procedure, private :: load_text_3
        procedure, private :: read_int8_3, write_int8_3, append_int8_3
        procedure, private :: load_int8_3
        procedure, private :: read_int16_3, write_int16_3, append_int16_3
        procedure, private :: load_int16_3
        procedure, private :: read_int32_3, write_int32_3, append_int32_3
        procedure, private :: load_int32_3
        procedure, private :: read_int64_3, write_int64_3, append_int64_3
        procedure, private :: load_int64_3
        procedure, private :: read_real32_3, write_real32_3, append_real32_3
        procedure, private :: load_real32_3
        procedure, private :: read_real64_3, write_real64_3, append_real64_3
        procedure, private :: load_real64_3
        procedure, private :: read_complex32_3, write_complex32_3, append_complex32_3
        procedure, private :: load_complex32_3
        procedure, private :: read_complex64_3, write_complex64_3, append_complex64_3
        procedure, private :: load_complex64_3
        procedure, private :: read_logical32_3, write_logical32_3, append_logical32_3
        procedure, private :: load_logical32_3
        procedure, private :: read_logical64_3, write_logical64_3, append_logical64_3
        procedure, private :: load_logical64_3
        procedure, private :: read_bool_3, write_bool_3, append_bool_3
        procedure, private :: load_bool_3
        procedure, private :: read_text_4, write_text_4, append_text_4
        procedure, private :: load_text_4
        procedure, private :: read_int8_4, write_int8_4, append_int8_4
        procedure, private :: load_int8_4
        procedure, private :: read_int16_4, write_int16_4, append_int16_4
        procedure, private :: load_int16_4
        procedure, private :: read_int32_4, write_int32_4, append_int32_4
        procedure, private :: load_int32_4
        procedure, private :: read_int64_4, write_int64_4, append_int64_4
        procedure, private :: load_int64_4
        procedure, private :: read_real32_4, write_real32_4, append_real32_4
        procedure, private :: load_real32_4
        procedure, private :: read_real64_4, write_real64_4, append_real64_4
        procedure, private :: load_real64_4
        procedure, private :: read_complex32_4, write_complex32_4, append_complex32_4
        procedure, private :: load_complex32_4
        procedure, private :: read_complex64_4, write_complex64_4, append_complex64_4
        procedure, private :: load_complex64_4
        procedure, private :: read_logical32_4, write_logical32_4, append_logical32_4
        procedure, private :: load_logical32_4
        procedure, private :: read_logical64_4, write_logical64_4, append_logical64_4
        procedure, private :: load_logical64_4
        procedure, private :: read_bool_4, write_bool_4, append_bool_4
        procedure, private :: load_bool_4
        procedure, private :: read_text_5, write_text_5, append_text_5
        procedure, private :: load_text_5
        procedure, private :: read_int8_5, write_int8_5, append_int8_5
        procedure, private :: load_int8_5
        procedure, private :: read_int16_5, write_int16_5, append_int16_5
        procedure, private :: load_int16_5
        procedure, private :: read_int32_5, write_int32_5, append_int32_5
        procedure, private :: load_int32_5
        procedure, private :: read_int64_5, write_int64_5, append_int64_5
        procedure, private :: load_int64_5
        procedure, private :: read_real32_5, write_real32_5, append_real32_5
        procedure, private :: load_real32_5
        procedure, private :: read_real64_5, write_real64_5, append_real64_5
        procedure, private :: load_real64_5
        procedure, private :: read_complex32_5, write_complex32_5, append_complex32_5
        procedure, private :: load_complex32_5
        procedure, private :: read_complex64_5, write_complex64_5, append_complex64_5
        procedure, private :: load_complex64_5
        procedure, private :: read_logical32_5, write_logical32_5, append_logical32_5
        procedure, private :: load_logical32_5
        procedure, private :: read_logical64_5, write_logical64_5, append_logical64_5
        procedure, private :: load_logical64_5
        procedure, private :: read_bool_5, write_bool_5, append_bool_5
        procedure, private :: load_bool_5
        procedure, private :: read_text_6, write_text_6, append_text_6
        procedure, private :: load_text_6
        procedure, private :: read_int8_6, write_int8_6, append_int8_6
        procedure, private :: load_int8_6
        procedure, private :: read_int16_6, write_int16_6, append_int16_6
        procedure, private :: load_int16_6
        procedure, private :: read_int32_6, write_int32_6, append_int32_6
        procedure, private :: load_int32_6
        procedure, private :: read_int64_6, write_int64_6, append_int64_6
        procedure, private :: load_int64_6
        procedure, private :: read_real32_6, write_real32_6, append_real32_6
        procedure, private :: load_real32_6
        procedure, private :: read_real64_6, write_real64_6, append_real64_6
        procedure, private :: load_real64_6
        procedure, private :: read_complex32_6, write_complex32_6, append_complex32_6
        procedure, private :: load_complex32_6
        procedure, private :: read_complex64_6, write_complex64_6, append_complex64_6
        procedure, private :: load_complex64_6
        procedure, private :: read_logical32_6, write_logical32_6, append_logical32_6
        procedure, private :: load_logical32_6
        procedure, private :: read_logical64_6, write_logical64_6, append_logical64_6
        procedure, private :: load_logical64_6
        procedure, private :: read_bool_6, write_bool_6, append_bool_6
        procedure, private :: load_bool_6
        procedure, private :: read_text_7, write_text_7, append_text_7
        procedure, private :: load_text_7
        procedure, private :: read_int8_7, write_int8_7, append_int8_7
        procedure, private :: load_int8_7
        procedure, private :: read_int16_7, write_int16_7, append_int16_7
        procedure, private :: load_int16_7
        procedure, private :: read_int32_7, write_int32_7, append_int32_7
        procedure, private :: load_int32_7
        procedure, private :: read_int64_7, write_int64_7, append_int64_7
        procedure, private :: load_int64_7
        procedure, private :: read_real32_7, write_real32_7, append_real32_7
        procedure, private :: load_real32_7
        procedure, private :: read_real64_7, write_real64_7, append_real64_7
        procedure, private :: load_real64_7
        procedure, private :: read_complex32_7, write_complex32_7, append_complex32_7
        procedure, private :: load_complex32_7
        procedure, private :: read_complex64_7, write_complex64_7, append_complex64_7
        procedure, private :: load_complex64_7
        procedure, private :: read_logical32_7, write_logical32_7, append_logical32_7
        procedure, private :: load_logical32_7
        procedure, private :: read_logical64_7, write_logical64_7, append_logical64_7
        procedure, private :: load_logical64_7
        procedure, private :: read_bool_7, write_bool_7, append_bool_7
        procedure, private :: load_bool_7
        procedure, private :: open_in_store => array_open_in_store
        procedure, private :: open_in_group => array_open_in_group
        procedure, private :: create_code => array_create_code
        procedure, private :: create_code_codecs => array_create_code_codecs
        procedure, private :: create_code_names => array_create_code_names
        procedure, private :: create_code_texts => array_create_code_texts
        procedure, private :: create_long => array_create_long
        procedure, private :: create_long_codecs => array_create_long_codecs
        procedure, private :: create_long_names => array_create_long_names
        procedure, private :: create_long_texts => array_create_long_texts
        procedure, private :: create_name => array_create_name
        procedure, private :: create_name_codecs => array_create_name_codecs
        procedure, private :: create_name_names => array_create_name_names
        procedure, private :: create_name_texts => array_create_name_texts
        procedure, private :: create_in_group_code => array_create_in_group_code
        procedure, private :: create_in_group_code_codecs => array_create_in_group_code_codecs
        procedure, private :: create_in_group_code_names => array_create_in_group_code_names
        procedure, private :: create_in_group_code_texts => array_create_in_group_code_texts
        procedure, private :: create_in_group_long => array_create_in_group_long
        procedure, private :: create_in_group_long_codecs => array_create_in_group_long_codecs
        procedure, private :: create_in_group_long_names => array_create_in_group_long_names
        procedure, private :: create_in_group_long_texts => array_create_in_group_long_texts
        procedure, private :: create_in_group_name => array_create_in_group_name
        procedure, private :: create_in_group_name_codecs => array_create_in_group_name_codecs
        procedure, private :: create_in_group_name_names => array_create_in_group_name_names
        procedure, private :: create_in_group_name_texts => array_create_in_group_name_texts
        generic :: assignment(=) => share
        procedure, private :: share => array_share
        final :: array_final
    end type zarr_array

contains

    subroutine array_final(self)
        type(zarr_array), intent(inout) :: self

        call self%close()
    end subroutine array_final

    ! Open an array of any format.
    subroutine array_open_in_store(self, store, path, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
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
        status = zarr_array_open_with(store%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_in_store

    ! Open an array below a group.
    subroutine array_open_in_group(self, group, path, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        status = zarr_group_open_array(group%c_handle(), terminated(path), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_in_group

    ! Open an array from the text of document, in this process or another one, without a request to the store: where
    ! thousands of processes open one array, one reads its document and sends it to the others.
    subroutine array_open_from_document(self, store, path, document, options, stat, errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path, document
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: json, text
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        call json%set(options)
        call text%set(document)
        status = zarr_array_open_from_document(store%c_handle(), terminated(path), text%place(), &
            len_trim(document, kind=c_size_t), json%place(), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_open_from_document

    ! Make the variable a handle of the array that is open in `other`, and close its former one.
    impure elemental subroutine array_share(self, other)
        class(zarr_array), intent(inout) :: self
        class(zarr_array), intent(in) :: other
        type(c_ptr) :: handle
        type(zarr_error) :: error

        handle = c_null_ptr
        if (other%is_open()) then
            if (zarr_array_share(other%c_handle(), handle, error) /= zarr_ok) handle = c_null_ptr
        end if
        call self%adopt(handle)
    end subroutine array_share

    ! Create an array. The data type is a constant, zarr_float64 and so on, for types without parameters, and for all types a name,
    ! "float64", or JSON: "[[""x"", ""<f4""], [""id"", ""<i8""]]". Shapes are in the order of Fortran. The names of dimensions are a
    ! list, or one text with commas; codecs are a list, or one text with |. Each codec is a name, with its configuration behind it
    ! if it has one. `replace` erases an existing node, with everything below it. `no_fill_value` leaves the fill value undefined.
    ! The options are those for opening the new array. With a group, the path begins at the group. A length of 0 among the chunks or
    ! shards is the whole dimension, or 1 if that has no elements yet.
    subroutine array_create_code(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_code

    subroutine array_create_code_codecs(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_code_codecs

    subroutine array_create_code_names(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_code_names

    subroutine array_create_code_texts(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_code_texts

    subroutine array_create_long(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_long

    subroutine array_create_long_codecs(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_long_codecs

    subroutine array_create_long_names(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_long_names

    subroutine array_create_long_texts(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_long_texts

    subroutine array_create_name(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_name

    subroutine array_create_name_codecs(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_name_codecs

    subroutine array_create_name_names(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_name_names

    subroutine array_create_name_texts(self, store, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call build(self, store%c_handle(), path, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
    end subroutine array_create_name_texts

    subroutine array_create_in_group_code(self, group, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_code

    subroutine array_create_in_group_code_codecs(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_code_codecs

    subroutine array_create_in_group_code_names(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_code_names

    subroutine array_create_in_group_code_texts(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int32), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_code_texts

    subroutine array_create_in_group_long(self, group, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_long

    subroutine array_create_in_group_long_codecs(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_long_codecs

    subroutine array_create_in_group_long_names(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_long_names

    subroutine array_create_in_group_long_texts(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        integer(int64), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call coded_builder(narrow(data_type), shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_long_texts

    subroutine array_create_in_group_name(self, group, path, data_type, shape, chunks, shards, codecs, fill_value, &
        attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_name

    subroutine array_create_in_group_name_codecs(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            dimension_names, format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_name_codecs

    subroutine array_create_in_group_name_names(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            codecs, fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_name_names

    subroutine array_create_in_group_name_texts(self, group, path, data_type, shape, chunks, shards, codecs, &
        fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(zarr_group), intent(in) :: group
        character(len=*), intent(in) :: path
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in) :: codecs
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in) :: dimension_names
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: builder
        type(zarr_store) :: store
        character(len=:), allocatable :: place

        call named_builder(data_type, shape, builder, stat, errmsg)
        if (.not. c_associated(builder)) return
        call place_below(group, path, store, place)
        call build(self, store%c_handle(), place, builder, size(shape, kind=c_int32_t), chunks, shards, &
            split(codecs, "|"), fill_value, attributes, &
            split(dimension_names, ","), format, order, separator, chunk_keys, big_endian, replace, &
            no_fill_value, options, stat, errmsg)
        call store%adopt(c_null_ptr)
    end subroutine array_create_in_group_name_texts

    ! Make a builder for a data type without parameters; NULL after a failure, which is reported.
    subroutine coded_builder(data_type, shape, builder, stat, errmsg)
        integer(c_int32_t), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(c_ptr), intent(out) :: builder
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        logical :: good

        builder = c_null_ptr
        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        call finish(zarr_array_builder_new(data_type, size(lengths, kind=c_int32_t), reversed(lengths), builder, &
            error), &
            error, stat, errmsg, size(lengths, kind=c_int32_t))
    end subroutine coded_builder

    ! Make a builder for a data type by its name or in JSON.
    subroutine named_builder(data_type, shape, builder, stat, errmsg)
        character(len=*), intent(in) :: data_type
        type(*), intent(in) :: shape(:)
        type(c_ptr), intent(out) :: builder
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        character(len=:), allocatable :: json
        type(zarr_error) :: error
        logical :: good

        builder = c_null_ptr
        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        json = trim(adjustl(data_type))
        if (scan(json, '"{[') /= 1) json = '"'//json//'"'
        call finish(zarr_array_builder_new_json(terminated(json), size(lengths, kind=c_int32_t), reversed(lengths), &
            builder, &
            error), error, stat, errmsg, size(lengths, kind=c_int32_t))
    end subroutine named_builder

    ! Set up a builder from the arguments, create the array, and free the builder.
    subroutine build(self, store, path, builder, ndim, chunks, shards, codecs, fill_value, attributes, &
        dimension_names, format, order, separator, chunk_keys, big_endian, replace, no_fill_value, options, stat, &
            errmsg)
        class(zarr_array), intent(inout) :: self
        type(c_ptr), intent(in) :: store, builder
        character(len=*), intent(in) :: path
        integer(c_int32_t), intent(in) :: ndim
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, replace, no_fill_value
        character(len=*), intent(in), optional :: options
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: settings
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        logical :: replaces, failed

        call self%close()
        replaces = .false.
        failed = no_logical(replace, "replace", replaces, stat, errmsg)
        if (.not. failed) call describe_array(builder, chunks, shards, codecs, fill_value, attributes, &
            dimension_names, &
            format, order, separator, chunk_keys, big_endian, no_fill_value, status, error, failed, stat, errmsg)
        if (failed) then
            call zarr_array_builder_free(builder)
            return
        end if
        handle = c_null_ptr
        call settings%set(options)
        if (status == zarr_ok) then
            if (replaces) then
                status = zarr_array_create_or_replace(store, terminated(path), builder, handle, error)
                if (status == zarr_ok .and. present(options)) call open_again()
            else
                status = zarr_array_create_with(store, terminated(path), builder, settings%place(), handle, error)
            end if
        end if
        call zarr_array_builder_free(builder)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg, ndim)

    contains

        ! Open the array that has replaced another node, with its options and without a request to the store.
        subroutine open_again()
            type(c_ptr) :: made, document

            made = handle
            handle = c_null_ptr
            status = zarr_array_document(made, document, error)
            if (status == zarr_ok) status = zarr_array_open_from_document(store, terminated(path), &
                zarr_bytes_data(document), &
                zarr_bytes_size(document), settings%place(), handle, error)
            call zarr_bytes_free(document)
            call zarr_array_free(made)
        end subroutine open_again
    end subroutine build

    ! Set up a builder from the arguments. A failure is in status and error, or reported already, with failed set.
    subroutine describe_array(builder, chunks, shards, codecs, fill_value, attributes, dimension_names, format, &
        order, &
        separator, chunk_keys, big_endian, no_fill_value, status, error, failed, stat, errmsg)
        type(c_ptr), intent(in) :: builder
        type(*), intent(in), optional :: chunks(..), shards(..)
        character(len=*), intent(in), optional :: codecs(:)
        class(*), intent(in), optional :: fill_value
        character(len=*), intent(in), optional :: attributes
        character(len=*), intent(in), optional :: dimension_names(:)
        class(*), intent(in), optional :: format
        character(len=1), intent(in), optional :: order, separator
        character(len=*), intent(in), optional :: chunk_keys
        class(*), intent(in), optional :: big_endian, no_fill_value
        integer(c_int32_t), intent(out) :: status
        type(zarr_error), intent(inout) :: error
        logical, intent(out) :: failed
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int8), allocatable, target :: element(:)
        type(c_text), target :: configuration
        integer :: i, at
        integer(int64) :: format_code
        logical :: swapped, left_open

        status = zarr_ok
        format_code = zarr_format_default
        swapped = .false.
        left_open = .false.
        failed = no_integer(format, "format", format_code, stat, errmsg)
        if (.not. failed) failed = no_logical(big_endian, "big_endian", swapped, stat, errmsg)
        if (.not. failed) failed = no_logical(no_fill_value, "no_fill_value", left_open, stat, errmsg)
        if (failed) return
        if (present(format)) status = zarr_array_builder_format(builder, narrow(format_code), error)
        if (present(chunks)) call set_lengths(chunks, "chunks", .false.)
        if (present(shards)) call set_lengths(shards, "shards", .true.)
        if (status == zarr_ok .and. present(fill_value)) then
            call as_stored(fill_value, zarr_array_builder_data_type(builder), zarr_array_builder_item_size(builder), &
                element)
            if (.not. allocated(element)) then
                call refuse(zarr_error_type_mismatch, "fill_value: "//spelled(fill_value)//" does not fit "// &
                    c_string(zarr_data_type_name(zarr_array_builder_data_type(builder))))
            else if (size(element) > 0) then
                status = zarr_array_builder_fill_value(builder, c_loc(element), size(element, kind=c_size_t), error)
            else
                status = zarr_array_builder_fill_value(builder, c_null_ptr, 0_c_size_t, error)
            end if
        end if
        if (status == zarr_ok .and. left_open) then
            if (present(fill_value)) then
                call refuse(zarr_error_invalid_argument, "fill_value is given, and left open by no_fill_value")
            else
                status = zarr_array_builder_no_fill_value(builder, error)
            end if
        end if
        if (status == zarr_ok .and. present(order)) &
            status = zarr_array_builder_order(builder, int(ichar(order), c_int32_t), error)
        if (status == zarr_ok .and. present(separator)) &
            status = zarr_array_builder_separator(builder, int(ichar(separator), c_int32_t), error)
        if (status == zarr_ok .and. present(chunk_keys)) then
            call divide(chunk_keys, at, configuration)
            status = zarr_array_builder_chunk_key_encoding(builder, terminated(adjustl(chunk_keys(:at - 1))), &
                configuration%place(), error)
        end if
        if (status == zarr_ok .and. present(big_endian)) &
            status = zarr_array_builder_big_endian(builder, merge(1_c_int32_t, 0_c_int32_t, swapped), error)
        if (status == zarr_ok .and. present(attributes)) &
            status = zarr_array_builder_attributes(builder, terminated(attributes), error)
        if (status == zarr_ok .and. present(dimension_names)) call set_names(dimension_names)
        if (present(codecs)) then
            ! Each is a name, with its configuration behind it if it has one.
            do i = 1, size(codecs)
                if (status /= zarr_ok) exit
                call divide(codecs(i), at, configuration)
                status = zarr_array_builder_codec(builder, terminated(adjustl(codecs(i)(:at - 1))), &
                    configuration%place(), error)
            end do
        end if

    contains

        subroutine refuse(code, text)
            integer(c_int32_t), intent(in) :: code
            character(len=*), intent(in) :: text

            status = code
            error%status = code
            call set_message(error, text)
        end subroutine refuse

        ! The value in a message; a value without a short spelling is named by its kind.
        function spelled(value) result(text)
            class(*), intent(in) :: value
            character(len=:), allocatable :: text
            character(len=80) :: line

            select type (value)
            type is (integer(int8))
                write (line, '(g0)') value
            type is (integer(int16))
                write (line, '(g0)') value
            type is (integer(int32))
                write (line, '(g0)') value
            type is (integer(int64))
                write (line, '(g0)') value
            type is (real(real32))
                write (line, '(g0)') value
            type is (real(real64))
                write (line, '(g0)') value
            type is (character(len=*))
                line = '"'//value(:min(len(value), 70))//'"'
            type is (complex(real32))
                write (line, '("(", g0, ", ", g0, ")")') value
            type is (complex(real64))
                write (line, '("(", g0, ", ", g0, ")")') value
            class default
                line = "what was given"
            end select
            text = trim(line)
        end function spelled

        ! Split a codec into its name and its configuration.
        subroutine divide(text, at, configuration)
            character(len=*), intent(in) :: text
            integer, intent(out) :: at
            type(c_text), intent(inout) :: configuration

            at = index(text, "{")
            if (at == 0) at = len(text) + 1
            call configuration%set()
            if (at <= len(text)) call configuration%set(text(at:))
        end subroutine divide

        subroutine set_lengths(given, name, of_shards)
            type(*), intent(in) :: given(..)
            character(len=*), intent(in) :: name
            logical, intent(in) :: of_shards
            integer(int64), allocatable :: lengths(:)
            logical :: good

            if (status /= zarr_ok) return
            call index_numbers(given, lengths, good)
            if (.not. good) then
                call refuse(zarr_error_invalid_argument, name//": integers are expected")
            else if (of_shards) then
                status = zarr_array_builder_shard_shape(builder, size(lengths, kind=c_int32_t), reversed(lengths), &
                    error)
            else
                status = zarr_array_builder_chunk_shape(builder, size(lengths, kind=c_int32_t), reversed(lengths), &
                    error)
            end if
            if (good) call name_list(name, status, error)
        end subroutine set_lengths

        subroutine set_names(given)
            character(len=*), intent(in) :: given(:)
            type(c_text), target :: texts(size(given))
            type(c_ptr) :: pointers(size(given))

            call point_at_names(given, texts, pointers)
            status = zarr_array_builder_dimension_names(builder, size(given, kind=c_int32_t), pointers, error)
            call name_list("dimension_names", status, error)
        end subroutine set_names
    end subroutine describe_array

    ! The names of dimensions in the order of C; a blank name is NULL.
    subroutine point_at_names(given, texts, pointers)
        character(len=*), intent(in) :: given(:)
        type(c_text), intent(inout), target :: texts(:)
        type(c_ptr), intent(out) :: pointers(:)
        integer :: i

        do i = 1, size(given)
            if (len_trim(given(i)) > 0) call texts(i)%set(given(i))
            pointers(size(given) + 1 - i) = texts(i)%place()
        end do
    end subroutine point_at_names

    ! Create an array from a metadata document in the spelling of the format, with dimensions in the document's order.
    subroutine array_create_json(self, store, path, format, metadata, stat, errmsg)
        class(zarr_array), intent(inout) :: self
        class(zarr_store), intent(in) :: store
        character(len=*), intent(in) :: path
        class(*), intent(in) :: format
        character(len=*), intent(in) :: metadata
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: handle
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: format_code

        if (no_integer(format, "format", format_code, stat, errmsg)) return
        status = zarr_array_create_json(store%c_handle(), terminated(path), narrow(format_code), &
            terminated(metadata), handle, error)
        call self%adopt(handle)
        call finish(status, error, stat, errmsg)
    end subroutine array_create_json

    ! ----------------------------------------------------------------------------------------------------------------
    ! Properties
    ! ----------------------------------------------------------------------------------------------------------------

    ! The number of dimensions; -1 if the array is not open.
    function array_rank(self) result(rank)
        class(zarr_array), intent(in) :: self
        integer :: rank

        rank = int(zarr_array_ndim(self%c_handle()))
    end function array_rank

    ! The format, one of zarr_format_...; -1 if the array is not open.
    function array_format(self) result(format)
        class(zarr_array), intent(in) :: self
        integer(c_int32_t) :: format

        format = zarr_array_format(self%c_handle())
    end function array_format

    ! The data type, one of zarr_bool and so on; -1 if the array is not open.
    function array_data_type(self) result(data_type)
        class(zarr_array), intent(in) :: self
        integer(c_int32_t) :: data_type

        data_type = zarr_array_data_type(self%c_handle())
    end function array_data_type

    ! The bytes of one element in memory; 0 for types of variable length.
    function array_item_size(self) result(item_size)
        class(zarr_array), intent(in) :: self
        integer(c_size_t) :: item_size

        item_size = zarr_array_item_size(self%c_handle())
    end function array_item_size

    ! The number of elements along each dimension.
    function array_shape(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_shape

    ! The shape of what is encoded, in elements.
    function array_chunks(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_chunk_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_chunks

    ! The shape of what is stored as a whole, in elements: the chunks, where there are no shards.
    function array_shards(self, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        status = zarr_array_shard_shape(self%c_handle(), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg)
    end function array_shards

    ! The data type in JSON, as create takes it.
    function array_data_type_json(self, stat, errmsg) result(json)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_data_type_json(self%c_handle(), bytes, error)
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function array_data_type_json

    ! The document that open_from_document takes, in this process or another one.
    function array_document(self, stat, errmsg) result(document)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: document
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_document(self%c_handle(), bytes, error)
        call text_of(bytes, document)
        call finish(status, error, stat, errmsg)
    end function array_document

    ! The codecs of the chunks in the order of encoding: their common names in all formats, and the configuration of each,
    ! a JSON object.
    subroutine array_codecs(self, names, configurations, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        character(len=:), allocatable, intent(out), optional :: configurations(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: of_names, of_configurations
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_codecs(self%c_handle(), of_names, of_configurations, error)
        call list_of(of_names, names)
        if (present(configurations)) then
            call list_of(of_configurations, configurations)
        else
            call zarr_strings_free(of_configurations)
        end if
        call finish(status, error, stat, errmsg)
    end subroutine array_codecs

    ! The metadata document, in the spelling of the array's format.
    function array_metadata(self, stat, errmsg) result(json)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=:), allocatable :: json
        type(c_ptr) :: bytes
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_metadata(self%c_handle(), bytes, error)
        call text_of(bytes, json)
        call finish(status, error, stat, errmsg)
    end function array_metadata

    ! The names of the dimensions: an empty list, or one for each, blank for a dimension without a name.
    subroutine array_dimension_names(self, names, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), allocatable, intent(out) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_ptr) :: strings
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        status = zarr_array_dimension_names(self%c_handle(), strings, error)
        call list_of(strings, names, backwards=.true.)
        call finish(status, error, stat, errmsg)
    end subroutine array_dimension_names

    ! ----------------------------------------------------------------------------------------------------------------
    ! Division: `unit` is zarr_unit_shard, the stored unit, or zarr_unit_chunk, the unit of encoding
    ! ----------------------------------------------------------------------------------------------------------------

    ! The number of chunks along each dimension. `unit` is zarr_unit_shard (default), the stored unit, or zarr_unit_chunk,
    ! the unit of encoding.
    function array_grid_shape(self, unit, stat, errmsg) result(lengths)
        class(zarr_array), intent(in) :: self
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n
        integer(int64) :: which

        n = max(zarr_array_ndim(self%c_handle()), 0_c_int32_t)
        allocate (lengths(n))
        lengths(:) = 0
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_array_grid_shape(self%c_handle(), narrow(which), n, lengths, error)
        lengths = reversed(lengths)
        call finish(status, error, stat, errmsg, n)
    end function array_grid_shape

    ! The first element of a chunk and its length along each dimension; chunks count from 1. `unit` is zarr_unit_shard
    ! (default), the stored unit, or zarr_unit_chunk, the unit of encoding.
    subroutine array_chunk_bounds_int32(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int32), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:)
        logical :: fits

        call chunk_bounds(self, position, first, lengths, unit, stat, errmsg)
        allocate (start(size(first)), count(size(first)))
        call put_integers(first, start, fits)
        if (fits) call put_integers(lengths, count, fits)
        if (.not. fits) call fail(zarr_error_range, "start or count does not fit the kind of integer", stat, errmsg)
    end subroutine array_chunk_bounds_int32

    subroutine array_chunk_bounds_int64(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int64), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: first(:), lengths(:)
        logical :: fits

        call chunk_bounds(self, position, first, lengths, unit, stat, errmsg)
        allocate (start(size(first)), count(size(first)))
        call put_integers(first, start, fits)
        if (fits) call put_integers(lengths, count, fits)
        if (.not. fits) call fail(zarr_error_range, "start or count does not fit the kind of integer", stat, errmsg)
    end subroutine array_chunk_bounds_int64

    subroutine chunk_bounds(self, position, start, count, unit, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: position(:)
        integer(int64), allocatable, intent(out) :: start(:), count(:)
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: chunk(:)
        character(len=:), allocatable :: message
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        integer(int64) :: which
        logical :: good

        call index_numbers(position, chunk, good)
        allocate (start(size(chunk)), count(size(chunk)))
        start(:) = 0
        count(:) = 0
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "position: integers are expected", stat, errmsg)
            return
        end if
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_ok
        call check_from_one(chunk, "chunks", status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        status = zarr_array_chunk_bounds(self%c_handle(), narrow(which), size(chunk, kind=c_int32_t), &
            reversed(chunk - 1), start, count, error)
        start = reversed(start) + 1
        count = reversed(count)
        call name_list("position", status, error)
        call finish(status, error, stat, errmsg, size(chunk, kind=c_int32_t))
    end subroutine chunk_bounds

    ! The number of chunks that are stored. `unit` is zarr_unit_shard (default), the stored unit, or zarr_unit_chunk, the
    ! unit of encoding.
    function array_stored_chunks(self, unit, stat, errmsg) result(chunks)
        class(zarr_array), intent(in) :: self
        class(*), intent(in), optional :: unit
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64) :: chunks, which
        integer(c_size_t) :: count
        type(zarr_error) :: error
        integer(c_int32_t) :: status

        count = 0
        chunks = 0
        which = zarr_unit_shard
        if (no_integer(unit, "unit", which, stat, errmsg)) return
        status = zarr_array_count_chunks(self%c_handle(), narrow(which), count, error)
        chunks = int(count, int64)
        call finish(status, error, stat, errmsg, zarr_array_ndim(self%c_handle()))
    end function array_stored_chunks

    ! ----------------------------------------------------------------------------------------------------------------
    ! Changes
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read the metadata document again, to see changes by other processes.
    subroutine array_refresh(self, stat, errmsg)
        class(zarr_array), intent(in) :: self
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(zarr_error) :: error

        call finish(zarr_array_refresh(self%c_handle(), error), error, stat, errmsg, zarr_array_ndim(self%c_handle()))
    end subroutine array_refresh

    ! Change the shape of the array; the number of dimensions stays.
    subroutine array_resize(self, shape, stat, errmsg)
        class(zarr_array), intent(in) :: self
        type(*), intent(in) :: shape(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: lengths(:)
        type(zarr_error) :: error
        integer(c_int32_t) :: status
        logical :: good

        call index_numbers(shape, lengths, good)
        if (.not. good) then
            call fail(zarr_error_invalid_argument, "shape: integers are expected", stat, errmsg)
            return
        end if
        status = zarr_array_resize(self%c_handle(), size(lengths, kind=c_int32_t), reversed(lengths), error)
        call name_list("shape", status, error)
        call finish(status, error, stat, errmsg, zarr_array_ndim(self%c_handle()))
    end subroutine array_resize

    ! Name the dimensions: a list, or one text with commas. A dimension with a blank name has none; an empty list or text
    ! removes all names.
    subroutine array_set_dimension_names_list(self, names, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: names(:)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(c_text), target :: texts(size(names))
        type(c_ptr), target :: pointers(size(names))
        type(c_ptr) :: first
        type(zarr_error) :: error
        integer(c_int32_t) :: status, n

        call point_at_names(names, texts, pointers)
        n = zarr_array_ndim(self%c_handle())
        first = c_null_ptr
        if (size(names) > 0) then
            n = size(names, kind=c_int32_t)
            first = c_loc(pointers)
        end if
        status = zarr_array_set_dimension_names(self%c_handle(), n, first, error)
        call name_list("names", status, error)
        call finish(status, error, stat, errmsg, n)
    end subroutine array_set_dimension_names_list

    subroutine array_set_dimension_names_text(self, names, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: names
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call self%set_dimension_names(split(names, ","), stat, errmsg)
    end subroutine array_set_dimension_names_text

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: integer(int8)
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read elements into an existing variable or any section of one, without a copy. Defaults: start 1, stride 1, count the shape
    ! of the variable, and 1 along dimensions that it lacks. Numbers are converted to the type of the variable and checked, or as
    ! conversion says; texts are padded with blanks.
    subroutine read_int8_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_0

    ! Write elements from a variable or any section of one, without a copy; the other arguments are those of read. Texts are
    ! written without trailing blanks.
    subroutine write_int8_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_0

    ! Grow the array along a dimension, by default the last, by a block of its rank or one layer of a rank less, of exactly the
    ! type of its elements. Returns the position of its first layer. Several processes and threads may append at once.
    subroutine append_int8_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_0

    subroutine read_int8_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_1

    subroutine write_int8_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_1

    subroutine append_int8_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_1

    ! Allocates a variable and reads into it as read does: count elements, or all from start on. Texts get the length of the
    ! longest.
    subroutine load_int8_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_1

    subroutine read_int8_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_2

    subroutine write_int8_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_2

    subroutine append_int8_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_2

    subroutine load_int8_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_2

    subroutine read_int8_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_3

    subroutine write_int8_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_3

    subroutine append_int8_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_3

    subroutine load_int8_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_3

    subroutine read_int8_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_4

    subroutine write_int8_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_4

    subroutine append_int8_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_4

    subroutine load_int8_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_4

    subroutine read_int8_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_5

    subroutine write_int8_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_5

    subroutine append_int8_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_5

    subroutine load_int8_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_5

    subroutine read_int8_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_6

    subroutine write_int8_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_6

    subroutine append_int8_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_6

    subroutine load_int8_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_6

    subroutine read_int8_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int8_7

    subroutine write_int8_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int8_7

    subroutine append_int8_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int8_7

    subroutine load_int8_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int8_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: integer(int16)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_int16_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_0

    subroutine write_int16_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_0

    subroutine append_int16_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_0

    subroutine read_int16_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_1

    subroutine write_int16_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_1

    subroutine append_int16_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_1

    subroutine load_int16_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_1

    subroutine read_int16_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_2

    subroutine write_int16_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_2

    subroutine append_int16_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_2

    subroutine load_int16_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_2

    subroutine read_int16_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_3

    subroutine write_int16_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_3

    subroutine append_int16_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_3

    subroutine load_int16_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_3

    subroutine read_int16_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_4

    subroutine write_int16_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_4

    subroutine append_int16_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_4

    subroutine load_int16_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_4

    subroutine read_int16_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_5

    subroutine write_int16_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_5

    subroutine append_int16_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_5

    subroutine load_int16_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_5

    subroutine read_int16_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_6

    subroutine write_int16_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_6

    subroutine append_int16_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_6

    subroutine load_int16_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_6

    subroutine read_int16_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int16_7

    subroutine write_int16_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int16_7

    subroutine append_int16_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int16_7

    subroutine load_int16_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int16_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: integer(int32)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_int32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_0

    subroutine write_int32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_0

    subroutine append_int32_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_0

    subroutine read_int32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_1

    subroutine write_int32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_1

    subroutine append_int32_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_1

    subroutine load_int32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_1

    subroutine read_int32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_2

    subroutine write_int32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_2

    subroutine append_int32_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_2

    subroutine load_int32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_2

    subroutine read_int32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_3

    subroutine write_int32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_3

    subroutine append_int32_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_3

    subroutine load_int32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_3

    subroutine read_int32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_4

    subroutine write_int32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_4

    subroutine append_int32_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_4

    subroutine load_int32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_4

    subroutine read_int32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_5

    subroutine write_int32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_5

    subroutine append_int32_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_5

    subroutine load_int32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_5

    subroutine read_int32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_6

    subroutine write_int32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_6

    subroutine append_int32_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_6

    subroutine load_int32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_6

    subroutine read_int32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int32_7

    subroutine write_int32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int32_7

    subroutine append_int32_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int32_7

    subroutine load_int32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int32_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: integer(int64)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_int64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_0

    subroutine write_int64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_0

    subroutine append_int64_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_0

    subroutine read_int64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_1

    subroutine write_int64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_1

    subroutine append_int64_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_1

    subroutine load_int64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_1

    subroutine read_int64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_2

    subroutine write_int64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_2

    subroutine append_int64_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_2

    subroutine load_int64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_2

    subroutine read_int64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_3

    subroutine write_int64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_3

    subroutine append_int64_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_3

    subroutine load_int64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_3

    subroutine read_int64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_4

    subroutine write_int64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_4

    subroutine append_int64_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_4

    subroutine load_int64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_4

    subroutine read_int64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_5

    subroutine write_int64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_5

    subroutine append_int64_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_5

    subroutine load_int64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_5

    subroutine read_int64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_6

    subroutine write_int64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_6

    subroutine append_int64_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_6

    subroutine load_int64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_6

    subroutine read_int64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_int64_7

    subroutine write_int64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_int64_7

    subroutine append_int64_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_int64_7

    subroutine load_int64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_int64_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: real(real32)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_real32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_0

    subroutine write_real32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_0

    subroutine append_real32_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_0

    subroutine read_real32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_1

    subroutine write_real32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_1

    subroutine append_real32_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_1

    subroutine load_real32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_1

    subroutine read_real32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_2

    subroutine write_real32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_2

    subroutine append_real32_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_2

    subroutine load_real32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_2

    subroutine read_real32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_3

    subroutine write_real32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_3

    subroutine append_real32_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_3

    subroutine load_real32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_3

    subroutine read_real32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_4

    subroutine write_real32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_4

    subroutine append_real32_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_4

    subroutine load_real32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_4

    subroutine read_real32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_5

    subroutine write_real32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_5

    subroutine append_real32_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_5

    subroutine load_real32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_5

    subroutine read_real32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_6

    subroutine write_real32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_6

    subroutine append_real32_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_6

    subroutine load_real32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_6

    subroutine read_real32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real32_7

    subroutine write_real32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real32_7

    subroutine append_real32_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real32_7

    subroutine load_real32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real32_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: real(real64)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_real64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_0

    subroutine write_real64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_0

    subroutine append_real64_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_0

    subroutine read_real64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_1

    subroutine write_real64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_1

    subroutine append_real64_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_1

    subroutine load_real64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_1

    subroutine read_real64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_2

    subroutine write_real64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_2

    subroutine append_real64_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_2

    subroutine load_real64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_2

    subroutine read_real64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_3

    subroutine write_real64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_3

    subroutine append_real64_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_3

    subroutine load_real64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_3

    subroutine read_real64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_4

    subroutine write_real64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_4

    subroutine append_real64_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_4

    subroutine load_real64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_4

    subroutine read_real64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_5

    subroutine write_real64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_5

    subroutine append_real64_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_5

    subroutine load_real64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_5

    subroutine read_real64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_6

    subroutine write_real64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_6

    subroutine append_real64_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_6

    subroutine load_real64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_6

    subroutine read_real64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_real64_7

    subroutine write_real64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_real64_7

    subroutine append_real64_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_real64_7

    subroutine load_real64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_real64_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: complex(real32)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_complex32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_0

    subroutine write_complex32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_0

    subroutine append_complex32_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_0

    subroutine read_complex32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_1

    subroutine write_complex32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_1

    subroutine append_complex32_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_1

    subroutine load_complex32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_1

    subroutine read_complex32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_2

    subroutine write_complex32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_2

    subroutine append_complex32_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_2

    subroutine load_complex32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_2

    subroutine read_complex32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_3

    subroutine write_complex32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_3

    subroutine append_complex32_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_3

    subroutine load_complex32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_3

    subroutine read_complex32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_4

    subroutine write_complex32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_4

    subroutine append_complex32_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_4

    subroutine load_complex32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_4

    subroutine read_complex32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_5

    subroutine write_complex32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_5

    subroutine append_complex32_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_5

    subroutine load_complex32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_5

    subroutine read_complex32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_6

    subroutine write_complex32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_6

    subroutine append_complex32_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_6

    subroutine load_complex32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_6

    subroutine read_complex32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex32_7

    subroutine write_complex32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex32_7

    subroutine append_complex32_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex32_7

    subroutine load_complex32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex32_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: complex(real64)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_complex64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_0

    subroutine write_complex64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_0

    subroutine append_complex64_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_0

    subroutine read_complex64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_1

    subroutine write_complex64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_1

    subroutine append_complex64_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_1

    subroutine load_complex64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_1

    subroutine read_complex64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_2

    subroutine write_complex64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_2

    subroutine append_complex64_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_2

    subroutine load_complex64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_2

    subroutine read_complex64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_3

    subroutine write_complex64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_3

    subroutine append_complex64_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_3

    subroutine load_complex64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_3

    subroutine read_complex64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_4

    subroutine write_complex64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_4

    subroutine append_complex64_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_4

    subroutine load_complex64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_4

    subroutine read_complex64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_5

    subroutine write_complex64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_5

    subroutine append_complex64_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_5

    subroutine load_complex64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_5

    subroutine read_complex64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_6

    subroutine write_complex64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_6

    subroutine append_complex64_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_6

    subroutine load_complex64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_6

    subroutine read_complex64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_complex64_7

    subroutine write_complex64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_complex64_7

    subroutine append_complex64_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_complex64_7

    subroutine load_complex64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_complex64_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: logical(int32)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_logical32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_0

    subroutine write_logical32_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_0

    subroutine append_logical32_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes

        allocate (bytes)
        bytes = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_0

    subroutine read_logical32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_1

    subroutine write_logical32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_1

    subroutine append_logical32_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_1

    subroutine load_logical32_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_1

    subroutine read_logical32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_2

    subroutine write_logical32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_2

    subroutine append_logical32_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_2

    subroutine load_logical32_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_2

    subroutine read_logical32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_3

    subroutine write_logical32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_3

    subroutine append_logical32_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_3

    subroutine load_logical32_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_3

    subroutine read_logical32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_4

    subroutine write_logical32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_4

    subroutine append_logical32_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_4

    subroutine load_logical32_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_4

    subroutine read_logical32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_5

    subroutine write_logical32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_5

    subroutine append_logical32_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_5

    subroutine load_logical32_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_5

    subroutine read_logical32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_6

    subroutine write_logical32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_6

    subroutine append_logical32_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_6

    subroutine load_logical32_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_6

    subroutine read_logical32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical32_7

    subroutine write_logical32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical32_7

    subroutine append_logical32_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical32_7

    subroutine load_logical32_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical32_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: logical(int64)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_logical64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_0

    subroutine write_logical64_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_0

    subroutine append_logical64_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes

        allocate (bytes)
        bytes = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_0

    subroutine read_logical64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_1

    subroutine write_logical64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_1

    subroutine append_logical64_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_1

    subroutine load_logical64_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_1

    subroutine read_logical64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_2

    subroutine write_logical64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_2

    subroutine append_logical64_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_2

    subroutine load_logical64_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_2

    subroutine read_logical64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_3

    subroutine write_logical64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_3

    subroutine append_logical64_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_3

    subroutine load_logical64_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_3

    subroutine read_logical64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_4

    subroutine write_logical64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_4

    subroutine append_logical64_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_4

    subroutine load_logical64_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_4

    subroutine read_logical64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_5

    subroutine write_logical64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_5

    subroutine append_logical64_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_5

    subroutine load_logical64_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_5

    subroutine read_logical64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_6

    subroutine write_logical64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_6

    subroutine append_logical64_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_6

    subroutine load_logical64_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_6

    subroutine read_logical64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        if (all(self%data_type() /= [zarr_bool, -1_c_int32_t])) then
            call fail(zarr_error_type_mismatch, "logical variables are read from arrays of type bool", stat, errmsg)
            return
        end if
        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_logical64_7

    subroutine write_logical64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_logical64_7

    subroutine append_logical64_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = values
        call self%append(bytes, dimension, position, stat, errmsg)
    end subroutine append_logical64_7

    subroutine load_logical64_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_logical64_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements: logical(c_bool)
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_bool_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_0

    subroutine write_bool_0(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_0

    subroutine append_bool_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 0
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        call there%begins(c_loc(values))
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_0

    subroutine read_bool_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_1

    subroutine write_bool_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_1

    subroutine append_bool_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_1

    subroutine load_bool_1(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_1

    subroutine read_bool_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_2

    subroutine write_bool_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_2

    subroutine append_bool_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_2

    subroutine load_bool_2(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_2

    subroutine read_bool_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_3

    subroutine write_bool_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_3

    subroutine append_bool_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_3

    subroutine load_bool_3(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_3

    subroutine read_bool_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_4

    subroutine write_bool_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_4

    subroutine append_bool_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_4

    subroutine load_bool_4(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_4

    subroutine read_bool_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_5

    subroutine write_bool_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_5

    subroutine append_bool_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_5

    subroutine load_bool_5(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_5

    subroutine read_bool_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_6

    subroutine write_bool_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_6

    subroutine append_bool_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_6

    subroutine load_bool_6(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_6

    subroutine read_bool_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .false., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine read_bool_7

    subroutine write_bool_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call move_elements(self%c_handle(), .true., there, start, count, stride, conversion, threads, progress, &
            stat, errmsg)
    end subroutine write_bool_7

    subroutine append_bool_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) then
            call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
            if (there%extents(1) > 1) call there%steps(1, c_loc(values(2, 1, 1, 1, 1, 1, 1)))
            if (there%extents(2) > 1) call there%steps(2, c_loc(values(1, 2, 1, 1, 1, 1, 1)))
            if (there%extents(3) > 1) call there%steps(3, c_loc(values(1, 1, 2, 1, 1, 1, 1)))
            if (there%extents(4) > 1) call there%steps(4, c_loc(values(1, 1, 1, 2, 1, 1, 1)))
            if (there%extents(5) > 1) call there%steps(5, c_loc(values(1, 1, 1, 1, 2, 1, 1)))
            if (there%extents(6) > 1) call there%steps(6, c_loc(values(1, 1, 1, 1, 1, 2, 1)))
            if (there%extents(7) > 1) call there%steps(7, c_loc(values(1, 1, 1, 1, 1, 1, 2)))
        end if
        call append_elements(self%c_handle(), there, dimension, position, stat, errmsg)
    end subroutine append_bool_7

    subroutine load_bool_7(self, values, start, count, stride, conversion, threads, progress, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(in), optional :: conversion, threads
        procedure(zarr_progress), optional :: progress
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer :: problem
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        if (allocated(values)) deallocate (values)
        allocate (values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)), stat=problem)
        if (problem /= 0) then
            call no_memory_for(self%c_handle(), n, stat, errmsg)
            return
        end if
        call self%read(values, start, lengths, stride, conversion, threads, progress, stat, errmsg)
    end subroutine load_bool_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Elements that form no region
    ! ----------------------------------------------------------------------------------------------------------------

    ! Read single elements in any order, each named by a column of `points` with an index for each dimension, into a
    ! variable of the data type of the array.
    subroutine read_points_int8(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_int8

    ! Read the elements at all combinations of indices along dimensions, as a(along1, along2, ...) with vector subscripts;
    ! along a dimension without a list, all of them. The variable has the data type of the array, and as many
    ! elements along each dimension as there are indices; dimensions of one element may be missing in it.
    subroutine read_orthogonal_int8_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_1

    subroutine read_orthogonal_int8_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_2

    subroutine read_orthogonal_int8_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_3

    subroutine read_orthogonal_int8_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_4

    subroutine read_orthogonal_int8_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_5

    subroutine read_orthogonal_int8_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_6

    subroutine read_orthogonal_int8_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int8_7

    ! Write single elements, named as in read_points. An element that is named several times gets its last value.
    subroutine write_points_int8(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_int8

    ! Write the elements at all combinations of indices along dimensions, named as in read_orthogonal.
    subroutine write_orthogonal_int8_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_1

    subroutine write_orthogonal_int8_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_2

    subroutine write_orthogonal_int8_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_3

    subroutine write_orthogonal_int8_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_4

    subroutine write_orthogonal_int8_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_5

    subroutine write_orthogonal_int8_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_6

    subroutine write_orthogonal_int8_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int8), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int8
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int8_7

    subroutine read_points_int16(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_int16

    subroutine read_orthogonal_int16_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_1

    subroutine read_orthogonal_int16_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_2

    subroutine read_orthogonal_int16_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_3

    subroutine read_orthogonal_int16_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_4

    subroutine read_orthogonal_int16_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_5

    subroutine read_orthogonal_int16_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_6

    subroutine read_orthogonal_int16_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int16_7

    subroutine write_points_int16(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_int16

    subroutine write_orthogonal_int16_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_1

    subroutine write_orthogonal_int16_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_2

    subroutine write_orthogonal_int16_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_3

    subroutine write_orthogonal_int16_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_4

    subroutine write_orthogonal_int16_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_5

    subroutine write_orthogonal_int16_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_6

    subroutine write_orthogonal_int16_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int16), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int16
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int16_7

    subroutine read_points_int32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_int32

    subroutine read_orthogonal_int32_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_1

    subroutine read_orthogonal_int32_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_2

    subroutine read_orthogonal_int32_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_3

    subroutine read_orthogonal_int32_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_4

    subroutine read_orthogonal_int32_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_5

    subroutine read_orthogonal_int32_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_6

    subroutine read_orthogonal_int32_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int32_7

    subroutine write_points_int32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_int32

    subroutine write_orthogonal_int32_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_1

    subroutine write_orthogonal_int32_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_2

    subroutine write_orthogonal_int32_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_3

    subroutine write_orthogonal_int32_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_4

    subroutine write_orthogonal_int32_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_5

    subroutine write_orthogonal_int32_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_6

    subroutine write_orthogonal_int32_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int32_7

    subroutine read_points_int64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_int64

    subroutine read_orthogonal_int64_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_1

    subroutine read_orthogonal_int64_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_2

    subroutine read_orthogonal_int64_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_3

    subroutine read_orthogonal_int64_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_4

    subroutine read_orthogonal_int64_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_5

    subroutine read_orthogonal_int64_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_6

    subroutine read_orthogonal_int64_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_int64_7

    subroutine write_points_int64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_int64

    subroutine write_orthogonal_int64_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_1

    subroutine write_orthogonal_int64_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_2

    subroutine write_orthogonal_int64_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_3

    subroutine write_orthogonal_int64_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_4

    subroutine write_orthogonal_int64_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_5

    subroutine write_orthogonal_int64_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_6

    subroutine write_orthogonal_int64_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        integer(int64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_int64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_int64_7

    subroutine read_points_real32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_real32

    subroutine read_orthogonal_real32_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_1

    subroutine read_orthogonal_real32_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_2

    subroutine read_orthogonal_real32_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_3

    subroutine read_orthogonal_real32_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_4

    subroutine read_orthogonal_real32_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_5

    subroutine read_orthogonal_real32_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_6

    subroutine read_orthogonal_real32_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real32_7

    subroutine write_points_real32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_real32

    subroutine write_orthogonal_real32_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_1

    subroutine write_orthogonal_real32_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_2

    subroutine write_orthogonal_real32_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_3

    subroutine write_orthogonal_real32_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_4

    subroutine write_orthogonal_real32_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_5

    subroutine write_orthogonal_real32_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_6

    subroutine write_orthogonal_real32_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float32
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real32_7

    subroutine read_points_real64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_real64

    subroutine read_orthogonal_real64_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_1

    subroutine read_orthogonal_real64_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_2

    subroutine read_orthogonal_real64_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_3

    subroutine read_orthogonal_real64_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_4

    subroutine read_orthogonal_real64_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_5

    subroutine read_orthogonal_real64_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_6

    subroutine read_orthogonal_real64_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_real64_7

    subroutine write_points_real64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_real64

    subroutine write_orthogonal_real64_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_1

    subroutine write_orthogonal_real64_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_2

    subroutine write_orthogonal_real64_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_3

    subroutine write_orthogonal_real64_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_4

    subroutine write_orthogonal_real64_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_5

    subroutine write_orthogonal_real64_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_6

    subroutine write_orthogonal_real64_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        real(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_float64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_real64_7

    subroutine read_points_complex32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_complex32

    subroutine read_orthogonal_complex32_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_1

    subroutine read_orthogonal_complex32_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_2

    subroutine read_orthogonal_complex32_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_3

    subroutine read_orthogonal_complex32_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_4

    subroutine read_orthogonal_complex32_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_5

    subroutine read_orthogonal_complex32_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_6

    subroutine read_orthogonal_complex32_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex32_7

    subroutine write_points_complex32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_complex32

    subroutine write_orthogonal_complex32_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_1

    subroutine write_orthogonal_complex32_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_2

    subroutine write_orthogonal_complex32_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_3

    subroutine write_orthogonal_complex32_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_4

    subroutine write_orthogonal_complex32_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_5

    subroutine write_orthogonal_complex32_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_6

    subroutine write_orthogonal_complex32_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real32), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex64
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex32_7

    subroutine read_points_complex64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_complex64

    subroutine read_orthogonal_complex64_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_1

    subroutine read_orthogonal_complex64_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_2

    subroutine read_orthogonal_complex64_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_3

    subroutine read_orthogonal_complex64_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_4

    subroutine read_orthogonal_complex64_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_5

    subroutine read_orthogonal_complex64_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_6

    subroutine read_orthogonal_complex64_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_complex64_7

    subroutine write_points_complex64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_complex64

    subroutine write_orthogonal_complex64_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_1

    subroutine write_orthogonal_complex64_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_2

    subroutine write_orthogonal_complex64_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_3

    subroutine write_orthogonal_complex64_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_4

    subroutine write_orthogonal_complex64_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_5

    subroutine write_orthogonal_complex64_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_6

    subroutine write_orthogonal_complex64_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        complex(real64), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_complex128
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_complex64_7

    subroutine read_points_logical32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%read_points(bytes, points, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_points_logical32

    subroutine read_orthogonal_logical32_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_1

    subroutine read_orthogonal_logical32_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_2

    subroutine read_orthogonal_logical32_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_3

    subroutine read_orthogonal_logical32_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_4

    subroutine read_orthogonal_logical32_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_5

    subroutine read_orthogonal_logical32_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_6

    subroutine read_orthogonal_logical32_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(inout) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int32)
    end subroutine read_orthogonal_logical32_7

    subroutine write_points_logical32(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write_points(bytes, points, stat, errmsg)
    end subroutine write_points_logical32

    subroutine write_orthogonal_logical32_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_1

    subroutine write_orthogonal_logical32_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_2

    subroutine write_orthogonal_logical32_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_3

    subroutine write_orthogonal_logical32_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_4

    subroutine write_orthogonal_logical32_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_5

    subroutine write_orthogonal_logical32_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_6

    subroutine write_orthogonal_logical32_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int32), intent(in) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical32_7

    subroutine read_points_logical64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%read_points(bytes, points, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_points_logical64

    subroutine read_orthogonal_logical64_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_1

    subroutine read_orthogonal_logical64_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_2

    subroutine read_orthogonal_logical64_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_3

    subroutine read_orthogonal_logical64_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_4

    subroutine read_orthogonal_logical64_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_5

    subroutine read_orthogonal_logical64_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_6

    subroutine read_orthogonal_logical64_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(inout) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%read_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
        values = logical(bytes, int64)
    end subroutine read_orthogonal_logical64_7

    subroutine write_points_logical64(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write_points(bytes, points, stat, errmsg)
    end subroutine write_points_logical64

    subroutine write_orthogonal_logical64_1(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:)

        allocate (bytes(size(values, 1)))
        bytes(:) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_1

    subroutine write_orthogonal_logical64_2(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :)

        allocate (bytes(size(values, 1), size(values, 2)))
        bytes(:, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_2

    subroutine write_orthogonal_logical64_3(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3)))
        bytes(:, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_3

    subroutine write_orthogonal_logical64_4(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4)))
        bytes(:, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_4

    subroutine write_orthogonal_logical64_5(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5)))
        bytes(:, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_5

    subroutine write_orthogonal_logical64_6(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6)))
        bytes(:, :, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_6

    subroutine write_orthogonal_logical64_7(self, values, along1, along2, along3, along4, along5, along6, along7, &
        stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(int64), intent(in) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        logical(c_bool), allocatable :: bytes(:, :, :, :, :, :, :)

        allocate (bytes(size(values, 1), size(values, 2), size(values, 3), size(values, 4), size(values, 5), &
            size(values, 6), size(values, 7)))
        bytes(:, :, :, :, :, :, :) = logical(values, c_bool)
        call self%write_orthogonal(bytes, along1, along2, along3, along4, along5, along6, along7, stat, errmsg)
    end subroutine write_orthogonal_logical64_7

    subroutine read_points_bool(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .false., there, points, stat, errmsg)
    end subroutine read_points_bool

    subroutine read_orthogonal_bool_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_1

    subroutine read_orthogonal_bool_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_2

    subroutine read_orthogonal_bool_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_3

    subroutine read_orthogonal_bool_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_4

    subroutine read_orthogonal_bool_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_5

    subroutine read_orthogonal_bool_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_6

    subroutine read_orthogonal_bool_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(inout), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .false., there, along1, along2, along3, along4, along5, along6, &
            along7, stat, errmsg)
    end subroutine read_orthogonal_bool_7

    subroutine write_points_bool(self, values, points, stat, errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:)
        type(*), intent(in) :: points(:, :)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_points(self%c_handle(), .true., there, points, stat, errmsg)
    end subroutine write_points_bool

    subroutine write_orthogonal_bool_1(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 1
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:1) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_1

    subroutine write_orthogonal_bool_2(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 2
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:2) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_2

    subroutine write_orthogonal_bool_3(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 3
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:3) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_3

    subroutine write_orthogonal_bool_4(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 4
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:4) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_4

    subroutine write_orthogonal_bool_5(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 5
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:5) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_5

    subroutine write_orthogonal_bool_6(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 6
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:6) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_6

    subroutine write_orthogonal_bool_7(self, values, along1, along2, along3, along4, along5, along6, along7, stat, &
        errmsg)
        class(zarr_array), intent(in) :: self
        logical(c_bool), intent(in), target, contiguous :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: along1(..), along2(..), along3(..), along4(..), along5(..), along6(..), &
            along7(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        type(memory) :: there

        there%rank = 7
        there%data_type = zarr_bool
        there%item = storage_size(values)/8
        there%extents(:7) = shape(values, kind=int64)
        if (size(values, kind=int64) > 0) call there%begins(c_loc(values(1, 1, 1, 1, 1, 1, 1)))
        call move_orthogonal(self%c_handle(), .true., there, along1, along2, along3, along4, along5, along6, along7, &
            stat, errmsg)
    end subroutine write_orthogonal_bool_7

    ! ----------------------------------------------------------------------------------------------------------------
    ! Texts
    ! ----------------------------------------------------------------------------------------------------------------

    subroutine read_text_0(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(1))
        flat(:) = [values]
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = flat(1)
    end subroutine read_text_0

    subroutine write_text_0(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), [values], start, count, stat, errmsg)
    end subroutine write_text_0

    subroutine append_text_0(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), [values], dimension, position, stat, errmsg)
    end subroutine append_text_0

    subroutine read_text_1(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_1

    subroutine write_text_1(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_1

    subroutine append_text_1(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_1

    subroutine load_text_1(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 1, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_1

    subroutine read_text_2(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_2

    subroutine write_text_2(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_2

    subroutine append_text_2(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_2

    subroutine load_text_2(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 2, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_2

    subroutine read_text_3(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_3

    subroutine write_text_3(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_3

    subroutine append_text_3(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_3

    subroutine load_text_3(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 3, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2), n(3)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_3

    subroutine read_text_4(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_4

    subroutine write_text_4(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_4

    subroutine append_text_4(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_4

    subroutine load_text_4(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 4, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_4

    subroutine read_text_5(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_5

    subroutine write_text_5(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_5

    subroutine append_text_5(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_5

    subroutine load_text_5(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 5, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_5

    subroutine read_text_6(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_6

    subroutine write_text_6(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_6

    subroutine append_text_6(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_6

    subroutine load_text_6(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 6, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5), n(6)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_6

    subroutine read_text_7(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(inout) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        character(len=len(values)), allocatable :: flat(:)

        allocate (flat(size(values)))
        flat(:) = reshape(values, [size(values)])
        call read_texts(self%c_handle(), shape(values, kind=int64), flat, start, count, stride, stat, errmsg)
        values = reshape(flat, shape(values))
    end subroutine read_text_7

    subroutine write_text_7(self, values, start, count, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call write_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), start, count, &
            stat, errmsg)
    end subroutine write_text_7

    subroutine append_text_7(self, values, dimension, position, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=*), intent(in) :: values(:, :, :, :, :, :, :)
        class(*), intent(in), optional :: dimension
        class(*), intent(inout), optional :: position
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg

        call append_texts(self%c_handle(), shape(values, kind=int64), reshape(values, [size(values)]), dimension, &
            position, stat, errmsg)
    end subroutine append_text_7

    subroutine load_text_7(self, values, start, count, stride, stat, errmsg)
        class(zarr_array), intent(in) :: self
        character(len=:), intent(out), allocatable :: values(:, :, :, :, :, :, :)
        type(*), intent(in), optional :: start(..), count(..), stride(..)
        class(*), intent(inout), optional :: stat
        character(len=*), intent(inout), optional :: errmsg
        integer(int64), allocatable :: wanted(:)
        type(c_ptr) :: strings
        integer(int64) :: longest
        integer(int64), allocatable :: lengths(:), n(:)
        character(len=:), allocatable :: message
        integer(c_int32_t) :: status

        call load_box(self%c_handle(), 7, start, count, stride, lengths, n, status, message)
        if (status /= zarr_ok) then
            call refuse(self%c_handle(), status, message, stat, errmsg)
            return
        end if
        call find_texts(self%c_handle(), start, lengths, stride, strings, wanted, longest, status, message)
        if (status == zarr_ok) then
            if (allocated(values)) deallocate (values)
            allocate (character(len=longest) :: values(n(1), n(2), n(3), n(4), n(5), n(6), n(7)))
            call take_texts(strings, wanted, size(wanted), values)
        end if
        call conclude(status, message, stat, errmsg)
    end subroutine load_text_7
end module zarr_arrays
