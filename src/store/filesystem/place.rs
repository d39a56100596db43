//! Where the root of a store is: its path without links, and the name that the store has by it.

use super::root::with_c_string;
use super::sys;
use crate::error::{Error, ErrorKind, Result};
use crate::store::home::{Home, StoreName};
use crate::sync::fork::Mutex;
use libc::c_int;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::ops::Deref;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Weak};

/// Where the root of a store is.
#[derive(Debug)]
pub(super) struct RootPath {
    /// Without links, so that it can name the store.
    pub path: PathBuf,
    /// The directory; None where it does not exist yet, or could not be opened.
    pub directory: Option<Arc<OpenDirectory>>,
}

impl RootPath {
    /// The directory at a path that may have links; None where none can be opened.
    pub(super) fn find(path: &Path, kernel_resolution: bool) -> io::Result<Option<Self>> {
        let found = |path: PathBuf, directory: File| {
            let directory = Some(OpenDirectory::new(directory, || place_of(&path).into())?);
            Ok(Some(Self { path, directory }))
        };
        // A path that the kernel follows to its end without meeting a link is canonical as it stands.
        if kernel_resolution
            && let Some(path) = normal(path)
            && let Ok(directory) =
                with_c_string(path.as_os_str().as_bytes(), |path| sys::open_straight(path, REACH_DIRECTORY))?
        {
            return found(path.into_owned(), directory);
        }
        let Ok(directory) = open_directory(path) else { return Ok(None) };
        found(canonical(path)?, directory)
    }
}

impl RootPath {
    /// Of a directory that can't be opened; one that does not exist yet is no error for a writer.
    pub(super) fn without_directory(path: &Path, writeable: bool) -> Result<Self> {
        let fail = |error: &io::Error| Error::io(error, format_args!("store {}", path.display()));
        let canonical = canonical(path).map_err(|error| fail(&error))?;
        match std::fs::metadata(&canonical) {
            Ok(status) if status.is_dir() => {}
            Ok(status) => return Err(no_directory(path, status.is_file())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if !writeable {
                    // A relative path is mostly missing in another directory than the program was meant for.
                    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
                    return Err(Error::not_found(format!("store {}: there is no such directory", path.display()))
                        .with_system_code(libc::ENOENT));
                }
            }
            Err(error) => return Err(fail(&error)),
        }
        Ok(Self { path: canonical, directory: None })
    }
}

const REACH_DIRECTORY: c_int = sys::REACH | libc::O_DIRECTORY;

/// The absolute form of a path, if it has only names in it.
fn normal(path: &Path) -> Option<Cow<'_, Path>> {
    if is_normal(path.as_os_str().as_bytes()) {
        return Some(path.into());
    }
    std::path::absolute(path).ok().filter(|path| is_normal(path.as_os_str().as_bytes())).map(Cow::from)
}

impl RootPath {
    /// The name of the store. Another directory may come to the path of this one.
    pub(super) fn name(&self) -> StoreName {
        let Some(directory) = &self.directory else {
            return StoreName::new(OPEN.lock().free_place(place_of(&self.path).into()));
        };
        let (device, number) = directory.id;
        StoreName::new(Arc::clone(&directory.place)).in_directory(device, number)
    }
}

/// A directory that is open as the root of stores, which share it. One that is moved meanwhile keeps its place, also
/// where it is opened by its new path.
#[derive(Debug)]
pub(super) struct OpenDirectory {
    place: Arc<str>,
    /// Device and number, which another directory may get when this one is closed.
    id: (u64, u64),
    file: File,
}

/// The directories that are open. Each opening looks here, which takes a tree a tenth of the instructions that a hash
/// table takes.
#[derive(Debug)]
struct OpenDirectories {
    by_id: BTreeMap<(u64, u64), Weak<OpenDirectory>>,
    by_place: BTreeMap<Arc<str>, Weak<OpenDirectory>>,
    /// The places of what comes to paths from which open directories were moved away.
    next: BTreeMap<Arc<str>, Arc<str>>,
    /// How many of those places there have been.
    moved: u64,
    /// At this size closed ones are taken out.
    full: usize,
}

static OPEN: Mutex<OpenDirectories> = Mutex::new(OpenDirectories {
    by_id: BTreeMap::new(),
    by_place: BTreeMap::new(),
    next: BTreeMap::new(),
    moved: 0,
    full: 16,
});

impl OpenDirectory {
    /// A directory that was opened; `place`: that of its path, or of the store that was opened before it was there.
    pub(super) fn new(file: File, place: impl FnOnce() -> Arc<str>) -> io::Result<Arc<Self>> {
        let status = file.metadata()?;
        Ok(OPEN.lock().find_or_keep(file, (status.dev(), status.ino()), place))
    }

    /// True if its place is this one.
    pub(super) fn is_at(&self, place: &str) -> bool {
        *self.place == *place
    }

    /// False for one that was removed.
    fn is_there(&self) -> bool {
        self.file.metadata().is_ok_and(|status| status.nlink() > 0)
    }
}

impl Deref for OpenDirectory {
    type Target = File;

    fn deref(&self) -> &File {
        &self.file
    }
}

impl OpenDirectories {
    /// The place of what is at a path, or comes to it, where the path names no open directory. One that was opened by
    /// the path and has been moved keeps its place.
    fn free_place(&mut self, path: Arc<str>) -> Arc<str> {
        let place = self.next.get(&path).unwrap_or(&path);
        if !self.by_place.get(place).and_then(Weak::upgrade).is_some_and(|open| open.is_there()) {
            return Arc::clone(place);
        }
        self.moved += 1;
        let place: Arc<str> = format!("{path}@{}", self.moved).into();
        self.next.insert(path, Arc::clone(&place));
        place
    }

    fn find_or_keep(&mut self, file: File, id: (u64, u64), place: impl FnOnce() -> Arc<str>) -> Arc<OpenDirectory> {
        if let Some(open) = self.by_id.get(&id).and_then(Weak::upgrade) {
            return open;
        }
        if self.by_id.len() >= self.full {
            self.by_id.retain(|_, open| open.strong_count() > 0);
            self.by_place.retain(|_, open| open.strong_count() > 0);
            self.full = 16.max(2 * self.by_id.len());
        }
        let place = self.free_place(place());
        let open = Arc::new(OpenDirectory { place: Arc::clone(&place), id, file });
        self.by_id.insert(id, Arc::downgrade(&open));
        self.by_place.insert(place, Arc::downgrade(&open));
        open
    }
}

/// True if a prefix of a store is another one, or below it, whichever paths and links lead to the two folders.
pub fn is_within(inner: &Home, outer: &Home) -> bool {
    if inner.is_below(outer) {
        return true;
    }
    let id = |directory: &File| directory.metadata().map(|status| (status.dev(), status.ino())).ok();
    let Some(wanted) = reach(outer, 1).as_ref().and_then(id) else { return false };
    let (mut at, mut last) = (reach(inner, usize::MAX), None);
    while let Some(directory) = at {
        let here = id(&directory);
        // The root of the file system is above itself.
        if here.is_none() || here == last {
            return false;
        }
        if here == Some(wanted) {
            return true;
        }
        last = here;
        at = sys::open_at(&directory, c"..", REACH_DIRECTORY).ok();
    }
    false
}

/// The folder of a prefix, or the first that exists of those above it, of which `most` are looked for, the folder
/// itself included. A store whose root is not open is looked for by the path in its name.
fn reach(home: &Home, most: usize) -> Option<File> {
    let root = OPEN.lock().by_place.get(home.store()).and_then(Weak::upgrade).filter(|root| root.is_there());
    match root {
        Some(root) => Path::new(".").join(home.key()).ancestors().take(most).find_map(|path| {
            with_c_string(path.as_os_str().as_bytes(), |path| sys::open_at(&root, path, REACH_DIRECTORY).ok()).ok()?
        }),
        None => {
            let path = Path::new(home.store().strip_prefix("file:")?).join(home.key());
            path.ancestors().take(most).find_map(|path| open_directory(path).ok())
        }
    }
}

/// `file:` and the path; bytes that are not UTF-8 in a form that no other path has.
fn place_of(path: &Path) -> String {
    match path.to_str() {
        Some(path) => ["file:", path].concat(),
        None => path.as_os_str().as_bytes().iter().fold("file-bytes:".to_owned(), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        }),
    }
}

/// True if a path is absolute and has only names in it.
fn is_normal(path: &[u8]) -> bool {
    path.starts_with(b"/") && path[1..].split(|byte| *byte == b'/').all(|name| !matches!(name, b"" | b"." | b".."))
}

pub(super) fn open_directory(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(REACH_DIRECTORY).open(path)
}

/// `path` without links and without `..`, also where its last parts don't exist yet: the same before and after they
/// are made, so that it can name the store.
pub(in crate::store) fn canonical(path: &Path) -> io::Result<PathBuf> {
    canonical_within(&std::path::absolute(path)?, 40)
}

fn canonical_within(path: &Path, links_left: u32) -> io::Result<PathBuf> {
    match std::fs::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let Some(parent) = path.parent() else { return Err(io::Error::from_raw_os_error(libc::ENOENT)) };
    if let Ok(target) = std::fs::read_link(path) {
        let left = links_left.checked_sub(1).ok_or_else(|| io::Error::from_raw_os_error(libc::ELOOP))?;
        return canonical_within(&parent.join(target), left);
    }
    let parent = canonical_within(parent, links_left)?;
    Ok(match path.components().next_back() {
        Some(Component::Normal(name)) => parent.join(name),
        Some(Component::ParentDir) => parent.parent().map_or(parent.clone(), Path::to_owned),
        _ => parent,
    })
}

fn no_directory(path: &Path, is_file: bool) -> Error {
    let mut start = [0; 4];
    let is_zip = is_file
        && File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok()
        && matches!(&start, b"PK\x03\x04" | b"PK\x05\x06");
    let path = path.display();
    if is_zip {
        return Error::unsupported(format!("store {path}: it is a zip file, not a directory"));
    }
    Error::new(ErrorKind::Io, format!("store {path}: it is not a directory")).with_system_code(libc::ENOTDIR)
}
