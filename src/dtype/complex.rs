//! `complex64` and `complex128`: the real part, then the imaginary part, each in the stored byte order.

use super::float::Float;
use super::spelling::{self, ByteOrder, Dialect, Warnings};
use super::{DataType, DataTypeDefinition, Family, TypeCode};
use crate::error::{Error, Result};
use crate::json::Json;

#[derive(Debug)]
struct Complex {
    part: Float,
}

const ALL: [Complex; 2] = [Complex { part: Float { size: 4 } }, Complex { part: Float { size: 8 } }];

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|complex| complex.code() as i32 == code),
    from_name: |name, _| find(|complex| complex.name() == name || complex.long_name() == name).map(Ok),
    from_type_string: |text| find(|complex| text.is('c', 2 * complex.part.size)).map(Ok),
};

fn find(wanted: impl Fn(&Complex) -> bool) -> Option<DataType> {
    ALL.into_iter().find(|complex| wanted(complex)).map(DataType::new)
}

impl Complex {
    /// The name by its parts, as the registry of extensions has it.
    fn long_name(&self) -> String {
        format!("complex_float{}", 8 * self.part.size)
    }
}

impl DataTypeDefinition for Complex {
    fn code(&self) -> TypeCode {
        if self.part.size == 4 { TypeCode::Complex64 } else { TypeCode::Complex128 }
    }

    fn item_size(&self) -> Option<usize> {
        Some(2 * self.part.size)
    }

    fn swap_unit(&self) -> usize {
        self.part.size
    }

    fn name(&self) -> String {
        format!("complex{}", 16 * self.part.size)
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        Some(spelling::type_string(order, 'c', 2 * self.part.size))
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>> {
        if let Some([real, imaginary]) = value.as_array() {
            let mut element = self.part.read(real, dialect, warnings)?;
            element.extend(self.part.read(imaginary, dialect, warnings)?);
            return Ok(element);
        }
        // The drafts have one pattern for the whole number: real bits, then imaginary bits.
        if let (Some(text), Dialect::Draft2022 | Dialect::Legacy) = (value.as_str(), dialect)
            && let Some(bits) = spelling::bits_from_text(text, 2 * self.part.size)?
        {
            let (real, imaginary) = bits.split_at(self.part.size);
            return Ok([real, imaginary].map(|part| spelling::native_from_big(part.to_vec())).concat());
        }
        // Python wrote a plain number for a real fill value into v1 and v2 documents.
        if value.as_number().is_some() && matches!(dialect, Dialect::V1 | Dialect::V2) {
            let mut element = self.part.read(value, dialect, warnings)?;
            element.resize(2 * self.part.size, 0);
            return Ok(element);
        }
        Err(Error::metadata(format!("fill value {} is no pair of numbers for {}", value.brief(), self.name())))
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        let (real, imaginary) = element.split_at(self.part.size.min(element.len()));
        Json::Array(vec![self.part.spell(real, dialect, warnings), self.part.spell(imaginary, dialect, warnings)])
    }
}
