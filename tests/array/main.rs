//! Arrays: what a user writes to elements, regions, chunks and shards is what a user reads, and how much is asked of a
//! store for it.

#[path = "../common/model.rs"]
mod model;
#[cfg(feature = "cloud")]
#[path = "../common/object_server.rs"]
mod object_server;
#[cfg(target_os = "linux")]
#[path = "../common/process.rs"]
mod process;
#[path = "../store_suite/mod.rs"]
mod store_suite;

mod append;
mod chunk_cache;
mod chunk_cache_versions;
mod chunk_store;
mod chunks;
mod conversions;
mod general_regions;
mod one_chunk;
mod outdated;
mod prefetch;
mod raw_chunks;
mod regions;
mod replaced;
mod replaced_between;
mod replaced_twice;
mod sharding;
mod strings;
