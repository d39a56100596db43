/* The machine's limit: equal work by hand, for exactly the stores that run.py prepares. It knows no metadata, no other
   layout and no errors but to stop: chunks are read by one pread into memory that stays in the cache, decoded by one call of
   the codec's own library, and their rows copied. Not a library, but the practical limit of one.

   Codecs that the machine has no library for are left out: WITH_BLOSC, WITH_ZSTD, WITH_DEFLATE (libdeflate). */
#include "protocol.h"
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef WITH_BLOSC
#include <blosc.h>
#endif
#ifdef WITH_ZSTD
#include <zstd.h>
#endif
#ifdef WITH_DEFLATE
#include <libdeflate.h>
#endif

#define MOST_THREADS 64
#define VALUE_PATH (PATH_LENGTH + 100)

/* How the array is stored: in values, each of one chunk or (a shard) of several. */
static struct {
    const char *path, *codec;
    int64_t shape[RANK], value[RANK], chunk[RANK], values[RANK], inside[RANK], size;
    int64_t chunks_inside, chunk_bytes, value_bytes;
    int sharded, threads;
} store;

/* The memory of one thread. */
typedef struct worker {
    char *encoded, *decoded;
    int64_t *index;
#ifdef WITH_ZSTD
    ZSTD_DCtx *unzstd;
    ZSTD_CCtx *zstd;
#endif
#ifdef WITH_DEFLATE
    struct libdeflate_decompressor *inflate;
    struct libdeflate_compressor *deflate;
#endif
} worker;

static worker workers[MOST_THREADS];

static void stop(const char *what)
{
    perror(what);
    exit(3);
}

static void begin(void)
{
    store.path = text("path", "");
    store.codec = text("codec", "none");
    store.size = strcmp(text("dtype", "f4"), "u2") ? 4 : 2;
    store.threads = (int)number("threads", 1);
    if (store.threads < 1 || store.threads > MOST_THREADS)
        unsupported();
    /* To open and to list documents takes no more. */
    if (!lengths("shape", store.shape) || !lengths("chunk", store.chunk))
        return;
    store.sharded = lengths("shard", store.value);
    if (!store.sharded)
        memcpy(store.value, store.chunk, sizeof store.value);
    for (int axis = 0; axis < RANK; axis++) {
        store.values[axis] = (store.shape[axis] + store.value[axis] - 1) / store.value[axis];
        store.inside[axis] = store.value[axis] / store.chunk[axis];
    }
    store.chunks_inside = elements(store.inside);
    store.chunk_bytes = elements(store.chunk) * store.size;
    store.value_bytes = elements(store.value) * store.size;
    for (int i = 0; i < store.threads; i++) {
        worker *w = &workers[i];
        w->encoded = memory(2 * store.value_bytes + 65536);
        w->decoded = memory(store.chunk_bytes);
        w->index = memory(16 * store.chunks_inside + 8);
#ifdef WITH_ZSTD
        w->unzstd = ZSTD_createDCtx();
        w->zstd = ZSTD_createCCtx();
#endif
#ifdef WITH_DEFLATE
        w->inflate = libdeflate_alloc_decompressor();
        w->deflate = libdeflate_alloc_compressor(strncmp(store.codec, "gzip", 4) ? 1 : atoi(store.codec + 4));
#endif
    }
}

static int is(const char *codec)
{
    return strncmp(store.codec, codec, strlen(codec)) == 0;
}

static void decode(worker *w, const char *from, int64_t length, char *to)
{
    int64_t done = -1;
#ifdef WITH_BLOSC
    if (is("blosc"))
        done = blosc_decompress_ctx(from, to, (size_t)store.chunk_bytes, 1);
#endif
#ifdef WITH_ZSTD
    if (is("zstd"))
        done = (int64_t)ZSTD_decompressDCtx(w->unzstd, to, (size_t)store.chunk_bytes, from, (size_t)length);
#endif
#ifdef WITH_DEFLATE
    size_t given = 0;
    if (is("gzip") && libdeflate_gzip_decompress(w->inflate, from, (size_t)length, to, (size_t)store.chunk_bytes, &given) == 0)
        done = (int64_t)given;
#endif
    (void)w, (void)from, (void)length, (void)to;
    if (done < 0)
        unsupported();
    if (done != store.chunk_bytes)
        stop("decode");
}

static int64_t encode(worker *w, const char *from, char *to)
{
    int64_t done = 0;
#ifdef WITH_BLOSC
    if (is("blosc"))
        done = blosc_compress_ctx(5, BLOSC_SHUFFLE, (size_t)store.size, (size_t)store.chunk_bytes, from, to,
                                  (size_t)store.chunk_bytes + BLOSC_MAX_OVERHEAD, "lz4", 0, 1);
#endif
#ifdef WITH_ZSTD
    if (is("zstd"))
        done = (int64_t)ZSTD_compressCCtx(w->zstd, to, ZSTD_compressBound((size_t)store.chunk_bytes), from,
                                          (size_t)store.chunk_bytes, atoi(store.codec + 4));
#endif
#ifdef WITH_DEFLATE
    if (is("gzip"))
        done = (int64_t)libdeflate_gzip_compress(w->deflate, from, (size_t)store.chunk_bytes, to,
                                                 (size_t)store.chunk_bytes + 65536);
#endif
    (void)w, (void)from, (void)to;
    if (done <= 0)
        unsupported();
    return done;
}

/* Intersects a box with the chunk that begins at `origin`, in the chunk's coordinates; 0 where it is empty. */
static int overlap(const int64_t *origin, const box *wanted, int64_t *low, int64_t *high)
{
    for (int axis = 0; axis < RANK; axis++) {
        int64_t end = wanted->start[axis] + wanted->count[axis] - origin[axis];
        low[axis] = wanted->start[axis] > origin[axis] ? wanted->start[axis] - origin[axis] : 0;
        high[axis] = end < store.chunk[axis] ? end : store.chunk[axis];
        if (low[axis] >= high[axis])
            return 0;
    }
    return 1;
}

static int64_t element(const int64_t *shape, int64_t i, int64_t j, int64_t k)
{
    return (i * shape[1] + j) * shape[2] + k;
}

/* Copies the rows that a chunk and the memory of a box share. */
static void copy_rows(char *chunk, const int64_t *origin, const box *wanted, char *region, int into_chunk)
{
    int64_t low[RANK], high[RANK];
    if (!overlap(origin, wanted, low, high))
        return;
    size_t row = (size_t)((high[2] - low[2]) * store.size);
    for (int64_t i = low[0]; i < high[0]; i++) {
        for (int64_t j = low[1]; j < high[1]; j++) {
            char *inner = chunk + element(store.chunk, i, j, low[2]) * store.size;
            char *outer = region + element(wanted->count, i + origin[0] - wanted->start[0], j + origin[1] - wanted->start[1],
                                           low[2] + origin[2] - wanted->start[2]) * store.size;
            memcpy(into_chunk ? inner : outer, into_chunk ? outer : inner, row);
        }
    }
}

static void value_path(char *path, const char *below, const int64_t *at)
{
    snprintf(path, VALUE_PATH, "%s/c/%lld/%lld/%lld", below, (long long)at[0], (long long)at[1], (long long)at[2]);
}

static void take(int file, char *to, int64_t length, int64_t from)
{
    if (pread(file, to, (size_t)length, from) < 0)
        stop("pread");
}

/* One chunk that is a value of its own: of raw and blosc only from the first to the last element that is wanted. */
static void read_chunk(worker *w, int file, const int64_t *origin, const box *wanted, char *region)
{
    int64_t low[RANK], high[RANK];
    if (!overlap(origin, wanted, low, high))
        return;
    int64_t first = element(store.chunk, low[0], low[1], low[2]);
    int64_t count = element(store.chunk, high[0] - 1, high[1] - 1, high[2] - 1) + 1 - first;
    if (is("none")) {
        take(file, w->decoded + first * store.size, count * store.size, first * store.size);
    } else {
        ssize_t length = pread(file, w->encoded, (size_t)(store.chunk_bytes + 65536), 0);
        if (length < 0)
            stop("pread");
#ifdef WITH_BLOSC
        if (is("blosc") && count * store.size < store.chunk_bytes) {
            if (blosc_getitem(w->encoded, (int)first, (int)count, w->decoded + first * store.size) <= 0)
                stop("blosc_getitem");
        } else
#endif
            decode(w, w->encoded, length, w->decoded);
    }
    copy_rows(w->decoded, origin, wanted, region, 0);
}

static void inner_origin(const int64_t *origin, int64_t number, int64_t *inner)
{
    inner[2] = origin[2] + number % store.inside[2] * store.chunk[2];
    inner[1] = origin[1] + number / store.inside[2] % store.inside[1] * store.chunk[1];
    inner[0] = origin[0] + number / store.inside[2] / store.inside[1] * store.chunk[0];
}

/* The chunks of a shard, whose index is at its end: offset and length of each, and a checksum. */
static void read_shard(worker *w, int file, const int64_t *origin, const box *wanted, char *region)
{
    int64_t index_bytes = 16 * store.chunks_inside + 4, inner[RANK], low[RANK], high[RANK], needed = 0;
    struct stat status;
    if (fstat(file, &status))
        stop("fstat");
    take(file, (char *)w->index, index_bytes, status.st_size - index_bytes);
    for (int64_t i = 0; i < store.chunks_inside; i++) {
        inner_origin(origin, i, inner);
        needed += overlap(inner, wanted, low, high);
    }
    if (needed == store.chunks_inside)
        take(file, w->encoded, status.st_size - index_bytes, 0);
    for (int64_t i = 0; i < store.chunks_inside; i++) {
        char *from = w->encoded + w->index[2 * i];
        inner_origin(origin, i, inner);
        if (!overlap(inner, wanted, low, high) || w->index[2 * i] == -1)
            continue;
        if (needed < store.chunks_inside)
            take(file, from = w->encoded, w->index[2 * i + 1], w->index[2 * i]);
        decode(w, from, w->index[2 * i + 1], w->decoded);
        copy_rows(w->decoded, inner, wanted, region, 0);
    }
}

static void read_value(worker *w, const int64_t *at, const box *wanted, char *region)
{
    char path[VALUE_PATH];
    int64_t origin[RANK] = {at[0] * store.value[0], at[1] * store.value[1], at[2] * store.value[2]};
    value_path(path, store.path, at);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        stop(path);
    (store.sharded ? read_shard : read_chunk)(w, file, origin, wanted, region);
    close(file);
}

/* CRC-32C of the index, bit by bit: it is short. */
static uint32_t crc32c(const unsigned char *data, int64_t length)
{
    uint32_t crc = ~0U;
    for (int64_t i = 0; i < length; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0x82f63b78U & -(crc & 1));
    }
    return ~crc;
}

static char write_to[PATH_LENGTH];

static void write_value(worker *w, const int64_t *at, const box *source, char *region)
{
    char path[VALUE_PATH];
    int64_t origin[RANK] = {at[0] * store.value[0], at[1] * store.value[1], at[2] * store.value[2]}, inner[RANK], end = 0;
    for (int64_t i = 0; i < store.chunks_inside; i++) {
        inner_origin(origin, i, inner);
        char *to = w->encoded + end, *chunk = is("none") ? to : w->decoded;
        copy_rows(chunk, inner, source, region, 1);
        int64_t length = is("none") ? store.chunk_bytes : encode(w, chunk, to);
        w->index[2 * i] = end;
        w->index[2 * i + 1] = length;
        end += length;
    }
    if (store.sharded) {
        int64_t index_bytes = 16 * store.chunks_inside;
        uint32_t sum = crc32c((const unsigned char *)w->index, index_bytes);
        memcpy(w->encoded + end, w->index, (size_t)index_bytes);
        memcpy(w->encoded + end + index_bytes, &sum, sizeof sum);
        end += index_bytes + 4;
    }
    value_path(path, write_to, at);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0 || write(file, w->encoded, (size_t)end) != end || close(file))
        stop(path);
}

/* One call: every value that a box touches is a task. */
static struct {
    void (*task)(worker *, const int64_t *, const box *, char *);
    const box *wanted;
    char *region;
    int64_t first[RANK], count[RANK];
    atomic_llong next;
} call;

static void *work(void *argument)
{
    for (;;) {
        int64_t task = atomic_fetch_add(&call.next, 1);
        if (task >= elements(call.count))
            return NULL;
        int64_t at[RANK] = {call.first[0] + task / call.count[2] / call.count[1],
                            call.first[1] + task / call.count[2] % call.count[1], call.first[2] + task % call.count[2]};
        call.task(argument, at, call.wanted, call.region);
    }
}

static void run(void (*task)(worker *, const int64_t *, const box *, char *), const box *wanted, char *region)
{
    pthread_t threads[MOST_THREADS];
    call.task = task;
    call.wanted = wanted;
    call.region = region;
    atomic_store(&call.next, 0);
    for (int axis = 0; axis < RANK; axis++) {
        call.first[axis] = wanted->start[axis] / store.value[axis];
        call.count[axis] = (wanted->start[axis] + wanted->count[axis] - 1) / store.value[axis] + 1 - call.first[axis];
    }
    int64_t tasks = elements(call.count), helpers = tasks > 8 ? store.threads : 1;
    for (int64_t i = 1; i < helpers; i++)
        if (pthread_create(&threads[i], NULL, work, &workers[i]))
            stop("thread");
    work(&workers[0]);
    for (int64_t i = 1; i < helpers; i++)
        pthread_join(threads[i], NULL);
}

static void read_whole(const box *whole)
{
    int64_t bytes = elements(store.shape) * store.size;
    char *data = memory(bytes);
    emit_base();
    for (int64_t rep = 0; rep < number("reps", 1); rep++) {
        double start = now();
        run(read_value, whole, data);
        emit_time(rep, now() - start);
    }
    if (number("check", 0))
        emit_sum(sum_of(data, elements(store.shape), store.size));
}

static void make_directory(const char *path)
{
    if (mkdir(path, 0777))
        stop(path);
}

static void write_whole(const box *whole)
{
    char path[VALUE_PATH], *data = load(elements(store.shape) * store.size);
    emit_base();
    for (int64_t rep = 0; rep < number("reps", 1); rep++) {
        double start = now();
        snprintf(write_to, sizeof write_to, "%s_r%lld", store.path, (long long)rep);
        make_directory(write_to);
        snprintf(path, sizeof path, "%s/c", write_to);
        make_directory(path);
        for (int64_t i = 0; i < store.values[0]; i++) {
            snprintf(path, sizeof path, "%s/c/%lld", write_to, (long long)i);
            make_directory(path);
            for (int64_t j = 0; j < store.values[1]; j++) {
                snprintf(path, sizeof path, "%s/c/%lld/%lld", write_to, (long long)i, (long long)j);
                make_directory(path);
            }
        }
        run(write_value, whole, data);
        emit_time(rep, now() - start);
    }
}

static void read_boxes(void)
{
    int64_t count, most = 0;
    box *boxes = load_boxes(&count);
    for (int64_t i = 0; i < count; i++)
        most = elements(boxes[i].count) > most ? elements(boxes[i].count) : most;
    char *data = memory(most * store.size);
    uint64_t sum = 0;
    emit_base();
    for (int64_t rep = 0; rep < number("reps", 1); rep++) {
        double start = now();
        sum = 0;
        for (int64_t i = 0; i < count; i++) {
            run(read_value, &boxes[i], data);
            if (number("check", 0))
                sum += sum_of(data, elements(boxes[i].count), store.size);
        }
        emit_time(rep, now() - start);
    }
    if (number("check", 0))
        emit_sum(sum);
}

/* The document, by its path, without a look at it. */
static void open_often(void)
{
    static char document[65536];
    char path[PATH_LENGTH];
    int64_t times = number("n", 1);
    snprintf(path, sizeof path, "%s/zarr.json", store.path);
    emit_base();
    for (int64_t rep = 0; rep < number("reps", 1); rep++) {
        double start = now();
        for (int64_t i = 0; i < times; i++) {
            int file = open(path, O_RDONLY);
            if (file < 0 || read(file, document, sizeof document) <= 0)
                stop(path);
            close(file);
        }
        emit_time(rep, (now() - start) / (double)times);
    }
}

/* Reads every document below a directory; gives how many are of arrays. */
static int64_t list(const char *path)
{
    static char document[65536];
    DIR *directory = opendir(path);
    int64_t arrays = 0;
    if (directory == NULL)
        stop(path);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        char below[PATH_LENGTH];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(below, sizeof below, "%s/%s", path, entry->d_name);
        if (entry->d_type == DT_DIR) {
            arrays += list(below);
        } else if (strcmp(entry->d_name, "zarr.json") == 0) {
            int file = open(below, O_RDONLY);
            ssize_t length = read(file, document, sizeof document - 1);
            close(file);
            if (length < 0)
                stop(below);
            document[length] = 0;
            arrays += strstr(document, "\"array\"") != NULL;
        }
    }
    closedir(directory);
    return arrays;
}

static void list_often(void)
{
    emit_base();
    for (int64_t rep = 0; rep < number("reps", 1); rep++) {
        double start = now();
        int64_t arrays = list(store.path);
        emit_time(rep, now() - start);
        if (rep == 0)
            emit_sum((uint64_t)arrays);
    }
}

static void one(void)
{
    box wanted = {{100, 200, 220}, {1, 1, 1}};
    uint32_t value = 0;
    lengths("at", wanted.start);
    run(read_value, &wanted, (char *)&value);
    emit_sum(value);
}

int main(int argc, char **argv)
{
    argument_count = argc;
    arguments = argv;
    begin();
    box whole = {{0, 0, 0}, {store.shape[0], store.shape[1], store.shape[2]}};
    const char *op = argc > 1 ? argv[1] : "";
    if (strcmp(op, "read") == 0)
        read_whole(&whole);
    else if (strcmp(op, "write") == 0)
        write_whole(&whole);
    else if (strcmp(op, "rboxes") == 0)
        read_boxes();
    else if (strcmp(op, "open") == 0)
        open_often();
    else if (strcmp(op, "list") == 0)
        list_often();
    else if (strcmp(op, "one") == 0)
        one();
    else
        unsupported();
    return 0;
}
