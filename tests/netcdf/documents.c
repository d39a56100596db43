/* A program writes what it has changed, and keeps all else of a document that another program has written. */
#include "test.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
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

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    signal(SIGXFSZ, SIG_IGN);
    types_stay("", "zarr.json");
    types_stay("&format=v2", ".zattrs");
    return 0;
}
