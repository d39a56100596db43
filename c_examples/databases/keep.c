/* keep lmdb|sqlite in|out <database> <url>
   Copies everything that lies at a URL, in any format, into a database, or out of one to a URL, and lists the nodes in the
   database. The rest of a program could work on such a store as on any other. */
#include "database.h"
#ifdef WITH_LMDB
#include "lmdb_store.h"
#include <lmdb.h>
#endif
#ifdef WITH_SQLITE
#include "sqlite_store.h"
#endif

static zarr_status open_database(const char *kind, const char *path, int read_only, zarr_store **store, zarr_error *error)
{
#ifdef WITH_LMDB
    if (strcmp(kind, "lmdb") == 0)
        return lmdb_store_open(path, (size_t)1 << 30, read_only ? MDB_RDONLY : 0, NULL, store, error);
#endif
#ifdef WITH_SQLITE
    if (strcmp(kind, "sqlite") == 0)
        return sqlite_store_open(path, read_only, NULL, store, error);
#endif
    (void)path, (void)read_only, (void)store;
    return fail(error, ZARR_ERROR_UNSUPPORTED, "this program was built without %s", kind);
}

/* Every key with its value. */
static zarr_status copy_keys(const zarr_store *from, const zarr_store *to, zarr_error *error)
{
    zarr_strings *keys = NULL;
    zarr_bytes *value = NULL;
    zarr_status status = zarr_store_list_prefix(from, "", &keys, error);
    size_t i, total = 0;
    for (i = 0; status == ZARR_OK && i < zarr_strings_count(keys); i++) {
        const char *key = zarr_strings_get(keys, i);
        status = zarr_store_get(from, key, &value, error);
        if (status == ZARR_OK) {
            total += zarr_bytes_size(value);
            status = zarr_store_set(to, key, zarr_bytes_data(value), zarr_bytes_size(value), error);
            zarr_bytes_free(value);
        }
    }
    if (status == ZARR_OK)
        printf("%zu keys, %zu bytes\n", i, total);
    zarr_strings_free(keys);
    return status != ZARR_OK ? status : zarr_store_flush(to, error);
}

static zarr_status copy(const char *kind, int in, const char *path, const char *url, zarr_error *error)
{
    zarr_store *database = NULL, *other = NULL;
    zarr_status status;
    (void)((status = zarr_store_open(url, in ? "{\"mode\": \"r\"}" : NULL, &other, error)) ||
           (status = open_database(kind, path, !in, &database, error)) ||
           (status = in ? copy_keys(other, database, error) : copy_keys(database, other, error)));
    zarr_store_free(database);
    zarr_store_free(other);
    return status;
}

static zarr_status list(const char *kind, const char *path, zarr_error *error)
{
    zarr_store *store = NULL;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    zarr_status status;
    size_t i;
    (void)((status = open_database(kind, path, 1, &store, error)) ||
           (status = zarr_node_walk(store, "", -1, &paths, &kinds, error)));
    for (i = 0; status == ZARR_OK && i < zarr_strings_count(paths); i++)
        printf("%s %s\n", zarr_bytes_data(kinds)[i] == ZARR_NODE_ARRAY ? "array" : "group", zarr_strings_get(paths, i));
    zarr_bytes_free(kinds);
    zarr_strings_free(paths);
    zarr_store_free(store);
    return status;
}

int main(int argc, char **argv)
{
    zarr_error error;
    if (argc != 5 || (strcmp(argv[2], "in") != 0 && strcmp(argv[2], "out") != 0)) {
        fprintf(stderr, "usage: keep lmdb|sqlite in|out <database> <url>\n");
        return 2;
    }
    if (copy(argv[1], strcmp(argv[2], "in") == 0, argv[3], argv[4], &error) || list(argv[1], argv[3], &error)) {
        fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
        return 1;
    }
    return 0;
}
