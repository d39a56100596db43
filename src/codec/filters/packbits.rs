//! `packbits` of numcodecs: eight booleans a byte, the first in the most significant bit, after a byte with the number
//! of padding bits in the last byte. (The `packbits` registered for final v3 begins with the least significant bit.)

use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct PackBits;

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    match config.data_type()? {
        data_type if data_type.code() == TypeCode::Bool => Ok(Arc::new(PackBits)),
        data_type => Err(config.error(format!("it is for booleans, not for {data_type}"))),
    }
}

impl CodecInfo for PackBits {
    fn name(&self) -> &'static str {
        "numcodecs.packbits"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new())
    }
}

impl Filter for PackBits {
    fn input(&self) -> Numbers {
        Numbers { code: TypeCode::Bool, order: None }
    }

    fn output(&self) -> Numbers {
        Numbers { code: TypeCode::UInt8, order: None }
    }

    fn elementwise(&self) -> bool {
        false
    }

    fn encoded_length(&self, length: usize) -> Option<usize> {
        length.div_ceil(8).checked_add(1)
    }

    fn decoded_length(&self, encoded: &[u8]) -> Result<usize> {
        let wrong = || Error::data("packbits: the data are no packed booleans");
        let (padding, bits) = encoded.split_first().ok_or_else(wrong)?;
        if *padding > 7 {
            return Err(Error::data(format!("packbits: {padding} bits of padding are no part of a byte")));
        }
        let length = bits.len().checked_mul(8).ok_or_else(wrong)?;
        length.checked_sub((*padding).into()).ok_or_else(wrong)
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        let Some((padding, bytes)) = output.split_first_mut() else {
            return Err(Error::internal("packbits: no room for the padding"));
        };
        *padding = (bytes.len() * 8 - input.len()) as u8;
        for (booleans, byte) in input.chunks(8).zip(bytes) {
            let place = |(at, boolean): (usize, &u8)| u8::from(*boolean != 0) << (7 - at);
            *byte = booleans.iter().enumerate().map(place).sum();
        }
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        for (booleans, byte) in output.chunks_mut(8).zip(&input[1..]) {
            for (at, boolean) in booleans.iter_mut().enumerate() {
                *boolean = byte >> (7 - at) & 1;
            }
        }
        Ok(())
    }
}
