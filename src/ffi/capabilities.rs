//! The formats, data types, codecs and stores of this build, asked for at run time.
//!
//! # In the header
//! Capabilities of this build
//!
//! These functions list what this build supports, for programs that offer a choice or check in advance. docs/support.md
//! shows the lists in tables.

use super::args;
use super::error::{zarr_error, zarr_status};
use super::guard::{guard, guard_value};
use super::strings::{Strings, zarr_strings};
use crate::array::{self, capabilities};
use crate::store;

/// Return the version of the library that the program runs with as a number that grows with it: 1000000 * major + 1000
/// * minor + patch. `ZARR_VERSION_NUMBER` is that of the header that it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_version_number() -> i32 {
    const fn number(text: &str) -> i32 {
        let (bytes, mut at, mut value) = (text.as_bytes(), 0, 0);
        while at < bytes.len() {
            value = value * 10 + (bytes[at] - b'0') as i32;
            at += 1;
        }
        value
    }
    number(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
        + number(env!("CARGO_PKG_VERSION_MINOR")) * 1000
        + number(env!("CARGO_PKG_VERSION_PATCH"))
}

/// Return the most threads that one call uses, the calling one included, on handles without the option "threads": the
/// number of `zarr_set_threads`, of the environment variable LIBZARR_THREADS, or of CPUs.
#[unsafe(no_mangle)]
pub extern "C" fn zarr_threads() -> i32 {
    guard_value(1, || Ok(i32::try_from(array::threads()).unwrap_or(i32::MAX)))
}

/// List the formats that this build reads and writes, the oldest first, by the names that options and messages use:
/// "v2", "v3-2022". The caller frees the list with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_supported_formats(names: *mut *mut zarr_strings, error: *mut zarr_error) -> zarr_status {
    unsafe {
        guard(error, || {
            let names = args::Out::new(names, "names")?;
            let formats = capabilities::formats().into_iter().map(|format| Some(format.name()));
            names.put(Strings::new(formats.collect::<Vec<_>>().into_iter())?)
        })
    }
}

/// List the data types that arrays of a format can have, by their names in final v3 without parameters: "float64",
/// "numpy.datetime64", "r*" for raw bytes. `ZARR_FORMAT_DEFAULT`: all data types of the library. The caller frees the
/// list with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_supported_data_types(
    format: i32,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let names = args::Out::new(names, "names")?;
            let list = match args::format(format)? {
                None => capabilities::data_types(),
                Some(format) => capabilities::data_types_of(format)?,
            };
            names.put(Strings::from_texts(&list)?)
        })
    }
}

/// List the codecs that arrays of a format can be created with, by the names that `zarr_array_builder_codec` takes,
/// registered codecs included. `ZARR_FORMAT_DEFAULT`: all codecs of the library itself. "sharding_indexed" stands for
/// shards in every format. The caller frees the list with `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_supported_codecs(
    format: i32,
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let names = args::Out::new(names, "names")?;
            let list = match args::format(format)? {
                None => capabilities::codecs().into_iter().map(str::to_owned).collect(),
                Some(format) => capabilities::codecs_of(format)?,
            };
            names.put(Strings::from_texts(&list)?)
        })
    }
}

/// List the URL schemes that `zarr_store_open` takes besides plain paths: "file", "s3". The caller frees the list with
/// `zarr_strings_free`.
///
/// # Safety
/// The conventions of the boundary.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn zarr_supported_url_schemes(
    names: *mut *mut zarr_strings,
    error: *mut zarr_error,
) -> zarr_status {
    unsafe {
        guard(error, || {
            let names = args::Out::new(names, "names")?;
            let schemes: Vec<_> = store::schemes().map(Some).collect();
            names.put(Strings::new(schemes.into_iter())?)
        })
    }
}
