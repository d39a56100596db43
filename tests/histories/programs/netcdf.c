/*
 * Why this file exists: a program of netCDF takes part in histories through the plug-in. What others have written it sees after
 * nc_sync, and their attributes in a dataset that it opens anew; what it writes is there for others when nc_sync has returned.
 */
#include "program.h"

#include <errno.h>
#include <netcdf.h>

/* A node of a dataset that is open for it. */
typedef struct slot {
    int dataset, group, variable;
} slot;

bool tells = true;
static slot slots[MOST_SLOTS];
static char url[4096];

bool next_line(char *line, size_t size) { return read_line(line, size); }

void begin_history(const char *path, const char *options) {
    char json[1024];
    size_t i;
    for (i = 0; i < MOST_SLOTS; i++)
        slots[i].dataset = -1;
    snprintf(json, sizeof json, "{%s}", options);
    setenv("ZARR_NETCDF_OPTIONS", json, 1);
    snprintf(url, sizeof url, "file://%s#mode=udf0", path);
}

static int drop(slot *slot) {
    const int dataset = slot->dataset;
    slot->dataset = -1;
    return dataset < 0 ? 0 : nc_close(dataset);
}

void end_history(void) {
    size_t i;
    for (i = 0; i < MOST_SLOTS; i++)
        if (drop(&slots[i]) != 0)
            exit(4);
}

/* The node of a path in the dataset of a slot: "/", "a", "g/a". */
static int find(slot *slot, const char *path) {
    char name[64];
    const char *last = strrchr(path, '/');
    int status = 0;
    slot->group = slot->dataset;
    slot->variable = NC_GLOBAL;
    if (strcmp(path, "/") == 0)
        return 0;
    if (last) {
        snprintf(name, sizeof name, "%.*s", (int)(last - path), path);
        status = nc_inq_grp_ncid(slot->dataset, name, &slot->group);
    }
    last = last ? last + 1 : path;
    if (status == 0 && nc_inq_varid(slot->group, last, &slot->variable) != 0)
        status = nc_inq_grp_ncid(slot->group, last, &slot->group);
    return status;
}

static int open_node(slot *slot, const char *path, int mode) {
    int status = drop(slot);
    if (status == 0)
        status = nc_open(url, mode | NC_SHARE, &slot->dataset);
    return status ? status : find(slot, path);
}

/* The attribute as it is stored now; -1 is none. */
static int get_attribute(const slot *node, const char *name, int *value) {
    char group[256], variable[NC_MAX_NAME + 1] = "";
    size_t length;
    slot anew = {-1, 0, 0};
    int status = nc_inq_grpname_full(node->group, &length, group);
    *value = -1;
    if (status == 0 && node->variable != NC_GLOBAL)
        status = nc_inq_varname(node->group, node->variable, variable);
    if (status == 0)
        status = nc_open(url, NC_NOWRITE | NC_SHARE, &anew.dataset);
    if (status == 0)
        status = strcmp(group, "/") == 0 ? (anew.group = anew.dataset, 0) : nc_inq_grp_full_ncid(anew.dataset, group, &anew.group);
    anew.variable = NC_GLOBAL;
    if (status == 0 && *variable)
        status = nc_inq_varid(anew.group, variable, &anew.variable);
    if (status == 0)
        status = nc_get_att_int(anew.group, anew.variable, name, value);
    if (anew.dataset >= 0)
        nc_close(anew.dataset);
    return status == NC_ENOTATT ? 0 : status;
}

static int run(char **words, answer *answer) {
    slot *slot = &slots[atoi(words[1]) % MOST_SLOTS];
    const bool reads = strcmp(words[0], "read") == 0;
    int values[MOST_ELEMENTS], value, status;
    size_t i;
    if (strcmp(words[0], "open") == 0)
        return open_node(slot, words[3], NC_WRITE);
    if (reads || strcmp(words[0], "write") == 0) {
        const size_t start = (size_t)atol(words[2]), count = (size_t)atol(words[3]);
        for (i = 0; i < count; i++)
            values[i] = reads ? -1 : atoi(words[4]);
        if (!reads) {
            status = nc_put_vara_int(slot->group, slot->variable, &start, &count, values);
            return status ? status : nc_sync(slot->dataset);
        }
        status = nc_sync(slot->dataset);
        if (status == 0)
            status = nc_get_vara_int(slot->group, slot->variable, &start, &count, values);
        for (i = 0; i < count && status == 0; i++)
            result(answer, values[i]);
        return status;
    }
    if (strcmp(words[0], "set") == 0) {
        value = atoi(words[3]);
        status = nc_put_att_int(slot->group, slot->variable, words[2], NC_INT, 1, &value);
        return status ? status : nc_sync(slot->dataset);
    }
    status = strcmp(words[0], "get") == 0 ? get_attribute(slot, words[2], &value) : NC_EINVAL;
    result(answer, value);
    return status;
}

int operate(char **words, answer *answer) {
    const int status = run(words, answer);
    if (status == 0)
        return 0;
    snprintf(answer->text, sizeof answer->text, "netCDF: %d, %s", status, nc_strerror(status));
    return status == NC_EINVALCOORDS || status == NC_EEDGE ? IS_OUT_OF_BOUNDS : status == ENOENT ? IS_NOT_FOUND : IS_WRONG;
}

int main(void) {
    serve();
    return 0;
}
