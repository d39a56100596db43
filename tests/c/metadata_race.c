/*
 * Why this file exists: a run extends an array, another program notes something in its attributes, a third one consolidates the
 * metadata. In every order each document that a reader meets is whole and one that was written, within a process no
 * attribute is lost, and the last state is one that some order gives.
 *
 *     metadata_race [<rounds>]
 */
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 4

static int rounds = 12;
static const char *url;

typedef struct worker {
    pthread_t thread;
    int number;
    unsigned long done;
    zarr_status status;
    zarr_error error;
    const zarr_store *store;
} worker;

static bool fails(worker *w, zarr_status status) {
    if (status != ZARR_OK && w->status == ZARR_OK)
        w->status = status;
    w->done++;
    return status != ZARR_OK;
}

/* Each has an attribute of its own, and one that all of them set. */
static void *set_attributes(void *argument) {
    worker *w = argument;
    zarr_array *array = NULL;
    char name[16];
    int i;
    sprintf(name, "own-%d", w->number);
    if (fails(w, zarr_array_open(w->store, "g/a", &array, &w->error)))
        return NULL;
    for (i = 1; i <= rounds; i++)
        if (fails(w, zarr_attribute_set_int64(array, name, i, &w->error)) ||
            fails(w, zarr_attribute_set_int64(array, "shared", w->number * 1000 + i, &w->error)))
            break;
    zarr_array_free(array);
    return NULL;
}

/* Lengths are 10, 20, ... 50, and nothing else. */
static void *resize(void *argument) {
    worker *w = argument;
    zarr_array *array = NULL;
    int i;
    if (fails(w, zarr_array_open(w->store, "g/a", &array, &w->error)))
        return NULL;
    for (i = 1; i <= rounds; i++) {
        const int64_t shape[1] = {10 * (1 + (i + w->number) % 5)};
        if (fails(w, zarr_array_resize(array, 1, shape, &w->error)))
            break;
    }
    zarr_array_free(array);
    return NULL;
}

static void *consolidate(void *argument) {
    worker *w = argument;
    int i;
    for (i = 1; i <= rounds; i++) {
        zarr_status status = zarr_node_consolidate(w->store, "", &w->error);
        /* Another process was faster; the next time it may be done. */
        if (status != ZARR_ERROR_CONFLICT && fails(w, status))
            break;
    }
    return NULL;
}

static void *make_groups(void *argument) {
    worker *w = argument;
    int i;
    for (i = 1; i <= rounds; i++) {
        zarr_group *group = NULL;
        char path[32];
        zarr_status status;
        sprintf(path, "g/n%d", i % 7);
        status = zarr_group_create(w->store, path, ZARR_FORMAT_DEFAULT, "{\"made\": true}", &group, &w->error);
        zarr_group_free(group);
        if (status == ZARR_ERROR_ALREADY_EXISTS)
            status = zarr_node_erase(w->store, path, &w->error);
        if (status != ZARR_ERROR_NOT_FOUND && fails(w, status))
            break;
    }
    return NULL;
}

/* Opens everything anew all the time: each look is at a legal state. */
static void *look(void *argument) {
    worker *w = argument;
    int i;
    for (i = 1; i <= rounds; i++) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        int64_t shape[1] = {-1};
        if (fails(w, zarr_store_open(url, "{\"mode\": \"r\", \"consolidated\": \"never\"}", &store, &w->error)))
            break;
        if (!fails(w, zarr_array_open(store, "g/a", &array, &w->error))) {
            fails(w, zarr_array_shape(array, 1, shape, &w->error));
            CHECK(shape[0] >= 10 && shape[0] <= 50 && shape[0] % 10 == 0);
        }
        zarr_array_free(array);
        zarr_store_free(store);
    }
    return NULL;
}

static void make(const char *options, int32_t format, zarr_store **store) {
    static const int64_t shape[1] = {10}, chunk[1] = {4};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    OK(zarr_store_open(url, options, store, E));
    OK(zarr_group_create(*store, "", format, NULL, &group, E));
    zarr_group_free(group);
    OK(zarr_group_create(*store, "g", format, NULL, &group, E));
    zarr_group_free(group);
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    OK(zarr_array_create(*store, "g/a", builder, &array, E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
}

/* The documents by themselves, and through the consolidated copy if there is one, say the same. */
static void legal(bool all_attributes) {
    static const char *const options[] = {"{\"mode\": \"r\", \"consolidated\": \"never\"}",
                                          "{\"mode\": \"r\", \"consolidated\": \"require\"}"};
    int64_t shape[2] = {0, 0}, value;
    zarr_error error;
    int i, number;
    for (i = 0; i < 2; i++) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        zarr_status status;
        OK(zarr_store_open(url, options[i], &store, E));
        status = zarr_array_open(store, "g/a", &array, E);
        if (i == 1 && status == ZARR_ERROR_NOT_FOUND) {
            /* No copy: a later change took it away. */
            zarr_store_free(store);
            return;
        }
        check_ok(status, &error, __FILE__, __LINE__, options[i]);
        OK(zarr_array_shape(array, 1, &shape[i], E));
        CHECK(shape[i] % 10 == 0 && shape[i] >= 10 && shape[i] <= 50);
        for (number = 0; all_attributes && number < THREADS; number++) {
            char name[16];
            sprintf(name, "own-%d", number);
            value = 0;
            OK(zarr_attribute_get_int64(array, name, &value, E));
            CHECK(value == rounds);
        }
        if (all_attributes) {
            OK(zarr_attribute_get_int64(array, "shared", &value, E));
            CHECK(value % 1000 == rounds);
        }
        zarr_array_free(array);
        zarr_store_free(store);
    }
    /* Only a copy that was made by another process in the same moment may be older. */
    CHECK(!all_attributes || shape[0] == shape[1]);
}

static unsigned long threads(int32_t format, bool one_store) {
    static void *(*const work[])(void *) = {set_attributes, set_attributes, set_attributes, set_attributes,
                                            resize,         consolidate,    make_groups,    look};
    enum { WORKERS = sizeof work / sizeof *work };
    worker workers[WORKERS];
    zarr_store *store = NULL, *other = NULL;
    zarr_error error;
    unsigned long done = 0;
    int i;
    check_context("threads, format %d, %s", (int)format, one_store ? "one store" : "two stores");
    make(NULL, format, &store);
    OK(zarr_store_open(url, NULL, &other, E));
    memset(workers, 0, sizeof workers);
    for (i = 0; i < WORKERS; i++) {
        workers[i].number = i;
        workers[i].store = one_store || i % 2 == 0 ? store : other;
        CHECK(pthread_create(&workers[i].thread, NULL, work[i], &workers[i]) == 0);
    }
    for (i = 0; i < WORKERS; i++) {
        pthread_join(workers[i].thread, NULL);
        if (workers[i].status != ZARR_OK)
            FAIL("worker %d: %s: %s", i, zarr_status_name(workers[i].status), workers[i].error.message);
        done += workers[i].done;
    }
    legal(true);
    zarr_store_free(other);
    zarr_store_free(store);
    return done;
}

/* Between processes nothing keeps one from writing an older document over a newer one; it is a whole one all the same. */
static unsigned long processes(int32_t format) {
    static void *(*const work[])(void *) = {set_attributes, resize, make_groups, look};
    zarr_store *store = NULL;
    pid_t children[4];
    int i, status;
    check_context("processes, format %d", (int)format);
    make(NULL, format, &store);
    zarr_store_free(store);
    for (i = 0; i < 4; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            worker w;
            zarr_error error;
            memset(&w, 0, sizeof w);
            w.number = i;
            if (zarr_store_open(url, "{\"threads\": 1}", &store, &error) != ZARR_OK)
                _exit(1);
            w.store = store;
            work[i](&w);
            if (w.status != ZARR_OK)
                fprintf(stderr, "process %d: %s: %s\n", i, zarr_status_name(w.status), w.error.message);
            _exit(w.status == ZARR_OK ? 0 : 2);
        }
    }
    for (i = 0; i < 4; i++)
        CHECK(children[i] > 0 && waitpid(children[i], &status, 0) == children[i] && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    legal(false);
    return 4 * (unsigned long)rounds;
}

int main(int argc, char **argv) {
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2};
    unsigned long done = 0;
    char *folder = temp_make();
    size_t i;
    int j;
    if (argc > 1)
        rounds = atoi(argv[1]);
    for (i = 0; i < sizeof formats / sizeof *formats; i++)
        for (j = 0; j < 3; j++) {
            char name[32];
            char *path;
            sprintf(name, "%d-%d", (int)formats[i], j);
            path = path_join(folder, name);
            url = path;
            done += j == 2 ? processes(formats[i]) : threads(formats[i], j == 0);
            free(path);
        }
    check_context("%s", "");
    printf("changes: %lu\n", done);
    temp_remove(folder);
    return check_summary("metadata_race");
}
