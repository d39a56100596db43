// Groups, what is in them, and attributes.
#include "check.hpp"

namespace {

std::string paths(const zarr::nodes &nodes) {
    std::string text;
    for (const zarr::node &node : nodes)
        text += std::string(node.path()) + (node.is_array() ? "! " : node.is_group() ? " " : "? ");
    return text;
}

} // namespace

TEST(hierarchies) {
    const zarr::store store = check::memory();
    const zarr::group root = store.create_group("", zarr::format::v3, R"({"title": "all"})");
    CHECK(root.path().empty() && root.attributes_json().find("all") != std::string::npos);
    const zarr::group surface = root.create_group("surface", R"({"a": 1})");
    surface.create_array("t", zarr::array_options::of<float>({2})).write({}, {1.f, 2.f});
    surface.create_array("deep/er", zarr::array_options::of<int>({1}));
    CHECK(surface.path() == "surface");
    CHECK(paths(store.walk()) == "surface surface/deep surface/deep/er! surface/t! ");
    CHECK(paths(root.children()) == "surface ");
    CHECK(paths(surface.children()) == "surface/deep surface/t! ");
    CHECK(paths(surface.walk(2)) == "surface/deep surface/deep/er! surface/t! ");
    CHECK(store.child_names("surface").to_vector() == std::vector<std::string>{"deep", "t"});
    for (const zarr::node &node : surface.children()) {
        if (node.is_array())
            CHECK(node.name() == "t" && node.open_array().read<float>() == std::vector<float>{1, 2});
        else
            CHECK(node.name() == "deep" && node.open_group().children().size() == 1);
    }
    CHECK(root.open_array("surface/t").path() == "surface/t");
    CHECK(root.open_group("surface").open_group("deep").path() == "surface/deep");
    CHECK(surface.store().kind("surface/t") == zarr::node_kind::array);
    CHECK(surface.open_array("t").store().kind("surface") == zarr::node_kind::group);
    CHECK(store.kind("nothing") == zarr::node_kind::none);
    CHECK(surface.warnings().empty() && root.children().size() == 1);
    CHECK(std::holds_alternative<zarr::array>(store.open_node("surface/t")) && std::holds_alternative<zarr::group>(store.open_node("surface")));
    FAILS(not_found, store.open_node("nothing"));
    FAILS(node_type, store.walk("surface/t"));
    // The list outlives the group that it was got from.
    const zarr::nodes kept = [&] { return store.open_group("surface").children(); }();
    CHECK(kept[1].open_array().ndim() == 1);
}

TEST(shared_objects_go_by_themselves) {
    zarr::store store = check::memory();
    zarr::array array = store.create_array("g/a", zarr::array_options::of<int>({2}));
    zarr::group group = store.open_group("g");
    const zarr::store other_store = store.share();
    const zarr::array other = array.share();
    const zarr::group other_group = group.share();
    other.resize({3});
    CHECK(array.shape() == zarr::indices{3});
    store = {}, array = {}, group = {};
    CHECK(other.shape() == zarr::indices{3} && other_group.path() == "g" && other_store.exists("g/zarr.json"));
    FAILS(invalid_handle, array.share());
}

TEST(a_walk_with_open_arrays) {
    const zarr::store store = check::memory();
    store.create_array("g/a", zarr::array_options::of<float>({2, 3}));
    store.create_array("g/b", zarr::array_options::of<float>({4}));
    store.set("g/c/zarr.json", "{");
    std::string seen;
    store.visit("", [&](const zarr::visited &node) {
        seen += std::string(node.path) + (node.array ? "! " : node.problem ? "? " : " ");
        if (node.array)
            CHECK(node.kind == zarr::node_kind::array && node.array->read<float>().size() >= 4);
    });
    CHECK(seen == "g g/a! g/b! g/c? ");
    FAILS(cancelled, store.visit("g", [](const zarr::visited &node) { return node.path != "g/a"; }));
    struct mine {};
    try {
        store.visit("g", [](const zarr::visited &) { throw mine(); }, 1);
        CHECK(false);
    } catch (const mine &) {
    }
    FAILS(node_type, store.visit("g/a", [](const zarr::visited &) {}));
}

TEST(creating_in_place_of_what_is_there) {
    const zarr::store store = check::memory();
    const zarr::group group = store.create_group("g");
    group.create_array("a", zarr::array_options::of<int>({1}));
    FAILS(already_exists, group.create_array("a", zarr::array_options::of<int>({2})));
    CHECK(group.create_array("a", zarr::array_options::of<int>({2}), zarr::existing::is_replaced).shape() == zarr::indices{2});
    store.create_group("g", zarr::format::by_default, {}, zarr::existing::is_replaced);
    CHECK(store.walk("g").empty());
    group.create_group("h");
    group.create_group("h", R"({"new": true})", zarr::existing::is_replaced);
    CHECK(group.open_group("h").attributes().get<bool>("new"));
    // One order everywhere: the new node's options, then the choice for an old one.
    const auto options = zarr::group_options(R"({"a": 1})").format(zarr::format::v2);
    store.create_group("", {}, zarr::existing::is_replaced);
    CHECK(store.walk().empty());
    CHECK(store.create_group("", options, zarr::existing::is_replaced).attributes().get<int>("a") == 1);
    CHECK(store.exists(".zgroup") && !store.exists("zarr.json"));
    FAILS(already_exists, store.create_group("", options));
    store.create_group("g").create_group("h", zarr::group_options().attributes(R"({"b": 2})"), zarr::existing::is_replaced);
    CHECK(store.open_group("g/h").attributes().get<int>("b") == 2);
}

TEST(moving_copying_erasing) {
    const zarr::store store = check::memory(), other = check::memory();
    store.create_array("a/x", zarr::array_options::of<int>({2}).chunk_shape({1})).write({}, {1, 2});
    store.move_node("a", "b");
    CHECK(store.kind("a") == zarr::node_kind::none && store.open_array("b/x").read<int>() == std::vector<int>{1, 2});
    std::int64_t steps = 0;
    store.copy_node("b", other, "c", zarr::format::v2, [&](std::int64_t, std::int64_t total) { steps = total; });
    CHECK(other.open_array("c/x").format() == zarr::format::v2 && steps > 0);
    CHECK(other.open_array("c/x").read<int>() == std::vector<int>{1, 2});
    FAILS(cancelled, store.copy_node("b", other, "d", zarr::format::by_default, [](std::int64_t, std::int64_t) { return false; }));
    steps = 0;
    CHECK(store.walk("", -1, [&](std::int64_t done, std::int64_t) { steps = done; }).size() == 2 && steps == 2);
    FAILS(cancelled, store.walk("", -1, [](std::int64_t, std::int64_t) { return false; }));
    FAILS(cancelled, store.erase_node("b/x", [](std::int64_t, std::int64_t) { return false; }));
    store.erase_node("b/x", [&](std::int64_t, std::int64_t total) { steps = total; });
    CHECK(steps == 3);
    FAILS(not_found, store.erase_node("b/x"));
    other.consolidate("c");
    CHECK(other.exists("c/.zmetadata"));
}

TEST(attributes_of_every_type) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("a", zarr::array_options::of<int>({1}).attributes(R"({"first": [1, "x"]})"));
    const zarr::attributes attributes = array.attributes();
    attributes.set("flag", true);
    attributes.set("int", -3);
    attributes.set("large", 18446744073709551615u);
    attributes.set("number", 0.1);
    attributes.set("units", "K");
    attributes.set("name", std::string("wärme"));
    attributes.set("ints", {1, 2, 3});
    attributes.set("numbers", std::vector<float>{0.5f, 2});
    attributes.set("texts", {"a", "b"});
    attributes.replace_json("any", std::nullopt, "[0]");
    bool is_refused = false;
    try {
        attributes.replace_json("any", "[1]", std::nullopt);
    } catch (const zarr::error &failure) {
        is_refused = failure.status() == zarr::status::conflict;
    }
    CHECK(is_refused && attributes.get_json("any") == "[0]");
    attributes.replace_json("any", "[0]", std::nullopt);
    const std::string all = array.attributes_json();
    FAILS(conflict, attributes.replace_all(R"({"other": 1})", "{}"));
    attributes.replace_all(all, R"({"alone": 1})");
    CHECK(attributes.names().size() == 1 && attributes.contains("alone"));
    attributes.replace_all(R"({"alone": 1})", all);
    CHECK(!attributes.contains("any"));
    attributes.set_json("any", R"({"x": null})");
    CHECK(attributes.get<bool>("flag"));
    CHECK(attributes.get<int>("int") == -3 && attributes.get<std::int64_t>("int") == -3 && attributes.get<double>("int") == -3);
    CHECK(attributes.get<std::uint64_t>("large") == 18446744073709551615u);
    CHECK(attributes.get<double>("number") == 0.1 && attributes.get<float>("number") == 0.1f);
    CHECK(attributes.get<std::string>("units") == "K" && attributes.get<std::string>("name") == "wärme");
    CHECK(attributes.get<std::vector<int>>("ints") == std::vector<int>{1, 2, 3});
    CHECK(attributes.get<std::vector<std::uint8_t>>("ints") == std::vector<std::uint8_t>{1, 2, 3});
    CHECK(attributes.get<std::vector<double>>("numbers") == std::vector<double>{0.5, 2});
    CHECK(attributes.get<std::vector<std::string>>("texts") == std::vector<std::string>{"a", "b"});
    CHECK(attributes.get_json("any") == R"({"x": null})" || attributes.get_json("any") == R"({"x":null})");
    CHECK(attributes.kind("ints") == zarr::attribute_kind::integers && attributes.count("ints") == 3);
    CHECK(attributes.kind("first") == zarr::attribute_kind::list && attributes.count("none") == 0);
    CHECK(attributes.names()[0] == "first" && attributes.names().size() == 11);
    CHECK(!attributes.contains("none") && !attributes.find<int>("none") && attributes.find<int>("int") == -3);
    FAILS(not_found, attributes.get<int>("none"));
    FAILS(type_mismatch, attributes.get<int>("units"));
    FAILS(range, attributes.get<std::uint8_t>("int"));
    FAILS(range, attributes.get<std::int8_t>("large"));
    attributes.set("int", 1000);
    FAILS(range, attributes.get<std::int8_t>("int"));
    FAILS(range, attributes.get<std::vector<std::int8_t>>("int"));
    FAILS(invalid_argument, attributes.set("int", std::string("a\0b", 3)));
    attributes.erase("int");
    CHECK(!attributes.contains("int"));
    array.replace_attributes(R"({"only": 1})");
    CHECK(attributes.names().to_vector() == std::vector<std::string>{"only"});
    // A group has the same.
    const zarr::group group = store.create_group("g");
    group.attributes().set("n", 1u);
    CHECK(store.open_group("g").attributes().get<unsigned>("n") == 1);
    group.replace_attributes("{}");
    CHECK(group.attributes().names().empty());
}

TEST(what_is_said_on_creation) {
    const zarr::store store = check::memory();
    const auto options = zarr::array_options::of<double>({8, 8})
                             .format(zarr::format::v3)
                             .chunk_shape({2, 2})
                             .shard_shape({4, 4})
                             .fill_value(-1.0)
                             .dimension_names({"y", std::nullopt})
                             .attributes(R"({"units": "m"})")
                             .codec("gzip", R"({"level": 5})")
                             .codec("crc32c");
    for (const char *path : {"a", "b"}) { // A description can be used again.
        const zarr::array array = store.create_array(path, options);
        CHECK(array.chunk_shape() == zarr::indices({2, 2}) && array.shard_shape() == zarr::indices({4, 4}));
        CHECK(array.fill_value<double>() == -1);
        const zarr::strings names = array.dimension_names();
        CHECK(names.size() == 2 && names[0] == "y" && !names.has(1));
        CHECK(array.attributes().get<std::string>("units") == "m");
        CHECK(array.metadata().find("sharding_indexed") != std::string::npos && array.metadata().find("crc32c") != std::string::npos);
        CHECK(array.data_type_json() == "\"float64\"" && array.warnings().empty());
    }
    const zarr::array old = check::memory().create_array(
        "o", zarr::array_options::of<int>({4, 4}).format(zarr::format::v2).order(zarr::order::f).big_endian().separator('/').chunk_shape({2, 0}));
    CHECK(old.metadata().find("\"F\"") != std::string::npos && old.metadata().find(">i4") != std::string::npos);
    CHECK(old.chunk_shape() == zarr::indices({2, 4}));
    const zarr::array open = check::memory().create_array("p", zarr::array_options::of<int>({4}).format(zarr::format::v2).fill_value(1).no_fill_value());
    CHECK(!open.fill_value_defined());
    open.set_fill_value(-3);
    CHECK(open.fill_value_defined() && open.fill_value<int>() == -3);
    FAILS(type_mismatch, open.set_fill_value(2.5));
    open.set_no_fill_value();
    CHECK(!open.fill_value_defined());
    const zarr::array texts = check::memory().create_array("t", zarr::array_options(zarr::data_type::string, {4}));
    texts.set_fill_value("none");
    CHECK(texts.fill_value<std::string>() == "none");
    FAILS(unsupported, store.create_array("c", zarr::array_options::of<int>({1}).codec("no such codec")));
    FAILS(invalid_argument, zarr::array_options(zarr::data_type{}, {1}).build());
}

TEST(what_an_array_tells_and_hands_on) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("a", zarr::array_options::of<float>({4, 4}).codec("zstd", R"({"level": 2})"));
    array.set_dimension_names({"y", std::nullopt});
    CHECK(array.dimension_names()[0] == "y" && !array.dimension_names().has(1));
    const std::vector<zarr::named_codec> codecs = array.codecs();
    CHECK(codecs.size() == 2 && codecs[1].name == "zstd" && codecs[1].configuration_json.find("\"level\": 2") != std::string::npos);
    const zarr::array again = store.open_array_from_document("a", array.document());
    CHECK(again.shape() == array.shape() && again.dimension_names()[0] == "y");
    // Another number of names was read behind its end, or lost the last ones.
    FAILS(invalid_argument, again.set_dimension_names({"x"}));
    FAILS(invalid_argument, again.set_dimension_names({"x", "y", "z"}));
    again.set_dimension_names({});
    CHECK(array.dimension_names().empty());
    CHECK(std::string(zarr::name(array.format())) == "v3" && std::string(zarr::name(array.data_type())) == "float32");
    CHECK(zarr::size(array.data_type()) == 4 && zarr::size(zarr::data_type::string) == 0);
    FAILS(invalid_argument, store.open_array_from_document("a", "{}"));
}
