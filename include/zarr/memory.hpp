// Elements in memory: one behind the other in a `span`, or with a stride along each dimension in a view, such as
// std::mdspan. A type with a `data_handle()` that is a pointer, `rank()`, `extent(d)` and `stride(d)` is a view; strides may be
// negative.
#ifndef ZARR_MEMORY_HPP
#define ZARR_MEMORY_HPP

#include "element.hpp"

#include <array>
#include <iterator>
#include <vector>

#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace zarr {

/// Positions, shapes and counts: a number for each dimension, the slowest first.
using indices = std::vector<std::int64_t>;

template <class T>
class span;

namespace detail {

template <class Container, class = void>
struct data_of {};
template <class Container>
struct data_of<Container, std::enable_if_t<std::is_pointer_v<decltype(std::data(std::declval<Container &>()))>>> {
    using type = std::remove_pointer_t<decltype(std::data(std::declval<Container &>()))>;
};

template <class Container, class T, class = void>
inline constexpr bool holds = false;
template <class Container, class T>
inline constexpr bool holds<Container, T, std::void_t<typename data_of<Container>::type, decltype(std::size(std::declval<Container &>()))>> =
    std::is_convertible_v<typename data_of<Container>::type (*)[], T (*)[]>;

} // namespace detail

/// Contiguous elements: a pointer and a count. Types with `data()` and `size()` convert to it, std::span and std::vector among
/// them, and it converts to std::span. It is one type in every version of C++.
template <class T>
class span {
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    constexpr span() = default;
    constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
    template <class Container, std::enable_if_t<!std::is_same_v<std::decay_t<Container>, span> && detail::holds<Container, T>, int> = 0>
    constexpr span(Container &&container) : data_(std::data(container)), size_(std::size(container)) {}

    constexpr T *data() const { return data_; }
    constexpr std::size_t size() const { return size_; }
    constexpr std::size_t size_bytes() const { return size_ * sizeof(T); }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T *begin() const { return data_; }
    constexpr T *end() const { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const { return data_[index]; }

    /// Return `count` elements from `first` on; the span must have them.
    constexpr span subspan(std::size_t first, std::size_t count) const { return {data_ + first, count}; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

template <class Container>
span(Container &&) -> span<typename detail::data_of<Container>::type>;

/// The bytes of elements, for functions that take bytes.
template <class Container>
span<const std::byte> as_bytes(const Container &container) {
    static_assert(std::is_trivially_copyable_v<typename detail::data_of<const Container>::type>, "elements that are more than their bytes");
    return {reinterpret_cast<const std::byte *>(std::data(container)), std::size(container) * sizeof *std::data(container)};
}

namespace detail {

template <class View, class = void>
inline constexpr bool has_data_handle = false;
template <class View>
inline constexpr bool has_data_handle<View, std::void_t<decltype(std::declval<const View &>().data_handle())>> = true;

/// The type of a view's data handle, of which std::mdspan gives a reference.
template <class View>
using handle_of = std::decay_t<decltype(std::declval<const View &>().data_handle())>;

/// True when a view shows the elements themselves: an accessor may show something else, such as a scaled number.
template <class View, class = void>
inline constexpr bool shows_elements = true;
template <class View>
inline constexpr bool shows_elements<View, std::void_t<typename View::reference>> =
    std::is_same_v<typename View::reference, std::add_lvalue_reference_t<std::remove_pointer_t<handle_of<View>>>>;

template <class View, class = void>
inline constexpr bool is_view = false;
template <class View>
inline constexpr bool is_view<View, std::void_t<decltype(*std::declval<const View &>().data_handle()), decltype(std::declval<const View &>().rank()),
                                                decltype(std::declval<const View &>().extent(0)), decltype(std::declval<const View &>().stride(0))>> =
    std::is_pointer_v<handle_of<View>> && shows_elements<View>;

/// True for types without dimensions: such a std::mdspan has a `stride` that can't be called.
template <class View, class = void>
inline constexpr bool has_no_dimension = false;
template <class View>
inline constexpr bool has_no_dimension<View, std::enable_if_t<View::rank() == 0>> = true;

/// The element type of a container or a view; const for read-only memory.
template <class Memory, class = void>
struct held : data_of<Memory> {};
template <class Memory>
struct held<Memory, std::enable_if_t<is_view<Memory>>> {
    using type = std::remove_pointer_t<handle_of<Memory>>;
};
/// The one container whose elements are no memory.
template <class Allocator>
struct held<std::vector<bool, Allocator>> {
    using type = bool;
};
template <class Allocator>
struct held<const std::vector<bool, Allocator>> {
    using type = const bool;
};
template <class Memory>
using held_t = typename held<std::remove_reference_t<Memory>>::type;

template <class Memory, class = void>
inline constexpr bool holds_elements = false;
template <class Memory>
inline constexpr bool holds_elements<Memory, std::void_t<held_t<Memory>>> = true;

/// True for memory. For other types the compiler stops with one message that names the missing part.
template <class Memory>
constexpr bool is_memory() {
    using plain = std::remove_cv_t<std::remove_reference_t<Memory>>;
    if constexpr (has_data_handle<plain>) {
        static_assert(is_view<plain>, "a view for zarr needs data_handle(), a pointer to the first element, rank(), extent(d) and stride(d), "
                                      "and an accessor (of std::mdspan: the default one) that shows the elements themselves");
        return is_view<plain>;
    } else {
        static_assert(holds_elements<Memory>, "memory for zarr is a container with data() and size(), or a view with data_handle(), rank(), extent(d) "
                                              "and stride(d), such as std::mdspan; a pointer is given as zarr::span(pointer, count)");
        return holds_elements<Memory>;
    }
}

/// A view as zarr.h takes it: the bytes that it spans, in which the first element may lie anywhere.
template <class T>
struct strided {
    using byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;

    template <class View>
    explicit strided(const View &view) {
        const auto size = static_cast<std::int64_t>(sizeof(T));
        std::int64_t low = 0, high = size;
        bool empty = false;
        if constexpr (!has_no_dimension<View>) {
            using rank = std::decay_t<decltype(view.rank())>;
            for (rank d = 0; d < view.rank(); d++) {
                const auto count = static_cast<std::int64_t>(view.extent(d));
                const auto stride = static_cast<std::int64_t>(view.stride(d)) * size;
                counts.push_back(count);
                strides.push_back(stride);
                empty = empty || count <= 0;
                (stride < 0 ? low : high) += (count - 1) * stride;
            }
        }
        if (empty)
            return;
        memory = span<byte>(reinterpret_cast<byte *>(view.data_handle()) + low, static_cast<std::size_t>(high - low));
        offset = -low;
    }

    indices counts, strides;
    span<byte> memory;
    std::int64_t offset = 0;
};

/// The number of elements of a box; 0 for negative counts, which the library refuses.
inline std::size_t elements(const indices &count) {
    std::size_t product = 1;
    bool none = false;
    for (std::int64_t length : count)
        none = none || length <= 0;
    for (std::int64_t length : count) {
        if (none)
            return 0;
        if (static_cast<std::uint64_t>(length) > std::numeric_limits<std::size_t>::max() / product)
            throw error(status::no_memory, "a region of more elements than memory can hold");
        product *= static_cast<std::size_t>(length);
    }
    return product;
}

inline std::int32_t rank(const indices &indices) { return static_cast<std::int32_t>(indices.size()); }

} // namespace detail
} // namespace zarr

#if __cplusplus >= 202002L
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<zarr::span<T>> = true;
template <class T>
inline constexpr bool std::ranges::enable_view<zarr::span<T>> = true;
#endif

#endif
