/* Lists and compound types with strings, whose bytes other software wrote, well or badly. */
#include "test.h"

#include <stdint.h>
#include <sys/stat.h>

/* Writes a file of a store; numbers of four bytes are behind one another in `bytes`. */
static void file_of(const char *store, const char *path, const void *bytes, size_t size)
{
    char place[4096];
    FILE *file;

    snprintf(place, sizeof place, "%s-%s.zarr/%s", folder, store, path);
    file = fopen(place, "wb");
    IS(file && fwrite(bytes, 1, size, file) == size && !fclose(file));
}

static void text_of(const char *store, const char *path, const char *text)
{
    file_of(store, path, text, strlen(text));
}

static void folder_of(const char *store, const char *path)
{
    char place[4096];

    snprintf(place, sizeof place, "%s-%s.zarr%s", folder, store, path);
    mkdir(place, 0777);
}

/* Lists that zarr-python and numcodecs wrote by vlen-array, with the type of their numbers: they are lists here. */
static void of_numcodecs(void)
{
    const uint32_t chunk[] = {3, 8, 1, 0xffffffff, 0, 4, 7};
    nc_vlen_t lists[3], one;
    int number = 12, ncid, type, var;
    size_t last = 2;
    char name[NC_MAX_NAME + 1];
    nc_type base;

    folder_of("numcodecs", "");
    folder_of("numcodecs", "/v");
    text_of("numcodecs", ".zgroup", "{\"zarr_format\": 2}");
    text_of("numcodecs", "v/.zarray",
            "{\"zarr_format\": 2, \"shape\": [3], \"chunks\": [3], \"dtype\": \"|O\", \"compressor\": null, "
            "\"filters\": [{\"id\": \"vlen-array\", \"dtype\": \"<i4\"}], \"fill_value\": null, \"order\": \"C\"}");
    file_of("numcodecs", "v/0", chunk, sizeof chunk);
    OK(nc_open(url("numcodecs", ""), NC_WRITE, &ncid));
    OK(nc_inq_varid(ncid, "v", &var));
    OK(nc_inq_vartype(ncid, var, &type));
    OK(nc_inq_vlen(ncid, type, name, NULL, &base));
    IS(base == NC_INT && !strcmp(name, "list_i4"));
    OK(nc_get_var(ncid, var, lists));
    IS(lists[0].len == 2 && ((int *)lists[0].p)[1] == -1 && lists[1].len == 0 && *(int *)lists[2].p == 7);
    OK(nc_reclaim_data(ncid, type, lists, 3));
    one.len = 1, one.p = &number;
    OK(nc_put_var1(ncid, var, &last, &one));
    OK(nc_close(ncid));
    OK(nc_open(url("numcodecs", ""), NC_NOWRITE, &ncid));
    OK(nc_get_var(ncid, var, lists));
    IS(lists[0].len == 2 && *(int *)lists[2].p == 12);
    OK(nc_reclaim_data(ncid, type, lists, 3));
    OK(nc_close(ncid));
}

/* Elements that no program wrote: their bytes end early, name more items than there are, or go on behind the end. */
static void damaged(void)
{
    static const struct {
        uint32_t bytes[4];
        uint32_t size;
        int status;
    } elements[] = {
        {{2, 3, 4, 0}, 4, NC_EIO},          /* a list in a compound that ends early */
        {{0xfffffffe, 1, 1, 0}, 12, NC_EIO}, /* four thousand million numbers */
        {{1, 3, 0xfffffff0, 0}, 12, NC_EIO}, /* a string that is longer than the rest */
        {{0, 0, 1, 0}, 12, NC_EIO},         /* more than an element */
        {{0, 4, 0x00610061, 0}, 12, NC_ERANGE}, /* a string with a NUL */
        {{1, 5, 0, 0}, 12, NC_NOERR},
    };
    struct {
        nc_vlen_t list;
        char *text;
    } value;
    uint32_t chunk[6];
    size_t i;

    folder_of("damaged", "");
    folder_of("damaged", "/v");
    folder_of("damaged", "/v/c");
    text_of("damaged", "zarr.json",
            "{\"zarr_format\": 3, \"node_type\": \"group\", \"attributes\": {\"_nczarr_group\": {\"types\": ["
            "{\"name\": \"l\", \"base\": \"i4\"}, {\"name\": \"c\", \"size\": 24, \"fields\": ["
            "{\"name\": \"l\", \"type\": \"/l\", \"offset\": 0, \"shape\": []}, "
            "{\"name\": \"s\", \"type\": \"str\", \"offset\": 16, \"shape\": []}]}]}}}");
    text_of("damaged", "v/zarr.json",
            "{\"zarr_format\": 3, \"node_type\": \"array\", \"shape\": [1], \"data_type\": \"variable_length_bytes\", "
            "\"fill_value\": \"\", \"chunk_grid\": {\"name\": \"regular\", \"configuration\": {\"chunk_shape\": [1]}}, "
            "\"chunk_key_encoding\": {\"name\": \"default\"}, \"codecs\": [{\"name\": \"vlen-bytes\"}], "
            "\"attributes\": {\"_nczarr_array\": {\"type\": \"/c\"}}}");
    for (i = 0; i < sizeof elements / sizeof *elements; i++) {
        int ncid, var;

        chunk[0] = 1;
        chunk[1] = elements[i].size;
        memcpy(chunk + 2, elements[i].bytes, sizeof elements[i].bytes);
        file_of("damaged", "v/c/0", chunk, 8 + elements[i].size);
        OK(nc_open(url("damaged", ""), NC_NOWRITE, &ncid));
        OK(nc_inq_varid(ncid, "v", &var));
        FAILS(elements[i].status, nc_get_var(ncid, var, &value));
        if (!elements[i].status) {
            nc_type type;

            IS(value.list.len == 1 && *(int *)value.list.p == 5 && !strcmp(value.text, ""));
            OK(nc_inq_vartype(ncid, var, &type));
            OK(nc_reclaim_data(ncid, type, &value, 1));
        }
        OK(nc_close(ncid));
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    of_numcodecs();
    damaged();
    return 0;
}
