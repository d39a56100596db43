/*
 * Why this file exists: the operations of a history, each one call of the library, or the two that answer one question.
 */
#include "operations.h"

#include "callback_store.h"

#include <time.h>

#define MOST_SLOTS 256

/* An open node; one of both is NULL. */
typedef struct node {
    zarr_array *array;
    zarr_group *group;
} node;

participant participants[MOST_STORES];
static node nodes[MOST_SLOTS];
static kv_store map;
static zarr_queue *queue;
static const char *url, *options;

void sleep_for(int64_t nanoseconds) {
    const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    if (nanoseconds > 0)
        nanosleep(&time, NULL);
}

void result(reply *reply, int64_t value) {
    const size_t room = sizeof reply->results - reply->used;
    const int length = snprintf(reply->results + reply->used, room, " %lld", (long long)value);
    reply->used += length > 0 && (size_t)length < room ? (size_t)length : 0;
}

zarr_status say(reply *reply, zarr_status status, const char *message) {
    snprintf(reply->error.message, sizeof reply->error.message, "%s", message);
    return status;
}

void store_address(const char *path, char *text, size_t size) {
    snprintf(text, size, "%s%s%s", url, strcmp(path, "/") == 0 ? "" : "::", strcmp(path, "/") == 0 ? "" : path);
}

void store_options(char *text, size_t size) { snprintf(text, size, "{%s}", options); }

zarr_status open_store(const char *group, const char *others, zarr_store **store, zarr_error *error) {
    char text[2048], whole[2048];
    snprintf(text, sizeof text, "{%s%s%s}", options, *options && *others ? ", " : "", others);
    if (strcmp(url, "callbacks:") == 0) {
        zarr_store_callbacks callbacks;
        kv_callbacks(&map, &callbacks, true);
        return zarr_store_open_callbacks(&callbacks, &map, text, store, error);
    }
    snprintf(whole, sizeof whole, "%s%s", url, group);
    return zarr_store_open(whole, text, store, error);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Operations: each is given its arguments.
 * ------------------------------------------------------------------------------------------------------------------ */

static node *at(char **words) { return &nodes[atoi(words[0]) % MOST_SLOTS]; }
static zarr_store *in(char **words) { return participants[atoi(words[0]) % MOST_STORES].store; }
/* The root of a hierarchy is written "/". */
static const char *path(const char *word) { return strcmp(word, "/") == 0 ? "" : word; }
/* The second word, as a path in the store that the first one names. */
static const char *path_in(char **words) {
    const bool is_below = participants[atoi(words[0]) % MOST_STORES].is_below;
    return path(words[1]) + (is_below && strncmp(words[1], "g/", 2) == 0 ? 2 : 0);
}

static void drop(node *node) {
    zarr_array_free(node->array);
    zarr_group_free(node->group);
    node->array = NULL;
    node->group = NULL;
}

/* open SLOT STORE PATH: of an array, the length of its chunks */
static zarr_status op_open(char **words, reply *reply) {
    node *node = at(words);
    zarr_status status;
    int64_t chunk = -1;
    drop(node);
    status = zarr_node_open(in(words + 1), path_in(words + 1), NULL, &node->array, &node->group, &reply->error);
    if (node->array && zarr_array_chunk_shape(node->array, 1, &chunk, NULL) == ZARR_OK)
        result(reply, chunk);
    return status;
}

/* open_document SLOT STORE PATH: as open, by the document that another handle knows */
static zarr_status op_open_document(char **words, reply *reply) {
    node *node = at(words);
    zarr_bytes *document = NULL;
    zarr_array *array = NULL;
    zarr_status status = op_open(words, reply);
    if (status != ZARR_OK || !node->array)
        return status;
    status = zarr_array_document(node->array, &document, &reply->error);
    if (status == ZARR_OK)
        status = zarr_array_open_from_document(in(words + 1), path_in(words + 1), zarr_bytes_data(document), zarr_bytes_size(document), NULL,
                                               &array, &reply->error);
    zarr_bytes_free(document);
    drop(node);
    node->array = array;
    return status;
}

/* read SLOT START COUNT */
static zarr_status op_read(char **words, reply *reply) {
    static const int32_t untouched = -1;
    const int64_t start = atoll(words[1]), count = atoll(words[2]);
    int32_t values[MOST_ELEMENTS];
    zarr_status status;
    int64_t i;
    for (i = 0; i < count; i++)
        values[i] = untouched;
    status = zarr_array_read_region(at(words)->array, 1, &start, &count, values, (size_t)count * sizeof *values, &reply->error);
    for (i = 0; i < count && status == ZARR_OK; i++)
        result(reply, values[i]);
    return status;
}

const int32_t *all(int32_t *values, int64_t count, const char *value) {
    int64_t i;
    for (i = 0; i < count; i++)
        values[i] = (int32_t)atol(value);
    return values;
}

/* write SLOT START COUNT VALUE */
static zarr_status op_write(char **words, reply *reply) {
    const int64_t start = atoll(words[1]), count = atoll(words[2]);
    int32_t values[MOST_ELEMENTS];
    return zarr_array_write_region(at(words)->array, 1, &start, &count, all(values, count, words[3]),
                                   (size_t)count * sizeof *values, &reply->error);
}

/* read_chunk SLOT UNIT POSITION COUNT */
static zarr_status op_read_chunk(char **words, reply *reply) {
    const int64_t position = atoll(words[2]), count = atoll(words[3]);
    int32_t values[MOST_ELEMENTS];
    const zarr_status status = zarr_array_read_chunk(at(words)->array, atoi(words[1]), 1, &position, values,
                                                     (size_t)count * sizeof *values, &reply->error);
    int64_t i;
    for (i = 0; i < count && status == ZARR_OK; i++)
        result(reply, values[i]);
    return status;
}

/* write_chunk SLOT UNIT POSITION COUNT VALUE */
static zarr_status op_write_chunk(char **words, reply *reply) {
    const int64_t position = atoll(words[2]), count = atoll(words[3]);
    int32_t values[MOST_ELEMENTS];
    return zarr_array_write_chunk(at(words)->array, atoi(words[1]), 1, &position, all(values, count, words[4]),
                                  (size_t)count * sizeof *values, &reply->error);
}

/* write_encoded SLOT POSITION COUNT VALUE, of an array without codecs */
static zarr_status op_write_encoded(char **words, reply *reply) {
    const int64_t position = atoll(words[1]), count = atoll(words[2]);
    int32_t values[MOST_ELEMENTS];
    return zarr_array_write_encoded_chunk(at(words)->array, ZARR_UNIT_CHUNK, 1, &position, all(values, count, words[3]),
                                          (size_t)count * sizeof *values, &reply->error);
}

/* erase_chunk SLOT UNIT POSITION */
static zarr_status op_erase_chunk(char **words, reply *reply) {
    const int64_t position = atoll(words[2]);
    return zarr_array_erase_chunk(at(words)->array, atoi(words[1]), 1, &position, &reply->error);
}

/* resize SLOT LENGTH */
static zarr_status op_resize(char **words, reply *reply) {
    const int64_t shape = atoll(words[1]);
    return zarr_array_resize(at(words)->array, 1, &shape, &reply->error);
}

/* append SLOT COUNT VALUE */
static zarr_status op_append(char **words, reply *reply) {
    const int64_t count = atoll(words[1]);
    int64_t start = -1;
    int32_t values[MOST_ELEMENTS];
    const zarr_status status = zarr_array_append(at(words)->array, 0, 1, &count, all(values, count, words[2]),
                                                 (size_t)count * sizeof *values, &start, &reply->error);
    result(reply, start);
    return status;
}

/* refresh SLOT */
static zarr_status op_refresh(char **words, reply *reply) { return zarr_array_refresh(at(words)->array, &reply->error); }

/* length SLOT: as it is stored now */
static zarr_status op_length(char **words, reply *reply) {
    int64_t shape = -1;
    zarr_status status = zarr_array_refresh(at(words)->array, &reply->error);
    if (status == ZARR_OK)
        status = zarr_array_shape(at(words)->array, 1, &shape, &reply->error);
    result(reply, shape);
    return status;
}

/* set SLOT NAME VALUE */
static zarr_status op_set(char **words, reply *reply) {
    const node *node = at(words);
    const void *handle = node->array ? (const void *)node->array : (const void *)node->group;
    return zarr_attribute_set_int64(handle, words[1], atoll(words[2]), &reply->error);
}

/* The value of an attribute; -1 is none. */
static int64_t attribute(const char *json, const char *name) {
    char quoted[64];
    const char *found;
    snprintf(quoted, sizeof quoted, "\"%s\":", name);
    found = strstr(json, quoted);
    return found ? atoll(found + strlen(quoted)) : -1;
}

/* get SLOT NAME: the attribute as it is stored now; -1 is none */
static zarr_status op_get(char **words, reply *reply) {
    const node *node = at(words);
    zarr_bytes *json = NULL;
    zarr_status status = node->array ? zarr_array_refresh(node->array, &reply->error) : ZARR_OK;
    if (status == ZARR_OK)
        status = node->array ? zarr_array_attributes(node->array, &json, &reply->error)
                             : zarr_group_attributes(node->group, &json, &reply->error);
    if (status != ZARR_OK)
        return status;
    result(reply, attribute(zarr_bytes_text(json), words[1]));
    zarr_bytes_free(json);
    return status;
}

/* set_all SLOT NAME VALUE NAME VALUE: replaces all attributes */
static zarr_status op_set_all(char **words, reply *reply) {
    const node *node = at(words);
    char json[256];
    snprintf(json, sizeof json, "{\"%s\": %s, \"%s\": %s}", words[1], words[2], words[3], words[4]);
    return node->array ? zarr_array_set_attributes(node->array, json, &reply->error)
                       : zarr_group_set_attributes(node->group, json, &reply->error);
}

/* make_group STORE PATH FORMAT */
static zarr_status op_make_group(char **words, reply *reply) {
    zarr_group *group = NULL;
    const zarr_status status = zarr_group_create(in(words), path_in(words), atoi(words[2]), NULL, &group, &reply->error);
    zarr_group_free(group);
    return status;
}

/* make_array STORE PATH FORMAT LENGTH CHUNK SHARD CODEC; a shard of 0 and a codec "-" are none */
static zarr_status op_make_array(char **words, reply *reply) {
    const int64_t length = atoll(words[3]), chunk = atoll(words[4]), shard = atoll(words[5]);
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_error *error = &reply->error;
    zarr_status status = zarr_array_builder_new(ZARR_INT32, 1, &length, &builder, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_format(builder, atoi(words[2]), error);
    if (status == ZARR_OK)
        status = zarr_array_builder_chunk_shape(builder, 1, &chunk, error);
    if (status == ZARR_OK && shard > 0)
        status = zarr_array_builder_shard_shape(builder, 1, &shard, error);
    if (status == ZARR_OK && strcmp(words[6], "-") != 0)
        status = zarr_array_builder_codec(builder, words[6], NULL, error);
    if (status == ZARR_OK)
        status = zarr_array_create(in(words), path_in(words), builder, &array, error);
    zarr_array_builder_free(builder);
    zarr_array_free(array);
    return status;
}

/* remove STORE PATH */
static zarr_status op_remove(char **words, reply *reply) { return zarr_node_erase(in(words), path_in(words), &reply->error); }

/* move STORE FROM TO */
static zarr_status op_move(char **words, reply *reply) {
    return zarr_node_move(in(words), path_in(words), path(words[2]), NULL, NULL, &reply->error);
}

/* kind STORE PATH */
static zarr_status op_kind(char **words, reply *reply) {
    int32_t kind = -1;
    const zarr_status status = zarr_node_kind(in(words), path_in(words), &kind, &reply->error);
    result(reply, kind);
    return status;
}

static int32_t count_visit(void *count, const char *where, int32_t kind, const zarr_array *array, const zarr_error *problem) {
    (void)where, (void)array, (void)problem, (void)kind;
    ++*(int64_t *)count;
    return 0;
}

/* walk STORE PATH: all ways of listing what there is; what they find changes meanwhile */
static zarr_status op_walk(char **words, reply *reply) {
    zarr_strings *names = NULL;
    zarr_bytes *kinds = NULL;
    int64_t visited = 0;
    zarr_status status = zarr_node_children(in(words), path_in(words), &names, &reply->error);
    zarr_strings_free(names);
    if (status == ZARR_OK)
        status = zarr_node_walk(in(words), path_in(words), -1, &names, &kinds, &reply->error);
    if (status == ZARR_OK) {
        zarr_strings_free(names);
        zarr_bytes_free(kinds);
        status = zarr_node_visit(in(words), path_in(words), -1, NULL, count_visit, &visited, &reply->error);
    }
    return status;
}

/* consolidate STORE PATH */
static zarr_status op_consolidate(char **words, reply *reply) {
    return zarr_node_consolidate(in(words), path_in(words), &reply->error);
}

/* The document of a node as a store tells it: 1, 0 where there is no node. */
static zarr_status document(const zarr_store *store, const char *where, char *text, size_t size, zarr_error *error) {
    zarr_array *array = NULL;
    zarr_group *group = NULL;
    zarr_bytes *json = NULL;
    zarr_status status = zarr_node_open(store, where, NULL, &array, &group, error);
    if (status == ZARR_OK)
        status = array ? zarr_array_metadata(array, &json, error) : zarr_group_attributes(group, &json, error);
    snprintf(text, size, "%s", status == ZARR_OK ? (const char *)zarr_bytes_data(json) : "no node");
    zarr_bytes_free(json);
    zarr_array_free(array);
    zarr_group_free(group);
    return status == ZARR_ERROR_NOT_FOUND ? ZARR_OK : status;
}

/* open_by_copy PATH: a node as the consolidated copy tells of it */
static zarr_status op_open_by_copy(char **words, reply *reply) {
    zarr_store *store = NULL;
    node opened = {NULL, NULL};
    zarr_status status = open_store("", "\"consolidated\": \"require\"", &store, &reply->error);
    if (status == ZARR_OK)
        status = zarr_node_open(store, path(words[0]), NULL, &opened.array, &opened.group, &reply->error);
    drop(&opened);
    zarr_store_free(store);
    return status;
}

/* get_by_copy PATH NAME: an attribute as the consolidated copy tells of it */
static zarr_status op_get_by_copy(char **words, reply *reply) {
    static const char *const require = "\"consolidated\": \"require\"";
    zarr_store *store = NULL;
    node opened = {NULL, NULL};
    zarr_bytes *json = NULL;
    zarr_status status = open_store("", require, &store, &reply->error);
    if (status == ZARR_OK)
        status = zarr_node_open(store, path(words[0]), NULL, &opened.array, &opened.group, &reply->error);
    if (status == ZARR_OK)
        status = opened.array ? zarr_array_attributes(opened.array, &json, &reply->error)
                              : zarr_group_attributes(opened.group, &json, &reply->error);
    if (status == ZARR_OK)
        result(reply, attribute(zarr_bytes_text(json), words[1]));
    zarr_bytes_free(json);
    drop(&opened);
    zarr_store_free(store);
    return status;
}

/* compare_copies PATH...: whether the consolidated copy of the root says what the documents say; 0 is that there is none */
static zarr_status op_compare_copies(char **words, reply *reply) {
    char own[8192], copied[8192];
    zarr_store *by_documents = NULL, *by_copy = NULL;
    zarr_group *root = NULL;
    zarr_status status = open_store("", "\"consolidated\": \"never\"", &by_documents, &reply->error);
    if (status == ZARR_OK)
        status = open_store("", "\"consolidated\": \"require\"", &by_copy, &reply->error);
    if (status == ZARR_OK)
        status = zarr_group_open(by_copy, "", &root, &reply->error);
    zarr_group_free(root);
    result(reply, status == ZARR_OK);
    for (; *words && status == ZARR_OK; words++) {
        status = document(by_documents, path(*words), own, sizeof own, &reply->error);
        if (status == ZARR_OK)
            status = document(by_copy, path(*words), copied, sizeof copied, &reply->error);
        if (status == ZARR_OK && strcmp(own, copied) != 0) {
            char *at;
            size_t same = 0, from;
            while (own[same] == copied[same])
                same++;
            from = same < 40 ? 0 : same - 40;
            snprintf(reply->error.message, sizeof reply->error.message, "%s: the copy says \"...%.80s\", the document \"...%.80s\"", *words,
                     copied + from, own + from);
            for (at = reply->error.message; *at; at++)
                *at = *at == '\n' ? ' ' : *at;
            status = COPY_DIFFERS;
        }
    }
    zarr_store_free(by_documents);
    zarr_store_free(by_copy);
    return status == ZARR_ERROR_NOT_FOUND && root == NULL ? ZARR_OK : status;
}

/* pause MICROSECONDS */
static zarr_status op_pause(char **words, reply *reply) {
    (void)reply;
    sleep_for(1000 * atoll(words[0]));
    return ZARR_OK;
}

static const struct verb {
    const char *name;
    int words;
    zarr_status (*run)(char **words, reply *reply);
} verbs[] = {
    {"open", 3, op_open}, {"open_document", 3, op_open_document}, {"get_by_copy", 2, op_get_by_copy}, {"respell", 3, op_respell},
    {"too_long", 5, op_too_long}, {"repair", 1, op_repair}, {"copy", 6, op_copy}, {"make_dataset", 5, op_make_dataset},
    {"dataset_open", 3, op_dataset_open}, {"dataset_append", 3, op_dataset_append}, {"dataset_resize", 2, op_dataset_resize},
    {"dataset_lengths", 2, op_dataset_lengths}, {"read", 3, op_read}, {"write", 4, op_write}, {"read_chunk", 4, op_read_chunk},
    {"write_chunk", 5, op_write_chunk}, {"write_encoded", 4, op_write_encoded}, {"erase_chunk", 3, op_erase_chunk},
    {"resize", 2, op_resize}, {"append", 3, op_append}, {"refresh", 1, op_refresh}, {"length", 1, op_length}, {"set", 3, op_set},
    {"get", 2, op_get}, {"set_all", 5, op_set_all}, {"make_group", 3, op_make_group}, {"make_array", 7, op_make_array},
    {"remove", 2, op_remove}, {"move", 3, op_move}, {"kind", 2, op_kind}, {"walk", 2, op_walk},
    {"consolidate", 2, op_consolidate}, {"open_by_copy", 1, op_open_by_copy}, {"compare_copies", 1, op_compare_copies}, {"pause", 1, op_pause}};


/* ------------------------------------------------------------------------------------------------------------------
 * Operations of the queue: queue_read SLOT START COUNT, queue_write SLOT START COUNT VALUE
 * ------------------------------------------------------------------------------------------------------------------ */

bool is_queued(const char *verb) { return strcmp(verb, "queue_read") == 0 || strcmp(verb, "queue_write") == 0; }

zarr_status queue_operation(char **words, int count, queued *queued) {
    const bool reads = strcmp(words[0], "queue_read") == 0;
    reply *answer = queued->answer;
    int64_t start, i;
    size_t size;
    if (count <= (reads ? 3 : 4))
        return say(answer, WRONG_USE, "no such operation");
    start = atoll(words[2]);
    queued->count = atoll(words[3]);
    queued->reads = reads;
    queued->values = malloc((size_t)(queued->count + 1) * sizeof *queued->values);
    size = (size_t)queued->count * sizeof *queued->values;
    for (i = 0; i < queued->count; i++)
        queued->values[i] = reads ? -1 : (int32_t)atol(words[4]);
    if (reads)
        return zarr_queue_read_region(queue, at(words + 1)->array, 1, &start, &queued->count, queued->values, size, &queued->ticket,
                                      &answer->error);
    /* Half of them are copied, the others stay where they are. */
    if (atol(words[4]) % 2)
        return zarr_queue_write_region_then(queue, at(words + 1)->array, 1, &start, &queued->count, queued->values, size, NULL, NULL,
                                            &queued->ticket, &answer->error);
    answer->status = zarr_queue_write_region(queue, at(words + 1)->array, 1, &start, &queued->count, queued->values, size,
                                             &queued->ticket, &answer->error);
    for (i = 0; i < queued->count; i++)
        queued->values[i] = -2;
    return answer->status;
}

void wait_for(queued *queued) {
    int64_t i;
    queued->answer->status = zarr_queue_wait(queue, queued->ticket, &queued->answer->error);
    for (i = 0; i < queued->count && queued->reads && queued->answer->status == ZARR_OK; i++)
        result(queued->answer, queued->values[i]);
    free(queued->values);
}

zarr_status operate(char **words, int count, reply *reply) {
    size_t i;
    for (i = 0; count > 0 && i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verbs[i].name, words[0]) == 0 && count > verbs[i].words)
            return verbs[i].run(words + 1, reply);
    return say(reply, WRONG_USE, "no such operation");
}

void begin_operations(const char *of, const char *with) {
    url = of;
    options = with;
    kv_init(&map);
    /* Full with some operations. */
    if (zarr_queue_new("{\"threads\": 2, \"bytes\": 4096}", &queue, NULL) != ZARR_OK)
        abort();
}

void end_operations(void) {
    int i;
    zarr_queue_free(queue);
    for (i = 0; i < MOST_SLOTS; i++)
        drop(&nodes[i]);
    free_datasets();
    for (i = 0; i < MOST_STORES; i++)
        zarr_store_free(participants[i].store);
    free_participants();
}
