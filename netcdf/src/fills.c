/* Fill values of variables. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

const void *zn_default_fill(nc_type type)
{
    static const signed char fill_byte = NC_FILL_BYTE;
    static const char fill_char = NC_FILL_CHAR;
    static const short fill_short = NC_FILL_SHORT;
    static const int fill_int = NC_FILL_INT;
    static const float fill_float = NC_FILL_FLOAT;
    static const double fill_double = NC_FILL_DOUBLE;
    static const unsigned char fill_ubyte = NC_FILL_UBYTE;
    static const unsigned short fill_ushort = NC_FILL_USHORT;
    static const unsigned fill_uint = NC_FILL_UINT;
    static const long long fill_int64 = NC_FILL_INT64;
    static const unsigned long long fill_uint64 = NC_FILL_UINT64;
    static const char *const fill_string = "";
    static const void *const fills[] = {NULL,        &fill_byte,   &fill_char,  &fill_short,  &fill_int,
                                        &fill_float, &fill_double, &fill_ubyte, &fill_ushort, &fill_uint,
                                        &fill_int64, &fill_uint64, &fill_string};

    return type > NC_NAT && type <= NC_STRING ? fills[type] : NULL;
}

/* The value of elements that were not written: one that was set, or netCDF's default, for an enumeration that of its
 * numbers; NULL for zeros of any other type that a program defines, and in N5, which has no other value. */
const void *zn_fill(const zn_var *var)
{
    const zn_type *user = zn_type_by_id(var->group->file, var->type);

    if (var->group->file->format == ZARR_FORMAT_N5)
        return NULL;
    return var->fill ? var->fill : zn_default_fill(user && user->kind == NC_ENUM ? user->base : var->type);
}

int zn_fill_of(const zn_var *var, void *value)
{
    const void *fill = zn_fill(var);

    if (fill)
        memcpy(value, fill, var->size);
    else
        memset(value, 0, var->size);
    return NC_NOERR;
}

/* The fill value for the caller, with strings and lists that it frees. */
int zn_fill_give(const zn_var *var, void *fill)
{
    const void *own = zn_fill(var);

    if (own)
        return zn_value_copy(var->group->file, var->type, own, fill, 1);
    memset(fill, 0, var->size);
    return NC_NOERR;
}

/* Gives a variable another fill value. */
int zn_set_fill_value(zn_var *var, const void *fill)
{
    const zn_file *file = var->group->file;
    void *copy = calloc(1, var->size);
    int status;

    if (!copy)
        return NC_ENOMEM;
    if (var->type == NC_STRING && !*(const char *const *)fill)
        fill = zn_default_fill(NC_STRING);
    status = zn_value_copy(file, var->type, fill, copy, 1);
    if (status) {
        free(copy);
        return status;
    }
    if (var->fill)
        zn_value_free(file, var->type, var->fill, 1);
    free(var->fill);
    var->fill = copy;
    var->no_fill = 0;
    return NC_NOERR;
}

static int is_zero(const void *value, size_t size)
{
    const char *byte = value;

    while (size && !*byte)
        byte++, size--;
    return !size;
}

int zn_def_var_fill(int ncid, int varid, int no_fill, const void *fill)
{
    zn_file *file;
    zn_var *var;
    int status = zn_var_may_set(ncid, varid, &file, &var);

    if (status)
        return status;
    file->changed = 1;
    if (no_fill && var->type == NC_STRING)
        return zn_fail(NC_EINVAL, "variable \"%s\": elements that are strings have a fill value", var->name);
    if (no_fill || !fill) {
        var->no_fill = no_fill != 0;
        return NC_NOERR;
    }
    if (file->format == ZARR_FORMAT_N5 && !is_zero(fill, var->size))
        return zn_fail(NC_ENOTBUILT, "variable \"%s\": in N5 elements that were not written are 0", var->name);
    status = zn_att_new(file, &var->atts, NC_FillValue, var->type, 1, fill);
    return status ? status : zn_set_fill_value(var, fill);
}

/* The bytes of the fill value as libzarr takes them. `*is_open`: the array has none. */
int zn_fill_bytes(const zn_file *file, const zn_var *var, zn_text *bytes, int *is_open)
{
    int status = NC_NOERR;

    *is_open = file->format == ZARR_FORMAT_N5 || (var->no_fill && file->format == ZARR_FORMAT_V2);
    zn_text_add(bytes, "");
    if (*is_open)
        return bytes->failed ? NC_ENOMEM : NC_NOERR;
    if (var->type == NC_STRING) {
        zn_text_add(bytes, var->fill ? *(char **)var->fill : "");
    } else if (var->form == ZN_VARIED) {
        status = var->fill ? zn_element_bytes(file, var->type, var->fill, bytes) : NC_NOERR;
    } else if (var->type > NC_STRING) {
        const zn_type *type = zn_type_by_id(file, var->type);
        char *stored = calloc(1, type->stored_size ? type->stored_size : 1);

        if (!stored)
            return NC_ENOMEM;
        if (zn_fill(var))
            zn_type_pack(file, var->type, zn_fill(var), stored);
        zn_text_bytes(bytes, stored, type->stored_size);
        free(stored);
    } else {
        char value[16];

        zn_fill_of(var, value);
        zn_text_bytes(bytes, value, var->size);
    }
    return bytes->failed ? NC_ENOMEM : status;
}
