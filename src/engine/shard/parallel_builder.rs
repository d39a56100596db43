//! Builds a shard on several threads: each hands in the inner chunks that it has encoded. They are appended in the
//! order of their numbers, so that the bytes do not depend on timing; an early one waits.

use super::{Shard, inner_name};
use crate::codec::ShardBuilder;
use crate::error::{Error, Result, ResultExt};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// The content of an inner chunk in the new shard.
#[derive(Debug)]
pub(in crate::engine) enum InnerChunk<'o> {
    /// The new shard has no such inner chunk.
    Missing,
    /// Copied unchanged from the old shard: its bytes, and their range there.
    Kept(&'o [u8], Range<u64>),
    /// It is encoded anew.
    New(Vec<u8>),
}

/// An inner chunk that one thread has begun.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Ticket {
    /// How many go before it.
    turn: usize,
    /// Its number in the index.
    pub number: usize,
}

/// A shard in the making.
#[derive(Debug)]
pub(in crate::engine) struct ParallelShardBuilder<'o> {
    shard: &'o Shard<'o>,
    /// The bytes of the old shard.
    old_size: usize,
    /// The inner chunks to process, ascending; the others are missing in the old shard and in the new one.
    numbers: Vec<usize>,
    /// The index in `numbers` of the next inner chunk to begin.
    next: AtomicUsize,
    state: Mutex<BuilderState<'o>>,
}

#[derive(Debug)]
struct BuilderState<'o> {
    new: ShardBuilder,
    /// Inner chunks that are in their place.
    done: usize,
    /// Those that wait, by their turn.
    early: HashMap<usize, InnerChunk<'o>>,
    /// Why those that came early can't be put in their place.
    error: Option<Error>,
}

impl<'o> ParallelShardBuilder<'o> {
    /// A new shard, with the inner chunks `numbers`, that replaces an old one of `old_size` bytes.
    pub fn new(shard: &'o Shard<'o>, numbers: Vec<usize>, new: ShardBuilder, old_size: usize) -> Self {
        let state = BuilderState { new, done: 0, early: HashMap::new(), error: None };
        Self { shard, old_size, numbers, next: AtomicUsize::new(0), state: Mutex::new(state) }
    }

    /// Takes the next inner chunk to process; None after the last one.
    pub fn begin(&self) -> Option<Ticket> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        self.numbers.get(turn).map(|number| Ticket { turn, number: *number })
    }

    /// The number of inner chunks that are not begun.
    pub fn left(&self) -> u64 {
        self.numbers.len().saturating_sub(self.next.load(Ordering::Relaxed)) as u64
    }

    /// Hands in an inner chunk that was begun: each once.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for an inner chunk of the old shard that overlaps others.
    pub fn hand_in(&self, ticket: Ticket, inner: InnerChunk<'o>) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.done != ticket.turn {
            state.early.insert(ticket.turn, inner);
            return Ok(());
        }
        state.place(ticket.number, inner, self.old_size)?;
        state.catch_up(self);
        Ok(())
    }

    /// As [`ParallelShardBuilder::hand_in`], for an inner chunk that is encoded anew, in a buffer that the caller
    /// reuses.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] if the copy can't be allocated.
    pub fn hand_in_new(&self, ticket: Ticket, value: &[u8]) -> Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.done == ticket.turn {
            state.new.add(ticket.number, value)?;
            state.done += 1;
            state.catch_up(self);
            return Ok(());
        }
        drop(state);
        let mut copy = Vec::new();
        let room = copy.try_reserve_exact(value.len());
        room.map_err(|_| Error::no_memory(format!("no memory for an inner chunk of {} bytes", value.len())))?;
        copy.extend_from_slice(value);
        self.hand_in(ticket, InnerChunk::New(copy))
    }

    /// The shard, when all are handed in.
    ///
    /// # Errors
    /// As [`ParallelShardBuilder::hand_in`].
    pub fn finish(self) -> Result<ShardBuilder> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        state.error.map_or(Ok(state.new), Err)
    }
}

impl<'o> BuilderState<'o> {
    fn place(&mut self, number: usize, inner: InnerChunk<'o>, old_size: usize) -> Result<()> {
        match inner {
            InnerChunk::Missing => {}
            InnerChunk::Kept(bytes, range) => self.new.keep(number, bytes, range, old_size)?,
            InnerChunk::New(value) => self.new.add(number, &value)?,
        }
        self.done += 1;
        Ok(())
    }

    /// Puts those in their place that waited for the last one.
    fn catch_up(&mut self, builder: &ParallelShardBuilder<'o>) {
        while let Some(inner) = self.early.remove(&self.done) {
            let number = builder.numbers[self.done];
            let placed = self.place(number, inner, builder.old_size);
            if let Err(error) = placed.context(|| inner_name(&builder.shard.position(number))) {
                self.error.get_or_insert(error);
                return;
            }
        }
    }
}
