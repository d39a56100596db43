/* Moves nodes in the store, and their paths in memory. All paths are made first, since a move can't be undone. Arrays
 * are opened at their new places when they are used next. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

/* A name or a path after a move. */
typedef struct place {
    char **held;
    char *text;
    zn_var *var;
} place;

/* Takes `text` over, also where it fails. */
static int plan(zn_list *places, char **held, char *text, zn_var *var)
{
    place *made = text ? calloc(1, sizeof *made) : NULL;

    if (!made || zn_list_add(places, made)) {
        free(made);
        free(text);
        return NC_ENOMEM;
    }
    made->held = held;
    made->text = text;
    made->var = var;
    return NC_NOERR;
}

/* The path of a node at or below one that moves. */
static char *path_after(const char *path, const char *from, const char *to)
{
    const char *rest = path + strlen(from);

    return *rest ? zn_path_join(to, rest + 1) : zn_copy(to);
}

static int plan_group(zn_list *places, zn_group *group, const char *from, const char *to)
{
    size_t i;
    int status = plan(places, &group->path, path_after(group->path, from, to), NULL);

    for (i = 0; i < group->vars.count && !status; i++) {
        zn_var *var = group->vars.items[i];

        if (var->path)
            status = plan(places, &var->path, path_after(var->path, from, to), var);
    }
    for (i = 0; i < group->groups.count && !status; i++)
        status = plan_group(places, group->groups.items[i], from, to);
    return status;
}

/* Lets all have what was planned where the node has moved, and forgets it else. */
static void settle(zn_list *places, int moved)
{
    size_t i;

    for (i = 0; i < places->count; i++) {
        place *one = places->items[i];

        if (moved) {
            char *old = *one->held;

            *one->held = one->text;
            one->text = old;
        }
        if (moved && one->var)
            one->var->moved = one->var->array != NULL;
        free(one->text);
        free(one);
    }
    zn_list_free(places);
}

/* Gives a variable another name in its group. */
int zn_move_var(zn_var *var, const char *name)
{
    char *to = zn_path_join(var->group->path, name);
    zn_list places = {0};
    zarr_error error;
    int status = plan(&places, &var->path, to, var);

    if (!status)
        status = zn_status(zarr_node_move(var->group->file->store, var->path, to, NULL, NULL, &error), &error);
    settle(&places, !status);
    return status;
}

/* Gives a group another name; of several ranks all take part. */
int zn_move_group(zn_group *group, const char *name)
{
    zn_file *file = group->file;
    char *to = zn_path_join(group->parent->path, name);
    zn_list places = {0};
    zarr_error error;
    int status = to ? plan(&places, &group->name, zn_copy(name), NULL) : NC_ENOMEM;

    if (!status)
        status = plan_group(&places, group, group->path, to);
    status = zn_agree(file, ZN_CALL_MOVE, status);
    if (!status && zn_is_first(file))
        status = zn_status(zarr_node_move(file->store, group->path, to, NULL, NULL, &error), &error);
    status = zn_agree(file, ZN_CALL_MOVE, status);
    settle(&places, !status);
    free(to);
    return status;
}
