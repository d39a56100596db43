/*
 * Why this file exists: a program that thinks in variables over dimensions loses its data when two variables disagree about
 * a dimension, when half of its variables are created, or when a time step is in one of them and not in the next.
 */
#include "callback_store.h"

#include <pthread.h>

#define LONGITUDES 4
#define LATITUDES 3

static const int64_t any[3] = {0, 0, 0};
static const char *const volume[3] = {"time", "y", "x"};

static zarr_array_builder *builder_of(int32_t data_type, int32_t ndim) {
    zarr_array_builder *builder = NULL;
    zarr_error error;
    OK(zarr_array_builder_new(data_type, ndim, any, &builder, E));
    return builder;
}

static zarr_status define(zarr_dataset *dataset, const char *name, int32_t ndim, const char *const *dimensions,
                          zarr_error *error) {
    zarr_array_builder *builder = builder_of(ZARR_FLOAT32, ndim);
    zarr_status status = zarr_dataset_define_array(dataset, name, ndim, dimensions, builder, error);
    zarr_array_builder_free(builder);
    return status;
}

static zarr_status define_coordinate(zarr_dataset *dataset, const char *name, const double *values, size_t count,
                                     zarr_error *error) {
    zarr_array_builder *builder = builder_of(ZARR_FLOAT64, 1);
    zarr_status status = zarr_dataset_define_coordinate(dataset, name, builder, values, count * sizeof *values, error);
    zarr_array_builder_free(builder);
    return status;
}

static int64_t length_of(const zarr_dataset *dataset, const char *name) {
    int64_t length = -1;
    zarr_error error;
    OK(zarr_dataset_dimension_length(dataset, name, &length, E));
    return length;
}

static void shape_is(const zarr_dataset *dataset, const char *name, int32_t ndim, int64_t a, int64_t b, int64_t c) {
    int64_t shape[3] = {-1, -1, -1};
    zarr_array *array = NULL;
    zarr_error error;
    OK(zarr_dataset_array(dataset, name, &array, E));
    CHECK(zarr_array_ndim(array) == ndim);
    OK(zarr_array_shape(array, ndim, shape, E));
    CHECK((ndim < 1 || shape[0] == a) && (ndim < 2 || shape[1] == b) && (ndim < 3 || shape[2] == c));
    zarr_array_free(array);
}

static size_t arrays_in(const zarr_dataset *dataset) {
    zarr_strings *names = NULL;
    zarr_error error;
    size_t count;
    OK(zarr_dataset_arrays(dataset, &names, E));
    count = zarr_strings_count(names);
    zarr_strings_free(names);
    return count;
}

static size_t nodes_in(const zarr_store *store, const char *path) {
    zarr_strings *names = NULL;
    zarr_error error;
    size_t count;
    OK(zarr_node_children(store, path, &names, E));
    count = zarr_strings_count(names);
    zarr_strings_free(names);
    return count;
}

/* Coordinates, a number without dimensions, variables of three and of two, and one of which nothing is there yet. */
static void define_weather(zarr_dataset *dataset) {
    static const double x[LONGITUDES] = {0, 90, 180, 270}, y[LATITUDES] = {-60, 0, 60};
    zarr_error error;
    OK(zarr_dataset_define_dimension(dataset, "time", 0, E));
    OK(zarr_dataset_define_dimension(dataset, "time", 0, E));
    OK(define_coordinate(dataset, "x", x, LONGITUDES, E));
    OK(define_coordinate(dataset, "y", y, LATITUDES, E));
    OK(define_coordinate(dataset, "time", NULL, 0, E));
    OK(define(dataset, "temperature", 3, volume, E));
    OK(define(dataset, "pressure", 3, volume, E));
    OK(define(dataset, "height", 2, volume + 1, E));
    OK(define(dataset, "gravity", 0, NULL, E));
}

static zarr_status step(const zarr_dataset *dataset, double time, float value, int64_t *position, zarr_error *error) {
    static const char *const names[3] = {"temperature", "time", "pressure"};
    float temperature[LATITUDES * LONGITUDES], pressure[LATITUDES * LONGITUDES];
    const void *data[3];
    const size_t sizes[3] = {sizeof temperature, sizeof time, sizeof pressure};
    size_t i;
    data[0] = temperature, data[1] = &time, data[2] = pressure;
    for (i = 0; i < LATITUDES * LONGITUDES; i++) {
        temperature[i] = value + (float)i;
        pressure[i] = -value - (float)i;
    }
    return zarr_dataset_append(dataset, "time", 1, 3, names, data, sizes, position, error);
}

/* The last step, at two longitudes, as it was appended. */
static void read_back(const zarr_dataset *dataset, int64_t time, float value) {
    static const char *const names[3] = {"temperature", "pressure", "x"}, *const dimensions[2] = {"x", "time"};
    float temperature[LATITUDES][2] = {{0}}, pressure[LATITUDES][2] = {{0}};
    double x[2] = {0, 0};
    void *data[3];
    const size_t sizes[3] = {sizeof temperature, sizeof pressure, sizeof x};
    int64_t start[2] = {1, 0}, count[2] = {2, 1};
    zarr_error error;
    int row, column;
    data[0] = temperature, data[1] = pressure, data[2] = x;
    start[1] = time;
    OK(zarr_dataset_read(dataset, 2, dimensions, start, count, 3, names, data, sizes, E));
    CHECK(x[0] == 90 && x[1] == 180);
    for (row = 0; row < LATITUDES; row++)
        for (column = 0; column < 2; column++) {
            const float wanted = value + (float)(row * LONGITUDES + column + 1);
            CHECK(temperature[row][column] == wanted && pressure[row][column] == -wanted);
        }
}

static void dimensions_are(const zarr_dataset *dataset, const char *wanted) {
    char told[200] = "";
    zarr_strings *names = NULL;
    zarr_bytes *lengths = NULL;
    zarr_error error;
    size_t i;
    OK(zarr_dataset_dimensions(dataset, &names, &lengths, E));
    CHECK(zarr_bytes_size(lengths) == zarr_strings_count(names) * sizeof(int64_t));
    for (i = 0; i < zarr_strings_count(names); i++)
        sprintf(told + strlen(told), "%s=%d ", zarr_strings_get(names, i), (int)((const int64_t *)(const void *)zarr_bytes_data(lengths))[i]);
    if (strcmp(told, wanted) != 0)
        FAIL("dimensions are %s, not %s", told, wanted);
    zarr_strings_free(names);
    zarr_bytes_free(lengths);
}

static void in_format(int32_t format) {
    zarr_store *store = NULL;
    zarr_dataset *dataset = NULL, *again = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    int64_t position = -1;
    check_context("%s", zarr_format_name(format));
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_dataset_create(store, "model", format, NULL, &dataset, E));
    define_weather(dataset);
    CHECK(nodes_in(store, "model") == 0 && arrays_in(dataset) == 0);
    FAILS(zarr_dataset_array(dataset, "height", &array, E), ZARR_ERROR_NOT_FOUND);
    dimensions_are(dataset, "time=0 x=4 y=3 ");
    OK(zarr_dataset_commit(dataset, E));
    OK(zarr_dataset_commit(dataset, E));
    CHECK(nodes_in(store, "model") == 7 && arrays_in(dataset) == 7);
    shape_is(dataset, "temperature", 3, 0, LATITUDES, LONGITUDES);
    shape_is(dataset, "gravity", 0, 0, 0, 0);

    OK(step(dataset, 6, 100, &position, E));
    CHECK(position == 0);
    OK(step(dataset, 12, 200, &position, E));
    CHECK(position == 1);
    read_back(dataset, 0, 100);
    read_back(dataset, 1, 200);
    CHECK(length_of(dataset, "time") == 2);

    /* Another program finds all of it. */
    OK(zarr_dataset_open(store, "model", NULL, &again, E));
    dimensions_are(again, "y=3 x=4 time=2 ");
    read_back(again, 1, 200);
    OK(zarr_dataset_resize_dimension(again, "time", 5, E));
    shape_is(again, "temperature", 3, 5, LATITUDES, LONGITUDES);
    shape_is(again, "time", 1, 5, 0, 0);
    shape_is(again, "height", 2, LATITUDES, LONGITUDES, 0);
    CHECK(length_of(again, "time") == 5 && length_of(dataset, "time") == 2);
    OK(zarr_dataset_refresh(dataset, E));
    CHECK(length_of(dataset, "time") == 5);
    OK(zarr_dataset_resize_dimension(again, "time", 1, E));
    read_back(again, 0, 100);

    OK(zarr_dataset_group(again, &group, E));
    OK(zarr_attribute_set_string(group, "title", "weather", E));
    OK(zarr_dataset_array(again, "x", &array, E));
    CHECK(zarr_array_format(array) == format);
    zarr_array_free(array);
    zarr_group_free(group);
    zarr_dataset_free(again);
    zarr_dataset_free(dataset);
    zarr_store_free(store);
}

/* An impossible array is refused before anything is written. */
static void refusals(void) {
    static const double five[5] = {1, 2, 3, 4, 5};
    static const char *const unknown[1] = {"z"}, *const x[1] = {"x"};
    zarr_store *store = NULL;
    zarr_dataset *dataset = NULL, *other = NULL;
    zarr_array_builder *builder = NULL, *structs = NULL;
    zarr_error error;
    check_context("refusals");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_V3, NULL, &dataset, E));
    OK(zarr_dataset_define_dimension(dataset, "x", 4, E));
    FAILS(zarr_dataset_define_dimension(dataset, "x", 5, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(strstr(error.message, "\"x\"") != NULL && strstr(error.message, "4 elements") != NULL);
    FAILS(zarr_dataset_define_dimension(dataset, "", 5, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_define_dimension(dataset, "y", -1, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(define_coordinate(dataset, "x", five, 5, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(define_coordinate(dataset, "z", NULL, 0, E), ZARR_ERROR_NOT_FOUND);
    FAILS(define(dataset, "t", 1, unknown, E), ZARR_ERROR_NOT_FOUND);
    OK(define(dataset, "t", 1, x, E));
    FAILS(define(dataset, "t", 1, x, E), ZARR_ERROR_ALREADY_EXISTS);
    FAILS(define(dataset, "a/b", 1, x, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(define(dataset, "", 1, x, E), ZARR_ERROR_INVALID_ARGUMENT);
    builder = builder_of(ZARR_FLOAT32, 2);
    FAILS(zarr_dataset_define_array(dataset, "u", 1, x, builder, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_define_coordinate(dataset, "u", builder, five, sizeof five, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_array_builder_free(builder);
    builder = builder_of(ZARR_STRING, 1);
    FAILS(zarr_dataset_define_coordinate(dataset, "u", builder, five, sizeof five, E), ZARR_ERROR_TYPE_MISMATCH);
    zarr_array_builder_free(builder);
    /* The format is found out at the commit: all or nothing. */
    OK(zarr_array_builder_new_json("[[\"x\", \"<i2\"]]", 1, any, &structs, E));
    OK(zarr_array_builder_format(structs, ZARR_FORMAT_V2, E));
    OK(zarr_dataset_define_array(dataset, "u", 1, x, structs, E));
    FAILS(zarr_dataset_commit(dataset, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(nodes_in(store, "") == 0);
    zarr_array_builder_free(structs);
    zarr_dataset_free(dataset);

    /* Two variables with another x: the second one is refused, by this handle and by one that came before. */
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_DEFAULT, NULL, &dataset, E));
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_DEFAULT, NULL, &other, E));
    OK(zarr_dataset_define_dimension(other, "x", 7, E));
    OK(define(other, "late", 1, x, E));
    OK(define(other, "t", 1, x, E));
    OK(zarr_dataset_define_dimension(dataset, "x", 4, E));
    OK(define(dataset, "t", 1, x, E));
    OK(zarr_dataset_commit(dataset, E));
    FAILS(zarr_dataset_commit(other, E), ZARR_ERROR_CONFLICT);
    CHECK(strstr(error.message, "\"x\"") != NULL && strstr(error.message, "4 elements in array \"t\"") != NULL &&
          strstr(error.message, "7 elements") != NULL);
    CHECK(nodes_in(store, "") == 1);
    OK(zarr_dataset_discard(other, E));
    OK(zarr_dataset_refresh(other, E));
    dimensions_are(other, "x=4 ");
    OK(define(other, "late", 1, x, E));
    OK(zarr_dataset_commit(other, E));
    CHECK(nodes_in(store, "") == 2);
    zarr_dataset_free(other);
    zarr_dataset_free(dataset);
    zarr_store_free(store);
}

/* Arrays of unequal lengths that other software left: told, kept apart where that is wanted, and made equal. */
static void unequal(void) {
    static const char *const x[1] = {"x"};
    zarr_store *store = NULL;
    zarr_dataset *dataset = NULL;
    zarr_array *array = NULL;
    zarr_error error;
    int64_t length = -1;
    int i;
    check_context("unequal");
    OK(zarr_store_open("memory://", NULL, &store, E));
    for (i = 0; i < 2; i++) {
        const int64_t lengths[1] = {5 + 2 * i};
        zarr_array_builder *builder = NULL;
        OK(zarr_array_builder_new(ZARR_INT16, 1, lengths, &builder, E));
        OK(zarr_array_builder_dimension_names(builder, 1, x, E));
        OK(zarr_array_create(store, i == 0 ? "g/a" : "g/b", builder, &array, E));
        zarr_array_free(array);
        zarr_array_builder_free(builder);
    }
    FAILS(zarr_dataset_open(store, "g", NULL, &dataset, E), ZARR_ERROR_METADATA);
    CHECK(dataset == NULL);
    CHECK(strstr(error.message, "dimension \"x\" has 5 elements in array \"a\" and 7 elements in array \"b\"") != NULL);
    FAILS(zarr_dataset_open(store, "g", "{\"unequal_dimensions\": \"ignore\"}", &dataset, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_open_with(store, "g/a", "{\"unequal_dimensions\": \"keep\"}", &array, E), ZARR_ERROR_INVALID_ARGUMENT);
    OK(zarr_dataset_open(store, "g", "{\"unequal_dimensions\": \"keep\", \"threads\": 1}", &dataset, E));
    dimensions_are(dataset, "x=5 x=7 ");
    FAILS(zarr_dataset_dimension_length(dataset, "x", &length, E), ZARR_ERROR_METADATA);
    FAILS(define(dataset, "c", 1, x, E), ZARR_ERROR_METADATA);
    FAILS(zarr_dataset_append(dataset, "x", 1, 0, NULL, NULL, NULL, &length, E), ZARR_ERROR_METADATA);
    CHECK(length == -1);
    OK(zarr_dataset_resize_dimension(dataset, "x", 7, E));
    dimensions_are(dataset, "x=7 ");
    zarr_dataset_free(dataset);
    OK(zarr_dataset_open(store, "g", NULL, &dataset, E));
    zarr_dataset_free(dataset);
    zarr_store_free(store);
}

/* Blocks and parts that do not fit have changed nothing. */
static void misfits(void) {
    static const char *const names[2] = {"temperature", "height"}, *const twice[2] = {"time", "time"};
    const float values[LATITUDES * LONGITUDES] = {0};
    float room[LATITUDES * LONGITUDES + 1];
    const void *data[2];
    void *rooms[2];
    size_t sizes[2] = {sizeof values, sizeof values};
    const int64_t start[3] = {0, 0, 0}, count[3] = {1, 1, 1}, far[1] = {9};
    zarr_store *store = NULL;
    zarr_dataset *dataset = NULL;
    zarr_error error;
    int64_t position = -1;
    check_context("misfits");
    data[0] = data[1] = values;
    rooms[0] = rooms[1] = room;
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_V3, NULL, &dataset, E));
    define_weather(dataset);
    OK(zarr_dataset_commit(dataset, E));
    OK(step(dataset, 1, 1, &position, E));
    FAILS(zarr_dataset_append(dataset, "time", 1, 2, names, data, sizes, &position, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_append(dataset, "z", 1, 1, names, data, sizes, &position, E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_dataset_append(dataset, "time", 2, 1, names, data, sizes, &position, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_dataset_append(dataset, "time", INT64_MAX, 0, NULL, NULL, NULL, &position, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_append(dataset, "time", -1, 0, NULL, NULL, NULL, &position, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_append(dataset, "time", 1, 1, volume, data, sizes, NULL, E), ZARR_ERROR_BUFFER_SIZE);
    CHECK(position == 0);
    shape_is(dataset, "temperature", 3, 1, LATITUDES, LONGITUDES);
    FAILS(zarr_dataset_read(dataset, 1, volume, far, count, 1, names, rooms, sizes, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_dataset_read(dataset, 2, twice, start, count, 1, names, rooms, sizes, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_read(dataset, 4, volume, start, count, 1, names, rooms, sizes, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_dataset_read(dataset, 1, names, start, count, 1, names, rooms, sizes, E), ZARR_ERROR_NOT_FOUND);
    sizes[1] += 4;
    FAILS(zarr_dataset_write(dataset, 1, volume, start, count, 2, names, data, sizes, E), ZARR_ERROR_BUFFER_SIZE);
    read_back(dataset, 0, 1);
    sizes[1] -= 4;
    OK(zarr_dataset_write(dataset, 1, volume, start, count, 2, names, data, sizes, E));
    memset(room, 1, sizeof room);
    OK(zarr_dataset_read(dataset, 1, volume, start, count, 1, names, rooms, sizes, E));
    CHECK(memcmp(room, values, sizeof values) == 0);
    OK(zarr_dataset_append(dataset, "time", 3, 0, NULL, NULL, NULL, &position, E));
    CHECK(position == 1 && length_of(dataset, "time") == 4);
    zarr_dataset_free(dataset);
    zarr_store_free(store);
}

/* A store that fails at its n-th operation, for every n: a commit leaves all arrays or none, and can be repeated. */
static void broken_commit(int32_t format, bool stays_broken) {
    static const double x[LONGITUDES] = {0, 1, 2, 3};
    static const char *const names[1] = {"x"};
    unsigned long at = 0, failures = 0;
    bool reached = true;
    while (reached) {
        zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
        kv_store kv;
        zarr_store *store = NULL;
        zarr_dataset *dataset = NULL;
        zarr_error error;
        zarr_status status;
        size_t there;
        at++;
        check_context("%s: operation %lu%s", zarr_format_name(format), at, stays_broken ? " and on" : "");
        kv_init(&kv);
        kv_callbacks(&kv, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &kv, "{\"threads\": 1}", &store, E));
        OK(zarr_dataset_create(store, "g", format, NULL, &dataset, E));
        OK(zarr_dataset_define_dimension(dataset, "x", LONGITUDES, E));
        OK(define(dataset, "old", 1, names, E));
        OK(zarr_dataset_commit(dataset, E));
        OK(define(dataset, "a", 1, names, E));
        OK(define(dataset, "z", 1, names, E));
        OK(define_coordinate(dataset, "x", x, LONGITUDES, E));
        kv.operations = 0;
        kv.fail_operation = at;
        kv.stays_broken = stays_broken;
        status = zarr_dataset_commit(dataset, E);
        reached = kv.operations >= at;
        kv.fail_operation = 0;
        there = nodes_in(store, "g");
        if (status != ZARR_OK) {
            failures++;
            CHECK(strstr(error.message, KV_BROKEN) != NULL);
            /* The array that could not be erased is named. */
            CHECK(there == 1 || (stays_broken && strstr(error.message, "may be left") != NULL));
            CHECK(arrays_in(dataset) == 1);
            if (there == 1) {
                OK(zarr_dataset_commit(dataset, E));
                there = nodes_in(store, "g");
            }
        }
        CHECK(there == 4 || stays_broken);
        zarr_dataset_free(dataset);
        zarr_store_free(store);
        kv_clear(&kv);
        if (at > 2000)
            FAIL("it fails for ever"), reached = false;
    }
    CHECK(failures > 10);
}

/* After a broken append the old elements stay, and resizing makes the lengths equal again. */
static void broken_append(void) {
    unsigned long at = 0;
    bool reached = true;
    while (reached) {
        zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
        kv_store kv;
        zarr_store *store = NULL;
        zarr_dataset *dataset = NULL, *again = NULL;
        zarr_error error;
        zarr_status status;
        int64_t position = -1;
        at++;
        check_context("append: operation %lu", at);
        kv_init(&kv);
        kv_callbacks(&kv, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &kv, "{\"threads\": 1}", &store, E));
        OK(zarr_dataset_create(store, "g", ZARR_FORMAT_V3, NULL, &dataset, E));
        define_weather(dataset);
        OK(zarr_dataset_commit(dataset, E));
        OK(step(dataset, 1, 100, &position, E));
        kv.operations = 0;
        kv.fail_operation = at;
        status = step(dataset, 2, 200, &position, E);
        reached = kv.operations >= at;
        kv.fail_operation = 0;
        if (status != ZARR_OK) {
            CHECK(strstr(error.message, KV_BROKEN) != NULL && position == 0);
            OK(zarr_dataset_open(store, "g", "{\"unequal_dimensions\": \"keep\"}", &again, E));
            OK(zarr_dataset_resize_dimension(again, "time", 1, E));
            zarr_dataset_free(again);
            OK(zarr_dataset_refresh(dataset, E));
            OK(step(dataset, 2, 200, &position, E));
        }
        CHECK(position == 1);
        OK(zarr_dataset_open(store, "g", NULL, &again, E));
        read_back(again, 0, 100);
        read_back(again, 1, 200);
        zarr_dataset_free(again);
        zarr_dataset_free(dataset);
        zarr_store_free(store);
        kv_clear(&kv);
        if (at > 2000)
            FAIL("it fails for ever"), reached = false;
    }
    CHECK(at > 10);
}

/* Handles that define the same array: one creates it, and what it holds stays. */
static void rivals(const char *url) {
    static const double x[LONGITUDES] = {0, 1, 2, 3};
    static const char *const names[1] = {"x"};
    zarr_store *store = NULL, *other = NULL;
    zarr_dataset *first = NULL, *second = NULL;
    zarr_error error;
    double read[LONGITUDES] = {0};
    void *data[1];
    const size_t sizes[1] = {sizeof read};
    check_context("rivals");
    OK(zarr_store_open(url, NULL, &store, E));
    OK(zarr_store_open(url, NULL, &other, E));
    OK(zarr_dataset_create(store, "g", ZARR_FORMAT_V3, NULL, &first, E));
    OK(zarr_dataset_create(other, "g", ZARR_FORMAT_V3, NULL, &second, E));
    OK(define_coordinate(first, "x", x, LONGITUDES, E));
    OK(define_coordinate(second, "x", read, LONGITUDES, E));
    OK(define(second, "a", 1, names, E));
    OK(zarr_dataset_commit(first, E));
    FAILS(zarr_dataset_commit(second, E), ZARR_ERROR_ALREADY_EXISTS);
    CHECK(nodes_in(store, "g") == 1);
    data[0] = read;
    OK(zarr_dataset_read(first, 0, NULL, NULL, NULL, 1, names, data, sizes, E));
    CHECK(memcmp(read, x, sizeof x) == 0);
    zarr_dataset_free(first);
    zarr_dataset_free(second);
    zarr_store_free(store);
    zarr_store_free(other);
}

/* Threads that append at once get places of their own, and each step is whole. */
#define STEPS 5
#define THREADS 4
static zarr_dataset *crowded;
static bool appended[THREADS];

static void *append_many(void *which) {
    const int number = *(const int *)which;
    int64_t position;
    int i;
    bool good = true;
    for (i = 0; i < STEPS; i++)
        good = step(crowded, number, 1000 * (float)(number + 1), &position, NULL) == ZARR_OK && good;
    appended[number] = good;
    return NULL;
}

static void crowd(void) {
    pthread_t threads[THREADS];
    int numbers[THREADS], i, steps[THREADS] = {0};
    zarr_store *store = NULL;
    zarr_error error;
    double times[THREADS * STEPS];
    void *data[1];
    const size_t sizes[1] = {sizeof times};
    check_context("crowd");
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_V3, NULL, &crowded, E));
    define_weather(crowded);
    OK(zarr_dataset_commit(crowded, E));
    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        CHECK(pthread_create(&threads[i], NULL, append_many, &numbers[i]) == 0);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    CHECK(length_of(crowded, "time") == THREADS * STEPS);
    data[0] = times;
    OK(zarr_dataset_read(crowded, 0, NULL, NULL, NULL, 1, volume, data, sizes, E));
    for (i = 0; i < THREADS * STEPS; i++) {
        const int number = (int)times[i];
        CHECK(number >= 0 && number < THREADS && appended[number]);
        steps[number]++;
        read_back(crowded, i, 1000 * (float)(number + 1));
    }
    for (i = 0; i < THREADS; i++)
        CHECK(steps[i] == STEPS);
    zarr_dataset_free(crowded);
    zarr_store_free(store);
}

/* Datasets of xarray and netCDF. */
static void of_others(const char *fixtures) {
    static const struct {
        const char *path, *group, *dimensions;
    } stores[] = {
        {"public/xarray-2026.9.0-zarr3.1.6/xr3.zarr", "", "x=7 y=5 time=4 "},
        {"public/xarray-2026.9.0-zarr3.1.6/xr2.zarr", "", "x=7 y=5 time=4 "},
        {"public/netcdf-c-4.9.0/nczarr.zarr", "", "y=5 x=7 z=3 "},
        {"public/netcdf-c-4.9.0/xarray.zarr", "", "y=5 x=7 z=3 "},
    };
    size_t i;
    for (i = 0; i < sizeof stores / sizeof *stores; i++) {
        char *path = path_join(fixtures, stores[i].path);
        zarr_store *store = NULL;
        zarr_dataset *dataset = NULL;
        zarr_error error;
        check_context("%s", stores[i].path);
        OK(zarr_store_open(path, "{\"mode\": \"r\"}", &store, E));
        OK(zarr_dataset_open(store, stores[i].group, NULL, &dataset, E));
        CHECK(arrays_in(dataset) > 5);
        dimensions_are(dataset, stores[i].dimensions);
        FAILS(zarr_dataset_resize_dimension(dataset, "x", 8, E), ZARR_ERROR_READ_ONLY);
        FAILS(zarr_dataset_open(store, "scalar", NULL, &dataset, E), ZARR_ERROR_NODE_TYPE);
        FAILS(zarr_dataset_open(store, "nowhere", NULL, &dataset, E), ZARR_ERROR_NOT_FOUND);
        zarr_dataset_free(dataset);
        zarr_store_free(store);
        free(path);
    }
}

/* A handle that is shared, and a name that stands for two dimensions of one array. */
static void odds(void) {
    static const char *const square[2] = {"x", "x"}, *const one[1] = {"x"};
    static const float two[2] = {1, 2};
    const void *data[1];
    const size_t sizes[1] = {sizeof(float)};
    zarr_store *store = NULL;
    zarr_dataset *dataset = NULL, *shared = NULL;
    zarr_error error;
    int64_t position = -1;
    check_context("odds");
    data[0] = two;
    OK(zarr_store_open("memory://", NULL, &store, E));
    OK(zarr_dataset_create(store, "", ZARR_FORMAT_V3, NULL, &dataset, E));
    OK(zarr_dataset_define_dimension(dataset, "x", 2, E));
    OK(define(dataset, "covariance", 2, square, E));
    OK(define(dataset, "mean", 1, one, E));
    OK(zarr_dataset_commit(dataset, E));
    OK(zarr_dataset_share(dataset, &shared, E));
    zarr_dataset_free(dataset);
    zarr_store_free(store);
    FAILS(zarr_dataset_append(shared, "x", 1, 1, square, data, sizes, &position, E), ZARR_ERROR_NOT_FOUND);
    {
        static const char *const mean[1] = {"mean"}, *const covariance[1] = {"covariance"};
        FAILS(zarr_dataset_append(shared, "x", 1, 1, covariance, data, sizes, &position, E), ZARR_ERROR_INVALID_ARGUMENT);
        OK(zarr_dataset_append(shared, "x", 1, 1, mean, data, sizes, &position, E));
    }
    CHECK(position == 2);
    shape_is(shared, "covariance", 2, 3, 3, 0);
    shape_is(shared, "mean", 1, 3, 0, 0);
    zarr_dataset_free(shared);
}

/* Another process has made the dimension shorter than this dataset knows: a step begins behind what is there, and the
   arrays stay of one length. Two stores of one map are two processes to the library. */
static void shortened_elsewhere(void) {
    static const char *const along[1] = {"t"}, *const named[3] = {"b", "a", "t"};
    const int64_t none[1] = {0}, chunk[1] = {4};
    const int32_t value = 7;
    const void *blocks[3] = {&value, &value, &value};
    const size_t sizes[3] = {sizeof value, sizeof value, sizeof value};
    size_t steps;
    for (steps = 0; steps <= 3; steps++) {
        kv_store kv;
        zarr_store_callbacks callbacks;
        zarr_store *own = NULL, *other = NULL;
        zarr_dataset *dataset = NULL, *cutting = NULL, *seen = NULL;
        zarr_array_builder *builder = NULL;
        zarr_error error;
        int64_t start = -1, length = -1;
        size_t i;
        kv_init(&kv);
        kv_callbacks(&kv, &callbacks, true);
        OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &own, E));
        OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &other, E));
        OK(zarr_dataset_create(own, "", ZARR_FORMAT_V3, NULL, &dataset, E));
        OK(zarr_dataset_define_dimension(dataset, "t", 10, E));
        OK(zarr_array_builder_new(ZARR_INT32, 1, none, &builder, E));
        OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
        for (i = 0; i < 3; i++)
            OK(zarr_dataset_define_array(dataset, named[i], 1, along, builder, E));
        OK(zarr_dataset_commit(dataset, E));
        OK(zarr_dataset_open(other, "", NULL, &cutting, E));
        OK(zarr_dataset_resize_dimension(cutting, "t", 5, E));
        OK(zarr_dataset_append(dataset, "t", 1, steps, named, blocks, sizes, &start, E));
        CHECK(start == 5);
        if (OK(zarr_dataset_open(other, "", NULL, &seen, E)) && OK(zarr_dataset_dimension_length(seen, "t", &length, E)))
            CHECK(length == 6);
        zarr_dataset_free(seen);
        zarr_dataset_free(cutting);
        zarr_dataset_free(dataset);
        zarr_array_builder_free(builder);
        zarr_store_free(other);
        zarr_store_free(own);
        kv_clear(&kv);
    }
}

int main(int argc, char **argv) {
    char *directory = temp_make(), *path = path_join(directory, "rivals.zarr");
    const bool quick = argc > 2;
    in_format(ZARR_FORMAT_V3);
    in_format(ZARR_FORMAT_V2);
    in_format(ZARR_FORMAT_N5);
    refusals();
    unequal();
    shortened_elsewhere();
    misfits();
    broken_commit(ZARR_FORMAT_V3, false);
    if (!quick) {
        broken_commit(ZARR_FORMAT_V2, false);
        broken_commit(ZARR_FORMAT_V3, true);
        broken_append();
    }
    rivals("memory://datasets-rivals");
    rivals(path);
    crowd();
    odds();
    if (argc > 1)
        of_others(argv[1]);
    free(path);
    temp_remove(directory);
    return check_summary("datasets");
}
