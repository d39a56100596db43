//! The lock on a folder by a file in it, of which all bytes are locked: for file systems that hand locks of files to
//! all nodes, and those of folders to none.
//!
//! The file is made for the lock and removed with it, by an owner that has it alone. So one that waited may be granted
//! the lock of a file that is gone: it looks whether the name still leads to its file, and begins anew where it does
//! not. A folder with a locked file in it is not empty, so no process removes it by `rmdir`. Where owners wait for one
//! another, the file stays until the handle is closed: each removal would wake them all. What a killed process leaves
//! is the lock file of the next owner.

use super::os_lock::OsLock;
use super::sys;
use crate::store::access::Access;
use crate::store::pause::pause_point;
use std::borrow::Borrow;
use std::ffi::CStr;
use std::fs::File;
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{MetadataExt, PermissionsExt};

/// The name of the file. It ends as those of unfinished writes, so that no listing shows it and no key has it.
pub(super) const LOCK_FILE: &CStr = c".lock.partial";

/// How often another process may remove the file between its opening and its lock.
const ATTEMPTS: usize = 100_000;

const FLAGS: libc::c_int = libc::O_RDWR | libc::O_NOFOLLOW | libc::O_NONBLOCK;

/// A folder with its lock.
#[derive(Debug)]
pub(super) struct LockFile<F: Borrow<File>> {
    folder: F,
    lock: OsLock<File>,
    /// The file is left where it is.
    pub(super) stays: bool,
}

impl<F: Borrow<File>> LockFile<F> {
    /// Waits for the lock on a folder; ENOENT where the folder is gone.
    pub(super) fn take(folder: F, access: Access) -> Result<Self> {
        let mut waited = false;
        let lock = lock_in(folder.borrow(), true, |lock| match lock.try_now(access) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                waited = true;
                pause_point("lock_file.waits");
                lock.wait(access)
            }
            done => done,
        })?;
        Ok(Self { folder, lock, stays: waited })
    }

    /// Takes the lock for one owner where it is free.
    pub(super) fn try_exclusive(folder: F) -> Result<Self> {
        let lock = lock_in(folder.borrow(), true, |lock| lock.try_now(Access::Exclusive))?;
        Ok(Self { folder, lock, stays: false })
    }

    pub(super) fn folder(&self) -> &F {
        &self.folder
    }
}

impl<F: Borrow<File>> Drop for LockFile<F> {
    fn drop(&mut self) {
        if !self.stays && self.lock.is_own() {
            remove(self.folder.borrow(), &self.lock);
        }
    }
}

/// Removes the lock file of a folder where no process has it; true: there is none any more.
pub(super) fn remove_if_free(folder: &File) -> bool {
    match lock_in(folder, false, |lock| lock.try_now(Access::Exclusive)) {
        Ok(lock) => remove(folder, &lock),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Removes the file of a lock that this process has, if it has it alone. Of owners that share it and end at once, the
/// last one to let go finds no other in its way.
fn remove(folder: &File, lock: &OsLock<File>) -> bool {
    let is_alone = lock.try_now(Access::Exclusive).is_ok() || {
        lock.let_go();
        pause_point("lock_file.let_go");
        lock.try_now(Access::Exclusive).is_ok()
    };
    let removed = is_alone && is_file_of(folder, lock).unwrap_or(false) && sys::remove_file(folder, LOCK_FILE).is_ok();
    pause_point("lock_file.removed");
    removed
}

/// Opens the lock file of a folder and locks it, until it is the one that its name leads to.
fn lock_in(folder: &File, makes: bool, mut ask: impl FnMut(&OsLock<File>) -> Result<()>) -> Result<OsLock<File>> {
    for _ in 0..ATTEMPTS {
        let lock = OsLock::of_opened(|| open(folder, makes))?;
        pause_point("lock_file.opened");
        match ask(&lock) {
            // Its server has no such file any more.
            Err(error) if error.raw_os_error() == Some(libc::ESTALE) => continue,
            asked => asked?,
        }
        pause_point("lock_file.locked");
        if is_file_of(folder, &lock)? {
            return Ok(lock);
        }
    }
    Err(Error::from_raw_os_error(libc::ESTALE))
}

fn open(folder: &File, makes: bool) -> Result<File> {
    match sys::open_at(folder, LOCK_FILE, FLAGS) {
        Err(error) if makes && error.kind() == ErrorKind::NotFound => {}
        opened => return opened,
    }
    // All that may put files into the folder may lock it.
    let writers = folder.metadata()?.mode() & 0o222;
    let mode = writers | writers << 1;
    let file = sys::open_at_with(folder, LOCK_FILE, FLAGS | libc::O_CREAT, mode)?;
    if file.metadata()?.mode() & 0o777 != mode {
        // It may be another user's, which has made it meanwhile.
        let _ = file.set_permissions(PermissionsExt::from_mode(mode));
    }
    Ok(file)
}

/// Whether an open file is the lock file of a folder. A node may go on finding a name that another one has removed: the
/// file itself, of which the system asks the server anew once it is locked, has no name then.
fn is_file_of(folder: &File, file: &File) -> Result<bool> {
    let status = match file.metadata() {
        Err(error) if error.raw_os_error() == Some(libc::ESTALE) => return Ok(false),
        status => status?,
    };
    match sys::identity_at(folder, LOCK_FILE) {
        Ok(named) => Ok(named == (status.dev(), status.ino()) && status.nlink() > 0),
        Err(error) if [ErrorKind::NotFound, ErrorKind::StaleNetworkFileHandle].contains(&error.kind()) => Ok(false),
        Err(error) => Err(error),
    }
}
