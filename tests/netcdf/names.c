/* names <prefix of stores>: dimensions of one name that several programs define. What a program would lose: the length
 * or the dimension of a variable, without an error. */
#include "test.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void two(const char *name, const char *keys, int *ncid, int *other)
{
    OK(nc_create(url(name, keys), NC_NETCDF4, ncid));
    OK(nc_def_dim(*ncid, "x", 4, other));
    OK(nc_def_grp(*ncid, "g", other));
    OK(nc_close(*ncid));
    OK(nc_open(url(name, ""), NC_WRITE, ncid));
    OK(nc_open(url(name, ""), NC_WRITE, other));
}

/* The length of the one dimension of a variable. */
static size_t length(int ncid, const char *variable, int *unlimited)
{
    int var, dim, unlimited_dim;
    size_t len;

    OK(nc_inq_varid(ncid, variable, &var));
    OK(nc_inq_vardimid(ncid, var, &dim));
    OK(nc_inq_dimlen(ncid, dim, &len));
    OK(nc_inq_unlimdim(ncid, &unlimited_dim));
    *unlimited = dim == unlimited_dim;
    return len;
}

static void define(int ncid, const char *dimension, size_t len, const char *variable)
{
    int dim, var;

    OK(nc_def_dim(ncid, dimension, len, &dim));
    OK(nc_def_var(ncid, variable, NC_INT, 1, &dim, &var));
}

/* The second program learns that its dimension is not there, keeps all else, and can give it another name. */
static void refused(const char *keys, size_t first, size_t second)
{
    int ncid, other, var, unlimited;
    size_t start = 2;

    two("refused", keys, &ncid, &other);
    define(ncid, "y", first, "a");
    OK(nc_sync(ncid));
    define(other, "y", second, "b");
    define(other, "z", 7, "c");
    OK(nc_put_att_text(other, NC_GLOBAL, "title", 2, "it"));
    FAILS(NC_ENAMEINUSE, nc_sync(other));
    OK(nc_inq_varid(ncid, "a", &var));
    OK(nc_put_var1_int(ncid, var, &start, &(const int){1}));
    OK(nc_close(ncid));
    OK(nc_open(url("refused", ""), NC_NOWRITE, &ncid));
    IS(length(ncid, "a", &unlimited) == (first ? first : 3) && unlimited == !first);
    IS(length(ncid, "c", &unlimited) == 7);
    FAILS(NC_ENOTVAR, nc_inq_varid(ncid, "b", &var));
    OK(nc_inq_attid(ncid, NC_GLOBAL, "title", &var));
    OK(nc_close(ncid));

    OK(nc_inq_dimid(other, "y", &var));
    OK(nc_rename_dim(other, var, "mine"));
    OK(nc_close(other));
    OK(nc_open(url("refused", ""), NC_NOWRITE, &ncid));
    IS(length(ncid, "b", &unlimited) == second && unlimited == !second);
    IS(length(ncid, "a", &unlimited) == (first ? first : 3) && unlimited == !first);
    OK(nc_close(ncid));
}

/* Dimensions that both define alike are one; unlimited ones have the longest length. */
static void merged(const char *keys)
{
    int ncid, other, var, unlimited;
    size_t start = 4;

    two("merged", keys, &ncid, &other);
    define(ncid, "y", 10, "a");
    define(other, "y", 10, "b");
    define(ncid, "t", NC_UNLIMITED, "c");
    define(other, "t", NC_UNLIMITED, "d");
    OK(nc_inq_varid(ncid, "c", &var));
    OK(nc_put_var1_int(ncid, var, &start, &(const int){1}));
    OK(nc_close(ncid));
    OK(nc_close(other));
    OK(nc_open(url("merged", ""), NC_NOWRITE, &ncid));
    IS(length(ncid, "a", &unlimited) == 10 && length(ncid, "b", &unlimited) == 10 && !unlimited);
    IS(length(ncid, "c", &unlimited) == 5 && unlimited && length(ncid, "d", &unlimited) == 5 && unlimited);
    FAILS(NC_EBADDIM, nc_inq_dim(ncid, 3, NULL, NULL));
    OK(nc_close(ncid));
}

/* A variable on a dimension of the root stays there, also where another program defines one of the name in the group of
 * the variable. */
static void of_the_root(const char *keys)
{
    int ncid, other, group, dim, var, own;

    two("root", keys, &ncid, &other);
    OK(nc_inq_ncid(ncid, "g", &group));
    OK(nc_inq_dimid(ncid, "x", &dim));
    OK(nc_def_var(group, "v", NC_INT, 1, &dim, &var));
    OK(nc_sync(ncid));
    OK(nc_inq_ncid(other, "g", &group));
    define(group, "x", 5, "w");
    OK(nc_close(other));
    OK(nc_close(ncid));
    OK(nc_open(url("root", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_dimid(ncid, "x", &dim));
    OK(nc_inq_ncid(ncid, "g", &group));
    OK(nc_inq_varid(group, "v", &var));
    OK(nc_inq_vardimid(group, var, &own));
    IS(own == dim);
    FAILS(NC_ENOTATT, nc_inq_attid(group, var, "zarr_warning", &own));
    IS(length(group, "w", &own) == 5);
    OK(nc_close(ncid));
}

static void file_of(const char *path, const char *text)
{
    char name[4096];
    FILE *file;

    snprintf(name, sizeof name, "%s-found.zarr/%s", folder, path);
    file = fopen(name, "w");
    IS(file && fputs(text, file) >= 0 && !fclose(file));
}

static void array_of(int length)
{
    char text[1024];

    snprintf(text, sizeof text, "%s-found.zarr", folder);
    mkdir(text, 0777);
    snprintf(text, sizeof text, "%s-found.zarr/v", folder);
    mkdir(text, 0777);
    file_of(".zgroup", "{\"zarr_format\": 2}");
    file_of("v/.zattrs", "{\"_ARRAY_DIMENSIONS\": [\"t\"]}");
    snprintf(text, sizeof text,
             "{\"zarr_format\": 2, \"shape\": [%d], \"chunks\": [5], \"dtype\": \"<i4\", \"compressor\": null, "
             "\"filters\": null, \"fill_value\": 0, \"order\": \"C\"}",
             length);
    file_of("v/.zarray", text);
}

/* Two programs add to a dataset of other software, which has made an array longer between: the dimension is one that
 * both have found, and none of them is refused. */
static void found(void)
{
    int ncid, other, dim, var, unlimited;
    char command[4200];

    snprintf(command, sizeof command, "rm -rf '%s-found.zarr'", folder);
    IS(system(command) == 0);
    array_of(10);
    OK(nc_open(url("found", ""), NC_WRITE, &ncid));
    array_of(12);
    OK(nc_open(url("found", ""), NC_WRITE, &other));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "a", 1, "x"));
    OK(nc_close(ncid));
    OK(nc_put_att_text(other, NC_GLOBAL, "b", 1, "x"));
    OK(nc_inq_dimid(other, "t", &dim));
    OK(nc_def_var(other, "w", NC_INT, 1, &dim, &var));
    OK(nc_close(other));
    OK(nc_open(url("found", ""), NC_NOWRITE, &ncid));
    IS(length(ncid, "v", &unlimited) == 12 && length(ncid, "w", &unlimited) == 12);
    OK(nc_inq_attid(ncid, NC_GLOBAL, "a", &var));
    OK(nc_inq_attid(ncid, NC_GLOBAL, "b", &var));
    OK(nc_close(ncid));
}

/* Of processes that define one name at an instant one has its dimension, and all others are told. */
static void at_one_time(const char *keys)
{
    enum { PROCESSES = 6 };
    int round, i, ncid, other, status, won, winners, ready[2], unlimited;
    char name[20];

    for (round = 0; round < 5; round++) {
        two("instant", keys, &ncid, &other);
        OK(nc_close(ncid));
        OK(nc_close(other));
        IS(pipe(ready) == 0);
        for (i = 0; i < PROCESSES; i++)
            if (fork() == 0) {
                OK(nc_open(url("instant", ""), NC_WRITE, &ncid));
                sprintf(name, "v%d", i);
                define(ncid, "y", 10 + (size_t)i, name);
                close(ready[1]);
                status = read(ready[0], name, 1) == 0 ? nc_close(ncid) : NC_EIO;
                _exit(status == NC_NOERR ? 1 + i : status == NC_ENAMEINUSE ? 0 : 99);
            }
        close(ready[1]);
        close(ready[0]);
        for (i = won = winners = 0; i < PROCESSES; i++) {
            IS(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) <= PROCESSES);
            winners += WEXITSTATUS(status) != 0;
            won += WEXITSTATUS(status);
        }
        IS(winners == 1);
        OK(nc_open(url("instant", ""), NC_NOWRITE, &ncid));
        sprintf(name, "v%d", won - 1);
        IS(length(ncid, name, &unlimited) == 9 + (size_t)won);
        OK(nc_inq_nvars(ncid, &i));
        IS(i == 1);
        OK(nc_close(ncid));
    }
}

int main(int argc, char **argv)
{
    static const char *const keys[] = {"", "&format=v2"};
    int i;

    (void)argc;
    folder = argv[1];
    found();
    for (i = 0; i < 2; i++) {
        refused(keys[i], 10, 20);
        refused(keys[i], NC_UNLIMITED, 20);
        refused(keys[i], 20, NC_UNLIMITED);
        merged(keys[i]);
        of_the_root(keys[i]);
        at_one_time(keys[i]);
    }
    return 0;
}
