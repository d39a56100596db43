//! Every Zarr format, read and written behind one C ABI.
//!
//! Each format is lowered to one neutral array description ([`metadata`]); one engine ([`array`]) reads and writes it;
//! one thin layer ([`ffi`]) exports it to C. Dependencies between the modules point down only, in the order of the
//! list below; a test holds them to it.

#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod array;
pub mod codec;
mod deflate;
pub mod dtype;
pub mod engine;
pub mod error;
pub mod ffi;
pub mod format;
pub mod grid;
pub mod hierarchy;
pub mod json;
pub mod metadata;
pub mod panics;
pub mod store;
mod sync;
pub mod transformer;

pub use error::{Error, ErrorKind, Result};
