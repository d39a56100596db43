/*
 * Why this file exists: arrays that become longer while they are written: by another process, which a handle learns of
   before it
 * refuses a region, and by the option "grow", with which a write past the end makes room for itself.
 */
#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

#define WRITERS 4
#define ROWS 25

static zarr_array *create(const zarr_store *store, const char *path, int64_t rows) {
    const int64_t shape[2] = {rows, 3};
    static const int64_t chunks[2] = {2, 2};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunks, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* Runs `work` in a process of its own, which opens the store anew. */
static pid_t begin(const char *url, const char *options, int (*work)(const zarr_array *array, int number), int number) {
    pid_t child = fork();
    if (child == 0) {
        zarr_store *store = NULL;
        zarr_array *array = NULL;
        int result = 1;
        if (zarr_store_open(url, NULL, &store, NULL) == ZARR_OK && zarr_array_open_with(store, "a", options, &array, NULL) == ZARR_OK)
            result = work(array, number);
        _exit(result);
    }
    return child;
}

static bool ended_well(pid_t child) {
    int status = 1;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int resize(const zarr_array *array, int rows) {
    const int64_t shape[2] = {rows, 3};
    return zarr_array_resize(array, 2, shape, NULL) != ZARR_OK;
}

static int write_rows(const zarr_array *array, int number) {
    int row, column;
    for (row = number; row < WRITERS * ROWS; row += WRITERS) {
        const int64_t start[2] = {row, 0}, count[2] = {1, 3};
        int32_t values[3];
        for (column = 0; column < 3; column++)
            values[column] = 10 * row + column + 1;
        if (zarr_array_write_region(array, 2, start, count, values, sizeof values, NULL) != ZARR_OK)
            return 1;
    }
    return 0;
}

/* A region that another process has made room for is accepted, and one that lies outside is still refused. */
static void longer_by_another_process(const char *url, const zarr_store *store) {
    static const int64_t start[2] = {4, 0}, one[2] = {1, 1}, far[2] = {7, 0}, outside[2] = {9, 0};
    zarr_region region = ZARR_REGION_INIT;
    zarr_array *array = create(store, "a", 2);
    int32_t value = 9, got = 7;
    int64_t shape[2];
    zarr_error error;
    check_context("longer by another process");
    OK(zarr_array_write_region(array, 2, NULL, one, &value, sizeof value, E));
    CHECK(ended_well(begin(url, NULL, resize, 5)));
    OK(zarr_array_read_region(array, 2, start, one, &got, sizeof got, E));
    CHECK(got == 0);
    CHECK(ended_well(begin(url, NULL, resize, 2)));
    FAILS(zarr_array_write_region(array, 2, start, one, &value, sizeof value, E), ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(ended_well(begin(url, NULL, resize, 6)));
    OK(zarr_array_write_region(array, 2, start, one, &value, sizeof value, E));
    CHECK(ended_well(begin(url, NULL, resize, 8)));
    region.ndim = 2;
    region.start = far;
    region.count = one;
    OK(zarr_array_read(array, &region, &got, sizeof got, NULL, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 8);
    CHECK(ended_well(begin(url, NULL, resize, 9)));
    OK(zarr_array_write(array, &region, &value, sizeof value, NULL, E));
    FAILS(zarr_array_read_region(array, 2, outside, one, &got, sizeof got, E), ZARR_ERROR_OUT_OF_BOUNDS);
    zarr_array_free(array);
}

/* Two programs that make an array longer keep what the other has made: the handle here knows an older shape. */
static void longer_by_both(const char *url, const zarr_store *store) {
    zarr_array *array = NULL;
    int64_t shape[2], start = -1;
    zarr_error error;
    check_context("longer by both");
    OK(zarr_array_open(store, "a", &array, E));
    CHECK(ended_well(begin(url, NULL, resize, 20)));
    OK(zarr_array_lengthen(array, 1, 4, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 20 && shape[1] == 4);
    CHECK(ended_well(begin(url, NULL, resize, 22)));
    OK(zarr_array_reserve(array, 0, 3, &start, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(start == 22 && shape[0] == 25);
    /* It is never made shorter, and a handle that knows a longer array does not take its word for it. */
    OK(zarr_array_lengthen(array, 0, 7, E));
    CHECK(ended_well(begin(url, NULL, resize, 5)));
    OK(zarr_array_lengthen(array, 0, 24, E));
    OK(zarr_array_refresh(array, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 24 && shape[1] == 3);
    FAILS(zarr_array_lengthen(array, 2, 1, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "there is no dimension 2") != NULL);
    FAILS(zarr_array_lengthen(array, 0, -1, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_reserve(array, 0, INT64_MAX, &start, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(array);
}

/* With the option, a write past the end makes room along its dimension, and along no other. */
static void longer_by_writing(const zarr_store *store) {
    static const int64_t start[2] = {5, 1}, count[2] = {2, 2}, wide[2] = {1, 4}, none[2] = {2, 0}, back[2] = {-2, -1}, last[2] = {10, 2},
                         three[2] = {3, 3}, far[2] = {INT64_MAX - 1, 0}, one[2] = {1, 1};
    zarr_array *array = create(store, "b", 2), *plain = NULL, *other = NULL;
    zarr_region region = ZARR_REGION_INIT;
    int32_t values[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, got[33];
    int64_t shape[2];
    zarr_error error;
    check_context("longer by writing");
    FAILS(zarr_array_write_region(array, 2, start, count, values, 16, E), ZARR_ERROR_OUT_OF_BOUNDS);
    zarr_array_free(array);
    OK(zarr_array_open(store, "b", &plain, E));
    OK(zarr_array_open_with(store, "b", ZARR_JSON({"grow": true}), &array, E));
    /* A buffer of the wrong size has changed nothing. */
    FAILS(zarr_array_write_region(array, 2, start, count, values, 15, E), ZARR_ERROR_BUFFER_SIZE);
    region.ndim = 2;
    region.start = start;
    region.count = count;
    FAILS(zarr_array_write(array, &region, values, 15, NULL, E), ZARR_ERROR_BUFFER_SIZE);
    OK(zarr_array_shape(plain, 2, shape, E));
    CHECK(shape[0] == 2);
    OK(zarr_array_write_region(array, 2, start, count, values, 16, E));
    OK(zarr_array_shape(plain, 2, shape, E));
    CHECK(shape[0] == 7 && shape[1] == 3);
    FAILS(zarr_array_write_region(array, 2, start, wide, values, 16, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_write_region(array, 2, far, three, values, 36, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_read_region(array, 2, last, one, got, 4, E), ZARR_ERROR_OUT_OF_BOUNDS);
    OK(zarr_array_write_region(array, 2, last, none, NULL, 0, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == 12 || shape[0] == 7);
    region.ndim = 2;
    region.start = last;
    region.count = three;
    region.step = back;
    OK(zarr_array_write(array, &region, values, 36, NULL, E));
    OK(zarr_array_shape(plain, 2, shape, E));
    CHECK(shape[0] >= 11 && shape[1] == 3);
    OK(zarr_array_read_region(plain, 2, NULL, NULL, got, 4 * 3 * (size_t)shape[0], E));
    CHECK(got[5 * 3 + 1] == 1 && got[6 * 3 + 2] == 7 && got[10 * 3 + 2] == 1 && got[10 * 3] == 3 && got[0] == 0);
    OK(zarr_array_open_with(store, "b", ZARR_JSON({"grow": 1}), &other, E));
    OK(zarr_array_write_region(other, 2, NULL, wide, values, 16, E));
    OK(zarr_array_shape(plain, 2, shape, E));
    CHECK(shape[1] == 4);
    zarr_array_free(other);
    OK(zarr_array_open_with(store, "b", ZARR_JSON({"grow": 2}), &other, E));
    FAILS(zarr_array_write_region(other, 2, far, one, values, 4, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "grow") != NULL);
    zarr_array_free(other);
    FAILS(zarr_array_open_with(store, "b", ZARR_JSON({"grow": -1}), &other, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(array);
    zarr_array_free(plain);
}

/* Texts make room as numbers do, and those that are none have changed nothing. */
static void longer_by_texts(const zarr_store *store) {
    static const int64_t shape[1] = {1}, start[1] = {2}, count[1] = {2};
    static const char *const texts[2] = {"a", "bc"}, *const bad[2] = {"a", "\xff"};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_strings *got = NULL;
    int64_t length[1] = {0};
    zarr_error error;
    check_context("longer by texts");
    OK(zarr_array_builder_new(ZARR_STRING, 1, shape, &builder, E));
    OK(zarr_array_create_with(store, "texts", builder, ZARR_JSON({"grow": true}), &array, E));
    FAILS(zarr_array_write_strings(array, 1, start, count, bad, NULL, 2, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write_strings(array, 1, start, count, texts, NULL, 1, E), ZARR_ERROR_BUFFER_SIZE);
    OK(zarr_array_shape(array, 1, length, E));
    CHECK(length[0] == 1);
    OK(zarr_array_write_strings(array, 1, start, count, texts, NULL, 2, E));
    OK(zarr_array_read_strings(array, 1, NULL, NULL, &got, E));
    CHECK(zarr_strings_count(got) == 4 && strcmp(zarr_strings_get(got, 3), "bc") == 0 && zarr_strings_size(got, 1) == 0);
    zarr_strings_free(got);
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

/* Processes that write past the end at the same time lose nothing. */
static void many_writers(const char *url, const zarr_store *store) {
    zarr_array *array = NULL;
    zarr_error error;
    int64_t shape[2];
    int32_t got[WRITERS * ROWS * 3];
    pid_t children[WRITERS];
    int i;
    check_context("many writers past the end");
    OK(zarr_node_erase(store, "a", E));
    array = create(store, "a", 0);
    for (i = 0; i < WRITERS; i++)
        children[i] = begin(url, ZARR_JSON({"grow": 0}), write_rows, i);
    for (i = 0; i < WRITERS; i++)
        CHECK(ended_well(children[i]));
    OK(zarr_array_refresh(array, E));
    OK(zarr_array_shape(array, 2, shape, E));
    CHECK(shape[0] == WRITERS * ROWS);
    OK(zarr_array_read_region(array, 2, NULL, NULL, got, sizeof got, E));
    for (i = 0; i < WRITERS * ROWS * 3; i++)
        if (!CHECK(got[i] == 10 * (i / 3) + i % 3 + 1))
            break;
    zarr_array_free(array);
}

/* Messages speak of what the caller gave: the store without a node, and strides as they were before a step turned them.
*/ static void messages(const char *directory, const zarr_store *store) {
    static const int64_t count[2] = {2, 3}, start[2] = {1, 0}, back[2] = {-1, 1}, strides[2] = {4, 4};
    char *missing = path_join(directory, "wether.zarr");
    zarr_store *nowhere = NULL;
    zarr_region region = ZARR_REGION_INIT;
    zarr_array *array = create(store, "c", 2);
    int32_t got[12];
    zarr_error error;
    check_context("messages");
    FAILS(zarr_store_open(missing, ZARR_JSON({"mode": "r"}), &nowhere, E), ZARR_ERROR_NOT_FOUND);
    CHECK(nowhere == NULL && strstr(error.message, "wether.zarr") != NULL);
    OK(zarr_store_open(missing, NULL, &nowhere, E));
    zarr_array_free(array);
    FAILS(zarr_array_open(nowhere, "q", &array, E), ZARR_ERROR_NOT_FOUND);
    CHECK(strstr(error.message, "wether.zarr") != NULL && strstr(error.message, "no directory yet") != NULL);
    FAILS(zarr_array_open(store, "q", &array, E), ZARR_ERROR_NOT_FOUND);
    CHECK(strstr(error.message, directory) != NULL && strstr(error.message, "no directory yet") == NULL);
    zarr_store_free(nowhere);
    free(missing);

    OK(zarr_array_open(store, "c", &array, E));
    region.ndim = 2;
    region.start = start;
    region.count = count;
    region.step = back;
    region.strides = strides;
    region.offset = 4;
    FAILS(zarr_array_read(array, &region, got, sizeof got, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(error.message, "[4, 4]") != NULL);
    zarr_array_free(array);
}

/* A batch script says how many threads a call has, and a program that asks for a number goes before it. */
static int threads_of(const char *text, int own) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        setenv("LIBZARR_THREADS", text, 1);
        zarr_set_threads(own, NULL);
        _exit(zarr_threads());
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
    char *directory = temp_make(), *url = path_join(directory, "s.zarr");
    zarr_store *store = NULL;
    zarr_error error;
    const int all = threads_of("", 0);
    check_context("threads by the environment");
    CHECK(all > 0 && threads_of("3", 0) == 3 && threads_of("3", 2) == 2);
    CHECK(threads_of("0", 0) == all && threads_of("many", 0) == all && threads_of("-1", 0) == all);
    OK(zarr_store_open(url, NULL, &store, E));
    longer_by_another_process(url, store);
    longer_by_both(url, store);
    longer_by_writing(store);
    longer_by_texts(store);
    many_writers(url, store);
    messages(directory, store);
    zarr_store_free(store);
    free(url);
    temp_remove(directory);
    return check_summary("growing");
}
