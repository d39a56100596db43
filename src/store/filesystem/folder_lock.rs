//! The lock on a folder that its place leads to. A lock on one that has been removed or moved excludes no other owner:
//! the next one opens the directory that is at the place by then, and locks that.

use super::Inner;
use super::lock_file::{self, LockFile};
use super::names::Names;
use super::os_lock::{OsLock, Way, only_names};
use super::root::{Fault, Found};
use super::sys;
use crate::store::access::Access;
use crate::store::options::Lock;
use crate::store::pause::pause_point;
use std::borrow::Borrow;
use std::ffi::CStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::ops::Deref;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

/// An open folder with its lock, of which its place has been looked at since the lock was granted: there is no other
/// way to make one. Under it the folder is neither removed nor moved.
#[derive(Debug)]
pub(super) struct FolderLock<F: AsFd + Borrow<File> = Arc<File>>(LockedThing<F>);

#[derive(Debug)]
enum LockedThing<F: AsFd + Borrow<File>> {
    Folder(OsLock<F>),
    File(LockFile<F>),
}

/// The ways in which a folder is locked, the first that is not refused counting.
pub(super) type Ways = &'static [Way];

impl<F: AsFd + Borrow<File> + Clone> FolderLock<F> {
    /// Takes the lock on a folder that was opened before, and then asks whether its place still leads to it; otherwise
    /// [`gone`]. Where another owner has it, `before_wait` is asked before it is waited for. A fault comes with the way
    /// that failed.
    pub(super) fn take(
        ways: Ways,
        folder: F,
        access: Access,
        before_wait: &dyn Fn() -> Result<()>,
        is_there: impl FnOnce(&F) -> Found<bool>,
    ) -> std::result::Result<Self, (Way, Fault)> {
        fn ask<T: AsFd>(lock: &OsLock<T>, access: Access, before_wait: &dyn Fn() -> Result<()>) -> Result<bool> {
            match lock.try_now(access) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    before_wait()?;
                    pause_point("lock.waits");
                    lock.wait(access).map(|()| true)
                }
                done => done.map(|()| false),
            }
        }
        let lock = |way, folder: F| match way {
            Way::Flock => {
                let lock = OsLock::of_folder(folder)?;
                ask(&lock, access, before_wait).map(|_| LockedThing::Folder(lock))
            }
            Way::Bytes => LockFile::take(folder, access, |lock| ask(lock, access, before_wait)).map(LockedThing::File),
        };
        let mut ways = ways.iter().copied().peekable();
        while let Some(way) = ways.next() {
            match lock(way, folder.clone()) {
                // A folder that this process may not read is refused for that reason: others can lock it.
                Err(error) if ways.peek().is_some() && is_refusal(&error) && !only_names(folder.borrow()) => {}
                Err(error) => return Err((way, error.into())),
                Ok(held) => {
                    let locked = Self(held);
                    return match is_there(&locked) {
                        Ok(true) => Ok(locked),
                        Ok(false) => Err((way, gone())),
                        Err(fault) => Err((way, fault)),
                    };
                }
            }
        }
        Err((Way::Flock, Error::from_raw_os_error(libc::ENOTSUP).into()))
    }
}

impl<F: AsFd + Borrow<File>> FolderLock<F> {
    /// True if its lock file is still there when the lock has ended.
    pub(super) fn leaves_file(&self) -> bool {
        matches!(&self.0, LockedThing::File(lock) if lock.stays)
    }

    /// True if the lock file is alone in the folder, which its last owner could not remove since this lock waited.
    pub(super) fn is_left_bare(&self) -> bool {
        let opened = || sys::open_at((**self).borrow(), c".", libc::O_RDONLY | libc::O_DIRECTORY).and_then(Names::new);
        self.leaves_file()
            && opened().is_ok_and(|mut names| {
                !names.any(|entry| entry.is_ok_and(|(name, _)| name != lock_file::LOCK_FILE.to_bytes()))
            })
    }

    /// Has the lock file stay where it is, for the next lock of this folder.
    pub(super) fn leave_file(&mut self) {
        self.set_stays(true);
    }

    /// Has the lock file go with the lock.
    pub(super) fn take_file(&mut self) {
        self.set_stays(false);
    }

    fn set_stays(&mut self, stays: bool) {
        if let LockedThing::File(lock) = &mut self.0 {
            lock.stays = stays;
        }
    }

    /// Removes the folder by its name, if it is empty but for its lock file. That goes first, and the lock with it:
    /// from then on the folder is kept from going by the lock file of the next owner.
    pub(super) fn remove(self, (parent, name): (&File, &CStr)) -> Result<()> {
        let _held = match self.0 {
            LockedThing::File(mut lock) => {
                lock.stays = false;
                drop(lock);
                None
            }
            LockedThing::Folder(lock) => Some(lock),
        };
        sys::remove_directory(parent, name)
    }
}

impl<F: AsFd + Borrow<File>> Deref for FolderLock<F> {
    type Target = F;

    fn deref(&self) -> &F {
        match &self.0 {
            LockedThing::Folder(lock) => lock,
            LockedThing::File(lock) => lock.folder(),
        }
    }
}

/// The ways to lock a folder: what the option says, or what is known of the file system. All processes that leave the
/// option open have to come to one answer, so only the file system has a say in it, and not how a node mounts it.
pub(super) fn ways(inner: &Inner, folder: &File) -> Found<Ways> {
    Ok(match inner.options.lock {
        Lock::None => &[],
        Lock::Flock => &[Way::Flock],
        Lock::Fcntl => &[Way::Bytes],
        Lock::Auto => inner.locks.ways(folder)?,
    })
}

/// Removes an open, empty directory by its name in another one; false: it is locked, and stays. A lock on a directory
/// that is gone would keep out no process: the next one would make the directory anew, and lock that.
pub(super) fn remove_unless_locked(ways: Ways, folder: &File, place: (&File, &CStr)) -> Result<bool> {
    if ways.contains(&Way::Flock) {
        match FolderLock::take(&[Way::Flock], folder, Access::Exclusive, &is_busy, |folder| is_named(folder, place)) {
            Ok(_lock) => {
                if ways.contains(&Way::Bytes) {
                    // A file of the time before the file system gave locks of folders.
                    lock_file::remove_if_free(folder);
                }
                return sys::remove_directory(place.0, place.1).map(|()| true);
            }
            Err((way, fault)) if has_no_locks(&fault, way) => {}
            // The directory that is there now was made meanwhile.
            Err((_, Fault::System(error))) if error.kind() == ErrorKind::NotFound => return Err(error),
            Err(_) => return Ok(false),
        }
    }
    // A lock by a file needs no look at the place: no folder with one is empty.
    if ways.contains(&Way::Bytes) && !lock_file::remove_if_free(folder) {
        return Ok(false);
    }
    sys::remove_directory(place.0, place.1).map(|()| true)
}

/// For a caller that does not wait.
pub(super) fn is_busy() -> Result<()> {
    Err(ErrorKind::WouldBlock.into())
}

/// True if the path of a key leads to an open folder.
pub(super) fn is_still_there(inner: &Inner, key: &str, folder: &File) -> Found<bool> {
    match inner.root.identity_of(key) {
        Err(fault) if fault.is_absent() => Ok(false),
        now => Ok(now? == identity(folder)?),
    }
}

/// True if a name in a directory is that of an open folder.
pub(super) fn is_named(folder: &File, (parent, name): (&File, &CStr)) -> Found<bool> {
    Ok(sys::identity_at(parent, name)? == identity(folder)?)
}

pub(super) fn identity(folder: &File) -> Result<(u64, u64)> {
    let status = folder.metadata()?;
    Ok((status.dev(), status.ino()))
}

/// The opened directory is not at its place any more: the caller opens the one that is there now, and tries again.
pub(super) fn gone() -> Fault {
    Fault::System(Error::from_raw_os_error(libc::ENOENT))
}

/// The file system refuses a lock, for now or for good.
pub(in crate::store) fn is_refusal(error: &Error) -> bool {
    let codes = [libc::ENOTSUP, libc::EOPNOTSUPP, libc::ENOSYS, libc::ENOLCK, libc::EBADF, libc::EINVAL];
    error.raw_os_error().is_some_and(|code| codes.contains(&code))
}

/// The file system has no such locks, so no process can hold one. EBADF of `flock`: it makes locks of bytes of them,
/// for which a descriptor has to be open for writing, as that of a directory never is. A server that has no lock to
/// give, ENOLCK, may have given one to another process.
pub(super) fn has_no_locks(fault: &Fault, way: Way) -> bool {
    matches!(fault, Fault::System(error) if is_refusal(error)) && !(way == Way::Bytes && fault.is_code(libc::ENOLCK))
}
