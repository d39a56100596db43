/*
 * Why this file exists: the types whose elements are more than one number. Each is created in the
 * spelling of every format that has it, written and read in parts, opened again, and described; the
 * bytes in the store are looked at where the byte orders of fields differ.
 */
#include "check.h"

#define ROWS 5
#define COLUMNS 4
#define MOST 64

typedef struct type_case {
    const char *json;
    int32_t code;
    size_t size;
    bool v2, v3, v3_2022;
} type_case;

#define PAIR "[[\"a\", \"<i4\"], [\"b\", \">f8\"], [\"c\", \"|S3\"]]"
#define STRUCT3(a, b) "{\"name\": \"struct\", \"configuration\": {\"fields\": [" a ", " b "]}}"

static const type_case cases[] = {
    {"\"|S5\"", ZARR_FIXED_BYTES, 5, true, true, true},
    {"{\"name\": \"null_terminated_bytes\", \"configuration\": {\"length_bytes\": 9}}", ZARR_FIXED_BYTES, 9, true, true,
     true},
    {"\">U3\"", ZARR_FIXED_UTF32, 12, true, true, true},
    {"{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 4}}", ZARR_FIXED_UTF32, 4, true, true,
     true},
    {"\"<M8[ns]\"", ZARR_DATETIME64, 8, true, true, true},
    {"\">m8[25s]\"", ZARR_TIMEDELTA64, 8, true, true, true},
    {"{\"name\": \"numpy.datetime64\", \"configuration\": {\"unit\": \"generic\", \"scale_factor\": 1}}",
     ZARR_DATETIME64, 8, true, true, true},
    {PAIR, ZARR_STRUCT, 15, true, false, true},
    {"[[\"a\", \">i4\"], [\"b\", \">f8\"]]", ZARR_STRUCT, 12, true, true, true},
    {"[[\"m\", \"<f4\", [2, 2]], [\"k\", \">u2\"]]", ZARR_STRUCT, 18, true, false, false},
    {"[[\"p\", [[\"x\", \"<i2\"], [\"y\", \">f4\"]]], [\"\", \"|V3\"], [\"t\", \"<M8[s]\"]]", ZARR_STRUCT, 17, true, false,
     true},
    {STRUCT3("{\"name\": \"x\", \"data_type\": \"bfloat16\"}", "{\"name\": \"y\", \"data_type\": \"int8\"}"), ZARR_STRUCT, 3,
     false, true, false},
    {"{\"name\": \"structured\", \"configuration\": {\"fields\": [[\"a\", \"int32\"], [\"b\", \"float64\"]]}}", ZARR_STRUCT,
     12, true, true, true},
    {"\"bfloat16\"", ZARR_BFLOAT16, 2, false, true, false},
    {"\"uint8\"", ZARR_UINT8, 1, true, true, true},
    {"\"int4\"", ZARR_INT4, 1, false, true, false},
    {"\"float4_e2m1fn\"", ZARR_FLOAT4_E2M1FN, 1, false, true, false},
    {"\"float8_e8m0fnu\"", ZARR_FLOAT8_E8M0FNU, 1, false, true, false},
    {"\"complex_float8_e5m2\"", ZARR_COMPLEX_FLOAT8_E5M2, 2, false, true, false},
};

static const int64_t shape[2] = {ROWS, COLUMNS};
static const int64_t chunk[2] = {2, 3};

/* Any element: of the types here only those with unused bits, and texts as fill values, are choosy. */
static void element(const type_case *type, size_t index, unsigned char *value) {
    size_t i;
    for (i = 0; i < type->size; i++)
        value[i] = (unsigned char)((index * 37 + i * 11 + 1) & (type->size == 1 ? 0x07 : 0x7f));
    if (type->code == ZARR_FIXED_UTF32)
        for (i = 0; i < type->size; i += 4) {
            uint32_t unit = (uint32_t)(0x100 + index * 7 + i);
            memcpy(value + i, &unit, 4);
        }
}

static void described(const zarr_array *array, const type_case *type, int32_t format) {
    zarr_error error;
    zarr_bytes *json = NULL, *again = NULL;
    zarr_array_builder *builder = NULL;
    zarr_store *store = NULL;
    zarr_array *twin = NULL;
    CHECK(zarr_array_data_type(array) == type->code && zarr_array_item_size(array) == type->size);
    CHECK(zarr_array_format(array) == format);
    if (!OK(zarr_array_data_type_json(array, &json, E)))
        return;
    if (OK(zarr_store_open("memory://", NULL, &store, E)) &&
        OK(zarr_array_builder_new_json((const char *)zarr_bytes_data(json), 2, shape, &builder, E)) &&
        OK(zarr_array_builder_format(builder, format, E)) && OK(zarr_array_create(store, "/", builder, &twin, E)) &&
        OK(zarr_array_data_type_json(twin, &again, E)))
        CHECK(strcmp((const char *)zarr_bytes_data(again), (const char *)zarr_bytes_data(json)) == 0);
    zarr_bytes_free(again);
    zarr_bytes_free(json);
    zarr_array_free(twin);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

static void one_array(const zarr_store *store, const type_case *type, int32_t format, bool served) {
    static const int64_t start[2] = {1, 1}, count[2] = {3, 2}, zero[2] = {0, 0};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    unsigned char fill[MOST], got[MOST], whole[ROWS * COLUMNS * MOST], part[6 * MOST], back[ROWS * COLUMNS * MOST];
    size_t i, n = 0;
    element(type, 3, fill);
    if (!OK(zarr_array_builder_new_json(type->json, 2, shape, &builder, E)))
        return;
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(builder, fill, type->size, E));
    OK(zarr_array_builder_codec(builder, "gzip", "{\"level\": 1}", E));
    if (!served) {
        FAILS(zarr_array_create(store, "/x", builder, &array, E), ZARR_ERROR_UNSUPPORTED);
        CHECK(array == NULL);
    } else if (OK(zarr_array_create(store, "/x", builder, &array, E))) {
        for (i = 0; i < ROWS * COLUMNS; i++)
            memcpy(whole + i * type->size, fill, type->size);
        for (i = 0; i < 6; i++) {
            element(type, 10 + i, part + i * type->size);
            memcpy(whole + ((i / 2 + 1) * COLUMNS + i % 2 + 1) * type->size, part + i * type->size, type->size);
        }
        OK(zarr_array_write_region(array, 2, start, count, part, 6 * type->size, E));
        zarr_array_free(array);
        array = NULL;
        if (OK(zarr_array_open(store, "/x", &array, E))) {
            n = ROWS * COLUMNS * type->size;
            OK(zarr_array_read_region(array, 2, zero, shape, back, n, E));
            CHECK(memcmp(back, whole, n) == 0);
            OK(zarr_array_fill_value(array, got, type->size, E));
            CHECK(memcmp(got, fill, type->size) == 0);
            described(array, type, format);
        }
        zarr_array_free(array);
        OK(zarr_node_erase(store, "/x", E));
    }
    zarr_array_builder_free(builder);
}

static void every_type(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022};
    zarr_error error;
    size_t i, f;
    for (f = 0; f < 3; f++) {
        for (i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            zarr_store *store = NULL;
            const bool served[] = {cases[i].v2, cases[i].v3, cases[i].v3_2022};
            check_context("format %d, %s", (int)formats[f], cases[i].json);
            if (OK(zarr_store_open("memory://", NULL, &store, E)))
                one_array(store, &cases[i], formats[f], served[f]);
            zarr_store_free(store);
        }
    }
}

/* The names, places and types of fields, and the bytes that are stored for them. */
static void fields(void) {
    static const char *const types[] = {"\"int32\"", "\"float64\"",
                                        "{\"name\": \"null_terminated_bytes\", \"configuration\": {\"length_bytes\": 3}}"};
    static const size_t offsets[] = {0, 4, 12}, sizes[] = {4, 8, 3};
    static const unsigned char stored[15] = {1, 0, 0, 0, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0, 'a', 'b', 0};
    const int64_t one[1] = {1}, zero[1] = {0};
    const int32_t a = 1;
    const double b = 1.5;
    unsigned char element_of[15] = {0};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *names = NULL;
    zarr_bytes *bytes = NULL;
    size_t i, offset = 77, size = 77;
    check_context("fields");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json(PAIR, 1, one, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    if (!OK(zarr_array_create(store, "/", builder, &array, E)))
        goto done;
    if (OK(zarr_array_struct_fields(array, &names, E)) && CHECK(zarr_strings_count(names) == 3))
        CHECK(strcmp(zarr_strings_get(names, 0), "a") == 0 && strcmp(zarr_strings_get(names, 2), "c") == 0);
    for (i = 0; i < 3; i++) {
        if (OK(zarr_array_struct_field(array, i, &bytes, &offset, &size, E)))
            CHECK(strcmp((const char *)zarr_bytes_data(bytes), types[i]) == 0 && offset == offsets[i] &&
                  size == sizes[i]);
        zarr_bytes_free(bytes);
    }
    FAILS(zarr_array_struct_field(array, 3, &bytes, &offset, &size, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_struct_field(array, SIZE_MAX, &bytes, &offset, &size, E), ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(bytes == NULL && offset == 12 && size == 3);
    memcpy(element_of, &a, 4);
    memcpy(element_of + 4, &b, 8);
    memcpy(element_of + 12, "ab", 2);
    OK(zarr_array_write_region(array, 1, zero, one, element_of, sizeof element_of, E));
    if (OK(zarr_store_get(store, "0", &bytes, E)))
        CHECK(zarr_bytes_size(bytes) == 15 && memcmp(zarr_bytes_data(bytes), stored, 15) == 0);
    zarr_bytes_free(bytes);
done:
    zarr_strings_free(names);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* A field that is an array, a gap, and a default fill value that is not zero. */
static void particular(void) {
    const int64_t one[1] = {1};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *names = NULL;
    zarr_bytes *bytes = NULL;
    size_t offset = 0, size = 0;
    int64_t fill = 0;
    check_context("particular fields and defaults");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json("[[\"a\", \"|u1\"], [\"\", \"|V3\"], [\"m\", \"<f4\", [2, 3]]]", 1, one, &builder, E));
    OK(zarr_array_builder_format(builder, ZARR_FORMAT_V2, E));
    if (OK(zarr_array_create(store, "/gap", builder, &array, E)) && OK(zarr_array_struct_fields(array, &names, E)) &&
        OK(zarr_array_struct_field(array, 1, &bytes, &offset, &size, E)))
        CHECK(zarr_strings_count(names) == 2 && offset == 4 && size == 24 && zarr_array_item_size(array) == 28 &&
              strcmp((const char *)zarr_bytes_data(bytes), "[\"float32\", [2, 3]]") == 0);
    zarr_bytes_free(bytes);
    zarr_strings_free(names);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
    builder = NULL;
    array = NULL;
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_array_builder_new_json("\"<M8[D]\"", 1, one, &builder, E));
    if (OK(zarr_array_create(store, "/", builder, &array, E)) && OK(zarr_array_fill_value(array, &fill, 8, E)))
        CHECK(zarr_array_format(array) == ZARR_FORMAT_V3 && fill == INT64_MIN);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* Spellings that are none. */
static void refused(void) {
    static const char *const wrong[] = {"[]",
                                        "[[\"a\", \"<i4\"], [\"a\", \"<i4\"]]",
                                        "[[\"a\", \"<i4\", [0]]]",
                                        "\"<M8[parsec]\"",
                                        "{\"name\": \"fixed_length_utf32\", \"configuration\": {\"length_bytes\": 3}}",
                                        "{\"name\": \"struct\"}",
                                        "{\"name\": \"numpy.datetime64\"}",
                                        "[[\"a\", \"<f8\", [9223372036854775807, 9223372036854775807]]]"};
    const int64_t one[1] = {1};
    zarr_error error;
    size_t i;
    for (i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        zarr_array_builder *builder = NULL;
        check_context("%s", wrong[i]);
        FAILS2(zarr_array_builder_new_json(wrong[i], 1, one, &builder, E), ZARR_ERROR_INVALID_ARGUMENT, ZARR_ERROR_LIMIT);
        CHECK(builder == NULL);
    }
}

int main(void) {
    every_type();
    fields();
    particular();
    refused();
    return check_summary("types");
}
