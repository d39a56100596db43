// Smooths a map tile by tile, as a program does whose map is larger than memory: each tile is read with a rim of its neighbours,
// by several threads at once, from one array into another. In C++, with zarr.hpp.
#include <future>
#include <iostream>
#include <zarr.hpp>

namespace {

constexpr std::int64_t size = 512, tile = 128, rim = 1;

/// The mean of an element and its eight neighbours, as far as the map has them.
std::vector<float> smooth(const std::vector<float> &with_rim, const zarr::indices &shape, const zarr::indices &inside, const zarr::indices &count) {
    std::vector<float> result;
    for (std::int64_t y = inside[0]; y < inside[0] + count[0]; y++) {
        for (std::int64_t x = inside[1]; x < inside[1] + count[1]; x++) {
            float sum = 0, n = 0;
            for (std::int64_t v = std::max<std::int64_t>(y - rim, 0); v < std::min(y + rim + 1, shape[0]); v++) {
                for (std::int64_t u = std::max<std::int64_t>(x - rim, 0); u < std::min(x + rim + 1, shape[1]); u++) {
                    sum += with_rim[static_cast<std::size_t>(v * shape[1] + u)];
                    n += 1;
                }
            }
            result.push_back(sum / n);
        }
    }
    return result;
}

void smooth_tile(const zarr::array &from, const zarr::array &to, const zarr::indices &position) {
    const zarr::region bounds = to.chunks().bounds(position);
    const zarr::indices &start = *bounds.start(), &count = *bounds.count();
    zarr::indices low(2), inside(2), shape(2);
    for (std::size_t d = 0; d < 2; d++) {
        low[d] = std::max<std::int64_t>(start[d] - rim, 0);
        inside[d] = start[d] - low[d];
        shape[d] = std::min(start[d] + count[d] + rim, size) - low[d];
    }
    to.write(bounds, smooth(from.read<float>({low, shape}), shape, inside, count));
}

} // namespace

int main(int argc, char **argv) try {
    const zarr::store store = zarr::store::open(argc > 1 ? argv[1] : "tiles.zarr");
    const zarr::group root = store.create_group("", zarr::format::v3, R"({"title": "a map and its tiles"})", zarr::existing::is_replaced);
    const auto map = zarr::array_options::of<float>({size, size}).chunk_shape({tile, tile}).dimension_names({"y", "x"}).codec("zstd");
    const zarr::array rough = root.create_array("rough", map), smooth = root.create_array("smooth", map);

    // A board of fields of 1 and 0, two wide.
    std::vector<float> board;
    for (std::int64_t i = 0; i < size * size; i++)
        board.push_back((i / size / 2 + i % size / 2) % 2 == 0 ? 1.f : 0.f);
    rough.write({}, board);

    std::vector<std::future<void>> rows;
    const zarr::indices grid = smooth.chunks().grid_shape();
    for (std::int64_t row = 0; row < grid[0]; row++)
        rows.push_back(std::async(std::launch::async, [&, row] {
            for (std::int64_t column = 0; column < grid[1]; column++)
                smooth_tile(rough, smooth, {row, column});
        }));
    for (std::future<void> &row : rows)
        row.get();
    smooth.attributes().set("neighbours", 8);

    for (zarr::node node : root.children())
        std::cout << node.name() << ": " << node.open_array().chunks().count_stored() << " chunks\n";
    // Across the edge of two tiles it is as everywhere else.
    for (float value : smooth.read<float>({{tile, tile - 2}, {1, 4}}))
        std::cout << value << '\n';
    return 0;
} catch (const zarr::error &error) {
    std::cerr << error.name() << ": " << error.what() << '\n';
    return 1;
}
