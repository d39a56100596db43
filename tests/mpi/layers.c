/* Arrays with very many chunks, and ranks that have not the same array.

       mpiexec -n N layers FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 6000, COLUMNS = 20, SIDE = 192 };

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;

static zarr_array *create(const zarr_store *store, const char *path, int ndim, const int64_t *shape,
                          const int64_t *chunk)
{
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new(ZARR_UINT8, ndim, shape, &builder, &error));
    MUST(zarr_array_builder_chunk_shape(builder, ndim, chunk, &error));
    MUST(zarr_mpi_array_create(world, store, path, builder, &array, &error));
    zarr_array_builder_free(builder);
    return array;
}

/* Each rank has some columns of all steps, and shares a chunk of each step with the next rank: as many layers of chunks
   as there are steps, with a part in each that goes through an aggregator. */
static void many_layers(const zarr_store *store)
{
    const int64_t shape[2] = {STEPS, COLUMNS}, chunk[2] = {1, 5};
    const int64_t from = (int64_t)(COLUMNS - 4) * rank / size + (rank ? 3 : 0);
    const int64_t end = rank == size - 1 ? COLUMNS : (int64_t)(COLUMNS - 4) * (rank + 1) / size + 3;
    const int64_t start[2] = {0, from}, count[2] = {STEPS, end - from};
    zarr_array *const array = create(store, "layers", 2, shape, chunk);
    const size_t bytes = (size_t)(count[0] * count[1]);
    unsigned char *const values = malloc(bytes), *const all = malloc((size_t)STEPS * COLUMNS);

    for (int64_t i = 0; i < count[0]; i++)
        for (int64_t j = 0; j < count[1]; j++)
            values[i * count[1] + j] = (unsigned char)(i * 7 + (from + j) * 31 + 1);
    MUST(zarr_mpi_write_region_all(world, array, 2, start, count, values, bytes, &error));
    memset(values, 0, bytes);
    MUST(zarr_mpi_read_region_all(world, array, 2, start, count, values, bytes, &error));
    for (int64_t i = 0; i < count[0]; i++)
        for (int64_t j = 0; j < count[1]; j++)
            CHECK(values[i * count[1] + j] == (unsigned char)(i * 7 + (from + j) * 31 + 1));
    MUST(zarr_array_read_region(array, 2, NULL, NULL, all, (size_t)STEPS * COLUMNS, &error));
    for (int64_t i = 0; i < STEPS * COLUMNS; i++)
        CHECK(all[i] == (unsigned char)(i / COLUMNS * 7 + i % COLUMNS * 31 + 1));
    free(values);
    free(all);
    zarr_array_free(array);
}

/* Ranks that share one chunk of an array with more chunks than a number can count. */
static void far_away(const zarr_store *store)
{
    const int64_t length = (int64_t)1 << 40, plane = (int64_t)1 << 20;
    const int64_t shape[3] = {length, plane, plane}, chunk[3] = {1, 4, 64};
    const int64_t steps[3] = {0, (int64_t)1 << 27, length - 1};
    zarr_array *const array = create(store, "far", 3, shape, chunk);

    for (int i = 0; i < 3; i++) {
        const int64_t start[3] = {steps[i], plane - 1, plane - 2 * (size - rank)}, count[3] = {1, 1, 2};
        const unsigned char values[2] = {(unsigned char)(10 * i + rank + 1), (unsigned char)(100 + rank)};
        unsigned char found[2] = {0, 0};
        MUST(zarr_mpi_write_region_all(world, array, 3, start, count, values, sizeof values, &error));
        MUST(zarr_mpi_read_region_all(world, array, 3, start, count, found, sizeof found, &error));
        CHECK(found[0] == values[0] && found[1] == values[1]);
    }
    /* Regions at both ends of all dimensions: a failure of all, and nothing is written. */
    if (size > 1) {
        const int64_t start[3] = {rank ? length - 1 : 0, rank ? plane - 1 : 0, rank ? plane - 1 : 0};
        const int64_t count[3] = {1, 1, 1};
        const unsigned char value = 200;
        unsigned char found = 0;
        ALIKE(zarr_mpi_write_region_all(world, array, 3, start, count, &value, 1, &error));
        CHECK(error.status == ZARR_ERROR_LIMIT);
        MUST(zarr_array_read_region(array, 3, start, count, &found, 1, &error));
        CHECK(found != 200);
    }
    zarr_array_free(array);
}

/* Each rank has very many regions in no order, such as the places of particles, in one chunk or in many: the time is
   that of sorting them, not that of comparing each with all. */
static void many_regions(const zarr_store *store, int64_t side)
{
    const int64_t shape[2] = {SIDE * size, SIDE}, chunk[2] = {side * size, side}, one[2] = {1, 1};
    enum { REGIONS = SIDE * SIDE };
    int64_t(*const starts)[2] = malloc(REGIONS * sizeof *starts);
    zarr_region *const regions = malloc(REGIONS * sizeof *regions);
    unsigned char *const values = malloc(REGIONS), *const all = malloc((size_t)REGIONS * (size_t)size);
    const void **const data = malloc(REGIONS * sizeof *data);
    size_t *const sizes = malloc(REGIONS * sizeof *sizes);
    zarr_array *const array = create(store, side < SIDE ? "particles" : "particles of one chunk", 2, shape, chunk);

    for (int64_t i = 0; i < REGIONS; i++) {
        /* A factor without common divisors gives each element to one region of one rank. */
        const int64_t element = (i * 40501 % REGIONS) * size + rank;
        starts[i][0] = element / SIDE;
        starts[i][1] = element % SIDE;
        regions[i] = (zarr_region)ZARR_REGION_INIT;
        regions[i].ndim = 2;
        regions[i].start = starts[i];
        regions[i].count = one;
        values[i] = (unsigned char)mixed((uint64_t)element, 3);
        data[i] = &values[i];
        sizes[i] = 1;
    }
    MUST(zarr_mpi_write_regions_all(world, array, REGIONS, regions, data, sizes, &error));
    MUST(zarr_mpi_read_region_all(world, array, 2, NULL, NULL, all, (size_t)REGIONS * (size_t)size, &error));
    for (int64_t i = 0; i < (int64_t)REGIONS * size; i++)
        CHECK(all[i] == (unsigned char)mixed((uint64_t)i, 3));
    /* One element of two regions among all of them is found. */
    if (size > 1) {
        memcpy(starts[REGIONS / 2], (const int64_t[]){1, 5}, sizeof starts[0]);
        ALIKE(zarr_mpi_write_regions_all(world, array, REGIONS, regions, data, sizes, &error));
        CHECK(error.status == ZARR_ERROR_CONFLICT && strstr(error.message, "element [1, 5]"));
    }
    free(starts);
    free(regions);
    free(values);
    free(all);
    free((void *)data);
    free(sizes);
    zarr_array_free(array);
}

/* A stride along a dimension of one element is never used, so it may be any number, also of parts that are sent. */
static void strides_of_one(const zarr_store *store)
{
    const int64_t shape[3] = {1, 2, 5 * size}, chunk[3] = {1, 2, 7}, start[3] = {0, 0, 5 * rank}, count[3] = {1, 2, 5};
    const int64_t strides[3] = {INT64_MIN, -5, 1};
    const unsigned char r = (unsigned char)rank;
    const unsigned char values[10] = {5, 6, 7, 8, r, 0, 1, 2, 3, r};
    unsigned char found[10] = {0};
    void *buffers[1] = {found};
    const void *data[1] = {values};
    const size_t sizes[1] = {sizeof values};
    zarr_array *const array = create(store, "one", 3, shape, chunk);
    zarr_region region = ZARR_REGION_INIT;

    region.ndim = 3;
    region.start = start;
    region.count = count;
    region.strides = strides;
    region.offset = 5;
    MUST(zarr_mpi_write_regions_all(world, array, 1, &region, data, sizes, &error));
    MUST(zarr_mpi_read_regions_all(world, array, 1, &region, buffers, sizes, &error));
    CHECK(memcmp(values, found, sizeof values) == 0);
    MUST(zarr_mpi_read_region_all(world, array, 3, start, count, found, sizeof found, &error));
    CHECK(memcmp(values + 5, found, 5) == 0 && memcmp(values, found + 5, 5) == 0);
    zarr_array_free(array);
}

/* A handle that grows by writes of one rank does not by those of all: the message says what does. */
static void past_the_end(const zarr_store *store)
{
    const int64_t shape[2] = {4, 4}, chunk[2] = {2, 3}, start[2] = {4 + rank, 0}, count[2] = {1, 4};
    const unsigned char row[4] = {1, 2, 3, 4};
    int64_t found[2], first = 0;
    zarr_array *array = NULL;

    zarr_array_free(create(store, "end", 2, shape, chunk));
    MUST(zarr_mpi_array_open_with(world, store, "end", "{\"grow\": true}", &array, &error));
    ALIKE(zarr_mpi_write_region_all(world, array, 2, start, count, row, sizeof row, &error));
    CHECK(error.status == ZARR_ERROR_OUT_OF_BOUNDS && strstr(error.message, "zarr_mpi_array_append makes"));
    MUST(zarr_array_shape(array, 2, found, &error));
    CHECK(found[0] == 4);
    MUST(zarr_mpi_array_append(world, array, 0, size, 2, (const int64_t[]){rank, 0}, count, row, sizeof row, &first,
                               &error));
    CHECK(first == 4);
    zarr_array_free(array);
}

/* The last rank has an array of its own: all ranks are told of it in equal words, and no array has grown. */
static void another_array(const zarr_store *store)
{
    const int64_t shape[3] = {8, 8, 8}, chunk[3] = {4, 4, 4}, nothing[3] = {0, 0, 0};
    zarr_array *const flat = create(store, "flat", 2, shape, chunk);
    zarr_array *const deep = create(store, "deep", 3, shape, chunk);
    zarr_array *const other = create(store, "other", 2, shape, chunk);
    const int is_last = rank == size - 1 && size > 1;
    int64_t found[3], first = 0;

    ALIKE(zarr_mpi_write_region_all(world, is_last ? deep : flat, is_last ? 3 : 2, nothing, nothing, NULL, 0, &error));
    CHECK(error.status == (size > 1 ? ZARR_ERROR_CONFLICT : ZARR_OK));
    if (size > 1) {
        ALIKE(zarr_mpi_array_append(world, is_last ? other : flat, 0, 1, 2, nothing, nothing, NULL, 0, &first, &error));
        CHECK(error.status == ZARR_ERROR_CONFLICT);
        ALIKE(zarr_mpi_array_append(world, is_last ? deep : flat, 0, 1, is_last ? 3 : 2, nothing, nothing, NULL, 0,
                                    &first, &error));
        CHECK(error.status == ZARR_ERROR_CONFLICT);
        MUST(zarr_mpi_array_refresh(world, flat, &error));
        MUST(zarr_array_shape(flat, 2, found, &error));
        CHECK(found[0] == shape[0]);
        MUST(zarr_array_refresh(other, &error));
        MUST(zarr_array_shape(other, 2, found, &error));
        CHECK(found[0] == shape[0]);
    }
    zarr_array_free(flat);
    zarr_array_free(deep);
    zarr_array_free(other);
}

int main(int argc, char **argv)
{
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    many_layers(store);
    far_away(store);
    many_regions(store, SIDE);
    many_regions(store, 16);
    strides_of_one(store);
    past_the_end(store);
    another_array(store);
    zarr_store_free(store);
    end("arrays of very many chunks are transferred, and other arrays are refused");
    return 0;
}
