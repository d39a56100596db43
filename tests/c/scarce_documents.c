/*
 * Why this file exists: memory runs out over documents and listings as well, whose size strangers choose. Each
 * call on a document of some hundred kilobytes, or on some thousand names, returns where the allocator refuses everything
 * above 64 KiB, and succeeds once there is memory again.
 */
#include "scarce.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NODES 3000

/* Documents whose largest part is one list, one text, many members, many objects, or something that is no document. */
static char *documents[5];

static char *repeated(const char *before, const char *format, int times, const char *after) {
    char *text = need(strlen(before) + (size_t)times * 64 + strlen(after) + 1), *at = text + sprintf(text, "%s", before);
    int i;
    for (i = 0; i < times; i++)
        at += sprintf(at, format, i);
    strcpy(at, after);
    return text;
}

typedef struct world {
    zarr_store *store, *copy;
    const char *text;
} world;

static zarr_status open_it(world *w, zarr_error *error) {
    zarr_array *array = NULL;
    zarr_bytes *text = NULL;
    zarr_strings *names = NULL;
    zarr_status status = zarr_array_open(w->store, "g/a", &array, error);
    if (status == ZARR_OK)
        status = zarr_array_attributes(array, &text, error);
    zarr_bytes_free(text);
    text = NULL;
    if (status == ZARR_OK)
        status = zarr_array_metadata(array, &text, error);
    if (status == ZARR_OK)
        status = zarr_attribute_names(array, &names, error);
    if (status == ZARR_OK)
        status = zarr_attribute_set_int64(array, "more", 1, error);
    if (status == ZARR_OK)
        status = zarr_attribute_erase(array, "more", error);
    zarr_strings_free(names);
    zarr_bytes_free(text);
    zarr_array_free(array);
    return status;
}

static zarr_status set_it(world *w, zarr_error *error) {
    zarr_group *group = NULL;
    zarr_status status = zarr_group_open(w->store, "g", &group, error);
    if (status == ZARR_OK)
        status = zarr_group_set_attributes(group, w->text, error);
    zarr_group_free(group);
    return status;
}

static zarr_status consolidate(world *w, zarr_error *error) {
    return zarr_node_consolidate(w->store, "g", error);
}

static zarr_status copy(world *w, zarr_error *error) {
    zarr_status status = zarr_node_erase(w->copy, "g", error);
    if (status == ZARR_OK || status == ZARR_ERROR_NOT_FOUND)
        status = zarr_node_copy(w->store, "g", w->copy, "g", ZARR_FORMAT_DEFAULT, NULL, NULL, error);
    return status;
}

static zarr_status list(world *w, zarr_error *error) {
    zarr_strings *names = NULL, *more = NULL;
    zarr_bytes *kinds = NULL;
    zarr_status status = zarr_node_children(w->store, "many", &names, error);
    zarr_strings_free(names);
    names = NULL;
    if (status == ZARR_OK)
        status = zarr_node_walk(w->store, "many", -1, &names, &kinds, error);
    zarr_bytes_free(kinds);
    zarr_strings_free(names);
    names = NULL;
    if (status == ZARR_OK)
        status = zarr_store_list_dir(w->store, "many/", &names, &more, error);
    zarr_strings_free(names);
    zarr_strings_free(more);
    names = NULL;
    if (status == ZARR_OK)
        status = zarr_store_list_prefix(w->store, "many/", &names, error);
    zarr_strings_free(names);
    return status;
}

/* A chunk for each of many elements, and texts. */
static zarr_status many_chunks(world *w, zarr_error *error) {
    static const int64_t zero[1] = {0}, count[1] = {NODES};
    static int32_t values[NODES];
    zarr_array *array = NULL;
    zarr_bytes *positions = NULL;
    zarr_strings *texts = NULL;
    size_t number;
    zarr_status status = zarr_array_open(w->store, "chunks", &array, error);
    if (status == ZARR_OK)
        status = zarr_array_write_region(array, 1, zero, count, values, sizeof values, error);
    if (status == ZARR_OK)
        status = zarr_array_read_region(array, 1, zero, count, values, sizeof values, error);
    if (status == ZARR_OK)
        status = zarr_array_list_chunks(array, ZARR_UNIT_CHUNK, &positions, &number, error);
    zarr_bytes_free(positions);
    zarr_array_free(array);
    array = NULL;
    if (status == ZARR_OK)
        status = zarr_array_open(w->store, "texts", &array, error);
    if (status == ZARR_OK)
        status = zarr_array_read_strings(array, 1, zero, count, &texts, error);
    zarr_strings_free(texts);
    zarr_array_free(array);
    return status;
}

static void make_many_chunks(zarr_store *store) {
    static const int64_t zero[1] = {0}, count[1] = {NODES}, one_element[1] = {1}, part[1] = {100};
    static const char *texts[NODES];
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    int i;
    for (i = 0; i < NODES; i++)
        texts[i] = "a text of some length";
    OK(zarr_array_builder_new(ZARR_INT32, 1, count, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, one_element, E));
    OK(zarr_array_create(store, "chunks", builder, &array, E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
    OK(zarr_array_builder_new(ZARR_STRING, 1, count, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, part, E));
    OK(zarr_array_create(store, "texts", builder, &array, E));
    OK(zarr_array_write_strings(array, 1, zero, count, texts, NULL, NODES, E));
    zarr_array_builder_free(builder);
    zarr_array_free(array);
}

static unsigned long answers, lacks;

static void one(world *w, const char *what, zarr_status (*run)(world *w, zarr_error *error), volatile int *refusing) {
    zarr_error error;
    zarr_status status;
    check_context("no memory for documents, %s, of %lu bytes", what, (unsigned long)strlen(w->text));
    *refusing = 1;
    status = run(w, E);
    *refusing = 0;
    answers++;
    lacks += status == ZARR_ERROR_NO_MEMORY;
    if (status != ZARR_OK && status != ZARR_ERROR_NO_MEMORY)
        FAIL("%s: %s", zarr_status_name(status), error.message);
    CHECK((status == ZARR_OK) == (error.message[0] == 0));
    OK(run(w, E));
}

static void many_nodes(const char *folder) {
    char *path = path_join(folder, "documents/many"), name[32];
    int i;
    mkdir(path, 0777);
    for (i = -1; i < NODES; i++) {
        char *below, *document;
        int file;
        sprintf(name, i < 0 ? "." : "%d", i);
        below = path_join(path, name);
        mkdir(below, 0777);
        document = path_join(below, "zarr.json");
        file = open(document, O_WRONLY | O_CREAT | O_TRUNC, 0666);
        CHECK(write(file, "{\"zarr_format\": 3, \"node_type\": \"group\"}", 40) == 40);
        close(file);
        free(document);
        free(below);
    }
    free(path);
}

bool refuses(volatile int *refusing) {
    void *volatile large;
    *refusing = 1;
    large = malloc(1 << 20);
    *refusing = 0;
    free(large);
    return large == NULL;
}

unsigned long scarce_documents(const char *folder, volatile int *refusing) {
    static const int64_t shape[1] = {4};
    char *path = path_join(folder, "documents"), *other = path_join(folder, "copied");
    zarr_error error;
    size_t i;
    documents[0] = repeated("{\"list\": [0", ", %d", 3000, "]}");
    documents[1] = repeated("{\"text\": \"", "%09d ", 20000, "\"}");
    documents[2] = repeated("{\"first\": 0", ", \"member %d\": \"a text that is not short\"", 3000, "}");
    documents[3] = repeated("{\"escapes\": \"", "\\n%d\\u00e4", 8000, "\", \"objects\": [{\"a\": 1}, {\"a\": [1, 2, {}]}]}");
    documents[4] = repeated("{\"objects\": [0", ", {\"a\": [%d, {}]}", 3000, "]}");
    for (i = 0; i < sizeof documents / sizeof *documents; i++) {
        world w = {NULL, NULL, NULL};
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_group *group = NULL;
        w.text = documents[i];
        check_context("documents of %lu bytes", (unsigned long)strlen(w.text));
        OK(zarr_store_open(path, "{\"threads\": 1}", &w.store, E));
        OK(zarr_store_open(other, "{\"threads\": 1}", &w.copy, E));
        OK(zarr_group_create_or_replace(w.store, "g", ZARR_FORMAT_V3, NULL, &group, E));
        OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
        OK(zarr_array_create(w.store, "g/a", builder, &array, E));
        OK(zarr_array_set_attributes(array, w.text, E));
        one(&w, "opening and changing an array", open_it, refusing);
        one(&w, "setting attributes", set_it, refusing);
        one(&w, "consolidating", consolidate, refusing);
        one(&w, "copying", copy, refusing);
        if (i == 0) {
            many_nodes(folder);
            one(&w, "listing", list, refusing);
            make_many_chunks(w.store);
            one(&w, "many chunks", many_chunks, refusing);
        }
        zarr_array_builder_free(builder);
        zarr_array_free(array);
        zarr_group_free(group);
        zarr_store_free(w.store);
        zarr_store_free(w.copy);
    }
    CHECK(lacks > 0 || !refuses(refusing));
    for (i = 0; i < sizeof documents / sizeof *documents; i++)
        free(documents[i]);
    free(path);
    free(other);
    return answers;
}
