/* The functions of the dispatch table. */
#ifndef ZARR_NETCDF_SLOTS_H
#define ZARR_NETCDF_SLOTS_H

/* States of a dataset: state.c */
int zn_sync(int ncid);
int zn_close(int ncid, void *ignored);
int zn_close_root(int ncid, void *ignored);
int zn_abort(int ncid);
int zn_redef(int ncid);
int zn_enddef(int ncid, size_t header_free, size_t align, size_t free_space, size_t record_align);

/* Slots of the dispatch table. */
int zn_set_fill(int ncid, int mode, int *old);
int zn_inq_format(int ncid, int *format);
int zn_inq_format_extended(int ncid, int *format, int *mode);
int zn_inq(int ncid, int *ndims, int *nvars, int *natts, int *unlimited);
int zn_inq_type(int ncid, nc_type type, char *name, size_t *size);
int zn_def_dim(int ncid, const char *name, size_t len, int *id);
int zn_inq_dimid(int ncid, const char *name, int *id);
int zn_inq_dim(int ncid, int id, char *name, size_t *len);
int zn_inq_unlimdim(int ncid, int *id);
int zn_rename_dim(int ncid, int id, const char *name);
int zn_inq_att(int ncid, int varid, const char *name, nc_type *type, size_t *len);
int zn_inq_attid(int ncid, int varid, const char *name, int *id);
int zn_inq_attname(int ncid, int varid, int id, char *name);
int zn_rename_att(int ncid, int varid, const char *name, const char *to);
int zn_del_att(int ncid, int varid, const char *name);
int zn_get_att(int ncid, int varid, const char *name, void *value, nc_type memory);
int zn_put_att(int ncid, int varid, const char *name, nc_type type, size_t len, const void *value, nc_type memory);
int zn_def_var(int ncid, const char *name, nc_type type, int ndims, const int *dimids, int *varid);
int zn_inq_varid(int ncid, const char *name, int *varid);
int zn_rename_var(int ncid, int varid, const char *name);
int zn_get_vara(int, int, const size_t *, const size_t *, void *, nc_type);
int zn_put_vara(int, int, const size_t *, const size_t *, const void *, nc_type);
int zn_get_vars(int, int, const size_t *, const size_t *, const ptrdiff_t *, void *, nc_type);
int zn_put_vars(int, int, const size_t *, const size_t *, const ptrdiff_t *, const void *, nc_type);
int zn_get_varm(int, int, const size_t *, const size_t *, const ptrdiff_t *, const ptrdiff_t *, void *, nc_type);
int zn_put_varm(int, int, const size_t *, const size_t *, const ptrdiff_t *, const ptrdiff_t *, const void *, nc_type);
int zn_inq_var_all(int ncid, int varid, char *name, nc_type *type, int *ndims, int *dimids, int *natts, int *shuffle,
                   int *deflate, int *level, int *fletcher32, int *contiguous, size_t *chunks, int *no_fill, void *fill,
                   int *endian, unsigned *id, size_t *nparams, unsigned *params);
int zn_var_par_access(int ncid, int varid, int access);
int zn_def_var_fill(int ncid, int varid, int no_fill, const void *fill);
int zn_show_metadata(int ncid);
int zn_inq_unlimdims(int ncid, int *count, int *ids);
int zn_inq_ncid(int ncid, const char *name, int *id);
int zn_inq_grps(int ncid, int *count, int *ids);
int zn_inq_grpname(int ncid, char *name);
int zn_inq_grpname_full(int ncid, size_t *len, char *name);
int zn_inq_grp_parent(int ncid, int *id);
int zn_inq_grp_full_ncid(int ncid, const char *name, int *id);
int zn_inq_varids(int ncid, int *count, int *ids);
int zn_inq_dimids(int ncid, int *count, int *ids, int parents);
int zn_inq_typeids(int ncid, int *count, int *ids);
int zn_inq_type_equal(int ncid1, nc_type type1, int ncid2, nc_type type2, int *equal);
int zn_def_grp(int ncid, const char *name, int *id);
int zn_rename_grp(int ncid, const char *name);
int zn_inq_user_type(int ncid, nc_type type, char *name, size_t *size, nc_type *base, size_t *fields, int *kind);
int zn_inq_typeid(int ncid, const char *name, nc_type *type);
int zn_def_compound(int ncid, size_t size, const char *name, nc_type *type);
int zn_insert_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field);
int zn_insert_array_compound(int ncid, nc_type type, const char *name, size_t offset, nc_type field, int ndims,
                             const int *dims);
int zn_inq_compound_field(int ncid, nc_type type, int index, char *name, size_t *offset, nc_type *field, int *ndims,
                          int *dims);
int zn_inq_compound_fieldindex(int ncid, nc_type type, const char *name, int *index);
int zn_def_vlen(int ncid, const char *name, nc_type base, nc_type *type);
int zn_put_vlen_element(int ncid, int type, void *element, size_t len, const void *data);
int zn_get_vlen_element(int ncid, int type, const void *element, size_t *len, void *data);
int zn_def_enum(int ncid, nc_type base, const char *name, nc_type *type);
int zn_insert_enum(int ncid, nc_type type, const char *name, const void *value);
int zn_inq_enum_member(int ncid, nc_type type, int index, char *name, void *value);
int zn_inq_enum_ident(int ncid, nc_type type, long long value, char *name);
int zn_def_opaque(int ncid, size_t size, const char *name, nc_type *type);
int zn_def_var_deflate(int ncid, int varid, int shuffle, int deflate, int level);
int zn_def_var_fletcher32(int ncid, int varid, int fletcher32);
int zn_def_var_chunking(int ncid, int varid, int storage, const size_t *chunks);
int zn_def_var_endian(int ncid, int varid, int endian);
int zn_def_var_filter(int ncid, int varid, unsigned id, size_t count, const unsigned *params);
int zn_set_var_chunk_cache(int ncid, int varid, size_t size, size_t elements, float preemption);
int zn_get_var_chunk_cache(int ncid, int varid, size_t *size, size_t *elements, float *preemption);
int zn_inq_var_filter_ids(int ncid, int varid, size_t *count, unsigned *ids);
int zn_inq_var_filter_info(int ncid, int varid, unsigned id, size_t *count, unsigned *params);
int zn_def_var_quantize(int ncid, int varid, int mode, int digits);
int zn_inq_var_quantize(int ncid, int varid, int *mode, int *digits);
int zn_inq_filter_avail(int ncid, unsigned id);

#endif
