/* A progress bar: how much is done, how fast, and how long it will take. One line on stderr, rewritten ten times a second where
   that is a terminal, and written once in the end where it is not. */
#ifndef BAR_H
#define BAR_H

#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

typedef struct bar {
    int64_t total;
    struct timespec begin;
    double shown;
} bar;

static double bar_seconds(const bar *b)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - b->begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - b->begin.tv_nsec);
}

static void bar_begin(bar *b, int64_t total_bytes)
{
    b->total = total_bytes;
    b->shown = -1;
    clock_gettime(CLOCK_MONOTONIC, &b->begin);
}

static void bar_show(bar *b, int64_t done_bytes)
{
    const double seconds = bar_seconds(b), part = b->total > 0 ? (double)done_bytes / (double)b->total : 1;
    const int terminal = isatty(STDERR_FILENO), last = done_bytes >= b->total, width = 30;
    const double rate = seconds > 0 ? (double)done_bytes / seconds : 0, left = rate > 0 ? (double)(b->total - done_bytes) / rate : 0;

    if (!last && (!terminal || seconds - b->shown < 0.1))
        return;
    b->shown = seconds;
    fprintf(stderr, "%s[", terminal ? "\r" : "");
    for (int i = 0; i < width; i++)
        fputc(i < (int)(part * width) ? '#' : '.', stderr);
    fprintf(stderr, "] %3d %%  %.1f MiB, %.0f MiB/s, %.0f s %s ", (int)(100 * part), (double)done_bytes / 1048576, rate / 1048576,
            last ? seconds : left, last ? "in all" : "left");
    if (last)
        fputc('\n', stderr);
}

#endif
