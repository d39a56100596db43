//! `zarr_array`: opening and describing arrays.
//!
//! # In the header
//! Arrays
//!
//! An array handle knows the metadata of its array: format, data type, shape, chunks, fill value, names and attributes.
//! Changes through other handles of this process are seen at once, changes by other processes after
//! `zarr_array_refresh`. Decoded chunks that the option "cache_bytes" of a store or an array keeps in memory follow the
//! same rule: a read finds what other processes had stored when the handle was opened or last refreshed, or something
//! later.

use super::args::{self, Out, bytes_mut, optional_text, put_lengths, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{other_type, zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::array::{Array, check_bytes};
use crate::dtype::DataType;
use crate::error::{Error, Result, ResultExt, Term};
use crate::hierarchy::Hierarchy;
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// An open array.
pub struct zarr_array {
    _private: (),
}

impl Handle for zarr_array {
    type Object = OpenArray;
    const NAME: &str = "zarr_array";
}

/// The value behind the handle: the array, and the hierarchy that it was opened in.
pub(super) struct OpenArray {
    array: Arc<Array>,
    hierarchy: Arc<Hierarchy>,
}

impl OpenArray {
    pub(super) fn new(array: impl Into<Arc<Array>>, hierarchy: &Arc<Hierarchy>) -> Self {
        Self { array: array.into(), hierarchy: Arc::clone(hierarchy) }
    }

    pub(super) fn hierarchy(&self) -> &Arc<Hierarchy> {
        &self.hierarchy
    }
}

impl std::ops::Deref for OpenArray {
    type Target = Array;

    fn deref(&self) -> &Array {
        &self.array
    }
}

/// Open an array of any format. The caller frees it with `zarr_array_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: no node exists at the path. `ZARR_ERROR_NODE_TYPE`: the node is a group.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_open(
    store: *const zarr_store,
    path: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_array_open_with(store, path, std::ptr::null(), array, error) }
}

/// Open an array with options that take precedence over those of the store: a JSON object, NULL for none. The caller
/// frees it with `zarr_array_free`. Errors as in `zarr_array_open`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_open_with(
    store: *const zarr_store,
    path: *const c_char,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            let group = other_type("Hierarchy::open_group");
            place.put(OpenArray::new(hierarchy.open_array(path, options).map_err(group)?, &hierarchy))
        })
    }
}

/// Read the metadata document again, to see changes by other processes. Chunks that the option "cache_bytes" keeps in
/// memory are dropped. If an array of other chunks, codecs or fill value has replaced the array, the handle becomes one
/// of that array; writes are `ZARR_ERROR_CONFLICT` until then.
///
/// `ZARR_ERROR_NOT_FOUND`: the array was erased or moved. `ZARR_ERROR_CONFLICT`: an array of another rank or data type
/// has replaced it; open it again. After a failure the handle is unchanged.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_refresh(array: *const zarr_array, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(array)?.refresh()) }
}

/// Drop the chunks of the array that the option "cache_bytes" keeps in memory, without a request to the store, so that
/// the next read sees what other processes have written.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_clear_cache(array: *const zarr_array, error: *mut zarr_error) -> zarr_status {
    unsafe {
        guard(error, || {
            handle::get(array)?.clear_cache();
            Ok(())
        })
    }
}

/// Free the handle; the array remains in the store. NULL does nothing.
///
/// # Safety
/// No call may be running on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_free(array: *mut zarr_array) {
    guard_value((), || {
        drop(handle::free(array));
        Ok(())
    });
}

/// Get the path of the array in its store, without a leading "/": "a/b", "" for the root. The caller frees the text
/// with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_path(
    array: *const zarr_array,
    path: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(path, "path")?;
            place.put(terminated(handle::get(array)?.origin().path.joined().into_bytes())?)
        })
    }
}

/// Get a new handle to the store that the array was opened in. The caller frees it with `zarr_store_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_store(
    array: *const zarr_array,
    store: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(store, "store")?;
            place.put(Arc::clone(&handle::get(array)?.hierarchy))
        })
    }
}

/// Return the format, one of `ZARR_FORMAT_...`; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_format(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(handle::get(array)?.format().code()))
}

/// Return the number of dimensions; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_ndim(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(i32::try_from(handle::get(array)?.ndim()).unwrap_or(-1)))
}

/// Return the data type, one of `ZARR_BOOL` and so on; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_data_type(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(handle::get(array)?.data_type().code() as i32))
}

/// Return the size in bytes of one element in memory; 0 for types of variable length and on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_item_size(array: *const zarr_array) -> usize {
    guard_value(0, || Ok(handle::get(array)?.data_type().size()))
}

/// Get the data type in JSON, as `zarr_array_builder_new_json` takes it and final v3 spells it: a name, or an object
/// with a name and a configuration. The caller frees the text with `zarr_bytes_free`.
///
/// A struct with padding, or with fields that are arrays, is NumPy's list of fields, because final v3 can't express it.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_data_type_json(
    array: *const zarr_array,
    json: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(json, "json")?;
            place.put(terminated(handle::get(array)?.data_type_json().into_bytes())?)
        })
    }
}

/// Get the number of elements along each dimension.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_shape(
    array: *const zarr_array,
    ndim: i32,
    shape: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            check_rank(&array, ndim)?;
            put_lengths(shape, &array.shape(), "shape")
        })
    }
}

/// Get the shape of a chunk, the unit that is encoded, in elements: with shards, of a chunk inside a shard. Codecs
/// that transpose do not change it.
///
/// `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_chunk_shape(
    array: *const zarr_array,
    ndim: i32,
    chunk_shape: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            check_rank(&array, ndim)?;
            put_lengths(chunk_shape, &array.chunk_shape()?, "chunk_shape")
        })
    }
}

/// Get the shape of a shard, the unit that is stored and written as a whole, in elements. Without shards it is the
/// chunk shape; if shards are nested, it is that of the outermost.
///
/// `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_shard_shape(
    array: *const zarr_array,
    ndim: i32,
    shard_shape: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            check_rank(&array, ndim)?;
            put_lengths(shard_shape, &array.shard_shape()?, "shard_shape")
        })
    }
}

/// Get the fill value, which reads return where nothing is stored: one element of `size` bytes, the item size, in the
/// byte order of the machine. It is zero if the format leaves it undefined.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; use `zarr_array_fill_value_bytes`. `ZARR_ERROR_LIMIT`:
/// the value is larger than "chunk_bytes" of the option "limits" allows.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_fill_value(
    array: *const zarr_array,
    value: *mut c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            if array.data_type().is_variable() {
                let error = Error::type_mismatch("a fill value of its data type has any length");
                let other = Term::operation("Array::fill_value_bytes");
                return Err(error.remedy(format!("use {other}")).context(named(&array)));
            }
            let (element, _) = array.fill_value()?;
            check_size(&array, "value", size, &[], &array.data_type())?;
            bytes_mut(value, size, "value")?.copy_from_slice(&element);
            Ok(())
        })
    }
}

/// Get the fill value of an array of any data type, also of variable length. The caller frees the value with
/// `zarr_bytes_free`. Errors as in `zarr_array_fill_value`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_fill_value_bytes(
    array: *const zarr_array,
    value: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(value, "value")?;
            place.put(terminated(handle::get(array)?.fill_value()?.0)?)
        })
    }
}

/// Return 1 if the array defines its fill value, 0 if not, -1 on a bad handle. An undefined fill value reads as zero;
/// for points and spans of time, as "not a time".
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_fill_value_defined(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(i32::from(handle::get(array)?.defines_fill_value())))
}

/// Get the names of the dimensions: an empty list, or one entry for each dimension, absent (NULL) if it has no name.
/// In v2 they are the attribute _ARRAY_DIMENSIONS. The caller frees the names with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_dimension_names(
    array: *const zarr_array,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(names, "names")?;
            let names = handle::get(array)?.dimension_names().unwrap_or_default();
            place.put(Strings::new(names.iter().map(Option::as_ref))?)
        })
    }
}

/// Replace the names of the dimensions: one entry for each dimension, NULL for one without a name. `names` is NULL to
/// remove all names. Like attributes, the change is written to the document at once.
///
/// Final v3 stores names in the document; v2 and N5 store them in the attribute _ARRAY_DIMENSIONS, for all dimensions
/// or none.
///
/// `ZARR_ERROR_UNSUPPORTED`: the format can't store names (v1 and the drafts of v3).
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_set_dimension_names(
    array: *const zarr_array,
    ndim: i32,
    names: *const *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let rank = check_rank(&array, ndim)?;
            match names.is_null() {
                true => array.set_dimension_names(&vec![None; rank]),
                false => array.set_dimension_names(&args::names(names, rank)?),
            }
        })
    }
}

/// Give an array another fill value, before anything is stored in it: one element of `size` bytes, as
/// `zarr_array_builder_fill_value` takes it; `value` NULL with size 0 leaves it undefined, as
/// `zarr_array_builder_no_fill_value` does. Only that member of the document is changed. Other handles have the new
/// value after `zarr_array_refresh`; no program should write elements meanwhile.
///
/// `ZARR_ERROR_CONFLICT`: chunks are stored; elements beside them that are not would change. `ZARR_ERROR_UNSUPPORTED`:
/// the format has no such fill value (N5 has only zero).
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_set_fill_value(
    array: *const zarr_array,
    value: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let is_open = value.is_null() && size == 0;
            let element = (!is_open).then(|| args::bytes(value, size, "value")).transpose()?;
            array.set_fill_value(element)
        })
    }
}

/// List the codecs of the chunks, in the order of encoding. The caller frees both lists with `zarr_strings_free`.
///
/// The names are the same in all formats, such as "bytes", "zstd", "blosc" and "shuffle". The configuration of each is
/// a JSON object as in final v3: {"level": 3, "checksum": false}. After "sharding_indexed" come the codecs of the
/// chunks in the shards, which its configuration contains as well. Codecs that the library does not have are listed as
/// the document spells them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_codecs(
    array: *const zarr_array,
    names: *mut *mut zarr_strings,
    configurations: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (names, configurations) = (Out::new(names, "names"), Out::new(configurations, "configurations"));
            let (names, configurations) = (names?, configurations?);
            let codecs = handle::get(array)?.codecs()?;
            let found = Strings::new(codecs.iter().map(|codec| Some(&codec.name)))?;
            let described = Strings::new(codecs.iter().map(|codec| Some(&codec.configuration)))?;
            let first = handle::new::<zarr_strings>(found)?;
            let second = handle::new::<zarr_strings>(described).inspect_err(|_| drop(handle::free(first)))?;
            names.place(first);
            configurations.place(second);
            Ok(())
        })
    }
}

/// Return 0 if a read of a part of a chunk takes the whole chunk from the store, or more than the part; 1 if it takes
/// no more; 2 if it takes no more, and short parts cost little as well; -1 on a bad handle.
///
/// It is 0 for chunks with codecs or checksums, and for shards; 1 for a file system that other machines share or the
/// library does not know, and for a zip file; 2 for another folder, and for memory. Processes that share a chunk do
/// well to let one of them read it, unless their parts lie in it in runs of 64 KiB or more (1), of 4 KiB or more (2).
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_reads_parts(array: *const zarr_array) -> i32 {
    guard_value(-1, || {
        let array = handle::get(array)?;
        Ok(i32::from(array.reads_parts()) + i32::from(array.reads_short_parts()))
    })
}

/// Get the attributes as they are stored: a JSON object, "{}" if there are none. The caller frees the text with
/// `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_attributes(
    array: *const zarr_array,
    json: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(json, "json")?;
            place.put(terminated(handle::get(array)?.attributes()?.into_bytes())?)
        })
    }
}

/// Replace all attributes with those of a JSON object.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_set_attributes(
    array: *const zarr_array,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { guard(error, || handle::get(array)?.set_attributes(text(json, "json")?)) }
}

/// Get the metadata document, in the array's own format. The caller frees the text with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_metadata(
    array: *const zarr_array,
    json: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(json, "json")?;
            place.put(terminated(handle::get(array)?.metadata()?.into_bytes())?)
        })
    }
}

/// List the deviations from the format that were accepted on opening, one line each; with the option {"strict": true}
/// such an array is refused. The caller frees the messages with `zarr_strings_free`.
///
/// A writable store has one more line if it is on a file system with locks that hold on one machine only, such as NFS
/// or Lustre.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_warnings(
    array: *const zarr_array,
    messages: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(messages, "messages")?;
            place.put(Strings::from_texts(&handle::get(array)?.warnings())?)
        })
    }
}

/// How messages call the array.
pub(super) fn named(array: &Array) -> String {
    format!("array \"{}\"", array.origin().path)
}

/// Checks the number of dimensions that came with an array of numbers.
pub(super) fn check_rank(array: &Array, ndim: i32) -> Result<usize> {
    args::rank(ndim, array.ndim()).context(|| named(array))
}

/// Checks the size of a buffer for elements of a data type.
pub(super) fn check_size(array: &Array, name: &str, size: usize, count: &[u64], data_type: &DataType) -> Result<()> {
    check_bytes(name, size, count, data_type).context(|| named(array))
}
