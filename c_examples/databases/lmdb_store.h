/* A store over LMDB: a file, or folder, that is mapped into memory, in which any number of programs read while one writes. Keys and
   values lie in the main database as they are, as the LMDBStore of zarr-python 2 keeps them. Keys have at most 511 bytes. */
#ifndef LMDB_STORE_H
#define LMDB_STORE_H

#include <zarr.h>

/* `path` is a folder, which is made if it is not there; with MDB_NOSUBDIR among the `flags` (those of mdb_env_open) a file. With
   MDB_RDONLY it has to be there, and can't be written. `map_size` is how large it can become, in bytes; only what is used takes
   room. Every change is whole after any crash; the last ones are durable once the store was flushed. A program must not have
   the same path open twice: handles share one store instead. */
zarr_status lmdb_store_open(const char *path, size_t map_size, unsigned flags, const char *options_json, zarr_store **store,
                            zarr_error *error);

/* The callbacks as a table, for a program that puts functions of its own before them. A program
   that opens no store with it calls `destroy`. */
zarr_status lmdb_store_table(const char *path, size_t map_size, unsigned flags, zarr_store_callbacks *callbacks, void **user_data,
                             zarr_error *error);

#endif
