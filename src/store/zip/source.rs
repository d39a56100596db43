//! Where the bytes of an archive lie: in a file, or in a value of another store, of which parts are asked for.

use crate::error::{Error, ErrorKind, Result, ResultExt};
use crate::store::filesystem::{read_at, sys};
use crate::store::interface::defaults::no_memory;
use crate::store::interface::{ByteRange, SharedReader, ValueReader};
use rawzip::ReaderAt;
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::Arc;

pub(super) const CANNOT_READ: &str = "the zip file cannot be read";
pub(super) const CUT: &str = "the zip file became shorter after it was opened";

/// The bytes of an archive. Clones share them.
#[derive(Clone, Debug)]
pub(super) enum ArchiveSource {
    File(Arc<File>),
    Value(SharedReader),
}

impl ArchiveSource {
    /// Fills a buffer with the bytes from `start` on, as far as there are any.
    pub(super) fn read_at(&self, buffer: &mut [u8], start: u64) -> Result<usize> {
        match self {
            Self::File(file) => read_at(file, buffer, start).map_err(|error| Error::io(&error, CANNOT_READ)),
            Self::Value(value) => {
                let range = start..start.saturating_add(buffer.len() as u64);
                let found = get_many(&**value, std::slice::from_ref(&range))?;
                let found = found.first().map_or(&[][..], Vec::as_slice);
                // The source sends no more than was asked for.
                let length = found.len().min(buffer.len());
                buffer[..length].copy_from_slice(&found[..length]);
                Ok(length)
            }
        }
    }

    /// So many bytes from `start` on; `key` is for messages.
    pub(super) fn read(&self, key: &str, start: u64, length: u64) -> Result<Vec<u8>> {
        let wanted = usize::try_from(length).map_err(|_| no_memory(key, length))?;
        let bytes = match self {
            Self::File(file) => {
                let mut bytes = Vec::new();
                bytes.try_reserve_exact(wanted).map_err(|_| no_memory(key, length))?;
                sys::append_at(file, &mut bytes, wanted, start).map_err(|error| Error::io(&error, CANNOT_READ))?;
                bytes
            }
            Self::Value(value) => {
                let range = start..start.saturating_add(length);
                get_many(&**value, std::slice::from_ref(&range))?.pop().unwrap_or_default()
            }
        };
        if bytes.len() == wanted { Ok(bytes) } else { Err(Error::data(CUT)) }
    }
}

/// Ranges of a value that holds an archive, as far as it goes.
pub(super) fn get_many(value: &(impl ValueReader + ?Sized), ranges: &[Range<u64>]) -> Result<Vec<Vec<u8>>> {
    let asked: Vec<ByteRange> = ranges
        .iter()
        .map(|range| ByteRange::From { start: range.start, length: Some(range.end - range.start) })
        .collect();
    match value.get_many(&asked) {
        Ok(Some(found)) if found.len() == ranges.len() => Ok(found),
        Ok(Some(_)) => Err(Error::internal("a store answers another number of requests than was made")),
        Ok(None) => Err(Error::data("the zip file is gone since it was opened")),
        Err(error) if error.kind() == ErrorKind::OutOfBounds => Err(Error::data(CUT)),
        Err(error) => Err(error).context(|| CANNOT_READ),
    }
}

/// Bytes at the end of an archive in another store that the first request brings: its directory, where it has not too
/// many entries; at least as many as are searched for where the directory lies.
pub(super) const TAIL: u64 = 256 << 10;

/// An archive while its directory is read: an archive in another store is read in few requests.
pub(super) struct ArchivePrefetch<'a> {
    source: &'a ArchiveSource,
    length: u64,
    /// The bytes that were fetched, from `start` to the end of the archive.
    known: RefCell<Vec<u8>>,
    start: Cell<u64>,
    /// The error of the store, which an error of reading can't carry.
    error: RefCell<Option<Error>>,
}

impl<'a> ArchivePrefetch<'a> {
    pub(super) fn new(source: &'a ArchiveSource, length: u64, known: Vec<u8>) -> Self {
        let start = Cell::new(length - known.len() as u64);
        Self { source, length, known: RefCell::new(known), start, error: RefCell::default() }
    }

    /// Asks at once for all from `from` on.
    pub(super) fn fetch(&self, from: u64) -> Result<()> {
        let start = self.start.get();
        if matches!(self.source, ArchiveSource::File(_)) || from >= start {
            return Ok(());
        }
        let mut bytes = self.source.read("of the directory of a zip file", from, start - from)?;
        let mut known = self.known.borrow_mut();
        bytes.try_reserve_exact(known.len()).map_err(|_| no_memory("of the directory of a zip file", start - from))?;
        bytes.append(&mut known);
        *known = bytes;
        self.start.set(from);
        Ok(())
    }

    /// The error that reading ended with, in its own words.
    pub(super) fn take_error(&self) -> Option<Error> {
        self.error.borrow_mut().take()
    }
}

impl ReaderAt for ArchivePrefetch<'_> {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        // Offsets come from the archive: a system refuses the largest in words that tell of no damage.
        if offset >= self.length {
            return Ok(0);
        }
        if let Some(at) = offset.checked_sub(self.start.get()) {
            let known = self.known.borrow();
            let rest = usize::try_from(at).ok().and_then(|at| known.get(at..)).unwrap_or_default();
            let length = rest.len().min(buffer.len());
            buffer[..length].copy_from_slice(&rest[..length]);
            if length > 0 || matches!(self.source, ArchiveSource::Value(_)) {
                return Ok(length);
            }
        }
        match self.source {
            ArchiveSource::File(file) => read_at(file, buffer, offset),
            value => value.read_at(buffer, offset).map_err(|error| {
                *self.error.borrow_mut() = Some(error);
                io::ErrorKind::Other.into()
            }),
        }
    }
}
