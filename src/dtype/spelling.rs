//! Spellings of all data types: dialects, NumPy-like type strings, numbers as bit patterns, warnings.

use crate::error::{Error, Message, Result};
use crate::json::{self, Json, Number, ParseOptions};

/// The order of the bytes of one number as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ByteOrder {
    /// Least significant byte first.
    Little,
    /// Most significant byte first.
    Big,
}

impl ByteOrder {
    /// The byte order of this machine.
    pub const NATIVE: Self = if cfg!(target_endian = "big") { Self::Big } else { Self::Little };

    /// The name in configurations: `little`, `big`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }
}

/// The families of spellings that formats share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// v1: bare NaN tokens.
    V1,
    /// v2: NumPy types, strings for NaN, base64.
    V2,
    /// The drafts of 2019 and the shape written from 2020 on: NumPy types.
    Legacy,
    /// The 2022 core draft.
    Draft2022,
    /// Final v3.
    V3,
}

/// The warnings and notes of reading. A warning is a deviation that was accepted although the format does not allow it,
/// and an error when strict; a note is of something that the format allows, but readers should know.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    messages: Vec<String>,
    /// The index of the first message that is not a note.
    first: Option<usize>,
    /// Turn every warning into an error.
    pub strict: bool,
}

impl Warnings {
    /// An empty list.
    pub fn new(strict: bool) -> Self {
        Self { messages: Vec::new(), first: None, strict }
    }

    /// Keeps a message.
    pub fn add(&mut self, message: impl Into<Message>) {
        self.first.get_or_insert(self.messages.len());
        self.note(message);
    }

    /// Keeps a note, about something that the format allows.
    pub fn note(&mut self, message: impl Into<Message>) {
        self.messages.push(message.into().text().to_owned());
    }

    /// The messages so far.
    pub fn messages(&self) -> &[String] {
        &self.messages
    }

    /// The messages, if they may pass.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] with the first message other than a note, when strict.
    pub fn finish(self) -> Result<Vec<String>> {
        match self.first.and_then(|first| self.messages.get(first)) {
            Some(first) if self.strict => Err(Error::metadata(format!("{first} (refused because of \"strict\")"))),
            _ => Ok(self.messages),
        }
    }
}

/// A NumPy-like type string, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeString {
    /// The byte order; little where it does not matter or is not given.
    pub order: ByteOrder,
    /// The kind: `b i u f c m M S U V O`.
    pub kind: char,
    /// The size as written; None without one.
    pub size: Option<usize>,
    /// The text in brackets.
    pub unit: Option<String>,
}

/// NumPy's long names, which some writers put into v2 documents.
const LONG_NAMES: &[(&str, &str)] = &[
    ("bool", "|b1"),
    ("int8", "|i1"),
    ("int16", "<i2"),
    ("int32", "<i4"),
    ("int64", "<i8"),
    ("uint8", "|u1"),
    ("uint16", "<u2"),
    ("uint32", "<u4"),
    ("uint64", "<u8"),
    ("float16", "<f2"),
    ("float32", "<f4"),
    ("float64", "<f8"),
    ("complex64", "<c8"),
    ("complex128", "<c16"),
];

impl TypeString {
    /// True if the text is a type string rather than a name: it begins with a byte order, or with a kind and digits.
    pub fn looks_like(text: &str) -> bool {
        let mut characters = text.chars();
        match characters.next() {
            Some('<' | '>' | '|' | '=') => true,
            Some('b' | 'i' | 'u' | 'f' | 'c' | 'm' | 'M' | 'S' | 'U' | 'V') => {
                let rest = characters.as_str();
                let digits = rest.split('[').next().unwrap_or(rest);
                !rest.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
            }
            Some('O') => characters.as_str().is_empty(),
            _ => false,
        }
    }

    /// Takes a type string apart.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a text that is not a type string.
    pub fn parse(text: &str, warnings: &mut Warnings) -> Result<Self> {
        if let Some((_, short)) = LONG_NAMES.iter().find(|(name, _)| *name == text) {
            warnings.add(format!("data type {text:?} stands for {short:?}"));
            return Self::parse(short, warnings);
        }
        let invalid = || Error::metadata(format!("data type {text:?} is not a NumPy type string"));
        let (mark, rest) = match text.chars().next() {
            Some(mark @ ('<' | '>' | '|' | '=')) => (Some(mark), &text[1..]),
            Some(_) => (None, text),
            None => return Err(invalid()),
        };
        let kind = rest.chars().next().filter(|kind| "biufcmMSUVO".contains(*kind)).ok_or_else(invalid)?;
        let (digits, unit) = match rest[1..].split_once('[') {
            Some((digits, unit)) => (digits, Some(unit.strip_suffix(']').ok_or_else(invalid)?.to_owned())),
            None => (&rest[1..], None),
        };
        let size = match digits {
            "" => None,
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => Some(digits.parse().map_err(|_| invalid())?),
            _ => return Err(invalid()),
        };
        // The size of U counts units of four bytes.
        let ordered = !matches!(kind, 'S' | 'V' | 'O') && (size != Some(1) || kind == 'U');
        let order = match mark {
            Some('>') => ByteOrder::Big,
            Some('<') => ByteOrder::Little,
            None | Some('|' | '=') if ordered => {
                warnings.add(format!("data type {text:?} does not give its byte order; taken as little-endian"));
                ByteOrder::Little
            }
            _ => ByteOrder::Little,
        };
        Ok(Self { order: if ordered { order } else { ByteOrder::Little }, kind, size, unit })
    }

    /// True if the type string has this kind and size, and no unit in brackets.
    pub fn is(&self, kind: char, size: usize) -> bool {
        self.kind == kind && self.size == Some(size) && self.unit.is_none()
    }
}

/// The type string of a kind and size: `|` where the byte order has no meaning.
pub(super) fn type_string(order: ByteOrder, kind: char, size: usize) -> String {
    let mark = match order {
        _ if size == 1 => '|',
        ByteOrder::Little => '<',
        ByteOrder::Big => '>',
    };
    format!("{mark}{kind}{size}")
}

/// The number that a fill value is; also a text with a number, which some writers have in its place, with a warning.
pub(super) fn number(value: &Json, warnings: &mut Warnings) -> Option<Number> {
    match value {
        Json::Number(number) => Some(number.clone()),
        Json::String(text) => match json::parse(text.as_bytes(), ParseOptions::default()) {
            Ok((Json::Number(number), _)) => {
                warnings.add(format!("fill value {} should be a number", value.brief()));
                Some(number)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The bits that `0x...` or `0b...` spell: an unsigned number of exactly `size` bytes, most significant digit first.
/// Gives None where the text begins with neither.
///
/// # Errors
/// [`crate::ErrorKind::Metadata`] for another number of digits than the size needs, or other characters.
pub(super) fn bits_from_text(text: &str, size: usize) -> Result<Option<Vec<u8>>> {
    let (digits, bits_per_digit, radix) = match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => (digits, 4, 16),
        (_, Some(digits)) => (digits, 1, 2),
        _ => return Ok(None),
    };
    let wrong = || {
        let wanted = size * 8 / bits_per_digit;
        Error::metadata(format!("{text:?} must have exactly {wanted} digits after the first two characters"))
    };
    if digits.len() != size.checked_mul(8).ok_or_else(wrong)? / bits_per_digit {
        return Err(wrong());
    }
    let mut bytes = vec![0u8; size];
    for (at, digit) in digits.chars().enumerate() {
        let value = digit.to_digit(radix).ok_or_else(wrong)? as u8;
        let bit = at * bits_per_digit;
        bytes[bit / 8] |= value << (8 - bits_per_digit - bit % 8);
    }
    Ok(Some(bytes))
}

/// `0x` and the digits of bits, most significant byte first.
pub(super) fn bits_to_text(big_endian: &[u8]) -> String {
    big_endian.iter().fold("0x".to_owned(), |text, byte| text + &format!("{byte:02x}"))
}

/// Big-endian bits as a native element.
pub(super) fn native_from_big(mut bytes: Vec<u8>) -> Vec<u8> {
    if ByteOrder::NATIVE == ByteOrder::Little {
        bytes.reverse();
    }
    bytes
}
