/*
 * Why this file exists: the bodies behind fixtures.h. The tables in the middle are THE place that
 * says what the library serves today; work that adds a format, a type or a codec extends them, and
 * conformance.c then demands exact bytes instead of a refusal.
 */
#include "fixtures.h"

#include <ctype.h>

char *file_read(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
        text = need((size_t)length + 1);
        if (fread(text, 1, (size_t)length, file) == (size_t)length) {
            text[length] = 0;
            if (size != NULL)
                *size = (size_t)length;
        } else {
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

static cJSON *parsed(const char *path, cJSON *(*parse)(const char *)) {
    char *text = file_read(path, NULL);
    cJSON *json = text != NULL ? parse(text) : NULL;
    free(text);
    if (json == NULL) {
        fprintf(stderr, "%s: missing, or not JSON\n", path);
        exit(2);
    }
    return json;
}

cJSON *json_file(const char *path) { return parsed(path, cJSON_Parse); }
cJSON *json_exact_file(const char *path) { return parsed(path, json_exact); }

/* Writes the number that stands at `from` as a string; returns the byte behind it. */
static const char *exact_number(const char *from, char **to) {
    const char *end = from;
    char token[512];
    size_t length;
    while (*end != 0 && strchr("+-.0123456789eE", *end) != NULL)
        end++;
    length = (size_t)(end - from);
    if (length >= sizeof token)
        return NULL;
    memcpy(token, from, length);
    token[length] = 0;
    if (strpbrk(token, ".eE") == NULL)
        *to += sprintf(*to, "\"#%s\"", token);
    else
        *to += sprintf(*to, "\"#%.17g\"", strtod(token, NULL));
    return end;
}

cJSON *json_exact(const char *text) {
    static const char *const bare[] = {"NaN", "Infinity", "-Infinity"};
    /* A number of n bytes becomes at most n + 3 + 24. */
    char *copy = need(strlen(text) * 28 + 1);
    char *to = copy;
    const char *from = text;
    cJSON *json;
    while (from != NULL && *from != 0) {
        size_t i;
        for (i = 0; i < 3 && strncmp(from, bare[i], strlen(bare[i])) != 0; i++) {
        }
        if (i < 3) {
            to += sprintf(to, "\"%s\"", bare[i]);
            from += strlen(bare[i]);
        } else if (*from == '-' || isdigit((unsigned char)*from)) {
            from = exact_number(from, &to);
        } else if (*from == '"') {
            do {
                if (*from == '\\' && from[1] != 0)
                    *to++ = *from++;
                *to++ = *from++;
            } while (*from != 0 && *from != '"');
            if (*from == '"')
                *to++ = *from++;
        } else {
            *to++ = *from++;
        }
    }
    *to = 0;
    json = from != NULL ? cJSON_Parse(copy) : NULL;
    free(copy);
    return json;
}

const char *member_text(const cJSON *object, const char *name) {
    return cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(object, name));
}

bool member_true(const cJSON *object, const char *name) {
    return cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(object, name)) != 0;
}

int32_t member_list(const cJSON *object, const char *name, int64_t *values, int32_t room) {
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(object, name);
    const cJSON *item;
    int32_t count = 0;
    if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > room)
        return -1;
    cJSON_ArrayForEach(item, list) values[count++] = (int64_t)item->valuedouble;
    return count;
}

/* ---- What is served ------------------------------------------------------------------------- */

static const struct {
    const char *name;
    int32_t code;
    bool served;
} formats[] = {
    {"v1", ZARR_FORMAT_V1, true},
    {"v2", ZARR_FORMAT_V2, true},
    {"v3", ZARR_FORMAT_V3, true},
    {"v3-2019a", ZARR_FORMAT_V3_2019A, true},
    {"v3-2019b", ZARR_FORMAT_V3_2019B, true},
    {"v3-2020", ZARR_FORMAT_V3_2020, true},
    {"v3-2022", ZARR_FORMAT_V3_2022, true},
    {"n5", ZARR_FORMAT_N5, true},
};

static const char *const served_store_kinds[] = {"directory", "zip"};

/* numpy: the letter and size of v1, v2 and of the drafts' prose; name: the word of the v3 texts. */
static const struct {
    const char *numpy;
    const char *name;
    type_info type;
} served_types[] = {
    {"b1", "bool", {ZARR_BOOL, 1, 1}},           {"i1", "int8", {ZARR_INT8, 1, 1}},
    {"i2", "int16", {ZARR_INT16, 2, 2}},         {"i4", "int32", {ZARR_INT32, 4, 4}},
    {"i8", "int64", {ZARR_INT64, 8, 8}},         {"u1", "uint8", {ZARR_UINT8, 1, 1}},
    {"u2", "uint16", {ZARR_UINT16, 2, 2}},       {"u4", "uint32", {ZARR_UINT32, 4, 4}},
    {"u8", "uint64", {ZARR_UINT64, 8, 8}},       {"f2", "float16", {ZARR_FLOAT16, 2, 2}},
    {"f4", "float32", {ZARR_FLOAT32, 4, 4}},     {"f8", "float64", {ZARR_FLOAT64, 8, 8}},
    {"c8", "complex64", {ZARR_COMPLEX64, 8, 4}}, {"c16", "complex128", {ZARR_COMPLEX128, 16, 8}},
    {"bfloat16", "bfloat16", {ZARR_BFLOAT16, 2, 2}},
};

/* Elements of variable length: the names of v3, and the filter that says what objects are in older formats. */
static const struct {
    const char *name;
    int32_t code;
} served_variable[] = {
    {"string", ZARR_STRING},     {"bytes", ZARR_BYTES},      {"variable_length_bytes", ZARR_BYTES},
    {"vlen-utf8", ZARR_STRING},  {"vlen-bytes", ZARR_BYTES}, {"vlen-array", ZARR_BYTES},
    {"json2", ZARR_STRING},      {"msgpack2", ZARR_STRING},  {"categorize", ZARR_STRING},
};
/* Besides, with parameters: raw bytes, texts of fixed size, times, and structs of all of these. */

/* Codecs by their plain name; the "numcodecs." spelling of one is the same codec. In any place:
   compressor, filters, codecs. */
static const char *const served_codecs[] = {
    "bytes",           "endian",  "transpose", "gzip",    "zlib",     "zstd",       "blosc",    "crc32c",
    "lz4",             "bz2",     "lzma",      "shuffle", "base64",   "crc32",      "adler32",  "fletcher32",
    "vlen-utf8",       "vlen-bytes", "vlen-array", "json2",    "msgpack2",   "categorize",
    "lz4 frame",       "pcodec",  "zfpy",       "zfp",
    "jenkins_lookup3", "delta",   "quantize",  "astype",  "bitround", "packbits",   "fixedscaleoffset",
};

static const bool sharding_served = true;

/* ---------------------------------------------------------------------------------------------- */

#define LENGTH(table) (sizeof(table) / sizeof((table)[0]))

static bool listed(const char *name, const char *const *table, size_t length) {
    size_t i;
    for (i = 0; i < length; i++)
        if (strcmp(name, table[i]) == 0)
            return true;
    return false;
}

int32_t format_code(const char *name) {
    size_t i;
    for (i = 0; i < LENGTH(formats); i++)
        if (strcmp(name, formats[i].name) == 0)
            return formats[i].code;
    return 0;
}

bool format_served(const char *name) {
    size_t i;
    for (i = 0; i < LENGTH(formats); i++)
        if (strcmp(name, formats[i].name) == 0)
            return formats[i].served;
    return false;
}

/* A type of `per_number` bytes for each `divisor` of the number that the digits spell. */
static bool type_sized(type_info *type, int32_t code, const char *digits, size_t per_number, size_t divisor) {
    char *end;
    unsigned long number = strtoul(digits, &end, 10);
    if (!isdigit((unsigned char)digits[0]) || *end != 0 || number == 0 || number % divisor != 0)
        return false;
    type->code = code;
    type->size = number / divisor * per_number;
    type->component = code == ZARR_FIXED_UTF32 ? 4 : 1;
    return true;
}

static bool type_time(type_info *type, int32_t code) {
    type->code = code;
    type->size = type->component = 8;
    return true;
}

/* The fields of a struct, as pairs or as objects; on a big-endian machine their order would have to be told apart. */
static bool type_fields(const cJSON *fields, type_info *type) {
    const cJSON *field;
    type->code = ZARR_STRUCT;
    type->size = 0;
    type->component = 1;
    cJSON_ArrayForEach(field, fields) {
        type_info part;
        const cJSON *shape = cJSON_IsArray(field) ? cJSON_GetArrayItem(field, 2) : NULL;
        const cJSON *length;
        const cJSON *inner = cJSON_IsArray(field) ? cJSON_GetArrayItem(field, 1)
                                                  : cJSON_GetObjectItemCaseSensitive(field, "data_type");
        if (!type_parse(inner, &part))
            return false;
        cJSON_ArrayForEach(length, shape) part.size *= (size_t)length->valuedouble;
        type->size += part.size;
    }
    return type->size > 0;
}

static bool type_object(const cJSON *dtype, type_info *type) {
    static const struct {
        const char *name;
        int32_t code;
    } by_length[] = {
        {"raw_bytes", ZARR_RAW},
        {"null_terminated_bytes", ZARR_FIXED_BYTES},
        {"fixed_length_utf32", ZARR_FIXED_UTF32},
    };
    const cJSON *configuration = cJSON_GetObjectItemCaseSensitive(dtype, "configuration");
    const cJSON *length = cJSON_GetObjectItemCaseSensitive(configuration, "length_bytes");
    const char *name = member_text(dtype, "name");
    size_t i;
    if (name == NULL)
        return false;
    for (i = 0; i < LENGTH(by_length); i++) {
        if (strcmp(name, by_length[i].name) == 0 && cJSON_IsNumber(length) && length->valuedouble >= 1) {
            type->code = by_length[i].code;
            type->size = (size_t)length->valuedouble;
            type->component = type->code == ZARR_FIXED_UTF32 ? 4 : 1;
            return true;
        }
    }
    if (strcmp(name, "numpy.datetime64") == 0)
        return type_time(type, ZARR_DATETIME64);
    if (strcmp(name, "numpy.timedelta64") == 0)
        return type_time(type, ZARR_TIMEDELTA64);
    if (strcmp(name, "struct") == 0 || strcmp(name, "structured") == 0)
        return type_fields(cJSON_GetObjectItemCaseSensitive(configuration, "fields"), type);
    return false;
}

bool type_parse(const cJSON *dtype, type_info *type) {
    const char *text = cJSON_GetStringValue(dtype);
    size_t i;
    if (cJSON_IsObject(dtype) && cJSON_HasObjectItem(dtype, "extension")) {
        /* The drafts: NumPy's type in an extension object; one field without a name is plain bytes. */
        const cJSON *inner = cJSON_GetObjectItemCaseSensitive(dtype, "type");
        const cJSON *field = cJSON_IsArray(inner) ? cJSON_GetArrayItem(inner, 0) : NULL;
        const char *name = cJSON_GetStringValue(cJSON_GetArrayItem(field, 0));
        if (cJSON_GetArraySize(inner) == 1 && name != NULL && name[0] == 0)
            inner = cJSON_GetArrayItem(field, 1);
        return !cJSON_IsObject(inner) && type_parse(inner, type);
    }
    if (cJSON_IsArray(dtype))
        return type_fields(dtype, type);
    if (cJSON_IsObject(dtype))
        return type_object(dtype, type);
    if (text == NULL)
        return false;
    for (i = 0; i < LENGTH(served_types); i++) {
        bool numpy = text[0] != 0 && strchr("<>|", text[0]) != NULL && strcmp(text + 1, served_types[i].numpy) == 0;
        /* The drafts leave the mark out where the byte order has no meaning. */
        numpy = numpy || (served_types[i].type.size == 1 && strcmp(text, served_types[i].numpy) == 0);
        if (numpy || strcmp(text, served_types[i].name) == 0) {
            *type = served_types[i].type;
            return true;
        }
    }
    if (strncmp(text, "|V", 2) == 0)
        return type_sized(type, ZARR_RAW, text + 2, 1, 1);
    if (strncmp(text, "|S", 2) == 0)
        return type_sized(type, ZARR_FIXED_BYTES, text + 2, 1, 1);
    if (strncmp(text, "<U", 2) == 0 || strncmp(text, ">U", 2) == 0)
        return type_sized(type, ZARR_FIXED_UTF32, text + 2, 4, 1);
    if (strncmp(text, "<M8[", 4) == 0 || strncmp(text, ">M8[", 4) == 0)
        return type_time(type, ZARR_DATETIME64);
    if (strncmp(text, "<m8[", 4) == 0 || strncmp(text, ">m8[", 4) == 0)
        return type_time(type, ZARR_TIMEDELTA64);
    return text[0] == 'r' && type_sized(type, ZARR_RAW, text + 1, 1, 8);
}

static bool type_variable(const char *name, type_info *type) {
    size_t i;
    for (i = 0; name != NULL && i < LENGTH(served_variable); i++) {
        if (strcmp(name, served_variable[i].name) == 0) {
            type->code = served_variable[i].code;
            type->size = 0;
            type->component = 1;
            return true;
        }
    }
    return false;
}

bool entry_type(const cJSON *entry, type_info *type) {
    const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(entry, "dtype");
    const char *text = cJSON_IsObject(dtype) ? member_text(dtype, "type") : cJSON_GetStringValue(dtype);
    if (text != NULL && strcmp(text, "|O") == 0) {
        const cJSON *filters = cJSON_GetObjectItemCaseSensitive(entry, "filters");
        if (!cJSON_IsArray(filters)) /* where one writer hid them */
            filters = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(entry, "attributes"), "filters");
        return type_variable(member_text(cJSON_GetArrayItem(filters, 0), "id"), type);
    }
    return type_parse(dtype, type) || type_variable(text, type);
}

/* The first codec of the list that is not served, NULL if there is none. */
static const char *codec_refused(const cJSON *list, const char *key) {
    const cJSON *codec;
    cJSON_ArrayForEach(codec, list) {
        const char *name = cJSON_IsString(codec) ? codec->valuestring : member_text(codec, key);
        const char *plain = name;
        if (name == NULL)
            return "(no name)";
        if (strncmp(name, "numcodecs.", 10) == 0)
            plain = name + 10;
        if (strcmp(plain, "sharding_indexed") == 0 && sharding_served) {
            const cJSON *inside = cJSON_GetObjectItemCaseSensitive(codec, "configuration");
            name = codec_refused(cJSON_GetObjectItemCaseSensitive(inside, "codecs"), key);
            if (name == NULL)
                name = codec_refused(cJSON_GetObjectItemCaseSensitive(inside, "index_codecs"), key);
            if (name != NULL)
                return name;
            continue;
        }
        if (!listed(plain, served_codecs, LENGTH(served_codecs)))
            return name;
    }
    return NULL;
}

/* Children that a manifest leaves out. For the uncompressed chunks of x/y in this archive, zarr-python
   2.4.0 recorded the number of elements as their size in bytes; no reader can read them, so the manifest has
   no entry for x and x/y. But the document of x is whole, and x a child. */
static const struct {
    const char *writer, *store, *node, *children;
} corrections[] = {
    {"zarr 2.4.0 ", "deflated.zip", "/", "[\"x\", \"z\"]"},
};

cJSON *entry_children(const cJSON *entry) {
    size_t i;
    for (i = 0; i < LENGTH(corrections); i++)
        if (strncmp(member_text(entry, "writer"), corrections[i].writer, strlen(corrections[i].writer)) == 0 &&
            strcmp(member_text(entry, "store"), corrections[i].store) == 0 &&
            strcmp(member_text(entry, "node"), corrections[i].node) == 0)
            return cJSON_Parse(corrections[i].children);
    return cJSON_Duplicate(cJSON_GetObjectItemCaseSensitive(entry, "children"), 1);
}

/* The plain name of a compressor: the id of v1 and v2, or that of the drafts' URI; NULL: none. */
static const char *compressor_name(const cJSON *compressor, char *room, size_t size) {
    static const char base[] = "https://purl.org/zarr/spec/codec/";
    const char *id = member_text(compressor, "id");
    const char *uri = member_text(compressor, "codec");
    if (!cJSON_IsObject(compressor) || (id != NULL && strcmp(id, "none") == 0))
        return NULL;
    if (uri == NULL)
        return id;
    if (strncmp(uri, base, strlen(base)) == 0) {
        snprintf(room, size, "%.*s", (int)strcspn(uri + strlen(base), "/"), uri + strlen(base));
        return room;
    }
    /* The bare names of one crate; its lz4 is the frame, not numcodecs' block. */
    if (strcmp(uri, "bzip2") == 0)
        return "bz2";
    if (strcmp(uri, "xz") == 0)
        return "lzma";
    return strcmp(uri, "lz4") == 0 ? "lz4 frame" : uri;
}

const char *entry_hint(const cJSON *entry, char *room, size_t size) {
    const cJSON *hint = cJSON_GetObjectItemCaseSensitive(entry, "needs_hint");
    const char *codec = compressor_name(cJSON_GetObjectItemCaseSensitive(entry, "compressor"), room, size);
    const char *order = member_text(entry, "order");
    if (cJSON_IsObject(hint))
        return cJSON_PrintPreallocated((cJSON *)hint, room, (int)size, 0) ? room : NULL;
    /* The writer of these stores dumped C order against the document, unless blosc took the memory as it was. */
    if (strcmp(member_text(entry, "format"), "v1") == 0 && order != NULL && strcmp(order, "F") == 0 &&
        (codec == NULL || strcmp(codec, "blosc") != 0))
        return "{\"v1_f_order\": \"zarr-python-1\"}";
    return NULL;
}

bool inner_axes(const cJSON *codecs, int32_t ndim, int32_t *axes) {
    const cJSON *codec;
    cJSON_ArrayForEach(codec, codecs) {
        const cJSON *configuration = cJSON_GetObjectItemCaseSensitive(codec, "configuration");
        const char *name = member_text(codec, "name");
        int64_t order[32];
        int32_t before[32], i;
        if (name != NULL && strcmp(name, "sharding_indexed") == 0) {
            const cJSON *inside = cJSON_GetObjectItemCaseSensitive(configuration, "codecs");
            memcpy(before, axes, (size_t)ndim * sizeof *axes);
            /* Orders behind the innermost shard are the chunk's own business. */
            if (!inner_axes(inside, ndim, axes))
                memcpy(axes, before, (size_t)ndim * sizeof *axes);
            return true;
        }
        if (name == NULL || strcmp(name, "transpose") != 0 || ndim > 32 ||
            member_list(configuration, "order", order, 32) != ndim)
            continue;
        memcpy(before, axes, (size_t)ndim * sizeof *axes);
        for (i = 0; i < ndim; i++)
            axes[i] = before[order[i]];
    }
    return false;
}

const char *entry_refusal(const cJSON *entry, char *room, size_t size) {
    const char *format = member_text(entry, "format");
    const char *store_kind = member_text(entry, "store_kind");
    const char *kind = member_text(entry, "kind");
    const cJSON *dtype = cJSON_GetObjectItemCaseSensitive(entry, "dtype");
    const cJSON *compressor = cJSON_GetObjectItemCaseSensitive(entry, "compressor");
    const cJSON *transformers = cJSON_GetObjectItemCaseSensitive(entry, "storage_transformers");
    const char *codec;
    char plain[64];
    type_info type;
    if (!format_served(format)) {
        snprintf(room, size, "format %s", format);
        return room;
    }
    if (!listed(store_kind, served_store_kinds, LENGTH(served_store_kinds))) {
        snprintf(room, size, "store kind %s", store_kind);
        return room;
    }
    if (strcmp(kind, "array") != 0)
        return NULL;
    if (!entry_type(entry, &type)) {
        const char *name = cJSON_IsString(dtype) ? dtype->valuestring : member_text(dtype, "name");
        name = name != NULL ? name : member_text(dtype, "type");
        snprintf(room, size, "data type %s", name != NULL ? name : "structured");
        return room;
    }
    /* The final format names its shards in `codecs`; the 2022 draft has them in a transformer, of which
       the manifest records shard_shape. */
    if (!sharding_served && (cJSON_GetArraySize(transformers) > 0 ||
                             cJSON_GetObjectItemCaseSensitive(entry, "shard_shape") != NULL)) {
        snprintf(room, size, "sharding");
        return room;
    }
    codec = compressor_name(compressor, plain, sizeof plain);
    if (codec != NULL && listed(codec, served_codecs, LENGTH(served_codecs)))
        codec = NULL;
    if (codec == NULL)
        codec = codec_refused(cJSON_GetObjectItemCaseSensitive(entry, "filters"), "id");
    if (codec == NULL)
        codec = codec_refused(cJSON_GetObjectItemCaseSensitive(entry, "codecs"), "name");
    if (codec == NULL && strcmp(format, "v3-2020") == 0) /* where one writer hid them */
        codec = codec_refused(
            cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(entry, "attributes"), "filters"), "id");
    if (codec != NULL) {
        snprintf(room, size, "codec %s", codec);
        return room;
    }
    return NULL;
}
