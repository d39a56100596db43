//! `zarr_array_builder`: the description of a new array, and creating it.
//!
//! # In the header
//! Creating arrays
//!
//! A builder describes an array, step by step, before it is created; it can be changed and used again. The defaults are
//! the format of the hierarchy, chunks of about 1 MiB, no compression, and the fill value zero (for times in final v3,
//! "not a time"). A setter refuses what is wrong by itself, such as an unknown codec or a list of another length than
//! the array has dimensions. What depends on several settings, or on the format, is checked when the array is created:
//! a setting that the format can't express is `ZARR_ERROR_UNSUPPORTED`. A call that fails leaves the builder as it was.
//! A builder is used by one thread at a time.

use super::args::{self, Out, bytes, lengths, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::error::{replaceable, zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use crate::array::ArrayBuilder;
use crate::dtype::DataType;
use crate::error::{Error, Result, Term};
use crate::sync::fork::{Mutex, MutexGuard};
use std::ffi::{c_char, c_void};

/// The description of an array to be created.
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

/// Make a builder for an array of a data type without parameters: one of `ZARR_BOOL` to `ZARR_COMPLEX128`,
/// `ZARR_STRING`, `ZARR_BYTES`, or one from `ZARR_BFLOAT16` on. `shape` holds `ndim` lengths in elements. The caller
/// frees the builder with `zarr_array_builder_free`.
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
                let hint = format!("{} takes every data type, by its name", Term::operation("ArrayBuilder::new_json"));
                Error::invalid_argument(format!(
                    "data_type {data_type} is not the number of a data type without parameters; {hint}"
                ))
            };
            let data_type = DataType::from_code(data_type).ok_or_else(unknown)?;
            let rank = args::new_rank(ndim)?;
            place.put(Builder::new(ArrayBuilder::new(data_type, &lengths(shape, rank, "shape")?)?, rank))
        })
    }
}

/// Make a builder for an array of a data type in JSON. `shape` holds `ndim` lengths in elements. The caller frees the
/// builder with `zarr_array_builder_free`.
///
/// The type is spelled as in any format: "\"float64\"", "\"r24\"", "\">i4\"", "\"<M8[ns]\"", an object with a name and
/// a configuration, or NumPy's list of fields, "[[\"x\", \"<f4\"], [\"id\", \"|S8\"]]". A byte order in a NumPy type is
/// that of the stored array.
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

/// Free the builder. NULL does nothing.
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

/// Return the data type, one of `ZARR_BOOL` and so on; -1 on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_data_type(builder: *const zarr_array_builder) -> i32 {
    guard_value(-1, || Ok(handle::get(builder)?.lock().data_type().code() as i32))
}

/// Return the size in bytes of one element in memory, which is that of a fill value; 0 for types of variable length and
/// on a bad handle.
///
/// # Safety
/// Any pointer may be given.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_builder_item_size(builder: *const zarr_array_builder) -> usize {
    guard_value(0, || Ok(handle::get(builder)?.lock().data_type().size()))
}

/// Set the format, one of `ZARR_FORMAT_...`.
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

/// Set the shape of the chunks, the unit that is encoded, in elements. A length of 0 is the whole dimension, or 1 if
/// that has no elements yet.
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

/// Set the length of each chunk along one dimension: `count` lengths in elements, none of them 0, which reach the end
/// of the array or beyond. The grid becomes rectilinear, an extension of final v3 that not all software reads; along
/// other dimensions the chunk shape applies.
///
/// If a shard shape is set too, these are the lengths of the shards, each a multiple of the chunk shape; along other
/// dimensions the shard shape applies.
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

/// Set the shape of the shards, the unit that is stored, in elements. A length of 0 is the whole dimension, or 1 if
/// that has no elements yet. By default each chunk is stored by itself.
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

/// Set the fill value, which reads return where nothing was written: one element of `size` bytes, in the byte order of
/// the machine; for `ZARR_STRING` and `ZARR_BYTES`, any number of bytes.
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

/// Leave the fill value undefined; this library then reads zero. `zarr_array_builder_fill_value` undoes this call.
///
/// v1, v2 and the first drafts of v3 store null, and N5 has no fill value; with other formats, creating the array is
/// `ZARR_ERROR_UNSUPPORTED`. xarray treats the fill value of v2 as missing data: with the default of 0 it shows zeros
/// as NaN, and integers as floats. Leave it undefined if zero is an ordinary value.
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

/// Set the order of the elements in a stored chunk: 'C', the last dimension fastest, or 'F', the first. Buffers of
/// `zarr_array_read_region` and `zarr_array_write_region` are in C order either way.
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

/// Set the byte order of stored numbers: 1 for big-endian, 0 for little-endian, the default on every machine.
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

/// Set the separator between the numbers in the keys of chunks: '.' or '/'.
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

/// Set how the keys of chunks are formed, by a name of final v3 and its configuration, a JSON object or NULL:
/// "default" and "v2" with "separator", "fanout" with "max_children", which limits the entries of a folder, and
/// "suffix" with "suffix" and "base_encoding".
///
/// This function and `zarr_array_builder_separator` override each other. In other formats than final v3, creating the
/// array is `ZARR_ERROR_UNSUPPORTED`.
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

/// Set the names of the dimensions: `ndim` entries, NULL for a dimension without a name.
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

/// Set the attributes: a JSON object.
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

/// Add a codec; call once for each, in the order of encoding. Without any, data are stored uncompressed.
///
/// The name is that of final v3 ("zstd", "gzip", "blosc", "crc32c", ...) or a numcodecs id; the configuration is NULL
/// or a JSON object in the spelling of either. The library writes both in the spelling of the array's format. With
/// shards, codecs apply to the chunks in them.
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

/// Advises where a node exists in the place of a new array.
fn taken() -> impl FnOnce(Error) -> Error {
    replaceable("Hierarchy::create_or_replace_array")
}

/// Create an array, and the groups above it that its format needs; no chunks are written. The caller frees the array
/// with `zarr_array_free`.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: a node exists at the path. `ZARR_ERROR_UNSUPPORTED`: the format can't express a
/// setting. `ZARR_ERROR_LIMIT`: a chunk would be larger than "chunk_bytes" of the option "limits" allows.
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

/// Create an array and open it with options that take precedence over those of the store: a JSON object, NULL for
/// none. The caller frees the array with `zarr_array_free`. Errors as in `zarr_array_create`.
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
            let created = hierarchy.create_array_with(path, &builder, options).map_err(taken())?;
            place.put(OpenArray::new(created, &hierarchy))
        })
    }
}

/// Create an array below a group; the path is relative to the group: "b/c". The options of the handle are a JSON
/// object, NULL for none. The caller frees the array with `zarr_array_free`. Errors as in `zarr_array_create`.
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
            let created = group.hierarchy().create_array_with(&path, &builder, options).map_err(taken())?;
            place.put(OpenArray::new(created, group.hierarchy()))
        })
    }
}

/// Create an array and erase any node at the path, with everything below it, as `zarr_group_create_or_replace` does.
/// Settings are checked before anything is erased. The caller frees the array with `zarr_array_free`.
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

/// Create an array from a metadata document in the layout of the format, for settings that the builder does not have.
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
            let metadata = text(metadata_json, "metadata_json")?;
            let array = hierarchy.create_array_json(path, format, metadata).map_err(taken())?;
            place.put(OpenArray::new(array, &hierarchy))
        })
    }
}
