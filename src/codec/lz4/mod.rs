//! `lz4` as numcodecs has it (v2, `numcodecs.lz4`): the length of the data in four bytes, then one LZ4 block.

mod ffi;
pub(super) mod frame;

pub(super) use ffi::{Lz4Effort, compress, compress_into, decompress};

use super::config::Config;
use super::errors::no_memory;
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, ErrorKind, Result};
use crate::json::Object;
use std::sync::Arc;

/// The longest data that a block can hold (`LZ4_MAX_INPUT_SIZE`).
const LONGEST: usize = 0x7e00_0000;

/// The codec. Decoding uses no parameter.
#[derive(Clone, Copy, Debug)]
struct Lz4 {
    acceleration: i32,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let acceleration = config.integer_for_encoding("acceleration", i32::MIN.into()..=i32::MAX.into(), 1)? as i32;
    Ok(Arc::new(Lz4 { acceleration }))
}

/// The codec with its defaults.
pub(super) fn plain() -> Arc<dyn BytesToBytes> {
    Arc::new(Lz4 { acceleration: 1 })
}

impl CodecInfo for Lz4 {
    fn name(&self) -> &'static str {
        "lz4"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("acceleration", self.acceleration))
    }

    /// Blocks of all accelerations are decoded alike.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Lz4 {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        length.checked_add(length / 255)?.checked_add(20)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        if input.len() > LONGEST {
            let length = input.len();
            return Err(Error::unsupported(format!("lz4: {length} bytes are more than a block holds ({LONGEST})")));
        }
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        output.extend_from_slice(&(input.len() as u32).to_le_bytes());
        ffi::compress(input, output, self.acceleration)
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (length, block) =
            input.split_first_chunk::<4>().ok_or_else(|| Error::data("lz4: the data end within their length"))?;
        let claimed = i32::from_le_bytes(*length);
        let length =
            usize::try_from(claimed).map_err(|_| Error::data(format!("lz4: the length {claimed} is negative")))?;
        let expected = output.len();
        let target = output.get_mut(..length).ok_or_else(|| {
            // One byte of a block stands for at most 255 decoded bytes: a larger claim proves corruption.
            let lie = length / 255 > block.len();
            let kind = if lie { ErrorKind::Data } else { ErrorKind::BufferSize };
            let why = format!("lz4: the data are {length} bytes long, but at most {expected} are expected");
            Error::new(kind, why)
        })?;
        match ffi::decompress(block, target) {
            Some(written) if written == length => Ok(length),
            Some(written) => {
                Err(Error::data(format!("lz4: the block holds {written} bytes, but the length {length} is stored")))
            }
            None => Err(Error::data("lz4: the block is corrupt")),
        }
    }
}
