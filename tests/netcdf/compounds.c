/* compounds <prefix of stores>: compound types in compound types, with fields that are arrays. What a program would
 * lose where it opens the dataset again: the fields of an element, which it would get as bytes. */
#include "test.h"

#include <sys/stat.h>

typedef struct inner {
    int i;
    double d[2];
} inner;

typedef struct outer {
    inner one;
    inner pair[2];
    unsigned char raw[3];
    char text[4];
} outer;

static int define(int ncid, nc_type *type)
{
    nc_type part, raw;
    int two = 2, four = 4;

    OK(nc_def_compound(ncid, sizeof(inner), "inner", &part));
    OK(nc_insert_compound(ncid, part, "i", NC_COMPOUND_OFFSET(inner, i), NC_INT));
    OK(nc_insert_array_compound(ncid, part, "d", NC_COMPOUND_OFFSET(inner, d), NC_DOUBLE, 1, &two));
    OK(nc_def_opaque(ncid, 3, "raw", &raw));
    OK(nc_def_compound(ncid, sizeof(outer), "outer", type));
    OK(nc_insert_compound(ncid, *type, "one", NC_COMPOUND_OFFSET(outer, one), part));
    OK(nc_insert_array_compound(ncid, *type, "pair", NC_COMPOUND_OFFSET(outer, pair), part, 1, &two));
    OK(nc_insert_compound(ncid, *type, "raw", NC_COMPOUND_OFFSET(outer, raw), raw));
    return nc_insert_array_compound(ncid, *type, "text", NC_COMPOUND_OFFSET(outer, text), NC_CHAR, 1, &four);
}

static void reopened(const char *name, const char *keys)
{
    outer mine, back;
    int ncid, var, i;
    nc_type type, shown;
    char text[NC_MAX_NAME + 1];

    memset(&mine, 0, sizeof mine);
    mine.one.i = 1;
    for (i = 0; i < 2; i++) {
        mine.one.d[i] = i + 0.5;
        mine.pair[i].i = 10 + i;
        mine.pair[i].d[0] = 100 + i;
        mine.pair[i].d[1] = 1000 + i;
    }
    memcpy(mine.raw, "\1\2\3", 3);
    memcpy(mine.text, "abcd", 4);
    OK(nc_create(url(name, keys), NC_NETCDF4, &ncid));
    OK(define(ncid, &type));
    OK(nc_def_var(ncid, "v", type, 0, NULL, &var));
    OK(nc_put_var(ncid, var, &mine));
    OK(nc_close(ncid));

    OK(nc_open(url(name, ""), NC_WRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vartype(ncid, var, &shown));
    OK(nc_inq_user_type(ncid, shown, text, NULL, NULL, NULL, NULL));
    IS(!strcmp(text, "outer"));
    memset(&back, 0, sizeof back);
    OK(nc_get_var(ncid, var, &back));
    IS(!memcmp(&mine.one, &back.one, sizeof mine.one) && !memcmp(mine.pair, back.pair, sizeof mine.pair));
    IS(!memcmp(mine.raw, back.raw, 3) && !memcmp(mine.text, back.text, 4));
    OK(nc_close(ncid));
}

static void file_of(const char *store, const char *path, const char *text)
{
    char name[4096];
    FILE *file;

    snprintf(name, sizeof name, "%s-%s.zarr/%s", folder, store, path);
    file = fopen(name, "wb");
    IS(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* A store of NumPy's dtype, of which no attribute tells a type: padding in the inner struct keeps its place. */
static void of_numpy(void)
{
    static const char spelled[] =
        "[[\"s\", \"<i2\"], [\"in\", [[\"i\", \"<i4\"], [\"\", \"|V4\"], [\"d\", \"<f8\", [2, 3]], [\"c\", \"|S5\"],"
        " [\"b\", \"|b1\"], [\"t\", \"<M8[s]\"], [\"u\", \"<U2\"]], [2]]]";
    static const nc_type types[] = {NC_INT, NC_DOUBLE, NC_CHAR, NC_UBYTE, NC_INT64, NC_NAT};
    static const size_t offsets[] = {0, 8, 56, 61, 62, 70};
    char name[4096], document[1024], text[NC_MAX_NAME + 1];
    int ncid, var, ndims, dims[4], kind;
    size_t offset, size, count, i;
    nc_type type, field;

    for (i = 0; i < 2; i++) {
        snprintf(name, sizeof name, "%s-numpy.zarr%s", folder, i ? "/v" : "");
        mkdir(name, 0777);
    }
    file_of("numpy", ".zgroup", "{\"zarr_format\": 2}");
    snprintf(document, sizeof document,
             "{\"zarr_format\": 2, \"shape\": [1], \"chunks\": [1], \"dtype\": %s, \"compressor\": null, \"filters\": "
             "null, \"fill_value\": null, \"order\": \"C\"}",
             spelled);
    file_of("numpy", "v/.zarray", document);
    OK(nc_open(url("numpy", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vartype(ncid, var, &type));
    OK(nc_inq_compound(ncid, type, NULL, &size, &count));
    IS(size == 2 + 2 * 78 && count == 2);
    OK(nc_inq_compound_field(ncid, type, 1, text, &offset, &field, &ndims, dims));
    IS(!strcmp(text, "in") && offset == 2 && ndims == 1 && dims[0] == 2);
    OK(nc_inq_user_type(ncid, field, NULL, &size, NULL, &count, &kind));
    IS(kind == NC_COMPOUND && size == 78 && count == 6);
    type = field;
    for (i = 0; i < count; i++) {
        OK(nc_inq_compound_field(ncid, type, (int)i, text, &offset, &field, &ndims, dims));
        IS(offset == offsets[i] && (field == types[i] || types[i] == NC_NAT));
        IS(ndims == (field == NC_DOUBLE ? 2 : field == NC_CHAR ? 1 : 0));
    }
    OK(nc_inq_user_type(ncid, field, NULL, &size, NULL, NULL, &kind));
    IS(kind == NC_OPAQUE && size == 8);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    folder = argc > 1 ? argv[1] : "compounds";
    reopened("v3", "");
    reopened("v2", "&format=v2");
    of_numpy();
    printf("all fields are there\n");
    return 0;
}
