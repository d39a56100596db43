//! The interface of a data type to the rest of the library, and that of a family of data types.

use super::element::Element;
use super::fallback::Fallback;
use super::layout::{NumberRun, RepairRun};
use super::spelling::{ByteOrder, Dialect, TypeString, Warnings};
use super::structure::Field;
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

/// The properties and spellings of a data type; one implementation a family.
pub trait DataTypeDefinition: Send + Sync + std::fmt::Debug {
    /// Its code in the C API.
    fn code(&self) -> TypeCode;

    /// The bytes of one element in memory; None: variable length.
    fn item_size(&self) -> Option<usize>;

    /// The unit that a change of the byte order reverses (4 for complex64); 1 if no bytes move, or if units differ, as
    /// in a struct (see [`DataTypeDefinition::runs`]).
    fn swap_unit(&self) -> usize;

    /// The positions of multi-byte numbers in an element, in ascending order.
    fn runs(&self) -> Vec<NumberRun> {
        let (unit, size) = (self.swap_unit(), self.item_size().unwrap_or(0));
        if unit > 1 && size >= unit { vec![NumberRun { offset: 0, unit, count: size / unit }] } else { Vec::new() }
    }

    /// The name in final v3: `float64`, `r16`, `numpy.datetime64`.
    fn name(&self) -> String;

    /// The parameters that go with the name in final v3; None for a type without.
    fn configuration(&self) -> Option<Object> {
        None
    }

    /// The part of the type that final v3 can't spell; None where it can spell all of it.
    fn v3_obstacle(&self) -> Option<String> {
        None
    }

    /// The fields of a struct; None for every other type.
    fn fields(&self) -> Option<&[Field]> {
        None
    }

    /// The type of the elements of which each may be missing; None for every other type.
    fn optional_of(&self) -> Option<&DataType> {
        None
    }

    /// The unknown type that this one stands in for, and with which type it is read; None for every other type.
    fn fallback(&self) -> Option<&Fallback> {
        None
    }

    /// True if documents of final v3 may leave the byte order out although there are numbers of more than one byte.
    fn may_omit_endian(&self) -> bool {
        false
    }

    /// The NumPy-like string of v1, v2 and the drafts before 2022, or None where NumPy has no such type.
    fn type_string(&self, order: ByteOrder) -> Option<String>;

    /// The NumPy-like string, or the list of fields of a struct; `orders` gives the byte order of one run after the
    /// other.
    fn numpy_json(&self, orders: &mut dyn FnMut() -> ByteOrder) -> Option<Json> {
        let order = if self.swap_unit() > 1 { orders() } else { ByteOrder::Little };
        self.type_string(order).map(Json::from)
    }

    /// Turns stored elements that C can't hold into ones that it can; None where all bit patterns are elements.
    fn repair(&self) -> Option<fn(&mut [u8])> {
        None
    }

    /// The repairs of the parts of an element.
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
    /// [`crate::ErrorKind::Metadata`] for a value that this type does not have.
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

    /// True if the type has numbers of more than one byte, so that the byte order matters.
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
    /// [`crate::ErrorKind::Unsupported`] for properties that the format can't express.
    pub fn to_v3_json(&self) -> Result<Json> {
        match self.v3_obstacle() {
            Some(obstacle) => Err(Error::unsupported(format!("final v3 has no word for {obstacle}"))),
            None => Ok(self.to_json()),
        }
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
        let Some(configuration) = self.configuration() else { return formatter.write_str(&self.name()) };
        if configuration.iter().any(|(_, value)| matches!(value, Json::Object(_) | Json::Array(_))) {
            return formatter.write_str(&self.to_json().brief());
        }
        let members: Vec<String> = configuration
            .iter()
            .map(|(name, value)| format!("{name} {}", value.as_str().map_or(value.brief(), str::to_owned)))
            .collect();
        write!(formatter, "{}({})", self.name(), members.join(", "))
    }
}

/// How the spellings of one family are recognised. None means: not this family.
pub(crate) struct Family {
    pub(super) from_code: fn(i32) -> Option<DataType>,
    pub(super) from_name: fn(&str, Option<&Object>) -> Option<Result<DataType>>,
    pub(super) from_type_string: fn(&TypeString) -> Option<Result<DataType>>,
}

/// Maximum size of an element: a larger one is an attempt to exhaust memory.
const MAX_SIZE: usize = 1 << 30;

/// Refuses elements without bytes and those of too many.
pub(super) fn check_size(size: usize, spelled: &dyn std::fmt::Display) -> Result<()> {
    match size {
        0 => Err(Error::unsupported(format!("data type {spelled} has elements without bytes"))),
        1..=MAX_SIZE => Ok(()),
        _ => Err(Error::limit(format!("data type {spelled} has elements of more than {MAX_SIZE} bytes"))),
    }
}

/// The one parameter of the types that zarr-python names by their length.
pub(super) fn length_bytes(name: &str, configuration: Option<&Object>) -> Result<usize> {
    let wrong = |why: &str| Error::metadata(format!("data type {name:?} {why}"));
    if let Some((_, _)) = configuration.and_then(|object| object.iter().find(|(member, _)| *member != "length_bytes")) {
        return Err(wrong("has an unknown member in its configuration"));
    }
    let length = configuration.and_then(|object| object.get("length_bytes"));
    let length = length.and_then(Json::as_u64).and_then(|length| usize::try_from(length).ok());
    length.ok_or_else(|| wrong("needs length_bytes, an integer, in its configuration"))
}
