/* Shared by the tests of zarr_mpi. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <zarr_mpi.h>

extern int rank, size;

/* Begins MPI; a test that hangs is ended by an alarm, and so fails. */
void begin(int *argc, char ***argv, unsigned seconds);
/* The number of a rank's node: ZARR_TEST_NODES in the environment makes nodes of this machine's ranks. */
int node_of(int rank);
/* Prints on rank 0, and ends MPI. */
void end(const char *what);
void fail(const char *file, int line, const char *what);
#define CHECK(condition) ((condition) ? (void)0 : fail(__FILE__, __LINE__, #condition))
/* The call was right, on all ranks. */
#define MUST(call) ((call) ? fail(__FILE__, __LINE__, error.message) : (void)0)
/* All ranks have the same status and the same message. */
void check_alike(const char *file, int line, zarr_status status, const zarr_error *error);
#define ALIKE(status) check_alike(__FILE__, __LINE__, status, &error)

/* Numbers that are the same on all ranks. */
void seed(uint64_t number);
int64_t below(int64_t limit);
uint64_t mixed(uint64_t a, uint64_t b);

/* A store of the folder at `url` that fails at one operation of one kind, and counts the others. */
typedef struct failing {
    const zarr_store *below;
    int64_t operations, fails_at; /* fails_at < 0: never */
} failing;
zarr_store *open_failing(failing *how);

/* A store around another one that remembers which keys were read and written. */
typedef struct traced {
    char *log; /* operation, key, newline */
    size_t used, room;
} traced;
zarr_store *open_traced(const zarr_store *below, traced *trace);
/* How often `line` (such as "get a/c/0") stands in the logs of all ranks; they are emptied by forget. */
int64_t most_often(traced *trace, const char *operation, const char *part_of_key, int64_t *all);
void forget(traced *trace);

#endif
