//! The chunk grid of an array: of chunks that are all alike, or of several lengths along each dimension.
//!
//! # In the header
//! Chunk grids
//!
//! How an array is divided. Most have chunks of one shape, which `zarr_array_chunk_shape` gives; in final v3 the
//! chunks along a dimension may also have lengths of their own (a rectilinear grid), which that function refuses.
//! These functions serve both. They count chunks or shards as `unit` says (`ZARR_UNIT_CHUNK`, `ZARR_UNIT_SHARD`); a
//! chunk is always whole, so that the last along a dimension may reach beyond the array.
//!
//! Where such chunks are shards, the chunks in them still are of one shape, which divides every shard.
//!
//! When an array with such chunks grows beyond the last of them, one more is added that covers the rest; of shards it
//! is one of whole chunks.

use super::args::{self, lengths, put_lengths};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use crate::error::Error;

/// Gives the number of chunks along each dimension: those that hold elements of the array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_grid_shape(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    grid_shape: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            check_rank(&array, ndim)?;
            put_lengths(grid_shape, &array.grid(args::unit(unit)?)?.shape(), "grid_shape")
        })
    }
}

/// Gives the number of elements that each chunk has along one dimension, from the first chunk to the last. `count` is
/// the number of chunks along it, as `zarr_array_grid_shape` gives it.
///
/// `ZARR_ERROR_BUFFER_SIZE`: `count` is another.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_chunk_edges(
    array: *const zarr_array,
    unit: i32,
    dimension: i32,
    count: usize,
    chunk_lengths: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let grid = array.grid(args::unit(unit)?)?;
            let put = || {
                let dimension = usize::try_from(dimension)
                    .map_err(|_| Error::invalid_argument(format!("dimension {dimension} is negative")))?;
                let values = grid.lengths(dimension)?;
                let chunks = values.len();
                if chunks != count {
                    return Err(Error::buffer_size(format!(
                        "there are {chunks} chunks along dimension {dimension}, and room for {count}"
                    )));
                }
                if chunk_lengths.is_null() && count > 0 {
                    return Err(Error::invalid_argument("chunk_lengths is NULL"));
                }
                for (at, value) in values.enumerate() {
                    // SAFETY: not NULL unless empty, and the caller promises room for `count` values. Lengths fit 63
                    // bits, as those of documents do.
                    chunk_lengths.add(at).write_unaligned(value as i64);
                }
                Ok(())
            };
            array.naming(put())
        })
    }
}

/// Gives the place of a chunk: its first element, and its number of elements along each dimension.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the grid has no such position.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_chunk_bounds(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    start: *mut i64,
    count: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            let (first, elements) = array.naming(array.grid(args::unit(unit)?)?.chunk(&position))?;
            if count.is_null() && ndim > 0 {
                return Err(Error::invalid_argument("count is NULL"));
            }
            put_lengths(start, &first, "start")?;
            put_lengths(count, &elements, "count")
        })
    }
}

/// Gives the position of the chunk that holds an element.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the array has no such element.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_chunk_at(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    element: *const i64,
    position: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let element = lengths(element, check_rank(&array, ndim)?, "element")?;
            put_lengths(position, &array.naming(array.grid(args::unit(unit)?)?.find(&element))?, "position")
        })
    }
}
