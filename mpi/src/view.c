/* A store in front of another one, with documents that were read already. */
#include "view.h"
#include <string.h>

static zarr_status get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error)
{
    const zm_view *const view = user_data;
    int64_t low = 0, high = view->count;
    zarr_bytes *bytes = NULL;
    zarr_status status;

    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        const int order = strcmp(key, view->keys[middle]);
        if (order == 0 && range.start == 0 && range.length < 0)
            return zarr_sink_write(value, view->values[middle], (size_t)view->sizes[middle], error);
        if (order == 0)
            break;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    status = zarr_store_get_range(view->below, key, range, &bytes, error);
    if (!status)
        status = zarr_sink_write(value, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status set(void *user_data, const char *key, const void *data, size_t size, zarr_error *error)
{
    const zm_view *const view = user_data;

    return zarr_store_set(view->below, key, data, size, error);
}

static zarr_status erase(void *user_data, const char *key, zarr_error *error)
{
    const zm_view *const view = user_data;

    return zarr_store_erase(view->below, key, error);
}

static zarr_status list_prefix(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    const zm_view *const view = user_data;
    zarr_strings *keys = NULL;
    zarr_status status = zarr_store_list_prefix(view->below, prefix, &keys, error);

    for (size_t i = 0; !status && i < zarr_strings_count(keys); i++)
        status = zarr_listing_add_key(listing, zarr_strings_get(keys, i), error);
    zarr_strings_free(keys);
    return status;
}

static zarr_status list_dir(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    const zm_view *const view = user_data;
    zarr_strings *keys = NULL, *prefixes = NULL;
    zarr_status status = zarr_store_list_dir(view->below, prefix, &keys, &prefixes, error);

    for (size_t i = 0; !status && i < zarr_strings_count(keys); i++)
        status = zarr_listing_add_key(listing, zarr_strings_get(keys, i), error);
    for (size_t i = 0; !status && i < zarr_strings_count(prefixes); i++)
        status = zarr_listing_add_prefix(listing, zarr_strings_get(prefixes, i), error);
    zarr_strings_free(keys);
    zarr_strings_free(prefixes);
    return status;
}

void zm_view_open(zm_call *call, zm_view *view, zarr_store **store)
{
    zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;

    callbacks.flags = ZARR_STORE_THREAD_SAFE;
    callbacks.get = get;
    callbacks.list_prefix = list_prefix;
    callbacks.list_dir = list_dir;
    callbacks.set = set;
    callbacks.erase = erase;
    zarr_store_open_callbacks(&callbacks, view, NULL, store, &call->own);
}
