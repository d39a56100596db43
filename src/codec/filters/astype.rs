//! `astype`: each number as one of another type.

use super::number::{cast, map, with_type};
use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{ByteOrder, Dialect};
use crate::error::Result;
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct AsType {
    decoded: Numbers,
    encoded: Numbers,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let decoded = Numbers::take_or_input(config, "decode_dtype")?;
    let encoded = Numbers::take(config, "encode_dtype")?;
    let encoded = encoded.ok_or_else(|| config.error("encode_dtype is missing"))?;
    Ok(Arc::new(AsType { decoded, encoded }))
}

impl CodecInfo for AsType {
    fn name(&self) -> &'static str {
        "astype"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        self.configuration_in(dialect, ByteOrder::Little)
    }

    fn configuration_in(&self, _: Dialect, order: ByteOrder) -> Result<Object> {
        let (encoded, decoded) = (self.encoded.spell(order)?, self.decoded.spell(order)?);
        Ok(Object::new().with("encode_dtype", encoded).with("decode_dtype", decoded))
    }
}

impl Filter for AsType {
    fn input(&self) -> Numbers {
        self.decoded
    }

    fn output(&self) -> Numbers {
        self.encoded
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        convert(self.decoded, self.encoded, input, output)
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        convert(self.encoded, self.decoded, input, output)
    }
}

/// Casts all numbers.
pub(super) fn convert(from: Numbers, to: Numbers, input: &[u8], output: &mut [u8]) -> Result<()> {
    with_type!(from.code, A => with_type!(to.code, B => map(input, output, cast::<A, B>)));
    Ok(())
}
