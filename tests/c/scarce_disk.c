/*
 * Why this file exists: a disk that is really full, beside the one that scarce.c plays: a file system in memory of 1 MiB, in a
 * name space of mounts that only this process sees. A file takes all but n pages of it, for every n; then values are written,
 * documents changed and an archive flushed. What does not fit says so, the old values stand, nothing half-written is left, and
 * the same call succeeds once there is room. (Archives grow by calls of the system that scarce.c can't play.)
 */
#define _GNU_SOURCE
#include "scarce.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#define PAGE 4096
/* A chunk is nine pages, so that a write ends within its first, its last, or none of them. */
#define LENGTH 36000
#define CHUNK 9000

static bool put(const char *path, const char *text) {
    const int file = open(path, O_WRONLY);
    const bool done = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0)
        close(file);
    return done;
}

bool small_disk_make(const char *path) {
    char map[64];
    const uid_t user = getuid();
    const gid_t group = getgid();
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
            return false;
        snprintf(map, sizeof map, "0 %lu 1", (unsigned long)user);
        if (!put("/proc/self/setgroups", "deny") || !put("/proc/self/uid_map", map))
            return false;
        snprintf(map, sizeof map, "0 %lu 1", (unsigned long)group);
        if (!put("/proc/self/gid_map", map))
            return false;
    }
    /* No other process is to see it. */
    return mount("none", "/", "none", MS_REC | MS_PRIVATE, NULL) == 0 && mkdir(path, 0777) == 0 &&
           mount("none", path, "tmpfs", 0, "size=1m") == 0;
}

/* Takes what there is, but for so many pages. */
static void leave(const char *path, int pages) {
    char *name = path_join(path, "filler");
    static const char page[PAGE];
    const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    off_t size = 0;
    while (file >= 0 && write(file, page, sizeof page) == (ssize_t)sizeof page)
        size += PAGE;
    CHECK(file >= 0 && size > pages * PAGE && ftruncate(file, size - pages * PAGE) == 0);
    close(file);
    free(name);
}

static void make_room(const char *path) {
    char *name = path_join(path, "filler");
    CHECK(unlink(name) == 0);
    free(name);
}

/* Files and directories in a directory. */
static int entries(const char *path) {
    DIR *directory = opendir(path);
    struct dirent *entry;
    int count = 0;
    while (directory != NULL && (entry = readdir(directory)) != NULL)
        count += entry->d_name[0] != '.';
    if (directory != NULL)
        closedir(directory);
    return count;
}

static const int64_t shape[1] = {LENGTH}, origin[1] = {0};
static int32_t old[LENGTH], new[LENGTH], got[LENGTH];
static unsigned long met;

static zarr_array *create(const zarr_store *store, const char *codec) {
    static const int64_t chunk[1] = {CHUNK};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    OK(zarr_array_write_region(array, 1, origin, shape, old, sizeof old, E));
    OK(zarr_store_flush(store, E));
    zarr_array_builder_free(builder);
    return array;
}

/* True when a call met the end of the disk; any other failure is one of the library. */
static bool was_full(zarr_status status, const zarr_error *error) {
    if (status != ZARR_OK && (status != ZARR_ERROR_IO || error->system_code != ENOSPC))
        FAIL("%s, errno %d: %s", zarr_status_name(status), error->system_code, error->message);
    met += status != ZARR_OK;
    return status != ZARR_OK;
}

static void directory(const char *path, const char *codec, const char *options) {
    static const int64_t start[1] = {4000}, part[1] = {20000};
    char *root = path_join(path, "store"), *folder = path_join(root, "a"), *chunks = path_join(folder, "c");
    zarr_store *store = NULL;
    zarr_array *array;
    zarr_error error;
    int pages, whole = 0, i;
    check_context("a small disk, %s, %s", codec != NULL ? codec : "raw", options);
    OK(zarr_store_open(root, options, &store, E));
    array = create(store, codec);
    for (pages = 0; pages < 24; pages++) {
        bool full;
        check_context("a small disk, %s, %s, %d pages left", codec != NULL ? codec : "raw", options, pages);
        leave(path, pages);
        full = was_full(zarr_array_write_region(array, 1, start, part, new, 20000 * sizeof *new, E), &error);
        whole += !full;
        CHECK(full || pages > 0);
        if (OK(zarr_array_read_region(array, 1, origin, shape, got, sizeof got, E)))
            for (i = 0; i < LENGTH; i++)
                if (got[i] != old[i] && (i < start[0] || i >= start[0] + part[0] || got[i] != new[i - start[0]])) {
                    FAIL("element %d is %d", i, (int)got[i]);
                    break;
                }
        /* One document fits into one page, beside the one that it replaces. */
        full = was_full(zarr_array_set_attributes(array, pages % 2 ? "{\"odd\": true}" : "{\"odd\": false}", E), &error);
        CHECK(full == (pages == 0));
        OK(zarr_array_refresh(array, E));
        CHECK(entries(folder) == 2 && entries(chunks) == 4);
        make_room(path);
        OK(zarr_array_write_region(array, 1, start, part, new, 20000 * sizeof *new, E));
        OK(zarr_array_read_region(array, 1, start, part, got, 20000 * sizeof *new, E));
        CHECK(memcmp(got, new, 20000 * sizeof *new) == 0);
        OK(zarr_array_write_region(array, 1, origin, shape, old, sizeof old, E));
    }
    CHECK(whole > 0);
    zarr_array_free(array);
    OK(zarr_node_erase(store, "a", E));
    zarr_store_free(store);
    free(root);
    free(folder);
    free(chunks);
}

/* An archive is written when it is flushed: that call reports it, and the archive of before stands. */
static void archive(const char *path) {
    char *name = path_join(path, "archive.zip");
    zarr_error error;
    int pages, whole = 0;
    for (pages = 0; pages < 90; pages += 5) {
        zarr_store *store = NULL, *again = NULL;
        zarr_array *array = NULL;
        bool full;
        check_context("an archive on a small disk, %d pages left", pages);
        OK(zarr_store_open(name, "{\"threads\": 1}", &store, E));
        zarr_array_free(create(store, NULL));
        zarr_store_free(store);
        store = NULL;
        OK(zarr_store_open(name, "{\"threads\": 1}", &store, E));
        OK(zarr_array_open(store, "a", &array, E));
        leave(path, pages);
        full = was_full(zarr_array_write_region(array, 1, origin, shape, new, sizeof new, E), &error);
        full |= was_full(zarr_store_flush(store, E), &error);
        whole += !full;
        CHECK(full || pages > 0);
        if (full) {
            zarr_array *stands = NULL;
            OK(zarr_store_open(name, "{\"mode\": \"r\"}", &again, E));
            OK(zarr_array_open(again, "a", &stands, E));
            OK(zarr_array_read_region(stands, 1, origin, shape, got, sizeof got, E));
            CHECK(memcmp(got, old, sizeof got) == 0);
            zarr_array_free(stands);
            zarr_store_free(again);
        }
        make_room(path);
        OK(zarr_array_write_region(array, 1, origin, shape, new, sizeof new, E));
        OK(zarr_store_flush(store, E));
        OK(zarr_array_read_region(array, 1, origin, shape, got, sizeof got, E));
        CHECK(memcmp(got, new, sizeof got) == 0);
        zarr_array_free(array);
        zarr_store_free(store);
        CHECK(entries(path) == 1 + 1 && unlink(name) == 0);
    }
    CHECK(whole > 0);
    free(name);
}

static void numbers(void) {
    int i;
    for (i = 0; i < LENGTH; i++) {
        old[i] = i;
        new[i] = 1000000 + i * 7;
    }
}

void archive_too_large(const char *path) {
    char *name = path_join(path, "large.zip");
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;
    struct rlimit before, limit;
    struct stat file;
    check_context("an archive that becomes too large");
    numbers();
    OK(zarr_store_open(name, "{\"threads\": 1}", &store, E));
    array = create(store, NULL);
    CHECK(stat(name, &file) == 0);
    OK(zarr_array_write_region(array, 1, origin, shape, new, sizeof new, E));
    getrlimit(RLIMIT_FSIZE, &before);
    limit = before;
    limit.rlim_cur = (rlim_t)file.st_size + 50000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    status = zarr_store_flush(store, E);
    setrlimit(RLIMIT_FSIZE, &before);
    CHECK(status == ZARR_ERROR_IO && error.system_code == EFBIG);
    OK(zarr_store_flush(store, E));
    zarr_array_free(array);
    zarr_store_free(store);
    store = NULL;
    OK(zarr_store_open(name, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_array_open(store, "a", &array, E));
    OK(zarr_array_read_region(array, 1, origin, shape, got, sizeof got, E));
    CHECK(memcmp(got, new, sizeof got) == 0);
    zarr_array_free(array);
    zarr_store_free(store);
    free(name);
}

unsigned long small_disk(const char *path) {
    numbers();
    directory(path, NULL, "{\"threads\": 1}");
    directory(path, NULL, "{\"threads\": 2, \"sync\": \"full\"}");
    directory(path, "crc32c", "{\"threads\": 1}");
    archive(path);
    check_context("%s", "");
    CHECK(met > 10);
    return met;
}
