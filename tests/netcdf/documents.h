/* Documents of format v3 as other software writes them, into a folder. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "test.h"

#include <sys/stat.h>

/* Writes the document of a node, a path with a slash in front, or the root's, "". */
static inline void node(const char *store, const char *path, const char *document)
{
    char place[4096];
    FILE *file;

    snprintf(place, sizeof place, "%s-%s.zarr%s", folder, store, path);
    mkdir(place, 0777);
    strcat(place, "/zarr.json");
    file = fopen(place, "w");
    IS(file && fputs(document, file) >= 0 && !fclose(file));
}

static inline void group(const char *store, const char *attributes)
{
    static char document[40000];

    snprintf(document, sizeof document,
             "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": %s}", attributes);
    node(store, "", document);
}

#define ARRAY                                                                                           \
    "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [3], \"data_type\": %s, \"fill_value\": %s, " \
    "\"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [3]}}, "              \
    "\"chunk_key_encoding\": {\"name\": \"default\"}, "                                                 \
    "\"codecs\": [{\"name\": \"bytes\", \"configuration\": {\"endian\": \"little\"}}], "                \
    "\"dimension_names\": [\"%s\"], \"attributes\": %s}"
#define STRUCT                                                                              \
    "{\"name\": \"struct\", \"configuration\": {\"fields\": [{\"name\": \"%s\", \"data_type\": " \
    "\"int32\"}, {\"name\": \"b\", \"data_type\": \"int32\"}]}}"

static inline void array(const char *store, const char *type, const char *fill, const char *dim, const char *attributes)
{
    static char document[40000];

    snprintf(document, sizeof document, ARRAY, type, fill, dim, attributes);
    node(store, "/v", document);
}

#define GROUP "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": {}}"

#endif
