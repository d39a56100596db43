//! The command line: what `--help`, the manual and the completions are made of. What a command takes stands in its
//! file.

use crate::commands;
use crate::failure::EXIT_CODES;
use clap::{Args, Parser, Subcommand, ValueEnum};

/// Looks into Zarr hierarchies of every format, checks them, and converts them.
///
/// An address is a store, and perhaps a node or a key in it: `weather.zarr`, `weather.zarr::surface/temperature`,
/// `weather.zip::surface`. A store is a directory, a zip file or a URL.
#[derive(Clone, Debug, Parser)]
#[command(name = "zarrtool", version, after_help = EXIT_CODES, max_term_width = 100)]
pub struct Cli {
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

/// Options of every command.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct Common {
    /// Print JSON
    #[arg(long, global = true)]
    pub json: bool,
    /// Threads that work at most; 0: as many as there are CPUs
    #[arg(long, global = true, value_name = "N")]
    pub threads: Option<usize>,
    /// Options of the store, as the library takes them: '{"strict": true}'
    #[arg(long, global = true, value_name = "JSON")]
    pub options: Option<String>,
    /// When to use colours: if the output is a terminal and NO_COLOR is not set, always, or never
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto, visible_alias = "colour")]
    pub color: ColorWhen,
    /// Show no progress bar
    #[arg(long, short, global = true)]
    pub quiet: bool,
}

/// When something is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// Always
    Always,
    /// Where it makes sense
    Auto,
    /// Never
    Never,
}

/// The commands of the program.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Tell what a node is: format, type, shape, chunks, codecs, sizes, what is stored
    Info(commands::info::Info),
    /// Show a hierarchy
    Tree(commands::tree::Tree),
    /// Print the elements of an array, or write them to a file
    Dump(commands::dump::Dump),
    /// Minimum, maximum, mean, NaNs and a histogram
    Stats(commands::stats::Stats),
    /// Draw a plane of an array, in the terminal or as a PNG file
    Plot(commands::plot::Plot),
    /// Copy a node, with everything below it; chunks go over as they are stored
    Copy(commands::convert::Copy),
    /// Copy a node into another format, other chunks, shards or codecs
    Convert(commands::convert::Convert),
    /// Copy a node into other chunks, in bounded memory
    Rechunk(commands::convert::Rechunk),
    /// Decode every chunk, look for strays, and check the rules of the format
    Verify(commands::verify::Verify),
    /// Cut chunks that netCDF-Fortran has written as long as the whole variable
    Repair(commands::repair::Repair),
    /// Compare two arrays or hierarchies
    Diff(commands::diff::Diff),
    /// Measure how fast an array is read, and what other codecs would make of it
    Bench(commands::bench::Bench),
    /// Tell what a place for stores offers, and which options suit it
    Doctor(commands::doctor::Doctor),
    /// List the keys of a store
    Ls(commands::keys::Ls),
    /// Print the value of a key
    Cat(commands::keys::Cat),
    /// Remove a key, everything below a prefix, or a node
    Rm(commands::keys::Rm),
    /// Read and change attributes
    Attrs(commands::attrs::Attrs),
    /// Put a copy of all documents below a group into the group
    Consolidate(commands::consolidate::Consolidate),
    /// Print completions for a shell
    Completions(commands::manual::Completions),
    /// Write the manual pages
    Man(commands::manual::Man),
}
