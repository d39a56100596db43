/* The whole table of a store over SQLite. One connection with its prepared statements serves one thread at a time: the table does
   not say that it is thread-safe, so the library calls it that way. */
#include "sqlite_store.h"
#include "database.h"

#include <sqlite3.h>

enum statement { BEGIN, COMMIT, ROLLBACK, ROW, PUT, DELETE, DELETE_BELOW, DELETE_ALL, BELOW, ALL, STATEMENTS };

static const char *const texts[STATEMENTS] = {
    "BEGIN IMMEDIATE",
    "COMMIT",
    "ROLLBACK",
    "SELECT rowid, length(v) FROM zarr WHERE k = ?1",
    "REPLACE INTO zarr(k, v) VALUES (?1, ?2)",
    "DELETE FROM zarr WHERE k = ?1",
    "DELETE FROM zarr WHERE k >= ?1 AND k < ?2",
    "DELETE FROM zarr",
    "SELECT k FROM zarr WHERE k >= ?1 AND k < ?2 ORDER BY k",
    "SELECT k FROM zarr WHERE k >= ?1 ORDER BY k",
};

typedef struct database {
    sqlite3 *connection;
    sqlite3_stmt *statements[STATEMENTS];
    int read_only;
} database;

static zarr_status failed(const database *d, zarr_error *error, const char *key, int code)
{
    zarr_status status = ZARR_ERROR_IO;
    switch (code & 0xFF) {
    case SQLITE_BUSY: case SQLITE_LOCKED: status = ZARR_ERROR_TIMEOUT; break;
    case SQLITE_TOOBIG: status = ZARR_ERROR_LIMIT; break;
    case SQLITE_CORRUPT: case SQLITE_NOTADB: status = ZARR_ERROR_DATA; break;
    case SQLITE_READONLY: status = ZARR_ERROR_READ_ONLY; break;
    case SQLITE_PERM: case SQLITE_AUTH: status = ZARR_ERROR_PERMISSION; break;
    case SQLITE_NOMEM: status = ZARR_ERROR_NO_MEMORY; break;
    }
    return fail(error, status, "SQLite: %s: %s", key, d && d->connection ? sqlite3_errmsg(d->connection) : sqlite3_errstr(code));
}

/* A statement with its first text and its second. */
static sqlite3_stmt *bound(const database *d, enum statement which, const char *first, const char *second)
{
    sqlite3_stmt *statement = d->statements[which];
    if (first)
        sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
    if (second)
        sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
    return statement;
}

/* Runs one that gives no rows. */
static zarr_status run(const database *d, sqlite3_stmt *statement, const char *key, zarr_error *error)
{
    int code = sqlite3_step(statement);
    zarr_status status = code == SQLITE_DONE ? ZARR_OK : failed(d, error, key, code);
    sqlite3_reset(statement);
    return status;
}

/* Ends a transaction: everything counts, or after a failure nothing. */
static zarr_status end(const database *d, const char *key, zarr_status status, zarr_error *error)
{
    if (status == ZARR_OK)
        status = run(d, d->statements[COMMIT], key, error);
    if (status != ZARR_OK) {
        sqlite3_step(d->statements[ROLLBACK]);
        sqlite3_reset(d->statements[ROLLBACK]);
    }
    return status;
}

/* The row of a key, and the size of its value. */
static zarr_status row_of(const database *d, const char *key, sqlite3_int64 *row, size_t *bytes, zarr_error *error)
{
    sqlite3_stmt *statement = bound(d, ROW, key, NULL);
    int code = sqlite3_step(statement);
    zarr_status status = ZARR_OK;
    *row = 0;
    *bytes = 0;
    if (code == SQLITE_ROW) {
        *row = sqlite3_column_int64(statement, 0);
        *bytes = (size_t)sqlite3_column_int64(statement, 1);
    } else {
        status = code == SQLITE_DONE ? ZARR_ERROR_NOT_FOUND : failed(d, error, key, code);
    }
    sqlite3_reset(statement);
    return status;
}

/* Reads or writes a part of a value where it lies. */
static zarr_status move(const database *d, const char *key, sqlite3_int64 row, void *into, const void *from, size_t start,
                        size_t length, zarr_error *error)
{
    sqlite3_blob *blob = NULL;
    int code = sqlite3_blob_open(d->connection, "main", "zarr", "v", row, from != NULL, &blob);
    zarr_status status;
    if (code == SQLITE_OK && from)
        code = sqlite3_blob_write(blob, from, (int)length, (int)start);
    else if (code == SQLITE_OK)
        code = sqlite3_blob_read(blob, into, (int)length, (int)start);
    status = code == SQLITE_OK ? ZARR_OK : failed(d, error, key, code);
    sqlite3_blob_close(blob);
    return status;
}

static zarr_status give(const database *d, const char *key, zarr_range range, zarr_sink *sink, int versioned, zarr_error *error)
{
    sqlite3_int64 row;
    size_t bytes, start, length;
    void *room = NULL;
    char version[VERSION_SIZE];
    zarr_status status = row_of(d, key, &row, &bytes, error);
    if (status != ZARR_OK)
        return status;
    range_in(range, bytes, &start, &length);
    status = zarr_sink_reserve(sink, length, &room, error);
    if (status == ZARR_OK && length > 0)
        status = move(d, key, row, room, NULL, start, length, error);
    /* A version is asked for with whole values only. */
    if (status == ZARR_OK && versioned && length == bytes) {
        version_of(room, length, version);
        status = zarr_sink_set_version(sink, version, error);
    }
    return status;
}

/* One state of the table for all reads between `begin_reading` and `end_reading`, also while other programs write. */
static zarr_status begin_reading(const database *d, const char *key, zarr_error *error)
{
    int code = sqlite3_exec(d->connection, "SAVEPOINT reading", NULL, NULL, NULL);
    return code == SQLITE_OK ? ZARR_OK : failed(d, error, key, code);
}

static void end_reading(const database *d)
{
    sqlite3_exec(d->connection, "RELEASE reading", NULL, NULL, NULL);
}

static zarr_status get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error)
{
    zarr_status status = begin_reading(user_data, key, error);
    if (status != ZARR_OK)
        return status;
    status = give(user_data, key, range, value, 1, error);
    end_reading(user_data);
    return status;
}

static zarr_status get_partial_values(void *user_data, size_t count, const char *const *keys, const zarr_range *ranges,
                                      zarr_sink *const *values, zarr_error *error)
{
    zarr_status status = begin_reading(user_data, "a batch", error);
    size_t i;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++) {
        status = give(user_data, keys[i], ranges[i], values[i], 0, error);
        if (status == ZARR_ERROR_NOT_FOUND)
            status = ZARR_OK; /* its sink was not touched */
    }
    end_reading(user_data);
    return status;
}

static zarr_status set(void *user_data, const char *key, const void *data, size_t size, zarr_error *error)
{
    const database *d = user_data;
    sqlite3_stmt *statement = bound(d, PUT, key, NULL);
    /* NULL would be SQL's NULL, and not an empty value. */
    int code = size ? sqlite3_bind_blob64(statement, 2, data, size, SQLITE_STATIC) : sqlite3_bind_zeroblob(statement, 2, 0);
    zarr_status status = code == SQLITE_OK ? run(d, statement, key, error) : failed(d, error, key, code);
    sqlite3_clear_bindings(statement);
    return status;
}

/* The version of a value; that there is none is ZARR_ERROR_NOT_FOUND. */
static zarr_status version_in(const database *d, const char *key, char version[VERSION_SIZE], zarr_error *error)
{
    sqlite3_int64 row;
    size_t bytes;
    void *value;
    zarr_status status = row_of(d, key, &row, &bytes, error);
    if (status != ZARR_OK)
        return status;
    value = malloc(bytes ? bytes : 1);
    if (!value)
        return fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory for %zu bytes", key, bytes);
    if (bytes)
        status = move(d, key, row, value, NULL, 0, bytes, error);
    if (status == ZARR_OK)
        version_of(value, bytes, version);
    free(value);
    return status;
}

static zarr_status set_if(void *user_data, const char *key, const char *expected, const void *data, size_t size, zarr_error *error)
{
    const database *d = user_data;
    char version[VERSION_SIZE];
    zarr_status status = run(d, d->statements[BEGIN], key, error), found;
    if (status != ZARR_OK)
        return status;
    found = version_in(d, key, version, error);
    if (found != ZARR_OK && found != ZARR_ERROR_NOT_FOUND)
        status = found;
    else if (expected ? found != ZARR_OK || strcmp(expected, version) != 0 : found == ZARR_OK)
        status = fail(error, ZARR_ERROR_CONFLICT, "SQLite: %s was changed meanwhile", key);
    else
        status = set(user_data, key, data, size, error);
    return end(d, key, status, error);
}

/* A part of one value: where it lies if it fits in, else the value is made anew. */
static zarr_status patch(database *d, const char *key, size_t start, const void *data, size_t size, zarr_error *error)
{
    sqlite3_int64 row;
    size_t bytes;
    unsigned char *whole;
    zarr_status found = row_of(d, key, &row, &bytes, error), status = ZARR_OK;
    if (found != ZARR_OK && found != ZARR_ERROR_NOT_FOUND)
        return found;
    if (found == ZARR_OK && start + size <= bytes)
        return size ? move(d, key, row, NULL, data, start, size, error) : ZARR_OK;
    whole = calloc(start + size ? start + size : 1, 1);
    if (!whole)
        return fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory for %zu bytes", key, start + size);
    if (bytes)
        status = move(d, key, row, whole, NULL, 0, bytes, error);
    if (status == ZARR_OK) {
        if (size)
            memcpy(whole + start, data, size);
        status = set(d, key, whole, start + size, error);
    }
    free(whole);
    return status;
}

static zarr_status set_partial_values(void *user_data, size_t count, const char *const *keys, const int64_t *starts,
                                      const void *const *data, const size_t *sizes, zarr_error *error)
{
    database *d = user_data;
    zarr_status status = run(d, d->statements[BEGIN], "a batch", error);
    size_t i;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++)
        status = patch(d, keys[i], (size_t)starts[i], data[i], sizes[i], error);
    return end(d, "a batch", status, error);
}

static zarr_status erase(void *user_data, const char *key, zarr_error *error)
{
    return run(user_data, bound(user_data, DELETE, key, NULL), key, error);
}

static zarr_status erase_values(void *user_data, size_t count, const char *const *keys, zarr_error *error)
{
    const database *d = user_data;
    zarr_status status = run(d, d->statements[BEGIN], "a batch", error);
    size_t i;
    if (status != ZARR_OK)
        return status;
    for (i = 0; i < count && status == ZARR_OK; i++)
        status = erase(user_data, keys[i], error);
    return end(d, "a batch", status, error);
}

/* A copy of a prefix that ends where the last key that begins with it does. */
static char *behind(const char *prefix)
{
    char *copy = malloc(strlen(prefix) + 1);
    if (copy) {
        strcpy(copy, prefix);
        end_of_prefix(copy, strlen(copy));
    }
    return copy;
}

static zarr_status erase_prefix(void *user_data, const char *prefix, zarr_error *error)
{
    const database *d = user_data;
    char *last;
    zarr_status status;
    if (!*prefix)
        return run(d, d->statements[DELETE_ALL], prefix, error);
    if (!(last = behind(prefix)))
        return fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory", prefix);
    status = run(d, bound(d, DELETE_BELOW, prefix, last), prefix, error);
    free(last);
    return status;
}

/* Adds the keys that begin with a prefix; or only those of one level, where what lies deeper is skipped, however much that is. */
static zarr_status walk(const database *d, const char *prefix, const char *last, int one_level, zarr_listing *listing,
                        zarr_error *error)
{
    sqlite3_stmt *statement = bound(d, last ? BELOW : ALL, prefix, last);
    char *from = NULL, *slash;
    zarr_status status = ZARR_OK;
    int code;
    while (status == ZARR_OK && (code = sqlite3_step(statement)) != SQLITE_DONE) {
        const char *key = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        if (!key) {
            status = failed(d, error, prefix, code == SQLITE_ROW ? SQLITE_NOMEM : code);
        } else if (!one_level || !(slash = strchr(key + strlen(prefix), '/'))) {
            status = zarr_listing_add_key(listing, key, error);
        } else {
            size_t size = (size_t)(slash + 1 - key);
            free(from);
            if (!(from = calloc(size + 1, 1))) {
                status = fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory", prefix);
                break;
            }
            memcpy(from, key, size);
            status = zarr_listing_add_prefix(listing, from, error);
            end_of_prefix(from, size);
            sqlite3_reset(statement);
            bound(d, last ? BELOW : ALL, from, NULL);
        }
    }
    sqlite3_reset(statement);
    free(from);
    return status;
}

static zarr_status listed(const database *d, const char *prefix, int one_level, zarr_listing *listing, zarr_error *error)
{
    char *last = *prefix ? behind(prefix) : NULL;
    zarr_status status;
    if (*prefix && !last)
        return fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory", prefix);
    status = begin_reading(d, prefix, error);
    if (status == ZARR_OK) {
        status = walk(d, prefix, last, one_level, listing, error);
        end_reading(d);
    }
    free(last);
    return status;
}

static zarr_status list(void *user_data, zarr_listing *listing, zarr_error *error)
{
    return listed(user_data, "", 0, listing, error);
}

static zarr_status list_prefix(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    return listed(user_data, prefix, 0, listing, error);
}

static zarr_status list_dir(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    return listed(user_data, prefix, 1, listing, error);
}

static zarr_status size(void *user_data, const char *key, int64_t *bytes, zarr_error *error)
{
    sqlite3_int64 row;
    size_t found;
    zarr_status status = row_of(user_data, key, &row, &found, error);
    if (status == ZARR_OK)
        *bytes = (int64_t)found;
    return status;
}

static zarr_status exists(void *user_data, const char *key, int32_t *there, zarr_error *error)
{
    int64_t bytes;
    zarr_status status = size(user_data, key, &bytes, error);
    *there = status == ZARR_OK;
    return status == ZARR_ERROR_NOT_FOUND ? ZARR_OK : status;
}

/* Brings what lies in the write-ahead log into the file, and the file to the disk. */
static zarr_status flush(void *user_data, zarr_error *error)
{
    const database *d = user_data;
    int code = sqlite3_wal_checkpoint_v2(d->connection, NULL, SQLITE_CHECKPOINT_FULL, NULL, NULL);
    return code == SQLITE_OK ? ZARR_OK : failed(d, error, "flush", code);
}

static void destroy(void *user_data)
{
    database *d = user_data;
    int i;
    for (i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(d->statements[i]);
    sqlite3_close(d->connection);
    free(d);
}

static const char preparation[] = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                                  "CREATE TABLE IF NOT EXISTS zarr(k TEXT PRIMARY KEY, v BLOB)";

static int open_table(database *d, const char *path)
{
    int code, i;
    int flags = d->read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if ((code = sqlite3_open_v2(path, &d->connection, flags, NULL)) != SQLITE_OK)
        return code;
    sqlite3_busy_timeout(d->connection, 60000);
    if (!d->read_only && (code = sqlite3_exec(d->connection, preparation, NULL, NULL, NULL)) != SQLITE_OK)
        return code;
    for (i = 0; i < STATEMENTS; i++)
        if ((code = sqlite3_prepare_v2(d->connection, texts[i], -1, &d->statements[i], NULL)) != SQLITE_OK)
            return code;
    return SQLITE_OK;
}

zarr_status sqlite_store_table(const char *path, int read_only, zarr_store_callbacks *callbacks, void **user_data, zarr_error *error)
{
    database *d = calloc(1, sizeof *d);
    zarr_status status;
    int code;
    if (!d)
        return fail(error, ZARR_ERROR_NO_MEMORY, "SQLite: %s: no memory", path);
    d->read_only = read_only;
    if ((code = open_table(d, path)) != SQLITE_OK) {
        status = failed(d, error, path, code);
        destroy(d);
        return status;
    }
    zarr_store_callbacks_init(callbacks);
    callbacks->get = get;
    callbacks->get_partial_values = get_partial_values;
    callbacks->list = list;
    callbacks->list_prefix = list_prefix;
    callbacks->list_dir = list_dir;
    callbacks->size = size;
    callbacks->exists = exists;
    callbacks->destroy = destroy;
    /* Without the functions that write, the store is read-only. */
    if (!read_only) {
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

zarr_status sqlite_store_open(const char *path, int read_only, const char *options_json, zarr_store **store, zarr_error *error)
{
    zarr_store_callbacks callbacks;
    void *user_data;
    zarr_status status = sqlite_store_table(path, read_only, &callbacks, &user_data, error);
    *store = NULL;
    if (status != ZARR_OK)
        return status;
    status = zarr_store_open_callbacks(&callbacks, user_data, options_json, store, error);
    if (status != ZARR_OK)
        destroy(user_data); /* which the library does not do where opening failed */
    return status;
}
