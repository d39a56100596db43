/*
 * Why this file exists: one program notes something in the attributes of a node while another one erases it. In format 2
 * attributes have a document of their own: were it left behind, the next node of this path would have the notes of the old one.
 *
 *     leftover [<rounds>]
 */
#include "check.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int rounds = 60;

static void create(const zarr_store *store, bool is_group) {
    zarr_error error;
    const int64_t shape[] = {4};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    if (is_group) {
        OK(zarr_group_create(store, "g/n", ZARR_FORMAT_V2, NULL, &group, E));
        zarr_group_free(group);
        return;
    }
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    OK(zarr_array_create(store, "g/n", builder, &array, E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
}

/* Notes numbers in the node until it is gone. Returns how many. */
static int note(const zarr_store *store, bool is_group) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_status status = is_group ? zarr_group_open(store, "g/n", &group, E) : zarr_array_open(store, "g/n", &array, E);
    const void *node = is_group ? (const void *)group : (const void *)array;
    int noted = 0;
    while (status == ZARR_OK && noted < 100000) {
        status = zarr_attribute_set_int64(node, "noted", noted, E);
        noted += status == ZARR_OK;
    }
    if (status != ZARR_ERROR_NOT_FOUND)
        FAIL("noting ended with %d: %s", (int)status, error.message);
    zarr_array_free(array);
    zarr_group_free(group);
    return noted;
}

static void erase(const zarr_store *store, int round) {
    zarr_error error;
    const struct timespec pause = {0, round % 7 * 500000};
    nanosleep(&pause, NULL);
    /* The node, or the group above it. */
    OK(zarr_node_erase(store, round % 2 ? "g/n" : "g", E));
}

static void nothing_is_left(const zarr_store *store) {
    zarr_error error;
    zarr_strings *keys = NULL;
    OK(zarr_store_list_prefix(store, "g/n/", &keys, E));
    if (zarr_strings_count(keys) != 0)
        FAIL("%s is left", zarr_strings_get(keys, 0));
    zarr_strings_free(keys);
}

typedef struct noter {
    const zarr_store *store;
    bool is_group;
    int noted;
} noter;

static void *note_on_a_thread(void *argument) {
    noter *n = argument;
    n->noted = note(n->store, n->is_group);
    return NULL;
}

static void threads(void) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    for (int round = 0; round < rounds; round++) {
        noter n = {store, round % 4 < 2, 0};
        pthread_t thread;
        check_context("memory, round %d", round);
        create(store, n.is_group);
        if (pthread_create(&thread, NULL, note_on_a_thread, &n) != 0) {
            FAIL("no thread");
            break;
        }
        erase(store, round);
        pthread_join(thread, NULL);
        nothing_is_left(store);
    }
    zarr_store_free(store);
}

static void processes(const char *directory) {
    zarr_error error;
    zarr_store *store = NULL;
    OK(zarr_store_open(directory, NULL, &store, E));
    for (int round = 0; round < rounds; round++) {
        bool is_group = round % 4 < 2;
        int status = 0;
        pid_t child;
        check_context("files, round %d", round);
        create(store, is_group);
        fflush(stdout);
        child = fork();
        if (child == 0) {
            zarr_store *own = NULL;
            OK(zarr_store_open(directory, NULL, &own, E));
            note(own, is_group);
            zarr_store_free(own);
            _exit(check_summary("leftover, in the other process"));
        }
        erase(store, round);
        CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);
        nothing_is_left(store);
    }
    zarr_store_free(store);
}

int main(int argc, char **argv) {
    char *directory = temp_make();
    if (argc > 1)
        rounds = atoi(argv[1]);
    alarm(240);
    threads();
    processes(directory);
    temp_remove(directory);
    return check_summary("leftover");
}
