/*
 * Why this file exists: a damaged store must give an error that a person can act on: no crash, no
 * hang, no silent fill values, no memory out of proportion to what is stored. Every entry of the
 * manifests of bad stores is opened and read through the C ABI under a limit on the address space
 * and a time limit.
 *
 *     malformed <fixtures> [-v] [--no-limit]
 *
 * -v prints the status and message of each entry. --no-limit is for valgrind and sanitizers.
 */
#include "fixtures.h"

#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_NDIM 32
/* Address space that may be added to what the program has at its start, and seconds for one store: until it is given up, and
   of the processor. */
#define HEADROOM ((rlim_t)256 << 20)
#define SECONDS 20u
#define PROCESSOR_SECONDS 1
/* An array that is larger is read at its first and last element only. */
#define READ_WHOLE ((size_t)64 << 20)

static bool verbose;
static bool limited = true;
static unsigned long errors, warned;

/* The expected results of "should" entries, and the rule that decides; an entry that is not listed must fail. */
static const struct {
    const char *store;
    bool accepted; /* opens and reads with a warning; "strict": true makes it an error */
    const char *rule;
} decisions[] = {
    {"v3_deep", false, "JSON has a depth limit: documents are hostile"},
    {"v3_dupkey", true, "formats: duplicate members: last wins, warn"},
    {"v2_dupkey", false, "formats: last wins, warn; the last `chunks` does not fit the stored chunks: DATA"},
    {"v3_chunk_is_dir", false, "stores: get of a directory path is an I/O error"},
    {"v2_chunk_is_dir", false, "stores: get of a directory path is an I/O error"},
    {"v2_both", true, "v2: .zarray and .zgroup at one path: the array wins, warn"},
    {"v2_attrs", false, "v2: attributes are a JSON object; reading them is an error"},
    {"draft22_unknown_field", false, "v3 drafts: unknown names fail, unless \"ignore_unknown\""},
    {"draft22_both", true, "v3 drafts: an array and a group at one path: the array wins, warn"},
};

static const char *accepted_rule(const char *store) {
    size_t i;
    for (i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(store, decisions[i].store) == 0)
            return decisions[i].accepted ? decisions[i].rule : NULL;
    return NULL;
}

static bool decided(const char *store) {
    size_t i;
    for (i = 0; i < sizeof decisions / sizeof decisions[0]; i++)
        if (strcmp(store, decisions[i].store) == 0)
            return true;
    return false;
}

static zarr_status read_region(const zarr_array *array, int32_t ndim, const int64_t *start, const int64_t *count,
                               zarr_error *error) {
    size_t bytes = elements(ndim, count) * zarr_array_item_size(array);
    zarr_status status;
    void *buffer;
    if (zarr_array_item_size(array) == 0) {
        zarr_strings *values = NULL;
        status = zarr_array_read_strings(array, ndim, start, count, &values, check_poison(error));
        zarr_strings_free(values);
        return status;
    }
    buffer = need(bytes);
    status = zarr_array_read_region(array, ndim, start, count, buffer, bytes, check_poison(error));
    free(buffer);
    return status;
}

static zarr_status read_all(const zarr_array *array, zarr_error *error) {
    int32_t ndim = zarr_array_ndim(array);
    int64_t start[MAX_NDIM] = {0}, count[MAX_NDIM], shape[MAX_NDIM];
    size_t item = zarr_array_item_size(array) > 0 ? zarr_array_item_size(array) : 64;
    size_t bytes = item;
    bool small = true;
    zarr_status status;
    int32_t d;
    if (!CHECK(ndim >= 0 && ndim <= MAX_NDIM))
        return ZARR_OK;
    status = zarr_array_shape(array, ndim, shape, check_poison(error));
    for (d = 0; status == ZARR_OK && d < ndim; d++) {
        if (shape[d] > 0 && bytes > READ_WHOLE / (size_t)shape[d])
            small = false;
        else
            bytes *= (size_t)shape[d];
        count[d] = 1;
    }
    if (status != ZARR_OK || small)
        return status != ZARR_OK ? status : read_region(array, ndim, start, shape, error);
    status = read_region(array, ndim, start, count, error);
    for (d = 0; d < ndim; d++)
        start[d] = shape[d] - 1;
    return status != ZARR_OK ? status : read_region(array, ndim, start, count, error);
}

/* Opens and reads everything that the entry's kind has; the first error, or ZARR_OK. */
static zarr_status try_entry(const char *path, const cJSON *entry, const char *options, size_t *warnings,
                             zarr_error *error) {
    const char *node = member_text(entry, "node");
    zarr_store *store = NULL;
    zarr_group *group = NULL;
    zarr_array *array = NULL;
    zarr_bytes *json = NULL;
    zarr_strings *messages = NULL;
    zarr_status status = zarr_store_open(path, options, &store, check_poison(error));
    if (status != ZARR_OK) {
        CHECK(store == NULL);
        return status;
    }
    if (strcmp(member_text(entry, "kind"), "group") == 0) {
        status = zarr_group_open(store, node, &group, check_poison(error));
        CHECK((group == NULL) == (status != ZARR_OK));
        if (status == ZARR_OK)
            status = zarr_group_attributes(group, &json, check_poison(error));
    } else {
        status = zarr_array_open(store, node, &array, check_poison(error));
        CHECK((array == NULL) == (status != ZARR_OK));
        if (status == ZARR_OK)
            status = zarr_array_attributes(array, &json, check_poison(error));
        if (status == ZARR_OK)
            status = read_all(array, error);
        if (status == ZARR_OK && zarr_array_warnings(array, &messages, check_poison(error)) == ZARR_OK)
            *warnings = zarr_strings_count(messages);
        if (verbose && zarr_strings_count(messages) > 0)
            printf("    warning: %s\n", zarr_strings_get(messages, 0));
    }
    zarr_strings_free(messages);
    zarr_bytes_free(json);
    zarr_array_free(array);
    zarr_group_free(group);
    zarr_store_free(store);
    return status;
}

static bool sensible(zarr_status status, const cJSON *entry) {
    switch (status) {
    case ZARR_ERROR_METADATA:
    case ZARR_ERROR_DATA:
    case ZARR_ERROR_UNSUPPORTED:
    case ZARR_ERROR_IO:
    case ZARR_ERROR_NOT_FOUND:
    case ZARR_ERROR_INVALID_ARGUMENT:
    case ZARR_ERROR_LIMIT:
    case ZARR_ERROR_OUT_OF_BOUNDS:
        return true;
    case ZARR_ERROR_NO_MEMORY:
        /* Only where the document itself asks for the impossible; elsewhere it is an allocation out of proportion. */
        return strcmp(member_text(entry, "stage"), "any") == 0;
    default:
        return false;
    }
}

static void error_due(zarr_status status, const zarr_error *error, const cJSON *entry) {
    const char *wrong = status == ZARR_OK ? NULL : check_error_shape(status, error);
    if (status == ZARR_OK)
        FAIL("read without an error (%s)", member_text(entry, "why"));
    else if (wrong != NULL)
        FAIL("%s", wrong);
    else if (!sensible(status, entry))
        FAIL("%s is no answer to '%s': %s", zarr_status_name(status), member_text(entry, "why"), error->message);
    else
        errors++;
    CHECK(status != ZARR_OK);
}

static void one_entry(const char *dir, const cJSON *entry) {
    zarr_error error;
    const char *store = member_text(entry, "store");
    const char *rule = accepted_rule(store);
    char *path = path_join(dir, store);
    size_t warnings = 0;
    zarr_status status;
    clock_t begun = clock();
    check_context("%s %s", store, member_text(entry, "node"));
    if (strcmp(member_text(entry, "strictness"), "must") != 0 && !decided(store))
        FAIL("no decision for this `should` entry: add it to the table");
    if (limited)
        alarm(SECONDS);
    status = try_entry(path, entry, "{\"mode\": \"r\", \"threads\": 2}", &warnings, &error);
    if (verbose) {
        printf("%-40s %s: %s\n    %s\n", store, member_text(entry, "why"), zarr_status_name(status),
               status == ZARR_OK ? "(read)" : error.message);
    }
    if (rule != NULL) {
        if (status != ZARR_OK)
            FAIL("refused, but %s: %s", rule, error.message);
        else if (warnings == 0)
            FAIL("accepted without a warning, but %s", rule);
        else
            warned++;
        status = try_entry(path, entry, "{\"mode\": \"r\", \"threads\": 2, \"strict\": true}", &warnings, &error);
        if (verbose)
            printf("    strict: %s\n", status == ZARR_OK ? "(read)" : error.message);
    }
    error_due(status, &error, entry);
    CHECK(!limited || clock() - begun < PROCESSOR_SECONDS * CLOCKS_PER_SEC);
    alarm(0);
    free(path);
}

static void one_set(const char *fixtures, const char *name) {
    char *dir = path_join(fixtures, name);
    char *path = path_join(dir, "manifest.json");
    cJSON *manifest = json_file(path);
    const cJSON *entry;
    cJSON_ArrayForEach(entry, manifest) one_entry(dir, entry);
    cJSON_Delete(manifest);
    free(path);
    free(dir);
}

/* The address space now plus HEADROOM becomes the limit. */
static void limit_memory(void) {
    struct rlimit limit;
    unsigned long pages = 0;
    FILE *statm = fopen("/proc/self/statm", "r");
    if (statm == NULL || fscanf(statm, "%lu", &pages) != 1)
        pages = ((size_t)256 << 20) / 4096;
    if (statm != NULL)
        fclose(statm);
    limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + HEADROOM;
    if (!CHECK(setrlimit(RLIMIT_AS, &limit) == 0))
        perror("setrlimit");
}

int main(int argc, char **argv) {
    int i;
    if (argc < 2) {
        fprintf(stderr, "usage: malformed <fixtures> [-v] [--no-limit]\n");
        return 2;
    }
    for (i = 2; i < argc; i++) {
        verbose = verbose || strcmp(argv[i], "-v") == 0;
        limited = limited && strcmp(argv[i], "--no-limit") != 0;
    }
    if (limited)
        limit_memory();
    one_set(argv[1], "bad");
    one_set(argv[1], "bad/spec-drafts");
    check_context("%s", "");
    printf("errors as due: %lu; accepted with a warning as decided: %lu\n", errors, warned);
    CHECK(errors > 0);
    return check_summary("malformed");
}
