//! A store in a zip file: the name of an entry is its key.
//!
//! Any number of threads read through one descriptor, without a position and without a lock. An archive has one writer
//! at a time; entries can be added, replaced (the last one of a name counts), and left out of the directory.

mod archive;
mod batch;
mod comment;
mod compact;
mod directory;
mod entry;
mod entry_reader;
mod file;
mod records;
mod source;
mod writer;

use crate::deflate::crc32;
use crate::error::{Error, Result, ResultExt};
use crate::store::home::StoreName;
use crate::store::interface::{
    ByteRange, Capabilities, Depth, Filled, Listing, SharedReader, Store, ValueReader, Versioned, When, defaults,
};
use crate::store::key::{check_key, check_prefix};
use crate::store::options::StoreOptions;
use crate::sync::fork::{PerProcess, RwLock};
use archive::Archive;
use directory::EntriesByKey;
use entry::{DEFLATED, Entry, STORED};
use entry_reader::EntryReader;
use file::{open_at_once, read};
use records::{EntryHeaders, MAX_NAME};
use source::{ArchiveSource, TAIL};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use writer::ZipWriter;

/// A store in a zip file. Clones share the open file; the last one flushes.
#[derive(Clone, Debug)]
pub struct ZipStore {
    archive: Arc<Archive>,
    /// Where the keys of this store begin in the archive.
    prefix: String,
    name: StoreName,
}

impl ZipStore {
    /// Opens the zip file `path`, which need not exist if it may be written: the first flush then makes it.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] for a missing file in a store that is only read, [`ErrorKind::Data`] for a damaged
    /// archive, [`ErrorKind::Io`] for a file that is none, otherwise the error of the system.
    pub fn open(path: &Path, options: StoreOptions) -> Result<Self> {
        let fail = |error: &io::Error| Error::io(error, format_args!("store {}", path.display()));
        let path = super::filesystem::canonical(path).map_err(|error| fail(&error))?;
        let (opened, index) = match open_at_once(&path, false) {
            Ok(file) => {
                let (stamp, mut directory) = read(&path, file)?;
                let index = std::mem::take(&mut directory.index);
                (Some((stamp, directory)), index)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && options.writeable => (None, EntriesByKey::new()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Error::not_found(format!("store {}: there is no such file", path.display()))
                    .with_system_code(libc::ENOENT));
            }
            Err(error) => return Err(fail(&error)),
        };
        // Another file may come to the path.
        let name = StoreName::new(format!("zip:{}", path.display()));
        let name = match &opened {
            Some((stamp, _)) => name.seen(stamp),
            None => name,
        };
        let ranges = index.values().all(|entry| entry.method != DEFLATED);
        let is_root_told = opened.as_ref().is_some_and(|(_, directory)| comment::tells_root(&directory.comment));
        let archive = Archive {
            name: name.clone(),
            path,
            options,
            opened,
            index: RwLock::new(index),
            writer: PerProcess::new(),
            writing: AtomicU64::new(0),
            is_root_told,
            is_top_written: AtomicBool::new(false),
            ranges,
            value: None,
        };
        Ok(Self { archive: Arc::new(archive), prefix: String::new(), name })
    }

    /// Opens the zip file in a value of another store, for reading; `shown` and `name`: what that is called,
    /// `in_flight`: how many requests the store likes at once.
    ///
    /// # Errors
    /// [`ErrorKind::NotFound`] where there is no such value, [`ErrorKind::Data`] for what is no whole archive, and
    /// errors of the store.
    pub fn in_value(value: SharedReader, shown: &str, name: StoreName, in_flight: usize) -> Result<Self> {
        let what = format!("store {shown}");
        let missing = || Error::not_found(format!("{what}: there is no such zip file"));
        let tail = value.get_many(&[ByteRange::Suffix(TAIL)]).context(|| what.clone())?;
        let tail = tail.and_then(|mut tail| tail.pop()).ok_or_else(missing)?;
        let length = value.size().context(|| what.clone())?.ok_or_else(missing)?;
        if tail.len() as u64 != length.min(TAIL) {
            return Err(Error::data(format!("{what}: {} of its last bytes came", tail.len())));
        }
        // Another archive may come to the key.
        let name = match value.version() {
            Some(version) => name.seen(version),
            None => name,
        };
        let directory = directory::read(&what, &ArchiveSource::Value(Arc::clone(&value)), length, tail)?;
        let archive = Archive {
            name: name.clone(),
            path: PathBuf::from(shown),
            options: StoreOptions::default(),
            opened: None,
            index: RwLock::new(directory.index),
            writer: PerProcess::new(),
            writing: AtomicU64::new(0),
            is_root_told: comment::tells_root(&directory.comment),
            is_top_written: AtomicBool::new(false),
            ranges: false,
            value: Some((value, in_flight)),
        };
        Ok(Self { archive: Arc::new(archive), prefix: String::new(), name })
    }

    /// The part of the archive below a folder; `prefix` ends in `/`, or is empty.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidArgument`] for what is no prefix.
    pub fn below(&self, prefix: &str) -> Result<Self> {
        check_prefix(prefix)?;
        let prefix = format!("{}{prefix}", self.prefix);
        let whole = &self.archive.name;
        let name = match &*prefix {
            "" => whole.clone(),
            prefix => whole.at(format!("{}!/{prefix}", whole.place())),
        };
        Ok(Self { archive: Arc::clone(&self.archive), prefix, name })
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
        let why = match self.archive.value {
            None => "the store was opened only for reading",
            Some(_) => "a zip file in another store is only read",
        };
        Err(Error::read_only(format!("{what} {key:?}: {why}")))
    }

    /// Names of the archive as keys of this store.
    fn strip(&self, mut names: Vec<String>) -> Vec<String> {
        names.iter_mut().for_each(|name| drop(name.drain(..self.prefix.len())));
        names
    }
}

impl ZipStore {
    /// Writes a value behind those that there are.
    fn add(&self, key: &str, value: &[u8]) -> Result<()> {
        let name = self.full(key)?;
        self.check_writeable("key", key)?;
        if name.len() > MAX_NAME {
            return Err(Error::invalid_argument(format!(
                "the key has {} bytes; in a zip file it can have {MAX_NAME}",
                name.len()
            )));
        }
        let size = value.len() as u64;
        let described = EntryHeaders { name: &name, size, compressed: size, crc: crc32(value), method: STORED };
        let append = |writer: &mut ZipWriter| {
            let entry = writer.append(&self.archive, described, value)?;
            self.archive.index_mut().insert(name.clone(), entry);
            Ok(())
        };
        self.change(append).context(|| format!("key {key:?}"))
    }

    /// Takes values out of the archive; a missing one is erased already.
    fn remove(&self, names: Vec<String>) -> Result<()> {
        self.change(|writer| {
            for name in names {
                if self.archive.index_mut().remove(&name).is_some() {
                    writer.erase(name);
                }
            }
            Ok(())
        })
    }

    /// Changes the archive; with the first change no other handle can.
    fn change(&self, change: impl FnOnce(&mut ZipWriter) -> Result<()>) -> Result<()> {
        let mut writer = self.archive.writer()?;
        let writer = match &mut *writer {
            Some(writer) => writer,
            none => none.insert(self.archive.begin()?),
        };
        self.archive.is_top_written.fetch_or(self.prefix.is_empty(), Ordering::Relaxed);
        change(writer)
    }
}

impl Store for ZipStore {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn shown(&self) -> Option<String> {
        Some(self.archive.path.display().to_string())
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            writeable: self.archive.options.writeable,
            erasable: self.archive.options.writeable,
            listable: true,
            thread_safe: true,
            conditional: false,
            private: true,
            // A part of a deflated value costs as much as the whole.
            reads_into: self.archive.ranges,
            in_flight: self.archive.value.as_ref().map_or(1, |(_, in_flight)| *in_flight),
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        if self.archive.value.is_some() {
            return Ok(self.get_many(&[(key, range)])?.pop().flatten().map(|value| value.bytes));
        }
        let Some(entry) = self.entry(key)? else { return Ok(None) };
        entry.get(key, range).map(Some).context(|| format!("key {key:?}"))
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let Some(entry) = self.entry(key)? else { return Ok(None) };
        // A compressed value is decompressed as a whole, however little of it is wanted.
        defaults::check_length(key, entry.size, most)?;
        let Some(value) = self.get(key, ByteRange::ALL)? else { return Ok(None) };
        *memory = value;
        Ok(Some(memory.len()))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let Some((value, _)) = &self.archive.value else {
            return requests.iter().map(|(key, range)| Ok(self.get(key, *range)?.map(Versioned::from))).collect();
        };
        let entries = requests.iter().map(|(key, _)| self.entry(key)).collect::<Result<Vec<_>>>()?;
        let wanted: Vec<_> = requests
            .iter()
            .zip(&entries)
            .filter_map(|((key, range), entry)| Some((*key, entry.as_deref()?, *range)))
            .collect();
        let values = batch::get(&**value, &wanted).map_err(|(index, error)| {
            let key = wanted.get(index).map_or("", |(key, ..)| key);
            error.context(format_args!("key {key:?}"))
        })?;
        let mut values = values.into_iter().map(Versioned::from);
        Ok(entries.iter().map(|entry| entry.as_ref().and_then(|_| values.next())).collect())
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Ok(Box::new(EntryReader { key: key.to_owned(), entry: self.entry(key)?, archive: &self.archive }))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let Some(entry) = self.entry(key)? else { return Ok(None) };
        entry.get_into(key, start, buffer).map(Some).context(|| format!("key {key:?}"))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        when.begin(key, value)?;
        match value {
            Some(value) => self.add(key, value),
            None => {
                let there = self.entry(key)?.is_some();
                self.check_writeable("key", key)?;
                let remove = || self.remove(vec![self.full(key)?]);
                if there { remove().context(|| format!("key {key:?}")) } else { Ok(()) }
            }
        }
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        self.check_writeable("prefix", prefix)?;
        let from = format!("{}{prefix}", self.prefix);
        let names: Vec<String> = defaults::keys_from(&self.archive.index(), &from).cloned().collect();
        if names.is_empty() { Ok(()) } else { self.remove(names).context(|| format!("prefix {prefix:?}")) }
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        check_prefix(prefix)?;
        let listing = defaults::list_sorted(&self.archive.index(), &format!("{}{prefix}", self.prefix), depth);
        Ok(Listing { keys: self.strip(listing.keys), prefixes: self.strip(listing.prefixes) })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Ok(self.entry(key)?.map(|entry| entry.size))
    }

    fn below_only_folder(&self) -> Result<Option<Arc<dyn Store>>> {
        let folder = self.archive.only_folder().filter(|_| self.prefix.is_empty() && !self.archive.is_root_told);
        folder.map_or(Ok(None), |folder| Ok(Some(Arc::new(self.below(&folder)?))))
    }

    fn flush(&self) -> Result<()> {
        self.archive.flush()
    }
}
