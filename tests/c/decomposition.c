/* Dividing work as a program of several processes sees it: shapes proposed, regions checked against each other, the parts
   of a region; and misuse of each function. */
#include "check.h"

#define CHUNK ZARR_UNIT_CHUNK
#define SHARD ZARR_UNIT_SHARD
#define SIDES 3

static zarr_array *create(const zarr_store *store, const char *path, const int64_t *shape, const int64_t *chunks,
                          const int64_t *shards) {
    zarr_error error;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    OK(zarr_array_builder_new(ZARR_FLOAT64, SIDES, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, SIDES, chunks, E));
    if (shards)
        OK(zarr_array_builder_shard_shape(builder, SIDES, shards, E));
    OK(zarr_array_create(store, path, builder, &array, E));
    zarr_array_builder_free(builder);
    return array;
}

/* A proposal can be created, and its blocks share no chunk. */
static void proposed(const zarr_store *store) {
    static const int64_t shape[SIDES] = {300, 200, 97}, processes[SIDES] = {3, 2, 1};
    int64_t block[SIDES], shard[SIDES], chunk[SIDES], starts[6][SIDES], counts[6][SIDES];
    zarr_error error;
    zarr_array *array;
    int32_t exclusive = -77;
    size_t first = 77, second = 77;
    int rank, d;
    check_context("a proposal");
    OK(zarr_propose_decomposition(SIDES, shape, 8, processes, 1 << 14, 1 << 18, block, shard, chunk, E));
    for (d = 0; d < SIDES; d++) {
        CHECK(chunk[d] > 0 && shard[d] % chunk[d] == 0 && block[d] % shard[d] == 0);
        CHECK(block[d] * processes[d] >= shape[d]);
    }
    CHECK(chunk[0] * chunk[1] * chunk[2] * 8 <= 1 << 14);
    CHECK(shard[0] * shard[1] * shard[2] * 8 <= 1 << 19);
    array = create(store, "proposed", shape, chunk, shard);
    for (rank = 0; rank < 6; rank++) {
        const int64_t place[SIDES] = {rank / 2, rank % 2, 0};
        for (d = 0; d < SIDES; d++) {
            int64_t start = place[d] * block[d], end = start + block[d];
            starts[rank][d] = start < shape[d] ? start : shape[d];
            counts[rank][d] = (end < shape[d] ? end : shape[d]) - starts[rank][d];
        }
    }
    OK(zarr_array_regions_exclusive(array, SHARD, SIDES, 6, starts[0], counts[0], &exclusive, &first, &second, E));
    CHECK(exclusive == 1 && first == 77 && second == 77);
    starts[3][0] -= 1;
    OK(zarr_array_regions_exclusive(array, SHARD, SIDES, 6, starts[0], counts[0], &exclusive, &first, &second, E));
    CHECK(exclusive == 0 && first == 1 && second == 3);
    OK(zarr_array_regions_exclusive(array, SHARD, SIDES, 6, starts[0], counts[0], &exclusive, NULL, NULL, E));
    CHECK(exclusive == 0);
    zarr_array_free(array);

    check_context("one process, no shards");
    OK(zarr_propose_decomposition(SIDES, shape, 8, NULL, 0, 0, block, shard, chunk, E));
    CHECK(memcmp(shard, chunk, sizeof chunk) == 0 && chunk[0] * chunk[1] * chunk[2] * 8 <= 1 << 20);
    CHECK(block[0] >= 300 && block[1] >= 200 && block[2] >= 97);
    OK(zarr_propose_decomposition(0, NULL, 8, NULL, 0, 0, NULL, NULL, NULL, E));
}

/* Every element of a region lies in exactly one part, and in the chunk that the part names. */
static void parts(const zarr_array *array, int32_t unit, int64_t expected) {
    static const int64_t start[SIDES] = {1, 2, 3}, count[SIDES] = {5, 3, 4};
    zarr_error error;
    unsigned char seen[5 * 3 * 4] = {0};
    int64_t number = -77, i, x, y, z, position[SIDES], at[SIDES], first[SIDES], elements[SIDES];
    OK(zarr_array_region_parts(array, unit, SIDES, start, count, &number, E));
    CHECK(number == expected);
    for (i = 0; i < number; i++) {
        OK(zarr_array_region_part(array, unit, SIDES, start, count, i, position, first, elements, E));
        for (x = first[0]; x < first[0] + elements[0]; x++)
            for (y = first[1]; y < first[1] + elements[1]; y++)
                for (z = first[2]; z < first[2] + elements[2]; z++) {
                    const int64_t element[SIDES] = {x, y, z};
                    OK(zarr_array_chunk_at(array, unit, SIDES, element, at, E));
                    CHECK(memcmp(at, position, sizeof at) == 0);
                    seen[((x - 1) * 3 + y - 2) * 4 + z - 3]++;
                }
    }
    for (i = 0; i < (int64_t)sizeof seen; i++)
        CHECK(seen[i] == 1);
    FAILS(zarr_array_region_part(array, unit, SIDES, start, count, number, position, first, elements, E),
          ZARR_ERROR_OUT_OF_BOUNDS);
}

static void misuse(const zarr_array *array) {
    static const int64_t zero[SIDES] = {0, 0, 0}, one[SIDES] = {1, 1, 1}, far[SIDES] = {0, 0, 9}, less[SIDES] = {1, -1, 1};
    static const int64_t huge[SIDES] = {INT64_MAX, INT64_MAX, INT64_MAX};
    zarr_error error;
    int64_t a[SIDES] = {-77, -77, -77}, b[SIDES] = {-77, -77, -77}, c[SIDES] = {-77, -77, -77}, parts = -77;
    int32_t exclusive = -77;
    const zarr_status invalid = ZARR_ERROR_INVALID_ARGUMENT;
    check_context("misuse");
    FAILS(zarr_array_region_parts(NULL, CHUNK, SIDES, zero, one, &parts, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_region_parts(array, 2, SIDES, zero, one, &parts, E), invalid);
    FAILS(zarr_array_region_parts(array, CHUNK, 2, zero, one, &parts, E), invalid);
    FAILS(zarr_array_region_parts(array, CHUNK, SIDES, zero, one, NULL, E), invalid);
    FAILS(zarr_array_region_parts(array, CHUNK, SIDES, zero, less, &parts, E), invalid);
    FAILS(zarr_array_region_parts(array, CHUNK, SIDES, far, one, &parts, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_region_parts(array, CHUNK, SIDES, one, huge, &parts, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_region_part(array, CHUNK, SIDES, zero, one, -1, a, b, c, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_region_part(array, CHUNK, SIDES, zero, one, INT64_MAX, a, b, c, E), ZARR_ERROR_OUT_OF_BOUNDS);
    FAILS(zarr_array_region_part(array, CHUNK, SIDES, zero, one, 0, NULL, b, c, E), invalid);
    FAILS(zarr_array_region_part(array, CHUNK, SIDES, zero, one, 0, a, NULL, c, E), invalid);
    FAILS(zarr_array_region_part(array, CHUNK, SIDES, zero, one, 0, a, b, NULL, E), invalid);
    FAILS(zarr_array_region_part(NULL, CHUNK, SIDES, zero, one, 0, a, b, c, E), ZARR_ERROR_INVALID_HANDLE);
    FAILS(zarr_array_regions_exclusive(array, CHUNK, SIDES, 1, zero, one, NULL, NULL, NULL, E), invalid);
    FAILS(zarr_array_regions_exclusive(array, CHUNK, SIDES, 1, NULL, one, &exclusive, NULL, NULL, E), invalid);
    FAILS(zarr_array_regions_exclusive(array, CHUNK, SIDES, 1, zero, less, &exclusive, NULL, NULL, E), invalid);
    FAILS(zarr_array_regions_exclusive(array, CHUNK, SIDES, SIZE_MAX, zero, one, &exclusive, NULL, NULL, E), invalid);
    FAILS(zarr_array_regions_exclusive(array, 7, SIDES, 1, zero, one, &exclusive, NULL, NULL, E), invalid);
    FAILS(zarr_array_regions_exclusive(array, CHUNK, SIDES, 1, far, one, &exclusive, NULL, NULL, E),
          ZARR_ERROR_OUT_OF_BOUNDS);
    CHECK(strstr(error.message, "region 0") != NULL && strstr(error.message, "dimension 2") != NULL);
    FAILS(zarr_propose_decomposition(-1, one, 8, NULL, 0, 0, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, NULL, 8, NULL, 0, 0, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, less, 8, NULL, 0, 0, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 0, NULL, 0, 0, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 8, zero, 0, 0, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 8, NULL, 64, 8, a, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 8, NULL, 0, 0, NULL, b, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 8, NULL, 0, 0, a, NULL, c, E), invalid);
    FAILS(zarr_propose_decomposition(SIDES, one, 8, NULL, 0, 0, a, b, NULL, E), invalid);
    CHECK(a[0] == -77 && b[1] == -77 && c[2] == -77 && parts == -77 && exclusive == -77);

    OK(zarr_array_regions_exclusive(array, CHUNK, SIDES, 0, NULL, NULL, &exclusive, NULL, NULL, E));
    CHECK(exclusive == 1);
    OK(zarr_array_region_parts(array, CHUNK, SIDES, one, zero, &parts, E));
    CHECK(parts == 0);
    check_context("a huge shape");
    OK(zarr_propose_decomposition(SIDES, huge, 16, huge, 1, 1, a, b, c, E));
    CHECK(a[0] == 1 && c[2] == 1);
    /* Whole chunks that hold 2^63 - 1 elements along a dimension would hold one more. */
    FAILS(zarr_propose_decomposition(SIDES, huge, 16, NULL, 0, 0, a, b, c, E), ZARR_ERROR_RANGE);
}

int main(void) {
    static const int64_t shape[SIDES] = {8, 8, 9}, chunks[SIDES] = {2, 3, 2}, shards[SIDES] = {4, 3, 4};
    zarr_error error;
    zarr_store *store = NULL;
    zarr_array *array;
    OK(zarr_store_open("memory://", NULL, &store, E));
    proposed(store);
    check_context("parts");
    array = create(store, "whole", shape, chunks, NULL);
    parts(array, CHUNK, 3 * 2 * 3);
    zarr_array_free(array);
    array = create(store, "sharded", shape, chunks, shards);
    parts(array, CHUNK, 3 * 2 * 3);
    parts(array, SHARD, 2 * 2 * 2);
    misuse(array);
    zarr_array_free(array);
    zarr_store_free(store);
    return check_summary("decomposition");
}
