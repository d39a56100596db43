// The header alone, twice, as C++: every function must have C linkage, every type its C layout.
#include <zarr.h>
#include <zarr.h>

static_assert(sizeof(zarr_error) == 1024, "programs have compiled this size in");
static_assert(sizeof(zarr_status) == 4, "programs have compiled this size in");
static_assert(ZARR_OK == 0, "success is tested as zero");

extern "C" typedef const char *(*version_function)(void);
version_function version_of_the_header = zarr_version;
const zarr_store_callbacks empty_callbacks = ZARR_STORE_CALLBACKS_INIT;
