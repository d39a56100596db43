//! `zarr_dataset`: the arrays of one group, with dimensions that they share.
//!
//! # In the header
//! Datasets: arrays of one group with shared dimensions
//!
//! A dataset is what netCDF calls a file or a group: arrays that lie directly in one group, and whose dimensions have
//! names. A dimension is kept by the arrays alone: it is there as long as one of them has it, and its length is theirs.
//! The names are those of `zarr_array_dimension_names`, whichever software has written them. Arrays without names are
//! listed, and add no dimension. A dataset with two lengths for one dimension is `ZARR_ERROR_METADATA`, where both
//! arrays are named; with the option {"unequal_dimensions": "keep"} it is opened, each length is listed, and
//! `zarr_dataset_resize_dimension` makes them equal.
//!
//! New arrays are defined by the names of their dimensions, and `zarr_dataset_commit` creates all of them, after it has
//! looked for everything that can be wrong. There is no unlimited dimension, as any of them can grow: one that begins
//! with 0 elements grows by `zarr_dataset_append`, which writes one step of many arrays, or by
//! `zarr_dataset_resize_dimension`.
//!
//! One thread at a time defines and commits; any number may call all else. A dataset knows the dimensions that it
//! saw when it was opened, committed, resized or refreshed, and the lengths of its own appends.

use super::args::{self, Out, Place, bytes, bytes_mut, list, optional_text, text};
use super::array::{OpenArray, zarr_array};
use super::builder::zarr_array_builder;
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::group::zarr_group;
use super::guard::{guard, guard_value};
use super::handle::{self, Handle};
use super::store::zarr_store;
use super::strings::{Strings, zarr_strings};
use crate::error::{Error, Result, ResultExt};
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

/// Creates the group of a dataset, and the groups above it that its format needs. A group that is there already is
/// taken, with the arrays in it, as `zarr_dataset_open` does.
///
/// The format is one of `ZARR_FORMAT_...`. Options are a JSON object for the arrays, NULL for none, with those of the
/// dataset. The caller frees the dataset with `zarr_dataset_free`.
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

/// Opens a group, explicit or implicit, as a dataset: all arrays directly in it are opened in one pass, many documents
/// at a time, or from consolidated metadata as the option "consolidated" says. Options are a JSON object for the
/// arrays, NULL for none, with those of the dataset. The caller frees the dataset with `zarr_dataset_free`.
///
/// `ZARR_ERROR_METADATA`: a dimension has two lengths. An array whose document can't be followed is listed, adds no
/// dimension, and `zarr_dataset_array` tells why. `ZARR_ERROR_NODE_TYPE`: there is an array at the path.
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

/// Gives one more handle to an open dataset, as `zarr_group_share` does of a group. The caller frees it with
/// `zarr_dataset_free`.
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

/// Frees the handle; arrays stay where they are, and what was defined and not committed is forgotten. NULL is fine.
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

/// Looks at the group again, to see what other handles and processes have created, resized or erased. What is defined
/// stays defined. After a failure the dataset stays as it was.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_refresh(dataset: *const zarr_dataset, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(dataset)?.refresh()) }
}

/// Gives the group of the dataset, for its attributes. The caller frees it with `zarr_group_free`.
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

/// Lists the dimensions: those of arrays, as they are met when arrays are sorted by name, and those that are only
/// defined. `*lengths` has an int64_t for each name: `(const int64_t *)zarr_bytes_data(lengths)`. The caller frees the
/// names with `zarr_strings_free`, the lengths with `zarr_bytes_free`.
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

/// Gives the length of a dimension. `ZARR_ERROR_NOT_FOUND`: there is none of the name. `ZARR_ERROR_METADATA`: it has
/// several.
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
            let place = Place::new(length, "length")?;
            let found = handle::get(dataset)?.dimension_length(text(name, "name")?)?;
            // Lengths of arrays fit 63 bits.
            place.put(i64::try_from(found).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// Lists the names of the arrays, sorted by bytes; not those that are only defined. The caller frees the list with
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

/// Gives a handle of an array, which the dataset has open, without a request to the store. The caller frees it with
/// `zarr_array_free`. `ZARR_ERROR_NOT_FOUND`: there is no array of the name in the group, or it is not committed yet.
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

/// Defines a dimension, which arrays that are defined later can have. One that is there already with this length is
/// fine. `ZARR_ERROR_ALREADY_EXISTS`: there is one of another length.
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
            let (name, length) = (text(name, "name")?, self::length(length, "length")?);
            dataset.define_dimension(name, length)
        })
    }
}

/// Defines an array directly in the group, over dimensions that are there or are defined, slowest first.
///
/// The builder says all else: data type, chunks, codecs, fill value, attributes. It is copied, and can be used for more
/// arrays. Its number of dimensions is `ndim`; the lengths and names that it has for them do not count, and a chunk
/// length of 0 is the whole dimension. Nothing is written before `zarr_dataset_commit`.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: an array has the name, or is defined with it. `ZARR_ERROR_NOT_FOUND`: there is no such
/// dimension.
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
            let rank = builder.check_rank(ndim).context(|| format!("array {name:?}"))?;
            let dimensions = texts(dimensions, rank, "dimensions")?;
            let builder = builder.lock().clone();
            dataset.define_array(name, &dimensions, &builder)
        })
    }
}

/// Defines a coordinate: an array of one dimension, which has the name of the array. The builder has one dimension, of
/// any length. If it says nothing of a fill value, formats that can leave it open do, as for
/// `zarr_array_builder_no_fill_value`: xarray would show a zero among the elements as NaN. That holds for each array of
/// one dimension, which has its name.
///
/// `size` bytes of elements are copied, and are written when the array is created; a dimension that is not there yet
/// gets their number as its length. Without any (NULL, 0) the dimension has to be there, and the elements are written
/// later, or by `zarr_dataset_append`. `ZARR_ERROR_BUFFER_SIZE`: the dimension has another number of elements.
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

/// Creates all arrays that are defined, and writes the elements of coordinates.
///
/// First everything is looked for that can be wrong: names, places that are taken, lengths of dimensions in the arrays
/// that are there by now, and what the format can't express. Then the arrays are created, in the order of their names.
/// If that fails, those that this call has created are erased again, as far as the store lets it, but for arrays that
/// another process has made longer meanwhile; the message names those that are left. Arrays that were there before are
/// not touched, and what is defined stays defined, so that the call can be repeated; `zarr_dataset_discard` forgets it.
/// Other processes open the dataset when this has returned: what they write into an array before is erased with it.
///
/// `ZARR_ERROR_ALREADY_EXISTS`: there is a node of one of the names. `ZARR_ERROR_CONFLICT`: another process has created
/// arrays meanwhile, with another length of a dimension.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_dataset_commit(dataset: *const zarr_dataset, error: *mut zarr_error) -> zarr_status {
    unsafe { guard(error, || handle::get(dataset)?.commit()) }
}

/// Forgets all that is defined and not created: arrays, and dimensions that no array has.
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

/// Gives a dimension another length: looks at the group again, and resizes every array that has it, as
/// `zarr_array_resize` does; of arrays that have the length already, the chunks are erased that an interrupted call has
/// left.
///
/// A length that one of the arrays can't have is refused before any is changed. If the store fails in the middle, some
/// arrays have the new length: calling it again finishes that, and with the old length takes it back; what a shrinking
/// has cut off is lost. So it also makes lengths equal that the option {"unequal_dimensions": "keep"} has let in.
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
            let (name, length) = (text(name, "name")?, self::length(length, "length")?);
            dataset.resize_dimension(name, length)
        })
    }
}

/// Makes a dimension longer by `count` elements in every array of the dataset that has it, and writes a block into the
/// new part of some: a time step of many variables.
///
/// `names` has the names of `arrays` arrays, each of which has the dimension once; `data` and `sizes` have a buffer for
/// each, and its bytes: its elements with `count` along the dimension and all others along the others, in C order. The
/// other arrays read as their fill value there. `*start` is the old length, where the blocks begin.
///
/// The dimension grows first, then the blocks are written, in the order of `names`. One array takes the place for all,
/// so that threads and processes that append at the same time get places one behind the other, where
/// docs/consistency.md says so of `zarr_array_append`; processes have to know the same arrays. After a failure in
/// writing the dimension has grown, in some arrays perhaps; `zarr_dataset_resize_dimension` takes it back or makes it
/// equal. A block that does not fit has changed nothing.
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
            let place = Place::new(start, "start")?;
            let dataset = handle::get(dataset)?;
            let (dimension, count) = (text(dimension, "dimension")?, length(count, "count")?);
            let blocks = blocks(arrays, names, data, sizes)?;
            // A length of an array that may grow fits 63 bits.
            place.put(i64::try_from(dataset.append(dimension, count, &blocks)?).unwrap_or(i64::MAX));
            Ok(())
        })
    }
}

/// Reads the same part of many arrays: `count` elements from `start` on along each of `ndim` dimensions that are named,
/// and all elements along the others. Dimensions that an array does not have don't matter to it.
///
/// `names` has the names of `arrays` arrays, `data` and `sizes` a buffer for each, and its bytes, which are exactly
/// those of its part, in C order. What does not fit is found before anything is read.
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
                let data = bytes_mut(data[index], sizes[index], &format!("data[{index}]"))?;
                rooms.push(Room { name, data });
            }
            dataset.read(&ranges, &mut rooms)
        })
    }
}

/// Writes the same part of many arrays, in the manner of `zarr_dataset_read`. No array becomes longer. What does not
/// fit is found before anything is written; after another failure some arrays may have been written.
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

/// A number of elements.
fn length(value: i64, name: &str) -> Result<u64> {
    u64::try_from(value).map_err(|_| Error::invalid_argument(format!("{name} is negative: {value}")))
}

/// A list of texts, none of which may be NULL.
///
/// # Safety
/// `values` is NULL or points to `count` texts.
unsafe fn texts<'a>(values: *const *const c_char, count: usize, name: &str) -> Result<Vec<&'a str>> {
    // SAFETY: promised by the caller.
    let values = unsafe { list(values, count, name) }?.into_iter().enumerate();
    // SAFETY: promised by the caller.
    values.map(|(index, value)| unsafe { text(value, &format!("{name}[{index}]")) }).collect()
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
        let data = unsafe { bytes(data[index], sizes[index], &format!("data[{index}]")) }?;
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
    let ndim = usize::try_from(ndim)
        .ok()
        .filter(|ndim| *ndim <= known)
        .ok_or_else(|| Error::invalid_argument(format!("ndim is {ndim}, but the dataset has {known} dimensions")))?;
    // SAFETY: promised by the caller.
    let dimensions = unsafe { texts(dimensions, ndim, "dimensions") }?;
    // SAFETY: promised by the caller.
    let (start, count) = unsafe { (args::lengths(start, ndim, "start")?, args::lengths(count, ndim, "count")?) };
    let places = dimensions.into_iter().zip(start.into_iter().zip(count));
    Ok(places.map(|(dimension, (start, count))| Range { dimension, start, count }).collect())
}
