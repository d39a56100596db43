// Codecs of your own: a class that derives from `zarr::custom_codec`, registered for the whole process.
#ifndef ZARR_CUSTOM_CODEC_HPP
#define ZARR_CUSTOM_CODEC_HPP

#include "custom_store.hpp"

namespace zarr {

/// The input of a codec: bytes, as for compressors and checksums, or the elements of a chunk, in the place of the byte order.
enum class codec_kind : std::int32_t {
    bytes_to_bytes = ZARR_CODEC_BYTES_TO_BYTES,
    array_to_bytes = ZARR_CODEC_ARRAY_TO_BYTES,
};

/// The place of a codec in an array's chain, valid until the function returns.
struct codec_place {
    std::string_view configuration_json;
    /// The data type of the elements, empty behind a codec that gives plain bytes.
    std::string_view data_type_json;
    std::size_t item_size;
    /// The shape of the elements in the order of the data; empty behind a codec that gives plain bytes, or where chunks differ.
    span<const std::int64_t> chunk_shape;
};

/// A codec that the library lacks. zarr.h describes each function; an exception becomes a failure, as with `custom_store`.
class custom_codec {
  public:
    virtual ~custom_codec() = default;

    virtual codec_kind kind() const { return codec_kind::bytes_to_bytes; }
    /// True: functions may run on many threads at once.
    virtual bool thread_safe() const { return false; }
    /// True: the encoded size always is `bound`.
    virtual bool fixed_size() const { return false; }

    virtual void encode(const codec_place &place, span<const std::byte> data, const sink &encoded) = 0;
    /// Decode at most `most` bytes. Data from a store may be corrupt or hostile.
    virtual void decode(const codec_place &place, span<const std::byte> data, std::size_t most, const sink &decoded) = 0;

    // These bodies never run: a function that is not overridden is not passed to the library.

    /// Return the most bytes that encoding `size` bytes can give. It must not throw.
    virtual std::size_t bound(const codec_place &, std::size_t size) { return size; }
    /// Throws for an invalid configuration or data type.
    virtual void check(const codec_place &) {}
};

namespace detail {

/// Turns calls of the library into calls of a `custom_codec`.
struct codec_adapter {
    static custom_codec &self(void *data) { return **static_cast<std::shared_ptr<custom_codec> *>(data); }

    static codec_place place(const zarr_codec_place *raw) {
        const auto text = [](const char *chars) { return chars ? std::string_view(chars) : std::string_view(); };
        return {text(raw->configuration_json), text(raw->data_type_json), raw->item_size,
                {raw->chunk_shape, raw->chunk_shape ? static_cast<std::size_t>(raw->ndim) : 0}};
    }

    static zarr_status encode(void *data, const zarr_codec_place *where, const void *input, std::size_t size, zarr_sink *encoded,
                              zarr_error *error) {
        return guarded(error, [&] { return self(data).encode(place(where), store_adapter::memory(input, size), sink(encoded)), ZARR_OK; });
    }
    static zarr_status decode(void *data, const zarr_codec_place *where, const void *input, std::size_t size, std::size_t most,
                              zarr_sink *decoded, zarr_error *error) {
        return guarded(error, [&] { return self(data).decode(place(where), store_adapter::memory(input, size), most, sink(decoded)), ZARR_OK; });
    }
    static std::size_t bound(void *data, const zarr_codec_place *where, std::size_t size) noexcept { return self(data).bound(place(where), size); }
    static zarr_status check(void *data, const zarr_codec_place *where, zarr_error *error) {
        return guarded(error, [&] { return self(data).check(place(where)), ZARR_OK; });
    }
    static void destroy(void *data) { delete static_cast<std::shared_ptr<custom_codec> *>(data); }
};

} // namespace detail

/// Register a codec for the process, by its id in v2 and its name in final v3, of which one may be empty. As with a custom
/// store, the pointer has the type of the class itself; the library keeps the object as long as it uses it.
template <class Custom>
void register_codec(const std::string &v2_id, const std::string &v3_name, std::shared_ptr<Custom> codec) {
    static_assert(std::is_base_of_v<custom_codec, Custom> && !std::is_abstract_v<Custom>, "a class that derives from zarr::custom_codec, and not that itself");
    using adapter = detail::codec_adapter;
    zarr_codec_callbacks table = ZARR_CODEC_CALLBACKS_INIT;
    table.flags = (codec->thread_safe() ? std::uint32_t{ZARR_CODEC_THREAD_SAFE} : 0) | (codec->fixed_size() ? std::uint32_t{ZARR_CODEC_FIXED_SIZE} : 0);
    table.kind = static_cast<std::int32_t>(codec->kind());
    table.encode = adapter::encode;
    table.decode = adapter::decode;
    if (!std::is_same_v<decltype(&Custom::bound), decltype(&custom_codec::bound)>)
        table.bound = adapter::bound;
    if (!std::is_same_v<decltype(&Custom::check), decltype(&custom_codec::check)>)
        table.check = adapter::check;
    table.destroy = adapter::destroy;
    auto shared = std::make_unique<std::shared_ptr<custom_codec>>(std::move(codec));
    detail::call(zarr_codec_register, detail::c_text_or_null(v2_id), detail::c_text_or_null(v3_name), &table, static_cast<void *>(shared.get()));
    shared.release();
}

/// Unregister a codec, by any of its names. Open arrays go on using it.
inline void unregister_codec(const std::string &name) { detail::call(zarr_codec_unregister, detail::c_text(name)); }

} // namespace zarr

#endif
