// A walk over nodes with their arrays open: the fastest way to read the properties of many arrays.
#ifndef ZARR_VISIT_HPP
#define ZARR_VISIT_HPP

#include "store.hpp"

namespace zarr {

/// A node on a walk, valid until the visitor returns.
struct visited {
    std::string_view path; ///< From the root of the store on.
    node_kind kind;
    const zarr::array *array;   ///< Open, if it is one; else null.
    const zarr::error *problem; ///< Why the document can't be followed, where the kind is `none`; else null.
};

/// A callback that gets one node after the other: any callable with a `const visited &`. It runs on the calling thread. If it
/// returns false the walk ends with `status::cancelled`; an exception ends the walk too, and is thrown by it.
template <class Visitor>
void store::visit(const std::string &path, Visitor &&visitor, int depth, const std::string &options_json) const {
    struct walk {
        std::remove_reference_t<Visitor> &visitor;
        std::exception_ptr thrown;

        bool show(const visited &node) {
            if constexpr (std::is_void_v<std::invoke_result_t<Visitor &, const visited &>>) {
                visitor(node);
                return true;
            } else {
                return static_cast<bool>(visitor(node));
            }
        }
        bool show_raw(const char *node_path, std::int32_t kind, const zarr_array *raw, const zarr_error *raw_problem) noexcept {
            zarr::array opened(const_cast<zarr_array *>(raw));
            bool go_on = false;
            try {
                std::optional<zarr::error> problem;
                if (raw_problem)
                    problem.emplace(*raw_problem);
                go_on = show({node_path, static_cast<node_kind>(kind), raw ? &opened : nullptr, problem ? &*problem : nullptr});
            } catch (...) {
                thrown = std::current_exception();
            }
            // It is the library's own.
            opened.release();
            return go_on;
        }
    } state{visitor, nullptr};
    const zarr_visitor function = [](void *self, const char *node_path, std::int32_t kind, const zarr_array *opened,
                                     const zarr_error *problem) -> std::int32_t {
        return static_cast<walk *>(self)->show_raw(node_path, kind, opened, problem) ? 0 : 1;
    };
    zarr_error failure;
    const zarr_status result = zarr_node_visit(handle(), detail::c_text(path), depth, detail::c_text_or_null(options_json), function, &state, &failure);
    if (state.thrown)
        std::rethrow_exception(state.thrown);
    if (result != ZARR_OK)
        throw zarr::error(failure);
}

} // namespace zarr

#endif
