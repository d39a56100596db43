/* A simulation that keeps its history in Zarr: heat spreads over a plate, every frame is appended to one compressed array.
   Then the file is opened again as a stranger would open it, a region is read back and compared with a second computation,
   and the last frame is drawn.

       heat [path of the store] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zarr.h>

enum { HEIGHT = 48, WIDTH = 96, FRAMES = 40, STEPS_PER_FRAME = 8 };

typedef float plate[HEIGHT][WIDTH];

static void ignite(plate t)
{
    memset(t, 0, sizeof(plate));
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            const int dy = y - 16, dx = x - 30;
            if (dy * dy + dx * dx / 4 < 64 || (y > 30 && y < 40 && x > 56 && x < 84))
                t[y][x] = 100.0f;
        }
}

/* The frame that follows: each point moves towards the mean of its neighbours; the border stays cold. */
static void advance(plate t)
{
    static plate old;
    for (int step = 0; step < STEPS_PER_FRAME; step++) {
        memcpy(old, t, sizeof(plate));
        for (int y = 1; y < HEIGHT - 1; y++)
            for (int x = 1; x < WIDTH - 1; x++)
                t[y][x] = old[y][x] + 0.2f * (old[y - 1][x] + old[y + 1][x] + old[y][x - 1] + old[y][x + 1] - 4 * old[y][x]);
    }
}

static zarr_status simulate(const zarr_store *store, zarr_error *error)
{
    static plate t;
    static const char *const names[] = {"time", "y", "x"};
    const int64_t empty[] = {0, HEIGHT, WIDTH}, chunks[] = {8, 32, 32};
    zarr_array_builder *builder = NULL;
    zarr_array *array = NULL;
    zarr_status status;

    zarr_node_erase(store, "plate", NULL); /* what an earlier run left; NULL: whether there was any does not matter */
    (void)((status = zarr_array_builder_new(ZARR_FLOAT32, 3, empty, &builder, error)) ||
           (status = zarr_array_builder_chunk_shape(builder, 3, chunks, error)) ||
           (status = zarr_array_builder_dimension_names(builder, 3, names, error)) ||
           (status = zarr_array_builder_attributes(builder, "{\"units\": \"degC\"}", error)) ||
           (status = zarr_array_builder_codec(builder, "blosc", "{\"cname\": \"zstd\", \"clevel\": 5, \"shuffle\": \"shuffle\"}", error)) ||
           (status = zarr_array_create(store, "plate/temperature", builder, &array, error)));
    zarr_array_builder_free(builder);

    ignite(t);
    for (int64_t frame = 0; status == ZARR_OK && frame < FRAMES; frame++, advance(t)) {
        const int64_t shape[] = {frame + 1, HEIGHT, WIDTH}, start[] = {frame, 0, 0}, count[] = {1, HEIGHT, WIDTH};
        (void)((status = zarr_array_resize(array, 3, shape, error)) ||
               (status = zarr_array_write_region(array, 3, start, count, t, sizeof t, error)));
    }
    zarr_array_free(array);
    return status;
}

/* Reads the right half of the last ten frames and compares it, bit by bit, with what the computation gives. */
static int check(const zarr_array *array)
{
    static float region[10][HEIGHT][WIDTH / 2];
    static plate t;
    const int64_t start[] = {FRAMES - 10, 0, WIDTH / 2}, count[] = {10, HEIGHT, WIDTH / 2};
    zarr_error error;

    if (zarr_array_read_region(array, 3, start, count, region, sizeof region, &error)) {
        fprintf(stderr, "heat: %s\n", error.message);
        return 0;
    }
    ignite(t);
    for (int frame = 0; frame < FRAMES; frame++, advance(t))
        for (int y = 0; frame >= FRAMES - 10 && y < HEIGHT; y++)
            if (memcmp(region[frame - (FRAMES - 10)][y], &t[y][WIDTH / 2], sizeof region[0][0]) != 0) {
                fprintf(stderr, "heat: frame %d, row %d is not what was written\n", frame, y);
                return 0;
            }
    return 1;
}

/* Two rows of the plate make one line of text: colour as the foreground and background of a half block, else shades. */
static void draw(plate t)
{
    static const int fire[] = {16, 17, 53, 89, 125, 161, 196, 202, 208, 214, 220, 226, 229, 231};
    static const char *const shades[] = {" ", "░", "▒", "▓", "█"};
    const int colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    float hottest = 1e-6f;

    for (int i = 0; i < HEIGHT * WIDTH; i++)
        if (t[i / WIDTH][i % WIDTH] > hottest)
            hottest = t[i / WIDTH][i % WIDTH];
    for (int y = 0; y + 1 < HEIGHT; y += 2) {
        for (int x = 0; x < WIDTH; x++) {
            const float upper = t[y][x] / hottest, lower = t[y + 1][x] / hottest;
            if (colour)
                printf("\033[38;5;%d;48;5;%dm▀", fire[(int)(upper * 13)], fire[(int)(lower * 13)]);
            else
                printf("%s", shades[(int)((upper + lower) * 2.2f)]);
        }
        printf(colour ? "\033[0m\n" : "\n");
    }
}

static int report(const zarr_store *store)
{
    static plate last;
    const int64_t start[] = {FRAMES - 1, 0, 0}, count[] = {1, HEIGHT, WIDTH};
    int64_t shape[3];
    zarr_array *array = NULL;
    zarr_error error;
    int good = 0;

    if (zarr_array_open(store, "plate/temperature", &array, &error) || zarr_array_shape(array, 3, shape, &error) ||
        zarr_array_read_region(array, 3, start, count, last, sizeof last, &error)) {
        fprintf(stderr, "heat: %s\n", error.message);
    } else {
        draw(last);
        printf("%d frames of %d x %d\n", (int)shape[0], (int)shape[1], (int)shape[2]);
        good = shape[0] == FRAMES && check(array);
        printf("read back: %s\n", good ? "every value as computed" : "WRONG");
    }
    zarr_array_free(array);
    return good;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : "heat.zarr";
    zarr_store *store = NULL;
    zarr_error error;
    int good = 0;

    if (zarr_store_open(path, NULL, &store, &error) || simulate(store, &error)) {
        fprintf(stderr, "heat: %s\n", error.message);
    } else {
        zarr_store_free(store);
        if (zarr_store_open(path, "{\"mode\": \"r\"}", &store, &error))
            fprintf(stderr, "heat: %s\n", error.message);
        else
            good = report(store);
    }
    zarr_store_free(store);
    return good ? 0 : 1;
}
