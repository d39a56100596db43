/* The header alone, twice, as C. What is fixed about it is checked while it compiles: a negative array size is an error. */
#include <zarr.h>
#include <zarr.h>

typedef char error_has_1024_bytes[sizeof(zarr_error) == 1024 ? 1 : -1];
typedef char status_has_32_bits[sizeof(zarr_status) == 4 ? 1 : -1];
typedef char success_is_zero[ZARR_OK == 0 ? 1 : -1];

const char *(*version_of_the_header)(void) = zarr_version;
const zarr_store_callbacks empty_callbacks = ZARR_STORE_CALLBACKS_INIT;
