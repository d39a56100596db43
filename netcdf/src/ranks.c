/* Datasets of the ranks of an MPI program: how these meet and agree. All ranks have the whole tree in memory, as all
 * make the same definitions. */
#define _GNU_SOURCE
#include "internal.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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
        zn_ranks_leave(file);
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

/* All ranks meet: `call` is the purpose, and `same` a number that must agree; all ranks get the largest `most`. If
 * ranks have failed, all return the code of the first one. */
int zn_meet(zn_file *file, int64_t call, int64_t same, int64_t *most, int status)
{
    int64_t numbers[8];
    int differ;

    if (!file->ranks)
        return status;
    if (file->left)
        return zn_fail(status ? status : NC_EINVAL, "another rank has closed the dataset");
    numbers[0] = status ? (int64_t)(file->size - file->rank) << 32 | (uint32_t)status : 0;
    numbers[1] = call;
    numbers[2] = -call;
    numbers[3] = same;
    numbers[4] = -same;
    numbers[5] = most ? *most : 0;
    numbers[6] = file->closing;
    numbers[7] = -file->closing;
    file->mpi->largest(file->ranks, numbers, 8);
    /* A rank that closes does not come back, also where it fails: the others would wait for it in every later call. */
    differ = numbers[1] != -numbers[2] || numbers[6] != -numbers[7];
    file->left = numbers[6] && !file->closing;
    if (most)
        *most = numbers[5];
    if (numbers[0]) {
        int failed = file->size - (int)(numbers[0] >> 32);

        status = (int)(int32_t)(uint32_t)numbers[0];
        if (failed != file->rank)
            zn_log("rank %d failed: error %d", failed, status);
        return status;
    }
    if (differ)
        return zn_fail(NC_EINVAL, "ranks have called different collective functions, or for different variables");
    if (numbers[3] != -numbers[4])
        return zn_fail(NC_EINVAL, call == ZN_CALL_OPEN
                                      ? "ranks have named different datasets, words behind them, or modes"
                                      : "ranks have defined different groups, types, dimensions or variables");
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

/* True where the store has a document of the root, which may be large and is not read. */
static int has_root(const zarr_store *store)
{
    static const char *const keys[] = {"zarr.json", ".zgroup", ".zarray", "attributes.json"};
    zarr_error error;
    size_t i;

    for (i = 0; i < sizeof keys / sizeof *keys; i++) {
        int32_t there = 0;
        if (zarr_store_exists(store, keys[i], &there, &error) == ZARR_OK && there)
            return 1;
    }
    return 0;
}

/* Looks for the root, which the first rank has found or made, in the store of this rank: that may be another one, on
 * another disk at the same path. `array`: the root where it is one. */
int zn_look_for_root(zn_file *file, const zarr_array *array)
{
    zarr_error error;
    zarr_group *group = NULL;
    zarr_bytes *document = NULL;
    zarr_strings *names = NULL;
    char host[256] = "";
    zarr_status found;

    if (!file->ranks || zn_is_first(file) || (!array && has_root(file->store)))
        return NC_NOERR;
    if (array)
        found = zarr_array_document(array, &document, &error);
    else if (!(found = zarr_group_open_known(file->store, "", file->format, NULL, &group, &error)))
        found = zarr_attribute_names(group, &names, &error);
    zarr_bytes_free(document);
    zarr_strings_free(names);
    zarr_group_free(group);
    if (!found)
        return NC_NOERR;
    gethostname(host, sizeof host - 1);
    zn_log("rank %d on %s does not see the dataset of the first rank", file->rank, host);
    return zn_status(found, &error);
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
