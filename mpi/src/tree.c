/* A tree of the regions of all ranks, for searches by position: the regions are sorted by their first chunks, and each
   level has the smallest boxes around groups of the level below, up to a single box. */
#include "plan.h"
#include <stdlib.h>
#include <string.h>

enum { FAN = 8 };

typedef struct place {
    int64_t chunk, region;
    const int64_t *start;
    int ndim;
} place;

static int by_place(const void *one, const void *other)
{
    const place *const a = one, *const b = other;

    if (a->chunk != b->chunk)
        return a->chunk < b->chunk ? -1 : 1;
    for (int d = 0; d < a->ndim; d++)
        if (a->start[d] != b->start[d])
            return a->start[d] < b->start[d] ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* A box of a level: those of level 0 are the regions. */
static void box_of(const zm_plan *plan, int level, int64_t i, zm_box *box)
{
    const zm_tree *const tree = &plan->tree;
    const size_t bytes = (size_t)plan->layout->ndim * sizeof(int64_t);

    if (level == 0) {
        zm_plan_box(plan, tree->order[i], box);
        return;
    }
    const int64_t *const numbers = tree->boxes + 2 * plan->layout->ndim * (tree->begins[level] + i);
    memcpy(box->start, numbers, bytes);
    memcpy(box->count, numbers + plan->layout->ndim, bytes);
}

/* The end of the range of boxes that a box of this level encloses in the level below. */
static int64_t end_of(const zm_tree *tree, int level, int64_t i)
{
    return (i + 1) * FAN < tree->counts[level - 1] ? (i + 1) * FAN : tree->counts[level - 1];
}

static void enclose(zm_plan *plan, int level, int64_t i)
{
    const int ndim = plan->layout->ndim;
    int64_t *const numbers = plan->tree.boxes + 2 * ndim * (plan->tree.begins[level] + i);
    zm_box all, box;

    box_of(plan, level - 1, i * FAN, &all);
    for (int64_t child = i * FAN + 1; child < end_of(&plan->tree, level, i); child++) {
        box_of(plan, level - 1, child, &box);
        for (int d = 0; d < ndim; d++) {
            const int64_t one = all.start[d] + all.count[d], other = box.start[d] + box.count[d];
            all.start[d] = box.start[d] < all.start[d] ? box.start[d] : all.start[d];
            all.count[d] = (one > other ? one : other) - all.start[d];
        }
    }
    memcpy(numbers, all.start, (size_t)ndim * sizeof *numbers);
    memcpy(numbers + ndim, all.count, (size_t)ndim * sizeof *numbers);
}

void zm_tree_make(zm_plan *plan)
{
    zm_tree *const tree = &plan->tree;
    const int ndim = plan->layout->ndim;
    const int64_t regions = plan->first[plan->call->context->size];
    int64_t low[ZM_MOST_DIMENSIONS], high[ZM_MOST_DIMENSIONS], boxes = 0;
    place *places;
    zm_box box;

    if (plan->call->own.status)
        return;
    tree->counts[0] = regions;
    do {
        tree->begins[++tree->top] = boxes;
        tree->counts[tree->top] = (tree->counts[tree->top - 1] + FAN - 1) / FAN;
        boxes += tree->counts[tree->top];
    } while (tree->counts[tree->top] > 1);
    places = zm_memory(plan->call, regions * (int64_t)sizeof *places);
    tree->order = zm_memory(plan->call, regions * (int64_t)sizeof *tree->order);
    tree->boxes = zm_memory(plan->call, 2 * ndim * boxes * (int64_t)sizeof *tree->boxes);
    if (!plan->call->own.status) {
        for (int64_t region = 0; region < regions; region++) {
            zm_plan_box(plan, region, &box);
            zm_plan_chunks(plan, &box, low, high);
            places[region].chunk = zm_plan_number(plan, low);
            places[region].region = region;
            places[region].start = plan->boxes + 2 * ndim * region;
            places[region].ndim = ndim;
        }
        qsort(places, (size_t)regions, sizeof *places, by_place);
        for (int64_t i = 0; i < regions; i++)
            tree->order[i] = places[i].region;
        for (int level = 1; level <= tree->top; level++)
            for (int64_t i = 0; i < tree->counts[level]; i++)
                enclose(plan, level, i);
    }
    free(places);
}

static void look_into(const zm_plan *plan, int level, int64_t i, const zm_box *box, zm_meet meet, void *user_data)
{
    zm_box child_box, both;

    for (int64_t child = i * FAN; child < end_of(&plan->tree, level, i); child++) {
        box_of(plan, level - 1, child, &child_box);
        if (zm_intersect(plan->layout->ndim, box, &child_box, &both) &&
            meet(user_data, level == 1 ? plan->tree.order[child] : -1, &both) && level > 1)
            look_into(plan, level - 1, child, box, meet, user_data);
    }
}

void zm_tree_search(const zm_plan *plan, const zm_box *box, zm_meet meet, void *user_data)
{
    look_into(plan, plan->tree.top, 0, box, meet, user_data);
}

void zm_tree_free(zm_tree *tree)
{
    free(tree->order);
    free(tree->boxes);
}
