//! The families of data types, and how the spelling of each is recognised.

use super::definition::{DataType, Family};
use super::layout::StoredOrder;
use super::spelling::{ByteOrder, TypeString, Warnings};
use super::{boolean, complex, fixed_text, float, integer, optional, raw, structure, time, variable};
use crate::error::{Error, Result};
use crate::json::{Json, Object};

/// Every data type that the library knows.
const FAMILIES: &[Family] = &[
    boolean::FAMILY,
    integer::FAMILY,
    float::FAMILY,
    complex::FAMILY,
    raw::FAMILY,
    fixed_text::FAMILY,
    time::FAMILY,
    structure::FAMILY,
    optional::FAMILY,
    variable::FAMILY,
];

impl DataType {
    /// The type of a name or extension object of final v3.
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_v3_json(value: &Json) -> Result<Self> {
        match value {
            Json::String(name) => Self::from_name(name, None),
            value => Self::from_extension_object(value.expect_object("a data type")?),
        }
    }

    /// The type without parameters that has this code of the C API; None for types that need parameters, and for
    /// unknown codes.
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

    /// The type of any spelling that a caller may use: a name, an extension object of any format, a NumPy-like string
    /// or a list of fields; the latter two may also say the byte order.
    ///
    /// # Errors
    /// As [`DataType::from_name`].
    pub fn from_any_json(value: &Json, warnings: &mut Warnings) -> Result<(Self, Option<StoredOrder>)> {
        match value {
            Json::String(text) if TypeString::looks_like(text) => {
                let (data_type, order) = Self::from_type_string(text, warnings)?;
                Ok((data_type, text.starts_with(['<', '>', '=']).then_some(order.into())))
            }
            Json::String(name) => Ok((Self::from_name(name, None)?, None)),
            // The drafts have the member `type` where the final format has the name.
            Json::Object(object)
                if object.get("name").is_none()
                    && object.get("type").is_some_and(|inner| inner.as_object().is_none()) =>
            {
                Self::from_any_json(object.get("type").unwrap_or(value), warnings)
            }
            Json::Object(object) => Ok((Self::from_extension_object(object)?, None)),
            Json::Array(_) => Self::from_numpy_json(value, warnings).map(|(data_type, order)| (data_type, Some(order))),
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
