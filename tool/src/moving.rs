//! Moving elements from one array to another of the same shape, in bounded memory: parts that consist of whole chunks
//! of the target, each written once, so that what was ended can go on.

use crate::blocks::Blocks;
use crate::commands::verify::decode;
use crate::describe;
use crate::failure::{Result, usage};
use crate::output::size;
use crate::progress::Bar;
use std::collections::HashSet;
use zarr::{Array, ErrorKind, MemoryOrder, Section, Transfer, Unit, VariableValue, in_parallel};

/// Memory of the library and the program beside elements, also in a build that is made for debugging.
const BASE: u64 = 28 << 20;

/// The assumed size of an element of variable length.
const VARIABLE: u64 = 256;

/// How much was moved.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moved {
    /// Bytes of elements that were written.
    pub bytes: u64,
    /// Bytes that were there already.
    pub resumed: u64,
    /// How often the source was read, on average.
    pub passes: f64,
}

/// Two arrays of one shape.
#[derive(Debug)]
pub struct Move<'a> {
    /// Where elements come from.
    pub from: &'a Array,
    /// Where they go.
    pub to: &'a Array,
    /// The memory to be used.
    pub memory: u64,
    /// The threads that work at most.
    pub threads: usize,
}

impl Move<'_> {
    /// The bytes of all elements.
    pub fn total(&self) -> u64 {
        describe::elements(&self.to.shape()).saturating_mul(self.item())
    }

    fn item(&self) -> u64 {
        match self.to.data_type().size() as u64 {
            0 => VARIABLE,
            size => size,
        }
    }

    /// The parts to be moved, one after the other.
    fn blocks(&self) -> Result<Blocks> {
        let (item, shape) = (self.item(), self.to.shape());
        let unit = largest(self.to)?;
        let source = largest(self.from)?;
        let bytes = |lengths: &[u64]| describe::elements(lengths).saturating_mul(item);
        // Each thread holds a chunk on either side as it is decoded and as it is stored, though never of both at once.
        let threads = (self.threads as u64).max(1);
        let beside = bytes(&unit).max(bytes(&source)).saturating_mul(2).saturating_mul(threads).saturating_add(BASE);
        let left = self.memory.saturating_sub(beside).max(self.memory / 4);
        if bytes(&unit) > left {
            return Err(usage(format!(
                "a chunk of {} does not fit into {}; --memory gives more, --threads 1 needs less",
                size(bytes(&unit)),
                size(self.memory)
            )));
        }
        Ok(Blocks::along(&shape, &unit, &source, left / item))
    }

    /// True if the target has every chunk of a part, none of them half: a run that was killed may have left one that
    /// does not decode.
    fn is_there(&self, positions: &[Vec<u64>], there: &HashSet<Vec<u64>>) -> Result<bool> {
        if positions.is_empty() || positions.iter().any(|position| !there.contains(position)) {
            return Ok(false);
        }
        if !self.to.may_hold_halves() {
            return Ok(true);
        }
        let origin = self.to.origin();
        let whole = in_parallel(&[&*origin.store], &origin.options, positions.len(), (0, 0, &|_, _| true), |index| {
            decode(self.to, &positions[index])
        });
        match whole {
            Err(error) if matches!(error.kind(), ErrorKind::Data | ErrorKind::Limit) => Ok(false),
            whole => Ok(whole.map(|()| true)?),
        }
    }

    /// Moves all elements; those that `resume` finds in the target already stay.
    pub fn run(&self, resume: bool, bar: &Bar, before: u64, total: u64) -> Result<Moved> {
        let (item, mut moved) = (self.item(), Moved::default());
        let grid = self.to.grid(Unit::Shard)?;
        let there: HashSet<Vec<u64>> =
            if resume { self.to.stored_chunks(Unit::Shard)?.into_iter().collect() } else { HashSet::new() };
        let source_grid = self.from.grid(Unit::Shard)?;
        let stored: HashSet<Vec<u64>> = self.from.stored_chunks(Unit::Shard)?.into_iter().collect();
        let (mut chunks_read, source_chunks) = (0, stored.len());
        for (start, count) in self.blocks()? {
            let bytes = describe::elements(&count) * item;
            let done = before + moved.bytes + moved.resumed;
            let parts = |grid: &zarr::ArrayGrid| -> Result<Vec<Vec<u64>>> {
                let parts = 0..grid.parts(&start, &count)?;
                parts.map(|number| Ok(grid.part(&start, &count, number)?.0)).collect()
            };
            if !there.is_empty() && self.is_there(&parts(&grid)?, &there)? {
                moved.resumed += bytes;
                bar.skip(bytes);
                continue;
            }
            // Chunks that are stored nowhere read as the fill value, and so they do at the target.
            let found = parts(&source_grid)?.iter().filter(|position| stored.contains(*position)).count() as u64;
            if found > 0 {
                chunks_read += found;
                self.block(&start, &count, &|share| bar.set(done + (bytes as f64 * share) as u64, total))?;
            }
            moved.bytes += bytes;
            bar.set(done + bytes, total);
        }
        moved.passes = if source_chunks > 0 { chunks_read as f64 / source_chunks as f64 } else { 0.0 };
        Ok(moved)
    }

    fn block(&self, start: &[u64], count: &[u64], progress: &(dyn Fn(f64) + Sync)) -> Result<()> {
        if self.to.data_type().is_variable() {
            let values = self.from.read_values(start, count)?;
            let values: Vec<VariableValue<'_>> = values.iter().collect();
            return Ok(self.to.write_values(start, count, &values)?);
        }
        let bytes = describe::elements(count) as usize * self.to.data_type().size();
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(bytes).map_err(|_| zarr::Error::no_memory(format!("no memory for {bytes} bytes")))?;
        buffer.resize(bytes, 0);
        let section = Section {
            start: start.to_vec(),
            count: count.to_vec(),
            step: vec![1; count.len()],
            offset: 0,
            memory: MemoryOrder::C,
        };
        let half = |from: f64| {
            move |done: u64, total: u64| {
                progress(from + 0.5 * done as f64 / total.max(1) as f64);
                true
            }
        };
        let (reading, writing) = (half(0.0), half(0.5));
        self.from.read_section(&section, &mut buffer, &Transfer { progress: Some(&reading), ..Transfer::default() })?;
        Ok(self.to.write_section(&section, &buffer, &Transfer { progress: Some(&writing), ..Transfer::default() })?)
    }
}

/// The largest of the chunks that are stored.
fn largest(array: &Array) -> Result<Vec<u64>> {
    Ok(array.description()?.chunk_grid.largest_shape().to_vec())
}
