//! The lock that keeps two processes from losing each other's changes: `flock` on the directory that holds the key. It
//! needs no file of its own, and ends when its owner dies.
//!
//! Exclusive: a value is read, changed and written back. Shared: a value is replaced whatever it was, or must stay as it is
//! for a moment. Threads that work through one handle share the lock of a directory, since the library's own locks by key
//! keep them apart: neighbouring chunks are changed at the same time, and the system is asked once. After a number of
//! joiners the lock is let go, so that other processes get their turn.

use super::folder_lock::{FolderLock, has_no_locks, is_still_there};
use super::root::Found;
use super::sys::Rights;
use super::{Inner, tree, write};
use crate::error::{Error, Result};
use crate::store::key::split_parent;
use crate::store::pause::pause_point;
use crate::store::{Access, Lock, Stamp, UpdateGuard, locks};
use std::collections::HashMap;
use std::fs::File;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

/// How often a lock is handed out before it is let go.
const MAX_SHARES: usize = 64;

/// The directories of documents that stay open when their lock ends, because a chunk is stored under it soon again.
const MAX_IDLE: usize = 16;

/// The directories of chunks that stay open until the call that stores them ends.
const MAX_FOLDERS: usize = 16;

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
    /// How often a document was found that may not be the one before, so that its array, and what lies in it, may have been moved.
    surprises: u64,
    /// Threads that wait for a change of the table: to wake is a system call, whether any thread waits or not.
    waiting: usize,
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
struct Idle {
    directory: Arc<File>,
    /// The stamp of the document that was seen in it under its lock. As long as the document's path leads to the same file, it
    /// leads through this directory.
    document: [u64; 4],
}

/// One lock.
#[derive(Debug)]
struct Shared {
    /// Open and locked; None: one thread waits for it.
    directory: Option<FolderLock>,
    access: Access,
    /// Guards that there are, and that there were.
    guards: usize,
    shares: usize,
    /// The guards of values, during which a call may ask for the directory again, as that of a document.
    claims: usize,
    /// It was made to be locked, or something was erased in it, so that it may be empty.
    perhaps_empty: bool,
    /// The stamp of the document in it, where the directory is to stay open.
    document: Option<[u64; 4]>,
    /// The directory was moved, so that the lock is no longer that of this place.
    moved: bool,
}

impl Locks {
    /// The table is whole between any two statements that can panic.
    fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Joins the threads that have the lock of a directory; false: the caller is to get it, and then to call
    /// [`Locks::settle`], whatever came of it. A call that holds another lock joins however many did before it where the lock
    /// that it would wait for may be its own.
    fn join(&self, directory: &str, access: Access, claims: bool) -> bool {
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
                    return false;
                }
                Some(shared)
                    if shared.directory.is_some()
                        && (shared.access == Access::Exclusive || access == Access::Shared)
                        && ((shared.shares < MAX_SHARES && !shared.moved) || (nested && shared.claims > 0)) =>
                {
                    shared.guards += 1;
                    shared.shares += 1;
                    shared.claims += usize::from(claims);
                    return true;
                }
                Some(_) => {
                    table.waiting += 1;
                    table = self.changed.wait(table).unwrap_or_else(PoisonError::into_inner);
                    table.waiting -= 1;
                }
            }
        }
    }

    /// Tells those who wait what became of a lock: the directory, and whether it was made; None: there is none.
    fn settle(&self, directory: &str, locked: Option<(FolderLock, bool)>) {
        let mut table = self.table();
        match (locked, table.by_directory.get_mut(directory)) {
            (Some((locked, made)), Some(shared)) => {
                shared.perhaps_empty |= made;
                shared.directory = Some(locked);
            }
            _ => drop(table.by_directory.remove(directory)),
        }
        self.wake(&table);
    }

    /// Gives back what [`Locks::join`] gave; the last one takes the lock out of the table.
    fn leave(&self, directory: &str, claims: bool) -> Option<Shared> {
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

    fn wake(&self, table: &Table) {
        if table.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// The open directory of a document, if its path still leads through it.
    fn idle(&self, directory: &str) -> Option<Idle> {
        self.table().idle.remove(directory)
    }

    /// Has a directory stay open when its lock ends. What was opened for a document that may be another one is closed.
    fn keep(&self, directory: &str, document: Stamp, is_as_before: bool) {
        let mut table = self.table();
        if let Some(shared) = table.by_directory.get_mut(directory) {
            shared.document = Some(document.id);
        }
        if !is_as_before {
            table.forget_folders();
        }
    }

    /// Whether a document that is locked, and stamped now, is the one that the lock was taken for.
    fn is_as_before(&self, directory: &str, now: Stamp) -> bool {
        let table = self.table();
        let before = table.by_directory.get(directory).and_then(|shared| shared.document);
        now.is_settled && before == Some(now.id)
    }

    /// What was opened may lie elsewhere.
    pub(super) fn forget_folders(&self) {
        self.table().forget_folders();
    }

    /// The open directory of a chunk, if there is one.
    pub(super) fn folder(&self, directory: &str) -> Option<Arc<Folder>> {
        self.table().folders.get(directory).cloned()
    }

    /// Whether an open directory may lie elsewhere now.
    fn may_have_moved(&self, folder: &Folder) -> bool {
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

    fn put_idle(&self, directory: &str, idle: Idle) {
        let mut table = self.table();
        if table.idle.len() < MAX_IDLE {
            table.idle.insert(directory.to_owned(), idle);
        }
    }

    /// Notes that the directories at and below these places lie elsewhere now: their locks are not those of the places any more.
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

    /// Whether the lock that a guard holds is that of its directory's place.
    fn is_current(&self, directory: &str) -> bool {
        self.table().by_directory.get(directory).is_some_and(|shared| !shared.moved)
    }

    /// Whether a directory is locked through this handle; then the last holder of the lock looks whether it has become empty.
    pub(super) fn has(&self, directory: &str) -> bool {
        self.table().by_directory.get_mut(directory).map(|shared| shared.perhaps_empty = true).is_some()
    }
}

impl Table {
    fn forget_folders(&mut self) {
        self.folders.clear();
        self.surprises += 1;
    }
}

/// Holds the lock on a directory.
#[derive(Debug)]
pub(super) struct Guard {
    inner: Arc<Inner>,
    parent: String,
    /// It is that of a value, and not of the document under which a value is stored.
    claims: bool,
}

impl Guard {
    fn new(inner: &Arc<Inner>, parent: &str, claims: bool) -> Self {
        Self { inner: Arc::clone(inner), parent: parent.to_owned(), claims }
    }
}

impl UpdateGuard for Guard {
    fn is_current(&self) -> bool {
        self.inner.locks.is_current(&self.parent)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        // What was made only to be locked, or was emptied under the lock, goes again; then the lock ends.
        match self.inner.locks.leave(&self.parent, self.claims) {
            // What lies at its place is not what is locked.
            Some(Shared { directory, moved: true, .. }) => {
                drop(directory);
                tree::remove_empty_directories(&self.inner, &self.parent, None);
            }
            Some(Shared { directory: Some(locked), perhaps_empty: true, access: Access::Exclusive, .. }) => {
                tree::remove_empty_directories(&self.inner, &self.parent, Some(locked));
            }
            Some(Shared { directory, perhaps_empty: true, .. }) => {
                drop(directory);
                tree::remove_empty_directories(&self.inner, &self.parent, None);
            }
            Some(Shared { directory: Some(locked), document: Some(document), .. }) => {
                let directory = Arc::clone(&locked);
                drop(locked);
                self.inner.locks.put_idle(&self.parent, Idle { directory, document });
            }
            _ => {}
        }
    }
}

/// Waits for the lock on the directory of `key`, which is made if it is missing.
pub(super) fn acquire(inner: &Arc<Inner>, key: &str, access: Access) -> Result<Box<dyn UpdateGuard>> {
    let parent = split_parent(key).0;
    if inner.locks.join(parent, access, true) {
        return Ok(Box::new(Guard::new(inner, parent, true)));
    }
    acquire_pending(inner, key, access, true)
}

/// The lock that [`Locks::join`] has left to the caller.
fn acquire_pending(inner: &Arc<Inner>, key: &str, access: Access, claims: bool) -> Result<Box<dyn UpdateGuard>> {
    let parent = split_parent(key).0;
    let mut made = false;
    let directory = write::retry_removed(|| {
        let (directory, new) = write::create_directory(inner, parent, libc::O_RDONLY)?;
        made |= new;
        FolderLock::take(Arc::new(directory), access, |directory| is_still_there(inner, parent, directory))
    });
    match directory {
        Ok(directory) => {
            inner.locks.settle(parent, Some((directory, made)));
            pause_point("lock.taken");
            Ok(Box::new(Guard::new(inner, parent, claims)))
        }
        Err(fault) => {
            inner.locks.settle(parent, None);
            let no_locks = has_no_locks(&fault);
            let error = fault.into_error(format_args!("{}: cannot lock its directory", inner.name(key)));
            if !no_locks {
                return Err(error);
            }
            Err(Error::unsupported(format!(
                "{error}; the option \"lock\": \"none\" does without locks, as long as each chunk, and each document, is \
                 written by one process at a time"
            ))
            .with_system_code(error.system_code()))
        }
    }
}

/// The lock on the directory of a document, under which chunks are stored, and the stamp of the document.
pub(super) fn lock_document(inner: &Arc<Inner>, key: &str, access: Access) -> Result<(Box<dyn UpdateGuard>, Stamp)> {
    let parent = split_parent(key).0;
    let stamp = || inner.stamp(key);
    if inner.locks.join(parent, access, false) {
        let guard = Box::new(Guard::new(inner, parent, false));
        let now = stamp();
        if !inner.locks.is_as_before(parent, now) {
            inner.locks.forget_folders();
        }
        return Ok((guard, now));
    }
    if let Some(Idle { directory, document }) = inner.locks.idle(parent) {
        let mut now = None;
        let is_there = |_: &_| Ok(now.insert(stamp()).is_settled && now.is_some_and(|now| now.id == document));
        if let Ok(locked) = FolderLock::take(directory, access, is_there)
            && let Some(now) = now
        {
            inner.locks.settle(parent, Some((locked, false)));
            inner.locks.keep(parent, now, true);
            pause_point("lock.taken");
            return Ok((Box::new(Guard::new(inner, parent, false)), now));
        }
    }
    let guard = acquire_pending(inner, key, access, false).inspect_err(|_| inner.locks.forget_folders())?;
    let now = stamp();
    inner.locks.keep(parent, now, false);
    Ok((guard, now))
}

/// The lock on an open directory for the one step that replaces or removes a value in it. None: the file system has no locks,
/// so no process changes parts of values there.
pub(super) fn pass(inner: &Arc<Inner>, parent: &str, directory: &Arc<File>, access: Access) -> Found<Option<Guard>> {
    if inner.options.lock == Lock::None {
        return Ok(None);
    }
    if !inner.locks.join(parent, access, true) {
        pause_point("lock.opened");
        let is_there = |directory: &Arc<File>| is_still_there(inner, parent, directory);
        match FolderLock::take(Arc::clone(directory), access, is_there) {
            Ok(locked) => inner.locks.settle(parent, Some((locked, false))),
            Err(fault) => {
                inner.locks.settle(parent, None);
                return if has_no_locks(&fault) { Ok(None) } else { Err(fault) };
            }
        }
    }
    Ok(Some(Guard::new(inner, parent, true)))
}

/// Whether a step may be taken in a directory that was opened, and passed, before the document was locked: a move may have come in
/// between. Without locks no process moves what another one writes to.
pub(super) fn is_in_place(inner: &Inner, parent: &str, folder: &Folder, pass: Option<&Guard>) -> Found<bool> {
    let is_locked = pass.is_none_or(UpdateGuard::is_current);
    let may_have_moved = inner.options.lock != Lock::None && inner.locks.may_have_moved(folder);
    Ok(is_locked && (!may_have_moved || is_still_there(inner, parent, &folder.directory)?))
}
