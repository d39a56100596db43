//! A store in a directory: the file system store of the Zarr specifications (keys are relative paths).
//!
//! Writes are atomic unless the caller chooses otherwise, keys never leave the root, and a name that is no value (a
//! directory, a leftover of an interrupted write) never reads as one. While a store is open its root directory may be
//! renamed; it is then followed.

mod clock;
mod file_systems;
mod folder_lock;
mod file_reader;
mod lock;
mod lock_file;
mod lock_table;
mod mounts;
mod names;
mod os_lock;
#[cfg(all(test, debug_assertions))]
mod own_locks;
mod partial;
mod place;
pub mod probe;
#[cfg(all(test, debug_assertions))]
mod races;
mod root;
mod sharing;
mod space;
pub(super) mod sys;
mod tree;
mod read;
mod walk;
mod write;

use crate::error::{Error, Result};
use crate::store::home::StoreName;
use crate::store::interface::defaults::{already_there, check_length, no_memory};
use crate::store::interface::{
    Beginning, ByteRange, Capabilities, Depth, Filled, Listing, Locked, Locking, Mark, Ready, Stamp, Store,
    ValueReader, When,
};
use crate::store::key::check_prefix;
use crate::store::options::{Lock, StoreOptions};
use crate::sync::fork::PerProcess;
use file_reader::FileReader;
pub(super) use folder_lock::is_refusal;
use lock::WhenTaken;
pub(super) use os_lock::{OsLock, Way};
use partial::check_file_key;
pub(super) use partial::temporary_name;
use place::RootPath;
pub(super) use place::canonical;
pub use place::is_within;
pub(super) use read::read_at;
use read::{SMALL, read_small, value_size, value_status};
pub(super) use root::create_directories;
use root::{Fault, Root};
use std::fs::{File, Metadata};
use std::io::{Seek, SeekFrom};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A store in a directory. Clones share open files and locks.
#[derive(Clone, Debug)]
pub struct FilesystemStore {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    root: Root,
    name: StoreName,
    options: StoreOptions,
    /// A child of `fork` holds none of the locks of its parent.
    locks: PerProcess<lock_table::Locks>,
}

impl FilesystemStore {
    /// Opens the store in the directory `path`, which may itself be a link, and need not exist if it may be written.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for a missing directory in a store that is only read, [`ErrorKind::Unsupported`] for a
    /// zip file, otherwise the error of the system.
    pub fn open(path: &Path, options: StoreOptions) -> Result<Self> {
        if path.as_os_str().is_empty() || path.as_os_str().as_bytes().contains(&0) {
            return Err(Error::invalid_argument(format!("{path:?} is no path")));
        }
        if let Some(store) = Self::open_directory(path, &options)? {
            return Ok(store);
        }
        Ok(Self::at(RootPath::without_directory(path, options.writeable)?, &options))
    }

    /// Opens the store in the directory `path`; None where no directory can be opened, for any reason.
    pub(super) fn open_directory(path: &Path, options: &StoreOptions) -> Result<Option<Self>> {
        let place = RootPath::find(path, options.kernel_resolution)
            .map_err(|error| Error::io(&error, format_args!("store {}", path.display())))?;
        Ok(place.map(|place| Self::at(place, options)))
    }

    fn at(place: RootPath, options: &StoreOptions) -> Self {
        let (name, locks) = (place.name(), PerProcess::new());
        let root = Root::new(place, name.place(), options.symlinks, options.kernel_resolution);
        Self { inner: Arc::new(Inner { root, name, options: *options, locks }) }
    }

    /// The open file at `key`; None where nothing is.
    fn open_file(&self, key: &str) -> Result<Option<File>> {
        check_file_key(key)?;
        match self.inner.root.open(key, libc::O_RDONLY) {
            Ok(file) => Ok(Some(file)),
            Err(fault) if fault.is_absent() => Ok(None),
            Err(fault) => Err(self.inner.error(key, "cannot be opened", fault)),
        }
    }

    /// The file of a key, opened, with its size.
    fn file(&self, key: &str) -> Result<Option<(File, u64)>> {
        Ok(self.file_and_status(key)?.map(|(file, status)| (file, status.len())))
    }

    /// The open file of a value, and its metadata.
    fn file_and_status(&self, key: &str) -> Result<Option<(File, Metadata)>> {
        let Some(file) = self.open_file(key)? else { return Ok(None) };
        let status = value_status(&file).map_err(|fault| self.inner.error(key, "cannot be read", fault))?;
        Ok(Some((file, status)))
    }

    /// Writes a value, or (None) removes it. `ready` is called under the lock of the directory, before the step that
    /// makes the change visible; None where the caller has claimed the value, or all that would write to it.
    fn replace(&self, key: &str, value: Option<&[u8]>, ready: Option<Ready<'_>>) -> Result<()> {
        check_file_key(key)?;
        self.check_writeable("key", key)?;
        match value {
            Some(value) => write::set(&self.inner, key, value, ready)
                .map_err(|fault| self.inner.error(key, "cannot be written", fault)),
            None => {
                write::erase(&self.inner, key, ready).map_err(|fault| self.inner.error(key, "cannot be erased", fault))
            }
        }
    }

    /// Writes a value where there is none.
    fn add(&self, key: &str, value: &[u8]) -> Result<()> {
        check_file_key(key)?;
        self.check_writeable("key", key)?;
        write::set_new(&self.inner, key, value).map_err(|fault| {
            if fault.is_code(libc::EEXIST) {
                already_there(key)
            } else {
                self.inner.error(key, "cannot be written", fault)
            }
        })
    }

    fn check_writeable(&self, what: &str, key: &str) -> Result<()> {
        if self.inner.options.writeable {
            return Ok(());
        }
        Err(Error::read_only(format!("{what} {key:?}: the store was opened only for reading")))
    }
}

impl Inner {
    fn name(&self, key: &str) -> String {
        in_place("key", &self.root, key)
    }

    /// The status of the file, which counts as unsettled where it was changed so lately that another change may leave
    /// it as it is: the number of a file that is gone is given to a new one, and the clock of the file system stands
    /// still for some milliseconds.
    fn stamp(&self, key: &str) -> Stamp {
        // Asked first, so that a change after the file was looked at has a later time than this.
        let now = clock::now().unwrap_or(0);
        match self.root.stamp_of(key) {
            Ok((id, granularity)) => Stamp { id, is_settled: id[3].saturating_add(granularity) < now },
            Err(fault) if fault.is_absent() => Stamp::MISSING,
            Err(_) => Stamp::UNKNOWN,
        }
    }

    fn error(&self, key: &str, what_failed: &str, fault: Fault) -> Error {
        fault.into_error(format_args!("{}: {what_failed}", self.name(key)))
    }
}

/// A key or prefix with the path that it stands for.
fn in_place(what: &str, root: &Root, key: &str) -> String {
    format!("{what} {key:?} ({})", root.path().join(key).display())
}

impl Store for FilesystemStore {
    fn name(&self) -> &StoreName {
        &self.inner.name
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            writeable: self.inner.options.writeable,
            erasable: self.inner.options.writeable,
            listable: true,
            thread_safe: true,
            conditional: false,
            private: true,
            reads_into: true,
            in_flight: 1,
        }
    }

    fn is_near(&self) -> bool {
        self.inner.root.is_near()
    }

    fn delay(&self) -> Duration {
        file_systems::delay(self.inner.root.path())
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some((file, size)) = self.file(key)? else { return Ok(None) };
        self.inner.read(key, (&file, size), range).map(Some)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let Some((file, size)) = self.file(key)? else { return Ok(None) };
        check_length(key, size, most)?;
        let length = usize::try_from(size).map_err(|_| no_memory(key, size))?;
        memory.clear();
        if memory.capacity() < length {
            // Values of an array are often about as long as one another: the next one shall not need another place.
            let room = length.saturating_add(length / 16);
            memory.try_reserve_exact(room).map_err(|_| no_memory(key, size))?;
        }
        self.inner.append(key, &file, (0, length), memory)?;
        Ok(Some(length))
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        let Some(file) = self.open_file(key)? else { return Ok(None) };
        let fail = |fault: Fault| self.inner.error(key, "cannot be read", fault);
        if most >= SMALL as u64
            && let Some(bytes) = read_small(&file).map_err(fail)?
        {
            return Ok(Some(Beginning { bytes, ended: false }));
        }
        let size = value_size(&file).map_err(fail)?;
        let bytes = self.inner.read(key, (&file, size), ByteRange::From { start: 0, length: Some(most) })?;
        Ok(Some(Beginning { bytes, ended: true }))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Ok(Box::new(FileReader::new(self, key)?))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let Some(mut file) = self.open_file(key)? else { return Ok(None) };
        let fail = |fault: Fault| self.inner.error(key, "cannot be read", fault);
        let read = read_at(&file, buffer, start);
        // Of what has been read in full, where it ends is told in half the time of all else about it. Anything but a
        // file can't be read, or does not end there.
        if let Ok(length @ 1..) = read
            && length == buffer.len()
            && let Ok(total) = file.seek(SeekFrom::End(0))
            && start.checked_add(length as u64).is_some_and(|end| end <= total)
        {
            return Ok(Some(Filled { length, total }));
        }
        let total = value_size(&file).map_err(fail)?;
        match read {
            // No file system reads from beyond all that files can have.
            Err(_) if start >= total => Ok(Some(Filled { length: 0, total })),
            read => Ok(Some(Filled { length: read.map_err(|error| fail(error.into()))?, total })),
        }
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        match (value, when) {
            (Some(value), When::New) => self.add(key, value),
            (value, When::Ready(ready)) => self.replace(key, value, Some(ready)),
            (value, when) => {
                when.begin(key, value)?;
                self.replace(key, value, None)
            }
        }
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        if locking != Locking::Nothing {
            check_file_key(key)?;
            self.check_writeable("key", key)?;
        }
        let stamp = || Some(self.inner.stamp(key));
        match (locking, self.inner.options.lock) {
            (Locking::Nothing, _) => Ok(Locked { stamp: stamp(), ..Locked::default() }),
            (Locking::Change(_) | Locking::ChangeIfFree(_), Lock::None) => Ok(Locked::default()),
            (Locking::Change(access), _) => lock::acquire(&self.inner, key, access, WhenTaken::Waits),
            (Locking::ChangeIfFree(access), _) => lock::acquire(&self.inner, key, access, WhenTaken::Tries),
            (Locking::Document(_), Lock::None) => {
                self.inner.locks.forget_folders();
                Ok(Locked { stamp: stamp(), ..Locked::default() })
            }
            (Locking::Document(access), _) => {
                let (guard, stamp) = lock::lock_document(&self.inner, key, access)?;
                Ok(Locked { guard: Some(guard), stamp: Some(stamp), is_busy: false })
            }
        }
    }

    fn end_sharing(&self, key: &str) {
        lock::end_sharing(&self.inner, key);
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        Ok(Some(Box::new(FileReader::new(self, key)?)))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        self.check_writeable("prefix", prefix)?;
        tree::erase_tree(&self.inner, prefix.trim_end_matches('/')).map_err(|fault| {
            fault.into_error(format_args!("{}: cannot be erased", in_place("prefix", &self.inner.root, prefix)))
        })
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        check_prefix(from)?;
        check_prefix(to)?;
        self.check_writeable("prefix", from)?;
        tree::rename_tree(&self.inner, from.trim_end_matches('/'), to.trim_end_matches('/')).map_err(|fault| {
            let place = in_place("prefix", &self.inner.root, from);
            fault.into_error(format_args!("{place}: cannot be renamed to {to:?}"))
        })
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        check_prefix(prefix)?;
        match depth {
            Depth::Store | Depth::All => walk::list_prefix(&self.inner, prefix).map(Listing::from),
            Depth::One => walk::list_dir(&self.inner, prefix),
            Depth::Names => walk::list_names(&self.inner, prefix),
        }
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        check_file_key(key)?;
        match self.inner.root.open(key, sys::REACH).and_then(|file| value_size(&file)) {
            Ok(size) => Ok(Some(size)),
            Err(fault) if fault.is_absent() => Ok(None),
            Err(fault) => Err(self.inner.error(key, "its size cannot be told", fault)),
        }
    }

    /// A directory is no value, so nothing exists at its name; reading it is an error all the same.
    fn exists(&self, key: &str) -> Result<bool> {
        match self.size(key) {
            Err(error) if error.system_code() == libc::EISDIR => Ok(false),
            size => Ok(size?.is_some()),
        }
    }

    fn shown(&self) -> Option<String> {
        let path = self.inner.root.path();
        let state = if path.exists() { "" } else { ", where there is no directory yet" };
        Some(format!("{}{state}", path.display()))
    }

    fn warning(&self) -> Option<String> {
        let StoreOptions { lock, writeable, .. } = self.inner.options;
        let takes_locks = writeable && lock != Lock::None;
        let root = takes_locks.then(|| self.inner.root.open("", sys::REACH | libc::O_DIRECTORY).ok()).flatten()?;
        probe::FileSystem::of(&root)?.warning(lock)
    }

    /// Every write has done what the option `sync` asks for before it returned, so nothing is left to do.
    fn flush(&self) -> Result<()> {
        Ok(())
    }
}
