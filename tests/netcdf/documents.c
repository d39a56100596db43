/* A program writes what it has changed, and keeps all else of a document that another program has written. */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* The bytes of a document of the store. */
static size_t bytes_of(const char *name, const char *document)
{
    char path[4096];
    struct stat state;

    snprintf(path, sizeof path, "%s-%s.zarr/%s", folder, name, document);
    IS(stat(path, &state) == 0);
    return (size_t)state.st_size;
}

/* A full disk, as a quota makes one: no file gets longer than this. */
static void limit_files(rlim_t bytes)
{
    struct rlimit limit;

    IS(getrlimit(RLIMIT_FSIZE, &limit) == 0);
    limit.rlim_cur = bytes;
    IS(setrlimit(RLIMIT_FSIZE, &limit) == 0);
}

/* A new type takes no other one away, not even where the disk is full: attributes would be text. */
static void types_stay(const char *keys, const char *document)
{
    enum { TYPES = 40 };
    const int value = 5;
    char name[NC_MAX_NAME + 1];
    int ncid, reader, i;
    nc_type type, of;

    OK(nc_create(url("stay", keys), NC_NETCDF4, &ncid));
    for (i = 0; i < TYPES; i++) {
        sprintf(name, "type_%d", i);
        OK(nc_def_opaque(ncid, 4, name, &type));
    }
    OK(nc_put_att(ncid, NC_GLOBAL, "a", type, 1, &value));
    OK(nc_close(ncid));
    OK(nc_open(url("stay", ""), NC_WRITE, &ncid));
    OK(nc_def_opaque(ncid, 4, "new", &type));
    limit_files(bytes_of("stay", document));
    FAILS(NC_EIO, nc_sync(ncid));
    OK(nc_open(url("stay", ""), NC_NOWRITE, &reader));
    OK(nc_inq_typeids(reader, &i, NULL));
    IS(i == TYPES);
    OK(nc_inq_typeid(reader, name, &type));
    OK(nc_inq_atttype(reader, NC_GLOBAL, "a", &of));
    IS(of == type);
    OK(nc_close(reader));
    limit_files(RLIM_INFINITY);
    OK(nc_close(ncid));
    OK(nc_open(url("stay", ""), NC_NOWRITE, &reader));
    OK(nc_inq_typeids(reader, &i, NULL));
    IS(i == TYPES + 1);
    OK(nc_close(reader));
}

/* An attribute that a program has not touched keeps the value and the type that another one has given it. */
static void untouched(const char *keys, int of_group)
{
    const short few = 7;
    const double much = 100000.5;
    int ncid, other, var;
    nc_type four, eight, type;
    double value;
    size_t len;

    OK(nc_create(url("untouched", keys), NC_NETCDF4, &ncid));
    OK(nc_def_opaque(ncid, 4, "four", &four));
    OK(nc_def_opaque(ncid, 8, "eight", &eight));
    OK(nc_def_var(ncid, "v", NC_INT, 0, NULL, &var));
    var = of_group ? NC_GLOBAL : var;
    OK(nc_put_att_short(ncid, var, "a", NC_SHORT, 1, &few));
    OK(nc_put_att(ncid, var, "bytes", four, 1, "abc"));
    OK(nc_close(ncid));
    OK(nc_open(url("untouched", ""), NC_WRITE, &ncid));
    OK(nc_open(url("untouched", ""), NC_WRITE, &other));
    OK(nc_inq_typeid(ncid, "eight", &eight));
    OK(nc_put_att_double(ncid, var, "a", NC_DOUBLE, 1, &much));
    OK(nc_put_att(ncid, var, "bytes", eight, 1, "abcdefg"));
    OK(nc_sync(ncid));
    OK(nc_put_att_short(other, var, "b", NC_SHORT, 1, &few));
    OK(nc_close(other));
    OK(nc_close(ncid));
    OK(nc_open(url("untouched", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_atttype(ncid, var, "a", &type));
    OK(nc_get_att_double(ncid, var, "a", &value));
    IS(type == NC_DOUBLE && value == much);
    OK(nc_inq_atttype(ncid, var, "b", &type));
    IS(type == NC_SHORT);
    OK(nc_inq_typeid(ncid, "eight", &eight));
    OK(nc_inq_att(ncid, var, "bytes", &type, &len));
    IS(type == eight && len == 1);
    OK(nc_close(ncid));
}

/* The last put counts, also where its value is the one that the program has read before another one changed it. */
static void put_again(const char *keys, int of_group)
{
    const int one = 1, two = 2;
    int ncid, other, var, value;

    OK(nc_create(url("again", keys), NC_NETCDF4, &ncid));
    OK(nc_def_var(ncid, "v", NC_INT, 0, NULL, &var));
    var = of_group ? NC_GLOBAL : var;
    OK(nc_put_att_int(ncid, var, "changed", NC_INT, 1, &one));
    OK(nc_put_att_int(ncid, var, "deleted", NC_INT, 1, &one));
    OK(nc_put_att_int(ncid, var, "untouched", NC_INT, 1, &one));
    OK(nc_close(ncid));
    OK(nc_open(url("again", ""), NC_WRITE, &ncid));
    OK(nc_open(url("again", ""), NC_WRITE, &other));
    OK(nc_put_att_int(other, var, "changed", NC_INT, 1, &two));
    OK(nc_put_att_int(other, var, "untouched", NC_INT, 1, &two));
    OK(nc_del_att(other, var, "deleted"));
    OK(nc_close(other));
    OK(nc_put_att_int(ncid, var, "changed", NC_INT, 1, &one));
    OK(nc_put_att_int(ncid, var, "deleted", NC_INT, 1, &one));
    OK(nc_close(ncid));
    OK(nc_open(url("again", ""), NC_NOWRITE, &ncid));
    OK(nc_get_att_int(ncid, var, "changed", &value));
    IS(value == one);
    OK(nc_get_att_int(ncid, var, "deleted", &value));
    IS(value == one);
    OK(nc_get_att_int(ncid, var, "untouched", &value));
    IS(value == two);
    OK(nc_close(ncid));
}

/* A program that died between two writes leaves a value and the type of another one: the value is what it is. */
static void type_of_another(void)
{
    static const char text[] = "{\"a\": 100000.5, \"b\": [1, 40000], \"c\": 7.0, \"d\": 7, \"_nczarr_attr\": "
                               "{\"types\": {\"a\": \"<i2\", \"b\": \"<i2\", \"c\": \"<i2\", \"d\": \"<f8\"}}}";
    static const nc_type types[] = {NC_DOUBLE, NC_INT, NC_SHORT, NC_DOUBLE};
    static const double values[] = {100000.5, 40000, 7, 7};
    char path[4096], name[2] = "a";
    double value[2];
    FILE *stream;
    nc_type type;
    size_t len, i;
    int ncid;

    OK(nc_create(url("another", "&format=v2"), NC_NETCDF4, &ncid));
    OK(nc_close(ncid));
    snprintf(path, sizeof path, "%s-another.zarr/.zattrs", folder);
    stream = fopen(path, "w");
    IS(stream && fputs(text, stream) >= 0 && fclose(stream) == 0);
    OK(nc_open(url("another", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < 4; i++, name[0]++) {
        OK(nc_inq_att(ncid, NC_GLOBAL, name, &type, &len));
        OK(nc_get_att_double(ncid, NC_GLOBAL, name, value));
        IS(type == types[i] && value[len - 1] == values[i]);
    }
    OK(nc_close(ncid));
}

/* Where the disk is too full for the new name of an attribute, it still is the short that it was. */
static void half_renamed(const char *keys, const char *document)
{
    const short few = 7;
    char name[201];
    int ncid, reader;
    nc_type type;

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    OK(nc_create(url("half", keys), NC_NETCDF4, &ncid));
    OK(nc_put_att_short(ncid, NC_GLOBAL, "s", NC_SHORT, 1, &few));
    OK(nc_close(ncid));
    OK(nc_open(url("half", ""), NC_WRITE, &ncid));
    OK(nc_rename_att(ncid, NC_GLOBAL, "s", name));
    limit_files(bytes_of("half", document) + 300);
    FAILS(NC_EIO, nc_sync(ncid));
    OK(nc_open(url("half", ""), NC_NOWRITE, &reader));
    if (nc_inq_atttype(reader, NC_GLOBAL, "s", &type))
        OK(nc_inq_atttype(reader, NC_GLOBAL, name, &type));
    IS(type == NC_SHORT);
    OK(nc_close(reader));
    limit_files(RLIM_INFINITY);
    OK(nc_close(ncid));
    OK(nc_open(url("half", ""), NC_NOWRITE, &reader));
    FAILS(NC_ENOTATT, nc_inq_atttype(reader, NC_GLOBAL, "s", &type));
    OK(nc_inq_atttype(reader, NC_GLOBAL, name, &type));
    IS(type == NC_SHORT);
    OK(nc_close(reader));
}

/* A fill value that is changed before there are elements leaves attributes and records of other programs, also where
 * the disk is full meanwhile. */
static void fill_alone(const char *keys)
{
    const int fill = -9, value = 5;
    int ncid, other, dims[2], line, table, large, row[2], no_fill;
    int *all = malloc(5000000 * sizeof *all);
    size_t i = 9, len;

    OK(nc_create(url("alone", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, dims));
    OK(nc_def_dim(ncid, "x", 2, dims + 1));
    OK(nc_def_var(ncid, "line", NC_INT, 1, dims, &line));
    OK(nc_def_var(ncid, "table", NC_INT, 2, dims, &table));
    OK(nc_def_dim(ncid, "long", 5000000, dims));
    OK(nc_def_var(ncid, "large", NC_INT, 1, dims, &large));
    OK(nc_def_var_fill(ncid, table, NC_NOFILL, NULL));
    OK(nc_enddef(ncid));
    OK(nc_open(url("alone", ""), NC_WRITE, &other));
    OK(nc_put_att_text(other, table, "units", 1, "m"));
    OK(nc_put_var1_int(other, line, &i, &value));
    OK(nc_sync(other));
    IS(all != NULL);
    OK(nc_get_var_int(ncid, large, all));
    OK(nc_put_att_int(ncid, table, "_FillValue", NC_INT, 1, &fill));
    OK(nc_put_att_int(ncid, large, "_FillValue", NC_INT, 1, &fill));
    limit_files(1);
    FAILS(NC_EIO, nc_sync(ncid));
    limit_files(RLIM_INFINITY);
    OK(nc_sync(ncid));
    OK(nc_get_var_int(ncid, large, all));
    IS(all[0] == fill && all[4999999] == fill);
    OK(nc_put_vara_int(other, table, (const size_t[]){5, 0}, (const size_t[]){1, 2}, all));
    OK(nc_close(other));
    OK(nc_close(ncid));
    OK(nc_open(url("alone", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_attlen(ncid, table, "units", &len));
    OK(nc_get_att_int(ncid, table, "_FillValue", row));
    IS(row[0] == fill);
    OK(nc_inq_var_fill(ncid, table, &no_fill, row));
    IS(row[0] == fill && !no_fill);
    OK(nc_get_vara_int(ncid, table, (const size_t[]){8, 0}, (const size_t[]){1, 2}, row));
    IS(row[0] == fill && row[1] == fill);
    OK(nc_get_var_int(ncid, large, all));
    IS(all[0] == fill && all[4999999] == fill);
    OK(nc_close(ncid));
    free(all);
}

/* A fill value that comes after another program's first element is refused, and all else is written. */
static void late_fill(const char *keys)
{
    const int fill = -9, value = 5;
    int ncid, other, x, var, beside, row[4];
    size_t i = 1;

    OK(nc_create(url("late", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_put_att_int(ncid, var, "_FillValue", NC_INT, 1, &value));
    OK(nc_def_var(ncid, "beside", NC_INT, 1, &x, &beside));
    OK(nc_enddef(ncid));
    OK(nc_redef(ncid));
    OK(nc_put_att_int(ncid, var, "_FillValue", NC_INT, 1, &fill));
    OK(nc_put_att_int(ncid, beside, "_FillValue", NC_INT, 1, &fill));
    OK(nc_put_att_text(ncid, var, "units", 1, "m"));
    OK(nc_open(url("late", ""), NC_WRITE | NC_SHARE, &other));
    OK(nc_put_var1_int(other, var, &i, &fill));
    OK(nc_put_var1_int(other, beside, &i, &value));
    OK(nc_close(other));
    FAILS(NC_ELATEFILL, nc_enddef(ncid));
    OK(nc_put_var1_int(ncid, beside, (const size_t[]){0}, &value));
    OK(nc_get_var_int(ncid, var, row));
    IS(row[0] == value && row[1] == fill);
    OK(nc_get_att_int(ncid, var, "_FillValue", row));
    IS(row[0] == value);
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, beside, "_FillValue", &x));
    OK(nc_sync(ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("late", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_attid(ncid, var, "units", &x));
    OK(nc_get_att_int(ncid, var, "_FillValue", row));
    IS(row[0] == value);
    OK(nc_get_var_int(ncid, beside, row));
    IS(row[0] == value && row[1] == value && row[2] == NC_FILL_INT);
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, beside, "_FillValue", &x));
    OK(nc_close(ncid));
}

/* Waits for the parent's sign, puts one attribute as a short or as a double, and tells that it is in the store. */
static void put_in_turn(const char *keys, int process, int go, int done)
{
    const short few = 7;
    const double much = 100000.5;
    unsigned char round;
    char name[20];
    int ncid;

    OK(nc_open(url("instant", keys), NC_WRITE, &ncid));
    while (read(go, &round, 1) == 1) {
        sprintf(name, "a%d", round);
        if (process)
            OK(nc_put_att_short(ncid, 0, name, NC_SHORT, 1, &few));
        else
            OK(nc_put_att_double(ncid, 0, name, NC_DOUBLE, 1, &much));
        OK(nc_sync(ncid));
        IS(write(done, &round, 1) == 1);
    }
    OK(nc_close(ncid));
    _exit(0);
}

/* Of two programs that put one attribute at one instant, the attribute is that of one: no value of the other's type. */
static void at_one_instant(const char *keys)
{
    enum { ROUNDS = 60 };
    int ncid, var, process, go[2][2], done[2], status;
    unsigned char round, ended;
    char name[20];
    nc_type type;
    double value;

    OK(nc_create(url("instant", keys), NC_NETCDF4, &ncid));
    OK(nc_def_var(ncid, "v", NC_INT, 0, NULL, &var));
    OK(nc_close(ncid));
    IS(pipe(done) == 0);
    for (process = 0; process < 2; process++) {
        IS(pipe(go[process]) == 0);
        if (fork() == 0) {
            close(go[process][1]);
            if (process)
                close(go[0][1]);
            put_in_turn(keys, process, go[process][0], done[1]);
        }
        close(go[process][0]);
    }
    for (round = 0; round < ROUNDS; round++) {
        for (process = 0; process < 2; process++)
            IS(write(go[process][1], &round, 1) == 1);
        for (process = 0; process < 2; process++)
            IS(read(done[0], &ended, 1) == 1 && ended == round);
    }
    for (process = 0; process < 2; process++)
        close(go[process][1]);
    for (process = 0; process < 2; process++)
        IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(nc_open(url("instant", keys), NC_NOWRITE, &ncid));
    for (round = 0; round < ROUNDS; round++) {
        sprintf(name, "a%d", round);
        OK(nc_inq_atttype(ncid, 0, name, &type));
        OK(nc_get_att_double(ncid, 0, name, &value));
        IS(type == NC_SHORT ? value == 7 : type == NC_DOUBLE && value == 100000.5);
    }
    OK(nc_close(ncid));
    close(done[0]);
    close(done[1]);
}

/* Another program may open a new dataset before the one that creates it ends definitions: both have defined it. */
static void opened_meanwhile(const char *keys)
{
    int ncid, other, x, var;
    nc_type type, found;
    size_t len;

    OK(nc_create(url("meanwhile", keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    FAILS(NC_EEXIST, nc_create(url("meanwhile", keys), NC_NETCDF4 | NC_NOCLOBBER, &other));
    OK(nc_open(url("meanwhile", ""), NC_WRITE, &other));
    OK(nc_put_att_text(other, NC_GLOBAL, "theirs", 1, "x"));
    OK(nc_def_dim(other, "x", 5, &x));
    OK(nc_def_opaque(other, 4, "bytes", &type));
    OK(nc_def_var(other, "v", type, 1, &x, &var));
    OK(nc_sync(other));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "mine", 1, "x"));
    OK(nc_def_opaque(ncid, 8, "more", &type));
    OK(nc_close(ncid));
    OK(nc_close(other));
    OK(nc_create(url("meanwhile-2", keys), NC_NETCDF4, &ncid));
    OK(nc_open(url("meanwhile-2", ""), NC_WRITE, &other));
    OK(nc_def_opaque(other, 4, "bytes", &type));
    OK(nc_close(other));
    OK(nc_def_opaque(ncid, 8, "bytes", &type));
    FAILS(NC_ENAMEINUSE, nc_close(ncid));
    OK(nc_open(url("meanwhile-2", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_typeid(ncid, "bytes", &type));
    OK(nc_inq_opaque(ncid, type, NULL, &len));
    IS(len == 4);
    OK(nc_close(ncid));
    OK(nc_open(url("meanwhile", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_attlen(ncid, NC_GLOBAL, "theirs", &len));
    OK(nc_inq_attlen(ncid, NC_GLOBAL, "mine", &len));
    OK(nc_inq_dimid(ncid, "x", &x));
    OK(nc_inq_typeid(ncid, "more", &type));
    OK(nc_inq_typeid(ncid, "bytes", &type));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vartype(ncid, var, &found));
    IS(found == type);
    OK(nc_close(ncid));
}

/* Another program sets an attribute and spells the document of an array in its own way: elements that are put from then
 * on would be lost, and nc_sync and nc_close fail. */
static void spelled_anew(void)
{
    static const char members[] = "\"storage_transformers\": [], ", attribute[] = "\"note\": \"theirs\", ";
    static char text[20000];
    char path[4096], *attributes;
    FILE *file;
    int ncid, time, var, value;
    size_t record, length, before;

    OK(nc_create(url("anew", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &time, &var));
    OK(nc_put_att_text(ncid, var, "units", 1, "m"));
    OK(nc_enddef(ncid));
    record = 0;
    value = 7;
    OK(nc_put_var1_int(ncid, var, &record, &value));
    OK(nc_sync(ncid));
    snprintf(path, sizeof path, "%s-anew.zarr/v/zarr.json", folder);
    file = fopen(path, "r");
    IS(file && (length = fread(text, 1, sizeof text - 1, file)) > 1 && !fclose(file));
    text[length] = 0;
    attributes = strstr(text, "\"attributes\"");
    IS(attributes && (attributes = strchr(attributes, '{')) != NULL);
    before = (size_t)(attributes - text) + 1;
    file = fopen(path, "w");
    IS(file && fprintf(file, "{%s%.*s%s%s", members, (int)before - 1, text + 1, attribute, text + before) > 0);
    IS(!fclose(file));
    for (record = 0, value = 8; record < 3; record++, value++) {
        OK(nc_put_var1_int(ncid, var, &record, &value));
        OK(nc_sync(ncid));
    }
    OK(nc_put_var1_int(ncid, var, &record, &value));
    OK(nc_close(ncid));
    OK(nc_open(url("anew", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_attlen(ncid, var, "note", &length));
    IS(length == 6);
    for (record = 0; record < 4; record++) {
        OK(nc_get_var1_int(ncid, var, &record, &value));
        IS(value == 8 + (int)record);
    }
    OK(nc_close(ncid));
}

/* Another program makes an array shorter, as one of C can: records that are put beyond its end would be lost, and each
 * later call that writes would fail. */
static void cut_meanwhile(void)
{
    static char text[20000];
    char path[4096], *shape;
    FILE *file;
    int ncid, time, var, value;
    size_t record, length;

    OK(nc_create(url("cut", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &time, &var));
    for (record = 0; record < 6; record++)
        OK(nc_put_var1_int(ncid, var, &record, (value = 7, &value)));
    OK(nc_sync(ncid));
    snprintf(path, sizeof path, "%s-cut.zarr/v/zarr.json", folder);
    file = fopen(path, "r+");
    IS(file && (length = fread(text, 1, sizeof text - 1, file)) > 1);
    text[length] = 0;
    shape = strstr(text, "\"shape\"");
    IS(shape && (shape = strchr(shape, '6')) != NULL);
    IS(!fseek(file, (long)(shape - text), SEEK_SET) && fputc('2', file) == '2' && !fclose(file));
    record = 4;
    value = 8;
    OK(nc_put_var1_int(ncid, var, &record, &value));
    OK(nc_sync(ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("cut", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_dimlen(ncid, time, &length));
    IS(length == 6);
    OK(nc_get_var1_int(ncid, var, &record, &value));
    IS(value == 8);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    signal(SIGXFSZ, SIG_IGN);
    types_stay("", "zarr.json");
    types_stay("&format=v2", ".zattrs");
    untouched("", 0);
    untouched("", 1);
    untouched("&format=v2", 0);
    put_again("", 0);
    put_again("", 1);
    put_again("&format=v2", 0);
    put_again("&format=v2", 1);
    type_of_another();
    half_renamed("", "zarr.json");
    half_renamed("&format=v2", ".zattrs");
    opened_meanwhile("");
    opened_meanwhile("&format=v2");
    /* Before there are threads, which a child process has not. */
    at_one_instant("");
    at_one_instant("&format=v2");
    fill_alone("");
    fill_alone("&format=v2");
    late_fill("");
    late_fill("&format=v2");
    spelled_anew();
    cut_meanwhile();
    return 0;
}
