/* Chooses the cells of the matrix. The full product has about a hundred million arrays; bugs come from the meeting of
   two choices (an order and a codec, a fill value and a byte order), and three where a format spells a fill value of a
   type or a chain with an order. So: every pair of values of any two axes, every (format, type, fill value) and
   every (format, chain, order), as far as the format can express them, each at least once. A cell is built around
   one thing not covered yet, choosing on each other axis the value that covers most of what is left (greedy, and
   deterministic). What a format can't express comes after: for each such pair a few arrays that must be refused. */
#include "matrix.h"

#include <stdlib.h>
#include <string.h>
#include <zarr.h>

const dtype DTYPE_LIST[DTYPES] = {
    {"bool", ZARR_BOOL, 1, 1, 'b'},           {"int8", ZARR_INT8, 1, 1, 'i'},
    {"int16", ZARR_INT16, 2, 2, 'i'},         {"int32", ZARR_INT32, 4, 4, 'i'},
    {"int64", ZARR_INT64, 8, 8, 'i'},         {"uint8", ZARR_UINT8, 1, 1, 'u'},
    {"uint16", ZARR_UINT16, 2, 2, 'u'},       {"uint32", ZARR_UINT32, 4, 4, 'u'},
    {"uint64", ZARR_UINT64, 8, 8, 'u'},       {"float16", ZARR_FLOAT16, 2, 2, 'f'},
    {"float32", ZARR_FLOAT32, 4, 4, 'f'},     {"float64", ZARR_FLOAT64, 8, 8, 'f'},
    {"complex64", ZARR_COMPLEX64, 8, 4, 'c'}, {"complex128", ZARR_COMPLEX128, 16, 8, 'c'},
    {"r24", ZARR_RAW, 3, 1, 'r'},
};

/* Blosc: each compressor with each shuffle, spelled as in v2 (integers, automatic included) and as in v3 final. */
#define BLOSC_V2(name, level, shuffle)                                                                                \
    {"blosc-" name "-" #shuffle,                                                                                      \
     {{"blosc", "{\"cname\": \"" name "\", \"clevel\": " #level ", \"shuffle\": " #shuffle ", \"blocksize\": 0}"}},   \
     1}
#define BLOSC_V3(name, level, shuffle)                                                                                \
    {"blosc-" name "-" shuffle,                                                                                       \
     {{"blosc", "{\"cname\": \"" name "\", \"clevel\": " #level ", \"shuffle\": \"" shuffle                            \
                "\", \"typesize\": %d, \"blocksize\": 0}"}},                                                           \
     1}
#define BLOSC(name, a, b, c, d)                                                                                       \
    BLOSC_V3(name, a, "noshuffle"), BLOSC_V2(name, b, 1), BLOSC_V3(name, c, "bitshuffle"), BLOSC_V2(name, d, -1)
#define CRC32C {"crc32c", NULL}

const chain CHAIN_LIST[] = {
    {"none", {{NULL, NULL}}, 1},
    {"gzip-0", {{"gzip", "{\"level\": 0}"}}, 1},
    {"gzip-1", {{"gzip", "{\"level\": 1}"}}, 1},
    {"gzip-5", {{"gzip", "{\"level\": 5}"}}, 1},
    {"gzip-9", {{"gzip", "{\"level\": 9}"}}, 1},
    {"zlib-1", {{"zlib", "{\"level\": 1}"}}, 1},
    {"zlib-9", {{"zlib", "{\"level\": 9}"}}, 1},
    {"zstd-3", {{"zstd", "{\"level\": 3, \"checksum\": false}"}}, 0},
    {"zstd-19-checksum", {{"zstd", "{\"level\": 19, \"checksum\": true}"}}, 0},
    {"zstd-fast", {{"zstd", "{\"level\": -5}"}}, 0},
    {"crc32c", {CRC32C}, 0},
    {"gzip+crc32c", {{"gzip", "{\"level\": 4}"}, CRC32C}, 0},
    {"zstd+crc32c", {{"zstd", "{\"level\": 0, \"checksum\": true}"}, CRC32C}, 0},
    {"blosc+crc32c",
     {{"blosc", "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": 1, \"blocksize\": 256}"}, CRC32C},
     0},
    {"blosc+gzip",
     {{"blosc", "{\"cname\": \"lz4\", \"clevel\": 3, \"shuffle\": 2, \"blocksize\": 0}"}, {"gzip", "{\"level\": 2}"}},
     1},
    {"gzip+zlib+gzip",
     {{"gzip", "{\"level\": 0}"}, {"zlib", "{\"level\": 6}"}, {"gzip", "{\"level\": 1}"}},
     1},
    BLOSC("blosclz", 9, 5, 1, 7), BLOSC("lz4", 5, 5, 9, 1), BLOSC("lz4hc", 3, 9, 5, 4),
    BLOSC("snappy", 5, 9, 5, 1), BLOSC("zlib", 1, 9, 6, 5), BLOSC("zstd", 2, 1, 5, 9),
    BLOSC_V2("lz4", 0, 0),
    /* Codecs of numcodecs only. */
    {"lz4", {{"lz4", "{\"acceleration\": 2}"}}, 0},
    {"bz2-5", {{"bz2", "{\"level\": 5}"}}, 0},
    {"lzma-xz", {{"lzma", "{\"format\": 1, \"check\": 1, \"preset\": 0, \"filters\": null}"}}, 0},
    {"lzma-raw",
     {{"lzma", "{\"format\": 3, \"check\": -1, \"preset\": null, \"filters\": [{\"id\": 3, \"dist\": 4}, "
               "{\"id\": 33, \"preset\": 0}]}"}},
     0},
    {"shuffle+bz2", {{"shuffle", "{\"elementsize\": %d}"}, {"bz2", "{\"level\": 1}"}}, 0},
    {"crc32+lz4", {{"crc32", NULL}, {"lz4", NULL}}, 0},
    {"gzip+adler32", {{"gzip", "{\"level\": 1}"}, {"adler32", "{\"location\": \"end\"}"}}, 0},
    {"fletcher32", {{"fletcher32", NULL}}, 0},
    {"jenkins_lookup3", {{"jenkins_lookup3", "{\"initval\": 9, \"prefix\": null}"}}, 0},
    {"delta", {{"delta", NULL}}, 0},
    {"delta+blosc",
     {{"delta", NULL}, {"blosc", "{\"cname\": \"lz4\", \"clevel\": 5, \"shuffle\": 1, \"blocksize\": 0}"}},
     0},
};
const int32_t CHAINS = (int32_t)(sizeof CHAIN_LIST / sizeof CHAIN_LIST[0]);

const shape_case SHAPE_LIST[] = {
    {0, {0}, {0}},                         /* 0-d */
    {1, {0}, {3}},                         /* no element */
    {1, {12}, {4}},                        /* a whole number of chunks */
    {1, {13}, {5}},                        /* overhanging */
    {1, {3}, {10}},                        /* chunk larger than the array */
    {1, {5000}, {2048}},                   /* chunks of many blosc streams */
    {1, {7}, {0}},                         /* length 0: the whole axis */
    {1, {1}, {1}},
    {2, {3, 0}, {2, 2}},                   /* no element in a later dimension */
    {2, {7, 9}, {3, 4}},                   /* overhanging on both */
    {2, {64, 48}, {40, 48}},
    {2, {5, 6}, {CHUNK_DEFAULT, 0}},
    {3, {4, 5, 6}, {2, 2, 4}},
    {3, {3, 1, 20}, {5, 1, 7}},            /* larger on one axis, overhanging on another */
    {4, {3, 4, 2, 5}, {2, 3, 2, 2}},
    {4, {2, 0, 3, 4}, {1, 1, 3, 5}},
};
const int32_t SHAPES = (int32_t)(sizeof SHAPE_LIST / sizeof SHAPE_LIST[0]);

int32_t axis_length(int axis)
{
    switch (axis) {
    case AXIS_FORMAT: return FORMATS;
    case AXIS_DTYPE: return DTYPES;
    case AXIS_CHAIN: return CHAINS;
    case AXIS_FILL: return FILLS;
    case AXIS_SHAPE: return SHAPES;
    case AXIS_WRITE: return WRITES;
    case AXIS_EXTRAS: return EXTRAS;
    case AXIS_SHARD: return SHARDS;
    default: return 2;
    }
}

/* Final v3 can say every cell (zlib as numcodecs.zlib). v2 has numcodecs ids for all chains, but its convention for
   dimension names has no unnamed dimension, and it has no shards. The 2022 draft specifies gzip and blosc, and zlib by an
   agreed URI; it has no zstd, no crc32c and no dimension names. */
static int pair_expressible(int axis_a, int32_t a, int axis_b, int32_t b)
{
    /* Differences add up again exactly where numbers are integers. */
    if (axis_a == AXIS_DTYPE && axis_b == AXIS_CHAIN && strncmp(CHAIN_LIST[b].label, "delta", 5) == 0) {
        return DTYPE_LIST[a].kind == 'i' || DTYPE_LIST[a].kind == 'u';
    }
    if (axis_a != AXIS_FORMAT || a == 1) {
        return 1;
    }
    if (axis_b == AXIS_CHAIN) {
        return a == 0 || CHAIN_LIST[b].draft;
    }
    if (axis_b == AXIS_SHARD) {
        return a != 0 || b == SHARD_NONE;
    }
    return axis_b != AXIS_EXTRAS || b < (a == 0 ? EXTRAS_UNNAMED : EXTRAS_NAMES);
}

int cell_expressible(const cell *c)
{
    for (int axis = 1; axis < AXES; axis++) {
        if (!pair_expressible(AXIS_FORMAT, c->at[AXIS_FORMAT], axis, c->at[axis])) {
            return 0;
        }
    }
    return 1;
}

#define VALUES_MOST 64     /* on one axis */
typedef struct progress {
    uint8_t pair[AXES][AXES][VALUES_MOST][VALUES_MOST];   /* 1: covered, or can't be expressed; axis order a < b */
    cell *cells;
    size_t count;
    size_t room;
} progress;

static int add(progress *p, const cell *c)
{
    if (p->count == p->room) {
        size_t room = p->room ? 2 * p->room : 1024;
        cell *grown = realloc(p->cells, room * sizeof *grown);
        if (grown == NULL) {
            return 0;
        }
        p->cells = grown;
        p->room = room;
    }
    p->cells[p->count++] = *c;
    for (int a = 0; a < AXES; a++) {
        for (int b = a + 1; b < AXES; b++) {
            p->pair[a][b][c->at[a]][c->at[b]] = 1;
        }
    }
    return 1;
}

/* Chooses the open axes (-1) so that the cell covers many pairs; later ties go to a value that turns with the count. */
static void complete(const progress *p, cell *c)
{
    for (int axis = 0; axis < AXES; axis++) {
        int32_t length = axis_length(axis), best = -1, best_gain = -1;
        if (c->at[axis] >= 0) {
            continue;
        }
        for (int32_t k = 0; k < length; k++) {
            int32_t value = (int32_t)((mix(p->count * AXES + (uint64_t)axis) + (uint64_t)k) % (uint64_t)length);
            int32_t gain = 0;
            for (int other = 0; other < AXES; other++) {
                int a = other < axis ? other : axis, b = other < axis ? axis : other;
                if (other == axis || c->at[other] < 0) {
                    continue;
                }
                if (!pair_expressible(a, a == axis ? value : c->at[a], b, b == axis ? value : c->at[b])) {
                    gain = -1;
                    break;
                }
                gain += !p->pair[a][b][a == axis ? value : c->at[a]][b == axis ? value : c->at[b]];
            }
            if (gain > best_gain) {
                best_gain = gain;
                best = value;
            }
        }
        c->at[axis] = best;
    }
}

static cell open_cell(void)
{
    cell c;
    for (int axis = 0; axis < AXES; axis++) {
        c.at[axis] = -1;
    }
    return c;
}

static int cover_triples(progress *p, int second, int third)
{
    for (int32_t format = 0; format < FORMATS; format++) {
        for (int32_t b = 0; b < axis_length(second); b++) {
            for (int32_t d = 0; d < axis_length(third); d++) {
                cell c = open_cell();
                int known = !pair_expressible(AXIS_FORMAT, format, second, b);
                for (size_t i = 0; i < p->count && !known; i++) {
                    const int32_t *at = p->cells[i].at;
                    known = at[AXIS_FORMAT] == format && at[second] == b && at[third] == d;
                }
                if (known) {
                    continue;
                }
                c.at[AXIS_FORMAT] = format;
                c.at[second] = b;
                c.at[third] = d;
                complete(p, &c);
                if (!add(p, &c)) {
                    return 0;
                }
            }
        }
    }
    return 1;
}

static int cover_pairs(progress *p)
{
    for (int a = 0; a < AXES; a++) {
        for (int b = a + 1; b < AXES; b++) {
            for (int32_t i = 0; i < axis_length(a); i++) {
                for (int32_t k = 0; k < axis_length(b); k++) {
                    cell c = open_cell();
                    if (p->pair[a][b][i][k] || !pair_expressible(a, i, b, k)) {
                        continue;
                    }
                    c.at[a] = i;
                    c.at[b] = k;
                    /* A chain of final v3 only leaves no choice of the 2022 draft: complete() sees that. */
                    complete(p, &c);
                    if (!add(p, &c)) {
                        return 0;
                    }
                }
            }
        }
    }
    return 1;
}

/* One array of each type for each pair with a format that can't be expressed; the rest of the cell is plain. */
static int refuse(progress *p)
{
    for (int32_t format = 0; format < FORMATS; format++) {
        for (int axis = 1; axis < AXES; axis++) {
            for (int32_t value = 0; value < axis_length(axis); value++) {
                for (int32_t type = 0; type < DTYPES && !pair_expressible(AXIS_FORMAT, format, axis, value); type++) {
                    cell c = {{0}};
                    c.at[AXIS_FORMAT] = format;
                    c.at[AXIS_DTYPE] = type;
                    c.at[AXIS_SHAPE] = axis == AXIS_EXTRAS ? 9 : 3 + type % 8; /* names need two dimensions */
                    c.at[AXIS_FILL] = type % 5;
                    c.at[axis] = value;
                    if (!add(p, &c)) {
                        return 0;
                    }
                }
            }
        }
    }
    return 1;
}

cell *plan_cells(size_t *count, size_t *expressible)
{
    progress *p = calloc(1, sizeof *p);
    cell *cells = NULL;
    if (p == NULL) {
        return NULL;
    }
    if (cover_triples(p, AXIS_DTYPE, AXIS_FILL) && cover_triples(p, AXIS_CHAIN, AXIS_ORDER) && cover_pairs(p)) {
        *expressible = p->count;
        if (refuse(p)) {
            *count = p->count;
            cells = p->cells;
            p->cells = NULL;
        }
    }
    free(p->cells);
    free(p);
    return cells;
}
