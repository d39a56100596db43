/*
 * Why this file exists: programs of other software take part in histories, and all of them read operations and tell of them in one way.
 *
 * A program serves one history after the other. It is asked on standard input, by a line "<operations>\t<journal>\t<url>\t<options>\t
 * <pauses>", and answers "ready" at the gate, where it waits for a line, and "done" in the end. The operations and the journal are
 * those of worker.c, of one thread.
 */
#ifndef ZARR_TESTS_HISTORIES_PROGRAM_H
#define ZARR_TESTS_HISTORIES_PROGRAM_H

#define _XOPEN_SOURCE 700

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_SLOTS 16
#define MOST_ELEMENTS 4096
/* The statuses of zarr.h that a program gives, and its own for all else. */
#define IS_NOT_FOUND 3
#define IS_OUT_OF_BOUNDS 6
#define IS_WRONG 994

/* The answer of an operation: its results, or why it failed. */
typedef struct answer {
    char text[16 * MOST_ELEMENTS];
    size_t used;
} answer;

/* Adds a number to the results. */
void result(answer *answer, int64_t value);

/* Serves histories until standard input ends. */
void serve(void);

/* Reads a line of standard input, without its end; false where that has ended. */
bool read_line(char *line, size_t size);

/* What each program has of its own. */
extern bool tells; /* False in a process that only helps another one: it has no journal. */
bool next_line(char *line, size_t size);
void begin_history(const char *url, const char *options);
int operate(char **words, answer *answer);
void end_history(void);

#endif
