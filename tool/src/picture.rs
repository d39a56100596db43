//! Numbers of two dimensions as a picture of limited size: each pixel is the mean of the numbers in its area.

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
    ends: Option<(f64, f64)>,
}

impl Picture {
    /// A picture of `rows` by `columns` numbers, shrunk alike along both axes until it fits into the bounds (height,
    /// width).
    pub fn new(rows: u64, columns: u64, bounds: (usize, usize)) -> Self {
        let (high, wide) = (bounds.0.max(1) as f64, bounds.1.max(1) as f64);
        // One scale for both axes.
        let shrink = (rows as f64 / high).max(columns as f64 / wide).max(1.0);
        let pixels = |length: u64| ((length as f64 / shrink).round() as usize).max(1);
        let (height, width) = (pixels(rows), pixels(columns));
        let (sums, counts) = (vec![0.0; height * width], vec![0; height * width]);
        Self { rows, columns, height, width, sums, counts, ends: None }
    }

    /// Puts a number in its place. NaN and the infinities are left out.
    pub fn add(&mut self, row: u64, column: u64, value: f64) {
        if !value.is_finite() {
            return;
        }
        let (low, high) = self.ends.unwrap_or((value, value));
        self.ends = Some((low.min(value), high.max(value)));
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

    /// The lowest and the highest of all numbers; None without numbers.
    pub fn ends(&self) -> Option<(f64, f64)> {
        self.ends
    }

    /// The number of a pixel; NaN for an empty one.
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

    /// The position of a pixel in a range of numbers: 0 to 1, or NaN.
    fn share(&self, y: usize, x: usize, range: (f64, f64)) -> f64 {
        let value = self.value(y, x);
        if range.1 > range.0 || value.is_nan() { (value - range.0) / (range.1 - range.0) } else { 0.5 }
    }

    /// The colours of all pixels, row by row.
    pub fn paint(&self, map: Map, range: (f64, f64)) -> Painted {
        let pixels = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (y, x)));
        let colours = pixels.map(|(y, x)| map.colour(self.share(y, x, range))).collect();
        Painted { width: self.width, colours, map, has_gaps: self.counts.contains(&0) }
    }

    /// Prints two rows of pixels a line: as half blocks in their colours, or as one letter for the mean of both.
    pub fn print(&self, map: Map, range: (f64, f64), depth: ColorDepth, out: &mut dyn Write) -> Result<()> {
        for y in (0..self.height).step_by(2) {
            for x in 0..self.width {
                let above = self.share(y, x, range);
                let below = (y + 1 < self.height).then(|| self.share(y + 1, x, range));
                if depth == ColorDepth::None {
                    let both = [above, below.unwrap_or(f64::NAN)].into_iter().filter(|share| !share.is_nan());
                    let (sum, count) = both.fold((0.0, 0), |(sum, count), share| (sum + share, count + 1));
                    out.write_all(&[letter(sum / f64::from(count))])?;
                    continue;
                }
                write!(out, "\x1b[38;{}m", depth.code(map.colour(above)))?;
                match below {
                    Some(below) => write!(out, "\x1b[48;{}m▀", depth.code(map.colour(below)))?,
                    None => write!(out, "\x1b[49m▀")?,
                }
            }
            out.write_all(if depth == ColorDepth::None { b"\n" } else { b"\x1b[0m\n" })?;
        }
        Ok(())
    }
}

/// All colours, or letters, of a map from the first to the last one, in `width` characters.
pub fn scale(map: Map, depth: ColorDepth, width: usize) -> String {
    let share = |at: usize| (at as f64 + 0.5) / width as f64;
    if depth == ColorDepth::None {
        return (0..width).map(|at| char::from(letter(share(at)))).collect();
    }
    let part = |at| format!("\x1b[38;{}m█", depth.code(map.colour(share(at))));
    (0..width).map(part).collect::<String>() + "\x1b[0m"
}

/// Colours of a picture, row by row.
#[derive(Clone, Debug)]
pub struct Painted {
    /// Pixels across.
    pub width: usize,
    /// Of all pixels.
    pub colours: Vec<Colour>,
    /// The map of numbers to colours.
    pub map: Map,
    /// True if some pixels have no number.
    pub has_gaps: bool,
}

impl Painted {
    /// Pixels along both axes: height, width.
    pub fn size(&self) -> (usize, usize) {
        (self.colours.len() / self.width.max(1), self.width)
    }

    /// Row by row, from the top.
    pub fn rows(&self) -> impl Iterator<Item = &[Colour]> {
        self.colours.chunks_exact(self.width.max(1))
    }

    /// The picture with a square of `zoom` by `zoom` for each pixel.
    pub fn enlarged(&self, zoom: usize) -> Self {
        let row = |row: &[Colour]| row.iter().flat_map(|colour| std::iter::repeat_n(*colour, zoom)).collect::<Vec<_>>();
        let rows = self.rows().flat_map(|colours| std::iter::repeat_n(row(colours), zoom));
        Self { width: self.width * zoom, colours: rows.flatten().collect(), ..*self }
    }

    /// Writes a PNG file.
    pub fn write_png(&self, path: &Path) -> Result<()> {
        let failed = |error: std::io::Error| Failure::File(path.display().to_string(), error);
        let encoding = |error: png::EncodingError| failed(std::io::Error::other(error));
        let file = std::io::BufWriter::new(std::fs::File::create(path).map_err(failed)?);
        let (height, width) = self.size();
        let mut encoder = png::Encoder::new(file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header().map_err(encoding)?;
        writer.write_image_data(self.colours.as_flattened()).map_err(encoding)?;
        writer.finish().map_err(encoding)
    }
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorDepth {
    /// All.
    True,
    /// 256.
    Cube,
    /// No colours: brightness becomes letters.
    None,
}

impl ColorDepth {
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

/// A letter that is as dark as a share is large; none for NaN.
fn letter(share: f64) -> u8 {
    const LETTERS: &[u8] = b".:-=+*#%@";
    if share.is_nan() {
        return b' ';
    }
    LETTERS[((share.clamp(0.0, 1.0) * LETTERS.len() as f64) as usize).min(LETTERS.len() - 1)]
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
        assert_eq!(picture.ends(), Some((0.0, 3.0)));
        picture.flip();
        assert_eq!(picture.value(0, 3), 2.5);
    }

    #[test]
    fn a_terminal_without_colours_gets_letters() {
        let mut picture = Picture::new(2, 3, (10, 10));
        [(0, 0, 0.0), (0, 1, 1.0), (1, 0, 0.0), (1, 1, 1.0)]
            .into_iter()
            .for_each(|(y, x, value)| picture.add(y, x, value));
        let mut out = Vec::new();
        // In every colour map the last colour is the darkest letter, and missing pixels are blank.
        picture.print(Map::Coolwarm, (0.0, 1.0), ColorDepth::None, &mut out).unwrap();
        assert_eq!(out, b".@ \n");
        assert_eq!(scale(Map::Viridis, ColorDepth::None, 9), ".:-=+*#%@");
        assert!(scale(Map::Viridis, ColorDepth::True, 2).ends_with("█\x1b[0m"));
    }
}
