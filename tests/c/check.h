/*
 * Why this file exists: every C test program needs the same few checks, and they must hold in
 * every build, so they never go through <assert.h>. A failed check prints where it stands and what
 * it saw, is counted, and the program goes on; check_summary() turns the count into the exit code.
 *
 * Include this header first: it asks the C library for the POSIX names the tests use.
 */
#ifndef ZARR_TESTS_CHECK_H
#define ZARR_TESTS_CHECK_H

#define _XOPEN_SOURCE 700

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zarr.h>

/* The first part of every message printed from now on (printf style); "" for none. */
void check_context(const char *format, ...);

/* Counts one check; prints `text` when `good` is false. Returns `good`. */
bool check_that(bool good, const char *file, int line, const char *text);
/* A failure with a message of its own. Returns false. */
bool check_fail(const char *file, int line, const char *format, ...);

/* Fills the struct with rubbish, so that a call that forgets to set it is caught. Returns it. */
zarr_error *check_poison(zarr_error *error);
/* The call must have succeeded, and must have cleared the error. */
bool check_ok(zarr_status status, const zarr_error *error, const char *file, int line, const char *text);
/* The call must have failed with one of up to three statuses (-1: unused; all -1: any failure). */
bool check_failed(zarr_status status, const zarr_error *error, int32_t a, int32_t b, int32_t c, const char *file,
                  int line, const char *text);

/* Every failing call gives its caller a message on one line, terminated, UTF-8, not empty, and
   the returned status in the struct. Returns NULL, or what is wrong. */
const char *check_error_shape(zarr_status status, const zarr_error *error);

/* Prints the counts; returns the exit code of the program. */
int check_summary(const char *program);

#define CHECK(condition) check_that((condition), __FILE__, __LINE__, #condition)
#define FAIL(...) check_fail(__FILE__, __LINE__, __VA_ARGS__)

/* The macros below use a variable `error` of type zarr_error in scope; E passes it, poisoned. */
#define E check_poison(&error)
#define OK(call) check_ok((call), &error, __FILE__, __LINE__, #call)
#define FAILS(call, wanted) check_failed((call), &error, (wanted), -1, -1, __FILE__, __LINE__, #call)
#define FAILS2(call, one, two) check_failed((call), &error, (one), (two), -1, __FILE__, __LINE__, #call)
#define FAILS3(call, one, two, three) check_failed((call), &error, (one), (two), (three), __FILE__, __LINE__, #call)
#define FAILS_ANY(call) check_failed((call), &error, -1, -1, -1, __FILE__, __LINE__, #call)

/* Opens a store; in half of all processes, by chance, its arrays cache chunks, as those of a program may, if the options
   don't name a size. ZARR_TEST_CACHE=1 or =0 decides, and every failure tells which it was. A test that measures memory
   or counts requests defines ZARR_TEST_PLAIN before it includes this header. */
zarr_status check_store_open(const char *url, const char *options_json, zarr_store **store, zarr_error *error);
#ifndef ZARR_TEST_PLAIN
#define zarr_store_open check_store_open
#endif

/* Memory of exactly `size` bytes (size 0 gives one byte); ends the program when there is none. */
void *need(size_t size);
/* The product of `count`; 1 for ndim 0. */
size_t elements(int32_t ndim, const int64_t *count);

/* A new directory under TMPDIR (or /tmp); the caller frees the text and calls temp_remove. */
char *temp_make(void);
/* Removes the directory and everything below it. Does not follow links. */
void temp_remove(char *path);
/* "a/b" in new memory. */
char *path_join(const char *a, const char *b);

/* A small deterministic generator, the same on every machine. */
typedef struct rng {
    uint64_t state;
} rng;
uint64_t rng_next(rng *r);
/* A number from low to high, both included. */
int64_t rng_range(rng *r, int64_t low, int64_t high);

#endif
