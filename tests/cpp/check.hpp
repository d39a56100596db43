// Shared by the C++ tests: cases that register themselves, and checks that hold in every build, so that they never go through
// <cassert>. A failed check says where it stands, is counted, and the program goes on.
#ifndef ZARR_TESTS_CHECK_HPP
#define ZARR_TESTS_CHECK_HPP

#include <zarr.hpp>

#include <filesystem>

namespace check {

/// Registers a case, which `main` runs.
struct test {
    test(const char *name, void (*body)());
};

void that(bool good, const char *file, int line, const char *text);

/// The body has to throw a zarr::error of this status, with a text that is one line and says something.
template <class Body>
void fails(zarr::status wanted, Body &&body, const char *file, int line, const char *text) {
    try {
        body();
    } catch (const zarr::error &error) {
        const std::string message = error.what();
        if (error.status() != wanted)
            that(false, file, line, (std::string(text) + ": gave " + error.name() + ": " + message).c_str());
        that(error.status() == wanted && !message.empty() && message.find('\n') == std::string::npos, file, line, text);
        return;
    }
    that(false, file, line, (std::string(text) + ": succeeded").c_str());
}

/// A folder that goes with everything in it.
class scratch {
  public:
    scratch();
    ~scratch();
    scratch(const scratch &) = delete;
    scratch &operator=(const scratch &) = delete;
    std::string path(const char *name) const { return (path_ / name).string(); }

  private:
    std::filesystem::path path_;
};

/// A new store in memory.
inline zarr::store memory() { return zarr::store::open("memory://"); }

/// 0, 1, 2, ...
template <class T>
std::vector<T> counting(std::size_t size) {
    std::vector<T> values(size);
    for (std::size_t i = 0; i < size; i++)
        values[i] = static_cast<T>(i);
    return values;
}

} // namespace check

#define TEST(name)                                  \
    static void test_##name();                      \
    static const check::test case_##name(#name, test_##name); \
    static void test_##name()
#define CHECK(...) check::that(static_cast<bool>(__VA_ARGS__), __FILE__, __LINE__, #__VA_ARGS__)
#define FAILS(wanted, ...) check::fails(zarr::status::wanted, [&] { static_cast<void>(__VA_ARGS__); }, __FILE__, __LINE__, #__VA_ARGS__)

#endif
