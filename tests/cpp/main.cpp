// Runs all cases, or those whose names are given.
#include "check.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace check {
namespace {

struct entry {
    const char *name;
    void (*body)();
};

std::vector<entry> &entries() {
    static std::vector<entry> all;
    return all;
}

std::mutex lock;
unsigned long checks, failures;

} // namespace

test::test(const char *name, void (*body)()) { entries().push_back({name, body}); }

void that(bool good, const char *file, int line, const char *text) {
    const std::lock_guard<std::mutex> guard(lock);
    checks++;
    if (!good) {
        failures++;
        std::fprintf(stderr, "FAILED %s:%d: %s\n", std::filesystem::path(file).filename().string().c_str(), line, text);
    }
}

scratch::scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "zarr-cpp-test-XXXXXX").string();
    if (!mkdtemp(name.data()))
        throw std::system_error(errno, std::generic_category(), name);
    path_ = name;
}

scratch::~scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

} // namespace check

int main(int argc, char **argv) {
    for (const check::entry &entry : check::entries()) {
        if (argc > 1 && std::none_of(argv + 1, argv + argc, [&](std::string_view name) { return name == entry.name; }))
            continue;
        try {
            entry.body();
        } catch (const std::exception &thrown) {
            check::that(false, entry.name, 0, thrown.what());
        }
    }
    std::printf("C++ %ld: %zu cases, %lu checks, %lu failed\n", static_cast<long>(__cplusplus), check::entries().size(), check::checks, check::failures);
    return check::failures == 0 && check::checks > 0 ? 0 : 1;
}
