/*
 * Why this file exists: a simulation that traps floating-point exceptions must not die in a library that compares a NaN or
 * rounds a number, and one that runs where a number is written 1,5 must get the same documents and values. Every read, write
 * and conversion of numbers that are hard on a processor is done once as the process is by default, and again with all
 * exceptions trapped, and in other locales: what is stored and read is the same, byte by byte.
 */
#define _GNU_SOURCE
#include "check.h"

#include <fenv.h>
#include <float.h>
#include <locale.h>
#include <math.h>

#define COUNT 16
#define ROOM (1 << 17)

/* All that one run gave: documents and values, one behind the other. */
typedef struct transcript {
    unsigned char bytes[ROOM];
    size_t size;
    unsigned long calls;
} transcript;

static void note(transcript *t, const void *bytes, size_t size) {
    if (CHECK(t->size + size <= ROOM)) {
        memcpy(t->bytes + t->size, bytes, size);
        t->size += size;
    }
    t->calls++;
}

static void note_status(transcript *t, zarr_status status, const zarr_error *error) {
    note(t, &status, sizeof status);
    note(t, error->message, strlen(error->message));
}

static void hard_numbers(double *values) {
    static const double some[COUNT] = {0.0, -0.0, 1.5, -1e300, DBL_MAX, DBL_MIN, 5e-324, 1e-310, 1e-40, 3e38, 0.1, 65504, 255.5, -0.5, 1e19, 2};
    static const uint64_t quiet = 0x7ff8000000000001, signalling = 0x7ff0000000000001, infinite = 0xfff0000000000000;
    memcpy(values, some, sizeof some);
    memcpy(&values[1], &quiet, 8);
    memcpy(&values[7], &signalling, 8);
    memcpy(&values[15], &infinite, 8);
}

static void one_array(transcript *t, const zarr_store *store, const char *path, int32_t data_type, const char *codec,
                      const char *configuration, int32_t format) {
    static const int32_t types[] = {ZARR_FLOAT64, ZARR_FLOAT32, ZARR_FLOAT16, ZARR_INT8, ZARR_UINT64, ZARR_COMPLEX64};
    static const int32_t policies[] = {ZARR_CONVERT_CHECK, ZARR_CONVERT_CLAMP, ZARR_CONVERT_WRAP, ZARR_CONVERT_ALL};
    const int64_t shape[1] = {COUNT}, start[1] = {0}, chunk[1] = {5};
    double values[COUNT], fill = 0;
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_bytes *json = NULL;
    zarr_error error;
    size_t i, j;
    zarr_region region = ZARR_REGION_INIT;
    zarr_transfer how = ZARR_TRANSFER_INIT;
    zarr_status status;
    const uint64_t nan = 0x7ff8000000000001;
    hard_numbers(values);
    memcpy(&fill, &nan, 8);
    region.ndim = 1;
    region.start = start;
    region.count = shape;
    OK(zarr_array_builder_new(data_type, 1, shape, &builder, E));
    OK(zarr_array_builder_chunk_shape(builder, 1, chunk, E));
    OK(zarr_array_builder_format(builder, format, E));
    if (data_type == ZARR_FLOAT64)
        OK(zarr_array_builder_fill_value(builder, &fill, sizeof fill, E));
    OK(zarr_array_builder_attributes(builder, "{\"scale\": 0.1, \"tiny\": 5e-324, \"large\": 1e308, \"not\": NaN}", E));
    if (codec != NULL)
        OK(zarr_array_builder_codec(builder, codec, configuration, E));
    status = zarr_array_create(store, path, builder, &array, E);
    note_status(t, status, &error);
    zarr_array_builder_free(builder);
    for (i = 0; i < sizeof policies / sizeof *policies; i++) {
        how.data_type = ZARR_FLOAT64;
        how.conversion = policies[i];
        status = zarr_array_write(array, &region, values, sizeof values, &how, E);
        note_status(t, status, &error);
        for (j = 0; j < sizeof types / sizeof *types; j++) {
            unsigned char read[COUNT * 16];
            memset(read, 0xab, sizeof read);
            how.data_type = types[j];
            status = zarr_array_read(array, &region, read, sizeof read, &how, E);
            note_status(t, status, &error);
            note(t, read, status == ZARR_OK || how.conversion == ZARR_CONVERT_ALL ? sizeof read : 0);
        }
    }
    status = zarr_array_metadata(array, &json, E);
    note_status(t, status, &error);
    note(t, zarr_bytes_data(json), zarr_bytes_size(json));
    zarr_bytes_free(json);
    zarr_array_free(array);
}

static void attributes(transcript *t, const zarr_store *store) {
    static const double numbers[] = {0.1, 1e-320, 1e308, 123456.789, -0.0};
    zarr_group *group = NULL;
    zarr_bytes *json = NULL;
    zarr_error error;
    double value = 0;
    size_t i;
    OK(zarr_group_create(store, "attributes", ZARR_FORMAT_V3, "{\"written\": 1.25e-3, \"many\": 1e999}", &group, E));
    for (i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char name[8] = {(char)('a' + i), 0};
        zarr_status status;
        OK(zarr_attribute_set_double(group, name, numbers[i], E));
        OK(zarr_attribute_get_double(group, name, &value, E));
        CHECK(memcmp(&value, &numbers[i], sizeof value) == 0);
        status = zarr_attribute_get_double(group, "written", &value, E);
        note_status(t, status, &error);
        note(t, &value, sizeof value);
        status = zarr_attribute_get_double(group, "many", &value, E);
        note_status(t, status, &error);
    }
    OK(zarr_group_attributes(group, &json, E));
    note(t, zarr_bytes_data(json), zarr_bytes_size(json));
    zarr_bytes_free(json);
    zarr_group_free(group);
}

static void run(transcript *t, const char *options) {
    static const struct {
        const char *codec, *configuration;
        int32_t data_type, format;
    } arrays[] = {
        {NULL, NULL, ZARR_FLOAT64, ZARR_FORMAT_V3},
        {"gzip", NULL, ZARR_FLOAT32, ZARR_FORMAT_V3},
        {"blosc", NULL, ZARR_FLOAT16, ZARR_FORMAT_V3},
        {"pcodec", NULL, ZARR_FLOAT64, ZARR_FORMAT_V3},
        {"fixedscaleoffset", "{\"offset\": 0.5, \"scale\": 10, \"dtype\": \"<f8\", \"astype\": \"<i2\"}", ZARR_FLOAT64, ZARR_FORMAT_V2},
        {"quantize", "{\"digits\": 2, \"dtype\": \"<f8\"}", ZARR_FLOAT64, ZARR_FORMAT_V2},
        {"bitround", "{\"keepbits\": 3}", ZARR_FLOAT64, ZARR_FORMAT_V2},
        {"delta", "{\"dtype\": \"<f4\"}", ZARR_FLOAT32, ZARR_FORMAT_V2},
        {"astype", "{\"encode_dtype\": \"<f4\", \"decode_dtype\": \"<f8\"}", ZARR_FLOAT64, ZARR_FORMAT_V2},
        {NULL, NULL, ZARR_BFLOAT16, ZARR_FORMAT_V3},
        {NULL, NULL, ZARR_INT32, ZARR_FORMAT_V3},
        {NULL, NULL, ZARR_COMPLEX128, ZARR_FORMAT_V3},
    };
    size_t i;
    memset(t, 0, sizeof *t);
    for (i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        zarr_store *store = NULL;
        zarr_error error;
        check_context("array %d, %s", (int)i, options);
        OK(zarr_store_open("memory://", options, &store, E));
        one_array(t, store, "a", arrays[i].data_type, arrays[i].codec, arrays[i].configuration, arrays[i].format);
        if (i == 0)
            attributes(t, store);
        zarr_store_free(store);
    }
}

static void same(const transcript *a, const transcript *b, const char *what) {
    size_t i = 0;
    while (i < a->size && i < b->size && a->bytes[i] == b->bytes[i])
        i++;
    check_context("%s", what);
    if (a->size != b->size || i < a->size)
        FAIL("other results from byte %lu on", (unsigned long)i);
    CHECK(a->calls == b->calls);
}

/*
 * Makes locales where the machine has none that writes 1,5, or maps i to a letter that is not I, from the sources that the C
 * library comes with (Debian: locales). Gives the folder, which LOCPATH then names, or NULL.
 */
static char *make_locales(void) {
    static const char *const names[] = {"de_DE", "tr_TR"};
    char *folder = temp_make();
    size_t i, made = 0;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        char command[512];
        snprintf(command, sizeof command, "localedef -i %s -f UTF-8 '%s/%s.UTF-8' >/dev/null 2>&1", names[i], folder, names[i]);
        made += system(command) == 0;
    }
    if (made == 0) {
        temp_remove(folder);
        return NULL;
    }
    setenv("LOCPATH", folder, 1);
    return folder;
}

static transcript as_usual, other;

int main(int argc, char **argv) {
    static const char *const locales[] = {"de_DE.UTF-8", "de_DE", "tr_TR.UTF-8", "fr_FR.UTF-8", "C.UTF-8", "C", ""};
    static const char *const options[] = {"{\"threads\": 1}", "{\"threads\": 4}"};
    static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    /* valgrind has its own idea of the floating-point environment: it knows no traps. */
    const bool emulated = argc > 1 && strcmp(argv[1], "--emulated") == 0;
    char *folder;
    size_t i, tried = 0, commas = 0;
    run(&as_usual, options[0]);
    check_context("%s", "");
    CHECK(as_usual.size > 4000);
    for (i = 0; i < 2 && !emulated; i++) {
        feclearexcept(FE_ALL_EXCEPT);
        feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW);
        run(&other, options[i]);
        check_context("the mask of the caller");
        CHECK(fegetexcept() == (FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW));
        fedisableexcept(FE_ALL_EXCEPT);
        same(&as_usual, &other, "with exceptions trapped");
    }
    for (i = 0; i < sizeof modes / sizeof *modes && !emulated; i++) {
        fesetround(modes[i]);
        run(&other, options[0]);
        CHECK(fegetround() == modes[i]);
        fesetround(FE_TONEAREST);
        same(&as_usual, &other, "with another rounding mode");
    }
    folder = setlocale(LC_ALL, "de_DE.UTF-8") == NULL ? make_locales() : NULL;
    for (i = 0; i < sizeof locales / sizeof *locales; i++) {
        if (setlocale(LC_ALL, locales[i]) == NULL)
            continue;
        tried++;
        commas += strcmp(localeconv()->decimal_point, ",") == 0;
        run(&other, options[0]);
        same(&as_usual, &other, locales[i]);
    }
    check_context("%s", "");
    if (commas == 0)
        puts("no locale that writes 1,5 is to be had: localedef or its sources are missing");
    if (folder != NULL)
        temp_remove(folder);
    printf("results: %lu; locales: %lu, %lu of them with 1,5\n", as_usual.calls, (unsigned long)tried, (unsigned long)commas);
    return check_summary("traps");
}
