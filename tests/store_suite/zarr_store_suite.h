/* The suite that every store of libzarr passes, for stores of others: what the formats and the library rely on. It is a library that
   is made in the source tree, `cargo build --example zarr_store_suite`, and has everything that libzarr has: a test is linked with
   target/debug/examples/libzarr_store_suite.so in place of libzarr. */
#ifndef ZARR_STORE_SUITE_H
#define ZARR_STORE_SUITE_H

#include <zarr.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opens a store that is empty and can be written, another one each time; `number` counts them from 1. Its resources can be
   removed when its `destroy` was called: the suite is done with one store before it asks for the next. */
typedef zarr_status (*zarr_store_suite_open)(void *user_data, int number, zarr_store **store, zarr_error *error);

enum {
    /* Readers may see a value half written: none reads while one is written. */
    ZARR_STORE_SUITE_NO_READERS = 1,
    /* Keys with control characters, which no format needs, are not tried. */
    ZARR_STORE_SUITE_NO_CONTROL_CHARACTERS = 2
};

/* Runs every part of the suite, through the functions of zarr.h and as the library itself calls a store, by several threads where
   it is about them; what a store can't do has to be refused as it should be. Prints a line for each part to stdout, and why one
   failed to stderr. `longest_key`: the bytes of the longest key, where there is a limit, which is then held to be one; 0: none below
   2400 bytes. Returns how many parts failed. */
int zarr_store_suite(zarr_store_suite_open open, void *user_data, size_t longest_key, unsigned flags);

#ifdef __cplusplus
}
#endif

#endif
