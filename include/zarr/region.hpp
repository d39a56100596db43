// The elements of a call, and the settings of a transfer.
#ifndef ZARR_REGION_HPP
#define ZARR_REGION_HPP

#include "memory.hpp"

#include <functional>

namespace zarr {

/// The order of the elements in a span: `c`, the last dimension is the fastest, or `f`, the first one is.
enum class order : std::int32_t { c = 'C', f = 'F' };

/// Elements of an array: every `step`-th one from `start` on, `count` of them along each dimension.
///
///     {{10, 20}, {2, 3}}                            2 rows and 3 columns from row 10, column 20 on
///     zarr::region::from({10, 0})                   from row 10 to the end; or as many as a view has
///     zarr::region().step({2, 1})                   every other row
///     zarr::region().step({-1, 1})                  all rows, from the last to the first
///
/// Each part defaults to everything: `zarr::region()` is the whole array.
class region {
  public:
    region() = default;
    region(indices start, indices count) : start_(std::move(start)), count_(std::move(count)) {}

    static region from(indices start) {
        region region;
        region.start_ = std::move(start);
        return region;
    }

    /// Set the steps, which must not be 0. A negative step goes backwards from the start, by default the end of the array.
    region &step(indices step) {
        step_ = std::move(step);
        return *this;
    }

    /// Set the order of the elements in a span; views have their own.
    region &order(zarr::order order) {
        order_ = order;
        return *this;
    }

    const std::optional<indices> &start() const { return start_; }
    const std::optional<indices> &count() const { return count_; }
    const std::optional<indices> &step() const { return step_; }
    zarr::order order() const { return order_; }

  private:
    std::optional<indices> start_, count_, step_;
    zarr::order order_ = zarr::order::c;
};

/// The conversion of a value that the other type does not have; zarr.h lists the cases.
enum class conversion : std::int32_t {
    check = ZARR_CONVERT_CHECK, ///< `status::range`, which names the element.
    clamp = ZARR_CONVERT_CLAMP, ///< It becomes the nearest number.
    wrap = ZARR_CONVERT_WRAP,   ///< It becomes its low bits.
    all = ZARR_CONVERT_ALL,     ///< As `wrap`, and once all elements are moved `status::range`.
    none = -1,                  ///< Any other type than that of the array is `status::type_mismatch`.
};

/// A callback that gets the number of steps that are done, and of all: any callable with two numbers. It runs on the calling
/// thread. If it returns false the call ends with `status::cancelled`; an exception ends the call too, and is thrown by it.
class progress {
  public:
    progress() = default;
    template <class Callable, std::enable_if_t<std::is_invocable_v<Callable &, std::int64_t, std::int64_t>, int> = 0>
    progress(Callable callable)
        : callable_([callable = std::move(callable)](std::int64_t done, std::int64_t total) mutable {
              if constexpr (std::is_void_v<std::invoke_result_t<Callable &, std::int64_t, std::int64_t>>) {
                  callable(done, total);
                  return true;
              } else {
                  return static_cast<bool>(callable(done, total));
              }
          }) {}

    explicit operator bool() const { return static_cast<bool>(callable_); }
    bool operator()(std::int64_t done, std::int64_t total) const { return callable_(done, total); }

  private:
    std::function<bool(std::int64_t, std::int64_t)> callable_;
};

/// Settings of a call: `zarr::transfer().threads(1).convert(zarr::conversion::clamp)`.
class transfer {
  public:
    /// Set the most threads of the call, the calling one included; 0: the array's setting.
    transfer &threads(int threads) {
        threads_ = threads;
        return *this;
    }
    transfer &convert(conversion conversion) {
        conversion_ = conversion;
        return *this;
    }
    /// Set a progress callback; a step is a chunk.
    transfer &on_progress(zarr::progress progress) {
        progress_ = std::move(progress);
        return *this;
    }

    int threads() const { return threads_; }
    zarr::conversion conversion() const { return conversion_; }
    const zarr::progress &progress() const { return progress_; }

  private:
    int threads_ = 0;
    zarr::conversion conversion_ = zarr::conversion::check;
    zarr::progress progress_;
};

namespace detail {

/// Passes a progress callback through C, and keeps its exception until the call has returned.
class relay {
  public:
    explicit relay(const progress &progress) : progress_(progress) {}

    zarr_progress function() const {
        if (!progress_)
            return nullptr;
        return [](void *self, std::int64_t done, std::int64_t total) -> std::int32_t {
            return static_cast<relay *>(self)->tell(done, total) ? 0 : 1;
        };
    }

    /// Make the call, and throw the exception of the callback rather than `status::cancelled`.
    template <class Function, class... Arguments>
    void call(Function callee, Arguments... arguments) {
        zarr_error error;
        const zarr_status status = callee(arguments..., &error);
        if (thrown_)
            std::rethrow_exception(thrown_);
        if (status != ZARR_OK)
            throw zarr::error(error);
    }

  private:
    bool tell(std::int64_t done, std::int64_t total) noexcept {
        try {
            return !thrown_ && progress_(done, total);
        } catch (...) {
            thrown_ = std::current_exception();
            return false;
        }
    }

    const progress &progress_;
    std::exception_ptr thrown_;
};

/// A region with all of its numbers.
struct box {
    indices start, count, step;
    zarr::order order;

    /// `shape()` is that of the array, and called only where it is needed.
    template <class Shape>
    box(const region &region, Shape &&shape) : order(region.order()) {
        if (region.step())
            step = *region.step();
        if (region.start() && region.count()) {
            start = *region.start();
            count = *region.count();
            // The library takes one rank for all of them, and would read behind the end of a shorter one.
            if (count.size() != start.size() || (region.step() && step.size() != start.size()))
                throw error(status::invalid_argument,
                            "the region has a start of " + std::to_string(start.size()) + " numbers, a count of " +
                                std::to_string(count.size()) +
                                (region.step() ? ", a step of " + std::to_string(step.size()) : std::string()));
            return;
        }
        const indices lengths = shape();
        const auto fits = [&](const std::optional<indices> &given) { return !given || given->size() == lengths.size(); };
        if (!fits(region.start()) || !fits(region.step()))
            throw error(status::invalid_argument, "the region has another number of dimensions than the array, which has " +
                                                      std::to_string(lengths.size()));
        for (std::size_t d = 0; d < lengths.size(); d++) {
            const std::int64_t by = step.empty() ? 1 : step[d];
            const std::int64_t first = region.start() ? (*region.start())[d] : by < 0 ? std::max<std::int64_t>(lengths[d] - 1, 0) : 0;
            start.push_back(first);
            // As many as there are, rounded up; a step of 0 is left to the library to refuse.
            const std::int64_t most = std::numeric_limits<std::int64_t>::max();
            const std::int64_t left = lengths[d] == 0 ? 0 : by < 0 ? first + 1 : lengths[d] - first;
            const std::int64_t stride = by == 0 ? 1 : by > 0 ? by : by == std::numeric_limits<std::int64_t>::min() ? most : -by;
            count.push_back(left <= 0 ? 0 : (left - 1) / stride + 1);
        }
    }

    zarr_region raw() const {
        zarr_region raw = ZARR_REGION_INIT;
        raw.ndim = rank(start);
        raw.order = static_cast<std::int32_t>(order);
        raw.start = start.data();
        raw.count = count.data();
        raw.step = step.empty() ? nullptr : step.data();
        return raw;
    }
};

} // namespace detail
} // namespace zarr

#endif
