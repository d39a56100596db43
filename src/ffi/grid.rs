//! The chunk grid of an array: of chunks that are all alike, or of several lengths along each dimension.
//!
//! # In the header
//! Chunk grids
//!
//! Most arrays have chunks of one shape (`zarr_array_chunk_shape`). In final v3 the chunks along a dimension may also
//! differ in length (a rectilinear grid). These functions work for both. They count chunks or shards as `unit` says
//! (`ZARR_UNIT_CHUNK`, `ZARR_UNIT_SHARD`); the last chunk along a dimension may reach beyond the array.
//!
//! If the shards differ in length, the chunks in them still have one shape, which divides every shard.
//!
//! If an array with a rectilinear grid grows beyond its last chunk, one more chunk is added that covers the rest; if
//! the units are shards, it is a multiple of the chunk length.

use super::args::{self, lengths, put_lengths};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use crate::error::{Error, Term};

/// Get the number of chunks along each dimension that hold elements of the array.
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

/// Get the lengths of the chunks along one dimension, in elements, from the first chunk to the last. `count` is the
/// number of chunks along it, as in `zarr_array_grid_shape`.
///
/// `ZARR_ERROR_BUFFER_SIZE`: `count` differs.
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
                        "there are {chunks} chunks along {}, and room for {count}",
                        Term::dimension(dimension, array.ndim())
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

/// Get the first element of a chunk, and its number of elements along each dimension.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the position is outside the grid.
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

/// Get the position of the chunk that holds an element.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the element is outside the array.
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
