/* Stores with many groups, types, attributes, fields or members: opening takes a time that grows with their number. */
#include "archive.h"
#include "documents.h"
#include "test.h"

#include <time.h>

/* Comparisons of texts, by functions that stand before those of the C library. */
static unsigned long comparisons;
/* A tool that makes everything slow gets a part of the numbers: its second argument says which. */
static int part = 1;

int strncmp(const char *a, const char *b, size_t size)
{
    comparisons++;
    for (; size && *a && *a == *b; a++, b++)
        size--;
    return size ? (unsigned char)*a - (unsigned char)*b : 0;
}

int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}

/* The processor's seconds for opening a store of `count` attributes, each of a type of its own, and as many types with
 * an item that is not there. */
static double seconds(int count)
{
    static char text[3000000];
    char *end = text;
    clock_t start;
    int i, ncid, types;

    end += sprintf(end, "{\"zarr_format\": 3, \"node_type\": \"group\", "
                        "\"attributes\": {\"_nczarr_group\": {\"types\": [");
    for (i = 0; i < count; i++)
        end += sprintf(end,
                       "%s{\"name\": \"t%d\", \"size\": 4}, {\"name\": \"u%d\", \"size\": 16, \"base\": \"/n%d\"}",
                       i ? ", " : "", i, i, i);
    end += sprintf(end, "]}, \"_nczarr_attr\": {\"types\": {");
    for (i = 0; i < count; i++)
        end += sprintf(end, "%s\"a%d\": \"/t%d\"", i ? ", " : "", i, i);
    end += sprintf(end, "}}");
    for (i = 0; i < count; i++)
        end += sprintf(end, ", \"a%d\": \"AAAAAA==\"", i);
    strcpy(end, "}}");
    node("many", "", text);
    start = clock();
    OK(nc_open(url("many", ""), NC_NOWRITE, &ncid));
    start = clock() - start;
    OK(nc_inq_typeids(ncid, &types, NULL));
    IS(types == count);
    OK(nc_close(ncid));
    return (double)start / CLOCKS_PER_SEC;
}

/* Four times as many types and attributes take about four times as long to open, and not sixteen times. */
static void many_names(void)
{
    const double few = seconds(4000 / part), four_times = seconds(16000 / part);

    if (four_times > 10 * few)
        fprintf(stderr, "4000 types: %g s, 16000: %g s\n", few, four_times), exit(1);
}

/* The processor's seconds for defining and opening a compound type of `count` fields, the last of which is the first in
 * memory, and an enumeration of as many members. */
static double seconds_of_fields(int count)
{
    char name[20];
    clock_t start = clock();
    nc_type compound, colours;
    int i, ncid, index;

    OK(nc_create(url("fields", ""), NC_NETCDF4, &ncid));
    OK(nc_def_compound(ncid, 4 * (size_t)count, "compound", &compound));
    OK(nc_def_enum(ncid, NC_INT, "colours", &colours));
    for (i = 0; i < count; i++) {
        sprintf(name, "n%d", i);
        OK(nc_insert_compound(ncid, compound, name, 4 * (size_t)(count - 1 - i), NC_INT));
        OK(nc_insert_enum(ncid, colours, name, &i));
    }
    FAILS(NC_EINVAL, nc_insert_compound(ncid, compound, "between", 6, NC_SHORT));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, compound, "end", 4 * (size_t)count - 1, NC_BYTE));
    FAILS(NC_ENAMEINUSE, nc_insert_enum(ncid, colours, "n1", &i));
    OK(nc_close(ncid));
    OK(nc_open(url("fields", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < count; i++) {
        sprintf(name, "n%d", i);
        OK(nc_inq_compound_fieldindex(ncid, compound, name, &index));
        IS(index == i);
    }
    FAILS(NC_EBADFIELD, nc_inq_compound_fieldindex(ncid, compound, "n", &index));
    start = clock() - start;
    OK(nc_close(ncid));
    return (double)start / CLOCKS_PER_SEC;
}

/* Four times as many fields and members take about four times as long. */
static void many_fields(void)
{
    const double few = seconds_of_fields(4000 / part), four_times = seconds_of_fields(16000 / part);

    if (four_times > 10 * few)
        fprintf(stderr, "4000 fields: %g s, 16000: %g s\n", few, four_times), exit(1);
}

/* An archive of as many groups, the last of which comes first, and each other one of which has a group below. */
static void groups(const char *store, int count)
{
    char *list = malloc(20 * (size_t)count + 100), *end = list, name[60];
    archive made = archive_new(store);
    int i;

    IS(list);
    end += sprintf(end, "{\"zarr_format\": 3, \"node_type\": \"group\", "
                        "\"attributes\": {\"_nczarr_group\": {\"groups\": [\"g1\"");
    for (i = count - 1; i > 1; i -= 2)
        end += sprintf(end, ", \"g%d\"", i);
    strcpy(end, "]}}}");
    archive_add(&made, "zarr.json", list);
    for (i = 1; i < count; i++) {
        sprintf(name, i % 2 ? "g%d/zarr.json" : "g%d/below/zarr.json", i % 2 ? i : i - 1);
        archive_add(&made, name, GROUP);
    }
    archive_close(&made);
    free(list);
}

/* A group is found by a few comparisons, and not by one with each other group. */
static void many_groups(void)
{
    enum { COUNT = 2000 };
    char path[4096], name[NC_MAX_NAME + 1];
    int ncid, group, count, ids[COUNT / 2];

    groups("groups", COUNT);
    snprintf(path, sizeof path, "file://%s-groups.zip#mode=udf0", folder);
    comparisons = 0;
    OK(nc_open(path, NC_NOWRITE, &ncid));
    if (comparisons > 100ul * COUNT)
        fprintf(stderr, "%d groups: %lu comparisons\n", COUNT, comparisons), exit(1);
    OK(nc_inq_grps(ncid, &count, NULL));
    IS(count == COUNT / 2);
    OK(nc_inq_grps(ncid, NULL, ids));
    OK(nc_inq_grpname(ids[0], name));
    IS(!strcmp(name, "g1"));
    OK(nc_inq_grpname(ids[1], name));
    IS(!strcmp(name, "g1999"));
    OK(nc_inq_grp_full_ncid(ncid, "/g999/below", &group));
    OK(nc_close(ncid));
}

/* More groups than libnetcdf has numbers for are refused: it would take the first negative one for a place in
 * memory. */
static void too_many_groups(void)
{
    char name[20];
    int ncid, group = 0, below, i;

    OK(nc_create(url("most", ""), NC_NETCDF4, &ncid));
    for (i = 1; i < 0x8000; i++) {
        sprintf(name, "g%d", i);
        OK(nc_def_grp(i % 256 == 1 ? ncid : group, name, i % 256 == 1 ? &group : &below));
    }
    FAILS(NC_ENOTBUILT, nc_def_grp(ncid, "one_more", &group));
    OK(nc_abort(ncid));
}

int main(int argc, char **argv)
{
    folder = argv[1];
    if (argc > 2)
        part = atoi(argv[2]);
    many_names();
    many_fields();
    many_groups();
    if (part == 1)
        too_many_groups();
    return 0;
}
