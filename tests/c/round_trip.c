/* One array through every format and back: v1, v2, v3, v3-2022, v3-2020, v2, by zarr_node_copy. What a user loses if this fails
   is data, fill values or attributes, in a conversion that said nothing. Each type with each codec chain in both orders and
   byte orders, with and without a fill value; a format that can't say one of them has to refuse it, with its reason. */
#include "check.h"

enum { ROWS = 5, COLUMNS = 6, COUNT = ROWS * COLUMNS, SIZE_MOST = 32, STEPS = 6 };

static const int32_t FORMATS[STEPS] = {ZARR_FORMAT_V1, ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022,
                                       ZARR_FORMAT_V3_2020, ZARR_FORMAT_V2};
static const char *const FORMAT_NAMES[STEPS] = {"v1", "v2", "v3", "v3-2022", "v3-2020", "v2 again"};
static const int64_t SHAPE[2] = {ROWS, COLUMNS}, CHUNK[2] = {2, 4}, ZERO[2] = {0, 0}, PART[2] = {2, 6};
static const char ATTRIBUTES[] = "{\"z\": 1.50, \"a\": [18446744073709551615, null], \"text\": \"\\u00fc\"}";

/* In the spelling of v1; of two byte orders where there are any. */
static const char *const TYPES[] = {
    "\"|b1\"", "\"|i1\"", "\"|u1\"", "\"<i2\"", "\">i2\"", "\"<i4\"", "\">i4\"", "\"<i8\"", "\">i8\"", "\"<u2\"", "\">u2\"",
    "\"<u4\"", "\">u4\"", "\"<u8\"", "\">u8\"", "\"<f2\"", "\">f2\"", "\"<f4\"", "\">f4\"", "\"<f8\"", "\">f8\"", "\"<c8\"",
    "\">c8\"", "\"<c16\"", "\">c16\"", "\"|V3\"", "\"|S5\"", "\"<U3\"", "\">U3\"", "\"<M8[ns]\"", "\">M8[25s]\"", "\"<m8[D]\"",
    "[[\"r\", \"|u1\"], [\"g\", \"|u1\"]]", "[[\"a\", \"<i4\"], [\"b\", \">f8\"], [\"c\", \"|S3\"]]",
    "[[\"m\", \"<f4\", [2, 2]], [\"k\", \">u2\"]]",
};

static const char *const CHAINS[][2] = {
    {NULL, NULL},
    {"zlib", "{\"level\": 2}"},
    {"bz2", "{\"level\": 1}"},
    {"lzma", "{\"format\": 1, \"check\": 0, \"preset\": 1, \"filters\": null}"},
    {"blosc", "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": 1, \"blocksize\": 0}"},
    {"blosc", "{\"cname\": \"zstd\", \"clevel\": 3, \"shuffle\": 2, \"blocksize\": 0}"},
    {"gzip", "{\"level\": 3}"},
    {"zstd", "{\"level\": 1, \"checksum\": false}"},
};

static int kept, refused, refused_by[STEPS];

/* Any bits that the type allows: truth is 0 or 1, and a unit of UTF-32 has to be a character. */
static void element(const char *type, size_t size, uint64_t seed, uint8_t *value)
{
    rng r = {seed};
    for (size_t i = 0; i < size; i++)
        value[i] = (uint8_t)(strchr(type, 'b') != NULL && type[2] == 'b' ? rng_next(&r) & 1 : rng_next(&r));
    for (size_t i = 0; type[0] == '"' && type[2] == 'U' && i < size; i += 4) {
        uint32_t unit = 1 + (uint32_t)value[i] + (uint32_t)value[i + 1] * 256 % 0xd000;
        memcpy(value + i, &unit, 4);
    }
}

/* Checks a refusal: the right status, and a reason. */
static void refuse(int step, zarr_status status, const zarr_error *error, const char *type)
{
    if (status != ZARR_ERROR_UNSUPPORTED || check_error_shape(status, error) != NULL)
        FAIL("%s to %s: %s: %s", type, FORMAT_NAMES[step], zarr_status_name(status), error->message);
    refused++;
    refused_by[step]++;
}

static zarr_status create(const zarr_store *store, const char *type, int chain, int order, int fill, zarr_array **array,
                          zarr_error *error)
{
    zarr_array_builder *builder = NULL;
    uint8_t value[SIZE_MOST];
    zarr_status status;
    char document[512];
    if (fill == 2) {
        /* Without a fill value, which only a document can say. */
        snprintf(document, sizeof document,
                 "{\"zarr_format\": 1, \"shape\": [%d, %d], \"chunks\": [2, 4], \"dtype\": %s, \"compression\": \"zlib\", "
                 "\"compression_opts\": 1, \"fill_value\": null, \"order\": \"%c\"}", ROWS, COLUMNS, type, order);
        if ((status = zarr_array_create_json(store, "/", ZARR_FORMAT_V1, document, array, error)) != ZARR_OK)
            return status;
        return zarr_array_set_attributes(*array, ATTRIBUTES, error);
    }
    status = zarr_array_builder_new_json(type, 2, SHAPE, &builder, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_format(builder, ZARR_FORMAT_V1, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_chunk_shape(builder, 2, CHUNK, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_order(builder, order, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_attributes(builder, ATTRIBUTES, error);
    if (status == ZARR_OK && CHAINS[chain][0] != NULL)
        status = zarr_array_builder_codec(builder, CHAINS[chain][0], CHAINS[chain][1], error);
    if (status == ZARR_OK)
        status = zarr_array_create(store, "/", builder, array, error);
    if (status == ZARR_OK && fill == 1) {
        /* Its size is known now. */
        size_t size = zarr_array_item_size(*array);
        zarr_array_free(*array);
        *array = NULL;
        for (size_t i = 0; i < size; i++)
            value[i] = 1;
        for (size_t i = 0; type[2] == 'U' && i < size; i++)
            value[i] = i % 4 == 0 ? 'A' : 0;
        status = zarr_node_erase(store, "/", error);
        if (status == ZARR_OK)
            status = zarr_array_builder_fill_value(builder, value, size, error);
        if (status == ZARR_OK)
            status = zarr_array_create(store, "/", builder, array, error);
    }
    zarr_array_builder_free(builder);
    return status;
}

typedef struct contents {
    uint8_t values[COUNT * SIZE_MOST], fill[SIZE_MOST];
    size_t size;
    char attributes[sizeof ATTRIBUTES + 64];
} contents;

static void look(const zarr_array *array, contents *c)
{
    zarr_error error;
    zarr_bytes *text = NULL;
    memset(c, 0, sizeof *c);
    c->size = zarr_array_item_size(array);
    if (!CHECK(c->size > 0 && c->size <= SIZE_MOST))
        return;
    OK(zarr_array_read_region(array, 2, ZERO, SHAPE, c->values, COUNT * c->size, E));
    OK(zarr_array_fill_value(array, c->fill, c->size, E));
    OK(zarr_array_attributes(array, &text, E));
    snprintf(c->attributes, sizeof c->attributes, "%s", (const char *)zarr_bytes_data(text));
    zarr_bytes_free(text);
}

static void round_trip(const char *type, int chain, int order, int fill)
{
    zarr_error error;
    zarr_store *stores[STEPS] = {NULL};
    zarr_array *array = NULL;
    contents *first = need(sizeof *first), *now = need(sizeof *now);
    uint8_t part[COUNT * SIZE_MOST];
    int step = 0;
    OK(zarr_store_open("memory://", NULL, &stores[0], E));
    zarr_status status = create(stores[0], type, chain, order, fill, &array, E);
    if (status == ZARR_OK) {
        /* The last row of chunks is never written, and reads as the fill value. */
        size_t size = zarr_array_item_size(array);
        for (size_t i = 0; i < (size_t)(PART[0] * PART[1]); i++)
            element(type, size, i / 2 + (uint64_t)chain * 100, part + i * size);
        OK(zarr_array_write_region(array, 2, ZERO, PART, part, (size_t)(PART[0] * PART[1]) * size, E));
        look(array, first);
        CHECK(memcmp(first->values, part, (size_t)(PART[0] * PART[1]) * size) == 0);
        CHECK(memcmp(first->values + (COUNT - 1) * size, first->fill, size) == 0);
    }
    zarr_array_free(array);
    for (step = 0; status == ZARR_OK && step + 1 < STEPS; step++) {
        check_context("%s %s %c %d, %s to %s: ", type, CHAINS[chain][0] ? CHAINS[chain][0] : "none", order, fill,
                      FORMAT_NAMES[step], FORMAT_NAMES[step + 1]);
        OK(zarr_store_open("memory://", NULL, &stores[step + 1], E));
        status = zarr_node_copy(stores[step], "/", stores[step + 1], "/", FORMATS[step + 1], NULL, NULL, E);
        if (status != ZARR_OK)
            break;
        array = NULL;
        OK(zarr_array_open(stores[step + 1], "/", &array, E));
        CHECK(zarr_array_format(array) == FORMATS[step + 1]);
        look(array, now);
        CHECK(now->size == first->size);
        CHECK(memcmp(now->values, first->values, sizeof now->values) == 0);
        CHECK(memcmp(now->fill, first->fill, sizeof now->fill) == 0);
        CHECK(strcmp(now->attributes, first->attributes) == 0);
        zarr_array_free(array);
    }
    if (status == ZARR_OK)
        kept++;
    else
        refuse(array == NULL ? 0 : step + 1, status, &error, type);
    check_context("");
    for (int i = 0; i < STEPS; i++)
        zarr_store_free(stores[i]);
    free(first);
    free(now);
}

/* Usage: round_trip [EVERY]: every EVERY-th type, each with another codec chain; without it everything. */
int main(int argc, char **argv)
{
    const int types = (int)(sizeof TYPES / sizeof TYPES[0]), chains = (int)(sizeof CHAINS / sizeof CHAINS[0]);
    const int every = argc > 1 ? atoi(argv[1]) : 1;
    for (int type = 0; type < types; type += every) {
        for (int chain = 0; chain < chains; chain++) {
            for (int fill = 0; fill < 2 && (every == 1 || (type / every + chain) % 4 == 0); fill++) {
                round_trip(TYPES[type], chain, 'C', fill);
                round_trip(TYPES[type], chain, 'F', fill);
            }
        }
        round_trip(TYPES[type], 1, type % 2 ? 'F' : 'C', 2);
    }
    printf("%d arrays kept data, fill value and attributes through all formats; %d were refused with a reason:", kept, refused);
    for (int i = 0; i < STEPS; i++)
        printf(" %s %d%s", FORMAT_NAMES[i], refused_by[i], i + 1 < STEPS ? "," : "\n");
    CHECK(kept >= (every == 1 ? 500 : 10) && refused > 0);
    return check_summary("round_trip");
}
