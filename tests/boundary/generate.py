"""Makes the C table of misuse out of zarr.h: for every exported function, each of its parameters wrong in each way that its kind
has, all others right. A function with a parameter that no rule below knows stops the build: a change that adds one says here what
is right, and what wrong must give.

    generate.py <zarr.h> <output.c>
"""

import pathlib
import re
import sys

# The expected statuses, as (status, status, ...).
HANDLE = ("ZARR_ERROR_INVALID_HANDLE",)
ARGUMENT = ("ZARR_ERROR_INVALID_ARGUMENT",)
BOUNDS = ("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_OUT_OF_BOUNDS")
SIZE = ("ZARR_ERROR_BUFFER_SIZE", "ZARR_ERROR_INVALID_ARGUMENT")
HUGE = ("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_OUT_OF_BOUNDS", "ZARR_ERROR_BUFFER_SIZE", "ZARR_ERROR_LIMIT",
        "ZARR_ERROR_NO_MEMORY", "ZARR_ERROR_UNSUPPORTED")
FAILS = ("-1",)  # any failure but a fault of the library itself
MAY = ("-2",)    # success, or such a failure
FINE = ("ZARR_OK",)

HANDLES = ("store", "group", "array", "array_builder", "bytes", "strings", "dataset", "queue")


def handle(kind, right, wrong):
    return right, [("NULL", "NULL", HANDLE), ("of another type", f"(void *){wrong}", HANDLE),
                   ("freed", f"freed_{kind}(w)", HANDLE), ("no handle", "(void *)no_handle", HANDLE)]


def text(right, null=ARGUMENT, bad=(), status=ARGUMENT, long=MAY):
    wrongs = [("NULL", "NULL", null), ("too long", "long_text", long)]
    wrongs += [(f"not UTF-8 ({index})", value, status) for index, value in enumerate(['"\\xff"', '"a\\x80"', '"cut\\xe2\\x82"'])]
    wrongs += [(value.replace('"', "'").replace("\\", ""), value, status) for value in bad]
    return right, wrongs


def path(right):
    return text(right, bad=['"."', '"a/.."', '"a//b"', '"//"'])


def out(right):
    return right, [("NULL", "NULL", ARGUMENT)]


def code(right, status=ARGUMENT, *more):
    return right, [(value, value, status) for value in ("-1", "9999", "INT32_MIN", "INT32_MAX", *more)]


def count_of(right, wrongs, status=ARGUMENT):
    return right, [(value, value, status) for value in wrongs]


OPTIONS = text("NULL", FINE, ['"{"', '"[]"', '"{\\"nonsense\\": 1}"', '""'], long=ARGUMENT)
OBJECT = ['"{"', '"[]"', '""', '"1"']
SHAPE_WRONGS = [("NULL", "NULL", ARGUMENT), ("negative", "negative", BOUNDS), ("least", "least", BOUNDS), ("largest", "largest", MAY)]
NDIM = code("2", ARGUMENT, "3", "1", "0")
# Where nothing but the rank says how long the lists are.
RANK = ("2", [("-1", "-1", ARGUMENT), ("INT32_MIN", "INT32_MIN", ARGUMENT)])
LIST = lambda right, most=HUGE: (right, [("NULL", "NULL", ARGUMENT), ("negative", "negative", BOUNDS),
                                        ("least", "least", BOUNDS), ("largest", "largest", most)])
REPEATED = code("0", ARGUMENT)
UNIT = code("ZARR_UNIT_CHUNK")
NONE = ("NULL", [])

# By the type of the parameter and its name; "function.name" goes before "type name".
RULES = {
    "const zarr_store *store": handle("store", "w->store", "w->array"),
    "const zarr_store *from": handle("store", "w->store", "w->group"),
    "const zarr_store *to": handle("store", "w->store", "w->bytes"),
    "const zarr_group *group": handle("group", "w->group", "w->array"),
    "const zarr_array *array": handle("array", "w->array", "w->group"),
    "const zarr_array_builder *builder": handle("builder", "w->builder", "w->strings"),
    "zarr_array_builder *builder": handle("builder", "w->builder", "w->store"),
    "const zarr_queue *queue": handle("queue", "w->queue", "w->array"),
    "zarr_queue *queue": handle("queue", "w->queue", "w->store"),
    "zarr_queue **": out("&w->new_queue"),
    # -1 is all, and nothing is queued.
    "int64_t ticket": count_of("-1", ["0", "1", "INT64_MAX", "INT64_MIN"], ARGUMENT),
    "int64_t *ticket": ("w->numbers", [("NULL", "NULL", FINE)]),
    "int64_t *operations": ("w->numbers", [("NULL", "NULL", FINE)]),
    "int64_t *bytes": ("w->more_numbers", [("NULL", "NULL", FINE)]),
    "zarr_queue_done done": NONE,
    "const void *node": ("w->group", [("NULL", "NULL", HANDLE), ("of another type", "w->store", HANDLE),
                                      ("freed", "freed_group(w)", HANDLE), ("no handle", "no_handle", HANDLE)]),
    # There is none outside callbacks.
    "zarr_sink *sink": (None, [("NULL", "NULL", HANDLE), ("of another type", "(void *)w->store", HANDLE),
                               ("no handle", "(void *)no_handle", HANDLE)]),
    "zarr_listing *listing": (None, [("NULL", "NULL", HANDLE), ("of another type", "(void *)w->store", HANDLE),
                                     ("no handle", "(void *)no_handle", HANDLE)]),
    "const char *url": text('"memory://"', bad=['"nonsense://x"', '""'], status=FAILS, long=FAILS),
    "const char *options_json": OPTIONS,
    "const char *key": text('"key"', bad=['"/key"', '"key/"', '"a//b"', '"a/../b"', '"."', '""']),
    "const char *prefix": text('"g/"', bad=['"g"', '"/"', '"a//"', '"../"']),
    "const char *path": path('"g"'),
    "const char *from_path": path('"a"'),
    "const char *to_path": path('"new"'),
    "const char *attributes_json": text('"{\\"a\\": 1}"', FINE, OBJECT, long=ARGUMENT),
    "const char *json": text('"{\\"a\\": 1}"', bad=OBJECT, long=ARGUMENT),
    "zarr_attribute_set_json.json": text('"[1]"', bad=['""', '"{"', '"1 2"'], long=ARGUMENT),
    # There is no such attribute, and none is made.
    "zarr_attribute_replace_json.name": text('"none"'),
    "zarr_attribute_replace_json.old_json": text("NULL", FINE, ['""', '"{"', '"1 2"'], long=ARGUMENT),
    "zarr_attribute_replace_json.json": text("NULL", FINE, ['""', '"{"', '"1 2"'], long=ARGUMENT),
    "zarr_attribute_replace_all.old_json": text('"{}"', bad=OBJECT, long=ARGUMENT),
    "const char *metadata_json": text("array_document", bad=OBJECT, status=("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_METADATA"),
                                      long=("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_METADATA")),
    "const char *data_type_json": text('"\\"int16\\""', bad=['""', '"{"', '"nonsense"', '"{}"'],
                                       status=("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_METADATA", "ZARR_ERROR_UNSUPPORTED"),
                                       long=FAILS),
    "const char *configuration_json": text("NULL", FINE, OBJECT, long=ARGUMENT),
    "const char *name": text('"i"', bad=[]),
    "zarr_array_builder_chunk_key_encoding.name": text('"fanout"', bad=['""', '"nonsense"'], status=FAILS, long=FAILS),
    "zarr_array_builder_codec.name": text('"gzip"', bad=['""', '"nonsense"'], status=FAILS, long=FAILS),
    "zarr_codec_unregister.name": (None, [("NULL", "NULL", ARGUMENT), ("not known", "\"nonsense\"", FAILS), ("one of the library", "\"gzip\"", FAILS), ("not UTF-8", "\"\\xff\"", ARGUMENT), ("too long", "long_text", FAILS)]),
    "const char *v2_id": text('"zarr_test"', FINE, ['""', '"gzip"'], status=FAILS),
    "const char *v3_name": text('"zarr.test"', FINE, ['""', '"gzip"'], status=FAILS),
    "zarr_sink_set_version.version": (None, []),
    "zarr_listing_add_key.key": (None, []),
    "zarr_listing_add_prefix.prefix": (None, []),
    "const char *value": text('"text"'),
    "const char *data": ("block", [("NULL", "NULL", ARGUMENT)]),
    "zarr_array_set_dimension_names.names": ("names", [("NULL", "NULL", FINE), ("not UTF-8", "bad_names", ARGUMENT)]),
    "const char *const *names": ("names", [("NULL", "NULL", ARGUMENT), ("not UTF-8", "bad_names", ARGUMENT)]),
    "const char *const *values": ("names", [("NULL", "NULL", ARGUMENT), ("not UTF-8", "bad_names", ("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_RANGE"))]),
    "const size_t *sizes": ("NULL", [("huge", "huge_sizes", ARGUMENT)]),
    "const size_t *offsets": ("offsets", [("NULL", "NULL", ARGUMENT), ("falling", "falling_offsets", ARGUMENT),
                                          ("past the end", "far_offsets", ARGUMENT)]),
    "const zarr_dataset *dataset": handle("dataset", "w->dataset", "w->group"),
    "zarr_dataset **": out("&w->new_dataset"),
    "zarr_dataset_define_dimension.name": text('"z"', bad=['""']),
    "zarr_dataset_define_array.name": text('"new"', bad=['""', '"."', '"a/b"', '"/v"']),
    "zarr_dataset_define_array.dimensions": ("names", [("NULL", "NULL", ARGUMENT), ("not UTF-8", "bad_names", ARGUMENT),
                                                       ("NULL in it", "null_names", ARGUMENT)]),
    # A coordinate has values, or its dimension is there already.
    "zarr_dataset_define_coordinate.name": text('"x"', bad=['""', '"."', '"a/b"'], long=("ZARR_OK",)),
    "zarr_dataset_define_coordinate.values": ("block", [("NULL", "NULL", ARGUMENT)]),
    "zarr_dataset_define_coordinate.size": count_of("24", ["3", "28", "SIZE_MAX"], SIZE),
    "zarr_dataset_dimension_length.name": text('"x"', bad=['""', '"z"'], status=FAILS, long=FAILS),
    "zarr_dataset_resize_dimension.name": text('"x"', bad=['""', '"z"'], status=FAILS, long=FAILS),
    "zarr_dataset_array.name": text('"v"', bad=['""', '"none"', '"a/b"'], status=FAILS, long=FAILS),
    "int64_t length": count_of("6", ["-1", "INT64_MIN"], ARGUMENT),
    "const char *dimension": text('"x"', bad=['""', '"none"'], status=FAILS, long=FAILS),
    "int64_t count": count_of("1", ["-1", "INT64_MIN", "INT64_MAX"], SIZE),
    "size_t arrays": count_of("1", ["SIZE_MAX", "(size_t)1 << 61"], HUGE),
    "zarr_dataset_append.names": ("variables", [("NULL", "NULL", ARGUMENT), ("not UTF-8", "bad_names + 1", ARGUMENT),
                                                ("unknown", "names", FAILS), ("NULL in it", "null_names", ARGUMENT)]),
    "zarr_dataset_read.names": ("variables", [("NULL", "NULL", ARGUMENT), ("unknown", "names", FAILS), ("NULL in it", "null_names", ARGUMENT)]),
    "zarr_dataset_write.names": ("variables", [("NULL", "NULL", ARGUMENT), ("unknown", "names", FAILS), ("NULL in it", "null_names", ARGUMENT)]),
    "const void *const *data": ("blocks(w)", [("NULL", "NULL", ARGUMENT), ("NULL in it", "no_blocks", ARGUMENT)]),
    "void *const *data": ("rooms(w)", [("NULL", "NULL", ARGUMENT), ("NULL in it", "no_rooms", ARGUMENT)]),
    "zarr_dataset_append.sizes": ("slab_sizes", [("NULL", "NULL", ARGUMENT), ("huge", "huge_sizes", SIZE), ("short", "offsets + 1", SIZE)]),
    "zarr_dataset_read.sizes": ("slab_sizes", [("NULL", "NULL", ARGUMENT), ("huge", "huge_sizes", SIZE), ("short", "offsets + 1", SIZE)]),
    "zarr_dataset_write.sizes": ("slab_sizes", [("NULL", "NULL", ARGUMENT), ("huge", "huge_sizes", SIZE), ("short", "offsets + 1", SIZE)]),
    "zarr_dataset_read.ndim": code("1", ARGUMENT, "3"),
    "zarr_dataset_write.ndim": code("1", ARGUMENT, "3"),
    "const char *const *dimensions": ("names", [("NULL", "NULL", ARGUMENT), ("not UTF-8", "bad_names + 1", ARGUMENT), ("unknown", "variables", FAILS),
                                                ("NULL in it", "null_names", ARGUMENT)]),
    "zarr_dataset_read.start": LIST("zeros"),
    "zarr_dataset_write.start": LIST("zeros"),
    "zarr_dataset_read.count": LIST("ones"),
    "zarr_dataset_write.count": LIST("ones"),
    "zarr_store **": out("&w->new_store"),
    "zarr_group **": out("&w->new_group"),
    "zarr_array **": out("&w->new_array"),
    "zarr_array_builder **": out("&w->new_builder"),
    "zarr_bytes **": out("&w->new_bytes"),
    "zarr_strings **": out("&w->new_strings"),
    "zarr_strings **prefixes": out("&w->more_strings"),
    "size_t points_count": count_of("1", ["SIZE_MAX", "(size_t)1 << 61"], HUGE),
    "const int64_t *points": LIST("point"),
    "const size_t *counts": ("two_counts", [("NULL", "NULL", ARGUMENT)]),
    "const int64_t *const *indices": ("lists", [("NULL", "NULL", ARGUMENT), ("negative", "negative_lists", ARGUMENT),
                                                ("far", "far_lists", ("ZARR_ERROR_OUT_OF_BOUNDS",))]),
    "zarr_strings **configurations": out("&w->more_strings"),
    "zarr_array_open_from_document.document": ("document(w)", [("NULL", "NULL", ARGUMENT), ("nonsense", "long_text", ARGUMENT)]),
    "zarr_array_refresh_from_document.document": ("document(w)", [("NULL", "NULL", ARGUMENT), ("nonsense", "long_text", ARGUMENT)]),
    "zarr_array_refresh_from_document.size": ("document_size(w)", [("0", "0", ARGUMENT), ("3", "3", ARGUMENT), ("SIZE_MAX", "SIZE_MAX", ARGUMENT)]),
    "zarr_group_open_known.format": code("ZARR_FORMAT_V3", ARGUMENT, "0"),
    "zarr_array_open_from_document.size": ("document_size(w)", [("0", "0", ARGUMENT), ("3", "3", ARGUMENT), ("SIZE_MAX", "SIZE_MAX", ARGUMENT)]),
    "zarr_array_read_new.data_type": code("ZARR_FLOAT64", ARGUMENT, "ZARR_STRUCT"),
    "void **data": (None, []),
    "int32_t *": out("&w->code"),
    "int64_t *": out("w->numbers"),
    "int64_t *count": out("w->more_numbers"),
    "int64_t *part_start": out("w->more_numbers"),
    "int64_t *part_count": out("w->third_numbers"),
    "int64_t *shard_shape": out("w->more_numbers"),
    "int64_t *chunk_shape": out("w->third_numbers"),
    "zarr_array_chunk_shape.chunk_shape": out("w->numbers"),
    "zarr_array_shard_shape.shard_shape": out("w->numbers"),
    "zarr_propose_decomposition.shard_shape": ("w->more_numbers", [("NULL", "NULL", MAY)]),
    "zarr_propose_decomposition.chunk_shape": ("w->third_numbers", [("NULL", "NULL", MAY)]),
    "zarr_propose_decomposition.block_shape": ("w->numbers", [("NULL", "NULL", MAY)]),
    "uint64_t *": out("&w->big"),
    "double *": out("w->reals"),
    "size_t *": out("&w->length"),
    "size_t *second": out("&w->second_length"),
    "size_t *size": out("&w->second_length"),
    "const int64_t *": LIST("ones"),
    "const int64_t *shape": LIST("shape", MAY),
    "const int64_t *processes": ("ones", [("NULL", "NULL", MAY), ("negative", "negative", BOUNDS), ("least", "least", BOUNDS),
                                          ("largest", "largest", MAY)]),
    "zarr_array_builder_chunk_shape.chunk_shape": LIST("ones", MAY),
    "zarr_array_builder_shard_shape.shard_shape": LIST("ones", MAY),
    "zarr_array_builder_chunk_edges.count": count_of("2", ["SIZE_MAX", "(size_t)1 << 61"], HUGE),
    # A caller that only asks whether there are any passes NULL.
    "zarr_array_regions_exclusive.first": ("&w->length", [("NULL", "NULL", FINE)]),
    "zarr_array_regions_exclusive.second": ("&w->second_length", [("NULL", "NULL", FINE)]),
    "const int64_t *values": ("ones", [("NULL", "NULL", ARGUMENT)]),
    # NULL is the origin of the region, or to its end.
    "const int64_t *start": ("zeros", [("NULL", "NULL", MAY), ("negative", "negative", BOUNDS), ("least", "least", BOUNDS),
                                       ("largest", "largest", HUGE)]),
    "const int64_t *count": ("ones", [("NULL", "NULL", MAY), ("negative", "negative", BOUNDS), ("least", "least", BOUNDS),
                                      ("largest", "largest", HUGE)]),
    "zarr_array_append.count": LIST("ones"),
    # A caller that does not ask where its block lies passes NULL.
    "zarr_array_append.start": ("w->numbers", [("NULL", "NULL", FINE)]),
    "zarr_array_append_strings.start": ("w->numbers", [("NULL", "NULL", FINE)]),
    "zarr_dataset_append.start": ("w->numbers", [("NULL", "NULL", FINE)]),
    "zarr_array_append_strings.count": LIST("ones"),
    "const int64_t *starts": LIST("zeros"),
    "const int64_t *counts": LIST("shape"),
    "const int64_t *position": LIST("zeros"),
    "const int64_t *element": LIST("zeros"),
    "const double *values": ("reals", [("NULL", "NULL", ARGUMENT)]),
    "int32_t ndim": NDIM,
    "zarr_propose_decomposition.ndim": RANK,
    "zarr_array_builder_new.ndim": RANK,
    "zarr_array_builder_new_json.ndim": RANK,
    "int32_t depth": ("-1", [("INT32_MIN", "INT32_MIN", MAY), ("INT32_MAX", "INT32_MAX", MAY)]),
    "int32_t threads": ("0", [("-1", "-1", ARGUMENT), ("INT32_MIN", "INT32_MIN", ARGUMENT)]),
    "int32_t format": code("ZARR_FORMAT_DEFAULT", ARGUMENT, "4"),
    "int32_t unit": UNIT,
    "int32_t axis": code("0", ARGUMENT, "2"),
    "int32_t dimension": code("0", ARGUMENT, "2"),
    "int32_t data_type": code("ZARR_INT32", ("ZARR_ERROR_INVALID_ARGUMENT",), "0", "ZARR_STRUCT"),
    "int32_t order": code("'C'", ARGUMENT, "'c'"),
    "int32_t separator": code("'.'", ARGUMENT, "','"),
    "int32_t big_endian": code("1", ARGUMENT),
    "int32_t value": code("1", ARGUMENT),
    # A pointer of its own: what is ended stays so.
    "zarr_callbacks_end.user_data": ("&w->second_length", [("another", "&w->big", FINE)]),
    "int64_t milliseconds": count_of("0", ["-1", "INT64_MIN"], ARGUMENT),
    "int64_t part": count_of("0", ["-1", "1000", "INT64_MAX", "INT64_MIN"], BOUNDS),
    "int64_t value": count_of("5", ["INT64_MIN", "INT64_MAX"], FINE),
    "uint64_t value": count_of("5", ["UINT64_MAX"], FINE),
    "double value": count_of("1.5", ["0.0 / zero", "1.0 / zero"], MAY),
    "size_t size": count_of("4", ["SIZE_MAX", "(size_t)1 << 63"], ARGUMENT),
    "zarr_queue_write_region.size": count_of("16", ["0", "15", "17", "SIZE_MAX", "(size_t)1 << 63"], SIZE),
    "zarr_queue_read_region.size": count_of("16", ["0", "15", "17", "SIZE_MAX", "(size_t)1 << 63"], SIZE),
    "zarr_queue_write_region_then.size": count_of("16", ["0", "15", "17", "SIZE_MAX", "(size_t)1 << 63"], SIZE),
    "zarr_queue_read_region_then.size": count_of("16", ["0", "15", "17", "SIZE_MAX", "(size_t)1 << 63"], SIZE),
    "zarr_sink_reserve.size": (None, []),
    "zarr_sink_write.size": (None, []),
    "zarr_sink_write.data": (None, []),
    "zarr_array_fill_value.size": count_of("4", ["0", "3", "5", "SIZE_MAX"], SIZE),
    "zarr_array_set_fill_value.value": ('"text"', [("NULL", "NULL", ARGUMENT)]),
    "zarr_array_set_fill_value.size": count_of("4", ["SIZE_MAX", "(size_t)1 << 63"], ARGUMENT),
    "zarr_array_builder_fill_value.size": count_of("4", ["0", "3", "5", "SIZE_MAX"], SIZE),
    "size_t bytes": count_of("1000", ["0", "SIZE_MAX"], MAY),
    "size_t buffer_size": count_of("16", ["0", "15", "17", "SIZE_MAX", "(size_t)1 << 63"], SIZE),
    "size_t count": count_of("2", ["SIZE_MAX", "(size_t)1 << 61"], ("ZARR_ERROR_INVALID_ARGUMENT", "ZARR_ERROR_BUFFER_SIZE")),
    "zarr_store_wrap_overlay.count": count_of("2", ["0", "SIZE_MAX", "(size_t)1 << 61"], HUGE),
    "zarr_array_read.buffer_size": count_of("16", ["0", "15"], SIZE),
    "zarr_array_write.buffer_size": count_of("16", ["0", "15"], SIZE),
    # A caller that only asks for the kind passes NULL.
    "zarr_attribute_kind.count": ("&w->length", [("NULL", "NULL", FINE)]),
    "size_t values_count": count_of("2", ["0", "1", "3", "SIZE_MAX"], SIZE),
    "size_t data_size": count_of("6", ["0", "3", "SIZE_MAX"], SIZE),
    "size_t regions": count_of("1", ["SIZE_MAX", "(size_t)1 << 61"], HUGE),
    "size_t index": count_of("0", ["99", "SIZE_MAX"], BOUNDS),
    "size_t item_size": count_of("4", ["0", "SIZE_MAX"], MAY),
    "size_t chunk_bytes": count_of("1000", ["SIZE_MAX"], MAY),
    "size_t shard_bytes": count_of("0", ["SIZE_MAX"], MAY),
    "void *user_data": NONE,
    "const void *data": ("block", [("NULL", "NULL", ARGUMENT)]),
    "const void *value": ("block", [("NULL", "NULL", ARGUMENT)]),
    "void *value": ("w->numbers", [("NULL", "NULL", ARGUMENT)]),
    "const void *buffer": ("unaligned", [("NULL", "NULL", ARGUMENT)]),
    "void *buffer": ("w->unaligned", [("NULL", "NULL", ARGUMENT)]),
    "zarr_progress progress": NONE,
    "zarr_visitor visit": ("visit", [("NULL", "NULL", ARGUMENT)]),
    "zarr_range range": ("whole", [("negative length", "bad_range", ARGUMENT)]),
    "const zarr_store_callbacks *callbacks": ("&callbacks", [("NULL", "NULL", ARGUMENT), ("without get", "&no_callbacks", ARGUMENT),
                                                            ("of no size", "&unsized_callbacks", ARGUMENT)]),
    "const zarr_codec_callbacks *callbacks": ("&codec", [("NULL", "NULL", ARGUMENT), ("of no size", "&unsized_codec", ARGUMENT)]),
    "const zarr_tracer *tracer": ("&tracer", [("NULL", "NULL", ARGUMENT), ("of no size", "&unsized_tracer", ARGUMENT)]),
    "const zarr_store *const *stores": ("stores(w)", [("NULL", "NULL", ARGUMENT), ("NULL in it", "null_stores", HANDLE)]),
    "const zarr_region *region": ("&region", [("NULL", "NULL", ARGUMENT), ("of no size", "&unsized_region", ARGUMENT),
                                              ("of another rank", "&flat_region", ARGUMENT), ("of no order", "&orderless_region", ARGUMENT),
                                              ("far strides", "&far_region", HUGE), ("huge", "&huge_region", HUGE)]),
    "const zarr_transfer *how": ("NULL", [("of no size", "&unsized_transfer", ARGUMENT), ("of no type", "&typeless_transfer", ARGUMENT)]),
}
# Arguments that are right for some functions only, by their names.
RIGHT = {
    "zarr_store_get_range": {}, "zarr_array_open": {"path": '"a"'}, "zarr_array_open_with": {"path": '"a"'},
    "zarr_group_create": {"path": '"new"'}, "zarr_group_create_or_replace": {"path": '"new"'}, "zarr_array_create": {"path": '"new"'},
    "zarr_array_create_or_replace": {"path": '"new"'}, "zarr_array_create_json": {"path": '"new"'}, "zarr_node_open": {"path": '"a"'},
    "zarr_array_create_with": {"path": '"new"'}, "zarr_group_create_array": {"path": '"new"'}, "zarr_group_create_group": {"path": '"new"'},
    "zarr_array_open_from_document": {"path": '"a"'},
    "zarr_array_read_points": {"buffer_size": "4"}, "zarr_array_write_points": {"buffer_size": "4"},
    "zarr_group_open_array": {"path": '"inner"'}, "zarr_group_open_group": {"path": '"sub"'},
    "zarr_queue_write_region": {"count": "pair", "data": "unaligned"}, "zarr_queue_read_region": {"count": "pair"},
    "zarr_queue_write_region_then": {"count": "pair", "data": "unaligned"}, "zarr_queue_read_region_then": {"count": "pair"},
    "zarr_array_read_region": {"count": "pair"}, "zarr_array_write_region": {"count": "pair"},
    "zarr_array_read_strings": {"array": "w->texts"}, "zarr_array_write_strings": {"array": "w->texts", "count": "row"},
    "zarr_array_write_string_block": {"array": "w->texts", "count": "row"},
    "zarr_array_append": {"count": "slab", "buffer_size": "20"}, "zarr_array_append_strings": {"array": "w->texts", "axis": "1", "count": "column", "values_count": "6"},
    "zarr_array_read_chunk": {"buffer_size": "48"}, "zarr_array_write_chunk": {"buffer_size": "48"},
    "zarr_array_chunk_edges": {"count": "2"}, "zarr_array_builder_chunk_edges": {"count": "2", "chunk_lengths": "edges"},
    "zarr_attribute_replace_all": {"node": "w->array"}, "zarr_array_set_fill_value": {"array": "w->texts"},
    "zarr_array_builder_fill_value": {}, "zarr_array_struct_fields": {"array": "w->structs"}, "zarr_array_struct_field": {"array": "w->structs"},
    "zarr_attribute_get_bool": {"name": '"b"'}, "zarr_attribute_get_double": {"name": '"d"'}, "zarr_attribute_get_string": {"name": '"s"'},
    "zarr_attribute_get_int64s": {"name": '"is"'}, "zarr_attribute_get_doubles": {"name": '"ds"'}, "zarr_attribute_get_strings": {"name": '"ss"'},
    "zarr_array_set_attributes": {}, "zarr_propose_decomposition": {"processes": "ones"},
    "zarr_array_regions_exclusive": {"counts": "ones"},
    "zarr_dataset_create": {"path": '"new"'}, "zarr_dataset_define_coordinate": {"builder": "w->line"},
    "zarr_array_list_chunks": {}, "zarr_node_copy": {"from_path": '"a"'}, "zarr_node_consolidate": {"path": '""'},
}
# Arguments that are wrong elsewhere, but right here; "function.name": {argument: expected result}.
EXCEPTIONS = {}

GETTERS = {"int32_t": "-1", "size_t": "0", "const uint8_t *": "NULL", "const char *": "NULL", "const size_t *": "NULL"}
PLAIN = {"zarr_status_name", "zarr_format_name", "zarr_data_type_name", "zarr_data_type_size", "zarr_version", "zarr_version_number", "zarr_threads"}


# Errors are structs of the caller, which may hold any bytes, also without a NUL.
ERRORS = {
    "zarr_error_translate": ["NULL, 2", "&wild, 2", "&wild, 77", "&wild, -1"],
    "zarr_error_extend": ['NULL, "a", "b"', "&wild, NULL, NULL", '&wild, "a", "\\xff"', '&wild, "\\xff", "b"', '&wild, "a", "b"'],
    "zarr_error_take_ticket": ["NULL, NULL", "&wild, NULL"],
}


def prototypes(header):
    plain = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
    plain = re.sub(r"^#.*$", "", plain, flags=re.M)
    for found in re.finditer(r"^((?:const )?\w+(?: \*| ))(zarr_\w+)\(([^)]*)\);", plain, flags=re.M):
        parameters = []
        for parameter in re.sub(r"\s+", " ", found[3]).split(", "):
            if parameter != "void":
                split = re.fullmatch(r"(.*?[ *])(\w+)", parameter)
                parameters.append((split[1].strip(), split[2]))
        yield found[1].strip(), found[2], parameters


def rule(function, kind, name):
    spaced = kind + (" " if not kind.endswith("*") else "")
    for key in (f"{function}.{name}", f"{spaced}{name}", kind):
        if key in RULES:
            right, wrongs = RULES[key]
            right = RIGHT.get(function, {}).get(name, right)
            other = EXCEPTIONS.get(f"{function}.{name}", {})
            return right, [(what, value, other.get(what, due)) for what, value, due in wrongs if other.get(what, due)]
    sys.exit(f"{function}: no rule says what {kind} {name} may be, and what not (tests/boundary/generate.py)")


def main(header, output):
    lines, functions, cases = ['#include "boundary.h"', "#include <string.h>", ""], [], 0
    for returned, function, parameters in prototypes(pathlib.Path(header).read_text()):
        body = []
        names = [name for _, name in parameters]
        if function in PLAIN:
            body.append(f"    {function}({'77' if parameters else ''});")
        elif function.endswith("_init"):
            body.append(f"    {function}(NULL);")
        elif function.endswith("_free"):
            kind = parameters[0][0].replace("*", "").strip()
            short = kind.replace("zarr_", "").replace("array_builder", "builder")
            body += [f"    {function}(NULL);", f"    {function}(freed_{short}(w));",
                     f"    {function}(({kind} *)no_handle);"]
            body += [f"    {function}(({kind} *)w->{other});"
                     for other in ("store", "group", "array", "builder", "bytes", "strings", "dataset", "queue") if other != short]
        elif function in ERRORS:
            body += ["    zarr_error wild;", "", "    memset(&wild, 0xff, sizeof wild);"]
            body += [f"    (void){function}({arguments});" for arguments in ERRORS[function]]
        elif returned != "zarr_status":
            kind = parameters[0][0].replace("const", "").replace("*", "").strip()
            short = kind.replace("zarr_", "").replace("array_builder", "builder")
            other = "store" if short == "builder" else "builder"
            rest = "".join(", 0" for _ in parameters[1:])
            for wrong in ("NULL", f"freed_{short}(w)", f"(const {kind} *)no_handle", f"(const {kind} *)w->{other}"):
                body.append(f"    GETTER({function}({wrong}{rest}) == {GETTERS[returned]});")
                cases += 1
        else:
            if parameters[-1] != ("zarr_error *", "error"):
                sys.exit(f"{function}: its last parameter is not the error")
            rules = [rule(function, kind, name) for kind, name in parameters[:-1]]
            rights = [right or ("0" if kind == "size_t" else "NULL") for (right, _), (kind, _) in zip(rules, parameters)]
            call = lambda arguments, error="E": f"{function}({', '.join([*arguments, error])})"
            if all(right is not None for right, _ in rules):
                body.append(f'    CASE("{function}: all is right", {call(rights)}, ZARR_OK);')
                body.append(f'    SILENT("{function}: without an error to fill", {call(rights, "NULL")}, true);')
                cases += 2
            for at, (_, wrongs) in enumerate(rules):
                for what, value, due in wrongs:
                    arguments = [*rights[:at], value, *rights[at + 1:]]
                    title = f'{function}: {names[at]} is {what}'.replace('"', "'")
                    body.append(f'    CASE("{title}", {call(arguments)}, {", ".join(due)});')
                    cases += 1
            if rules and rules[0][1]:
                arguments = [rules[0][1][0][1], *rights[1:]]
                good = "true" if rules[0][1][0][2] == FINE else "false"
                body.append(f'    SILENT("{function}: wrong, without an error to fill", {call(arguments, "NULL")}, {good});')
                cases += 1
        functions.append(function)
        lines += [f"static void test_{function}(world *w) {{", "    (void)w;", *body, "}", ""]
    lines += ["void boundary_table(void) {", *[f"    run(test_{function});" for function in functions], "}", "",
              f"const unsigned long boundary_functions = {len(functions)}, boundary_cases = {cases};"]
    pathlib.Path(output).write_text("\n".join(lines) + "\n")
    return functions


main(*sys.argv[1:])
