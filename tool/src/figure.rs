//! A picture with the keys for reading it: axes with the indices along them, their names, and a bar of the colours with
//! the numbers that they stand for.

use crate::colours::Colour;
use crate::date::Dates;
use crate::font;
use crate::histogram::labels;
use crate::picture::Painted;

const PAPER: Colour = [255, 255, 255];
const INK: Colour = [32, 32, 32];

/// An axis of the plane, as the user selected it.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The name of the dimension, or its number.
    pub name: String,
    /// The index of the first element in the array.
    pub first: u64,
    /// From one element to the next one.
    pub step: i64,
    /// The number of elements.
    pub count: u64,
    /// The first element is at the far end: the bottom, or the right.
    pub reversed: bool,
}

impl Axis {
    /// The index in the array of an element of the plane.
    pub fn index(&self, at: u64) -> i128 {
        i128::from(self.first) + i128::from(at) * i128::from(self.step)
    }

    /// At most `most` elements that get a mark, those of round indices, with their positions (0 to 1).
    fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let round = round_step(self.count as f64 / most.max(1) as f64).max(1.0) as u64;
        // With a step of 1 the marks are at round indices, otherwise at every n-th element.
        let first = match self.step {
            1 => self.first.next_multiple_of(round) - self.first,
            -1 => self.first % round,
            _ => 0,
        };
        let places = (first..self.count).step_by(usize::try_from(round).unwrap_or(usize::MAX));
        let tick = |at: u64| {
            let share = (at as f64 + 0.5) / self.count as f64;
            (if self.reversed { 1.0 - share } else { share }, self.index(at).to_string())
        };
        places.map(tick).collect()
    }
}

/// The numbers of the colours.
#[derive(Clone, Debug)]
pub struct Legend {
    /// Those of the first and the last colour.
    pub range: (f64, f64),
    /// True for numbers below the first colour, and for numbers above the last.
    pub beyond: (bool, bool),
    /// Their unit.
    pub units: Option<String>,
    /// The name of places without a number.
    pub gaps: &'static str,
    /// The dates that the numbers stand for.
    pub dates: Option<Dates>,
}

impl Legend {
    /// Round numbers between the two ends, with their positions (0 to 1).
    fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let (low, high) = self.range;
        let step = round_step((high - low) / most.max(1) as f64);
        if !(step > 0.0 && step.is_finite()) {
            return vec![(0.5, labels(&[low, low]).swap_remove(0))];
        }
        // The ends of the range are included, even if rounding moves them.
        let first = (low / step - 1e-9).ceil();
        let count = ((high / step + 1e-9).floor() - first).clamp(0.0, 100.0) as usize + 1;
        let values: Vec<f64> = (0..count).map(|n| (first + n as f64) * step + 0.0).collect();
        let texts = match &self.dates {
            Some(dates) => values.iter().map(|value| dates.text(value.round() as i128)).collect(),
            None => labels(&values),
        };
        values.iter().zip(texts).map(|(value, text)| ((value - low) / (high - low), text)).collect()
    }
}

/// The next larger one of 1, 2 and 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    [1.0, 2.0, 5.0]
        .into_iter()
        .map(|times| times * power)
        .find(|round| *round >= step * 0.999_999)
        .unwrap_or(10.0 * power)
}

/// Pixels to draw on.
struct Canvas {
    width: usize,
    colours: Vec<Colour>,
    /// How large a pixel of a letter is.
    scale: usize,
}

impl Canvas {
    fn fill(&mut self, (x, y): (usize, usize), (width, height): (usize, usize), colour: Colour) {
        // Numbers outside are not drawn.
        let (lines, width) = (self.colours.len() / self.width, width.min(self.width.saturating_sub(x)));
        for y in (y..y + height).take_while(|y| *y < lines && width > 0) {
            self.colours[y * self.width + x..][..width].fill(colour);
        }
    }

    /// A rectangle of lines around what begins at a pixel.
    fn frame(&mut self, (x, y): (usize, usize), (width, height): (usize, usize)) {
        let line = self.scale;
        self.fill((x - line, y - line), (width + 2 * line, line), INK);
        self.fill((x - line, y + height), (width + 2 * line, line), INK);
        self.fill((x - line, y), (line, height), INK);
        self.fill((x + width, y), (line, height), INK);
    }

    /// A line of text from left to right; upwards from its lower end, where it is `turned`.
    fn text(&mut self, (x, y): (usize, usize), text: &str, turned: bool) {
        let scale = self.scale;
        for (number, letter) in text.chars().enumerate() {
            for (row, bits) in font::glyph(letter).iter().enumerate() {
                for column in (0..font::WIDTH).filter(|column| bits >> (font::WIDTH - 1 - column) & 1 == 1) {
                    let along = (number * font::WIDTH + column) * scale;
                    let at = if turned {
                        (x + row * scale, y.saturating_sub(along + scale))
                    } else {
                        (x + along, y + row * scale)
                    };
                    self.fill(at, (scale, scale), INK);
                }
            }
        }
    }
}

/// Names that are long are cut, so that the figure stays one.
fn brief(text: &str, room: usize) -> String {
    let count = text.chars().count();
    if count <= room { text.to_owned() } else { text.chars().take(room.saturating_sub(1)).chain(['…']).collect() }
}

/// Puts axes and legend around a picture, in which each pixel is a square of `zoom` by `zoom`.
pub fn draw(picture: &Painted, zoom: usize, title: &str, (down, across): (&Axis, &Axis), legend: &Legend) -> Painted {
    let bare = picture.enlarged(zoom);
    let (height, width) = bare.size();
    let scale = if height.max(width) >= 800 { 2 } else { 1 };
    let (letter, line, gap) = (font::WIDTH * scale, font::HEIGHT * scale, 4 * scale);

    let rows = down.ticks((height / (3 * line)).clamp(1, 10));
    let columns = across.ticks((width / (12 * letter)).clamp(1, 10));
    let marks = legend.ticks((height / (3 * line)).clamp(2, 8));
    let longest = |ticks: &[(f64, String)]| ticks.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let units = legend.units.as_deref().unwrap_or_default();

    // From left to right: the name, the indices, the plane, the bar, its numbers, their unit.
    let left = line + longest(&rows) * letter + 3 * gap;
    let bar = left + width + 6 * gap;
    let whole_width = bar
        + line
        + longest(&marks).max(legend.gaps.len()) * letter
        + 3 * gap
        + if units.is_empty() { 0 } else { line + gap };
    let top = line + 2 * gap;
    let bottom = top + height + 2 * gap + 2 * line;
    // Beside a plane of few rows, the bar is still one.
    let tall = height.max(6 * line);
    let whole_height = (bottom + gap).max(top + tall + 3 * gap + line);
    let mut canvas = Canvas { width: whole_width, colours: vec![PAPER; whole_width * whole_height], scale };

    canvas.text((left, gap), &brief(title, (whole_width - left) / letter), false);
    for (y, row) in bare.rows().enumerate() {
        canvas.colours[(top + y) * whole_width + left..][..width].copy_from_slice(row);
    }
    canvas.frame((left, top), (width, height));
    for (share, text) in &rows {
        let y = top + (share * height as f64) as usize;
        canvas.fill((left - gap, y), (gap, scale), INK);
        let x = left - gap - scale - text.chars().count() * letter;
        canvas.text((x, y.saturating_sub(line / 2)), text, false);
    }
    for (share, text) in &columns {
        let x = left + (share * width as f64) as usize;
        canvas.fill((x, top + height), (scale, gap), INK);
        let half = text.chars().count() * letter / 2;
        canvas.text((x - half.min(x), top + height + gap), text, false);
    }
    let name = brief(&down.name, height / letter);
    canvas.text((gap, top + (height + name.chars().count() * letter) / 2), &name, true);
    let name = brief(&across.name, (whole_width - left) / letter);
    let before = width.saturating_sub(name.chars().count() * letter) / 2;
    canvas.text((left + before, bottom - line), &name, false);

    for y in 0..tall {
        let share = 1.0 - (y as f64 + 0.5) / tall as f64;
        canvas.fill((bar, top + y), (line, 1), bare.map.colour(share));
    }
    canvas.frame((bar, top), (line, tall));
    for (share, text) in &marks {
        let y = top + ((1.0 - share) * tall as f64) as usize;
        canvas.fill((bar + line, y.min(top + tall - scale)), (gap, scale), INK);
        canvas.text((bar + line + gap + scale, y.saturating_sub(line / 2)), text, false);
    }
    if bare.has_gaps {
        let below = top + tall + 2 * gap;
        canvas.fill((bar, below), (line, line), bare.map.nothing());
        canvas.frame((bar, below), (line, line));
        canvas.text((bar + line + gap + scale, below), legend.gaps, false);
    }
    if !units.is_empty() {
        let units = brief(units, tall / letter);
        let y = top + (tall + units.chars().count() * letter) / 2;
        canvas.text((whole_width - line - gap, y), &units, true);
    }
    Painted { width: whole_width, colours: canvas.colours, ..bare }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colours::Map;
    use crate::picture::Picture;

    fn axis(first: u64, step: i64, count: u64) -> Axis {
        Axis { name: "lat".into(), first, step, count, reversed: false }
    }

    #[test]
    fn marks_stand_at_round_numbers() {
        let texts = |ticks: Vec<(f64, String)>| ticks.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ");
        assert_eq!(texts(axis(0, 1, 180).ticks(4)), "0 50 100 150");
        assert_eq!(texts(axis(7, 1, 30).ticks(3)), "10 20 30");
        assert_eq!(texts(axis(29, -1, 30).ticks(3)), "20 10 0");
        assert_eq!(texts(axis(1, 3, 5).ticks(10)), "1 4 7 10 13");
        let legend =
            |low, high| Legend { range: (low, high), beyond: (false, false), units: None, gaps: "NaN", dates: None };
        assert_eq!(texts(legend(0.0017, 36.3).ticks(5)), "10 20 30");
        assert_eq!(texts(legend(-0.3, 0.3).ticks(6)), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3");
        assert_eq!(texts(legend(2.0, 2.0).ticks(6)), "2");
        assert_eq!(axis(0, 1, 2).ticks(9)[1].0, 0.75);
    }

    #[test]
    fn the_plane_lies_between_its_axes() {
        for (rows, columns, zoom) in [(4_u64, 6_u64, 20), (1, 1, 1), (1, 300, 1), (300, 1, 1), (2, 2, 500)] {
            let mut picture = Picture::new(rows, columns, (1024, 1024));
            (0..rows).for_each(|row| (0..columns).for_each(|column| picture.add(row, column, (row + column) as f64)));
            picture.add(0, 0, f64::NAN);
            let painted = picture.paint(Map::Viridis, (0.0, 8.0));
            let legend = Legend {
                range: (0.0, 8.0),
                beyond: (false, false),
                units: Some("kg m-2 s-1".into()),
                gaps: "NaN",
                dates: None,
            };
            let long = "a name that is longer than the picture is wide, and so has to be cut somewhere";
            let across = Axis { name: long.into(), ..axis(0, 1, columns) };
            let figure = draw(&painted, zoom, long, (&axis(0, 1, rows), &across), &legend);
            let (height, width) = figure.size();
            assert!(height > rows as usize * zoom && width > columns as usize * zoom);
            let plane = painted.colours.iter().all(|colour| figure.colours.iter().any(|drawn| drawn == colour));
            assert!(plane && figure.colours.contains(&INK));
        }
    }
}
