//! Stores that wrap stores.
//!
//! A [`Wrapper`] is a store that has another one below it: it passes on every operation that it does not change. Any
//! number may stand one on the other. Those that a caller puts around a store while the program runs know keys and
//! bytes: [`PrefixStore`], [`LowerCaseStore`], [`ReadOnlyStore`], [`CacheStore`], [`TraceStore`], [`OverlayStore`]; the
//! library itself puts a [`SnapshotStore`] where documents are known already, and a [`FetchedStore`] where many are
//! asked for at once, and a [`MeteredStore`] where their bytes count. None of them knows an array: the storage
//! transformers that a document names are shards to the engine, and [`crate::array::Array::chunk_store`] shows what
//! lies in those.

mod trace;
mod cache;
mod overlay;
mod snapshot;
mod fetched;
mod metered;
mod prefix;
mod lower_case;
mod read_only;
mod renamed;
mod wrapper;

pub use cache::CacheStore;
pub use fetched::FetchedStore;
pub use lower_case::{LowerCase, LowerCaseStore};
pub use metered::MeteredStore;
pub use overlay::OverlayStore;
pub use prefix::{Prefix, PrefixStore};
pub use read_only::ReadOnlyStore;
pub use renamed::{NameMapping, RenamedStore};
pub use snapshot::SnapshotStore;
pub use trace::{Event, Observer, Operation, TraceStore};
pub use wrapper::Wrapper;
