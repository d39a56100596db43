//! Elements anywhere in an array: points, and indices along each dimension.
//!
//! # In the header
//! Points, and indices along each dimension
//!
//! These functions select elements that do not form a region: single points, such as the grid points along a ship's
//! track, or all combinations of indices along each dimension, such as some levels of some stations. Indices may repeat
//! and come in any order; if an element is written several times, the last value remains. Each chunk is read and
//! decoded once, on several threads. A write changes each chunk (with shards, each shard) atomically, and keeps its
//! other elements.
//!
//! Elements of variable length can't be selected in this way, and types are not converted.

use super::args::{bytes, bytes_mut, lengths, list};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::regions::check_fixed;
use crate::array::{Array, Selection};
use crate::error::{Error, Result, Term};
use std::ffi::c_void;

/// Read the elements at `points_count` positions into a buffer of as many elements. `points` holds the positions one
/// after the other, `ndim` numbers each.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: a position is outside the array. Other errors as in `zarr_array_read_region`.
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
            check_fixed(&array, &array.data_type(), "Array::read_strings")?;
            array.read_selection(&selection, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Write elements to `points_count` positions; arguments and errors as in `zarr_array_read_points`.
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
            check_fixed(&array, &array.data_type(), "Array::write_strings")?;
            array.write_selection(&selection, bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Read the elements at all combinations of indices along the dimensions into a buffer of prod(counts) elements in C
/// order. `indices` holds one list for each dimension, and `counts` their lengths; a list that is NULL selects all
/// indices of its dimension, and its count is ignored. Rows 7 and 2 of an array of two dimensions:
///
///     int64_t rows[2] = {7, 2};
///     const int64_t *indices[2] = {rows, NULL};
///     size_t counts[2] = {2, 0};
///     zarr_array_read_orthogonal(array, 2, counts, indices, values, sizeof values, &error);
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: an index is outside the array. Other errors as in `zarr_array_read_region`.
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
            check_fixed(&array, &array.data_type(), "Array::read_strings")?;
            array.read_selection(&selection, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Write elements to all combinations of indices along the dimensions; arguments and errors as in
/// `zarr_array_read_orthogonal`.
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
            check_fixed(&array, &array.data_type(), "Array::write_strings")?;
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
        let list = || unsafe { lengths(indices, count, &Term::item("indices", dimension)) };
        if indices.is_null() { Ok(None) } else { list().map(Some) }
    });
    Ok(Selection::Orthogonal(lists.collect::<Result<_>>()?))
}
