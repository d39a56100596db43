// Queues: threads of the library write and read while the program goes on.
#ifndef ZARR_QUEUE_HPP
#define ZARR_QUEUE_HPP

#include "array.hpp"

#include <future>

namespace zarr {

namespace detail {

/// The elements of an operation, and the promise of its result.
template <class T, class Result>
struct passage {
    std::vector<T> values;
    std::promise<Result> promise;

    static void end(void *self, std::int64_t, zarr_status status, const char *message) {
        const std::unique_ptr<passage> kept(static_cast<passage *>(self));
        if (status != ZARR_OK)
            kept->promise.set_exception(std::make_exception_ptr(error(static_cast<zarr::status>(status), message)));
        else if constexpr (std::is_void_v<Result>)
            kept->promise.set_value();
        else
            kept->promise.set_value(std::move(kept->values));
    }
};

} // namespace detail

/// The unfinished operations of a queue, and the bytes of memory that they hold.
struct pending {
    std::int64_t operations, bytes;
};

/// A queue of writes and reads; zarr.h describes their order, and how failures are reported.
///
///     zarr::queue queue = zarr::queue::make(R"({"threads": 2})");
///     queue.write(temperature, {{step, 0, 0}, {1, 180, 360}}, field);      // copies, and returns at once
///     std::future<std::vector<float>> next = queue.read<float>(input, {{step + 1, 0, 0}, {1, 180, 360}});
///     queue.wait();                                                        // everything is stored, or this throws
///
/// Elements are of exactly the type of the array, contiguous in C order. The destructor waits; only futures report failures
/// then. In a child of `fork`, the first call that queues or waits, or the destructor, makes the futures of the parent's operations
/// throw `status::conflict`.
class queue {
  public:
    queue() = default;
    /// Owns a handle of zarr.h, and frees it in the destructor.
    explicit queue(zarr_queue *handle) noexcept : handle_(handle) {}
    static queue make(const std::string &options_json = {}) {
        return queue(detail::obtain<zarr_queue *>(zarr_queue_new, detail::c_text_or_null(options_json)));
    }
    zarr_queue *handle() const noexcept { return handle_.get(); }

    /// Queue a write of a copy of the elements. The next call, or `wait`, throws a later failure.
    template <class Memory>
    void write(const array &array, const region &region, const Memory &memory) const {
        if constexpr (detail::is_memory<const Memory>()) {
            const detail::box box = box_of<detail::held_t<const Memory>>(array, region);
            const detail::packed<const Memory> packed(memory, [&] { return box.count; });
            detail::call(zarr_queue_write_region, handle(), static_cast<const zarr_array *>(array.handle()), detail::rank(box.start), box.start.data(),
                         box.count.data(), static_cast<const void *>(packed.values().data()), packed.values().size_bytes(),
                         static_cast<std::int64_t *>(nullptr));
        }
    }

    /// Queue a write of elements that are moved in, without a copy. The future reports the result. A call that throws has queued nothing,
    /// and leaves the elements in `values`.
    template <class T>
    std::future<void> write(const array &array, const region &region, std::vector<T> &&values) const {
        auto kept = std::make_unique<detail::passage<T, void>>();
        std::future<void> future = kept->promise.get_future();
        const detail::box box = box_of<T>(array, region);
        kept->values = std::move(values);
        try {
            detail::call(zarr_queue_write_region_then, handle(), static_cast<const zarr_array *>(array.handle()), detail::rank(box.start),
                         box.start.data(), box.count.data(), static_cast<const void *>(kept->values.data()), kept->values.size() * sizeof(T),
                         &detail::passage<T, void>::end, static_cast<void *>(kept.get()), static_cast<std::int64_t *>(nullptr));
        } catch (...) {
            values = std::move(kept->values);
            throw;
        }
        kept.release();
        return future;
    }

    /// Queue a read of a region. The future has the elements.
    template <class T>
    std::future<std::vector<T>> read(const array &array, const region &region = {}) const {
        auto kept = std::make_unique<detail::passage<T, std::vector<T>>>();
        std::future<std::vector<T>> future = kept->promise.get_future();
        const detail::box box = box_of<T>(array, region);
        kept->values.resize(detail::elements(box.count));
        detail::call(zarr_queue_read_region_then, handle(), static_cast<const zarr_array *>(array.handle()), detail::rank(box.start), box.start.data(),
                     box.count.data(), static_cast<void *>(kept->values.data()), kept->values.size() * sizeof(T),
                     &detail::passage<T, std::vector<T>>::end, static_cast<void *>(kept.get()), static_cast<std::int64_t *>(nullptr));
        kept.release();
        return future;
    }

    /// Queue a read into memory of the caller, which must stay valid and unused until `wait` of the ticket. Returns the ticket.
    template <class T>
    std::int64_t read_into(const array &array, const region &region, span<T> memory) const {
        const detail::box box = box_of<T>(array, region);
        return detail::obtain<std::int64_t>(zarr_queue_read_region, handle(), static_cast<const zarr_array *>(array.handle()), detail::rank(box.start),
                                            box.start.data(), box.count.data(), static_cast<void *>(memory.data()), memory.size_bytes());
    }

    /// Wait for an operation and throw its failure; -1: for all, and throw the first unreported failure.
    void wait(std::int64_t ticket = -1) const { detail::call(zarr_queue_wait, handle(), ticket); }
    void cancel(std::int64_t ticket = -1) const { detail::call(zarr_queue_cancel, handle(), ticket); }
    bool is_done(std::int64_t ticket) const noexcept { return zarr_queue_is_done(handle(), ticket) == 1; }
    zarr::pending pending() const {
        zarr::pending pending{};
        detail::call(zarr_queue_pending, static_cast<const zarr_queue *>(handle()), &pending.operations, &pending.bytes);
        return pending;
    }

  private:
    template <class Held>
    static detail::box box_of(const array &array, const region &region) {
        array.same_type<std::remove_const_t<Held>>();
        detail::box box(region, [&] { return array.shape(); });
        if (!box.step.empty() || box.order != order::c)
            throw error(status::unsupported, "a queue has neither steps nor other orders than C");
        return box;
    }

    detail::owner<zarr_queue, zarr_queue_free> handle_;
};

} // namespace zarr

#endif
