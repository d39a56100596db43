// Results of any length: blocks of bytes and lists of texts, both of which never change. Here is also the
// owner that every class of this layer has inside.
#ifndef ZARR_RESULTS_HPP
#define ZARR_RESULTS_HPP

#include "error.hpp"

#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace zarr {
namespace detail {

template <auto Free>
struct deleter {
    template <class Handle>
    void operator()(Handle *handle) const noexcept {
        Free(handle);
    }
};

/// Owns a handle of zarr.h.
template <class Handle, auto Free>
using owner = std::unique_ptr<Handle, deleter<Free>>;

/// Iterates over a type with `size()` and `operator[]`, whose elements are made on access.
template <class Range>
class index_iterator {
  public:
    using value_type = decltype(std::declval<const Range &>()[0]);
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    // An iterator whose elements are no references is an input iterator to C++17, and more than that to C++20.
    using iterator_category = std::input_iterator_tag;
    using iterator_concept = std::forward_iterator_tag;

    index_iterator() = default;
    index_iterator(const Range *range, std::size_t index) : range_(range), index_(index) {}

    value_type operator*() const { return (*range_)[index_]; }
    index_iterator &operator++() {
        ++index_;
        return *this;
    }
    index_iterator operator++(int) {
        index_iterator before = *this;
        ++index_;
        return before;
    }
    friend bool operator==(const index_iterator &a, const index_iterator &b) { return a.index_ == b.index_; }
    friend bool operator!=(const index_iterator &a, const index_iterator &b) { return a.index_ != b.index_; }

  private:
    const Range *range_ = nullptr;
    std::size_t index_ = 0;
};

} // namespace detail

/// A block of bytes. A NUL follows the last of them.
class bytes {
  public:
    bytes() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit bytes(zarr_bytes *handle) noexcept : handle_(handle) {}

    const std::byte *data() const noexcept { return reinterpret_cast<const std::byte *>(zarr_bytes_data(handle_.get())); }
    std::size_t size() const noexcept { return zarr_bytes_size(handle_.get()); }
    bool empty() const noexcept { return size() == 0; }
    const std::byte *begin() const noexcept { return data(); }
    const std::byte *end() const noexcept { return data() + size(); }

    /// The bytes as a text, valid as long as this object.
    std::string_view text() const noexcept { return {zarr_bytes_text(handle_.get()), size()}; }
    std::string str() const { return std::string(text()); }

    zarr_bytes *handle() const noexcept { return handle_.get(); }

  private:
    detail::owner<zarr_bytes, zarr_bytes_free> handle_;
};

/// A list of texts. An absent entry reads as empty; `has` returns false for it.
class strings {
  public:
    using value_type = std::string_view;
    using iterator = detail::index_iterator<strings>;
    using const_iterator = iterator;

    strings() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit strings(zarr_strings *handle) noexcept : handle_(handle) {}

    std::size_t size() const noexcept { return zarr_strings_count(handle_.get()); }
    bool empty() const noexcept { return size() == 0; }
    bool has(std::size_t index) const noexcept { return zarr_strings_get(handle_.get(), index) != nullptr; }
    /// The text at an index, valid as long as the list; empty past the end.
    std::string_view operator[](std::size_t index) const noexcept {
        const char *text = zarr_strings_get(handle_.get(), index);
        return text ? std::string_view(text, zarr_strings_size(handle_.get(), index)) : std::string_view();
    }
    iterator begin() const { return {this, 0}; }
    iterator end() const { return {this, size()}; }

    std::vector<std::string> to_vector() const { return std::vector<std::string>(begin(), end()); }

    zarr_strings *handle() const noexcept { return handle_.get(); }

  private:
    detail::owner<zarr_strings, zarr_strings_free> handle_;
};

namespace detail {

/// Call a function that makes bytes, or a list of texts.
template <class Function, class... Arguments>
bytes obtain_bytes(Function function, Arguments... arguments) {
    return bytes(obtain<zarr_bytes *>(function, arguments...));
}

template <class Function, class... Arguments>
std::string obtain_text(Function function, Arguments... arguments) {
    return obtain_bytes(function, arguments...).str();
}

template <class Function, class... Arguments>
strings obtain_strings(Function function, Arguments... arguments) {
    return strings(obtain<zarr_strings *>(function, arguments...));
}

} // namespace detail
} // namespace zarr

#endif
