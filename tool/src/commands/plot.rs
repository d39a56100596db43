//! `plot`: a plane of an array as a picture.

use crate::address::Address;
use crate::blocks::{Blocks, MEMORY};
use crate::colours::Map;
use crate::describe;
use crate::failure::{Result, usage};
use crate::histogram::{Histogram, short};
use crate::numbers::{self, Reading};
use crate::output::{self, lengths, number, printable};
use crate::picture::Picture;
use crate::progress::Unit;
use crate::selection::Selection;
use crate::session::Session;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use zarr::array::Array;
use zarr::json::Object;

/// Pixels along the longer side of a PNG file, where the user says nothing.
const PIXELS: usize = 1024;

#[derive(Args, Clone, Debug)]
pub struct Plot {
    /// An array: STORE or STORE::PATH
    address: Address,
    /// The plane, as in NumPy: 3,:,: or :,0,::2; without it, the last two axes at the first index of the others
    #[arg(long, short, value_name = "INDEX", allow_hyphen_values = true)]
    select: Option<String>,
    /// Write a PNG file; without it, the picture is drawn in the terminal
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The colours
    #[arg(long, short, value_enum, default_value_t = Map::Viridis, visible_alias = "colormap")]
    colours: Map,
    /// The number that has the first colour; without it, the lowest
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    min: Option<f64>,
    /// The number that has the last colour; without it, the highest
    #[arg(long, value_name = "NUMBER", allow_hyphen_values = true)]
    max: Option<f64>,
    /// Let the colours span all but the lowest and the highest 2 % of the numbers
    #[arg(long)]
    robust: bool,
    /// The most pixels along each side, or characters across in the terminal
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// The first row at the bottom
    #[arg(long)]
    flip: bool,
    /// The first of the axes goes across, the second down
    #[arg(long)]
    transpose: bool,
}

impl Plot {
    pub fn run(&self, session: &Session) -> Result<()> {
        let array = session.array(&self.address)?;
        let selection = self.plane(&array)?;
        let axes: Vec<usize> = selection.axes().collect();
        let &[down, across] = axes.as_slice() else {
            let left = axes.len();
            return Err(usage(format!("a picture has two axes, and {left} are left; --select 0,:,: names a plane")));
        };
        let (down, across) = if self.transpose { (across, down) } else { (down, across) };
        let (rows, columns) = (selection.count[down], selection.count[across]);
        if rows == 0 || columns == 0 {
            return Err(usage("there is nothing to be drawn: the plane has no elements"));
        }
        let mut picture = Picture::new(rows, columns, self.bounds());
        self.fill(&mut picture, &array, &selection, (down, across), session)?;
        if self.flip {
            picture.flip();
        }
        let range = self.range(&picture);
        let painted = picture.paint(self.colours, range);
        let (height, width) = picture.size();
        if let Some(path) = &self.output {
            // What has few numbers is drawn larger, so that it can be seen.
            let scale = (self.size.unwrap_or(PIXELS) / 2 / height.max(width)).max(1);
            painted.write_png(path, scale)?;
        } else if !session.json {
            let mut out = std::io::stdout().lock();
            painted.print(session.depth(), &mut out)?;
            out.flush()?;
        }
        if session.json {
            let report = Object::new()
                .with("path", array.origin().path.to_string())
                .with("plane", lengths(&[rows, columns]))
                .with("pixels", lengths(&[height as u64, width as u64]))
                .with("min", number(range.0))
                .with("max", number(range.1));
            return output::json(&report.into());
        }
        say!("{}  {rows} × {columns}, {} to {}", printable(&self.address.to_string()), short(range.0), short(range.1));
        Ok(())
    }

    /// What the user selects, or the last two axes.
    fn plane(&self, array: &Array) -> Result<Selection> {
        let shape = array.shape();
        let mut selection = Selection::parse(self.select.as_deref(), &shape)?;
        if self.select.is_none() {
            let others = shape.len().saturating_sub(2);
            if shape[..others].contains(&0) {
                return Err(usage("there is nothing to be drawn: the array has no elements"));
            }
            selection.count[..others].fill(1);
            selection.single[..others].fill(true);
        }
        Ok(selection)
    }

    /// The most pixels: height, width.
    fn bounds(&self) -> (usize, usize) {
        if self.output.is_some() {
            let pixels = self.size.unwrap_or(PIXELS).clamp(1, 1 << 14);
            return (pixels, pixels);
        }
        let (lines, columns) = console::Term::stdout().size_checked().unwrap_or((24, 80));
        // Two rows of pixels a line; a line is left for the prompt, and one for the text below.
        let width = self.size.unwrap_or(columns.into()).clamp(1, 1 << 12);
        let height = if self.size.is_some() { width } else { usize::from(lines.saturating_sub(2)) * 2 };
        (height.max(2), width)
    }

    fn fill(
        &self,
        picture: &mut Picture,
        array: &Array,
        selection: &Selection,
        (down, across): (usize, usize),
        session: &Session,
    ) -> Result<()> {
        let reading = Reading::required(&array.data_type())?;
        let unit = array.shard_shape().unwrap_or_else(|_| vec![1; selection.count.len()]);
        let bar = session.bar(Unit::Bytes);
        bar.say("reading");
        let total = describe::elements(&selection.count).saturating_mul(reading.size());
        let mut done = 0;
        for (start, count) in Blocks::new(&selection.count, &unit, reading.size(), MEMORY) {
            let part = selection.part(&start, &count);
            // All axes but two have one element, so the later of the two is the faster one.
            let fast = down.max(across);
            let length = count[fast].max(1);
            let mut at = 0;
            numbers::read(array, &reading, (&part.start, &part.count, &part.step), |value| {
                let (slow_at, fast_at) = (start[down.min(across)] + at / length, start[fast] + at % length);
                let (row, column) = if fast == across { (slow_at, fast_at) } else { (fast_at, slow_at) };
                picture.add(row, column, value.as_f64());
                at += 1;
            })?;
            done += at * reading.size();
            bar.set(done, total);
        }
        bar.finish();
        Ok(())
    }

    /// The numbers of the first and the last colour.
    fn range(&self, picture: &Picture) -> (f64, f64) {
        let low = picture.values().fold(f64::INFINITY, f64::min);
        let high = picture.values().fold(f64::NEG_INFINITY, f64::max);
        let (mut low, mut high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        if self.robust {
            let mut histogram = Histogram::new(low, high, 1000);
            picture.values().for_each(|value| histogram.add(value));
            (low, high) = (histogram.quantile(0.02), histogram.quantile(0.98));
        }
        (self.min.unwrap_or(low), self.max.unwrap_or(high))
    }
}
