//! A shard that several threads put together: whoever is done with an inner chunk hands it in, and it is put behind
//! those with lower numbers, so that the bytes are the same whoever was the fastest. What comes too early waits.

use super::{Shard, inner_name};
use crate::codec::ShardBuilder;
use crate::error::{Error, Result, ResultExt};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What becomes of an inner chunk.
#[derive(Debug)]
pub(in crate::engine) enum Inner<'o> {
    /// There is none.
    Missing,
    /// It stays as it is stored in the old shard: its bytes, and where they lie.
    Kept(&'o [u8], Range<u64>),
    /// It is encoded anew.
    New(Vec<u8>),
}

/// An inner chunk that somebody has begun.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Begun {
    /// How many go before it.
    turn: usize,
    /// Its number in the index.
    pub number: usize,
}

/// A shard in the making.
#[derive(Debug)]
pub(in crate::engine) struct Assembly<'o> {
    shard: &'o Shard<'o>,
    /// The bytes of the old shard.
    old_size: usize,
    /// The inner chunks that there is something to do with, ascending; those between them are missing before and after.
    numbers: Vec<usize>,
    /// The first of them that nobody has begun.
    next: AtomicUsize,
    joined: Mutex<Joined<'o>>,
}

#[derive(Debug)]
struct Joined<'o> {
    new: ShardBuilder,
    /// Inner chunks that are in their place.
    done: usize,
    /// Those that wait, by their turn.
    early: HashMap<usize, Inner<'o>>,
    /// Why those that came early can't be put in their place.
    error: Option<Error>,
}

impl<'o> Assembly<'o> {
    /// A new shard in the place of an old one of so many bytes, of inner chunks with these numbers.
    pub fn new(shard: &'o Shard<'o>, numbers: Vec<usize>, new: ShardBuilder, old_size: usize) -> Self {
        let joined = Joined { new, done: 0, early: HashMap::new(), error: None };
        Self { shard, old_size, numbers, next: AtomicUsize::new(0), joined: Mutex::new(joined) }
    }

    /// An inner chunk that nobody has begun; None when there is none left.
    pub fn begin(&self) -> Option<Begun> {
        let turn = self.next.fetch_add(1, Ordering::Relaxed);
        self.numbers.get(turn).map(|number| Begun { turn, number: *number })
    }

    /// The number of inner chunks that nobody has begun.
    pub fn left(&self) -> u64 {
        self.numbers.len().saturating_sub(self.next.load(Ordering::Relaxed)) as u64
    }

    /// Hands in an inner chunk that was begun: each once.
    ///
    /// # Errors
    /// [`crate::ErrorKind::Data`] for an inner chunk of the old shard that overlaps others.
    pub fn hand_in(&self, begun: Begun, inner: Inner<'o>) -> Result<()> {
        let mut joined = self.joined.lock().unwrap_or_else(PoisonError::into_inner);
        if joined.done != begun.turn {
            joined.early.insert(begun.turn, inner);
            return Ok(());
        }
        joined.place(begun.number, inner, self.old_size)?;
        joined.catch_up(self);
        Ok(())
    }

    /// The same for one that is encoded anew, in memory that will be used again.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`] where there is none for it.
    pub fn hand_in_new(&self, begun: Begun, value: &[u8]) -> Result<()> {
        let mut joined = self.joined.lock().unwrap_or_else(PoisonError::into_inner);
        if joined.done == begun.turn {
            joined.new.add(begun.number, value)?;
            joined.done += 1;
            joined.catch_up(self);
            return Ok(());
        }
        drop(joined);
        let mut copy = Vec::new();
        let room = copy.try_reserve_exact(value.len());
        room.map_err(|_| Error::no_memory(format!("no memory for an inner chunk of {} bytes", value.len())))?;
        copy.extend_from_slice(value);
        self.hand_in(begun, Inner::New(copy))
    }

    /// The shard, when all are handed in.
    ///
    /// # Errors
    /// As [`Assembly::hand_in`].
    pub fn finish(self) -> Result<ShardBuilder> {
        let joined = self.joined.into_inner().unwrap_or_else(PoisonError::into_inner);
        joined.error.map_or(Ok(joined.new), Err)
    }
}

impl<'o> Joined<'o> {
    fn place(&mut self, number: usize, inner: Inner<'o>, old_size: usize) -> Result<()> {
        match inner {
            Inner::Missing => {}
            Inner::Kept(bytes, range) => self.new.keep(number, bytes, range, old_size)?,
            Inner::New(value) => self.new.add(number, &value)?,
        }
        self.done += 1;
        Ok(())
    }

    /// Puts those in their place that waited for the last one.
    fn catch_up(&mut self, assembly: &Assembly<'o>) {
        while let Some(inner) = self.early.remove(&self.done) {
            let number = assembly.numbers[self.done];
            let placed = self.place(number, inner, assembly.old_size);
            if let Err(error) = placed.context(|| inner_name(&assembly.shard.position(number))) {
                self.error.get_or_insert(error);
                return;
            }
        }
    }
}
