/* Operations on many nodes, as a C program uses them: walk, visit, consolidate, copy with progress and cancel, and misuse. */
#include "check.h"

typedef struct told {
    int calls;
    int64_t done, total, stop_at;
} told;

static int32_t tell(void *user_data, int64_t done, int64_t total) {
    told *t = user_data;
    t->calls++;
    CHECK(done >= t->done && done <= total);
    t->done = done;
    t->total = total;
    return t->stop_at >= 0 && done >= t->stop_at;
}

static void fill(const zarr_store *store, int32_t format) {
    zarr_error error;
    const int64_t shape = 20, chunk = 2, start = 0;
    int16_t values[20];
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    for (int i = 0; i < 20; i++)
        values[i] = (int16_t)(i * i);
    OK(zarr_group_create(store, "g/empty", format, "{\"a\": 1}", &group, E));
    OK(zarr_array_builder_new(ZARR_INT16, 1, &shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_builder_codec(builder, "gzip", NULL, E));
    OK(zarr_array_create(store, "g/squares", builder, &array, E));
    OK(zarr_array_write_region(array, 1, &start, &shape, values, sizeof values, E));
    zarr_group_free(group);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

static void walk(const zarr_store *store, const char *path, int32_t depth, const char *wanted) {
    zarr_error error;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    char text[400] = "";
    if (!OK(zarr_node_walk(store, path, depth, &paths, &kinds, E)))
        return;
    CHECK(zarr_strings_count(paths) == zarr_bytes_size(kinds));
    for (size_t i = 0; i < zarr_strings_count(paths); i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s=%d ", zarr_strings_get(paths, i),
                 zarr_bytes_data(kinds)[i]);
    if (strcmp(text, wanted) != 0)
        FAIL("walk of \"%s\" met %s, not %s", path, text, wanted);
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
}

typedef struct met {
    char text[400];
    int stop_at;
    const zarr_array *last;
} met;

static int32_t meet(void *user_data, const char *path, int32_t kind, const zarr_array *array, const zarr_error *problem) {
    met *m = user_data;
    zarr_error error;
    int64_t shape = 0;
    CHECK((kind == ZARR_NODE_ARRAY) == (array != NULL) && (kind == ZARR_NODE_NONE) == (problem != NULL));
    if (array != NULL)
        OK(zarr_array_shape(array, 1, &shape, E));
    if (problem != NULL)
        CHECK(problem->status == ZARR_ERROR_METADATA && strstr(problem->message, path) != NULL);
    snprintf(m->text + strlen(m->text), sizeof m->text - strlen(m->text), "%s=%d:%d ", path, kind, (int)shape);
    m->last = array != NULL ? array : m->last;
    return --m->stop_at == 0;
}

static void visit(const zarr_store *store, const char *path, int32_t depth, const char *options, const char *wanted) {
    zarr_error error;
    met m = {"", 0, NULL};
    OK(zarr_node_visit(store, path, depth, options, meet, &m, E));
    if (strcmp(m.text, wanted) != 0)
        FAIL("visit of \"%s\" met %s, not %s", path, m.text, wanted);
    CHECK(m.last == NULL || zarr_array_ndim(m.last) == -1);
}

static void visits(const zarr_store *store, int32_t format) {
    const char *document = format == ZARR_FORMAT_V2   ? "g/bad/.zarray"
                           : format == ZARR_FORMAT_V3 ? "g/bad/zarr.json"
                                                      : "meta/g/bad.array.json";
    zarr_error error;
    met m = {"", 2, NULL};
    visit(store, "", -1, NULL,
          format == ZARR_FORMAT_V3_2022 ? "g=3:0 g/empty=2:0 g/squares=1:20 " : "g=2:0 g/empty=2:0 g/squares=1:20 ");
    visit(store, "g", 1, "{\"threads\": 1}", "g/empty=2:0 g/squares=1:20 ");
    visit(store, "g", 0, NULL, "");
    visit(store, "g/empty", -1, NULL, "");
    OK(zarr_store_set(store, document, "{", 1, E));
    visit(store, "/g", -1, NULL, "g/bad=0:0 g/empty=2:0 g/squares=1:20 ");
    FAILS(zarr_node_visit(store, "g", -1, NULL, meet, &m, E), ZARR_ERROR_CANCELLED);
    CHECK(strcmp(m.text, "g/bad=0:0 g/empty=2:0 ") == 0);
    OK(zarr_store_erase(store, document, E));
    FAILS(zarr_node_visit(store, "", -2, NULL, meet, &m, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_visit(store, "", -1, NULL, NULL, &m, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_visit(store, "", -1, "{\"x\": 1}", meet, &m, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_visit(store, NULL, -1, NULL, meet, &m, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_visit(store, "g/squares", 1, NULL, meet, &m, E), ZARR_ERROR_NODE_TYPE);
    FAILS(zarr_node_visit(store, "none", 1, NULL, meet, &m, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_node_visit(NULL, "", 1, NULL, meet, &m, E), ZARR_ERROR_INVALID_HANDLE);
}

static void copy(const zarr_store *store, int32_t format) {
    zarr_error error;
    const int64_t start = 0, count = 20;
    int16_t values[20];
    told t = {0, 0, 0, -1};
    zarr_store *other = NULL;
    zarr_array *array = NULL;
    OK(zarr_store_open("memory://", NULL, &other, E));
    OK(zarr_node_copy(store, "", other, "copied", format, tell, &t, E));
    CHECK(t.calls >= 2 && t.done == 10 && t.total == 10);
    OK(zarr_array_open(other, "copied/g/squares", &array, E));
    CHECK(zarr_array_format(array) == format);
    OK(zarr_array_read_region(array, 1, &start, &count, values, sizeof values, E));
    for (int i = 0; i < 20; i++)
        CHECK(values[i] == i * i);
    FAILS(zarr_node_copy(store, "", other, "copied", format, NULL, NULL, E), ZARR_ERROR_ALREADY_EXISTS);
    t = (told){0, 0, 0, 0};
    FAILS(zarr_node_copy(store, "g", other, "stopped", format, tell, &t, E), ZARR_ERROR_CANCELLED);
    CHECK(t.calls == 1);
    FAILS(zarr_node_copy(NULL, "g", other, "x", 0, NULL, NULL, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_node_copy(store, "g", NULL, "x", 0, NULL, NULL, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_node_copy(store, NULL, other, "x", 0, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_copy(store, "g", other, NULL, 0, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_copy(store, "g", other, "x", 77, NULL, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_node_copy(store, "none", other, "x", 0, NULL, NULL, E), ZARR_ERROR_NOT_FOUND);
    zarr_array_free(array);
    zarr_store_free(other);
}

static void consolidate(const zarr_store *store, const char *path, int32_t format) {
    zarr_error error;
    zarr_store *reader = NULL;
    if (format == ZARR_FORMAT_V3_2022) {
        FAILS(zarr_node_consolidate(store, "", E), ZARR_ERROR_UNSUPPORTED);
        return;
    }
    OK(zarr_node_consolidate(store, "", E));
    OK(zarr_store_open(path, "{\"mode\": \"r\", \"consolidated\": \"require\"}", &reader, E));
    walk(reader, "", -1, "g=2 g/empty=2 g/squares=1 ");
    FAILS(zarr_node_consolidate(reader, "", E), ZARR_ERROR_READ_ONLY);
    zarr_store_free(reader);
    FAILS(zarr_node_consolidate(NULL, "", E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_node_consolidate(store, "g/squares", E), ZARR_ERROR_NODE_TYPE);
    FAILS(zarr_node_consolidate(store, "none", E), ZARR_ERROR_NOT_FOUND);
}

int main(void) {
    static const int32_t formats[] = {ZARR_FORMAT_V2, ZARR_FORMAT_V3, ZARR_FORMAT_V3_2022};
    char *directory = temp_make();
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        zarr_error error;
        zarr_strings *paths = NULL;
        zarr_bytes *kinds = NULL;
        zarr_store *store = NULL;
        char name[20], *path;
        check_context("format %d", formats[i]);
        snprintf(name, sizeof name, "%d.zarr", formats[i]);
        path = path_join(directory, name);
        OK(zarr_store_open(path, NULL, &store, E));
        fill(store, formats[i]);
        walk(store, "", -1, formats[i] == ZARR_FORMAT_V3_2022 ? "g=3 g/empty=2 g/squares=1 " : "g=2 g/empty=2 g/squares=1 ");
        walk(store, "g", 1, "g/empty=2 g/squares=1 ");
        walk(store, "g/empty", -1, "");
        FAILS(zarr_node_walk(store, "", -2, &paths, &kinds, E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_node_walk(store, "", 1, NULL, &kinds, E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_node_walk(store, "", 1, &paths, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_node_walk(store, "g/squares", 1, &paths, &kinds, E), ZARR_ERROR_NODE_TYPE);
        FAILS(zarr_node_walk(NULL, "", 1, &paths, &kinds, E), ZARR_ERROR_INVALID_HANDLE);
        CHECK(paths == NULL && kinds == NULL);
        visits(store, formats[i]);
        for (size_t j = 0; j < sizeof formats / sizeof formats[0]; j++)
            copy(store, formats[j]);
        consolidate(store, path, formats[i]);
        zarr_store_free(store);
        free(path);
    }
    temp_remove(directory);
    return check_summary("hierarchy");
}
