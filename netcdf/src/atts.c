/* Attributes in memory, and the slots of the dispatch table that are about them. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

zn_att *zn_att_named(const zn_list *atts, const char *name)
{
    size_t i;

    for (i = 0; i < atts->count; i++)
        if (!strcmp(((zn_att *)atts->items[i])->name, name))
            return atts->items[i];
    return NULL;
}

/* The number of those that netCDF shows. */
size_t zn_atts_shown(const zn_list *atts)
{
    size_t i, count = 0;

    for (i = 0; i < atts->count; i++)
        count += !((zn_att *)atts->items[i])->hidden;
    return count;
}

static void free_data(const zn_file *file, zn_att *att)
{
    if (att->data)
        zn_value_free(file, att->type, att->data, att->len);
    free(att->data);
    free(att->json);
    att->data = NULL;
    att->json = NULL;
    att->len = 0;
}

void zn_att_free(const zn_file *file, zn_att *att)
{
    free_data(file, att);
    free(att->name);
    free(att->read_type);
    free(att);
}

void zn_atts_free(const zn_file *file, zn_list *atts)
{
    size_t i;

    for (i = 0; i < atts->count; i++)
        zn_att_free(file, atts->items[i]);
    zn_list_free(atts);
}

static int set_value(const zn_file *file, zn_att *att, nc_type type, size_t len, const void *data)
{
    const size_t size = zn_type_size(file, type);
    void *copy = calloc(len ? len : 1, size);
    int status = copy ? zn_value_copy(file, type, data, copy, len) : NC_ENOMEM;

    if (status) {
        free(copy);
        return status;
    }
    free_data(file, att);
    att->type = type;
    att->size = size;
    att->len = len;
    att->data = copy;
    return NC_NOERR;
}

/* Adds an attribute of a name that none has. */
int zn_att_add(const zn_file *file, zn_list *atts, const char *name, nc_type type, size_t len, const void *data,
               zn_att **att)
{
    zn_att *made = calloc(1, sizeof *made);
    int status = made && (made->name = zn_copy(name)) ? set_value(file, made, type, len, data) : NC_ENOMEM;

    if (!status)
        status = zn_list_add(atts, made);
    if (status && made)
        zn_att_free(file, made);
    if (!status && att)
        *att = made;
    return status;
}

/* Adds an attribute, or gives the one of this name another value. */
int zn_att_new(const zn_file *file, zn_list *atts, const char *name, nc_type type, size_t len, const void *data)
{
    zn_att *att = zn_att_named(atts, name);

    return att ? set_value(file, att, type, len, data) : zn_att_add(file, atts, name, type, len, data, NULL);
}

/* Takes away the attribute of a name, where there is one. */
void zn_att_delete(const zn_file *file, zn_list *atts, const char *name)
{
    zn_att *att = zn_att_named(atts, name);
    size_t i;

    for (i = 0; att && i < atts->count; i++)
        if (atts->items[i] == att) {
            zn_list_remove(atts, i);
            zn_att_free(file, att);
            return;
        }
}

static int find_list(int ncid, int varid, zn_file **file, zn_group **group, zn_var **var, zn_list **atts)
{
    int status = zn_find(ncid, file, group);

    *var = NULL;
    if (!status && varid != NC_GLOBAL)
        status = zn_find_var(ncid, varid, file, group, var);
    if (!status)
        *atts = *var ? &(*var)->atts : &(*group)->atts;
    return status;
}

static int find_att(int ncid, int varid, const char *name, zn_file **file, zn_att **att, size_t *index)
{
    zn_group *group;
    zn_var *var;
    zn_list *atts;
    char room[ZN_NAME];
    size_t i, place = 0;
    int status = find_list(ncid, varid, file, &group, &var, &atts);

    name = zn_normal(name, room);
    if (status)
        return status;
    if (!name)
        return NC_EBADNAME;
    for (i = 0; i < atts->count; i++) {
        *att = atts->items[i];
        if (!(*att)->hidden && !strcmp((*att)->name, name)) {
            if (index)
                *index = place;
            return NC_NOERR;
        }
        place += !(*att)->hidden;
    }
    return NC_ENOTATT;
}

int zn_inq_att(int ncid, int varid, const char *name, nc_type *type, size_t *len)
{
    zn_file *file;
    zn_att *att;
    int status = find_att(ncid, varid, name, &file, &att, NULL);

    if (!status && type)
        *type = att->type;
    if (!status && len)
        *len = att->len;
    return status;
}

int zn_inq_attid(int ncid, int varid, const char *name, int *id)
{
    zn_file *file;
    zn_att *att;
    size_t index;
    int status = find_att(ncid, varid, name, &file, &att, &index);

    if (!status && id)
        *id = (int)index;
    return status;
}

int zn_inq_attname(int ncid, int varid, int id, char *name)
{
    zn_file *file;
    zn_group *group;
    zn_var *var;
    zn_list *atts;
    size_t i;
    int place = 0, status = find_list(ncid, varid, &file, &group, &var, &atts);

    for (i = 0; !status && i < atts->count; i++) {
        zn_att *att = atts->items[i];

        if (!att->hidden && place++ == id) {
            if (name)
                strcpy(name, att->name);
            return NC_NOERR;
        }
    }
    return status ? status : NC_ENOTATT;
}

/* Finds the attributes of a node, to change them: the dataset has to be writable. */
static int may_change(int ncid, int varid, zn_file **file, zn_list **atts, zn_var **var)
{
    zn_group *group;
    int status = find_list(ncid, varid, file, &group, var, atts);

    if (status)
        return status;
    if (!(*file)->writable)
        return NC_EPERM;
    return NC_NOERR;
}

static void changed(int ncid, zn_var *var)
{
    zn_group *group;
    zn_file *file;

    zn_find(ncid, &file, &group);
    file->changed = 1;
    if (var)
        var->atts_changed = 1;
    else
        group->atts_changed = 1;
}

int zn_rename_att(int ncid, int varid, const char *name, const char *to)
{
    zn_file *file;
    zn_list *atts;
    zn_var *var;
    zn_att *att;
    char *copy, room[ZN_NAME];
    int status = may_change(ncid, varid, &file, &atts, &var);

    to = zn_normal(to, room);
    if (!status)
        status = zn_check_name(to);
    if (!status && zn_att_hidden(to))
        status = zn_fail(NC_ENAMEINUSE, "attribute \"%s\": the name is kept for the format", to);
    if (!status)
        status = find_att(ncid, varid, name, &file, &att, NULL);
    if (status)
        return status;
    if (zn_att_named(atts, to))
        return NC_ENAMEINUSE;
    if (file->classic && !file->defining && strlen(to) > strlen(name))
        return NC_ENOTINDEFINE;
    copy = zn_copy(to);
    if (!copy)
        return NC_ENOMEM;
    free(att->name);
    att->name = copy;
    att->is_put = 1;
    changed(ncid, var);
    return NC_NOERR;
}

int zn_del_att(int ncid, int varid, const char *name)
{
    zn_file *file;
    zn_list *atts;
    zn_var *var;
    zn_att *att;
    int status = may_change(ncid, varid, &file, &atts, &var);

    if (!status && !name)
        status = NC_EINVAL;
    if (!status && file->classic && !file->defining)
        status = NC_ENOTINDEFINE;
    if (!status)
        status = find_att(ncid, varid, name, &file, &att, NULL);
    if (status)
        return status;
    zn_att_delete(file, atts, att->name);
    changed(ncid, var);
    return NC_NOERR;
}

int zn_get_att(int ncid, int varid, const char *name, void *value, nc_type memory)
{
    zn_file *file;
    zn_att *att;
    size_t len;
    char none;
    int status = find_att(ncid, varid, name, &file, &att, NULL);

    if (status)
        return status;
    if (memory == NC_NAT)
        memory = att->type;
    if (att->len == 0)
        return NC_NOERR;
    /* Without room for values the caller gets the code only, as by netCDF-4. */
    len = value ? att->len : 0;
    value = value ? value : &none;
    if (att->type >= NC_STRING && memory == att->type)
        return zn_value_copy(file, att->type, att->data, value, len);
    if (att->type > NC_STRING || memory > NC_STRING)
        return NC_EBADTYPE;
    return zn_convert_in(file, att->type, att->data, memory, value, len);
}

/* _ShardSizes is not stored as an attribute: it sets the shape of the shards of a variable that is not created yet. */
static int put_shards(zn_file *file, zn_var *var, nc_type memory, size_t len, const void *value)
{
    size_t i;
    int64_t *shards;

    if (!var || !zn_is_number(memory) || len != (size_t)var->ndims)
        return zn_fail(NC_EINVAL, "attribute _ShardSizes: it has one number for each dimension of a variable");
    if (var->array)
        return NC_ELATEDEF;
    shards = calloc(len + 1, sizeof *shards);
    if (!shards)
        return NC_ENOMEM;
    zn_convert(memory, value, NC_INT64, shards, len);
    for (i = 0; i < len; i++)
        if (shards[i] < 1) {
            free(shards);
            return zn_fail(NC_EBADCHUNK, "attribute _ShardSizes: a length is below 1");
        }
    free(var->shards);
    var->shards = shards;
    file->changed = 1;
    return NC_NOERR;
}

static int put_fill(zn_var *var, nc_type type, size_t len)
{
    if (type != var->type)
        return zn_fail(NC_EBADTYPE, "variable \"%s\": _FillValue has to be of its type", var->name);
    if (len != 1)
        return zn_fail(NC_EINVAL, "variable \"%s\": _FillValue has to be one value", var->name);
    if (var->group->file->ranks)
        return NC_NOERR;
    if (var->written)
        return zn_fail(NC_ELATEFILL, "variable \"%s\": elements were written before _FillValue", var->name);
    return zn_fill_settable(var);
}

int zn_put_att(int ncid, int varid, const char *name, nc_type type, size_t len, const void *value, nc_type memory)
{
    zn_file *file;
    zn_list *atts;
    zn_var *var;
    zn_att *old;
    void *converted = NULL;
    char room[ZN_NAME];
    int is_fill, range = NC_NOERR, status = may_change(ncid, varid, &file, &atts, &var);

    name = zn_normal(name, room);
    if (!status)
        status = name ? zn_check_name(name) : NC_EBADNAME;
    if (status)
        return status;
    if (len && !value)
        return NC_EINVAL;
    if (memory == NC_NAT)
        memory = type;
    if (!zn_type_usable(file, type) || (type > NC_STRING && memory != type))
        return NC_EBADTYPE;
    if (file->classic && type > NC_DOUBLE)
        return file->defining ? NC_ESTRICTNC3 : NC_ENOTINDEFINE;
    if (!strcmp(name, "_ShardSizes"))
        return put_shards(file, var, memory, len, value);
    if (zn_att_hidden(name))
        return zn_fail(NC_ENAMEINUSE, "attribute \"%s\": the name is kept for the format", name);
    old = zn_att_named(atts, name);
    if (file->classic && !file->defining && (!old || len * zn_type_size(file, type) > old->len * old->size))
        return NC_ENOTINDEFINE;
    is_fill = var && !strcmp(name, NC_FillValue);
    if (is_fill && (status = put_fill(var, type, len)))
        return status;
    if (type != memory) {
        converted = malloc((len ? len : 1) * zn_type_size(NULL, type));
        if (!converted)
            return NC_ENOMEM;
        range = zn_convert_in(file, memory, value, type, converted, len);
        if (range && range != NC_ERANGE) {
            free(converted);
            return range;
        }
        value = converted;
    }
    status = zn_att_new(file, atts, name, type, len, value);
    if (!status) {
        zn_att_named(atts, name)->is_put = 1;
        changed(ncid, var);
    }
    if (!status && is_fill)
        status = zn_set_fill_value(var, value);
    /* An array that the store has gets it when definitions end. */
    if (!status && is_fill && var->array) {
        var->refill = ZN_WANTED;
        file->defining |= !file->classic;
    }
    free(converted);
    return status ? status : range;
}
