// Any region, from and to any memory.
#include "check.hpp"

#if __cplusplus >= 202002L
#include <ranges>
#include <span>
#endif

namespace {

zarr::array matrix(const zarr::store &store, std::int64_t rows, std::int64_t columns) {
    const zarr::array array = store.create_array("m", zarr::array_options::of<int>({rows, columns}).chunk_shape({3, 4}), zarr::existing::is_replaced);
    array.write({}, check::counting<int>(static_cast<std::size_t>(rows * columns)));
    return store.open_array("m");
}

} // namespace

TEST(boxes) {
    const zarr::array array = matrix(check::memory(), 7, 10);
    CHECK(array.read<int>({{2, 3}, {2, 2}}) == std::vector<int>{23, 24, 33, 34});
    CHECK(array.read<int>() == check::counting<int>(70));
    CHECK(array.read<int>(zarr::region::from({6, 8})) == std::vector<int>{68, 69});
    CHECK(array.read<int>({{7, 10}, {0, 0}}).empty());
    CHECK(array.read<int>(zarr::region::from({7, 0})).empty());
    FAILS(out_of_bounds, array.read<int>({{6, 0}, {2, 1}}));
    FAILS(invalid_argument, array.read<int>(zarr::region::from({-1, 0})));
    FAILS(invalid_argument, array.read<int>({{0}, {1}}));
    FAILS(invalid_argument, array.read<int>(zarr::region::from({0})));
    FAILS(no_memory, array.read<int>({{0, 0}, {std::int64_t{1} << 40, std::int64_t{1} << 40}}));
    array.write({{0, 0}, {1, 2}}, {-1, -2});
    CHECK(array.read<int>({{0, 0}, {1, 3}}) == std::vector<int>{-1, -2, 2});
    array.write_element({6, 9}, 5);
    CHECK(array.read_element<int>({6, 9}) == 5);
    FAILS(out_of_bounds, array.read_element<int>({7, 0}));
    array.fill({{2, 2}, {3, 5}}, 9);
    CHECK(array.read<int>({{2, 1}, {1, 7}}) == std::vector<int>{21, 9, 9, 9, 9, 9, 27});
}

TEST(steps_and_orders) {
    const zarr::array array = matrix(check::memory(), 5, 10);
    CHECK(array.read<int>(zarr::region().step({2, 5})) == std::vector<int>{0, 5, 20, 25, 40, 45});
    CHECK(array.read<int>(zarr::region().step({-2, 9})) == std::vector<int>{40, 49, 20, 29, 0, 9});
    CHECK(array.read<int>(zarr::region::from({3, 9}).step({-3, -4})) == std::vector<int>{39, 35, 31, 9, 5, 1});
    CHECK(array.read<int>(zarr::region({1, 1}, {2, 2}).order(zarr::order::f)) == std::vector<int>{11, 21, 12, 22});
    FAILS(invalid_argument, array.read<int>(zarr::region().step({0, 1})));
    FAILS(invalid_argument, array.read<int>(zarr::region().step({1})));
    const std::int64_t least = std::numeric_limits<std::int64_t>::min();
    CHECK(array.read<int>(zarr::region::from({0, 0}).step({least, least})) == std::vector<int>{0});
    array.write(zarr::region().step({4, 9}).order(zarr::order::f), {-1, -2, -3, -4});
    CHECK(array.read_element<int>({0, 0}) == -1 && array.read_element<int>({4, 0}) == -2 && array.read_element<int>({0, 9}) == -3);
}

// Lists of several lengths were read behind their ends: other elements than those that were meant were read and written.
TEST(regions_whose_lists_have_several_lengths) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, 4, 5);
    std::vector<int> one(1), four(4);
    for (const zarr::region &region : {zarr::region({0, 0}, {1}), zarr::region({0}, {1, 1}), zarr::region({0, 0}, {}),
                                       zarr::region({0, 0}, {1, 1}).step({2}), zarr::region({0, 0}, {1, 1}).step({1, 1, 1})}) {
        FAILS(invalid_argument, array.read<int>(region));
        FAILS(invalid_argument, array.read_into(region, one));
        FAILS(invalid_argument, array.write(region, one));
        FAILS(invalid_argument, array.fill(region, 9));
        FAILS(invalid_argument, array.read_bytes_into(region, zarr::span(reinterpret_cast<std::byte *>(one.data()), 4)));
        FAILS(invalid_argument, array.write_bytes(region, zarr::as_bytes(one)));
        FAILS(invalid_argument, array.chunks().meeting({region, region}));
    }
    FAILS(invalid_argument, array.read_bytes({{0, 0}, {1}}));
    FAILS(invalid_argument, array.chunks().parts({{0, 0}, {1}}));
    FAILS(invalid_argument, array.chunks().meeting({{{0}, {1}}, {{1}, {1}}}));
    const zarr::array texts = store.create_array("t", zarr::array_options::of<std::string>({2, 2}));
    FAILS(invalid_argument, texts.read<std::string>({{0, 0}, {1}}));
    FAILS(invalid_argument, texts.write({{0, 0}, {1}}, {"x"}));
    FAILS(invalid_argument, texts.fill({{0, 0}, {1}}, "x"));
    FAILS(invalid_argument, texts.write_strings({{0, 0}, {1}}, texts.read_strings({{0, 0}, {1, 1}})));
    CHECK(array.read<int>() == check::counting<int>(20));
    CHECK(texts.read<std::string>() == std::vector<std::string>(4));
}

TEST(any_container) {
    const zarr::array array = matrix(check::memory(), 2, 3);
    std::array<int, 6> fixed{};
    array.read_into({}, fixed);
    CHECK(fixed[5] == 5);
    int plain[6] = {};
    array.read_into({}, plain);
    CHECK(plain[4] == 4);
    const auto heap = std::make_unique<double[]>(6);
    array.read_into({}, zarr::span(heap.get(), 6));
    CHECK(heap[3] == 3);
    std::vector<bool> flags(6);
    array.read_into({}, flags, zarr::transfer().threads(1));
    CHECK(flags == std::vector<bool>{false, true, true, true, true, true});
    array.write({}, flags);
    CHECK(array.read<int>() == std::vector<int>{0, 1, 1, 1, 1, 1});
    array.write({}, plain);
    array.write({}, fixed);
    array.write({{0, 0}, {1, 3}}, zarr::span<const int>(plain).subspan(3, 3));
    CHECK(array.read_element<int>({0, 0}) == 3);
    FAILS(buffer_size, array.read_into({{0, 0}, {1, 2}}, fixed));
    FAILS(buffer_size, array.write({}, std::vector<int>(7)));
#if __cplusplus >= 202002L
    array.read_into({{0, 0}, {1, 2}}, std::span(fixed).first(2));
    array.write({{1, 0}, {1, 2}}, std::span<const int, 2>(std::span(fixed).first<2>()));
    CHECK(array.read_element<int>({1, 1}) == 4);
    const std::span<const int> view = zarr::span<const int>(fixed);
    CHECK(view.size() == 6 && view.data() == fixed.data());
    static_assert(std::ranges::contiguous_range<zarr::span<int>> && std::ranges::borrowed_range<zarr::span<int>>);
    static_assert(std::ranges::forward_range<const zarr::nodes &> && std::ranges::forward_range<const zarr::strings &>);
#endif
}

TEST(arrays_of_no_dimension_and_of_nothing) {
    const zarr::store store = check::memory();
    const zarr::array scalar = store.create_array("0d", zarr::array_options::of<double>({}));
    CHECK(scalar.ndim() == 0 && scalar.shape().empty());
    scalar.write({}, {2.5});
    CHECK(scalar.read<double>() == std::vector<double>{2.5});
    CHECK(scalar.read_element<double>({}) == 2.5);
    const zarr::array nothing = store.create_array("empty", zarr::array_options::of<double>({0, 5}));
    CHECK(nothing.read<double>().empty());
    CHECK(nothing.read<double>(zarr::region().step({-1, -1})).empty());
    nothing.write({}, std::vector<double>());
}

TEST(growing) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("a", zarr::array_options::of<float>({0, 2}).chunk_shape({2, 2}));
    CHECK(array.append(0, {1, 2}, std::vector<float>{1, 2}) == 0);
    CHECK(array.append(0, {2, 2}, std::array<float, 4>{3, 4, 5, 6}) == 1);
    CHECK(array.read<float>() == std::vector<float>{1, 2, 3, 4, 5, 6});
    FAILS(type_mismatch, array.append(0, {1, 2}, std::vector<double>{1, 2}));
    FAILS(buffer_size, array.append(0, {1, 2}, std::vector<float>{1}));
    array.resize({2, 3});
    CHECK(array.read<float>() == std::vector<float>{1, 2, 0, 3, 4, 0});
    array.lengthen(0, 1);
    array.lengthen(1, 5);
    CHECK(array.reserve(0, 2) == 2);
    CHECK(array.shape() == zarr::indices{4, 5});
    FAILS(invalid_argument, array.reserve(2, 1));
    const zarr::array flags = store.create_array("b", zarr::array_options::of<bool>({0}));
    CHECK(flags.append(0, {2}, std::vector<bool>{true, false}) == 0);
    CHECK(flags.read<bool>() == std::vector<bool>{true, false});
}

TEST(progress_tells_and_cancels) {
    const zarr::array array = matrix(check::memory(), 12, 12);
    std::int64_t last = -1, all = 0;
    array.read<int>({}, zarr::transfer().on_progress([&](std::int64_t done, std::int64_t total) { last = done, all = total; }));
    CHECK(last == all && all == 12);
    const auto stop = [](std::int64_t done, std::int64_t) { return done < 1; };
    FAILS(cancelled, array.read<int>({}, zarr::transfer().threads(1).on_progress(stop)));
    struct mine {};
    const auto throwing = [](std::int64_t, std::int64_t) { throw mine(); };
    try {
        array.write({}, check::counting<int>(144), zarr::transfer().on_progress(throwing));
        CHECK(false);
    } catch (const mine &) { // What it throws comes out as it is.
    }
    CHECK(!zarr::progress());
}
