! Zarr for Fortran: `use zarr` is all that a program needs. docs/fortran.md teaches it; zarr_c is the C API as it is.
! SPDX-License-Identifier: MIT OR Apache-2.0
module zarr
    use zarr_constants
    use zarr_common, only: zarr_progress
    use zarr_stores, only: zarr_store
    use zarr_custom_stores, only: zarr_custom_store, zarr_key_list, zarr_open_custom_store => open_custom_store, zarr_value
    use zarr_nodes, only: zarr_group, zarr_node
    use zarr_arrays, only: zarr_array
    use zarr_datasets, only: zarr_dataset
    use zarr_queues, only: zarr_queue
    use zarr_decomposition, only: zarr_array_regions_exclusive => regions_exclusive, &
        zarr_propose_decomposition => propose_decomposition
    use zarr_library, only: zarr_set_threads => library_set_threads, zarr_status_name => library_status_name, &
        zarr_supported_codecs => library_supported_codecs, zarr_supported_data_types => library_supported_data_types, &
        zarr_supported_formats => library_supported_formats, zarr_threads => library_threads, &
        zarr_version => library_version
    implicit none
    public
end module zarr
