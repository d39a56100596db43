/*
 * Why this file exists: a file of another program must not cost more than its size explains, or a document of a megabyte
 * stops a program for minutes. Each kind of input is given in three sizes, of which the last is twice the second, and the
 * instructions that the library takes for them are compared. Callgrind counts them, so that the load of the machine changes
 * nothing: linear OUT runs under callgrind --instr-atstart=no --callgrind-out-file=OUT.
 */
#define ZARR_TEST_PLAIN
#include "check.h"

#include <math.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

/* Instructions may double, with some room for logarithms and tables that grow; squares take four times as many. */
#define MOST 2.6
#define GROUP "{\"zarr_format\":3,\"node_type\":\"group\"}"
#define BYTES "{\"name\":\"bytes\",\"configuration\":{\"endian\":\"little\"}}"

typedef struct text {
    char *bytes;
    size_t length, room;
} text;

static const char *dumps;
static char *archive;

static void add(text *to, const char *part) {
    size_t length = strlen(part);
    if (to->length + length + 1 > to->room) {
        char *bytes = need(to->room = 2 * (to->length + length + 1));
        memcpy(bytes, to->bytes == NULL ? "" : to->bytes, to->length);
        free(to->bytes);
        to->bytes = bytes;
    }
    memcpy(to->bytes + to->length, part, length + 1);
    to->length += length;
}

/* `count` times a part in which a number may stand. */
static void add_list(text *to, const char *separator, const char *format, size_t count) {
    char part[256];
    size_t i;
    for (i = 0; i < count; i++) {
        snprintf(part, sizeof part, format, (unsigned)i);
        add(to, i > 0 ? separator : "");
        add(to, part);
    }
}

static char *repeated(const char *before, const char *separator, const char *format, size_t count, const char *after) {
    text all = {NULL, 0, 0};
    add(&all, before);
    add_list(&all, separator, format, count);
    add(&all, after);
    return all.bytes;
}

static void set(zarr_store *store, const char *key, char *value) {
    zarr_error error;
    OK(zarr_store_set(store, key, value, strlen(value), E));
    free(value);
}

static void set_group(zarr_store *store, const char *path) {
    zarr_error error;
    text key = {NULL, 0, 0};
    add(&key, path);
    add(&key, *path == 0 ? "zarr.json" : "/zarr.json");
    OK(zarr_store_set(store, key.bytes, GROUP, strlen(GROUP), E));
    free(key.bytes);
}

/* A group with attributes. */
static void set_attributes(zarr_store *store, const char *before, const char *format, size_t count, const char *after) {
    text document = {NULL, 0, 0};
    char *attributes = repeated(before, ",", format, count, after);
    add(&document, "{\"zarr_format\":3,\"node_type\":\"group\",\"attributes\":{");
    add(&document, attributes);
    add(&document, "}}");
    set(store, "zarr.json", document.bytes);
    free(attributes);
}

/* An array: the text of each member, which it takes over. */
static void set_array(zarr_store *store, char *shape, char *grid, char *type, char *fill, char *codecs) {
    text document = {NULL, 0, 0};
    char *members[5];
    static const char *const before[] = {",\"shape\":[", "],\"chunk_grid\":", ",\"data_type\":", ",\"fill_value\":",
                                         ",\"codecs\":["};
    size_t i;
    members[0] = shape, members[1] = grid, members[2] = type, members[3] = fill, members[4] = codecs;
    add(&document, "{\"zarr_format\":3,\"node_type\":\"array\",\"chunk_key_encoding\":{\"name\":\"default\"}");
    for (i = 0; i < 5; i++) {
        add(&document, before[i]);
        add(&document, members[i]);
        free(members[i]);
    }
    add(&document, "]}");
    set(store, "zarr.json", document.bytes);
}

static char *copy(const char *text) {
    return repeated(text, "", "", 0, "");
}

static char *regular(void) {
    return copy("{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":[4]}}");
}

/* ---- Documents ---- */

static void members(zarr_store *store, size_t n) {
    set_attributes(store, "", "\"a%u\":1", n, "");
}

static void equal_members(zarr_store *store, size_t n) {
    set_attributes(store, "", "\"a\":%u", n, "");
}

static void nested(zarr_store *store, size_t n) {
    set_attributes(store, "\"a\":[", "[[[[[[[[[[[[[[[[[[[[{\"b\":{}}]]]]]]]]]]]]]]]]]]]]", n, "]");
}

static void long_text(zarr_store *store, size_t n) {
    char *value = repeated("\"a\":\"", "", "\\u00e4x\\n", n, "\"");
    set_attributes(store, value, "", 0, "");
    free(value);
}

static void open_group(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_group *group = NULL;
    zarr_bytes *json = NULL;
    (void)n;
    OK(zarr_group_open(store, "", &group, E));
    OK(zarr_group_attributes(group, &json, E));
    zarr_bytes_free(json);
    zarr_group_free(group);
}

static void codecs(zarr_store *store, size_t n) {
    char *inside = repeated("{\"name\":\"conditional\",\"configuration\":{\"codecs\":[", ",", "\"crc32c\"", n / 2, "]}}");
    char *all = repeated(BYTES ",", ",", "{\"name\":\"gzip\",\"configuration\":{\"level\":1}}", n / 2, ",");
    text list = {NULL, 0, 0};
    add(&list, all);
    add(&list, inside);
    set_array(store, copy("4"), regular(), copy("\"uint8\""), copy("0"), list.bytes);
    free(inside);
    free(all);
}

static void dimensions(zarr_store *store, size_t n) {
    char *grid = repeated("{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":[", ",", "1", n, "]}}");
    set_array(store, repeated("", ",", "1", n, ""), grid, copy("\"uint8\""), copy("0"), copy(BYTES));
}

static void edges(zarr_store *store, size_t n) {
    char shape[32];
    char *grid = repeated("{\"name\":\"rectilinear\",\"configuration\":{\"kind\":\"inline\",\"chunk_shapes\":[[", ",", "1", n,
                          "]]}}");
    snprintf(shape, sizeof shape, "%u", (unsigned)n);
    set_array(store, copy(shape), grid, copy("\"uint8\""), copy("0"), copy(BYTES));
}

static void fill_text(zarr_store *store, size_t n) {
    set_array(store, copy("4"), regular(), copy("\"string\""), repeated("\"", "", "x", n, "\""),
              copy("{\"name\":\"vlen-utf8\"}"));
}

static void fill_bytes(zarr_store *store, size_t n) {
    char type[32];
    snprintf(type, sizeof type, "\"r%u\"", (unsigned)(8 * n));
    set_array(store, copy("4"), regular(), copy(type), repeated("[", ",", "1", n, "]"), copy(BYTES));
}

static void fields(zarr_store *store, size_t n) {
    char *type = repeated("{\"name\":\"struct\",\"configuration\":{\"fields\":[", ",",
                          "{\"name\":\"f%u\",\"data_type\":\"int16\"}", n, "]}}");
    set_array(store, copy("4"), regular(), type, repeated("{", ",", "\"f%u\":1", n, "}"), copy(BYTES));
}

static void map(zarr_store *store, size_t n) {
    char *codec = repeated("{\"name\":\"cast_value\",\"configuration\":{\"data_type\":\"int32\",\"scalar_map\":{\"encode\":[", ",",
                           "[%1$u,%1$u]", n, "]}}}," BYTES);
    set_array(store, copy("4"), regular(), copy("\"int32\""), copy("0"), codec);
}

static void labels(zarr_store *store, size_t n) {
    char *list = repeated("", ",", "\"l%u\"", n, "]}]}");
    set(store, ".zarray", repeated("{\"zarr_format\":2,\"shape\":[4],\"chunks\":[4],\"dtype\":\"|O\",\"compressor\":null,"
                                   "\"fill_value\":\"\",\"order\":\"C\",\"filters\":[{\"id\":\"categorize\",\"dtype\":\"|O\","
                                   "\"astype\":\"<i4\",\"labels\":[", "", "", 0, list));
    free(list);
}

static void open_array(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_bytes *json = NULL;
    (void)n;
    if (!OK(zarr_array_open(store, "", &array, E)))
        return;
    OK(zarr_array_metadata(array, &json, E));
    zarr_bytes_free(json);
    zarr_array_free(array);
}

static void ask_fields(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_bytes *type = NULL;
    size_t i, offset, size;
    if (!OK(zarr_array_open(store, "", &array, E)))
        return;
    for (i = 0; i < n; i++) {
        OK(zarr_array_struct_field(array, i, &type, &offset, &size, E));
        CHECK(offset == 2 * i && size == 2);
        zarr_bytes_free(type);
    }
    zarr_array_free(array);
}

/* ---- Names ---- */

static void nothing(zarr_store *store, size_t n) {
    (void)store;
    (void)n;
}

static void long_name(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_group *group = NULL;
    int32_t kind = 0;
    char *name = repeated("", "", "x", n, "");
    OK(zarr_group_create(store, name, ZARR_FORMAT_V3, NULL, &group, E));
    OK(zarr_node_kind(store, name, &kind, E));
    zarr_group_free(group);
    free(name);
}

/* A path whose keys, and those of the groups above it, have `n` names together. */
static size_t depth_of(size_t n) {
    return (size_t)sqrt(2.0 * (double)n);
}

static char *deep_path(size_t n) {
    return repeated("", "/", "g", depth_of(n), "");
}

static void create_deep(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_group *group = NULL;
    char *path = deep_path(n);
    OK(zarr_group_create(store, path, ZARR_FORMAT_V3, NULL, &group, E));
    zarr_group_free(group);
    free(path);
}

/* ---- Listings and trees ---- */

static void keys(zarr_store *store, size_t n) {
    zarr_error error;
    char key[64];
    size_t i;
    for (i = 0; i < n; i++) {
        snprintf(key, sizeof key, "k%u", (unsigned)i);
        OK(zarr_store_set(store, key, "", 0, E));
    }
}

static void folders(zarr_store *store, size_t n) {
    zarr_error error;
    char key[64];
    size_t i;
    for (i = 0; i < n; i++) {
        snprintf(key, sizeof key, "%u/k", (unsigned)i);
        OK(zarr_store_set(store, key, "", 0, E));
    }
}

static void list(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_strings *found = NULL, *prefixes = NULL;
    OK(zarr_store_list_prefix(store, "", &found, E));
    CHECK(zarr_strings_count(found) == n);
    zarr_strings_free(found);
    OK(zarr_store_list_dir(store, "", &found, &prefixes, E));
    CHECK(zarr_strings_count(found) + zarr_strings_count(prefixes) == n);
    zarr_strings_free(found);
    zarr_strings_free(prefixes);
}

static void chunks(zarr_store *store, size_t n) {
    zarr_error error;
    char key[64], shape[32];
    size_t i;
    snprintf(shape, sizeof shape, "%u", (unsigned)(4 * n));
    set_array(store, copy(shape), regular(), copy("\"uint8\""), copy("0"), copy(BYTES));
    for (i = 0; i < n; i++) {
        snprintf(key, sizeof key, "c/%u", (unsigned)i);
        OK(zarr_store_set(store, key, "abcd", 4, E));
    }
}

static void list_chunks(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_bytes *positions = NULL;
    size_t count = 0;
    OK(zarr_array_open(store, "", &array, E));
    OK(zarr_array_list_chunks(array, ZARR_UNIT_CHUNK, &positions, &count, E));
    CHECK(count == n);
    zarr_bytes_free(positions);
    zarr_array_free(array);
}

static void nodes(zarr_store *store, size_t n) {
    char path[64];
    size_t i;
    set_group(store, "");
    set_group(store, "t");
    for (i = 0; i < n; i++) {
        snprintf(path, sizeof path, "t/g%u", (unsigned)i);
        set_group(store, path);
    }
}

static void deep_nodes(zarr_store *store, size_t n) {
    char *path = repeated("", "/", "t", depth_of(n), "");
    size_t length;
    set_group(store, "");
    for (length = strlen(path) + 1; length > 1; length -= 2) {
        path[length - 1] = 0;
        set_group(store, path);
    }
    free(path);
}

static void walk(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_strings *paths = NULL;
    zarr_bytes *kinds = NULL;
    (void)n;
    OK(zarr_node_walk(store, "", -1, &paths, &kinds, E));
    zarr_strings_free(paths);
    zarr_bytes_free(kinds);
}

static void children(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_strings *names = NULL;
    OK(zarr_node_children(store, "t", &names, E));
    CHECK(zarr_strings_count(names) == n);
    zarr_strings_free(names);
}

static void copy_tree(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_store *to = NULL;
    (void)n;
    OK(zarr_store_open("memory://", NULL, &to, E));
    OK(zarr_node_copy(store, "", to, "", ZARR_FORMAT_DEFAULT, NULL, NULL, E));
    zarr_store_free(to);
}

static void move_tree(zarr_store *store, size_t n) {
    zarr_error error;
    (void)n;
    OK(zarr_node_move(store, "t", "u", NULL, NULL, E));
}

static void erase_tree(zarr_store *store, size_t n) {
    zarr_error error;
    (void)n;
    OK(zarr_node_erase(store, "t", E));
}

static void consolidate(zarr_store *store, size_t n) {
    zarr_error error;
    (void)n;
    OK(zarr_node_consolidate(store, "", E));
}

static void consolidated_nodes(zarr_store *store, size_t n) {
    nodes(store, n);
    consolidate(store, n);
}

static void walk_copy(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_store *copied = NULL;
    OK(zarr_store_wrap_prefix(store, "", "{\"consolidated\": \"require\"}", &copied, E));
    walk(copied, n);
    zarr_store_free(copied);
}

static void draft_nodes(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_group *group = NULL;
    char key[64];
    size_t i;
    OK(zarr_group_create(store, "", ZARR_FORMAT_V3_2022, NULL, &group, E));
    zarr_group_free(group);
    for (i = 0; i < n; i++) {
        snprintf(key, sizeof key, "meta/root/g%u.group.json", (unsigned)i);
        OK(zarr_store_set(store, key, "{\"attributes\": {}}", 18, E));
    }
}

/* ---- Archives ---- */

static void entries(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_store *zip = NULL;
    (void)store;
    remove(archive);
    OK(zarr_store_open(archive, "{\"mode\": \"rw\"}", &zip, E));
    keys(zip, n);
    OK(zarr_store_flush(zip, E));
    zarr_store_free(zip);
}

static void list_archive(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_store *zip = NULL;
    (void)store;
    OK(zarr_store_open(archive, "{\"mode\": \"r\"}", &zip, E));
    list(zip, n);
    zarr_store_free(zip);
}

/* ---- Values ---- */

static void texts(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_array *array = NULL;
    int64_t first = 0, count = (int64_t)n;
    const char **values = need(n * sizeof *values);
    char shape[32];
    char *grid;
    size_t i;
    snprintf(shape, sizeof shape, "%u", (unsigned)n);
    for (i = 0; i < n; i++)
        values[i] = "a text";
    grid = repeated("{\"name\":\"regular\",\"configuration\":{\"chunk_shape\":[", "", "", 0, shape);
    set_array(store, copy(shape), repeated(grid, "", "", 0, "]}}"), copy("\"string\""), copy("\"\""),
              copy("{\"name\":\"vlen-utf8\"}"));
    free(grid);
    OK(zarr_array_open(store, "", &array, E));
    OK(zarr_array_write_strings(array, 1, &first, &count, values, NULL, n, E));
    zarr_array_free(array);
    free(values);
}

static void read_texts(zarr_store *store, size_t n) {
    zarr_error error;
    zarr_array *array = NULL;
    zarr_strings *values = NULL;
    int64_t first = 0, count = (int64_t)n;
    OK(zarr_array_open(store, "", &array, E));
    OK(zarr_array_read_strings(array, 1, &first, &count, &values, E));
    zarr_strings_free(values);
    zarr_array_free(array);
}

/* ---- The comparison ---- */

typedef struct kind {
    const char *name;
    /* The second of the three sizes. */
    size_t size;
    void (*make)(zarr_store *store, size_t n);
    void (*use)(zarr_store *store, size_t n);
} kind;

static const kind KINDS[] = {
    {"members of a document", 2000, members, open_group},
    {"members of one name", 1000, equal_members, open_group},
    {"nested values", 500, nested, open_group},
    {"characters of a text", 10000, long_text, open_group},
    {"codecs, of which some are inside of one", 28, codecs, open_array},
    {"dimensions", 1000, dimensions, open_array},
    {"edges of chunks", 2000, edges, open_array},
    {"characters of a fill value", 20000, fill_text, open_array},
    {"bytes of a fill value", 2000, fill_bytes, open_array},
    {"fields of a struct", 500, fields, open_array},
    {"fields that are asked for, one by one", 2000, fields, ask_fields},
    {"values of a map", 500, map, open_array},
    {"labels", 1000, labels, open_array},
    {"characters of a name", 4000, nothing, long_name},
    {"names of a path that is created", 3000, nothing, create_deep},
    {"keys of a folder", 1000, keys, list},
    {"folders", 1000, folders, list},
    {"chunks", 4000, chunks, list_chunks},
    {"nodes that are walked", 300, nodes, walk},
    {"nodes that are listed", 300, nodes, children},
    {"nodes that are copied", 150, nodes, copy_tree},
    {"nodes that are moved", 300, nodes, move_tree},
    {"nodes that are erased", 300, nodes, erase_tree},
    {"nodes that are consolidated", 300, nodes, consolidate},
    {"nodes of a copy", 300, consolidated_nodes, walk_copy},
    {"nodes of a draft", 300, draft_nodes, walk},
    {"names of a deep tree that is walked", 3000, deep_nodes, walk},
    {"names of a deep tree that is copied", 1500, deep_nodes, copy_tree},
    {"names of a deep tree that is moved", 3000, deep_nodes, move_tree},
    {"names of a deep tree that is consolidated", 3000, deep_nodes, consolidate},
    {"entries of an archive", 1000, entries, list_archive},
    {"texts of a chunk", 2000, texts, read_texts},
};

/* The instructions that the library takes for an input of a size. */
static double instructions(const kind *kind, size_t n) {
    static unsigned dump = 0;
    char name[4096], line[512];
    double total = 0;
    zarr_error error;
    zarr_store *store = NULL;
    FILE *counts;
    OK(zarr_store_open("memory://", "{\"threads\": 1}", &store, E));
    kind->make(store, n);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    kind->use(store, n);
    CALLGRIND_DUMP_STATS;
    CALLGRIND_STOP_INSTRUMENTATION;
    zarr_store_free(store);
    snprintf(name, sizeof name, "%s.%u", dumps, ++dump);
    if ((counts = fopen(name, "r")) == NULL)
        return FAIL("callgrind has not written %s", name), 0;
    while (fgets(line, sizeof line, counts) != NULL)
        if (strncmp(line, "totals: ", 8) == 0)
            total = strtod(line + 8, NULL);
    fclose(counts);
    remove(name);
    return total;
}

int main(int argc, char **argv) {
    size_t i;
    char *folder = temp_make();
    archive = path_join(folder, "a.zip");
    if (argc < 2 || !RUNNING_ON_VALGRIND)
        return fprintf(stderr, "usage: valgrind --tool=callgrind --instr-atstart=no --callgrind-out-file=OUT linear OUT [KIND]\n"), 2;
    dumps = argv[1];
    for (i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        const kind *kind = &KINDS[i];
        double base, one, two;
        if (argc > 2 && strstr(kind->name, argv[2]) == NULL)
            continue;
        check_context("%s", kind->name);
        /* The first use of anything takes more. */
        instructions(kind, kind->size / 16 + 1);
        base = instructions(kind, kind->size / 16 + 1);
        one = instructions(kind, kind->size);
        two = instructions(kind, 2 * kind->size);
        printf("%-45s %8.0f thousand instructions, twice as many: %.2f\n", kind->name, one / 1e3, (two - base) / (one - base));
        if (!(one > base) || (two - base) / (one - base) > MOST)
            FAIL("%.0f instructions for %u, %.0f for %u", one, (unsigned)kind->size, two, 2 * (unsigned)kind->size);
    }
    temp_remove(folder);
    free(archive);
    return check_summary("linear");
}
