/*
 * Why this file exists: a disk fills up, a cable is pulled, an answer is lost, and a program must learn of it and lose
 * nothing. Every function that can reach a store runs on a store whose n-th operation fails, for every n there is. The
 * call reports it with its cause; each stored element is the old or the new one; open handles know what is stored; and
 * the repeated call succeeds. faults_script.c does the same with a whole program.
 */
#include "faults.h"

/* The ways to fail: one operation; that one and all that follow; one that is carried out, but answers with an error. */
enum { ONCE, LASTS, LOST, MANNERS };
static const char *const manners[MANNERS] = {"fails", "and all that follow fail", "is done, but its answer is lost"};
static const char *const kinds[KINDS] = {"plain", "prefix", "overlay", "trace", "cache", "read-only"};

static unsigned long calls, reported;

static const seen_node *node_of(const picture *all, const char *path) {
    int i;
    for (i = 0; i < all->count; i++)
        if (strcmp(all->nodes[i].path, path) == 0)
            return &all->nodes[i];
    return NULL;
}

/* The element of a node at an index of another node's shape; NULL: outside of it. */
static const int32_t *element_of(const seen_node *node, const seen_node *other, int64_t index) {
    int64_t at[2], place;
    if (node == NULL || node->kind != ZARR_NODE_ARRAY || node->ndim != other->ndim)
        return NULL;
    at[0] = other->ndim == 2 ? index / other->shape[1] : index;
    at[1] = other->ndim == 2 ? index % other->shape[1] : 0;
    place = node->ndim == 2 ? at[0] * node->shape[1] + at[1] : at[0];
    return at[0] < node->shape[0] && (node->ndim < 2 || at[1] < node->shape[1]) ? &node->values[place] : NULL;
}

/* Each node, attribute, length and element is that before or that after; an element that was not there, or is cut off,
   may be the fill value. */
static void check_between(const picture *now, const picture *before, const picture *after, const char *replaced) {
    int i, axis;
    int64_t index;
    for (i = 0; i < before->count; i++)
        if (node_of(after, before->nodes[i].path) != NULL && node_of(now, before->nodes[i].path) == NULL &&
            strcmp(before->nodes[i].path, replaced) != 0)
            FAIL("%s is lost", before->nodes[i].path);
    for (i = 0; i < now->count; i++) {
        const seen_node *node = &now->nodes[i], *old = node_of(before, node->path), *new = node_of(after, node->path);
        if (old == NULL && new == NULL) {
            FAIL("%s is neither there before nor after", node->path);
            continue;
        }
        if (node->kind != ZARR_NODE_ARRAY)
            continue;
        /* In v2 a new node whose creation failed, and could not be undone, may lack its attributes. */
        if ((old == NULL || strcmp(node->attributes, old->attributes) != 0) &&
            ((old != NULL && strcmp(node->path, replaced) != 0) || strcmp(node->attributes, "{}") != 0) &&
            (new == NULL || strcmp(node->attributes, new->attributes) != 0))
            FAIL("%s has the attributes %s", node->path, node->attributes);
        for (axis = 0; axis < node->ndim; axis++)
            if ((old == NULL || node->shape[axis] != old->shape[axis]) && (new == NULL || node->shape[axis] != new->shape[axis]))
                FAIL("%s has the length %ld along axis %d", node->path, (long)node->shape[axis], axis);
        for (index = 0; index < (int64_t)elements(node->ndim, node->shape) && index < 64; index++) {
            const int32_t *was = element_of(old, node, index), *is = element_of(new, node, index);
            const int32_t value = node->values[index];
            if ((was == NULL || value != *was) && (is == NULL || value != *is) && ((was != NULL && is != NULL) || value != FILL))
                FAIL("%s: element %ld is %ld, not %ld or %ld", node->path, (long)index, (long)value, was ? (long)*was : -1L,
                     is ? (long)*is : -1L);
        }
    }
}

static void check_equal(const picture *now, const picture *due) {
    int i;
    check_between(now, due, due, "");
    for (i = 0; i < now->count; i++)
        if (node_of(due, now->nodes[i].path) == NULL || node_of(due, now->nodes[i].path)->kind != now->nodes[i].kind)
            FAIL("%s is there, or of another kind", now->nodes[i].path);
    CHECK(now->count == due->count);
}

/* All that was there is there, in nodes that may have grown. */
static void check_kept(const picture *now, const picture *before) {
    int i;
    int64_t index;
    for (i = 0; i < before->count; i++) {
        const seen_node *old = &before->nodes[i], *node = node_of(now, old->path);
        if (node == NULL) {
            FAIL("%s is lost", old->path);
            continue;
        }
        for (index = 0; old->kind == ZARR_NODE_ARRAY && index < (int64_t)elements(old->ndim, old->shape); index++) {
            const int32_t *is = element_of(node, old, index);
            if (is == NULL || *is != old->values[index])
                FAIL("%s: element %ld is lost", old->path, (long)index);
        }
    }
}

/* A consolidated copy, if there is one, tells what the documents tell. */
static void check_copy(world *w, const picture *now) {
    picture copy;
    if (!w->how.consolidated)
        return;
    picture_take(w, &copy, "{\"consolidated\": \"require\"}");
    if (copy.count > 0)
        check_equal(&copy, now);
}

/* A handle knows the shape and the attributes that are stored. */
static void check_handle(zarr_array *array, const picture *now, const char *path) {
    const seen_node *node = node_of(now, path);
    int64_t shape[2] = {0, 0};
    zarr_bytes *attributes = NULL;
    zarr_error error;
    if (node == NULL || node->kind != ZARR_NODE_ARRAY)
        return;
    OK(zarr_array_shape(array, node->ndim, shape, E));
    if (shape[0] != node->shape[0] || (node->ndim == 2 && shape[1] != node->shape[1]))
        FAIL("the handle of %s knows %ld, the store %ld", path, (long)shape[0], (long)node->shape[0]);
    if (OK(zarr_array_attributes(array, &attributes, E)) && strcmp(zarr_bytes_text(attributes), node->attributes) != 0)
        FAIL("the handle of %s knows the attributes %s, the store %s", path, zarr_bytes_text(attributes), node->attributes);
    zarr_bytes_free(attributes);
}

/* Looks at the store, unless it holds the same bytes as in a picture that was taken. */
static void look(world *w, picture *now, const picture *before, const picture *after) {
    const uint64_t stored = digest(w);
    if (stored == before->digest) {
        *now = *before;
    } else if (after != NULL && stored == after->digest) {
        *now = *after;
    } else {
        picture_take(w, now, "{\"consolidated\": \"never\"}");
        check_copy(w, now);
    }
}

static void check_state(world *w, const picture *now) {
    check_handle(w->array, now, "g/a");
    check_handle(w->shards, now, "g/s");
    check_handle(w->words, now, "g/w");
    check_handle(w->empty, now, "g/e");
}

/* Stores a document as it is, through the library: handles read it again. */
static void make_reread(world *w) {
    static const char *const keys[2] = {"g/a/zarr.json", "g/a/.zarray"};
    const char *key = keys[w->how.format == ZARR_FORMAT_V2];
    zarr_bytes *text = NULL;
    zarr_error error;
    if (OK(zarr_store_get(w->raw, w->how.kind == PREFIX ? (w->how.format == ZARR_FORMAT_V2 ? "p/g/a/.zarray" : "p/g/a/zarr.json") : key, &text, E)))
        OK(zarr_store_set(w->raw, w->how.kind == PREFIX ? (w->how.format == ZARR_FORMAT_V2 ? "p/g/a/.zarray" : "p/g/a/zarr.json") : key,
                          zarr_bytes_data(text), zarr_bytes_size(text), E));
    zarr_bytes_free(text);
}

/* Runs a case; its n-th operation fails (0: none). Returns true if there are so many. */
static bool run_case(const fault_case *test, setting how, int manner, unsigned long fail, const picture *before, picture *after) {
    world *w = need(sizeof *w);
    picture *now = need(sizeof *now);
    zarr_error error;
    zarr_status status;
    bool met;
    world_open(w, how);
    if (test->flags & REREAD)
        make_reread(w);
    w->kv.fail_operation = fail == 0 ? 0 : w->kv.operations + fail;
    w->kv.stays_broken = manner == LASTS;
    w->kv.answer_lost = manner == LOST;
    status = test->run(w, E);
    met = w->kv.fail_operation != 0 && w->kv.operations >= w->kv.fail_operation;
    w->kv.fail_operation = 0;
    calls++;
    if (!met) {
        check_ok(status, &error, __FILE__, __LINE__, "the call");
    } else if (status != ZARR_OK) {
        reported++;
        FAILS(status, ZARR_ERROR_IO);
        if (strstr(error.message, KV_BROKEN) == NULL)
            FAIL("the message hides the cause: %s", error.message);
    }
    look(w, now, before, fail == 0 ? NULL : after);
    if (fail == 0) {
        *after = *now;
    } else if (status == ZARR_OK) {
        check_equal(now, after);
    } else {
        check_between(now, before, after, test->flags & REPLACES ? "g/a" : "");
    }
    if (test->flags & READS)
        check_equal(now, before);
    check_state(w, now);
    if (met && status != ZARR_OK) {
        const zarr_error first = error;
        world_drop_new(w);
        status = test->run(w, E);
        if ((test->flags & TAKEN && status == ZARR_ERROR_ALREADY_EXISTS) || (test->flags & CHANGED && status == ZARR_ERROR_CONFLICT))
            status = ZARR_OK;
        else if (status != ZARR_OK)
            FAIL("the repeated call fails: %s (the first one: %s)", error.message, first.message);
        look(w, now, before, after);
        if (test->flags & (GROWS | TAKEN))
            check_kept(now, before);
        else
            check_equal(now, after);
        check_state(w, now);
    }
    world_close(w);
    free(now);
    free(w);
    return met;
}

/* All operations of a case in each manner, on a store that is drawn for each. */
static void campaign(const fault_entry *entry, rng *drawn, unsigned long every) {
    picture *before = need(sizeof *before), *after = need(sizeof *after);
    const bool reads = (entry->test->flags & READS) != 0;
    int manner;
    for (manner = 0; manner < MANNERS; manner++) {
        world *w = need(sizeof *w);
        unsigned long fail = 0;
        setting how;
        how.format = rng_range(drawn, 0, 1) ? ZARR_FORMAT_V3 : ZARR_FORMAT_V2;
        how.kind = rng_range(drawn, 0, 1) ? PLAIN : (int)rng_range(drawn, PREFIX, reads ? READ_ONLY : CACHE);
        how.conditional = rng_range(drawn, 0, 1);
        how.cached = rng_range(drawn, 0, 1);
        how.consolidated = rng_range(drawn, 0, 2) == 0;
        world_open(w, how);
        picture_take(w, before, "{\"consolidated\": \"never\"}");
        world_close(w);
        free(w);
        do {
            check_context("%s, v%d, %s%s%s%s, operation %lu %s", entry->name, (int)how.format, kinds[how.kind],
                          how.conditional ? ", set_if" : "", how.cached ? ", cached" : "",
                          how.consolidated ? ", consolidated" : "", fail, manners[manner]);
        } while (run_case(entry->test, how, manner, fail, before, after) ? (fail += every) : fail == 0 && (fail = 1));
    }
    free(before);
    free(after);
}

/* faults [every how many operations, [a function]] */
int main(int argc, char **argv) {
    const unsigned long every = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
    rng drawn = {20260101};
    int i, round;
    for (round = 0; round < (argc > 2 ? 20 : 1); round++)
        for (i = 0; i < fault_entries; i++)
            if (argc < 3 || strcmp(argv[2], fault_table[i].name) == 0)
                campaign(&fault_table[i], &drawn, every);
    printf("%d functions, %lu calls, %lu failures reported\n", fault_entries, calls, reported);
    if (argc < 3)
        faults_script(every);
    return check_summary("faults");
}
