// Failures are exceptions; handles own their objects.
#include "check.hpp"

static_assert(std::is_base_of_v<std::runtime_error, zarr::error>);
template <class Handle>
constexpr bool moves_only = std::is_nothrow_move_constructible_v<Handle> && std::is_nothrow_move_assignable_v<Handle> &&
                            !std::is_copy_constructible_v<Handle> && !std::is_copy_assignable_v<Handle>;
static_assert(moves_only<zarr::store> && moves_only<zarr::array> && moves_only<zarr::group> && moves_only<zarr::bytes> && moves_only<zarr::strings>);
static_assert(std::is_copy_constructible_v<zarr::array_options> && std::is_copy_constructible_v<zarr::region>);

TEST(errors_carry_what_the_library_says) {
    try {
        zarr::store::open("/nonexistent/zarr-cpp", R"({"mode": "r"})");
        CHECK(false);
    } catch (const zarr::error &error) {
        CHECK(error.status() == zarr::status::not_found);
        CHECK(std::string_view(error.name()) == "ZARR_ERROR_NOT_FOUND");
        CHECK(std::string_view(error.what()).find("/nonexistent/zarr-cpp") != std::string_view::npos);
        CHECK(error.system_code() == ENOENT || error.system_code() == 0);
    }
    const zarr::store store = check::memory();
    FAILS(not_found, store.open_array("a"));
    FAILS(invalid_argument, store.open_array("a/../b"));
    FAILS(invalid_argument, zarr::store::open("memory://", R"({"no such": 1})"));
    store.create_group("g");
    FAILS(node_type, store.open_array("g"));
    FAILS(already_exists, store.create_group("g"));
}

TEST(texts_with_nul_are_refused) {
    const zarr::store store = check::memory();
    store.create_group("a");
    // In C the name would end at the NUL, and the group "a" would go.
    FAILS(invalid_argument, store.erase_node(std::string("a\0b", 3)));
    CHECK(store.kind("a") == zarr::node_kind::group);
}

TEST(handles_that_were_moved_from_are_refused) {
    zarr::store store = check::memory();
    zarr::array array = store.create_array("a", zarr::array_options::of<int>({3}));
    const zarr::array moved = std::move(array);
    CHECK(moved.shape() == zarr::indices{3});
    CHECK(array.ndim() == -1 && array.handle() == nullptr); // NOLINT: that is the question
    FAILS(invalid_handle, array.shape());
    FAILS(invalid_handle, array.read<int>());
    FAILS(invalid_handle, array.read<int>({{0}, {1}}));
    FAILS(invalid_handle, array.chunks().stored());
    // The order of going does not matter.
    store = zarr::store();
    CHECK(moved.read<int>() == std::vector<int>(3));
    FAILS(invalid_handle, store.flush());
    CHECK(zarr::strings().empty() && zarr::bytes().empty() && !zarr::strings().has(0));
}

TEST(library) {
    CHECK(std::string_view(zarr::version()) == ZARR_VERSION);
    CHECK(zarr::version_number() == ZARR_VERSION_NUMBER);
    zarr::set_threads(2);
    CHECK(zarr::threads() == 2);
    zarr::set_threads(0);
    CHECK(zarr::threads() >= 1);
    FAILS(invalid_argument, zarr::set_threads(-1));
    int mine = 0;
    zarr::callbacks_end(&mine, 0);
    FAILS(invalid_argument, zarr::callbacks_end(&mine, -1));
    const auto has = [](const zarr::strings &names, std::string_view name) { return std::find(names.begin(), names.end(), name) != names.end(); };
    CHECK(has(zarr::supported_formats(), "v3"));
    CHECK(has(zarr::supported_data_types(), "float64") && has(zarr::supported_data_types(zarr::format::v2), "float64"));
    CHECK(has(zarr::supported_codecs(zarr::format::v3), "zstd"));
    CHECK(has(zarr::supported_url_schemes(), "memory"));
}
