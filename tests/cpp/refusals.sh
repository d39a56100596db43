#!/bin/sh
# refusals.sh COMPILER INCLUDE: what can't be memory, and what may have gaps or another order than C, does not compile, and the compiler
# says what to pass instead in one message rather than that something deep inside has no type.
set -eu
compiler=$1 include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The header is read once.
cat > "$work/prelude.hpp" <<'END'
#include <zarr.hpp>
#include <map>
struct fancy {
    struct handle { int operator*() const { return 0; } };
    handle data_handle() const { return {}; }
    static constexpr std::size_t rank() { return 1; }
    std::ptrdiff_t extent(std::size_t) const { return 1; }
    std::ptrdiff_t stride(std::size_t) const { return 1; }
};
struct without_strides { // a std::mdspan whose layout has no strides
    struct layout {};
    int *data_handle() const { return nullptr; }
    static constexpr std::size_t rank() { return 1; }
    int extent(std::size_t) const { return 1; }
    int stride(std::size_t) const { return 1; }
    layout mapping() const { return {}; }
};
struct bare { // data() and size() alone
    int *data() const { return nullptr; }
    std::size_t size() const { return 0; }
};
struct grid : bare { // a matrix of an order that nobody tells
    int *begin() const { return nullptr; }
    int rows() const { return 0; }
};
struct byte_strides : bare { // an array of pybind11, whose strides count bytes
    const long *shape() const { return nullptr; }
    const long *strides() const { return nullptr; }
    int *begin() const { return nullptr; }
};
struct expression { // of Eigen: no elements in memory
    int rows() const { return 0; }
    int cols() const { return 0; }
    int size() const { return 0; }
};
struct host { using memory_space = host; };
struct device { // a Kokkos::View in memory of a GPU
    using memory_space = device;
    using host_mirror_space = host;
    static constexpr unsigned rank = 1;
    int *data() const { return nullptr; }
    std::size_t extent(int) const { return 0; }
    std::size_t stride(int) const { return 0; }
};
struct own {};
END
LC_ALL=C "$compiler" -std=c++17 "-I$include" -x c++-header "$work/prelude.hpp" -o "$work/prelude.hpp.gch"
refuses() {
    wanted=$1 statement=$2
    said=$(printf '%s\n' '#include "prelude.hpp"' 'void test(zarr::array &a, zarr::dataset &d, zarr::queue &q, fancy view, int *pointer, std::map<int, int> map) {' \
        "$statement; (void)a, (void)d, (void)q, (void)view, (void)pointer, (void)map; }" |
        LC_ALL=C "$compiler" -std=c++17 -fsyntax-only "-I$include" "-I$work" -x c++ - 2>&1) &&
        { echo "compiled: $statement" >&2; exit 1; }
    case $said in *"$wanted"*) ;; *) printf '%s: the compiler does not say "%s":\n%s\n' "$statement" "$wanted" "$said" >&2; exit 1 ;; esac
    errors=$(printf '%s\n' "$said" | grep -c 'error:')
    [ "$errors" -eq 1 ] || { printf '%s: %s errors\n%s\n' "$statement" "$errors" "$said" >&2; exit 1; }
}
refuses 'a view for zarr needs data_handle()' 'a.read_into({}, view)'
refuses 'a view for zarr needs data_handle()' 'a.write({}, view)'
refuses 'a view for zarr needs data_handle()' 'a.write({}, without_strides())'
refuses 'memory for zarr is a container' 'a.write({}, map)'
refuses 'given as zarr::span(pointer, count)' 'a.read_into({}, pointer)'
refuses 'memory for zarr is a container' 'a.append(0, {1}, map)'
refuses 'memory for zarr is a container' 'a.write_points({{0}}, map)'
refuses 'memory for zarr is a container' 'q.write(a, {}, map)'
refuses 'memory for zarr is a container' 'a.chunks().write({0}, map)'
refuses 'an expression is evaluated first' 'a.write({}, expression())'
refuses 'data() and size() do not tell' 'a.write({}, bare())'
refuses 'specialise zarr::is_contiguous' 'a.read_into({}, bare())'
refuses 'data() and size() do not tell' 'a.write({}, grid())'
refuses 'data() and size() do not tell' 'a.append(0, {1}, grid())'
refuses 'data() and size() do not tell' 'q.write(a, {}, grid())'
refuses 'data() and size() do not tell' 'a.write({}, byte_strides())'
refuses 'pass its Kokkos::create_mirror_view' 'a.read_into({}, device())'
refuses 'zarr::span takes containers whose elements are known to be contiguous' 'zarr::span elements(grid{})'
refuses 'zarr::span takes containers whose elements are known to be contiguous' 'zarr::as_bytes(grid())'
refuses 'has to be changeable' 'const std::vector<int> values; a.read_into({}, values)'
refuses 'zarr has no data type for this C++ type' 'a.write({}, std::vector<own>())'
refuses 'zarr has no data type for this C++ type' 'a.write({}, std::vector<std::vector<float>>())'
refuses 'zarr has no data type for this C++ type' 'a.write({}, std::string("text"))'
refuses 'zarr has no data type for this C++ type' 'std::vector<std::string> texts; a.read_into({}, texts)'
refuses 'zarr has no data type for this C++ type' 'a.read<long double>()'
refuses 'zarr has no data type for this C++ type' 'a.append(0, {1}, std::vector<char>())'
refuses 'zarr has no data type for this C++ type' 'zarr::array_options::of<own>({1})'
refuses 'positions and indices are integers' 'a.read_orthogonal<int>({std::vector<double>{1}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", map}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", pointer}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", grid()}})'
refuses 'given as zarr::span(&value, 1)' 'double one = 0; d.read_into({}, {{"t", one}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", std::vector<std::string>()}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", "a text"}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", std::string("a text")}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", view}})'
