//! `lzma`: liblzma's containers XZ and LZMA, and its raw streams (v1, v2, `numcodecs.lzma`, N5's `xz`).

mod filters;

use super::config::Config;
use super::errors::{no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::{Json, Object, Value};
use filters::LzmaFilter;
use liblzma::stream::{Action, Check, Error as Failure, LzmaOptions, Status, Stream};
use std::sync::Arc;

/// The most memory that a decoder may ask for. What a stream claims to need comes first, so it decides how much; the
/// strongest preset needs 65 MiB.
const MEMORY: u64 = 1 << 30;

/// The preset of liblzma where none is named.
const DEFAULT_PRESET: u32 = 6;

/// The container of the data, by numcodecs' numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Container {
    /// Any of the next two; for decoding only.
    Auto = 0,
    Xz = 1,
    Alone = 2,
    Raw = 3,
}

/// The codec.
#[derive(Clone, Debug)]
struct Lzma {
    container: Container,
    /// -1: the default of the container.
    check: i8,
    /// The preset; [`DEFAULT_PRESET`] where it is None.
    preset: Option<u32>,
    filters: Option<Vec<LzmaFilter>>,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let container = match config.integer("format", 0..=3, 1)? {
        0 => Container::Auto,
        1 => Container::Xz,
        2 => Container::Alone,
        _ => Container::Raw,
    };
    let accept = |check: Value| check.as_i64().filter(|check| matches!(check, -1 | 0 | 1 | 4 | 10));
    let check = config.for_encoding("check", "-1, 0, 1, 4 or 10", accept, |_| -1)?.unwrap_or(-1) as i8;
    if container != Container::Xz && check > 0 {
        let name = config.name;
        config.tolerate(format!("codec {name:?}: only the format 1 (XZ) has a checksum"))?;
    }
    let mut preset = match config.take_set("preset").map(|preset| filters::preset(&preset.to_json())) {
        None => None,
        Some(Ok(preset)) => Some(preset),
        Some(Err(why)) => Some(config.instead(config.error(why), DEFAULT_PRESET)?),
    };
    let mut filters = match config.take_set("filters").map(|filters| filters::parse(&filters.to_json())) {
        None => None,
        Some(Ok(filters)) => Some(filters),
        // Only raw streams don't say themselves how they were made.
        Some(Err(why)) if container == Container::Raw => return Err(config.error(why)),
        Some(Err(why)) => config.instead(config.error(why), "the usual filters").map(|_| None)?,
    };
    match (container, &filters) {
        (Container::Raw, None) => return Err(config.error("format 3 (raw) needs filters")),
        (Container::Alone, Some(list)) if !matches!(list.as_slice(), [LzmaFilter::Lzma1(_)]) => {
            let error = config.error("format 2 (LZMA alone) takes nothing but one LZMA1 filter");
            config.instead(error, "the usual filter")?;
            filters = None;
        }
        _ => {}
    }
    if filters.is_some() && preset.is_some() {
        config.instead(config.error("preset and filters exclude each other"), "the filters")?;
        preset = None;
    }
    let codec = Lzma { container, check, preset, filters };
    // Options that liblzma does not take show before data are lost; decoding needs them for raw streams only.
    if container == Container::Raw {
        codec.decoder().map_err(|failure| config.error(format!("these filters are not possible ({failure})")))?;
    }
    Ok(Arc::new(codec))
}

impl CodecInfo for Lzma {
    fn name(&self) -> &'static str {
        "lzma"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        let filters = match &self.filters {
            None => Json::Null,
            Some(filters) => Json::Array(filters.iter().map(|filter| filter.spell().into()).collect()),
        };
        Ok(Object::new()
            .with("format", self.container as u64)
            .with("check", i64::from(self.check))
            .with("preset", self.preset.map_or(Json::Null, Json::from))
            .with("filters", filters))
    }

    /// Only raw streams don't say themselves how they were made.
    fn decoding(&self) -> Object {
        let filters = self.filters.as_ref().filter(|_| self.container == Container::Raw);
        let filters = filters.into_iter().flatten().map(|filter| filter.spell().into()).collect();
        Object::new().with("format", self.container as u64).with("filters", Json::Array(filters))
    }
}

impl Lzma {
    fn encoder(&self) -> std::result::Result<Stream, Failure> {
        let preset = self.preset.unwrap_or(DEFAULT_PRESET);
        let check = match self.check {
            0 => Check::None,
            1 => Check::Crc32,
            10 => Check::Sha256,
            _ => Check::Crc64,
        };
        match (self.container, &self.filters) {
            (Container::Xz, None) => Stream::new_easy_encoder(preset, check),
            (Container::Xz, Some(list)) => Stream::new_stream_encoder(&filters::chain(list)?, check),
            (Container::Alone, filters) => match filters.as_deref() {
                Some([LzmaFilter::Lzma1(options)]) => Stream::new_lzma_encoder(&options.make()?),
                _ => Stream::new_lzma_encoder(&LzmaOptions::new_preset(preset)?),
            },
            (Container::Raw, Some(list)) => Stream::new_raw_encoder(&filters::chain(list)?),
            (Container::Raw, None) | (Container::Auto, _) => Err(Failure::Options),
        }
    }

    fn decoder(&self) -> std::result::Result<Stream, Failure> {
        match (self.container, &self.filters) {
            (Container::Auto, _) => Stream::new_auto_decoder(MEMORY, liblzma::stream::CONCATENATED),
            (Container::Xz, _) => Stream::new_stream_decoder(MEMORY, liblzma::stream::CONCATENATED),
            (Container::Alone, _) => Stream::new_lzma_decoder(MEMORY),
            (Container::Raw, Some(list)) if filters::memory(list) <= MEMORY => {
                Stream::new_raw_decoder(&filters::chain(list)?)
            }
            (Container::Raw, Some(_)) => Err(Failure::MemLimit),
            (Container::Raw, None) => Err(Failure::Options),
        }
    }
}

impl BytesToBytes for Lzma {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // LZMA2 stores what does not compress; LZMA1 can't, and a literal may cost more bits than it has.
        let lzma1 = |filters: &Vec<LzmaFilter>| filters.iter().any(|filter| matches!(filter, LzmaFilter::Lzma1(_)));
        let growing = self.container == Container::Alone || self.filters.as_ref().is_some_and(lzma1);
        let extra = if growing { length } else { length / 8 };
        length.checked_add(extra)?.checked_add(1024)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        if self.container == Container::Auto {
            return Err(Error::unsupported("lzma: format 0 is for reading only"));
        }
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(bound).map_err(|_| no_memory(bound))?;
        let failed = |failure: Failure| match failure {
            Failure::Mem => Error::no_memory("lzma: no memory for an encoder"),
            Failure::Options | Failure::Program => {
                Error::invalid_argument("lzma: these filters and options are not possible together")
            }
            other => Error::internal(format!("lzma: {other}")),
        };
        let mut stream = self.encoder().map_err(failed)?;
        loop {
            let rest = &input[stream.total_in() as usize..];
            match stream.process_vec(rest, output, Action::Finish).map_err(failed)? {
                Status::StreamEnd => return Ok(()),
                Status::MemNeeded if output.len() < output.capacity() => {
                    return Err(Error::internal("lzma: the encoder makes no progress"));
                }
                _ => output.try_reserve(4096).map_err(|_| no_memory(4096))?,
            }
        }
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let mut stream = self.decoder().map_err(corrupt)?;
        loop {
            let (read, written) = (stream.total_in() as usize, stream.total_out() as usize);
            // A full output does not tell whether the stream ends there: one byte of room elsewhere finds out.
            let mut spare = [0];
            let room = match output.get_mut(written..) {
                Some(room) if !room.is_empty() => room,
                _ => &mut spare,
            };
            let status = stream.process(&input[read..], room, Action::Finish).map_err(corrupt)?;
            if stream.total_out() as usize > output.len() {
                return Err(too_long("lzma", output.len()));
            }
            match status {
                Status::StreamEnd if stream.total_in() as usize == input.len() => {
                    return Ok(stream.total_out() as usize);
                }
                Status::StreamEnd => {
                    let extra = input.len() - stream.total_in() as usize;
                    return Err(Error::data(format!("lzma: {extra} bytes follow the end of the stream")));
                }
                Status::MemNeeded => return Err(Error::data("lzma: the stream ends early")),
                Status::Ok | Status::GetCheck => {}
            }
        }
    }
}

fn corrupt(failure: Failure) -> Error {
    match failure {
        Failure::Mem => Error::no_memory("lzma: no memory for a decoder"),
        Failure::MemLimit => Error::data(format!("lzma: decoding would need more than {MEMORY} bytes of memory")),
        Failure::Format => Error::data("lzma: the data do not begin as the format of the stream does"),
        other => Error::data(format!("lzma: the stream is corrupt ({other})")),
    }
}
