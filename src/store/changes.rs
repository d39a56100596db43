//! Counters of the changes that this process makes to a store, for handles that keep what they have read.

use super::Store;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

type Counters = HashMap<(String, String), Weak<AtomicU64>>;

/// The counter that everybody in this process shares who asks for the same key, through whatever wrappers. Whoever changes
/// the value counts it up; it is forgotten when nobody holds it any more.
pub fn changes(store: &dyn Store, key: &str) -> Arc<AtomicU64> {
    counter(store.home(key))
}

/// The counter of the changes of all documents of the store that is below every wrapper of this one.
pub fn all_changes(store: &dyn Store) -> Arc<AtomicU64> {
    counter((store.home("").0, String::new()))
}

/// Counts up the counters of all keys that begin with a prefix.
pub fn changed_below(store: &dyn Store, prefix: &str) {
    let (home, prefix) = store.home(prefix);
    let guard = COUNTERS.lock().unwrap_or_else(PoisonError::into_inner);
    for ((store, key), counter) in &guard.0 {
        if let Some(counter) = counter.upgrade().filter(|_| *store == home && key.starts_with(&prefix)) {
            counter.fetch_add(1, Ordering::AcqRel);
        }
    }
}

static COUNTERS: LazyLock<Mutex<(Counters, usize)>> = LazyLock::new(Mutex::default);

fn counter(part: (String, String)) -> Arc<AtomicU64> {
    let mut guard = COUNTERS.lock().unwrap_or_else(PoisonError::into_inner);
    let (counters, sweep_at) = &mut *guard;
    // Forgotten counters are swept whenever the table has doubled.
    if counters.len() >= (*sweep_at).max(64) {
        counters.retain(|_, counter| counter.strong_count() > 0);
        *sweep_at = 2 * counters.len();
    }
    let entry = counters.entry(part).or_default();
    entry.upgrade().unwrap_or_else(|| {
        let counter = Arc::new(AtomicU64::new(0));
        *entry = Arc::downgrade(&counter);
        counter
    })
}
