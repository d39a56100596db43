//! A store that reports every operation on the one below to an observer: for counting, for logs, for finding out why a
//! program waits.

use super::wrapper::Wrapper;
use crate::error::{Error, Result};
use crate::store::{Beginning, ByteRange, Depth, Filled, Listing, Mark, Store, ValueReader, Version, Versioned, When};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The operations of the store interface, by their numbers in the C API.
#[allow(missing_docs)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Operation {
    Get = 1,
    GetPartialValues = 2,
    Set = 3,
    SetPartialValues = 4,
    Erase = 5,
    EraseValues = 6,
    ErasePrefix = 7,
    List = 8,
    ListPrefix = 9,
    ListDir = 10,
    Size = 11,
    Exists = 12,
    GetVersioned = 13,
    SetIf = 14,
    EraseIf = 15,
    SetMany = 16,
    Flush = 17,
    RenamePrefix = 18,
}

/// One operation that has ended.
#[derive(Clone, Copy, Debug)]
pub struct Event<'a> {
    /// The kind of operation.
    pub operation: Operation,
    /// The keys, or the prefix, that it was about.
    pub keys: &'a [&'a str],
    /// The bytes of values that went through it, in either direction.
    pub bytes: u64,
    /// How long it took.
    pub duration: Duration,
    /// The error that ended it.
    pub error: Option<&'a Error>,
}

/// Receives the events.
pub trait Observer: Send + Sync + std::fmt::Debug {
    /// An operation has ended. Called on the thread that it ran on; several may run at once.
    fn ended(&self, event: &Event<'_>);
}

/// Passes everything on, and tells an observer.
#[derive(Debug)]
pub struct TraceStore {
    inner: Arc<dyn Store>,
    observer: Arc<dyn Observer>,
}

impl TraceStore {
    /// Tells `observer` of every operation on `inner` that goes through this store.
    pub fn new(inner: Arc<dyn Store>, observer: Arc<dyn Observer>) -> Self {
        Self { inner, observer }
    }

    /// Runs an operation; `bytes` counts the bytes of its result, beside those that it was given.
    fn run<T>(
        &self,
        operation: Operation,
        keys: &[&str],
        given: usize,
        bytes: impl FnOnce(&T) -> u64,
        run: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let start = Instant::now();
        let result = run();
        let duration = start.elapsed();
        let brought = result.as_ref().map_or(0, bytes);
        let error = result.as_ref().err();
        self.observer.ended(&Event { operation, keys, bytes: given as u64 + brought, duration, error });
        result
    }
}

fn nothing<T>(_: &T) -> u64 {
    0
}

fn length(value: &Option<Vec<u8>>) -> u64 {
    value.as_ref().map_or(0, Vec::len) as u64
}

/// A value that is held in the store below; each step of reading it is told.
#[derive(Debug)]
struct TracedReader<'a, H: ?Sized> {
    trace: &'a TraceStore,
    key: String,
    held: Box<H>,
}

impl<H: ValueReader + ?Sized> ValueReader for TracedReader<'_, H> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        let operation = if ranges.len() == 1 { Operation::Get } else { Operation::GetPartialValues };
        let keys = vec![self.key.as_str(); ranges.len()];
        let bytes = |values: &Option<Vec<Vec<u8>>>| values.iter().flatten().map(|value| value.len() as u64).sum();
        self.trace.run(operation, &keys, 0, bytes, || self.held.get_many(ranges))
    }

    fn size(&self) -> Result<Option<u64>> {
        self.trace.run(Operation::Size, &[self.key.as_str()], 0, nothing, || self.held.size())
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        let length = buffer.len() as u64;
        self.trace.run(Operation::Get, &[self.key.as_str()], 0, |()| length, || self.held.read_into(start, buffer))
    }

    fn version(&self) -> Version {
        self.held.version()
    }

    fn is_pinned(&self) -> bool {
        self.held.is_pinned()
    }

    fn at_once(&self) -> usize {
        self.held.at_once()
    }
}

impl Mark for TracedReader<'_, dyn Mark + '_> {
    fn is_current(&self) -> Result<bool> {
        self.held.is_current()
    }
}

impl Wrapper for TraceStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.inner
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.run(Operation::Get, &[key], 0, length, || self.inner.get(key, range))
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        let bytes = |beginning: &Option<Beginning>| beginning.as_ref().map_or(0, |one| one.bytes.len()) as u64;
        self.run(Operation::Get, &[key], 0, bytes, || self.inner.get_beginning(key, most))
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        let bytes = |length: &Option<usize>| length.unwrap_or(0) as u64;
        self.run(Operation::Get, &[key], 0, bytes, || self.inner.get_whole(key, most, memory))
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        let bytes = |filled: &Option<Filled>| filled.map_or(0, |filled| filled.length) as u64;
        self.run(Operation::Get, &[key], 0, bytes, || self.inner.get_into(key, start, buffer))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let keys: Vec<&str> = requests.iter().map(|(key, _)| *key).collect();
        let bytes =
            |values: &Vec<Option<Versioned>>| values.iter().flatten().map(|value| value.bytes.len() as u64).sum();
        self.run(Operation::GetPartialValues, &keys, 0, bytes, || self.inner.get_many(requests))
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Ok(Box::new(TracedReader { trace: self, key: key.to_owned(), held: self.inner.hold(key)? }))
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        let traced = |held| Box::new(TracedReader { trace: self, key: key.to_owned(), held }) as Box<dyn Mark>;
        Ok(self.inner.mark(key)?.map(traced))
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        let operation = match (value, &when) {
            (Some(_), When::Is(_)) => Operation::SetIf,
            (Some(_), _) => Operation::Set,
            (None, When::Is(_)) => Operation::EraseIf,
            (None, _) => Operation::Erase,
        };
        let given = value.map_or(0, <[u8]>::len);
        self.run(operation, &[key], given, nothing, || self.inner.write(key, value, when))
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        let keys: Vec<&str> = changes.iter().map(|(key, _)| *key).collect();
        let writes = changes.iter().any(|(_, value)| value.is_some());
        let operation = if writes { Operation::SetMany } else { Operation::EraseValues };
        let given = changes.iter().filter_map(|(_, value)| *value).map(<[u8]>::len).sum();
        self.run(operation, &keys, given, nothing, || self.inner.write_many(changes))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        let keys: Vec<&str> = parts.iter().map(|(key, ..)| *key).collect();
        let given = parts.iter().map(|(_, _, bytes)| bytes.len()).sum();
        self.run(Operation::SetPartialValues, &keys, given, nothing, || self.inner.set_partial_values(parts))
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.run(Operation::ErasePrefix, &[prefix], 0, nothing, || self.inner.erase_prefix(prefix))
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        self.run(Operation::RenamePrefix, &[from, to], 0, nothing, || self.inner.rename_prefix(from, to))
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let (operation, of) = match depth {
            Depth::Store => (Operation::List, &[][..]),
            Depth::All => (Operation::ListPrefix, &[prefix][..]),
            Depth::One | Depth::Names => (Operation::ListDir, &[prefix][..]),
        };
        self.run(operation, of, 0, nothing, || self.inner.list(prefix, depth))
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.run(Operation::Size, &[key], 0, nothing, || self.inner.size(key))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.run(Operation::Exists, &[key], 0, nothing, || self.inner.exists(key))
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        let bytes = |(value, _): &(Option<Vec<u8>>, Version)| length(value);
        self.run(Operation::GetVersioned, &[key], 0, bytes, || self.inner.get_versioned(key, most))
    }

    fn flush(&self) -> Result<()> {
        self.run(Operation::Flush, &[], 0, nothing, || self.inner.flush())
    }
}
