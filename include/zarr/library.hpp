// The library itself: its version, its threads, and what this build of it can do.
#ifndef ZARR_LIBRARY_HPP
#define ZARR_LIBRARY_HPP

#include "results.hpp"

namespace zarr {

/// Which of the formats. `by_default`: that of the hierarchy, and final v3 in an empty store.
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

/// The name of a format, as options and messages have it: "v2", "v3-2022".
inline const char *name(format format) noexcept { return zarr_format_name(static_cast<std::int32_t>(format)); }

/// The version of the library that the program runs with: "0.1.0".
inline const char *version() noexcept { return zarr_version(); }
/// The version as a number that grows with it, to be compared with `ZARR_VERSION_NUMBER`, that of the header.
inline std::int32_t version_number() noexcept { return zarr_version_number(); }

/// How many threads a call uses at most, on handles that set nothing else; 0: as many as there are CPUs.
inline void set_threads(int threads) { detail::call(zarr_set_threads, static_cast<std::int32_t>(threads)); }
inline int threads() noexcept { return zarr_threads(); }

/// The capabilities of this build, by the names that zarr.h describes; of `by_default`, everything.
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
