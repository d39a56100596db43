//! The lock on a folder that its place leads to. A lock on one that has been removed or moved excludes no other owner:
//! the next one opens the directory that is at the place by then, and locks that.

use super::Inner;
use super::root::{Fault, Found};
use super::sys::{self, Flock};
use crate::store::access::Access;
use std::ffi::CStr;
use std::fs::File;
use std::io::{Error, Result};
use std::ops::Deref;
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;

/// An open folder with its lock, of which its place has been looked at since the lock was granted: there is no other
/// way to make one. Under it the folder is neither removed nor moved.
#[derive(Debug)]
pub(super) struct FolderLock<F: AsFd = Arc<File>>(Flock<F>);

impl<F: AsFd> FolderLock<F> {
    /// Waits for the lock on a folder that was opened before, and then asks whether its place still leads to it;
    /// otherwise [`gone`].
    pub(super) fn take(folder: F, access: Access, is_there: impl FnOnce(&F) -> Found<bool>) -> Found<Self> {
        Self::at_its_place(Flock::take(folder, access)?, is_there)
    }

    /// As [`FolderLock::take`], for one owner where the lock is free.
    pub(super) fn try_exclusive(folder: F, is_there: impl FnOnce(&F) -> Found<bool>) -> Found<Self> {
        Self::at_its_place(Flock::try_exclusive(folder)?, is_there)
    }

    fn at_its_place(lock: Flock<F>, is_there: impl FnOnce(&F) -> Found<bool>) -> Found<Self> {
        if is_there(&lock)? { Ok(Self(lock)) } else { Err(gone()) }
    }
}

impl<F: AsFd> Deref for FolderLock<F> {
    type Target = F;

    fn deref(&self) -> &F {
        &self.0
    }
}

/// Whether the path of a key leads to an open folder.
pub(super) fn is_still_there(inner: &Inner, key: &str, folder: &File) -> Found<bool> {
    match inner.root.identity_of(key) {
        Err(fault) if fault.is_absent() => Ok(false),
        now => Ok(now? == identity(folder)?),
    }
}

/// Whether a name in a directory is that of an open folder.
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

/// The file system has no such locks, so no process can hold one. EBADF: it makes locks of bytes of them, for which a
/// descriptor has to be open for writing, as that of a directory never is.
pub(super) fn has_no_locks(fault: &Fault) -> bool {
    [libc::ENOTSUP, libc::ENOSYS, libc::ENOLCK, libc::EBADF].iter().any(|code| fault.is_code(*code))
}
