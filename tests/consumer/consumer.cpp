// The work of consumer.c, in C++.
#include <iostream>
#include <zarr.hpp>

int main() {
    const zarr::store store = zarr::store::open("memory://");
    const zarr::array array = store.create_array("a", zarr::array_options::of<std::int32_t>({3}).codec("zstd"));
    array.write({{1}, {2}}, {7, -7});
    std::cout << zarr::version();
    for (int value : array.read<int>({{1}, {2}}))
        std::cout << ' ' << value;
    std::cout << '\n';
}
