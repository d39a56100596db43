// Queued writes and reads: futures, failures, moved queues.
#include "check.hpp"

#include <csignal>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

zarr::array matrix(const zarr::store &store, const std::string &path) {
    return store.create_array(path, zarr::array_options::of<int>({8, 10}).chunk_shape({3, 4}));
}

} // namespace

TEST(queued_writes_are_read_in_their_order) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    const zarr::queue queue = zarr::queue::make(R"({"threads": 2, "bytes": 100000})");
    std::vector<int> values = check::counting<int>(80);
    queue.write(array, {}, values);
    std::future<std::vector<int>> first = queue.read<int>(array, {{2, 3}, {2, 2}});
    queue.write(array, {{2, 3}, {1, 2}}, std::vector<int>{-1, -2}).get();
    std::future<std::vector<int>> second = queue.read<int>(array, {{2, 3}, {2, 2}});
    CHECK(first.get() == std::vector<int>{23, 24, 33, 34});
    CHECK(second.get() == std::vector<int>{-1, -2, 33, 34});
    std::vector<int> all(80);
    const std::int64_t ticket = queue.read_into<int>(array, {}, all);
    queue.wait(ticket);
    CHECK(queue.is_done(ticket));
    values[23] = -1;
    values[24] = -2;
    CHECK(all == values);
    queue.wait();
    CHECK(queue.pending().operations == 0 && queue.pending().bytes == 0);
}

TEST(what_fails_in_a_queue_is_thrown_where_it_belongs) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    const zarr::queue queue = zarr::queue::make();
    const std::vector<int> values(80);
    FAILS(out_of_bounds, queue.write(array, {{8, 0}, {1, 1}}, std::vector<int>(1)));
    FAILS(buffer_size, queue.write(array, {{0, 0}, {1, 1}}, values));
    FAILS(type_mismatch, queue.write(array, {{0, 0}, {1, 1}}, std::vector<double>(1)));
    FAILS(type_mismatch, queue.read<float>(array));
    FAILS(unsupported, queue.write(array, zarr::region().step({2, 1}), values));
    FAILS(invalid_argument, queue.wait(1));
    FAILS(invalid_argument, queue.cancel(1));
    FAILS(invalid_argument, zarr::queue::make("{\"none\": 1}"));
    FAILS(invalid_handle, zarr::queue().write(array, {}, values));
    CHECK(!queue.is_done(1));
    queue.cancel();
    queue.wait();
}

/* A program with many operations queued would not know which one to repeat, nor which chunk is damaged. */
TEST(a_failure_has_the_ticket_of_its_operation) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    const zarr::queue queue = zarr::queue::make();
    std::vector<int> values(80);
    store.set("a/c/1/2", "short");
    const std::int64_t ticket = queue.read_into<int>(array, {}, values);
    try {
        queue.wait(ticket);
        CHECK(!"a damaged chunk was read");
    } catch (const zarr::error &failure) {
        CHECK(failure.status() == zarr::status::data && failure.ticket() == ticket);
        CHECK(std::string(failure.what()).find("chunk [1, 2]") != std::string::npos);
    }
    try {
        array.read_into({}, zarr::span<int>(values));
        CHECK(!"a damaged chunk was read");
    } catch (const zarr::error &failure) {
        CHECK(failure.ticket() == -1);
    }
}

TEST(a_queue_that_goes_has_done_all) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    {
        zarr::queue first = zarr::queue::make();
        const zarr::queue moved = std::move(first);
        moved.write(array, {}, check::counting<int>(80));
    }
    CHECK(array.read<int>() == check::counting<int>(80));
}

// A future that never gets ready, or has another status, is a reader that waits for ever, or repeats what can't succeed.
TEST(a_future_throws_the_status_of_its_operation) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    std::future<std::vector<int>> read;
    std::future<void> written, outside;
    std::promise<void> open;
    std::shared_future<void> gate = open.get_future().share();
    const int one = 1;
    {
        const zarr::queue queue = zarr::queue::make(R"({"threads": 1})");
        const std::int64_t start[] = {0, 0}, count[] = {1, 1};
        const auto pass = [](void *at, std::int64_t, zarr_status, const char *) { static_cast<std::shared_future<void> *>(at)->wait(); };
        CHECK(zarr_queue_write_region_then(queue.handle(), array.handle(), 2, start, count, &one, sizeof one, pass, &gate, nullptr, nullptr) ==
              ZARR_OK);
        read = queue.read<int>(array, {{0, 0}, {2, 2}});
        written = queue.write(array, {{0, 0}, {1, 1}}, std::vector<int>{2});
        queue.cancel();
        outside = queue.write(array, {{0, 0}, {8, 1}}, std::vector<int>(8));
        array.resize({4, 10});
        open.set_value();
    }
    FAILS(cancelled, read.get());
    FAILS(cancelled, written.get());
    FAILS(out_of_bounds, outside.get());
}

// The threads that make futures ready are not in a child of fork: a child that asks one would never go on.
TEST(a_future_of_the_parent_throws_in_a_child) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a");
    std::promise<void> open;
    std::shared_future<void> gate = open.get_future().share();
    zarr::queue queue = zarr::queue::make(R"({"threads": 1})");
    const auto pass = [](void *at, std::int64_t, zarr_status status, const char *) {
        if (status == ZARR_OK)
            static_cast<std::shared_future<void> *>(at)->wait();
    };
    const std::vector<int> values = check::counting<int>(80);
    CHECK(zarr_queue_write_region_then(queue.handle(), array.handle(), 2, nullptr, nullptr, values.data(), 320, pass, &gate, nullptr, nullptr) ==
          ZARR_OK);
    std::future<std::vector<int>> read = queue.read<int>(array);
    std::future<void> written = queue.write(array, {}, std::vector<int>(80, 7));
    const pid_t child = fork();
    if (child == 0) {
        alarm(60);
        { const zarr::queue gone = std::move(queue); }
        const auto conflicts = [](auto &future) {
            try {
                future.get();
            } catch (const zarr::error &error) {
                return error.status() == zarr::status::conflict;
            }
            return false;
        };
        if (conflicts(read) && conflicts(written))
            kill(getpid(), SIGKILL); // an exit would end what is the parent's
        _exit(1);
    }
    int status = -1;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    open.set_value();
    CHECK(read.get() == values);
    written.get();
    CHECK(array.read<int>() == std::vector<int>(80, 7));
}

// A program repeats a call that has queued nothing with the vector that it passed: without its elements they are lost.
TEST(a_call_that_throws_leaves_the_elements_with_its_caller) {
    const zarr::store store = check::memory();
    const zarr::array array = matrix(store, "a"), shorter = matrix(store, "shorter");
    const std::vector<int> values = check::counting<int>(80), zeros(80);
    std::vector<int> moved = values;
    std::vector<double> others(80, 1.5);
    const zarr::queue queue = zarr::queue::make(R"({"threads": 1})");
    FAILS(out_of_bounds, queue.write(array, {{8, 0}, {1, 1}}, std::move(moved)));
    FAILS(buffer_size, queue.write(array, {{0, 0}, {1, 1}}, std::move(moved)));
    FAILS(unsupported, queue.write(array, zarr::region().step({2, 1}), std::move(moved)));
    FAILS(type_mismatch, queue.write(array, {}, std::move(others)));
    FAILS(invalid_handle, zarr::queue().write(array, {}, std::move(moved)));
    FAILS(invalid_handle, queue.write(zarr::array(), {}, std::move(moved)));
    CHECK(moved == values && others == std::vector<double>(80, 1.5));

    std::promise<void> open;
    std::shared_future<void> gate = open.get_future().share();
    const auto pass = [](void *at, std::int64_t, zarr_status, const char *) { static_cast<std::shared_future<void> *>(at)->wait(); };
    const zarr::queue full = zarr::queue::make(R"({"threads": 1, "bytes": 100, "full": "refuse"})");
    for (const zarr::queue *one : {&queue, &full})
        CHECK(zarr_queue_write_region_then(one->handle(), array.handle(), 2, nullptr, nullptr, zeros.data(), 320, pass, &gate, nullptr, nullptr) ==
              ZARR_OK);
    FAILS(limit, full.write(array, {}, std::move(moved)));
    CHECK(moved == values);
    // The failure of an earlier step, which was queued before its array became shorter.
    queue.write(shorter, {}, values);
    shorter.resize({4, 10});
    open.set_value();
    full.wait();
    while (queue.pending().operations)
        std::this_thread::yield();
    FAILS(out_of_bounds, queue.write(array, {}, std::move(moved)));
    CHECK(moved == values);
    queue.write(array, {}, std::move(moved)).get();
    CHECK(array.read<int>() == values);
}
