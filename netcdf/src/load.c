/* Reads the tree of a dataset: all documents below the root in one pass of libzarr. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct found {
    char *path;
    int32_t kind;
    zarr_array *array;
    int taken;
} found;

typedef struct walk {
    zn_file *file;
    zn_list nodes;
    int status;
} walk;

static int warn(zn_file *file, const char *path, const char *message)
{
    zn_text text = {0};

    zn_log("%s: left out: %s", path, message);
    if (file->warnings) {
        zn_text_add(&text, file->warnings);
        zn_text_add(&text, "\n");
    }
    zn_text_add(&text, path);
    zn_text_add(&text, ": ");
    zn_text_add(&text, message);
    free(file->warnings);
    file->warnings = text.data;
    return text.failed ? NC_ENOMEM : NC_NOERR;
}

static int32_t visit(void *user_data, const char *path, int32_t kind, const zarr_array *array,
                     const zarr_error *problem)
{
    walk *all = user_data;
    found *node;
    zarr_error error;

    if (kind == ZARR_NODE_NONE) {
        all->status = warn(all->file, path, problem ? problem->message : "its document can't be read");
        return all->status;
    }
    node = calloc(1, sizeof *node);
    if (node)
        node->path = zn_copy(path);
    if (!node || !node->path || zn_list_add(&all->nodes, node)) {
        if (node)
            free(node->path);
        free(node);
        all->status = NC_ENOMEM;
        return 1;
    }
    node->kind = kind;
    if (array)
        all->status = zn_status(zarr_array_share(array, &node->array, &error), &error);
    return all->status != NC_NOERR;
}

static void free_nodes(zn_list *nodes)
{
    size_t i;

    for (i = 0; i < nodes->count; i++) {
        found *node = nodes->items[i];

        zarr_array_free(node->array);
        free(node->path);
        free(node);
    }
    zn_list_free(nodes);
}

/* The last part of a path if the node lies directly in the group, else NULL. */
static const char *name_in(const char *path, const char *group)
{
    size_t length = strlen(group);

    if (length) {
        if (strncmp(path, group, length) || path[length] != '/')
            return NULL;
        path += length + 1;
    }
    return strchr(path, '/') ? NULL : path;
}

static found *node_named(const walk *all, const char *group, const char *name)
{
    size_t i;

    for (i = 0; i < all->nodes.count; i++) {
        found *node = all->nodes.items[i];
        const char *own = name_in(node->path, group);

        if (own && !strcmp(own, name))
            return node;
    }
    return NULL;
}

/* The dimensions that the group declares: NCZarr's, which also tell the unlimited ones, and the order. Lengths are
 * those of arrays wherever an array has the dimension. */
static int load_dims(zn_group *group, const char *json)
{
    const char *dims = zn_json_find(zn_json_find(json, "_nczarr_group"), "dimensions"), *member;
    int status = NC_NOERR;

    if (!dims)
        dims = zn_json_find(zn_json_find(json, "_NCZARR_GROUP"), "dims");
    for (member = zn_json_members(dims); member && !status; member = zn_json_next(zn_json_value(member))) {
        const char *value = zn_json_value(member), *size = *value == '{' ? zn_json_find(value, "size") : value;
        char *name = zn_json_text(member);

        if (!name)
            return NC_ENOMEM;
        if (*name && !zn_dim_named(group, name)) {
            long long len = zn_json_integer(size, 0);
            zn_dim *dim;

            status = zn_dim_new(group, name, len > 0 ? (size_t)len : 0,
                                *value == '{' && zn_json_integer(zn_json_find(value, "unlimited"), 0) == 1, &dim);
            if (!status)
                dim->declared = 1;
        }
        free(name);
    }
    return status;
}

static int load_var(walk *all, zn_group *group, found *node, const char *name)
{
    int status;

    (void)all;
    if (node->taken || !node->array)
        return NC_NOERR;
    node->taken = 1;
    status = zn_var_load(group, name, node->path, node->array);
    if (status && status != NC_ENOMEM)
        return warn(group->file, node->path, "no netCDF type has its elements");
    return status;
}

static int load_types(walk *all, zn_group *group);

static int load_child(walk *all, zn_group *group, found *node, const char *name)
{
    zarr_group *handle = NULL;
    zarr_error error;
    zn_group *child;
    int status;

    if (node->taken || node->array)
        return NC_NOERR;
    node->taken = 1;
    status = zn_group_new(group->file, group, name, &child);
    if (status)
        return status;
    child->stored = 1;
    status = zn_status(zarr_group_open(group->file->store, node->path, &handle, &error), &error);
    if (!status)
        status = zn_status(zarr_group_attributes(handle, &child->document, &error), &error);
    zarr_group_free(handle);
    return status ? status : load_types(all, child);
}

typedef int loader(walk *all, zn_group *group, found *node, const char *name);

/* First the children that the document lists, then all others. */
static int load_children(walk *all, zn_group *group, const char *list, loader *load)
{
    const char *item;
    size_t i;
    int status = NC_NOERR;

    for (item = zn_json_first(list); item && !status; item = zn_json_next(item)) {
        char *name = zn_json_text(item);
        found *node = name ? node_named(all, group->path, name) : NULL;

        if (node)
            status = load(all, group, node, name);
        free(name);
    }
    for (i = 0; i < all->nodes.count && !status; i++) {
        found *node = all->nodes.items[i];
        const char *name = name_in(node->path, group->path);

        if (name && *name)
            status = load(all, group, node, name);
    }
    return status;
}

/* Groups and types first: attributes and variables may have a type of any group. */
static int load_types(walk *all, zn_group *group)
{
    const char *json = zarr_bytes_text(group->document);
    int status = zn_types_load(group, json);

    return status ? status
                  : load_children(all, group, zn_json_find(zn_json_find(json, "_nczarr_group"), "groups"), load_child);
}

static int load_group(walk *all, zn_group *group)
{
    const char *json = zarr_bytes_text(group->document);
    size_t i;
    int status = zn_atts_load(group->file, json, &group->atts, NC_NAT);

    if (!status)
        status = load_dims(group, json);
    if (!status)
        status = load_children(all, group, zn_json_find(zn_json_find(json, "_nczarr_group"), "arrays"), load_var);
    for (i = 0; i < group->groups.count && !status; i++)
        status = load_group(all, group->groups.items[i]);
    zarr_bytes_free(group->document);
    group->document = NULL;
    return status;
}

int zn_load(zn_file *file, const char *root_name)
{
    walk all;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    zarr_status walked;
    int status = zn_status(zarr_node_open(file->store, "", NULL, &array, &group, &error), &error);

    memset(&all, 0, sizeof all);
    all.file = file;
    if (!status && array) {
        file->format = zarr_array_format(array);
        status = zn_var_load(file->root, root_name, "", array);
    } else if (!status) {
        status = zn_status(zarr_group_attributes(group, &file->root->document, &error), &error);
        if (!status) {
            walked = zarr_node_visit(file->store, "", -1, NULL, visit, &all, &error);
            status = all.status ? all.status : zn_status(walked, &error);
        }
        if (!status) {
            const char *own = zn_json_find(zarr_bytes_text(file->root->document), "_nczarr_group");

            file->classic = (int)zn_json_integer(zn_json_find(own, "classic"), 0) == 1;
            status = load_types(&all, file->root);
        }
        if (!status)
            status = load_group(&all, file->root);
    }
    file->root->stored = 1;
    free_nodes(&all.nodes);
    zarr_array_free(array);
    zarr_group_free(group);
    /* What is left out is told: a program that lists variables would not miss it. */
    if (!status && file->warnings) {
        status = zn_att_new(&file->root->atts, "zarr_warnings", NC_CHAR, strlen(file->warnings), file->warnings, NULL);
        if (!status)
            zn_att_named(&file->root->atts, "zarr_warnings")->hidden = 0;
    }
    return status;
}
