/* Heat spreads over a plate that the ranks of an MPI program divide among themselves. All ranks write a frame in one
   call, and a later run goes on from any frame, with any number of ranks. docs/mpi.md has the rules.

       mpiexec -n 4 mpi_heat STORE aligned|even FRAMES [RESTART]

   aligned: each rank has whole chunks, so that nothing is sent. even: the plate is divided as evenly as possible, and a
   chunk that belongs to two ranks is written by one of them. RESTART: the frame of an earlier run to begin from. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr_mpi.h>

enum { HEIGHT = 203, WIDTH = 151, STEPS_PER_FRAME = 10, CHUNK_BYTES = 32 * 1024 };

/* What a rank has of the plate, with a halo of one point around it. Dimension 0 is y, 1 is x. */
typedef struct part {
    MPI_Comm plane;
    int rank, ranks, processes[2], neighbours[2][2]; /* neighbours[d]: before and behind along d */
    int64_t start[2], count[2];
    double *now, *next; /* (count[0] + 2) rows of (count[1] + 2) points */
} part;

static void stop(const char *what)
{
    fprintf(stderr, "mpi_heat: %s\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

static void must(zarr_status status, const zarr_error *error)
{
    if (status != ZARR_OK)
        stop(error->message);
}

/* A chunk for each frame, in shapes by which the ranks can divide the plate. */
static zarr_array *create(const zarr_store *store, const part *p, int64_t frames)
{
    static const char *const names[] = {"time", "y", "x"};
    const int64_t plate[] = {HEIGHT, WIDTH}, processes[] = {p->processes[0], p->processes[1]};
    const int64_t shape[] = {frames, HEIGHT, WIDTH};
    int64_t block[2], shard[2], chunk[2];
    zarr_array_builder *builder;
    zarr_array *array;
    zarr_error error;

    must(zarr_propose_decomposition(2, plate, sizeof(double), processes, CHUNK_BYTES, 0, block, shard, chunk, &error), &error);
    const int64_t chunks[] = {1, chunk[0], chunk[1]};
    must(zarr_array_builder_new(ZARR_FLOAT64, 3, shape, &builder, &error), &error);
    must(zarr_array_builder_chunk_shape(builder, 3, chunks, &error), &error);
    must(zarr_array_builder_dimension_names(builder, 3, names, &error), &error);
    must(zarr_array_builder_attributes(builder, "{\"units\": \"degC\", \"complete_frames\": 0}", &error), &error);
    must(zarr_array_builder_codec(builder, "zstd", NULL, &error), &error);
    must(zarr_mpi_array_create_or_replace(p->plane, store, "temperature", builder, &array, &error), &error);
    zarr_array_builder_free(builder);
    return array;
}

/* For a restart the frames from there on no longer count, and there is room for all that are wanted. */
static zarr_array *reopen(const zarr_store *store, const part *p, int64_t frames, int64_t restart)
{
    int64_t complete, shape[3];
    zarr_array *array;
    zarr_error error;

    must(zarr_mpi_array_open(p->plane, store, "temperature", &array, &error), &error);
    must(zarr_attribute_get_int64(array, "complete_frames", &complete, &error), &error);
    must(zarr_array_shape(array, 3, shape, &error), &error);
    if (restart < 0 || restart >= complete || restart >= frames || shape[1] != HEIGHT || shape[2] != WIDTH)
        stop("there is no such frame to begin from");
    shape[0] = frames;
    must(zarr_mpi_attribute_set_int64(p->plane, array, "complete_frames", restart + 1, &error), &error);
    must(zarr_mpi_array_resize(p->plane, array, 3, shape, &error), &error);
    return array;
}

/* Which part of the plate this rank has: a number of whole units, each of them a chunk or a point. */
static void divide(part *p, const zarr_array *array, int aligned)
{
    int64_t chunk[3];
    int place[2];
    zarr_error error;

    must(zarr_array_chunk_shape(array, 3, chunk, &error), &error);
    MPI_Cart_coords(p->plane, p->rank, 2, place);
    for (int d = 0; d < 2; d++) {
        const int64_t length = d ? WIDTH : HEIGHT, unit = aligned ? chunk[d + 1] : 1, units = (length + unit - 1) / unit;
        const int64_t first = unit * (units * place[d] / p->processes[d]), end = unit * (units * (place[d] + 1) / p->processes[d]);
        p->start[d] = first;
        p->count[d] = (end < length ? end : length) - first;
        if (p->count[d] <= 0)
            stop("a rank would have nothing to do: take fewer ranks");
        MPI_Cart_shift(p->plane, d, 1, &p->neighbours[d][0], &p->neighbours[d][1]);
    }
    p->now = calloc((size_t)((p->count[0] + 2) * (p->count[1] + 2)), sizeof(double));
    p->next = calloc((size_t)((p->count[0] + 2) * (p->count[1] + 2)), sizeof(double));
    if (!p->now || !p->next)
        stop("no memory");
}

/* Says whether two ranks write in one chunk. */
static void report(const part *p, const zarr_array *array)
{
    const int64_t mine[6] = {0, p->start[0], p->start[1], 1, p->count[0], p->count[1]};
    int64_t *all = malloc((size_t)p->ranks * 2 * sizeof mine), *starts = all + 6 * p->ranks, *counts = starts + 3 * p->ranks;
    int32_t exclusive;
    size_t first = 0, second = 0;
    zarr_error error;

    if (!all)
        stop("no memory");
    MPI_Gather(mine, 6, MPI_INT64_T, all, 6, MPI_INT64_T, 0, p->plane);
    if (p->rank == 0) {
        for (int i = 0; i < p->ranks; i++) {
            memcpy(starts + 3 * i, all + 6 * i, 3 * sizeof *all);
            memcpy(counts + 3 * i, all + 6 * i + 3, 3 * sizeof *all);
        }
        must(zarr_array_regions_exclusive(array, ZARR_UNIT_SHARD, 3, (size_t)p->ranks, starts, counts, &exclusive, &first, &second,
                                          &error), &error);
        if (exclusive)
            printf("%d ranks, no chunk has two writers\n", p->ranks);
        else
            printf("%d ranks, %d and %d write in one chunk\n", p->ranks, (int)first, (int)second);
    }
    free(all);
}

/* This rank's part of a frame, in the array and, inside the halo, in memory. */
static void transfer(const part *p, const zarr_array *array, int64_t frame, int writes)
{
    const int64_t row = (p->count[1] + 2) * (int64_t)sizeof(double), bytes = (p->count[0] + 2) * row;
    const int64_t start[] = {frame, p->start[0], p->start[1]}, count[] = {1, p->count[0], p->count[1]};
    const int64_t strides[] = {bytes, row, sizeof(double)};
    zarr_region region = ZARR_REGION_INIT;
    zarr_error error;

    region.ndim = 3;
    region.start = start;
    region.count = count;
    region.strides = strides;
    region.offset = row + (int64_t)sizeof(double);
    const void *const data = p->now;
    void *const buffer = p->now;
    const size_t size = (size_t)bytes;
    must(writes ? zarr_mpi_write_regions_all(p->plane, array, 1, &region, &data, &size, &error)
                : zarr_mpi_read_regions_all(p->plane, array, 1, &region, &buffer, &size, &error), &error);
}

static void ignite(part *p)
{
    for (int64_t i = 0; i < p->count[0]; i++)
        for (int64_t j = 0; j < p->count[1]; j++) {
            const int64_t y = p->start[0] + i, x = p->start[1] + j;
            const int hot = (y - 70) * (y - 70) + (x - 50) * (x - 50) < 900 || (y > 120 && y < 160 && x > 60 && x < 140);
            p->now[(i + 1) * (p->count[1] + 2) + j + 1] = hot ? 100 : 0;
        }
}

/* Fills the halo from the neighbours; outside the plate it stays cold. */
static void exchange(const part *p)
{
    const int rows = (int)p->count[0], columns = (int)p->count[1], width = columns + 2;
    double *t = p->now;
    MPI_Datatype column;

    MPI_Sendrecv(t + width + 1, columns, MPI_DOUBLE, p->neighbours[0][0], 0, t + (rows + 1) * width + 1, columns, MPI_DOUBLE,
                 p->neighbours[0][1], 0, p->plane, MPI_STATUS_IGNORE);
    MPI_Sendrecv(t + rows * width + 1, columns, MPI_DOUBLE, p->neighbours[0][1], 1, t + 1, columns, MPI_DOUBLE,
                 p->neighbours[0][0], 1, p->plane, MPI_STATUS_IGNORE);
    MPI_Type_vector(rows, 1, width, MPI_DOUBLE, &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(t + width + 1, 1, column, p->neighbours[1][0], 2, t + width + columns + 1, 1, column, p->neighbours[1][1], 2,
                 p->plane, MPI_STATUS_IGNORE);
    MPI_Sendrecv(t + width + columns, 1, column, p->neighbours[1][1], 3, t + width, 1, column, p->neighbours[1][0], 3, p->plane,
                 MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
}

/* The frame that follows: each point moves towards the mean of its neighbours. */
static void advance(part *p)
{
    const int64_t width = p->count[1] + 2;

    for (int step = 0; step < STEPS_PER_FRAME; step++) {
        exchange(p);
        for (int64_t i = 1; i <= p->count[0]; i++)
            for (int64_t at = i * width + 1; at <= i * width + p->count[1]; at++)
                p->next[at] = p->now[at] +
                              0.2 * (p->now[at - width] + p->now[at + width] + p->now[at - 1] + p->now[at + 1] - 4 * p->now[at]);
        double *const old = p->now;
        p->now = p->next;
        p->next = old;
    }
}

int main(int argc, char **argv)
{
    const int aligned = argc > 2 && strcmp(argv[2], "aligned") == 0, once_more = argc > 4;
    const int64_t frames = argc > 3 ? atoll(argv[3]) : 0, restart = once_more ? atoll(argv[4]) : -1;
    const int open_ends[2] = {0, 0};
    zarr_store *store;
    zarr_array *array;
    zarr_error error;
    part p = {.processes = {0, 0}};

    MPI_Init(&argc, &argv);
    if (frames < 1 || (!aligned && strcmp(argv[2], "even") != 0))
        stop("usage: mpi_heat STORE aligned|even FRAMES [RESTART]");
    MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
    MPI_Dims_create(p.ranks, 2, p.processes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, p.processes, open_ends, 0, &p.plane);
    MPI_Comm_rank(p.plane, &p.rank);

    must(zarr_set_threads(1, &error), &error); /* the ranks are the threads */
    must(zarr_mpi_store_open(p.plane, argv[1], NULL, &store, &error), &error);
    array = once_more ? reopen(store, &p, frames, restart) : create(store, &p, frames);

    divide(&p, array, aligned);
    report(&p, array);
    if (once_more)
        transfer(&p, array, restart, 0);
    else
        ignite(&p);
    for (int64_t frame = restart + 1; frame < frames; frame++) {
        if (frame > 0)
            advance(&p);
        transfer(&p, array, frame, 1);
        /* All have written this frame: now it counts. */
        must(zarr_mpi_attribute_set_int64(p.plane, array, "complete_frames", frame + 1, &error), &error);
    }
    if (p.rank == 0)
        printf("frames %d to %d of %d x %d\n", (int)restart + 1, (int)frames - 1, HEIGHT, WIDTH);

    free(p.now);
    free(p.next);
    zarr_array_free(array);
    zarr_store_free(store);
    MPI_Comm_free(&p.plane);
    MPI_Finalize();
    return 0;
}
