/* The requests of collective calls to the store: one rank opens a node as a process alone does, each other one looks
   once whether its own store has it, and each chunk is read and written at most once by all ranks together.

       mpiexec -n N requests FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 60, COLUMNS = 50 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;

/* The prototypes that outside programs are written against. */
static zarr_status (*const opens_store)(MPI_Comm, const char *, const char *, zarr_store **,
                                        zarr_error *) = zarr_mpi_store_open;
static zarr_status (*const creates)(MPI_Comm, const zarr_store *, const char *, const zarr_array_builder *,
                                    zarr_array **, zarr_error *) = zarr_mpi_array_create;
static zarr_status (*const opens)(MPI_Comm, const zarr_store *, const char *, zarr_array **,
                                  zarr_error *) = zarr_mpi_array_open;
static zarr_status (*const resizes)(MPI_Comm, const zarr_array *, int32_t, const int64_t *,
                                    zarr_error *) = zarr_mpi_array_resize;
static zarr_status (*const writes)(MPI_Comm, const zarr_array *, int32_t, const int64_t *, const int64_t *,
                                   const void *, size_t, zarr_error *) = zarr_mpi_write_region_all;
static zarr_status (*const reads)(MPI_Comm, const zarr_array *, int32_t, const int64_t *, const int64_t *, void *,
                                  size_t, zarr_error *) = zarr_mpi_read_region_all;

/* How many requests one process makes to open the array, and how often it reads one document. */
static int64_t alone(const zarr_store *folder, const char *path, int64_t *most)
{
    int64_t lines = 0;
    traced trace;
    zarr_store *store = open_traced(folder, &trace);

    if (rank == 0) {
        zarr_array *array = NULL;
        zarr_bytes *document = NULL;
        MUST(zarr_array_open(store, path, &array, &error));
        MUST(zarr_array_document(array, &document, &error));
        zarr_bytes_free(document);
        zarr_array_free(array);
    }
    *most = most_often(&trace, "get", "", NULL);
    most_often(&trace, "", "", &lines);
    zarr_store_free(store);
    forget(&trace);
    return lines;
}

/* The requests of this rank. */
static int64_t own_lines(const traced *trace)
{
    int64_t lines = 0;

    for (const char *at = trace->log; at && (at = strchr(at, '\n')); at++)
        lines++;
    return lines;
}

static void documents(const zarr_store *folder, int32_t format)
{
    const int64_t shape[1] = {100}, longer[1] = {200};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_store *place = NULL, *store;
    int64_t lines, others, most;
    traced trace;
    char prefix[20];

    sprintf(prefix, "format%d/", (int)format);
    MUST(zarr_store_wrap_prefix(folder, prefix, NULL, &place, &error));
    MUST(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error));
    MUST(zarr_array_builder_format(builder, format, &error));
    MUST(zarr_array_builder_attributes(builder, "{\"units\": \"K\"}", &error));
    MUST(zarr_mpi_array_create_or_replace(world, place, "a/b", builder, &array, &error));
    zarr_array_free(array);
    others = alone(place, "a/b", &most);
    CHECK(most == 1 || format >= ZARR_FORMAT_V3_2019A);

    store = open_traced(place, &trace);
    MUST(zarr_mpi_array_open(world, store, "a/b", &array, &error));
    /* The look of a rank reads the document, v2 has two, and a draft its entry point. */
    CHECK(rank ? own_lines(&trace) <= 2 : own_lines(&trace) == others);
    CHECK(most_often(&trace, "get", "", NULL) <= most * size);
    forget(&trace);
    MUST(zarr_mpi_array_resize(world, array, 1, longer, &error));
    MUST(zarr_mpi_attribute_set_int64(world, array, "n", 3, &error));
    most_often(&trace, "set", "", &lines);

    CHECK(lines <= 4); /* v2 has two documents an array */
    forget(&trace);
    int64_t now[1], number;
    MUST(zarr_array_shape(array, 1, now, &error));
    MUST(zarr_attribute_get_int64(array, "n", &number, &error));
    CHECK(now[0] == 200 && number == 3);
    most_often(&trace, "", "", &lines);
    CHECK(lines == 0);
    MUST(zarr_mpi_group_open(world, store, "a", &group, &error));
    CHECK(zarr_group_format(group) == format);
    CHECK(most_often(&trace, "get", "", NULL) <= most * size);
    MUST(zarr_mpi_attribute_set_string(world, group, "title", "of all", &error));
    zarr_group_free(group);
    MUST(zarr_mpi_group_open(world, store, "a", &group, &error));
    zarr_bytes *text = NULL;
    MUST(zarr_attribute_get_string(group, "title", &text, &error));
    CHECK(strcmp(zarr_bytes_text(text), "of all") == 0);
    zarr_bytes_free(text);
    MUST(zarr_mpi_attribute_erase(world, group, "title", &error));
    zarr_group_free(group);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    zarr_store_free(place);
    forget(&trace);
}

static void chunks(const zarr_store *folder, int shards)
{
    const int64_t shape[2] = {ROWS, COLUMNS}, chunk[2] = {7, 9}, shard[2] = {14, 18};
    const int64_t all = shards ? 5 * 3 : 9 * 6, whole = (int64_t)(ROWS * COLUMNS * sizeof(double));
    double *const values = calloc(ROWS * COLUMNS, sizeof *values);
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int64_t start[2], count[2], lines;
    traced trace;
    zarr_store *const store = open_traced(folder, &trace);

    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    if (shards)
        MUST(zarr_array_builder_shard_shape(builder, 2, shard, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "chunks", builder, &array, &error));
    forget(&trace);
    /* All of it, in pieces that fit no chunks. */
    start[0] = ROWS * rank / size;
    count[0] = ROWS * (rank + 1) / size - start[0];
    start[1] = 0;
    count[1] = COLUMNS;
    for (int64_t i = 0; i < count[0] * COLUMNS; i++)
        values[i] = 1.0 + rank;
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, (size_t)(count[0] * COLUMNS) * sizeof *values,
                                   &error));
    CHECK(most_often(&trace, "set", "chunks/c/", &lines) == 1 && lines == all);
    most_often(&trace, "get", "chunks/c/", &lines);
    CHECK(lines == 0);
    forget(&trace);
    /* A part of all chunks but those at the edges, of which the rest has to be kept. */
    start[0] = 1 + (ROWS - 2) * rank / size;
    count[0] = 1 + (ROWS - 2) * (rank + 1) / size - start[0];
    start[1] = 1;
    count[1] = COLUMNS - 2;
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values,
                                   (size_t)(count[0] * count[1]) * sizeof *values, &error));
    CHECK(most_often(&trace, "set", "chunks/c/", &lines) == 1 && lines <= all);
    CHECK(most_often(&trace, "get", "chunks/c/", &lines) <= (shards ? 9 : 1));
    forget(&trace);
    /* Halos: every rank wants what its neighbours want as well. */
    start[0] = start[0] > 3 ? start[0] - 3 : 0;
    count[0] = start[0] + count[0] + 6 < ROWS ? count[0] + 6 : ROWS - start[0];
    MUST(zarr_mpi_read_region_all(world, array, 2, start, count, values, (size_t)(count[0] * count[1]) * sizeof *values,
                                  &error));
    CHECK(most_often(&trace, "get", "chunks/c/", &lines) <= (shards ? 9 : 1));
    forget(&trace);
    MUST(zarr_mpi_read_region_all(world, array, 2, NULL, NULL, values, (size_t)whole, &error));
    CHECK(most_often(&trace, "get", "chunks/c/", &lines) <= (shards ? 9 : 1));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    forget(&trace);
    free(values);
}

/* Chunks that one rank writes alone are not sent, and are not put together from parts: nothing is asked of the store
   but to keep them. */
static void aligned(const zarr_store *folder)
{
    const int64_t shape[2] = {8 * size, 10}, chunk[2] = {4, 10}, start[2] = {8 * rank, 0}, count[2] = {8, 10};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    double values[80] = {1};
    int64_t lines;
    traced trace;
    zarr_store *const store = open_traced(folder, &trace);

    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "aligned", builder, &array, &error));
    forget(&trace);
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, sizeof values, &error));
    CHECK(most_often(&trace, "set", "aligned/c/", &lines) == 1 && lines == 2 * size);
    /* This rank's own log has its own two chunks. */
    lines = 0;
    for (const char *at = trace.log; at && (at = strstr(at, "set aligned/c/")); at++)
        lines++;
    CHECK(lines == 2);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    forget(&trace);
}

/* With one aggregator a node, one rank of each node stores the chunks that all ranks have parts of, and no other
   rank. */
static void one_aggregator_a_node(const zarr_store *folder)
{
    const int64_t shape[2] = {size, 64}, chunk[2] = {size, 1}, start[2] = {rank, 0}, count[2] = {1, 64};
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    double values[64] = {1};
    int64_t lines;
    int nodes = 0, *const stored = malloc(2 * (size_t)size * sizeof *stored), *const by_node = stored + size;
    traced trace;
    zarr_store *const store = open_traced(folder, &trace);

    options.aggregators_per_node = 1;
    MUST(zarr_mpi_set_options(world, &options, &error));
    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, "nodes", builder, &array, &error));
    forget(&trace);
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, sizeof values, &error));
    CHECK(most_often(&trace, "set", "nodes/c/", &lines) == 1 && lines == 64);
    const int is_used = trace.log && strstr(trace.log, "set nodes/c/");
    MPI_Allgather(&is_used, 1, MPI_INT, stored, 1, MPI_INT, world);
    memset(by_node, 0, (size_t)size * sizeof *by_node);
    for (int i = 0; i < size; i++) {
        by_node[node_of(i)] += stored[i];
        nodes = node_of(i) + 1 > nodes ? node_of(i) + 1 : nodes;
    }
    for (int i = 0; i < nodes && size > 1; i++)
        CHECK(by_node[i] == 1);
    free(stored);
    options.aggregators_per_node = 0;
    MUST(zarr_mpi_set_options(world, &options, &error));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    forget(&trace);
}

/* Communicators of the program come and go, and what is kept of them goes with them. */
static void communicators(const zarr_store *folder)
{
    zarr_array *array = NULL;

    for (int i = 0; i < 50; i++) {
        MPI_Comm part, all;
        MPI_Comm_split(world, rank % 2, rank, &part);
        MUST(zarr_mpi_array_open(part, folder, "aligned", &array, &error));
        zarr_array_free(array);
        MPI_Comm_dup(part, &all);
        MUST(zarr_mpi_array_open(all, folder, "aligned", &array, &error));
        zarr_array_free(array);
        MPI_Comm_free(&part);
        MPI_Comm_free(&all);
    }
}

int main(int argc, char **argv)
{
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2, ZARR_FORMAT_N5, ZARR_FORMAT_V3_2020,
                                      ZARR_FORMAT_V3_2022};
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    CHECK(opens_store && creates && opens && resizes && writes && reads);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        documents(store, formats[i]);
    chunks(store, 0);
    chunks(store, 1);
    aligned(store);
    one_aggregator_a_node(store);
    communicators(store);
    zarr_store_free(store);
    end("each rank reads a document once, each chunk is read and written at most once");
    return 0;
}
