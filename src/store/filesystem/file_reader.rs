//! A value by its open file. A value that is stored whole gets a file of its own, so the open one never changes, and
//! tells whether it has been replaced. A writer that writes over the old file has the directory alone, as has one that
//! reads the value to change it.

use super::{FilesystemStore, Inner, read_at};
use crate::error::{Result, ResultExt};
use crate::store::interface::shorter;
use crate::store::interface::{ByteRange, Mark, ValueReader, Version};
use crate::sync::fork::OnceLock;
use std::fs::{File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::sync::atomic::{AtomicU64, Ordering};

/// The file that was at a key, and its metadata when it was opened. As long as it is open, no other file gets its
/// number.
#[derive(Debug)]
pub(super) struct FileReader<'a> {
    inner: &'a Inner,
    key: String,
    file: Option<(File, Metadata)>,
    version: OnceLock<Version>,
}

impl<'a> FileReader<'a> {
    /// The file that is there now, or that none is.
    pub(super) fn new(store: &'a FilesystemStore, key: &str) -> Result<Self> {
        let file = store.file_and_status(key)?;
        Ok(Self { inner: &store.inner, key: key.to_owned(), file, version: OnceLock::new() })
    }
}

impl ValueReader for FileReader<'_> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let Some((file, status)) = &self.file else { return Ok(None) };
        ranges
            .iter()
            .map(|range| self.inner.read(&self.key, (file, status.len()), *range))
            .collect::<Result<_>>()
            .map(Some)
    }

    fn size(&self) -> Result<Option<u64>> {
        Ok(self.file.as_ref().map(|(_, status)| status.len()))
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let fail = |error: io::Error| self.inner.error(&self.key, "cannot be read", error.into());
        let (file, _) = self.file.as_ref().ok_or_else(shorter)?;
        let read = read_at(file, buffer, start).map_err(fail)?;
        if read == buffer.len() { Ok(()) } else { Err(shorter()).context(|| self.inner.name(&self.key)) }
    }

    /// The number of a file may be that of one that is gone, so the times belong to it. Where the next file may get the
    /// same times, the version is that of this reader alone.
    fn version(&self) -> Version {
        static READERS: AtomicU64 = AtomicU64::new(0);
        let (_, status) = self.file.as_ref()?;
        let version = || {
            let times = [status.mtime(), status.mtime_nsec(), status.ctime(), status.ctime_nsec()];
            let version = format!("{} {} {} {times:?}", status.dev(), status.ino(), status.len());
            let is_settled = self.inner.root.is_settled(status);
            if is_settled { version } else { format!("{version} {}", READERS.fetch_add(1, Ordering::Relaxed)) }
        };
        self.version.get_or_init(|| Some(version())).clone()
    }

    fn at_once(&self) -> usize {
        0
    }
}

impl Mark for FileReader<'_> {
    fn is_current(&self) -> Result<bool> {
        let fail = |fault| self.inner.error(&self.key, "cannot be looked at", fault);
        let held = self.file.as_ref().map(|(_, status)| (status.dev(), status.ino()));
        match self.inner.root.identity_of(&self.key) {
            Ok(now) => Ok(held == Some(now)),
            Err(fault) if fault.is_absent() => Ok(held.is_none()),
            Err(fault) => Err(fail(fault)),
        }
    }
}
