/*
 * Why this file exists: the cases of the campaign that change nodes, attributes and shapes, or create and erase.
 */
#include "faults.h"

static int32_t go_on(void *user, int64_t done, int64_t total) {
    (void)user, (void)done, (void)total;
    return 0;
}

FAULT(store_set, 0, return zarr_store_set(w->store, "other", "value", 5, error);)
FAULT(store_erase, 0, {
    return zarr_store_erase(w->store, w->how.format == ZARR_FORMAT_V2 ? "g/a/0.0" : "g/a/c/0/0", error);
})
FAULT(store_erase_prefix, 0, return zarr_store_erase_prefix(w->store, "g/a/", error);)
FAULT(node_consolidate, 0, return zarr_node_consolidate(w->store, "g", error);)
FAULT(node_copy, TAKEN, return zarr_node_copy(w->store, "g", w->store, "h", ZARR_FORMAT_DEFAULT, go_on, NULL, error);)
/* The remains of a copy that could not be erased are in the way. */
FAULT(node_move, 0, {
    zarr_status status = zarr_node_move(w->store, "g", "h", go_on, NULL, error);
    zarr_error second;
    if (status == ZARR_ERROR_ALREADY_EXISTS && zarr_node_erase(w->store, "h", &second) == ZARR_OK)
        status = zarr_node_move(w->store, "g", "h", go_on, NULL, error);
    return status;
})
FAULT(node_erase, 0, return zarr_node_erase(w->store, "g", error);)
FAULT(node_erase_watched, 0, return zarr_node_erase_watched(w->store, "g", go_on, NULL, error);)
FAULT(group_create, 0, return zarr_group_create(w->store, "n/m", w->how.format, "{\"x\": 1}", &w->new_group, error);)
FAULT(group_create_or_replace, 0,
      return zarr_group_create_or_replace(w->store, "n", w->how.format, "{\"x\": 1}", &w->new_group, error);)
FAULT(group_create_group, 0, return zarr_group_create_group(w->group, "n", "{\"x\": 1}", &w->new_group, error);)
FAULT(group_set_attributes, 0, return zarr_group_set_attributes(w->group, "{\"x\": 1}", error);)
FAULT(array_set_dimension_names, 0, {
    static const char *const names[2] = {"y", "x"};
    return zarr_array_set_dimension_names(w->array, 2, names, error);
})
FAULT(array_set_fill_value, 0, {
    const int32_t fill = 7;
    return zarr_array_set_fill_value(w->empty, &fill, sizeof fill, error);
})
FAULT(array_set_attributes, 0, return zarr_array_set_attributes(w->array, "{\"x\": 1}", error);)
FAULT(attribute_set_json, 0, return zarr_attribute_set_json(w->array, "x", "[1]", error);)
FAULT(attribute_replace_json, CHANGED, return zarr_attribute_replace_json(w->array, "k", "1", "2", error);)
FAULT(attribute_replace_all, CHANGED, return zarr_attribute_replace_all(w->array, "{\"k\": 1}", "{\"k\": 2}", error);)
FAULT(attribute_set_bool, 0, return zarr_attribute_set_bool(w->group, "x", 1, error);)
FAULT(attribute_set_int64, 0, return zarr_attribute_set_int64(w->array, "x", 5, error);)
FAULT(attribute_set_uint64, 0, return zarr_attribute_set_uint64(w->array, "x", 5, error);)
FAULT(attribute_set_double, 0, return zarr_attribute_set_double(w->shards, "x", 5, error);)
FAULT(attribute_set_string, 0, return zarr_attribute_set_string(w->group, "x", "text", error);)
FAULT(attribute_set_int64s, 0, {
    const int64_t values[2] = {1, 2};
    return zarr_attribute_set_int64s(w->array, "x", 2, values, error);
})
FAULT(attribute_set_doubles, 0, {
    const double values[2] = {1, 2};
    return zarr_attribute_set_doubles(w->array, "x", 2, values, error);
})
FAULT(attribute_set_strings, 0, {
    static const char *const values[2] = {"a", "b"};
    return zarr_attribute_set_strings(w->array, "x", 2, values, error);
})
FAULT(attribute_erase, 0, {
    zarr_status status = zarr_attribute_erase(w->array, "k", error);
    /* The attribute was erased by the call whose answer was an error. */
    return status == ZARR_ERROR_NOT_FOUND ? zarr_array_refresh(w->array, error) : status;
})
FAULT(array_resize, 0, {
    const int64_t smaller[2] = {2, 3};
    return zarr_array_resize(w->array, 2, smaller, error);
})
FAULT(array_lengthen, 0, return zarr_array_lengthen(w->array, 0, 7, error);)
FAULT(array_reserve, GROWS, {
    int64_t start;
    return zarr_array_reserve(w->array, 0, 1, &start, error);
})
FAULT(array_append, GROWS, {
    const int64_t count[2] = {1, 6};
    const int32_t values[6] = {1, 2, 3, 4, 5, 6};
    int64_t start;
    return zarr_array_append(w->shards, 0, 2, count, values, sizeof values, &start, error);
})
FAULT(array_append_strings, GROWS, {
    static const char *const values[1] = {"five"};
    const int64_t count[1] = {1};
    int64_t start;
    return zarr_array_append_strings(w->words, 0, 1, count, values, NULL, 1, &start, error);
})
FAULT(array_create, 0, return zarr_array_create(w->store, "n/a", w->builder, &w->new_array, error);)
FAULT(array_create_with, 0, return zarr_array_create_with(w->store, "g/n", w->builder, NULL, &w->new_array, error);)
FAULT(group_create_array, 0, return zarr_group_create_array(w->group, "n", w->builder, NULL, &w->new_array, error);)
FAULT(array_create_or_replace, REPLACES, return zarr_array_create_or_replace(w->store, "g/a", w->builder, &w->new_array, error);)
FAULT(array_create_json, 0, {
    const char *document =
        w->how.format == ZARR_FORMAT_V2
            ? "{\"zarr_format\": 2, \"shape\": [4], \"chunks\": [2], \"dtype\": \"<i4\", \"compressor\": null, \"fill_value\": 0, "
              "\"order\": \"C\", \"filters\": null}"
            : "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [4], \"data_type\": \"int32\", \"chunk_grid\": {\"name\": "
              "\"regular\", \"configuration\": {\"chunk_shape\": [2]}}, \"chunk_key_encoding\": {\"name\": \"default\"}, "
              "\"fill_value\": 0, \"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}]}";
    return zarr_array_create_json(w->store, "n", w->how.format, document, &w->new_array, error);
})
FAULT(dataset_create, 0, return zarr_dataset_create(w->store, "n", w->how.format, NULL, &w->new_dataset, error);)
FAULT(dataset_commit, 0, {
    static const char *const dimensions[2] = {"t", "y"};
    const int32_t values[6] = {1, 2, 3, 4, 5, 6};
    if (!w->is_defined) {
        const int64_t shape[1] = {6};
        const int32_t fill = FILL;
        zarr_array_builder *line = NULL;
        zarr_error own;
        w->is_defined = zarr_array_builder_new(ZARR_INT32, 1, shape, &line, &own) == ZARR_OK &&
                        zarr_array_builder_format(line, w->how.format, &own) == ZARR_OK &&
                        zarr_array_builder_fill_value(line, &fill, sizeof fill, &own) == ZARR_OK &&
                        zarr_dataset_define_coordinate(w->dataset, "y", line, values, sizeof values, &own) == ZARR_OK &&
                        zarr_dataset_define_array(w->dataset, "b", 2, dimensions, w->builder, &own) == ZARR_OK;
        CHECK(w->is_defined);
        zarr_array_builder_free(line);
    }
    return zarr_dataset_commit(w->dataset, error);
})
FAULT(dataset_resize_dimension, 0, return zarr_dataset_resize_dimension(w->dataset, "t", 2, error);)
FAULT(dataset_append, GROWS, {
    static const char *const names[2] = {"u", "t"};
    const int32_t values[6] = {1, 2, 3, 4, 5, 6}, time = 9;
    const void *blocks[2];
    const size_t sizes[2] = {sizeof values, sizeof time};
    int64_t start;
    blocks[0] = values;
    blocks[1] = &time;
    return zarr_dataset_append(w->dataset, "t", 1, 2, names, blocks, sizes, &start, error);
})
