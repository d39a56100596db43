//! `pcodec` (v2, `numcodecs.pcodec`): numbers in the standalone format of Pco, by the crate of its author.

use super::config::Config;
use super::errors::no_memory;
use super::filter::Numbers;
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::{Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::{Json, Object, Value};
use pco::data_types::Number;
use pco::errors::PcoError;
use pco::standalone::{guarantee, simple_compress, simple_decompress_into};
use pco::{ChunkConfig, DeltaSpec, ModeSpec, PagingSpec};
use std::sync::Arc;

/// The most numbers of a page where the configuration does not say.
const PAGE: usize = 1 << 18;

/// The codec. Decoding depends on the type only.
#[derive(Clone, Debug)]
struct Pcodec {
    code: TypeCode,
    config: ChunkConfig,
    /// As the document has them, but for those that encoding can't take.
    parameters: Object,
}

/// The parameters, which only encoding uses.
const MEMBERS: [&str; 6] =
    ["level", "mode_spec", "delta_spec", "paging_spec", "delta_encoding_order", "equal_pages_up_to"];

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let data_type = config.data_type()?;
    let numbers = Numbers::of(data_type).ok().filter(|numbers| numbers.size() > 1);
    let Some(Numbers { code, .. }) = numbers else {
        return Err(Error::unsupported(format!("codec \"pcodec\": data type {data_type} is not supported")));
    };
    let mut parameters = config.copy(&MEMBERS);
    let level = config.integer_for_encoding("level", 0..=12, 8)?;
    let page = config.integer_for_encoding("equal_pages_up_to", 1..=1 << 24, PAGE as i64)?;
    let order = match config.get("delta_encoding_order") {
        Some(order) if order.is_null() => config.take("delta_encoding_order").and(None),
        Some(_) => Some(config.integer_for_encoding("delta_encoding_order", 0..=7, 0)?),
        None => None,
    };
    let mode = choice(config, "mode_spec", &["auto", "classic"])?;
    // numcodecs 0.17 says "no_op" for what was "none".
    let mut delta = choice(config, "delta_spec", &["auto", "no_op", "none", "try_consecutive", "try_lookback"])?;
    let paging = choice(config, "paging_spec", &["equal_pages_up_to"])?;
    if delta == "try_consecutive" && order.is_none() {
        delta = config.instead(config.error("delta_encoding_order is missing"), "auto")?;
    }
    // A copy of the document names the value that encoding takes.
    let taken: [Json; MEMBERS.len()] =
        [level.into(), mode.into(), delta.into(), paging.into(), order.map_or(Json::Null, Json::from), page.into()];
    for (member, value) in MEMBERS.into_iter().zip(taken) {
        if parameters.get(member).is_some() {
            parameters.set(member, value);
        }
    }
    let (level, page) = (level as usize, page as usize);
    let mode = if mode == "classic" { ModeSpec::Classic } else { ModeSpec::Auto };
    let delta = match (delta, order) {
        ("none" | "no_op", _) => DeltaSpec::NoOp,
        ("try_lookback", _) => DeltaSpec::TryLookback,
        // The order alone, as versions without `delta_spec` had it.
        (_, Some(order)) => DeltaSpec::TryConsecutive(order as usize),
        (_, None) => DeltaSpec::Auto,
    };
    let settings = ChunkConfig::default()
        .with_compression_level(level)
        .with_mode_spec(mode)
        .with_delta_spec(delta)
        .with_paging_spec(PagingSpec::EqualPagesUpTo(page));
    Ok(Arc::new(Pcodec { code, config: settings, parameters }))
}

/// One of the words that numcodecs has for a member; the first where it is absent.
fn choice(config: &mut Config, member: &str, words: &[&'static str]) -> Result<&'static str> {
    let accept = |value: Value| words.iter().copied().find(|word| value.as_str() == Some(word));
    let chosen = config.for_encoding(member, format_args!("one of {}", words.join(", ")), accept, |_| words[0])?;
    Ok(chosen.unwrap_or(words[0]))
}

/// Runs an expression with `$type` being the type of numbers and `$from` the one that reads it from native bytes.
macro_rules! with_number {
    ($code:expr, $type:ident => $body:expr) => {
        match $code {
            TypeCode::UInt16 => with_number!(@ $type, u16, $body),
            TypeCode::UInt32 => with_number!(@ $type, u32, $body),
            TypeCode::UInt64 => with_number!(@ $type, u64, $body),
            TypeCode::Int16 => with_number!(@ $type, i16, $body),
            TypeCode::Int32 => with_number!(@ $type, i32, $body),
            TypeCode::Int64 => with_number!(@ $type, i64, $body),
            TypeCode::Float16 => with_number!(@ $type, half::f16, $body),
            TypeCode::Float32 => with_number!(@ $type, f32, $body),
            TypeCode::Float64 => with_number!(@ $type, f64, $body),
            _ => Err(Error::internal("pcodec has numbers of no type")),
        }
    };
    (@ $type:ident, $rust:ty, $body:expr) => {{
        type $type = $rust;
        $body
    }};
}

/// Copies the native bytes of numbers into an aligned array, since the bytes may be unaligned.
macro_rules! numbers {
    ($type:ident, $bytes:expr) => {{
        let (chunks, rest) = $bytes.as_chunks::<{ size_of::<$type>() }>();
        let mut numbers: Vec<$type> = Vec::new();
        match numbers.try_reserve_exact(chunks.len()) {
            _ if !rest.is_empty() => {
                Err(Error::invalid_argument("pcodec: the length is not a multiple of the element size"))
            }
            Err(_) => Err(no_memory($bytes.len())),
            Ok(()) => {
                numbers.extend(chunks.iter().map(|bytes| $type::from_ne_bytes(*bytes)));
                Ok(numbers)
            }
        }
    }};
}

fn corrupt(error: &PcoError) -> Error {
    Error::data(format!("pcodec: {}", error.message))
}

impl CodecInfo for Pcodec {
    fn name(&self) -> &'static str {
        "pcodec"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        let defaults =
            [("level", Json::from(8)), ("mode_spec", "auto".into()), ("equal_pages_up_to", Json::from(PAGE as u64))];
        let mut parameters = self.parameters.clone();
        for (member, value) in defaults {
            if parameters.get(member).is_none() {
                parameters.set(member, value);
            }
        }
        Ok(parameters)
    }

    /// The data say how they were made.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl BytesToBytes for Pcodec {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        // The guarantee of the format, as if all pages were as long as the longest.
        fn bound<T: Number>(length: usize, page: usize) -> usize {
            let count = length / size_of::<T>();
            let pages = count.div_ceil(page.max(1)).max(1);
            let longest = guarantee::chunk_size::<T::L>(count.div_ceil(pages));
            pages.saturating_mul(longest).saturating_add(guarantee::header_size() + 1)
        }
        let page = match self.config.paging_spec {
            PagingSpec::EqualPagesUpTo(page) => page,
            _ => PAGE,
        };
        let bound = with_number!(self.code, T => Ok(bound::<T>(length, page))).ok()?;
        (bound <= isize::MAX.unsigned_abs()).then_some(bound)
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let failed = |error: PcoError| Error::internal(format!("pcodec: {}", error.message));
        let encoded = with_number!(self.code, T => numbers!(T, input).and_then(|numbers| {
            simple_compress(&numbers, &self.config).map_err(failed)
        }))?;
        output.try_reserve(encoded.len()).map_err(|_| no_memory(encoded.len()))?;
        output.extend_from_slice(&encoded);
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        with_number!(self.code, T => {
            let size = size_of::<T>();
            let mut numbers = numbers!(T, output)?;
            let progress = simple_decompress_into(input, &mut numbers).map_err(|error| corrupt(&error))?;
            if !progress.finished {
                return Err(super::errors::too_long("pcodec", output.len()));
            }
            let decoded = numbers.get(..progress.n_processed).unwrap_or(&numbers);
            for (number, bytes) in decoded.iter().zip(output.chunks_exact_mut(size)) {
                bytes.copy_from_slice(&number.to_ne_bytes());
            }
            Ok(size_of_val(decoded))
        })
    }
}
