//! `bitround`: floats whose last bits of mantissa are zero (v2, `numcodecs.bitround`, registered for final v3), and
//! integers whose last bits are (registered for final v3 only).

use crate::codec::config::Config;
use crate::codec::filter::{Filter, Numbers};
use crate::codec::kinds::CodecInfo;
use crate::dtype::{Arithmetic, DataType, Dialect, TypeCode};
use crate::error::{Error, Result};
use crate::json::Object;
use std::sync::Arc;

#[derive(Clone, Copy, Debug)]
struct BitRound {
    /// As the document has it, which may be more than there are.
    keep: u32,
    numbers: Numbers,
    bits: Bits,
}

/// The bits of a number that can be dropped.
#[derive(Clone, Copy, Debug)]
enum Bits {
    /// Those of the mantissa.
    Float(u32),
    /// All from the most significant one that is set.
    Integer,
}

/// Those of the parts of a data type; None: the codec is not for it.
fn bits_of(code: TypeCode) -> Option<Bits> {
    let part = match code {
        TypeCode::DateTime64 | TypeCode::TimeDelta64 => TypeCode::Int64,
        code => code.part().unwrap_or(code),
    };
    match Arithmetic::of(part)? {
        Arithmetic::Integer { bits: 8.., .. } => Some(Bits::Integer),
        Arithmetic::Float { format, .. } if format.size > 1 => Some(Bits::Float(format.mantissa_bits())),
        Arithmetic::Integer { .. } | Arithmetic::Float { .. } => None,
    }
}

/// True if numcodecs supports the filter for this type.
fn is_of_numpy(code: TypeCode) -> bool {
    matches!(code, TypeCode::Float16 | TypeCode::Float32 | TypeCode::Float64)
}

pub(in crate::codec) fn parse(config: &mut Config) -> Result<Arc<dyn Filter>> {
    let data_type = config.data_type()?;
    let code = data_type.code();
    let registered = config.dialect == Dialect::V3;
    let Some(bits) = bits_of(code) else {
        return Err(Error::unsupported(format!("codec \"bitround\": data type {data_type} is not supported")));
    };
    if !registered && !is_of_numpy(code) {
        let why = format!("codec \"bitround\": data type {data_type} is not supported in this format");
        config.instead(Error::unsupported(why), "the rule of final v3")?;
    }
    if config.get("keepbits").is_none() {
        return Err(config.error("keepbits is missing"));
    }
    let most = match bits {
        Bits::Float(mantissa) if !registered => mantissa,
        _ => u32::MAX,
    };
    let keep = config.integer_for_encoding("keepbits", registered.into()..=most.into(), 0)? as u32;
    Ok(Arc::new(BitRound { keep, numbers: Numbers { code, order: None }, bits }))
}

/// Rounds numbers of any width with a function of the number's bits.
macro_rules! each {
    ($elements:expr, $unit:expr, |$bits:ident: $type:ident| $round:expr) => {
        match $unit {
            1 => each!(@ $elements, u8, $bits, $type, $round),
            2 => each!(@ $elements, u16, $bits, $type, $round),
            4 => each!(@ $elements, u32, $bits, $type, $round),
            _ => each!(@ $elements, u64, $bits, $type, $round),
        }
    };
    (@ $elements:expr, $width:ty, $bits:ident, $type:ident, $round:expr) => {{
        type $type = $width;
        for number in $elements.as_chunks_mut().0 {
            let $bits = $type::from_ne_bytes(*number);
            *number = $round.to_ne_bytes();
        }
    }};
}

impl BitRound {
    /// Keeps `keep` bits from the most significant set bit on, rounding half to even; a carry out of the type
    /// saturates. The bits of negative numbers are treated as unsigned.
    fn round_integers(&self, elements: &mut [u8]) {
        each!(elements, self.numbers.unit(), |bits: Word| {
            let drop = (Word::BITS - bits.leading_zeros()).saturating_sub(self.keep);
            if drop == 0 {
                bits
            } else {
                let half = ((1 as Word) << (drop - 1)) - 1 + (bits.checked_shr(drop).unwrap_or(0) & 1);
                let kept = bits.saturating_add(half).checked_shr(drop).unwrap_or(0);
                kept.checked_shl(drop).unwrap_or(0)
            }
        });
    }

    /// Drops `drop` bits of mantissas, rounding half to even; the carry may enter the exponent.
    fn round_floats(&self, elements: &mut [u8], drop: u32) {
        each!(elements, self.numbers.unit(), |bits: Word| {
            let half = ((1 as Word) << (drop - 1)) - 1 + (bits >> drop & 1);
            bits.wrapping_add(half) >> drop << drop
        });
    }
}

impl CodecInfo for BitRound {
    fn name(&self) -> &'static str {
        "bitround"
    }

    /// numcodecs allows more than the text of final v3.
    fn spelling(&self, dialect: Dialect) -> Option<Result<String>> {
        let spelled = self.keep == 0 && dialect == Dialect::V3 && is_of_numpy(self.numbers.code);
        spelled.then(|| Ok("numcodecs.bitround".into()))
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

    fn behind(&self, data_type: &DataType) -> Result<DataType> {
        Ok(data_type.clone())
    }

    fn encode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        output.copy_from_slice(input);
        match self.bits {
            Bits::Integer => self.round_integers(output),
            Bits::Float(mantissa) => match mantissa.saturating_sub(self.keep) {
                0 => {}
                drop => self.round_floats(output, drop),
            },
        }
        Ok(())
    }

    fn decode(&self, input: &[u8], output: &mut [u8]) -> Result<()> {
        output.copy_from_slice(input);
        Ok(())
    }
}
