/* Lists of variable length, and compound types with strings and lists in them: soundings of many lengths, stations with
 * their names. A program would lose elements, or write to memory of others, where one is read with another length. */
#include "test.h"

#define ROWS 6

/* The list of an index: as many numbers as the index, the next one after another. */
static nc_vlen_t ints(size_t index)
{
    nc_vlen_t list;
    int *numbers = malloc((index + 1) * sizeof *numbers);
    size_t i;

    for (i = 0; i < index; i++)
        numbers[i] = (int)(1000 * index + i) * (i % 2 ? -1 : 1);
    list.len = index;
    list.p = numbers;
    return list;
}

static int are_ints(nc_vlen_t list, size_t index)
{
    nc_vlen_t wanted = ints(index);
    int equal = list.len == index && (!index || !memcmp(list.p, wanted.p, index * sizeof(int)));

    free(wanted.p);
    return equal;
}

/* Reads part of a variable of lists of int, the first of which is that of the index `first`, then every `step`. */
static void read_ints(int ncid, int var, size_t start, size_t count, ptrdiff_t step, size_t first)
{
    nc_vlen_t lists[ROWS];
    int type;
    size_t i;

    OK(nc_inq_vartype(ncid, var, &type));
    OK(nc_get_vars(ncid, var, &start, &count, &step, lists));
    for (i = 0; i < count; i++)
        IS(are_ints(lists[i], first + i * (size_t)step));
    OK(nc_reclaim_data(ncid, type, lists, count));
}

static void numbers(const char *name, const char *keys)
{
    nc_vlen_t lists[ROWS], fill = ints(3), back[2], copies[2];
    char text[NC_MAX_NAME + 1];
    int ncid, type, fixed, record, var, series, filled, class, none;
    size_t i, size, start = 0, count = ROWS, len;
    ptrdiff_t step = 2, backwards = -1;
    nc_type base;

    OK(nc_create(url(name, keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_def_vlen(ncid, "sounding", NC_INT, &type));
    OK(nc_inq_vlen(ncid, type, text, &size, &base));
    IS(!strcmp(text, "sounding") && size == sizeof(nc_vlen_t) && base == NC_INT);
    OK(nc_inq_user_type(ncid, type, NULL, NULL, NULL, &len, &class));
    IS(class == NC_VLEN && len == 0);
    OK(nc_def_dim(ncid, "x", ROWS, &fixed));
    OK(nc_def_dim(ncid, "t", NC_UNLIMITED, &record));
    OK(nc_def_var(ncid, "v", type, 1, &fixed, &var));
    OK(nc_def_var(ncid, "series", type, 1, &record, &series));
    OK(nc_def_var(ncid, "filled", type, 1, &fixed, &filled));
    OK(nc_put_att(ncid, filled, "_FillValue", type, 1, &fill));
    for (i = 0; i < ROWS; i++)
        lists[i] = ints(i);
    OK(nc_put_att(ncid, NC_GLOBAL, "soundings", type, 4, lists));
    OK(nc_put_var(ncid, var, lists));
    OK(nc_put_var1(ncid, filled, &start, lists));
    for (i = 0; i < ROWS; i++)
        OK(nc_put_var1(ncid, series, &i, &lists[i]));
    FAILS(NC_EBADTYPE, nc_put_var_int(ncid, var, &type));
    OK(nc_close(ncid));

    OK(nc_open(url(name, ""), NC_WRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_varid(ncid, "series", &series));
    OK(nc_inq_varid(ncid, "filled", &filled));
    OK(nc_inq_vartype(ncid, var, &type));
    OK(nc_inq_vlen(ncid, type, text, &size, &base));
    IS(!strcmp(text, "sounding") && base == NC_INT);
    read_ints(ncid, var, 0, ROWS, 1, 0);
    read_ints(ncid, var, 1, 2, 3, 1);
    read_ints(ncid, series, 0, ROWS, 1, 0);
    /* Elements that were never written are the fill value. */
    OK(nc_inq_var_fill(ncid, filled, &none, back));
    IS(!none && are_ints(back[0], 3));
    OK(nc_copy_data(ncid, type, back, 1, copies));
    IS(copies[0].p != back[0].p && are_ints(copies[0], 3));
    OK(nc_free_vlen(&back[0]));
    OK(nc_free_vlen(&copies[0]));
    start = 0, len = 2;
    OK(nc_get_vara(ncid, filled, &start, &len, back));
    IS(back[0].len == 0 && are_ints(back[1], 3));
    OK(nc_free_vlens(2, back));
    OK(nc_free_vlens(4, lists));
    OK(nc_get_att(ncid, NC_GLOBAL, "soundings", lists));
    for (i = 0; i < 4; i++) {
        IS(are_ints(lists[i], i));
        OK(nc_free_vlen(&lists[i]));
        lists[i] = ints(i);
    }
    /* Steps, a row backwards in memory, and a list that is not there. */
    start = 1, count = 2;
    OK(nc_put_vars(ncid, var, &start, &count, &step, &lists[4]));
    start = 0, count = 2, step = 1;
    OK(nc_get_varm(ncid, var, &start, &count, &step, &backwards, &back[1]));
    IS(are_ints(back[1], 0) && are_ints(back[0], 4));
    OK(nc_free_vlens(2, back));
    back[0].len = 3, back[0].p = NULL;
    FAILS(NC_EINVAL, nc_put_var1(ncid, var, &start, back));
    FAILS(NC_EINVAL, nc_put_att(ncid, NC_GLOBAL, "none", type, 1, back));
    read_ints(ncid, var, 1, 1, 1, 4);
    OK(nc_close(ncid));
    OK(nc_free_vlens(ROWS, lists));
    free(fill.p);
}

typedef struct station {
    char *name;
    double place[2];
    char *owners[2];
    nc_vlen_t heights; /* of float */
    signed char kind;
} station;

typedef struct network {
    int number;
    station stations[2];
} network;

static int station_type(int ncid, const char *group)
{
    int types[3], enumeration, two = 2, grp;
    const signed char kinds[] = {1, -2};

    OK(nc_def_grp(ncid, group, &grp));
    OK(nc_def_vlen(grp, "heights", NC_FLOAT, &types[0]));
    OK(nc_def_enum(grp, NC_BYTE, "kind", &enumeration));
    OK(nc_insert_enum(grp, enumeration, "land", &kinds[0]));
    OK(nc_insert_enum(grp, enumeration, "sea", &kinds[1]));
    OK(nc_def_compound(ncid, sizeof(station), "station", &types[1]));
    OK(nc_insert_compound(ncid, types[1], "name", NC_COMPOUND_OFFSET(station, name), NC_STRING));
    OK(nc_insert_array_compound(ncid, types[1], "place", NC_COMPOUND_OFFSET(station, place), NC_DOUBLE, 1, &two));
    OK(nc_insert_array_compound(ncid, types[1], "owners", NC_COMPOUND_OFFSET(station, owners), NC_STRING, 1, &two));
    OK(nc_insert_compound(ncid, types[1], "heights", NC_COMPOUND_OFFSET(station, heights), types[0]));
    OK(nc_insert_compound(ncid, types[1], "kind", NC_COMPOUND_OFFSET(station, kind), enumeration));
    OK(nc_def_compound(ncid, sizeof(network), "network", &types[2]));
    OK(nc_insert_compound(ncid, types[2], "number", NC_COMPOUND_OFFSET(network, number), NC_INT));
    OK(nc_insert_array_compound(ncid, types[2], "stations", NC_COMPOUND_OFFSET(network, stations), types[1], 1, &two));
    return types[2];
}

static void set_station(station *s, char *name, float *heights, size_t count)
{
    memset(s, 0, sizeof *s);
    s->name = name;
    s->place[0] = 52.5, s->place[1] = (double)count;
    s->owners[0] = "one owner \303\251", s->owners[1] = NULL;
    s->heights.len = count, s->heights.p = heights;
    s->kind = -2;
}

static int is_station(const station *s, const char *name, const float *heights, size_t count)
{
    return (name ? s->name && !strcmp(s->name, name) : !s->name) && s->place[0] == 52.5 &&
           s->place[1] == (double)count && !strcmp(s->owners[0], "one owner \303\251") && !s->owners[1] &&
           s->heights.len == count && (!count || !memcmp(s->heights.p, heights, count * sizeof *heights)) &&
           s->kind == -2;
}

static void compounds(const char *name, const char *keys)
{
    float heights[] = {1.5f, -2, 1e30f};
    network networks[2], back[3], copies[1];
    nc_vlen_t all, found;
    int ncid, type, list, dim, var, lists, equal, other;
    size_t i, start = 0, count = 2, len;

    for (i = 0; i < 2; i++) {
        networks[i].number = (int)i + 7;
        set_station(&networks[i].stations[0], "Berlin", heights, 3 - i);
        set_station(&networks[i].stations[1], NULL, NULL, 0);
    }
    all.len = 2, all.p = networks;
    OK(nc_create(url(name, keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    type = station_type(ncid, "types");
    OK(nc_def_vlen(ncid, "networks", type, &list));
    OK(nc_def_dim(ncid, "x", 3, &dim));
    OK(nc_def_var(ncid, "network", type, 1, &dim, &var));
    OK(nc_def_var(ncid, "all", list, 0, NULL, &lists));
    OK(nc_put_att(ncid, var, "example", type, 2, networks));
    OK(nc_put_vara(ncid, var, &start, &count, networks));
    OK(nc_put_var(ncid, lists, &all));
    FAILS(NC_ETYPDEFINED, nc_insert_compound(ncid, type, "more", 0, NC_BYTE));
    OK(nc_close(ncid));

    OK(nc_open(url(name, ""), NC_NOWRITE, &ncid));
    OK(nc_inq_varid(ncid, "network", &var));
    OK(nc_inq_varid(ncid, "all", &lists));
    OK(nc_inq_vartype(ncid, var, &type));
    OK(nc_inq_vartype(ncid, lists, &list));
    OK(nc_inq_compound_nfields(ncid, type, &len));
    IS(len == 2);
    OK(nc_get_var(ncid, var, back));
    for (i = 0; i < 2; i++) {
        IS(back[i].number == (int)i + 7);
        IS(is_station(&back[i].stations[0], "Berlin", heights, 3 - i));
        IS(is_station(&back[i].stations[1], NULL, NULL, 0));
    }
    /* One that was never written is zeros, as in netCDF-4. */
    IS(back[2].number == 0 && !back[2].stations[0].name && !back[2].stations[1].heights.p);
    OK(nc_copy_data(ncid, type, back, 1, copies));
    OK(nc_reclaim_data(ncid, type, back, 3));
    IS(is_station(&copies[0].stations[0], "Berlin", heights, 3));
    OK(nc_reclaim_data(ncid, type, copies, 1));
    OK(nc_get_var(ncid, lists, &found));
    IS(found.len == 2 && is_station(&((network *)found.p)[1].stations[0], "Berlin", heights, 2));
    OK(nc_reclaim_data(ncid, list, &found, 1));
    OK(nc_inq_attlen(ncid, var, "example", &len));
    IS(len == 2);
    OK(nc_get_att(ncid, var, "example", back));
    IS(is_station(&back[1].stations[0], "Berlin", heights, 2));
    OK(nc_reclaim_data(ncid, type, back, 2));
    OK(nc_create(url("equal", ""), NC_NETCDF4 | NC_CLOBBER, &other));
    OK(nc_inq_type_equal(ncid, type, other, station_type(other, "t"), &equal));
    IS(equal);
    OK(nc_abort(other));
    OK(nc_close(ncid));
}

/* Lists of everything that can be in a list. */
static void nested(void)
{
    char *words[] = {"a", "", "long enough"};
    const char opaque[2][3] = {{1, 2, 3}, {-1, 0, 1}};
    nc_vlen_t inner[2], texts[2], outer = {2, NULL}, blobs = {2, NULL}, back;
    int ncid, strings, lists, pair, opaques, blob, var[3];
    size_t i;

    texts[0].len = 3, texts[0].p = words;
    texts[1].len = 0, texts[1].p = NULL;
    inner[0] = texts[1], inner[1] = texts[0];
    outer.p = inner;
    blobs.p = (void *)opaque;
    OK(nc_create(url("nested", ""), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_def_vlen(ncid, "strings", NC_STRING, &strings));
    OK(nc_def_vlen(ncid, "lists", strings, &lists));
    OK(nc_def_opaque(ncid, 3, "blob", &blob));
    OK(nc_def_vlen(ncid, "blobs", blob, &opaques));
    OK(nc_def_dim(ncid, "pair", 2, &pair));
    OK(nc_def_var(ncid, "strings", strings, 1, &pair, &var[0]));
    OK(nc_def_var(ncid, "lists", lists, 0, NULL, &var[1]));
    OK(nc_def_var(ncid, "blobs", opaques, 0, NULL, &var[2]));
    OK(nc_put_var(ncid, var[0], texts));
    OK(nc_put_var(ncid, var[1], &outer));
    OK(nc_put_var(ncid, var[2], &blobs));
    OK(nc_close(ncid));
    OK(nc_open(url("nested", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var(ncid, var[0], texts));
    IS(texts[0].len == 3 && texts[1].len == 0);
    for (i = 0; i < 3; i++)
        IS(!strcmp(((char **)texts[0].p)[i], words[i]));
    OK(nc_reclaim_data(ncid, strings, texts, 2));
    OK(nc_get_var(ncid, var[1], &back));
    IS(back.len == 2 && ((nc_vlen_t *)back.p)[0].len == 0 && ((nc_vlen_t *)back.p)[1].len == 3);
    IS(!strcmp(((char **)((nc_vlen_t *)back.p)[1].p)[2], "long enough"));
    OK(nc_reclaim_data(ncid, lists, &back, 1));
    OK(nc_get_var(ncid, var[2], &back));
    IS(back.len == 2 && !memcmp(back.p, opaque, sizeof opaque));
    OK(nc_reclaim_data(ncid, opaques, &back, 1));
    OK(nc_close(ncid));
}

static void refused(void)
{
    int ncid, type, empty, i, lists[70];
    nc_vlen_t element;
    const short numbers[] = {1, 2};
    short back[2];
    size_t len;

    OK(nc_create(url("classic", ""), NC_NETCDF4 | NC_CLASSIC_MODEL | NC_CLOBBER, &ncid));
    FAILS(NC_ESTRICTNC3, nc_def_vlen(ncid, "v", NC_INT, &type));
    OK(nc_abort(ncid));
    OK(nc_create(url("refused", ""), NC_NETCDF4 | NC_CLOBBER, &ncid));
    FAILS(NC_EBADTYPE, nc_def_vlen(ncid, "v", 77, &type));
    FAILS(NC_EBADNAME, nc_def_vlen(ncid, "a/b", NC_INT, &type));
    OK(nc_def_compound(ncid, 8, "empty", &empty));
    FAILS(NC_EBADTYPE, nc_def_vlen(ncid, "v", empty, &type));
    OK(nc_insert_compound(ncid, empty, "a", 0, NC_INT));
    FAILS(NC_EINVAL, nc_insert_compound(ncid, empty, "b", 0, NC_DOUBLE));
    FAILS(NC_EBADTYPE, nc_put_vlen_element(ncid, empty, &element, 2, numbers));
    OK(nc_def_vlen(ncid, "shorts", NC_SHORT, &type));
    FAILS(NC_ENAMEINUSE, nc_def_vlen(ncid, "shorts", NC_SHORT, &type));
    OK(nc_put_vlen_element(ncid, type, &element, 2, numbers));
    OK(nc_get_vlen_element(ncid, type, &element, &len, back));
    IS(len == 2 && back[1] == 2);
    /* Lists of lists have an end. */
    lists[0] = type;
    for (i = 1; i < 70; i++) {
        char name[20];

        sprintf(name, "list%d", i);
        if (nc_def_vlen(ncid, name, lists[i - 1], &lists[i]))
            break;
    }
    IS(i == 64);
    FAILS(NC_EBADTYPE, nc_def_vlen(ncid, "deep", lists[i - 1], &type));
    OK(nc_close(ncid));

    /* A format without bytes of variable length. */
    OK(nc_create(url("n5", "&format=n5"), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_def_vlen(ncid, "v", NC_INT, &type));
    OK(nc_def_var(ncid, "v", type, 0, NULL, &i));
    IS(nc_enddef(ncid) != NC_NOERR);
    OK(nc_abort(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    numbers("v3", "");
    numbers("v2", "&format=v2");
    numbers("sharded", "&codec=zstd:3&shard_bytes=100000");
    compounds("c3", "");
    compounds("c2", "&format=v2&codec=zstd:3");
    nested();
    refused();
    return 0;
}
