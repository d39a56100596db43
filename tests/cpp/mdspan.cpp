// The views that programs have: std::mdspan where the compiler has it, and one with the signatures of the implementation
// that the standard was taken from.
#include "check.hpp"

#ifdef ZARR_TEST_SIGNATURES
#include "mdspan_signatures.hpp"
namespace views = signatures;
#else
#include <mdspan>
namespace views = std;
#endif

namespace {

template <class T, std::size_t Rank, class Layout = views::layout_right>
using view = views::mdspan<T, views::dextents<std::int32_t, Rank>, Layout>;

/// Shows other numbers than there are.
struct doubled {
    using offset_policy = doubled;
    using element_type = const float;
    using reference = float;
    using data_handle_type = const float *;
    reference access(data_handle_type p, std::size_t i) const { return 2 * p[i]; }
    data_handle_type offset(data_handle_type p, std::size_t i) const { return p + i; }
};

static_assert(!zarr::detail::is_view<views::mdspan<const float, views::dextents<int, 1>, views::layout_right, doubled>>);
static_assert(zarr::detail::is_view<view<float, 3>> && zarr::detail::is_view<const view<const int, 0>>);
static_assert(std::is_same_v<zarr::detail::held_t<view<const float, 2>>, const float>);

zarr::array matrix() {
    zarr::array array = check::memory().create_array("m", zarr::array_options::of<int>({4, 6}).chunk_shape({3, 4}));
    array.write({}, check::counting<int>(24));
    return array;
}

} // namespace

TEST(mdspans_of_every_layout) {
    const zarr::array array = matrix();
    std::vector<int> memory(24, -1);
    array.read_into({}, view<int, 2>(memory.data(), 4, 6));
    CHECK(memory == check::counting<int>(24));
    const view<int, 2, views::layout_left> left(memory.data(), 4, 6);
    array.read_into({}, left);
    CHECK(memory[1] == 6 && memory[4] == 1 && memory[23] == 23);
    // The inside of a larger matrix, whose rim stays.
    std::vector<int> halo(5 * 5, -1);
    const std::array<std::int32_t, 2> strides{5, 1};
    using inside = view<int, 2, views::layout_stride>;
    array.read_into(zarr::region::from({1, 2}), inside(halo.data() + 6, inside::mapping_type(views::dextents<std::int32_t, 2>(3, 3), strides)));
    CHECK(halo[6] == 8 && halo[18] == 22 && halo[0] == -1 && halo[9] == -1 && halo[24] == -1);
}

TEST(mdspans_that_are_written) {
    const zarr::array array = matrix();
    const std::vector<double> column{100, 200};
    array.write({{2, 5}, {2, 1}}, view<const double, 2>(column.data(), 2, 1));
    CHECK(array.read_element<int>({3, 5}) == 200);
    view<const double, 2> named(column.data(), 1, 2);
    array.write({{0, 0}, {1, 2}}, named);
    CHECK(array.read<int>({{0, 0}, {1, 3}}) == std::vector<int>{100, 200, 2});
}

TEST(mdspans_of_no_dimension) {
    const zarr::array scalar = check::memory().create_array("0d", zarr::array_options::of<float>({}));
    float value = 2;
    scalar.write({}, view<float, 0>(&value));
    value = 0;
    scalar.read_into({}, view<float, 0>(&value));
    CHECK(value == 2);
}
