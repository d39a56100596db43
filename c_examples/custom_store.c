/* A store of your own: five callbacks are enough to keep Zarr data wherever you like, here in a table in memory that prints
   every access. The library derives the operations that are not given from those that are. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

typedef struct entry {
    char *key;
    unsigned char *data;
    size_t size;
    struct entry *next;
} entry;

typedef struct table {
    entry *first;
} table;

static entry **find(table *t, const char *key)
{
    entry **at = &t->first;
    while (*at && strcmp((*at)->key, key) != 0)
        at = &(*at)->next;
    return at;
}

static zarr_status get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error)
{
    const entry *e = *find(user_data, key);
    size_t start, length;
    printf("  get    %s%s\n", key, e ? "" : "  (not there)");
    if (!e)
        return ZARR_ERROR_NOT_FOUND;
    /* A negative start counts from the end, a length of -1 reaches to the end, and ranges are cut at the end. */
    if (range.start < 0)
        start = (uint64_t)-(range.start + 1) < e->size ? e->size - (size_t)-(range.start + 1) - 1 : 0;
    else
        start = (uint64_t)range.start < e->size ? (size_t)range.start : e->size;
    length = e->size - start;
    if (range.length >= 0 && (uint64_t)range.length < length)
        length = (size_t)range.length;
    return zarr_sink_write(value, length ? e->data + start : NULL, length, error);
}

/* The entry of a key, a new one if need be; NULL without memory. */
static entry *find_or_add(table *t, const char *key)
{
    entry **at = find(t, key), *e = *at;
    if (!e && (e = calloc(1, sizeof *e)) != NULL) {
        if ((e->key = malloc(strlen(key) + 1)) == NULL) {
            free(e);
            return NULL;
        }
        strcpy(e->key, key);
        *at = e;
    }
    return e;
}

static zarr_status set(void *user_data, const char *key, const void *data, size_t size, zarr_error *error)
{
    unsigned char *copy = malloc(size + 1);
    entry *e = copy ? find_or_add(user_data, key) : NULL;
    printf("  set    %s, %zu bytes\n", key, size);
    if (!e) {
        free(copy);
        snprintf(error->message, sizeof error->message, "the table has no room for %s", key);
        return ZARR_ERROR_NO_MEMORY;
    }
    if (size)
        memcpy(copy, data, size);
    free(e->data);
    e->data = copy;
    e->size = size;
    return ZARR_OK;
}

static void drop(entry **at)
{
    entry *e = *at;
    *at = e->next;
    free(e->key);
    free(e->data);
    free(e);
}

static zarr_status erase(void *user_data, const char *key, zarr_error *error)
{
    entry **at = find(user_data, key);
    (void)error;
    printf("  erase  %s\n", key);
    if (*at)
        drop(at);
    return ZARR_OK; /* a key that is not there is erased already */
}

static zarr_status list(void *user_data, zarr_listing *listing, zarr_error *error)
{
    zarr_status status = ZARR_OK;
    printf("  list\n");
    for (const entry *e = ((table *)user_data)->first; e && status == ZARR_OK; e = e->next)
        status = zarr_listing_add_key(listing, e->key, error);
    return status;
}

static void destroy(void *user_data)
{
    table *t = user_data;
    printf("  destroy\n");
    while (t->first)
        drop(&t->first);
}

/* Nothing below knows where the data are kept. */
static zarr_status use(const zarr_store *store, zarr_error *error)
{
    const int64_t shape[] = {6}, chunks[] = {4}, start[] = {2}, count[] = {3};
    const int32_t written[] = {10, 20, 30};
    int32_t read[6];
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *names = NULL;
    zarr_status status;

    (void)((status = zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, error)) ||
           (status = zarr_array_builder_chunk_shape(builder, 1, chunks, error)) ||
           (status = zarr_array_create(store, "numbers", builder, &array, error)) ||
           (status = zarr_array_write_region(array, 1, start, count, written, sizeof written, error)) ||
           (status = zarr_array_read_region(array, 1, (const int64_t[]){0}, shape, read, sizeof read, error)) ||
           (status = zarr_node_children(store, "", &names, error)));
    if (status == ZARR_OK) {
        printf("read: %d %d %d %d %d %d\n", (int)read[0], (int)read[1], (int)read[2], (int)read[3], (int)read[4], (int)read[5]);
        printf("children of the root: %s\n", zarr_strings_get(names, 0));
        status = zarr_node_erase(store, "numbers", error);
    }
    zarr_strings_free(names);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    return status;
}

int main(void)
{
    table t = {NULL};
    zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *store = NULL;
    zarr_error error;

    callbacks.get = get;
    callbacks.set = set;
    callbacks.erase = erase;
    callbacks.list = list;
    callbacks.destroy = destroy;
    if (zarr_store_open_callbacks(&callbacks, &t, NULL, &store, &error) || use(store, &error))
        fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
    zarr_store_free(store);
    return error.status;
}
