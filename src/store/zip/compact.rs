//! Compacting: an archive that replaced values have made larger than its values need is written anew, beside the old
//! one, and takes its name in one step. Handles that read go on with the old file.
//!
//! So is a single file of OME-Zarr (`.ozx`) whose documents don't lie in front of all else, which its text recommends.

use super::Archive;
use super::comment::rank;
use super::directory::key as key_of;
use super::entry::{Entry, STORED};
use super::file::FileStamp;
use super::records::end_records;
use super::source::ArchiveSource;
use super::writer::{Gathered, ZipWriter, described, finish, gather, walk};
use crate::error::{Error, Result};
use crate::store::options::SyncMode;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Bytes that are copied at once.
const PIECE: u64 = 1 << 20;

impl ZipWriter {
    /// Writes the archive anew if that makes it smaller and is wanted, or gives its documents their place. Everything
    /// written before must have been flushed.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] where something would be lost that no key stands for; errors of the system.
    pub(super) fn compact(&mut self, archive: &Archive) -> Result<()> {
        let documents_first = archive.is_ome();
        let Some((old, stamp)) = self.archive.clone().filter(|_| documents_first || archive.options.compact) else {
            return Ok(());
        };
        let mut entries: Vec<(String, Arc<Entry>)> =
            archive.index().iter().map(|(key, entry)| (key.clone(), Arc::clone(entry))).collect();
        // In the order in which they lie.
        entries.sort_by_key(|(_, entry)| entry.header);
        let mut in_place = true;
        if documents_first {
            entries.sort_by(|(one, _), (other, _)| match (rank(one.as_bytes()), rank(other.as_bytes())) {
                (usize::MAX, usize::MAX) => std::cmp::Ordering::Equal,
                (depth, deeper) => depth.cmp(&deeper).then_with(|| one.cmp(other)),
            });
            let documents = entries.iter().take_while(|(key, _)| rank(key.as_bytes()) < usize::MAX).count();
            let listed = walk(&self.records).map(|(name, _)| name).take(documents);
            in_place = entries.is_sorted_by_key(|(_, entry)| entry.header)
                && listed.eq(entries[..documents].iter().map(|(key, _)| key.as_bytes()));
        }
        let (mut end, mut records) = (0, Vec::new());
        for (key, entry) in &entries {
            let described = described(key, entry);
            described.central_record(end, &mut records);
            end += described.local_header().len() as u64 + entry.compressed;
        }
        let comment = archive.comment(&self.comment, &records);
        let tail = end_records(entries.len() as u64, end, end + records.len() as u64, &comment, documents_first);
        let length = end + (records.len() + tail.len()) as u64;
        let smaller = archive.options.compact && length < stamp.length();
        // Entries that share their bytes would each have their own: an order is not worth that.
        if !smaller && (in_place || length > stamp.length() + PIECE) {
            return Ok(());
        }
        match self.check_nothing_is_lost(archive, &entries) {
            // The order is worth nothing that would be lost.
            Err(_) if !smaller => return Ok(()),
            checked => checked?,
        }
        if let Some(why) = self.differs(archive) {
            return Err(archive.conflict(why));
        }
        let (mut fresh, moved) = match Self::write_anew(archive, &old, &entries, &records, &comment) {
            // Everything lies where it can be read: only its order is not the one that is recommended.
            Err(_) if !smaller => return Ok(()),
            written => written?,
        };
        let fail = |error: io::Error| archive.fail(&error, "cannot be compacted");
        let Some(name) = &fresh.name else { return Err(Error::internal("a new zip file has no name")) };
        let stamp = fresh.file.metadata().map(|status| FileStamp::of(&status)).map_err(fail)?;
        std::fs::rename(name, &archive.path).map_err(fail)?;
        fresh.name = None;
        archive.index_mut().extend(entries.into_iter().map(|(key, _)| key).zip(moved));
        self.archive = Some((Arc::clone(&fresh.file), stamp));
        self.lock = fresh.lock.take();
        (self.records, self.comment) = (records, comment);
        self.folder_waits = archive.options.sync == SyncMode::Full;
        self.sync_folder(archive)
    }

    /// Writes the entries into a file beside the archive, in this order, and tells where each is there.
    fn write_anew(
        archive: &Archive,
        old: &File,
        entries: &[(String, Arc<Entry>)],
        records: &[u8],
        comment: &[u8],
    ) -> Result<(Gathered, Vec<Arc<Entry>>)> {
        let fail = |error: io::Error| archive.fail(&error, "cannot be compacted");
        let mut fresh = gather(archive, true)?;
        old.metadata().and_then(|status| fresh.file.set_permissions(status.permissions())).map_err(fail)?;
        let mut moved = Vec::with_capacity(entries.len());
        for (key, entry) in entries {
            let local = described(key, entry).local_header();
            let (header, data) = (fresh.end, fresh.end + local.len() as u64);
            fresh.file.write_all_at(&local, header).map_err(fail)?;
            let mut done = 0;
            while done < entry.compressed {
                let length = PIECE.min(entry.compressed - done);
                let piece = entry.source.read(key, entry.data()? + done, length)?;
                fresh.file.write_all_at(&piece, data + done).map_err(fail)?;
                done += length;
            }
            fresh.end = data + entry.compressed;
            moved.push(Arc::new(Entry {
                source: ArchiveSource::File(Arc::clone(&fresh.file)),
                limit: fresh.end,
                header,
                data: AtomicU64::new(data),
                compressed: entry.compressed,
                size: entry.size,
                crc: entry.crc,
                method: entry.method,
                encrypted: false,
            }));
        }
        finish(&fresh.file, records, fresh.end, comment, archive.is_ome()).map_err(fail)?;
        if archive.options.sync != SyncMode::None {
            fresh.file.sync_all().map_err(fail)?;
        }
        Ok((fresh, moved))
    }

    /// Folders may go; names that are no keys, and entries that can't be read, belong to another program and must stay.
    fn check_nothing_is_lost(&self, archive: &Archive, entries: &[(String, Arc<Entry>)]) -> Result<()> {
        let foreign = walk(&self.records).find(|(name, _)| !name.ends_with(b"/") && key_of(name).is_none());
        if let Some((name, _)) = foreign {
            let name = String::from_utf8_lossy(name);
            let why = format!("its entry {name:?} is no key and would be lost");
            return Err(Error::unsupported(format!("{}: it cannot be compacted: {why}", archive.shown())));
        }
        match entries
            .iter()
            .find(|(_, entry)| entry.encrypted || entry.method == STORED && entry.compressed != entry.size)
        {
            Some((key, _)) => {
                Err(Error::unsupported(format!("{}: it cannot be compacted: {key:?} cannot be read", archive.shown())))
            }
            None => Ok(()),
        }
    }
}
