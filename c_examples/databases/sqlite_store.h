/* A store over SQLite: one file, which other programs may have open as well. The table is zarr(k TEXT PRIMARY KEY, v BLOB), as the
   SQLiteStore of zarr-python 2 keeps it. A value has at most 1 GB, by SQLite's own limit. */
#ifndef SQLITE_STORE_H
#define SQLITE_STORE_H

#include <zarr.h>

/* Opens the file, which is made if need be, or with `read_only` has to be there. Every change is whole after any crash; the last ones
   are durable once the store was flushed. Writers of several programs wait for one another, up to a minute. */
zarr_status sqlite_store_open(const char *path, int read_only, const char *options_json, zarr_store **store, zarr_error *error);

/* The callbacks as a table, for a program that puts functions of its own before them. A program
   that opens no store with it calls `destroy`. */
zarr_status sqlite_store_table(const char *path, int read_only, zarr_store_callbacks *callbacks, void **user_data,
                               zarr_error *error);

#endif
