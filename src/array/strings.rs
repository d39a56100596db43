//! Texts of a fixed size as strings: bytes and UTF-32, without the NULs that pad them.

use super::handle::Array;
use super::part::Part;
use super::variable_length::check_values;
use crate::dtype::{DataType, TypeCode, Values, VariableValue};
use crate::engine::RegionValues;
use crate::error::{Error, Result, ResultExt, Term};
use crate::grid::byte_size;

impl Part<'_> {
    /// Reads texts of a fixed size or elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_strings`].
    pub fn read_strings(&self) -> Result<RegionValues> {
        if !is_text(self.data_type()) {
            return self.read_values();
        }
        let size = byte_size(self.count(), self.data_type().size()).ok_or_else(|| no_memory(usize::MAX))?;
        let mut elements = Vec::new();
        elements.try_reserve_exact(size).map_err(|_| no_memory(size))?;
        elements.resize(size, 0);
        self.read(&mut elements)?;
        decode(self.data_type(), &elements).and_then(RegionValues::of).context(|| self.array.named())
    }

    /// Writes texts of a fixed size or elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::write_strings`].
    pub fn write_strings(&self, values: &[VariableValue<'_>]) -> Result<()> {
        if !is_text(self.data_type()) {
            return self.write_values(values);
        }
        self.write(&encode(self.data_type(), values).context(|| self.array.named())?)
    }
}

impl Array {
    /// Reads a region of texts of a fixed size or of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::read_values`]; [`crate::ErrorKind::Data`] for invalid code units.
    pub fn read_strings(&self, start: &[u64], count: &[u64]) -> Result<RegionValues> {
        self.part(start, count)?.read_strings()
    }

    /// Writes a region of texts of a fixed size or of elements of variable length, in C order.
    ///
    /// # Errors
    /// As [`Array::write_values`]; [`crate::ErrorKind::Range`], naming the element, for a text that does not fit.
    pub fn write_strings(&self, start: &[u64], count: &[u64], values: &[VariableValue<'_>]) -> Result<()> {
        self.part_to_write(start, count, &|| self.check_strings(values))?.write_strings(values)
    }

    /// Refuses values that the array can't hold.
    ///
    /// # Errors
    /// As [`Array::write_strings`].
    pub fn check_strings(&self, values: &[VariableValue<'_>]) -> Result<()> {
        let data_type = self.data_type();
        match is_text(&data_type) {
            true => encode(&data_type, values).map(drop),
            false => check_values(&data_type, values),
        }
        .context(|| self.named())
    }
}

/// True if elements are texts of a fixed size.
pub fn is_text(data_type: &DataType) -> bool {
    matches!(data_type.code(), TypeCode::FixedBytes | TypeCode::FixedUtf32)
}

fn decode(data_type: &DataType, elements: &[u8]) -> Result<Values> {
    let size = data_type.size().max(1);
    let mut values = Values::with_room(elements.len() / size)?;
    let mut text = String::new();
    for (index, element) in elements.chunks_exact(size).enumerate() {
        if data_type.code() == TypeCode::FixedBytes {
            let length = element.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
            values.push(VariableValue::Bytes(&element[..length]))?;
            continue;
        }
        text.clear();
        for unit in element.as_chunks::<4>().0 {
            let unit = u32::from_ne_bytes(*unit);
            let character = char::from_u32(unit).ok_or_else(|| {
                Error::data(format!("element {}: {unit:#x} is not a Unicode character", Term::number(index)))
            })?;
            text.push(character);
        }
        values.push(VariableValue::Bytes(text.trim_end_matches('\0').as_bytes()))?;
    }
    Ok(values)
}

pub(super) fn encode(data_type: &DataType, values: &[VariableValue<'_>]) -> Result<Vec<u8>> {
    let size = data_type.size();
    let whole = values.len().checked_mul(size).ok_or_else(|| no_memory(usize::MAX))?;
    let mut elements = Vec::new();
    elements.try_reserve_exact(whole).map_err(|_| no_memory(whole))?;
    for (index, value) in values.iter().enumerate() {
        let bytes = value.bytes().unwrap_or_default();
        if data_type.code() == TypeCode::FixedBytes {
            if bytes.len() > size {
                let length = bytes.len();
                return Err(Error::range(format!(
                    "element {} has {length} bytes, but elements have {size}",
                    Term::number(index)
                )));
            }
            elements.extend_from_slice(bytes);
        } else {
            let text = std::str::from_utf8(bytes).map_err(|error| {
                let at = error.valid_up_to();
                let index = Term::number(index);
                Error::invalid_argument(format!("element {index} is not valid UTF-8 (from byte {at} on)"))
            })?;
            let (length, most) = (text.chars().count(), size / 4);
            if length > most {
                let index = Term::number(index);
                return Err(Error::range(format!("element {index} has {length} characters, but elements have {most}")));
            }
            text.chars().for_each(|character| elements.extend_from_slice(&(character as u32).to_ne_bytes()));
        }
        elements.resize((index + 1) * size, 0);
    }
    Ok(elements)
}

fn no_memory(size: usize) -> Error {
    Error::no_memory(format!("no memory for {size} bytes of texts"))
}
