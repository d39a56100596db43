/*
 * Why this file exists: the bodies behind check.h, shared by every C test program.
 */
#define ZARR_TEST_PLAIN
#include "check.h"

#include <ftw.h>
#include <pthread.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned long checks;
static unsigned long failures;
static char context[512];
static pthread_once_t cache_chosen = PTHREAD_ONCE_INIT;
static bool cache_is_on, cache_was_used;

void check_context(const char *format, ...) {
    va_list arguments;
    pthread_mutex_lock(&lock);
    va_start(arguments, format);
    vsnprintf(context, sizeof context, format, arguments);
    va_end(arguments);
    pthread_mutex_unlock(&lock);
}

static void report(const char *file, int line, const char *text) {
    const char *name = strrchr(file, '/');
    failures++;
    fprintf(stderr, "FAILED %s:%d: %s%s%s%s\n", name ? name + 1 : file, line, context, context[0] ? ": " : "", text,
            !cache_was_used ? "" : cache_is_on ? " (ZARR_TEST_CACHE=1)" : " (ZARR_TEST_CACHE=0)");
}

bool check_that(bool good, const char *file, int line, const char *text) {
    pthread_mutex_lock(&lock);
    checks++;
    if (!good)
        report(file, line, text);
    pthread_mutex_unlock(&lock);
    return good;
}

bool check_fail(const char *file, int line, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return check_that(false, file, line, text);
}

zarr_error *check_poison(zarr_error *error) {
    memset(error, 0xA5, sizeof *error);
    return error;
}

/* The length of the UTF-8 character at `s`, 0 if it is none. */
static size_t utf8_length(const unsigned char *s) {
    static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    uint32_t code = length == 1 ? s[0] : length == 0 ? 0 : s[0] & (0xffu >> (length + 1));
    size_t i;
    for (i = 1; i < length; i++) {
        if (s[i] >> 6 != 2)
            return 0;
        code = code << 6 | (s[i] & 0x3f);
    }
    if (length == 0 || code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return 0;
    return length;
}

const char *check_error_shape(zarr_status status, const zarr_error *error) {
    size_t at = 0;
    if (error->status != status)
        return "the status in the struct is not the returned one";
    if (memchr(error->message, 0, sizeof error->message) == NULL)
        return "the message is not NUL-terminated";
    if (error->message[0] == 0)
        return "the message is empty";
    while (error->message[at] != 0) {
        size_t length = utf8_length((const unsigned char *)error->message + at);
        if (length == 0)
            return "the message is not valid UTF-8";
        if (error->message[at] == '\n' || error->message[at] == '\r')
            return "the message is more than one line";
        at += length;
    }
    return NULL;
}

bool check_ok(zarr_status status, const zarr_error *error, const char *file, int line, const char *text) {
    if (status != ZARR_OK) {
        return check_fail(file, line, "%s: %s: %.*s", text, zarr_status_name(status), (int)sizeof error->message,
                          error->message);
    }
    if (error->status != 0 || error->system_code != 0 || error->message[0] != 0)
        return check_fail(file, line, "%s: success did not clear the error", text);
    return check_that(true, file, line, text);
}

bool check_failed(zarr_status status, const zarr_error *error, int32_t a, int32_t b, int32_t c, const char *file,
                  int line, const char *text) {
    const char *wrong;
    if (status == ZARR_OK)
        return check_fail(file, line, "%s: succeeded, but %s was due", text, a < 0 ? "an error" : zarr_status_name(a));
    wrong = check_error_shape(status, error);
    if (wrong != NULL)
        return check_fail(file, line, "%s: %s", text, wrong);
    if (a >= 0 && status != a && (b < 0 || status != b) && (c < 0 || status != c)) {
        return check_fail(file, line, "%s: gave %s, but %s was due: %s", text, zarr_status_name(status),
                          zarr_status_name(a), error->message);
    }
    return check_that(true, file, line, text);
}

int check_summary(const char *program) {
    printf("%s: %lu checks, %lu failed\n", program, checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}

static void choose_cache(void) {
    const char *chosen = getenv("ZARR_TEST_CACHE");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    cache_is_on = chosen ? chosen[0] == '1' : ((now.tv_nsec >> 10) ^ getpid()) & 1;
}

zarr_status check_store_open(const char *url, const char *options_json, zarr_store **store, zarr_error *error) {
    const char *given = options_json ? options_json : "{}", *end = strrchr(given, '}');
    char options[2048];
    pthread_once(&cache_chosen, choose_cache);
    cache_was_used = true;
    if (!cache_is_on || given[0] != '{' || end == NULL || strstr(given, "cache_bytes") != NULL || strlen(given) > 2000)
        return zarr_store_open(url, options_json, store, error);
    snprintf(options, sizeof options, "%.*s%s\"cache_bytes\": 20000000%s", (int)(end - given), given,
             strchr(given, ':') ? ", " : "", end);
    return zarr_store_open(url, options, store, error);
}

void *need(size_t size) {
    void *memory = malloc(size > 0 ? size : 1);
    if (memory == NULL) {
        fprintf(stderr, "no memory for %lu bytes\n", (unsigned long)size);
        exit(2);
    }
    return memory;
}

size_t elements(int32_t ndim, const int64_t *count) {
    size_t product = 1;
    int32_t d;
    for (d = 0; d < ndim; d++)
        product *= (size_t)count[d];
    return product;
}

char *path_join(const char *a, const char *b) {
    size_t size = strlen(a) + strlen(b) + 2;
    char *path = need(size);
    snprintf(path, size, "%s/%s", a, b);
    return path;
}

char *temp_make(void) {
    const char *base = getenv("TMPDIR");
    char *path = path_join(base != NULL && base[0] != 0 ? base : "/tmp", "zarr-c-test-XXXXXX");
    if (mkdtemp(path) == NULL) {
        perror(path);
        exit(2);
    }
    return path;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *where) {
    (void)status;
    (void)type;
    (void)where;
    return remove(path);
}

void temp_remove(char *path) {
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
        perror(path);
    free(path);
}

uint64_t rng_next(rng *r) {
    /* splitmix64 */
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int64_t rng_range(rng *r, int64_t low, int64_t high) {
    return low + (int64_t)(rng_next(r) % (uint64_t)(high - low + 1));
}
