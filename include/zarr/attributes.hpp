// Attributes of an array or a group, by name and type.
#ifndef ZARR_ATTRIBUTES_HPP
#define ZARR_ATTRIBUTES_HPP

#include "memory.hpp"
#include "results.hpp"

#include <initializer_list>
#include <optional>

namespace zarr {

/// The type of an attribute's value.
enum class attribute_kind : std::int32_t {
    none = ZARR_ATTRIBUTE_NONE,
    null = ZARR_ATTRIBUTE_NULL,
    boolean = ZARR_ATTRIBUTE_BOOL,
    integer = ZARR_ATTRIBUTE_INTEGER,
    number = ZARR_ATTRIBUTE_NUMBER,
    string = ZARR_ATTRIBUTE_STRING,
    integers = ZARR_ATTRIBUTE_INTEGERS,
    numbers = ZARR_ATTRIBUTE_NUMBERS,
    strings = ZARR_ATTRIBUTE_STRINGS,
    list = ZARR_ATTRIBUTE_LIST,
    object = ZARR_ATTRIBUTE_OBJECT,
};

namespace detail {

template <class T>
inline constexpr bool always_false = false;

/// Gets and sets each type of C++ as an attribute.
template <class T, class Enable = void>
struct attribute;

} // namespace detail

/// The attributes of a node, valid as long as its array or group. Types are bool, integers, floating point, std::string, and
/// vectors of integers, of floating point and of std::string; other values are JSON.
class attributes {
  public:
    explicit attributes(const void *node) : node_(node) {}

    /// Get a value. Throws `status::not_found`, or `status::type_mismatch` for a value of another kind.
    template <class T>
    T get(const std::string &name) const {
        return detail::attribute<T>::get(node_, detail::c_text(name));
    }

    /// Get a value, or nothing if there is no attribute of this name.
    template <class T>
    std::optional<T> find(const std::string &name) const {
        return contains(name) ? std::optional<T>(get<T>(name)) : std::nullopt;
    }

    /// Set an attribute, or add it behind the others.
    template <class T>
    void set(const std::string &name, const T &value) const {
        using stored = std::conditional_t<detail::is_text<T>, std::string, T>;
        detail::attribute<stored>::set(node_, detail::c_text(name), value);
    }
    template <class T>
    void set(const std::string &name, std::initializer_list<T> values) const {
        using stored = std::conditional_t<detail::is_text<T>, std::string, T>;
        set(name, std::vector<stored>(values.begin(), values.end()));
    }

    /// Get or set a value of any kind, as JSON.
    std::string get_json(const std::string &name) const {
        return detail::obtain_text(zarr_attribute_get_json, node_, detail::c_text(name));
    }
    void set_json(const std::string &name, const std::string &json) const {
        detail::call(zarr_attribute_set_json, node_, detail::c_text(name), detail::c_text(json));
    }
    /// Set a value that is still `old_json` in the store, or take it away; nothing: where there is none.
    void replace_json(const std::string &name, const std::optional<std::string> &old_json,
                      const std::optional<std::string> &json) const {
        detail::call(zarr_attribute_replace_json, node_, detail::c_text(name),
                     old_json ? detail::c_text(*old_json) : nullptr, json ? detail::c_text(*json) : nullptr);
    }
    /// Replace all attributes, JSON objects both, that are still `old_json` in the store.
    void replace_all(const std::string &old_json, const std::string &json) const {
        detail::call(zarr_attribute_replace_all, node_, detail::c_text(old_json), detail::c_text(json));
    }
    void erase(const std::string &name) const { detail::call(zarr_attribute_erase, node_, detail::c_text(name)); }

    strings names() const { return detail::obtain_strings(zarr_attribute_names, node_); }
    bool contains(const std::string &name) const { return kind(name) != attribute_kind::none; }
    attribute_kind kind(const std::string &name) const { return look(name).first; }
    /// The elements of a list or the members of an object, 1 for other values, 0 for none.
    std::size_t count(const std::string &name) const { return look(name).second; }

  private:
    std::pair<attribute_kind, std::size_t> look(const std::string &name) const {
        std::int32_t kind = 0;
        std::size_t count = 0;
        detail::call(zarr_attribute_kind, node_, detail::c_text(name), &kind, &count);
        return {static_cast<attribute_kind>(kind), count};
    }

    const void *node_;
};

namespace detail {

inline std::size_t attribute_count(const void *node, const char *name) {
    std::int32_t kind = 0;
    std::size_t count = 0;
    call(zarr_attribute_kind, node, name, &kind, &count);
    return count;
}

template <>
struct attribute<bool> {
    static bool get(const void *node, const char *name) { return obtain<std::int32_t>(zarr_attribute_get_bool, node, name) != 0; }
    static void set(const void *node, const char *name, bool value) { call(zarr_attribute_set_bool, node, name, std::int32_t{value}); }
};

template <class T>
struct attribute<T, std::enable_if_t<is_integer<T>>> {
    static T get(const void *node, const char *name) {
        // The widest of its kind, which the library checks; then it has to fit.
        if constexpr (std::is_signed_v<T>)
            return narrowed(name, obtain<std::int64_t>(zarr_attribute_get_int64, node, name));
        else
            return narrowed(name, obtain<std::uint64_t>(zarr_attribute_get_uint64, node, name));
    }
    static void set(const void *node, const char *name, T value) {
        if constexpr (std::is_signed_v<T>)
            call(zarr_attribute_set_int64, node, name, std::int64_t{value});
        else
            call(zarr_attribute_set_uint64, node, name, std::uint64_t{value});
    }
    template <class Wide>
    static T narrowed(const char *name, Wide value) {
        const T result = static_cast<T>(value);
        if (static_cast<Wide>(result) != value)
            throw error(status::range, "attribute \"" + std::string(name) + "\": " + std::to_string(value) + " does not fit an integer of " +
                                           std::to_string(8 * sizeof(T)) + " bits");
        return result;
    }
};

template <class T>
struct attribute<T, std::enable_if_t<std::is_floating_point_v<T>>> {
    static T get(const void *node, const char *name) { return static_cast<T>(obtain<double>(zarr_attribute_get_double, node, name)); }
    static void set(const void *node, const char *name, T value) {
        call(zarr_attribute_set_double, node, name, static_cast<double>(value));
    }
};

template <>
struct attribute<std::string> {
    static std::string get(const void *node, const char *name) { return obtain_text(zarr_attribute_get_string, node, name); }
    static void set(const void *node, const char *name, const std::string &value) {
        call(zarr_attribute_set_string, node, name, c_text(value));
    }
};

template <class T>
struct attribute<std::vector<T>> {
    static constexpr bool integers = is_integer<T> && (std::is_signed_v<T> || sizeof(T) < sizeof(std::int64_t));
    static_assert(integers || std::is_floating_point_v<T>, "lists are of signed integers, floating point or std::string; others are JSON");
    using wide = std::conditional_t<integers, std::int64_t, double>;

    static std::vector<T> get(const void *node, const char *name) {
        std::vector<wide> values(attribute_count(node, name));
        if constexpr (integers)
            call(zarr_attribute_get_int64s, node, name, values.size(), values.data());
        else
            call(zarr_attribute_get_doubles, node, name, values.size(), values.data());
        std::vector<T> result;
        result.reserve(values.size());
        for (wide value : values) {
            if constexpr (integers)
                result.push_back(attribute<T>::narrowed(name, value));
            else
                result.push_back(static_cast<T>(value));
        }
        return result;
    }
    static void set(const void *node, const char *name, const std::vector<T> &list) {
        const std::vector<wide> values(list.begin(), list.end());
        if constexpr (integers)
            call(zarr_attribute_set_int64s, node, name, values.size(), static_cast<const wide *>(values.data()));
        else
            call(zarr_attribute_set_doubles, node, name, values.size(), static_cast<const wide *>(values.data()));
    }
};

template <>
struct attribute<std::vector<std::string>> {
    static std::vector<std::string> get(const void *node, const char *name) {
        return obtain_strings(zarr_attribute_get_strings, node, name).to_vector();
    }
    static void set(const void *node, const char *name, const std::vector<std::string> &list) {
        std::vector<const char *> texts;
        for (const std::string &text : list)
            texts.push_back(c_text(text));
        call(zarr_attribute_set_strings, node, name, texts.size(), static_cast<const char *const *>(texts.data()));
    }
};

} // namespace detail
} // namespace zarr

#endif
