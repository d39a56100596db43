/* Gives an array that the store has another fill value. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* Refuses another fill value for a variable that has elements in the store: other programs write, too. Of several ranks
 * the first one asks, for all, when definitions end. */
int zn_fill_settable(zn_var *var)
{
    zarr_error error;
    size_t stored = 0;
    int status;

    if (!var->array)
        return NC_NOERR;
    status = zn_var_follow(var);
    if (!status)
        status = zn_status(zarr_array_refresh(var->array, &error), &error);
    if (!status)
        status = zn_status(zarr_array_count_chunks(var->array, ZARR_UNIT_SHARD, &stored, &error), &error);
    if (!status && stored)
        status = zn_fail(NC_ELATEFILL, "variable \"%s\": elements were written before _FillValue", var->name);
    return status;
}

/* The attribute as the document has it. Where that is of a type that the program defined, the array has its value. */
static int take_attribute(zn_var *var, const char *json)
{
    zn_file *file = var->group->file;
    zn_list stored = {0};
    const zn_att *att;
    int status = zn_atts_load(file, var->path, json, &stored, var->type);

    att = status ? NULL : zn_att_named(&stored, NC_FillValue);
    if (att && att->type == var->type && att->len == 1)
        status = zn_att_new(file, &var->atts, NC_FillValue, var->type, 1, att->data);
    else if (att && zn_fill(var))
        status = zn_att_new(file, &var->atts, NC_FillValue, var->type, 1, zn_fill(var));
    else if (!status)
        zn_att_delete(file, &var->atts, NC_FillValue);
    zn_atts_free(file, &stored);
    return status;
}

/* Gives the variable the fill value that the array has, in place of one that came too late. */
static int take_back(zn_var *var)
{
    zarr_bytes *json = NULL;
    zarr_error error;
    const char *own;
    int status = zn_status(zarr_array_attributes(var->array, &json, &error), &error);

    if (!status && var->fill) {
        zn_value_free(var->group->file, var->type, var->fill, 1);
        free(var->fill);
        var->fill = NULL;
    }
    if (!status)
        status = zn_fill_load(var, var->array);
    if (!status)
        status = take_attribute(var, zarr_bytes_text(json));
    if (!status) {
        own = zn_json_find(zarr_bytes_text(json), "_nczarr_array");
        var->no_fill = (int)zn_json_integer(zn_json_find(own, "no_fill"), 0) == 1;
        var->refill = ZN_REFUSED;
    }
    zarr_bytes_free(json);
    return status;
}

/* All ranks take back what the first one has refused. */
int zn_fills_settle(zn_file *file)
{
    size_t g, i;
    int status = NC_NOERR, next;

    for (g = 0; g < file->groups.count; g++) {
        const zn_group *group = file->groups.items[g];

        for (i = 0; i < group->vars.count; i++) {
            zn_var *var = group->vars.items[i];

            if (var->refill != ZN_REFUSED)
                continue;
            next = zn_is_first(file) ? NC_NOERR : take_back(var);
            status = status ? status : next;
            var->refill = 0;
        }
    }
    return status;
}

/* Gives the array the variable's fill value. A value that comes too late is taken back, so that all else is written. */
int zn_fill_store(zn_file *file, zn_var *var)
{
    zn_text value = {0};
    zarr_error error;
    int is_open, back, status = zn_fill_bytes(file, var, &value, &is_open);

    if (!status && zarr_array_set_fill_value(var->array, is_open ? NULL : value.data, value.size, &error)) {
        status = error.status == ZARR_ERROR_CONFLICT ? zn_fill_settable(var) : NC_NOERR;
        back = status == NC_ELATEFILL ? take_back(var) : NC_NOERR;
        status = back ? back : status ? status : zn_status(error.status, &error);
    } else if (!status) {
        var->refill = 0;
        zn_ahead_forget(var);
        /* It knows the old value. */
        zarr_array_free(var->uncached);
        var->uncached = NULL;
    }
    free(value.data);
    return status;
}
