//! Counts of numbers in bins of one width, and how they look in a terminal.

use crate::date::Dates;
use crate::output;
use zarr::json::{Json, Object};

/// A histogram between two numbers.
#[derive(Clone, Debug)]
pub struct Histogram {
    low: f64,
    high: f64,
    counts: Vec<u64>,
    /// True if each bin is for one whole number, at the centre of the bin.
    whole: bool,
}

impl Histogram {
    /// Bins without anything in them. The last one holds its upper end as well.
    pub fn new(low: f64, high: f64, bins: usize) -> Self {
        // All numbers are one: a bin around it.
        let (low, high) = if low < high { (low, high) } else { (low - 0.5, high + 0.5) };
        Self { low, high, counts: vec![0; bins.max(1)], whole: false }
    }

    /// Bins for integers: one for each integer of the range, if there are enough bins.
    pub fn of_integers(low: f64, high: f64, bins: usize) -> Self {
        let numbers = high - low + 1.0;
        if numbers > bins as f64 || low.abs().max(high.abs()) > (1_u64 << 50) as f64 {
            return Self::new(low, high, bins);
        }
        Self { low: low - 0.5, high: high + 0.5, counts: vec![0; numbers as usize], whole: true }
    }

    /// Counts a number; those outside, and NaN, are not counted.
    pub fn add(&mut self, value: f64) {
        if !(self.low..=self.high).contains(&value) {
            return;
        }
        let bins = self.counts.len();
        // In halves, since the width itself may be more than the largest double.
        let share = (value / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0);
        let bin = ((share * bins as f64) as usize).min(bins - 1);
        self.counts[bin] += 1;
    }

    /// The lower edge of a bin; for the index after the last bin, its upper edge.
    fn edge(&self, bin: usize) -> f64 {
        let share = bin as f64 / self.counts.len() as f64;
        if bin == self.counts.len() { self.high } else { self.low * (1.0 - share) + self.high * share }
    }

    /// The smallest edge such that a share of the numbers is below it.
    pub fn quantile(&self, share: f64) -> f64 {
        let total: u64 = self.counts.iter().sum();
        let mut below = 0;
        for (bin, count) in self.counts.iter().enumerate() {
            below += count;
            if below as f64 >= share * total as f64 {
                return self.edge(if share < 0.5 { bin } else { bin + 1 });
            }
        }
        self.high
    }

    /// For programs.
    pub fn json(&self) -> Json {
        let edges: Vec<Json> = (0..=self.counts.len()).map(|bin| output::number(self.edge(bin))).collect();
        Object::new().with("edges", edges).with("counts", self.counts.clone()).into()
    }

    /// Lines with a bar each, `width` characters wide at most. Dates are what the numbers are counted in.
    pub fn lines(&self, width: usize, dates: Option<&Dates>) -> Vec<String> {
        let edges: Vec<f64> = (0..=self.counts.len()).map(|bin| self.edge(bin)).collect();
        let edges: Vec<String> = match dates {
            Some(dates) => edges.iter().map(|edge| dates.text(edge.round() as i128)).collect(),
            None if self.whole => edges.iter().map(|edge| format!("{}", edge + 0.5)).collect(),
            None => labels(&edges),
        };
        let margin = edges.iter().map(String::len).max().unwrap_or(0);
        let counts: Vec<String> = self.counts.iter().map(u64::to_string).collect();
        let digits = counts.iter().map(String::len).max().unwrap_or(0);
        let margins = if self.whole { margin + 3 } else { 2 * margin + 8 };
        let room = width.saturating_sub(margins + digits).clamp(8, 60);
        let most = self.counts.iter().max().copied().unwrap_or(0).max(1);
        let line = |bin: usize| {
            let eighths = (self.counts[bin] as f64 / most as f64 * (room * 8) as f64).round() as usize;
            // A bin with anything in it is visible.
            let eighths = if self.counts[bin] > 0 { eighths.max(1) } else { 0 };
            let end = if bin + 1 == self.counts.len() { ']' } else { ')' };
            let (from, to, count) = (&edges[bin], &edges[bin + 1], &counts[bin]);
            let bar = bar(eighths);
            if self.whole {
                return format!("{from:>margin$}  {count:>digits$} {bar}");
            }
            format!("[{from:>margin$}, {to:>margin$}{end} {count:>digits$} {bar}")
        };
        (0..self.counts.len()).map(line).collect()
    }
}

/// A bar of `eighths` eighths of a character.
pub fn bar(eighths: usize) -> String {
    const PARTS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    "█".repeat(eighths / 8) + PARTS[eighths % 8]
}

/// Evenly spaced numbers, all with as many digits as distinguish them.
pub fn labels(edges: &[f64]) -> Vec<String> {
    let size = edges.iter().fold(0.0, |size: f64, edge| size.max(edge.abs()));
    let step = edges.windows(2).map(|pair| pair[1] - pair[0]).fold(f64::INFINITY, f64::min);
    let power = |value: f64| if value > 0.0 && value.is_finite() { value.log10().floor() as i32 } else { 0 };
    if size > 0.0 && !(1e-3..1e7).contains(&size) {
        let digits = (power(size) - power(step) + 1).clamp(2, 16) as usize;
        return edges.iter().map(|edge| format!("{edge:.digits$e}")).collect();
    }
    // Three digits of the step; fewer, or some more, where the numbers then are what they are.
    let usual = (2 - power(step)).clamp(0, 15) as usize;
    let exact = |places: &usize| {
        let scale = 10_f64.powi(*places as i32);
        edges.iter().all(|edge| ((edge * scale).round() / scale - edge).abs() <= step * 1e-6)
    };
    let places = (usual.saturating_sub(2)..=usual + 2).find(exact).unwrap_or(usual);
    edges.iter().map(|edge| format!("{edge:.places$}")).collect()
}

/// A number in a few characters.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == value.trunc() && size < 1e7 {
        format!("{value}")
    } else if (1e-3..1e7).contains(&size) {
        let places = (3 - size.log10().floor() as i32).clamp(0, 6) as usize;
        format!("{value:.places$}")
    } else {
        format!("{value:.3e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_between_the_ends_is_counted_once() {
        let mut histogram = Histogram::new(0.0, 10.0, 5);
        [0.0, 1.9, 2.0, 9.99, 10.0, 10.1, f64::NAN].into_iter().for_each(|value| histogram.add(value));
        assert_eq!(histogram.counts, [2, 1, 0, 0, 2]);
        let mut widest = Histogram::new(f64::MIN, f64::MAX, 2);
        [f64::MIN, f64::MAX, 1.0].into_iter().for_each(|value| widest.add(value));
        assert_eq!(widest.counts, [1, 2]);
        let mut whole = Histogram::of_integers(-1.0, 1.0, 16);
        [-1.0, 1.0, 1.0].into_iter().for_each(|value| whole.add(value));
        assert_eq!(whole.counts, [1, 0, 2]);
        assert_eq!(whole.lines(16, None)[2], " 1  2 ██████████");
        assert_eq!(Histogram::of_integers(0.0, 16.0, 16).counts.len(), 16);
        let mut one = Histogram::new(3.0, 3.0, 3);
        one.add(3.0);
        assert_eq!(one.counts, [0, 1, 0]);
    }

    #[test]
    fn bins_are_told_apart() {
        assert_eq!(labels(&[0.0, 12.5, 25.0]), ["0.0", "12.5", "25.0"]);
        assert_eq!(labels(&[0.0, 10.0, 20.0]), ["0", "10", "20"]);
        assert_eq!(labels(&[0.0, 0.0625, 0.125]), ["0.0000", "0.0625", "0.1250"]);
        assert_eq!(labels(&[274.83704, 276.72221, 278.60738]), ["274.84", "276.72", "278.61"]);
        assert_eq!(labels(&[1.0 / 3.0, 2.0 / 3.0, 1.0]), ["0.333", "0.667", "1.000"]);
        assert_eq!(labels(&[1.5778368e9, 1.5778388e9]), ["1.5778368e9", "1.5778388e9"]);
        assert_eq!(labels(&[0.0, 0.0]), ["0", "0"]);
        assert_eq!(labels(&[1e-9, 2e-9]), ["1.00e-9", "2.00e-9"]);
        assert_eq!(labels(&[f64::MIN, 0.0, f64::MAX]), ["-1.80e308", "0.00e0", "1.80e308"]);
    }
}
