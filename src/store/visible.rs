//! Looks for what another process has found: it may have another store at the same place, and a file system may show
//! late what another machine has written.

use super::interface::{Store, StoreExt};
use crate::error::{Error, ErrorKind, Result};
use std::time::{Duration, Instant};

/// Looks for a node that another process has found, for as long as the store may hide what another machine has written.
///
/// # Errors
/// Those of the look; [`ErrorKind::NotFound`] names the folder that was looked at.
pub(crate) fn find_again<T>(store: &dyn Store, look: impl Fn() -> Result<T>) -> Result<T> {
    let (began, mut pause) = (Instant::now(), Duration::from_millis(20));
    loop {
        match look() {
            Err(error) if error.kind() == ErrorKind::NotFound && began.elapsed() < store.delay() => {
                std::thread::sleep(pause);
                pause = (2 * pause).min(Duration::from_secs(1));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(not_here(store)),
            found => return found,
        }
    }
}

fn not_here(store: &dyn Store) -> Error {
    let folder = store.place().strip_prefix("file:");
    let here = folder.map_or_else(|| "the store".to_owned(), |folder| format!("the folder {folder}"));
    Error::not_found(format!("it is not in {here} of this process, but another process has found it there"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{ByteRange, Capabilities, MemoryStore, StoreName, When};
    use std::cell::Cell;

    /// A store that shows what other machines have written at some time in the next hour.
    #[derive(Debug)]
    struct LateStore(MemoryStore);

    impl Store for LateStore {
        fn name(&self) -> &StoreName {
            self.0.name()
        }

        fn capabilities(&self) -> Capabilities {
            self.0.capabilities()
        }

        fn delay(&self) -> Duration {
            Duration::from_secs(3600)
        }

        fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
            self.0.get(key, range)
        }

        fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
            self.0.write(key, value, when)
        }
    }

    /// The looks until the third one has found something, or the first one was believed.
    fn looks(store: &dyn Store, kind: ErrorKind) -> (usize, bool) {
        let count = Cell::new(0);
        let found = find_again(store, || {
            count.set(count.get() + 1);
            if count.get() == 3 { Ok(()) } else { Err(Error::new(kind, "not yet")) }
        });
        (count.get(), found.is_ok())
    }

    #[test]
    fn a_new_file_that_nfs_shows_late_is_waited_for() {
        assert_eq!(looks(&LateStore(MemoryStore::new()), ErrorKind::NotFound), (3, true));
        assert_eq!(looks(&LateStore(MemoryStore::new()), ErrorKind::Io), (1, false));
        assert_eq!(looks(&MemoryStore::new(), ErrorKind::NotFound), (1, false));
    }
}
