//! The directories that the threads of one handle have locked, wait for, or keep open, by their keys.

use super::Inner;
use super::file_systems;
use super::folder_lock::{FolderLock, Ways, identity};
use super::root::Found;
use super::sharing::{Joined, Left, Sharing};
use super::space;
use super::sys::Rights;
use crate::store::access::Access;
use crate::store::coherence::locks::StoreLock;
use crate::store::interface::Stamp;
use crate::store::key::split_parent;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How often a lock is handed out before it is let go.
const MAX_SHARES: usize = 64;

/// How often a handle leaves a folder alone at most, so that this costs its threads little.
const TURNS_APART: Duration = Duration::from_millis(20);

/// How long a call that holds a lock waits for a folder that another thread of its handle has locked by another path.
const MAX_WAIT: Duration = Duration::from_secs(5);

/// The directories of documents that stay open when their lock ends, because a chunk is stored under it soon again.
const MAX_IDLE: usize = 16;

/// The directories of chunks that stay open until the call that stores them ends.
const MAX_FOLDERS: usize = 16;

/// The directories whose lock files stay until the handle is closed; those of others go with their locks.
const MAX_FILES: usize = 4096;

/// The directories that threads of one handle have locked, or wait for.
#[derive(Debug, Default)]
pub(super) struct Locks {
    sharing: Sharing<StoreLock, Shared, MAX_SHARES>,
    table: Mutex<Table>,
}

#[derive(Debug, Default)]
struct Table {
    /// Directories of documents, open and not locked.
    idle: HashMap<String, Idle>,
    /// Directories of chunks, open, each of which its path has led to since the last change of the number below.
    folders: HashMap<String, Arc<Folder>>,
    /// Directories in which a lock file was left.
    files: HashSet<String>,
    /// Directories that were made for a lock which another owner was given first.
    made: HashSet<String>,
    /// How directories are locked, by the devices that they lie on.
    ways: Vec<(u64, Ways)>,
    /// How often a document was found that may not be the one before, so that its array, and the values in it, may have
    /// been moved.
    surprises: u64,
    /// When a folder was left alone for others last.
    last_turn: Option<Instant>,
}

/// The open directory of a value.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) directory: Arc<File>,
    /// The number of surprises before it was opened.
    seen: u64,
    /// The rights that a new file gets here, where a file had them that was given them by their mode alone.
    pub(super) given: OnceLock<Rights>,
}

impl Folder {
    /// The directory of a value, opened now.
    pub(super) fn open(inner: &Inner, open: impl FnOnce() -> Found<File>) -> Found<Self> {
        let seen = inner.locks.table().surprises;
        Ok(Self { directory: Arc::new(open()?), seen, given: OnceLock::new() })
    }
}

/// The open directory of a document.
#[derive(Debug)]
pub(super) struct Idle {
    pub(super) directory: Arc<File>,
    /// The stamp of the document that was seen in it under its lock. As long as the document's path leads to the same
    /// file, it leads through this directory.
    pub(super) document: [u64; 4],
}

/// The state of one lock.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// Open and locked; None: one thread waits for it.
    pub(super) directory: Option<FolderLock>,
    /// It was made to be locked, or something was erased in it, so that it may be empty.
    pub(super) perhaps_empty: bool,
    /// The stamp of the document in it, where the directory is to stay open.
    pub(super) document: Option<[u64; 4]>,
}

impl Shared {
    fn is_on(&self, folder: &File) -> bool {
        let locked = self.directory.as_deref().and_then(|on| identity(on).ok());
        locked.is_some_and(|on| identity(folder).is_ok_and(|folder| on == folder))
    }
}

impl Locks {
    /// The table is whole between any two statements that can panic.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the threads that have the lock of a directory: see [`Sharing::join`].
    pub(super) fn join(&self, directory: &str, access: Access) -> Joined<StoreLock> {
        self.sharing.join(directory, access, StoreLock::is_held)
    }

    /// As [`Locks::join`]; None where the thread would have to wait.
    pub(super) fn try_join(&self, directory: &str, access: Access) -> Option<Joined<StoreLock>> {
        self.sharing.try_join(directory, access, StoreLock::is_held)
    }

    /// Tells waiting threads the result of a lock: the directory, and whether it was made; None where there is none.
    pub(super) fn settle(&self, directory: &str, locked: Option<(FolderLock, bool)>) {
        let Some((mut locked, mut perhaps_empty)) = locked else { return self.sharing.forget(directory) };
        perhaps_empty |= locked.is_left_bare();
        let mut table = self.table();
        perhaps_empty |= table.made.remove(directory);
        note_file(&mut table.files, directory, &mut locked);
        drop(table);
        self.sharing.settle(directory, |shared| {
            shared.perhaps_empty |= perhaps_empty;
            shared.directory = Some(locked);
        });
    }

    /// See [`Sharing::is_wanted_alone`].
    #[cfg(test)]
    pub(super) fn is_wanted_alone(&self, directory: &str) -> bool {
        self.sharing.is_wanted_alone(directory)
    }

    /// Gives back the lock of [`Locks::join`]; the last one takes the lock out of the table: see [`Sharing::leave`].
    pub(super) fn leave(&self, directory: &str) -> Option<Left<Shared>> {
        self.sharing.leave(directory)
    }

    /// True if others are to get their turn: not if they had one just now.
    pub(super) fn is_time_for_turn(&self) -> bool {
        let (mut table, now) = (self.table(), Instant::now());
        let is_time = table.last_turn.is_none_or(|last| now.duration_since(last) >= TURNS_APART);
        if is_time {
            table.last_turn = Some(now);
        }
        is_time
    }

    /// Has the lock file of a directory stay when its lock ends, because it is locked soon again.
    pub(super) fn leave_file(&self, directory: &str, locked: &mut FolderLock) {
        locked.leave_file();
        note_file(&mut self.table().files, directory, locked);
    }

    /// True if a lock file was left in the directory of a key, and no thread uses it: from now on it is the caller's.
    pub(super) fn take_file(&self, key: &str) -> bool {
        let directory = split_parent(key).0;
        self.sharing.look(directory, |_| ()).is_none() && self.table().files.remove(directory)
    }

    /// All directories in which lock files were left.
    pub(super) fn take_files(&self) -> HashSet<String> {
        std::mem::take(&mut self.table().files)
    }

    /// How a directory is locked, as its file system says.
    pub(super) fn ways(&self, folder: &File) -> Found<Ways> {
        let (device, _) = identity(folder)?;
        let known = |table: &Table| table.ways.iter().find(|(of, _)| *of == device).map(|(_, ways)| *ways);
        if let Some(ways) = known(&self.table()) {
            return Ok(ways);
        }
        let ways = file_systems::ways(space::file_system_of(folder));
        self.table().ways.push((device, ways));
        Ok(ways)
    }

    /// The open directory of a document, if its path still leads through it.
    pub(super) fn idle(&self, directory: &str) -> Option<Idle> {
        self.table().idle.remove(directory)
    }

    /// Has a directory stay open when its lock ends. A file that was opened for a document that may be another one is
    /// closed.
    pub(super) fn keep(&self, directory: &str, document: Stamp, is_as_before: bool) {
        self.sharing.look(directory, |shared| shared.known.document = Some(document.id));
        if !is_as_before {
            self.forget_folders();
        }
    }

    /// True if a document that is locked, and stamped now, is the one that the lock was taken for.
    pub(super) fn is_as_before(&self, directory: &str, now: Stamp) -> bool {
        let before = self.sharing.look(directory, |shared| shared.known.document).flatten();
        now.is_settled && before == Some(now.id)
    }

    /// The opened directory may lie elsewhere.
    pub(super) fn forget_folders(&self) {
        self.table().forget_folders();
    }

    /// The open directory of a chunk, if there is one.
    pub(super) fn folder(&self, directory: &str) -> Option<Arc<Folder>> {
        self.table().folders.get(directory).cloned()
    }

    /// True if an open directory may lie elsewhere now.
    pub(super) fn may_have_moved(&self, folder: &Folder) -> bool {
        self.table().surprises != folder.seen
    }

    /// Keeps the directory of a chunk open.
    pub(super) fn keep_folder(&self, directory: &str, folder: &Arc<Folder>) {
        let mut table = self.table();
        if table.surprises == folder.seen {
            if table.folders.len() >= MAX_FOLDERS {
                table.folders.clear();
            }
            table.folders.insert(directory.to_owned(), Arc::clone(folder));
        }
    }

    /// Closes the directory of a document, and those of chunks.
    pub(super) fn close_idle(&self, key: &str) {
        let mut table = self.table();
        table.idle.remove(split_parent(key).0);
        table.folders.clear();
    }

    pub(super) fn put_idle(&self, directory: &str, idle: Idle) {
        let mut table = self.table();
        if table.idle.len() < MAX_IDLE {
            table.idle.insert(directory.to_owned(), idle);
        }
    }

    /// Notes that the directories at and below these places lie elsewhere now: their locks are not those of the places
    /// any more.
    pub(super) fn move_away(&self, places: [&str; 2]) {
        self.sharing.look_at_all(|directory, shared| {
            let is_below = |place: &&str| {
                directory.strip_prefix(*place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            shared.moved |= places.iter().any(is_below);
        });
        let mut table = self.table();
        table.idle.clear();
        table.forget_folders();
    }

    /// Notes that a directory was made for a lock that another owner was given first.
    pub(super) fn note_made(&self, directory: &str) {
        self.table().made.insert(directory.to_owned());
    }

    /// The directories whose locks are on this very file, of those that the call of this thread holds.
    pub(super) fn own_on(&self, folder: &File) -> Vec<String> {
        let mut own = Vec::new();
        self.sharing.look_at_all(|directory, shared| {
            if shared.id.is_held() && shared.known.is_on(folder) {
                own.push(directory.to_owned());
            }
        });
        own
    }

    /// Waits until no thread of this handle has a lock on this very file; false: that takes too long.
    pub(super) fn wait_for_others(&self, folder: &File) -> bool {
        self.sharing.wait_while(&MAX_WAIT, |shared| shared.known.is_on(folder))
    }

    /// True if the lock of a directory is one on this very file.
    pub(super) fn is_on(&self, directory: &str, folder: &File) -> Found<bool> {
        let on =
            self.sharing.look(directory, |shared| shared.known.directory.as_deref().map(|on| identity(on))).flatten();
        Ok(on.transpose()? == Some(identity(folder)?))
    }

    /// True if the lock that a guard holds is that of its directory's place.
    pub(super) fn is_current(&self, directory: &str) -> bool {
        self.sharing.look(directory, |shared| !shared.moved).unwrap_or(false)
    }

    /// True if a directory is locked through this handle; then the last holder of the lock looks whether it has become
    /// empty.
    pub(super) fn has(&self, directory: &str) -> bool {
        self.sharing.look(directory, |shared| shared.known.perhaps_empty = true).is_some()
    }
}

/// Notes that a lock file will be left in a directory; where there are too many, it will not.
fn note_file(files: &mut HashSet<String>, directory: &str, locked: &mut FolderLock) {
    if locked.leaves_file() && (files.len() < MAX_FILES || files.contains(directory)) {
        files.insert(directory.to_owned());
    } else {
        locked.take_file();
    }
}

impl Table {
    fn forget_folders(&mut self) {
        self.folders.clear();
        self.surprises += 1;
    }
}
