//! `zarr_dataset`: the arrays of one group, with dimensions that they share.
//!
//! # In the header
//! Datasets: arrays of one group with shared dimensions
//!
//! A dataset is a group whose arrays share named dimensions, like a netCDF file or group. The dimensions are those that
//! the arrays in the group name (`zarr_array_dimension_names`); arrays without names are listed, and add no dimension.
//! If two arrays differ in the length of a dimension, opening the dataset is `ZARR_ERROR_METADATA`, which names both.
//! With the option {"unequal_dimensions": "keep"} it is opened, each length is listed, and
//! `zarr_dataset_resize_dimension` makes them equal.
//!
//! New arrays are defined by the names of their dimensions, and `zarr_dataset_commit` checks all definitions, then
//! creates the arrays. Every dimension can grow, so there is no unlimited dimension: define one of length 0, then grow
//! it with `zarr_dataset_append`, which writes one step of many arrays, or with `zarr_dataset_resize_dimension`.
//!
//! Definitions and commits are made by one thread at a time; all other functions may be called by several. A dataset
//! knows the dimensions as of its last opening, commit, resize or refresh, and the lengths of its own appends.

use super::args::{self, Out, OutValue, bytes, bytes_mut, list, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::builder::zarr_array_builder;
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::error::{Error, Result, Term, counted};
use crate::hierarchy::Dataset;
use crate::hierarchy::dataset::{Block, Range, Room};
use std::ffi::{c_char, c_void};
use std::sync::Arc;

/// The arrays of one group, and their dimensions.
pub struct zarr_dataset {
    _private: (),
}

impl Handle for zarr_dataset {
    type Object = Dataset;
    const NAME: &str = "zarr_dataset";
}

/// Create the group of a dataset, and the groups above it that its format needs. If the group exists, it is opened
/// with its arrays, as by `zarr_dataset_open`. The caller frees the dataset with `zarr_dataset_free`.
///
/// The format is one of `ZARR_FORMAT_...`. The options are a JSON object with options of the arrays and of the dataset,
/// NULL for none. Attributes of the dataset are those of its group: `zarr_dataset_group`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_create(
    store: *const zarr_store,
    path: *const c_char,
    format: i32,
    options_json: *const c_char,
    dataset: *mut *mut zarr_dataset,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(dataset, "dataset")?;
            let hierarchy = handle::get(store)?;
            let (path, format) = (text(path, "path")?, args::format(format)?);
            place.put(hierarchy.create_dataset(path, format, optional_text(options_json, "options_json")?)?)
        })
    }
}

/// Open a group, explicit or implicit, as a dataset: all arrays directly in it are opened in one pass, many documents
/// at a time, or from consolidated metadata as the option "consolidated" says. The caller frees the dataset with
/// `zarr_dataset_free`.
///
/// The options are a JSON object with options of the arrays and of the dataset, NULL for none. An array with an
/// unreadable document is listed and adds no dimension; `zarr_dataset_array` returns the reason.
///
/// `ZARR_ERROR_METADATA`: a dimension has two lengths. `ZARR_ERROR_NODE_TYPE`: the node is an array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_open(
    store: *const zarr_store,
    path: *const c_char,
    options_json: *const c_char,
    dataset: *mut *mut zarr_dataset,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(dataset, "dataset")?;
            let hierarchy = handle::get(store)?;
            place.put(hierarchy.open_dataset(text(path, "path")?, optional_text(options_json, "options_json")?)?)
        })
    }
}

/// Make another handle to an open dataset, like `zarr_group_share`. The caller frees it with `zarr_dataset_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_share(
    dataset: *const zarr_dataset,
    shared: *mut *mut zarr_dataset,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(shared, "shared")?;
            place.put(handle::get(dataset)?)
        })
    }
}

/// Free the handle; the arrays remain in the store, and definitions that were not committed are discarded. NULL does
/// nothing.
///
/// # Safety
/// No call may be running on the handle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_free(dataset: *mut zarr_dataset) {
    guard_value((), || {
        drop(handle::free(dataset));
        Ok(())
    });
}

/// Read the group again, to see arrays that other handles and processes have created, resized or erased. Definitions
/// are kept. After a failure the dataset is unchanged.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_refresh(dataset: *const zarr_dataset, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(dataset)?.refresh()) }
}

/// Get the group of the dataset, for its attributes. The caller frees it with `zarr_group_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_group(
    dataset: *const zarr_dataset,
    group: *mut *mut zarr_group,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(group, "group")?;
            place.put(Arc::clone(handle::get(dataset)?.group()))
        })
    }
}

/// List the dimensions: those of the arrays, in the order of the arrays sorted by name, then those that are only
/// defined. `*lengths` holds an int64_t for each name: `(const int64_t *)zarr_bytes_data(lengths)`. The caller frees
/// the names with `zarr_strings_free`, the lengths with `zarr_bytes_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_dimensions(
    dataset: *const zarr_dataset,
    names: *mut *mut zarr_strings,
    lengths: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (names, lengths) = (Out::new(names, "names"), Out::new(lengths, "lengths"));
            let (names, lengths) = (names?, lengths?);
            let dimensions = handle::get(dataset)?.dimensions();
            let texts = Strings::new(dimensions.iter().map(|dimension| Some(&dimension.name)))?;
            let numbers = terminated(dimensions.iter().flat_map(|known| known.length.to_ne_bytes()).collect())?;
            let texts = handle::new::<zarr_strings>(texts)?;
            lengths.put(numbers).inspect_err(|_| drop(handle::free(texts)))?;
            names.place(texts);
            Ok(())
        })
    }
}

/// Get the length of a dimension, in elements.
///
/// `ZARR_ERROR_NOT_FOUND`: the dimension does not exist. `ZARR_ERROR_METADATA`: arrays differ in its length.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_dimension_length(
    dataset: *const zarr_dataset,
    name: *const c_char,
    length: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(length, "length")?;
            let found = handle::get(dataset)?.dimension_length(text(name, "name")?)?;
            // Lengths of arrays fit 63 bits.
            place.put(i64::try_from(found).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// List the names of the arrays, sorted by bytes, without those that are only defined. The caller frees the list with
/// `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_arrays(
    dataset: *const zarr_dataset,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(names, "names")?;
            place.put(Strings::from_texts(&handle::get(dataset)?.arrays())?)
        })
    }
}

/// Get a new handle to an array of the dataset, without a request to the store. The caller frees it with
/// `zarr_array_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: the group has no array of this name, or it is not committed yet.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_array(
    dataset: *const zarr_dataset,
    name: *const c_char,
    array: *mut *mut zarr_array,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(array, "array")?;
            let dataset = handle::get(dataset)?;
            let opened = dataset.array(text(name, "name")?)?;
            place.put(OpenArray::new(opened, dataset.group().hierarchy()))
        })
    }
}

/// Define a dimension for arrays that are defined later. Defining it again with the same length succeeds.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: the dimension exists with another length.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_define_dimension(
    dataset: *const zarr_dataset,
    name: *const c_char,
    length: i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let (name, length) = (text(name, "name")?, args::length(length, "length")?);
            dataset.define_dimension(name, length)
        })
    }
}

/// Define an array directly in the group, over `ndim` dimensions that exist or are defined, slowest first. Nothing is
/// written before `zarr_dataset_commit`.
///
/// The builder sets data type, chunks, codecs, fill value and attributes. It is copied, and can be used for more
/// arrays. It must have `ndim` dimensions; their lengths and names are ignored, and a chunk length of 0 is the whole
/// dimension.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: an array of this name exists or is defined. `ZARR_ERROR_NOT_FOUND`: a dimension does
/// not exist.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_define_array(
    dataset: *const zarr_dataset,
    name: *const c_char,
    ndim: i32,
    dimensions: *const *const c_char,
    builder: *const zarr_array_builder,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let builder = handle::get(builder)?;
            let name = text(name, "name")?;
            let rank = builder.check_rank(ndim).map_err(|_| dataset.other_rank(name, ndim, builder.lock().ndim()))?;
            let dimensions = texts(dimensions, rank, "dimensions")?;
            let builder = builder.lock().clone();
            dataset.define_array(name, &dimensions, &builder)
        })
    }
}

/// Define a coordinate: an array of one dimension of the same name. The builder has one dimension, of any length.
///
/// `size` bytes of elements are copied, and written when the array is created; a dimension that does not exist yet gets
/// their number as its length. Without elements (NULL, 0) the dimension must exist, and the elements are written later,
/// or by `zarr_dataset_append`. If the builder sets no fill value, formats that can leave it undefined do
/// (`zarr_array_builder_no_fill_value`), because xarray would show zeros as NaN; this also holds for
/// `zarr_dataset_define_array` with such an array.
///
/// `ZARR_ERROR_BUFFER_SIZE`: the dimension has another number of elements.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_define_coordinate(
    dataset: *const zarr_dataset,
    name: *const c_char,
    builder: *const zarr_array_builder,
    values: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let builder = handle::get(builder)?.lock().clone();
            dataset.define_coordinate(text(name, "name")?, &builder, bytes(values, size, "values")?)
        })
    }
}

/// Create all arrays that are defined, in the order of their names, and write the elements of coordinates. Names,
/// existing nodes, lengths of dimensions and limits of the format are checked before anything is created.
///
/// If creating fails, the arrays that this call has created are erased again if the store can erase, except those that
/// another process has made longer; the message names arrays that remain. Existing arrays are not touched, and
/// definitions are kept, so the call can be repeated; `zarr_dataset_discard` discards them. Other processes must open
/// the dataset after this call has returned, because a failure erases their writes into new arrays.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: a node of one of the names exists. `ZARR_ERROR_CONFLICT`: another process has created
/// arrays with another length of a dimension.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_commit(dataset: *const zarr_dataset, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(dataset)?.commit()) }
}

/// Discard all definitions that were not committed: arrays, and dimensions without an array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_discard(dataset: *const zarr_dataset, error: *mut zarr_error) -> zarr_status {
    unsafe {
        guard(error, || {
            handle::get(dataset)?.discard();
            Ok(())
        })
    }
}

/// Change the length of a dimension: refreshes the dataset, and resizes every array with the dimension, as
/// `zarr_array_resize` does. In arrays that have the length already, chunks that an interrupted call has left are
/// erased.
///
/// A length that one of the arrays can't have is refused before any array changes. So is any change of a dimension that
/// an unreadable array names, with the reason of that array, unless the option is {"unequal_dimensions": "keep"}. If
/// the store fails halfway, some arrays have the new length: call again to finish, or with the old length to undo;
/// elements that were cut off are lost. The function also makes lengths equal that the option has accepted.
///
/// A dimension that becomes longer cuts off nothing that an append is about to fill: where the array that appends make
/// longer first has more elements than `length` and another one has fewer, all get as many as the former has.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_resize_dimension(
    dataset: *const zarr_dataset,
    name: *const c_char,
    length: i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let (name, length) = (text(name, "name")?, args::length(length, "length")?);
            dataset.resize_dimension(name, length)
        })
    }
}

/// Grow a dimension by `count` elements in every array of the dataset that has it, and write a block into the new
/// part of some: a time step of many variables. Sets `*start` to the old length, where the blocks begin; `start` may
/// be NULL.
///
/// `names` holds the names of `arrays` arrays, each of which has the dimension once. `data` and `sizes` hold a buffer
/// for each and its bytes: `count` elements along the dimension and all along the others, in C order. The other arrays
/// read as their fill value there, or as what a resize has cut off in a chunk that it kept.
///
/// The dimension grows first, then the blocks are written in the order of `names`. One array reserves the place for
/// all, so concurrent appends by threads, and by processes where docs/consistency.md says so of `zarr_array_append`,
/// get consecutive places; processes must know the same arrays. If writing fails, the dimension has grown, possibly in
/// some arrays only; `zarr_dataset_resize_dimension` undoes or completes that. A block that does not fit is refused
/// before anything changes, and an unreadable array is as for `zarr_dataset_resize_dimension`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_append(
    dataset: *const zarr_dataset,
    dimension: *const c_char,
    count: i64,
    arrays: usize,
    names: *const *const c_char,
    data: *const *const c_void,
    sizes: *const usize,
    start: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::optional(start);
            let dataset = handle::get(dataset)?;
            let (dimension, count) = (text(dimension, "dimension")?, args::length(count, "count")?);
            let blocks = blocks(arrays, names, data, sizes)?;
            // A length of an array that may grow fits 63 bits.
            place.put(i64::try_from(dataset.append(dimension, count, &blocks)?).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// Read the same part of many arrays: `count` elements from `start` on along each of `ndim` named dimensions, and all
/// elements along the others. Dimensions that an array does not have are ignored for it.
///
/// `names` holds the names of `arrays` arrays; `data` and `sizes` hold a buffer for each and its bytes, exactly those
/// of its part, in C order. Arguments are checked before anything is read.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_read(
    dataset: *const zarr_dataset,
    ndim: i32,
    dimensions: *const *const c_char,
    start: *const i64,
    count: *const i64,
    arrays: usize,
    names: *const *const c_char,
    data: *const *mut c_void,
    sizes: *const usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let ranges = ranges(dataset.dimensions().len(), ndim, dimensions, start, count)?;
            let names = texts(names, arrays, "names")?;
            let (data, sizes) = (list(data, arrays, "data")?, list(sizes, arrays, "sizes")?);
            let mut rooms = Vec::new();
            for (index, name) in names.into_iter().enumerate() {
                let data = bytes_mut(data[index], sizes[index], &Term::item("data", index))?;
                rooms.push(Room { name, data });
            }
            dataset.read(&ranges, &mut rooms)
        })
    }
}

/// Write the same part of many arrays, with the arguments of `zarr_dataset_read`. No array grows. Arguments are
/// checked before anything is written; after another failure some arrays may have been written.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_write(
    dataset: *const zarr_dataset,
    ndim: i32,
    dimensions: *const *const c_char,
    start: *const i64,
    count: *const i64,
    arrays: usize,
    names: *const *const c_char,
    data: *const *const c_void,
    sizes: *const usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let dataset = handle::get(dataset)?;
            let ranges = ranges(dataset.dimensions().len(), ndim, dimensions, start, count)?;
            dataset.write(&ranges, &blocks(arrays, names, data, sizes)?)
        })
    }
}

/// A list of texts, none of which may be NULL.
///
/// # Safety
/// `values` is NULL or points to `count` texts.
unsafe fn texts<'a>(values: *const *const c_char, count: usize, name: &str) -> Result<Vec<&'a str>> {
    // SAFETY: promised by the caller.
    let values = unsafe { list(values, count, name) }?.into_iter().enumerate();
    // SAFETY: promised by the caller.
    values.map(|(index, value)| unsafe { text(value, &Term::item(name, index)) }).collect()
}

/// Elements for arrays.
///
/// # Safety
/// Each list is NULL or has `arrays` entries; the buffers have their sizes.
unsafe fn blocks<'a>(
    arrays: usize,
    names: *const *const c_char,
    data: *const *const c_void,
    sizes: *const usize,
) -> Result<Vec<Block<'a>>> {
    // SAFETY: promised by the caller.
    let names = unsafe { texts(names, arrays, "names") }?;
    // SAFETY: promised by the caller.
    let (data, sizes) = unsafe { (list(data, arrays, "data")?, list(sizes, arrays, "sizes")?) };
    let block = |(index, name)| {
        // SAFETY: promised by the caller.
        let data = unsafe { bytes(data[index], sizes[index], &Term::item("data", index)) }?;
        Ok(Block { name, data })
    };
    names.into_iter().enumerate().map(block).collect()
}

/// Parts of dimensions, of which there are at most `known`.
///
/// # Safety
/// Each list is NULL or has `ndim` entries.
unsafe fn ranges<'a>(
    known: usize,
    ndim: i32,
    dimensions: *const *const c_char,
    start: *const i64,
    count: *const i64,
) -> Result<Vec<Range<'a>>> {
    let ndim = usize::try_from(ndim).ok().filter(|ndim| *ndim <= known).ok_or_else(|| {
        Error::invalid_argument(format!("{}, but the dataset has {}", Term::rank(ndim), counted(known, "dimension")))
    })?;
    // SAFETY: promised by the caller.
    let dimensions = unsafe { texts(dimensions, ndim, "dimensions") }?;
    // SAFETY: promised by the caller.
    let (start, count) = unsafe { (args::lengths(start, ndim, "start")?, args::lengths(count, ndim, "count")?) };
    let places = dimensions.into_iter().zip(start.into_iter().zip(count));
    Ok(places.map(|(dimension, (start, count))| Range { dimension, start, count }).collect())
}
