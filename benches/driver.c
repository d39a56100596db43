/* The library behind the protocol of the performance yardstick: one operation a run, one JSON object a line.

       driver OP key=value ...     OP: read write rboxes wboxes open list one

   Only the public C API is used, and only what it costs is timed. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zarr.h>

#define RANK 3
#define PATH_LENGTH 4200

typedef struct box {
    int64_t start[RANK], count[RANK];
} box;

static int argument_count;
static char **arguments;
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

static const char *text(const char *key, const char *otherwise)
{
    size_t length = strlen(key);
    for (int i = 2; i < argument_count; i++)
        if (strncmp(arguments[i], key, length) == 0 && arguments[i][length] == '=')
            return arguments[i] + length + 1;
    return otherwise;
}

static int64_t number(const char *key, int64_t otherwise)
{
    const char *value = text(key, NULL);
    return value ? strtoll(value, NULL, 10) : otherwise;
}

/* Three lengths, separated by commas; 0 if the key is not given. */
static int lengths(const char *key, int64_t *values)
{
    const char *value = text(key, "");
    int count = 0;
    while (*value && count < RANK) {
        char *end;
        values[count++] = strtoll(value, &end, 10);
        value = *end == ',' ? end + 1 : end;
    }
    return count == RANK;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The most memory that the process has had, in KiB. */
static long high_water(void)
{
    char line[256];
    long value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &value) == 1)
            break;
    if (file)
        fclose(file);
    return value;
}

static void emit_base(void)
{
    printf("{\"base_kb\":%ld}\n", high_water());
    fflush(stdout);
}

static void emit_time(int64_t rep, double seconds)
{
    printf("{\"rep\":%lld,\"t\":%.9f,\"hwm_kb\":%ld}\n", (long long)rep, seconds, high_water());
    fflush(stdout);
}

static void emit_sum(uint64_t sum)
{
    printf("{\"sum\":%llu}\n", (unsigned long long)sum);
    fflush(stdout);
}

static void *memory(int64_t size)
{
    void *result = NULL;
    if (posix_memalign(&result, 4096, size > 0 ? (size_t)size : 1)) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return result;
}

static int64_t elements(const int64_t *count)
{
    return count[0] * count[1] * count[2];
}

static uint64_t sum_of(const void *data, int64_t count, int64_t size)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += size == 4 ? ((const uint32_t *)data)[i] : ((const uint16_t *)data)[i];
    return sum;
}

static void *load(int64_t size)
{
    void *data = memory(size);
    FILE *file = fopen(text("raw", ""), "rb");
    if (file == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "raw file\n");
        exit(3);
    }
    fclose(file);
    return data;
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
        printf("{\"unsupported\":1}\n");
        exit(4);
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
        if (zarr_array_create(store, "", builder, &array, &error) == ZARR_ERROR_UNSUPPORTED) {
            printf("{\"unsupported\":1}\n");
            exit(4);
        }
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

static box *load_boxes(int64_t *count)
{
    int64_t limit = number("n", 1), capacity = 4096;
    box *boxes = malloc((size_t)capacity * sizeof *boxes), next;
    FILE *file = fopen(text("boxes", ""), "r");
    *count = 0;
    if (file == NULL || boxes == NULL) {
        fprintf(stderr, "box file\n");
        exit(3);
    }
    for (;;) {
        long long v[2 * RANK];
        if (fscanf(file, "%lld %lld %lld %lld %lld %lld", v, v + 1, v + 2, v + 3, v + 4, v + 5) != 6 ||
            (limit > 1 && *count == limit))
            break;
        for (int axis = 0; axis < RANK; axis++) {
            next.start[axis] = v[axis];
            next.count[axis] = v[axis + RANK];
        }
        if (*count == capacity)
            boxes = realloc(boxes, (size_t)(capacity *= 2) * sizeof *boxes);
        boxes[(*count)++] = next;
    }
    fclose(file);
    return boxes;
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

/* Opens every array below a group; gives their number. */
static int64_t walk(const zarr_store *store, const char *path)
{
    zarr_strings *names = NULL;
    int64_t arrays = 0;
    check(zarr_node_children(store, path, &names, &error), path);
    for (size_t i = 0; i < zarr_strings_count(names); i++) {
        char child[PATH_LENGTH];
        int64_t shape[RANK];
        zarr_array *array = NULL;
        snprintf(child, sizeof child, "%s/%s", path, zarr_strings_get(names, i));
        switch (zarr_array_open(store, child, &array, &error)) {
        case ZARR_OK:
            check(zarr_array_shape(array, RANK, shape, &error), child);
            arrays += shape[0] > 0;
            zarr_array_free(array);
            break;
        case ZARR_ERROR_NODE_TYPE:
            arrays += walk(store, child);
            break;
        default:
            fail(child);
        }
    }
    zarr_strings_free(names);
    return arrays;
}

static void list(const char *options)
{
    int64_t reps = number("reps", 1);
    emit_base();
    for (int64_t rep = 0; rep < reps; rep++) {
        zarr_store *store = NULL;
        int64_t arrays;
        double begin = now();
        check(zarr_store_open(text("path", ""), options, &store, &error), "open the store");
        arrays = walk(store, "");
        zarr_store_free(store);
        emit_time(rep, now() - begin);
        if (rep == 0)
            emit_sum((uint64_t)arrays);
    }
}

static void one(const char *options)
{
    const int64_t start[RANK] = {100, 200, 220}, count[RANK] = {1, 1, 1};
    uint32_t value = 0;
    zarr_store *store = NULL;
    zarr_array *array = open_array(&store, options);
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
    else {
        printf("{\"unsupported\":1}\n");
        return 4;
    }
    return 0;
}
