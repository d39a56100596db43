//! Files whose `flock` no child of `fork` inherits.
//!
//! A lock belongs to what a descriptor stands for, and ends with the last copy of the descriptor. A child has copies of all, and may
//! live longer than its parent. So it opens what is locked anew, under the number that it has, before `fork` returns in it.

#![allow(unsafe_code)]

use super::fork;
use libc::c_int;
use std::io::{Error, Result};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicU64, Ordering};

/// Descriptors have smaller numbers: more than Linux gives to a process that its administrator has not raised the limit for.
const NUMBERS: usize = 1 << 20;

/// One bit for each number: set as long as the file may be locked. The handler of a fork can't wait or allocate.
static LOCKED: [AtomicU64; NUMBERS / 64] = [const { AtomicU64::new(0) }; NUMBERS / 64];

/// An open file that its owner may lock: in a child of `fork` its number stands for the file, but not for the lock.
#[derive(Debug)]
pub(crate) struct Lockable<F: AsFd> {
    file: F,
    /// The file once more, where a child that was forked before may have a copy of the first descriptor.
    reopened: Option<OwnedFd>,
    /// The process that may lock it, by its generation.
    process: u64,
}

impl<F: AsFd> Lockable<F> {
    /// # Errors
    /// What opening the file once more gives; EMFILE for a descriptor that the table has no place for.
    pub(crate) fn new(file: F) -> Result<Self> {
        fork::between_forks(|forked| {
            let reopened = match forked.then(|| reopen(file.as_fd().as_raw_fd())).transpose() {
                // A folder that is gone, whose lock is worth nothing; a file that no path leads to.
                Err(libc::ENOENT | libc::ENOTDIR) => None,
                reopened => reopened.map_err(Error::from_raw_os_error)?,
            };
            let lockable = Self { file, reopened, process: fork::generation() };
            let (word, bit) = place(lockable.descriptor()).ok_or_else(|| Error::from_raw_os_error(libc::EMFILE))?;
            word.fetch_or(bit, Ordering::SeqCst);
            Ok(lockable)
        })
    }

    pub(crate) fn file(&self) -> &F {
        &self.file
    }

    /// What is to be locked.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.reopened.as_ref().map_or_else(|| self.file.as_fd(), AsFd::as_fd)
    }

    /// Whether this process may have locked it: false in a child.
    pub(crate) fn is_own(&self) -> bool {
        self.process == fork::generation()
    }
}

impl<F: AsFd> Drop for Lockable<F> {
    fn drop(&mut self) {
        if self.is_own()
            && let Some((word, bit)) = place(self.descriptor())
        {
            word.fetch_and(!bit, Ordering::SeqCst);
        }
    }
}

fn place(descriptor: BorrowedFd<'_>) -> Option<(&'static AtomicU64, u64)> {
    let number = usize::try_from(descriptor.as_raw_fd()).ok()?;
    Some((LOCKED.get(number / 64)?, 1 << (number % 64)))
}

/// In a child, before `fork` returns: gives every number that is in the table a file without a lock. Makes only calls that are
/// safe in handlers of signals, and takes no memory.
pub(super) fn let_go_of_locks() {
    for (index, word) in LOCKED.iter().enumerate() {
        // Most were never written to: to read costs no page of memory.
        if word.load(Ordering::SeqCst) == 0 {
            continue;
        }
        let mut bits = word.swap(0, Ordering::SeqCst);
        while bits != 0 {
            replace((index * 64) as RawFd + bits.trailing_zeros() as RawFd);
            bits &= bits - 1;
        }
    }
}

/// Puts the file of a descriptor, opened anew, in the place of what the descriptor stands for; of a folder that is gone, an empty file.
fn replace(number: RawFd) {
    let new = match reopen(number) {
        // No folder, and no path leads to it: a child may read from it, so it stays.
        Err(libc::ENOTDIR) => return,
        // SAFETY: the path is NUL-terminated, and the call touches no other memory.
        Err(_) => opened(unsafe { libc::open(c"/dev/null".as_ptr(), libc::O_RDONLY | libc::O_CLOEXEC) }),
        new => new,
    };
    if let Ok(new) = new {
        // SAFETY: the calls touch no memory; the owner of the number still has an open file under it.
        unsafe {
            libc::dup2(new.as_raw_fd(), number);
            libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Opens the file of a descriptor once more. ENOTDIR: it is no folder, and no path leads to it.
fn reopen(number: RawFd) -> Opened {
    let flags = libc::O_RDONLY | libc::O_DIRECTORY | libc::O_CLOEXEC;
    // SAFETY: the path is NUL-terminated, and the call touches no other memory.
    match opened(unsafe { libc::openat(number, c".".as_ptr(), flags) }) {
        Err(libc::ENOTDIR) => reopen_file(number),
        folder => folder,
    }
}

#[cfg(target_os = "linux")]
fn reopen_file(number: RawFd) -> Opened {
    use std::io::Write;
    let mut path = [0_u8; 32];
    // It fits: the last byte stays 0.
    let _ = write!(&mut path[..31], "/proc/self/fd/{number}");
    // SAFETY: the path is NUL-terminated, and the calls touch no other memory.
    unsafe {
        let mode = libc::fcntl(number, libc::F_GETFL) & libc::O_ACCMODE;
        opened(libc::open(path.as_ptr().cast(), mode | libc::O_CLOEXEC)).map_err(|_| libc::ENOTDIR)
    }
}

/// Elsewhere no path leads to what a descriptor stands for.
#[cfg(not(target_os = "linux"))]
fn reopen_file(_: RawFd) -> Opened {
    Err(libc::ENOTDIR)
}

/// A descriptor, or the number of the error.
type Opened = std::result::Result<OwnedFd, c_int>;

fn opened(result: c_int) -> Opened {
    if result < 0 {
        return Err(Error::last_os_error().raw_os_error().unwrap_or_default());
    }
    // SAFETY: the system call has just opened it, and nothing else owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(result) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;

    /// What the handler does in a child, and what a lock does that is taken after a fork: the file stays, its lock does not.
    #[test]
    fn what_is_opened_anew_is_the_file_without_its_lock() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        for path in [folder.path(), &file] {
            let first = File::open(path).unwrap();
            // SAFETY: the descriptors are open, and the calls touch no memory.
            let lock = |file: &File| unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
            assert_eq!(lock(&first), 0);
            let again = File::from(reopen(first.as_raw_fd()).unwrap());
            assert_eq!(again.metadata().unwrap().ino(), first.metadata().unwrap().ino());
            assert_ne!(lock(&again), 0, "a lock of its own, which waits for the first one");
            let copy = first.try_clone().unwrap();
            replace(copy.as_raw_fd());
            assert_eq!(copy.metadata().unwrap().ino(), first.metadata().unwrap().ino());
            assert_ne!(lock(&copy), 0);
            drop(first);
            assert_eq!(lock(&copy), 0, "the copy held the lock no more");
        }
    }

    /// A process that is killed while it has a lock would otherwise keep all others from writing as long as a child of it lives.
    #[test]
    fn a_lock_ends_with_its_process_though_a_child_lives_on() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        // SAFETY: the descriptors are open, and the calls touch no memory.
        let lock = |file: &dyn AsFd| unsafe { libc::flock(file.as_fd().as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
        for (path, before) in [(folder.path(), true), (folder.path(), false), (&file, true), (&file, false)] {
            let first = File::open(path).unwrap();
            let sleeper = || {
                // SAFETY: the child only waits, which is allowed beside any threads.
                let child = unsafe { libc::fork() };
                if child == 0 {
                    loop {
                        // SAFETY: as above.
                        unsafe { libc::pause() };
                    }
                }
                child
            };
            let early = if before { 0 } else { sleeper() };
            let lockable = Lockable::new(first).unwrap();
            assert_eq!(lock(&lockable.descriptor()), 0);
            let child = if before { sleeper() } else { early };
            let other = File::open(path).unwrap();
            assert_ne!(lock(&other), 0, "the fork has not ended the lock");
            // To close it without letting go of the lock is what the end of a process does.
            drop(lockable);
            let mut result = -1;
            for _ in 0..1000 {
                result = lock(&other);
                if result == 0 {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            // SAFETY: the child is this test's own, and not waited for yet.
            let ended = unsafe { (libc::kill(child, libc::SIGKILL), libc::waitpid(child, std::ptr::null_mut(), 0)) };
            assert_eq!((result, ended), (0, (0, child)), "{path:?}, locked before the fork: {before}");
        }
    }

    #[test]
    fn a_folder_that_is_gone_leaves_nothing_locked() {
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        std::fs::create_dir(&gone).unwrap();
        let open = File::open(&gone).unwrap();
        std::fs::remove_dir(&gone).unwrap();
        let copy = open.try_clone().unwrap();
        // SAFETY: the descriptors are open, and the calls touch no memory.
        let lock = |file: &File| unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
        assert_eq!(lock(&open), 0);
        replace(copy.as_raw_fd());
        copy.metadata().unwrap();
        drop(open);
        let again = Lockable::new(copy).unwrap();
        assert_eq!(lock(again.file()), 0);
    }
}
