/* Shared by the stores over databases: the part of a value that a range names, versions, and failures. */
#ifndef DATABASE_H
#define DATABASE_H

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zarr.h>

#define VERSION_SIZE 40

/* A negative start counts from the end, a length of -1 reaches to the end, and ranges are cut at the end. */
static inline void range_in(zarr_range range, size_t size, size_t *start, size_t *length)
{
    if (range.start < 0)
        *start = (uint64_t)-(range.start + 1) < size ? size - (size_t)-(range.start + 1) - 1 : 0;
    else
        *start = (uint64_t)range.start < size ? (size_t)range.start : size;
    *length = size - *start;
    if (range.length >= 0 && (uint64_t)range.length < *length)
        *length = (size_t)range.length;
}

/* A version is made of the bytes alone, 128 bits that change with any of them: so the tables hold nothing but keys and values,
   and what other programs write there is seen as well. */
static inline void version_of(const void *value, size_t size, char version[VERSION_SIZE])
{
    const unsigned char *bytes = value;
    uint64_t a = 0x9E3779B97F4A7C15u, b = 0xD6E8FEB86659FD93u, word;
    size_t at, part;
    for (at = 0; at < size; at += part) {
        part = size - at < 8 ? size - at : 8;
        word = 0;
        memcpy(&word, bytes + at, part);
        a = (a ^ word) * 0xFF51AFD7ED558CCDu;
        a ^= a >> 32;
        b = (b + word + (b << 7)) * 0xC4CEB9FE1A85EC53u;
        b ^= b >> 29;
    }
    snprintf(version, VERSION_SIZE, "%016" PRIx64 "%016" PRIx64 "-%" PRIx32, a, b, (uint32_t)size);
}

/* The first key behind all those that begin with a prefix, which ends in "/": the byte behind that is "0". */
static inline void end_of_prefix(char *prefix, size_t size)
{
    prefix[size - 1] = '/' + 1;
}

/* The message that the caller of the library reads. */
static inline zarr_status fail(zarr_error *error, zarr_status status, const char *format, ...)
{
    va_list arguments;
    if (error) {
        va_start(arguments, format);
        vsnprintf(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        error->status = status;
        error->system_code = 0;
    }
    return status;
}

#endif
