//! The fill value: one element, and whether the format defines it at all.

use crate::dtype::{DataType, Dialect, Warnings};
use crate::error::{Result, ResultExt};
use crate::json::Json;

/// What reading gives where nothing was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FillValue {
    /// One element, native byte order.
    pub element: Vec<u8>,
    /// False where the document says `null`: then the element is zero by our own choice.
    pub defined: bool,
}

impl FillValue {
    /// The value of the type when nobody names one: zero.
    pub fn default_of(data_type: &DataType) -> Self {
        Self { element: data_type.default_fill(), defined: true }
    }

    /// Contents that the document leaves undefined.
    pub fn undefined(data_type: &DataType) -> Self {
        Self { element: data_type.default_fill(), defined: false }
    }

    /// Reads the value of a member `fill_value` that is not `null`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when it is none of this type.
    pub fn from_json(value: &Json, data_type: &DataType, dialect: Dialect, warnings: &mut Warnings) -> Result<Self> {
        let element = data_type.fill_from_json(value, dialect, warnings).context(|| "member \"fill_value\"")?;
        Ok(Self { element, defined: true })
    }
}
