/*
 * Why this file exists: a document that is larger than what readers accept makes its node unreadable, and a consolidated copy that
 * is makes all of them unreadable. Such a change is refused, everything stays as it was, and smaller changes go on.
 */
#include "check.h"

static const int64_t shape[1] = {4};

/* A JSON object with one attribute of so many MiB; the caller frees it. */
static char *large(size_t mebibytes) {
    size_t length = mebibytes << 20;
    char *text = need(length + 32), *at = text + sprintf(text, "{\"large\": \"");
    memset(at, 'x', length);
    strcpy(at + length, "\"}");
    return text;
}

static void opens(zarr_store *store, const char *path) {
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    OK(zarr_node_open(store, path, NULL, &array, &group, E));
    zarr_array_free(array);
    zarr_group_free(group);
}

static zarr_store *hierarchy(int32_t format, zarr_group **root) {
    zarr_store *store = NULL;
    zarr_error error;
    check_context("format %d", (int)format);
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_group_create(store, "", format, "{\"a\": 1}", root, E));
    return store;
}

static zarr_array *create(zarr_store *store, const char *path, int32_t format, const char *attributes) {
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_format(builder, format, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    if (attributes != NULL)
        OK(zarr_array_set_attributes(array, attributes, E));
    zarr_array_builder_free(builder);
    return array;
}

static void attributes(int32_t format) {
    char *text = large(65);
    zarr_group *root = NULL, *group = NULL;
    zarr_store *store = hierarchy(format, &root);
    zarr_array *array = create(store, "x", format, "{\"kept\": 1}");
    zarr_bytes *kept = NULL;
    zarr_error error;
    FAILS(zarr_array_set_attributes(array, text, E), ZARR_ERROR_LIMIT);
    FAILS(zarr_group_create(store, "y", format, text, &group, E), ZARR_ERROR_LIMIT);
    OK(zarr_array_attributes(array, &kept, E));
    CHECK(strstr((const char *)zarr_bytes_data(kept), "kept") != NULL);
    zarr_bytes_free(kept);
    opens(store, "x");
    opens(store, "");
    FAILS(zarr_group_open(store, "y", &group, E), ZARR_ERROR_NOT_FOUND);
    zarr_array_free(array);
    zarr_group_free(root);
    zarr_store_free(store);
    free(text);
}

static void copies(int32_t format) {
    char *text = large(33);
    zarr_group *root = NULL;
    zarr_store *store = hierarchy(format, &root);
    zarr_error error;
    zarr_array_free(create(store, "x", format, text));
    zarr_array_free(create(store, "y", format, text));
    FAILS(zarr_node_consolidate(store, "", E), ZARR_ERROR_LIMIT);
    CHECK(strstr(error.message, "is not written") != NULL);
    opens(store, "");
    opens(store, "x");
    zarr_array_free(create(store, "z", format, NULL));
    zarr_group_free(root);
    zarr_store_free(store);
    free(text);
}

/* The copy of before takes room in the document of the root, which a change needs. */
static void old_copy(void) {
    char *half = large(40), *more = large(30);
    zarr_group *root = NULL;
    zarr_store *store = hierarchy(ZARR_FORMAT_V3, &root);
    zarr_bytes *kept = NULL;
    zarr_error error;
    zarr_array_free(create(store, "x", ZARR_FORMAT_V3, half));
    OK(zarr_node_consolidate(store, "", E));
    OK(zarr_group_set_attributes(root, more, E));
    OK(zarr_group_attributes(root, &kept, E));
    CHECK(zarr_bytes_size(kept) >= (size_t)30 << 20);
    zarr_bytes_free(kept);
    opens(store, "");
    opens(store, "x");
    zarr_group_free(root);
    zarr_store_free(store);
    free(half);
    free(more);
}

int main(void) {
    attributes(ZARR_FORMAT_V3);
    attributes(ZARR_FORMAT_V2);
    attributes(ZARR_FORMAT_N5);
    copies(ZARR_FORMAT_V2);
    copies(ZARR_FORMAT_V3);
    old_copy();
    check_context("%s", "");
    return check_summary("written");
}
