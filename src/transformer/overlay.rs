//! Several stores one over the other, seen as one: a key is read from the first that has it, and written to the first.

use super::wrapper::Wrapper;
use crate::error::{Error, Result};
use crate::store::{
    Beginning, ByteRange, Capabilities, Depth, Filled, Gate, Home, Listing, Locked, Locking, Mark, Store, StoreExt,
    StoreName, ValueReader, Version, Versioned, When, defaults, replaced,
};
use crate::sync::fork::OnceLock;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Stores in layers, the uppermost first.
///
/// Only the uppermost is changed. A new value hides one of a lower store, which can't be erased
/// ([`crate::ErrorKind::Unsupported`]).
#[derive(Debug)]
pub struct OverlayStore {
    top: Arc<dyn Store>,
    below: Vec<Arc<dyn Store>>,
    name: StoreName,
}

impl OverlayStore {
    /// Lays stores one over the other.
    ///
    /// # Errors
    /// [`crate::ErrorKind::InvalidArgument`] where there is none.
    pub fn new(layers: Vec<Arc<dyn Store>>) -> Result<Self> {
        let names: Vec<String> = layers.iter().map(|layer| layer.identity()).collect();
        let mut layers = layers.into_iter();
        let top = layers.next().ok_or_else(|| Error::invalid_argument("an overlay of no store at all"))?;
        let name = StoreName::new(Arc::clone(top.name().place())).seen(format_args!("overlay of {names:?}"));
        Ok(Self { top, below: layers.collect(), name })
    }

    fn layers(&self) -> impl Iterator<Item = &Arc<dyn Store>> {
        std::iter::once(&self.top).chain(&self.below)
    }

    /// The first answer that is one.
    fn first<T>(&self, ask: impl Fn(&dyn Store) -> Result<Option<T>>) -> Result<Option<T>> {
        self.layers().find_map(|layer| ask(&**layer).transpose()).transpose()
    }

    /// The value of a key in the first of some layers that has it.
    fn hold_first<'a>(
        layers: impl Iterator<Item = &'a Arc<dyn Store>>,
        key: &str,
    ) -> Result<Box<dyn ValueReader + 'a>> {
        let mut readers = Vec::new();
        for layer in layers {
            let reader = layer.hold(key)?;
            // Only a value that is here tells its size without a request.
            let is_here = reader.at_once() == 0;
            if is_here && reader.size()?.is_none() {
                continue;
            }
            readers.push(reader);
            if is_here {
                break;
            }
        }
        let single = if readers.len() == 1 { readers.pop() } else { None };
        let layered = || Box::new(LayeredReader { key: key.to_owned(), readers, found: OnceLock::new() }) as Box<_>;
        Ok(single.unwrap_or_else(layered))
    }

    /// Refuses to erase a value that would uncover a lower one.
    fn check_uncovered(&self, key: &str) -> Result<()> {
        for layer in &self.below {
            if layer.exists(key)? {
                return Err(covered(key));
            }
        }
        Ok(())
    }

    /// Refuses to erase values that would uncover lower ones.
    fn check_nothing_covered(&self, prefix: &str) -> Result<()> {
        for layer in &self.below {
            if let Some(key) = layer.list_prefix(prefix)?.first() {
                return Err(covered(key));
            }
        }
        Ok(())
    }
}

fn covered(key: &str) -> Error {
    Error::unsupported(format!("key {key:?}: a store below the first one of the overlay has it, so it can't be erased"))
}

/// A value that layers may have; the first that has it answers from then on.
#[derive(Debug)]
struct LayeredReader<'a> {
    key: String,
    readers: Vec<Box<dyn ValueReader + 'a>>,
    /// The layer that answered, by its number.
    found: OnceLock<usize>,
}

impl LayeredReader<'_> {
    fn ask<T>(&self, ask: impl Fn(&dyn ValueReader) -> Result<Option<T>>) -> Result<Option<T>> {
        let from = self.found.get().copied();
        for (number, reader) in self.readers.iter().enumerate().skip(from.unwrap_or(0)) {
            match ask(&**reader)? {
                Some(_) if *self.found.get_or_init(|| number) != number => return Err(replaced(&self.key)),
                Some(answer) => return Ok(Some(answer)),
                None if from.is_some() => break,
                None => {}
            }
        }
        Ok(None)
    }
}

impl ValueReader for LayeredReader<'_> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        self.ask(|reader| reader.get_many(ranges))
    }

    fn size(&self) -> Result<Option<u64>> {
        self.ask(|reader| reader.size())
    }

    fn version(&self) -> Version {
        let found = self.found.get()?;
        self.readers.get(*found)?.version().map(|version| format!("{found}: {version}"))
    }

    fn is_pinned(&self) -> bool {
        self.readers.iter().all(|reader| reader.is_pinned())
    }
}

/// A value of a lower layer that the uppermost one does not have, as long as it has none.
#[derive(Debug)]
struct Uncovered<'a> {
    top: Box<dyn Mark + 'a>,
    below: Box<dyn ValueReader + 'a>,
}

impl ValueReader for Uncovered<'_> {
    fn get_many(&self, ranges: &[ByteRange]) -> Result<Option<Vec<Vec<u8>>>> {
        self.below.get_many(ranges)
    }

    fn size(&self) -> Result<Option<u64>> {
        self.below.size()
    }

    fn read_into(&self, start: u64, buffer: &mut [u8]) -> Result<()> {
        self.below.read_into(start, buffer)
    }

    fn version(&self) -> Version {
        self.below.version()
    }

    fn is_pinned(&self) -> bool {
        self.below.is_pinned()
    }

    fn at_once(&self) -> usize {
        self.below.at_once()
    }
}

impl Mark for Uncovered<'_> {
    fn is_current(&self) -> Result<bool> {
        self.top.is_current()
    }
}

impl Wrapper for OverlayStore {
    fn inner(&self) -> &Arc<dyn Store> {
        &self.top
    }

    fn name(&self) -> &StoreName {
        &self.name
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        self.top.lower_homes(key, add);
        for layer in &self.below {
            add(layer.home(key));
            layer.lower_homes(key, add);
        }
    }

    fn capabilities(&self) -> Capabilities {
        let all = |has: fn(&Capabilities) -> bool| self.layers().all(|layer| has(&layer.capabilities()));
        Capabilities {
            listable: all(|layer| layer.listable),
            thread_safe: all(|layer| layer.thread_safe),
            reads_into: all(|layer| layer.reads_into),
            in_flight: self.layers().map(|layer| layer.capabilities().in_flight).max().unwrap_or(1),
            ..self.top.capabilities()
        }
    }

    fn is_near(&self) -> bool {
        self.layers().all(|layer| layer.is_near())
    }

    fn delay(&self) -> Duration {
        self.layers().map(|layer| layer.delay()).max().unwrap_or_default()
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.first(|layer| layer.get(key, range))
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        self.first(|layer| layer.get_beginning(key, most))
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        for layer in self.layers() {
            if let Some(length) = layer.get_whole(key, most, memory)? {
                return Ok(Some(length));
            }
        }
        Ok(None)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        for layer in self.layers() {
            if let Some(filled) = layer.get_into(key, start, buffer)? {
                return Ok(Some(filled));
            }
        }
        Ok(None)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let mut values: Vec<Option<Versioned>> = vec![None; requests.len()];
        for (number, layer) in self.layers().enumerate() {
            // One batch a layer, of the keys that those above it lack.
            let missing: Vec<usize> = (0..requests.len()).filter(|index| values[*index].is_none()).collect();
            if missing.is_empty() {
                break;
            }
            let asked: Vec<(&str, ByteRange)> = missing.iter().map(|index| requests[*index]).collect();
            let answers = defaults::check_answers(layer.get_many(&asked)?, asked.len())?;
            for (index, answer) in missing.into_iter().zip(answers) {
                // Two layers may count alike.
                let version = |version: Option<String>| version.map(|version| format!("{number}:{version}"));
                values[index] = answer.map(|value| Versioned { version: version(value.version), bytes: value.bytes });
            }
        }
        Ok(values)
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Self::hold_first(self.layers(), key)
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        let Some(top) = self.top.mark(key)? else { return Ok(None) };
        if top.size()?.is_some() {
            return Ok(Some(top));
        }
        Ok(Some(Box::new(Uncovered { top, below: Self::hold_first(self.below.iter(), key)? })))
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        self.top.lock(key, locking).map(Locked::of_another_value)
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        // The old value may lie in a lower layer; the patched one goes to the uppermost.
        defaults::set_partial_values(self, parts)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        if value.is_none() {
            self.check_uncovered(key)?;
        }
        self.top.write(key, value, when)
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        changes.iter().filter(|(_, value)| value.is_none()).try_for_each(|(key, _)| self.check_uncovered(key))?;
        self.top.write_many(changes)
    }

    fn check_erasable(&self, prefix: &str) -> Result<()> {
        self.check_nothing_covered(prefix)?;
        self.top.check_erasable(prefix)
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.check_nothing_covered(prefix)?;
        self.top.erase_prefix(prefix)
    }

    /// Values in lower stores stay where they are.
    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        for layer in &self.below {
            if !layer.list_prefix(from)?.is_empty() || !layer.list_prefix(to)?.is_empty() {
                return Ok(false);
            }
        }
        self.top.rename_prefix(from, to)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        let (mut keys, mut prefixes) = (BTreeSet::new(), BTreeSet::new());
        for layer in self.layers() {
            let listing = layer.list(prefix, depth)?;
            keys.extend(listing.keys);
            prefixes.extend(listing.prefixes);
        }
        Ok(Listing { keys: keys.into_iter().collect(), prefixes: prefixes.into_iter().collect() })
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.first(|layer| layer.size(key))
    }

    fn exists(&self, key: &str) -> Result<bool> {
        self.first(|layer| layer.exists(key).map(|exists| exists.then_some(()))).map(|found| found.is_some())
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        // Values in lower layers have no version: a write on the condition that the uppermost has none yet covers them.
        match self.top.get_versioned(key, most)? {
            (None, version) => {
                let range = ByteRange::From { start: 0, length: Some(most.saturating_add(1)) };
                let below = self.below.iter().find_map(|layer| layer.get(key, range).transpose()).transpose()?;
                defaults::check_length(key, below.as_ref().map_or(0, |value| value.len() as u64), most)?;
                Ok((below, version))
            }
            found => Ok(found),
        }
    }

    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        self.layers().for_each(|layer| layer.gates(gates));
    }

    fn flush(&self) -> Result<()> {
        self.layers().try_for_each(|layer| layer.flush())
    }
}
