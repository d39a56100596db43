//! Stores: each keeps the promises of all, and what only files, archives and wrappers can do to it.

#[path = "../common/process.rs"]
mod process;
#[path = "../store_suite/mod.rs"]
mod store_suite;

mod filesystem;
mod movers;
mod promises;
mod suite;
mod wrappers;
mod zip;
