/*
 * Why this file exists: the ranks of an MPI program take part in histories by collective calls. Each rank reads the same operations,
 * and reads and writes a part of each region of its own, so that ranks share chunks.
 */
#include "program.h"

#include <time.h>
#include <zarr_mpi.h>

/* An open node; one of both is NULL. */
typedef struct node {
    zarr_array *array;
    zarr_group *group;
} node;

bool tells;
static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, size;
static node nodes[MOST_SLOTS];
static zarr_store *store;

/* The line of rank 0. Ranks that wait leave the processor to others. */
bool next_line(char *line, size_t room) {
    const struct timespec moment = {0, 200000};
    int done = 0;
    MPI_Request request;
    if (rank == 0 && !read_line(line, room))
        line[0] = 0;
    MPI_Ibcast(line, (int)room, MPI_CHAR, 0, world, &request);
    for (MPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; MPI_Test(&request, &done, MPI_STATUS_IGNORE))
        nanosleep(&moment, NULL);
    return line[0] != 0;
}

void begin_history(const char *url, const char *options) {
    char json[1024];
    zarr_error error;
    snprintf(json, sizeof json, "{%s}", options);
    if (zarr_mpi_store_open(world, url, json, &store, &error) != ZARR_OK) {
        fprintf(stderr, "%s can't be opened: %s\n", url, error.message);
        MPI_Abort(world, 4);
    }
}

static void drop(node *node) {
    zarr_array_free(node->array);
    zarr_group_free(node->group);
    memset(node, 0, sizeof *node);
}

void end_history(void) {
    size_t i;
    for (i = 0; i < MOST_SLOTS; i++)
        drop(&nodes[i]);
    zarr_store_free(store);
}

/* The part of a region that a rank has: the regions of all lie one after the other. */
static void share(int of, int64_t *start, int64_t *count) {
    const int64_t first = *count * of / size, end = *count * (of + 1) / size;
    *start += first;
    *count = end - first;
}

static zarr_status open_node(node *node, const char *path, zarr_error *error) {
    zarr_status status;
    drop(node);
    status = zarr_mpi_array_open(world, store, path, &node->array, error);
    return status == ZARR_OK ? status : zarr_mpi_group_open(world, store, strcmp(path, "/") == 0 ? "" : path, &node->group, error);
}

static zarr_status read_region(const node *node, int64_t start, int64_t count, answer *answer, zarr_error *error) {
    int32_t values[MOST_ELEMENTS], all[MOST_ELEMENTS];
    int counts[64], places[64], of;
    int64_t i, begin = start, length = count;
    zarr_status status;
    for (of = 0; of < size; of++) {
        int64_t first = 0, part = count;
        share(of, &first, &part);
        counts[of] = (int)part;
        places[of] = (int)first;
    }
    share(rank, &begin, &length);
    status = zarr_mpi_read_region_all(world, node->array, 1, &begin, &length, values, (size_t)length * sizeof *values, error);
    if (status != ZARR_OK)
        return status;
    MPI_Gatherv(values, (int)length, MPI_INT32_T, all, counts, places, MPI_INT32_T, 0, world);
    for (i = 0; i < count && rank == 0; i++)
        result(answer, all[i]);
    return status;
}

static zarr_status write_region(const node *node, int64_t start, int64_t count, int32_t value, zarr_error *error) {
    int32_t values[MOST_ELEMENTS];
    int64_t i;
    share(rank, &start, &count);
    for (i = 0; i < count; i++)
        values[i] = value;
    return zarr_mpi_write_region_all(world, node->array, 1, &start, &count, values, (size_t)count * sizeof *values, error);
}

/* The attribute as it is stored now; -1 is none. */
static zarr_status get(const node *node, const char *name, answer *answer, zarr_error *error) {
    char quoted[64];
    const char *found;
    zarr_bytes *json = NULL;
    zarr_status status = node->array ? zarr_mpi_array_refresh(world, node->array, error) : ZARR_OK;
    if (status == ZARR_OK)
        status = node->array ? zarr_array_attributes(node->array, &json, error) : zarr_group_attributes(node->group, &json, error);
    if (status != ZARR_OK)
        return status;
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    found = strstr(zarr_bytes_text(json), quoted);
    result(answer, found ? atoll(found + strlen(quoted)) : -1);
    zarr_bytes_free(json);
    return status;
}

static zarr_status length(const node *node, answer *answer, zarr_error *error) {
    int64_t shape = -1;
    zarr_status status = zarr_mpi_array_refresh(world, node->array, error);
    if (status == ZARR_OK)
        status = zarr_array_shape(node->array, 1, &shape, error);
    result(answer, shape);
    return status;
}

int operate(char **words, answer *answer) {
    node *node = &nodes[atoi(words[1]) % MOST_SLOTS];
    const void *handle = node->array ? (const void *)node->array : (const void *)node->group;
    const char *verb = words[0];
    zarr_error error = {0};
    zarr_status status = IS_WRONG;
    if (strcmp(verb, "open") == 0) {
        status = open_node(node, words[3], &error);
    } else if (strcmp(verb, "read") == 0) {
        status = read_region(node, atoll(words[2]), atoll(words[3]), answer, &error);
    } else if (strcmp(verb, "write") == 0) {
        status = write_region(node, atoll(words[2]), atoll(words[3]), atoi(words[4]), &error);
    } else if (strcmp(verb, "resize") == 0) {
        const int64_t shape = atoll(words[2]);
        status = zarr_mpi_array_resize(world, node->array, 1, &shape, &error);
    } else if (strcmp(verb, "length") == 0) {
        status = length(node, answer, &error);
    } else if (strcmp(verb, "set") == 0) {
        status = zarr_mpi_attribute_set_int64(world, handle, words[2], atoll(words[3]), &error);
    } else if (strcmp(verb, "get") == 0) {
        status = get(node, words[2], answer, &error);
    }
    if (status != ZARR_OK)
        snprintf(answer->text, sizeof answer->text, "%s", error.message);
    return (int)status;
}

int main(int count, char **arguments) {
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &size);
    tells = rank == 0;
    serve();
    MPI_Finalize();
    return 0;
}
