//! `msgpack2`, and `msgpack` before it: one MessagePack list of Python objects, their data type and, in the newer one,
//! their shape (v2 only). The caller gets the values of `json2`.
//!
//! `rmp` would save a dozen lines only, since every length must be checked against the remaining bytes anyway.

use super::config::Config;
use super::json2::inner_lists;
use super::kinds::{CodecInfo, ValuesToBytes};
use crate::dtype::{Dialect, TypeCode, Values, VariableValue};
use crate::error::{Error, Result, ResultExt, Term};
use crate::json::{self, Json, Number, Object, ParseOptions};
use std::borrow::Cow;
use std::sync::Arc;

/// Both codecs.
#[derive(Clone, Debug)]
struct MessagePack {
    /// True if the list ends with the shape.
    shaped: bool,
    /// The settings of Python's encoder, which decoding ignores.
    members: Object,
}

pub(super) fn parse(config: &mut Config, shaped: bool) -> Result<Arc<dyn ValuesToBytes>> {
    let mut members = Object::new();
    for member in ["raw", "use_single_float", "use_bin_type", "encoding"] {
        if let Some(value) = config.take(member) {
            members.set(member, value.to_json());
        }
    }
    Ok(Arc::new(MessagePack { shaped, members }))
}

impl CodecInfo for MessagePack {
    fn name(&self) -> &'static str {
        if self.shaped { "msgpack2" } else { "msgpack" }
    }

    fn configuration(&self, dialect: Dialect) -> Result<Object> {
        match dialect {
            Dialect::V2 => Ok(self.members.clone()),
            _ => Err(Error::unsupported("it is known to v2 only")),
        }
    }

    /// The members are those of the writer in Python.
    fn decoding(&self) -> Object {
        Object::new()
    }
}

impl ValuesToBytes for MessagePack {
    fn type_code(&self) -> TypeCode {
        TypeCode::String
    }

    fn keeps_absent(&self) -> bool {
        true
    }

    fn encode(&self, values: &[VariableValue<'_>], shape: &[u64], output: &mut Vec<u8>) -> Result<()> {
        let whole = [values.len() as u64];
        // numcodecs has no scalars here; a list of one does as well.
        let shape = if self.shaped && !shape.is_empty() { shape } else { &whole };
        let axes = shape.iter().map(|axis| usize::try_from(*axis).map_or_else(|_| Err(too_many()), length));
        let axes = axes.collect::<Result<Vec<u32>>>()?;
        let lists = inner_lists(values.len(), shape);
        let room = 5 * (1 + lists.len());
        let size = values
            .iter()
            .fold(32_usize, |size, value| size.saturating_add(room + value.bytes().map_or(0, <[u8]>::len)));
        output.try_reserve(size).map_err(|_| super::errors::no_memory(size))?;
        let items = axes[0].checked_add(1 + u32::from(self.shaped)).ok_or_else(too_many)?;
        head(output, items, (0x90, 16), None, 0xdc);
        for (index, value) in values.iter().enumerate() {
            for (list, items) in lists.iter().zip(&axes[1..]) {
                if index % list == 0 {
                    head(output, *items, (0x90, 16), None, 0xdc);
                }
            }
            match value {
                VariableValue::Absent => output.push(0xc0),
                VariableValue::Bytes(text) => put_text(output, text)?,
                VariableValue::Json(text) => {
                    let parsed = json::parse(text, ParseOptions { bare_tokens: true });
                    let (value, _) = parsed.context(|| format!("element {}", Term::number(index)))?;
                    put(output, &value).context(|| format!("element {}", Term::number(index)))?;
                }
            }
        }
        put_text(output, b"|O")?;
        if self.shaped {
            head(output, length(axes.len())?, (0x90, 16), None, 0xdc);
            for axis in axes {
                put_integer(output, i128::from(axis));
            }
        }
        Ok(())
    }

    fn decode(&self, input: Cow<'_, [u8]>, count: usize, _: u64) -> Result<Values> {
        let mut reader = MsgpackReader { rest: &input };
        let Token::List(items) = reader.token()? else { return Err(Error::data("the data are no list")) };
        let extra = 1 + usize::from(self.shaped);
        let items = items.checked_sub(extra).ok_or_else(|| Error::data("the list has no data type at its end"))?;
        // The shape, which gives the nesting depth, comes after the elements.
        let mut end = MsgpackReader { rest: reader.rest };
        end.skip(items)?;
        if !matches!(end.token()?, Token::Text(_)) {
            return Err(Error::data("no data type follows the elements"));
        }
        let mut rank = 1;
        if self.shaped {
            let Token::List(axes) = end.token()? else { return Err(Error::data("the list does not end in a shape")) };
            end.skip(axes)?;
            rank = axes.clamp(1, json::MAX_DEPTH);
        }
        if !end.rest.is_empty() {
            return Err(Error::data(format!("{} bytes follow the list", end.rest.len())));
        }
        let mut values = Values::with_room(count)?;
        reader.elements(items, rank, count, &mut values)?;
        if values.len() != count {
            return Err(Error::data(format!("there are {} elements where {count} are expected", values.len())));
        }
        Ok(values)
    }
}

/// The head of one value, without its members.
enum Token<'a> {
    Nil,
    Bool(bool),
    Integer(i128),
    Float(f64),
    Text(&'a [u8]),
    Binary,
    List(usize),
    Map(usize),
}

/// Takes values off the front of the data.
struct MsgpackReader<'a> {
    rest: &'a [u8],
}

impl<'a> MsgpackReader<'a> {
    fn take(&mut self, size: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(size).ok_or_else(|| Error::data("the data end early"))?;
        self.rest = rest;
        Ok(taken)
    }

    /// A big-endian unsigned number of `size` bytes.
    fn number(&mut self, size: usize) -> Result<u64> {
        Ok(self.take(size)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn size(&mut self, size: usize) -> Result<usize> {
        usize::try_from(self.number(size)?).map_err(|_| Error::data("a length is larger than memory can be"))
    }

    fn token(&mut self) -> Result<Token<'a>> {
        let marker = self.number(1)? as u8;
        let low = |mask: u8| usize::from(marker & mask);
        Ok(match marker {
            0x00..=0x7f => Token::Integer(marker.into()),
            0x80..=0x8f => Token::Map(low(0x0f)),
            0x90..=0x9f => Token::List(low(0x0f)),
            0xa0..=0xbf => Token::Text(self.take(low(0x1f))?),
            0xc0 => Token::Nil,
            0xc2 | 0xc3 => Token::Bool(marker == 0xc3),
            0xc4..=0xc6 => {
                let size = self.size(1 << (marker - 0xc4))?;
                self.take(size)?;
                Token::Binary
            }
            0xca => Token::Float(f32::from_bits(self.number(4)? as u32).into()),
            0xcb => Token::Float(f64::from_bits(self.number(8)?)),
            0xcc..=0xcf => Token::Integer(self.number(1 << (marker - 0xcc))?.into()),
            0xd0 => Token::Integer((self.number(1)? as i8).into()),
            0xd1 => Token::Integer((self.number(2)? as i16).into()),
            0xd2 => Token::Integer((self.number(4)? as i32).into()),
            0xd3 => Token::Integer((self.number(8)? as i64).into()),
            0xd9..=0xdb => {
                let size = self.size(1 << (marker - 0xd9))?;
                Token::Text(self.take(size)?)
            }
            0xdc | 0xdd => Token::List(self.size(2 << (marker - 0xdc))?),
            0xde | 0xdf => Token::Map(self.size(2 << (marker - 0xde))?),
            0xe0..=0xff => Token::Integer((marker as i8).into()),
            0xc1 | 0xc7..=0xc9 | 0xd4..=0xd8 => {
                return Err(Error::data(format!("values of kind {marker:#04x} are not known")));
            }
        })
    }

    /// Passes over values, however deep they are.
    fn skip(&mut self, values: usize) -> Result<()> {
        let mut left = values;
        while let Some(next) = left.checked_sub(1) {
            left = match self.token()? {
                Token::List(items) => next.saturating_add(items),
                Token::Map(pairs) => next.saturating_add(pairs.saturating_mul(2)),
                _ => next,
            };
        }
        Ok(())
    }

    /// Reads the elements of a list that is nested as deep as `rank` says.
    fn elements(&mut self, items: usize, rank: usize, most: usize, values: &mut Values) -> Result<()> {
        for _ in 0..items {
            if rank > 1 {
                let Token::List(inner) = self.token()? else {
                    return Err(Error::data("the elements are not nested as the shape says"));
                };
                self.elements(inner, rank - 1, most, values)?;
                continue;
            }
            let index = values.len();
            if index == most {
                return Err(Error::data(format!("there are more than the {most} elements expected")));
            }
            let mut element = || match (MsgpackReader { rest: self.rest }.token()?, &mut *self) {
                (Token::Nil, reader) => reader.token().and_then(|_| values.push(VariableValue::Absent)),
                (Token::Text(text), reader) => {
                    utf8(text)?;
                    reader.token().and_then(|_| values.push(VariableValue::Bytes(text)))
                }
                (_, reader) => {
                    let json = reader.json(0)?.to_string();
                    values.push(VariableValue::Json(json.as_bytes()))
                }
            };
            element().context(|| format!("element {}", Term::number(index)))?;
        }
        Ok(())
    }

    fn json(&mut self, depth: usize) -> Result<Json> {
        if depth > json::MAX_DEPTH {
            return Err(Error::data("the objects are nested too deeply"));
        }
        Ok(match self.token()? {
            Token::Nil => Json::Null,
            Token::Bool(value) => Json::Bool(value),
            Token::Integer(value) => Json::Number(Number::from_text(&value.to_string())),
            Token::Float(value) if value.is_nan() => Json::Number(Number::from_text("NaN")),
            Token::Float(value) if value.is_infinite() => {
                Json::Number(Number::from_text(if value > 0.0 { "Infinity" } else { "-Infinity" }))
            }
            Token::Float(value) => Json::Number(Number::from_text(&format!("{value:?}"))),
            Token::Text(text) => utf8(text)?.into(),
            Token::Binary => return Err(Error::unsupported("bytes inside of objects are not supported")),
            Token::List(items) => Json::Array((0..items).map(|_| self.json(depth + 1)).collect::<Result<Vec<_>>>()?),
            Token::Map(pairs) => {
                let mut object = Object::new();
                for _ in 0..pairs {
                    let Token::Text(name) = self.token()? else {
                        return Err(Error::unsupported(
                            "objects whose members have no text for a name are not supported",
                        ));
                    };
                    let value = self.json(depth + 1)?;
                    object.set(utf8(name)?, value);
                }
                Json::Object(object)
            }
        })
    }
}

fn utf8(text: &[u8]) -> Result<&str> {
    std::str::from_utf8(text).map_err(|error| Error::data(format!("a text is not valid UTF-8 ({error})")))
}

fn too_many() -> Error {
    Error::range("there is more than a list or a text of MessagePack can hold")
}

fn length(length: usize) -> Result<u32> {
    u32::try_from(length).map_err(|_| too_many())
}

/// The marker of something with a length: in the marker itself where it is less than `short.1`, else in one byte (where
/// there is such a marker), two or four.
fn head(output: &mut Vec<u8>, length: u32, short: (u8, u32), byte: Option<u8>, two: u8) {
    match (length, byte) {
        (length, _) if length < short.1 => output.push(short.0 | length as u8),
        (0..=0xff, Some(byte)) => output.extend([byte, length as u8]),
        (0..=0xffff, _) => {
            output.push(two);
            output.extend((length as u16).to_be_bytes());
        }
        _ => {
            output.push(two + 1);
            output.extend(length.to_be_bytes());
        }
    }
}

fn put_text(output: &mut Vec<u8>, text: &[u8]) -> Result<()> {
    head(output, length(text.len())?, (0xa0, 32), Some(0xd9), 0xda);
    output.extend_from_slice(text);
    Ok(())
}

fn put_integer(output: &mut Vec<u8>, value: i128) -> bool {
    if let Ok(value) = u64::try_from(value) {
        match value {
            0..=0x7f => output.push(value as u8),
            _ => {
                output.push(0xcf);
                output.extend(value.to_be_bytes());
            }
        }
        return true;
    }
    let Ok(value) = i64::try_from(value) else { return false };
    if value >= -32 {
        output.push(value as u8);
        return true;
    }
    output.push(0xd3);
    output.extend(value.to_be_bytes());
    true
}

fn put(output: &mut Vec<u8>, value: &Json) -> Result<()> {
    match value {
        Json::Null => output.push(0xc0),
        Json::Bool(value) => output.push(0xc2 + u8::from(*value)),
        Json::Number(number) => {
            let integer = number.as_i128().filter(|_| number.is_integer());
            if !integer.is_some_and(|integer| put_integer(output, integer)) {
                output.push(0xcb);
                output.extend(number.as_f64().to_be_bytes());
            }
        }
        Json::String(text) => put_text(output, text.as_bytes())?,
        Json::Escaped(_) => return Err(Error::range("it is a string with half of a surrogate pair, which is no text")),
        Json::Array(items) => {
            head(output, length(items.len())?, (0x90, 16), None, 0xdc);
            items.iter().try_for_each(|item| put(output, item))?;
        }
        Json::Object(object) => {
            head(output, length(object.len())?, (0x80, 16), None, 0xde);
            for (name, value) in object.iter() {
                put_text(output, name.as_bytes())?;
                put(output, value)?;
            }
        }
    }
    Ok(())
}
