// Datasets: arrays of one group with shared dimensions, which are defined, grown, read and written together.
#ifndef ZARR_DATASET_HPP
#define ZARR_DATASET_HPP

#include "group.hpp"

#include <initializer_list>

namespace zarr {

/// A dimension of a dataset.
struct dimension {
    std::string name;
    std::int64_t length = 0;
};

/// The elements of a dimension that a call reads or writes; of other dimensions it takes all elements.
struct dimension_range {
    std::string dimension;
    std::int64_t start = 0;
    std::int64_t count = 0;
};

namespace detail {

/// Memory for a named array, valid during a call; Byte is const where it is only read.
template <class Byte>
class named_memory {
  public:
    /// A container, span or view of exactly the type of the array.
    template <class Memory, std::enable_if_t<holds_elements<Memory>, int> = 0>
    named_memory(std::string name, Memory &&memory) : name_(std::move(name)) {
        using container = std::conditional_t<std::is_const_v<Byte>, const plain<Memory>, std::remove_reference_t<Memory>>;
        using held = held_t<container>;
        static_assert(!is_text<std::remove_const_t<held>> && !is_text<plain<Memory>>, "texts are written by zarr::array::write");
        static_assert(std::is_const_v<Byte> || !std::is_const_v<held>, "memory that is read into has to be changeable");
        if constexpr (!is_text<std::remove_const_t<held>> && !is_text<plain<Memory>> && is_memory<container>()) {
            if constexpr (layout_of<container>() == layout::contiguous) {
                set(elements_of<container>(memory));
            } else {
                const auto kept = std::make_shared<packed<container>>(memory);
                set(kept->values());
                if constexpr (std::is_const_v<Byte>)
                    unpack_ = [kept] {};
                else
                    unpack_ = [kept] { kept->unpack(); };
            }
        }
    }
    /// One element.
    template <class T, std::enable_if_t<!holds_elements<const T>, int> = 0>
    named_memory(std::string name, const T &value) : name_(std::move(name)) {
        static_assert(std::is_const_v<Byte>, "an element that is read into is given as zarr::span(&value, 1)");
        static_assert(has_type<T>, "what has a name in a dataset is a container, a zarr::span, or one element of a type that zarr::element knows");
        if constexpr (has_type<T>)
            set(span<const T>(&value, 1));
    }

    /// Copy what was read to memory of another layout.
    void unpack() const {
        if (unpack_)
            unpack_();
    }
    const std::string &name() const { return name_; }
    Byte *data() const { return data_; }
    std::size_t size() const { return size_; }
    /// Throws where the elements are of another type than those of an array.
    void check(const array &array) const {
        if (array.data_type() != type_ || array.item_size() != item_size_)
            throw error(status::type_mismatch, "array \"" + name_ + "\": elements are of type " + array.data_type_json() +
                                                   ", those of the program of type " + type_name(type_) + " and " +
                                                   std::to_string(item_size_) + " bytes each");
    }

  private:
    template <class T>
    void set(span<T> elements) {
        data_ = reinterpret_cast<Byte *>(elements.data());
        size_ = elements.size_bytes();
        type_ = type_of<std::remove_const_t<T>>;
        item_size_ = sizeof(T);
    }

    std::string name_;
    Byte *data_ = nullptr;
    std::size_t size_ = 0, item_size_ = 0;
    data_type type_{};
    std::function<void()> unpack_;
};

/// Memory for arrays as C takes it, each of exactly the type of its array.
template <class Void>
struct memory_lists {
    template <class Dataset, class Byte>
    memory_lists(const Dataset &dataset, const std::vector<named_memory<Byte>> &memory) {
        for (const named_memory<Byte> &one : memory) {
            one.check(dataset.array(one.name()));
            names.push_back(c_text(one.name()));
            data.push_back(one.data());
            sizes.push_back(one.size());
        }
    }

    std::vector<const char *> names;
    std::vector<Void *> data;
    std::vector<std::size_t> sizes;
};

/// Parts of dimensions as C takes them.
struct range_lists {
    explicit range_lists(const std::vector<dimension_range> &ranges) {
        for (const dimension_range &range : ranges) {
            names.push_back(c_text(range.dimension));
            start.push_back(range.start);
            count.push_back(range.count);
        }
    }

    std::vector<const char *> names;
    indices start, count;
};

} // namespace detail

/// Values for the array of a name: `{"temperature", values}`.
using named_values = detail::named_memory<const std::byte>;
/// Memory into which the array of a name is read.
using named_memory = detail::named_memory<std::byte>;

/// The arrays directly in one group.
///
///     zarr::dataset weather = store.create_dataset("weather");
///     weather.define_dimension("time", 0);
///     weather.define_coordinate("x", longitudes);
///     weather.define_array("temperature", {"time", "x"}, zarr::array_options::of<float>().codec("zstd"));
///     weather.commit();
///     weather.append("time", {{"temperature", row}});
class dataset {
  public:
    dataset() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit dataset(zarr_dataset *handle) noexcept : handle_(handle) {}
    zarr_dataset *handle() const noexcept { return handle_.get(); }
    /// Return a second owner of the open handle, with a lifetime of its own.
    dataset share() const { return dataset(detail::obtain<zarr_dataset *>(zarr_dataset_share, handle())); }

    /// Read the group again, to see arrays that others have created, resized and erased.
    void refresh() const { detail::call(zarr_dataset_refresh, handle()); }
    zarr::group group() const { return zarr::group(detail::obtain<zarr_group *>(zarr_dataset_group, handle())); }

    std::vector<dimension> dimensions() const {
        zarr_strings *names = nullptr;
        zarr_bytes *lengths = nullptr;
        detail::call(zarr_dataset_dimensions, handle(), &names, &lengths);
        const strings found(names);
        const bytes numbers(lengths);
        std::vector<dimension> dimensions;
        for (std::size_t i = 0; i < found.size(); i++) {
            dimension one{std::string(found[i]), 0};
            std::memcpy(&one.length, numbers.data() + i * sizeof one.length, sizeof one.length);
            dimensions.push_back(std::move(one));
        }
        return dimensions;
    }
    std::int64_t length(const std::string &dimension) const {
        return detail::obtain<std::int64_t>(zarr_dataset_dimension_length, handle(), detail::c_text(dimension));
    }
    /// The names of the existing arrays.
    strings arrays() const { return detail::obtain_strings(zarr_dataset_arrays, handle()); }
    /// Return an existing array, which is open already.
    zarr::array array(const std::string &name) const {
        return zarr::array(detail::obtain<zarr_array *>(zarr_dataset_array, handle(), detail::c_text(name)));
    }

    void define_dimension(const std::string &name, std::int64_t length) const {
        detail::call(zarr_dataset_define_dimension, handle(), detail::c_text(name), length);
    }
    /// Define an array over named dimensions. The shape in the options is ignored.
    void define_array(const std::string &name, const std::vector<std::string> &dimensions, const array_options &options) const {
        const std::vector<const char *> names = texts(dimensions);
        const array_options::builder builder = options.with_rank(dimensions.size()).build();
        detail::call(zarr_dataset_define_array, handle(), detail::c_text(name), static_cast<std::int32_t>(names.size()), names.data(), builder.get());
    }
    /// Define a coordinate: an array of one dimension of its name, with these values. Without values the dimension must exist.
    /// Define texts without values, and write them after the commit.
    template <class Values>
    void define_coordinate(const std::string &name, const Values &values) const {
        define_coordinate(name, values, array_options::of<std::remove_const_t<detail::held_t<const Values>>>());
    }
    template <class Values>
    void define_coordinate(const std::string &name, const Values &values, const array_options &options) const {
        using value = std::remove_const_t<detail::held_t<const Values>>;
        const array_options::builder builder = options.with_rank(1).build();
        if constexpr (detail::is_text<value>) {
            if (std::size(values) != 0)
                throw error(status::type_mismatch, "coordinate \"" + name + "\": its texts have a variable length: define it without values, "
                                                   "and write them after the commit");
            check_type(name, options, data_type::string);
            detail::call(zarr_dataset_define_coordinate, handle(), detail::c_text(name), builder.get(), static_cast<const void *>(nullptr), std::size_t{0});
        } else {
            const named_values elements(name, values);
            check_type(name, options, detail::type_of<value>);
            detail::call(zarr_dataset_define_coordinate, handle(), detail::c_text(name), builder.get(), static_cast<const void *>(elements.data()),
                         elements.size());
        }
    }
    /// Define a coordinate from values in braces: `{0.0, 90.0, 180.0}`; `{0, 90, 180}` are integers.
    template <class T>
    void define_coordinate(const std::string &name, std::initializer_list<T> values) const {
        define_coordinate(name, span<const T>(values.begin(), values.size()));
    }
    template <class T>
    void define_coordinate(const std::string &name, std::initializer_list<T> values, const array_options &options) const {
        define_coordinate(name, span<const T>(values.begin(), values.size()), options);
    }
    /// Create all defined arrays, or none of them.
    void commit() const { detail::call(zarr_dataset_commit, handle()); }
    /// Discard definitions that are not committed.
    void discard() const { detail::call(zarr_dataset_discard, handle()); }

    /// Resize all arrays that have the dimension.
    void resize(const std::string &dimension, std::int64_t length) const {
        detail::call(zarr_dataset_resize_dimension, handle(), detail::c_text(dimension), length);
    }
    /// Grow a dimension by `count` elements in all arrays that have it, and write the blocks into the new part: in C order, of
    /// exactly the type of the elements. Returns the old length.
    std::int64_t append(const std::string &dimension, const std::vector<named_values> &blocks, std::int64_t count = 1) const {
        const detail::memory_lists<const void> given(*this, blocks);
        return detail::obtain<std::int64_t>(zarr_dataset_append, handle(), detail::c_text(dimension), count, blocks.size(), given.names.data(),
                                            given.data.data(), given.sizes.data());
    }
    /// Read one part of the dimensions from many arrays.
    void read_into(const std::vector<dimension_range> &ranges, const std::vector<named_memory> &memory) const {
        const detail::memory_lists<void> given(*this, memory);
        const detail::range_lists where(ranges);
        detail::call(zarr_dataset_read, handle(), static_cast<std::int32_t>(ranges.size()), where.names.data(), where.start.data(), where.count.data(),
                     memory.size(), given.names.data(), given.data.data(), given.sizes.data());
        for (const named_memory &one : memory)
            one.unpack();
    }
    /// Write one part of the dimensions to many arrays.
    void write(const std::vector<dimension_range> &ranges, const std::vector<named_values> &blocks) const {
        const detail::memory_lists<const void> given(*this, blocks);
        const detail::range_lists where(ranges);
        detail::call(zarr_dataset_write, handle(), static_cast<std::int32_t>(ranges.size()), where.names.data(), where.start.data(), where.count.data(),
                     blocks.size(), given.names.data(), given.data.data(), given.sizes.data());
    }

  private:
    static void check_type(const std::string &name, const array_options &options, data_type type) {
        if (!options.holds(type))
            throw error(status::type_mismatch, "coordinate \"" + name + "\": the values are of type " + detail::type_name(type) +
                                                   ", the options say " + options.type_name());
    }

    static std::vector<const char *> texts(const std::vector<std::string> &names) {
        std::vector<const char *> texts;
        for (const std::string &name : names)
            texts.push_back(detail::c_text(name));
        return texts;
    }

    detail::owner<zarr_dataset, zarr_dataset_free> handle_;
};

} // namespace zarr

#endif
