// Elements that form no region: single ones, and all at some indices along each dimension.
#ifndef ZARR_SELECTIONS_HPP
#define ZARR_SELECTIONS_HPP

#include "array.hpp"

namespace zarr {
namespace detail {

/// The type of the entries of a container.
template <class List>
using entry_of = std::remove_cv_t<std::remove_reference_t<decltype(*std::begin(std::declval<const List &>()))>>;

template <class List, class = void>
inline constexpr bool is_list = false;
template <class List>
inline constexpr bool is_list<List, std::void_t<entry_of<List>>> = true;

/// Integers of any type as those of zarr.h.
template <class List>
void add_numbers(indices &numbers, const List &list) {
    static_assert(is_integer<entry_of<List>>, "positions and indices are integers");
    for (const auto number : list)
        numbers.push_back(static_cast<std::int64_t>(number));
}

inline std::string for_rank(std::size_t rank) { return ", for an array of " + std::to_string(rank) + " dimensions"; }

} // namespace detail

/// The positions of elements, in any order: a list with an entry for each, or all numbers in one list.
///
///     {{0, 3}, {17, 5}}                                      two elements of an array of two dimensions
///     std::vector<std::array<int, 2>>, std::vector<zarr::indices>
///     std::vector<std::int64_t>                              as many numbers for each as the array has dimensions
class points {
  public:
    points(std::initializer_list<indices> positions) { add(positions); }
    template <class List, std::enable_if_t<detail::is_list<List> && !std::is_same_v<List, points>, int> = 0>
    points(const List &list) {
        if constexpr (detail::is_list<detail::entry_of<List>>)
            add(list);
        else
            detail::add_numbers(numbers_, list);
    }

    /// The numbers of all positions, one position behind the other.
    const indices &numbers() const { return numbers_; }

    /// The number of positions in an array of so many dimensions.
    std::size_t count(int ndim) const {
        const auto rank = static_cast<std::size_t>(std::max(ndim, 0));
        if (rank_ && *rank_ != rank)
            throw error(status::invalid_argument,
                        "points of " + std::to_string(*rank_) + " numbers" + detail::for_rank(rank));
        if (rank_ || rank == 0)
            return count_;
        if (numbers_.size() % rank != 0)
            throw error(status::invalid_argument,
                        std::to_string(numbers_.size()) + " numbers as points" + detail::for_rank(rank));
        return numbers_.size() / rank;
    }

  private:
    template <class List>
    void add(const List &positions) {
        for (const auto &position : positions) {
            const std::size_t before = numbers_.size();
            detail::add_numbers(numbers_, position);
            const std::size_t rank = numbers_.size() - before;
            if (rank_.value_or(rank) != rank)
                throw error(status::invalid_argument, "point " + std::to_string(count_) + " has " + std::to_string(rank)
                                                          + " numbers, those before it " + std::to_string(*rank_));
            rank_ = rank;
            count_++;
        }
    }

    indices numbers_;
    std::size_t count_ = 0;
    std::optional<std::size_t> rank_;
};

/// All indices of a dimension, where a list of them may stand.
struct all_indices {};
inline constexpr all_indices all{};

/// Indices along one dimension, in any order: `{7, 2}`, a container of integers, or `zarr::all`.
class along {
  public:
    along(all_indices) {}
    along(std::initializer_list<std::int64_t> list) : list_(list) {}
    template <class List, std::enable_if_t<detail::is_list<List> && !std::is_same_v<List, along>, int> = 0>
    along(const List &list) : list_(indices()) {
        detail::add_numbers(*list_, list);
    }

    /// The indices; no list stands for all of the dimension.
    const std::optional<indices> &list() const { return list_; }

  private:
    std::optional<indices> list_;
};

namespace detail {

/// Points of an array, for the functions of zarr.h.
struct chosen_points {
    chosen_points(const array &array, const zarr::points &given)
        : points(given), ndim(static_cast<int>(array.shape().size())), size(given.count(ndim)), lengths{static_cast<std::int64_t>(size)} {}

    template <class Function, class Pointer>
    void call(Function function, const array &array, Pointer memory, std::size_t bytes) const {
        detail::call(function, array.handle(), std::int32_t{ndim}, size, points.numbers().data(), memory, bytes);
    }
    static constexpr auto read = zarr_array_read_points;
    static constexpr auto write = zarr_array_write_points;

    const zarr::points &points;
    int ndim;
    std::size_t size;
    indices lengths;
};

/// Lists of indices along each dimension, for the functions of zarr.h.
struct chosen_along {
    chosen_along(const array &array, const std::vector<along> &lists) {
        const indices shape = array.shape();
        if (lists.size() != shape.size())
            throw error(status::invalid_argument,
                        std::to_string(lists.size()) + " lists of indices" + detail::for_rank(shape.size()));
        for (std::size_t d = 0; d < lists.size(); d++) {
            const std::optional<indices> &list = lists[d].list();
            // An empty list is not a missing one, which is a NULL pointer.
            pointers.push_back(!list ? nullptr : list->empty() ? &nothing : list->data());
            lengths.push_back(list ? static_cast<std::int64_t>(list->size()) : shape[d]);
            counts.push_back(static_cast<std::size_t>(lengths.back()));
        }
        size = elements(lengths);
    }

    template <class Function, class Pointer>
    void call(Function function, const array &array, Pointer memory, std::size_t bytes) const {
        detail::call(function, array.handle(), static_cast<std::int32_t>(counts.size()), counts.data(), pointers.data(),
                     memory, bytes);
    }
    static constexpr auto read = zarr_array_read_orthogonal;
    static constexpr auto write = zarr_array_write_orthogonal;

    std::vector<std::size_t> counts;
    std::vector<const std::int64_t *> pointers;
    indices lengths;
    std::size_t size = 0;
    static constexpr std::int64_t nothing = 0;
};

template <class T>
void check_size(std::size_t chosen, span<T> memory) {
    static_assert(!is_text<T>, "elements that have a variable length are read and written as regions only");
    if (memory.size() != chosen)
        throw error(status::buffer_size, "the indices name " + std::to_string(chosen) + " elements, the memory has " +
                                             std::to_string(memory.size()));
}

} // namespace detail

template <class Chosen, class Memory>
void array::read_chosen(const Chosen &chosen, Memory &&memory) const {
    using held_in = std::remove_reference_t<Memory>;
    if constexpr (detail::is_memory<held_in>()) {
        using held = detail::held_t<held_in>;
        static_assert(!std::is_const_v<held>, "memory that is read into has to be changeable");
        const detail::packed<held_in> packed(memory, [&] { return chosen.lengths; });
        detail::check_size(chosen.size, packed.values());
        same_type<held>();
        chosen.call(Chosen::read, *this, static_cast<void *>(packed.values().data()), packed.values().size_bytes());
        packed.unpack();
    }
}

template <class Chosen, class Memory>
void array::write_chosen(const Chosen &chosen, const Memory &memory) const {
    if constexpr (detail::is_memory<const Memory>()) {
        const detail::packed<const Memory> packed(memory, [&] { return chosen.lengths; });
        detail::check_size(chosen.size, packed.values());
        same_type<std::remove_const_t<detail::held_t<const Memory>>>();
        chosen.call(Chosen::write, *this, static_cast<const void *>(packed.values().data()), packed.values().size_bytes());
    }
}

template <class T>
std::vector<T> array::read_points(const points &points) const {
    const detail::chosen_points chosen(*this, points);
    std::vector<T> values(chosen.size);
    read_chosen(chosen, values);
    return values;
}

template <class Memory>
void array::read_points_into(const points &points, Memory &&memory) const {
    read_chosen(detail::chosen_points(*this, points), memory);
}

template <class Memory>
void array::write_points(const points &points, const Memory &memory) const {
    write_chosen(detail::chosen_points(*this, points), memory);
}

template <class T>
void array::write_points(const points &points, std::initializer_list<T> values) const {
    write_points(points, span<const T>(values.begin(), values.size()));
}

template <class T>
std::vector<T> array::read_orthogonal(const std::vector<along> &lists) const {
    const detail::chosen_along chosen(*this, lists);
    std::vector<T> values(chosen.size);
    read_chosen(chosen, values);
    return values;
}

template <class Memory>
void array::read_orthogonal_into(const std::vector<along> &lists, Memory &&memory) const {
    read_chosen(detail::chosen_along(*this, lists), memory);
}

template <class Memory>
void array::write_orthogonal(const std::vector<along> &lists, const Memory &memory) const {
    write_chosen(detail::chosen_along(*this, lists), memory);
}

template <class T>
void array::write_orthogonal(const std::vector<along> &lists, std::initializer_list<T> values) const {
    write_orthogonal(lists, span<const T>(values.begin(), values.size()));
}

} // namespace zarr

#endif
