/* Opening, creating, defining, synchronising and closing datasets. */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The options of the store. Reading is told, so that nothing is made; decoded chunks are kept, as netCDF keeps them, so
 * that a program that reads row by row decodes each chunk once. */
static char *store_options(const char *given, int writable, int cached)
{
    zn_text text = {0};
    const char *first = given ? zn_json_first(given) : NULL;

    zn_text_add(&text, "{");
    if (!writable)
        zn_text_add(&text, "\"mode\": \"r\"");
    if (!zn_json_find(given ? given : "{}", "cache_bytes"))
        zn_text_format(&text, "%s\"cache_bytes\": %d", writable ? "" : ", ", cached ? ZN_CACHE_BYTES : 0);
    if (first) {
        zn_text_add(&text, text.size > 1 ? ", " : "");
        zn_text_add(&text, first);
    } else {
        zn_text_add(&text, "}");
    }
    if (text.failed) {
        free(text.data);
        return NULL;
    }
    return text.data;
}

/* Lays memory over the store: elements that a program writes with NC_DISKLESS are gone when it closes the dataset. */
static int keep_in_memory(zn_file *file, const char *options)
{
    const zarr_store *stores[2];
    zarr_store *memory = NULL, *both = NULL;
    zarr_error error;
    int status = zn_status(zarr_store_open("memory://", options, &memory, &error), &error);

    stores[0] = memory;
    stores[1] = file->store;
    if (!status)
        status = zn_status(zarr_store_wrap_overlay(stores, 2, NULL, &both, &error), &error);
    zarr_store_free(memory);
    if (!status) {
        zarr_store_free(file->store);
        file->store = both;
    }
    return status;
}

static int is_zip(const char *url)
{
    const size_t length = strlen(url);

    return strstr(url, "|zip:") || (length > 4 && !strcmp(url + length - 4, ".zip"));
}

static int open_store(zn_file *file, zn_place *place)
{
    zarr_error error;
    const int lost = file->writable && !file->created && (file->mode & (NC_DISKLESS | NC_PERSIST)) == NC_DISKLESS;
    /* Other ranks write chunks that this one would keep. */
    char *options = store_options(place->options, file->writable, !file->ranks || !file->writable),
         *reading = store_options(place->options, 0, 0);
    int status = options && reading ? NC_NOERR : NC_ENOMEM;

    if (!status)
        status = zn_status(zarr_store_open(place->url, lost ? reading : options, &file->store, &error), &error);
    if (!status && lost)
        status = keep_in_memory(file, options);
    free(options);
    free(reading);
    file->zip = is_zip(place->url);
    file->format = place->format;
    file->shard_bytes = place->shard_bytes;
    file->consolidate = place->consolidate;
    file->codec = place->codec;
    file->codec_level = place->codec_level;
    file->unlimited = place->unlimited;
    place->codec = place->unlimited = NULL;
    return status;
}

/* Why a store can't be one of several processes, or NULL. */
static const char *of_one_process(const zn_file *file, const char *url)
{
    if (!strncmp(url, "memory:", 7))
        return "a store in memory is another one in each process";
    if (file->writable && (file->mode & (NC_DISKLESS | NC_PERSIST)) == NC_DISKLESS)
        return "NC_DISKLESS is the memory of one process";
    if (file->writable && is_zip(url))
        return "a zip file has one writing process";
    return NULL;
}

/* The first rank opens the store before the others do. */
static int open_in_turn(zn_file *file, zn_place *place)
{
    const char *problem = file->size > 1 ? of_one_process(file, place->url) : NULL;
    int status = NC_NOERR;

    if (problem)
        status = zn_fail(NC_EINVAL, "%s: %s, and there are %d", place->url, problem, file->size);
    else if (zn_is_first(file))
        status = open_store(file, place);
    status = zn_agree(file, ZN_CALL_OPEN, status);
    if (!status && !zn_is_first(file))
        status = open_store(file, place);
    return zn_agree(file, ZN_CALL_OPEN, status);
}

/* The variable of a store that is one array has the name of the store. */
static char *name_of(const char *url)
{
    size_t end = strlen(url), begin;
    const char *dot;

    while (end && url[end - 1] == '/')
        end--;
    for (begin = end; begin && url[begin - 1] != '/' && url[begin - 1] != ':'; begin--)
        ;
    dot = memchr(url + begin, '.', end - begin);
    if (dot && dot > url + begin)
        end = (size_t)(dot - url);
    return end > begin ? zn_copy_bytes(url + begin, end - begin) : zn_copy("data");
}

int zn_open(const char *path, int mode, int basepe, size_t *hint, void *parameters, const NC_Dispatch *table, int ncid)
{
    zn_place place;
    zn_file *file = NULL;
    char *name = NULL;
    int status = zn_place_parse(path, &place);

    (void)basepe, (void)hint;
    if (status)
        return status;
    if (mode & NC_INMEMORY)
        status = zn_fail(NC_EINMEMORY, "%s: Zarr has no form of one block of memory", path);
    if (!status)
        status = zn_file_new(ncid, table, mode, &file);
    if (!status)
        status = zn_ranks_join(file, mode, parameters);
    if (!status) {
        file->writable = (mode & NC_WRITE) != 0;
        status = open_in_turn(file, &place);
    }
    if (!status) {
        name = name_of(place.url);
        status = name ? zn_load(file, name) : NC_ENOMEM;
        if (!status && place.format != ZARR_FORMAT_DEFAULT && place.format != file->format)
            status = zn_fail(NC_EINVAL, "%s: the dataset is of format %s, not %s", place.url,
                             zarr_format_name(file->format), zarr_format_name(place.format));
        if (!status)
            status = zn_codec_check(file->codec, file->codec_level, file->format);
        status = zn_agree(file, ZN_CALL_OPEN, status);
    }
    if (!status)
        status = zn_shadow(file);
    free(name);
    zn_place_free(&place);
    if (status && file)
        zn_file_free(file);
    return status;
}

/* A directory that holds something else is not emptied. */
static int make_room(zn_file *file, int mode)
{
    zarr_error error;
    zarr_strings *keys = NULL, *prefixes = NULL;
    int32_t kind = ZARR_NODE_NONE;
    int status = zn_status(zarr_node_kind(file->store, "", &kind, &error), &error);

    if (status == ENOENT)
        return NC_NOERR;
    if (!status && kind != ZARR_NODE_NONE && kind != ZARR_NODE_IMPLICIT_GROUP)
        return mode & NC_NOCLOBBER ? zn_fail(NC_EEXIST, "the store holds a dataset") : NC_NOERR;
    if (status || zarr_store_list_dir(file->store, "", &keys, &prefixes, NULL))
        return status;
    if (zarr_strings_count(keys) || zarr_strings_count(prefixes))
        status = zn_fail(NC_EEXIST, "the store holds something that is no Zarr hierarchy");
    zarr_strings_free(keys);
    zarr_strings_free(prefixes);
    return status;
}

int zn_create(const char *path, int mode, size_t size, int basepe, size_t *hint, void *parameters,
              const NC_Dispatch *table, int ncid)
{
    zn_place place;
    zn_file *file = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    int status = zn_place_parse(path, &place);

    (void)size, (void)basepe, (void)hint;
    if (status)
        return status;
    if (mode & NC_INMEMORY)
        status = zn_fail(NC_EINMEMORY, "%s: Zarr has no form of one block of memory", path);
    if (place.format == ZARR_FORMAT_DEFAULT)
        place.format = ZARR_FORMAT_V3;
    if (!status)
        status = zn_codec_check(place.codec, place.codec_level, place.format);
    if (!status && (mode & NC_DISKLESS) && !(mode & NC_PERSIST)) {
        free(place.url);
        place.url = zn_copy("memory://");
        status = place.url ? NC_NOERR : NC_ENOMEM;
    }
    if (!status)
        status = zn_file_new(ncid, table, mode, &file);
    if (!status) {
        file->writable = file->created = file->defining = file->changed = 1;
        status = zn_ranks_join(file, mode, parameters);
    }
    if (!status)
        status = open_in_turn(file, &place);
    /* Other programs may open the dataset as soon as the root is there, and write into its document. */
    if (!status && !(file->root->known = zn_copy("{}")))
        status = NC_ENOMEM;
    if (!status && zn_is_first(file)) {
        status = make_room(file, mode);
        /* Of several programs that create a dataset so at one time, one does. */
        if (!status && mode & NC_NOCLOBBER)
            status = zn_status(zarr_group_create(file->store, "", file->format, NULL, &group, &error), &error);
        else if (!status)
            status =
                zn_status(zarr_group_create_or_replace(file->store, "", file->format, NULL, &group, &error), &error);
    }
    if (file)
        status = zn_agree(file, ZN_CALL_OPEN, status);
    if (!status)
        status = zn_shadow(file);
    if (!status)
        file->root->stored = file->root->atts_changed = 1;
    zarr_group_free(group);
    zn_place_free(&place);
    if (status && file)
        zn_file_free(file);
    return status;
}

/* True also where the program is told that a fill value came too late, or a type was dropped: all else is written. */
static int is_written(int status)
{
    return !status || status == NC_ELATEFILL || status == NC_ENAMEINUSE;
}

static int end_definitions(zn_file *file)
{
    int status = zn_define(file);

    if (is_written(status)) {
        file->defining = 0;
        file->settled = 1;
    }
    return status;
}

/* Creates the variables that are defined, before elements are read or written: netCDF-4 leaves define mode by
 * itself. */
int zn_ready(zn_file *file)
{
    return file->defining ? end_definitions(file) : NC_NOERR;
}

int zn_redef(int ncid)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    if (!file->writable)
        return NC_EPERM;
    if (file->classic && file->defining)
        return NC_EINDEFINE;
    status = zn_behind_flush_all(file);
    if (!status)
        file->defining = 1;
    return status;
}

int zn_enddef(int ncid, size_t header_free, size_t align, size_t free_space, size_t record_align)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    (void)header_free, (void)align, (void)free_space, (void)record_align;
    if (status)
        return status;
    if (file->classic && !file->defining)
        return NC_ENOTINDEFINE;
    return zn_ready(file);
}

/* The program sees elements of others, and the lengths that they gave unlimited dimensions. A variable that is gone
 * keeps it from none of the others. */
static int refresh(zn_file *file, int status)
{
    size_t i, j;
    zarr_error error;
    int d, next;

    status = zn_agree(file, ZN_CALL_SYNC, status);
    if (status)
        return status;
    for (i = 0; zn_is_first(file) && i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count; j++) {
            const zn_var *var = group->vars.items[j];

            /* A variable whose type was dropped has no array. */
            next = var->array ? zn_status(zarr_array_refresh(var->array, &error), &error) : NC_NOERR;
            status = status ? status : next;
        }
    }
    status = zn_tell(file, NULL, status);
    for (i = 0; i < file->groups.count; i++) {
        zn_group *group = file->groups.items[i];

        for (j = 0; j < group->vars.count; j++) {
            zn_var *var = group->vars.items[j];

            if (!var->array)
                continue;
            zn_ahead_forget(var);
            next = zn_status(zarr_array_shape(var->array, var->ndims, var->shape, &error), &error);
            status = status ? status : next;
            for (d = 0; !next && d < var->ndims; d++)
                if (var->dims[d]->unlimited && (size_t)var->shape[d] > var->dims[d]->len)
                    var->dims[d]->len = (size_t)var->shape[d];
        }
    }
    return status;
}

int zn_sync(int ncid)
{
    zn_file *file;
    zarr_error error;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    if (file->classic && file->defining)
        return NC_EINDEFINE;
    if (file->writable) {
        status = end_definitions(file);
        if (status)
            return status;
        status = zn_status(zarr_store_flush(file->store, &error), &error);
    }
    return refresh(file, status);
}

int zn_close(int ncid, void *ignored)
{
    zn_file *file;
    zarr_error error;
    int status = zn_find(ncid, &file, NULL), flushed = NC_NOERR, failed = 0;

    (void)ignored;
    if (status)
        return status;
    file->closing = 1;
    if (file->writable) {
        status = zn_define(file);
        failed = status != NC_NOERR;
        /* A copy of the documents without all that is written would hide it. */
        if (is_written(status) && file->consolidate && zn_is_first(file)) {
            flushed = zn_status(zarr_node_consolidate(file->store, "", &error), &error);
            status = status ? status : flushed;
        }
        flushed = zn_status(zarr_store_flush(file->store, &error), &error);
    }
    /* Where flushing has failed, all ranks have met, and know that this one closes. */
    if (!failed)
        status = zn_agree(file, ZN_CALL_CLOSE, status ? status : flushed);
    zn_file_free(file);
    return status ? status : flushed;
}

int zn_abort(int ncid)
{
    zn_file *file;
    zarr_error error;
    int64_t defining;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    file->closing = 1;
    defining = file->defining;
    status = zn_meet(file, ZN_CALL_ABORT, 0, &defining, status);
    /* A dataset that never left define mode is gone; later definitions are forgotten. */
    if (!status && file->created && !file->settled) {
        if (zn_is_first(file))
            status = zn_status(zarr_node_erase(file->store, "", &error), &error);
        status = zn_agree(file, ZN_CALL_ABORT, status);
    } else if (!status && file->writable) {
        status = defining ? zn_behind_flush_all(file) : zn_define(file);
    }
    zn_file_free(file);
    return status;
}
