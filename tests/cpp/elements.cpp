// Every type of C++ that is an element comes back as it was written; numbers become those of other types as asked.
#include "check.hpp"

#include <cmath>

static_assert(zarr::element<long>::type == (sizeof(long) == 8 ? zarr::data_type::int64 : zarr::data_type::int32));
static_assert(zarr::element<unsigned long long>::type == zarr::data_type::uint64);
static_assert(zarr::element<signed char>::type == zarr::data_type::int8);

namespace {

template <class T>
void there_and_back(const std::vector<T> &values) {
    const zarr::store store = check::memory();
    const auto count = static_cast<std::int64_t>(values.size());
    const zarr::array array = store.create_array("a", zarr::array_options::of<T>({count}).chunk_shape({2}).fill_value(T(values.back())));
    CHECK(array.data_type() == zarr::element<T>::type);
    CHECK(array.template fill_value<T>() == values.back());
    CHECK(array.fill_value_defined());
    CHECK(array.reads_parts() && array.reads_short_parts());
    CHECK(array.template read<T>() == std::vector<T>(values.size(), values.back()));
    array.write({}, values);
    CHECK(array.template read<T>() == values);
    CHECK(array.template read_element<T>({1}) == values[1]);
}

} // namespace

TEST(elements_of_every_type) {
    there_and_back<bool>({true, false, true, true, false});
    there_and_back<std::int8_t>({-128, 0, 127});
    there_and_back<std::int16_t>({-32768, 0, 32767});
    there_and_back<std::int32_t>({-7, 0, 2147483647});
    there_and_back<std::int64_t>({-7, 0, 9223372036854775807});
    there_and_back<long long>({-7, 0, 8});
    there_and_back<std::uint8_t>({0, 1, 255});
    there_and_back<std::uint16_t>({0, 1, 65535});
    there_and_back<std::uint32_t>({0, 1, 4294967295});
    there_and_back<std::uint64_t>({0, 1, 18446744073709551615u});
    there_and_back<float>({-1.5f, 0.f, 3e38f});
    there_and_back<double>({-1.5, 0, 1e308});
    there_and_back<std::complex<float>>({{1, -2}, {0, 0}, {3, 4}});
    there_and_back<std::complex<double>>({{1, -2}, {0, 0}, {3, 4}});
    there_and_back<zarr::float16>({{0x3c00}, {0}, {0x7bff}});
    there_and_back<zarr::bfloat16>({{0x3f80}, {0}, {0xbf80}});
}

TEST(numbers_of_other_types) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("a", zarr::array_options::of<float>({4}));
    array.write({}, std::vector<double>{1, -2.75, 300, 0.1});
    CHECK(array.read<float>() == std::vector<float>{1, -2.75f, 300, 0.1f});
    CHECK(array.read<int>() == std::vector<int>{1, -2, 300, 0});
    CHECK(array.read<std::complex<double>>({{1}, {1}})[0] == std::complex<double>(-2.75, 0));
    CHECK(array.read<bool>({{0}, {2}}) == std::vector<bool>{true, true});
    FAILS(range, array.read<std::uint8_t>());
    CHECK(array.read<std::uint8_t>({}, zarr::transfer().convert(zarr::conversion::clamp)) == std::vector<std::uint8_t>{1, 0, 255, 0});
    CHECK(array.read<std::uint8_t>({}, zarr::transfer().convert(zarr::conversion::wrap)) == std::vector<std::uint8_t>{1, 254, 44, 0});
    std::vector<std::uint8_t> bytes(4);
    FAILS(range, array.read_into({}, bytes, zarr::transfer().convert(zarr::conversion::all)));
    CHECK(bytes == std::vector<std::uint8_t>{1, 254, 44, 0});
    FAILS(type_mismatch, array.read<double>({}, zarr::transfer().convert(zarr::conversion::none)));
    CHECK(array.read<float>({{0}, {1}}, zarr::transfer().convert(zarr::conversion::none))[0] == 1);
    // Halves become numbers that a program can calculate with.
    const zarr::array halves = store.create_array("h", zarr::array_options::of<zarr::float16>({2}));
    halves.write({}, {1.5f, -0.25f});
    CHECK(halves.read<zarr::float16>()[0] == zarr::float16{0x3e00});
    CHECK(halves.read<float>() == std::vector<float>{1.5f, -0.25f});
    const zarr::array small = store.create_array("i4", zarr::array_options(zarr::data_type::int4, {2}));
    small.write({}, {-8, 7});
    CHECK(small.read<int>() == std::vector<int>{-8, 7});
    FAILS(range, small.write({}, {8, 0}));
}

TEST(times) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("t", zarr::array_options::of_json(R"("<M8[s]")", {2}).format(zarr::format::v2));
    CHECK(array.data_type() == zarr::data_type::datetime64);
    array.write({}, std::vector<zarr::datetime64>{{1700000000}, {zarr::datetime64::not_a_time}});
    CHECK(array.read<zarr::datetime64>() == std::vector<zarr::datetime64>{{1700000000}, {zarr::datetime64::not_a_time}});
    FAILS(type_mismatch, array.read<double>());
    FAILS(type_mismatch, array.read<zarr::timedelta64>());
}

#pragma pack(push, 1)
struct particle {
    float x;
    std::int64_t id;
};
struct too_small {
    float x;
};
#pragma pack(pop)
template <> struct zarr::element<particle> : zarr::element_of<zarr::data_type::structure> {};
template <> struct zarr::element<too_small> : zarr::element_of<zarr::data_type::structure> {};

TEST(structs) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("p", zarr::array_options::of_json(R"([["x", "<f4"], ["id", ">i8"]])", {3}).format(zarr::format::v2));
    const std::vector<zarr::field> fields = array.fields();
    CHECK(fields.size() == 2 && fields[1].name == "id" && fields[1].offset == 4 && fields[1].size == 8);
    CHECK(array.item_size() == sizeof(particle));
    array.write({{1}, {2}}, std::vector<particle>{{1.5f, 7}, {2.5f, 8}});
    const std::vector<particle> read = array.read<particle>();
    CHECK(read[0].id == 0 && read[1].x == 1.5f && read[2].id == 8);
    FAILS(type_mismatch, array.read<too_small>());
    FAILS(type_mismatch, array.read<float>());
    FAILS(type_mismatch, store.create_array("f", zarr::array_options::of<float>({1})).fields());
}

TEST(bytes_of_whatever_type) {
    const zarr::store store = check::memory();
    const zarr::array array = store.create_array("r", zarr::array_options::of_json(R"("r24")", {2}));
    CHECK(array.item_size() == 3);
    const std::array<std::byte, 3> written{std::byte{1}, std::byte{2}, std::byte{3}};
    array.write_bytes({{1}, {1}}, written);
    std::array<std::byte, 6> read{};
    array.read_bytes_into({}, read);
    CHECK(read[0] == std::byte{0} && read[3] == std::byte{1} && read[5] == std::byte{3});
    FAILS(buffer_size, array.read_bytes_into({}, zarr::span<std::byte>(read.data(), 5)));
}

TEST(fill_values_of_another_type_are_refused) {
    FAILS(type_mismatch, zarr::array_options::of<float>({1}).fill_value(1.1));
    const zarr::array array = check::memory().create_array("a", zarr::array_options::of<float>({1}).fill_value(NAN));
    CHECK(std::isnan(array.fill_value<float>()));
    FAILS(type_mismatch, array.fill_value<double>());
}

namespace {

/// Creates an array with a fill value of another type, and gives the value that it has.
template <class Element, class Value>
Element filled(Value value) {
    return check::memory().create_array("a", zarr::array_options::of<Element>({1}).fill_value(value)).template fill_value<Element>();
}

template <class Element, class Value>
std::string refused(Value value) {
    try {
        filled<Element>(value);
    } catch (const zarr::error &error) {
        CHECK(error.status() == zarr::status::type_mismatch);
        return error.what();
    }
    return "accepted";
}

} // namespace

TEST(fill_values_of_other_types) {
    CHECK(filled<float>(-999) == -999 && filled<double>(0.5f) == 0.5 && filled<float>(0.25) == 0.25f);
    CHECK(filled<std::int8_t>(-128) == -128 && filled<std::uint64_t>(7) == 7 && filled<std::int16_t>(300.0) == 300);
    CHECK(filled<std::uint64_t>(18446744073709549568.0) == 18446744073709549568u && filled<bool>(1) && !filled<bool>(0.0));
    CHECK(filled<float>(16777216) == 16777216.f && filled<double>(std::int64_t{1} << 62) == 4611686018427387904.0);
    CHECK(std::isnan(filled<float>(std::nan(""))) && std::isinf(filled<float>(-std::numeric_limits<double>::infinity())));
    CHECK(filled<std::complex<float>>(3) == std::complex<float>(3) && filled<int>(std::complex<double>(5, 0)) == 5);
    CHECK(filled<std::complex<float>>(std::complex<double>(1, -2)) == std::complex<float>(1, -2));
    CHECK(filled<zarr::float16>(1.0).bits == 0x3c00 && filled<zarr::float16>(-65504).bits == 0xfbff && filled<zarr::float16>(5.9604644775390625e-8).bits == 1);
    CHECK(filled<zarr::float16>(6.103515625e-5f).bits == 0x0400 && filled<zarr::bfloat16>(-2).bits == 0xc000 && filled<zarr::float16>(0).bits == 0);
    CHECK(filled<zarr::float16>(std::nan("")).bits == 0x7e00 && filled<zarr::bfloat16>(std::numeric_limits<float>::infinity()).bits == 0x7f80);
    // A value that would become another number is refused by the names of both types.
    CHECK(refused<float>(0.1) == "the fill value, of type float64, equals no element of type float32");
    CHECK(refused<std::int8_t>(128) == "the fill value, of type int32, equals no element of type int8");
    CHECK(refused<std::uint8_t>(-1) != "accepted" && refused<std::uint64_t>(18446744073709551616.0) != "accepted");
    CHECK(refused<std::int64_t>(9223372036854775808.0) != "accepted" && refused<float>(16777217) != "accepted");
    CHECK(refused<double>(std::numeric_limits<std::uint64_t>::max()) != "accepted" && refused<float>(1e300) != "accepted");
    CHECK(refused<int>(0.5) != "accepted" && refused<int>(std::nan("")) != "accepted" && refused<bool>(2) != "accepted");
    CHECK(refused<double>(std::complex<double>(0, 1)) != "accepted" && refused<zarr::float16>(65520) != "accepted");
    CHECK(refused<zarr::float16>(2049) != "accepted" && refused<zarr::bfloat16>(257) != "accepted" && refused<zarr::float16>(1e-8) != "accepted");
    CHECK(refused<int>("text").find("text") != std::string::npos && refused<float>(zarr::float16{0}) != "accepted");
}
