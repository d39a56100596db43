//! Files whose locks no child of `fork` inherits: `flock`, and locks of bytes that belong to an open file.
//!
//! Such a lock ends with the last copy of its descriptor, and a child, which has copies of all, may live longer than
//! its parent. So each copy is replaced, before `fork` returns in the child, by one of an empty file: that needs no
//! free number and no path, and can't wait.

#![allow(unsafe_code)]

use super::fork;
use libc::c_int;
use std::io::{Error, Result};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

/// Descriptors have smaller numbers: more than Linux gives to a process that its administrator has not raised the limit
/// for.
const NUMBERS: usize = 1 << 20;

/// One bit for each number: set as long as the file may be locked. The handler of a fork can't wait or allocate.
static LOCKED: [AtomicU64; NUMBERS / 64] = [const { AtomicU64::new(0) }; NUMBERS / 64];

/// The descriptor of what children get: a pipe into which nothing is written, as that needs no `/dev`. It is open from
/// the first lock to the end of the process; -1 before.
static NOTHING: AtomicI32 = AtomicI32::new(-1);

/// The number of its file, as the program may have closed the descriptor, and given its number to another one.
static NOTHING_IS: AtomicU64 = AtomicU64::new(0);

/// An open file that its owner may lock: in a child of `fork` the number that is locked stands for nothing.
#[derive(Debug)]
pub(crate) struct Lockable<F: AsFd> {
    file: F,
    /// The file once more, to be locked in the place of the first descriptor.
    reopened: Option<OwnedFd>,
    /// The process that may lock it, by its generation.
    process: u64,
}

impl<F: AsFd> Lockable<F> {
    /// Of a folder, which no child asks for anything by this descriptor.
    ///
    /// # Errors
    /// Errors of opening the folder once more; EMFILE where no descriptor is free, or for one that the table has no
    /// place for.
    pub(crate) fn folder(folder: F) -> Result<Self> {
        Self::new(folder, false)
    }

    /// Of a file that children go on reading by this descriptor. Where no path leads to what a descriptor stands for,
    /// which is so outside of Linux and without `/proc`, they have its lock as well.
    ///
    /// # Errors
    /// As [`Lockable::folder`].
    pub(crate) fn file_with_readers(file: F) -> Result<Self> {
        Self::new(file, true)
    }

    fn new(file: F, is_read: bool) -> Result<Self> {
        fork::between_forks(|forked| {
            keep_nothing()?;
            // A child that was forked before may have a copy of the first descriptor.
            let reopened = match (is_read || forked).then(|| reopen(file.as_fd().as_raw_fd())).transpose() {
                // A folder that is gone, whose lock is worth nothing; a file that no path leads to.
                Err(libc::ENOENT | libc::ENOTDIR) => None,
                reopened => reopened.map_err(Error::from_raw_os_error)?,
            };
            let lockable = Self { file, reopened, process: fork::generation() };
            if !is_read || lockable.reopened.is_some() {
                lockable.enter()?;
            }
            Ok(lockable)
        })
    }

    /// Of a file that is opened for its lock alone, so that no child which was forked before has a copy.
    ///
    /// # Errors
    /// Errors of opening it; EMFILE as for [`Lockable::folder`].
    pub(crate) fn opened(open: impl FnOnce() -> Result<F>) -> Result<Self> {
        fork::between_forks(|_| {
            keep_nothing()?;
            let lockable = Self { file: open()?, reopened: None, process: fork::generation() };
            lockable.enter()?;
            Ok(lockable)
        })
    }

    /// Puts the descriptor to lock into the table.
    fn enter(&self) -> Result<()> {
        let (word, bit) = place(self.descriptor()).ok_or_else(|| Error::from_raw_os_error(libc::EMFILE))?;
        word.fetch_or(bit, Ordering::SeqCst);
        Ok(())
    }

    pub(crate) fn file(&self) -> &F {
        &self.file
    }

    /// The descriptor to lock.
    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.reopened.as_ref().map_or_else(|| self.file.as_fd(), AsFd::as_fd)
    }

    /// True if this process may have locked it: false in a child.
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

/// Opens what children get, with the first lock.
fn keep_nothing() -> Result<()> {
    if NOTHING.load(Ordering::SeqCst) < 0 {
        let (nothing, _) = std::io::pipe()?;
        let number = OwnedFd::from(nothing).into_raw_fd();
        let file = file_of(number);
        if NOTHING.compare_exchange(-1, number, Ordering::SeqCst, Ordering::SeqCst).is_err() {
            // SAFETY: it was given up just above, and another thread's is kept.
            drop(unsafe { OwnedFd::from_raw_fd(number) });
        } else {
            NOTHING_IS.store(file, Ordering::SeqCst);
        }
    }
    Ok(())
}

/// The inode number of a descriptor's file; 0 after an error.
fn file_of(number: RawFd) -> u64 {
    let mut status = std::mem::MaybeUninit::<libc::stat>::uninit();
    // SAFETY: the call writes a whole status, which is read only then.
    unsafe { if libc::fstat(number, status.as_mut_ptr()) == 0 { status.assume_init().st_ino } else { 0 } }
}

/// In a child, before `fork` returns: gives every number that is in the table a file without a lock. Makes only calls
/// that are safe in handlers of signals, and takes no memory.
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

/// Puts nothing in the place of what a descriptor stands for. Where that can't be, as for a number above a limit that
/// was lowered, or where the program has closed the descriptor of nothing, the descriptor is closed.
fn replace(number: RawFd) {
    let nothing = NOTHING.load(Ordering::SeqCst);
    let is_nothing = file_of(nothing) == NOTHING_IS.load(Ordering::SeqCst);
    // SAFETY: the calls touch no memory; the owner of the number still has an open file under it.
    unsafe {
        if is_nothing && libc::dup2(nothing, number) == number {
            libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC);
        } else {
            libc::close(number);
        }
    }
}

/// Opens the file of a descriptor again. ENOTDIR: it is not a folder, and has no path to open it by.
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
        opened(libc::open(path.as_ptr().cast(), mode | libc::O_CLOEXEC)).map_err(|code| match code {
            libc::EMFILE | libc::ENFILE | libc::ENOMEM => code,
            _ => libc::ENOTDIR,
        })
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
    use std::io::Read;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    /// Locks that a test takes without the table, and its children, are not to meet those of another test.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    fn alone() -> MutexGuard<'static, ()> {
        ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Covers the handler in a child, and a lock that is taken after a fork.
    #[test]
    fn what_is_opened_anew_or_replaced_has_no_part_in_the_lock() {
        let _alone = alone();
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
            keep_nothing().unwrap();
            let mut copy = first.try_clone().unwrap();
            replace(copy.as_raw_fd());
            assert_eq!(copy.read(&mut [0]).unwrap(), 0, "open, and nothing");
            drop(first);
            assert_eq!(lock(&again), 0, "the copy held the lock no more");
        }
    }

    /// A child may use the handles of its parent, even an archive whose lock it has released.
    #[test]
    fn children_read_what_their_parent_has_locked() {
        let _alone = alone();
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, "text").unwrap();
        let lockable = Lockable::file_with_readers(File::open(&path).unwrap()).unwrap();
        // SAFETY: the descriptor is open, and the call touches no memory.
        assert_eq!(unsafe { libc::flock(lockable.descriptor().as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) }, 0);
        let number = lockable.file().as_raw_fd();
        // SAFETY: the child makes calls only that are allowed beside any threads, into memory of its own.
        let child = unsafe {
            let child = libc::fork();
            if child == 0 {
                let mut text = [0_u8; 4];
                libc::_exit(libc::pread(number, text.as_mut_ptr().cast(), 4, 0) as c_int);
            }
            child
        };
        let mut status = -1;
        // SAFETY: the child is this test's own, and not waited for yet.
        assert_eq!(unsafe { libc::waitpid(child, &raw mut status, 0) }, child);
        assert!(libc::WIFEXITED(status));
        assert_eq!(libc::WEXITSTATUS(status), 4, "all of it");
    }

    /// A process that is killed while it has a lock would otherwise keep all others from writing as long as a child of
    /// it lives.
    #[test]
    fn a_lock_ends_with_its_process_though_a_child_lives_on() {
        let _alone = alone();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "text").unwrap();
        // SAFETY: the descriptors are open, and the calls touch no memory.
        let lock = |file: &dyn AsFd| unsafe { libc::flock(file.as_fd().as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
        let lockable_at = |path: &Path| {
            let first = File::open(path).unwrap();
            if path.is_dir() { Lockable::folder(first) } else { Lockable::file_with_readers(first) }
        };
        for (path, before) in [(folder.path(), true), (folder.path(), false), (&*file, true), (&*file, false)] {
            let sleeper = || {
                // SAFETY: the child only waits, which is allowed beside any threads.
                let child = unsafe { libc::fork() };
                if child == 0 {
                    // SAFETY: as above. It does not outlive a test that fails.
                    unsafe { libc::alarm(60) };
                    loop {
                        // SAFETY: as above.
                        unsafe { libc::pause() };
                    }
                }
                child
            };
            let early = if before { 0 } else { sleeper() };
            let lockable = lockable_at(path).unwrap();
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
        let _alone = alone();
        let folder = tempfile::tempdir().unwrap();
        let gone = folder.path().join("gone");
        std::fs::create_dir(&gone).unwrap();
        let open = File::open(&gone).unwrap();
        std::fs::remove_dir(&gone).unwrap();
        let copy = open.try_clone().unwrap();
        // SAFETY: the descriptors are open, and the calls touch no memory.
        let lock = |file: &File| unsafe { libc::flock(file.as_raw_fd(), libc::LOCK_EX | libc::LOCK_NB) };
        assert_eq!(lock(&open), 0);
        keep_nothing().unwrap();
        replace(copy.as_raw_fd());
        copy.metadata().unwrap();
        drop(open);
        let again = Lockable::folder(copy).unwrap();
        assert_eq!(lock(again.file()), 0);
    }
}
