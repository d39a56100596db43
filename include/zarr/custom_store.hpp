// Stores of your own: a class that derives from `zarr::custom_store` and overrides its operations.
#ifndef ZARR_CUSTOM_STORE_HPP
#define ZARR_CUSTOM_STORE_HPP

#include "store.hpp"

namespace zarr {

/// Receives one value, valid until the function returns.
class sink {
  public:
    explicit sink(zarr_sink *handle) : handle_(handle) {}

    /// Append bytes. An append of 0 bytes makes an empty value.
    void write(span<const std::byte> bytes) const { write(bytes.data(), bytes.size()); }
    void write(std::string_view text) const { write(text.data(), text.size()); }
    void write(const void *data, std::size_t size) const { detail::call(zarr_sink_write, handle_, data, size); }
    /// Append zero bytes and return them, to be filled before the function returns; this saves a copy.
    span<std::byte> reserve(std::size_t size) const {
        return {static_cast<std::byte *>(detail::obtain<void *>(zarr_sink_reserve, handle_, size)), size};
    }
    /// Set the version: any text that changes whenever the value does. Stores that override `set_if` need it.
    void set_version(const std::string &version) const { detail::call(zarr_sink_set_version, handle_, detail::c_text(version)); }

  private:
    zarr_sink *handle_;
};

/// Receives keys and prefixes, valid until the function returns.
class listing {
  public:
    explicit listing(zarr_listing *handle) : handle_(handle) {}

    void add_key(const std::string &key) const { detail::call(zarr_listing_add_key, handle_, detail::c_text(key)); }
    /// Add a prefix, which ends with "/"; in `list_dir` only.
    void add_prefix(const std::string &prefix) const { detail::call(zarr_listing_add_prefix, handle_, detail::c_text(prefix)); }

  private:
    zarr_listing *handle_;
};

/// One of several requested values; a sink without a call means a missing key.
struct request {
    std::string_view key;
    byte_range range;
    sink value;
};

/// One of several parts of values to write.
struct part {
    std::string_view key;
    std::int64_t start;
    span<const std::byte> data;
};

/// A store that keeps data anywhere. Only `get` is required, and the library derives missing operations where it can: without
/// `set` the store is read-only, without an erasing function nothing can be erased, without a listing one it can't be listed.
/// zarr.h describes each function, and what the library does in its place.
///
/// An exception of a function becomes a failure of the store, with its text: `zarr::error` with its status, `std::system_error` as
/// `status::io` with its code, other exceptions as `status::io`. Text arguments are valid until the function returns.
class custom_store {
  public:
    virtual ~custom_store() = default;

    /// True: functions may run on many threads at once; otherwise they are called one at a time.
    virtual bool thread_safe() const { return false; }

    /// Give a value, or its part in the range (`byte_range::of`), to the sink. Returns false for a missing key.
    virtual bool get(std::string_view key, byte_range range, const sink &value) = 0;

    // The bodies of the others never run: a function that is not overridden is not passed to the library.

    virtual void get_partial_values(span<const request>) {}
    virtual void set(std::string_view /*key*/, span<const std::byte> /*value*/) {}
    virtual void set_partial_values(span<const part>) {}
    /// Erase a value; a missing key is no failure.
    virtual void erase(std::string_view /*key*/) {}
    virtual void erase_values(span<const std::string_view> /*keys*/) {}
    virtual void erase_prefix(std::string_view /*prefix*/) {}
    virtual void list(const listing &) {}
    virtual void list_prefix(std::string_view /*prefix*/, const listing &) {}
    virtual void list_dir(std::string_view /*prefix*/, const listing &) {}
    /// Return the bytes of a value, nothing for a missing key.
    virtual std::optional<std::int64_t> size(std::string_view /*key*/) { return {}; }
    virtual bool exists(std::string_view /*key*/) { return false; }
    /// Replace a value if its version is `expected`, or create it if `expected` is nothing. Returns false otherwise.
    virtual bool set_if(std::string_view /*key*/, std::optional<std::string_view> /*expected*/, span<const std::byte> /*value*/) { return false; }
    virtual void flush() {}
};

namespace detail {

/// Turns calls of the library into calls of a `custom_store`.
struct store_adapter {
    static custom_store &self(void *data) { return **static_cast<std::shared_ptr<custom_store> *>(data); }

    static span<const std::byte> memory(const void *data, std::size_t size) { return {static_cast<const std::byte *>(data), size}; }

    static zarr_status get(void *data, const char *key, zarr_range range, zarr_sink *value, zarr_error *error) {
        return guarded(error, [&] { return self(data).get(key, {range.start, range.length}, sink(value)) ? ZARR_OK : ZARR_ERROR_NOT_FOUND; });
    }
    static zarr_status get_partial_values(void *data, std::size_t count, const char *const *keys, const zarr_range *ranges,
                                          zarr_sink *const *values, zarr_error *error) {
        return guarded(error, [&] {
            std::vector<request> requests;
            requests.reserve(count);
            for (std::size_t i = 0; i < count; i++)
                requests.push_back({keys[i], {ranges[i].start, ranges[i].length}, sink(values[i])});
            self(data).get_partial_values(requests);
            return ZARR_OK;
        });
    }
    static zarr_status set(void *data, const char *key, const void *value, std::size_t size, zarr_error *error) {
        return guarded(error, [&] { return self(data).set(key, memory(value, size)), ZARR_OK; });
    }
    static zarr_status set_partial_values(void *data, std::size_t count, const char *const *keys, const std::int64_t *starts,
                                          const void *const *values, const std::size_t *sizes, zarr_error *error) {
        return guarded(error, [&] {
            std::vector<part> parts;
            parts.reserve(count);
            for (std::size_t i = 0; i < count; i++)
                parts.push_back({keys[i], starts[i], memory(values[i], sizes[i])});
            self(data).set_partial_values(parts);
            return ZARR_OK;
        });
    }
    static zarr_status erase(void *data, const char *key, zarr_error *error) {
        return guarded(error, [&] { return self(data).erase(key), ZARR_OK; });
    }
    static zarr_status erase_values(void *data, std::size_t count, const char *const *keys, zarr_error *error) {
        return guarded(error, [&] {
            const std::vector<std::string_view> list(keys, keys + count);
            self(data).erase_values(list);
            return ZARR_OK;
        });
    }
    static zarr_status erase_prefix(void *data, const char *prefix, zarr_error *error) {
        return guarded(error, [&] { return self(data).erase_prefix(prefix), ZARR_OK; });
    }
    static zarr_status list(void *data, zarr_listing *keys, zarr_error *error) {
        return guarded(error, [&] { return self(data).list(listing(keys)), ZARR_OK; });
    }
    static zarr_status list_prefix(void *data, const char *prefix, zarr_listing *keys, zarr_error *error) {
        return guarded(error, [&] { return self(data).list_prefix(prefix, listing(keys)), ZARR_OK; });
    }
    static zarr_status list_dir(void *data, const char *prefix, zarr_listing *names, zarr_error *error) {
        return guarded(error, [&] { return self(data).list_dir(prefix, listing(names)), ZARR_OK; });
    }
    static zarr_status size(void *data, const char *key, std::int64_t *size, zarr_error *error) {
        return guarded(error, [&] {
            const std::optional<std::int64_t> found = self(data).size(key);
            *size = found.value_or(0);
            return found ? ZARR_OK : ZARR_ERROR_NOT_FOUND;
        });
    }
    static zarr_status exists(void *data, const char *key, std::int32_t *exists, zarr_error *error) {
        return guarded(error, [&] { return *exists = self(data).exists(key) ? 1 : 0, ZARR_OK; });
    }
    static zarr_status set_if(void *data, const char *key, const char *expected, const void *value, std::size_t size, zarr_error *error) {
        return guarded(error, [&] {
            const auto version = expected ? std::optional<std::string_view>(expected) : std::nullopt;
            return self(data).set_if(key, version, memory(value, size)) ? ZARR_OK : ZARR_ERROR_CONFLICT;
        });
    }
    static zarr_status flush(void *data, zarr_error *error) {
        return guarded(error, [&] { return self(data).flush(), ZARR_OK; });
    }
    static void destroy(void *data) { delete static_cast<std::shared_ptr<custom_store> *>(data); }

    /// The table for a class: an overridden function is a member of the class, not of `custom_store`.
    template <class Custom>
    static zarr_store_callbacks table(bool thread_safe) {
        zarr_store_callbacks table = ZARR_STORE_CALLBACKS_INIT;
        table.flags = thread_safe ? ZARR_STORE_THREAD_SAFE : 0;
        table.get = get;
        table.destroy = destroy;
#define ZARR_OVERRIDDEN(function) \
    if (!std::is_same_v<decltype(&Custom::function), decltype(&custom_store::function)>) \
    table.function = function
        ZARR_OVERRIDDEN(get_partial_values);
        ZARR_OVERRIDDEN(set);
        ZARR_OVERRIDDEN(set_partial_values);
        ZARR_OVERRIDDEN(erase);
        ZARR_OVERRIDDEN(erase_values);
        ZARR_OVERRIDDEN(erase_prefix);
        ZARR_OVERRIDDEN(list);
        ZARR_OVERRIDDEN(list_prefix);
        ZARR_OVERRIDDEN(list_dir);
        ZARR_OVERRIDDEN(size);
        ZARR_OVERRIDDEN(exists);
        ZARR_OVERRIDDEN(set_if);
        ZARR_OVERRIDDEN(flush);
#undef ZARR_OVERRIDDEN
        return table;
    }
};

} // namespace detail

/// Open a store of your own: `zarr::store::open(std::make_shared<my_store>(...))`. The pointer has the type of the class
/// itself, not of a base, as its type shows the public functions that are overridden. The store keeps the object as long as
/// the library uses it.
template <class Custom>
store store::open(std::shared_ptr<Custom> custom, const std::string &options_json) {
    static_assert(std::is_base_of_v<custom_store, Custom> && !std::is_abstract_v<Custom>, "a class that derives from zarr::custom_store, and not that itself");
    const zarr_store_callbacks table = detail::store_adapter::table<Custom>(custom->thread_safe());
    auto shared = std::make_unique<std::shared_ptr<custom_store>>(std::move(custom));
    store opened(detail::obtain<zarr_store *>(zarr_store_open_callbacks, &table, static_cast<void *>(shared.get()),
                                              detail::c_text_or_null(options_json)));
    shared.release();
    return opened;
}

} // namespace zarr

#endif
