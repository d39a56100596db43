/*
 * Why this file exists: codecs that a program brings along must do the work of built-in ones: in every format that can
 * name them, in shards, in parts of chunks, on many threads or on one as they declare, with their errors passed on and
 * their data destroyed once. What they give is checked in the store, byte by byte.
 */
#include "check.h"

#include <pthread.h>

typedef struct codec {
    int encoded, decoded, destroyed;
    unsigned char key; /* turned with all bits of each byte */
    int elsewhere; /* calls on threads that did not call the library */
    pthread_t caller;
    pthread_mutex_t mutex;
    zarr_status fail; /* what encode and decode return */
    size_t excess;    /* bytes that they write beyond what they should */
    char configuration[100], data_type[40];
    size_t item_size;
    int32_t ndim; /* -1: no shape was given */
    int64_t chunk_shape[4];
} codec;

static void codec_init(codec *c) {
    memset(c, 0, sizeof *c);
    c->caller = pthread_self();
    pthread_mutex_init(&c->mutex, NULL);
}

static void note(codec *c, const zarr_codec_place *place, int *count) {
    pthread_mutex_lock(&c->mutex);
    ++*count;
    c->elsewhere += !pthread_equal(c->caller, pthread_self());
    CHECK(place->struct_size >= sizeof *place);
    snprintf(c->configuration, sizeof c->configuration, "%s", place->configuration_json);
    snprintf(c->data_type, sizeof c->data_type, "%s", place->data_type_json ? place->data_type_json : "none");
    c->item_size = place->item_size;
    c->ndim = place->chunk_shape ? place->ndim : -1;
    if (place->chunk_shape)
        memcpy(c->chunk_shape, place->chunk_shape, (size_t)place->ndim * sizeof *place->chunk_shape);
    pthread_mutex_unlock(&c->mutex);
}

/* Every byte with all bits the other way round, behind one byte that says so. */
static zarr_status turn(codec *c, const unsigned char *data, size_t size, zarr_sink *sink, zarr_error *error) {
    void *place;
    size_t i;
    zarr_status status;
    if (c->fail != ZARR_OK) {
        snprintf(error->message, sizeof error->message, "the codec is in a bad mood");
        error->system_code = 42;
        return c->fail;
    }
    if ((status = zarr_sink_reserve(sink, size + c->excess, &place, error)) != ZARR_OK)
        return status;
    for (i = 0; i < size; i++)
        ((unsigned char *)place)[i] = (unsigned char)(~data[i] ^ c->key);
    return ZARR_OK;
}

static zarr_status turn_encode(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                               zarr_sink *encoded, zarr_error *error) {
    zarr_status status;
    note(user_data, place, &((codec *)user_data)->encoded);
    if ((status = zarr_sink_write(encoded, "T", 1, error)) != ZARR_OK)
        return status;
    return turn(user_data, data, size, encoded, error);
}

static zarr_status turn_decode(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                               size_t most, zarr_sink *decoded, zarr_error *error) {
    note(user_data, place, &((codec *)user_data)->decoded);
    CHECK(most > 0);
    if (size == 0 || *(const char *)data != 'T') {
        snprintf(error->message, sizeof error->message, "there is no T");
        return ZARR_ERROR_DATA;
    }
    return turn(user_data, (const unsigned char *)data + 1, size - 1, decoded, error);
}

static size_t turn_bound(void *user_data, const zarr_codec_place *place, size_t size) {
    (void)user_data;
    (void)place;
    return size < SIZE_MAX ? size + 1 : SIZE_MAX;
}

static zarr_status turn_check(void *user_data, const zarr_codec_place *place, zarr_error *error) {
    (void)user_data;
    if (strstr(place->configuration_json, "refuse") == NULL)
        return ZARR_OK;
    snprintf(error->message, sizeof error->message, "refused as asked");
    return ZARR_ERROR_METADATA;
}

static void turn_destroy(void *user_data) { ((codec *)user_data)->destroyed++; }

static zarr_codec_callbacks table(uint32_t flags, int32_t kind) {
    zarr_codec_callbacks t = ZARR_CODEC_CALLBACKS_INIT;
    t.flags = flags;
    t.kind = kind;
    t.encode = turn_encode;
    t.decode = turn_decode;
    t.bound = turn_bound;
    t.check = turn_check;
    t.destroy = turn_destroy;
    return t;
}

static const int64_t shape[2] = {60, 40}, chunk[2] = {20, 40}, inner[2] = {5, 20};

static zarr_array *create(const zarr_store *store, const char *path, int32_t format, bool shards,
                          const char *configuration) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, shards ? inner : chunk, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_codec(builder, "tests.turn", configuration, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static int32_t value_at(int64_t row, int64_t column) { return (int32_t)(row * 1000 + column + 1); }

/* Writes all, then a part, and reads both back through a handle opened anew. */
static void round_trip(const zarr_store *store, const char *path, const zarr_array *array) {
    static int32_t values[60][40], part[30][7], back[60][40];
    static const int64_t zero[2] = {0, 0}, start[2] = {15, 11}, count[2] = {30, 7};
    zarr_error error;
    zarr_array *again = NULL;
    int64_t i, j;
    for (i = 0; i < 60; i++)
        for (j = 0; j < 40; j++)
            values[i][j] = value_at(i, j);
    OK(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E));
    for (i = 0; i < 30; i++)
        for (j = 0; j < 7; j++)
            values[15 + i][11 + j] = part[i][j] = -value_at(i, j);
    OK(zarr_array_write_region(array, 2, start, count, part, sizeof part, E));
    OK(zarr_array_open(store, path, &again, E));
    memset(back, 0, sizeof back);
    OK(zarr_array_read_region(again, 2, zero, shape, back, sizeof back, E));
    CHECK(memcmp(back, values, sizeof back) == 0);
    memset(part, 0, sizeof part);
    OK(zarr_array_read_region(again, 2, start, count, part, sizeof part, E));
    CHECK(part[29][6] == -value_at(29, 6));
    zarr_array_free(again);
}

/* The value of a chunk without shards: the T, then the elements, turned. */
static void check_chunk(const zarr_store *store, const char *key) {
    zarr_error error;
    zarr_bytes *value = NULL;
    uint32_t element;
    OK(zarr_store_get(store, key, &value, E));
    CHECK(zarr_bytes_size(value) == 1 + 20 * 40 * 4 && zarr_bytes_data(value)[0] == 'T');
    if (zarr_bytes_size(value) == 1 + 20 * 40 * 4) {
        memcpy(&element, zarr_bytes_data(value) + 1 + 4, 4);
        CHECK((int32_t)~element == value_at(0, 1));
    }
    zarr_bytes_free(value);
}

static void works(uint32_t flags, int32_t kind) {
    static const struct {
        int32_t format;
        bool shards;
        const char *key;
    } cases[] = {
        {ZARR_FORMAT_V2, false, "a/0.0"},
        {ZARR_FORMAT_V3, false, "a/c/0/0"},
        {ZARR_FORMAT_V3, true, NULL},
        {ZARR_FORMAT_V3_2019A, false, NULL},
        {ZARR_FORMAT_V3_2019B, false, NULL},
        {ZARR_FORMAT_V3_2020, false, "data/root/a/c0/0"},
    };
    zarr_codec_callbacks t = table(flags, kind);
    zarr_error error;
    codec c;
    size_t i;
    codec_init(&c);
    OK(zarr_codec_register("tests.turn", "tests.turn", &t, &c, E));
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        zarr_store *store = NULL;
        zarr_array *array;
        check_context("flags %u, kind %d, format %d", (unsigned)flags, (int)kind, (int)cases[i].format);
        OK(zarr_store_open("memory://", "{\"threads\": 4}", &store, E));
        array = create(store, "a", cases[i].format, cases[i].shards, "{\"strength\": 11}");
        round_trip(store, "a", array);
        CHECK(strcmp(c.configuration, "{\"strength\": 11}") == 0);
        CHECK(strcmp(c.data_type, "\"int32\"") == 0 && c.item_size == 4 && c.ndim == 2);
        CHECK(memcmp(c.chunk_shape, cases[i].shards ? inner : chunk, sizeof chunk) == 0);
        if (cases[i].key != NULL)
            check_chunk(store, cases[i].key);
        zarr_array_free(array);
        zarr_store_free(store);
    }
    check_context("flags %u, kind %d", (unsigned)flags, (int)kind);
    CHECK(c.encoded > 6 && c.decoded > 6 && c.destroyed == 0);
    if ((flags & ZARR_CODEC_THREAD_SAFE) == 0)
        CHECK(c.elsewhere == 0);
    OK(zarr_codec_unregister("tests.turn", E));
    CHECK(c.destroyed == 1);
    FAILS(zarr_codec_unregister("tests.turn", E), ZARR_ERROR_NOT_FOUND);
    CHECK(c.destroyed == 1);
    pthread_mutex_destroy(&c.mutex);
}

/* A codec is told the shape of the chunk as it gets it, and none where there are only bytes or chunks differ. */
static void shapes(void) {
    static const int64_t turned[2] = {40, 20};
    static const struct {
        const char *codecs;
        const char *grid;
        int32_t ndim;
    } cases[] = {
        {"[{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}, \"tests.turn\"]",
         "{\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [20, 40]}}", 2},
        {"[{\"name\": \"transpose\", \"configuration\": {\"order\": [1, 0]}}, \"tests.turn\"]",
         "{\"name\": \"rectilinear\", \"configuration\": {\"kind\": \"inline\", \"chunk_shapes\": [[20, 30, 10], [40]]}}",
         -1},
    };
    zarr_codec_callbacks t = table(0, ZARR_CODEC_ARRAY_TO_BYTES);
    zarr_error error;
    codec c;
    size_t i;
    codec_init(&c);
    OK(zarr_codec_register(NULL, "tests.turn", &t, &c, E));
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        char document[1000];
        check_context("%s", cases[i].grid);
        snprintf(document, sizeof document,
                 "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [60, 40], \"data_type\": \"int32\","
                 " \"chunk_grid\": %s, \"chunk_key_encoding\": {\"name\": \"default\"}, \"fill_value\": 0, \"codecs\": %s}",
                 cases[i].grid, cases[i].codecs);
        OK(zarr_store_open("memory://", NULL, &store, E));
        OK(zarr_array_create_json(store, "a", ZARR_FORMAT_V3, document, &array, E));
        round_trip(store, "a", array);
        CHECK(c.ndim == cases[i].ndim);
        if (c.ndim == 2)
            CHECK(memcmp(c.chunk_shape, turned, sizeof turned) == 0);
        zarr_array_free(array);
        zarr_store_free(store);
    }
    OK(zarr_codec_unregister("tests.turn", E));
    CHECK(c.destroyed == 1);
    pthread_mutex_destroy(&c.mutex);
}

/* An array that is open keeps a codec that is not registered any more, also where its document is read again: after a
   change by it, after one by another handle for which the name means another codec, by a refresh, and by the document
   that another process hands on. */
static void keeps_its_codec(const zarr_store *store, const zarr_array *array, const codec *own, codec *anew) {
    static const int64_t zero[2] = {0, 0}, longer[2] = {61, 40};
    static int32_t values[60][40];
    zarr_codec_callbacks t = table(0, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_array *other = NULL;
    zarr_bytes *document = NULL;
    zarr_error error;
    int decoded;
    OK(zarr_array_set_attributes(array, "{\"a\": 1}", E));
    OK(zarr_array_resize(array, 2, longer, E));
    OK(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E));
    codec_init(anew);
    OK(zarr_codec_register(NULL, "tests.turn", &t, anew, E));
    OK(zarr_array_open(store, "a", &other, E));
    OK(zarr_array_set_attributes(other, "{\"a\": 2}", E));
    decoded = own->decoded;
    OK(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E));
    CHECK(own->decoded > decoded && anew->decoded == 0 && own->destroyed == 0);
    OK(zarr_array_refresh(array, E));
    decoded = own->decoded;
    OK(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E));
    CHECK(own->decoded > decoded && anew->decoded == 0);
    OK(zarr_array_document(other, &document, E));
    OK(zarr_array_refresh_from_document(array, zarr_bytes_data(document), zarr_bytes_size(document), E));
    zarr_bytes_free(document);
    decoded = own->decoded;
    OK(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E));
    CHECK(own->decoded > decoded && anew->decoded == 0 && own->destroyed == 0);
    OK(zarr_array_read_region(other, 2, zero, shape, values, sizeof values, E));
    CHECK(anew->decoded > 0);
    zarr_array_free(other);
    OK(zarr_codec_unregister("tests.turn", E));
    CHECK(anew->destroyed == 1);
}

/* A codec's error reaches the caller; output beyond its bound is refused. */
static void errors(void) {
    static const int64_t zero[2] = {0, 0};
    static int32_t values[60][40];
    zarr_codec_callbacks t = table(0, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_array_builder *builder = NULL;
    zarr_store *store = NULL, *empty = NULL;
    zarr_array *array, *other = NULL;
    zarr_error error;
    codec c, anew;
    check_context("errors");
    memset(values, 1, sizeof values);
    codec_init(&c);
    OK(zarr_codec_register(NULL, "tests.turn", &t, &c, E));
    OK(zarr_store_open("memory://", NULL, &store, E));
    array = create(store, "a", ZARR_FORMAT_V3, false, NULL);
    c.fail = ZARR_STATUS_USER + 7;
    FAILS(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E), ZARR_STATUS_USER + 7);
    CHECK(strstr(error.message, "bad mood") != NULL && strstr(error.message, "tests.turn") != NULL);
    CHECK(strstr(error.message, "encode") != NULL && error.system_code == 42);
    c.fail = 99;
    FAILS(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E), ZARR_ERROR_IO);
    c.fail = ZARR_OK;
    c.excess = 1;
    FAILS(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E), ZARR_ERROR_BUFFER_SIZE);
    c.excess = 0;
    OK(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E));
    c.fail = ZARR_STATUS_USER;
    FAILS(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E), ZARR_STATUS_USER);
    c.fail = ZARR_OK;
    c.excess = 1;
    FAILS(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E), ZARR_ERROR_DATA);
    c.excess = 0;
    OK(zarr_store_set(store, "a/c/0/0", "Tshort", 6, E));
    FAILS(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E), ZARR_ERROR_DATA);
    OK(zarr_store_set(store, "a/c/0/0", "X", 1, E));
    FAILS(zarr_array_read_region(array, 2, zero, shape, values, sizeof values, E), ZARR_ERROR_DATA);
    CHECK(strstr(error.message, "there is no T") != NULL);
    /* A configuration that the codec refuses; a format in which it has no name. */
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    FAILS(zarr_array_builder_codec(builder, "tests.turn", "{\"refuse\": true}", E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "refused as asked") != NULL);
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    OK(zarr_array_builder_codec(builder, "tests.turn", NULL, E));
    OK(zarr_store_open("memory://", NULL, &empty, E));
    FAILS(zarr_array_create(empty, "b", builder, &other, E), ZARR_ERROR_UNSUPPORTED);
    zarr_store_free(empty);
    CHECK(other == NULL && strstr(error.message, "tests.turn") != NULL);
    zarr_array_builder_free(builder);
    /* It goes on for arrays that have it, and is unknown to those opened later. */
    OK(zarr_codec_unregister("tests.turn", E));
    CHECK(c.destroyed == 0);
    OK(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E));
    FAILS(zarr_array_open(store, "a", &other, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(other == NULL && strstr(error.message, "tests.turn") != NULL);
    keeps_its_codec(store, array, &c, &anew);
    zarr_array_free(array);
    CHECK(c.destroyed == 1 && anew.destroyed == 1);
    pthread_mutex_destroy(&anew.mutex);
    zarr_store_free(store);
    pthread_mutex_destroy(&c.mutex);
}

/* The index of shards, whose size must be known, and elements before a checksum of ours. */
static void index_of_shards(void) {
    static const char document[] =
        "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [60, 40], \"data_type\": \"int32\","
        " \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [20, 40]}},"
        " \"chunk_key_encoding\": {\"name\": \"default\"}, \"fill_value\": 0,"
        " \"codecs\": [{\"name\": \"sharding_indexed\", \"configuration\": {\"chunk_shape\": [5, 20],"
        " \"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"big\"}}, \"tests.turn\"],"
        " \"index_codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}, \"tests.turn\"]}}]}";
    zarr_codec_callbacks t = table(ZARR_CODEC_FIXED_SIZE, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_codec_callbacks free_size = table(0, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    codec c;
    check_context("the index of shards");
    codec_init(&c);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_codec_register(NULL, "tests.turn", &free_size, &c, E));
    FAILS_ANY(zarr_array_create_json(store, "a", ZARR_FORMAT_V3, document, &array, E));
    OK(zarr_codec_unregister("tests.turn", E));
    OK(zarr_codec_register(NULL, "tests.turn", &t, &c, E));
    OK(zarr_array_create_json(store, "a", ZARR_FORMAT_V3, document, &array, E));
    round_trip(store, "a", array);
    zarr_array_free(array);
    zarr_store_free(store);
    OK(zarr_codec_unregister("tests.turn", E));
    CHECK(c.destroyed == 2);
    pthread_mutex_destroy(&c.mutex);
}

/* One name for one codec, which came first. */
static void names(void) {
    static const char *const own[] = {"gzip", "bytes", "numcodecs.zlib", "sharding_indexed", "transpose", "crc32c",
                                      "shuffle", "blosc", "endian"};
    zarr_codec_callbacks t = table(0, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_error error;
    codec c;
    size_t i;
    codec_init(&c);
    for (i = 0; i < sizeof own / sizeof *own; i++) {
        check_context("the name %s", own[i]);
        FAILS(zarr_codec_register(own[i], NULL, &t, &c, E), ZARR_ERROR_ALREADY_EXISTS);
        FAILS(zarr_codec_register(NULL, own[i], &t, &c, E), ZARR_ERROR_ALREADY_EXISTS);
        CHECK(strstr(error.message, own[i]) != NULL);
        FAILS(zarr_codec_unregister(own[i], E), ZARR_ERROR_NOT_FOUND);
    }
    check_context("names");
    OK(zarr_codec_register("tests.a", "tests.b", &t, &c, E));
    FAILS(zarr_codec_register("tests.a", NULL, &t, &c, E), ZARR_ERROR_ALREADY_EXISTS);
    FAILS(zarr_codec_register(NULL, "tests.a", &t, &c, E), ZARR_ERROR_ALREADY_EXISTS);
    FAILS(zarr_codec_register("tests.c", "tests.b", &t, &c, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(c.destroyed == 0);
    OK(zarr_codec_unregister("tests.b", E));
    FAILS(zarr_codec_unregister("tests.a", E), ZARR_ERROR_NOT_FOUND);
    CHECK(c.destroyed == 1);
    OK(zarr_codec_register("tests.a", "tests.a", &t, &c, E));
    OK(zarr_codec_unregister("tests.a", E));
    CHECK(c.destroyed == 2);
    pthread_mutex_destroy(&c.mutex);
}

/* A codec that takes the place of another one of its name decodes other elements: an array that is open keeps its own, also
 * where both arrays keep chunks in one cache. */
static void registered_anew(bool shards) {
    static const int64_t start[2] = {0, 0}, count[2] = {1, 1};
    static int32_t values[60][40];
    const zarr_codec_callbacks t = table(0, ZARR_CODEC_BYTES_TO_BYTES);
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *old, *new = NULL;
    int32_t value = 0;
    int64_t i, j;
    codec first, second;
    check_context(shards ? "registered anew, shards" : "registered anew");
    codec_init(&first);
    codec_init(&second);
    second.key = 1;
    OK(zarr_store_open("memory://", "{\"cache_bytes\": 1000000}", &store, E));
    OK(zarr_codec_register(NULL, "tests.turn", &t, &first, E));
    old = create(store, "a", ZARR_FORMAT_V3, shards, NULL);
    for (i = 0; i < 60; i++)
        for (j = 0; j < 40; j++)
            values[i][j] = 7;
    OK(zarr_array_write_region(old, 2, start, shape, values, sizeof values, E));
    OK(zarr_array_read_region(old, 2, start, count, &value, sizeof value, E));
    CHECK(value == 7);
    OK(zarr_codec_unregister("tests.turn", E));
    OK(zarr_codec_register(NULL, "tests.turn", &t, &second, E));
    OK(zarr_array_open(store, "a", &new, E));
    OK(zarr_array_read_region(new, 2, start, count, &value, sizeof value, E));
    CHECK(value == (7 ^ 0x01010101));
    OK(zarr_array_read_region(old, 2, start, count, &value, sizeof value, E));
    CHECK(value == 7);
    zarr_array_free(new);
    zarr_array_free(old);
    zarr_store_free(store);
    OK(zarr_codec_unregister("tests.turn", E));
    pthread_mutex_destroy(&first.mutex);
    pthread_mutex_destroy(&second.mutex);
}

int main(void) {
    works(0, ZARR_CODEC_BYTES_TO_BYTES);
    works(ZARR_CODEC_THREAD_SAFE, ZARR_CODEC_BYTES_TO_BYTES);
    works(ZARR_CODEC_THREAD_SAFE | ZARR_CODEC_FIXED_SIZE, ZARR_CODEC_ARRAY_TO_BYTES);
    works(0, ZARR_CODEC_ARRAY_TO_BYTES);
    shapes();
    errors();
    index_of_shards();
    names();
    registered_anew(false);
    registered_anew(true);
    check_context("%s", "");
    return check_summary("codecs");
}
