//! The names by which everything that this process shares goes: locks, the log of changes, caches.

use std::fmt::Display;
use std::sync::Arc;

/// The store that keeps a value, by its place, and the value's key there; an empty key stands for the root. Handles
/// that reach one value through different wrappers get one home for it, so that their locks meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home {
    store: Arc<str>,
    key: Arc<str>,
}

impl Home {
    /// Of a key in the store that keeps its value.
    pub fn new(store: &str, key: &str) -> Self {
        Self { store: Arc::from(store), key: Arc::from(key) }
    }

    /// The place of the store.
    pub fn store(&self) -> &Arc<str> {
        &self.store
    }

    /// The key in that store.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The root of the store, which stands for all of it.
    #[must_use]
    pub fn root(&self) -> Self {
        Self { store: Arc::clone(&self.store), key: Arc::default() }
    }

    /// True if both keys are in one store.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.store == other.store
    }

    /// True if all keys that begin with that prefix include this one.
    pub fn is_below(&self, prefix: &Self) -> bool {
        self.is_beside(prefix) && self.key.starts_with(&*prefix.key)
    }

    /// A home of its own for something else that goes by the name of this value.
    #[must_use]
    pub fn of_another_kind(&self, kind: &str) -> Self {
        Self { store: format!("{kind} in {}", self.store).into(), key: Arc::clone(&self.key) }
    }
}

/// The names of a store: of the place that keeps the values, and of what is seen there.
#[derive(Clone, Debug)]
pub struct StoreName {
    pub place: String,
    pub identity: String,
}

impl StoreName {
    /// Of a place; `view`: what else decides which values are seen there.
    pub fn new(place: String, view: Option<impl Display>) -> Self {
        let identity = view.map_or_else(|| place.clone(), |view| format!("{place}@{view}"));
        Self { place, identity }
    }

    /// Of the part below a prefix, which ends in `/`, of an archive; of all of it for no prefix.
    #[must_use]
    pub fn below(&self, prefix: &str) -> Self {
        let below = |name: &str| {
            let whole = name.split_once("!/").map_or(name, |(whole, _)| whole);
            if prefix.is_empty() { whole.to_owned() } else { format!("{whole}!/{prefix}") }
        };
        Self { place: below(&self.place), identity: below(&self.identity) }
    }
}
