//! Every Zarr format, read and written behind one C ABI.
//!
//! Each format is lowered to one neutral array description ([`metadata`]); one engine ([`engine`]) reads and writes its chunks, for the
//! handles of [`array`] and [`hierarchy`]; one thin layer ([`ffi`]) exports these to C. Dependencies between the modules point down
//! only: `tests/house/architecture.rs` has their order, and holds them to it.

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
