// Stores: keys and values, nodes, and stores around stores.
#ifndef ZARR_STORE_HPP
#define ZARR_STORE_HPP

#include "dataset.hpp"
#include "options.hpp"

#include <chrono>

namespace zarr {

/// A finished operation on a store, for a tracer; valid until the callback returns.
struct operation {
    std::int32_t kind; ///< One of ZARR_OPERATION_...; later versions may know more.
    zarr::status status;
    span<const char *const> keys;
    std::int64_t bytes;
    std::chrono::nanoseconds duration;
};

/// A range of a value: from byte `start` on, or the last `-start` bytes; at most `length` bytes, -1 for all.
struct byte_range {
    std::int64_t start = 0;
    std::int64_t length = -1;

    /// Return the part of a value in the range, clamped to its end.
    span<const std::byte> of(span<const std::byte> value) const {
        const auto size = static_cast<std::int64_t>(value.size());
        const std::int64_t first = start < 0 ? std::max<std::int64_t>(size + start, 0) : std::min(start, size);
        const std::int64_t count = length < 0 ? size - first : std::min(length, size - first);
        return value.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
    }
};

/// The keys and the prefixes directly below a prefix.
struct directory {
    strings keys;
    strings prefixes;
};

/// An open store.
class store {
  public:
    store() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit store(zarr_store *handle) noexcept : handle_(handle) {}
    zarr_store *handle() const noexcept { return handle_.get(); }
    /// Return a second owner of the open handle, with a lifetime of its own.
    store share() const { return store(detail::obtain<zarr_store *>(zarr_store_share, handle())); }

    /// Open a path or a URL. The options are `zarr::store_options`, or JSON; docs/options.md describes each.
    static store open(const std::string &url, const std::string &options_json = {}) {
        return store(detail::obtain<zarr_store *>(zarr_store_open, detail::c_text(url), detail::c_text_or_null(options_json)));
    }
    /// Open a store of your own, see custom_store.hpp.
    template <class Custom>
    static store open(std::shared_ptr<Custom> custom, const std::string &options_json = {});

    /// Complete all earlier writes. The destructor does so too, but can't report failures.
    void flush() const { detail::call(zarr_store_flush, handle()); }

    // Nodes. Paths begin at the root, which is "". The options are `zarr::node_options`, or JSON.

    zarr::array open_array(const std::string &path, const std::string &options_json = {}) const {
        return zarr::array(detail::obtain<zarr_array *>(zarr_array_open_with, handle(), detail::c_text(path), detail::c_text_or_null(options_json)));
    }
    /// Open an array from the text of `array::document`, without a request to the store.
    zarr::array open_array_from_document(const std::string &path, std::string_view document, const std::string &options_json = {}) const {
        return zarr::array(detail::obtain<zarr_array *>(zarr_array_open_from_document, handle(), detail::c_text(path),
                                                        static_cast<const void *>(document.data()), document.size(),
                                                        detail::c_text_or_null(options_json)));
    }
    zarr::group open_group(const std::string &path = {}, const std::string &options_json = {}) const {
        return zarr::group(detail::obtain<zarr_group *>(zarr_group_open_with, handle(), detail::c_text(path), detail::c_text_or_null(options_json)));
    }
    /// Open a group that another process has found, with its format there, without a request to the store.
    zarr::group open_known_group(const std::string &path, zarr::format format, const std::string &options_json = {}) const {
        return zarr::group(detail::obtain<zarr_group *>(zarr_group_open_known, handle(), detail::c_text(path),
                                                        static_cast<std::int32_t>(format), detail::c_text_or_null(options_json)));
    }
    /// Open a group with the arrays in it, which share dimensions by name.
    dataset open_dataset(const std::string &path = {}, const std::string &options_json = {}) const {
        return dataset(detail::obtain<zarr_dataset *>(zarr_dataset_open, handle(), detail::c_text(path), detail::c_text_or_null(options_json)));
    }
    /// Open a dataset, and create its group if there is none.
    dataset create_dataset(const std::string &path = {}, zarr::format format = zarr::format::by_default, const std::string &options_json = {}) const {
        return dataset(detail::obtain<zarr_dataset *>(zarr_dataset_create, handle(), detail::c_text(path), static_cast<std::int32_t>(format),
                                                      detail::c_text_or_null(options_json)));
    }
    /// Open a node, which is an array or a group.
    std::variant<zarr::array, zarr::group> open_node(const std::string &path, const std::string &options_json = {}) const;

    zarr::array create_array(const std::string &path, const array_options &options, existing existing = existing::fails) const {
        const auto create = existing == existing::fails ? zarr_array_create : zarr_array_create_or_replace;
        const array_options::builder builder = options.build();
        return zarr::array(detail::obtain<zarr_array *>(create, handle(), detail::c_text(path), builder.get()));
    }
    /// Create an array, and open it with options.
    zarr::array create_array(const std::string &path, const array_options &options, const std::string &options_json) const {
        const array_options::builder builder = options.build();
        return zarr::array(detail::obtain<zarr_array *>(zarr_array_create_with, handle(), detail::c_text(path), builder.get(),
                                                        detail::c_text_or_null(options_json)));
    }
    /// Create an array from a document in the spelling of the format.
    zarr::array create_array_from_json(const std::string &path, zarr::format format, const std::string &metadata_json) const {
        return zarr::array(detail::obtain<zarr_array *>(zarr_array_create_json, handle(), detail::c_text(path), static_cast<std::int32_t>(format),
                                                        detail::c_text(metadata_json)));
    }
    zarr::group create_group(const std::string &path = {}, const group_options &options = {}, existing existing = existing::fails) const {
        const auto create = existing == existing::fails ? zarr_group_create : zarr_group_create_or_replace;
        return zarr::group(detail::obtain<zarr_group *>(create, handle(), detail::c_text(path), static_cast<std::int32_t>(options.format()),
                                                        detail::c_text_or_null(options.attributes())));
    }
    zarr::group create_group(const std::string &path, zarr::format format, const std::string &attributes_json = {},
                             existing existing = existing::fails) const {
        return create_group(path, group_options(attributes_json).format(format), existing);
    }

    node_kind kind(const std::string &path) const {
        return static_cast<node_kind>(detail::obtain<std::int32_t>(zarr_node_kind, handle(), detail::c_text(path)));
    }
    /// List the nodes directly in a group, or all nodes below it down to a depth.
    nodes children(const std::string &path = {}) const { return walk(path, 1); }
    nodes walk(const std::string &path = {}, int depth = -1, const progress &progress = {}) const {
        return {std::shared_ptr<zarr_store>(std::shared_ptr<void>(), handle()), path, depth, progress};
    }
    /// Call a visitor for every node below a group, with its array open: visit.hpp.
    template <class Visitor>
    void visit(const std::string &path, Visitor &&visitor, int depth = -1, const std::string &options_json = {}) const;
    /// List the names of the children, the cheapest of the listings.
    strings child_names(const std::string &path = {}) const {
        return detail::obtain_strings(zarr_node_children, handle(), detail::c_text(path));
    }

    void erase_node(const std::string &path, const progress &progress = {}) const {
        detail::relay relay(progress);
        relay.call(zarr_node_erase_watched, handle(), detail::c_text(path), relay.function(), static_cast<void *>(&relay));
    }
    void move_node(const std::string &from, const std::string &to, const progress &progress = {}) const {
        detail::relay relay(progress);
        relay.call(zarr_node_move, handle(), detail::c_text(from), detail::c_text(to), relay.function(), static_cast<void *>(&relay));
    }
    /// Copy a node with everything below it, also to another store and another format.
    void copy_node(const std::string &from, const store &to_store, const std::string &to, zarr::format format = zarr::format::by_default,
                   const progress &progress = {}) const {
        detail::relay relay(progress);
        relay.call(zarr_node_copy, handle(), detail::c_text(from), to_store.handle(), detail::c_text(to), static_cast<std::int32_t>(format),
                   relay.function(), static_cast<void *>(&relay));
    }
    void consolidate(const std::string &path = {}) const { detail::call(zarr_node_consolidate, handle(), detail::c_text(path)); }

    // Keys and values, for tools.

    /// Read a value, or a range of it; nothing for a missing key.
    std::optional<bytes> get(const std::string &key, byte_range range = {}) const {
        zarr_bytes *value = nullptr;
        if (!detail::found(zarr_store_get_range, handle(), detail::c_text(key), zarr_range{range.start, range.length}, &value))
            return std::nullopt;
        return bytes(value);
    }
    void set(const std::string &key, span<const std::byte> value) const {
        detail::call(zarr_store_set, handle(), detail::c_text(key), static_cast<const void *>(value.data()), value.size());
    }
    void set(const std::string &key, std::string_view text) const { set(key, as_bytes(text)); }
    void erase(const std::string &key) const { detail::call(zarr_store_erase, handle(), detail::c_text(key)); }
    void erase_prefix(const std::string &prefix) const { detail::call(zarr_store_erase_prefix, handle(), detail::c_text(prefix)); }
    bool exists(const std::string &key) const {
        return detail::obtain<std::int32_t>(zarr_store_exists, handle(), detail::c_text(key)) != 0;
    }
    std::optional<std::int64_t> size(const std::string &key) const {
        std::int64_t size = 0;
        return detail::found(zarr_store_size, handle(), detail::c_text(key), &size) ? std::optional<std::int64_t>(size) : std::nullopt;
    }
    strings list(const std::string &prefix = {}) const {
        return detail::obtain_strings(zarr_store_list_prefix, handle(), detail::c_text(prefix));
    }
    directory list_directory(const std::string &prefix = {}) const {
        zarr_strings *keys = nullptr, *prefixes = nullptr;
        detail::call(zarr_store_list_dir, handle(), detail::c_text(prefix), &keys, &prefixes);
        return {strings(keys), strings(prefixes)};
    }

    // Stores around this one, which does not change.

    store prefixed(const std::string &prefix, const std::string &options_json = {}) const {
        return store(detail::obtain<zarr_store *>(zarr_store_wrap_prefix, handle(), detail::c_text(prefix), detail::c_text_or_null(options_json)));
    }
    store read_only(const std::string &options_json = {}) const {
        return store(detail::obtain<zarr_store *>(zarr_store_wrap_read_only, handle(), detail::c_text_or_null(options_json)));
    }
    store cached(std::size_t bytes, const std::string &options_json = {}) const {
        return store(detail::obtain<zarr_store *>(zarr_store_wrap_cache, handle(), bytes, detail::c_text_or_null(options_json)));
    }
    /// Make a store that reports each operation to a callback, which may run on many threads at once. Its exceptions are ignored.
    store traced(std::function<void(const operation &)> callback, const std::string &options_json = {}) const;
    /// Combine stores, the uppermost first; only that one is changed.
    static store overlay(const std::vector<std::reference_wrapper<const store>> &stores, const std::string &options_json = {}) {
        std::vector<const zarr_store *> handles;
        for (const store &store : stores)
            handles.push_back(store.handle());
        return store(detail::obtain<zarr_store *>(zarr_store_wrap_overlay, handles.data(), handles.size(), detail::c_text_or_null(options_json)));
    }
    /// Make a store in which each chunk in the shards of an array has its own key.
    static store of_chunks(const zarr::array &array) { return store(detail::obtain<zarr_store *>(zarr_array_chunk_store, array.handle())); }

  private:
    detail::owner<zarr_store, zarr_store_free> handle_;
};

inline std::variant<array, group> store::open_node(const std::string &path, const std::string &options_json) const {
    zarr_array *array = nullptr;
    zarr_group *group = nullptr;
    detail::call(zarr_node_open, handle(), detail::c_text(path), detail::c_text_or_null(options_json), &array, &group);
    if (array)
        return zarr::array(array);
    return zarr::group(group);
}

inline store store::traced(std::function<void(const operation &)> callback, const std::string &options_json) const {
    using function = std::function<void(const operation &)>;
    zarr_tracer tracer = ZARR_TRACER_INIT;
    tracer.ended = [](void *self, const zarr_operation *ended) {
        try {
            (*static_cast<function *>(self))({ended->operation, static_cast<zarr::status>(ended->status), {ended->keys, ended->count},
                                              ended->bytes, std::chrono::nanoseconds(ended->nanoseconds)});
        } catch (...) { // The failure can't be reported.
        }
    };
    tracer.destroy = [](void *self) { delete static_cast<function *>(self); };
    auto owned = std::make_unique<function>(std::move(callback));
    store traced(detail::obtain<zarr_store *>(zarr_store_wrap_trace, handle(), &tracer, static_cast<void *>(owned.get()),
                                              detail::c_text_or_null(options_json)));
    owned.release();
    return traced;
}

// The location of arrays and groups.

inline store array::store() const { return zarr::store(detail::obtain<zarr_store *>(zarr_array_store, handle())); }
inline store group::store() const { return zarr::store(detail::obtain<zarr_store *>(zarr_group_store, handle())); }

inline array group::create_array(const std::string &path, const array_options &options, existing existing) const {
    return store().create_array(below(path), options, existing);
}
inline array group::create_array(const std::string &path, const array_options &options, const std::string &options_json) const {
    const array_options::builder builder = options.build();
    return array(detail::obtain<zarr_array *>(zarr_group_create_array, handle(), detail::c_text(path), builder.get(),
                                              detail::c_text_or_null(options_json)));
}
inline group group::create_group(const std::string &path, const group_options &options, existing existing) const {
    return store().create_group(below(path), options, existing);
}
inline nodes group::children() const { return walk(1); }
inline nodes group::walk(int depth, const progress &progress) const {
    const std::shared_ptr<zarr_store> owned(detail::obtain<zarr_store *>(zarr_group_store, handle()), zarr_store_free);
    return {owned, path(), depth, progress};
}

} // namespace zarr

#endif
