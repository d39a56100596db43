/*
 * Why this file exists: the general read and write as a C program uses them: every so many elements, backwards, into
 * Fortran arrays and between halo cells, on one thread, watched and ended; and everything that is refused.
 */
#include "check.h"

#define ROWS 12
#define COLUMNS 10

static const int64_t shape[2] = {ROWS, COLUMNS};
static const int64_t chunk[2] = {4, 3};
static const int64_t zero[2] = {0, 0};

/* The value of each element. */
static int32_t value(int64_t row, int64_t column) {
    return (int32_t)(100 * row + column);
}

/* An array of which each element has its value; `order` is that of its chunks. */
static zarr_array *begin(const zarr_store *store, const char *path, int32_t order) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    int32_t values[ROWS][COLUMNS];
    int64_t row, column;
    for (row = 0; row < ROWS; row++)
        for (column = 0; column < COLUMNS; column++)
            values[row][column] = value(row, column);
    OK(zarr_array_builder_new(ZARR_INT32, 2, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 2, chunk, E));
    OK(zarr_array_builder_order(builder, order, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    OK(zarr_array_write_region(array, 2, zero, shape, values, sizeof values, E));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_region region_of(const int64_t *start, const int64_t *count) {
    zarr_region region = ZARR_REGION_INIT;
    region.ndim = 2;
    region.start = start;
    region.count = count;
    return region;
}

/* Every third row from the last one on, every other column, in C and in Fortran order. */
static void steps(const zarr_array *array) {
    static const int64_t start[2] = {11, 1}, count[2] = {4, 5}, step[2] = {-3, 2};
    zarr_error error;
    zarr_region region = region_of(start, count);
    int32_t c_order[4][5], f_order[5][4];
    int64_t i, j;
    region.step = step;
    OK(zarr_array_read(array, &region, c_order, sizeof c_order, NULL, E));
    region.order = 'F';
    OK(zarr_array_read(array, &region, f_order, sizeof f_order, NULL, E));
    for (i = 0; i < 4; i++)
        for (j = 0; j < 5; j++)
            CHECK(c_order[i][j] == value(11 - 3 * i, 1 + 2 * j) && f_order[j][i] == c_order[i][j]);
}

/* The whole array upside down: a start that is not given is the last row. */
static void upside_down(const zarr_array *array) {
    static const int64_t step[2] = {-1, 1};
    zarr_error error;
    zarr_region region = region_of(NULL, NULL);
    int32_t all[ROWS][COLUMNS];
    int64_t i, j;
    region.step = step;
    OK(zarr_array_read(array, &region, all, sizeof all, NULL, E));
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            CHECK(all[i][j] == value(ROWS - 1 - i, j));
}

/* The inside of an array with a border of one cell, upside down; the border stays as it is. */
static void halo(const zarr_array *array) {
    static const int64_t start[2] = {2, 3}, count[2] = {5, 6};
    static const int64_t strides[2] = {-8 * (int64_t)sizeof(int32_t), sizeof(int32_t)};
    zarr_error error;
    zarr_region region = region_of(start, count);
    int32_t cells[7][8];
    int64_t i, j;
    memset(cells, 0x5A, sizeof cells);
    region.strides = strides;
    region.offset = (int64_t)((char *)&cells[5][1] - (char *)cells);
    OK(zarr_array_read(array, &region, cells, sizeof cells, NULL, E));
    for (i = 0; i < 7; i++)
        for (j = 0; j < 8; j++) {
            bool inside = i >= 1 && i <= 5 && j >= 1 && j <= 6;
            CHECK(cells[i][j] == (inside ? value(2 + (5 - i), 3 + (j - 1)) : 0x5A5A5A5A));
        }
}

/* A write with a step keeps the elements between; one value is written to many places. */
static void writing(const zarr_array *array) {
    static const int64_t start[2] = {1, 9}, count[2] = {3, 3}, step[2] = {4, -4}, still[2] = {0, 0};
    zarr_error error;
    zarr_region region = region_of(start, count);
    int32_t values[3][3] = {{-1, -2, -3}, {-4, -5, -6}, {-7, -8, -9}}, all[ROWS][COLUMNS];
    int64_t i, j;
    region.step = step;
    OK(zarr_array_write(array, &region, values, sizeof values, NULL, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++) {
            bool written = (i - 1) % 4 == 0 && j % 4 == 1;
            CHECK(all[i][j] == (written ? values[(i - 1) / 4][(9 - j) / 4] : value(i, j)));
        }
    region = region_of(zero, shape);
    region.strides = still;
    OK(zarr_array_write(array, &region, &values[2][2], sizeof(int32_t), NULL, E));
    OK(zarr_array_read_region(array, 2, zero, shape, all, sizeof all, E));
    for (i = 0; i < ROWS; i++)
        for (j = 0; j < COLUMNS; j++)
            CHECK(all[i][j] == -9);
}

typedef struct counter {
    int64_t calls, last, total, stop;
} counter;

static int32_t count_calls(void *user_data, int64_t done, int64_t total) {
    counter *c = user_data;
    CHECK(done >= c->last && done <= total);
    c->calls++;
    c->last = done;
    c->total = total;
    return done == c->stop;
}

static void watched(const zarr_array *array) {
    zarr_error error;
    zarr_region region = region_of(zero, shape);
    zarr_transfer how = ZARR_TRANSFER_INIT;
    counter c = {0, 0, 0, -1};
    int32_t values[ROWS][COLUMNS];
    how.progress = count_calls;
    how.user_data = &c;
    how.threads = 1;
    OK(zarr_array_read(array, &region, values, sizeof values, &how, E));
    CHECK(c.total == 12 && c.last == 12 && c.calls == 13);
    OK(zarr_array_write(array, &region, values, sizeof values, &how, (c.last = 0, E)));
    CHECK(c.total == 12 && c.last == 12 && c.calls == 26);
    how.threads = 3;
    OK(zarr_array_read(array, &region, values, sizeof values, &how, (c.last = 0, E)));
    CHECK(c.last == 12);
    for (c.stop = 0; c.stop < 12; c.stop += 5) {
        how.threads = 1;
        c.last = 0;
        FAILS(zarr_array_read(array, &region, values, sizeof values, &how, E), ZARR_ERROR_CANCELLED);
        CHECK(c.last == c.stop);
        c.last = 0;
        FAILS(zarr_array_write(array, &region, values, sizeof values, &how, E), ZARR_ERROR_CANCELLED);
        CHECK(c.last == c.stop);
    }
    /* The answer to the last call comes too late. */
    c.stop = 12;
    OK(zarr_array_read(array, &region, values, sizeof values, &how, (c.last = 0, E)));
}

/* Numbers in memory that are not those of the array. */
static void converting(const zarr_array *array) {
    static const int64_t start[2] = {1, 0}, count[2] = {3, 10};
    zarr_error error;
    zarr_region region = region_of(start, count);
    zarr_transfer how = ZARR_TRANSFER_INIT;
    double doubles[3][10], complex[3][10][2];
    uint8_t bytes[3][10];
    int64_t i, j;
    how.data_type = ZARR_FLOAT64;
    OK(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E));
    how.data_type = ZARR_COMPLEX128;
    OK(zarr_array_read(array, &region, complex, sizeof complex, &how, E));
    how.data_type = ZARR_UINT8;
    how.threads = 1;
    FAILS(zarr_array_read(array, &region, bytes, sizeof bytes, &how, E), ZARR_ERROR_RANGE);
    CHECK(strstr(error.message, "element [3, 0]: 300 does not fit uint8") != NULL);
    how.conversion = ZARR_CONVERT_WRAP;
    OK(zarr_array_read(array, &region, bytes, sizeof bytes, &how, E));
    for (i = 0; i < 3; i++)
        for (j = 0; j < 10; j++) {
            int32_t wanted = value(i + 1, j);
            CHECK(doubles[i][j] == wanted && complex[i][j][0] == wanted && complex[i][j][1] == 0);
            CHECK(bytes[i][j] == (uint8_t)wanted);
        }
    how.conversion = ZARR_CONVERT_CLAMP;
    OK(zarr_array_read(array, &region, bytes, sizeof bytes, &how, E));
    CHECK(bytes[0][9] == 109 && bytes[2][0] == 255);
    /* The elements are complete, although one does not fit. */
    memset(bytes, 0, sizeof bytes);
    how.conversion = ZARR_CONVERT_ALL;
    how.threads = 3;
    FAILS(zarr_array_read(array, &region, bytes, sizeof bytes, &how, E), ZARR_ERROR_RANGE);
    CHECK(strstr(error.message, "does not fit uint8") != NULL);
    for (i = 0; i < 3; i++)
        for (j = 0; j < 10; j++)
            CHECK(bytes[i][j] == (uint8_t)value(i + 1, j));
    /* Written back with a fraction, which is cut off; then with one that no int32 has. */
    for (i = 0; i < 3; i++)
        for (j = 0; j < 10; j++)
            doubles[i][j] = value(i + 1, j) + 0.75;
    how.conversion = ZARR_CONVERT_CHECK;
    how.data_type = ZARR_FLOAT64;
    OK(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E));
    doubles[1][4] = 1e10;
    FAILS(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_RANGE);
    CHECK(strstr(error.message, "element [2, 4]: 10000000000.0 does not fit int32") != NULL);
    /* All but that one are stored, and it has the low bits. */
    how.conversion = ZARR_CONVERT_ALL;
    doubles[1][5] = 1;
    FAILS(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_RANGE);
    CHECK(strstr(error.message, "10000000000.0 does not fit int32") != NULL);
    OK(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E));
    CHECK(doubles[1][4] == 1410065408 && doubles[1][5] == 1);
    doubles[1][4] = value(2, 4);
    doubles[1][5] = value(2, 5);
    OK(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E));
    how.conversion = 4;
    FAILS(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    how.conversion = -1;
    FAILS(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_transfer_init(&how);
    how.data_type = 1000;
    FAILS(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    how.data_type = ZARR_STRUCT;
    FAILS(zarr_array_write(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    how.data_type = ZARR_STRING;
    FAILS(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_TYPE_MISMATCH);
    /* Larger elements need a larger buffer. */
    how.data_type = ZARR_COMPLEX128;
    FAILS(zarr_array_read(array, &region, doubles, sizeof doubles, &how, E), ZARR_ERROR_BUFFER_SIZE);
}

/* Each wrong argument is refused in both directions, and not a byte of the buffer changes. */
static void misuse(const zarr_array *array) {
    static const int64_t one[2] = {1, 1}, two[2] = {2, 2}, nothing[2] = {0, 3}, minus[2] = {-1, 0}, far[2] = {11, 9};
    static const int64_t no_step[2] = {1, 0}, back[2] = {-1, -1}, huge[2] = {INT64_MAX, 1}, least[2] = {INT64_MIN, 1};
    static const int64_t narrow[2] = {8, 3}, same[2] = {4, 4}, wide[2] = {INT64_MAX, 4};
    static const size_t sizes[] = {0, 1, sizeof(size_t), sizeof(zarr_region) - sizeof(int64_t), 4096 + sizeof(size_t),
                                   SIZE_MAX};
    zarr_error error;
    zarr_region region, good = region_of(one, two);
    zarr_transfer how;
    int32_t values[2][2], before[2][2];
    size_t i;
    struct {
        zarr_region known;
        int64_t unknown;
    } newer;
    struct {
        zarr_transfer known;
        int64_t unknown;
    } newer_how;
    memset(values, 0x5A, sizeof values);
    memcpy(before, values, sizeof values);
#define REFUSED(status)                                                                                      \
    (FAILS(zarr_array_read(array, &region, values, sizeof values, NULL, E), status),                         \
     FAILS(zarr_array_write(array, &region, values, sizeof values, NULL, E), status),                        \
     CHECK(memcmp(values, before, sizeof values) == 0), region = good)
    region = good;
    FAILS(zarr_array_read(array, NULL, values, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write(array, NULL, values, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_read(array, &region, NULL, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write(array, &region, NULL, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_read(array, &region, NULL, 0, NULL, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_read(array, &region, values, sizeof values - 1, NULL, E), ZARR_ERROR_BUFFER_SIZE);
    FAILS(zarr_array_write(array, &region, values, sizeof values - 1, NULL, E), ZARR_ERROR_BUFFER_SIZE);
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        region.struct_size = sizes[i];
        REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    }
    region.ndim = 1, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.ndim = -1, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.order = 0, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.order = 'A', REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.count = NULL, REFUSED(ZARR_ERROR_BUFFER_SIZE); /* All that follows. */
    region.start = minus, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.count = minus, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.start = far, REFUSED(ZARR_ERROR_OUT_OF_BOUNDS);
    region.count = huge, REFUSED(ZARR_ERROR_OUT_OF_BOUNDS);
    region.step = no_step, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.step = huge, REFUSED(ZARR_ERROR_OUT_OF_BOUNDS);
    region.step = least, REFUSED(ZARR_ERROR_OUT_OF_BOUNDS);
    region.step = back, region.start = zero, REFUSED(ZARR_ERROR_OUT_OF_BOUNDS);
    region.offset = -1, REFUSED(ZARR_ERROR_INVALID_ARGUMENT);
    region.offset = 1, REFUSED(ZARR_ERROR_BUFFER_SIZE);
    region.offset = INT64_MAX, REFUSED(ZARR_ERROR_BUFFER_SIZE);
    region.strides = back, REFUSED(ZARR_ERROR_BUFFER_SIZE);
    region.strides = wide, REFUSED(ZARR_ERROR_BUFFER_SIZE);
    region.strides = least, REFUSED(ZARR_ERROR_BUFFER_SIZE);
    /* Elements that share bytes can't be read. */
    region.strides = narrow;
    FAILS(zarr_array_read(array, &region, values, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    region.strides = same;
    FAILS(zarr_array_read(array, &region, values, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
    region.strides = zero;
    FAILS(zarr_array_read(array, &region, values, sizeof values, NULL, E), ZARR_ERROR_INVALID_ARGUMENT);
#undef REFUSED
    region = good;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        zarr_transfer_init(&how);
        how.struct_size = i == 3 ? sizeof how - sizeof(size_t) : sizes[i];
        FAILS(zarr_array_read(array, &region, values, sizeof values, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
        FAILS(zarr_array_write(array, &region, values, sizeof values, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    }
    zarr_transfer_init(&how);
    how.threads = -1;
    FAILS(zarr_array_read(array, &region, values, sizeof values, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    FAILS(zarr_array_write(array, &region, values, sizeof values, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    zarr_transfer_init(&how);
    how.reserved = 1;
    FAILS(zarr_array_read(array, &region, values, sizeof values, &how, E), ZARR_ERROR_INVALID_ARGUMENT);
    CHECK(memcmp(values, before, sizeof values) == 0);
    /* A caller of a newer version is served as long as it asks for nothing new. */
    memset(&newer, 0, sizeof newer);
    memset(&newer_how, 0, sizeof newer_how);
    newer.known = good;
    newer.known.struct_size = sizeof newer;
    zarr_transfer_init(&newer_how.known);
    newer_how.known.struct_size = sizeof newer_how;
    OK(zarr_array_read(array, &newer.known, values, sizeof values, &newer_how.known, E));
    newer.unknown = 1;
    FAILS(zarr_array_read(array, &newer.known, values, sizeof values, NULL, E), ZARR_ERROR_UNSUPPORTED);
    newer_how.unknown = 1;
    FAILS(zarr_array_read(array, &good, values, sizeof values, &newer_how.known, E), ZARR_ERROR_UNSUPPORTED);
    /* Nothing of nothing is right, wherever it is said to lie. */
    region.count = nothing;
    region.offset = INT64_MAX;
    region.strides = least;
    OK(zarr_array_read(array, &region, NULL, 0, NULL, E));
    OK(zarr_array_write(array, &region, NULL, 0, NULL, E));
    zarr_region_init(NULL);
    zarr_transfer_init(NULL);
}

/* An array of no dimension has one element. */
static void scalar(const zarr_store *store) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_region region;
    double written = 2.5, got[2] = {0, 0};
    OK(zarr_array_builder_new(ZARR_FLOAT64, 0, NULL, &builder, E));
    OK(zarr_array_create(store, "scalar", builder, &array, E));
    zarr_region_init(&region);
    OK(zarr_array_write(array, &region, &written, sizeof written, NULL, E));
    region.offset = sizeof(double);
    OK(zarr_array_read(array, &region, got, sizeof got, NULL, E));
    CHECK(got[0] == 0 && got[1] == 2.5);
    zarr_array_builder_free(builder);
    zarr_array_free(array);
}

int main(void) {
    static const int32_t orders[2] = {'C', 'F'};
    zarr_error error;
    zarr_store *store = NULL;
    int i;
    OK(zarr_store_open("memory://", NULL, &store, E));
    for (i = 0; i < 2; i++) {
        zarr_array *array = begin(store, i == 0 ? "c" : "f", orders[i]);
        check_context("chunks in %c order", (char)orders[i]);
        steps(array);
        upside_down(array);
        halo(array);
        watched(array);
        converting(array);
        misuse(array);
        writing(array);
        zarr_array_free(array);
    }
    check_context("no dimension");
    scalar(store);
    zarr_store_free(store);
    return check_summary("general_regions");
}
