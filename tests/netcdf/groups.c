/* Attributes and types of groups, in datasets that are closed and opened again. */
#include "test.h"
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* A group's _FillValue is an attribute like any other, of any type and length. */
static void fills(const char *keys)
{
    const float number = 2.5f;
    const short few = 7;
    const int several[] = {1, 2};
    char text = 0;
    float number_back = 0;
    short few_back = 0;
    int several_back[2] = {0}, ncid, group, var;
    nc_type type;
    size_t len;

    OK(nc_create(url("fills", keys), NC_NETCDF4, &ncid));
    OK(nc_put_att_float(ncid, NC_GLOBAL, "_FillValue", NC_FLOAT, 1, &number));
    OK(nc_def_grp(ncid, "short", &group));
    OK(nc_put_att_short(group, NC_GLOBAL, "_FillValue", NC_SHORT, 1, &few));
    OK(nc_def_grp(ncid, "char", &group));
    OK(nc_put_att_text(group, NC_GLOBAL, "_FillValue", 1, "a"));
    OK(nc_def_grp(ncid, "several", &group));
    OK(nc_put_att_int(group, NC_GLOBAL, "_FillValue", NC_INT, 2, several));
    OK(nc_def_var(ncid, "v", NC_FLOAT, 0, NULL, &var));
    OK(nc_put_att_float(ncid, var, "_FillValue", NC_FLOAT, 1, &number));
    OK(nc_close(ncid));
    OK(nc_open(url("fills", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_att(ncid, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_FLOAT && len == 1);
    OK(nc_get_att_float(ncid, NC_GLOBAL, "_FillValue", &number_back));
    IS(number_back == number);
    OK(nc_inq_ncid(ncid, "short", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    OK(nc_get_att_short(group, NC_GLOBAL, "_FillValue", &few_back));
    IS(type == NC_SHORT && len == 1 && few_back == few);
    OK(nc_inq_ncid(ncid, "char", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_CHAR && len == 1);
    OK(nc_get_att_text(group, NC_GLOBAL, "_FillValue", &text));
    IS(text == 'a');
    OK(nc_inq_ncid(ncid, "several", &group));
    OK(nc_inq_att(group, NC_GLOBAL, "_FillValue", &type, &len));
    IS(type == NC_INT && len == 2);
    OK(nc_get_att_int(group, NC_GLOBAL, "_FillValue", several_back));
    IS(several_back[1] == 2);
    OK(nc_get_var_float(ncid, 0, &number_back));
    IS(number_back == number);
    OK(nc_close(ncid));
}

enum way { CLOSED, KILLED, BLOCKED, REFUSED, HALFWAY };

/* Renames a group in a program of its own, which ends as told: the document can't be written while it is away, and the
 * name is taken while another program has a group of it. */
static void rename_in_child(enum way way, const char *from, const char *to, const char *document)
{
    char away[4096], taken[4096], command[9000];
    int ncid, group, status;

    snprintf(away, sizeof away, "%s.away", document);
    snprintf(taken, sizeof taken, "%s-renamed.zarr/%s", folder, to);
    if (fork() == 0) {
        OK(nc_open(url("renamed", ""), NC_WRITE, &ncid));
        OK(nc_inq_ncid(ncid, from, &group));
        if (way >= REFUSED) {
            IS(rename(document, away) == 0);
            IS(nc_rename_grp(group, to) != NC_NOERR);
            IS(rename(away, document) == 0);
            if (way == REFUSED)
                OK(nc_sync(ncid));
        } else if (way == BLOCKED) {
            snprintf(command, sizeof command, "cp -r '%s-renamed.zarr/beside' '%s'", folder, taken);
            IS(system(command) == 0);
            IS(nc_rename_grp(group, to) != NC_NOERR);
            snprintf(command, sizeof command, "rm -r '%s'", taken);
            IS(system(command) == 0);
        } else
            OK(nc_rename_grp(group, to));
        if (way != CLOSED && way != REFUSED)
            raise(SIGKILL);
        OK(nc_close(ncid));
        _exit(0);
    }
    IS(wait(&status) > 0 && (way == CLOSED || way == REFUSED ? WIFEXITED(status) && WEXITSTATUS(status) == 0
                                                             : WIFSIGNALED(status)));
}

/* Types of a group that is renamed, in other groups: as parts of types there, and of attributes and variables. They
 * stay where the program dies at once, where a document can't be written at first, where the program dies then, and
 * where the next one that renames the group dies too: `again`. */
static void renamed(const char *keys, enum way way, int again)
{
    static const char *const users[] = {"new/below", "beside", "/"};
    int items[] = {1, 2, 3}, ncid, group, other, var;
    nc_vlen_t list = {3, NULL}, back;
    nc_type lists, bytes, type, found;
    char document[4096];
    size_t i;

    list.p = items;
    OK(nc_create(url("renamed", keys), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "beside", &other));
    OK(nc_def_grp(ncid, "old", &group));
    OK(nc_def_vlen(group, "lists", NC_INT, &lists));
    OK(nc_def_opaque(group, 4, "bytes", &bytes));
    OK(nc_def_grp(group, "below", &var));
    for (i = 0; i < 3; i++) {
        const int user = i == 0 ? var : i == 1 ? other : ncid;
        int id;

        OK(nc_def_vlen(user, "of_bytes", bytes, &type));
        OK(nc_put_att(user, NC_GLOBAL, "a", lists, 1, &list));
        OK(nc_def_var(user, "v", lists, 0, NULL, &id));
        OK(nc_put_att(user, id, "b", lists, 1, &list));
        OK(nc_put_var(user, id, &list));
    }
    OK(nc_close(ncid));
    snprintf(document, sizeof document, "%s-renamed.zarr/beside/v/zarr.json", folder);
    rename_in_child(way, "old", again ? "middle" : "new", document);
    if (again) {
        rename_in_child(BLOCKED, "middle", "new", document);
        rename_in_child(KILLED, "middle", "new", document);
    }
    OK(nc_open(url("renamed", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_typeid(ncid, "/new/lists", &lists));
    OK(nc_inq_typeid(ncid, "/new/bytes", &bytes));
    for (i = 0; i < 3; i++) {
        OK(nc_inq_grp_full_ncid(ncid, users[i], &other));
        OK(nc_inq_typeids(other, &var, &type));
        IS(var == 1);
        OK(nc_inq_vlen(other, type, NULL, NULL, &found));
        IS(found == bytes);
        OK(nc_inq_atttype(other, NC_GLOBAL, "a", &found));
        IS(found == lists);
        OK(nc_get_att(other, NC_GLOBAL, "a", &back));
        IS(back.len == 3 && ((int *)back.p)[2] == 3);
        OK(nc_reclaim_data(other, lists, &back, 1));
        OK(nc_inq_vartype(other, 0, &found));
        IS(found == lists);
        OK(nc_inq_atttype(other, 0, "b", &found));
        IS(found == lists);
    }
    OK(nc_close(ncid));
}

/* Types and dimensions of a group by their full names, in a variable and an attribute of another group. */
static void find_members(int ncid)
{
    nc_type lists, found;
    int other, var, dim, name, count;
    char text[NC_MAX_NAME + 1];

    OK(nc_inq_ncid(ncid, "user", &other));
    OK(nc_inq_grps(ncid, &count, NULL));
    IS(count == 2);
    OK(nc_inq_atttype(other, NC_GLOBAL, "a", &found));
    OK(nc_inq_varid(other, "v", &var));
    OK(nc_inq_vartype(other, var, &lists));
    IS(found == lists && lists > NC_STRING);
    OK(nc_inq_type(other, lists, text, NULL));
    IS(!strcmp(text, "lists"));
    OK(nc_inq_vardimid(other, var, &dim));
    OK(nc_inq_dimname(other, dim, text));
    IS(!strcmp(text, "x"));
    OK(nc_inq_ndims(other, &name));
    IS(name == 0);
}

static void make_members(const char *store, const char *keys)
{
    int items[] = {1, 2, 3}, ncid, group, other, x, var;
    nc_vlen_t list = {3, NULL};
    nc_type lists;

    list.p = items;
    OK(nc_create(url(store, keys), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "old", &group));
    OK(nc_def_grp(group, "below", &group));
    OK(nc_def_vlen(group, "lists", NC_INT, &lists));
    OK(nc_def_dim(group, "x", 4, &x));
    OK(nc_def_grp(ncid, "user", &other));
    OK(nc_put_att(other, NC_GLOBAL, "a", lists, 1, &list));
    OK(nc_def_var(other, "v", lists, 1, &x, &var));
    OK(nc_close(ncid));
}

/* A program that dies when it has moved the group, and has written nothing behind that: each document is the one that
 * it wrote before. */
static void moved_alone(const char *keys, const char *document)
{
    static const char *const nodes[] = {"", "/user", "/user/v"};
    static char before[3][20000], after[20000];
    char path[4096];
    int ncid, group;
    size_t i, size;
    FILE *file;

    make_members("alone", keys);
    for (i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s-alone.zarr%s/%s", folder, nodes[i], document);
        file = fopen(path, "r");
        IS(file);
        size = fread(before[i], 1, sizeof before[i] - 1, file);
        IS(size && !fclose(file));
        before[i][size] = 0;
    }
    OK(nc_open(url("alone", keys), NC_WRITE, &ncid));
    OK(nc_inq_ncid(ncid, "old", &group));
    OK(nc_rename_grp(group, "new"));
    OK(nc_close(ncid));
    for (i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s-alone.zarr%s/%s", folder, nodes[i], document);
        file = fopen(path, "r");
        IS(file && fread(after, 1, sizeof after - 1, file) > 0 && !fclose(file));
        IS(strcmp(before[i], after));
        file = fopen(path, "w");
        IS(file && fputs(before[i], file) >= 0 && !fclose(file));
    }
    OK(nc_open(url("alone", keys), NC_WRITE, &ncid));
    find_members(ncid);
    OK(nc_inq_ncid(ncid, "new", &group));
    OK(nc_rename_grp(group, "newer"));
    OK(nc_close(ncid));
    OK(nc_open(url("alone", keys), NC_NOWRITE, &ncid));
    find_members(ncid);
    OK(nc_close(ncid));
}

/* A group that is renamed while the store has lost an array of it for a while: the program is told, and goes on to
 * write both to this array and to others when the store has it again. */
static void array_away(const char *keys, const char *document)
{
    const int first = 5, second = 7;
    int ncid, group, var[2], value, i;
    char away[4096], back[4096];

    OK(nc_create(url("away", keys), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "old", &group));
    for (i = 0; i < 2; i++) {
        OK(nc_def_var(group, i ? "w" : "v", NC_INT, 0, NULL, var + i));
        OK(nc_put_var_int(group, var[i], &first));
    }
    OK(nc_close(ncid));
    snprintf(away, sizeof away, "%s-away.zarr/old/v/%s", folder, document);
    snprintf(back, sizeof back, "%s-away.document", folder);
    OK(nc_open(url("away", keys), NC_WRITE | NC_SHARE, &ncid));
    OK(nc_inq_ncid(ncid, "old", &group));
    IS(rename(away, back) == 0);
    IS(nc_rename_grp(group, "new") != NC_NOERR);
    IS(nc_put_var_int(group, var[0], &second) != NC_NOERR);
    OK(nc_put_var_int(group, var[1], &second));
    snprintf(away, sizeof away, "%s-away.zarr/new/v/%s", folder, document);
    IS(rename(back, away) == 0);
    OK(nc_get_var_int(group, var[0], &value));
    IS(value == first);
    OK(nc_put_var_int(group, var[0], &second));
    OK(nc_close(ncid));
    OK(nc_open(url("away", keys), NC_NOWRITE, &ncid));
    OK(nc_inq_ncid(ncid, "new", &group));
    for (i = 0; i < 2; i++) {
        OK(nc_get_var_int(group, var[i], &value));
        IS(value == second);
    }
    OK(nc_close(ncid));
}

/* A type by the name that one of a renamed group had is the one that has it now, also where that is read later. */
static void types_again(void)
{
    int ncid, group, user;
    nc_type type, base;
    char name[NC_MAX_NAME + 1];

    OK(nc_create(url("types", ""), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "old", &group));
    OK(nc_def_vlen(group, "list", NC_INT, &type));
    OK(nc_rename_grp(group, "new"));
    OK(nc_def_grp(ncid, "user", &user));
    OK(nc_def_grp(ncid, "old", &group));
    OK(nc_def_vlen(group, "list", NC_FLOAT, &type));
    OK(nc_def_vlen(user, "lists", type, &type));
    OK(nc_close(ncid));
    OK(nc_open(url("types", ""), NC_NOWRITE, &ncid));
    OK(nc_inq_ncid(ncid, "user", &user));
    OK(nc_inq_typeid(user, "lists", &type));
    OK(nc_inq_vlen(user, type, name, NULL, &base));
    OK(nc_inq_vlen(user, base, name, NULL, &base));
    IS(!strcmp(name, "list") && base == NC_FLOAT);
    OK(nc_close(ncid));
}

/* A group that gets the name that another one had is not read by what was kept of that. */
static void names_again(void)
{
    const int values[] = {1, 2};
    int ncid, group, other, var, value;

    OK(nc_create(url("again", ""), NC_NETCDF4, &ncid));
    OK(nc_def_grp(ncid, "a", &group));
    OK(nc_def_var(group, "v", NC_INT, 0, NULL, &var));
    OK(nc_put_var_int(group, var, values));
    OK(nc_get_var_int(group, var, &value));
    OK(nc_rename_grp(group, "b"));
    OK(nc_def_grp(ncid, "a", &other));
    OK(nc_def_var(other, "v", NC_INT, 0, NULL, &var));
    OK(nc_put_var_int(other, var, values + 1));
    OK(nc_get_var_int(other, var, &value));
    IS(value == 2);
    OK(nc_get_var_int(group, var, &value));
    IS(value == 1);
    OK(nc_rename_grp(other, "c"));
    OK(nc_rename_grp(group, "a"));
    OK(nc_get_var_int(group, var, &value));
    IS(value == 1);
    OK(nc_get_var_int(other, var, &value));
    IS(value == 2);
    OK(nc_close(ncid));
}

int main(int argc, char **argv)
{
    (void)argc;
    folder = argv[1];
    fills("");
    fills("&format=v2");
    renamed("", CLOSED, 0);
    renamed("&format=v2", CLOSED, 0);
    renamed("", KILLED, 0);
    renamed("&format=v2", KILLED, 0);
    renamed("", REFUSED, 0);
    renamed("", HALFWAY, 0);
    renamed("", HALFWAY, 1);
    moved_alone("", "zarr.json");
    moved_alone("&format=v2", ".zattrs");
    array_away("", "zarr.json");
    array_away("&format=v2", ".zarray");
    names_again();
    types_again();
    return 0;
}
