//! Complex numbers: the real part, then the imaginary part, each in the stored byte order.

use super::definition::{DataType, DataTypeDefinition, Family, TypeCode};
use super::element::Element;
use super::float::Float;
use super::float_format::FORMATS;
use super::spelling::{self, ByteOrder, Dialect, Warnings};
use crate::error::{Error, Result};
use crate::json::Json;

#[derive(Debug)]
struct Complex {
    code: TypeCode,
    part: Float,
}

/// The code of the pair of each format; the format that the registry does not know has none.
pub(super) const CODES: [(TypeCode, TypeCode); 14] = [
    (TypeCode::Float32, TypeCode::Complex64),
    (TypeCode::Float64, TypeCode::Complex128),
    (TypeCode::BFloat16, TypeCode::ComplexBFloat16),
    (TypeCode::Float16, TypeCode::ComplexFloat16),
    (TypeCode::Float4E2M1Fn, TypeCode::ComplexFloat4E2M1Fn),
    (TypeCode::Float6E2M3Fn, TypeCode::ComplexFloat6E2M3Fn),
    (TypeCode::Float6E3M2Fn, TypeCode::ComplexFloat6E3M2Fn),
    (TypeCode::Float8E3M4, TypeCode::ComplexFloat8E3M4),
    (TypeCode::Float8E4M3, TypeCode::ComplexFloat8E4M3),
    (TypeCode::Float8E4M3B11Fnuz, TypeCode::ComplexFloat8E4M3B11Fnuz),
    (TypeCode::Float8E4M3Fnuz, TypeCode::ComplexFloat8E4M3Fnuz),
    (TypeCode::Float8E5M2, TypeCode::ComplexFloat8E5M2),
    (TypeCode::Float8E5M2Fnuz, TypeCode::ComplexFloat8E5M2Fnuz),
    (TypeCode::Float8E8M0Fnu, TypeCode::ComplexFloat8E8M0Fnu),
];

pub(super) const FAMILY: Family = Family {
    from_code: |code| find(|complex| complex.code as i32 == code),
    from_name: |name, _| find(|complex| complex.name() == name || complex.long_name() == name).map(Ok),
    from_type_string: |text| find(|complex| complex.numpy() && text.is('c', 2 * complex.part.0.size)).map(Ok),
};

fn find(wanted: impl Fn(&Complex) -> bool) -> Option<DataType> {
    let all = CODES.iter().filter_map(|&(part, code)| {
        let part = FORMATS.iter().find(|format| format.code == part)?;
        Some(Complex { code, part: Float(part) })
    });
    all.into_iter().find(|complex| wanted(complex)).map(DataType::new)
}

impl Complex {
    /// True if the type is in NumPy and in the core of final v3.
    fn numpy(&self) -> bool {
        matches!(self.code, TypeCode::Complex64 | TypeCode::Complex128)
    }

    /// The name by its parts, as the registry of extensions has it.
    fn long_name(&self) -> String {
        format!("complex_{}", self.part.0.name)
    }
}

impl DataTypeDefinition for Complex {
    fn code(&self) -> TypeCode {
        self.code
    }

    fn item_size(&self) -> Option<usize> {
        Some(2 * self.part.0.size)
    }

    fn swap_unit(&self) -> usize {
        self.part.0.size
    }

    fn name(&self) -> String {
        if self.numpy() { format!("complex{}", 16 * self.part.0.size) } else { self.long_name() }
    }

    fn type_string(&self, order: ByteOrder) -> Option<String> {
        self.numpy().then(|| spelling::type_string(order, 'c', 2 * self.part.0.size))
    }

    fn repair(&self) -> Option<fn(&mut [u8])> {
        self.part.0.repair()
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        let size = self.part.0.size;
        if let Some([real, imaginary]) = value.as_array() {
            let mut element = self.part.read(real, dialect, warnings)?;
            element.extend(self.part.read(imaginary, dialect, warnings)?);
            return Ok(element.into());
        }
        // The drafts have one pattern for the whole number: real bits, then imaginary bits.
        if let (Some(text), Dialect::Draft2022 | Dialect::Legacy) = (value.as_str(), dialect)
            && let Some(bits) = spelling::bits_from_text(text, 2 * size)?
        {
            let (real, imaginary) = bits.split_at(size);
            return Ok([real, imaginary].map(|part| spelling::native_from_big(part.to_vec())).concat().into());
        }
        // Python wrote a plain number for a real fill value into v1 and v2 documents.
        if value.as_number().is_some() && matches!(dialect, Dialect::V1 | Dialect::V2) {
            let mut element = self.part.read(value, dialect, warnings)?;
            element.resize(2 * size, 0);
            return Ok(element.into());
        }
        Err(Error::metadata(format!("fill value {} is not a pair of numbers for {}", value.brief(), self.name())))
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        let (real, imaginary) = element.split_at(self.part.0.size.min(element.len()));
        Json::Array(vec![self.part.spell(real, dialect, warnings), self.part.spell(imaginary, dialect, warnings)])
    }
}
