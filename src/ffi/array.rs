//! `zarr_array`: opening and describing arrays.
//!
//! # In the header
//! Arrays
//!
//! An array says what it holds: its format, data type, shape, chunks, fill value, names and attributes. Each is
//! given as it is now where handles of this process have changed it; what other processes have changed is seen after
//! `zarr_array_refresh`. That goes for chunks, too, where the option "cache_bytes" of a store or an array keeps decoded
//! ones for the next read; a write in this process is never missed.

use super::args::{self, Out, bytes_mut, optional_text, put_lengths, text};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::array::Array;
use crate::error::{Error, Result, ResultExt};
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

/// Opens an array of whatever format. The caller frees it with `zarr_array_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: there is no node at the path. `ZARR_ERROR_NODE_TYPE`: there is a group.
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

/// Opens an array with options, which go before those of the store: a JSON object, NULL for none.
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
            let array = hierarchy.open_array(text(path, "path")?, optional_text(options_json, "options_json")?)?;
            place.put(OpenArray::new(array, &hierarchy))
        })
    }
}

/// Reads the metadata document again, to see what other processes have changed. Chunks that the option "cache_bytes"
/// keeps in memory are let go of, so that those are read again, too.
///
/// `ZARR_ERROR_NOT_FOUND`: the array was erased or moved. `ZARR_ERROR_CONFLICT`: an array of another rank or data type
/// is in its place; it has to be opened anew. Then the handle stays as it was.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_refresh(array: *const zarr_array, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(array)?.refresh()) }
}

/// Frees the handle; the array stays where it is. NULL is fine.
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

/// Gives the path of the array in its store, without a / in front: "a/b", "" for the root. The caller frees the text
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

/// Gives the store that the array was opened in, as a handle of its own. The caller frees it with `zarr_store_free`.
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

/// The format, one of `ZARR_FORMAT_...`; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_format(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(handle::get(array)?.format().code()))
}

/// The number of dimensions; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_ndim(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(i32::try_from(handle::get(array)?.ndim()).unwrap_or(-1)))
}

/// The data type, one of `ZARR_BOOL` and so on; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_data_type(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(handle::get(array)?.data_type().code() as i32))
}

/// The bytes of one element in memory; 0 for types of variable length and on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_item_size(array: *const zarr_array) -> usize {
    guard_value(0, || Ok(handle::get(array)?.data_type().size()))
}

/// The data type in JSON, as `zarr_array_builder_new_json` takes it: as final v3 has it, a name, or an object with
/// a name and a configuration. A struct with padding or with fields that are arrays, which that format lacks, is
/// NumPy's list of fields. The caller frees the text with `zarr_bytes_free`.
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

/// Gives the number of elements along each dimension.
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

/// Gives the shape of the unit that is encoded, in elements: of the inner chunk where there are shards. It is in the
/// array's own axes, whatever the codecs do. `ZARR_ERROR_UNSUPPORTED`: the chunks are not all of one shape.
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

/// Gives the shape of the unit that is stored and written as a whole, in elements; the same as the chunk shape
/// without shards. Where shards lie in shards, as a stack of storage transformers makes them, it is that of the
/// outermost.
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

/// Gives the value that reading gives where nothing was stored: one element, in the byte order of the machine, zero
/// where the format leaves it undefined. The size is that of an element. `ZARR_ERROR_TYPE_MISMATCH`: elements have a
/// length each; `zarr_array_fill_value_bytes` gives their fill value. `ZARR_ERROR_LIMIT`: it has more bytes than
/// "chunk_bytes" of the option "limits" allows.
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
                let text = "a fill value of its data type has any length; use zarr_array_fill_value_bytes";
                return Err(Error::type_mismatch(text).context(named(&array)));
            }
            let (element, _) = array.fill_value()?;
            check_size(&array, "value", size, Some(element.len()))?;
            bytes_mut(value, size, "value")?.copy_from_slice(&element);
            Ok(())
        })
    }
}

/// As `zarr_array_fill_value`, for data types of any length. The caller frees the value with `zarr_bytes_free`.
/// `ZARR_ERROR_LIMIT`: as `zarr_array_fill_value`.
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

/// 1 if the array defines its fill value, 0 if it leaves it open, -1 on a bad handle. Left open, it is zero, and for
/// points and spans of time "not a time".
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_fill_value_defined(array: *const zarr_array) -> i32 {
    guard_value(-1, || Ok(i32::from(handle::get(array)?.defines_fill_value())))
}

/// Gives the names of the dimensions: none at all, or one entry each, absent (NULL) for one without a name. In v2
/// they are the attribute _ARRAY_DIMENSIONS. The caller frees the names with `zarr_strings_free`.
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

/// Gives the dimensions other names, one entry each, NULL for one without a name. `names` is NULL to take all names
/// away. The document of the array is written, one change after the other, as attributes are.
///
/// Final v3 has names in the document; v2 and N5 in the attribute _ARRAY_DIMENSIONS, for all dimensions or none.
/// `ZARR_ERROR_UNSUPPORTED`: the format has no place for them, as v1 and the drafts of v3.
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

/// Lists the codecs of the chunks in the order of encoding: what compresses the array, and what else is done with it.
///
/// The names are those that all formats have in common, such as "bytes", "zstd", "blosc" and "shuffle"; each has its
/// configuration beside it, a JSON object, as final v3 has it: {"level": 3, "checksum": false}. Behind
/// "sharding_indexed" stand the codecs of the chunks in the shards, which its configuration holds as well. Those of
/// other software come as their document has them. The caller frees both lists with `zarr_strings_free`.
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

/// Gives the attributes as they are stored: a JSON object, "{}" where there are none. The caller frees the text with
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

/// Replaces all attributes by those of a JSON object.
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

/// Gives the metadata document, in the layout of the array's format. The caller frees the text with
/// `zarr_bytes_free`.
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

/// Lists the deviations from the format that were accepted on opening, one line each. With the option
/// {"strict": true} such an array is not opened. A store that may be written, and lies on a file system whose locks
/// hold on one node only, such as NFS or Lustre, has a line as well. The caller frees the messages with
/// `zarr_strings_free`.
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

/// Checks the size of a buffer; None is needed where the bytes can't be counted.
pub(super) fn check_size(array: &Array, name: &str, size: usize, needed: Option<usize>) -> Result<()> {
    if Some(size) == needed {
        return Ok(());
    }
    let needed = needed.map_or("more than there is".to_owned(), |needed| needed.to_string());
    Err(Error::buffer_size(format!("{name} is {size} bytes, but must be {needed}")).context(named(array)))
}
