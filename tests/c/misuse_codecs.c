/*
 * Why this file exists: the misuse test of codecs of a program's own: tables that are none, names that no codec has, and
 * a codec that must never be called.
 */
#include "misuse.h"

static zarr_status encode(void *user_data, const zarr_codec_place *place, const void *data, size_t size,
                          zarr_sink *encoded, zarr_error *error) {
    (void)place, (void)data, (void)size, (void)encoded, (void)error;
    ++*(int *)user_data;
    return ZARR_OK;
}

static zarr_status decode(void *user_data, const zarr_codec_place *place, const void *data, size_t size, size_t most,
                          zarr_sink *decoded, zarr_error *error) {
    (void)most;
    return encode(user_data, place, data, size, decoded, error);
}

static void destroy(void *user_data) { ++*(int *)user_data; }

void misuse_codecs(void) {
    zarr_codec_callbacks good = ZARR_CODEC_CALLBACKS_INIT, bad;
    int calls = 0;
    char name[300];
    size_t i;
    zarr_error error;
    check_context("zarr_codec_register");
    good.encode = encode;
    good.decode = decode;
    good.destroy = destroy;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, NULL, &calls, E));
    BAD_ARGUMENT(zarr_codec_register(NULL, NULL, &good, &calls, E));
    BAD_ARGUMENT(zarr_codec_register("", NULL, &good, &calls, E));
    BAD_ARGUMENT(zarr_codec_register(NULL, "", &good, &calls, E));
    BAD_ARGUMENT(zarr_codec_register("tests.x", "a\nb", &good, &calls, E));
    memset(name, 'n', sizeof name);
    name[sizeof name - 1] = 0;
    BAD_ARGUMENT(zarr_codec_register(name, NULL, &good, &calls, E));
    for (i = 0; misuse_bad_utf8[i] != NULL; i++) {
        BAD_ARGUMENT(zarr_codec_register(misuse_bad_utf8[i], NULL, &good, &calls, E));
        BAD_ARGUMENT(zarr_codec_register(NULL, misuse_bad_utf8[i], &good, &calls, E));
        BAD_ARGUMENT(zarr_codec_unregister(misuse_bad_utf8[i], E));
    }
    memset(&bad, 0, sizeof bad);
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad = good;
    bad.struct_size = sizeof(size_t);
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad.struct_size = sizeof bad - 1;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad.struct_size = SIZE_MAX;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad = good;
    bad.encode = NULL;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad = good;
    bad.decode = NULL;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad = good;
    bad.flags = 4;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad.flags = ZARR_CODEC_FIXED_SIZE; /* without a bound */
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad = good;
    bad.kind = 0;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    bad.kind = INT32_MIN;
    BAD_ARGUMENT(zarr_codec_register("tests.x", NULL, &bad, &calls, E));
    CHECK(zarr_codec_register("tests.x", NULL, &bad, &calls, NULL) == ZARR_ERROR_INVALID_ARGUMENT);
    check_context("zarr_codec_unregister");
    BAD_ARGUMENT(zarr_codec_unregister(NULL, E));
    FAILS(zarr_codec_unregister("", E), ZARR_ERROR_NOT_FOUND);
    FAILS(zarr_codec_unregister("tests.x", E), ZARR_ERROR_NOT_FOUND);
    CHECK(zarr_codec_unregister("tests.x", NULL) == ZARR_ERROR_NOT_FOUND);
    check_context("zarr_codec_callbacks_init");
    zarr_codec_callbacks_init(NULL);
    zarr_codec_callbacks_init(&bad);
    CHECK(bad.struct_size == sizeof bad && bad.kind == ZARR_CODEC_BYTES_TO_BYTES && bad.encode == NULL);
    CHECK(calls == 0);
    /* An empty table without destroy is fine. */
    bad.encode = encode;
    bad.decode = decode;
    CHECK(zarr_codec_register("tests.x", NULL, &bad, NULL, NULL) == ZARR_OK);
    CHECK(zarr_codec_unregister("tests.x", NULL) == ZARR_OK);
}
