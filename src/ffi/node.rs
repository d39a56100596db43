//! Nodes of either kind.
//!
//! # In the header
//! Nodes
//!
//! A node is an array, or a group, which holds other nodes. Its path is UTF-8: "a/b" is the node b in the group a,
//! the same as "/a/b"; "" and "/" are the root. A path with an empty segment, "." or ".." is
//! `ZARR_ERROR_INVALID_ARGUMENT`.

use super::args::{Out, Place, text};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::hierarchy::NodeKind;
use std::ffi::c_char;

/// There is no node at the path.
pub const ZARR_NODE_NONE: i32 = 0;
/// An array.
pub const ZARR_NODE_ARRAY: i32 = 1;
/// A group with a document of its own.
pub const ZARR_NODE_GROUP: i32 = 2;
/// A group that is there only because nodes lie below it.
pub const ZARR_NODE_IMPLICIT_GROUP: i32 = 3;

/// Sets `*kind` to one of `ZARR_NODE_...`. That there is no node is no failure.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_kind(
    store: *const zarr_store,
    path: *const c_char,
    kind: *mut i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Place::new(kind, "kind")?;
            let hierarchy = handle::get(store)?;
            place.put(match hierarchy.node_kind(text(path, "path")?)? {
                None => ZARR_NODE_NONE,
                Some(NodeKind::Array) => ZARR_NODE_ARRAY,
                Some(NodeKind::Group) => ZARR_NODE_GROUP,
                Some(NodeKind::ImplicitGroup) => ZARR_NODE_IMPLICIT_GROUP,
            });
            Ok(())
        })
    }
}

/// Lists the names of the nodes directly in a group, sorted by bytes. `ZARR_ERROR_NODE_TYPE`: the path leads to an
/// array. The caller frees the names with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_children(
    store: *const zarr_store,
    path: *const c_char,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(names, "names")?;
            let hierarchy = handle::get(store)?;
            place.put(Strings::from_texts(&hierarchy.children(text(path, "path")?)?)?)
        })
    }
}

/// Erases a node, with everything that lies below it. `ZARR_ERROR_NOT_FOUND`: there is no node, and nothing was
/// erased; so a mistyped path never empties a directory that holds something else.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_erase(
    store: *const zarr_store,
    path: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || handle::get(store)?.erase(text(path, "path")?)) }
}
