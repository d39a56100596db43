//! The names by which everything that this process shares goes: locks, the log of changes, caches.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

/// The store that keeps a value, by its place, and the value's key there; an empty key stands for the root. Handles
/// that reach one value through different wrappers get one home for it, so that their locks meet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home {
    store: Arc<str>,
    key: Arc<str>,
}

impl Home {
    /// Of a key in the store at a place, which keeps its value.
    pub fn new(store: impl Into<Arc<str>>, key: &str) -> Self {
        Self { store: store.into(), key: Arc::from(key) }
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

/// The name of a store. As a text: its identity, which two handles share only when they see the same data under the
/// same keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoreName {
    place: Arc<str>,
    view: StoreView,
}

/// Decides, beside the place of a store, which values are seen there.
#[derive(Clone, Debug, PartialEq, Eq)]
enum StoreView {
    /// There is only one.
    Only,
    /// Several directories may come to one path.
    Directory { device: u64, number: u64 },
    /// In words.
    Other(Arc<str>),
}

impl StoreName {
    /// Of a place (`file:/a/b`) at which all see the same.
    pub fn new(place: impl Into<Arc<str>>) -> Self {
        Self { place: place.into(), view: StoreView::Only }
    }

    /// As it is seen in one of several ways: by some credentials, in one of the files that come to a path.
    #[must_use]
    pub fn seen(&self, how: impl Display) -> Self {
        let how = match &self.view {
            StoreView::Only => how.to_string(),
            view => format!("{view} {how}"),
        };
        Self { place: Arc::clone(&self.place), view: StoreView::Other(how.into()) }
    }

    /// In this directory.
    #[must_use]
    pub fn in_directory(self, device: u64, number: u64) -> Self {
        Self { view: StoreView::Directory { device, number }, ..self }
    }

    /// Of another place, seen in the same way.
    #[must_use]
    pub fn at(&self, place: impl Into<Arc<str>>) -> Self {
        Self { place: place.into(), view: self.view.clone() }
    }

    /// The place alone, the same for all credentials.
    pub fn place(&self) -> &Arc<str> {
        &self.place
    }
}

impl Display for StoreName {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match &self.view {
            StoreView::Only => formatter.write_str(&self.place),
            view => write!(formatter, "{}@{view}", self.place),
        }
    }
}

impl Display for StoreView {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Only => Ok(()),
            Self::Directory { device, number } => write!(formatter, "{device:x}.{number:x}"),
            Self::Other(how) => formatter.write_str(how),
        }
    }
}
