//! `zfp` of the registry of final v3, and `zfpy` (v2, `numcodecs.zfpy`), which has the header of zfp in front: numbers
//! in blocks of 4 along each axis, with a bound on their size or on their error.
//!
//! A stream is a sequence of 64-bit words, least significant byte first, on every machine. A library that was built
//! with shorter words may end within a word; then only a stream of blocks of a fixed size shows whether bytes are
//! missing.

use super::config::Config;
use super::errors::{front, no_memory};
use super::kinds::{BytesToBytes, CodecInfo};
use super::scratch::zeros;
use crate::dtype::{Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::grid::byte_size;
use crate::json::{Json, Object, Value};
use std::sync::Arc;
use zfp_rs::{
    ZfpBitStream, ZfpConfig, ZfpDimensionality, ZfpField, ZfpFieldMetadata, ZfpFieldMut, ZfpHeaderMask, ZfpScalarType,
    ZfpStreamAlignment,
};

/// The numbers of the modes in numcodecs.
const FIXED_RATE: i64 = 2;
const FIXED_PRECISION: i64 = 3;
const FIXED_ACCURACY: i64 = 4;

/// The axes that zfp has at most.
const MOST_AXES: usize = 4;

/// The codec, at a place where chunks have one shape.
#[derive(Clone, Debug)]
struct Zfp {
    /// `zfp`, or `zfpy` with its header.
    name: &'static str,
    header: bool,
    code: TypeCode,
    scalar: ZfpScalarType,
    /// Elements along each axis, the fastest first; 0 for unused axes.
    dims: [usize; MOST_AXES],
    /// The bytes of a chunk.
    size: usize,
    config: ZfpConfig,
    /// As the document has them.
    parameters: Object,
}

pub(super) fn parse_zfp(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let (code, scalar, dims, size) = place(config)?;
    let parameters =
        config.copy(&["mode", "tolerance", "rate", "precision", "minbits", "maxbits", "maxprec", "minexp"]);
    let mode = config.take("mode").ok_or_else(|| config.error("mode is missing"))?;
    let chosen = match mode.expect_str("codec \"zfp\": mode")? {
        "reversible" => ZfpConfig::reversible(),
        "fixed_accuracy" => ZfpConfig::fixed_accuracy(number(config, "tolerance")?),
        "fixed_rate" => rate(config, scalar, dims)?,
        "fixed_precision" => {
            required(config, "precision")?;
            ZfpConfig::fixed_precision(config.integer("precision", 0..=64, 0)? as u32)
        }
        "expert" => {
            for member in ["minbits", "maxbits", "maxprec", "minexp"] {
                required(config, member)?;
            }
            let minbits = config.integer("minbits", 0..=u32::MAX.into(), 0)? as u32;
            let maxbits = config.integer("maxbits", 0..=u32::MAX.into(), 0)? as u32;
            let maxprec = config.integer("maxprec", 0..=64, 0)? as u32;
            let minexp = config.integer("minexp", i32::MIN.into()..=i32::MAX.into(), 0)? as i32;
            ZfpConfig::expert(minbits, maxbits, maxprec, minexp).map_err(|error| config.error(error))?
        }
        other => return Err(config.error(format!("mode can't be {other:?}"))),
    };
    check_size(config, scalar, dims, &chosen)?;
    Ok(Arc::new(Zfp { name: "zfp", header: false, code, scalar, dims, size, config: chosen, parameters }))
}

pub(super) fn parse_zfpy(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let (code, scalar, dims, size) = place(config)?;
    if matches!(code, TypeCode::UInt32 | TypeCode::UInt64) {
        return Err(Error::unsupported("codec \"zfpy\": unsigned integers are not supported"));
    }
    let parameters = config.copy(&["mode", "tolerance", "rate", "precision", "compression_kwargs"]);
    // numcodecs writes these arguments, which it makes of the parameters below, as well.
    config.take("compression_kwargs");
    let mode = config.integer("mode", FIXED_RATE..=FIXED_ACCURACY, FIXED_ACCURACY)?;
    // All are there, -1 where the mode has no use for them.
    let members = [(FIXED_RATE, "rate"), (FIXED_PRECISION, "precision"), (FIXED_ACCURACY, "tolerance")];
    for (_, member) in members.iter().filter(|(of, _)| *of != mode) {
        config.take(member);
    }
    // Below 0 means none, and without any of them zfpy loses nothing.
    let chosen = match mode {
        FIXED_RATE if positive(config, "rate")? => rate(config, scalar, dims)?,
        FIXED_PRECISION if positive(config, "precision")? => {
            ZfpConfig::fixed_precision(config.integer("precision", 0..=64, 0)? as u32)
        }
        FIXED_ACCURACY if positive(config, "tolerance")? => ZfpConfig::fixed_accuracy(number(config, "tolerance")?),
        _ => ZfpConfig::reversible(),
    };
    check_size(config, scalar, dims, &chosen)?;
    let fits = ZfpFieldMetadata { scalar_type: scalar, dims }.to_bits();
    fits.map_err(|error| Error::unsupported(format!("codec \"zfpy\": chunks of this shape: {error}")))?;
    Ok(Arc::new(Zfp { name: "zfpy", header: true, code, scalar, dims, size, config: chosen, parameters }))
}

/// The numbers at this place, their form in zfp, the lengths of a chunk along its axes, and its bytes.
fn place(config: &Config) -> Result<(TypeCode, ZfpScalarType, [usize; MOST_AXES], usize)> {
    let unsupported = |why: String| Error::unsupported(format!("codec {:?}: {why}", config.name));
    let data_type = config.data_type()?;
    let scalar = match data_type.code() {
        TypeCode::Int32 | TypeCode::UInt32 => ZfpScalarType::I32,
        TypeCode::Int64 | TypeCode::UInt64 => ZfpScalarType::I64,
        TypeCode::Float32 => ZfpScalarType::F32,
        TypeCode::Float64 => ZfpScalarType::F64,
        _ => return Err(unsupported(format!("data type {data_type} is not supported"))),
    };
    let Some(shape) = config.input.chunk_shape.as_deref() else {
        return Err(unsupported("chunks that differ in shape are not supported".into()));
    };
    if shape.len() > MOST_AXES {
        return Err(unsupported(format!(
            "chunks of {} dimensions are not supported, only of {MOST_AXES}",
            shape.len()
        )));
    }
    let size = byte_size(shape, scalar.size()).ok_or_else(|| no_memory(usize::MAX))?;
    // An array without dimensions is one of a single element.
    let mut dims = [1, 0, 0, 0];
    for (length, axis) in dims.iter_mut().zip(shape.iter().rev()) {
        *length = *axis as usize;
    }
    Ok((data_type.code(), scalar, dims, size))
}

fn required(config: &Config, member: &str) -> Result<()> {
    config.get(member).map(drop).ok_or_else(|| config.error(format!("{member} is missing")))
}

fn number(config: &mut Config, member: &str) -> Result<f64> {
    required(config, member)?;
    let value = config.take(member).and_then(Value::as_f64).filter(|value| value.is_finite() && *value >= 0.0);
    value.ok_or_else(|| config.error(format!("{member} must be a number that is not negative")))
}

/// True if a member of `zfpy` is set; members that are not are removed.
fn positive(config: &mut Config, member: &str) -> Result<bool> {
    match config.get(member).map(Value::as_f64) {
        Some(Some(value)) if value >= 0.0 => Ok(true),
        None | Some(Some(_)) => {
            config.take(member);
            Ok(false)
        }
        Some(None) => Err(config.error(format!("{member} must be a number"))),
    }
}

fn axes(dims: [usize; MOST_AXES]) -> usize {
    dims.iter().filter(|length| **length > 0).count()
}

fn rate(config: &mut Config, scalar: ZfpScalarType, dims: [usize; MOST_AXES]) -> Result<ZfpConfig> {
    let rate = number(config, "rate")?;
    let axes = match axes(dims) {
        1 => ZfpDimensionality::D1,
        2 => ZfpDimensionality::D2,
        3 => ZfpDimensionality::D3,
        _ => ZfpDimensionality::D4,
    };
    ZfpConfig::fixed_rate(rate, scalar, axes, ZfpStreamAlignment::Unaligned).map_err(|error| config.error(error))
}

/// Refuses blocks that are padded to more than twice the size of their elements: they have no use, and take memory.
fn check_size(config: &Config, scalar: ZfpScalarType, dims: [usize; MOST_AXES], chosen: &ZfpConfig) -> Result<()> {
    let elements = 1 << (2 * axes(dims));
    if chosen.min_bits() > 2 * scalar.precision() * elements + 64 {
        let bits = chosen.min_bits();
        return Err(config.error(format!("{bits} bits for each block of {elements} elements are too many")));
    }
    Ok(())
}

/// Runs an expression with `$type` being the type of numbers in zfp.
macro_rules! with_scalar {
    ($scalar:expr, $type:ident => $body:expr) => {
        match $scalar {
            ZfpScalarType::I32 => with_scalar!(@ $type, i32, $body),
            ZfpScalarType::I64 => with_scalar!(@ $type, i64, $body),
            ZfpScalarType::F32 => with_scalar!(@ $type, f32, $body),
            ZfpScalarType::F64 => with_scalar!(@ $type, f64, $body),
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
        let chunks = $bytes.as_chunks::<{ size_of::<$type>() }>().0;
        let mut numbers: Vec<$type> = Vec::new();
        numbers.try_reserve_exact(chunks.len()).map_err(|_| no_memory($bytes.len()))?;
        numbers.extend(chunks.iter().map(|bytes| $type::from_ne_bytes(*bytes)));
        numbers
    }};
}

impl Zfp {
    fn error(&self, why: impl std::fmt::Display) -> Error {
        Error::data(format!("{}: {why}", self.name))
    }

    fn is_unsigned(&self) -> bool {
        matches!(self.code, TypeCode::UInt32 | TypeCode::UInt64)
    }

    /// zfp knows signed integers only, and so half of the unsigned ones.
    fn check_unsigned(&self, elements: &[u8]) -> Result<()> {
        let negative = |bytes: &[u8]| with_top_bit(bytes);
        if self.is_unsigned() && elements.chunks_exact(self.scalar.size()).any(negative) {
            let bits = self.scalar.precision() - 1;
            let why = format!("{}: there are numbers of more than {bits} bits", self.name);
            return Err(Error::new(crate::ErrorKind::Range, why));
        }
        Ok(())
    }

    /// Numbers that rounding made negative become 0.
    fn clamp_unsigned(&self, elements: &mut [u8]) {
        if self.is_unsigned() {
            let negative = elements.chunks_exact_mut(self.scalar.size()).filter(|bytes| with_top_bit(bytes));
            negative.for_each(|bytes| bytes.fill(0));
        }
    }

    /// The parameters of a stream. A header, if the codec has one, must match these numbers and this shape.
    fn open(&self, stream: &mut ZfpBitStream) -> Result<(ZfpConfig, [usize; MOST_AXES])> {
        if !self.header {
            return Ok((self.config, self.dims));
        }
        let header = stream.read_header(ZfpHeaderMask::FULL).map_err(|error| self.error(error))?;
        let (Some(told), Some(config)) = (header.metadata, header.config) else {
            return Err(self.error("there is no header"));
        };
        // After a filter, numcodecs has a single axis.
        let flat = [self.size / self.scalar.size(), 0, 0, 0];
        if told.scalar_type != self.scalar || (told.dims != self.dims && told.dims != flat) {
            let (told, dims) = (told.scalar_type, told.dims);
            return Err(self.error(format!("the header tells {told} of the lengths {dims:?}, fastest first")));
        }
        Ok((config, told.dims))
    }

    /// Decodes words into exactly the elements; the last word may be padded after `length` bytes.
    fn decode_words(&self, words: Vec<u64>, length: usize, output: &mut [u8]) -> Result<()> {
        let capacity = words.len() * 8;
        let mut stream = ZfpBitStream::from_words(words);
        let (config, dims) = self.open(&mut stream)?;
        let blocks = dims.iter().filter(|length| **length > 0).map(|length| length.div_ceil(4) as u128);
        let least = u128::from(stream.read_pos()) + blocks.product::<u128>() * u128::from(config.min_bits());
        if least > length as u128 * 8 {
            return Err(self.error(format!("the stream ends early, with {length} bytes")));
        }
        let read = with_scalar!(self.scalar, T => {
            let mut numbers = numbers!(T, output);
            let read = {
                let mut field = ZfpFieldMut::new(&mut numbers, dims).map_err(|error| self.error(error))?;
                stream.decompress(&config, &mut field).map_err(|error| self.error(error))?
            };
            for (bytes, number) in output.chunks_exact_mut(size_of::<T>()).zip(&numbers) {
                bytes.copy_from_slice(&number.to_ne_bytes());
            }
            read
        });
        // The stream has unread words, or its padding is missing.
        if read != capacity {
            return Err(self.error(format!("the stream has {read} bytes, but {capacity} are there")));
        }
        Ok(())
    }
}

/// True if the most significant bit of a native number is set.
fn with_top_bit(bytes: &[u8]) -> bool {
    let most = if cfg!(target_endian = "little") { bytes.last() } else { bytes.first() };
    most.is_some_and(|byte| byte & 0x80 != 0)
}

/// Bytes as words, the last one filled up with `fill`.
fn words(bytes: &[u8], fill: u8) -> Result<Vec<u64>> {
    let mut words = Vec::new();
    let count = bytes.len().div_ceil(8);
    words.try_reserve_exact(count).map_err(|_| no_memory(bytes.len()))?;
    let (whole, rest) = bytes.as_chunks::<8>();
    words.extend(whole.iter().map(|word| u64::from_le_bytes(*word)));
    if !rest.is_empty() {
        let mut last = [fill; 8];
        last[..rest.len()].copy_from_slice(rest);
        words.push(u64::from_le_bytes(last));
    }
    Ok(words)
}

impl CodecInfo for Zfp {
    fn name(&self) -> &'static str {
        self.name
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        let mut parameters = self.parameters.clone();
        if self.header && parameters.get("mode").is_none() {
            parameters.set("mode", Json::from(FIXED_ACCURACY as u64));
        }
        Ok(parameters)
    }

    fn decoding(&self) -> Object {
        Object::new().with("settings", format!("{:?}", self.config))
    }
}

impl BytesToBytes for Zfp {
    fn encoded_bound(&self, _: usize) -> Option<usize> {
        self.config.maximum_size(self.scalar, self.dims).filter(|size| *size <= isize::MAX.unsigned_abs())
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        if input.len() != self.size {
            return Err(Error::internal(format!("{}: a chunk of {} bytes has another shape", self.name, input.len())));
        }
        self.check_unsigned(input)?;
        let failed = |error: &dyn std::fmt::Display| Error::internal(format!("{}: {error}", self.name));
        let bound = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        let mut stream = ZfpBitStream::new(bound).map_err(|_| no_memory(bound))?;
        with_scalar!(self.scalar, T => {
            let numbers = numbers!(T, input);
            let field = ZfpField::new(&numbers, self.dims).map_err(|error| failed(&error))?;
            if self.header {
                let written = stream.write_header(&self.config, &field.metadata(), ZfpHeaderMask::FULL);
                written.map_err(|error| failed(&error))?;
            }
            stream.compress(&self.config, &field).map_err(|error| failed(&error))?;
        });
        let words = stream.as_words();
        output.try_reserve(words.len() * 8).map_err(|_| no_memory(words.len() * 8))?;
        output.extend(words.iter().flat_map(|word| word.to_le_bytes()));
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let output = front(self.name, output, self.size)?;
        self.decode_words(words(input, 0)?, input.len(), output)?;
        // A complete stream never reads the padding bits. A truncated one does, and mostly decodes differently with
        // ones.
        if !input.len().is_multiple_of(8) {
            let mut other = zeros(self.size)?;
            self.decode_words(words(input, 0xff)?, input.len(), &mut other)?;
            if other != *output {
                return Err(self.error(format!("the stream ends early, with {} bytes", input.len())));
            }
        }
        self.clamp_unsigned(output);
        Ok(self.size)
    }
}
