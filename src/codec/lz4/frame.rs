//! The frame format of LZ4, which one crate of 2021 wrote under the bare name `lz4` in documents of the 2020 shape.
//! They are read, and their chunks written; no new document names it, as every other reader takes the name for a block.

use super::ffi;
use crate::codec::config::Config;
use crate::codec::errors::{no_memory, too_long};
use crate::codec::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct Lz4Frame;

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    // Frames say their block size themselves.
    config.integer_for_encoding("blockSize", 0..=i64::from(i32::MAX), 0)?;
    Ok(Arc::new(Lz4Frame))
}

impl CodecInfo for Lz4Frame {
    fn name(&self) -> &'static str {
        "lz4 frame"
    }

    fn spelling(&self, _: Dialect) -> Option<Result<String>> {
        Some(Err(Error::unsupported("codec \"lz4 frame\" has no name in any format but that of one crate")))
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new())
    }
}

impl BytesToBytes for Lz4Frame {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        ffi::frame_bound(length)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        let start = output.len();
        output.resize(start + bound, 0);
        let length = ffi::FrameCompressor::new()?.frame(input, &mut output[start..])?;
        output.truncate(start + length);
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        decode(input, output)
    }
}

/// The first bytes of every frame.
pub(in crate::codec) const MAGIC: &[u8; 4] = b"\x04\x22\x4d\x18";

/// Decodes consecutive frames, as [`BytesToBytes::decode_into`].
pub(in crate::codec) fn decode(input: &[u8], output: &mut [u8]) -> Result<usize> {
    let mut frames = ffi::FrameDecompressor::new()?;
    let (mut read, mut written) = (0, 0);
    loop {
        let step = frames.step(&input[read..], &mut output[written..])?;
        read += step.read;
        written += step.written;
        if step.ended && read == input.len() {
            return Ok(written);
        }
        if step.read == 0 && step.written == 0 {
            let room = output.len();
            return Err(match read == input.len() {
                true => Error::data("lz4 frame: the data end within a frame"),
                false => too_long("lz4 frame", room),
            });
        }
    }
}
