//! Consistency between the threads, handles and processes that share a store: `docs/consistency.md` is the protocol.
//!
//! In the order in which they use one another: [`retry`] repeats a change of documents whose conditional write came too
//! late. [`claim`] takes the right to change a key: the store's lock against other processes, then the lock by key.
//! [`pin`](mod@pin) keeps a value from being replaced while it is read in steps. [`locks`] are the locks by key, with
//! the list of those that the running call holds; [`keyed_mutex`] is the bare protocol of waiting, which `tests/models`
//! runs. [`change_log`] is the log of changed documents, for handles that cache what they have read. [`invalidation`]
//! notifies caches of each write. All of them identify a value by its [`Home`](super::Home).

mod retry;
mod claim;
mod pin;
pub(crate) mod locks;
mod keyed_mutex;
mod change_log;
mod invalidation;

pub use change_log::{
    changed, changed_below, changed_since, changed_somewhere, changed_somewhere_since, changes, erased_since,
};
pub use claim::{Claim, Claims, KeysOfStore, WhenRefused, claim, claim_all, claim_if_possible, put, set_new};
pub use invalidation::{CacheListener, erase_below, register_cache, written, written_below};
pub use locks::{KeyLock, SharedKeyHolds, SharedKeys, VersionCheck, lock};
pub use pin::{PinnedValue, pin, pin_parts};
pub use retry::{MAX_CONFLICTS, change};
