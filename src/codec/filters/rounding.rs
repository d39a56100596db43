//! Rounding by each of the rules that `cast_value` knows, as if the type had no largest number: the caller checks the
//! range.

use crate::dtype::FloatFormat;

/// The rounding of a number that the type does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// The nearest, of two the one with an even last bit.
    NearestEven,
    /// That towards zero.
    TowardsZero,
    /// The upper one.
    TowardsPositive,
    /// The lower one.
    TowardsNegative,
    /// The nearest, of two that away from zero.
    NearestAway,
}

impl Rounding {
    /// The rule of a name.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "nearest-even" => Self::NearestEven,
            "towards-zero" => Self::TowardsZero,
            "towards-positive" => Self::TowardsPositive,
            "towards-negative" => Self::TowardsNegative,
            "nearest-away" => Self::NearestAway,
            _ => return None,
        })
    }

    /// A whole number; infinities and NaN stay.
    pub fn whole(self, value: f64) -> f64 {
        match self {
            Self::NearestEven => value.round_ties_even(),
            Self::TowardsZero => value.trunc(),
            Self::TowardsPositive => value.ceil(),
            Self::TowardsNegative => value.floor(),
            Self::NearestAway => value.round(),
        }
    }

    /// A number of a format; infinities and NaN stay.
    pub fn float(self, value: f64, format: &FloatFormat) -> f64 {
        if format.size == size_of::<f64>() || value == 0.0 || !value.is_finite() {
            return value;
        }
        // The numbers near by are multiples of a power of two, by which a double is divided without loss.
        let unit = exponent(value).max(format.least_exponent()) - format.mantissa_bits() as i32;
        self.whole(value * power_of_two(-unit)) * power_of_two(unit)
    }

    /// A number of a format for an integer of 64 bits.
    pub fn integer(self, value: i128, format: &FloatFormat) -> f64 {
        if (value as f64) as i128 == value {
            return self.float(value as f64, format);
        }
        let bits = i128::BITS - value.unsigned_abs().leading_zeros();
        let drop = bits - (format.mantissa_bits() + 1);
        let below = value >> drop;
        let (rest, half) = (value - (below << drop), 1 << (drop - 1));
        let up = match self {
            Self::NearestEven => rest > half || (rest == half && below & 1 == 1),
            Self::NearestAway => rest > half || (rest == half && value > 0),
            Self::TowardsZero => rest > 0 && value < 0,
            Self::TowardsPositive => rest > 0,
            Self::TowardsNegative => false,
        };
        ((below + i128::from(up)) << drop) as f64
    }
}

/// The exponent of a normal double; of a smaller one that below all of theirs.
fn exponent(value: f64) -> i32 {
    (value.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// 2 to a power that a double has.
fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(if exponent >= -1022 { ((exponent + 1023) as u64) << 52 } else { 1 << (exponent + 1074) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::{Arithmetic, TypeCode};

    const RULES: [Rounding; 5] = [
        Rounding::NearestEven,
        Rounding::TowardsZero,
        Rounding::TowardsPositive,
        Rounding::TowardsNegative,
        Rounding::NearestAway,
    ];

    /// The result of a rule by its definition, for a number between two neighbours of a format.
    fn by_definition(rule: Rounding, value: f64, below: f64, above: f64, below_is_even: bool) -> f64 {
        let nearer = |tie: f64| match (value - below).total_cmp(&(above - value)) {
            std::cmp::Ordering::Less => below,
            std::cmp::Ordering::Equal => tie,
            std::cmp::Ordering::Greater => above,
        };
        match rule {
            _ if value == below => below,
            Rounding::TowardsPositive => above,
            Rounding::TowardsNegative => below,
            Rounding::TowardsZero => {
                if value > 0.0 {
                    below
                } else {
                    above
                }
            }
            Rounding::NearestEven => nearer(if below_is_even { below } else { above }),
            Rounding::NearestAway => nearer(if value > 0.0 { above } else { below }),
        }
    }

    /// Every number of every small format, the midpoint to the next one, and the numbers next to both.
    #[test]
    fn every_rule_finds_the_neighbour_that_its_definition_names() {
        for code in (0..64).filter_map(|code| crate::dtype::DataType::from_code(code).map(|found| found.code())) {
            let Some(Arithmetic::Float { format, .. }) = Arithmetic::of(code).filter(|_| code != TypeCode::Float64)
            else {
                continue;
            };
            // Doubles hold all middles exactly, and of the larger formats a sample is enough.
            let step = if format.size == 4 { 65_521 } else { 1 };
            let magnitudes =
                (0..=format.bits_of(format.range().1)).step_by(step).map(|bits| (bits, format.value(bits)));
            for (bits, low) in magnitudes.filter(|(_, low)| *low != format.range().1) {
                let high = format.value(bits + 1);
                let middle = low + (high - low) / 2.0;
                for value in [low, low.next_up(), middle.next_down(), middle, middle.next_up(), high.next_down()] {
                    // Of two powers of two, which have one bit each, the larger one counts as even, as IEEE 754 has it.
                    let even = bits % 2 == 0 && format.mantissa_bits() > 0;
                    for rule in RULES {
                        let up = by_definition(rule, value, low, high, even);
                        assert_eq!(rule.float(value, format), up, "{} {value:e} {rule:?}", format.name);
                        let down = by_definition(rule, -value, -high, -low, !even);
                        let expected = if value == low { -low } else { down };
                        assert_eq!(rule.float(-value, format), expected, "{} -{value:e} {rule:?}", format.name);
                    }
                }
            }
        }
    }
}
