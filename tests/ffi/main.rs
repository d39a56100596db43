//! The boundary to C, from the side of a caller: panics, structs in memory, stores made of callbacks.

#[path = "../common/process.rs"]
mod process;
#[path = "../store_suite/mod.rs"]
mod store_suite;

mod callback_stores;
mod guard;
mod layout;
