// The library as a whole: its version, its threads, and the capabilities of this build.
#ifndef ZARR_LIBRARY_HPP
#define ZARR_LIBRARY_HPP

#include "results.hpp"

namespace zarr {

/// A format. `by_default`: that of the hierarchy, and final v3 in an empty store.
enum class format : std::int32_t {
    by_default = ZARR_FORMAT_DEFAULT,
    v1 = ZARR_FORMAT_V1,
    v2 = ZARR_FORMAT_V2,
    v3 = ZARR_FORMAT_V3,
    v3_2019a = ZARR_FORMAT_V3_2019A,
    v3_2019b = ZARR_FORMAT_V3_2019B,
    v3_2020 = ZARR_FORMAT_V3_2020,
    v3_2022 = ZARR_FORMAT_V3_2022,
    n5 = ZARR_FORMAT_N5,
};

/// The name of a format in options and messages: "v2", "v3-2022".
inline const char *name(format format) noexcept { return zarr_format_name(static_cast<std::int32_t>(format)); }

/// The version of the library at run time: "0.1.0".
inline const char *version() noexcept { return zarr_version(); }
/// The version at run time as a number, to compare with `ZARR_VERSION_NUMBER`, that of the header.
inline std::int32_t version_number() noexcept { return zarr_version_number(); }

/// Set the most threads of a call on handles without a setting of their own; 0: the number of CPUs.
inline void set_threads(int threads) { detail::call(zarr_set_threads, static_cast<std::int32_t>(threads)); }
inline int threads() noexcept { return zarr_threads(); }

/// End calls of the program's functions that were given this pointer, on all threads but the calling one: for a
/// runtime that ends before its process does. Waits so many milliseconds for those that run, and throws after them.
inline void callbacks_end(void *user_data, std::int64_t milliseconds) {
    detail::call(zarr_callbacks_end, user_data, milliseconds);
}

/// List the capabilities of this build, by the names that zarr.h describes; `by_default`: all.
inline strings supported_formats() { return detail::obtain_strings(zarr_supported_formats); }
inline strings supported_data_types(format format = format::by_default) {
    return detail::obtain_strings(zarr_supported_data_types, static_cast<std::int32_t>(format));
}
inline strings supported_codecs(format format = format::by_default) {
    return detail::obtain_strings(zarr_supported_codecs, static_cast<std::int32_t>(format));
}
inline strings supported_url_schemes() { return detail::obtain_strings(zarr_supported_url_schemes); }

} // namespace zarr

#endif
