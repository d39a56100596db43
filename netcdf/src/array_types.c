/* Which netCDF type the elements of an array have. */
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The code of a data type by its name in JSON; 0 for unknown names, and for types with a configuration. */
int32_t zn_data_type_named(const char *json)
{
    char *name = zn_json_text(json);
    int32_t code;

    for (code = ZARR_BOOL; name && code <= ZARR_COMPLEX_FLOAT8_E8M0FNU; code++)
        if (!strcmp(name, zarr_data_type_name(code)))
            break;
    free(name);
    return name && code <= ZARR_COMPLEX_FLOAT8_E8M0FNU ? code : 0;
}

/* The data type that stores an atomic type, other than NC_CHAR. */
int32_t zn_code_of(nc_type type)
{
    static const int32_t codes[] = {
        0,          ZARR_INT8,   0,           ZARR_INT16, ZARR_INT32,  ZARR_FLOAT32, ZARR_FLOAT64,
        ZARR_UINT8, ZARR_UINT16, ZARR_UINT32, ZARR_INT64, ZARR_UINT64, ZARR_STRING};

    return codes[type];
}

/* The netCDF type with an equal layout in memory; NC_NAT without one. */
nc_type zn_type_alike(int32_t code)
{
    switch (code) {
    case ZARR_BOOL:
    case ZARR_UINT8:
    case ZARR_UINT2:
    case ZARR_UINT4: return NC_UBYTE;
    case ZARR_INT8:
    case ZARR_INT2:
    case ZARR_INT4: return NC_BYTE;
    case ZARR_INT16: return NC_SHORT;
    case ZARR_INT32: return NC_INT;
    case ZARR_INT64:
    case ZARR_DATETIME64:
    case ZARR_TIMEDELTA64: return NC_INT64;
    case ZARR_UINT16: return NC_USHORT;
    case ZARR_UINT32: return NC_UINT;
    case ZARR_UINT64: return NC_UINT64;
    case ZARR_FLOAT32: return NC_FLOAT;
    case ZARR_FLOAT64: return NC_DOUBLE;
    default: return NC_NAT;
    }
}

static zn_type *named(const zn_file *file, const char *name)
{
    size_t i;

    for (i = 0; i < file->types.count; i++)
        if (!strcmp(((zn_type *)file->types.items[i])->name, name))
            return file->types.items[i];
    return NULL;
}

/* A type that no document describes, which attributes may name, as described ones. */
static int new_type(zn_group *group, int kind, size_t size, const char *name, zn_type **type)
{
    int status = zn_type_new(group, kind, size, name, type);

    return status ? status : zn_type_tell(group->file, *type);
}

static int opaque_of(zn_file *file, size_t size, nc_type *id)
{
    char name[40];
    zn_type *type;
    int status = NC_NOERR;

    if (!zn_has_user_types())
        return NC_EBADTYPE;
    sprintf(name, "opaque_%lu", (unsigned long)size);
    type = named(file, name);
    if (!type)
        status = new_type(file->root, NC_OPAQUE, size, name, &type);
    if (!status)
        *id = type->id;
    return status;
}

/* Complex numbers: real and imaginary part, under the names that netCDF4 for Python gives them. */
static int complex_of(zn_file *file, nc_type part, nc_type *id)
{
    const char *name = part == NC_FLOAT ? "_PFNC_FLOAT_COMPLEX_TYPE" : "_PFNC_DOUBLE_COMPLEX_TYPE";
    zn_type *type = named(file, name);
    size_t size = zn_type_size(NULL, part);
    int status = NC_NOERR;

    if (!zn_has_user_types())
        return NC_EBADTYPE;
    if (!type) {
        status = new_type(file->root, NC_COMPOUND, 2 * size, name, &type);
        if (!status)
            status = zn_type_add_field(file, type, "r", 0, part, 0, NULL);
        if (!status)
            status = zn_type_add_field(file, type, "i", size, part, 0, NULL);
    }
    if (!status)
        *id = type->id;
    return status;
}

static int same_type(const zn_type *a, const zn_type *b)
{
    size_t i;

    if (a->size != b->size || a->fields.count != b->fields.count || b->kind != NC_COMPOUND)
        return 0;
    for (i = 0; i < a->fields.count; i++) {
        const zn_field *f = a->fields.items[i], *g = b->fields.items[i];

        if (strcmp(f->name, g->name) || f->offset != g->offset || f->type != g->type || f->ndims != g->ndims ||
            memcmp(f->dims, g->dims, (size_t)f->ndims * sizeof *f->dims))
            return 0;
    }
    return 1;
}

/* Gives a compound type a number, after those of its fields. Arrays of one struct share a type. */
static int settle(zn_group *group, const char *name, zn_type *draft, nc_type *id)
{
    zn_file *file = group->file;
    char unique[NC_MAX_NAME + 30];
    zn_type *type;
    zn_list none = {0};
    zn_names no_names = {0};
    size_t i;
    int status;

    for (i = 0; i < file->types.count; i++)
        if (same_type(draft, file->types.items[i])) {
            *id = ((zn_type *)file->types.items[i])->id;
            return NC_NOERR;
        }
    snprintf(unique, sizeof unique, "%.230s_t", name);
    if (named(file, unique))
        snprintf(unique, sizeof unique, "%.230s_t%lu", name, (unsigned long)file->types.count);
    status = new_type(group, NC_COMPOUND, draft->size, unique, &type);
    if (status)
        return status;
    type->fields = draft->fields;
    type->by_offset = draft->by_offset;
    type->names = draft->names;
    type->stored_size = draft->size;
    type->depth = draft->depth;
    draft->fields = draft->by_offset = none;
    draft->names = no_names;
    *id = type->id;
    return NC_NOERR;
}

static int add_field(zn_group *group, zn_type *type, const char *name, const char *json, size_t offset, size_t size);

/* The bytes of an element whose type is in JSON; 0 where that does not tell. */
static size_t size_of(const char *json)
{
    const char *fields = zn_json_find(zn_json_find(json, "configuration"), "fields"), *field;
    const char *bytes = zn_json_find(zn_json_find(json, "configuration"), "length_bytes");
    size_t size = 0, part;
    int32_t code = zn_data_type_named(json);

    if (*json == '[') {
        size = size_of(zn_json_first(json));
        for (field = zn_json_first(zn_json_next(zn_json_first(json))); field; field = zn_json_next(field))
            size *= (size_t)zn_json_integer(field, 1);
        return size;
    }
    if (code)
        return zarr_data_type_size(code);
    if (bytes)
        return (size_t)zn_json_integer(bytes, 0);
    for (field = zn_json_first(fields); field; field = zn_json_next(field)) {
        const char *type = zn_json_find(field, "data_type");

        part = type ? size_of(type) : 0;
        if (!part)
            return 0;
        size += part;
    }
    return size;
}

/* A struct in a struct. */
static int nested(zn_group *group, const char *name, const char *json, size_t size, nc_type *id)
{
    const char *field = zn_json_first(zn_json_find(zn_json_find(json, "configuration"), "fields"));
    zn_type *draft = calloc(1, sizeof *draft);
    size_t offset = 0;
    int status = draft ? NC_NOERR : NC_ENOMEM;

    for (; field && !status; field = zn_json_next(field)) {
        const char *type = zn_json_find(field, "data_type");
        char *field_name = zn_json_find(field, "name") ? zn_json_text(zn_json_find(field, "name")) : NULL;

        /* Padding has no name. */
        if (!field_name || !type)
            status = NC_EBADTYPE;
        else if (*field_name)
            status = add_field(group, draft, field_name, type, offset, size_of(type));
        offset += type ? size_of(type) : 0;
        free(field_name);
    }
    if (!status) {
        draft->size = size;
        status = settle(group, name, draft, id);
    }
    if (draft)
        zn_type_free(draft);
    return status;
}

static int add_field(zn_group *group, zn_type *type, const char *name, const char *json, size_t offset, size_t size)
{
    int dims[32], ndims = 0, status = NC_NOERR;
    const char *shape = *json == '[' ? zn_json_next(zn_json_first(json)) : NULL, *length;
    nc_type id;
    size_t count = 1;

    for (length = zn_json_first(shape); length && ndims < 31; length = zn_json_next(length)) {
        dims[ndims] = (int)zn_json_integer(length, 1);
        if (dims[ndims] < 1)
            return NC_EBADTYPE;
        count *= (size_t)dims[ndims++];
    }
    if (shape)
        json = zn_json_first(json);
    id = zn_type_alike(zn_data_type_named(json));
    if (*json == '{') {
        char *kind = zn_json_find(json, "name") ? zn_json_text(zn_json_find(json, "name")) : NULL;
        const char *bytes = zn_json_find(zn_json_find(json, "configuration"), "length_bytes");

        if (kind && bytes && (!strcmp(kind, "null_terminated_bytes") || !strcmp(kind, "fixed_length_bytes"))) {
            id = NC_CHAR;
            if (zn_json_integer(bytes, 1) > 1)
                dims[ndims++] = (int)zn_json_integer(bytes, 1);
        } else if (kind && !strcmp(kind, "struct") && size_of(json) * count == size) {
            status = nested(group, name, json, size / count, &id);
        }
        free(kind);
    }
    if (!status && id == NC_NAT)
        status = size ? opaque_of(group->file, size / count, &id) : NC_EBADTYPE;
    return status ? status : zn_type_add_field(group->file, type, name, offset, id, ndims, dims);
}

static int struct_of(zn_var *var, const zarr_array *array)
{
    zarr_strings *names = NULL;
    zarr_error error;
    zn_type *draft;
    size_t i;
    int status;

    if (!zn_has_user_types())
        return NC_EBADTYPE;
    draft = calloc(1, sizeof *draft);
    if (!draft)
        return NC_ENOMEM;
    draft->size = zarr_array_item_size(array);
    status = zn_status(zarr_array_struct_fields(array, &names, &error), &error);
    for (i = 0; !status && i < zarr_strings_count(names); i++) {
        zarr_bytes *type = NULL;
        zn_text json = {0};
        size_t offset, size;

        status = zn_status(zarr_array_struct_field(array, i, &type, &offset, &size, &error), &error);
        if (!status)
            zn_field_json(&json, zarr_bytes_text(type));
        if (json.failed)
            status = NC_ENOMEM;
        if (!status)
            status = add_field(var->group, draft, zarr_strings_get(names, i), json.data, offset, size);
        zarr_bytes_free(type);
        free(json.data);
    }
    if (!status)
        status = settle(var->group, var->name, draft, &var->type);
    zarr_strings_free(names);
    zn_type_free(draft);
    return status;
}

/* Lists of numbers, as the codec vlen-array of numcodecs has them; NC_NAT for other bytes of variable length. */
static int list_of(zn_file *file, const zarr_array *array, nc_type *id)
{
    zarr_strings *names = NULL, *configurations = NULL;
    zarr_error error;
    char name[40];
    size_t i;
    nc_type base = NC_NAT;
    int status = zn_status(zarr_array_codecs(array, &names, &configurations, &error), &error);

    for (i = 0; !status && i < zarr_strings_count(names); i++) {
        const char *numbers = zn_json_find(zarr_strings_get(configurations, i), "dtype");
        char *text = numbers && !strcmp(zarr_strings_get(names, i), "vlen-array") ? zn_json_text(numbers) : NULL;

        if (text && *text)
            base = zn_type_named(file, text + 1);
        free(text);
    }
    zarr_strings_free(names);
    zarr_strings_free(configurations);
    *id = NC_NAT;
    if (status || !zn_is_number(base) || !zn_has_user_types())
        return status;
    sprintf(name, "list_%s", zn_spellings[base]);
    if (!named(file, name)) {
        zn_type *type;

        status = new_type(file->root, NC_VLEN, sizeof(nc_vlen_t), name, &type);
        if (!status)
            zn_type_set_base(file, type, base);
    }
    if (!status)
        *id = named(file, name)->id;
    return status;
}

int zn_type_of_array(zn_var *var, const zarr_array *array)
{
    zn_file *file = var->group->file;
    int32_t code = zarr_array_data_type(array);
    int status = NC_NOERR;

    var->stored = code;
    var->memory = 0;
    var->form = ZN_NUMBERS;
    var->type = zn_type_alike(code);
    switch (code) {
    case ZARR_BOOL: var->memory = ZARR_UINT8; break;
    case ZARR_FIXED_BYTES: var->type = zarr_array_item_size(array) == 1 ? NC_CHAR : NC_STRING; break;
    case ZARR_FIXED_UTF32:
    case ZARR_STRING: var->type = NC_STRING; break;
    case ZARR_BYTES:
        status = list_of(file, array, &var->type);
        var->plain = var->type != NC_NAT;
        var->type = var->plain ? var->type : NC_STRING;
        break;
    case ZARR_RAW: status = opaque_of(file, zarr_array_item_size(array), &var->type); break;
    case ZARR_STRUCT: status = struct_of(var, array); break;
    case ZARR_COMPLEX64: status = complex_of(file, NC_FLOAT, &var->type); break;
    case ZARR_COMPLEX128: status = complex_of(file, NC_DOUBLE, &var->type); break;
    default:
        if (var->type == NC_NAT && code >= ZARR_COMPLEX_BFLOAT16) {
            var->memory = ZARR_COMPLEX64;
            status = complex_of(file, NC_FLOAT, &var->type);
        } else if (var->type == NC_NAT) {
            var->memory = ZARR_FLOAT32;
            var->type = NC_FLOAT;
        }
    }
    if (zn_form_of(file, var->type) != ZN_PACKED)
        var->form = zn_form_of(file, var->type);
    var->size = zn_type_size(file, var->type);
    return status;
}
