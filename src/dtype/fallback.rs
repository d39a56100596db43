//! A data type that is read in place of one that is not known, because the document offers it and the caller allows it.
//!
//! Elements look like those of the type that stands in. But their meaning is not known here, so no format can spell the
//! type, and nothing is written through it.

use super::definition::{DataType, DataTypeDefinition, TypeCode};
use super::element::Element;
use super::layout::{NumberRun, RepairRun};
use super::spelling::{ByteOrder, Dialect, Warnings};
use super::structure::Field;
use crate::error::Result;
use crate::json::{Json, Object};

/// The type that stands in, and the one that it stands in for.
#[derive(Debug)]
pub struct Fallback {
    /// The type that elements are read as.
    pub data_type: DataType,
    /// The type that the document names, for messages.
    pub of: String,
}

impl DataType {
    /// This type in place of one that is not known, which is described as `of`.
    #[must_use]
    pub fn in_place_of(self, of: String) -> Self {
        Self::new(Fallback { data_type: self, of })
    }
}

impl DataTypeDefinition for Fallback {
    fn code(&self) -> TypeCode {
        self.data_type.code()
    }

    fn item_size(&self) -> Option<usize> {
        self.data_type.item_size()
    }

    fn swap_unit(&self) -> usize {
        self.data_type.swap_unit()
    }

    fn runs(&self) -> Vec<NumberRun> {
        self.data_type.runs()
    }

    fn name(&self) -> String {
        self.data_type.name()
    }

    fn configuration(&self) -> Option<Object> {
        self.data_type.configuration()
    }

    fn v3_obstacle(&self) -> Option<String> {
        Some(self.of.clone())
    }

    fn fields(&self) -> Option<&[Field]> {
        self.data_type.fields()
    }

    fn fallback(&self) -> Option<&Fallback> {
        Some(self)
    }

    fn type_string(&self, _: ByteOrder) -> Option<String> {
        None
    }

    fn numpy_json(&self, _: &mut dyn FnMut() -> ByteOrder) -> Option<Json> {
        None
    }

    fn repair(&self) -> Option<fn(&mut [u8])> {
        self.data_type.repair()
    }

    fn repairs(&self) -> Vec<RepairRun> {
        self.data_type.repairs()
    }

    fn fill_from_json(&self, value: &Json, dialect: Dialect, warnings: &mut Warnings) -> Result<Element> {
        self.data_type.fill_from_json(value, dialect, warnings)
    }

    fn fill_to_json(&self, element: &[u8], dialect: Dialect, warnings: &mut Warnings) -> Json {
        self.data_type.fill_to_json(element, dialect, warnings)
    }
}
