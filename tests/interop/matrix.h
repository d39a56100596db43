/* Shared by the parts of the interoperability matrix: the axes, one cell (a choice on every axis), and the values.
   matrix_plan.c chooses the cells, matrix_values.c makes fill values and contents, matrix_manifest.c tells the readers,
   matrix.c creates the arrays. */
#ifndef ZARR_TEST_MATRIX_H
#define ZARR_TEST_MATRIX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The axes. Every pair of values of two axes occurs in at least one array that the format can express. */
enum axis { AXIS_FORMAT, AXIS_DTYPE, AXIS_CHAIN, AXIS_ORDER, AXIS_ENDIAN, AXIS_SEPARATOR, AXIS_FILL, AXIS_SHAPE,
            AXIS_WRITE, AXIS_EXTRAS, AXIS_SHARD, AXES };

enum { FORMATS = 3, DTYPES = 15, FILLS = 10, WRITES = 7, EXTRAS = 4, SHARDS = 3 };

/* The fill values of the floats; other types have their own ten values, see matrix_values.c. */
enum fill { FILL_DEFAULT, FILL_NUMBER, FILL_MAX, FILL_TINY, FILL_NAN, FILL_PAYLOAD, FILL_NEGATIVE_ZERO, FILL_INFINITY,
            FILL_MINUS_INFINITY, FILL_FRACTION };

/* The written elements: everything, nothing, random overlapping regions, everything and then regions over it, only the last
   chunk of the grid, everything with the fill value, single corner elements. */
enum write { WRITE_ALL, WRITE_NOTHING, WRITE_REGIONS, WRITE_OVER, WRITE_LAST_CHUNK, WRITE_FILL, WRITE_CORNERS };

/* With EXTRAS_UNNAMED some dimensions have a name, the first has none. */
enum extras { EXTRAS_NONE, EXTRAS_ATTRIBUTES, EXTRAS_NAMES, EXTRAS_UNNAMED };

/* Shards of twice the chunk along each axis, or of 3, 1, 2, 3 times the chunk. */
enum shard { SHARD_NONE, SHARD_TWICE, SHARD_UNEVEN };

typedef struct dtype {
    const char *name;      /* as in v3 */
    int32_t code;          /* ZARR_BOOL ... */
    size_t size;           /* of an element */
    size_t part;           /* of what has a byte order: half of a complex number, 1 for opaque bytes */
    char kind;             /* b i u f c r */
} dtype;

typedef struct codec {
    const char *name;
    const char *configuration;   /* "%d" stands for the size of an element; NULL: no configuration */
} codec;

#define CHAIN_MOST 3
typedef struct chain {
    const char *label;
    codec codecs[CHAIN_MOST];
    int32_t draft;         /* whether the 2022 draft can say it */
} chain;

#define NDIM_MOST 4
#define CHUNK_DEFAULT (-1) /* no chunk shape is given */
typedef struct shape_case {
    int32_t ndim;
    int64_t shape[NDIM_MOST];
    int64_t chunk[NDIM_MOST];
} shape_case;

typedef struct cell {
    int32_t at[AXES];
} cell;

extern const dtype DTYPE_LIST[DTYPES];
extern const chain CHAIN_LIST[];
extern const int32_t CHAINS;
extern const shape_case SHAPE_LIST[];
extern const int32_t SHAPES;

int32_t axis_length(int axis);
/* True when the format of the cell can express it. */
int cell_expressible(const cell *c);
/* Chooses the cells: first those that can be expressed, then (from *expressible on) those that have to be refused. The
   caller frees the list; NULL without memory. */
cell *plan_cells(size_t *count, size_t *expressible);

/* The fill value that the builder is given, and the one that must be read: v2 has no spelling for the payload of a NaN. */
void fill_given(const cell *c, uint8_t *value);
void fill_stored(const cell *c, uint8_t *value);
int fill_loses_payload(const cell *c);
/* Element `index` of array `seed`: any bits the type allows. */
void element(const dtype *type, uint64_t seed, uint64_t index, uint8_t *value);
uint64_t mix(uint64_t state);
/* Between native elements and the little-endian ones of the files, either way; nothing to do on most machines. */
void swap_if_big_endian(const dtype *type, uint8_t *bytes, size_t size);

/* Further options of a cell, and the facts that readers are told. */
#define ELEMENT_MOST 16    /* bytes */
extern const char *const FORMAT_NAMES[FORMATS];
extern const char ATTRIBUTES[];
void configure(const codec *given, const dtype *type, char *text, size_t size);
void attributes_of(const cell *c, char *text, size_t size);
const char *const *names_of(const cell *c);
/* The shape of the shards; 0 where there are none. */
int shard_of(const cell *c, int64_t *shard);
void describe_array(FILE *manifest, const cell *c, const char *node, const int64_t *chunk, int64_t offset, int64_t size);
void describe_group(FILE *manifest, int32_t format, const char *node);

#endif
