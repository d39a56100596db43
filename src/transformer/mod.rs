//! Stores that wrap stores.
//!
//! A [`Wrapper`] is a store that has another one below it: it passes on every operation that it does not change. Any
//! number may stand one on the other. Those that a caller puts around a store while the program runs know keys and
//! bytes: [`PrefixStore`], [`LowerCaseStore`], [`ReadOnlyStore`], [`CacheStore`], [`TraceStore`], [`OverlayStore`]; the
//! library itself puts a [`SnapshotStore`] where documents are known already, and a [`FetchedStore`] where many are asked
//! for at once, and a [`MeteredStore`] where their bytes count. Those that the document of an array names, its storage transformers, also know which keys are chunks of
//! the array, and where these lie in its grid ([`ChunkKeys`]); they know no arrays. A [`Stack`] of them stands between an
//! array and its store.

mod cache;
mod fetched;
mod indexed;
mod keys;
mod lower_case;
mod metered;
mod overlay;
mod prefix;
mod read_only;
mod renamed;
mod shard_index;
mod snapshot;
mod stack;
mod trace;
mod wrapper;

pub use cache::CacheStore;
pub use fetched::FetchedStore;
pub use indexed::{Indexed, IndexedStore};
pub use keys::{ChunkKeys, ChunkNames};
pub use lower_case::{LowerCase, LowerCaseStore};
pub use metered::MeteredStore;
pub use overlay::OverlayStore;
pub use prefix::{Prefix, PrefixStore};
pub use read_only::ReadOnlyStore;
pub use renamed::{Names, RenamedStore};
pub use shard_index::{ENTRY, ShardBuilder, ShardIndex, append, outside, slice};
pub use snapshot::SnapshotStore;
pub use stack::{Stack, Transformer};
pub use trace::{Event, Observer, Operation, TraceStore};
pub use wrapper::Wrapper;
