//! Single attributes of arrays and groups, with their types.
//!
//! # In the header
//! Attributes, one by one
//!
//! Every array and group has attributes: names with JSON values. These functions get and set one attribute without
//! JSON. A `node` is an open array or group, a `zarr_array *` or a `zarr_group *`; anything else is
//! `ZARR_ERROR_INVALID_HANDLE`.
//!
//! Getters see changes through other handles of this process at once; for an array, changes by other processes are seen
//! after `zarr_array_refresh`. A missing attribute is `ZARR_ERROR_NOT_FOUND`, one of another kind
//! `ZARR_ERROR_TYPE_MISMATCH`, a number that does not fit `ZARR_ERROR_RANGE`.
//!
//! Getters take a JSON Pointer (RFC 6901) into lists and objects: "/multiscales/0/datasets/1/path", with "~1" for a "/"
//! in a name and "~0" for a "~". An attribute with exactly that name comes first. Functions that set or erase take
//! names only.
//!
//! Setters write the document of the node. They change one attribute in place, or append it, and keep the text of the
//! others, large numbers and NaN included. Changes of one node by several threads and handles take turns, so none is
//! lost. To set many attributes, `zarr_array_set_attributes` writes the document once.

use super::args::{self, Out, OutValue, bytes, list, text};
use super::array::{OpenArray, zarr_array};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::guard;
use super::handle;
use super::strings::{Strings, zarr_strings};
use crate::array::parse_attributes;
use crate::error::{Error, ErrorKind, Result, ResultExt, Term};
use crate::hierarchy::Group;
use crate::hierarchy::attributes::{self, Attributes};
use crate::json::{Json, ParseOptions, parse};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// No attribute of this name exists.
pub const ZARR_ATTRIBUTE_NONE: i32 = 0;
/// null.
pub const ZARR_ATTRIBUTE_NULL: i32 = 1;
/// true or false.
pub const ZARR_ATTRIBUTE_BOOL: i32 = 2;
/// A number without fraction and exponent.
pub const ZARR_ATTRIBUTE_INTEGER: i32 = 3;
/// Any other number; NaN and the infinities.
pub const ZARR_ATTRIBUTE_NUMBER: i32 = 4;
/// A text.
pub const ZARR_ATTRIBUTE_STRING: i32 = 5;
/// A list of integers only.
pub const ZARR_ATTRIBUTE_INTEGERS: i32 = 6;
/// A list of numbers, not all of them integers.
pub const ZARR_ATTRIBUTE_NUMBERS: i32 = 7;
/// A list of texts only.
pub const ZARR_ATTRIBUTE_STRINGS: i32 = 8;
/// Any other list, also an empty one.
pub const ZARR_ATTRIBUTE_LIST: i32 = 9;
/// An object.
pub const ZARR_ATTRIBUTE_OBJECT: i32 = 10;

/// An open node.
enum AttributesNode {
    Array(Arc<OpenArray>),
    Group(Arc<Group>),
}

impl AttributesNode {
    fn get(node: *const c_void) -> Result<Self> {
        match handle::get::<zarr_array>(node.cast()) {
            Ok(array) => Ok(Self::Array(array)),
            Err(_) => handle::get::<zarr_group>(node.cast()).map(Self::Group).map_err(|_| {
                let is = if node.is_null() { "it is NULL" } else { "it was freed, or is something else" };
                Error::new(
                    ErrorKind::InvalidHandle,
                    format!("the node is neither an open array nor an open group: {is}"),
                )
            }),
        }
    }

    fn attributes(&self) -> &dyn Attributes {
        match self {
            Self::Array(array) => &***array,
            Self::Group(group) => &**group,
        }
    }
}

/// List the names of the attributes, in the order of the document. The caller frees them with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_names(
    node: *const c_void,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(names, "names")?;
            place.put(Strings::from_texts(&AttributesNode::get(node)?.attributes().names()?)?)
        })
    }
}

/// Set `*kind` to the kind of an attribute, one of `ZARR_ATTRIBUTE_...`; `ZARR_ATTRIBUTE_NONE` if it does not exist,
/// which is not an error. Sets `*count` to the number of elements of a list or members of an object, 1 for other
/// values, 0 if the attribute does not exist; `count` may be NULL.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_kind(
    node: *const c_void,
    name: *const c_char,
    kind: *mut i32,
    count: *mut usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(kind, "kind")?;
            let (kind, elements) = AttributesNode::get(node)?.attributes().kind(text(name, "name")?)?;
            place.put(kind as i32);
            OutValue::optional(count).put(elements);
            Ok(())
        })
    }
}

/// Get an attribute of any kind as JSON, as it is written. The caller frees the text with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_json(
    node: *const c_void,
    name: *const c_char,
    json: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(json, "json")?;
            place.put(terminated(read(node, name, |value| Ok(value.to_string()))?.into_bytes())?)
        })
    }
}

/// Get a truth value: 1 or 0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_bool(
    node: *const c_void,
    name: *const c_char,
    value: *mut i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put(value, || read(node, name, attributes::boolean).map(i32::from))) }
}

/// Get an integer, also if it is written as 3.0 or 3e0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_int64(
    node: *const c_void,
    name: *const c_char,
    value: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put(value, || read(node, name, attributes::integer))) }
}

/// Get an integer up to 2^64 - 1, also if it is written as 3.0 or 3e0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_uint64(
    node: *const c_void,
    name: *const c_char,
    value: *mut u64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put(value, || read(node, name, attributes::integer))) }
}

/// Get a number, integers included, as the nearest double. NaN and the infinities, which JSON lacks, are read as
/// Python writes them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_double(
    node: *const c_void,
    name: *const c_char,
    value: *mut f64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put(value, || read(node, name, attributes::double))) }
}

/// Get a text. The caller frees it with `zarr_bytes_free`. Half of a surrogate pair, which Python writes for file
/// names that are not UTF-8, stays the escape that is in the document.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_string(
    node: *const c_void,
    name: *const c_char,
    value: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(value, "value")?;
            place.put(terminated(read(node, name, |value| Ok(attributes::string(value)?.as_bytes().to_vec()))?)?)
        })
    }
}

/// Get a list of integers; a single integer is a list of one. `count` must be their exact number, which
/// `zarr_attribute_kind` returns.
///
/// `ZARR_ERROR_BUFFER_SIZE`: the list has another length.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_int64s(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put_list(node, name, count, values, attributes::integer)) }
}

/// Get a list of numbers, each as `zarr_attribute_get_double` does; a single number is a list of one. `count` must be
/// their exact number.
///
/// `ZARR_ERROR_BUFFER_SIZE`: the list has another length.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_doubles(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *mut f64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || put_list(node, name, count, values, attributes::double)) }
}

/// Get a list of texts; a single text is a list of one. The caller frees them with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_get_strings(
    node: *const c_void,
    name: *const c_char,
    values: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(values, "values")?;
            let copy = |value: &Json| {
                let texts = attributes::list(value, attributes::string)?;
                Strings::new(texts.iter().map(|text| Some(text.as_bytes())))
            };
            place.put(read(node, name, copy)?)
        })
    }
}

/// Set an attribute to any JSON value.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_json(
    node: *const c_void,
    name: *const c_char,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || value_of(text(json, "json")?, "json"))) }
}

/// Set an attribute to a JSON value if it is still `old_json` in the store, where other programs may have changed it;
/// `old_json` NULL: if it does not exist. `json` NULL takes the attribute away. Values are equal if they are spelled
/// alike but for white space, so pass what `zarr_attribute_get_json` gave.
///
/// A program that changes a part of a value reads it, and calls this with what it has read. `ZARR_ERROR_CONFLICT`:
/// another program has changed the attribute. Nothing was written; read it again, for an array after
/// `zarr_array_refresh`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_replace_json(
    node: *const c_void,
    name: *const c_char,
    old_json: *const c_char,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let node = AttributesNode::get(node)?;
            let name = text(name, "name")?;
            let value = |json: *const c_char, argument| {
                let given = (!json.is_null()).then(|| text(json, argument).and_then(|json| value_of(json, argument)));
                given.transpose().context(|| format!("attribute {name:?}"))
            };
            let (old, new) = (value(old_json, "old_json")?, value(json, "json")?);
            node.attributes().replace(name, old.as_ref(), new.as_ref())
        })
    }
}

/// Replace all attributes, JSON objects both, if they are still `old_json` in the store, in one write. For
/// `old_json` give what `zarr_array_attributes` or `zarr_group_attributes` gave: two objects are one if they have the
/// same names in the same order, and values as for `zarr_attribute_replace_json`.
///
/// `ZARR_ERROR_CONFLICT`: another program has changed them. Nothing was written; read them again, for an array after
/// `zarr_array_refresh`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_replace_all(
    node: *const c_void,
    old_json: *const c_char,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let node = AttributesNode::get(node)?;
            let object = |json: *const c_char, argument: &str| {
                parse_attributes(text(json, argument)?).context(|| argument.to_owned())
            };
            let (old, new) = (object(old_json, "old_json")?, object(json, "json")?);
            node.attributes().replace_all(&old, &new)
        })
    }
}

/// Set an attribute to a truth value: 1 or 0.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_bool(
    node: *const c_void,
    name: *const c_char,
    value: i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(args::boolean(value, "value")?.into()))) }
}

/// Set an attribute to an integer.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_int64(
    node: *const c_void,
    name: *const c_char,
    value: i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(value.into()))) }
}

/// Set an attribute to an integer up to 2^64 - 1.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_uint64(
    node: *const c_void,
    name: *const c_char,
    value: u64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(value.into()))) }
}

/// Set an attribute to a number. It reads back as the same double, except for the payload of a NaN. NaN and the
/// infinities are written as the bare words NaN and Infinity, which JSON lacks; other software may refuse them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_double(
    node: *const c_void,
    name: *const c_char,
    value: f64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(value.into()))) }
}

/// Set an attribute to a text.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_string(
    node: *const c_void,
    name: *const c_char,
    value: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(text(value, "value")?.into()))) }
}

/// Set an attribute to a list of integers.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_int64s(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(given(count, values)?.into()))) }
}

/// Set an attribute to a list of numbers.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_doubles(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *const f64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || set(node, name, || Ok(given(count, values)?.into()))) }
}

/// Set an attribute to a list of texts.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_set_strings(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *const *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            set(node, name, || {
                let one = |(index, value): (usize, &*const c_char)| text(*value, &Term::item("values", index));
                let texts = given(count, values)?;
                Ok(texts.iter().enumerate().map(one).collect::<Result<Vec<&str>>>()?.into())
            })
        })
    }
}

/// Remove an attribute.
///
/// `ZARR_ERROR_NOT_FOUND`: the attribute does not exist.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_attribute_erase(
    node: *const c_void,
    name: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || AttributesNode::get(node)?.attributes().erase(text(name, "name")?)) }
}

/// The value of an argument in JSON.
fn value_of(json: &str, argument: &str) -> Result<Json> {
    parse(json.as_bytes(), ParseOptions { bare_tokens: true })
        .map(|(value, _)| value)
        .map_err(|error| error.of_kind(ErrorKind::InvalidArgument).context(argument))
}

/// Reads an attribute of a node.
///
/// # Safety
/// `name` is NULL or a NUL-terminated string.
unsafe fn read<T>(node: *const c_void, name: *const c_char, read: impl FnOnce(&Json) -> Result<T>) -> Result<T> {
    // SAFETY: promised by the caller.
    attributes::read(AttributesNode::get(node)?.attributes(), unsafe { text(name, "name") }?, read)
}

/// Sets an attribute of a node.
///
/// # Safety
/// `name` is NULL or a NUL-terminated string.
unsafe fn set(node: *const c_void, name: *const c_char, value: impl FnOnce() -> Result<Json>) -> Result<()> {
    let node = AttributesNode::get(node)?;
    // SAFETY: promised by the caller.
    let name = unsafe { text(name, "name") }?;
    node.attributes().set(name, value().context(|| format!("attribute {name:?}"))?)
}

/// Puts a value into its place.
///
/// # Safety
/// `place` is NULL or points to a value that may be written.
unsafe fn put<T: Copy>(place: *mut T, value: impl FnOnce() -> Result<T>) -> Result<()> {
    // SAFETY: promised by the caller.
    let place = unsafe { OutValue::new(place, "value") }?;
    place.put(value()?);
    Ok(())
}

/// Reads a list of numbers into an array of exactly their number.
///
/// # Safety
/// `name` is NULL or a NUL-terminated string; `values` is NULL or points to `count` values that may be written.
unsafe fn put_list<T: Copy>(
    node: *const c_void,
    name: *const c_char,
    count: usize,
    values: *mut T,
    one: impl Fn(&Json) -> Result<T>,
) -> Result<()> {
    if values.is_null() && count > 0 {
        return Err(Error::invalid_argument("values is NULL"));
    }
    let read_list = |value: &Json| {
        let numbers = attributes::list(value, one)?;
        if numbers.len() == count {
            return Ok(numbers);
        }
        let has = numbers.len();
        Err(Error::buffer_size(format!("it has {has} elements, but count is {count}")))
    };
    // SAFETY: promised by the caller.
    for (index, number) in unsafe { read(node, name, read_list) }?.into_iter().enumerate() {
        // SAFETY: there are `count` numbers, and the caller promises as many places.
        unsafe { values.add(index).write_unaligned(number) };
    }
    Ok(())
}

/// A list that a caller gives.
///
/// # Safety
/// `values` is NULL or points to `count` values.
unsafe fn given<T: Copy>(count: usize, values: *const T) -> Result<Vec<T>> {
    let size = count.saturating_mul(size_of::<T>());
    // SAFETY: promised by the caller; the size is that of an object, or refused.
    unsafe { bytes(values.cast(), size, "values").and_then(|_| list(values, count, "values")) }
}
