//! The one mechanism of all wrapping stores: every operation goes to the store below, unless the wrapper has its own.

use crate::error::Result;
use crate::store::{
    Beginning, ByteRange, Capabilities, Depth, Filled, Gate, Home, Listing, Locked, Locking, Mark, Store, StoreName,
    ValueReader, Version, Versioned, When,
};
use std::sync::Arc;
use std::time::Duration;

/// A store around another one. Every implementation of this trait is a [`Store`].
///
/// Each default forwards to the store below, so that a wrapper keeps its promises: pinned values, versions, locks,
/// stamps, marks, conditions, renaming in one step. A wrapper that shows other keys or other values states every
/// operation that shows them; `tests/stores/promises.rs` compares each wrapper with the store below it.
pub trait Wrapper: Send + Sync + std::fmt::Debug {
    /// The store below.
    fn inner(&self) -> &Arc<dyn Store>;

    /// See [`Store::name`].
    fn name(&self) -> &StoreName {
        self.inner().name()
    }

    /// See [`Store::home`].
    fn home(&self, key: &str) -> Home {
        self.inner().home(key)
    }

    /// See [`Store::lower_homes`].
    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        self.inner().lower_homes(key, add);
    }

    /// See [`Store::around`].
    fn around(&self) -> Option<(&dyn Store, &str)> {
        self.inner().around()
    }

    /// See [`Store::capabilities`].
    fn capabilities(&self) -> Capabilities {
        self.inner().capabilities()
    }

    /// See [`Store::is_near`].
    fn is_near(&self) -> bool {
        self.inner().is_near()
    }

    /// See [`Store::delay`].
    fn delay(&self) -> Duration {
        self.inner().delay()
    }

    /// See [`Store::get`].
    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        self.inner().get(key, range)
    }

    /// See [`Store::get_beginning`].
    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        self.inner().get_beginning(key, most)
    }

    /// See [`Store::get_whole`].
    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        self.inner().get_whole(key, most, memory)
    }

    /// See [`Store::get_into`].
    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        self.inner().get_into(key, start, buffer)
    }

    /// See [`Store::get_many`].
    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        self.inner().get_many(requests)
    }

    /// See [`Store::hold`].
    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        self.inner().hold(key)
    }

    /// See [`Store::write`].
    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        self.inner().write(key, value, when)
    }

    /// See [`Store::lock`]. A wrapper that shows other values than the store below gives no stamp
    /// ([`Locked::of_another_value`]).
    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        self.inner().lock(key, locking)
    }

    /// See [`Store::mark`].
    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        self.inner().mark(key)
    }

    /// See [`Store::end_sharing`].
    fn end_sharing(&self, key: &str) {
        self.inner().end_sharing(key);
    }

    /// See [`Store::shown`].
    fn shown(&self) -> Option<String> {
        self.inner().shown()
    }

    /// See [`Store::warning`]. It is about writing, so a wrapper that refuses to write has none.
    fn warning(&self) -> Option<String> {
        if self.capabilities().writeable { self.inner().warning() } else { None }
    }

    /// See [`Store::write_many`].
    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        self.inner().write_many(changes)
    }

    /// See [`Store::set_partial_values`].
    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        self.inner().set_partial_values(parts)
    }

    /// See [`Store::check_erasable`].
    fn check_erasable(&self, prefix: &str) -> Result<()> {
        self.inner().check_erasable(prefix)
    }

    /// See [`Store::erase_prefix`].
    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        self.inner().erase_prefix(prefix)
    }

    /// See [`Store::rename_prefix`].
    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        self.inner().rename_prefix(from, to)
    }

    /// See [`Store::list`].
    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        self.inner().list(prefix, depth)
    }

    /// See [`Store::size`].
    fn size(&self, key: &str) -> Result<Option<u64>> {
        self.inner().size(key)
    }

    /// See [`Store::exists`].
    fn exists(&self, key: &str) -> Result<bool> {
        self.inner().exists(key)
    }

    /// See [`Store::get_versioned`].
    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        self.inner().get_versioned(key, most)
    }

    /// See [`Store::gates`].
    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        self.inner().gates(gates);
    }

    /// See [`Store::flush`].
    fn flush(&self) -> Result<()> {
        self.inner().flush()
    }
}

impl<W: Wrapper> Store for W {
    fn name(&self) -> &StoreName {
        Wrapper::name(self)
    }

    fn home(&self, key: &str) -> Home {
        Wrapper::home(self, key)
    }

    fn lower_homes(&self, key: &str, add: &mut dyn FnMut(Home)) {
        Wrapper::lower_homes(self, key, add);
    }

    fn around(&self) -> Option<(&dyn Store, &str)> {
        Wrapper::around(self)
    }

    fn capabilities(&self) -> Capabilities {
        Wrapper::capabilities(self)
    }

    fn is_near(&self) -> bool {
        Wrapper::is_near(self)
    }

    fn delay(&self) -> Duration {
        Wrapper::delay(self)
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        Wrapper::get(self, key, range)
    }

    fn get_beginning(&self, key: &str, most: u64) -> Result<Option<Beginning>> {
        Wrapper::get_beginning(self, key, most)
    }

    fn get_whole(&self, key: &str, most: u64, memory: &mut Vec<u8>) -> Result<Option<usize>> {
        Wrapper::get_whole(self, key, most, memory)
    }

    fn get_into(&self, key: &str, start: u64, buffer: &mut [u8]) -> Result<Option<Filled>> {
        Wrapper::get_into(self, key, start, buffer)
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        Wrapper::get_many(self, requests)
    }

    fn hold(&self, key: &str) -> Result<Box<dyn ValueReader + '_>> {
        Wrapper::hold(self, key)
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        Wrapper::write(self, key, value, when)
    }

    fn lock(&self, key: &str, locking: Locking) -> Result<Locked> {
        Wrapper::lock(self, key, locking)
    }

    fn mark(&self, key: &str) -> Result<Option<Box<dyn Mark + '_>>> {
        Wrapper::mark(self, key)
    }

    fn end_sharing(&self, key: &str) {
        Wrapper::end_sharing(self, key);
    }

    fn shown(&self) -> Option<String> {
        Wrapper::shown(self)
    }

    fn warning(&self) -> Option<String> {
        Wrapper::warning(self)
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        Wrapper::write_many(self, changes)
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        Wrapper::set_partial_values(self, parts)
    }

    fn check_erasable(&self, prefix: &str) -> Result<()> {
        Wrapper::check_erasable(self, prefix)
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        Wrapper::erase_prefix(self, prefix)
    }

    fn rename_prefix(&self, from: &str, to: &str) -> Result<bool> {
        Wrapper::rename_prefix(self, from, to)
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        Wrapper::list(self, prefix, depth)
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        Wrapper::size(self, key)
    }

    fn exists(&self, key: &str) -> Result<bool> {
        Wrapper::exists(self, key)
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        Wrapper::get_versioned(self, key, most)
    }

    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        Wrapper::gates(self, gates);
    }

    fn flush(&self) -> Result<()> {
        Wrapper::flush(self)
    }
}
