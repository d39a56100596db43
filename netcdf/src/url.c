/* Paths as netCDF gives them: a URL with a fragment of settings, or a plain path. */
#include "internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A link is short. */
#define LINK_BYTES 65536

static int format_named(const char *name)
{
    static const int formats[] = {ZARR_FORMAT_V1,       ZARR_FORMAT_V2,      ZARR_FORMAT_V3,      ZARR_FORMAT_V3_2019A,
                                  ZARR_FORMAT_V3_2019B, ZARR_FORMAT_V3_2020, ZARR_FORMAT_V3_2022, ZARR_FORMAT_N5};
    size_t i;

    for (i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, zarr_format_name(formats[i])))
            return formats[i];
    return -1;
}

/* One "key=value", or one word of the key "mode". */
static int take(zn_place *place, const char *key, const char *value)
{
    if (!strcmp(key, "format")) {
        place->format = format_named(value);
        return place->format < 0 ? zn_fail(NC_EINVAL, "mode string: format \"%s\" is not known; v3, v2 and n5 are", value) : NC_NOERR;
    }
    if (!strcmp(key, "shard_bytes")) {
        char *end;

        errno = 0;
        place->shard_bytes = strtoll(value, &end, 10);
        return place->shard_bytes < 0 || *end || end == value || errno
                   ? zn_fail(NC_EINVAL, "mode string: shard_bytes has to be a number of bytes, not \"%s\"", value)
                   : NC_NOERR;
    }
    if (!strcmp(key, "codec")) {
        const char *colon = strchr(value, ':');
        char *end = NULL;
        long level = -1;

        errno = 0;
        if (colon)
            level = strtol(colon + 1, &end, 10);
        if (!*value || colon == value || (colon && (end == colon + 1 || *end || errno || level < 0 || level > INT_MAX)))
            return zn_fail(NC_EINVAL, "mode string: codec has to be a name, or name:level, not \"%s\"", value);
        free(place->codec);
        place->codec = zn_copy_bytes(value, colon ? (size_t)(colon - value) : strlen(value));
        place->codec_level = (int)level;
        return place->codec ? NC_NOERR : NC_ENOMEM;
    }
    if (!strcmp(key, "unlimited")) {
        free(place->unlimited);
        place->unlimited = zn_copy(value);
        return place->unlimited ? NC_NOERR : NC_ENOMEM;
    }
    if (!strcmp(key, "consolidate")) {
        place->consolidate = 1;
        return *value ? zn_fail(NC_EINVAL, "mode string: consolidate has no value, such as \"%s\"", value) : NC_NOERR;
    }
    /* Two "&" in a row ask for nothing. */
    return *key || *value ? zn_fail(NC_EINVAL,
                                    "mode string: word \"%s\" is not known; codec, consolidate, format, shard_bytes "
                                    "and unlimited are",
                                    key)
                          : NC_NOERR;
}

static int take_fragment(zn_place *place, char *fragment)
{
    int status = NC_NOERR;

    while (fragment && !status) {
        char *next = strchr(fragment, '&'), *value;

        if (next)
            *next++ = 0;
        value = strchr(fragment, '=');
        if (value)
            *value++ = 0;
        if (!strcmp(fragment, "mode")) {
            char *word = value;

            while (word && !status) {
                char *comma = strchr(word, ',');

                if (comma)
                    *comma++ = 0;
                if (format_named(word) >= 0)
                    status = take(place, "format", word);
                else if (!strcmp(word, "consolidate"))
                    status = take(place, word, "");
                word = comma;
            }
        } else {
            status = take(place, fragment, value ? value : "");
        }
        fragment = next;
    }
    return status;
}

/* A document inside of a store names the store: from 4.9.2 on netCDF reads the first bytes of a file, and refuses a
 * directory. */
static void drop_document(char *url)
{
    static const char *const documents[] = {"/zarr.json",  "/.zgroup", "/.zarray",
                                            "/.zmetadata", "/.zattrs", "/attributes.json"};
    size_t length = strlen(url), i;

    for (i = 0; i < sizeof documents / sizeof *documents; i++) {
        size_t tail = strlen(documents[i]);

        if (length > tail && !strcmp(url + length - tail, documents[i])) {
            url[length - tail] = 0;
            return;
        }
    }
}

/* A file {"url": "https://host/x.zarr"} stands for the store of its URL: newer versions of netCDF read the first bytes
 * of a file before they ask a user-defined format, which fails for a URL. NULL for another file, or without memory. */
static char *linked(const char *path)
{
    size_t length = strlen(path), size;
    char *text, *url = NULL;
    const char *value;
    FILE *file;

    if (strstr(path, "://") || length < 5 || strcmp(path + length - 5, ".json"))
        return NULL;
    file = fopen(path, "rb");
    text = file ? malloc(LINK_BYTES + 1) : NULL;
    if (text) {
        size = fread(text, 1, LINK_BYTES, file);
        text[size] = 0;
        value = zn_json_find(text, "url");
        if (value)
            url = zn_json_text(value);
        free(text);
    }
    if (file)
        fclose(file);
    return url;
}

/* A path counts from the working directory, unless it begins at the root or is a URL. */
int zn_is_relative(const char *url)
{
    return *url != '/' && strncmp(url + strcspn(url, ":/"), "://", 3) != 0;
}

int zn_place_parse(const char *path, zn_place *place)
{
    char *target = linked(path);
    const char *hash, *scheme = strstr(path = target ? target : path, "://");
    const char *options = getenv("ZARR_NETCDF_OPTIONS");
    char *fragment = NULL;
    int status = NC_NOERR;

    memset(place, 0, sizeof *place);
    place->format = ZARR_FORMAT_DEFAULT;
    place->codec_level = -1;
    hash = scheme ? strrchr(path, '#') : NULL;
    place->url = zn_copy_bytes(path, hash ? (size_t)(hash - path) : strlen(path));
    if (options && *options)
        place->options = zn_copy(options);
    if (hash)
        fragment = zn_copy(hash + 1);
    if (!place->url || (hash && !fragment) || (options && *options && !place->options))
        status = NC_ENOMEM;
    if (!status && fragment)
        status = take_fragment(place, fragment);
    if (!status)
        drop_document(place->url);
    free(fragment);
    free(target);
    if (status)
        zn_place_free(place);
    return status;
}

void zn_place_free(zn_place *place)
{
    free(place->url);
    free(place->name);
    free(place->codec);
    free(place->unlimited);
    free(place->options);
    memset(place, 0, sizeof *place);
}
