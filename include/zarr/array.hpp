// Arrays: their properties, reading and writing regions, growing.
#ifndef ZARR_ARRAY_HPP
#define ZARR_ARRAY_HPP

#include "array_options.hpp"
#include "attributes.hpp"
#include "layout.hpp"

namespace zarr {

class store;
class chunks;
class points;
class along;
class queue;

/// A field of the structs that an array holds.
struct field {
    std::string name;
    std::string data_type_json;
    std::size_t offset;
    std::size_t size;
};

/// A codec by its common name in all formats, and its configuration: a JSON object.
struct named_codec {
    std::string name;
    std::string configuration_json;
};

/// An open array.
///
/// Elements are read as any T with a data type (`zarr::element<T>`). Numbers are converted and checked, or as
/// `transfer::convert` says; other types must equal that of the array. Texts of variable and of fixed length are read as
/// std::string, or as std::optional<std::string> where they may be absent; their regions have no steps.
class array {
  public:
    array() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit array(zarr_array *handle) noexcept : handle_(handle) {}
    zarr_array *handle() const noexcept { return handle_.get(); }
    /// Return a second owner of the open handle, with a lifetime of its own.
    array share() const { return array(detail::obtain<zarr_array *>(zarr_array_share, handle())); }
    /// Releases the handle, which the caller frees.
    zarr_array *release() noexcept { return handle_.release(); }

    std::string path() const { return detail::obtain_text(zarr_array_path, handle()); }
    zarr::store store() const;
    /// Read the document again, to see changes by other processes.
    void refresh() const { detail::call(zarr_array_refresh, handle()); }
    /// Drop cached chunks without a request, to see what other processes have written.
    void clear_cache() const { detail::call(zarr_array_clear_cache, handle()); }
    /// Refresh from the text of `document` in another process, without a request to the store.
    void refresh_from_document(std::string_view document) const {
        detail::call(zarr_array_refresh_from_document, handle(), static_cast<const void *>(document.data()), document.size());
    }

    zarr::format format() const noexcept { return static_cast<zarr::format>(zarr_array_format(handle())); }
    int ndim() const noexcept { return zarr_array_ndim(handle()); }
    zarr::data_type data_type() const noexcept { return static_cast<zarr::data_type>(zarr_array_data_type(handle())); }
    std::string data_type_json() const { return detail::obtain_text(zarr_array_data_type_json, handle()); }
    /// The bytes of an element in memory; 0 for elements of variable length.
    std::size_t item_size() const noexcept { return zarr_array_item_size(handle()); }
    std::vector<field> fields() const;

    indices shape() const { return lengths(zarr_array_shape); }
    /// The shapes of the unit of encoding and of the stored unit, in elements. Throws `status::unsupported` where the units have
    /// several shapes.
    indices chunk_shape() const { return lengths(zarr_array_chunk_shape); }
    indices shard_shape() const { return lengths(zarr_array_shard_shape); }
    /// Return the chunks, or the shards, for access to single ones.
    zarr::chunks chunks() const;
    zarr::chunks shards() const;

    /// The value of elements that were never written: of exactly the type of the elements, or a text.
    template <class T>
    T fill_value() const;
    bool fill_value_defined() const noexcept { return zarr_array_fill_value_defined(handle()) == 1; }
    /// Tell whether a read of a part of a chunk takes no more than this part from the store.
    bool reads_parts() const noexcept { return zarr_array_reads_parts(handle()) > 0; }
    /// Tell whether short parts cost little as well: in memory, or in a file system that no other machine shares.
    bool reads_short_parts() const noexcept { return zarr_array_reads_parts(handle()) == 2; }
    /// Give the array another fill value, of exactly the type of the elements, or a text, before anything is stored in it.
    template <class T>
    void set_fill_value(const T &value) const;
    void set_no_fill_value() const { detail::call(zarr_array_set_fill_value, handle(), nullptr, std::size_t(0)); }

    /// The names of the dimensions: an empty list, or one entry for each, absent for a dimension without a name.
    strings dimension_names() const { return detail::obtain_strings(zarr_array_dimension_names, handle()); }
    /// Name the dimensions: one entry for each, absent for a dimension without a name; an empty list removes all names.
    void set_dimension_names(const std::vector<std::optional<std::string>> &names) const {
        std::vector<const char *> texts;
        for (const auto &name : names)
            texts.push_back(name ? detail::c_text(*name) : nullptr);
        const std::size_t count = texts.empty() ? static_cast<std::size_t>(std::max(ndim(), 0)) : texts.size();
        detail::call(zarr_array_set_dimension_names, handle(), static_cast<std::int32_t>(count), texts.empty() ? nullptr : texts.data());
    }
    /// The codecs of the chunks, in the order of encoding.
    std::vector<named_codec> codecs() const;
    zarr::attributes attributes() const noexcept { return zarr::attributes(handle()); }
    std::string attributes_json() const { return detail::obtain_text(zarr_array_attributes, handle()); }
    void replace_attributes(const std::string &json) const { detail::call(zarr_array_set_attributes, handle(), detail::c_text(json)); }
    /// The document, in the spelling of the format.
    std::string metadata() const { return detail::obtain_text(zarr_array_metadata, handle()); }
    /// The document that `store::open_array_from_document` takes.
    std::string document() const { return detail::obtain_text(zarr_array_document, handle()); }
    strings warnings() const { return detail::obtain_strings(zarr_array_warnings, handle()); }

    /// Read the elements of a region, by default of the whole array, in C order.
    template <class T>
    std::vector<T> read(const region &region = {}, const transfer &how = {}) const;

    /// Read into memory of the caller: a container or span of exactly as many elements, or a view.
    template <class Memory>
    void read_into(const region &region, Memory &&memory, const transfer &how = {}) const;

    /// Write from a container, span, view or list.
    template <class Memory>
    void write(const region &region, const Memory &memory, const transfer &how = {}) const;
    template <class T>
    void write(const region &region, std::initializer_list<T> values, const transfer &how = {}) const {
        write(region, span<const T>(values.begin(), values.size()), how);
    }

    /// Write one value to every element of a region.
    template <class T>
    void fill(const region &region, const T &value, const transfer &how = {}) const;

    /// Read or write one element, by its position.
    template <class T>
    T read_element(const indices &position) const {
        return read<T>(region(position, indices(position.size(), 1)))[0];
    }
    template <class T>
    void write_element(const indices &position, const T &value) const {
        write(region(position, indices(position.size(), 1)), span<const T>(&value, 1));
    }

    /// Read or write elements of any type as bytes, for programs that learn the type at run time.
    void read_bytes_into(const region &region, span<std::byte> memory, const transfer &how = {}) const;
    void write_bytes(const region &region, span<const std::byte> memory, const transfer &how = {}) const;

    /// Read a region without steps into memory that the library allocates, in C order: converted to a data type without
    /// parameters, or of the type of the array.
    bytes read_bytes(const region &region = {}, std::optional<zarr::data_type> type = std::nullopt) const;

    /// Read texts without a copy of each.
    strings read_strings(const region &region = {}) const;
    void write_strings(const region &region, const strings &values) const;

    // Elements that form no region, of exactly the type of the array: selections.hpp. Texts have no such call.

    /// Read or write single elements, by their positions: `array.read_points<float>({{0, 3}, {17, 5}})`.
    template <class T>
    std::vector<T> read_points(const points &points) const;
    template <class Memory>
    void read_points_into(const points &points, Memory &&memory) const;
    template <class Memory>
    void write_points(const points &points, const Memory &memory) const;
    template <class T>
    void write_points(const points &points, std::initializer_list<T> values) const;

    /// Read or write the elements at all combinations of indices, in C order; rows 7 and 2: `{{7, 2}, zarr::all}`.
    template <class T>
    std::vector<T> read_orthogonal(const std::vector<along> &lists) const;
    template <class Memory>
    void read_orthogonal_into(const std::vector<along> &lists, Memory &&memory) const;
    template <class Memory>
    void write_orthogonal(const std::vector<along> &lists, const Memory &memory) const;
    template <class T>
    void write_orthogonal(const std::vector<along> &lists, std::initializer_list<T> values) const;

    /// Change the shape, in elements; the number of dimensions stays.
    void resize(const indices &shape) const { detail::call(zarr_array_resize, handle(), detail::rank(shape), shape.data()); }

    /// Make the array at least this long along an axis, counted from 0, and never shorter.
    void lengthen(int axis, std::int64_t length) const { detail::call(zarr_array_lengthen, handle(), std::int32_t{axis}, length); }

    /// Make the array longer along an axis without writing, and return the old length. Concurrent calls get consecutive places.
    std::int64_t reserve(int axis, std::int64_t count) const
    {
        std::int64_t start = 0;
        detail::call(zarr_array_reserve, handle(), std::int32_t{axis}, count, &start);
        return start;
    }

    /// Grow the array along an axis, counted from 0, and write a block of this shape into the new part: in C order, of exactly
    /// the type of the elements, or texts. Returns the position along the axis where the block begins.
    template <class Memory>
    std::int64_t append(int axis, const indices &count, const Memory &block) const;

  private:
    template <class Function>
    indices lengths(Function function) const {
        indices lengths(static_cast<std::size_t>(std::max(ndim(), 0)));
        detail::call(function, handle(), detail::rank(lengths), lengths.data());
        return lengths;
    }

    detail::box box(const region &region) const {
        return detail::box(region, [this] { return shape(); });
    }

    /// `box`, for calls with neither steps nor another order.
    detail::box plain_box(const region &region, const char *what = "texts are read and written") const {
        if (region.step() || region.order() != order::c)
            throw error(status::unsupported, std::string(what) + " without steps, in C order");
        return box(region);
    }

    /// The box that a view is read from or written to.
    template <class T>
    detail::box box(const region &region, const detail::strided<T> &view) const;

    template <class T>
    void move(bool write, const region &region, span<T> memory, const transfer &how) const;
    template <class T>
    void move(bool write, const region &region, detail::strided<T> view, const transfer &how) const;
    void move(bool write, const zarr_region &region, const void *memory, std::size_t size, std::int32_t type, const transfer &how) const;

    template <class Chosen, class Memory>
    void read_chosen(const Chosen &chosen, Memory &&memory) const;
    template <class Chosen, class Memory>
    void write_chosen(const Chosen &chosen, const Memory &memory) const;

    template <class T>
    std::int32_t memory_type(conversion conversion) const;
    template <class T>
    void same_type() const {
        memory_type<T>(conversion::none);
    }

    friend class zarr::chunks;
    friend class zarr::queue;
    detail::owner<zarr_array, zarr_array_free> handle_;
};

namespace detail {

/// Texts as C takes them: pointers and sizes; NULL for absent ones.
struct text_list {
    template <class Texts>
    explicit text_list(const Texts &texts) {
        for (const auto &text : texts)
            add(text);
    }
    void add(std::string_view text) {
        data.push_back(text.data() ? text.data() : "");
        sizes.push_back(text.size());
    }
    template <class Text>
    void add(const std::optional<Text> &text) {
        if (text) {
            add(std::string_view(*text));
        } else {
            data.push_back(nullptr);
            sizes.push_back(0);
        }
    }

    std::vector<const char *> data;
    std::vector<std::size_t> sizes;
};

} // namespace detail

inline std::vector<field> array::fields() const {
    const strings names = detail::obtain_strings(zarr_array_struct_fields, handle());
    std::vector<field> fields;
    for (std::size_t i = 0; i < names.size(); i++) {
        zarr_bytes *type = nullptr;
        std::size_t offset = 0, size = 0;
        detail::call(zarr_array_struct_field, handle(), i, &type, &offset, &size);
        fields.push_back({std::string(names[i]), bytes(type).str(), offset, size});
    }
    return fields;
}

inline std::vector<named_codec> array::codecs() const {
    zarr_strings *names = nullptr, *configurations = nullptr;
    detail::call(zarr_array_codecs, handle(), &names, &configurations);
    const strings found(names), described(configurations);
    std::vector<named_codec> codecs;
    for (std::size_t i = 0; i < found.size(); i++)
        codecs.push_back({std::string(found[i]), std::string(described[i])});
    return codecs;
}

template <class T>
T array::fill_value() const {
    if constexpr (detail::is_text<T>) {
        return T(detail::obtain_text(zarr_array_fill_value_bytes, handle()));
    } else {
        same_type<T>();
        T value{};
        detail::call(zarr_array_fill_value, handle(), static_cast<void *>(&value), sizeof value);
        return value;
    }
}

template <class T>
void array::set_fill_value(const T &value) const {
    if constexpr (detail::is_text<T>) {
        const std::string_view text(value);
        detail::call(zarr_array_set_fill_value, handle(), static_cast<const void *>(text.empty() ? "" : text.data()), text.size());
    } else {
        same_type<T>();
        detail::call(zarr_array_set_fill_value, handle(), static_cast<const void *>(&value), sizeof value);
    }
}

// Reading and writing: all functions use the general call of zarr.h.

inline void array::move(bool write, const zarr_region &region, const void *memory, std::size_t size, std::int32_t type,
                        const transfer &how) const {
    detail::relay relay(how.progress());
    zarr_transfer raw = ZARR_TRANSFER_INIT;
    raw.progress = relay.function();
    raw.user_data = &relay;
    raw.threads = how.threads();
    raw.data_type = type;
    raw.conversion = static_cast<std::int32_t>(std::max(how.conversion(), conversion::check));
    if (write)
        relay.call(zarr_array_write, handle(), &region, memory, size, &raw);
    else
        relay.call(zarr_array_read, handle(), &region, const_cast<void *>(memory), size, &raw);
}

template <class T>
void array::move(bool write, const region &region, span<T> memory, const transfer &how) const {
    const detail::box box = this->box(region);
    const std::size_t wanted = detail::elements(box.count);
    if (memory.size() != wanted)
        throw error(status::buffer_size, "the region has " + std::to_string(wanted) + " elements, the memory " + std::to_string(memory.size()));
    move(write, box.raw(), memory.data(), memory.size_bytes(), memory_type<T>(how.conversion()), how);
}

template <class T>
void array::move(bool write, const region &region, detail::strided<T> view, const transfer &how) const {
    const detail::box box = this->box(region, view);
    view.take_shape(box.count, box.order);
    zarr_region raw = box.raw();
    raw.strides = view.strides.data();
    raw.offset = view.offset;
    move(write, raw, view.memory.data(), view.memory.size(), memory_type<T>(how.conversion()), how);
}

template <class T>
detail::box array::box(const region &region, const detail::strided<T> &view) const {
    if (!region.start() || region.count())
        return box(region);
    // The dimensions that the view lacks come first, and have length 1.
    indices count(region.start()->size() > view.counts.size() ? region.start()->size() - view.counts.size() : 0, 1);
    count.insert(count.end(), view.counts.begin(), view.counts.end());
    zarr::region sized(*region.start(), std::move(count));
    sized.order(region.order());
    if (region.step())
        sized.step(*region.step());
    return box(sized);
}

template <class T>
std::int32_t array::memory_type(conversion conversion) const {
    const zarr::data_type type = detail::type_of<T>, stored = data_type();
    if (type == stored) {
        if (sizeof(T) != item_size())
            throw error(status::type_mismatch, "elements have " + std::to_string(item_size()) + " bytes, the type of the program has " +
                                                   std::to_string(sizeof(T)));
        return 0;
    }
    // Only numbers are converted. A bad handle has no type, and the library refuses it.
    const bool number = type < zarr::data_type::raw || type > zarr::data_type::bytes;
    if ((conversion == conversion::none || !number) && static_cast<std::int32_t>(stored) >= 0)
        throw error(status::type_mismatch, "elements are of type " + data_type_json() + ", which is not converted here");
    return static_cast<std::int32_t>(type);
}

template <class T>
std::vector<T> array::read(const region &region, const transfer &how) const {
    if constexpr (std::is_same_v<T, std::string>) {
        return read_strings(region).to_vector();
    } else if constexpr (std::is_same_v<T, std::optional<std::string>>) {
        const strings texts = read_strings(region);
        std::vector<T> values;
        for (std::size_t i = 0; i < texts.size(); i++)
            values.push_back(texts.has(i) ? T(texts[i]) : std::nullopt);
        return values;
    } else {
        const detail::box box = this->box(region);
        zarr::region resolved(box.start, box.count);
        resolved.order(region.order());
        if (region.step())
            resolved.step(*region.step());
        std::vector<T> values(detail::elements(box.count));
        read_into(resolved, values, how);
        return values;
    }
}

template <class Memory>
void array::read_into(const region &region, Memory &&memory, const transfer &how) const {
    using held_in = std::remove_reference_t<Memory>;
    if constexpr (detail::is_memory<held_in>()) {
        using held = detail::held_t<held_in>;
        static_assert(!std::is_const_v<held>, "memory that is read into has to be changeable");
        if constexpr (detail::is_view<held_in>) {
            move(false, region, detail::strided<held>(memory), how);
        } else {
            const detail::packed<held_in> packed(memory);
            move(false, region, packed.values(), how);
            packed.unpack();
        }
    }
}

template <class Memory>
void array::write(const region &region, const Memory &memory, const transfer &how) const {
    if constexpr (detail::is_memory<const Memory>()) {
        using held = std::add_const_t<detail::held_t<const Memory>>;
        if constexpr (detail::is_text<std::remove_const_t<held>>) {
            const detail::box box = plain_box(region);
            const detail::packed<const Memory> packed(memory);
            const detail::text_list texts(packed.values());
            detail::call(zarr_array_write_strings, handle(), detail::rank(box.start), box.start.data(), box.count.data(), texts.data.data(),
                         texts.sizes.data(), texts.data.size());
        } else if constexpr (detail::is_view<const Memory>) {
            move(true, region, detail::strided<held>(memory), how);
        } else {
            move(true, region, span<held>(detail::packed<const Memory>(memory).values()), how);
        }
    }
}

template <class T>
void array::fill(const region &region, const T &value, const transfer &how) const {
    if constexpr (detail::is_text<T>) {
        const std::vector<std::string_view> texts(detail::elements(plain_box(region).count), std::string_view(value));
        write(region, texts, how);
    } else {
        // Strides of 0: one value in memory for all elements.
        const detail::box box = this->box(region);
        const indices strides(box.start.size(), 0);
        zarr_region raw = box.raw();
        raw.strides = strides.data();
        move(true, raw, &value, sizeof value, memory_type<T>(how.conversion()), how);
    }
}

inline void array::read_bytes_into(const region &region, span<std::byte> memory, const transfer &how) const {
    move(false, box(region).raw(), memory.data(), memory.size(), 0, how);
}

inline void array::write_bytes(const region &region, span<const std::byte> memory, const transfer &how) const {
    move(true, box(region).raw(), memory.data(), memory.size(), 0, how);
}

inline bytes array::read_bytes(const region &region, std::optional<zarr::data_type> type) const {
    const detail::box box = plain_box(region, "memory of the library is read into");
    const auto wanted = static_cast<std::int32_t>(type.value_or(zarr::data_type{}));
    return bytes(detail::obtain<zarr_bytes *>(zarr_array_read_new, handle(), detail::rank(box.start), box.start.data(),
                                              box.count.data(), wanted));
}

inline strings array::read_strings(const region &region) const {
    const detail::box box = plain_box(region);
    return detail::obtain_strings(zarr_array_read_strings, handle(), detail::rank(box.start), box.start.data(), box.count.data());
}

inline void array::write_strings(const region &region, const strings &values) const {
    const detail::box box = plain_box(region);
    const std::size_t *offsets = zarr_strings_offsets(values.handle());
    detail::call(zarr_array_write_string_block, handle(), detail::rank(box.start), box.start.data(), box.count.data(),
                 zarr_strings_data(values.handle()), offsets ? offsets[values.size()] : 0, offsets, values.size());
}

template <class Memory>
std::int64_t array::append(int axis, const indices &count, const Memory &block) const {
    std::int64_t start = 0;
    if constexpr (detail::is_memory<const Memory>()) {
        using value = std::remove_const_t<detail::held_t<const Memory>>;
        const detail::packed<const Memory> packed(block, [&] { return count; });
        if constexpr (detail::is_text<value>) {
            const detail::text_list texts(packed.values());
            detail::call(zarr_array_append_strings, handle(), std::int32_t{axis}, detail::rank(count), count.data(), texts.data.data(),
                         texts.sizes.data(), texts.data.size(), &start);
        } else {
            same_type<value>();
            detail::call(zarr_array_append, handle(), std::int32_t{axis}, detail::rank(count), count.data(),
                         static_cast<const void *>(packed.values().data()), packed.values().size_bytes(), &start);
        }
    }
    return start;
}

} // namespace zarr

#endif
