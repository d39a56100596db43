/*
 * Why this file exists: a history needs a program that uses the library as a user's would, and tells when it did what. It reads a list
 * of operations, carries them out on several threads, and writes down for each when it began, when it ended and what came of it.
 *
 * worker <program> <log> <url> <options>
 *
 * The program is lines: "store LAYERS" (see participants.c); "phase"; "gate" (the phase begins when standard input ends; before,
 * "ready" is printed); "thread"; and operations, "<id> <verb> <arguments>". Threads of one phase run side by side, phases one after the
 * other. The log has "S <id> <time>", written before an operation, and "E <id> <time> <status> <results or message>" after it: each
 * line by one call, so a kill leaves whole lines.
 */
#include "operations.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MOST_WORDS 64
#define MOST_LINES 4096
#define MOST_THREADS 16
/* A thread waits for what it has queued when it is so much, and before it does anything else. */
#define MOST_QUEUED 4
#define CHILD_SECONDS 15

typedef struct thread {
    pthread_t thread;
    char **lines;
    size_t count;
} thread;

static int journal;
/* Children that were forked, with the operations that did so; ended ones are collected after each phase. */
static struct { pid_t process; long id; } children[64];
static int forked;
static pthread_mutex_t forking = PTHREAD_MUTEX_INITIALIZER;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void tell(const char *line, size_t length) {
    if (write(journal, line, length) != (ssize_t)length)
        _exit(3);
}

static void began(long id) {
    char line[64];
    tell(line, (size_t)snprintf(line, sizeof line, "S %ld %lld\n", id, (long long)now()));
}

static void ended(long id, const reply *reply) {
    char line[sizeof reply->results + sizeof reply->error.message + 64];
    const char *text = reply->status == ZARR_OK ? reply->results : reply->error.message;
    tell(line, (size_t)snprintf(line, sizeof line, "E %ld %lld %d%s%s\n", id, (long long)now(), (int)reply->status,
                                *text && *text != ' ' ? " " : "", text));
}

/* A child that goes on alone: it sleeps, or uses the library. One that hangs is ended by its alarm. */
static void be_child(int64_t microseconds) {
    zarr_store *store = NULL;
    int32_t kind;
    zarr_error error;
    alarm(CHILD_SECONDS);
    if (microseconds > 0) {
        sleep_for(1000 * microseconds);
    } else if (open_store("", "", &store, &error) == ZARR_OK) {
        zarr_node_kind(store, "", &kind, &error);
    }
    _exit(0);
}

/* fork MICROSECONDS: a child that sleeps so long, 0: that uses the library */
static bool op_fork(long id, char **words) {
    bool full;
    pthread_mutex_lock(&forking);
    full = forked == (int)(sizeof children / sizeof *children);
    if (!full) {
        const pid_t process = fork();
        if (process == 0)
            be_child(atoll(words[0]));
        children[forked].process = process;
        children[forked++].id = id;
    }
    pthread_mutex_unlock(&forking);
    return full;
}

static void collect_children(void) {
    while (forked > 0) {
        int status = 0;
        reply answer = {0};
        forked--;
        waitpid(children[forked].process, &status, 0);
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            answer.status = say(&answer, CHILD_HANGS, "a forked child did not end by itself");
        ended(children[forked].id, &answer);
    }
}

/* Operations that a thread has queued and not waited for. */
typedef struct in_flight {
    queued operations[MOST_QUEUED];
    int count;
} in_flight;

static void wait_for_all(in_flight *in_flight) {
    int i;
    for (i = 0; i < in_flight->count; i++) {
        queued *queued = &in_flight->operations[i];
        wait_for(queued);
        ended(queued->id, queued->answer);
        free(queued->answer);
    }
    in_flight->count = 0;
}

static void add(in_flight *in_flight, long id, char **words, int count) {
    queued *queued = &in_flight->operations[in_flight->count];
    memset(queued, 0, sizeof *queued);
    queued->id = id;
    queued->answer = calloc(1, sizeof *queued->answer);
    queued->answer->status = queue_operation(words, count, queued);
    if (queued->answer->status == ZARR_OK) {
        in_flight->count++;
    } else {
        ended(id, queued->answer);
        free(queued->answer);
        free(queued->values);
    }
    if (in_flight->count == MOST_QUEUED)
        wait_for_all(in_flight);
}

static void run_line(char *line, in_flight *in_flight) {
    char *words[MOST_WORDS + 1] = {0}, *rest = NULL, *word;
    int count = 0;
    reply *answer = calloc(1, sizeof *answer);
    const long id = strtol(line, &line, 10);
    for (word = strtok_r(line, " ", &rest); word && count < MOST_WORDS; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    if (count == 0 || !is_queued(words[0]))
        wait_for_all(in_flight);
    began(id);
    if (count > 0 && is_queued(words[0])) {
        add(in_flight, id, words, count);
        free(answer);
        return;
    }
    if (count == 2 && strcmp(words[0], "fork") == 0 && !op_fork(id, words + 1)) {
        free(answer);
        return;
    }
    answer->status = operate(words, count, answer);
    ended(id, answer);
    free(answer);
}

static void *run_thread(void *of) {
    const thread *thread = of;
    in_flight in_flight;
    size_t i;
    in_flight.count = 0;
    for (i = 0; i < thread->count; i++)
        run_line(thread->lines[i], &in_flight);
    wait_for_all(&in_flight);
    return NULL;
}

static void run_phase(thread *threads, int count) {
    int i;
    for (i = 0; i < count; i++)
        if (pthread_create(&threads[i].thread, NULL, run_thread, &threads[i]) != 0)
            _exit(4);
    for (i = 0; i < count; i++) {
        pthread_join(threads[i].thread, NULL);
        free(threads[i].lines);
    }
    collect_children();
}

static void run_program(FILE *program) {
    thread threads[MOST_THREADS] = {0};
    char line[1024];
    int count = 0, stores = 0;
    while (fgets(line, sizeof line, program)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "store ", 6) == 0 && stores < MOST_STORES) {
            zarr_error error;
            if (open_participant(line + 6, &participants[stores++], &error) != ZARR_OK) {
                fprintf(stderr, "%s can't be opened: %s\n", line, error.message);
                exit(5);
            }
        } else if (strcmp(line, "gate") == 0) {
            if (write(STDOUT_FILENO, "ready\n", 6) != 6)
                exit(6);
            while (read(STDIN_FILENO, line, sizeof line) > 0)
                ;
        } else if (strcmp(line, "phase") == 0) {
            run_phase(threads, count);
            count = 0;
        } else if (strcmp(line, "thread") == 0 && count < MOST_THREADS) {
            threads[count].count = 0;
            threads[count++].lines = calloc(MOST_LINES, sizeof *threads->lines);
        } else if (count > 0 && threads[count - 1].count < MOST_LINES) {
            thread *last = &threads[count - 1];
            last->lines[last->count++] = strdup(line);
        }
    }
    run_phase(threads, count);
}

int main(int count, char **arguments) {
    FILE *program = count == 5 ? fopen(arguments[1], "r") : NULL;
    journal = program ? open(arguments[2], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    if (journal < 0)
        return 2;
    begin_participants(arguments[2]);
    begin_operations(arguments[3], arguments[4]);
    run_program(program);
    end_operations();
    return 0;
}
