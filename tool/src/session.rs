//! Settings for every command of one run: how output looks, how many threads work, options of stores.

use crate::address::{Address, Mode};
use crate::cli::{ColorWhen, Common};
use crate::failure::Result;
use crate::picture::ColorDepth;
use crate::progress::Bar;
use crate::tops;
use std::sync::Arc;
use zarr::{Array, Hierarchy};

/// One run of the program.
#[derive(Clone, Debug)]
pub struct Session {
    /// Print JSON.
    pub json: bool,
    threads: Option<usize>,
    options: Option<String>,
    quiet: bool,
    colour: ColorWhen,
}

impl Session {
    /// As the command line says.
    pub fn new(common: &Common) -> Self {
        let (json, threads, options) = (common.json, common.threads, common.options.clone());
        Self { json, threads, options, quiet: common.quiet, colour: common.color }
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
        let hierarchy = self.open(address, Mode::Read)?;
        let array = hierarchy.open_array(&address.inside, None);
        Ok(array.map_err(|error| tops::with_hint(error, &hierarchy, &address.inside))?)
    }

    /// The threads that work at most.
    pub fn threads(&self) -> usize {
        self.threads.filter(|threads| *threads > 0).unwrap_or_else(zarr::threads)
    }

    /// How many colours the output has.
    pub fn depth(&self) -> ColorDepth {
        match self.colour {
            ColorWhen::Never => ColorDepth::None,
            ColorWhen::Always => ColorDepth::of_colours(),
            ColorWhen::Auto => ColorDepth::of_terminal(),
        }
    }

    /// A progress bar for a long command; hidden unless the output is a terminal.
    pub fn bar(&self, unit: crate::progress::ProgressUnit) -> Bar {
        Bar::new(unit, self.quiet || self.json)
    }
}
