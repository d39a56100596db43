//! An open archive, which the stores in it share: its index, and the writer that it has or not.

use super::directory::{CentralDirectory, EntriesByKey};
use super::file::FileStamp;
use super::writer::ZipWriter;
use crate::error::{Error, Result};
use crate::store::home::StoreName;
use crate::store::interface::{Depth, SharedReader, defaults};
use crate::store::options::StoreOptions;
use crate::sync::fork::{self, PerProcess, ReadGuard, RwLock, WriteGuard};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug)]
pub(super) struct Archive {
    pub(super) name: StoreName,
    pub(super) path: PathBuf,
    pub(super) options: StoreOptions,
    /// The archive as it was when it was opened; None: there was none. The index has moved to its own place.
    pub(super) opened: Option<(FileStamp, CentralDirectory)>,
    pub(super) index: RwLock<EntriesByKey>,
    pub(super) writer: PerProcess<Mutex<Option<ZipWriter>>>,
    /// The process that has begun to write, by one more than its generation; 0: none has.
    pub(super) writing: AtomicU64,
    /// The comment tells that the root is the top of the archive, though nothing but a folder is there.
    pub(super) is_root_told: bool,
    /// True once a value was written from the top of the archive.
    pub(super) is_top_written: AtomicBool,
    /// True if ranges of every entry can be read alone.
    pub(super) ranges: bool,
    /// The value of another store that holds the archive, and how many requests that one likes at once.
    pub(super) value: Option<(SharedReader, usize)>,
}

impl Archive {
    // The index is whole between any two statements that change it, so a panic elsewhere under the lock does no harm.
    pub(super) fn index(&self) -> ReadGuard<'_, EntriesByKey> {
        self.index.read()
    }

    pub(super) fn index_mut(&self) -> WriteGuard<'_, EntriesByKey> {
        self.index.write()
    }

    /// The writer, in the only process that may write: children of `fork` share the file, and would write over each
    /// other's entries.
    pub(super) fn writer(&self) -> Result<MutexGuard<'_, Option<ZipWriter>>> {
        let writing = self.writing.load(Ordering::Acquire);
        if writing > 0 && writing != fork::generation() + 1 {
            return Err(self.conflict("the process that this one was forked from writes it through the same handle"));
        }
        Ok(self.writer.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(super) fn begin(&self) -> Result<ZipWriter> {
        self.writing.store(fork::generation() + 1, Ordering::Release);
        ZipWriter::begin(self)
    }

    /// The folder that is all there is at the top.
    pub(super) fn only_folder(&self) -> Option<String> {
        let mut top = defaults::list_sorted(&self.index(), "", Depth::One);
        // The archiver of macOS adds these to every directory.
        top.prefixes.retain(|prefix| prefix != "__MACOSX/");
        let folder = top.prefixes.pop()?;
        (top.prefixes.is_empty() && top.keys.is_empty()).then_some(folder)
    }

    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }

    pub(super) fn shown(&self) -> String {
        format!("store {}", self.path.display())
    }

    pub(super) fn fail(&self, error: &io::Error, what_failed: &str) -> Error {
        Error::io(error, format_args!("{}: the zip file {what_failed}", self.shown()))
    }

    pub(super) fn conflict(&self, why: &str) -> Error {
        Error::conflict(format!("{}: the zip file cannot be written: {why}", self.shown()))
    }

    pub(super) fn flush(&self) -> Result<()> {
        let mut writer = self.writer()?;
        if let Some(writer) = &mut *writer {
            writer.flush(self)?;
        }
        if !self.options.writeable || self.value.is_some() {
            return Ok(());
        }
        match &mut *writer {
            Some(writer) => writer.compact(self),
            // Nothing was written through this handle; entries of other writers may be compacted all the same.
            none if self.options.compact => none.insert(self.begin()?).compact(self),
            _ => Ok(()),
        }
    }
}

impl Drop for Archive {
    fn drop(&mut self) {
        let _ = self.flush();
    }
}
