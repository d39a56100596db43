/*
 * Why this file exists: the participants of a history besides plain handles of one store: handles through wrapping stores and by
 * other paths, a program that spells documents anew, programs of a dataset, and zarrtool.
 */
#include "operations.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_BASES 64
/* Room for some chunks, so that others are evicted. */
#define CACHE_BYTES "\"cache_bytes\": 6000"
#define CACHE_SIZE 6000

extern char **environ;

/* Stores below the wrapping ones; zarr_store_free is called for each in the end. */
static zarr_store *bases[MOST_BASES];
static int based;

static zarr_store *base(zarr_store *store) {
    if (based < MOST_BASES)
        bases[based++] = store;
    return store;
}

void free_participants(void) {
    while (based > 0)
        zarr_store_free(bases[--based]);
}

/* ------------------------------------------------------------------------------------------------------------------
 * Layers: each makes a store of the one below. The words of a recipe name them, the lowest first.
 * ------------------------------------------------------------------------------------------------------------------ */

/* A slow store: it gives others time between two operations of one call. */
static void linger(void *user_data, const zarr_operation *operation) {
    struct timespec time;
    (void)user_data, (void)operation;
    clock_gettime(CLOCK_MONOTONIC, &time);
    if (time.tv_nsec / 64 % 3 == 0)
        sleep_for(time.tv_nsec / 64 % 977 * 1000);
}

static zarr_status wrap(const char *layer, const char *with, zarr_store *below, zarr_store **store, zarr_error *error) {
    zarr_tracer tracer = ZARR_TRACER_INIT;
    const zarr_store *layers[2];
    zarr_store *empty = NULL;
    zarr_status status;
    if (strcmp(layer, "prefix") == 0)
        return zarr_store_wrap_prefix(below, "g/", with, store, error);
    if (strcmp(layer, "whole") == 0)
        return zarr_store_wrap_prefix(below, "", with, store, error);
    if (strcmp(layer, "read_only") == 0)
        return zarr_store_wrap_read_only(below, with, store, error);
    if (strcmp(layer, "cache") == 0)
        return zarr_store_wrap_cache(below, CACHE_SIZE, with, store, error);
    if (strcmp(layer, "slow") == 0) {
        tracer.ended = linger;
        return zarr_store_wrap_trace(below, &tracer, NULL, with, store, error);
    }
    /* "over" and "under" an empty store. */
    status = zarr_store_open("memory://", NULL, &empty, error);
    if (status != ZARR_OK)
        return status;
    base(empty);
    layers[0] = strcmp(layer, "over") == 0 ? below : empty;
    layers[1] = layers[0] == below ? empty : below;
    return zarr_store_wrap_overlay(layers, 2, with, store, error);
}

zarr_status open_participant(const char *recipe, participant *made, zarr_error *error) {
    char words[256], *rest = NULL, *word;
    const char *with = "";
    zarr_status status = ZARR_OK;
    snprintf(words, sizeof words, "%s", recipe);
    made->store = NULL;
    made->is_below = false;
    for (word = strtok_r(words, " ", &rest); word && status == ZARR_OK; word = strtok_r(NULL, " ", &rest)) {
        zarr_store *below = made->store;
        made->is_below |= strcmp(word, "prefix") == 0 || strcmp(word, "inside") == 0;
        if (strcmp(word, "keeps") == 0) {
            with = CACHE_BYTES;
        } else if (strcmp(word, "plain") == 0) {
            status = open_store("", with, &made->store, error);
        } else if (strcmp(word, "inside") == 0) {
            status = open_store("/g", with, &made->store, error);
        } else if (word[0] >= '0' && word[0] <= '9') {
            status = zarr_store_share(participants[atoi(word)].store, &made->store, error);
        } else {
            status = wrap(word, *with ? "{" CACHE_BYTES "}" : NULL, base(below), &made->store, error);
        }
    }
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------
 * A program that writes a document anew, with the meaning that it had
 * ------------------------------------------------------------------------------------------------------------------ */

#define MOST_MEMBERS 32

/* The members of an object, as they are written. Returns how many; 0 is that the text is no object that it knows. */
static int members(const char *text, const char **from, const char **to) {
    int depth = 0, count = 0;
    bool quoted = false;
    for (; *text; text++) {
        if (quoted) {
            text += *text == '\\';
            quoted = *text != '"';
            continue;
        }
        quoted = *text == '"';
        if (depth == 1 && quoted && (count == 0 || to[count - 1]) && count < MOST_MEMBERS) {
            to[count] = NULL;
            from[count++] = text;
        }
        if (depth == 1 && count > 0 && (*text == ',' || *text == '}') && !to[count - 1])
            to[count - 1] = text;
        depth += *text == '{' || *text == '[';
        depth -= *text == '}' || *text == ']';
    }
    return count;
}

/* respell STORE KEY SEED: members in another order, with other blanks, and with an empty list that means nothing */
zarr_status op_respell(char **words, reply *reply) {
    char text[8192], anew[8192 + 256];
    const char *from[MOST_MEMBERS], *to[MOST_MEMBERS];
    const zarr_store *store = participants[atoi(words[0]) % MOST_STORES].store;
    const unsigned seed = (unsigned)atol(words[2]);
    zarr_bytes *value = NULL;
    const bool lists = seed % 3 == 0 && strstr(words[1], "zarr.json") != NULL;
    size_t used = 0;
    int count, i;
    zarr_status status = zarr_store_get(store, words[1], &value, &reply->error);
    if (status != ZARR_OK)
        return status;
    snprintf(text, sizeof text, "%.*s", (int)zarr_bytes_size(value), (const char *)zarr_bytes_data(value));
    zarr_bytes_free(value);
    count = members(text, from, to);
    used += (size_t)snprintf(anew, sizeof anew, "{%s", seed % 2 ? "\n " : "");
    for (i = 0; i < count; i++) {
        const int at = (i + (int)(seed % 7)) % count;
        if (strncmp(from[at], "\"storage_transformers\"", 22) == 0)
            continue;
        used += (size_t)snprintf(anew + used, sizeof anew - used, "%s%.*s", anew[used - 1] == '{' || used < 4 ? "" : seed % 5 ? "," : " ,\n",
                                 (int)(to[at] - from[at]), from[at]);
    }
    if (lists)
        used += (size_t)snprintf(anew + used, sizeof anew - used, ", \"storage_transformers\": []");
    used += (size_t)snprintf(anew + used, sizeof anew - used, "}");
    return count ? zarr_store_set(store, words[1], anew, used, &reply->error) : ZARR_OK;
}

/* too_long STORE KEY COUNT ALL VALUE: a chunk as NCZarr writes it, as long as the array, with its own elements in front */
zarr_status op_too_long(char **words, reply *reply) {
    const zarr_store *store = participants[atoi(words[0]) % MOST_STORES].store;
    const int count = atoi(words[2]), all = atoi(words[3]);
    int32_t values[MOST_ELEMENTS] = {0};
    int i;
    for (i = 0; i < count; i++)
        values[i] = (int32_t)atol(words[4]);
    return zarr_store_set(store, words[1], values, (size_t)all * sizeof *values, &reply->error);
}

/* ------------------------------------------------------------------------------------------------------------------
 * zarrtool
 * ------------------------------------------------------------------------------------------------------------------ */

#define TOOL_SECONDS 15
/* The exit code of the tool for a target that is another node already. */
#define TOOL_MEETS_ANOTHER 4

/* Runs the tool, and kills it after so many microseconds; 0: lets it end. Returns its exit code, -1 where it was killed. */
static int run_tool(char **arguments, int64_t kill_after) {
    posix_spawn_file_actions_t actions;
    int status = 0;
    int64_t waited = 0;
    pid_t process = -1, ended = 0;
    bool spawned;
    arguments[0] = getenv("ZARR_HISTORIES_TOOL");
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    spawned = arguments[0] && posix_spawn(&process, arguments[0], &actions, NULL, arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!spawned)
        return 127;
    if (kill_after > 0) {
        sleep_for(1000 * kill_after);
        kill(process, SIGKILL);
    }
    while ((ended = waitpid(process, &status, WNOHANG)) == 0) {
        sleep_for(500000);
        waited += 500000;
        if (waited > TOOL_SECONDS * (int64_t)1000000000)
            kill(process, SIGKILL);
    }
    return ended == process && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* repair PATH: cuts the chunks that are too long */
zarr_status op_repair(char **words, reply *reply) {
    char address[2048], with[2048], *arguments[] = {NULL, "repair", address, "--options", with, "--threads", "1", NULL};
    int code;
    store_address(words[0], address, sizeof address);
    store_options(with, sizeof with);
    code = run_tool(arguments, 0);
    return code == 0 || code == 1 ? ZARR_OK : say(reply, TOOL_FAILS, "zarrtool repair failed");
}

/*
 * copy COMMAND PATH LENGTH ID MICROSECONDS ATOMIC CHANGES: reads the elements from a copy, whose program was killed and went on.
 * CHANGES: others change the document meanwhile, so that the copy may have to begin anew, elsewhere.
 */
zarr_status op_copy(char **words, reply *reply) {
    char from[2048], to[2048], with[2048];
    char *arguments[] = {NULL, words[0], from, to, "--options", with, "--to-options",
                         atoi(words[5]) ? "{}" : "{\"atomic\": false}", "--threads", "1", NULL, NULL};
    const int64_t length = atoll(words[2]);
    int64_t start = 0;
    int32_t values[MOST_ELEMENTS];
    zarr_store *store = NULL;
    zarr_array *array = NULL;
    zarr_status status;
    int code, i;
    store_address(words[1], from, sizeof from);
    store_options(with, sizeof with);
    store_address("/", to, sizeof to);
    snprintf(to + strlen(to), sizeof to - strlen(to), ".copy.%s", words[3]);
    code = run_tool(arguments, atoll(words[4]));
    if (code != 0) {
        arguments[10] = "--resume";
        code = run_tool(arguments, 0);
    }
    if (code == TOOL_MEETS_ANOTHER && atoi(words[6])) {
        strcat(to, ".again");
        code = run_tool(arguments, 0);
    }
    if (code != 0)
        return say(reply, TOOL_FAILS, "zarrtool did not go on with a copy");
    status = zarr_store_open(to, NULL, &store, &reply->error);
    if (status == ZARR_OK)
        status = zarr_array_open(store, "", &array, &reply->error);
    if (status == ZARR_OK)
        status = zarr_array_read_region(array, 1, &start, &length, values, (size_t)length * sizeof *values, &reply->error);
    for (i = 0; i < length && status == ZARR_OK; i++)
        result(reply, values[i]);
    zarr_array_free(array);
    zarr_store_free(store);
    return status;
}

/* ------------------------------------------------------------------------------------------------------------------
 * Datasets: arrays of one dimension. Their operations are of several documents, and take turns.
 * ------------------------------------------------------------------------------------------------------------------ */

#define MOST_DATASETS 64

static zarr_dataset *datasets[MOST_DATASETS];
static const char *const variables[] = {"time", "u"};
static char turn_path[1024];

void begin_participants(const char *journal) { snprintf(turn_path, sizeof turn_path, "%.*s/turn", (int)(strrchr(journal, '/') - journal), journal); }

/* Waits until no other thread or process has the turn. Returns what ends it. */
static int take_turn(void) {
    const int turn = open(turn_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (turn < 0 || flock(turn, LOCK_EX) != 0)
        _exit(7);
    return turn;
}

static zarr_dataset **dataset(char **words) { return &datasets[atoi(words[0]) % MOST_DATASETS]; }

void free_datasets(void) {
    int i;
    for (i = 0; i < MOST_DATASETS; i++)
        zarr_dataset_free(datasets[i]);
}

/* make_dataset STORE PATH FORMAT LENGTH CHUNK */
zarr_status op_make_dataset(char **words, reply *reply) {
    const int64_t none = 0, length = atoll(words[3]), chunk = atoll(words[4]);
    const int32_t fill = 0;
    const char *const time[] = {"time"};
    zarr_error *error = &reply->error;
    zarr_dataset *made = NULL;
    zarr_array_builder *builder = NULL;
    zarr_status status = zarr_dataset_create(participants[atoi(words[0])].store, words[1], atoi(words[2]), NULL, &made, error);
    size_t i;
    if (status == ZARR_OK)
        status = zarr_dataset_define_dimension(made, "time", length, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_new(ZARR_INT32, 1, &none, &builder, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_chunk_shape(builder, 1, &chunk, error);
    if (status == ZARR_OK)
        status = zarr_array_builder_fill_value(builder, &fill, sizeof fill, error);
    for (i = 0; i < 2 && status == ZARR_OK; i++)
        status = zarr_dataset_define_array(made, variables[i], 1, time, builder, error);
    if (status == ZARR_OK)
        status = zarr_dataset_commit(made, error);
    zarr_array_builder_free(builder);
    zarr_dataset_free(made);
    return status;
}

/* dataset_open SLOT STORE PATH */
zarr_status op_dataset_open(char **words, reply *reply) {
    const int turn = take_turn();
    zarr_status status;
    zarr_dataset_free(*dataset(words));
    *dataset(words) = NULL;
    /* On a busy machine a step of another process may last longer than opening waits for it. */
    status = zarr_dataset_open(participants[atoi(words[1])].store, words[2], "{\"unequal_dimensions\": \"keep\"}", dataset(words),
                               &reply->error);
    close(turn);
    return status;
}

/* dataset_append SLOT COUNT VALUE: a block of all arrays; the place that it got */
zarr_status op_dataset_append(char **words, reply *reply) {
    const int64_t count = atoll(words[1]);
    int32_t values[MOST_ELEMENTS];
    const void *const data[] = {all(values, count, words[2]), values};
    const size_t sizes[] = {(size_t)count * sizeof *values, (size_t)count * sizeof *values};
    int64_t start = -1;
    const int turn = take_turn();
    const zarr_status status = zarr_dataset_append(*dataset(words), "time", count, 2, variables, data, sizes, &start, &reply->error);
    close(turn);
    result(reply, start);
    return status;
}

/* dataset_resize SLOT LENGTH */
zarr_status op_dataset_resize(char **words, reply *reply) {
    const int turn = take_turn();
    const zarr_status status = zarr_dataset_resize_dimension(*dataset(words), "time", atoll(words[1]), &reply->error);
    close(turn);
    return status;
}

/* dataset_lengths STORE PATH: the length of each array, by a handle that is opened now */
zarr_status op_dataset_lengths(char **words, reply *reply) {
    const int turn = take_turn();
    zarr_dataset *opened = NULL;
    zarr_status status = zarr_dataset_open(participants[atoi(words[0])].store, words[1], NULL, &opened, &reply->error);
    size_t i;
    for (i = 0; i < 2 && status == ZARR_OK; i++) {
        zarr_array *array = NULL;
        int64_t length = -1;
        status = zarr_dataset_array(opened, variables[i], &array, &reply->error);
        if (status == ZARR_OK)
            status = zarr_array_shape(array, 1, &length, &reply->error);
        result(reply, length);
        zarr_array_free(array);
    }
    zarr_dataset_free(opened);
    close(turn);
    return status;
}
