/* parallel <prefix of stores> <rounds>, or 0 where access is refused, -1 without locks: datasets of all ranks of an MPI
 * program. What such a program would lose: an element, a record, a definition, or its end, where one rank fails and the
 * others wait for it. Elements and documents have to be those of a dataset that one process writes. */
#define _POSIX_C_SOURCE 200809L
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zarr.h>

enum { MOST = 4 };

static const char *prefix;
static int rank, size;
static unsigned state = 1;

static void fail(int line, const char *what, int status)
{
    fprintf(stderr, "parallel.c:%d: rank %d of %d: %s: %d %s\n", line, rank, size, what, status,
            status ? nc_strerror(status) : "");
    fflush(stderr);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

#define IS(condition)                           \
    do {                                        \
        if (!(condition))                       \
            fail(__LINE__, "not so: " #condition, 0); \
    } while (0)
#define OK(call)                            \
    do {                                    \
        int status_ = (call);               \
        if (status_)                        \
            fail(__LINE__, #call, status_); \
    } while (0)
#define FAILS(code, call)                   \
    do {                                    \
        int status_ = (call);               \
        if (status_ != (code))              \
            fail(__LINE__, #call, status_); \
    } while (0)
/* All ranks get one code, which is none of success. */
#define ALL_FAIL(call)                                                     \
    do {                                                                   \
        int status_ = (call), codes_[2] = {status_, -status_};             \
        MPI_Allreduce(MPI_IN_PLACE, codes_, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD); \
        if (!status_ || codes_[0] != -codes_[1])                           \
            fail(__LINE__, #call, status_);                                \
    } while (0)

static void hangs(int number)
{
    static const char text[] = "the test hangs: the watchdog ends it\n";

    (void)number;
    if (write(2, text, sizeof text - 1) < 0)
        _exit(98);
    _exit(97);
}

static int below(int limit)
{
    state = state * 1103515245u + 12345u;
    return (int)(state >> 8) % limit;
}

static const char *path_of(const char *name)
{
    static char text[4096];

    snprintf(text, sizeof text, "%s-%s.zarr", prefix, name);
    return text;
}

static const char *url(const char *name, const char *keys)
{
    static char text[4200];

    snprintf(text, sizeof text, "file://%s#mode=udf0%s", path_of(name), keys);
    return text;
}

/* From 4.9.2 on netCDF opens no directory. */
static const char *existing(const char *name)
{
    static char text[4200];

    if (!strncmp(nc_inq_libvers(), "4.9.0", 5))
        return url(name, "");
    snprintf(text, sizeof text, "%s/zarr.json", path_of(name));
    if (access(text, F_OK))
        snprintf(text, sizeof text, "%s/.zgroup", path_of(name));
    return text;
}

static int create(const char *name, const char *keys, int *ncid)
{
    return nc_create_par(url(name, keys), NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, ncid);
}

static int reopen(const char *name, int mode, int *ncid)
{
    return nc_open_par(existing(name), mode, MPI_COMM_WORLD, MPI_INFO_NULL, ncid);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Any decomposition, chunks, types and access
 * ------------------------------------------------------------------------------------------------------------------ */

typedef struct box {
    size_t start[MOST], count[MOST];
} box;

/* Cuts a block among so many ranks, evenly or not; `aligned` cuts lie between chunks. */
static box part_of(int ndims, box all, const size_t *chunks, int ranks, int own, int aligned)
{
    const unsigned before = state;

    while (ranks > 1) {
        const int d = below(ndims), left = 1 + below(ranks - 1);
        size_t cut = all.start[d] + (size_t)below((int)all.count[d] + 1);

        if (aligned)
            cut -= cut % chunks[d];
        if (cut < all.start[d])
            cut = all.start[d];
        if (own < left) {
            all.count[d] = cut - all.start[d];
            ranks = left;
        } else {
            all.count[d] -= cut - all.start[d];
            all.start[d] = cut;
            own -= left;
            ranks -= left;
        }
    }
    /* Ranks of two sides have drawn different numbers. */
    state = before + 12345;
    return all;
}

static double value_at(int ndims, const size_t *shape, const size_t *place)
{
    size_t number = 0;
    int d;

    for (d = 0; d < ndims; d++)
        number = number * shape[d] + place[d];
    return 1 + (double)(number * 7 % 30011);
}

static size_t volume(int ndims, const size_t *count)
{
    size_t all = 1;
    int d;

    for (d = 0; d < ndims; d++)
        all *= count[d];
    return all;
}

/* Fills a block with its values, or compares it. */
static int block(int ndims, const size_t *shape, const box *part, double *values, int compare)
{
    size_t i, all = volume(ndims, part->count), place[MOST] = {0};
    int d;

    for (i = 0; i < all; i++) {
        size_t there[MOST];

        for (d = 0; d < ndims; d++)
            there[d] = part->start[d] + place[d];
        if (!compare)
            values[i] = value_at(ndims, shape, there);
        else if (values[i] != value_at(ndims, shape, there))
            return 0;
        for (d = ndims - 1; d >= 0 && ++place[d] == part->count[d]; d--)
            place[d] = 0;
    }
    return 1;
}

/* Two stores with the same keys and values. */
static void same_stores(const char *one, const char *other)
{
    zarr_store *stores[2] = {NULL, NULL};
    zarr_strings *keys[2] = {NULL, NULL};
    zarr_error error;
    char path[4096];
    size_t i;

    snprintf(path, sizeof path, "%s", path_of(one));
    IS(!zarr_store_open(path, NULL, &stores[0], &error) && !zarr_store_open(path_of(other), NULL, &stores[1], &error));
    IS(!zarr_store_list_prefix(stores[0], "", &keys[0], &error));
    IS(!zarr_store_list_prefix(stores[1], "", &keys[1], &error));
    IS(zarr_strings_count(keys[0]) == zarr_strings_count(keys[1]));
    for (i = 0; i < zarr_strings_count(keys[0]); i++) {
        const char *key = zarr_strings_get(keys[0], i);
        zarr_bytes *a = NULL, *b = NULL;

        IS(!strcmp(key, zarr_strings_get(keys[1], i)));
        IS(!zarr_store_get(stores[0], key, &a, &error) && !zarr_store_get(stores[1], key, &b, &error));
        if (zarr_bytes_size(a) != zarr_bytes_size(b) ||
            memcmp(zarr_bytes_data(a), zarr_bytes_data(b), zarr_bytes_size(a)))
            fail(__LINE__, key, 0);
        zarr_bytes_free(a);
        zarr_bytes_free(b);
    }
    for (i = 0; i < 2; i++) {
        zarr_strings_free(keys[i]);
        zarr_store_free(stores[i]);
    }
}

static int define(int ncid, int ndims, const size_t *shape, const size_t *chunks, nc_type type, int *var)
{
    int d, dims[MOST];
    char name[16];

    for (d = 0; d < ndims; d++) {
        sprintf(name, "d%d", d);
        OK(nc_def_dim(ncid, name, shape[d], &dims[d]));
    }
    OK(nc_def_var(ncid, "v", type, ndims, dims, var));
    OK(nc_def_var_chunking(ncid, *var, NC_CHUNKED, chunks));
    OK(nc_put_att_text(ncid, *var, "units", 1, "m"));
    return nc_enddef(ncid);
}

static void round_of(int number)
{
    static const char *const keys[] = {"", "&codec=zstd:1", "&format=v2", "&codec=zstd:1&shard_bytes=3000"};
    static const nc_type types[] = {NC_DOUBLE, NC_SHORT, NC_FLOAT, NC_INT64, NC_UINT};
    size_t shape[MOST], chunks[MOST];
    box all, part;
    double *values;
    int ncid, var, d, ndims, collective, aligned, form;
    nc_type type;

    state = (unsigned)number * 2654435769u + 17;
    ndims = 1 + below(3);
    form = below(4);
    type = types[below(5)];
    collective = below(2);
    aligned = below(2);
    memset(&all, 0, sizeof all);
    for (d = 0; d < ndims; d++) {
        all.count[d] = shape[d] = (size_t)(1 + below(ndims == 1 ? 2000 : 40));
        chunks[d] = 1 + (size_t)below((int)shape[d]);
    }
    part = part_of(ndims, all, chunks, size, rank, aligned);
    values = malloc((volume(ndims, shape) + 1) * sizeof *values);
    IS(values != NULL);

    OK(create("model", keys[form], &ncid));
    OK(define(ncid, ndims, shape, chunks, type, &var));
    OK(nc_var_par_access(ncid, var, collective ? NC_COLLECTIVE : NC_INDEPENDENT));
    block(ndims, shape, &part, values, 0);
    if (collective || volume(ndims, part.count))
        OK(nc_put_vara_double(ncid, var, part.start, part.count, values));
    /* Elements of other ranks are there after a collective call. */
    OK(nc_sync(ncid));
    part = part_of(ndims, all, chunks, size, rank, 0);
    OK(nc_var_par_access(ncid, var, below(2) ? NC_COLLECTIVE : NC_INDEPENDENT));
    OK(nc_get_vara_double(ncid, var, part.start, part.count, values));
    IS(block(ndims, shape, &part, values, 1));
    OK(nc_close(ncid));

    OK(reopen("model", NC_NOWRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    part = part_of(ndims, all, chunks, size, rank, below(2));
    OK(nc_var_par_access(ncid, var, below(2) ? NC_COLLECTIVE : NC_INDEPENDENT));
    OK(nc_get_vara_double(ncid, var, part.start, part.count, values));
    IS(block(ndims, shape, &part, values, 1));
    OK(nc_close(ncid));

    if (rank == 0) {
        OK(nc_create(url("alone", keys[form]), NC_NETCDF4, &ncid));
        OK(define(ncid, ndims, shape, chunks, type, &var));
        block(ndims, shape, &all, values, 0);
        OK(nc_put_var_double(ncid, var, values));
        OK(nc_close(ncid));
        same_stores("alone", "model");
    }
    free(values);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Records
 * ------------------------------------------------------------------------------------------------------------------ */

/* Each step is written by all ranks; the length is that of all, also of the rank without a part. */
static void records(const char *keys, int filtered)
{
    int ncid, dims[2], field, mean, plain, unlimited, others[6], i;
    size_t start[2] = {0, 0}, count[2] = {1, 0}, len, t;
    const size_t first = (size_t)(23 * rank / size), end = (size_t)(23 * (rank + 1) / size);
    float row[23], all[6][23];

    OK(create("records", keys, &ncid));
    OK(nc_def_dim(ncid, "time", NC_UNLIMITED, &dims[0]));
    OK(nc_def_dim(ncid, "x", 23, &dims[1]));
    OK(nc_def_var(ncid, "field", NC_FLOAT, 2, dims, &field));
    OK(nc_def_var(ncid, "mean", NC_INT, 1, dims, &mean));
    OK(nc_def_var(ncid, "plain", NC_INT, 1, dims, &plain));
    if (filtered)
        OK(nc_def_var_deflate(ncid, field, 0, 1, 1)); /* which makes access collective */
    OK(nc_enddef(ncid));
    FAILS(NC_ECANTEXTEND, nc_put_var1_int(ncid, plain, start, &rank));
    if (!filtered)
        OK(nc_var_par_access(ncid, field, NC_COLLECTIVE));
    OK(nc_var_par_access(ncid, mean, NC_COLLECTIVE));
    for (t = 0; t < 6; t++) {
        const int last = size - 1, it = (int)t;

        start[0] = t;
        start[1] = first;
        count[0] = 1;
        count[1] = end - first;
        for (i = 0; i < 23; i++)
            row[i] = (float)(100 * t + first + (size_t)i);
        OK(nc_put_vara_float(ncid, field, start, count, row));
        OK(nc_inq_dimlen(ncid, dims[0], &len));
        IS(len == t + 1);
        /* One rank has the element, the others nothing; they learn of the length all the same. */
        count[0] = rank == last;
        OK(nc_put_vara_int(ncid, mean, start, count, &it));
        start[1] = 0;
        count[0] = 1;
        count[1] = 23;
        OK(nc_get_vara_float(ncid, field, start, count, row));
        for (i = 0; i < 23; i++)
            IS(row[i] == (float)(100 * (int)t + i));
    }
    OK(nc_get_var_int(ncid, plain, others));
    IS(others[0] == NC_FILL_INT && others[5] == NC_FILL_INT);
    OK(nc_sync(ncid));
    /* The array has its length now, and every rank writes by itself. */
    start[0] = (size_t)rank;
    if (rank < 6)
        OK(nc_put_var1_int(ncid, plain, start, &rank));
    start[0] = 6;
    FAILS(NC_ECANTEXTEND, nc_put_var1_int(ncid, plain, start, &rank));
    OK(nc_close(ncid));

    OK(reopen("records", NC_NOWRITE, &ncid));
    OK(nc_inq_dimlen(ncid, dims[0], &len));
    OK(nc_inq_unlimdim(ncid, &unlimited));
    IS(len == 6 && unlimited == dims[0]);
    OK(nc_get_var_float(ncid, field, all[0]));
    for (t = 0; t < 6; t++)
        for (i = 0; i < 23; i++)
            IS(all[t][i] == (float)(100 * (int)t + i));
    OK(nc_get_var_int(ncid, mean, others));
    for (i = 0; i < 6; i++)
        IS(others[i] == i);
    OK(nc_get_var_int(ncid, plain, others));
    for (i = 0; i < 6; i++)
        IS(others[i] == (i < size ? i : NC_FILL_INT));
    OK(nc_close(ncid));

    /* Further records in a dataset that is there. */
    OK(reopen("records", NC_WRITE, &ncid));
    OK(nc_var_par_access(ncid, NC_GLOBAL, NC_COLLECTIVE));
    start[0] = (size_t)(6 + rank);
    count[0] = 1;
    OK(nc_put_vara_int(ncid, mean, start, count, &rank));
    OK(nc_inq_dimlen(ncid, dims[0], &len));
    IS(len == (size_t)(6 + size));
    OK(nc_close(ncid));
    OK(reopen("records", NC_NOWRITE, &ncid));
    for (i = 0; i < size; i++) {
        int value;

        start[0] = (size_t)(6 + i);
        OK(nc_get_var1_int(ncid, mean, start, &value));
        IS(value == i);
        OK(nc_get_var1_float(ncid, field, start, row));
        IS(row[0] == NC_FILL_FLOAT);
    }
    OK(nc_close(ncid));
}

/* ------------------------------------------------------------------------------------------------------------------
 * Everything else that is defined, and types that the collective calls don't take
 * ------------------------------------------------------------------------------------------------------------------ */

static void definitions(void)
{
    typedef struct point {
        double x;
        short id;
    } point;
    int ncid, group, dim, odd, word, spot, one, late, i, renamed;
    size_t start[1], count[1] = {1}, two = 2;
    ptrdiff_t stride[1] = {1};
    nc_type type;
    point mine, back[16];
    char text[32], *words[16];
    const char *own = text;
    double wide[2] = {1, 1e9};
    short narrow[32];
    int whole[32];

    OK(create("definitions", "", &ncid));
    OK(nc_def_dim(ncid, "rank", (size_t)size, &dim));
    OK(nc_def_grp(ncid, "inner", &group));
    OK(nc_def_compound(ncid, sizeof(point), "point", &type));
    OK(nc_insert_compound(ncid, type, "x", NC_COMPOUND_OFFSET(point, x), NC_DOUBLE));
    OK(nc_insert_compound(ncid, type, "id", NC_COMPOUND_OFFSET(point, id), NC_SHORT));
    OK(nc_def_var(group, "words", NC_STRING, 1, &dim, &word));
    OK(nc_def_var(group, "spots", type, 1, &dim, &spot));
    OK(nc_def_var(ncid, "one", NC_INT, 0, NULL, &one));
    OK(nc_def_dim(ncid, "twice", 2 * (size_t)size, &odd));
    OK(nc_put_att_int(ncid, NC_GLOBAL, "ranks", NC_INT, 1, &size));
    OK(nc_enddef(ncid));
    OK(nc_var_par_access(group, word, NC_COLLECTIVE));
    OK(nc_var_par_access(group, spot, NC_COLLECTIVE));
    OK(nc_var_par_access(ncid, one, NC_COLLECTIVE));
    start[0] = (size_t)rank;
    sprintf(text, "of rank %d", rank);
    mine.x = rank + 0.5;
    mine.id = (short)(10 * rank);
    OK(nc_put_vara_string(group, word, start, count, &own));
    OK(nc_put_vara(group, spot, start, count, &mine));
    OK(nc_put_var_int(ncid, one, &size)); /* by all ranks */

    OK(nc_redef(ncid));
    OK(nc_def_var(ncid, "late", NC_SHORT, 1, &odd, &late));
    OK(nc_rename_var(ncid, one, "single"));
    OK(nc_put_att_text(ncid, late, "units", 1, "K"));
    OK(nc_enddef(ncid));
    OK(nc_rename_grp(group, "outer"));
    OK(nc_var_par_access(ncid, late, NC_COLLECTIVE));
    /* Steps; and a number that does not fit, on one rank. */
    stride[0] = size;
    wide[1] = rank == 0 ? 1e9 : 2;
    FAILS(rank == 0 ? NC_ERANGE : NC_NOERR, nc_put_vars_double(ncid, late, start, &two, stride, wide));
    OK(nc_sync(ncid));
    OK(nc_get_var_short(ncid, late, narrow));
    for (i = 0; i < size; i++)
        IS(narrow[i] == 1 && (i == 0 || narrow[size + i] == 2));
    /* Ranks share a chunk, and each has its own map, and another type than the variable or the same. */
    start[0] = 2 * (size_t)rank;
    wide[1] = 10 * rank;
    wide[0] = rank == 0 ? 1e9 : 10 * rank + 1;
    narrow[1] = (short)(10 * rank);
    narrow[0] = (short)(10 * rank + 1);
    stride[0] = -1;
    FAILS(rank == 0 ? NC_ERANGE : NC_NOERR,
          rank % 2 ? nc_put_varm_short(ncid, late, start, &two, NULL, stride, narrow + 1)
                   : nc_put_varm_double(ncid, late, start, &two, NULL, stride, wide + 1));
    start[0] = 0;
    count[0] = 2 * (size_t)size;
    OK(rank % 2 ? nc_get_varm_short(ncid, late, start, count, NULL, stride, narrow + count[0] - 1)
                : nc_get_varm_int(ncid, late, start, count, NULL, stride, whole + count[0] - 1));
    for (i = 1; i < size; i++) {
        const size_t at = count[0] - 1 - 2 * (size_t)i;

        IS(rank % 2 ? narrow[at] == 10 * i && narrow[at - 1] == 10 * i + 1
                    : whole[at] == 10 * i && whole[at - 1] == 10 * i + 1);
    }
    OK(nc_close(ncid));

    OK(reopen("definitions", NC_NOWRITE, &ncid));
    OK(nc_inq_ncid(ncid, "outer", &group));
    OK(nc_inq_varid(ncid, "single", &renamed));
    OK(nc_get_var_int(ncid, renamed, &i));
    IS(i == size);
    OK(nc_get_att_int(ncid, NC_GLOBAL, "ranks", &i));
    IS(i == size);
    OK(nc_var_par_access(group, word, NC_COLLECTIVE));
    OK(nc_get_var_string(group, word, words));
    OK(nc_get_var(group, spot, back));
    for (i = 0; i < size; i++) {
        sprintf(text, "of rank %d", i);
        IS(!strcmp(words[i], text) && back[i].x == i + 0.5 && back[i].id == 10 * i);
    }
    OK(nc_free_string((size_t)size, words));
    OK(nc_close(ncid));
}

/* Another program has defined another type of a name: all ranks are told once, and write all else. */
static void dropped(void)
{
    const char bytes[5] = "five";
    char back[5] = {0};
    int ncid, other, dim, lost, kept, i;
    size_t start[1], count[1] = {1};
    nc_type type, mine;

    OK(create("dropped", "", &ncid));
    OK(nc_def_dim(ncid, "rank", (size_t)size, &dim));
    OK(nc_def_opaque(ncid, 5, "five", &mine));
    OK(nc_def_var(ncid, "kept", mine, 1, &dim, &kept));
    OK(nc_enddef(ncid));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        OK(nc_open(existing("dropped"), NC_WRITE, &other));
        OK(nc_def_opaque(other, 4, "bytes", &type));
        OK(nc_close(other));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    OK(nc_redef(ncid));
    OK(nc_def_opaque(ncid, 5, "bytes", &type));
    OK(nc_def_var(ncid, "lost", type, 1, &dim, &lost));
    ALL_FAIL(nc_enddef(ncid));
    OK(nc_enddef(ncid));
    start[0] = (size_t)rank;
    for (i = 0; i < 2; i++) {
        OK(nc_var_par_access(ncid, NC_GLOBAL, i ? NC_COLLECTIVE : NC_INDEPENDENT));
        ALL_FAIL(nc_put_vara(ncid, lost, start, count, bytes));
        ALL_FAIL(nc_get_vara(ncid, lost, start, count, back));
        ALL_FAIL(nc_def_var(ncid, "more", type, 1, &dim, &other));
        OK(nc_put_vara(ncid, kept, start, count, bytes));
        OK(nc_get_vara(ncid, kept, start, count, back));
        IS(!memcmp(bytes, back, sizeof bytes));
    }
    OK(nc_close(ncid));
}

/* Bytes that this process has read from files and the like; -1 where the system does not tell. */
static long bytes_read(void)
{
    FILE *file = fopen("/proc/self/io", "r");
    long bytes = -1;

    if (file && fscanf(file, "rchar: %ld", &bytes) != 1)
        bytes = -1;
    if (file)
        fclose(file);
    return bytes;
}

/* Thousands of ranks that open a dataset do not all read its documents. */
static void one_reads(void)
{
    const size_t length = 4000000;
    char *text = malloc(length);
    int ncid;
    long before, after;

    IS(text != NULL);
    memset(text, 'x', length);
    OK(create("large", "", &ncid));
    OK(nc_put_att_text(ncid, NC_GLOBAL, "history", length, text));
    OK(nc_close(ncid));
    before = bytes_read();
    OK(reopen("large", NC_NOWRITE, &ncid));
    after = bytes_read();
    IS(rank == 0 || before < 0 || after - before < 1000000);
    memset(text, 0, length);
    OK(nc_get_att_text(ncid, NC_GLOBAL, "history", text));
    IS(text[0] == 'x' && text[length - 1] == 'x');
    OK(nc_close(ncid));
    free(text);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Failures: all ranks return, with one code
 * ------------------------------------------------------------------------------------------------------------------ */

/* The last rank accesses a variable in another mode than the others, or another variable, and closes the dataset: none
 * waits for it, in no later call. */
static void out_of_step(const char *name, int access, int var)
{
    int ncid, dim, last = rank == size - 1;
    size_t start = (size_t)rank, count = 1;
    short element = 5;

    OK(create(name, "", &ncid));
    OK(nc_def_dim(ncid, "y", (size_t)size, &dim));
    OK(nc_def_var(ncid, "v", NC_SHORT, 1, &dim, &dim));
    OK(nc_enddef(ncid));
    OK(nc_var_par_access(ncid, dim, access));
    FAILS(!last ? NC_EINVAL : var ? NC_ENOTVAR : NC_NOERR, nc_put_vara_short(ncid, var, &start, &count, &element));
    if (!last) {
        FAILS(NC_EINVAL, nc_get_vara_short(ncid, var, &start, &count, &element));
        FAILS(NC_EINVAL, nc_sync(ncid));
    }
    FAILS(NC_EINVAL, nc_close(ncid));
    OK(reopen(name, NC_NOWRITE, &ncid));
    OK(nc_close(ncid));
}

/* The last rank closes the dataset where the others synchronise it, with definitions that are alike or not, or none. */
static void left_by_one(int mode, size_t own)
{
    int ncid, dim, last = rank == size - 1;

    OK(create("left", "", &ncid));
    if (mode == NC_WRITE) {
        OK(nc_enddef(ncid));
        OK(nc_def_dim(ncid, "x", last ? own : 1, &dim));
    } else {
        OK(nc_close(ncid));
        OK(reopen("left", mode, &ncid));
    }
    if (!last) {
        FAILS(NC_EINVAL, nc_sync(ncid));
        FAILS(NC_EINVAL, nc_sync(ncid));
    }
    FAILS(NC_EINVAL, nc_close(ncid));
    OK(reopen("left", NC_NOWRITE, &ncid));
    OK(nc_close(ncid));
}

/* Renaming fails on all ranks where one gives a bad name, or another one, and all go on with the group as it was. */
static void renamed_by_one(void)
{
    int ncid, group, found, last = rank == size - 1;

    OK(create("rename", "", &ncid));
    OK(nc_def_grp(ncid, "g", &group));
    OK(nc_enddef(ncid));
    ALL_FAIL(nc_rename_grp(group, last ? "a/b" : "c"));
    ALL_FAIL(nc_rename_grp(group, last ? "g" : "c"));
    if (size > 1)
        FAILS(NC_EINVAL, nc_rename_grp(group, last ? "d" : "c"));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, last ? nc_sync(ncid) : nc_rename_grp(group, "c"));
    OK(nc_sync(ncid));
    OK(nc_inq_ncid(ncid, "g", &found));
    OK(nc_rename_grp(group, "c"));
    OK(nc_inq_ncid(ncid, "c", &found));
    OK(nc_close(ncid));
    OK(reopen("rename", NC_NOWRITE, &ncid));
    OK(nc_inq_ncid(ncid, "c", &found));
    OK(nc_close(ncid));
}

/* One rank alone defines something, or gives elements of another type, before all leave define mode by writing. */
static void defined_by_one(void)
{
    int ncid, dim, var, own, last = rank == size - 1;
    size_t start = (size_t)rank, count = 1;
    int element = 5;

    OK(create("defined", "", &ncid));
    OK(nc_def_dim(ncid, "y", (size_t)size, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_var_par_access(ncid, var, NC_COLLECTIVE));
    FAILS(NC_ECHAR, last ? nc_put_vara_text(ncid, var, &start, &count, "x") : nc_put_vara_int(ncid, var, &start, &count, &element));
    OK(nc_put_vara_int(ncid, var, &start, &count, &element));
    if (last)
        OK(nc_def_dim(ncid, "own", 3, &own));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_put_vara_int(ncid, var, &start, &count, &element));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_enddef(ncid));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_sync(ncid));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_close(ncid));
}

static void failures(void)
{
    int ncid, other, dims[2], var, second, last = rank == size - 1;
    size_t start[2] = {0, 0}, count[2] = {1, 8}, chunks[2] = {1, 8}, i;
    short row[8] = {1, 2, 3, 4, 5, 6, 7, 8}, back[8];
    char path[4200];

    FAILS(NC_EINVAL, nc_create_par(url("bad", "&format=v9"), NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    ALL_FAIL(reopen("nothing", NC_NOWRITE, &ncid));
    /* A rank that fails before anything is opened, one that names another dataset, and one of another mode. */
    FAILS(NC_EINVAL, create("failures", last ? "&wrong=1" : "", &ncid));
    FAILS(NC_EINVAL, create("failures", rank ? "" : "&codec=nothing", &ncid));
    if (size > 1) {
        FAILS(NC_EINVAL, create(last ? "failure" : "failures", "", &ncid));
        FAILS(NC_EINVAL, create("failures", last ? "&format=v2" : "", &ncid));
        FAILS(NC_EINVAL, reopen("failures", last ? NC_WRITE : NC_NOWRITE, &ncid));
    }
    /* Stores that several processes can't write. */
    snprintf(path, sizeof path, "file://%s.zip#mode=udf0", prefix);
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_create_par(path, NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    if (size == 1)
        OK(nc_close(ncid));
    FAILS(NC_EINVAL, nc_create_par("memory://#mode=udf0", NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(create("failures", "", &ncid));
    OK(nc_def_dim(ncid, "y", (size_t)(2 * size), &dims[0]));
    OK(nc_def_dim(ncid, "x", 8, &dims[1]));
    OK(nc_def_var(ncid, "v", NC_SHORT, 2, dims, &var));
    OK(nc_def_var(ncid, "w", NC_SHORT, 2, dims, &second));
    OK(nc_def_var_chunking(ncid, var, NC_CHUNKED, chunks));
    OK(nc_enddef(ncid));
    FAILS(NC_EINVAL, nc_var_par_access(ncid, var, 7));
    FAILS(NC_ENOTVAR, nc_var_par_access(ncid, 77, NC_COLLECTIVE));
    OK(nc_var_par_access(ncid, NC_GLOBAL, NC_COLLECTIVE));

    /* A bad call of one rank. */
    start[0] = last ? (size_t)(2 * size) : (size_t)rank;
    ALL_FAIL(nc_put_vara_short(ncid, var, start, count, row));
    ALL_FAIL(nc_get_vara_short(ncid, var, start, count, back));
    start[0] = (size_t)rank;
    ALL_FAIL(nc_put_vara_short(ncid, var, start, count, last ? NULL : row));
    ALL_FAIL(last ? nc_put_vara_text(ncid, var, start, count, "abcdefgh")
                  : nc_put_vara_short(ncid, var, start, count, row));
    if (size > 1) {
        FAILS(NC_EINVAL, nc_put_vara_short(ncid, last ? second : var, start, count, row));
        FAILS(NC_EINVAL, last ? nc_get_vara_short(ncid, var, start, count, back)
                              : nc_put_vara_short(ncid, var, start, count, row));
        FAILS(NC_EINVAL, last ? nc_sync(ncid) : nc_put_vara_short(ncid, var, start, count, row));
    }
    /* Nothing of these was written. */
    OK(nc_get_vara_short(ncid, var, start, count, back));
    IS(back[0] == NC_FILL_SHORT);

    /* The store of one rank fails: in the place of its chunk is something else. */
    snprintf(path, sizeof path, "%s/v/c/%d", path_of("failures"), size - 1);
    if (last) {
        char below_it[4300];

        snprintf(below_it, sizeof below_it, "%s/v/c", path_of("failures"));
        mkdir(below_it, 0777);
        mkdir(path, 0777);
        snprintf(below_it, sizeof below_it, "%s/0", path);
        IS(mkdir(below_it, 0777) == 0);
        snprintf(below_it, sizeof below_it, "%s/0/full", path);
        IS(mkdir(below_it, 0777) == 0);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    ALL_FAIL(nc_put_vara_short(ncid, var, start, count, row));
    /* The others go on. */
    start[0] = (size_t)(size + rank);
    OK(nc_put_vara_short(ncid, var, start, count, row));
    OK(nc_get_vara_short(ncid, var, start, count, back));
    for (i = 0; i < 8; i++)
        IS(back[i] == row[i]);
    OK(nc_close(ncid));

    FAILS(NC_EEXIST,
          nc_create_par(url("failures", ""), NC_NETCDF4 | NC_NOCLOBBER, MPI_COMM_WORLD, MPI_INFO_NULL, &ncid));
    OK(reopen("failures", NC_NOWRITE, &ncid));
    FAILS(NC_EPERM, nc_put_vara_short(ncid, var, start, count, row));
    OK(nc_close(ncid));
    /* A dataset of one process has no parallel access. */
    if (rank == 0) {
        OK(nc_open(existing("failures"), NC_NOWRITE, &other));
        FAILS(NC_ENOPAR, nc_var_par_access(other, var, NC_COLLECTIVE));
        OK(nc_close(other));
    }

    /* Definitions that differ are told, and no rank has another dataset than the others. */
    OK(create("differ", "", &ncid));
    OK(nc_def_dim(ncid, "y", last && size > 1 ? 5 : 4, &dims[0]));
    FAILS(size > 1 ? NC_EINVAL : NC_NOERR, nc_enddef(ncid));
    OK(nc_abort(ncid));
    if (size > 1)
        ALL_FAIL(reopen("differ", NC_NOWRITE, &ncid));

    if (size > 1) {
        out_of_step("modes", last ? NC_INDEPENDENT : NC_COLLECTIVE, 0);
        out_of_step("ids", NC_COLLECTIVE, last ? 77 : 0);
        /* One rank is in define mode where all give up. */
        OK(create("give-up", "", &ncid));
        OK(nc_enddef(ncid));
        if (last)
            OK(nc_redef(ncid));
        OK(nc_abort(ncid));
        left_by_one(NC_NOWRITE, 1);
        left_by_one(NC_WRITE, 1);
        left_by_one(NC_WRITE, 2);
    }

    renamed_by_one();

    /* A part of the ranks has a dataset of its own. */
    {
        MPI_Comm half;
        char name[32];

        MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
        sprintf(name, "half%d", rank % 2);
        OK(nc_create_par(url(name, ""), NC_NETCDF4, half, MPI_INFO_NULL, &ncid));
        MPI_Comm_free(&half);
        OK(nc_def_dim(ncid, "y", 4, &dims[0]));
        OK(nc_def_var(ncid, "v", NC_INT, 1, dims, &var));
        OK(nc_enddef(ncid));
        OK(nc_close(ncid));
    }
}

/* A fill value that comes after an element of any rank, or of another program, is refused for all ranks, and the element
 * stays; one that comes in time leaves what another program has put. */
static void fill_values(const char *keys)
{
    const int fill = -9, value = 77;
    const size_t place = 2, chunk = 1;
    int ncid, other, dim, vars[3], i, row[4];
    size_t length;

    OK(create("fills", keys, &ncid));
    OK(nc_def_dim(ncid, "x", 4, &dim));
    OK(nc_def_var(ncid, "by_rank", NC_INT, 1, &dim, &vars[0]));
    OK(nc_def_var(ncid, "by_other", NC_INT, 1, &dim, &vars[1]));
    OK(nc_def_var(ncid, "by_none", NC_INT, 1, &dim, &vars[2]));
    for (i = 0; i < 3; i++)
        OK(nc_def_var_chunking(ncid, vars[i], NC_CHUNKED, &chunk));
    OK(nc_enddef(ncid));
    if (rank == size - 1)
        OK(nc_put_var1_int(ncid, vars[0], &place, &value));
    if (rank == 0) {
        OK(nc_open(existing("fills"), NC_WRITE | NC_SHARE, &other));
        OK(nc_put_var1_int(other, vars[1], &place, &value));
        OK(nc_put_att_text(other, vars[2], "units", 1, "m"));
        OK(nc_close(other));
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < 3; i++)
        OK(nc_put_att_int(ncid, vars[i], "_FillValue", NC_INT, 1, &fill));
    FAILS(NC_ELATEFILL, nc_enddef(ncid));
    /* A rank by itself, as definitions have ended. */
    for (i = 0; i < 3 && rank == size - 1; i++) {
        OK(nc_get_var_int(ncid, vars[i], row));
        IS(row[0] == (i < 2 ? NC_FILL_INT : fill) && row[2] == (i < 2 ? value : fill));
    }
    for (i = 0; i < 3; i++)
        FAILS(i < 2 ? NC_ENOTATT : NC_NOERR, nc_inq_attlen(ncid, vars[i], "_FillValue", &length));
    OK(nc_sync(ncid));
    OK(nc_close(ncid));
    OK(reopen("fills", NC_NOWRITE, &ncid));
    for (i = 0; i < 3; i++) {
        OK(nc_get_var_int(ncid, vars[i], row));
        IS(row[0] == (i < 2 ? NC_FILL_INT : fill) && row[2] == (i < 2 ? value : fill));
    }
    OK(nc_inq_attlen(ncid, vars[2], "units", &length));
    OK(nc_close(ncid));
}

/* A file system without locks: documents need the option that says so, whole chunks and collective calls do not. */
static void without_locks(void)
{
    int ncid, dim, var, i, values[100];
    size_t start[1], count[1], chunks[1] = {10};

    OK(create("refused", "", &ncid));
    OK(nc_def_dim(ncid, "x", 100, &dim));
    ALL_FAIL(nc_enddef(ncid));
    OK(nc_abort(ncid));

    setenv("ZARR_NETCDF_OPTIONS", "{\"lock\": \"none\"}", 1);
    OK(create("locks", "", &ncid));
    OK(nc_def_dim(ncid, "x", 100, &dim));
    OK(nc_def_var(ncid, "v", NC_INT, 1, &dim, &var));
    OK(nc_def_var_chunking(ncid, var, NC_CHUNKED, chunks));
    OK(nc_close(ncid));
    unsetenv("ZARR_NETCDF_OPTIONS");

    OK(reopen("locks", NC_WRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    for (i = 0; i < 100; i++)
        values[i] = i;
    start[0] = (size_t)(50 * rank);
    count[0] = 50;
    OK(nc_put_vara_int(ncid, var, start, count, values + start[0]));
    MPI_Barrier(MPI_COMM_WORLD);
    start[0] = rank ? 47 : 0;
    count[0] = rank ? 53 : 47;
    FAILS(NC_ENOTBUILT, nc_put_vara_int(ncid, var, start, count, values + start[0]));
    OK(nc_var_par_access(ncid, var, NC_COLLECTIVE));
    for (i = 0; i < 100; i++)
        values[i] = 1000 + i;
    OK(nc_put_vara_int(ncid, var, start, count, values + start[0]));
    memset(values, 0, sizeof values);
    OK(nc_get_var_int(ncid, var, values));
    for (i = 0; i < 100; i++)
        IS(values[i] == 1000 + i);
    OK(nc_close(ncid));
    if (rank == 0)
        printf("without locks nothing is lost\n");
}

int main(int argc, char **argv)
{
    int number, rounds = argc > 2 ? atoi(argv[2]) : 10, ncid;

    prefix = argv[1];
    signal(SIGALRM, hangs);
    alarm(240);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (rounds == 0) {
        /* There is no library for this MPI. */
        FAILS(NC_ENOPAR, create("none", "", &ncid));
        if (rank == 0)
            printf("refused\n");
        MPI_Finalize();
        return 0;
    }
    if (rounds < 0) {
        without_locks();
        MPI_Finalize();
        return 0;
    }
    for (number = 0; number < rounds; number++)
        round_of(number + 1000 * size);
    records("", 0);
    records("&format=v2", 0);
    records("", 1);
    definitions();
    fill_values("");
    fill_values("&format=v2");
    dropped();
    one_reads();
    defined_by_one();
    failures();
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: all elements are there\n", size);
    MPI_Finalize();
    return 0;
}
