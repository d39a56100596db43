/*
 * Why this file exists: after a write with "sync": "full" a loss of power takes nothing. The name of a value lies in its folder,
 * that of the folder in the one above, and so on up to what was there before: all of these must have been synchronised. This
 * program stands between the library and the system and notes for which folders it was asked.
 */
#include "check.h"

#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { MOST = 256 };

static struct stat synced[MOST];
static int count;

int fsync(int file) {
    if (count < MOST && fstat(file, &synced[count]) == 0)
        count++;
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

int main(void) {
    static const char *const folders[] = {".", "new", "new/deep", "new/deep/store.zarr", "new/deep/store.zarr/a",
                                          "new/deep/store.zarr/a/b", NULL};
    static const char *const around[] = {".", "new", "new/deep", NULL};
    char *path = temp_make();
    writes(path, "directory", "new/deep/store.zarr", folders);
    writes(path, "archive", "new/deep/store.zip", around);
    temp_remove(path);
    return check_summary("synced");
}
