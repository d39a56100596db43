//! Other ways to open nodes: of either kind, from a group, and all below a group.
//!
//! # In the header
//! Opening nodes of either kind, from a group, and all below a group

use super::args::{self, Out, bytes, depth, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::bytes::{terminated, zarr_bytes};
use super::error::{self, other_type, zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle;
use super::node::{ZARR_NODE_ARRAY, ZARR_NODE_NONE, code};
use super::outgoing::c_text;
use super::program;
use super::store::zarr_store;
use crate::array::cancelled;
use crate::error::{Error, Result};
use crate::format::NodePath;
use crate::hierarchy::{Hierarchy, Node, Visited};
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Open a node of either kind: sets `*array` if it is an array or `*group` if it is a group, and the other one to
/// NULL. The options are a JSON object, NULL for none. The caller frees the handle with `zarr_array_free` or
/// `zarr_group_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: no node exists at the path.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_open(
    store: *const zarr_store,
    path: *const c_char,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (array, group) = (Out::new(array, "array"), Out::new(group, "group"));
            let (array, group) = (array?, group?);
            let hierarchy = handle::get(store)?;
            match hierarchy.open_node(text(path, "path")?, optional_text(options_json, "options_json")?)? {
                Node::Array(opened) => array.put(OpenArray::new(opened, &hierarchy)),
                Node::Group(opened) => group.put(opened),
            }
        })
    }
}

/// Open a group below a group; the path is relative to the group: "b/c", "" for the group itself. The options are a
/// JSON object, NULL for none. The caller frees the new handle with `zarr_group_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_open_group(
    group: *const zarr_group,
    path: *const c_char,
    options_json: *const c_char,
    opened: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(opened, "opened")?;
            let group = handle::get(group)?;
            let (path, options) = (group.below(text(path, "path")?)?, optional_text(options_json, "options_json")?);
            let array = other_type("Group::open_array");
            place.put(group.hierarchy().open_group(&path, options).map_err(array)?)
        })
    }
}

/// Open an array below a group; the path is relative to the group. The options are a JSON object, NULL for none. The
/// caller frees it with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_open_array(
    group: *const zarr_group,
    path: *const c_char,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let group = handle::get(group)?;
            let (path, options) = (group.below(text(path, "path")?)?, optional_text(options_json, "options_json")?);
            let other = other_type("Group::open_group");
            let array = group.hierarchy().open_array(&path, options).map_err(other)?;
            place.put(OpenArray::new(array, group.hierarchy()))
        })
    }
}

/// Get the text that `zarr_array_open_from_document` needs to open the array, also in another process: its metadata
/// document, and for a draft of v3 the entry point of the store. The caller frees the text with `zarr_bytes_free`.
///
/// A handle that was itself opened from such a text looks for its array first, unless the store is behind a network;
/// the errors are those of `zarr_array_open_from_document`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_document(
    array: *const zarr_array,
    document: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(document, "document")?;
            place.put(terminated(handle::get(array)?.document()?.into_bytes())?)
        })
    }
}

/// Open an array from the text of `zarr_array_document`, in any process, without a request to the store: where
/// thousands of processes open one array, one of them reads the documents and sends them to the others.
///
/// The path is that of the array. The options are a JSON object, NULL for none. The handle has the metadata of the
/// document until `zarr_array_refresh`. It looks for the array in the store once, before the first write, and when the
/// first missing chunk is about to be read as the fill value: the store of this process may be another one than that of
/// the process that has read the document. The caller frees the array with `zarr_array_free`.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the document was not made by `zarr_array_document`, or belongs to an array at another
/// path. Of later calls: `ZARR_ERROR_NOT_FOUND`: the store does not have the array, on file systems that machines share
/// after 60 s, as these may show new files late; `ZARR_ERROR_CONFLICT`: it has an array of another data type, or of
/// other chunks or codecs, in its place.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_open_from_document(
    store: *const zarr_store,
    path: *const c_char,
    document: *const c_void,
    size: usize,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            let opened = hierarchy.open_from_document(path, bytes(document, size, "document")?, options)?;
            place.put(OpenArray::new(opened, &hierarchy))
        })
    }
}

/// Refresh a handle from the text of `zarr_array_document` of its array in another process, without a request to the
/// store: one process changes the array and sends the document to the others. If the document is that of an array of
/// another data type, or of other chunks or codecs, the handle looks for it as one of `zarr_array_open_from_document`
/// does.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the document was not made by `zarr_array_document`, or belongs to an array at another
/// path. Other errors as in `zarr_array_refresh`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_refresh_from_document(
    array: *const zarr_array,
    document: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            array.hierarchy().refresh_from_document(&array, bytes(document, size, "document")?)
        })
    }
}

/// Return the format of a group, one of `ZARR_FORMAT_...`; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_format(group: *const zarr_group) -> i32 {
    guard_value(-1, || Ok(handle::get(group)?.format().code()))
}

/// Open a group that another process has opened, in the format that `zarr_group_format` returned there, without a
/// request to the store. The options are a JSON object, NULL for none. The caller frees the group with
/// `zarr_group_free`.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the format is unknown, or `ZARR_FORMAT_DEFAULT`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_open_known(
    store: *const zarr_store,
    path: *const c_char,
    format: i32,
    options_json: *const c_char,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(group, "group")?;
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            let format = args::format(format)?.ok_or_else(|| Error::invalid_argument("the format has to be named"))?;
            place.put(hierarchy.open_known_group(path, format, options)?)
        })
    }
}

/// Receives one node: its path from the root of the store, its kind (`ZARR_NODE_...`) and, for an array, its handle,
/// which is valid during the call and must not be freed; NULL for other nodes.
///
/// If a document can't be read, the kind is `ZARR_NODE_NONE` and `problem` says why; otherwise `problem` is NULL. A
/// result other than 0 ends the walk with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library.
pub type zarr_visitor = Option<
    unsafe extern "C" fn(
        user_data: *mut c_void,
        path: *const c_char,
        kind: i32,
        array: *const zarr_array,
        problem: *const zarr_error,
    ) -> i32,
>;

/// The rest of it, where it is not NULL.
type Visit = unsafe extern "C" fn(*mut c_void, *const c_char, i32, *const zarr_array, *const zarr_error) -> i32;

/// Call `visit` for every node below a group, each group before its contents and siblings sorted by bytes, with arrays
/// open. This is the fastest way to read the shapes and attributes of many arrays: documents are read ahead on several
/// threads (option "threads"), and many at a time from a remote store.
///
/// `depth` is the number of levels: 1 for the children alone, -1 for all. The options are a JSON object for all arrays,
/// NULL for none.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_node_visit(
    store: *const zarr_store,
    path: *const c_char,
    depth: i32,
    options_json: *const c_char,
    visit: zarr_visitor,
    user_data: *mut c_void,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            let visit = visit.ok_or_else(|| Error::invalid_argument("visit is NULL"))?;
            let visitor = Visitor { visit, user_data };
            hierarchy.open_below(path, self::depth(depth)?, options, &mut |path, visited| {
                visitor.tell(&hierarchy, path, visited)
            })
        })
    }
}

/// The receiver of nodes.
struct Visitor {
    visit: Visit,
    user_data: *mut c_void,
}

impl Visitor {
    fn tell(&self, hierarchy: &Arc<Hierarchy>, path: &NodePath, visited: Visited) -> Result<()> {
        let path = c_text(&path.joined())?;
        let (mut array, mut problem) = (std::ptr::null_mut::<zarr_array>(), MaybeUninit::<zarr_error>::uninit());
        let mut described = std::ptr::null();
        let kind = match visited {
            Visited::Array(opened) => {
                array = handle::new::<zarr_array>(OpenArray::new(*opened, hierarchy))?;
                ZARR_NODE_ARRAY
            }
            Visited::Group(kind) => code(Some(kind)),
            Visited::Damaged(why) => {
                // SAFETY: the struct is on the stack, and is filled.
                unsafe { error::report(problem.as_mut_ptr(), &why) };
                described = problem.as_ptr();
                ZARR_NODE_NONE
            }
        };
        // SAFETY: the caller promises a function of this type, and that the data are what it expects.
        let visit = || unsafe { (self.visit)(self.user_data, path.as_ptr(), kind, array, described) };
        let answer = program::call(self.user_data, visit);
        drop(handle::free(array));
        if answer? == 0 { Ok(()) } else { Err(cancelled()) }
    }
}
