/* Gives an array that the store has another fill value. Only that member of its document is changed: attributes,
 * lengths and elements may be those of other programs. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TURNS = 100 };

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

/* Before the variable's document is written. A value that comes too late is taken back, so that all else is written. */
int zn_fill_check(zn_var *var)
{
    int status = var->refill == ZN_WANTED ? zn_fill_settable(var) : NC_NOERR, back;

    if (status != NC_ELATEFILL)
        return status;
    back = take_back(var);
    return back ? back : status;
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

/* The document that libzarr makes of the variable's definition, and its key: NULL where the format has no fill
 * value. */
static int defined(zn_file *file, zn_var *var, char **key, zarr_bytes **document)
{
    zarr_array_builder *builder = NULL;
    zarr_store *memory = NULL;
    zarr_strings *keys = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    size_t i;
    int status = zn_var_builder(file, var, &builder);

    *key = NULL;
    *document = NULL;
    if (!status)
        status = zn_status(zarr_store_open("memory://", NULL, &memory, &error), &error);
    if (!status)
        status = zn_status(zarr_array_create(memory, var->path, builder, &array, &error), &error);
    if (!status)
        status = zn_status(zarr_store_list_prefix(memory, "", &keys, &error), &error);
    for (i = 0; !status && !*key && i < zarr_strings_count(keys); i++) {
        status = zn_status(zarr_store_get(memory, zarr_strings_get(keys, i), document, &error), &error);
        if (!status && zn_json_find(zarr_bytes_text(*document), "fill_value")) {
            *key = zn_copy(zarr_strings_get(keys, i));
            status = *key ? NC_NOERR : NC_ENOMEM;
        } else {
            zarr_bytes_free(*document);
            *document = NULL;
        }
    }
    zarr_strings_free(keys);
    zarr_array_free(array);
    zarr_store_free(memory);
    zarr_array_builder_free(builder);
    return status;
}

/* Puts a value in the place of the document's fill value. `*same`: it has this value. */
static int replace(const zn_file *file, const char *key, const char *value, int *same)
{
    zarr_bytes *document = NULL;
    zarr_error error;
    zn_text text = {0};
    const char *json, *old;
    int status = zn_status(zarr_store_get(file->store, key, &document, &error), &error);

    json = status ? "{}" : zarr_bytes_text(document);
    old = zn_json_find(json, "fill_value");
    *same = zn_json_same(old, value);
    if (!status && !old)
        status = zn_fail(NC_EIO, "%s: another program has taken the fill value out of the document", key);
    if (!status && !*same) {
        zn_text_bytes(&text, json, (size_t)(old - json));
        zn_text_json(&text, value);
        zn_text_add(&text, zn_json_end(old));
        status = text.failed ? NC_ENOMEM
                             : zn_status(zarr_store_set(file->store, key, text.data, text.size, &error), &error);
    }
    zarr_bytes_free(document);
    free(text.data);
    return status;
}

/* Gives the array the variable's fill value, by one write of its document. libzarr has no condition for that: where
 * another program has written the document from an older one, the value is written once more. */
int zn_fill_store(zn_file *file, zn_var *var)
{
    zarr_bytes *document = NULL;
    zarr_error error;
    char *key = NULL;
    int same = 0, left = MOST_TURNS, status = defined(file, var, &key, &document);

    while (!status && key && !same && left--)
        status = replace(file, key, zn_json_find(zarr_bytes_text(document), "fill_value"), &same);
    if (!status)
        status = zn_status(zarr_array_refresh(var->array, &error), &error);
    if (!status) {
        var->refill = 0;
        zn_ahead_forget(var);
        /* It knows the old value. */
        zarr_array_free(var->uncached);
        var->uncached = NULL;
    }
    zarr_bytes_free(document);
    free(key);
    return status;
}
