/* The data type of an array, in JSON, for a netCDF type that the program defined. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The longest list in a struct that gets a field for each element. */
#define SPREAD 64

/* Final v3 has no fields that are arrays: texts are bytes of a size, short lists a field for each element, long ones
 * raw bytes. The attribute of the group keeps their types. */
static int array_field(const zn_file *file, const zn_field *field, zn_text *json)
{
    size_t count = zn_field_elements(field), i;
    int status = NC_NOERR;

    if (field->type == NC_CHAR || count > SPREAD) {
        zn_text_string(json, field->name, strlen(field->name));
        zn_text_format(json, ", \"|%c%lu\"", field->type == NC_CHAR ? 'S' : 'V',
                       (unsigned long)(count * zn_type_stored_size(file, field->type)));
        return NC_NOERR;
    }
    for (i = 0; i < count && !status; i++) {
        zn_text name = {0};

        zn_text_add(&name, field->name);
        zn_text_format(&name, "_%lu", (unsigned long)i);
        if (name.failed)
            return NC_ENOMEM;
        zn_text_add(json, i ? "], [" : "");
        zn_text_string(json, name.data, name.size);
        free(name.data);
        zn_text_add(json, ", ");
        status = zn_type_json(file, field->type, json);
    }
    return status;
}

/* The data type in JSON, as an array's builder takes it. */
int zn_type_json(const zn_file *file, nc_type type, zn_text *json)
{
    static const char *const numpy[] = {"",    "|i1", "|S1", "<i2", "<i4", "<f4",
                                        "<f8", "|u1", "<u2", "<u4", "<i8", "<u8"};
    const zn_type *user = zn_type_by_id(file, type);
    size_t i;
    int d;

    if (!user) {
        if (type <= NC_NAT || type >= NC_STRING)
            return zn_fail(NC_EBADTYPE,
                           "a compound type has a field of type %d, for which Zarr's structs have no field", type);
        zn_text_format(json, "\"%s\"", numpy[type]);
        return NC_NOERR;
    }
    if (user->kind == NC_ENUM)
        return zn_type_json(file, user->base, json);
    if (user->kind == NC_OPAQUE) {
        zn_text_format(json, "\"|V%lu\"", (unsigned long)user->size);
        return NC_NOERR;
    }
    zn_text_add(json, "[");
    for (i = 0; i < user->fields.count; i++) {
        const zn_field *field = user->fields.items[i];
        int status;

        zn_text_add(json, i ? ", [" : "[");
        if (field->ndims && file->format == ZARR_FORMAT_V3) {
            status = array_field(file, field, json);
            if (status)
                return status;
            zn_text_add(json, "]");
            continue;
        }
        zn_text_string(json, field->name, strlen(field->name));
        zn_text_add(json, ", ");
        status = zn_type_json(file, field->type, json);
        if (status)
            return status;
        for (d = 0; d < field->ndims; d++)
            zn_text_format(json, "%s%d", d ? ", " : ", [", field->dims[d]);
        zn_text_add(json, field->ndims ? "]]" : "]");
    }
    zn_text_add(json, "]");
    return NC_NOERR;
}
