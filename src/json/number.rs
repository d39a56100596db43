//! Numbers of documents, which keep the digits that were written.

use super::text::Text;
use std::fmt;

/// A JSON number, as it was written; also the bare tokens `NaN`, `Infinity` and `-Infinity` where they are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(NumberForm);

/// Nearly all numbers of documents are short integers. One that has no other text than its value's is always kept as
/// such, so that equal texts are equal numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
enum NumberForm {
    Integer(i64),
    Text(Text),
}

/// The value of a short integer in its usual form: without a zero in front, and `0` without a sign.
fn short_integer(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        b"0" => return Some(0),
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    if !(1..=Number::DIGITS).contains(&digits.len()) || digits[0] == b'0' {
        return None;
    }
    let mut value = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

impl Number {
    /// No more digits than every such number fits with.
    pub(super) const DIGITS: usize = 18;

    /// The number of an integer of no more than [`Number::DIGITS`].
    pub(super) fn of_integer(value: u64) -> Self {
        Self(NumberForm::Integer(value as i64))
    }

    /// The value of such an integer that has no sign.
    pub(super) fn short(&self) -> Option<u64> {
        if let NumberForm::Integer(value) = self.0 { u64::try_from(value).ok() } else { None }
    }

    pub(crate) fn from_text(text: &str) -> Self {
        Self(short_integer(text.as_bytes()).map_or_else(|| NumberForm::Text(text.into()), NumberForm::Integer))
    }

    /// The number as it was written.
    pub fn text(&self) -> Text {
        match &self.0 {
            NumberForm::Integer(value) => value.to_string().into(),
            NumberForm::Text(text) => text.clone(),
        }
    }

    /// True if the number is written without fraction and exponent.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            NumberForm::Integer(_) => true,
            NumberForm::Text(text) => text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-'),
        }
    }

    /// The integer, if it is written without fraction and exponent and fits.
    pub(super) fn integer<T: TryFrom<i64> + std::str::FromStr>(&self) -> Option<T> {
        match &self.0 {
            NumberForm::Integer(value) => T::try_from(*value).ok(),
            NumberForm::Text(text) => self.is_integer().then(|| text.parse().ok()).flatten(),
        }
    }

    /// The exact integer, also if it is written as `3.0` or `1e2`; None for a fraction or an integer that is too large.
    pub fn as_i128(&self) -> Option<i128> {
        if self.is_integer() {
            return self.integer();
        }
        let value = self.as_f64();
        // Every double of at most 2^53 is the exact value of such a text; beyond that a fraction could hide.
        (value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0).then_some(value as i128)
    }

    /// The nearest double.
    pub fn as_f64(&self) -> f64 {
        match &self.0 {
            // Rounded once, to the nearest, as the text is.
            NumberForm::Integer(value) => *value as f64,
            NumberForm::Text(text) => match text.as_str() {
                "NaN" => f64::NAN,
                "Infinity" => f64::INFINITY,
                "-Infinity" => f64::NEG_INFINITY,
                text => text.parse().unwrap_or(f64::NAN),
            },
        }
    }

    /// True if it is NaN or an infinity, which JSON does not have.
    pub fn is_bare_token(&self) -> bool {
        // Only NaN and the infinities begin with a letter, or have one after the sign.
        matches!(&self.0, NumberForm::Text(text) if matches!(text.as_bytes(), [b'N' | b'I', ..] | [b'-', b'I', ..]))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            NumberForm::Integer(value) => write!(formatter, "{value}"),
            NumberForm::Text(text) => formatter.write_str(text),
        }
    }
}

macro_rules! from_integers {
    ($($type:ty),*) => {$(
        impl From<$type> for Number {
            fn from(value: $type) -> Self {
                Self::from_text(&value.to_string())
            }
        }
    )*};
}

from_integers!(i8, i16, i32, i64, u8, u16, u32, u64);

/// The shortest text that reads back as the same double, with a fraction or an exponent, so that it stays a number of
/// this kind; numbers that JSON lacks as the bare token that Python writes.
impl From<f64> for Number {
    fn from(value: f64) -> Self {
        let text = match value {
            _ if value.is_nan() => "NaN".to_owned(),
            f64::INFINITY => "Infinity".to_owned(),
            f64::NEG_INFINITY => "-Infinity".to_owned(),
            value => format!("{value:?}"),
        };
        Self::from_text(&text)
    }
}
