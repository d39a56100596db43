/* Independent and collective writes and reads beside PnetCDF and parallel HDF5: one field, divided in the same way, in rounds that
   take each in turn. Prints the median time of the rounds, which is that of the slowest rank.

       mpicc -O2 -DHAVE_PNETCDF -DHAVE_HDF5 collective.c $(pkg-config --cflags --libs zarr-mpi pnetcdf hdf5-openmpi) -lm
       mpiexec -n 4 ./a.out FOLDER ROUNDS [THREADS OF A RANK]

   Each time is from creating the file to closing it, without fsync; reading is from the page cache. */
#define _XOPEN_SOURCE 700
#include <ftw.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zarr_mpi.h>
#ifdef HAVE_PNETCDF
#include <pnetcdf.h>
#endif
#ifdef HAVE_HDF5
#include <hdf5.h>
#endif

enum { DEPTH = 64, HEIGHT = 512, WIDTH = 512, MOST_ROUNDS = 99 };

static const int64_t shape[3] = {DEPTH, HEIGHT, WIDTH}, chunk[3] = {16, 128, 128};
/* The part of a rank, which lies in memory as in the chunk. */
static int64_t parts[3] = {DEPTH, HEIGHT, WIDTH};
static const MPI_Comm world = MPI_COMM_WORLD;
static int rank, ranks;
static int64_t start[3], count[3];
static float *field, *read_back;
static char place[4096];

static void stop(const char *what)
{
    fprintf(stderr, "rank %d: %s\n", rank, what);
    MPI_Abort(world, 1);
}

static void must(zarr_status status, const zarr_error *error)
{
    if (status)
        stop(error->message);
}

static void divide(int aligned)
{
    start[0] = start[2] = 0;
    count[0] = DEPTH;
    count[2] = WIDTH;
    start[1] = HEIGHT * rank / ranks;
    int64_t end = HEIGHT * (rank + 1) / ranks;
    if (!aligned && rank > 0)
        start[1] += 37;
    if (!aligned && rank < ranks - 1)
        end += 37;
    count[1] = end - start[1];
    for (int64_t i = 0, at = 0; i < count[0]; i++)
        for (int64_t j = 0; j < count[1]; j++)
            for (int64_t k = 0; k < count[2]; k++, at++)
                field[at] = roundf(4096 * sinf(0.02f * (float)(start[1] + j)) * cosf(0.03f * (float)k + 0.1f * (float)i) +
                                   (float)((k * 7919 + j * 104729 + i) % 13)) / 4096;
}

static size_t bytes(void)
{
    return (size_t)(count[0] * count[1] * count[2]) * sizeof(float);
}

/* ------------------------------------------------------------------------------------------------------------------ */

static void zarr_write(int collective, const char *codec, const int64_t *chunks)
{
    zarr_array_builder *builder = NULL;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;

    must(zarr_mpi_store_open(world, place, NULL, &store, &error), &error);
    must(zarr_array_builder_new(ZARR_FLOAT32, 3, shape, &builder, &error), &error);
    must(zarr_array_builder_chunk_shape(builder, 3, chunks, &error), &error);
    if (codec)
        must(zarr_array_builder_codec(builder, codec, "{\"level\": 1}", &error), &error);
    must(zarr_mpi_array_create(world, store, "field", builder, &array, &error), &error);
    must(collective ? zarr_mpi_write_region_all(world, array, 3, start, count, field, bytes(), &error)
                    : zarr_array_write_region(array, 3, start, count, field, bytes(), &error),
         &error);
    zarr_array_free(array);
    zarr_store_free(store);
    zarr_array_builder_free(builder);
}

static void zarr_read(int collective)
{
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_error error;

    must(zarr_mpi_store_open(world, place, NULL, &store, &error), &error);
    must(zarr_mpi_array_open(world, store, "field", &array, &error), &error);
    must(collective ? zarr_mpi_read_region_all(world, array, 3, start, count, read_back, bytes(), &error)
                    : zarr_array_read_region(array, 3, start, count, read_back, bytes(), &error),
         &error);
    zarr_array_free(array);
    zarr_store_free(store);
}

static void independent_write(const char *codec)
{
    zarr_write(0, codec, chunk);
}

static void collective_write(const char *codec)
{
    zarr_write(1, codec, chunk);
}

static void parts_write(const char *codec)
{
    zarr_write(1, codec, parts);
}

static void independent_read(void)
{
    zarr_read(0);
}

static void collective_read(void)
{
    zarr_read(1);
}

#ifdef HAVE_PNETCDF
static void good(int status)
{
    if (status != NC_NOERR)
        stop(ncmpi_strerror(status));
}

static void pnetcdf_write(const char *codec)
{
    const MPI_Offset from[3] = {start[0], start[1], start[2]}, lengths[3] = {count[0], count[1], count[2]};
    static const char *const names[3] = {"z", "y", "x"};
    int file, variable, dimensions[3];

    (void)codec;
    good(ncmpi_create(world, place, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file));
    for (int d = 0; d < 3; d++)
        good(ncmpi_def_dim(file, names[d], shape[d], &dimensions[d]));
    good(ncmpi_def_var(file, "field", NC_FLOAT, 3, dimensions, &variable));
    good(ncmpi_enddef(file));
    good(ncmpi_put_vara_float_all(file, variable, from, lengths, field));
    good(ncmpi_close(file));
}

static void pnetcdf_read(void)
{
    const MPI_Offset from[3] = {start[0], start[1], start[2]}, lengths[3] = {count[0], count[1], count[2]};
    int file, variable;

    good(ncmpi_open(world, place, NC_NOWRITE, MPI_INFO_NULL, &file));
    good(ncmpi_inq_varid(file, "field", &variable));
    good(ncmpi_get_vara_float_all(file, variable, from, lengths, read_back));
    good(ncmpi_close(file));
}
#endif

#ifdef HAVE_HDF5
static void fine(hid_t status)
{
    if (status < 0)
        stop("HDF5 has failed");
}

/* codec: NULL for chunks as they are, "contiguous" for no chunks, else deflate. */
static void hdf5_transfer(hid_t file, int writes, const char *codec)
{
    const hsize_t all[3] = {DEPTH, HEIGHT, WIDTH}, chunks[3] = {(hsize_t)chunk[0], (hsize_t)chunk[1], (hsize_t)chunk[2]};
    const hsize_t from[3] = {(hsize_t)start[0], (hsize_t)start[1], (hsize_t)start[2]};
    const hsize_t lengths[3] = {(hsize_t)count[0], (hsize_t)count[1], (hsize_t)count[2]};
    const hid_t space = H5Screate_simple(3, all, NULL), memory = H5Screate_simple(3, lengths, NULL);
    const hid_t layout = H5Pcreate(H5P_DATASET_CREATE), how = H5Pcreate(H5P_DATASET_XFER);

    if (!codec || strcmp(codec, "contiguous") != 0)
        fine(H5Pset_chunk(layout, 3, chunks));
    if (codec && strcmp(codec, "contiguous") != 0)
        fine(H5Pset_deflate(layout, 1));
    fine(H5Pset_fill_time(layout, H5D_FILL_TIME_NEVER));
    fine(H5Pset_dxpl_mpio(how, H5FD_MPIO_COLLECTIVE));
    const hid_t data = writes ? H5Dcreate2(file, "field", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, layout, H5P_DEFAULT)
                              : H5Dopen2(file, "field", H5P_DEFAULT);
    fine(data);
    fine(H5Sselect_hyperslab(space, H5S_SELECT_SET, from, NULL, lengths, NULL));
    fine(writes ? H5Dwrite(data, H5T_NATIVE_FLOAT, memory, space, how, field)
                : H5Dread(data, H5T_NATIVE_FLOAT, memory, space, how, read_back));
    H5Dclose(data);
    H5Pclose(how);
    H5Pclose(layout);
    H5Sclose(memory);
    H5Sclose(space);
}

static void hdf5_write(const char *codec)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    fine(H5Pset_fapl_mpio(access, world, MPI_INFO_NULL));
    const hid_t file = H5Fcreate(place, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    fine(file);
    hdf5_transfer(file, 1, codec);
    fine(H5Fclose(file));
    H5Pclose(access);
}

static void hdf5_read(void)
{
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);

    fine(H5Pset_fapl_mpio(access, world, MPI_INFO_NULL));
    const hid_t file = H5Fopen(place, H5F_ACC_RDONLY, access);
    fine(file);
    hdf5_transfer(file, 0, NULL);
    fine(H5Fclose(file));
    H5Pclose(access);
}
#endif

/* ------------------------------------------------------------------------------------------------------------------ */

typedef struct way {
    const char *name, *codec;
    void (*write)(const char *codec);
    void (*read)(void);
    double writes[MOST_ROUNDS], reads[MOST_ROUNDS];
} way;

static way ways[] = {
    {"libzarr independent", NULL, independent_write, independent_read, {0}, {0}},
    {"libzarr collective", NULL, collective_write, collective_read, {0}, {0}},
    {"libzarr, a chunk a rank", NULL, parts_write, collective_read, {0}, {0}},
#ifdef HAVE_PNETCDF
    {"PnetCDF", NULL, pnetcdf_write, pnetcdf_read, {0}, {0}},
#endif
#ifdef HAVE_HDF5
    {"HDF5 contiguous", "contiguous", hdf5_write, hdf5_read, {0}, {0}},
    {"HDF5 chunked", NULL, hdf5_write, hdf5_read, {0}, {0}},
#endif
    {"libzarr independent zstd", "zstd", independent_write, independent_read, {0}, {0}},
    {"libzarr collective zstd", "zstd", collective_write, collective_read, {0}, {0}},
#ifdef HAVE_HDF5
    {"HDF5 deflate", "deflate", hdf5_write, hdf5_read, {0}, {0}},
#endif
};

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

static void measure(const char *folder, int aligned, int rounds)
{
    const int all = (int)(sizeof ways / sizeof *ways);

    divide(aligned);
    for (int round = -1; round < rounds; round++) /* the first one warms up */
        for (int i = 0; i < all; i++) {
            way *const w = &ways[(i + round + all) % all];
            snprintf(place, sizeof place, "%s/data", folder);
            MPI_Barrier(world);
            double begin = MPI_Wtime();
            w->write(w->codec);
            MPI_Barrier(world);
            const double written = MPI_Wtime() - begin;
            memset(read_back, 0, bytes());
            MPI_Barrier(world);
            begin = MPI_Wtime();
            w->read();
            MPI_Barrier(world);
            if (round >= 0) {
                w->writes[round] = written;
                w->reads[round] = MPI_Wtime() - begin;
            }
            if (memcmp(read_back, field, bytes()) != 0)
                stop(w->name);
            MPI_Barrier(world);
            if (rank == 0)
                nftw(place, erase_one, 16, FTW_DEPTH | FTW_PHYS);
        }
    for (int i = 0; i < all && rank == 0; i++) {
        qsort(ways[i].writes, (size_t)rounds, sizeof(double), by_time);
        qsort(ways[i].reads, (size_t)rounds, sizeof(double), by_time);
        printf("| %d | %s | %s | %.0f | %.0f |\n", ranks, aligned ? "aligned" : "unaligned", ways[i].name,
               1000 * ways[i].writes[rounds / 2], 1000 * ways[i].reads[rounds / 2]);
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const int rounds = argc > 2 ? atoi(argv[2]) : 5;
    zarr_error error;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_size(world, &ranks);
    /* Each rank has its share of the processors, as if mpiexec had bound it to them. */
    const long processors = sysconf(_SC_NPROCESSORS_ONLN) / ranks;
    must(zarr_set_threads(argc > 3 ? atoi(argv[3]) : processors > 1 ? (int)processors : 1, &error), &error);
    parts[1] = HEIGHT / ranks;
    field = malloc((size_t)DEPTH * HEIGHT * WIDTH * sizeof *field);
    read_back = malloc((size_t)DEPTH * HEIGHT * WIDTH * sizeof *field);
    if (argc < 2 || rounds < 1 || rounds > MOST_ROUNDS || !field || !read_back)
        stop("collective FOLDER ROUNDS [THREADS]");
    measure(argv[1], 1, rounds);
    if (ranks > 1)
        measure(argv[1], 0, rounds);
    MPI_Finalize();
    return 0;
}
