/* Elements are read as they were written, in all types, shapes and steps, with netCDF's rules for numbers that do not
 * fit. */
#include "documents.h"

#include <limits.h>
#include <math.h>

enum { ROWS = 7, COLUMNS = 11 };

/* Every number of a type read as every other one: the value, or NC_ERANGE where it does not fit. */
static void conversions(void)
{
    static const nc_type types[] = {NC_BYTE, NC_UBYTE, NC_SHORT,  NC_USHORT, NC_INT,
                                    NC_UINT, NC_INT64, NC_UINT64, NC_FLOAT,  NC_DOUBLE};
    static const double lowest[] = {-128, 0, -32768, 0, -2147483648.0, 0, -9.2e18, 0, -3e38, -1e300};
    static const double highest[] = {127, 255, 32767, 65535, 2147483647, 4294967295.0, 9.2e18, 1.8e19, 3e38, 1e300};
    static const double probes[] = {0, 1, 100, -1, 200, 40000, -40000, 3e9, -3e9, 5e18};
    int ncid, dim, vars[10];
    size_t t, u, p;
    size_t at[1];

    OK(nc_create(url("conversions", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 10, &dim));
    for (t = 0; t < 10; t++) {
        char name[8];

        sprintf(name, "v%d", (int)t);
        OK(nc_def_var(ncid, name, types[t], 1, &dim, &vars[t]));
    }
    OK(nc_enddef(ncid));
    for (t = 0; t < 10; t++)
        for (p = 0; p < 10; p++) {
            at[0] = p;
            FAILS(probes[p] < lowest[t] || probes[p] > highest[t] ? NC_ERANGE : NC_NOERR,
                  nc_put_var1_double(ncid, vars[t], at, &probes[p]));
        }
    for (t = 0; t < 10; t++)
        for (p = 0; p < 10; p++) {
            double value;

            at[0] = p;
            if (probes[p] < lowest[t] || probes[p] > highest[t])
                continue;
            OK(nc_get_var1_double(ncid, vars[t], at, &value));
            IS(value == (types[t] == NC_FLOAT ? (double)(float)probes[p] : probes[p]));
            for (u = 0; u < 10; u++) {
                int wanted = value < lowest[u] || value > highest[u] ? NC_ERANGE : NC_NOERR, status;
                signed char c;
                unsigned char uc;
                short s;
                unsigned short us;
                int i;
                unsigned ui;
                long long ll;
                unsigned long long ull;
                float f;
                double back = 0;

                switch (types[u]) {
                case NC_BYTE:
                    status = nc_get_var1_schar(ncid, vars[t], at, &c);
                    back = c;
                    break;
                case NC_UBYTE:
                    status = nc_get_var1_uchar(ncid, vars[t], at, &uc);
                    back = uc;
                    break;
                case NC_SHORT:
                    status = nc_get_var1_short(ncid, vars[t], at, &s);
                    back = s;
                    break;
                case NC_USHORT:
                    status = nc_get_var1_ushort(ncid, vars[t], at, &us);
                    back = us;
                    break;
                case NC_INT:
                    status = nc_get_var1_int(ncid, vars[t], at, &i);
                    back = i;
                    break;
                case NC_UINT:
                    status = nc_get_var1_uint(ncid, vars[t], at, &ui);
                    back = ui;
                    break;
                case NC_INT64:
                    status = nc_get_var1_longlong(ncid, vars[t], at, &ll);
                    back = (double)ll;
                    break;
                case NC_UINT64:
                    status = nc_get_var1_ulonglong(ncid, vars[t], at, &ull);
                    back = (double)ull;
                    break;
                case NC_FLOAT:
                    status = nc_get_var1_float(ncid, vars[t], at, &f);
                    back = (double)f;
                    break;
                default: status = nc_get_var1_double(ncid, vars[t], at, &back);
                }
                FAILS(wanted, status);
                IS(wanted || back == (types[u] == NC_FLOAT ? (double)(float)value : value));
            }
        }
    OK(nc_close(ncid));
}

enum { PROBES = 16, KINDS = 10 };
static const nc_type kinds[KINDS] = {NC_BYTE, NC_UBYTE, NC_SHORT,  NC_USHORT, NC_INT,
                                     NC_UINT, NC_INT64, NC_UINT64, NC_FLOAT,  NC_DOUBLE};

/* Moves numbers between a variable and memory of a type. */
static int move(int put, int ncid, int var, nc_type type, void *memory)
{
    switch (type) {
#define MOVE(TYPE, NAME) \
    case TYPE: return put ? nc_put_var_##NAME(ncid, var, memory) : nc_get_var_##NAME(ncid, var, memory)
        MOVE(NC_BYTE, schar);
        MOVE(NC_UBYTE, uchar);
        MOVE(NC_SHORT, short);
        MOVE(NC_USHORT, ushort);
        MOVE(NC_INT, int);
        MOVE(NC_UINT, uint);
        MOVE(NC_INT64, longlong);
        MOVE(NC_UINT64, ulonglong);
        MOVE(NC_FLOAT, float);
    default: return put ? nc_put_var_double(ncid, var, memory) : nc_get_var_double(ncid, var, memory);
    }
}

/* The ends of all ranges, by the bits that a type has of them. */
static void probe(nc_type type, void *memory)
{
    static const unsigned long long bits[PROBES] = {
        0,          1,          127,        128,         255,      256,       32767,     32768, 65535, 65536,
        0x7fffffff, 0x80000000, 0xffffffff, 0x100000000, LLONG_MAX, ULLONG_MAX};
    static const double values[PROBES] = {0,    0.5,   -0.5,  127.5, -129,     NAN,       3e9,   -3e9,
                                          1e19, -1e19, 3e38,  4e38,  INFINITY, -INFINITY, 65535, 5e18};
    size_t i;

    for (i = 0; i < PROBES; i++)
        switch (type) {
        case NC_BYTE:
        case NC_UBYTE: ((unsigned char *)memory)[i] = (unsigned char)bits[i]; break;
        case NC_SHORT:
        case NC_USHORT: ((unsigned short *)memory)[i] = (unsigned short)bits[i]; break;
        case NC_INT:
        case NC_UINT: ((unsigned *)memory)[i] = (unsigned)bits[i]; break;
        case NC_INT64:
        case NC_UINT64: ((unsigned long long *)memory)[i] = bits[i]; break;
        case NC_FLOAT: ((float *)memory)[i] = (float)values[i]; break;
        default: ((double *)memory)[i] = values[i];
        }
}

/* Small accesses are gathered and read ahead, but where programs share a dataset: both ways give the same numbers and
 * codes. All numbers are moved, also where the call is NC_ERANGE. */
static void either_way(void)
{
    static struct {
        int put, get;
        double stored[PROBES], back[PROBES];
    } seen[2][KINDS][KINDS];
    size_t t, u, way, i;

    for (way = 0; way < 2; way++) {
        int ncid, dim, var;

        OK(nc_create(url("ways", ""), NC_NETCDF4 | (way ? NC_SHARE : 0), &ncid));
        OK(nc_def_dim(ncid, "x", PROBES, &dim));
        for (t = 0; t < KINDS; t++)
            for (u = 0; u < KINDS; u++) {
                double memory[PROBES];
                char name[8];

                sprintf(name, "v%d", (int)(t * KINDS + u));
                OK(nc_def_var(ncid, name, kinds[u], 1, &dim, &var));
                OK(nc_enddef(ncid));
                memset(&seen[way][t][u], 0, sizeof seen[way][t][u]);
                probe(kinds[t], memory);
                seen[way][t][u].put = move(1, ncid, var, kinds[t], memory);
                OK(nc_get_var(ncid, var, seen[way][t][u].stored));
                probe(kinds[u], memory);
                OK(nc_put_var(ncid, var, memory));
                seen[way][t][u].get = move(0, ncid, var, kinds[t], seen[way][t][u].back);
                OK(nc_redef(ncid));
            }
        OK(nc_close(ncid));
    }
    IS(!memcmp(seen[0], seen[1], sizeof seen[0]));
    for (t = 0; t < KINDS; t++)
        for (u = 0; u < KINDS; u++)
            IS((seen[0][t][u].put == NC_NOERR || seen[0][t][u].put == NC_ERANGE) &&
               (seen[0][t][u].get == NC_NOERR || seen[0][t][u].get == NC_ERANGE));
    /* Casts of C: int to byte, and back; infinity is out of range of floats. */
    for (i = 0; i < PROBES; i++) {
        int memory[PROBES];

        probe(NC_INT, memory);
        IS(((signed char *)seen[1][4][0].stored)[i] == (signed char)memory[i]);
    }
    IS(seen[1][4][0].put == NC_ERANGE && seen[1][4][0].get == NC_NOERR && seen[1][9][8].put == NC_ERANGE);
}

/* NaN is a number of no integer type, and no failure, as netCDF-C has it; a fraction beyond the range is one. */
static void fractions(void)
{
    double values[2] = {NAN, 3}, wide[2] = {127.5, 4};
    signed char back[2];
    int ncid, dim, var, other;

    OK(nc_create(url("fractions", ""), NC_NETCDF4 | NC_SHARE, &ncid));
    OK(nc_def_dim(ncid, "x", 2, &dim));
    OK(nc_def_var(ncid, "v", NC_DOUBLE, 1, &dim, &var));
    OK(nc_def_var(ncid, "w", NC_BYTE, 1, &dim, &other));
    OK(nc_enddef(ncid));
    OK(nc_put_var_double(ncid, var, values));
    OK(nc_get_var_schar(ncid, var, back));
    IS(back[1] == 3);
    FAILS(NC_ERANGE, nc_put_var_double(ncid, other, wide));
    OK(nc_get_var_schar(ncid, other, back));
    IS(back[0] == 127 && back[1] == 4);
    OK(nc_close(ncid));
}

/* Numbers that netCDF has no type for are floats in memory: one that the array can't hold is told once, and is no
 * reason to lose the others, or to refuse the dataset's end. */
static void halves(int mode)
{
    const float values[3] = {1.5f, 1e6f, -2};
    const double wide[3] = {2.5, 1e300, 4};
    float back[3];
    int ncid, var, first, second;

    group("halves", "{}");
    array("halves", "\"float16\"", "0", "x", "{}");
    OK(nc_open(url("halves", ""), NC_WRITE | mode, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    first = nc_put_var_float(ncid, var, values);
    second = nc_sync(ncid);
    IS((first == NC_ERANGE) != (second == NC_ERANGE) && first + second == NC_ERANGE);
    OK(nc_get_var_float(ncid, var, back));
    IS(back[0] == 1.5f && back[1] > 1e30f && back[2] == -2);
    FAILS(NC_ERANGE, nc_put_var_double(ncid, var, wide));
    second = nc_sync(ncid);
    IS(second == NC_NOERR || second == NC_ERANGE);
    OK(nc_get_var_float(ncid, var, back));
    IS(back[0] == 2.5f && back[1] > 1e30f && back[2] == 4);
    OK(nc_close(ncid));
}

/* Every map of memory that netCDF takes: elements are moved one after another, also where several have one place. */
static void maps(int mode)
{
    enum { HEIGHT = 6, WIDTH = 5, PLACES = 400, MIDDLE = 200 };
    static const ptrdiff_t all[][2] = {{1, 7}, {-5, 1}, {5, -1}, {-1, -13}, {0, 1}, {1, 0}, {0, 0}, {2, 3}, {1, 1}};
    const size_t count[2] = {3, WIDTH};
    size_t m, i, j;
    int ncid, dims[2], var, other, way;

    OK(nc_create(url("maps", ""), NC_NETCDF4 | mode, &ncid));
    OK(nc_def_dim(ncid, "y", NC_UNLIMITED, &dims[0]));
    OK(nc_def_dim(ncid, "x", WIDTH, &dims[1]));
    OK(nc_def_var(ncid, "v", NC_SHORT, 2, dims, &var));
    OK(nc_def_var(ncid, "other", NC_SHORT, 2, dims, &other));
    OK(nc_enddef(ncid));
    for (m = 0; m < sizeof all / sizeof *all; m++)
        for (way = 0; way < 4; way++) {
            const ptrdiff_t *map = all[m], step[2] = {1 + way / 2, 1};
            const size_t start[2] = {(size_t)(1 - way / 2), 0};
            short stored[HEIGHT][WIDTH], wanted[HEIGHT][WIDTH], memory[PLACES], places[PLACES];
            int wide[PLACES];

            for (i = 0; i < HEIGHT * WIDTH; i++)
                wanted[i / WIDTH][i % WIDTH] = (short)i;
            OK(nc_put_vara_short(ncid, var, (const size_t[]){0, 0}, (const size_t[]){HEIGHT, WIDTH}, wanted[0]));
            for (i = 0; i < PLACES; i++)
                wide[i] = memory[i] = places[i] = (short)(1000 + i);
            for (i = 0; i < 3; i++)
                for (j = 0; j < WIDTH; j++)
                    places[MIDDLE + (ptrdiff_t)i * map[0] + (ptrdiff_t)j * map[1]] =
                        wanted[start[0] + i * (size_t)step[0]][j];
            OK(nc_get_varm_short(ncid, var, start, count, step, map, memory + MIDDLE));
            OK(nc_get_varm_int(ncid, var, start, count, step, map, wide + MIDDLE));
            for (i = 0; i < PLACES; i++)
                IS(memory[i] == places[i] && wide[i] == places[i]);

            for (i = 0; i < PLACES; i++)
                wide[i] = (1 << 16) + (memory[i] = (short)i);
            for (i = 0; i < 3; i++)
                for (j = 0; j < WIDTH; j++)
                    wanted[start[0] + i * (size_t)step[0]][j] =
                        memory[MIDDLE + (ptrdiff_t)i * map[0] + (ptrdiff_t)j * map[1]];
            if (way % 2)
                OK(nc_put_varm_short(ncid, var, start, count, step, map, memory + MIDDLE));
            else
                FAILS(NC_ERANGE, nc_put_varm_int(ncid, var, start, count, step, map, wide + MIDDLE));
            OK(nc_get_var_short(ncid, var, stored[0]));
            IS(!memcmp(stored, wanted, sizeof stored));
        }
    /* Records that the array does not have yet. */
    {
        const size_t start[2] = {0, 0};
        short stored[WIDTH] = {1, 2, 3, 4, 5};
        int wide[WIDTH][3];

        OK(nc_put_vara_short(ncid, other, start, (const size_t[]){1, WIDTH}, stored));
        OK(nc_get_varm_int(ncid, other, start, count, NULL, (const ptrdiff_t[]){-1, 3}, &wide[0][2]));
        for (j = 0; j < WIDTH; j++)
            IS(wide[j][2] == stored[j] && wide[j][1] == NC_FILL_SHORT && wide[j][0] == NC_FILL_SHORT);
    }
    OK(nc_close(ncid));
}

/* Parts, steps and places in memory: a Fortran program and a subsampling one see the elements that they ask for. */
static void parts(const char *keys)
{
    int ncid, dims[2], var;
    size_t i, j, start[2] = {1, 2}, count[2] = {3, 4}, chunks[2] = {3, 4};
    ptrdiff_t stride[2] = {2, 2}, across[2] = {1, 3};
    int all[ROWS][COLUMNS], part[3][4], turned[4][3];
    double wide[3][4];
    short narrow[3][4];

    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            all[i][j] = (int)(100 * i + j);
    OK(nc_create(url("parts", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "y", ROWS, &dims[0]));
    OK(nc_def_dim(ncid, "x", COLUMNS, &dims[1]));
    OK(nc_def_var(ncid, "v", NC_INT, 2, dims, &var));
    OK(nc_def_var_chunking(ncid, var, NC_CHUNKED, chunks));
    OK(nc_put_var_int(ncid, var, all[0]));
    OK(nc_close(ncid));

    OK(nc_open(url("parts", ""), NC_WRITE, &ncid));
    OK(nc_get_vara_int(ncid, var, start, count, part[0]));
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            IS(part[i][j] == all[1 + i][2 + j]);
    OK(nc_get_vars_int(ncid, var, start, count, stride, part[0]));
    OK(nc_get_vars_double(ncid, var, start, count, stride, wide[0]));
    OK(nc_get_vars_short(ncid, var, start, count, stride, narrow[0]));
    OK(nc_get_varm_int(ncid, var, start, count, stride, across, turned[0]));
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++) {
            IS(part[i][j] == all[1 + 2 * i][2 + 2 * j]);
            IS(wide[i][j] == all[1 + 2 * i][2 + 2 * j]);
            IS(narrow[i][j] == all[1 + 2 * i][2 + 2 * j]);
            IS(turned[j][i] == all[1 + 2 * i][2 + 2 * j]);
        }
    for (i = 0; i < 3; i++)
        for (j = 0; j < 4; j++)
            turned[j][i] = (int)(10000 + 10 * i + j);
    OK(nc_put_varm_int(ncid, var, start, count, stride, across, turned[0]));
    OK(nc_get_var_int(ncid, var, all[0]));
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++) {
            int hit = i % 2 && i < 6 && j >= 2 && j % 2 == 0 && j < 10;

            IS(all[i][j] == (hit ? (int)(10000 + 10 * (i / 2) + (j - 2) / 2) : (int)(100 * i + j)));
        }
    FAILS(NC_EINVALCOORDS, (start[0] = ROWS + 1, nc_get_vara_int(ncid, var, start, count, part[0])));
    FAILS(NC_EEDGE, (start[0] = ROWS - 1, nc_get_vara_int(ncid, var, start, count, part[0])));
    /* As netCDF-4 has it. */
    OK(nc_put_vara_int(ncid, var, (const size_t[]){ROWS - 1, 0}, (const size_t[]){9, 0}, part[0]));
    FAILS(NC_EEDGE, nc_get_vara_int(ncid, var, (const size_t[]){ROWS - 1, 0}, (const size_t[]){9, 0}, part[0]));
    FAILS(NC_ESTRIDE, (start[0] = 0, stride[0] = 0, nc_get_vars_int(ncid, var, start, count, stride, part[0])));
    FAILS(NC_ECHAR, nc_get_var_text(ncid, var, (char *)all));
    OK(nc_close(ncid));
}

/* Records: dimensions grow, other variables of the dimension read as fill values there. */
static void records(const char *keys)
{
    int ncid, dims[2], var, other, ids[2], count_of;
    size_t start[2] = {0, 0}, count[2] = {1, 3}, len, r;
    float row[3], back[5][3];
    int others[5];

    OK(nc_create(url("records", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &dims[0]));
    OK(nc_def_dim(ncid, "x", 3, &dims[1]));
    OK(nc_def_var(ncid, "v", NC_FLOAT, 2, dims, &var));
    OK(nc_def_var(ncid, "other", NC_INT, 1, dims, &other));
    for (r = 0; r < 5; r++) {
        row[0] = row[1] = row[2] = (float)r;
        start[0] = r;
        OK(nc_put_vara_float(ncid, var, start, count, row));
    }
    OK(nc_inq_dimlen(ncid, dims[0], &len));
    IS(len == 5);
    OK(nc_get_var_int(ncid, other, others));
    IS(others[0] == NC_FILL_INT && others[4] == NC_FILL_INT);
    others[0] = 7;
    OK(nc_put_var1_int(ncid, other, start, others)); /* the last record */
    OK(nc_close(ncid));

    OK(nc_open(url("records", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_unlimdims(ncid, &count_of, ids));
    IS(count_of == 1 && ids[0] == dims[0]);
    OK(nc_get_var_float(ncid, var, back[0]));
    OK(nc_get_var_int(ncid, other, others));
    for (r = 0; r < 5; r++)
        IS(back[r][0] == (float)r && back[r][2] == (float)r && others[r] == (r == 4 ? 7 : NC_FILL_INT));
    OK(nc_close(ncid));
}

/* Strings and characters, and a type of the program. */
static void texts(void)
{
    typedef struct point {
        char name[3];
        double x;
        short id[2];
    } point;
    static const char *words[] = {"one", "", "drei \xc3\xa4", NULL};
    static const int two[] = {2}, three[] = {3};
    point points[2] = {{"ab", 1.5, {1, 2}}, {"cd", -2, {3, 4}}}, back[2];
    char letters[2][5] = {"abcd", "xy"}, letters_back[2][5], *words_back[4];
    size_t size, fields;
    int ncid, dims[2], four, word, letter, spot;
    nc_type type;
    char name[NC_MAX_NAME + 1];

    OK(nc_create(url("texts", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "two", 2, &dims[0]));
    OK(nc_def_dim(ncid, "five", 5, &dims[1]));
    OK(nc_def_dim(ncid, "four", 4, &four));
    OK(nc_def_compound(ncid, sizeof(point), "point", &type));
    OK(nc_insert_array_compound(ncid, type, "name", NC_COMPOUND_OFFSET(point, name), NC_CHAR, 1, three));
    OK(nc_insert_compound(ncid, type, "x", NC_COMPOUND_OFFSET(point, x), NC_DOUBLE));
    OK(nc_insert_array_compound(ncid, type, "id", NC_COMPOUND_OFFSET(point, id), NC_SHORT, 1, two));
    OK(nc_def_var(ncid, "words", NC_STRING, 1, &four, &word));
    OK(nc_def_var(ncid, "letters", NC_CHAR, 2, dims, &letter));
    OK(nc_def_var(ncid, "points", type, 1, dims, &spot));
    OK(nc_put_var_string(ncid, word, words));
    OK(nc_put_var_text(ncid, letter, letters[0]));
    OK(nc_put_var(ncid, spot, points));
    OK(nc_close(ncid));

    OK(nc_open(url("texts", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var_string(ncid, word, words_back));
    IS(!strcmp(words_back[0], "one") && !strcmp(words_back[1], "") && !strcmp(words_back[2], words[2]) &&
       !strcmp(words_back[3], ""));
    OK(nc_free_string(4, words_back));
    OK(nc_get_var_text(ncid, letter, letters_back[0]));
    IS(!memcmp(letters, letters_back, sizeof letters));
    OK(nc_inq_vartype(ncid, spot, &type));
    OK(nc_inq_compound(ncid, type, name, &size, &fields));
    IS(!strcmp(name, "point") && size == sizeof(point) && fields == 3);
    OK(nc_get_var(ncid, spot, back));
    IS(!strcmp(back[1].name, "cd") && back[1].x == -2 && back[1].id[0] == 3 && back[0].id[1] == 2);
    OK(nc_close(ncid));
}

/* Elements of an enumeration that were never written are the fill value of its numbers. */
static void enumerations(const char *keys)
{
    const short one = 1, own = 5;
    short back[3], fill = 0;
    int ncid, time, var, other, none, i;
    nc_type type;

    OK(nc_create(url("enumerations", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    OK(nc_def_enum(ncid, NC_SHORT, "words", &type));
    OK(nc_insert_enum(ncid, type, "one", &one));
    OK(nc_insert_enum(ncid, type, "five", &own));
    OK(nc_def_var(ncid, "v", type, 1, &time, &var));
    OK(nc_def_var(ncid, "own", type, 1, &time, &other));
    OK(nc_def_var_fill(ncid, other, NC_FILL, &own));
    for (i = 0; i < 2; i++) {
        OK(nc_inq_var_fill(ncid, var, &none, &fill));
        IS(!none && fill == NC_FILL_SHORT);
        OK(nc_inq_var_fill(ncid, other, &none, &fill));
        IS(!none && fill == own);
        if (i == 0)
            OK(nc_put_vara(ncid, var, (const size_t[]){2}, (const size_t[]){1}, &one));
        OK(nc_get_var(ncid, var, back));
        IS(back[0] == NC_FILL_SHORT && back[1] == NC_FILL_SHORT && back[2] == one);
        OK(nc_get_var(ncid, other, back));
        IS(back[0] == own && back[2] == own);
        OK(nc_close(ncid));
        OK(nc_open(url("enumerations", ""), NC_NOWRITE, &ncid));
    }
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    conversions();
    either_way();
    fractions();
    halves(0);
    halves(NC_SHARE);
    maps(0);
    maps(NC_SHARE);
    parts("");
    parts("&format=v2");
    parts("&codec=zstd:3&shard_bytes=500");
    records("");
    records("&format=v2");
    texts();
    enumerations("");
    enumerations("&format=v2");
    return 0;
}
