/* libzarr-netcdf-mpi.so: the plug-in's calls of MPI, over zarr_mpi. It is compiled with the MPI of the programs. */
#include "../src/ranks.h"

#include "../../mpi/src/internal.h"
#include <stdlib.h>
#include <string.h>

#if defined(OPEN_MPI)
#define KIND "Open MPI"
#elif defined(MPICH_VERSION) || defined(I_MPI_VERSION) || defined(MVAPICH2_VERSION)
#define KIND "MPICH"
#else
#define KIND "another MPI"
#endif

enum { MOST_BYTES_A_MESSAGE = 1 << 30 };

/* The parameters that netCDF-C passes to `create` and `open` of a format. */
typedef struct parameters {
    MPI_Comm comm;
    MPI_Info info;
} parameters;

struct zn_ranks {
    MPI_Comm comm;
};

static int join(const void *given, zn_ranks **ranks, int *rank, int *size)
{
    const parameters *from = given;
    zarr_mpi_options options = ZARR_MPI_OPTIONS_INIT;
    zarr_error error;
    int between = 0;

    if (from->comm == MPI_COMM_NULL)
        return 1;
    MPI_Comm_test_inter(from->comm, &between);
    if (between)
        return 1;
    *ranks = malloc(sizeof **ranks);
    if (!*ranks)
        MPI_Abort(from->comm, 1);
    MPI_Comm_dup(from->comm, &(*ranks)->comm);
    MPI_Comm_set_errhandler((*ranks)->comm, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank((*ranks)->comm, rank);
    MPI_Comm_size((*ranks)->comm, size);
    /* Ranks of netCDF-4 may all write one element, such as a coordinate that all of them know. */
    options.overlap = ZARR_MPI_OVERLAP_LAST;
    /* Of a dataset that ranks write none keeps chunks. */
    zm_keep_chunks((*ranks)->comm);
    return zarr_mpi_set_options((*ranks)->comm, &options, &error) != ZARR_OK;
}

static void leave(zn_ranks *ranks)
{
    int is_over = 0;

    MPI_Finalized(&is_over);
    if (!is_over)
        MPI_Comm_free(&ranks->comm);
    free(ranks);
}

static void largest(zn_ranks *ranks, int64_t *numbers, int count)
{
    MPI_Allreduce(MPI_IN_PLACE, numbers, count, MPI_INT64_T, MPI_MAX, ranks->comm);
}

static void tell(zn_ranks *ranks, void *bytes, size_t size)
{
    size_t at, left;

    for (at = 0; at < size; at += left) {
        left = size - at < MOST_BYTES_A_MESSAGE ? size - at : MOST_BYTES_A_MESSAGE;
        MPI_Bcast((char *)bytes + at, (int)left, MPI_BYTE, 0, ranks->comm);
    }
}

static zarr_status write_regions(zn_ranks *ranks, const zarr_array *array, const zarr_region *region, const void *data,
                                 size_t size, zarr_error *error)
{
    return zarr_mpi_write_regions_all(ranks->comm, array, region != NULL, region, &data, &size, error);
}

static zarr_status read_regions(zn_ranks *ranks, const zarr_array *array, const zarr_region *region, void *data,
                                size_t size, zarr_error *error)
{
    return zarr_mpi_read_regions_all(ranks->comm, array, region != NULL, region, &data, &size, error);
}

static const zn_mpi functions = {ZN_MPI_VERSION, join, leave, largest, tell, write_regions, read_regions};

/* MPI tells its name also before MPI_Init. */
static int is_of_the_program(void)
{
    static const char *const relatives[] = {"MPICH", "Intel(R) MPI", "MVAPICH"};
    static char name[MPI_MAX_LIBRARY_VERSION_STRING > 16384 ? MPI_MAX_LIBRARY_VERSION_STRING : 16384];
    size_t i;
    int length, is_mpich = 0;

    MPI_Get_library_version(name, &length);
    for (i = 0; i < sizeof relatives / sizeof *relatives; i++)
        is_mpich |= strstr(name, relatives[i]) != NULL;
    if (!strcmp(KIND, "MPICH"))
        return is_mpich;
    if (!strcmp(KIND, "Open MPI"))
        return strstr(name, "Open MPI") != NULL;
    return !is_mpich && !strstr(name, "Open MPI");
}

__attribute__((visibility("default"))) const zn_mpi *zarr_netcdf_mpi(const char **problem);

const zn_mpi *zarr_netcdf_mpi(const char **problem)
{
    int is_there = 0, is_over = 0;

    *problem = "it is compiled for " KIND ", and the program has another MPI";
    if (!is_of_the_program())
        return NULL;
    MPI_Initialized(&is_there);
    MPI_Finalized(&is_over);
    *problem = "MPI is not running: call MPI_Init before, and nc_close before MPI_Finalize";
    return is_there && !is_over ? &functions : NULL;
}
