/* The library behind the protocol of run.py. Only the public C API is used, and only what it costs is timed. */
#include "protocol.h"
#include <zarr.h>

static zarr_error error;

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, error.message);
    exit(3);
}

static void check(zarr_status status, const char *what)
{
    if (status)
        fail(what);
}

static zarr_array *open_array(zarr_store **store, const char *options)
{
    zarr_array *array = NULL;
    check(zarr_store_open(text("path", ""), options, store, &error), "open the store");
    check(zarr_array_open(*store, "", &array, &error), "open the array");
    return array;
}

static void add_codec(zarr_array_builder *builder, const char *codec)
{
    char configuration[128];
    if (strcmp(codec, "blosc") == 0) {
        check(zarr_array_builder_codec(builder, "blosc",
                                       "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": \"shuffle\", \"blocksize\": 0}", &error),
              codec);
    } else if (strncmp(codec, "zstd", 4) == 0 || strncmp(codec, "gzip", 4) == 0) {
        char name[5] = {codec[0], codec[1], codec[2], codec[3], 0};
        snprintf(configuration, sizeof configuration, "{\"level\": %d}", atoi(codec + 4));
        check(zarr_array_builder_codec(builder, name, configuration, &error), codec);
    } else if (strcmp(codec, "none") != 0) {
        unsupported();
    }
}

static void write_whole(const int64_t *shape, int32_t type, int64_t size, const char *options)
{
    int64_t chunk[RANK] = {64, 64, 64}, shard[RANK], start[RANK] = {0, 0, 0};
    int64_t bytes = elements(shape) * size, reps = number("reps", 1);
    int sharded = lengths("shard", shard);
    void *data = load(bytes);
    lengths("chunk", chunk);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        char path[PATH_LENGTH];
        zarr_store *store = NULL;
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        double begin = now();
        snprintf(path, sizeof path, "%s_r%lld", text("path", ""), (long long)rep);
        check(zarr_store_open(path, options, &store, &error), path);
        check(zarr_array_builder_new(type, RANK, shape, &builder, &error), "describe");
        check(zarr_array_builder_chunk_shape(builder, RANK, chunk, &error), "chunks");
        if (sharded)
            check(zarr_array_builder_shard_shape(builder, RANK, shard, &error), "shards");
        add_codec(builder, text("codec", "none"));
        if (zarr_array_create(store, "", builder, &array, &error) == ZARR_ERROR_UNSUPPORTED)
            unsupported();
        check(error.status, "create");
        check(zarr_array_write_region(array, RANK, start, shape, data, (size_t)bytes, &error), "write");
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
        emit_time(rep, now() - begin);
    }
    free(data);
}

static void read_whole(const int64_t *shape, int64_t size, const char *options)
{
    int64_t start[RANK] = {0, 0, 0}, bytes = elements(shape) * size, reps = number("reps", 1);
    zarr_store *store = NULL;
    zarr_array *array = open_array(&store, options);
    void *data = memory(bytes);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        double begin = now();
        check(zarr_array_read_region(array, RANK, start, shape, data, (size_t)bytes, &error), "read");
        emit_time(rep, now() - begin);
    }
    if (number("check", 0))
        emit_sum(sum_of(data, elements(shape), size));
    free(data);
    zarr_array_free(array);
    zarr_store_free(store);
}

static void use_boxes(int writing, const int64_t *shape, int64_t size, const char *options)
{
    int64_t count, most = 0, reps = number("reps", 1), whole = elements(shape);
    box *boxes = load_boxes(&count);
    zarr_store *store = NULL;
    zarr_array *array = open_array(&store, options);
    uint64_t sum = 0;
    void *data;
    for (int64_t i = 0; i < count; i++)
        most = elements(boxes[i].count) > most ? elements(boxes[i].count) : most;
    data = writing ? load(most * size) : memory(most * size);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        double begin = now();
        sum = 0;
        for (int64_t i = 0; i < count; i++) {
            size_t bytes = (size_t)(elements(boxes[i].count) * size);
            if (writing)
                check(zarr_array_write_region(array, RANK, boxes[i].start, boxes[i].count, data, bytes, &error), "write");
            else
                check(zarr_array_read_region(array, RANK, boxes[i].start, boxes[i].count, data, bytes, &error), "read");
            if (!writing && number("check", 0))
                sum += sum_of(data, elements(boxes[i].count), size);
        }
        if (writing)
            check(zarr_store_flush(store, &error), "flush");
        emit_time(rep, now() - begin);
    }
    if (writing && number("check", 0)) {
        int64_t start[RANK] = {0, 0, 0};
        free(data);
        data = memory(whole * size);
        check(zarr_array_read_region(array, RANK, start, shape, data, (size_t)(whole * size), &error), "read back");
        sum = sum_of(data, whole, size);
    }
    if (number("check", 0))
        emit_sum(sum);
    free(data);
    free(boxes);
    zarr_array_free(array);
    zarr_store_free(store);
}

static void open_often(const char *options)
{
    int64_t shape[RANK], times = number("n", 1), reps = number("reps", 1);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        double begin = now();
        for (int64_t i = 0; i < times; i++) {
            zarr_store *store = NULL;
            zarr_array *array = open_array(&store, options);
            check(zarr_array_shape(array, RANK, shape, &error), "shape");
            zarr_array_free(array);
            zarr_store_free(store);
        }
        emit_time(rep, (now() - begin) / (double)times);
    }
}

/* Counts the arrays of a walk whose shape is as it should be. */
static int32_t count_array(void *user_data, const char *path, int32_t kind, const zarr_array *array, const zarr_error *problem)
{
    int64_t shape[RANK], *arrays = user_data;
    if (problem != NULL) {
        fprintf(stderr, "%s: %s\n", path, problem->message);
        exit(3);
    }
    if (kind == ZARR_NODE_ARRAY) {
        check(zarr_array_shape(array, RANK, shape, &error), path);
        *arrays += shape[0] > 0;
    }
    return 0;
}

static void list(const char *options)
{
    int64_t reps = number("reps", 1);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        zarr_store *store = NULL;
        int64_t arrays = 0;
        double begin = now();
        check(zarr_store_open(text("path", ""), options, &store, &error), "open the store");
        check(zarr_node_visit(store, "", -1, NULL, count_array, &arrays, &error), "walk");
        zarr_store_free(store);
        emit_time(rep, now() - begin);
        if (rep == 0)
            emit_sum((uint64_t)arrays);
    }
}

static void one(const char *options)
{
    const int64_t count[RANK] = {1, 1, 1};
    int64_t start[RANK] = {100, 200, 220};
    uint32_t value = 0;
    zarr_store *store = NULL;
    zarr_array *array = open_array(&store, options);
    lengths("at", start);
    check(zarr_array_read_region(array, RANK, start, count, &value, sizeof value, &error), "read");
    emit_sum(value);
    zarr_array_free(array);
    zarr_store_free(store);
}

int main(int argc, char **argv)
{
    int64_t shape[RANK] = {512, 512, 512};
    char options[64];
    int wide;
    argument_count = argc;
    arguments = argv;
    if (argc < 2) {
        fprintf(stderr, "usage: driver OP key=value ...\n");
        return 2;
    }
    lengths("shape", shape);
    wide = strcmp(text("dtype", "f4"), "u2") != 0;
    snprintf(options, sizeof options, "{\"threads\": %lld}", (long long)number("threads", 1));
    if (strcmp(argv[1], "read") == 0)
        read_whole(shape, wide ? 4 : 2, options);
    else if (strcmp(argv[1], "write") == 0)
        write_whole(shape, wide ? ZARR_FLOAT32 : ZARR_UINT16, wide ? 4 : 2, options);
    else if (strcmp(argv[1], "rboxes") == 0 || strcmp(argv[1], "wboxes") == 0)
        use_boxes(argv[1][0] == 'w', shape, wide ? 4 : 2, options);
    else if (strcmp(argv[1], "open") == 0)
        open_often(options);
    else if (strcmp(argv[1], "list") == 0)
        list(options);
    else if (strcmp(argv[1], "one") == 0)
        one(options);
    else
        unsupported();
    return 0;
}
