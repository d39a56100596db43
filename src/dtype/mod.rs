//! Data types: what one element means, how it lies in memory, and how each format spells it and its fill value.
//!
//! Each family is one file that registers itself in [`FAMILIES`]. In memory elements are in native byte order; the
//! stored byte order is a property of the encoding, not of the type.

mod arithmetic;
mod boolean;
mod complex;
mod convert;
mod element;
mod fallback;
mod fixed_text;
mod float;
mod float_format;
mod integer;
mod layout;
mod raw;
mod samples;
mod spelling;
mod structure;
#[cfg(test)]
mod tests;
mod time;
mod values;
mod variable;

pub use arithmetic::Arithmetic;
pub use convert::{Conversion, Policy};
pub use element::Element;
pub use fallback::Fallback;
pub use float_format::Format as FloatFormat;
pub use layout::{Repair, RepairRun, Run, StoredOrder, Swap};
pub use samples::samples;
pub use spelling::{ByteOrder, Dialect, TypeString, Warnings};
pub use structure::Field;
pub use values::{VALUE_SIZE, Value, Values};

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
    FixedBytes = 16,
    FixedUtf32 = 17,
    DateTime64 = 18,
    TimeDelta64 = 19,
    Struct = 20,
    String = 21,
    Bytes = 22,
    BFloat16 = 23,
    Int2 = 24,
    UInt2 = 25,
    Int4 = 26,
    UInt4 = 27,
    Float4E2M1Fn = 28,
    Float6E2M3Fn = 29,
    Float6E3M2Fn = 30,
    Float8E3M4 = 31,
    Float8E4M3 = 32,
    Float8E4M3B11Fnuz = 33,
    Float8E4M3Fnuz = 34,
    Float8E5M2 = 35,
    Float8E5M2Fnuz = 36,
    Float8E8M0Fnu = 37,
    Float8E4M3Fn = 38,
    ComplexBFloat16 = 39,
    ComplexFloat16 = 40,
    ComplexFloat4E2M1Fn = 41,
    ComplexFloat6E2M3Fn = 42,
    ComplexFloat6E3M2Fn = 43,
    ComplexFloat8E3M4 = 44,
    ComplexFloat8E4M3 = 45,
    ComplexFloat8E4M3B11Fnuz = 46,
    ComplexFloat8E4M3Fnuz = 47,
    ComplexFloat8E5M2 = 48,
    ComplexFloat8E5M2Fnuz = 49,
    ComplexFloat8E8M0Fnu = 50,
}

/// What a data type can do; one implementation a family.
pub trait DataTypeDefinition: Send + Sync + std::fmt::Debug {
    /// Its code in the C API.
    fn code(&self) -> TypeCode;

    /// The bytes of one element in memory; None: variable length.
    fn item_size(&self) -> Option<usize>;

    /// The bytes that change places together when the byte order is reversed (4 for complex64); 1: none do, or not
    /// all of them alike, as in a struct ([`DataTypeDefinition::runs`] tells).
    fn swap_unit(&self) -> usize;

    /// Where in an element the numbers of more than one byte lie, in ascending order.
    fn runs(&self) -> Vec<Run> {
        let (unit, size) = (self.swap_unit(), self.item_size().unwrap_or(0));
        if unit > 1 && size >= unit { vec![Run { offset: 0, unit, count: size / unit }] } else { Vec::new() }
    }

    /// The name in final v3: `float64`, `r16`, `numpy.datetime64`.
    fn name(&self) -> String;

    /// The parameters that go with the name in final v3; None for a type without.
    fn configuration(&self) -> Option<Object> {
        None
    }

    /// What of the type final v3 has no words for; None: nothing.
    fn v3_obstacle(&self) -> Option<String> {
        None
    }

    /// The fields of a struct; None for every other type.
    fn fields(&self) -> Option<&[Field]> {
        None
    }

    /// What a type stands in for that is read in place of an unknown one; None for every other type.
    fn fallback(&self) -> Option<&Fallback> {
        None
    }

    /// Whether documents of final v3 may leave the byte order out although there are numbers of more than one byte.
    fn may_omit_endian(&self) -> bool {
        false
    }

    /// The NumPy-like string of v1, v2 and the drafts before 2022, or None where NumPy has no such type.
    fn type_string(&self, order: ByteOrder) -> Option<String>;

    /// The same, or the list of fields of a struct; `orders` gives the byte order of one run after the other.
    fn numpy_json(&self, orders: &mut dyn FnMut() -> ByteOrder) -> Option<Json> {
        let order = if self.swap_unit() > 1 { orders() } else { ByteOrder::Little };
        self.type_string(order).map(Json::from)
    }

    /// Turns stored elements that C can't hold into ones that it can; None where all bit patterns are elements.
    fn repair(&self) -> Option<fn(&mut [u8])> {
        None
    }

    /// The same for the parts of an element.
    fn repairs(&self) -> Vec<RepairRun> {
        let size = self.item_size().unwrap_or(0);
        self.repair().map(|repair| RepairRun { offset: 0, size, repair }).into_iter().collect()
    }

    /// The fill value when the caller gives none, where it is not zero.
    fn default_fill(&self, dialect: Dialect) -> Option<Vec<u8>> {
        let _ = dialect;
        None
    }

    /// The element that a fill value stands for.
    ///
    /// Native byte order, but for a struct whose value is given as bytes in another dialect than final v3: they are as
    /// they are stored.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when the value is none of this type.
    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element>;

    /// The canonical spelling of an element as a fill value; of a struct as in [`DataTypeDefinition::fill_from_json`].
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

    /// An element of zero bytes: zero, false, an empty text.
    pub fn zero(&self) -> Element {
        Element::zeros(self.size())
    }

    /// Whether it has numbers of more than one byte, so that their stored order matters.
    pub fn is_ordered(&self) -> bool {
        match self.swap_unit() {
            _ if self.fields().is_some() || self.fallback().is_some() => !self.runs().is_empty(),
            unit => unit > 1 && self.size() >= unit,
        }
    }

    /// The name or extension object of final v3; a struct that this format can't express as NumPy's list.
    pub fn to_json(&self) -> Json {
        if let Some(fallback) = self.fallback() {
            return fallback.data_type.to_json();
        }
        if self.v3_obstacle().is_some() {
            return self.to_numpy_json(&ByteOrder::Little.into()).unwrap_or_else(|| self.name().into());
        }
        match self.configuration() {
            Some(configuration) => Object::new().with("name", self.name()).with("configuration", configuration).into(),
            None => self.name().into(),
        }
    }

    /// The name or extension object of final v3.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Unsupported`] for what the format can't express.
    pub fn to_v3_json(&self) -> Result<Json> {
        match self.v3_obstacle() {
            Some(obstacle) => Err(Error::unsupported(format!("final v3 has no word for {obstacle}"))),
            None => Ok(self.to_json()),
        }
    }

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

    /// The type of any spelling that a caller may use: a name, an extension object of whatever format, a NumPy-like
    /// string or a list of fields; the latter two may also say the byte order.
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
            // The drafts say `type` for what the final format names.
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

impl std::ops::Deref for DataType {
    type Target = dyn DataTypeDefinition;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl PartialEq for DataType {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code() && self.to_json() == other.to_json()
    }
}

impl std::fmt::Display for DataType {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(fallback) = self.fallback() {
            return write!(formatter, "{}, the fallback of {}", fallback.data_type, fallback.of);
        }
        match self.configuration() {
            Some(_) => formatter.write_str(&self.to_json().brief()),
            None => formatter.write_str(&self.name()),
        }
    }
}

/// How the spellings of one family are recognised. None means: not this family.
pub(crate) struct Family {
    from_code: fn(i32) -> Option<DataType>,
    from_name: fn(&str, Option<&Object>) -> Option<Result<DataType>>,
    from_type_string: fn(&TypeString) -> Option<Result<DataType>>,
}

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
    variable::FAMILY,
];

/// Larger elements are no data, but an attempt to make somebody allocate.
const MAX_SIZE: usize = 1 << 30;

/// Refuses elements without bytes and those of too many.
fn check_size(size: usize, spelled: &dyn std::fmt::Display) -> Result<()> {
    match size {
        0 => Err(Error::unsupported(format!("data type {spelled} has elements without bytes"))),
        1..=MAX_SIZE => Ok(()),
        _ => Err(Error::limit(format!("data type {spelled} has elements of more than {MAX_SIZE} bytes"))),
    }
}

/// The one parameter of the types that zarr-python names by their length.
fn length_bytes(name: &str, configuration: Option<&Object>) -> Result<usize> {
    let wrong = |why: &str| Error::metadata(format!("data type {name:?} {why}"));
    if let Some((_, _)) = configuration.and_then(|object| object.iter().find(|(member, _)| *member != "length_bytes")) {
        return Err(wrong("has an unknown member in its configuration"));
    }
    let length = configuration.and_then(|object| object.get("length_bytes"));
    let length = length.and_then(Json::as_u64).and_then(|length| usize::try_from(length).ok());
    length.ok_or_else(|| wrong("needs length_bytes, an integer, in its configuration"))
}
