/*
 * Why this file exists: the ten things that programs do most often, each in as few lines as the library takes: fifty at most
 * together, which tests/house counts between the marks.
 */
#include "check.h"

/* begin */
static zarr_status write_all(zarr_store *s, const char *path, int64_t n, const double *x, zarr_error *e) {
    zarr_array_builder *b = NULL;
    zarr_array *a = NULL;
    if (!zarr_array_builder_new(ZARR_FLOAT64, 1, &n, &b, e) && !zarr_array_builder_codec(b, "zstd", NULL, e) &&
        !zarr_array_create(s, path, b, &a, e))
        zarr_array_write_region(a, 1, NULL, NULL, x, 8 * (size_t)n, e);
    zarr_array_free(a), zarr_array_builder_free(b);
    return e->status;
}
static zarr_status read_all(zarr_store *s, const char *path, zarr_bytes **values, zarr_error *e) {
    zarr_array *a = NULL;
    if (!zarr_array_open(s, path, &a, e))
        zarr_array_read_new(a, zarr_array_ndim(a), NULL, NULL, ZARR_FLOAT64, values, e);
    zarr_array_free(a);
    return e->status;
}
static zarr_status read_part(zarr_array *a, int64_t from, int64_t n, float *x, zarr_error *e) {
    zarr_region r = {sizeof r, 1, 'C', &from, &n, NULL, NULL, 0};
    zarr_transfer how = {sizeof how, NULL, NULL, 0, ZARR_FLOAT32, 0, 0};
    return zarr_array_read(a, &r, x, 4 * (size_t)n, &how, e);
}
static zarr_status write_step(zarr_array *growing, int64_t step, double x, zarr_error *e) {
    return zarr_array_write_region(growing, 1, &step, (int64_t[]){1}, &x, sizeof x, e);
}
static int units(zarr_array *a, const char *u, zarr_error *e) { return zarr_attribute_set_string(a, "units", u, e); }
static void print_units(zarr_array *a, FILE *out, zarr_error *e) {
    zarr_bytes *text = NULL;
    if (!zarr_attribute_get_string(a, "units", &text, e))
        fprintf(out, "%s\n", zarr_bytes_text(text));
    zarr_bytes_free(text);
}
static void print_type(zarr_array *a, FILE *out, zarr_error *e) {
    zarr_strings *codecs = NULL, *how = NULL;
    if (!zarr_array_codecs(a, &codecs, &how, e))
        fprintf(out, "%s %s %s\n", zarr_format_name(zarr_array_format(a)), zarr_data_type_name(zarr_array_data_type(a)),
                zarr_strings_get(codecs, zarr_strings_count(codecs) - 1));
    zarr_strings_free(codecs), zarr_strings_free(how);
}
static void print_children(zarr_store *s, const char *group, FILE *out, zarr_error *e) {
    zarr_strings *names = NULL;
    zarr_node_children(s, group, &names, e);
    for (size_t i = 0; i < zarr_strings_count(names); i++)
        fprintf(out, "%s\n", zarr_strings_get(names, i));
    zarr_strings_free(names);
}
static int name(zarr_array *a, const char *n, zarr_error *e) { return zarr_array_set_dimension_names(a, 1, &n, e); }
static zarr_status as_v2(zarr_store *from, zarr_store *to, zarr_error *e) {
    return zarr_node_copy(from, "", to, "", ZARR_FORMAT_V2, NULL, NULL, e);
}
/* end */

/* The output of a function. */
static const char *printed(FILE *out) {
    static char text[1000];
    rewind(out);
    text[fread(text, 1, sizeof text - 1, out)] = '\0';
    rewind(out);
    return text;
}

int main(void) {
    static const double values[5] = {1.5, 2.5, 3.5, 4.5, 5.5};
    zarr_store *store = NULL, *old = NULL;
    zarr_array *array = NULL;
    zarr_bytes *got = NULL;
    FILE *out = tmpfile();
    float part[2];
    zarr_error error;
    OK(zarr_store_open("memory://", ZARR_JSON({"grow": true}), &store, E));
    OK(zarr_store_open("memory://", NULL, &old, E));
    OK(write_all(store, "x", 5, values, E));
    OK(zarr_array_open(store, "x", &array, E));
    OK(write_step(array, 5, 6.5, E));
    OK(read_all(store, "x", &got, E));
    CHECK(zarr_bytes_size(got) == 48 && ((const double *)(const void *)zarr_bytes_data(got))[5] == 6.5);
    zarr_bytes_free(got);
    OK(read_part(array, 4, 2, part, E));
    CHECK(part[0] == 5.5f && part[1] == 6.5f);
    OK(units(array, "K", E));
    print_units(array, out, E);
    CHECK(strncmp(printed(out), "K\n", 2) == 0);
    print_type(array, out, E);
    CHECK(strncmp(printed(out), "v3 float64 zstd\n", 16) == 0);
    print_children(store, "", out, E);
    CHECK(strncmp(printed(out), "x\n", 2) == 0);
    OK(name(array, "time", E));
    OK(as_v2(store, old, E));
    OK(read_all(old, "x", &got, E));
    CHECK(zarr_bytes_size(got) == 48);
    zarr_bytes_free(got);
    FAILS(read_all(store, "y", &got, E), ZARR_ERROR_NOT_FOUND);
    fclose(out);
    zarr_array_free(array);
    zarr_store_free(old);
    zarr_store_free(store);
    return check_summary("everyday");
}
