// Groups, and lists of the nodes in a hierarchy.
#ifndef ZARR_GROUP_HPP
#define ZARR_GROUP_HPP

#include "array.hpp"

#include <variant>

namespace zarr {

class nodes;

/// The choice where a node exists already: fail, or replace it with everything below it.
enum class existing { fails, is_replaced };

/// Options of a new group, in the manner of `array_options`. A text stands for its attributes.
class group_options {
  public:
    group_options() = default;
    group_options(std::string attributes_json) : attributes_(std::move(attributes_json)) {}
    group_options(const char *attributes_json) : attributes_(attributes_json) {}

    /// Set the format; the default is that of the hierarchy.
    group_options &format(zarr::format format) {
        format_ = format;
        return *this;
    }
    /// Set the attributes: a JSON object.
    group_options &attributes(std::string json) {
        attributes_ = std::move(json);
        return *this;
    }

    zarr::format format() const { return format_; }
    const std::string &attributes() const { return attributes_; }

  private:
    zarr::format format_ = zarr::format::by_default;
    std::string attributes_;
};

/// An open group.
class group {
  public:
    group() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit group(zarr_group *handle) noexcept : handle_(handle) {}
    zarr_group *handle() const noexcept { return handle_.get(); }
    /// Return a second owner of the open handle, with a lifetime of its own.
    group share() const { return group(detail::obtain<zarr_group *>(zarr_group_share, handle())); }

    zarr::format format() const noexcept { return static_cast<zarr::format>(zarr_group_format(handle())); }
    std::string path() const { return detail::obtain_text(zarr_group_path, handle()); }
    zarr::store store() const;

    zarr::attributes attributes() const noexcept { return zarr::attributes(handle()); }
    std::string attributes_json() const { return detail::obtain_text(zarr_group_attributes, handle()); }
    void replace_attributes(const std::string &json) const { detail::call(zarr_group_set_attributes, handle(), detail::c_text(json)); }
    strings warnings() const { return detail::obtain_strings(zarr_group_warnings, handle()); }

    // Paths begin at the group.
    array open_array(const std::string &path, const std::string &options_json = {}) const {
        return array(detail::obtain<zarr_array *>(zarr_group_open_array, handle(), detail::c_text(path), detail::c_text_or_null(options_json)));
    }
    group open_group(const std::string &path, const std::string &options_json = {}) const {
        return group(detail::obtain<zarr_group *>(zarr_group_open_group, handle(), detail::c_text(path), detail::c_text_or_null(options_json)));
    }
    array create_array(const std::string &path, const array_options &options, existing existing = existing::fails) const;
    array create_array(const std::string &path, const array_options &options, const std::string &options_json) const;
    group create_group(const std::string &path, const group_options &options = {}, existing existing = existing::fails) const;

    /// List the nodes directly in the group, or all nodes below it.
    nodes children() const;
    nodes walk(int depth = -1, const progress &progress = {}) const;

  private:
    std::string below(const std::string &path) const {
        const std::string own = this->path();
        return own.empty() ? path : own + "/" + path;
    }

    detail::owner<zarr_group, zarr_group_free> handle_;
};

enum class node_kind : std::int32_t {
    none = ZARR_NODE_NONE,
    array = ZARR_NODE_ARRAY,
    group = ZARR_NODE_GROUP,
    implicit_group = ZARR_NODE_IMPLICIT_GROUP,
};

/// A node of a list, valid as long as the list.
class node {
  public:
    node(zarr_store *store, std::string_view path, node_kind kind) : store_(store), path_(path), kind_(kind) {}

    /// The path from the root of the store.
    std::string_view path() const { return path_; }
    std::string_view name() const { return path_.substr(path_.rfind('/') + 1); }
    /// The kind; `none` for a node with an unreadable document, which opening the node explains.
    node_kind kind() const { return kind_; }
    bool is_array() const { return kind_ == node_kind::array; }
    bool is_group() const { return kind_ == node_kind::group || kind_ == node_kind::implicit_group; }

    zarr::array open_array() const { return zarr::array(detail::obtain<zarr_array *>(zarr_array_open, store_, path_.data())); }
    zarr::group open_group() const { return zarr::group(detail::obtain<zarr_group *>(zarr_group_open, store_, path_.data())); }

  private:
    zarr_store *store_;
    // Ends with a NUL, as all texts of a list do.
    std::string_view path_;
    node_kind kind_;
};

/// A list of nodes, each group before its content, siblings sorted by bytes. A list of a store is valid as long as the store.
class nodes {
  public:
    using value_type = node;
    using iterator = detail::index_iterator<nodes>;
    using const_iterator = iterator;

    /// The deleter of `store` decides whether the list frees the store.
    nodes(std::shared_ptr<zarr_store> store, const std::string &path, int depth, const progress &progress = {}) : store_(std::move(store)) {
        detail::relay relay(progress);
        zarr_strings *paths = nullptr;
        zarr_bytes *kinds = nullptr;
        relay.call(zarr_node_walk_watched, store_.get(), detail::c_text(path), std::int32_t{depth}, relay.function(),
                   static_cast<void *>(&relay), &paths, &kinds);
        paths_ = strings(paths);
        kinds_ = bytes(kinds);
    }

    std::size_t size() const { return paths_.size(); }
    bool empty() const { return size() == 0; }
    node operator[](std::size_t index) const { return {store_.get(), paths_[index], static_cast<node_kind>(kinds_.data()[index])}; }
    iterator begin() const { return {this, 0}; }
    iterator end() const { return {this, size()}; }

  private:
    std::shared_ptr<zarr_store> store_;
    strings paths_;
    bytes kinds_;
};

} // namespace zarr

#endif
