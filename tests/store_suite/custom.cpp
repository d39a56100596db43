// A store that is a class, through the suite of all stores, and one that does not pass.
#include "map_store.hpp"
#include "zarr_store_suite.h"

// One that is wrong in two ways: it does not know how a listing ends, and erases too much.
class wrong_store : public map_store {
  public:
    void list_prefix(std::string_view prefix, const zarr::listing &listing) override {
        map_store::list_prefix(prefix.substr(0, 1), listing);
    }
    void erase(std::string_view key) override { erase_prefix(key); }
};

static zarr_status open_new(void *wrong, int, zarr_store **store, zarr_error *error) {
    const auto made = wrong ? std::make_shared<wrong_store>() : std::make_shared<map_store>();
    // An object gives its handle back when it goes, so the suite gets one of its own: all that lies below no prefix.
    return zarr_store_wrap_prefix(zarr::store::open(made).handle(), "", nullptr, store, error);
}

// Any argument: the store that is wrong.
int main(int argc, char **argv) { return zarr_store_suite(open_new, argc > 1 ? argv : nullptr, 0, 0) != 0; }
