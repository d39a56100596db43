//! A store whose operations are the caller's functions. It gives the core the complete store interface: each operation
//! uses its own slot if the caller has set it, and otherwise others that it can be made of.

mod listing;

use super::call_lock::CallLock;
use super::callbacks::{ZARR_STORE_STATUS_IN_ERROR, ZARR_STORE_THREAD_SAFE, destroy, zarr_store_callbacks};
use super::error::{ZARR_ERROR_INTERNAL, zarr_error, zarr_status};
use super::outgoing::{OpenSink, Subject, c_data, c_range, c_text, c_texts, signed};
use super::program;
use super::sinks::SinkValue;
use super::store::zarr_range;
use crate::error::{Error, ErrorKind, Result, Term};
use crate::store::{
    ByteRange, Capabilities, Depth, Gate, Listing, Store, StoreName, Version, Versioned, When, check_key, check_prefix,
    defaults,
};
use std::ffi::c_void;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The requests that a store is asked for at once if it can be.
const BATCH: usize = 16;

/// The caller's table with what belongs to it.
pub(super) struct CallbackStore {
    table: zarr_store_callbacks,
    user_data: *mut c_void,
    name: StoreName,
    /// Taken for each call; None where the callbacks are thread-safe.
    lock: Option<CallLock>,
    /// The caller has the store, and so it is ours to destroy.
    opened: AtomicBool,
}

// SAFETY: the user data go nowhere but to the caller's functions, which either are declared thread-safe or are called
// under the call lock.
unsafe impl Send for CallbackStore {}
// SAFETY: as above.
unsafe impl Sync for CallbackStore {}

impl CallbackStore {
    /// # Safety
    /// The functions of the table may be called with `user_data` until `destroy` returns or, where opening fails,
    /// until the store is dropped.
    pub(super) unsafe fn new(table: zarr_store_callbacks, user_data: *mut c_void) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = StoreName::new(format!("callbacks:{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        let lock = (table.flags & ZARR_STORE_THREAD_SAFE == 0).then(CallLock::new);
        Self { table, user_data, name, lock, opened: AtomicBool::new(false) }
    }

    /// Opening has succeeded: from now on the last reference destroys.
    pub(super) fn set_opened(&self) {
        self.opened.store(true, Ordering::Release);
    }

    /// Calls a slot and makes its answer an error or nothing.
    fn call(
        &self,
        slot: &str,
        subject: Subject<'_>,
        body: impl FnOnce(*mut c_void, *mut zarr_error) -> zarr_status,
    ) -> Result<()> {
        let mut error = zarr_error::empty();
        let in_error = self.table.flags & ZARR_STORE_STATUS_IN_ERROR != 0;
        if in_error {
            error.status = ZARR_ERROR_INTERNAL;
        }
        let answered = {
            let _turn = self.lock.as_ref().map(CallLock::pass);
            program::call(self.user_data, || body(self.user_data, &raw mut error))
        };
        let status = answered.map(|returned| if in_error { error.status } else { returned });
        status.and_then(|status| error.answer(slot, status)).map_err(|failure| failure.context(subject))
    }

    /// Reads through the slot `get`. None: the key is missing.
    fn get_value(&self, key: &str, range: zarr_range, value: SinkValue) -> Result<Option<SinkValue>> {
        let get = self.table.get.ok_or_else(|| Error::internal("a store without the callback get"))?;
        let name = c_text(key)?;
        let sink = OpenSink::new(value)?;
        // SAFETY: promised to `new`.
        let outcome = self.call("get", Subject::Key(key), |data, error| unsafe {
            get(data, name.as_ptr(), range, sink.handle, error)
        });
        let value = sink.close();
        match found(outcome)? {
            None => Ok(None),
            Some(()) => value.map(Some).map_err(|error| about(key, error.context("callback get"))),
        }
    }

    /// The answer of a callback for a range. Callbacks clamp a range to the end of the value, so a range with a length
    /// that begins there is recognised by the callback having given nothing.
    fn within(&self, key: &str, range: ByteRange, mut value: SinkValue) -> Result<Versioned> {
        let version = value.take_version();
        let bytes = value.into_bytes()?;
        if let ByteRange::From { start: 1.., length: Some(_) } = range
            && bytes.is_empty()
            && let Some(size) = self.size(key)?
        {
            range.resolve(size).map_err(|error| about(key, error))?;
        }
        Ok(Versioned { bytes, version })
    }

    /// A part of a value, with the version that the callback sets.
    fn get_part(&self, key: &str, range: ByteRange) -> Result<Option<Versioned>> {
        check_key(key)?;
        match c_range(range) {
            None if !self.exists(key)? => Ok(None),
            None => {
                let empty = |_| Some(Versioned::from(Vec::new()));
                range.resolve(i64::MAX.unsigned_abs()).map(empty).map_err(|error| about(key, error))
            }
            Some((asked, limit)) => {
                let value = self.get_value(key, asked, SinkValue::new(limit))?;
                value.map(|value| self.within(key, range, value)).transpose()
            }
        }
    }

    fn set(&self, key: &str, value: &[u8]) -> Result<()> {
        check_key(key)?;
        let set = self.table.set.ok_or_else(|| read_only(key))?;
        let name = c_text(key)?;
        // SAFETY: promised to `new`.
        self.call("set", Subject::Key(key), |data, error| unsafe {
            set(data, name.as_ptr(), c_data(value), value.len(), error)
        })
    }

    fn erase(&self, key: &str) -> Result<()> {
        check_key(key)?;
        let Some(erase) = self.table.erase else {
            return if self.table.erase_values.is_some() {
                self.erase_values(&[key])
            } else {
                Err(self.inerasable(key))
            };
        };
        let name = c_text(key)?;
        // SAFETY: promised to `new`.
        found(self.call("erase", Subject::Key(key), |data, error| unsafe { erase(data, name.as_ptr(), error) }))
            .map(drop)
    }

    fn erase_values(&self, keys: &[&str]) -> Result<()> {
        let Some(erase_values) = self.table.erase_values else {
            return keys.iter().try_for_each(|key| self.erase(key));
        };
        keys.iter().try_for_each(|key| check_key(key))?;
        let (_texts, pointers) = c_texts(keys.iter().copied())?;
        // SAFETY: promised to `new`; there are as many keys as the count says.
        let outcome = self.call("erase_values", Subject::Keys(keys), |data, error| unsafe {
            erase_values(data, pointers.len(), pointers.as_ptr(), error)
        });
        match found(outcome)? {
            // A missing key may have ended the callback early, so the keys are erased one by one.
            None if keys.len() > 1 => keys.iter().try_for_each(|key| self.erase(key)),
            _ => Ok(()),
        }
    }

    fn set_if(&self, key: &str, expected: &Version, value: &[u8]) -> Result<()> {
        check_key(key)?;
        let set_if = self.table.set_if.ok_or_else(|| unconditional(key))?;
        let (name, expected) = (c_text(key)?, expected.as_deref().map(c_text).transpose()?);
        let expected = expected.as_ref().map_or(std::ptr::null(), |version| version.as_ptr());
        // SAFETY: promised to `new`.
        self.call("set_if", Subject::Key(key), |data, error| unsafe {
            set_if(data, name.as_ptr(), expected, c_data(value), value.len(), error)
        })
    }

    fn inerasable(&self, key: &str) -> Error {
        let (read_only, text) = (self.table.set.is_none(), "the store has no callback that erases");
        about(key, if read_only { Error::read_only(text) } else { Error::unsupported(text) })
    }
}

/// Names the key (or prefix) that an error is about.
fn about(key: &str, error: Error) -> Error {
    error.context(format_args!("key {key:?}"))
}

/// Turns the status "not found" into None.
fn found(outcome: Result<()>) -> Result<Option<()>> {
    match outcome {
        Ok(()) => Ok(Some(())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn unconditional(key: &str) -> Error {
    about(key, Error::unsupported("the store has no callback set_if"))
}

fn read_only(key: &str) -> Error {
    about(key, Error::read_only("the store has no callback set"))
}

impl std::fmt::Debug for CallbackStore {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("CallbackStore").field(&self.name.place()).finish()
    }
}

impl Drop for CallbackStore {
    fn drop(&mut self) {
        if *self.opened.get_mut() {
            destroy(&self.table, self.user_data);
        }
    }
}

impl Store for CallbackStore {
    fn name(&self) -> &StoreName {
        &self.name
    }

    fn capabilities(&self) -> Capabilities {
        let table = &self.table;
        Capabilities {
            writeable: table.set.is_some(),
            erasable: table.erase.is_some() || table.erase_values.is_some(),
            listable: table.list.is_some() || table.list_prefix.is_some() || table.list_dir.is_some(),
            // Threads of the library are kept out as well once calls were ended.
            thread_safe: self.lock.is_none() && !program::is_ended(self.user_data),
            conditional: table.set_if.is_some(),
            private: table.set_if.is_none(),
            reads_into: false,
            in_flight: if table.get_partial_values.is_some() { BATCH } else { 1 },
        }
    }

    fn get(&self, key: &str, range: ByteRange) -> Result<Option<Vec<u8>>> {
        Ok(self.get_part(key, range)?.map(|value| value.bytes))
    }

    fn get_many(&self, requests: &[(&str, ByteRange)]) -> Result<Vec<Option<Versioned>>> {
        let one_by_one = || requests.iter().map(|(key, range)| self.get_part(key, *range)).collect();
        let Some(get_many) = self.table.get_partial_values.filter(|_| requests.len() > 1) else { return one_by_one() };
        let (mut ranges, mut sinks) = (Vec::new(), Vec::new());
        for (key, range) in requests {
            check_key(key)?;
            // If the callback can't express a range, requests are made one by one.
            let Some((range, limit)) = c_range(*range) else { return one_by_one() };
            ranges.push(range);
            sinks.push(OpenSink::new(SinkValue::new(limit))?);
        }
        let (_texts, keys) = c_texts(requests.iter().map(|(key, _)| *key))?;
        let handles: Vec<_> = sinks.iter().map(|sink| sink.handle).collect();
        let of_all: Vec<_> = requests.iter().map(|(key, _)| *key).collect();
        // SAFETY: promised to `new`; all arrays have as many entries as there are requests.
        let outcome = self.call("get_partial_values", Subject::Keys(&of_all), |data, error| unsafe {
            get_many(data, requests.len(), keys.as_ptr(), ranges.as_ptr(), handles.as_ptr(), error)
        });
        if found(outcome)?.is_none() {
            // Which of them is missing was not said: an untouched sink would have.
            return one_by_one();
        }
        let finish = |(sink, (key, range)): (OpenSink, &(&str, ByteRange))| {
            let value = sink.close().map_err(|error| about(key, error.context("callback get_partial_values")))?;
            if value.touched() { self.within(key, *range, value).map(Some) } else { Ok(None) }
        };
        sinks.into_iter().zip(requests).map(finish).collect()
    }

    fn write(&self, key: &str, value: Option<&[u8]>, when: When<'_>) -> Result<()> {
        match (value, when) {
            (Some(value), When::Is(expected)) => self.set_if(key, expected, value),
            (Some(value), When::New) => defaults::write_new(self, key, value),
            (value, when) => {
                when.begin(key, value)?;
                value.map_or_else(|| self.erase(key), |value| self.set(key, value))
            }
        }
    }

    fn write_many(&self, changes: &[(&str, Option<&[u8]>)]) -> Result<()> {
        if changes.iter().all(|(_, value)| value.is_none()) {
            return self.erase_values(&changes.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        }
        changes.iter().try_for_each(|(key, value)| self.write(key, *value, When::Claimed))
    }

    fn set_partial_values(&self, parts: &[(&str, u64, &[u8])]) -> Result<()> {
        let Some(set_parts) = self.table.set_partial_values.filter(|_| self.table.set.is_some()) else {
            return defaults::set_partial_values(self, parts);
        };
        defaults::parts_by_key(parts)?;
        let (_texts, keys) = c_texts(parts.iter().map(|(key, ..)| *key))?;
        let starts: Result<Vec<_>> = parts.iter().map(|(_, start, _)| signed(*start, "the part from byte")).collect();
        let starts = starts?;
        let data: Vec<_> = parts.iter().map(|(.., bytes)| c_data(bytes)).collect();
        let sizes: Vec<_> = parts.iter().map(|(.., bytes)| bytes.len()).collect();
        let of_all: Vec<_> = parts.iter().map(|(key, ..)| *key).collect();
        // SAFETY: promised to `new`; all arrays have as many entries as there are parts.
        self.call("set_partial_values", Subject::Keys(&of_all), |user_data, error| unsafe {
            let (keys, starts, data, sizes) = (keys.as_ptr(), starts.as_ptr(), data.as_ptr(), sizes.as_ptr());
            set_parts(user_data, parts.len(), keys, starts, data, sizes, error)
        })
    }

    fn erase_prefix(&self, prefix: &str) -> Result<()> {
        check_prefix(prefix)?;
        if let Some(erase_prefix) = self.table.erase_prefix {
            let name = c_text(prefix)?;
            // SAFETY: promised to `new`.
            let erase = |data, error| unsafe { erase_prefix(data, name.as_ptr(), error) };
            return found(self.call("erase_prefix", Subject::Prefix(prefix), erase)).map(drop);
        }
        if !self.capabilities().erasable {
            return Err(self.inerasable(prefix));
        }
        let keys = self.list_below(prefix)?.keys;
        self.erase_values(&keys.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn list(&self, prefix: &str, depth: Depth) -> Result<Listing> {
        check_prefix(prefix)?;
        match depth {
            Depth::Store if self.table.list.is_some() => self.list_all_keys(prefix),
            Depth::Store | Depth::All => self.list_below(prefix),
            Depth::One | Depth::Names => self.list_directly_below(prefix),
        }
    }

    fn size(&self, key: &str) -> Result<Option<u64>> {
        check_key(key)?;
        let Some(size_of) = self.table.size else {
            return Ok(self.get(key, ByteRange::ALL)?.map(|value| value.len() as u64));
        };
        let (name, mut size) = (c_text(key)?, -1);
        // SAFETY: promised to `new`.
        let outcome = self.call("size", Subject::Key(key), |data, error| unsafe {
            size_of(data, name.as_ptr(), &raw mut size, error)
        });
        if found(outcome)?.is_none() {
            return Ok(None);
        }
        let negative = |_| about(key, Error::new(ErrorKind::Io, format!("callback size: {size} is not a size")));
        u64::try_from(size).map(Some).map_err(negative)
    }

    fn exists(&self, key: &str) -> Result<bool> {
        check_key(key)?;
        if let Some(exists) = self.table.exists {
            let (name, mut answer) = (c_text(key)?, 0_i32);
            // SAFETY: promised to `new`.
            let ask = |data, error| unsafe { exists(data, name.as_ptr(), &raw mut answer, error) };
            let there = found(self.call("exists", Subject::Key(key), ask))?.is_some();
            return Ok(there && answer != 0);
        }
        if self.table.size.is_some() {
            return Ok(self.size(key)?.is_some());
        }
        // One byte: a range of none at all is what the writer of a callback forgets first.
        Ok(self.get_value(key, zarr_range { start: 0, length: 1 }, SinkValue::new(1))?.is_some())
    }

    fn get_versioned(&self, key: &str, most: u64) -> Result<(Option<Vec<u8>>, Version)> {
        check_key(key)?;
        self.table.set_if.ok_or_else(|| unconditional(key))?;
        let Some(mut value) = self.get_value(key, zarr_range { start: 0, length: -1 }, SinkValue::new(u64::MAX))?
        else {
            return Ok((None, None));
        };
        defaults::check_length(key, value.size(), most)?;
        let version = value.take_version().ok_or_else(|| {
            let set_version = Term::operation("Sink::set_version");
            let text = format!("it did not call {set_version}, which a store with set_if has to");
            about(key, Error::unsupported(text).context(Term::callback("get")))
        })?;
        Ok((Some(value.into_bytes()?), Some(version)))
    }

    fn gates<'a>(&'a self, gates: &mut Vec<&'a dyn Gate>) {
        gates.extend(self.lock.as_ref().map(|lock| lock as &dyn Gate));
    }

    fn flush(&self) -> Result<()> {
        let Some(flush) = self.table.flush else { return Ok(()) };
        // SAFETY: promised to `new`.
        self.call("flush", Subject::Store, |data, error| unsafe { flush(data, error) })
    }
}
