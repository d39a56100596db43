/* netCDF's types: the atomic ones, compound and opaque ones, and which of them an array's data type is. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* The longest list in a struct that gets a field for each element. */
#define SPREAD 64

static const char *const names[] = {"none",  "byte",   "char", "short", "int",    "float", "double",
                                    "ubyte", "ushort", "uint", "int64", "uint64", "string"};
static const size_t sizes[] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8, sizeof(char *)};

zn_type *zn_type_by_id(const zn_file *file, nc_type type)
{
    size_t index = (size_t)(type - NC_FIRSTUSERTYPEID);

    return file && type >= NC_FIRSTUSERTYPEID && index < file->types.count ? file->types.items[index] : NULL;
}

/* The bytes of an element in memory; 0 where there is no such type. */
size_t zn_type_size(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    if (user)
        return user->size;
    return type > NC_NAT && type <= NC_STRING ? sizes[type] : 0;
}

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

/* The value of elements that were not written: one that was set, netCDF's default, or zeros of a user-defined type. */
int zn_fill_of(const zn_var *var, void *value)
{
    const void *fill = var->fill ? var->fill : zn_default_fill(var->type);

    if (fill)
        memcpy(value, fill, var->size);
    else
        memset(value, 0, var->size);
    return NC_NOERR;
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
    made->stored_size = kind == NC_COMPOUND ? 0 : size;
    made->group = group;
    if (!made->name || zn_list_add(&group->file->types, made)) {
        free(made->name);
        free(made);
        return NC_ENOMEM;
    }
    *type = made;
    return zn_list_add(&group->types, made);
}

void zn_type_free(zn_type *type)
{
    size_t i;

    for (i = 0; i < type->fields.count; i++) {
        free(((zn_field *)type->fields.items[i])->name);
        free(type->fields.items[i]);
    }
    zn_list_free(&type->fields);
    free(type->name);
    free(type);
}

static size_t elements_of(const zn_field *field)
{
    size_t count = 1;
    int i;

    for (i = 0; i < field->ndims; i++)
        count *= (size_t)field->dims[i];
    return count;
}

static size_t stored_size(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    return user ? user->stored_size : zn_type_size(file, type);
}

int zn_type_add_field(zn_file *file, zn_type *type, const char *name, size_t offset, nc_type field_type, int ndims,
                      const int *dims)
{
    zn_field *field;
    size_t i;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    if (ndims < 0 || ndims > (int)(sizeof field->dims / sizeof *field->dims))
        return NC_EINVAL;
    for (i = 0; i < type->fields.count; i++)
        if (!strcmp(((zn_field *)type->fields.items[i])->name, name))
            return NC_ENAMEINUSE;
    field = calloc(1, sizeof *field);
    if (!field)
        return NC_ENOMEM;
    field->name = zn_copy(name);
    field->type = field_type;
    field->offset = offset;
    field->stored_offset = type->stored_size;
    field->ndims = ndims;
    for (i = 0; (int)i < ndims; i++)
        field->dims[i] = dims[i];
    if (!field->name || zn_list_add(&type->fields, field)) {
        free(field->name);
        free(field);
        return NC_ENOMEM;
    }
    type->stored_size += elements_of(field) * stored_size(file, field_type);
    return NC_NOERR;
}

/* Between an element in memory and one that is stored: fields move together, or apart. */
static void move_fields(const zn_file *file, nc_type type, char *memory, char *stored, int pack)
{
    const zn_type *user = zn_type_by_id(file, type);
    size_t i, j;

    if (!user || user->kind != NC_COMPOUND) {
        size_t size = zn_type_size(file, type);

        memcpy(pack ? stored : memory, pack ? memory : stored, size);
        return;
    }
    for (i = 0; i < user->fields.count; i++) {
        const zn_field *field = user->fields.items[i];
        size_t step = zn_type_size(file, field->type), stored_step = stored_size(file, field->type);

        for (j = 0; j < elements_of(field); j++)
            move_fields(file, field->type, memory + field->offset + j * step,
                        stored + field->stored_offset + j * stored_step, pack);
    }
}

void zn_type_pack(const zn_file *file, nc_type type, const char *memory, char *stored)
{
    move_fields(file, type, (char *)memory, stored, 1);
}

void zn_type_unpack(const zn_file *file, nc_type type, const char *stored, char *memory)
{
    move_fields(file, type, memory, (char *)stored, 0);
}

/* Final v3 has no fields that are arrays: texts are bytes of a size, short lists a field for each element, long ones
 * raw bytes. The attribute of the group keeps what they are. */
static int array_field(const zn_file *file, const zn_field *field, zn_text *json)
{
    size_t count = elements_of(field), i;
    int status = NC_NOERR;

    if (field->type == NC_CHAR || count > SPREAD) {
        zn_text_string(json, field->name, strlen(field->name));
        zn_text_format(json, ", \"|%c%lu\"", field->type == NC_CHAR ? 'S' : 'V',
                       (unsigned long)(count * stored_size(file, field->type)));
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

static int define(int ncid, int kind, size_t size, const char *name, nc_type *id)
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
        group->atts_changed = file->changed = 1;
        status = zn_shadow(file);
    }
    if (!status && id)
        *id = type->id;
    return status;
}

int zn_def_compound(int ncid, size_t size, const char *name, nc_type *type)
{
    return define(ncid, NC_COMPOUND, size, name, type);
}

int zn_def_opaque(int ncid, size_t size, const char *name, nc_type *type)
{
    return define(ncid, NC_OPAQUE, size, name, type);
}

static int has_atts_of(const zn_list *atts, nc_type type)
{
    size_t i;

    for (i = 0; i < atts->count; i++)
        if (((zn_att *)atts->items[i])->type == type)
            return 1;
    return 0;
}

/* Elements of the type, or another type's fields, lie as its fields are now. */
static int is_in_use(const zn_file *file, nc_type type)
{
    size_t i, j;

    for (i = 0; i < file->types.count; i++) {
        const zn_type *user = file->types.items[i];

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

/* What every new field or member of a type begins with. */
static int may_add(const zn_file *file, const zn_type *type)
{
    if (!file->writable)
        return NC_EPERM;
    return is_in_use(file, type->id)
               ? zn_fail(NC_ETYPDEFINED, "type \"%s\": it is in use, so that it can't be changed", type->name)
               : NC_NOERR;
}

/* Whether a field lies inside of its type, which comes after that of the field: else it could contain itself. */
int zn_field_fits(const zn_file *file, const zn_type *type, size_t offset, nc_type field, int ndims, const int *dims)
{
    size_t bytes = zn_type_size(file, field);
    int d;

    if (!bytes || field >= type->id || ndims < 0 || ndims > (int)(sizeof((zn_field *)0)->dims / sizeof *dims))
        return 0;
    for (d = 0; d < ndims; d++) {
        if (dims[d] < 1 || bytes > type->size / (size_t)dims[d])
            return 0;
        bytes *= (size_t)dims[d];
    }
    return bytes <= type->size && offset <= type->size - bytes;
}

int zn_insert_array_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field, int ndims,
                             const int *dims)
{
    zn_file *file;
    zn_type *user;
    char room[ZN_NAME];
    int status = zn_find(ncid, &file, NULL);

    name = zn_normal(name, room);
    if (!status)
        status = zn_check_name(name);
    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND || !zn_type_size(file, field))
        return NC_EBADTYPE;
    if (field == NC_STRING)
        return zn_fail(NC_EBADTYPE, "compound type \"%s\": field \"%s\" is a string, which Zarr's structs can't hold",
                       user->name, name);
    if (field >= type)
        return zn_fail(NC_EBADTYPE, "compound type \"%s\": the type of field \"%s\" has to be defined before it",
                       user->name, name);
    if (!zn_field_fits(file, user, offset, field, ndims, dims))
        return zn_fail(NC_EINVAL, "compound type \"%s\": field \"%s\" does not lie in its %lu bytes", user->name, name,
                       (unsigned long)user->size);
    status = may_add(file, user);
    if (!status)
        status = zn_type_add_field(file, user, name, offset, field, ndims, dims);
    if (!status)
        user->group->atts_changed = file->changed = 1;
    return status;
}

int zn_insert_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field)
{
    return zn_insert_array_compound(ncid, type, name, offset, field, 0, NULL);
}

int zn_inq_compound_field(int ncid, nc_type type, int index, char *name, size_t *offset, nc_type *field_type,
                          int *ndims, int *dims)
{
    zn_file *file;
    zn_type *user;
    zn_field *field;
    int status = zn_find(ncid, &file, NULL), d;

    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND)
        return NC_EBADTYPE;
    if (index < 0 || (size_t)index >= user->fields.count)
        return NC_EBADFIELD;
    field = user->fields.items[index];
    if (name)
        strcpy(name, field->name);
    if (offset)
        *offset = field->offset;
    if (field_type)
        *field_type = field->type;
    if (ndims)
        *ndims = field->ndims;
    for (d = 0; dims && d < field->ndims; d++)
        dims[d] = field->dims[d];
    return NC_NOERR;
}

int zn_inq_compound_fieldindex(int ncid, nc_type type, const char *name, int *index)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_type *user;
    size_t i;
    int status = zn_find(ncid, &file, NULL);

    name = zn_normal(name, room);
    if (status)
        return status;
    user = zn_type_by_id(file, type);
    if (!user || user->kind != NC_COMPOUND)
        return NC_EBADTYPE;
    for (i = 0; name && i < user->fields.count; i++)
        if (!strcmp(((zn_field *)user->fields.items[i])->name, name)) {
            if (index)
                *index = (int)i;
            return NC_NOERR;
        }
    return NC_EBADFIELD;
}

int zn_type_add_member(zn_type *type, const char *name, long long value)
{
    zn_field *member;

    if (zn_name_fits(name))
        return NC_EMAXNAME;
    member = calloc(1, sizeof *member);
    if (!member)
        return NC_ENOMEM;
    member->name = zn_copy(name);
    member->value = value;
    if (!member->name || zn_list_add(&type->fields, member)) {
        free(member->name);
        free(member);
        return NC_ENOMEM;
    }
    return NC_NOERR;
}

int zn_def_enum(int ncid, nc_type base, const char *name, nc_type *id)
{
    zn_file *file;
    nc_type type = NC_NAT;
    int status = NC_NOERR;

    if (!zn_is_number(base) || base == NC_FLOAT || base == NC_DOUBLE)
        status = NC_EBADTYPE;
    if (!status)
        status = define(ncid, NC_ENUM, zn_type_size(NULL, base), name, &type);
    if (!status)
        status = zn_find(ncid, &file, NULL);
    if (!status) {
        zn_type_by_id(file, type)->base = base;
        if (id)
            *id = type;
    }
    return status;
}

static int find_enum(int ncid, nc_type id, zn_file **file, zn_type **type)
{
    int status = zn_find(ncid, file, NULL);

    if (status)
        return status;
    *type = zn_type_by_id(*file, id);
    return *type && (*type)->kind == NC_ENUM ? NC_NOERR : NC_EBADTYPE;
}

int zn_insert_enum(int ncid, nc_type id, const char *name, const void *value)
{
    char room[ZN_NAME];
    zn_file *file;
    zn_type *type;
    long long wide;
    size_t i;
    int status = find_enum(ncid, id, &file, &type);

    name = zn_normal(name, room);
    if (!status)
        status = zn_check_name(name);
    if (!status && !value)
        status = NC_EINVAL;
    if (!status)
        status = may_add(file, type);
    if (status)
        return status;
    for (i = 0; i < type->fields.count; i++)
        if (!strcmp(((zn_field *)type->fields.items[i])->name, name))
            return NC_ENAMEINUSE;
    zn_convert(type->base, value, NC_INT64, &wide, 1);
    status = zn_type_add_member(type, name, wide);
    if (!status)
        type->group->atts_changed = file->changed = 1;
    return status;
}

int zn_inq_enum_member(int ncid, nc_type id, int index, char *name, void *value)
{
    zn_file *file;
    zn_type *type;
    zn_field *member;
    int status = find_enum(ncid, id, &file, &type);

    if (status)
        return status;
    if (index < 0 || (size_t)index >= type->fields.count)
        return NC_EINVAL;
    member = type->fields.items[index];
    if (name)
        strcpy(name, member->name);
    if (value)
        zn_convert(NC_INT64, &member->value, type->base, value, 1);
    return NC_NOERR;
}

int zn_inq_enum_ident(int ncid, nc_type id, long long value, char *name)
{
    zn_file *file;
    zn_type *type;
    size_t i;
    int status = find_enum(ncid, id, &file, &type);

    if (status)
        return status;
    for (i = 0; i < type->fields.count; i++) {
        const zn_field *member = type->fields.items[i];

        if (member->value == value) {
            if (name)
                strcpy(name, member->name);
            return NC_NOERR;
        }
    }
    return NC_EINVAL;
}

/* Elements of arrays have one size, or are texts: there is nothing that lists of numbers could be. */
static int no_lists(int ncid)
{
    zn_file *file;
    int status = zn_find(ncid, &file, NULL);

    if (!status && file->classic)
        status = NC_ESTRICTNC3;
    return status ? status : zn_fail(NC_EBADTYPE, "Zarr has no types of variable length but strings");
}

int zn_def_vlen(int ncid, const char *name, nc_type base, nc_type *type)
{
    (void)name, (void)base, (void)type;
    return no_lists(ncid);
}

int zn_put_vlen_element(int ncid, int type, void *element, size_t len, const void *data)
{
    (void)type, (void)element, (void)len, (void)data;
    return no_lists(ncid);
}

int zn_get_vlen_element(int ncid, int type, const void *element, size_t *len, void *data)
{
    (void)type, (void)element, (void)len, (void)data;
    return no_lists(ncid);
}
