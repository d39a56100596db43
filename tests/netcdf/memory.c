/* Memory that is refused: a call tells it, or does all that it has to. One allocation of the plug-in at a time gets
 * none, by functions that stand before those of the C library; valgrind has its own, and there nothing is refused. */
#define _GNU_SOURCE
#include "test.h"

#include <dlfcn.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

/* The number of the plug-in's allocations until the one that is refused; 0 afterwards, and where none is to be. */
static unsigned long until;

/* True where the code at an address is the plug-in's and its turn has come. */
static int refuse(void *caller)
{
    Dl_info info;

    if (!until || !dladdr(caller, &info) || !info.dli_fname || !strstr(info.dli_fname, "libzarr-netcdf.so"))
        return 0;
    return --until == 0;
}

void *malloc(size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
    return refuse(__builtin_return_address(0)) ? NULL : __libc_realloc(memory, size);
}

/* A dataset that a program has open, and another one has changed meanwhile. */
static int prepare(void)
{
    const short few = 3;
    nc_type type;
    int ncid, other, x, var;

    OK(nc_create(url("memory", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 2, &x));
    OK(nc_def_dim(ncid, "kept", 3, &x));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_put_att_short(ncid, var, "few", NC_SHORT, 1, &few));
    OK(nc_put_att_text(ncid, var, "gone", 4, "soon"));
    OK(nc_put_att_short(ncid, NC_GLOBAL, "few", NC_SHORT, 1, &few));
    OK(nc_close(ncid));
    OK(nc_open(url("memory", ""), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_open(url("memory", ""), NC_WRITE | NC_SHARE, &other));
    OK(nc_def_dim(other, "theirs", 5, &x));
    OK(nc_def_opaque(other, 4, "theirs_too", &type));
    OK(nc_put_att_short(other, var, "their", NC_SHORT, 1, &few));
    OK(nc_put_att_short(other, NC_GLOBAL, "their", NC_SHORT, 1, &few));
    OK(nc_close(other));
    return ncid;
}

/* Changes the dataset and closes it; returns the number of calls that failed. */
static int change(int ncid)
{
    const short few = 4;
    int failed = 0, id;
    nc_type type;

    failed += nc_rename_dim(ncid, 0, "renamed") != NC_NOERR;
    failed += nc_def_dim(ncid, "ours", 7, &id) != NC_NOERR;
    failed += nc_def_opaque(ncid, 8, "ours_too", &type) != NC_NOERR;
    failed += nc_def_grp(ncid, "group", &id) != NC_NOERR || nc_def_opaque(id, 4, "inside", &type) != NC_NOERR;
    failed += nc_put_att_short(ncid, 0, "our", NC_SHORT, 1, &few) != NC_NOERR;
    failed += nc_put_att_short(ncid, NC_GLOBAL, "our", NC_SHORT, 1, &few) != NC_NOERR;
    failed += nc_del_att(ncid, 0, "gone") != NC_NOERR;
    return failed + (nc_close(ncid) != NC_NOERR);
}

/* All changes of both programs are there. */
static void check(void)
{
    static const char *const dims[] = {"renamed", "kept", "ours", "theirs"}, *const atts[] = {"few", "our", "their"};
    static const char *const types[] = {"ours_too", "theirs_too"};
    int ncid, count, id, place;
    nc_type type;
    size_t i;

    OK(nc_open(url("memory", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < 4; i++)
        OK(nc_inq_dimid(ncid, dims[i], &id));
    OK(nc_inq_ndims(ncid, &count));
    IS(count == 4);
    for (i = 0; i < 2; i++)
        OK(nc_inq_typeid(ncid, types[i], &type));
    OK(nc_inq_ncid(ncid, "group", &id));
    OK(nc_inq_typeid(id, "inside", &type));
    for (place = NC_GLOBAL; place < 1; place++) {
        for (i = 0; i < 3; i++) {
            OK(nc_inq_atttype(ncid, place, atts[i], &type));
            IS(type == NC_SHORT);
        }
        OK(nc_inq_varnatts(ncid, place, &count));
        IS(count == 3);
    }
    OK(nc_close(ncid));
}

/* Renames a group with a group and variables below it. Where that fails, elements can be written nevertheless, and are
 * found under the name that the group then has. Returns 1 where memory was refused. */
static int rename_group(unsigned long turn)
{
    const int first = 5, second = 7;
    int ncid, group, below, var[2], value, refused, status, items[] = {1, 2};
    nc_vlen_t list = {2, NULL}, back;
    char name[NC_MAX_NAME + 1];
    nc_type type, found;

    list.p = items;
    OK(nc_create(url("renamed", ""), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "old", &group));
    OK(nc_def_vlen(group, "lists", NC_INT, &type));
    OK(nc_def_var(group, "v", NC_INT, 0, NULL, var));
    OK(nc_def_grp(group, "below", &below));
    OK(nc_def_var(below, "w", NC_INT, 0, NULL, var + 1));
    OK(nc_put_att(ncid, NC_GLOBAL, "a", type, 1, &list));
    OK(nc_put_var_int(group, var[0], &first));
    OK(nc_close(ncid));
    OK(nc_open(url("renamed", ""), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_inq_ncid(ncid, "old", &group));
    OK(nc_inq_ncid(group, "below", &below));
    until = turn;
    status = nc_rename_grp(group, "new");
    refused = !until;
    until = 0;
    OK(nc_inq_grpname(group, name));
    IS(!strcmp(name, status ? name : "new") && (!strcmp(name, "old") || !strcmp(name, "new")));
    OK(nc_put_var_int(below, var[1], &second));
    OK(nc_get_var_int(group, var[0], &value));
    IS(value == first);
    OK(nc_close(ncid));
    OK(nc_open(url("renamed", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_grps(ncid, &value, NULL));
    IS(value == 1);
    OK(nc_inq_ncid(ncid, name, &group));
    OK(nc_get_var_int(group, 0, &value));
    IS(value == first);
    OK(nc_inq_ncid(group, "below", &below));
    OK(nc_get_var_int(below, 0, &value));
    IS(value == second);
    OK(nc_inq_typeid(group, "lists", &type));
    OK(nc_inq_atttype(ncid, NC_GLOBAL, "a", &found));
    IS(found == type);
    OK(nc_get_att(ncid, NC_GLOBAL, "a", &back));
    IS(back.len == 2 && ((int *)back.p)[1] == 2);
    OK(nc_reclaim_data(ncid, type, &back, 1));
    OK(nc_close(ncid));
    return refused;
}

int main(int argc, char **argv)
{
    unsigned long k;
    int refused;

    (void)argc;
    folder = argv[1];
    for (k = 1, refused = 1; refused; k++) {
        int ncid = prepare(), failed;

        until = k;
        failed = change(ncid);
        refused = !until;
        until = 0;
        if (!failed)
            check();
    }
    for (k = 1; rename_group(k); k++)
        ;
    return 0;
}
