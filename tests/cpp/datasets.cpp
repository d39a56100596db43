// Datasets: arrays over shared dimensions, in C++.
#include "check.hpp"
#include "map_store.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace {

/// A store whose program is killed after so many changes: none of the later ones is made.
class stopping_store : public map_store {
  public:
    void set(std::string_view key, zarr::span<const std::byte> value) override {
        spend();
        map_store::set(key, value);
    }
    void set_partial_values(zarr::span<const zarr::part> parts) override {
        spend();
        map_store::set_partial_values(parts);
    }
    bool set_if(std::string_view key, std::optional<std::string_view> expected, zarr::span<const std::byte> value) override {
        spend();
        return map_store::set_if(key, expected, value);
    }
    void erase(std::string_view key) override {
        spend();
        map_store::erase(key);
    }
    void erase_values(zarr::span<const std::string_view> keys) override {
        spend();
        map_store::erase_values(keys);
    }

    std::atomic<int> left{std::numeric_limits<int>::max()};

  private:
    void spend() {
        if (left-- <= 0)
            throw zarr::error(zarr::status::io, "the program was killed");
    }
};

/// A step in which each value tells which one it is.
void append_step(const zarr::dataset &run, int step) {
    run.append("time", {{"a", std::vector<int>(4, step)}, {"b", std::vector<int>(4, -step)}, {"time", double(step)}});
}

} // namespace

TEST(datasets) {
    const zarr::store store = check::memory();
    const zarr::dataset weather = store.create_dataset("weather", zarr::format::v2);
    const std::vector<double> longitudes{0, 90, 180, 270};
    const std::array<float, 3> latitudes{-60, 0, 60};
    weather.define_dimension("time", 0);
    weather.define_coordinate("x", longitudes);
    weather.define_coordinate("y", latitudes, zarr::array_options::of<float>().attributes(R"({"units": "degrees_north"})"));
    weather.define_coordinate("time", std::vector<double>());
    const auto field = zarr::array_options::of<float>().codec("zstd").chunk_shape({1, 0, 0});
    weather.define_array("temperature", {"time", "y", "x"}, field);
    weather.define_array("pressure", {"time", "y", "x"}, field);
    weather.define_array("gravity", {}, zarr::array_options::of<double>().fill_value(9.81));
    FAILS(not_found, weather.array("temperature"));
    FAILS(not_found, weather.define_array("wind", {"level", "y", "x"}, field));
    FAILS(type_mismatch, weather.define_coordinate("level", std::vector<float>{1}, zarr::array_options::of<double>()));
    weather.commit();
    CHECK(weather.arrays().size() == 6 && weather.array("gravity").read_element<double>({}) == 9.81);
    CHECK(weather.array("temperature").chunk_shape() == zarr::indices{1, 3, 4});
    CHECK(store.get("weather/x/.zarray")->text().find("\"fill_value\": null") != std::string_view::npos); // xarray would show x = 0 as NaN

    const std::vector<float> warm = check::counting<float>(12), low(12, -1.0f);
    CHECK(weather.append("time", {{"time", 6.0}, {"temperature", warm}, {"pressure", low}}) == 0);
    CHECK(weather.append("time", {{"time", std::vector<double>{12.0}}, {"temperature", zarr::span(warm.data(), 12)}}) == 1);
    FAILS(type_mismatch, weather.append("time", {{"time", 6.0f}}));
    FAILS(buffer_size, weather.append("time", {{"temperature", low}}, 2));
    CHECK(weather.length("time") == 2);
    FAILS(not_found, weather.length("level"));

    const zarr::dataset again = store.open_dataset("weather");
    std::vector<zarr::dimension> dimensions = again.dimensions();
    CHECK(dimensions.size() == 3 && dimensions[0].name == "time" && dimensions[0].length == 2 && dimensions[1].name == "y" &&
          dimensions[1].length == 3 && dimensions[2].length == 4);
    std::vector<float> middle(6);
    std::vector<double> x(2), times(1);
    again.read_into({{"x", 1, 2}, {"time", 1, 1}}, {{"temperature", middle}, {"x", x}, {"time", times}});
    CHECK(middle == std::vector<float>{1, 2, 5, 6, 9, 10} && x == std::vector<double>{90, 180} && times[0] == 12);
    again.write({{"time", 1, 1}}, {{"temperature", low}, {"pressure", warm}});
    CHECK(weather.array("pressure").read<float>({{1, 0, 0}, {1, 3, 4}}) == warm);
    again.resize("time", 1);
    CHECK(weather.array("temperature").shape() == zarr::indices{1, 3, 4});
    weather.refresh();
    CHECK(weather.length("time") == 1);
    again.group().attributes().set("title", "weather");
    CHECK(store.open_group("weather").attributes().get<std::string>("title") == "weather");
    zarr::dataset first = store.open_dataset("weather");
    const zarr::dataset second = first.share();
    first = {};
    CHECK(second.length("x") == 4);
    FAILS(invalid_handle, first.length("x"));
}

// The variables of programs: values in braces, one time, one complex number, and types that only JSON describes.
TEST(datasets_of_many_types) {
    const zarr::store store = check::memory();
    const zarr::dataset buoy = store.create_dataset("buoy", zarr::format::v2);
    const auto hours = zarr::array_options::of_json("\"<M8[h]\"").chunk_shape({1024});
    buoy.define_dimension("time", 0);
    buoy.define_dimension("station", 2);
    buoy.define_coordinate("time", std::vector<zarr::datetime64>(), hours);
    buoy.define_coordinate("depth", {0.0, 2.5, 10.0}, zarr::array_options::of<double>().no_fill_value().chunk_shape({2}));
    buoy.define_coordinate("level", {1, 2});
    buoy.define_coordinate("station", std::vector<std::string>());
    buoy.define_array("spectrum", {"time"}, zarr::array_options::of<std::complex<float>>());
    buoy.define_array("height", {"time"}, zarr::array_options::of<zarr::float16>());
    buoy.define_array("wait", {"time"}, zarr::array_options::of_json("\"<m8[s]\""));
    buoy.define_array("calm", {"time"}, zarr::array_options::of<bool>());
    FAILS(type_mismatch, buoy.define_coordinate("name", std::vector<std::string>{"a", "b"}));
    FAILS(type_mismatch, buoy.define_coordinate("name", {"a", "b"}));
    FAILS(type_mismatch, buoy.define_coordinate("name", std::vector<std::string>(), zarr::array_options::of<int>()));
    buoy.commit();
    CHECK(buoy.array("time").chunk_shape() == zarr::indices{1024} && buoy.array("depth").chunk_shape() == zarr::indices{2});
    CHECK(buoy.array("depth").read<double>() == (std::vector<double>{0, 2.5, 10}) && buoy.array("level").read<int>() == (std::vector<int>{1, 2}));
    buoy.array("station").write({}, {"north", "south"});
    CHECK(buoy.array("station").read<std::string>() == (std::vector<std::string>{"north", "south"}));

    const std::complex<float> wave(1, -2);
    buoy.append("time", {{"time", zarr::datetime64{480000}},
                         {"spectrum", wave},
                         {"height", zarr::float16{0x3c00}},
                         {"wait", zarr::timedelta64{90}},
                         {"calm", true}});
    CHECK(buoy.array("time").read_element<zarr::datetime64>({0}).count == 480000);
    CHECK(buoy.array("spectrum").read_element<std::complex<float>>({0}) == wave);
    CHECK(buoy.array("height").read_element<zarr::float16>({0}).bits == 0x3c00);
    CHECK(buoy.array("wait").read_element<zarr::timedelta64>({0}).count == 90 && buoy.array("calm").read_element<bool>({0}));
    FAILS(type_mismatch, buoy.append("time", {{"spectrum", std::complex<double>(1, 2)}}));
    CHECK(buoy.length("time") == 1);
    try {
        buoy.append("time", {{"height", 1.0f}});
    } catch (const zarr::error &error) {
        const std::string message = error.what();
        CHECK(message.find("\"height\"") != std::string::npos && message.find("float16") != std::string::npos);
        CHECK(message.find("float32") != std::string::npos);
    }
    try {
        buoy.define_array("when", {"time"}, zarr::array_options::of<zarr::datetime64>());
        CHECK(!"a time without a unit");
    } catch (const zarr::error &error) {
        const std::string message = error.what();
        CHECK(error.status() == zarr::status::invalid_argument && message.find("datetime64") != std::string::npos &&
              message.find("array_options::of_json") != std::string::npos && message.find("zarr_array_builder") == std::string::npos);
    }
}

// A run that is killed anywhere in a step goes on behind the last whole one, which the time tells, as docs/restart.md shows.
TEST(datasets_restart) {
    int killed = 0, whole_too = 0;
    for (bool done = false; !done;) {
        const auto values = std::make_shared<stopping_store>();
        {
            const zarr::store store = zarr::store::open(values);
            const zarr::dataset run = store.create_dataset();
            run.define_dimension("time", 0);
            run.define_coordinate("time", std::vector<double>(), zarr::array_options::of<double>().chunk_shape({3}).fill_value(NAN));
            run.define_coordinate("x", {0, 1, 2, 3});
            run.define_array("a", {"time", "x"}, zarr::array_options::of<int>().chunk_shape({1, 2}));
            run.define_array("b", {"time", "x"}, zarr::array_options::of<int>());
            run.commit();
            append_step(run, 0);
            append_step(run, 1);
            values->left = killed;
            try {
                append_step(run, 2);
                done = true;
            } catch (const zarr::error &error) {
                CHECK(error.status() == zarr::status::io);
            }
        }
        values->left = std::numeric_limits<int>::max();
        const zarr::dataset run = zarr::store::open(values).open_dataset("", zarr::node_options().unequal_dimensions("keep"));
        const std::vector<double> times = run.array("time").read<double>();
        std::size_t whole = times.size();
        while (whole > 0 && std::isnan(times[whole - 1]))
            whole--;
        CHECK(whole == 2 || whole == 3);
        whole_too += !done && whole == 3;
        run.resize("time", static_cast<std::int64_t>(whole));
        CHECK(run.length("time") == static_cast<std::int64_t>(whole));
        for (int step = static_cast<int>(whole); step < 5; step++)
            append_step(run, step);
        std::vector<int> wanted;
        for (int step = 0; step < 5; step++)
            wanted.insert(wanted.end(), 4, step);
        CHECK(run.array("a").read<int>() == wanted);
        std::transform(wanted.begin(), wanted.end(), wanted.begin(), std::negate<>());
        CHECK(run.array("b").read<int>() == wanted && run.array("time").read<double>() == (std::vector<double>{0, 1, 2, 3, 4}));
        killed++;
    }
    CHECK(killed >= 7 && whole_too == 0);
}
