/* Several programs that define in one dataset at one instant: each finds all again. */
#include "test.h"

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Processes define at one instant, and put attributes of a type that JSON does not tell: each finds all again. */
static void definitions_at_one_time(const char *keys)
{
    enum { PROCESSES = 3, EACH = 8 };
    const short number = 7;
    int ncid, var, process, i, id, status, size;
    char name[NC_MAX_NAME + 1];
    nc_type type;

    OK(nc_create(url("definers", keys), NC_NETCDF4, &ncid));
    OK(nc_def_var(ncid, "v", NC_INT, 0, NULL, &var));
    OK(nc_close(ncid));
    for (process = 0; process < PROCESSES; process++)
        if (fork() == 0) {
            OK(nc_open(url("definers", keys), NC_WRITE | NC_SHARE, &ncid));
            OK(nc_inq_varid(ncid, "v", &var));
            for (i = 0; i < EACH; i++) {
                sprintf(name, "n_%d_%d", process, i);
                OK(nc_put_att_short(ncid, var, name, NC_SHORT, 1, &number));
                OK(nc_put_att_short(ncid, NC_GLOBAL, name, NC_SHORT, 1, &number));
                OK(nc_def_opaque(ncid, 4 + (size_t)process, name, &type));
                OK(nc_def_dim(ncid, name, 10 + (size_t)process, &id));
                OK(nc_sync(ncid));
            }
            OK(nc_close(ncid));
            _exit(0);
        }
    for (process = 0; process < PROCESSES; process++)
        IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(nc_open(url("definers", keys), NC_NOWRITE, &ncid));
    for (process = 0; process < PROCESSES; process++)
        for (i = 0; i < EACH; i++) {
            size_t length;
            sprintf(name, "n_%d_%d", process, i);
            OK(nc_inq_varid(ncid, "v", &var));
            OK(nc_inq_atttype(ncid, var, name, &type));
            IS(type == NC_SHORT);
            OK(nc_inq_atttype(ncid, NC_GLOBAL, name, &type));
            IS(type == NC_SHORT);
            OK(nc_inq_typeid(ncid, name, &type));
            OK(nc_inq_user_type(ncid, type, name, &length, NULL, NULL, &size));
            IS(length == 4 + (size_t)process && size == NC_OPAQUE);
            OK(nc_inq_dimid(ncid, name, &id));
            OK(nc_inq_dimlen(ncid, id, &length));
            IS(length == 10 + (size_t)process);
        }
    OK(nc_close(ncid));
}

static int define_group(const char *store, const char *keys, int program)
{
    const short number = 7;
    char name[NC_MAX_NAME + 1];
    int ncid, group, id;
    nc_type type;

    OK(nc_open(url(store, keys), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_def_grp(ncid, "g", &group));
    sprintf(name, "n%d", program);
    OK(nc_def_opaque(group, 4 + (size_t)program, name, &type));
    OK(nc_def_dim(group, name, 10 + (size_t)program, &id));
    OK(nc_def_var(group, name, type, 1, &id, &id));
    OK(nc_put_att_short(group, NC_GLOBAL, name, NC_SHORT, 1, &number));
    OK(nc_def_grp(group, "below", &group));
    OK(nc_def_vlen(group, name, type, &type));
    return ncid;
}

/* Programs that make one group, one after the other or at one instant, each with a type, a dimension, an attribute and
 * a variable in it, and a group below with a type: all are there. */
static void one_group(const char *keys, int round)
{
    enum { PROGRAMS = 3 };
    char store[40], name[NC_MAX_NAME + 1];
    int ncid[PROGRAMS], group, below, i, id, status, go[2];
    nc_type type, found;

    sprintf(store, "group-%d", round);
    OK(nc_create(url(store, keys), NC_NETCDF4, ncid));
    OK(nc_close(ncid[0]));
    IS(pipe(go) == 0);
    for (i = 0; i < PROGRAMS; i++)
        if (!round) {
            ncid[i] = define_group(store, keys, i);
        } else if (fork() == 0) {
            char byte;

            ncid[i] = define_group(store, keys, i);
            close(go[1]);
            IS(read(go[0], &byte, 1) == 0);
            OK(nc_close(ncid[i]));
            _exit(0);
        }
    close(go[0]);
    close(go[1]);
    for (i = 0; i < PROGRAMS; i++)
        if (!round)
            OK(nc_close(ncid[i]));
        else
            IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(nc_open(url(store, keys), NC_NOWRITE, ncid));
    OK(nc_inq_ncid(ncid[0], "g", &group));
    OK(nc_inq_ncid(group, "below", &below));
    for (i = 0; i < PROGRAMS; i++) {
        size_t length;

        sprintf(name, "n%d", i);
        OK(nc_inq_typeid(group, name, &type));
        OK(nc_inq_type(group, type, NULL, &length));
        IS(length == 4 + (size_t)i);
        OK(nc_inq_dimid(group, name, &id));
        OK(nc_inq_dimlen(group, id, &length));
        IS(length == 10 + (size_t)i);
        OK(nc_inq_varid(group, name, &id));
        OK(nc_inq_vartype(group, id, &found));
        IS(found == type);
        OK(nc_inq_atttype(group, NC_GLOBAL, name, &found));
        IS(found == NC_SHORT);
        OK(nc_inq_typeid(below, name, &found));
        OK(nc_inq_vlen(below, found, NULL, NULL, &found));
        IS(found == type);
    }
    OK(nc_close(ncid[0]));
}

/* A program that dies while it replaces a dataset leaves one that the next program replaces. */
static void replaced_by_one_that_dies(const char *keys)
{
    enum { VARIABLES = 30 };
    char name[NC_MAX_NAME + 1];
    int ncid, dim, var, round, i, status;
    const int number = 7;

    for (round = 0; round < 8; round++) {
        pid_t child;

        OK(nc_create(url("dies", keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
        OK(nc_def_dim(ncid, "x", 1, &dim));
        for (i = 0; i < VARIABLES; i++) {
            sprintf(name, "v%d", i);
            OK(nc_def_var(ncid, name, NC_INT, 1, &dim, &var));
            OK(nc_put_var_int(ncid, var, &number));
        }
        OK(nc_close(ncid));
        child = fork();
        if (child == 0) {
            nc_create(url("dies", keys), NC_NETCDF4 | NC_CLOBBER, &ncid);
            _exit(0);
        }
        nanosleep(&(const struct timespec){0, 1000000L * round}, NULL);
        kill(child, SIGKILL);
        IS(waitpid(child, &status, 0) == child);
    }
    OK(nc_create(url("dies", keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_close(ncid));
    /* Also beside a node that can't be read, and where a program has died between the two documents of a group of v2. */
    {
        char path[4200], attributes[4200];
        FILE *file;
        size_t length = strcspn(url("dies", keys), "#") - strlen("file://");

        snprintf(path, sizeof path, "mkdir -p %.*s/m", (int)length, url("dies", keys) + strlen("file://"));
        IS(system(path) == 0);
        snprintf(path, sizeof path, "%.*s/m/zarr.json", (int)length, url("dies", keys) + strlen("file://"));
        file = fopen(path, "w");
        IS(file && fputs("{", file) >= 0 && fclose(file) == 0);
        if (keys[0]) {
            snprintf(path, sizeof path, "%.*s/.zgroup", (int)length, url("dies", keys) + strlen("file://"));
            snprintf(attributes, sizeof attributes, "%.*s/.zattrs", (int)length, url("dies", keys) + strlen("file://"));
            IS(rename(path, attributes) == 0);
            FAILS(NC_EEXIST, nc_create(url("dies", keys), NC_NETCDF4 | NC_NOCLOBBER, &ncid));
        }
    }
    OK(nc_create(url("dies", keys), NC_NETCDF4 | NC_CLOBBER, &ncid));
    OK(nc_close(ncid));
    OK(nc_open(url("dies", keys), NC_NOWRITE, &ncid));
    OK(nc_inq_nvars(ncid, &i));
    IS(i == 0);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    static const char *const formats[] = {"", "&format=v2"};
    int i, round;

    /* Fewer under memcheck, which has one more argument. */
    const int step = argc > 2 ? 5 : 1;
    folder = argv[1];
    for (i = 0; i < 2; i++) {
        definitions_at_one_time(formats[i]);
        for (round = 0; round <= 20; round += step)
            one_group(formats[i], round);
    }
    /* Last: it starts threads, which a child of fork has not, as memcheck says of it. */
    for (i = 0; i < 2; i++)
        replaced_by_one_that_dies(formats[i]);
    return 0;
}
