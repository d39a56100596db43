// Memory of a program: contiguous containers, and types that tell the strides of their elements. These are known by their members,
// so that no header of theirs is needed:
//
//     extent(d), stride(d), rank(), and data_handle() or data()      std::mdspan, Kokkos::View, Blitz++, types of your own
//     rows(), cols(), innerStride(), outerStride(), data()           Eigen: matrices, arrays, vectors, blocks, maps, references
//     dimension(d), rank(), Layout, data()                           Eigen: tensors
//     shape(), strides(), data() with data_offset()                  xtensor: containers, adaptors and views with strides
//     shape(), strides(), origin() with index_bases()                boost::multi_array and its views
//
// Strides count elements and may be negative.
#ifndef ZARR_LAYOUT_HPP
#define ZARR_LAYOUT_HPP

#include "region.hpp"

#include <memory>

namespace zarr {
namespace detail {

namespace members {
template <class T>
using data_handle = decltype(std::declval<T &>().data_handle());
template <class T>
using data_member = decltype(std::declval<T &>().data());
template <class T>
using extents = decltype(std::declval<T &>().extent(0), std::declval<T &>().stride(0));
template <class T>
using rank = decltype(std::declval<T &>().rank());
template <class T>
using rank_constant = std::integral_constant<std::size_t, static_cast<std::size_t>(T::rank)>;
template <class T>
using static_rank = std::integral_constant<std::size_t, T::rank()>;
template <class T>
using mapping = decltype(std::declval<T &>().mapping());
template <class T>
using mapping_stride = decltype(std::declval<T &>().mapping().stride(0));
template <class T>
using is_strided = decltype(std::declval<T &>().is_strided());
template <class T>
using reference = typename T::reference;
template <class T>
using mirror = typename T::host_mirror_space::memory_space;
template <class T>
using eigen = decltype(std::declval<T &>().innerStride(), std::declval<T &>().outerStride(), std::declval<T &>().cols(), T::IsRowMajor,
                       T::IsVectorAtCompileTime);
template <class T>
using tensor = decltype(std::declval<T &>().dimension(0), std::declval<T &>().rank(), static_cast<int>(T::Layout));
template <class T>
using lists = decltype(std::declval<T &>().shape()[0], std::declval<T &>().strides()[0]);
template <class T>
using offset = decltype(std::declval<T &>().data() + std::declval<T &>().data_offset());
template <class T>
using origin = decltype(std::declval<T &>().origin() + std::declval<T &>().index_bases()[0]);
} // namespace members

/// How a type tells where its elements are.
enum class layout { unknown, contiguous, bits, extents, eigen, tensor, lists };

template <class T>
inline constexpr bool is_vector_of_bool = false;
template <class Allocator>
inline constexpr bool is_vector_of_bool<std::vector<bool, Allocator>> = true;

/// True for types without dimensions: such a std::mdspan has a `stride` that can't be called.
template <class View>
constexpr bool has_no_dimension() {
    if constexpr (has<members::static_rank, View>)
        return members::static_rank<View>::value == 0;
    else
        return false;
}

template <class View>
constexpr std::size_t rank_of(View &view) {
    if constexpr (has<members::rank, View>)
        return static_cast<std::size_t>(view.rank());
    else
        return members::rank_constant<View>::value;
}

/// True when the mapping of a view, such as that of a std::mdspan, can have strides.
template <class View>
constexpr bool has_strided_mapping() {
    return !has<members::mapping, View> || has<members::mapping_stride, View> || has_no_dimension<View>();
}

/// The pointer to the first element: the one with the lowest index along each dimension.
template <class View>
constexpr auto first_element(View &view) {
    if constexpr (has<members::data_handle, View>) {
        return view.data_handle();
    } else if constexpr (has<members::origin, View>) {
        auto first = view.origin();
        for (std::size_t d = 0; d < view.num_dimensions(); d++)
            first += view.index_bases()[d] * view.strides()[d];
        return first;
    } else if constexpr (has<members::offset, View>) {
        return view.data() + static_cast<std::ptrdiff_t>(view.data_offset());
    } else {
        return view.data();
    }
}
template <class View>
using first_pointer = decltype(first_element(std::declval<View &>()));

/// True when a view shows the elements themselves: an accessor may show something else, such as a scaled number.
template <class View>
constexpr bool shows_elements() {
    if constexpr (has<members::reference, View>)
        return std::is_same_v<typename View::reference, std::add_lvalue_reference_t<std::remove_pointer_t<first_pointer<View>>>>;
    else
        return true;
}

template <class Memory>
constexpr layout layout_of() {
    using type = std::remove_reference_t<Memory>;
    constexpr bool handle = has<members::data_handle, type>;
    if constexpr (is_vector_of_bool<plain<type>>) {
        return layout::bits;
    } else if constexpr (known_contiguous<type>()) {
        return layout::contiguous;
    } else if constexpr (!handle && !has<members::data_member, type> && !has<members::origin, type>) {
        return layout::unknown;
    } else if constexpr (has<members::extents, type> && (has<members::rank, type> || has<members::rank_constant, type>)) {
        if constexpr (std::is_pointer_v<first_pointer<type>>)
            return has_strided_mapping<type>() && (!handle || shows_elements<type>()) ? layout::extents : layout::unknown;
        return layout::unknown;
    } else if constexpr (has<members::lists, type> && (has<members::offset, type> || has<members::origin, type>)) {
        return std::is_pointer_v<first_pointer<type>> ? layout::lists : layout::unknown;
    } else if constexpr (has<members::data_member, type>) {
        if constexpr (std::is_pointer_v<members::data_member<type>>)
            return has<members::eigen, type> ? layout::eigen : has<members::tensor, type> ? layout::tensor : layout::unknown;
        return layout::unknown;
    } else {
        return layout::unknown;
    }
}

/// True for types that tell their strides.
template <class Memory>
inline constexpr bool is_view = layout_of<Memory>() >= layout::extents;
/// True for memory of any layout.
template <class Memory>
inline constexpr bool holds_elements = layout_of<Memory>() != layout::unknown;

/// The elements of nested arrays, which are without gaps: 6 floats in each `float[2][3]`.
template <class T>
struct innermost {
    using type = T;
    static constexpr std::size_t count = 1;
};
template <class T, std::size_t Size>
struct nested {
    using type = typename innermost<T>::type;
    static constexpr std::size_t count = Size * innermost<T>::count;
};
template <class Array>
struct whole {
    using type = Array;
    static constexpr std::size_t count = 1;
};
template <class T, std::size_t Size>
struct innermost<T[Size]> : nested<T, Size> {};
template <class T, std::size_t Size>
struct innermost<std::array<T, Size>>
    : std::conditional_t<has_type<std::array<T, Size>> || sizeof(std::array<T, Size>) != Size * sizeof(T), whole<std::array<T, Size>>, nested<T, Size>> {};
template <class T, std::size_t Size>
struct innermost<const std::array<T, Size>> : std::conditional_t<std::is_same_v<typename innermost<std::array<T, Size>>::type, std::array<T, Size>>,
                                                                 whole<const std::array<T, Size>>, nested<const T, Size>> {};

/// The element type of memory; const for read-only memory.
template <class Memory>
constexpr auto held_pointer() {
    constexpr layout kind = layout_of<Memory>();
    if constexpr (kind == layout::contiguous)
        return static_cast<typename innermost<typename data_of<Memory>::type>::type *>(nullptr);
    else if constexpr (kind == layout::bits)
        return static_cast<std::conditional_t<std::is_const_v<Memory>, const bool, bool> *>(nullptr);
    else
        return first_pointer<Memory>{};
}
template <class Memory>
using held_t = std::remove_pointer_t<decltype(held_pointer<std::remove_reference_t<Memory>>())>;

/// True for memory of elements that have a type of Zarr, or are texts. Otherwise the compiler stops with one message that names the
/// missing part.
template <class Memory>
constexpr bool is_memory() {
    using type = std::remove_reference_t<Memory>;
    constexpr bool known = holds_elements<type>;
    if constexpr (!known && has<members::data_handle, type>) {
        static_assert(known, "a view for zarr needs data_handle(), a pointer to the first element, rank(), extent(d) and stride(d), "
                             "and an accessor (of std::mdspan: the default one) that shows the elements themselves");
    } else if constexpr (!known && has<members::data, type> && has<members::size, type>) {
        static_assert(known, "memory for zarr: data() and size() do not tell that the elements are contiguous and in C order; pass "
                             "zarr::span(pointer, count) if they are, specialise zarr::is_contiguous for the type, or pass a view with strides, such "
                             "as std::mdspan");
    } else if constexpr (!known) {
        static_assert(known, "memory for zarr is a container of contiguous elements, or a view with data_handle(), rank(), extent(d) and stride(d), "
                             "such as std::mdspan; an expression is evaluated first; a pointer is given as zarr::span(pointer, count)");
    } else if constexpr (has<members::mirror, type>) {
        static_assert(std::is_same_v<members::mirror<type>, typename type::memory_space>,
                      "memory for zarr is memory of the host; of a view in other memory pass its Kokkos::create_mirror_view");
        return std::is_same_v<members::mirror<type>, typename type::memory_space>;
    }
    if constexpr (known) {
        using element = std::remove_const_t<held_t<type>>;
        if constexpr (!is_text<element>)
            return element_type<element>(), has_type<element>;
    }
    return known;
}

/// The elements of a contiguous container.
template <class Memory>
span<held_t<Memory>> elements_of(Memory &memory) {
    using raw = typename data_of<Memory>::type;
    return {reinterpret_cast<held_t<Memory> *>(first_of(memory)), std::size(memory) * innermost<raw>::count};
}

/// A list of lengths, as messages show it.
inline std::string shown(const indices &lengths) {
    std::string text = "{";
    for (const std::int64_t length : lengths)
        text += (text.size() > 1 ? ", " : "") + std::to_string(length);
    return text + "}";
}

/// A view as zarr.h takes it: the bytes that it spans, in which the first element may be anywhere.
template <class T>
struct strided {
    using byte = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;

    template <class View>
    explicit strided(View &view) {
        constexpr layout kind = layout_of<View>();
        if constexpr (kind == layout::extents) {
            if constexpr (has<members::is_strided, View>)
                if (!view.is_strided())
                    throw error(status::unsupported, "the layout of the view has no strides");
            if constexpr (!has_no_dimension<View>())
                for (std::size_t d = 0; d < rank_of(view); d++)
                    add(view.extent(static_cast<int>(d)), view.stride(static_cast<int>(d)));
        } else if constexpr (kind == layout::eigen) {
            if constexpr (View::IsVectorAtCompileTime) {
                add(view.size(), view.innerStride());
            } else {
                add(view.rows(), View::IsRowMajor ? view.outerStride() : view.innerStride());
                add(view.cols(), View::IsRowMajor ? view.innerStride() : view.outerStride());
            }
        } else if constexpr (kind == layout::tensor) {
            constexpr bool row_major = static_cast<int>(View::Layout) == 1;
            const auto rank = static_cast<int>(view.rank());
            for (int d = 0; d < rank; d++) {
                auto stride = view.dimension(0) * 0 + 1;
                for (int other = row_major ? d + 1 : 0; other < (row_major ? rank : d); other++)
                    stride *= view.dimension(other);
                add(view.dimension(d), stride);
            }
        } else {
            std::size_t rank = 0;
            if constexpr (has<members::num_dimensions, View>)
                rank = view.num_dimensions();
            else
                rank = std::size(view.shape());
            for (std::size_t d = 0; d < rank; d++)
                add(view.shape()[d], view.strides()[d]);
        }
        bool empty = false;
        std::int64_t low = 0, high = sizeof(T);
        for (std::size_t d = 0; d < counts.size(); d++) {
            empty = empty || counts[d] <= 0;
            (strides[d] < 0 ? low : high) += (counts[d] - 1) * strides[d];
        }
        if (empty)
            return;
        memory = span<byte>(reinterpret_cast<byte *>(first_element(view)) + low, static_cast<std::size_t>(high - low));
        offset = -low;
    }

    template <class Count, class Stride>
    void add(Count count, Stride stride) {
        counts.push_back(static_cast<std::int64_t>(count));
        strides.push_back(static_cast<std::int64_t>(stride) * static_cast<std::int64_t>(sizeof(T)));
    }

    T *first() const { return reinterpret_cast<T *>(memory.data() + offset); }

    bool is_contiguous() const {
        std::int64_t stride = sizeof(T);
        for (std::size_t d = counts.size(); d-- > 0; stride *= counts[d])
            if (counts[d] > 1 && strides[d] != stride)
                return false;
        return true;
    }

    /// Pass each element, in C order.
    template <class Visit>
    void each(Visit &&visit) const {
        indices index(counts.size(), 0);
        byte *at = memory.data() + offset;
        for (std::size_t left = elements(counts); left > 0; left--) {
            visit(*reinterpret_cast<T *>(at));
            for (std::size_t d = counts.size(); d-- > 0;) {
                at += strides[d];
                if (++index[d] < counts[d])
                    break;
                at -= strides[d] * counts[d];
                index[d] = 0;
            }
        }
    }

    /// Take the shape of a region. Dimensions of length 1 may be missing on either side; one dimension has the elements of the region in
    /// its order.
    void take_shape(const indices &wanted, order order) {
        if (counts == wanted)
            return;
        indices placed(wanted.size(), 0);
        const auto misfit = [&] {
            return error(status::buffer_size, "the memory has the shape " + shown(counts) + ", the region " + shown(wanted));
        };
        if (counts.size() == 1) {
            if (static_cast<std::uint64_t>(counts[0]) != elements(wanted))
                throw misfit();
            std::int64_t stride = strides[0];
            for (std::size_t step = 0; step < wanted.size() && counts[0] > 0; step++) {
                const std::size_t d = order == order::f ? step : wanted.size() - 1 - step;
                placed[d] = stride;
                stride *= wanted[d];
            }
        } else {
            std::size_t from = 0;
            const auto skip = [&] {
                while (from < counts.size() && counts[from] == 1)
                    from++;
            };
            for (std::size_t d = 0; d < wanted.size(); d++) {
                if (wanted[d] == 1)
                    continue;
                skip();
                if (from == counts.size() || counts[from] != wanted[d])
                    throw misfit();
                placed[d] = strides[from++];
            }
            skip();
            if (from != counts.size())
                throw misfit();
        }
        counts = wanted;
        strides = std::move(placed);
    }

    indices counts, strides;
    span<byte> memory;
    std::int64_t offset = 0;
};

/// Elements without gaps in C order, for calls that take no strides: those of the memory, or a copy where it has another layout.
template <class Memory>
class packed {
  public:
    using element = held_t<Memory>;

    explicit packed(Memory &memory) : packed(memory, nullptr) {}

    /// `shape` returns the lengths that the memory has to have; it is called for views only.
    template <class Shape>
    packed(Memory &memory, const Shape &shape) : memory_(memory) {
        if constexpr (kind == layout::contiguous) {
            values_ = elements_of(memory);
        } else if constexpr (kind == layout::bits) {
            copy(memory.size());
            std::copy(memory.begin(), memory.end(), copy_.get());
        } else {
            view_.emplace(memory);
            if constexpr (std::is_invocable_v<const Shape &>)
                view_->take_shape(shape(), order::c);
            const std::size_t size = elements(view_->counts);
            if (view_->is_contiguous()) {
                values_ = span<element>(view_->first(), size);
            } else {
                copy(size);
                view_->each([at = copy_.get()](const value &one) mutable { *at++ = one; });
            }
        }
    }

    const span<element> &values() const { return values_; }

    /// Copy the values to the memory, where they are not its own.
    void unpack() const {
        if constexpr (kind == layout::bits)
            std::copy(values_.begin(), values_.end(), memory_.begin());
        else if constexpr (kind != layout::contiguous)
            if (copy_)
                view_->each([at = copy_.get()](value &one) mutable { one = *at++; });
    }

  private:
    static constexpr layout kind = layout_of<Memory>();
    using value = std::remove_const_t<element>;

    void copy(std::size_t size) {
        copy_.reset(new value[size]());
        values_ = span<element>(copy_.get(), size);
    }

    Memory &memory_;
    std::optional<strided<element>> view_;
    std::unique_ptr<value[]> copy_;
    span<element> values_;
};

} // namespace detail
} // namespace zarr

#endif
