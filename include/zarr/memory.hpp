// Contiguous elements: `zarr::span`, and the containers that it takes.
#ifndef ZARR_MEMORY_HPP
#define ZARR_MEMORY_HPP

#include "element.hpp"

#include <array>
#include <iterator>
#include <string>
#include <vector>

#if __cplusplus >= 202002L
#include <ranges>
#endif

namespace zarr {

/// Positions, shapes and counts: a number for each dimension, the slowest first.
using indices = std::vector<std::int64_t>;

/// True for containers of your own whose elements have no gaps and are in C order, from `data()` on, `size()` of them:
///
///     template <> inline constexpr bool zarr::is_contiguous<grid> = true;
///
/// Standard containers, C arrays, and types with `data()`, `size()` and pointers as iterators need no specialisation.
template <class Container>
inline constexpr bool is_contiguous = false;

template <class T>
class span;

namespace detail {

/// The detection idiom: true when `Wanted<Type>` is a type.
template <template <class> class Wanted, class Type, class = void>
inline constexpr bool has = false;
template <template <class> class Wanted, class Type>
inline constexpr bool has<Wanted, Type, std::void_t<Wanted<Type>>> = true;

template <class T>
using plain = std::remove_cv_t<std::remove_reference_t<T>>;

namespace members {
template <class T>
using data = decltype(std::data(std::declval<T &>()));
template <class T>
using begin = decltype(std::begin(std::declval<T &>()));
template <class T>
using size = decltype(std::size(std::declval<T &>()));
template <class T>
using rows = decltype(std::declval<T &>().rows());
template <class T>
using n_rows = decltype(std::declval<T &>().n_rows);
template <class T>
using size1 = decltype(std::declval<T &>().size1());
template <class T>
using ndim = decltype(std::declval<T &>().ndim());
template <class T>
using shape = decltype(std::declval<T &>().shape());
template <class T>
using extent = decltype(std::declval<T &>().extent(0));
template <class T>
using dimension = decltype(std::declval<T &>().dimension(0));
template <class T>
using num_dimensions = decltype(std::declval<T &>().num_dimensions());
} // namespace members

/// True for types that tell of dimensions, so that the order of their elements is not that of a list.
template <class T>
inline constexpr bool has_dimensions = has<members::rows, T> || has<members::n_rows, T> || has<members::size1, T> || has<members::ndim, T> ||
                                       has<members::shape, T> || has<members::extent, T> || has<members::dimension, T> ||
                                       has<members::num_dimensions, T>;

template <class T, class Allocator>
std::bool_constant<!std::is_same_v<T, bool>> is_list_of_elements(const std::vector<T, Allocator> *);
template <class T, class Traits, class Allocator>
std::true_type is_list_of_elements(const std::basic_string<T, Traits, Allocator> *);
template <class T, class Traits>
std::true_type is_list_of_elements(const std::basic_string_view<T, Traits> *);
template <class T, std::size_t Size>
std::true_type is_list_of_elements(const std::array<T, Size> *);
std::false_type is_list_of_elements(const void *);

template <class T>
constexpr bool has_contiguous_iterators() {
    if constexpr (has<members::begin, T>) {
#if __cplusplus >= 202002L
        return std::contiguous_iterator<members::begin<T>>;
#else
        return std::is_pointer_v<members::begin<T>>;
#endif
    }
    return false;
}

/// The first element of a container: `data()`, or an iterator that is a pointer, as std::valarray has.
template <class Container>
constexpr auto first_of(Container &container) {
    if constexpr (has<members::data, Container>)
        return std::data(container);
    else
        return std::size(container) == 0 ? members::begin<Container>{} : std::begin(container);
}

/// True for containers whose elements are known to be without gaps, in the order of the container.
template <class Container>
constexpr bool known_contiguous() {
    using type = plain<Container>;
    if constexpr (!has<members::size, Container>)
        return false;
    else if constexpr (!has<members::data, Container>)
        return has<members::begin, Container> && has_contiguous_iterators<Container>() && !has_dimensions<type>;
    else if constexpr (!std::is_pointer_v<members::data<Container>>)
        return false;
    else
        return is_contiguous<type> || std::is_array_v<type> || decltype(is_list_of_elements(static_cast<type *>(nullptr)))::value ||
               (has_contiguous_iterators<Container>() && !has_dimensions<type>);
}

template <class Container, class = void>
struct data_of {};
template <class Container>
struct data_of<Container, std::enable_if_t<known_contiguous<Container>()>> {
    using type = std::remove_pointer_t<decltype(first_of(std::declval<Container &>()))>;
};

template <class Container, class T, class = void>
inline constexpr bool holds = false;
template <class Container, class T>
inline constexpr bool holds<Container, T, std::void_t<typename data_of<Container>::type>> =
    std::is_convertible_v<typename data_of<Container>::type (*)[], T (*)[]>;

/// True for containers of T that may have gaps, or another order than C.
template <class Container, class T, class = void>
inline constexpr bool may_have_gaps = false;
template <class Container, class T>
inline constexpr bool may_have_gaps<Container, T, std::enable_if_t<!known_contiguous<Container>() && has<members::size, Container>>> =
    std::is_convertible_v<members::data<Container>, T *>;

} // namespace detail

/// Contiguous elements: a pointer and a count. Containers convert to it that are known to be contiguous, std::span and std::vector
/// among them, and it converts to std::span. It is one type in every version of C++.
template <class T>
class span {
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;

    constexpr span() = default;
    constexpr span(T *data, std::size_t size) : data_(data), size_(size) {}
    template <class Container, std::enable_if_t<!std::is_same_v<std::decay_t<Container>, span> && detail::holds<Container, T>, int> = 0>
    constexpr span(Container &&container) : data_(detail::first_of(container)), size_(std::size(container)) {}

    /// Does not compile, to name what to pass instead.
    template <class Container, std::enable_if_t<detail::may_have_gaps<Container, T>, int> = 0>
    constexpr explicit span(Container &&) {
        static_assert(!detail::may_have_gaps<Container, T>, "zarr::span takes containers whose elements are known to be contiguous: standard ones, those with data(), "
                                                            "size() and pointers as iterators, and types for which zarr::is_contiguous is specialised; "
                                                            "else write zarr::span(pointer, count)");
    }

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
span(Container &&) -> span<std::remove_pointer_t<decltype(detail::first_of(std::declval<Container &>()))>>;

/// The bytes of elements, for functions that take bytes.
template <class Container>
span<const std::byte> as_bytes(const Container &container) {
    const span elements(container);
    static_assert(std::is_trivially_copyable_v<typename decltype(elements)::value_type>, "elements that are more than their bytes");
    return {reinterpret_cast<const std::byte *>(elements.data()), elements.size_bytes()};
}

namespace detail {

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
