//! The fill value: one element, and whether the format defines it at all.

use crate::dtype::{DataType, Dialect, Element, StoredOrder, Swap, Warnings};
use crate::error::{Error, Result, ResultExt};
use crate::json::{Json, MAX_NODES};

/// The value of elements that were not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FillValue {
    /// One element, native byte order.
    pub element: Element,
    /// False where the document says `null`: then the element is our own choice.
    pub defined: bool,
}

impl FillValue {
    /// The default of the type: zero, or the usual value of the dialect.
    pub fn default_of(data_type: &DataType, dialect: Dialect) -> Self {
        Self { element: data_type.default_fill(dialect).map_or_else(|| data_type.zero(), Element::from), defined: true }
    }

    /// Contents that the document leaves undefined: zero, or "not a time", which zarr-python leaves out of such arrays.
    pub fn undefined(data_type: &DataType, warnings: &mut Warnings) -> Self {
        let fill = Self { defined: false, ..Self::default_of(data_type, Dialect::V3) };
        if !fill.element.is_zero() {
            warnings
                .note("fill_value is null; elements that are not stored are read as NaT, as zarr-python means them");
        }
        fill
    }

    /// Reads the value of a member `fill_value` that is not `null`.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a value that the type does not have.
    pub fn from_json(value: &Json, data_type: &DataType, dialect: Dialect, warnings: &mut Warnings) -> Result<Self> {
        match data_type.fill_from_json(value, dialect, warnings) {
            Ok(element) => Ok(Self { element, defined: true }),
            // It is spelled as the type has it that is not known.
            Err(_) if data_type.fallback().is_some() => {
                warnings.add(format!("fill value {} is none for {data_type}; taken as zero", value.brief()));
                Ok(Self { element: data_type.zero(), defined: false })
            }
            Err(error) => Err(error).context(|| "member \"fill_value\""),
        }
    }

    /// As [`FillValue::from_json`], in formats where the data type says the stored order: a struct is given by its
    /// stored bytes.
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
            fill.element = fill.element.swapped(&Swap::new(data_type, order))?;
        }
        Ok(fill)
    }

    /// How [`FillValue::from_json`] reads it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Limit`] for an element that no document can spell out, [`crate::ErrorKind::NoMemory`].
    pub fn to_json(&self, data_type: &DataType, dialect: Dialect, warnings: &mut Warnings) -> Result<Json> {
        spell(&self.element, data_type, dialect, warnings)
    }

    /// How [`FillValue::from_stored_json`] reads it.
    ///
    /// # Errors
    /// As [`FillValue::to_json`].
    pub fn to_stored_json(
        &self,
        data_type: &DataType,
        order: &StoredOrder,
        dialect: Dialect,
        warnings: &mut Warnings,
    ) -> Result<Json> {
        if data_type.fields().is_none() {
            return self.to_json(data_type, dialect, warnings);
        }
        spell(&self.element.swapped(&Swap::new(data_type, order))?, data_type, dialect, warnings)
    }
}

/// Bytes that spelling a fill value may take for each byte of it: a JSON number is a value of its own.
const SPELLED: usize = 2 * size_of::<Json>();

/// An element as a fill value. The parts of the JSON are made one by one, so room for all of them is asked for first.
fn spell(element: &Element, data_type: &DataType, dialect: Dialect, warnings: &mut Warnings) -> Result<Json> {
    let size = element.size();
    if size > MAX_NODES {
        return Err(Error::limit(format!(
            "a fill value of {size} bytes is more than the {MAX_NODES} that documents hold"
        )));
    }
    let room = Vec::<u8>::new().try_reserve_exact(size * SPELLED);
    room.map_err(|_| Error::no_memory(format!("no memory to spell a fill value of {size} bytes")))?;
    Ok(data_type.fill_to_json(element.bytes()?, dialect, warnings))
}
