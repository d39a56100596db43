//! `conditional`: codecs of bytes that are applied to some chunks only (final v3, registered).
//!
//! A header in front of the data has a bit for each codec, the first one in the lowest bit of the first byte.

use super::chain::Codec;
use super::config::{Config, Input};
use super::errors::{front, no_memory};
use super::kinds::{BytesToBytes, CodecInfo, decoding_of};
use super::limits::check_count;
use super::registry;
use super::scratch::zeros;
use crate::dtype::Dialect;
use crate::error::{Error, Result, ResultExt};
use crate::json::{Members, Object, Value};
use std::sync::Arc;

const NAME: &str = "conditional";

/// The most bits of a header: a longer one only takes memory.
const MAX_BITS: i64 = 1 << 16;

/// The codec.
#[derive(Clone, Debug)]
struct Conditional {
    codecs: Vec<Arc<dyn BytesToBytes>>,
    /// The bytes in front of the data.
    header: usize,
    /// True if the document has the member `header_bits`.
    header_given: bool,
}

pub(super) fn parse(config: &mut Config) -> Result<Codec> {
    let list = config.take("codecs").ok_or_else(|| config.error("codecs is missing"))?;
    let (mut codecs, mut count) = (Vec::new(), 1);
    for codec in list.expect_array("member \"codecs\"").map_err(|error| config.error(error.told()))? {
        // Only the first codec can have whole elements as input.
        let data_type = if codecs.is_empty() { config.input.data_type } else { None };
        match inside(config, codec, data_type.is_some())? {
            Codec::BytesToBytes(codec) => {
                count += codec.count();
                check_count(count).context(|| format!("codec {NAME:?}"))?;
                codecs.push(codec);
            }
            Codec::Unknown(codec) => return Ok(Codec::Unknown(codec)),
            _ => return Err(config.error(format!("{} is no codec of bytes", codec.brief()))),
        }
    }
    let header_given = config.get("header_bits").is_some();
    let least = codecs.len().next_multiple_of(8) as i64;
    let bits = config.integer("header_bits", least..=MAX_BITS.max(least), least)?;
    if bits % 8 != 0 {
        return Err(config.error(format!("header_bits must be a multiple of 8, not {bits}")));
    }
    Ok(Codec::BytesToBytes(Arc::new(Conditional { codecs, header: (bits / 8) as usize, header_given })))
}

/// Reads one of the codecs.
fn inside(config: &mut Config, codec: Value, elements: bool) -> Result<Codec> {
    let (name, configuration) = match codec.as_str() {
        Some(name) => (name, Members::none()),
        None => {
            let object = codec.expect_object("a codec").map_err(|error| config.error(error.told()))?;
            let known = |member: &str| matches!(member, "name" | "configuration" | "must_understand");
            if let Some((member, _)) = object.iter().find(|(member, _)| !known(member)) {
                return Err(config.error(format!("a codec has an unknown member {member:?}")));
            }
            let name = object.get("name").and_then(Value::as_str).ok_or_else(|| config.error("a codec has no name"))?;
            let configuration = match object.get("configuration") {
                None => Members::none(),
                Some(value) => {
                    value.expect_object("the configuration of a codec").map_err(|error| config.error(error.told()))?
                }
            };
            (name, configuration)
        }
    };
    let input =
        Input { data_type: config.input.data_type.filter(|_| elements), rank: config.input.rank, chunk_shape: None };
    registry::parse(name, configuration, Dialect::V3, input, config.warnings)
}

impl CodecInfo for Conditional {
    fn name(&self) -> &'static str {
        NAME
    }

    fn inside(&self, show: &mut dyn FnMut(Option<&dyn CodecInfo>)) {
        self.codecs.iter().for_each(|codec| show(Some(&**codec)));
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        let spell = |codec: &Arc<dyn BytesToBytes>| -> Result<Object> {
            let object = Object::new().with("name", registry::spelling(&**codec, dialect)?);
            Ok(object.with("configuration", codec.configuration(dialect)?))
        };
        let codecs = self.codecs.iter().map(spell).collect::<Result<Vec<Object>>>()?;
        let object = Object::new().with("codecs", codecs);
        Ok(if self.header_given { object.with("header_bits", self.header as u64 * 8) } else { object })
    }

    fn decoding(&self) -> Object {
        let codecs = self.codecs.iter().map(|codec| decoding_of(&**codec)).collect::<Vec<_>>();
        Object::new().with("codecs", codecs).with("header", self.header as u64)
    }
}

impl Conditional {
    /// The codecs that a header names, in encoding order, and the data after it.
    fn applied<'a>(&self, input: &'a [u8]) -> Result<(Vec<&dyn BytesToBytes>, &'a [u8])> {
        let Some((header, data)) = input.split_at_checked(self.header) else {
            return Err(Error::data(format!("{NAME}: {} bytes are too few for a header", input.len())));
        };
        let is_set = |bit: usize| header[bit / 8] >> (bit % 8) & 1 == 1;
        if (self.codecs.len()..self.header * 8).any(is_set) {
            return Err(Error::data(format!("{NAME}: the header names an unknown codec")));
        }
        let applied = self.codecs.iter().enumerate().filter(|(bit, _)| is_set(*bit)).map(|(_, codec)| &**codec);
        Ok((applied.collect(), data))
    }
}

impl BytesToBytes for Conditional {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        let bound = self.codecs.iter().try_fold(length, |length, codec| Some(codec.encoded_bound(length)?.max(length)));
        bound?.checked_add(self.header)
    }

    /// Leaves out a codec that makes the data no smaller, unless it gives the same length for all data: a checksum is
    /// always wanted, and bytes are shuffled for the next codec.
    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let start = output.len();
        output.resize(start + self.header, 0);
        let mut current: Option<Vec<u8>> = None;
        for (bit, codec) in self.codecs.iter().enumerate() {
            let data = current.as_deref().unwrap_or(input);
            let mut encoded = Vec::new();
            codec.encode(data, &mut encoded)?;
            if codec.fixed_size() || encoded.len() < data.len() {
                output[start + bit / 8] |= 1 << (bit % 8);
                current = Some(encoded);
            }
        }
        output.extend_from_slice(current.as_deref().unwrap_or(input));
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (applied, data) = self.applied(input)?;
        let Some((first, behind)) = applied.split_first() else {
            front(NAME, output, data.len())?.copy_from_slice(data);
            return Ok(data.len());
        };
        // The most bytes in front of each of them.
        let mut bounds = Vec::with_capacity(behind.len());
        let mut bound = first.encoded_bound(output.len());
        for codec in behind {
            bounds.push(bound);
            bound = bound.and_then(|bound| codec.encoded_bound(bound));
        }
        let mut current: Option<Vec<u8>> = None;
        for (codec, bound) in behind.iter().zip(bounds).rev() {
            let bound = bound.ok_or_else(|| no_memory(usize::MAX))?;
            let mut decoded = zeros(bound)?;
            let length = codec.decode_into(current.as_deref().unwrap_or(data), &mut decoded)?;
            decoded.truncate(length);
            current = Some(decoded);
        }
        first.decode_into(current.as_deref().unwrap_or(data), output)
    }
}
