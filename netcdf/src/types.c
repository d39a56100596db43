/* netCDF's types: the atomic ones, and those that a program defines, with the functions that are alike for all. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"none",  "byte",   "char", "short", "int",    "float", "double",
                                    "ubyte", "ushort", "uint", "int64", "uint64", "string"};
static const size_t sizes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8, sizeof(char *)};

zn_type *zn_type_by_id(const zn_file *file, nc_type type)
{
    size_t index = (size_t)(type - NC_FIRSTUSERTYPEID);

    return file && type >= NC_FIRSTUSERTYPEID && index < file->types.count ? file->types.items[index] : NULL;
}

/* The size of an element in memory; 0 for an unknown type. */
size_t zn_type_size(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    if (user)
        return user->size;
    return type > NC_NAT && type <= NC_STRING ? sizes[type] : 0;
}

size_t zn_type_stored_size(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    return user ? user->stored_size : type == NC_STRING ? sizeof(uint32_t) : zn_type_size(file, type);
}

/* Maximum padding of a compound type's element: in bytes, and as a multiple of the size of its fields. */
#define GAPS      4096
#define GAP_TIMES 16

/* True where elements may be of the type. Not of a compound type that is almost all gaps: a store of a few bytes would
 * ask for any memory. */
int zn_type_usable(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t size = zn_type_size(file, type);

    if (zn_type_refused(file, type)) {
        zn_log("type \"%s\": it was dropped, as another program has defined another one of its name", user->name);
        return 0;
    }
    if (user && size > GAPS && (size - GAPS) / GAP_TIMES > user->stored_size) {
        zn_log("type \"%s\": of its %lu bytes fields have too few", user->name, (unsigned long)size);
        return 0;
    }
    return size > 0;
}

zn_form zn_form_of(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    if (!user)
        return type == NC_STRING ? ZN_STRINGS : ZN_NUMBERS;
    return user->varies ? ZN_VARIED : user->kind == NC_COMPOUND ? ZN_PACKED : ZN_NUMBERS;
}

/* True where libzarr gives elements as bytes of variable length. */
int zn_has_values(const zn_var *var)
{
    return var->form == ZN_STRINGS || var->form == ZN_VARIED;
}

int zn_type_new(zn_group *group, int kind, size_t size, const char *name, zn_type **type)
{
    zn_type *made;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    made = calloc(1, sizeof *made);
    if (!made)
        return NC_ENOMEM;
    made->id = NC_FIRSTUSERTYPEID + (int)group->file->types.count;
    made->name = zn_copy(name);
    made->kind = kind;
    made->size = size;
    made->stored_size = kind == NC_COMPOUND ? 0 : kind == NC_VLEN ? sizeof(uint32_t) : size;
    made->varies = kind == NC_VLEN;
    made->group = group;
    if (!made->name || zn_list_add_both(&group->file->types, &group->types, made)) {
        free(made->name);
        free(made);
        return NC_ENOMEM;
    }
    *type = made;
    return NC_NOERR;
}

void zn_type_free(zn_type *type)
{
    size_t i;

    for (i = 0; i < type->fields.count; i++)
        free(type->fields.items[i]);
    zn_list_free(&type->fields);
    zn_list_free(&type->by_offset);
    zn_names_free(&type->names);
    free(type->name);
    free(type);
}

/* Adds a copy of a field or member, of a name that the type does not have. */
int zn_type_add(zn_type *type, const char *name, const zn_field *field)
{
    zn_field *made;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (zn_names_find(&type->names, name))
        return NC_ENAMEINUSE;
    made = malloc(sizeof *made);
    if (!made)
        return NC_ENOMEM;
    *made = *field;
    if (zn_list_add(&type->fields, made)) {
        free(made);
        return NC_ENOMEM;
    }
    if (zn_names_add(&type->names, zn_copy(name), made)) {
        zn_list_remove(&type->fields, type->fields.count - 1);
        free(made);
        return NC_ENOMEM;
    }
    made->name = type->names.items[type->names.count - 1].name;
    return NC_NOERR;
}

static zn_type *type_named(const zn_group *group, const char *name)
{
    size_t i;

    for (i = 0; i < group->types.count; i++)
        if (!strcmp(((zn_type *)group->types.items[i])->name, name))
            return group->types.items[i];
    return NULL;
}

int zn_inq_type(int ncid, nc_type type, char *name, size_t *size)
{
    zn_file *file;
    zn_type *user;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user && (type <= NC_NAT || type > NC_STRING))
        return NC_EBADTYPE;
    if (name)
        strcpy(name, user ? user->name : names[type]);
    if (size)
        *size = zn_type_size(file, type);
    return NC_NOERR;
}

int zn_inq_typeids(int ncid, int *count, int *ids)
{
    zn_group *group;
    size_t i;
    int status = zn_find(ncid, NULL, &group);

    if (status)
        return status;
    if (count)
        *count = (int)group->types.count;
    for (i = 0; ids && i < group->types.count; i++)
        ids[i] = ((zn_type *)group->types.items[i])->id;
    return NC_NOERR;
}

int zn_inq_typeid(int ncid, const char *name, nc_type *id)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_group *group;
    const char *last;
    int type, status = zn_find(ncid, &file, &group);
    size_t i;

    name = zn_normal(name, room);
    if (status)
        return status;
    if (!name)
        return NC_EINVAL;
    for (type = NC_BYTE; type <= NC_STRING; type++)
        if (!strcmp(name, names[type])) {
            if (id)
                *id = type;
            return NC_NOERR;
        }
    last = strrchr(name, '/');
    if (last && *name != '/')
        return NC_EINVAL;
    for (; group && !last; group = group->parent)
        if (type_named(group, name)) {
            if (id)
                *id = type_named(group, name)->id;
            return NC_NOERR;
        }
    /* A full name, or a type of any other group, as netCDF-4 finds it. */
    for (i = 0; i < file->types.count; i++) {
        zn_type *user = file->types.items[i];
        size_t length = strlen(user->group->path);

        if (last ? (size_t)(last - name) == length + (length > 0) && !strncmp(name + 1, user->group->path, length) &&
                       !strcmp(last + 1, user->name)
                 : !strcmp(name, user->name)) {
            if (id)
                *id = user->id;
            return NC_NOERR;
        }
    }
    return NC_EBADTYPE;
}

int zn_inq_user_type(int ncid, nc_type type, char *name, size_t *size, nc_type *base, size_t *fields, int *kind)
{
    zn_file *file;
    zn_type *user;
    int status = zn_find(ncid, &file, NULL);

    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user)
        return NC_EBADTYPE;
    if (name)
        strcpy(name, user->name);
    if (size)
        *size = user->size;
    if (base)
        *base = user->base;
    if (fields)
        *fields = user->fields.count;
    if (kind)
        *kind = user->kind;
    return NC_NOERR;
}

int zn_inq_type_equal(int ncid1, nc_type type1, int ncid2, nc_type type2, int *equal)
{
    zn_file *file1, *file2;
    zn_type *a, *b;
    size_t i;
    int status = zn_find(ncid1, &file1, NULL), same;

    if (!equal)
        return NC_NOERR;
    if (type1 <= NC_NAT || type2 <= NC_NAT)
        return NC_EINVAL;
    if (type1 <= NC_STRING || type2 <= NC_STRING) {
        *equal = type1 == type2;
        return NC_NOERR;
    }
    if (status || (status = zn_find(ncid2, &file2, NULL)))
        return status;
    a = zn_type_by_id(file1, type1);
    b = zn_type_by_id(file2, type2);
    if (!a || !b)
        return NC_EBADTYPE;
    same = a->kind == b->kind && a->size == b->size && a->fields.count == b->fields.count;
    if (same && a->base)
        zn_inq_type_equal(ncid1, a->base, ncid2, b->base, &same);
    for (i = 0; same && i < a->fields.count; i++) {
        zn_field *f = a->fields.items[i], *g = b->fields.items[i];

        same = !strcmp(f->name, g->name) && f->value == g->value && f->offset == g->offset && f->ndims == g->ndims &&
               !memcmp(f->dims, g->dims, (size_t)f->ndims * sizeof *f->dims);
        if (same && a->kind == NC_COMPOUND)
            zn_inq_type_equal(ncid1, f->type, ncid2, g->type, &same);
    }
    *equal = same;
    return NC_NOERR;
}

static int may_define(int ncid, zn_file **file, zn_group **group, const char *name)
{
    int status = zn_find(ncid, file, group);

    if (!status && !(*file)->writable)
        status = NC_EPERM;
    if (!status && (*file)->classic)
        status = NC_ESTRICTNC3;
    if (!status)
        status = zn_check_name(name);
    if (!status && (type_named(*group, name) || zn_var_named(*group, name) || zn_group_named(*group, name)))
        status = NC_ENAMEINUSE;
    return status;
}

int zn_type_define(int ncid, int kind, size_t size, const char *name, nc_type *id)
{
    zn_file *file;
    zn_group *group;
    zn_type *type;
    char room[ZN_NAME];
    int status = may_define(ncid, &file, &group, name = zn_normal(name, room));

    if (!status && size == 0)
        status = NC_EINVAL;
    if (!status && !zn_has_user_types())
        status = zn_fail(NC_EBADTYPE, "this libnetcdf does not let a user-defined format have user-defined types");
    if (!status)
        status = zn_type_new(group, kind, size, name, &type);
    if (!status) {
        type->defined = 1;
        zn_type_changed(file, type);
        status = zn_shadow(file);
    }
    if (!status && id)
        *id = type->id;
    return status;
}

int zn_def_opaque(int ncid, size_t size, const char *name, nc_type *type)
{
    return zn_type_define(ncid, NC_OPAQUE, size, name, type);
}

void zn_type_changed(zn_file *file, zn_type *type)
{
    type->claimed = 0;
    type->group->atts_changed = file->changed = 1;
}

static int has_atts_of(const zn_list *atts, nc_type type)
{
    size_t i;

    for (i = 0; i < atts->count; i++)
        if (((zn_att *)atts->items[i])->type == type)
            return 1;
    return 0;
}

/* True if elements of the type, or fields of another type, depend on its layout. */
static int is_in_use(const zn_file *file, nc_type type)
{
    size_t i, j;

    /* Parts are defined before the types that have them. */
    for (i = (size_t)(type - NC_FIRSTUSERTYPEID) + 1; i < file->types.count; i++) {
        const zn_type *user = file->types.items[i];

        if (user->base == type)
            return 1;
        for (j = 0; user->kind == NC_COMPOUND && j < user->fields.count; j++)
            if (((zn_field *)user->fields.items[j])->type == type)
                return 1;
    }
    for (i = 0; i < file->groups.count; i++) {
        const zn_group *group = file->groups.items[i];

        if (has_atts_of(&group->atts, type))
            return 1;
        for (j = 0; j < group->vars.count; j++) {
            const zn_var *var = group->vars.items[j];

            if (var->type == type || has_atts_of(&var->atts, type))
                return 1;
        }
    }
    return 0;
}

/* Refuses a new field or member where the dataset is read-only, or the type in use. */
int zn_type_may_change(const zn_file *file, const zn_type *type)
{
    if (!file->writable)
        return NC_EPERM;
    if (type->refused)
        return NC_EBADTYPE;
    return is_in_use(file, type->id)
               ? zn_fail(NC_ETYPDEFINED, "type \"%s\": it is in use, so that it can't be changed", type->name)
               : NC_NOERR;
}
