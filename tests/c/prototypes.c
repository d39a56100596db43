/*
 * Why this file exists: programs outside the repository are compiled against these prototypes and numbers, which may never
 * change. Each is declared a second time here, so that a header that says anything else does not compile. There is nothing
 * to run.
 */
#include <zarr.h>

#ifdef __cplusplus
extern "C" {
#endif

const char *zarr_version(void);
const char *zarr_status_name(zarr_status status);
zarr_status zarr_store_open(const char *url, const char *options_json, zarr_store **store, zarr_error *error);
zarr_status zarr_store_open_callbacks(const zarr_store_callbacks *callbacks, void *user_data, const char
    *options_json, zarr_store **store, zarr_error *error);
zarr_status zarr_store_flush(const zarr_store *store, zarr_error *error);
void zarr_store_free(zarr_store *store);
zarr_status zarr_store_get(const zarr_store *store, const char *key, zarr_bytes **value, zarr_error *error);
zarr_status zarr_store_set(const zarr_store *store, const char *key, const void *data, size_t size, zarr_error
    *error);
zarr_status zarr_store_erase(const zarr_store *store, const char *key, zarr_error *error);
zarr_status zarr_store_list_prefix(const zarr_store *store, const char *prefix, zarr_strings **keys,
    zarr_error *error);
zarr_status zarr_store_list_dir(const zarr_store *store, const char *prefix, zarr_strings **keys, zarr_strings
    **prefixes, zarr_error *error);
const uint8_t *zarr_bytes_data(const zarr_bytes *bytes);
size_t zarr_bytes_size(const zarr_bytes *bytes);
void zarr_bytes_free(zarr_bytes *bytes);
const char *zarr_bytes_text(const zarr_bytes *bytes);
const char *zarr_data_type_name(int32_t data_type);
size_t zarr_data_type_size(int32_t data_type);
const char *zarr_format_name(int32_t format);
zarr_status zarr_array_read_new(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
    int32_t data_type, zarr_bytes **values, zarr_error *error);
zarr_status zarr_array_codecs(const zarr_array *array, zarr_strings **names, zarr_strings **configurations,
    zarr_error *error);
zarr_status zarr_array_set_dimension_names(const zarr_array *array, int32_t ndim, const char *const *names,
    zarr_error *error);
zarr_status zarr_array_create_with(const zarr_store *store, const char *path, const zarr_array_builder *builder,
    const char *options_json, zarr_array **array, zarr_error *error);
zarr_status zarr_array_open_from_document(const zarr_store *store, const char *path, const void *document,
    size_t size, const char *options_json, zarr_array **array, zarr_error *error);
zarr_status zarr_array_document(const zarr_array *array, zarr_bytes **document, zarr_error *error);
zarr_status zarr_queue_new(const char *options_json, zarr_queue **queue, zarr_error *error);
zarr_status zarr_queue_write_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
    const int64_t *count, const void *data, size_t size, int64_t *ticket, zarr_error *error);
zarr_status zarr_queue_read_region(zarr_queue *queue, const zarr_array *array, int32_t ndim, const int64_t *start,
    const int64_t *count, void *buffer, size_t size, int64_t *ticket, zarr_error *error);
zarr_status zarr_queue_wait(zarr_queue *queue, int64_t ticket, zarr_error *error);
void zarr_queue_free(zarr_queue *queue);
size_t zarr_strings_count(const zarr_strings *strings);
const char *zarr_strings_get(const zarr_strings *strings, size_t index);
size_t zarr_strings_size(const zarr_strings *strings, size_t index);
void zarr_strings_free(zarr_strings *strings);
zarr_status zarr_node_kind(const zarr_store *store, const char *path, int32_t *kind, zarr_error *error);
zarr_status zarr_node_children(const zarr_store *store, const char *path, zarr_strings **names, zarr_error
    *error);
zarr_status zarr_node_erase(const zarr_store *store, const char *path, zarr_error *error);
zarr_status zarr_node_erase_watched(const zarr_store *store, const char *path, zarr_progress progress, void *user_data,
                                    zarr_error *error);
zarr_status zarr_node_walk_watched(const zarr_store *store, const char *path, int32_t depth, zarr_progress progress,
                                   void *user_data, zarr_strings **paths, zarr_bytes **kinds, zarr_error *error);
zarr_status zarr_group_create(const zarr_store *store, const char *path, int32_t format, const char
    *attributes_json, zarr_group **group, zarr_error *error);
zarr_status zarr_group_open(const zarr_store *store, const char *path, zarr_group **group, zarr_error *error);
zarr_status zarr_group_open_with(const zarr_store *store, const char *path, const char *options_json,
    zarr_group **group, zarr_error *error);
zarr_status zarr_group_attributes(const zarr_group *group, zarr_bytes **json, zarr_error *error);
zarr_status zarr_group_set_attributes(const zarr_group *group, const char *json, zarr_error *error);
zarr_status zarr_group_warnings(const zarr_group *group, zarr_strings **messages, zarr_error *error);
void zarr_group_free(zarr_group *group);
zarr_status zarr_array_open(const zarr_store *store, const char *path, zarr_array **array, zarr_error *error);
zarr_status zarr_array_open_with(const zarr_store *store, const char *path, const char *options_json,
    zarr_array **array, zarr_error *error);
zarr_status zarr_array_refresh(const zarr_array *array, zarr_error *error);
void zarr_array_free(zarr_array *array);
int32_t zarr_array_format(const zarr_array *array);
int32_t zarr_array_ndim(const zarr_array *array);
int32_t zarr_array_data_type(const zarr_array *array);
size_t zarr_array_item_size(const zarr_array *array);
zarr_status zarr_array_data_type_json(const zarr_array *array, zarr_bytes **json, zarr_error *error);
zarr_status zarr_array_shape(const zarr_array *array, int32_t ndim, int64_t *shape, zarr_error *error);
zarr_status zarr_array_chunk_shape(const zarr_array *array, int32_t ndim, int64_t *chunk_shape, zarr_error
    *error);
zarr_status zarr_array_shard_shape(const zarr_array *array, int32_t ndim, int64_t *shard_shape, zarr_error
    *error);
zarr_status zarr_array_fill_value(const zarr_array *array, void *value, size_t size, zarr_error *error);
zarr_status zarr_array_fill_value_bytes(const zarr_array *array, zarr_bytes **value, zarr_error *error);
int32_t zarr_array_fill_value_defined(const zarr_array *array);
int32_t zarr_array_reads_parts(const zarr_array *array);
zarr_status zarr_array_dimension_names(const zarr_array *array, zarr_strings **names, zarr_error *error);
zarr_status zarr_array_attributes(const zarr_array *array, zarr_bytes **json, zarr_error *error);
zarr_status zarr_array_set_attributes(const zarr_array *array, const char *json, zarr_error *error);
zarr_status zarr_array_metadata(const zarr_array *array, zarr_bytes **json, zarr_error *error);
zarr_status zarr_array_warnings(const zarr_array *array, zarr_strings **messages, zarr_error *error);
zarr_status zarr_array_resize(const zarr_array *array, int32_t ndim, const int64_t *shape, zarr_error *error);
zarr_status zarr_array_read_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t
    *count, void *buffer, size_t buffer_size, zarr_error *error);
zarr_status zarr_array_write_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t
    *count, const void *buffer, size_t buffer_size, zarr_error *error);
zarr_status zarr_array_read_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t
    *count, zarr_strings **values, zarr_error *error);
zarr_status zarr_array_write_strings(const zarr_array *array, int32_t ndim, const int64_t *start, const
    int64_t *count, const char *const *values, const size_t *sizes, size_t values_count, zarr_error *error);
zarr_status zarr_array_builder_new(int32_t data_type, int32_t ndim, const int64_t *shape, zarr_array_builder
    **builder, zarr_error *error);
zarr_status zarr_array_builder_new_json(const char *data_type_json, int32_t ndim, const int64_t *shape,
    zarr_array_builder **builder, zarr_error *error);
void zarr_array_builder_free(zarr_array_builder *builder);
zarr_status zarr_array_builder_format(zarr_array_builder *builder, int32_t format, zarr_error *error);
zarr_status zarr_array_builder_chunk_shape(zarr_array_builder *builder, int32_t ndim, const int64_t
    *chunk_shape, zarr_error *error);
zarr_status zarr_array_builder_shard_shape(zarr_array_builder *builder, int32_t ndim, const int64_t
    *shard_shape, zarr_error *error);
zarr_status zarr_array_builder_fill_value(zarr_array_builder *builder, const void *value, size_t size,
    zarr_error *error);
zarr_status zarr_array_builder_order(zarr_array_builder *builder, int32_t order , zarr_error *error);
zarr_status zarr_array_builder_big_endian(zarr_array_builder *builder, int32_t big_endian, zarr_error *error);
zarr_status zarr_array_builder_separator(zarr_array_builder *builder, int32_t separator , zarr_error *error);
zarr_status zarr_array_builder_dimension_names(zarr_array_builder *builder, int32_t ndim, const char *const
    *names , zarr_error *error);
zarr_status zarr_array_builder_attributes(zarr_array_builder *builder, const char *json, zarr_error *error);
zarr_status zarr_array_builder_codec(zarr_array_builder *builder, const char *name, const char
    *configuration_json, zarr_error *error);
zarr_status zarr_array_create(const zarr_store *store, const char *path, const zarr_array_builder *builder,
    zarr_array **array, zarr_error *error);
zarr_status zarr_array_create_json(const zarr_store *store, const char *path, int32_t format, const char
    *metadata_json, zarr_array **array, zarr_error *error);
zarr_status zarr_set_threads(int32_t threads, zarr_error *error);
zarr_status zarr_callbacks_end(void *user_data, int64_t milliseconds, zarr_error *error);

/* Callbacks, and the rest of the store interface. */
zarr_status zarr_sink_write(zarr_sink *sink, const void *data, size_t size, zarr_error *error);
zarr_status zarr_sink_reserve(zarr_sink *sink, size_t size, void **data, zarr_error *error);
zarr_status zarr_sink_set_version(zarr_sink *sink, const char *version, zarr_error *error);
zarr_status zarr_listing_add_key(zarr_listing *listing, const char *key, zarr_error *error);
zarr_status zarr_listing_add_prefix(zarr_listing *listing, const char *prefix, zarr_error *error);
void zarr_store_callbacks_init(zarr_store_callbacks *callbacks);
zarr_status zarr_store_erase_prefix(const zarr_store *store, const char *prefix, zarr_error *error);
zarr_status zarr_store_exists(const zarr_store *store, const char *key, int32_t *exists, zarr_error *error);
zarr_status zarr_store_size(const zarr_store *store, const char *key, int64_t *size, zarr_error *error);
zarr_status zarr_store_get_range(const zarr_store *store, const char *key, zarr_range range, zarr_bytes
    **value, zarr_error *error);

#ifdef __cplusplus
}
#endif

/* Numbers: a wrong one is an array of negative size. */
#define SAME(name, number) typedef char zarr_##name##_is_##number[(name) == (number) ? 1 : -1]
SAME(ZARR_OK, 0);
SAME(ZARR_ERROR_INVALID_ARGUMENT, 1);
SAME(ZARR_ERROR_INVALID_HANDLE, 2);
SAME(ZARR_ERROR_NOT_FOUND, 3);
SAME(ZARR_ERROR_ALREADY_EXISTS, 4);
SAME(ZARR_ERROR_NODE_TYPE, 5);
SAME(ZARR_ERROR_OUT_OF_BOUNDS, 6);
SAME(ZARR_ERROR_BUFFER_SIZE, 7);
SAME(ZARR_ERROR_TYPE_MISMATCH, 8);
SAME(ZARR_ERROR_RANGE, 9);
SAME(ZARR_ERROR_METADATA, 10);
SAME(ZARR_ERROR_UNSUPPORTED, 11);
SAME(ZARR_ERROR_DATA, 12);
SAME(ZARR_ERROR_IO, 13);
SAME(ZARR_ERROR_READ_ONLY, 14);
SAME(ZARR_ERROR_CONFLICT, 15);
SAME(ZARR_ERROR_LIMIT, 16);
SAME(ZARR_ERROR_CANCELLED, 17);
SAME(ZARR_ERROR_INTERNAL, 18);
SAME(ZARR_ERROR_NO_MEMORY, 19);
SAME(ZARR_ERROR_PERMISSION, 20);
SAME(ZARR_ERROR_TIMEOUT, 21);
SAME(ZARR_STATUS_USER, 1000);
SAME(ZARR_FORMAT_DEFAULT, 0);
SAME(ZARR_FORMAT_V1, 1);
SAME(ZARR_FORMAT_V2, 2);
SAME(ZARR_FORMAT_V3, 3);
SAME(ZARR_FORMAT_V3_2019A, 31);
SAME(ZARR_FORMAT_V3_2019B, 32);
SAME(ZARR_FORMAT_V3_2020, 33);
SAME(ZARR_FORMAT_V3_2022, 34);
SAME(ZARR_FORMAT_N5, 50);
SAME(ZARR_NODE_NONE, 0);
SAME(ZARR_NODE_ARRAY, 1);
SAME(ZARR_NODE_GROUP, 2);
SAME(ZARR_NODE_IMPLICIT_GROUP, 3);
SAME(ZARR_BOOL, 1);
SAME(ZARR_INT8, 2);
SAME(ZARR_INT16, 3);
SAME(ZARR_INT32, 4);
SAME(ZARR_INT64, 5);
SAME(ZARR_UINT8, 6);
SAME(ZARR_UINT16, 7);
SAME(ZARR_UINT32, 8);
SAME(ZARR_UINT64, 9);
SAME(ZARR_FLOAT16, 10);
SAME(ZARR_FLOAT32, 11);
SAME(ZARR_FLOAT64, 12);
SAME(ZARR_COMPLEX64, 13);
SAME(ZARR_COMPLEX128, 14);
SAME(ZARR_RAW, 15);
SAME(ZARR_FIXED_BYTES, 16);
SAME(ZARR_FIXED_UTF32, 17);
SAME(ZARR_DATETIME64, 18);
SAME(ZARR_TIMEDELTA64, 19);
SAME(ZARR_STRUCT, 20);
SAME(ZARR_STRING, 21);
SAME(ZARR_BYTES, 22);
SAME(ZARR_STORE_THREAD_SAFE, 1);
SAME(ZARR_STORE_STATUS_IN_ERROR, 2);

/* The struct that callers own, and the table that they fill. */
typedef char zarr_error_size[sizeof(zarr_error) == 1024 ? 1 : -1];
typedef char zarr_error_message_size[sizeof(((zarr_error *)0)->message) == 1016 ? 1 : -1];
typedef char zarr_error_message_offset[offsetof(zarr_error, message) == 8 ? 1 : -1];
typedef char zarr_status_size[sizeof(zarr_status) == 4 ? 1 : -1];

void zarr_prototypes_callbacks(zarr_store_callbacks *table);
void zarr_prototypes_callbacks(zarr_store_callbacks *table) {
    const zarr_store_callbacks initial = ZARR_STORE_CALLBACKS_INIT;
    const zarr_range range = {0, -1};
    const zarr_error error = {0, 0, ""};
    zarr_status (*get)(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error
        *error) = table->get;
    zarr_status (*get_partial_values)(void *user_data, size_t count, const char *const *keys, const zarr_range
        *ranges, zarr_sink *const *values, zarr_error *error) = table->get_partial_values;
    zarr_status (*set)(void *user_data, const char *key, const void *data, size_t size, zarr_error *error) =
        table->set;
    zarr_status (*set_partial_values)(void *user_data, size_t count, const char *const *keys, const int64_t
        *starts, const void *const *data, const size_t *sizes, zarr_error *error) = table->set_partial_values;
    zarr_status (*erase)(void *user_data, const char *key, zarr_error *error) = table->erase;
    zarr_status (*erase_values)(void *user_data, size_t count, const char *const *keys, zarr_error *error) =
        table->erase_values;
    zarr_status (*erase_prefix)(void *user_data, const char *prefix, zarr_error *error) = table->erase_prefix;
    zarr_status (*list)(void *user_data, zarr_listing *listing, zarr_error *error) = table->list;
    zarr_status (*list_prefix)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
        = table->list_prefix;
    zarr_status (*list_dir)(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error) =
        table->list_dir;
    zarr_status (*size)(void *user_data, const char *key, int64_t *size, zarr_error *error) = table->size;
    zarr_status (*exists)(void *user_data, const char *key, int32_t *exists, zarr_error *error) =
        table->exists;
    zarr_status (*set_if)(void *user_data, const char *key, const char *expected, const void *data, size_t
        size, zarr_error *error) = table->set_if;
    zarr_status (*flush)(void *user_data, zarr_error *error) = table->flush;
    void (*destroy)(void *user_data) = table->destroy;
    *table = initial;
    table->flags = ZARR_STORE_THREAD_SAFE;
    (void)range;
    (void)error;
    table->get = get;
    table->get_partial_values = get_partial_values;
    table->set = set;
    table->set_partial_values = set_partial_values;
    table->erase = erase;
    table->erase_values = erase_values;
    table->erase_prefix = erase_prefix;
    table->list = list;
    table->list_prefix = list_prefix;
    table->list_dir = list_dir;
    table->size = size;
    table->exists = exists;
    table->set_if = set_if;
    table->flush = flush;
    table->destroy = destroy;
}
