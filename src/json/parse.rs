//! The parser: one pass over the bytes, no recursion deeper than [`MAX_DEPTH`].

use super::{Json, MAX_DEPTH, Number, Object, Text};
use crate::error::{Error, Result};
use std::collections::HashMap;

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
    let first = parser.peek_behind_space();
    let value = parser.value(first, 0)?;
    parser.peek_behind_space();
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
    let (first, last) = match *name.as_bytes() {
        [] => (0, 0),
        [only] => (only, only),
        [first, .., last] => (first, last),
    };
    (u32::from(first).wrapping_mul(7) ^ u32::from(last).wrapping_mul(3) ^ (name.len() as u32).wrapping_mul(13)) % 64
}

struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    options: ParseOptions,
    duplicates: Vec<String>,
}

impl<'a> Parser<'a> {
    #[cold]
    fn error(&self, why: &str) -> Error {
        Error::metadata(format!("not valid JSON at byte {}: {why}", self.at))
    }

    /// The error of something else than `why`, or of the end.
    #[cold]
    fn unexpected(&self, at_end: &str, why: &str) -> Error {
        self.error(if self.at < self.bytes.len() { why } else { at_end })
    }

    /// The next byte; at the end one that stands for nothing outside of strings, and for no character in them.
    #[inline]
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    /// The next byte that is no white space.
    #[inline]
    fn peek_behind_space(&mut self) -> u8 {
        match self.peek() {
            ..=b' ' => self.skip_space(),
            byte => byte,
        }
    }

    fn skip_space(&mut self) -> u8 {
        loop {
            let byte = self.peek();
            if !matches!(byte, b' ' | b'\t' | b'\n' | b'\r') {
                return byte;
            }
            self.at += 1;
            // Most of it is indentation.
            if let Some(eight) = self.bytes.get(self.at..).and_then(<[u8]>::first_chunk) {
                let others = u64::from_le_bytes(*eight) ^ u64::from_le_bytes([b' '; 8]);
                self.at += others.trailing_zeros() as usize / 8;
            }
        }
    }

    #[inline]
    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        self.at += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.bytes[self.at..].starts_with(word.as_bytes());
        self.at += if found { word.len() } else { 0 };
        found
    }

    /// The value that begins with `first`, the next byte.
    #[inline(always)]
    fn value(&mut self, first: u8, depth: usize) -> Result<Json> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deeply"));
        }
        match first {
            b'"' => self.string().map(Json::String),
            b'0'..=b'9' | b'-' | b'N' | b'I' => self.number().map(Json::Number),
            _ => self.other(first, depth),
        }
    }

    #[inline(never)]
    fn other(&mut self, first: u8, depth: usize) -> Result<Json> {
        match first {
            b'{' => self.object(depth).map(Json::Object),
            b'[' => self.array(depth).map(Json::Array),
            b't' if self.take_word("true") => Ok(Json::Bool(true)),
            b'f' if self.take_word("false") => Ok(Json::Bool(false)),
            b'n' if self.take_word("null") => Ok(Json::Null),
            _ => Err(self.unexpected("the text ends early", "a value is expected")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Object> {
        self.at += 1;
        let mut next = self.peek_behind_space();
        if next == b'}' {
            self.at += 1;
            return Ok(Object::new());
        }
        // The usual document has room for its members at once.
        let mut members = Vec::with_capacity(if depth == 0 { 12 } else { 4 });
        let mut known = Known::default();
        loop {
            if next != b'"' {
                return Err(self.error("a member name is expected"));
            }
            let name = self.string()?;
            if self.peek_behind_space() != b':' {
                return Err(self.error("':' is expected"));
            }
            self.at += 1;
            let first = self.peek_behind_space();
            let value = self.value(first, depth + 1)?;
            match known.place(&name, &members) {
                Some(at) => {
                    members[at].1 = value;
                    self.duplicates.push(name.into());
                }
                None => members.push((name, value)),
            }
            match self.peek_behind_space() {
                b',' => self.at += 1,
                b'}' => {
                    self.at += 1;
                    return Ok(Object { members });
                }
                _ => return Err(self.error("',' or '}' is expected")),
            }
            next = self.peek_behind_space();
        }
    }

    fn array(&mut self, depth: usize) -> Result<Vec<Json>> {
        self.at += 1;
        let mut next = self.peek_behind_space();
        if next == b']' {
            self.at += 1;
            return Ok(Vec::new());
        }
        let mut items = Vec::with_capacity(4);
        loop {
            items.push(self.value(next, depth + 1)?);
            match self.peek_behind_space() {
                b',' => self.at += 1,
                b']' => {
                    self.at += 1;
                    return Ok(items);
                }
                _ => return Err(self.error("',' or ']' is expected")),
            }
            next = self.peek_behind_space();
        }
    }

    fn number(&mut self) -> Result<Number> {
        let start = self.at;
        if let Some((number, length)) = Number::short(&self.bytes[start..]) {
            self.at += length;
            return Ok(number);
        }
        self.take(b'-');
        if matches!(self.peek(), b'N' | b'I') {
            return self.bare_token(start);
        }
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
        Ok(Number::from_text(&self.text[start..self.at]))
    }

    fn bare_token(&mut self, start: usize) -> Result<Number> {
        self.at = start;
        if !(self.take_word("NaN") || self.take_word("Infinity") || self.take_word("-Infinity")) {
            self.take(b'-');
            return Err(self.error("a digit is expected"));
        }
        let token = Number::from_text(&self.text[start..self.at]);
        if !self.options.bare_tokens {
            self.at = start;
            return Err(self.error("a bare NaN or Infinity is not JSON"));
        }
        Ok(token)
    }

    #[inline]
    fn digits(&mut self) -> Result<usize> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == start { Err(self.error("a digit is expected")) } else { Ok(self.at - start) }
    }

    #[inline(never)]
    fn string(&mut self) -> Result<Text> {
        self.at += 1;
        let start = self.at;
        self.skip_plain();
        if self.take(b'"') {
            return Ok(Text::slice(self.text, start, self.at - 1));
        }
        self.string_with_escapes(start)
    }

    /// The string from `start` on, of which something else than its end comes next.
    #[cold]
    fn string_with_escapes(&mut self, start: usize) -> Result<Text> {
        let mut result = self.text[start..self.at].to_owned();
        loop {
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(result.into());
                }
                b'\\' => {
                    self.at += 1;
                    result.push(self.escape()?);
                }
                _ => {
                    return Err(self.unexpected("the text ends inside a string", "a control character inside a string"));
                }
            }
            let start = self.at;
            self.skip_plain();
            result.push_str(&self.text[start..self.at]);
        }
    }

    /// Goes behind what of a string stands for itself: to its end, an escape, or what no string may hold.
    #[inline]
    fn skip_plain(&mut self) {
        let mut rest = &self.bytes[self.at..];
        // Eight bytes at a time while they hold no such byte.
        while let Some((eight, behind)) = rest.split_first_chunk() {
            let ends = ends_plain(u64::from_le_bytes(*eight));
            if ends != 0 {
                self.at = self.bytes.len() - rest.len() + ends.trailing_zeros() as usize / 8;
                return;
            }
            rest = behind;
        }
        let end = rest.iter().position(|byte| matches!(byte, ..0x20 | b'"' | b'\\'));
        self.at = self.bytes.len() - rest.len() + end.unwrap_or(rest.len());
    }

    fn escape(&mut self) -> Result<char> {
        let escaped = self.peek();
        if self.at == self.bytes.len() {
            return Err(self.error("the text ends inside a string"));
        }
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

/// The names of an object while it is read. They are looked up linearly while there are few; very many get an index.
#[derive(Default)]
struct Known {
    /// One bit for each kind of name that was met: nearly all names differ by it from those before.
    kinds: u64,
    index: Option<HashMap<Text, usize>>,
}

impl Known {
    /// Where a name stands among the members; None: it is new, and will be the last of them.
    #[inline]
    fn place(&mut self, name: &Text, members: &[(Text, Json)]) -> Option<usize> {
        let kind = 1 << kind_of(name);
        let is_new = self.kinds & kind == 0;
        self.kinds |= kind;
        if members.len() < FEW {
            return if is_new { None } else { members.iter().position(|(known, _)| known == name) };
        }
        self.look_up(name, members)
    }

    #[cold]
    fn look_up(&mut self, name: &Text, members: &[(Text, Json)]) -> Option<usize> {
        let all = || members.iter().enumerate().map(|(at, (name, _))| (name.clone(), at)).collect();
        let index = self.index.get_or_insert_with(all);
        let known = index.get(name).copied();
        if known.is_none() {
            index.insert(name.clone(), members.len());
        }
        known
    }
}

/// Members that are not worth an index.
const FEW: usize = 32;
