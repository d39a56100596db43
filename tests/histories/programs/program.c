/*
 * Why this file exists: see program.h.
 */
#include "program.h"

#include <fcntl.h>
#include <time.h>
#include <unistd.h>

#define MOST_WORDS 8

static int journal;

void result(answer *answer, int64_t value) {
    const size_t room = sizeof answer->text - answer->used;
    const int length = snprintf(answer->text + answer->used, room, " %lld", (long long)value);
    answer->used += length > 0 && (size_t)length < room ? (size_t)length : 0;
}

bool read_line(char *line, size_t size) {
    const bool read = fgets(line, (int)size, stdin) != NULL;
    line[read ? strcspn(line, "\n") : 0] = 0;
    return read;
}

static void say(const char *word) {
    if (tells) {
        puts(word);
        fflush(stdout);
    }
}

static void tell(const char *line, int length) {
    if (tells && write(journal, line, (size_t)length) != (ssize_t)length)
        _exit(3);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void run_line(char *line) {
    static answer answer;
    static char told[sizeof answer.text + 64];
    char *words[MOST_WORDS + 1] = {0}, *rest = NULL, *word;
    const long id = strtol(line, &line, 10);
    int count = 0, status = 0;
    for (word = strtok_r(line, " ", &rest); word && count < MOST_WORDS; word = strtok_r(NULL, " ", &rest))
        words[count++] = word;
    answer.used = 0;
    answer.text[0] = 0;
    tell(told, snprintf(told, sizeof told, "S %ld %lld\n", id, now()));
    if (strcmp(words[0], "pause") == 0) {
        const struct timespec time = {0, 1000 * atol(words[1])};
        nanosleep(&time, NULL);
    } else {
        status = operate(words, &answer);
    }
    tell(told, snprintf(told, sizeof told, "E %ld %lld %d%s%s\n", id, now(), status, answer.text[0] == ' ' ? "" : " ", answer.text));
}

void serve(void) {
    static char asked[8192], line[1024];
    while (next_line(asked, sizeof asked)) {
        char *fields[5], *at = asked;
        size_t i;
        FILE *operations;
        for (i = 0; i < 5; i++) {
            fields[i] = at;
            at += strcspn(at, "\t");
            at += *at ? (*at = 0, 1) : 0;
        }
        setenv("ZARR_TEST_PAUSES", fields[4], 1);
        operations = fopen(fields[0], "r");
        journal = tells ? open(fields[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
        if (!operations || (tells && journal < 0))
            _exit(2);
        begin_history(fields[2], fields[3]);
        while (fgets(line, sizeof line, operations)) {
            line[strcspn(line, "\n")] = 0;
            if (strcmp(line, "gate") == 0) {
                say("ready");
                next_line(line, sizeof line);
            } else if (line[0] >= '0' && line[0] <= '9') {
                run_line(line);
            }
        }
        end_history();
        fclose(operations);
        close(journal);
        say("done");
    }
}
