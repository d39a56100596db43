//! Other ways to open nodes: of either kind, and from a group.
//!
//! # In the header
//! Opening nodes of either kind, and from a group

use super::args::{Out, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::guard;
use super::handle;
use super::store::zarr_store;
use crate::hierarchy::Node;
use std::ffi::c_char;

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
