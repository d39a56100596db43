//! An object that is read in steps: those that follow the first are of its version, or fail.

use super::RemoteStore;
use super::failure::Cause;
use super::location::Provider;
use crate::error::Result;
use crate::store::interface::{ByteRange, Store, ValueReader, Version, Versioned, replaced};
use crate::sync::fork::Mutex;
use std::borrow::Borrow;
use std::fmt::Debug;

/// The object of a key; `S`: the store, or a pointer to it.
#[derive(Debug)]
pub(super) struct ObjectReader<S> {
    store: S,
    key: String,
    /// The version and the size that the first step found.
    seen: Mutex<SeenObject>,
}

#[derive(Clone, Debug, Default)]
struct SeenObject {
    version: Option<String>,
    total: Option<u64>,
}

impl<S> ObjectReader<S> {
    pub(super) fn new(store: S, key: &str) -> Self {
        Self { store, key: key.to_owned(), seen: Mutex::default() }
    }

    fn seen(&self) -> SeenObject {
        self.seen.lock().clone()
    }
}

impl<S: Borrow<RemoteStore> + Debug + Sync> ValueReader for ObjectReader<S> {
    fn size(&self) -> Result<Option<u64>> {
        match self.seen().total {
            None => self.store.borrow().size(&self.key),
            total => Ok(total),
        }
    }

    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let (store, seen) = (self.store.borrow(), self.seen());
        if let ([range], None) = (ranges, seen.version.as_ref()) {
            let (path, range) = (store.path(&self.key)?, *range);
            let part = store.run(&self.key, |client| async move { client.get(&path, range, None).await })?;
            let Some(part) = part else { return Ok(None) };
            let mut seen = self.seen.lock();
            seen.version.clone_from(&part.version);
            seen.total = Some(part.total);
            drop(seen);
            return store.cut(&self.key, part, range).map(|value| Some(vec![value]));
        }
        let requests: Vec<(&str, ByteRange)> = ranges.iter().map(|range| (self.key.as_str(), *range)).collect();
        // Google tells versions by number, which is no condition of a request for bytes.
        let condition = seen.version.as_deref().filter(|_| store.place.provider != Provider::Google);
        let values = match store.get_parts(&requests, condition)? {
            Ok(values) => values,
            Err((_, failure)) if failure.cause == Cause::Changed => return Err(replaced(&self.key)),
            Err((_, failure)) => return Err(store.error(&self.key, &failure)),
        };
        let Some(parts) = values.into_iter().collect::<Option<Vec<Versioned>>>() else { return Ok(None) };
        let first = seen.version.or_else(|| parts.first()?.version.clone());
        if parts.iter().any(|part| part.version != first) {
            return Err(replaced(&self.key));
        }
        self.seen.lock().version = first;
        Ok(Some(parts.into_iter().map(|part| part.bytes).collect()))
    }

    fn version(&self) -> Version {
        self.seen().version
    }

    fn is_pinned(&self) -> bool {
        // Many a web server tells no versions, and that is only known when the first step is done.
        self.store.borrow().place.provider != Provider::Http
    }
}
