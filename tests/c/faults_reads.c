/*
 * Why this file exists: the cases of the campaign that read.
 */
#include "faults.h"

static const int64_t zero[2] = {0, 0}, whole[2] = {4, 6}, part[2] = {3, 5}, four[1] = {4};

static zarr_status checked(zarr_status status, const int32_t *values, int32_t wanted) {
    if (status == ZARR_OK)
        CHECK(values[0] == wanted);
    return status;
}

static int32_t go_on(void *user, int64_t done, int64_t total) {
    (void)user, (void)done, (void)total;
    return 0;
}

static int32_t visit(void *user, const char *path, int32_t kind, const zarr_array *array, const zarr_error *problem) {
    (void)path, (void)kind, (void)array;
    if (problem != NULL && *(zarr_status *)user == ZARR_OK)
        *(zarr_status *)user = problem->status;
    return 0;
}

static void done(void *user, int64_t ticket, zarr_status status, const char *message) {
    (void)user, (void)ticket, (void)status, (void)message;
}

static const char *document_key(const world *w) {
    return w->how.format == ZARR_FORMAT_V2 ? "g/a/.zarray" : "g/a/zarr.json";
}

FAULT(store_flush, READS, return zarr_store_flush(w->store, error);)
FAULT(store_get, READS, return zarr_store_get(w->store, document_key(w), &w->bytes, error);)
FAULT(store_get_range, READS, {
    const zarr_range range = {2, 5};
    return zarr_store_get_range(w->store, document_key(w), range, &w->bytes, error);
})
FAULT(store_exists, READS, {
    int32_t exists = 0;
    zarr_status status = zarr_store_exists(w->store, document_key(w), &exists, error);
    CHECK(status != ZARR_OK || exists == 1);
    return status;
})
FAULT(store_size, READS, {
    int64_t size = 0;
    return zarr_store_size(w->store, document_key(w), &size, error);
})
FAULT(store_list_prefix, READS, return zarr_store_list_prefix(w->store, "g/a/", &w->strings, error);)
FAULT(store_list_dir, READS, return zarr_store_list_dir(w->store, "g/", &w->strings, &w->more_strings, error);)
FAULT(node_kind, READS, {
    int32_t kind = 0;
    zarr_status status = zarr_node_kind(w->store, "g/a", &kind, error);
    CHECK(status != ZARR_OK || kind == ZARR_NODE_ARRAY);
    return status;
})
FAULT(node_children, READS, {
    zarr_status status = zarr_node_children(w->store, "g", &w->strings, error);
    CHECK(status != ZARR_OK || zarr_strings_count(w->strings) == 4);
    return status;
})
FAULT(node_walk, READS, return zarr_node_walk(w->store, "", -1, &w->strings, &w->bytes, error);)
FAULT(node_walk_watched, READS, return zarr_node_walk_watched(w->store, "", -1, go_on, NULL, &w->strings, &w->bytes, error);)
FAULT(node_visit, READS, {
    zarr_status met = ZARR_OK;
    zarr_status status = zarr_node_visit(w->store, "", -1, NULL, visit, &met, error);
    if (status == ZARR_OK && met != ZARR_OK) {
        /* The visitor is told of a node that could not be read. */
        snprintf(error->message, sizeof error->message, "%s", KV_BROKEN);
        error->status = met;
        return met;
    }
    return status;
})
FAULT(group_open, READS, return zarr_group_open(w->store, "g", &w->new_group, error);)
FAULT(group_open_with, READS, return zarr_group_open_with(w->store, "g", NULL, &w->new_group, error);)
FAULT(group_attributes, READS, return zarr_group_attributes(w->group, &w->bytes, error);)
FAULT(array_open, READS, return zarr_array_open(w->store, "g/a", &w->new_array, error);)
FAULT(array_open_with, READS, return zarr_array_open_with(w->store, "g/a", NULL, &w->new_array, error);)
FAULT(array_refresh, READS, return zarr_array_refresh(w->array, error);)
FAULT(array_shape, READS | REREAD, {
    int64_t shape[2];
    return zarr_array_shape(w->array, 2, shape, error);
})
FAULT(array_dimension_names, READS | REREAD, return zarr_array_dimension_names(w->array, &w->strings, error);)
FAULT(array_attributes, READS | REREAD, return zarr_array_attributes(w->array, &w->bytes, error);)
FAULT(array_metadata, READS | REREAD, return zarr_array_metadata(w->array, &w->bytes, error);)
FAULT(array_warnings, READS, return zarr_array_warnings(w->array, &w->strings, error);)
FAULT(node_open, READS, return zarr_node_open(w->store, "g/a", NULL, &w->new_array, &w->new_group, error);)
FAULT(group_open_group, READS, return zarr_group_open_group(w->root, "g", NULL, &w->new_group, error);)
FAULT(group_open_array, READS, return zarr_group_open_array(w->group, "a", NULL, &w->new_array, error);)
FAULT(array_document, READS | REREAD, return zarr_array_document(w->array, &w->bytes, error);)
FAULT(array_open_from_document, READS, {
    int32_t values[24];
    zarr_status status = zarr_array_open_from_document(w->store, "g/a", zarr_bytes_data(w->document),
                                                       zarr_bytes_size(w->document), NULL, &w->new_array, error);
    if (status == ZARR_OK)
        status = zarr_array_read_region(w->new_array, 2, zero, whole, values, sizeof values, error);
    return checked(status, values, ELEMENT(0, 0));
})
FAULT(array_refresh_from_document, READS,
      return zarr_array_refresh_from_document(w->array, zarr_bytes_data(w->document), zarr_bytes_size(w->document), error);)
FAULT(group_open_known, READS, {
    zarr_status status = zarr_group_open_known(w->store, "g", w->how.format, NULL, &w->new_group, error);
    return status == ZARR_OK ? zarr_group_attributes(w->new_group, &w->bytes, error) : status;
})
FAULT(array_read_points, READS, {
    const int64_t points[4] = {0, 0, 3, 5};
    int32_t values[2] = {0, 0};
    return checked(zarr_array_read_points(w->shards, 2, 2, points, values, sizeof values, error), values + 1, ELEMENT(3, 5));
})
FAULT(array_read_orthogonal, READS, {
    const int64_t rows[2] = {3, 0}, columns[2] = {5, 1};
    const int64_t *indices[2];
    const size_t counts[2] = {2, 2};
    int32_t values[4] = {0, 0, 0, 0};
    indices[0] = rows;
    indices[1] = columns;
    return checked(zarr_array_read_orthogonal(w->array, 2, counts, indices, values, sizeof values, error), values, ELEMENT(3, 5));
})
FAULT(attribute_names, READS, return zarr_attribute_names(w->group, &w->strings, error);)
FAULT(attribute_kind, READS, {
    int32_t kind;
    size_t count;
    return zarr_attribute_kind(w->group, "n", &kind, &count, error);
})
FAULT(attribute_get_json, READS | REREAD, return zarr_attribute_get_json(w->array, "k", &w->bytes, error);)
FAULT(attribute_get_bool, READS, {
    int32_t value;
    return zarr_attribute_get_bool(w->group, "b", &value, error);
})
FAULT(attribute_get_int64, READS, {
    int64_t value = 0;
    zarr_status status = zarr_attribute_get_int64(w->group, "n", &value, error);
    CHECK(status != ZARR_OK || value == 5);
    return status;
})
FAULT(attribute_get_uint64, READS, {
    uint64_t value;
    return zarr_attribute_get_uint64(w->group, "n", &value, error);
})
FAULT(attribute_get_double, READS, {
    double value;
    return zarr_attribute_get_double(w->group, "f", &value, error);
})
FAULT(attribute_get_string, READS, return zarr_attribute_get_string(w->group, "s", &w->bytes, error);)
FAULT(attribute_get_int64s, READS, {
    int64_t values[2];
    return zarr_attribute_get_int64s(w->group, "ns", 2, values, error);
})
FAULT(attribute_get_doubles, READS, {
    double values[2];
    return zarr_attribute_get_doubles(w->group, "ns", 2, values, error);
})
FAULT(attribute_get_strings, READS, return zarr_attribute_get_strings(w->group, "ss", &w->strings, error);)
FAULT(array_read_region, READS, {
    int32_t values[15] = {0};
    return checked(zarr_array_read_region(w->shards, 2, zero, part, values, sizeof values, error), values, ELEMENT(0, 0));
})
FAULT(array_read_new, READS, return zarr_array_read_new(w->array, 2, zero, part, ZARR_FLOAT64, &w->bytes, error);)
FAULT(array_read_strings, READS, return zarr_array_read_strings(w->words, 1, zero, four, &w->strings, error);)
FAULT(array_read, READS, {
    zarr_region region;
    int32_t values[24] = {0};
    zarr_region_init(&region);
    region.ndim = 2;
    region.start = zero;
    region.count = whole;
    return checked(zarr_array_read(w->array, &region, values, sizeof values, NULL, error), values, ELEMENT(0, 0));
})
FAULT(queue_read_region, READS, {
    int32_t values[24] = {0};
    int64_t ticket;
    zarr_status status = zarr_queue_read_region(w->queue, w->array, 2, zero, whole, values, sizeof values, &ticket, error);
    return checked(status == ZARR_OK ? zarr_queue_wait(w->queue, ticket, error) : status, values, ELEMENT(0, 0));
})
FAULT(queue_read_region_then, READS, {
    int32_t values[24] = {0};
    int64_t ticket;
    zarr_status status =
        zarr_queue_read_region_then(w->queue, w->array, 2, zero, whole, values, sizeof values, done, NULL, &ticket, error);
    return checked(status == ZARR_OK ? zarr_queue_wait(w->queue, ticket, error) : status, values, ELEMENT(0, 0));
})
FAULT(array_read_chunk, READS, {
    int32_t values[6] = {0};
    return checked(zarr_array_read_chunk(w->array, ZARR_UNIT_CHUNK, 2, zero, values, sizeof values, error), values, ELEMENT(0, 0));
})
FAULT(array_read_encoded_chunk, READS,
      return zarr_array_read_encoded_chunk(w->shards, ZARR_UNIT_CHUNK, 2, zero, &w->bytes, error);)
FAULT(array_encoded_chunk_size, READS, {
    int64_t size;
    return zarr_array_encoded_chunk_size(w->shards, ZARR_UNIT_CHUNK, 2, zero, &size, error);
})
FAULT(array_list_chunks, READS, {
    size_t count = 0;
    zarr_status status = zarr_array_list_chunks(w->array, ZARR_UNIT_CHUNK, &w->bytes, &count, error);
    CHECK(status != ZARR_OK || count == 4);
    return status;
})
FAULT(array_count_chunks, READS, {
    size_t count = 0;
    zarr_status status = zarr_array_count_chunks(w->shards, ZARR_UNIT_CHUNK, &count, error);
    CHECK(status != ZARR_OK || count > 0);
    return status;
})
FAULT(array_chunk_store, READS, {
    zarr_status status = zarr_array_chunk_store(w->shards, &w->new_store, error);
    return status == ZARR_OK ? zarr_store_list_prefix(w->new_store, "g/s/", &w->strings, error) : status;
})
FAULT(array_grid_shape, READS | REREAD, {
    int64_t counts[2];
    return zarr_array_grid_shape(w->array, ZARR_UNIT_CHUNK, 2, counts, error);
})
FAULT(array_regions_exclusive, READS | REREAD, {
    const int64_t starts[4] = {0, 0, 2, 0}, counts[4] = {2, 6, 2, 6};
    int32_t exclusive;
    return zarr_array_regions_exclusive(w->array, ZARR_UNIT_CHUNK, 2, 2, starts, counts, &exclusive, NULL, NULL, error);
})
FAULT(array_region_parts, READS | REREAD, {
    int64_t parts;
    return zarr_array_region_parts(w->array, ZARR_UNIT_CHUNK, 2, zero, whole, &parts, error);
})
FAULT(array_region_part, READS | REREAD, {
    int64_t position[2], start[2], count[2];
    return zarr_array_region_part(w->array, ZARR_UNIT_CHUNK, 2, zero, whole, 0, position, start, count, error);
})
FAULT(dataset_open, READS, return zarr_dataset_open(w->store, "d", NULL, &w->new_dataset, error);)
FAULT(dataset_refresh, READS, return zarr_dataset_refresh(w->dataset, error);)
FAULT(dataset_read, READS, {
    static const char *const names[2] = {"t", "u"};
    int32_t times[4] = {0}, values[24] = {0};
    void *rooms[2];
    const size_t sizes[2] = {sizeof times, sizeof values};
    rooms[0] = times;
    rooms[1] = values;
    return checked(zarr_dataset_read(w->dataset, 0, NULL, NULL, NULL, 2, names, rooms, sizes, error), times, 1);
})
