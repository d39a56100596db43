/*
 * Why this file exists: a program that is told of progress may call the library again from there, also for the array
 * that is being worked on: to show a preview, to note the progress in an attribute, to close a window. Such a call must
 * be done or be refused as a conflict; a program that waits for ever loses everything.
 */
#include "callback_store.h"

#include <unistd.h>

enum { LENGTH = 40, CHUNK = 4 };

/* The callback's action on the array. */
enum action { READ, WRITE_WHOLE, WRITE_PART, SET_ATTRIBUTE, GROW, SHRINK, APPEND, REFRESH, FREE, ERASE_CHUNK, ERASE, MOVE, ACTIONS };
static const char *const action_names[] = {"read",   "write a whole", "write a part", "set an attribute", "grow", "shrink",
                                           "append", "refresh",       "free",         "erase a chunk",    "erase", "move"};

/* The call that calls the callback. */
enum work { READING, WRITING, WRITING_PARTS, COPYING, MOVING, ERASING, WALKING, WORKS };
static const char *const work_names[] = {"reading", "writing", "writing parts", "copying", "moving", "erasing", "walking"};

typedef struct scene {
    const zarr_store *store;
    zarr_array *array;
    enum action action;
    int calls;
    zarr_status status; /* of the last call that the callback made */
} scene;

static int32_t act(void *user_data, int64_t done, int64_t total) {
    const int64_t start[] = {8}, whole[] = {CHUNK}, part[] = {2}, longer[] = {LENGTH + 8}, shorter[] = {LENGTH - 8};
    const int64_t position[] = {2};
    int64_t at = 0;
    int32_t values[CHUNK] = {7, 7, 7, 7};
    scene *s = user_data;
    zarr_error error;
    zarr_status status = ZARR_OK;
    /* Once before anything is done, and once in the middle. */
    if (s->calls++ > 1 || (s->calls == 2 && done == total) || !s->array)
        return 0;
    switch (s->action) {
    case READ: status = zarr_array_read_region(s->array, 1, start, whole, values, sizeof values, E); break;
    case WRITE_WHOLE: status = zarr_array_write_region(s->array, 1, start, whole, values, sizeof values, E); break;
    case WRITE_PART: status = zarr_array_write_region(s->array, 1, start, part, values, 8, E); break;
    case SET_ATTRIBUTE: status = zarr_attribute_set_int64(s->array, "done", done, E); break;
    case GROW: status = zarr_array_resize(s->array, 1, longer, E); break;
    case SHRINK: status = zarr_array_resize(s->array, 1, shorter, E); break;
    case APPEND: status = zarr_array_append(s->array, 0, 1, whole, values, sizeof values, &at, E); break;
    case REFRESH: status = zarr_array_refresh(s->array, E); break;
    case FREE:
        zarr_array_free(s->array);
        s->array = NULL;
        break;
    case ERASE_CHUNK: status = zarr_array_erase_chunk(s->array, ZARR_UNIT_CHUNK, 1, position, E); break;
    case ERASE: status = zarr_node_erase(s->store, "g/a", E); break;
    case MOVE: status = zarr_node_move(s->store, "g/a", "g/b", NULL, NULL, E); break;
    default: FAIL("no action");
    }
    if (status != ZARR_OK && status != ZARR_ERROR_CONFLICT && status != ZARR_ERROR_NOT_FOUND &&
        status != ZARR_ERROR_ALREADY_EXISTS)
        FAIL("the call from inside gave %d: %s", (int)status, error.message);
    s->status = status;
    return 0;
}

static zarr_array *create(const zarr_store *store) {
    zarr_error error;
    const int64_t shape[] = {LENGTH}, chunks[] = {CHUNK};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_INT32, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunks, E));
    OK(zarr_array_builder_codec(builder, "gzip", NULL, E));
    OK(zarr_array_create_or_replace(store, "g/a", builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

static zarr_status work_on(scene *s, enum work work, int32_t threads, zarr_error *error) {
    int32_t values[LENGTH];
    const int64_t start[] = {work == WRITING_PARTS ? 1 : 0}, count[] = {LENGTH - (work == WRITING_PARTS ? 2 : 0)};
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    zarr_status status = ZARR_OK;
    region.ndim = 1;
    region.start = start;
    region.count = count;
    how.progress = act;
    how.user_data = s;
    how.threads = threads;
    for (int i = 0; i < LENGTH; i++)
        values[i] = i;
    switch (work) {
    case READING: status = zarr_array_read(s->array, &region, values, sizeof values, &how, error); break;
    case WRITING:
    case WRITING_PARTS:
        status = zarr_array_write(s->array, &region, values, 4 * (size_t)count[0], &how, error);
        break;
    case COPYING: status = zarr_node_copy(s->store, "g/a", s->store, "g/c", ZARR_FORMAT_DEFAULT, act, s, error); break;
    case MOVING: status = zarr_node_move(s->store, "g/a", "g/m", act, s, error); break;
    case ERASING: status = zarr_node_erase_watched(s->store, "g/a", act, s, error); break;
    case WALKING: status = zarr_node_walk_watched(s->store, "", -1, act, s, &paths, &kinds, error); break;
    default: FAIL("no work");
    }
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
    return status;
}

/* Every work with every action. */
static void every_pair(const zarr_store *store, const char *name, int32_t threads) {
    zarr_error error;
    int32_t values[LENGTH];
    const int64_t start[] = {0}, count[] = {LENGTH};
    for (int i = 0; i < LENGTH; i++)
        values[i] = i;
    for (int work = 0; work < WORKS; work++) {
        for (int action = 0; action < ACTIONS; action++) {
            scene s = {store, NULL, (enum action)action, 0, ZARR_OK};
            zarr_status status;
            check_context("%s, %d threads, %s from %s", name, (int)threads, action_names[action], work_names[work]);
            zarr_node_erase(store, "g", E);
            s.array = create(store);
            OK(zarr_array_write_region(s.array, 1, start, count, values, sizeof values, E));
            /* A call that hangs ends the program. */
            alarm(30);
            status = work_on(&s, (enum work)work, threads, E);
            alarm(0);
            CHECK(s.calls > 0);
            /* The array may have become shorter, or have gone. */
            if (status != ZARR_OK && status != ZARR_ERROR_OUT_OF_BOUNDS && status != ZARR_ERROR_NOT_FOUND &&
                status != ZARR_ERROR_CONFLICT)
                FAIL("it gave %d: %s", (int)status, error.message);
            /* An array that is gone while it is erased or moved can't be changed, and no call changes it in the middle. */
            if ((work == ERASING || work == MOVING) && action != READ && action != REFRESH && action != FREE)
                CHECK(s.status != ZARR_OK);
            else if (work == READING || work == WALKING)
                CHECK(s.status == ZARR_OK || action >= ERASE || action == SHRINK);
            zarr_array_free(s.array);
        }
    }
    check_context("");
}

int main(void) {
    zarr_error error;
    kv_store kv;
    char *directory = temp_make();
    for (int32_t threads = 0; threads < 2; threads++) {
        zarr_store *store = NULL;
        OK(zarr_store_open("memory://", NULL, &store, E));
        every_pair(store, "memory", threads);
        zarr_store_free(store);
        OK(zarr_store_open(directory, NULL, &store, E));
        every_pair(store, "files", threads);
        zarr_store_free(store);
        for (int thread_safe = 0; thread_safe < 2; thread_safe++) {
            zarr_store_callbacks callbacks = ZARR_STORE_CALLBACKS_INIT;
            kv_init(&kv);
            kv_callbacks(&kv, &callbacks, thread_safe != 0);
            OK(zarr_store_open_callbacks(&callbacks, &kv, NULL, &store, E));
            every_pair(store, thread_safe ? "callbacks of many threads" : "callbacks of one thread", threads);
            zarr_store_free(store);
            kv_clear(&kv);
        }
    }
    temp_remove(directory);
    return check_summary("reenter");
}
