//! `base64`: the bytes as text of RFC 4648 with padding (v2).

use super::config::Config;
use super::errors::{no_memory, too_long};
use super::kinds::{BytesToBytes, CodecInfo};
use crate::dtype::Dialect;
use crate::error::{Error, Result};
use crate::json::Object;
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeSliceError, Engine};
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct Base64;

pub(super) fn parse(_: &mut Config) -> Result<Arc<dyn BytesToBytes>> {
    Ok(Arc::new(Base64))
}

impl CodecInfo for Base64 {
    fn name(&self) -> &'static str {
        "base64"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new())
    }
}

impl BytesToBytes for Base64 {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        length.div_ceil(3).checked_mul(4)
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let size = self.encoded_bound(input.len()).ok_or_else(|| no_memory(usize::MAX))?;
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        let start = output.len();
        output.resize(start + size, 0);
        let written = STANDARD.encode_slice(input, &mut output[start..]);
        written.map(drop).map_err(|error| Error::internal(format!("base64: {error}")))
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let expected = output.len();
        STANDARD.decode_slice(input, output).map_err(|error| match error {
            DecodeSliceError::OutputSliceTooSmall => too_long("base64", expected),
            DecodeSliceError::DecodeError(error) => Error::data(format!("base64: {error}")),
        })
    }
}
