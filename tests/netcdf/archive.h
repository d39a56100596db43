/* A zip file, as other software writes it, without compression. */
#ifndef ARCHIVE_H
#define ARCHIVE_H

#include "test.h"

typedef struct archive {
    FILE *file, *directory;
    unsigned long entries;
} archive;

static inline void put(FILE *file, unsigned long value, int bytes)
{
    for (; bytes--; value >>= 8)
        putc((int)(value & 0xff), file);
}

static inline archive archive_new(const char *store)
{
    archive made = {NULL, NULL, 0};
    char path[4096];

    snprintf(path, sizeof path, "%s-%s.zip", folder, store);
    made.file = fopen(path, "wb");
    made.directory = tmpfile();
    IS(made.file && made.directory);
    return made;
}

/* The lengths and the check sum, as both headers of an entry have them. */
static inline void header(FILE *file, unsigned long sum, const char *name, const char *text)
{
    put(file, 20, 2);
    put(file, 0, 4);
    put(file, 0x210000, 4);
    put(file, sum, 4);
    put(file, strlen(text), 4);
    put(file, strlen(text), 4);
    put(file, strlen(name), 2);
    put(file, 0, 2);
}

static inline void archive_add(archive *to, const char *name, const char *text)
{
    unsigned long place = (unsigned long)ftell(to->file), sum = 0xffffffff;
    const char *c;
    int bit;

    for (c = text; *c; c++)
        for (sum ^= (unsigned char)*c, bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
    sum ^= 0xffffffff;
    put(to->file, 0x04034b50, 4);
    header(to->file, sum, name, text);
    fprintf(to->file, "%s%s", name, text);
    put(to->directory, 0x02014b50, 4);
    put(to->directory, 20, 2);
    header(to->directory, sum, name, text);
    put(to->directory, 0, 6);
    put(to->directory, 0, 4);
    put(to->directory, place, 4);
    fputs(name, to->directory);
    to->entries++;
}

static inline void archive_close(archive *made)
{
    const unsigned long start = (unsigned long)ftell(made->file), size = (unsigned long)ftell(made->directory);
    int byte;

    rewind(made->directory);
    while ((byte = getc(made->directory)) != EOF)
        putc(byte, made->file);
    put(made->file, 0x06054b50, 4);
    put(made->file, 0, 4);
    put(made->file, made->entries, 2);
    put(made->file, made->entries, 2);
    put(made->file, size, 4);
    put(made->file, start, 4);
    put(made->file, 0, 2);
    IS(!fclose(made->directory) && !fclose(made->file));
}

#endif
