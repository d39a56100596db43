//! Nodes of either kind.
//!
//! # In the header
//! Nodes
//!
//! A node is an array, or a group, which contains nodes. Paths are UTF-8: "a/b" and "/a/b" are the node b in the group
//! a; "" and "/" are the root. A path with an empty segment, "." or ".." is `ZARR_ERROR_INVALID_ARGUMENT`.

use super::args::{self, Out, OutValue, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::program;
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::hierarchy::NodeKind;
use std::ffi::{c_char, c_void};

/// No node exists at the path.
pub const ZARR_NODE_NONE: i32 = 0;
/// An array.
pub const ZARR_NODE_ARRAY: i32 = 1;
/// A group with a metadata document.
pub const ZARR_NODE_GROUP: i32 = 2;
/// A group without a document, which exists because nodes exist below it.
pub const ZARR_NODE_IMPLICIT_GROUP: i32 = 3;

/// Set `*kind` to the kind of the node at a path, one of `ZARR_NODE_...`; `ZARR_NODE_NONE` if no node exists, which is
/// not an error.
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
            let place = OutValue::new(kind, "kind")?;
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

/// List the names of the nodes directly in a group, sorted by bytes; `zarr_node_walk` with a depth of 1 also lists
/// their kinds. The caller frees the names with `zarr_strings_free`.
///
/// In v2 and final v3 a folder without a document is not a node and is not listed, nor are the nodes in it, though they
/// can be opened by path and are copied with the group.
///
/// `ZARR_ERROR_NODE_TYPE`: the node is an array.
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

/// List the nodes below a group with their kinds: each group before its contents, siblings sorted by bytes. The caller
/// frees the paths with `zarr_strings_free` and the kinds with `zarr_bytes_free`.
///
/// `depth` is the number of levels: 1 for the children alone, -1 for all. The paths begin at the root of the store. The
/// kinds are one byte each, `ZARR_NODE_...`, in the order of the paths; `ZARR_NODE_NONE` is a node with an unreadable
/// document, which opening the node explains. In the drafts of v3 the keys determine the kinds: one listing is enough,
/// and no document is read.
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

/// List nodes as `zarr_node_walk` does, and report progress. A step is a node; the total is an estimate that changes
/// as groups are found. After cancelling, no nodes are returned. `progress` may be NULL.
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
            let told = ProgressReceiver { progress, user_data };
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

/// Write a copy of all documents below a group into the group (consolidated metadata, in v2 and final v3), so that a
/// store that is slow or can't list is opened with one request. Later changes through this library remove the copy.
///
/// `ZARR_ERROR_UNSUPPORTED`: the format has no consolidated metadata.
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

/// Report progress: `done` of `total` steps, which are chunks unless the function says otherwise. A result other than
/// 0 cancels the work with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library, also at the start and
/// at the end.
pub type zarr_progress = Option<unsafe extern "C" fn(user_data: *mut c_void, done: i64, total: i64) -> i32>;

/// Copy a node, with everything below it, to a path of the same or another store at which no node exists.
///
/// The format is one of `ZARR_FORMAT_...`, or `ZARR_FORMAT_DEFAULT` for that of the target. Chunks are copied as they
/// are stored, without decoding, and only the documents are converted; into N5 and out of it chunks are made anew. A
/// step is a chunk; `progress` may be NULL.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: a node exists at the target. `ZARR_ERROR_INVALID_ARGUMENT`: the target is the node or
/// is below it, also by another path or link to its folder. `ZARR_ERROR_UNSUPPORTED`: the format can't express a
/// property of a node, which the message names; nodes that were copied before it remain.
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
            let told = ProgressReceiver { progress, user_data };
            from.copy(from_path, &to, to_path, args::format(format)?, &move |done, total| told.tell(done, total))
        })
    }
}

/// Move a node, with everything below it, to a path of the same store at which nothing exists, and create the groups
/// above it that its format needs. Open handles keep the old path, at which no node exists any more.
///
/// On a file system and in memory the move is atomic if the format keeps a node in one place (v2, final v3). Elsewhere
/// values are copied, the node's documents last, and then erased, its documents first: at any moment, also after a
/// crash, a reader finds the node at one path or at both. If copying fails or is cancelled, the copies are erased. A
/// step is a value; `progress` may be NULL.
///
/// After an atomic move, a write to the array through an open handle is `ZARR_ERROR_NOT_FOUND`. In all other cases, and
/// always for a group, the node and the nodes below it must not be changed during the move.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: something exists at the target. `ZARR_ERROR_INVALID_ARGUMENT`: the node is the root, or
/// the target is below the node. `ZARR_ERROR_UNSUPPORTED`: the store can't list or can't erase, or a lower store of an
/// overlay has a part of the node.
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
            let told = ProgressReceiver { progress, user_data };
            hierarchy.move_node(from_path, to_path, &move |done, total| told.tell(done, total))
        })
    }
}

/// The receiver of reports of progress.
pub(super) struct ProgressReceiver {
    pub(super) progress: zarr_progress,
    pub(super) user_data: *mut c_void,
}

// SAFETY: the pointer is only handed back to the caller's function, on the thread that the caller called on.
unsafe impl Sync for ProgressReceiver {}

impl ProgressReceiver {
    pub(super) fn tell(&self, done: u64, total: u64) -> bool {
        let number = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
        // SAFETY: the caller promises a function of this type, and that the data are what it expects.
        self.progress.is_none_or(|progress| {
            let told = || unsafe { progress(self.user_data, number(done), number(total)) };
            program::call(self.user_data, told).is_ok_and(|answer| answer == 0)
        })
    }
}

/// Erase a node, with everything below it.
///
/// `ZARR_ERROR_NOT_FOUND`: no node exists at the path, and nothing was erased; a mistyped path never empties a
/// directory of other data.
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

/// Erase a node as `zarr_node_erase` does, value by value, and report progress. A step is a value. `progress` may be
/// NULL, which makes it `zarr_node_erase`.
///
/// If it is cancelled before the first step, nothing was erased. Later, the node is gone and some of the nodes below it
/// remain, each of them complete; `zarr_store_erase_prefix` erases them.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list.
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
            let told = ProgressReceiver { progress, user_data };
            hierarchy.erase_watched(path, &move |done, total| told.tell(done, total))
        })
    }
}
