// Options of a new array: its type and shape, and the rest in any order.
#ifndef ZARR_ARRAY_OPTIONS_HPP
#define ZARR_ARRAY_OPTIONS_HPP

#include "fill_value.hpp"
#include "library.hpp"
#include "region.hpp"

namespace zarr {

/// The description of a new array. It can be copied, kept, and used again.
///
///     zarr::array_options::of<float>({1000, 1000}).chunk_shape({100, 100}).codec("zstd").fill_value(-1.0f)
///
/// Defaults: the format of the hierarchy, chunks of about 1 MiB, no compression, the fill value zero.
class array_options {
  public:
    /// Make options for elements that are a T in memory; std::string: texts of variable length.
    template <class T>
    static array_options of(indices shape = {}) {
        if constexpr (detail::is_text<T>)
            return array_options(data_type::string, std::move(shape));
        else
            return array_options(detail::type_of<T>, std::move(shape));
    }
    /// Make options for a data type without parameters.
    array_options(data_type type, indices shape) : type_(type), shape_(std::move(shape)) {}
    /// Make options for a data type in JSON, in the spelling of any format: "\"<M8[ns]\"", or a list of fields.
    static array_options of_json(std::string data_type_json, indices shape = {}) {
        array_options options(data_type{}, std::move(shape));
        options.type_json_ = std::move(data_type_json);
        return options;
    }

    array_options &format(zarr::format format) { return set(format_, format); }
    /// Set the shape of chunks, the unit of encoding, in elements. A length of 0 is the whole axis.
    array_options &chunk_shape(indices shape) { return set(chunk_shape_, std::move(shape)); }
    /// Set the shape of shards, the stored unit, in elements: whole chunks along each dimension.
    array_options &shard_shape(indices shape) { return set(shard_shape_, std::move(shape)); }
    /// Set the lengths of the chunks, or shards, along one dimension one by one.
    array_options &chunk_edges(int dimension, indices lengths) {
        chunk_edges_.emplace_back(dimension, std::move(lengths));
        return *this;
    }
    /// Set the value of elements that were never written: a text, or a number that the data type has exactly. With a type in
    /// JSON its bytes in memory are taken.
    template <class T>
    array_options &fill_value(const T &value) {
        if constexpr (detail::is_text<T>) {
            const bool number = type_ < data_type::raw || type_ > data_type::bytes;
            if (type_json_.empty() && number)
                throw error(status::type_mismatch, "the fill value is a text, the elements are of type " + detail::type_name(type_));
            fill_value_ = std::string(std::string_view(value));
        } else {
            fill_value_ = type_json_.empty() ? detail::element_bytes(value, type_) : detail::raw_bytes(value);
            if (!fill_value_)
                throw error(status::type_mismatch, "the fill value, of type " + detail::type_name(detail::type_of<T>) +
                                                       ", equals no element of type " + detail::type_name(type_));
        }
        return *this;
    }
    /// Leave the fill value undefined; this library then reads zero.
    array_options &no_fill_value() {
        fill_value_.reset();
        return set(open_fill_, true);
    }
    /// Set the order of the elements in a stored chunk.
    array_options &order(zarr::order order) { return set(order_, order); }
    array_options &big_endian(bool big_endian = true) { return set(big_endian_, big_endian); }
    /// Set the separator of the numbers in the keys of chunks: '.' or '/'.
    array_options &separator(char separator) {
        chunk_key_encoding_.reset();
        return set(separator_, separator);
    }
    /// Set the encoding of the keys of chunks in final v3: "fanout", "suffix", ...; the configuration is a JSON object.
    array_options &chunk_key_encoding(std::string name, std::string configuration_json = {}) {
        separator_.reset();
        return set(chunk_key_encoding_, std::pair(std::move(name), std::move(configuration_json)));
    }
    /// Name the dimensions: one entry for each, absent for a dimension without a name.
    array_options &dimension_names(std::vector<std::optional<std::string>> names) { return set(dimension_names_, std::move(names)); }
    /// Set the attributes: a JSON object.
    array_options &attributes(std::string json) { return set(attributes_, std::move(json)); }
    /// Add a codec, in the order of encoding; the configuration is a JSON object.
    array_options &codec(std::string name, std::string configuration_json = {}) {
        codecs_.emplace_back(std::move(name), std::move(configuration_json));
        return *this;
    }

    /// Return these options with a rank, if they have no shape: an array of a dataset takes its lengths from the dimensions.
    array_options with_rank(std::size_t ndim) const {
        array_options options = *this;
        if (options.shape_.empty())
            options.shape_.assign(ndim, 0);
        return options;
    }
    /// True when the elements are of this data type; a type in JSON may be any.
    bool holds(data_type type) const { return !type_json_.empty() || type_ == type; }
    /// The data type, as messages name it.
    std::string type_name() const { return type_json_.empty() ? detail::type_name(type_) : type_json_; }

    using builder = detail::owner<zarr_array_builder, zarr_array_builder_free>;
    /// A builder of zarr.h.
    builder build() const;

  private:
    template <class Member, class Value>
    array_options &set(Member &member, Value &&value) {
        member = std::forward<Value>(value);
        return *this;
    }

    data_type type_;
    std::string type_json_;
    indices shape_;
    std::optional<zarr::format> format_;
    std::optional<indices> chunk_shape_, shard_shape_;
    std::vector<std::pair<int, indices>> chunk_edges_;
    std::optional<std::string> fill_value_;
    bool open_fill_ = false;
    std::optional<zarr::order> order_;
    std::optional<bool> big_endian_;
    std::optional<char> separator_;
    std::optional<std::pair<std::string, std::string>> chunk_key_encoding_;
    std::optional<std::vector<std::optional<std::string>>> dimension_names_;
    std::optional<std::string> attributes_;
    std::vector<std::pair<std::string, std::string>> codecs_;
};

inline array_options::builder array_options::build() const {
    using detail::c_text;
    using made = zarr_array_builder *;
    if (type_json_.empty() && detail::has_parameters(type_))
        throw error(status::invalid_argument, "data type " + detail::type_name(type_) +
                                                  " has parameters, such as a unit or a length: zarr::array_options::of_json takes them");
    builder owner(type_json_.empty()
                      ? detail::obtain<made>(zarr_array_builder_new, static_cast<std::int32_t>(type_), detail::rank(shape_), shape_.data())
                      : detail::obtain<made>(zarr_array_builder_new_json, c_text(type_json_), detail::rank(shape_), shape_.data()));
    const made raw = owner.get();
    if (format_)
        detail::call(zarr_array_builder_format, raw, static_cast<std::int32_t>(*format_));
    if (chunk_shape_)
        detail::call(zarr_array_builder_chunk_shape, raw, detail::rank(*chunk_shape_), chunk_shape_->data());
    if (shard_shape_)
        detail::call(zarr_array_builder_shard_shape, raw, detail::rank(*shard_shape_), shard_shape_->data());
    for (const auto &[dimension, lengths] : chunk_edges_)
        detail::call(zarr_array_builder_chunk_edges, raw, static_cast<std::int32_t>(dimension), lengths.size(), lengths.data());
    if (fill_value_)
        detail::call(zarr_array_builder_fill_value, raw, fill_value_->data(), fill_value_->size());
    else if (open_fill_)
        detail::call(zarr_array_builder_no_fill_value, raw);
    if (order_)
        detail::call(zarr_array_builder_order, raw, static_cast<std::int32_t>(*order_));
    if (big_endian_)
        detail::call(zarr_array_builder_big_endian, raw, std::int32_t{*big_endian_});
    if (separator_)
        detail::call(zarr_array_builder_separator, raw, std::int32_t{*separator_});
    if (chunk_key_encoding_)
        detail::call(zarr_array_builder_chunk_key_encoding, raw, c_text(chunk_key_encoding_->first),
                     detail::c_text_or_null(chunk_key_encoding_->second));
    if (dimension_names_) {
        std::vector<const char *> names;
        for (const auto &name : *dimension_names_)
            names.push_back(name ? c_text(*name) : nullptr);
        detail::call(zarr_array_builder_dimension_names, raw, static_cast<std::int32_t>(names.size()), names.data());
    }
    if (attributes_)
        detail::call(zarr_array_builder_attributes, raw, c_text(*attributes_));
    for (const auto &[name, configuration] : codecs_)
        detail::call(zarr_array_builder_codec, raw, c_text(name), detail::c_text_or_null(configuration));
    return owner;
}

} // namespace zarr

#endif
