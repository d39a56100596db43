//! `crc32c`: four bytes of CRC-32C behind (in v2 on request before) the data (final v3, core codecs).

use super::config::Config;
use super::errors::too_long;
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

/// The checksum codec.
#[derive(Clone, Copy, Debug)]
struct Crc32c {
    /// Whether the checksum stands before the data, which only v2 can say.
    at_start: bool,
}

pub(super) fn parse(config: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    let at_start = match config.take("location") {
        Some(location) if config.dialect == Dialect::V2 => match location.as_str() {
            Some("start") => true,
            Some("end") => false,
            _ => return Err(config.error(format!("location must be \"start\" or \"end\", not {}", location.brief()))),
        },
        Some(_) => return Err(config.error("unknown member \"location\" in its configuration")),
        None => false,
    };
    Ok(Arc::new(Crc32c { at_start }))
}

/// The codec with what it has by default.
pub(super) fn plain() -> Arc<dyn BytesToBytes> {
    Arc::new(Crc32c { at_start: false })
}

impl CodecInfo for Crc32c {
    fn name(&self) -> &'static str {
        "crc32c"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match (dialect, self.at_start) {
            (Dialect::V2, true) => Ok(Object::new().with("location", "start")),
            (Dialect::V2 | Dialect::V3 | Dialect::Draft2022, false) => Ok(Object::new()),
            (_, true) => Err(Error::unsupported("codec \"crc32c\" with its checksum at the start is known to v2 only")),
            _ => Err(Error::unsupported("codec \"crc32c\" is not known to this format")),
        }
    }
}

impl BytesToBytes for Crc32c {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        length.checked_add(4)
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let checksum = crc32c::crc32c(input).to_le_bytes();
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
        let expected = output.len();
        let target = output.get_mut(..data.len()).ok_or_else(|| too_long("crc32c", expected))?;
        target.copy_from_slice(data);
        Ok(data.len())
    }

    fn decode_in_place<'a>(&self, input: &'a [u8]) -> Option<Result<&'a [u8]>> {
        Some(self.check(input))
    }
}

impl Crc32c {
    fn check<'a>(&self, input: &'a [u8]) -> Result<&'a [u8]> {
        let split = if self.at_start {
            input.split_first_chunk::<4>()
        } else {
            input.split_last_chunk::<4>().map(|(data, sum)| (sum, data))
        };
        let (stored, data) =
            split.ok_or_else(|| Error::data(format!("crc32c: {} bytes are too few for a checksum", input.len())))?;
        let (stored, computed) = (u32::from_le_bytes(*stored), crc32c::crc32c(data));
        if stored != computed {
            return Err(Error::data(format!("crc32c: the checksum is {computed:#010x}, but {stored:#010x} is stored")));
        }
        Ok(data)
    }
}
