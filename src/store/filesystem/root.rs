//! The root directory, and the way from it to a key that never leaves it.
//!
//! The common path is one `openat2`: the kernel follows links and refuses to leave the root in one go. What it can't
//! decide (a link with an absolute target, which may well lie inside) and kernels without the call take the careful
//! path: resolve all links, compare, then open component by component without following any link, so that nothing
//! that is swapped in meanwhile can lead outside.

use super::clock::{self, Clock};
use super::place::{OpenDirectory, RootPath, open_directory};
use super::sys::{self, Kind, Links};
use super::{file_systems, space};
use crate::error::{Error, ErrorKind};
use crate::store::options::{Symlinks, SyncMode};
use crate::sync::fork::{OnceLock, RwLock};
use libc::c_int;
use std::ffi::{CStr, CString};
use std::fs::{File, Metadata};
use std::io;
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a path could not be opened or changed.
#[derive(Debug)]
pub(super) enum Fault {
    /// The system's own error.
    System(io::Error),
    /// A link leads out of the root.
    Outside,
    /// A link, where links are refused.
    Link,
    /// A directory, where a value was meant.
    Directory,
    /// Neither file nor directory.
    NoFile,
    /// The caller has stopped the change.
    Refused(Error),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::System(error)
    }
}

impl Fault {
    /// Nothing is there: no such name, or a file where a directory would have to be.
    pub(super) fn is_absent(&self) -> bool {
        self.is_code(libc::ENOENT) || self.is_code(libc::ENOTDIR)
    }

    pub(super) fn is_code(&self, code: c_int) -> bool {
        matches!(self, Self::System(error) if error.raw_os_error() == Some(code))
    }

    /// The library's error, where `what` says which key it is about.
    pub(super) fn into_error(self, what: impl std::fmt::Display) -> Error {
        let (kind, code, why) = match self {
            Self::System(error) => return Error::io(&error, what),
            Self::Refused(error) => return error,
            Self::Outside => (
                ErrorKind::Permission,
                libc::EXDEV,
                r#"a symbolic link leads out of the store; the option "symlinks": "follow" allows that"#,
            ),
            Self::Link => (
                ErrorKind::Permission,
                libc::ELOOP,
                r#"the path has a symbolic link, and the store was opened with "symlinks": "refuse""#,
            ),
            Self::Directory => (ErrorKind::Io, libc::EISDIR, "a directory is in the place of the value"),
            Self::NoFile => {
                (ErrorKind::Io, libc::EINVAL, "neither a file nor a directory is in the place of the value")
            }
        };
        Error::new(kind, format!("{what}: {why}")).with_system_code(code)
    }
}

pub(super) type Found<T> = Result<T, Fault>;

/// The root of a store; it need not exist yet.
#[derive(Debug)]
pub(super) struct Root {
    /// Without links, as of the time of opening.
    path: PathBuf,
    /// That of the store's name.
    place: Arc<str>,
    symlinks: Symlinks,
    /// False once the kernel has shown that it lacks `openat2`.
    kernel_resolution: AtomicBool,
    /// Opened with the store, where it existed. Concurrent readers only look at it: a reference count would have their
    /// processors wait for one another.
    first: OnceLock<Arc<OpenDirectory>>,
    /// True if it was removed; then it counts no more.
    removed: AtomicBool,
    /// The one that was made in its place.
    later: RwLock<Option<Arc<OpenDirectory>>>,
    clock: OnceLock<Clock>,
    is_near: OnceLock<bool>,
}

/// The open directory of the root.
#[derive(Debug)]
enum Directory<'a> {
    First(&'a OpenDirectory),
    Later(Arc<OpenDirectory>),
}

impl Deref for Directory<'_> {
    type Target = File;

    fn deref(&self) -> &File {
        match self {
            Self::First(directory) => directory,
            Self::Later(directory) => directory,
        }
    }
}

impl Root {
    pub(super) fn new(found: RootPath, place: &Arc<str>, symlinks: Symlinks, kernel_resolution: bool) -> Self {
        Self {
            path: found.path,
            place: Arc::clone(place),
            symlinks,
            kernel_resolution: AtomicBool::new(kernel_resolution),
            first: found.directory.map(OnceLock::from).unwrap_or_default(),
            removed: AtomicBool::new(false),
            later: RwLock::default(),
            clock: OnceLock::default(),
            is_near: OnceLock::default(),
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn symlinks(&self) -> Symlinks {
        self.symlinks
    }

    /// Opens the file or directory at `key`, the root itself for the empty key; creates nothing.
    pub(super) fn open(&self, key: &str, flags: c_int) -> Found<File> {
        let path = if key.is_empty() { "." } else { key };
        with_c_string(path.as_bytes(), |path| self.open_at(key, path, flags))?
    }

    fn open_at(&self, key: &str, path: &CStr, flags: c_int) -> Found<File> {
        // A fifo that lies in the place of a value must not stop us before we can say so.
        let flags = flags | libc::O_NONBLOCK;
        let directory = self.directory()?;
        match self.open_from(&directory, key, path, flags) {
            Err(fault) if fault.is_absent() && self.is_stale(&directory) => {
                let directory = self.directory()?;
                self.open_from(&directory, key, path, flags)
            }
            found => found,
        }
    }

    /// Device and inode at the end of a key's path, wherever that leads: to compare with an open file.
    pub(super) fn identity_of(&self, key: &str) -> Found<(u64, u64)> {
        let directory = self.directory()?;
        Ok(sys::identity_at(&directory, &c_string(if key.is_empty() { "." } else { key })?)?)
    }

    /// Identifies the value of a key without reading it (see [`sys::stamp_at`]), with the nanoseconds after its last
    /// change in which another one may leave that as it is.
    pub(super) fn stamp_of(&self, key: &str) -> Found<([u64; 4], u64)> {
        let directory = self.directory()?;
        let stamp = with_c_string(key.as_bytes(), |path| sys::stamp_at(&directory, path))??;
        let [device, .., changed] = stamp;
        let clock = self.clock.get_or_init(|| Clock::of(&directory));
        Ok((stamp, clock.granularity(device, changed)))
    }

    /// True if another file that gets the number of this open one, after it was closed, has other times.
    pub(super) fn is_settled(&self, status: &Metadata) -> bool {
        let changed = status.ctime().wrapping_mul(1_000_000_000).wrapping_add(status.ctime_nsec()).cast_unsigned();
        let Ok(directory) = self.directory() else { return false };
        let granularity = self.clock.get_or_init(|| Clock::of(&directory)).granularity(status.dev(), changed);
        changed.saturating_add(granularity) < clock::now().unwrap_or(0)
    }

    /// True if it lies on a file system that no other machine shares, as far as that is known.
    pub(super) fn is_near(&self) -> bool {
        let look = |directory: Directory<'_>| file_systems::is_of_one_machine(space::file_system_of(&directory));
        self.is_near
            .get()
            .copied()
            .unwrap_or_else(|| self.directory().is_ok_and(|directory| *self.is_near.get_or_init(|| look(directory))))
    }

    /// Makes the root where it is missing.
    pub(super) fn create(&self, sync: SyncMode) -> Found<()> {
        Ok(create_directories(&self.path, sync)?)
    }

    fn directory(&self) -> Found<Directory<'_>> {
        if !self.removed.load(Ordering::Acquire) {
            if let Some(directory) = self.first.get() {
                return Ok(Directory::First(directory));
            }
            let opened = self.open_late()?;
            return Ok(Directory::First(self.first.get_or_init(|| opened)));
        }
        if let Some(directory) = &*self.later.read() {
            return Ok(Directory::Later(directory.clone()));
        }
        let directory = self.open_late()?;
        *self.later.write() = Some(directory.clone());
        Ok(Directory::Later(directory))
    }

    /// The directory that was made after the store was opened.
    fn open_late(&self) -> Found<Arc<OpenDirectory>> {
        let directory = OpenDirectory::new(open_directory(&self.path)?, || Arc::clone(&self.place))?;
        if directory.is_at(&self.place) {
            return Ok(directory);
        }
        // The locks and caches of the two stores would be apart.
        let text = "the directory that came to its path is open as another store: open it anew";
        Err(Fault::Refused(Error::conflict(format!("store {}: {text}", self.path.display()))))
    }

    /// True if the directory that is held open was removed; if so it is forgotten.
    fn is_stale(&self, directory: &Directory<'_>) -> bool {
        if directory.metadata().is_ok_and(|status| status.nlink() > 0) {
            return false;
        }
        match directory {
            Directory::First(_) => self.removed.store(true, Ordering::Release),
            Directory::Later(directory) => {
                let mut held = self.later.write();
                if held.as_ref().is_some_and(|held| Arc::ptr_eq(held, directory)) {
                    *held = None;
                }
            }
        }
        true
    }

    fn open_from(&self, root: &File, key: &str, path: &CStr, flags: c_int) -> Found<File> {
        let links = match self.symlinks {
            Symlinks::Follow => return Ok(sys::open_at(root, path, flags)?),
            Symlinks::Inside => Links::Inside,
            Symlinks::Refuse => Links::None,
        };
        if self.kernel_resolution.load(Ordering::Relaxed) {
            let error = match sys::open_beneath(root, path, flags, links) {
                Ok(file) => return Ok(file),
                Err(error) => error,
            };
            match error.raw_os_error() {
                // Sandboxes answer EPERM for calls that they don't know.
                Some(libc::ENOSYS | libc::EPERM) => self.kernel_resolution.store(false, Ordering::Relaxed),
                // EAGAIN: a rename somewhere made the kernel unsure. EXDEV: a link that may still lead back inside.
                Some(libc::EXDEV | libc::EAGAIN) => {}
                Some(libc::ELOOP) if links == Links::None => return Err(Fault::Link),
                _ => return Err(error.into()),
            }
        }
        match links {
            Links::None => open_without_links(root, Path::new(key), flags),
            Links::Inside => {
                let target = std::fs::canonicalize(self.path.join(key))?;
                let root_now = std::fs::canonicalize(&self.path)?;
                let inside = target.strip_prefix(&root_now).map_err(|_| Fault::Outside)?;
                open_without_links(root, inside, flags).map_err(|fault| match fault {
                    // There were no links a moment ago.
                    Fault::Link => Fault::System(io::Error::from_raw_os_error(libc::EAGAIN)),
                    fault => fault,
                })
            }
        }
    }
}

/// Makes a directory and those above it where they are missing, and with [`SyncMode::Full`] synchronises the names of
/// those.
pub(in crate::store) fn create_directories(path: &Path, sync: SyncMode) -> io::Result<()> {
    let missing: Vec<&Path> = match sync {
        SyncMode::Full => path.ancestors().take_while(|path| !path.exists()).collect(),
        _ => Vec::new(),
    };
    std::fs::create_dir_all(path)?;
    missing.iter().rev().filter_map(|path| path.parent()).try_for_each(|parent| File::open(parent)?.sync_all())
}

/// Opens `path` below `root` one component at a time; [`Fault::Link`] where one is a link.
fn open_without_links(root: &File, path: &Path, flags: c_int) -> Found<File> {
    let mut held: Option<File> = None;
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        let at = held.as_ref().unwrap_or(root);
        let Component::Normal(name) = component else {
            return Err(io::Error::from_raw_os_error(libc::EINVAL).into());
        };
        let name = c_string(name.as_bytes())?;
        let flags = if components.peek().is_some() { sys::REACH | libc::O_DIRECTORY } else { flags };
        let opened = match sys::open_at(at, &name, flags | libc::O_NOFOLLOW) {
            Ok(file) => file,
            Err(error) => {
                let is_link = matches!(error.raw_os_error(), Some(libc::ELOOP | libc::ENOTDIR | libc::EMLINK))
                    && sys::kind_at(at, &name, false).is_ok_and(|kind| kind == Kind::Link);
                return Err(if is_link { Fault::Link } else { error.into() });
            }
        };
        // With O_PATH a link itself can be opened.
        if flags & sys::REACH == sys::REACH && opened.metadata()?.is_symlink() {
            return Err(Fault::Link);
        }
        held = Some(opened);
    }
    match held {
        Some(file) => Ok(file),
        None => Ok(sys::open_at(root, c".", flags)?),
    }
}

/// Gives `work` a name for the system, which needs no memory of its own where it is short.
pub(super) fn with_c_string<T>(name: &[u8], work: impl FnOnce(&CStr) -> T) -> io::Result<T> {
    let mut room = [0; 256];
    match room.get_mut(..=name.len()) {
        Some(room) => {
            room[..name.len()].copy_from_slice(name);
            CStr::from_bytes_with_nul(room).map(work).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
        }
        None => c_string(name).map(|name| work(&name)),
    }
}

/// A name for the system. Keys have no NUL, names from the system neither.
pub(super) fn c_string(name: impl Into<Vec<u8>>) -> io::Result<CString> {
    CString::new(name).map_err(|_| io::Error::from_raw_os_error(libc::EINVAL))
}
