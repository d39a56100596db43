//! Fetching for many windows at once, from stores that are far away or that only the calling thread may use: of shards
//! the indices first, with everything that needs none, then the inner chunks.

use super::Fetched;
use super::pieces::{Pieces, index_range, request, wanted_ranges};
use crate::engine::bounds;
use crate::engine::cache::PendingEntry;
use crate::engine::chunks::Chunks;
use crate::engine::plan::FetchPlan;
use crate::error::{Error, ErrorKind, Result};
use crate::grid::Window;
use crate::store::{ByteRange, Version, VersionCheck, Versioned, defaults, pause_point};
use std::ops::Range;

/// A window on its way from the plan to the buffer.
#[derive(Debug)]
pub(in crate::engine) struct WindowTask<'w, T> {
    /// The key of its chunk, or shard.
    pub key: String,
    pub window: Window<'w>,
    /// The cache entry that the chunk will get.
    pub keep: Option<PendingEntry>,
    /// The plan, or what was fetched.
    pub state: T,
}

impl<'w, T> WindowTask<'w, T> {
    /// Takes the task one step further.
    fn further<N>(
        self,
        chunks: &Chunks<'_>,
        step: impl FnOnce(&str, &Window<'w>, T) -> Result<N>,
    ) -> Result<WindowTask<'w, N>> {
        let Self { key, window, keep, state } = self;
        let state = step(&key, &window, state).map_err(|error| chunks.named(&window.tile().position, error))?;
        Ok(WindowTask { key, window, keep, state })
    }
}

/// The answers to the first requests for a window.
enum First {
    /// The complete result: no second request is needed.
    Done(Fetched),
    /// The index of a shard, the version of that shard, and the ranges for the second requests.
    Index(Pieces, Version, Vec<Range<u64>>),
}

impl Chunks<'_> {
    /// Carries out the plans of some windows.
    ///
    /// # Errors
    /// As [`Chunks::fetch`].
    pub(in crate::engine) fn fetch_many<'w>(
        &self,
        tasks: Vec<WindowTask<'w, FetchPlan>>,
    ) -> Result<Vec<WindowTask<'w, Fetched>>> {
        let together = VersionCheck::new(self.store, tasks.iter().map(|task| task.key.as_str()));
        let mut requests: Vec<(&str, ByteRange)> = Vec::new();
        let mut counts = Vec::with_capacity(tasks.len());
        for task in &tasks {
            let before = requests.len();
            requests.extend(self.first_requests(task)?.into_iter().map(|range| (task.key.as_str(), range)));
            counts.push(requests.len() - before);
        }
        let mut values = defaults::check_answers(self.store.get_many(&requests)?, requests.len())?.into_iter();
        // Not collected: that would take room for four, and leave a hole in the heap for each chunk that is kept.
        let mut first = Vec::with_capacity(tasks.len());
        for (number, (task, count)) in tasks.into_iter().zip(counts).enumerate() {
            let values: Vec<Option<Versioned>> = values.by_ref().take(count).collect();
            let is_one = together.is_one(number, values.iter().flatten().map(|value| &value.version));
            let values = values.into_iter().collect::<Option<Vec<_>>>();
            first.push(task.further(self, |key, window, plan| match values {
                Some(_) if !is_one => Ok(First::Done(Fetched::Torn)),
                Some(values) => self.first_answer(key, window, plan, values),
                None => Ok(First::Done(self.alternative(&window.tile().position)?.into())),
            })?);
        }
        self.fetch_rest(first, &together)
    }

    fn first_requests(&self, task: &WindowTask<'_, FetchPlan>) -> Result<Vec<ByteRange>> {
        Ok(match &task.state {
            FetchPlan::Straight => return Err(Error::internal("a batch of windows that are read one by one")),
            FetchPlan::Chunk { most } => vec![bounds::whole(*most)],
            FetchPlan::Ranges(ranges) => ranges.parts().map(|part| part.range()).collect(),
            FetchPlan::Shard { numbers } => {
                let shard = &*self.shard(&task.window)?;
                vec![match numbers {
                    Some(_) => index_range(shard),
                    None => bounds::whole(shard.most_at_once(self.limit)),
                }]
            }
        })
    }

    /// Interprets the answers to the first requests for a window.
    fn first_answer(&self, key: &str, window: &Window, plan: FetchPlan, values: Vec<Versioned>) -> Result<First> {
        let version = values.last().and_then(|value| value.version.clone());
        let mut values: Vec<Vec<u8>> = values.into_iter().map(|value| value.bytes).collect();
        let length = |values: &[Vec<u8>]| values.last().map_or(0, |value| value.len() as u64);
        let fetched = match plan {
            FetchPlan::Ranges(ranges) => Fetched::Ranges(ranges, values),
            FetchPlan::Straight => Fetched::Torn,
            FetchPlan::Chunk { most } => {
                defaults::check_length(key, length(&values), most)?;
                values.pop().into()
            }
            FetchPlan::Shard { numbers: None } => {
                // One that is longer may be read by its parts.
                let most = self.shard(window)?.most_at_once(self.limit);
                match values.pop() {
                    Some(bytes) if bytes.len() as u64 <= most => Fetched::Whole(Versioned { bytes, version }.into()),
                    _ => Fetched::Torn,
                }
            }
            FetchPlan::Shard { numbers: Some(numbers) } => {
                let shard = &*self.shard(window)?;
                let read = || -> Result<First> {
                    let index = shard.sharding.decode_index(&values.pop().unwrap_or_default())?;
                    let ranges = wanted_ranges(shard, &index, self.limit, &numbers)?;
                    Ok(First::Index(Pieces::new(index, version.clone()), version, ranges))
                };
                match { read }() {
                    Err(error) if error.kind() == ErrorKind::Data => Fetched::Torn,
                    first => return first,
                }
            }
        };
        Ok(First::Done(fetched))
    }

    /// Fetches the inner chunks that indices of shards point at.
    fn fetch_rest<'w>(
        &self,
        tasks: Vec<WindowTask<'w, First>>,
        together: &VersionCheck,
    ) -> Result<Vec<WindowTask<'w, Fetched>>> {
        let mut requests: Vec<(&str, ByteRange)> = Vec::new();
        for task in &tasks {
            if let First::Index(_, _, ranges) = &task.state {
                requests.extend(ranges.iter().map(|range| (task.key.as_str(), request(range))));
            }
        }
        let mut values = None;
        if !requests.is_empty() {
            pause_point("shard.index_read");
            match self.store.get_many(&requests) {
                Ok(answers) => values = Some(defaults::check_answers(answers, requests.len())?.into_iter()),
                // An index points past the end; the error does not name the shard.
                Err(error) if error.kind() == ErrorKind::OutOfBounds => {}
                Err(error) => return Err(error),
            }
        }
        let rest = tasks.into_iter().enumerate().map(|(number, task)| {
            task.further(self, |_, _, first| {
                let (mut pieces, version, ranges) = match first {
                    First::Done(fetched) => return Ok(fetched),
                    First::Index(pieces, version, ranges) => (pieces, version, ranges),
                };
                if ranges.is_empty() {
                    return Ok(Fetched::Pieces(pieces));
                }
                // All of its own are taken, also when one is missing.
                let values: Vec<_> = values.iter_mut().flatten().take(ranges.len()).collect();
                let versions = values.iter().flatten().map(|value| &value.version);
                let is_one = together.is_one(number, std::iter::once(&version).chain(versions));
                if !is_one || values.len() != ranges.len() || values.iter().any(Option::is_none) {
                    return Ok(Fetched::Torn);
                }
                for (range, value) in ranges.iter().zip(values.into_iter().flatten()) {
                    pieces.add(range.start, value.bytes);
                }
                Ok(Fetched::Pieces(pieces))
            })
        });
        rest.collect()
    }
}
