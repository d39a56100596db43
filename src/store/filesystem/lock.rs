//! The lock that keeps two processes from losing each other's changes: one on the directory that holds the key, which
//! ends when its owner dies.
//!
//! Exclusive: a value is read, changed and written back. Shared: a value is replaced without being read, or must stay
//! as it is for a moment. Threads that work through one handle share the lock of a directory, since the library's own
//! locks by key keep them apart: neighbouring chunks are changed at the same time, and the system is asked once. After
//! a number of joiners the lock is let go, so that other processes get their turn.

use super::folder_lock::{FolderLock, Ways, gone, has_no_locks, is_busy, is_refusal, is_still_there, ways};
use super::lock_table::{Folder, Idle, Shared};
use super::os_lock::Way;
use super::root::{Fault, Found};
use super::sharing::{Joined, Left};
use super::{Inner, tree, write};
use crate::error::{Error, ErrorKind, Result};
use crate::store::access::Access;
use crate::store::coherence::locks::{StoreHold, StoreLock, holds_any_of_stores};
use crate::store::interface::{Locked, Stamp, UpdateGuard};
use crate::store::key::split_parent;
use crate::store::options::Lock;
use crate::store::pause::pause_point;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::Duration;

/// How long a handle leaves alone a folder that its threads have shared without a pause, so that a process which waits
/// to have it alone can wake up.
const TURN: Duration = Duration::from_micros(500);

/// The conduct of a thread where others have a lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenTaken {
    /// It waits.
    Waits,
    /// It is told so.
    Tries,
}

/// Holds the lock on a directory.
#[derive(Debug)]
pub(super) struct DirectoryGuard {
    inner: Arc<Inner>,
    parent: String,
    /// The call may ask for the directory again: as that of a document after that of a chunk.
    _held: StoreHold,
}

impl DirectoryGuard {
    fn new(inner: &Arc<Inner>, parent: &str, lock: StoreLock) -> Self {
        Self { inner: Arc::clone(inner), parent: parent.to_owned(), _held: lock.hold() }
    }
}

impl UpdateGuard for DirectoryGuard {
    fn is_current(&self) -> bool {
        self.inner.locks.is_current(&self.parent)
    }
}

impl Drop for DirectoryGuard {
    fn drop(&mut self) {
        let Some(left) = self.inner.locks.leave(&self.parent) else { return };
        let Left { known: Shared { perhaps_empty, document, .. }, moved, is_worn, .. } = &left;
        // Chunks are stored in less time than a process takes to wake up, and threads that store them leave gaps.
        let may_pause = document.is_none() && !perhaps_empty && !moved;
        let gives_turn = *is_worn && may_pause && self.inner.locks.is_time_for_turn();
        if *is_worn && !gives_turn {
            self.inner.locks.settle(&self.parent, None);
        }
        self.end(left);
        if gives_turn {
            std::thread::sleep(TURN);
            self.inner.locks.settle(&self.parent, None);
        }
    }
}

impl DirectoryGuard {
    /// A directory that was made only to be locked, or was emptied under the lock, is removed; then the lock ends.
    fn end(&self, Left { known, access, moved, .. }: Left<Shared>) {
        match known {
            // The directory at its place is not the locked one.
            Shared { directory, .. } if moved => {
                drop(directory);
                tree::remove_empty_directories(&self.inner, &self.parent, None);
            }
            Shared { directory: Some(locked), perhaps_empty: true, .. } if access == Access::Exclusive => {
                tree::remove_empty_directories(&self.inner, &self.parent, Some(locked));
            }
            Shared { directory, perhaps_empty: true, .. } => {
                drop(directory);
                tree::remove_empty_directories(&self.inner, &self.parent, None);
            }
            Shared { directory: Some(mut locked), document: Some(document), .. } => {
                let directory = Arc::clone(&locked);
                // The next chunk of the call locks the folder again.
                self.inner.locks.leave_file(&self.parent, &mut locked);
                drop(locked);
                self.inner.locks.put_idle(&self.parent, Idle { directory, document });
            }
            _ => {}
        }
    }
}

/// The lock on the directory of `key`, which is made if it is missing.
pub(super) fn acquire(inner: &Arc<Inner>, key: &str, access: Access, patience: WhenTaken) -> Result<Locked> {
    let parent = split_parent(key).0;
    let joined = match patience {
        WhenTaken::Waits => Some(inner.locks.join(parent, access)),
        WhenTaken::Tries => inner.locks.try_join(parent, access),
    };
    let guard = match joined {
        Some(Joined::Shares(lock)) => Some(Box::new(DirectoryGuard::new(inner, parent, lock)) as Box<dyn UpdateGuard>),
        Some(Joined::Asks(lock)) => acquire_pending(inner, key, access, lock, patience)?,
        None => None,
    };
    Ok(Locked { is_busy: guard.is_none(), guard, stamp: None })
}

/// The lock that [`Locks::join`] has left to the caller; None: another owner has it, and the caller does not wait.
fn acquire_pending(
    inner: &Arc<Inner>,
    key: &str,
    access: Access,
    lock: StoreLock,
    patience: WhenTaken,
) -> Result<Option<Box<dyn UpdateGuard>>> {
    let parent = split_parent(key).0;
    let (mut made, mut is_open, mut way) = (false, false, Way::Flock);
    let directory = write::retry_removed(|| {
        let (directory, new) = write::create_directory(inner, parent, libc::O_RDONLY)?;
        (made, is_open) = (made | new, true);
        let ways = ways(inner, &directory)?;
        let directory = Arc::new(directory);
        let before_wait = || check_wait(inner, parent, &directory, patience);
        FolderLock::take(ways, Arc::clone(&directory), access, &before_wait, |directory| {
            is_still_there(inner, parent, directory)
        })
        .map_err(|(failed, fault)| {
            way = failed;
            fault
        })
    });
    match directory {
        Ok(directory) => {
            inner.locks.settle(parent, Some((directory, made)));
            pause_point("lock.taken");
            Ok(Some(Box::new(DirectoryGuard::new(inner, parent, lock))))
        }
        Err(fault) => {
            inner.locks.settle(parent, None);
            if patience == WhenTaken::Tries
                && matches!(&fault, Fault::System(error) if error.kind() == io::ErrorKind::WouldBlock)
            {
                if made {
                    inner.locks.note_made(parent);
                }
                return Ok(None);
            }
            let is_refused = matches!(&fault, Fault::System(error) if is_refusal(error));
            let kind = if has_no_locks(&fault, way) { ErrorKind::Unsupported } else { ErrorKind::Io };
            if fault.is_code(libc::EDEADLK) {
                return Err(fault.into_error(format_args!(
                    "{}: its directory is locked by another path that a symbolic link makes, by its own call or by one \
                     that waits for it",
                    inner.name(key)
                )));
            }
            let by = if way == Way::Bytes { r#" by the file ".lock.partial" in it"# } else { "" };
            let step = if is_open { "lock" } else { "make or open" };
            let by = if is_open { by } else { "" };
            let error = fault.into_error(format_args!("{}: cannot {step} its directory{by}", inner.name(key)));
            if !is_refused {
                return Err(error);
            }
            let advice = "the option \"lock\": \"none\" does without locks, as long as each chunk, and each document, is \
                          written by one process at a time, and under MPI the collective calls of zarr_mpi need none";
            Err(Error::new(kind, format!("{error}; {advice}")).with_system_code(error.system_code()))
        }
    }
}

/// The lock on the directory of a document, under which chunks are stored, and the stamp of the document.
pub(super) fn lock_document(inner: &Arc<Inner>, key: &str, access: Access) -> Result<(Box<dyn UpdateGuard>, Stamp)> {
    let parent = split_parent(key).0;
    let stamp = || inner.stamp(key);
    let lock = match inner.locks.join(parent, access) {
        Joined::Shares(lock) => {
            let guard = Box::new(DirectoryGuard::new(inner, parent, lock));
            let now = stamp();
            if !inner.locks.is_as_before(parent, now) {
                inner.locks.forget_folders();
            }
            return Ok((guard, now));
        }
        Joined::Asks(lock) => lock,
    };
    if let Some(Idle { directory, document }) = inner.locks.idle(parent) {
        let mut now = None;
        let is_there = |_: &_| Ok(now.insert(stamp()).is_settled && now.is_some_and(|now| now.id == document));
        let before_wait = || check_wait(inner, parent, &directory, WhenTaken::Waits);
        if let Ok(ways) = ways(inner, &directory)
            && let Ok(locked) = FolderLock::take(ways, Arc::clone(&directory), access, &before_wait, is_there)
            && let Some(now) = now
        {
            inner.locks.settle(parent, Some((locked, false)));
            inner.locks.keep(parent, now, true);
            pause_point("lock.taken");
            return Ok((Box::new(DirectoryGuard::new(inner, parent, lock)), now));
        }
    }
    let guard = acquire_pending(inner, key, access, lock, WhenTaken::Waits);
    let guard = guard.inspect_err(|_| inner.locks.forget_folders())?;
    let guard = guard.ok_or_else(|| Error::internal("a lock that is waited for is got"))?;
    let now = stamp();
    inner.locks.keep(parent, now, false);
    Ok((guard, now))
}

/// The lock on an open directory for the one step that replaces or removes a value in it. None: the file system has no
/// locks, so no process changes parts of values there.
pub(super) fn pass(
    inner: &Arc<Inner>,
    parent: &str,
    directory: &Arc<File>,
    access: Access,
) -> Found<Option<DirectoryGuard>> {
    if inner.options.lock == Lock::None {
        return Ok(None);
    }
    let is_there = |directory: &Arc<File>| is_still_there(inner, parent, directory);
    let lock = match inner.locks.join(parent, access) {
        Joined::Shares(lock) => {
            let guard = DirectoryGuard::new(inner, parent, lock);
            if inner.locks.is_on(parent, directory)? {
                return Ok(Some(guard));
            }
            // Another process has moved one of the two away. Where that is the locked one, its holder must take the
            // lock anew.
            if is_there(directory)? {
                inner.locks.move_away([parent, parent]);
            }
            return Err(gone());
        }
        Joined::Asks(lock) => lock,
    };
    pause_point("lock.opened");
    let ways = ways(inner, directory).map_err(|fault| (Way::Flock, fault));
    let before_wait = || check_wait(inner, parent, directory, WhenTaken::Waits);
    let take = |ways: Ways| FolderLock::take(ways, Arc::clone(directory), access, &before_wait, is_there);
    match ways.and_then(take) {
        Ok(locked) => {
            inner.locks.settle(parent, Some((locked, false)));
            Ok(Some(DirectoryGuard::new(inner, parent, lock)))
        }
        Err((way, fault)) => {
            inner.locks.settle(parent, None);
            if has_no_locks(&fault, way) { Ok(None) } else { Err(fault) }
        }
    }
}

/// Called where another owner has the lock of a directory. Where a symbolic link makes one directory of two, that may
/// be the call itself, or one that waits for what this call holds: it would wait for ever.
fn check_wait(inner: &Inner, parent: &str, directory: &File, patience: WhenTaken) -> io::Result<()> {
    let leads_there = |place: &str| is_still_there(inner, place, directory).unwrap_or(false);
    let refuse = |is_linked| {
        // A directory that was moved to its new place since it was opened is no other one by a link.
        let code = if is_linked && leads_there(parent) { libc::EDEADLK } else { libc::ENOENT };
        Err(io::Error::from_raw_os_error(code))
    };
    let own = inner.locks.own_on(directory);
    let is_linked = own.iter().any(|place| leads_there(place));
    // Another thread of the handle may have moved the folder of an own lock to this place. A call that only tries lets
    // go of all its locks then, and begins anew.
    if is_linked || (!own.is_empty() && patience == WhenTaken::Waits) {
        return refuse(is_linked);
    }
    if patience == WhenTaken::Tries {
        return is_busy();
    }
    if holds_any_of_stores() && !inner.locks.wait_for_others(directory) { refuse(true) } else { Ok(()) }
}

/// Closes what was kept open between the chunks of a call.
pub(super) fn end_sharing(inner: &Inner, key: &str) {
    inner.locks.close_idle(key);
    if inner.locks.take_file(key) {
        tree::remove_lock_file(inner, split_parent(key).0);
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        for directory in self.locks.take_files() {
            tree::remove_lock_file(self, &directory);
        }
    }
}

/// True if a step may be taken in a directory that was opened, and passed, before the document was locked: a move may
/// have come in between. Without locks no process moves a folder that another one writes to.
pub(super) fn is_in_place(inner: &Inner, parent: &str, folder: &Folder, pass: Option<&DirectoryGuard>) -> Found<bool> {
    let is_locked = pass.is_none_or(UpdateGuard::is_current);
    let may_have_moved = inner.options.lock != Lock::None && inner.locks.may_have_moved(folder);
    Ok(is_locked && (!may_have_moved || is_still_there(inner, parent, &folder.directory)?))
}
