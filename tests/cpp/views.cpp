// Views with strides: types that look like std::mdspan, which itself is in mdspan.cpp.
#include "check.hpp"

#include <cstddef>

namespace {

/// As much of a view as is asked for.
template <class T, std::size_t Rank>
struct view {
    T *data;
    std::array<std::ptrdiff_t, Rank> extents, strides;

    T *data_handle() const { return data; }
    static constexpr std::size_t rank() { return Rank; }
    std::ptrdiff_t extent(std::size_t d) const { return extents[d]; }
    std::ptrdiff_t stride(std::size_t d) const { return strides[d]; }
};

/// No view: what it says to be the place of its elements is none.
struct without_pointer {
    struct handle {
        int operator*() const { return 0; }
    };
    handle data_handle() const { return {}; }
    static constexpr std::size_t rank() { return 1; }
    std::ptrdiff_t extent(std::size_t) const { return 1; }
    std::ptrdiff_t stride(std::size_t) const { return 1; }
};

static_assert(zarr::detail::is_view<view<int, 2>> && zarr::detail::is_view<const view<const double, 1>>);
static_assert(!zarr::detail::is_view<without_pointer> && zarr::detail::has<zarr::detail::members::data_handle, without_pointer>);
static_assert(!zarr::detail::is_view<std::vector<int>> && zarr::detail::holds_elements<std::vector<int>>);
static_assert(!zarr::detail::holds_elements<int *> && !zarr::detail::holds_elements<without_pointer>);

zarr::array matrix(const zarr::store &store) {
    zarr::array array = store.create_array("m", zarr::array_options::of<int>({4, 6}).chunk_shape({3, 4}), zarr::existing::is_replaced);
    array.write({}, check::counting<int>(24));
    return array;
}

} // namespace

TEST(views_of_any_layout) {
    const zarr::array array = matrix(check::memory());
    std::vector<int> memory(24, -1);
    // Row by row, and column by column.
    array.read_into({}, view<int, 2>{memory.data(), {4, 6}, {6, 1}});
    CHECK(memory == check::counting<int>(24));
    array.read_into({}, view<int, 2>{memory.data(), {4, 6}, {1, 4}});
    CHECK(memory[1] == 6 && memory[4] == 1 && memory[23] == 23);
    // Into the inside of a larger one, whose rim stays.
    std::vector<int> halo(5 * 5, -1);
    array.read_into(zarr::region::from({1, 2}), view<int, 2>{halo.data() + 6, {3, 3}, {5, 1}});
    CHECK(halo[6] == 8 && halo[18] == 22 && halo[0] == -1 && halo[9] == -1 && halo[24] == -1);
    // Backwards in memory along one dimension, and every other column of the array.
    array.read_into(zarr::region::from({0, 0}).step({1, 2}), view<int, 2>{memory.data() + 9, {4, 3}, {-3, 1}});
    CHECK(memory[9] == 0 && memory[11] == 4 && memory[0] == 18 && memory[2] == 22);
    // Written from a view of constants, as numbers of another type.
    const std::array<double, 2> column{100, 200};
    array.write({{2, 5}, {2, 1}}, view<const double, 2>{column.data(), {2, 1}, {1, 1}});
    CHECK(array.read_element<int>({3, 5}) == 200);
    // One value for all.
    const int value = 7;
    array.write({{0, 0}, {2, 2}}, view<const int, 2>{&value, {2, 2}, {0, 0}});
    CHECK(array.read<int>({{1, 0}, {1, 3}}) == std::vector<int>{7, 7, 8});
}

TEST(views_of_no_dimension_and_of_nothing) {
    const zarr::store store = check::memory();
    const zarr::array scalar = store.create_array("0d", zarr::array_options::of<float>({}));
    float value = 2;
    scalar.write({}, view<float, 0>{&value, {}, {}});
    value = 0;
    scalar.read_into({}, view<float, 0>{&value, {}, {}});
    CHECK(value == 2);
    const zarr::array array = matrix(store);
    array.read_into(zarr::region::from({4, 0}), view<int, 2>{nullptr, {0, 6}, {6, 1}});
}

TEST(views_that_do_not_fit) {
    const zarr::array array = matrix(check::memory());
    std::vector<int> memory(64);
    FAILS(buffer_size, array.read_into({}, view<int, 2>{memory.data(), {3, 6}, {6, 1}}));
    FAILS(buffer_size, array.read_into({{0, 0}, {2, 2}}, view<int, 2>{memory.data(), {3, 2}, {2, 1}}));
    FAILS(out_of_bounds, array.read_into(zarr::region::from({2, 0}), view<int, 2>{memory.data(), {3, 6}, {6, 1}}));
    FAILS(invalid_argument, array.read_into(zarr::region::from({0, 0}), view<int, 2>{memory.data(), {2, 2}, {1, 1}}));
    FAILS(invalid_argument, array.read_into(zarr::region::from({0}), view<int, 1>{memory.data(), {2}, {1}}));
    FAILS(buffer_size, array.read_into({}, view<int, 1>{memory.data(), {23}, {1}}));
}
