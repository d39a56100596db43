/*
 * Why this file exists: a batch system ends a simulation in the middle of a write, without a warning. A child process writes
 * round after round into arrays of each kind and into their metadata, and is killed (SIGKILL) at a random moment; after each
 * kill the store opens, every element, shape and attribute is of the last round that was finished or of the one that had begun, the
 * copy of all documents is whole or gone, and writing goes on.
 * Partial files of killed processes are removed once a writer lists the store.
 */
#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROWS 24
#define COLUMNS 20
#define ELEMENTS (ROWS * COLUMNS)
#define KINDS 4

/* The child's counts before it is killed: rounds begun and finished, by kind. */
typedef struct ledger {
    volatile int32_t begun[KINDS], finished[KINDS];
} ledger;

static const int64_t shape[2] = {ROWS, COLUMNS}, origin[2] = {0, 0};
static const char *const paths[] = {"raw", "zipped", "sharded"};
/* Kills of all kinds, those in the middle of a write, and files of unfinished writes that were swept. */
static int killed, met, swept;
/* The kills by what they met; the last is none. */
static int by_kind[KINDS + 1];

static void create(const zarr_store *store, const char *path, const char *codec, bool shards) {
    static const int64_t chunks[2] = {4, 5}, shard[2] = {8, 10};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 2, shard, E));
    if (codec)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    OK(zarr_array_set_attributes(array, "{\"round\": 0}", E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
}

/* The changes of a round beside the attributes of the arrays: a shape, the attributes of a group of format 2, which lie in a document
   of their own, and the copy of all documents. */
static bool write_metadata(const zarr_array *growing, const zarr_group *old, int32_t round, zarr_error *error) {
    const int64_t length[1] = {round + 1};
    zarr_store *store = NULL;
    bool good = zarr_array_resize(growing, 1, length, error) == ZARR_OK &&
                zarr_attribute_set_int64(old, "round", round, error) == ZARR_OK &&
                zarr_array_store(growing, &store, error) == ZARR_OK && zarr_node_consolidate(store, "", error) == ZARR_OK;
    zarr_store_free(store);
    return good;
}

/* Writes one round of a kind: boxes that end inside chunks, so that chunks and shards are read and changed as well. */
static bool write_round(const zarr_array *const *arrays, const zarr_group *old, int kind, int32_t round) {
    zarr_error error;
    int64_t row;
    int i;
    if (kind == KINDS - 1) {
        char attributes[64];
        snprintf(attributes, sizeof attributes, "{\"round\": %d, \"filler\": \"%0*d\"}", (int)round, (int)(round % 32), 0);
        for (i = 0; i < KINDS - 1; i++)
            if (zarr_array_set_attributes(arrays[i], attributes, &error) != ZARR_OK)
                return false;
        return write_metadata(arrays[KINDS - 1], old, round, &error);
    }
    for (row = 0; row < ROWS; row += 6) {
        const int64_t start[2] = {row, 0}, count[2] = {6, COLUMNS};
        int32_t values[6 * COLUMNS];
        for (i = 0; i < 6 * COLUMNS; i++)
            values[i] = round;
        if (zarr_array_write_region(arrays[kind], 2, start, count, values, sizeof values, &error) != ZARR_OK) {
            fprintf(stderr, "%s\n", error.message);
            return false;
        }
    }
    return true;
}

static void child(const char *url, const char *options, ledger *book) {
    zarr_error error;
    zarr_store *store = NULL, *other = NULL;
    zarr_array *arrays[KINDS];
    zarr_group *old = NULL;
    char below[1000];
    int i;
    if (zarr_store_open(url, options, &store, &error) != ZARR_OK)
        _exit(3);
    for (i = 0; i < KINDS - 1; i++)
        if (zarr_array_open(store, paths[i], &arrays[i], &error) != ZARR_OK)
            _exit(4);
    snprintf(below, sizeof below, "%s.v2", url);
    if (zarr_array_open(store, "growing", &arrays[KINDS - 1], &error) != ZARR_OK ||
        zarr_store_open(below, options, &other, &error) != ZARR_OK || zarr_group_open(other, "g", &old, &error) != ZARR_OK)
        _exit(6);
    for (;;)
        for (i = 0; i < KINDS; i++) {
            const int32_t round = book->finished[i] + 1;
            book->begun[i] = round;
            if (!write_round((const zarr_array *const *)arrays, old, i, round))
                _exit(5);
            book->finished[i] = round;
        }
}

/* Memory that outlives the child, in a file. */
static ledger *open_ledger(const char *directory) {
    char *path = path_join(directory, "ledger");
    int file = open(path, O_RDWR | O_CREAT, 0600);
    void *memory = MAP_FAILED;
    if (file >= 0 && ftruncate(file, sizeof(ledger)) == 0)
        memory = mmap(NULL, sizeof(ledger), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        exit(2);
    close(file);
    free(path);
    return memory;
}

static void must_be_of_round(const char *what, int64_t round, const ledger *book) {
    if (round < book->finished[KINDS - 1] || round > book->begun[KINDS - 1])
        FAIL("%s is of round %ld; %d was finished, %d begun", what, (long)round, (int)book->finished[KINDS - 1],
             (int)book->begun[KINDS - 1]);
}

/* Looks at shapes, attributes and the copy of all documents. */
static void look_at_metadata(const char *url, const ledger *book) {
    char old[1000];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_strings *names = NULL;
    int64_t number = -1;
    zarr_status status;
    snprintf(old, sizeof old, "%s.v2", url);
    OK(zarr_store_open(old, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_group_open(store, "g", &group, E));
    OK(zarr_attribute_get_int64(group, "round", &number, E));
    must_be_of_round("an attribute of format 2", number, book);
    zarr_group_free(group);
    zarr_store_free(store);
    OK(zarr_store_open(url, "{\"mode\": \"r\"}", &store, E));
    OK(zarr_array_open(store, "growing", &array, E));
    OK(zarr_array_shape(array, 1, &number, E));
    must_be_of_round("a shape", number - 1, book);
    zarr_array_free(array);
    zarr_store_free(store);
    /* The copy is there whole, or not at all; what it says was true at some time of the round. */
    OK(zarr_store_open(url, "{\"mode\": \"r\", \"consolidated\": \"require\"}", &store, E));
    status = zarr_node_children(store, "", &names, E);
    if (status == ZARR_OK) {
        CHECK(zarr_strings_count(names) == KINDS);
        OK(zarr_array_open(store, "growing", &array, E));
        OK(zarr_array_shape(array, 1, &number, E));
        must_be_of_round("a shape in the copy", number - 1, book);
        zarr_array_free(array);
    } else {
        CHECK(status == ZARR_ERROR_NOT_FOUND);
    }
    zarr_strings_free(names);
    zarr_store_free(store);
}

/* Looks at everything through a new store. */
static void look(const char *url, const ledger *book) {
    zarr_error error;
    zarr_store *store = NULL;
    int kind, i;
    OK(zarr_store_open(url, "{\"mode\": \"r\"}", &store, E));
    for (kind = 0; kind < KINDS - 1; kind++) {
        int32_t values[ELEMENTS];
        zarr_array *array = NULL;
        zarr_bytes *attributes = NULL;
        const char *text;
        int round = -1;
        if (!OK(zarr_array_open(store, paths[kind], &array, E)))
            continue;
        if (OK(zarr_array_read_region(array, 2, origin, shape, values, sizeof values, E)))
            for (i = 0; i < ELEMENTS; i++)
                if (values[i] < book->finished[kind] || values[i] > book->begun[kind]) {
                    FAIL("%s: element %d is of round %d; %d was finished, %d begun", paths[kind], i, (int)values[i],
                         (int)book->finished[kind], (int)book->begun[kind]);
                    break;
                }
        if (OK(zarr_array_attributes(array, &attributes, E))) {
            text = strstr((const char *)zarr_bytes_data(attributes), "\"round\":");
            CHECK(text != NULL && sscanf(text, "\"round\": %d", &round) == 1);
            CHECK(round >= book->finished[KINDS - 1] && round <= book->begun[KINDS - 1]);
        }
        zarr_bytes_free(attributes);
        zarr_array_free(array);
    }
    zarr_store_free(store);
    look_at_metadata(url, book);
}

/* Unfinished writes below a directory. */
static int leftovers(const char *path) {
    DIR *directory = opendir(path);
    struct dirent *entry;
    int count = 0;
    while (directory && (entry = readdir(directory)) != NULL) {
        size_t length = strlen(entry->d_name);
        char *below;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        below = path_join(path, entry->d_name);
        count += length > 8 && strcmp(entry->d_name + length - 8, ".partial") == 0 ? 1 : leftovers(below);
        free(below);
    }
    if (directory)
        closedir(directory);
    return count;
}

/* A writer lists everything; gives the number of keys. */
static size_t list(const char *url) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_strings *keys = NULL;
    size_t count;
    OK(zarr_store_open(url, NULL, &store, E));
    OK(zarr_store_list_prefix(store, "", &keys, E));
    count = zarr_strings_count(keys);
    zarr_strings_free(keys);
    zarr_store_free(store);
    return count;
}

/* The array that grows, and the group of format 2. */
static void create_others(const zarr_store *store, const char *old) {
    static const int64_t one[1] = {1};
    zarr_error error;
    zarr_store *other = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    OK(zarr_array_builder_new(ZARR_INT8, 1, one, &builder, E));
    OK(zarr_array_create(store, "growing", builder, &array, E));
    OK(zarr_store_open(old, NULL, &other, E));
    OK(zarr_group_create(other, "g", ZARR_FORMAT_V2, "{\"round\": 0}", &group, E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
    zarr_group_free(group);
    zarr_store_free(other);
}

static void kills(const char *options, int times, rng *random) {
    char *root = temp_make(), *url = path_join(root, "store.zarr"), *old = path_join(root, "store.zarr.v2");
    ledger *book = open_ledger(root);
    zarr_error error;
    zarr_store *store = NULL;
    int i, inside = 0, left;
    check_context("%s", options);
    OK(zarr_store_open(url, NULL, &store, E));
    create(store, paths[0], NULL, false);
    create(store, paths[1], "zstd", false);
    create(store, paths[2], "gzip", true);
    create_others(store, old);
    zarr_store_free(store);
    for (i = 0; i < times; i++) {
        struct timespec wait = {0, 0};
        int status = 0, kind;
        /* Each kind has its turn to be under way. */
        const int next = i % KINDS;
        int32_t before = book->begun[next];
        pid_t pid = fork();
        if (pid == 0)
            child(url, options, book);
        /* Not before it writes; then at once or after a while, in which it may begin with others. */
        wait.tv_nsec = 20000;
        while (book->begun[next] == before && waitpid(pid, &status, WNOHANG) == 0)
            nanosleep(&wait, NULL);
        wait.tv_nsec = (long)rng_range(random, 0, i % 8 < KINDS ? 1000000 : 8000000);
        nanosleep(&wait, NULL);
        kill(pid, SIGKILL);
        if (waitpid(pid, &status, 0) == pid)
            CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        check_context("%s, kill %d", options, i);
        look(url, book);
        for (kind = 0; kind < KINDS && book->begun[kind] == book->finished[kind]; kind++)
            continue;
        inside += kind < KINDS;
        by_kind[kind]++;
    }
    left = leftovers(root);
    printf("%s: %d kills, %d of them in the middle of a write, %d unfinished files\n", options, times, inside, left);
    killed += times;
    met += inside;
    swept += left;
    CHECK(inside * 2 > times);
    /* The documents of the arrays at least: a process that is killed early has written no chunk. */
    CHECK(list(url) >= KINDS);
    CHECK(list(old) >= 1);
    CHECK(leftovers(root) == 0);
    munmap(book, sizeof *book);
    temp_remove(root);
    free(url);
    free(old);
}

int main(int argc, char **argv) {
    const int times = argc > 1 ? atoi(argv[1]) : 60;
    rng random = {20250711};
    int i;
    kills("{\"threads\": 1}", times, &random);
    kills("{\"threads\": 2}", times, &random);
    kills("{\"threads\": 1, \"sync\": \"full\"}", (times + 2) / 3, &random);
    check_context("%s", "");
    printf("raw %d, compressed %d, shards %d, metadata %d, between %d\n", by_kind[0], by_kind[1], by_kind[2], by_kind[3], by_kind[4]);
    for (i = 0; i < KINDS && times >= 60; i++)
        CHECK(by_kind[i] > times / 8);
    printf("%d kills, %d in a write; %d files swept\n", killed, met, swept);
    return check_summary("kills");
}
