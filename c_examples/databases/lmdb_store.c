/* The whole table of a store over LMDB. Each callback is one transaction, so what changes several values changes them all or none.
   LMDB lets any thread read, and lets writers wait for one another: the table says that it is thread-safe. */
#define _POSIX_C_SOURCE 200809L
#include "lmdb_store.h"
#include "database.h"

#include <errno.h>
#include <lmdb.h>
#include <sys/stat.h>

typedef struct database {
    MDB_env *env;
    MDB_dbi dbi;
    size_t longest; /* of the keys */
} database;

static zarr_status failed(zarr_error *error, const char *key, int code)
{
    zarr_status status = ZARR_ERROR_IO;
    switch (code) {
    case MDB_NOTFOUND: return ZARR_ERROR_NOT_FOUND; /* which is no failure, and needs no message */
    case MDB_MAP_FULL: status = ZARR_ERROR_LIMIT; break;
    case MDB_CORRUPTED: case MDB_INVALID: case MDB_PAGE_NOTFOUND: case MDB_VERSION_MISMATCH: status = ZARR_ERROR_DATA; break;
    case EACCES: status = ZARR_ERROR_PERMISSION; break;
    case ENOENT: status = ZARR_ERROR_NOT_FOUND; break;
    case ENOMEM: status = ZARR_ERROR_NO_MEMORY; break;
    }
    fail(error, status, "LMDB: %s: %s", key, mdb_strerror(code));
    if (error)
        error->system_code = code > 0 ? code : 0;
    return status;
}

/* A key as LMDB takes it; 0 if it has no room for it. */
static int key_of(const database *d, const char *key, MDB_val *out)
{
    out->mv_size = strlen(key);
    out->mv_data = (void *)key;
    return out->mv_size <= d->longest;
}

static zarr_status too_long(const database *d, const char *key, zarr_error *error)
{
    return fail(error, ZARR_ERROR_UNSUPPORTED, "LMDB: a key has at most %zu bytes, and this one has %zu", d->longest, strlen(key));
}

static zarr_status begin(const database *d, const char *key, unsigned flags, MDB_txn **txn, zarr_error *error)
{
    int code = mdb_txn_begin(d->env, NULL, flags, txn);
    return code ? failed(error, key, code) : ZARR_OK;
}

/* Ends what `begin` began: everything counts, or after a failure nothing. */
static zarr_status end(MDB_txn *txn, const char *key, zarr_status status, zarr_error *error)
{
    int code;
    if (status != ZARR_OK) {
        mdb_txn_abort(txn);
        return status;
    }
    code = mdb_txn_commit(txn);
    return code ? failed(error, key, code) : ZARR_OK;
}

/* The bytes of a value, which lie in the map until the transaction ends, or changes something. */
static zarr_status find(const database *d, MDB_txn *txn, const char *key, MDB_val *value, zarr_error *error)
{
    MDB_val name;
    int code = key_of(d, key, &name) ? mdb_get(txn, d->dbi, &name, value) : MDB_NOTFOUND;
    return code ? failed(error, key, code) : ZARR_OK;
}

static zarr_status give(const database *d, MDB_txn *txn, const char *key, zarr_range range, zarr_sink *sink, int versioned,
                        zarr_error *error)
{
    MDB_val value;
    size_t start, length;
    char version[VERSION_SIZE];
    zarr_status status = find(d, txn, key, &value, error);
    if (status != ZARR_OK)
        return status;
    range_in(range, value.mv_size, &start, &length);
    /* A version is asked for with whole values only. */
    if (versioned && length == value.mv_size) {
        version_of(value.mv_data, value.mv_size, version);
        if ((status = zarr_sink_set_version(sink, version, error)) != ZARR_OK)
            return status;
    }
    return zarr_sink_write(sink, length ? (const char *)value.mv_data + start : NULL, length, error);
}

static zarr_status get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error)
{
    MDB_txn *txn;
    zarr_status status = begin(user_data, key, MDB_RDONLY, &txn, error);
    if (status != ZARR_OK)
        return status;
    status = give(user_data, txn, key, range, value, 1, error);
    mdb_txn_abort(txn);
    return status;
}

static zarr_status get_partial_values(void *user_data, size_t count, const char *const *keys, const zarr_range *ranges,
                                      zarr_sink *const *values, zarr_error *error)
{
    MDB_txn *txn;
    zarr_status status = begin(user_data, "a batch", MDB_RDONLY, &txn, error);
    size_t i;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++) {
        status = give(user_data, txn, keys[i], ranges[i], values[i], 0, error);
        if (status == ZARR_ERROR_NOT_FOUND)
            status = ZARR_OK; /* its sink was not touched */
    }
    mdb_txn_abort(txn);
    return status;
}

static zarr_status put(const database *d, MDB_txn *txn, const char *key, const void *data, size_t size, zarr_error *error)
{
    MDB_val name, value;
    int code;
    if (!key_of(d, key, &name))
        return too_long(d, key, error);
    value.mv_size = size;
    value.mv_data = (void *)data;
    code = mdb_put(txn, d->dbi, &name, &value, 0);
    return code ? failed(error, key, code) : ZARR_OK;
}

static zarr_status set(void *user_data, const char *key, const void *data, size_t size, zarr_error *error)
{
    MDB_txn *txn;
    zarr_status status = begin(user_data, key, 0, &txn, error);
    return status != ZARR_OK ? status : end(txn, key, put(user_data, txn, key, data, size, error), error);
}

static zarr_status set_if(void *user_data, const char *key, const char *expected, const void *data, size_t size, zarr_error *error)
{
    MDB_txn *txn;
    MDB_val old;
    char version[VERSION_SIZE];
    zarr_status status = begin(user_data, key, 0, &txn, error), found;
    if (status != ZARR_OK)
        return status;
    found = find(user_data, txn, key, &old, error);
    if (found == ZARR_OK)
        version_of(old.mv_data, old.mv_size, version);
    if (found != ZARR_OK && found != ZARR_ERROR_NOT_FOUND)
        status = found;
    else if (expected ? found != ZARR_OK || strcmp(expected, version) != 0 : found == ZARR_OK)
        status = fail(error, ZARR_ERROR_CONFLICT, "LMDB: %s was changed meanwhile", key);
    else
        status = put(user_data, txn, key, data, size, error);
    return end(txn, key, status, error);
}

/* A part of one value. What LMDB gives out ends with the next change, so the value is put together beside it. */
static zarr_status patch(const database *d, MDB_txn *txn, const char *key, size_t start, const void *data, size_t size,
                         zarr_error *error)
{
    MDB_val old = {0, NULL};
    unsigned char *whole;
    size_t length;
    zarr_status status = find(d, txn, key, &old, error);
    if (status != ZARR_OK && status != ZARR_ERROR_NOT_FOUND)
        return status;
    length = start + size > old.mv_size ? start + size : old.mv_size;
    whole = calloc(length ? length : 1, 1);
    if (!whole)
        return fail(error, ZARR_ERROR_NO_MEMORY, "LMDB: %s: no memory for %zu bytes", key, length);
    if (old.mv_size)
        memcpy(whole, old.mv_data, old.mv_size);
    if (size)
        memcpy(whole + start, data, size);
    status = put(d, txn, key, whole, length, error);
    free(whole);
    return status;
}

static zarr_status set_partial_values(void *user_data, size_t count, const char *const *keys, const int64_t *starts,
                                      const void *const *data, const size_t *sizes, zarr_error *error)
{
    MDB_txn *txn;
    zarr_status status = begin(user_data, "a batch", 0, &txn, error);
    size_t i;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++)
        status = patch(user_data, txn, keys[i], (size_t)starts[i], data[i], sizes[i], error);
    return end(txn, count ? keys[0] : "a batch", status, error);
}

static zarr_status erase_values(void *user_data, size_t count, const char *const *keys, zarr_error *error)
{
    const database *d = user_data;
    MDB_txn *txn;
    MDB_val name;
    zarr_status status = begin(d, "a batch", 0, &txn, error);
    size_t i;
    int code;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++) {
        code = key_of(d, keys[i], &name) ? mdb_del(txn, d->dbi, &name, NULL) : MDB_NOTFOUND;
        if (code && code != MDB_NOTFOUND)
            status = failed(error, keys[i], code);
    }
    return end(txn, count ? keys[0] : "a batch", status, error);
}

static zarr_status erase(void *user_data, const char *key, zarr_error *error)
{
    return erase_values(user_data, 1, &key, error);
}

enum walk { EVERY_KEY, ONE_LEVEL, ERASE };

/* Goes through the keys that begin with a prefix; LMDB keeps them sorted. What lies deeper than one level is skipped, however much
   that is. */
static zarr_status walk(const database *d, MDB_cursor *cursor, char *key, const char *prefix, enum walk what, zarr_listing *listing,
                        zarr_error *error)
{
    MDB_val name, value;
    size_t size = strlen(prefix);
    zarr_status status = ZARR_OK;
    char *slash;
    int code = MDB_NOTFOUND;
    if (key_of(d, prefix, &name))
        code = mdb_cursor_get(cursor, &name, &value, size ? MDB_SET_RANGE : MDB_FIRST);
    while (!code && name.mv_size >= size && memcmp(name.mv_data, prefix, size) == 0) {
        MDB_cursor_op next = MDB_NEXT;
        memcpy(key, name.mv_data, name.mv_size);
        key[name.mv_size] = '\0';
        if (what == ERASE) {
            code = mdb_cursor_del(cursor, 0);
        } else if (what == ONE_LEVEL && (slash = strchr(key + size, '/')) != NULL) {
            slash[1] = '\0';
            status = zarr_listing_add_prefix(listing, key, error);
            name.mv_size = (size_t)(slash + 1 - key);
            name.mv_data = key;
            end_of_prefix(key, name.mv_size);
            next = MDB_SET_RANGE;
        } else {
            status = zarr_listing_add_key(listing, key, error);
        }
        if (status != ZARR_OK)
            return status;
        if (!code)
            code = mdb_cursor_get(cursor, &name, &value, next);
    }
    return code && code != MDB_NOTFOUND ? failed(error, prefix, code) : ZARR_OK;
}

static zarr_status below(const database *d, const char *prefix, enum walk what, zarr_listing *listing, zarr_error *error)
{
    MDB_txn *txn;
    MDB_cursor *cursor;
    char *key;
    int code;
    zarr_status status = begin(d, prefix, what == ERASE ? 0 : MDB_RDONLY, &txn, error);
    if (status != ZARR_OK)
        return status;
    key = malloc(d->longest + 1);
    code = key ? mdb_cursor_open(txn, d->dbi, &cursor) : ENOMEM;
    if (code) {
        status = failed(error, prefix, code);
    } else {
        status = walk(d, cursor, key, prefix, what, listing, error);
        mdb_cursor_close(cursor);
    }
    free(key);
    return end(txn, prefix, status, error);
}

static zarr_status erase_prefix(void *user_data, const char *prefix, zarr_error *error)
{
    return below(user_data, prefix, ERASE, NULL, error);
}

static zarr_status list(void *user_data, zarr_listing *listing, zarr_error *error)
{
    return below(user_data, "", EVERY_KEY, listing, error);
}

static zarr_status list_prefix(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    return below(user_data, prefix, EVERY_KEY, listing, error);
}

static zarr_status list_dir(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    return below(user_data, prefix, ONE_LEVEL, listing, error);
}

static zarr_status size(void *user_data, const char *key, int64_t *bytes, zarr_error *error)
{
    MDB_txn *txn;
    MDB_val value;
    zarr_status status = begin(user_data, key, MDB_RDONLY, &txn, error);
    if (status != ZARR_OK)
        return status;
    status = find(user_data, txn, key, &value, error);
    if (status == ZARR_OK)
        *bytes = (int64_t)value.mv_size;
    mdb_txn_abort(txn);
    return status;
}

static zarr_status exists(void *user_data, const char *key, int32_t *there, zarr_error *error)
{
    int64_t bytes;
    zarr_status status = size(user_data, key, &bytes, error);
    *there = status == ZARR_OK;
    return status == ZARR_ERROR_NOT_FOUND ? ZARR_OK : status;
}

static zarr_status flush(void *user_data, zarr_error *error)
{
    const database *d = user_data;
    int code = mdb_env_sync(d->env, 1);
    return code ? failed(error, "flush", code) : ZARR_OK;
}

static void destroy(void *user_data)
{
    database *d = user_data;
    mdb_env_close(d->env);
    free(d);
}

/* Opens the file and its main database, which is there from the first transaction on. */
static int open_environment(database *d, const char *path, size_t map_size, unsigned flags)
{
    MDB_txn *txn;
    int code = mdb_env_create(&d->env);
    if (code)
        return code;
    if (!(flags & (MDB_RDONLY | MDB_NOSUBDIR)) && mkdir(path, 0777) != 0 && errno != EEXIST)
        return errno;
    /* MDB_NOTLS: the place of a reader belongs to its transaction, not to its thread, of which there may be any number. */
    if ((code = mdb_env_set_mapsize(d->env, map_size)) != 0 || (code = mdb_env_set_maxreaders(d->env, 1024)) != 0 ||
        (code = mdb_env_open(d->env, path, flags | MDB_NOTLS | MDB_NOMETASYNC, 0666)) != 0 ||
        (code = mdb_txn_begin(d->env, NULL, flags & MDB_RDONLY, &txn)) != 0)
        return code;
    if ((code = mdb_dbi_open(txn, NULL, 0, &d->dbi)) != 0) {
        mdb_txn_abort(txn);
        return code;
    }
    d->longest = (size_t)mdb_env_get_maxkeysize(d->env);
    return mdb_txn_commit(txn);
}

zarr_status lmdb_store_table(const char *path, size_t map_size, unsigned flags, zarr_store_callbacks *callbacks, void **user_data,
                             zarr_error *error)
{
    database *d = calloc(1, sizeof *d);
    int code = d ? open_environment(d, path, map_size, flags) : ENOMEM;
    if (code) {
        if (d && d->env)
            mdb_env_close(d->env);
        free(d);
        return failed(error, path, code);
    }
    zarr_store_callbacks_init(callbacks);
    callbacks->flags = ZARR_STORE_THREAD_SAFE;
    callbacks->get = get;
    callbacks->get_partial_values = get_partial_values;
    callbacks->list = list;
    callbacks->list_prefix = list_prefix;
    callbacks->list_dir = list_dir;
    callbacks->size = size;
    callbacks->exists = exists;
    callbacks->destroy = destroy;
    /* Without the functions that write, the store is read-only. */
    if (!(flags & MDB_RDONLY)) {
        callbacks->set = set;
        callbacks->set_if = set_if;
        callbacks->set_partial_values = set_partial_values;
        callbacks->erase = erase;
        callbacks->erase_values = erase_values;
        callbacks->erase_prefix = erase_prefix;
        callbacks->flush = flush;
    }
    *user_data = d;
    return ZARR_OK;
}

zarr_status lmdb_store_open(const char *path, size_t map_size, unsigned flags, const char *options_json, zarr_store **store,
                            zarr_error *error)
{
    zarr_store_callbacks callbacks;
    void *user_data;
    zarr_status status = lmdb_store_table(path, map_size, flags, &callbacks, &user_data, error);
    *store = NULL;
    if (status != ZARR_OK)
        return status;
    status = zarr_store_open_callbacks(&callbacks, user_data, options_json, store, error);
    if (status != ZARR_OK)
        destroy(user_data); /* which the library does not do where opening failed */
    return status;
}
