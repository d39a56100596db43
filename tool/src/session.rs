//! What holds for every command of one run: how output looks, how many threads work, options of stores.

use crate::address::{Address, Mode};
use crate::cli::Common;
use crate::failure::Result;
use crate::progress::Bar;
use std::sync::Arc;
use zarr::array::Array;
use zarr::hierarchy::Hierarchy;

/// One run of the program.
#[derive(Clone, Debug)]
pub struct Session {
    /// Print JSON.
    pub json: bool,
    threads: Option<usize>,
    options: Option<String>,
    quiet: bool,
}

impl Session {
    /// As the command line says.
    pub fn new(common: &Common) -> Self {
        Self { json: common.json, threads: common.threads, options: common.options.clone(), quiet: common.quiet }
    }

    /// Opens a store.
    pub fn open(&self, address: &Address, mode: Mode) -> Result<Arc<Hierarchy>> {
        address.open(self.options.as_deref(), self.threads, mode)
    }

    /// Opens a store with options of its own, where there are such.
    pub fn open_with(&self, address: &Address, options: Option<&str>, mode: Mode) -> Result<Arc<Hierarchy>> {
        address.open(options.or(self.options.as_deref()), self.threads, mode)
    }

    /// Opens an array for reading.
    pub fn array(&self, address: &Address) -> Result<Array> {
        Ok(self.open(address, Mode::Read)?.open_array(&address.inside, None)?)
    }

    /// The threads that work at most.
    pub fn threads(&self) -> usize {
        self.threads.filter(|threads| *threads > 0).unwrap_or_else(zarr::array::threads)
    }

    /// A bar that shows how far a long command is; nothing where nobody looks.
    pub fn bar(&self, unit: crate::progress::Unit) -> Bar {
        Bar::new(unit, self.quiet || self.json)
    }
}
