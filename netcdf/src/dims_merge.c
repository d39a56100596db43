/* Dimensions that several programs define: a name in a group is that of one dimension. */
#include "internal.h"

#include <stdlib.h>

/* A dimension as the attribute of its group has it: its length, or with that the mark of an unlimited one. */
void zn_dim_json(const zn_dim *dim, zn_text *text)
{
    zn_text_format(text, dim->unlimited ? "{\"size\": %lu, \"unlimited\": 1}" : "%lu", (unsigned long)dim->len);
}

static long long length_of(const char *json)
{
    return zn_json_integer(*json == '{' ? zn_json_find(json, "size") : json, 0);
}

static int is_unlimited(const char *json)
{
    return *json == '{' && zn_json_integer(zn_json_find(json, "unlimited"), 0) == 1;
}

/* Adds the dimension that the document has to have: of unlimited ones the longest. `NC_ENAMEINUSE`: another program has
 * defined one of another length or kind since this one has read the document. */
int zn_merge_dim(zn_text *text, const char *stored, const char *known, const char *ours)
{
    const char *one = ours;

    if (stored && !zn_json_same(stored, known)) {
        const int alike = is_unlimited(stored) == is_unlimited(ours);

        if (zn_json_same(ours, known) || (alike && length_of(stored) >= length_of(ours) && is_unlimited(ours)))
            one = stored;
        else if (!known && !(alike && (is_unlimited(ours) || length_of(stored) == length_of(ours))))
            return NC_ENAMEINUSE;
    }
    zn_text_json(text, one);
    return NC_NOERR;
}

/* True where nothing of the dimension is written. One that the program has found in an array keeps its variables. */
int zn_dim_refused(const zn_dim *dim)
{
    return dim->left_out && dim->named;
}

int zn_dims_refused(const zn_var *var)
{
    int d;

    for (d = 0; d < var->ndims; d++)
        if (zn_dim_refused(var->dims[d]))
            return 1;
    return 0;
}

static int leave_out(zn_dim *dim, const char *stored, const char *known)
{
    zn_text ours = {0}, merged = {0};

    zn_dim_json(dim, &ours);
    if (!ours.failed && zn_merge_dim(&merged, zn_json_find(stored, dim->name), zn_json_find(known, dim->name),
                                     ours.data) == NC_ENAMEINUSE)
        dim->left_out = 1;
    free(ours.data);
    free(merged.data);
    if (zn_dim_refused(dim))
        zn_log("dimension \"%s\": another program has defined one of its name, of another length or kind; rename it",
               dim->name);
    return dim->left_out;
}

/* Leaves dimensions out of the group's document that another program has defined otherwise, and counts them. */
size_t zn_dims_leave_out(zn_group *group)
{
    const char *known = zn_json_find(zn_json_find(group->known, "_nczarr_group"), "dimensions"), *stored;
    zarr_group *handle = NULL;
    zarr_bytes *json = NULL;
    zarr_error error;
    size_t i, count = 0;

    if (!zarr_group_open(group->file->store, group->path, &handle, &error) &&
        !zarr_attribute_get_json(handle, "_nczarr_group", &json, &error)) {
        stored = zn_json_find(zarr_bytes_text(json), "dimensions");
        for (i = 0; i < group->dims.count; i++)
            if (!((zn_dim *)group->dims.items[i])->left_out)
                count += (size_t)leave_out(group->dims.items[i], stored, known);
    }
    zarr_bytes_free(json);
    zarr_group_free(handle);
    return count;
}
