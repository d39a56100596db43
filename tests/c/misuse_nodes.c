/*
 * Why this file exists: the misuse test of nodes and groups: paths, kinds, attributes.
 */
#include "misuse.h"

static const char array_document[] =
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [3], \"data_type\": \"int8\", \"chunk_grid\": {\"name\": "
    "\"regular\", \"configuration\": {\"chunk_shape\": [3]}}, \"chunk_key_encoding\": {\"name\": \"default\"}, "
    "\"fill_value\": 0, \"codecs\": [{\"name\": \"bytes\"}]}";

/* The path must be refused by everything that takes one. */
static void bad_path(const world *w, const char *path) {
    zarr_error error;
    int32_t kind = -77;
    zarr_strings *names = RUBBISH(zarr_strings);
    zarr_group *group = RUBBISH(zarr_group);
    zarr_array *array = RUBBISH(zarr_array);
    BAD_ARGUMENT(zarr_node_kind(w->store, path, &kind, E));
    CHECK(kind == -77);
    BAD_ARGUMENT(zarr_node_children(w->store, path, &names, E));
    CHECK(names == NULL);
    BAD_ARGUMENT(zarr_node_erase(w->store, path, E));
    BAD_ARGUMENT(zarr_node_erase_watched(w->store, path, NULL, NULL, E));
    BAD_ARGUMENT(zarr_group_create(w->store, path, 0, NULL, &group, E));
    CHECK(group == NULL);
    group = RUBBISH(zarr_group);
    BAD_ARGUMENT(zarr_group_open(w->store, path, &group, E));
    CHECK(group == NULL);
    group = RUBBISH(zarr_group);
    BAD_ARGUMENT(zarr_group_open_with(w->store, path, "{}", &group, E));
    CHECK(group == NULL);
    BAD_ARGUMENT(zarr_array_open(w->store, path, &array, E));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    BAD_ARGUMENT(zarr_array_open_with(w->store, path, NULL, &array, E));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    BAD_ARGUMENT(zarr_array_create(w->store, path, w->builder, &array, E));
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    BAD_ARGUMENT(zarr_array_create_json(w->store, path, ZARR_FORMAT_V3, array_document, &array, E));
    CHECK(array == NULL);
}

static void nothing_and_wrong_kind(const world *w) {
    zarr_error error;
    int32_t kind = -1;
    zarr_strings *names;
    zarr_group *group;
    zarr_array *array;
    check_context("nodes that are not there, or of the other kind");
    OK(zarr_node_kind(w->store, "/none", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
    names = RUBBISH(zarr_strings);
    FAILS(zarr_node_children(w->store, "/none", &names, E), ZARR_ERROR_NOT_FOUND);
    CHECK(names == NULL);
    names = RUBBISH(zarr_strings);
    FAILS(zarr_node_children(w->store, "/a", &names, E), ZARR_ERROR_NODE_TYPE);
    CHECK(names == NULL);
    FAILS(zarr_node_erase(w->store, "/none", E), ZARR_ERROR_NOT_FOUND);
    group = RUBBISH(zarr_group);
    FAILS(zarr_group_open(w->store, "/none", &group, E), ZARR_ERROR_NOT_FOUND);
    CHECK(group == NULL && strstr(error.message, "none") != NULL);
    group = RUBBISH(zarr_group);
    FAILS(zarr_group_open(w->store, "/a", &group, E), ZARR_ERROR_NODE_TYPE);
    CHECK(group == NULL);
    array = RUBBISH(zarr_array);
    FAILS(zarr_array_open(w->store, "/none", &array, E), ZARR_ERROR_NOT_FOUND);
    CHECK(array == NULL && strstr(error.message, "none") != NULL);
    array = RUBBISH(zarr_array);
    FAILS(zarr_array_open(w->store, "/g", &array, E), ZARR_ERROR_NODE_TYPE);
    CHECK(array == NULL);
    group = RUBBISH(zarr_group);
    FAILS(zarr_group_create(w->store, "/g", 0, NULL, &group, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(group == NULL);
    group = RUBBISH(zarr_group);
    FAILS(zarr_group_create(w->store, "/a", 0, NULL, &group, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(group == NULL);
    group = RUBBISH(zarr_group);
    /* An array has no children. */
    FAILS2(zarr_group_create(w->store, "/a/x", 0, NULL, &group, E), ZARR_ERROR_NODE_TYPE, ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(group == NULL);
    array = RUBBISH(zarr_array);
    FAILS(zarr_array_create(w->store, "/a", w->builder, &array, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(array == NULL);
    array = RUBBISH(zarr_array);
    FAILS(zarr_array_create(w->store, "/g", w->builder, &array, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(array == NULL);
}

static void nulls(const world *w) {
    zarr_error error;
    check_context("NULL outputs");
    BAD_ARGUMENT(zarr_node_kind(w->store, "/g", NULL, E));
    BAD_ARGUMENT(zarr_node_children(w->store, "/", NULL, E));
    BAD_ARGUMENT(zarr_group_open(w->store, "/g", NULL, E));
    BAD_ARGUMENT(zarr_group_open_with(w->store, "/g", NULL, NULL, E));
    BAD_ARGUMENT(zarr_array_open(w->store, "/a", NULL, E));
    BAD_ARGUMENT(zarr_array_open_with(w->store, "/a", NULL, NULL, E));
    /* Refused before anything is written. */
    BAD_ARGUMENT(zarr_group_create(w->store, "/new", 0, NULL, NULL, E));
    BAD_ARGUMENT(zarr_array_create(w->store, "/new", w->builder, NULL, E));
    BAD_ARGUMENT(zarr_array_create_json(w->store, "/new", ZARR_FORMAT_V3, array_document, NULL, E));
    {
        int32_t kind = -1;
        OK(zarr_node_kind(w->store, "/new", &kind, E));
        CHECK(kind == ZARR_NODE_NONE);
        CHECK(zarr_node_kind(w->store, "/g", &kind, NULL) == ZARR_OK && kind == ZARR_NODE_GROUP);
        CHECK(zarr_node_erase(w->store, "/none", NULL) == ZARR_ERROR_NOT_FOUND);
    }
}

static void bad_group(const zarr_group *group, bool null) {
    zarr_error error;
    zarr_bytes *json = RUBBISH(zarr_bytes);
    zarr_strings *messages = RUBBISH(zarr_strings);
    zarr_status a, b, c;
    zarr_error ea, eb, ec;
    check_context("a bad group handle");
    a = zarr_group_attributes(group, &json, check_poison(&ea));
    b = zarr_group_set_attributes(group, "{}", check_poison(&eb));
    c = zarr_group_warnings(group, &messages, check_poison(&ec));
    CHECK(json == NULL && messages == NULL);
#define CASE(status, its) (error = its, null ? NO_HANDLE(status) : WRONG_HANDLE(status))
    CASE(a, ea);
    CASE(b, eb);
    CASE(c, ec);
#undef CASE
}

static void groups(const world *w) {
    static const int32_t bad_formats[] = {-1, 4, 30, 35, 99, INT32_MAX, INT32_MIN};
    zarr_error error;
    zarr_group *group = NULL;
    zarr_array *array;
    zarr_bytes *json = NULL;
    size_t i;
    check_context("groups");
    BAD_ARGUMENT(zarr_group_attributes(w->group, NULL, E));
    BAD_ARGUMENT(zarr_group_warnings(w->group, NULL, E));
    BAD_ARGUMENT(zarr_group_set_attributes(w->group, NULL, E));
    for (i = 0; misuse_bad_objects[i] != NULL; i++) {
        check_context("attributes %s", misuse_bad_objects[i]);
        BAD_ARGUMENT(zarr_group_set_attributes(w->group, misuse_bad_objects[i], E));
        group = RUBBISH(zarr_group);
        BAD_ARGUMENT(zarr_group_create(w->store, "/new", 0, misuse_bad_objects[i], &group, E));
        CHECK(group == NULL);
        group = RUBBISH(zarr_group);
        BAD_ARGUMENT(zarr_group_open_with(w->store, "/g", misuse_bad_objects[i], &group, E));
        CHECK(group == NULL);
        array = RUBBISH(zarr_array);
        BAD_ARGUMENT(zarr_array_open_with(w->store, "/a", misuse_bad_objects[i], &array, E));
        CHECK(array == NULL);
    }
    check_context("groups");
    OK(zarr_group_attributes(w->group, &json, E));
    CHECK(strstr((const char *)zarr_bytes_data(json), "\"a\"") != NULL);
    zarr_bytes_free(json);
    group = RUBBISH(zarr_group);
    BAD_ARGUMENT(zarr_group_open_with(w->store, "/g", "{\"no such option\": 1}", &group, E));
    CHECK(group == NULL);
    array = RUBBISH(zarr_array);
    BAD_ARGUMENT(zarr_array_open_with(w->store, "/a", "{\"no such option\": 1}", &array, E));
    CHECK(array == NULL);
    for (i = 0; i < sizeof bad_formats / sizeof bad_formats[0]; i++) {
        check_context("format %d", (int)bad_formats[i]);
        group = RUBBISH(zarr_group);
        BAD_ARGUMENT(zarr_group_create(w->store, "/new", bad_formats[i], NULL, &group, E));
        CHECK(group == NULL);
        array = RUBBISH(zarr_array);
        BAD_ARGUMENT(zarr_array_create_json(w->store, "/new", bad_formats[i], array_document, &array, E));
        CHECK(array == NULL);
    }
    check_context("groups");
    bad_group(NULL, true);
    bad_group((const zarr_group *)w->store, false);
    bad_group((const zarr_group *)w->array, false);
    OK(zarr_group_open(w->store, "/g", &group, E));
    zarr_group_free(group);
    bad_group(group, false);
    zarr_group_free(group);
}

void misuse_nodes(world *w) {
    size_t i;
    check_context("path NULL");
    bad_path(w, NULL);
    for (i = 0; misuse_bad_paths[i] != NULL; i++) {
        check_context("path '%s'", misuse_bad_paths[i]);
        bad_path(w, misuse_bad_paths[i]);
    }
    for (i = 0; misuse_bad_utf8[i] != NULL; i++) {
        check_context("bad UTF-8 %lu in a path", (unsigned long)i);
        bad_path(w, misuse_bad_utf8[i]);
    }
    nothing_and_wrong_kind(w);
    nulls(w);
    groups(w);
}
