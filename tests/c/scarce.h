/*
 * Why this file exists: the parts of the program that is short of everything.
 */
#ifndef ZARR_TESTS_SCARCE_H
#define ZARR_TESTS_SCARCE_H

#include "check.h"

/* Gives a directory a disk of its own of 1 MiB; false: this system does not allow it. Before the first thread is begun. */
bool small_disk_make(const char *path);
/* A flush of an archive that would become larger than files may be, then one that would not. Makes a file below the directory. */
void archive_too_large(const char *path);
/* Work on the disk while all but a few pages of it are taken; gives the number of calls that met its end. */
unsigned long small_disk(const char *path);
/* Tells if the allocator of this program is in use: valgrind has its own. */
bool refuses(volatile int *refusing);
/* Work with large documents and listings below a directory while `*refusing` is set; gives the number of cases. */
unsigned long scarce_documents(const char *path, volatile int *refusing);

#endif
