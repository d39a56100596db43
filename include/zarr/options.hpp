// Options of stores and nodes as types, under the names of docs/options.md.
#ifndef ZARR_OPTIONS_HPP
#define ZARR_OPTIONS_HPP

#include "error.hpp"

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace zarr {
namespace detail {

/// Quotes a text as JSON.
inline std::string json_text(std::string_view text) {
    constexpr char digits[] = "0123456789abcdef";
    std::string json = "\"";
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        if (code < 0x20) {
            json += {'\\', 'u', '0', '0', digits[code >> 4], digits[code & 15]};
            continue;
        }
        if (byte == '"' || byte == '\\')
            json += '\\';
        json += byte;
    }
    return json + '"';
}

/// Shared by the options of stores and of nodes. Each call returns the object itself.
template <class Self>
class options_of {
  public:
    /// Set an option by its name: a truth value, a whole number, or a text. The last value of a name counts.
    template <class Value>
    Self &set(const std::string &name, const Value &value) {
        if constexpr (std::is_same_v<Value, bool>) {
            return set_json(name, value ? "true" : "false");
        } else if constexpr (std::is_integral_v<Value>) {
            return set_json(name, std::to_string(value));
        } else {
            static_assert(std::is_convertible_v<const Value &, std::string_view>, "an option is a bool, an integer or a text; others are set_json");
            return set_json(name, json_text(std::string_view(value)));
        }
    }
    /// Set an option by its name to a value in JSON.
    Self &set_json(const std::string &name, std::string value) {
        put(members_, name, std::move(value));
        return self();
    }

    /// "v2", "v3-2022" ...: the library looks for this format only, and creates new hierarchies in it.
    Self &format(std::string_view name) { return set("format", name); }
    Self &strict(bool strict = true) { return set("strict", strict); }
    Self &ignore_unknown(bool ignored = true) { return set("ignore_unknown", ignored); }
    Self &allow_fallback(bool allowed = true) { return set("allow_fallback", allowed); }
    Self &dimension_separator(char separator) { return set("dimension_separator", std::string_view(&separator, 1)); }
    Self &v1_f_order(std::string_view rule) { return set("v1_f_order", rule); }
    Self &threads(int threads) { return set("threads", threads); }
    /// Writes past the end along this dimension grow the array.
    Self &grow(int dimension = 0) { return set("grow", dimension); }
    Self &grow(bool) = delete;
    Self &write_empty_chunks(bool written) { return set("write_empty_chunks", written); }
    /// "auto", "never", "require".
    Self &consolidated(std::string_view when) { return set("consolidated", when); }
    Self &cache_bytes(std::int64_t bytes) { return set("cache_bytes", bytes); }
    /// The most bytes of one decoded chunk.
    Self &chunk_bytes_limit(std::int64_t bytes) { return limit("chunk_bytes", bytes); }
    /// The most bytes that `array::read_bytes` allocates.
    Self &result_bytes_limit(std::int64_t bytes) { return limit("result_bytes", bytes); }

    /// The options for functions of zarr.h: a JSON object, or an empty text without options.
    std::string json() const {
        return members_.empty() ? std::string() : object(members_);
    }
    /// Converts to the text, for functions that take JSON.
    operator std::string() const { return json(); }

  private:
    Self &self() { return static_cast<Self &>(*this); }

    using members = std::vector<std::pair<std::string, std::string>>;

    static void put(members &members, const std::string &name, std::string value) {
        for (auto &[known, old] : members) {
            if (known == name) {
                old = std::move(value);
                return;
            }
        }
        members.emplace_back(name, std::move(value));
    }
    static std::string object(const members &members) {
        std::string json;
        for (const auto &[name, value] : members)
            json += (json.empty() ? "{" : ", ") + json_text(name) + ": " + value;
        return json + "}";
    }

    /// Add a limit; all limits are one option, so earlier ones stay.
    Self &limit(const std::string &name, std::int64_t bytes) {
        put(limits_, name, std::to_string(bytes));
        return set_json("limits", object(limits_));
    }

    members members_, limits_;
};

} // namespace detail

/// Options for opening an array or group.
///
///     store.open_array("t", zarr::node_options().cache_bytes(1 << 30))
class node_options : public detail::options_of<node_options> {
  public:
    /// Of datasets: "refuse", or "keep", where one dimension has several lengths.
    node_options &unequal_dimensions(std::string_view what) { return set("unequal_dimensions", what); }
};

/// Options for opening a store; those of nodes are the defaults of the nodes in it.
///
///     zarr::store::open("run42.zarr", zarr::store_options().mode("r").threads(4))
class store_options : public detail::options_of<store_options> {
  public:
    /// "rw", or "r" for reading only, where opening a store that does not exist throws `status::not_found`.
    store_options &mode(std::string_view mode) { return set("mode", mode); }
    /// "none", "file", "full".
    store_options &sync(std::string_view what) { return set("sync", what); }
    /// "auto", "flock", "fcntl", "none".
    store_options &lock(std::string_view how) { return set("lock", how); }
    /// "inside", "follow", "refuse".
    store_options &symlinks(std::string_view which) { return set("symlinks", which); }
    store_options &atomic(bool atomic) { return set("atomic", atomic); }
    store_options &lower_case_keys(bool lower = true) { return set("lower_case_keys", lower); }
    store_options &compact(bool compact = true) { return set("compact", compact); }

    // Of stores behind a network.

    store_options &anonymous(bool anonymous = true) { return set("anonymous", anonymous); }
    store_options &access_key(std::string_view key) { return set("access_key", key); }
    store_options &secret_key(std::string_view key) { return set("secret_key", key); }
    store_options &token(std::string_view token) { return set("token", token); }
    store_options &profile(std::string_view name) { return set("profile", name); }
    store_options &service_account(std::string_view path) { return set("service_account", path); }
    store_options &account(std::string_view name) { return set("account", name); }
    store_options &sas(std::string_view signature) { return set("sas", signature); }
    store_options &region(std::string_view name) { return set("region", name); }
    store_options &endpoint(std::string_view url) { return set("endpoint", url); }
    store_options &requester_pays(bool pays = true) { return set("requester_pays", pays); }
    store_options &virtual_hosted(bool hosted = true) { return set("virtual_hosted", hosted); }
    store_options &allow_http(bool allowed = true) { return set("allow_http", allowed); }
    store_options &ca_certificate(std::string_view path) { return set("ca_certificate", path); }
    store_options &proxy(std::string_view url) { return set("proxy", url); }
    store_options &headers(std::initializer_list<std::pair<std::string_view, std::string_view>> headers) {
        std::string json;
        for (const auto &[name, value] : headers)
            json += (json.empty() ? "" : ", ") + detail::json_text(name) + ": " + detail::json_text(value);
        return set_json("headers", "{" + json + "}");
    }
    /// "follow", "same-host", "refuse".
    store_options &redirects(std::string_view rule) { return set("redirects", rule); }
    /// Seconds.
    store_options &connect_timeout(int seconds) { return set("connect_timeout", seconds); }
    store_options &timeout(int seconds) { return set("timeout", seconds); }
    store_options &retry_deadline(int seconds) { return set("retry_deadline", seconds); }
    store_options &deadline(int seconds) { return set("deadline", seconds); }
    store_options &retries(int times) { return set("retries", times); }
    store_options &in_flight(int requests) { return set("in_flight", requests); }
    store_options &io_threads(int threads) { return set("io_threads", threads); }
    store_options &conditional(bool conditional) { return set("conditional", conditional); }
    store_options &forbidden_is_missing(bool missing = true) { return set("forbidden_is_missing", missing); }
};

} // namespace zarr

#endif
