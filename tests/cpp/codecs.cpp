// Codecs of one's own.
#include "check.hpp"

#include <atomic>

namespace {

/// Turns every bit over.
class inverting : public zarr::custom_codec {
  public:
    explicit inverting(std::atomic<int> &alive) : alive_(alive) { ++alive_; }
    ~inverting() override { --alive_; }
    inverting(const inverting &) = delete;
    inverting &operator=(const inverting &) = delete;

    bool thread_safe() const override { return true; }
    bool fixed_size() const override { return true; }
    void encode(const zarr::codec_place &, zarr::span<const std::byte> data, const zarr::sink &encoded) override { invert(data, encoded); }
    void decode(const zarr::codec_place &, zarr::span<const std::byte> data, std::size_t most, const zarr::sink &decoded) override {
        if (data.size() > most)
            throw zarr::error(zarr::status::data, "more than there can be");
        invert(data, decoded);
    }
    std::size_t bound(const zarr::codec_place &, std::size_t size) override { return size; }
    void check(const zarr::codec_place &place) override {
        if (place.configuration_json.find("bad") != std::string_view::npos)
            throw std::runtime_error("a bad configuration");
    }

  private:
    static void invert(zarr::span<const std::byte> data, const zarr::sink &out) {
        const zarr::span<std::byte> memory = out.reserve(data.size());
        for (std::size_t i = 0; i < data.size(); i++)
            memory[i] = ~data[i];
    }

    std::atomic<int> &alive_;
};

/// Stores elements as they are, and looks at its place.
class elements_as_they_are : public zarr::custom_codec {
  public:
    zarr::codec_kind kind() const override { return zarr::codec_kind::array_to_bytes; }
    void encode(const zarr::codec_place &place, zarr::span<const std::byte> data, const zarr::sink &encoded) override {
        CHECK(place.item_size == 4 && place.data_type_json == "\"float32\"" && place.chunk_shape.size() == 2 && place.chunk_shape[1] == 3);
        encoded.write(data);
    }
    void decode(const zarr::codec_place &, zarr::span<const std::byte> data, std::size_t, const zarr::sink &decoded) override { decoded.write(data); }
};

} // namespace

TEST(a_codec_of_bytes) {
    std::atomic<int> alive{0};
    zarr::register_codec("cpp-invert", "cpp.invert", std::make_shared<inverting>(alive));
    FAILS(already_exists, zarr::register_codec("cpp-invert", "", std::make_shared<inverting>(alive)));
    CHECK(alive == 1);
    {
        const zarr::store store = check::memory();
        const zarr::array array = store.create_array("a", zarr::array_options::of<std::uint8_t>({4}).codec("cpp.invert"));
        array.write({}, {0, 1, 2, 255});
        CHECK(array.read<int>() == std::vector<int>{0, 1, 2, 255});
        CHECK(array.chunks().read_encoded({0})->data()[0] == std::byte{255});
        try {
            store.create_array("b", zarr::array_options::of<int>({1}).codec("cpp.invert", R"({"bad": 1})"));
            CHECK(false);
        } catch (const zarr::error &error) {
            CHECK(std::string_view(error.what()).find("a bad configuration") != std::string_view::npos);
        }
        zarr::unregister_codec("cpp.invert");
        CHECK(array.read_element<int>({3}) == 255 && alive == 1); // It is used as long as the array is open.
    }
    CHECK(alive == 0);
    FAILS(not_found, zarr::unregister_codec("cpp.invert"));
}

TEST(a_codec_of_elements) {
    zarr::register_codec("", "cpp.elements", std::make_shared<elements_as_they_are>());
    const zarr::array array = check::memory().create_array("a", zarr::array_options::of<float>({2, 3}).codec("cpp.elements"));
    array.write({}, check::counting<float>(6));
    CHECK(array.read<float>() == check::counting<float>(6));
    zarr::unregister_codec("cpp.elements");
}
