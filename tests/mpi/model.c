/* Random arrays, divided at random among the ranks, hold after collective writes what a model says, and collective
   reads give it.

       mpiexec -n N model FOLDER CASES [SEED [no-locks]]

   The file `caseN.values` of the folder gets what array N holds in the end, for other software to compare.
   no-locks: the file system has none, so that one rank by itself is refused what all do together. */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 4, MOST_REGIONS = 64 };

static zarr_error error;
static const char *folder;

typedef struct box {
    int owner;
    int64_t start[MOST], count[MOST];
} box;

static struct {
    int ndim;
    int64_t shape[MOST], elements;
    size_t item;
    unsigned char *model;
    zarr_array *array;
    const char *what;
} now;

static void value(unsigned char *at, uint64_t write, int64_t element)
{
    const uint64_t bits = mixed(write, (uint64_t)element);

    for (size_t i = 0; i < now.item; i++)
        at[i] = (unsigned char)(bits >> (8 * (i % 8)));
}

static int64_t element_of(const box *b, int64_t number)
{
    int64_t at[MOST], element = 0;

    for (int d = now.ndim; d-- > 0;) {
        at[d] = b->start[d] + number % b->count[d];
        number /= b->count[d];
    }
    for (int d = 0; d < now.ndim; d++)
        element = element * now.shape[d] + at[d];
    return element;
}

static int64_t volume(const box *b)
{
    int64_t all = 1;

    for (int d = 0; d < now.ndim; d++)
        all *= b->count[d];
    return all;
}

/* Cuts the array, or a part of it, into boxes that do not overlap, each of some rank. */
static int cut(box *boxes, int most)
{
    int count = 1;

    for (int d = 0; d < now.ndim; d++) {
        const int64_t length = now.shape[d];
        boxes[0].start[d] = below(3) ? 0 : below(length + 1);
        boxes[0].count[d] = length - boxes[0].start[d];
        if (below(3) == 0)
            boxes[0].count[d] = below(boxes[0].count[d] + 1);
    }
    for (int tries = 0; count < most && tries < 2 * most && now.ndim; tries++) {
        box *const b = &boxes[below(count)];
        const int d = (int)below(now.ndim);
        if (b->count[d] < 2)
            continue;
        boxes[count] = *b;
        const int64_t first = 1 + below(b->count[d] - 1);
        b->count[d] = first;
        boxes[count].start[d] += first;
        boxes[count].count[d] -= first;
        count++;
    }
    for (int i = 0; i < count; i++)
        boxes[i].owner = (int)below(size);
    return count;
}

/* Any boxes, which may overlap. */
static int throw(box *boxes, int most)
{
    const int count = (int)below(most) + 1;

    for (int i = 0; i < count; i++) {
        boxes[i].owner = (int)below(size);
        for (int d = 0; d < now.ndim; d++) {
            boxes[i].start[d] = below(now.shape[d] + 1);
            boxes[i].count[d] = below(now.shape[d] - boxes[i].start[d] + 1);
        }
    }
    return count;
}

/* Where the elements of a box lie in memory: at random, with gaps, backwards, in any order of dimensions. */
typedef struct memory {
    int64_t strides[MOST], offset;
    size_t bytes;
    unsigned char *data;
} memory;

static void lay_out(memory *m, const box *b, int plain)
{
    int order[MOST] = {0, 1, 2, 3};
    int64_t stride = (int64_t)now.item;

    m->offset = 0;
    if (!plain)
        for (int d = now.ndim; d-- > 1;) {
            const int other = (int)below(d + 1), kept = order[d];
            order[d] = order[other];
            order[other] = kept;
        }
    for (int i = now.ndim; i-- > 0;) {
        const int d = order[i], backwards = !plain && below(3) == 0;
        const int64_t gap = plain ? 0 : below(2) * below(9);
        m->strides[d] = stride + gap;
        stride = m->strides[d] * (b->count[d] ? b->count[d] : 1);
        if (backwards && b->count[d]) {
            m->offset += m->strides[d] * (b->count[d] - 1);
            m->strides[d] = -m->strides[d];
        }
    }
    m->bytes = (size_t)stride;
    m->data = malloc(m->bytes + 1);
    memset(m->data, 0xee, m->bytes + 1);
}

static unsigned char *place(const memory *m, const box *b, int64_t number)
{
    int64_t at = m->offset;

    for (int d = now.ndim; d-- > 0;) {
        at += m->strides[d] * (number % b->count[d]);
        number /= b->count[d];
    }
    return m->data + at;
}

static void wrong(const char *what, int64_t element)
{
    char text[300];

    snprintf(text, sizeof text, "%s: element %lld of %s", what, (long long)element, now.what);
    fail(__FILE__, __LINE__, text);
}

/* One collective write, checked by one process, and one collective read. */
static void exchange(uint64_t write, int overlaps, zarr_queue *queue)
{
    const int ways = (int)below(3), one_each = queue || ways == 0;
    zarr_region regions[MOST_REGIONS];
    memory memories[MOST_REGIONS];
    box boxes[MOST_REGIONS];
    const void *data[MOST_REGIONS];
    void *buffers[MOST_REGIONS];
    size_t sizes[MOST_REGIONS], mine = 0;
    unsigned char *read;

    for (int is_read = 0; is_read < 2; is_read++) {
        int count = is_read || overlaps ? throw(boxes, one_each ? size : 12) : cut(boxes, one_each ? size : 12);
        /* One region a rank: the first ranks have them, the others none. */
        for (int i = 0; i < count && one_each; i++)
            boxes[i].owner = i;
        mine = 0;
        for (int owner = 0; owner < size; owner++)
            for (int i = 0; i < count; i++) {
                const box *const b = &boxes[i];
                memory m;
                if (b->owner != owner)
                    continue;
                lay_out(&m, b, one_each);
                for (int64_t n = 0; n < volume(b) && !is_read; n++) {
                    unsigned char *const at = place(&m, b, n);
                    value(at, mixed(write, (uint64_t)i), element_of(b, n));
                    memcpy(now.model + (size_t)element_of(b, n) * now.item, at, now.item);
                }
                if (owner != rank) {
                    free(m.data);
                    continue;
                }
                memories[mine] = m;
                zarr_region_init(&regions[mine]);
                regions[mine].ndim = now.ndim;
                regions[mine].start = b->start;
                regions[mine].count = b->count;
                regions[mine].strides = memories[mine].strides;
                regions[mine].offset = m.offset;
                data[mine] = buffers[mine] = m.data;
                sizes[mine++] = m.bytes;
            }
        if (one_each) {
            static const int64_t zeros[MOST] = {0};
            const int64_t *const start = mine ? regions[0].start : zeros, *const lengths =
                                                                              mine ? regions[0].count : zeros;
            size_t bytes = now.ndim || mine ? now.item : 0;
            for (int d = 0; d < now.ndim; d++)
                bytes *= (size_t)lengths[d];
            /* A rank can't be without the one element of an array of no dimension. */
            if (now.ndim == 0) {
                if (is_read)
                    MUST(zarr_mpi_read_regions_all(MPI_COMM_WORLD, now.array, mine, regions, buffers, sizes, &error));
                else
                    MUST(zarr_mpi_write_regions_all(MPI_COMM_WORLD, now.array, mine, regions, data, sizes, &error));
            } else if (is_read)
                MUST(zarr_mpi_read_region_all(MPI_COMM_WORLD, now.array, now.ndim, start, lengths,
                                              mine ? buffers[0] : NULL, bytes, &error));
            else if (queue && below(3)) /* or at once, behind what is queued */
                MUST(zarr_mpi_queue_write_region_all(MPI_COMM_WORLD, queue, now.array, now.ndim, start, lengths,
                                                     mine ? data[0] : NULL, bytes, &error));
            else
                MUST(zarr_mpi_write_region_all(MPI_COMM_WORLD, now.array, now.ndim, start, lengths,
                                               mine ? data[0] : NULL, bytes, &error));
        } else if (is_read)
            MUST(zarr_mpi_read_regions_all(MPI_COMM_WORLD, now.array, mine, regions, buffers, sizes, &error));
        else
            MUST(zarr_mpi_write_regions_all(MPI_COMM_WORLD, now.array, mine, regions, data, sizes, &error));
        if (queue && !is_read && below(2)) {
            for (size_t i = 0; i < mine; i++)
                free(memories[i].data);
            continue; /* more is queued for the same chunks */
        }
        if (queue && !is_read)
            MUST(zarr_mpi_queue_wait_all(MPI_COMM_WORLD, queue, &error));
        if (is_read) {
            if (queue)
                MUST(zarr_mpi_queue_wait_all(MPI_COMM_WORLD, queue, &error));
        }
        if (!is_read && rank == (int)(write % (uint64_t)size)) {
            read = malloc((size_t)now.elements * now.item + 1);
            MUST(
                zarr_array_read_region(now.array, now.ndim, NULL, NULL, read, (size_t)now.elements * now.item, &error));
            for (int64_t i = 0; i < now.elements; i++)
                if (memcmp(read + (size_t)i * now.item, now.model + (size_t)i * now.item, now.item) != 0)
                    wrong("written wrongly", i);
            free(read);
        }
        for (size_t i = 0; i < mine; i++) {
            box b;
            memcpy(b.start, regions[i].start, sizeof b.start);
            memcpy(b.count, regions[i].count, sizeof b.count);
            for (int64_t n = 0; is_read && !queue && n < volume(&b); n++)
                if (memcmp(place(&memories[i], &b, n), now.model + (size_t)element_of(&b, n) * now.item, now.item) != 0)
                    wrong("read wrongly", element_of(&b, n));
            free(memories[i].data);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* A random array. */
static zarr_array_builder *describe(char *what)
{
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2,      ZARR_FORMAT_N5,
                                      ZARR_FORMAT_V1, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022};
    static const char *const types[] = {"\"int32\"", "\"uint8\"", "\"float64\"", "\"r24\"",
                                        "[[\"x\", \"<f4\"], [\"y\", \"|u1\"]]"};
    static const size_t items[] = {4, 1, 8, 3, 5};
    const int32_t format = formats[below(3) ? below(2) : below(6)];
    const int wide = format == ZARR_FORMAT_V3 || format == ZARR_FORMAT_V2, kind = (int)below(wide ? 4 : 3);
    const int type = kind == 3 && format == ZARR_FORMAT_V2 ? 4 : kind, plain = format == ZARR_FORMAT_V1;
    int64_t chunk[MOST], shard[MOST];
    zarr_array_builder *builder = NULL;
    int shards = format == ZARR_FORMAT_V3 && below(3) == 0, irregular = -1;

    now.item = items[type];
    now.ndim = (int)below(MOST) + (format == ZARR_FORMAT_N5 || plain || format == ZARR_FORMAT_V3_2020 || below(5) > 0);
    now.ndim = now.ndim > MOST ? MOST : now.ndim;
    now.elements = 1;
    for (int d = 0; d < now.ndim; d++) {
        now.shape[d] = 1 + below(now.ndim < 2 ? 200 : now.ndim == 2 ? 40 : 12);
        chunk[d] = 1 + below(now.ndim < 2 ? 30 : 9);
        shard[d] = chunk[d] * (1 + below(3));
        now.elements *= now.shape[d];
    }
    MUST(zarr_array_builder_new_json(types[type], now.ndim, now.shape, &builder, &error));
    MUST(zarr_array_builder_format(builder, format, &error));
    MUST(zarr_array_builder_chunk_shape(builder, now.ndim, chunk, &error));
    if (shards)
        MUST(zarr_array_builder_shard_shape(builder, now.ndim, shard, &error));
    else if (format == ZARR_FORMAT_V3 && now.ndim && below(3) == 0) {
        int64_t edges[256], covered = 0;
        size_t count = 0;
        irregular = (int)below(now.ndim);
        while (covered < now.shape[irregular]) {
            edges[count] = 1 + below(9);
            covered += edges[count++];
        }
        MUST(zarr_array_builder_chunk_edges(builder, irregular, count, edges, &error));
    }
    if (below(2) && !plain)
        MUST(zarr_array_builder_codec(builder, "gzip", "{\"level\": 1}", &error));
    if (below(4) == 0 && format == ZARR_FORMAT_V2 && type < 3)
        MUST(zarr_array_builder_big_endian(builder, 1, &error));
    sprintf(what, "format %s, type %s, %d dimensions, %s", zarr_format_name(format), types[type], now.ndim,
            shards           ? "shards"
            : irregular >= 0 ? "irregular"
                             : "chunks");
    return builder;
}

static void keep_values(uint64_t number)
{
    char path[600];

    snprintf(path, sizeof path, "%s/case%llu.values", folder, (unsigned long long)number);
    FILE *const file = fopen(path, "wb");
    CHECK(file && fwrite(now.model, now.item, (size_t)now.elements, file) == (size_t)now.elements);
    CHECK(fclose(file) == 0);
}

static void run(const zarr_store *store, uint64_t number)
{
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;
    zarr_array_builder *builder;
    zarr_queue *queue = NULL;
    char what[200], path[40];

    seed(number);
    builder = describe(what);
    now.what = what;
    now.model = calloc((size_t)now.elements + 1, now.item);
    options.overlap = (int32_t)below(2);
    options.aggregators_per_node = (int32_t)below(4);
    options.buffer_bytes = below(2) ? 1 + below(3000) : 67108864;
    MUST(zarr_mpi_set_options(MPI_COMM_WORLD, &options, &error));
    /* Formats are not mixed below a store: each array is the root of one of its own. */
    zarr_store *own = NULL;
    sprintf(path, "case%llu/", (unsigned long long)number);
    MUST(zarr_store_wrap_prefix(store, path, NULL, &own, &error));
    MUST(zarr_mpi_array_create_or_replace(MPI_COMM_WORLD, own, "", rank ? NULL : builder, &now.array, &error));
    if (below(3) == 0 && now.ndim)
        MUST(zarr_queue_new("{\"threads\": 1}", &queue, &error));
    for (uint64_t write = 0; write < 3; write++)
        exchange(mixed(number, write), options.overlap == ZARR_MPI_OVERLAP_LAST, queue);
    if (queue)
        MUST(zarr_mpi_queue_wait_all(MPI_COMM_WORLD, queue, &error));
    unsigned char *const read = malloc((size_t)now.elements * now.item + 1);
    MUST(zarr_mpi_read_region_all(MPI_COMM_WORLD, now.array, now.ndim, NULL, NULL, read,
                                  (size_t)now.elements * now.item, &error));
    for (int64_t i = 0; i < now.elements; i++)
        if (memcmp(read + (size_t)i * now.item, now.model + (size_t)i * now.item, now.item) != 0)
            wrong("differs in the end", i);
    free(read);
    if (rank == 0)
        keep_values(number);
    zarr_queue_free(queue);
    free(now.model);
    zarr_array_free(now.array);
    zarr_store_free(own);
    zarr_array_builder_free(builder);
}

/* A part of a chunk that one process writes needs a lock. */
static void check_refusal(const zarr_store *store)
{
    const int64_t shape[1] = {10}, start[1] = {3}, count[1] = {2};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int32_t values[2] = {1, 2};

    MUST(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, &error));
    MUST(zarr_mpi_array_create(MPI_COMM_WORLD, store, "refused", builder, &array, &error));
    CHECK(zarr_array_write_region(array, 1, start, count, values, sizeof values, &error) == ZARR_ERROR_UNSUPPORTED);
    MUST(zarr_mpi_write_region_all(MPI_COMM_WORLD, array, 1, start, rank ? (const int64_t[]){0} : count, values,
                                   rank ? 0 : sizeof values, &error));
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

int main(int argc, char **argv)
{
    const uint64_t cases = argc > 2 ? strtoull(argv[2], NULL, 10) : 50,
                   first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    folder = argv[1];
    MUST(zarr_mpi_store_open(MPI_COMM_WORLD, folder, NULL, &store, &error));
    for (uint64_t number = first; number < first + cases; number++)
        run(store, number);
    if (argc > 4)
        check_refusal(store);
    zarr_store_free(store);
    end("collective writes and reads are those of the model");
    return 0;
}
