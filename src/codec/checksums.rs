//! Checksums, four bytes before or after the data: `crc32c` (v2, final v3 core), `crc32`, `adler32`, `fletcher32` and
//! `jenkins_lookup3` (v2, `numcodecs.*`).

use super::config::Config;
use super::errors::{front, no_memory};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object};
use std::sync::Arc;

/// How the four bytes are computed.
#[derive(Clone, Debug)]
pub(super) enum Sum {
    Crc32c,
    Crc32,
    Adler32,
    Fletcher32,
    Lookup3 { initial: u32, prefix: Option<String> },
}

/// All of these codecs.
#[derive(Clone, Debug)]
struct Checksum {
    sum: Sum,
    /// True if the checksum comes before the data.
    at_start: bool,
}

pub(super) fn parse_placed(config: &mut Config, sum: Sum) -> Result<Arc<dyn BytesToBytes>> {
    let at_start = config.at_start()?.unwrap_or(true);
    Ok(Arc::new(Checksum { sum, at_start }))
}

pub(super) fn parse_crc32c(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let at_start = match config.dialect {
        Dialect::V2 => config.at_start()?.unwrap_or(false),
        _ if config.get("location").is_some() => {
            return Err(config.error("unknown member \"location\" in its configuration"));
        }
        _ => false,
    };
    Ok(Arc::new(Checksum { sum: Sum::Crc32c, at_start }))
}

/// `crc32c` with its defaults.
pub(super) fn plain_crc32c() -> Arc<dyn BytesToBytes> {
    Arc::new(Checksum { sum: Sum::Crc32c, at_start: false })
}

/// `fletcher32`, which has no configuration.
pub(super) fn plain_fletcher32() -> Arc<dyn BytesToBytes> {
    Arc::new(Checksum { sum: Sum::Fletcher32, at_start: false })
}

pub(super) fn parse_lookup3(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let initial = config.integer("initval", 0..=u32::MAX.into(), 0)? as u32;
    let prefix = match config.take_set("prefix") {
        None => None,
        Some(prefix) => {
            let text = prefix.as_str().map(str::to_owned);
            let wrong = || config.error(format!("prefix must be null or a string, not {}", prefix.brief()));
            Some(text.ok_or_else(wrong)?)
        }
    };
    Ok(Arc::new(Checksum { sum: Sum::Lookup3 { initial, prefix }, at_start: false }))
}

impl CodecInfo for Checksum {
    fn name(&self) -> &'static str {
        match self.sum {
            Sum::Crc32c => "crc32c",
            Sum::Crc32 => "crc32",
            Sum::Adler32 => "adler32",
            Sum::Fletcher32 => "fletcher32",
            Sum::Lookup3 { .. } => "jenkins_lookup3",
        }
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        Ok(match &self.sum {
            Sum::Crc32c => match (dialect, self.at_start) {
                (Dialect::V2, true) => Object::new().with("location", "start"),
                (Dialect::V2 | Dialect::V3 | Dialect::Draft2022, false) => Object::new(),
                (_, true) => {
                    return Err(Error::unsupported(
                        "codec \"crc32c\" with its checksum at the start is known to v2 only",
                    ));
                }
                _ => return Err(Error::unsupported("codec \"crc32c\" is not known to this format")),
            },
            // Readers from before the member take `start`.
            Sum::Crc32 | Sum::Adler32 if self.at_start => Object::new(),
            Sum::Crc32 | Sum::Adler32 => Object::new().with("location", "end"),
            Sum::Fletcher32 => Object::new(),
            Sum::Lookup3 { initial, prefix } => {
                let prefix = prefix.as_deref().map_or(Json::Null, Json::from);
                Object::new().with("initval", u64::from(*initial)).with("prefix", prefix)
            }
        })
    }
}

impl BytesToBytes for Checksum {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        length.checked_add(4)
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let size = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        let checksum = self.compute(input).to_le_bytes();
        if self.at_start {
            output.extend_from_slice(&checksum);
            output.extend_from_slice(input);
        } else {
            output.extend_from_slice(input);
            output.extend_from_slice(&checksum);
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let data = self.check(input)?;
        let target = front(self.name(), output, data.len())?;
        target.copy_from_slice(data);
        Ok(data.len())
    }

    fn decode_in_place<'a>(&self, input: &'a [u8]) -> Option<Result<&'a [u8]>> {
        Some(self.check(input))
    }
}

impl Checksum {
    fn check<'a>(&self, input: &'a [u8]) -> Result<&'a [u8]> {
        let name = self.name();
        let split = if self.at_start {
            input.split_first_chunk::<4>()
        } else {
            input.split_last_chunk::<4>().map(|(data, sum)| (sum, data))
        };
        let (stored, data) =
            split.ok_or_else(|| Error::data(format!("{name}: {} bytes are too few for a checksum", input.len())))?;
        let (stored, computed) = (u32::from_le_bytes(*stored), self.compute(data));
        if stored != computed {
            return Err(Error::data(format!("{name}: the checksum is {computed:#010x}, but {stored:#010x} is stored")));
        }
        Ok(data)
    }

    fn compute(&self, data: &[u8]) -> u32 {
        match &self.sum {
            Sum::Crc32c => crc32c::crc32c(data),
            Sum::Crc32 => crate::deflate::crc32(data),
            Sum::Adler32 => crate::deflate::adler32(data),
            Sum::Fletcher32 => fletcher32(data),
            Sum::Lookup3 { initial, prefix: None } => lookup3(data, *initial),
            Sum::Lookup3 { initial, prefix: Some(prefix) } => lookup3(&[prefix.as_bytes(), data].concat(), *initial),
        }
    }
}

/// Fletcher's checksum as HDF5 has it: of big-endian words of 16 bits, an odd last byte being the high one.
fn fletcher32(data: &[u8]) -> u32 {
    let fold = |sum: u32| (sum & 0xffff) + (sum >> 16);
    let (mut low, mut high) = (0_u32, 0_u32);
    let (words, rest) = data.as_chunks::<2>();
    // As many words as can be summed up before 32 bits overflow.
    for part in words.chunks(360) {
        for word in part {
            low += u32::from(u16::from_be_bytes(*word));
            high += low;
        }
        (low, high) = (fold(low), fold(high));
    }
    if let [byte] = rest {
        low += u32::from(*byte) << 8;
        high += low;
        (low, high) = (fold(low), fold(high));
    }
    fold(high) << 16 | fold(low)
}

/// Bob Jenkins's hash of bytes, `hashlittle` of lookup3.
fn lookup3(data: &[u8], initial: u32) -> u32 {
    let start = 0xdead_beef_u32.wrapping_add(data.len() as u32).wrapping_add(initial);
    let mut state = [start; 3];
    let word =
        |block: &[u8; 12], at: usize| u32::from_le_bytes([block[at], block[at + 1], block[at + 2], block[at + 3]]);
    let add = |state: &mut [u32; 3], block: &[u8; 12]| {
        for (index, value) in state.iter_mut().enumerate() {
            *value = value.wrapping_add(word(block, 4 * index));
        }
    };
    // The last block, also a full one, goes through the final mixing. Empty data has no block: the start is the result.
    let Some(last) = data.len().checked_sub(1).map(|last| last / 12 * 12) else { return start };
    for block in data[..last].as_chunks::<12>().0 {
        add(&mut state, block);
        let [mut a, mut b, mut c] = state;
        for (rotation, step) in [4, 6, 8, 16, 19, 4].into_iter().zip(0..) {
            let (x, y, z) = match step % 3 {
                0 => (&mut a, &mut c, &mut b),
                1 => (&mut b, &mut a, &mut c),
                _ => (&mut c, &mut b, &mut a),
            };
            *x = x.wrapping_sub(*y) ^ y.rotate_left(rotation);
            *y = y.wrapping_add(*z);
        }
        state = [a, b, c];
    }
    let mut block = [0; 12];
    block[..data.len() - last].copy_from_slice(&data[last..]);
    add(&mut state, &block);
    let [mut a, mut b, mut c] = state;
    for (rotation, step) in [14, 11, 25, 16, 4, 14, 24].into_iter().zip(0..) {
        let (x, y) = match step % 3 {
            0 => (&mut c, b),
            1 => (&mut a, c),
            _ => (&mut b, a),
        };
        *x = (*x ^ y).wrapping_sub(y.rotate_left(rotation));
    }
    c
}
