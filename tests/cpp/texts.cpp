// Texts of any length and of a fixed one.
#include "check.hpp"

using list = std::vector<std::string>;

TEST(texts_of_any_length) {
    const zarr::store store = check::memory();
    const zarr::array array =
        store.create_array("s", zarr::array_options::of<std::string>({2, 3}).chunk_shape({1, 2}).fill_value("none").codec("zstd"));
    CHECK(array.data_type() == zarr::data_type::string && array.item_size() == 0);
    CHECK(array.fill_value<std::string>() == "none");
    array.write({{0, 1}, {1, 2}}, list{"b", std::string("c\0d", 3)});
    CHECK(array.read<std::string>({{0, 0}, {1, 3}}) == list{"none", "b", std::string("c\0d", 3)});
    array.write({{1, 0}, {1, 3}}, {"x", "", "züge"});
    array.write({{1, 1}, {1, 1}}, std::vector<std::string_view>{"y"});
    CHECK(array.read<std::string>(zarr::region::from({1, 0})) == list{"x", "y", "züge"});
    CHECK(array.read_element<std::string>({1, 2}) == "züge");
    array.write_element({1, 2}, std::string("z"));
    array.fill({{0, 0}, {2, 1}}, "f");
    const zarr::strings all = array.read_strings();
    CHECK(all.size() == 6 && all[0] == "f" && all[3] == "f" && all[5] == "z" && all.has(5) && !all.has(6));
    // A list goes back as it came.
    const zarr::array copy = store.create_array("copy", zarr::array_options::of<std::string>({2, 3}));
    copy.write_strings({}, all);
    CHECK(copy.read<std::string>() == all.to_vector());
    CHECK(array.append(0, {1, 3}, list{"1", "2", "3"}) == 2);
    CHECK(array.read_element<std::string>({2, 1}) == "2");
    FAILS(unsupported, array.read<std::string>(zarr::region().step({2, 1})));
    FAILS(unsupported, array.write(zarr::region().order(zarr::order::f), list(9)));
    FAILS(invalid_argument, array.write({{0, 0}, {1, 1}}, list{"\xff"}));
    FAILS(buffer_size, array.write({{0, 0}, {1, 1}}, list{"a", "b"}));
    FAILS(type_mismatch, array.read<float>());
    FAILS(type_mismatch, store.create_array("f", zarr::array_options::of<float>({1})).read<std::string>());
}

TEST(texts_of_fixed_size) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("s", zarr::array_options::of_json(R"("<U4")", {3}).format(zarr::format::v2));
    CHECK(array.data_type() == zarr::data_type::fixed_utf32 && array.item_size() == 16);
    array.write({{1}, {2}}, {"äöü", "abcd"});
    CHECK(array.read<std::string>() == list{"", "äöü", "abcd"});
    FAILS(range, array.write({{0}, {1}}, {"abcde"}));
}

TEST(texts_that_are_absent) {
    using optional = std::optional<std::string>;
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array_from_json("s", zarr::format::v2, R"({"zarr_format": 2, "shape": [3], "chunks": [3],
        "dtype": "|O", "fill_value": null, "order": "C", "filters": [{"id": "json2"}], "compressor": null})");
    array.write({}, std::vector<optional>{"a", std::nullopt, ""});
    CHECK(array.read<optional>() == std::vector<optional>{"a", std::nullopt, ""});
    CHECK(array.read<std::string>() == list{"a", "", ""});
    CHECK(!array.read_strings().has(1));
}
