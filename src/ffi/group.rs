//! `zarr_group`: creating and opening groups, and their attributes.
//!
//! # In the header
//! Groups

use super::args::{self, Out, optional_text, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{other_type, replaceable, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::error::Error;
use crate::hierarchy::Group;
use std::ffi::c_char;
use std::sync::Arc;

/// An open group.
pub struct zarr_group {
    _private: (),
}

impl Handle for zarr_group {
    type Object = Group;
    const NAME: &str = "zarr_group";
}

/// Advises where a node exists in the place of a new group.
fn taken() -> impl FnOnce(Error) -> Error {
    replaceable("Hierarchy::create_or_replace_group")
}

/// Create a group, and the groups above it that its format needs. An implicit group at the path becomes explicit. The
/// caller frees the group with `zarr_group_free`.
///
/// The format is one of `ZARR_FORMAT_...`; the attributes are a JSON object, NULL for none.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: another node exists at the path.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_create(
    store: *const zarr_store,
    path: *const c_char,
    format: i32,
    attributes_json: *const c_char,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(group, "group")?;
            let hierarchy = handle::get(store)?;
            let (path, format) = (text(path, "path")?, args::format(format)?);
            let attributes = optional_text(attributes_json, "attributes_json")?;
            place.put(hierarchy.create_group(path, format, attributes).map_err(taken())?)
        })
    }
}

/// Create a group and erase any node at the path, with everything below it. At the root that is the whole hierarchy,
/// and the format may change. The caller frees the group with `zarr_group_free`.
///
/// Arguments are checked before anything is erased. The documents of the old node are erased first, then the values
/// below it, and the new document is written last: a reader finds the old node, none, or the new one.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list, or can't erase, values of the old node.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_create_or_replace(
    store: *const zarr_store,
    path: *const c_char,
    format: i32,
    attributes_json: *const c_char,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(group, "group")?;
            let hierarchy = handle::get(store)?;
            let (path, format) = (text(path, "path")?, args::format(format)?);
            let attributes = optional_text(attributes_json, "attributes_json")?;
            place.put(hierarchy.create_or_replace_group(path, format, attributes)?)
        })
    }
}

/// Create a group below a group, in its format; the path is relative to the group: "b/c". The attributes are a JSON
/// object, NULL for none. The caller frees the new handle with `zarr_group_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_create_group(
    group: *const zarr_group,
    path: *const c_char,
    attributes_json: *const c_char,
    created: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(created, "created")?;
            let group = handle::get(group)?;
            let path = group.below(text(path, "path")?)?;
            let attributes = optional_text(attributes_json, "attributes_json")?;
            place.put(group.hierarchy().create_group(&path, Some(group.format()), attributes).map_err(taken())?)
        })
    }
}

/// Open a group, explicit or implicit. The caller frees it with `zarr_group_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: no node exists at the path. `ZARR_ERROR_NODE_TYPE`: the node is an array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_open(
    store: *const zarr_store,
    path: *const c_char,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_group_open_with(store, path, std::ptr::null(), group, error) }
}

/// Open a group with options that take precedence over those of the store: a JSON object, NULL for none. The caller
/// frees it with `zarr_group_free`. Errors as in `zarr_group_open`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_open_with(
    store: *const zarr_store,
    path: *const c_char,
    options_json: *const c_char,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(group, "group")?;
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            let array = other_type("Hierarchy::open_array");
            place.put(hierarchy.open_group(path, options).map_err(array)?)
        })
    }
}

/// Read the attributes as they are stored now: a JSON object, "{}" if there are none. The caller frees the text with
/// `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_attributes(
    group: *const zarr_group,
    json: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(json, "json")?;
            place.put(terminated(handle::get(group)?.attributes()?.into_bytes())?)
        })
    }
}

/// Replace all attributes with those of a JSON object. An implicit group becomes explicit.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_set_attributes(
    group: *const zarr_group,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || handle::get(group)?.set_attributes(text(json, "json")?)) }
}

/// List the deviations from the format that were accepted on opening, one line each; with the option {"strict": true}
/// such a group is refused. The caller frees the messages with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_warnings(
    group: *const zarr_group,
    messages: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(messages, "messages")?;
            place.put(Strings::from_texts(handle::get(group)?.warnings())?)
        })
    }
}

/// Get the path of the group in its store, without a leading "/": "a/b", "" for the root. The caller frees the text
/// with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_path(
    group: *const zarr_group,
    path: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(path, "path")?;
            place.put(terminated(handle::get(group)?.path().joined().into_bytes())?)
        })
    }
}

/// Get a new handle to the store that the group was opened in. The caller frees it with `zarr_store_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_store(
    group: *const zarr_group,
    store: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(store, "store")?;
            place.put(Arc::clone(handle::get(group)?.hierarchy()))
        })
    }
}

/// Free the handle; the group remains in the store. NULL does nothing.
///
/// # Safety
/// No call may be running on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_free(group: *mut zarr_group) {
    guard_value((), || {
        drop(handle::free(group));
        Ok(())
    });
}
