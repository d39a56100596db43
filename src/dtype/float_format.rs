//! The binary floating point formats: the numbers of their bits, and the bits nearest to a decimal text.
//!
//! `float32` and `float64` are the processor's own. All smaller ones are read from their bits by one rule with the
//! exceptions that their names stand for: `fn`, finite: no infinity; `uz`, unsigned zero: the pattern of -0 is the NaN.

use super::definition::TypeCode;
use std::cmp::Ordering;

/// The bit patterns that are not numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Special {
    /// As in IEEE 754: all ones in the exponent are infinity and NaN. The last member is the canonical NaN.
    Ieee(u64),
    /// Every pattern is a number.
    Finite,
    /// No infinity, one NaN in the place of -0.
    Fnuz,
    /// No infinity, all ones are NaN.
    OnesNan,
    /// Neither sign nor mantissa: powers of two; all ones are NaN.
    Scale,
}

/// One format.
#[derive(Debug, PartialEq, Eq)]
pub struct FloatFormat {
    /// The data type of the real numbers that have it.
    pub code: TypeCode,
    /// The name of that type in final v3.
    pub name: &'static str,
    /// The bytes of an element; the number is in its low bits.
    pub size: usize,
    exponent: u32,
    mantissa: u32,
    bias: i32,
    pub(super) special: Special,
}

const fn format(
    code: TypeCode,
    name: &'static str,
    (size, exponent, mantissa): (usize, u32, u32),
    bias: i32,
    special: Special,
) -> FloatFormat {
    FloatFormat { code, name, size, exponent, mantissa, bias, special }
}

/// Every format, in the order of its codes.
pub(super) static FORMATS: [FloatFormat; 15] = {
    use Special::{Finite, Fnuz, Ieee, OnesNan, Scale};
    [
        format(TypeCode::Float16, "float16", (2, 5, 10), 15, Ieee(0x7e00)),
        format(TypeCode::Float32, "float32", (4, 8, 23), 127, Ieee(0x7fc0_0000)),
        format(TypeCode::Float64, "float64", (8, 11, 52), 1023, Ieee(0x7ff8_0000_0000_0000)),
        format(TypeCode::BFloat16, "bfloat16", (2, 8, 7), 127, Ieee(0x7fc0)),
        format(TypeCode::Float4E2M1Fn, "float4_e2m1fn", (1, 2, 1), 1, Finite),
        format(TypeCode::Float6E2M3Fn, "float6_e2m3fn", (1, 2, 3), 1, Finite),
        format(TypeCode::Float6E3M2Fn, "float6_e3m2fn", (1, 3, 2), 3, Finite),
        format(TypeCode::Float8E3M4, "float8_e3m4", (1, 3, 4), 3, Ieee(0x78)),
        format(TypeCode::Float8E4M3, "float8_e4m3", (1, 4, 3), 7, Ieee(0x7c)),
        format(TypeCode::Float8E4M3B11Fnuz, "float8_e4m3b11fnuz", (1, 4, 3), 11, Fnuz),
        format(TypeCode::Float8E4M3Fnuz, "float8_e4m3fnuz", (1, 4, 3), 8, Fnuz),
        format(TypeCode::Float8E5M2, "float8_e5m2", (1, 5, 2), 15, Ieee(0x7e)),
        format(TypeCode::Float8E5M2Fnuz, "float8_e5m2fnuz", (1, 5, 2), 16, Fnuz),
        format(TypeCode::Float8E8M0Fnu, "float8_e8m0fnu", (1, 8, 0), 127, Scale),
        format(TypeCode::Float8E4M3Fn, "float8_e4m3fn", (1, 4, 3), 7, OnesNan),
    ]
};

impl FloatFormat {
    /// True if the format is one of the processor's.
    fn native(&self) -> bool {
        self.size >= 4
    }

    fn signed(&self) -> bool {
        self.special != Special::Scale
    }

    fn sign_bit(&self) -> u64 {
        if self.signed() { 1 << (self.exponent + self.mantissa) } else { 0 }
    }

    /// The stored bits of the mantissa.
    pub fn mantissa_bits(&self) -> u32 {
        self.mantissa
    }

    /// True if it has infinities.
    pub fn has_infinity(&self) -> bool {
        self.infinity().is_some()
    }

    /// True if it has a NaN.
    pub fn has_nan(&self) -> bool {
        self.special != Special::Finite
    }

    /// The exponent of the smallest numbers that have all bits of the mantissa.
    pub fn least_exponent(&self) -> i32 {
        if self.special == Special::Scale { -self.bias } else { 1 - self.bias }
    }

    /// The lowest and the highest finite number.
    pub fn range(&self) -> (f64, f64) {
        let highest = self.value(self.largest());
        (if self.signed() { -highest } else { self.value(0) }, highest)
    }

    /// The bits of a number of the format.
    pub fn bits_of(&self, number: f64) -> u64 {
        match self.size {
            4 => return (number as f32).to_bits().into(),
            8 => return number.to_bits(),
            _ => {}
        }
        let bits = if number.is_nan() { self.canonical_nan() } else { self.nearest_to(number) };
        bits.unwrap_or_default()
    }

    /// The bits of an element that count.
    pub fn mask(&self) -> u64 {
        self.sign_bit() | ((1 << (self.exponent + self.mantissa)) - 1)
    }

    /// The bits of positive infinity; None where the format has none.
    pub fn infinity(&self) -> Option<u64> {
        matches!(self.special, Special::Ieee(_)).then(|| ((1 << self.exponent) - 1) << self.mantissa)
    }

    /// The bits that the word `NaN` stands for; None where the format has no NaN.
    pub fn canonical_nan(&self) -> Option<u64> {
        match self.special {
            Special::Ieee(nan) => Some(nan),
            Special::Finite => None,
            Special::Fnuz => Some(self.sign_bit()),
            Special::OnesNan => Some(self.sign_bit() - 1),
            Special::Scale => Some(self.mask()),
        }
    }

    /// The bits of negative infinity; None where the format has none.
    pub fn negative_infinity(&self) -> Option<u64> {
        self.infinity().map(|bits| bits | self.sign_bit())
    }

    /// The value of the bits, exactly: every format fits a double.
    pub fn value(&self, bits: u64) -> f64 {
        match self.size {
            4 => return f32::from_bits(bits as u32).into(),
            8 => return f64::from_bits(bits),
            _ => {}
        }
        let bits = bits & self.mask();
        let magnitude = bits & !self.sign_bit();
        let nan = match self.special {
            Special::Ieee(_) => self.infinity().is_some_and(|infinity| magnitude > infinity),
            Special::Finite => false,
            Special::Fnuz => bits == self.sign_bit(),
            Special::OnesNan => magnitude == self.sign_bit() - 1,
            Special::Scale => bits == self.mask(),
        };
        let value = match self.infinity() {
            _ if nan => f64::NAN,
            Some(infinity) if magnitude == infinity => f64::INFINITY,
            _ => self.magnitude(magnitude),
        };
        if bits != magnitude && !nan { -value } else { value }
    }

    /// The value of the bits without a sign, as if none of them were special.
    fn magnitude(&self, bits: u64) -> f64 {
        let mantissa = (bits & ((1 << self.mantissa) - 1)) as f64 / f64::from(1u32 << self.mantissa);
        let exponent = (bits >> self.mantissa) as i32;
        match self.special {
            Special::Scale => power_of_two(exponent - self.bias),
            _ if exponent == 0 => mantissa * power_of_two(1 - self.bias),
            _ => (1.0 + mantissa) * power_of_two(exponent - self.bias),
        }
    }

    /// The largest finite number without its sign.
    fn largest(&self) -> u64 {
        match self.special {
            Special::Ieee(_) => self.infinity().unwrap_or(0) - 1,
            Special::Finite | Special::Fnuz => self.sign_bit() - 1,
            Special::OnesNan => self.sign_bit() - 2,
            Special::Scale => self.mask() - 1,
        }
    }

    /// The bits of the number nearest to a decimal text; ties go to even. A number that is too large becomes
    /// infinity; gives None where the format has none, or has no sign for it.
    pub fn nearest(&self, text: &str) -> Option<u64> {
        match self.size {
            4 => return text.parse::<f32>().ok().map(|value| value.to_bits().into()),
            8 => return text.parse::<f64>().ok().map(f64::to_bits),
            _ => {}
        }
        let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
        let wide = text.parse::<f64>().ok().filter(|value| !value.is_nan())?;
        // Rounding the text to a double can't carry it across the middle, but onto it: then the text itself decides.
        self.round(negative, wide, |middle| compare_decimal(text, middle).unwrap_or(Ordering::Equal))
    }

    /// As [`FloatFormat::nearest`], for a number that is not NaN, in a format without hardware support.
    pub fn nearest_to(&self, value: f64) -> Option<u64> {
        if value.is_infinite() {
            return if value > 0.0 { self.infinity() } else { self.negative_infinity() };
        }
        self.round(value.is_sign_negative(), value.abs(), |_| Ordering::Equal)
    }

    /// The number of the format that is nearest to a value, which may be beyond the range; 0, or the smallest number,
    /// for NaN.
    pub fn closest(&self, value: f64) -> u64 {
        let negative = value < 0.0;
        match self.round(negative, value.abs(), |_| Ordering::Equal) {
            Some(bits) if self.value(bits).is_finite() => bits,
            _ if value.is_nan() || (negative && !self.signed()) => 0,
            _ if negative => self.largest() | self.sign_bit(),
            _ => self.largest(),
        }
    }

    /// Rounds a magnitude; if `wide` is the midpoint of two numbers, `at_middle` compares the exact value with it.
    fn round(&self, negative: bool, wide: f64, at_middle: impl Fn(f64) -> Ordering) -> Option<u64> {
        if negative && !self.signed() || wide.is_nan() {
            return None;
        }
        // Magnitudes ascend with their bits, so the neighbours are found by halving.
        let (mut low, mut above) = (0, self.largest() + 1);
        while above - low > 1 {
            let middle = (low + above) / 2;
            if self.magnitude(middle) <= wide { low = middle } else { above = middle }
        }
        let bits = if self.rounds_up(low, wide, at_middle) { low + 1 } else { low };
        let bits = if bits > self.largest() { self.infinity()? } else { bits };
        // A format without -0 has its NaN there.
        let sign = if negative && !(bits == 0 && self.special == Special::Fnuz) { self.sign_bit() } else { 0 };
        Some(bits | sign)
    }

    /// True if a number at or above `low` and below its successor is nearer to the latter.
    fn rounds_up(&self, low: u64, wide: f64, at_middle: impl Fn(f64) -> Ordering) -> bool {
        let floor = self.magnitude(low);
        // Beyond the largest number its successor is where the format would go on.
        let ceiling = match low < self.largest() {
            true => self.magnitude(low + 1),
            false if self.mantissa == 0 => 2.0 * floor,
            false => floor + (floor - self.magnitude(low - 1)),
        };
        let middle = (floor + ceiling) / 2.0;
        let order = wide.total_cmp(&middle);
        let order = if order.is_eq() { at_middle(middle) } else { order };
        match order {
            Ordering::Less => false,
            Ordering::Equal => low % 2 == 1,
            Ordering::Greater => true,
        }
    }

    /// The shortest decimal text that reads back as the same finite number.
    pub fn shortest(&self, bits: u64) -> String {
        let value = self.value(bits);
        match self.size {
            4 => return format!("{:?}", f32::from_bits(bits as u32)),
            8 => return format!("{value:?}"),
            _ => {}
        }
        let same = |text: &str| self.nearest(text) == Some(bits & self.mask());
        (0..8)
            .map(|digits| format!("{value:.digits$e}"))
            .find(|text| same(text))
            // Through a double the short digits take JSON's usual form: 0.1, not 1e-1.
            .map_or_else(|| format!("{value:?}"), |text| format!("{:?}", text.parse::<f64>().unwrap_or(value)))
    }

    /// Clears the bits of stored elements that do not count; None where all of them do.
    pub fn repair(&self) -> Option<fn(&mut [u8])> {
        match self.mask() {
            _ if self.native() => None,
            0x0f => Some(|elements| elements.iter_mut().for_each(|byte| *byte &= 0x0f)),
            0x3f => Some(|elements| elements.iter_mut().for_each(|byte| *byte &= 0x3f)),
            _ => None,
        }
    }
}

/// 2 to a power that is a normal double.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}

/// Compares the exact value of a decimal text without sign with a double whose decimal expansion is short.
fn compare_decimal(text: &str, middle: f64) -> Option<Ordering> {
    let split = |text: &str| -> Option<(Vec<u8>, i64)> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        let point = (whole.len() as i64).checked_add(exponent.parse::<i64>().ok()?)?.checked_sub(leading as i64)?;
        let mut digits = digits[leading..].to_vec();
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        Some((digits, point))
    };
    let (digits, point) = split(text)?;
    // The smallest of these doubles, half the smallest bfloat16, has its last digit in place 134.
    let (exact, exact_point) = split(&format!("{middle:.140}"))?;
    Some(point.cmp(&exact_point).then_with(|| digits.cmp(&exact)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names as the registry of extensions has them, so that no bit of a table is off.
    #[test]
    fn known_values_of_each_format() {
        let value = |name: &str, bits| FORMATS.iter().find(|format| format.name == name).unwrap().value(bits);
        assert_eq!(value("float16", 0x3c01), 1.0 + 1.0 / 1024.0);
        assert_eq!(value("float16", 1), 2f64.powi(-24));
        assert_eq!(value("bfloat16", 0x3f80), 1.0);
        assert_eq!(value("bfloat16", 1), 2f64.powi(-133));
        assert_eq!(value("bfloat16", 0xff80), f64::NEG_INFINITY);
        assert_eq!(
            (0..8).map(|bits| value("float4_e2m1fn", bits)).collect::<Vec<_>>(),
            [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]
        );
        assert_eq!(value("float6_e2m3fn", 0x1f), 7.5);
        assert_eq!(value("float6_e3m2fn", 0x3f), -28.0);
        assert_eq!((value("float8_e3m4", 0x6f), value("float8_e3m4", 0x70)), (15.5, f64::INFINITY));
        assert_eq!((value("float8_e4m3", 0x77), value("float8_e4m3", 0xf8)), (240.0, f64::NEG_INFINITY));
        assert_eq!(value("float8_e4m3b11fnuz", 0x7f), 30.0);
        assert_eq!(value("float8_e4m3fnuz", 0x7f), 240.0);
        assert_eq!((value("float8_e5m2", 0x7b), value("float8_e5m2fnuz", 0x7f)), (57344.0, 57344.0));
        assert_eq!((value("float8_e8m0fnu", 0), value("float8_e8m0fnu", 0xfe)), (2f64.powi(-127), 2f64.powi(127)));
        assert_eq!(value("float8_e4m3fn", 0x7e), 448.0);
        for (name, bits) in [("float8_e4m3fn", 0xff), ("float8_e8m0fnu", 0xff), ("float8_e5m2fnuz", 0x80)] {
            assert!(value(name, bits).is_nan(), "{name}");
        }
    }

    /// Every number of every small format survives its shortest text, and is shorter than nothing else.
    #[test]
    fn every_small_number_reads_back() {
        for format in FORMATS.iter().filter(|format| !format.native()) {
            for bits in 0..=format.mask() {
                if format.value(bits).is_finite() {
                    let text = format.shortest(bits);
                    assert_eq!(format.nearest(&text), Some(bits), "{} {bits:#x} {text}", format.name);
                }
            }
        }
    }

    #[test]
    fn rounding_and_ends_of_the_range() {
        let nearest = |name: &str, text: &str| FORMATS.iter().find(|format| format.name == name).unwrap().nearest(text);
        assert_eq!(nearest("float4_e2m1fn", "2.5"), Some(4));
        assert_eq!(nearest("float4_e2m1fn", "2.5000000000000000000000001"), Some(5));
        assert_eq!(nearest("float4_e2m1fn", "6.9"), Some(7));
        assert_eq!(nearest("float4_e2m1fn", "7"), None);
        assert_eq!(nearest("float4_e2m1fn", "-0.0"), Some(8));
        assert_eq!(nearest("float8_e4m3fnuz", "-0.0"), Some(0));
        assert_eq!(nearest("float8_e4m3fn", "464"), Some(0x7e));
        assert_eq!(nearest("float8_e4m3fn", "464.0000001"), None);
        assert_eq!(nearest("float8_e5m2", "1e9"), Some(0x7c));
        assert_eq!(nearest("float8_e8m0fnu", "-1"), None);
        assert_eq!(nearest("float8_e8m0fnu", "1.0"), Some(127));
        assert_eq!(nearest("bfloat16", "1.00390625"), Some(0x3f80));
        assert_eq!(nearest("bfloat16", "1.0039062500000000000000001"), Some(0x3f81));
        assert_eq!(nearest("bfloat16", "3.4e38"), Some(0x7f80));
    }
}
