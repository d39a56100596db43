//! The central directory of an archive, which lists its entries; other bytes of the file do not count.

use super::entry::Entry;
use super::source::{ArchivePrefetch, ArchiveSource};
use crate::error::{Error, ErrorKind, Result};
use crate::store::key::is_key;
use rawzip::{MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ZipLocator};
use std::collections::BTreeMap;
use std::io::Read;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The entries by key, sorted by bytes.
pub(super) type EntriesByKey = BTreeMap<String, Arc<Entry>>;

/// The contents of the central directory.
#[derive(Debug, Default)]
pub(super) struct CentralDirectory {
    pub(super) index: EntriesByKey,
    /// The bytes of the file that hold the records of the central directory.
    pub(super) records: Range<u64>,
    pub(super) comment: Vec<u8>,
}

/// How far from its end an archive is searched for its central directory: the largest comment, and its own record.
const SEARCH: u64 = (1 << 16) + 22;

/// Reads the directory of an archive of `length` bytes, of which the last ones may be known; `what`: its name in
/// messages.
///
/// # Errors
/// [`ErrorKind::Data`] for what is no whole archive.
pub(super) fn read(what: &str, source: &ArchiveSource, length: u64, known: Vec<u8>) -> Result<CentralDirectory> {
    let ahead = ArchivePrefetch::new(source, length, known);
    let fail = |error: &rawzip::Error| damaged(what, error, &ahead);
    let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
    let locator = ZipLocator::new().max_search_space(SEARCH);
    let archive = locator.locate_in_reader(&ahead, &mut buffer, length).map_err(|(_, error)| fail(&error))?;
    ahead.fetch(archive.directory_offset())?;
    let mut directory = CentralDirectory::default();
    let mut comment = archive.comment();
    comment.read_to_end(&mut directory.comment).map_err(|error| fail(&error.into()))?;

    let start = archive.directory_offset();
    directory.records = start..start;
    let mut entries = archive.entries(&mut buffer);
    while let Some(record) = entries.next_entry().map_err(|error| fail(&error))? {
        let variable = record.file_path().len()
            + record.extra_fields().remaining_bytes().len()
            + record.comment().as_bytes().len();
        directory.records.end = record.central_directory_offset() + (RECORD_SIZE + variable) as u64;
        let Some(key) = key(record.file_path().as_bytes()) else { continue };
        let entry = Entry {
            source: source.clone(),
            limit: length,
            header: record.local_header_offset(),
            data: AtomicU64::new(0),
            compressed: record.compressed_size_hint(),
            size: record.uncompressed_size_hint(),
            crc: record.crc32(),
            method: record.compression_method().as_u16(),
            encrypted: record.flags().is_encrypted(),
        };
        // Of several entries of one name the last one counts: appending is how archives are changed.
        directory.index.insert(key.to_owned(), Arc::new(entry));
    }
    Ok(directory)
}

/// The fixed part of a record of the central directory.
pub(super) const RECORD_SIZE: usize = 46;

/// The key that an entry's name stands for; None for folders, and for names that no key can have. Those are left alone:
/// they can lead out of nothing, but they are no values either.
pub(super) fn key(name: &[u8]) -> Option<&str> {
    std::str::from_utf8(name).ok().filter(|name| is_key(name))
}

fn damaged(what: &str, error: &rawzip::Error, ahead: &ArchivePrefetch<'_>) -> Error {
    if let Some(error) = ahead.take_error() {
        return error.context(format_args!("{what}"));
    }
    let what = format!("{what}: the zip file");
    match error.kind() {
        rawzip::ErrorKind::IO(error) => Error::io(error, format_args!("{what} cannot be read")),
        rawzip::ErrorKind::MissingEndOfCentralDirectory => {
            Error::new(ErrorKind::Data, format!("{what} has no central directory at its end: it was cut short"))
        }
        _ => Error::new(ErrorKind::Data, format!("{what} is damaged: {error}")),
    }
}
