/* Attributes by name and type, on arrays and groups of every format: what is set reads back, the others stay as other
   software wrote them, and wrong kinds, numbers, counts and handles are told apart. */
#include "check.h"

#include <math.h>

/* Attributes as Python writes them: bare NaN, more digits than a double has, members in no order. */
static const char theirs[] = "{\"zebra\": NaN, \"big\": 123456789012345678901234567890, \"nested\": {\"b\": [1, {}], "
                             "\"a\": 1e400}, \"mixed\": [1, \"a\", null], \"nothing\": null}";

static void json_is(const void *node, const char *name, const char *wanted) {
    zarr_error error;
    zarr_bytes *json = NULL;
    if (!OK(zarr_attribute_get_json(node, name, &json, E)))
        return;
    if (strcmp((const char *)zarr_bytes_data(json), wanted) != 0)
        FAIL("%s is %s, not %s", name, (const char *)zarr_bytes_data(json), wanted);
    zarr_bytes_free(json);
}

static void kind_is(const void *node, const char *name, int32_t wanted, size_t elements) {
    zarr_error error;
    int32_t kind = -1;
    size_t count = 77;
    OK(zarr_attribute_kind(node, name, &kind, &count, E));
    if (kind != wanted || count != elements)
        FAIL("%s is of kind %d with %lu elements", name, (int)kind, (unsigned long)count);
    OK(zarr_attribute_kind(node, name, &kind, NULL, E));
}

static void round_trips(const void *node) {
    static const double doubles[] = {0.1, -0.0, 3.0, 1e300, 5e-324};
    static const int64_t integers[] = {INT64_MIN, -1, 0, INT64_MAX};
    static const char *const texts[] = {"K", "", "\xC3\xBC \"quoted\"\n"};
    static const double singles[] = {0.1, 1e22, -1.5, 2.0};
    zarr_error error;
    zarr_bytes *text = NULL;
    zarr_strings *strings = NULL;
    double d = 0, read_doubles[5];
    int64_t i = 0, read_integers[4];
    uint64_t u = 0;
    int32_t b = -1;
    size_t k;
    OK(zarr_attribute_set_bool(node, "flag", 1, E));
    OK(zarr_attribute_get_bool(node, "flag", &b, E));
    CHECK(b == 1);
    kind_is(node, "flag", ZARR_ATTRIBUTE_BOOL, 1);
    for (k = 0; k < 4; k++) {
        OK(zarr_attribute_set_int64(node, "count", integers[k], E));
        OK(zarr_attribute_get_int64(node, "count", &i, E));
        CHECK(i == integers[k]);
        OK(zarr_attribute_set_double(node, "scale", singles[k], E));
        OK(zarr_attribute_get_double(node, "scale", &d, E));
        CHECK(d == singles[k]);
        kind_is(node, "scale", ZARR_ATTRIBUTE_NUMBER, 1);
    }
    OK(zarr_attribute_get_int64(node, "scale", &i, E));
    CHECK(i == 2); /* 2.0 */
    OK(zarr_attribute_set_uint64(node, "large", UINT64_MAX, E));
    OK(zarr_attribute_get_uint64(node, "large", &u, E));
    CHECK(u == UINT64_MAX);
    kind_is(node, "large", ZARR_ATTRIBUTE_INTEGER, 1);
    FAILS(zarr_attribute_get_int64(node, "large", &i, E), ZARR_ERROR_RANGE);
    CHECK(i == 2 && strstr(error.message, "large") != NULL);
    OK(zarr_attribute_set_double(node, "missing_value", (double)NAN, E));
    OK(zarr_attribute_get_double(node, "missing_value", &d, E));
    CHECK(isnan(d));
    OK(zarr_attribute_set_double(node, "limit", (double)-INFINITY, E));
    OK(zarr_attribute_get_double(node, "limit", &d, E));
    CHECK(isinf(d) && d < 0);
    OK(zarr_attribute_set_string(node, "units", texts[2], E));
    OK(zarr_attribute_get_string(node, "units", &text, E));
    CHECK(strcmp((const char *)zarr_bytes_data(text), texts[2]) == 0 && zarr_bytes_size(text) == strlen(texts[2]));
    zarr_bytes_free(text);
    OK(zarr_attribute_set_int64s(node, "indices", 4, integers, E));
    OK(zarr_attribute_get_int64s(node, "indices", 4, read_integers, E));
    CHECK(memcmp(integers, read_integers, sizeof integers) == 0);
    kind_is(node, "indices", ZARR_ATTRIBUTE_INTEGERS, 4);
    OK(zarr_attribute_set_doubles(node, "range", 5, doubles, E));
    OK(zarr_attribute_get_doubles(node, "range", 5, read_doubles, E));
    CHECK(memcmp(doubles, read_doubles, sizeof doubles) == 0);
    kind_is(node, "range", ZARR_ATTRIBUTE_NUMBERS, 5);
    OK(zarr_attribute_get_doubles(node, "indices", 4, read_doubles, E));
    CHECK(read_doubles[1] == -1.0);
    OK(zarr_attribute_set_strings(node, "flag_meanings", 3, texts, E));
    OK(zarr_attribute_get_strings(node, "flag_meanings", &strings, E));
    CHECK(zarr_strings_count(strings) == 3 && strcmp(zarr_strings_get(strings, 2), texts[2]) == 0);
    zarr_strings_free(strings);
    kind_is(node, "flag_meanings", ZARR_ATTRIBUTE_STRINGS, 3);
    OK(zarr_attribute_set_int64s(node, "empty", 0, NULL, E));
    kind_is(node, "empty", ZARR_ATTRIBUTE_LIST, 0);
    OK(zarr_attribute_get_doubles(node, "empty", 0, NULL, E));
    /* A single value is a list of one. */
    OK(zarr_attribute_set_int64(node, "one", 9, E));
    OK(zarr_attribute_get_int64s(node, "one", 1, read_integers, E));
    CHECK(read_integers[0] == 9);
    OK(zarr_attribute_get_strings(node, "units", &strings, E));
    CHECK(zarr_strings_count(strings) == 1);
    zarr_strings_free(strings);
    OK(zarr_attribute_set_json(node, "any", "{\"x\": [1, 2.50, NaN]}", E));
    json_is(node, "any", "{\"x\": [1, 2.50, NaN]}");
    kind_is(node, "any", ZARR_ATTRIBUTE_OBJECT, 1);
    OK(zarr_attribute_erase(node, "any", E));
    kind_is(node, "any", ZARR_ATTRIBUTE_NONE, 0);
    FAILS(zarr_attribute_erase(node, "any", E), ZARR_ERROR_NOT_FOUND);
}

/* A value that others may change meanwhile: only the one that was read is replaced. */
static void replaced(const void *node) {
    zarr_error error;
    FAILS(zarr_attribute_replace_json(node, "shared", "[]", "[1]", E), ZARR_ERROR_CONFLICT);
    CHECK(strstr(error.message, "attribute \"shared\" is another one by now") != NULL);
    kind_is(node, "shared", ZARR_ATTRIBUTE_NONE, 0);
    OK(zarr_attribute_replace_json(node, "shared", NULL, "{\"a\": [1, 2.50]}", E));
    json_is(node, "shared", "{\"a\": [1, 2.50]}");
    FAILS(zarr_attribute_replace_json(node, "shared", NULL, "0", E), ZARR_ERROR_CONFLICT);
    FAILS(zarr_attribute_replace_json(node, "shared", "{\"a\": [1, 2.5]}", "0", E), ZARR_ERROR_CONFLICT);
    OK(zarr_attribute_replace_json(node, "shared", "{ \"a\":[1,2.50] }", "\"new\"", E));
    json_is(node, "shared", "\"new\"");
    FAILS(zarr_attribute_replace_json(node, "shared", "{", "0", E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "old_json: ") != NULL);
    FAILS(zarr_attribute_replace_json(node, "shared", "\"new\"", "1 2", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_replace_json(node, NULL, "\"new\"", "1", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_replace_json(NULL, "shared", "\"new\"", "1", E), ZARR_ERROR_INVALID_HANDLE);
    json_is(node, "shared", "\"new\"");
    OK(zarr_attribute_replace_json(node, "shared", "\"new\"", NULL, E));
    kind_is(node, "shared", ZARR_ATTRIBUTE_NONE, 0);
    OK(zarr_attribute_replace_json(node, "shared", NULL, NULL, E));
}

/* All of them at once, where they are as they were read: a program that has looked at several loses no change. */
static void replaced_together(const void *node, int is_array) {
    zarr_error error;
    zarr_bytes *all = NULL;
    OK(is_array ? zarr_array_attributes(node, &all, E) : zarr_group_attributes(node, &all, E));
    FAILS(zarr_attribute_replace_all(node, "{\"no\": 1}", "{}", E), ZARR_ERROR_CONFLICT);
    CHECK(strstr(error.message, "the attributes are others by now") != NULL);
    OK(zarr_attribute_replace_all(node, zarr_bytes_text(all), "{\"alone\": 1e400, \"two\": [NaN]}", E));
    json_is(node, "alone", "1e400");
    FAILS(zarr_attribute_replace_all(node, zarr_bytes_text(all), "{}", E), ZARR_ERROR_CONFLICT);
    FAILS(zarr_attribute_replace_all(node, "[]", "{}", E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "old_json: ") != NULL);
    FAILS(zarr_attribute_replace_all(node, "{}", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_replace_all(NULL, "{}", "{}", E), ZARR_ERROR_INVALID_HANDLE);
    OK(zarr_attribute_replace_all(node, "{\"alone\":1e400,\"two\":[ NaN ]}", zarr_bytes_text(all), E));
    kind_is(node, "alone", ZARR_ATTRIBUTE_NONE, 0);
    zarr_bytes_free(all);
}

/* The attributes of others keep their places and their texts, also when others change beside them. */
static void others_stay(const void *node, const char *path) {
    static const char *const order[] = {"zebra", "big", "nested", "mixed", "nothing", "new"};
    zarr_error error;
    zarr_strings *names = NULL;
    double d = 0;
    size_t i;
    OK(zarr_attribute_set_string(node, "new", "1", E));
    OK(zarr_attribute_set_int64(node, "mixed", 5, E));
    OK(zarr_attribute_set_json(node, "mixed", "[1, \"a\", null]", E));
    OK(zarr_attribute_names(node, &names, E));
    CHECK(zarr_strings_count(names) == 6);
    for (i = 0; i < 6; i++)
        CHECK(zarr_strings_get(names, i) != NULL && strcmp(zarr_strings_get(names, i), order[i]) == 0);
    zarr_strings_free(names);
    json_is(node, "zebra", "NaN");
    json_is(node, "big", "123456789012345678901234567890");
    json_is(node, "nested", "{\"b\": [1, {}], \"a\": 1e400}");
    json_is(node, "mixed", "[1, \"a\", null]");
    kind_is(node, "zebra", ZARR_ATTRIBUTE_NUMBER, 1);
    kind_is(node, "big", ZARR_ATTRIBUTE_INTEGER, 1);
    kind_is(node, "nested", ZARR_ATTRIBUTE_OBJECT, 2);
    kind_is(node, "mixed", ZARR_ATTRIBUTE_LIST, 3);
    kind_is(node, "nothing", ZARR_ATTRIBUTE_NULL, 1);
    OK(zarr_attribute_get_double(node, "big", &d, E));
    CHECK(d == 123456789012345678901234567890.0);
    FAILS(zarr_attribute_get_string(node, "nowhere", &(zarr_bytes *){NULL}, E), ZARR_ERROR_NOT_FOUND);
    CHECK(strstr(error.message, "nowhere") != NULL && strstr(error.message, path) != NULL);
}

static void wrong(const void *node) {
    static const char *const half[] = {"a", NULL};
    zarr_error error;
    zarr_bytes *bytes = NULL;
    zarr_strings *strings = NULL;
    int64_t i = 77, many[3] = {77, 77, 77};
    uint64_t u = 77;
    double d = 77, pair[2];
    int32_t b = 77, kind = 77;
    FAILS(zarr_attribute_get_int64(node, "nested", &i, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_int64(node, "big", &i, E), ZARR_ERROR_RANGE);
    FAILS(zarr_attribute_get_int64(node, "zebra", &i, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_uint64(node, "nothing", &u, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_double(node, "new", &d, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_bool(node, "big", &b, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_string(node, "big", &bytes, E), ZARR_ERROR_TYPE_MISMATCH);
    FAILS(zarr_attribute_get_strings(node, "mixed", &strings, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "element 0") != NULL);
    FAILS(zarr_attribute_get_int64s(node, "mixed", 3, many, E), ZARR_ERROR_TYPE_MISMATCH);
    OK(zarr_attribute_set_json(node, "pair", "[1, 2]", E));
    FAILS(zarr_attribute_get_int64s(node, "pair", 3, many, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_attribute_get_doubles(node, "pair", 1, pair, E), ZARR_ERROR_BUFFER_SIZE);
    CHECK(i == 77 && u == 77 && d == 77 && b == 77 && many[0] == 77 && many[2] == 77 && bytes == NULL && strings == NULL);
    FAILS(zarr_attribute_set_json(node, "pair", "[1, 2", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_json(node, "pair", "", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_json(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_bool(node, "pair", 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_string(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_string(node, "pair", "\xFF", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_string(node, NULL, "x", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_string(node, "\xC3", "x", E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_strings(node, "pair", 2, half, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_strings(node, "pair", 2, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_int64s(node, "pair", 1, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_set_doubles(node, "pair", SIZE_MAX / 2, pair, E), ZARR_ERROR_INVALID_ARGUMENT);
    json_is(node, "pair", "[1, 2]");
    FAILS(zarr_attribute_names(node, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_kind(node, "pair", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_kind(node, NULL, &kind, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_json(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_bool(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_int64(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_uint64(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_double(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_string(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_strings(node, "pair", NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_int64s(node, "pair", 2, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_get_doubles(node, "pair", 2, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_attribute_erase(node, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(kind == 77);
}

/* Every function refuses what is no open node. */
static void no_node(const void *node) {
    static const int64_t integer = 1;
    static const double number = 1;
    static const char *const text = "x";
    zarr_error error;
    zarr_bytes *bytes = (zarr_bytes *)&error;
    zarr_strings *strings = (zarr_strings *)&error;
    int64_t i = 77;
    uint64_t u = 77;
    double d = 77;
    int32_t b = 77;
    FAILS(zarr_attribute_names(node, &strings, E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(strings == NULL);
    FAILS(zarr_attribute_kind(node, "x", &b, NULL, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_json(node, "x", &bytes, E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(bytes == NULL);
    FAILS(zarr_attribute_get_bool(node, "x", &b, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_int64(node, "x", &i, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_uint64(node, "x", &u, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_double(node, "x", &d, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_string(node, "x", &bytes, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_strings(node, "x", &strings, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_int64s(node, "x", 1, &i, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_get_doubles(node, "x", 1, &d, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_json(node, "x", "1", E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_bool(node, "x", 1, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_int64(node, "x", 1, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_uint64(node, "x", 1, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_double(node, "x", 1, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_string(node, "x", "1", E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_int64s(node, "x", 1, &integer, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_doubles(node, "x", 1, &number, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_set_strings(node, "x", 1, &text, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_attribute_erase(node, "x", E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(i == 77 && u == 77 && d == 77 && b == 77);
}

/* A pointer leads into attributes that are made of others; what is a name stays one, slashes and all. */
static void pointers(const void *node) {
    zarr_error error;
    zarr_bytes *text = NULL;
    int64_t number = 0;
    OK(zarr_attribute_set_json(node, "multiscales", "[{\"datasets\": [{\"path\": \"0\"}, {\"path\": \"1\", \"scale\": [4, 2]}]}]", E));
    OK(zarr_attribute_get_string(node, "/multiscales/0/datasets/1/path", &text, E));
    CHECK(strcmp(zarr_bytes_text(text), "1") == 0);
    zarr_bytes_free(text);
    OK(zarr_attribute_get_int64(node, "/multiscales/0/datasets/1/scale/0", &number, E));
    CHECK(number == 4);
    kind_is(node, "/multiscales/0/datasets", ZARR_ATTRIBUTE_LIST, 2);
    kind_is(node, "/multiscales/0/datasets/2", ZARR_ATTRIBUTE_NONE, 0);
    FAILS(zarr_attribute_get_string(node, "/multiscales/0/name", &text, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_attribute_get_int64(node, "/multiscales/0/datasets/0/path", &number, E), ZARR_ERROR_TYPE_MISMATCH);
    CHECK(strstr(error.message, "/multiscales/0/datasets/0/path") != NULL);
    OK(zarr_attribute_set_int64(node, "/multiscales/0", 5, E));
    OK(zarr_attribute_get_int64(node, "/multiscales/0", &number, E));
    CHECK(number == 5);
    json_is(node, "/multiscales/0/datasets/0", "{\"path\": \"0\"}");
    OK(zarr_attribute_erase(node, "/multiscales/0", E));
    kind_is(node, "/multiscales/0", ZARR_ATTRIBUTE_OBJECT, 1);
    OK(zarr_attribute_erase(node, "multiscales", E));
}

int main(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V1,       ZARR_FORMAT_V2,      ZARR_FORMAT_V3,     ZARR_FORMAT_V3_2019A,
                                      ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022,
                                      ZARR_FORMAT_N5};
    static const int64_t shape = 4;
    zarr_error error;
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        bool has_groups = formats[f] != ZARR_FORMAT_V1;
        zarr_store *store = NULL, *read_only = NULL;
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_group *group = NULL;
        char url[40];
        check_context("format %d", (int)formats[f]);
        snprintf(url, sizeof url, "memory://attributes-%d", (int)formats[f]);
        OK(zarr_store_open(url, NULL, &store, E));
        OK(zarr_array_builder_new(ZARR_INT8, 1, &shape, &builder, E));
        OK(zarr_array_builder_format(builder, formats[f], E));
        OK(zarr_array_builder_attributes(builder, theirs, E));
        OK(zarr_array_create(store, has_groups ? "g/a" : "", builder, &array, E));
        others_stay(array, has_groups ? "g/a" : "");
        round_trips(array);
        replaced(array);
        replaced_together(array, 1);
        pointers(array);
        wrong(array);
        if (has_groups) {
            OK(zarr_group_create(store, "h", formats[f], theirs, &group, E));
            others_stay(group, "h");
            round_trips(group);
            replaced(group);
            replaced_together(group, 0);
            wrong(group);
            zarr_group_free(group);
            no_node(group);
        }
        OK(zarr_store_open(url, "{\"mode\": \"r\"}", &read_only, E));
        zarr_array_free(array);
        OK(zarr_array_open(read_only, has_groups ? "g/a" : "", &array, E));
        FAILS(zarr_attribute_set_bool(array, "flag", 0, E), ZARR_ERROR_READ_ONLY);
        json_is(array, "flag", "true");
        zarr_array_free(array);
        no_node(array);
        no_node(store);
        no_node(builder);
        no_node(NULL);
        zarr_array_builder_free(builder);
        zarr_store_free(read_only);
        zarr_store_free(store);
    }
    check_context("%s", "");
    return check_summary("attributes");
}
