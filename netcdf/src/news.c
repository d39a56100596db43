/* Changes of a dataset of several ranks: the first rank writes documents, and sends the changes to the others. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static void mix(uint64_t *sum, const void *bytes, size_t size)
{
    const unsigned char *at = bytes, *end = at + size;

    for (; at < end; at++)
        *sum = (*sum ^ *at) * 0x100000001b3u;
}

static void mix_number(uint64_t *sum, int64_t number)
{
    mix(sum, &number, sizeof number);
}

static void mix_type(uint64_t *sum, const zn_type *type)
{
    size_t i;

    mix(sum, type->name, strlen(type->name) + 1);
    mix_number(sum, type->kind);
    mix_number(sum, (int64_t)type->size);
    mix_number(sum, type->base);
    for (i = 0; i < type->fields.count; i++) {
        const zn_field *field = type->fields.items[i];

        mix(sum, field->name, strlen(field->name) + 1);
        mix_number(sum, field->type);
        mix_number(sum, (int64_t)field->offset);
        mix_number(sum, (int64_t)zn_field_elements(field));
        mix_number(sum, field->value);
    }
}

/* A number of all that is defined, but for attributes, of which those of the first rank count. */
static int64_t definitions(const zn_file *file)
{
    uint64_t sum = 0xcbf29ce484222325u;
    size_t g, i;
    int d;

    for (g = 0; g < file->groups.count; g++) {
        const zn_group *group = file->groups.items[g];

        mix(&sum, group->path, strlen(group->path) + 1);
        for (i = 0; i < group->types.count; i++)
            mix_type(&sum, group->types.items[i]);
        for (i = 0; i < group->dims.count; i++) {
            const zn_dim *dim = group->dims.items[i];

            mix(&sum, dim->name, strlen(dim->name) + 1);
            mix_number(&sum, dim->unlimited ? -1 : (int64_t)dim->len);
        }
        for (i = 0; i < group->vars.count; i++) {
            const zn_var *var = group->vars.items[i];

            mix(&sum, var->name, strlen(var->name) + 1);
            mix_number(&sum, var->type);
            for (d = 0; d < var->ndims; d++) {
                mix_number(&sum, var->dims[d]->id);
                mix_number(&sum, var->chunks_set ? var->chunks[d] : 0);
            }
        }
    }
    return (int64_t)(sum >> 1);
}

/* A number of the path and the mode with which a dataset is opened. */
int64_t zn_open_sum(const char *path, int mode)
{
    uint64_t sum = 0xcbf29ce484222325u;

    mix(&sum, path, strlen(path) + 1);
    mix_number(&sum, mode & (NC_WRITE | NC_NOCLOBBER | NC_CLASSIC_MODEL | NC_DISKLESS | NC_PERSIST));
    return (int64_t)(sum >> 1);
}

/* A number of a group and the name that it is to get. */
int64_t zn_rename_sum(const zn_group *group, const char *name)
{
    uint64_t sum = 0xcbf29ce484222325u;

    mix(&sum, group->path, strlen(group->path) + 1);
    mix(&sum, name, strlen(name));
    return (int64_t)(sum >> 1);
}

/* The document of an array as all ranks should know it, unless they do. */
static int add_document(zn_var *var, zn_text *text)
{
    zarr_bytes *document = NULL;
    zarr_error error;
    uint64_t sum = 0xcbf29ce484222325u;
    int64_t head[4];
    int status = zn_status(zarr_array_document(var->array, &document, &error), &error);

    if (!status) {
        mix(&sum, zarr_bytes_data(document), zarr_bytes_size(document));
        mix(&sum, var->path, strlen(var->path));
        if (sum != var->told) {
            head[0] = var->group->id;
            head[1] = var->id;
            head[2] = (int64_t)strlen(var->path);
            head[3] = (int64_t)zarr_bytes_size(document);
            zn_text_bytes(text, (const char *)head, sizeof head);
            zn_text_bytes(text, var->path, (size_t)head[2]);
            zn_text_bytes(text, (const char *)zarr_bytes_data(document), (size_t)head[3]);
            var->told = sum;
        }
    }
    zarr_bytes_free(document);
    return status;
}

/* Writes the news of the first rank: the state of the dataset and its groups, and the documents that have changed; or
 * the document of one variable. */
static int write_news(zn_file *file, zn_var *only, zn_text *text)
{
    int8_t state[4];
    size_t g, i;
    int status = NC_NOERR;

    if (only) {
        status = add_document(only, text);
        return text->failed ? NC_ENOMEM : status;
    }
    state[0] = (int8_t)file->changed;
    zn_text_bytes(text, (const char *)state, 1);
    for (g = 0; g < file->groups.count; g++) {
        const zn_group *group = file->groups.items[g];

        state[0] = (int8_t)group->stored;
        state[1] = (int8_t)group->atts_changed;
        zn_text_bytes(text, (const char *)state, 2);
        for (i = 0; i < group->vars.count; i++) {
            const zn_var *var = group->vars.items[i];

            state[0] = (int8_t)var->atts_changed;
            state[1] = (int8_t)var->names_changed;
            state[2] = (int8_t)var->refill;
            zn_text_bytes(text, (const char *)state, 3);
        }
    }
    for (i = 0; i < file->types.count; i++) {
        state[0] = (int8_t)((zn_type *)file->types.items[i])->refused;
        zn_text_bytes(text, (const char *)state, 1);
    }
    for (g = 0; g < file->groups.count && !status; g++) {
        const zn_group *group = file->groups.items[g];

        for (i = 0; i < group->vars.count && !status; i++) {
            zn_var *var = group->vars.items[i];

            if (var->array && !var->moved)
                status = add_document(var, text);
        }
    }
    return text->failed ? NC_ENOMEM : status;
}

static int take_document(zn_var *var, const char *path, size_t length, const char *document, size_t size)
{
    zarr_error error;
    int status = NC_NOERR;

    if (var->moved || (var->path && (strlen(var->path) != length || memcmp(var->path, path, length))))
        zn_var_close(var);
    if (!var->array) {
        free(var->path);
        var->path = zn_copy_bytes(path, length);
        if (!var->path)
            return NC_ENOMEM;
        status = zn_status(zarr_array_open_from_document(var->group->file->store, var->path, document, size, NULL,
                                                         &var->array, &error),
                           &error);
        if (!status)
            status = zn_var_chunks(var, var->array);
    } else {
        status = zn_status(zarr_array_refresh_from_document(var->array, document, size, &error), &error);
    }
    return status ? status : zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
}

static void read_state(zn_file *file, const char **news)
{
    const char *at = *news;
    size_t g, i;

    file->changed = *at++;
    for (g = 0; g < file->groups.count; g++) {
        zn_group *group = file->groups.items[g];

        group->stored = *at++;
        group->atts_changed = *at++;
        for (i = 0; i < group->vars.count; i++) {
            zn_var *var = group->vars.items[i];

            var->atts_changed = *at++;
            var->names_changed = *at++;
            var->refill = *at++;
        }
    }
    for (i = 0; i < file->types.count; i++)
        ((zn_type *)file->types.items[i])->refused = *at++;
    *news = at;
}

static int read_documents(zn_file *file, const char *at, const char *end)
{
    int status = NC_NOERR;

    while (at < end && !status) {
        int64_t head[4];
        zn_group *group;

        memcpy(head, at, sizeof head);
        at += sizeof head;
        group = file->groups.items[head[0]];
        status = take_document(group->vars.items[head[1]], at, (size_t)head[2], at + head[2], (size_t)head[3]);
        at += head[2] + head[3];
    }
    return status;
}

/* All ranks learn the changes of the first one, to one variable or to any, and return its status. */
int zn_tell(zn_file *file, zn_var *only, int status)
{
    zn_text text = {0};
    int told = NC_NOERR;

    if (!file->ranks)
        return status;
    if (zn_is_first(file)) {
        zn_text_bytes(&text, (const char *)&status, sizeof status);
        told = write_news(file, only, &text);
    }
    told = zn_share(file, &text, told);
    if (!told) {
        const char *at = text.data + sizeof status;

        memcpy(&status, text.data, sizeof status);
        if (!zn_is_first(file)) {
            if (!only)
                read_state(file, &at);
            told = read_documents(file, at, text.data + text.size);
        }
        told = zn_agree(file, ZN_CALL_TELL, told);
    }
    free(text.data);
    return told ? told : status;
}

int zn_ranks_flush(zn_file *file)
{
    int64_t changed = file->changed;
    int status = zn_meet(file, ZN_CALL_FLUSH, definitions(file), &changed, NC_NOERR);

    if (status || !changed)
        return status;
    file->changed = 1;
    if (zn_is_first(file))
        status = zn_define_alone(file);
    return zn_tell(file, NULL, status);
}

/* Makes the unlimited dimensions of a variable as long as the rank with the farthest end needs them, and the array. */
int zn_ranks_grow(zn_var *var, int64_t *ends)
{
    zn_file *file = var->group->file;
    zarr_error error;
    int d, unlimited = 0, grown = 0, status = NC_NOERR;

    for (d = 0; d < var->ndims; d++)
        unlimited |= var->dims[d]->unlimited;
    if (!unlimited)
        return NC_NOERR;
    file->mpi->largest(file->ranks, ends, var->ndims);
    for (d = 0; d < var->ndims; d++) {
        if (!var->dims[d]->unlimited || ends[d] <= var->shape[d]) {
            ends[d] = var->shape[d];
            continue;
        }
        if (ends[d] < (int64_t)var->dims[d]->len)
            ends[d] = (int64_t)var->dims[d]->len;
        grown = 1;
    }
    if (!grown)
        return NC_NOERR;
    for (d = 0; d < var->ndims && !status && zn_is_first(file); d++)
        status = zn_var_lengthen(var, d, ends[d]);
    file->changed = 1;
    status = zn_tell(file, var, status);
    /* After a failure too: ranks that know different lengths would not grow together again. */
    grown = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
    status = status ? status : grown;
    for (d = 0; !grown && d < var->ndims; d++) {
        zn_dim *dim = var->dims[d];

        if (dim->unlimited && (size_t)var->shape[d] > dim->len) {
            dim->len = (size_t)var->shape[d];
            dim->group->atts_changed = 1;
        }
    }
    return status;
}
