//! Runs the codecs of a chain through scratch buffers; the last buffer is the caller's own.

use super::Chain;
use crate::codec::errors::{corrupt, no_memory};
use crate::codec::kinds::PartialDecoder;
use crate::codec::parallel::{Alone, Parallel, Resources, is_shared, over_spans, parts_in_task};
use crate::codec::scratch::Scratch;
use crate::error::{Error, Result};

/// The elements of a chunk that is to be encoded.
#[derive(Debug)]
pub enum ChunkElements<'a> {
    /// A buffer of the library, which may change on the way.
    Own(&'a mut [u8]),
    /// The memory of a caller, which is not changed: for chains that [`Chain::keeps_elements`] accepts.
    Given(&'a [u8]),
}

impl<'a> ChunkElements<'a> {
    /// The elements.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Own(own) => own,
            Self::Given(given) => given,
        }
    }

    fn into_bytes(self) -> &'a [u8] {
        match self {
            Self::Own(own) => own,
            Self::Given(given) => given,
        }
    }
}

impl Chain {
    /// Brings elements that were read by their place to their form in memory: byte order, booleans.
    pub fn finish(&self, elements: &mut [u8]) {
        self.swap.apply(elements);
        self.repair.apply(elements);
    }

    /// [`Chain::finish`] by as many threads as take part.
    fn finish_parallel(&self, elements: &mut [u8], parallel: &dyn Parallel) -> Result<()> {
        if (self.swap.is_none() && self.repair.is_none()) || !is_shared(parallel, elements.len()) {
            self.finish(elements);
            return Ok(());
        }
        // Ranges of whole elements.
        let size = self.repair.size().max(1);
        let span = size.saturating_mul(parts_in_task(parallel, size));
        over_spans(parallel, elements, span, |_, elements| {
            self.finish(elements);
            Ok(())
        })
    }

    /// The number of parts of a chunk of `size` bytes that several threads can encode or decode.
    pub fn part_count(&self, size: usize) -> usize {
        let length = self.filters.encoded_length(size).unwrap_or(size);
        self.bytes_to_bytes.first().map_or(1, |codec| length.div_ceil(codec.part_size(length).max(1)).max(1))
    }

    /// The decoded elements as a part of `encoded`, if no codec changes them (checksums are checked).
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for a wrong checksum or length.
    pub fn view<'a>(&self, encoded: &'a [u8], size: usize) -> Result<Option<&'a [u8]>> {
        let taken_apart = self.unknown.is_some() || self.sharding().is_some() || !self.filters.is_empty();
        if !self.swap.is_none() || !self.repair.is_none() || taken_apart {
            return Ok(None);
        }
        let mut data = encoded;
        for codec in self.bytes_to_bytes.iter().rev() {
            match codec.decode_in_place(data) {
                Some(inner) => data = inner?,
                None => return Ok(None),
            }
        }
        check_length(data.len(), size)?;
        Ok(Some(data))
    }

    /// The parts that a chunk of `size` bytes decodes in one by one (checksums around them are checked); None: it
    /// decodes as a whole. Elements of them are what memory holds after [`Chain::finish`].
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for what is seen to be corrupt without decoding.
    pub fn parts<'a>(&self, encoded: &'a [u8], size: usize) -> Result<Option<Box<dyn PartialDecoder + 'a>>> {
        let taken_apart = self.unknown.is_some() || self.sharding().is_some() || !self.filters.is_empty();
        let Some((first, around)) = self.bytes_to_bytes.split_first().filter(|_| !taken_apart) else { return Ok(None) };
        let mut data = encoded;
        for codec in around.iter().rev() {
            match codec.decode_in_place(data) {
                Some(inner) => data = inner?,
                None => return Ok(None),
            }
        }
        let Some(parts) = first.parts(data, size).map_err(corrupt)? else { return Ok(None) };
        check_length(parts.length(), size)?;
        Ok(Some(parts))
    }

    /// Decodes a chunk into `output`, which is exactly as long as its elements: C order of the stored axes, native
    /// byte order.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for anything corrupt, [`crate::ErrorKind::Unsupported`] for an unknown codec.
    pub fn decode(&self, encoded: &[u8], output: &mut [u8], scratch: &mut Scratch) -> Result<()> {
        self.decode_parallel(encoded, output, Resources { parallel: &Alone, scratch })
    }

    /// [`Chain::decode`] by as many threads as take part.
    ///
    /// # Errors
    /// As [`Chain::decode`].
    pub fn decode_parallel(&self, encoded: &[u8], output: &mut [u8], resources: Resources<'_>) -> Result<()> {
        self.refuse()?;
        if self.filters.is_empty() {
            return self.decode_stored(encoded, output, resources);
        }
        let Resources { parallel, scratch } = resources;
        let length = self.filters.encoded_length(output.len()).ok_or_else(|| no_memory(usize::MAX))?;
        let mut stored = scratch.take(length)?;
        stored.truncate(length);
        self.decode_stored(encoded, &mut stored, Resources { parallel, scratch })?;
        self.filters.decode(&stored, output, scratch)?;
        scratch.give(stored);
        Ok(())
    }

    /// Decodes down to the elements that `bytes` was given.
    fn decode_stored(&self, encoded: &[u8], output: &mut [u8], resources: Resources<'_>) -> Result<()> {
        let Resources { parallel, scratch } = resources;
        let lengths = self.lengths(output.len())?;
        let mut stage = Stage { outside: encoded, owned: None, range: 0..encoded.len() };
        let mut decoded = false;
        for (at, codec) in self.bytes_to_bytes.iter().enumerate().rev() {
            if let Some(inner) = codec.decode_in_place(stage.data()) {
                let inner = inner?;
                let start = inner.as_ptr().addr() - stage.data().as_ptr().addr();
                let length = inner.len();
                stage.narrow(start, length);
            } else if at == 0 {
                let length = codec.decode_parallel(stage.data(), output, parallel).map_err(corrupt)?;
                check_length(length, output.len())?;
                decoded = true;
            } else {
                let mut buffer = scratch.take(lengths[at].max())?;
                let length = codec.decode_into(stage.data(), &mut buffer[..lengths[at].max()]).map_err(corrupt)?;
                if let Length::Exact(expected) = lengths[at] {
                    check_length(length, expected)?;
                }
                if let Some(old) = stage.owned.replace(buffer) {
                    scratch.give(old);
                }
                stage.range = 0..length;
            }
        }
        if !decoded {
            check_length(stage.data().len(), output.len())?;
            output.copy_from_slice(stage.data());
        }
        if let Some(buffer) = stage.owned {
            scratch.give(buffer);
        }
        self.finish_parallel(output, parallel)
    }

    /// Encodes a chunk: `elements` in C order of the stored axes, native byte order. They may be changed on the way,
    /// and are the result themselves where no codec follows; else that is put into `output`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for an unknown codec, or what a codec can't take.
    pub fn encode<'a>(
        &self,
        elements: &'a mut [u8],
        output: &'a mut Vec<u8>,
        scratch: &mut Scratch,
    ) -> Result<&'a [u8]> {
        self.encode_inside(ChunkElements::Own(elements), None, output, Resources { parallel: &Alone, scratch })
    }

    /// Encodes a chunk; only `inside` elements along each axis, from the chunk's origin on, are inside the array; None:
    /// all. A chain that does not cut its chunks ([`Chain::cuts`]) stores all of them.
    ///
    /// # Errors
    /// As [`Chain::encode`].
    pub fn encode_inside<'a>(
        &self,
        elements: ChunkElements<'a>,
        inside: Option<&[u64]>,
        output: &'a mut Vec<u8>,
        resources: Resources<'_>,
    ) -> Result<&'a [u8]> {
        let Resources { parallel, scratch } = resources;
        self.refuse()?;
        let mut current = self.filters.encode(elements.bytes(), scratch)?;
        let elements = match (elements, &mut current) {
            (ChunkElements::Own(own), None) => {
                self.swap.apply(own);
                &*own
            }
            (elements, current) => {
                if let Some(filtered) = current {
                    self.swap.apply(filtered);
                }
                elements.into_bytes()
            }
        };
        let mut rest = self.bytes_to_bytes.as_slice();
        if let (Some(block), Some(inside), Some((_, behind))) = (self.block(), inside, rest.split_first()) {
            let mut next = scratch.take(0)?;
            next.clear();
            let part = self.part_of_block(inside);
            block.encode_part(current.as_deref().unwrap_or(elements), &part, &mut next)?;
            if let Some(old) = current.replace(next) {
                scratch.give(old);
            }
            rest = behind;
        }
        let Some((last, before)) = rest.split_last() else {
            let Some(filtered) = current else { return Ok(elements) };
            scratch.give(std::mem::replace(output, filtered));
            return Ok(output);
        };
        for codec in before {
            let mut next = scratch.take(0)?;
            next.clear();
            codec.encode_parallel(current.as_deref().unwrap_or(elements), &mut next, parallel)?;
            if let Some(old) = current.replace(next) {
                scratch.give(old);
            }
        }
        output.clear();
        last.encode_parallel(current.as_deref().unwrap_or(elements), output, parallel)?;
        if let Some(old) = current {
            scratch.give(old);
        }
        Ok(output)
    }

    /// True if encoding leaves the elements as they are.
    pub fn keeps_elements(&self) -> bool {
        self.swap.is_none()
    }

    /// Lengths along the axes of the array as a block of N5 lists its own: the last of the stored axes first.
    fn part_of_block(&self, lengths: &[u64]) -> Vec<u64> {
        match &self.axes {
            Some(axes) => axes.iter().rev().map(|axis| lengths[*axis]).collect(),
            None => lengths.iter().rev().copied().collect(),
        }
    }

    /// Shards are taken apart by the engine, which decodes their inner chunks by the chain of those.
    fn refuse(&self) -> Result<()> {
        if self.sharding().is_some() || self.values().is_some() {
            return Err(Error::internal("these bytes do not decode to elements of one size"));
        }
        self.unknown.as_ref().map_or(Ok(()), |unknown| Err(unknown.error()))
    }

    /// The length, or the bound, of the bytes in front of each bytes→bytes codec.
    fn lengths(&self, size: usize) -> Result<Vec<Length>> {
        let mut length = Length::Exact(size);
        let mut lengths = Vec::with_capacity(self.bytes_to_bytes.len());
        for codec in &self.bytes_to_bytes {
            lengths.push(length);
            let bound = codec.encoded_bound(length.max()).ok_or_else(|| no_memory(size))?;
            length = match length {
                Length::Exact(_) if codec.fixed_size() => Length::Exact(bound),
                _ => Length::AtMost(bound),
            };
        }
        Ok(lengths)
    }
}

/// The length of decoded bytes, as far as it is known before decoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    /// Exactly this length; any other is corrupt.
    Exact(usize),
    /// At most this length.
    AtMost(usize),
}

impl Length {
    /// The most bytes that it can be.
    fn max(self) -> usize {
        match self {
            Self::Exact(length) | Self::AtMost(length) => length,
        }
    }
}

/// The bytes between two codecs: a part of what came from the store, or of a scratch buffer.
struct Stage<'a> {
    outside: &'a [u8],
    owned: Option<Vec<u8>>,
    range: std::ops::Range<usize>,
}

impl Stage<'_> {
    fn data(&self) -> &[u8] {
        &self.owned.as_deref().unwrap_or(self.outside)[self.range.clone()]
    }

    fn narrow(&mut self, start: usize, length: usize) {
        let start = self.range.start + start;
        self.range = start..start + length;
    }
}

fn check_length(decoded: usize, expected: usize) -> Result<()> {
    if decoded == expected {
        return Ok(());
    }
    Err(Error::data(format!("the chunk decodes to {decoded} bytes where {expected} are expected")))
}
