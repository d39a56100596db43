! The C API as Fortran sees it: the constants, structs and functions of zarr.h, each by its name there, and what zarr.h
! says of them holds. Pointers that may be NULL are of type c_ptr, unsigned numbers the signed ones of the same bits.
! Made of include/zarr.h by generate.py (make fortran); the module zarr stands on it, and is what most programs want.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr_constants
    use, intrinsic :: iso_c_binding, only: c_int32_t
    implicit none
    private

    character(len=*), parameter, public :: zarr_header_version = "0.1.0"
    integer(c_int32_t), parameter, public :: zarr_version_major = 0
    integer(c_int32_t), parameter, public :: zarr_version_minor = 1
    integer(c_int32_t), parameter, public :: zarr_version_patch = 0
    integer(c_int32_t), parameter, public :: zarr_ok = 0
    integer(c_int32_t), parameter, public :: zarr_error_invalid_argument = 1
    integer(c_int32_t), parameter, public :: zarr_error_invalid_handle = 2
    integer(c_int32_t), parameter, public :: zarr_error_not_found = 3
    integer(c_int32_t), parameter, public :: zarr_error_already_exists = 4
    integer(c_int32_t), parameter, public :: zarr_error_node_type = 5
    integer(c_int32_t), parameter, public :: zarr_error_out_of_bounds = 6
    integer(c_int32_t), parameter, public :: zarr_error_buffer_size = 7
    integer(c_int32_t), parameter, public :: zarr_error_type_mismatch = 8
    integer(c_int32_t), parameter, public :: zarr_error_range = 9
    integer(c_int32_t), parameter, public :: zarr_error_metadata = 10
    integer(c_int32_t), parameter, public :: zarr_error_unsupported = 11
    integer(c_int32_t), parameter, public :: zarr_error_data = 12
    integer(c_int32_t), parameter, public :: zarr_error_io = 13
    integer(c_int32_t), parameter, public :: zarr_error_read_only = 14
    integer(c_int32_t), parameter, public :: zarr_error_conflict = 15
    integer(c_int32_t), parameter, public :: zarr_error_limit = 16
    integer(c_int32_t), parameter, public :: zarr_error_cancelled = 17
    integer(c_int32_t), parameter, public :: zarr_error_internal = 18
    integer(c_int32_t), parameter, public :: zarr_error_no_memory = 19
    integer(c_int32_t), parameter, public :: zarr_error_permission = 20
    integer(c_int32_t), parameter, public :: zarr_error_timeout = 21
    integer(c_int32_t), parameter, public :: zarr_status_user = 1000
    integer(c_int32_t), parameter, public :: zarr_format_default = 0
    integer(c_int32_t), parameter, public :: zarr_format_v1 = 1
    integer(c_int32_t), parameter, public :: zarr_format_v2 = 2
    integer(c_int32_t), parameter, public :: zarr_format_v3 = 3
    integer(c_int32_t), parameter, public :: zarr_format_v3_2019a = 31
    integer(c_int32_t), parameter, public :: zarr_format_v3_2019b = 32
    integer(c_int32_t), parameter, public :: zarr_format_v3_2020 = 33
    integer(c_int32_t), parameter, public :: zarr_format_v3_2022 = 34
    integer(c_int32_t), parameter, public :: zarr_format_n5 = 50
    integer(c_int32_t), parameter, public :: zarr_bool = 1
    integer(c_int32_t), parameter, public :: zarr_int8 = 2
    integer(c_int32_t), parameter, public :: zarr_int16 = 3
    integer(c_int32_t), parameter, public :: zarr_int32 = 4
    integer(c_int32_t), parameter, public :: zarr_int64 = 5
    integer(c_int32_t), parameter, public :: zarr_uint8 = 6
    integer(c_int32_t), parameter, public :: zarr_uint16 = 7
    integer(c_int32_t), parameter, public :: zarr_uint32 = 8
    integer(c_int32_t), parameter, public :: zarr_uint64 = 9
    integer(c_int32_t), parameter, public :: zarr_float16 = 10
    integer(c_int32_t), parameter, public :: zarr_float32 = 11
    integer(c_int32_t), parameter, public :: zarr_float64 = 12
    integer(c_int32_t), parameter, public :: zarr_complex64 = 13
    integer(c_int32_t), parameter, public :: zarr_complex128 = 14
    integer(c_int32_t), parameter, public :: zarr_raw = 15
    integer(c_int32_t), parameter, public :: zarr_fixed_bytes = 16
    integer(c_int32_t), parameter, public :: zarr_fixed_utf32 = 17
    integer(c_int32_t), parameter, public :: zarr_datetime64 = 18
    integer(c_int32_t), parameter, public :: zarr_timedelta64 = 19
    integer(c_int32_t), parameter, public :: zarr_struct = 20
    integer(c_int32_t), parameter, public :: zarr_string = 21
    integer(c_int32_t), parameter, public :: zarr_bytes = 22
    integer(c_int32_t), parameter, public :: zarr_bfloat16 = 23
    integer(c_int32_t), parameter, public :: zarr_int2 = 24
    integer(c_int32_t), parameter, public :: zarr_uint2 = 25
    integer(c_int32_t), parameter, public :: zarr_int4 = 26
    integer(c_int32_t), parameter, public :: zarr_uint4 = 27
    integer(c_int32_t), parameter, public :: zarr_float4_e2m1fn = 28
    integer(c_int32_t), parameter, public :: zarr_float6_e2m3fn = 29
    integer(c_int32_t), parameter, public :: zarr_float6_e3m2fn = 30
    integer(c_int32_t), parameter, public :: zarr_float8_e3m4 = 31
    integer(c_int32_t), parameter, public :: zarr_float8_e4m3 = 32
    integer(c_int32_t), parameter, public :: zarr_float8_e4m3b11fnuz = 33
    integer(c_int32_t), parameter, public :: zarr_float8_e4m3fnuz = 34
    integer(c_int32_t), parameter, public :: zarr_float8_e5m2 = 35
    integer(c_int32_t), parameter, public :: zarr_float8_e5m2fnuz = 36
    integer(c_int32_t), parameter, public :: zarr_float8_e8m0fnu = 37
    integer(c_int32_t), parameter, public :: zarr_float8_e4m3fn = 38
    integer(c_int32_t), parameter, public :: zarr_complex_bfloat16 = 39
    integer(c_int32_t), parameter, public :: zarr_complex_float16 = 40
    integer(c_int32_t), parameter, public :: zarr_complex_float4_e2m1fn = 41
    integer(c_int32_t), parameter, public :: zarr_complex_float6_e2m3fn = 42
    integer(c_int32_t), parameter, public :: zarr_complex_float6_e3m2fn = 43
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e3m4 = 44
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e4m3 = 45
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e4m3b11fnuz = 46
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e4m3fnuz = 47
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e5m2 = 48
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e5m2fnuz = 49
    integer(c_int32_t), parameter, public :: zarr_complex_float8_e8m0fnu = 50
    integer(c_int32_t), parameter, public :: zarr_store_thread_safe = 1
    integer(c_int32_t), parameter, public :: zarr_store_status_in_error = 2
    integer(c_int32_t), parameter, public :: zarr_operation_get = 1
    integer(c_int32_t), parameter, public :: zarr_operation_get_partial_values = 2
    integer(c_int32_t), parameter, public :: zarr_operation_set = 3
    integer(c_int32_t), parameter, public :: zarr_operation_set_partial_values = 4
    integer(c_int32_t), parameter, public :: zarr_operation_erase = 5
    integer(c_int32_t), parameter, public :: zarr_operation_erase_values = 6
    integer(c_int32_t), parameter, public :: zarr_operation_erase_prefix = 7
    integer(c_int32_t), parameter, public :: zarr_operation_list = 8
    integer(c_int32_t), parameter, public :: zarr_operation_list_prefix = 9
    integer(c_int32_t), parameter, public :: zarr_operation_list_dir = 10
    integer(c_int32_t), parameter, public :: zarr_operation_size = 11
    integer(c_int32_t), parameter, public :: zarr_operation_exists = 12
    integer(c_int32_t), parameter, public :: zarr_operation_get_versioned = 13
    integer(c_int32_t), parameter, public :: zarr_operation_set_if = 14
    integer(c_int32_t), parameter, public :: zarr_operation_erase_if = 15
    integer(c_int32_t), parameter, public :: zarr_operation_set_many = 16
    integer(c_int32_t), parameter, public :: zarr_operation_flush = 17
    integer(c_int32_t), parameter, public :: zarr_operation_rename_prefix = 18
    integer(c_int32_t), parameter, public :: zarr_node_none = 0
    integer(c_int32_t), parameter, public :: zarr_node_array = 1
    integer(c_int32_t), parameter, public :: zarr_node_group = 2
    integer(c_int32_t), parameter, public :: zarr_node_implicit_group = 3
    integer(c_int32_t), parameter, public :: zarr_attribute_none = 0
    integer(c_int32_t), parameter, public :: zarr_attribute_null = 1
    integer(c_int32_t), parameter, public :: zarr_attribute_bool = 2
    integer(c_int32_t), parameter, public :: zarr_attribute_integer = 3
    integer(c_int32_t), parameter, public :: zarr_attribute_number = 4
    integer(c_int32_t), parameter, public :: zarr_attribute_string = 5
    integer(c_int32_t), parameter, public :: zarr_attribute_integers = 6
    integer(c_int32_t), parameter, public :: zarr_attribute_numbers = 7
    integer(c_int32_t), parameter, public :: zarr_attribute_strings = 8
    integer(c_int32_t), parameter, public :: zarr_attribute_list = 9
    integer(c_int32_t), parameter, public :: zarr_attribute_object = 10
    integer(c_int32_t), parameter, public :: zarr_convert_check = 0
    integer(c_int32_t), parameter, public :: zarr_convert_clamp = 1
    integer(c_int32_t), parameter, public :: zarr_convert_wrap = 2
    integer(c_int32_t), parameter, public :: zarr_convert_all = 3
    integer(c_int32_t), parameter, public :: zarr_unit_chunk = 0
    integer(c_int32_t), parameter, public :: zarr_unit_shard = 1
    integer(c_int32_t), parameter, public :: zarr_codec_bytes_to_bytes = 1
    integer(c_int32_t), parameter, public :: zarr_codec_array_to_bytes = 2
    integer(c_int32_t), parameter, public :: zarr_codec_thread_safe = 1
    integer(c_int32_t), parameter, public :: zarr_codec_fixed_size = 2
    integer(c_int32_t), parameter, public :: zarr_language_c = 0
    integer(c_int32_t), parameter, public :: zarr_language_cpp = 1
    integer(c_int32_t), parameter, public :: zarr_language_fortran = 2
    integer(c_int32_t), parameter, public :: zarr_language_python = 3
end module zarr_constants

module zarr_c
    use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int32_t, c_int64_t, c_null_char, &
        c_null_funptr, c_null_ptr, c_ptr, c_size_t
    implicit none
    private

    type, bind(c), public :: zarr_error
        integer(c_int32_t) :: status = 0
        integer(c_int32_t) :: system_code = 0
        character(kind=c_char) :: message(1016) = c_null_char
    end type zarr_error

    type, bind(c), public :: zarr_range
        integer(c_int64_t) :: start = 0
        integer(c_int64_t) :: length = 0
    end type zarr_range

    type, bind(c), public :: zarr_store_callbacks
        integer(c_size_t) :: struct_size = 0
        integer(c_int32_t) :: flags = 0
        type(c_funptr) :: get = c_null_funptr
        type(c_funptr) :: get_partial_values = c_null_funptr
        type(c_funptr) :: set = c_null_funptr
        type(c_funptr) :: set_partial_values = c_null_funptr
        type(c_funptr) :: erase = c_null_funptr
        type(c_funptr) :: erase_values = c_null_funptr
        type(c_funptr) :: erase_prefix = c_null_funptr
        type(c_funptr) :: list = c_null_funptr
        type(c_funptr) :: list_prefix = c_null_funptr
        type(c_funptr) :: list_dir = c_null_funptr
        type(c_funptr) :: size = c_null_funptr
        type(c_funptr) :: exists = c_null_funptr
        type(c_funptr) :: set_if = c_null_funptr
        type(c_funptr) :: flush = c_null_funptr
        type(c_funptr) :: destroy = c_null_funptr
    end type zarr_store_callbacks

    type, bind(c), public :: zarr_operation
        integer(c_size_t) :: struct_size = 0
        integer(c_int32_t) :: operation = 0
        integer(c_int32_t) :: status = 0
        type(c_ptr) :: keys = c_null_ptr
        integer(c_size_t) :: count = 0
        integer(c_int64_t) :: bytes = 0
        integer(c_int64_t) :: nanoseconds = 0
    end type zarr_operation

    type, bind(c), public :: zarr_tracer
        integer(c_size_t) :: struct_size = 0
        type(c_funptr) :: ended = c_null_funptr
        type(c_funptr) :: destroy = c_null_funptr
    end type zarr_tracer

    type, bind(c), public :: zarr_region
        integer(c_size_t) :: struct_size = 0
        integer(c_int32_t) :: ndim = 0
        integer(c_int32_t) :: order = 0
        type(c_ptr) :: start = c_null_ptr
        type(c_ptr) :: count = c_null_ptr
        type(c_ptr) :: step = c_null_ptr
        type(c_ptr) :: strides = c_null_ptr
        integer(c_int64_t) :: offset = 0
    end type zarr_region

    type, bind(c), public :: zarr_transfer
        integer(c_size_t) :: struct_size = 0
        type(c_funptr) :: progress = c_null_funptr
        type(c_ptr) :: user_data = c_null_ptr
        integer(c_int32_t) :: threads = 0
        integer(c_int32_t) :: data_type = 0
        integer(c_int32_t) :: conversion = 0
        integer(c_int32_t) :: reserved = 0
    end type zarr_transfer

    type, bind(c), public :: zarr_codec_place
        integer(c_size_t) :: struct_size = 0
        type(c_ptr) :: configuration_json = c_null_ptr
        type(c_ptr) :: data_type_json = c_null_ptr
        integer(c_size_t) :: item_size = 0
        integer(c_int32_t) :: ndim = 0
        type(c_ptr) :: chunk_shape = c_null_ptr
    end type zarr_codec_place

    type, bind(c), public :: zarr_codec_callbacks
        integer(c_size_t) :: struct_size = 0
        integer(c_int32_t) :: flags = 0
        integer(c_int32_t) :: kind = 0
        type(c_funptr) :: encode = c_null_funptr
        type(c_funptr) :: decode = c_null_funptr
        type(c_funptr) :: bound = c_null_funptr
        type(c_funptr) :: check = c_null_funptr
        type(c_funptr) :: destroy = c_null_funptr
    end type zarr_codec_callbacks

    public :: zarr_status_name
    public :: zarr_version
    public :: zarr_set_threads
    public :: zarr_callbacks_end
    public :: zarr_bytes_data
    public :: zarr_bytes_text
    public :: zarr_bytes_size
    public :: zarr_bytes_free
    public :: zarr_strings_count
    public :: zarr_strings_get
    public :: zarr_strings_size
    public :: zarr_strings_data
    public :: zarr_strings_offsets
    public :: zarr_strings_free
    public :: zarr_format_name
    public :: zarr_data_type_name
    public :: zarr_data_type_size
    public :: zarr_store_open
    public :: zarr_store_flush
    public :: zarr_store_free
    public :: zarr_store_get
    public :: zarr_store_get_range
    public :: zarr_store_set
    public :: zarr_store_erase
    public :: zarr_store_erase_prefix
    public :: zarr_store_exists
    public :: zarr_store_size
    public :: zarr_store_list_prefix
    public :: zarr_store_list_dir
    public :: zarr_store_callbacks_init
    public :: zarr_store_open_callbacks
    public :: zarr_sink_write
    public :: zarr_sink_reserve
    public :: zarr_sink_set_version
    public :: zarr_listing_add_key
    public :: zarr_listing_add_prefix
    public :: zarr_tracer_init
    public :: zarr_store_wrap_prefix
    public :: zarr_store_wrap_read_only
    public :: zarr_store_wrap_cache
    public :: zarr_store_wrap_trace
    public :: zarr_store_wrap_overlay
    public :: zarr_node_kind
    public :: zarr_node_children
    public :: zarr_node_walk
    public :: zarr_node_walk_watched
    public :: zarr_node_consolidate
    public :: zarr_node_copy
    public :: zarr_node_move
    public :: zarr_node_erase
    public :: zarr_node_erase_watched
    public :: zarr_group_create
    public :: zarr_group_create_or_replace
    public :: zarr_group_create_group
    public :: zarr_group_open
    public :: zarr_group_open_with
    public :: zarr_group_attributes
    public :: zarr_group_set_attributes
    public :: zarr_group_warnings
    public :: zarr_group_path
    public :: zarr_group_store
    public :: zarr_group_free
    public :: zarr_array_open
    public :: zarr_array_open_with
    public :: zarr_array_refresh
    public :: zarr_array_clear_cache
    public :: zarr_array_free
    public :: zarr_array_path
    public :: zarr_array_store
    public :: zarr_array_format
    public :: zarr_array_ndim
    public :: zarr_array_data_type
    public :: zarr_array_item_size
    public :: zarr_array_data_type_json
    public :: zarr_array_shape
    public :: zarr_array_chunk_shape
    public :: zarr_array_shard_shape
    public :: zarr_array_fill_value
    public :: zarr_array_fill_value_bytes
    public :: zarr_array_fill_value_defined
    public :: zarr_array_dimension_names
    public :: zarr_array_set_dimension_names
    public :: zarr_array_set_fill_value
    public :: zarr_array_codecs
    public :: zarr_array_reads_parts
    public :: zarr_array_attributes
    public :: zarr_array_set_attributes
    public :: zarr_array_metadata
    public :: zarr_array_warnings
    public :: zarr_node_open
    public :: zarr_group_open_group
    public :: zarr_group_open_array
    public :: zarr_array_document
    public :: zarr_array_open_from_document
    public :: zarr_array_refresh_from_document
    public :: zarr_group_format
    public :: zarr_group_open_known
    public :: zarr_node_visit
    public :: zarr_array_read_points
    public :: zarr_array_write_points
    public :: zarr_array_read_orthogonal
    public :: zarr_array_write_orthogonal
    public :: zarr_store_share
    public :: zarr_group_share
    public :: zarr_array_share
    public :: zarr_array_struct_fields
    public :: zarr_array_struct_field
    public :: zarr_attribute_names
    public :: zarr_attribute_kind
    public :: zarr_attribute_get_json
    public :: zarr_attribute_get_bool
    public :: zarr_attribute_get_int64
    public :: zarr_attribute_get_uint64
    public :: zarr_attribute_get_double
    public :: zarr_attribute_get_string
    public :: zarr_attribute_get_int64s
    public :: zarr_attribute_get_doubles
    public :: zarr_attribute_get_strings
    public :: zarr_attribute_set_json
    public :: zarr_attribute_replace_json
    public :: zarr_attribute_replace_all
    public :: zarr_attribute_set_bool
    public :: zarr_attribute_set_int64
    public :: zarr_attribute_set_uint64
    public :: zarr_attribute_set_double
    public :: zarr_attribute_set_string
    public :: zarr_attribute_set_int64s
    public :: zarr_attribute_set_doubles
    public :: zarr_attribute_set_strings
    public :: zarr_attribute_erase
    public :: zarr_array_read_region
    public :: zarr_array_read_new
    public :: zarr_array_write_region
    public :: zarr_array_read_strings
    public :: zarr_array_write_strings
    public :: zarr_array_write_string_block
    public :: zarr_array_resize
    public :: zarr_array_lengthen
    public :: zarr_array_reserve
    public :: zarr_array_append
    public :: zarr_array_append_strings
    public :: zarr_region_init
    public :: zarr_transfer_init
    public :: zarr_array_read
    public :: zarr_array_write
    public :: zarr_queue_new
    public :: zarr_queue_write_region
    public :: zarr_queue_read_region
    public :: zarr_queue_write_region_then
    public :: zarr_queue_read_region_then
    public :: zarr_queue_wait
    public :: zarr_queue_cancel
    public :: zarr_queue_pending
    public :: zarr_queue_is_done
    public :: zarr_queue_free
    public :: zarr_array_read_chunk
    public :: zarr_array_write_chunk
    public :: zarr_array_read_encoded_chunk
    public :: zarr_array_write_encoded_chunk
    public :: zarr_array_erase_chunk
    public :: zarr_array_encoded_chunk_size
    public :: zarr_array_list_chunks
    public :: zarr_array_count_chunks
    public :: zarr_array_chunk_store
    public :: zarr_array_grid_shape
    public :: zarr_array_chunk_edges
    public :: zarr_array_chunk_bounds
    public :: zarr_array_chunk_at
    public :: zarr_propose_decomposition
    public :: zarr_array_regions_exclusive
    public :: zarr_array_region_parts
    public :: zarr_array_region_part
    public :: zarr_array_builder_new
    public :: zarr_array_builder_new_json
    public :: zarr_array_builder_free
    public :: zarr_array_builder_data_type
    public :: zarr_array_builder_item_size
    public :: zarr_array_builder_format
    public :: zarr_array_builder_chunk_shape
    public :: zarr_array_builder_chunk_edges
    public :: zarr_array_builder_shard_shape
    public :: zarr_array_builder_fill_value
    public :: zarr_array_builder_no_fill_value
    public :: zarr_array_builder_order
    public :: zarr_array_builder_big_endian
    public :: zarr_array_builder_separator
    public :: zarr_array_builder_chunk_key_encoding
    public :: zarr_array_builder_dimension_names
    public :: zarr_array_builder_attributes
    public :: zarr_array_builder_codec
    public :: zarr_array_create
    public :: zarr_array_create_with
    public :: zarr_group_create_array
    public :: zarr_array_create_or_replace
    public :: zarr_array_create_json
    public :: zarr_dataset_create
    public :: zarr_dataset_open
    public :: zarr_dataset_share
    public :: zarr_dataset_free
    public :: zarr_dataset_refresh
    public :: zarr_dataset_group
    public :: zarr_dataset_dimensions
    public :: zarr_dataset_dimension_length
    public :: zarr_dataset_arrays
    public :: zarr_dataset_array
    public :: zarr_dataset_define_dimension
    public :: zarr_dataset_define_array
    public :: zarr_dataset_define_coordinate
    public :: zarr_dataset_commit
    public :: zarr_dataset_discard
    public :: zarr_dataset_resize_dimension
    public :: zarr_dataset_append
    public :: zarr_dataset_read
    public :: zarr_dataset_write
    public :: zarr_codec_callbacks_init
    public :: zarr_codec_register
    public :: zarr_codec_unregister
    public :: zarr_version_number
    public :: zarr_threads
    public :: zarr_supported_formats
    public :: zarr_supported_data_types
    public :: zarr_supported_codecs
    public :: zarr_supported_url_schemes
    public :: zarr_error_translate
    public :: zarr_error_extend
    public :: zarr_error_take_ticket

    interface
        function zarr_status_name(status) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            integer(c_int32_t), value :: status
            type(c_ptr) :: answer
        end function zarr_status_name

        function zarr_version() bind(c) result(answer)
            import :: c_ptr
            type(c_ptr) :: answer
        end function zarr_version

        function zarr_set_threads(threads, error) bind(c) result(answer)
            import :: c_int32_t, zarr_error
            integer(c_int32_t), value :: threads
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_set_threads

        function zarr_callbacks_end(user_data, milliseconds, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: user_data
            integer(c_int64_t), value :: milliseconds
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_callbacks_end

        function zarr_bytes_data(bytes) bind(c) result(answer)
            import :: c_ptr
            type(c_ptr), value :: bytes
            type(c_ptr) :: answer
        end function zarr_bytes_data

        function zarr_bytes_text(bytes) bind(c) result(answer)
            import :: c_ptr
            type(c_ptr), value :: bytes
            type(c_ptr) :: answer
        end function zarr_bytes_text

        function zarr_bytes_size(bytes) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: bytes
            integer(c_size_t) :: answer
        end function zarr_bytes_size

        subroutine zarr_bytes_free(bytes) bind(c)
            import :: c_ptr
            type(c_ptr), value :: bytes
        end subroutine zarr_bytes_free

        function zarr_strings_count(strings) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: strings
            integer(c_size_t) :: answer
        end function zarr_strings_count

        function zarr_strings_get(strings, index) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: strings
            integer(c_size_t), value :: index
            type(c_ptr) :: answer
        end function zarr_strings_get

        function zarr_strings_size(strings, index) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: strings
            integer(c_size_t), value :: index
            integer(c_size_t) :: answer
        end function zarr_strings_size

        function zarr_strings_data(strings) bind(c) result(answer)
            import :: c_ptr
            type(c_ptr), value :: strings
            type(c_ptr) :: answer
        end function zarr_strings_data

        function zarr_strings_offsets(strings) bind(c) result(answer)
            import :: c_ptr
            type(c_ptr), value :: strings
            type(c_ptr) :: answer
        end function zarr_strings_offsets

        subroutine zarr_strings_free(strings) bind(c)
            import :: c_ptr
            type(c_ptr), value :: strings
        end subroutine zarr_strings_free

        function zarr_format_name(format) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            integer(c_int32_t), value :: format
            type(c_ptr) :: answer
        end function zarr_format_name

        function zarr_data_type_name(data_type) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            integer(c_int32_t), value :: data_type
            type(c_ptr) :: answer
        end function zarr_data_type_name

        function zarr_data_type_size(data_type) bind(c) result(answer)
            import :: c_int32_t, c_size_t
            integer(c_int32_t), value :: data_type
            integer(c_size_t) :: answer
        end function zarr_data_type_size

        function zarr_store_open(url, options_json, store, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            character(kind=c_char), intent(in) :: url(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_open

        function zarr_store_flush(store, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_flush

        subroutine zarr_store_free(store) bind(c)
            import :: c_ptr
            type(c_ptr), value :: store
        end subroutine zarr_store_free

        function zarr_store_get(store, key, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            type(c_ptr), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_get

        function zarr_store_get_range(store, key, range, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error, zarr_range
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            type(zarr_range), value :: range
            type(c_ptr), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_get_range

        function zarr_store_set(store, key, data, size, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            type(c_ptr), value :: data
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_set

        function zarr_store_erase(store, key, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_erase

        function zarr_store_erase_prefix(store, prefix, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: prefix(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_erase_prefix

        function zarr_store_exists(store, key, exists, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            integer(c_int32_t), intent(out) :: exists
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_exists

        function zarr_store_size(store, key, size, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: key(*)
            integer(c_int64_t), intent(out) :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_size

        function zarr_store_list_prefix(store, prefix, keys, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: prefix(*)
            type(c_ptr), intent(out) :: keys
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_list_prefix

        function zarr_store_list_dir(store, prefix, keys, prefixes, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: prefix(*)
            type(c_ptr), intent(out) :: keys
            type(c_ptr), intent(out) :: prefixes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_list_dir

        subroutine zarr_store_callbacks_init(callbacks) bind(c)
            import :: zarr_store_callbacks
            type(zarr_store_callbacks), intent(inout) :: callbacks
        end subroutine zarr_store_callbacks_init

        function zarr_store_open_callbacks(callbacks, user_data, options_json, store, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error, zarr_store_callbacks
            type(zarr_store_callbacks), intent(in) :: callbacks
            type(c_ptr), value :: user_data
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_open_callbacks

        function zarr_sink_write(sink, data, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: sink
            type(c_ptr), value :: data
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_sink_write

        function zarr_sink_reserve(sink, size, data, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: sink
            integer(c_size_t), value :: size
            type(c_ptr), intent(out) :: data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_sink_reserve

        function zarr_sink_set_version(sink, version, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: sink
            character(kind=c_char), intent(in) :: version(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_sink_set_version

        function zarr_listing_add_key(listing, key, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: listing
            character(kind=c_char), intent(in) :: key(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_listing_add_key

        function zarr_listing_add_prefix(listing, prefix, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: listing
            character(kind=c_char), intent(in) :: prefix(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_listing_add_prefix

        subroutine zarr_tracer_init(tracer) bind(c)
            import :: zarr_tracer
            type(zarr_tracer), intent(inout) :: tracer
        end subroutine zarr_tracer_init

        function zarr_store_wrap_prefix(store, prefix, options_json, part, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: prefix(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: part
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_wrap_prefix

        function zarr_store_wrap_read_only(store, options_json, reader, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: reader
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_wrap_read_only

        function zarr_store_wrap_cache(store, bytes, options_json, cached, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: store
            integer(c_size_t), value :: bytes
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: cached
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_wrap_cache

        function zarr_store_wrap_trace(store, tracer, user_data, options_json, traced, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error, zarr_tracer
            type(c_ptr), value :: store
            type(zarr_tracer), intent(in) :: tracer
            type(c_ptr), value :: user_data
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: traced
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_wrap_trace

        function zarr_store_wrap_overlay(stores, count, options_json, overlay, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), intent(in) :: stores(*)
            integer(c_size_t), value :: count
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: overlay
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_wrap_overlay

        function zarr_node_kind(store, path, kind, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), intent(out) :: kind
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_kind

        function zarr_node_children(store, path, names, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_children

        function zarr_node_walk(store, path, depth, paths, kinds, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: depth
            type(c_ptr), intent(out) :: paths
            type(c_ptr), intent(out) :: kinds
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_walk

        function zarr_node_walk_watched(store, path, depth, progress, user_data, paths, kinds, &
            error) bind(c) result(answer)
            import :: c_char, c_funptr, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: depth
            type(c_funptr), value :: progress
            type(c_ptr), value :: user_data
            type(c_ptr), intent(out) :: paths
            type(c_ptr), intent(out) :: kinds
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_walk_watched

        function zarr_node_consolidate(store, path, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_consolidate

        function zarr_node_copy(from, from_path, to, to_path, format, progress, user_data, error) bind(c) result(answer)
            import :: c_char, c_funptr, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: from
            character(kind=c_char), intent(in) :: from_path(*)
            type(c_ptr), value :: to
            character(kind=c_char), intent(in) :: to_path(*)
            integer(c_int32_t), value :: format
            type(c_funptr), value :: progress
            type(c_ptr), value :: user_data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_copy

        function zarr_node_move(store, from_path, to_path, progress, user_data, error) bind(c) result(answer)
            import :: c_char, c_funptr, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: from_path(*)
            character(kind=c_char), intent(in) :: to_path(*)
            type(c_funptr), value :: progress
            type(c_ptr), value :: user_data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_move

        function zarr_node_erase(store, path, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_erase

        function zarr_node_erase_watched(store, path, progress, user_data, error) bind(c) result(answer)
            import :: c_char, c_funptr, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_funptr), value :: progress
            type(c_ptr), value :: user_data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_erase_watched

        function zarr_group_create(store, path, format, attributes_json, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format
            type(c_ptr), value :: attributes_json
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_create

        function zarr_group_create_or_replace(store, path, format, attributes_json, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format
            type(c_ptr), value :: attributes_json
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_create_or_replace

        function zarr_group_create_group(group, path, attributes_json, created, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: attributes_json
            type(c_ptr), intent(out) :: created
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_create_group

        function zarr_group_open(store, path, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_open

        function zarr_group_open_with(store, path, options_json, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_open_with

        function zarr_group_attributes(group, json, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            type(c_ptr), intent(out) :: json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_attributes

        function zarr_group_set_attributes(group, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_set_attributes

        function zarr_group_warnings(group, messages, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            type(c_ptr), intent(out) :: messages
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_warnings

        function zarr_group_path(group, path, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            type(c_ptr), intent(out) :: path
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_path

        function zarr_group_store(group, store, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_store

        subroutine zarr_group_free(group) bind(c)
            import :: c_ptr
            type(c_ptr), value :: group
        end subroutine zarr_group_free

        function zarr_array_open(store, path, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_open

        function zarr_array_open_with(store, path, options_json, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_open_with

        function zarr_array_refresh(array, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_refresh

        function zarr_array_clear_cache(array, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_clear_cache

        subroutine zarr_array_free(array) bind(c)
            import :: c_ptr
            type(c_ptr), value :: array
        end subroutine zarr_array_free

        function zarr_array_path(array, path, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: path
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_path

        function zarr_array_store(array, store, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_store

        function zarr_array_format(array) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: array
            integer(c_int32_t) :: answer
        end function zarr_array_format

        function zarr_array_ndim(array) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: array
            integer(c_int32_t) :: answer
        end function zarr_array_ndim

        function zarr_array_data_type(array) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: array
            integer(c_int32_t) :: answer
        end function zarr_array_data_type

        function zarr_array_item_size(array) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: array
            integer(c_size_t) :: answer
        end function zarr_array_item_size

        function zarr_array_data_type_json(array, json, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_data_type_json

        function zarr_array_shape(array, ndim, shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(out) :: shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_shape

        function zarr_array_chunk_shape(array, ndim, chunk_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(out) :: chunk_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_chunk_shape

        function zarr_array_shard_shape(array, ndim, shard_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(out) :: shard_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_shard_shape

        function zarr_array_fill_value(array, value, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), value :: value
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_fill_value

        function zarr_array_fill_value_bytes(array, value, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_fill_value_bytes

        function zarr_array_fill_value_defined(array) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: array
            integer(c_int32_t) :: answer
        end function zarr_array_fill_value_defined

        function zarr_array_dimension_names(array, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_dimension_names

        function zarr_array_set_dimension_names(array, ndim, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            type(c_ptr), value :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_set_dimension_names

        function zarr_array_set_fill_value(array, value, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), value :: value
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_set_fill_value

        function zarr_array_codecs(array, names, configurations, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: names
            type(c_ptr), intent(out) :: configurations
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_codecs

        function zarr_array_reads_parts(array) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: array
            integer(c_int32_t) :: answer
        end function zarr_array_reads_parts

        function zarr_array_attributes(array, json, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_attributes

        function zarr_array_set_attributes(array, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_set_attributes

        function zarr_array_metadata(array, json, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_metadata

        function zarr_array_warnings(array, messages, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: messages
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_warnings

        function zarr_node_open(store, path, options_json, array, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_open

        function zarr_group_open_group(group, path, options_json, opened, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: opened
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_open_group

        function zarr_group_open_array(group, path, options_json, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_open_array

        function zarr_array_document(array, document, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: document
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_document

        function zarr_array_open_from_document(store, path, document, size, options_json, array, &
            error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: document
            integer(c_size_t), value :: size
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_open_from_document

        function zarr_array_refresh_from_document(array, document, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), value :: document
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_refresh_from_document

        function zarr_group_format(group) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: group
            integer(c_int32_t) :: answer
        end function zarr_group_format

        function zarr_group_open_known(store, path, format, options_json, group, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_open_known

        function zarr_node_visit(store, path, depth, options_json, visit, user_data, error) bind(c) result(answer)
            import :: c_char, c_funptr, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: depth
            type(c_ptr), value :: options_json
            type(c_funptr), value :: visit
            type(c_ptr), value :: user_data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_node_visit

        function zarr_array_read_points(array, ndim, points_count, points, buffer, buffer_size, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_size_t), value :: points_count
            integer(c_int64_t), intent(in) :: points(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_points

        function zarr_array_write_points(array, ndim, points_count, points, buffer, buffer_size, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_size_t), value :: points_count
            integer(c_int64_t), intent(in) :: points(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_points

        function zarr_array_read_orthogonal(array, ndim, counts, indices, buffer, buffer_size, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_size_t), intent(in) :: counts(*)
            type(c_ptr), intent(in) :: indices(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_orthogonal

        function zarr_array_write_orthogonal(array, ndim, counts, indices, buffer, buffer_size, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_size_t), intent(in) :: counts(*)
            type(c_ptr), intent(in) :: indices(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_orthogonal

        function zarr_store_share(store, shared, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            type(c_ptr), intent(out) :: shared
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_store_share

        function zarr_group_share(group, shared, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            type(c_ptr), intent(out) :: shared
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_share

        function zarr_array_share(array, shared, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: shared
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_share

        function zarr_array_struct_fields(array, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_struct_fields

        function zarr_array_struct_field(array, index, data_type_json, offset, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_size_t), value :: index
            type(c_ptr), intent(out) :: data_type_json
            integer(c_size_t), intent(out) :: offset
            integer(c_size_t), intent(out) :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_struct_field

        function zarr_attribute_names(node, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_names

        function zarr_attribute_kind(node, name, kind, count, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int32_t), intent(out) :: kind
            integer(c_size_t), intent(out) :: count
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_kind

        function zarr_attribute_get_json(node, name, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), intent(out) :: json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_json

        function zarr_attribute_get_bool(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int32_t), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_bool

        function zarr_attribute_get_int64(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_int64

        function zarr_attribute_get_uint64(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_uint64

        function zarr_attribute_get_double(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_double, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_double

        function zarr_attribute_get_string(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_string

        function zarr_attribute_get_int64s(node, name, count, values, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: count
            integer(c_int64_t), intent(out) :: values(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_int64s

        function zarr_attribute_get_doubles(node, name, count, values, error) bind(c) result(answer)
            import :: c_char, c_double, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: count
            real(c_double), intent(out) :: values(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_doubles

        function zarr_attribute_get_strings(node, name, values, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), intent(out) :: values
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_get_strings

        function zarr_attribute_set_json(node, name, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_json

        function zarr_attribute_replace_json(node, name, old_json, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            character(kind=c_char), intent(in) :: old_json(*)
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_replace_json

        function zarr_attribute_replace_all(node, old_json, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: old_json(*)
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_replace_all

        function zarr_attribute_set_bool(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int32_t), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_bool

        function zarr_attribute_set_int64(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_int64

        function zarr_attribute_set_uint64(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_uint64

        function zarr_attribute_set_double(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_double, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            real(c_double), value :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_double

        function zarr_attribute_set_string(node, name, value, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            character(kind=c_char), intent(in) :: value(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_string

        function zarr_attribute_set_int64s(node, name, count, values, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: count
            integer(c_int64_t), intent(in) :: values(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_int64s

        function zarr_attribute_set_doubles(node, name, count, values, error) bind(c) result(answer)
            import :: c_char, c_double, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: count
            real(c_double), intent(in) :: values(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_doubles

        function zarr_attribute_set_strings(node, name, count, values, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            integer(c_size_t), value :: count
            type(c_ptr), intent(in) :: values(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_set_strings

        function zarr_attribute_erase(node, name, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: node
            character(kind=c_char), intent(in) :: name(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_attribute_erase

        function zarr_array_read_region(array, ndim, start, count, buffer, buffer_size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_region

        function zarr_array_read_new(array, ndim, start, count, data_type, values, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            integer(c_int32_t), value :: data_type
            type(c_ptr), intent(out) :: values
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_new

        function zarr_array_write_region(array, ndim, start, count, buffer, buffer_size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_region

        function zarr_array_read_strings(array, ndim, start, count, values, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), intent(out) :: values
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_strings

        function zarr_array_write_strings(array, ndim, start, count, values, sizes, values_count, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), intent(in) :: values(*)
            type(c_ptr), value :: sizes
            integer(c_size_t), value :: values_count
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_strings

        function zarr_array_write_string_block(array, ndim, start, count, data, data_size, offsets, values_count, &
            error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            character(kind=c_char), intent(in) :: data(*)
            integer(c_size_t), value :: data_size
            integer(c_size_t), intent(in) :: offsets(*)
            integer(c_size_t), value :: values_count
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_string_block

        function zarr_array_resize(array, ndim, shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_resize

        function zarr_array_lengthen(array, axis, length, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: axis
            integer(c_int64_t), value :: length
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_lengthen

        function zarr_array_reserve(array, axis, count, start, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: axis
            integer(c_int64_t), value :: count
            integer(c_int64_t), intent(out) :: start
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_reserve

        function zarr_array_append(array, axis, ndim, count, buffer, buffer_size, start, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: axis
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            integer(c_int64_t), intent(out) :: start
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_append

        function zarr_array_append_strings(array, axis, ndim, count, values, sizes, values_count, start, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: axis
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), intent(in) :: values(*)
            type(c_ptr), value :: sizes
            integer(c_size_t), value :: values_count
            integer(c_int64_t), intent(out) :: start
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_append_strings

        subroutine zarr_region_init(region) bind(c)
            import :: zarr_region
            type(zarr_region), intent(inout) :: region
        end subroutine zarr_region_init

        subroutine zarr_transfer_init(how) bind(c)
            import :: zarr_transfer
            type(zarr_transfer), intent(inout) :: how
        end subroutine zarr_transfer_init

        function zarr_array_read(array, region, buffer, buffer_size, how, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error, zarr_region
            type(c_ptr), value :: array
            type(zarr_region), intent(in) :: region
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(c_ptr), value :: how
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read

        function zarr_array_write(array, region, buffer, buffer_size, how, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error, zarr_region
            type(c_ptr), value :: array
            type(zarr_region), intent(in) :: region
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(c_ptr), value :: how
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write

        function zarr_queue_new(options_json, queue, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: queue
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_new

        function zarr_queue_write_region(queue, array, ndim, start, count, data, size, ticket, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: queue
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: data
            integer(c_size_t), value :: size
            type(c_ptr), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_write_region

        function zarr_queue_read_region(queue, array, ndim, start, count, buffer, size, ticket, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: queue
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: size
            type(c_ptr), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_read_region

        function zarr_queue_write_region_then(queue, array, ndim, start, count, data, size, done, user_data, ticket, &
            error) bind(c) result(answer)
            import :: c_funptr, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: queue
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: data
            integer(c_size_t), value :: size
            type(c_funptr), value :: done
            type(c_ptr), value :: user_data
            type(c_ptr), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_write_region_then

        function zarr_queue_read_region_then(queue, array, ndim, start, count, buffer, size, done, user_data, &
            ticket, error) bind(c) result(answer)
            import :: c_funptr, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: queue
            type(c_ptr), value :: array
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: size
            type(c_funptr), value :: done
            type(c_ptr), value :: user_data
            type(c_ptr), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_read_region_then

        function zarr_queue_wait(queue, ticket, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: queue
            integer(c_int64_t), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_wait

        function zarr_queue_cancel(queue, ticket, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: queue
            integer(c_int64_t), value :: ticket
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_cancel

        function zarr_queue_pending(queue, operations, bytes, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: queue
            integer(c_int64_t), intent(out) :: operations
            integer(c_int64_t), intent(out) :: bytes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_queue_pending

        function zarr_queue_is_done(queue, ticket) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr
            type(c_ptr), value :: queue
            integer(c_int64_t), value :: ticket
            integer(c_int32_t) :: answer
        end function zarr_queue_is_done

        subroutine zarr_queue_free(queue) bind(c)
            import :: c_ptr
            type(c_ptr), value :: queue
        end subroutine zarr_queue_free

        function zarr_array_read_chunk(array, unit, ndim, position, buffer, buffer_size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_chunk

        function zarr_array_write_chunk(array, unit, ndim, position, buffer, buffer_size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            type(c_ptr), value :: buffer
            integer(c_size_t), value :: buffer_size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_chunk

        function zarr_array_read_encoded_chunk(array, unit, ndim, position, value, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            type(c_ptr), intent(out) :: value
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_read_encoded_chunk

        function zarr_array_write_encoded_chunk(array, unit, ndim, position, data, size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            type(c_ptr), value :: data
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_write_encoded_chunk

        function zarr_array_erase_chunk(array, unit, ndim, position, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_erase_chunk

        function zarr_array_encoded_chunk_size(array, unit, ndim, position, size, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            integer(c_int64_t), intent(out) :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_encoded_chunk_size

        function zarr_array_list_chunks(array, unit, positions, count, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            type(c_ptr), intent(out) :: positions
            integer(c_size_t), intent(out) :: count
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_list_chunks

        function zarr_array_count_chunks(array, unit, count, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_size_t), intent(out) :: count
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_count_chunks

        function zarr_array_chunk_store(array, store, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            type(c_ptr), intent(out) :: store
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_chunk_store

        function zarr_array_grid_shape(array, unit, ndim, grid_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(out) :: grid_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_grid_shape

        function zarr_array_chunk_edges(array, unit, dimension, count, chunk_lengths, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: dimension
            integer(c_size_t), value :: count
            integer(c_int64_t), intent(out) :: chunk_lengths(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_chunk_edges

        function zarr_array_chunk_bounds(array, unit, ndim, position, start, count, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: position(*)
            integer(c_int64_t), intent(out) :: start(*)
            integer(c_int64_t), intent(out) :: count(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_chunk_bounds

        function zarr_array_chunk_at(array, unit, ndim, element, position, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: element(*)
            integer(c_int64_t), intent(out) :: position(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_chunk_at

        function zarr_propose_decomposition(ndim, shape, item_size, processes, chunk_bytes, shard_bytes, &
            block_shape, shard_shape, chunk_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_size_t, zarr_error
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shape(*)
            integer(c_size_t), value :: item_size
            integer(c_int64_t), intent(in) :: processes(*)
            integer(c_size_t), value :: chunk_bytes
            integer(c_size_t), value :: shard_bytes
            integer(c_int64_t), intent(out) :: block_shape(*)
            integer(c_int64_t), intent(out) :: shard_shape(*)
            integer(c_int64_t), intent(out) :: chunk_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_propose_decomposition

        function zarr_array_regions_exclusive(array, unit, ndim, regions, starts, counts, exclusive, first, second, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_size_t), value :: regions
            integer(c_int64_t), intent(in) :: starts(*)
            integer(c_int64_t), intent(in) :: counts(*)
            integer(c_int32_t), intent(out) :: exclusive
            integer(c_size_t), intent(out) :: first
            integer(c_size_t), intent(out) :: second
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_regions_exclusive

        function zarr_array_region_parts(array, unit, ndim, start, count, parts, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            integer(c_int64_t), intent(out) :: parts
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_region_parts

        function zarr_array_region_part(array, unit, ndim, start, count, part, position, part_start, part_count, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: array
            integer(c_int32_t), value :: unit
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            integer(c_int64_t), value :: part
            integer(c_int64_t), intent(out) :: position(*)
            integer(c_int64_t), intent(out) :: part_start(*)
            integer(c_int64_t), intent(out) :: part_count(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_region_part

        function zarr_array_builder_new(data_type, ndim, shape, builder, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            integer(c_int32_t), value :: data_type
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shape(*)
            type(c_ptr), intent(out) :: builder
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_new

        function zarr_array_builder_new_json(data_type_json, ndim, shape, builder, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            character(kind=c_char), intent(in) :: data_type_json(*)
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shape(*)
            type(c_ptr), intent(out) :: builder
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_new_json

        subroutine zarr_array_builder_free(builder) bind(c)
            import :: c_ptr
            type(c_ptr), value :: builder
        end subroutine zarr_array_builder_free

        function zarr_array_builder_data_type(builder) bind(c) result(answer)
            import :: c_int32_t, c_ptr
            type(c_ptr), value :: builder
            integer(c_int32_t) :: answer
        end function zarr_array_builder_data_type

        function zarr_array_builder_item_size(builder) bind(c) result(answer)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: builder
            integer(c_size_t) :: answer
        end function zarr_array_builder_item_size

        function zarr_array_builder_format(builder, format, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: format
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_format

        function zarr_array_builder_chunk_shape(builder, ndim, chunk_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: chunk_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_chunk_shape

        function zarr_array_builder_chunk_edges(builder, dimension, count, chunk_lengths, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: dimension
            integer(c_size_t), value :: count
            integer(c_int64_t), intent(in) :: chunk_lengths(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_chunk_edges

        function zarr_array_builder_shard_shape(builder, ndim, shard_shape, error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: ndim
            integer(c_int64_t), intent(in) :: shard_shape(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_shard_shape

        function zarr_array_builder_fill_value(builder, value, size, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: builder
            type(c_ptr), value :: value
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_fill_value

        function zarr_array_builder_no_fill_value(builder, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_no_fill_value

        function zarr_array_builder_order(builder, order, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: order
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_order

        function zarr_array_builder_big_endian(builder, big_endian, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: big_endian
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_big_endian

        function zarr_array_builder_separator(builder, separator, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: separator
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_separator

        function zarr_array_builder_chunk_key_encoding(builder, name, configuration_json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), value :: configuration_json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_chunk_key_encoding

        function zarr_array_builder_dimension_names(builder, ndim, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            integer(c_int32_t), value :: ndim
            type(c_ptr), intent(in) :: names(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_dimension_names

        function zarr_array_builder_attributes(builder, json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            character(kind=c_char), intent(in) :: json(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_attributes

        function zarr_array_builder_codec(builder, name, configuration_json, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: builder
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), value :: configuration_json
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_builder_codec

        function zarr_array_create(store, path, builder, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: builder
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_create

        function zarr_array_create_with(store, path, builder, options_json, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: builder
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_create_with

        function zarr_group_create_array(group, path, builder, options_json, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: group
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: builder
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_group_create_array

        function zarr_array_create_or_replace(store, path, builder, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: builder
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_create_or_replace

        function zarr_array_create_json(store, path, format, metadata_json, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format
            character(kind=c_char), intent(in) :: metadata_json(*)
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_array_create_json

        function zarr_dataset_create(store, path, format, options_json, dataset, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            integer(c_int32_t), value :: format
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: dataset
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_create

        function zarr_dataset_open(store, path, options_json, dataset, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: store
            character(kind=c_char), intent(in) :: path(*)
            type(c_ptr), value :: options_json
            type(c_ptr), intent(out) :: dataset
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_open

        function zarr_dataset_share(dataset, shared, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(c_ptr), intent(out) :: shared
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_share

        subroutine zarr_dataset_free(dataset) bind(c)
            import :: c_ptr
            type(c_ptr), value :: dataset
        end subroutine zarr_dataset_free

        function zarr_dataset_refresh(dataset, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_refresh

        function zarr_dataset_group(dataset, group, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(c_ptr), intent(out) :: group
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_group

        function zarr_dataset_dimensions(dataset, names, lengths, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(c_ptr), intent(out) :: names
            type(c_ptr), intent(out) :: lengths
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_dimensions

        function zarr_dataset_dimension_length(dataset, name, length, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), intent(out) :: length
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_dimension_length

        function zarr_dataset_arrays(dataset, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_arrays

        function zarr_dataset_array(dataset, name, array, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), intent(out) :: array
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_array

        function zarr_dataset_define_dimension(dataset, name, length, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: length
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_define_dimension

        function zarr_dataset_define_array(dataset, name, ndim, dimensions, builder, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int32_t), value :: ndim
            type(c_ptr), intent(in) :: dimensions(*)
            type(c_ptr), value :: builder
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_define_array

        function zarr_dataset_define_coordinate(dataset, name, builder, values, size, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr), value :: builder
            type(c_ptr), value :: values
            integer(c_size_t), value :: size
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_define_coordinate

        function zarr_dataset_commit(dataset, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_commit

        function zarr_dataset_discard(dataset, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_discard

        function zarr_dataset_resize_dimension(dataset, name, length, error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: name(*)
            integer(c_int64_t), value :: length
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_resize_dimension

        function zarr_dataset_append(dataset, dimension, count, arrays, names, data, sizes, start, &
            error) bind(c) result(answer)
            import :: c_char, c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: dataset
            character(kind=c_char), intent(in) :: dimension(*)
            integer(c_int64_t), value :: count
            integer(c_size_t), value :: arrays
            type(c_ptr), intent(in) :: names(*)
            type(c_ptr), intent(in) :: data(*)
            type(c_ptr), value :: sizes
            integer(c_int64_t), intent(out) :: start
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_append

        function zarr_dataset_read(dataset, ndim, dimensions, start, count, arrays, names, data, sizes, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: dataset
            integer(c_int32_t), value :: ndim
            type(c_ptr), intent(in) :: dimensions(*)
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            integer(c_size_t), value :: arrays
            type(c_ptr), intent(in) :: names(*)
            type(c_ptr), intent(in) :: data(*)
            type(c_ptr), value :: sizes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_read

        function zarr_dataset_write(dataset, ndim, dimensions, start, count, arrays, names, data, sizes, &
            error) bind(c) result(answer)
            import :: c_int32_t, c_int64_t, c_ptr, c_size_t, zarr_error
            type(c_ptr), value :: dataset
            integer(c_int32_t), value :: ndim
            type(c_ptr), intent(in) :: dimensions(*)
            integer(c_int64_t), intent(in) :: start(*)
            integer(c_int64_t), intent(in) :: count(*)
            integer(c_size_t), value :: arrays
            type(c_ptr), intent(in) :: names(*)
            type(c_ptr), intent(in) :: data(*)
            type(c_ptr), value :: sizes
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_dataset_write

        subroutine zarr_codec_callbacks_init(callbacks) bind(c)
            import :: zarr_codec_callbacks
            type(zarr_codec_callbacks), intent(inout) :: callbacks
        end subroutine zarr_codec_callbacks_init

        function zarr_codec_register(v2_id, v3_name, callbacks, user_data, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_codec_callbacks, zarr_error
            type(c_ptr), value :: v2_id
            type(c_ptr), value :: v3_name
            type(zarr_codec_callbacks), intent(in) :: callbacks
            type(c_ptr), value :: user_data
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_codec_register

        function zarr_codec_unregister(name, error) bind(c) result(answer)
            import :: c_char, c_int32_t, zarr_error
            character(kind=c_char), intent(in) :: name(*)
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_codec_unregister

        function zarr_version_number() bind(c) result(answer)
            import :: c_int32_t
            integer(c_int32_t) :: answer
        end function zarr_version_number

        function zarr_threads() bind(c) result(answer)
            import :: c_int32_t
            integer(c_int32_t) :: answer
        end function zarr_threads

        function zarr_supported_formats(names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_supported_formats

        function zarr_supported_data_types(format, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            integer(c_int32_t), value :: format
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_supported_data_types

        function zarr_supported_codecs(format, names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            integer(c_int32_t), value :: format
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_supported_codecs

        function zarr_supported_url_schemes(names, error) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(c_ptr), intent(out) :: names
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t) :: answer
        end function zarr_supported_url_schemes

        subroutine zarr_error_translate(error, language) bind(c)
            import :: c_int32_t, zarr_error
            type(zarr_error), intent(inout) :: error
            integer(c_int32_t), value :: language
        end subroutine zarr_error_translate

        subroutine zarr_error_extend(error, before, after) bind(c)
            import :: c_char, zarr_error
            type(zarr_error), intent(inout) :: error
            character(kind=c_char), intent(in) :: before(*)
            character(kind=c_char), intent(in) :: after(*)
        end subroutine zarr_error_extend

        function zarr_error_take_ticket(error, ticket) bind(c) result(answer)
            import :: c_int32_t, c_ptr, zarr_error
            type(zarr_error), intent(inout) :: error
            type(c_ptr), value :: ticket
            integer(c_int32_t) :: answer
        end function zarr_error_take_ticket
    end interface
end module zarr_c
