//! The general read and write: steps, memory of any layout, threads and progress of one call.
//!
//! # In the header
//! Regions in general
//!
//! `zarr_array_read` and `zarr_array_write` extend `zarr_array_read_region` and `zarr_array_write_region`: they take
//! every n-th element, forwards or backwards, and any layout in memory: a part of a larger array, between halo cells,
//! in Fortran order. A `zarr_region` selects the elements and their place in memory; a `zarr_transfer` sets progress,
//! threads and conversion, and may be NULL. Both structs may grow: start from the initialiser, or the init function,
//! then set the members.
//!
//! The elements are start[d] + i[d] * step[d] along each dimension d, for i[d] from 0 to count[d] - 1. In memory,
//! element i is at byte offset + sum of i[d] * strides[d] of the buffer. To reverse a dimension, use a step of -1, or a
//! negative stride with the offset of the last element. Every other row, from the last to the first, of an array of two
//! dimensions and type double:
//!
//!     zarr_region region = ZARR_REGION_INIT;
//!     int64_t start[2] = {99, 0}, count[2] = {50, 20}, step[2] = {-2, 1};
//!     double values[50][20];
//!     region.ndim = 2;
//!     region.start = start;
//!     region.count = count;
//!     region.step = step;
//!     zarr_array_read(array, &region, values, sizeof values, NULL, &error);
//!
//! Elements of variable length are read and written as boxes only, with `zarr_array_read_strings` and
//! `zarr_array_write_strings`.
//!
//! Only chunks with selected elements are read, and only the bytes of these elements in the buffer are accessed. All
//! elements must be inside the buffer, which may be larger.
//!
//! Elements may have another type in memory than in the array: any bool, integer, float or complex type of 2 bits to 16
//! bytes converts to any other. Floats are truncated to integers, as in C. A value between two floats is rounded to the
//! nearest, ties to even. Real numbers get the imaginary part 0. Any value other than 0, NaN included, becomes true,
//! and true becomes 1. Other types are not converted.
//!
//! ```c
//! /** No dimensions and C order: zarr_region region = ZARR_REGION_INIT; */
//! #define ZARR_REGION_INIT { sizeof(zarr_region), 0, 'C', NULL, NULL, NULL, NULL, 0 }
//! /** The defaults of the handle, without reports of progress: zarr_transfer how = ZARR_TRANSFER_INIT; */
//! #define ZARR_TRANSFER_INIT { sizeof(zarr_transfer), NULL, NULL, 0, 0, 0, 0 }
//! ```

use super::args::{Span, bytes, bytes_mut, character, growing, memory_type, signed, span};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::node::{ProgressReceiver, zarr_progress};
use super::regions::check_fixed;
use crate::array::{Array, MemoryOrder, Section, Transfer};
use crate::dtype::Policy;
use crate::error::{Error, Result};
use std::ffi::c_void;

/// Fails with `ZARR_ERROR_RANGE`, which names the element.
pub const ZARR_CONVERT_CHECK: i32 = 0;
/// Becomes the nearest number; NaN becomes 0 if the type has no NaN.
pub const ZARR_CONVERT_CLAMP: i32 = 1;
/// Becomes its low bits, as between integers in C; see `zarr_transfer`.
pub const ZARR_CONVERT_WRAP: i32 = 2;
/// As `ZARR_CONVERT_WRAP`, and `ZARR_ERROR_RANGE` at the end; see `zarr_transfer`.
pub const ZARR_CONVERT_ALL: i32 = 3;

/// A selection of elements, and their place in memory. Start from `ZARR_REGION_INIT`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_region {
    /// The size of this struct in the program, which tells the library the members that it has.
    pub struct_size: usize,
    /// The number of dimensions, and the length of each of the lists.
    pub ndim: i32,
    /// The order in memory if `strides` is NULL: 'C', without gaps and the last dimension fastest, or 'F', the first
    /// dimension fastest.
    pub order: i32,
    /// The first element along each dimension. NULL: the origin, and the last element along a dimension with a negative
    /// step.
    pub start: *const i64,
    /// The number of elements along each dimension. NULL: all elements from `start` to the end that `step` reaches.
    pub count: *const i64,
    /// The distance between selected elements along each dimension: not 0; backwards if negative. NULL: 1.
    pub step: *const i64,
    /// The distance between elements in memory along each dimension, in bytes, of either sign. NULL: see `order`.
    pub strides: *const i64,
    /// The position in the buffer of the first element, the one at `start`, in bytes.
    pub offset: i64,
}

/// Progress, threads and conversion of a call. Start from `ZARR_TRANSFER_INIT`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_transfer {
    /// The size of this struct in the program, which tells the library the members that it has.
    pub struct_size: usize,
    /// Called on the thread that called the library with the number of chunks (with shards, of shards) that are done,
    /// and the number that the region touches: first with 0 done, last with all. A result other than 0 ends the call
    /// with `ZARR_ERROR_CANCELLED` when the chunks in progress are done; the result of the last call is ignored. May be
    /// NULL.
    pub progress: zarr_progress,
    /// Passed to `progress` unchanged.
    pub user_data: *mut c_void,
    /// The most threads to use, the calling one included: 1 starts none. 0: the setting of the handle.
    pub threads: i32,
    /// The type of the elements in memory, one of `ZARR_...`; 0: the data type of the array. The strides and offset of
    /// the region refer to this type.
    pub data_type: i32,
    /// The treatment of a value that the other type can't hold: one of `ZARR_CONVERT_...`. Such values are numbers
    /// outside its range, NaN and infinity for an integer, and an imaginary part other than 0 for a real number, which
    /// is dropped unless checked. With `ZARR_CONVERT_WRAP`, a float that is too large becomes the low bits of its whole
    /// part as an integer, and infinity as a float; as integers, NaN and infinity become 0.
    ///
    /// With `ZARR_CONVERT_ALL` the elements are those of `ZARR_CONVERT_WRAP`. Once all are moved, the call is
    /// `ZARR_ERROR_RANGE` if a value does not fit: the buffer of a read is complete, and a write has stored all
    /// elements. The message has one of the values. As in netCDF, a float is compared with the lowest and the highest
    /// number of the other type before its fraction is cut off, so 127.5 does not fit int8; infinity does not fit a
    /// smaller float, and NaN fits every type. Any other failure comes first, and leaves some elements where they were.
    pub conversion: i32,
    /// Reserved: must be 0.
    pub reserved: i32,
}

impl zarr_region {
    const EMPTY: Self = Self {
        struct_size: size_of::<Self>(),
        ndim: 0,
        order: 'C' as i32,
        start: std::ptr::null(),
        count: std::ptr::null(),
        step: std::ptr::null(),
        strides: std::ptr::null(),
        offset: 0,
    };

    /// The section of an array that a caller means.
    ///
    /// # Safety
    /// `region` is NULL or points to a struct of the size that it says, whose pointers are NULL or point to `ndim`
    /// values.
    unsafe fn section(region: *const Self, array: &Array) -> Result<Section> {
        // SAFETY: promised by the caller; the struct has only numbers and pointers, without gaps.
        let region = unsafe { growing(region, size_of::<Self>(), Self::EMPTY, "region", "ZARR_REGION_INIT") }?;
        let rank = check_rank(array, region.ndim)?;
        let step = match region.step.is_null() {
            true => vec![1; rank],
            // SAFETY: promised by the caller.
            false => unsafe { signed(region.step, rank, "step") }?,
        };
        // SAFETY: promised by the caller.
        let Span { start, count } = unsafe { span(array, region.start, region.count, &step) }?;
        let order = character(region.order, ['C', 'F'], "order")?;
        let memory = match region.strides.is_null() {
            true if order == 'C' => MemoryOrder::C,
            true => MemoryOrder::F,
            // SAFETY: promised by the caller.
            false => MemoryOrder::Strides(unsafe { signed(region.strides, rank, "strides") }?),
        };
        let offset = u64::try_from(region.offset)
            .map_err(|_| Error::invalid_argument(format!("offset is negative: {}", region.offset)))?;
        Ok(Section { start, count, step, offset, memory })
    }
}

impl zarr_transfer {
    const EMPTY: Self = Self {
        struct_size: size_of::<Self>(),
        progress: None,
        user_data: std::ptr::null_mut(),
        threads: 0,
        data_type: 0,
        conversion: ZARR_CONVERT_CHECK,
        reserved: 0,
    };

    /// The arguments of a caller.
    ///
    /// # Safety
    /// `how` is NULL or points to a struct of the size that it says.
    unsafe fn copy(how: *const Self) -> Result<Self> {
        if how.is_null() {
            return Ok(Self::EMPTY);
        }
        // SAFETY: promised by the caller; a pointer that is NULL is None, others are the caller's functions.
        let how = unsafe { growing(how, size_of::<Self>(), Self::EMPTY, "how", "ZARR_TRANSFER_INIT") }?;
        if how.reserved != 0 {
            return Err(Error::invalid_argument(format!("how->reserved is {}, not 0", how.reserved)));
        }
        Ok(how)
    }

    /// Makes a call with it.
    fn call<T>(&self, call: impl FnOnce(&Transfer<'_>) -> Result<T>) -> Result<T> {
        let threads = usize::try_from(self.threads)
            .map_err(|_| Error::invalid_argument(format!("threads is negative: {}", self.threads)))?;
        let told = ProgressReceiver { progress: self.progress, user_data: self.user_data };
        let tell = move |done, total| told.tell(done, total);
        let policy = match self.conversion {
            ZARR_CONVERT_CHECK => Policy::Check,
            ZARR_CONVERT_CLAMP => Policy::Clamp,
            ZARR_CONVERT_WRAP => Policy::Wrap,
            ZARR_CONVERT_ALL => Policy::All,
            other => {
                return Err(Error::invalid_argument(format!(
                    "conversion {other} is none of 0 (check), 1 (clamp), 2 (wrap), 3 (all)"
                )));
            }
        };
        let memory_type = memory_type(self.data_type, "data_type")?.map(|data_type| (data_type, policy));
        call(&Transfer { threads, progress: if self.progress.is_some() { Some(&tell) } else { None }, memory_type })
    }
}

/// Set a region to `ZARR_REGION_INIT`, for languages without macros. NULL does nothing.
///
/// # Safety
/// It writes the struct of version 0.1; should that ever grow, this function must not write more, as callers were
/// compiled with the smaller one.
///
/// The pointer is NULL or points to a struct of this version.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_region_init(region: *mut zarr_region) {
    if !region.is_null() {
        // SAFETY: promised by the caller.
        unsafe { region.write_unaligned(zarr_region::EMPTY) };
    }
}

/// Set a transfer to `ZARR_TRANSFER_INIT`, for languages without macros. NULL does nothing.
///
/// # Safety
/// As `zarr_region_init`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_transfer_init(how: *mut zarr_transfer) {
    if !how.is_null() {
        // SAFETY: promised by the caller.
        unsafe { how.write_unaligned(zarr_transfer::EMPTY) };
    }
}

/// Read the selected elements to their places in a buffer of `buffer_size` bytes; other bytes of the buffer are
/// unchanged. `how` may be NULL. After a failure or cancellation the buffer may hold some of the elements.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the type of the array does not convert to that in memory. `ZARR_ERROR_RANGE`: the value
/// of an element, or the fill value of one that is not stored, does not fit, see `ZARR_CONVERT_CHECK` and
/// `ZARR_CONVERT_ALL`.
/// `ZARR_ERROR_OUT_OF_BOUNDS`: elements are outside the array. `ZARR_ERROR_BUFFER_SIZE`: elements are outside the
/// buffer. `ZARR_ERROR_INVALID_ARGUMENT`: a step is 0, or elements could share bytes: along each dimension of more than
/// one element, the stride must exceed the extent of all dimensions with smaller strides. Other errors as in
/// `zarr_array_read_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_read(
    array: *const zarr_array,
    region: *const zarr_region,
    buffer: *mut c_void,
    buffer_size: usize,
    how: *const zarr_transfer,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let section = zarr_region::section(region, &array)?;
            check_fixed(&array, &array.data_type(), "Array::read_strings")?;
            let how = zarr_transfer::copy(how)?;
            let buffer = bytes_mut(buffer, buffer_size, "buffer")?;
            how.call(|how| array.read_section(&section, buffer, how))
        })
    }
}

/// Write the selected elements from their places in a buffer of `buffer_size` bytes. Elements may share bytes of the
/// buffer: strides of 0 write one value to all of them. `how` may be NULL. After a failure or cancellation some chunks
/// hold the new elements and the others the old ones, none a mixture.
///
/// Other elements of a chunk keep their values, so a chunk that a step covers in part is read as well. Errors as in
/// `zarr_array_read` and `zarr_array_write_region`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_array_write(
    array: *const zarr_array,
    region: *const zarr_region,
    buffer: *const c_void,
    buffer_size: usize,
    how: *const zarr_transfer,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let array = handle::get(array)?;
            let section = zarr_region::section(region, &array)?;
            check_fixed(&array, &array.data_type(), "Array::write_strings")?;
            let how = zarr_transfer::copy(how)?;
            let buffer = bytes(buffer, buffer_size, "buffer")?;
            how.call(|how| array.write_section(&section, buffer, how))
        })
    }
}
