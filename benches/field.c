/* Makes the data that run.py measures with: smooth waves with a little noise, as a simulation leaves behind.

       field N float32.raw uint16.raw

   Prints the sums of each, of the elements as unsigned words, as the programs that read it do. */
#define _GNU_SOURCE
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WAVES 6

static uint64_t state = 88172645463325252;

/* Uniform in [0, 1). */
static double uniform(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0;
}

/* Nearly normal, of deviation 1. */
static double noise(void)
{
    return (uniform() + uniform() + uniform() + uniform() - 2) * 1.7320508075688772;
}

int main(int argc, char **argv)
{
    long n = argc == 4 ? atol(argv[1]) : 0;
    FILE *reals = argc == 4 ? fopen(argv[2], "wb") : NULL, *counts = argc == 4 ? fopen(argv[3], "wb") : NULL;
    double *wave = n > 0 ? malloc(sizeof *wave * (size_t)(3 * WAVES * n)) : NULL;
    float *row = n > 0 ? malloc(sizeof *row * (size_t)n) : NULL;
    uint16_t *small = n > 0 ? malloc(sizeof *small * (size_t)n) : NULL;
    if (reals == NULL || counts == NULL || wave == NULL || row == NULL || small == NULL) {
        fprintf(stderr, "usage: field N float32.raw uint16.raw\n");
        return 2;
    }
    uint64_t sums[2] = {0, 0};
    for (long w = 0; w < 3 * WAVES; w++) {
        double length = 1 + 5 * uniform(), phase = 6.283185307179586 * uniform();
        for (long i = 0; i < n; i++)
            wave[w * n + i] = cos(6.283185307179586 * length * (double)i / (double)n + phase);
    }
    for (long i = 0; i < n; i++) {
        for (long j = 0; j < n; j++) {
            double plane[WAVES];
            for (long w = 0; w < WAVES; w++)
                plane[w] = wave[3 * w * n + i] * wave[(3 * w + 1) * n + j];
            for (long k = 0; k < n; k++) {
                double sum = 0;
                for (long w = 0; w < WAVES; w++)
                    sum += plane[w] * wave[(3 * w + 2) * n + k];
                double count = 100 + (sum > 0 ? 600 * sum : 0) + 8 * noise();
                row[k] = (float)(280 + 10 * sum + 0.01 * noise());
                small[k] = (uint16_t)(count > 0 ? count : 0);
                uint32_t word;
                memcpy(&word, &row[k], sizeof word);
                sums[0] += word;
                sums[1] += small[k];
            }
            if (fwrite(row, sizeof *row, (size_t)n, reals) != (size_t)n || fwrite(small, sizeof *small, (size_t)n, counts) != (size_t)n)
                return 1;
        }
    }
    printf("{\"f4\": %llu, \"u2\": %llu}\n", (unsigned long long)sums[0], (unsigned long long)sums[1]);
    return fclose(reals) || fclose(counts);
}
