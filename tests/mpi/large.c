/* Long runs of chunks without codecs: each rank reads its own from the store. Elements that several ranks want, and short
   runs, are read by one rank for all.

       mpiexec -n N large FOLDER */
#include "support.h"
#include <stdlib.h>
#include <string.h>

/* A row has 1 MiB. */
enum { COLUMNS = 131072 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;
static double *values;

static double value_of(int64_t row, int64_t column)
{
    return (double)(row * COLUMNS + column + 1);
}

/* Two chunks, one below the other, of two rows for each rank. */
static zarr_array *make(const zarr_store *store, const char *path, int32_t format, const char *codec)
{
    const int64_t shape[2] = {4 * size, COLUMNS}, chunk[2] = {2 * size, COLUMNS}, start[2] = {4 * rank, 0},
                  count[2] = {4, COLUMNS};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_FLOAT64, 2, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    MUST(zarr_array_builder_format(builder, format, &error));
    if (codec)
        MUST(zarr_array_builder_codec(builder, codec, NULL, &error));
    MUST(zarr_mpi_array_create_or_replace(world, store, path, builder, &array, &error));
    for (int64_t i = 0; i < 4 * COLUMNS; i++)
        values[i] = value_of(4 * rank + i / COLUMNS, i % COLUMNS);
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, 4 * COLUMNS * sizeof *values, &error));
    zarr_array_builder_free(builder);
    return array;
}

/* Reads a region on each rank, and looks at every element. */
static void read(const zarr_array *array, traced *trace, int64_t row, int64_t rows, int64_t column, int64_t columns)
{
    const int64_t start[2] = {row, column}, count[2] = {rows, columns};

    forget(trace);
    memset(values, 0, (size_t)(rows * columns) * sizeof *values);
    MUST(zarr_mpi_read_region_all(world, array, 2, start, count, values, (size_t)(rows * columns) * sizeof *values,
                                  &error));
    for (int64_t i = 0; i < rows * columns; i++)
        CHECK(values[i] == value_of(row + i / columns, column + i % columns));
}

static int has_read(const traced *trace)
{
    return trace->log && strstr(trace->log, "get ") != NULL;
}

static int readers(const traced *trace)
{
    const int own = has_read(trace);
    int all;

    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, world);
    return all;
}

int main(int argc, char **argv)
{
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;
    zarr_store *folder = NULL, *store, *place = NULL;
    zarr_array *raw, *encoded, *blocks;
    traced trace;

    begin(&argc, &argv, 240);
    values = malloc((size_t)(4 * size) * COLUMNS * sizeof *values);
    CHECK(values != NULL);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &folder, &error));
    store = open_traced(folder, &trace);
    MUST(zarr_store_wrap_prefix(store, "n5/", NULL, &place, &error));
    raw = make(store, "raw", ZARR_FORMAT_V3, NULL);
    encoded = make(store, "encoded", ZARR_FORMAT_V3, "zstd");
    blocks = make(place, "blocks", ZARR_FORMAT_N5, NULL);

    /* Parts of their own: no element is sent. */
    read(raw, &trace, 4 * rank, 4, 0, COLUMNS);
    CHECK(readers(&trace) == size);
    /* A chunk with a codec is decoded once. */
    read(encoded, &trace, 4 * rank, 4, 0, COLUMNS);
    CHECK(most_often(&trace, "get", "encoded/c/", NULL) == 1);
    /* A block of N5 has a header, and is read as a whole. */
    read(blocks, &trace, 4 * rank, 4, 0, COLUMNS);
    CHECK(most_often(&trace, "get", "n5/blocks/", NULL) == 1);
    /* All ranks want all. */
    read(raw, &trace, 0, 4 * size, 0, COLUMNS);
    CHECK(readers(&trace) <= 2); /* one for each chunk */
    /* Each wants little. */
    read(raw, &trace, rank, 1, 8, 1000);
    CHECK(readers(&trace) == 1);
    /* Rank 0 wants little of a chunk of which the others have large parts: one of them reads it for rank 0. */
    read(raw, &trace, 2 * rank, rank ? 2 : 1, 0, rank ? COLUMNS : 5);
    CHECK(has_read(&trace) == (rank > 0 || size == 1));
    /* Ranks that were chosen to read do so for all. */
    options.aggregators_per_node = 1;
    MUST(zarr_mpi_set_options(world, &options, &error));
    read(raw, &trace, 4 * rank, 4, 0, COLUMNS);
    CHECK(readers(&trace) <= 2);
    CHECK(size <= 2 || node_of(1) > 0 || readers(&trace) == 1);

    zarr_array_free(raw);
    zarr_array_free(encoded);
    zarr_array_free(blocks);
    zarr_store_free(place);
    zarr_store_free(store);
    zarr_store_free(folder);
    forget(&trace);
    free(values);
    end("long runs are read by the ranks that want them");
    return 0;
}
