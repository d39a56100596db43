//! The writer: the layouts that the formats are canonically written in.

use super::parse::no_memory;
use super::text::Text;
use super::tree::{Json, Object};
use crate::error::Result;
use std::fmt::{self, Write};

/// How a document is laid out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Style {
    /// Spaces a level; 0: everything on one line.
    pub indent: usize,
    /// Write characters beyond ASCII as `\u` escapes.
    pub ascii: bool,
}

impl Json {
    /// The value as text.
    pub fn to_text(&self, style: Style) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_value(&mut text, self, style, 0);
        text
    }

    /// The beginning of the value on one line: at most `most` bytes.
    pub(super) fn beginning(&self, most: usize) -> String {
        let mut text = Bounded { text: String::new(), most };
        // It fails where the text ends.
        let _ = write_value(&mut text, self, Style::default(), 0);
        text.text
    }
}

impl Object {
    /// The document as text.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn to_text(&self, style: Style) -> Result<String> {
        let mut text = Bounded { text: String::new(), most: usize::MAX };
        match write_object(&mut text, self, style, 0) {
            Ok(()) => Ok(text.text),
            Err(_) => Err(no_memory(text.text.len())),
        }
    }
}

/// A text that grows to a length, and as far as there is memory.
struct Bounded {
    text: String,
    most: usize,
}

impl Write for Bounded {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        let mut end = more.len().min(self.most - self.text.len());
        while !more.is_char_boundary(end) {
            end -= 1;
        }
        let fitting = &more[..end];
        self.text.try_reserve(fitting.len()).map_err(|_| fmt::Error)?;
        self.text.push_str(fitting);
        if fitting.len() == more.len() { Ok(()) } else { Err(fmt::Error) }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_value(formatter, self, Style::default(), 0)
    }
}

fn write_value(out: &mut dyn Write, value: &Json, style: Style, level: usize) -> fmt::Result {
    match value {
        Json::Null => out.write_str("null"),
        Json::Bool(value) => write!(out, "{value}"),
        Json::Number(number) => write!(out, "{number}"),
        Json::String(text) | Json::Escaped(text) => write_string(out, text, style),
        Json::Array(items) if items.is_empty() => out.write_str("[]"),
        Json::Array(items) => {
            out.write_char('[')?;
            for (index, item) in items.iter().enumerate() {
                separate(out, index, style, level + 1)?;
                write_value(out, item, style, level + 1)?;
            }
            line(out, style, level)?;
            out.write_char(']')
        }
        Json::Object(object) => write_object(out, object, style, level),
    }
}

fn write_object(out: &mut dyn Write, object: &Object, style: Style, level: usize) -> fmt::Result {
    if object.is_empty() {
        return out.write_str("{}");
    }
    out.write_char('{')?;
    for (index, (name, value)) in object.members.iter().enumerate() {
        separate(out, index, style, level + 1)?;
        write_string(out, name, style)?;
        out.write_str(": ")?;
        write_value(out, value, style, level + 1)?;
    }
    line(out, style, level)?;
    out.write_char('}')
}

fn separate(out: &mut dyn Write, index: usize, style: Style, level: usize) -> fmt::Result {
    if index > 0 {
        out.write_str(if style.indent == 0 { ", " } else { "," })?;
    }
    line(out, style, level)
}

fn line(out: &mut dyn Write, style: Style, level: usize) -> fmt::Result {
    if style.indent == 0 {
        return Ok(());
    }
    write!(out, "\n{:width$}", "", width = style.indent * level)
}

fn write_string(out: &mut dyn Write, text: &Text, style: Style) -> fmt::Result {
    if text.is_escaped() {
        return write!(out, "\"{text}\"");
    }
    out.write_char('"')?;
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\r' => out.write_str("\\r")?,
            '\t' => out.write_str("\\t")?,
            '\u{8}' => out.write_str("\\b")?,
            '\u{c}' => out.write_str("\\f")?,
            character if (character as u32) < 0x20 || (style.ascii && !character.is_ascii()) => {
                let mut units = [0; 2];
                for unit in character.encode_utf16(&mut units) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            character => out.write_char(character)?,
        }
    }
    out.write_char('"')
}
