//! Cache invalidation: caches register here, and each write in this process tells them. Without a cache, telling is one
//! look at a counter.

use crate::error::Result;
use crate::store::home::Home;
use crate::store::interface::{Store, StoreExt};
use crate::sync::fork::Mutex;
use std::fmt::Debug;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

/// A cache of values, or of objects made of them. Keys are those of [`Store::home`].
pub trait CacheListener: Send + Sync + Debug {
    /// The value of a key is another one, or gone.
    fn forget(&self, home: &Home);

    /// The values of all keys that begin with a prefix may be others, or gone.
    fn forget_below(&self, prefix: &Home);
}

static LISTENERS: Mutex<Vec<Weak<dyn CacheListener>>> = Mutex::new(Vec::new());

/// The caches that were registered and not yet found to be gone.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// Tells a cache of all writes from now on, for as long as it is held.
pub fn register_cache(listener: Weak<dyn CacheListener>) {
    let mut listeners = LISTENERS.lock();
    listeners.retain(|listener| listener.strong_count() > 0);
    listeners.push(listener);
    COUNT.store(listeners.len(), Ordering::SeqCst);
}

/// Tells that a key was written or erased; `home` is where it is kept. Called when that is done, also when it failed.
pub(super) fn written_at(home: &Home) {
    if any() {
        each(|listener| listener.forget(home));
    }
}

/// Tells that a key of a store was written or erased.
pub fn written(store: &dyn Store, key: &str) {
    if any() {
        written_at(&store.home(key));
    }
}

/// Tells that all keys that begin with a prefix may have been written or erased, in every store that shows them: by
/// another process it may be one of the lower stores of an overlay.
pub fn written_below(store: &dyn Store, prefix: &str) {
    if any() {
        let prefixes = store.homes(prefix);
        each(|listener| prefixes.iter().for_each(|prefix| listener.forget_below(prefix)));
    }
}

/// Erases all keys that begin with a prefix, and tells.
///
/// # Errors
/// Errors of the store.
pub fn erase_below(store: &dyn Store, prefix: &str) -> Result<()> {
    let erased = store.erase_prefix(prefix);
    written_below(store, prefix);
    erased
}

fn any() -> bool {
    COUNT.load(Ordering::SeqCst) > 0
}

fn each(tell: impl Fn(&dyn CacheListener)) {
    let listeners: Vec<Arc<dyn CacheListener>> = {
        let mut listeners = LISTENERS.lock();
        let held: Vec<_> = listeners.iter().filter_map(Weak::upgrade).collect();
        if held.len() < listeners.len() {
            listeners.retain(|listener| listener.strong_count() > 0);
            COUNT.store(listeners.len(), Ordering::SeqCst);
        }
        held
    };
    listeners.iter().for_each(|listener| tell(&**listener));
}
