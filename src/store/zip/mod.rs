//! A store in a zip file: the name of an entry is its key.
//!
//! Any number of threads read through one descriptor, without a position and without a lock. An archive has one writer
//! at a time; entries can be added and replaced (the last one of a name counts), but not taken away.

mod directory;
mod entry;
mod records;
mod writer;

use super::held::shorter;
use super::{ByteRange, Capabilities, Filled, Held, Listing, Options, Store, check_key, check_prefix, derived};
use crate::deflate::crc32;
use crate::error::{Error, ErrorKind, Result, ResultExt};
use directory::{Directory, Index};
use entry::{DEFLATED, Entry};
use records::{MAX_NAME, Stored};
use std::fs::File;
use std::io;
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use writer::{Stamp, Writer};

/// A store in a zip file. Clones share what is open; the last one flushes.
#[derive(Clone, Debug)]
pub struct ZipStore {
    archive: Arc<Archive>,
    /// Where the keys of this store begin in the archive.
    prefix: String,
    identity: String,
}

#[derive(Debug)]
struct Archive {
    path: PathBuf,
    options: Options,
    /// The archive as it was when it was opened; None: there was none. The index has moved to its own place.
    opened: Option<(Stamp, Directory)>,
    index: RwLock<Index>,
    writer: Mutex<Option<Writer>>,
    /// Whether ranges of every entry can be read alone.
    ranges: bool,
}

/// How a zip file begins: with an entry, or with its end.
const MAGIC: [[u8; 4]; 2] = [*b"PK\x03\x04", *b"PK\x05\x06"];

impl ZipStore {
    /// Opens the zip file `path`, which need not exist if it may be written: the first flush then makes it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for a missing file in a store that is only read, [`ErrorKind::Data`] for a damaged
    /// archive, [`ErrorKind::Io`] for a file that is none, otherwise the error of the system.
    pub fn open(path: &Path, options: Options) -> Result<Self> {
        let fail = |error: &io::Error| Error::io(error, format_args!("store {}", path.display()));
        let path = super::filesystem::canonical(path).map_err(|error| fail(&error))?;
        let (opened, index) = match File::open(&path) {
            Ok(file) => {
                let (stamp, mut directory) = read(&path, file)?;
                let index = std::mem::take(&mut directory.index);
                (Some((stamp, directory)), index)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && options.writeable => (None, Index::new()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::not_found(format!("store {}: there is no such file", path.display()))
                    .with_system_code(libc::ENOENT));
            }
            Err(error) => return Err(fail(&error)),
        };
        let identity = format!("zip:{}", path.display());
        let ranges = index.values().all(|entry| entry.method != DEFLATED);
        let index = RwLock::new(index);
        let archive = Archive { path, options, opened, index, writer: Mutex::default(), ranges };
        Ok(Self { archive: Arc::new(archive), prefix: String::new(), identity })
    }

    /// The key in the archive.
    fn full(&self, key: &str) -> Result<String> {
        check_key(key)?;
        Ok(format!("{}{key}", self.prefix))
    }

    fn entry(&self, key: &str) -> Result<Option<Arc<Entry>>> {
        check_key(key)?;
        let index = self.archive.index();
        let entry = if self.prefix.is_empty() { index.get(key) } else { index.get(&self.full(key)?) };
        Ok(entry.cloned())
    }

    fn check_writeable(&self, what: &str, key: &str) -> Result<()> {
        if self.archive.options.writeable {
            return Ok(());
        }
        Err(Error::read_only(format!("{what} {key:?}: the store was opened only for reading")))
    }

    /// Names of the archive as keys of this store.
    fn strip(&self, mut names: Vec<String>) -> Vec<String> {
        names.iter_mut().for_each(|name| drop(name.drain(..self.prefix.len())));
        names
    }
}

/// Reads what tells about an archive.
fn read(path: &Path, file: File) -> Result<(Stamp, Directory)> {
    let fail = |error: &io::Error| Error::io(error, format_args!("store {}", path.display()));
    let status = file.metadata().map_err(|error| fail(&error))?;
    let mut start = [0; 4];
    let read = super::filesystem::read_at(&file, &mut start, 0).map_err(|error| fail(&error))?;
    if !status.is_file() || read < start.len() || !MAGIC.contains(&start) {
        let why = format!("store {}: it is neither a directory nor a zip file", path.display());
        return Err(Error::new(ErrorKind::Io, why).with_system_code(libc::ENOTDIR));
    }
    let directory = directory::read(path, &Arc::new(file), status.len())?;
    Ok((Stamp::of(&status), directory))
}

impl Archive {
    // The index is whole between any two statements that change it, so a panic elsewhere under the lock does no harm.
    fn index(&self) -> RwLockReadGuard<'_, Index> {
        self.index.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn index_mut(&self) -> RwLockWriteGuard<'_, Index> {
        self.index.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn writer(&self) -> MutexGuard<'_, Option<Writer>> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    fn name(&self) -> String {
        format!("store {}", self.path.display())
    }

    fn fail(&self, error: &io::Error, what_failed: &str) -> Error {
        Error::io(error, format_args!("{}: the zip file {what_failed}", self.name()))
    }

    fn conflict(&self, why: &str) -> Error {
        Error::conflict(format!("{}: the zip file cannot be written: {why}", self.name()))
    }

    fn flush(&self) -> Result<()> {
        self.writer().as_mut().map_or(Ok(()), |writer| writer.flush(self))
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        // Whoever wants to learn of failures has flushed before.
        let _ = self.flush();
    }
}

fn cannot_erase(what: &str, name: &str) -> Error {
    Error::unsupported(format!("{what} {name:?}: a zip file can add and replace values, but not erase them"))
}

/// A value by its entry: one that is written meanwhile has an entry of its own.
#[derive(Debug)]
struct HeldEntry {
    key: String,
    entry: Option<Arc<Entry>>,
}

impl Held for HeldEntry {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let Some(entry) = &self.entry else { return Ok(None) };
        let get = |range: &ByteRange| entry.get(&self.key, *range).context(|| format!("key {:?}", self.key));
        ranges.iter().map(get).collect::<Result<_>>().map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(self.entry.as_ref().map(|entry| entry.size))
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let entry = self.entry.as_ref().ok_or_else(shorter)?;
        let filled = entry.get_into(&self.key, start, buffer).context(|| format!("key {:?}", self.key))?;
        if filled.length == buffer.len() { Ok(()) } else { Err(shorter()) }
    }
}

impl Store for ZipStore {
    fn identity(&self) -> &str {
        &self.identity
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            writeable: self.archive.options.writeable,
            erasable: false,
            listable: true,
            thread_safe: true,
            conditional: false,
            // A part of a deflated value costs as much as the whole.
            reads_into: self.archive.ranges,
            in_flight: 1,
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        let Some(entry) = self.entry(key)? else { return Ok(None) };
        entry.get(key, range).map(Some).context(|| format!("key {key:?}"))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn Held + '_>> {
        Ok(Box::new(HeldEntry { key: key.to_owned(), entry: self.entry(key)? }))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let Some(entry) = self.entry(key)? else { return Ok(None) };
        entry.get_into(key, start, buffer).map(Some).context(|| format!("key {key:?}"))
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        let name = self.full(key)?;
        self.check_writeable("key", key)?;
        if name.len() > MAX_NAME {
            return Err(Error::invalid_argument(format!(
                "the key has {} bytes; in a zip file it can have {MAX_NAME}",
                name.len()
            )));
        }
        let stored = Stored { name: &name, size: value.len() as u64, crc: crc32(value) };
        let append = || {
            let mut writer = self.archive.writer();
            let writer = match &mut *writer {
                Some(writer) => writer,
                none => none.insert(Writer::begin(&self.archive)?),
            };
            let entry = writer.append(&self.archive, stored, value)?;
            self.archive.index_mut().insert(name.clone(), entry);
            Ok(())
        };
        append().context(|| format!("key {key:?}"))
    }

    /// What is not there is erased already.
    fn erase(&self, key: &str) -> Result<()> {
        let there = self.entry(key)?.is_some();
        self.check_writeable("key", key)?;
        if there { Err(cannot_erase("key", key)) } else { Ok(()) }
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        self.check_writeable("prefix", prefix)?;
        if self.list_dir(prefix)? == Listing::default() { Ok(()) } else { Err(cannot_erase("prefix", prefix)) }
    }

    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        check_prefix(prefix)?;
        let prefix = format!("{}{prefix}", self.prefix);
        let index = self.archive.index();
        let keys = index.range::<str, _>((Bound::Included(prefix.as_str()), Bound::Unbounded)).map(|(key, _)| key);
        Ok(self.strip(keys.take_while(|key| key.starts_with(&prefix)).cloned().collect()))
    }

    fn list_dir(&self, prefix: &str) -> Result<Listing> {
        check_prefix(prefix)?;
        let listing = derived::list_sorted_dir(&self.archive.index(), &format!("{}{prefix}", self.prefix));
        Ok(Listing { keys: self.strip(listing.keys), prefixes: self.strip(listing.prefixes) })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.entry(key)?.map(|entry| entry.size))
    }

    fn below_only_folder(&self) -> Result<Option<Arc<dyn Store>>> {
        let mut root = self.list_dir("")?;
        // What the archiver of macOS adds to every directory.
        root.prefixes.retain(|prefix| prefix != "__MACOSX/");
        match &root.prefixes[..] {
            [folder] if root.keys.is_empty() => {
                let prefix = format!("{}{folder}", self.prefix);
                let identity = format!("zip:{}!/{prefix}", self.archive.path.display());
                Ok(Some(Arc::new(Self { archive: Arc::clone(&self.archive), prefix, identity })))
            }
            _ => Ok(None),
        }
    }

    fn flush(&self) -> Result<()> {
        self.archive.flush()
    }
}
