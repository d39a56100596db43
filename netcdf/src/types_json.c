/* Types that a program defines, as the attribute of their group keeps them. Arrays tell the bytes of an element, not
 * the name of the type, the gaps between its fields and the names of an enumeration. */
#include "internal.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Types as NumPy spells them, without the byte order. */
const char *const zn_spellings[] = {"", "i1", "S1", "i2", "i4", "f4", "f8", "u1", "u2", "u4", "i8", "u8", "str"};

/* The name of a type: that of an atomic one, or the path of one that was defined. */
void zn_type_name(const zn_file *file, nc_type type, zn_text *name)
{
    const zn_type *user = zn_type_by_id(file, type);

    if (!user) {
        zn_text_add(name, type > NC_NAT && type <= NC_STRING ? zn_spellings[type] : "");
        return;
    }
    zn_text_add(name, "/");
    if (*user->group->path) {
        zn_text_add(name, user->group->path);
        zn_text_add(name, "/");
    }
    zn_text_add(name, user->name);
}

/* Registers a type by its name for documents that are read later; the name must be unique. */
int zn_type_tell(zn_file *file, const zn_type *type)
{
    return zn_full_add(&file->types_told, type->group, type->name, type);
}

/* A type by the name that documents have for it, while they are read. */
nc_type zn_type_named(const zn_file *file, const char *name)
{
    const zn_type *user = zn_full_find(&file->types_told, name);
    int i;

    for (i = NC_BYTE; i <= NC_STRING; i++)
        if (!strcmp(name, zn_spellings[i]))
            return i;
    return user ? user->id : NC_NAT;
}

static void add_name(const zn_file *file, nc_type type, zn_text *json)
{
    zn_text name = {0};

    zn_type_name(file, type, &name);
    if (name.failed)
        json->failed = 1;
    else
        zn_text_string(json, name.data, name.size);
    free(name.data);
}

/* The description of a type, as the document of its group has it. */
void zn_type_describe(const zn_file *file, const zn_type *type, zn_text *json)
{
    size_t i;
    int d;

    zn_text_add(json, "{\"name\": ");
    zn_text_string(json, type->name, strlen(type->name));
    zn_text_format(json, ", \"size\": %lu", (unsigned long)type->size);
    if (type->kind == NC_ENUM) {
        zn_text_add(json, ", \"base\": ");
        add_name(file, type->base, json);
        zn_text_add(json, ", \"members\": {");
        for (i = 0; i < type->fields.count; i++) {
            const zn_field *member = type->fields.items[i];

            zn_text_add(json, i ? ", " : "");
            zn_text_string(json, member->name, strlen(member->name));
            zn_text_format(json, ": %lld", member->value);
        }
        zn_text_add(json, "}");
    } else if (type->kind == NC_VLEN) {
        zn_text_add(json, ", \"base\": ");
        add_name(file, type->base, json);
    } else if (type->kind == NC_COMPOUND) {
        zn_text_add(json, ", \"fields\": [");
        for (i = 0; i < type->fields.count; i++) {
            const zn_field *field = type->fields.items[i];

            zn_text_add(json, i ? ", {\"name\": " : "{\"name\": ");
            zn_text_string(json, field->name, strlen(field->name));
            zn_text_add(json, ", \"type\": ");
            add_name(file, field->type, json);
            zn_text_format(json, ", \"offset\": %lu, \"shape\": [", (unsigned long)field->offset);
            for (d = 0; d < field->ndims; d++)
                zn_text_format(json, d ? ", %d" : "%d", field->dims[d]);
            zn_text_add(json, "]}");
        }
        zn_text_add(json, "]");
    }
    zn_text_add(json, "}");
}

/* Adds the types of a group to its attribute, but for those that the store has another one of; the list is there also
 * where that leaves none, as others have added to it. */
void zn_types_json(const zn_group *group, zn_text *json)
{
    size_t i, defined = 0, told = 0;

    for (i = 0; i < group->types.count; i++) {
        const zn_type *type = group->types.items[i];

        if (!type->defined)
            continue;
        zn_text_add(json, defined++ ? "" : ", \"types\": [");
        if (type->refused)
            continue;
        zn_text_add(json, told++ ? ", " : "");
        zn_type_describe(group->file, type, json);
    }
    if (defined)
        zn_text_add(json, "]");
}

static char *text_of(const char *object, const char *name)
{
    const char *value = zn_json_find(object, name);

    return value ? zn_json_text(value) : NULL;
}

static int load_fields(zn_file *file, zn_type *type, const char *fields)
{
    const char *field;
    int status = NC_NOERR;

    for (field = zn_json_first(fields); field && !status; field = zn_json_next(field)) {
        char *name = text_of(field, "name"), *type_name = text_of(field, "type");
        const char *length;
        const long long offset = zn_json_integer(zn_json_find(field, "offset"), 0);
        int dims[32], ndims = 0, known = 1;
        nc_type id = type_name ? zn_type_named(file, type_name) : NC_NAT;

        for (length = zn_json_first(zn_json_find(field, "shape")); length && ndims < 32;
             length = zn_json_next(length)) {
            const long long count = zn_json_integer(length, 0);

            known &= count >= 1 && count <= INT_MAX;
            dims[ndims++] = (int)count;
        }
        if (!name || !known || length || offset < 0 ||
            !zn_field_fits(file, type, (size_t)offset, id, ndims, dims))
            status = zn_fail(NC_EBADTYPE, "type \"%s\": its description in the attribute of the group is damaged",
                             type->name);
        else
            status = zn_type_add_field(file, type, name, (size_t)offset, id, ndims, dims);
        free(name);
        free(type_name);
    }
    return status;
}

static int load_members(zn_type *type, const char *members)
{
    const char *member;
    int status = NC_NOERR;

    for (member = zn_json_members(members); member && !status; member = zn_json_next(zn_json_value(member))) {
        char *name = zn_json_text(member);

        status = name ? zn_type_add_member(type, name, zn_json_integer(zn_json_value(member), 0)) : NC_ENOMEM;
        free(name);
    }
    return status;
}

static int left_out(const zn_group *group, const char *name, int status)
{
    char message[2 * NC_MAX_NAME];

    snprintf(message, sizeof message, "type \"%.*s\": %s", NC_MAX_NAME, name,
             status == NC_EMAXNAME     ? "the name of a field or member is longer than netCDF's names"
             : status == NC_ENAMEINUSE ? "the group has two types of its name, and this is the second"
                                       : "its description is damaged");
    return zn_warn(group->file, group->path, message);
}

/* A list has a base and no members. Its size is that of this machine. */
static int kind_of(const char *item)
{
    return zn_json_find(item, "members")  ? NC_ENUM
           : zn_json_find(item, "fields") ? NC_COMPOUND
           : zn_json_find(item, "base")   ? NC_VLEN
                                          : NC_OPAQUE;
}

static int base_fits(const zn_file *file, int kind, nc_type base, long long size)
{
    if (kind == NC_VLEN)
        return zn_type_can_be_listed(file, base);
    return size > 0 && (kind != NC_ENUM || (zn_is_number(base) && zn_type_size(file, base) == (size_t)size));
}

/* True where the types of a list's items or a compound type's fields are there; they may be those of any group. */
static int parts_known(const zn_file *file, const char *item)
{
    char *base = text_of(item, "base");
    const char *field;
    int known = !base || zn_type_named(file, base) != NC_NAT;

    free(base);
    for (field = zn_json_first(zn_json_find(item, "fields")); field && known; field = zn_json_next(field)) {
        char *type = text_of(field, "type");

        known = type && zn_type_named(file, type) != NC_NAT;
        free(type);
    }
    return known;
}

static int load_type(zn_group *group, const char *item, const char *name)
{
    zn_file *file = group->file;
    char *base = text_of(item, "base");
    nc_type base_type = base ? zn_type_named(file, base) : NC_NAT;
    long long size = zn_json_integer(zn_json_find(item, "size"), 0);
    int status, kind = kind_of(item);
    zn_type *type = NULL;

    free(base);
    if (!base_fits(file, kind, base_type, size))
        return NC_NOERR;
    status = zn_type_new(group, kind, kind == NC_VLEN ? sizeof(nc_vlen_t) : (size_t)size, name, &type);
    if (!status) {
        type->defined = type->claimed = 1;
        if (base_type)
            zn_type_set_base(file, type, base_type);
        if (kind == NC_COMPOUND)
            status = load_fields(file, type, zn_json_find(item, "fields"));
        else if (kind == NC_ENUM)
            status = load_members(type, zn_json_find(item, "members"));
        if (status == NC_ENAMEINUSE || (!status && !zn_type_usable(file, type->id)))
            status = NC_EBADTYPE;
        if (!status)
            status = zn_type_tell(file, type);
    }
    if (!status || status == NC_ENOMEM)
        return status;
    if (!type)
        return status == NC_EMAXNAME ? zn_warn_name(file, group->path, "type", name) : left_out(group, name, status);
    zn_list_remove(&file->types, file->types.count - 1);
    zn_list_remove(&group->types, group->types.count - 1);
    zn_type_free(type);
    return left_out(group, name, status);
}

/* A pass over the descriptions of all types: one byte for each says that it was tried. */
typedef struct pass {
    zn_text tried;
    size_t item;
    int missing, progress, last;
} pass;

static int try_type(zn_group *group, const char *item, pass *p)
{
    char *name;
    int status;

    if (p->item == p->tried.size)
        zn_text_bytes(&p->tried, "", 1);
    if (p->tried.failed)
        return NC_ENOMEM;
    if (p->tried.data[p->item])
        return NC_NOERR;
    if (!p->last && !parts_known(group->file, item)) {
        p->missing = 1;
        return NC_NOERR;
    }
    p->tried.data[p->item] = 1;
    p->progress = 1;
    name = text_of(item, "name");
    status = name ? load_type(group, item, name) : NC_NOERR;
    free(name);
    return status;
}

/* Defines the types that the attributes of groups describe, in passes, as a type may have parts of groups below; then
 * parts by names that they had before. One that is damaged is left out, and arrays tell their own. */
int zn_types_load(zn_file *file)
{
    pass p;
    size_t i;
    int status = NC_NOERR;

    if (!zn_has_user_types())
        return NC_NOERR;
    memset(&p, 0, sizeof p);
    file->types_told.now_only = 1;
    do {
        const int stuck = p.missing && !p.progress;

        p.last = stuck && !file->types_told.now_only;
        if (stuck)
            file->types_told.now_only = 0;
        p.missing = p.progress = 0;
        p.item = 0;
        for (i = 0; i < file->groups.count && !status; i++) {
            zn_group *group = file->groups.items[i];
            const char *item =
                zn_json_first(zn_json_find(zn_json_find(group->document, "_nczarr_group"), "types"));

            for (; item && !status; item = zn_json_next(item), p.item++)
                status = try_type(group, item, &p);
        }
    } while (p.missing && !status);
    file->types_told.now_only = 0;
    free(p.tried.data);
    return status;
}
