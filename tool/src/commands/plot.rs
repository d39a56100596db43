//! `plot`: a plane of an array as a picture.

use crate::address::Address;
use crate::blocks::{Blocks, MEMORY};
use crate::cf::{self, Packing};
use crate::colours::Map;
use crate::describe;
use crate::failure::{Result, usage};
use crate::figure::{self, Axis, Legend};
use crate::histogram::{Histogram, short};
use crate::numbers::{self, Reading};
use crate::output::{self, lengths, number, printable};
use crate::picture::{self, Picture};
use crate::progress::ProgressUnit;
use crate::selection::AxisSelection;
use crate::session::Session;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use zarr::Array;
use zarr::json::{Json, Object};

/// Pixels along the longer side of a PNG file, where the user says nothing.
const PIXELS: usize = 1024;

/// Characters of the bar of colours below a picture in the terminal.
const SCALE: usize = 36;

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
    /// The most pixels of the plane along its longer side, or characters across in the terminal
    #[arg(long, value_name = "N")]
    size: Option<usize>,
    /// Draw nothing where elements are the fill value
    #[arg(long)]
    skip_fill: bool,
    /// Numbers as they are stored, without applying scale_factor, add_offset and _FillValue, and without a
    /// unit
    #[arg(long)]
    raw: bool,
    /// Nothing but the plane in the PNG file: no axes, no names, no bar of colours
    #[arg(long)]
    bare: bool,
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
        let (height, width) = picture.size();
        let axis = |axis: usize, reversed: bool| self.axis(&array, &selection, axis, reversed);
        let (below, beside) = (axis(down, self.flip), axis(across, false));
        let legend = self.legend(&array, &picture, range)?;
        if let Some(path) = &self.output {
            // Small planes are enlarged, so that single numbers can be seen.
            let zoom = (self.size.unwrap_or(PIXELS / 2) / height.max(width)).max(1);
            let painted = picture.paint(self.colours, range);
            let figure = if self.bare {
                painted.enlarged(zoom)
            } else {
                figure::draw(&painted, zoom, &self.title(&selection), (&below, &beside), &legend)
            };
            figure.write_png(path)?;
        } else if !session.json {
            let mut out = std::io::stdout().lock();
            picture.print(self.colours, range, session.depth(), &mut out)?;
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
        let ends = |axis: &Axis| {
            let (first, last) = (axis.index(0), axis.index(axis.count - 1));
            let (one, other) = if axis.reversed { (last, first) } else { (first, last) };
            format!("{} {one} to {other}", printable(&axis.name))
        };
        say!("{}: down {}, across {}", printable(&self.title(&selection)), ends(&below), ends(&beside));
        let mark = |beyond: bool, mark: &'static str| if beyond { mark } else { "" };
        let units = legend.units.as_ref().map_or_else(String::new, |units| format!(" {}", printable(units)));
        let scale = picture::scale(self.colours, session.depth(), SCALE);
        let (low, high) = (mark(legend.beyond.0, "≤ "), mark(legend.beyond.1, "≥ "));
        let end = |value: f64| match &legend.dates {
            Some(dates) => dates.text(value.round() as i128),
            None => short(value),
        };
        say!("{low}{} {scale} {high}{}{units}", end(range.0), end(range.1));
        Ok(())
    }

    /// The title: the address, and the indices of the axes that are not in the picture.
    fn title(&self, selection: &AxisSelection) -> String {
        let index = |axis: usize| if selection.single[axis] { selection.start[axis].to_string() } else { ":".into() };
        let indices: Vec<String> = (0..selection.count.len()).map(index).collect();
        let address = self.address.to_string();
        if indices.len() > 2 { format!("{address}[{}]", indices.join(", ")) } else { address }
    }

    fn axis(&self, array: &Array, selection: &AxisSelection, axis: usize, reversed: bool) -> Axis {
        let name = array.dimension_names().and_then(|names| names.into_iter().nth(axis)?);
        Axis {
            name: name.unwrap_or_else(|| format!("axis {axis}")),
            first: selection.start[axis],
            step: selection.step[axis],
            count: selection.count[axis],
            reversed,
        }
    }

    /// The legend of the colours, with the unit of the attribute "units".
    fn legend(&self, array: &Array, picture: &Picture, range: (f64, f64)) -> Result<Legend> {
        let attributes = array.description()?.attributes;
        let units = attributes.get("units").and_then(Json::as_str).filter(|units| !units.is_empty()).map(str::to_owned);
        let beyond = picture.ends().map_or((false, false), |ends| (ends.0 < range.0, ends.1 > range.1));
        let packing = Packing::of(array, self.raw)?;
        // The unit is that of the numbers that are meant, not of those that are stored.
        let units =
            units.filter(|_| !self.raw || Packing::of(array, false).is_ok_and(|packing| packing.scale.is_none()));
        let is_float = matches!(Reading::of(&array.data_type()), Some(Reading::Real | Reading::Magnitude));
        let gaps = if self.skip_fill || !packing.is_plain() || !is_float { "missing" } else { "NaN" };
        let dates = if self.raw { None } else { cf::dates(array)? };
        let units = units.filter(|_| dates.is_none());
        Ok(Legend { range, beyond, units, gaps, dates })
    }

    /// The selected plane, or the last two axes.
    fn plane(&self, array: &Array) -> Result<AxisSelection> {
        let shape = array.shape();
        let mut selection = AxisSelection::parse(self.select.as_deref(), &shape)?;
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
        // Two rows of pixels a line; a line is left for the prompt, and two for the text below.
        let width = self.size.unwrap_or(columns.into()).clamp(1, 1 << 12);
        let height = if self.size.is_some() { width } else { usize::from(lines.saturating_sub(3)) * 2 };
        (height.max(2), width)
    }

    fn fill(
        &self,
        picture: &mut Picture,
        array: &Array,
        selection: &AxisSelection,
        (down, across): (usize, usize),
        session: &Session,
    ) -> Result<()> {
        let reading = Reading::required(&array.data_type())?;
        let is_fill = numbers::is_fill(array, self.skip_fill)?;
        let packing = Packing::of(array, self.raw)?;
        let unit = array.shard_shape().unwrap_or_else(|_| vec![1; selection.count.len()]);
        let bar = session.bar(ProgressUnit::Bytes);
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
                if !is_fill(value) {
                    picture.add(row, column, packing.unpack(value).as_f64());
                }
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
        let (mut low, mut high) = picture.ends().unwrap_or((0.0, 1.0));
        if self.robust {
            let mut histogram = Histogram::new(low, high, 1000);
            picture.values().for_each(|value| histogram.add(value));
            (low, high) = (histogram.quantile(0.02), histogram.quantile(0.98));
        }
        (self.min.unwrap_or(low), self.max.unwrap_or(high))
    }
}
