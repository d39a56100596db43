//! Other ways to open nodes: of either kind, from a group, and all below a group.
//!
//! # In the header
//! Opening nodes of either kind, from a group, and all below a group

use super::args::{self, Out, bytes, depth, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::bytes::{terminated, zarr_bytes};
use super::error::{self, zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle;
use super::node::{ZARR_NODE_ARRAY, ZARR_NODE_NONE, code};
use super::outgoing::c_text;
use super::store::zarr_store;
use crate::array::cancelled;
use crate::error::{Error, Result};
use crate::format::NodePath;
use crate::hierarchy::{Hierarchy, Node, Visited};
use std::ffi::{c_char, c_void};
use std::mem::MaybeUninit;
use std::sync::Arc;

/// Opens a node of either kind in one call: sets `*array` if it is an array and `*group` if it is a group, and the
/// other one to NULL. Options are a JSON object, NULL for none. The caller frees what was opened, with
/// `zarr_array_free` or `zarr_group_free`.
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

/// Opens a group below a group: the path begins there, "b/c", and "" is the group itself. Options are NULL for none.
/// The caller frees the new handle with `zarr_group_free`.
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
            place.put(group.hierarchy().open_group(&path, options)?)
        })
    }
}

/// Opens an array below a group, as `zarr_group_open_group` does. The caller frees it with `zarr_array_free`.
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
            place.put(OpenArray::new(group.hierarchy().open_array(&path, options)?, group.hierarchy()))
        })
    }
}

/// Gives what opening the array reads of its store, for `zarr_array_open_from_document`: a text, which can be sent to
/// other processes. Of an array of a draft the entry point of the store is read. The caller frees the text with
/// `zarr_bytes_free`.
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

/// Opens an array from what `zarr_array_document` gave for it, in this process or another one, without a request to
/// the store: where thousands of processes open one array, one reads its documents and sends them to the others. The
/// path is that of the array. Options are a JSON object, NULL for none. The caller frees the array with
/// `zarr_array_free`.
///
/// The handle knows what the document says, until `zarr_array_refresh`; writing looks at the store as always.
/// `ZARR_ERROR_INVALID_ARGUMENT`: the document is none of `zarr_array_document`, or of an array at another path.
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

/// Makes a handle know what `zarr_array_document` gave for its array in another process, as `zarr_array_refresh` does,
/// without a request to the store: what one process of many has changed, it tells the others.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the document is none of `zarr_array_document`, or of an array at another path. Others
/// as in `zarr_array_refresh`.
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

/// The format of a group, one of `ZARR_FORMAT_...`; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_format(group: *const zarr_group) -> i32 {
    guard_value(-1, || Ok(handle::get(group)?.format().code()))
}

/// Opens a group that another process has found, of the format that `zarr_group_format` says there, without a request
/// to the store. Options are a JSON object, NULL for none. The caller frees the group with `zarr_group_free`.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: the format is none, or `ZARR_FORMAT_DEFAULT`.
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

/// Told of one node: its path from the root of the store, its kind (`ZARR_NODE_...`) and, if it is an array, its
/// handle, which is good for the length of the call and is not to be freed; else NULL. `problem` is NULL, but for a
/// node whose document can't be followed: its kind is `ZARR_NODE_NONE`, and `problem` says why. Anything but 0 ends the
/// walk with `ZARR_ERROR_CANCELLED`. Called on the thread that called the library.
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

/// Calls `visit` with every node below a group, each group before what it holds and siblings sorted by bytes; arrays
/// are open.
///
/// The quickest way to learn the shapes and attributes of many arrays: their documents are read ahead, on as many
/// threads as the option "threads" says, and from a store that is far away many at a time. The depth is how far down
/// to go: 1 for the children alone, -1 for everything. Options are a JSON object for all of the arrays, NULL for none.
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
        let answer =
            crate::panics::outside(|| unsafe { (self.visit)(self.user_data, path.as_ptr(), kind, array, described) });
        drop(handle::free(array));
        if answer == 0 { Ok(()) } else { Err(cancelled()) }
    }
}
