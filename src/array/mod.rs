//! Arrays: what the hierarchy opens and creates, and the engine that reads and writes their regions.

mod append;
mod assembly;
mod builder;
mod cached;
mod chunk_cache;
mod chunk_store;
mod chunks;
mod convert;
mod copy;
mod engine;
mod fence;
mod general;
mod grid;
mod guess;
mod handle;
mod layout;
mod limits;
mod origin;
mod partial;
mod pool;
mod prefetch;
mod raw;
mod read;
mod shard;
mod shard_batch;
mod shard_chunks;
mod shard_read;
mod shard_write;
mod stored;
mod strings;
pub mod support;
mod variable;
mod watch;
mod write;

pub use builder::ArrayBuilder;
pub use chunk_cache::ChunkCache;
pub use chunks::Unit;
pub use copy::{ChunkCopy, Progress, cancelled, each};
pub use engine::{set_threads, threads};
pub use general::{MemoryOrder, Section, Transfer};
pub use grid::ArrayGrid;
pub use handle::Array;
pub(crate) use handle::parse_attributes;
pub use limits::{ArrayOptions, Limits};
pub use origin::Origin;
pub use strings::is_text;
pub use variable::RegionValues;

pub use crate::store::lock;

use crate::store::locks;
