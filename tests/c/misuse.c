/*
 * Why this file exists: a program that passes wrong arguments must get an error, never a crash, a hang
 * or silence. For every fixed prototype: NULL at each place, handles of another type, freed handles,
 * wrong sizes, ranks, numbers, texts and enums. This file makes the handles and holds what concerns
 * all types; the parts are in misuse_*.c.
 */
#include "misuse.h"

char misuse_rubbish;

const char *const misuse_bad_utf8[] = {
    "\xff",
    "a\x80" "b",
    "\xc0\xaf",             /* too long a form of '/' */
    "\xed\xa0\x80",         /* half a surrogate pair */
    "\xf4\x90\x80\x80",     /* beyond the last character */
    "cut\xe2\x82",
    NULL,
};

const char *const misuse_bad_paths[] = {
    ".", "..", "/.", "/..", "a//b", "//", "//a", "a/", "/a/", "a/./b", "a/../b", "/../a", "./a", "a/..", NULL,
};

const char *const misuse_bad_objects[] = {
    "", " ", "{", "[]", "1", "null", "\"text\"", "{}{}", "{\"a\": }", "{\"a\": 1,}", "{'a': 1}", "{} // no", "\xff",
    "{\"a\": \"\xff\"}", NULL,
};

static void build(world *w) {
    static const int64_t shape[2] = {6, 5}, chunk[2] = {4, 3};
    static const int32_t fill = 7;
    zarr_error error;
    zarr_array_builder *scalar = NULL;
    OK(zarr_store_open("memory://", NULL, &w->store, E));
    OK(zarr_group_create(w->store, "g", ZARR_FORMAT_V3, "{\"a\": 1}", &w->group, E));
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &w->builder, E));
    OK(zarr_array_builder_chunk_shape(w->builder, 2, chunk, E));
    OK(zarr_array_builder_fill_value(w->builder, &fill, sizeof fill, E));
    OK(zarr_array_create(w->store, "/a", w->builder, &w->array, E));
    OK(zarr_array_builder_new(ZARR_FLOAT64, 0, NULL, &scalar, E));
    OK(zarr_array_create(w->store, "s", scalar, &w->scalar, E));
    zarr_array_builder_free(scalar);
    OK(zarr_store_set(w->store, "key", "hello", 5, E));
    OK(zarr_store_get(w->store, "key", &w->bytes, E));
    OK(zarr_node_children(w->store, "/", &w->strings, E));
}

static void texts(void) {
    int32_t status;
    check_context("texts");
    CHECK(zarr_version() != NULL && zarr_version()[0] != 0);
    for (status = 0; status <= ZARR_ERROR_TIMEOUT; status++)
        CHECK(zarr_status_name(status) != NULL && zarr_status_name(status)[0] != 0);
    CHECK(strcmp(zarr_status_name(ZARR_ERROR_IO), zarr_status_name(ZARR_ERROR_DATA)) != 0);
    CHECK(zarr_status_name(-1) != NULL && zarr_status_name(22) != NULL && zarr_status_name(INT32_MAX) != NULL);
    CHECK(zarr_status_name(INT32_MIN) != NULL && zarr_status_name(ZARR_STATUS_USER) != NULL);
    CHECK(sizeof(zarr_error) == 1024);
}

static void threads(void) {
    zarr_error error;
    check_context("zarr_set_threads");
    BAD_ARGUMENT(zarr_set_threads(-1, E));
    BAD_ARGUMENT(zarr_set_threads(INT32_MIN, E));
    CHECK(zarr_set_threads(-1, NULL) == ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_set_threads(2, E));
    OK(zarr_set_threads(0, E));
}

/* zarr_bytes and zarr_strings: getters on what is no handle. */
static void owners(world *w) {
    zarr_error error;
    zarr_bytes *bytes = NULL;
    zarr_strings *strings = NULL;
    check_context("bytes and strings");
    CHECK(zarr_bytes_data(NULL) == NULL && zarr_bytes_size(NULL) == 0);
    CHECK(zarr_strings_count(NULL) == 0 && zarr_strings_get(NULL, 0) == NULL && zarr_strings_size(NULL, 0) == 0);
    CHECK(zarr_bytes_size(w->bytes) == 5 && memcmp(zarr_bytes_data(w->bytes), "hello", 6) == 0);
    CHECK(zarr_strings_count(w->strings) == 3);
    CHECK(zarr_strings_get(w->strings, 3) == NULL && zarr_strings_size(w->strings, 3) == 0);
    CHECK(zarr_strings_get(w->strings, SIZE_MAX) == NULL && zarr_strings_size(w->strings, SIZE_MAX) == 0);
    CHECK(zarr_bytes_data((zarr_bytes *)w->strings) == NULL && zarr_bytes_size((zarr_bytes *)w->store) == 0);
    CHECK(zarr_strings_count((zarr_strings *)w->bytes) == 0 && zarr_strings_get((zarr_strings *)w->array, 0) == NULL);
    OK(zarr_store_get(w->store, "key", &bytes, E));
    zarr_bytes_free(bytes);
    CHECK(zarr_bytes_data(bytes) == NULL && zarr_bytes_size(bytes) == 0);
    zarr_bytes_free(bytes);
    OK(zarr_node_children(w->store, "/", &strings, E));
    zarr_strings_free(strings);
    CHECK(zarr_strings_count(strings) == 0 && zarr_strings_get(strings, 0) == NULL);
    CHECK(zarr_strings_size(strings, 0) == 0);
    zarr_strings_free(strings);
    /* Still what they were. */
    CHECK(zarr_bytes_size(w->bytes) == 5 && zarr_strings_count(w->strings) == 3);
}

/* Freeing NULL, and freeing through the wrong function, does nothing. */
static void frees(world *w) {
    zarr_error error;
    int32_t kind = -1;
    check_context("free");
    zarr_store_free(NULL);
    zarr_group_free(NULL);
    zarr_array_free(NULL);
    zarr_array_builder_free(NULL);
    zarr_bytes_free(NULL);
    zarr_strings_free(NULL);
    zarr_store_free((zarr_store *)w->array);
    zarr_group_free((zarr_group *)w->store);
    zarr_array_free((zarr_array *)w->group);
    zarr_array_builder_free((zarr_array_builder *)w->strings);
    zarr_bytes_free((zarr_bytes *)w->builder);
    zarr_strings_free((zarr_strings *)w->bytes);
    OK(zarr_node_kind(w->store, "/g", &kind, E));
    CHECK(kind == ZARR_NODE_GROUP && zarr_array_ndim(w->array) == 2 && zarr_bytes_size(w->bytes) == 5);
}

int main(void) {
    world w;
    char *directory = temp_make();
    memset(&w, 0, sizeof w);
    w.directory = directory;
    build(&w);
    texts();
    threads();
    owners(&w);
    frees(&w);
    misuse_stores(&w);
    misuse_nodes(&w);
    misuse_arrays(&w);
    misuse_builders(&w);
    misuse_codecs();
    zarr_strings_free(w.strings);
    zarr_bytes_free(w.bytes);
    zarr_store_free(w.store); /* before what came from it */
    zarr_array_free(w.scalar);
    zarr_array_free(w.array);
    zarr_group_free(w.group);
    zarr_array_builder_free(w.builder);
    temp_remove(directory);
    check_context("%s", "");
    return check_summary("misuse");
}
