//! `json2`, and `json` before it: one JSON list of Python objects, their data type and, in the newer one, their shape
//! (v2 only).
//!
//! Texts are the texts themselves, `null` is an element that is not there, and any other object stays JSON.

use super::config::Config;
use super::kinds::{CodecInfo, ValuesToBytes};
use crate::dtype::{Dialect, TypeCode, Values, VariableValue};
use crate::error::{Error, Result, ResultExt, Term};
use crate::json::{self, Json, Object, ParseOptions, Style};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Both codecs.
#[derive(Clone, Debug)]
struct Json2 {
    /// True if the list ends with the shape.
    shaped: bool,
    /// The settings of Python's encoder, which decoding ignores.
    members: Object,
}

/// The settings of Python's writer.
const MEMBERS: [&str; 8] =
    ["skipkeys", "ensure_ascii", "check_circular", "allow_nan", "sort_keys", "indent", "separators", "strict"];

pub(super) fn parse(config: &mut Config, shaped: bool) -> Result<Arc<dyn ValuesToBytes>> {
    let mut members = Object::new();
    if let Some(encoding) = config.take("encoding") {
        let known = encoding.as_str().map(|name| name.to_ascii_lowercase().replace('_', "-"));
        if !matches!(known.as_deref(), Some("utf-8" | "utf8" | "ascii")) {
            return Err(Error::unsupported(format!(
                "codec {:?} in encoding {} is not supported",
                config.name,
                encoding.brief()
            )));
        }
        members.set("encoding", encoding.to_json());
    }
    for member in MEMBERS {
        if let Some(value) = config.take(member) {
            members.set(member, value.to_json());
        }
    }
    Ok(Arc::new(Json2 { shaped, members }))
}

impl CodecInfo for Json2 {
    fn name(&self) -> &'static str {
        if self.shaped { "json2" } else { "json" }
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

impl ValuesToBytes for Json2 {
    fn type_code(&self) -> TypeCode {
        TypeCode::String
    }

    fn keeps_absent(&self) -> bool {
        true
    }

    fn encode(&self, values: &[VariableValue<'_>], shape: &[u64], output: &mut Vec<u8>) -> Result<()> {
        // The older one says nothing of the shape, so that its lists can't be nested.
        let lists = if self.shaped { inner_lists(values.len(), shape) } else { Vec::new() };
        output.push(b'[');
        for (index, value) in values.iter().enumerate() {
            let text = match value {
                VariableValue::Absent => Cow::Borrowed("null"),
                VariableValue::Json(json) => String::from_utf8_lossy(json),
                VariableValue::Bytes(text) => {
                    let text = std::str::from_utf8(text)
                        .map_err(|_| Error::range(format!("element {} is not valid UTF-8", Term::number(index))))?;
                    Cow::Owned(Json::from(text).to_text(Style { indent: 0, ascii: true }))
                }
            };
            let size = text.len() + 2 * lists.len() + 1;
            output.try_reserve(size).map_err(|_| super::errors::no_memory(size))?;
            output.extend(lists.iter().filter(|length| index % **length == 0).map(|_| b'['));
            output.extend_from_slice(text.as_bytes());
            output.extend(lists.iter().filter(|length| (index + 1) % **length == 0).map(|_| b']'));
            output.push(b',');
        }
        output.extend_from_slice(b"\"|O\"");
        if self.shaped {
            let shape: Vec<String> = shape.iter().map(u64::to_string).collect();
            output.extend_from_slice(format!(",[{}]", shape.join(",")).as_bytes());
        }
        output.push(b']');
        Ok(())
    }

    fn decode(&self, input: Cow<'_, [u8]>, count: usize, _: u64) -> Result<Values> {
        let mut items = items(&input, 0..input.len())?;
        let mut rank = 1;
        if self.shaped {
            let shape = items.pop().and_then(|range| one(&input, range).ok());
            let shape = shape.as_ref().and_then(Json::as_array);
            rank = shape.ok_or_else(|| Error::data("the list does not end in a shape"))?.len();
        }
        let data_type = items.pop().map(|range| one(&input, range)).transpose()?;
        if data_type.is_none_or(|data_type| data_type.as_str().is_none()) {
            return Err(Error::data("no data type follows the elements"));
        }
        // Lists along all axes but the last hold lists.
        for _ in 1..rank.min(json::MAX_DEPTH) {
            let mut inner = Vec::new();
            for range in items {
                inner.extend(self::items(&input, range)?);
            }
            items = inner;
        }
        if items.len() != count {
            return Err(Error::data(format!("there are {} elements where {count} are expected", items.len())));
        }
        let mut values = Values::with_room(count)?;
        for (index, range) in items.into_iter().enumerate() {
            let raw = input[range.clone()].trim_ascii();
            match one(&input, range).context(|| format!("element {}", Term::number(index)))? {
                Json::Null => values.push(VariableValue::Absent)?,
                Json::String(text) => values.push(VariableValue::Bytes(text.as_bytes()))?,
                _ => values.push(VariableValue::Json(raw))?,
            }
        }
        Ok(values)
    }
}

/// How many elements the lists inside of the outermost one have, those of the first axis first.
pub(super) fn inner_lists(count: usize, shape: &[u64]) -> Vec<usize> {
    let mut left = count;
    let inside = shape.iter().map(|length| {
        left /= usize::try_from(*length).unwrap_or(usize::MAX).max(1);
        left.max(1)
    });
    inside.take(shape.len().saturating_sub(1)).collect()
}

/// One value of the text.
fn one(text: &[u8], range: Range<usize>) -> Result<Json> {
    let parsed = json::parse(&text[range], ParseOptions { bare_tokens: true });
    parsed.map(|(value, _)| value).map_err(|error| error.of_kind(crate::ErrorKind::Data))
}

/// The byte ranges of the items of a list, without parsing them: a list of millions is not built in memory.
fn items(text: &[u8], range: Range<usize>) -> Result<Vec<Range<usize>>> {
    let wrong = || Error::data("the data are no JSON list");
    let inside = text[range.clone()].trim_ascii();
    let start = range.start + text[range].iter().take_while(|byte| byte.is_ascii_whitespace()).count() + 1;
    let [b'[', inside @ .., b']'] = inside else { return Err(wrong()) };
    let (mut found, mut depth, mut quoted, mut escaped, mut first) = (Vec::new(), 0_usize, false, false, start);
    for (at, byte) in inside.iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.checked_sub(1).ok_or_else(wrong)?,
            b',' if depth == 0 => {
                found.try_reserve(1).map_err(|_| super::errors::no_memory(text.len()))?;
                found.push(first..start + at);
                first = start + at + 1;
            }
            _ => {}
        }
    }
    if quoted || depth > 0 {
        return Err(wrong());
    }
    if !inside.trim_ascii().is_empty() {
        found.push(first..start + inside.len());
    }
    Ok(found)
}
