/* A file system that refuses locks: of folders, so that a file in each is locked; or those of files as well, so that whole
   chunks are written as ever, what needs a lock is refused with advice, and the advice helps. This program's own flock and fcntl
   stand in for those of such a system. */
#define _GNU_SOURCE
#include "check.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4
#define LENGTH 96

/* The results of flock and of locks by fcntl; 0: those of the system. */
static int refusal, file_refusal, asked;

int flock(int descriptor, int operation) {
    asked++;
    if (!refusal)
        return (int)syscall(SYS_flock, descriptor, operation);
    errno = refusal;
    return -1;
}

static int is_lock(int command) {
    return command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

static int answer(int descriptor, int command, void *argument) {
    if (file_refusal && is_lock(command)) {
        errno = file_refusal;
        return -1;
    }
    return (int)syscall(SYS_fcntl, descriptor, command, argument);
}

int fcntl(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return answer(descriptor, command, argument);
}

int fcntl64(int descriptor, int command, ...) {
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return answer(descriptor, command, argument);
}

static zarr_array *create(const char *path, const char *options, zarr_store **store) {
    const int64_t length = LENGTH, chunk = 32;
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_store_open(path, options, store, E));
    OK(zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, &chunk, E));
    OK(zarr_array_create(*store, "a", builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* Writer w owns the elements w, w + WRITERS, ..., and an attribute. */
static int write_own(const char *path, const char *options, int writer) {
    char name[20];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status = zarr_store_open(path, options, &store, &error);
    if (!status)
        status = zarr_array_open(store, "a", &array, &error);
    for (int64_t i = writer; i < LENGTH && !status; i += WRITERS) {
        const int64_t one = 1;
        const int32_t value = (int32_t)(1000 * writer + i);
        status = zarr_array_write_region(array, 1, &i, &one, &value, sizeof value, &error);
    }
    snprintf(name, sizeof name, "writer %d", writer);
    if (!status)
        status = zarr_attribute_set_int64(array, name, writer, &error);
    if (status)
        fprintf(stderr, "writer %d: %s\n", writer, error.message);
    zarr_array_free(array);
    zarr_store_free(store);
    return status != ZARR_OK;
}

/* Where folders can't be locked, processes that write interleaved elements of the same chunks lose nothing, and leave no lock
   file behind. */
static void by_files(const char *directory, const char *what, const char *options, int code) {
    const int64_t start = 0, length = LENGTH;
    int32_t values[LENGTH];
    pid_t processes[WRITERS];
    char path[600], command[1300];
    zarr_error error;
    zarr_store *store = NULL;
    check_context("by files, %s", what);
    refusal = code;
    file_refusal = 0;
    snprintf(path, sizeof path, "%s/files-%s", directory, what);
    zarr_array *array = create(path, options, &store);
    for (int writer = 0; writer < WRITERS; writer++) {
        processes[writer] = fork();
        if (processes[writer] == 0)
            _exit(write_own(path, options, writer));
        CHECK(processes[writer] > 0);
    }
    for (int writer = 0; writer < WRITERS; writer++) {
        int status = -1;
        CHECK(waitpid(processes[writer], &status, 0) == processes[writer]);
        CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    OK(zarr_array_read_region(array, 1, &start, &length, values, sizeof values, E));
    for (int32_t i = 0; i < LENGTH; i++)
        CHECK(values[i] == 1000 * (i % WRITERS) + i);
    OK(zarr_array_refresh(array, E));
    for (int writer = 0; writer < WRITERS; writer++) {
        char name[20];
        int64_t is = -1;
        snprintf(name, sizeof name, "writer %d", writer);
        OK(zarr_attribute_get_int64(array, name, &is, E));
        CHECK(is == writer);
    }
    zarr_array_free(array);
    zarr_store_free(store);
    snprintf(command, sizeof command, "test -z \"$(find '%s' -name '*.partial')\"", path);
    CHECK(system(command) == 0);
}

static void refused(const char *directory, const char *what, int code, int file_code) {
    const int64_t start = 32, part = 2, whole = 32;
    int32_t values[32], read[32] = {0};
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    check_context("refused, %s", what);
    refusal = code;
    file_refusal = file_code;
    snprintf(path, sizeof path, "%s/refused-%s", directory, what);
    for (int32_t i = 0; i < 32; i++)
        values[i] = i + 1;
    asked = 0;
    zarr_array *array = create(path, NULL, &store);

    /* A whole chunk asks for the lock, and goes without. */
    OK(zarr_array_write_region(array, 1, &start, &whole, values, sizeof values, E));
    CHECK(asked > 0);
    FAILS(zarr_array_write_region(array, 1, &start, &part, values + 2, 8, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "\"lock\": \"none\"") && strstr(error.message, "zarr_mpi") && error.system_code == file_code);
    FAILS(zarr_attribute_set_int64(array, "n", 1, E), ZARR_ERROR_UNSUPPORTED);
    CHECK(strstr(error.message, "each chunk, and each document, is written by one process at a time") != NULL);
    zarr_array_free(array);
    zarr_store_free(store);

    OK(zarr_store_open(path, "{\"lock\": \"none\"}", &store, E));
    OK(zarr_array_open(store, "a", &array, E));
    asked = 0;
    OK(zarr_array_write_region(array, 1, &start, &whole, values, sizeof values, E));
    OK(zarr_array_write_region(array, 1, &start, &part, values + 2, 8, E));
    OK(zarr_attribute_set_int64(array, "n", 1, E));
    OK(zarr_array_read_region(array, 1, &start, &whole, read, sizeof read, E));
    CHECK(asked == 0 && read[0] == 3 && read[1] == 4 && read[2] == 3 && read[3] == 4);
    zarr_array_free(array);
    OK(zarr_node_erase(store, "a", E));
    zarr_store_free(store);
}

/* A server that has no lock to give now may have given one to another process: nothing is written that takes a lock there. */
static void out_of_locks(const char *directory) {
    const int64_t start = 32, part = 2, whole = 32;
    const int32_t values[32] = {1, 2};
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    check_context("out of locks");
    refusal = file_refusal = ENOLCK;
    snprintf(path, sizeof path, "%s/out", directory);
    zarr_array_free(create(path, "{\"lock\": \"none\"}", &store));
    zarr_store_free(store);
    OK(zarr_store_open(path, NULL, &store, E));
    OK(zarr_array_open(store, "a", &array, E));
    FAILS(zarr_array_write_region(array, 1, &start, &whole, values, sizeof values, E), ZARR_ERROR_IO);
    CHECK(strstr(error.message, "\"lock\": \"none\"") && error.system_code == ENOLCK);
    FAILS(zarr_array_write_region(array, 1, &start, &part, values, 8, E), ZARR_ERROR_IO);
    FAILS(zarr_attribute_set_int64(array, "n", 1, E), ZARR_ERROR_IO);
    refusal = file_refusal = 0;
    OK(zarr_array_write_region(array, 1, &start, &part, values, 8, E));
    zarr_array_free(array);
    zarr_store_free(store);
}

/* A lock that the program names is not replaced by another one, which other processes would not see. */
static void not_replaced(const char *directory) {
    const int64_t start = 0, part = 2;
    const int32_t values[2] = {1, 2};
    char path[600];
    zarr_error error;
    zarr_store *store = NULL;
    check_context("not replaced");
    for (int by_file = 0; by_file < 2; by_file++) {
        refusal = by_file ? 0 : ENOSYS;
        file_refusal = by_file ? ENOSYS : 0;
        snprintf(path, sizeof path, "%s/named-%d", directory, by_file);
        zarr_array *array = create(path, by_file ? "{\"lock\": \"fcntl\"}" : "{\"lock\": \"flock\"}", &store);
        FAILS(zarr_array_write_region(array, 1, &start, &part, values, sizeof values, E), ZARR_ERROR_UNSUPPORTED);
        zarr_array_free(array);
        zarr_store_free(store);
    }
}

int main(void) {
    char *directory = temp_make();
    by_files(directory, "EBADF", NULL, EBADF);
    by_files(directory, "ENOLCK", NULL, ENOLCK);
    by_files(directory, "ENOSYS", NULL, ENOSYS);
    by_files(directory, "by name", "{\"lock\": \"fcntl\"}", 0);
    refused(directory, "EBADF", EBADF, EBADF);
    refused(directory, "ENOLCK and ENOSYS", ENOLCK, ENOSYS);
    refused(directory, "ENOTSUP", ENOTSUP, ENOTSUP);
    refused(directory, "ENOSYS", ENOSYS, ENOSYS);
    out_of_locks(directory);
    not_replaced(directory);
    temp_remove(directory);
    return check_summary("no_locks");
}
