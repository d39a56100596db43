/* Functions of types that programs define: their parts, their elements, and what documents tell of them. */
#ifndef ZARR_NETCDF_TYPES_H
#define ZARR_NETCDF_TYPES_H

/* types.c */
size_t zn_type_size(const zn_file *file, nc_type type);
size_t zn_type_stored_size(const zn_file *file, nc_type type);
zn_type *zn_type_by_id(const zn_file *file, nc_type type);
int zn_type_new(zn_group *group, int kind, size_t size, const char *name, zn_type **type);
void zn_type_free(zn_type *type);
int zn_type_usable(const zn_file *file, nc_type type);
zn_form zn_form_of(const zn_file *file, nc_type type);
int zn_has_values(const zn_var *var);
int zn_type_define(int ncid, int kind, size_t size, const char *name, nc_type *id);
void zn_type_changed(zn_file *file, zn_type *type);
int zn_type_may_change(const zn_file *file, const zn_type *type);

int zn_type_add(zn_type *type, const char *name, const zn_field *field);

/* compound.c */
size_t zn_field_elements(const zn_field *field);
int zn_field_fits(const zn_file *file, const zn_type *type, size_t offset, nc_type field, int ndims, const int *dims);
int zn_type_add_field(zn_file *file, zn_type *type, const char *name, size_t offset, nc_type field, int ndims,
                      const int *dims);
void zn_type_pack(const zn_file *file, nc_type type, const char *memory, char *stored);
void zn_type_unpack(const zn_file *file, nc_type type, const char *stored, char *memory);

/* lists.c */
int zn_type_varies(const zn_file *file, nc_type type);
int zn_type_can_be_listed(const zn_file *file, nc_type base);
void zn_type_set_base(const zn_file *file, zn_type *type, nc_type base);
void zn_value_free(const zn_file *file, nc_type type, void *values, size_t count);
int zn_value_copy(const zn_file *file, nc_type type, const void *from, void *to, size_t count);

/* varied.c: elements that vary, as bytes. */
void zn_turn_numbers(void *numbers, size_t size, size_t count);
int zn_element_bytes(const zn_file *file, nc_type type, const void *element, zn_text *bytes);
int zn_element_value(const zn_file *file, nc_type type, const char *data, size_t size, void *element);
int zn_items_bytes(const zn_file *file, nc_type type, const void *items, size_t count, zn_text *bytes);
int zn_items_value(const zn_file *file, nc_type type, const char *data, size_t size, nc_vlen_t *list);

/* enums.c */
int zn_type_add_member(zn_type *type, const char *name, long long value);

/* full_names.c */
int zn_full_add(zn_full_names *names, const zn_group *group, const char *name, const void *item);
const void *zn_full_find(const zn_full_names *names, const char *name);
void zn_full_free(zn_full_names *names);
int zn_full_settle(zn_file *file);
int zn_full_keep(zn_group *group);

/* types_json.c */
extern const char *const zn_spellings[];
void zn_type_name(const zn_file *file, nc_type type, zn_text *name);
int zn_type_tell(zn_file *file, const zn_type *type);
nc_type zn_type_named(const zn_file *file, const char *name);
void zn_type_describe(const zn_file *file, const zn_type *type, zn_text *json);
void zn_types_json(const zn_group *group, zn_text *json);
int zn_types_load(zn_file *file);

/* types_merge.c */
int zn_merge_type(zn_text *text, const char *stored, const char *known, const char *ours);
int zn_type_refused(const zn_file *file, nc_type type);
void zn_types_stored(zn_group *group);
int zn_define_alone(zn_file *file);
int zn_define(zn_file *file);

#endif
