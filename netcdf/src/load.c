/* Builds the tree of a dataset from the documents of its nodes. */
#include "internal.h"
#include "nodes.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FORMERLY = 4096 };

/* The dimensions that the group declares: NCZarr's, which also tell the unlimited ones, and the order. Lengths are
 * those of arrays wherever an array has the dimension. */
static int load_dims(zn_group *group)
{
    const char *json = group->document;
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

static int load_var(zn_nodes *all, zn_group *group, zn_node *node)
{
    const char *name = node->name;
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

static int load_groups(zn_nodes *all, zn_group *group, const zn_node *node);

/* Each thing in the group gets a name that begins with the path: a longer one would ask for any memory. */
static int load_formerly(zn_group *group)
{
    const char *json = zn_json_find(zn_json_find(group->document, "_nczarr_group"), "formerly");

    if (!json || *json != '"' || zn_json_end(json) - json > MOST_FORMERLY)
        return NC_NOERR;
    group->formerly = zn_json_text(json);
    return group->formerly ? NC_NOERR : NC_ENOMEM;
}

static int load_child(zn_nodes *all, zn_group *group, zn_node *node)
{
    zn_group *child;
    int status;

    if (node->taken || node->array)
        return NC_NOERR;
    node->taken = 1;
    status = zn_group_new(group->file, group, node->name, &child);
    if (status == NC_EMAXNAME)
        return zn_warn_name(group->file, group->path, "group", node->name);
    if (status)
        return status;
    child->stored = 1;
    child->document = node->json;
    node->json = NULL;
    status = load_formerly(child);
    if (!status)
        status = zn_full_add(&group->file->groups_told, child, NULL, child);
    return status ? status : load_groups(all, child, node);
}

typedef int loader(zn_nodes *all, zn_group *group, zn_node *node);

/* The node of a name directly in a group; NULL if it is missing. */
static int child_named(zn_nodes *all, const zn_group *group, const char *name, zn_node **node)
{
    char *path = zn_path_join(group->path, name);

    *node = path && *name && !strchr(name, '/') ? zn_node_at(all, path) : NULL;
    free(path);
    return path ? NC_NOERR : NC_ENOMEM;
}

/* First the children that the document lists, then all others. */
static int load_children(zn_nodes *all, zn_group *group, const zn_node *node, const char *list, loader *load)
{
    const char *item;
    size_t i;
    int status = NC_NOERR;

    for (item = zn_json_first(list); item && !status; item = zn_json_next(item)) {
        char *name = zn_json_text(item);
        zn_node *child = NULL;

        if (name)
            status = child_named(all, group, name, &child);
        if (child)
            status = load(all, group, child);
        free(name);
    }
    for (i = 0; i < node->children.count && !status; i++)
        status = load(all, group, node->children.items[i]);
    return status;
}

static int load_groups(zn_nodes *all, zn_group *group, const zn_node *node)
{
    return load_children(all, group, node, zn_json_find(zn_json_find(group->document, "_nczarr_group"), "groups"),
                         load_child);
}

static int load_group(zn_nodes *all, zn_group *group)
{
    const char *json = group->document;
    size_t i;
    int status = zn_atts_load(group->file, group->path, json, &group->atts, NC_NAT);

    if (!status)
        status = load_children(all, group, zn_node_at(all, group->path),
                               zn_json_find(zn_json_find(json, "_nczarr_group"), "arrays"), load_var);
    if (!status && group->file->writable)
        status = zn_atts_known(group->file, &group->atts, NC_NAT, "_nczarr_group", json, &group->known);
    for (i = 0; i < group->groups.count && !status; i++)
        status = load_group(all, group->groups.items[i]);
    free(group->document);
    group->document = NULL;
    return status;
}

/* Nodes that were left out are an attribute of the root; where it is written, it stays as it was read. */
static int show_warnings(zn_file *file)
{
    zn_group *root = file->root;
    const zn_text *warnings = &file->warnings;
    int status;

    if (!warnings->size)
        return NC_NOERR;
    status = zn_att_new(file, &root->atts, "zarr_warnings", NC_CHAR, warnings->size, warnings->data);
    if (!status)
        zn_att_named(&root->atts, "zarr_warnings")->hidden = 0;
    if (!status && root->known)
        status = zn_atts_known(file, &root->atts, NC_NAT, "_nczarr_group", root->known, &root->known);
    return status;
}

int zn_load(zn_file *file, const char *root_name)
{
    zn_nodes all;
    size_t i;
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
        /* Groups, types and dimensions first: attributes and variables may have those of any group. */
        status = load_groups(&all, file->root, &all.root);
        if (!status)
            status = zn_types_load(file);
        for (i = 0; i < file->groups.count && !status; i++)
            status = load_dims(file->groups.items[i]);
        if (!status)
            status = load_group(&all, file->root);
    }
    file->root->stored = 1;
    zn_nodes_free(&all);
    zn_full_free(&file->types_told);
    zn_full_free(&file->groups_told);
    return status ? status : show_warnings(file);
}
