"""Makes the table of the fault campaign out of zarr.h: for every exported function the case that `tests/c/faults_*.c` defines, or the
reason why there is none. A function with neither stops the build: the linker then names the missing `fault_<function>`.

    faults.py <zarr.h> <output.c>
"""

import pathlib
import re
import sys

LEFT_OUT = {
    "frees a handle, which has no error to report": """zarr_bytes_free zarr_strings_free zarr_store_free zarr_group_free zarr_array_free
        zarr_array_builder_free zarr_dataset_free zarr_queue_free""",
    "answers from memory what the handle holds": """zarr_bytes_data zarr_bytes_size zarr_strings_count zarr_strings_get zarr_strings_size zarr_bytes_text
        zarr_strings_data zarr_strings_offsets
        zarr_group_path zarr_group_store zarr_group_format zarr_group_warnings zarr_array_path zarr_array_store zarr_array_format
        zarr_array_ndim zarr_array_data_type zarr_array_item_size zarr_array_data_type_json zarr_array_fill_value
        zarr_array_fill_value_bytes zarr_array_fill_value_defined zarr_array_codecs zarr_array_chunk_shape zarr_array_shard_shape
        zarr_array_chunk_edges zarr_array_chunk_bounds zarr_array_chunk_at zarr_array_reads_parts zarr_array_struct_fields
        zarr_array_struct_field zarr_dataset_group zarr_dataset_dimensions zarr_dataset_dimension_length zarr_dataset_arrays
        zarr_dataset_array zarr_dataset_discard""",
    "another handle to what is open": "zarr_store_share zarr_group_share zarr_array_share zarr_dataset_share",
    "drops cached chunks": "zarr_array_clear_cache",
    "opens no store of callbacks": "zarr_store_open",
    "makes a store of another one, without a request": """zarr_store_open_callbacks zarr_store_wrap_prefix zarr_store_wrap_read_only
        zarr_store_wrap_cache zarr_store_wrap_trace zarr_store_wrap_overlay""",
    "called by stores": """zarr_sink_write zarr_sink_reserve zarr_sink_set_version zarr_listing_add_key zarr_listing_add_prefix""",
    "sets a struct of the caller": """zarr_store_callbacks_init zarr_tracer_init zarr_region_init zarr_transfer_init
        zarr_codec_callbacks_init""",
    "describes an array before it is created": """zarr_array_builder_new zarr_array_builder_new_json zarr_array_builder_data_type
        zarr_array_builder_item_size zarr_array_builder_format zarr_array_builder_chunk_shape zarr_array_builder_chunk_edges
        zarr_array_builder_shard_shape zarr_array_builder_fill_value zarr_array_builder_no_fill_value zarr_array_builder_order
        zarr_array_builder_big_endian zarr_array_builder_separator zarr_array_builder_chunk_key_encoding
        zarr_array_builder_dimension_names zarr_array_builder_attributes zarr_array_builder_codec zarr_dataset_define_dimension
        zarr_dataset_define_array zarr_dataset_define_coordinate""",
    "computes from its arguments": """zarr_propose_decomposition zarr_error_translate zarr_error_extend
        zarr_error_take_ticket""",
    "the queue itself: its operations meet the store": """zarr_queue_new zarr_queue_wait zarr_queue_cancel zarr_queue_pending
        zarr_queue_is_done""",
    "about the process, not a store": """zarr_set_threads zarr_threads zarr_callbacks_end zarr_codec_register zarr_codec_unregister
        zarr_version zarr_version_number zarr_supported_formats zarr_supported_data_types zarr_supported_codecs
        zarr_supported_url_schemes zarr_status_name zarr_format_name zarr_data_type_name zarr_data_type_size""",
}


def functions(header):
    plain = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    plain = re.sub(r"^#.*$", "", plain, flags=re.M)
    return re.findall(r"^(?:const )?\w+(?: \*| )(zarr_\w+)\([^)]*\);", plain, flags=re.M)


def main(header, output):
    names = functions(pathlib.Path(header).read_text())
    reasons = {name: reason for reason, listed in LEFT_OUT.items() for name in listed.split()}
    if unknown := sorted(set(reasons) - set(names)):
        sys.exit(f"left out, but not in the header: {', '.join(unknown)} (tests/boundary/faults.py)")
    cases = [name for name in names if name not in reasons]
    lines = ['#include "faults.h"', "", *[f"extern const fault_case fault_{name};" for name in cases], "",
             "const fault_entry fault_table[] = {", *[f'    {{"{name}", &fault_{name}}},' for name in cases], "};",
             f"const int fault_entries = {len(cases)};"]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")


main(*sys.argv[1:])
