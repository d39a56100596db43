//! Every Zarr format, read and written behind one C ABI.
//!
//! Each format is lowered to one neutral array description ([`ArrayMetadata`]); one engine reads and writes its chunks,
//! for the handles [`Array`] and [`Hierarchy`]; one thin layer exports these to C. Dependencies between the modules
//! point down only: `tests/house/architecture.rs` has their order, and holds them to it.
//!
//! # For Rust programs
//! The items of this page are for them, and for the program `zarrtool`, which uses nothing else. A [`Hierarchy`] is
//! what a store holds, an [`Array`] or [`Group`] a handle of one node; any handle may be used by many threads at once.
//!
//! ```ignore
//! let store = zarr::open_store(url, Some(r#"{"mode": "r"}"#))?;
//! let temperature = store.open_array("surface/temperature", None)?;
//! let mut hour = vec![0; 2 * 3 * temperature.data_type().size()];
//! temperature.read_region(&[5, 0, 0], &[1, 2, 3], &mut hour)?;
//! ```
//!
//! The modules are reached by the tests of this repository, and their contents are not stable.

#![deny(unsafe_code)]
#![warn(missing_docs)]

#[doc(hidden)]
pub mod array;
mod buffer;
#[doc(hidden)]
pub mod codec;
mod deflate;
#[doc(hidden)]
pub mod dtype;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod error;
#[doc(hidden)]
pub mod ffi;
#[doc(hidden)]
pub mod format;
#[doc(hidden)]
pub mod grid;
#[doc(hidden)]
pub mod hierarchy;
pub mod json;
#[doc(hidden)]
pub mod metadata;
mod suggestion;
#[doc(hidden)]
pub mod panics;
#[doc(hidden)]
pub mod queue;
#[doc(hidden)]
pub mod store;
mod sync;
#[doc(hidden)]
pub mod transformer;

pub use array::{
    Array, ArrayBuilder, ArrayGrid, MemoryOrder, Part, Section, Transfer, Unit, in_parallel, set_threads, threads,
};
pub use dtype::{ByteOrder, Conversion, DataType, Dialect, Policy, TypeCode, VariableValue, Warnings};
pub use error::{Error, ErrorKind, Result};
pub use format::{Format, FormatId, NodeKind, NodePath, ReadOptions, entry as entry_point};
pub use hierarchy::attributes::Attributes;
pub use hierarchy::{Group, Hierarchy, Node, Visited, open_store};
pub use metadata::{ArrayMetadata, ChunkKeyEncoding};
pub use store::filesystem::probe::{FileSystem, Holds};
pub use store::{ByteRange, Lock, Store, StoreExt, erase_below};
pub use transformer::PrefixStore;
