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
use std::fs::{File, Metadata};
use std::io::{Error, ErrorKind, Result};
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::time::Duration;

/// The name of the file. It ends as those of unfinished writes, so that no listing shows it and no key has it.
pub(super) const LOCK_FILE: &CStr = c".lock.partial";

/// How often another process may remove the file between its opening and its lock.
const ATTEMPTS: usize = 100_000;

/// How often a file is opened that may not be, a millisecond apart.
const REFUSALS: usize = 20;

const FLAGS: libc::c_int = libc::O_NOFOLLOW | libc::O_NONBLOCK;

/// A folder with its lock.
#[derive(Debug)]
pub(super) struct LockFile<F: Borrow<File>> {
    folder: F,
    lock: OwnedFile,
    /// The file is left where it is.
    pub(super) stays: bool,
}

/// The locked file that its name has led to since the lock was granted.
#[derive(Debug)]
struct OwnedFile {
    lock: OsLock<File>,
    access: Access,
    identity: (u64, u64),
}

impl<F: Borrow<File>> LockFile<F> {
    /// Takes the lock on a folder as `ask` does, which says whether it had to wait; ENOENT where the folder is gone.
    pub(super) fn take(folder: F, access: Access, ask: impl Fn(&OsLock<File>) -> Result<bool>) -> Result<Self> {
        let mut waited = false;
        let lock = lock_in(folder.borrow(), access, true, |lock| ask(lock).map(|has_waited| waited |= has_waited))?;
        Ok(Self { folder, lock, stays: waited })
    }

    pub(super) fn folder(&self) -> &F {
        &self.folder
    }
}

impl<F: Borrow<File>> Drop for LockFile<F> {
    fn drop(&mut self) {
        if !self.stays && self.lock.lock.is_own() {
            remove(self.folder.borrow(), &self.lock);
        }
    }
}

/// Removes the lock file of a folder where no process has it; true: there is none any more.
pub(super) fn remove_if_free(folder: &File) -> bool {
    match lock_in(folder, Access::Exclusive, false, |lock| lock.try_now(Access::Exclusive)) {
        Ok(lock) => remove(folder, &lock),
        Err(error) => error.kind() == ErrorKind::NotFound,
    }
}

/// Removes the file of a lock that this process has, if it has it alone. Of owners that share it and end at once, the
/// last one to let go finds no other in its way.
fn remove(folder: &File, OwnedFile { lock, access, identity }: &OwnedFile) -> bool {
    let is_alone = *access == Access::Exclusive || lock.try_now(Access::Exclusive).is_ok() || {
        lock.let_go();
        pause_point("lock_file.let_go");
        lock.try_now(Access::Exclusive).is_ok()
    };
    let is_named = || sys::identity_at(folder, LOCK_FILE).is_ok_and(|named| named == *identity);
    let removed = is_alone && is_named() && sys::remove_file(folder, LOCK_FILE).is_ok();
    pause_point("lock_file.removed");
    removed
}

/// Opens the lock file of a folder and locks it, until it is the one that its name leads to.
fn lock_in(
    folder: &File,
    access: Access,
    makes: bool,
    mut ask: impl FnMut(&OsLock<File>) -> Result<()>,
) -> Result<OwnedFile> {
    let mut refused = 0;
    for _ in 0..ATTEMPTS {
        let lock = match OsLock::of_opened(|| open(folder, access, makes)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            // Another user may just have made it, and not given it to the others yet.
            Err(error) if error.kind() == ErrorKind::PermissionDenied && makes && refused < REFUSALS => {
                refused += 1;
                std::thread::sleep(Duration::from_millis(1));
                continue;
            }
            opened => opened?,
        };
        pause_point("lock_file.opened");
        match ask(&lock) {
            // Its server has no such file any more.
            Err(error) if error.raw_os_error() == Some(libc::ESTALE) => continue,
            asked => asked?,
        }
        pause_point("lock_file.locked");
        if let Some(identity) = identity_in(folder, &lock)? {
            return Ok(OwnedFile { lock, access, identity });
        }
    }
    Err(Error::from_raw_os_error(libc::ESTALE))
}

/// The error is [`ErrorKind::AlreadyExists`] where another process makes the file in this moment.
fn open(folder: &File, access: Access, makes: bool) -> Result<File> {
    match sys::open_at(folder, LOCK_FILE, FLAGS | libc::O_RDWR) {
        Err(error) if makes && error.kind() == ErrorKind::NotFound => {}
        // To share a lock takes no right to write.
        Err(error) if access == Access::Shared && error.kind() == ErrorKind::PermissionDenied => {
            return sys::open_at(folder, LOCK_FILE, FLAGS | libc::O_RDONLY);
        }
        opened => return opened,
    }
    let status = folder.metadata()?;
    let writers = status.mode() & 0o222;
    let mode = writers | writers << 1;
    let file = sys::open_at_with(folder, LOCK_FILE, FLAGS | libc::O_RDWR | libc::O_CREAT | libc::O_EXCL, mode)?;
    // Where it is refused, fewer can lock the folder.
    let _ = give_to_writers(&file, &status, mode);
    Ok(file)
}

/// Lets all lock a new file that may put files into its folder.
fn give_to_writers(file: &File, folder: &Metadata, mut mode: u32) -> Result<()> {
    let has = file.metadata()?;
    let (owner, group) = (folder.uid(), folder.gid());
    if (has.uid(), has.gid()) != (owner, group)
        && fchown(file, Some(owner), Some(group)).is_err()
        && has.gid() != group
        && fchown(file, None, Some(group)).is_err()
    {
        // The members of the group are others to it.
        mode |= (mode & 0o060) >> 3;
    }
    if has.mode() & 0o777 == mode { Ok(()) } else { file.set_permissions(PermissionsExt::from_mode(mode)) }
}

/// Device and inode of an open file, if it is the lock file of a folder. A node may go on finding a name that another
/// one has removed: the file itself, of which the system asks the server anew once it is locked, has no name then.
fn identity_in(folder: &File, file: &File) -> Result<Option<(u64, u64)>> {
    let status = match file.metadata() {
        Err(error) if error.raw_os_error() == Some(libc::ESTALE) => return Ok(None),
        status => status?,
    };
    let identity = (status.dev(), status.ino());
    match sys::identity_at(folder, LOCK_FILE) {
        Ok(named) => Ok((named == identity && status.nlink() > 0).then_some(identity)),
        Err(error) if [ErrorKind::NotFound, ErrorKind::StaleNetworkFileHandle].contains(&error.kind()) => Ok(None),
        Err(error) => Err(error),
    }
}
