/* Reads all documents of a store, in one pass of libzarr. */
#include "internal.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

static int add(zn_nodes *all, const char *path, size_t length, int32_t kind, zn_node **node)
{
    zn_node *made = calloc(1, sizeof *made);
    const char *slash;

    if (made)
        made->path = zn_copy_bytes(path, length);
    if (!made || !made->path || zn_list_add(&all->list, made)) {
        if (made)
            free(made->path);
        free(made);
        return NC_ENOMEM;
    }
    slash = strrchr(made->path, '/');
    made->name = slash ? slash + 1 : made->path;
    made->kind = kind;
    *node = made;
    return zn_names_add(&all->paths, zn_copy(made->path), made);
}

/* NULL where the store has no node at the path. */
zn_node *zn_node_at(zn_nodes *all, const char *path)
{
    const size_t i = zn_names_index(&all->paths, path);

    return !*path ? &all->root : i < all->paths.count ? all->list.items[i] : NULL;
}

/* Gives each group its children, in their order. Those of a group that can't be read have no place. */
static int link_children(zn_nodes *all)
{
    size_t i;
    int status = NC_NOERR;

    for (i = 0; i < all->list.count && !status; i++) {
        zn_node *node = all->list.items[i], *parent;
        char *above = zn_copy_bytes(node->path, node->name > node->path ? (size_t)(node->name - node->path) - 1 : 0);

        if (!above)
            return NC_ENOMEM;
        parent = zn_node_at(all, above);
        free(above);
        if (parent && *node->name)
            status = zn_list_add(&parent->children, node);
    }
    return status;
}

static int32_t visit(void *user_data, const char *path, int32_t kind, const zarr_array *array,
                     const zarr_error *problem)
{
    zn_nodes *all = user_data;
    zn_node *node;
    zarr_error error;

    if (kind == ZARR_NODE_NONE) {
        all->status = zn_warn(all->file, path, problem ? problem->message : "its document can't be read");
        return all->status;
    }
    all->status = add(all, path, strlen(path), kind, &node);
    if (!all->status && array)
        all->status = zn_status(zarr_array_share(array, &node->array, &error), &error);
    return all->status != NC_NOERR;
}

void zn_nodes_free(zn_nodes *all)
{
    size_t i;

    for (i = 0; i < all->list.count; i++) {
        zn_node *node = all->list.items[i];

        zarr_array_free(node->array);
        zn_list_free(&node->children);
        free(node->path);
        free(node->json);
        free(node);
    }
    zn_list_free(&all->list);
    zn_list_free(&all->root.children);
    zn_names_free(&all->paths);
    zarr_array_free(all->array);
}

static int attributes_of(zarr_group *group, char **json)
{
    zarr_bytes *bytes = NULL;
    zarr_error error;
    int status = zn_status(zarr_group_attributes(group, &bytes, &error), &error);

    if (!status) {
        *json = zn_copy(zarr_bytes_text(bytes));
        status = *json ? NC_NOERR : NC_ENOMEM;
    }
    zarr_bytes_free(bytes);
    return status;
}

/* Reads all documents of the store. */
static int gather(zn_nodes *all)
{
    zn_file *file = all->file;
    zarr_group *group = NULL;
    zarr_error error;
    zarr_status walked;
    size_t i;
    int status = zn_status(zarr_node_open(file->store, "", NULL, &all->array, &group, &error), &error);

    if (!status && !all->array) {
        file->format = zarr_group_format(group);
        status = attributes_of(group, &file->root->document);
        if (!status) {
            walked = zarr_node_visit(file->store, "", -1, NULL, visit, all, &error);
            status = all->status ? all->status : zn_status(walked, &error);
        }
    }
    zarr_group_free(group);
    for (i = 0; i < all->list.count && !status; i++) {
        zn_node *node = all->list.items[i];

        if (node->array || !*node->path)
            continue;
        group = NULL;
        status = zn_status(zarr_group_open(file->store, node->path, &group, &error), &error);
        if (!status)
            status = attributes_of(group, &node->json);
        zarr_group_free(group);
    }
    return status;
}

static void add_bytes(zn_text *text, const void *bytes, size_t size)
{
    const int64_t length = (int64_t)size;

    zn_text_bytes(text, (const char *)&length, sizeof length);
    zn_text_bytes(text, bytes, size);
}

static int add_array(zn_text *text, const zarr_array *array)
{
    zarr_bytes *document = NULL;
    zarr_error error;
    int status = zn_status(zarr_array_document(array, &document, &error), &error);

    if (!status)
        add_bytes(text, zarr_bytes_data(document), zarr_bytes_size(document));
    zarr_bytes_free(document);
    return status;
}

/* Writes the nodes that the first rank has gathered: warnings, format, the array or the attributes of the root, then
 * each node. */
static int write_nodes(const zn_nodes *all, zn_text *text)
{
    const zn_text *warnings = &all->file->warnings;
    const char *root = all->file->root->document;
    char kind = all->array != NULL;
    size_t i;
    int status = NC_NOERR;

    add_bytes(text, warnings->size ? warnings->data : "", warnings->size);
    zn_text_bytes(text, (const char *)&all->file->format, sizeof all->file->format);
    zn_text_bytes(text, &kind, 1);
    if (all->array)
        status = add_array(text, all->array);
    else
        add_bytes(text, root, strlen(root));
    for (i = 0; i < all->list.count && !status; i++) {
        const zn_node *node = all->list.items[i];
        const char *json = node->json ? node->json : "";

        kind = node->array ? 1 : node->json ? 2 : 0;
        zn_text_bytes(text, &kind, 1);
        zn_text_bytes(text, (const char *)&node->kind, sizeof node->kind);
        add_bytes(text, node->path, strlen(node->path));
        if (node->array)
            status = add_array(text, node->array);
        else
            add_bytes(text, json, strlen(json));
    }
    return text->failed ? NC_ENOMEM : status;
}

static const char *take_bytes(const char **at, size_t *size)
{
    const char *bytes = *at + sizeof(int64_t);
    int64_t length;

    memcpy(&length, *at, sizeof length);
    *size = (size_t)length;
    *at = bytes + length;
    return bytes;
}

static int take_array(const zn_file *file, const char *path, const char **at, zarr_array **array)
{
    zarr_error error;
    size_t size;
    const char *document = take_bytes(at, &size);

    return zn_status(zarr_array_open_from_document(file->store, path, document, size, NULL, array, &error), &error);
}

static int read_nodes(zn_nodes *all, const char *at, const char *end)
{
    zn_file *file = all->file;
    const char *bytes;
    size_t size;
    int status = NC_NOERR;

    bytes = take_bytes(&at, &size);
    zn_text_bytes(&file->warnings, bytes, size);
    if (file->warnings.failed)
        return NC_ENOMEM;
    memcpy(&file->format, at, sizeof file->format);
    at += sizeof file->format;
    if (*at++)
        return take_array(file, "", &at, &all->array);
    bytes = take_bytes(&at, &size);
    if (!(file->root->document = zn_copy_bytes(bytes, size)))
        return NC_ENOMEM;
    while (at < end && !status) {
        char kind = *at++;
        int32_t code;
        zn_node *node;

        memcpy(&code, at, sizeof code);
        at += sizeof code;
        bytes = take_bytes(&at, &size);
        status = add(all, bytes, size, code, &node);
        if (!status && kind == 1) {
            status = take_array(file, node->path, &at, &node->array);
        } else if (!status) {
            bytes = take_bytes(&at, &size);
            if (kind == 2 && !(node->json = zn_copy_bytes(bytes, size)))
                status = NC_ENOMEM;
        }
    }
    return status;
}

/* With several ranks, the first one reads the store, and sends the result to the others. */
static int gather_together(zn_nodes *all)
{
    zn_file *file = all->file;
    zn_text text = {0};
    int status = zn_is_first(file) ? gather(all) : NC_NOERR;

    if (!file->ranks)
        return status;
    if (!status && zn_is_first(file))
        status = write_nodes(all, &text);
    status = zn_share(file, &text, status);
    if (!status && !zn_is_first(file))
        status = read_nodes(all, text.data, text.data + text.size);
    if (!status)
        status = zn_look_for_root(file, all->array);
    free(text.data);
    return status;
}

int zn_nodes_gather(zn_nodes *all)
{
    int status = gather_together(all);

    if (!status)
        status = link_children(all);
    return zn_agree(all->file, ZN_CALL_OPEN, status);
}
