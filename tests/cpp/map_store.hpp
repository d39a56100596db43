// A store of one's own that has everything there is to have.
#ifndef ZARR_TESTS_MAP_STORE_HPP
#define ZARR_TESTS_MAP_STORE_HPP

#include <zarr.hpp>

#include <atomic>
#include <map>
#include <mutex>

/// Everything that a store can do, in a map.
class map_store : public zarr::custom_store {
  public:
    explicit map_store(std::atomic<int> *alive = nullptr) : alive_(alive) {
        if (alive_)
            ++*alive_;
    }
    ~map_store() override {
        if (alive_)
            --*alive_;
    }
    map_store(const map_store &) = delete;
    map_store &operator=(const map_store &) = delete;

    bool thread_safe() const override { return true; }

    bool get(std::string_view key, zarr::byte_range range, const zarr::sink &value) override {
        const std::lock_guard<std::mutex> guard(lock);
        const auto found = values.find(key);
        if (found == values.end())
            return false;
        value.write(range.of(zarr::as_bytes(found->second)));
        value.set_version(std::to_string(std::hash<std::string>()(found->second)));
        return true;
    }
    void get_partial_values(zarr::span<const zarr::request> requests) override {
        batches++;
        for (const zarr::request &request : requests)
            get(request.key, request.range, request.value);
    }
    void set(std::string_view key, zarr::span<const std::byte> value) override {
        const std::lock_guard<std::mutex> guard(lock);
        values[std::string(key)].assign(reinterpret_cast<const char *>(value.data()), value.size());
    }
    void set_partial_values(zarr::span<const zarr::part> parts) override {
        const std::lock_guard<std::mutex> guard(lock);
        for (const zarr::part &part : parts) {
            std::string &value = values[std::string(part.key)];
            const auto start = static_cast<std::size_t>(part.start);
            value.resize(std::max(value.size(), start + part.data.size()));
            std::memcpy(value.data() + start, part.data.data(), part.data.size());
        }
    }
    void erase(std::string_view key) override {
        const std::lock_guard<std::mutex> guard(lock);
        values.erase(std::string(key));
    }
    void erase_values(zarr::span<const std::string_view> keys) override {
        for (std::string_view key : keys)
            erase(key);
    }
    void erase_prefix(std::string_view prefix) override {
        const std::lock_guard<std::mutex> guard(lock);
        for (auto at = values.lower_bound(prefix); at != values.end() && at->first.compare(0, prefix.size(), prefix) == 0;)
            at = values.erase(at);
    }
    void list(const zarr::listing &listing) override { list_prefix("", listing); }
    void list_prefix(std::string_view prefix, const zarr::listing &listing) override {
        const std::lock_guard<std::mutex> guard(lock);
        for (auto at = values.lower_bound(prefix); at != values.end() && at->first.compare(0, prefix.size(), prefix) == 0; ++at)
            listing.add_key(at->first);
    }
    void list_dir(std::string_view prefix, const zarr::listing &listing) override {
        const std::lock_guard<std::mutex> guard(lock);
        for (auto at = values.lower_bound(prefix); at != values.end() && at->first.compare(0, prefix.size(), prefix) == 0; ++at) {
            const std::size_t slash = at->first.find('/', prefix.size());
            if (slash == std::string::npos)
                listing.add_key(at->first);
            else
                listing.add_prefix(at->first.substr(0, slash + 1));
        }
    }
    std::optional<std::int64_t> size(std::string_view key) override {
        const std::lock_guard<std::mutex> guard(lock);
        const auto found = values.find(key);
        return found == values.end() ? std::nullopt : std::optional<std::int64_t>(found->second.size());
    }
    bool exists(std::string_view key) override { return size(key).has_value(); }
    bool set_if(std::string_view key, std::optional<std::string_view> expected, zarr::span<const std::byte> value) override {
        const std::lock_guard<std::mutex> guard(lock);
        const auto found = values.find(key);
        if (expected ? found == values.end() || std::to_string(std::hash<std::string>()(found->second)) != *expected : found != values.end())
            return false;
        values[std::string(key)].assign(reinterpret_cast<const char *>(value.data()), value.size());
        return true;
    }
    void flush() override { flushes++; }

    std::mutex lock;
    std::map<std::string, std::string, std::less<>> values;
    std::atomic<int> flushes{0}, batches{0};

  private:
    std::atomic<int> *alive_;
};

#endif
