//! The general read and write: steps, memory of any layout, threads and progress of one call.
//!
//! # In the header
//! Regions in general
//!
//! `zarr_array_read` and `zarr_array_write` do what `zarr_array_read_region` and `zarr_array_write_region` do for plain
//! regions and buffers, and more: they take every so many elements, forwards or backwards, and put them anywhere in
//! memory: into a part of a larger array, between halo cells, in Fortran order. A `zarr_region` says which elements,
//! and where they lie in memory; a `zarr_transfer` says how to work, and may be NULL. Both are structs that may grow:
//! begin with the initialiser, or with the init function, then set the members.
//!
//! The elements are start[d] + i[d] * step[d] along each dimension d, for i[d] from 0 to count[d] - 1. In memory the
//! element i lies at the byte offset + sum of i[d] * strides[d] of the buffer, so that a step of -1 reads backwards
//! into a buffer that goes forwards, and so does a negative stride with the offset of the last element. Every other
//! row, and the rows from the last to the first, of an array of two dimensions and type double:
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
//! Arrays whose elements have a length each have no general read and write: `zarr_array_read_strings` and
//! `zarr_array_write_strings` take boxes, from which a program picks elements.
//!
//! Only chunks that hold such elements are read, and only their bytes of a buffer are touched. All elements have to lie
//! inside the buffer, which may be larger.
//!
//! Elements may have another type in memory than in the array: any bool, integer, float and complex number becomes
//! any other, of 2 bits to 16 bytes. A float becomes an integer by leaving out its fraction, as in C. What lies
//! between two floats becomes the nearer one, or of two equally near the even one. A real number has the imaginary
//! part 0; what is not 0 is true, NaN too; true is 1. Other types are not converted.
//!
//! ```c
//! /** No dimensions, C order: zarr_region region = ZARR_REGION_INIT; */
//! #define ZARR_REGION_INIT { sizeof(zarr_region), 0, 'C', NULL, NULL, NULL, NULL, 0 }
//! /** The defaults of the handle, without reports of progress: zarr_transfer how = ZARR_TRANSFER_INIT; */
//! #define ZARR_TRANSFER_INIT { sizeof(zarr_transfer), NULL, NULL, 0, 0, 0, 0 }
//! ```

use super::args::{Span, bytes, bytes_mut, character, growing, memory_type, signed, span};
use super::array::{check_rank, zarr_array};
use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::handle;
use super::node::{Told, zarr_progress};
use super::regions::check_fixed;
use crate::array::{Array, MemoryOrder, Section, Transfer};
use crate::dtype::Policy;
use crate::error::{Error, Result};
use std::ffi::c_void;

/// `ZARR_ERROR_RANGE`, which names the element.
pub const ZARR_CONVERT_CHECK: i32 = 0;
/// It becomes the nearest number; NaN becomes 0 where there is no NaN.
pub const ZARR_CONVERT_CLAMP: i32 = 1;
/// It becomes its low bits, as between integers of C; see below.
pub const ZARR_CONVERT_WRAP: i32 = 2;

/// Which elements, and where they lie in memory. Begin with `ZARR_REGION_INIT`. The numbers that the pointers point to
/// are read while the function runs.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_region {
    /// The size of this struct, by which the library knows which members the caller knows.
    pub struct_size: usize,
    /// The number of dimensions, and of numbers behind each of the pointers.
    pub ndim: i32,
    /// Where `strides` is NULL: 'C', the elements lie without gaps and the last dimension is the fastest, or 'F', the
    /// first one is.
    pub order: i32,
    /// The first element along each dimension. NULL: the origin.
    pub start: *const i64,
    /// The number of elements along each dimension. NULL: to the end, in steps.
    pub count: *const i64,
    /// From each element of the array to the next wanted one, not 0; negative: backwards from `start`. NULL: 1.
    pub step: *const i64,
    /// From each element in memory to the next one along each dimension, in bytes, perhaps negative. NULL: as `order`
    /// says.
    pub strides: *const i64,
    /// The byte of the buffer at which the first element lies, the one at `start`.
    pub offset: i64,
}

/// How a call works. Begin with `ZARR_TRANSFER_INIT`.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct zarr_transfer {
    /// The size of this struct, by which the library knows which members the caller knows.
    pub struct_size: usize,
    /// Called with the number of chunks (of shards, where there are such) that are done, and of those that the region
    /// touches, on the thread that called the library; first with none done, and in the end with all. A result other
    /// than 0 ends the call with `ZARR_ERROR_CANCELLED`, once the chunks that were begun are done; the result of the
    /// last call is ignored. May be NULL.
    pub progress: zarr_progress,
    /// Handed to `progress` as it is.
    pub user_data: *mut c_void,
    /// The most threads that work, the calling one among them: 1 starts none. 0: as the handle says.
    pub threads: i32,
    /// The type of the elements in memory, one of `ZARR_...`; 0: the data type of the array. Strides and offset of the
    /// region are those of such elements.
    pub data_type: i32,
    /// The treatment of a value that the other type does not have: one of `ZARR_CONVERT_...`. Such are numbers outside
    /// its range, NaN and infinity for an integer, and an imaginary part other than 0 for a real number, which is left
    /// out unless checked. With `ZARR_CONVERT_WRAP`, floats that are too large become the low bits of their whole part
    /// where they become integers, NaN and infinity 0; where they become floats, they become infinity.
    pub conversion: i32,
    /// Nothing yet: 0.
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
        // SAFETY: promised by the caller; numbers and pointers are all that there is, without gaps.
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
            .map_err(|_| Error::invalid_argument(format!("how->threads is negative: {}", self.threads)))?;
        let told = Told { progress: self.progress, user_data: self.user_data };
        let tell = move |done, total| told.tell(done, total);
        let policy = match self.conversion {
            ZARR_CONVERT_CHECK => Policy::Check,
            ZARR_CONVERT_CLAMP => Policy::Clamp,
            ZARR_CONVERT_WRAP => Policy::Wrap,
            other => {
                return Err(Error::invalid_argument(format!("how->conversion is {other}, none of ZARR_CONVERT_...")));
            }
        };
        let memory_type = memory_type(self.data_type, "how->data_type")?.map(|data_type| (data_type, policy));
        call(&Transfer { threads, progress: if self.progress.is_some() { Some(&tell) } else { None }, memory_type })
    }
}

/// Sets a region to `ZARR_REGION_INIT`, for languages without macros. NULL does nothing.
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

/// Sets a transfer to `ZARR_TRANSFER_INIT`, for languages without macros. NULL does nothing.
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

/// Reads elements to where the region says in a buffer of `buffer_size` bytes; other bytes stay as they are. `how` may
/// be NULL. After a failure, and after it was cancelled, any of the elements in the buffer may have been written.
///
/// `ZARR_ERROR_TYPE_MISMATCH`: the array's type is not converted to that of the memory. `ZARR_ERROR_RANGE`: an element
/// has a value that does not fit, see `ZARR_CONVERT_CHECK`; also the fill value, where nothing was stored.
/// `ZARR_ERROR_OUT_OF_BOUNDS`: elements lie outside the array. `ZARR_ERROR_BUFFER_SIZE`: elements would lie outside the
/// buffer. `ZARR_ERROR_INVALID_ARGUMENT`: a step of 0, or strides by which elements could share bytes: along each
/// dimension of more than one element, the stride has to lead beyond all that dimensions with smaller strides hold.
/// Others as in `zarr_array_read_region`.
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
            check_fixed(&array, &array.data_type(), "zarr_array_read_strings")?;
            let how = zarr_transfer::copy(how)?;
            let buffer = bytes_mut(buffer, buffer_size, "buffer")?;
            how.call(|how| array.read_section(&section, buffer, how))
        })
    }
}

/// Writes elements from where the region says in a buffer of `buffer_size` bytes. Elements may lie in the same bytes
/// here: with strides of 0, one value is written to all of them. `how` may be NULL. After a failure, and after it was
/// cancelled, some chunks hold the new elements and the others the old ones, none a mixture.
///
/// Elements of a chunk that are not written keep their values, so chunks of which a step leaves elements out are read
/// as well. Errors as in `zarr_array_read` and `zarr_array_write_region`.
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
            check_fixed(&array, &array.data_type(), "zarr_array_write_strings")?;
            let how = zarr_transfer::copy(how)?;
            let buffer = bytes(buffer, buffer_size, "buffer")?;
            how.call(|how| array.write_section(&section, buffer, how))
        })
    }
}
