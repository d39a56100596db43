//! `categorize`: labels as small numbers, 0 for none of them (v2 only). Of Python objects it is what says that they are
//! texts; of texts of a fixed size it is a filter.

use super::chain::Codec;
use super::config::Config;
use super::errors::{no_memory, too_long};
use super::filter::Numbers;
use super::kinds::{BytesToBytes, CodecInfo, ValuesToBytes};
use crate::dtype::{ByteOrder, Dialect, TypeCode, Values, VariableValue};
use crate::error::{Error, Result, Term};
use crate::json::{Json, Object};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

/// The codec.
#[derive(Clone, Debug)]
struct Categorize {
    labels: Vec<String>,
    /// As the document spells it.
    data_type: String,
    /// The code points of a text of a fixed size, and their byte order; None: objects.
    fixed: Option<(usize, ByteOrder)>,
    numbers: Numbers,
}

pub(super) fn parse(config: &mut Config) -> Result<Codec> {
    let labels = config.take("labels").ok_or_else(|| config.error("labels are missing"))?.to_json();
    let texts: Option<Vec<String>> =
        labels.as_array().and_then(|labels| labels.iter().map(|label| label.as_str().map(str::to_owned)).collect());
    let labels = texts.ok_or_else(|| config.error("labels must be a list of strings"))?;
    let data_type = config.take("dtype").ok_or_else(|| config.error("dtype is missing"))?;
    let data_type = data_type.as_str().ok_or_else(|| config.error("dtype must be a type string"))?.to_owned();
    let text = data_type.trim_start_matches(['<', '>', '|', '=']);
    let fixed = match (text.strip_prefix('U').and_then(|length| length.parse::<usize>().ok()), text) {
        (Some(length), _) if (1..1 << 28).contains(&length) => {
            Some((length, if data_type.starts_with('>') { ByteOrder::Big } else { ByteOrder::Little }))
        }
        (_, "O" | "object") => None,
        _ => return Err(config.error(format!("dtype must be an object or a text of a fixed size, not {data_type:?}"))),
    };
    let numbers = match Numbers::take(config, "astype")? {
        Some(numbers) => numbers,
        None => Numbers { code: TypeCode::UInt8, order: None },
    };
    use TypeCode::{Int8, Int16, Int32, Int64, UInt8, UInt16, UInt32, UInt64};
    if !matches!(numbers.code, Int8 | Int16 | Int32 | Int64 | UInt8 | UInt16 | UInt32 | UInt64) {
        return Err(config.error("astype must be a type of integers"));
    }
    let codec = Categorize { labels, data_type, fixed, numbers };
    if codec.labels.len() as u64 > codec.largest() {
        return Err(config.error(format!("{} labels are more than astype can count", codec.labels.len())));
    }
    Ok(match codec.fixed {
        Some(_) => Codec::BytesToBytes(Arc::new(codec)),
        None => (Arc::new(codec) as Arc<dyn ValuesToBytes>).into(),
    })
}

impl Categorize {
    /// The largest number of the type.
    fn largest(&self) -> u64 {
        use TypeCode::{Int8, Int16, Int32, Int64};
        let bits = 8 * self.numbers.size() as u32;
        let signed = matches!(self.numbers.code, Int8 | Int16 | Int32 | Int64);
        u64::MAX >> (64 - bits + u32::from(signed))
    }

    fn put(&self, number: u64, output: &mut Vec<u8>) {
        let bytes = number.to_le_bytes();
        let bytes = &bytes[..self.numbers.size()];
        match self.numbers.order {
            Some(ByteOrder::Big) => output.extend(bytes.iter().rev()),
            _ => output.extend(bytes),
        }
    }

    /// The label of a stored number; None: of none.
    fn label(&self, stored: &[u8]) -> Option<usize> {
        let more = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number = match self.numbers.order {
            Some(ByteOrder::Big) => stored.iter().fold(0, more),
            _ => stored.iter().rev().fold(0, more),
        };
        usize::try_from(number.checked_sub(1)?).ok().filter(|label| *label < self.labels.len())
    }

    /// The numbers of the labels, by those code points of them that an element can have and that do not end in NULs.
    /// Labels are short and elements can be long, so that none is made of each label.
    fn fixed_numbers(&self, length: usize) -> Result<HashMap<&str, u64>> {
        let mut numbers = HashMap::new();
        let count = self.labels.len();
        numbers.try_reserve(count).map_err(|_| no_memory(count))?;
        numbers.extend(self.labels.iter().zip(1..).map(|(label, number)| {
            let end = label.char_indices().nth(length).map_or(label.len(), |(end, _)| end);
            (label[..end].trim_end_matches('\0'), number)
        }));
        Ok(numbers)
    }
}

/// A code point as an element of a text of a fixed size has it.
fn unit(c: char, order: ByteOrder) -> [u8; 4] {
    match order {
        ByteOrder::Little => (c as u32).to_le_bytes(),
        ByteOrder::Big => (c as u32).to_be_bytes(),
    }
}

/// Writes the text of an element, without its trailing NULs, to `text`; returns false for an invalid code point.
fn read_text(element: &[u8], order: ByteOrder, text: &mut String) -> Result<bool> {
    text.clear();
    let end = element.iter().rposition(|byte| *byte != 0).map_or(0, |last| last / 4 + 1);
    text.try_reserve(4 * end).map_err(|_| no_memory(4 * end))?;
    for unit in &element.as_chunks::<4>().0[..end] {
        let point = match order {
            ByteOrder::Little => u32::from_le_bytes(*unit),
            ByteOrder::Big => u32::from_be_bytes(*unit),
        };
        match char::from_u32(point) {
            Some(c) => text.push(c),
            None => return Ok(false),
        }
    }
    Ok(true)
}

fn no_label(index: usize, text: &str) -> Error {
    let index = Term::number(index);
    Error::range(format!("element {index}, {text:?}, is not a label of codec \"categorize\""))
}

impl CodecInfo for Categorize {
    fn name(&self) -> &'static str {
        "categorize"
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        if dialect != Dialect::V2 {
            return Err(Error::unsupported("it is known to v2 only"));
        }
        let labels = self.labels.iter().map(|label| Json::from(label.as_str())).collect();
        let numbers = self.numbers.spell(self.numbers.order.unwrap_or(ByteOrder::Little))?;
        let data_type = self.data_type.as_str();
        Ok(Object::new().with("labels", Json::Array(labels)).with("dtype", data_type).with("astype", numbers))
    }
}

impl ValuesToBytes for Categorize {
    fn type_code(&self) -> TypeCode {
        TypeCode::String
    }

    fn encode(&self, values: &[VariableValue<'_>], _: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let labels: HashMap<&[u8], u64> =
            self.labels.iter().zip(1..).map(|(label, at)| (label.as_bytes(), at)).collect();
        let size = values.len().saturating_mul(self.numbers.size());
        output.try_reserve(size).map_err(|_| no_memory(size))?;
        for (index, value) in values.iter().enumerate() {
            let text = value.bytes().unwrap_or_default();
            match labels.get(text) {
                Some(number) => self.put(*number, output),
                None if text.is_empty() => self.put(0, output),
                None => return Err(no_label(index, &String::from_utf8_lossy(text))),
            }
        }
        Ok(())
    }

    fn decode(&self, input: Cow<'_, [u8]>, count: usize, _: u64) -> Result<Values> {
        let size = self.numbers.size();
        if Some(input.len()) != count.checked_mul(size) {
            let given = input.len();
            return Err(Error::data(format!("there are {given} bytes where {count} numbers of {size} are expected")));
        }
        // All elements share the bytes of their labels.
        let mut places = Vec::new();
        let total: usize = self.labels.iter().map(String::len).sum();
        let mut bytes = Vec::new();
        let room = places.try_reserve_exact(self.labels.len()).and_then(|()| bytes.try_reserve_exact(total));
        room.map_err(|_| no_memory(total))?;
        let mut end = 0;
        for label in &self.labels {
            places.push(end..end + label.len());
            end += label.len();
            bytes.extend_from_slice(label.as_bytes());
        }
        let mut values = Values::over(bytes, count)?;
        for stored in input.chunks_exact(size) {
            values.push_part(self.label(stored).map_or(0..0, |label| places[label].clone()))?;
        }
        Ok(values)
    }
}

impl BytesToBytes for Categorize {
    fn encoded_bound(&self, length: usize) -> Option<usize> {
        let (characters, _) = self.fixed?;
        (length / (4 * characters)).checked_mul(self.numbers.size())
    }

    fn fixed_size(&self) -> bool {
        true
    }

    fn encode(&self, input: &[u8], output: &mut Vec<u8>) -> Result<()> {
        let (characters, order) = self.fixed.ok_or_else(|| Error::internal("a filter of objects"))?;
        let labels = self.fixed_numbers(characters)?;
        let size = 4 * characters;
        let mut text = String::new();
        if !input.len().is_multiple_of(size) {
            let length = input.len();
            return Err(Error::invalid_argument(format!(
                "categorize: {length} bytes are not a multiple of the element size, {size}"
            )));
        }
        for (index, element) in input.chunks_exact(size).enumerate() {
            let known = read_text(element, order, &mut text)?;
            match labels.get(text.as_str()).filter(|_| known) {
                Some(number) => self.put(*number, output),
                None if known && text.is_empty() => self.put(0, output),
                None => return Err(no_label(index, &text)),
            }
        }
        Ok(())
    }

    fn decode_into(&self, input: &[u8], output: &mut [u8]) -> Result<usize> {
        let (characters, order) = self.fixed.ok_or_else(|| Error::internal("a filter of objects"))?;
        let (number, size) = (self.numbers.size(), 4 * characters);
        if !input.len().is_multiple_of(number) {
            let length = input.len();
            return Err(Error::data(format!("categorize: {length} bytes are not a multiple of {number}")));
        }
        let expected = output.len();
        let length = (input.len() / number).checked_mul(size).filter(|length| *length <= expected);
        let length = length.ok_or_else(|| too_long("categorize", expected))?;
        for (stored, element) in input.chunks_exact(number).zip(output[..length].chunks_exact_mut(size)) {
            let label = self.label(stored).map_or("", |label| &self.labels[label]);
            let mut units = element.as_chunks_mut::<4>().0.iter_mut();
            // As many code points as an element has: of a longer label the others are left out.
            label.chars().zip(&mut units).for_each(|(c, place)| *place = unit(c, order));
            units.for_each(|place| *place = [0; 4]);
        }
        Ok(length)
    }
}
