//! Writing: entries gather in a file beside the archive, and a flush makes them a part of it.
//!
//! Until then the archive stays as it was, byte by byte, so that a process that dies loses only values that it had not
//! flushed. A flush appends entries behind the old end, then a new directory, and on failure cuts the file to its old
//! length; a new archive takes its name with the first flush.

use super::Archive;
use super::directory::{RECORD_SIZE, key as key_of};
use super::entry::{Entry, STORED};
use super::file::{FileStamp, copy_all, open_at_once};
use super::records::{EntryHeaders, end_records};
use super::source::ArchiveSource;
use crate::error::{Error, ErrorKind, Result};
use crate::store::filesystem::{OsLock, Way, create_directories, is_refusal, read_at, temporary_name};
use crate::store::options::{Lock, SyncMode};
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The state of a handle that writes; its owner lets in one thread at a time.
#[derive(Debug, Default)]
pub(super) struct ZipWriter {
    /// The archive as it lies under its name, open for writing; None: there is none yet.
    pub(super) archive: Option<(Arc<File>, FileStamp)>,
    /// The lock of that file, unless the options go without.
    pub(super) lock: Option<OsLock<Arc<File>>>,
    /// Its central directory, without the records at its end, and the comment that stands there.
    pub(super) records: Vec<u8>,
    pub(super) comment: Vec<u8>,
    /// The entries that were written since the last flush, in this order.
    gathered: Option<Gathered>,
    entries: Vec<(String, Arc<Entry>)>,
    /// The keys that were erased since the last flush, which leaves them out of the directory.
    erased: BTreeSet<String>,
    /// True until the folder of an archive that took its name is on the disk.
    pub(super) folder_waits: bool,
}

#[derive(Debug)]
pub(super) struct Gathered {
    pub(super) file: Arc<File>,
    pub(super) end: u64,
    /// The name of a new archive before its first flush. Otherwise the file has none.
    pub(super) name: Option<PathBuf>,
    /// The lock of a new archive.
    pub(super) lock: Option<OsLock<Arc<File>>>,
}

impl Drop for Gathered {
    fn drop(&mut self) {
        if let Some(name) = &self.name {
            // A failure is harmless: the leftover is never read.
            let _ = std::fs::remove_file(name);
        }
    }
}

impl ZipWriter {
    /// Begins to write: from here on no other handle can.
    pub(super) fn begin(archive: &Archive) -> Result<Self> {
        let mut writer = Self::default();
        let opened = match open_at_once(&archive.path, true) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(archive.fail(&error, "cannot be opened for writing")),
        };
        let Some((file, (stamp, directory))) = opened.zip(archive.opened.as_ref()) else {
            let Some(why) = writer.differs(archive) else { return Ok(writer) };
            return Err(archive.conflict(why));
        };
        let file = Arc::new(file);
        writer.lock = lock(archive, &file)?;
        writer.archive = Some((file, *stamp));
        if let Some(why) = writer.differs(archive) {
            return Err(archive.conflict(why));
        }
        let Some((file, _)) = &writer.archive else { return Err(Error::internal("a zip file is not open")) };
        let length = usize::try_from(directory.records.end - directory.records.start).ok();
        let mut records = Vec::new();
        let room = length.filter(|length| records.try_reserve_exact(*length).is_ok());
        let room = room.ok_or_else(|| Error::no_memory("no memory for the central directory of a zip file"))?;
        records.resize(room, 0);
        let read = read_at(file, &mut records, directory.records.start);
        if read.map_err(|error| archive.fail(&error, "cannot be read"))? < records.len() {
            return Err(archive.conflict("it became shorter"));
        }
        check_offsets(archive, &records)?;
        (writer.records, writer.comment) = (records, directory.comment.clone());
        Ok(writer)
    }

    /// Why the file under the name of the archive is not the one that is known; None: it is.
    pub(super) fn differs(&self, archive: &Archive) -> Option<&'static str> {
        match (std::fs::metadata(&archive.path), self.archive.as_ref(), archive.opened.as_ref()) {
            (Err(_), None, None) => None,
            (Err(_), ..) => Some("it is gone"),
            (Ok(_), None, None) => Some("another handle or program has made it meanwhile"),
            (Ok(status), Some((_, known)), _) if FileStamp::of(&status) == *known => None,
            (Ok(_), ..) => Some("another handle or program has changed it since it was opened"),
        }
    }

    /// Adds a value behind the others.
    pub(super) fn append(
        &mut self,
        archive: &Archive,
        described: EntryHeaders<'_>,
        value: &[u8],
    ) -> Result<Arc<Entry>> {
        if self.gathered.is_none() {
            self.gathered = Some(gather(archive, self.archive.is_none())?);
        }
        let Some(gathered) = &mut self.gathered else { return Err(Error::internal("nothing gathers")) };
        let local = described.local_header();
        let (header, data) = (gathered.end, gathered.end + local.len() as u64);
        let written = gathered.file.write_all_at(&local, header).and_then(|()| gathered.file.write_all_at(value, data));
        // The end stays where it was if that fails, so that the next value takes the place.
        written.map_err(|error| archive.fail(&error, "cannot be written"))?;
        gathered.end = data + described.size;
        let entry = Arc::new(Entry {
            source: ArchiveSource::File(Arc::clone(&gathered.file)),
            limit: gathered.end,
            header,
            data: AtomicU64::new(data),
            compressed: described.size,
            size: described.size,
            crc: described.crc,
            method: STORED,
            encrypted: false,
        });
        self.entries.push((described.name.to_owned(), Arc::clone(&entry)));
        Ok(entry)
    }

    /// Leaves a key out of the next directory. Its value stays in the file, until that is compacted.
    pub(super) fn erase(&mut self, key: String) {
        self.erased.insert(key);
    }

    /// Makes the archive a whole one that holds everything written so far.
    pub(super) fn flush(&mut self, archive: &Archive) -> Result<()> {
        if self.gathered.is_none() && self.erased.is_empty() {
            return self.sync_folder(archive);
        }
        if let Some(why) = self.differs(archive) {
            return Err(archive.conflict(why));
        }
        let live: Vec<(String, Arc<Entry>)> = {
            let index = archive.index();
            let is_live =
                |(key, entry): &&(String, Arc<Entry>)| index.get(key).is_some_and(|latest| Arc::ptr_eq(latest, entry));
            self.entries.iter().filter(is_live).cloned().collect()
        };
        let mut records = others(&self.records, &live, &self.erased)?;
        let sync = |file: &File| if archive.options.sync == SyncMode::None { Ok(()) } else { file.sync_data() };
        let fail = |error: io::Error| archive.fail(&error, "cannot be completed");
        let comment;
        match &self.archive {
            None => {
                let Some(gathered) = &self.gathered else { return Ok(()) };
                live.iter().for_each(|(key, entry)| described(key, entry).central_record(entry.header, &mut records));
                comment = archive.comment(&self.comment, &records);
                finish(&gathered.file, &records, gathered.end, &comment, archive.is_ome()).map_err(fail)?;
                sync(&gathered.file).map_err(fail)?;
                self.publish(archive)?;
            }
            Some((file, stamp)) => {
                // Names alone count in it, so that it is known before the new entries have their places.
                let mut names = records.clone();
                live.iter().for_each(|(key, entry)| described(key, entry).central_record(0, &mut names));
                comment = archive.comment(&self.comment, &names);
                let mut append = || {
                    let moved = match &self.gathered {
                        Some(gathered) => copy(&gathered.file, file, &live, stamp.length(), &mut records)?,
                        None => Vec::new(),
                    };
                    sync(file)?;
                    let end = moved.last().map_or(stamp.length(), |entry| entry.limit);
                    finish(file, &records, end, &comment, archive.is_ome())?;
                    sync(file)?;
                    Ok((moved, FileStamp::of(&file.metadata()?)))
                };
                let appended = append();
                let file = Arc::clone(file);
                let (moved, stamp) = match appended {
                    Ok(appended) => appended,
                    Err(error) => {
                        let error = fail(error);
                        // The old directory is then at the end again. Only this handle has changed the archive, so the
                        // next flush may succeed.
                        return Err(match file.set_len(stamp.length()).and_then(|()| file.metadata()) {
                            Ok(status) => {
                                self.archive = Some((file, FileStamp::of(&status)));
                                error
                            }
                            Err(cut) => error.context(format_args!("and its new end cannot be cut off ({cut})")),
                        });
                    }
                };
                archive.index_mut().extend(live.into_iter().map(|(key, _)| key).zip(moved));
                self.archive = Some((file, stamp));
            }
        }
        (self.records, self.comment) = (records, comment);
        self.entries.clear();
        self.erased.clear();
        self.gathered = None;
        self.sync_folder(archive)
    }

    /// Puts the name of a new file on the disk. The archive is whole by then, so that a failure here is told, and only
    /// this is repeated.
    pub(super) fn sync_folder(&mut self, archive: &Archive) -> Result<()> {
        if self.folder_waits {
            let synced = File::open(archive.directory()).and_then(|directory| directory.sync_all());
            synced.map_err(|error| archive.fail(&error, "is complete, but its name may not be on the disk"))?;
            self.folder_waits = false;
        }
        Ok(())
    }

    /// Gives a new archive its name. Nothing that could fail follows.
    fn publish(&mut self, archive: &Archive) -> Result<()> {
        let fail = |error: io::Error| archive.fail(&error, "cannot be given its name");
        let Some(gathered) = &mut self.gathered else { return Ok(()) };
        let Some(name) = gathered.name.clone() else { return Err(Error::internal("a new zip file has no name")) };
        let stamp = gathered.file.metadata().map(|status| FileStamp::of(&status)).map_err(fail)?;
        // A link never replaces a file that another program has made meanwhile, as a rename would. The first name goes
        // with what gathered.
        match std::fs::hard_link(&name, &archive.path) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(archive.conflict("another handle or program has made it meanwhile"));
            }
            // File systems without links.
            Err(_) => {
                std::fs::rename(name, &archive.path).map_err(fail)?;
                gathered.name = None;
            }
        }
        self.archive = Some((Arc::clone(&gathered.file), stamp));
        self.lock = gathered.lock.take();
        self.folder_waits = archive.options.sync == SyncMode::Full;
        Ok(())
    }
}

/// Keeps other handles and processes from writing to the same archive; readers are not held up.
fn lock(archive: &Archive, file: &Arc<File>) -> Result<Option<OsLock<Arc<File>>>> {
    let mut ways: &[Way] = match archive.options.lock {
        Lock::None => return Ok(None),
        // File systems of clusters hand `flock` of a file, other than that of a folder, to all nodes.
        Lock::Auto => &[Way::Flock, Way::Bytes],
        Lock::Flock => &[Way::Flock],
        Lock::Fcntl => &[Way::Bytes],
    };
    while let [way, others @ ..] = ways {
        match OsLock::try_file(Arc::clone(file), *way) {
            Ok(lock) => return Ok(Some(lock)),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                return Err(
                    archive.conflict("it is being written by another handle or process; a zip file has one writer")
                );
            }
            Err(error) if others.is_empty() || !is_refusal(&error) => {
                return Err(archive.fail(&error, r#"cannot be locked (the option "lock": "none" goes without)"#));
            }
            Err(_) => ways = others,
        }
    }
    Ok(None)
}

/// The file that new entries gather in, beside the archive; without a name unless it is going to be the archive.
pub(super) fn gather(archive: &Archive, named: bool) -> Result<Gathered> {
    let fail = |error: io::Error| archive.fail(&error, "no file for new entries can be made beside it");
    let directory = archive.directory();
    create_directories(directory, archive.options.sync).map_err(fail)?;
    let name = archive.path.file_name().unwrap_or_default().to_string_lossy();
    let name = directory.join(temporary_name(&name));
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&name).map_err(fail)?;
    let mut gathered = Gathered { file: Arc::new(file), end: 0, name: Some(name), lock: None };
    if named {
        gathered.lock = lock(archive, &gathered.file)?;
    } else if let Some(name) = gathered.name.take() {
        std::fs::remove_file(name).map_err(fail)?;
    }
    Ok(gathered)
}

pub(super) fn described<'a>(key: &'a str, entry: &Entry) -> EntryHeaders<'a> {
    let Entry { size, compressed, crc, method, .. } = *entry;
    EntryHeaders { name: key, size, compressed, crc, method }
}

/// Writes directory and end, and truncates the file behind them; `zip64`: as [`end_records`].
pub(super) fn finish(file: &File, records: &[u8], start: u64, comment: &[u8], zip64: bool) -> io::Result<()> {
    let end = start + records.len() as u64;
    let count = walk(records).count() as u64;
    let tail = end_records(count, start, end, comment, zip64);
    file.write_all_at(records, start)?;
    file.write_all_at(&tail, end)?;
    file.set_len(end + tail.len() as u64)
}

/// Copies entries from the gathering file to the end of the archive, and describes them.
fn copy(
    mut from: &File,
    to: &Arc<File>,
    live: &[(String, Arc<Entry>)],
    start: u64,
    records: &mut Vec<u8>,
) -> io::Result<Vec<Arc<Entry>>> {
    let mut writer: &File = to;
    let mut moved = Vec::with_capacity(live.len());
    let mut end = start;
    writer.seek(SeekFrom::Start(start))?;
    let adjacent = |a: &(String, Arc<Entry>), b: &(String, Arc<Entry>)| a.1.limit == b.1.header;
    for run in live.chunk_by(adjacent) {
        let run_start = run[0].1.header;
        let length = run[run.len() - 1].1.limit - run_start;
        from.seek(SeekFrom::Start(run_start))?;
        copy_all(from, writer, length)?;
        for (key, entry) in run {
            let here = |position: u64| position - run_start + end;
            let header = here(entry.header);
            described(key, entry).central_record(header, records);
            moved.push(Arc::new(Entry {
                source: ArchiveSource::File(Arc::clone(to)),
                limit: here(entry.limit),
                header,
                data: AtomicU64::new(here(entry.limit) - entry.size),
                compressed: entry.size,
                size: entry.size,
                crc: entry.crc,
                method: STORED,
                encrypted: false,
            }));
        }
        end += length;
    }
    Ok(moved)
}

/// The records of a central directory, each with its name; ends at the first that is none.
pub(super) fn walk(records: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = records;
    std::iter::from_fn(move || {
        let length = |at: usize| Some(usize::from(u16::from_le_bytes([*rest.get(at)?, *rest.get(at + 1)?])));
        let name = length(28)?;
        let (record, behind) = rest.split_at_checked(RECORD_SIZE + name + length(30)? + length(32)?)?;
        rest = behind;
        Some((&record[RECORD_SIZE..RECORD_SIZE + name], record))
    })
}

/// The records that are not replaced or erased: folders and names that are no keys stay as they are.
fn others(records: &[u8], replaced: &[(String, Arc<Entry>)], erased: &BTreeSet<String>) -> Result<Vec<u8>> {
    let replaced = replaced.iter().map(|(key, _)| key.as_bytes());
    let gone: BTreeSet<&[u8]> = replaced.chain(erased.iter().map(String::as_bytes)).collect();
    let mut kept = Vec::new();
    kept.try_reserve(records.len())
        .map_err(|_| Error::no_memory("no memory for the central directory of a zip file"))?;
    for (name, record) in walk(records) {
        if !gone.contains(name) {
            kept.extend_from_slice(record);
        }
    }
    Ok(kept)
}

/// An archive behind other bytes counts from its own start; a directory that is written anew would count from that of
/// the file.
fn check_offsets(archive: &Archive, records: &[u8]) -> Result<()> {
    let total: usize = walk(records).map(|(_, record)| record.len()).sum();
    if total != records.len() {
        return Err(archive.conflict("its central directory is no longer what it was"));
    }
    let last = walk(records).filter_map(|(name, record)| Some((key_of(name)?, record))).last();
    let Some((key, record)) = last else { return Ok(()) };
    let told = u32::from_le_bytes([record[42], record[43], record[44], record[45]]);
    match archive.index().get(key) {
        Some(entry) if told != u32::MAX && u64::from(told) != entry.header => Err(Error::new(
            ErrorKind::Unsupported,
            format!("{}: other bytes lie in front of the zip file; it can only be read", archive.shown()),
        )),
        _ => Ok(()),
    }
}
