/* Elements are read as they were written, in all types, shapes and steps, with netCDF's rules for numbers that do not
 * fit. */
#include "test.h"

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
