// Containers without gaps, and the members by which views of other libraries tell their strides: what a user would lose are the places
// of the elements.
#include "check.hpp"

#include <cstddef>
#include <valarray>

namespace {

/// The members of Kokkos::View: data() and size(), which say nothing of strides, and a rank that is a constant.
struct host {
    using memory_space = host;
};
template <class T, std::size_t Rank>
struct kokkos_view {
    using memory_space = host;
    using host_mirror_space = host;
    using value_type = T;
    using reference_type = T &;
    static constexpr std::integral_constant<std::size_t, Rank> rank{};

    T *data() const { return first; }
    std::size_t size() const {
        std::size_t product = 1;
        for (const std::size_t length : lengths)
            product *= length;
        return product;
    }
    std::size_t extent(std::size_t d) const { return lengths[d]; }
    std::size_t stride(std::size_t d) const { return steps[d]; }
    bool span_is_contiguous() const { return false; }

    T *first;
    std::array<std::size_t, Rank> lengths, steps;
};
/// The one of older versions, whose rank is an enumerator.
template <class T>
struct old_kokkos_view {
    enum : unsigned { rank = 2 };
    T *data() const { return first; }
    std::size_t size() const { return lengths[0] * lengths[1]; }
    unsigned extent(unsigned d) const { return lengths[d]; }
    unsigned stride(unsigned d) const { return steps[d]; }

    T *first;
    std::array<unsigned, 2> lengths, steps;
};
/// std::experimental::mdspan before it had a data_handle().
struct early_mdspan {
    int *data() const { return first; }
    static constexpr std::size_t rank() { return 2; }
    int extent(std::size_t d) const { return d == 0 ? 2 : 3; }
    int stride(std::size_t d) const { return d == 0 ? 1 : 2; }
    int *first;
};
/// A layout that has strides for some shapes only, as std::mdspan has it.
struct sometimes_strided {
    struct layout {
        int stride(std::size_t d) const { return d == 0 ? 3 : 1; }
    };
    int *data_handle() const { return first; }
    static constexpr std::size_t rank() { return 2; }
    int extent(std::size_t d) const { return d == 0 ? 2 : 3; }
    int stride(std::size_t d) const { return mapping().stride(d); }
    layout mapping() const { return {}; }
    bool is_strided() const { return strided; }
    int *first;
    bool strided;
};
/// The members of boost::multi_array: size() is the first length alone, and indices may begin anywhere.
struct multi_array {
    int *origin() const { return first - bases[0] * steps[0] - bases[1] * steps[1]; }
    int *data() const { return first; }
    std::size_t size() const { return lengths[0]; }
    std::size_t num_dimensions() const { return 2; }
    const std::size_t *shape() const { return lengths; }
    const std::ptrdiff_t *strides() const { return steps; }
    const std::ptrdiff_t *index_bases() const { return bases; }
    int *first;
    std::size_t lengths[2];
    std::ptrdiff_t steps[2], bases[2];
};
/// A list with the members of a standard container, as many libraries have it.
struct list {
    int values[6] = {};
    int *data() { return values; }
    const int *data() const { return values; }
    int *begin() { return values; }
    const int *begin() const { return values; }
    std::size_t size() const { return 6; }
};
/// A matrix, of which only its author knows the order.
struct grid : list {
    std::size_t rows() const { return 2; }
};
struct told_grid : grid {};
struct derived : std::vector<int> {
    using std::vector<int>::vector;
};

enum class colour : std::uint8_t { red, green, blue };
enum plain_enum : int { low = -1, high = 7 };

zarr::array matrix() {
    zarr::array array = check::memory().create_array("m", zarr::array_options::of<int>({2, 3}).chunk_shape({2, 2}));
    array.write({}, check::counting<int>(6));
    return array;
}

template <class View>
void there_and_back(const View &view, std::vector<int> &memory, const std::vector<int> &wanted) {
    const zarr::array array = matrix();
    std::fill(memory.begin(), memory.end(), -1);
    array.read_into({}, view);
    CHECK(memory == wanted);
    array.fill({}, 9);
    array.write({}, view);
    CHECK(array.read<int>() == check::counting<int>(6));
}

} // namespace

template <> inline constexpr bool zarr::is_contiguous<told_grid> = true;

static_assert(zarr::detail::layout_of<list>() == zarr::detail::layout::contiguous && zarr::detail::layout_of<told_grid>() == zarr::detail::layout::contiguous);
static_assert(!zarr::detail::holds_elements<grid> && zarr::detail::holds_elements<const derived>);

TEST(views_by_the_members_of_other_libraries) {
    std::vector<int> memory(6);
    const std::vector<int> by_rows{0, 1, 2, 3, 4, 5}, by_columns{0, 3, 1, 4, 2, 5};
    there_and_back(kokkos_view<int, 2>{memory.data(), {2, 3}, {3, 1}}, memory, by_rows);
    there_and_back(kokkos_view<int, 2>{memory.data(), {2, 3}, {1, 2}}, memory, by_columns);
    there_and_back(old_kokkos_view<int>{memory.data(), {2, 3}, {1, 2}}, memory, by_columns);
    there_and_back(early_mdspan{memory.data()}, memory, by_columns);
    there_and_back(multi_array{memory.data(), {2, 3}, {1, 2}, {0, 0}}, memory, by_columns);
    there_and_back(multi_array{memory.data() + 5, {2, 3}, {-1, -2}, {-4, 7}}, memory, {5, 2, 4, 1, 3, 0});
    there_and_back(sometimes_strided{memory.data(), true}, memory, by_rows);
    FAILS(unsupported, matrix().write({}, sometimes_strided{memory.data(), false}));
    // A subview of a larger one, and one of another rank than the region.
    memory.assign(20, -1);
    there_and_back(kokkos_view<int, 2>{memory.data() + 1, {2, 3}, {10, 2}}, memory,
                   {-1, 0, -1, 1, -1, 2, -1, -1, -1, -1, -1, 3, -1, 4, -1, 5, -1, -1, -1, -1});
    there_and_back(kokkos_view<int, 4>{memory.data(), {1, 2, 1, 3}, {99, 1, 77, 2}}, memory,
                   {0, 3, 1, 4, 2, 5, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1});
    there_and_back(kokkos_view<int, 1>{memory.data(), {6}, {3}}, memory,
                   {0, -1, -1, 1, -1, -1, 2, -1, -1, 3, -1, -1, 4, -1, -1, 5, -1, -1, -1, -1});
    FAILS(buffer_size, matrix().write({}, kokkos_view<int, 2>{memory.data(), {3, 2}, {2, 1}}));
    FAILS(buffer_size, matrix().write({}, kokkos_view<int, 3>{memory.data(), {2, 3, 2}, {6, 2, 1}}));
    matrix().write(zarr::region::from({2, 0}), kokkos_view<int, 2>{nullptr, {0, 3}, {3, 1}});
}

TEST(views_in_calls_without_strides) {
    const zarr::array array = matrix();
    std::vector<int> memory{0, 10, 1, 11, 2, 12};
    const kokkos_view<int, 2> columns{memory.data(), {2, 3}, {1, 2}};
    CHECK(array.append(0, {2, 3}, columns) == 2);
    CHECK(array.read<int>(zarr::region::from({2, 0})) == std::vector<int>{0, 1, 2, 10, 11, 12});
    array.write_orthogonal({{3, 0}, zarr::all}, columns);
    CHECK(array.read<int>({{0, 0}, {1, 3}}) == std::vector<int>{10, 11, 12});
    array.read_orthogonal_into({{1, 0}, zarr::all}, columns);
    CHECK(memory == std::vector<int>{3, 10, 4, 11, 5, 12});
    const kokkos_view<int, 1> every_other{memory.data() + 1, {3}, {2}};
    array.read_points_into({{0, 2}, {1, 0}, {1, 1}}, every_other);
    CHECK(memory == std::vector<int>{3, 12, 4, 3, 5, 4});
    array.write_points({{0, 0}, {0, 1}, {0, 2}}, every_other);
    CHECK(array.read<int>({{0, 0}, {1, 3}}) == std::vector<int>{12, 3, 4});
    FAILS(buffer_size, array.write_points({{0, 0}, {0, 1}}, every_other));
    const kokkos_view<int, 2> chunk{memory.data(), {2, 2}, {1, 3}};
    array.chunks().read_into({0, 0}, chunk);
    CHECK(memory[0] == 12 && memory[3] == 3 && memory[1] == 3 && memory[4] == 4);
    array.chunks().write({1, 0}, chunk);
    CHECK(array.read<int>({{2, 0}, {2, 2}}) == std::vector<int>{12, 3, 3, 4});
    const zarr::queue queue = zarr::queue::make();
    queue.write(array, {{0, 0}, {2, 3}}, kokkos_view<int, 2>{memory.data(), {2, 3}, {1, 2}});
    queue.write(array, {{3, 0}, {1, 3}}, derived{7, 8, 9});
    queue.wait();
    CHECK(array.read<int>({{0, 0}, {1, 3}}) == std::vector<int>{memory[0], memory[2], memory[4]} && array.read_element<int>({3, 2}) == 9);
}

TEST(views_and_bools_in_datasets) {
    const zarr::dataset dataset = check::memory().create_dataset("d");
    dataset.define_dimension("time", 0);
    dataset.define_dimension("x", 3);
    dataset.define_array("n", {"time", "x"}, zarr::array_options::of<int>({}));
    dataset.define_array("b", {"time", "x"}, zarr::array_options::of<bool>({}));
    std::vector<int> memory{1, -1, 2, -1, 3, -1};
    const kokkos_view<int, 2> row{memory.data(), {1, 3}, {6, 2}};
    const std::vector<bool> flags{true, false, true};
    dataset.define_coordinate("x", kokkos_view<int, 1>{memory.data(), {3}, {2}});
    dataset.commit();
    CHECK(dataset.append("time", {{"n", row}, {"b", flags}}) == 0);
    CHECK(dataset.array("n").read<int>() == std::vector<int>{1, 2, 3} && dataset.array("x").read<int>() == std::vector<int>{1, 2, 3});
    std::vector<bool> read(3);
    memory.assign(6, 0);
    dataset.read_into({{"time", 0, 1}}, {{"n", row}, {"b", read}});
    CHECK(memory == std::vector<int>{1, 0, 2, 0, 3, 0} && read == flags);
}

TEST(containers_that_are_contiguous) {
    const zarr::array array = matrix();
    const auto comes_back = [&](auto &&container) {
        array.write({}, check::counting<int>(6));
        array.read_into({}, container);
        array.fill({}, 9);
        array.write({}, container);
        CHECK(array.read<int>() == check::counting<int>(6));
    };
    comes_back(derived(6));
    comes_back(list());
    comes_back(told_grid());
    comes_back(std::valarray<int>(6));
    comes_back(std::vector<colour>(6));
    comes_back(std::vector<std::array<short, 3>>(2));
    comes_back(std::array<std::array<double, 3>, 2>());
    double nested[2][3];
    comes_back(nested);
    float deep[1][2][3];
    comes_back(deep);
    const int constant[2][3] = {{5, 4, 3}, {2, 1, 0}};
    array.write({}, constant);
    CHECK(array.read_element<int>({0, 2}) == 3);
    FAILS(buffer_size, array.write({{0, 0}, {1, 3}}, constant));
    CHECK(array.append(0, {2, 3}, constant) == 2);
    array.write({{0, 0}, {0, 3}}, std::valarray<int>());
    const zarr::array texts = check::memory().create_array("t", zarr::array_options::of<std::string>({2, 2}));
    texts.write({}, std::array<std::array<const char *, 2>, 2>{{{"a", "b"}, {"c", "d"}}});
    std::vector<std::string> columns{"a", "c", "b", "d"};
    texts.write({}, kokkos_view<std::string, 2>{columns.data(), {2, 2}, {1, 2}});
    CHECK(texts.read<std::string>() == std::vector<std::string>{"a", "b", "c", "d"});
}

TEST(bytes_and_enums_are_their_integers) {
    static_assert(zarr::element<std::byte>::type == zarr::data_type::uint8 && zarr::element<plain_enum>::type == zarr::data_type::int32);
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("c", zarr::array_options::of<colour>({3}).fill_value(colour::green));
    CHECK(array.data_type() == zarr::data_type::uint8 && array.read<colour>()[2] == colour::green);
    array.write({}, {colour::blue, colour::red, colour::blue});
    CHECK(array.read<int>() == std::vector<int>{2, 0, 2} && array.read<std::byte>()[0] == std::byte{2});
    array.write({}, std::vector<std::byte>{std::byte{0}, std::byte{1}, std::byte{2}});
    CHECK(array.read_element<colour>({1}) == colour::green);
    array.write_element({0}, plain_enum::high);
    CHECK(array.read_element<int>({0}) == 7);
    FAILS(range, array.write_element({0}, plain_enum::low));
}
