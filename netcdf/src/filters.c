/* HDF5's filters, as netCDF numbers them, and Zarr's codecs. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const blosc_compressors[] = {"blosclz", "lz4", "lz4hc", "snappy", "zlib", "zstd"};

const zn_filter *zn_filter_of(const zn_var *var, unsigned id)
{
    size_t i;

    for (i = 0; i < var->filter_count; i++)
        if (var->filters[i].id == id)
            return &var->filters[i];
    return NULL;
}

static int check(unsigned id, size_t count, const unsigned *params)
{
    switch (id) {
    case ZN_FILTER_SHUFFLE:
    case ZN_FILTER_FLETCHER32: return NC_NOERR;
    case ZN_FILTER_DEFLATE:
    case ZN_FILTER_BZIP2: return count == 1 && params && params[0] <= 9 ? NC_NOERR : NC_EINVAL;
    case ZN_FILTER_ZSTD:
        return count == 1 && params && (int)params[0] >= -131072 && (int)params[0] <= 22 ? NC_NOERR : NC_EINVAL;
    case ZN_FILTER_BLOSC:
        return count >= 7 && count <= ZN_MAX_PARAMETERS && params && params[4] <= 9 && params[5] <= 2 && params[6] <= 5
                   ? NC_NOERR
                   : NC_EINVAL;
    default: return NC_ENOFILTER;
    }
}

/* Sets a filter, again at its place where the variable has it. */
int zn_filter_add(zn_var *var, unsigned id, size_t count, const unsigned *params)
{
    zn_filter *filter = (zn_filter *)zn_filter_of(var, id);
    int status = check(id, count, params);

    if (status)
        return zn_fail(status, "variable \"%s\": filter %u with these %lu parameters is no codec of Zarr", var->name,
                       id, (unsigned long)count);
    if (id == ZN_FILTER_SHUFFLE || id == ZN_FILTER_FLETCHER32)
        count = 0;
    if (!filter) {
        if (var->filter_count == ZN_MAX_FILTERS)
            return NC_EFILTER;
        filter = &var->filters[var->filter_count++];
        /* HDF5 names the checksum first. */
        if (id == ZN_FILTER_FLETCHER32) {
            memmove(var->filters + 1, var->filters, (size_t)(filter - var->filters) * sizeof *filter);
            filter = var->filters;
        }
    }
    filter->id = id;
    filter->count = count;
    if (count)
        memcpy(filter->params, params, count * sizeof *params);
    return NC_NOERR;
}

static int codec_of(const zn_file *file, const zn_var *var, const zn_filter *filter, const char **name,
                    zn_text *configuration)
{
    switch (filter->id) {
    case ZN_FILTER_SHUFFLE:
        *name = "shuffle";
        zn_text_format(configuration, "{\"elementsize\": %lu}", (unsigned long)var->size);
        break;
    case ZN_FILTER_FLETCHER32:
        *name = "fletcher32";
        zn_text_add(configuration, "{}");
        break;
    case ZN_FILTER_DEFLATE:
        /* Final v3 has gzip, which every software reads; v2 has zlib, as NCZarr writes it. */
        *name = file->format == ZARR_FORMAT_V2 ? "zlib" : "gzip";
        zn_text_format(configuration, "{\"level\": %u}", filter->params[0]);
        break;
    case ZN_FILTER_BZIP2:
        *name = "bz2";
        zn_text_format(configuration, "{\"level\": %u}", filter->params[0] ? filter->params[0] : 1);
        break;
    case ZN_FILTER_ZSTD:
        *name = "zstd";
        zn_text_format(configuration, "{\"level\": %d}", (int)filter->params[0]);
        break;
    default:
        *name = "blosc";
        zn_text_format(configuration, "{\"cname\": \"%s\", \"clevel\": %u, \"shuffle\": %u, \"blocksize\": %u}",
                       blosc_compressors[filter->params[6]], filter->params[4], filter->params[5], filter->params[3]);
    }
    return configuration->failed ? NC_ENOMEM : NC_NOERR;
}

/* The codec of the mode string. */
static zarr_status add_codec(zarr_array_builder *builder, const char *codec, int level, zarr_error *error)
{
    char configuration[40] = "{}";

    if (level >= 0)
        snprintf(configuration, sizeof configuration, "{\"%s\": %d}", strcmp(codec, "blosc") ? "level" : "clevel",
                 level);
    return zarr_array_builder_codec(builder, codec, configuration, error);
}

/* Refuses a codec that no array could have. Some take elements of one kind alone, so that one kind is enough. */
int zn_codec_check(const char *codec, int level, int format)
{
    static const int32_t types[] = {ZARR_FLOAT32, ZARR_INT32, ZARR_BOOL, ZARR_STRING};
    const int64_t shape = 1;
    zarr_store *store = NULL;
    zarr_error error, first;
    size_t i;
    int status = codec ? zn_status(zarr_store_open("memory://", NULL, &store, &error), &error) : NC_NOERR;

    if (status || !codec)
        return status;
    memset(&first, 0, sizeof first);
    for (i = 0; i < sizeof types / sizeof *types; i++) {
        zarr_array_builder *builder = NULL;
        zarr_array *array = NULL;
        zarr_status made = zarr_array_builder_new(types[i], 1, &shape, &builder, &error);

        if (!made)
            made = zarr_array_builder_format(builder, format, &error);
        if (!made)
            made = add_codec(builder, codec, level, &error);
        if (!made)
            made = zarr_array_create(store, "v", builder, &array, &error);
        zarr_array_free(array);
        zarr_array_builder_free(builder);
        if (!made)
            break;
        first = i ? first : error;
    }
    zarr_store_free(store);
    if (i < sizeof types / sizeof *types)
        return NC_NOERR;
    return first.status == ZARR_ERROR_NO_MEMORY ? NC_ENOMEM : zn_fail(NC_EINVAL, "mode string: %s", first.message);
}

/* Shuffling needs elements, and a checksum counts for the bytes that are stored: HDF5 takes them in any order of calls. */
static int order_of(const zn_filter *filter)
{
    return filter->id == ZN_FILTER_SHUFFLE ? 0 : filter->id == ZN_FILTER_FLETCHER32 ? 2 : 1;
}

static int add_filter(const zn_file *file, const zn_var *var, const zn_filter *filter, zarr_array_builder *builder)
{
    zn_text text = {0};
    zarr_error error;
    const char *name;
    int status;

    if (filter->id == ZN_FILTER_SHUFFLE && (var->size == 1 || var->form != ZN_NUMBERS))
        return NC_NOERR;
    status = codec_of(file, var, filter, &name, &text);
    if (!status)
        status = zn_status(zarr_array_builder_codec(builder, name, text.data, &error), &error);
    free(text.data);
    return status;
}

/* Adds the codecs to the builder: quantizing first, then the filters, shuffling as the first and a checksum as the last
 * of them, then the codec of the mode string. */
int zn_filters_build(const zn_file *file, const zn_var *var, zarr_array_builder *builder)
{
    zarr_error error;
    size_t i;
    int order, status = NC_NOERR;

    if (var->quantize_mode == NC_QUANTIZE_BITROUND) {
        zn_text text = {0};

        zn_text_format(&text, "{\"keepbits\": %d}", var->quantize_digits);
        status = zn_status(zarr_array_builder_codec(builder, "bitround", text.data, &error), &error);
        free(text.data);
    }
    for (order = 0; order < 3; order++)
        for (i = 0; !status && i < var->filter_count; i++)
            if (order_of(&var->filters[i]) == order)
                status = add_filter(file, var, &var->filters[i], builder);
    if (!status && file->codec && !var->filter_count && var->ndims > 0)
        status = zn_status(add_codec(builder, file->codec, file->codec_level, &error), &error);
    return status;
}

static unsigned named(const char *json, const char *const *names, size_t count)
{
    char *text = json ? zn_json_text(json) : NULL;
    unsigned i, found = 0;

    for (i = 0; text && i < count; i++)
        if (!strcmp(text, names[i]))
            found = i;
    free(text);
    return found;
}

static unsigned shuffle_of(const char *json)
{
    static const char *const names[] = {"noshuffle", "shuffle", "bitshuffle"};

    return json && *json == '"' ? named(json, names, 3) : (unsigned)zn_json_integer(json, 1);
}

static void load_codec(zn_var *var, const char *name, const char *configuration)
{
    unsigned params[7] = {2, 2, 0, 0, 0, 0, 0};

    params[0] = (unsigned)zn_json_integer(zn_json_find(configuration, "level"), 1);
    if (!strncmp(name, "numcodecs.", 10))
        name += 10;
    if (!strcmp(name, "bytes")) {
        char *endian =
            zn_json_find(configuration, "endian") ? zn_json_text(zn_json_find(configuration, "endian")) : NULL;

        if (endian && zn_is_number(var->type))
            var->endian = strcmp(endian, "big") ? NC_ENDIAN_LITTLE : NC_ENDIAN_BIG;
        free(endian);
    } else if (!strcmp(name, "gzip") || !strcmp(name, "zlib")) {
        zn_filter_add(var, ZN_FILTER_DEFLATE, 1, params);
    } else if (!strcmp(name, "zstd")) {
        zn_filter_add(var, ZN_FILTER_ZSTD, 1, params);
    } else if (!strcmp(name, "bz2")) {
        zn_filter_add(var, ZN_FILTER_BZIP2, 1, params);
    } else if (!strcmp(name, "shuffle")) {
        zn_filter_add(var, ZN_FILTER_SHUFFLE, 0, NULL);
    } else if (!strcmp(name, "fletcher32")) {
        zn_filter_add(var, ZN_FILTER_FLETCHER32, 0, NULL);
    } else if (!strcmp(name, "bitround")) {
        var->quantize_mode = NC_QUANTIZE_BITROUND;
        var->quantize_digits = (int)zn_json_integer(zn_json_find(configuration, "keepbits"), 0);
    } else if (!strcmp(name, "blosc")) {
        params[0] = 2;
        params[1] = 2;
        params[2] = (unsigned)zn_json_integer(zn_json_find(configuration, "typesize"), (long long)var->size);
        params[3] = (unsigned)zn_json_integer(zn_json_find(configuration, "blocksize"), 0);
        params[4] = (unsigned)zn_json_integer(zn_json_find(configuration, "clevel"), 5);
        params[5] = shuffle_of(zn_json_find(configuration, "shuffle"));
        params[6] = named(zn_json_find(configuration, "cname"), blosc_compressors, 6);
        zn_filter_add(var, ZN_FILTER_BLOSC, 7, params);
    }
}

/* Reads the codecs of an array as filters, and skips codecs without a netCDF filter. */
int zn_filters_load(zn_var *var, const zarr_array *array)
{
    zarr_strings *names = NULL, *configurations = NULL;
    zarr_error error;
    size_t i;
    int status = zn_status(zarr_array_codecs(array, &names, &configurations, &error), &error);

    for (i = 0; !status && i < zarr_strings_count(names); i++)
        load_codec(var, zarr_strings_get(names, i), zarr_strings_get(configurations, i));
    zarr_strings_free(names);
    zarr_strings_free(configurations);
    return status;
}

int zn_inq_var_filter_ids(int ncid, int varid, size_t *count, unsigned *ids)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    size_t i;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (status)
        return status;
    if (count)
        *count = var->filter_count;
    for (i = 0; ids && i < var->filter_count; i++)
        ids[i] = var->filters[i].id;
    return NC_NOERR;
}

int zn_inq_var_filter_info(int ncid, int varid, unsigned id, size_t *count, unsigned *params)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    const zn_filter *filter;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (status)
        return status;
    filter = zn_filter_of(var, id);
    if (!filter)
        return NC_ENOFILTER;
    if (count)
        *count = filter->count;
    if (params && filter->count)
        memcpy(params, filter->params, filter->count * sizeof *params);
    return NC_NOERR;
}

int zn_inq_filter_avail(int ncid, unsigned id)
{
    int status = zn_find(ncid, NULL, NULL);
    static const unsigned ids[] = {ZN_FILTER_DEFLATE, ZN_FILTER_SHUFFLE, ZN_FILTER_FLETCHER32,
                                   ZN_FILTER_BZIP2,   ZN_FILTER_BLOSC,   ZN_FILTER_ZSTD};
    size_t i;

    for (i = 0; i < sizeof ids / sizeof *ids; i++)
        if (ids[i] == id)
            return status;
    return status ? status : NC_ENOFILTER;
}

/* In netCDF-4 a filter makes access collective, and programs rely on it. */
static int filtered(const zn_file *file, zn_var *var, int status)
{
    if (file->ranks && var->filter_count)
        var->collective = 1;
    return status;
}

int zn_def_var_deflate(int ncid, int varid, int shuffle, int deflate, int level)
{
    zn_file *file;
    zn_var *var;
    unsigned parameter = (unsigned)level;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (deflate && (level < 0 || level > 9))
        return NC_EINVAL;
    if (var->ndims == 0)
        return NC_NOERR;
    if (shuffle)
        status = zn_filter_add(var, ZN_FILTER_SHUFFLE, 0, NULL);
    if (!status && deflate)
        status = zn_filter_add(var, ZN_FILTER_DEFLATE, 1, &parameter);
    return filtered(file, var, status);
}

int zn_def_var_fletcher32(int ncid, int varid, int fletcher32)
{
    zn_file *file;
    zn_var *var;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status || !fletcher32 || var->ndims == 0)
        return status;
    return filtered(file, var, zn_filter_add(var, ZN_FILTER_FLETCHER32, 0, NULL));
}

int zn_def_var_filter(int ncid, int varid, unsigned id, size_t count, const unsigned *params)
{
    zn_file *file;
    zn_var *var;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status || var->ndims == 0)
        return status;
    return filtered(file, var, zn_filter_add(var, id, count, params));
}

int zn_def_var_quantize(int ncid, int varid, int mode, int digits)
{
    zn_file *file;
    zn_var *var;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    if (var->type != NC_FLOAT && var->type != NC_DOUBLE)
        return NC_EINVAL;
    if (mode == NC_NOQUANTIZE) {
        var->quantize_mode = var->quantize_digits = 0;
        return NC_NOERR;
    }
    if (mode == NC_QUANTIZE_BITGROOM || mode == NC_QUANTIZE_GRANULARBR)
        return zn_fail(NC_EINVAL, "variable \"%s\": of the quantizations only BitRound is a codec of Zarr", var->name);
    if (mode != NC_QUANTIZE_BITROUND || digits < 1 ||
        digits > (var->type == NC_FLOAT ? NC_QUANTIZE_MAX_FLOAT_NSB : NC_QUANTIZE_MAX_DOUBLE_NSB))
        return NC_EINVAL;
    var->quantize_mode = mode;
    var->quantize_digits = digits;
    return zn_att_new(file, &var->atts, NC_QUANTIZE_BITROUND_ATT_NAME, NC_INT, 1, &digits);
}

int zn_inq_var_quantize(int ncid, int varid, int *mode, int *digits)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    int status = zn_find_var(ncid, varid, &file, &group, &var);

    if (!status && mode)
        *mode = var->quantize_mode;
    if (!status && digits)
        *digits = var->quantize_digits;
    return status;
}
