// Single chunks, and the grids they form.
#include "check.hpp"

TEST(single_chunks) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("a", zarr::array_options::of<std::int16_t>({5, 4}).chunk_shape({2, 2}).shard_shape({4, 4}));
    const zarr::chunks chunks = array.chunks(), shards = array.shards();
    CHECK(chunks.grid_shape() == zarr::indices({3, 2}) && shards.grid_shape() == zarr::indices({2, 1}));
    CHECK(chunks.at({4, 3}) == zarr::indices({2, 1}) && shards.at({4, 3}) == zarr::indices({1, 0}));
    CHECK(chunks.bounds({2, 1}).start() == zarr::indices({4, 2}) && shards.bounds({1, 0}).count() == zarr::indices({4, 4}));
    CHECK(chunks.stored().empty() && !chunks.read_encoded({0, 0}) && !chunks.encoded_size({0, 0}));
    CHECK(chunks.read<std::int16_t>({0, 0}) == std::vector<std::int16_t>(4));
    chunks.write({0, 1}, std::vector<std::int16_t>{1, 2, 3, 4});
    chunks.write({2, 0}, std::array<std::int16_t, 4>{5, 6, 7, 8});
    CHECK(array.read<int>({{0, 2}, {2, 2}}) == std::vector<int>{1, 2, 3, 4});
    CHECK(chunks.stored() == std::vector<zarr::indices>{{0, 1}, {2, 0}} && chunks.count_stored() == 2);
    CHECK(shards.stored() == std::vector<zarr::indices>{{0, 0}, {1, 0}} && shards.count_stored() == 2);
    // A box of elements is read by where its chunk lies.
    CHECK(array.read<int>(chunks.bounds({0, 1})) == std::vector<int>{1, 2, 3, 4});
    const std::optional<zarr::bytes> encoded = chunks.read_encoded({0, 1});
    CHECK(encoded && encoded->size() == 8 && chunks.encoded_size({0, 1}) == 8);
    chunks.write_encoded({0, 0}, *encoded);
    std::array<std::int16_t, 4> read{};
    chunks.read_into({0, 0}, read);
    CHECK(read == std::array<std::int16_t, 4>{1, 2, 3, 4});
    chunks.erase({0, 0});
    CHECK(!chunks.encoded_size({0, 0}));
    FAILS(type_mismatch, chunks.read<int>({0, 0}));
    FAILS(out_of_bounds, chunks.read<std::int16_t>({3, 0}));
    FAILS(buffer_size, chunks.write({0, 0}, std::vector<std::int16_t>{1}));
}

TEST(a_store_of_chunks) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array(
        "a", zarr::array_options::of<int>({4}).format(zarr::format::v3_2022).chunk_shape({1}).shard_shape({2}).attributes("{}"));
    array.write({}, {1, 2, 3, 4});
    CHECK(zarr::store::of_chunks(array).list("data/").size() == 4 && store.list("data/").size() == 2);
}

TEST(arrays_that_several_processes_write) {
    const zarr::decomposition proposed = zarr::propose_decomposition({100, 100}, 8, {2, 2}, 1000);
    CHECK(proposed.block_shape[0] >= 50 && proposed.shard_shape == proposed.chunk_shape);
    CHECK(proposed.block_shape[1] % proposed.chunk_shape[1] == 0);
    FAILS(invalid_argument, zarr::propose_decomposition({100, 100}, 8, {2}));
    FAILS(invalid_argument, zarr::propose_decomposition({100}, 8, {0}));
    const zarr::array array = check::memory().create_array("a", zarr::array_options::of<int>({10}).chunk_shape({4}));
    const std::vector<zarr::chunk_part> parts = array.chunks().parts({{3}, {6}});
    CHECK(parts.size() == 3 && parts[0].elements.count() == zarr::indices{1} && parts[2].position == zarr::indices{2});
    CHECK(!array.chunks().meeting({{{0}, {4}}, {{4}, {6}}}));
    CHECK(array.chunks().meeting({{{0}, {4}}, {{8}, {2}}, {{3}, {2}}}) == std::make_pair(std::size_t{0}, std::size_t{2}));
    FAILS(out_of_bounds, array.chunks().parts({{8}, {3}}));
    FAILS(unsupported, array.chunks().parts(zarr::region().step({2})));
}

TEST(chunks_of_several_lengths) {
    const zarr::array array =
        check::memory().create_array("a", zarr::array_options::of<int>({6, 4}).chunk_shape({1, 2}).chunk_edges(0, {1, 2, 3}));
    CHECK(array.chunks().edges(0) == zarr::indices({1, 2, 3}) && array.chunks().edges(1) == zarr::indices({2, 2}));
    CHECK(array.chunks().bounds({2, 1}).count() == zarr::indices({3, 2}));
    FAILS(unsupported, array.chunk_shape());
    FAILS(invalid_argument, array.chunks().edges(2));
}

TEST(keys_of_chunks) {
    const zarr::store store = check::memory();
    const auto options = zarr::array_options::of<int>({4}).chunk_shape({1});
    const auto stored = [&](const std::string &path, const zarr::array_options &asked, const std::string &key) {
        store.create_array(path, asked).write({{3}, {1}}, {7});
        return store.exists(path + "/" + key);
    };
    CHECK(stored("a", zarr::array_options(options).chunk_key_encoding("fanout"), "c/0/003"));
    CHECK(stored("b", zarr::array_options(options).separator('.').chunk_key_encoding("suffix", R"({"suffix": ".x", "base_encoding": "v2"})"), "3.x"));
    CHECK(stored("c", zarr::array_options(options).chunk_key_encoding("fanout").separator('.'), "c.3"));
    FAILS(unsupported, store.create_array("d", zarr::array_options(options).chunk_key_encoding("hash")));
}

TEST(chunk_of_no_dimension) {
    const zarr::array array = check::memory().create_array("a", zarr::array_options::of<int>({}));
    array.write({}, {3});
    CHECK(array.chunks().stored() == std::vector<zarr::indices>{{}} && array.chunks().read<int>({}) == std::vector<int>{3});
}
