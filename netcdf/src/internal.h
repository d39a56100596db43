/* Types and functions that the parts of libzarr-netcdf.so share. The tree of a dataset is held in memory, as netCDF-C
 * does it: groups, dimensions, variables, attributes and types; elements stay in the store. */
#ifndef ZARR_NETCDF_INTERNAL_H
#define ZARR_NETCDF_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

#include <netcdf.h>
#include <netcdf_dispatch.h>
#include <netcdf_filter.h>
#include <zarr.h>

#include "ranks.h"
#include "text.h"

#define NC_FillValue "_FillValue"

/* The functions that other libraries call. */
#if defined(__GNUC__)
#define ZN_EXPORT __attribute__((visibility("default")))
#else
#define ZN_EXPORT
#endif

/* Bytes of decoded chunks that a dataset keeps for the next read. */
#define ZN_CACHE_BYTES    (64 * 1024 * 1024)
#define ZN_MAX_FILTERS    8
#define ZN_MAX_PARAMETERS 16
#define ZN_MAX_DEPTH      64

#define ZN_FILTER_DEFLATE    1
#define ZN_FILTER_SHUFFLE    2
#define ZN_FILTER_FLETCHER32 3
#define ZN_FILTER_BZIP2      307
#define ZN_FILTER_BLOSC      32001
#define ZN_FILTER_ZSTD       32015

/* Things by their full names, and by those that they had before. */
typedef struct zn_full_names {
    zn_names now, before;
    int now_only; /* not all have been read */
} zn_full_names;

/* A growable list of pointers. */
typedef struct zn_list {
    void **items;
    size_t count, room;
} zn_list;

/* An attribute. `json` is the value as the document has it, kept for values that netCDF has no type for; `hidden` ones
 * are not shown and are written back as they are. */
typedef struct zn_att {
    char *name;
    nc_type type;
    size_t size;
    size_t len;
    void *data;
    char *json;
    int hidden;
    int is_put;      /* by this program, since the attributes were written last */
    char *read_type; /* the name of its type in the document; NULL where it is that of now */
} zn_att;

typedef struct zn_group zn_group;
typedef struct zn_file zn_file;

typedef struct zn_dim {
    int id;
    char *name;
    size_t len;
    int unlimited;
    int declared; /* by the group alone: the first array that has it tells the length */
    int named;    /* this program has given it its name */
    int left_out; /* of its group's document, which has another one of the name */
    zn_group *group;
} zn_dim;

typedef struct zn_field {
    const char *name; /* the type's `names` keep it */
    nc_type type;
    size_t offset;
    size_t stored_offset;
    int ndims;
    int dims[32];
    long long value;
} zn_field;

/* A user-defined type: NC_COMPOUND, NC_OPAQUE, NC_VLEN, or NC_ENUM, the members of which are fields with a value.
 * Fields lie in a stored element without gaps. */
typedef struct zn_type {
    nc_type id;
    char *name;
    int kind;
    size_t size;
    size_t stored_size; /* of elements that vary, the fewest bytes */
    nc_type base;
    int defined;
    int claimed; /* the store has it, as it is here */
    int refused; /* dropped, as the store has another type of its name, or of a part's */
    int varies; /* elements have no fixed size: lists, and compounds with lists or strings */
    int depth;  /* of types in types, which functions walk by calling themselves */
    zn_list fields;
    zn_names names;   /* of the fields, in their order */
    zn_list by_offset; /* the fields of a compound type */
    zn_group *group;
} zn_type;

typedef struct zn_filter {
    unsigned id;
    size_t count;
    unsigned params[ZN_MAX_PARAMETERS];
} zn_filter;

/* How elements of an array become those of a netCDF type. */
typedef enum zn_form {
    ZN_NUMBERS, /* as they are, or converted by libzarr to `memory` */
    ZN_STRINGS, /* NC_STRING */
    ZN_PACKED,  /* NC_COMPOUND: fields without gaps */
    ZN_VARIED   /* types that vary: bytes of variable length */
} zn_form;

/* Bytes on their way: written later, or read before they are asked for. */
typedef struct zn_run zn_run;

typedef struct zn_var {
    char *name;
    int id;
    zn_group *group;
    nc_type type;
    size_t size;
    int ndims;
    zn_dim **dims;
    zn_list atts;
    int atts_changed;
    char *known; /* the attributes that the store had when they were read or written last, as JSON */
    zarr_array *array;
    zarr_array *uncached;
    int64_t *shape;
    char *path;
    int moved; /* the array has gone to `path`, and its handle knows where it was */
    zn_form form;
    int plain; /* lists of the codec vlen-array, which other software has written */
    int32_t memory;
    int32_t stored;
    int storage; /* as the program asked for it, and is told; elements are in chunks */
    int chunks_set;
    int64_t *chunks;
    int64_t *shards;
    zn_filter filters[ZN_MAX_FILTERS];
    size_t filter_count;
    int endian;
    int no_fill;
    void *fill;
    int quantize_mode, quantize_digits;
    size_t cache_size, cache_elements;
    float cache_preemption;
    int written;
    int names_changed;
    int refers; /* the store has full names of the dimensions */
    int refill; /* the array has another fill value: it is to get the variable's, or has refused it */
    int collective;
    uint64_t told; /* the document that all ranks know */
    zn_run *behind, *ahead;
} zn_var;

struct zn_group {
    int id;
    char *name;
    char *path;
    char *formerly; /* its path before it was renamed */
    zn_group *parent;
    zn_file *file;
    zn_list groups, dims, vars, types, atts;
    int atts_changed;
    int stored;
    char *known;    /* as a variable's */
    char *document; /* its attributes, while they are loaded */
};

struct zn_file {
    int ncid;
    const NC_Dispatch *table;
    int mode;
    int writable;
    int created;
    int classic;
    int defining;
    int settled;
    int fill_mode;
    int format;
    int consolidate;
    int changed;
    int defined; /* variables have to be written again, as dimensions, types or groups have other names */
    int64_t shard_bytes;
    char *codec;
    int codec_level;
    char *unlimited;
    /* Of a dataset of several ranks; the first rank is 0, also where there are none. */
    const zn_mpi *mpi;
    zn_ranks *ranks;
    int rank, size;
    int collective; /* how new variables are accessed */
    int together;   /* a two-phase call is under way, and whether this rank has taken part */
    int joined;
    int closing; /* this rank closes the dataset */
    int left;    /* another rank has closed it, while this one called another function */
    zarr_store *store;
    zn_text warnings;
    zn_full_names types_told, groups_told; /* while documents are read */
    void *shadow;
    size_t shadow_groups, shadow_types;
    zn_list groups, dims, types;
    zn_group *root;
};

/* list.c */
int zn_list_add(zn_list *list, void *item);
int zn_list_add_both(zn_list *one, zn_list *other, void *item);
void zn_list_remove(zn_list *list, size_t index);
void zn_list_free(zn_list *list);

/* log.c: messages go to standard error where ZARR_NETCDF_LOG asks for them; warnings also into an attribute. */
void zn_log(const char *format, ...);
int zn_fail(int code, const char *format, ...);
int zn_status(zarr_status status, const zarr_error *error);
int zn_warn(zn_file *file, const char *path, const char *message);
int zn_warn_name(zn_file *file, const char *path, const char *what, const char *name);

/* url.c: splits a path as netCDF gives it into the store's URL and the settings of the mode string. */
typedef struct zn_place {
    char *url;
    /* Of a store that is one array. */
    char *name;
    int format;
    int consolidate;
    int64_t shard_bytes;
    char *codec;
    int codec_level;
    char *unlimited;
    char *options;
} zn_place;
int zn_is_relative(const char *url);
int zn_place_parse(const char *path, zn_place *place);
void zn_place_free(zn_place *place);

/* tree.c */
int zn_file_new(int ncid, const NC_Dispatch *table, int mode, zn_file **file);
void zn_file_free(zn_file *file);
int zn_find(int ncid, zn_file **file, zn_group **group);
int zn_find_var(int ncid, int varid, zn_file **file, zn_group **group, zn_var **var);
int zn_group_new(zn_file *file, zn_group *parent, const char *name, zn_group **group);
int zn_dim_new(zn_group *group, const char *name, size_t len, int unlimited, zn_dim **dim);
int zn_var_new(zn_group *group, const char *name, nc_type type, int ndims, zn_var **var);
void zn_var_free(zn_var *var);
void zn_var_close(zn_var *var);
zn_dim *zn_dim_named(const zn_group *group, const char *name);
zn_dim *zn_dim_by_id(const zn_file *file, int id);
zn_var *zn_var_named(const zn_group *group, const char *name);
zn_group *zn_group_named(const zn_group *group, const char *name);
char *zn_path_join(const char *path, const char *name);

/* array_types.c, data_types.c, declared.c: between a netCDF type and the data type of an array. */
int32_t zn_data_type_named(const char *json);
nc_type zn_type_alike(int32_t code);
int32_t zn_code_of(nc_type type);
int zn_type_declared(zn_var *var, const zarr_array *array, const char *json, int *declared);
int zn_type_of_array(zn_var *var, const zarr_array *array);
int zn_type_json(const zn_file *file, nc_type type, zn_text *json);

/* numpy.c */
void zn_field_json(zn_text *text, const char *json);

/* storage.c */
void zn_default_chunks(const zn_var *var, int64_t *chunks);
int zn_var_may_set(int ncid, int varid, zn_file **file, zn_var **var);
int zn_var_storage(const zn_var *var);

/* dims_merge.c */
void zn_dim_json(const zn_dim *dim, zn_text *text);
int zn_merge_dim(zn_text *text, const char *stored, const char *known, const char *ours);
int zn_dim_refused(const zn_dim *dim);
int zn_dims_refused(const zn_var *var);
size_t zn_dims_leave_out(zn_group *group);

/* convert.c: a few numbers that are not on their way to or from an array. */
int zn_is_number(nc_type type);
int zn_is_alike(const zn_file *file, nc_type a, nc_type b);
int zn_convert(nc_type from, const void *source, nc_type to, void *target, size_t count);
int zn_convert_in(const zn_file *file, nc_type from, const void *source, nc_type to, void *target, size_t count);

/* open.c, state.c, load.c, create.c, flush.c */
int zn_open(const char *path, int mode, int basepe, size_t *hint, void *parameters, const NC_Dispatch *table, int ncid);
int zn_create(const char *path, int mode, size_t size, int basepe, size_t *hint, void *parameters,
              const NC_Dispatch *table, int ncid);
int zn_load(zn_file *file, const char *root_name);
int zn_var_load(zn_group *group, const char *name, const char *path, const zarr_array *array);
int zn_var_chunks(zn_var *var, const zarr_array *array);
int zn_var_dims(zn_var *var, const zarr_array *array, const char *json);
int zn_fill_load(zn_var *var, const zarr_array *array);
int zn_var_builder(zn_file *file, zn_var *var, zarr_array_builder **builder);
int zn_var_create(zn_file *file, zn_var *var);
int zn_var_json(const zn_file *file, zn_var *var, char **json);
int zn_names_ambiguous(const zn_var *var);
int zn_group_make(zn_group *group, const char *plain, const char *json);
int zn_flush_alone(zn_file *file);
int zn_define_all(zn_file *file);
int zn_ready(zn_file *file);

/* move.c */
int zn_move_var(zn_var *var, const char *name);
int zn_move_group(zn_group *group, const char *name);

/* region.c */
/* The array gets the lengths of its unlimited dimensions, or keeps the longer ones that others have given it. */
int zn_var_grow(zn_var *var);
/* Makes the array at least so long along a dimension. */
int zn_var_lengthen(zn_var *var, int d, int64_t length);
int zn_var_cache(zn_var *var);
int zn_var_follow(zn_var *var);
zarr_region zn_region(const zn_var *var, const int64_t *start, const int64_t *count, const int64_t *step);
/* `data_type` is the type in memory, a constant of libzarr; 0: that of the array. NC_ERANGE: all elements were moved. */
int zn_var_read(zn_var *var, const zarr_region *region, int32_t data_type, void *data, size_t bytes);
int zn_var_write(zn_var *var, const zarr_region *region, int32_t data_type, const void *data, size_t bytes);
int zn_var_write_values(zn_var *var, const int64_t *start, const int64_t *count, const char *const *bytes,
                        const size_t *sizes, size_t elements);

/* runs.c */
int zn_behind_room(zn_var *var, const zarr_region *region, size_t bytes, char **room);
int zn_behind_moved(zn_var *var);
int zn_behind_flush(zn_var *var);
int zn_behind_flush_all(zn_file *file);
char *zn_ahead_find(zn_var *var, const zarr_region *region, size_t bytes);
void zn_ahead_forget(zn_var *var);
void zn_run_free(zn_run *run);

/* filters.c */
int zn_filters_load(zn_var *var, const zarr_array *array);
int zn_codec_check(const char *codec, int level, int format);
int zn_filters_build(const zn_file *file, const zn_var *var, zarr_array_builder *builder);
int zn_filter_add(zn_var *var, unsigned id, size_t count, const unsigned *params);
const zn_filter *zn_filter_of(const zn_var *var, unsigned id);

/* shadow.c */
int zn_has_user_types(void);
int zn_shadow(zn_file *file);
void zn_shadow_free(zn_file *file);

/* ranks.c: datasets of several ranks. Calls are collective; without ranks they return at once. */
enum { ZN_CALL_OPEN = 1, ZN_CALL_FLUSH, ZN_CALL_TELL, ZN_CALL_SYNC, ZN_CALL_CLOSE, ZN_CALL_ABORT, ZN_CALL_MOVE,
       ZN_CALL_PUT, ZN_CALL_GET, ZN_CALL_ENDDEF };
int zn_ranks_join(zn_file *file, int mode, const void *parameters);
void zn_ranks_leave(zn_file *file);
int zn_is_first(const zn_file *file);
int zn_look_for_root(zn_file *file, const zarr_array *array);
int zn_is_collective(const zn_var *var);
int zn_meet(zn_file *file, int64_t call, int64_t same, int64_t *most, int status);
int zn_agree(zn_file *file, int64_t call, int status);
int64_t zn_call_of(const zn_var *var, int call);
int zn_share(zn_file *file, zn_text *text, int status);
int64_t zn_open_sum(const char *path, int mode);
int64_t zn_rename_sum(const zn_group *group, const char *name);
int zn_tell(zn_file *file, zn_var *only, int status);
int zn_ranks_flush(zn_file *file);
int zn_ranks_grow(zn_var *var, int64_t *ends);
int zn_ranks_write(zn_var *var, const zarr_region *region, const void *data, size_t size);
int zn_ranks_read(zn_var *var, const zarr_region *region, void *data, size_t size);

#include "attributes.h"
#include "slots.h"
#include "types.h"

#endif
