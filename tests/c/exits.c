/*
 * Why this file exists: programs write their last block where they end: in a handler of atexit, in a destructor of a static
 * object, in that of a thread's key. The variables of the library's own threads are gone there, and the calls work all the
 * same. Programs also end while other threads are inside of calls, and cancel such threads.
 *
 *   exits [programs that end while threads are busy]
 */
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LENGTH = 4000, CHUNK = 1000, CODECS = 5, THREADS = 3 };

static const char *const codecs[CODECS] = {"zstd", "gzip", "blosc", "lz4", "bz2"};
static zarr_store *store;
static zarr_array *arrays[CODECS];
static zarr_array *called;

static zarr_status get(void *inner, const char *key, zarr_range range, zarr_sink *sink, zarr_error *error) {
    zarr_bytes *bytes = NULL;
    zarr_status status = zarr_store_get_range(inner, key, range, &bytes, error);
    if (status == ZARR_OK)
        status = zarr_sink_write(sink, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status set(void *inner, const char *key, const void *data, size_t size, zarr_error *error) {
    return zarr_store_set(inner, key, data, size, error);
}

static zarr_array *make(const zarr_store *into, const char *codec) {
    static const int64_t shape[1] = {LENGTH}, chunk[1] = {CHUNK};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(into, codec, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* Writes parts of chunks, in pieces that helpers share, reads them, changes attributes. */
static bool use(zarr_array *array, int32_t seed) {
    const int64_t start[1] = {CHUNK / 2}, count[1] = {LENGTH - CHUNK};
    int32_t values[LENGTH - CHUNK], got[LENGTH - CHUNK];
    zarr_error error;
    for (int i = 0; i < LENGTH - CHUNK; i++)
        values[i] = seed + i;
    if (zarr_array_write_region(array, 1, start, count, values, sizeof values, &error) != ZARR_OK ||
        zarr_array_read_region(array, 1, start, count, got, sizeof got, &error) != ZARR_OK ||
        zarr_attribute_set_string(array, "last", "block", &error) != ZARR_OK)
        return FAIL("%s", error.message);
    return memcmp(values, got, sizeof got) == 0;
}

static bool use_all(int32_t seed) {
    bool good = use(called, seed);
    for (int i = 0; i < CODECS; i++)
        good = use(arrays[i], seed) && good;
    return good;
}

static pthread_key_t key;

static void at_the_end_of_a_thread(void *result) {
    *(bool *)result = use_all(1);
}

static void *use_and_end(void *result) {
    CHECK(pthread_setspecific(key, result) == 0);
    CHECK(use_all(0));
    return NULL;
}

static void keys(void) {
    pthread_t thread;
    bool good = false;
    CHECK(pthread_key_create(&key, at_the_end_of_a_thread) == 0);
    CHECK(pthread_create(&thread, NULL, use_and_end, &good) == 0);
    pthread_join(thread, NULL);
    CHECK(good);
    pthread_key_delete(key);
}

/* Says how it went by the way it ends: memcheck would count as lost what the threads had that this process lacks. */
static void at_the_end(void) {
    if (use_all(2))
        kill(getpid(), SIGKILL);
}

static void handlers(void) {
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        if (atexit(at_the_end) != 0 || !use_all(3))
            _exit(1);
        exit(2);
    }
    CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void *busy(void *unused) {
    (void)unused;
    for (int32_t i = 0;; i++) {
        use_all(i);
        pthread_testcancel();
    }
    return NULL;
}

static void nap(long microseconds) {
    const struct timespec time = {0, microseconds * 1000};
    nanosleep(&time, NULL);
}

static void exits(int count) {
    for (int i = 0; i < count; i++) {
        int status = -1;
        const pid_t child = fork();
        if (child == 0) {
            pthread_t thread;
            alarm(120);
            for (int k = 0; k < THREADS; k++)
                pthread_create(&thread, NULL, busy, NULL);
            nap(1000 * (i % 40));
            exit(0);
        }
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

/* A thread is cancelled only between two calls, and so it leaves nothing locked. */
static void cancelled(void) {
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        void *result = NULL;
        CHECK(pthread_create(&thread, NULL, busy, NULL) == 0);
        nap(2000 * i);
        CHECK(pthread_cancel(thread) == 0);
        pthread_join(thread, &result);
        CHECK(result == PTHREAD_CANCELED);
        CHECK(use_all(i));
    }
}

int main(int argc, char **argv) {
    char *path = temp_make();
    zarr_error error;
    zarr_store *memory = NULL, *callbacks = NULL;
    zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
    table.get = get;
    table.set = set;
    OK(zarr_store_open(path, "{\"threads\": 3}", &store, E));
    OK(zarr_store_open("memory://", NULL, &memory, E));
    OK(zarr_store_open_callbacks(&table, memory, NULL, &callbacks, E));
    called = make(callbacks, "zstd");
    for (int i = 0; i < CODECS; i++)
        arrays[i] = make(store, codecs[i]);
    keys();
    handlers();
    exits(argc > 1 ? atoi(argv[1]) : 40);
    cancelled();
    for (int i = 0; i < CODECS; i++)
        zarr_array_free(arrays[i]);
    zarr_array_free(called);
    zarr_store_free(callbacks);
    zarr_store_free(memory);
    zarr_store_free(store);
    temp_remove(path);
    return check_summary("exits");
}
