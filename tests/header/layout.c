/*
 * The public structs lie in memory as abi/layout.h says, for C (and C++) as for Rust (tests/ffi/layout.rs). Checked while it compiles:
 * a negative array size is an error.
 */
#include <stddef.h>
#include <zarr.h>

#define LAYOUT_STRUCT(type, size, alignment)                                                            \
    struct type##_aligned {                                                                           \
        char first;                                                                                   \
        type second;                                                                                  \
    };                                                                                                \
    typedef char type##_has_the_size[sizeof(type) == (size) ? 1 : -1];                                \
    typedef char type##_has_the_alignment[offsetof(struct type##_aligned, second) == (alignment) ? 1 : -1];
#define LAYOUT_MEMBER(type, member, offset, size)                                                       \
    typedef char type##_##member##_has_the_place[offsetof(type, member) == (offset) ? 1 : -1];        \
    typedef char type##_##member##_has_the_size[sizeof(((type *)0)->member) == (size) ? 1 : -1];

#if UINTPTR_MAX > 0xffffffffu
#include "../../abi/layout.h"
#endif

extern const int zarr_layout_is_checked;
