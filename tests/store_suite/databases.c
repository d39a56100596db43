/* databases lmdb|sqlite <folder>: puts the stores over databases of c_examples through the suite of all stores. */
#ifdef WITH_LMDB
#include "lmdb_store.h"
#include <lmdb.h>
#endif
#ifdef WITH_SQLITE
#include "sqlite_store.h"
#endif
#include "zarr_store_suite.h"

#include <stdio.h>
#include <string.h>

static const char *kind;
static char path[1024];

/* The suite is done with one store before it asks for the next: they have one name, after what the last one left is removed. */
static void remove_database(void) {
    static const char *const files[] = {"", "-lock", "-journal", "-wal", "-shm"};
    char name[sizeof path + 16];
    size_t i;
    for (i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(name, sizeof name, "%s%s", path, files[i]);
        remove(name);
    }
}

static zarr_status open_new(void *user_data, int number, zarr_store **store, zarr_error *error) {
    (void)user_data, (void)number;
    remove_database();
#ifdef WITH_LMDB
    if (strcmp(kind, "lmdb") == 0)
        return lmdb_store_open(path, (size_t)64 << 20, MDB_NOSUBDIR | MDB_NOSYNC, NULL, store, error);
#endif
#ifdef WITH_SQLITE
    if (strcmp(kind, "sqlite") == 0)
        return sqlite_store_open(path, 0, NULL, store, error);
#endif
    (void)store, (void)error;
    return ZARR_ERROR_UNSUPPORTED;
}

int main(int argc, char **argv) {
    int failed;
    if (argc != 3) {
        fprintf(stderr, "usage: databases lmdb|sqlite <folder>\n");
        return 2;
    }
    kind = argv[1];
    snprintf(path, sizeof path, "%s/suite.%s", argv[2], kind);
    /* LMDB is built with a limit on keys; the store says so. */
    failed = zarr_store_suite(open_new, NULL, strcmp(kind, "lmdb") == 0 ? 511 : 0, 0);
    remove_database();
    return failed != 0;
}
