/*
 * Why this file exists: a disk fills up, a cable is pulled, and a program must learn of it and lose nothing. A script of
 * typical work runs over a store that fails at its n-th operation, for every n there is: the call that met the failure
 * reports it with its cause, each stored value is the old or the new one, handles stay usable, and the same call then succeeds.
 */
#include "faults.h"

#define ROWS 6
#define COLUMNS 7
#define ELEMENTS (ROWS * COLUMNS)
#define STEPS ((int)(sizeof script / sizeof *script))

/* The state of one run: the store, its handles, and what must be in the arrays. */
typedef struct play {
    kv_store kv;
    zarr_store *store;
    zarr_group *group;
    zarr_array *array[3];
    int16_t expected[3][ELEMENTS]; /* before the step that runs */
    int16_t wanted[3][ELEMENTS];   /* after it */
    bool exists[3];
} play;

static const int64_t shape[2] = {ROWS, COLUMNS}, origin[2] = {0, 0};
static const char *const paths[3] = {"g/plain", "g/sharded", "g/second"};

static zarr_status create(play *w, int which, int32_t format, const char *codec, bool shards, zarr_error *error) {
    static const int64_t chunks[2] = {2, 3}, shard[2] = {4, 6};
    zarr_array_builder *builder = NULL;
    int16_t fill = -1;
    int i;
    zarr_status status = zarr_array_builder_new(ZARR_INT16, 2, shape, &builder, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_chunk_shape(builder, 2, chunks, error);
    if (status == ZARR_OK && shards)
        status = zarr_array_builder_shard_shape(builder, 2, shard, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_fill_value(builder, &fill, sizeof fill, error);
    if (status == ZARR_OK && codec != NULL)
        status = zarr_array_builder_codec(builder, codec, NULL, error);
    if (status == ZARR_OK && format != ZARR_FORMAT_DEFAULT)
        status = zarr_array_builder_format(builder, format, error);
    if (status == ZARR_OK)
        status = zarr_array_create(w->store, paths[which], builder, &w->array[which], error);
    /* A failed call may have been done all the same. */
    if (status == ZARR_ERROR_ALREADY_EXISTS)
        status = zarr_array_open(w->store, paths[which], &w->array[which], error);
    zarr_array_builder_free(builder);
    for (i = 0; i < ELEMENTS; i++)
        w->wanted[which][i] = -1;
    w->exists[which] = true;
    return status;
}

/* Writes a box of numbers that begin with `value`. */
static zarr_status write(play *w, int which, int64_t row, int64_t column, int64_t rows, int64_t columns, int16_t value,
                         zarr_error *error) {
    const int64_t start[2] = {row, column}, count[2] = {rows, columns};
    int16_t values[ELEMENTS];
    int64_t i, j, n = 0;
    for (i = 0; i < rows; i++)
        for (j = 0; j < columns; j++, n++) {
            values[n] = (int16_t)(value + n);
            w->wanted[which][(row + i) * COLUMNS + column + j] = values[n];
        }
    return zarr_array_write_region(w->array[which], 2, start, count, values, (size_t)n * sizeof *values, error);
}

static zarr_status make_group(play *w, zarr_error *error) {
    zarr_status status = zarr_group_create(w->store, "g", ZARR_FORMAT_V3, "{\"made\": 1}", &w->group, error);
    return status == ZARR_ERROR_ALREADY_EXISTS ? zarr_group_open(w->store, "g", &w->group, error) : status;
}
static zarr_status make_plain(play *w, zarr_error *error) { return create(w, 0, 0, "gzip", false, error); }
static zarr_status make_sharded(play *w, zarr_error *error) { return create(w, 1, 0, "zstd", true, error); }
static zarr_status make_second(play *w, zarr_error *error) { return create(w, 2, 0, NULL, false, error); }
static zarr_status write_plain(play *w, zarr_error *error) { return write(w, 0, 1, 1, 4, 5, 100, error); }
static zarr_status overwrite_plain(play *w, zarr_error *error) { return write(w, 0, 0, 0, ROWS, COLUMNS, 300, error); }
static zarr_status change_plain(play *w, zarr_error *error) { return write(w, 0, 3, 2, 2, 3, 500, error); }
static zarr_status write_sharded(play *w, zarr_error *error) { return write(w, 1, 0, 0, ROWS, COLUMNS, 700, error); }
static zarr_status change_sharded(play *w, zarr_error *error) { return write(w, 1, 2, 4, 3, 3, 900, error); }
static zarr_status write_second(play *w, zarr_error *error) { return write(w, 2, 0, 1, 5, 6, 1100, error); }

static zarr_status read_all(play *w, zarr_error *error) {
    int16_t values[ELEMENTS];
    zarr_status status = ZARR_OK;
    int i;
    for (i = 0; i < 3 && status == ZARR_OK; i++)
        status = zarr_array_read_region(w->array[i], 2, origin, shape, values, sizeof values, error);
    return status;
}

static zarr_status set_attributes(play *w, zarr_error *error) {
    zarr_status status = zarr_array_set_attributes(w->array[0], "{\"unit\": \"K\"}", error);
    return status == ZARR_OK ? zarr_group_set_attributes(w->group, "{\"made\": 2}", error) : status;
}

/* Shrinks and grows again: what was cut off reads as it was, or as the fill value, so the rows are written again. */
static zarr_status resize(play *w, zarr_error *error) {
    static const int64_t small[2] = {4, COLUMNS};
    zarr_status status = zarr_array_resize(w->array[0], 2, small, error);
    if (status == ZARR_OK)
        status = zarr_array_resize(w->array[0], 2, shape, error);
    return status == ZARR_OK ? write(w, 0, 4, 0, 2, COLUMNS, 1300, error) : status;
}

static zarr_status list(play *w, zarr_error *error) {
    zarr_strings *names = NULL, *walked = NULL;
    zarr_bytes *kinds = NULL;
    int32_t kind = -1;
    zarr_status status = zarr_node_children(w->store, "g", &names, error);
    if (status == ZARR_OK)
        status = zarr_node_walk(w->store, "", -1, &walked, &kinds, error);
    if (status == ZARR_OK)
        status = zarr_node_kind(w->store, "g/plain", &kind, error);
    if (status == ZARR_OK) {
        CHECK(zarr_strings_count(names) == 3 && zarr_strings_count(walked) >= 4 && kind == ZARR_NODE_ARRAY);
        zarr_bytes_free(kinds);
        kinds = NULL;
    }
    zarr_bytes_free(kinds);
    zarr_strings_free(walked);
    zarr_strings_free(names);
    return status;
}

static zarr_status consolidate(play *w, zarr_error *error) { return zarr_node_consolidate(w->store, "g", error); }

/* The remains of a failed copy are in the way of the next one. */
static zarr_status copy(play *w, zarr_error *error) {
    zarr_status status = zarr_node_erase(w->store, "copy", error);
    if (status == ZARR_OK || status == ZARR_ERROR_NOT_FOUND)
        status = zarr_node_copy(w->store, "g", w->store, "copy", ZARR_FORMAT_DEFAULT, NULL, NULL, error);
    return status;
}

static zarr_status read_copy(play *w, zarr_error *error) {
    zarr_array *array = NULL;
    int16_t values[ELEMENTS];
    zarr_status status = zarr_array_open(w->store, "copy/sharded", &array, error);
    if (status == ZARR_OK)
        status = zarr_array_read_region(array, 2, origin, shape, values, sizeof values, error);
    if (status == ZARR_OK)
        CHECK(memcmp(values, w->expected[1], sizeof values) == 0);
    zarr_array_free(array);
    return status;
}

static zarr_status erase(play *w, zarr_error *error) {
    zarr_status status = zarr_node_erase(w->store, "copy", error);
    /* It was done before; a call that has nothing to do clears what the failure said. */
    return status == ZARR_ERROR_NOT_FOUND ? zarr_store_flush(w->store, error) : status;
}

static zarr_status flush(play *w, zarr_error *error) { return zarr_store_flush(w->store, error); }

typedef struct step {
    const char *name;
    zarr_status (*run)(play *w, zarr_error *error);
} step;

static const step script[] = {
    {"create a group", make_group},
    {"create an array", make_plain},
    {"write parts of chunks", write_plain},
    {"create a sharded array", make_sharded},
    {"write whole shards", write_sharded},
    {"overwrite everything", overwrite_plain},
    {"change a part of some chunks", change_plain},
    {"change a part of a shard", change_sharded},
    {"create an array without codecs", make_second},
    {"write to it", write_second},
    {"read", read_all},
    {"set attributes", set_attributes},
    {"list", list},
    {"consolidate", consolidate},
    {"list what was consolidated", list},
    {"resize", resize},
    {"copy", copy},
    {"read the copy", read_copy},
    {"erase it", erase},
    {"flush", flush},
};

/* Opens everything anew, as another program would: documents are whole, and each element is the old or the new one. */
static void look(play *w, bool conditional) {
    zarr_store_callbacks callbacks;
    zarr_store *store = NULL;
    zarr_error error;
    int which, i;
    kv_callbacks(&w->kv, &callbacks, true);
    callbacks.destroy = NULL;
    if (!conditional)
        callbacks.set_if = NULL;
    OK(zarr_store_open_callbacks(&callbacks, &w->kv, "{\"consolidated\": \"never\"}", &store, E));
    for (which = 0; which < 3; which++) {
        int16_t values[ELEMENTS];
        int64_t rows[2] = {0, 0};
        zarr_array *array = NULL;
        int32_t kind = ZARR_NODE_NONE;
        if (!w->exists[which] || (OK(zarr_node_kind(store, paths[which], &kind, E)) && kind == ZARR_NODE_NONE))
            continue;
        if (!OK(zarr_array_open(store, paths[which], &array, E)))
            continue;
        OK(zarr_array_shape(array, 2, rows, E));
        CHECK((rows[0] == ROWS || rows[0] == 4) && rows[1] == COLUMNS);
        if (OK(zarr_array_read_region(array, 2, origin, rows, values, (size_t)(rows[0] * rows[1]) * sizeof *values, E)))
            for (i = 0; i < (int)(rows[0] * rows[1]); i++) {
                const int16_t old = w->expected[which][i], new = w->wanted[which][i];
                /* Rows that a resize cuts off and brings back hold what was there, or the fill value. */
                const bool cut = which == 0 && i >= 4 * COLUMNS && values[i] == -1;
                if (values[i] != old && values[i] != new && !cut)
                    FAIL("%s: element %d is %d, neither %d nor %d", paths[which], i, values[i], old, new);
            }
        zarr_array_free(array);
    }
    zarr_store_free(store);
}

/* Calls that met a failure: those that said so, and those that did not. */
static unsigned long reported, tolerated;

/* Runs the script; the operation `fail` meets a failure. Gives the number of operations. */
static unsigned long run(unsigned long fail, bool stays_broken, bool conditional, const char *options) {
    play *w = need(sizeof *w);
    zarr_store_callbacks callbacks;
    zarr_error error;
    unsigned long operations;
    int number;
    memset(w, 0, sizeof *w);
    kv_init(&w->kv);
    kv_callbacks(&w->kv, &callbacks, true);
    if (!conditional)
        callbacks.set_if = NULL;
    OK(zarr_store_open_callbacks(&callbacks, &w->kv, options, &w->store, E));
    w->kv.fail_operation = fail;
    w->kv.stays_broken = stays_broken;
    for (number = 0; number < STEPS; number++) {
        const unsigned long before = w->kv.operations;
        zarr_status status;
        bool met;
        check_context("operation %lu fails%s, %s%s", fail, stays_broken ? " as all that follow" : "", script[number].name,
                      conditional ? "" : " (no set_if)");
        status = script[number].run(w, E);
        met = fail != 0 && w->kv.operations >= fail && (before < fail || stays_broken) && w->kv.operations > before;
        if (met && status == ZARR_OK && stays_broken)
            FAIL("nothing works any more, but this call does not say so");
        /* Documents that were asked for together are asked for one by one where that fails. */
        tolerated += met && status == ZARR_OK && w->kv.failed != SLOT_GET_PARTIAL;
        reported += met && status != ZARR_OK;
        if (met && status != ZARR_OK) {
            FAILS(status, ZARR_ERROR_IO);
            if (strstr(error.message, KV_BROKEN) == NULL)
                FAIL("the message hides the cause: %s", error.message);
        }
        if (!met && !OK(status))
            break;
        if (status != ZARR_OK) {
            unsigned long broken = w->kv.fail_operation;
            w->kv.fail_operation = 0;
            look(w, conditional);
            if (stays_broken) {
                /* Nothing more can be done here but to give up in good order. */
                w->kv.fail_operation = broken;
                break;
            }
            OK(script[number].run(w, E));
        }
        memcpy(w->expected, w->wanted, sizeof w->expected);
        if (met && status == ZARR_OK) {
            w->kv.fail_operation = 0;
            look(w, conditional);
        }
    }
    operations = w->kv.operations;
    if (number == STEPS) {
        w->kv.fail_operation = 0;
        look(w, conditional);
    }
    for (number = 0; number < 3; number++)
        zarr_array_free(w->array[number]);
    zarr_group_free(w->group);
    zarr_store_free(w->store);
    CHECK(w->kv.destroyed == 1);
    kv_clear(&w->kv);
    free(w);
    return operations;
}

/* Every operation of the script once; `every`: only each so many, for a slow machine. */
static void all(bool conditional, const char *options, unsigned long every) {
    const unsigned long operations = run(0, false, conditional, options);
    unsigned long fail;
    CHECK(operations > 100);
    for (fail = 1; fail <= operations; fail += every) {
        run(fail, false, conditional, options);
        run(fail, true, conditional, options);
    }
    printf("%lu operations%s: %lu failures reported, %lu not\n", operations,
           conditional ? "" : " without set_if", reported, tolerated);
    /* What follows a change that is made is tried twice; all else is reported. */
    CHECK(reported > 0 && tolerated < reported / 10);
    reported = tolerated = 0;
}

void faults_script(unsigned long every) {
    all(true, "{\"threads\": 1}", every);
    all(false, "{\"threads\": 1}", every);
    all(true, "{\"threads\": 2}", every);
}
