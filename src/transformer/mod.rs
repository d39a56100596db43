//! Stores that wrap stores.
//!
//! A [`Wrapper`] has another store below it and passes on every operation that it does not change; wrappers may be
//! stacked. Programs put these around a store: [`PrefixStore`], [`LowerCaseStore`], [`ReadOnlyStore`], [`TraceStore`],
//! [`OverlayStore`]. The library itself uses a [`SnapshotStore`] for known documents, a
//! [`FetchedStore`] for values that were requested together, and a [`MeteredStore`] to count bytes.
//!
//! No wrapper knows an array: storage transformers of a document are shards to the engine, and
//! [`crate::array::Array::chunk_store`] shows the chunks in them.

mod trace;
mod overlay;
mod snapshot;
mod fetched;
mod metered;
mod prefix;
mod lower_case;
mod read_only;
mod renamed;
mod wrapper;

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
