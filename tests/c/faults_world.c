/*
 * Why this file exists: the store with which each case of the campaign begins, made once for each format and copied, and
 * pictures of it as another program sees it.
 */
#include "faults.h"

/* Templates by format (v3, v2), prefix, and consolidated copy. */
static kv_store templates[2][2][2];
static bool is_made[2][2][2];

static zarr_array_builder *describe(int32_t format, int32_t type, int32_t ndim, int64_t rows, bool shards) {
    const int64_t shape[2] = {rows, 6}, chunks[2] = {2, shards ? 2 : 3}, shard[2] = {4, 4};
    const int32_t fill = FILL;
    zarr_array_builder *builder = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(type, ndim, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, ndim, chunks, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_attributes(builder, "{\"k\": 1}", E));
    if (type == ZARR_INT32)
        OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, ndim, shard, E));
    return builder;
}

static void ended(void *user, const zarr_operation *operation) { (void)user, (void)operation; }

static void open_store(kv_store *kv, setting how, bool counted, zarr_store **raw, zarr_store **store) {
    zarr_store_callbacks callbacks;
    zarr_tracer tracer;
    zarr_error error;
    kv_callbacks(kv, &callbacks, true);
    callbacks.destroy = NULL;
    if (!how.conditional)
        callbacks.set_if = NULL;
    OK(zarr_store_open_callbacks(&callbacks, kv, how.cached ? "{\"threads\": 1, \"cache_bytes\": 100000}" : "{\"threads\": 1}",
                                 raw, E));
    if (how.kind == PREFIX) {
        OK(zarr_store_wrap_prefix(*raw, "p/", NULL, store, E));
    } else if (counted && how.kind == OVERLAY) {
        zarr_store *memory = NULL;
        const zarr_store *layers[2];
        OK(zarr_store_open("memory://", NULL, &memory, E));
        layers[0] = *raw;
        layers[1] = memory;
        OK(zarr_store_wrap_overlay(layers, 2, NULL, store, E));
        zarr_store_free(memory);
    } else if (counted && how.kind == TRACE) {
        zarr_tracer_init(&tracer);
        tracer.ended = ended;
        OK(zarr_store_wrap_trace(*raw, &tracer, NULL, NULL, store, E));
    } else if (counted && how.kind == CACHE) {
        OK(zarr_store_wrap_cache(*raw, 1 << 20, NULL, store, E));
    } else if (counted && how.kind == READ_ONLY) {
        OK(zarr_store_wrap_read_only(*raw, NULL, store, E));
    } else {
        OK(zarr_store_share(*raw, store, E));
    }
}

static void make_array(zarr_store *store, const char *path, zarr_array_builder *builder, bool is_written) {
    const int64_t origin[2] = {0, 0}, whole[2] = {4, 6};
    int32_t values[24];
    zarr_array *array = NULL;
    zarr_error error;
    int i;
    for (i = 0; i < 24; i++)
        values[i] = ELEMENT(0, i);
    if (OK(zarr_array_create(store, path, builder, &array, E)) && is_written)
        OK(zarr_array_write_region(array, 2, origin, whole, values, sizeof values, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

static void make(kv_store *kv, setting how) {
    static const char *const words[4] = {"one", "two", "three", "four"}, *const dimensions[2] = {"t", "x"};
    const int64_t origin[1] = {0}, four[1] = {4};
    const int32_t times[4] = {1, 2, 3, 4};
    int32_t data[24];
    const void *blocks[1];
    const size_t size = sizeof data;
    const char *const named[1] = {"u"};
    zarr_store *raw = NULL, *store = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder;
    zarr_dataset *dataset = NULL;
    zarr_error error;
    int i;
    kv_init(kv);
    how.cached = false;
    open_store(kv, how, false, &raw, &store);
    OK(zarr_group_create(store, "", how.format, NULL, &group, E));
    zarr_group_free(group);
    OK(zarr_group_create(store, "g", how.format, "{\"n\": 5, \"f\": 1.5, \"s\": \"text\", \"b\": true, \"ns\": [1, 2], \"ss\": [\"a\", \"b\"]}",
                         &group, E));
    zarr_group_free(group);
    make_array(store, "g/a", describe(how.format, ZARR_INT32, 2, 4, false), true);
    make_array(store, "g/s", describe(how.format, ZARR_INT32, 2, 4, how.format == ZARR_FORMAT_V3), true);
    make_array(store, "g/e", describe(how.format, ZARR_INT32, 2, 4, false), false);
    builder = describe(how.format, ZARR_STRING, 1, 4, false);
    if (OK(zarr_array_create(store, "g/w", builder, &array, E)))
        OK(zarr_array_write_strings(array, 1, origin, four, words, NULL, 4, E));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    OK(zarr_dataset_create(store, "d", how.format, NULL, &dataset, E));
    builder = describe(how.format, ZARR_INT32, 1, 4, false);
    OK(zarr_dataset_define_coordinate(dataset, "t", builder, times, sizeof times, E));
    zarr_array_builder_free(builder);
    OK(zarr_dataset_define_dimension(dataset, "x", 6, E));
    builder = describe(how.format, ZARR_INT32, 2, 4, false);
    OK(zarr_dataset_define_array(dataset, "u", 2, dimensions, builder, E));
    zarr_array_builder_free(builder);
    OK(zarr_dataset_commit(dataset, E));
    for (i = 0; i < 24; i++)
        data[i] = i;
    blocks[0] = data;
    OK(zarr_dataset_write(dataset, 0, NULL, NULL, NULL, 1, named, blocks, &size, E));
    zarr_dataset_free(dataset);
    if (how.consolidated)
        OK(zarr_node_consolidate(store, "", E));
    zarr_store_free(store);
    zarr_store_free(raw);
}

void world_open(world *w, setting how) {
    const int format = how.format == ZARR_FORMAT_V2, prefix = how.kind == PREFIX, copy = how.consolidated;
    kv_store *template = &templates[format][prefix][copy];
    zarr_error error;
    size_t i;
    if (!is_made[format][prefix][copy])
        make(template, how);
    is_made[format][prefix][copy] = true;
    memset(w, 0, sizeof *w);
    w->how = how;
    kv_init(&w->kv);
    for (i = 0; i < template->count; i++)
        kv_put(&w->kv, template->entries[i].key, template->entries[i].data, template->entries[i].size);
    open_store(&w->kv, how, true, &w->raw, &w->store);
    OK(zarr_group_open(w->store, "", &w->root, E));
    OK(zarr_group_open(w->store, "g", &w->group, E));
    OK(zarr_array_open(w->store, "g/a", &w->array, E));
    OK(zarr_array_open(w->store, "g/s", &w->shards, E));
    OK(zarr_array_open(w->store, "g/w", &w->words, E));
    OK(zarr_array_open(w->store, "g/e", &w->empty, E));
    OK(zarr_array_document(w->array, &w->document, E));
    OK(zarr_dataset_open(w->store, "d", NULL, &w->dataset, E));
    OK(zarr_queue_new("{\"threads\": 1}", &w->queue, E));
    w->builder = describe(how.format, ZARR_INT32, 2, 4, false);
}

void world_drop_new(world *w) {
    zarr_store_free(w->new_store);
    zarr_group_free(w->new_group);
    zarr_array_free(w->new_array);
    zarr_dataset_free(w->new_dataset);
    zarr_bytes_free(w->bytes);
    zarr_strings_free(w->strings);
    zarr_strings_free(w->more_strings);
    w->new_store = NULL;
    w->new_group = NULL;
    w->new_array = NULL;
    w->new_dataset = NULL;
    w->bytes = NULL;
    w->strings = w->more_strings = NULL;
}

void world_close(world *w) {
    world_drop_new(w);
    zarr_queue_free(w->queue);
    zarr_array_builder_free(w->builder);
    zarr_bytes_free(w->document);
    zarr_dataset_free(w->dataset);
    zarr_array_free(w->array);
    zarr_array_free(w->shards);
    zarr_array_free(w->words);
    zarr_array_free(w->empty);
    zarr_group_free(w->group);
    zarr_group_free(w->root);
    zarr_store_free(w->store);
    zarr_store_free(w->raw);
    kv_clear(&w->kv);
}

static void see_array(zarr_store *store, seen_node *node) {
    zarr_array *array = NULL;
    zarr_bytes *attributes = NULL;
    zarr_strings *texts = NULL;
    const int64_t origin[2] = {0, 0};
    zarr_error error;
    size_t i, j;
    if (!OK(zarr_array_open(store, node->path, &array, E)))
        return;
    node->ndim = zarr_array_ndim(array);
    OK(zarr_array_shape(array, node->ndim, node->shape, E));
    if (OK(zarr_array_attributes(array, &attributes, E)))
        snprintf(node->attributes, sizeof node->attributes, "%s", zarr_bytes_text(attributes));
    zarr_bytes_free(attributes);
    if (elements(node->ndim, node->shape) > 64) {
        FAIL("%s has %lu elements", node->path, (unsigned long)elements(node->ndim, node->shape));
    } else if (zarr_array_data_type(array) == ZARR_INT32) {
        OK(zarr_array_read_region(array, node->ndim, origin, node->shape, node->values,
                                  elements(node->ndim, node->shape) * sizeof *node->values, E));
    } else if (OK(zarr_array_read_strings(array, node->ndim, origin, node->shape, &texts, E))) {
        for (i = 0; i < zarr_strings_count(texts); i++) {
            const char *text = zarr_strings_get(texts, i);
            node->values[i] = text[0] == 0 ? FILL : 0;
            for (j = 0; text[j] != 0; j++)
                node->values[i] = node->values[i] * 31 + text[j];
        }
    }
    zarr_strings_free(texts);
    zarr_array_free(array);
}

/* FNV-1a over all keys and values. */
uint64_t digest(const world *w) {
    uint64_t hash = UINT64_C(14695981039346656037);
    size_t i, j;
    for (i = 0; i < w->kv.count; i++) {
        const kv_entry *entry = &w->kv.entries[i];
        for (j = 0; j <= strlen(entry->key); j++)
            hash = (hash ^ (unsigned char)entry->key[j]) * UINT64_C(1099511628211);
        for (j = 0; j < entry->size; j++)
            hash = (hash ^ entry->data[j]) * UINT64_C(1099511628211);
    }
    return hash;
}

void picture_take(world *w, picture *seen, const char *options) {
    zarr_store *raw = NULL, *plain = NULL, *store = NULL;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    zarr_error error;
    setting how = w->how;
    size_t i;
    memset(seen, 0, sizeof *seen);
    seen->digest = digest(w);
    how.cached = false;
    open_store(&w->kv, how, false, &raw, &plain);
    OK(zarr_store_wrap_prefix(plain, "", options, &store, E));
    if (zarr_node_walk(store, "", -1, &paths, &kinds, E) != ZARR_OK) {
        if (strstr(options, "require") == NULL || error.status != ZARR_ERROR_NOT_FOUND)
            FAIL("the store can't be walked: %s", error.message);
    } else {
        for (i = 0; i < zarr_strings_count(paths) && i < sizeof seen->nodes / sizeof *seen->nodes; i++) {
            seen_node *node = &seen->nodes[seen->count++];
            snprintf(node->path, sizeof node->path, "%s", zarr_strings_get(paths, i));
            node->kind = ((const unsigned char *)zarr_bytes_data(kinds))[i];
            if (node->kind == ZARR_NODE_ARRAY) {
                see_array(store, node);
            } else {
                zarr_group *group = NULL;
                zarr_bytes *attributes = NULL;
                if (OK(zarr_group_open(store, node->path, &group, E)) && OK(zarr_group_attributes(group, &attributes, E)))
                    snprintf(node->attributes, sizeof node->attributes, "%s", zarr_bytes_text(attributes));
                zarr_bytes_free(attributes);
                zarr_group_free(group);
            }
        }
    }
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
    zarr_store_free(store);
    zarr_store_free(plain);
    zarr_store_free(raw);
}
