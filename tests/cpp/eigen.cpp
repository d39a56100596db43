// Matrices, vectors, blocks and tensors of Eigen are stored and filled element by element, whatever their order and gaps.
#include "check.hpp"

#include <Eigen/Core>
#include <unsupported/Eigen/CXX11/Tensor>

namespace {

using row_major = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::int64_t rows = 4, cols = 5;

zarr::array matrix(const zarr::store &store, std::initializer_list<std::int64_t> shape = {rows, cols}) {
    zarr::array array = store.create_array("m", zarr::array_options::of<double>(shape).chunk_shape(zarr::indices(shape.size(), 2)), zarr::existing::is_replaced);
    if (shape.size() == 2)
        array.write({}, check::counting<double>(rows * cols));
    return array;
}

/// An element of the array above.
double at(Eigen::Index i, Eigen::Index j) { return static_cast<double>(i * cols + j); }

template <class Matrix>
bool equal(const Matrix &matrix, Eigen::Index row = 0, Eigen::Index col = 0) {
    for (Eigen::Index i = 0; i < matrix.rows(); i++)
        for (Eigen::Index j = 0; j < matrix.cols(); j++)
            if (matrix(i, j) != at(row + i, col + j))
                return false;
    return true;
}

template <class Matrix>
void there_and_back() {
    const zarr::array array = matrix(check::memory());
    Matrix values(rows, cols);
    values.setZero();
    array.read_into({}, values);
    CHECK(equal(values));
    array.fill({}, -1.0);
    array.write({}, values);
    CHECK(array.read<double>() == check::counting<double>(rows * cols));
    // A part of a larger matrix, whose rim stays.
    Matrix halo = Matrix::Constant(rows + 2, cols + 2, -7);
    array.read_into({}, halo.block(1, 1, rows, cols));
    CHECK(equal(Matrix(halo.block(1, 1, rows, cols))) && (halo.row(0).array() == -7).all() && (halo.col(cols + 1).array() == -7).all());
    array.fill({}, -1.0);
    array.write({}, halo.block(1, 1, rows, cols));
    CHECK(array.read<double>() == check::counting<double>(rows * cols));
    // Single rows and columns, and those of a transposed matrix.
    for (Eigen::Index i = 0; i < rows; i++)
        array.read_into({{i, 0}, {1, cols}}, halo.row(i).head(cols));
    CHECK(equal(Matrix(halo.topLeftCorner(rows, cols))));
    array.write({{0, 1}, {rows, 1}}, values.col(0));
    CHECK(array.read_element<double>({3, 1}) == at(3, 0));
    array.write({}, values.colwise().reverse().eval());
    CHECK(array.read_element<double>({0, 2}) == at(rows - 1, 2));
    Matrix transposed(cols, rows);
    array.write({}, values);
    array.read_into({}, transposed.transpose());
    CHECK(equal(transposed.transpose()));
    array.write_orthogonal({{3, 1}, zarr::all}, values.topRows(2));
    CHECK(array.read_element<double>({1, 2}) == at(1, 2) && array.read_element<double>({3, 2}) == at(0, 2));
    array.write({}, values);
    Matrix chosen(2, cols);
    array.read_orthogonal_into({{3, 1}, zarr::all}, chosen);
    CHECK(chosen(0, 4) == at(3, 4) && chosen(1, 0) == at(1, 0));
}

} // namespace

TEST(eigen_matrices) {
    there_and_back<Eigen::MatrixXd>();
    there_and_back<row_major>();
    there_and_back<Eigen::ArrayXXd>();
}

TEST(eigen_maps_and_references) {
    const zarr::array array = matrix(check::memory());
    // Every other column of memory with gaps: an inner and an outer stride.
    std::vector<double> memory(200, -7);
    using strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    Eigen::Map<Eigen::MatrixXd, 0, strides> map(memory.data(), rows, cols, strides(20, 3));
    array.read_into({}, map);
    CHECK(equal(map) && memory[1] == -7 && memory[3] == at(1, 0) && memory[20] == at(0, 1));
    const Eigen::Map<const Eigen::MatrixXd, 0, strides> constant(memory.data(), rows, cols, strides(20, 3));
    array.fill({}, 0);
    array.write({}, constant);
    CHECK(array.read<double>() == check::counting<double>(rows * cols));
    Eigen::MatrixXd values = Eigen::MatrixXd::Zero(rows + 1, cols);
    const auto fill = [&](Eigen::Ref<Eigen::MatrixXd> reference) { array.read_into({}, reference); };
    fill(values.bottomRows(rows));
    CHECK(equal(values.bottomRows(rows)) && values(0, 0) == 0);
    const auto store = [&](const Eigen::Ref<const Eigen::MatrixXd> &reference) { array.write({}, reference); };
    array.fill({}, 0);
    store(values.bottomRows(rows));
    CHECK(array.read<double>() == check::counting<double>(rows * cols));
}

TEST(eigen_vectors) {
    const zarr::array array = matrix(check::memory());
    // A vector has the elements of a region in its order, as a std::vector does.
    Eigen::VectorXf all(rows * cols);
    array.read_into({}, all);
    CHECK(all(7) == 7 && all(19) == 19);
    array.read_into(zarr::region().order(zarr::order::f), all);
    CHECK(all(1) == 5 && all(19) == 19);
    FAILS(buffer_size, array.read_into({{0, 0}, {2, 2}}, all));
    Eigen::RowVector3d row(0, 0, 0);
    array.read_into(zarr::region::from({2, 1}), row);
    CHECK(row == Eigen::RowVector3d(11, 12, 13));
    Eigen::Matrix4d square = Eigen::Matrix4d::Zero();
    array.read_into({{1, 0}, {1, 4}}, square.diagonal());
    CHECK(square(2, 2) == 7 && square(2, 1) == 0);
    // Calls that take no strides.
    CHECK(array.append(0, {1, cols}, Eigen::VectorXd::Constant(cols, 3).eval()) == rows);
    array.write_points({{0, 0}, {1, 1}, {2, 2}, {3, 3}}, square.diagonal());
    CHECK(array.read_element<double>({3, 3}) == 8);
}

TEST(eigen_matrices_where_the_region_has_more_dimensions) {
    const zarr::array array = matrix(check::memory(), {3, rows, cols});
    Eigen::MatrixXd values(rows, cols);
    for (Eigen::Index i = 0; i < rows; i++)
        for (Eigen::Index j = 0; j < cols; j++)
            values(i, j) = at(i, j);
    array.write({{1, 0, 0}, {1, rows, cols}}, values);
    CHECK(array.read<double>({{1, 0, 0}, {1, rows, cols}}) == check::counting<double>(rows * cols));
    Eigen::MatrixXd corner(2, 3);
    array.read_into(zarr::region::from({1, 2, 1}), corner);
    CHECK(equal(corner, 2, 1));
    FAILS(buffer_size, array.write({{1, 0, 0}, {1, cols, rows}}, values));
    // A shape is appended, and read as a chunk, column by column or not.
    CHECK(array.append(0, {1, rows, cols}, values) == 3);
    CHECK(array.read<double>(zarr::region::from({3, 0, 0})) == check::counting<double>(rows * cols));
    const zarr::array chunked = matrix(check::memory());
    Eigen::Matrix2d chunk;
    chunked.chunks().read_into({1, 1}, chunk);
    CHECK(equal(chunk, 2, 2));
    chunked.chunks().write({0, 0}, chunk);
    CHECK(chunked.read_element<double>({0, 1}) == at(2, 3));
    FAILS(buffer_size, array.append(0, {1, cols, rows}, values));
}

template <int Order>
void tensors() {
    Eigen::Tensor<double, 3, Order> tensor(2, 3, 4);
    const zarr::array array = matrix(check::memory(), {2, 3, 4});
    array.write({}, check::counting<double>(24));
    array.read_into({}, tensor);
    CHECK(tensor(1, 0, 0) == 12 && tensor(0, 2, 1) == 9 && tensor(1, 2, 3) == 23);
    array.fill({}, 0);
    array.write({}, Eigen::TensorMap<const Eigen::Tensor<double, 3, Order>>(tensor.data(), 2, 3, 4));
    CHECK(array.read<double>() == check::counting<double>(24));
}

TEST(eigen_tensors) {
    tensors<Eigen::ColMajor>();
    tensors<Eigen::RowMajor>();
}

TEST(eigen_matrices_in_datasets_and_queues) {
    const zarr::store store = check::memory();
    zarr::dataset dataset = store.create_dataset("d");
    dataset.define_dimension("time", 0);
    dataset.define_dimension("y", 2);
    dataset.define_dimension("x", 3);
    dataset.define_array("t", {"time", "y", "x"}, zarr::array_options::of<double>({}));
    dataset.commit();
    Eigen::MatrixXd values(2, 3), read(2, 3);
    values << 0, 1, 2, 10, 11, 12;
    dataset.append("time", {{"t", values}});
    CHECK(dataset.array("t").read<double>() == std::vector<double>{0, 1, 2, 10, 11, 12});
    dataset.read_into({{"time", 0, 1}}, {{"t", read}});
    CHECK(read == values);
    const zarr::array array = store.create_array("q", zarr::array_options::of<double>({2, 3}));
    const zarr::queue queue = zarr::queue::make();
    queue.write(array, {}, values);
    queue.wait();
    CHECK(array.read<double>() == std::vector<double>{0, 1, 2, 10, 11, 12});
}
