//! Copies of the data that callers give to a queue. The memory of finished copies serves the next ones: to fault in
//! fresh pages takes as long as the copy itself.

use super::operation::WriteBuffer;
use crate::buffer;
use crate::error::{Error, Result};
use crate::grid;
use crate::sync::{Mutex, lock};
use std::sync::Arc;

/// Copies of fewer bytes are left to the allocator, which keeps memory of that size itself.
const SMALLEST_SPARE: usize = 128 << 10;

/// The memory of finished copies.
#[derive(Debug, Default)]
pub(super) struct CopyMemory(Mutex<Spares>);

#[derive(Debug, Default)]
struct Spares {
    free: Vec<Vec<u8>>,
    /// The most bytes that may be kept: those which the limit of the queue left when an operation last was given data,
    /// or began.
    room: u64,
}

impl Spares {
    fn bytes(&self) -> u64 {
        self.free.iter().map(|spare| spare.capacity() as u64).sum()
    }

    /// Takes the smallest spare with a capacity of `bytes` to twice that.
    fn take(&mut self, bytes: usize) -> Option<Vec<u8>> {
        let fits = |spare: &Vec<u8>| (bytes..=bytes.saturating_mul(2)).contains(&spare.capacity());
        let fitting = self.free.iter().enumerate().filter(|(_, spare)| fits(spare));
        let (index, _) = fitting.min_by_key(|(_, spare)| spare.capacity())?;
        Some(self.free.swap_remove(index))
    }

    /// Frees spares that exceed the limit, the oldest first.
    fn make_room(&mut self) {
        while self.bytes() > self.room {
            self.free.remove(0);
        }
    }
}

impl CopyMemory {
    /// Copies data, in memory of a finished copy where there is one that fits. `room` is the number of bytes that the
    /// limit of the queue leaves beside its operations. Where the system has no memory, all spares go back to it.
    ///
    /// # Errors
    /// [`crate::ErrorKind::NoMemory`].
    pub fn copy(self: &Arc<Self>, data: &[u8], room: u64) -> Result<DataCopy> {
        let mut bytes = {
            let mut spares = lock(&self.0);
            let spare = spares.take(data.len());
            spares.room = room;
            spares.make_room();
            spare.unwrap_or_default()
        };
        bytes.clear();
        if !buffer::reserve(&mut bytes, data.len()) {
            lock(&self.0).free.clear();
            if !buffer::reserve(&mut bytes, data.len()) {
                return Err(Error::no_memory(format!("no memory for a copy of {} bytes", data.len())));
            }
        }
        grid::append(&mut bytes, data);
        Ok(DataCopy { bytes, memory: Arc::clone(self) })
    }

    /// Limits the spares to `room` bytes, which the queue's limit leaves beside its operations.
    pub fn keep_within(&self, room: u64) {
        let mut spares = lock(&self.0);
        spares.room = room;
        spares.make_room();
    }

    fn put_back(&self, bytes: Vec<u8>) {
        let mut spares = lock(&self.0);
        spares.free.push(bytes);
        spares.make_room();
    }
}

/// A copy of data, the memory of which serves another one later.
#[derive(Debug)]
pub(super) struct DataCopy {
    bytes: Vec<u8>,
    memory: Arc<CopyMemory>,
}

impl WriteBuffer for DataCopy {
    fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

impl Drop for DataCopy {
    fn drop(&mut self) {
        if self.bytes.capacity() >= SMALLEST_SPARE {
            self.memory.put_back(std::mem::take(&mut self.bytes));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: usize = 1 << 20;

    fn kept(memory: &CopyMemory) -> u64 {
        lock(&memory.0).bytes()
    }

    #[test]
    fn the_memory_of_a_finished_copy_serves_the_next_one() {
        let memory = Arc::new(CopyMemory::default());
        let first = memory.copy(&vec![1; SIZE], 1 << 30).unwrap();
        let place = first.bytes().as_ptr();
        drop(first);
        let second = memory.copy(&vec![2; SIZE - 5], 1 << 30).unwrap();
        assert_eq!((second.bytes(), second.bytes().as_ptr()), (&*vec![2; SIZE - 5], place));
        assert_eq!(kept(&memory), 0);
        drop(second);
        drop(memory.copy(&[3; 10], 1 << 30).unwrap());
        assert_eq!(kept(&memory), SIZE as u64, "no large memory is given to small data");
    }

    #[test]
    fn memory_is_kept_only_within_the_limit_of_the_queue() {
        let memory = Arc::new(CopyMemory::default());
        let copies: Vec<_> = (0..4).map(|_| memory.copy(&vec![1; SIZE], 2 * SIZE as u64).unwrap()).collect();
        drop(copies);
        assert_eq!(kept(&memory), 2 * SIZE as u64);
        let one = memory.copy(&vec![1; SIZE], 0).unwrap();
        assert_eq!(kept(&memory), 0, "operations have all the memory of the queue");
        drop(one);
        assert_eq!(kept(&memory), 0);
    }

    #[test]
    fn an_operation_that_begins_gets_the_memory_of_finished_copies() {
        let memory = Arc::new(CopyMemory::default());
        let copies: Vec<_> = (0..4).map(|_| memory.copy(&vec![1; SIZE], 1 << 30).unwrap()).collect();
        let still_used = memory.copy(&vec![1; SIZE], 1 << 30).unwrap();
        drop(copies);
        memory.keep_within(SIZE as u64);
        assert_eq!(kept(&memory), SIZE as u64);
        drop(still_used);
        assert_eq!(kept(&memory), SIZE as u64);
    }
}
