//! N5's `lz4`: the stream of blocks that lz4-java writes, each with its lengths and a checksum. z5 stores one bare LZ4
//! block under the same name, and the Rust crate `n5` stores LZ4 frames; the magic bytes distinguish the three.

use super::errors::{no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use super::lz4;
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;

const MAGIC: &[u8; 8] = b"LZ4Block";
/// Magic bytes, token, compressed length, length, checksum.
const HEADER: usize = 21;
/// The high half of the token: how the block is stored.
const RAW: u8 = 0x10;
const COMPRESSED: u8 = 0x20;
/// The seed of the checksum, and how much of it is kept.
const SEED: u32 = 0x9747_b28c;
const CHECKSUM_MASK: u32 = 0x0fff_ffff;
/// The lengths of blocks that lz4-java takes.
const SMALLEST: u32 = 64;
const LARGEST: u32 = 1 << 25;

/// The codec. Decoding uses no parameter.
#[derive(Clone, Copy, Debug)]
pub struct N5Lz4 {
    block_size: u32,
}

impl N5Lz4 {
    /// The codec for a document with a member `blockSize`. lz4-java can't make blocks of less than 64 bytes: smaller
    /// numbers are z5's, which mean something else, and say that a block is stored bare.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a length that neither takes.
    pub fn new(block_size: i64) -> Result<Self> {
        match u32::try_from(block_size) {
            Ok(block_size) if block_size <= LARGEST => Ok(Self { block_size }),
            _ => Err(Error::metadata(format!("blockSize must be from 0 to {LARGEST}, not {block_size}"))),
        }
    }

    /// The member `blockSize`.
    pub fn block_size(&self) -> u32 {
        self.block_size
    }

    fn is_bare(&self) -> bool {
        self.block_size < SMALLEST
    }

    /// The low half of the token: the power of two that no block is longer than, from 1024 on.
    fn level(&self) -> u8 {
        (u32::BITS - (self.block_size - 1).leading_zeros()).saturating_sub(10) as u8
    }
}

impl CodecInfo for N5Lz4 {
    fn name(&self) -> &'static str {
        "n5_lz4"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("blockSize", self.block_size))
    }

    /// Blocks of all lengths are decoded alike.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for N5Lz4 {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        let blocks = length / SMALLEST as usize + 2;
        blocks.checked_mul(HEADER)?.checked_add(length)?.checked_add(length / 255)?.checked_add(20)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        if self.is_bare() {
            return lz4::compress(input, output, 1);
        }
        for block in input.chunks(self.block_size as usize) {
            let start = output.len();
            output.extend_from_slice(MAGIC);
            output.extend_from_slice(&[0; HEADER - MAGIC.len()]);
            lz4::compress(block, output, 1)?;
            let mut method = COMPRESSED;
            if output.len() - start - HEADER >= block.len() {
                method = RAW;
                output.truncate(start + HEADER);
                output.extend_from_slice(block);
            }
            let stored = (output.len() - start - HEADER) as u32;
            let header = &mut output[start..start + HEADER];
            header[8] = method | self.level();
            header[9..13].copy_from_slice(&stored.to_le_bytes());
            header[13..17].copy_from_slice(&(block.len() as u32).to_le_bytes());
            header[17..].copy_from_slice(&(xxh32(block) & CHECKSUM_MASK).to_le_bytes());
        }
        // An empty block ends the stream.
        output.extend_from_slice(MAGIC);
        output.push(RAW | self.level());
        output.extend_from_slice(&[0; 12]);
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        // A bare block never begins with these bytes: its first match would refer to data before the start.
        if input.starts_with(lz4::frame::MAGIC) {
            return lz4::frame::decode(input, output);
        }
        if !input.starts_with(MAGIC) {
            return lz4::decompress(input, output).ok_or_else(|| Error::data("lz4: the block is corrupt"));
        }
        let (mut input, mut filled) = (input, 0);
        while !input.is_empty() {
            let Some((header, rest)) = input.split_first_chunk::<HEADER>().filter(|_| input.starts_with(MAGIC)) else {
                return Err(Error::data("lz4: a block has no header"));
            };
            let number = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
            let (stored, length, checksum) = (number(9) as usize, number(13) as usize, number(17));
            if length == 0 {
                return Ok(filled);
            }
            let expected = output.len();
            let target = output
                .get_mut(filled..)
                .and_then(|room| room.get_mut(..length))
                .ok_or_else(|| too_long("lz4", expected))?;
            let data = rest.get(..stored).ok_or_else(|| Error::data("lz4: the last block ends early"))?;
            match header[8] & 0xf0 {
                RAW if stored == length => target.copy_from_slice(data),
                COMPRESSED if lz4::decompress(data, target) == Some(length) => {}
                _ => return Err(Error::data("lz4: a block is corrupt")),
            }
            if xxh32(target) & CHECKSUM_MASK != checksum {
                return Err(Error::data("lz4: the checksum of a block is wrong"));
            }
            filled += length;
            input = &rest[stored..];
        }
        Ok(filled)
    }
}

const PRIMES: [u32; 5] = [0x9e37_79b1, 0x85eb_ca77, 0xc2b2_ae3d, 0x27d4_eb2f, 0x1656_67b1];

/// XXH32 with the seed of lz4-java.
fn xxh32(data: &[u8]) -> u32 {
    let [p1, p2, p3, p4, p5] = PRIMES;
    let word = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let (stripes, rest) = data.split_at(data.len() / 16 * 16);
    let mut hash = if stripes.is_empty() {
        SEED.wrapping_add(p5)
    } else {
        let mut lanes = [SEED.wrapping_add(p1).wrapping_add(p2), SEED.wrapping_add(p2), SEED, SEED.wrapping_sub(p1)];
        for stripe in stripes.chunks_exact(16) {
            for (lane, bytes) in lanes.iter_mut().zip(stripe.chunks_exact(4)) {
                *lane = lane.wrapping_add(word(bytes).wrapping_mul(p2)).rotate_left(13).wrapping_mul(p1);
            }
        }
        let turns = [1, 7, 12, 18];
        lanes.iter().zip(turns).fold(0u32, |hash, (lane, turn)| hash.wrapping_add(lane.rotate_left(turn)))
    };
    hash = hash.wrapping_add(data.len() as u32);
    let (words, bytes) = rest.split_at(rest.len() / 4 * 4);
    for bytes in words.chunks_exact(4) {
        hash = hash.wrapping_add(word(bytes).wrapping_mul(p3)).rotate_left(17).wrapping_mul(p4);
    }
    for byte in bytes {
        hash = hash.wrapping_add(u32::from(*byte).wrapping_mul(p5)).rotate_left(11).wrapping_mul(p1);
    }
    hash = (hash ^ (hash >> 15)).wrapping_mul(p2);
    hash = (hash ^ (hash >> 13)).wrapping_mul(p3);
    hash ^ (hash >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of the reference implementation (python-xxhash) with this seed.
    #[test]
    fn the_checksum_is_xxh32() {
        let all: Vec<u8> = (0..100).collect();
        let values = [(0, 0x8d3b_42d8), (16, 0x9150_7297), (100, 0x6bcb_75c0)];
        for (length, value) in values {
            assert_eq!(xxh32(&all[..length]), value, "{length}");
        }
        assert_eq!([&b"a"[..], b"abcd", b"0123456789abcde"].map(xxh32), [0x12b7_e114, 0x9475_e7f2, 0x3539_2843]);
    }

    #[test]
    fn what_is_encoded_is_decoded_and_damage_is_found() {
        let data: Vec<u8> =
            (0..1000u32).map(|at| (at / 7) as u8).chain((0..300u32).map(|at| (at * at) as u8)).collect();
        for block_size in [6, 64, 100, 1024, 65536] {
            let codec = N5Lz4::new(block_size).unwrap();
            let mut encoded = Vec::new();
            codec.encode(&data, &mut encoded).unwrap();
            assert!(encoded.len() <= codec.encoded_bound(data.len()).unwrap());
            let mut decoded = vec![0; data.len()];
            assert_eq!(codec.decode_into(&encoded, &mut decoded).unwrap(), data.len());
            assert!(decoded == data, "{block_size}");
            assert!(codec.decode_into(&encoded, &mut vec![0; data.len() - 1]).is_err());
            if block_size < 64 {
                continue;
            }
            for at in 0..encoded.len() - HEADER {
                let mut damaged = encoded.clone();
                damaged[at] ^= 0x50;
                // A length of zero ends the stream before its time, which shows where the whole length is known.
                if let Ok(length) = codec.decode_into(&damaged, &mut decoded) {
                    assert!(length < data.len(), "byte {at}, blocks of {block_size}");
                }
            }
        }
        assert!(N5Lz4::new(-1).is_err() && N5Lz4::new(1 << 26).is_err());
    }

    #[test]
    fn the_token_says_how_long_blocks_are() {
        let level = |block_size| N5Lz4::new(block_size).unwrap().level();
        assert_eq!([64, 1024, 1025, 65536, 1 << 25].map(level), [0, 0, 1, 6, 15]);
    }
}
