//! Colour maps: from a number between 0 and 1 to a colour, through a few fixed ones.

use clap::ValueEnum;

/// A colour: red, green, blue.
pub type Colour = [u8; 3];

/// The colour of NaN and of missing elements; among greys, which have this one, the other.
const NOTHING: Colour = [128, 128, 128];
const NOTHING_AMONG_GREYS: Colour = [80, 110, 170];

/// The colour maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Map {
    /// From dark blue through green to yellow, even to the eye
    Viridis,
    /// From black through red to pale yellow
    Inferno,
    /// From black to white
    Grey,
    /// From blue through white to red, for numbers around a middle
    Coolwarm,
}

const VIRIDIS: [Colour; 9] = [
    [68, 1, 84],
    [71, 44, 122],
    [59, 81, 139],
    [44, 113, 142],
    [33, 144, 141],
    [39, 173, 129],
    [92, 200, 99],
    [170, 220, 50],
    [253, 231, 37],
];
const INFERNO: [Colour; 9] = [
    [0, 0, 4],
    [31, 12, 72],
    [85, 15, 109],
    [136, 34, 106],
    [186, 54, 85],
    [227, 89, 51],
    [249, 140, 10],
    [249, 201, 50],
    [252, 255, 164],
];
const GREY: [Colour; 2] = [[0, 0, 0], [255, 255, 255]];
const COOLWARM: [Colour; 5] = [[59, 76, 192], [141, 176, 254], [221, 221, 221], [244, 154, 123], [180, 4, 38]];

impl Map {
    /// The colour of NaN and of what is not there, which no number has.
    pub fn nothing(self) -> Colour {
        if self == Self::Grey { NOTHING_AMONG_GREYS } else { NOTHING }
    }

    /// The colour of a share; NaN has the colour of nothing.
    pub fn colour(self, share: f64) -> Colour {
        if share.is_nan() {
            return self.nothing();
        }
        let stops: &[Colour] = match self {
            Self::Viridis => &VIRIDIS,
            Self::Inferno => &INFERNO,
            Self::Grey => &GREY,
            Self::Coolwarm => &COOLWARM,
        };
        let place = share.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
        let below = (place as usize).min(stops.len() - 2);
        let part = place - below as f64;
        std::array::from_fn(|channel| {
            let (from, to) = (f64::from(stops[below][channel]), f64::from(stops[below + 1][channel]));
            (from + (to - from) * part).round() as u8
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_are_the_ends() {
        assert_eq!(Map::Viridis.colour(0.0), VIRIDIS[0]);
        assert_eq!(Map::Viridis.colour(1.0), VIRIDIS[8]);
        assert_eq!(Map::Grey.colour(0.5), [128, 128, 128]);
        assert_eq!(Map::Grey.colour(7.0), [255, 255, 255]);
        assert_eq!(Map::Grey.colour(f64::NAN), NOTHING_AMONG_GREYS);
        assert_eq!(Map::Inferno.colour(f64::NAN), NOTHING);
    }
}
