/* Opening and creating datasets. */
#define _DEFAULT_SOURCE /* for getcwd */
#include "internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The options of the store. Reading sets the mode, so that nothing is created; a cache of decoded chunks, like netCDF's
 * own, lets a program that reads row by row decode each chunk once. */
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

/* A program that writes needs no consolidated copy, as its first change erases it: only a store that can't list is read
 * by it. Of a dataset that ranks write none keeps chunks, whatever its options say: others write them. */
static int prepare_writing(zn_file *file, const char *given)
{
    const long long bytes = zn_json_integer(zn_json_find(given ? given : "{}", "cache_bytes"), ZN_CACHE_BYTES);
    zarr_store *store = NULL;
    zarr_error error;
    const int status = zn_status(zarr_store_wrap_cache(file->store, file->ranks ? 0 : (size_t)bytes,
                                                       "{\"consolidated\": \"auto\"}", &store, &error),
                                 &error);

    if (!status) {
        zarr_store_free(file->store);
        file->store = store;
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
    char *options = store_options(place->options, file->writable, 1),
         *reading = store_options(place->options, 0, 0);
    int status = options && reading ? NC_NOERR : NC_ENOMEM;

    if (!status)
        status = zn_status(zarr_store_open(place->url, lost ? reading : options, &file->store, &error), &error);
    if (!status && lost)
        status = keep_in_memory(file, options);
    if (!status && file->writable)
        status = prepare_writing(file, place->options);
    free(options);
    free(reading);
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

/* A path that is relative counts from the working directory of the first rank. */
static int share_url(zn_file *file, zn_place *place, int status)
{
    zn_text text = {0};
    char *folder = !status && zn_is_first(file) && zn_is_relative(place->url) ? getcwd(NULL, 0) : NULL;

    if (folder)
        zn_text_format(&text, "%s/", folder);
    free(folder);
    zn_text_bytes(&text, place->url, strlen(place->url) + 1);
    if (text.failed && !status)
        status = NC_ENOMEM;
    if (!zn_is_first(file)) {
        free(text.data);
        memset(&text, 0, sizeof text);
    }
    status = zn_share(file, &text, status);
    if (status) {
        free(text.data);
    } else {
        free(place->url);
        place->url = text.data;
    }
    return status;
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
    if (file->ranks)
        status = share_url(file, place, status);
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

/* A dataset of this program alone, where it keeps none, has a store of its own in memory. */
static int plan_creation(zn_place *place, int mode)
{
    int status;

    if (place->format == ZARR_FORMAT_DEFAULT)
        place->format = ZARR_FORMAT_V3;
    status = zn_codec_check(place->codec, place->codec_level, place->format);
    if (!status && (mode & NC_DISKLESS) && !(mode & NC_PERSIST)) {
        free(place->url);
        place->url = zn_copy("memory://");
        status = place->url ? NC_NOERR : NC_ENOMEM;
    }
    return status;
}

/* Parses the path and makes the file. The ranks meet before anything can fail on one of them, so that all return its
 * code, and none waits for it. */
static int begin(const char *path, int mode, int created, const void *parameters, const NC_Dispatch *table, int ncid,
                 zn_place *place, zn_file **file)
{
    zn_file meeting;
    int status;

    zn_memory_ended = 0;
    memset(&meeting, 0, sizeof meeting);
    status = zn_ranks_join(&meeting, mode, parameters);
    if (status)
        return status;
    status = zn_place_parse(path, place);
    if (!status && mode & NC_INMEMORY)
        status = zn_fail(NC_EINMEMORY, "%s: Zarr has no form of one block of memory", path);
    if (!status && created)
        status = plan_creation(place, mode);
    if (!status && !(place->name = name_of(place->url)))
        status = NC_ENOMEM;
    if (!status)
        status = zn_file_new(ncid, table, mode, file);
    status = zn_meet(&meeting, ZN_CALL_OPEN, zn_open_sum(path, mode), NULL, status);
    if (status) {
        zn_ranks_leave(&meeting);
        return status;
    }
    (*file)->mpi = meeting.mpi;
    (*file)->ranks = meeting.ranks;
    (*file)->rank = meeting.rank;
    (*file)->size = meeting.size;
    (*file)->left = meeting.left;
    return NC_NOERR;
}

int zn_open(const char *path, int mode, int basepe, size_t *hint, void *parameters, const NC_Dispatch *table, int ncid)
{
    zn_place place = {0};
    zn_file *file = NULL;
    int status = begin(path, mode, 0, parameters, table, ncid, &place, &file);

    (void)basepe, (void)hint;
    if (!status) {
        file->writable = (mode & NC_WRITE) != 0;
        status = open_in_turn(file, &place);
    }
    if (!status) {
        status = zn_load(file, place.name);
        if (!status && place.format != ZARR_FORMAT_DEFAULT && place.format != file->format)
            status = zn_fail(NC_EINVAL, "%s: the dataset is of format %s, not %s", place.url,
                             zarr_format_name(file->format), zarr_format_name(place.format));
        if (!status)
            status = zn_codec_check(file->codec, file->codec_level, file->format);
        if (!status)
            status = zn_shadow(file);
        if (!status && zn_memory_ended)
            status = NC_ENOMEM;
        status = zn_agree(file, ZN_CALL_OPEN, status);
    }
    zn_place_free(&place);
    if (status && file)
        zn_file_free(file);
    return status;
}

/* Erases the attributes of a group of v2 whose own document a program erased, and then ended. */
static int erase_rest(zn_file *file, const zarr_strings *keys)
{
    for (size_t i = 0; i < zarr_strings_count(keys); i++)
        if (strcmp(zarr_strings_get(keys, i), ".zattrs") == 0)
            return !zarr_store_erase(file->store, ".zattrs", NULL);
    return 0;
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
    if ((zarr_strings_count(keys) || zarr_strings_count(prefixes)) && (mode & NC_NOCLOBBER || !erase_rest(file, keys)))
        status = zn_fail(NC_EEXIST, "the store holds something that is no Zarr hierarchy");
    zarr_strings_free(keys);
    zarr_strings_free(prefixes);
    return status;
}

/* Erases what a group holds. Its own document goes last, so that a program which ends meanwhile leaves a dataset that
 * the next one may replace, not a directory of something else. */
static void empty_root(zn_file *file)
{
    zarr_strings *names = NULL;
    size_t i;
    int32_t kind = ZARR_NODE_NONE;

    /* Creating says what is wrong. */
    if (zarr_node_kind(file->store, "", &kind, NULL) || kind != ZARR_NODE_GROUP ||
        zarr_node_children(file->store, "", &names, NULL))
        return;
    /* One that can't be read is erased with the root, and so is what other programs have left. */
    for (i = 0; i < zarr_strings_count(names); i++)
        zarr_node_erase(file->store, zarr_strings_get(names, i), NULL);
    zarr_strings_free(names);
}

int zn_create(const char *path, int mode, size_t size, int basepe, size_t *hint, void *parameters,
              const NC_Dispatch *table, int ncid)
{
    zn_place place = {0};
    zn_file *file = NULL;
    zarr_group *group = NULL;
    zarr_error error;
    int status = begin(path, mode, 1, parameters, table, ncid, &place, &file);

    (void)size, (void)basepe, (void)hint;
    if (!status) {
        file->writable = file->created = file->defining = file->changed = 1;
        status = open_in_turn(file, &place);
    }
    /* Other programs may open the dataset as soon as the root is there, and write into its document. */
    if (!status && !(file->root->known = zn_copy("{}")))
        status = NC_ENOMEM;
    if (!status && zn_is_first(file)) {
        status = make_room(file, mode);
        /* Of several programs that create a dataset so at one time, one does. */
        if (!status && mode & NC_NOCLOBBER)
            status = zn_status(zarr_group_create(file->store, "", file->format, NULL, &group, &error), &error);
        else if (!status) {
            empty_root(file);
            status =
                zn_status(zarr_group_create_or_replace(file->store, "", file->format, NULL, &group, &error), &error);
        }
    }
    if (!status)
        status = zn_shadow(file);
    if (file) {
        status = zn_agree(file, ZN_CALL_OPEN, status);
        status = zn_agree(file, ZN_CALL_OPEN, status ? status : zn_look_for_root(file, NULL));
    }
    if (!status)
        file->root->stored = file->root->atts_changed = 1;
    zarr_group_free(group);
    zn_place_free(&place);
    if (status && file)
        zn_file_free(file);
    return status;
}
