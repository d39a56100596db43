//! Nodes of either kind.
//!
//! # In the header
//! Nodes
//!
//! A node is an array, or a group, which holds other nodes. Its path is UTF-8: "a/b" is the node b in the group a,
//! the same as "/a/b"; "" and "/" are the root. A path with an empty segment, "." or ".." is
//! `ZARR_ERROR_INVALID_ARGUMENT`.

use super::args::{self, Out, Place, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::hierarchy::NodeKind;
use std::ffi::{c_char, c_void};

/// There is no node at the path.
pub const ZARR_NODE_NONE: i32 = 0;
/// An array.
pub const ZARR_NODE_ARRAY: i32 = 1;
/// A group with a document of its own.
pub const ZARR_NODE_GROUP: i32 = 2;
/// A group that is there only because nodes lie below it.
pub const ZARR_NODE_IMPLICIT_GROUP: i32 = 3;

/// Sets `*kind` to one of `ZARR_NODE_...`: whether there is a node, and which. That there is none is no failure.
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
            place.put(code(hierarchy.node_kind(text(path, "path")?)?));
            Ok(())
        })
    }
}

pub(super) fn code(kind: Option<NodeKind>) -> i32 {
    match kind {
        None => ZARR_NODE_NONE,
        Some(NodeKind::Array) => ZARR_NODE_ARRAY,
        Some(NodeKind::Group) => ZARR_NODE_GROUP,
        Some(NodeKind::ImplicitGroup) => ZARR_NODE_IMPLICIT_GROUP,
    }
}

/// Lists the names of the nodes directly in a group, sorted by bytes; `zarr_node_walk` with a depth of 1 tells their
/// kinds as well. In v2 and final v3 a folder without a document is no node, and what lies in it is not listed, though
/// its paths can be opened, and copies take it along. `ZARR_ERROR_NODE_TYPE`: the path leads to an array. The caller
/// frees the names with `zarr_strings_free`.
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

/// Lists the nodes below a group with their kinds, in one call: each group before what it holds, siblings sorted by
/// bytes.
///
/// The depth is how far down to go: 1 for the children alone, -1 for everything. The paths begin at the root of the
/// store. The kinds are one byte each, `ZARR_NODE_...`, in the order of the paths; `ZARR_NODE_NONE` stands for a
/// node whose document can't be read, which opening it explains. In the drafts of v3 keys tell the kinds: one
/// listing answers for all nodes, and no document is read. The caller frees the paths with `zarr_strings_free` and
/// the kinds with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_walk(
    store: *const zarr_store,
    path: *const c_char,
    depth: i32,
    paths: *mut *mut zarr_strings,
    kinds: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_node_walk_watched(store, path, depth, None, std::ptr::null_mut(), paths, kinds, error) }
}

/// Walks as `zarr_node_walk` does, and tells how far it is: a step is a node, and the total is how many nodes there may
/// be as far as was seen, which changes on the way. Ended, it gives no nodes. `progress` may be NULL.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_walk_watched(
    store: *const zarr_store,
    path: *const c_char,
    depth: i32,
    progress: zarr_progress,
    user_data: *mut c_void,
    paths: *mut *mut zarr_strings,
    kinds: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (paths, kinds) = (Out::new(paths, "paths"), Out::new(kinds, "kinds"));
            let (paths, kinds) = (paths?, kinds?);
            let hierarchy = handle::get(store)?;
            let told = Told { progress, user_data };
            let (path, depth) = (text(path, "path")?, args::depth(depth)?);
            let nodes = hierarchy.walk_watched(path, depth, &move |done, total| told.tell(done, total))?;
            let codes: Vec<u8> = nodes.iter().map(|node| code(node.kind) as u8).collect();
            let found: Vec<String> = nodes.into_iter().map(|node| node.path).collect();
            let (found, codes) = (Strings::from_texts(&found)?, terminated(codes)?);
            let first = handle::new::<zarr_strings>(found)?;
            let second = handle::new::<zarr_bytes>(codes).inspect_err(|_| drop(handle::free(first)))?;
            paths.place(first);
            kinds.place(second);
            Ok(())
        })
    }
}

/// Writes a copy of all documents below a group into the group (consolidated metadata: v2 and final v3), so that
/// stores that are slow, or can't list, are opened by one request. Later changes through this library take the copy
/// away again. `ZARR_ERROR_UNSUPPORTED`: the format has no such copies.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_consolidate(
    store: *const zarr_store,
    path: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || handle::get(store)?.consolidate(text(path, "path")?)) }
}

/// Told how many of how many steps are done, where a step is a chunk; anything but 0 ends the work with
/// `ZARR_ERROR_CANCELLED`. Called on the thread that called the library, at the beginning and at the end as well.
pub type zarr_progress = Option<unsafe extern "C" fn(user_data: *mut c_void, done: i64, total: i64) -> i32>;

/// Copies a node, with everything below it, to a path of the same or another store where there is no node yet.
///
/// The format is one of `ZARR_FORMAT_...`, or `ZARR_FORMAT_DEFAULT` for that of the target. Chunks are copied as
/// they are stored, without decoding; only the documents are spelled anew. A property that the format can't express is
/// `ZARR_ERROR_UNSUPPORTED`, with the node and the reason; the nodes copied before it stay. `progress` may be NULL.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_copy(
    from: *const zarr_store,
    from_path: *const c_char,
    to: *const zarr_store,
    to_path: *const c_char,
    format: i32,
    progress: zarr_progress,
    user_data: *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (from, to) = (handle::get(from)?, handle::get(to)?);
            let (from_path, to_path) = (text(from_path, "from_path")?, text(to_path, "to_path")?);
            let told = Told { progress, user_data };
            from.copy(from_path, &to, to_path, args::format(format)?, &move |done, total| told.tell(done, total))
        })
    }
}

/// Moves a node, with everything below it, to a path of the same store where there is nothing yet. The groups above
/// it that its format needs are created. Open handles go on looking at the old path, where nothing is any more.
///
/// On a file system and in memory this is one step, if the format keeps a node in one place (v2, final v3). Elsewhere
/// values are copied, the node's own documents last, and then erased, its own documents first: a reader meanwhile, or
/// after a crash, finds the node at one of the places or at both, never at none. If copying fails, or `progress` ends
/// it, the copies are erased again. A step is a value; `progress` may be NULL. A write to an array that is moved in one
/// step is `ZARR_ERROR_NOT_FOUND` from then on. In all other cases, and wherever the node is a group, nothing may be
/// changing the node, or the nodes below it, meanwhile.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: something lies at the target. `ZARR_ERROR_INVALID_ARGUMENT`: it is the root, or the
/// target lies below the node itself. `ZARR_ERROR_UNSUPPORTED`: the store can't list or can't erase.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_move(
    store: *const zarr_store,
    from_path: *const c_char,
    to_path: *const c_char,
    progress: zarr_progress,
    user_data: *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let hierarchy = handle::get(store)?;
            let (from_path, to_path) = (text(from_path, "from_path")?, text(to_path, "to_path")?);
            let told = Told { progress, user_data };
            hierarchy.move_node(from_path, to_path, &move |done, total| told.tell(done, total))
        })
    }
}

/// The receiver of reports of progress.
pub(super) struct Told {
    pub(super) progress: zarr_progress,
    pub(super) user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the caller's function, on the thread that the caller called on.
unsafe impl Sync for Told {}

impl Told {
    pub(super) fn tell(&self, done: u64, total: u64) -> bool {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        // SAFETY: the caller promises a function of this type, and that the data are what it expects.
        self.progress.is_none_or(|progress| {
            crate::panics::outside(|| unsafe { progress(self.user_data, number(done), number(total)) }) == 0
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

/// Erases a node as `zarr_node_erase` does, value by value, and tells how far it is: a step is a value. Ended when none
/// is done, nothing was erased; later, the node is gone, and of what lay below it some is left, each node whole or
/// gone; `zarr_store_erase_prefix` erases them. `ZARR_ERROR_UNSUPPORTED`: the store can't list. `progress` may be NULL,
/// which makes it `zarr_node_erase`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_erase_watched(
    store: *const zarr_store,
    path: *const c_char,
    progress: zarr_progress,
    user_data: *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (hierarchy, path) = (handle::get(store)?, text(path, "path")?);
            if progress.is_none() {
                return hierarchy.erase(path);
            }
            let told = Told { progress, user_data };
            hierarchy.erase_watched(path, &move |done, total| told.tell(done, total))
        })
    }
}
