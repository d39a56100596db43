/* The protocol between run.py and the programs that it times: one operation a run, one JSON object a line.

       PROGRAM OP key=value ...     OP: read write rboxes wboxes open list one

   Unknown keys are ignored. {"unsupported":1} and status 4: the program does not know that operation, or that codec. What is
   timed begins after emit_base; each repetition ends with emit_time; emit_sum is what run.py compares. */
#ifndef BENCHES_PROTOCOL_H
#define BENCHES_PROTOCOL_H

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RANK 3
#define PATH_LENGTH 4200

typedef struct box {
    int64_t start[RANK], count[RANK];
} box;

static int argument_count;
static char **arguments;

static inline const char *text(const char *key, const char *otherwise)
{
    size_t length = strlen(key);
    for (int i = 2; i < argument_count; i++)
        if (strncmp(arguments[i], key, length) == 0 && arguments[i][length] == '=')
            return arguments[i] + length + 1;
    return otherwise;
}

static inline int64_t number(const char *key, int64_t otherwise)
{
    const char *value = text(key, NULL);
    return value ? strtoll(value, NULL, 10) : otherwise;
}

/* Three lengths, separated by commas; 0 if the key is not given. */
static inline int lengths(const char *key, int64_t *values)
{
    const char *value = text(key, "");
    int count = 0;
    while (*value && count < RANK) {
        char *end;
        values[count++] = strtoll(value, &end, 10);
        value = *end == ',' ? end + 1 : end;
    }
    return count == RANK;
}

static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The most memory that the process has had, in KiB. */
static inline long high_water(void)
{
    char line[256];
    long value = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (file && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %ld", &value) == 1)
            break;
    if (file)
        fclose(file);
    return value;
}

static inline void emit_base(void)
{
    printf("{\"base_kb\":%ld}\n", high_water());
    fflush(stdout);
}

static inline void emit_time(int64_t rep, double seconds)
{
    printf("{\"rep\":%lld,\"t\":%.9f,\"hwm_kb\":%ld}\n", (long long)rep, seconds, high_water());
    fflush(stdout);
}

static inline void emit_sum(uint64_t sum)
{
    printf("{\"sum\":%llu}\n", (unsigned long long)sum);
    fflush(stdout);
}

static inline void *memory(int64_t size)
{
    void *result = NULL;
    if (posix_memalign(&result, 4096, size > 0 ? (size_t)size : 1)) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
    return result;
}

static inline int64_t elements(const int64_t *count)
{
    return count[0] * count[1] * count[2];
}

static inline uint64_t sum_of(const void *data, int64_t count, int64_t size)
{
    uint64_t sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += size == 4 ? ((const uint32_t *)data)[i] : ((const uint16_t *)data)[i];
    return sum;
}

static inline void *load(int64_t size)
{
    void *data = memory(size);
    FILE *file = fopen(text("raw", ""), "rb");
    if (file == NULL || fread(data, 1, (size_t)size, file) != (size_t)size) {
        fprintf(stderr, "raw file\n");
        exit(3);
    }
    fclose(file);
    return data;
}

static inline box *load_boxes(int64_t *count)
{
    int64_t limit = number("n", 1), capacity = 4096;
    box *boxes = malloc((size_t)capacity * sizeof *boxes), next;
    FILE *file = fopen(text("boxes", ""), "r");
    *count = 0;
    if (file == NULL || boxes == NULL) {
        fprintf(stderr, "box file\n");
        exit(3);
    }
    for (;;) {
        long long v[2 * RANK];
        if (fscanf(file, "%lld %lld %lld %lld %lld %lld", v, v + 1, v + 2, v + 3, v + 4, v + 5) != 6 ||
            (limit > 1 && *count == limit))
            break;
        for (int axis = 0; axis < RANK; axis++) {
            next.start[axis] = v[axis];
            next.count[axis] = v[axis + RANK];
        }
        if (*count == capacity)
            boxes = realloc(boxes, (size_t)(capacity *= 2) * sizeof *boxes);
        boxes[(*count)++] = next;
    }
    fclose(file);
    return boxes;
}

static inline void unsupported(void)
{
    printf("{\"unsupported\":1}\n");
    exit(4);
}

#endif
