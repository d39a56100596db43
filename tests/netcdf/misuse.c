/* Bad calls are an error code, and leave a dataset as it was. */
#include "test.h"

/* A type has an end, its fields lie in it, and one that is in use stays as it is. */
static void types(void)
{
    static const int huge[4] = {65536, 65536, 65536, 65536};
    static const int in[4] = {1, 2, 3, 4};
    int ncid, dim, var, value = 1, out[4];
    nc_type type, outer, later, words;
    size_t count;

    OK(nc_create(url("types", ""), NC_NETCDF4, &ncid));
    OK(nc_def_compound(ncid, 8, "t", &type));
    OK(nc_def_compound(ncid, 8, "later", &later));
    OK(nc_insert_compound(ncid, later, "i", 0, NC_INT));
    FAILS(NC_EBADTYPE, nc_insert_compound(ncid, type, "s", 0, type));
    FAILS(NC_EBADTYPE, nc_insert_compound(ncid, type, "s", 0, later));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, type, "a", (size_t)-4, NC_INT));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, type, "a", 5, NC_INT));
    FAILS(NC_EINVAL, nc_insert_array_compound(ncid, type, "a", 0, NC_INT, 4, huge));
    OK(nc_insert_compound(ncid, type, "i", 0, NC_INT));
    /* Fields beside one another, also those that are shorter when they are stored. */
    OK(nc_def_compound(ncid, 24, "beside", &outer));
    OK(nc_insert_compound(ncid, outer, "s", 8, NC_STRING));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, outer, "a", 8, NC_INT64));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, outer, "a", 15, NC_SHORT));
    FAILS(NC_EINVAL, nc_insert_array_compound(ncid, outer, "a", 4, NC_SHORT, 1, &in[2]));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, outer, "a", 4, NC_STRING));
    OK(nc_insert_array_compound(ncid, outer, "a", 4, NC_SHORT, 1, &in[1]));
    OK(nc_insert_compound(ncid, outer, "b", 16, NC_STRING));
    OK(nc_def_enum(ncid, NC_INT, "words", &words));
    OK(nc_insert_enum(ncid, words, "one", &value));
    OK(nc_def_dim(ncid, "x", 2, &dim));
    OK(nc_def_var(ncid, "v", type, 1, &dim, &var));
    OK(nc_put_var(ncid, var, in));
    FAILS(NC_ETYPDEFINED, nc_insert_compound(ncid, type, "j", 4, NC_INT));
    OK(nc_get_var(ncid, var, out));
    IS(out[0] == 1 && out[2] == 3);
    /* A type that is the field of another, or an attribute's. */
    OK(nc_def_compound(ncid, 8, "outer", &outer));
    OK(nc_insert_compound(ncid, outer, "t", 0, later));
    FAILS(NC_ETYPDEFINED, nc_insert_compound(ncid, later, "j", 4, NC_INT));
    value = 2;
    OK(nc_insert_enum(ncid, words, "two", &value));
    OK(nc_put_att(ncid, var, "word", words, 1, &value));
    FAILS(NC_ETYPDEFINED, nc_insert_enum(ncid, words, "more", &value));
    OK(nc_close(ncid));
    OK(nc_open(url("types", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_typeid(ncid, "words", &words));
    OK(nc_inq_enum(ncid, words, NULL, NULL, NULL, &count));
    IS(count == 2);
    OK(nc_inq_typeid(ncid, "outer", &outer));
    FAILS(NC_EPERM, nc_insert_compound(ncid, outer, "j", 4, NC_INT));
    OK(nc_close(ncid));
}

/* A type that is almost all gaps may be defined, and nothing may be of it. */
static void gaps(void)
{
    static const char element[4096 + 16 * 5];
    int ncid, id;
    nc_type type, filled;
    size_t size;

    OK(nc_create(url("gaps", ""), NC_NETCDF4, &ncid));
    OK(nc_def_compound(ncid, 4096 + 16 * 4, "filled", &filled));
    OK(nc_insert_compound(ncid, filled, "i", 4096, NC_INT));
    OK(nc_put_att(ncid, NC_GLOBAL, "a", filled, 1, element));
    OK(nc_def_compound(ncid, sizeof element, "gaps", &type));
    OK(nc_insert_compound(ncid, type, "i", 4096, NC_INT));
    FAILS(NC_EBADTYPE, nc_def_var(ncid, "v", type, 0, NULL, &id));
    FAILS(NC_EBADTYPE, nc_put_att(ncid, NC_GLOBAL, "b", type, 1, element));
    FAILS(NC_EBADTYPE, nc_def_vlen(ncid, "lists", type, &id));
    OK(nc_def_compound(ncid, 2 * sizeof element, "outer", &id));
    FAILS(NC_EBADTYPE, nc_insert_compound(ncid, id, "inner", 0, type));
    OK(nc_insert_compound(ncid, type, "j", 0, NC_INT));
    OK(nc_insert_compound(ncid, id, "inner", 0, type));
    OK(nc_close(ncid));
    OK(nc_open(url("gaps", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_att(ncid, NC_GLOBAL, "a", &type, &size));
    OK(nc_inq_typeid(ncid, "filled", &filled));
    IS(type == filled && size == 1);
    OK(nc_close(ncid));
}

/* Names that a store can't have are refused where they are given, not where all definitions are made. */
static void names(void)
{
    static const char *const refused[] = {"__tmp", "zarr.json", "a\\b"};
    int ncid, group, dim, var, id, values[3] = {1, 2, 3};
    size_t i;

    OK(nc_create(url("node-names", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_def_grp(ncid, "g", &group));
    OK(nc_def_var(ncid, "kept", NC_INT, 1, &dim, &var));
    for (i = 0; i < sizeof refused / sizeof *refused; i++) {
        FAILS(NC_EBADNAME, nc_def_var(ncid, refused[i], NC_INT, 1, &dim, &id));
        FAILS(NC_EBADNAME, nc_def_grp(ncid, refused[i], &id));
        FAILS(NC_EBADNAME, nc_rename_var(ncid, var, refused[i]));
        FAILS(NC_EBADNAME, nc_rename_grp(group, refused[i]));
        /* These are no nodes. */
        OK(nc_def_dim(ncid, refused[i], 2, &id));
        OK(nc_put_att_int(ncid, var, refused[i], NC_INT, 1, values));
    }
    OK(nc_put_var_int(ncid, var, values));
    /* The id of a group closes nothing. */
    FAILS(NC_EBADGRPID, nc_close(group));
    OK(nc_inq_nvars(ncid, &id));
    IS(id == 1);
    OK(nc_close(ncid));
    OK(nc_open(url("node-names", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_ndims(ncid, &id));
    IS(id == 4);
    OK(nc_get_var1_int(ncid, var, (const size_t[]){2}, &id));
    IS(id == 3);
    OK(nc_close(ncid));
    /* Without a variable the group tells the format. */
    OK(nc_create(url("node-names-v3", ""), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("node-names-v3", ""), NC_WRITE, &ncid));
    FAILS(NC_EBADNAME, nc_def_var(ncid, "__tmp", NC_INT, 0, NULL, &var));
    OK(nc_close(ncid));
    OK(nc_create(url("node-names-v2", "&format=v2"), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("node-names-v2", ""), NC_WRITE, &ncid));
    OK(nc_def_var(ncid, "__tmp", NC_INT, 0, NULL, &var));
    OK(nc_put_var_int(ncid, var, values));
    FAILS(NC_EBADNAME, nc_def_var(ncid, ".zarray", NC_INT, 0, NULL, &var));
    OK(nc_close(ncid));
    /* At once, and not when definitions end, so that the others are written. */
    OK(nc_create(url("node-names-2022", "&format=v3-2022"), NC_NETCDF4, &ncid));
    FAILS(NC_EBADNAME, nc_def_var(ncid, "two words", NC_INT, 0, NULL, &var));
    FAILS(NC_EBADNAME, nc_def_grp(ncid, "g\xc3\xa9", &id));
    OK(nc_def_var(ncid, "words", NC_INT, 0, NULL, &var));
    FAILS(NC_EBADNAME, nc_rename_var(ncid, var, "two words"));
    OK(nc_put_var_int(ncid, var, values));
    OK(nc_close(ncid));
}

/* A caller that gives no room for an attribute gets the code. */
static void no_room(void)
{
    const char *text = "a";
    const int number = 3;
    nc_vlen_t list = {1, NULL};
    nc_type lists, bytes;
    int ncid, i;

    list.p = &i;
    i = 1;
    OK(nc_create(url("no-room", ""), NC_NETCDF4, &ncid));
    OK(nc_def_vlen(ncid, "lists", NC_INT, &lists));
    OK(nc_def_opaque(ncid, 4, "bytes", &bytes));
    OK(nc_put_att_int(ncid, NC_GLOBAL, "number", NC_INT, 1, &number));
    OK(nc_put_att_string(ncid, NC_GLOBAL, "string", 1, &text));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "text", 1, text));
    OK(nc_put_att(ncid, NC_GLOBAL, "bytes", bytes, 1, &number));
    OK(nc_put_att(ncid, NC_GLOBAL, "list", lists, 1, &list));
    OK(nc_get_att(ncid, NC_GLOBAL, "number", NULL));
    OK(nc_get_att(ncid, NC_GLOBAL, "string", NULL));
    OK(nc_get_att(ncid, NC_GLOBAL, "text", NULL));
    OK(nc_get_att(ncid, NC_GLOBAL, "bytes", NULL));
    OK(nc_get_att(ncid, NC_GLOBAL, "list", NULL));
    OK(nc_get_att_double(ncid, NC_GLOBAL, "number", NULL));
    FAILS(NC_ECHAR, nc_get_att_int(ncid, NC_GLOBAL, "text", NULL));
    OK(nc_close(ncid));
}

/* A path that asks for one kind of dataset does not open another kind. */
static void words(void)
{
    static const char *const refused[] = {"&bogus=3",        "&shards=9",
                                          "&codec=zstd:x",   "&codec=zstd:",
                                          "&codec=zstd:-1",  "&codec=zstd:99999999999999999999",
                                          "&codec=",         "&shard_bytes=99999999999999999999",
                                          "&shard_bytes=-1", "&shard_bytes=4k",
                                          "&shard_bytes=",   "&consolidate=0",
                                          "&format=",        "&codec=nope",
                                          "&codec=zstd:999", "&format=v2&codec=gzip:77"};
    static const char *const taken[] = {"&codec=zstd:3",           "&codec=blosc:5",    "&codec=crc32c",
                                        "&format=v2&codec=zlib:1", "&codec=bz2:9",      "&format=n5&codec=gzip:1",
                                        "&format=v2&codec=delta",  "&codec=packbits"};
    int ncid;
    size_t i;

    for (i = 0; i < sizeof refused / sizeof *refused; i++) {
        FAILS(NC_EINVAL, nc_create(url("no-words", refused[i]), NC_NETCDF4, &ncid));
        IS(nc_open(url("no-words", ""), NC_NOWRITE, &ncid) != NC_NOERR);
    }
    for (i = 0; i < sizeof taken / sizeof *taken; i++) {
        OK(nc_create(url("words", taken[i]), NC_NETCDF4, &ncid));
        OK(nc_close(ncid));
    }
    OK(nc_create(url("words", "&codec=zstd:3&shard_bytes=1000000&unlimited=t&&consolidate&"), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    FAILS(NC_EINVAL, nc_open(url("words", "&format=v2"), NC_NOWRITE, &ncid));
    FAILS(NC_EINVAL, nc_open(url("words", "&codec=nope"), NC_WRITE, &ncid));
    OK(nc_open(url("words", "&format=v3"), NC_NOWRITE, &ncid));
    OK(nc_close(ncid));
    /* Other programs and netCDF itself have words of their own in the mode. */
    OK(nc_open(url("words", ",file,nczarr&"), NC_NOWRITE, &ncid));
    OK(nc_close(ncid));
}

/* In a zip file variables and groups get other names, also each that of the other, before and after they are written. */
static void archive(void)
{
    char path[4096];
    int ncid, var, other, group, value = 5, seven = 7;

    /* An earlier run may have left the file. */
    snprintf(path, sizeof path, "%s-names.zip", folder);
    remove(path);
    snprintf(path, sizeof path, "file://%s-names.zip#mode=udf0", folder);
    OK(nc_create(path, NC_NETCDF4, &ncid));
    OK(nc_def_var(ncid, "v", NC_INT, 0, NULL, &var));
    OK(nc_def_grp(ncid, "g", &group));
    OK(nc_def_var(ncid, "w", NC_INT, 0, NULL, &other));
    OK(nc_rename_var(ncid, var, "early"));
    OK(nc_put_var_int(ncid, var, &value));
    OK(nc_put_var_int(ncid, other, &seven));
    OK(nc_rename_var(ncid, var, "late"));
    OK(nc_rename_grp(group, "h"));
    OK(nc_sync(ncid));
    OK(nc_close(ncid));
    OK(nc_open(path, NC_WRITE, &ncid));
    OK(nc_inq_varid(ncid, "late", &var));
    OK(nc_inq_ncid(ncid, "h", &group));
    OK(nc_get_var_int(ncid, var, &value));
    IS(value == 5);
    OK(nc_inq_varid(ncid, "w", &other));
    OK(nc_redef(ncid));
    OK(nc_rename_var(ncid, var, "between"));
    OK(nc_rename_var(ncid, other, "late"));
    OK(nc_rename_var(ncid, var, "w"));
    OK(nc_enddef(ncid));
    OK(nc_close(ncid));
    OK(nc_open(path, NC_NOWRITE, &ncid));
    OK(nc_inq_varid(ncid, "late", &var));
    OK(nc_get_var_int(ncid, var, &value));
    IS(value == 7);
    OK(nc_inq_varid(ncid, "w", &var));
    OK(nc_get_var_int(ncid, var, &value));
    IS(value == 5);
    FAILS(NC_ENOTVAR, nc_inq_varid(ncid, "between", &var));
    OK(nc_inq_ncid(ncid, "h", &group));
    OK(nc_close(ncid));
}

/* N5 has no fill value: a program that asks for one is told, and what it is told of others is what it reads. */
static void fill_of_n5(void)
{
    const int forty_one = 41, none = 0;
    int ncid, dim, var, no_fill, fill = -1, value = -1;

    OK(nc_create(url("fill-n5", "&format=n5"), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 2, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    FAILS(NC_ENOTBUILT, nc_def_var_fill(ncid, var, NC_FILL, &forty_one));
    OK(nc_def_var_fill(ncid, var, NC_FILL, &none));
    OK(nc_inq_var_fill(ncid, var, &no_fill, &fill));
    IS(fill == 0);
    OK(nc_get_var1_int(ncid, var, (const size_t[]){1}, &value));
    IS(value == 0);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    int ncid, other, dim, var, value = 1, id;
    size_t start[1] = {0};

    (void)argc;
    folder = argv[1];
    fill_of_n5();
    types();
    gaps();
    names();
    no_room();
    words();
    archive();
    OK(nc_create(url("misuse", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    FAILS(NC_ENAMEINUSE, nc_def_dim(ncid, "x", 4, &id));
    FAILS(NC_ENAMEINUSE, nc_rename_dim(ncid, dim, "x"));
    FAILS(NC_EBADNAME, nc_def_dim(ncid, "a/b", 4, &id));
    FAILS(NC_EBADNAME, nc_def_var(ncid, "..", NC_INT, 1, &dim, &id));
    FAILS(NC_EBADTYPE, nc_def_var(ncid, "v", 99, 1, &dim, &id));
    FAILS(NC_EBADDIM, (id = 77, nc_def_var(ncid, "v", NC_INT, 1, &id, &id)));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    FAILS(NC_ENAMEINUSE, nc_def_grp(ncid, "v", &id));
    FAILS(NC_EBADTYPE, nc_put_att_float(ncid, var, "_FillValue", NC_FLOAT, 1, (const float[]){1}));
    FAILS(NC_ENAMEINUSE, nc_put_att_text(ncid, var, "_ARRAY_DIMENSIONS", 1, "x"));
    FAILS(NC_EBADCHUNK, nc_def_var_chunking(ncid, var, NC_CHUNKED, (const size_t[]){4}));
    /* As in netCDF-4, a first length of 0 asks for the library's own. */
    OK(nc_def_var_chunking(ncid, var, NC_CHUNKED, (const size_t[]){0}));
    OK(nc_inq_var_chunking(ncid, var, &id, start));
    IS(id == NC_CHUNKED && start[0] == 3);
    start[0] = 0;
    FAILS(NC_EINVAL, nc_def_var_deflate(ncid, var, 0, 1, 10));
    OK(nc_put_var1_int(ncid, var, start, &value));
    FAILS(NC_ELATEFILL, nc_put_att_int(ncid, var, "_FillValue", NC_INT, 1, &value));
    FAILS(NC_ENOTVAR, nc_put_var1_int(ncid, var + 1, start, &value));
    FAILS(NC_EINVALCOORDS, (start[0] = 3, nc_put_var1_int(ncid, var, start, &value)));
    OK(nc_close(ncid));
    FAILS(NC_EBADID, nc_close(ncid));

    FAILS(NC_EEXIST, nc_create(url("misuse", ""), NC_NETCDF4 | NC_NOCLOBBER, &ncid));
    IS(nc_open(url("nothing", ""), NC_NOWRITE, &ncid) != NC_NOERR);
    FAILS(NC_EINVAL, nc_create(url("misuse2", "&format=v9"), NC_NETCDF4, &ncid));
    OK(nc_open(url("misuse", ""), NC_NOWRITE, &ncid));
    FAILS(NC_EPERM, nc_put_var_int(ncid, var, (const int[]){1, 2, 3}));
    FAILS(NC_EPERM, nc_def_dim(ncid, "z", 3, &id));
    FAILS(NC_EPERM, nc_redef(ncid));
    OK(nc_open(url("misuse", ""), NC_NOWRITE, &other));
    OK(nc_close(other));
    OK(nc_close(ncid));

    /* The classic model: definitions in define mode, elements outside of it. */
    OK(nc_create(url("classic", ""), NC_NETCDF4 | NC_CLASSIC_MODEL, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    FAILS(NC_ESTRICTNC3, nc_def_var(ncid, "w", NC_STRING, 1, &dim, &id));
    FAILS(NC_ESTRICTNC3, nc_def_grp(ncid, "g", &id));
    FAILS(NC_EINDEFINE, nc_put_var_int(ncid, var, (const int[]){1, 2, 3}));
    OK(nc_enddef(ncid));
    FAILS(NC_ENOTINDEFINE, nc_def_dim(ncid, "y", 3, &id));
    OK(nc_put_var_int(ncid, var, (const int[]){1, 2, 3}));
    OK(nc_close(ncid));

    /* A dataset that is given up is gone. */
    OK(nc_create(url("given-up", ""), NC_NETCDF4, &ncid));
    OK(nc_abort(ncid));
    IS(nc_open(url("given-up", ""), NC_NOWRITE, &ncid) != NC_NOERR);

    /* One that was there stays as it was. */
    OK(nc_create(url("kept", ""), NC_NETCDF4, &ncid));
    OK(nc_enddef(ncid));
    OK(nc_redef(ncid));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_abort(ncid));
    OK(nc_open(url("kept", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_ndims(ncid, &id));
    IS(id == 0);
    OK(nc_close(ncid));
    return 0;
}
