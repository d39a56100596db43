//! Stores that wrap stores.
//!
//! A [`Wrapper`] is a store that has another one below it: it passes on every operation that it does not change. Any
//! number may stand one on the other. Those that a caller puts around a store while the program runs know keys and
//! bytes: [`PrefixStore`], [`ReadOnlyStore`], [`CacheStore`], [`TraceStore`], [`OverlayStore`]; the library itself puts
//! a [`SnapshotStore`] where documents are known already.

mod cache;
mod overlay;
mod prefix;
mod read_only;
mod snapshot;
mod trace;
mod wrapper;

pub use cache::CacheStore;
pub use overlay::OverlayStore;
pub use prefix::PrefixStore;
pub use read_only::ReadOnlyStore;
pub use snapshot::SnapshotStore;
pub use trace::{Event, Observer, Operation, TraceStore};
pub use wrapper::Wrapper;
