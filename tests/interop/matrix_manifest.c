/* The manifest of the matrix: for each node one JSON object that says what a reader must find, and with it what the cell
   asks of attributes, dimension names and codec configurations. */
#include "matrix.h"

#include <inttypes.h>
#include <string.h>

const char *const FORMAT_NAMES[FORMATS] = {"v2", "v3", "v3-2022"};

/* Attributes must come back as they were given: text of every plane, the limits of integers, order, nesting. */
const char ATTRIBUTES[] =
    "{\"title\": \"\\u00e9t\\u00e9 \\u2713 \\ud83d\\ude00 \\\"quoted\\\" \\\\ \\n\", \"z\": 1, \"a\": 1.5, "
    "\"big\": 18446744073709551615, \"small\": -9223372036854775808, \"tiny\": 5e-324, \"nested\": {\"list\": "
    "[1, null, true, {\"k\": []}], \"empty\": {}}, \"units\": \"\"}";
static const char *const NAMES[NDIM_MOST] = {"time", "level", "y-\xc3\xa4", "x"};
static const char *const UNNAMED[NDIM_MOST] = {NULL, "level", NULL, "x"};

static void put_list(FILE *out, const char *name, int32_t ndim, const int64_t *list)
{
    fprintf(out, "\"%s\": [", name);
    for (int32_t i = 0; i < ndim; i++) {
        fprintf(out, "%s%" PRId64, i ? ", " : "", list[i]);
    }
    fputs("], ", out);
}

void configure(const codec *given, const dtype *type, char *text, size_t size)
{
    const char *mark = given->configuration ? strstr(given->configuration, "%d") : NULL;
    if (mark != NULL) {
        snprintf(text, size, "%.*s%d%s", (int)(mark - given->configuration), given->configuration, (int)type->size, mark + 2);
    } else {
        snprintf(text, size, "%s", given->configuration ? given->configuration : "null");
    }
}

void attributes_of(const cell *c, char *text, size_t size)
{
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    size_t used;
    if (c->at[AXIS_EXTRAS] == EXTRAS_ATTRIBUTES) {
        snprintf(text, size, "%s", ATTRIBUTES);
    } else if (c->at[AXIS_EXTRAS] == EXTRAS_NAMES && c->at[AXIS_FORMAT] == 0 && s->ndim > 0) {
        /* v2 has no names, but a convention for them (xarray). */
        used = (size_t)snprintf(text, size, "{\"_ARRAY_DIMENSIONS\": [");
        for (int32_t i = 0; i < s->ndim; i++) {
            used += (size_t)snprintf(text + used, size - used, "%s\"%s\"", i ? ", " : "", NAMES[i]);
        }
        snprintf(text + used, size - used, "]}");
    } else {
        snprintf(text, size, "{}");
    }
}

const char *const *names_of(const cell *c)
{
    int32_t extras = c->at[AXIS_EXTRAS];
    int32_t ndim = SHAPE_LIST[c->at[AXIS_SHAPE]].ndim;
    /* Where no dimension has a name, there are no names. */
    if (ndim == 0 || (extras == EXTRAS_UNNAMED && ndim == 1)) {
        return NULL;
    }
    return extras == EXTRAS_NAMES ? NAMES : extras == EXTRAS_UNNAMED ? UNNAMED : NULL;
}

int shard_of(const cell *c, int64_t *shard)
{
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    for (int32_t i = 0; i < s->ndim; i++) {
        int64_t chunk = s->chunk[i] == 0 ? s->shape[i] : s->chunk[i];
        int64_t times = c->at[AXIS_SHARD] == SHARD_TWICE ? 2 : 1 + (i + 2) % 3;
        /* Where no chunk is given the library finds one that divides the shard. */
        shard[i] = s->chunk[0] == CHUNK_DEFAULT ? s->shape[i] : chunk * times;
    }
    return c->at[AXIS_SHARD] != SHARD_NONE;
}

void describe_array(FILE *manifest, const cell *c, const char *node, const int64_t *chunk, int64_t offset, int64_t size)
{
    const dtype *type = &DTYPE_LIST[c->at[AXIS_DTYPE]];
    const shape_case *s = &SHAPE_LIST[c->at[AXIS_SHAPE]];
    const char *const *names = names_of(c);
    const char *format = FORMAT_NAMES[c->at[AXIS_FORMAT]];
    const chain *codecs = &CHAIN_LIST[c->at[AXIS_CHAIN]];
    uint8_t fill[ELEMENT_MOST];
    int64_t shard[NDIM_MOST];
    char attributes[1024];
    fprintf(manifest, "{\"store\": \"%s%s.zarr\", \"format\": \"%s\", \"node\": \"%s\", \"kind\": \"array\", ", format,
            strcmp(node, "/") == 0 ? "-root" : "", format, node);
    fprintf(manifest, "\"dtype\": \"%s\", \"chain\": \"%s\", \"order\": \"%s\", \"big_endian\": %s, ", type->name,
            CHAIN_LIST[c->at[AXIS_CHAIN]].label, c->at[AXIS_ORDER] ? "F" : "C", c->at[AXIS_ENDIAN] ? "true" : "false");
    fprintf(manifest, "\"separator\": \"%s\", \"codecs\": [", c->at[AXIS_SEPARATOR] ? "/" : ".");
    for (int i = 0; i < CHAIN_MOST && codecs->codecs[i].name != NULL; i++) {
        configure(&codecs->codecs[i], type, attributes, sizeof attributes);
        fprintf(manifest, "%s[\"%s\", %s]", i ? ", " : "", codecs->codecs[i].name, attributes);
    }
    fputs("], ", manifest);
    put_list(manifest, "shape", s->ndim, s->shape);
    put_list(manifest, "chunks", s->ndim, chunk);
    if (shard_of(c, shard)) {
        put_list(manifest, "shards", s->ndim, shard);
    } else {
        fputs("\"shards\": null, ", manifest);
    }
    fill_stored(c, fill);
    swap_if_big_endian(type, fill, type->size);
    fputs("\"fill\": \"", manifest);
    for (size_t i = 0; i < type->size; i++) {
        fprintf(manifest, "%02x", fill[i]);
    }
    fprintf(manifest, "\", \"expected\": \"expected/%s.bin\", \"offset\": %" PRId64 ", \"size\": %" PRId64 ", ", format,
            offset, size);
    attributes_of(c, attributes, sizeof attributes);
    fprintf(manifest, "\"attributes\": %s, \"dimension_names\": ", attributes);
    if (names == NULL || c->at[AXIS_FORMAT] == 0) {
        fputs("null}\n", manifest);
        return;
    }
    for (int32_t i = 0; i < s->ndim; i++) {
        fprintf(manifest, "%s%s%s%s", i ? ", " : "[", names[i] ? "\"" : "", names[i] ? names[i] : "null",
                names[i] ? "\"" : "");
    }
    fputs("]}\n", manifest);
}

void describe_group(FILE *manifest, int32_t format, const char *node)
{
    fprintf(manifest, "{\"store\": \"%s.zarr\", \"format\": \"%s\", \"node\": \"%s\", \"kind\": \"group\", "
            "\"attributes\": %s}\n", FORMAT_NAMES[format], FORMAT_NAMES[format], node, ATTRIBUTES);
}
