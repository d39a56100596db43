//! `bitround`: floats whose last bits of mantissa are zero (v2, `numcodecs.bitround`, registered for final v3), and
//! integers whose last bits are (registered for final v3 only).

use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct BitRound {
    keep: u32,
    numbers: Numbers,
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let data_type = config.data_type()?;
    let numbers = Numbers::of(data_type).map_err(|error| error.context("codec \"bitround\""))?;
    let integers = !numbers.is_float() && numbers.code != TypeCode::Bool;
    if !numbers.is_float() && !integers {
        return Err(Error::unsupported(format!("codec \"bitround\": data type {data_type} is not supported")));
    }
    if integers && config.dialect != Dialect::V3 {
        let why = format!("codec \"bitround\": data type {data_type} is not supported in this format");
        config.instead(Error::unsupported(why), "the rule of final v3")?;
    }
    if config.get("keepbits").is_none() {
        return Err(config.error("keepbits is missing"));
    }
    let least = i64::from(integers);
    let keep = config.integer_for_encoding("keepbits", least..=mantissa(numbers).into(), 0)? as u32;
    Ok(Arc::new(BitRound { keep, numbers }))
}

/// The stored bits of the mantissa; of an integer all of its bits.
fn mantissa(numbers: Numbers) -> u32 {
    match numbers.size() {
        size if !numbers.is_float() => 8 * size as u32,
        2 => 10,
        4 => 23,
        _ => 52,
    }
}

impl BitRound {
    /// Keeps so many bits from the most significant one that is set, to the nearest, to even; a carry out of the type
    /// stays below. The bits of negative numbers are taken as they are.
    fn round_integers(&self, elements: &mut [u8]) {
        macro_rules! round {
            ($bits:ty) => {
                for number in elements.as_chunks_mut().0 {
                    let bits = <$bits>::from_ne_bytes(*number);
                    let drop = (<$bits>::BITS - bits.leading_zeros()).saturating_sub(self.keep);
                    if drop > 0 {
                        let half = ((1 as $bits) << (drop - 1)) - 1 + (bits >> drop & 1);
                        *number = (bits.saturating_add(half) >> drop << drop).to_ne_bytes();
                    }
                }
            };
        }
        match self.numbers.size() {
            1 => round!(u8),
            2 => round!(u16),
            4 => round!(u32),
            _ => round!(u64),
        }
    }
}

impl CodecInfo for BitRound {
    fn name(&self) -> &'static str {
        "bitround"
    }

    fn configuration(&self, _: Dialect) -> Result<Object> {
        Ok(Object::new().with("keepbits", self.keep))
    }
}

impl Filter for BitRound {
    fn input(&self) -> Numbers {
        self.numbers
    }

    fn output(&self) -> Numbers {
        self.numbers
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        output.copy_from_slice(input);
        if !self.numbers.is_float() {
            self.round_integers(output);
            return Ok(());
        }
        let drop = mantissa(self.numbers) - self.keep;
        if drop == 0 {
            return Ok(());
        }
        macro_rules! round {
            ($bits:ty) => {
                for number in output.as_chunks_mut().0 {
                    let bits = <$bits>::from_ne_bytes(*number);
                    // Half of what is dropped, to even; the carry may go on into the exponent.
                    let half = ((1 as $bits) << (drop - 1)) - 1 + (bits >> drop & 1);
                    *number = (bits.wrapping_add(half) >> drop << drop).to_ne_bytes();
                }
            };
        }
        match self.numbers.size() {
            2 => round!(u16),
            4 => round!(u32),
            _ => round!(u64),
        }
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        output.copy_from_slice(input);
        Ok(())
    }
}
