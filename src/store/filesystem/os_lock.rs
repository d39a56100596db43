//! The locks that the system gives on open files: `flock`, and locks of bytes that belong to the open file and not to
//! the process (`F_OFD_SETLK`), so that threads and handles of one process keep each other out as well.

#![allow(unsafe_code)]

use super::sys::retry;
use crate::store::access::Access;
use crate::sync::inherited::Lockable;
use libc::c_int;
use std::fs::File;
#[cfg(not(target_os = "linux"))]
use std::io::Error;
use std::io::{ErrorKind, Result};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd};

/// How the system is asked for a lock. A lock of one way does not keep out one of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) enum Way {
    /// `flock`, of a folder or of a file.
    Flock,
    /// A lock of all bytes of a file, which is open for reading and writing.
    Bytes,
}

/// An open file that its owner may lock; the lock ends when this is dropped.
#[derive(Debug)]
pub(in crate::store) struct OsLock<F: AsFd> {
    file: Lockable<F>,
    way: Way,
}

impl<F: AsFd> OsLock<F> {
    /// A folder that is to be locked by `flock`, and is not locked yet.
    pub(super) fn of_folder(folder: F) -> Result<Self> {
        Ok(Self { file: Lockable::folder(folder)?, way: Way::Flock })
    }

    /// Takes the lock on a file, which children go on reading, for one owner where it is free.
    pub(in crate::store) fn try_file(file: F, way: Way) -> Result<Self> {
        let lock = Self { file: Lockable::file_with_readers(file)?, way };
        lock.try_now(Access::Exclusive)?;
        Ok(lock)
    }

    /// A file that is opened to be locked, and not locked yet.
    pub(super) fn of_opened(open: impl FnOnce() -> Result<F>) -> Result<Self> {
        Ok(Self { file: Lockable::opened(open)?, way: Way::Bytes })
    }

    /// Waits for the lock.
    pub(super) fn wait(&self, access: Access) -> Result<()> {
        self.ask(access, true)
    }

    /// Takes the lock, or changes the access to it, where no other owner is in the way: an error of the kind
    /// [`ErrorKind::WouldBlock`] where one is.
    pub(super) fn try_now(&self, access: Access) -> Result<()> {
        self.ask(access, false).map_err(|error| match error.raw_os_error() {
            Some(libc::EACCES) if self.way == Way::Bytes => ErrorKind::WouldBlock.into(),
            _ => error,
        })
    }

    /// True if this process may have taken it: false in a child.
    pub(super) fn is_own(&self) -> bool {
        self.file.is_own()
    }

    /// Lets go of the lock; the file stays open.
    pub(super) fn let_go(&self) {
        // A child of `fork` may have a copy of the descriptor, which must not end the lock.
        if self.is_own() {
            let _ = match self.way {
                Way::Flock => flock(self.file.descriptor(), libc::LOCK_UN),
                Way::Bytes => lock_bytes(self.file.descriptor(), libc::F_UNLCK, false),
            };
        }
    }

    fn ask(&self, access: Access, waits: bool) -> Result<()> {
        match self.way {
            Way::Flock => {
                let operation = if access == Access::Shared { libc::LOCK_SH } else { libc::LOCK_EX };
                flock(self.file.descriptor(), operation | if waits { 0 } else { libc::LOCK_NB })
            }
            Way::Bytes => {
                let kind = if access == Access::Shared { libc::F_RDLCK } else { libc::F_WRLCK };
                lock_bytes(self.file.descriptor(), kind, waits)
            }
        }
    }
}

impl<F: AsFd> std::ops::Deref for OsLock<F> {
    type Target = F;

    fn deref(&self) -> &F {
        self.file.file()
    }
}

impl<F: AsFd> Drop for OsLock<F> {
    fn drop(&mut self) {
        // The file may stay open elsewhere.
        self.let_go();
    }
}

fn flock(file: BorrowedFd<'_>, operation: c_int) -> Result<()> {
    // SAFETY: `file` is open for the whole call, which touches no memory.
    retry(|| unsafe { libc::flock(file.as_raw_fd(), operation) }).map(drop)
}

/// Asks for a lock of all bytes that a file has or will have.
#[cfg(target_os = "linux")]
fn lock_bytes(file: BorrowedFd<'_>, kind: c_int, waits: bool) -> Result<()> {
    let command = if waits { libc::F_OFD_SETLKW } else { libc::F_OFD_SETLK };
    // SAFETY: the structure is one of integers, for all of which 0 is a value. For locks of open files `l_pid` has to
    // be 0; so many bytes from 0 on stand for all.
    let mut lock: libc::flock = unsafe { std::mem::zeroed() };
    lock.l_type = kind as libc::c_short;
    lock.l_whence = libc::SEEK_SET as libc::c_short;
    // SAFETY: `file` is open and `lock` is there for the whole call, which only reads it.
    retry(|| unsafe { libc::fcntl(file.as_raw_fd(), command, &raw const lock) }).map(drop)
}

/// Locks that belong to open files are Linux's.
#[cfg(not(target_os = "linux"))]
fn lock_bytes(_: BorrowedFd<'_>, _: c_int, _: bool) -> Result<()> {
    Err(Error::from_raw_os_error(libc::ENOTSUP))
}

/// The flags that a descriptor was opened with say that it only names its file, and can't be locked for that reason.
pub(super) fn only_names(file: &File) -> bool {
    #[cfg(target_os = "linux")]
    {
        // SAFETY: `file` is open for the whole call, which touches no memory.
        let flags = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_GETFL) };
        flags >= 0 && flags & libc::O_PATH != 0
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = file;
        false
    }
}
