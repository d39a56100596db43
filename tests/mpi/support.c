#define _POSIX_C_SOURCE 200809L
#include "support.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int rank, size;
static uint64_t state;

static void hangs(int signal_number)
{
    static const char text[] = "the test hangs: the watchdog ends it\n";

    (void)signal_number;
    if (write(2, text, sizeof text - 1) < 0)
        _exit(98);
    _exit(97);
}

void begin(int *argc, char ***argv, unsigned seconds)
{
    zarr_error error;
    int level;

    signal(SIGALRM, hangs);
    alarm(seconds);
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MUST(zarr_set_threads(1, &error));
}

int node_of(int of)
{
    const char *const nodes = getenv("ZARR_TEST_NODES");

    return nodes ? of % atoi(nodes) : 0;
}

/* Ranks of one machine take part as if they were on several: the library asks for nodes by this function. */
int MPI_Comm_split_type(MPI_Comm comm, int type, int key, MPI_Info info, MPI_Comm *node)
{
    if (!getenv("ZARR_TEST_NODES"))
        return PMPI_Comm_split_type(comm, type, key, info, node);
    return PMPI_Comm_split(comm, node_of(rank), key, node);
}

void end(const char *what)
{
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%s, %d ranks\n", what, size);
    MPI_Finalize();
}

void fail(const char *file, int line, const char *what)
{
    fprintf(stderr, "%s:%d: rank %d of %d: %s\n", file, line, rank, size, what);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

void check_alike(const char *file, int line, zarr_status status, const zarr_error *error)
{
    zarr_error first = *error;

    if (status != error->status)
        fail(file, line, "the status returned is not that of the error");
    MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, MPI_COMM_WORLD);
    if (first.status != error->status || first.system_code != error->system_code ||
        strcmp(first.message, error->message) != 0) {
        fprintf(stderr, "rank 0: %d %s\nrank %d: %d %s\n", first.status, first.message, rank, error->status,
                error->message);
        fail(file, line, "ranks have different errors");
    }
}

void seed(uint64_t number)
{
    state = number * 2654435769u + 1;
}

uint64_t mixed(uint64_t a, uint64_t b)
{
    uint64_t z = a + 0x9e3779b97f4a7c15u * (b + 1);

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int64_t below(int64_t limit)
{
    state = mixed(state, 7);
    return (int64_t)(state % (uint64_t)limit);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Stores
 * ------------------------------------------------------------------------------------------------------------------
 */

static zarr_status due(failing *how, zarr_error *error)
{
    if (how->fails_at < 0 || how->operations++ != how->fails_at)
        return ZARR_OK;
    snprintf(error->message, sizeof error->message, "planted failure");
    error->system_code = 5;
    return ZARR_STATUS_USER + 7;
}

static zarr_status get(void *user_data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error)
{
    failing *const how = user_data;
    zarr_bytes *bytes = NULL;
    zarr_status status = due(how, error);

    if (!status)
        status = zarr_store_get_range(how->below, key, range, &bytes, error);
    if (!status)
        status = zarr_sink_write(value, zarr_bytes_data(bytes), zarr_bytes_size(bytes), error);
    zarr_bytes_free(bytes);
    return status;
}

static zarr_status set(void *user_data, const char *key, const void *data, size_t bytes, zarr_error *error)
{
    failing *const how = user_data;
    const zarr_status status = due(how, error);

    return status ? status : zarr_store_set(how->below, key, data, bytes, error);
}

static zarr_status erase(void *user_data, const char *key, zarr_error *error)
{
    failing *const how = user_data;

    return zarr_store_erase(how->below, key, error);
}

static zarr_status list_prefix(void *user_data, const char *prefix, zarr_listing *listing, zarr_error *error)
{
    failing *const how = user_data;
    zarr_strings *keys = NULL;
    zarr_status status = due(how, error);

    if (!status)
        status = zarr_store_list_prefix(how->below, prefix, &keys, error);
    for (size_t i = 0; !status && i < zarr_strings_count(keys); i++)
        status = zarr_listing_add_key(listing, zarr_strings_get(keys, i), error);
    zarr_strings_free(keys);
    return status;
}

zarr_store *open_failing(failing *how)
{
    zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
    zarr_store *store = NULL;
    zarr_error error;

    callbacks.get = get;
    callbacks.set = set;
    callbacks.erase = erase;
    callbacks.list_prefix = list_prefix;
    MUST(zarr_store_open_callbacks(&callbacks, how, NULL, &store, &error));
    return store;
}

static void ended(void *user_data, const zarr_operation *operation)
{
    traced *const trace = user_data;
    const char *name = NULL;

    switch (operation->operation) {
    case ZARR_OPERATION_GET:
    case ZARR_OPERATION_GET_VERSIONED:
    case ZARR_OPERATION_GET_PARTIAL_VALUES: name = "get"; break;
    case ZARR_OPERATION_SET:
    case ZARR_OPERATION_SET_IF:
    case ZARR_OPERATION_SET_MANY:
    case ZARR_OPERATION_SET_PARTIAL_VALUES: name = "set"; break;
    case ZARR_OPERATION_EXISTS:
    case ZARR_OPERATION_SIZE: name = "ask"; break;
    case ZARR_OPERATION_LIST:
    case ZARR_OPERATION_LIST_DIR:
    case ZARR_OPERATION_LIST_PREFIX: name = "list"; break;
    default: return;
    }
    for (size_t i = 0; i < operation->count; i++) {
        const size_t length = strlen(name) + strlen(operation->keys[i]) + 2;
        if (trace->used + length + 1 > trace->room) {
            trace->room = 2 * (trace->room + length + 1);
            trace->log = realloc(trace->log, trace->room);
            if (!trace->log)
                abort();
        }
        trace->used += (size_t)sprintf(trace->log + trace->used, "%s %s\n", name, operation->keys[i]);
    }
}

zarr_store *open_traced(const zarr_store *below_it, traced *trace)
{
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *store = NULL;
    zarr_error error;

    memset(trace, 0, sizeof *trace);
    tracer.ended = ended;
    MUST(zarr_store_wrap_trace(below_it, &tracer, trace, NULL, &store, &error));
    return store;
}

void forget(traced *trace)
{
    free(trace->log);
    memset(trace, 0, sizeof *trace);
}

static int by_text(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

int64_t most_often(traced *trace, const char *operation, const char *part_of_key, int64_t *all)
{
    int used = (int)trace->used,
        total = 0, *const counts = malloc(2 * (size_t)size * sizeof *counts), *const places = counts + size;
    char *texts, **lines;
    int64_t count = 0, most = 0;

    MPI_Allgather(&used, 1, MPI_INT, counts, 1, MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < size; i++) {
        places[i] = total;
        total += counts[i];
    }
    texts = malloc((size_t)total + 1);
    lines = malloc(((size_t)total + 1) * sizeof *lines);
    MPI_Allgatherv(trace->log, used, MPI_CHAR, texts, counts, places, MPI_CHAR, MPI_COMM_WORLD);
    texts[total] = 0;
    for (char *line = strtok(texts, "\n"); line; line = strtok(NULL, "\n"))
        if (strncmp(line, operation, strlen(operation)) == 0 && strstr(line + strlen(operation), part_of_key))
            lines[count++] = line;
    qsort(lines, (size_t)count, sizeof *lines, by_text);
    for (int64_t i = 0, same = 0; i < count; i++) {
        same = i && strcmp(lines[i], lines[i - 1]) == 0 ? same + 1 : 1;
        most = same > most ? same : most;
    }
    if (all)
        *all = count;
    free(lines);
    free(texts);
    free(counts);
    return most;
}
