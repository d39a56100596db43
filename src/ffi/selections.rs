//! Elements anywhere in an array: points, and indices along each dimension.
//!
//! # In the header
//! Points, and indices along each dimension
//!
//! Elements that form no region: single ones, such as the grid points next to a ship's track, or all at some indices
//! along each dimension, such as the levels and stations of a list. Each chunk that holds any of them is read and
//! decoded once, whatever the order in which they are named, and the chunks by several threads. Elements may be named
//! several times, and in any order; of those that are written so, the last one stays. A write changes each chunk, with
//! shards each shard, in one step, and keeps the rest of it.
//!
//! Elements that have a length each have no such functions, and neither is their type converted.

use super::args::{bytes, bytes_mut, lengths, list};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::regions::check_fixed;
use crate::array::{Array, Selection};
use crate::error::{Error, Result};
use std::ffi::c_void;

/// Reads the elements at `points_count` positions, `ndim` numbers each, one position behind the other, into a buffer of
/// as many elements.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: a position lies outside the array. Others as in `zarr_array_read_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_points(
    array: *const zarr_array,
    ndim: i32,
    points_count: usize,
    points: *const i64,
    buffer: *mut c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let selection = at_points(&array, ndim, points_count, points)?;
            check_fixed(&array, &array.data_type(), "zarr_array_read_strings")?;
            array.read_selection(&selection, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Writes elements to `points_count` positions, as `zarr_array_read_points` reads them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_points(
    array: *const zarr_array,
    ndim: i32,
    points_count: usize,
    points: *const i64,
    buffer: *const c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let selection = at_points(&array, ndim, points_count, points)?;
            check_fixed(&array, &array.data_type(), "zarr_array_write_strings")?;
            array.write_selection(&selection, bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Reads the elements at all combinations of indices along the dimensions into a buffer of prod(counts) elements in C
/// order. `indices` has a list for each dimension, and `counts` their lengths; where a list is NULL, it is that of all
/// indices of the dimension, whatever its count says. Rows 7 and 2 of an array of two dimensions:
///
///     int64_t rows[2] = {7, 2};
///     const int64_t *indices[2] = {rows, NULL};
///     size_t counts[2] = {2, 0};
///     zarr_array_read_orthogonal(array, 2, counts, indices, values, sizeof values, &error);
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: an index lies outside the array. Others as in `zarr_array_read_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_orthogonal(
    array: *const zarr_array,
    ndim: i32,
    counts: *const usize,
    indices: *const *const i64,
    buffer: *mut c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let selection = at_indices(&array, ndim, counts, indices)?;
            check_fixed(&array, &array.data_type(), "zarr_array_read_strings")?;
            array.read_selection(&selection, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Writes elements to all combinations of indices along the dimensions, as `zarr_array_read_orthogonal` reads them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_orthogonal(
    array: *const zarr_array,
    ndim: i32,
    counts: *const usize,
    indices: *const *const i64,
    buffer: *const c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let selection = at_indices(&array, ndim, counts, indices)?;
            check_fixed(&array, &array.data_type(), "zarr_array_write_strings")?;
            array.write_selection(&selection, bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// The points that a caller names. An array of no dimension has one element, which may be named once.
///
/// # Safety
/// `points` is NULL or points to `ndim` values for each point.
unsafe fn at_points(array: &Array, ndim: i32, count: usize, points: *const i64) -> Result<Selection> {
    let rank = check_rank(array, ndim)?;
    if rank == 0 && count != 1 {
        return Err(Error::invalid_argument(format!("an array of no dimension has one element, not {count}")));
    }
    let numbers = count.checked_mul(rank).ok_or_else(|| Error::invalid_argument("too many points"))?;
    // SAFETY: promised by the caller.
    Ok(Selection::Points(unsafe { lengths(points, numbers, "points") }?))
}

/// The indices that a caller names.
///
/// # Safety
/// `counts` and `indices` are NULL or point to `ndim` values, and each of the latter is NULL or points to as many
/// values as its count says.
unsafe fn at_indices(array: &Array, ndim: i32, counts: *const usize, indices: *const *const i64) -> Result<Selection> {
    let rank = check_rank(array, ndim)?;
    // SAFETY: promised by the caller.
    let (counts, indices) = unsafe { (list(counts, rank, "counts")?, list(indices, rank, "indices")?) };
    let lists = indices.into_iter().zip(counts).enumerate().map(|(dimension, (indices, count))| {
        // SAFETY: promised by the caller.
        let list = || unsafe { lengths(indices, count, &format!("indices[{dimension}]")) };
        if indices.is_null() { Ok(None) } else { list().map(Some) }
    });
    Ok(Selection::Orthogonal(lists.collect::<Result<_>>()?))
}
