// Containers and views of xtensor are stored and filled element by element, whatever their order and steps.
#include "check.hpp"

#if __has_include(<xtensor/containers/xarray.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/containers/xfixed.hpp>
#include <xtensor/containers/xtensor.hpp>
#include <xtensor/misc/xmanipulation.hpp>
#include <xtensor/views/xstrided_view.hpp>
#include <xtensor/views/xview.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>
#endif

namespace {

zarr::array matrix() {
    zarr::array array = check::memory().create_array("m", zarr::array_options::of<double>({4, 5}).chunk_shape({3, 2}));
    array.write({}, check::counting<double>(20));
    return array;
}

template <class Values>
void there_and_back(Values &&values) {
    const zarr::array array = matrix();
    array.read_into({}, values);
    for (std::size_t i = 0; i < 4; i++)
        for (std::size_t j = 0; j < 5; j++)
            CHECK(values(i, j) == static_cast<double>(5 * i + j));
    array.fill({}, -1);
    array.write({}, values);
    CHECK(array.read<double>() == check::counting<double>(20));
}

} // namespace

TEST(xtensor_containers) {
    there_and_back(xt::xarray<double>::from_shape({4, 5}));
    there_and_back(xt::xarray<double, xt::layout_type::column_major>::from_shape({4, 5}));
    there_and_back(xt::xarray<float, xt::layout_type::dynamic>(std::vector<std::size_t>{4, 5}, xt::layout_type::column_major));
    there_and_back(xt::xtensor<double, 2, xt::layout_type::column_major>::from_shape({4, 5}));
    there_and_back(xt::xtensor_fixed<double, xt::xshape<4, 5>>());
    std::vector<double> memory(20);
    there_and_back(xt::adapt<xt::layout_type::column_major>(memory.data(), 20, xt::no_ownership(), std::vector<std::size_t>{4, 5}));
}

TEST(xtensor_views) {
    xt::xarray<double> big = xt::ones<double>({9, 12}) * -7;
    there_and_back(xt::view(big, xt::range(1, 5), xt::range(2, 7)));
    CHECK(big(0, 2) == -7 && big(1, 1) == -7 && big(1, 2) == 0 && big(4, 6) == 19 && big(4, 7) == -7);
    there_and_back(xt::view(big, xt::range(0, 8, 2), xt::range(1, 11, 2)));
    there_and_back(xt::strided_view(big, {xt::range(8, 0, -2), xt::range(11, 1, -2)}));
    there_and_back(xt::transpose(xt::view(big, xt::range(1, 6), xt::range(2, 6))));
    const zarr::array array = matrix();
    // A row is a list, and a step of time a region of a dimension more.
    array.read_into({{2, 0}, {1, 5}}, xt::view(big, 3, xt::range(0, 5)));
    CHECK(big(3, 4) == 14);
    const xt::xarray<double> column = xt::ones<double>({4, 1});
    array.write(zarr::region::from({0, 3}), column);
    CHECK(array.read_element<double>({2, 3}) == 1 && array.read_element<double>({2, 2}) == 12);
    FAILS(buffer_size, array.write({}, xt::xarray<double>::from_shape({5, 4})));
    CHECK(array.append(0, {1, 5}, xt::view(big, 3, xt::range(0, 10, 2))) == 4);
    CHECK(array.read_element<double>({4, 2}) == 14);
}

/// A list of indices has no stride.
using kept = decltype(xt::view(std::declval<xt::xarray<double> &>(), xt::keep(0, 2), xt::all()));
static_assert(!zarr::detail::holds_elements<kept> && !zarr::detail::holds_elements<decltype(xt::xarray<double>() * 2)>);
