//! Stores: keys with byte strings behind them, and nothing else.
//!
//! [`Store`] is the abstract store interface of the Zarr specifications, in both directions: an implementation has some
//! operations, and the defaults derive the rest. A store knows no arrays and no documents.
//!
//! The modules are listed in the order in which they use one another: each only those further down. A new store is one
//! file beside [`memory`], a row in the table of schemes in [`url`], and a call of the suite in `tests/store_suite`.

pub mod url;
pub mod zip;
#[cfg(feature = "cloud")]
pub mod object;
pub mod filesystem;
pub mod memory;
mod coherence;
mod visible;
mod interface;
mod home;
mod access;
pub mod remote;
pub mod options;
mod address;
pub mod key;
pub(crate) mod pause;

pub use access::Access;
pub(crate) use coherence::locks;
pub use coherence::{
    CacheListener, Claim, Claims, KeyLock, KeysOfStore, MAX_CONFLICTS, PinnedValue, SharedKeyHolds, SharedKeys,
    VersionCheck, WhenRefused, change, changed, changed_below, changed_since, changed_somewhere,
    changed_somewhere_since, changes, claim, claim_all, claim_if_possible, erase_below, erased_since, lock, pin,
    pin_parts, put, register_cache, set_new, written, written_below,
};
pub use filesystem::{FilesystemStore, is_within};
pub use home::{Home, StoreName};
pub use interface::{
    Beginning, ByteRange, Capabilities, Depth, Filled, Gate, GateGuard, Listing, Locked, Locking, Mark, Ready,
    ReadyStep, SharedReader, Stamp, Store, StoreExt, UpdateGuard, ValueReader, Version, Versioned, When, bytes_of,
};
pub(crate) use interface::{defaults, replaced};
pub use key::{check_key, check_prefix, is_key};
pub(crate) use memory::BytesReader;
pub use memory::MemoryStore;
#[cfg(feature = "cloud")]
pub use object::RemoteStore;
pub use options::{Lock, StoreOptions, Symlinks, SyncMode};
pub(crate) use pause::pause_point;
pub use remote::Remote;
pub use url::{open, open_with, schemes};
pub(crate) use visible::find_again;
pub use zip::ZipStore;
