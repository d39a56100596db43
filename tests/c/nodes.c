/* Nodes from C: moving, replacing, opening either kind, opening from a group, paths and stores of handles, the block of a
   list of strings; and misuse of each function. */
#include "check.h"

typedef struct told {
    int calls;
    int64_t total;
    bool stop;
} told;

static int32_t tell(void *user_data, int64_t done, int64_t total) {
    told *t = user_data;
    t->calls++;
    t->total = total;
    CHECK(done >= 0 && done <= total);
    return t->stop;
}

static zarr_array_builder *fill(const zarr_store *store, int32_t format) {
    static const int64_t shape = 4, start = 0;
    static const int32_t values[4] = {1, 2, 3, 4};
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    OK(zarr_group_create(store, "g", format, "{\"title\": \"t\"}", &group, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &shape, &builder, E));
    OK(zarr_array_create(store, "g/deep/a", builder, &array, E));
    OK(zarr_array_write_region(array, 1, &start, &shape, values, sizeof values, E));
    zarr_array_free(array);
    zarr_group_free(group);
    return builder;
}

static void path_is(zarr_bytes *path, const char *wanted) {
    CHECK(path != NULL && strcmp((const char *)zarr_bytes_data(path), wanted) == 0);
    zarr_bytes_free(path);
}

static void open_either(const zarr_store *store) {
    static const int64_t start = 0, count = 4;
    zarr_error error;
    int32_t values[4] = {0, 0, 0, 0}, kind = -1;
    zarr_array *array = (zarr_array *)&error, *below = NULL;
    zarr_group *group = (zarr_group *)&error, *deep = NULL, *same = NULL;
    zarr_store *again = NULL;
    zarr_bytes *path = NULL;
    OK(zarr_node_open(store, "g/deep/a", NULL, &array, &group, E));
    CHECK(array != NULL && group == NULL && zarr_array_ndim(array) == 1);
    OK(zarr_array_path(array, &path, E));
    path_is(path, "g/deep/a");
    OK(zarr_array_store(array, &again, E));
    zarr_array_free(array);
    OK(zarr_node_kind(again, "g/deep/a", &kind, E));
    CHECK(kind == ZARR_NODE_ARRAY);
    zarr_store_free(again);
    OK(zarr_node_open(store, "/g", "{\"strict\": true}", &array, &group, E));
    CHECK(array == NULL && group != NULL);
    OK(zarr_group_path(group, &path, E));
    path_is(path, "g");
    OK(zarr_group_open_array(group, "deep/a", NULL, &below, E));
    OK(zarr_array_read_region(below, 1, &start, &count, values, sizeof values, E));
    CHECK(values[3] == 4);
    OK(zarr_group_open_group(group, "deep", NULL, &deep, E));
    OK(zarr_group_path(deep, &path, E));
    path_is(path, "g/deep");
    OK(zarr_group_open_group(deep, "", "{}", &same, E));
    OK(zarr_group_store(same, &again, E));
    OK(zarr_group_path(same, &path, E));
    path_is(path, "g/deep");
    zarr_store_free(again);

    zarr_array_free(below);
    below = (zarr_array *)&error;
    FAILS(zarr_group_open_array(group, "deep", NULL, &below, E), ZARR_ERROR_NODE_TYPE);
    CHECK(below == NULL);
    FAILS(zarr_group_open_array(group, "/g/deep/a", NULL, &below, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "begins at the root") != NULL);
    FAILS(zarr_group_open_array(group, "../g", NULL, &below, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_array(group, "none", NULL, &below, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_group_open_array(group, "deep/a", "{\"no\": 1}", &below, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_array(group, NULL, NULL, &below, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_array(group, "deep/a", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_array(NULL, "deep/a", NULL, &below, E), ZARR_ERROR_INVALID_HANDLE);
    zarr_group_free(same);
    same = (zarr_group *)&error;
    FAILS(zarr_group_open_group(group, "deep/a", NULL, &same, E), ZARR_ERROR_NODE_TYPE);
    CHECK(same == NULL);
    FAILS(zarr_group_open_group(group, "a//b", NULL, &same, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_group(group, NULL, NULL, &same, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_group(group, "deep", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_open_group((zarr_group *)store, "deep", NULL, &same, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_node_open(store, "none", NULL, &array, &group, E), ZARR_ERROR_NOT_FOUND);
    CHECK(array == NULL && group == NULL);
    FAILS(zarr_node_open(store, NULL, NULL, &array, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_open(store, "g", "[]", &array, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_open(store, "g", NULL, NULL, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_open(store, "g", NULL, &array, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_open(NULL, "g", NULL, &array, &group, E), ZARR_ERROR_INVALID_HANDLE);
    path = (zarr_bytes *)&error;
    FAILS(zarr_group_path((zarr_group *)store, &path, E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(path == NULL);
    FAILS(zarr_group_path(deep, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_store(NULL, &again, E), ZARR_ERROR_INVALID_HANDLE);
    CHECK(again == NULL);
    FAILS(zarr_group_store(deep, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_path((zarr_array *)store, &path, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_path(NULL, &path, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_store((zarr_array *)deep, &again, E), ZARR_ERROR_INVALID_HANDLE);
    OK(zarr_array_open(store, "g/deep/a", &array, E));
    FAILS(zarr_array_path(array, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_store(array, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(array);
    zarr_group_free(deep);
}

static void move(const zarr_store *store) {
    zarr_error error;
    told t = {0, 0, false};
    int32_t kind = -1;
    OK(zarr_node_move(store, "g", "new/place", tell, &t, E));
    CHECK(t.calls >= 1 && t.total >= 1);
    OK(zarr_node_kind(store, "g", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
    OK(zarr_node_kind(store, "new/place/deep/a", &kind, E));
    CHECK(kind == ZARR_NODE_ARRAY);
    t.stop = true;
    FAILS(zarr_node_move(store, "new/place", "g", tell, &t, E), ZARR_ERROR_CANCELLED);
    OK(zarr_node_move(store, "new/place", "g", NULL, NULL, E));
    FAILS(zarr_node_move(store, "g", "g/deep/g", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "", "h", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "g", "/", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "g", "../h", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "\xFF", "h", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, NULL, "h", NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "g", NULL, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_move(store, "none", "h", NULL, NULL, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_node_move(NULL, "g", "h", NULL, NULL, E), ZARR_ERROR_INVALID_HANDLE);
    OK(zarr_node_kind(store, "g/deep/a", &kind, E));
    CHECK(kind == ZARR_NODE_ARRAY);
}

static void replace(const zarr_store *store, int32_t format, const zarr_array_builder *builder) {
    zarr_error error;
    static const int64_t start = 0, count = 4;
    int32_t values[4] = {7, 7, 7, 7}, kind = -1;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    OK(zarr_array_create_or_replace(store, "g/deep/a", builder, &array, E));
    OK(zarr_array_read_region(array, 1, &start, &count, values, sizeof values, E));
    CHECK(values[0] == 0 && values[3] == 0);
    zarr_array_free(array);
    OK(zarr_group_create_or_replace(store, "g", format, "{\"new\": 1}", &group, E));
    OK(zarr_node_kind(store, "g/deep", &kind, E));
    CHECK(kind == ZARR_NODE_NONE);
    zarr_group_free(group);
    array = (zarr_array *)&error;
    group = (zarr_group *)&error;
    FAILS(zarr_array_create_or_replace(store, "g/..", builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(array == NULL);
    FAILS(zarr_array_create_or_replace(store, NULL, builder, &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_create_or_replace(store, "g", NULL, &array, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_create_or_replace(store, "g", builder, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_create_or_replace(NULL, "g", builder, &array, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_group_create_or_replace(store, "g", 99, NULL, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(group == NULL);
    FAILS(zarr_group_create_or_replace(store, "g", format, "[]", &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_create_or_replace(store, NULL, format, NULL, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_create_or_replace(store, "g", format, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_group_create_or_replace(NULL, "g", format, NULL, &group, E), ZARR_ERROR_INVALID_HANDLE);
    OK(zarr_group_open(store, "g", &group, E));
    zarr_group_free(group);
}

static void read_only(const char *url) {
    zarr_error error;
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    OK(zarr_store_open(url, "{\"mode\": \"r\"}", &store, E));
    FAILS(zarr_node_move(store, "g", "h", NULL, NULL, E), ZARR_ERROR_READ_ONLY);
    FAILS(zarr_group_create_or_replace(store, "g", ZARR_FORMAT_DEFAULT, NULL, &group, E), ZARR_ERROR_READ_ONLY);
    zarr_store_free(store);
}

/* The block and the offsets say the same as the strings one by one. */
static void block(const zarr_store *store) {
    zarr_error error;
    zarr_strings *names = NULL;
    const char *data;
    const size_t *offsets;
    OK(zarr_store_list_prefix(store, "", &names, E));
    data = zarr_strings_data(names);
    offsets = zarr_strings_offsets(names);
    CHECK(data != NULL && offsets != NULL && offsets[0] == 0);
    for (size_t i = 0; i < zarr_strings_count(names); i++) {
        CHECK(data + offsets[i] == zarr_strings_get(names, i));
        CHECK(offsets[i + 1] - offsets[i] == zarr_strings_size(names, i) + 1);
    }
    zarr_strings_free(names);
    CHECK(zarr_strings_data(names) == NULL && zarr_strings_offsets(names) == NULL);
    CHECK(zarr_strings_data(NULL) == NULL && zarr_strings_offsets(NULL) == NULL);
    CHECK(zarr_strings_data((const zarr_strings *)store) == NULL);
    OK(zarr_store_list_prefix(store, "nothing/", &names, E));
    CHECK(zarr_strings_data(names) != NULL && zarr_strings_offsets(names)[0] == 0);
    zarr_strings_free(names);
}

/* The message names the call that the program needs: a user would look for it in the header. */
static void advice(const zarr_store *store, int32_t format, const zarr_array_builder *builder) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_store *wrong = NULL;
    FAILS(zarr_array_create(store, "g/deep/a", builder, &array, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(strstr(error.message, "; zarr_node_open opens it, zarr_array_create_or_replace replaces it") != NULL);
    FAILS(zarr_group_create(store, "g/deep/a", format, NULL, &group, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(strstr(error.message, "; zarr_node_open opens it, zarr_group_create_or_replace replaces it") != NULL);
    FAILS(zarr_array_open(store, "g", &array, E), ZARR_ERROR_NODE_TYPE);
    CHECK(strstr(error.message, "it is a group; zarr_group_open opens it") != NULL);
    FAILS(zarr_group_open(store, "g/deep/a", &group, E), ZARR_ERROR_NODE_TYPE);
    CHECK(strstr(error.message, "it is an array; zarr_array_open opens it") != NULL);
    FAILS(zarr_group_create(store, "x", 77, NULL, &group, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "format 77 is none of 0 (default), 1 (v1), 2 (v2)") != NULL);
    FAILS(zarr_store_open("memory://", "{\"mode\": \"w\"}", &wrong, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "zarr_group_create_or_replace at the path \"/\" replaces all") != NULL);
}

int main(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V2,       ZARR_FORMAT_V3,      ZARR_FORMAT_V3_2019A,
                                      ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022,
                                      ZARR_FORMAT_N5};
    char *directory = temp_make();
    for (size_t f = 0; f < sizeof formats / sizeof formats[0]; f++) {
        zarr_error error;
        zarr_store *store = NULL;
        zarr_array_builder *builder;
        char name[20], *url;
        check_context("format %d", (int)formats[f]);
        snprintf(name, sizeof name, "%d.zarr", (int)formats[f]);
        url = path_join(directory, name);
        OK(zarr_store_open(url, NULL, &store, E));
        builder = fill(store, formats[f]);
        open_either(store);
        advice(store, formats[f], builder);
        move(store);
        block(store);
        read_only(url);
        replace(store, formats[f], builder);
        zarr_array_builder_free(builder);
        zarr_store_free(store);
        free(url);
    }
    temp_remove(directory);
    check_context("%s", "");
    return check_summary("nodes");
}
