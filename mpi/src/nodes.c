/* Stores, groups, arrays and attributes: one rank does the work, and sends the result to the others. */
#define _DEFAULT_SOURCE /* for getcwd */
#include "internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int64_t length_of(const char *text)
{
    return text ? (int64_t)strlen(text) : -1;
}

static void check_place(zm_call *call, const void *place, const char *name)
{
    if (!place)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "%s is NULL", name);
}

/* The path of rank 0 with its working directory, which other ranks need not have; NULL for all other URLs. */
static char *absolute(zm_call *call, const char *url)
{
    const size_t scheme = strcspn(url, ":/");
    char *const folder = *url == '/' || strncmp(url + scheme, "://", 3) == 0 ? NULL : getcwd(NULL, 0);
    char *const path = folder ? zm_memory(call, (int64_t)(strlen(folder) + strlen(url) + 2)) : NULL;

    if (path)
        sprintf(path, "%s/%s", folder, url);
    free(folder);
    return path;
}

zarr_status zarr_mpi_store_open(MPI_Comm comm, const char *url, const char *options_json, zarr_store **store,
                                zarr_error *error)
{
    const void *texts[2] = {url, options_json};
    int64_t sizes[2] = {length_of(url), length_of(options_json)};
    zarr_store *opened = NULL;
    char *path = NULL;
    void *owner;
    zm_call call;

    if (store)
        *store = NULL;
    if (zm_begin(&call, comm, error))
        return call.own.status;
    check_place(&call, store, "store");
    if (zm_is_root(&call) && !call.own.status) {
        if (url && strncmp(url, "memory:", 7) == 0 && call.context->size > 1)
            zm_fail(&call, ZARR_ERROR_UNSUPPORTED, "a store in memory (%s) is another one in each of %d processes", url,
                    call.context->size);
        else if (!zarr_store_open(url, options_json, &opened, &call.own) && (path = absolute(&call, url))) {
            texts[0] = path;
            sizes[0] = length_of(path);
        }
    }
    if (!zm_share(&call, 2, texts, sizes, &owner) && !zm_is_root(&call))
        zarr_store_open(texts[0], texts[1], &opened, &call.own);
    free(owner);
    free(path);
    if (zm_agree(&call))
        zarr_store_free(opened);
    else
        *store = opened;
    return zm_end(&call);
}

zarr_status zarr_mpi_store_flush(MPI_Comm comm, const zarr_store *store, zarr_error *error)
{
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zm_check_store(&call, store);
    if (!zm_agree(&call)) {
        zarr_store_flush(store, &call.own);
        zm_agree(&call);
    }
    return zm_end(&call);
}

/* How rank 0 comes to a node. */
typedef struct making {
    zarr_status (*group)(const zarr_store *, const char *, int32_t, const char *, zarr_group **, zarr_error *);
    zarr_status (*array)(const zarr_store *, const char *, const zarr_array_builder *, zarr_array **, zarr_error *);
    const zarr_array_builder *builder;
    const char *attributes, *options;
    int32_t format;
} making;

static zarr_status get_group(MPI_Comm comm, const zarr_store *store, const char *path, const making *how,
                             zarr_group **group, zarr_error *error)
{
    int64_t numbers[2] = {0, length_of(path)};
    int32_t format = -1;
    const void *blocks[2] = {&format, path};
    zarr_group *opened = NULL;
    void *owner;
    zm_call call;

    if (group)
        *group = NULL;
    if (zm_begin(&call, comm, error))
        return call.own.status;
    check_place(&call, group, "group");
    zm_check_store(&call, store);
    if (how->group == zarr_group_create_or_replace ? zm_agree_behind_queues(&call) : zm_agree(&call))
        return zm_end(&call);
    if (zm_is_root(&call)) {
        if (how->group)
            how->group(store, path, how->format, how->attributes, &opened, &call.own);
        else
            zarr_group_open(store, path, &opened, &call.own);
        format = zarr_group_format(opened);
    }
    numbers[0] = (int64_t)sizeof format;
    if (!zm_share(&call, 2, blocks, numbers, &owner)) {
        if (!zm_is_root(&call)) {
            memcpy(&format, blocks[0], sizeof format);
            zarr_group_open_known(store, blocks[1], format, NULL, &opened, &call.own);
            zm_look_for(&call, NULL, opened);
        }
        zm_agree_on_sight(&call);
    }
    free(owner);
    if (call.own.status)
        zarr_group_free(opened);
    else
        *group = opened;
    return zm_end(&call);
}

zarr_status zarr_mpi_group_create(MPI_Comm comm, const zarr_store *store, const char *path, int32_t format,
                                  const char *attributes_json, zarr_group **group, zarr_error *error)
{
    making how = {zarr_group_create, NULL, NULL, NULL, NULL, 0};

    how.attributes = attributes_json;
    how.format = format;
    return get_group(comm, store, path, &how, group, error);
}

zarr_status zarr_mpi_group_create_or_replace(MPI_Comm comm, const zarr_store *store, const char *path, int32_t format,
                                             const char *attributes_json, zarr_group **group, zarr_error *error)
{
    making how = {zarr_group_create_or_replace, NULL, NULL, NULL, NULL, 0};

    how.attributes = attributes_json;
    how.format = format;
    return get_group(comm, store, path, &how, group, error);
}

zarr_status zarr_mpi_group_open(MPI_Comm comm, const zarr_store *store, const char *path, zarr_group **group,
                                zarr_error *error)
{
    const making how = {NULL, NULL, NULL, NULL, NULL, 0};

    return get_group(comm, store, path, &how, group, error);
}

zarr_status zm_see_node(zm_call *call, const zarr_store *store, const char *path)
{
    int32_t format = -1;
    const void *blocks[3] = {&format, path, NULL};
    int64_t sizes[3] = {(int64_t)sizeof format, length_of(path), -1};
    zarr_bytes *document = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    void *owner;

    if (zm_is_root(call) && !call->own.status && !zarr_node_open(store, path, NULL, &array, &group, &call->own)) {
        format = zarr_group_format(group);
        if (array && !zarr_array_document(array, &document, &call->own)) {
            blocks[2] = zarr_bytes_data(document);
            sizes[2] = (int64_t)zarr_bytes_size(document);
        }
    }
    if (!zm_share(call, 3, blocks, sizes, &owner)) {
        memcpy(&format, blocks[0], sizeof format);
        if (!zm_is_root(call) && blocks[2])
            zarr_array_open_from_document(store, blocks[1], blocks[2], (size_t)sizes[2], NULL, &array, &call->own);
        else if (!zm_is_root(call))
            zarr_group_open_known(store, blocks[1], format, NULL, &group, &call->own);
        zm_look_for(call, array, group);
        zm_agree_on_sight(call);
    }
    free(owner);
    zarr_bytes_free(document);
    zarr_array_free(array);
    zarr_group_free(group);
    return call->own.status;
}

static zarr_status get_array(MPI_Comm comm, const zarr_store *store, const char *path, const making *how,
                             zarr_array **array, zarr_error *error)
{
    const void *blocks[3] = {path, how->options, NULL};
    int64_t sizes[3] = {length_of(path), length_of(how->options), -1};
    zarr_bytes *document = NULL;
    zarr_array *opened = NULL;
    void *owner;
    zm_call call;

    if (array)
        *array = NULL;
    if (zm_begin(&call, comm, error))
        return call.own.status;
    check_place(&call, array, "array");
    zm_check_store(&call, store);
    if (how->array == zarr_array_create_or_replace ? zm_agree_behind_queues(&call) : zm_agree(&call))
        return zm_end(&call);
    if (zm_is_root(&call)) {
        if (how->array)
            how->array(store, path, how->builder, &opened, &call.own);
        else
            zarr_array_open_with(store, path, how->options, &opened, &call.own);
        if (!call.own.status && !zarr_array_document(opened, &document, &call.own)) {
            blocks[2] = zarr_bytes_data(document);
            sizes[2] = (int64_t)zarr_bytes_size(document);
        }
    }
    if (!zm_share(&call, 3, blocks, sizes, &owner)) {
        if (!zm_is_root(&call)) {
            zarr_array_open_from_document(store, blocks[0], blocks[2], (size_t)sizes[2], blocks[1], &opened, &call.own);
            zm_look_for(&call, opened, NULL);
        }
        zm_agree_on_sight(&call);
    }
    free(owner);
    zarr_bytes_free(document);
    /* This rank may keep chunks of an array that rank 0 has replaced. */
    zarr_array_clear_cache(opened, NULL);
    if (call.own.status)
        zarr_array_free(opened);
    else
        *array = opened;
    return zm_end(&call);
}

zarr_status zarr_mpi_array_create(MPI_Comm comm, const zarr_store *store, const char *path,
                                  const zarr_array_builder *builder, zarr_array **array, zarr_error *error)
{
    making how = {NULL, zarr_array_create, NULL, NULL, NULL, 0};

    how.builder = builder;
    return get_array(comm, store, path, &how, array, error);
}

zarr_status zarr_mpi_array_create_or_replace(MPI_Comm comm, const zarr_store *store, const char *path,
                                             const zarr_array_builder *builder, zarr_array **array, zarr_error *error)
{
    making how = {NULL, zarr_array_create_or_replace, NULL, NULL, NULL, 0};

    how.builder = builder;
    return get_array(comm, store, path, &how, array, error);
}

zarr_status zarr_mpi_array_open(MPI_Comm comm, const zarr_store *store, const char *path, zarr_array **array,
                                zarr_error *error)
{
    return zarr_mpi_array_open_with(comm, store, path, NULL, array, error);
}

zarr_status zarr_mpi_array_open_with(MPI_Comm comm, const zarr_store *store, const char *path, const char *options_json,
                                     zarr_array **array, zarr_error *error)
{
    making how = {NULL, NULL, NULL, NULL, NULL, 0};

    how.options = options_json;
    return get_array(comm, store, path, &how, array, error);
}

zarr_status zarr_mpi_array_refresh(MPI_Comm comm, const zarr_array *array, zarr_error *error)
{
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zm_check_array(&call, array);
    if (!zm_agree(&call)) {
        if (zm_is_root(&call))
            zarr_array_refresh(array, &call.own);
        zm_tell_document(&call, array);
    }
    return zm_end(&call);
}

/* Refuses the node of a rank that is another one than that of rank 0. 0 is a node of which nothing is known. */
static void refuse_another(zm_call *call, int64_t own, int64_t first, const char *what)
{
    if (!own || !first || own == first)
        return;
    zm_fail(call, ZARR_ERROR_CONFLICT, "rank %d has another %s than rank 0", call->context->rank, what);
    call->is_of_ranks = 1;
}

/* Refuses different nodes on ranks, before rank 0 changes its own. Collective, to be agreed on. */
static void check_same(zm_call *call, const void *node, int is_array)
{
    zarr_bytes *path = NULL;
    int64_t own = 0, first;

    if (!call->own.status && is_array)
        zarr_array_path(node, &path, &call->own);
    else if (!call->own.status)
        zarr_group_path(node, &path, &call->own);
    if (path)
        own = (int64_t)(zm_mixed(ZM_MIXED_NOTHING, zarr_bytes_data(path), zarr_bytes_size(path)) >> 1);
    zarr_bytes_free(path);
    first = own;
    MPI_Bcast(&first, 1, MPI_INT64_T, 0, call->context->comm);
    refuse_another(call, own, first, "node");
}

zarr_status zarr_mpi_array_resize(MPI_Comm comm, const zarr_array *array, int32_t ndim, const int64_t *shape,
                                  zarr_error *error)
{
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zm_check_array(&call, array);
    check_same(&call, array, 1);
    if (!zm_agree_behind_queues(&call)) {
        if (zm_is_root(&call))
            zarr_array_resize(array, ndim, shape, &call.own);
        zm_tell_document(&call, array);
    }
    return zm_end(&call);
}

enum { GROWTH_NUMBERS = sizeof(zm_growth) / sizeof(int64_t) };

void zm_begin_append(zm_call *call, const zarr_array *array, zm_growth *growth, zm_layout *layout)
{
    zm_look_at(call, array, layout);
    growth->array = call->own.status ? 0 : (int64_t)(layout->path >> 1);
    MPI_Bcast(growth, GROWTH_NUMBERS, MPI_INT64_T, 0, call->context->comm);
    if (call->own.status)
        return;
    refuse_another(call, (int64_t)(layout->path >> 1), growth->array, "array");
    if (growth->length < 0)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "the length %lld is negative", (long long)growth->length);
    else if (growth->axis < 0 || growth->axis >= layout->ndim)
        zm_fail(call, ZARR_ERROR_INVALID_ARGUMENT, "axis is %lld; the array has %d dimensions",
                (long long)growth->axis, layout->ndim);
    else
        layout->shape[growth->axis] = growth->length;
}

zarr_status zm_append(zm_call *call, const zarr_array *array, zm_growth *growth, zm_layout *layout, zm_part *part)
{
    zm_backend at_once = {NULL};
    const int ndim = layout->ndim;
    const int64_t item = layout->item;

    zm_layout_free(layout);
    zm_name_array(call, array);
    if (!zm_agree(call)) {
        if (zm_is_root(call))
            zarr_array_reserve(array, (int32_t)growth->axis, growth->length, &growth->first, &call->own);
        zm_tell_document(call, array);
        MPI_Bcast(growth, GROWTH_NUMBERS, MPI_INT64_T, 0, call->context->comm);
    }
    if (call->own.status) {
        free(part);
        return call->own.status;
    }
    part->box.start[growth->axis] += growth->first;
    zm_look_at(call, array, layout);
    /* Another program may have changed the array since this rank's part was checked. */
    if (!call->own.status && (layout->ndim != ndim || layout->item != item))
        zm_fail(call, ZARR_ERROR_CONFLICT, "the array was replaced by one of another type");
    else if (!call->own.status)
        zm_check_box(call, layout, &part->box);
    return zm_transfer(call, layout, 1, part, 1, &at_once);
}

zarr_status zarr_mpi_array_append(MPI_Comm comm, const zarr_array *array, int32_t axis, int64_t length, int32_t ndim,
                                  const int64_t *start, const int64_t *count, const void *data, size_t size,
                                  int64_t *first, zarr_error *error)
{
    zm_growth growth = {axis, length, -1, 0};
    zm_layout layout;
    zm_part *part;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    zm_begin_append(&call, array, &growth, &layout);
    part = zm_part_of_box(&call, &layout, ndim, start, count, data, size);
    zm_append(&call, array, &growth, &layout, part);
    if (first && growth.first >= 0)
        *first = growth.first;
    return zm_end(&call);
}

/* A change of one attribute. */
typedef struct change {
    char kind; /* j, i, d, s, e */
    const char *name, *text;
    int64_t integer;
    double number;
} change;

static void apply(zm_call *call, const void *node, const change *what)
{
    switch (what->kind) {
    case 'j': zarr_attribute_set_json(node, what->name, what->text, &call->own); break;
    case 'i': zarr_attribute_set_int64(node, what->name, what->integer, &call->own); break;
    case 'd': zarr_attribute_set_double(node, what->name, what->number, &call->own); break;
    case 's': zarr_attribute_set_string(node, what->name, what->text, &call->own); break;
    default: zarr_attribute_erase(node, what->name, &call->own);
    }
}

static zarr_status change_attribute(MPI_Comm comm, const void *node, const change *what, zarr_error *error)
{
    int is_array;
    zm_call call;

    if (zm_begin(&call, comm, error))
        return call.own.status;
    is_array = zarr_array_ndim(node) >= 0;
    if (!is_array && zarr_group_format(node) < 0)
        zm_fail(&call, ZARR_ERROR_INVALID_HANDLE, "node is neither an open array nor an open group");
    /* Also a barrier: what other ranks have written before is there. */
    if (zm_agree(&call))
        return zm_end(&call);
    MPI_Bcast(&is_array, 1, MPI_INT, 0, call.context->comm);
    if (is_array != (zarr_array_ndim(node) >= 0))
        zm_fail(&call, ZARR_ERROR_INVALID_ARGUMENT, "node is an array on some ranks and a group on others");
    check_same(&call, node, zarr_array_ndim(node) >= 0);
    if (zm_agree(&call))
        return zm_end(&call);
    if (zm_is_root(&call))
        apply(&call, node, what);
    if (is_array)
        zm_tell_document(&call, node);
    else
        zm_agree(&call);
    return zm_end(&call);
}

zarr_status zarr_mpi_attribute_set_json(MPI_Comm comm, const void *node, const char *name, const char *json,
                                        zarr_error *error)
{
    const change what = {'j', name, json, 0, 0};

    return change_attribute(comm, node, &what, error);
}

zarr_status zarr_mpi_attribute_set_int64(MPI_Comm comm, const void *node, const char *name, int64_t value,
                                         zarr_error *error)
{
    const change what = {'i', name, NULL, value, 0};

    return change_attribute(comm, node, &what, error);
}

zarr_status zarr_mpi_attribute_set_double(MPI_Comm comm, const void *node, const char *name, double value,
                                          zarr_error *error)
{
    const change what = {'d', name, NULL, 0, value};

    return change_attribute(comm, node, &what, error);
}

zarr_status zarr_mpi_attribute_set_string(MPI_Comm comm, const void *node, const char *name, const char *value,
                                          zarr_error *error)
{
    const change what = {'s', name, value, 0, 0};

    return change_attribute(comm, node, &what, error);
}

zarr_status zarr_mpi_attribute_erase(MPI_Comm comm, const void *node, const char *name, zarr_error *error)
{
    const change what = {'e', name, NULL, 0, 0};

    return change_attribute(comm, node, &what, error);
}
