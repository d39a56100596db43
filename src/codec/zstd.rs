//! `zstd`: frames of RFC 8878 (v2, final v3 by its extension).
//!
//! Whole frames are decoded straight into the output, which serves as the window too: nothing is allocated for what a
//! header claims.

use super::config::Config;
use super::errors::{corrupt as wrong_data, no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use crate::sync::thread_cache;
use std::cell::Cell;
use std::io::Cursor;
use std::sync::Arc;
use zstd_safe::{CCtx, CParameter, DCtx, ErrorCode};

/// The codec.
#[derive(Clone, Copy, Debug)]
struct Zstd {
    level: i32,
    checksum: bool,
}

/// Encoders of high levels take hundreds of megabytes; larger ones than this are not kept.
const LARGEST_KEPT: usize = 16 << 20;

thread_local! {
    static ENCODER: Cell<Option<CCtx<'static>>> = const { Cell::new(None) };
    static DECODER: Cell<Option<DCtx<'static>>> = const { Cell::new(None) };
}

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    if config.get("level").is_none() && config.dialect == Dialect::V3 {
        config.warnings.add("codec \"zstd\": level is missing in its configuration; taken as 0".to_owned());
    }
    let level = config.integer_for_encoding("level", -131_072..=22, 0)? as i32;
    let checksum = config.boolean_for_encoding("checksum", false)?;
    Ok(Arc::new(Zstd { level, checksum }))
}

impl CodecInfo for Zstd {
    fn name(&self) -> &'static str {
        "zstd"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        let configuration = Object::new().with("level", self.level);
        // v2's readers did not know `checksum` from the start; some of v3 demand it.
        Ok(match (dialect, self.checksum) {
            (Dialect::V3, _) | (_, true) => configuration.with("checksum", self.checksum),
            (_, false) => configuration,
        })
    }

    /// A frame says how it was made.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Zstd {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // Longer ones make the library answer with an error code; memory ends before.
        (length <= isize::MAX as usize / 2).then(|| zstd_safe::compress_bound(length))
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        thread_cache::with(&ENCODER, |kept| {
            let mut encoder = match kept.take() {
                Some(encoder) => encoder,
                None => CCtx::try_create().ok_or_else(|| Error::no_memory("zstd: no memory for an encoder"))?,
            };
            let end = output.len() as u64;
            let mut target = Cursor::new(output);
            target.set_position(end);
            encoder
                .set_parameter(CParameter::CompressionLevel(self.level))
                .and_then(|_| encoder.set_parameter(CParameter::ChecksumFlag(self.checksum)))
                .and_then(|_| encoder.compress2(&mut target, input))
                .map_err(|code| match code {
                    NO_MEMORY => Error::no_memory("zstd: no memory for an encoder"),
                    code => Error::internal(format!("zstd: {}", zstd_safe::get_error_name(code))),
                })?;
            if encoder.sizeof() <= LARGEST_KEPT {
                *kept = Some(encoder);
            }
            Ok(())
        })
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        with_decoder(|decoder| decode_frames(decoder, input, output))
    }
}

/// Appends a frame without a checksum.
pub(super) fn encode(level: i32, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
    Zstd { level, checksum: false }.encode(input, output)
}

/// Decodes a stream inside of another format into the front of `output`, as [`BytesToBytes::decode_into`]. Such streams
/// may be from before RFC 8878, which the library's old decoders read.
pub(super) fn decode(input: &[u8], output: &mut [u8]) -> Result<usize> {
    let old = input.first_chunk::<4>().is_some_and(|magic| OLD_MAGICS.contains(&u32::from_le_bytes(*magic)));
    with_decoder(|decoder| match old {
        true => decoder.decompress(output, input).map_err(|code| too_long_or_corrupt(code, output.len())),
        false => decode_frames(decoder, input, output),
    })
}

/// Formats 0.2 to 0.7 of the library.
const OLD_MAGICS: std::ops::RangeInclusive<u32> = 0xfd2f_b522..=0xfd2f_b527;

/// Runs `work` with the decoder of the thread.
fn with_decoder<T>(work: impl FnOnce(&mut DCtx) -> Result<T>) -> Result<T> {
    thread_cache::with(&DECODER, |kept| {
        if kept.is_none() {
            *kept = Some(DCtx::try_create().ok_or_else(|| Error::no_memory("zstd: no memory for a decoder"))?);
        }
        let Some(decoder) = kept else { return Err(Error::internal("zstd: no decoder")) };
        work(decoder)
    })
}

/// Decodes consecutive frames. They are split here, so that the library's legacy decoders never see a frame of the
/// formats before RFC 8878.
fn decode_frames(decoder: &mut DCtx, mut input: &[u8], output: &mut [u8]) -> Result<usize> {
    let mut filled = 0;
    loop {
        let magic = input.first_chunk::<4>().ok_or_else(|| Error::data("zstd: the data end early"))?;
        let magic = u32::from_le_bytes(*magic);
        let skippable = magic & 0xffff_fff0 == 0x184d_2a50;
        if magic != 0xfd2f_b528 && !skippable {
            return Err(Error::data(format!("zstd: the magic number {magic:#010x} is not that of a frame")));
        }
        let length = zstd_safe::find_frame_compressed_size(input).map_err(corrupt)?;
        let frame = input.get(..length).ok_or_else(|| Error::data("zstd: the data end early"))?;
        if !skippable {
            let (expected, room) = (output.len(), &mut output[filled..]);
            let claimed = zstd_safe::get_frame_content_size(frame).unwrap_or(None).unwrap_or(0);
            if claimed > room.len() as u64 {
                // A block of at least three bytes decodes to at most 128 KiB: a larger claim proves corruption.
                let lie = claimed / (128 << 10) > frame.len() as u64 / 3;
                let error = too_long("zstd", expected);
                return Err(if lie { wrong_data(error) } else { error });
            }
            filled += decoder.decompress(room, frame).map_err(|code| too_long_or_corrupt(code, expected))?;
        }
        input = &input[length..];
        if input.is_empty() {
            return Ok(filled);
        }
    }
}

/// ZSTD_error_dstSize_tooSmall as a return code.
const DESTINATION_TOO_SMALL: ErrorCode = 0usize.wrapping_sub(70);

/// ZSTD_error_memory_allocation as a return code.
const NO_MEMORY: ErrorCode = 0usize.wrapping_sub(64);

fn too_long_or_corrupt(code: ErrorCode, expected: usize) -> Error {
    if code == DESTINATION_TOO_SMALL { too_long("zstd", expected) } else { corrupt(code) }
}

fn corrupt(code: ErrorCode) -> Error {
    if code == NO_MEMORY {
        return Error::no_memory("zstd: no memory for a decoder");
    }
    Error::data(format!("zstd: the frame is corrupt, or ends early ({})", zstd_safe::get_error_name(code)))
}
