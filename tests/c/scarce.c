/*
 * Why this file exists: memory, disk and file descriptors run out, signals interrupt, and file systems give and take less than
 * was asked for. A script of typical work runs while the system refuses or shortens its requests: each failed
 * call returns the right status, the stored values are there afterwards, no descriptor is lost, and the same call then
 * succeeds. The system is played by functions of this program, which stand before those of the C library.
 */
#define _GNU_SOURCE
#include "scarce.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>
#include <dirent.h>

/* Larger allocations are refused while `refusing`. */
#define LARGE ((size_t)64 << 10)
#define ROWS 512
#define COLUMNS 256
#define BYTES ((size_t)ROWS * COLUMNS * 4)

static volatile int refusing, shortening, interrupting, full_after = -1;
static volatile unsigned long refused, shortened, interrupted, full;

/* ---- the allocator: in terms of names under which the C library keeps its own ---- */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static bool refuse(size_t size) {
    if (!refusing || size <= LARGE)
        return false;
    __atomic_add_fetch(&refused, 1, __ATOMIC_RELAXED);
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size) { return refuse(size) ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) {
    return refuse(size != 0 && count > SIZE_MAX / size ? SIZE_MAX : count * size) ? NULL : __libc_calloc(count, size);
}
void *realloc(void *memory, size_t size) { return refuse(size) ? NULL : __libc_realloc(memory, size); }
void *memalign(size_t alignment, size_t size) { return refuse(size) ? NULL : __libc_memalign(alignment, size); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}

/* ---- reading and writing ---- */
static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (found == NULL)
        abort();
    return found;
}

/* Every third call is interrupted, others get a part of what they want. */
static bool interrupt(void) {
    static unsigned long calls;
    if (!interrupting || __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED) % 3 != 0)
        return false;
    __atomic_add_fetch(&interrupted, 1, __ATOMIC_RELAXED);
    errno = EINTR;
    return true;
}

static size_t less(size_t size) {
    if (!shortening || size < 2)
        return size;
    __atomic_add_fetch(&shortened, 1, __ATOMIC_RELAXED);
    return size > 64 ? size / 2 + 1 : 1;
}

static bool disk_full(void) {
    if (full_after < 0 || __atomic_sub_fetch(&full_after, 1, __ATOMIC_RELAXED) >= 0)
        return false;
    full_after = 0;
    __atomic_add_fetch(&full, 1, __ATOMIC_RELAXED);
    errno = ENOSPC;
    return true;
}

typedef __typeof__(pread) reading;
typedef __typeof__(pwrite) positioned;
ssize_t pread(int file, void *buffer, size_t size, off_t at) {
    static reading *next;
    if (next == NULL)
        *(void **)&next = real("pread");
    return interrupt() ? -1 : next(file, buffer, less(size), at);
}
ssize_t pread64(int file, void *buffer, size_t size, off_t at) { return pread(file, buffer, size, at); }
ssize_t pwrite(int file, const void *buffer, size_t size, off_t at) {
    static positioned *next;
    if (next == NULL)
        *(void **)&next = real("pwrite");
    return interrupt() || disk_full() ? -1 : next(file, buffer, less(size), at);
}
ssize_t pwrite64(int file, const void *buffer, size_t size, off_t at) { return pwrite(file, buffer, size, at); }
ssize_t read(int file, void *buffer, size_t size) {
    static __typeof__(&read) next;
    if (next == NULL)
        *(void **)&next = real("read");
    return interrupt() ? -1 : next(file, buffer, less(size));
}
ssize_t write(int file, const void *buffer, size_t size) {
    static __typeof__(&write) next;
    if (next == NULL)
        *(void **)&next = real("write");
    return file > 2 && (interrupt() || disk_full()) ? -1 : next(file, buffer, file > 2 ? less(size) : size);
}

/* ---- typical work ---- */
static const int64_t shape[2] = {ROWS, COLUMNS}, origin[2] = {0, 0}, part_start[2] = {100, 50}, part[2] = {300, 150};
static char *folder;
static int32_t *values, *got;

typedef struct kind {
    const char *name, *codec, *configuration;
    bool shards;
    int32_t format;
} kind;

static const kind kinds[] = {
    {"raw", NULL, NULL, false, ZARR_FORMAT_V3},
    {"gzip", "gzip", NULL, false, ZARR_FORMAT_V3},
    {"zstd", "zstd", NULL, false, ZARR_FORMAT_V3},
    {"blosc", "blosc", NULL, false, ZARR_FORMAT_V3},
    {"pcodec", "pcodec", NULL, false, ZARR_FORMAT_V3},
    {"shards", "zstd", NULL, true, ZARR_FORMAT_V3},
    {"raw shards", NULL, NULL, true, ZARR_FORMAT_V3},
    {"bz2", "bz2", NULL, false, ZARR_FORMAT_V2},
    {"lzma", "lzma", "{\"preset\": 1}", false, ZARR_FORMAT_V2},
    {"lz4", "lz4", NULL, false, ZARR_FORMAT_V2},
    {"zlib", "zlib", NULL, false, ZARR_FORMAT_V2},
};

static void fill(int32_t *numbers, int32_t seed) {
    int32_t i;
    for (i = 0; i < ROWS * COLUMNS; i++)
        numbers[i] = seed + i / 7;
}

static zarr_status create(const zarr_store *store, const kind *k, zarr_array **array, zarr_error *error) {
    static const int64_t chunk[2] = {256, 128}, shard[2] = {512, 256};
    zarr_array_builder *builder = NULL;
    zarr_status status = zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_format(builder, k->format, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_chunk_shape(builder, 2, chunk, error);
    if (status == ZARR_OK && k->shards)
        status = zarr_array_builder_shard_shape(builder, 2, shard, error);
    if (status == ZARR_OK && k->codec != NULL)
        status = zarr_array_builder_codec(builder, k->codec, k->configuration, error);
    if (status == ZARR_OK)
        status = zarr_array_create(store, "a", builder, array, error);
    zarr_array_builder_free(builder);
    return status;
}

static void must_hold(const zarr_array *array, const int32_t *wanted, const char *when) {
    zarr_error error;
    memset(got, 0xab, BYTES);
    if (OK(zarr_array_read_region(array, 2, origin, shape, got, BYTES, E)) && memcmp(got, wanted, BYTES) != 0)
        FAIL("%s, other values are read", when);
}

static int descriptors(void) {
    DIR *directory = opendir("/proc/self/fd");
    int count = 0;
    while (directory != NULL && readdir(directory) != NULL)
        count++;
    if (directory != NULL)
        closedir(directory);
    return count;
}

/* No value of the array is anything but what it was or is to be; a chunk at a time is the one or the other. */
static void old_or_new(const zarr_array *array, const int32_t *old, const int32_t *new, const char *when) {
    zarr_error error;
    size_t i;
    if (!OK(zarr_array_read_region(array, 2, origin, shape, got, BYTES, E)))
        return;
    for (i = 0; i < ROWS * COLUMNS; i++)
        if (got[i] != old[i] && got[i] != new[i]) {
            FAIL("%s, element %lu is neither the old nor the new one", when, (unsigned long)i);
            return;
        }
}

/* A store of its own for each round. */
static zarr_store *open_store(const char *options, char **path) {
    static int number;
    char name[32];
    zarr_store *store = NULL;
    zarr_error error;
    sprintf(name, "%d", number++);
    *path = path_join(folder, name);
    OK(zarr_store_open(*path, options, &store, E));
    return store;
}

/* Points have lists of their own, as long as the caller's. */
static void no_memory_for_points(const zarr_array *array, const int32_t *changed) {
    enum { POINTS = 20000 };
    int64_t *points = need(2 * POINTS * sizeof *points);
    int32_t *seen = need(POINTS * sizeof *seen);
    zarr_error error;
    zarr_status status;
    int64_t i;
    for (i = 0; i < POINTS; i++) {
        points[2 * i] = i * 7919 % ROWS;
        points[2 * i + 1] = i * 104729 % COLUMNS;
    }
    refusing = 1;
    status = zarr_array_read_points(array, 2, POINTS, points, seen, POINTS * sizeof *seen, E);
    refusing = 0;
    CHECK(status == ZARR_ERROR_NO_MEMORY && error.message[0] != 0);
    refusing = 1;
    status = zarr_array_write_points(array, 2, POINTS, points, changed, POINTS * sizeof *changed, E);
    refusing = 0;
    CHECK(status == ZARR_ERROR_NO_MEMORY);
    must_hold(array, values, "after points without memory");
    OK(zarr_array_read_points(array, 2, POINTS, points, seen, POINTS * sizeof *seen, E));
    for (i = 0; i < POINTS; i++)
        if (!CHECK(seen[i] == values[points[2 * i] * COLUMNS + points[2 * i + 1]]))
            break;
    free(points);
    free(seen);
}

/* A queue that can't copy says so at once and holds nothing; what fails later is told by its ticket. */
static void no_memory_for_queues(const zarr_array *array, const int32_t *changed) {
    zarr_queue *queue = NULL;
    zarr_error error;
    zarr_status status;
    int64_t ticket = 0, operations = -1, bytes = -1;
    OK(zarr_queue_new("{\"threads\": 2, \"bytes\": 4000000}", &queue, E));
    refusing = 1;
    status = zarr_queue_write_region(queue, array, 2, origin, shape, changed, BYTES, &ticket, E);
    refusing = 0;
    CHECK(status == ZARR_ERROR_NO_MEMORY && error.message[0] != 0 && ticket == 0);
    OK(zarr_queue_pending(queue, &operations, &bytes, E));
    CHECK(operations == 0 && bytes == 0);
    must_hold(array, values, "after a copy without memory");
    refusing = 1;
    status = zarr_queue_write_region_then(queue, array, 2, part_start, part, changed, 300 * 150 * 4, NULL, NULL, &ticket, E);
    if (status == ZARR_OK)
        status = zarr_queue_wait(queue, ticket, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a queued write: %s: %s", zarr_status_name(status), error.message);
    OK(zarr_queue_write_region(queue, array, 2, origin, shape, values, BYTES, NULL, E));
    OK(zarr_queue_wait(queue, -1, E));
    must_hold(array, values, "by a queue");
    zarr_queue_free(queue);
}

static void no_memory(const kind *k, const char *options) {
    char *path;
    zarr_store *store = open_store(options, &path);
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;
    int before;
    int32_t *changed = need(BYTES);
    fill(values, 1);
    fill(changed, 1000000);
    check_context("no memory, %s, %s", k->name, options);
    if (!OK(create(store, k, &array, E)))
        return;
    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    must_hold(array, values, "before");
    before = descriptors();

    refused = 0;
    refusing = 1;
    status = zarr_array_read_region(array, 2, part_start, part, got, 300 * 150 * 4, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a read: %s: %s", zarr_status_name(status), error.message);
    CHECK((status == ZARR_OK) == (error.message[0] == 0));
    CHECK(status == ZARR_ERROR_NO_MEMORY || refused == 0 || k->codec != NULL);

    refusing = 1;
    status = zarr_array_write_region(array, 2, origin, shape, changed, BYTES, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a write: %s: %s", zarr_status_name(status), error.message);
    old_or_new(array, values, changed, "after a write");

    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    refusing = 1;
    status = zarr_array_write_region(array, 2, part_start, part, changed, 300 * 150 * 4, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a write of parts: %s: %s", zarr_status_name(status), error.message);
    CHECK(descriptors() == before);

    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    if (refuses(&refusing)) {
        no_memory_for_points(array, changed);
        no_memory_for_queues(array, changed);
    }

    /* The handle is as good as ever. */
    OK(zarr_array_write_region(array, 2, origin, shape, changed, BYTES, E));
    must_hold(array, changed, "afterwards");
    zarr_array_free(array);
    zarr_store_free(store);
    free(changed);
    free(path);
}

/* A chunk that is small itself: what is lacking is the memory of its encoder. */
static void no_encoder(const kind *k) {
    static const int64_t length[1] = {4096}, zero[1] = {0};
    char *path;
    zarr_store *store = open_store("{\"threads\": 1}", &path);
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;
    check_context("no memory for an encoder, %s", k->name);
    fill(values, 3);
    OK(zarr_array_builder_new(ZARR_INT32, 1, length, &builder, E));
    OK(zarr_array_builder_format(builder, k->format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, length, E));
    if (k->codec != NULL)
        OK(zarr_array_builder_codec(builder, k->codec, k->configuration, E));
    OK(zarr_array_create(store, "small", builder, &array, E));
    refusing = 1;
    status = zarr_array_write_region(array, 1, zero, length, values, 4 * 4096, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a write: %s: %s", zarr_status_name(status), error.message);
    OK(zarr_array_write_region(array, 1, zero, length, values, 4 * 4096, E));
    refusing = 1;
    status = zarr_array_read_region(array, 1, zero, length, got, 4 * 4096, E);
    refusing = 0;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("a read: %s: %s", zarr_status_name(status), error.message);
    OK(zarr_array_read_region(array, 1, zero, length, got, 4 * 4096, E));
    CHECK(memcmp(got, values, 4 * 4096) == 0);
    zarr_array_builder_free(builder);
    zarr_array_free(array);
    zarr_store_free(store);
    free(path);
}

static void short_calls(const kind *k, const char *options) {
    char *path;
    zarr_store *store = open_store(options, &path);
    zarr_array *array = NULL, *again = NULL;
    zarr_bytes *document = NULL;
    zarr_error error;
    fill(values, 5);
    check_context("short and interrupted calls, %s, %s", k->name, options);
    shortening = interrupting = 1;
    OK(create(store, k, &array, E));
    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    must_hold(array, values, "through short calls");
    OK(zarr_array_set_attributes(array, "{\"a\": \"a text of some length, so that it does not come at once\"}", E));
    OK(zarr_array_open(store, "a", &again, E));
    OK(zarr_array_attributes(again, &document, E));
    CHECK(zarr_bytes_size(document) > 40);
    zarr_bytes_free(document);
    zarr_array_free(again);
    shortening = interrupting = 0;
    must_hold(array, values, "afterwards");
    zarr_array_free(array);
    zarr_store_free(store);
    free(path);
}

/* A part of a document must be a part of the document, not less. */
static void short_values(void) {
    char *path;
    zarr_store *store = open_store(NULL, &path);
    zarr_bytes *bytes = NULL;
    zarr_error error;
    static char text[5000];
    const size_t sizes[] = {1, 2, 100, 4095, 4096, 4097, 5000};
    const zarr_range range = {0, 1 << 20};
    size_t i;
    memset(text, 'x', sizeof text);
    shortening = 1;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        check_context("a value of %lu bytes", (unsigned long)sizes[i]);
        OK(zarr_store_set(store, "key", text, sizes[i], E));
        OK(zarr_store_get_range(store, "key", range, &bytes, E));
        CHECK(zarr_bytes_size(bytes) == sizes[i] && memcmp(zarr_bytes_data(bytes), text, sizes[i]) == 0);
        zarr_bytes_free(bytes);
        OK(zarr_store_get(store, "key", &bytes, E));
        CHECK(zarr_bytes_size(bytes) == sizes[i]);
        zarr_bytes_free(bytes);
    }
    shortening = 0;
    zarr_store_free(store);
    free(path);
}

/* The disk is full from the n-th write on, for every n until one is never reached. */
static void full_disk(const kind *k, const char *options) {
    char *path;
    zarr_store *store = open_store(options, &path);
    zarr_array *array = NULL;
    zarr_error error;
    int32_t *changed = need(BYTES);
    int n, before;
    unsigned long met = 0;
    fill(values, 1);
    fill(changed, 1000000);
    check_context("full disk, %s, %s", k->name, options);
    OK(create(store, k, &array, E));
    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    before = descriptors();
    for (n = 0; n < 100; n++) {
        zarr_status status;
        full = 0;
        full_after = n;
        status = zarr_array_write_region(array, 2, part_start, part, changed, 300 * 150 * 4, E);
        full_after = -1;
        if (full == 0) {
            CHECK(status == ZARR_OK);
            break;
        }
        met++;
        if (status != ZARR_ERROR_IO || error.system_code != ENOSPC)
            FAIL("%s, errno %d: %s", zarr_status_name(status), error.system_code, error.message);
        full_after = 0;
        status = zarr_array_set_attributes(array, "{\"half\": 1}", E);
        full_after = -1;
        CHECK(status == ZARR_ERROR_IO && error.system_code == ENOSPC);
        OK(zarr_array_refresh(array, E));
        OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
        must_hold(array, values, "after a full disk");
    }
    CHECK(met > 0 && n < 100 && descriptors() == before);
    zarr_array_free(array);
    zarr_store_free(store);
    free(changed);
    free(path);
}

/* The limit of the system on the size of a file: what is too large is an error, not a signal that ends the program. */
static void file_size(void) {
    char *path;
    zarr_store *store = open_store(NULL, &path);
    zarr_error error;
    zarr_array *array = NULL;
    struct rlimit old, limit;
    zarr_status status;
    check_context("a limit on the size of files");
    OK(create(store, &kinds[0], &array, E));
    fill(values, 9);
    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    getrlimit(RLIMIT_FSIZE, &old);
    limit = old;
    limit.rlim_cur = 10000;
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &limit);
    memset(got, 1, BYTES);
    status = zarr_array_write_region(array, 2, origin, shape, got, BYTES, E);
    setrlimit(RLIMIT_FSIZE, &old);
    CHECK(status == ZARR_ERROR_IO && error.system_code == EFBIG);
    must_hold(array, values, "after files were too large");
    zarr_array_free(array);
    zarr_store_free(store);
    free(path);
}

/* No descriptor is left: an error, then everything goes on. */
static void no_descriptors(const char *options) {
    char *path;
    zarr_store *store = open_store(options, &path);
    zarr_error error;
    zarr_array *array = NULL, *other = NULL;
    struct rlimit old, limit;
    zarr_status status;
    int held[256], count = 0, before;
    check_context("no descriptors, %s", options);
    OK(create(store, &kinds[1], &array, E));
    fill(values, 11);
    OK(zarr_array_write_region(array, 2, origin, shape, values, BYTES, E));
    before = descriptors();
    getrlimit(RLIMIT_NOFILE, &old);
    limit = old;
    limit.rlim_cur = 64;
    setrlimit(RLIMIT_NOFILE, &limit);
    while (count < 256 && (held[count] = open("/dev/null", O_RDONLY)) >= 0)
        count++;
    status = zarr_array_read_region(array, 2, origin, shape, got, BYTES, E);
    CHECK(status == ZARR_ERROR_IO && error.system_code == EMFILE);
    status = zarr_array_write_region(array, 2, part_start, part, values, 300 * 150 * 4, E);
    CHECK(status == ZARR_ERROR_IO && error.system_code == EMFILE);
    status = zarr_array_open(store, "a", &other, E);
    CHECK(status == ZARR_ERROR_IO && error.system_code == EMFILE && other == NULL);
    while (count > 0)
        close(held[--count]);
    setrlimit(RLIMIT_NOFILE, &old);
    CHECK(descriptors() == before);
    must_hold(array, values, "after descriptors had run out");
    zarr_array_free(array);
    zarr_store_free(store);
    free(path);
}

int main(int argc, char **argv) {
    static const char *const options[] = {"{\"threads\": 1}", "{\"threads\": 3}"};
    unsigned long cases = 0, ends = 0;
    char *disk;
    /* The first argument: only so many kinds of arrays. */
    size_t i, j, most = argc > 1 ? (size_t)atoi(argv[1]) : sizeof kinds / sizeof *kinds;
    folder = temp_make();
    disk = path_join(folder, "disk");
    if (!small_disk_make(disk))
        puts("no small disk: this system lets only root mount one");
    else
        cases += (ends = small_disk(disk)) > 0;
    values = need(BYTES);
    got = need(BYTES);
    /* First, while no thread has kept an encoder. */
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++, cases++)
        no_encoder(&kinds[i]);
    for (i = 0; i < most; i++)
        for (j = i % 2; j < sizeof options / sizeof *options; j++) {
            no_memory(&kinds[i], options[j]);
            short_calls(&kinds[i], options[j]);
            full_disk(&kinds[i], options[j]);
            cases += 3;
            /* Both numbers of threads for the first kinds. */
            if (i > 1)
                break;
        }
    cases += scarce_documents(folder, &refusing);
    short_values();
    file_size();
    archive_too_large(folder);
    no_descriptors(options[0]);
    no_descriptors(options[1]);
    check_context("%s", "");
    CHECK(shortened > 0 && interrupted > 0);
    printf("cases: %lu; shortened calls: %lu; interrupted: %lu; ends of a disk: %lu\n", cases + 5, shortened, interrupted, ends);
    if (ends > 0)
        umount(disk);
    free(disk);
    free(values);
    free(got);
    temp_remove(folder);
    return check_summary("scarce");
}
