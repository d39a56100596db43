/* Prints the content of a Zarr store of any format: the tree of groups and arrays, and for each array its type, shape,
   chunks, codecs, attributes and the first corner of its data.

       inspect <path or URL> [node] */
#include "json.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 3, COLUMNS = 6, MAX_DIMENSIONS = 32, MAX_PATH = 4096 };

/* The branches of the tree, at the start of every line below a node. */
static void branch(const char *indent, const char *label)
{
    printf("%s    %-10s ", indent, label);
}

static void problem(const char *indent, const zarr_error *error)
{
    branch(indent, "!");
    printf("%s: %s\n", zarr_status_name(error->status), error->message);
}

static void print_shape(int32_t ndim, const int64_t *shape)
{
    printf("[");
    for (int32_t i = 0; i < ndim; i++)
        printf("%s%lld", i ? ", " : "", (long long)shape[i]);
    printf("]");
}

static const char *format_name(int32_t format)
{
    switch (format) {
    case ZARR_FORMAT_V1: return "v1";
    case ZARR_FORMAT_V2: return "v2";
    case ZARR_FORMAT_V3: return "v3";
    case ZARR_FORMAT_V3_2019A: return "v3-2019a";
    case ZARR_FORMAT_V3_2019B: return "v3-2019b";
    case ZARR_FORMAT_V3_2020: return "v3-2020";
    case ZARR_FORMAT_V3_2022: return "v3-2022";
    case ZARR_FORMAT_N5: return "n5";
    default: return "unknown";
    }
}

/* The members that tell how chunks are encoded; each family of formats has its own words for it. */
static void print_codecs(const zarr_array *array, const char *indent)
{
    static const char *const members[] = {"codecs", "filters", "compressor", "compression", "order", "chunk_memory_layout"};
    zarr_bytes *metadata = NULL;
    if (zarr_array_metadata(array, &metadata, NULL))
        return; /* a format that keeps none */
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        const char *value = json_member((const char *)zarr_bytes_data(metadata), members[i]);
        if (!value || !strncmp(value, "null", 4))
            continue;
        branch(indent, members[i]);
        json_print(value);
        printf("\n");
    }
    zarr_bytes_free(metadata);
}

static void print_attributes(const char *indent, zarr_bytes *json)
{
    const char *text = (const char *)zarr_bytes_data(json);
    if (text && !json_is_empty_object(text)) {
        branch(indent, "attributes");
        json_print(text);
        printf("\n");
    }
    zarr_bytes_free(json);
}

/* The first rows and columns of the last two dimensions, at index 0 of all others. */
static void print_corner(const zarr_array *array, const char *indent, int32_t ndim, const int64_t *shape)
{
    int64_t start[MAX_DIMENSIONS] = {0}, count[MAX_DIMENSIONS], rows = 1, columns = 1;
    const size_t item = zarr_array_item_size(array);
    unsigned char *data;
    zarr_error error;

    for (int32_t i = 0; i < ndim; i++) {
        const int64_t most = i == ndim - 1 ? COLUMNS : i == ndim - 2 ? ROWS : 1;
        count[i] = shape[i] < most ? shape[i] : most;
        if (count[i] == 0)
            return; /* an empty array */
    }
    if (ndim > 0)
        columns = count[ndim - 1];
    if (ndim > 1)
        rows = count[ndim - 2];
    if (item == 0 || item > SIZE_MAX / (ROWS * COLUMNS))
        return; /* variable length: there is nothing of fixed size to show */

    data = malloc((size_t)(rows * columns) * item);
    if (!data)
        return;
    if (zarr_array_read_region(array, ndim, start, count, data, (size_t)(rows * columns) * item, &error))
        problem(indent, &error);
    else
        for (int64_t row = 0; row < rows; row++) {
            branch(indent, row ? "" : "data");
            for (int64_t column = 0; column < columns; column++) {
                printf(column ? "  " : "");
                print_value(zarr_array_data_type(array), data + (size_t)(row * columns + column) * item, item);
            }
            printf(ndim > 0 && shape[ndim - 1] > columns ? "  ...\n" : "\n");
        }
    free(data);
}

static void print_array(const zarr_store *store, const char *path, const char *indent)
{
    int64_t shape[MAX_DIMENSIONS], chunks[MAX_DIMENSIONS];
    zarr_array *array = NULL;
    zarr_bytes *attributes = NULL;
    zarr_error error;
    int32_t ndim;

    if (zarr_array_open(store, path, &array, &error)) {
        printf("  array\n");
        problem(indent, &error);
        return;
    }
    ndim = zarr_array_ndim(array);
    printf("  array %s  %s ", format_name(zarr_array_format(array)), type_name(zarr_array_data_type(array)));
    if (ndim > MAX_DIMENSIONS) {
        printf("of %d dimensions\n", (int)ndim);
    } else if (zarr_array_shape(array, ndim, shape, &error)) {
        printf("\n");
        problem(indent, &error);
    } else {
        print_shape(ndim, shape);
        printf("\n");
        if (zarr_array_chunk_shape(array, ndim, chunks, NULL) == ZARR_OK) {
            branch(indent, "chunks");
            print_shape(ndim, chunks);
            printf("\n");
        }
        print_codecs(array, indent);
        if (zarr_array_attributes(array, &attributes, &error))
            problem(indent, &error);
        else
            print_attributes(indent, attributes);
        print_corner(array, indent, ndim, shape);
    }
    zarr_array_free(array);
}

static void print_group(const zarr_store *store, const char *path, const char *indent, int32_t kind)
{
    zarr_group *group = NULL;
    zarr_bytes *attributes = NULL;
    zarr_error error;

    printf(kind == ZARR_NODE_IMPLICIT_GROUP ? "  implicit group\n" : "  group\n");
    if (zarr_group_open(store, path, &group, &error) || zarr_group_attributes(group, &attributes, &error))
        problem(indent, &error);
    else
        print_attributes(indent, attributes);
    zarr_group_free(group);
}

/* A node and all below it. A node that can't be read is reported in its place; the rest is still shown. */
static int print_node(const zarr_store *store, const char *path, const char *name, const char *indent)
{
    char child[MAX_PATH], deeper[MAX_PATH];
    zarr_strings *names = NULL;
    zarr_error error;
    int32_t kind = ZARR_NODE_NONE;

    printf("%s%s", indent, name);
    if (zarr_node_kind(store, path, &kind, &error)) {
        printf("\n");
        problem(indent, &error);
        return 1;
    }
    if (kind == ZARR_NODE_NONE) {
        printf("  nothing here that is Zarr\n");
        return 1;
    }
    if (kind == ZARR_NODE_ARRAY) {
        print_array(store, path, indent);
        return 0;
    }
    print_group(store, path, indent, kind);
    if (zarr_node_children(store, path, &names, &error)) {
        problem(indent, &error);
        return 1;
    }
    for (size_t i = 0; i < zarr_strings_count(names); i++) {
        const char *next = zarr_strings_get(names, i);
        const int length = snprintf(child, sizeof child, "%s%s%s", path, *path ? "/" : "", next);
        if (length >= MAX_PATH || snprintf(deeper, sizeof deeper, "%s    ", indent) >= MAX_PATH) {
            branch(indent, "!");
            printf("%s: too deep to show\n", next);
            continue;
        }
        print_node(store, child, next, deeper);
    }
    zarr_strings_free(names);
    return 0;
}

int main(int argc, char **argv)
{
    const char *node = argc > 2 ? argv[2] : "";
    zarr_store *store = NULL;
    zarr_error error;
    int result;

    if (argc < 2 || argc > 3) {
        fprintf(stderr, "usage: inspect <path or URL> [node]\n");
        return 2;
    }
    if (zarr_store_open(argv[1], "{\"mode\": \"r\"}", &store, &error)) {
        fprintf(stderr, "%s: %s\n", zarr_status_name(error.status), error.message);
        return 1;
    }
    result = print_node(store, node, *node ? node : "/", "");
    zarr_store_free(store);
    return result;
}
