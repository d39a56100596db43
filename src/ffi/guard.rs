//! The guard around every exported function: no panic leaves the library, and every outcome reaches the caller's
//! `zarr_error` in the same way.

use super::cancel::Uncancelled;
use super::error::{self, zarr_error, zarr_status};
use super::float::Usual;
use crate::error::{Error, Result};
use crate::panics::guarded;

fn run<T>(body: impl FnOnce() -> Result<T>) -> Result<T> {
    let _uncancelled = Uncancelled::set();
    let _usual = Usual::set();
    let fault = |panic| Err(Error::internal(format!("a fault of the library, please report it: {panic}")));
    guarded(body).unwrap_or_else(fault)
}

/// Runs the body of a function that returns a status.
///
/// # Safety
/// `error` is NULL or points to a `zarr_error` that may be written.
pub(super) unsafe fn guard(error: *mut zarr_error, body: impl FnOnce() -> Result<()>) -> zarr_status {
    match run(body) {
        Ok(()) => {
            // SAFETY: promised by the caller.
            unsafe { error::clear(error) };
            error::ZARR_OK
        }
        // SAFETY: promised by the caller.
        Err(failure) => unsafe { error::report(error, &failure) },
    }
}

/// Runs the body of a function that returns a plain value, and has no other way to fail than by `otherwise`.
pub(super) fn guard_value<T>(otherwise: T, body: impl FnOnce() -> Result<T>) -> T {
    run(body).unwrap_or(otherwise)
}
