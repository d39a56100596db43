//! The directories that the threads of one handle have locked, wait for, or keep open, by their keys.

use super::Inner;
use super::file_systems;
use super::folder_lock::{FolderLock, Ways, identity};
use super::root::Found;
use super::space;
use super::sys::Rights;
use crate::store::access::Access;
use crate::store::coherence::locks;
use crate::store::interface::Stamp;
use crate::store::key::split_parent;
use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// How often a lock is handed out before it is let go.
const MAX_SHARES: usize = 64;

/// The directories of documents that stay open when their lock ends, because a chunk is stored under it soon again.
const MAX_IDLE: usize = 16;

/// The directories of chunks that stay open until the call that stores them ends.
const MAX_FOLDERS: usize = 16;

/// The directories whose lock files stay until the handle is closed; those of others go with their locks.
const MAX_FILES: usize = 4096;

/// The directories that threads of one handle have locked, or wait for.
#[derive(Debug, Default)]
pub(super) struct Locks {
    table: Mutex<Table>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Table {
    by_directory: HashMap<String, Shared>,
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
    /// Threads that wait for a change of the table: to wake is a system call, whether any thread waits or not.
    waiting: usize,
}

/// What is done where another owner has a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patience {
    /// It is waited for.
    Waits,
    /// The caller is told.
    Tries,
}

/// How a thread comes by the lock of a directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joined {
    /// It has joined those that have the lock.
    Shares,
    /// It is to get the lock, and then to call [`Locks::settle`], whatever came of it.
    Asks,
    /// Others have the lock, and the thread does not wait.
    Busy,
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

/// One lock.
#[derive(Debug)]
pub(super) struct Shared {
    /// Open and locked; None: one thread waits for it.
    pub(super) directory: Option<FolderLock>,
    pub(super) access: Access,
    /// Guards that there are, and that there were.
    guards: usize,
    shares: usize,
    /// The guards of values, during which a call may ask for the directory again, as that of a document.
    claims: usize,
    /// It was made to be locked, or something was erased in it, so that it may be empty.
    pub(super) perhaps_empty: bool,
    /// The stamp of the document in it, where the directory is to stay open.
    pub(super) document: Option<[u64; 4]>,
    /// The directory was moved, so that the lock is no longer that of this place.
    pub(super) moved: bool,
}

impl Locks {
    /// The table is whole between any two statements that can panic.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the threads that have the lock of a directory, if there are any. A call that holds another lock joins
    /// however many did before it where the lock that it would wait for may be its own.
    pub(super) fn join(&self, directory: &str, access: Access, claims: bool, patience: Patience) -> Joined {
        let nested = locks::holds_any();
        let mut table = self.table();
        loop {
            match table.by_directory.get_mut(directory) {
                None => {
                    let pending = Shared {
                        directory: None,
                        access,
                        guards: 1,
                        shares: 1,
                        claims: usize::from(claims),
                        perhaps_empty: false,
                        document: None,
                        moved: false,
                    };
                    table.by_directory.insert(directory.to_owned(), pending);
                    return Joined::Asks;
                }
                Some(shared)
                    if shared.directory.is_some()
                        && (shared.access == Access::Exclusive || access == Access::Shared)
                        && ((shared.shares < MAX_SHARES && !shared.moved) || (nested && shared.claims > 0)) =>
                {
                    shared.guards += 1;
                    shared.shares += 1;
                    shared.claims += usize::from(claims);
                    return Joined::Shares;
                }
                Some(_) if patience == Patience::Tries => return Joined::Busy,
                Some(_) => {
                    table.waiting += 1;
                    table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
                    table.waiting -= 1;
                }
            }
        }
    }

    /// Tells waiting threads the result of a lock: the directory, and whether it was made; None where there is none.
    pub(super) fn settle(&self, directory: &str, locked: Option<(FolderLock, bool)>) {
        let mut guard = self.table();
        let table = &mut *guard;
        match (locked, table.by_directory.get_mut(directory)) {
            (Some((mut locked, made)), Some(shared)) => {
                shared.perhaps_empty |= made || table.made.remove(directory) || locked.is_left_bare();
                note_file(&mut table.files, directory, &mut locked);
                shared.directory = Some(locked);
            }
            _ => drop(table.by_directory.remove(directory)),
        }
        self.wake(table);
    }

    /// Gives back the lock of [`Locks::join`]; the last one takes the lock out of the table.
    pub(super) fn leave(&self, directory: &str, claims: bool) -> Option<Shared> {
        let mut table = self.table();
        let shared = table.by_directory.get_mut(directory)?;
        shared.guards -= 1;
        shared.claims -= usize::from(claims);
        if shared.guards > 0 {
            return None;
        }
        let last = table.by_directory.remove(directory);
        self.wake(&table);
        last
    }

    /// Has the lock file of a directory stay when its lock ends, because it is locked soon again.
    pub(super) fn leave_file(&self, directory: &str, locked: &mut FolderLock) {
        locked.leave_file();
        note_file(&mut self.table().files, directory, locked);
    }

    /// Whether a lock file was left in the directory of a key, and no thread uses it: from now on it is the caller's.
    pub(super) fn take_file(&self, key: &str) -> bool {
        let (directory, mut table) = (split_parent(key).0, self.table());
        !table.by_directory.contains_key(directory) && table.files.remove(directory)
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

    fn wake(&self, table: &Table) {
        if table.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// The open directory of a document, if its path still leads through it.
    pub(super) fn idle(&self, directory: &str) -> Option<Idle> {
        self.table().idle.remove(directory)
    }

    /// Has a directory stay open when its lock ends. A file that was opened for a document that may be another one is
    /// closed.
    pub(super) fn keep(&self, directory: &str, document: Stamp, is_as_before: bool) {
        let mut table = self.table();
        if let Some(shared) = table.by_directory.get_mut(directory) {
            shared.document = Some(document.id);
        }
        if !is_as_before {
            table.forget_folders();
        }
    }

    /// Whether a document that is locked, and stamped now, is the one that the lock was taken for.
    pub(super) fn is_as_before(&self, directory: &str, now: Stamp) -> bool {
        let table = self.table();
        let before = table.by_directory.get(directory).and_then(|shared| shared.document);
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

    /// Whether an open directory may lie elsewhere now.
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
        let mut table = self.table();
        for (directory, shared) in &mut table.by_directory {
            let is_below = |place: &&str| {
                directory.strip_prefix(*place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            shared.moved |= places.iter().any(is_below);
        }
        table.idle.clear();
        table.forget_folders();
    }

    /// Notes that a directory was made for a lock that another owner was given first.
    pub(super) fn note_made(&self, directory: &str) {
        self.table().made.insert(directory.to_owned());
    }

    /// The directories whose locks are on this very file, and have not been moved.
    pub(super) fn all_on(&self, folder: &File) -> Vec<String> {
        let Ok(wanted) = identity(folder) else { return Vec::new() };
        let is_on = |shared: &Shared| {
            !shared.moved && shared.directory.as_ref().is_some_and(|on| identity(on).is_ok_and(|on| on == wanted))
        };
        let table = self.table();
        table.by_directory.iter().filter(|(_, shared)| is_on(shared)).map(|(directory, _)| directory.clone()).collect()
    }

    /// Whether the lock of a directory is one on this very file.
    pub(super) fn is_on(&self, directory: &str, folder: &File) -> Found<bool> {
        let table = self.table();
        let locked = table.by_directory.get(directory).and_then(|shared| shared.directory.as_ref());
        match locked {
            Some(locked) => Ok(identity(locked)? == identity(folder)?),
            None => Ok(false),
        }
    }

    /// Whether the lock that a guard holds is that of its directory's place.
    pub(super) fn is_current(&self, directory: &str) -> bool {
        self.table().by_directory.get(directory).is_some_and(|shared| !shared.moved)
    }

    /// Whether a directory is locked through this handle; then the last holder of the lock looks whether it has become
    /// empty.
    pub(super) fn has(&self, directory: &str) -> bool {
        self.table().by_directory.get_mut(directory).map(|shared| shared.perhaps_empty = true).is_some()
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
