/*
 * Why this file exists: elements that form no region, against an array in plain memory: points and indices in any order, some of
 * them several times, in chunks of every kind; each chunk is asked for once, and what is not named stays.
 */
#include "callback_store.h"

#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 23, COLUMNS = 17, ALL = ROWS * COLUMNS, MOST = 200 };

typedef struct kind {
    const char *what;
    int32_t format;
    const char *codec;
    int64_t chunk[2], shard[2]; /* No shards: 0 */
    int32_t order;
} kind;

static const kind kinds[] = {
    {"plain", ZARR_FORMAT_V3, NULL, {5, 4}, {0, 0}, 'C'},
    {"compressed", ZARR_FORMAT_V3, "zstd", {5, 4}, {0, 0}, 'C'},
    {"of v2 in F order", ZARR_FORMAT_V2, "gzip", {4, 7}, {0, 0}, 'F'},
    {"in shards", ZARR_FORMAT_V3, "zstd", {2, 3}, {8, 9}, 'C'},
    {"plain in shards", ZARR_FORMAT_V3, NULL, {4, 4}, {8, 8}, 'C'},
    {"in N5", ZARR_FORMAT_N5, "gzip", {5, 6}, {0, 0}, 'C'},
    {"one", ZARR_FORMAT_V3, "blosc", {ROWS, COLUMNS}, {0, 0}, 'C'},
};

static zarr_array *create(const zarr_store *store, const char *path, const kind *kind) {
    static const int64_t shape[2] = {ROWS, COLUMNS};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_format(builder, kind->format, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, kind->chunk, E));
    if (kind->shard[0] > 0)
        OK(zarr_array_builder_shard_shape(builder, 2, kind->shard, E));
    if (kind->order == 'F')
        OK(zarr_array_builder_order(builder, 'F', E));
    if (kind->codec != NULL)
        OK(zarr_array_builder_codec(builder, kind->codec, NULL, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static void is_model(const zarr_array *array, const int32_t *model) {
    int32_t got[ALL];
    zarr_error error;
    OK(zarr_array_read_region(array, 2, NULL, NULL, got, sizeof got, E));
    CHECK(memcmp(got, model, sizeof got) == 0);
}

static void points(const zarr_array *array, int32_t *model, rng *r) {
    const size_t count = (size_t)rng_range(r, 0, MOST);
    int64_t where[2 * MOST];
    int32_t values[MOST], got[MOST];
    zarr_error error;
    size_t i;
    for (i = 0; i < count; i++) {
        where[2 * i] = rng_range(r, 0, ROWS - 1);
        where[2 * i + 1] = rng_range(r, 0, COLUMNS - 1);
        values[i] = (int32_t)rng_range(r, 1, 1000000);
    }
    OK(zarr_array_write_points(array, 2, count, where, values, count * sizeof *values, E));
    for (i = 0; i < count; i++)
        model[where[2 * i] * COLUMNS + where[2 * i + 1]] = values[i];
    is_model(array, model);
    OK(zarr_array_read_points(array, 2, count, where, got, count * sizeof *got, E));
    for (i = 0; i < count; i++)
        if (!CHECK(got[i] == model[where[2 * i] * COLUMNS + where[2 * i + 1]]))
            break;
}

static void indices(const zarr_array *array, int32_t *model, rng *r) {
    static const int64_t lengths[2] = {ROWS, COLUMNS};
    int64_t lists[2][30];
    const int64_t *given[2];
    size_t counts[2], used[2], i, j, total;
    int32_t values[30 * 30], got[30 * 30];
    zarr_error error;
    for (j = 0; j < 2; j++) {
        const bool all = rng_range(r, 0, 3) == 0;
        counts[j] = (size_t)rng_range(r, 0, 29);
        used[j] = all ? (size_t)lengths[j] : counts[j];
        for (i = 0; i < used[j]; i++)
            lists[j][i] = all ? (int64_t)i : rng_range(r, 0, lengths[j] - 1);
        given[j] = all ? NULL : lists[j];
    }
    total = used[0] * used[1];
    for (i = 0; i < total; i++)
        values[i] = (int32_t)rng_range(r, 1, 1000000);
    OK(zarr_array_write_orthogonal(array, 2, counts, given, values, total * sizeof *values, E));
    for (i = 0; i < used[0]; i++)
        for (j = 0; j < used[1]; j++)
            model[lists[0][i] * COLUMNS + lists[1][j]] = values[i * used[1] + j];
    is_model(array, model);
    OK(zarr_array_read_orthogonal(array, 2, counts, given, got, total * sizeof *got, E));
    for (i = 0; i < total; i++)
        if (!CHECK(got[i] == model[lists[0][i / used[1]] * COLUMNS + lists[1][i % used[1]]]))
            break;
}

/* For every selection, each chunk is asked for once, and one without any named element never. */
static void each_chunk_once(void) {
    static const int64_t where[] = {0, 0, 22, 16, 1, 3, 0, 0, 21, 16, 4, 0};
    static const int64_t rows[3] = {22, 0, 20}, columns[2] = {16, 13};
    const int64_t *given[2];
    const size_t counts[2] = {3, 2};
    int32_t values[ALL] = {0}, i;
    zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
    kv_store kv;
    zarr_store *store = NULL;
    zarr_array *array;
    unsigned long before;
    zarr_error error;
    check_context("each chunk once");
    given[0] = rows;
    given[1] = columns;
    kv_init(&kv);
    kv_callbacks(&kv, &callbacks, true);
    OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E));
    array = create(store, "a", &kinds[1]);
    for (i = 0; i < ALL; i++)
        values[i] = i;
    OK(zarr_array_write_region(array, 2, NULL, NULL, values, sizeof values, E));
    before = kv_calls(&kv, SLOT_GET) + kv_calls(&kv, SLOT_GET_PARTIAL);
    OK(zarr_array_read_points(array, 2, 6, where, values, 6 * sizeof *values, E));
    CHECK(kv_calls(&kv, SLOT_GET) + kv_calls(&kv, SLOT_GET_PARTIAL) - before == 2);
    CHECK(values[0] == 0 && values[1] == ALL - 1 && values[2] == COLUMNS + 3 && values[5] == 4 * COLUMNS);
    before = kv_calls(&kv, SLOT_GET) + kv_calls(&kv, SLOT_GET_PARTIAL);
    OK(zarr_array_read_orthogonal(array, 2, counts, given, values, 6 * sizeof *values, E));
    CHECK(kv_calls(&kv, SLOT_GET) + kv_calls(&kv, SLOT_GET_PARTIAL) - before == 4);
    CHECK(values[0] == ALL - 1 && values[1] == 22 * COLUMNS + 13 && values[4] == 20 * COLUMNS + 16);
    zarr_array_free(array);
    zarr_store_free(store);
    kv_clear(&kv);
}

/* Writers of points in the same chunks, in several processes, lose nothing. */
static void side_by_side(const char *url) {
    enum { WRITERS = 3 };
    zarr_store *store = NULL;
    zarr_array *array;
    zarr_error error;
    int32_t got[ALL];
    int i, writer, status;
    check_context("points of several processes");
    OK(zarr_store_open(url, NULL, &store, E));
    array = create(store, "shared", &kinds[3]);
    for (writer = 0; writer < WRITERS; writer++) {
        if (fork() == 0) {
            bool good = true;
            for (i = writer; i < ALL; i += WRITERS) {
                const int64_t where[2] = {i / COLUMNS, i % COLUMNS};
                const int32_t value = i + 1;
                good = zarr_array_write_points(array, 2, 1, where, &value, sizeof value, NULL) == ZARR_OK && good;
            }
            _exit(!good);
        }
    }
    for (writer = 0; writer < WRITERS; writer++)
        CHECK(wait(&status) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0);
    OK(zarr_array_read_region(array, 2, NULL, NULL, got, sizeof got, E));
    for (i = 0; i < ALL; i++)
        if (!CHECK(got[i] == i + 1))
            break;
    zarr_array_free(array);
    zarr_store_free(store);
}

static void refused(const zarr_store *store) {
    static const int64_t outside[4] = {0, 0, ROWS, 0}, minus[4] = {0, 0, 0, -1}, far[1] = {COLUMNS}, first[1] = {0};
    const int64_t *given[2];
    const size_t counts[2] = {1, 1};
    zarr_array *array = create(store, "refused", &kinds[0]), *scalar = NULL, *texts = NULL;
    zarr_array_builder *builder = NULL;
    double number = 1.5, got = 0;
    int32_t values[2] = {7, 7};
    zarr_error error;
    check_context("refused");
    given[0] = first;
    given[1] = far;
    FAILS(zarr_array_read_points(array, 2, 2, outside, values, sizeof values, E), ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(strstr(error.message, "point 1") != NULL && strstr(error.message, "dimension 0") != NULL);
    FAILS(zarr_array_write_points(array, 2, 2, outside, values, sizeof values, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_read_points(array, 2, 2, minus, values, sizeof values, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_read_points(array, 2, 1, outside, values, sizeof values, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_read_orthogonal(array, 2, counts, given, values, 4, E), ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(strstr(error.message, "dimension 1") != NULL && values[0] == 7);
    zarr_array_free(array);
    OK(zarr_array_builder_new(ZARR_FLOAT64, 0, NULL, &builder, E));
    OK(zarr_array_create(store, "scalar", builder, &scalar, E));
    OK(zarr_array_write_points(scalar, 0, 1, NULL, &number, sizeof number, E));
    OK(zarr_array_read_orthogonal(scalar, 0, NULL, NULL, &got, sizeof got, E));
    CHECK(got == 1.5);
    FAILS(zarr_array_read_points(scalar, 0, 2, NULL, &got, sizeof got, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_free(scalar);
    zarr_array_builder_free(builder);
    OK(zarr_array_builder_new(ZARR_STRING, 1, (const int64_t[]){3}, &builder, E));
    OK(zarr_array_create(store, "texts", builder, &texts, E));
    FAILS(zarr_array_read_points(texts, 1, 1, first, &got, sizeof got, E), ZARR_ERROR_TYPE_MISMATCH);
    zarr_array_free(texts);
    zarr_array_builder_free(builder);
}

int main(void) {
    char *directory = temp_make(), *url = path_join(directory, "s.zarr");
    rng r = {20};
    zarr_error error;
    size_t i;
    int round;
    for (i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (round = 0; round < 2; round++) {
            char name[200];
            int32_t model[ALL] = {0};
            zarr_store *store = NULL;
            zarr_array *array;
            int again;
            check_context("chunks %s, %s", kinds[i].what, round ? "on a file system" : "in memory");
            snprintf(name, sizeof name, "%s-%lu", url, (unsigned long)i);
            OK(zarr_store_open(round ? name : "memory://", NULL, &store, E));
            array = create(store, "a", &kinds[i]);
            for (again = 0; again < 6; again++) {
                points(array, model, &r);
                indices(array, model, &r);
            }
            zarr_array_free(array);
            if (i == 0)
                refused(store);
            zarr_store_free(store);
        }
    }
    /* Before threads are started, which the children of fork have not, as memcheck says of them. */
    side_by_side(url);
    each_chunk_once();
    free(url);
    temp_remove(directory);
    return check_summary("selections");
}
