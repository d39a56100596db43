//! Retries a change of documents that another writer has overtaken: each value is remembered with the version that was
//! read, and is written only over that version; after a conflict the change is made again.

use crate::error::{Error, ErrorKind, Result};
use crate::json::{self, ParseOptions};
use crate::store::home::{Home, StoreName};
use crate::store::interface::defaults::copied;
use crate::store::interface::{ByteRange, Capabilities, Depth, Gate, Listing, Store, Version, When};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How often a conditional write is tried again before the call ends with a conflict.
pub const MAX_CONFLICTS: usize = 100;

/// Makes a change of documents, through a store that writes only over the versions that the change has read. Where the
/// store knows no versions, its locks have to do.
///
/// # Errors
/// [`ErrorKind::Conflict`] where another writer is faster each time; otherwise errors of `change`.
pub fn change<T>(store: &dyn Store, mut change: impl FnMut(&dyn Store) -> Result<T>) -> Result<T> {
    if !store.capabilities().conditional {
        return change(store);
    }
    for count in 0..MAX_CONFLICTS {
        let attempt = Attempt { store, seen: Mutex::default(), late: AtomicBool::new(false) };
        match change(&attempt) {
            Err(_) if attempt.late.load(Ordering::Relaxed) => pause(count),
            result => return result,
        }
    }
    Err(Error::conflict(format!("its documents were changed by another writer {MAX_CONFLICTS} times in a row")))
}

/// Lets the others finish: longer each time, and not all for equally long.
fn pause(count: usize) {
    thread_local!(static DRAWN: Cell<u64> = Cell::new(u64::from(std::process::id()) << 16 | 1));
    let drawn = DRAWN.with(|drawn| {
        // A generator of Marsaglia's; that it differs from process to process is all that is asked of it.
        let mut bits = drawn.get();
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        drawn.set(bits);
        bits
    });
    let longest = 1_u64 << count.min(6);
    std::thread::sleep(Duration::from_millis(drawn % longest));
}

/// A value as it was read.
type VersionedValue = (Option<Vec<u8>>, Version);

/// A store during one change.
#[derive(Debug)]
struct Attempt<'a> {
    store: &'a dyn Store,
    /// The values that were read as a whole, with their versions.
    seen: Mutex<HashMap<String, VersionedValue>>,
    /// Another writer has changed a value that was to be written.
    late: AtomicBool,
}

impl Store for Attempt<'_> {
    fn name(&self) -> &StoreName {
        self.store.name()
    }

    fn home(&self, key: &str) -> Home {
        self.store.home(key)
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        self.store.lower_homes(key, add);
    }

    fn around(&self) -> Option<(&dyn Store, &str)> {
        self.store.around()
    }

    fn capabilities(&self) -> Capabilities {
        // Changes by other processes show only when a conditional write fails.
        Capabilities { private: false, ..self.store.capabilities() }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        // Documents are read from their first byte on, up to the most that one may have.
        let ByteRange::From { start: 0, length } = range else { return self.store.get(key, range) };
        let (value, version) = self.store.get_versioned(key, length.unwrap_or(u64::MAX))?;
        let part = value.as_ref().map(|value| copied(key, value)).transpose()?;
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(key.to_owned(), (value, version));
        Ok(part)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        when.begin(key, value)?;
        let seen = value.and_then(|_| self.seen.lock().unwrap_or_else(PoisonError::into_inner).remove(key));
        let (Some(value), Some((old, version))) = (value, seen) else {
            return self.store.write(key, value, When::Claimed);
        };
        // Of several documents of a node a change means one; the unchanged ones need not be written, and so cannot
        // fail when the other one has been written already.
        if old.is_some_and(|old| same(&old, value)) {
            return Ok(());
        }
        self.store.write(key, Some(value), When::Is(&version)).inspect_err(|error| {
            self.late.fetch_or(error.kind() == ErrorKind::Conflict, Ordering::Relaxed);
        })
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        self.store.list(prefix, depth)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.store.size(key)
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.store.exists(key)
    }

    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        self.store.gates(gates);
    }
}

/// True if two documents say the same.
fn same(old: &[u8], new: &[u8]) -> bool {
    let parse = |text| json::parse(text, ParseOptions { bare_tokens: true }).ok().filter(|(_, twice)| twice.is_empty());
    old == new || matches!((parse(old), parse(new)), (Some((old, _)), Some((new, _))) if old == new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{MemoryStore, StoreExt};

    #[test]
    fn what_somebody_else_writes_is_not_lost() {
        let store = MemoryStore::new();
        store.set("d", b"{\"a\": 1}").unwrap();
        store.set("other", b"[1]").unwrap();
        let mut tries = 0;
        change(&store, |attempt| {
            tries += 1;
            let mut value = attempt.get("d", ByteRange::ALL)?.unwrap();
            attempt.get("other", ByteRange::From { start: 0, length: Some(100) })?.unwrap();
            if tries < 4 {
                store.set("d", format!("{{\"a\": {tries}}}").as_bytes())?;
            }
            // Says the same as before, and is not written.
            attempt.set("other", b" [ 1 ] ")?;
            value.push(b'!');
            attempt.set("d", &value)
        })
        .unwrap();
        assert_eq!(tries, 4);
        assert_eq!(store.get("d", ByteRange::ALL).unwrap().unwrap(), b"{\"a\": 3}!");
        assert_eq!(store.get("other", ByteRange::ALL).unwrap().unwrap(), b"[1]");
    }

    #[test]
    fn a_conflict_of_another_kind_is_not_tried_again() {
        let mut tries = 0;
        let result: Result<()> = change(&MemoryStore::new(), |_| {
            tries += 1;
            Err(Error::conflict("it is another array"))
        });
        assert_eq!((result.unwrap_err().kind(), tries), (ErrorKind::Conflict, 1));
        let store = MemoryStore::new();
        let result = change(&store, |attempt| {
            attempt.get("k", ByteRange::ALL)?;
            store.set("k", b"1")?;
            attempt.set("k", b"2").inspect(|()| unreachable!())
        });
        assert!(result.unwrap_err().message().contains("100 times"));
    }
}
