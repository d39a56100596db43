//! `stats`: what kind of numbers an array holds.

use crate::address::Address;
use crate::blocks::{Blocks, MEMORY};
use crate::cf::{self, Packing};
use crate::describe;
use crate::element::ElementSpelling;
use crate::failure::Result;
use crate::histogram::Histogram;
use crate::numbers::{self, Number, Reading};
use crate::output::{self, lengths, number, pairs, printable, shape};
use crate::progress::{Bar, ProgressUnit};
use crate::selection::AxisSelection;
use crate::session::Session;
use clap::Args;
use zarr::json::{Json, Object};
use zarr::{Array, VariableValue};

#[derive(Args, Clone, Debug)]
pub struct Stats {
    /// An array: STORE or STORE::PATH
    address: Address,
    /// The part that is looked at, as in NumPy: 0:10,:,3,::2
    #[arg(long, short, value_name = "INDEX", allow_hyphen_values = true)]
    select: Option<String>,
    /// The bins of the histogram; 0: none, and the elements are read only once
    #[arg(long, default_value_t = 16, value_name = "N")]
    bins: u16,
    /// Take elements that are the fill value for missing ones
    #[arg(long)]
    skip_fill: bool,
    /// Numbers as they are stored, without applying scale_factor, add_offset and _FillValue
    #[arg(long)]
    raw: bool,
}

/// The numbers that were seen so far, summed up.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// Numbers that are neither NaN nor infinite.
    pub finite: u64,
    /// NaN.
    pub nan: u64,
    /// Infinities of both signs.
    pub infinite: u64,
    /// Not a time.
    pub missing: u64,
    zeros: u64,
    min: Option<Number>,
    max: Option<Number>,
    /// Of integers, exact.
    sum: i128,
    /// The mean, and the squares of the distances from it, by Welford's method.
    mean: f64,
    squares: f64,
}

impl Summary {
    /// Looks at one more number.
    pub fn add(&mut self, value: Number) {
        let double = value.as_f64();
        match value {
            Number::Missing => return self.missing += 1,
            Number::Real(value) if value.is_nan() => return self.nan += 1,
            Number::Real(value) if value.is_infinite() => return self.infinite += 1,
            Number::Integer(value) => self.sum = self.sum.saturating_add(value),
            Number::Real(_) => {}
        }
        self.finite += 1;
        self.zeros += u64::from(double == 0.0);
        if self.min.is_none_or(|min| less(value, min)) {
            self.min = Some(value);
        }
        if self.max.is_none_or(|max| less(max, value)) {
            self.max = Some(value);
        }
        let off = double - self.mean;
        self.mean += off / self.finite as f64;
        self.squares += off * (double - self.mean);
    }

    /// The lowest and the highest finite number.
    pub fn range(&self) -> Option<(f64, f64)> {
        Some((self.min?.as_f64(), self.max?.as_f64()))
    }

    fn mean(&self) -> f64 {
        match self.min {
            None => f64::NAN,
            Some(Number::Integer(_)) => self.sum as f64 / self.finite as f64,
            Some(_) => self.mean,
        }
    }

    fn deviation(&self) -> f64 {
        (self.squares / self.finite as f64).sqrt()
    }
}

fn less(one: Number, other: Number) -> bool {
    match (one, other) {
        (Number::Integer(one), Number::Integer(other)) => one < other,
        _ => one.as_f64() < other.as_f64(),
    }
}

fn value_json(value: Option<Number>) -> Json {
    match value {
        None | Some(Number::Missing) => Json::Null,
        Some(Number::Real(value)) => number(value),
        Some(Number::Integer(value)) => match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => value.into(),
            (_, Ok(value)) => value.into(),
            _ => number(value as f64),
        },
    }
}

impl Stats {
    pub fn run(&self, session: &Session) -> Result<()> {
        let array = session.array(&self.address)?;
        let selection = AxisSelection::parse(self.select.as_deref(), &array.shape())?;
        if array.data_type().is_variable() {
            return texts(&array, &selection, session);
        }
        let reading = Reading::required(&array.data_type())?;
        let bar = session.bar(ProgressUnit::Bytes);
        bar.say("reading");
        let mut summary = Summary::default();
        let is_fill = numbers::is_fill(&array, self.skip_fill)?;
        let packing = Packing::of(&array, self.raw)?;
        let number = |stored| if is_fill(stored) { Number::Missing } else { packing.unpack(stored) };
        in_parallel(&array, &reading, &selection, &bar, &mut |stored| summary.add(number(stored)))?;
        let mut histogram = None;
        if let Some((low, high)) = summary.range().filter(|_| self.bins > 0) {
            bar.say("counting");
            let integers = matches!(reading, Reading::Signed | Reading::Unsigned) && packing.scale.is_none();
            let new = if integers { Histogram::of_integers } else { Histogram::new };
            let mut counted = new(low, high, self.bins.into());
            // Missing elements are NaN, which no bin counts.
            in_parallel(&array, &reading, &selection, &bar, &mut |stored| counted.add(number(stored).as_f64()))?;
            histogram = Some(counted);
        }
        bar.finish();
        self.print(session, &array, &selection, &summary, histogram.as_ref(), &packing)
    }

    fn print(
        &self,
        session: &Session,
        array: &Array,
        selection: &AxisSelection,
        summary: &Summary,
        histogram: Option<&Histogram>,
        packing: &Packing,
    ) -> Result<()> {
        let (min, max) = (value_json(summary.min), value_json(summary.max));
        let magnitude = Reading::of(&array.data_type()) == Some(Reading::Magnitude);
        let dates = if self.raw { None } else { cf::dates(array)? };
        let spelling = ElementSpelling::of(&array.data_type()).with_dates(dates);
        let elements = describe::elements(&selection.count);
        if session.json {
            let mut report = Object::new()
                .with("path", array.origin().path.to_string())
                .with("data_type", array.data_type().to_json())
                .with("shape", lengths(&selection.shape()))
                .with("of", if magnitude { "absolute values" } else { "values" })
                .with("packing", if packing.is_plain() { Json::Null } else { packing.json() })
                .with("elements", elements)
                .with("finite", summary.finite)
                .with("nan", summary.nan)
                .with("infinite", summary.infinite)
                .with("missing", summary.missing)
                .with("zeros", summary.zeros)
                .with("min", min)
                .with("max", max)
                .with("mean", if summary.finite > 0 { number(summary.mean()) } else { Json::Null })
                .with("std", if summary.finite > 0 { number(summary.deviation()) } else { Json::Null });
            report.set("histogram", histogram.map_or(Json::Null, Histogram::json));
            return output::json(&report.into());
        }
        let mut lines = vec![
            (
                "array",
                format!(
                    "{}  {} ({})",
                    printable(&self.address.to_string()),
                    describe::data_type(array),
                    shape(&selection.shape())
                ),
            ),
            ("elements", elements.to_string()),
        ];
        if magnitude {
            lines.push(("of", "absolute values".into()));
        }
        if let Some((scale, offset)) = packing.scale {
            lines.push(("of", format!("stored numbers × {scale} + {offset}")));
        }
        if summary.finite > 0 {
            // As long as numbers need to be: those that are very large or small by a power of ten.
            let mean = format!("{:?}", summary.mean());
            let text = |value: &Json| spelling.text(&packing.readable(value));
            lines.push(("min", text(&min)));
            lines.push(("max", text(&max)));
            lines.push(("mean", spelling.dates.as_ref().map_or(mean, |dates| dates.text(summary.mean() as i128))));
            lines.push(("std", format!("{:?}", summary.deviation())));
            lines.push(("zeros", summary.zeros.to_string()));
        }
        let counts = [("NaN", summary.nan), ("infinite", summary.infinite), ("missing", summary.missing)];
        lines.extend(
            counts
                .into_iter()
                .filter(|(name, count)| *name == "NaN" || *count > 0)
                .map(|(name, count)| (name, count.to_string())),
        );
        pairs(&lines)?;
        if let Some(histogram) = histogram {
            say!();
            let width = console::Term::stdout().size_checked().map_or(80, |(_, columns)| usize::from(columns));
            for line in histogram.lines(width, spelling.dates.as_ref()) {
                say!("{line}");
            }
        }
        Ok(())
    }
}

/// Every number of a part of an array, in any order.
pub fn in_parallel(
    array: &Array,
    reading: &Reading,
    selection: &AxisSelection,
    bar: &Bar,
    put: &mut dyn FnMut(Number),
) -> Result<()> {
    let unit: Vec<u64> = match array.shard_shape() {
        Ok(shape) if selection.step.iter().all(|step| *step == 1) => shape,
        _ => vec![1; selection.count.len()],
    };
    let item = reading.size();
    let total = describe::elements(&selection.count).saturating_mul(item);
    let mut done = 0;
    bar.set(0, total);
    for (start, count) in Blocks::new(&selection.count, &unit, item, MEMORY) {
        let part = selection.part(&start, &count);
        numbers::read(array, reading, (&part.start, &part.count, &part.step), &mut *put)?;
        done += describe::elements(&count) * item;
        bar.set(done, total);
    }
    Ok(())
}

/// Elements that have a length each: how long they are.
fn texts(array: &Array, selection: &AxisSelection, session: &Session) -> Result<()> {
    if selection.step.iter().any(|step| *step != 1) {
        return Err(crate::failure::usage("elements that have a length each are read without steps"));
    }
    let (mut absent, mut empty, mut total, mut bytes) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut shortest, mut longest) = (None::<u64>, None::<u64>);
    let unit = array.shard_shape().unwrap_or_else(|_| vec![1; selection.count.len()]);
    for (start, count) in Blocks::new(&selection.count, &unit, 256, MEMORY) {
        let part = selection.part(&start, &count);
        for value in array.read_values(&part.start, &part.count)?.iter() {
            total += 1;
            let length = match value {
                VariableValue::Absent => {
                    absent += 1;
                    continue;
                }
                VariableValue::Bytes(bytes) | VariableValue::Json(bytes) => bytes.len() as u64,
            };
            empty += u64::from(length == 0);
            bytes += length;
            shortest = Some(shortest.map_or(length, |shortest| shortest.min(length)));
            longest = Some(longest.map_or(length, |longest| longest.max(length)));
        }
    }
    let length = |length: Option<u64>| length.map_or(Json::Null, Json::from);
    let report = Object::new()
        .with("path", array.origin().path.to_string())
        .with("data_type", array.data_type().to_json())
        .with("shape", lengths(&selection.shape()))
        .with("elements", total)
        .with("absent", absent)
        .with("empty", empty)
        .with("bytes", bytes)
        .with("shortest", length(shortest))
        .with("longest", length(longest));
    if session.json {
        return output::json(&report.into());
    }
    let lines: Vec<(&str, String)> = report.iter().skip(1).map(|(name, value)| (name, value.to_string())).collect();
    pairs(&lines)
}
