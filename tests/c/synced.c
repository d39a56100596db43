/*
 * Why this file exists: after a write with "sync": "full" a loss of power takes nothing. The name of a value lies in its folder,
 * that of the folder in the one above, and so on up to what was there before: all of these must have been synchronised. This
 * program stands between the library and the system and notes for which folders it was asked.
 */
#include "check.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST = 256 };

static struct stat synced[MOST];
static int count;
/* The next time a folder is to be synchronised, it fails. */
static bool folder_fails;

int fsync(int file) {
    struct stat status;
    if (fstat(file, &status) != 0)
        return 0;
    if (count < MOST)
        synced[count++] = status;
    if (folder_fails && S_ISDIR(status.st_mode)) {
        folder_fails = false;
        errno = EIO;
        return -1;
    }
    return 0;
}

static bool was_synced(const char *folder) {
    struct stat wanted;
    bool found = false;
    if (stat(folder, &wanted) != 0)
        return false;
    for (int i = 0; i < count; i++)
        found = found || (synced[i].st_dev == wanted.st_dev && synced[i].st_ino == wanted.st_ino);
    return found;
}

static void writes(const char *path, const char *new_root, const char *name, const char *const *folders) {
    zarr_error error;
    zarr_store *store = NULL;
    char *root = path_join(path, new_root), *url = path_join(root, name);
    check_context("%s", name);
    CHECK(mkdir(root, 0777) == 0);
    count = 0;
    OK(zarr_store_open(url, "{\"sync\": \"full\"}", &store, E));
    OK(zarr_store_set(store, "a/b/c", "1", 1, E));
    OK(zarr_store_flush(store, E));
    zarr_store_free(store);
    for (; *folders != NULL; folders++) {
        char *folder = path_join(root, *folders);
        if (!was_synced(folder))
            FAIL("%s was not synchronised", *folders);
        free(folder);
    }
    free(url);
    free(root);
}

static void check_value(const zarr_store *store, const char *key, const char *wanted) {
    zarr_error error;
    zarr_bytes *value = NULL;
    OK(zarr_store_get(store, key, &value, E));
    CHECK(zarr_bytes_size(value) == strlen(wanted) && memcmp(zarr_bytes_data(value), wanted, strlen(wanted)) == 0);
    zarr_bytes_free(value);
}

/* A zip file has its name, or has been compacted, when its folder can't be synchronised: the flush says so, and the next
   ones go on from there. It would be written over itself. */
static void folder_that_fails(const char *path, const char *name, const char *options) {
    zarr_error error;
    zarr_store *store = NULL;
    char *url = path_join(path, name);
    check_context("%s with %s", name, options);
    OK(zarr_store_open(url, options, &store, E));
    OK(zarr_store_set(store, "a", "first", 5, E));
    folder_fails = true;
    FAILS(zarr_store_flush(store, E), ZARR_ERROR_IO);
    OK(zarr_store_flush(store, E));
    OK(zarr_store_set(store, "b", "another", 7, E));
    OK(zarr_store_flush(store, E));
    OK(zarr_store_set(store, "a", "second, and longer", 18, E));
    folder_fails = strstr(options, "compact") != NULL;
    if (folder_fails)
        FAILS(zarr_store_flush(store, E), ZARR_ERROR_IO);
    OK(zarr_store_set(store, "c", "third", 5, E));
    OK(zarr_store_flush(store, E));
    CHECK(!folder_fails);
    zarr_store_free(store);
    OK(zarr_store_open(url, NULL, &store, E));
    check_value(store, "a", "second, and longer");
    check_value(store, "b", "another");
    check_value(store, "c", "third");
    zarr_store_free(store);
    free(url);
}

int main(void) {
    static const char *const folders[] = {".", "new", "new/deep", "new/deep/store.zarr", "new/deep/store.zarr/a",
                                          "new/deep/store.zarr/a/b", NULL};
    static const char *const around[] = {".", "new", "new/deep", NULL};
    char *path = temp_make();
    writes(path, "directory", "new/deep/store.zarr", folders);
    writes(path, "archive", "new/deep/store.zip", around);
    folder_that_fails(path, "plain.zip", "{\"sync\": \"full\"}");
    folder_that_fails(path, "compact.zip", "{\"sync\": \"full\", \"compact\": true}");
    temp_remove(path);
    return check_summary("synced");
}
