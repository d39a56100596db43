// Converts a value of one type to an equal element of another, as in `of<float>(...).fill_value(-999)`.
#ifndef ZARR_FILL_VALUE_HPP
#define ZARR_FILL_VALUE_HPP

#include "element.hpp"

#include <cmath>

namespace zarr {
namespace detail {

/// A data type as messages name it.
inline std::string type_name(data_type type) {
    switch (type) {
    case data_type::boolean: return "bool";
    case data_type::int8: return "int8";
    case data_type::int16: return "int16";
    case data_type::int32: return "int32";
    case data_type::int64: return "int64";
    case data_type::uint8: return "uint8";
    case data_type::uint16: return "uint16";
    case data_type::uint32: return "uint32";
    case data_type::uint64: return "uint64";
    case data_type::float16: return "float16";
    case data_type::bfloat16: return "bfloat16";
    case data_type::float32: return "float32";
    case data_type::float64: return "float64";
    case data_type::complex64: return "complex64";
    case data_type::complex128: return "complex128";
    case data_type::datetime64: return "datetime64";
    case data_type::timedelta64: return "timedelta64";
    case data_type::raw: return "raw";
    case data_type::fixed_bytes: return "fixed_bytes";
    case data_type::fixed_utf32: return "fixed_utf32";
    case data_type::structure: return "struct";
    case data_type::string: return "string";
    case data_type::bytes: return "bytes";
    default: return "number " + std::to_string(static_cast<std::int32_t>(type)) + " of zarr.h";
    }
}

/// True for data types that a code alone does not describe.
inline bool has_parameters(data_type type) {
    return type == data_type::raw || type == data_type::fixed_bytes || type == data_type::fixed_utf32 || type == data_type::datetime64 ||
           type == data_type::timedelta64 || type == data_type::structure;
}

template <class T>
inline constexpr bool is_number = is_integer<T> || std::is_same_v<T, bool> || std::is_floating_point_v<T>;
template <class T>
inline constexpr bool is_complex = false;
template <class T>
inline constexpr bool is_complex<std::complex<T>> = true;

/// True when a floating-point number lies where the integers of a type are. The bounds are powers of two, which it can be compared
/// with exactly.
template <class Integer, class Float>
bool in_range_of(Float value) {
    const Float beyond = std::ldexp(Float(1), std::numeric_limits<Integer>::digits);
    return value < beyond && (std::is_signed_v<Integer> ? value >= -beyond : value >= 0);
}

/// The number of another type that equals `value`, if there is one. NaN stays NaN.
template <class To, class From>
std::optional<To> exactly(From value) {
    if constexpr (is_complex<From>) {
        if constexpr (is_complex<To>) {
            using part = typename To::value_type;
            const auto re = exactly<part>(value.real()), im = exactly<part>(value.imag());
            return re && im ? std::optional<To>(To(*re, *im)) : std::nullopt;
        } else {
            return value.imag() == 0 ? exactly<To>(value.real()) : std::nullopt;
        }
    } else if constexpr (is_complex<To>) {
        const auto real = exactly<typename To::value_type>(value);
        return real ? std::optional<To>(*real) : std::nullopt;
    } else if constexpr (std::is_floating_point_v<From> && std::is_floating_point_v<To>) {
        const bool fits = !std::isfinite(value) || std::abs(value) <= static_cast<long double>(std::numeric_limits<To>::max());
        const To to = fits ? static_cast<To>(value) : To{};
        return fits && (to == value || std::isnan(value)) ? std::optional<To>(to) : std::nullopt;
    } else if constexpr (std::is_floating_point_v<From>) {
        if (!in_range_of<To>(value) || std::trunc(value) != value)
            return std::nullopt;
        return static_cast<To>(value);
    } else if constexpr (std::is_floating_point_v<To>) {
        const To to = static_cast<To>(value);
        return in_range_of<From>(to) && static_cast<From>(to) == value ? std::optional<To>(to) : std::nullopt;
    } else {
        const To to = static_cast<To>(value);
        const bool same_sign = (value < From{}) == (to < To{});
        return same_sign && static_cast<From>(to) == value ? std::optional<To>(to) : std::nullopt;
    }
}

/// The bits of a floating-point number of 16 bits with so many bits of exponent that equals the value, if there is one.
inline std::optional<std::uint16_t> half_bits(double value, int exponent_bits) {
    const int mantissa_bits = 15 - exponent_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
    const unsigned special = ((1u << exponent_bits) - 1) << mantissa_bits;
    const auto bits = [sign](unsigned rest) { return static_cast<std::uint16_t>(sign | rest); };
    if (std::isnan(value))
        return bits(special | 1u << (mantissa_bits - 1));
    if (std::isinf(value))
        return bits(special);
    if (value == 0)
        return bits(0);
    const int exponent = std::max(std::ilogb(value), 1 - bias);
    // A whole number of units in the last place; one with the bit above the mantissa is normal.
    const double units = std::ldexp(std::abs(value), mantissa_bits - exponent);
    if (exponent > bias || std::trunc(units) != units)
        return std::nullopt;
    return bits((static_cast<unsigned>(exponent + bias - 1) << mantissa_bits) + static_cast<unsigned>(units));
}

template <class T>
std::string raw_bytes(const T &value) {
    return std::string(reinterpret_cast<const char *>(&value), sizeof value);
}

/// The bytes of an element of a type that equals `value`, if there is one.
template <class T>
std::optional<std::string> element_bytes(const T &value, data_type type) {
    if (type_of<T> == type)
        return raw_bytes(value);
    if constexpr (is_number<T> || is_complex<T>) {
        const auto as = [&](auto example) -> std::optional<std::string> {
            const auto element = exactly<decltype(example)>(value);
            return element ? std::optional<std::string>(raw_bytes(*element)) : std::nullopt;
        };
        const auto half = [&](int exponent_bits) -> std::optional<std::string> {
            const auto wide = exactly<double>(value);
            const auto bits = wide ? half_bits(*wide, exponent_bits) : std::nullopt;
            return bits ? std::optional<std::string>(raw_bytes(*bits)) : std::nullopt;
        };
        switch (type) {
        case data_type::boolean: return as(bool{});
        case data_type::int8: return as(std::int8_t{});
        case data_type::int16: return as(std::int16_t{});
        case data_type::int32: return as(std::int32_t{});
        case data_type::int64: return as(std::int64_t{});
        case data_type::uint8: return as(std::uint8_t{});
        case data_type::uint16: return as(std::uint16_t{});
        case data_type::uint32: return as(std::uint32_t{});
        case data_type::uint64: return as(std::uint64_t{});
        case data_type::float16: return half(5);
        case data_type::bfloat16: return half(8);
        case data_type::float32: return as(float{});
        case data_type::float64: return as(double{});
        case data_type::complex64: return as(std::complex<float>{});
        case data_type::complex128: return as(std::complex<double>{});
        default: break;
        }
    }
    return std::nullopt;
}

} // namespace detail
} // namespace zarr

#endif
