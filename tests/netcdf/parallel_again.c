/* Ranks of a netCDF program that go on after others have written, and after a failure.

       mpiexec -n N parallel_again STORE */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LENGTH = 8000 };

static const char *prefix;
static int rank, size;
static int values[LENGTH];

static void check(int line, const char *what, int status, int wanted)
{
    if (status == wanted)
        return;
    fprintf(stderr, "rank %d, line %d: %s: %d (%s), not %d\n", rank, line, what, status, nc_strerror(status), wanted);
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

#define OK(call) check(__LINE__, #call, call, NC_NOERR)
#define IS(what, wanted) check(__LINE__, #what, what, wanted)

static void hangs(int number)
{
    (void)number;
    fprintf(stderr, "rank %d waits for ever\n", rank);
    _exit(1);
}

static const char *url(const char *name)
{
    static char text[4200];

    snprintf(text, sizeof text, "file://%s-%s.zarr#mode=udf0", prefix, name);
    return text;
}

static void fill(int value)
{
    for (int i = 0; i < LENGTH; i++)
        values[i] = value;
}

/* One rank makes a dataset with the encoded variable v, all 1. */
static void write_alone(const char *name)
{
    int ncid, dim, var;

    OK(nc_create(url(name), NC_NETCDF4, &ncid));
    OK(nc_def_dim(ncid, "x", LENGTH, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_def_var_deflate(ncid, var, 1, 1, 1));
    fill(1);
    OK(nc_put_var_int(ncid, var, values));
    OK(nc_close(ncid));
}

/* Ranks that only read see after nc_sync what another program has written into chunks that they have. */
static void others_are_seen(int access)
{
    const size_t start = 0, count = 8;
    int ncid, writer, var, first[8];

    if (rank == 0)
        write_alone("seen");
    MPI_Barrier(MPI_COMM_WORLD);
    OK(nc_open_par(url("seen"), NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_var_par_access(ncid, var, access));
    OK(nc_get_vara_int(ncid, var, &start, &count, first));
    IS(first[0], 1);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        fill(2);
        OK(nc_open(url("seen"), NC_WRITE, &writer));
        OK(nc_put_var_int(writer, 0, values));
        OK(nc_close(writer));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    OK(nc_sync(ncid));
    OK(nc_get_vara_int(ncid, var, &start, &count, first));
    IS(first[0], 2);
    OK(nc_close(ncid));
}

/* Ranks that only read decode a chunk once for all of their calls: those that follow need nothing of the store. */
static void readers_keep_chunks(int access)
{
    const size_t count = 8;
    char chunks[4200], away[4200];
    int ncid, var, row[8];

    if (rank == 0)
        write_alone("rows");
    snprintf(chunks, sizeof chunks, "%s-rows.zarr/v/c", prefix);
    snprintf(away, sizeof away, "%s-rows.zarr/away", prefix);
    MPI_Barrier(MPI_COMM_WORLD);
    OK(nc_open_par(url("rows"), NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_var_par_access(ncid, var, access));
    for (size_t start = 0; start < 3 * count; start += count) {
        OK(nc_get_vara_int(ncid, var, &start, &count, row));
        IS(row[0], 1);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0 && start == 0)
            IS(rename(chunks, away), 0);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    OK(nc_close(ncid));
}

/* Ranks that write keep no chunks, whatever the options of the program say: each finds what another one has written. */
static void writers_keep_nothing(int puts, int gets)
{
    const size_t all = LENGTH, none = 0;
    const size_t start = (size_t)(LENGTH * rank / size), count = (size_t)(LENGTH * (rank + 1) / size) - start;
    int ncid, dim, var;

    OK(setenv("ZARR_NETCDF_OPTIONS", "{\"cache_bytes\": 10000000}", 1));
    OK(nc_create_par(url("written"), NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(unsetenv("ZARR_NETCDF_OPTIONS"));
    OK(nc_def_dim(ncid, "x", LENGTH, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_def_var_deflate(ncid, var, 1, 1, 1));
    OK(nc_enddef(ncid));
    OK(nc_var_par_access(ncid, var, NC_COLLECTIVE));
    fill(0);
    OK(nc_put_vara_int(ncid, var, &start, &count, values));
    for (int round = 1; round < size + 2; round++) {
        const int writes = round % size == rank;
        OK(nc_var_par_access(ncid, var, puts));
        fill(round);
        if (puts == NC_COLLECTIVE || writes)
            OK(nc_put_vara_int(ncid, var, &none, writes ? &all : &none, values));
        MPI_Barrier(MPI_COMM_WORLD);
        OK(nc_var_par_access(ncid, var, gets));
        OK(nc_get_vara_int(ncid, var, &none, &all, values));
        for (int i = 0; i < LENGTH; i++)
            IS(values[i], round);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    OK(nc_close(ncid));
}

/* A variable whose name the store can't hold gets another one, and the definitions of all ranks end. */
static void definitions_end_at_last(void)
{
    const size_t start = (size_t)(8 * rank / size), count = (size_t)(8 * (rank + 1) / size) - start;
    char name[257];
    int ncid, dim, kept, var, back[8], all;

    memset(name, 'q', 256);
    name[256] = 0;
    OK(nc_create_par(url("named"), NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(nc_def_dim(ncid, "x", 8, &dim));
    OK(nc_def_var(ncid, "first", NC_INT, 1, &dim, &kept));
    OK(nc_def_var(ncid, name, NC_INT, 1, &dim, &var));
    all = nc_enddef(ncid) == NC_NOERR;
    IS(all, 0);
    OK(nc_rename_var(ncid, var, "second"));
    OK(nc_enddef(ncid));
    fill(5);
    OK(nc_put_vara_int(ncid, kept, &start, &count, values));
    OK(nc_put_vara_int(ncid, var, &start, &count, values));
    OK(nc_sync(ncid));
    OK(nc_get_var_int(ncid, var, back));
    for (int i = 0; i < 8; i++)
        IS(back[i], 5);
    OK(nc_close(ncid));
}

/* Ranks that have another disk at the path: /proc/self/cwd is another folder in each process. No rank reads fill values
   in place of the elements that the first rank has. */
static void other_disks_are_told(void)
{
    char folder[4200];
    int ncid = -1, dim, var;

    if (size == 1 || access("/proc/self/cwd", F_OK) != 0)
        return;
    snprintf(folder, sizeof folder, "%s-disk%d", prefix, rank);
    IS(mkdir(folder, 0777), 0);
    IS(chdir(folder), 0);
    MPI_Barrier(MPI_COMM_WORLD);
    IS(nc_create_par("file:///proc/self/cwd/new.zarr#mode=udf0", NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid), ENOENT);
    if (rank == 0) {
        OK(nc_create("file:///proc/self/cwd/old.zarr#mode=udf0", NC_NETCDF4, &ncid));
        OK(nc_def_dim(ncid, "x", LENGTH, &dim));
        OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
        OK(nc_put_var_int(ncid, var, values));
        OK(nc_close(ncid));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    IS(nc_open_par("file:///proc/self/cwd/old.zarr#mode=udf0", NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid), ENOENT);
    IS(nc_open_par("file:///proc/self/cwd/old.zarr#mode=udf0", NC_WRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid), ENOENT);
    IS(rank && access("old.zarr", F_OK) == 0, 0); /* nothing was made on the other disks */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    prefix = argv[1];
    signal(SIGALRM, hangs);
    alarm(60);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    others_are_seen(NC_INDEPENDENT);
    others_are_seen(NC_COLLECTIVE);
    readers_keep_chunks(NC_INDEPENDENT);
    readers_keep_chunks(NC_COLLECTIVE);
    writers_keep_nothing(NC_INDEPENDENT, NC_INDEPENDENT);
    writers_keep_nothing(NC_INDEPENDENT, NC_COLLECTIVE);
    writers_keep_nothing(NC_COLLECTIVE, NC_INDEPENDENT);
    definitions_end_at_last();
    other_disks_are_told();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: all elements are there\n", size);
    MPI_Finalize();
    return 0;
}
