//! The parser: one pass over the bytes, without recursion, and nothing that is not wanted of it is copied.

use super::nodes::{JsonNode, JsonNodeKind, JsonNodes, MAX_DEPTH};
use super::parse::{MAX_NODES, ParseOptions, no_memory};
use super::scan::{ends_plain, kind_of, short_integer};
use crate::error::{Error, Result};

/// The kind of no name: two names of an object are of one kind, or have escapes, and may be the same.
const DOUBTFUL: u64 = 1 << 63;

/// No object or array.
const NONE: usize = u32::MAX as usize;

pub(super) struct Parser<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    options: ParseOptions,
    pub nodes: JsonNodes,
    /// The strings that have escapes, without them.
    pub unescaped: String,
    pub bare_tokens: bool,
    /// Objects in which a name may stand twice.
    pub doubtful: Vec<usize>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str, options: ParseOptions) -> Self {
        // The usual document has that many nodes or fewer; half of its text is white space, unless it has none. A large
        // one gets its memory as it is needed, and may find none.
        let is_spaced = text.as_bytes().get(1).is_some_and(u8::is_ascii_whitespace);
        let usual = text.len() / if is_spaced { 12 } else { 6 } + 4;
        // A byte order mark is not JSON, but Windows editors write it.
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let (nodes, unescaped, doubtful) = (JsonNodes::with_room(usual), String::new(), Vec::new());
        Self { text, bytes: text.as_bytes(), at, options, nodes, unescaped, bare_tokens: false, doubtful }
    }

    #[inline(always)]
    fn push(&mut self, node: JsonNode) -> Result<()> {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow()?;
        }
        self.nodes.push(node);
        Ok(())
    }

    #[cold]
    fn grow(&mut self) -> Result<()> {
        let count = self.nodes.len();
        if count >= MAX_NODES {
            return Err(Error::limit(format!("a JSON text of more than {MAX_NODES} values and names")));
        }
        self.nodes.try_reserve_exact(count.min(MAX_NODES - count)).map_err(|_| no_memory(self.text.len()))
    }

    #[cold]
    fn error(&self, why: &str) -> Error {
        let rest: String = self.text.get(self.at..).unwrap_or_default().chars().take(16).collect();
        let near = if rest.is_empty() { rest } else { format!(", before {rest:?}") };
        Error::metadata(format!("not valid JSON at byte {}{near}: {why}", self.at))
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

    /// Skips white space and returns the next byte.
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
            // Mostly it is one space, or the end of a line and indentation.
            let next = self.peek();
            if next > b' ' {
                return next;
            }
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

    /// The whole text. While an object or array is open, its node says in `inside` which one it stands in, and the node
    /// of an object keeps in `content` what kinds of names it has.
    pub fn document(&mut self) -> Result<()> {
        let (mut open, mut in_object, mut depth) = (NONE, false, 0);
        let mut next = self.peek_behind_space();
        loop {
            if let b'{' | b'[' = next {
                let (is_object, node) = (next == b'{', self.nodes.len());
                self.at += 1;
                next = self.peek_behind_space();
                self.push(JsonNode::new(if is_object { JsonNodeKind::Object } else { JsonNodeKind::Array }))?;
                if next != if is_object { b'}' } else { b']' } {
                    if depth == MAX_DEPTH {
                        return Err(self.error("nested too deeply"));
                    }
                    self.nodes[node].inside = open as u32;
                    (open, in_object, depth) = (node, is_object, depth + 1);
                    if in_object {
                        next = self.name(next, open)?;
                    }
                    continue;
                }
                self.at += 1;
            } else {
                self.scalar(next)?;
            }
            // After a value.
            next = loop {
                let byte = self.peek_behind_space();
                if open == NONE {
                    return if self.at < self.bytes.len() {
                        Err(self.error("something follows the JSON value"))
                    } else {
                        Ok(())
                    };
                }
                match (byte, in_object) {
                    (b',', _) => {
                        self.at += 1;
                        break self.peek_behind_space();
                    }
                    (b'}', true) | (b']', false) => {
                        self.at += 1;
                        open = self.close(open)?;
                        in_object = open != NONE && self.nodes[open].kind == JsonNodeKind::Object;
                        depth -= 1;
                    }
                    (_, true) => return Err(self.error("',' or '}' is expected")),
                    (_, false) => return Err(self.error("',' or ']' is expected")),
                }
            };
            if in_object {
                next = self.name(next, open)?;
            }
        }
    }

    /// Ends an object or array. Returns the one that it stands in.
    #[inline]
    fn close(&mut self, open: usize) -> Result<usize> {
        let inside = (self.nodes.len() - open - 1) as u32;
        let node = &mut self.nodes[open];
        if node.content & DOUBTFUL != 0 {
            self.doubtful.try_reserve(1).map_err(|_| no_memory(self.text.len()))?;
            self.doubtful.push(open);
        }
        Ok(std::mem::replace(&mut node.inside, inside) as usize)
    }

    /// The name of a member of an object, of which `next` is the first byte, and what follows to the value, whose first
    /// byte is returned.
    #[inline(always)]
    fn name(&mut self, next: u8, object: usize) -> Result<u8> {
        if next != b'"' {
            return Err(self.error("a member name is expected; names have quotation marks: {\"name\": 1}"));
        }
        let (start, length) = self.string()?;
        let kind = match self.text.as_bytes().get(start..start + length) {
            Some(name) => 1 << kind_of(name),
            None => DOUBTFUL,
        };
        let kinds = &mut self.nodes[object].content;
        *kinds |= if *kinds & kind == 0 { kind } else { DOUBTFUL };
        if self.peek_behind_space() != b':' {
            return Err(self.error("':' is expected"));
        }
        self.at += 1;
        Ok(self.peek_behind_space())
    }

    /// The value that begins with `first`, the next byte, and holds no others.
    #[inline(always)]
    fn scalar(&mut self, first: u8) -> Result<()> {
        match first {
            b'"' => self.string().map(drop),
            b'0'..=b'9' | b'-' | b'N' | b'I' => self.number(),
            _ => self.word(first),
        }
    }

    fn word(&mut self, first: u8) -> Result<()> {
        let (word, kind) = match first {
            b't' => ("true", JsonNodeKind::True),
            b'f' => ("false", JsonNodeKind::False),
            _ => ("null", JsonNodeKind::Null),
        };
        if !self.take_word(word) {
            return Err(self.unexpected("the text ends early", "a value is expected; texts have quotation marks"));
        }
        self.push(JsonNode::new(kind))
    }

    #[inline]
    fn number(&mut self) -> Result<()> {
        let start = self.at;
        match short_integer(&self.bytes[start..]) {
            Some((value, length)) => {
                self.at += length;
                self.push(JsonNode { content: value, ..JsonNode::new(JsonNodeKind::Integer) })?;
            }
            None => {
                self.other_number()?;
                self.push(JsonNode::with_text(JsonNodeKind::Number, start, self.at - start))?;
            }
        }
        Ok(())
    }

    fn other_number(&mut self) -> Result<()> {
        let start = self.at;
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
        Ok(())
    }

    fn bare_token(&mut self, start: usize) -> Result<()> {
        self.at = start;
        if !(self.take_word("NaN") || self.take_word("Infinity") || self.take_word("-Infinity")) {
            self.take(b'-');
            return Err(self.error("a digit is expected"));
        }
        if !self.options.bare_tokens {
            self.at = start;
            return Err(self.error("a bare NaN or Infinity is not JSON"));
        }
        self.bare_tokens = true;
        Ok(())
    }

    #[inline]
    fn digits(&mut self) -> Result<usize> {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        if self.at == start { Err(self.error("a digit is expected")) } else { Ok(self.at - start) }
    }

    /// Parses a string from its first quotation mark on. Returns the offset and the length of its text; a string with
    /// escapes is stored after the whole text.
    #[inline(always)]
    fn string(&mut self) -> Result<(usize, usize)> {
        let start = self.at + 1;
        self.at = start;
        self.skip_plain();
        let (kind, start, length) = match self.peek() {
            b'"' => (JsonNodeKind::String, start, self.at - start),
            _ => self.string_with_escapes(start)?,
        };
        self.at += 1;
        self.push(JsonNode::with_text(kind, start, length))?;
        Ok((start, length))
    }

    /// The string from `start`, of which something else comes next: its kind, the begin of its text, and its length.
    #[cold]
    fn string_with_escapes(&mut self, start: usize) -> Result<(JsonNodeKind, usize, usize)> {
        let (first, begin) = (start, self.unescaped.len());
        let mut is_text = true;
        self.keep(start)?;
        loop {
            match self.peek() {
                b'"' if is_text => {
                    return Ok((JsonNodeKind::String, self.text.len() + begin, self.unescaped.len() - begin));
                }
                b'"' => {
                    self.unescaped.truncate(begin);
                    return Ok((JsonNodeKind::Escaped, first, self.at - first));
                }
                b'\\' => {
                    self.at += 1;
                    match self.escape()? {
                        Some(character) => self.unescaped.push(character),
                        None => is_text = false,
                    }
                }
                _ => {
                    return Err(self.unexpected("the text ends inside a string", "a control character inside a string"));
                }
            }
            let start = self.at;
            self.skip_plain();
            self.keep(start)?;
        }
    }

    /// Keeps the part of a string with escapes from `start` to here, and reserves room for another character.
    fn keep(&mut self, start: usize) -> Result<()> {
        let plain = &self.text[start..self.at];
        self.unescaped.try_reserve(plain.len() + 4).map_err(|_| no_memory(self.text.len()))?;
        self.unescaped.push_str(plain);
        Ok(())
    }

    /// Skips the plain characters of a string: to its end, an escape, or an invalid character.
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

    /// The character of an escape; None for half of a surrogate pair, where that is allowed.
    fn escape(&mut self) -> Result<Option<char>> {
        let escaped = self.peek();
        if self.at == self.bytes.len() {
            return Err(self.error("the text ends inside a string"));
        }
        self.at += 1;
        Ok(Some(match escaped {
            b'"' | b'\\' | b'/' => char::from(escaped),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex4()?;
                let behind = self.at;
                let is_first_half = (0xd800..0xdc00).contains(&first);
                let second = if is_first_half && self.take_word("\\u") { self.hex4()? } else { 0 };
                match char::decode_utf16([first, second].map(|unit| unit as u16)).next() {
                    Some(Ok(character)) => character,
                    // The half is kept as an escape, and the text after it is parsed by itself.
                    _ if self.options.bare_tokens => {
                        self.at = behind;
                        return Ok(None);
                    }
                    _ => return Err(self.error("half of a surrogate pair")),
                }
            }
            _ => return Err(self.error("an unknown escape")),
        }))
    }

    fn hex4(&mut self) -> Result<u32> {
        let digits = self.bytes.get(self.at..self.at + 4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.ok_or_else(|| self.error("four hexadecimal digits are expected"))?;
        self.at += 4;
        Ok(digits.iter().fold(0, |value, digit| value * 16 + (*digit as char).to_digit(16).unwrap_or(0)))
    }
}
