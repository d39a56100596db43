/* Several handles that write one dataset: none may take away elements that another has synchronised. */
#include "test.h"

#include <sys/wait.h>
#include <unistd.h>

static void add_text(int ncid, int var, const char *name, const char *text)
{
    OK(nc_put_att_text(ncid, var, name, strlen(text), text));
}

/* Attributes that two programs add, change, rename and delete; a short keeps its type, which lies in another
 * attribute. */
static void attributes(const char *keys)
{
    const short few = 7;
    int ncid, other, x, time, var, id, value = 0;
    nc_type type;
    size_t i;

    OK(nc_create(url("attributes", keys), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_def_var(ncid, "t", NC_INT, 1, &time, &id));
    add_text(ncid, var, "units", "m");
    add_text(ncid, var, "gone", "soon");
    add_text(ncid, NC_GLOBAL, "title", "old");
    OK(nc_close(ncid));
    OK(nc_open(url("attributes", ""), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_open(url("attributes", ""), NC_WRITE | NC_SHARE, &other));
    for (i = 0; i < 2; i++) {
        const int place = i ? NC_GLOBAL : var;

        OK(nc_put_att_short(ncid, place, "first", NC_SHORT, 1, &few));
        OK(nc_put_att_short(other, place, "second", NC_SHORT, 1, &few));
    }
    OK(nc_rename_att(ncid, var, "units", "unit"));
    OK(nc_del_att(other, var, "gone"));
    OK(nc_sync(ncid));
    OK(nc_sync(other));
    add_text(other, NC_GLOBAL, "title", "new");
    OK(nc_def_dim(other, "y", 3, &x));
    OK(nc_sync(other));
    /* A longer dimension is in the group's document, beside the attributes. */
    for (i = 0; i < 3; i++)
        OK(nc_put_var1_int(ncid, 1, &i, &value));
    OK(nc_def_dim(ncid, "z", 2, &x));
    OK(nc_close(ncid));
    OK(nc_close(other));
    OK(nc_open(url("attributes", ""), NC_NOWRITE, &ncid));
    for (i = 0; i < 2; i++) {
        const int place = i ? NC_GLOBAL : var;

        OK(nc_inq_atttype(ncid, place, "first", &type));
        IS(type == NC_SHORT);
        OK(nc_inq_atttype(ncid, place, "second", &type));
        IS(type == NC_SHORT);
    }
    OK(nc_inq_attid(ncid, var, "unit", &id));
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, var, "units", &id));
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, var, "gone", &id));
    {
        char title[4] = {0};

        OK(nc_get_att_text(ncid, NC_GLOBAL, "title", title));
        IS(!strcmp(title, "new"));
    }
    OK(nc_inq_dimid(ncid, "y", &x));
    OK(nc_inq_dimid(ncid, "z", &x));
    OK(nc_inq_unlimdim(ncid, &id));
    IS(id >= 0);
    OK(nc_close(ncid));
}

/* A fill value that comes too late would take away elements that another program has written since the variable was
 * created. */
static void late_fill(void)
{
    const int values[] = {1, 2, 3, 4}, fill = -9;
    int ncid, other, x, var, early, back[4];

    OK(nc_create(url("fill", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_def_var(ncid, "early", NC_INT, 1, &x, &early));
    OK(nc_enddef(ncid));
    OK(nc_open(url("fill", ""), NC_WRITE | NC_SHARE, &other));
    OK(nc_put_att_int(ncid, early, "_FillValue", NC_INT, 1, &fill));
    OK(nc_put_var_int(other, var, values));
    FAILS(NC_ELATEFILL, nc_put_att_int(ncid, var, "_FillValue", NC_INT, 1, &fill));
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, var, "_FillValue", &x));
    OK(nc_close(ncid));
    OK(nc_close(other));
    OK(nc_open(url("fill", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var_int(ncid, var, back));
    IS(!memcmp(values, back, sizeof back));
    OK(nc_get_var_int(ncid, early, back));
    IS(back[0] == fill);
    OK(nc_close(ncid));
}

/* NC_DISKLESS without NC_PERSIST: a program that tries something out finds its changes, and the store has none. */
static void diskless(void)
{
    const int values[] = {1, 2, 3, 4}, others[] = {5, 6, 7, 8};
    int ncid, x, time, var, records, back[4], id;
    size_t i, len;

    OK(nc_create(url("diskless", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &x));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &time));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &x, &var));
    OK(nc_def_var(ncid, "r", NC_INT, 1, &time, &records));
    OK(nc_put_var_int(ncid, var, values));
    OK(nc_close(ncid));
    OK(nc_open(url("diskless", ""), NC_WRITE | NC_DISKLESS, &ncid));
    OK(nc_put_var_int(ncid, var, others));
    for (i = 0; i < 4; i++)
        OK(nc_put_var1_int(ncid, records, &i, values + i));
    add_text(ncid, var, "units", "m");
    OK(nc_def_var(ncid, "new", NC_INT, 1, &x, &id));
    OK(nc_sync(ncid));
    OK(nc_get_var_int(ncid, var, back));
    IS(!memcmp(others, back, sizeof back));
    OK(nc_get_var_int(ncid, records, back));
    IS(!memcmp(values, back, sizeof back));
    OK(nc_close(ncid));
    OK(nc_open(url("diskless", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var_int(ncid, var, back));
    IS(!memcmp(values, back, sizeof back));
    OK(nc_inq_dimlen(ncid, time, &len));
    FAILS(NC_ENOTATT, nc_inq_attid(ncid, var, "units", &id));
    FAILS(NC_ENOTVAR, nc_inq_varid(ncid, "new", &id));
    IS(len == 0);
    OK(nc_close(ncid));
    OK(nc_open(url("diskless", ""), NC_WRITE | NC_DISKLESS | NC_PERSIST, &ncid));
    OK(nc_put_var_int(ncid, var, others));
    OK(nc_close(ncid));
    OK(nc_open(url("diskless", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var_int(ncid, var, back));
    IS(!memcmp(others, back, sizeof back));
    OK(nc_close(ncid));
}

/* Of processes that create a dataset with NC_NOCLOBBER at one time, one is told that it is its own. */
static void exclusive(void)
{
    char name[40];
    int round, process, ncid, winners, status, go[2];

    for (round = 0; round < 20; round++) {
        snprintf(name, sizeof name, "exclusive-%d-%d", (int)getpid(), round);
        IS(pipe(go) == 0);
        for (process = 0; process < 4; process++)
            if (fork() == 0) {
                char byte;

                close(go[1]);
                IS(read(go[0], &byte, 1) == 0);
                status = nc_create(url(name, ""), NC_NETCDF4 | NC_NOCLOBBER, &ncid);
                if (!status)
                    OK(nc_close(ncid));
                _exit(!status ? 1 : status == NC_EEXIST ? 0 : 2);
            }
        close(go[0]);
        close(go[1]);
        for (winners = 0, process = 0; process < 4; process++) {
            IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) < 2);
            winners += WEXITSTATUS(status);
        }
        IS(winners == 1);
    }
}

/* Another process appends to a dataset that is open here: it keeps its records, and elements that are written here are
 * read here. */
static void other_process(int mode)
{
    int ncid, dims[2], line, table, status, step;
    size_t i, len;

    OK(nc_create(url("process", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, dims));
    OK(nc_def_dim(ncid, "x", 1, dims + 1));
    OK(nc_def_var(ncid, "line", NC_INT, 1, dims, &line));
    OK(nc_def_var(ncid, "table", NC_INT, 2, dims, &table));
    OK(nc_put_var1_int(ncid, line, (const size_t[]){0}, &(const int){0}));
    OK(nc_close(ncid));
    OK(nc_open(url("process", ""), NC_WRITE | mode, &ncid));
    for (step = 1; step < 3; step++) {
        int there = step * 20, values[2];

        if (fork() == 0) {
            OK(nc_open(url("process", ""), NC_WRITE, &ncid));
            for (i = 5; (int)i < there; i++) {
                OK(nc_put_var1_int(ncid, line, &i, &there));
                OK(nc_put_var1_int(ncid, table, (const size_t[]){i, 0}, &there));
            }
            OK(nc_close(ncid));
            _exit(0);
        }
        IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
        for (i = (size_t)step; i < (size_t)step * 25; i += 23) {
            OK(nc_put_var1_int(ncid, line, &i, &step));
            OK(nc_put_var1_int(ncid, table, (const size_t[]){i, 0}, &step));
            OK(nc_get_var1_int(ncid, line, &i, values));
            OK(nc_get_var1_int(ncid, table, (const size_t[]){i, 0}, values + 1));
            IS(values[0] == step && values[1] == step);
        }
        OK(nc_sync(ncid));
        OK(nc_inq_dimlen(ncid, dims[0], &len));
        IS((int)len >= there);
        i = (size_t)there - 1;
        OK(nc_get_var1_int(ncid, line, &i, values));
        OK(nc_get_var1_int(ncid, table, (const size_t[]){i, 0}, values + 1));
        IS(values[0] == there && values[1] == there);
    }
    OK(nc_close(ncid));
}

/* Processes that append at one time, each with records and attributes of its own, lose none. */
static void at_one_time(void)
{
    enum { PROCESSES = 4, RECORDS = 100 };
    char name[20];
    char *text = name;
    int ncid, dims[2], line, table, words, process, status, value;
    size_t i;

    OK(nc_create(url("crowd", ""), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, dims));
    OK(nc_def_dim(ncid, "x", 1, dims + 1));
    OK(nc_def_var(ncid, "line", NC_INT, 1, dims, &line));
    OK(nc_def_var(ncid, "table", NC_INT, 2, dims, &table));
    OK(nc_def_var(ncid, "words", NC_STRING, 1, dims, &words));
    OK(nc_close(ncid));
    for (process = 0; process < PROCESSES; process++)
        if (fork() == 0) {
            OK(nc_open(url("crowd", ""), NC_WRITE | NC_SHARE, &ncid));
            for (i = (size_t)process; i < RECORDS; i += PROCESSES) {
                value = (int)i;
                OK(nc_put_var1_int(ncid, table, (const size_t[]){i, 0}, &value));
                OK(nc_put_var1_int(ncid, line, &i, &value));
                sprintf(name, "a%d", value);
                OK(nc_put_var1_string(ncid, words, &i, (const char **)&text));
                OK(nc_put_att_int(ncid, line, name, NC_INT, 1, &value));
                OK(nc_sync(ncid));
            }
            OK(nc_close(ncid));
            _exit(0);
        }
    for (process = 0; process < PROCESSES; process++)
        IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(nc_open(url("crowd", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_dimlen(ncid, dims[0], &i));
    IS(i == RECORDS);
    for (i = 0; i < RECORDS; i++) {
        OK(nc_get_var1_int(ncid, line, &i, &value));
        IS(value == (int)i);
        OK(nc_get_var1_int(ncid, table, (const size_t[]){i, 0}, &value));
        IS(value == (int)i);
        sprintf(name, "a%d", (int)i);
        OK(nc_get_att_int(ncid, line, name, &value));
        IS(value == (int)i);
        OK(nc_get_var1_string(ncid, words, &i, &text));
        IS(!strcmp(text, name));
        free(text);
    }
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    attributes("");
    attributes("&format=v2");
    late_fill();
    diskless();
    exclusive();
    other_process(0);
    other_process(NC_SHARE);
    at_one_time();
    return 0;
}
