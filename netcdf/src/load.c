/* Reads the tree of a dataset: all documents below the root in one pass of libzarr. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct found {
    char *path;
    int32_t kind;
    zarr_array *array;
    char *json; /* the attributes of a group */
    int taken;
} found;

typedef struct walk {
    zn_file *file;
    zn_list nodes;
    zarr_array *array; /* of a store that is one array */
    int status;
} walk;

/* Adds to the attribute zarr_warnings: a program that lists variables would not miss what is left out. */
int zn_warn(zn_file *file, const char *path, const char *message)
{
    zn_text text = {0};

    path = *path ? path : "/";
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

/* A name for which programs have no room: it is left out, and never cut. */
int zn_warn_name(zn_file *file, const char *path, const char *what, const char *name)
{
    char message[NC_MAX_NAME];
    int shown = 30;

    /* Whole characters of UTF-8. */
    while (shown && (name[shown] & 0xc0) == 0x80)
        shown--;
    snprintf(message, sizeof message, "%s \"%.*s...\": its name has %lu bytes, more than netCDF's %d", what, shown,
             name, (unsigned long)strlen(name), NC_MAX_NAME);
    return zn_warn(file, path, message);
}

static int add(walk *all, const char *path, size_t length, int32_t kind, found **node)
{
    found *made = calloc(1, sizeof *made);

    if (made)
        made->path = zn_copy_bytes(path, length);
    if (!made || !made->path || zn_list_add(&all->nodes, made)) {
        if (made)
            free(made->path);
        free(made);
        return NC_ENOMEM;
    }
    made->kind = kind;
    *node = made;
    return NC_NOERR;
}

static int32_t visit(void *user_data, const char *path, int32_t kind, const zarr_array *array,
                     const zarr_error *problem)
{
    walk *all = user_data;
    found *node;
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

static void free_nodes(zn_list *nodes)
{
    size_t i;

    for (i = 0; i < nodes->count; i++) {
        found *node = nodes->items[i];

        zarr_array_free(node->array);
        free(node->path);
        free(node->json);
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
            if (status == NC_EMAXNAME)
                status = zn_warn_name(group->file, group->path, "dimension", name);
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
    if (status == NC_EMAXNAME && strlen(name) > NC_MAX_NAME)
        return zn_warn_name(group->file, group->path, "variable", name);
    if (status && status != NC_ENOMEM)
        return zn_warn(group->file, node->path,
                       status == NC_EMAXNAME   ? "the name of a field is longer than netCDF's names"
                       : status == NC_EMAXDIMS ? "it has more dimensions than netCDF's variables"
                                               : "no netCDF type has its elements");
    return status;
}

static int load_types(walk *all, zn_group *group);

static int load_child(walk *all, zn_group *group, found *node, const char *name)
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
    return load_types(all, child);
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
    const char *json = group->document;
    int status = zn_types_load(group, json);

    return status ? status
                  : load_children(all, group, zn_json_find(zn_json_find(json, "_nczarr_group"), "groups"), load_child);
}

static int load_group(walk *all, zn_group *group)
{
    const char *json = group->document;
    size_t i;
    int status = zn_atts_load(group->file, group->path, json, &group->atts, NC_NAT);

    if (!status)
        status = load_dims(group, json);
    if (!status)
        status = load_children(all, group, zn_json_find(zn_json_find(json, "_nczarr_group"), "arrays"), load_var);
    if (!status && group->file->writable)
        status = zn_atts_known(group->file, &group->atts, "_nczarr_group", json, &group->known);
    for (i = 0; i < group->groups.count && !status; i++)
        status = load_group(all, group->groups.items[i]);
    free(group->document);
    group->document = NULL;
    return status;
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
static int gather(walk *all)
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
    for (i = 0; i < all->nodes.count && !status; i++) {
        found *node = all->nodes.items[i];

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

/* What the first rank has gathered: the warnings, the format, the array or the attributes of the root, the nodes. */
static int write_nodes(const walk *all, zn_text *text)
{
    const char *warnings = all->file->warnings ? all->file->warnings : "", *root = all->file->root->document;
    char kind = all->array != NULL;
    size_t i;
    int status = NC_NOERR;

    add_bytes(text, warnings, strlen(warnings));
    zn_text_bytes(text, (const char *)&all->file->format, sizeof all->file->format);
    zn_text_bytes(text, &kind, 1);
    if (all->array)
        status = add_array(text, all->array);
    else
        add_bytes(text, root, strlen(root));
    for (i = 0; i < all->nodes.count && !status; i++) {
        const found *node = all->nodes.items[i];
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

static int read_nodes(walk *all, const char *at, const char *end)
{
    zn_file *file = all->file;
    const char *bytes;
    size_t size;
    int status = NC_NOERR;

    bytes = take_bytes(&at, &size);
    if (size && !(file->warnings = zn_copy_bytes(bytes, size)))
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
        found *node;

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

/* Of several ranks the first one reads the store, and tells the others. */
static int gather_once(walk *all)
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
    free(text.data);
    return zn_agree(file, ZN_CALL_OPEN, status);
}

int zn_load(zn_file *file, const char *root_name)
{
    walk all;
    size_t i;
    int status;

    memset(&all, 0, sizeof all);
    all.file = file;
    status = gather_once(&all);
    if (!status && all.array) {
        file->format = zarr_array_format(all.array);
        status = zn_var_load(file->root, root_name, "", all.array);
    } else if (!status) {
        const char *own = zn_json_find(file->root->document, "_nczarr_group");

        file->classic = (int)zn_json_integer(zn_json_find(own, "classic"), 0) == 1;
        status = load_types(&all, file->root);
        if (!status)
            status = load_group(&all, file->root);
    }
    file->root->stored = 1;
    for (i = 0; i < file->dims.count; i++) {
        zn_dim *dim = file->dims.items[i];

        dim->others = dim->len;
    }
    free_nodes(&all.nodes);
    zarr_array_free(all.array);
    if (!status && file->warnings) {
        status = zn_att_new(&file->root->atts, "zarr_warnings", NC_CHAR, strlen(file->warnings), file->warnings, NULL);
        if (!status)
            zn_att_named(&file->root->atts, "zarr_warnings")->hidden = 0;
        if (!status && file->root->known)
            status = zn_atts_known(file, &file->root->atts, "_nczarr_group", file->root->known, &file->root->known);
    }
    return status;
}
