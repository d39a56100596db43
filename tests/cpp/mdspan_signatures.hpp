// A view with the signatures of the reference implementation of mdspan: the handle is given by reference, a view of no
// dimension has no strides to call, and layout and accessor are types.
#ifndef ZARR_TESTS_MDSPAN_SIGNATURES_HPP
#define ZARR_TESTS_MDSPAN_SIGNATURES_HPP

#include <array>
#include <cstddef>
#include <type_traits>

namespace signatures {

template <class Index, std::size_t Rank> class dextents {
  public:
    using index_type = Index;
    template <class... Lengths, class = std::enable_if_t<sizeof...(Lengths) == Rank>>
    constexpr explicit dextents(Lengths... lengths) : lengths_{static_cast<Index>(lengths)...} {}
    static constexpr std::size_t rank() noexcept { return Rank; }
    constexpr Index extent(std::size_t dimension) const noexcept { return lengths_[dimension]; }

  private:
    std::array<Index, Rank> lengths_;
};

template <class Extents> class strided {
  public:
    constexpr strided(const Extents &extents, const std::array<typename Extents::index_type, Extents::rank()> &strides)
        : extents_(extents), strides_(strides) {}
    constexpr const Extents &extents() const noexcept { return extents_; }
    constexpr typename Extents::index_type stride(std::size_t dimension) const noexcept { return strides_[dimension]; }

  private:
    Extents extents_;
    std::array<typename Extents::index_type, Extents::rank()> strides_;
};

/// The strides of elements that lie one behind the other, with the last dimension or the first one as the fastest.
template <class Extents, bool LastIsFastest> class dense : public strided<Extents> {
    static constexpr auto strides(const Extents &extents) {
        std::array<typename Extents::index_type, Extents::rank()> strides{};
        typename Extents::index_type stride = 1;
        for (std::size_t step = 0; step < Extents::rank(); ++step) {
            const std::size_t dimension = LastIsFastest ? Extents::rank() - 1 - step : step;
            strides[dimension] = stride;
            stride *= extents.extent(dimension);
        }
        return strides;
    }

  public:
    constexpr dense(const Extents &extents) : strided<Extents>(extents, strides(extents)) {}
};

struct layout_right {
    template <class Extents> using mapping = dense<Extents, true>;
};
struct layout_left {
    template <class Extents> using mapping = dense<Extents, false>;
};
struct layout_stride {
    template <class Extents> using mapping = strided<Extents>;
};

template <class Element> struct default_accessor {
    using offset_policy = default_accessor;
    using element_type = Element;
    using reference = Element &;
    using data_handle_type = Element *;
    constexpr reference access(data_handle_type handle, std::size_t index) const noexcept { return handle[index]; }
};

template <class Element, class Extents, class Layout = layout_right, class Accessor = default_accessor<Element>> class mdspan {
  public:
    using element_type = Element;
    using value_type = std::remove_cv_t<Element>;
    using index_type = typename Extents::index_type;
    using rank_type = std::size_t;
    using accessor_type = Accessor;
    using mapping_type = typename Layout::template mapping<Extents>;
    using data_handle_type = typename Accessor::data_handle_type;
    using reference = typename Accessor::reference;

    constexpr mdspan(data_handle_type handle, const mapping_type &mapping) : handle_(handle), mapping_(mapping) {}
    template <class... Lengths, class = std::enable_if_t<sizeof...(Lengths) == Extents::rank() && (std::is_integral_v<Lengths> && ...)>>
    constexpr explicit mdspan(data_handle_type handle, Lengths... lengths) : handle_(handle), mapping_(Extents(lengths...)) {}

    static constexpr rank_type rank() noexcept { return Extents::rank(); }
    constexpr index_type extent(rank_type dimension) const noexcept { return mapping_.extents().extent(dimension); }
    constexpr index_type stride(rank_type dimension) const {
        static_assert(Extents::rank() > 0 || sizeof(dimension) == 0, "a view of no dimension has no strides");
        return mapping_.stride(dimension);
    }
    constexpr const data_handle_type &data_handle() const noexcept { return handle_; }
    constexpr const mapping_type &mapping() const noexcept { return mapping_; }
    constexpr const accessor_type &accessor() const noexcept { return accessor_; }

  private:
    data_handle_type handle_;
    mapping_type mapping_;
    accessor_type accessor_{};
};

} // namespace signatures

#endif
