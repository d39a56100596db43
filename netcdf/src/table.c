/* The dispatch tables, one for each of the two user-defined formats that every netCDF knows, and their registration.
 * Nothing of libnetcdf is linked: one binary serves all of its versions, also those that a Python package has under
 * another name. */
#define _GNU_SOURCE
#include "internal.h"
#include "library.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

#define TABLE(MODEL)             \
    {MODEL,                      \
     NC_DISPATCH_VERSION,        \
     zn_create,                  \
     zn_open,                    \
     zn_redef,                   \
     zn_enddef,                  \
     zn_sync,                    \
     zn_abort,                   \
     zn_close_root,              \
     zn_set_fill,                \
     zn_inq_format,              \
     zn_inq_format_extended,     \
     zn_inq,                     \
     zn_inq_type,                \
     zn_def_dim,                 \
     zn_inq_dimid,               \
     zn_inq_dim,                 \
     zn_inq_unlimdim,            \
     zn_rename_dim,              \
     zn_inq_att,                 \
     zn_inq_attid,               \
     zn_inq_attname,             \
     zn_rename_att,              \
     zn_del_att,                 \
     zn_get_att,                 \
     zn_put_att,                 \
     zn_def_var,                 \
     zn_inq_varid,               \
     zn_rename_var,              \
     zn_get_vara,                \
     zn_put_vara,                \
     zn_get_vars,                \
     zn_put_vars,                \
     zn_get_varm,                \
     zn_put_varm,                \
     zn_inq_var_all,             \
     zn_var_par_access,          \
     zn_def_var_fill,            \
     zn_show_metadata,           \
     zn_inq_unlimdims,           \
     zn_inq_ncid,                \
     zn_inq_grps,                \
     zn_inq_grpname,             \
     zn_inq_grpname_full,        \
     zn_inq_grp_parent,          \
     zn_inq_grp_full_ncid,       \
     zn_inq_varids,              \
     zn_inq_dimids,              \
     zn_inq_typeids,             \
     zn_inq_type_equal,          \
     zn_def_grp,                 \
     zn_rename_grp,              \
     zn_inq_user_type,           \
     zn_inq_typeid,              \
     zn_def_compound,            \
     zn_insert_compound,         \
     zn_insert_array_compound,   \
     zn_inq_compound_field,      \
     zn_inq_compound_fieldindex, \
     zn_def_vlen,                \
     zn_put_vlen_element,        \
     zn_get_vlen_element,        \
     zn_def_enum,                \
     zn_insert_enum,             \
     zn_inq_enum_member,         \
     zn_inq_enum_ident,          \
     zn_def_opaque,              \
     zn_def_var_deflate,         \
     zn_def_var_fletcher32,      \
     zn_def_var_chunking,        \
     zn_def_var_endian,          \
     zn_def_var_filter,          \
     zn_set_var_chunk_cache,     \
     zn_get_var_chunk_cache,     \
     zn_inq_var_filter_ids,      \
     zn_inq_var_filter_info,     \
     zn_def_var_quantize,        \
     zn_inq_var_quantize,        \
     zn_inq_filter_avail}

static NC_Dispatch tables[] = {TABLE(NC_FORMATX_UDF0), TABLE(NC_FORMATX_UDF1)};

/* Documents of Zarr begin so: netCDF knows a file x.zarr/zarr.json by it, also without a mode. */
static char magic[] = "{";

ZN_EXPORT int zarr_netcdf_register(void);
ZN_EXPORT NC_Dispatch *zarr_netcdf_udf0(void);
ZN_EXPORT NC_Dispatch *zarr_netcdf_udf1(void);

/* ISO C has no way from an object pointer to a function. */
static int symbol(void *handle, const char *name, void *function)
{
    void *found = dlsym(handle, name);

    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static void take(zn_netcdf *found, void *handle)
{
    if (!symbol(handle, "nc_def_user_format", &found->define) ||
        !symbol(handle, "nc_inq_user_format", &found->inquire)) {
        found->define = NULL;
        return;
    }
    symbol(handle, "nc4_file_list_add", &found->file_add);
    symbol(handle, "nc4_file_list_del", &found->file_del);
    symbol(handle, "nc4_find_nc4_grp", &found->find_group);
    symbol(handle, "nc4_grp_list_add", &found->group_add);
    symbol(handle, "nc4_type_list_add", &found->type_add);
    symbol(handle, "nc_utf8_normalize", &found->normalize);
}

static int look(struct dl_phdr_info *info, size_t size, void *data)
{
    zn_netcdf *found = data;
    void *handle;

    (void)size;
    if (!info->dlpi_name || !strstr(info->dlpi_name, "netcdf"))
        return 0;
    handle = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle) {
        take(found, handle);
        dlclose(handle);
    }
    return found->define != NULL;
}

/* libnetcdf is the library that calls, one that all of the process sees, or one that is loaded for a part of it. */
static int find_netcdf(zn_netcdf *found, void *caller)
{
    Dl_info info;

    memset(found, 0, sizeof *found);
    if (caller && dladdr(caller, &info) && info.dli_fname && strstr(info.dli_fname, "libnetcdf")) {
        void *handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);

        if (handle) {
            take(found, handle);
            dlclose(handle);
        }
    }
    if (!found->define)
        take(found, RTLD_DEFAULT);
    if (!found->define)
        dl_iterate_phdr(look, found);
    if (found->define)
        zn_netcdf_set(found);
    return found->define != NULL;
}

static int is_ours(const NC_Dispatch *table)
{
    return table == &tables[0] || table == &tables[1];
}

static int enter(void *caller)
{
    static const int flags[] = {NC_UDF0, NC_UDF1};
    zn_netcdf library;
    int i, status = NC_EINVAL;

    if (!find_netcdf(&library, caller))
        return zn_fail(NC_ENOTBUILT, "no libnetcdf is loaded");
    for (i = 0; i < 2; i++) {
        NC_Dispatch *table = NULL;

        if (library.inquire(flags[i], &table, NULL) == NC_NOERR && is_ours(table))
            return NC_NOERR;
    }
    for (i = 0; i < 2; i++) {
        NC_Dispatch *table = NULL;

        if (library.inquire(flags[i], &table, NULL) || table)
            continue;
        status = library.define(flags[i], &tables[i], magic);
        if (!status)
            return NC_NOERR;
    }
    return zn_fail(status, "NC_UDF0 and NC_UDF1 are both taken");
}

int zarr_netcdf_register(void)
{
    return enter(__builtin_return_address(0));
}

/* The functions that netCDF's .ncrc names from 4.10 on: libnetcdf itself calls them. */
NC_Dispatch *zarr_netcdf_udf0(void)
{
    zn_netcdf library;

    find_netcdf(&library, __builtin_return_address(0));
    return &tables[0];
}

NC_Dispatch *zarr_netcdf_udf1(void)
{
    zn_netcdf library;

    find_netcdf(&library, __builtin_return_address(0));
    return &tables[1];
}

/* Preloading is enough for programs that are linked with libnetcdf. */
__attribute__((constructor)) static void preloaded(void)
{
    zn_netcdf library;

    if (find_netcdf(&library, NULL))
        enter(NULL);
}
