#!/bin/sh
# refusals.sh COMPILER INCLUDE: what can't be memory does not compile, and the compiler says what a view or a container needs rather
# than that something deep inside has no type.
set -eu
compiler=$1 include=$2
refuses() {
    wanted=$1 statement=$2
    said=$(printf '%s\n' '#include <zarr.hpp>' '#include <map>' 'struct fancy {' \
        '    struct handle { int operator*() const { return 0; } };' '    handle data_handle() const { return {}; }' \
        '    static constexpr std::size_t rank() { return 1; }' '    std::ptrdiff_t extent(std::size_t) const { return 1; }' \
        '    std::ptrdiff_t stride(std::size_t) const { return 1; }' '};' \
        "void test(zarr::array &a, zarr::dataset &d, fancy view, int *pointer, std::map<int, int> map) { $statement; (void)d, (void)view, (void)pointer, (void)map; }" |
        LC_ALL=C "$compiler" -std=c++17 -fsyntax-only "-I$include" -x c++ - 2>&1) &&
        { echo "compiled: $statement" >&2; exit 1; }
    case $said in *"$wanted"*) ;; *) printf '%s: the compiler does not say "%s":\n%s\n' "$statement" "$wanted" "$said" >&2; exit 1 ;; esac
    errors=$(printf '%s\n' "$said" | grep -c 'error:')
    [ "$errors" -eq 1 ] || { printf '%s: %s errors\n%s\n' "$statement" "$errors" "$said" >&2; exit 1; }
}
refuses 'a view for zarr needs data_handle()' 'a.read_into({}, view)'
refuses 'a view for zarr needs data_handle()' 'a.write({}, view)'
refuses 'memory for zarr is a container' 'a.write({}, map)'
refuses 'given as zarr::span(pointer, count)' 'a.read_into({}, pointer)'
refuses 'memory for zarr is a container' 'a.append(0, {1}, map)'
refuses 'memory for zarr is a container' 'a.write_points({{0}}, map)'
refuses 'positions and indices are integers' 'a.read_orthogonal<int>({std::vector<double>{1}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", map}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", pointer}})'
refuses 'given as zarr::span(&value, 1)' 'double one = 0; d.read_into({}, {{"t", one}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", std::vector<std::string>()}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", "a text"}})'
refuses 'texts are written by zarr::array::write' 'd.append("time", {{"t", std::string("a text")}})'
refuses 'what has a name in a dataset is a container' 'd.append("time", {{"t", view}})'
