//! One entry of an archive, and reading it: what its header claims is checked here.
//!
//! Nothing is allocated that the bytes of the file don't explain: a stored entry lies inside the file, and a deflated
//! one can't become larger than deflate can make it. A value that is read as a whole is checked against its CRC-32.

use super::source::{ArchiveSource, CUT};
use crate::deflate::{self, StreamFault, crc32};
use crate::error::{Error, Result};
use crate::store::interface::defaults::no_memory;
use crate::store::interface::{ByteRange, Filled};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

/// The most that deflate makes of one byte: a match of 258 bytes takes two bits.
const MAX_EXPANSION: u64 = 1032;

const LOCAL_HEADER: [u8; 4] = *b"PK\x03\x04";
pub(super) const LOCAL_HEADER_SIZE: usize = 30;

/// Where the data of a value lie, as the central directory tells.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) source: ArchiveSource,
    /// Nothing of the entry lies at or behind this byte of the archive.
    pub(super) limit: u64,
    /// Where the local header begins.
    pub(super) header: u64,
    /// Where the data begin; 0 until the local header, which tells, has been read.
    pub(super) data: AtomicU64,
    pub(super) compressed: u64,
    pub(super) size: u64,
    pub(super) crc: u32,
    pub(super) method: u16,
    pub(super) encrypted: bool,
}

impl Entry {
    /// The value, or the part that `range` names; errors don't name the key.
    pub(super) fn get(&self, key: &str, range: ByteRange) -> Result<Vec<u8>> {
        let (range, packed) = self.extent(range)?;
        let bytes = self.read(key, packed)?;
        self.decode(key, bytes, range)
    }

    /// The bounds of a range in the value, and those of the entry's bytes that it takes.
    pub(super) fn extent(&self, range: ByteRange) -> Result<(Range<u64>, Range<u64>)> {
        self.check()?;
        let range = range.resolve(self.size)?;
        let packed = if self.method == STORED { range.clone() } else { 0..self.compressed };
        Ok((range, packed))
    }

    /// The part of the value that `range` bounds, of the bytes that [`Entry::extent`] has named.
    pub(super) fn decode(&self, key: &str, bytes: Vec<u8>, range: Range<u64>) -> Result<Vec<u8>> {
        if self.method == STORED {
            if bytes.len() as u64 == self.size {
                self.check_crc(&bytes)?;
            }
            return Ok(bytes);
        }
        let mut value = self.inflated(key, &bytes)?;
        // Both ends lie inside the value, so they fit.
        value.truncate(range.end as usize);
        value.drain(..range.start as usize);
        Ok(value)
    }

    /// Reads from `start` on into `buffer`.
    pub(super) fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Filled> {
        self.check()?;
        let wanted = usize::try_from(self.size.saturating_sub(start)).unwrap_or(usize::MAX).min(buffer.len());
        let buffer = &mut buffer[..wanted];
        let whole = start == 0 && wanted as u64 == self.size;
        if self.method == STORED {
            let position = self.data()? + start.min(self.size);
            let read = self.source.read_at(buffer, position)?;
            if read < wanted {
                return Err(Error::data(CUT));
            }
            if whole {
                self.check_crc(buffer)?;
            }
        } else if whole {
            let compressed = self.read(key, 0..self.compressed)?;
            self.inflate(&compressed, buffer)?;
        } else if wanted > 0 {
            let compressed = self.read(key, 0..self.compressed)?;
            // `start` lies inside the value, which fits.
            buffer.copy_from_slice(&self.inflated(key, &compressed)?[start as usize..start as usize + wanted]);
        }
        Ok(Filled { length: wanted, total: self.size })
    }

    /// The fields that the central directory alone tells.
    fn check(&self) -> Result<()> {
        if self.encrypted {
            return Err(Error::unsupported("the entry of the zip file is encrypted"));
        }
        match self.method {
            STORED if self.compressed == self.size => Ok(()),
            STORED => Err(Error::data(format!(
                "the zip file tells two sizes of a stored entry: {} and {} bytes",
                self.compressed, self.size
            ))),
            DEFLATED if self.size <= self.compressed.saturating_mul(MAX_EXPANSION) => Ok(()),
            DEFLATED => Err(Error::data(format!(
                "the zip file claims that {} bytes inflate to {}, which is impossible",
                self.compressed, self.size
            ))),
            other => Err(Error::unsupported(format!(
                "the entry of the zip file is compressed by method {other}; stored and deflated ones are read"
            ))),
        }
    }

    /// Where the data begin, if that is known.
    pub(super) fn known_place(&self) -> Option<u64> {
        Some(self.data.load(Ordering::Relaxed)).filter(|data| *data != 0)
    }

    /// Where the data begin, and that they lie inside the archive.
    pub(super) fn data(&self) -> Result<u64> {
        self.place(|| {
            let mut header = [0; LOCAL_HEADER_SIZE];
            let read = if self.header < self.limit { self.source.read_at(&mut header, self.header)? } else { 0 };
            Ok(header[..read].to_vec())
        })
    }

    /// The start of the data by the bytes of the local header, which are read only if need be.
    pub(super) fn place(&self, header: impl FnOnce() -> Result<Vec<u8>>) -> Result<u64> {
        if let Some(known) = self.known_place() {
            return Ok(known);
        }
        let header = header()?;
        if header.len() < LOCAL_HEADER_SIZE || header[..4] != LOCAL_HEADER {
            return Err(Error::data(format!("the zip file has no entry at byte {}, where it says so", self.header)));
        }
        let variable = [26, 28].map(|at| u64::from(u16::from_le_bytes([header[at], header[at + 1]])));
        let start = self.header.checked_add(LOCAL_HEADER_SIZE as u64 + variable[0] + variable[1]);
        let start = start
            .filter(|start| start.checked_add(self.compressed).is_some_and(|end| end <= self.limit))
            .ok_or_else(|| {
                let (size, at) = (self.compressed, self.header);
                Error::data(format!("the {size} bytes of the entry at byte {at} reach past what the zip file has"))
            })?;
        // Every thread finds the same.
        self.data.store(start, Ordering::Relaxed);
        Ok(start)
    }

    /// Bytes of the entry as they lie in the archive.
    fn read(&self, key: &str, packed: Range<u64>) -> Result<Vec<u8>> {
        self.source.read(key, self.data()? + packed.start, packed.end - packed.start)
    }

    fn inflated(&self, key: &str, compressed: &[u8]) -> Result<Vec<u8>> {
        let mut value = Vec::new();
        let size = usize::try_from(self.size).map_err(|_| no_memory(key, self.size))?;
        value.try_reserve_exact(size).map_err(|_| no_memory(key, self.size))?;
        value.resize(size, 0);
        self.inflate(compressed, &mut value)?;
        Ok(value)
    }

    /// Decodes into exactly the declared size.
    fn inflate(&self, compressed: &[u8], value: &mut [u8]) -> Result<()> {
        let damaged = |why: &str| Error::data(format!("the deflated entry of the zip file {why}"));
        let (read, written) = deflate::inflate(compressed, value).map_err(|fault| match fault {
            StreamFault::Corrupt => damaged("is damaged, or ends early"),
            StreamFault::TooLong => damaged("is larger than it says"),
            StreamFault::NoMemory => Error::no_memory("no memory for a decoder of zip entries"),
        })?;
        if written < value.len() {
            return Err(damaged("is smaller than it says"));
        }
        if read < compressed.len() {
            return Err(damaged("ends before its last byte"));
        }
        self.check_crc(value)
    }

    fn check_crc(&self, value: &[u8]) -> Result<()> {
        let computed = crc32(value);
        if computed == self.crc {
            return Ok(());
        }
        let stored = self.crc;
        Err(Error::data(format!("the CRC-32 is {computed:#010x}, but the zip file says {stored:#010x}")))
    }
}
