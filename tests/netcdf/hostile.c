/* Stores that no careful writer makes: a program that asks for a name has room for NC_MAX_NAME bytes, and loses its own
 * memory where it is given more. */
#include "archive.h"
#include "documents.h"
#include "test.h"

/* A text of `length` times one letter; the next eight calls leave it. */
static const char *many(char letter, size_t length)
{
    static char texts[8][5001];
    static int turn;
    char *text = texts[turn++ % 8];

    memset(text, letter, length);
    text[length] = 0;
    return text;
}

/* Opens a store, the warnings of which have to contain `what`, and asks for all of its names. */
static int opened(const char *store, const char *what)
{
    char archive[4096], name[NC_MAX_NAME + 1], warnings[20000] = {0};
    int ncid, count, i, ids[10];
    size_t len;

    snprintf(archive, sizeof archive, "file://%s-%s.zip#mode=udf0", folder, store);
    OK(nc_open(strcmp(store, "nodes") ? url(store, "") : archive, NC_NOWRITE, &ncid));
    OK(nc_inq_attlen(ncid, NC_GLOBAL, "zarr_warnings", &len));
    IS(len < sizeof warnings);
    OK(nc_get_att_text(ncid, NC_GLOBAL, "zarr_warnings", warnings));
    if (!strstr(warnings, what))
        fprintf(stderr, "%s: %s\n", store, warnings), exit(1);
    OK(nc_inq_ndims(ncid, &count));
    for (i = 0; i < count; i++)
        OK(nc_inq_dimname(ncid, i, name));
    OK(nc_inq_nvars(ncid, &count));
    for (i = 0; i < count; i++)
        OK(nc_inq_varname(ncid, i, name));
    OK(nc_inq_natts(ncid, &count));
    for (i = 0; i < count; i++)
        OK(nc_inq_attname(ncid, NC_GLOBAL, i, name));
    OK(nc_inq_grps(ncid, &count, NULL));
    IS(count == 0);
    OK(nc_inq_typeids(ncid, &count, ids));
    for (i = 0; i < count; i++)
        OK(nc_inq_user_type(ncid, ids[i], name, NULL, NULL, NULL, NULL));
    return ncid;
}

static void long_names(void)
{
    static char text[20000];
    char name[NC_MAX_NAME + 1], plain[1000];
    archive nodes;
    int ncid, id, var, count;

    /* A dimension: the array has one without a name. */
    group("dimension", "{}");
    array("dimension", "\"int32\"", "0", many('x', 5000), "{}");
    ncid = opened("dimension", "v: dimension \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\": its name has 5000 bytes");
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vardimid(ncid, var, &id));
    OK(nc_inq_dimname(ncid, id, name));
    IS(!strcmp(name, "_zdim_3"));
    OK(nc_close(ncid));

    /* One that the group declares, and an attribute, which a change of the others leaves in the store. */
    snprintf(text, sizeof text, "{\"_nczarr_group\": {\"dimensions\": {\"%s\": 3}}, \"%s\": 1, \"kept\": 1}",
             many('d', 300), many('a', 257));
    group("attribute", text);
    ncid = opened("attribute", "/: dimension \"dddd");
    FAILS(NC_EBADDIM, nc_inq_dimid(ncid, "d", &id));
    OK(nc_inq_natts(ncid, &count));
    IS(count == 2);
    OK(nc_close(ncid));
    OK(nc_close(opened("attribute", "/: attribute \"aaaa")));
    OK(nc_open(url("attribute", ""), NC_WRITE, &ncid));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "more", 1, "x"));
    OK(nc_close(ncid));
    OK(nc_close(opened("attribute", "/: attribute \"aaaa")));

    /* A name of just as many bytes as there is room for is shown. */
    snprintf(text, sizeof text, "{\"%s\": 1}", many('a', NC_MAX_NAME));
    group("longest", text);
    OK(nc_open(url("longest", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_attname(ncid, NC_GLOBAL, 0, name));
    IS(strlen(name) == NC_MAX_NAME);
    OK(nc_close(ncid));

    /* Types, their members, and the fields of types and of structs. */
    snprintf(text, sizeof text,
             "{\"_nczarr_group\": {\"types\": [{\"name\": \"%s\", \"size\": 4}, "
             "{\"name\": \"e\", \"size\": 4, \"base\": \"i4\", \"members\": {\"%s\": 1}}, "
             "{\"name\": \"c\", \"size\": 4, "
             "\"fields\": [{\"name\": \"%s\", \"type\": \"i4\", \"offset\": 0, \"shape\": []}]}, "
             "{\"name\": \"good\", \"size\": 4}]}}",
             many('t', 4000), many('m', 4000), many('f', 4000));
    group("types", text);
    snprintf(text, sizeof text, STRUCT, many('s', 3000));
    array("types", text, "\"AAAAAAAAAAA=\"", "x", "{}");
    OK(nc_close(opened("types", "/: type \"tttt")));
    OK(nc_close(opened("types", "/: type \"e\": the name of a field or member")));
    OK(nc_close(opened("types", "/: type \"c\": the name of a field or member")));
    ncid = opened("types", "v: the name of a field");
    OK(nc_inq_typeids(ncid, &count, &id));
    OK(nc_inq_user_type(ncid, id, name, NULL, NULL, NULL, NULL));
    IS(count == 1 && !strcmp(name, "good"));
    OK(nc_close(ncid));

    /* Variables and groups: folders have no such names, but archives may. */
    snprintf(plain, sizeof plain, ARRAY, "\"int32\"", "0", "x", "{}");
    nodes = archive_new("nodes");
    archive_add(&nodes, "zarr.json", GROUP);
    snprintf(text, sizeof text, "%s/zarr.json", many('v', 4000));
    archive_add(&nodes, text, plain);
    snprintf(text, sizeof text, "%s/zarr.json", many('g', 4000));
    archive_add(&nodes, text, GROUP);
    snprintf(text, sizeof text, "%s/w/zarr.json", many('g', 4000));
    archive_add(&nodes, text, plain);
    archive_add(&nodes, "u/zarr.json", plain);
    archive_close(&nodes);
    ncid = opened("nodes", "/: variable \"vvvv");
    OK(nc_inq_varid(ncid, "u", &var));
    OK(nc_inq_nvars(ncid, &count));
    IS(count == 1);
    OK(nc_close(ncid));
    OK(nc_close(opened("nodes", "/: group \"gggg")));
}

/* Types that can't be: one in itself, which reading would follow without end, and fields outside of their type. */
static void types(void)
{
    static const char *const fields[] = {
        "{\"name\": \"s\", \"type\": \"/t\", \"offset\": 0, \"shape\": []}",
        "{\"name\": \"s\", \"type\": \"i4\", \"offset\": -4, \"shape\": []}",
        "{\"name\": \"s\", \"type\": \"i4\", \"offset\": 5, \"shape\": []}",
        "{\"name\": \"s\", \"type\": \"i4\", \"offset\": 0, \"shape\": [65536, 65536, 65536, 65536]}",
        "{\"name\": \"s\", \"type\": \"i4\", \"offset\": 0, \"shape\": [4294967297]}",
        "{\"name\": \"s\", \"type\": \"i2\", \"offset\": 2, \"shape\": []}",
        "{\"name\": \"s\", \"type\": \"str\", \"offset\": 0, \"shape\": []}",
        "{\"name\": \"a\", \"type\": \"i4\", \"offset\": 4, \"shape\": []}"};
    char text[2000], name[NC_MAX_NAME + 1];
    int ncid, count, id, values[6];
    size_t i, size;

    for (i = 0; i < sizeof fields / sizeof *fields; i++) {
        snprintf(text, sizeof text,
                 "{\"_nczarr_group\": {\"types\": [{\"name\": \"t\", \"size\": 8, \"fields\": ["
                 "{\"name\": \"a\", \"type\": \"i4\", \"offset\": 0, \"shape\": []}, %s]}]}}",
                 fields[i]);
        group("itself", text);
        snprintf(text, sizeof text, STRUCT, "a");
        array("itself", text, "\"AAAAAAAAAAA=\"", "x", "{\"_nczarr_array\": {\"type\": \"/t\"}}");
        ncid = opened("itself", "/: type \"t\": its description is damaged");
        OK(nc_inq_typeids(ncid, &count, &id));
        OK(nc_inq_compound(ncid, id, name, &size, NULL));
        IS(count == 1 && !strcmp(name, "v_t") && size == 8);
        OK(nc_get_var(ncid, 0, values));
        OK(nc_close(ncid));
    }
}

/* Two types of one name, the second of which is left out; and arrays that are not of the type that they name, but of
 * one with as many bytes. */
static void twice(void)
{
    static const char *const others[] = {
        "[{\"name\": \"a\", \"data_type\": \"float32\"}, {\"name\": \"b\", \"data_type\": \"int32\"}]",
        "[{\"name\": \"b\", \"data_type\": \"int32\"}, {\"name\": \"a\", \"data_type\": \"int32\"}]",
        "[{\"name\": \"a\", \"data_type\": \"int64\"}]"};
    char text[500], name[NC_MAX_NAME + 1], field[NC_MAX_NAME + 1];
    nc_type type, part;
    int ncid;
    size_t i;

    group("twice", "{\"_nczarr_group\": {\"types\": [{\"name\": \"t\", \"size\": 8, \"fields\": ["
                   "{\"name\": \"a\", \"type\": \"i4\", \"offset\": 0, \"shape\": []}, "
                   "{\"name\": \"b\", \"type\": \"i4\", \"offset\": 4, \"shape\": []}]}, "
                   "{\"name\": \"t\", \"size\": 8, \"fields\": ["
                   "{\"name\": \"b\", \"type\": \"i4\", \"offset\": 0, \"shape\": []}, "
                   "{\"name\": \"a\", \"type\": \"i4\", \"offset\": 4, \"shape\": []}]}, "
                   "{\"name\": \"e\", \"size\": 4, \"base\": \"i4\", \"members\": {\"RED\": 0}}]}}");
    for (i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "{\"name\": \"struct\", \"configuration\": {\"fields\": %s}}", others[i % 3]);
        if (i == 3)
            snprintf(text, sizeof text, STRUCT, "a");
        array("twice", text, "\"AAAAAAAAAAA=\"", "x", "{\"_nczarr_array\": {\"type\": \"/t\"}}");
        ncid = opened("twice", "/: type \"t\": the group has two types of its name");
        OK(nc_inq_vartype(ncid, 0, &type));
        OK(nc_inq_compound(ncid, type, name, NULL, NULL));
        OK(nc_inq_compound_field(ncid, type, 0, field, NULL, &part, NULL, NULL));
        IS(!strcmp(name, i == 3 ? "t" : "v_t") && !strcmp(field, i == 1 ? "b" : "a"));
        IS(part == (i == 0 ? NC_FLOAT : i == 2 ? NC_INT64 : NC_INT));
        OK(nc_close(ncid));
    }
    array("twice", "\"uint32\"", "0", "x", "{\"_nczarr_array\": {\"type\": \"/e\"}}");
    ncid = opened("twice", "two types of its name");
    OK(nc_inq_vartype(ncid, 0, &type));
    IS(type == NC_UINT);
    OK(nc_close(ncid));
}

/* Strings that lie on one another, each of which would be freed by half of the other's pointer. */
static void overlaps(void)
{
    int ncid, count;
    nc_type type;

    group("overlaps", "{\"_nczarr_group\": {\"types\": [{\"name\": \"t\", \"size\": 16, \"fields\": ["
                      "{\"name\": \"a\", \"type\": \"str\", \"offset\": 0, \"shape\": []}, "
                      "{\"name\": \"b\", \"type\": \"str\", \"offset\": 4, \"shape\": []}]}]}, "
                      "\"a\": \"AQAAAGEBAAAAYg==\", \"_nczarr_attr\": {\"types\": {\"a\": \"/t\"}}}");
    ncid = opened("overlaps", "/: type \"t\": its description is damaged");
    OK(nc_inq_typeids(ncid, &count, NULL));
    OK(nc_inq_atttype(ncid, NC_GLOBAL, "a", &type));
    IS(count == 0 && type == NC_CHAR);
    OK(nc_close(ncid));
}

/* Elements of 128 MiB with two strings in them, eight of which a few bytes of the document would be. */
static void gaps(void)
{
    int ncid, count;
    nc_type type;

    group("gaps", "{\"_nczarr_group\": {\"types\": [{\"name\": \"t\", \"size\": 134217728, \"fields\": ["
                  "{\"name\": \"a\", \"type\": \"str\", \"offset\": 0, \"shape\": []}, "
                  "{\"name\": \"b\", \"type\": \"str\", \"offset\": 8, \"shape\": []}]}]}, "
                  "\"a\": \"////////////////////////////////////////////"
                  "/////////////////////////////////////////w==\", "
                  "\"_nczarr_attr\": {\"types\": {\"a\": \"/t\"}}}");
    ncid = opened("gaps", "/: type \"t\": its description is damaged");
    OK(nc_inq_typeids(ncid, &count, NULL));
    OK(nc_inq_atttype(ncid, NC_GLOBAL, "a", &type));
    IS(count == 0 && type == NC_CHAR);
    OK(nc_close(ncid));
}

/* As many dimensions as programs give nc_inq_vardimid room for. */
static void dimensions(void)
{
    static char document[20000];
    char *end = document;
    int i, ncid, count;

    group("dimensions", "{}");
    end += sprintf(end, "{\"zarr_format\": 3, \"node_type\": \"array\", \"data_type\": \"int8\", \"fill_value\": 0, "
                        "\"codecs\": [{\"name\": \"bytes\"}], "
                        "\"chunk_key_encoding\": {\"name\": \"default\"}, \"shape\": [1");
    for (i = 0; i < NC_MAX_VAR_DIMS; i++)
        end += sprintf(end, ", 1");
    end += sprintf(end, "], \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [1");
    for (i = 0; i < NC_MAX_VAR_DIMS; i++)
        end += sprintf(end, ", 1");
    sprintf(end, "]}}}");
    node("dimensions", "/v", document);
    ncid = opened("dimensions", "v: it has more dimensions");
    OK(nc_inq_nvars(ncid, &count));
    IS(count == 0);
    OK(nc_close(ncid));
}

/* Names that C, or UTF-8, can't have, and bytes of a type that are none: the attributes of other software are not merged
 * with others of nearly the same name, are spelled as they were when the program adds its own, and show what is there. */
static void odd_texts(void)
{
    static const char *const names[] = {"\"a\\u0000b\": 2", "\"\\ud800\": 3", "\"\\ud801\": 4",
                                        "\"\\ud800\\u0041\": 5", "\"\\ud800\\ud801\": 6", "\"t\": \"!!!!\""};
    char document[4096] = {0}, place[4096];
    int ncid, count, value = 0;
    FILE *file;
    nc_type type;
    size_t i, len;

    strcpy(document, "{\"a\": 1");
    for (i = 0; i < sizeof names / sizeof *names; i++)
        sprintf(document + strlen(document), ", %s", names[i]);
    strcat(document, ", \"_nczarr_group\": {\"types\": [{\"name\": \"o\", \"size\": 4}]}, "
                     "\"_nczarr_attr\": {\"types\": {\"t\": \"/o\"}}}");
    group("odd", document);
    OK(nc_open(url("odd", ""), NC_WRITE, &ncid));
    OK(nc_inq_natts(ncid, &count));
    IS(count == 7);
    OK(nc_get_att_int(ncid, NC_GLOBAL, "a", &value));
    IS(value == 1);
    OK(nc_inq_att(ncid, NC_GLOBAL, "t", &type, &len));
    IS(type == NC_CHAR && len == 4);
    OK(nc_put_att_int(ncid, NC_GLOBAL, "more", NC_INT, 1, &value));
    OK(nc_close(ncid));
    snprintf(place, sizeof place, "%s-odd.zarr/zarr.json", folder);
    file = fopen(place, "r");
    IS(file && (document[fread(document, 1, sizeof document - 1, file)] = 0, !fclose(file)));
    IS(strstr(document, "\"more\": 1") && strstr(document, "\"a\": 1"));
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (!strstr(document, names[i]))
            fprintf(stderr, "%s is not in %s\n", names[i], document), exit(1);
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    odd_texts();
    long_names();
    types();
    twice();
    overlaps();
    gaps();
    dimensions();
    return 0;
}
