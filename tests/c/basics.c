/*
 * Why this file exists: the life of a hierarchy as a C program sees it, step by step, in each format,
 * in memory and on disk: create, write, read, reopen, resize, attributes, children, kinds, erase,
 * and the rules for creating and opening. Builders and raw stores are in basics_builder.c and
 * basics_store.c, format v1, which has no hierarchy, in basics_v1.c.
 */
#include "basics.h"

const format_row basics_formats[] = {
    {ZARR_FORMAT_V2, "v2", "g/x/.zarray", "g/.zgroup", ".zgroup", false},
    {ZARR_FORMAT_V3, "v3", "g/x/zarr.json", "g/zarr.json", "zarr.json", false},
    {ZARR_FORMAT_V3_2019A, "v3-2019a", "meta/root/g/x.array", "meta/root/g.group", "meta/root/g.group", true},
    {ZARR_FORMAT_V3_2019B, "v3-2019b", "meta/root/g/x.array", "meta/root/g.group", "zarr.json", true},
    {ZARR_FORMAT_V3_2020, "v3-2020", "meta/root/g/x.array.json", "meta/root/g.group.json", "zarr.json", true},
    {ZARR_FORMAT_V3_2022, "v3-2022", "meta/g/x.array.json", "meta/g.group.json", "zarr.json", true},
    {0, NULL, NULL, NULL, NULL, false},
};

static const int64_t shape[2] = {5, 4}, chunk[2] = {2, 3}, zero[2] = {0, 0};

bool basics_has_key(const zarr_store *store, const char *key) {
    zarr_error error;
    zarr_bytes *value = NULL;
    zarr_status status = zarr_store_get(store, key, &value, E);
    zarr_bytes_free(value);
    return status == ZARR_OK ? true : (FAILS(status, ZARR_ERROR_NOT_FOUND), false);
}

bool basics_kind_is(const zarr_store *store, const char *path, int32_t wanted) {
    zarr_error error;
    int32_t kind = -1;
    return OK(zarr_node_kind(store, path, &kind, E)) && kind == wanted;
}

bool basics_names_are(zarr_strings *names, const char *wanted) {
    char text[512] = "";
    size_t i;
    for (i = 0; i < zarr_strings_count(names); i++) {
        strncat(text, i > 0 ? " " : "", sizeof text - strlen(text) - 1);
        strncat(text, zarr_strings_get(names, i), sizeof text - strlen(text) - 1);
    }
    zarr_strings_free(names);
    return strcmp(text, wanted) == 0 ? true : FAIL("'%s' instead of '%s'", text, wanted);
}

static bool children_are(const zarr_store *store, const char *path, const char *wanted) {
    zarr_error error;
    zarr_strings *names = NULL;
    return OK(zarr_node_children(store, path, &names, E)) && basics_names_are(names, wanted);
}

/* The JSON without white space is this text. */
bool basics_json_is(zarr_bytes *json, const char *wanted) {
    const char *from = (const char *)zarr_bytes_data(json);
    char *text = need(zarr_bytes_size(json) + 1);
    char *to = text;
    bool quoted = false, good;
    for (; from != NULL && *from != 0; from++) {
        if (*from == '"' && (to == text || to[-1] != '\\'))
            quoted = !quoted;
        if (quoted || strchr(" \n\t\r", *from) == NULL)
            *to++ = *from;
    }
    *to = 0;
    good = strcmp(text, wanted) == 0 ? true : FAIL("JSON %s instead of %s", text, wanted);
    free(text);
    zarr_bytes_free(json);
    return good;
}

static void write_and_read(const zarr_array *array) {
    static const int64_t start[2] = {1, 2}, count[2] = {3, 2};
    static const int32_t part[6] = {1, 2, 3, 4, 5, 6};
    zarr_error error;
    int32_t all[5][4], row, column;
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    CHECK(all[0][0] == -7 && all[4][3] == -7);
    OK(zarr_array_write_region(array, 2, start, count, part, sizeof part, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    for (row = 0; row < 5; row++) {
        for (column = 0; column < 4; column++) {
            bool inside = row >= 1 && row < 4 && column >= 2;
            CHECK(all[row][column] == (inside ? part[(row - 1) * 2 + column - 2] : -7));
        }
    }
}

static zarr_array_builder *make_builder(void) {
    static const int32_t fill = -7;
    zarr_error error;
    zarr_array_builder *builder = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    return builder;
}

static void resizing(const zarr_store *store, const zarr_array *array) {
    static const int64_t larger[2] = {7, 6}, smaller[2] = {2, 6};
    zarr_error error;
    zarr_array *other = NULL;
    int64_t now[2] = {0, 0};
    int32_t all[7][6];
    OK(zarr_array_open(store, "/g/x", &other, E));
    OK(zarr_array_resize(array, 2, larger, E));
    /* At once visible through other handles of the store. */
    OK(zarr_array_shape(other, 2, now, E));
    CHECK(now[0] == 7 && now[1] == 6);
    OK(zarr_array_read_region(other, 2, zero, larger, all, sizeof all, E));
    CHECK(all[1][2] == 1 && all[3][3] == 6 && all[1][4] == -7 && all[6][5] == -7 && all[5][0] == -7);
    FAILS(zarr_array_read_region(array, 2, larger, now, all, sizeof all, E), ZARR_ERROR_OUT_OF_BOUNDS);
    OK(zarr_array_resize(other, 2, smaller, E));
    OK(zarr_array_shape(array, 2, now, E));
    CHECK(now[0] == 2 && now[1] == 6);
    OK(zarr_array_refresh(array, E));
    OK(zarr_array_read_region(array, 2, zero, smaller, all, sizeof(int32_t) * 12, E));
    CHECK(all[1][2] == 1 && all[0][0] == -7);
    zarr_array_free(other);
}

static void hierarchy(const format_row *f, const char *url) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_group *group = NULL, *deep = NULL;
    zarr_array *array = NULL, *again = NULL;
    zarr_array_builder *builder = make_builder();
    zarr_bytes *json = NULL;
    zarr_strings *messages = NULL;
    int64_t numbers[2];
    check_context("%s, %s", f->name, url);
    if (!OK(zarr_store_open(url, NULL, &store, E)))
        return;
    CHECK(basics_kind_is(store, "/", ZARR_NODE_NONE));
    FAILS(zarr_node_erase(store, "/", E), ZARR_ERROR_NOT_FOUND);
    OK(zarr_group_create(store, "/g", f->code, "{\"b\": [1, 2.5, null, \"\\u00fc\"], \"a\": {\"z\": true}}", &group, E));
    OK(zarr_group_attributes(group, &json, E));
    CHECK(strstr((const char *)zarr_bytes_data(json), "\"b\"") < strstr((const char *)zarr_bytes_data(json), "\"a\""));
    zarr_bytes_free(json);
    CHECK(basics_has_key(store, f->group_key) && basics_has_key(store, f->root_key));
    CHECK(basics_kind_is(store, "/", f->implicit ? ZARR_NODE_IMPLICIT_GROUP : ZARR_NODE_GROUP));
    CHECK(basics_kind_is(store, "g", ZARR_NODE_GROUP));

    /* Format 0: that of the hierarchy; another one is refused. */
    OK(zarr_array_create(store, "g/x", builder, &array, E));
    CHECK(zarr_array_format(array) == f->code && basics_has_key(store, f->array_key));
    CHECK(zarr_array_ndim(array) == 2 && zarr_array_data_type(array) == ZARR_INT32 && zarr_array_item_size(array) == 4);
    OK(zarr_array_shape(array, 2, numbers, E));
    CHECK(numbers[0] == 5 && numbers[1] == 4);
    OK(zarr_array_chunk_shape(array, 2, numbers, E));
    CHECK(numbers[0] == 2 && numbers[1] == 3);
    CHECK(zarr_array_fill_value_defined(array) == 1);
    /* The block of N5 has a header. */
    CHECK(zarr_array_reads_parts(array) == (f->code == ZARR_FORMAT_N5 ? 0 : 2));
    OK(zarr_array_builder_format(builder, f->code == ZARR_FORMAT_V2 ? ZARR_FORMAT_V3 : ZARR_FORMAT_V2, E));
    FAILS(zarr_array_create(store, "g/y", builder, &again, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(again == NULL && basics_kind_is(store, "/g/y", ZARR_NODE_NONE));
    FAILS(zarr_group_create(store, "/h", f->code == ZARR_FORMAT_V2 ? ZARR_FORMAT_V3 : ZARR_FORMAT_V2, NULL, &deep, E),
          ZARR_ERROR_INVALID_ARGUMENT);

    write_and_read(array);
    /* "/a/b" and "a/b" are one node. */
    OK(zarr_array_open(store, "/g/x", &again, E));
    OK(zarr_array_metadata(again, &json, E));
    {
        zarr_bytes *stored = NULL;
        OK(zarr_store_get(store, f->array_key, &stored, E));
        CHECK(zarr_bytes_size(json) == zarr_bytes_size(stored) &&
              memcmp(zarr_bytes_data(json), zarr_bytes_data(stored), zarr_bytes_size(json)) == 0);
        zarr_bytes_free(stored);
    }
    zarr_bytes_free(json);
    OK(zarr_array_warnings(again, &messages, E));
    CHECK(zarr_strings_count(messages) == 0);
    zarr_strings_free(messages);
    OK(zarr_group_warnings(group, &messages, E));
    CHECK(zarr_strings_count(messages) == 0);
    zarr_strings_free(messages);
    zarr_array_free(again);

    OK(zarr_array_attributes(array, &json, E));
    CHECK(basics_json_is(json, "{}"));
    OK(zarr_array_set_attributes(array, "{\"units\": \"m\", \"big\": 18446744073709551615, \"a\": -0.5}", E));
    OK(zarr_array_attributes(array, &json, E));
    CHECK(basics_json_is(json, "{\"units\":\"m\",\"big\":18446744073709551615,\"a\":-0.5}"));
    OK(zarr_group_set_attributes(group, "{\"n\": 2}", E));

    /* Ancestors: explicit where the format has no implicit groups. */
    OK(zarr_group_create(store, "/p/q/r", 0, NULL, &deep, E));
    zarr_group_free(deep);
    CHECK(basics_kind_is(store, "/p/q", f->implicit ? ZARR_NODE_IMPLICIT_GROUP : ZARR_NODE_GROUP));
    CHECK(children_are(store, "/", "g p") && children_are(store, "/p", "q") && children_are(store, "/p/q/r", ""));
    if (f->implicit) {
        OK(zarr_group_open(store, "/p/q", &deep, E));
        OK(zarr_group_attributes(deep, &json, E));
        CHECK(basics_json_is(json, "{}"));
        zarr_group_free(deep);
        OK(zarr_group_create(store, "/p/q", 0, "{\"now\": \"explicit\"}", &deep, E));
        zarr_group_free(deep);
        CHECK(basics_kind_is(store, "/p/q", ZARR_NODE_GROUP) && children_are(store, "/p/q", "r"));
    }
    FAILS(zarr_group_create(store, "/p/q/r", 0, NULL, &deep, E), ZARR_ERROR_ALREADY_EXISTS);

    resizing(store, array);
    zarr_array_free(array);
    zarr_group_free(group);
    OK(zarr_store_flush(store, E));

    if (strcmp(url, "memory://") != 0) { /* opened again, and read only */
        zarr_store_free(store);
        OK(zarr_store_open(url, "{\"mode\": \"r\"}", &store, E));
        OK(zarr_group_open(store, "g", &group, E));
        OK(zarr_group_attributes(group, &json, E));
        CHECK(basics_json_is(json, "{\"n\":2}"));
        zarr_group_free(group);
        OK(zarr_array_open(store, "g/x", &array, E));
        OK(zarr_array_shape(array, 2, numbers, E));
        CHECK(numbers[0] == 2 && numbers[1] == 6 && zarr_array_format(array) == f->code);
        zarr_array_free(array);
        CHECK(children_are(store, "", "g p") && children_are(store, "g", "x"));
        zarr_store_free(store);
        OK(zarr_store_open(url, NULL, &store, E));
    }
    OK(zarr_node_erase(store, "/g/x", E));
    CHECK(basics_kind_is(store, "/g/x", ZARR_NODE_NONE) && basics_kind_is(store, "/g", ZARR_NODE_GROUP));
    FAILS(zarr_node_erase(store, "/g/x", E), ZARR_ERROR_NOT_FOUND);
    OK(zarr_node_erase(store, "/p", E));
    CHECK(children_are(store, "/", "g") && basics_kind_is(store, "/p/q/r", ZARR_NODE_NONE));
    OK(zarr_node_erase(store, "/", E));
    CHECK(basics_kind_is(store, "/g", ZARR_NODE_NONE));
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

/* An array at the root is a whole store. */
static void root_array(const format_row *f, const char *url) {
    static const int64_t start[1] = {0}, count[1] = {3};
    static const int16_t data[3] = {1, -2, 3};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_array_builder *builder = NULL;
    int16_t got[3] = {0};
    int pass;
    check_context("%s array at the root of %s", f->name, url);
    OK(zarr_array_builder_new(ZARR_INT16, 1, count, &builder, E));
    OK(zarr_array_builder_format(builder, f->code, E));
    OK(zarr_store_open(url, NULL, &store, E));
    OK(zarr_array_create(store, "/", builder, &array, E));
    OK(zarr_array_write_region(array, 1, start, count, data, sizeof data, E));
    zarr_array_free(array);
    for (pass = 0; pass < 2; pass++) {
        OK(zarr_array_open(store, pass == 0 ? "" : "/", &array, E));
        OK(zarr_array_read_region(array, 1, start, count, got, sizeof got, E));
        CHECK(memcmp(got, data, sizeof got) == 0);
        zarr_array_free(array);
    }
    CHECK(basics_kind_is(store, "/", ZARR_NODE_ARRAY));
    zarr_array_builder_free(builder);
    zarr_store_free(store);
}

int main(void) {
    char *directory = temp_make();
    const format_row *f;
    for (f = basics_formats; f->name != NULL; f++) {
        char name[64];
        char *path;
        snprintf(name, sizeof name, "%s.zarr", f->name);
        path = path_join(directory, name);
        hierarchy(f, "memory://");
        hierarchy(f, path);
        free(path);
        snprintf(name, sizeof name, "root-%s.zarr", f->name);
        path = path_join(directory, name);
        root_array(f, "memory://");
        root_array(f, path);
        free(path);
    }
    basics_builder();
    basics_v1(directory);
    basics_store(directory);
    temp_remove(directory);
    check_context("%s", "");
    return check_summary("basics");
}
