//! `vlen-utf8`, `vlen-bytes` and `vlen-array`: the number of elements in four bytes, then each element, preceded by its
//! length (v2, final v3 by its extensions; `vlen-array` is written in v2 only). In final v3 zarrs has names for the
//! first two that do not say which of them it is.

use super::config::Config;
use super::kinds::{CodecInfo, ValuesToBytes};
use crate::codec::errors::{no_memory, not_utf8};
use crate::codec::filter::Numbers;
use crate::codec::scratch::copied;
use crate::dtype::{ByteOrder, Dialect, TypeCode, Values, VariableValue};
use crate::error::{Error, Result, ResultExt, Term};
use crate::json::Object;
use std::borrow::Cow;
use std::sync::Arc;

/// Each of these codecs.
#[derive(Clone, Copy, Debug)]
struct Vlen {
    items: ItemType,
}

/// The type of the elements.
#[derive(Clone, Copy, Debug)]
enum ItemType {
    Texts,
    Bytes,
    /// Arrays of one dimension; in memory the bytes of their numbers, in the byte order of the machine.
    Arrays(Numbers),
}

pub(super) fn parse_array(config: &mut Config) -> Result<Arc<dyn ValuesToBytes>> {
    if config.final_v3 && config.get("dtype").is_none() {
        return parse_any(config);
    }
    let numbers = Numbers::take(config, "dtype")?.ok_or_else(|| config.error("dtype is missing"))?;
    Ok(Arc::new(Vlen { items: ItemType::Arrays(numbers) }))
}

/// The codec of the type of variable length at this place.
pub(super) fn parse_any(config: &mut Config) -> Result<Arc<dyn ValuesToBytes>> {
    match config.data_type()? {
        data_type if data_type.is_variable() => Ok(of(data_type.code())),
        data_type => Err(config.error(format!("it is for elements of variable length, not for {data_type}"))),
    }
}

/// The codec of a type of variable length.
pub(super) fn of(code: TypeCode) -> Arc<dyn ValuesToBytes> {
    Arc::new(Vlen { items: if code == TypeCode::String { ItemType::Texts } else { ItemType::Bytes } })
}

impl CodecInfo for Vlen {
    fn name(&self) -> &'static str {
        match self.items {
            ItemType::Texts => "vlen-utf8",
            ItemType::Bytes => "vlen-bytes",
            ItemType::Arrays(_) => "vlen-array",
        }
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match self.items {
            ItemType::Arrays(numbers) if dialect == Dialect::V2 => {
                Ok(Object::new().with("dtype", numbers.spell(numbers.order.unwrap_or(ByteOrder::Little))?))
            }
            ItemType::Arrays(_) => Err(Error::unsupported("it is known to v2 only")),
            _ => Ok(Object::new()),
        }
    }
}

impl ValuesToBytes for Vlen {
    fn type_code(&self) -> TypeCode {
        if matches!(self.items, ItemType::Texts) { TypeCode::String } else { TypeCode::Bytes }
    }

    fn encode(&self, values: &[VariableValue<'_>], _: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let bytes = |value: &VariableValue| value.bytes().map_or(0, <[u8]>::len);
        let size = values.iter().fold(4_usize, |size, value| size.saturating_add(4).saturating_add(bytes(value)));
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        output.extend_from_slice(&length(values.len(), "elements")?.to_le_bytes());
        for (index, value) in values.iter().enumerate() {
            let value = value.bytes().unwrap_or_default();
            let size = length(value.len(), "bytes").context(|| format!("element {}", Term::number(index)))?;
            output.extend_from_slice(&size.to_le_bytes());
            let start = output.len();
            output.extend_from_slice(value);
            if let ItemType::Arrays(numbers) = self.items {
                check_numbers(value.len(), numbers)
                    .map_err(|why| Error::range(format!("element {} has {why}", Term::number(index))))?;
                turn(&mut output[start..], numbers);
            }
        }
        Ok(())
    }

    fn decode(&self, input: Cow<'_, [u8]>, due: usize, _: u64) -> Result<Values> {
        let mut block = match input {
            Cow::Owned(block) => block,
            Cow::Borrowed(block) => copied(block)?,
        };
        let number = |block: &[u8], at: usize| {
            let bytes = block.get(at..)?.first_chunk::<4>()?;
            Some(u32::from_le_bytes(*bytes))
        };
        let stored = number(&block, 0).ok_or_else(|| Error::data("the data end within the number of elements"))?;
        if stored as usize != due {
            return Err(Error::data(format!("there are {stored} elements where {due} are expected")));
        }
        // Each element has a four-byte length, so this allocation is no larger than the input.
        if block.len() / 4 < due {
            return Err(Error::data(format!("{due} elements don't fit into {} bytes", block.len())));
        }
        let mut parts = Vec::new();
        parts.try_reserve_exact(due).map_err(|_| no_memory(due))?;
        let mut at = 4;
        for index in 0..due {
            let early = || Error::data(format!("the data end within element {}", Term::number(index)));
            let length = number(&block, at).ok_or_else(early)? as usize;
            let start = at + 4;
            let end = start.checked_add(length).filter(|end| *end <= block.len()).ok_or_else(early)?;
            match self.items {
                ItemType::Texts => {
                    std::str::from_utf8(&block[start..end]).map_err(|error| not_utf8(index, error))?;
                }
                ItemType::Bytes => {}
                ItemType::Arrays(numbers) => {
                    check_numbers(length, numbers)
                        .map_err(|why| Error::data(format!("element {} has {why}", Term::number(index))))?;
                    turn(&mut block[start..end], numbers);
                }
            }
            parts.push(start..end);
            at = end;
        }
        if at != block.len() {
            return Err(Error::data(format!("{} bytes follow the last element", block.len() - at)));
        }
        let mut values = Values::over(block, due)?;
        parts.into_iter().try_for_each(|part| values.push_part(part))?;
        Ok(values)
    }
}

fn length(length: usize, what: &str) -> Result<u32> {
    u32::try_from(length).map_err(|_| Error::range(format!("{length} {what} are more than the codec can count")))
}

fn check_numbers(length: usize, numbers: Numbers) -> std::result::Result<(), String> {
    let size = numbers.size();
    if length.is_multiple_of(size) { Ok(()) } else { Err(format!("{length} bytes, not a multiple of {size}")) }
}

/// Between the stored byte order and that of the machine.
fn turn(bytes: &mut [u8], numbers: Numbers) {
    if numbers.order.is_some_and(|order| order != ByteOrder::NATIVE) {
        bytes.chunks_exact_mut(numbers.size()).for_each(<[u8]>::reverse);
    }
}
