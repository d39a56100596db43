//! Functions that concern the library as a whole.
//!
//! # In the header
//! The library

use super::error::{zarr_error, zarr_status};
use super::guard::guard;
use crate::array;
use crate::error::Error;
use std::ffi::{CStr, c_char};

const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
    Ok(version) => version,
    Err(_) => panic!("the version has a NUL in it"),
};

/// The version of the library that the program runs with, "0.1.0"; `ZARR_VERSION` is that of the header it was
/// compiled with. The text is constant and is never freed.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Sets how many threads one call uses at most, for all handles in the process that set nothing else (by the option
/// "threads"). 1: no thread is ever started. 0, as in the beginning: as many as the variable LIBZARR_THREADS of the
/// environment says when it is first asked, or without it as the CPUs that the process may run on.
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
