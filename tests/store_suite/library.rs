//! The suite for authors of stores: the whole library, and one function more that puts a store through it. A test in
//! C, C++, Fortran or Python links with this in place of libzarr (`cargo build --example zarr_store_suite`);
//! zarr_store_suite.h says how.

#![allow(unsafe_code)]

#[path = "mod.rs"]
mod suite;

use std::ffi::{CStr, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::Arc;
use zarr::ffi::error::{ZARR_OK, zarr_error, zarr_status};
use zarr::ffi::store::{store_of_handle, zarr_store, zarr_store_free};
use zarr::store::Store;

/// `zarr_store_suite_open` of the header.
type Open = unsafe extern "C" fn(*mut c_void, c_int, *mut *mut zarr_store, *mut zarr_error) -> zarr_status;

/// Values may be seen half written by others (`ZARR_STORE_SUITE_NO_READERS`).
const NO_READERS: c_uint = 1;
/// Keys have no control characters (`ZARR_STORE_SUITE_NO_CONTROL_CHARACTERS`).
const NO_CONTROL_CHARACTERS: c_uint = 2;

/// Puts a store through the suite, and gives the number of parts that failed.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_store_suite(
    open: Option<Open>,
    user_data: *mut c_void,
    longest_key: usize,
    flags: c_uint,
) -> c_int {
    let Some(open) = open else { return -1 };
    let traits = suite::Traits {
        counts: false,
        readers: flags & NO_READERS == 0,
        control_characters: flags & NO_CONTROL_CHARACTERS == 0,
        longest_key: if longest_key == 0 { suite::BY_KEY.longest_key } else { longest_key },
        refuses_longer_keys: longest_key != 0,
        ..suite::BY_KEY
    };
    let count = std::cell::Cell::new(0);
    let open = || -> Arc<dyn Store> {
        count.set(count.get() + 1);
        let (mut handle, mut error) = (null_mut(), zarr_error { status: 0, system_code: 0, message: [0; 1016] });
        // SAFETY: the caller's function, as the header has it; message and handle are what it gave.
        unsafe {
            let status = open(user_data, count.get(), &raw mut handle, &raw mut error);
            let message = CStr::from_ptr(error.message.as_ptr()).to_string_lossy();
            assert!(status == ZARR_OK && !handle.is_null(), "no store was opened: status {status}: {message}");
            let store = store_of_handle(handle).unwrap();
            zarr_store_free(handle);
            store
        }
    };
    let (mut failed, mut parts) = (0, 0);
    suite::each_part(&traits, &open, |name, part| {
        parts += 1;
        // The hook for panics prints the failure, and where it was.
        let passed = catch_unwind(AssertUnwindSafe(part)).is_ok();
        println!("{} {name}", if passed { "ok    " } else { "FAILED" });
        failed += c_int::from(!passed);
    });
    println!("{parts} parts, {failed} failed");
    failed
}
