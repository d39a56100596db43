/*
 * Why this file exists: a document of a few hundred bytes must not cost its reader gigabytes, and one of a megabyte not minutes.
 * Documents and chunks that are made to do so meet a limit on the address space of the process, 256 MiB beside what it had at
 * its start, and a generous one on processor time for each: all of them end in an answer.
 */
#include "check.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define HEADROOM ((rlim_t)256 << 20)
#define SECONDS 5.0
#define LIMITS "{\"threads\": 1, \"limits\": {\"chunk_bytes\": 16777216}}"

static bool limited = true;
static clock_t begun;

static void begin(const char *what) {
    check_context("%s", what);
    begun = clock();
}

static void end(void) {
    double took = (double)(clock() - begun) / CLOCKS_PER_SEC;
    if (limited && took > SECONDS)
        FAIL("it took %.1f s of the processor", took);
}

/* A text that is put together piece by piece. */
typedef struct text {
    char *bytes;
    size_t length, room;
} text;

static void add(text *t, const char *more) {
    size_t length = strlen(more);
    if (t->length + length + 1 > t->room) {
        t->room = 2 * (t->length + length + 1);
        t->bytes = realloc(t->bytes, t->room);
        if (t->bytes == NULL)
            exit(2);
    }
    memcpy(t->bytes + t->length, more, length + 1);
    t->length += length;
}

/* `format` once for each number, with commas between. */
static void list(text *t, const char *format, int times) {
    char piece[200];
    int i;
    for (i = 0; i < times; i++) {
        if (i > 0)
            add(t, ", ");
        sprintf(piece, format, i, i);
        add(t, piece);
    }
}

#define V2(shape, dtype, fill, filters)                                                                                    \
    "{\"zarr_format\": 2, \"shape\": [" shape "], \"chunks\": [" shape "], \"dtype\": " dtype ", \"order\": \"C\", "       \
    "\"fill_value\": " fill ", \"compressor\": null, \"filters\": " filters "}"
#define PLAIN "{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}"
#define V3_SHAPE(shape)                                                                                                    \
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [" shape "], \"chunk_grid\": {\"name\": \"regular\", "      \
    "\"configuration\": {\"chunk_shape\": [" shape "]}}, \"chunk_key_encoding\": {\"name\": \"default\"}, "
#define V3 V3_SHAPE("4, 4") "\"data_type\": \"int32\", \"fill_value\": 0, "
#define ENTRY_2020                                                                                                         \
    "{\"zarr_format\": \"https://purl.org/zarr/spec/protocol/core/3.0\", \"metadata_encoding\": "                          \
    "\"https://purl.org/zarr/spec/protocol/core/3.0\", \"metadata_key_suffix\": \".json\", \"extensions\": []}"

static zarr_store *store_of(const char *key, const char *document) {
    zarr_store *store = NULL;
    zarr_error error;
    OK(zarr_store_open("memory://", LIMITS, &store, E));
    OK(zarr_store_set(store, key, document, strlen(document), E));
    return store;
}

/* Opens a document; frees its text. */
static void opens(const char *what, const char *key, text t, zarr_status wanted) {
    zarr_store *store = store_of(key, t.bytes);
    zarr_array *array = NULL;
    zarr_error error;
    begin(what);
    if (strncmp(key, "meta/", 5) == 0)
        OK(zarr_store_set(store, "zarr.json", ENTRY_2020, strlen(ENTRY_2020), E));
    if (wanted == ZARR_OK)
        OK(zarr_array_open(store, "", &array, E));
    else
        FAILS(zarr_array_open(store, "", &array, E), wanted);
    end();
    zarr_array_free(array);
    zarr_store_free(store);
    free(t.bytes);
}

/* Twice the size must not take four times as long, which would be minutes at these sizes. */
static void long_documents(void) {
    static const struct {
        const char *what, *before, *codec, *after;
    } chains[] = {
        {"40,000 filters", V2("4", "\"<i4\"", "0", "["), "{\"id\": \"delta\", \"dtype\": \"<i4\"}", "]}"},
        {"40,000 filters of bytes", V2("4", "\"<i4\"", "0", "["), "{\"id\": \"shuffle\", \"elementsize\": 4}", "]}"},
        {"40,000 transposes", V3 "\"codecs\": [", "{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}", ", " PLAIN "]}"},
        {"40,000 reshapes", V3 "\"codecs\": [", "{\"name\": \"reshape\", \"configuration\": {\"shape\": [4, 4]}}", ", " PLAIN "]}"},
        {"40,000 compressors", V3 "\"codecs\": [" PLAIN ", ", "{\"name\": \"gzip\", \"configuration\": {\"level\": 1}}", "]}"},
        {"40,000 codecs in one", V3 "\"codecs\": [" PLAIN ", {\"name\": \"conditional\", \"configuration\": {\"codecs\": [",
         "{\"name\": \"crc32c\"}", "]}}]}"},
    };
    size_t i;
    text t = {NULL, 0, 0};
    for (i = 0; i < sizeof chains / sizeof *chains; i++) {
        text chain = {NULL, 0, 0};
        bool v2 = strstr(chains[i].before, "node_type") == NULL;
        add(&chain, chains[i].before);
        /* The macro closes the document, which goes on here. */
        if (v2)
            chain.length--;
        list(&chain, chains[i].codec, 40000);
        add(&chain, chains[i].after);
        opens(chains[i].what, v2 ? ".zarray" : "zarr.json", chain, ZARR_ERROR_LIMIT);
    }
    add(&t, "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [");
    list(&t, "1", 60000);
    add(&t, "], \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [");
    list(&t, "1", 60000);
    add(&t, "]}}, \"chunk_key_encoding\": {\"name\": \"default\"}, \"data_type\": \"int32\", \"fill_value\": 0, \"codecs\": "
            "[{\"name\": \"reshape\", \"configuration\": {\"shape\": [");
    list(&t, "[%d]", 60000);
    add(&t, "]}}, " PLAIN "]}");
    opens("a reshape of 60,000 axes", "zarr.json", t, ZARR_OK);
    memset(&t, 0, sizeof t);
    add(&t, V3_SHAPE("4, 4") "\"data_type\": {\"name\": \"struct\", \"configuration\": {\"fields\": [");
    list(&t, "{\"name\": \"f%d\", \"data_type\": \"uint8\"}", 40000);
    add(&t, "]}}, \"fill_value\": {");
    list(&t, "\"f%d\": 1", 40000);
    add(&t, "}, \"codecs\": [" PLAIN "]}");
    opens("a fill value of 40,000 fields", "zarr.json", t, ZARR_OK);
    memset(&t, 0, sizeof t);
    add(&t, "{\"shape\": [4], \"data_type\": \"<i4\", \"chunk_grid\": {\"type\": \"regular\", \"chunk_shape\": [4], \"separator\": "
            "\"/\"}, \"chunk_memory_layout\": \"C\", \"fill_value\": 0, \"extensions\": [], \"attributes\": {}, \"compressor\": "
            "{\"codec\": \"https://purl.org/zarr/spec/codec/gzip/1.0\", \"configuration\": {");
    list(&t, "\"k%d\": 1", 60000);
    add(&t, "}}}");
    opens("a codec of 60,000 parameters in a draft", "meta/root.array.json", t, ZARR_OK);
}

static int32_t see(void *seen, const char *path, int32_t kind, const zarr_array *array, const zarr_error *problem) {
    CHECK(path != NULL && kind >= 0 && (array != NULL || problem != NULL));
    ++*(int *)seen;
    return 0;
}

/* Elements of up to a gigabyte in documents of some hundred bytes, a hundred of them in one group. */
static void large_elements(void) {
    static const char *const types[] = {
        V2("1", "\"<U268435455\"", "\"\"", "null"), V2("1", "\"|S1073741824\"", "0", "null"), V2("1", "\"|V1073741824\"", "\"AAEC\"", "null"),
        V2("1", "\"<U268435455\"", "null", "null"),
        V2("1", "[[\"a\", \"<U200000000\"], [\"b\", \">i4\"]]", "\"AAAA\"", "null"),
        V2("1", "[[\"a\", [[\"x\", \">i4\"], [\"y\", \"|S100000000\"]], [4]], [\"b\", \"|b1\"]]", "null", "null"),
        V3_SHAPE("1") "\"data_type\": {\"name\": \"struct\", \"configuration\": {\"fields\": [[\"a\", {\"name\": "
            "\"null_terminated_bytes\", \"configuration\": {\"length_bytes\": 1000000000}}], [\"b\", \"int32\"]]}}, \"fill_value\": "
            "{\"a\": \"\", \"b\": 7}, \"codecs\": [" PLAIN "]}",
        V3_SHAPE("1") "\"data_type\": \"r8000000000\", \"fill_value\": \"\", \"codecs\": [{\"name\": \"bytes\"}]}",
    };
    static const int64_t zero[1] = {0}, one[1] = {1};
    const char *group[2] = {"{\"zarr_format\": 2}", "{\"zarr_format\": 3, \"node_type\": \"group\"}"};
    int v3, i, seen;
    for (v3 = 0; v3 < 2; v3++) {
        zarr_store *store = store_of(v3 ? "zarr.json" : ".zgroup", group[v3]), *copy = NULL;
        zarr_array *array = NULL;
        zarr_bytes *fill = NULL;
        zarr_error error;
        unsigned char byte = 0;
        int count = 0;
        char key[40];
        for (i = 0; i < 100; i++) {
            const char *document = types[v3 ? 6 + i % 2 : i % 6];
            sprintf(key, "a%d/%s", i, v3 ? "zarr.json" : ".zarray");
            OK(zarr_store_set(store, key, document, strlen(document), E));
            count++;
        }
        begin("a hundred elements of a gigabyte");
        seen = 0;
        OK(zarr_node_visit(store, "", -1, NULL, see, &seen, E));
        CHECK(seen == count);
        OK(zarr_store_open("memory://", LIMITS, &copy, E));
        for (i = 0; i < (v3 ? 2 : 6); i++) {
            sprintf(key, "a%d", i);
            OK(zarr_array_open(store, key, &array, E));
            FAILS(zarr_array_fill_value_bytes(array, &fill, E), ZARR_ERROR_LIMIT);
            FAILS_ANY(zarr_array_read_region(array, 1, zero, one, &byte, 1, E));
            FAILS_ANY(zarr_array_write_region(array, 1, zero, one, &byte, 1, E));
            FAILS_ANY(zarr_node_copy(store, key, copy, key, v3 ? ZARR_FORMAT_V2 : ZARR_FORMAT_V3, NULL, NULL, E));
            zarr_array_free(array);
            array = NULL;
        }
        end();
        zarr_store_free(copy);
        zarr_store_free(store);
    }
}

/* Filters that each make eight bytes of one, and other codecs that make more of what they get. */
static void filters(void) {
    static const struct {
        const char *filter;
        int times;
    } bombs[] = {
        {"{\"id\": \"astype\", \"encode_dtype\": \"<f8\", \"decode_dtype\": \"|u1\"}", 11},
        {"{\"id\": \"fixedscaleoffset\", \"scale\": 1, \"offset\": 0, \"dtype\": \"|u1\", \"astype\": \"<f8\"}", 40},
        {"{\"id\": \"base64\"}", 60},
        {"{\"id\": \"lzma\", \"format\": 2}", 60},
    };
    static const int64_t zero[1] = {0}, count[1] = {64};
    static unsigned char values[64];
    size_t i;
    for (i = 0; i < sizeof bombs / sizeof *bombs; i++) {
        text t = {NULL, 0, 0};
        zarr_store *store;
        zarr_array *array = NULL;
        zarr_error error;
        add(&t, V2("64", "\"|u1\"", "0", "["));
        t.length--;
        list(&t, bombs[i].filter, bombs[i].times);
        add(&t, "]}");
        store = store_of(".zarray", t.bytes);
        OK(zarr_store_set(store, "0", values, sizeof values, E));
        begin(bombs[i].filter);
        OK(zarr_array_open(store, "", &array, E));
        FAILS(zarr_array_read_region(array, 1, zero, count, values, sizeof values, E), ZARR_ERROR_LIMIT);
        FAILS(zarr_array_write_region(array, 1, zero, count, values, sizeof values, E), ZARR_ERROR_LIMIT);
        end();
        zarr_array_free(array);
        zarr_store_free(store);
        free(t.bytes);
    }
}

/* Labels are few bytes, the elements that they stand for four megabytes each. */
static void labels(void) {
    static const int64_t zero[1] = {0}, one[1] = {1};
    const size_t size = 4000000;
    unsigned char *element = need(size);
    text t = {NULL, 0, 0};
    zarr_store *store;
    zarr_array *array = NULL;
    zarr_error error;
    add(&t, V2("1", "\"<U1000000\"", "\"\"", "[{\"id\": \"categorize\", \"dtype\": \"<U1000000\", \"astype\": \"<u4\", \"labels\": ["));
    t.length--;
    list(&t, "\"%d\"", 2000);
    add(&t, "]}]}");
    store = store_of(".zarray", t.bytes);
    OK(zarr_store_set(store, "0", "\3\0\0\0", 4, E));
    begin("labels of four megabytes");
    OK(zarr_array_open(store, "", &array, E));
    OK(zarr_array_read_region(array, 1, zero, one, element, size, E));
    CHECK(memcmp(element, "2\0\0\0\0\0\0\0", 8) == 0 && element[size - 1] == 0);
    element[0] = '7';
    OK(zarr_array_write_region(array, 1, zero, one, element, size, E));
    memset(element, 1, size);
    OK(zarr_array_read_region(array, 1, zero, one, element, size, E));
    CHECK(memcmp(element, "7\0\0\0\0\0\0\0", 8) == 0 && element[size - 1] == 0);
    end();
    zarr_array_free(array);
    zarr_store_free(store);
    free(t.bytes);
    free(element);
}

/* A block of N5 whose header claims far more than a chunk has. */
static void block(void) {
    static const char document[] = "{\"dimensions\": [16000000], \"blockSize\": [16000000], \"dataType\": \"uint8\", \"compression\": "
                                   "{\"type\": \"gzip\"}}";
    /* 255,000,000 elements. */
    static const unsigned char value[] = {0, 0, 0, 1, 0x0f, 0x32, 0xfa, 0xc0, 0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
    static const int64_t zero[1] = {0}, one[1] = {1};
    zarr_store *store = store_of("attributes.json", document);
    zarr_array *array = NULL;
    zarr_error error;
    unsigned char byte;
    OK(zarr_store_set(store, "0", value, sizeof value, E));
    begin("a block of 15 chunks");
    OK(zarr_array_open(store, "", &array, E));
    FAILS(zarr_array_read_region(array, 1, zero, one, &byte, 1, E), ZARR_ERROR_DATA);
    end();
    zarr_array_free(array);
    zarr_store_free(store);
}

/* Parts of a shard that there is no memory for, and of one that there is: the old shard and the new one, and no more. */
static void shards(const char *codec) {
    static const int64_t chunk[1] = {4 << 20}, zero[1] = {0};
    static const size_t sizes[2] = {(size_t)336 << 20, (size_t)112 << 20};
    char *folder = temp_make();
    int i;
    for (i = limited ? 0 : 1; i < 2; i++) {
        int64_t shape[1];
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        zarr_array_builder *builder = NULL;
        zarr_error error;
        const size_t size = (size_t)56 << 20;
        unsigned char *values = need(size);
        zarr_status status = ZARR_OK;
        int64_t start[1], count[1];
        count[0] = (int64_t)size;
        shape[0] = (int64_t)sizes[i];
        memset(values, 1, size);
        check_context("a shard of %d MiB, %s", (int)(sizes[i] >> 20), codec);
        OK(zarr_store_open(folder, "{\"threads\": 1}", &store, E));
        OK(zarr_array_builder_new(ZARR_UINT8, 1, shape, &builder, E));
        OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
        OK(zarr_array_builder_shard_shape(builder, 1, shape, E));
        OK(zarr_array_builder_codec(builder, codec, NULL, E));
        OK(zarr_array_create_or_replace(store, "a", builder, &array, E));
        for (start[0] = 0; status == ZARR_OK && start[0] + count[0] <= shape[0]; start[0] += count[0])
            status = zarr_array_write_region(array, 1, start, count, values, size, E);
        CHECK(status == (i == 0 ? ZARR_ERROR_NO_MEMORY : ZARR_OK));
        /* Acknowledged elements are there. */
        OK(zarr_array_read_region(array, 1, zero, chunk, values, (size_t)chunk[0], E));
        CHECK(values[0] == 1);
        free(values);
        zarr_array_builder_free(builder);
        zarr_array_free(array);
        zarr_store_free(store);
    }
    temp_remove(folder);
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
        limited = false;
    else
        limit_memory();
    /* First, as the address space that the C library keeps from other cases is not there for the largest one. */
    shards("crc32c");
    long_documents();
    large_elements();
    filters();
    labels();
    block();
    check_context("%s", "");
    return check_summary("bombs");
}
