//! `int8` to `int64` and `uint8` to `uint64`: two's complement. `int2` to `uint4` too: one byte each in memory, as the
//! value itself; in stored bytes only the low bits count.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::spelling::{self, ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::Json;
use std::ops::RangeInclusive;

#[derive(Debug)]
struct Integer {
    code: TypeCode,
    name: &'static str,
    signed: bool,
    bits: usize,
    size: usize,
}

const ALL: [(TypeCode, &str, bool, usize); 12] = [
    (TypeCode::Int8, "int8", true, 8),
    (TypeCode::Int16, "int16", true, 16),
    (TypeCode::Int32, "int32", true, 32),
    (TypeCode::Int64, "int64", true, 64),
    (TypeCode::UInt8, "uint8", false, 8),
    (TypeCode::UInt16, "uint16", false, 16),
    (TypeCode::UInt32, "uint32", false, 32),
    (TypeCode::UInt64, "uint64", false, 64),
    (TypeCode::Int2, "int2", true, 2),
    (TypeCode::UInt2, "uint2", false, 2),
    (TypeCode::Int4, "int4", true, 4),
    (TypeCode::UInt4, "uint4", false, 4),
];

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|integer| integer.code as i32 == code),
    from_name: |name, _| find(|integer| integer.name == name).map(Ok),
    from_type_string: |text| find(|integer| integer.whole_bytes() && text.is(integer.kind(), integer.size)).map(Ok),
};

fn find(wanted: impl Fn(&Integer) -> bool) -> Option<DataType> {
    let mut all =
        ALL.iter().map(|&(code, name, signed, bits)| Integer { code, name, signed, bits, size: bits.div_ceil(8) });
    all.find(|integer| wanted(integer)).map(DataType::new)
}

/// The bits and the range of a type of integers.
pub(super) fn range_of(code: TypeCode) -> Option<(u32, RangeInclusive<i128>)> {
    ALL.iter().find(|(of, ..)| *of == code).map(|(_, _, signed, bits)| (*bits as u32, range(*signed, *bits)))
}

fn range(signed: bool, bits: usize) -> RangeInclusive<i128> {
    if signed { -(1 << (bits - 1))..=(1 << (bits - 1)) - 1 } else { 0..=(1 << bits) - 1 }
}

impl Integer {
    fn kind(&self) -> char {
        if self.signed { 'i' } else { 'u' }
    }

    fn whole_bytes(&self) -> bool {
        self.bits == 8 * self.size
    }
}

/// The number in the low bits, as a signed byte.
fn sign_extended(byte: u8, bits: u32) -> u8 {
    ((byte << (8 - bits)) as i8 >> (8 - bits)) as u8
}

impl DataTypeDefinition for Integer {
    fn code(&self) -> TypeCode {
        self.code
    }

    fn item_size(&self) -> Option<usize> {
        Some(self.size)
    }

    fn swap_unit(&self) -> usize {
        self.size
    }

    fn name(&self) -> String {
        self.name.into()
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        self.whole_bytes().then(|| spelling::type_string(order, self.kind(), self.size))
    }

    fn repair(&self) -> Option<fn(&mut [u8])> {
        match self.code {
            TypeCode::Int2 => Some(|elements| elements.iter_mut().for_each(|byte| *byte = sign_extended(*byte, 2))),
            TypeCode::Int4 => Some(|elements| elements.iter_mut().for_each(|byte| *byte = sign_extended(*byte, 4))),
            TypeCode::UInt2 => Some(|elements| elements.iter_mut().for_each(|byte| *byte &= 0x03)),
            TypeCode::UInt4 => Some(|elements| elements.iter_mut().for_each(|byte| *byte &= 0x0f)),
            _ => None,
        }
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let wrong = |why: &str| Error::metadata(format!("fill value {} {why} {}", value.brief(), self.name()));
        if let (Some(text), Dialect::Draft2022 | Dialect::Legacy) = (value.as_str(), dialect)
            && let Some(bits) = spelling::bits_from_text(text, self.size)?
        {
            return Ok(spelling::native_from_big(bits).into());
        }
        let number = match dialect {
            // N5-Zarr wrote texts into v2 documents until 2024, as Fiji and BigStitcher had it; GDAL 3.4 to 3.7 what
            // int64 does not hold, also in the v3 of 2020.
            Dialect::V1 | Dialect::V2 | Dialect::Legacy => spelling::number(value, warnings),
            _ => value.as_number().cloned(),
        };
        let number = number.ok_or_else(|| wrong("is no"))?;
        let integer = number.as_i128().ok_or_else(|| wrong("is no"))?;
        if !range(self.signed, self.bits).contains(&integer) {
            return Err(wrong("does not fit"));
        }
        if !number.is_integer() {
            warnings.add(format!("fill value {} should be written as an integer", value.brief()));
        }
        let low = integer.to_le_bytes()[..self.size].iter().rev().copied().collect();
        Ok(spelling::native_from_big(low).into())
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, _: &mut Warnings) -> Json {
        let big = spelling::native_from_big(element.to_vec());
        let value = big.iter().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
        let negative = self.signed && big.first().is_some_and(|byte| byte & 0x80 != 0);
        let value = if negative { value - (1 << (8 * self.size)) } else { value };
        Json::Number(crate::json::Number::from_text(&value.to_string()))
    }
}
