/* The type that a variable's attribute names: it counts where the elements of the array are such. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The bytes of a data type without parts: raw bytes, which are spelled "r40" too, and texts; 0 for others. */
static size_t bytes_of(const char *json)
{
    const char *bytes = zn_json_find(zn_json_find(json, "configuration"), "length_bytes");

    if (*json == '"' && json[1] == 'r')
        return (size_t)strtoul(json + 2, NULL, 10) / 8;
    return bytes ? (size_t)zn_json_integer(bytes, 0) : 0;
}

static int fields_are(const zn_file *file, const zn_type *type, const char *fields);

/* True where a data type is that of `count` elements of a type. Long lists are raw bytes. */
static int is_of(const zn_file *file, nc_type type, size_t count, const char *json)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t parts = 1;

    if (*json == '[') {
        const char *item = zn_json_first(json), *length = zn_json_first(item ? zn_json_next(item) : NULL);

        for (; length; length = zn_json_next(length))
            parts *= (size_t)zn_json_integer(length, 1);
        json = item;
    }
    if (bytes_of(json))
        return (type == NC_CHAR || count > 1 || (user && user->kind == NC_OPAQUE)) &&
               bytes_of(json) * parts == count * zn_type_stored_size(file, type);
    if (parts != count)
        return 0;
    if (user && user->kind == NC_COMPOUND)
        return fields_are(file, user, zn_json_find(zn_json_find(json, "configuration"), "fields"));
    return zn_type_alike(zn_data_type_named(json)) == (user ? user->base : type);
}

static int has_name(const char *item, const char *name)
{
    const char *json = item ? zn_json_find(item, "name") : NULL;
    char *own = json ? zn_json_text(json) : NULL;
    int same = own && !strcmp(own, name);

    free(own);
    return same;
}

/* The element of a list that has a field of its own. */
static int is_element(const zn_file *file, const zn_field *field, size_t i, const char *item)
{
    const char *json = item ? zn_json_find(item, "data_type") : NULL;
    zn_text name = {0};
    int same;

    zn_text_add(&name, field->name);
    zn_text_format(&name, "_%lu", (unsigned long)i);
    same = json && !name.failed && has_name(item, name.data) && is_of(file, field->type, 1, json);
    free(name.data);
    return same;
}

/* True where the fields of a struct are those of a compound type, in their order. */
static int fields_are(const zn_file *file, const zn_type *type, const char *fields)
{
    const char *item = zn_json_first(fields);
    size_t i, j;

    for (i = 0; i < type->fields.count; i++) {
        const zn_field *field = type->fields.items[i];
        const size_t count = zn_field_elements(field);

        if (has_name(item, field->name)) {
            const char *json = zn_json_find(item, "data_type");

            if (!json || !is_of(file, field->type, count, json))
                return 0;
            item = zn_json_next(item);
            continue;
        }
        for (j = 0; j < count; j++) {
            if (!field->ndims || !is_element(file, field, j, item))
                return 0;
            item = zn_json_next(item);
        }
    }
    return !item;
}

/* The fields of an array's struct, spelled as those of a struct in a struct. */
static int fields_json(const zarr_array *array, zn_text *json)
{
    zarr_strings *names = NULL;
    zarr_error error;
    size_t i;
    int status = zn_status(zarr_array_struct_fields(array, &names, &error), &error);

    zn_text_add(json, "[");
    for (i = 0; !status && i < zarr_strings_count(names); i++) {
        const char *name = zarr_strings_get(names, i);
        zarr_bytes *type = NULL;
        size_t offset, size;

        status = zn_status(zarr_array_struct_field(array, i, &type, &offset, &size, &error), &error);
        zn_text_add(json, i ? ", {\"name\": " : "{\"name\": ");
        zn_text_string(json, name, strlen(name));
        zn_text_add(json, ", \"data_type\": ");
        if (!status)
            zn_field_json(json, zarr_bytes_text(type));
        zn_text_add(json, "}");
        zarr_bytes_free(type);
    }
    zn_text_add(json, "]");
    zarr_strings_free(names);
    return status ? status : json->failed ? NC_ENOMEM : NC_NOERR;
}

static int are_such(const zn_file *file, const zn_type *type, const zarr_array *array, int *such)
{
    const int32_t code = zarr_array_data_type(array);
    zn_text fields = {0};
    int status = NC_NOERR;

    *such = type->varies ? code == ZARR_BYTES : type->stored_size == zarr_array_item_size(array);
    if (!*such || type->varies)
        return NC_NOERR;
    if (type->kind == NC_ENUM)
        *such = code >= ZARR_INT8 && code <= ZARR_UINT64 && zn_type_alike(code) == type->base;
    else
        *such = code == (type->kind == NC_COMPOUND ? ZARR_STRUCT : ZARR_RAW);
    if (*such && type->kind == NC_COMPOUND) {
        status = fields_json(array, &fields);
        *such = !status && fields_are(file, type, fields.data);
        free(fields.data);
    }
    return status;
}

/* Gives a variable the type that its own attribute names. `*declared` is 0 without such a type, or if the elements of
 * the array do not match it. */
int zn_type_declared(zn_var *var, const zarr_array *array, const char *json, int *declared)
{
    zn_file *file = var->group->file;
    const char *own = zn_json_find(zn_json_find(json, "_nczarr_array"), "type");
    char *name = own ? zn_json_text(own) : NULL;
    const zn_type *type = name ? zn_type_by_id(file, zn_type_named(file, name)) : NULL;
    int status = NC_NOERR;

    *declared = 0;
    free(name);
    if (type)
        status = are_such(file, type, array, declared);
    if (status || !*declared)
        return status;
    var->type = type->id;
    var->size = type->size;
    var->stored = zarr_array_data_type(array);
    var->form = zn_form_of(file, type->id);
    return NC_NOERR;
}
