//! Dividing an array among processes: shapes that suit them, and whether they get into each other's way.
//!
//! # In the header
//! Dividing work
//!
//! Processes that write one array together, such as MPI ranks, are fastest if each chunk (with shards, each shard) is
//! written by only one of them: to write a part of a chunk, a process must read the rest and wait for others. No data
//! are lost either way if the store has conditional writes, or locks that hold for all of the processes; see the table
//! in docs/mpi.md.
//!
//! `zarr_propose_decomposition` proposes such shapes. `zarr_array_regions_exclusive` checks the regions that a program
//! writes. `zarr_array_region_parts` and `zarr_array_region_part` divide a region at chunk boundaries. These functions
//! read and write no data.
//!
//! One process creates the array, and the others open it after a barrier. docs/consistency.md says which guarantees
//! between threads hold between processes. Changes of the shape and of attributes by other processes are seen after
//! `zarr_array_refresh`.

use super::args::{self, OutValue, Span, lengths, list, put_lengths, span};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use crate::error::Error;
use crate::grid::{DEFAULT_CHUNK_BYTES, Wish, decompose};

/// Propose block, shard and chunk shapes to divide an array of `shape` among processes. `item_size` is the size of an
/// element in bytes; `processes` is the number of processes along each dimension, NULL for one process.
///
/// Process (i, j, ...) writes the block that begins at element (i * block_shape[0], j * block_shape[1], ...), as far as
/// it is inside the array: the last processes may have less to write, or nothing. Blocks consist of whole shards, and
/// shards of whole chunks, so no two processes write to one shard.
///
/// A chunk has at most `chunk_bytes` bytes; 0: about 1 MiB. A shard has about `shard_bytes` bytes, at most twice as
/// many; 0: no shards, and `shard_shape` is `chunk_shape`. If a block is smaller, it is one shard, or one chunk. Long
/// dimensions are divided first, the last (fastest) one last.
///
/// `ZARR_ERROR_INVALID_ARGUMENT`: a number of processes is below 1, `item_size` is 0, or `shard_bytes` is not 0 and
/// smaller than a chunk. `ZARR_ERROR_RANGE`: whole chunks would reach beyond 2^63 - 1 elements.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_propose_decomposition(
    ndim: i32,
    shape: *const i64,
    item_size: usize,
    processes: *const i64,
    chunk_bytes: usize,
    shard_bytes: usize,
    block_shape: *mut i64,
    shard_shape: *mut i64,
    chunk_shape: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let rank = args::new_rank(ndim)?;
            let shape = lengths(shape, rank, "shape")?;
            let processes = if processes.is_null() { vec![1; rank] } else { lengths(processes, rank, "processes")? };
            if item_size == 0 {
                return Err(Error::invalid_argument("item_size is 0"));
            }
            for (place, name) in
                [(block_shape, "block_shape"), (shard_shape, "shard_shape"), (chunk_shape, "chunk_shape")]
            {
                if place.is_null() && rank > 0 {
                    return Err(Error::invalid_argument(format!("{name} is NULL")));
                }
            }
            let found = decompose(Wish {
                shape: &shape,
                item: item_size as u64,
                processes: &processes,
                chunk_bytes: if chunk_bytes == 0 { DEFAULT_CHUNK_BYTES } else { chunk_bytes as u64 },
                shard_bytes: (shard_bytes != 0).then_some(shard_bytes as u64),
            })?;
            put_lengths(block_shape, &found.block, "block_shape")?;
            put_lengths(shard_shape, &found.shard, "shard_shape")?;
            put_lengths(chunk_shape, &found.chunk, "chunk_shape")
        })
    }
}

/// Check that no chunk (or shard, as `unit` says) holds elements of two of the regions, so that as many processes can
/// write them without waiting. `starts` and `counts` hold the regions one after the other, `ndim` numbers each. Sets
/// `*exclusive` to 1 or 0; if 0, sets `*first` and `*second`, which may be NULL, to the indices of two regions that
/// share a chunk.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: a region reaches outside the array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_regions_exclusive(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    regions: usize,
    starts: *const i64,
    counts: *const i64,
    exclusive: *mut i32,
    first: *mut usize,
    second: *mut usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(exclusive, "exclusive")?;
            let array = handle::get(array)?;
            let rank = check_rank(&array, ndim)?;
            let grid = array.grid(args::unit(unit)?)?;
            let find = || {
                let numbers = regions.checked_mul(rank).ok_or_else(|| Error::invalid_argument("too many regions"))?;
                let (starts, counts) = (list(starts, numbers, "starts")?, list(counts, numbers, "counts")?);
                let mut all = Vec::new();
                all.try_reserve_exact(regions).map_err(|_| Error::no_memory("no memory for the regions"))?;
                for number in 0..regions {
                    let own = number * rank;
                    let start = lengths(starts[own..].as_ptr(), rank, "starts")?;
                    all.push((start, lengths(counts[own..].as_ptr(), rank, "counts")?));
                }
                grid.shared(&all)
            };
            let found = array.naming(find())?;
            place.put(i32::from(found.is_none()));
            if let Some((one, other)) = found {
                OutValue::optional(first).put(one);
                OutValue::optional(second).put(other);
            }
            Ok(())
        })
    }
}

/// Get the number of chunks (or shards, as `unit` says) that hold elements of a region.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_region_parts(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    parts: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(parts, "parts")?;
            let array = handle::get(array)?;
            check_rank(&array, ndim)?;
            let Span { start, count } = span(&array, start, count, &[])?;
            let parts = array.naming(array.grid(args::unit(unit)?)?.parts(&start, &count))?;
            let parts = i64::try_from(parts).map_err(|_| Error::limit("more parts than can be counted"))?;
            place.put(parts);
            Ok(())
        })
    }
}

/// Get the part of a region in one chunk: the position of the chunk in the grid, and the first element and the number
/// of elements of the part along each dimension. `part` is an index below the number of `zarr_array_region_parts`, in C
/// order of the chunks.
///
/// `ZARR_ERROR_OUT_OF_BOUNDS`: the region reaches outside the array, or has no such part.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_region_part(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    start: *const i64,
    count: *const i64,
    part: i64,
    position: *mut i64,
    part_start: *mut i64,
    part_count: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let rank = check_rank(&array, ndim)?;
            let Span { start, count } = span(&array, start, count, &[])?;
            let number = u64::try_from(part).map_err(|_| Error::out_of_bounds(format!("part {part} is negative")))?;
            let (chunk, own) = array.naming(array.grid(args::unit(unit)?)?.part(&start, &count, number))?;
            for (place, name) in [(position, "position"), (part_start, "part_start"), (part_count, "part_count")] {
                if place.is_null() && rank > 0 {
                    return Err(Error::invalid_argument(format!("{name} is NULL")));
                }
            }
            put_lengths(position, &chunk, "position")?;
            put_lengths(part_start, &own.start, "part_start")?;
            put_lengths(part_count, &own.count, "part_count")
        })
    }
}
