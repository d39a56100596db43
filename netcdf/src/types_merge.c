/* Types that several programs define: a name in a group is that of one type. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* True where the two descriptions are those of an enumeration, and differ in members alone. */
static int are_one_enum(const char *a, const char *b)
{
    return zn_json_find(a, "members") && zn_json_find(b, "members") &&
           zn_json_same(zn_json_find(a, "base"), zn_json_find(b, "base")) &&
           zn_json_same(zn_json_find(a, "size"), zn_json_find(b, "size"));
}

/* The names of an enumeration's members, by their values. */
static int names_by_value(const zn_names *members, zn_names *names)
{
    size_t i;
    int status = NC_NOERR;

    memset(names, 0, sizeof *names);
    for (i = 0; i < members->count && !status; i++) {
        zn_text value = {0};

        zn_text_json(&value, members->items[i].item);
        if (value.failed)
            status = NC_ENOMEM;
        else
            status = zn_names_add(names, value.data, members->items[i].name);
    }
    return status;
}

/* Two lists of members are one where no name has two values, and no value gets a second name. */
static int agree(const zn_names *stored, const zn_names *ours)
{
    zn_names names;
    size_t i;
    int status = names_by_value(stored, &names);

    for (i = 0; i < ours->count && !status; i++) {
        const zn_named *member = &ours->items[i];
        const char *now = zn_names_find(stored, member->name), *other;
        zn_text value = {0};

        if (now && !zn_json_same(now, member->item))
            status = NC_ENAMEINUSE;
        if (now || status)
            continue;
        zn_text_json(&value, member->item);
        other = value.failed ? NULL : zn_names_find(&names, value.data);
        status = value.failed ? NC_ENOMEM : other && !zn_names_find(ours, other) ? NC_ENAMEINUSE : NC_NOERR;
        free(value.data);
    }
    zn_names_free(&names);
    return status;
}

static void add_members(zn_text *text, const zn_names *members, const zn_names *but, const char **separator)
{
    size_t i;

    for (i = 0; i < members->count; i++) {
        if (but && zn_names_find(but, members->items[i].name))
            continue;
        zn_text_member(text, members->items[i].name, separator);
        zn_text_json(text, members->items[i].item);
    }
}

/* The stored enumeration, followed by the members that this program has added. */
static int merge_enums(zn_text *text, const char *stored, const char *ours)
{
    const char *separator = "{", *inner = "{";
    zn_names parts, old = {0}, new = {0};
    size_t i;
    int status = zn_names_of(stored, &parts);

    if (!status)
        status = zn_names_of(zn_json_find(stored, "members"), &old);
    if (!status)
        status = zn_names_of(zn_json_find(ours, "members"), &new);
    if (!status)
        status = agree(&old, &new);
    for (i = 0; i < parts.count && !status; i++) {
        zn_text_member(text, parts.items[i].name, &separator);
        if (strcmp(parts.items[i].name, "members")) {
            zn_text_json(text, parts.items[i].item);
            continue;
        }
        add_members(text, &old, NULL, &inner);
        add_members(text, &new, &old, &inner);
        zn_text_add(text, *inner == '{' ? "{}" : "}");
    }
    zn_text_add(text, "}");
    zn_names_free(&parts);
    zn_names_free(&old);
    zn_names_free(&new);
    return status;
}

/* Adds the description that a type has to have. `NC_ENAMEINUSE`: another program has defined another type of the name,
 * and elements of one would be read as those of the other. */
int zn_merge_type(zn_text *text, const char *stored, const char *known, const char *ours)
{
    const char *one = NULL;

    if (!stored || zn_json_same(stored, known))
        one = ours;
    else if (zn_json_same(stored, ours) || zn_json_same(known, ours))
        one = stored;
    else if (are_one_enum(stored, ours))
        return merge_enums(text, stored, ours);
    if (!one)
        return NC_ENAMEINUSE;
    zn_text_json(text, one);
    return NC_NOERR;
}

/* True where the program has defined or changed the type, and the store may have another one of its name. */
static int is_new(const zn_type *type)
{
    return type->defined && !type->claimed && !type->refused;
}

/* True if the type is not written because another program's type has its name, or that of a part. The program got an
 * error, and its numbers for types and variables stay as they are. */
int zn_type_refused(const zn_file *file, nc_type type)
{
    const zn_type *user = zn_type_by_id(file, type);

    return user && user->refused;
}

/* After the document of the group was written. */
void zn_types_stored(zn_group *group)
{
    size_t i;

    for (i = 0; i < group->types.count; i++) {
        zn_type *type = group->types.items[i];

        type->claimed = !type->refused;
    }
}

static int has_refused_part(const zn_file *file, const zn_type *type)
{
    size_t i;

    for (i = 0; type->kind == NC_COMPOUND && i < type->fields.count; i++)
        if (zn_type_refused(file, ((const zn_field *)type->fields.items[i])->type))
            return 1;
    return zn_type_refused(file, type->base);
}

/* Adds types of one group, from `i` on, to the group's document. None is added where one is refused. */
static int store_types(zn_file *file, size_t i, size_t end)
{
    zn_group *group = ((zn_type *)file->types.items[i])->group;
    const char *old = zn_json_find(zn_json_find(group->known, "_nczarr_group"), "types"), *separator = "[";
    zarr_group *handle = NULL;
    zarr_error error;
    zn_text known = {0}, ours = {0};
    int status = NC_NOERR;

    zn_text_add(&known, "{\"_nczarr_group\": {");
    if (old) {
        zn_text_add(&known, "\"types\": ");
        zn_text_json(&known, old);
    }
    zn_text_add(&known, "}}");
    zn_text_add(&ours, "{\"_nczarr_group\": {\"types\": ");
    for (; i < end && !status; i++) {
        zn_text_add(&ours, separator);
        zn_type_describe(file, file->types.items[i], &ours);
        separator = ", ";
        if (has_refused_part(file, file->types.items[i]))
            status = NC_ENAMEINUSE;
    }
    zn_text_add(&ours, "]}}");
    if (known.failed || ours.failed)
        status = NC_ENOMEM;
    if (!status && !group->stored) {
        status = zn_group_make(group, "{}", ours.data);
    } else if (!status) {
        status = zn_status(zarr_group_open(file->store, group->path, &handle, &error), &error);
        if (!status)
            status = zn_atts_store(handle, NULL, known.data, ours.data);
        zarr_group_free(handle);
    }
    free(known.data);
    free(ours.data);
    return status;
}

/* Of two failures, that of a refused type, which is reported once; others will occur again. */
static int worse(int status, int next)
{
    return next && status != NC_ENAMEINUSE ? next : status;
}

/* Types of one group are claimed by one change of its document; where that fails, each on its own. */
static int claim(zn_file *file, size_t i, size_t end)
{
    zn_type *type = file->types.items[i];
    int status = store_types(file, i, end);

    if (status == NC_ENAMEINUSE && end - i > 1) {
        for (status = NC_NOERR; i < end; i++)
            status = worse(status, claim(file, i, i + 1));
        return status;
    }
    if (status == NC_ENAMEINUSE) {
        type->refused = file->changed = 1;
        zn_log("type \"%s\": dropped: another program has defined another type of its name, or of that of a part",
               type->name);
    }
    for (; i < end && !status; i++)
        ((zn_type *)file->types.items[i])->claimed = 1;
    return status;
}

/* Writes new types into the documents of their groups, which other programs may have changed, or made meanwhile. A type
 * that another program's keeps out is refused, with all that has a part of it. */
static int claim_all(zn_file *file)
{
    size_t i, end;
    int status = NC_NOERR;

    for (i = 0; i < file->types.count; i = end) {
        const zn_type *type = file->types.items[i];

        for (end = i + 1; end < file->types.count && is_new(type); end++) {
            const zn_type *other = file->types.items[end];

            if (!is_new(other) || other->group != type->group)
                break;
        }
        if (is_new(type))
            status = worse(status, claim(file, i, end));
    }
    return status;
}

/* Writes all changes of a dataset that this process has alone, or that the first rank writes for all. Types are first,
 * as variables and attributes of those that are refused are not written, neither now nor later. */
int zn_define_alone(zn_file *file)
{
    size_t i;
    int status = claim_all(file), flushed = zn_flush_alone(file);

    for (i = 0; i < file->types.count; i++)
        file->changed |= is_new(file->types.items[i]);
    return status ? status : flushed;
}

int zn_define(zn_file *file)
{
    int status = file->ranks ? zn_ranks_flush(file) : zn_define_alone(file), settled = zn_fills_settle(file);

    return status ? status : settled;
}
