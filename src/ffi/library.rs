//! Functions that concern the library as a whole.
//!
//! # In the header
//! The library

use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use super::program;
use crate::array;
use crate::error::Error;
use std::ffi::{CStr, c_char, c_void};
use std::time::Duration;

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("the version has a NUL in it"),
};

/// Return the version of the library that the program runs with, such as "0.1.0"; `ZARR_VERSION` is the version of the
/// header that it was compiled with. The text is constant and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Set the most threads that one call uses, for all handles in the process without the option "threads".
///
/// 1: the library starts no thread. 0, the default: the environment variable LIBZARR_THREADS decides, read when it is
/// first needed, or else the number of CPUs that the process may use.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_set_threads(threads: i32, error: *mut zarr_error) -> zarr_status {
    unsafe {
        guard(error, || {
            let wrong = |_| Error::invalid_argument(format!("the number of threads is negative: {threads}"));
            array::set_threads(usize::try_from(threads).map_err(wrong)?);
            Ok(())
        })
    }
}

/// End calls of the program's functions that were given this `user_data`, on all threads but the calling one: the
/// functions of stores, codecs, tracers, visitors, queues and progress.
///
/// It is for a runtime that ends before its process does, such as that of Python or Java, whose functions no other
/// thread may enter from then on. An operation that needs such a function is `ZARR_ERROR_CANCELLED`, and one that only
/// tells the program something, `destroy` included, is left out; the calling thread goes on as before. Functions that
/// are running are waited for, `milliseconds` at most. Functions stay ended for the rest of the process, also in stores
/// that are opened with this pointer later. If another thread calls this function, that thread is the one that may
/// still enter.
///
/// `ZARR_ERROR_TIMEOUT`: a function is still running. `ZARR_ERROR_INVALID_ARGUMENT`: `milliseconds` is negative.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_callbacks_end(
    user_data: *mut c_void,
    milliseconds: i64,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let wrong = |_| Error::invalid_argument(format!("the number of milliseconds is negative: {milliseconds}"));
            program::end(user_data, Duration::from_millis(u64::try_from(milliseconds).map_err(wrong)?))
        })
    }
}
