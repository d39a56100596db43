//! `int8` to `int64` and `uint8` to `uint64`: two's complement.

use super::spelling::{self, ByteOrder, Dialect, Warnings};
use super::{DataType, DataTypeDefinition, Family, TypeCode};
use crate::error::{Error, Result};
use crate::json::Json;

#[derive(Debug)]
struct Integer {
    code: TypeCode,
    signed: bool,
    size: usize,
}

const ALL: [(TypeCode, bool, usize); 8] = [
    (TypeCode::Int8, true, 1),
    (TypeCode::Int16, true, 2),
    (TypeCode::Int32, true, 4),
    (TypeCode::Int64, true, 8),
    (TypeCode::UInt8, false, 1),
    (TypeCode::UInt16, false, 2),
    (TypeCode::UInt32, false, 4),
    (TypeCode::UInt64, false, 8),
];

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|integer| integer.code as i32 == code),
    from_name: |name, _| find(|integer| integer.name() == name).map(Ok),
    from_type_string: |text| find(|integer| text.is(integer.kind(), integer.size)).map(Ok),
};

fn find(wanted: impl Fn(&Integer) -> bool) -> Option<DataType> {
    let mut all = ALL.iter().map(|&(code, signed, size)| Integer { code, signed, size });
    all.find(|integer| wanted(integer)).map(DataType::new)
}

impl Integer {
    fn kind(&self) -> char {
        if self.signed { 'i' } else { 'u' }
    }

    fn range(&self) -> std::ops::RangeInclusive<i128> {
        let bits = 8 * self.size as u32;
        if self.signed { -(1 << (bits - 1))..=(1 << (bits - 1)) - 1 } else { 0..=(1 << bits) - 1 }
    }
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
        format!("{}{}", if self.signed { "int" } else { "uint" }, 8 * self.size)
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        Some(spelling::type_string(order, self.kind(), self.size))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>> {
        let wrong = |why: &str| Error::metadata(format!("fill value {} {why} {}", value.brief(), self.name()));
        if let (Some(text), Dialect::Draft2022 | Dialect::Legacy) = (value.as_str(), dialect)
            && let Some(bits) = spelling::bits_from_text(text, self.size)?
        {
            return Ok(spelling::native_from_big(bits));
        }
        let number = value.as_number().ok_or_else(|| wrong("is no"))?;
        let integer = number.as_i128().ok_or_else(|| wrong("is no"))?;
        if !self.range().contains(&integer) {
            return Err(wrong("does not fit"));
        }
        if !number.is_integer() {
            warnings.add(format!("fill value {} should be written as an integer", value.brief()));
        }
        let low = integer.to_le_bytes()[..self.size].iter().rev().copied().collect();
        Ok(spelling::native_from_big(low))
    }

    fn fill_to_json(&self, element: &[u8], _: Dialect, _: &mut Warnings) -> Json {
        let big = spelling::native_from_big(element.to_vec());
        let value = big.iter().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
        let negative = self.signed && big.first().is_some_and(|byte| byte & 0x80 != 0);
        let value = if negative { value - (1 << (8 * self.size)) } else { value };
        Json::Number(crate::json::Number::from_text(&value.to_string()))
    }
}
