/* Attributes and fill values: how they are read, merged with what other programs have written, and written. */
#ifndef ZARR_NETCDF_ATTRIBUTES_H
#define ZARR_NETCDF_ATTRIBUTES_H

#include "internal.h"

/* atts.c */
zn_att *zn_att_named(const zn_list *atts, const char *name);
int zn_att_add(const zn_file *file, zn_list *atts, const char *name, nc_type type, size_t len, const void *data,
               zn_att **att);
int zn_att_new(const zn_file *file, zn_list *atts, const char *name, nc_type type, size_t len, const void *data);
void zn_att_free(const zn_file *file, zn_att *att);
void zn_att_delete(const zn_file *file, zn_list *atts, const char *name);
void zn_atts_free(const zn_file *file, zn_list *atts);
size_t zn_atts_shown(const zn_list *atts);

/* json_values.c */
int zn_json_is_number(const char *json);
int zn_json_is_bool(const char *json);
nc_type zn_json_type(const char *json);
nc_type zn_json_common(nc_type a, nc_type b);
int zn_json_convert(const char *json, nc_type type, void *target);
int zn_json_fits(const char *json, nc_type type);

/* atts_load.c, atts_json.c: between attributes and the JSON object that a node has of them. */
#define ZN_TYPES     "_nczarr_attr"
#define ZN_OLD_TYPES "_NCZARR_ATTR"
#define ZN_FILL      "_nczarr_fill"
int zn_atts_load(zn_file *file, const char *path, const char *json, zn_list *atts, nc_type fill_type);
int zn_atts_json(const zn_file *file, const zn_list *atts, nc_type fill_type, const char *extra_name,
                 const char *extra_json, int when, char **json);
enum { ZN_AS_NOW, ZN_AS_READ };
int zn_att_hidden(const char *name);

/* merge.c: the members of one object as the store has them, as they were read or written last, and as they are in
 * memory. */
typedef struct zn_sides {
    zn_names stored, known, ours;
} zn_sides;
int zn_sides_of(const char *stored, const char *known, const char *ours, zn_sides *all);
void zn_sides_free(zn_sides *all);
int zn_merge(zn_text *text, const char *stored, const char *known, const char *ours, int joined);

/* atts_store.c: attributes that others change as well. */
int zn_atts_forget(const zn_list *atts, char **known);
int zn_atts_store(const zarr_group *group, const zarr_array *array, const char *known, const char *ours);
int zn_atts_known(const zn_file *file, const zn_list *atts, nc_type fill_type, const char *name, const char *json,
                  char **known);

/* fills.c */
const void *zn_default_fill(nc_type type);
const void *zn_fill(const zn_var *var);
int zn_fill_of(const zn_var *var, void *value);
int zn_fill_give(const zn_var *var, void *fill);
int zn_set_fill_value(zn_var *var, const void *fill);
int zn_fill_bytes(const zn_file *file, const zn_var *var, zn_text *bytes, int *is_open);

/* refill.c */
enum { ZN_WANTED = 1, ZN_REFUSED };
int zn_fill_settable(zn_var *var);
int zn_fills_settle(zn_file *file);
int zn_fill_store(zn_file *file, zn_var *var);

#endif
