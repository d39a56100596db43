//! Single chunks of arrays.
//!
//! # In the header
//! Single chunks
//!
//! Most programs need regions only. These functions are for those that work chunk by chunk: to share work out, to copy
//! without decoding, to inspect the stored data. Each takes a `unit`, which says what the position counts:
//!
//! - `ZARR_UNIT_CHUNK`: chunks as they are encoded, of the shape that `zarr_array_chunk_shape` gives. Where there are
//!   shards these are the chunks in them, the innermost where shards lie in shards, counted over the whole array.
//! - `ZARR_UNIT_SHARD`: chunks as they are stored, each under one key, of the shape that `zarr_array_shard_shape`
//!   gives. Without shards the same as the chunks.
//!
//! A position is `ndim` numbers, one a dimension, counted from 0; one outside the grid that the array's shape makes is
//! `ZARR_ERROR_OUT_OF_BOUNDS`. A chunk is always whole here, also where it overhangs the array: the elements outside
//! are read as they are stored, and written; but those of N5, which end where the array does, read as the fill value
//! there. Writers of one chunk take turns with each other and with writers of regions; whatever changes a chunk inside
//! a shard reads the shard and writes it again.

use super::args::{self, Out, Place, bytes, bytes_mut, lengths};
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

/// Reads a chunk: its elements in C order and in the byte order of the machine. `buffer_size` is exactly that of the
/// whole chunk. One that is not stored reads as the fill value.
///
/// `ZARR_ERROR_DATA`: it is corrupt. `ZARR_ERROR_TYPE_MISMATCH`: the elements have a length each, so that
/// `zarr_array_read_strings` reads them, for a chunk too: the region that the chunk covers.
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
            check_fixed(&array, &array.data_type(), "zarr_array_read_strings")?;
            array.read_chunk(args::unit(unit)?, &position, bytes_mut(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Writes a chunk: all of its elements, as `zarr_array_read_chunk` gives them. As with regions, one that holds only
/// the fill value is left out where it lies in a shard, and where the option "write_empty_chunks" is false.
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
            check_fixed(&array, &array.data_type(), "zarr_array_write_strings")?;
            array.write_chunk(args::unit(unit)?, &position, bytes(buffer, buffer_size, "buffer")?)
        })
    }
}

/// Reads a chunk as it is stored, without decoding it. The caller frees the value with `zarr_bytes_free`.
///
/// `ZARR_ERROR_NOT_FOUND`: it is not stored, and reads as the fill value.
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

/// Stores a chunk that is encoded already. The bytes are stored as they are, and not looked at: what the codecs of
/// the array do not make is `ZARR_ERROR_DATA` when the chunk is read.
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

/// Erases a chunk, so that it reads as the fill value. That it is not there is no failure.
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

/// Sets `*size` to the bytes that a chunk takes where it is stored, -1 if it is not stored: so it also tells whether
/// there is one. The chunk itself is not read.
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
            let place = Place::new(size, "size")?;
            let array = handle::get(array)?;
            let position = lengths(position, check_rank(&array, ndim)?, "position")?;
            let size = array.encoded_chunk_size(args::unit(unit)?, &position)?;
            place.put(size.map_or(-1, |size| i64::try_from(size).unwrap_or(i64::MAX)));
            Ok(())
        })
    }
}

/// Lists the chunks that are stored, in C order: the positions are numbers of type int64_t, `ndim` for each chunk,
/// one chunk behind the other; `*count` is the number of chunks. What is stored is found by one listing of the
/// store; where that can't list, by asking for each. Which chunks there are in shards is read from their indexes.
/// The caller frees the positions with `zarr_bytes_free`.
///
/// `ZARR_ERROR_UNSUPPORTED`: the store can't list, and the array has more than a million places for chunks.
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
            let (positions, count) = (Out::new(positions, "positions")?, Place::new(count, "count")?);
            let array = handle::get(array)?;
            let found = array.stored_chunks(args::unit(unit)?)?;
            let numbers = numbers(&found).context(|| named(&array))?;
            positions.put(terminated(numbers)?)?;
            count.put(found.len());
            Ok(())
        })
    }
}

/// Counts the chunks that are stored, as `zarr_array_list_chunks` finds them.
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
            let place = Place::new(count, "count")?;
            place.put(handle::get(array)?.stored_chunks(args::unit(unit)?)?.len());
            Ok(())
        })
    }
}

/// The store as the array sees it through its shards, of whatever kind they are: each of its chunks, what is encoded,
/// under a key of its own, and everything else as it is. An array without shards sees its store itself. This is for
/// keys: nodes are opened in the store below, whose shards their documents speak of.
///
/// It is a store like any other, and does with a chunk what `zarr_array_read_encoded_chunk` and its like do. A read
/// asks for the index of the shard, then for the chunk as a whole; to write or erase a chunk writes its shard anew, and
/// the shard goes with its last chunk. Writers take turns with those of regions, in other processes too. A chunk is not
/// stored where the array is gone (`ZARR_ERROR_NOT_FOUND`), where another one is in its place (`ZARR_ERROR_CONFLICT`),
/// and outside of the array (`ZARR_ERROR_OUT_OF_BOUNDS`), where none is found either. The caller frees the store with
/// `zarr_store_free`.
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
