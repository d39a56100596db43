//! `zarr_array_builder`: the description of a new array, and creating it.
//!
//! # In the header
//! Creating arrays
//!
//! A new array is described step by step in a builder, and then created; the builder can be changed and used again.
//! Settings that are left out are chosen: the format of the hierarchy, chunks of about 1 MiB, no compression, the fill
//! value zero (of times in final v3: "not a time"). Only the combination that is created has to make sense: what its
//! format can't express is `ZARR_ERROR_UNSUPPORTED`. A builder is used by one thread at a time.

use super::args::{self, Out, bytes, lengths, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use crate::array::ArrayBuilder;
use crate::dtype::DataType;
use crate::error::{Error, Result};
use crate::sync::fork::{Mutex, MutexGuard};
use std::ffi::{c_char, c_void};

/// The description of an array that is to be created.
pub struct zarr_array_builder {
    _private: (),
}

impl Handle for zarr_array_builder {
    type Object = Builder;
    const NAME: &str = "zarr_array_builder";
}

/// A builder with the number of dimensions that its setters are checked against before memory is read.
pub(super) struct Builder {
    rank: usize,
    builder: Mutex<ArrayBuilder>,
}

impl Builder {
    fn new(builder: ArrayBuilder, rank: usize) -> Self {
        Self { rank, builder: Mutex::new(builder) }
    }

    /// One thread at a time is the rule; the lock makes a breach of it harmless.
    pub(super) fn lock(&self) -> MutexGuard<'_, ArrayBuilder> {
        self.builder.lock()
    }

    pub(super) fn check_rank(&self, ndim: i32) -> Result<usize> {
        args::rank(ndim, self.rank)
    }
}

/// Begins the description of an array of a data type that needs no parameters: one of `ZARR_BOOL` to
/// `ZARR_COMPLEX128`, `ZARR_STRING`, `ZARR_BYTES`, or one of those from `ZARR_BFLOAT16` on. The caller frees the
/// builder with `zarr_array_builder_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_new(
    data_type: i32,
    ndim: i32,
    shape: *const i64,
    builder: *mut *mut zarr_array_builder,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(builder, "builder")?;
            let unknown = || {
                let hint = "types with parameters are described by zarr_array_builder_new_json";
                Error::invalid_argument(format!("data type {data_type} is none that a code describes; {hint}"))
            };
            let data_type = DataType::from_code(data_type).ok_or_else(unknown)?;
            let rank = args::new_rank(ndim)?;
            place.put(Builder::new(ArrayBuilder::new(data_type, &lengths(shape, rank, "shape")?)?, rank))
        })
    }
}

/// Begins the description of an array of a data type in JSON, in the spelling of any format: "\"float64\"",
/// "\"r24\"", "\">i4\"", "\"<M8[ns]\"", an object with a name and a configuration, or NumPy's list of fields,
/// "[[\"x\", \"<f4\"], [\"id\", \"|S8\"]]". The byte orders of the latter are those that the array is stored in. The
/// caller frees the builder with `zarr_array_builder_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_new_json(
    data_type_json: *const c_char,
    ndim: i32,
    shape: *const i64,
    builder: *mut *mut zarr_array_builder,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(builder, "builder")?;
            let data_type = text(data_type_json, "data_type_json")?;
            let rank = args::new_rank(ndim)?;
            place.put(Builder::new(ArrayBuilder::new_json(data_type, &lengths(shape, rank, "shape")?)?, rank))
        })
    }
}

/// Frees the builder. NULL is fine.
///
/// # Safety
/// No call may be running on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_free(builder: *mut zarr_array_builder) {
    guard_value((), || {
        drop(handle::free(builder));
        Ok(())
    });
}

/// Sets the format, one of `ZARR_FORMAT_...`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_format(
    builder: *mut zarr_array_builder,
    format: i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().format(args::format(format)?);
            Ok(())
        })
    }
}

/// Sets the shape of the chunks, the unit that is encoded, in elements. A length of 0 is the whole axis.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_chunk_shape(
    builder: *mut zarr_array_builder,
    ndim: i32,
    chunk_shape: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let chunk_shape = lengths(chunk_shape, builder.check_rank(ndim)?, "chunk_shape")?;
            builder.lock().chunk_shape(&chunk_shape)
        })
    }
}

/// Gives the chunks along one dimension lengths of their own: `count` lengths in elements, one a chunk, none of them 0,
/// which together reach the end of the array or go beyond it. The grid becomes rectilinear, an extension of final v3
/// that not every software reads; along the other dimensions the lengths are those of the chunk shape.
///
/// Where a shard shape is set too, the lengths are those of the shards, each a multiple of the chunk shape, which all
/// chunks have; along the other dimensions the shard shape counts.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_chunk_edges(
    builder: *mut zarr_array_builder,
    dimension: i32,
    count: usize,
    chunk_lengths: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let chunk_lengths = lengths(chunk_lengths, count, "chunk_lengths")?;
            let dimension = usize::try_from(dimension)
                .map_err(|_| Error::invalid_argument(format!("dimension {dimension} is negative")))?;
            builder.lock().chunk_edges(dimension, &chunk_lengths)
        })
    }
}

/// Sets the shape of the shards, the unit that is stored, in elements. A length of 0 is the whole axis. Not set:
/// each chunk is stored by itself.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_shard_shape(
    builder: *mut zarr_array_builder,
    ndim: i32,
    shard_shape: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let shard_shape = lengths(shard_shape, builder.check_rank(ndim)?, "shard_shape")?;
            builder.lock().shard_shape(&shard_shape)
        })
    }
}

/// Sets the fill value, which reading gives where nothing was written: one element, in the byte order of the machine;
/// of `ZARR_STRING` and `ZARR_BYTES`, bytes of any number.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_fill_value(
    builder: *mut zarr_array_builder,
    value: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().fill_value(bytes(value, size, "value")?)
        })
    }
}

/// Leaves open what reading gives where nothing was written; this library gives zero. v1, v2 and the first drafts of v3
/// have null for it, N5 has no fill value at all; with other formats, creating the array is `ZARR_ERROR_UNSUPPORTED`.
/// `zarr_array_builder_fill_value` takes this back.
///
/// xarray takes the fill value of v2 for the mark of what is missing: of an array with the fill value 0, which is the
/// default here, it shows the zeros as NaN, and integers as floats. Leave it open where zero is a value like others.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_no_fill_value(
    builder: *mut zarr_array_builder,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            handle::get(builder)?.lock().no_fill_value();
            Ok(())
        })
    }
}

/// Sets the order of the elements in a stored chunk: 'C', the last dimension fastest, or 'F', the first. The buffers
/// of `zarr_array_read_region` and `zarr_array_write_region` are in C order all the same.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_order(
    builder: *mut zarr_array_builder,
    order: i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().order(args::character(order, ['C', 'F'], "order")?)
        })
    }
}

/// Sets the byte order of stored numbers: 1 for big-endian, 0 for little-endian, which is the default on every
/// machine.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_big_endian(
    builder: *mut zarr_array_builder,
    big_endian: i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().big_endian(args::boolean(big_endian, "big_endian")?);
            Ok(())
        })
    }
}

/// Sets the separator of the numbers in the keys of chunks: '.' or '/'.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_separator(
    builder: *mut zarr_array_builder,
    separator: i32,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().separator(args::character(separator, ['.', '/'], "separator")?)
        })
    }
}

/// Sets how the keys of chunks are formed, by a name of final v3 and its configuration, NULL or a JSON object:
/// "default" and "v2" with "separator", "fanout" with "max_children", which keeps folders short, and "suffix" with
/// "suffix" and "base_encoding". It and `zarr_array_builder_separator` take each other back. Formats other than final
/// v3 have no word for it: creating the array is `ZARR_ERROR_UNSUPPORTED`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_chunk_key_encoding(
    builder: *mut zarr_array_builder,
    name: *const c_char,
    configuration_json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let name = text(name, "name")?;
            builder.lock().chunk_key_encoding(name, optional_text(configuration_json, "configuration_json")?)
        })
    }
}

/// Names the dimensions. An entry may be NULL: that dimension has no name.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_dimension_names(
    builder: *mut zarr_array_builder,
    ndim: i32,
    names: *const *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let names = args::names(names, builder.check_rank(ndim)?)?;
            builder.lock().dimension_names(&names)
        })
    }
}

/// Sets the attributes: a JSON object.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_attributes(
    builder: *mut zarr_array_builder,
    json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            builder.lock().attributes(text(json, "json")?)
        })
    }
}

/// Adds a codec; one call for each, in the order of encoding. Without any, data are stored as they are.
///
/// The name is that of final v3 ("zstd", "gzip", "blosc", "crc32c", ...) or a numcodecs id; the configuration is
/// NULL or a JSON object in the spelling of either. The library writes both as the format of the array does. With
/// shards, these are the codecs of the chunks in them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_codec(
    builder: *mut zarr_array_builder,
    name: *const c_char,
    configuration_json: *const c_char,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let builder = handle::get(builder)?;
            let name = text(name, "name")?;
            builder.lock().codec(name, optional_text(configuration_json, "configuration_json")?)
        })
    }
}

/// Creates an array, and the groups above it that its format needs. Nothing is written for its chunks.
/// `ZARR_ERROR_ALREADY_EXISTS`: there is a node already. `ZARR_ERROR_LIMIT`: its chunks would have more bytes than
/// "chunk_bytes" of the option "limits" allows. The caller frees the array with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_create(
    store: *const zarr_store,
    path: *const c_char,
    builder: *const zarr_array_builder,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe { zarr_array_create_with(store, path, builder, std::ptr::null(), array, error) }
}

/// Creates an array, and opens it with options, which go before those of the store: a JSON object, NULL for none, as
/// `zarr_array_open_with` takes it. The caller frees the array with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_create_with(
    store: *const zarr_store,
    path: *const c_char,
    builder: *const zarr_array_builder,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let hierarchy = handle::get(store)?;
            let (path, options) = (text(path, "path")?, optional_text(options_json, "options_json")?);
            // A copy: a store's callbacks run meanwhile, and may use the builder.
            let builder = handle::get(builder)?.lock().clone();
            place.put(OpenArray::new(hierarchy.create_array_with(path, &builder, options)?, &hierarchy))
        })
    }
}

/// Creates an array below a group: the path begins there, "b/c". Options are a JSON object for the handle, NULL for
/// none. The caller frees the array with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_group_create_array(
    group: *const zarr_group,
    path: *const c_char,
    builder: *const zarr_array_builder,
    options_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let group = handle::get(group)?;
            let (path, options) = (group.below(text(path, "path")?)?, optional_text(options_json, "options_json")?);
            let builder = handle::get(builder)?.lock().clone();
            let created = group.hierarchy().create_array_with(&path, &builder, options)?;
            place.put(OpenArray::new(created, group.hierarchy()))
        })
    }
}

/// Creates an array, in the place of any existing node, as `zarr_group_create_or_replace` does: a node at the path
/// goes, with everything below it, but not before the new array is known to be possible. The caller frees the array
/// with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_create_or_replace(
    store: *const zarr_store,
    path: *const c_char,
    builder: *const zarr_array_builder,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let hierarchy = handle::get(store)?;
            let path = text(path, "path")?;
            // A copy: a store's callbacks run meanwhile, and may use the builder.
            let builder = handle::get(builder)?.lock().clone();
            place.put(OpenArray::new(hierarchy.create_or_replace_array(path, &builder)?, &hierarchy))
        })
    }
}

/// Creates an array from a metadata document, in the layout of the format, for everything that a builder can't say.
/// The document is checked as on opening. The caller frees the array with `zarr_array_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_create_json(
    store: *const zarr_store,
    path: *const c_char,
    format: i32,
    metadata_json: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let hierarchy = handle::get(store)?;
            let (path, format) = (text(path, "path")?, args::format(format)?);
            let array = hierarchy.create_array_json(path, format, text(metadata_json, "metadata_json")?)?;
            place.put(OpenArray::new(array, &hierarchy))
        })
    }
}
