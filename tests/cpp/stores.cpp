// Stores, those of one's own among them: what is thrown in one is a failure of the library, and never crosses C.
#include "check.hpp"
#include "map_store.hpp"

#include <thread>

namespace {

/// Only what is required.
class one_value : public zarr::custom_store {
  public:
    bool get(std::string_view key, zarr::byte_range range, const zarr::sink &value) override {
        if (key != "a")
            return false;
        const std::string_view text = "0123456789";
        const zarr::span<const std::byte> wanted = range.of(zarr::as_bytes(text));
        const zarr::span<std::byte> memory = value.reserve(wanted.size());
        std::copy(wanted.begin(), wanted.end(), memory.begin());
        return true;
    }
};

/// Fails in every way there is.
class failing : public zarr::custom_store {
  public:
    bool get(std::string_view key, zarr::byte_range, const zarr::sink &value) override {
        if (key == "zarr")
            throw zarr::error(static_cast<zarr::status>(ZARR_STATUS_USER + 7), "the tape robot is asleep", 42);
        if (key == "system")
            throw std::system_error(ECONNRESET, std::generic_category(), "the line");
        if (key == "memory")
            throw std::bad_alloc();
        if (key == "exception")
            throw std::logic_error(std::string(5000, 'x'));
        if (key == "other")
            throw 7;
        if (key == "ok")
            throw zarr::error(zarr::status::ok, "this can't be");
        value.write(std::string_view("value"));
        value.write(std::string_view()); // and what the sink refuses:
        value.set_version(std::string("a\0b", 3));
        return true;
    }
};

std::string failure(const zarr::store &store, const char *key, zarr::status status, int system_code) {
    try {
        static_cast<void>(store.get(key));
    } catch (const zarr::error &error) {
        CHECK(error.status() == status && error.system_code() == system_code);
        return error.what();
    }
    CHECK(false);
    return {};
}

} // namespace

TEST(options_have_the_names_of_the_documentation) {
    const auto all = zarr::store_options().mode("rw").sync("none").lock("none").symlinks("follow").atomic(false).lower_case_keys(false).compact(false)
        .format("v2").strict().ignore_unknown(false).allow_fallback().dimension_separator('/').v1_f_order("spec").threads(2).write_empty_chunks(false)
        .consolidated("never").cache_bytes(1000000).chunk_bytes_limit(1000).result_bytes_limit(7).result_bytes_limit(40).requester_pays().anonymous(false).access_key("a").secret_key("\"\\").token("t")
        .profile("p").service_account("s").account("a").sas("s").region("r").endpoint("https://example.org").virtual_hosted().allow_http()
        .ca_certificate("c").proxy("http://example.org").headers({{"a", "b"}, {"c", "d"}}).redirects("refuse").connect_timeout(1).timeout(2)
        .retries(3).retry_deadline(4).deadline(5).in_flight(6).io_threads(1).conditional(false).forbidden_is_missing();
    const zarr::store store = zarr::store::open("memory://", all);
    const zarr::array array = store.create_array("a", zarr::array_options::of<int>({2}));
    CHECK(array.format() == zarr::format::v2);
    FAILS(limit, store.create_array("b", zarr::array_options::of<double>({1000}).chunk_shape({1000})).write({}, std::vector<double>(1000)));
    // Both limits hold, each with the last value that was given.
    const zarr::array eleven = store.create_array("c", zarr::array_options::of<int>({11}));
    FAILS(limit, eleven.read_bytes());
    CHECK(eleven.read_bytes({{0}, {10}}).size() == 40);
    store.open_array("a", zarr::node_options().cache_bytes(1 << 20).threads(1));
    store.open_group("", zarr::node_options().set("strict", false));
    CHECK(zarr::store_options().json().empty() && zarr::store_options().mode("r").mode("rw").json() == R"({"mode": "rw"})");
    CHECK(zarr::node_options().set("a", std::string("\"\x01")).set("b", 7).set_json("c", "[1]").json() == R"({"a": "\"\u0001", "b": 7, "c": [1]})");
    FAILS(invalid_argument, zarr::store::open("memory://", zarr::store_options().set("no such option", true)));
    const check::scratch folder;
    FAILS(not_found, zarr::store::open(folder.path("missing.zarr"), zarr::store_options().mode("r")).open_group());
}

TEST(keys_and_values) {
    const zarr::store store = check::memory();
    store.set("a/b", "text");
    store.set("a/c", std::vector<std::byte>{std::byte{1}, std::byte{2}});
    store.set("d", std::string_view());
    CHECK(store.get("a/b")->text() == "text" && store.get("d")->empty() && !store.get("e"));
    CHECK(store.get("a/b", {1, 2})->str() == "ex" && store.get("a/b", {-2})->text() == "xt");
    CHECK(store.exists("a/c") && !store.exists("a") && store.size("a/c") == 2 && !store.size("x"));
    CHECK(store.list().to_vector() == std::vector<std::string>{"a/b", "a/c", "d"} && store.list("a/").size() == 2);
    const zarr::directory root = store.list_directory();
    CHECK(root.keys.to_vector() == std::vector<std::string>{"d"} && root.prefixes.to_vector() == std::vector<std::string>{"a/"});
    store.erase("d");
    store.erase_prefix("a/");
    CHECK(store.list().empty());
}

TEST(stores_on_disk) {
    const check::scratch scratch;
    const std::string path = scratch.path("x.zarr");
    zarr::store::open(path).create_array("a", zarr::array_options::of<float>({2})).write({}, {1.f, 2.f});
    CHECK(zarr::store::open(path, R"({"mode": "r"})").open_array("a").read<float>() == std::vector<float>{1, 2});
    const zarr::store zip = zarr::store::open(scratch.path("x.zip"));
    zip.create_array("a", zarr::array_options::of<float>({2}));
    zip.flush();
    CHECK(zarr::store::open(scratch.path("x.zip"), R"({"mode": "r"})").children().size() == 1);
}

TEST(stores_around_stores) {
    const zarr::store store = check::memory(), top = check::memory();
    store.create_array("g/a", zarr::array_options::of<int>({2})).write({}, {1, 2});
    CHECK(store.prefixed("g/").open_array("a").read<int>() == std::vector<int>{1, 2});
    FAILS(read_only, store.read_only().erase_node("g"));
    const zarr::store cached = store.cached(1 << 20);
    CHECK(cached.open_array("g/a").read<int>() == std::vector<int>{1, 2});
    std::atomic<int> reads{0}, destroyed{0};
    {
        const auto told = std::shared_ptr<int>(new int(0), [&](int *p) { ++destroyed, delete p; });
        const zarr::store traced = store.traced([&reads, told](const zarr::operation &operation) {
            if (operation.kind == ZARR_OPERATION_GET && operation.keys.size() == 1 && operation.status == zarr::status::ok)
                ++reads;
            throw std::runtime_error("is dropped");
        });
        CHECK(traced.open_array("g/a").read<int>() == std::vector<int>{1, 2});
    }
    CHECK(reads > 0 && destroyed == 1);
    const zarr::store both = zarr::store::overlay({top, store});
    both.open_array("g/a").write_element({0}, 5);
    CHECK(both.open_array("g/a").read<int>() == std::vector<int>{5, 2} && store.open_array("g/a").read<int>() == std::vector<int>{1, 2});
}

TEST(a_store_of_ones_own) {
    std::atomic<int> alive{0};
    const auto custom = std::make_shared<map_store>(&alive);
    {
        zarr::store store = zarr::store::open(custom);
        const zarr::array array = store.create_array("g/a", zarr::array_options::of<int>({40, 4}).chunk_shape({2, 2}).codec("zstd"));
        array.write({}, check::counting<int>(160));
        CHECK(array.read<int>() == check::counting<int>(160) && custom->batches > 0);
        array.write({{1, 1}, {2, 2}}, {-1, -2, -3, -4});
        CHECK(array.read_element<int>({2, 2}) == -4);
        CHECK(store.children().size() == 1 && custom->values.count("g/a/zarr.json") == 1);
        store.flush();
        CHECK(custom->flushes > 0);
        store.set("x", "text");
        CHECK(store.get("x", {-2})->text() == "xt" && store.size("x") == 4 && store.exists("x"));
        store.erase_node("g");
        CHECK(custom->values.count("g/a/zarr.json") == 0 && custom->values.count("x") == 1);
        std::vector<std::thread> threads;
        const zarr::array shared = store.create_array("s", zarr::array_options::of<int>({8}).chunk_shape({8}));
        for (int i = 0; i < 8; i++)
            threads.emplace_back([&shared, i] { shared.write_element({i}, i + 1); });
        for (std::thread &thread : threads)
            thread.join();
        CHECK(shared.read<int>() == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
        // The array keeps the store, and the store what it is made of.
        store = zarr::store();
        CHECK(custom.use_count() == 2 && shared.read_element<int>({7}) == 8);
    }
    CHECK(custom.use_count() == 1 && alive == 1);
    FAILS(invalid_argument, zarr::store::open(custom, R"({"no such": 1})"));
    CHECK(custom.use_count() == 1);
}

TEST(a_store_of_what_is_required) {
    const zarr::store store = zarr::store::open(std::make_shared<one_value>());
    CHECK(store.get("a")->text() == "0123456789" && store.get("a", {2, 3})->text() == "234" && store.get("a", {-3, 2})->text() == "78");
    CHECK(store.get("a", {-30})->size() == 10 && store.get("a", {30})->empty());
    CHECK(!store.get("b") && store.exists("a") && store.size("a") == 10);
    FAILS(read_only, store.set("a", "x"));
    FAILS(unsupported, store.list());
}

TEST(what_a_store_throws) {
    const zarr::store store = zarr::store::open(std::make_shared<failing>());
    CHECK(failure(store, "zarr", static_cast<zarr::status>(ZARR_STATUS_USER + 7), 42).find("the tape robot is asleep") != std::string::npos);
    CHECK(failure(store, "system", zarr::status::io, ECONNRESET).find("the line") != std::string::npos);
    failure(store, "memory", zarr::status::no_memory, 0);
    CHECK(failure(store, "exception", zarr::status::io, 0).find("xxx") != std::string::npos);
    failure(store, "other", zarr::status::io, 0);
    failure(store, "ok", zarr::status::internal, 0);
    failure(store, "version", zarr::status::invalid_argument, 0);
}
