/* Writes that gather in memory, and reads of more than was asked for: a program would lose records, or time. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define X       50
#define RECORDS 300

static float element(size_t record, size_t x)
{
    return (float)(record * 100 + x);
}

static void put(int ncid, int var, size_t record)
{
    float row[X];
    size_t x;

    for (x = 0; x < X; x++)
        row[x] = element(record, x);
    OK(nc_put_vara_float(ncid, var, (const size_t[]){record, 0}, (const size_t[]){1, X}, row));
}

static int holds(int ncid, int var, size_t record, float more)
{
    float row[X];
    size_t x;

    OK(nc_get_vara_float(ncid, var, (const size_t[]){record, 0}, (const size_t[]){1, X}, row));
    for (x = 0; x < X; x++)
        if (row[x] != element(record, x) + more)
            return 0;
    return 1;
}

static size_t length(int ncid)
{
    size_t len;

    OK(nc_inq_dimlen(ncid, 0, &len));
    return len;
}

static int create(const char *name, int mode, int *var, int *times)
{
    int ncid, dims[2];

    OK(nc_create(url(name, ""), NC_NETCDF4 | mode, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, dims));
    OK(nc_def_dim(ncid, "x", X, dims + 1));
    OK(nc_def_var(ncid, "v", NC_FLOAT, 2, dims, var));
    OK(nc_def_var_chunking(ncid, *var, NC_CHUNKED, (const size_t[]){100, X}));
    OK(nc_def_var(ncid, "time", NC_DOUBLE, 1, dims, times));
    OK(nc_enddef(ncid));
    return ncid;
}

/* Another process, or handle, sees records that were synchronised, and their number. */
static void synchronised(void)
{
    char chunk[4096];
    int ncid, other, var, times;
    size_t i;

    ncid = create("records", 0, &var, &times);
    snprintf(chunk, sizeof chunk, "%s-records.zarr/v/c/0/0", folder);
    for (i = 0; i < RECORDS; i++) {
        double time = (double)i / 2;

        put(ncid, var, i);
        OK(nc_put_var1_double(ncid, times, &i, &time));
        IS(length(ncid) == i + 1);
    }
    /* Had each record been written by itself, its chunk were there. */
    IS(access(chunk, F_OK) != 0);
    OK(nc_sync(ncid));
    IS(access(chunk, F_OK) == 0);
    OK(nc_open(url("records", ""), NC_NOWRITE, &other));
    IS(length(other) == RECORDS);
    for (i = 0; i < RECORDS; i++) {
        double time;

        IS(holds(other, var, i, 0));
        OK(nc_get_var1_double(other, times, &i, &time));
        IS(time == (double)i / 2);
    }
    put(ncid, var, RECORDS);
    OK(nc_close(ncid));
    OK(nc_sync(other));
    IS(length(other) == RECORDS + 1 && holds(other, var, RECORDS, 0));
    OK(nc_close(other));
}

/* A read gives the elements that were put last, in any order; other types, steps and single elements between. */
static void in_any_order(void)
{
    const short few[] = {7, 8};
    int ncid, var, times, i;
    float value = -1, row[X];

    ncid = create("order", 0, &var, &times);
    put(ncid, var, 5);
    put(ncid, var, 6);
    OK(nc_put_var1_float(ncid, var, (const size_t[]){5, 3}, &value));
    put(ncid, var, 7);
    OK(nc_put_var1_float(ncid, var, (const size_t[]){7, 0}, &value));
    put(ncid, var, 5);
    OK(nc_get_var1_float(ncid, var, (const size_t[]){7, 0}, &value));
    IS(value == -1 && holds(ncid, var, 5, 0) && holds(ncid, var, 6, 0) && length(ncid) == 8);
    OK(nc_get_vara_float(ncid, var, (const size_t[]){0, 0}, (const size_t[]){1, X}, row));
    IS(row[0] == NC_FILL_FLOAT);
    /* Steps go past the buffer, and may not be overtaken by it. */
    put(ncid, var, 8);
    OK(nc_put_vars_short(ncid, var, (const size_t[]){8, 0}, (const size_t[]){1, 2}, (const ptrdiff_t[]){1, 2}, few));
    OK(nc_get_vara_float(ncid, var, (const size_t[]){8, 0}, (const size_t[]){1, X}, row));
    IS(row[0] == 7 && row[1] == element(8, 1) && row[2] == 8);
    /* A record element by element, the next row by row. */
    for (i = 0; i < X; i++) {
        value = element(9, (size_t)i);
        OK(nc_put_var1_float(ncid, var, (const size_t[]){9, (size_t)i}, &value));
    }
    put(ncid, var, 10);
    IS(holds(ncid, var, 9, 0) && holds(ncid, var, 10, 0));
    /* A new name, and giving up later definitions, lose no element. */
    put(ncid, var, 11);
    OK(nc_redef(ncid));
    OK(nc_rename_var(ncid, var, "w"));
    OK(nc_enddef(ncid));
    IS(holds(ncid, var, 11, 0));
    put(ncid, var, 12);
    OK(nc_sync(ncid));
    put(ncid, var, 11);
    put(ncid, var, 12);
    OK(nc_redef(ncid));
    OK(nc_abort(ncid));
    OK(nc_open(url("order", ""), NC_NOWRITE, &ncid));
    IS(holds(ncid, var, 11, 0) && holds(ncid, var, 12, 0) && length(ncid) == 13);
    OK(nc_close(ncid));
}

/* Rows that follow one another are read ahead; a write between, or by another handle before nc_sync, must show. */
static void ahead(void)
{
    const float none[X] = {0};
    int ncid, other, var, times;
    size_t i;

    ncid = create("ahead", 0, &var, &times);
    for (i = 0; i < RECORDS; i++)
        put(ncid, var, i);
    for (i = 0; i < RECORDS; i++) {
        IS(holds(ncid, var, i, 0));
        if (i == 10)
            OK(nc_put_vara_float(ncid, var, (const size_t[]){i + 1, 0}, (const size_t[]){1, X}, none));
        if (i == 10)
            put(ncid, var, ++i);
    }
    OK(nc_put_vara_float(ncid, var, (const size_t[]){1, 0}, (const size_t[]){1, X}, none));
    IS(holds(ncid, var, 0, 0) && !holds(ncid, var, 1, 0) && holds(ncid, var, 2, 0));
    OK(nc_sync(ncid));
    OK(nc_open(url("ahead", ""), NC_NOWRITE, &other));
    for (i = 2; i < 20; i++)
        IS(holds(other, var, i, 0));
    OK(nc_put_vara_float(ncid, var, (const size_t[]){20, 0}, (const size_t[]){1, X}, none));
    OK(nc_sync(ncid));
    OK(nc_sync(other));
    IS(!holds(other, var, 20, 0) && holds(other, var, 21, 0));
    OK(nc_close(other));
    OK(nc_close(ncid));
}

/* With NC_SHARE each write is in the store when the call returns. */
static void shared(void)
{
    int ncid, other, var, times;

    ncid = create("shared", NC_SHARE, &var, &times);
    put(ncid, var, 0);
    OK(nc_open(url("shared", ""), NC_NOWRITE, &other));
    IS(holds(other, var, 0, 0));
    OK(nc_close(other));
    OK(nc_close(ncid));
}

/* A program that writes as well sees records and elements of another process once it has synchronised. */
static void seen_by_writers(int mode)
{
    int ncid, var, times, status;
    size_t i = 8;
    double time = 5;
    pid_t child;

    ncid = create("seen", mode, &var, &times);
    put(ncid, var, 0);
    OK(nc_sync(ncid));
    IS(holds(ncid, var, 0, 0));
    child = fork();
    IS(child >= 0);
    if (!child) {
        int other;

        OK(nc_open(url("seen", ""), NC_WRITE, &other));
        put(other, var, 1);
        OK(nc_put_var1_double(other, times, &i, &time));
        OK(nc_close(other));
        _exit(0);
    }
    IS(waitpid(child, &status, 0) == child && status == 0);
    OK(nc_sync(ncid));
    IS(length(ncid) == 9 && holds(ncid, var, 0, 0) && holds(ncid, var, 1, 0));
    time = 0;
    OK(nc_get_var1_double(ncid, times, &i, &time));
    IS(time == 5);
    put(ncid, var, 9);
    OK(nc_close(ncid));
    OK(nc_open(url("seen", ""), NC_NOWRITE, &ncid));
    IS(length(ncid) == 10 && holds(ncid, var, 1, 0) && holds(ncid, var, 9, 0));
    OK(nc_get_var1_double(ncid, times, &i, &time));
    IS(time == 5);
    OK(nc_close(ncid));
}

/* A program is told that another one has renamed a variable, and synchronises all others. */
static void renamed_by_another(int mode)
{
    int ncid, other, var, times;
    double time = 5;
    size_t i = 3;

    ncid = create("renamed", 0, &var, &times);
    OK(nc_open(url("renamed", ""), mode, &other));
    OK(nc_rename_var(ncid, var, "w"));
    OK(nc_put_var1_double(ncid, times, &i, &time));
    OK(nc_sync(ncid));
    FAILS(ENOENT, nc_sync(other));
    IS(length(other) == 4);
    time = 0;
    OK(nc_get_var1_double(other, times, &i, &time));
    IS(time == 5);
    OK(nc_close(other));
    OK(nc_close(ncid));
}

/* Two programs that append to a dataset, each with the length in memory that it found: neither takes records away from
 * the other, and a variable that one of them did not write gets no shorter. */
static void appended_by_two(int mode)
{
    int ncid, other, var, times;
    size_t i;
    double time = -1;

    ncid = create("two", mode, &var, &times);
    for (i = 0; i < 10; i++)
        put(ncid, var, i);
    OK(nc_sync(ncid));
    OK(nc_open(url("two", ""), NC_WRITE | mode, &other));
    for (i = 10; i < 100; i++) {
        put(other, var, i);
        OK(nc_put_var1_double(other, times, &i, &time));
    }
    OK(nc_sync(other));
    put(ncid, var, 10);
    i = 11;
    OK(nc_put_var1_double(ncid, times, &i, &time));
    OK(nc_sync(ncid));
    IS(length(ncid) == 100 && holds(ncid, var, 99, 0));
    OK(nc_close(ncid));
    OK(nc_close(other));
    OK(nc_open(url("two", ""), NC_NOWRITE, &ncid));
    IS(length(ncid) == 100);
    for (i = 0; i < 100; i++)
        IS(holds(ncid, var, i, 0));
    i = 99;
    OK(nc_get_var1_double(ncid, times, &i, &time));
    IS(time == -1);
    OK(nc_close(ncid));
}

/* A record so far behind that no length counts it is refused, and the dataset stays as it was. */
static void too_far(void)
{
    const size_t count[] = {1, X}, two[] = {2, X}, last[] = {INT64_MAX, 0}, before[] = {INT64_MAX - 1, 0};
    const ptrdiff_t step[] = {PTRDIFF_MAX, 1};
    float values[2 * X] = {0};
    int ncid, var, times;

    ncid = create("far", 0, &var, &times);
    put(ncid, var, 0);
    FAILS(NC_EINVALCOORDS, nc_put_vara_float(ncid, var, last, count, values));
    FAILS(NC_EEDGE, nc_put_vara_float(ncid, var, before, two, values));
    FAILS(NC_EEDGE, nc_put_vars_float(ncid, var, (const size_t[]){0, 0}, two, step, values));
    OK(nc_put_vara_float(ncid, var, last, (const size_t[]){0, X}, values));
    IS(length(ncid) == 1);
    OK(nc_sync(ncid));
    put(ncid, var, 1);
    OK(nc_close(ncid));
    OK(nc_open(url("far", ""), NC_NOWRITE, &ncid));
    IS(length(ncid) == 2 && holds(ncid, var, 1, 0));
    OK(nc_close(ncid));
}

/* A program that dies after nc_redef has lost no record. */
static void redefined(void)
{
    int ncid, other, var, times;

    ncid = create("redef", 0, &var, &times);
    put(ncid, var, 0);
    put(ncid, var, 1);
    OK(nc_redef(ncid));
    OK(nc_open(url("redef", ""), NC_NOWRITE, &other));
    IS(length(other) == 2 && holds(other, var, 1, 0));
    OK(nc_close(other));
    OK(nc_close(ncid));
}

/* Elements that could not be written are an error of nc_sync, and are written by a later one. */
static void no_room(void)
{
    struct rlimit old, small;
    int ncid, var, times;
    size_t i;

    ncid = create("full", 0, &var, &times);
    for (i = 0; i < 100; i++)
        put(ncid, var, i);
    IS(signal(SIGXFSZ, SIG_IGN) != SIG_ERR && getrlimit(RLIMIT_FSIZE, &old) == 0);
    small = old;
    small.rlim_cur = 8192;
    IS(setrlimit(RLIMIT_FSIZE, &small) == 0);
    IS(nc_sync(ncid) != NC_NOERR);
    IS(setrlimit(RLIMIT_FSIZE, &old) == 0);
    OK(nc_close(ncid));
    OK(nc_open(url("full", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < 100; i++)
        IS(holds(ncid, var, i, 0));
    OK(nc_close(ncid));
}

/* A variable that can't be written, here because a file is where its folder was, takes no other's records along. */
static void one_fails(void)
{
    char folder_of[4096], aside[4200];
    FILE *file;
    int ncid, var, times;
    size_t i;
    double time = 5;

    ncid = create("fails", 0, &var, &times);
    for (i = 0; i < 5; i++) {
        put(ncid, var, i);
        OK(nc_put_var1_double(ncid, times, &i, &time));
    }
    snprintf(folder_of, sizeof folder_of, "%s-fails.zarr/v", folder);
    snprintf(aside, sizeof aside, "%s-fails.aside", folder);
    IS(rename(folder_of, aside) == 0);
    file = fopen(folder_of, "w");
    IS(file && fclose(file) == 0);
    IS(nc_close(ncid) != NC_NOERR);
    IS(remove(folder_of) == 0 && rename(aside, folder_of) == 0);
    OK(nc_open(url("fails", ""), NC_NOWRITE, &ncid));
    IS(length(ncid) == 5);
    time = 0;
    i = 4;
    OK(nc_get_var1_double(ncid, times, &i, &time));
    IS(time == 5);
    OK(nc_close(ncid));
}

/* Programs that share a dimension, each with a variable of its own: the one that makes the variable of another longer
 * leaves the record that this writes at the same time. */
static void own_variables(int mode)
{
    enum { PROGRAMS = 4, STEPS = 60 };
    char name[2] = "a";
    int ncid, time, vars[PROGRAMS], program, status;
    size_t i;

    OK(nc_create(url("own", ""), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    for (program = 0; program < PROGRAMS; program++, name[0]++)
        OK(nc_def_var(ncid, name, NC_INT, 1, &time, &vars[program]));
    OK(nc_close(ncid));
    for (program = 0; program < PROGRAMS; program++)
        if (fork() == 0) {
            OK(nc_open(url("own", ""), NC_WRITE | mode, &ncid));
            for (i = 0; i < STEPS; i++) {
                const int value = (int)i + 1;

                OK(nc_put_var1_int(ncid, vars[program], &i, &value));
                OK(nc_sync(ncid));
            }
            OK(nc_close(ncid));
            _exit(0);
        }
    for (program = 0; program < PROGRAMS; program++)
        IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(nc_open(url("own", ""), NC_NOWRITE, &ncid));
    for (program = 0; program < PROGRAMS; program++)
        for (i = 0; i < STEPS; i++) {
            int value = 0;

            OK(nc_get_var1_int(ncid, vars[program], &i, &value));
            IS(value == (int)i + 1);
        }
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    synchronised();
    in_any_order();
    ahead();
    shared();
    seen_by_writers(0);
    seen_by_writers(NC_SHARE);
    renamed_by_another(NC_NOWRITE);
    renamed_by_another(NC_WRITE);
    appended_by_two(0);
    appended_by_two(NC_SHARE);
    own_variables(0);
    own_variables(NC_SHARE);
    too_far();
    redefined();
    no_room();
    one_fails();
    return 0;
}
