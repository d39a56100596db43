//! Arrays as the hierarchy opens and creates them, over the engine that reads and writes their regions.

mod append;
mod builder;
mod requested;
mod portable_document;
mod change;
mod chunk_store;
mod chunks;
mod codecs;
mod copy;
mod fence;
mod grid;
mod separator_probe;
mod handle;
mod estimate;
mod source;
mod part;
mod region_check;
mod section;
mod select;
mod shrink;
mod state;
mod strings;
pub mod capabilities;
mod variable_length;

pub use crate::engine::{
    ArrayOptions, ChunkCache, Limits, Progress, RegionValues, cancelled, check_chunks, set_threads, threads,
};
pub use crate::store::lock;
pub(crate) use append::check_others;
pub use builder::ArrayBuilder;
pub(crate) use change::{parse_attributes, with_length};
pub use chunks::Unit;
pub use codecs::NamedCodec;
pub use copy::{ChunkCopy, in_parallel};
pub use estimate::{Estimate, TouchedChunks};
pub use grid::ArrayGrid;
pub use handle::{Array, check_bytes};
pub use part::Part;
pub use portable_document::{PORTABLE_DOCUMENTS, PORTABLE_OTHER_KEYS};
pub use section::{MemoryOrder, Section, Transfer};
pub use select::Selection;
pub use source::ArraySource;
pub use strings::is_text;
