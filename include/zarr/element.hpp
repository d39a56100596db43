// The data type of Zarr for a type of C++: `zarr::element<T>`, which can be specialised for types of your own.
#ifndef ZARR_ELEMENT_HPP
#define ZARR_ELEMENT_HPP

#include "error.hpp"

#include <complex>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#if defined(__has_include)
#if __has_include(<stdfloat>) && __cplusplus > 202002L
#include <stdfloat>
#endif
#endif

namespace zarr {

/// The data types of zarr.h, which describes their layout in memory. Later versions may add more.
enum class data_type : std::int32_t {
    boolean = ZARR_BOOL,
    int8 = ZARR_INT8,
    int16 = ZARR_INT16,
    int32 = ZARR_INT32,
    int64 = ZARR_INT64,
    uint8 = ZARR_UINT8,
    uint16 = ZARR_UINT16,
    uint32 = ZARR_UINT32,
    uint64 = ZARR_UINT64,
    float16 = ZARR_FLOAT16,
    float32 = ZARR_FLOAT32,
    float64 = ZARR_FLOAT64,
    complex64 = ZARR_COMPLEX64,
    complex128 = ZARR_COMPLEX128,
    raw = ZARR_RAW,
    fixed_bytes = ZARR_FIXED_BYTES,
    fixed_utf32 = ZARR_FIXED_UTF32,
    datetime64 = ZARR_DATETIME64,
    timedelta64 = ZARR_TIMEDELTA64,
    structure = ZARR_STRUCT,
    string = ZARR_STRING,
    bytes = ZARR_BYTES,
    bfloat16 = ZARR_BFLOAT16,
    int2 = ZARR_INT2,
    uint2 = ZARR_UINT2,
    int4 = ZARR_INT4,
    uint4 = ZARR_UINT4,
    float4_e2m1fn = ZARR_FLOAT4_E2M1FN,
    float6_e2m3fn = ZARR_FLOAT6_E2M3FN,
    float6_e3m2fn = ZARR_FLOAT6_E3M2FN,
    float8_e3m4 = ZARR_FLOAT8_E3M4,
    float8_e4m3 = ZARR_FLOAT8_E4M3,
    float8_e4m3b11fnuz = ZARR_FLOAT8_E4M3B11FNUZ,
    float8_e4m3fnuz = ZARR_FLOAT8_E4M3FNUZ,
    float8_e5m2 = ZARR_FLOAT8_E5M2,
    float8_e5m2fnuz = ZARR_FLOAT8_E5M2FNUZ,
    float8_e8m0fnu = ZARR_FLOAT8_E8M0FNU,
    float8_e4m3fn = ZARR_FLOAT8_E4M3FN,
    complex_bfloat16 = ZARR_COMPLEX_BFLOAT16,
    complex_float16 = ZARR_COMPLEX_FLOAT16,
    complex_float4_e2m1fn = ZARR_COMPLEX_FLOAT4_E2M1FN,
    complex_float6_e2m3fn = ZARR_COMPLEX_FLOAT6_E2M3FN,
    complex_float6_e3m2fn = ZARR_COMPLEX_FLOAT6_E3M2FN,
    complex_float8_e3m4 = ZARR_COMPLEX_FLOAT8_E3M4,
    complex_float8_e4m3 = ZARR_COMPLEX_FLOAT8_E4M3,
    complex_float8_e4m3b11fnuz = ZARR_COMPLEX_FLOAT8_E4M3B11FNUZ,
    complex_float8_e4m3fnuz = ZARR_COMPLEX_FLOAT8_E4M3FNUZ,
    complex_float8_e5m2 = ZARR_COMPLEX_FLOAT8_E5M2,
    complex_float8_e5m2fnuz = ZARR_COMPLEX_FLOAT8_E5M2FNUZ,
    complex_float8_e8m0fnu = ZARR_COMPLEX_FLOAT8_E8M0FNU,
};

/// The bits of a float16 or bfloat16, in which most compilers can't calculate. Arrays of them can also be read as float.
struct float16 {
    std::uint16_t bits;
    friend constexpr bool operator==(float16 a, float16 b) { return a.bits == b.bits; }
    friend constexpr bool operator!=(float16 a, float16 b) { return a.bits != b.bits; }
};
struct bfloat16 {
    std::uint16_t bits;
    friend constexpr bool operator==(bfloat16 a, bfloat16 b) { return a.bits == b.bits; }
    friend constexpr bool operator!=(bfloat16 a, bfloat16 b) { return a.bits != b.bits; }
};

/// A point in time, or a span of time, as a count of the unit of its array; the lowest is "not a time".
struct datetime64 {
    std::int64_t count;
    static constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();
    friend constexpr bool operator==(datetime64 a, datetime64 b) { return a.count == b.count; }
    friend constexpr bool operator!=(datetime64 a, datetime64 b) { return a.count != b.count; }
};
struct timedelta64 {
    std::int64_t count;
    static constexpr std::int64_t not_a_time = std::numeric_limits<std::int64_t>::min();
    friend constexpr bool operator==(timedelta64 a, timedelta64 b) { return a.count == b.count; }
    friend constexpr bool operator!=(timedelta64 a, timedelta64 b) { return a.count != b.count; }
};

/// Base of an answer.
template <data_type Type>
struct element_of {
    static constexpr data_type type = Type;
};

/// The data type that elements of type T have in memory. Not every T has one; a struct of yours, that lies in memory as the
/// fields of an array's structs do, without gaps, gets one by
///
///     template <> struct zarr::element<particle> : zarr::element_of<zarr::data_type::structure> {};
template <class T, class Enable = void>
struct element;

template <> struct element<bool> : element_of<data_type::boolean> { static_assert(sizeof(bool) == 1); };
template <> struct element<float> : element_of<data_type::float32> {};
template <> struct element<double> : element_of<data_type::float64> {};
template <> struct element<std::complex<float>> : element_of<data_type::complex64> {};
template <> struct element<std::complex<double>> : element_of<data_type::complex128> {};
template <> struct element<float16> : element_of<data_type::float16> {};
template <> struct element<bfloat16> : element_of<data_type::bfloat16> {};
template <> struct element<datetime64> : element_of<data_type::datetime64> {};
template <> struct element<timedelta64> : element_of<data_type::timedelta64> {};
#ifdef __STDCPP_FLOAT16_T__
template <> struct element<std::float16_t> : element_of<data_type::float16> {};
#endif
#ifdef __STDCPP_BFLOAT16_T__
template <> struct element<std::bfloat16_t> : element_of<data_type::bfloat16> {};
#endif

namespace detail {

/// Integers under all their names: long or long long may be int64_t. Characters are none.
template <class T>
inline constexpr bool is_integer = std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, char> &&
                                   !std::is_same_v<T, wchar_t> && !std::is_same_v<T, char16_t> && !std::is_same_v<T, char32_t>;

template <std::size_t Size, bool Signed>
constexpr data_type integer_type() {
    if constexpr (Size == 1)
        return Signed ? data_type::int8 : data_type::uint8;
    else if constexpr (Size == 2)
        return Signed ? data_type::int16 : data_type::uint16;
    else if constexpr (Size == 4)
        return Signed ? data_type::int32 : data_type::uint32;
    else
        return Signed ? data_type::int64 : data_type::uint64;
}

} // namespace detail

template <class T>
struct element<T, std::enable_if_t<detail::is_integer<T> && sizeof(T) <= 8>>
    : element_of<detail::integer_type<sizeof(T), std::is_signed_v<T>>()> {};

/// Enums, std::byte among them, are their integers.
template <class T>
struct element<T, std::enable_if_t<std::is_enum_v<T>>> : element<std::underlying_type_t<T>> {};

namespace detail {

template <class T, class = void>
inline constexpr bool has_type = false;
template <class T>
inline constexpr bool has_type<T, std::void_t<decltype(element<T>::type)>> = true;

/// The data type of elements. For types without one the compiler stops with one message.
template <class T>
constexpr data_type element_type() {
    static_assert(has_type<T>, "zarr has no data type for this C++ type: elements are bool, integers other than char, float, double, std::complex of the two, "
                               "std::byte, enums, texts in std::string, and types for which zarr::element is specialised");
    if constexpr (has_type<T>)
        return element<T>::type;
    else
        return data_type{};
}

template <class T>
inline constexpr data_type type_of = element_type<std::remove_cv_t<T>>();

/// True for elements of variable length, which are read as std::string, or as optional where they may be absent.
template <class T> inline constexpr bool is_text = std::is_convertible_v<const T &, std::string_view>;
template <class T> inline constexpr bool is_text<std::optional<T>> = is_text<T>;

} // namespace detail

/// The name of a data type in final v3, without parameters: "float32".
inline const char *name(data_type type) noexcept { return zarr_data_type_name(static_cast<std::int32_t>(type)); }
/// The bytes of an element in memory; 0 for types with parameters, and for elements of variable length.
inline std::size_t size(data_type type) noexcept { return zarr_data_type_size(static_cast<std::int32_t>(type)); }

} // namespace zarr

#endif
