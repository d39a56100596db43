/*
 * Why this file exists: a program that frees a handle which another of its threads is using makes a mistake, and must meet
 * ZARR_ERROR_INVALID_HANDLE at worst. Some threads open, use and free handles that all of them share in a table, others use
 * the handles there, freed or not: each call does its work or says that there is no such handle, and its elements are right.
 *
 *     freed [<rounds>]
 */
#include "check.h"

#include <pthread.h>

#define SLOTS 12
#define OWNERS 2
#define USERS 3
#define ROWS 24
#define COLUMNS 20

/* One entry of the table: handles of each kind, any of which may be freed at any time. */
typedef struct slot {
    zarr_store *store;
    zarr_group *group;
    zarr_array *array;
    zarr_bytes *bytes;
    zarr_strings *strings;
} slot;

static slot table[SLOTS];
static int owning;
static int rounds = 2000;
static const char *url;
static const int64_t origin[2] = {0, 0}, shape[2] = {ROWS, COLUMNS};

typedef struct worker {
    pthread_t thread;
    int number;
    unsigned long worked, refused, wrong;
    zarr_error strange;
} worker;

static int32_t value_at(int64_t index) { return (int32_t)(index * 7 + 3); }

/* True when the call did its work; a result that is neither that nor a refused handle is kept. */
static bool works(worker *w, zarr_status status, const zarr_error *error) {
    if (status == ZARR_OK)
        w->worked++;
    else if (status == ZARR_ERROR_INVALID_HANDLE)
        w->refused++;
    else if (w->wrong++ == 0)
        w->strange = *error;
    return status == ZARR_OK;
}

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)
#define SWAP(place, value) __atomic_exchange_n(&(place), (value), __ATOMIC_ACQ_REL)

/* Replaces the handles of one slot, and frees what was there. Only this thread frees what it took out, so nothing is freed twice
   but by `double_free`. */
static void *own(void *argument) {
    worker *w = argument;
    rng random = {(uint64_t)w->number + 1};
    zarr_error error;
    int i;
    for (i = 0; i < rounds; i++) {
        slot *s = &table[rng_range(&random, 0, SLOTS - 1)];
        zarr_store *store = NULL;
        zarr_group *group = NULL;
        zarr_array *array = NULL;
        zarr_bytes *bytes = NULL;
        zarr_strings *strings = NULL;
        works(w, zarr_store_open(url, NULL, &store, &error), &error);
        works(w, zarr_group_open(store, "g", &group, &error), &error);
        works(w, zarr_array_open(store, "g/a", &array, &error), &error);
        works(w, zarr_array_attributes(array, &bytes, &error), &error);
        works(w, zarr_node_children(store, "g", &strings, &error), &error);
        zarr_array_free(SWAP(s->array, array));
        zarr_bytes_free(SWAP(s->bytes, bytes));
        zarr_store_free(SWAP(s->store, store));
        zarr_group_free(SWAP(s->group, group));
        zarr_strings_free(SWAP(s->strings, strings));
    }
    __atomic_fetch_sub(&owning, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void use_array(worker *w, const zarr_array *array) {
    int32_t values[ROWS * COLUMNS];
    int64_t found[2] = {0, 0};
    zarr_error error;
    int64_t i;
    if (works(w, zarr_array_shape(array, 2, found, &error), &error))
        w->wrong += found[0] != ROWS || found[1] != COLUMNS;
    if (works(w, zarr_array_read_region(array, 2, origin, shape, values, sizeof values, &error), &error))
        for (i = 0; i < ROWS * COLUMNS; i++)
            w->wrong += values[i] != value_at(i);
    for (i = 0; i < ROWS * COLUMNS; i++)
        values[i] = value_at(i);
    works(w, zarr_array_write_region(array, 2, origin, shape, values, sizeof values, &error), &error);
    works(w, zarr_attribute_set_int64(array, "note", w->number, &error), &error);
}

static void *use(void *argument) {
    worker *w = argument;
    rng random = {(uint64_t)w->number + 101};
    zarr_error error;
    while (__atomic_load_n(&owning, __ATOMIC_SEQ_CST) > 0) {
        slot *s = &table[rng_range(&random, 0, SLOTS - 1)];
        zarr_store *store = LOAD(s->store);
        zarr_group *group = LOAD(s->group);
        zarr_array *array = LOAD(s->array);
        zarr_bytes *bytes = LOAD(s->bytes);
        zarr_strings *strings = LOAD(s->strings);
        if (store == NULL || array == NULL || group == NULL)
            continue;
        use_array(w, array);
        /* The handles that this thread opens are its own. */
        if (works(w, zarr_array_open(store, "g/a", &array, &error), &error)) {
            use_array(w, array);
            zarr_array_free(array);
        }
        works(w, zarr_attribute_set_int64(group, "note", w->number, &error), &error);
        /* The length of bytes is asked of the handle; the bytes must not be read when another thread may free them. */
        w->worked += zarr_bytes_size(bytes) > 0;
        w->worked += zarr_strings_count(strings) > 0;
    }
    return NULL;
}

/* Two threads free the same handles: one of them does. */
static void *double_free(void *argument) {
    slot *s = argument;
    zarr_array_free(s->array);
    zarr_bytes_free(s->bytes);
    zarr_group_free(s->group);
    zarr_strings_free(s->strings);
    zarr_store_free(s->store);
    return NULL;
}

static void free_twice_at_once(void) {
    zarr_error error;
    int i;
    check_context("freed twice at once");
    for (i = 0; i < rounds; i++) {
        slot s = {NULL, NULL, NULL, NULL, NULL};
        pthread_t other;
        OK(zarr_store_open(url, NULL, &s.store, E));
        OK(zarr_group_open(s.store, "g", &s.group, E));
        OK(zarr_array_open(s.store, "g/a", &s.array, E));
        OK(zarr_array_attributes(s.array, &s.bytes, E));
        OK(zarr_node_children(s.store, "g", &s.strings, E));
        if (pthread_create(&other, NULL, double_free, &s) != 0)
            exit(2);
        double_free(&s);
        pthread_join(other, NULL);
        FAILS(zarr_array_refresh(s.array, E), ZARR_ERROR_INVALID_HANDLE);
    }
}

static void run(const char *where) {
    static worker workers[OWNERS + USERS];
    static const int64_t chunk[2] = {7, 9};
    int32_t *values = need(sizeof(int32_t) * ROWS * COLUMNS);
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder = NULL;
    zarr_error error;
    unsigned long worked = 0, refused = 0;
    int i;
    url = where;
    check_context("%s", where);
    for (i = 0; i < ROWS * COLUMNS; i++)
        values[i] = value_at(i);
    OK(zarr_store_open(url, NULL, &store, E));
    OK(zarr_group_create(store, "g", ZARR_FORMAT_DEFAULT, NULL, &group, E));
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_codec(builder, "zstd", NULL, E));
    OK(zarr_array_create(store, "g/a", builder, &array, E));
    OK(zarr_array_write_region(array, 2, origin, shape, values, sizeof(int32_t) * ROWS * COLUMNS, E));
    memset(workers, 0, sizeof workers);
    memset(table, 0, sizeof table);
    owning = OWNERS;
    for (i = 0; i < OWNERS + USERS; i++) {
        workers[i].number = i;
        if (pthread_create(&workers[i].thread, NULL, i < OWNERS ? own : use, &workers[i]) != 0)
            exit(2);
    }
    for (i = 0; i < OWNERS + USERS; i++) {
        pthread_join(workers[i].thread, NULL);
        worked += workers[i].worked;
        refused += workers[i].refused;
        if (!CHECK(workers[i].wrong == 0))
            fprintf(stderr, "    thread %d: %lu wrong, %s\n", i, workers[i].wrong, workers[i].strange.message);
        /* A thread that uses its own handles is refused nothing. */
        CHECK(i >= OWNERS || workers[i].refused == 0);
    }
    for (i = 0; i < SLOTS; i++)
        double_free(&table[i]);
    free_twice_at_once();
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_group_free(group);
    zarr_store_free(store);
    free(values);
    printf("%lu calls worked, %lu met a freed handle\n", worked, refused);
}

int main(int argc, char **argv) {
    char *directory = temp_make();
    char *path = path_join(directory, "a.zarr");
    if (argc > 1)
        rounds = atoi(argv[1]);
    run("memory://freed");
    run(path);
    free(path);
    temp_remove(directory);
    return check_summary("freed");
}
