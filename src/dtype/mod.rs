//! Data types: what one element means, how it lies in memory, and how each format spells it and its fill value.
//!
//! Each family is one file that registers itself in [`FAMILIES`]. In memory elements are in native byte order; the
//! stored byte order is a property of the encoding, not of the type.

mod boolean;
mod complex;
mod float;
mod integer;
mod raw;
mod spelling;
#[cfg(test)]
mod tests;

pub use spelling::{ByteOrder, Dialect, TypeString, Warnings};

use crate::error::{Error, Result};
use crate::json::{Json, Object};
use std::sync::Arc;

/// The codes of the C API, in the order of the reference of data types.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum TypeCode {
    Bool = 1,
    Int8 = 2,
    Int16 = 3,
    Int32 = 4,
    Int64 = 5,
    UInt8 = 6,
    UInt16 = 7,
    UInt32 = 8,
    UInt64 = 9,
    Float16 = 10,
    Float32 = 11,
    Float64 = 12,
    Complex64 = 13,
    Complex128 = 14,
    Raw = 15,
}

/// What a data type can do; one implementation a family.
pub trait DataTypeDefinition: Send + Sync + std::fmt::Debug {
    /// Its code in the C API.
    fn code(&self) -> TypeCode;

    /// The bytes of one element in memory; None: variable length.
    fn item_size(&self) -> Option<usize>;

    /// The bytes that change places together when the byte order is reversed (4 for complex64); 1: none do.
    fn swap_unit(&self) -> usize;

    /// The name in final v3 and in the 2022 draft: `float64`, `r16`.
    fn name(&self) -> String;

    /// The NumPy-like string of v1, v2 and the drafts before 2022, or None where NumPy has no such type.
    fn type_string(&self, order: ByteOrder) -> Option<String>;

    /// Turns stored elements that C can't hold into ones that it can; None where all bit patterns are elements.
    fn repair(&self) -> Option<fn(&mut [u8])> {
        None
    }

    /// The element that a fill value stands for.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when the value is none of this type.
    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Vec<u8>>;

    /// The canonical spelling of an element as a fill value.
    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json;
}

/// One data type. Cheap to clone.
#[derive(Clone, Debug)]
pub struct DataType(Arc<dyn DataTypeDefinition>);

impl DataType {
    pub(crate) fn new(definition: impl DataTypeDefinition + 'static) -> Self {
        Self(Arc::new(definition))
    }

    /// The bytes of one element of a type that has a fixed size; 0 for variable length.
    pub fn size(&self) -> usize {
        self.item_size().unwrap_or(0)
    }

    /// The fill value when the caller gives none: zero, false.
    pub fn default_fill(&self) -> Vec<u8> {
        vec![0; self.size()]
    }

    /// The type without parameters that has this code of the C API; None for types that need parameters, and for
    /// numbers that are no code.
    pub fn from_code(code: i32) -> Option<Self> {
        FAMILIES.iter().find_map(|family| (family.from_code)(code))
    }

    /// The type of a name of final v3 or the 2022 draft, with the configuration of an extension object.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for a name that is not known, [`crate::ErrorKind::Metadata`] for a
    /// configuration that makes no sense.
    pub fn from_name(name: &str, configuration: Option<&Object>) -> Result<Self> {
        for family in FAMILIES {
            if let Some(data_type) = (family.from_name)(name, configuration) {
                return data_type;
            }
        }
        Err(Error::unsupported(format!("data type {name:?} is not supported")))
    }

    /// The type and byte order of a NumPy-like string (`<f8`).
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_type_string(text: &str, warnings: &mut Warnings) -> Result<(Self, ByteOrder)> {
        let parsed = TypeString::parse(text, warnings)?;
        for family in FAMILIES {
            if let Some(data_type) = (family.from_type_string)(&parsed) {
                return Ok((data_type?, parsed.order));
            }
        }
        Err(Error::unsupported(format!("data type {text:?} is not supported")))
    }

    /// The type of any spelling that a caller may use: a name, an extension object, or a NumPy-like string, which may
    /// also say the byte order.
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_any_json(value: &Json, warnings: &mut Warnings) -> Result<(Self, Option<ByteOrder>)> {
        match value {
            Json::String(text) if TypeString::looks_like(text) => {
                let (data_type, order) = Self::from_type_string(text, warnings)?;
                Ok((data_type, text.starts_with(['<', '>', '=']).then_some(order)))
            }
            Json::String(name) => Ok((Self::from_name(name, None)?, None)),
            Json::Object(object) => Ok((Self::from_extension_object(object)?, None)),
            Json::Array(_) => {
                Err(Error::unsupported(format!("structured data type {} is not supported", value.brief())))
            }
            other => Err(Error::metadata(format!("a data type must be a string or an object, not {}", other.brief()))),
        }
    }

    /// The type of an extension object `{"name": ..., "configuration": {...}}` of final v3.
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_extension_object(object: &Object) -> Result<Self> {
        let name = object.get("name").ok_or_else(|| Error::metadata("a data type object needs a name"))?;
        let configuration =
            object.get("configuration").map(|value| value.expect_object("the configuration of a data type"));
        for (member, _) in object.iter() {
            if !matches!(member, "name" | "configuration" | "must_understand") {
                return Err(Error::metadata(format!("a data type object has no member {member:?}")));
            }
        }
        Self::from_name(name.expect_str("the name of a data type")?, configuration.transpose()?)
    }
}

impl std::ops::Deref for DataType {
    type Target = dyn DataTypeDefinition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for DataType {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl std::fmt::Display for DataType {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.name())
    }
}

/// How the spellings of one family are recognised. None means: not this family.
pub(crate) struct Family {
    from_code: fn(i32) -> Option<DataType>,
    from_name: fn(&str, Option<&Object>) -> Option<Result<DataType>>,
    from_type_string: fn(&TypeString) -> Option<Result<DataType>>,
}

/// Every data type that the library knows.
const FAMILIES: &[Family] = &[boolean::FAMILY, integer::FAMILY, float::FAMILY, complex::FAMILY, raw::FAMILY];
