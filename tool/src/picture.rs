//! Numbers of two dimensions as a picture: of at most so many pixels, each the mean of the numbers that fall into it.

use crate::colours::{Colour, Map};
use crate::failure::{Failure, Result};
use std::io::{IsTerminal, Write};
use std::path::Path;

/// A picture that is being made, one number after the other.
#[derive(Clone, Debug)]
pub struct Picture {
    /// Numbers along both axes.
    rows: u64,
    columns: u64,
    height: usize,
    width: usize,
    sums: Vec<f64>,
    counts: Vec<u32>,
}

impl Picture {
    /// A picture of so many numbers, shrunk alike along both axes until it fits into the bounds (height, width).
    pub fn new(rows: u64, columns: u64, bounds: (usize, usize)) -> Self {
        let (high, wide) = (bounds.0.max(1) as f64, bounds.1.max(1) as f64);
        // The same measure along both axes.
        let shrink = (rows as f64 / high).max(columns as f64 / wide).max(1.0);
        let pixels = |length: u64| ((length as f64 / shrink).round() as usize).max(1);
        let (height, width) = (pixels(rows), pixels(columns));
        Self { rows, columns, height, width, sums: vec![0.0; height * width], counts: vec![0; height * width] }
    }

    /// Puts a number in its place. NaN and the infinities are left out.
    pub fn add(&mut self, row: u64, column: u64, value: f64) {
        if !value.is_finite() {
            return;
        }
        let pixel = |at: u64, length: u64, pixels: usize| {
            (u128::from(at) * pixels as u128 / u128::from(length.max(1))) as usize
        };
        let (y, x) = (pixel(row, self.rows, self.height), pixel(column, self.columns, self.width));
        let at = y * self.width + x;
        self.sums[at] += value;
        self.counts[at] = self.counts[at].saturating_add(1);
    }

    /// Pixels along both axes: height, width.
    pub fn size(&self) -> (usize, usize) {
        (self.height, self.width)
    }

    /// The number of a pixel; NaN where there is none.
    pub fn value(&self, y: usize, x: usize) -> f64 {
        let at = y * self.width + x;
        if self.counts[at] == 0 { f64::NAN } else { self.sums[at] / f64::from(self.counts[at]) }
    }

    /// All pixels that have a number.
    pub fn values(&self) -> impl Iterator<Item = f64> + '_ {
        (0..self.height * self.width)
            .map(|at| self.value(at / self.width, at % self.width))
            .filter(|value| !value.is_nan())
    }

    /// The first row goes to the bottom.
    pub fn flip(&mut self) {
        for y in 0..self.height / 2 {
            for x in 0..self.width {
                let (top, bottom) = (y * self.width + x, (self.height - 1 - y) * self.width + x);
                self.sums.swap(top, bottom);
                self.counts.swap(top, bottom);
            }
        }
    }

    /// The colours of all pixels, row by row.
    pub fn paint(&self, map: Map, range: (f64, f64)) -> Painted {
        let share = |value: f64| if range.1 > range.0 { (value - range.0) / (range.1 - range.0) } else { 0.5 };
        let pixels = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (y, x)));
        let colours = pixels.map(|(y, x)| map.colour(share(self.value(y, x)))).collect();
        Painted { height: self.height, width: self.width, colours }
    }
}

/// Colours of a picture, row by row.
#[derive(Clone, Debug)]
pub struct Painted {
    height: usize,
    width: usize,
    colours: Vec<Colour>,
}

impl Painted {
    fn colour(&self, y: usize, x: usize) -> Option<Colour> {
        if y < self.height { Some(self.colours[y * self.width + x]) } else { None }
    }

    /// Writes a PNG file, in which each pixel is a square of `scale` by `scale`.
    pub fn write_png(&self, path: &Path, scale: usize) -> Result<()> {
        let failed = |error: std::io::Error| Failure::File(path.display().to_string(), error);
        let encoding = |error: png::EncodingError| failed(std::io::Error::other(error));
        let file = std::io::BufWriter::new(std::fs::File::create(path).map_err(failed)?);
        let mut encoder = png::Encoder::new(file, (self.width * scale) as u32, (self.height * scale) as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut bytes = Vec::with_capacity(self.height * self.width * scale * scale * 3);
        for y in 0..self.height * scale {
            for x in 0..self.width * scale {
                bytes.extend(self.colours[y / scale * self.width + x / scale]);
            }
        }
        let mut writer = encoder.write_header().map_err(encoding)?;
        writer.write_image_data(&bytes).map_err(encoding)?;
        writer.finish().map_err(encoding)
    }

    /// Prints half blocks, two rows of pixels a line.
    pub fn print(&self, depth: Depth, out: &mut dyn Write) -> Result<()> {
        for y in (0..self.height).step_by(2) {
            for x in 0..self.width {
                match depth {
                    Depth::None => out.write_all(&[shade(self.colour(y, x))])?,
                    depth => {
                        write!(out, "\x1b[38;{}m", depth.code(self.colour(y, x).unwrap_or_default()))?;
                        match self.colour(y + 1, x) {
                            Some(below) => write!(out, "\x1b[48;{}m▀", depth.code(below))?,
                            None => write!(out, "\x1b[49m▀")?,
                        }
                    }
                }
            }
            out.write_all(if depth == Depth::None { b"\n" } else { b"\x1b[0m\n" })?;
        }
        Ok(())
    }
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// All.
    True,
    /// 256.
    Cube,
    /// None: brightness becomes letters.
    None,
}

impl Depth {
    /// Of the output: what the environment says of a terminal, none elsewhere.
    pub fn of_terminal() -> Self {
        let terminal = std::io::stdout().is_terminal() && variable("TERM") != "dumb";
        if terminal && variable("NO_COLOR").is_empty() { Self::of_colours() } else { Self::None }
    }

    /// Where there are colours.
    pub fn of_colours() -> Self {
        let colour = variable("COLORTERM");
        if colour.contains("truecolor") || colour.contains("24bit") { Self::True } else { Self::Cube }
    }

    fn code(self, colour: Colour) -> String {
        let [red, green, blue] = colour;
        if self == Self::True {
            return format!("2;{red};{green};{blue}");
        }
        let level = |channel: u8| match channel {
            0..48 => 0,
            48..115 => 1,
            _ => (u16::from(channel) - 35) / 40,
        };
        format!("5;{}", 16 + 36 * level(red) + 6 * level(green) + level(blue))
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_default()
}

/// A letter that is as dark as a colour.
fn shade(colour: Option<Colour>) -> u8 {
    const SHADES: &[u8] = b" .:-=+*#%@";
    let Some([red, green, blue]) = colour else { return b' ' };
    let bright = (299 * usize::from(red) + 587 * usize::from(green) + 114 * usize::from(blue)) / 1000;
    SHADES[bright * (SHADES.len() - 1) / 255]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_share_a_pixel_become_their_mean() {
        let mut picture = Picture::new(4, 8, (2, 100));
        assert_eq!(picture.size(), (2, 4));
        for row in 0..4 {
            for column in 0..8 {
                picture.add(row, column, if row == 0 && column == 0 { f64::NAN } else { row as f64 });
            }
        }
        assert_eq!(picture.value(1, 3), 2.5);
        assert_eq!(picture.value(0, 0), 2.0 / 3.0);
        picture.flip();
        assert_eq!(picture.value(0, 3), 2.5);
    }

    #[test]
    fn a_terminal_without_colours_gets_letters() {
        let mut picture = Picture::new(2, 2, (10, 10));
        [(0, 0, 0.0), (0, 1, 1.0), (1, 0, 0.0), (1, 1, 1.0)]
            .into_iter()
            .for_each(|(y, x, value)| picture.add(y, x, value));
        let mut out = Vec::new();
        picture.paint(Map::Grey, (0.0, 1.0)).print(Depth::None, &mut out).unwrap();
        assert_eq!(out, b" @\n");
    }
}
