/* Builds the tree of a dataset from the documents of its nodes. */
#include "internal.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

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

static zn_node *node_named(const zn_nodes *all, const char *group, const char *name)
{
    size_t i;

    for (i = 0; i < all->list.count; i++) {
        zn_node *node = all->list.items[i];
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
    const char *json_dims = zn_json_find(zn_json_find(json, "_nczarr_group"), "dimensions");
    zn_names dims;
    size_t i;
    int status;

    if (!json_dims)
        json_dims = zn_json_find(zn_json_find(json, "_NCZARR_GROUP"), "dims");
    status = zn_names_of(json_dims, &dims);
    for (i = 0; i < dims.count && !status; i++) {
        const char *name = dims.items[i].name, *value = dims.items[i].item,
                   *size = *value == '{' ? zn_json_find(value, "size") : value;

        if (*name && zn_names_find(&dims, name) == value) {
            long long len = zn_json_integer(size, 0);
            zn_dim *dim;

            status = zn_dim_new(group, name, len > 0 ? (size_t)len : 0,
                                *value == '{' && zn_json_integer(zn_json_find(value, "unlimited"), 0) == 1, &dim);
            if (!status)
                dim->declared = 1;
            if (status == NC_EMAXNAME)
                status = zn_warn_name(group->file, group->path, "dimension", name);
        }
    }
    zn_names_free(&dims);
    return status;
}

static int load_var(zn_nodes *all, zn_group *group, zn_node *node, const char *name)
{
    int status;

    (void)all;
    if (node->taken || !node->array)
        return NC_NOERR;
    node->taken = 1;
    status = zn_var_load(group, name, node->path, node->array);
    if (status == NC_EMAXNAME && strlen(name) > NC_MAX_NAME)
        return zn_warn_name(group->file, group->path, "variable", name);
    if (status && status != NC_ENOMEM)
        return zn_warn(group->file, node->path,
                       status == NC_EMAXNAME   ? "the name of a field is longer than netCDF's names"
                       : status == NC_EMAXDIMS ? "it has more dimensions than netCDF's variables"
                                               : "no netCDF type has its elements");
    return status;
}

static int load_groups(zn_nodes *all, zn_group *group);

static int load_child(zn_nodes *all, zn_group *group, zn_node *node, const char *name)
{
    zn_group *child;
    int status;

    if (node->taken || node->array)
        return NC_NOERR;
    node->taken = 1;
    status = zn_group_new(group->file, group, name, &child);
    if (status == NC_EMAXNAME)
        return zn_warn_name(group->file, group->path, "group", name);
    if (status)
        return status;
    child->stored = 1;
    child->document = node->json;
    node->json = NULL;
    return load_groups(all, child);
}

typedef int loader(zn_nodes *all, zn_group *group, zn_node *node, const char *name);

/* First the children that the document lists, then all others. */
static int load_children(zn_nodes *all, zn_group *group, const char *list, loader *load)
{
    const char *item;
    size_t i;
    int status = NC_NOERR;

    for (item = zn_json_first(list); item && !status; item = zn_json_next(item)) {
        char *name = zn_json_text(item);
        zn_node *node = name ? node_named(all, group->path, name) : NULL;

        if (node)
            status = load(all, group, node, name);
        free(name);
    }
    for (i = 0; i < all->list.count && !status; i++) {
        zn_node *node = all->list.items[i];
        const char *name = name_in(node->path, group->path);

        if (name && *name)
            status = load(all, group, node, name);
    }
    return status;
}

static int load_groups(zn_nodes *all, zn_group *group)
{
    return load_children(all, group, zn_json_find(zn_json_find(group->document, "_nczarr_group"), "groups"),
                         load_child);
}

static int load_group(zn_nodes *all, zn_group *group)
{
    const char *json = group->document;
    size_t i;
    int status = zn_atts_load(group->file, group->path, json, &group->atts, NC_NAT);

    if (!status)
        status = load_dims(group, json);
    if (!status)
        status = load_children(all, group, zn_json_find(zn_json_find(json, "_nczarr_group"), "arrays"), load_var);
    if (!status && group->file->writable)
        status = zn_atts_known(group->file, &group->atts, NC_NAT, "_nczarr_group", json, &group->known);
    for (i = 0; i < group->groups.count && !status; i++)
        status = load_group(all, group->groups.items[i]);
    free(group->document);
    group->document = NULL;
    return status;
}

int zn_load(zn_file *file, const char *root_name)
{
    zn_nodes all;
    int status;

    memset(&all, 0, sizeof all);
    all.file = file;
    status = zn_nodes_gather(&all);
    if (!status && all.array) {
        file->format = zarr_array_format(all.array);
        status = zn_var_load(file->root, root_name, "", all.array);
    } else if (!status) {
        const char *own = zn_json_find(file->root->document, "_nczarr_group");

        file->classic = (int)zn_json_integer(zn_json_find(own, "classic"), 0) == 1;
        /* Groups and types first: attributes and variables may have a type of any group. */
        status = load_groups(&all, file->root);
        if (!status)
            status = zn_types_load(file);
        if (!status)
            status = load_group(&all, file->root);
    }
    file->root->stored = 1;
    zn_nodes_free(&all.list);
    zarr_array_free(all.array);
    zn_names_free(&file->type_names);
    if (!status && file->warnings.size) {
        status = zn_att_new(file, &file->root->atts, "zarr_warnings", NC_CHAR, file->warnings.size, file->warnings.data);
        if (!status)
            zn_att_named(&file->root->atts, "zarr_warnings")->hidden = 0;
        if (!status && file->root->known)
            status = zn_atts_known(file, &file->root->atts, NC_NAT, "_nczarr_group", file->root->known,
                                   &file->root->known);
    }
    return status;
}
