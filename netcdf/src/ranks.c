/* Datasets of the ranks of an MPI program: how these agree, and what the first of them tells the others. All ranks have
 * the whole tree in memory, as all make the same definitions; the first one alone writes documents. */
#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* ISO C has no way from an object pointer to a function. */
static int symbol(void *handle, zn_mpi_function **function)
{
    void *found = dlsym(handle, ZN_MPI_FUNCTION);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

/* The library that ZARR_NETCDF_MPI names, or the one beside the plug-in. It stays: MPI calls it when it ends. */
static void *open_library(char *path, size_t room)
{
    const char *named = getenv("ZARR_NETCDF_MPI"), *slash;
    Dl_info info;
    void *here;

    *path = 0;
    if (named && *named) {
        if (strlen(named) < room)
            strcpy(path, named);
    } else {
        int (*own)(zn_file *, int, const void *) = zn_ranks_join;

        memcpy(&here, &own, sizeof here);
        if (!dladdr(here, &info) || strlen(info.dli_fname) + sizeof ZN_MPI_LIBRARY > room)
            return NULL;
        slash = strrchr(info.dli_fname, '/');
        if (slash)
            memcpy(path, info.dli_fname, (size_t)(slash + 1 - info.dli_fname));
        strcpy(path + (slash ? slash + 1 - info.dli_fname : 0), ZN_MPI_LIBRARY);
    }
    return *path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
}

static const zn_mpi *find_mpi(void)
{
    static const zn_mpi *known;
    static const char advice[] = "parallel access needs " ZN_MPI_LIBRARY
                                 ", compiled with the MPI of the program, beside the plug-in or where ZARR_NETCDF_MPI "
                                 "says";
    zn_mpi_function *function;
    const char *problem = NULL;
    char path[4096];
    void *handle;

    if (known)
        return known;
    handle = open_library(path, sizeof path);
    if (!handle) {
        zn_log("%s: %s", advice, *path ? dlerror() : "its path is too long");
        return NULL;
    }
    if (!symbol(handle, &function)) {
        zn_log("%s: %s has no function " ZN_MPI_FUNCTION, advice, path);
        return NULL;
    }
    known = function(&problem);
    if (known && known->version != ZN_MPI_VERSION) {
        problem = "it is of another version than the plug-in";
        known = NULL;
    }
    if (!known)
        zn_log("%s: %s: %s", advice, path, problem);
    return known;
}

/* netCDF-C passes parameters for a block of memory, and for a communicator. */
int zn_ranks_join(zn_file *file, int mode, const void *parameters)
{
    if (!parameters || mode & NC_INMEMORY)
        return NC_NOERR;
    file->mpi = find_mpi();
    if (!file->mpi)
        return NC_ENOPAR;
    if (file->mpi->join(parameters, &file->ranks, &file->rank, &file->size)) {
        file->mpi = NULL;
        return zn_fail(NC_EINVAL, "parallel access: the communicator is none of one group of ranks");
    }
    return NC_NOERR;
}

void zn_ranks_leave(zn_file *file)
{
    if (file->ranks)
        file->mpi->leave(file->ranks);
    file->ranks = NULL;
}

int zn_is_first(const zn_file *file)
{
    return file->rank == 0;
}

int zn_is_collective(const zn_var *var)
{
    return var->group->file->ranks && var->collective;
}

/* All ranks meet: `call` says what for, and `same` is a number that has to be alike; the largest of `most` is for all.
 * A rank that has failed tells so, and all return the code of the first such rank. */
int zn_meet(zn_file *file, int64_t call, int64_t same, int64_t *most, int status)
{
    int64_t numbers[6];

    if (!file->ranks)
        return status;
    numbers[0] = status ? (int64_t)(file->size - file->rank) << 32 | (uint32_t)status : 0;
    numbers[1] = call;
    numbers[2] = -call;
    numbers[3] = same;
    numbers[4] = -same;
    numbers[5] = most ? *most : 0;
    file->mpi->largest(file->ranks, numbers, 6);
    if (most)
        *most = numbers[5];
    if (numbers[0]) {
        int failed = file->size - (int)(numbers[0] >> 32);

        status = (int)(int32_t)(uint32_t)numbers[0];
        if (failed != file->rank)
            zn_log("rank %d failed: error %d", failed, status);
        return status;
    }
    if (numbers[1] != -numbers[2])
        return zn_fail(NC_EINVAL, "ranks have called different collective functions, or for different variables");
    if (numbers[3] != -numbers[4])
        return zn_fail(NC_EINVAL, "ranks have defined different groups, dimensions or variables");
    return NC_NOERR;
}

int zn_agree(zn_file *file, int64_t call, int status)
{
    return zn_meet(file, call, 0, NULL, status);
}

/* The number of a call for a variable. */
int64_t zn_call_of(const zn_var *var, int call)
{
    return ((int64_t)call << 48) + ((int64_t)var->group->id << 24) + var->id;
}

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

/* A number of all that is defined, but for attributes, of which those of the first rank count. */
static int64_t definitions(const zn_file *file)
{
    uint64_t sum = 0xcbf29ce484222325u;
    size_t g, i;
    int d;

    for (g = 0; g < file->groups.count; g++) {
        const zn_group *group = file->groups.items[g];

        mix(&sum, group->path, strlen(group->path) + 1);
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

/* What the first rank has done: the state of the dataset and its groups, and the documents that have changed; or the
 * document of one variable. */
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
            state[2] = (int8_t)var->replace;
            zn_text_bytes(text, (const char *)state, 3);
        }
    }
    for (g = 0; g < file->groups.count && !status; g++) {
        const zn_group *group = file->groups.items[g];

        for (i = 0; i < group->vars.count && !status; i++)
            if (((zn_var *)group->vars.items[i])->array)
                status = add_document(group->vars.items[i], text);
    }
    return text->failed ? NC_ENOMEM : status;
}

static int take_document(zn_var *var, const char *path, size_t length, const char *document, size_t size)
{
    zarr_error error;
    int status = NC_NOERR;

    if (var->path && (strlen(var->path) != length || memcmp(var->path, path, length)))
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
            var->replace = *at++;
        }
    }
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

/* Gives all ranks the text of the first one, or the status for which it has none. */
int zn_share(zn_file *file, zn_text *text, int status)
{
    int64_t head[2];

    head[0] = status;
    head[1] = (int64_t)text->size;
    file->mpi->tell(file->ranks, head, sizeof head);
    status = (int)head[0];
    if (!status && !zn_is_first(file)) {
        text->size = (size_t)head[1];
        text->data = malloc(text->size + 1);
        status = text->data ? NC_NOERR : NC_ENOMEM;
    }
    status = zn_agree(file, ZN_CALL_TELL, status);
    if (!status)
        file->mpi->tell(file->ranks, text->data, text->size);
    return status;
}

/* All ranks learn what the first one has done, to one variable or to any, and return its status. */
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
        status = zn_flush_alone(file);
    return zn_tell(file, NULL, status);
}

/* Gives the array the lengths, or longer ones that other programs have given it. */
static int lengthen(zn_var *var, int64_t *ends)
{
    zarr_error error;
    int d, status = zn_status(zarr_array_refresh(var->array, &error), &error);

    if (!status)
        status = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
    for (d = 0; !status && d < var->ndims; d++)
        if (ends[d] < var->shape[d])
            ends[d] = var->shape[d];
    return status ? status : zn_status(zarr_array_resize(var->array, var->ndims, ends, &error), &error);
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
    if (zn_is_first(file))
        status = lengthen(var, ends);
    file->changed = 1;
    status = zn_tell(file, var, status);
    if (!status)
        status = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
    for (d = 0; !status && d < var->ndims; d++) {
        zn_dim *dim = var->dims[d];

        if (dim->unlimited && (size_t)var->shape[d] > dim->len) {
            dim->len = (size_t)var->shape[d];
            dim->group->atts_changed = 1;
        }
    }
    return status;
}

/* Two-phase calls; without a region the rank takes part for the others. */
int zn_ranks_write(zn_var *var, const zarr_region *region, const void *data, size_t size)
{
    zn_file *file = var->group->file;
    zarr_error error;

    file->joined = 1;
    return zn_status(file->mpi->write(file->ranks, var->array, region, data, size, &error), &error);
}

int zn_ranks_read(zn_var *var, const zarr_region *region, void *data, size_t size)
{
    zn_file *file = var->group->file;
    zarr_error error;

    file->joined = 1;
    return zn_status(file->mpi->read(file->ranks, var->array, region, data, size, &error), &error);
}

int zn_var_par_access(int ncid, int varid, int access)
{
    zn_file *file;
    zn_group *group;
    zn_var *var = NULL;
    size_t g, i;
    int status = varid == NC_GLOBAL ? zn_find(ncid, &file, &group) : zn_find_var(ncid, varid, &file, &group, &var);

    if (status)
        return status;
    if (access != 0 && access != 1)
        return zn_fail(NC_EINVAL, "access is NC_INDEPENDENT or NC_COLLECTIVE, not %d", access);
    if (!file->ranks)
        return zn_fail(NC_ENOPAR, "the dataset was not opened by nc_open_par or nc_create_par");
    if (var) {
        var->collective = access;
        return NC_NOERR;
    }
    file->collective = access;
    for (g = 0; g < file->groups.count; g++) {
        group = file->groups.items[g];
        for (i = 0; i < group->vars.count; i++)
            ((zn_var *)group->vars.items[i])->collective = access;
    }
    return NC_NOERR;
}
