/* Reading and writing elements: the slots of the dispatch table, for one process and for ranks. */
#include "box.h"

#include <stdlib.h>

static int type_check(const zn_var *var, nc_type memory)
{
    if (memory == var->type || (zn_is_number(memory) && zn_is_number(var->type)))
        return NC_NOERR;
    if (memory == NC_CHAR || var->type == NC_CHAR)
        return NC_ECHAR;
    return NC_EBADTYPE;
}

/* Makes unlimited dimensions as long as the box. Arrays follow when they are written, or the dataset is flushed. */
static int lengthen(const zn_box *b)
{
    int d;

    for (d = 0; d < b->ndims; d++) {
        zn_dim *dim = b->var->dims[d];
        size_t end = (size_t)(b->start[d] + (b->count[d] - 1) * b->step[d] + 1);

        if (dim->unlimited && b->var->group->file->ranks && (int64_t)end > b->var->shape[d])
            return zn_fail(NC_ECANTEXTEND, "variable \"%s\": only collective access makes dimension \"%s\" longer",
                           b->var->name, dim->name);
        if (!dim->unlimited || end <= dim->len)
            continue;
        dim->len = end;
        dim->group->atts_changed = b->var->group->file->changed = 1;
    }
    return NC_NOERR;
}

/* A request of the program, and its memory. */
typedef struct request {
    zn_var *var;
    const size_t *start, *count;
    const ptrdiff_t *stride, *imap;
    const void *value;
    nc_type memory;
    int writing;
} request;

/* Finds the variable, and refuses what no elements can move for. */
static int check(int ncid, int varid, request *r)
{
    zn_file *file;
    zn_group *group;
    int status = zn_find_var(ncid, varid, &file, &group, &r->var);

    if (status)
        return status;
    if (r->writing && !file->writable)
        return NC_EPERM;
    if (r->memory == NC_NAT)
        r->memory = r->var->type;
    if (file->classic && file->defining)
        return NC_EINDEFINE;
    status = type_check(r->var, r->memory);
    if (!status && zn_type_refused(file, r->var->type))
        status = zn_fail(NC_ENAMEINUSE, "variable \"%s\": its type was dropped", r->var->name);
    if (!status && (!r->var->array || r->var->refill))
        file->defining = file->changed = 1;
    return status;
}

/* Sets the box, when the variable is created. */
static int find_box(const request *r, zn_box *b)
{
    int status = zn_var_follow(r->var);

    if (!status)
        status = zn_box_set(b, r->var, r->start, r->count, r->stride, r->imap, r->writing);
    if (!status && b->elements && !r->value)
        status = NC_EINVAL;
    if (!status && !r->writing)
        status = zn_behind_flush(r->var);
    return status;
}

static int get_elements(const zn_box *b, void *value, nc_type memory)
{
    return zn_has_values(b->var) ? zn_values_read(b, value) : zn_numbers_read(b, value, memory);
}

static int put_elements(const zn_box *b, const void *value, nc_type memory)
{
    return zn_has_values(b->var) ? zn_values_write(b, value) : zn_numbers_write(b, value, memory);
}

/* Ranks meet before elements move, also those that have failed: all return the code of the first such rank. Where one
 * of them defines, all create what is defined. `apart` is 1 if each rank moves its elements for itself: strings, steps and
 * elements that the library converts. */
static int enter(const request *r, zn_box *b, int64_t call, int64_t *apart, int status)
{
    enum { ALONE = 1, DEFINES = 2 };
    zn_var *var = r->var;
    zn_file *file = var->group->file;

    for (;;) {
        *apart = DEFINES;
        if (!status && !file->defining) {
            status = find_box(r, b);
            *apart = zn_has_values(var) || var->memory || (!status && b->stepped) ? ALONE : 0;
        }
        status = zn_meet(file, call, 0, apart, status);
        if (status || *apart != DEFINES)
            return status;
        status = zn_define_all(file);
    }
}

/* Collective access: all ranks take part, also those without elements, and return when all have moved theirs. */
static int put_together(const request *r, zn_box *b, int status)
{
    zn_var *var = r->var;
    zn_file *file = var->group->file;
    int64_t ends[NC_MAX_VAR_DIMS], call = zn_call_of(var, ZN_CALL_PUT), apart, range;
    int d;

    status = enter(r, b, call, &apart, status);
    if (status)
        return status;
    for (d = 0; d < b->ndims; d++)
        ends[d] = b->elements ? b->start[d] + (b->count[d] - 1) * b->step[d] + 1 : 0;
    status = zn_ranks_grow(var, ends);
    if (status)
        return status;
    var->written = 1;
    file->together = !apart;
    file->joined = 0;
    if (b->elements)
        status = put_elements(b, r->value, r->memory);
    file->together = 0;
    range = status == NC_ERANGE;
    status = range ? NC_NOERR : status;
    if (!apart && !file->joined) {
        int others = zn_ranks_write(var, NULL, NULL, 0);

        status = status ? status : others;
    }
    status = zn_agree(file, call, status);
    return status ? status : range ? NC_ERANGE : NC_NOERR;
}

static int get_together(const request *r, zn_box *b, void *value, int status)
{
    zn_var *var = r->var;
    zn_file *file = var->group->file;
    int64_t call = zn_call_of(var, ZN_CALL_GET), apart, range;

    status = enter(r, b, call, &apart, status);
    if (status)
        return status;
    file->together = !apart;
    file->joined = 0;
    if (b->elements)
        status = get_elements(b, value, r->memory);
    file->together = 0;
    range = status == NC_ERANGE && !zn_has_values(var);
    status = range ? NC_NOERR : status;
    if (!apart && !file->joined) {
        int others = zn_ranks_read(var, NULL, NULL, 0);

        status = status ? status : others;
    }
    status = zn_agree(file, call, status);
    return status ? status : range ? NC_ERANGE : NC_NOERR;
}

/* The caller may have lengths of netCDF's maximum on its stack; the box is kept off it. */
int zn_get_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, void *value, nc_type memory)
{
    request r = {NULL, start, count, stride, imap, value, memory, 0};
    int status = check(ncid, varid, &r);
    zn_box *b = malloc(sizeof *b);

    if (!status && !b)
        status = NC_ENOMEM;
    if (r.var && zn_is_collective(r.var)) {
        status = get_together(&r, b, value, status);
    } else {
        if (!status)
            status = zn_ready(r.var->group->file);
        if (!status)
            status = find_box(&r, b);
        if (!status && b->elements)
            status = get_elements(b, value, r.memory);
    }
    free(b);
    return status;
}

int zn_put_varm(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const ptrdiff_t *imap, const void *value, nc_type memory)
{
    request r = {NULL, start, count, stride, imap, value, memory, 1};
    int status = check(ncid, varid, &r);
    zn_box *b = malloc(sizeof *b);

    if (!status && !b)
        status = NC_ENOMEM;
    if (r.var && zn_is_collective(r.var)) {
        status = put_together(&r, b, status);
    } else {
        if (!status)
            status = zn_ready(r.var->group->file);
        if (!status)
            status = find_box(&r, b);
        if (!status && b->elements) {
            status = lengthen(b);
            r.var->written = 1;
            if (!status)
                status = put_elements(b, value, r.memory);
        }
    }
    free(b);
    return status;
}

int zn_get_vars(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride, void *value,
                nc_type memory)
{
    return zn_get_varm(ncid, varid, start, count, stride, NULL, value, memory);
}

int zn_put_vars(int ncid, int varid, const size_t *start, const size_t *count, const ptrdiff_t *stride,
                const void *value, nc_type memory)
{
    return zn_put_varm(ncid, varid, start, count, stride, NULL, value, memory);
}

int zn_get_vara(int ncid, int varid, const size_t *start, const size_t *count, void *value, nc_type memory)
{
    return zn_get_varm(ncid, varid, start, count, NULL, NULL, value, memory);
}

int zn_put_vara(int ncid, int varid, const size_t *start, const size_t *count, const void *value, nc_type memory)
{
    return zn_put_varm(ncid, varid, start, count, NULL, NULL, value, memory);
}
