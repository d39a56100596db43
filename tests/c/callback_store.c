/*
 * Why this file exists: the bodies behind callback_store.h.
 */
#include "callback_store.h"

static pthread_key_t inside_key;
static pthread_once_t inside_once = PTHREAD_ONCE_INIT;

static void make_key(void) {
    if (pthread_key_create(&inside_key, NULL) != 0)
        exit(2);
}

void kv_thread(bool inside) {
    pthread_once(&inside_once, make_key);
    pthread_setspecific(inside_key, inside ? &inside_key : NULL);
}

zarr_status kv_leave(zarr_status status) {
    kv_thread(false);
    return status;
}

void kv_init(kv_store *kv) {
    pthread_once(&inside_once, make_key);
    memset(kv, 0, sizeof *kv);
    pthread_mutex_init(&kv->mutex, NULL);
}

static void drop_at(kv_store *kv, size_t at) {
    free(kv->entries[at].key);
    free(kv->entries[at].data);
    memmove(kv->entries + at, kv->entries + at + 1, (kv->count - at - 1) * sizeof *kv->entries);
    kv->count--;
}

void kv_clear(kv_store *kv) {
    while (kv->count > 0)
        drop_at(kv, kv->count - 1);
    free(kv->entries);
    pthread_mutex_destroy(&kv->mutex);
}

/* Where the key is, or would be; *found says which. */
static size_t find(const kv_store *kv, const char *key, bool *found) {
    size_t at = 0;
    while (at < kv->count && strcmp(kv->entries[at].key, key) < 0)
        at++;
    *found = at < kv->count && strcmp(kv->entries[at].key, key) == 0;
    return at;
}

static void put(kv_store *kv, const char *key, const void *data, size_t size) {
    bool found;
    size_t at = find(kv, key, &found);
    kv_entry *entry;
    if (!found) {
        if (kv->count == kv->room) {
            kv->room = kv->room * 2 + 8;
            kv->entries = realloc(kv->entries, kv->room * sizeof *kv->entries);
            if (kv->entries == NULL)
                exit(2);
        }
        memmove(kv->entries + at + 1, kv->entries + at, (kv->count - at) * sizeof *kv->entries);
        kv->count++;
        memset(&kv->entries[at], 0, sizeof kv->entries[at]);
        kv->entries[at].key = need(strlen(key) + 1);
        strcpy(kv->entries[at].key, key);
    }
    entry = &kv->entries[at];
    free(entry->data);
    entry->data = need(size);
    if (size > 0)
        memcpy(entry->data, data, size);
    entry->size = size;
    entry->version = ++kv->versions;
}

void kv_put(kv_store *kv, const char *key, const void *data, size_t size) {
    pthread_mutex_lock(&kv->mutex);
    put(kv, key, data, size);
    pthread_mutex_unlock(&kv->mutex);
}

unsigned char *kv_copy(kv_store *kv, const char *key, size_t *size) {
    unsigned char *copy = NULL;
    bool found;
    size_t at;
    pthread_mutex_lock(&kv->mutex);
    at = find(kv, key, &found);
    if (found) {
        *size = kv->entries[at].size;
        copy = need(*size);
        memcpy(copy, kv->entries[at].data, *size);
    }
    pthread_mutex_unlock(&kv->mutex);
    return copy;
}

unsigned long kv_calls(kv_store *kv, enum slot slot) {
    unsigned long calls;
    pthread_mutex_lock(&kv->mutex);
    calls = kv->calls[slot];
    pthread_mutex_unlock(&kv->mutex);
    return calls;
}

static zarr_status answer(zarr_error *error, zarr_status status, const char *message) {
    if (error != NULL) {
        error->status = status;
        error->system_code = 0;
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

/* Takes the mutex, counts and checks. Every `enter` has its `leave`. */
static zarr_status enter(kv_store *kv, enum slot slot, const char *key, zarr_error *error) {
    zarr_status status = ZARR_OK;
    pthread_mutex_lock(&kv->mutex);
    kv->calls[slot]++;
    if (kv->checked) {
        kv->strangers += pthread_getspecific(inside_key) == NULL;
        kv->overlaps += kv->inside > 0;
        kv->inside++;
    }
    if (kv->fail_status != ZARR_OK && kv->fail_slot == slot &&
        (kv->fail_key == NULL || (key != NULL && strstr(key, kv->fail_key) != NULL)))
        status = answer(error, kv->fail_status, kv->fail_message);
    kv->operations++;
    if (kv->fail_operation != 0 &&
        (kv->operations == kv->fail_operation || (kv->stays_broken && kv->operations > kv->fail_operation))) {
        if (kv->answer_lost)
            kv->is_lost = true;
        else
            status = answer(error, ZARR_ERROR_IO, KV_BROKEN);
        kv->failed = slot;
    }
    if (kv->before != NULL) {
        pthread_mutex_unlock(&kv->mutex);
        kv->before(kv, slot, key, kv->context);
        pthread_mutex_lock(&kv->mutex);
    }
    return status;
}

static zarr_status leave(kv_store *kv, zarr_error *error, zarr_status status) {
    if (kv->checked)
        kv->inside--;
    if (kv->is_lost)
        status = answer(error, ZARR_ERROR_IO, KV_BROKEN);
    kv->is_lost = false;
    pthread_mutex_unlock(&kv->mutex);
    return status;
}

static zarr_status give(const kv_store *kv, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    bool found;
    size_t at = find(kv, key, &found);
    int64_t size, start, length;
    char version[32];
    void *room;
    zarr_status status;
    if (!found)
        return answer(error, ZARR_ERROR_NOT_FOUND, "no such key");
    size = (int64_t)kv->entries[at].size;
    start = range.start < 0 ? (size + range.start > 0 ? size + range.start : 0) : range.start;
    if (start > size) {
        if (range.length >= 0)
            return answer(error, ZARR_ERROR_OUT_OF_BOUNDS, "the range starts behind the value");
        start = size;
    }
    length = range.length < 0 || range.length > size - start ? size - start : range.length;
    snprintf(version, sizeof version, "v%lu", kv->entries[at].version);
    status = zarr_sink_set_version(sink, version, error);
    if (status != ZARR_OK)
        return status;
    /* Both ways of giving a value, in turn. */
    if (kv->calls[SLOT_GET] % 2 == 0)
        return zarr_sink_write(sink, kv->entries[at].data + start, (size_t)length, error);
    status = zarr_sink_reserve(sink, (size_t)length, &room, error);
    if (status == ZARR_OK && length > 0)
        memcpy(room, kv->entries[at].data + start, (size_t)length);
    return status;
}

static zarr_status cb_get(void *user, const char *key, zarr_range range, zarr_sink *value, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_GET, key, error);
    return leave(kv, error, status != ZARR_OK ? status : give(kv, key, range, value, error));
}

static zarr_status cb_get_partial(void *user, size_t count, const char *const *keys, const zarr_range *ranges,
                                  zarr_sink *const *values, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_GET_PARTIAL, count > 0 ? keys[0] : NULL, error);
    size_t i;
    for (i = 0; i < count && status == ZARR_OK; i++) {
        status = give(kv, keys[i], ranges[i], values[i], error);
        if (status == ZARR_ERROR_NOT_FOUND)
            status = ZARR_OK; /* an untouched sink says so */
    }
    return leave(kv, error, status);
}

static zarr_status cb_set(void *user, const char *key, const void *data, size_t size, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_SET, key, error);
    if (status == ZARR_OK)
        put(kv, key, data, size);
    return leave(kv, error, status);
}

static zarr_status cb_set_partial(void *user, size_t count, const char *const *keys, const int64_t *starts,
                                  const void *const *data, const size_t *sizes, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_SET_PARTIAL, count > 0 ? keys[0] : NULL, error);
    size_t i;
    for (i = 0; i < count && status == ZARR_OK; i++) {
        bool found;
        size_t at = find(kv, keys[i], &found);
        size_t old = found ? kv->entries[at].size : 0;
        size_t size = (size_t)starts[i] + sizes[i] > old ? (size_t)starts[i] + sizes[i] : old;
        unsigned char *value = need(size);
        memset(value, 0, size);
        if (old > 0)
            memcpy(value, kv->entries[at].data, old);
        if (sizes[i] > 0)
            memcpy(value + starts[i], data[i], sizes[i]);
        put(kv, keys[i], value, size);
        free(value);
    }
    return leave(kv, error, status);
}

static void erase(kv_store *kv, const char *key) {
    bool found;
    size_t at = find(kv, key, &found);
    if (found)
        drop_at(kv, at);
}

static zarr_status cb_erase(void *user, const char *key, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_ERASE, key, error);
    if (status == ZARR_OK)
        erase(kv, key);
    return leave(kv, error, status);
}

static zarr_status cb_erase_values(void *user, size_t count, const char *const *keys, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_ERASE_VALUES, count > 0 ? keys[0] : NULL, error);
    size_t i;
    for (i = 0; i < count && status == ZARR_OK; i++)
        erase(kv, keys[i]);
    return leave(kv, error, status);
}

static zarr_status cb_erase_prefix(void *user, const char *prefix, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_ERASE_PREFIX, prefix, error);
    size_t at;
    for (at = kv->count; at > 0 && status == ZARR_OK; at--)
        if (strncmp(kv->entries[at - 1].key, prefix, strlen(prefix)) == 0)
            drop_at(kv, at - 1);
    return leave(kv, error, status);
}

static zarr_status list_below(kv_store *kv, const char *prefix, zarr_listing *listing, zarr_error *error) {
    zarr_status status = ZARR_OK;
    size_t at;
    for (at = 0; at < kv->count && status == ZARR_OK; at++)
        if (strncmp(kv->entries[at].key, prefix, strlen(prefix)) == 0)
            status = zarr_listing_add_key(listing, kv->entries[at].key, error);
    return status;
}

static zarr_status cb_list(void *user, zarr_listing *listing, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_LIST, NULL, error);
    return leave(kv, error, status != ZARR_OK ? status : list_below(kv, "", listing, error));
}

static zarr_status cb_list_prefix(void *user, const char *prefix, zarr_listing *listing, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_LIST_PREFIX, prefix, error);
    return leave(kv, error, status != ZARR_OK ? status : list_below(kv, prefix, listing, error));
}

static zarr_status cb_list_dir(void *user, const char *prefix, zarr_listing *listing, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_LIST_DIR, prefix, error);
    size_t length = strlen(prefix);
    char last[512] = "";
    size_t at;
    for (at = 0; at < kv->count && status == ZARR_OK; at++) {
        const char *key = kv->entries[at].key;
        const char *slash;
        if (strncmp(key, prefix, length) != 0)
            continue;
        slash = strchr(key + length, '/');
        if (slash == NULL) {
            status = zarr_listing_add_key(listing, key, error);
        } else if ((size_t)(slash - key) + 2 < sizeof last && strncmp(last, key, (size_t)(slash - key) + 1) != 0) {
            memcpy(last, key, (size_t)(slash - key) + 1);
            last[slash - key + 1] = 0;
            status = zarr_listing_add_prefix(listing, last, error);
        }
    }
    return leave(kv, error, status);
}

static zarr_status cb_size(void *user, const char *key, int64_t *size, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_SIZE, key, error);
    bool found;
    size_t at = find(kv, key, &found);
    if (status == ZARR_OK && !found)
        status = answer(error, ZARR_ERROR_NOT_FOUND, "no such key");
    if (status == ZARR_OK)
        *size = (int64_t)kv->entries[at].size;
    return leave(kv, error, status);
}

static zarr_status cb_exists(void *user, const char *key, int32_t *exists, zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_EXISTS, key, error);
    bool found;
    find(kv, key, &found);
    *exists = found;
    return leave(kv, error, status);
}

static zarr_status cb_set_if(void *user, const char *key, const char *expected, const void *data, size_t size,
                             zarr_error *error) {
    kv_store *kv = user;
    zarr_status status = enter(kv, SLOT_SET_IF, key, error);
    bool found;
    size_t at = find(kv, key, &found);
    char version[32] = "";
    if (found)
        snprintf(version, sizeof version, "v%lu", kv->entries[at].version);
    if (status == ZARR_OK && (expected == NULL ? found : !found || strcmp(expected, version) != 0))
        status = answer(error, ZARR_ERROR_CONFLICT, "another writer was here");
    if (status == ZARR_OK)
        put(kv, key, data, size);
    return leave(kv, error, status);
}

static zarr_status cb_flush(void *user, zarr_error *error) {
    kv_store *kv = user;
    return leave(kv, error, enter(kv, SLOT_FLUSH, NULL, error));
}

static void cb_destroy(void *user) { ((kv_store *)user)->destroyed++; }

void kv_callbacks(kv_store *kv, zarr_store_callbacks *callbacks, bool thread_safe) {
    zarr_store_callbacks_init(callbacks);
    callbacks->flags = thread_safe ? ZARR_STORE_THREAD_SAFE : 0;
    callbacks->get = cb_get;
    callbacks->get_partial_values = cb_get_partial;
    callbacks->set = cb_set;
    callbacks->set_partial_values = cb_set_partial;
    callbacks->erase = cb_erase;
    callbacks->erase_values = cb_erase_values;
    callbacks->erase_prefix = cb_erase_prefix;
    callbacks->list = cb_list;
    callbacks->list_prefix = cb_list_prefix;
    callbacks->list_dir = cb_list_dir;
    callbacks->size = cb_size;
    callbacks->exists = cb_exists;
    callbacks->set_if = cb_set_if;
    callbacks->flush = cb_flush;
    callbacks->destroy = cb_destroy;
    kv->checked = !thread_safe;
}
