/*
 * Why this file exists: data that other people's software wrote must be read exactly. Every node of
 * every manifest of the public fixtures is opened through the C ABI; what the library serves today
 * (tables in fixtures.c) must give the expected bytes, attributes and children, and everything else
 * must be refused with ZARR_ERROR_UNSUPPORTED, never with wrong data.
 *
 *     conformance <fixtures> [-v] [<part of a store's path>]
 */
#include "fixtures.h"
#include "fixture_values.h"

#include <dirent.h>

#define MAX_NDIM 32
#define MAX_REASONS 64

static bool verbose;
static const char *only;

static unsigned long arrays_exact, groups_exact, refused, optional_refused, failed;
static struct {
    char text[96];
    unsigned long count;
} reasons[MAX_REASONS];

static void count_reason(const char *text) {
    size_t i;
    for (i = 0; i + 1 < MAX_REASONS && reasons[i].count > 0 && strcmp(reasons[i].text, text) != 0; i++) {
    }
    snprintf(reasons[i].text, sizeof reasons[i].text, "%s", text);
    reasons[i].count++;
}

typedef struct expected {
    unsigned char *data; /* native byte order */
    unsigned char *mask; /* NULL: every element is compared */
    fixture_values values; /* instead of data, where elements have a variable length */
    int32_t ndim;
    int64_t shape[MAX_NDIM];
    size_t size;
} expected;

static void to_native(unsigned char *data, size_t bytes, size_t component) {
    const uint16_t one = 1;
    size_t at, i;
    if (*(const unsigned char *)&one == 1)
        return;
    for (at = 0; at + component <= bytes; at += component) {
        for (i = 0; i < component / 2; i++) {
            unsigned char other = data[at + i];
            data[at + i] = data[at + component - 1 - i];
            data[at + component - 1 - i] = other;
        }
    }
}

static unsigned char *load(const char *dir, const char *name, size_t wanted) {
    char *path = path_join(dir, name);
    size_t size = 0;
    char *data = file_read(path, &size);
    if (data == NULL || size != wanted) {
        FAIL("%s: the fixture has %lu bytes, %lu are due", path, (unsigned long)size, (unsigned long)wanted);
        free(data);
        data = NULL;
    }
    free(path);
    return (unsigned char *)data;
}

/* The place in the array of element `n` of a region. */
static size_t place_in_array(const expected *want, const int64_t *start, const int64_t *count, size_t n) {
    size_t at = 0, stride = 1;
    int32_t d;
    for (d = want->ndim - 1; d >= 0; d--) {
        at += ((size_t)start[d] + n % (size_t)count[d]) * stride;
        n /= (size_t)count[d];
        stride *= (size_t)want->shape[d];
    }
    return at;
}

static bool read_and_compare_values(const zarr_array *array, const expected *want, const int64_t *start,
                                    const int64_t *count) {
    zarr_error error;
    zarr_strings *got = NULL;
    size_t total = elements(want->ndim, count), n;
    bool good = OK(zarr_array_read_strings(array, want->ndim, start, count, &got, E)) &&
                CHECK(zarr_strings_count(got) == total);
    for (n = 0; good && n < total; n++) {
        size_t at = place_in_array(want, start, count, n);
        size_t size = zarr_strings_size(got, n);
        const char *value = zarr_strings_get(got, n);
        if (want->mask != NULL && want->mask[at] != 1)
            continue;
        if (value == NULL || size != want->values.sizes[at] ||
            memcmp(value, want->values.block + want->values.starts[at], size) != 0)
            good = FAIL("element %lu of the array differs: '%s' read", (unsigned long)at, value ? value : "(null)");
    }
    zarr_strings_free(got);
    return good;
}

/* Compares a region, element by element, with the part of the expected array; false at the first difference. */
static bool region_equal(const expected *want, const int64_t *start, const int64_t *count, const unsigned char *got) {
    int64_t index[MAX_NDIM] = {0};
    size_t total = elements(want->ndim, count);
    size_t n;
    for (n = 0; n < total; n++) {
        size_t at = 0;
        int32_t d;
        for (d = 0; d < want->ndim; d++)
            at = at * (size_t)want->shape[d] + (size_t)(start[d] + index[d]);
        if ((want->mask == NULL || want->mask[at] == 1) &&
            memcmp(got + n * want->size, want->data + at * want->size, want->size) != 0) {
            return FAIL("element %lu of the array differs: 0x%02x... read, 0x%02x... expected", (unsigned long)at,
                        got[n * want->size], want->data[at * want->size]);
        }
        for (d = want->ndim - 1; d >= 0 && ++index[d] == count[d]; d--)
            index[d] = 0;
    }
    return true;
}

static bool read_and_compare(const zarr_array *array, const expected *want, const int64_t *start,
                             const int64_t *count) {
    zarr_error error;
    size_t bytes = elements(want->ndim, count) * want->size;
    unsigned char *buffer;
    bool good;
    if (want->size == 0)
        return read_and_compare_values(array, want, start, count);
    buffer = need(bytes);
    memset(buffer, 0xA5, bytes);
    good = OK(zarr_array_read_region(array, want->ndim, start, count, buffer, bytes, E)) &&
           region_equal(want, start, count, buffer);
    free(buffer);
    return good;
}

/* The whole array, and parts of it: both corners, a box in the middle, one across chunk borders, nothing. */
static bool regions_equal(const zarr_array *array, const expected *want, const int64_t *chunk) {
    int64_t start[5][MAX_NDIM], count[5][MAX_NDIM];
    bool good = true;
    bool empty = false;
    int32_t d;
    size_t r;
    for (d = 0; d < want->ndim; d++) {
        int64_t n = want->shape[d];
        empty = empty || n == 0;
        start[0][d] = 0;
        count[0][d] = n;
        start[1][d] = 0;
        count[1][d] = 1;
        start[2][d] = n - 1;
        count[2][d] = 1;
        start[3][d] = n / 4;
        count[3][d] = n / 2 > 0 ? n / 2 : 1;
        start[4][d] = n > chunk[d] && chunk[d] > 0 ? chunk[d] - 1 : 0;
        count[4][d] = n - start[4][d] < chunk[d] + 1 ? n - start[4][d] : chunk[d] + 1;
    }
    for (r = 0; r < (empty ? 1 : 5); r++)
        good = read_and_compare(array, want, start[r], count[r]) && good;
    if (want->ndim > 0) {
        count[0][0] = 0;
        good = read_and_compare(array, want, start[0], count[0]) && good;
    }
    return good;
}

static bool attributes_equal(zarr_status status, const zarr_error *error_in, zarr_bytes *json, const cJSON *exact) {
    const zarr_error error = *error_in;
    cJSON *got;
    bool good = false;
    if (!OK(status))
        return false;
    got = json_exact((const char *)zarr_bytes_data(json));
    if (got == NULL)
        FAIL("the attributes are not JSON: %s", (const char *)zarr_bytes_data(json));
    else if (!cJSON_Compare(got, cJSON_GetObjectItemCaseSensitive(exact, "attributes"), 1))
        FAIL("the attributes differ: %s", (const char *)zarr_bytes_data(json));
    else
        good = true;
    cJSON_Delete(got);
    zarr_bytes_free(json);
    return good;
}

static bool strings_equal(const zarr_strings *got, const cJSON *want, const char *what) {
    size_t count = (size_t)cJSON_GetArraySize(want);
    size_t i;
    if (zarr_strings_count(got) != count) {
        return FAIL("%lu %s, %lu expected", (unsigned long)zarr_strings_count(got), what, (unsigned long)count);
    }
    for (i = 0; i < count; i++) {
        const char *wanted = cJSON_GetStringValue(cJSON_GetArrayItem(want, (int)i));
        const char *text = zarr_strings_get(got, i);
        if (wanted == NULL ? text != NULL : (text == NULL || strcmp(text, wanted) != 0))
            return FAIL("%s: '%s' read, '%s' expected", what, text ? text : "(null)", wanted ? wanted : "(null)");
        if (wanted != NULL && !CHECK(zarr_strings_size(got, i) == strlen(wanted)))
            return false;
    }
    return true;
}

/* NCZarr has names of its own, which the notes of an entry give: "mode=nczarr,file; dims y,x". NULL: it has none. */
static cJSON *names_of_nczarr(const cJSON *entry) {
    const char *notes = member_text(entry, "notes");
    const char *name = strncmp(notes, "mode=nczarr", 11) == 0 ? strstr(notes, "dims ") : NULL;
    cJSON *names = name == NULL ? NULL : cJSON_CreateArray();
    for (name = name == NULL ? NULL : name + 5; name != NULL && *name != '\0'; name += *name == ',') {
        char text[64];
        size_t size = strcspn(name, ",");
        if (size >= sizeof(text))
            break;
        memcpy(text, name, size);
        text[size] = '\0';
        cJSON_AddItemToArray(names, cJSON_CreateString(text));
        name += size;
    }
    return names;
}

static bool names_equal(const zarr_array *array, const cJSON *entry, int32_t ndim) {
    zarr_error error;
    zarr_strings *names = NULL;
    cJSON *own = NULL;
    const cJSON *wanted = cJSON_GetObjectItemCaseSensitive(entry, "dimension_names");
    bool good;
    if (strcmp(member_text(entry, "format"), "v2") == 0) {
        const cJSON *name;
        wanted = cJSON_GetObjectItemCaseSensitive(cJSON_GetObjectItemCaseSensitive(entry, "attributes"),
                                                  "_ARRAY_DIMENSIONS");
        if (cJSON_GetArraySize(wanted) != ndim)
            wanted = NULL;
        cJSON_ArrayForEach(name, wanted) if (!cJSON_IsString(name)) {
            wanted = NULL;
            break;
        }
    }
    if (!OK(zarr_array_dimension_names(array, &names, E)))
        return false;
    if (wanted == NULL)
        wanted = own = names_of_nczarr(entry);
    good = strings_equal(names, cJSON_IsArray(wanted) ? wanted : NULL, "dimension names");
    zarr_strings_free(names);
    cJSON_Delete(own);
    return good;
}

static bool list_equal(const char *what, int32_t ndim, const int64_t *got, const int64_t *want) {
    int32_t d;
    for (d = 0; d < ndim; d++)
        if (got[d] != want[d])
            return FAIL("%s of dimension %d: %lld read, %lld expected", what, (int)d, (long long)got[d],
                        (long long)want[d]);
    return true;
}

static bool array_exact(const zarr_array *array, const cJSON *entry, const cJSON *exact, const char *dir) {
    zarr_error error;
    expected want;
    type_info type;
    int64_t chunk[MAX_NDIM] = {0}, shard[MAX_NDIM] = {0}, got[MAX_NDIM] = {0};
    int32_t axes[MAX_NDIM], d;
    unsigned char fill[256];
    zarr_bytes *json = NULL;
    zarr_status status;
    bool good;
    if (!entry_type(entry, &type))
        return FAIL("the manifest names no served type");
    want.ndim = member_list(entry, "shape", want.shape, MAX_NDIM);
    if (!CHECK(want.ndim >= 0) || !CHECK(member_list(entry, "chunk_shape", chunk, MAX_NDIM) == want.ndim) ||
        !CHECK((strcmp(member_text(entry, "expected_kind"), "raw") == 0) == (type.size > 0)))
        return false;
    want.size = type.size;
    memset(&want.values, 0, sizeof want.values);
    good = CHECK(zarr_array_format(array) == format_code(member_text(entry, "format")));
    good = CHECK(zarr_array_data_type(array) == type.code) && good;
    if (!CHECK(zarr_array_item_size(array) == type.size) || !CHECK(zarr_array_ndim(array) == want.ndim))
        return false;
    if (OK(zarr_array_shape(array, want.ndim, got, E)))
        good = list_equal("shape", want.ndim, got, want.shape) && good;
    if (cJSON_GetObjectItemCaseSensitive(entry, "shard_shape") != NULL &&
        CHECK(member_list(entry, "shard_shape", shard, MAX_NDIM) == want.ndim)) {
        /* The manifest has the inner shape as the codec sees it, the library in the array's own axes. */
        for (d = 0; d < want.ndim; d++)
            axes[d] = d;
        if (inner_axes(cJSON_GetObjectItemCaseSensitive(entry, "codecs"), want.ndim, axes)) {
            memcpy(got, chunk, sizeof got);
            for (d = 0; d < want.ndim; d++)
                chunk[axes[d]] = got[d];
        }
    } else {
        /* The shape of 2020 counts the chunks of a shard. */
        const cJSON *transformer =
            cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(entry, "storage_transformers"), 0);
        memcpy(shard, chunk, sizeof shard);
        if (transformer != NULL && CHECK(member_list(transformer, "chunks_per_shard", got, MAX_NDIM) == want.ndim))
            for (d = 0; d < want.ndim; d++)
                shard[d] *= got[d];
    }
    if (OK(zarr_array_shard_shape(array, want.ndim, got, E)))
        good = list_equal("shard shape", want.ndim, got, shard) && good;
    if (OK(zarr_array_chunk_shape(array, want.ndim, got, E)))
        good = list_equal("chunk shape", want.ndim, got, chunk) && good;
    if (type.size > 0 && CHECK(type.size <= sizeof fill))
        good = OK(zarr_array_fill_value(array, fill, type.size, E)) && good;
    status = zarr_array_attributes(array, &json, E);
    good = attributes_equal(status, &error, json, exact) && good;
    good = names_equal(array, entry, want.ndim) && good;

    want.mask = NULL;
    want.data = NULL;
    if (type.size > 0) {
        want.data = load(dir, member_text(entry, "expected"), elements(want.ndim, want.shape) * type.size);
    } else {
        char *path = path_join(dir, member_text(entry, "expected"));
        if (CHECK(fixture_values_load(path, member_text(entry, "expected_kind"), &want.values)) &&
            CHECK(want.values.count == elements(want.ndim, want.shape)))
            want.data = need(1);
        free(path);
    }
    if (want.data != NULL && member_text(entry, "defined_mask") != NULL)
        want.mask = load(dir, member_text(entry, "defined_mask"), elements(want.ndim, want.shape));
    if (want.data == NULL || (want.mask == NULL && member_text(entry, "defined_mask") != NULL)) {
        good = false;
    } else {
        to_native(want.data, elements(want.ndim, want.shape) * type.size, type.component);
        good = regions_equal(array, &want, chunk) && good;
    }
    fixture_values_free(&want.values);
    free(want.data);
    free(want.mask);
    return good;
}

/* Reads everything without knowing what is due: the answer for arrays that should be refused. */
static zarr_status read_blindly(const zarr_array *array, zarr_error *error) {
    int32_t ndim = zarr_array_ndim(array);
    int64_t start[MAX_NDIM] = {0}, count[MAX_NDIM];
    zarr_status status;
    size_t bytes;
    void *buffer;
    if (ndim < 0 || ndim > MAX_NDIM || (status = zarr_array_shape(array, ndim, count, check_poison(error))) != ZARR_OK)
        return zarr_array_shape(array, ndim, count, check_poison(error));
    if (zarr_array_item_size(array) == 0) {
        zarr_strings *values = NULL;
        status = zarr_array_read_strings(array, ndim, start, count, &values, check_poison(error));
        zarr_strings_free(values);
        return status;
    }
    bytes = elements(ndim, count) * zarr_array_item_size(array);
    buffer = need(bytes);
    status = zarr_array_read_region(array, ndim, start, count, buffer, bytes, check_poison(error));
    free(buffer);
    return status;
}

static bool refusal_due(zarr_status status, const zarr_error *error, const char *why) {
    const char *wrong = status == ZARR_OK ? NULL : check_error_shape(status, error);
    if (status == ZARR_OK)
        return FAIL("was read, although the table does not serve '%s': extend the table in fixtures.c", why);
    if (wrong != NULL)
        return FAIL("refused, but %s", wrong);
    if (status != ZARR_ERROR_UNSUPPORTED)
        return FAIL("'%s' must give UNSUPPORTED, not %s: %s", why, zarr_status_name(status), error->message);
    if (verbose)
        printf("    %s\n", error->message);
    return true;
}

static bool array_entry(const zarr_store *store, const cJSON *entry, const cJSON *exact, const char *dir,
                        const char *hint, const char *why) {
    zarr_error error;
    zarr_array *array = NULL;
    const char *node = member_text(entry, "node");
    bool optional = member_true(entry, "optional");
    int32_t kind = -1;
    zarr_status status;
    bool good;
    if (why == NULL && !optional)
        good = OK(zarr_node_kind(store, node, &kind, E)) && CHECK(kind == ZARR_NODE_ARRAY);
    else
        good = true;
    status = hint != NULL ? zarr_array_open_with(store, node, hint, &array, E) : zarr_array_open(store, node, &array, E);
    if (status != ZARR_OK && !CHECK(array == NULL))
        good = false;
    if (why != NULL) {
        if (status == ZARR_OK)
            status = read_blindly(array, &error);
        good = refusal_due(status, &error, why) && good;
        refused += good;
    } else if (status != ZARR_OK && optional) {
        good = CHECK(check_error_shape(status, &error) == NULL) && good;
        optional_refused += good;
        if (verbose)
            printf("    optional, refused: %s\n", error.message);
    } else {
        good = OK(status) && array_exact(array, entry, exact, dir) && good;
        arrays_exact += good;
    }
    if (good && why != NULL)
        count_reason(why);
    zarr_array_free(array);
    return good;
}

static bool group_entry(const zarr_store *store, const cJSON *entry, const cJSON *exact, const char *hint,
                        const char *why) {
    zarr_error error;
    zarr_group *group = NULL;
    zarr_strings *names = NULL;
    zarr_bytes *json = NULL;
    cJSON *children;
    const char *node = member_text(entry, "node");
    int32_t kind = -1;
    zarr_status status;
    bool good;
    if (why != NULL) {
        status = zarr_group_open(store, node, &group, E);
        good = refusal_due(status, &error, why);
        status = zarr_node_children(store, node, &names, E);
        good = refusal_due(status, &error, why) && good;
        status = zarr_node_kind(store, node, &kind, E);
        good = refusal_due(status, &error, why) && good;
        zarr_strings_free(names);
        zarr_group_free(group);
        refused += good;
        if (good)
            count_reason(why);
        return good;
    }
    children = entry_children(entry);
    good = OK(zarr_node_kind(store, node, &kind, E)) &&
           CHECK(kind == (member_true(entry, "implicit") ? ZARR_NODE_IMPLICIT_GROUP : ZARR_NODE_GROUP));
    if (OK(zarr_node_children(store, node, &names, E)))
        good = strings_equal(names, children, "children") && good;
    else
        good = false;
    cJSON_Delete(children);
    zarr_strings_free(names);
    status = hint != NULL ? zarr_group_open_with(store, node, hint, &group, E) : zarr_group_open(store, node, &group, E);
    if (!OK(status))
        return false;
    status = zarr_group_attributes(group, &json, E);
    good = attributes_equal(status, &error, json, exact) && good;
    zarr_group_free(group);
    groups_exact += good;
    return good;
}

static void one_entry(const cJSON *entry, const cJSON *exact, const char *dir) {
    zarr_error error;
    zarr_store *store = NULL;
    char room[96];
    char hint_room[256];
    const char *hint = entry_hint(entry, hint_room, sizeof hint_room);
    const char *why = entry_refusal(entry, room, sizeof room);
    char *path = path_join(dir, member_text(entry, "store"));
    zarr_status status;
    bool good;
    check_context("%s %s", path, member_text(entry, "node"));
    if (only == NULL || strstr(path, only) != NULL) {
        if (verbose)
            printf("%s %s\n", path, member_text(entry, "node"));
        status = zarr_store_open(path, "{\"mode\": \"r\"}", &store, E);
        if (status != ZARR_OK && why != NULL) {
            good = CHECK(store == NULL) && refusal_due(status, &error, why);
            refused += good;
            if (good)
                count_reason(why);
        } else if (!OK(status)) {
            good = false;
        } else if (strcmp(member_text(entry, "kind"), "array") == 0) {
            good = array_entry(store, entry, exact, dir, hint, why);
        } else {
            good = group_entry(store, entry, exact, hint, why);
        }
        failed += !good;
        zarr_store_free(store);
    }
    free(path);
}

static void one_set(const char *dir) {
    char *path = path_join(dir, "manifest.json");
    cJSON *manifest = json_file(path);
    cJSON *exact = json_exact_file(path);
    const cJSON *entry;
    const cJSON *twin = exact->child;
    cJSON_ArrayForEach(entry, manifest) {
        one_entry(entry, twin, dir);
        twin = twin->next;
    }
    cJSON_Delete(manifest);
    cJSON_Delete(exact);
    free(path);
}

int main(int argc, char **argv) {
    struct dirent **names = NULL;
    char *dir;
    int count, i;
    size_t r;
    for (i = 2; i < argc; i++) {
        if (strcmp(argv[i], "-v") == 0)
            verbose = true;
        else
            only = argv[i];
    }
    if (argc < 2) {
        fprintf(stderr, "usage: conformance <fixtures> [-v] [<part of a store's path>]\n");
        return 2;
    }
    dir = path_join(argv[1], "public");
    count = scandir(dir, &names, NULL, alphasort);
    if (count < 0) {
        perror(dir);
        return 2;
    }
    for (i = 0; i < count; i++) {
        if (names[i]->d_name[0] != '.') {
            char *set = path_join(dir, names[i]->d_name);
            one_set(set);
            free(set);
        }
        free(names[i]);
    }
    free(names);
    free(dir);
    check_context("%s", "");
    printf("read exactly: %lu arrays, %lu groups\n", arrays_exact, groups_exact);
    printf("optional and refused: %lu\n", optional_refused);
    printf("refused as expected: %lu\n", refused);
    for (r = 0; r < MAX_REASONS && reasons[r].count > 0; r++)
        printf("    %5lu  %s\n", reasons[r].count, reasons[r].text);
    printf("failed: %lu\n", failed);
    if (only == NULL)
        CHECK(arrays_exact > 0 && groups_exact > 0 && failed == 0);
    return check_summary("conformance");
}
