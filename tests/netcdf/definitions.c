/* Another open finds all definitions: names, dimensions, attributes of every type, filters, fill values. */
#include "test.h"

static void attributes(const char *keys)
{
    static const signed char bytes[] = {-1, 2};
    static const unsigned long long huge = 18446744073709551615ull;
    static const char *words[] = {"a", "b c"};
    static const double numbers[] = {1, 0.1, 1e300};
    double back[3];
    float third = 1.0f / 3, third_back;
    unsigned long long huge_back;
    signed char bytes_back[2];
    char *words_back[2], text[20] = {0}, name[NC_MAX_NAME + 1];
    nc_type type;
    size_t len;
    int ncid, var, count;

    OK(nc_create(url("attributes", keys), NC_NETCDF4, &ncid));
    OK(nc_def_var(ncid, "v", NC_SHORT, 0, NULL, &var));
    OK(nc_put_att_text(ncid, var, "units", 2, "\xb5m")); /* Latin-1: no UTF-8 */
    OK(nc_put_att_schar(ncid, var, "bytes", NC_BYTE, 2, bytes));
    OK(nc_put_att_ulonglong(ncid, var, "huge", NC_UINT64, 1, &huge));
    OK(nc_put_att_float(ncid, var, "third", NC_FLOAT, 1, &third));
    OK(nc_put_att_double(ncid, var, "numbers", NC_DOUBLE, 3, numbers));
    OK(nc_put_att_string(ncid, var, "words", 2, words));
    OK(nc_put_att_text(ncid, var, "none", 0, ""));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "gone", 1, "x"));
    OK(nc_del_att(ncid, NC_GLOBAL, "gone"));
    OK(nc_close(ncid));

    OK(nc_open(url("attributes", ""), NC_WRITE, &ncid));
    OK(nc_inq_natts(ncid, &count));
    IS(count == 0);
    OK(nc_inq_varnatts(ncid, var, &count));
    IS(count == 7);
    OK(nc_inq_attname(ncid, var, 1, name));
    IS(!strcmp(name, "bytes"));
    OK(nc_get_att_text(ncid, var, "units", text));
    IS(!memcmp(text, "\xb5m", 3));
    OK(nc_inq_att(ncid, var, "bytes", &type, &len));
    IS(type == NC_BYTE && len == 2);
    OK(nc_get_att_schar(ncid, var, "bytes", bytes_back));
    IS(!memcmp(bytes, bytes_back, 2));
    OK(nc_get_att_ulonglong(ncid, var, "huge", &huge_back));
    IS(huge_back == huge);
    FAILS(NC_ERANGE, nc_get_att_double(ncid, var, "huge", back) || nc_get_att_schar(ncid, var, "huge", bytes_back)
                         ? NC_ERANGE
                         : NC_NOERR);
    OK(nc_inq_att(ncid, var, "third", &type, &len));
    OK(nc_get_att_float(ncid, var, "third", &third_back));
    IS(type == NC_FLOAT && third == third_back);
    OK(nc_get_att_double(ncid, var, "numbers", back));
    IS(!memcmp(numbers, back, sizeof back));
    OK(nc_get_att_string(ncid, var, "words", words_back));
    IS(!strcmp(words_back[1], "b c"));
    OK(nc_free_string(2, words_back));
    OK(nc_inq_att(ncid, var, "none", &type, &len));
    IS(type == NC_CHAR && len == 0);
    FAILS(NC_ENOTATT, nc_inq_att(ncid, var, "_ARRAY_DIMENSIONS", &type, &len));

    /* Changes of a dataset that exists. */
    OK(nc_rename_att(ncid, var, "third", "one_third"));
    OK(nc_put_att_double(ncid, var, "numbers", NC_DOUBLE, 2, numbers));
    OK(nc_close(ncid));
    OK(nc_open(url("attributes", ""), NC_NOWRITE, &ncid));
    OK(nc_get_att_float(ncid, var, "one_third", &third_back));
    OK(nc_inq_attlen(ncid, var, "numbers", &len));
    IS(third == third_back && len == 2);
    FAILS(NC_EPERM, nc_put_att_double(ncid, var, "numbers", NC_DOUBLE, 2, numbers));
    OK(nc_close(ncid));
}

/* Types of attributes lie under the names of these, which JSON escapes. */
static void odd_names(const char *keys)
{
    static const char *const odd[] = {"a\"b", "a\\", "a\\\"", "\xc3\xa9", "\xf0\x9f\x98\x80", "a"};
    short value = 3, back;
    int ncid;
    size_t i;
    nc_type type;

    OK(nc_create(url("odd", keys), NC_NETCDF4, &ncid));
    for (i = 0; i < sizeof odd / sizeof *odd; i++)
        OK(nc_put_att_short(ncid, NC_GLOBAL, odd[i], i == 1 ? NC_BYTE : NC_SHORT, 1, &value));
    /* A name that is kept for the format would be gone with the next open. */
    FAILS(NC_ENAMEINUSE, nc_rename_att(ncid, NC_GLOBAL, "a", "_nczarr_group"));
    FAILS(NC_ENAMEINUSE, nc_rename_att(ncid, NC_GLOBAL, "a", "_ARRAY_DIMENSIONS"));
    OK(nc_close(ncid));
    OK(nc_open(url("odd", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < sizeof odd / sizeof *odd; i++) {
        OK(nc_inq_atttype(ncid, NC_GLOBAL, odd[i], &type));
        IS(type == (i == 1 ? NC_BYTE : NC_SHORT));
        OK(nc_get_att_short(ncid, NC_GLOBAL, odd[i], &back));
        IS(back == value);
    }
    OK(nc_close(ncid));
}

static void names(const char *keys)
{
    int ncid, group, deep, x, other_x, var, found, dims[1], count, ids[3];
    char name[NC_MAX_NAME + 1];
    size_t len;
    float value = 2.5, back;

    OK(nc_create(url("names", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_grp(ncid, "g", &group));
    OK(nc_def_grp(group, "deep", &deep));
    OK(nc_def_dim(group, "x", 2, &other_x));
    OK(nc_def_var(deep, "inner", NC_FLOAT, 1, &other_x, &var));
    OK(nc_def_var(deep, "outer", NC_FLOAT, 1, &x, &found)); /* the x of the root, though the group has another */
    OK(nc_put_var1_float(deep, var, (const size_t[]){1}, &value));
    OK(nc_close(ncid));

    OK(nc_open(url("names", ""), NC_WRITE, &ncid));
    OK(nc_inq_grp_full_ncid(ncid, "/g/deep", &deep));
    OK(nc_inq_dimids(deep, &count, ids, 1));
    IS(count == 2);
    OK(nc_inq_varid(deep, "outer", &var));
    OK(nc_inq_vardimid(deep, var, dims));
    OK(nc_inq_dim(deep, dims[0], name, &len));
    IS(!strcmp(name, "x") && len == 4);
    OK(nc_inq_varid(deep, "inner", &var));
    OK(nc_inq_vardimid(deep, var, dims));
    OK(nc_inq_dimlen(deep, dims[0], &len));
    IS(len == 2);
    OK(nc_rename_var(deep, var, "renamed"));
    OK(nc_rename_dim(deep, dims[0], "z"));
    OK(nc_close(ncid));

    OK(nc_open(url("names", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_grp_full_ncid(ncid, "g/deep", &deep));
    OK(nc_inq_varid(deep, "renamed", &var));
    OK(nc_inq_vardimid(deep, var, dims));
    OK(nc_inq_dimname(deep, dims[0], name));
    IS(!strcmp(name, "z"));
    OK(nc_get_var1_float(deep, var, (const size_t[]){1}, &back));
    IS(back == value);
    OK(nc_get_var1_float(deep, var, (const size_t[]){0}, &back));
    IS(back == NC_FILL_FLOAT);
    FAILS(NC_ENOTVAR, nc_inq_varid(deep, "inner", &var));
    OK(nc_close(ncid));
}

/* A dataset that has no variable yet gets them in its own format, with the names of their dimensions. */
static void later(const char *keys)
{
    char name[NC_MAX_NAME + 1];
    int ncid, x, var;

    OK(nc_create(url("later", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 3, &x));
    OK(nc_close(ncid));
    OK(nc_open(url("later", ""), NC_WRITE, &ncid));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_put_var_int(ncid, var, (const int[]){1, 2, 3}));
    OK(nc_close(ncid));
    OK(nc_open(url("later", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_ndims(ncid, &x));
    IS(x == 1);
    OK(nc_inq_vardimid(ncid, 0, &x));
    OK(nc_inq_dimname(ncid, x, name));
    IS(!strcmp(name, "x"));
    OK(nc_close(ncid));
}

/* Variables that swap names, pass them on, leave theirs to a group, or get a fill value too, keep their elements. */
static void renamed(void)
{
    static const char *const to[] = {"b", "c", "a", "e", "f"};
    char name[2] = "a";
    int ncid, group, x, vars[5], late, i, fill = -9, count, back[2];

    OK(nc_create(url("renamed", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 2, &x));
    for (i = 0; i < 5; i++, name[0]++) {
        OK(nc_def_var(ncid, name, NC_INT, 1, &x, &vars[i]));
        OK(nc_put_var_int(ncid, vars[i], (const int[]){i, -i}));
    }
    OK(nc_redef(ncid));
    OK(nc_def_var(ncid, "late", NC_INT, 1, &x, &late));
    OK(nc_enddef(ncid));
    OK(nc_redef(ncid));
    OK(nc_rename_var(ncid, late, "later"));
    OK(nc_put_att_int(ncid, late, "_FillValue", NC_INT, 1, &fill));
    for (i = 4; i >= 0; i--) {
        char aside[4] = "t_0";

        aside[2] = (char)('0' + i);
        OK(nc_rename_var(ncid, vars[i], aside));
    }
    for (i = 0; i < 5; i++)
        OK(nc_rename_var(ncid, vars[i], to[i]));
    OK(nc_def_grp(ncid, "d", &group));
    OK(nc_def_var(group, "inner", NC_INT, 1, &x, &i));
    OK(nc_enddef(ncid));
    OK(nc_get_var_int(ncid, vars[1], back));
    IS(back[1] == -1);
    OK(nc_close(ncid));
    OK(nc_open(url("renamed", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_nvars(ncid, &count));
    IS(count == 6);
    for (i = 0; i < 5; i++) {
        OK(nc_inq_varid(ncid, to[i], &vars[i]));
        OK(nc_get_var_int(ncid, vars[i], back));
        IS(back[0] == i && back[1] == -i);
    }
    OK(nc_inq_varid(ncid, "later", &late));
    OK(nc_get_var_int(ncid, late, back));
    IS(back[0] == fill);
    OK(nc_inq_grp_ncid(ncid, "d", &group));
    OK(nc_close(ncid));
}

static void is_bound(int ncid, const char *name, const char *to, int in_root)
{
    char found[NC_MAX_NAME + 1];
    int var, dim, own[9], count, i, in_group = 0;

    OK(nc_inq_varid(ncid, name, &var));
    OK(nc_inq_vardimid(ncid, var, &dim));
    OK(nc_inq_dimname(ncid, dim, found));
    IS(!strcmp(found, to));
    OK(nc_inq_dimids(ncid, &count, own, 0));
    for (i = 0; i < count; i++)
        in_group |= own[i] == dim;
    IS(in_group != in_root);
}

/* A variable keeps its dimension when others get the name later, when names change, and when a group above does. */
static void bound(const char *keys)
{
    int ncid, group, deep, x, y, t, u, var, i;

    OK(nc_create(url("bound", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_dim(ncid, "u", 4, &u));
    OK(nc_def_grp(ncid, "g", &group));
    OK(nc_def_var(group, "v", NC_INT, 1, &x, &var));
    OK(nc_def_var(group, "w", NC_INT, 1, &u, &var));
    OK(nc_def_dim(group, "t", NC_UNLIMITED, &t));
    OK(nc_def_grp(group, "deep", &deep));
    OK(nc_def_dim(deep, "t", 2, &i));
    OK(nc_def_var(deep, "of_group", NC_INT, 1, &t, &var));
    OK(nc_put_var1_int(deep, var, (const size_t[]){1}, &(const int){3}));
    OK(nc_sync(ncid));
    OK(nc_def_dim(group, "x", 4, &y)); /* the name of v's */
    OK(nc_def_dim(group, "q", 4, &i));
    OK(nc_def_var(group, "own", NC_INT, 1, &y, &var));
    OK(nc_rename_dim(group, i, "u")); /* the name of w's */
    OK(nc_sync(ncid));
    OK(nc_rename_dim(ncid, x, "z")); /* v's, which was referred to as x */
    OK(nc_def_dim(ncid, "x", 4, &i));
    OK(nc_def_var(ncid, "other", NC_INT, 1, &i, &var));
    OK(nc_rename_grp(group, "h"));
    OK(nc_close(ncid));
    OK(nc_open(url("bound", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_grp_ncid(ncid, "h", &group));
    OK(nc_inq_grp_ncid(group, "deep", &deep));
    is_bound(group, "v", "z", 1);
    is_bound(group, "w", "u", 1);
    is_bound(group, "own", "x", 0);
    is_bound(deep, "of_group", "t", 1); /* of the group above */
    OK(nc_inq_varid(deep, "of_group", &var));
    OK(nc_inq_vardimid(deep, var, &t));
    OK(nc_inq_dimids(group, &i, NULL, 0));
    IS(i == 3);
    OK(nc_close(ncid));
}

static void filters(void)
{
    int ncid, dim, var, plain, shuffle, deflate, level, kind, endian, no_fill, fill = -5, fill_back;
    size_t chunks[1] = {10}, count;
    unsigned ids[4], parameter;
    int values[100], back[100], i;

    for (i = 0; i < 100; i++)
        values[i] = i / 7;
    OK(nc_create(url("filters", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 100, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_def_var_chunking(ncid, var, NC_CHUNKED, chunks));
    OK(nc_def_var_deflate(ncid, var, 1, 1, 4));
    OK(nc_def_var_endian(ncid, var, NC_ENDIAN_BIG));
    OK(nc_def_var_fill(ncid, var, 0, &fill));
    OK(nc_def_var(ncid, "z", NC_INT, 1, &dim, &plain));
    parameter = 7;
    OK(nc_def_var_filter(ncid, plain, 32015, 1, &parameter));
    FAILS(NC_ENOFILTER, nc_def_var_filter(ncid, plain, 4, 1, &parameter)); /* szip */
    OK(nc_def_var_fill(ncid, plain, 1, NULL));
    OK(nc_put_var_int(ncid, var, values));
    OK(nc_put_var_int(ncid, plain, values));
    FAILS(NC_ELATEDEF, nc_def_var_deflate(ncid, var, 0, 1, 1));
    OK(nc_close(ncid));

    OK(nc_open(url("filters", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_var_deflate(ncid, var, &shuffle, &deflate, &level));
    IS(shuffle == 1 && deflate == 1 && level == 4);
    OK(nc_inq_var_chunking(ncid, var, &kind, chunks));
    IS(kind == NC_CHUNKED && chunks[0] == 10);
    OK(nc_inq_var_endian(ncid, var, &endian));
    IS(endian == NC_ENDIAN_BIG);
    OK(nc_inq_var_fill(ncid, var, &no_fill, &fill_back));
    IS(!no_fill && fill_back == fill);
    OK(nc_get_att_int(ncid, var, "_FillValue", &fill_back));
    IS(fill_back == fill);
    OK(nc_inq_var_fill(ncid, plain, &no_fill, &fill_back));
    IS(no_fill);
    OK(nc_inq_var_filter_ids(ncid, plain, &count, ids));
    IS(count == 1 && ids[0] == 32015);
    parameter = 0;
    OK(nc_inq_var_filter_info(ncid, plain, 32015, &count, &parameter));
    IS(count == 1 && parameter == 7);
    OK(nc_get_var_int(ncid, var, back));
    IS(!memcmp(values, back, sizeof back));
    OK(nc_get_var_int(ncid, plain, back));
    IS(!memcmp(values, back, sizeof back));
    OK(nc_close(ncid));
}

/* A program is told the storage that it asked for, as long as the variable could be stored so. */
/* HDF5 shuffles first and sums last, in whatever order a program asks; elements were lost where shuffling came later. */
static void filters_in_any_order(const char *keys)
{
    double values[100], back[100];
    int ncid, dim, var, order, i;

    for (i = 0; i < 100; i++)
        values[i] = i * 1.37;
    for (order = 0; order < 3; order++) {
        OK(nc_create(url("orders", keys), NC_NETCDF4, &ncid));
        OK(nc_def_dim(ncid, "x", 100, &dim));
        OK(nc_def_var(ncid, "v", NC_DOUBLE, 1, &dim, &var));
        if (order < 2)
            OK(order ? nc_def_var_deflate(ncid, var, 0, 1, 4) : nc_def_var_fletcher32(ncid, var, NC_FLETCHER32));
        OK(nc_def_var_deflate(ncid, var, 1, 1, 4));
        if (order == 2)
            OK(nc_def_var_fletcher32(ncid, var, NC_FLETCHER32));
        OK(nc_put_var_double(ncid, var, values));
        OK(nc_close(ncid));
        OK(nc_open(url("orders", ""), NC_NOWRITE, &ncid));
        OK(nc_get_var_double(ncid, var, back));
        IS(!memcmp(values, back, sizeof values));
        OK(nc_close(ncid));
    }
}

static void storage(const char *keys)
{
    static const int kinds[] = {NC_CONTIGUOUS, NC_COMPACT, NC_CHUNKED};
    const size_t chunks[1] = {2};
    char name[2] = "a";
    int ncid, dim, var, kind, i, back[4];

    OK(nc_create(url("storage", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &dim));
    for (i = 0; i < 3; i++, name[0]++) {
        OK(nc_def_var(ncid, name, NC_INT, 1, &dim, &var));
        OK(nc_def_var_chunking(ncid, var, kinds[i], kinds[i] == NC_CHUNKED ? chunks : NULL));
        OK(nc_put_var_int(ncid, var, (const int[]){1, 2, 3, i}));
    }
    OK(nc_def_var(ncid, "scalar", NC_INT, 0, NULL, &var));
    OK(nc_def_var(ncid, "filtered", NC_INT, 1, &dim, &var));
    OK(nc_def_var_chunking(ncid, var, NC_CONTIGUOUS, NULL));
    OK(nc_def_var_deflate(ncid, var, 0, 1, 1));
    OK(nc_close(ncid));
    OK(nc_open(url("storage", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < 3; i++) {
        OK(nc_inq_var_chunking(ncid, i, &kind, NULL));
        IS(kind == kinds[i]);
        OK(nc_get_var_int(ncid, i, back));
        IS(back[0] == 1 && back[3] == i);
    }
    OK(nc_inq_var_chunking(ncid, 3, &kind, NULL));
    IS(kind == NC_CONTIGUOUS);
    OK(nc_inq_var_chunking(ncid, 4, &kind, NULL));
    IS(kind == NC_CHUNKED);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    attributes("");
    attributes("&format=v2");
    names("");
    names("&format=v2");
    odd_names("");
    odd_names("&format=v2");
    later("");
    later("&format=v2");
    renamed();
    bound("");
    bound("&format=v2");
    filters();
    filters_in_any_order("");
    filters_in_any_order("&format=v2");
    storage("");
    storage("&format=v2");
    return 0;
}
