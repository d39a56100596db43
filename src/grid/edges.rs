//! Chunks of several lengths along one axis, as rectilinear grids have them.
//!
//! They are kept as runs of equal lengths, as documents write them: how many chunks a run counts costs no memory, and a
//! chunk is found by halving.

use crate::error::{Error, Result};

/// The chunks along one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edges {
    /// All of this length, as many as the array needs.
    Uniform(u64),
    /// These, whether the array reaches so far or not.
    Listed(Vec<EdgeRun>),
}

/// Neighbouring chunks of one length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeRun {
    /// Elements of each chunk.
    pub length: u64,
    /// The number of chunks.
    pub count: u64,
    /// The place of the first chunk in the grid.
    first: u64,
    /// The first element.
    origin: u64,
}

impl EdgeRun {
    fn end(&self) -> u64 {
        self.origin + self.length * self.count
    }
}

impl Edges {
    /// Chunks of one length.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a length of zero, or one that does not fit 63 bits.
    pub fn uniform(length: u64) -> Result<Self> {
        check_length(length)?;
        Ok(Self::Uniform(length))
    }

    /// True if both lists of chunks have the same bounds as far as both reach.
    pub fn agrees(&self, other: &Self) -> bool {
        let (Self::Listed(own), Self::Listed(others)) = (self, other) else { return self == other };
        let last = own.len().min(others.len()).saturating_sub(1);
        own.iter().zip(others).enumerate().all(|(at, (own_run, other_run))| {
            let is_shorter =
                |run: &EdgeRun, runs: &[EdgeRun], by: &EdgeRun| at + 1 == runs.len() && run.count <= by.count;
            let may_end = at == last && (is_shorter(own_run, own, other_run) || is_shorter(other_run, others, own_run));
            own_run.length == other_run.length && (own_run.count == other_run.count || may_end)
        })
    }

    /// Chunks of the lengths given, each as often as the number beside it; equal neighbours become one run.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Metadata`] for a length or a number of zero, or chunks that end beyond 63 bits.
    pub fn listed(lengths: impl IntoIterator<Item = (u64, u64)>) -> Result<Self> {
        let mut runs: Vec<EdgeRun> = Vec::new();
        for (length, count) in lengths {
            check_length(length)?;
            if count == 0 {
                return Err(Error::metadata("a chunk length can't be repeated 0 times"));
            }
            let (first, origin) = runs.last().map_or((0, 0), |run| (run.first + run.count, run.end()));
            let end = length.checked_mul(count).and_then(|elements| elements.checked_add(origin));
            if end.is_none_or(|end| i64::try_from(end).is_err()) {
                return Err(Error::metadata("the chunks end beyond what 63 bits can count"));
            }
            match runs.last_mut().filter(|run| run.length == length) {
                Some(run) => run.count += count,
                None => runs.push(EdgeRun { length, count, first, origin }),
            }
        }
        Ok(Self::Listed(runs))
    }

    /// The number of chunks that hold elements of an axis of this length.
    pub fn count(&self, length: u64) -> u64 {
        match self {
            Self::Uniform(chunk) => length.div_ceil(*chunk),
            Self::Listed(_) if length == 0 => 0,
            Self::Listed(_) => self.find(length - 1) + 1,
        }
    }

    /// The place of the chunk that holds an element.
    pub fn find(&self, element: u64) -> u64 {
        match self {
            Self::Uniform(chunk) => element / chunk,
            Self::Listed(runs) => match runs.get(runs.partition_point(|run| run.end() <= element)) {
                Some(run) => run.first + (element - run.origin) / run.length,
                None => runs.last().map_or(0, |run| run.first + run.count),
            },
        }
    }

    /// The first element of a chunk; past the last chunk, the end of the grid.
    pub fn origin(&self, place: u64) -> u64 {
        match self {
            Self::Uniform(chunk) => place.saturating_mul(*chunk),
            Self::Listed(runs) => match runs.get(runs.partition_point(|run| run.first + run.count <= place)) {
                Some(run) => run.origin + (place - run.first) * run.length,
                None => self.end().unwrap_or(0),
            },
        }
    }

    /// Where the last chunk ends; None: the chunks never end.
    pub fn end(&self) -> Option<u64> {
        match self {
            Self::Uniform(_) => None,
            Self::Listed(runs) => Some(runs.last().map_or(0, EdgeRun::end)),
        }
    }

    /// The longest chunk.
    pub fn longest(&self) -> u64 {
        match self {
            Self::Uniform(chunk) => *chunk,
            Self::Listed(runs) => runs.iter().map(|run| run.length).max().unwrap_or(0),
        }
    }

    /// True if each chunk can be cut into parts of this length.
    pub fn divisible(&self, part: u64) -> bool {
        let divides = |length: u64| length.checked_rem(part) == Some(0);
        match self {
            Self::Uniform(chunk) => divides(*chunk),
            Self::Listed(runs) => runs.iter().all(|run| divides(run.length)),
        }
    }

    /// The longest part that divides the length of every chunk; 0 for a grid without chunks.
    pub fn common_part(&self) -> u64 {
        match self {
            Self::Uniform(chunk) => *chunk,
            Self::Listed(runs) => runs.iter().fold(0, |part, run| common_divisor(part, run.length)),
        }
    }

    /// Adds one chunk, of a multiple of `part`, where an axis of this length reaches beyond the last; false: it does
    /// not.
    ///
    /// # Errors
    /// As [`Edges::listed`].
    pub fn cover(&mut self, length: u64, part: u64) -> Result<bool> {
        let Some(missing) = self.end().and_then(|end| length.checked_sub(end)).filter(|missing| *missing > 0) else {
            return Ok(false);
        };
        let missing = missing.checked_next_multiple_of(part).unwrap_or(u64::MAX);
        if let Self::Listed(runs) = self {
            let runs = runs.iter().map(|run| (run.length, run.count));
            *self = Self::listed(runs.chain([(missing, 1)]))?;
        }
        Ok(true)
    }
}

fn common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

fn check_length(length: u64) -> Result<()> {
    if length == 0 || i64::try_from(length).is_err() {
        return Err(Error::metadata(format!("a chunk length must be from 1 to 2^63-1, not {length}")));
    }
    Ok(())
}
