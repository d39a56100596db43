//! The fill value: one element, and whether the format defines it at all.

use crate::dtype::{DataType, Dialect, StoredOrder, Swap, Warnings};
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
    /// The value of the type when nobody names one: zero, or what is usual in the dialect.
    pub fn default_of(data_type: &DataType, dialect: Dialect) -> Self {
        Self { element: data_type.default_fill(dialect).unwrap_or_else(|| data_type.zero()), defined: true }
    }

    /// Contents that the document leaves undefined.
    pub fn undefined(data_type: &DataType) -> Self {
        Self { element: data_type.zero(), defined: false }
    }

    /// Reads the value of a member `fill_value` that is not `null`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] when it is none of this type.
    pub fn from_json(value: &Json, data_type: &DataType, dialect: Dialect, warnings: &mut Warnings) -> Result<Self> {
        match data_type.fill_from_json(value, dialect, warnings) {
            Ok(element) => Ok(Self { element, defined: true }),
            // It is spelled as the type has it that is not known.
            Err(_) if data_type.fallback().is_some() => {
                warnings.add(format!("fill value {} is none for {data_type}; taken as zero", value.brief()));
                Ok(Self::undefined(data_type))
            }
            Err(error) => Err(error).context(|| "member \"fill_value\""),
        }
    }

    /// The same in formats where the data type says the stored order: a struct is given by its stored bytes.
    ///
    /// # Errors
    /// As [`FillValue::from_json`].
    pub fn from_stored_json(
        value: &Json,
        data_type: &DataType,
        order: &StoredOrder,
        dialect: Dialect,
        warnings: &mut Warnings,
    ) -> Result<Self> {
        let mut fill = Self::from_json(value, data_type, dialect, warnings)?;
        if data_type.fields().is_some() {
            Swap::new(data_type, order).apply(&mut fill.element);
        }
        Ok(fill)
    }

    /// How [`FillValue::from_stored_json`] reads it.
    pub fn to_stored_json(
        &self,
        data_type: &DataType,
        order: &StoredOrder,
        dialect: Dialect,
        warnings: &mut Warnings,
    ) -> Json {
        let mut element = self.element.clone();
        if data_type.fields().is_some() {
            Swap::new(data_type, order).apply(&mut element);
        }
        data_type.fill_to_json(&element, dialect, warnings)
    }
}
