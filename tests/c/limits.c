/*
 * Why this file exists: a program that reads untrusted files must not be brought to allocate, to wait or to write where it did
 * not want to. Documents, chunks, keys and folders that are made to do so meet a limit on the address space of the process, 256 MiB
 * beside what it had at its start, and one second of processor time each: all of them end in an answer.
 */
#include "check.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEADROOM ((rlim_t)256 << 20)

static unsigned long cases;
static clock_t begun;
static bool timed = true;
static char *folder;

static void begin(const char *what, const char *which) {
    cases++;
    check_context("%s %s", what, which);
    begun = clock();
}

static void end(void) {
    double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (timed && took > 1)
        FAIL("it took %.1f s of the processor", took);
}

static char *text_of(const char *before, const char *repeated, size_t times, const char *after) {
    size_t one = strlen(repeated), i;
    char *text = need(strlen(before) + one * times + strlen(after) + 1), *at = text + strlen(before);
    strcpy(text, before);
    for (i = 0; i < times; i++, at += one)
        memcpy(at, repeated, one);
    strcpy(at, after);
    return text;
}

#define V3(shape, chunk, codecs, more)                                                                                     \
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [" shape "], \"data_type\": \"int32\", \"chunk_grid\": "    \
    "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [" chunk "]}}, \"chunk_key_encoding\": {\"name\": "      \
    "\"default\"}, \"fill_value\": 7, \"codecs\": [" codecs "]" more "}"
#define PLAIN "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}"
#define SHARDS(chunk)                                                                                                      \
    "{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [" chunk "], \"codecs\": [" PLAIN               \
    "], \"index_codecs\": [" PLAIN ", {\"name\": \"crc32c\"}]}}"
#define V2(shape, chunk)                                                                                                   \
    "{\"zarr_format\": 2, \"shape\": [" shape "], \"chunks\": [" chunk "], \"dtype\": \"<i4\", \"order\": \"C\", "         \
    "\"fill_value\": 7, \"filters\": null, \"compressor\": null}"

/* Opens a document, reads its first and last element, writes one, lists, resizes: each call must return. */
static void document(const char *what, const char *key, const char *text, bool opens) {
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    zarr_status status;
    begin("document:", what);
    OK(zarr_store_open("memory://", "{\"threads\": 2}", &store, E));
    OK(zarr_store_set(store, key, text, strlen(text), E));
    status = zarr_array_open(store, "", &array, E);
    if (opens != (status == ZARR_OK))
        FAIL("opening it: %s: %s", zarr_status_name(status), error.message);
    if (status != ZARR_OK)
        CHECK(check_error_shape(status, &error) == NULL && status != ZARR_ERROR_INTERNAL);
    if (status == ZARR_OK) {
        int32_t ndim = zarr_array_ndim(array), d;
        int64_t *shape = need((size_t)ndim * 8), *start = need((size_t)ndim * 8), *count = need((size_t)ndim * 8);
        int32_t value = 1;
        zarr_bytes *positions = NULL;
        size_t number = 0;
        OK(zarr_array_shape(array, ndim, shape, E));
        for (d = 0; d < ndim; d++) {
            start[d] = 0;
            count[d] = 1;
        }
        /* It may be refused, since a chunk is too large. */
        status = zarr_array_read_region(array, ndim, start, count, &value, sizeof value, E);
        CHECK(status == ZARR_OK ? value == 7 : status == ZARR_ERROR_LIMIT || status == ZARR_ERROR_NO_MEMORY);
        for (d = 0; d < ndim; d++)
            start[d] = shape[d] - 1;
        status = zarr_array_write_region(array, ndim, start, count, &value, sizeof value, E);
        CHECK(status == ZARR_OK || status == ZARR_ERROR_LIMIT || status == ZARR_ERROR_NO_MEMORY);
        status = zarr_array_list_chunks(array, ZARR_UNIT_SHARD, &positions, &number, E);
        CHECK(status == ZARR_OK ? number <= 1 : status != ZARR_ERROR_INTERNAL);
        zarr_bytes_free(positions);
        /* All of it is more than there is. */
        FAILS_ANY(zarr_array_read_region(array, ndim, start, shape, &value, sizeof value, E));
        for (d = 0; d < ndim; d++)
            shape[d] = shape[d] / 2 + 1;
        status = zarr_array_resize(array, ndim, shape, E);
        CHECK(status != ZARR_ERROR_INTERNAL);
        free(shape);
        free(start);
        free(count);
    }
    zarr_array_free(array);
    zarr_store_free(store);
    end();
}

static void documents(void) {
    char *text;
    document("2^63 - 1 elements, in chunks of 1000", "zarr.json", V3("9223372036854775807", "1000", PLAIN, ""), true);
    document("2^63 elements", "zarr.json", V3("9223372036854775808", "1000", PLAIN, ""), false);
    document("2^64 elements", "zarr.json", V3("18446744073709551616", "1000", PLAIN, ""), false);
    document("a negative shape", "zarr.json", V3("-5", "1", PLAIN, ""), false);
    document("a product beyond 2^64", "zarr.json",
             V3("4294967296, 4294967296, 4294967296", "16, 16, 16", PLAIN, ""), true);
    document("a chunk beyond 2^64", "zarr.json", V3("10, 10", "4294967296, 9223372036854775807", PLAIN, ""), false);
    document("a chunk of a terabyte", "zarr.json", V3("10", "274877906944", PLAIN, ""), true);
    if (timed) /* 2 GiB through valgrind take minutes */
        document("a chunk of 2 GiB", "zarr.json", V3("1000000000", "536870912", PLAIN ", {\"name\": \"gzip\", \"configuration\": {\"level\": 1}}", ""), true);
    document("10^9 chunks", "zarr.json", V3("1000000000", "1", PLAIN, ""), true);
    document("10^18 chunks", "zarr.json", V3("1000000000, 1000000000", "1, 1", PLAIN, ""), true);
    document("a shard of 2^60 chunks", "zarr.json", V3("1152921504606846976", "1152921504606846976", SHARDS("1"), ""), false);
    document("a shard of 2^40 chunks", "zarr.json", V3("1099511627776", "1099511627776", SHARDS("1"), ""), true);
    document("2^63 - 1 elements of v2", ".zarray", V2("9223372036854775807", "1000"), true);
    document("2^64 elements of v2", ".zarray", V2("18446744073709551616", "1000"), false);
    document("chunks of no elements", ".zarray", V2("5", "0"), false);
    text = text_of("{\"zarr_format\": 2, \"shape\": [", "1, ", 1000000, "1], \"chunks\": [1], \"dtype\": \"<i4\", \"order\": "
                   "\"C\", \"fill_value\": 0, \"filters\": null, \"compressor\": null}");
    document("10^6 dimensions, and a chunk of one", ".zarray", text, false);
    free(text);
    text = text_of("{\"zarr_format\": 3, \"node_type\": \"array\", \"attributes\": ", "[", 1000000, "");
    document("lists 10^6 deep", "zarr.json", text, false);
    free(text);
    text = text_of("{\"zarr_format\": 3, \"node_type\": \"array\", \"attributes\": ", "{\"a\":", 300000, "");
    document("objects 300,000 deep", "zarr.json", text, false);
    free(text);
    text = text_of(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": ["), "1,", 100000, "1]}}");
    text[strlen(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": [")) - 1] = ' ';
    document("100,000 numbers in an attribute", "zarr.json", text, true);
    free(text);
    if (timed) { /* Valgrind takes minutes for them. */
        text = text_of("{\"zarr_format\": 3, \"attributes\": {\"a\": [1", ",1", 12 << 20, "]}}");
        document("12 million numbers in an attribute", "zarr.json", text, false);
        free(text);
        text = text_of("{\"zarr_format\": 3, \"attributes\": {\"a\": 1", ",\"a\":1", 7 << 20, "}}");
        document("7 million times the same name", "zarr.json", text, false);
        free(text);
    }
    text = text_of(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": 0"), ",\"a\":1", 200000, "}}");
    text[strlen(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": 0")) - 1] = ' ';
    document("200,000 times the same name", "zarr.json", text, true);
    free(text);
    text = text_of(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": 0"), "\\n", 1 << 20, "\"}}");
    text[strlen(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": 0")) - 1] = ' ';
    text[strlen(V3("3", "1", PLAIN, ", \"attributes\": {\"a\": 0")) - 2] = '"';
    document("a text of a million escapes", "zarr.json", text, true);
    free(text);
    text = text_of("{\"zarr_format\": 3, \"node_type\": [", "[1],", 1 << 20, "1]}");
    document("a million lists where a name is due", "zarr.json", text, false);
    free(text);
    text = text_of(V3("1", "1", "", ""), " ", 70 << 20, "");
    document("70 MiB of space", "zarr.json", text, false);
    free(text);
    text = text_of("{\"zarr_format\": 2, \"shape\": [1], \"chunks\": [1], \"dtype\": ", "[[\"a\", ", 60, "\"<i4\"]]");
    document("structs in structs that are not closed", ".zarray", text, false);
    free(text);
    document("an element of 2^40 bytes", ".zarray", "{\"zarr_format\": 2, \"shape\": [1], \"chunks\": [1], \"dtype\": "
             "\"|S1099511627776\", \"order\": \"C\", \"fill_value\": null, \"filters\": null, \"compressor\": null}", false);
    document("a number of 10^6 digits", "zarr.json", (text = text_of("{\"zarr_format\": 3, \"shape\": [", "9", 1000000, "]}")), false);
    free(text);
}

/* A chunk that stands for very much, in the place of one of 64 bytes. */
static void bomb(const char *codec, const char *configuration, int32_t format) {
    const size_t size = timed ? 16 << 20 : 1 << 20;
    const int64_t large[1] = {(int64_t)size};
    static const int64_t small[1] = {64}, start[1] = {0};
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder = NULL;
    zarr_bytes *value = NULL;
    zarr_error error;
    unsigned char *zeros = calloc(size, 1), read[64];
    OK(zarr_store_open("memory://", "{\"threads\": 1}", &store, E));
    OK(zarr_array_builder_new(ZARR_UINT8, 1, large, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, large, E));
    OK(zarr_array_builder_codec(builder, codec, configuration, E));
    OK(zarr_array_create(store, "bomb", builder, &array, E));
    zarr_array_builder_free(builder);
    OK(zarr_array_write_chunk(array, ZARR_UNIT_CHUNK, 1, start, zeros, size, E));
    OK(zarr_array_read_encoded_chunk(array, ZARR_UNIT_CHUNK, 1, start, &value, E));
    zarr_array_free(array);
    free(zeros);
    OK(zarr_array_builder_new(ZARR_UINT8, 1, small, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, small, E));
    OK(zarr_array_builder_codec(builder, codec, configuration, E));
    OK(zarr_array_create(store, "small", builder, &array, E));
    zarr_array_builder_free(builder);
    begin("bomb:", codec);
    OK(zarr_array_write_encoded_chunk(array, ZARR_UNIT_CHUNK, 1, start, zarr_bytes_data(value), zarr_bytes_size(value), E));
    FAILS(zarr_array_read_region(array, 1, start, small, read, sizeof read, E), ZARR_ERROR_DATA);
    end();
    zarr_bytes_free(value);
    zarr_array_free(array);
    zarr_store_free(store);
}

static void keys(void) {
    static const char *const hostile[] = {
        "..", ".", "a/..", "../a", "a/../../b", "/etc/passwd", "a//b", "a/", "//", "a/./b", "..\\..\\a/..", "x.partial", NULL,
    };
    static const char *const names[] = {"..", ".", "a/../..", "__reserved", "__", "zarr.json", NULL};
    static const char *const stores[] = {"memory://", NULL};
    size_t i, j;
    char *outside = path_join(folder, "outside"), *root = path_join(folder, "outside/root");
    zarr_error error;
    mkdir(outside, 0777);
    for (j = 0; j < 2; j++) {
        zarr_store *store = NULL;
        OK(zarr_store_open(stores[j] != NULL ? stores[j] : root, NULL, &store, E));
        for (i = 0; hostile[i] != NULL; i++) {
            zarr_bytes *value = NULL;
            int32_t there = 0;
            begin("key:", hostile[i]);
            /* Only directories need names for unfinished writes. */
            if (strcmp(hostile[i], "x.partial") != 0 || j == 1) {
                FAILS(zarr_store_set(store, hostile[i], "x", 1, E), ZARR_ERROR_INVALID_ARGUMENT);
                FAILS(zarr_store_get(store, hostile[i], &value, E), ZARR_ERROR_INVALID_ARGUMENT);
                FAILS(zarr_store_erase(store, hostile[i], E), ZARR_ERROR_INVALID_ARGUMENT);
                FAILS(zarr_store_exists(store, hostile[i], &there, E), ZARR_ERROR_INVALID_ARGUMENT);
            }
            end();
        }
        for (i = 0; names[i] != NULL; i++) {
            zarr_group *group = NULL;
            begin("name:", names[i]);
            FAILS(zarr_group_create(store, names[i], ZARR_FORMAT_V3, NULL, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
            end();
        }
        zarr_store_free(store);
    }
    free(root);
    free(outside);
}

/* Copies of documents in one value, of which some are at paths that no node can have: those are not listed. */
static void consolidated(void) {
    static const char *const documents[] = {
        "{\"zarr_format\": 3, \"node_type\": \"group\", \"consolidated_metadata\": {\"kind\": \"inline\", \"must_understand\": false, "
        "\"metadata\": {",
        "{\"zarr_consolidated_format\": 1, \"metadata\": {\".zgroup\": {\"zarr_format\": 2}, \"good/.zgroup\": {\"zarr_format\": 2}",
    };
    static const char *const hostile[] = {"..", ".", "../x", "a/../../x", "/etc", "a//b", "a/", "a\\\\b", "a\\u0000b", "", NULL};
    static const char *const group3 = "{\"zarr_format\": 3, \"node_type\": \"group\"}", *const group2 = "{\"zarr_format\": 2}";
    size_t i;
    int version;
    for (version = 0; version < 2; version++) {
        zarr_store *store = NULL, *copy = NULL;
        zarr_strings *names = NULL;
        zarr_bytes *kinds = NULL;
        zarr_error error;
        char text[4000], *at = text + sprintf(text, "%s", documents[version]);
        begin("consolidated metadata of format", version == 0 ? "3" : "2");
        if (version == 0)
            at += sprintf(at, "\"good\": %s", group3);
        for (i = 0; hostile[i] != NULL; i++)
            at += version == 0 ? sprintf(at, ", \"%s\": %s", hostile[i], group3)
                               : sprintf(at, ", \"%s/.zgroup\": %s", hostile[i], group2);
        strcpy(at, version == 0 ? "}}}" : "}}");
        OK(zarr_store_open("memory://", "{\"consolidated\": \"require\"}", &store, E));
        OK(zarr_store_set(store, version == 0 ? "zarr.json" : ".zmetadata", text, strlen(text), E));
        if (OK(zarr_node_walk(store, "", -1, &names, &kinds, E)))
            CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "good") == 0);
        zarr_strings_free(names);
        zarr_bytes_free(kinds);
        names = NULL;
        if (OK(zarr_node_children(store, "", &names, E)))
            CHECK(zarr_strings_count(names) == 1 && strcmp(zarr_strings_get(names, 0), "good") == 0);
        zarr_strings_free(names);
        OK(zarr_store_open("memory://", NULL, &copy, E));
        OK(zarr_node_copy(store, "", copy, "all", ZARR_FORMAT_DEFAULT, NULL, NULL, E));
        zarr_store_free(copy);
        zarr_store_free(store);
        end();
    }
}

static void write_file(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || write(file, text, strlen(text)) != (ssize_t)strlen(text))
        FAIL("%s can't be written", path);
    close(file);
}

/* Links to themselves, to each other, to the folder that they lie in and to the one above. */
static void links(void) {
    static const char *const options[] = {NULL, "{\"symlinks\": \"follow\"}", "{\"symlinks\": \"refuse\"}"};
    static const char *const group = "{\"zarr_format\": 3, \"node_type\": \"group\"}";
    char *root = path_join(folder, "links"), *inside = path_join(root, "g"), *path = path_join(root, "zarr.json");
    char *outside = path_join(folder, "outside");
    size_t i;
    mkdir(root, 0777);
    mkdir(outside, 0777);
    mkdir(inside, 0777);
    write_file(path, group);
    free(path);
    path = path_join(inside, "zarr.json");
    write_file(path, group);
    free(path);
    path = path_join(inside, "self");
    CHECK(symlink(".", path) == 0);
    free(path);
    path = path_join(inside, "up");
    CHECK(symlink("..", path) == 0);
    free(path);
    path = path_join(inside, "loop");
    CHECK(symlink("loop", path) == 0);
    free(path);
    path = path_join(root, "one");
    CHECK(symlink("two", path) == 0);
    free(path);
    path = path_join(root, "two");
    CHECK(symlink("one", path) == 0);
    free(path);
    /* Out of the store, but not into the whole machine: what can be read there, and how long that takes, is not known. */
    path = path_join(outside, "empty");
    mkdir(path, 0777);
    free(path);
    path = path_join(outside, "back");
    CHECK(symlink("../links", path) == 0);
    free(path);
    path = path_join(root, "out");
    CHECK(symlink("../outside", path) == 0);
    free(path);
    for (i = 0; i < sizeof options / sizeof *options; i++) {
        zarr_store *store = NULL;
        zarr_strings *names = NULL;
        zarr_bytes *kinds = NULL;
        zarr_group *opened = NULL;
        zarr_error error;
        zarr_status status;
        begin("links, options", options[i] != NULL ? options[i] : "none");
        OK(zarr_store_open(root, options[i], &store, E));
        status = zarr_group_open(store, "g/loop", &opened, E);
        CHECK(status != ZARR_OK && status != ZARR_ERROR_INTERNAL);
        if (i != 1) {
            /* Followed anywhere, a loop is as deep as it is asked for. */
            status = zarr_node_walk(store, "", -1, &names, &kinds, E);
            CHECK(status != ZARR_ERROR_INTERNAL && zarr_strings_count(names) < 10000);
        }
        zarr_strings_free(names);
        zarr_bytes_free(kinds);
        names = NULL;
        status = zarr_node_children(store, "", &names, E);
        CHECK(i == 1 ? status == ZARR_OK : status == ZARR_OK || status == ZARR_ERROR_PERMISSION);
        zarr_strings_free(names);
        OK(zarr_group_open(store, "g", &opened, E));
        zarr_group_free(opened);
        zarr_store_free(store);
        end();
    }
    free(root);
    free(inside);
    free(outside);
}

/* A file of a terabyte, most of it a hole, where a chunk of a few bytes is due. It is not read, and no memory is asked for it. */
static void too_long(const char *what, const char *type, bool shards, const char *codec) {
    static const int64_t shape[1] = {64}, start[1] = {0}, one[1] = {1};
    char *root = path_join(folder, "long"), *file;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder = NULL;
    zarr_strings *strings = NULL;
    zarr_error error;
    unsigned char bytes[64 * 4] = {0};
    OK(zarr_store_open(root, "{\"threads\": 1}", &store, E));
    OK(zarr_array_builder_new_json(type, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, shards ? one : shape, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 1, shape, E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
    OK(zarr_array_create_or_replace(store, "a", builder, &array, E));
    zarr_array_builder_free(builder);
    OK(zarr_store_set(store, "a/c/0", "x", 1, E));
    file = path_join(folder, "long/a/c/0");
    CHECK(truncate(file, (off_t)1 << 40) == 0);
    begin("a chunk of a terabyte:", what);
    if (strcmp(type, "\"string\"") == 0)
        FAILS(zarr_array_read_strings(array, 1, start, one, &strings, E), ZARR_ERROR_LIMIT);
    else
        FAILS(zarr_array_read_region(array, 1, start, shape, bytes, sizeof bytes, E), shards ? ZARR_ERROR_DATA : ZARR_ERROR_LIMIT);
    CHECK(strstr(error.message, "[0]") != NULL);
    if (strcmp(type, "\"string\"") != 0)
        FAILS(zarr_array_write_region(array, 1, start, one, bytes, 4, E), ZARR_ERROR_LIMIT);
    end();
    zarr_array_free(array);
    zarr_store_free(store);
    free(file);
    free(root);
}

typedef struct churn {
    char *paths[2];
    volatile int stop;
} churn;

/* Cuts files and lengthens them again, as a careless program does to files in use. */
static void *change(void *argument) {
    churn *c = argument;
    unsigned n = 0;
    while (!c->stop) {
        off_t size = (off_t)((n * 7919u) % 9000u);
        if (truncate(c->paths[n % 2], size) != 0)
            break;
        n++;
    }
    return NULL;
}

static void changing(bool shards) {
    static const int64_t shape[2] = {64, 32}, start[2] = {0, 0}, chunk[2] = {32, 16}, shard[2] = {64, 32};
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder = NULL;
    zarr_error error;
    int32_t values[64 * 32];
    unsigned read = 0, refused = 0, n;
    pthread_t thread;
    churn c;
    char *root = path_join(folder, shards ? "changing-shards" : "changing");
    clock_t until;
    begin("files that change size:", shards ? "shards" : "chunks");
    memset(values, 1, sizeof values);
    /* A cache of chunks would answer without the files. */
    OK(zarr_store_open(root, "{\"cache_bytes\": 0}", &store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 2, shard, E));
    OK(zarr_array_create(store, "a", builder, &array, E));
    zarr_array_builder_free(builder);
    OK(zarr_array_write_region(array, 2, start, shape, values, sizeof values, E));
    c.paths[0] = path_join(root, shards ? "a/c/0/0" : "a/c/1/1");
    c.paths[1] = path_join(root, "a/c/0/0");
    c.stop = 0;
    CHECK(pthread_create(&thread, NULL, change, &c) == 0);
    until = clock() + CLOCKS_PER_SEC / 2;
    for (n = 0; n < 20000 && clock() < until; n++) {
        zarr_status status = zarr_array_read_region(array, 2, start, shape, values, sizeof values, E);
        if (status == ZARR_OK)
            read++;
        else if (status == ZARR_ERROR_DATA || status == ZARR_ERROR_IO)
            refused++;
        else
            FAIL("%s: %s", zarr_status_name(status), error.message);
    }
    c.stop = 1;
    pthread_join(thread, NULL);
    CHECK(refused > 0);
    OK(zarr_array_write_region(array, 2, start, shape, values, sizeof values, E));
    OK(zarr_array_read_region(array, 2, start, shape, values, sizeof values, E));
    zarr_array_free(array);
    zarr_store_free(store);
    free(c.paths[0]);
    free(c.paths[1]);
    free(root);
}

static void limit_memory(void) {
    struct rlimit limit;
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%lu", &pages) != 1)
        pages = 0;
    if (statm != NULL)
        fclose(statm);
    limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + HEADROOM;
    CHECK(pages > 0 && setrlimit(RLIMIT_AS, &limit) == 0);
}

int main(int argc, char **argv) {
    /* For valgrind, which needs address space and time itself. */
    if (argc > 1 && strcmp(argv[1], "--no-limit") == 0)
        timed = false;
    else
        limit_memory();
    folder = temp_make();
    documents();
    bomb("gzip", NULL, ZARR_FORMAT_V3);
    bomb("zstd", NULL, ZARR_FORMAT_V3);
    bomb("blosc", NULL, ZARR_FORMAT_V3);
    bomb("zlib", NULL, ZARR_FORMAT_V2);
    bomb("lz4", NULL, ZARR_FORMAT_V2);
    bomb("bz2", NULL, ZARR_FORMAT_V2);
    bomb("lzma", "{\"preset\": 1}", ZARR_FORMAT_V2);
    keys();
    consolidated();
    links();
    too_long("compressed", "\"int32\"", false, "gzip");
    too_long("with a checksum", "\"int32\"", false, "crc32c");
    too_long("a shard", "\"int32\"", true, NULL);
    too_long("texts", "\"string\"", false, "zstd");
    too_long("texts, as they are", "\"string\"", false, NULL);
    changing(false);
    changing(true);
    check_context("%s", "");
    printf("cases: %lu\n", cases);
    temp_remove(folder);
    return check_summary("limits");
}
