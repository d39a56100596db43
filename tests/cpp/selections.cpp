// Elements that form no region, memory that the library makes, and options of new arrays. What a user would lose: the
// elements that were named, or the place of the one that is not there.
#include "check.hpp"

namespace {

constexpr std::int64_t rows = 7, columns = 10;

zarr::array matrix(const zarr::store &store) {
    const auto options = zarr::array_options::of<int>({rows, columns}).chunk_shape({3, 4}).codec("zstd");
    const zarr::array array = store.create_array("m", options);
    array.write({}, check::counting<int>(rows * columns));
    return store.open_array("m");
}

template <class Body>
bool says(const std::string &wanted, Body &&body) {
    try {
        body();
    } catch (const zarr::error &error) {
        return std::string(error.what()).find(wanted) != std::string::npos;
    }
    return false;
}

} // namespace

TEST(points_in_any_order) {
    const zarr::array array = matrix(check::memory());
    CHECK(array.read_points<int>({{6, 9}, {0, 0}, {6, 9}, {2, 5}}) == std::vector<int>{69, 0, 69, 25});
    CHECK(array.read_points<int>({{3, 4}}) == std::vector<int>{34});
    CHECK(array.read_points<int>({}).empty());
    CHECK(array.read_points<int>(std::vector<zarr::indices>{{1, 1}, {2, 2}}) == std::vector<int>{11, 22});
    CHECK(array.read_points<int>(std::array<std::array<int, 2>, 2>{{{1, 2}, {2, 1}}}) == std::vector<int>{12, 21});
    CHECK(array.read_points<int>(std::vector<std::int64_t>{5, 0, 4, 9}) == std::vector<int>{50, 49});
    const short plain[2][2] = {{0, 1}, {1, 0}};
    CHECK(array.read_points<int>(plain) == std::vector<int>{1, 10});
    int place[2] = {};
    array.read_points_into({{0, 7}, {5, 5}}, place);
    CHECK(place[0] == 7 && place[1] == 55);

    array.write_points({{0, 0}, {6, 9}}, {-1, -2});
    array.write_points(std::vector<std::int64_t>{3, 3, 3, 3}, std::vector<int>{-3, -4});
    CHECK(array.read_points<int>({{0, 0}, {6, 9}, {3, 3}, {3, 4}}) == std::vector<int>{-1, -2, -4, 34});
}

TEST(indices_along_each_dimension) {
    const zarr::array array = matrix(check::memory());
    CHECK(array.read_orthogonal<int>({{6, 0, 6}, {9, 1}}) == std::vector<int>{69, 61, 9, 1, 69, 61});
    CHECK(array.read_orthogonal<int>({zarr::all, {4}}) == std::vector<int>{4, 14, 24, 34, 44, 54, 64});
    CHECK(array.read_orthogonal<int>({zarr::all, zarr::all}) == array.read<int>());
    CHECK(array.read_orthogonal<int>({zarr::all, {}}).empty());
    const std::vector<int> two{5, 2};
    CHECK(array.read_orthogonal<int>({two, std::array<std::size_t, 1>{3}}) == std::vector<int>{53, 23});
    std::array<int, 2> place{};
    array.read_orthogonal_into({{1, 2}, {3}}, place);
    CHECK(place[0] == 13 && place[1] == 23);

    array.write_orthogonal({{6, 0}, {0, 9}}, {-1, -2, -3, -4});
    array.write_orthogonal({{3}, zarr::all}, std::vector<int>(columns, 5));
    CHECK(array.read_points<int>({{6, 0}, {6, 9}, {0, 0}, {0, 9}}) == std::vector<int>{-1, -2, -3, -4});
    CHECK(array.read_points<int>({{3, 7}, {4, 7}}) == std::vector<int>{5, 47});
}

TEST(elements_of_truth_and_of_no_dimension) {
    const zarr::store store = check::memory();
    const zarr::array flags = store.create_array("b", zarr::array_options::of<bool>({4}));
    flags.write_points({{1}, {3}}, std::vector<bool>{true, true});
    CHECK(flags.read_points<bool>({{0}, {1}, {3}}) == std::vector<bool>{false, true, true});
    flags.write_orthogonal({{0, 1}}, {true, false});
    CHECK(flags.read_orthogonal<bool>({zarr::all}) == std::vector<bool>{true, false, false, true});
    const zarr::array scalar = store.create_array("s", zarr::array_options::of<double>({}));
    scalar.write_points({zarr::indices{}}, {2.5});
    CHECK(scalar.read_points<double>({zarr::indices{}}) == std::vector<double>{2.5});
    CHECK(scalar.read_orthogonal<double>({}) == std::vector<double>{2.5});
    FAILS(invalid_argument, scalar.read_points<double>({zarr::indices{}, zarr::indices{}}));
}

TEST(elements_that_can_not_be_chosen) {
    const zarr::store store = check::memory();
    zarr::array array = matrix(store);
    std::vector<int> few(3, 7);
    FAILS(out_of_bounds, array.read_points<int>({{0, 0}, {0, columns}}));
    CHECK(says("point 1: 10 is outside the length 10 of dimension 1",
               [&] { array.write_points({{0, 0}, {0, columns}}, {1, 1}); }));
    CHECK(says("dimension 0", [&] { array.read_orthogonal<int>({{0, rows}, zarr::all}); }));
    FAILS(out_of_bounds, array.write_orthogonal({{rows}, {0}}, {1}));
    FAILS(invalid_argument, array.read_points<int>({{0, -1}}));
    FAILS(invalid_argument, array.read_orthogonal<int>({{-1}, zarr::all}));
    FAILS(invalid_argument, array.read_points<int>({{0}, {1}}));
    FAILS(invalid_argument, array.read_points<int>({{0, 0}, {1}}));
    FAILS(invalid_argument, array.read_points<int>(std::vector<int>{0, 0, 1}));
    FAILS(invalid_argument, array.read_orthogonal<int>({{0}}));
    FAILS(buffer_size, array.read_points_into({{0, 0}}, few));
    FAILS(buffer_size, array.write_points({{0, 0}}, few));
    FAILS(buffer_size, array.write_orthogonal({zarr::all, {0}}, few));
    FAILS(buffer_size, array.read_orthogonal_into({{0, 1}, {0}}, few));
    CHECK(few == std::vector<int>(3, 7));
    FAILS(type_mismatch, array.read_points<float>({{0, 0}}));
    FAILS(type_mismatch, array.write_orthogonal({{0}, {0}}, {1.5}));
    CHECK(array.read<int>() == check::counting<int>(rows * columns));
    const zarr::array texts = store.create_array("t", zarr::array_options::of<std::string>({2}));
    FAILS(type_mismatch, texts.read_points<int>({{0}}));
    const zarr::array moved = std::move(array);
    FAILS(invalid_handle, array.read_points<int>({{0, 0}})); // NOLINT: what was moved from is closed
    FAILS(invalid_handle, array.read_orthogonal<int>({zarr::all, zarr::all}));
}

TEST(memory_that_the_library_makes) {
    const zarr::array array = matrix(check::memory());
    const zarr::bytes all = array.read_bytes();
    CHECK(all.size() == sizeof(int) * rows * columns && reinterpret_cast<const int *>(all.data())[69] == 69);
    const zarr::bytes part = array.read_bytes({{1, 2}, {1, 3}}, zarr::data_type::float64);
    CHECK(part.size() == 3 * sizeof(double) && reinterpret_cast<const double *>(part.data())[2] == 14);
    FAILS(unsupported, array.read_bytes(zarr::region().step({2, 1})));
    FAILS(type_mismatch, array.read_bytes({}, zarr::data_type::string));
    const auto little = zarr::store_options().set_json("limits", R"({"result_bytes": 100})");
    FAILS(limit, matrix(zarr::store::open("memory://", little)).read_bytes());
}

TEST(new_arrays_with_options) {
    const zarr::store store = check::memory();
    const auto series = zarr::array_options::of<int>({0, 2}).chunk_shape({2, 2});
    const zarr::array array = store.create_array("a", series, zarr::node_options().grow());
    array.write({{0, 0}, {3, 2}}, {1, 2, 3, 4, 5, 6});
    CHECK(array.shape() == zarr::indices{3, 2});
    FAILS(out_of_bounds, array.write({{0, 2}, {1, 1}}, {1}));
    const zarr::array wide = store.create_group("g").create_array("deep/a", series, zarr::node_options().grow(1));
    CHECK(wide.path() == "g/deep/a");
    wide.resize({1, 0});
    wide.write({{0, 1}, {1, 2}}, {8, 9});
    CHECK(wide.shape() == zarr::indices{1, 3} && wide.read<int>() == std::vector<int>{0, 8, 9});
    FAILS(already_exists, store.create_array("a", series, zarr::node_options().grow()));
    FAILS(invalid_argument, store.create_array("b", series, R"({"grown": true})"));
    CHECK(store.kind("b") == zarr::node_kind::none);
    const zarr::array other = store.open_array_from_document("a", array.document(), zarr::node_options().grow());
    other.write({{5, 0}, {1, 2}}, {7, 8});
    CHECK(other.shape() == zarr::indices{6, 2});
    FAILS(invalid_argument, store.open_array_from_document("g/deep/a", array.document()));
}
