//! Single chunks of arrays.
//!
//! # In the header
//! Single chunks
//!
//! Most programs need only regions. These functions work chunk by chunk: to divide work, to copy without decoding, to
//! inspect stored data. Each takes a `unit`, which says whether the position counts chunks or shards:
//!
//! - `ZARR_UNIT_CHUNK`: chunks as they are encoded, of the shape of `zarr_array_chunk_shape`. With shards these are
//!   the chunks in them, the innermost if shards are nested, counted over the whole array.
//! - `ZARR_UNIT_SHARD`: chunks as they are stored, each under one key, of the shape of `zarr_array_shard_shape`.
//!   Without shards these are the chunks.
//!
//! A position is `ndim` numbers, one for each dimension, counted from 0; a position outside the grid is
//! `ZARR_ERROR_OUT_OF_BOUNDS`. A chunk at the edge of the array is read and written whole, with its elements outside
//! the array; N5 does not store those, so they read as the fill value. Writers of one chunk take turns with each other
//! and with writers of regions; a change of a chunk inside a shard reads and rewrites the shard.

use super::args::{self, Out, OutValue, bytes, bytes_mut, lengths};
use super::array::{check_rank, named, zarr_array};
use super::bytes::{terminated, zarr_bytes};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::regions::check_fixed;
use super::store::zarr_store;
use crate::error::{Error, Result, ResultExt};
use crate::hierarchy::Hierarchy;
use std::ffi::c_void;

/// Chunks as they are encoded, in shards the innermost.
pub const ZARR_UNIT_CHUNK: i32 = 0;
/// Chunks as they are stored, each under one key.
pub const ZARR_UNIT_SHARD: i32 = 1;

/// Read a chunk: its elements in C order, in the byte order of the machine. `buffer_size` is exactly that of the whole
/// chunk. A chunk that is not stored reads as the fill value.
///
/// `ZARR_ERROR_DATA`: the chunk is corrupt. `ZARR_ERROR_TYPE_MISMATCH`: elements have variable length; read the region
/// of the chunk with `zarr_array_read_strings`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_chunk(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    buffer: *mut c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            check_fixed(&array, &array.data_type(), "Array::read_strings")?;
            array.read_chunk(args::unit(unit)?, &position, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Write all elements of a chunk; the buffer is as in `zarr_array_read_chunk`. As with regions, a chunk of fill values
/// is not stored inside a shard, or if the option "write_empty_chunks" is false.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_chunk(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    buffer: *const c_void,
    buffer_size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            check_fixed(&array, &array.data_type(), "Array::write_strings")?;
            array.write_chunk(args::unit(unit)?, &position, bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Read a chunk as it is stored, without decoding it. The caller frees the value with `zarr_bytes_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: the chunk is not stored, and reads as the fill value.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read_encoded_chunk(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    value: *mut *mut zarr_bytes,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(value, "value")?;
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            let value = array.read_encoded_chunk(args::unit(unit)?, &position)?;
            let missing = || Error::not_found(format!("chunk {position:?} is not stored")).context(named(&array));
            place.put(terminated(value.ok_or_else(missing)?)?)
        })
    }
}

/// Store the bytes of an encoded chunk without checking them: if the array's codecs can't decode them, reading the
/// chunk is `ZARR_ERROR_DATA`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write_encoded_chunk(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    data: *const c_void,
    size: usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            array.write_encoded_chunk(args::unit(unit)?, &position, bytes(data, size, "data")?)
        })
    }
}

/// Erase a chunk, so that it reads as the fill value. Erasing a chunk that is not stored succeeds.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_erase_chunk(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            array.erase_chunk(args::unit(unit)?, &position)
        })
    }
}

/// Set `*size` to the stored size of a chunk in bytes, -1 if it is not stored, without reading it.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_encoded_chunk_size(
    array: *const zarr_array,
    unit: i32,
    ndim: i32,
    position: *const i64,
    size: *mut i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(size, "size")?;
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            let size = array.encoded_chunk_size(args::unit(unit)?, &position)?;
            place.put(size.map_or(-1, |size| i64::try_from(size).unwrap_or(i64::MAX)));
            Ok(())
        })
    }
}

/// List the positions of the chunks that are stored, in C order: int64_t numbers, `ndim` for each chunk. Sets `*count`
/// to the number of chunks. Read the numbers through `(const int64_t *)zarr_bytes_data(positions)`, which is aligned
/// for them. The caller frees the positions with `zarr_bytes_free`.
///
/// Stored chunks are found by one listing of the store or, if it can't list, by a request for each. Chunks inside
/// shards are found in the indexes of the shards.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list, and the grid has more than a million chunks.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_list_chunks(
    array: *const zarr_array,
    unit: i32,
    positions: *mut *mut zarr_bytes,
    count: *mut usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let (positions, count) = (Out::new(positions, "positions")?, OutValue::new(count, "count")?);
            let array = handle::get(array)?;
            let found = array.stored_chunks(args::unit(unit)?)?;
            let numbers = numbers(&found).context(|| named(&array))?;
            positions.put(terminated(numbers)?)?;
            count.put(found.len());
            Ok(())
        })
    }
}

/// Count the chunks that are stored, as `zarr_array_list_chunks` finds them.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_count_chunks(
    array: *const zarr_array,
    unit: i32,
    count: *mut usize,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = OutValue::new(count, "count")?;
            place.put(handle::get(array)?.stored_chunks(args::unit(unit)?)?.len());
            Ok(())
        })
    }
}

/// Make a store in which each chunk inside the shards of the array has its own key and holds its encoded bytes; other
/// keys are unchanged. For an array without shards it is the array's store. The caller frees the store with
/// `zarr_store_free`.
///
/// The store is for keys; open nodes in the store below, because their documents describe shards. Reading, writing and
/// erasing a chunk behave as `zarr_array_read_encoded_chunk`, `zarr_array_write_encoded_chunk` and
/// `zarr_array_erase_chunk` do. A read requests the index of the shard, then the whole chunk; a write or erase rewrites
/// the shard, and erasing the last chunk erases the shard. Writers take turns with writers of regions, in other
/// processes too.
///
/// A write is refused if the array was erased (`ZARR_ERROR_NOT_FOUND`), if another one has replaced it
/// (`ZARR_ERROR_CONFLICT`), or if the chunk is outside the array (`ZARR_ERROR_OUT_OF_BOUNDS`), where reads find no
/// chunk.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_chunk_store(
    array: *const zarr_array,
    store: *mut *mut zarr_store,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let place = Out::new(store, "store")?;
            place.put(Hierarchy::with_store(handle::get(array)?.chunk_store()?, None)?)
        })
    }
}

/// The positions as the bytes of numbers of C.
fn numbers(positions: &[Vec<u64>]) -> Result<Vec<u8>> {
    let size = positions.iter().map(Vec::len).sum::<usize>().saturating_mul(size_of::<i64>());
    let mut numbers = Vec::new();
    numbers
        .try_reserve_exact(size.saturating_add(1))
        .map_err(|_| Error::no_memory(format!("no memory for the places of {} chunks", positions.len())))?;
    for index in positions.iter().flatten() {
        let index = i64::try_from(*index).map_err(|_| Error::range(format!("{index} does not fit 63 bits")))?;
        numbers.extend_from_slice(&index.to_ne_bytes());
    }
    Ok(numbers)
}
