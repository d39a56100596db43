/* Whole hierarchies: what all ranks copy, consolidate and verify is what one process does.

       mpiexec -n N whole FOLDER */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static zarr_error error;
static const MPI_Comm world = MPI_COMM_WORLD;

static void fill(const zarr_store *store, const char *path, int32_t format, int64_t rows, int shards, const char *type)
{
    const int64_t shape[2] = {rows, 6}, chunk[2] = {2, 4}, shard[2] = {4, 8};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;

    MUST(zarr_array_builder_new_json(type, 2, shape, &builder, &error));
    MUST(zarr_array_builder_format(builder, format, &error));
    MUST(zarr_array_builder_chunk_shape(builder, 2, chunk, &error));
    if (shards)
        MUST(zarr_array_builder_shard_shape(builder, 2, shard, &error));
    MUST(zarr_array_builder_attributes(builder, "{\"units\": \"m\"}", &error));
    MUST(zarr_array_create_or_replace(store, path, builder, &array, &error));
    if (zarr_array_item_size(array)) {
        const size_t size_of_all = (size_t)(rows * 6) * zarr_array_item_size(array);
        unsigned char *const values = malloc(size_of_all + 1);
        for (size_t i = 0; i < size_of_all; i++)
            values[i] = (unsigned char)mixed(i, 5);
        MUST(zarr_array_write_region(array, 2, NULL, NULL, values, size_of_all, &error));
        free(values);
    } else {
        const char **const values = malloc((size_t)(rows * 6) * sizeof *values);
        for (int64_t i = 0; i < rows * 6; i++)
            values[i] = i % 2 ? "odd" : "even and longer";
        MUST(zarr_array_write_strings(array, 2, NULL, NULL, values, NULL, (size_t)(rows * 6), &error));
        free((void *)values);
    }
    zarr_array_free(array);
    zarr_array_builder_free(builder);
}

/* Both have the same keys with the same values. */
static void same(const zarr_store *one, const zarr_store *other)
{
    zarr_strings *keys = NULL, *others = NULL;

    MUST(zarr_store_list_prefix(one, "", &keys, &error));
    MUST(zarr_store_list_prefix(other, "", &others, &error));
    CHECK(zarr_strings_count(keys) == zarr_strings_count(others) && zarr_strings_count(keys) > 10);
    for (size_t i = 0; i < zarr_strings_count(keys); i++) {
        zarr_bytes *a = NULL, *b = NULL;
        CHECK(strcmp(zarr_strings_get(keys, i), zarr_strings_get(others, i)) == 0);
        MUST(zarr_store_get(one, zarr_strings_get(keys, i), &a, &error));
        MUST(zarr_store_get(other, zarr_strings_get(keys, i), &b, &error));
        CHECK(zarr_bytes_size(a) == zarr_bytes_size(b) &&
              memcmp(zarr_bytes_data(a), zarr_bytes_data(b), zarr_bytes_size(a)) == 0);
        zarr_bytes_free(a);
        zarr_bytes_free(b);
    }
    zarr_strings_free(keys);
    zarr_strings_free(others);
}

static zarr_store *part_of(const zarr_store *store, const char *what, int32_t format)
{
    zarr_store *part = NULL;
    char prefix[60];

    sprintf(prefix, "%s-%d/", what, (int)format);
    if (rank == 0)
        MUST(zarr_store_erase_prefix(store, prefix, &error));
    MPI_Barrier(world);
    MUST(zarr_store_wrap_prefix(store, prefix, NULL, &part, &error));
    return part;
}

static void hierarchy(const zarr_store *folder, int32_t format, int32_t copied_format)
{
    zarr_store *const from = part_of(folder, "from", format), *const by_one = part_of(folder, "one", format),
                      *const by_all = part_of(folder, "all", format);
    const int strings = format == ZARR_FORMAT_V3 && copied_format == 0, shards = strings;
    int64_t chunks = -1, damaged = -1;
    zarr_group *group = NULL;

    MUST(zarr_mpi_group_create(world, from, "", format, NULL, &group, &error));
    zarr_group_free(group);
    if (rank == 0) {
        for (int i = 0; i < 6; i++) {
            char path[30];
            sprintf(path, "small/a%d", i);
            fill(from, path, format, 5, 0, "\"uint8\"");
        }
        fill(from, "large", format, 120, shards, "\"float64\"");
        if (strings)
            fill(from, "texts", format, 40, 0, "\"string\"");
        MUST(zarr_node_copy(from, "", by_one, "", copied_format, NULL, NULL, &error));
    }
    MPI_Barrier(world);
    MUST(zarr_mpi_copy_all(world, from, rank ? NULL : "", by_all, rank ? NULL : "", copied_format, &error));
    if (rank == 0)
        same(by_one, by_all);
    MPI_Barrier(world);
    MUST(zarr_mpi_verify_all(world, by_all, "", &chunks, &damaged, &error));
    CHECK(damaged == 0 && chunks == 6 * 6 + (shards ? 30 : 120) + (strings ? 40 : 0));
    /* One array alone. */
    MUST(zarr_mpi_copy_all(world, from, "large", by_all, "/again/large", copied_format, &error));
    MUST(zarr_mpi_verify_all(world, by_all, "again/large", &chunks, &damaged, &error));
    CHECK(damaged == 0 && chunks == (shards ? 30 : 120));

    if (format == ZARR_FORMAT_V3 || format == ZARR_FORMAT_V2) {
        if (rank == 0) {
            MUST(zarr_node_erase(by_all, "again", &error));
            MUST(zarr_node_consolidate(by_one, "", &error));
        }
        MPI_Barrier(world);
        MUST(zarr_mpi_consolidate_all(world, by_all, "", &error));
        if (rank == 0)
            same(by_one, by_all);
        MPI_Barrier(world);
    }
    /* A chunk that was cut short is found by one of the ranks, and named. */
    if (format == ZARR_FORMAT_V3) {
        if (rank == 0)
            MUST(zarr_store_set(by_all, "large/c/3/0", "short", 5, &error));
        MPI_Barrier(world);
        const zarr_status status = zarr_mpi_verify_all(world, by_all, "", &chunks, &damaged, &error);
        ALIKE(status);
        CHECK(status == ZARR_ERROR_DATA && damaged == 1 && strstr(error.message, "array \"large\", chunk [3, 0]"));
    }
    zarr_store_free(from);
    zarr_store_free(by_one);
    zarr_store_free(by_all);
}

/* The message about a damaged chunk is text, also where the path is too long for it. */
static void long_names(const zarr_store *folder)
{
    zarr_store *const store = part_of(folder, "long", ZARR_FORMAT_V3);

    for (int first = 0; first < 2; first++) {
        char path[300] = "", key[320], named[230];
        if (first)
            strcpy(path, "a");
        for (int i = 0; i < 120; i++)
            strcat(path, "\xc3\xa9");
        sprintf(key, "%s/c/0/0", path);
        sprintf(named, "array \"%.*s\", chunk [0, 0]", first ? 199 : 200, path);
        if (rank == 0) {
            fill(store, path, ZARR_FORMAT_V3, 6, 0, "\"int16\"");
            MUST(zarr_store_set(store, key, "short", 5, &error));
        }
        MPI_Barrier(world);
        ALIKE(zarr_mpi_verify_all(world, store, path, NULL, NULL, &error));
        CHECK(error.status == ZARR_ERROR_DATA && strncmp(error.message, named, strlen(named)) == 0);
    }
    /* A path that is longer than a message. */
    char path[1400] = "a";
    for (int i = 0; i < 690; i++)
        strcat(path, i % 100 == 99 ? "/a" : "\xc3\xa9");
    ALIKE(zarr_mpi_verify_all(world, store, path, NULL, NULL, &error));
    CHECK(error.status == ZARR_ERROR_NOT_FOUND);
    const char *const gap = strstr(error.message, " ... ");
    CHECK(strlen(error.message) > sizeof error.message - 8 && gap != NULL);
    /* Between two characters. */
    CHECK(gap && ((unsigned char)gap[-1] & 0xC0) == 0x80 && ((unsigned char)gap[5] & 0xC0) != 0x80);
    zarr_store_free(store);
}

/* A document that can't be read is no array without damage; and of ranks with different nodes none is changed. */
static void torn_and_mixed(const zarr_store *folder)
{
    zarr_store *const store = part_of(folder, "torn", ZARR_FORMAT_V3);
    const int64_t less[2] = {2, 6};
    zarr_array *mine = NULL;
    int64_t shape[2], kind;
    zarr_status status;

    if (rank == 0) {
        fill(store, "a", ZARR_FORMAT_V3, 6, 0, "\"int16\"");
        fill(store, "b", ZARR_FORMAT_V3, 6, 0, "\"int16\"");
    }
    MPI_Barrier(world);
    MUST(zarr_array_open(store, rank == size - 1 ? "a" : "b", &mine, &error));
    status = zarr_mpi_array_resize(world, mine, 2, less, &error);
    ALIKE(status);
    CHECK(status == (size > 1 ? ZARR_ERROR_CONFLICT : ZARR_OK));
    MUST(zarr_array_refresh(mine, &error));
    MUST(zarr_array_shape(mine, 2, shape, &error));
    CHECK(shape[0] == (size > 1 ? 6 : 2));
    status = zarr_mpi_attribute_set_int64(world, mine, "new", 1, &error);
    ALIKE(status);
    CHECK(status == (size > 1 ? ZARR_ERROR_CONFLICT : ZARR_OK));
    MUST(zarr_array_refresh(mine, &error));
    CHECK((zarr_attribute_get_int64(mine, "new", &kind, &error) == ZARR_OK) == (size == 1));
    zarr_array_free(mine);
    MPI_Barrier(world);
    if (rank == 0)
        MUST(zarr_store_set(store, "c/zarr.json", "{\"zarr_format\": 3, \"node", 25, &error));
    MPI_Barrier(world);
    ALIKE(zarr_mpi_verify_all(world, store, "", NULL, NULL, &error));
    CHECK(error.status == ZARR_ERROR_METADATA && strstr(error.message, "\"/c\"") != NULL);
    zarr_store_free(store);
}

/* A group that is copied into itself would have no end: it is refused in the words of zarr_node_copy, and no key is
   new. */
static void into_itself(const zarr_store *folder)
{
    zarr_store *const store = part_of(folder, "itself", ZARR_FORMAT_V3);
    zarr_strings *before = NULL, *after = NULL;
    zarr_group *group = NULL;
    char words[sizeof error.message];

    MUST(zarr_mpi_group_create(world, store, "g", ZARR_FORMAT_V3, NULL, &group, &error));
    zarr_group_free(group);
    if (rank == 0)
        fill(store, "g/a", ZARR_FORMAT_V3, 6, 0, "\"int16\"");
    MPI_Barrier(world);
    MUST(zarr_store_list_prefix(store, "", &before, &error));
    for (int i = 0; i < 2; i++) {
        const char *const path = i ? "g" : "", *const below_it = i ? "g/h" : "new";
        CHECK(zarr_node_copy(store, path, store, below_it, 0, NULL, NULL, &error) == ZARR_ERROR_INVALID_ARGUMENT);
        strcpy(words, error.message);
        const zarr_status status = zarr_mpi_copy_all(world, store, path, store, below_it, 0, &error);
        ALIKE(status);
        CHECK(status == ZARR_ERROR_INVALID_ARGUMENT && strcmp(error.message, words) == 0);
    }
    MUST(zarr_store_list_prefix(store, "", &after, &error));
    CHECK(zarr_strings_count(after) == zarr_strings_count(before));
    zarr_strings_free(before);
    zarr_strings_free(after);
    zarr_store_free(store);
}

/* Another program, which changes the length of an array when its chunks have been listed for the first time. */
typedef struct program {
    zarr_array *array;
    int64_t rows, written;
} program;

static void meanwhile(void *user_data, const zarr_operation *operation)
{
    program *const other = user_data;
    zarr_array *const array = other->array;
    const int64_t shape[2] = {other->rows, 6}, start[2] = {other->rows - other->written, 0}, count[2] = {other->written, 6};
    unsigned char rows[20 * 6];

    if (!array || operation->operation != ZARR_OPERATION_LIST_PREFIX)
        return;
    other->array = NULL;
    MUST(zarr_array_resize(array, 2, shape, &error));
    memset(rows, 7, sizeof rows);
    MUST(zarr_array_write_region(array, 2, start, count, rows, (size_t)other->written * 6, &error));
    zarr_array_free(array);
}

/* Elements that another program has added to the source meanwhile are no part of the copy. */
static void grows_with_fill_values(const zarr_store *copy, int64_t rows, int64_t change)
{
    const int64_t shape[2] = {rows + change, 6}, start[2] = {rows, 0}, count[2] = {change, 6};
    zarr_array *array = NULL;
    zarr_bytes *values = NULL;

    MUST(zarr_array_open(copy, "a", &array, &error));
    MUST(zarr_array_resize(array, 2, shape, &error));
    MUST(zarr_array_read_new(array, 2, start, count, 0, &values, &error));
    for (size_t i = 0; i < zarr_bytes_size(values); i++)
        CHECK(((const unsigned char *)zarr_bytes_data(values))[i] == 0);
    zarr_bytes_free(values);
    zarr_array_free(array);
}

/* Chunks that come or go while the ranks read them are no damage, and no failure of a copy. */
static void beside_another_program(const zarr_store *folder, int32_t format, int64_t rows, int64_t change)
{
    zarr_store *const store = part_of(folder, "beside", format), *const copy = part_of(folder, "copy", format);
    zarr_tracer tracer = ZARR_TRACER_INIT;

    tracer.ended = meanwhile;
    for (int copies = 0; copies < 2; copies++) {
        program other = {NULL, rows + change, change > 0 ? change : 1};
        zarr_store *watched = NULL;
        int64_t damaged = 0;
        if (rank == 0) {
            CHECK(zarr_node_erase(store, "a", &error) == ZARR_OK || error.status == ZARR_ERROR_NOT_FOUND);
            fill(store, "a", format, rows, 0, "\"uint8\"");
            MUST(zarr_array_open(store, "a", &other.array, &error));
        }
        MPI_Barrier(world);
        MUST(zarr_store_wrap_trace(store, &tracer, &other, NULL, &watched, &error));
        if (copies)
            MUST(zarr_mpi_copy_all(world, watched, "a", copy, "a", ZARR_FORMAT_V3, &error));
        else
            MUST(zarr_mpi_verify_all(world, watched, "a", NULL, &damaged, &error));
        CHECK(damaged == 0 && other.array == NULL);
        if (copies && rank == 0 && change > 0)
            grows_with_fill_values(copy, rows, change);
        zarr_store_free(watched);
    }
    zarr_store_free(copy);
    zarr_store_free(store);
}

/* Erases the array that is copied when its chunks have been listed for the first time. */
static void erase_it(void *user_data, const zarr_operation *operation)
{
    const zarr_store **const store = user_data, *const there = *store;

    if (!there || operation->operation != ZARR_OPERATION_LIST_PREFIX)
        return;
    *store = NULL;
    MUST(zarr_node_erase(there, "a", &error));
}

/* A copy whose source is erased meanwhile would be an array of fill values. */
static void beside_an_eraser(const zarr_store *folder)
{
    zarr_store *const store = part_of(folder, "erased", ZARR_FORMAT_V3), *const copy = part_of(folder, "left", 0);
    const zarr_store *there = rank == 0 ? store : NULL;
    zarr_tracer tracer = ZARR_TRACER_INIT;
    zarr_store *watched = NULL;

    tracer.ended = erase_it;
    if (rank == 0)
        fill(store, "a", ZARR_FORMAT_V3, 40, 0, "\"uint8\"");
    MPI_Barrier(world);
    MUST(zarr_store_wrap_trace(store, &tracer, &there, NULL, &watched, &error));
    const zarr_status status = zarr_mpi_copy_all(world, watched, "a", copy, "a", 0, &error);
    ALIKE(status);
    CHECK(status == ZARR_ERROR_NOT_FOUND && there == NULL);
    zarr_store_free(watched);
    zarr_store_free(copy);
    zarr_store_free(store);
}

/* How many chunks this rank has read or written. */
static int64_t own_chunks(const traced *trace, const char *operation)
{
    int64_t lines = 0;

    for (const char *at = trace->log; at && *at; at = strchr(at, '\n') + 1) {
        const char *const chunk = strstr(at, "/c/");
        lines += strncmp(at, operation, strlen(operation)) == 0 && chunk && chunk < strchr(at, '\n');
    }
    return lines;
}

/* A copy by all ranks takes as much of each as there are chunks for it: none is read or written twice. */
static void shared(const zarr_store *folder)
{
    zarr_store *const from = part_of(folder, "shared", ZARR_FORMAT_V3), *const to = part_of(folder, "sharing", 0);
    traced reads, writes;
    zarr_store *const source = open_traced(from, &reads), *const target = open_traced(to, &writes);
    int64_t lines;

    if (rank == 0)
        fill(from, "large", ZARR_FORMAT_V3, 120, 0, "\"uint8\"");
    MPI_Barrier(world);
    MUST(zarr_mpi_copy_all(world, source, "large", target, "large", 0, &error));
    CHECK(own_chunks(&reads, "get") == 120 * (rank + 1) / size - 120 * rank / size);
    CHECK(own_chunks(&writes, "set") == 120 * (rank + 1) / size - 120 * rank / size);
    CHECK(most_often(&reads, "get", "/c/", &lines) == 1 && lines == 120);
    CHECK(most_often(&writes, "set", "/c/", &lines) == 1 && lines == 120);
    forget(&reads);
    forget(&writes);
    zarr_store_free(source);
    zarr_store_free(target);
    zarr_store_free(from);
    zarr_store_free(to);
}

/* Ranks that have read a consolidated copy before another program makes arrays longer, adds one and consolidates: all
   go by what rank 0 finds now, so that no element is left out, and none is sought in vain. */
static void beside_consolidation(const zarr_store *folder, int32_t format)
{
    const int64_t more[2] = {60, 6};
    zarr_store *const store = part_of(folder, "kept", format), *const copy = part_of(folder, "unkept", format);
    int64_t chunks = 0, damaged = 0, now[2];
    unsigned char values[60 * 6], wanted[60 * 6];
    zarr_store *keeping = NULL;
    zarr_array *array = NULL;
    zarr_group *group = NULL;

    MUST(zarr_mpi_group_create(world, store, "", format, NULL, &group, &error));
    zarr_group_free(group);
    if (rank == 0) {
        for (int i = 0; i < 4; i++)
            fill(store, (const char *[]){"g/a", "g/b", "g/c", "g/d"}[i], format, 4, 0, "\"uint8\"");
        MUST(zarr_node_consolidate(store, "", &error));
    }
    MPI_Barrier(world);
    /* Around a store of callbacks: what this process changes through the store below it is to it what others change. */
    failing how = {store, 0, -1};
    zarr_store *const apart = open_failing(&how);
    MUST(zarr_store_wrap_cache(apart, 0, "{\"consolidated\": \"require\"}", &keeping, &error));
    for (int i = 0; i < 4; i++) {
        MUST(zarr_array_open(keeping, (const char *[]){"g/a", "g/b", "g/c", "g/d"}[i], &array, &error));
        zarr_array_free(array);
    }
    MPI_Barrier(world);
    if (rank == 0) {
        for (int i = 0; i < 5; i++)
            fill(store, (const char *[]){"g/a", "g/b", "g/c", "g/d", "g/new"}[i], format, more[0], 0, "\"uint8\"");
        MUST(zarr_node_consolidate(store, "", &error));
    }
    MPI_Barrier(world);
    MUST(zarr_mpi_verify_all(world, keeping, "g/new", &chunks, &damaged, &error));
    CHECK(chunks == 60 && damaged == 0);
    MUST(zarr_mpi_verify_all(world, keeping, "", &chunks, &damaged, &error));
    CHECK(chunks == 5 * 60 && damaged == 0);
    MUST(zarr_mpi_copy_all(world, keeping, "g", copy, "h", 0, &error));
    for (size_t i = 0; i < sizeof wanted; i++)
        wanted[i] = (unsigned char)mixed(i, 5);
    for (int i = 0; i < 5; i++) {
        MUST(zarr_array_open(copy, (const char *[]){"h/a", "h/b", "h/c", "h/d", "h/new"}[i], &array, &error));
        MUST(zarr_array_shape(array, 2, now, &error));
        CHECK(now[0] == more[0] && now[1] == more[1]);
        MUST(zarr_array_read_region(array, 2, NULL, NULL, values, sizeof values, &error));
        CHECK(memcmp(values, wanted, sizeof values) == 0);
        zarr_array_free(array);
    }
    MPI_Barrier(world);
    zarr_store_free(keeping);
    zarr_store_free(apart);
    zarr_store_free(copy);
    zarr_store_free(store);
}

/* One rank is another program to the others: it sets attributes while they consolidate. Each one that was acknowledged
   stays, and the copy that is left says what the documents say. */
static void attributes_beside_consolidation(const zarr_store *folder, int32_t format)
{
    enum { ATTRIBUTES = 60 };
    zarr_store *const store = part_of(folder, "attributes", format);
    const int is_other = rank == size - 1;
    zarr_store *by_copy = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL, *copied = NULL;
    zarr_strings *names = NULL, *copied_names = NULL;
    MPI_Comm together;

    MUST(zarr_mpi_group_create(world, store, "", format, NULL, &group, &error));
    if (rank == 0)
        for (int i = 0; i < 8; i++)
            fill(store, (const char *[]){"a", "b", "c", "d", "e", "f", "g", "h"}[i], format, 4, 0, "\"uint8\"");
    MUST(zarr_mpi_array_open(world, store, "h", &array, &error));
    MPI_Comm_split(world, is_other, rank, &together);
    for (int i = 0; i < ATTRIBUTES; i++) {
        char name[20];
        sprintf(name, "k%d", i);
        if (is_other) {
            MUST(zarr_attribute_set_int64(group, name, i, &error));
            MUST(zarr_attribute_set_int64(array, name, i, &error));
        } else if (i % 2) {
            MUST(zarr_mpi_consolidate_all(together, store, "", &error));
        }
    }
    MPI_Comm_free(&together);
    zarr_group_free(group);
    zarr_array_free(array);
    MPI_Barrier(world);
    MUST(zarr_group_open(store, "", &group, &error));
    MUST(zarr_attribute_names(group, &names, &error));
    CHECK(zarr_strings_count(names) == ATTRIBUTES);
    zarr_strings_free(names);
    MUST(zarr_array_open(store, "h", &array, &error));
    MUST(zarr_attribute_names(array, &names, &error));
    MUST(zarr_store_wrap_cache(store, 0, "{\"consolidated\": \"require\"}", &by_copy, &error));
    if (zarr_array_open(by_copy, "h", &copied, &error))
        CHECK(error.status == ZARR_ERROR_NOT_FOUND);
    else
        MUST(zarr_attribute_names(copied, &copied_names, &error));
    CHECK(!copied || zarr_strings_count(copied_names) == zarr_strings_count(names));
    zarr_strings_free(names);
    zarr_strings_free(copied_names);
    zarr_group_free(group);
    zarr_array_free(array);
    zarr_array_free(copied);
    zarr_store_free(by_copy);
    zarr_store_free(store);
}

int main(int argc, char **argv)
{
    static const int32_t formats[] = {ZARR_FORMAT_V3, ZARR_FORMAT_V2, ZARR_FORMAT_N5, ZARR_FORMAT_V3_2020,
                                      ZARR_FORMAT_V3_2022};
    zarr_store *store = NULL;

    begin(&argc, &argv, 240);
    MUST(zarr_mpi_store_open(world, argv[1], NULL, &store, &error));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        hierarchy(store, formats[i], 0);
    hierarchy(store, ZARR_FORMAT_V2, ZARR_FORMAT_V3);
    hierarchy(store, ZARR_FORMAT_N5, ZARR_FORMAT_N5);
    long_names(store);
    torn_and_mixed(store);
    into_itself(store);
    shared(store);
    beside_an_eraser(store);
    beside_consolidation(store, ZARR_FORMAT_V3);
    beside_consolidation(store, ZARR_FORMAT_V2);
    if (size > 1) {
        attributes_beside_consolidation(store, ZARR_FORMAT_V3);
        attributes_beside_consolidation(store, ZARR_FORMAT_V2);
    }
    for (int64_t change = -20; change <= 20; change += 40) {
        beside_another_program(store, ZARR_FORMAT_V3, 120, change);
        beside_another_program(store, ZARR_FORMAT_V3, 41, change);
        beside_another_program(store, ZARR_FORMAT_V2, 41, change);
        beside_another_program(store, ZARR_FORMAT_N5, 60, change);
    }
    zarr_store_free(store);
    end("all ranks copy, consolidate and verify as one process does");
    return 0;
}
