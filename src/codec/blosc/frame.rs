//! The Blosc 1 frame: 16 bytes of header, the offset of each block, the blocks. Everything in it is checked here, so
//! that decoders only see parts inside the frame.

use super::shuffle::BlockFilter;
use crate::error::{Error, ErrorKind, Result};

/// The bytes of the header.
pub(super) const HEADER: usize = 16;
/// The longest block that C-Blosc takes.
pub(super) const LONGEST_BLOCK: usize = (i32::MAX as usize - 255 * 4) / 3;
/// Data shorter than this, and streams that would be, are not compressed or split.
pub(super) const SHORTEST: usize = 128;
/// Blocks of larger elements are not split.
pub(super) const MOST_STREAMS: usize = 16;
/// The format version of frames, and that of every inner compressor.
pub(super) const VERSIONS: [u8; 2] = [2, 1];

/// Flag: bytes of elements are shuffled.
pub(super) const BYTE_SHUFFLE: u8 = 0x01;
/// Flag: the data follow the header as they are.
pub(super) const STORED: u8 = 0x02;
/// Flag: bits of elements are shuffled.
pub(super) const BIT_SHUFFLE: u8 = 0x04;
/// A flag that no writer sets; it marks later formats.
const RESERVED: u8 = 0x08;
/// Flag: each block is one stream.
pub(super) const NOT_SPLIT: u8 = 0x10;
/// The codes of the inner compressors in the upper three bits of the flags; LZ4HC makes the streams of LZ4.
pub(super) const BLOSCLZ: u8 = 0;
pub(super) const LZ4: u8 = 1;
pub(super) const SNAPPY: u8 = 2;
pub(super) const ZLIB: u8 = 3;
pub(super) const ZSTD: u8 = 4;

/// True if blocks of this size are split, unless the header says that they are not, into a stream for each byte of
/// their elements. A shorter last block never is.
pub(super) fn can_split(type_size: usize, block_size: usize) -> bool {
    type_size <= MOST_STREAMS && block_size / type_size >= SHORTEST
}

/// The streams of a block, as many as there are.
pub(super) type Streams<'a> = [&'a [u8]; MOST_STREAMS];

/// A frame whose header and offsets are known to be sound.
pub(super) struct Frame<'a> {
    /// The whole frame, without trailing bytes.
    pub(super) bytes: &'a [u8],
    /// The length of the decoded data.
    pub(super) length: usize,
    pub(super) stored: bool,
    pub(super) compressor: u8,
    pub(super) filter: BlockFilter,
    pub(super) type_size: usize,
    pub(super) block_size: usize,
    split: bool,
}

impl<'a> Frame<'a> {
    /// Reads the header of a frame that may decode to `limit` bytes at most.
    pub(super) fn parse(input: &'a [u8], limit: usize) -> Result<Self> {
        let header = input.first_chunk::<HEADER>().ok_or_else(|| corrupt("the frame ends in its header"))?;
        let [version, inner_version, flags, type_size, ..] = *header;
        let size_at =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]) as usize;
        let (length, block_size, frame_length) = (size_at(4), size_at(8), size_at(12));
        if version != VERSIONS[0] || flags & RESERVED != 0 {
            return Err(corrupt(format!("a frame of version {version} with flags {flags:#04x} is no Blosc 1 frame")));
        }
        let compressor = flags >> 5;
        if compressor > ZSTD || inner_version != VERSIONS[1] {
            return Err(corrupt(format!("inner compressor {compressor} of version {inner_version} is not known")));
        }
        if length > limit {
            // No inner compressor encodes 128 KiB into less than three bytes: a larger claim proves corruption.
            let lie = length / (128 << 10) > input.len() / 3;
            let kind = if lie { ErrorKind::Data } else { ErrorKind::BufferSize };
            let why = format!("blosc: the frame says it holds {length} bytes where {limit} are expected");
            return Err(Error::new(kind, why));
        }
        // More bytes than the frame says are not touched: some writers pad their values.
        let bytes = input.get(..frame_length).filter(|bytes| bytes.len() >= HEADER).ok_or_else(|| {
            corrupt(format!("the frame says it is {frame_length} bytes long, but there are {}", input.len()))
        })?;
        if type_size == 0 {
            return Err(corrupt("the type size is 0"));
        }
        let frame = Self {
            bytes,
            length,
            stored: flags & STORED != 0 || length == 0,
            compressor,
            filter: match flags {
                _ if flags & BYTE_SHUFFLE != 0 => BlockFilter::Bytes,
                _ if flags & BIT_SHUFFLE != 0 => BlockFilter::Bits,
                _ => BlockFilter::None,
            },
            type_size: type_size.into(),
            block_size,
            split: flags & NOT_SPLIT == 0,
        };
        frame.check()?;
        Ok(frame)
    }

    fn check(&self) -> Result<()> {
        if self.stored {
            return match self.bytes.len() - HEADER {
                data if data == self.length => Ok(()),
                data => Err(corrupt(format!("{data} bytes are stored where the header says {}", self.length))),
            };
        }
        if self.block_size == 0 || self.block_size > self.length.min(LONGEST_BLOCK) {
            return Err(corrupt(format!("blocks of {} bytes in {} bytes of data", self.block_size, self.length)));
        }
        if self.streams(self.block_size) > 1 && !self.block_size.is_multiple_of(self.type_size) {
            return Err(corrupt(format!("blocks of {} bytes with elements of {}", self.block_size, self.type_size)));
        }
        let table = self.block_count().checked_mul(4).and_then(|size| size.checked_add(HEADER));
        let first = table.filter(|first| *first <= self.bytes.len()).ok_or_else(|| {
            corrupt(format!("the offsets of {} blocks do not fit into the frame", self.block_count()))
        })?;
        for block in 0..self.block_count() {
            let start = self.read_u32(HEADER + 4 * block)?;
            if start < first || start > self.bytes.len() - 4 {
                return Err(corrupt(format!("block {block} begins at byte {start}, outside of the frame")));
            }
        }
        Ok(())
    }

    pub(super) fn block_count(&self) -> usize {
        self.length.div_ceil(self.block_size)
    }

    /// The number of streams in a block of `length` bytes.
    pub(super) fn streams(&self, length: usize) -> usize {
        let split = self.split && length == self.block_size && can_split(self.type_size, self.block_size);
        if split { self.type_size } else { 1 }
    }

    /// Puts the compressed streams of a block that decodes to `length` bytes into `streams`.
    pub(super) fn block_streams<'s>(
        &self,
        block: usize,
        length: usize,
        streams: &'s mut Streams<'a>,
    ) -> Result<&'s [&'a [u8]]> {
        let mut at = self.read_u32(HEADER + 4 * block)?;
        let streams = &mut streams[..self.streams(length)];
        for found in &mut *streams {
            let size = self.read_u32(at)?;
            let stream = self.bytes[at + 4..].get(..size);
            *found = stream.ok_or_else(|| corrupt(format!("block {block} reaches beyond the end of the frame")))?;
            at += 4 + size;
        }
        Ok(streams)
    }

    fn read_u32(&self, at: usize) -> Result<usize> {
        let bytes = self.bytes.get(at..).and_then(|rest| rest.first_chunk::<4>());
        Ok(u32::from_le_bytes(*bytes.ok_or_else(|| corrupt("the frame ends early"))?) as usize)
    }
}

pub(super) fn corrupt(why: impl std::fmt::Display) -> Error {
    Error::data(format!("blosc: {why}"))
}
