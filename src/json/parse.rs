//! The parser: one pass over the bytes, no recursion deeper than [`MAX_DEPTH`].

use super::{Json, MAX_DEPTH, Number, Object};
use crate::error::{Error, Result};
use smol_str::SmolStr;

/// What a document may contain beyond RFC 8259.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParseOptions {
    /// Accept the bare tokens `NaN`, `Infinity` and `-Infinity`.
    pub bare_tokens: bool,
}

/// Parses a document. Returns the value and the names that stood twice in one object (the last one counts).
///
/// # Errors
/// [`crate::ErrorKind::Metadata`], with the byte at which the text stops being JSON.
pub fn parse(bytes: &[u8], options: ParseOptions) -> Result<(Json, Vec<String>)> {
    // A byte order mark is not JSON, but Windows editors write it.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes)
        .map_err(|error| Error::metadata(format!("not valid UTF-8 at byte {}", error.valid_up_to())))?;
    let mut parser = Parser { text, bytes, at: 0, options, duplicates: Vec::new() };
    parser.skip_space();
    let value = parser.value(0)?;
    parser.skip_space();
    if parser.at < bytes.len() {
        return Err(parser.error("something follows the JSON value"));
    }
    Ok((value, parser.duplicates))
}

/// The bytes among eight that don't stand for themselves in a string: the highest bit of each is set. Above the lowest of them
/// some may be marked that do.
fn ends_plain(eight: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let zeros = |value: u64| value.wrapping_sub(ONES) & !value & HIGH;
    let control = eight.wrapping_sub(ONES * 0x20) & !eight & HIGH;
    control | zeros(eight ^ (ONES * b'"' as u64)) | zeros(eight ^ (ONES * b'\\' as u64))
}

/// A number below 64 that names of different length or with another beginning or end seldom share.
fn kind_of(name: &str) -> u32 {
    let bytes = name.as_bytes();
    let ends = [bytes.first(), bytes.last()].map(|byte| u32::from(byte.copied().unwrap_or(0)));
    (ends[0].wrapping_mul(7) ^ ends[1].wrapping_mul(3) ^ (bytes.len() as u32).wrapping_mul(13)) % 64
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    options: ParseOptions,
    duplicates: Vec<String>,
}

impl<'a> Parser<'a> {
    fn error(&self, why: &str) -> Error {
        Error::metadata(format!("not valid JSON at byte {}: {why}", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn skip_space(&mut self) {
        if self.peek().is_none_or(|byte| byte <= b' ') {
            self.skip_all_space();
        }
    }

    fn skip_all_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
            // Most of it is indentation.
            while self.bytes[self.at..].first_chunk() == Some(b"    ") {
                self.at += 4;
            }
        }
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn value(&mut self, depth: usize) -> Result<Json> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match self.peek() {
            None => Err(self.error("the text ends early")),
            Some(b'{') => self.object(depth),
            Some(b'[') => self.array(depth),
            Some(b'"') => Ok(Json::String(self.string()?)),
            Some(b't') if self.take_word("true") => Ok(Json::Bool(true)),
            Some(b'f') if self.take_word("false") => Ok(Json::Bool(false)),
            Some(b'n') if self.take_word("null") => Ok(Json::Null),
            Some(b'-' | b'0'..=b'9' | b'N' | b'I') => self.number(),
            Some(_) => Err(self.error("a value is expected")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json> {
        self.at += 1;
        let mut object = Object::new();
        self.skip_space();
        if self.take(b'}') {
            return Ok(Json::Object(object));
        }
        // The usual document has room for its members at once.
        object.members.reserve(if depth == 0 { 12 } else { 4 });
        // Members are looked up linearly while there are few; a document with very many names gets an index.
        let mut index: Option<std::collections::HashMap<SmolStr, usize>> = None;
        // One bit for each kind of name that was met: nearly all names differ by it from those before.
        let mut met = 0_u64;
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.error("a member name is expected"));
            }
            let name = self.string()?;
            self.skip_space();
            if !self.take(b':') {
                return Err(self.error("':' is expected"));
            }
            self.skip_space();
            let value = self.value(depth + 1)?;
            let members = &mut object.members;
            let kind = 1 << kind_of(&name);
            let is_new = met & kind == 0;
            met |= kind;
            if index.is_none() && members.len() == 32 {
                index = Some(members.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect());
            }
            let known = match &index {
                Some(index) => index.get(&name).copied(),
                None if is_new => None,
                None => members.iter().position(|(known, _)| known.as_str() == name.as_str()),
            };
            match known {
                Some(at) => {
                    members[at].1 = value;
                    self.duplicates.push(name.into());
                }
                None => {
                    if let Some(index) = &mut index {
                        index.insert(name.clone(), members.len());
                    }
                    members.push((name, value));
                }
            }
            self.skip_space();
            if self.take(b'}') {
                return Ok(Json::Object(object));
            }
            if !self.take(b',') {
                return Err(self.error("',' or '}' is expected"));
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_space();
        if self.take(b']') {
            return Ok(Json::Array(items));
        }
        loop {
            self.skip_space();
            items.push(self.value(depth + 1)?);
            self.skip_space();
            if self.take(b']') {
                return Ok(Json::Array(items));
            }
            if !self.take(b',') {
                return Err(self.error("',' or ']' is expected"));
            }
        }
    }

    fn number(&mut self) -> Result<Json> {
        let start = self.at;
        let is_word = matches!(self.bytes[start..], [b'N' | b'I', ..] | [b'-', b'I', ..]);
        if is_word && (self.take_word("NaN") || self.take_word("Infinity") || self.take_word("-Infinity")) {
            if !self.options.bare_tokens {
                self.at = start;
                return Err(self.error("a bare NaN or Infinity is not JSON"));
            }
            return Ok(Json::Number(Number::from_text(&self.text[start..self.at])));
        }
        self.take(b'-');
        let integer = self.digits()?;
        if integer > 1 && self.bytes[self.at - integer] == b'0' {
            return Err(self.error("a number must not begin with 0"));
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _sign = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(Json::Number(Number::from_text(&self.text[start..self.at])))
    }

    fn digits(&mut self) -> Result<usize> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.error("a digit is expected")) } else { Ok(self.at - start) }
    }

    fn string(&mut self) -> Result<SmolStr> {
        self.at += 1;
        let plain = self.plain();
        if self.take(b'"') {
            return Ok(plain.into());
        }
        let mut result = plain.to_owned();
        loop {
            match self.peek() {
                None => return Err(self.error("the text ends inside a string")),
                Some(b'"') => {
                    self.at += 1;
                    return Ok(result.into());
                }
                Some(b'\\') => {
                    self.at += 1;
                    result.push(self.escape()?);
                }
                Some(_) => return Err(self.error("a control character inside a string")),
            }
            result.push_str(self.plain());
        }
    }

    /// What of a string stands for itself, up to its end, an escape, or what no string may hold.
    fn plain(&mut self) -> &'a str {
        let start = self.at;
        let mut at = start;
        // Eight bytes at a time while they hold no such byte.
        while let Some(eight) = self.bytes.get(at..).and_then(<[u8]>::first_chunk) {
            let ends = ends_plain(u64::from_le_bytes(*eight));
            if ends != 0 {
                self.at = at + ends.trailing_zeros() as usize / 8;
                return &self.text[start..self.at];
            }
            at += 8;
        }
        let rest = &self.bytes[at..];
        let end = rest.iter().position(|byte| matches!(byte, ..0x20 | b'"' | b'\\'));
        self.at = at + end.unwrap_or(rest.len());
        &self.text[start..self.at]
    }

    fn escape(&mut self) -> Result<char> {
        let escaped = self.peek().ok_or_else(|| self.error("the text ends inside a string"))?;
        self.at += 1;
        Ok(match escaped {
            b'"' => '"',
            b'\\' => '\\',
            b'/' => '/',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex4()?;
                if (0xdc00..0xe000).contains(&first) {
                    return Err(self.error("half of a surrogate pair"));
                }
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first).ok_or_else(|| self.error("not a character"));
                }
                if !self.take_word("\\u") {
                    return Err(self.error("half of a surrogate pair"));
                }
                let second = self.hex4()?;
                if !(0xdc00..0xe000).contains(&second) {
                    return Err(self.error("half of a surrogate pair"));
                }
                let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                char::from_u32(code).ok_or_else(|| self.error("not a character"))?
            }
            _ => return Err(self.error("an unknown escape")),
        })
    }

    fn hex4(&mut self) -> Result<u32> {
        let digits = self.bytes.get(self.at..self.at + 4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.ok_or_else(|| self.error("four hexadecimal digits are expected"))?;
        self.at += 4;
        Ok(digits.iter().fold(0, |value, digit| value * 16 + (*digit as char).to_digit(16).unwrap_or(0)))
    }
}
