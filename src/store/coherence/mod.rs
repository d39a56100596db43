//! How threads, handles and processes that share a store stay out of one another's way: `docs/consistency.md` is the
//! protocol.
//!
//! In the order in which they stand one on the other: [`attempt`] repeats a change of documents whose conditional write
//! came too late. [`claim`] takes the right to change a key: the store's lock against other processes, then the lock by
//! key. [`still`] keeps a value as it is while it is read in steps. [`locks`] are those by key, with what the running
//! call holds; [`turns`] is the bare protocol of waiting, which `tests/models` runs. [`changes`] is the log of changed
//! documents, for handles that keep what they have read. [`kept`] tells caches of each write. All of them know a value
//! by its [`Home`](super::Home).

mod attempt;
mod claim;
mod still;
pub(crate) mod locks;
mod turns;
mod changes;
mod kept;

pub use attempt::{MAX_CONFLICTS, change};
pub use changes::{changed, changed_below, changed_since, changed_somewhere, changed_somewhere_since, changes};
pub use claim::{Claim, Claims, claim, claim_all, claim_if_possible, put, set_new};
pub use kept::{Keeper, erase_below, tell, written, written_below};
pub use locks::{Lock, SharedKeys, Sharing, Together, lock};
pub use still::{Still, hold_still};
