//! The engine: reads and writes regions of one array, of any format, in any store.
//!
//! A region is cut along the chunk grid into windows, one for each chunk or shard that it touches ([`crate::grid`]),
//! and the threads of a call take windows one after the other ([`threads`]). A window that the cache does not have gets
//! a [`plan`] of requests: the whole chunk, some ranges of its bytes, the index of a shard and some inner chunks, or
//! nothing. [`fetch`] reads them from the store, for one window at a time or, where the store is far away, for many at
//! once. [`place`] decodes them, straight into the caller's buffer where it can, and else copies or converts the
//! elements to their places.
//!
//! [`write`] goes the other way: it puts the caller's elements over a chunk, which is read before only where some of
//! its elements stay ([`patch`]), encodes it, and stores it in one step. That step is a [`commit`]: it holds the
//! document of the array, and is made again if the document has changed since the chunk was made. A shard is a chunk
//! whose inner chunks are read and written likewise, by as many threads as the call has.
//!
//! The modules below stand in the order in which they use one another: each only those further down.

mod read;
mod inner_chunks;
mod shard_write;
mod write;
mod place;
mod patch;
mod picks;
mod fetch;
mod plan;
mod commit;
mod variable_length;
mod cache;
mod chunks;
mod bounds;
mod layout;
mod shard;
mod ranges;
mod convert;
mod progress;
mod threads;
mod options;

pub use bounds::{get, most_as_stored};
pub use cache::ChunkCache;
pub use chunks::{Chunks, UnseenArray, alternative, alternative_key, check_chunks, chunk_key, chunk_name};
pub use commit::{Basis, Fence, Pass, commit};
pub use convert::Converter;
pub use options::{ArrayOptions, Limits};
pub use picks::{Cut, Picks};
pub use progress::{Progress, ProgressMeter, cancelled};
pub use read::Reader;
pub use shard::{Shard, Shards};
pub use threads::{CallThreads, Effort, call_threads, run, set_threads, spawn, threads};
pub use variable_length::{FoundValues, NUMBER, RegionValues, no_memory};
pub use write::{NewValue, Writer};
