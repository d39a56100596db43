/* One program that writes and reads a variable of 512 MB by netCDF: HDF5's file, NCZarr and the plug-in, in rounds that take each in
   turn. Prints medians in seconds.

       cc -O2 serial.c $(nc-config --cflags --libs) -o serial
       LD_PRELOAD=libzarr-netcdf-preload.so ./serial /dev/shm/bench 5

   Each time is from opening or creating the dataset to closing it, without fsync; reading is from the page cache. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <netcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH = 512, SIDE = 512, MOST_ROUNDS = 99, ANYWHERE = 500, ROWS = 1000 };
enum { HDF5, NCZARR, PLUG_IN, WAYS };
enum { WRITE, READ, QUARTER, ELEMENTS, IN_TURN, MEASURES };

static const char *const way_names[WAYS] = {"HDF5", "NCZarr", "plug-in"};
static const char *const measure_names[MEASURES] = {"write all", "read all", "read a quarter as double",
                                                    "500 elements anywhere", "1000 rows, one after the other"};
static float *field, *read_back;
static double *quarter;
static char paths[WAYS][4096];

static void must(int status)
{
    if (status == NC_NOERR)
        return;
    fprintf(stderr, "%s\n", nc_strerror(status));
    exit(1);
}

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void write_all(const char *path, int deflate)
{
    static const size_t chunks[3] = {4, SIDE, SIDE};
    int dataset, variable, dimensions[3];

    must(nc_create(path, NC_NETCDF4 | NC_CLOBBER, &dataset));
    must(nc_def_dim(dataset, "z", DEPTH, &dimensions[0]));
    must(nc_def_dim(dataset, "y", SIDE, &dimensions[1]));
    must(nc_def_dim(dataset, "x", SIDE, &dimensions[2]));
    must(nc_def_var(dataset, "field", NC_FLOAT, 3, dimensions, &variable));
    must(nc_def_var_chunking(dataset, variable, NC_CHUNKED, chunks));
    if (deflate)
        must(nc_def_var_deflate(dataset, variable, 0, 1, 1));
    must(nc_enddef(dataset));
    must(nc_put_var_float(dataset, variable, field));
    must(nc_close(dataset));
}

static void read_as(const char *path, int measure)
{
    static const size_t first[3] = {DEPTH / 4, 0, 0}, lengths[3] = {DEPTH / 4, SIDE, SIDE}, row[3] = {1, 1, SIDE};
    unsigned random = 1;
    int dataset, variable;

    must(nc_open(path, NC_NOWRITE, &dataset));
    must(nc_inq_varid(dataset, "field", &variable));
    if (measure == READ)
        must(nc_get_var_float(dataset, variable, read_back));
    else if (measure == QUARTER)
        must(nc_get_vara_double(dataset, variable, first, lengths, quarter));
    for (int i = 0; measure == ELEMENTS && i < ANYWHERE; i++) {
        size_t at[3];
        for (int d = 0; d < 3; d++) {
            random = random * 1664525 + 1013904223;
            at[d] = (random >> 8) % 512;
        }
        must(nc_get_var1_float(dataset, variable, at, read_back));
    }
    for (size_t i = 0; measure == IN_TURN && i < ROWS; i++) {
        const size_t at[3] = {i / SIDE, i % SIDE, 0};
        must(nc_get_vara_float(dataset, variable, at, row, read_back));
    }
    must(nc_close(dataset));
}

static int erase_one(const char *path, const struct stat *about, int kind, struct FTW *where)
{
    (void)about, (void)kind, (void)where;
    return remove(path);
}

static int by_time(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;

    return a < b ? -1 : a > b;
}

static void measure_all(const char *folder, int deflate, int rounds)
{
    static double times[WAYS][MEASURES][MOST_ROUNDS];
    char name[4096];

    for (int round = -1; round < rounds; round++) /* the first one warms up */
        for (int turn = 0; turn < WAYS; turn++) {
            const int way = (turn + round + WAYS) % WAYS;
            for (int measure = 0; measure < MEASURES; measure++) {
                if (measure == READ)
                    memset(read_back, 0, sizeof *read_back * DEPTH * SIDE * SIDE);
                const double begin = now();
                if (measure == WRITE)
                    write_all(paths[way], deflate);
                else
                    read_as(paths[way], measure);
                if (round >= 0)
                    times[way][measure][round] = now() - begin;
                if (measure == READ && memcmp(read_back, field, sizeof *field * DEPTH * SIDE * SIDE) != 0)
                    must(NC_EINVAL);
            }
            for (int i = 0; i < WAYS; i++) {
                snprintf(name, sizeof name, "%s/data%d", folder, i);
                nftw(name, erase_one, 16, FTW_DEPTH | FTW_PHYS);
            }
        }
    for (int measure = 0; measure < MEASURES; measure++)
        for (int way = 0; way < WAYS; way++) {
            qsort(times[way][measure], (size_t)rounds, sizeof(double), by_time);
            printf("| %s | %s%s | %.3f |\n", measure_names[measure], way_names[way], deflate ? ", deflate 1" : "",
                   times[way][measure][rounds / 2]);
        }
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const int rounds = argc > 2 ? atoi(argv[2]) : 5;
    const size_t elements = (size_t)DEPTH * SIDE * SIDE;

    field = malloc(sizeof *field * elements);
    read_back = malloc(sizeof *read_back * elements);
    quarter = malloc(sizeof *quarter * elements / 4);
    if (argc < 2 || argv[1][0] != '/' || rounds < 1 || rounds > MOST_ROUNDS || !field || !read_back || !quarter) {
        fprintf(stderr, "serial FOLDER ROUNDS, with the whole path of an empty folder\n");
        return 2;
    }
    for (size_t i = 0; i < elements; i++)
        field[i] = (float)(i % 1000) + 0.125f * (float)(i * 7919 % 13);
    snprintf(paths[HDF5], sizeof paths[HDF5], "%s/data0", argv[1]);
    snprintf(paths[NCZARR], sizeof paths[NCZARR], "file://%s/data1#mode=nczarr,file", argv[1]);
    snprintf(paths[PLUG_IN], sizeof paths[PLUG_IN], "file://%s/data2#mode=udf0", argv[1]);
    measure_all(argv[1], 0, rounds);
    measure_all(argv[1], 1, rounds);
    return 0;
}
