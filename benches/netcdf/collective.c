/* Ranks that write and read one variable by netCDF-4 in parallel: HDF5's file and the plug-in's Zarr, in rounds that take each in
   turn. Prints the median time of the rounds, which is that of the slowest rank.

       mpicc -O2 collective.c -I$(nc-config --prefix)/include -lnetcdf_mpi -o collective
       mpiexec -n 4 env LD_PRELOAD=libzarr-netcdf-preload.so ZARR_NETCDF_MPI=libzarr-netcdf-mpi.so ./collective /dev/shm/bench 5

   Each time is from creating the dataset to closing it, without fsync; reading is from the page cache. */
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 64, HEIGHT = 512, WIDTH = 512, MOST_ROUNDS = 99 };

static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, ranks;
static size_t start[3], count[3];
static float *field, *read_back;

static void must(int status)
{
    if (status == NC_NOERR)
        return;
    fprintf(stderr, "rank %d: %s\n", rank, nc_strerror(status));
    MPI_Abort(world, 1);
}

static void divide(int aligned)
{
    const size_t begin = (size_t)(HEIGHT * rank / ranks), end = (size_t)(HEIGHT * (rank + 1) / ranks);
    const size_t shift = aligned ? 0 : 37;

    start[1] = begin + (rank > 0 ? shift : 0);
    count[0] = DEPTH;
    count[1] = end + (rank < ranks - 1 ? shift : 0) - start[1];
    count[2] = WIDTH;
    for (size_t i = 0; i < count[0] * count[1] * count[2]; i++)
        field[i] = (float)((i + (size_t)rank) % 1000);
}

static void write_all(const char *path, int access, int deflate)
{
    static const size_t chunks[3] = {1, 64, 512};
    int dataset, variable, dimensions[3];

    must(nc_create_par(path, NC_NETCDF4, world, MPI_INFO_NULL, &dataset));
    must(nc_def_dim(dataset, "z", DEPTH, &dimensions[0]));
    must(nc_def_dim(dataset, "y", HEIGHT, &dimensions[1]));
    must(nc_def_dim(dataset, "x", WIDTH, &dimensions[2]));
    must(nc_def_var(dataset, "field", NC_FLOAT, 3, dimensions, &variable));
    must(nc_def_var_chunking(dataset, variable, NC_CHUNKED, chunks));
    must(nc_def_var_fill(dataset, variable, NC_NOFILL, NULL));
    if (deflate)
        must(nc_def_var_deflate(dataset, variable, 0, 1, 1));
    must(nc_enddef(dataset));
    must(nc_var_par_access(dataset, variable, access));
    must(nc_put_vara_float(dataset, variable, start, count, field));
    must(nc_close(dataset));
}

static void read_all(const char *path, int access)
{
    int dataset, variable;

    must(nc_open_par(path, NC_NOWRITE, world, MPI_INFO_NULL, &dataset));
    must(nc_inq_varid(dataset, "field", &variable));
    must(nc_var_par_access(dataset, variable, access));
    must(nc_get_vara_float(dataset, variable, start, count, read_back));
    must(nc_close(dataset));
}

static int by_time(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;

    return a < b ? -1 : a > b;
}

static void measure(const char *folder, int aligned, int access, int deflate, int rounds)
{
    static const char *const names[2] = {"HDF5", "plug-in"};
    static double writes[2][MOST_ROUNDS], reads[2][MOST_ROUNDS];
    char paths[2][4096];

    snprintf(paths[0], sizeof paths[0], "%s/data.nc", folder);
    snprintf(paths[1], sizeof paths[1], "file://%s/data.zarr#mode=udf0", folder);
    divide(aligned);
    for (int round = -1; round < rounds; round++) /* the first one warms up */
        for (int turn = 0; turn < 2; turn++) {
            const int way = (turn + round + 2) % 2;
            MPI_Barrier(world);
            double begin = MPI_Wtime();
            write_all(paths[way], access, deflate);
            MPI_Barrier(world);
            const double written = MPI_Wtime() - begin;
            memset(read_back, 0, count[0] * count[1] * count[2] * sizeof *read_back);
            MPI_Barrier(world);
            begin = MPI_Wtime();
            read_all(paths[way], access);
            MPI_Barrier(world);
            if (round >= 0) {
                writes[way][round] = written;
                reads[way][round] = MPI_Wtime() - begin;
            }
            if (memcmp(read_back, field, count[0] * count[1] * count[2] * sizeof *field) != 0)
                must(NC_EINVAL);
        }
    for (int way = 0; way < 2 && rank == 0; way++) {
        qsort(writes[way], (size_t)rounds, sizeof(double), by_time);
        qsort(reads[way], (size_t)rounds, sizeof(double), by_time);
        printf("| %d ranks, %s | %s%s | %s | %.0f / %.0f |\n", ranks, aligned ? "aligned" : "unaligned",
               access == NC_COLLECTIVE ? "collective" : "independent", deflate ? ", deflate 1" : "", names[way],
               1000 * writes[way][rounds / 2], 1000 * reads[way][rounds / 2]);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const int rounds = argc > 2 ? atoi(argv[2]) : 5;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    field = malloc(sizeof *field * DEPTH * HEIGHT * WIDTH);
    read_back = malloc(sizeof *read_back * DEPTH * HEIGHT * WIDTH);
    if (argc < 2 || argv[1][0] != '/' || rounds < 1 || rounds > MOST_ROUNDS || !field || !read_back) {
        fprintf(stderr, "collective FOLDER ROUNDS, with the whole path of an empty folder\n");
        MPI_Abort(world, 2);
    }
    for (int aligned = 1; aligned >= (ranks == 1); aligned--) {
        measure(argv[1], aligned, NC_INDEPENDENT, 0, rounds);
        measure(argv[1], aligned, NC_COLLECTIVE, 0, rounds);
        measure(argv[1], aligned, NC_COLLECTIVE, 1, rounds);
    }
    MPI_Finalize();
    return 0;
}
